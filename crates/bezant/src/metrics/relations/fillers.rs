//! Words in relations that the sentence does not have.

use std::collections::HashSet;

use crate::error::Stream;
use crate::formats::relations::text::unmarked;
use crate::metrics::relations::finder::Finder;
use crate::metrics::relations::hierarchy::{Hierarchy, SlotRole};
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
/// several words is if its words are. Marks of names, `<w>Bank of Kent</w>`, are not part of the text.
pub fn unknown_fillers(
    hierarchy: &Hierarchy,
    relations: &RelationSet,
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
    let pairs = slots.iter().zip(relation.fillers.iter());
    let main = pairs.filter(|(role, _)| matches!(role, SlotRole::Head | SlotRole::Dependent));
    main.map(|(_, filler)| filler)
}

/// Those fillers that are in a text, found in one pass over it.
fn in_text<'f>(mut fillers: Vec<&'f [u8]>, text: &[u8]) -> HashSet<&'f [u8]> {
    fillers.sort_unstable();
    fillers.dedup();
    let blank = |byte: &u8| if *byte == b'_' { b' ' } else { *byte };
    let name = |filler: &[u8]| filler.iter().map(blank).collect::<Vec<u8>>();
    let mut patterns: Vec<Vec<u8>> =
        fillers.iter().flat_map(|filler| [filler.to_vec(), name(filler)]).collect();
    patterns.sort_unstable();
    patterns.dedup();
    let text = [&unmarked(text), &b" "[..]].concat();
    let (mut before_blank, mut before_mark) = (HashSet::new(), HashSet::new());
    Finder::new(&patterns).find(&text, |pattern, end| match text.get(end) {
        Some(b' ') => _ = before_blank.insert(patterns[pattern].as_slice()),
        Some(b',' | b')' | b'\'') => _ = before_mark.insert(patterns[pattern].as_slice()),
        _ => {}
    });
    fillers.retain(|filler| {
        matches!(*filler, b"_" | b"ellip" | b"pro")
            || before_blank.contains(filler)
            || before_mark.contains(filler)
            || before_blank.contains(name(filler).as_slice())
    });
    fillers.into_iter().collect()
}
