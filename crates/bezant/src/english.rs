//! What bezant knows about English words: tokens, lemmas, forms, and which words carry content.
//!
//! Nothing here reads a file: the tables are short lists of facts that are part of the library.
//!
//! ```
//! use bezant::english::{detokenize, inflect, lemma, tokenize};
//!
//! let tokens: Vec<&str> = tokenize("They can't say \"no\".").iter().map(|t| t.text).collect();
//! assert_eq!(tokens, ["They", "ca", "n't", "say", "``", "no", "''", "."]);
//! assert_eq!(detokenize(&tokens), "They can't say \"no\".");
//! assert_eq!(lemma("ca", "MD"), "can");
//! assert_eq!(inflect::past("say"), "said");
//! ```

pub mod inflect;
mod lemma;
mod nouns;
mod spelling;
mod tables;
mod tags;
mod tokens;
mod verbs;

pub use lemma::lemma;
pub(crate) use tags::is_penn_tag;
pub use tags::{is_content, penn_tag};
pub use tokens::{PlacedToken, detokenize, tokenize};
