//! Dependencies to the columns of older formats.

use super::Columns;
use super::write::{field, write};
use crate::structures::graph::{Graph, ROOT, Span};

/// Writes the sentences of a graph in the columns of any of the formats.
///
/// The older ones have words only: no comments, multiword tokens, empty nodes or further arcs.
pub fn write_as(graph: &Graph<'_>, columns: Columns, out: &mut Vec<u8>) {
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
                    let tag = if graph.slice(word.xpos).is_empty() { word.upos } else { word.xpos };
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
