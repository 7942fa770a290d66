//! Words in relations that the sentence does not have.

use std::collections::HashSet;

use aho_corasick::AhoCorasick;

use crate::error::Stream;
use crate::metrics::relations::hierarchy::{Hierarchy, Role};
use crate::structures::relations::{Relation, RelationSet};

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
    let relations: Vec<Relation<'_>> = relations.iter().collect();
    let all = relations.iter().flat_map(|relation| main_fillers(hierarchy, *relation));
    let known = in_text(all.collect(), text);
    let mut unknown = Vec::new();
    for relation in &relations {
        let fillers = main_fillers(hierarchy, *relation);
        for filler in fillers.filter(|filler| !known.contains(filler)) {
            unknown.push(UnknownFiller {
                filler: String::from_utf8_lossy(filler).into_owned(),
                relation: String::from_utf8_lossy(&relation.shown()).into_owned(),
                stream,
                sentence,
                at: relation.at,
            });
        }
    }
    unknown
}

/// Head and dependent, as far as there are any.
fn main_fillers<'r>(
    hierarchy: &Hierarchy,
    relation: Relation<'r>,
) -> impl Iterator<Item = &'r [u8]> {
    let kind = hierarchy.find(relation.name);
    let slots = kind.map(|kind| hierarchy.get(kind).slots.as_slice()).unwrap_or_default();
    let pairs = slots.iter().zip(relation.fillers);
    let main = pairs.filter(|(role, _)| matches!(role, Role::Head | Role::Dependent));
    main.map(|(_, filler)| filler.as_ref())
}

/// Those fillers that are in a text, found in one pass over it.
fn in_text<'f>(mut fillers: Vec<&'f [u8]>, text: &[u8]) -> HashSet<&'f [u8]> {
    fillers.sort_unstable();
    fillers.dedup();
    let always = |filler: &&&[u8]| matches!(**filler, b"_" | b"ellip" | b"pro");
    let mut found: HashSet<&[u8]> = fillers.iter().filter(always).copied().collect();
    let blank = |byte: &u8| if *byte == b'_' { b' ' } else { *byte };
    let names = fillers.iter().map(|filler| filler.iter().map(blank).collect::<Vec<u8>>());
    let patterns = fillers.iter().map(|filler| filler.to_vec()).chain(names);
    let search = AhoCorasick::new(patterns).expect("a sentence has less than 2 GB of words");
    let text = [text, b" "].concat();
    for hit in search.find_overlapping_iter(&text) {
        let at = hit.pattern().as_usize();
        let ends: &[u8] = if at < fillers.len() { b" ,)'" } else { b" " };
        if text.get(hit.end()).is_some_and(|next| ends.contains(next)) {
            found.insert(fillers[at % fillers.len()]);
        }
    }
    found
}
