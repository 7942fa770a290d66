//! Figures in the language of Graphviz.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::pictures::arcs::{ArcFigure, FigureArc};
use crate::pictures::figure::Figure;
use crate::pictures::mark::Mark;
use crate::pictures::phrases::{TreeFigure, TreeSide};
use crate::pictures::sketch::shown;

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// How lines and labels of a mark look.
fn style(mark: Mark) -> String {
    let colour = format!("#{:06X}", mark.look().colour.0);
    match mark {
        Mark::Matched => String::new(),
        Mark::Aside => format!(", color=\"{colour}\", fontcolor=\"{colour}\", style=dotted"),
        Mark::Missing => format!(", color=\"{colour}\", fontcolor=\"{colour}\", style=dashed"),
        Mark::Extra | Mark::Highlighted => {
            format!(", color=\"{colour}\", fontcolor=\"{colour}\", penwidth=2")
        }
        // Two colours in a list are two lines.
        Mark::Crossing => format!(", color=\"{colour}:{colour}\", fontcolor=\"{colour}\""),
    }
}

/// The same for what has a frame instead of a line.
fn node_style(mark: Mark) -> String {
    let colour = format!("#{:06X}", mark.look().colour.0);
    match mark {
        Mark::Matched => String::new(),
        Mark::Aside => format!(", fontcolor=\"{colour}\""),
        Mark::Crossing => {
            format!(", shape=box, peripheries=2, color=\"{colour}\", fontcolor=\"{colour}\"")
        }
        other => format!(", shape=box{}", style(other)),
    }
}

/// Figures as one graph, for Graphviz.
pub fn dot(title: &str, figures: &[(String, Figure)]) -> String {
    let mut out = format!("digraph {} {{\n", quoted(title));
    out.push_str(
        "  graph [rankdir=TB, nodesep=0.15, ranksep=0.3, charset=\"UTF-8\"];\n  \
         node [shape=plaintext, fontname=\"Helvetica\", fontsize=12, margin=\"0.04,0.02\", height=0.25, width=0.1];\n  \
         edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6];\n",
    );
    for (at, (title, figure)) in figures.iter().enumerate() {
        let _ = writeln!(out, "  subgraph figure_{at} {{");
        let title = quoted(title);
        if figures.len() > 1 {
            let _ = writeln!(out, "    f{at} [label={title}, fontsize=9];");
        } else {
            let _ = writeln!(
                out,
                "    graph [label={title}, labelloc=t, labeljust=l, fontname=\"Helvetica\", fontsize=9];"
            );
        }
        match figure {
            Figure::Tree(tree) => tree.dot(&mut out, &format!("f{at}")),
            Figure::Arcs(arcs) => arcs.dot(&mut out, &format!("f{at}")),
            Figure::Aligned(both) => {
                both.text.dot(&mut out, &format!("f{at}t"));
                both.hypothesis.dot(&mut out, &format!("f{at}h"));
                for (top, bottom) in &both.links {
                    let _ = writeln!(
                        out,
                        "    f{at}tw{top} -> f{at}hw{bottom} [dir=none, style=dotted, color=\"#767676\"];"
                    );
                }
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// Words beside each other, in their order.
fn words(out: &mut String, name: &str, forms: &[(String, Mark)], is_turned: bool) {
    for (at, (form, mark)) in forms.iter().enumerate() {
        let _ = writeln!(out, "    {name}w{at} [label={form}{}];", node_style(*mark));
    }
    let mut order: Vec<String> = (0..forms.len()).map(|at| format!("{name}w{at}")).collect();
    if is_turned {
        order.reverse();
    }
    let _ = writeln!(out, "    {{ rank=same; {}; }}", order.join("; "));
    if order.len() > 1 {
        let _ = writeln!(out, "    {} [style=invis, weight=100];", order.join(" -> "));
    }
}

impl ArcFigure {
    /// Heads above what hangs on them, as Graphviz draws best. What both sides have is drawn once.
    fn dot(&self, out: &mut String, name: &str) {
        let n = self.words.len();
        for (at, word) in self.words.iter().enumerate() {
            let [form, tag] = [&word.form, &word.tag].map(|text| quoted(text));
            let (form, tag) = (&form[1..form.len() - 1], &tag[1..tag.len() - 1]);
            let both = if tag.is_empty() { form.to_string() } else { format!("{form}\\n{tag}") };
            let _ = writeln!(out, "    {name}w{at} [label=\"{both}\"{}];", node_style(word.mark));
        }
        let said: BTreeSet<(Option<usize>, usize, &str)> =
            self.above.iter().map(|arc| (arc.head, arc.dependent, arc.label.as_str())).collect();
        let is_there = |arc: &FigureArc| {
            let is_said = said.contains(&(arc.head, arc.dependent, arc.label.as_str()));
            !arc.shown_mark().is_error() && is_said
        };
        // What is below goes with what is above, and does not move the words.
        let below =
            self.below.iter().filter(|arc| !is_there(arc)).map(|arc| (arc, ", constraint=false"));
        let arcs = self.above.iter().map(|arc| (arc, "")).chain(below);
        for (at, (arc, more)) in arcs.enumerate().filter(|(_, (arc, _))| arc.dependent < n) {
            let (to, label) = (arc.dependent, quoted(&arc.shown_label()));
            let mut look = style(arc.mark);
            if arc.mark == Mark::Matched && arc.shown_mark() != Mark::Matched {
                let colour = arc.shown_mark().look().colour.0;
                look = format!(", fontcolor=\"#{colour:06X}\"");
            }
            let _ = match arc.head.filter(|head| *head < n) {
                Some(head) => {
                    writeln!(out, "    {name}w{head} -> {name}w{to} [label={label}{look}{more}];")
                }
                None => {
                    let root = format!("{name}r{at}");
                    let _ = writeln!(out, "    {root} [shape=point, width=0.05, height=0.05];");
                    writeln!(out, "    {root} -> {name}w{to} [label={label}{look}{more}];")
                }
            };
        }
        if !self.notes.is_empty() {
            let notes: Vec<String> = self
                .notes
                .iter()
                .map(|note| {
                    let note = quoted(note);
                    note[1..note.len() - 1].to_string()
                })
                .collect();
            let _ =
                writeln!(out, "    {name}notes [label=\"{}\\l\", fontsize=9];", notes.join("\\l"));
        }
    }
}

impl TreeFigure {
    fn dot(&self, out: &mut String, name: &str) {
        if let Some(instead) = self.too_large() {
            let _ = writeln!(out, "    {name} [label={}];", quoted(&instead));
            return;
        }
        let forms: Vec<(String, Mark)> =
            self.words.iter().map(|word| (quoted(&word.form), word.mark)).collect();
        words(out, name, &forms, self.is_right_to_left());
        side(out, name, &self.above, 'a');
        side(out, name, &self.below, 'b');
    }
}

fn side(out: &mut String, name: &str, side: &TreeSide, which: char) {
    let placed = side.measured();
    for (at, node) in side.nodes.iter().enumerate().filter(|(at, _)| placed[*at].n_words > 0) {
        let label = quoted(&node.mark.printed(&node.label));
        let _ = writeln!(out, "    {name}{which}{at} [label={label}{}];", node_style(node.mark));
    }
    // What is below the words comes after them.
    let mut edge = |above: String, below: String, mark: Mark| {
        let (from, to) = if which == 'a' { (above, below) } else { (below, above) };
        let _ = writeln!(out, "    {from} -> {to} [dir=none{}];", style(mark));
    };
    for (at, node) in side.nodes.iter().enumerate().filter(|(at, _)| placed[*at].n_words > 0) {
        if let Some(parent) = node.parent {
            edge(format!("{name}{which}{parent}"), format!("{name}{which}{at}"), node.mark);
        }
    }
    for (word, parent) in side.parents.iter().enumerate() {
        if let Some(parent) = parent {
            edge(format!("{name}{which}{parent}"), format!("{name}w{word}"), Mark::Matched);
        }
    }
}
