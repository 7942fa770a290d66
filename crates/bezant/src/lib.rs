//! bezant weighs parsers against gold.
//!
//! One concept: a [metric](metric::Metric) turns one sentence, gold's and the system's, into
//! [counts](counts::Counts); counts add; a score is a function of the sum. Everything else reuses
//! the rows: threads, merging, tables by length, and tests of significance.
//!
//! ```text
//! a Reader, or ─► structures ─► a Metric ─► an Evaluation ─► Comparisons ─► a Report
//! a Corpus        (trees,       (counts,    (rows in         (intervals,    (plain data,
//! (sentences)     graphs,       or a        order)           tests, ranks)  six formats)
//!                 relations)    reason)
//! ```
//!
//! # Words
//!
//! *Gold* and *system* are the two sides. A *sentence* has a *structure*, such as a tree; a
//! structure holds *facts*, such as brackets. *Counts* are what one sentence contributes, the
//! *total* is their sum, a *score* is a number for people, and its *signature* says how to get it
//! again. A sentence that cannot be scored is *skipped*, with a reason.
//!
//! # Example
//!
//! ```
//! use bezant::{Brackets, Preset, Reader, evaluate_one};
//!
//! let gold = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n";
//! let system = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))) (. .)))\n";
//! // Files are opened with `Reader::open`.
//! let (gold, system) = (Reader::from_text("gold", gold)?, Reader::from_text("system", system)?);
//!
//! let metric = Brackets::evalb(Preset::Collins.parameters());
//! let evaluation = evaluate_one(&metric, gold, system)?;
//! assert_eq!(evaluation.total().brackets().f1(), Some(0.75));
//! assert!(evaluation.signature.to_string().starts_with("brackets|params:collins|labels:yes|"));
//! # Ok::<(), bezant::Error>(())
//! ```
//!
//! [Fragments](metrics::fragments), [dependencies](metrics::dependencies),
//! [relations](metrics::relations) and [answers to entailments](entailment) are evaluated in the same
//! way; each page begins with an example. A [`Corpus`] keeps sentences in memory, to be scored again and
//! again, and takes trees, dependencies and relations that a caller has built. [`evaluate_systems`]
//! takes several systems and threads, [`Comparing`] says whether they differ, and [`Metric`] is what
//! to write for a metric of one's own.
//!
//! The library is silent: it never prints, exits, or reads the environment or the clock, and it
//! opens only the files it is told to.

#![warn(unreachable_pub)]

pub mod checking;
pub mod comparison;
pub mod compat;
pub mod conversion;
pub mod counts;
pub mod drawing;
pub mod english;
pub mod entailment;
pub mod error;
pub mod evaluation;
pub mod formats;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub mod kinds;
pub mod metric;
pub mod metrics;
pub mod packing;
pub mod parallel;
pub mod pictures;
pub mod report;
pub mod rows;
pub mod saved;
pub mod signature;
pub mod source;
pub mod stanford;
pub mod stats;
pub mod structures;

pub use comparison::{Comparing, Comparisons};
pub use counts::{Counts, Tally};
pub use error::Error;
pub use evaluation::{Evaluation, evaluate, evaluate_one, evaluate_systems};
pub use formats::{Corpus, Reader};
pub use kinds::Format;
pub use metric::{Metric, Reason, Score, Scorer, Structure};
pub use metrics::brackets::Brackets;
pub use metrics::dependencies::Dependencies;
pub use metrics::fragments::Fragments;
pub use metrics::relations::Relations;
pub use metrics::trees::Trees;
pub use metrics::trees::cleaning::Cleaning;
pub use metrics::trees::parameters::Preset;
pub use parallel::Threads;
pub use report::{Report, ReportFormat, render};
pub use signature::Signature;
pub use structures::graph::GraphBuilder;
pub use structures::relations::RelationSet;
pub use structures::tree::{OwnedTree, Tree, TreeBuilder};

/// What the tests of the library's inside share with those that go through its interface.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
#[path = "../tests/it/check.rs"]
mod check;
#[cfg(test)]
extern crate self as bezant;
