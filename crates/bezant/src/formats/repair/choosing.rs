//! Which of several structures in an answer is meant.

use crate::formats::repair::wrapping::{Segment, segments, segments_as_is};
use crate::formats::repair::{RepairKind, Repaired};

/// Whether a structure has the words that are wanted.
pub(crate) type Fits<'a> = &'a dyn Fn(&[u8]) -> bool;

/// What one structure has.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) n_words: usize,
    pub(super) fits: bool,
    /// Whether it was closed as it stood.
    pub(super) is_complete: bool,
}

/// A structure that was found, and what it has.
pub(super) struct Found {
    pub(super) repaired: Repaired,
    pub(super) has: Candidate,
}

/// The last one that has the words that are wanted; else the last complete one, as examples come first
/// and corrections last. What has less than half the words of another is only a mention of a part.
pub(super) fn chosen(all: impl DoubleEndedIterator<Item = Candidate> + Clone) -> Option<usize> {
    let most = all.clone().map(|one| one.n_words).max()?;
    let from_last: Vec<Candidate> = all.rev().collect();
    let n = from_last.len();
    let is_large = |one: &Candidate| 2 * one.n_words >= most;
    let found = from_last
        .iter()
        .position(|one| one.fits)
        .or_else(|| from_last.iter().position(|one| one.is_complete && is_large(one)))
        .or_else(|| from_last.iter().position(is_large));
    found.map(|at| n - 1 - at)
}

/// The structure of an answer: in fences, if they hold one, unless only one outside has the words that
/// are wanted.
pub(super) fn in_answer(
    answer: &[u8],
    in_segment: impl Fn(&[u8]) -> Option<Found>,
    is_same: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<Repaired> {
    in_segments(segments(answer), in_segment, is_same)
}

/// The same with what stands in JSON left in it.
pub(super) fn in_answer_as_is(
    answer: &[u8],
    in_segment: impl Fn(&[u8]) -> Option<Found>,
) -> Option<Repaired> {
    in_segments(segments_as_is(answer), in_segment, |_, _| false)
}

fn in_segments(
    lists: Vec<Vec<Segment<'_>>>,
    in_segment: impl Fn(&[u8]) -> Option<Found>,
    is_same: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<Repaired> {
    let mut first: Option<Found> = None;
    for list in lists {
        let mut all: Vec<Found> = Vec::new();
        for segment in &list {
            if let Some(mut found) = in_segment(&segment.text) {
                found.repaired.done.extend(&segment.done);
                all.push(found);
            }
        }
        let Some(at) = chosen(all.iter().map(|found| found.has)) else { continue };
        let mut best = all.swap_remove(at);
        let is_repeated = all.iter().any(|it| is_same(&it.repaired.text, &best.repaired.text));
        best.repaired.done.note(RepairKind::Repeated, is_repeated);
        // Each is noted once, however many marks there are.
        for kind in [RepairKind::Prose, RepairKind::Fence, RepairKind::Markup] {
            let is_there = best.repaired.done.of(kind) > 0;
            best.repaired.done.note(kind, is_there);
        }
        if best.has.fits {
            return Some(best.repaired);
        }
        first = first.or(Some(best));
    }
    first.map(|found| found.repaired)
}
