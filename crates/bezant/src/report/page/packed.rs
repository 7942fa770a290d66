//! A section's sentences as they are embedded in a page: JSON, compressed, as letters.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use crate::report::page::PageSection;
use crate::report::page::sentences::{InSystem, PageSentence, PageSentences};

/// So many sentences are unpacked at once, when one of them is looked at.
pub(super) const PER_PIECE: usize = 100;

/// What is unpacked when the page opens: all that sentences are found by.
pub(super) fn index(sentences: &PageSentences, systems: &[String], unit: &str) -> Value {
    let own = |own: &Option<InSystem>| match own {
        None => Value::Null,
        Some(own) => {
            // So many digits tell scores of sentences apart, by which they are compared.
            let score = own.score.map(|score| (score * 1_000_000.0).round() / 1_000_000.0);
            let cells = own.cells.iter().flatten().map(|n| json!(n));
            let ledgers = own.ledgers.iter().flat_map(|(id, facts)| {
                [json!(id)].into_iter().chain(facts.iter().map(|n| number(*n)))
            });
            let cells: Vec<Value> = cells.chain(ledgers).collect();
            match &own.skipped {
                Some(why) => json!([why, 0, cells]),
                None => json!([score, own.errors, cells]),
            }
        }
    };
    let row = |row: &PageSentence| {
        let of: Vec<Value> = row.of.iter().map(own).collect();
        json!([row.number, row.n_sentences, row.length, row.text, of, row.id, row.depth])
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

/// A number without a point where it has no parts.
fn number(n: f64) -> Value {
    const LARGEST: f64 = (1u64 << 53) as f64;
    if n.fract() == 0.0 && n.abs() <= LARGEST { json!(n as i64) } else { json!(n) }
}

/// So many bytes all drawings of a page have together, as they stand in it: it opens at once, and can be mailed.
pub(super) const MOST_BYTES: usize = 20_000_000;

/// The drawings of a section, packed.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub(super) packed: Vec<String>,
    /// How many drawings have no room.
    pub(super) n_left_out: usize,
}

/// The drawings of all sections. Where they are too many bytes, those of sentences with the fewest errors are left
/// out, of each section the same share.
pub(super) fn pieces(sections: &[PageSection], most: usize) -> io::Result<Vec<Pieces>> {
    let all_of = |share: f64| -> io::Result<Vec<Pieces>> {
        sections.iter().map(|section| pieces_of(section.sentences.as_ref(), share)).collect()
    };
    let size = |all: &[Pieces]| -> usize {
        all.iter().flat_map(|pieces| &pieces.packed).map(String::len).sum()
    };
    let mut share = 1.0;
    let mut found = all_of(share)?;
    let mut now = size(&found);
    while now > most && share > 0.01 {
        // What is left out packs better than what stays, which is larger.
        share *= 0.95 * most as f64 / now as f64;
        found = all_of(share)?;
        now = size(&found);
    }
    Ok(found)
}

fn pieces_of(sentences: Option<&PageSentences>, share: f64) -> io::Result<Pieces> {
    let Some(sentences) = sentences else { return Ok(Pieces::default()) };
    let mut left_out: BTreeSet<(usize, usize)> = BTreeSet::new();
    if share < 1.0 {
        let drawings = sentences.rows.iter().enumerate().flat_map(|(at, row)| {
            let own = row.of.iter().enumerate();
            let most = row.of.iter().flatten().map(|own| own.errors).max().unwrap_or(0);
            let joint = row.joint.as_ref().map(|joint| (most, (at, row.of.len()), joint.len()));
            own.filter_map(move |(of, own)| {
                let own = own.as_ref()?;
                Some((own.errors, (at, of), own.picture.as_ref()?.len()))
            })
            .chain(joint)
        });
        let mut drawings: Vec<(u64, (usize, usize), usize)> = drawings.collect();
        // Of equal ones, the last.
        drawings.sort_by_key(|(errors, place, _)| (*errors, Reverse(*place)));
        let all: usize = drawings.iter().map(|(_, _, size)| size).sum();
        let mut too_much = all as f64 * (1.0 - share);
        for (_, place, size) in drawings {
            if too_much <= 0.0 {
                break;
            }
            too_much -= size as f64;
            left_out.insert(place);
        }
    }
    let mut packed_pieces = Vec::new();
    for (at, rows) in sentences.rows.chunks(PER_PIECE).enumerate() {
        packed_pieces
            .push(packed(&piece(rows, &|row, of| left_out.contains(&(at * PER_PIECE + row, of))))?);
    }
    Ok(Pieces { packed: packed_pieces, n_left_out: left_out.len() })
}

/// Drawings and remarks of some sentences, behind those of the systems the one of all of them. Drawings are JSON
/// already; one that is left out is 0.
fn piece(rows: &[PageSentence], is_left_out: &dyn Fn(usize, usize) -> bool) -> String {
    let mut out = String::from("[");
    for (at, row) in rows.iter().enumerate() {
        out.push_str(if at > 0 { ",[" } else { "[" });
        for (of, own) in row.of.iter().enumerate() {
            if of > 0 {
                out.push(',');
            }
            let Some(own) = own else {
                out.push_str("null");
                continue;
            };
            let facts = own.facts.iter().map(|fact| json!([fact.side, fact.label, fact.text]));
            let facts = Value::from(facts.collect::<Vec<_>>());
            let picture = match own.picture.as_deref() {
                Some(_) if is_left_out(at, of) => "0",
                Some(picture) => picture,
                None => "null",
            };
            out.push_str(&format!("[{facts},{picture}]"));
        }
        if let Some(joint) = &row.joint {
            out.push(',');
            out.push_str(if is_left_out(at, row.of.len()) { "0" } else { joint });
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
    fn drawings_of_the_fewest_errors_have_no_room_first() {
        let drawn = |errors: u64| InSystem {
            errors,
            // Letters that cannot be packed well.
            picture: Some(format!(
                "{:?}",
                (0..400).map(|n| n * n * (errors + 7) % 1009).collect::<Vec<_>>()
            )),
            ..InSystem::default()
        };
        let row = |number: u64| PageSentence {
            number,
            of: vec![Some(drawn(number % 5)), None],
            ..PageSentence::default()
        };
        let sentences =
            PageSentences { rows: (1..=250).map(row).collect(), ..PageSentences::default() };
        let whole = pieces_of(Some(&sentences), 1.0).unwrap();
        assert_eq!((whole.packed.len(), whole.n_left_out), (3, 0));
        let half = pieces_of(Some(&sentences), 0.5).unwrap();
        assert_eq!(half.packed.len(), 3);
        assert!((100..=150).contains(&half.n_left_out), "{}", half.n_left_out);
        let text = piece(&sentences.rows[..5], &|row, of| {
            assert_eq!(of, 0);
            sentences.rows[row].of[0].as_ref().is_some_and(|own| own.errors < 3)
        });
        let drawn: serde_json::Value = serde_json::from_str(&text).unwrap();
        let is_left_out: Vec<bool> = (0..5).map(|at| drawn[at][0][1] == 0).collect();
        assert_eq!(is_left_out, [true, true, false, false, true]);
    }

    #[test]
    fn data_cannot_end_its_own_element() {
        assert!(!plain(&json!("</script><!--")).contains('<'));
    }
}
