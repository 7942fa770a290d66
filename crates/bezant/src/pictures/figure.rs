//! What a sentence is drawn as, for every way to show it.

use unicode_width::UnicodeWidthStr;

use crate::pictures::arcs::{AlignedFigure, ArcFigure, FigureArc};
use crate::pictures::mark::Mark;
use crate::pictures::painted::{Line, Role};
use crate::pictures::phrases::{Placed, TreeFigure, TreeSide};
use crate::pictures::sides::{DrawnSide, draw_one_side, draw_sides_of};
use crate::pictures::sketch::{Sketch, shown};
use crate::pictures::trees::{DrawnLeaf, DrawnPhrase, DrawnTrees};

/// A sentence to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// One tree of phrases, or two over the same words.
    Tree(TreeFigure),
    /// Arcs over words, and perhaps others below them.
    Arcs(ArcFigure),
    /// Two sentences whose words are joined.
    Aligned(AlignedFigure),
}

/// How wide drawings of arcs are unless somebody says it, in points.
pub const USUAL_WIDTH: u32 = 640;

impl Figure {
    /// The drawing. Sentences with arcs are wrapped to be about so many points wide; a tree is as wide as
    /// it is.
    pub fn sketch(&self, title: &str, width: u32) -> Sketch {
        match self {
            Figure::Tree(tree) => tree.sketch(title),
            Figure::Arcs(arcs) => arcs.sketch(title, width),
            Figure::Aligned(both) => both.sketch(title),
        }
    }

    /// For a terminal of so many columns.
    pub fn lines(&self, columns: usize) -> Vec<Line> {
        match self {
            Figure::Tree(tree) => tree.lines(columns),
            Figure::Arcs(arcs) => arcs.lines(),
            Figure::Aligned(both) => {
                let mut lines = both.text.lines();
                lines.push(Line::default());
                lines.extend(both.hypothesis.lines());
                lines
            }
        }
    }
}

impl Figure {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Figure::Tree(tree) => tree.words.is_empty(),
            Figure::Arcs(figure) => figure.words.is_empty(),
            Figure::Aligned(both) => both.text.words.is_empty() && both.hypothesis.words.is_empty(),
        }
    }

    /// What stands in the place of a drawing that nobody could look at. Two trees as lines are drawn in pieces.
    #[doc(hidden)]
    pub fn instead(&self, are_lines: bool) -> Option<String> {
        match self {
            Figure::Tree(tree) if !are_lines || tree.below.nodes.is_empty() => tree.too_large(),
            Figure::Tree(_) | Figure::Arcs(_) | Figure::Aligned(_) => None,
        }
    }

    /// Whether a phrase or an arc has this label.
    pub fn has_label(&self, label: &str) -> bool {
        let arcs = |figure: &ArcFigure| {
            figure.above.iter().chain(&figure.below).any(|arc| arc.label == label)
        };
        match self {
            Figure::Tree(tree) => {
                tree.above.nodes.iter().chain(&tree.below.nodes).any(|node| node.label == label)
            }
            Figure::Arcs(figure) => arcs(figure),
            Figure::Aligned(both) => arcs(&both.text) || arcs(&both.hypothesis),
        }
    }
}

impl Figure {
    /// The same with phrases and arcs highlighted that have one of these labels.
    #[must_use]
    pub fn highlighted(mut self, labels: &[String]) -> Figure {
        let mark = |label: &str, mark: &mut Mark| {
            if *mark <= Mark::Matched && labels.iter().any(|wanted| wanted == label) {
                *mark = Mark::Highlighted;
            }
        };
        let arcs = |figure: &mut ArcFigure| {
            for arc in figure.above.iter_mut().chain(&mut figure.below) {
                mark(&arc.label, &mut arc.mark);
            }
        };
        match &mut self {
            Figure::Tree(tree) => {
                for node in tree.above.nodes.iter_mut().chain(&mut tree.below.nodes) {
                    mark(&node.label, &mut node.mark);
                }
            }
            Figure::Arcs(figure) => arcs(figure),
            Figure::Aligned(both) => {
                arcs(&mut both.text);
                arcs(&mut both.hypothesis);
            }
        }
        self
    }
}

impl Figure {
    /// Highlights the largest part of gold's tree that hangs together and that the system has, and says how
    /// large it is. Phrases that do not count are looked through.
    pub fn mark_largest_fragment(&mut self) {
        let Figure::Tree(tree) = self else { return };
        let nodes = &mut tree.above.nodes;
        // For each phrase, the top of the fragment that it is in.
        let mut tops: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
        let mut sizes = vec![0usize; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            let above = node.parent.and_then(|parent| tops[parent]);
            let top = match node.mark {
                Mark::Matched => Some(above.unwrap_or(at)),
                Mark::Aside => above,
                _ => None,
            };
            if let (Some(top), Mark::Matched) = (top, node.mark) {
                sizes[top] += 1;
            }
            tops.push(top);
        }
        let n_all = nodes.iter().filter(|node| node.mark != Mark::Aside).count();
        let largest = (0..nodes.len()).max_by_key(|at| (sizes[*at], std::cmp::Reverse(*at)));
        let Some((top, size)) = largest.map(|at| (at, sizes[at])).filter(|(_, size)| *size > 0)
        else {
            return;
        };
        for (node, _) in nodes.iter_mut().zip(&tops).filter(|(_, of)| **of == Some(top)) {
            if node.mark == Mark::Matched {
                node.mark = Mark::Highlighted;
            }
        }
        let note = format!(
            "highlighted: the largest fragment of gold that was found, {size} of {n_all} phrases"
        );
        tree.notes.push(note);
    }

    /// Puts numbers in the place of words, for texts that must not be passed on.
    pub(crate) fn hide_words(&mut self) {
        let arcs = |figure: &mut ArcFigure| {
            for (at, word) in figure.words.iter_mut().enumerate() {
                word.form = (at + 1).to_string();
            }
            figure.tokens.clear();
            figure.notes.clear();
        };
        match self {
            Figure::Tree(tree) => {
                for (at, word) in tree.words.iter_mut().enumerate() {
                    word.form = (at + 1).to_string();
                }
            }
            Figure::Arcs(figure) => arcs(figure),
            Figure::Aligned(both) => {
                arcs(&mut both.text);
                arcs(&mut both.hypothesis);
            }
        }
    }
}

/// Text as it may stand in a line: marks that turn the direction of writing would turn the lines around it.
fn in_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    crate::pictures::painted::visible(text).replace(turns, "\u{FFFD}")
}

impl TreeFigure {
    /// For a terminal of so many columns. Of two trees that do not fit, what both share is folded; what is
    /// still too large is drawn in pieces.
    pub fn lines(&self, columns: usize) -> Vec<Line> {
        let mut lines = match self.below.nodes.is_empty() {
            true => self.indented(),
            false => self.drawn().lines(columns),
        };
        lines.extend(self.notes.iter().map(|note| Line::of(Role::Dim, &in_line(note))));
        lines
    }

    /// Both trees on the sides of the words.
    fn drawn(&self) -> DrawnTrees {
        let words = self.words.iter().map(|word| DrawnLeaf {
            form: in_line(&word.form),
            is_in: [word.mark != Mark::Extra, word.mark != Mark::Missing],
            counts: word.mark != Mark::Aside,
        });
        let [gold, system] = [&self.above, &self.below].map(TreeSide::drawn);
        DrawnTrees { words: words.collect(), gold, system }
    }

    /// One tree: a line a phrase, under what it hangs on.
    fn indented(&self) -> Vec<Line> {
        if let Some(instead) = self.too_large() {
            return vec![Line::of(Role::Dim, &instead)];
        }
        let side = &self.above;
        let stretches = side.stretches();
        let has_gaps = stretches.iter().any(|stretches| stretches.len() > 1);
        let first = |at: usize| stretches[at].first().map_or(usize::MAX, |(first, _)| *first);
        // What hangs on each phrase: by its first word, words before phrases.
        let mut below: Vec<Vec<(usize, Option<usize>)>> = vec![Vec::new(); side.nodes.len()];
        let mut tops = Vec::new();
        for (at, node) in side.nodes.iter().enumerate().filter(|(at, _)| !stretches[*at].is_empty())
        {
            match node.parent {
                Some(parent) => below[parent].push((first(at), Some(at))),
                None => tops.push((first(at), Some(at))),
            }
        }
        for (word, parent) in side.parents.iter().enumerate() {
            match parent {
                Some(parent) => below[*parent].push((word, None)),
                None => tops.push((word, None)),
            }
        }
        below.iter_mut().for_each(|children| children.sort_unstable());
        tops.sort_unstable();
        let mut lines = Vec::new();
        let mut waiting: Vec<(usize, Option<usize>, String, String)> = tops
            .into_iter()
            .rev()
            .map(|(word, node)| (word, node, String::new(), String::new()))
            .collect();
        let push_word = |line: &mut Line, word: usize| {
            if has_gaps {
                line.push(Role::Dim, &format!("{}=", word + 1));
            }
            let role = if self.words[word].mark == Mark::Aside { Role::Dim } else { Role::Strong };
            line.push(role, &in_line(&self.words[word].form));
        };
        while let Some((word, node, lead, next)) = waiting.pop() {
            let mut line = Line::default();
            line.push(Role::Dim, &lead);
            let Some(at) = node else {
                push_word(&mut line, word);
                lines.push(line);
                continue;
            };
            let mark = side.nodes[at].mark;
            let role = match mark {
                Mark::Aside => Role::Dim,
                Mark::Missing => Role::Missing,
                Mark::Extra => Role::Extra,
                Mark::Crossing => Role::Crossing,
                Mark::Highlighted => Role::Good,
                Mark::Matched => Role::Plain,
            };
            line.push(role, &mark.sign(&in_line(&side.nodes[at].label)));
            // A tag has its word beside it.
            if let [(word, None)] = below[at][..] {
                line.push(Role::Plain, " ");
                push_word(&mut line, word);
                lines.push(line);
                continue;
            }
            lines.push(line);
            let n = below[at].len();
            for (place, (word, child)) in below[at].iter().enumerate().rev() {
                let (turn, after) =
                    if place + 1 == n { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                waiting.push((*word, *child, format!("{next}{turn}"), format!("{next}{after}")));
            }
        }
        lines
    }
}

impl TreeSide {
    /// For each phrase, the stretches of words below it. Words that this tree does not have divide none.
    pub(super) fn stretches(&self) -> Vec<Vec<(usize, usize)>> {
        let places = self.measured();
        let ends = self.ends();
        let stretches = |(at, place): (usize, &Placed)| {
            if place.n_words == 0 {
                return Vec::new();
            }
            if !place.has_gaps {
                return vec![(place.first, place.last + 1)];
            }
            let mut found: Vec<(usize, usize)> = Vec::new();
            let mut is_next = false;
            for word in place.first..=place.last {
                let Some(parent) = self.parents[word] else { continue };
                let is_below = (at..ends[at]).contains(&parent);
                match found.last_mut() {
                    Some((_, end)) if is_below && is_next => *end = word + 1,
                    _ if is_below => found.push((word, word + 1)),
                    _ => {}
                }
                is_next = is_below;
            }
            found
        };
        places.iter().enumerate().map(stretches).collect()
    }

    /// Branches cannot cross in a terminal, so each stretch of words is drawn by itself, all under one
    /// number.
    fn drawn(&self) -> Vec<DrawnPhrase> {
        let mut found = Vec::with_capacity(self.nodes.len());
        let mut n_divided = 0;
        for (node, stretches) in self.nodes.iter().zip(self.stretches()) {
            let mut label = in_line(&node.label);
            if stretches.len() > 1 {
                n_divided += 1;
                label = format!("{label}~{n_divided}");
            }
            found.extend(stretches.into_iter().map(|(start, end)| DrawnPhrase {
                label: label.clone(),
                start,
                end,
                mark: node.mark,
            }));
        }
        if n_divided > 0 {
            // Stretches hold each other or are apart, as phrases do; those over the same words stay in
            // their order.
            found.sort_by_key(|phrase| (phrase.start, std::cmp::Reverse(phrase.end)));
        }
        found
    }
}

/// Nobody looks at more words below each other.
const MOST_LINES: usize = 400;

impl ArcFigure {
    /// For a terminal: words below each other, arcs on their sides.
    pub fn lines(&self) -> Vec<Line> {
        let n = self.words.len();
        if n > MOST_LINES {
            return vec![Line::of(Role::Dim, &format!("{n} words, too many to draw here"))];
        }
        // One of two sentences has nothing beside it that it could differ from.
        let is_alone = self.above.is_empty() && self.names[0].is_empty();
        let is_compared = !is_alone
            && self.above.iter().chain(&self.below).any(|arc| arc.shown_mark().is_error());
        let (above, below) = (side(&self.above, n, false), side(&self.below, n, is_alone));
        let words: Vec<String> = self
            .words
            .iter()
            .map(|word| {
                let form = in_line(&word.form);
                let form = if word.mark == Mark::Aside { format!("({form})") } else { form };
                let tag = in_line(&word.tag);
                if tag.is_empty() { form } else { format!("{form}/{tag}") }
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let one = DrawnSide { relations: &above.0, arcs: &above.1 };
        let mut lines = match self.below.is_empty() && self.names[1].is_empty() {
            true => draw_one_side(&words, one),
            false => {
                let two = DrawnSide { relations: &below.0, arcs: &below.1 };
                let [left, right] = self.names.each_ref().map(|name| in_line(name));
                draw_sides_of(&words, (&left, one), (&right, two), is_compared)
            }
        };
        for token in &self.tokens {
            let some = self.words.get(token.first..=token.last).unwrap_or_default();
            let parts: Vec<&str> = some.iter().map(|word| word.form.as_str()).collect();
            let text = format!("{} = {}", shown(&token.form), shown(&parts.join(" + ")));
            lines.push(Line::of(Role::Dim, &text));
        }
        lines.extend(self.notes.iter().map(|note| Line::of(Role::Plain, &in_line(note))));
        let widest = lines.iter().map(|line| line.plain().width()).max().unwrap_or(0);
        if widest > 4000 {
            return vec![Line::of(Role::Dim, "too many arcs above each other to draw here")];
        }
        lines
    }
}

/// Relations of each word, joined, and arcs; those that are missing elsewhere have a sign where nothing else
/// tells.
fn side(arcs: &[FigureArc], n: usize, is_signed: bool) -> (Vec<String>, Vec<(usize, usize)>) {
    let mut relations = vec![String::new(); n];
    let mut pairs = Vec::new();
    for arc in arcs.iter().filter(|arc| arc.dependent < n) {
        let all = &mut relations[arc.dependent];
        all.push_str(if all.is_empty() { "" } else { "|" });
        let is_missing = is_signed && arc.shown_mark() == Mark::Missing;
        let sign = if is_missing { Mark::Missing } else { Mark::Matched };
        all.push_str(&sign.sign(&in_line(&arc.label)));
        pairs.extend(arc.head.filter(|head| *head < n).map(|head| (head, arc.dependent)));
    }
    (relations, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{ArcWord, FigureNode, TreeWord, dot, latex_document};

    const ODD: &str = "</script>&\"\\_%#{}$^~|<>\u{1}\u{202E}-`[,=]\u{FFFE}";

    fn odd_tree() -> Figure {
        let word = |form: &str| TreeWord { form: form.to_string(), mark: Mark::Matched };
        let node = |label: &str, parent| FigureNode {
            label: label.to_string(),
            parent,
            mark: Mark::Missing,
        };
        let above = TreeSide {
            name: ODD.to_string(),
            nodes: vec![node("S", None), node(ODD, Some(0))],
            parents: vec![Some(1), Some(0)],
        };
        let below = TreeSide {
            nodes: vec![node("S", None)],
            parents: vec![Some(0), None],
            ..above.clone()
        };
        Figure::Tree(TreeFigure {
            words: vec![word(ODD), word("two")],
            above,
            below,
            notes: vec![ODD.to_string()],
        })
    }

    fn odd_arcs() -> Figure {
        let word = ArcWord { form: ODD.to_string(), tag: ODD.to_string(), mark: Mark::Extra };
        let mut arc = FigureArc::new(Some(0), 1, ODD);
        arc.mark = Mark::Crossing;
        let above = vec![arc, FigureArc::new(None, 0, ODD), FigureArc::new(Some(7), 9, "nowhere")];
        let names = [ODD.to_string(), String::new()];
        Figure::Arcs(ArcFigure {
            words: vec![word.clone(), word],
            above,
            names,
            ..ArcFigure::default()
        })
    }

    #[test]
    fn the_largest_fragment_hangs_together() {
        use Mark::{Aside, Highlighted, Matched, Missing};
        // (TOP (S (NP a) (VP b (NP (NP c) d))))
        let marks = [Aside, Matched, Matched, Missing, Matched, Matched];
        let parents = [None, Some(0), Some(1), Some(1), Some(3), Some(4)];
        let nodes = marks.into_iter().zip(parents).map(|(mark, parent)| FigureNode {
            label: "X".to_string(),
            parent,
            mark,
        });
        let above = TreeSide { nodes: nodes.collect(), ..TreeSide::default() };
        let mut figure = Figure::Tree(TreeFigure { above, ..TreeFigure::default() });
        figure.mark_largest_fragment();
        let Figure::Tree(tree) = figure else { unreachable!() };
        let marks: Vec<Mark> = tree.above.nodes.iter().map(|node| node.mark).collect();
        assert_eq!(marks, [Aside, Highlighted, Highlighted, Missing, Matched, Matched]);
        assert!(tree.notes[0].ends_with("2 of 5 phrases"), "{:?}", tree.notes);
    }

    #[test]
    fn what_files_have_in_them_is_escaped_everywhere() {
        for figure in [odd_tree(), odd_arcs()] {
            let sketch = figure.sketch(ODD, 300);
            let svg = sketch.to_svg();
            assert!(!svg.contains("</script>") && !svg.contains(['\u{1}', '\u{202E}', '\u{FFFE}']));
            let mut reader = quick_xml::Reader::from_str(&svg);
            loop {
                match reader.read_event() {
                    Ok(quick_xml::events::Event::Eof) => break,
                    Ok(_) => {}
                    Err(error) => panic!("{error}\n{svg}"),
                }
            }
            let tex = latex_document(&[figure.latex(ODD)]);
            assert!(
                tex.contains("\\textbackslash{}\\_\\%\\#\\{\\}\\$\\textasciicircum{}"),
                "{tex}"
            );
            assert!(!tex.contains(['\u{1}', '\u{202E}']));
            let graph = dot(ODD, &[(ODD.to_string(), figure.clone())]);
            assert!(graph.contains("</script>&\\\"\\\\_%"), "{graph}");
            for line in figure.lines(80) {
                assert!(!line.plain().contains(['\u{1}', '\u{202E}']), "{}", line.plain());
            }
            assert_eq!(sketch, figure.sketch(ODD, 300), "same figure, same places");
            assert_eq!(sketch.picture().to_pdf(), figure.sketch(ODD, 300).picture().to_pdf());
        }
    }

    #[test]
    fn a_sketch_for_programs_has_whole_numbers_and_each_text_once() {
        let json = odd_arcs().sketch("odd", 300).to_json();
        let texts = json["t"].as_array().unwrap();
        let mut once = texts.clone();
        once.sort_by_key(|text| text.to_string());
        once.dedup();
        assert_eq!(once.len(), texts.len());
        let key = Sketch::key();
        for shape in json["s"].as_array().unwrap() {
            let shape = shape.as_array().unwrap();
            assert!(shape.iter().all(|number| number.is_i64()), "{shape:?}");
            let mark = shape[1].as_u64().unwrap() as usize;
            assert!(mark < key["marks"].as_array().unwrap().len());
        }
        assert_eq!(key["marks"][Mark::Crossing as usize]["name"], "crossing");
        assert_eq!(key["kinds"].as_array().unwrap().len(), 5);
    }

    #[test]
    fn labels_are_highlighted_unless_they_are_wrong() {
        let Figure::Arcs(figure) = odd_arcs().highlighted(&[ODD.to_string()]) else { panic!() };
        assert_eq!(
            (figure.above[0].mark, figure.above[1].mark),
            (Mark::Crossing, Mark::Highlighted)
        );
    }

    #[test]
    fn a_tree_is_indented_and_its_words_are_numbered_where_branches_cross() {
        let words = ["Wake", "her", "up"];
        let node = |label: &str, parent| FigureNode {
            label: label.to_string(),
            parent,
            mark: Mark::Matched,
        };
        let above = TreeSide {
            name: String::new(),
            nodes: vec![
                node("S", None),
                node("VP", Some(0)),
                node("V", Some(1)),
                node("PRT", Some(1)),
                node("NP", Some(0)),
            ],
            parents: vec![Some(2), Some(4), Some(3)],
        };
        let words = words.map(|form| TreeWord { form: form.to_string(), mark: Mark::Matched });
        let figure = TreeFigure { words: words.to_vec(), above, ..TreeFigure::default() };
        let lines: Vec<String> = figure.lines(80).iter().map(Line::plain).collect();
        assert_eq!(lines, ["S", "├─ VP", "│  ├─ V 1=Wake", "│  └─ PRT 3=up", "└─ NP 2=her"]);
        // Forest cannot let branches cross.
        assert!(Figure::Tree(figure).latex("").contains("\\begin{tikzpicture}"));
    }
}
