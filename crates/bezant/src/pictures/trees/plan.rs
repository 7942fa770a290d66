//! What is drawn of two trees: all of it if it fits, and else what matters.

use unicode_width::UnicodeWidthStr;

use crate::pictures::mark::Mark;
use crate::pictures::trees::chains::{Chain, Forests, ShownLabel, Spacing, width};
use crate::pictures::trees::draft::{
    Cut, Draft, LEAST_MIDDLE, MOST_ROWS, ShownChain, WIDEST_WORDS,
};
use crate::pictures::trees::{DrawnTrees, clipped};

/// Sentences of more words are never drawn word by word.
const WHOLE: usize = 30;
/// A drawing of more rows leaves out what is far from errors.
const GOOD_ROWS: usize = 40;
/// So many words around an error are near.
const NEAR: usize = 4;
/// Of brackets that are too deep to be drawn, so many are listed.
pub(super) const MOST_LISTED: usize = 12;
/// So many labels say where a piece belongs.
const PATH: usize = 4;

pub(super) struct Plan<'a> {
    trees: &'a DrawnTrees,
    forests: Forests,
    /// How many words before each one, and in all, are near the edge of an error.
    near_before: Vec<usize>,
}

/// How a piece is drawn.
#[derive(Clone, Copy)]
struct Manner<'a> {
    is_whole: bool,
    spacing: Spacing,
    /// Columns for each side, if they are limited.
    room: Option<[usize; 2]>,
    /// Whether phrases that both sides have are left out if no error is near.
    skips_far: bool,
    /// For each chain of gold, whether a piece of its own begins below it.
    cuts: &'a [bool],
}

impl Plan<'_> {
    pub(super) fn of(trees: &DrawnTrees) -> Plan<'_> {
        // How far each word is from the edge of an error, as far as that matters.
        let n = trees.words.len();
        let mut distance = vec![NEAR + 1; n + 1];
        for phrase in trees.sides().into_iter().flatten().filter(|one| one.mark.is_error()) {
            distance[phrase.start] = 0;
            distance[phrase.end] = 0;
        }
        for at in 1..=n {
            distance[at] = distance[at].min(distance[at - 1] + 1);
        }
        for at in (0..n).rev() {
            distance[at] = distance[at].min(distance[at + 1] + 1);
        }
        let mut near_before = vec![0];
        for (at, distance) in distance.iter().enumerate() {
            near_before.push(near_before[at] + usize::from(*distance <= NEAR));
        }
        Plan { trees, forests: Forests::of(trees), near_before }
    }

    /// Whether a chain is far from all errors and below a chain on both sides.
    fn is_far(&self, side: usize, at: usize) -> bool {
        let (forest, other) = (&self.forests.sides[side], &self.forests.sides[1 - side]);
        let chain = &forest.chains[at];
        let Some(twin) = chain.twin else { return false };
        let is_below = chain.parent.is_some() && other.chains[twin].parent.is_some();
        let near = self.near_before[chain.end + 1] - self.near_before[chain.start];
        is_below && near == 0 && forest.errors_in(at) + other.errors_in(twin) == 0
    }

    /// The first of these that fits: all, all but what both sides see alike, pieces; only the
    /// first of these if nothing may be left out.
    pub(super) fn drafts(&self, columns: usize, is_complete: bool) -> Vec<Draft> {
        let no_cuts = vec![false; self.forests.sides[0].chains.len()];
        let n_words = self.trees.words.len();
        for (is_whole, skips_far, most_rows) in
            [(true, false, WHOLE), (false, false, GOOD_ROWS), (false, true, MOST_ROWS - 1)]
        {
            if (is_complete && !is_whole) || is_whole && n_words > WHOLE {
                continue;
            }
            for spacing in [Spacing::Wide, Spacing::Tight] {
                let manner = Manner { is_whole, spacing, room: None, skips_far, cuts: &no_cuts };
                let draft = self.draft(None, manner);
                let n_rows = draft.rows(self.trees).len();
                if n_rows <= most_rows && draft.fits(self.trees, columns) {
                    return vec![draft];
                }
            }
        }
        if is_complete { Vec::new() } else { self.pieces(columns) }
    }

    fn pieces(&self, columns: usize) -> Vec<Draft> {
        let room = columns.saturating_sub(LEAST_MIDDLE + 2).max(20);
        let cuts = self.forests.cuts(self.trees, room / 2, Spacing::Tight);
        let roots = (0..cuts.len()).filter(|at| cuts[*at]).map(Some);
        let mut drafts: Vec<(Option<usize>, Draft)> = Vec::new();
        let mut n_rows = 0;
        for root in [None].into_iter().chain(roots) {
            if n_rows > MOST_ROWS {
                break;
            }
            let manner = Manner {
                is_whole: false,
                spacing: Spacing::Wide,
                room: None,
                skips_far: self.trees.words.len() > GOOD_ROWS * 2,
                cuts: &cuts,
            };
            let mut draft = self.draft(root, manner);
            if draft.n_errors == 0 {
                continue;
            }
            if !draft.fits(self.trees, columns) {
                let manner = Manner { spacing: Spacing::Tight, ..manner };
                draft = self.draft(root, manner);
                if !draft.fits(self.trees, columns) {
                    let rooms = shared(room, draft.widths());
                    draft = self.draft(root, Manner { room: Some(rooms), ..manner });
                }
            }
            n_rows += draft.rows(self.trees).len();
            drafts.push((root, draft));
        }
        if drafts.len() > 1 {
            let roots: Vec<Option<usize>> = drafts.iter().map(|(root, _)| *root).collect();
            for (number, (root, draft)) in (1..).zip(&mut drafts) {
                draft.heading = Some(format!("[{number}] {}", self.path(*root)));
                for cut in &mut draft.cuts {
                    // A piece without errors of its own is not drawn, but those below it are.
                    let after = self.forests.sides[0].chains[cut.chain].after;
                    let is_before = |root: &Option<usize>| root.is_none_or(|root| root < cut.chain);
                    let at = roots.partition_point(is_before);
                    let root = roots.get(at).copied().flatten();
                    cut.number = root.filter(|root| *root < after).map(|_| at + 1);
                }
            }
        }
        drafts.into_iter().map(|(_, draft)| draft).collect()
    }

    /// Where a piece belongs: labels of what it is in, the innermost last.
    fn path(&self, root: Option<usize>) -> String {
        let Some(root) = root else { return "the whole sentence".to_string() };
        let forest = &self.forests.sides[0];
        let label = |chain: &Chain| self.trees.gold[chain.to - 1].label.as_str();
        let mut labels = vec![label(&forest.chains[root])];
        let mut above = forest.chains[root].parent;
        while let Some(at) = above.filter(|_| labels.len() < PATH) {
            labels.push(label(&forest.chains[at]));
            above = forest.chains[at].parent;
        }
        if above.is_some() {
            labels.push("…");
        }
        labels.reverse();
        let Chain { start, end, .. } = forest.chains[root];
        format!("{}, words {} to {end}", labels.join(" › "), start + 1)
    }

    fn draft(&self, root: Option<usize>, manner: Manner<'_>) -> Draft {
        let gold = &self.forests.sides[0].chains;
        let twin = root.and_then(|root| gold[root].twin);
        let (start, end) =
            root.map_or((0, self.trees.words.len()), |root| (gold[root].start, gold[root].end));
        let mut draft = Draft {
            start,
            end,
            is_whole: manner.is_whole,
            spacing: manner.spacing,
            sides: [Vec::new(), Vec::new()],
            cuts: Vec::new(),
            pruned: Vec::new(),
            n_errors: 0,
            heading: None,
        };
        for (side, root) in [root, twin].into_iter().enumerate() {
            self.fill(side, root, manner, &mut draft);
        }
        draft
    }

    /// One side of a piece.
    fn fill(&self, side: usize, root: Option<usize>, manner: Manner<'_>, draft: &mut Draft) {
        let forest = &self.forests.sides[side];
        let phrases = self.trees.sides()[side];
        let spacing = manner.spacing;
        let room = manner.room.map(|room| room[side]);
        let shown = &mut draft.sides[side];
        let (first, last) =
            root.map_or((0, forest.chains.len()), |root| (root, forest.chains[root].after));
        // Chains that are open, by their places in `shown`.
        let mut open: Vec<usize> = Vec::new();
        let mut at = first;
        while at < last {
            let chain = &forest.chains[at];
            while open.last().is_some_and(|top| shown[*top].end <= chain.start) {
                open.pop();
            }
            let parent = open.last().copied();
            let is_root = root == Some(at);
            if let Some(parent) = parent
                && manner.skips_far
                && self.is_far(side, at)
            {
                shown[parent].is_closed = true;
                at = chain.after;
                continue;
            }
            let column = parent.map_or(0, |parent: usize| {
                shown[parent].column + shown[parent].width + spacing.gap()
            });
            let labels = if is_root {
                let label = clipped(&phrases[chain.to - 1].label, WIDEST_WORDS / 2);
                let width = label.width();
                vec![ShownLabel { text: label, width, mark: Mark::Aside, is_bracket: false }]
            } else {
                forest.labels(phrases, at, room.map_or(usize::MAX - 1, |room| room / 2))
            };
            let width = width(&labels);
            if let (Some(room), Some(parent)) = (room, parent)
                && column + width + spacing.tail() > room
            {
                shown[parent].is_closed = true;
                draft.n_errors += forest.errors_in(at);
                let last = forest.chains.get(chain.after).map_or(phrases.len(), |next| next.from);
                let errors = (chain.from..last).filter(|phrase| phrases[*phrase].mark.is_error());
                let room = MOST_LISTED.saturating_sub(draft.pruned.len());
                draft.pruned.extend(errors.take(room).map(|phrase| (side, phrase)));
                at = chain.after;
                continue;
            }
            let cut = if side == 0 { Some(at) } else { chain.twin };
            let is_cut = !is_root && cut.is_some_and(|cut| manner.cuts[cut]);
            let is_folded = !manner.is_whole && self.forests.is_same_below(side, at);
            if is_cut && side == 0 {
                draft.cuts.push(Cut { chain: at, start: chain.start, number: None });
            }
            if !is_root {
                let own = &phrases[chain.from..chain.to];
                draft.n_errors += own.iter().filter(|phrase| phrase.mark.is_error()).count();
            }
            let is_closed = is_cut || is_folded;
            let (start, end) = (chain.start, chain.end);
            open.push(shown.len());
            shown.push(ShownChain { start, end, labels, width, column, parent, is_closed });
            at = if is_closed { chain.after } else { at + 1 };
        }
    }
}

/// Half of the room for each side; what one of them does not need is the other's.
fn shared(room: usize, needs: [usize; 2]) -> [usize; 2] {
    let half = room / 2;
    [0, 1].map(|side| half.max(room - needs[1 - side].min(half)))
}
