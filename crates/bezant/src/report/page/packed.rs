//! A section's sentences as they are embedded in a page: JSON, compressed, as letters.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use crate::report::page::sentences::{InSystem, PageSentence, PageSentences};

/// So many sentences are unpacked at once, when one of them is looked at.
pub(super) const PER_PIECE: usize = 100;

/// What is unpacked when the page opens: all that sentences are found by.
pub(super) fn index(sentences: &PageSentences, systems: &[String], metric: &str) -> Value {
    // A set of relations is as long as it has members: its sentence may not even be known.
    let unit = if metric == "relations" { "relation" } else { "word" };
    let own = |own: &Option<InSystem>| match own {
        None => Value::Null,
        Some(InSystem { skipped: Some(why), .. }) => json!(why),
        Some(own) => {
            // So many digits tell scores of sentences apart, by which they are compared.
            let score = own.score.map(|score| (score * 1_000_000.0).round() / 1_000_000.0);
            let cells: Vec<u64> = own.cells.iter().flatten().copied().collect();
            json!([score, own.errors, cells])
        }
    };
    let row = |row: &PageSentence| {
        let of: Vec<Value> = row.of.iter().map(own).collect();
        let row_of = json!([row.number, row.n_sentences, row.length, row.text, of]);
        match (row_of, &row.id) {
            (Value::Array(mut all), Some(id)) => {
                all.push(json!(id));
                Value::Array(all)
            }
            (row, _) => row,
        }
    };
    json!({
        "systems": systems,
        "cells": sentences.cells,
        "all": sentences.n_all,
        "hidden": sentences.without_text || sentences.only_counts,
        "counts": sentences.only_counts,
        "pairs": sentences.are_pairs,
        "staying": sentences.n_staying,
        "told": sentences.tells_errors,
        "unit": unit,
        "per": PER_PIECE,
        "rows": sentences.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

/// Drawings and remarks of some sentences. Drawings are JSON already.
pub(super) fn piece(rows: &[PageSentence]) -> String {
    let mut out = String::from("[");
    for (at, row) in rows.iter().enumerate() {
        out.push_str(if at > 0 { ",[" } else { "[" });
        for (at, own) in row.of.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            let Some(own) = own else {
                out.push_str("null");
                continue;
            };
            let facts = own.facts.iter().map(|fact| json!([fact.side, fact.label, fact.text]));
            let facts = Value::from(facts.collect::<Vec<_>>());
            let picture = own.picture.as_deref().unwrap_or("null");
            out.push_str(&format!("[{facts},{picture}]"));
        }
        out.push(']');
    }
    out.push(']');
    out
}

/// Compressed, as letters that no page takes for markup.
pub(super) fn packed(text: &str) -> io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    Ok(base64(&encoder.finish()?))
}

/// JSON as it may stand in a page's own markup.
pub(super) fn plain(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028")
}

pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= three.len() { letter.into() } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_rfc_4648() {
        for (bytes, letters) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }

    #[test]
    fn data_cannot_end_its_own_element() {
        assert!(!plain(&json!("</script><!--")).contains('<'));
    }
}
