//! Words in relations that the sentence does not have.

use crate::error::Stream;
use crate::metrics::relations::hierarchy::{Hierarchy, Role};
use crate::structures::relations::RelationSet;

/// A head or dependent that is not in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFiller {
    /// The filler.
    pub filler: String,
    /// The relation it stands in.
    pub relation: String,
    /// Whose relation it is.
    pub stream: Stream,
    /// The sentence's number.
    pub sentence: u64,
    /// Where the relation stands in its file, in bytes.
    pub at: usize,
}

impl std::fmt::Display for UnknownFiller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = if self.stream == Stream::Gold { "standard" } else { "test" };
        write!(
            f,
            "Slot filler {} in {side} relation {} in sentence {} not in text",
            self.filler, self.relation, self.sentence
        )
    }
}

/// Heads and dependents that are not in a sentence's text.
///
/// As in the released program, a filler is there if it ends a word of the text, or ends before a
/// comma, a closing parenthesis or an apostrophe; `ellip` and `pro` always are, and a name of
/// several words is if its words are.
pub fn unknown_fillers(
    hierarchy: &Hierarchy,
    relations: &RelationSet<'_>,
    text: &[u8],
    (stream, sentence): (Stream, u64),
) -> Vec<UnknownFiller> {
    let text = [text, b" "].concat();
    let mut unknown = Vec::new();
    for relation in relations.iter() {
        let Some(kind) = hierarchy.find(relation.name) else { continue };
        for (role, filler) in hierarchy.get(kind).slots.iter().zip(relation.fillers) {
            if matches!(role, Role::Head | Role::Dependent) && !is_in(filler, &text) {
                unknown.push(UnknownFiller {
                    filler: String::from_utf8_lossy(filler).into_owned(),
                    relation: String::from_utf8_lossy(&relation.shown()).into_owned(),
                    stream,
                    sentence,
                    at: relation.at,
                });
            }
        }
    }
    unknown
}

fn is_in(filler: &[u8], text: &[u8]) -> bool {
    if matches!(filler, b"_" | b"ellip" | b"pro") {
        return true;
    }
    let before = |word: &[u8], ends: &[u8]| {
        memchr::memmem::find_iter(text, word)
            .any(|at| text.get(at + word.len()).is_some_and(|next| ends.contains(next)))
    };
    let parts: Vec<u8> =
        filler.iter().map(|&byte| if byte == b'_' { b' ' } else { byte }).collect();
    before(filler, b" ,)'") || before(&parts, b" ")
}
