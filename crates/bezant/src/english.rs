//! What bezant knows about English words: tokens, lemmas, forms, and which words carry content.
//!
//! Nothing here reads a file: the tables are short lists of facts that are part of the library.

pub(crate) mod inflect;
mod lemma;
mod nouns;
mod spelling;
mod tables;
mod tags;
mod tokens;
mod verbs;

pub use inflect::article;
pub use lemma::lemma;
pub(crate) use tags::known_penn_tag;
pub use tags::{is_content, penn_tag};
pub use tokens::detokenize;
pub(crate) use tokens::tokenize;

/// The tokens of one sentence, as the Penn Treebank has them.
///
/// ```
/// let tokens = bezant::english::tokens("They can't say \"no\".");
/// assert_eq!(tokens, ["They", "ca", "n't", "say", "``", "no", "''", "."]);
/// ```
pub fn tokens(sentence: &str) -> Vec<&str> {
    tokenize(sentence).iter().map(|token| token.text).collect()
}

/// The form of a dictionary word that a Penn tag asks for; a verb agrees and is contracted as in
/// another form with that tag.
///
/// ```
/// use bezant::english::inflect_like;
///
/// assert_eq!(inflect_like("leaf", "NNS", "trees"), "leaves");
/// assert_eq!(inflect_like("be", "VBD", "was"), "was");
/// assert_eq!(inflect_like("will", "MD", "wo"), "wo");
/// ```
pub fn inflect_like(lemma: &str, tag: &str, other: &str) -> String {
    inflect::inflect_as(lemma, tag, inflect::features(other, tag))
}

#[cfg(test)]
mod tests;
