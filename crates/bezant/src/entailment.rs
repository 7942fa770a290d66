//! Textual entailments: does a short sentence follow from the parse of a long one?
//!
//! ```text
//! pairs ─► sentences ─► any parser ─► parses ─► analyses ─► module ─► decisions ─► score
//! ```
//!
//! A [pair](pairs::Pair) is a text and a hypothesis. A parser parses both; a
//! [module](modules::Module) looks at nothing but the two parses and says whether the hypothesis
//! follows. The share of right answers says how well the parser finds the relations that matter,
//! whatever its formalism. A module neither repairs nor adds errors: it passes on what the parser
//! decided, and every [decision](core::Decision) can be explained.
//!
//! ```
//! use bezant::entailment::answers::{Answers, Given};
//! use bezant::entailment::modules::{ModuleName, PairParses, decide};
//! use bezant::entailment::parses::Reading;
//! use bezant::entailment::{Pairs, score};
//! use bezant::parallel::Threads;
//!
//! let pairs = "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tThe dogs bark.\tYES\n";
//! let parses = "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))\n\
//!               (S (NP (DT The) (NNS dogs)) (VP (VBP bark)) (. .))\n";
//! let pairs = Pairs::read("pairs", pairs.as_bytes(), None)?;
//! let parses = PairParses::read(&pairs, ("parses", parses.as_bytes()), None, Reading::default())?;
//! let decisions = decide(&ModuleName::Stanford.module(), &parses, &Threads::one())?;
//! let given = decisions.iter().map(|found| Given { answer: found.answer, probability: None });
//! let answers = Answers { name: "parser".to_string(), given: given.collect() };
//! assert_eq!(score::evaluate(&pairs, &[answers])?[0].total().accuracy(), Some(1.0));
//! # Ok::<(), bezant::error::Error>(())
//! ```

pub mod analysis;
pub mod answers;
pub mod core;
pub mod equivalences;
pub mod explain;
pub mod export;
pub mod learned;
pub mod modules;
pub mod oracle;
pub mod pairs;
pub mod parses;
pub mod score;
pub mod statements;
mod table;

pub use answers::{Answer, Answers};
pub use pairs::{Pair, Pairs};
