//! Where words and arcs of one row stand.
//!
//! An arc goes up from its word, along its level and down again; its label stands in a gap of the line
//! along. Arcs of a word have feet of their own, ordered so that what is nested does not cross. So a label
//! can only be met by the foot of an arc that crosses its own and is higher: labels stand between such
//! feet, and where there is no room, the words move apart. Widening never takes room from another label,
//! so that one pass over the arcs, the lowest first, is enough.

use crate::pictures::mark::Mark;
use crate::pictures::sketch::{FRAME, Lettering, Sketch, Spot, WIDEST, Way, shown};

/// Between arcs above each other.
pub(super) const LEVEL: i32 = 130;
/// From words to the first level.
const FIRST: i32 = 150;
/// Between feet of a word.
const FOOT: i32 = 50;
/// Between words.
const GAP: i32 = 90;
/// What an arc has beside its label at least.
const CORNER: i32 = 50;
/// From a label to what passes beside it.
const BESIDE: i32 = 25;
/// No row has more levels: what is higher is left out, and said.
const MOST_LEVELS: usize = 60;
/// The name of what an arc leads to in another row.
const WIDEST_END: i32 = 700;

/// Where a part of an arc ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// In an earlier row.
    Before,
    /// At a word of this row.
    Word(usize),
    /// In a later row.
    After,
}

/// A part of an arc that is in this row.
#[derive(Clone, Debug)]
pub(super) struct RowArc {
    /// Its left end and its right end; the same word for an arrow from the root.
    pub left: End,
    pub right: End,
    /// Whether its head is at the left.
    pub head_is_left: bool,
    pub label: String,
    pub mark: Mark,
    pub label_mark: Mark,
    /// What it leads to in another row.
    pub other: String,
}

/// A word of the row.
#[derive(Clone, Debug)]
pub(super) struct RowWord {
    pub form: String,
    pub tag: String,
    pub mark: Mark,
}

/// What is in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct RowContent {
    pub words: Vec<RowWord>,
    /// Words that are written together: the first, the last, and whether more stands before and behind.
    pub tokens: Vec<(usize, usize, String)>,
    pub above: Vec<RowArc>,
    pub below: Vec<RowArc>,
    pub has_tags: bool,
    pub names: [String; 2],
}

/// One side's arcs with their levels.
struct Side<'r> {
    arcs: Vec<(&'r RowArc, usize)>,
    n_levels: usize,
    n_left_out: usize,
    /// For each arc, how far its feet are from the middles of their words.
    feet: Vec<[i32; 2]>,
    /// For each word, how wide its feet are.
    spread: Vec<i32>,
}

fn is_root(arc: &RowArc) -> bool {
    arc.left == arc.right
}

/// The gaps that an arc covers: gap `n` is on the left of word `n`.
fn gaps(arc: &RowArc, n_words: usize) -> (usize, usize) {
    let from = match arc.left {
        End::Word(word) => word + 1,
        _ => 0,
    };
    let to = match arc.right {
        End::Word(word) => word + 1,
        _ => n_words + 1,
    };
    (from, to)
}

impl<'r> Side<'r> {
    fn of(arcs: &'r [RowArc], n_words: usize) -> Side<'r> {
        let mut order: Vec<&RowArc> = arcs.iter().collect();
        order.sort_by_key(|arc| {
            let (from, to) = gaps(arc, n_words);
            (is_root(arc), to.saturating_sub(from), from)
        });
        let mut skyline = vec![0usize; n_words + 1];
        let mut side = Side {
            arcs: Vec::with_capacity(arcs.len()),
            n_levels: 0,
            n_left_out: 0,
            feet: Vec::new(),
            spread: vec![0; n_words],
        };
        for arc in order {
            // An arrow from the root is higher than all that touches its word.
            let (from, to) = match (is_root(arc), arc.left) {
                (true, End::Word(word)) => (word, word + 2),
                _ => gaps(arc, n_words),
            };
            let level = skyline[from..to].iter().copied().max().unwrap_or(0);
            if level >= MOST_LEVELS {
                side.n_left_out += 1;
                continue;
            }
            skyline[from..to].fill(level + 1);
            side.n_levels = side.n_levels.max(level + 1);
            side.arcs.push((arc, level));
        }
        side.place_feet(n_words);
        side
    }

    /// From left to right: arcs that go to the left, the lowest first; the root's arrow; arcs that go to
    /// the right, the highest first.
    fn place_feet(&mut self, n_words: usize) {
        let mut ends: Vec<Vec<(i32, usize, usize)>> = vec![Vec::new(); n_words];
        for (at, (arc, level)) in self.arcs.iter().enumerate() {
            let level = *level as i32 + 1;
            if let (End::Word(word), true) = (arc.left, is_root(arc)) {
                ends[word].push((0, at, 0));
                continue;
            }
            if let End::Word(word) = arc.left {
                // The right part: after everything that goes left, by falling level.
                ends[word].push((1000 - level, at, 0));
            }
            if let End::Word(word) = arc.right {
                ends[word].push((level - 1000, at, 1));
            }
        }
        self.feet = vec![[0, 0]; self.arcs.len()];
        for (word, mut ends) in ends.into_iter().enumerate() {
            ends.sort_unstable();
            let n = ends.len() as i32;
            self.spread[word] = (n - 1).max(0) * FOOT;
            for (place, (_, at, which)) in (0..).zip(ends) {
                self.feet[at][which] = place * FOOT - (n - 1) * FOOT / 2;
            }
        }
    }

    fn height(&self) -> i32 {
        match self.n_levels {
            0 => 40,
            n => FIRST + (n as i32 - 1) * LEVEL + 80,
        }
    }
}

/// A row with its places.
pub(super) struct Row<'r> {
    content: &'r RowContent,
    above: Side<'r>,
    below: Side<'r>,
    /// How wide each word is with what belongs to it.
    slots: Vec<i32>,
    /// What stands before each word, and behind the last.
    gaps: Vec<i32>,
    /// Room for the names of what stands in other rows, and of the sides.
    margins: [i32; 2],
}

fn label_width(arc: &RowArc) -> i32 {
    let kind = Lettering::Relation;
    let frame = if arc.mark.max(arc.label_mark).is_framed() { 2 * FRAME } else { 0 };
    kind.width(&kind.clipped(&shown(&arc.label), WIDEST)) + frame
}

impl<'r> Row<'r> {
    pub(super) fn of(content: &'r RowContent) -> Row<'r> {
        let n = content.words.len();
        let (above, below) = (Side::of(&content.above, n), Side::of(&content.below, n));
        let width = |kind: Lettering, text: &str| kind.width(&kind.clipped(&shown(text), WIDEST));
        let slots: Vec<i32> = (0..)
            .zip(&content.words)
            .map(|(at, word): (usize, _)| {
                let frame = if word.mark.is_framed() { 2 * FRAME } else { 0 };
                let form = width(Lettering::Word, &word.form) + frame;
                let tag = width(Lettering::Tag, &word.tag);
                form.max(tag).max(above.spread[at]).max(below.spread[at]).max(20)
            })
            .collect();
        let mut gaps = vec![GAP; n + 1];
        (gaps[0], gaps[n]) = (20, 20);
        let mut row = Row { content, above, below, slots, gaps, margins: [0, 0] };
        row.make_room_for_tokens();
        for side in [false, true] {
            row.make_room(side);
        }
        row.margins = row.outer();
        row
    }

    fn sides(&self) -> [&Side<'r>; 2] {
        [&self.above, &self.below]
    }

    /// Names of ends that are in other rows, and of sides.
    fn outer(&self) -> [i32; 2] {
        let kind = Lettering::Note;
        let mut margins = [0, 0];
        for (arc, _) in self.sides().into_iter().flat_map(|side| &side.arcs) {
            let wide = kind.width(&kind.clipped(&shown(&arc.other), WIDEST_END)) + 120;
            if arc.left == End::Before {
                margins[0] = margins[0].max(wide);
            }
            if arc.right == End::After {
                margins[1] = margins[1].max(wide);
            }
        }
        let names = self.content.names.iter().map(|name| kind.width(&shown(name)));
        let names = names.max().filter(|wide| *wide > 0).map_or(0, |wide| wide + 60);
        [margins[0] + names, margins[1]]
    }

    /// How wide the row is.
    pub(super) fn width(&self) -> i32 {
        self.margins[0] + self.margins[1] + self.inner()
    }

    fn inner(&self) -> i32 {
        self.slots.iter().chain(&self.gaps).sum()
    }

    /// The middles of words, from the left end of the row without its margin.
    fn middles(&self) -> Vec<i32> {
        let mut x = 0;
        let both = self.slots.iter().zip(&self.gaps);
        both.map(|(slot, gap)| {
            x += gap + slot;
            x - slot / 2
        })
        .collect()
    }

    fn make_room_for_tokens(&mut self) {
        for (first, last, form) in &self.content.tokens {
            let there: i32 = self.slots[*first..=*last].iter().sum::<i32>()
                + self.gaps[*first + 1..=*last].iter().sum::<i32>();
            let kind = Lettering::Tag;
            let lacks = kind.width(&kind.clipped(&shown(form), WIDEST)) - there;
            if lacks > 0 {
                // What is wider than its words keeps its neighbours away.
                self.gaps[*first] += lacks / 2 + 1;
                self.gaps[*last + 1] += lacks / 2 + 1;
            }
        }
    }

    fn make_room(&mut self, is_below: bool) {
        let n = self.content.words.len();
        let mut order: Vec<usize> = (0..self.sides()[usize::from(is_below)].arcs.len()).collect();
        order.sort_by_key(|at| self.sides()[usize::from(is_below)].arcs[*at].1);
        for at in order {
            let side = self.sides()[usize::from(is_below)];
            let (arc, _) = side.arcs[at];
            let wide = label_width(arc) + 2 * BESIDE;
            if let (true, End::Word(word)) = (is_root(arc), arc.left) {
                // The label is wider than its line; nothing that is higher may pass through it.
                let foot = side.feet[at][0];
                let spread = |word: usize| side.spread[word] / 2;
                let half = self.slots[word] / 2;
                let before = match word.checked_sub(1) {
                    Some(other) => self.slots[other] / 2 - spread(other),
                    None => 0,
                };
                let behind = match word + 1 < n {
                    true => self.slots[word + 1] / 2 - spread(word + 1),
                    false => 0,
                };
                let left = wide / 2 - (half + foot + self.gaps[word] + before);
                let right = wide / 2 - (half - foot + self.gaps[word + 1] + behind);
                self.gaps[word] += left.max(0) + 1;
                self.gaps[word + 1] += right.max(0) + 1;
                continue;
            }
            let bounds = self.bounds(side, at);
            let free = |pair: &[(usize, i32)]| pair[1].1 - pair[0].1;
            if bounds.windows(2).any(|pair| free(pair) >= wide) {
                continue;
            }
            // Words can be moved apart only where there are two of them.
            let widest = bounds
                .windows(2)
                .filter(|pair| pair[0].0 < pair[1].0)
                .max_by_key(|pair| free(pair));
            if let Some(pair) = widest {
                let (from, to) = (pair[0].0, pair[1].0);
                let lacks = wide - free(pair);
                let each = lacks / (to - from) as i32 + 1;
                self.gaps[from..to].iter_mut().for_each(|gap| *gap += each);
            }
        }
    }

    /// What a label has to stand between, from left to right: the number of the gap behind it, and where.
    fn bounds(&self, side: &Side<'_>, at: usize) -> Vec<(usize, i32)> {
        let middles = self.middles();
        let (arc, level) = side.arcs[at];
        let n = middles.len();
        let (first, left) = match arc.left {
            End::Word(word) => (word + 1, middles[word] + side.feet[at][0] + CORNER),
            _ => (0, CORNER),
        };
        let (last, right) = match arc.right {
            End::Word(word) => (word + 1, middles[word] + side.feet[at][1] - CORNER),
            _ => (n + 1, self.inner() - CORNER),
        };
        let mut feet: Vec<(usize, i32)> = Vec::new();
        for (other, (one, higher)) in side.arcs.iter().enumerate() {
            if *higher <= level {
                continue;
            }
            for (which, end) in [one.left, one.right].into_iter().enumerate() {
                if let End::Word(word) = end
                    && (first..last - 1).contains(&word)
                {
                    feet.push((word + 1, middles[word] + side.feet[other][which]));
                }
            }
        }
        feet.sort_unstable();
        feet.dedup();
        let mut bounds = vec![(first, left)];
        bounds.extend(feet);
        bounds.push((last, right));
        bounds
    }

    /// Where a label's middle is: as near to the middle of its arc as it can be.
    fn label_place(&self, side: &Side<'_>, at: usize) -> i32 {
        let wide = label_width(side.arcs[at].0) + 2 * BESIDE;
        let bounds = self.bounds(side, at);
        let middle = (bounds[0].1 + bounds[bounds.len() - 1].1) / 2;
        let near = |pair: &[(usize, i32)]| {
            let (from, to) = (pair[0].1 + wide / 2, pair[1].1 - wide / 2);
            (to - from >= -1).then(|| middle.clamp(from.min(to), to.max(from)))
        };
        let places = bounds.windows(2).filter_map(near);
        places.min_by_key(|place| (place - middle).abs()).unwrap_or(middle)
    }

    /// Draws the row at the top left of a drawing; says how many arcs were left out.
    pub(super) fn draw(&self, sketch: &mut Sketch) -> usize {
        let content = self.content;
        let base = self.above.height() + Lettering::Word.above();
        let mut bottom = base + Lettering::Word.below() + 10;
        let x = self.margins[0];
        let middles: Vec<i32> = self.middles().into_iter().map(|middle| middle + x).collect();
        for (word, middle) in content.words.iter().zip(&middles) {
            sketch.label((*middle, base), &word.form, Lettering::Word, word.mark);
            if !word.tag.is_empty() {
                let at = (*middle, base + 95);
                sketch.text(at, &word.tag, Lettering::Tag, Mark::Matched);
            }
        }
        if content.has_tags {
            bottom = base + 95 + Lettering::Tag.below() + 10;
        }
        for (first, last, form) in &content.tokens {
            let [left, right] =
                [middles[*first] - self.slots[*first] / 2, middles[*last] + self.slots[*last] / 2];
            let y = bottom + 15;
            sketch.line(&[(left, bottom), (left, y), (right, y), (right, bottom)], Mark::Matched);
            let middle = (left + right) / 2;
            sketch.text(
                (middle, y + 20 + Lettering::Tag.above()),
                form,
                Lettering::Tag,
                Mark::Matched,
            );
        }
        if !content.tokens.is_empty() {
            bottom += 45 + Lettering::Tag.above() + Lettering::Tag.below();
        }
        let top = base - Lettering::Word.above() - 15;
        self.draw_side(sketch, &self.above, top, -1);
        self.draw_side(sketch, &self.below, bottom + 5, 1);
        if let [above, below] = &content.names
            && !(above.is_empty() && below.is_empty())
        {
            let kind = Lettering::Note;
            sketch.note((0, top), above, Mark::Matched);
            sketch.note((0, bottom + 5 + kind.above()), below, Mark::Matched);
            bottom = bottom.max(bottom + 5 + kind.above());
        }
        sketch.width = sketch.width.max(self.width());
        sketch.height = bottom + 5 + self.below.height();
        self.above.n_left_out + self.below.n_left_out
    }

    /// `up` is -1 above the words and 1 below.
    fn draw_side(&self, sketch: &mut Sketch, side: &Side<'_>, base: i32, up: i32) {
        let x = self.margins[0];
        let middles: Vec<i32> = self.middles().into_iter().map(|middle| middle + x).collect();
        let down = if up < 0 { Way::Down } else { Way::Up };
        let (left_edge, right_edge) = (x, x + self.inner());
        for (at, (arc, level)) in side.arcs.iter().enumerate() {
            let y = base + up * (FIRST - 30 + *level as i32 * LEVEL);
            let label_base = y + Lettering::Relation.half();
            let mark = arc.mark.max(arc.label_mark);
            let foot = |which: usize, word: usize| middles[word] + side.feet[at][which];
            if let (true, End::Word(word)) = (is_root(arc), arc.left) {
                let middle = foot(0, word);
                let from = y - up
                    * (Lettering::Relation.above() + Lettering::Relation.below() + FRAME)
                    / 2;
                sketch.label((middle, label_base), &arc.label, Lettering::Relation, mark);
                sketch.line(&[(middle, from - up * 10), (middle, base + up * 40)], arc.mark);
                sketch.tip((middle, base), down, arc.mark);
                continue;
            }
            let middle = x + self.label_place(side, at);
            let half = label_width(arc) / 2 + 10;
            sketch.label((middle, label_base), &arc.label, Lettering::Relation, mark);
            let ends = [(arc.left, -1, left_edge), (arc.right, 1, right_edge)];
            for (which, (end, way, edge)) in ends.into_iter().enumerate() {
                let inner: Spot = (middle + way * half, y);
                let is_dependent = (which == 0) != arc.head_is_left;
                match end {
                    End::Word(word) => {
                        let foot = foot(which, word);
                        let last = if is_dependent { base + up * 40 } else { base };
                        sketch.line(&[inner, (foot, y), (foot, last)], arc.mark);
                        if is_dependent {
                            sketch.tip((foot, base), down, arc.mark);
                        }
                    }
                    _ => {
                        let stop = edge + way * 60;
                        let last = if is_dependent { stop - way * 40 } else { stop };
                        sketch.line(&[inner, (last, y)], arc.mark);
                        if is_dependent {
                            let way = if way < 0 { Way::Left } else { Way::Right };
                            sketch.tip((stop, y), way, arc.mark);
                        }
                        let kind = Lettering::Note;
                        let text = kind.clipped(&shown(&arc.other), WIDEST_END);
                        let middle = stop + way * (20 + kind.width(&text) / 2 + 1);
                        sketch.text((middle, y + kind.half()), &text, kind, Mark::Matched);
                    }
                }
            }
        }
    }
}
