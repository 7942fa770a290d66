//! Sentences whose words differ, compared by their characters.
//!
//! Both trees' tokens, traces excepted, are read as one run of characters each, in which escapes,
//! kinds of quotation marks and forms of Unicode make no difference. A shortest edit script says
//! which characters belong together; then a bracket is a span of *characters* instead of words, and
//! tokens that were split, joined, changed, left out or put in do not stop the comparison.
//!
//! Gold decides what counts: a character takes a position if the parameters keep the word it
//! stands in. So it does not matter either how the system tags punctuation. A word that only one
//! side has takes a position of its own; brackets are compared by the positions that both have, and
//! the smallest bracket around such a word matches none.
//!
//! Two sentences are given up as different if more than half of their characters have no partner;
//! letters that any two texts share by chance are no partners. The work is bounded by a multiple
//! of the length, so very long sentences (thousands of characters) are also given up if they
//! differ in very many places.
//!
//! Where both sides have the same words and drop the same ones, this gives what the comparison by
//! words gives. Only traces differ: here they are never words, not even if the parameters keep
//! them, because the system's text has none.

mod characters;
mod hunks;
mod places;

use std::fmt;

use crate::counts::{Counts, accumulate};
use crate::formats::penn::characters::is_other_form;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{CountedWord, Outer, Prepared};
use crate::structures::tree::{Span, Tree};
use characters::{AlignedText, AlignedToken};
use hunks::{Projection, Unpaired};
use places::Places;

/// Two sentences over the same positions.
#[derive(Clone, Debug)]
pub(crate) struct Aligned {
    /// Gold. Its words are its tokens that count; its brackets are spans of the characters of both
    /// sides.
    pub(crate) gold: Prepared,
    /// The system. For each word of gold it has the token with the same characters or, where it
    /// has none, a word whose tag equals no other.
    pub(crate) system: Prepared,
    /// How the tokens differ.
    pub(crate) differences: Differences,
}

/// How the tokens of two sentences differ. All but `extra` are numbers of tokens of gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    /// The system has several tokens for one.
    pub(crate) split: u64,
    /// The system has one token for several, or cuts the same characters in other places.
    pub(crate) joined: u64,
    /// The system has other characters.
    pub(crate) changed: u64,
    /// The system has nothing.
    pub(crate) missing: u64,
    /// Tokens of the system for which gold has nothing.
    pub(crate) extra: u64,
    /// Tokens that both sides have, in different forms of Unicode. They are the same.
    pub(crate) forms: u64,
    /// Words of gold that count and that the system does not have just so.
    pub(crate) lost_words: u64,
    /// Words of the system that count and that gold does not have just so.
    pub(crate) extra_words: u64,
}

impl Counts for Differences {
    fn add(&mut self, other: &Self, times: u64) {
        accumulate(&mut self.split, other.split, times);
        accumulate(&mut self.joined, other.joined, times);
        accumulate(&mut self.changed, other.changed, times);
        accumulate(&mut self.missing, other.missing, times);
        accumulate(&mut self.extra, other.extra, times);
        accumulate(&mut self.forms, other.forms, times);
        accumulate(&mut self.lost_words, other.lost_words, times);
        accumulate(&mut self.extra_words, other.extra_words, times);
    }
}

impl fmt::Display for Differences {
    /// `2 split, 1 missing`, or `none`, of tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.split, "split"),
            (self.joined, "joined"),
            (self.changed, "changed"),
            (self.missing, "missing"),
            (self.extra, "extra"),
            (self.forms, "the same in another form of Unicode"),
        ];
        let shown: Vec<String> =
            kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
        f.write_str(if shown.is_empty() { "none" } else { "" })?;
        f.write_str(&shown.join(", "))
    }
}

/// A name that no tree's tag can have, for words that the system lacks.
const NO_TAG: &[u8] = b" ";

/// Both sides over the same positions, or `None` where they have too little in common.
pub(crate) fn align(
    gold_tree: &Tree<'_>,
    system_tree: &Tree<'_>,
    labels: &mut LabelTable<'_>,
    (gold_outer, system_outer): (Outer, Outer),
) -> Option<Aligned> {
    let gold = AlignedText::new(gold_tree, labels);
    let system = AlignedText::new(system_tree, labels);
    if gold.tokens.is_empty() || system.tokens.is_empty() {
        return None;
    }
    let hunks = hunks::find(&gold, &system)?;
    let projection = hunks::project(&hunks, &gold, &system);
    let unpaired = hunks::unpaired(&hunks, &gold, &system);
    let mut differences = differences(&gold, &system, &projection, &unpaired);
    count_words(&mut differences, (&gold, gold_tree), (&system, system_tree), &projection, labels);

    let places = Places::new(&gold, &system, &projection, &unpaired, labels)?;
    let Places { gold: ours, system: theirs, positions, .. } = &places;
    let mut new_gold = Prepared::placed(gold_tree, labels, gold_outer, *positions, |node| {
        ours.span(gold.tokens_of(gold_tree, node))
    });
    let mut new_system = Prepared::placed(system_tree, labels, system_outer, *positions, |node| {
        theirs.span(system.tokens_of(system_tree, node))
    });

    let no_word = CountedWord { tag: labels.intern(NO_TAG), text: Span { start: 0, end: 0 } };
    let mut at = 0;
    for (token, &(start, end)) in gold.tokens.iter().zip(&ours.tokens) {
        if start == end {
            continue;
        }
        new_gold.words.push(CountedWord { tag: token.tag, text: token.text });
        while theirs.tokens.get(at).is_some_and(|token| token.1 <= start) {
            at += 1;
        }
        new_system.words.push(match system.tokens.get(at) {
            Some(token) if theirs.tokens[at] == (start, end) => {
                CountedWord { tag: token.tag, text: token.text }
            }
            _ => no_word,
        });
    }
    // Where both sides have all words, all places are common.
    if !(ours.unpaired.is_empty() && theirs.unpaired.is_empty()) {
        new_gold.unpaired.clone_from(&ours.unpaired);
        new_system.unpaired.clone_from(&theirs.unpaired);
        new_gold.common_before.clone_from(&places.common_before);
        new_system.common_before = places.common_before;
    }
    Some(Aligned { gold: new_gold, system: new_system, differences })
}

/// Counts words that only one side has in just this way, and those that are the same in another form
/// of Unicode.
fn count_words(
    found: &mut Differences,
    (gold, gold_tree): (&AlignedText, &Tree<'_>),
    (system, system_tree): (&AlignedText, &Tree<'_>),
    Projection { starts, ends }: &Projection,
    labels: &LabelTable<'_>,
) {
    let counts = |token: &AlignedToken| u64::from(!labels.get(token.tag).word_deleted);
    let (mut at, mut same) = (0, 0);
    for (index, token) in system.tokens.iter().enumerate() {
        while at < gold.tokens.len() && gold.bounds[at] < starts[index] {
            at += 1;
        }
        let characters = &system.characters[system.bounds[index]..system.bounds[index + 1]];
        let is_same = at < gold.tokens.len()
            && (gold.bounds[at], gold.bounds[at + 1]) == (starts[index], ends[index + 1])
            && gold.characters[gold.bounds[at]..gold.bounds[at + 1]] == *characters;
        if !is_same {
            found.extra_words += counts(token);
            continue;
        }
        same += counts(&gold.tokens[at]);
        let forms =
            (gold_tree.slice(gold.tokens[at].text), system_tree.slice(system.tokens[index].text));
        found.forms += u64::from(is_other_form(forms.0, forms.1));
    }
    found.lost_words = gold.tokens.iter().map(counts).sum::<u64>() - same;
}

/// Counts how the tokens differ, by the smallest groups of tokens that cover the same of gold.
fn differences(
    gold: &AlignedText,
    system: &AlignedText,
    projection: &Projection,
    unpaired: &Unpaired,
) -> Differences {
    let Projection { starts, ends } = projection;
    let mut found = Differences::default();
    let (mut i, mut j) = (0, 0);
    while i < gold.tokens.len() || j < system.tokens.len() {
        if j < system.tokens.len() && (unpaired.system[j].is_some() || starts[j] >= ends[j + 1]) {
            found.extra += 1;
            j += 1;
            continue;
        }
        if j == system.tokens.len() || unpaired.gold[i] || gold.bounds[i + 1] <= starts[j] {
            found.missing += 1;
            i += 1;
            continue;
        }
        let (first, first_theirs) = (i, j);
        (i, j) = (i + 1, j + 1);
        loop {
            let (end, end_theirs) = (gold.bounds[i], ends[j]);
            if end < end_theirs {
                i += 1;
            } else if end > end_theirs && j < system.tokens.len() && starts[j] < end {
                j += 1;
            } else {
                break;
            }
        }
        let ours = &gold.characters[gold.bounds[first]..gold.bounds[i]];
        let theirs = &system.characters[system.bounds[first_theirs]..system.bounds[j]];
        let n = (i - first) as u64;
        match (n, j - first_theirs) {
            _ if ours != theirs => found.changed += n,
            (1, 1) => {}
            (1, _) => found.split += 1,
            _ => found.joined += n,
        }
    }
    found
}

#[cfg(test)]
mod tests;
