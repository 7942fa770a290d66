//! Rows that two parts of an evaluation seem to share: added up, their sentences would count twice.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metric::Size;
use crate::signature::Fingerprint;

/// So many rows in a row that are the same in two parts are those of the same sentences.
const RUN: usize = 10;

/// So many of them must differ from each other: a line that stands there a hundred times says nothing.
const KINDS: usize = 5;

/// Two parts have the same rows behind each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The places of the parts.
    pub parts: [usize; 2],
    /// The first of the sentences, as each of them counts.
    pub sentences: [u64; 2],
    /// How many rows are the same from there on.
    pub n_rows: usize,
}

/// What is the same in two rows of one sentence, as far as it is looked at in every row: its treebank,
/// how large it is, and how many sentences it is.
type Key<'p> = (&'p str, Size, u64);

/// The first rows that two parts share, if some do: rows do not say of which sentences they are, but not so
/// many different ones come to the same by chance.
pub fn overlap<C: Counts + Serialize>(parts: &[Evaluation<C>]) -> Option<Overlap> {
    if parts.len() < 2 {
        return None;
    }
    // By what every tenth stretch of those before looks like.
    let mut known: HashMap<u64, (usize, usize)> = HashMap::new();
    let keys: Vec<Vec<Key<'_>>> = parts.iter().map(keys_of).collect();
    for (at, own) in keys.iter().enumerate() {
        let runs = own.windows(RUN).enumerate();
        for (start, run) in runs.take_while(|_| !known.is_empty()) {
            let Some(&(other, there)) = known.get(&look(run)) else { continue };
            let rows = (&parts[other].rows[there..], &parts[at].rows[start..]);
            let are_keys_same = keys[other][there..there + RUN] == *run;
            if are_keys_same && are_same(rows.0, rows.1) {
                // Where it begins: the stretch that was found need not be the first.
                let before = keys[other][..there].iter().rev().zip(own[..start].iter().rev());
                let before = before.take_while(|(one, two)| one == two).count();
                let after = keys[other][there..].iter().zip(&own[start..]);
                let after = after.take_while(|(one, two)| one == two).count();
                let first = |part: usize, row: usize| parts[part].rows[row - before].sentence;
                return Some(Overlap {
                    parts: [other, at],
                    sentences: [first(other, there), first(at, start)],
                    n_rows: before + after,
                });
            }
        }
        for (number, run) in own.chunks_exact(RUN).enumerate() {
            known.entry(look(run)).or_insert((at, number * RUN));
        }
    }
    None
}

fn keys_of<C>(part: &Evaluation<C>) -> Vec<Key<'_>> {
    let mut treebanks = part.treebanks.iter().peekable();
    let mut treebank = "";
    let key = |(at, row): (usize, &Row<C>)| {
        while let Some(next) = treebanks.next_if(|next| next.first <= at) {
            treebank = next.name.as_str();
        }
        (treebank, row.outcome.size, row.n_sentences)
    };
    part.rows.iter().enumerate().map(key).collect()
}

/// A stretch as a number.
fn look(run: &[Key<'_>]) -> u64 {
    let mut bytes = Vec::with_capacity(RUN * 16);
    for (treebank, size, n_sentences) in run {
        bytes.extend_from_slice(treebank.as_bytes());
        bytes.extend_from_slice(&size.length.to_le_bytes());
        bytes.extend_from_slice(&size.depth.to_le_bytes());
        bytes.extend_from_slice(&n_sentences.to_le_bytes());
    }
    Fingerprint::of(&bytes).number()
}

/// Whether stretches that begin so have the same counts, and enough different ones.
fn are_same<C: Counts + Serialize>(one: &[Row<C>], two: &[Row<C>]) -> bool {
    let said = |row: &Row<C>| match &row.outcome.result {
        Ok(counts) => serde_json::to_string(counts).unwrap_or_default(),
        // Where it cannot be read differs from file to file.
        Err(skipped) => skipped.reason.name().to_string(),
    };
    let mut kinds = BTreeSet::new();
    let is_same = |(one, two): (&Row<C>, &Row<C>)| {
        let text = said(one);
        let is_same = text == said(two);
        kinds.insert((one.outcome.size.length, text));
        is_same
    };
    one.iter().zip(two).take(RUN).all(is_same) && kinds.len() >= KINDS
}
