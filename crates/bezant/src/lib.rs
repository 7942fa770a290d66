//! bezant weighs parsers against gold.
//!
//! One concept: a [metric](metric::Metric) turns one sentence, gold's and the system's, into
//! [counts](counts::Counts); counts add; a score is a function of the sum. Everything else reuses
//! the rows: threads, merging, tables by length, and tests of significance.
//!
//! ```text
//! files ─► source ─► formats ─► structures ─► metrics ─► evaluation ─► report
//!          (text,     (where a   (flat,        (counts    (rows in      (plain data,
//!          read once) sentence   borrowed)     that add)  order)        six formats)
//!                     ends)
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
//! use bezant::evaluation::evaluate;
//! use bezant::formats::Reader;
//! use bezant::metrics::brackets::Brackets;
//! use bezant::parallel::Threads;
//! use bezant::parameters::Preset;
//! use bezant::source::Source;
//!
//! let gold = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n";
//! let system = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))) (. .)))\n";
//! let read = |name: &str, text: &str| -> bezant::error::Result<Reader> {
//!     Ok(Reader::new(Source::from_bytes(name, text.into())?, None))
//! };
//!
//! let metrics = [Brackets::evalb(Preset::Collins.parameters())];
//! let found = evaluate(
//!     &metrics,
//!     read("gold", gold)?,
//!     vec![read("system", system)?],
//!     &Threads::one(),
//!     |_bytes_done| (),
//! )?;
//! let evaluation = &found.metrics[0].systems[0];
//! assert_eq!(evaluation.total().brackets().f1(), Some(0.75));
//! assert!(evaluation.signature.to_string().starts_with("brackets|params:collins|labels:yes|"));
//! # Ok::<(), bezant::error::Error>(())
//! ```
//!
//! The library is silent: it never prints, exits, or reads the environment or the clock, and it
//! opens only the files it is told to.

pub mod cleaning;
pub mod compat;
pub mod conversion;
pub mod counts;
pub mod english;
pub mod entailment;
pub mod error;
pub mod evaluation;
pub mod formats;
mod mapping;
pub mod metric;
pub mod metrics;
pub mod pairing;
pub mod parallel;
pub mod parameters;
pub mod pictures;
pub mod report;
pub mod rows;
pub mod signature;
pub mod source;
pub mod stanford;
pub mod stats;
pub mod structures;
pub mod universal;
