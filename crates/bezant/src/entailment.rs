//! Textual entailments: does a short sentence follow from the parse of a long one?
//!
//! ```text
//! pairs ─► sentences ─► any parser ─► parses ─► analyses ─► module ─► decisions ─► score
//! ```
//!
//! A [pair](Pair) is a text and a hypothesis. A parser parses both; a
//! [module](ModuleName) looks at nothing but the two parses and says whether the hypothesis
//! follows. The share of right answers says how well the parser finds the relations that matter,
//! whatever its formalism. A module neither repairs nor adds errors: it passes on what the parser
//! decided, and every decision can be explained.
//!
//! ```
//! use bezant::Threads;
//! use bezant::entailment::{Options, PairParses, Pairs, Reading, decide, evaluate};
//!
//! let pairs = "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tThe dogs bark.\tYES\n";
//! let parses = "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))\n\
//!               (S (NP (DT The) (NNS dogs)) (VP (VBP bark)) (. .))\n";
//! let pairs = Pairs::read("pairs", pairs.as_bytes(), None)?;
//! let parses = PairParses::read(&pairs, ("parses", parses.as_bytes()), None, Reading::default())?;
//! let decided = decide(&pairs, &parses, &Options::default(), &Threads::one())?;
//! println!("{} YES; {}", decided.n_yes(), decided.signature);
//! assert_eq!(evaluate(&pairs, &[decided.answers()])?[0].total().accuracy(), Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Parses that a program has in memory, as trees, graphs or texts, come as a [`Corpus`](crate::Corpus):
//! [`PairParses::from_corpus`].

#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod answers;
pub(crate) mod core;
#[doc(hidden)]
pub mod crowd;
#[doc(hidden)]
pub mod decide;
#[doc(hidden)]
pub mod equivalences;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod export;
#[doc(hidden)]
pub mod filter;
#[doc(hidden)]
pub mod generate;
#[doc(hidden)]
pub mod judgements;
#[doc(hidden)]
pub mod label;
#[doc(hidden)]
pub mod learned;
#[doc(hidden)]
pub mod modules;
#[doc(hidden)]
pub mod oracle;
#[doc(hidden)]
pub mod pairs;
#[doc(hidden)]
pub mod parses;
#[doc(hidden)]
pub mod score;
#[doc(hidden)]
pub mod split;
pub(crate) mod statements;
mod table;
#[doc(hidden)]
pub mod unbounded;
mod word_list;

pub use self::{
    answers::{Answer, Answers, Given},
    decide::{Choice, Decided, Options, Unusable, decide},
    equivalences::Equate,
    modules::{ModuleName, OtherParts, PairParses, SameWords},
    pairs::{Pair, PairFormat, Pairs},
    parses::{Lemmas, Reading},
    score::{EntailmentCounts, evaluate},
};

#[cfg(test)]
mod tests;
