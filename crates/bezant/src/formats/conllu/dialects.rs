//! Dependencies to the columns of older formats, and what that loses.

use std::fmt;
use std::ops::BitOrAssign;

use super::write::{field, write};
use super::{Columns, lines};
use crate::structures::graph::{Graph, GraphNode, ROOT, Span, Word};

/// Writes the sentences of a graph in the columns of any of the formats.
///
/// The older ones have words only: no comments, multiword tokens, empty nodes or further arcs.
pub(crate) fn write_as(graph: &Graph<'_>, columns: Columns, out: &mut Vec<u8>) {
    if columns == Columns::Conllu {
        return write(graph, out);
    }
    for sentence in graph.sentences() {
        for (id, index) in (1u32..).zip(sentence.words()) {
            let word = &graph.words()[index];
            let nothing = Span { start: 0, end: 0 };
            let head = match word.head {
                ROOT => "0".to_string(),
                head => (head - sentence.first_word + 1).to_string(),
            };
            out.extend_from_slice(id.to_string().as_bytes());
            let spans: &[Span] = match columns {
                Columns::Conll2009 => {
                    let has_tag = !is_nothing(graph.slice(word.xpos));
                    let tag = if has_tag { word.xpos } else { word.upos };
                    &[word.form, word.lemma, word.lemma, tag, tag, word.features, word.features]
                }
                _ => &[word.form, word.lemma, word.upos, word.xpos, word.features],
            };
            for span in spans {
                out.push(b'\t');
                field(graph, *span, out);
            }
            // CoNLL 2009 has each column twice: gold's, and what was predicted.
            let times = if columns == Columns::Conll2009 { 2 } else { 1 };
            for _ in 0..times {
                out.push(b'\t');
                out.extend_from_slice(head.as_bytes());
            }
            for _ in 0..times {
                out.push(b'\t');
                field(graph, word.relation, out);
            }
            for _ in 0..2 {
                out.push(b'\t');
                field(graph, nothing, out);
            }
            out.push(b'\n');
        }
        out.push(b'\n');
    }
}

/// Writes a sentence in the columns that it has, every one of them.
pub(crate) fn copy(text: &[u8], columns: Columns, out: &mut Vec<u8>) {
    let full = if columns == Columns::Conll2009 { 14 } else { 10 };
    for line in full_lines(text) {
        out.extend_from_slice(line);
        if !line.starts_with(b"#") {
            (lines::fields(line).count()..full).for_each(|_| out.extend(b"\t_"));
        }
        out.push(b'\n');
    }
    out.push(b'\n');
}

/// Kinds of things that other columns have no place for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses(u16);

/// What they are called, a bit each.
const LOSSES: [&str; 9] = [
    "comments",
    "multiword tokens",
    "empty nodes",
    "enhanced arcs",
    "the column MISC",
    "coarse tags",
    "second heads (PHEAD, PDEPREL)",
    "predictions beside gold's columns",
    "predicates and their arguments",
];

impl Losses {
    /// What [`write_as`] leaves out of sentences that were read from other columns.
    pub(crate) fn of(graph: &Graph<'_>, from: Columns, to: Columns) -> Losses {
        let is_old = to != Columns::Conllu;
        let any = |test: &dyn Fn(&Word) -> bool| graph.words().iter().any(test);
        let says = |span| !is_nothing(graph.slice(span));
        let fields = |test: &dyn Fn(&[&[u8]]) -> bool| {
            let words =
                |sentence| full_lines(graph.sentence_text(sentence)).filter(|line| line[0] != b'#');
            graph
                .sentences()
                .iter()
                .flat_map(words)
                .any(|line| test(&lines::fields(line).collect::<Vec<&[u8]>>()))
        };
        let further = |fields: &[&[u8]], first| fields.iter().skip(first).any(|f| !is_nothing(f));
        let differ = |fields: &[&[u8]]| {
            let mut pairs = fields[2..12].chunks(2);
            pairs.any(|pair| pair[0] != pair[1] && !pair.iter().any(|field| is_nothing(field)))
        };
        let lost = [
            is_old && graph.sentences().iter().any(|s| graph.sentence_text(s).starts_with(b"#")),
            is_old && graph.tokens().iter().any(|token| token.is_multiword),
            is_old && !graph.empty_nodes().is_empty(),
            is_old && any(&|word| is_enhanced(graph, word)),
            is_old && (any(&|w| says(w.misc)) || graph.tokens().iter().any(|t| says(t.misc))),
            to == Columns::Conll2009
                && any(&|w| {
                    says(w.xpos) && says(w.upos) && graph.slice(w.xpos) != graph.slice(w.upos)
                }),
            from == Columns::Conllx && fields(&|fields| further(fields, 8)),
            from == Columns::Conll2009 && fields(&differ),
            from == Columns::Conll2009 && fields(&|fields| further(fields, 12)),
        ];
        Losses((0..).zip(lost).map(|(bit, lost)| u16::from(lost) << bit).sum())
    }

    /// Whether nothing is lost.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOrAssign for Losses {
    fn bitor_assign(&mut self, other: Losses) {
        self.0 |= other.0;
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = (0..).zip(LOSSES).filter(|(bit, _)| self.0 >> bit & 1 == 1);
        f.write_str(&names.map(|(_, name)| name).collect::<Vec<_>>().join(", "))
    }
}

/// Whether a word has arcs that do not only repeat its head.
fn is_enhanced(graph: &Graph<'_>, word: &Word) -> bool {
    let head = if word.head == ROOT { GraphNode::ROOT } else { GraphNode::word(word.head) };
    let relation = graph.slice(word.relation);
    graph.arcs(word).iter().any(|arc| arc.head != head || graph.slice(arc.relation) != relation)
}

/// The lines of a sentence without their ends.
fn full_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).filter(|line| !line.is_empty())
}

/// Whether a field says nothing.
fn is_nothing(field: &[u8]) -> bool {
    matches!(field, b"" | b"_")
}
