//! One line of places for the words of both sides: what both have has the same places, and what only
//! one has takes places that the other passes over.

use super::characters::{AlignedText, AlignedToken};
use super::hunks::{Projection, Unpaired};
use crate::metrics::trees::labels::LabelTable;

/// Where the tokens of both sides stand.
pub(super) struct Places {
    pub gold: PlacedTokens,
    pub system: PlacedTokens,
    /// How many places there are.
    pub positions: u32,
    /// For each place and for the end, how many before it both sides have.
    pub common_before: Vec<u32>,
}

/// Where the tokens of one side stand.
#[derive(Default)]
pub(super) struct PlacedTokens {
    /// Start and end of each; the same where it does not count.
    pub tokens: Vec<(u32, u32)>,
    /// For each token and for the end, how many that count stand before it.
    n_counted: Vec<u32>,
    /// Those that count and that the other side lacks.
    pub unpaired: Vec<(u32, u32)>,
}

impl PlacedTokens {
    fn push(&mut self, (start, end): (usize, usize), is_unpaired: bool) {
        let token = (start as u32, end.max(start) as u32);
        self.tokens.push(token);
        let n = self.n_counted.last().copied().unwrap_or(0);
        self.n_counted.push(n + u32::from(token.0 < token.1));
        if is_unpaired && token.0 < token.1 {
            self.unpaired.push(token);
        }
    }

    /// Where some tokens stand, from the first to behind the last, and whether any of them counts.
    pub(super) fn span(&self, (first, last): (usize, usize)) -> (u32, u32, bool) {
        if first == last {
            let end = |token: &(u32, u32)| token.1;
            let at = match self.tokens.get(first) {
                Some(token) => token.0,
                None => self.tokens.last().map_or(0, end),
            };
            return (at, at, false);
        }
        let before = first.checked_sub(1).map_or(0, |at| self.n_counted[at]);
        (self.tokens[first].0, self.tokens[last - 1].1, self.n_counted[last - 1] > before)
    }
}

impl Places {
    /// `None` where the numbers are too small for them, with four thousand million characters.
    pub(super) fn new(
        gold: &AlignedText,
        system: &AlignedText,
        Projection { starts, ends }: &Projection,
        unpaired: &Unpaired,
        labels: &LabelTable<'_>,
    ) -> Option<Places> {
        let total = gold.characters.len() + system.characters.len();
        u32::try_from(total).ok()?;
        let counts = |token: &AlignedToken| !labels.get(token.tag).word_deleted;

        // Gold's characters that count, before each of them and before the end.
        let mut kept = Vec::with_capacity(gold.characters.len() + 1);
        let mut position = 0;
        for (token, bounds) in gold.tokens.iter().zip(gold.bounds.windows(2)) {
            for _ in bounds[0]..bounds[1] {
                kept.push(position);
                position += usize::from(counts(token));
            }
        }
        kept.push(position);

        // What only the system has stands between gold's characters: behind so many of them, and
        // behind so much of its own.
        let mut inserted: Vec<(usize, usize)> = Vec::new();
        let mut n_inserted = 0;
        let mut theirs = PlacedTokens::default();
        for (index, token) in system.tokens.iter().enumerate() {
            let Some(at) = unpaired.system[index] else {
                let (start, end) = (kept[starts[index]], kept[ends[index + 1]]);
                theirs.push((start + n_inserted, end + n_inserted), false);
                continue;
            };
            let start = kept[at] + n_inserted;
            if counts(token) {
                n_inserted += system.bounds[index + 1] - system.bounds[index];
                inserted.push((at, n_inserted));
            }
            theirs.push((start, kept[at] + n_inserted), true);
        }
        let inserted_before = |place: usize| {
            let n = inserted.partition_point(|(at, _)| *at < place);
            n.checked_sub(1).map_or(0, |last| inserted[last].1)
        };

        let positions = position + n_inserted;
        let mut is_common = vec![false; positions];
        let mut ours = PlacedTokens::default();
        for (index, bounds) in gold.bounds.windows(2).enumerate() {
            let (from, to) = (bounds[0], bounds[1]);
            // What is put in before a token of gold is before it, what is put in behind it behind.
            let start = kept[from] + inserted_before(from + 1);
            if !counts(&gold.tokens[index]) {
                ours.push((start, start), false);
                continue;
            }
            ours.push((start, kept[to] + inserted_before(to)), unpaired.gold[index]);
            if !unpaired.gold[index] {
                for at in from..to {
                    is_common[kept[at] + inserted_before(at + 1)] = true;
                }
            }
        }
        let mut common_before = Vec::with_capacity(positions + 1);
        let mut n_common = 0;
        common_before.push(0);
        for is_common in is_common {
            n_common += u32::from(is_common);
            common_before.push(n_common);
        }
        Some(Places { gold: ours, system: theirs, positions: positions as u32, common_before })
    }
}
