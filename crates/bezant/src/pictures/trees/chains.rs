//! Which parts of two trees both sides see alike, and where a drawing of them can be cut.

use std::cmp::{Ordering, Reverse};

use unicode_width::UnicodeWidthStr;

use crate::pictures::mark::Mark;
use crate::pictures::trees::{DrawnPhrase, DrawnTrees, clipped};

/// Phrases of one side over the same words, the outermost first.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub start: usize,
    pub end: usize,
    /// Its phrases, by their numbers.
    pub from: usize,
    pub to: usize,
    /// The chain it hangs on.
    pub parent: Option<usize>,
    /// The first chain that is not below it.
    pub after: usize,
    /// The other side's chain over the same words.
    pub twin: Option<usize>,
}

/// The chains of one side in pre-order.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    pub chains: Vec<Chain>,
    /// How many errors the chains before each one have, and all.
    errors_before: Vec<usize>,
}

/// A label as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownLabel {
    pub text: String,
    pub width: usize,
    pub mark: Mark,
    /// Whether it stands for a bracket: not for one that is drawn elsewhere, nor for several.
    pub is_bracket: bool,
}

/// No label is wider.
const WIDEST_LABEL: usize = 14;

impl Forest {
    fn of(phrases: &[DrawnPhrase]) -> Forest {
        let mut chains: Vec<Chain> = Vec::new();
        let mut errors_before = vec![0];
        let mut open: Vec<usize> = Vec::new();
        let mut errors = 0;
        for (at, phrase) in phrases.iter().enumerate() {
            errors += usize::from(phrase.mark.is_error());
            if let Some(last) = chains.last_mut()
                && (last.start, last.end) == (phrase.start, phrase.end)
            {
                last.to = at + 1;
                errors_before[chains.len()] = errors;
                continue;
            }
            while let Some(&top) = open.last()
                && chains[top].end <= phrase.start
            {
                chains[top].after = chains.len();
                open.pop();
            }
            let (start, end) = (phrase.start, phrase.end);
            let parent = open.last().copied();
            open.push(chains.len());
            chains.push(Chain { start, end, from: at, to: at + 1, parent, after: 0, twin: None });
            errors_before.push(errors);
        }
        let n = chains.len();
        open.into_iter().for_each(|top| chains[top].after = n);
        Forest { chains, errors_before }
    }

    /// How many errors are strictly below a chain.
    fn errors_below(&self, at: usize) -> usize {
        self.errors_before[self.chains[at].after] - self.errors_before[at + 1]
    }

    /// How many errors a chain and all below it have.
    pub(super) fn errors_in(&self, at: usize) -> usize {
        self.errors_before[self.chains[at].after] - self.errors_before[at]
    }

    /// The labels of a chain: all, or the first and the last if they would take too much room.
    pub(super) fn labels(
        &self,
        phrases: &[DrawnPhrase],
        at: usize,
        room: usize,
    ) -> Vec<ShownLabel> {
        let chain = &self.chains[at];
        let label = |phrase: &DrawnPhrase| {
            let name = match (phrase.label.as_str(), phrase.mark) {
                ("", Mark::Aside) => String::new(),
                ("", _) => "∅".to_string(),
                (name, _) => clipped(name, WIDEST_LABEL),
            };
            let text = phrase.mark.sign(&name);
            ShownLabel { width: text.width(), text, mark: phrase.mark, is_bracket: true }
        };
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let (mut first, mut last) = (chain.from, chain.to);
        // The ellipsis with its number.
        let mut width = 2 + (chain.to - chain.from).to_string().len();
        let whole = phrases[chain.from..chain.to].iter().take(room);
        let all: usize = whole.map(|phrase| label(phrase).width + 1).sum();
        while first < last {
            let from_head = head.len() <= tail.len();
            let next = label(&phrases[if from_head { first } else { last - 1 }]);
            width += next.width + 1;
            if all > room + 1 && width > room && !head.is_empty() {
                break;
            }
            if from_head {
                head.push(next);
                first += 1;
            } else {
                tail.push(next);
                last -= 1;
            }
        }
        if first < last {
            let text = format!("…{}…", last - first);
            let mark = Mark::Aside;
            head.push(ShownLabel { width: text.width(), text, mark, is_bracket: false });
        }
        head.extend(tail.into_iter().rev());
        head
    }
}

/// How wide labels in a line are, with what is between them.
pub(super) fn width(labels: &[ShownLabel]) -> usize {
    labels.iter().map(|label| label.width + 1).sum::<usize>().saturating_sub(1)
}

/// Both sides' chains.
#[derive(Clone, Debug)]
pub(super) struct Forests {
    pub sides: [Forest; 2],
}

impl Forests {
    pub(super) fn of(trees: &DrawnTrees) -> Forests {
        let [mut gold, mut system] = trees.sides().map(Forest::of);
        let key = |chain: &Chain| (chain.start, Reverse(chain.end));
        let (mut i, mut j) = (0, 0);
        while i < gold.chains.len() && j < system.chains.len() {
            match key(&gold.chains[i]).cmp(&key(&system.chains[j])) {
                Ordering::Less => i += 1,
                Ordering::Greater => j += 1,
                Ordering::Equal => {
                    (gold.chains[i].twin, system.chains[j].twin) = (Some(j), Some(i));
                    (i, j) = (i + 1, j + 1);
                }
            }
        }
        Forests { sides: [gold, system] }
    }

    /// Whether both sides agree on everything below a chain.
    pub(super) fn is_same_below(&self, side: usize, at: usize) -> bool {
        let Some(twin) = self.sides[side].chains[at].twin else { return false };
        self.sides[side].errors_below(at) == 0 && self.sides[1 - side].errors_below(twin) == 0
    }

    /// Chains of gold below which a new drawing begins, so that none is wider than `room` on
    /// either side, as far as that can be had: a drawing can be cut only where both sides have a
    /// chain over the same words.
    ///
    /// From the bottom up, a chain is cut if the next one above that could be cut would have no
    /// room for it.
    pub(super) fn cuts(&self, trees: &DrawnTrees, room: usize, spacing: Spacing) -> Vec<bool> {
        let mut measures =
            [0, 1].map(|side| Measure::new(self, side, trees.sides()[side], room, spacing));
        let (gold, system) = (&self.sides[0].chains, &self.sides[1].chains);
        let mut cuts = vec![false; gold.len()];
        let mut next = system.len();
        let [ours, theirs] = &mut measures;
        for at in (0..gold.len()).rev() {
            let twin = gold[at].twin.filter(|_| ours.can_be_cut[at]);
            let Some(twin) = twin else {
                ours.pass(gold, at, false);
                continue;
            };
            while next > twin + 1 {
                next -= 1;
                theirs.pass(system, next, false);
            }
            let is_wide = ours.reach(at) > room || theirs.reach(twin) > room;
            cuts[at] = is_wide && gold[at].parent.or(system[twin].parent).is_some();
            ours.pass(gold, at, cuts[at]);
            theirs.pass(system, twin, cuts[at]);
            next = twin;
        }
        cuts
    }
}

/// How labels and lines stand beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// `S─┬─NP`.
    Wide,
    /// `S┬NP`.
    Tight,
}

impl Spacing {
    /// Columns from the end of a label to the line down.
    pub(super) fn before_line(self) -> usize {
        match self {
            Spacing::Wide => 1,
            Spacing::Tight => 0,
        }
    }

    /// Columns from the end of a label to the next.
    pub(super) fn gap(self) -> usize {
        match self {
            Spacing::Wide => 3,
            Spacing::Tight => 1,
        }
    }

    /// Columns from the end of a label to the words.
    pub(super) fn tail(self) -> usize {
        match self {
            Spacing::Wide => 3,
            Spacing::Tight => 2,
        }
    }
}

/// How far the chains of one side reach.
struct Measure {
    spacing: Spacing,
    widths: Vec<usize>,
    /// From where the last chain that can be cut begins.
    from_above: Vec<usize>,
    /// What is below, at its widest.
    below: Vec<usize>,
    can_be_cut: Vec<bool>,
    is_folded: Vec<bool>,
}

impl Measure {
    fn new(
        forests: &Forests,
        side: usize,
        phrases: &[DrawnPhrase],
        room: usize,
        spacing: Spacing,
    ) -> Measure {
        let forest = &forests.sides[side];
        let n = forest.chains.len();
        let mut measure = Measure {
            spacing,
            widths: Vec::with_capacity(n),
            from_above: Vec::with_capacity(n),
            below: vec![0; n],
            can_be_cut: Vec::with_capacity(n),
            is_folded: Vec::with_capacity(n),
        };
        for (at, chain) in forest.chains.iter().enumerate() {
            let is_same = forests.is_same_below(side, at);
            measure.widths.push(width(&forest.labels(phrases, at, room / 2)));
            measure.is_folded.push(is_same);
            measure.can_be_cut.push(chain.twin.is_some() && !is_same);
            let above = chain.parent.map_or(0, |parent| {
                let before =
                    if measure.can_be_cut[parent] { 0 } else { measure.from_above[parent] };
                before + measure.widths[parent] + spacing.gap()
            });
            measure.from_above.push(above);
        }
        measure
    }

    fn height(&self, at: usize) -> usize {
        let leaf = self.widths[at] + self.spacing.tail();
        if self.is_folded[at] {
            return leaf;
        }
        leaf.max(self.widths[at] + self.spacing.gap() + self.below[at])
    }

    fn reach(&self, at: usize) -> usize {
        self.from_above[at] + self.height(at)
    }

    /// Tells the parent, after all chains below.
    fn pass(&mut self, chains: &[Chain], at: usize, is_cut: bool) {
        let height = if is_cut { self.widths[at] + self.spacing.tail() } else { self.height(at) };
        if let Some(parent) = chains[at].parent {
            self.below[parent] = self.below[parent].max(height);
        }
    }
}
