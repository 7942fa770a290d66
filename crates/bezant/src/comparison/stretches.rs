//! Stretches of the text that all systems' rows have in common.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metric::Reason;

/// One system's rows by sentence.
pub(super) struct Scored<'e, C: Clone> {
    pub(super) evaluation: &'e Evaluation<C>,
    /// In order. Where systems cut the text elsewhere, rows are added up until all are about the
    /// same sentences.
    stretches: Vec<Stretch<'e, C>>,
}

/// One or more of gold's sentences, and what a system has there.
struct Stretch<'e, C: Clone> {
    sentence: u64,
    n_sentences: u64,
    /// Nothing where not all of it could be scored.
    counts: Option<Cow<'e, C>>,
}

impl<'e, C: Counts> Scored<'e, C> {
    /// `wholes` are sentences that must stay together.
    pub(super) fn new(evaluation: &'e Evaluation<C>, wholes: &Wholes) -> Scored<'e, C> {
        let mut rows: Vec<&Row<C>> = evaluation.rows.iter().filter(|row| is_of_gold(row)).collect();
        // Saved rows need not be in order.
        rows.sort_by_key(|row| row.sentence);
        rows.dedup_by_key(|row| row.sentence);
        let mut stretches: Vec<Stretch<'e, C>> = Vec::with_capacity(rows.len());
        for row in rows {
            let counts = row.outcome.result.as_ref().ok();
            let (sentence, n_sentences) = wholes.around(row);
            match stretches.last_mut().filter(|last| last.sentence == sentence) {
                Some(last) => match (&mut last.counts, counts) {
                    (Some(all), Some(counts)) => all.to_mut().add(counts, 1),
                    _ => last.counts = None,
                },
                None => {
                    let counts = counts.map(Cow::Borrowed);
                    stretches.push(Stretch { sentence, n_sentences, counts });
                }
            }
        }
        Scored { evaluation, stretches }
    }

    pub(super) fn counts(&self) -> Vec<&C> {
        self.stretches.iter().filter_map(|stretch| stretch.counts.as_deref()).collect()
    }
}

/// Whether a row is about something that gold has.
fn is_of_gold<C>(row: &Row<C>) -> bool {
    let result = &row.outcome.result;
    row.n_sentences > 0 && !result.as_ref().is_err_and(|why| why.reason == Reason::GoldMissing)
}

/// Sentences that some system's rows do not tell apart, as first sentences and ends: a system that
/// ends sentences elsewhere than gold has one row for several of them. Systems that were scored in
/// one run have the same rows; others need not.
pub(super) struct Wholes(Vec<(u64, u64)>);

impl Wholes {
    pub(super) fn of<C>(systems: &[Evaluation<C>]) -> Wholes {
        let rows = systems.iter().flat_map(|system| &system.rows);
        let several = rows.filter(|row| row.n_sentences > 1 && is_of_gold(row));
        let mut all: Vec<(u64, u64)> = several
            .map(|row| (row.sentence, row.sentence.saturating_add(row.n_sentences)))
            .collect();
        all.sort_unstable();
        let mut wholes: Vec<(u64, u64)> = Vec::new();
        for (start, end) in all {
            match wholes.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => wholes.push((start, end)),
            }
        }
        Wholes(wholes)
    }

    /// The first sentence of what a row belongs to, and how many there are.
    fn around<C>(&self, row: &Row<C>) -> (u64, u64) {
        let behind = self.0.partition_point(|(start, _)| *start <= row.sentence);
        match behind.checked_sub(1).map(|at| self.0[at]) {
            Some((start, end)) if row.sentence < end => (start, end - start),
            _ => (row.sentence, 1),
        }
    }
}

/// Pairs of systems that have scored the same stretches: what is drawn from those serves all of
/// them.
pub(super) struct Group {
    /// The systems, with which of their scored stretches are meant.
    pub(super) members: Vec<(usize, Vec<usize>)>,
    pub(super) pairs: Vec<SystemPair>,
}

/// Two systems of a group.
#[derive(Clone, Copy)]
pub(super) struct SystemPair {
    /// Where it is among all pairs.
    pub(super) at: usize,
    /// Where its systems are among the group's.
    pub(super) members: (usize, usize),
    /// How many sentences both have scored.
    pub(super) n_sentences: u64,
    /// How many other sentences either has.
    pub(super) n_left_out: u64,
}

/// What two systems have in common.
struct CommonStretches {
    /// Which of either's scored stretches both have.
    stretches: (Vec<usize>, Vec<usize>),
    /// The sentences of those: where each run of them begins and ends.
    runs: Vec<(u64, u64)>,
    n_sentences: u64,
    n_left_out: u64,
}

/// Puts pairs of systems together that have the same sentences in common.
pub(super) fn groups<C: Counts>(scored: &[Scored<'_, C>], pairs: &[(usize, usize)]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<Vec<(u64, u64)>, usize> = BTreeMap::new();
    for (at, &(a, b)) in pairs.iter().enumerate() {
        let CommonStretches { stretches, runs, n_sentences, n_left_out } =
            common(&scored[a], &scored[b]);
        let group = *known.entry(runs).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group { members: Vec::new(), pairs: Vec::new() });
        }
        let Group { members, pairs } = &mut groups[group];
        let mut member = |system: usize, stretches: Vec<usize>| {
            let there = members.iter().position(|(other, _)| *other == system);
            there.unwrap_or_else(|| {
                members.push((system, stretches));
                members.len() - 1
            })
        };
        let members = (member(a, stretches.0), member(b, stretches.1));
        pairs.push(SystemPair { at, members, n_sentences, n_left_out });
    }
    groups
}

fn common<C: Counts>(a: &Scored<'_, C>, b: &Scored<'_, C>) -> CommonStretches {
    let mut found = CommonStretches {
        stretches: (Vec::new(), Vec::new()),
        runs: Vec::new(),
        n_sentences: 0,
        n_left_out: 0,
    };
    let (mut ours, mut theirs) = (a.stretches.iter().peekable(), b.stretches.iter().peekable());
    // How many scored stretches either had so far.
    let (mut our_at, mut their_at) = (0, 0);
    while let Some(first) = [ours.peek(), theirs.peek()]
        .into_iter()
        .flatten()
        .map(|stretch| (stretch.sentence, stretch.n_sentences))
        .min()
    {
        let is_here = |stretch: &&Stretch<'_, C>| stretch.sentence == first.0;
        let is_scored = |stretch: Option<&Stretch<'_, C>>| {
            stretch.is_some_and(|stretch| stretch.counts.is_some())
        };
        let both = (is_scored(ours.next_if(is_here)), is_scored(theirs.next_if(is_here)));
        let end = first.0.saturating_add(first.1);
        if both == (true, true) {
            found.n_sentences = found.n_sentences.saturating_add(first.1);
            found.stretches.0.push(our_at);
            found.stretches.1.push(their_at);
            match found.runs.last_mut() {
                Some(run) if run.1 == first.0 => run.1 = end,
                _ => found.runs.push((first.0, end)),
            }
        } else {
            found.n_left_out = found.n_left_out.saturating_add(first.1);
        }
        our_at += usize::from(both.0);
        their_at += usize::from(both.1);
    }
    found
}
