//! Constituency trees over words: one above them, another below.
//!
//! Words stand in the order of the sentence. A phrase whose words are together stands over the middle of
//! what is below it, one with gaps in the column of one of its words. Its label has room in its own columns, and
//! a branch leaves its phrase in the band below the row and goes straight down in its own column. So branches
//! cross where they must, and never run through a label.

#[cfg(test)]
mod tests;

use crate::pictures::arcs::{add_notes, is_right_to_left};
use crate::pictures::mark::Mark;
use crate::pictures::sketch::{FRAME, Lettering, Sketch, WIDEST, shown};

/// Trees to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeFigure {
    /// The words, in the order in which they are read.
    pub words: Vec<TreeWord>,
    /// The tree above the words: gold's, or the only one.
    pub above: TreeSide,
    /// The tree below them, if there is one.
    pub below: TreeSide,
    /// What has no place in the drawing, in words.
    pub notes: Vec<String>,
}

/// A word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeWord {
    /// As it is written.
    pub form: String,
    /// Whose it is, or whether it is one to look at.
    pub mark: Mark,
}

/// A tree, or a forest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeSide {
    /// Whose it is; empty where that is plain.
    pub name: String,
    /// Its phrases in pre-order: what is below a phrase follows it.
    pub nodes: Vec<FigureNode>,
    /// For each word the phrase it hangs on; none where this tree does not have it.
    pub parents: Vec<Option<usize>>,
}

/// A phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureNode {
    /// Its label.
    pub label: String,
    /// The phrase that it hangs on.
    pub parent: Option<usize>,
    /// What became of it.
    pub mark: Mark,
}

/// Nobody looks at a drawing of more words, or of more phrases.
pub(super) const MOST_WORDS: usize = 400;
const MOST_NODES: usize = 4000;
const MOST_ROWS: usize = 250;

/// From row to row.
const ROW: i32 = 230;
/// Between labels beside each other.
const GAP: i32 = 70;
const MARGIN: i32 = 80;

/// What is known of a phrase.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// Its first and its last word.
    pub first: usize,
    pub last: usize,
    pub n_words: usize,
    /// Whether words of others stand between its own.
    pub has_gaps: bool,
    /// Of one with gaps, the word in whose column it stands: the one nearest to the middle.
    anchor: usize,
    /// Rows above the words.
    height: usize,
    /// Middles of the leftmost and the rightmost of what is below it.
    reach: Option<(i32, i32)>,
    /// Where it stands.
    middle: i32,
}

impl TreeSide {
    /// What is known without places.
    pub(super) fn measured(&self) -> Vec<Placed> {
        let mut placed = vec![Placed { first: usize::MAX, ..Placed::default() }; self.nodes.len()];
        for (word, parent) in self.parents.iter().enumerate() {
            if let Some(node) = parent.and_then(|parent| placed.get_mut(parent)) {
                (node.first, node.last) = (node.first.min(word), node.last.max(word));
                node.n_words += 1;
                node.height = node.height.max(1);
            }
        }
        // What is below stands behind.
        for at in (0..self.nodes.len()).rev() {
            let Placed { first, last, n_words, height, .. } = placed[at];
            if let Some(above) = self.nodes[at].parent.filter(|above| *above < at) {
                let above = &mut placed[above];
                (above.first, above.last) = (above.first.min(first), above.last.max(last));
                above.n_words += n_words;
                above.height = above.height.max(height + 1);
            }
        }
        // Words that this tree does not have divide none of its phrases.
        let mut before = vec![0];
        for parent in &self.parents {
            before.push(before[before.len() - 1] + usize::from(parent.is_some()));
        }
        let ends = self.ends();
        for (at, node) in placed.iter_mut().enumerate().filter(|(_, node)| node.n_words > 0) {
            node.has_gaps = before[node.last + 1] - before[node.first] > node.n_words;
            let is_own = |word: &usize| {
                self.parents[*word].is_some_and(|parent| (at..ends[at]).contains(&parent))
            };
            if node.has_gaps {
                let middle = node.first + node.last;
                let own = (node.first..=node.last).filter(is_own);
                node.anchor = own.min_by_key(|word| (2 * word).abs_diff(middle)).unwrap_or(0);
            }
        }
        placed
    }

    /// For each phrase, one past the last phrase below it.
    pub(super) fn ends(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = (1..=self.nodes.len()).collect();
        for at in (0..self.nodes.len()).rev() {
            if let Some(above) = self.nodes[at].parent.filter(|above| *above < at) {
                ends[above] = ends[above].max(ends[at]);
            }
        }
        ends
    }

    fn n_rows(&self) -> usize {
        self.measured().iter().map(|node| node.height).max().unwrap_or(0)
    }
}

fn label_width(node: &FigureNode) -> i32 {
    let kind = Lettering::Phrase;
    let frame = if node.mark.is_framed() { 2 * FRAME } else { 0 };
    kind.width(&kind.clipped(&shown(&node.mark.printed(&node.label)), WIDEST)) + frame
}

impl TreeFigure {
    /// Whether its words are written from right to left.
    pub(crate) fn is_right_to_left(&self) -> bool {
        is_right_to_left(self.words.iter().map(|word| word.form.as_str()))
    }

    fn sides(&self) -> [&TreeSide; 2] {
        [&self.above, &self.below]
    }

    /// What is said instead of a drawing that nobody could look at.
    pub(super) fn too_large(&self) -> Option<String> {
        let n = self.words.len();
        let n_nodes = self.above.nodes.len().max(self.below.nodes.len());
        if n > MOST_WORDS {
            return Some(format!("{n} words, too many to draw as a tree"));
        }
        if n_nodes > MOST_NODES {
            return Some(format!("{n_nodes} phrases, too many to draw"));
        }
        let rows = self.sides().map(TreeSide::n_rows).into_iter().max().unwrap_or(0);
        (rows > MOST_ROWS).then(|| format!("{rows} phrases above each other, too many to draw"))
    }

    /// The drawing, as wide as it has to be.
    pub fn sketch(&self, title: &str) -> Sketch {
        let mut sketch = Sketch::new(title, "");
        sketch.height = MARGIN;
        if let Some(instead) = self.too_large() {
            add_notes(&mut sketch, &[instead]);
            sketch.height += MARGIN;
            return sketch;
        }
        sketch.about = shown(&self.about());
        let sides = self.sides();
        let mut placed = sides.map(TreeSide::measured);
        let columns = self.columns(&placed, &mut sketch);
        for (side, placed) in sides.into_iter().zip(&mut placed) {
            stand(side, placed, &columns);
        }
        let rows = placed
            .each_ref()
            .map(|placed| placed.iter().map(|node| node.height).max().unwrap_or(0) as i32);
        let base = MARGIN + rows[0] * ROW + Lettering::Word.above();
        let bottom = base + Lettering::Word.below();
        for (at, word) in self.words.iter().enumerate() {
            sketch.label((columns.middle(at), base), &word.form, Lettering::Word, word.mark);
        }
        let edges = [(base - Lettering::Word.above() - 15, -1), (bottom + 15, 1)];
        for ((side, placed), (edge, way)) in sides.into_iter().zip(&placed).zip(edges) {
            draw(&mut sketch, side, placed, &columns, (edge, way));
        }
        let is_empty = self.below.nodes.is_empty();
        sketch.height = bottom + 15 + if is_empty { 0 } else { rows[1] * ROW } + MARGIN;
        if self.is_right_to_left() {
            sketch = sketch.mirrored();
        }
        let names = sides.map(|side| side.name.as_str());
        if names.iter().any(|name| !name.is_empty()) {
            let y = [MARGIN + Lettering::Note.above(), sketch.height - MARGIN];
            for (name, base) in names.into_iter().zip(y) {
                sketch.note((MARGIN, base), name, Mark::Matched);
            }
        }
        add_notes(&mut sketch, &self.notes);
        sketch.add_legend(MARGIN, Mark::meaning);
        sketch
    }

    /// The columns of the words, so wide that each label has room in the columns of its words.
    fn columns(&self, placed: &[Vec<Placed>; 2], sketch: &mut Sketch) -> Columns {
        let mut slots: Vec<i32> = self
            .words
            .iter()
            .map(|word| {
                let kind = Lettering::Word;
                let frame = if word.mark.is_framed() { 2 * FRAME } else { 0 };
                kind.width(&kind.clipped(&shown(&word.form), WIDEST)).max(20) + frame + GAP
            })
            .collect();
        for (side, placed) in self.sides().into_iter().zip(placed) {
            for (node, place) in side.nodes.iter().zip(placed).rev() {
                let wide = label_width(node) + GAP;
                // What has gaps stands in one column.
                let columns = match place.has_gaps {
                    true => place.anchor..place.anchor + 1,
                    false => place.first..place.last + 1,
                };
                let n = columns.len() as i32;
                let lacks = wide - slots[columns.clone()].iter().sum::<i32>();
                if lacks > 0 {
                    slots[columns].iter_mut().for_each(|slot| *slot += lacks / n + 1);
                }
            }
        }
        // Names of the sides stand on the left, beside the trees.
        let names = self.sides().map(|side| Lettering::Note.width(&shown(&side.name)));
        let names = names.into_iter().max().filter(|wide| *wide > 0).map_or(0, |wide| wide + 100);
        let is_turned = self.is_right_to_left();
        let mut x = MARGIN + if is_turned { 0 } else { names };
        let mut edges = vec![x];
        for slot in slots {
            x += slot;
            edges.push(x);
        }
        sketch.width = x + MARGIN + if is_turned { names } else { 0 };
        Columns { edges }
    }

    /// What is drawn, for those who do not see it.
    fn about(&self) -> String {
        let text: Vec<&str> = self.words.iter().map(|word| word.form.as_str()).collect();
        let mut about = format!("{}.", text.join(" "));
        for side in self.sides().into_iter().filter(|side| !side.nodes.is_empty()) {
            let placed = side.measured();
            about.push_str(if side.name.is_empty() { " Phrases" } else { " Phrases of " });
            about.push_str(&side.name);
            about.push(':');
            for (node, place) in side.nodes.iter().zip(&placed) {
                let mark = match node.mark {
                    Mark::Matched => String::new(),
                    other => format!(" ({})", other.words()),
                };
                about.push_str(&format!(
                    " {} {}-{}{mark}",
                    node.label,
                    place.first + 1,
                    place.last + 1
                ));
            }
            about.push('.');
        }
        about
    }
}

/// Finds where phrases stand, from the words up.
fn stand(side: &TreeSide, placed: &mut [Placed], columns: &Columns) {
    let widen = |reach: &mut Option<(i32, i32)>, middle: i32| {
        let (low, high) = reach.unwrap_or((middle, middle));
        *reach = Some((low.min(middle), high.max(middle)));
    };
    for (word, parent) in side.parents.iter().enumerate() {
        if let Some(node) = parent.and_then(|parent| placed.get_mut(parent)) {
            widen(&mut node.reach, columns.middle(word));
        }
    }
    for at in (0..placed.len()).rev() {
        let place = &placed[at];
        let middle = match place.reach {
            Some(_) if place.has_gaps => columns.middle(place.anchor),
            Some((low, high)) => {
                // A wide label over words that are mostly on one side stays within their columns.
                let half = (label_width(&side.nodes[at]) + GAP) / 2;
                let (from, to) =
                    (columns.left(place.first) + half, columns.right(place.last) - half);
                ((low + high) / 2).clamp(from.min(to), to.max(from))
            }
            None => 0,
        };
        placed[at].middle = middle;
        if let Some(above) = side.nodes[at].parent.filter(|above| *above < at) {
            widen(&mut placed[above].reach, middle);
        }
    }
}

/// Where words stand: the edges of their columns.
struct Columns {
    edges: Vec<i32>,
}

impl Columns {
    fn left(&self, word: usize) -> i32 {
        self.edges[word]
    }

    fn right(&self, word: usize) -> i32 {
        self.edges[word + 1]
    }

    fn middle(&self, word: usize) -> i32 {
        (self.left(word) + self.right(word)) / 2
    }
}

/// How far a branch may go to the side on its way to the next row.
const WIDE: i32 = 420;

/// Half of a label with its frame, and a little.
const HALF: i32 = 65;

/// Draws a tree from the edge of the words on: upwards or downwards.
fn draw(
    sketch: &mut Sketch,
    side: &TreeSide,
    placed: &[Placed],
    columns: &Columns,
    (edge, way): (i32, i32),
) {
    let row = |height: usize| edge + way * (height as i32 * ROW - 60);
    for (node, place) in side.nodes.iter().zip(placed) {
        if place.reach.is_none() {
            continue;
        }
        let base = row(place.height) + Lettering::Phrase.half();
        let label = node.mark.printed(&node.label);
        sketch.label((place.middle, base), &label, Lettering::Phrase, node.mark);
    }
    // A branch parts from the others below its phrase, and goes on in its own column. Branches to far columns
    // are hardly told apart if they go there directly; where branches cross, bars would be.
    let is_wide = |above: &Placed| match above.reach {
        Some((low, high)) => {
            let far = (above.middle - low).abs().max((high - above.middle).abs());
            far > WIDE && !placed.iter().any(|node| node.has_gaps)
        }
        None => false,
    };
    let branch = |above: &Placed, middle: i32, end: i32| {
        let start = row(above.height) - way * HALF;
        let parting = row(above.height) - way * (ROW - HALF);
        let mut spots = vec![(above.middle, start)];
        if is_wide(above) && middle != above.middle {
            let bar = (start + parting) / 2;
            spots.extend([(above.middle, bar), (middle, bar)]);
        }
        spots.push((middle, parting));
        if (end - parting) * way < 0 {
            spots.push((middle, end));
        }
        spots
    };
    let mark = |own: Mark, above: Mark| match own {
        Mark::Highlighted if above != Mark::Highlighted => Mark::Matched,
        own => own,
    };
    for (node, place) in side.nodes.iter().zip(placed) {
        let Some(above) = node.parent.filter(|above| *above < side.nodes.len()) else { continue };
        if place.reach.is_some() {
            let spots = branch(&placed[above], place.middle, row(place.height) + way * HALF);
            sketch.line(&spots, mark(node.mark, side.nodes[above].mark));
        }
    }
    for (word, parent) in side.parents.iter().enumerate() {
        let Some(parent) = parent.filter(|parent| *parent < side.nodes.len()) else { continue };
        let own = match side.nodes[parent].mark {
            Mark::Highlighted => Mark::Highlighted,
            Mark::Aside => Mark::Aside,
            _ => Mark::Matched,
        };
        sketch.line(&branch(&placed[parent], columns.middle(word), edge), own);
    }
}
