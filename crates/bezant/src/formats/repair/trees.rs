//! Trees in brackets: where they stand in an answer, and what is missing in them.

mod finding;
mod mending;
mod notation;

use std::ops::Range;

use crate::formats::blocks;
use crate::formats::penn::cleaning::TRACE;
use crate::formats::penn::{self, TreeReading};
use crate::formats::repair::choosing::{Candidate, Fits, Found, chosen, in_answer};
use crate::formats::repair::wrapping::{decoded, emphasised, has_entities, has_words, note_left};
use crate::formats::repair::{RepairKind, Repaired, Repairs};
use crate::structures::tree::{NodeKind, TreeNode};
use finding::{Brackets, regions};

/// Whether a text is a tree, or trees side by side, with at least one word, and not the same again.
pub(super) fn is_well_formed(answer: &[u8]) -> bool {
    // Most answers that are no tree start with something else.
    if answer.trim_ascii_start().first() != Some(&b'(') {
        return false;
    }
    let reading = penn::read(answer);
    let has_words = reading
        .tree
        .nodes()
        .iter()
        .any(|node| node.kind == NodeKind::Leaf && !reading.tree.body(node).is_empty());
    // `(-LRB- ()` has a bracket for a word, and another one further on may make up for it.
    let is_nothing =
        |node: &TreeNode| node.label.start == node.label.end && node.body.start == node.body.end;
    let has_nothing = reading.tree.nodes().iter().any(is_nothing);
    reading.faults.is_empty()
        && has_words
        && !has_nothing
        && !notation::has_unseen(answer)
        && !is_marked(&reading)
        && !is_repeated(answer, &reading)
}

/// Whether labels or words are set in bold, or all words are quoted.
fn is_marked(reading: &TreeReading<'_>) -> bool {
    let names = || reading.tree.nodes().iter().map(|node| reading.tree.label(node));
    let words = || reading.tree.leaves().map(|(_, word)| word);
    names().chain(words()).any(|name| emphasised(name).is_some()) || mending::are_quoted(words())
}

/// Whether trees below each other say the same words; side by side they may, as "no, no" does.
fn is_repeated(answer: &[u8], reading: &TreeReading<'_>) -> bool {
    if !answer.trim_ascii().contains(&b'\n') {
        return false;
    }
    let tops = tops(reading);
    let words = |range: &Range<usize>| words(&answer[range.clone()]);
    tops.windows(2).any(|pair| {
        answer[pair[0].end..pair[1].start].contains(&b'\n') && words(&pair[0]) == words(&pair[1])
    })
}

/// Where the outermost trees of a sound text stand.
fn tops(reading: &TreeReading<'_>) -> Vec<Range<usize>> {
    let nodes = reading.tree.nodes();
    let mut tops = Vec::new();
    let mut at = 0;
    while let Some(node) = nodes.get(at) {
        // The closing bracket of a leaf may stand behind blanks.
        let mut end = node.body.end as usize;
        while reading.tree.text().get(end).is_some_and(|byte| *byte != b')') {
            end += 1;
        }
        tops.push(node.label.start as usize - 1..end + 1);
        at = node.end as usize;
    }
    tops
}

/// The words of a tree, traces excepted.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let reading = penn::read(text);
    let leaves = reading.tree.leaves().filter(|(tag, _)| *tag != TRACE);
    leaves.map(|(_, word)| word.to_vec()).collect()
}

/// A tree that was found and mended.
struct Mended {
    text: Vec<u8>,
    words: Vec<Vec<u8>>,
    done: Repairs,
    region: Range<usize>,
}

/// Finds the tree of an answer and mends it.
pub(super) fn repair(answer: &[u8], fits: Fits<'_>) -> Option<Repaired> {
    let in_text = |text: &[u8]| {
        let mut found = in_segment(text, fits);
        // Other signs only count where they make a difference.
        if let Some(usual) = notation::usual(text)
            && let Some(mut other) = in_segment(&usual, fits)
            && found
                .as_ref()
                .is_none_or(|found| !found.has.fits && found.repaired.text != other.repaired.text)
        {
            other.repaired.done.note(RepairKind::Notation, true);
            found = Some(other);
        }
        if found.is_some() || !has_entities(text) {
            return found;
        }
        let mut found = in_segment(&decoded(text), fits)?;
        found.repaired.done.note(RepairKind::Entities, true);
        Some(found)
    };
    in_answer(answer, in_text, |one, two| words(one) == words(two))
}

/// The tree of a text that is meant.
fn in_segment(text: &[u8], fits: Fits<'_>) -> Option<Found> {
    let mut first: Option<Found> = None;
    for brackets in [Brackets::Round, Brackets::Square] {
        let mended = regions(text, brackets).into_iter().filter_map(|region| {
            let (tree, done) = mending::mend(&text[region.clone()], brackets)?;
            let words = words(&tree);
            (!words.is_empty()).then_some(Mended { text: tree, words, done, region })
        });
        let Some(found) = choose(text, mended.collect(), fits) else { continue };
        if found.has.fits {
            return Some(found);
        }
        first = first.or(Some(found));
    }
    first
}

fn choose(text: &[u8], mut all: Vec<Mended>, fits: Fits<'_>) -> Option<Found> {
    // Trees that follow each other without a word between them, and say different things, are the
    // parts of one answer.
    let between = |pair: &[Mended]| &text[pair[0].region.end..pair[1].region.start];
    let is_forest = all.len() > 1
        && all
            .windows(2)
            .all(|pair| between(pair).trim_ascii().is_empty() && pair[0].words != pair[1].words)
        && !all.iter().any(|tree| fits(&tree.text));
    if is_forest {
        let mut joined = Mended {
            text: Vec::new(),
            words: Vec::new(),
            done: Repairs::default(),
            region: all[0].region.start..all[all.len() - 1].region.end,
        };
        for tree in all {
            joined.text.extend_from_slice(if joined.text.is_empty() { b"" } else { b" " });
            joined.text.extend_from_slice(&tree.text);
            joined.words.extend(tree.words);
            joined.done.extend(&tree.done);
        }
        all = vec![joined];
    }
    let candidates: Vec<Candidate> = all
        .iter()
        .map(|tree| Candidate {
            n_words: tree.words.len(),
            fits: fits(&tree.text),
            is_complete: tree.done.of(RepairKind::Unclosed) == 0,
        })
        .collect();
    let chosen = chosen(candidates.iter().copied())?;
    let is_repeated =
        |(at, tree): (usize, &Mended)| at != chosen && tree.words == all[chosen].words;
    let repeated: Vec<bool> = all.iter().enumerate().map(is_repeated).collect();
    let mut done = Repairs::default();
    done.note(RepairKind::Repeated, repeated.contains(&true));
    // What stands outside all trees that say the same is words or marks; other trees are words.
    let mut at = 0;
    for (tree, is_same) in all.iter().zip(&repeated) {
        if *is_same || tree.region == all[chosen].region {
            note_left(&text[at..tree.region.start], &mut done);
            at = tree.region.end;
        }
    }
    note_left(&text[at..], &mut done);
    let Mended { text, done: mended, .. } = all.swap_remove(chosen);
    done.extend(&mended);
    Some(Found { repaired: Repaired { text, done }, has: candidates[chosen] })
}

/// The trees of a whole file of answers, each with what stands before it; the last one has all that
/// follows.
pub(crate) fn chunks(text: &[u8]) -> Vec<Range<usize>> {
    let round = regions(text, Brackets::Round);
    let mut ends = Vec::new();
    let mut start = 0;
    for region in &round {
        ends.extend(otherwise(text, start..region.start, true));
        ends.push(region.end);
        start = region.end;
    }
    ends.extend(otherwise(text, start..text.len(), !round.is_empty()));
    let mut start = 0;
    let mut chunks: Vec<Range<usize>> = Vec::with_capacity(ends.len());
    for end in ends {
        chunks.push(start..end);
        start = end;
    }
    if let Some(last) = chunks.last_mut() {
        last.end = text.len();
    }
    chunks
}

/// Where trees end that are written otherwise, in what stands between those in round brackets: in square
/// brackets, or in other signs, which each have a paragraph for themselves.
fn otherwise(text: &[u8], gap: Range<usize>, is_between: bool) -> Vec<usize> {
    let (text, start) = (&text[gap.clone()], gap.start);
    let has_tree = |part: &[u8]| repair(part, &|_| false).is_some();
    let is_meant = |region: &Range<usize>| {
        // What is only mentioned is small and stands among words.
        let is_flat = memchr::memchr_iter(b'[', &text[region.clone()]).nth(1).is_none();
        (!is_between || !is_flat || stands_alone(text, region)) && has_tree(&text[region.clone()])
    };
    let square = regions(text, Brackets::Square).into_iter().filter(is_meant);
    let square: Vec<usize> = square.map(|region| region.end).collect();
    let mut ends: Vec<usize> = Vec::new();
    let mut paragraph = 0;
    for end in blocks::ends(text) {
        let first = square.partition_point(|at| *at <= paragraph);
        let part = &text[paragraph..end];
        let is_other = || notation::usual(part).is_some() || has_entities(part);
        if square.get(first).is_none_or(|at| *at > end) && is_other() && has_tree(part) {
            ends.push(end);
        }
        paragraph = end;
    }
    ends.extend(square);
    ends.sort_unstable();
    ends.into_iter().map(|end| start + end).collect()
}

/// Whether nothing but marks stands beside a part of a text in its lines, and not many of them.
fn stands_alone(text: &[u8], part: &Range<usize>) -> bool {
    const FAR: usize = 64;
    let before = &text[part.start.saturating_sub(FAR)..part.start];
    let behind = &text[part.end..text.len().min(part.end + FAR)];
    let line = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', behind).unwrap_or(behind.len());
    // What stands further away in the line is words.
    let is_whole = (line > 0 || before.len() < FAR) && (end < behind.len() || end < FAR);
    is_whole && !has_words(&before[line..]) && !has_words(&behind[..end])
}
