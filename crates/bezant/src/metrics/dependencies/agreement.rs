//! What several annotators say about the same words.

use std::collections::BTreeMap;

use crate::metrics::dependencies::Subtypes;
use crate::metrics::dependencies::details::relation;
use crate::structures::graph::{Graph, ROOT};

/// What one annotator says about a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Attachment {
    /// Where its head is.
    pub(crate) head: Head,
    /// Its relation to the head.
    pub(crate) relation: String,
}

/// Where a head is, seen from its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Head {
    /// It is the root.
    Root,
    /// So many words to the right, to the left where it is below 0; in the first annotator's words.
    Away(i64),
    /// A word that the first annotator does not have.
    Elsewhere,
}

/// How many words there are for which the annotators decided like that, each in the order of the
/// files; `None` where one has no such word.
pub(crate) type Decisions = BTreeMap<Vec<Option<Attachment>>, u64>;

/// The words of one stretch of text, while annotators are added.
#[derive(Debug, Default)]
pub(super) struct Annotated {
    /// By word of the first annotator; `None` where the word does not count.
    words: Vec<Option<Vec<Option<Attachment>>>>,
}

impl Annotated {
    /// Takes in the first annotator.
    pub(crate) fn start(
        &mut self,
        subtypes: Subtypes,
        first: &Graph<'_>,
        keep: impl Fn(u32) -> bool,
    ) {
        let decision = |at: u32| {
            let word = &first.words()[at as usize];
            let head = match word.head {
                ROOT => Head::Root,
                head => Head::Away(i64::from(head) - i64::from(at)),
            };
            keep(at)
                .then(|| vec![Some(Attachment { head, relation: relation(first, at, subtypes) })])
        };
        self.words.clear();
        self.words.extend((0..first.words().len() as u32).map(decision));
    }

    /// Takes in another annotator; `pairs` are words that belong together.
    pub(crate) fn add(&mut self, subtypes: Subtypes, other: &Graph<'_>, pairs: &[(u32, u32)]) {
        self.add_nothing();
        let mut partners = vec![None; other.words().len()];
        for (first, second) in pairs {
            partners[*second as usize] = Some(*first);
        }
        for &(first, second) in pairs {
            let head = match other.words()[second as usize].head {
                ROOT => Head::Root,
                head => partners[head as usize]
                    .map_or(Head::Elsewhere, |head| Head::Away(i64::from(head) - i64::from(first))),
            };
            if let Some(decisions) = &mut self.words[first as usize] {
                decisions.pop();
                decisions
                    .push(Some(Attachment { head, relation: relation(other, second, subtypes) }));
            }
        }
    }

    /// Another annotator has nothing here.
    pub(crate) fn add_nothing(&mut self) {
        self.words.iter_mut().flatten().for_each(|decisions| decisions.push(None));
    }

    /// Counts the words.
    pub(crate) fn finish(&mut self, all: &mut Decisions) {
        for decisions in self.words.drain(..).flatten() {
            *all.entry(decisions).or_default() += 1;
        }
    }
}
