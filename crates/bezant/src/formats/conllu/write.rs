//! Dependencies to text.

use crate::structures::graph::{Graph, GraphArc, GraphSentence, ROOT, Span};

/// Writes the sentences of a graph as CoNLL-U, with their comments.
pub fn write(graph: &Graph<'_>, out: &mut Vec<u8>) {
    for sentence in graph.sentences() {
        write_sentence(graph, sentence, out);
        out.push(b'\n');
    }
}

fn write_sentence(graph: &Graph<'_>, sentence: &GraphSentence, out: &mut Vec<u8>) {
    let mut empty_nodes = graph.empty_nodes()[sentence.empty_nodes()].iter().peekable();
    let mut write_empty_nodes = |after: u32, out: &mut Vec<u8>| {
        while let Some(node) = empty_nodes.next_if(|node| node.after == after) {
            out.extend_from_slice(graph.slice(node.line));
            out.push(b'\n');
        }
    };
    write_comments(graph, sentence, out);
    write_empty_nodes(0, out);
    for (id, index) in (1..).zip(sentence.words()) {
        let arcs = graph.arcs(&graph.words()[index]);
        write_word(graph, sentence, index, out, |out| write_arcs(graph, sentence, arcs, out));
        write_empty_nodes(id, out);
    }
}

/// Writes one sentence as CoNLL-U, its comments first, with other arcs in the column for the
/// enhanced graph: they are written by a function that is given the number of the word. Empty
/// nodes, which belong to the arcs that are replaced, are left out.
pub(crate) fn write_sentence_with(
    graph: &Graph<'_>,
    sentence: &GraphSentence,
    out: &mut Vec<u8>,
    mut write_deps: impl FnMut(usize, &mut Vec<u8>),
) {
    write_comments(graph, sentence, out);
    for index in sentence.words() {
        write_word(graph, sentence, index, out, |out| write_deps(index, out));
    }
}

fn write_comments(graph: &Graph<'_>, sentence: &GraphSentence, out: &mut Vec<u8>) {
    let text = &graph.text()[sentence.start as usize..sentence.end as usize];
    for line in text.split(|byte| *byte == b'\n').take_while(|line| line.starts_with(b"#")) {
        out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        out.push(b'\n');
    }
}

/// Writes a word, and the token it begins, if that has a line of its own.
fn write_word(
    graph: &Graph<'_>,
    sentence: &GraphSentence,
    index: usize,
    out: &mut Vec<u8>,
    write_deps: impl FnOnce(&mut Vec<u8>),
) {
    let word = &graph.words()[index];
    let id = index + 1 - sentence.first_word as usize;
    let token = &graph.tokens()[word.token as usize];
    if token.is_multiword && token.first_word as usize == index {
        let tokens = &graph.tokens()[..sentence.last_token as usize];
        let next = tokens.get(word.token as usize + 1);
        let end = next.map_or(sentence.last_word, |next| next.first_word);
        let last = end - sentence.first_word;
        out.extend_from_slice(format!("{id}-{last}\t").as_bytes());
        out.extend_from_slice(graph.slice(token.form));
        out.extend_from_slice(b"\t_\t_\t_\t_\t_\t_\t_\t");
        field(graph, token.misc, out);
        out.push(b'\n');
    }
    out.extend_from_slice(id.to_string().as_bytes());
    for span in [word.form, word.lemma, word.upos, word.xpos, word.features] {
        out.push(b'\t');
        field(graph, span, out);
    }
    let head = if word.head == ROOT { 0 } else { word.head - sentence.first_word + 1 };
    out.extend_from_slice(format!("\t{head}\t").as_bytes());
    field(graph, word.relation, out);
    out.push(b'\t');
    write_deps(out);
    out.push(b'\t');
    field(graph, word.misc, out);
    out.push(b'\n');
}

fn write_arcs(graph: &Graph<'_>, sentence: &GraphSentence, arcs: &[GraphArc], out: &mut Vec<u8>) {
    if arcs.is_empty() {
        out.push(b'_');
    }
    for (n, arc) in arcs.iter().enumerate() {
        if n > 0 {
            out.push(b'|');
        }
        let head = match (arc.head.as_word(), arc.head.as_empty()) {
            (Some(word), _) => (word - sentence.first_word + 1).to_string(),
            (_, Some(empty)) => {
                let node = &graph.empty_nodes()[empty as usize];
                format!("{}.{}", node.after, node.minor)
            }
            (None, None) => "0".to_string(),
        };
        out.extend_from_slice(head.as_bytes());
        out.push(b':');
        out.extend_from_slice(graph.slice(arc.relation));
    }
}

/// A field, or an underscore where there is nothing.
pub(super) fn field(graph: &Graph<'_>, span: Span, out: &mut Vec<u8>) {
    match graph.slice(span) {
        b"" => out.push(b'_'),
        text => out.extend_from_slice(text),
    }
}
