//! Which sisters are moved where, so that most is mended.
//!
//! A move shifts one boundary: phrases on one side of it get longer by what is moved, those on the
//! other side get shorter. So what it mends is found from the phrases along two edges of the tree,
//! without making the tree.

use crate::metrics::brackets::classes::draft::{Bracket, Draft, NO_NODE};
use crate::metrics::brackets::classes::repair::Spans;

/// Where sisters are moved to, as seen from where they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Into the phrase before them, as its last children.
    Left,
    /// Into the phrase behind them, as its first children.
    Right,
    /// To a phrase above, before the one they were in.
    UpLeft,
    /// To a phrase above, behind the one they were in.
    UpRight,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The phrase that loses children.
    pub(super) source: u32,
    /// The first of them.
    pub(super) first: usize,
    /// The last of them.
    pub(super) last: usize,
    /// The phrase that gets them.
    pub(super) parent: u32,
    /// A missing bracket around them that is added there.
    pub(super) added: Option<Bracket>,
    /// How many errors there are less.
    pub(super) brackets: u32,
    way: Way,
}

impl Found {
    /// Where they are put among the children of their new parent.
    pub(super) fn place_in(&self, tree: &Draft) -> usize {
        // The child of the new parent that they were below.
        let above = || {
            let mut above = tree.upwards(self.source);
            let child = above.find(|id| tree.node(*id).parent == self.parent);
            tree.place(child.expect("it was moved up"))
        };
        match self.way {
            Way::Left => tree.node(self.parent).children.len(),
            Way::Right => 0,
            Way::UpLeft => above(),
            Way::UpRight => above() + 1,
        }
    }
}

/// What is mended along an edge of the tree when a boundary is shifted.
#[derive(Default)]
struct Edge {
    /// Brackets that are no longer there; those with the same span follow each other.
    gone: Vec<Bracket>,
    /// Those that are there instead.
    come: Vec<Bracket>,
    /// How many of the last ones have the same span.
    n_same: u64,
    /// How many errors there are less.
    gain: i64,
}

impl Edge {
    fn clear(&mut self) {
        self.gone.clear();
        self.come.clear();
        self.n_same = 0;
        self.gain = 0;
    }
}

/// How many brackets at the end of a list are the same; those with its span are together.
fn n_last(list: &[Bracket], bracket: Bracket) -> i64 {
    let same_span = list.iter().rev().take_while(|other| other.span() == bracket.span());
    same_span.filter(|other| **other == bracket).count() as i64
}

fn n_all(list: &[Bracket], bracket: Bracket) -> i64 {
    list.iter().filter(|other| **other == bracket).count() as i64
}

/// All moves in a tree.
pub(super) struct Moves<'a> {
    gold: &'a Draft,
    ours: &'a Spans,
    tree: &'a Draft,
    theirs: &'a Spans,
    /// For each node, whether it is an extra bracket.
    is_extra: Vec<bool>,
    /// Whether one of the phrases along its left edge is.
    extra_left: Vec<bool>,
    /// Whether one of those along its right edge is.
    extra_right: Vec<bool>,
    /// What has to be surpassed.
    at_least: i64,
}

/// Sisters that could be moved.
#[derive(Clone, Copy)]
struct Run {
    source: u32,
    first: usize,
    last: usize,
    /// Words before them.
    start: u32,
    /// Words up to their end.
    end: u32,
    /// Whether what stays is one phrase with its parent's label: both become one.
    is_merged: bool,
}

/// What is found so far.
struct Search<'w> {
    best: Option<Found>,
    most: i64,
    longer: Edge,
    shorter: Edge,
    work: &'w mut u64,
}

impl<'a> Moves<'a> {
    pub(super) fn new(
        (gold, ours): (&'a Draft, &'a Spans),
        (tree, theirs): (&'a Draft, &'a Spans),
        at_least: i64,
    ) -> Moves<'a> {
        let n = tree.nodes.len();
        let (mut is_extra, mut left, mut right) = (vec![false; n], vec![false; n], vec![false; n]);
        for id in tree.order.iter().rev() {
            let (node, at) = (tree.node(*id), *id as usize);
            let Some((first, last)) = node.children.first().zip(node.children.last()) else {
                continue;
            };
            let bracket = node.bracket();
            is_extra[at] = theirs.count(bracket) > ours.count(bracket);
            left[at] = is_extra[at] || left[*first as usize];
            right[at] = is_extra[at] || right[*last as usize];
        }
        Moves { gold, ours, tree, theirs, is_extra, extra_left: left, extra_right: right, at_least }
    }

    /// The first of the moves that mend most, if it mends more than anything else; nothing at all
    /// where to look for it takes too long.
    pub(super) fn best(&self, work: &mut u64) -> Option<Option<Found>> {
        let mut search = Search {
            best: None,
            most: self.at_least,
            longer: Edge::default(),
            shorter: Edge::default(),
            work,
        };
        for &source in &self.tree.order {
            self.source(source, &mut search)?;
        }
        Some(search.best)
    }

    /// Looks at all children of a phrase that follow each other, but not at all of them at once.
    /// Those that can go nowhere are passed over: of very many words in one phrase there are too many.
    fn source(&self, source: u32, search: &mut Search<'_>) -> Option<()> {
        let children = &self.tree.node(source).children;
        let Some(end) = children.len().checked_sub(1).filter(|end| *end > 0) else {
            return Some(());
        };
        let is_extra = self.is_extra[source as usize];
        let goes_right = |last: &usize| match children.get(last + 1) {
            Some(behind) => self.extra_left[*behind as usize],
            None => is_extra,
        };
        let lasts: Vec<usize> = (0..=end).filter(goes_right).collect();
        for first in 0..=end {
            let goes_left = match first.checked_sub(1) {
                Some(before) => self.extra_right[children[before] as usize],
                None => is_extra,
            };
            if goes_left {
                for last in first..=end {
                    self.run(source, first, last, search)?;
                }
            } else {
                let from = lasts.partition_point(|last| *last < first);
                for last in &lasts[from..] {
                    self.run(source, first, *last, search)?;
                }
            }
        }
        Some(())
    }

    /// Looks at all places where some sisters can go.
    fn run(&self, source: u32, first: usize, last: usize, search: &mut Search<'_>) -> Option<()> {
        let node = self.tree.node(source);
        let children = &node.children;
        if first == 0 && last + 1 == children.len() {
            return Some(());
        }
        *search.work = search.work.checked_sub(1)?;
        let before = first.checked_sub(1).map(|at| children[at]);
        let behind = children.get(last + 1).copied();
        let is_extra = self.is_extra[source as usize];
        let into_left = before.filter(|id| self.extra_right[*id as usize]);
        let into_right = behind.filter(|id| self.extra_left[*id as usize]);
        let goes_out = is_extra && (before.is_none() || behind.is_none());
        let stays = if children.len() == last - first + 2 { before.or(behind) } else { None };
        let run = Run {
            source,
            first,
            last,
            start: self.tree.node(children[first]).start,
            end: self.tree.node(children[last]).end,
            is_merged: stays.is_some_and(|stays| self.tree.label(stays) == node.label),
        };
        if let Some(sister) = into_left {
            self.down(&run, sister, Way::Left, search)?;
        }
        if let Some(sister) = into_right {
            self.down(&run, sister, Way::Right, search)?;
        }
        if goes_out && before.is_none() {
            self.out(&run, Way::Left, search)?;
            self.up(&run, Way::UpLeft, search)?;
        }
        if goes_out && behind.is_none() {
            self.out(&run, Way::Right, search)?;
            self.up(&run, Way::UpRight, search)?;
        }
        Some(())
    }

    /// Into the sister beside them, or what is at her edge.
    fn down(&self, run: &Run, sister: u32, way: Way, search: &mut Search<'_>) -> Option<()> {
        search.longer.clear();
        search.shorter.clear();
        let mut parent = sister;
        while !self.tree.node(parent).is_word() {
            // A sister that becomes one with her parent has no bracket of her own any more.
            let is_merged = run.is_merged && parent == sister;
            self.longer(run, parent, way, is_merged, search)?;
            if self.is_extra[parent as usize] && !is_merged {
                self.weigh(run, parent, way, search);
            }
            let children = &self.tree.node(parent).children;
            parent = if way == Way::Left { children[children.len() - 1] } else { children[0] };
        }
        Some(())
    }

    /// Into phrases that end where they begin, or begin where they end, from the highest down.
    fn out(&self, run: &Run, way: Way, search: &mut Search<'_>) -> Option<()> {
        let words = &self.tree.words;
        let beside = match way {
            Way::Left => run.start.checked_sub(1),
            _ => Some(run.end).filter(|at| (*at as usize) < words.len()),
        };
        let Some(beside) = beside else { return Some(()) };
        search.longer.clear();
        search.shorter.clear();
        // All that begin, or end, with them.
        for id in self.tree.upwards(run.source) {
            let node = self.tree.node(id);
            let at_edge = match way {
                Way::Left => node.start == run.start,
                _ => node.end == run.end,
            };
            if !at_edge {
                break;
            }
            self.shorter(run, id, search)?;
        }
        let at_edge = |id: &u32| match way {
            Way::Left => self.tree.node(*id).end == run.start,
            _ => self.tree.node(*id).start == run.end,
        };
        let beside: Vec<u32> =
            self.tree.upwards(words[beside as usize]).take_while(at_edge).collect();
        for &parent in beside.iter().rev().filter(|id| !self.tree.node(**id).is_word()) {
            self.longer(run, parent, way, false, search)?;
            if self.is_extra[parent as usize] {
                self.weigh(run, parent, way, search);
            }
        }
        Some(())
    }

    /// To phrases above, as long as they are at the edge of those; never to the root.
    fn up(&self, run: &Run, way: Way, search: &mut Search<'_>) -> Option<()> {
        search.longer.clear();
        search.shorter.clear();
        let mut below = run.source;
        loop {
            let parent = self.tree.node(below).parent;
            if parent == NO_NODE || parent == self.tree.root {
                return Some(());
            }
            self.shorter(run, below, search)?;
            self.weigh(run, parent, way, search);
            let above = self.tree.node(self.tree.node(parent).parent);
            let is_inside = match way {
                Way::UpLeft => above.start < run.start,
                _ => above.end > run.end,
            };
            if is_inside {
                return Some(());
            }
            below = parent;
        }
    }

    /// A phrase that gets longer.
    fn longer(
        &self,
        run: &Run,
        id: u32,
        way: Way,
        is_merged: bool,
        search: &mut Search<'_>,
    ) -> Option<()> {
        let old = self.tree.node(id).bracket();
        let new = match way {
            Way::Left => Bracket { end: run.end, ..old },
            _ => Bracket { start: run.start, ..old },
        };
        self.shift(&mut search.longer, search.work, old, (!is_merged).then_some(new))
    }

    /// A phrase that gets shorter.
    fn shorter(&self, run: &Run, id: u32, search: &mut Search<'_>) -> Option<()> {
        let old = self.tree.node(id).bracket();
        let new = match run.first {
            0 => Bracket { start: run.end, ..old },
            _ => Bracket { end: run.start, ..old },
        };
        let is_merged = run.is_merged && id == run.source;
        self.shift(&mut search.shorter, search.work, old, (!is_merged).then_some(new))
    }

    fn shift(
        &self,
        edge: &mut Edge,
        work: &mut u64,
        old: Bracket,
        new: Option<Bracket>,
    ) -> Option<()> {
        let is_same = edge.gone.last().is_some_and(|last| last.span() == old.span());
        edge.n_same = if is_same { edge.n_same + 1 } else { 1 };
        *work = work.checked_sub(edge.n_same)?;
        let surplus = |bracket| self.theirs.count(bracket) - self.ours.count(bracket);
        let left = surplus(old) - n_last(&edge.gone, old);
        edge.gain += if left > 0 { 1 } else { -1 };
        edge.gone.push(old);
        if let Some(new) = new {
            let there = surplus(new) + n_last(&edge.come, new);
            edge.gain += if there < 0 { 1 } else { -1 };
            edge.come.push(new);
        }
        Some(())
    }

    /// Keeps a move that mends more than all before it.
    fn weigh(&self, run: &Run, parent: u32, way: Way, search: &mut Search<'_>) {
        let gain = search.longer.gain + search.shorter.gain;
        if gain < search.most {
            return;
        }
        let added = self.missing_around(run, parent, way, search);
        let gain = gain + i64::from(added.is_some());
        if gain <= search.most {
            return;
        }
        let Run { source, first, last, .. } = *run;
        let brackets = u32::try_from(gain).unwrap_or(u32::MAX);
        search.most = gain;
        search.best = Some(Found { source, first, last, parent, added, brackets, way });
    }

    /// The smallest missing bracket around what was moved and something beside it, in its new place.
    fn missing_around(
        &self,
        run: &Run,
        parent: u32,
        way: Way,
        search: &mut Search<'_>,
    ) -> Option<Bracket> {
        let node = self.tree.node(parent);
        let start = if way == Way::Right { run.start } else { node.start };
        let end = if way == Way::Left { run.end } else { node.end };
        // Only between children does it cross nothing.
        let starts = |at: u32| {
            at == run.start || node.children.iter().any(|id| self.tree.node(*id).start == at)
        };
        let ends =
            |at: u32| at == run.end || node.children.iter().any(|id| self.tree.node(*id).end == at);
        let Search { longer, shorter, work, .. } = search;
        let in_tree = |bracket| {
            self.theirs.count(bracket) + n_all(&longer.come, bracket)
                - n_all(&shorter.gone, bracket)
        };
        let phrase = |id: &u32| !self.gold.node(*id).is_word();
        let around = self.gold.upwards(self.gold.words[run.start as usize]).filter(phrase);
        let mut around = around.map(|id| self.gold.node(id).bracket()).peekable();
        while let Some(bracket) = around.next() {
            **work = work.saturating_sub(1);
            let span = bracket.span();
            // Those with one span, from the top down.
            let mut same = vec![bracket];
            while let Some(next) = around.next_if(|next| next.span() == span) {
                same.push(next);
            }
            if bracket.start < start || bracket.end > end {
                return None;
            }
            let is_between = bracket.end >= run.end
                && span != (run.start, run.end)
                && starts(bracket.start)
                && ends(bracket.end);
            if !is_between {
                continue;
            }
            let n = same.len() as u64;
            **work = work.saturating_sub(n.saturating_mul(n));
            if **work == 0 {
                return None;
            }
            same.reverse();
            let missing =
                (0..same.len()).find(|at| n_all(&same[..*at], same[*at]) >= in_tree(same[*at]));
            if let Some(at) = missing {
                return Some(same[at]);
            }
        }
        None
    }
}
