//! Figures in the words of LaTeX: trees for `forest`, arcs for `tikz-dependency`; trees whose branches cross
//! for plain TikZ, as they are drawn elsewhere.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::pictures::arcs::{ArcFigure, FigureArc};
use crate::pictures::figure::Figure;
use crate::pictures::mark::Mark;
use crate::pictures::phrases::{TreeFigure, TreeSide, TreeWord};
use crate::pictures::sketch::{Shape, Sketch, shown};

/// What the figures of a document need, once: packages, colours and styles.
const LATEX_PREAMBLE: &str = r"\usepackage{forest}
\useforestlibrary{edges}
\usepackage{tikz-dependency}
\definecolor{bezantaside}{HTML}{767676}
\definecolor{bezanthighlighted}{HTML}{007A59}
\definecolor{bezantmissing}{HTML}{C05000}
\definecolor{bezantextra}{HTML}{00659E}
\definecolor{bezantcrossing}{HTML}{9C2C77}
\tikzset{
  bezant aside line/.style={draw=bezantaside, densely dotted},
  bezant highlighted line/.style={draw=bezanthighlighted, line width=1.4pt},
  bezant missing line/.style={draw=bezantmissing, dashed, line width=.8pt},
  bezant extra line/.style={draw=bezantextra, line width=1.2pt},
  bezant crossing line/.style={draw=bezantcrossing, double, double distance=.8pt, line width=.6pt},
  bezant aside/.style={text=bezantaside},
  bezant highlighted/.style={text=bezanthighlighted, bezant highlighted line},
  bezant missing/.style={text=bezantmissing, bezant missing line},
  bezant extra/.style={text=bezantextra, bezant extra line},
  bezant crossing/.style={text=bezantcrossing, bezant crossing line},
}
\forestset{
  bezant tree/.style={for tree={parent anchor=south, child anchor=north, align=center, inner sep=2pt, s sep=6pt, l sep=9pt, l=0, fork sep=4pt, forked edge}, where n children=0{tier=word}{}},
  bezant tree below/.style={for tree={grow'=north, parent anchor=north, child anchor=south, align=center, inner sep=2pt, s sep=6pt, l sep=9pt, l=0, fork sep=4pt, forked edge}, where n children=0{tier=word}{}},
}
";

/// A document that shows figures, each on a page of its own that is as large as it is.
pub fn latex_document(figures: &[String]) -> String {
    let text = figures.concat();
    let mut out = String::new();
    if !text.is_ascii() && text.chars().any(|c| c > '\u{17F}' && !"–—‘’“”…−×∅".contains(c))
    {
        out.push_str(
            "% needs XeLaTeX (or LuaLaTeX), and \\setmainfont{...} for a font that has all letters\n",
        );
    }
    out.push_str(
        "\\documentclass[border=4pt,multi=bezantfigure]{standalone}\n\
         \\usepackage{iftex}\n\
         \\ifPDFTeX\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{textcomp}\n\
         \\else\n\\usepackage{fontspec}\n",
    );
    // Letters of Arabic join only where the font is told so.
    let has = |range: std::ops::RangeInclusive<char>| text.chars().any(|c| range.contains(&c));
    let script = match (has('\u{600}'..='\u{6FF}'), has('\u{590}'..='\u{5FF}')) {
        (true, _) => "[Script=Arabic]",
        (_, true) => "[Script=Hebrew]",
        _ => "",
    };
    let _ = writeln!(
        out,
        "\\IfFontExistsTF{{DejaVu Sans}}{{\\setmainfont{{DejaVu Sans}}{script}}}{{}}\n\\fi"
    );
    out.push_str(LATEX_PREAMBLE);
    out.push_str("\\newenvironment{bezantfigure}{\\begin{tabular}{@{}c@{}}}{\\end{tabular}}\n");
    out.push_str("\\begin{document}\n");
    for figure in figures {
        let _ = write!(out, "\\begin{{bezantfigure}}\n{figure}\\end{{bezantfigure}}\n");
    }
    out.push_str("\\end{document}\n");
    out
}

/// No table of words is wider; TeX would not take it, and places of arcs are looked for word by word.
const MOST_COLUMNS: usize = 10_000;

/// Text as it may stand in LaTeX.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in shown(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("{\\char34}"),
            '-' => out.push_str("{-}"),
            '`' => out.push_str("{\\char96}"),
            '−' => out.push_str("\\ensuremath{-}"),
            '×' => out.push_str("\\ensuremath{\\times}"),
            '∅' => out.push_str("\\ensuremath{\\emptyset}"),
            '\u{FFFD}' => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

impl Figure {
    /// The figure for LaTeX, where `LATEX_PREAMBLE` was read; what belongs together is parted by `\\`, as
    /// in a `tabular`. `title` is a comment.
    pub fn latex(&self, title: &str) -> String {
        let mut out = format!("% {}\n", shown(title));
        match self {
            Figure::Tree(tree) => out.push_str(&tree.latex()),
            Figure::Arcs(arcs) => arcs.latex(&mut out),
            Figure::Aligned(both) => {
                both.text.latex(&mut out);
                out.push_str("\\\\[2ex]\n");
                both.hypothesis.latex(&mut out);
            }
        }
        out
    }
}

impl ArcFigure {
    fn latex(&self, out: &mut String) {
        let n = self.words.len();
        if n > MOST_COLUMNS {
            let _ = writeln!(out, "{n} words, too many for a table of LaTeX");
            return;
        }
        let is_turned = self.is_right_to_left();
        // Columns run from left to right in any language.
        let column = |word: usize| if is_turned { n - word } else { word + 1 };
        let mut order: Vec<usize> = (0..n).collect();
        if is_turned {
            order.reverse();
        }
        out.push_str("\\begin{dependency}[label style={draw=none}, edge slant=2pt]\n");
        out.push_str("\\begin{deptext}[column sep=1ex]\n");
        let gaps = self.gaps();
        let gap = |at: usize| {
            let pair = if is_turned { n.saturating_sub(at + 1) } else { at.saturating_sub(1) };
            match gaps.get(pair) {
                _ if at == 0 => String::new(),
                Some(gap) if *gap > 0 => format!(" \\&[{gap}pt] "),
                _ => " \\& ".to_string(),
            }
        };
        let row = |out: &mut String, texts: &mut dyn Iterator<Item = String>| {
            for (at, cell) in texts.enumerate() {
                let _ = write!(out, "{}{cell}", gap(at));
            }
            let _ = writeln!(out, " \\\\");
        };
        let form = |at: &usize| {
            let word = &self.words[*at];
            let text = escaped(&word.form);
            match word.mark {
                Mark::Matched => text,
                mark => format!("\\textcolor{{bezant{}}}{{{text}}}", mark.class()),
            }
        };
        row(out, &mut order.iter().map(form));
        if self.words.iter().any(|word| !word.tag.is_empty()) {
            let tag = |at: &usize| format!("{{\\tiny {}}}", escaped(&self.words[*at].tag));
            row(out, &mut order.iter().map(tag));
        }
        out.push_str("\\end{deptext}\n");
        for (arcs, below) in [(&self.above, false), (&self.below, true)] {
            for (arc, level) in arcs.iter().zip(levels(arcs, n)) {
                let Some(level) = level else { continue };
                let options = options(arc, below, level);
                let label = escaped(&arc.shown_label());
                let to = column(arc.dependent);
                let _ = match arc.head.filter(|head| *head < n) {
                    None => writeln!(out, "\\deproot{options}{{{to}}}{{{label}}}"),
                    Some(head) => {
                        writeln!(out, "\\depedge{options}{{{}}}{{{to}}}{{{label}}}", column(head))
                    }
                };
            }
        }
        for token in self.tokens.iter().filter(|token| token.last < n && token.first <= token.last)
        {
            let [from, to] = [column(token.first), column(token.last)];
            let (from, to) = (from.min(to), from.max(to));
            let form = escaped(&token.form);
            let group = format!("t{from}x{to}");
            let _ = writeln!(out, "\\wordgroup{{1}}{{{from}}}{{{to}}}{{{group}}} % {form}");
        }
        out.push_str("\\end{dependency}\n");
        for note in &self.notes {
            let _ = writeln!(out, "\\\\\n{{\\footnotesize {}}}", escaped(note));
        }
    }
}

/// How wide a letter of a word is in LaTeX, about, in points.
const WORD: usize = 5;
/// The same of a label.
const LABEL: usize = 4;
/// How far words are apart.
const APART: usize = 4;
/// So much of an arc is seen beside its label, at least.
const SEEN: usize = 16;

impl ArcFigure {
    /// What must be added between words, in points, so that no arc vanishes under its own label.
    fn gaps(&self) -> Vec<usize> {
        let n = self.words.len();
        let widths: Vec<usize> = self
            .words
            .iter()
            .map(|word| WORD * word.form.width().max(word.tag.width() / 2))
            .collect();
        let mut gaps = vec![0; n.saturating_sub(1)];
        let ends = |arc: &FigureArc| {
            let head = arc.head.filter(|head| *head < n && arc.dependent < n)?;
            Some((head.min(arc.dependent), head.max(arc.dependent))).filter(|(one, two)| one != two)
        };
        let mut arcs: Vec<(usize, usize, usize)> = self
            .above
            .iter()
            .chain(&self.below)
            .filter_map(|arc| {
                let (from, to) = ends(arc)?;
                Some((from, to, LABEL * arc.shown_label().width() + SEEN))
            })
            // Longer ones have room.
            .filter(|(from, to, _)| to - from <= 3)
            .collect();
        arcs.sort_by_key(|(from, to, _)| (to - from, *from));
        for (from, to, needed) in arcs {
            let inner: usize = widths[from + 1..to].iter().sum();
            let between: usize = gaps[from..to].iter().map(|gap| gap + APART).sum();
            let there = (widths[from] + widths[to]) / 2 + inner + between;
            let more = needed.saturating_sub(there).div_ceil(to - from);
            gaps[from..to].iter_mut().for_each(|gap| *gap += more);
        }
        gaps
    }
}

/// How high each arc is: above those that it covers, and an arrow from the root above all that touch its
/// word; nothing for what has no place.
fn levels(arcs: &[FigureArc], n: usize) -> Vec<Option<usize>> {
    let span = |arc: &FigureArc| match arc.head {
        Some(head) => (head.min(arc.dependent) + 1, head.max(arc.dependent) + 1),
        None => (arc.dependent, arc.dependent + 2),
    };
    let is_drawn = |arc: &FigureArc| {
        arc.dependent < n && arc.head.is_none_or(|head| head < n && head != arc.dependent)
    };
    let mut order: Vec<usize> = (0..arcs.len()).filter(|at| is_drawn(&arcs[*at])).collect();
    order.sort_by_key(|at| (arcs[*at].head.is_none(), span(&arcs[*at]).1 - span(&arcs[*at]).0));
    let mut skyline = vec![0; n + 2];
    let mut levels = vec![None; arcs.len()];
    for at in order {
        let (from, to) = span(&arcs[at]);
        let level = skyline[from..to].iter().copied().max().unwrap_or(0);
        skyline[from..to].fill(level + 1);
        levels[at] = Some(level);
    }
    levels
}

fn options(arc: &FigureArc, below: bool, level: usize) -> String {
    // A label is about two heights of an x. Arrows from the root are measured from the middle of the word,
    // those below it in quarters.
    let ex = |tenths: usize| format!("{}.{}ex", tenths / 10, tenths % 10);
    let height = 25 + 26 * level;
    let mut options: Vec<String> = vec![match (arc.head, below) {
        (Some(_), _) => format!("edge height={}", ex(height)),
        (None, false) => format!("edge height={}", ex(height + 15)),
        (None, true) => format!("edge unit distance={}", ex((height + 15) / 4)),
    }];
    if below {
        options.push("edge below".to_string());
    }
    if arc.mark != Mark::Matched {
        options.push(format!("edge style={{bezant {} line}}", arc.mark.class()));
    }
    let label = arc.shown_mark();
    if label != Mark::Matched {
        options.push(format!("label style={{bezant {}}}", label.class()));
    }
    format!("[{}]", options.join(", "))
}

impl TreeFigure {
    fn latex(&self) -> String {
        if let Some(instead) = self.too_large() {
            return format!("{}\n", escaped(&instead));
        }
        if self.has_gaps() {
            return self.sketch("").tikz();
        }
        let is_pair = !self.below.nodes.is_empty();
        let mut out = self.side_latex(&self.above, "bezant tree");
        if is_pair {
            out = format!("{}\\\\\n{out}\\\\[2ex]\n", escaped(&self.above.name));
            out.push_str(&self.side_latex(&self.below, "bezant tree below"));
            let _ = writeln!(out, "\\\\\n{}", escaped(&self.below.name));
        }
        for note in &self.notes {
            let _ = writeln!(out, "\\\\\n{{\\footnotesize {}}}", escaped(note));
        }
        out
    }

    fn side_latex(&self, side: &TreeSide, style: &str) -> String {
        let placed = side.measured();
        // What hangs on each phrase, and at the top, by its first word.
        let n = side.nodes.len();
        let mut below: Vec<Vec<(usize, Thing)>> = vec![Vec::new(); n + 1];
        for (at, node) in side.nodes.iter().enumerate().filter(|(at, _)| placed[*at].n_words > 0) {
            below[node.parent.unwrap_or(n)].push((placed[at].first, Thing::Node(at)));
        }
        for (word, parent) in side.parents.iter().enumerate() {
            if let Some(parent) = parent {
                below[*parent].push((word, Thing::Word(word)));
            }
        }
        for children in &mut below {
            children.sort_unstable();
            if self.is_right_to_left() {
                children.reverse();
            }
        }
        let mut out = format!("\\begin{{forest}}\n{style}");
        // Several tops hang on something that is not seen.
        let is_forest = below[n].len() != 1;
        if is_forest {
            out.push_str("\n[,phantom");
        }
        let mut waiting: Vec<Option<Thing>> =
            below[n].iter().rev().map(|(_, thing)| Some(*thing)).collect();
        while let Some(next) = waiting.pop() {
            match next {
                None => out.push(']'),
                Some(Thing::Word(word)) => {
                    let TreeWord { form, mark } = &self.words[word];
                    let colour = match mark {
                        Mark::Matched => String::new(),
                        mark => format!(", text=bezant{}", mark.class()),
                    };
                    let _ = write!(out, "\n[{{{}}}{colour}]", escaped(form));
                }
                Some(Thing::Node(at)) => {
                    let node = &side.nodes[at];
                    let mut options = String::new();
                    if node.mark != Mark::Matched {
                        let class = node.mark.class();
                        let _ = write!(options, ", bezant {class}, edge={{bezant {class} line}}");
                    }
                    let label = escaped(&node.mark.printed(&node.label));
                    let _ = write!(out, "\n[{{{label}}}{options}");
                    waiting.push(None);
                    waiting.extend(below[at].iter().rev().map(|(_, thing)| Some(*thing)));
                }
            }
        }
        out.push_str(if is_forest { "]\n" } else { "\n" });
        out.push_str("\\end{forest}\n");
        out
    }

    /// Whether branches cross, which forest does not draw.
    fn has_gaps(&self) -> bool {
        [&self.above, &self.below]
            .iter()
            .any(|side| side.measured().iter().any(|node| node.has_gaps))
    }
}

/// A phrase or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Node(usize),
    Word(usize),
}

impl Sketch {
    /// The drawing for TikZ, line by line, where `LATEX_PREAMBLE` was read.
    pub(super) fn tikz(&self) -> String {
        let mut out =
            "\\begin{tikzpicture}[x=0.1pt, y=-0.1pt, inner sep=0pt, outer sep=0pt]\n".to_string();
        let style = |mark: &Mark| match mark {
            Mark::Matched => String::new(),
            mark => format!("[bezant {} line]", mark.class()),
        };
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Line { spots, mark } => {
                    let spots: Vec<String> =
                        spots.iter().map(|(x, y)| format!("({x},{y})")).collect();
                    writeln!(out, "\\draw{} {};", style(mark), spots.join(" -- "))
                }
                Shape::Frame { left, top, width, height, mark } => writeln!(
                    out,
                    "\\draw{} ({left},{top}) rectangle ({},{});",
                    style(mark),
                    left + width,
                    top + height
                ),
                Shape::Text { middle, base, text, kind, mark, .. } => {
                    let colour = match mark {
                        Mark::Matched => String::new(),
                        mark => format!(", text=bezant{}", mark.class()),
                    };
                    let size = f64::from(kind.size()) / 10.0;
                    writeln!(
                        out,
                        "\\node[anchor=base{colour}, font=\\fontsize{{{size}}}{{{size}}}\\selectfont] at ({middle},{base}) {{{}}};",
                        escaped(text)
                    )
                }
                // Trees have none.
                Shape::Tip { .. } => Ok(()),
            };
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}
