//! A sentence as rows of words, each as wide as it may be.

use crate::pictures::arcs::row::{End, Row, RowArc, RowContent, RowWord};
use crate::pictures::arcs::{ArcFigure, FigureArc};
use crate::pictures::mark::Mark;
use crate::pictures::sketch::{Lettering, Sketch, shown};

/// Around a drawing.
pub(super) const MARGIN: i32 = 80;
/// Between rows.
const BETWEEN: i32 = 160;
/// No row begins with more words than this, whatever its width.
pub(super) const MOST_IN_ROW: usize = 400;

impl ArcFigure {
    /// The drawing, about so many points wide: longer sentences are wrapped.
    pub fn sketch(&self, title: &str, width: u32) -> Sketch {
        let (mut sketch, n_left_out) = self.rows(title, width);
        let mut notes = self.notes.clone();
        match n_left_out {
            0 => {}
            1 => notes.push("1 arc is not drawn: there are too many above each other".to_string()),
            n => notes.push(format!("{n} arcs are not drawn: there are too many above each other")),
        }
        add_notes(&mut sketch, &notes);
        sketch.add_legend(MARGIN, Mark::meaning);
        sketch
    }

    /// The rows alone, and how many arcs have no place in them.
    pub(super) fn rows(&self, title: &str, width: u32) -> (Sketch, usize) {
        let mut sketch = Sketch::new(title, &self.about());
        let room = i32::try_from(width).unwrap_or(i32::MAX / 20).saturating_mul(10) - 2 * MARGIN;
        let arcs = Arcs::of(self);
        let mut n_left_out = 0;
        let mut from = 0;
        sketch.height = MARGIN;
        while from < self.words.len() {
            let content = arcs.row(from, room.max(0));
            let to = from + content.words.len();
            let mut part = Sketch::default();
            n_left_out += Row::of(&content).draw(&mut part);
            let (wide, high) = (part.width, part.height);
            sketch.shapes.extend(part.moved(MARGIN, sketch.height).shapes);
            sketch.width = sketch.width.max(wide + 2 * MARGIN);
            sketch.height += high + if to < self.words.len() { BETWEEN } else { MARGIN };
            from = to;
        }
        if self.is_right_to_left() {
            // All of it, so that short rows begin at the right, too.
            sketch = sketch.mirrored();
        }
        (sketch, n_left_out)
    }

    /// What is drawn, for those who do not see it.
    fn about(&self) -> String {
        let text: Vec<&str> = self.words.iter().take(100).map(|word| word.form.as_str()).collect();
        let more = if self.words.len() > 100 { " …" } else { "" };
        let mut about = format!("{}{more}.", text.join(" "));
        for (arcs, name, place) in
            [(&self.above, &self.names[0], "above"), (&self.below, &self.names[1], "below")]
        {
            if arcs.is_empty() {
                continue;
            }
            let what = if name.is_empty() { String::new() } else { format!(" ({name})") };
            about.push_str(&format!(" Arcs {place} the words{what}:"));
            let form = |word: usize| self.words.get(word).map_or("", |word| word.form.as_str());
            for arc in arcs.iter().take(200) {
                let head = arc.head.map_or("ROOT", form);
                let mark = match arc.shown_mark() {
                    Mark::Matched => String::new(),
                    other => format!(", {}", other.words()),
                };
                about.push_str(&format!(" {}({head}, {}{mark})", arc.label, form(arc.dependent)));
            }
            about.push_str(if arcs.len() > 200 { " …." } else { "." });
        }
        about
    }
}

/// Arcs by their words.
struct Arcs<'f> {
    figure: &'f ArcFigure,
    /// For each word and side, the numbers of its arcs.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    has_tags: bool,
    has_names: bool,
}

impl<'f> Arcs<'f> {
    fn of(figure: &'f ArcFigure) -> Arcs<'f> {
        let n = figure.words.len();
        let by_word = |arcs: &[FigureArc]| {
            let mut found = vec![Vec::new(); n];
            for (at, arc) in arcs.iter().enumerate() {
                if arc.dependent >= n
                    || arc.head.is_some_and(|head| head >= n || head == arc.dependent)
                {
                    continue;
                }
                found[arc.dependent].push(at);
                if let Some(head) = arc.head {
                    found[head].push(at);
                }
            }
            found
        };
        Arcs {
            figure,
            above: by_word(&figure.above),
            below: by_word(&figure.below),
            has_tags: figure.words.iter().any(|word| !word.tag.is_empty()),
            has_names: figure.names.iter().any(|name| !name.is_empty()),
        }
    }

    /// The longest row from a word on that has room. Arcs move words apart, so that only a try tells
    /// how wide words are.
    fn row(&self, from: usize, room: i32) -> RowContent {
        let words = &self.figure.words[from..];
        let mut wide = 0;
        let fits = |word: &&crate::pictures::arcs::ArcWord| {
            wide += Lettering::Word.width(&word.form).max(Lettering::Tag.width(&word.tag)) + 90;
            wide <= room
        };
        let mut n = words.iter().take(MOST_IN_ROW).take_while(fits).count().max(1);
        loop {
            let content = self.content(from, from + n);
            let there = Row::of(&content).width();
            if there <= room || n == 1 {
                return content;
            }
            let share = i64::from(room) * n as i64 / i64::from(there.max(1));
            n = usize::try_from(share).unwrap_or(1).clamp(1, n - 1);
        }
    }

    /// The words of a row, with their arcs and what these lead to elsewhere.
    fn content(&self, from: usize, to: usize) -> RowContent {
        let figure = self.figure;
        let words = figure.words[from..to].iter().map(|word| RowWord {
            form: word.form.clone(),
            tag: word.tag.clone(),
            mark: word.mark,
        });
        let side = |arcs: &[FigureArc], by_word: &[Vec<usize>]| {
            let mut found: Vec<usize> = by_word[from..to].iter().flatten().copied().collect();
            found.sort_unstable();
            found.dedup();
            let mut parts: Vec<RowArc> = Vec::with_capacity(found.len());
            for part in found.into_iter().map(|at| self.part(&arcs[at], from, to)) {
                // One arrow from the root says all that several would, which would have no room.
                let is_root = part.left == part.right;
                let same = |one: &&mut RowArc| one.left == one.right && one.left == part.left;
                match if is_root { parts.iter_mut().find(same) } else { None } {
                    None => parts.push(part),
                    Some(one) => {
                        one.label = format!("{} {}", one.label, part.label);
                        one.mark = one.mark.max(part.mark);
                        one.label_mark = one.label_mark.max(part.label_mark);
                    }
                }
            }
            parts
        };
        // A token over the end of a row is shown in both.
        let after = figure.tokens.partition_point(|token| token.last < from);
        let tokens = figure.tokens[after..].iter().take_while(|token| token.first < to);
        let tokens = tokens.filter(|token| token.first <= token.last);
        let tokens = tokens
            .map(|token| {
                let (first, last) = (token.first.max(from), token.last.min(to - 1));
                (first - from, last - from, token.form.clone())
            })
            .collect();
        RowContent {
            words: words.collect(),
            tokens,
            above: side(&figure.above, &self.above),
            below: side(&figure.below, &self.below),
            has_tags: self.has_tags,
            names: if self.has_names { figure.names.clone() } else { Default::default() },
        }
    }

    fn part(&self, arc: &FigureArc, from: usize, to: usize) -> RowArc {
        let head = arc.head.unwrap_or(arc.dependent);
        let end = |word: usize| match word {
            word if word < from => End::Before,
            word if word >= to => End::After,
            word => End::Word(word - from),
        };
        let (left, right) = (head.min(arc.dependent), head.max(arc.dependent));
        let other = [left, right].into_iter().find(|word| *word < from || *word >= to);
        RowArc {
            left: end(left),
            right: end(right),
            head_is_left: head == left,
            label: arc.shown_label(),
            mark: arc.mark,
            label_mark: arc.label_mark,
            other: other.map_or_else(String::new, |word| shown(&self.figure.words[word].form)),
        }
    }
}

/// Lines of text below a drawing; of many, the first ones.
pub(in crate::pictures) fn add_notes(sketch: &mut Sketch, notes: &[String]) {
    const MOST: usize = 40;
    for note in notes.iter().take(MOST) {
        let wide = sketch.note(
            (MARGIN, sketch.height + 20),
            &Lettering::Note.clipped(&shown(note), 6000),
            Mark::Matched,
        );
        sketch.width = sketch.width.max(wide + 2 * MARGIN);
        sketch.height += 110;
    }
    if notes.len() > MOST {
        let text = format!("… and {} more", notes.len() - MOST);
        sketch.note((MARGIN, sketch.height + 20), &text, Mark::Matched);
        sketch.height += 110;
    }
}
