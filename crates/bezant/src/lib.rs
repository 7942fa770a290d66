//! bezant weighs parsers against gold.
//!
//! One concept: a [metric](metric::Metric) turns one sentence, gold's and the system's, into
//! [counts](counts::Counts); counts add; a score is a function of the sum. Everything else reuses
//! the rows: threads, merging, tables by length, and tests of significance.
//!
//! ```text
//! a Reader, or ─► structures ─► a Metric ─► an Evaluation ─► Comparisons ─► a Report
//! a Corpus        (trees,       (counts,    (rows in         (intervals,    (plain data,
//! (sentences)     graphs,       or a        order)           tests, ranks)  seven formats)
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
//! Gold is read once; two systems get their scores with intervals, and a test says whether they differ.
//!
//! ```
//! use bezant::{Brackets, Comparing, Corpus, Preset, Threads, evaluate_systems};
//!
//! // Here from memory; files are opened by `Corpus::open`.
//! let right = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))";
//! let wrong = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))) (. .)))";
//! let gold = Corpus::from_sentences("gold", [right; 20])?;
//! let old = Corpus::from_sentences("old", [[right; 5], [wrong; 5], [wrong; 5], [wrong; 5]].concat())?;
//! let new = Corpus::from_sentences("new", [[right; 5], [right; 5], [right; 5], [wrong; 5]].concat())?;
//!
//! let (metric, threads) = (Brackets::preset(Preset::Collins), Threads::one());
//! let systems = evaluate_systems(&metric, &gold, [&old, &new], &threads)?;
//! assert_eq!(systems[1].total().brackets().f1(), Some(75.0 / 80.0));
//! assert!(systems[1].signature.to_string().starts_with("brackets|params:collins|labels:yes|"));
//!
//! let found = Comparing::standard().compare(&metric, &systems, &threads)?;
//! let (f1, interval) = found.intervals[1].get("f1").expect("brackets have an F1");
//! let interval = interval.expect("several sentences have an interval");
//! assert_eq!((f1.value, interval.level), (Some(75.0 / 80.0), 0.95));
//! assert!(0.85 < interval.low && interval.low < 0.93 && interval.high < 1.0);
//!
//! let pair = found.between("f1", 1, 0).expect("all pairs were compared");
//! assert_eq!((pair.a.as_str(), pair.difference), ("new", Some(75.0 / 80.0 - 65.0 / 80.0)));
//! assert!(pair.is_significant(0.95) && pair.p.is_some_and(|p| p < 0.01));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`evaluate_one`] and [`evaluate_systems`] take a [`Reader`], which reads a file once and keeps
//! nothing of it, or a `&Corpus`, which can be scored again; what takes a `Reader` alone takes
//! `Reader::from(&corpus)`.
//!
//! [Brackets](metrics::brackets), [fragments](metrics::fragments),
//! [dependencies](metrics::dependencies), [relations](metrics::relations) and
//! [answers to entailments](entailment) are all evaluated in this way; each page begins with an example.
//!
//! # Where to look
//!
//! | to | see |
//! |---|---|
//! | read files, whatever their format | [`Reader`], [`Format`] |
//! | keep sentences in memory and score them again and again | [`Corpus`] |
//! | score what a program has built | [`TreeBuilder`], [`GraphBuilder`], [`RelationSet`], and [`Corpus::from_trees`] and its like |
//! | score one system, or several on all cores | [`evaluate_one`], [`evaluate_systems`], [`Threads`] |
//! | choose what counts | [`Brackets`], [`Dependencies`], [`Fragments`], [`Relations`] |
//! | know whether systems differ | [`Comparing`] |
//! | see which sentences are the worst, and what is wrong in them | [`Evaluation::worst`], [`evaluation::behind`] |
//! | write a metric of one's own | [`Metric`], [`Counts`], [`Tally`], [`Explains`](metric::Explains) |
//! | show results | [`Report`], [`render`] |
//! | make Stanford dependencies of trees | [`conversion`] |
//! | save rows and put them together again | [`rows`] |
//! | tell a user what is wrong, and what to do, which is no part of its text | [`Error`], [`Error::hint`](error::Error::hint) |
//!
//! # What is promised
//!
//! What these pages show. Options are made by a function that says whose they are and changed by
//! `with`, so that a new one breaks nobody. More of the library is public, as the program is another
//! crate and is made of it; that is on no page, and may change with every version.
//!
//! The library is silent: it never prints, exits, or reads the environment or the clock, and it
//! opens only the files it is told to.

#![warn(unreachable_pub)]

// What users are promised: `cargo doc` shows these, and nothing else. The page begins with what is needed
// most, from whatever room.

pub mod comparison;
pub mod conversion;
pub mod counts;
pub mod entailment;
pub mod error;
pub mod evaluation;
pub mod kinds;
pub mod metric;
pub mod metrics;
pub mod report;
pub mod rows;
pub mod signature;
pub mod structures;

mod options;

#[doc(inline)]
pub use comparison::{Comparing, Comparisons};
#[doc(inline)]
pub use counts::{Counts, Tally};
#[doc(inline)]
pub use error::Error;
#[doc(inline)]
pub use evaluation::{Evaluation, evaluate_one, evaluate_systems};
pub use formats::{Corpus, Reader};
#[doc(inline)]
pub use kinds::Format;
#[doc(inline)]
pub use metric::{Metric, Reason, Score, Scorer, Structure};
#[doc(inline)]
pub use metrics::brackets::{Brackets, Cleaning, Preset, Trees};
#[doc(inline)]
pub use metrics::dependencies::Dependencies;
#[doc(inline)]
pub use metrics::fragments::Fragments;
#[doc(inline)]
pub use metrics::relations::Relations;
pub use parallel::Threads;
#[doc(inline)]
pub use report::{Report, ReportFormat, render};
#[doc(inline)]
pub use signature::Signature;
pub use source::Source;
#[doc(hidden)]
pub use source::Text;
#[doc(inline)]
pub use structures::graph::GraphBuilder;
#[doc(inline)]
pub use structures::relations::RelationSet;
#[doc(inline)]
pub use structures::tree::{OwnedTree, Tree, TreeBuilder};

// What only the program needs, which is another crate: public, but no promise, and on no page.

#[doc(hidden)]
pub mod checking;
#[doc(hidden)]
pub mod compat;
#[doc(hidden)]
pub mod drawing;
#[doc(hidden)]
pub mod english;
#[doc(hidden)]
pub mod formats;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
#[doc(hidden)]
pub mod packing;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod pictures;
#[doc(hidden)]
pub mod saved;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod stanford;
#[doc(hidden)]
pub mod stats;

/// What the tests of the library's inside share with those that go through its interface.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
#[path = "../tests/it/check.rs"]
mod check;
#[cfg(test)]
extern crate self as bezant;
