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
mod table;

pub use answers::{Answer, Answers};
pub use pairs::{Pair, Pairs};
