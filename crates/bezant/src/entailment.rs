//! Textual entailments: does a short sentence follow from the parse of a long one?
//!
//! ```text
//! pairs ─► sentences ─► any parser ─► parses ─► analyses ─► module ─► decisions ─► score
//! ```
//!
//! A [pair](pairs::Pair) is a text and a hypothesis. A parser parses both; a
//! [module](modules::ModuleName) looks at nothing but the two parses and says whether the hypothesis
//! follows. The share of right answers says how well the parser finds the relations that matter,
//! whatever its formalism. A module neither repairs nor adds errors: it passes on what the parser
//! decided, and every decision can be [explained](explain).
//!
//! ```
//! use bezant::entailment::decide::Options;
//! use bezant::entailment::modules::PairParses;
//! use bezant::entailment::parses::Reading;
//! use bezant::entailment::{Pairs, decide, score};
//! use bezant::parallel::Threads;
//!
//! let pairs = "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tThe dogs bark.\tYES\n";
//! let parses = "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))\n\
//!               (S (NP (DT The) (NNS dogs)) (VP (VBP bark)) (. .))\n";
//! let pairs = Pairs::read("pairs", pairs.as_bytes(), None)?;
//! let parses = PairParses::read(&pairs, ("parses", parses.as_bytes()), None, Reading::default())?;
//! let decided = decide(&pairs, &parses, &Options::default(), &Threads::one())?;
//! println!("{} YES; {}", decided.n_yes(), decided.signature);
//! assert_eq!(score::evaluate(&pairs, &[decided.answers()])?[0].total().accuracy(), Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod answers;
pub(crate) mod core;
pub mod crowd;
pub mod decide;
pub mod equivalences;
pub mod explain;
pub mod export;
pub mod filter;
pub mod generate;
pub mod judgements;
pub mod label;
pub mod learned;
pub mod modules;
pub mod oracle;
pub mod pairs;
pub mod parses;
pub mod score;
pub mod split;
pub(crate) mod statements;
mod table;
pub mod unbounded;

pub use answers::{Answer, Answers};
pub use decide::decide;
pub use pairs::{Pair, Pairs};

#[cfg(test)]
mod tests;
