//! Rows of several treebanks as those of one evaluation: each says of which treebank it is.

use std::collections::BTreeSet;

use crate::counts::Counts;
use crate::error::{Error, ErrorKind, Result};
use crate::evaluation::{Evaluation, Row, TreebankRows};
use crate::rows::DATA;
use crate::signature::{Fingerprint, Signature};

/// What becomes of treebanks that a system has nothing for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingTreebanks {
    /// Nothing is found in them, as in shared tasks.
    Zero,
    /// They are left out for that system.
    Skip,
}

impl MissingTreebanks {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            MissingTreebanks::Zero => "zero",
            MissingTreebanks::Skip => "skip",
        }
    }
}

/// A treebank that was scored.
#[derive(Clone, Debug)]
pub struct ScoredTreebank<C> {
    /// What it is called.
    pub name: String,
    /// One evaluation a system, in the order of all systems; none where it has nothing.
    pub systems: Vec<Option<Evaluation<C>>>,
    /// What a system comes to that has no sentence, where one has none.
    pub nothing: Option<Evaluation<C>>,
}

/// Puts treebanks together, in the order given: one evaluation a system. Sentences are counted through all of
/// them.
///
/// # Errors
/// Where treebanks were not scored in the same way.
pub fn join_treebanks<C: Counts>(
    treebanks: Vec<ScoredTreebank<C>>,
    names: &[String],
    missing: MissingTreebanks,
) -> Result<Vec<Evaluation<C>>> {
    let mut signature: Option<Signature> = None;
    let (mut n, mut n_before) = (0u64, 0u64);
    let mut fingerprint = Fingerprint::default();
    let n_treebanks = treebanks.len();
    let empty = |name: &String| Evaluation {
        signature: Signature::new("nothing"),
        system: name.clone(),
        rows: Vec::new(),
        said: Default::default(),
        treebanks: Vec::new(),
    };
    let mut joined: Vec<Evaluation<C>> = names.iter().map(empty).collect();
    for treebank in treebanks {
        let of = |it: &ScoredTreebank<C>| {
            let mut all = it.systems.iter().flatten().chain(&it.nothing);
            all.next().map(|it| it.signature.clone())
        };
        let Some(own) = of(&treebank) else { continue };
        if let Some((ours, theirs)) =
            signature.as_ref().and_then(|first| first.difference(&own, &DATA))
        {
            return Err(Error::new(treebank.name, ErrorKind::Disagree { ours, theirs }));
        }
        n = n.saturating_add(own.get("n").and_then(|n| n.parse().ok()).unwrap_or(0));
        fingerprint.push(Fingerprint::of(own.get("gold").unwrap_or("").as_bytes()));
        signature.get_or_insert(own);
        let last = |it: &Evaluation<C>| it.rows.iter().map(last_sentence).max().unwrap_or(0);
        let most = treebank.systems.iter().flatten().chain(&treebank.nothing).map(last).max();
        for (all, own) in joined.iter_mut().zip(&treebank.systems) {
            let found = match (own, &treebank.nothing) {
                (Some(own), _) => own,
                (None, Some(nothing)) if missing == MissingTreebanks::Zero => nothing,
                (None, _) => continue,
            };
            note(all, treebank.name.clone(), own.is_none());
            let before = all.rows.len();
            all.said.extend(found.said.iter().map(|(at, it)| (before + at, it.clone())));
            for row in &found.rows {
                let row = if own.is_none() { as_wrong(row) } else { row.clone() };
                all.rows.push(Row { sentence: row.sentence.saturating_add(n_before), ..row });
            }
        }
        n_before = n_before.saturating_add(most.unwrap_or(0));
    }
    if let Some(first) = signature {
        let signature = match n_treebanks {
            1 => first,
            _ => first.with("n", n).with("gold", fingerprint),
        };
        let signature = signature.with("treebanks", n_treebanks).with("missing", missing.name());
        joined.iter_mut().for_each(|it| it.signature = signature.clone());
    }
    Ok(joined)
}

/// The number of the last sentence that a row is about.
fn last_sentence<C>(row: &Row<C>) -> u64 {
    row.sentence.saturating_add(row.n_sentences.max(1) - 1)
}

/// A sentence in which nothing is found, as one that was scored.
fn as_wrong<C: Counts>(row: &Row<C>) -> Row<C> {
    let mut row = row.clone();
    if let Err(skipped) = row.outcome.result {
        row.outcome.result = Ok(skipped.missed);
    }
    row
}

/// Says of the next row of which treebank it is.
pub(super) fn note<C>(evaluation: &mut Evaluation<C>, name: String, is_missing: bool) {
    let is_same = match evaluation.treebanks.last() {
        Some(last) => last.name == name && last.is_missing == is_missing,
        None => name.is_empty(),
    };
    if !is_same {
        let first = evaluation.rows.len();
        evaluation.treebanks.push(TreebankRows { first, name, is_missing });
    }
}

/// Adds what is said of rows that are added next.
pub(super) fn append<C>(evaluation: &mut Evaluation<C>, treebanks: Vec<TreebankRows>) {
    if treebanks.is_empty() {
        note(evaluation, String::new(), false);
    }
    let before = evaluation.rows.len();
    let moved = treebanks.into_iter().map(|it| TreebankRows { first: before + it.first, ..it });
    evaluation.treebanks.extend(moved);
}

/// Says of all rows that do not say it themselves of which treebank they are.
pub fn in_treebank<C>(evaluation: &mut Evaluation<C>, name: &str) {
    if evaluation.treebanks.is_empty() {
        let all = TreebankRows { first: 0, name: name.to_string(), is_missing: false };
        evaluation.treebanks.push(all);
    }
}

/// Puts parts in the order of their treebanks' names, so that the order of files does not matter. Parts that
/// say nothing stay as they are, before the others.
pub fn sort_by_treebank<C>(parts: &mut [Evaluation<C>]) {
    let name = |it: &Evaluation<C>| it.treebanks.first().map(|it| it.name.clone());
    parts.sort_by_key(name);
}

/// Signs how many treebanks there are, if rows say of which they are.
pub(super) fn sign<C>(evaluation: &mut Evaluation<C>) {
    let all = evaluation.treebanks.iter().map(|it| &it.name).filter(|name| !name.is_empty());
    let n = all.collect::<BTreeSet<&String>>().len();
    if n > 0 {
        evaluation.signature = evaluation.signature.clone().with("treebanks", n);
    }
}
