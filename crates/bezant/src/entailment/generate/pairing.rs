//! Which sentences of two files are the same.

use std::collections::{BTreeMap, VecDeque};

use crate::entailment::generate::texts::ListedText;
use crate::entailment::parses::{Parses, spelled};
use crate::formats::conllu::ColumnSpace;

/// What the sentences of a file are known by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    /// Their letters and digits; empty where there is no parse, or none that can be read.
    letters: Vec<String>,
    ids: Vec<Option<String>>,
}

impl Index {
    pub(super) fn of_parses(parses: &Parses) -> Index {
        let mut space = ColumnSpace::default();
        let letters = parses.sentences.iter().map(|parse| parse.spelled(&mut space));
        Index {
            letters: letters.map(Option::unwrap_or_default).collect(),
            ids: parses.sentences.iter().map(|parse| parse.comment("sent_id")).collect(),
        }
    }

    pub(super) fn of_texts(texts: &[ListedText]) -> Index {
        Index {
            letters: texts.iter().map(|text| spelled(text.text.split_whitespace())).collect(),
            ids: texts.iter().map(|text| text.id.clone()).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }
}

/// Which sentence of the other file each sentence is: that of the same number if it has the same letters,
/// else that of the same id, else the next with the same letters; and if both files have the same number of
/// sentences, what is left is paired by number.
pub(super) fn paired(base: &Index, other: &Index) -> Vec<Option<usize>> {
    let mut is_used = vec![false; other.len()];
    let mut found: Vec<Option<usize>> = vec![None; base.len()];
    let mut take = |at: usize, place: usize, found: &mut Vec<Option<usize>>| {
        if !std::mem::replace(&mut is_used[place], true) {
            found[at] = Some(place);
        }
    };
    for at in 0..base.len().min(other.len()) {
        if !base.letters[at].is_empty() && base.letters[at] == other.letters[at] {
            take(at, at, &mut found);
        }
    }
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    let mut spelled: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    let paired_already: Vec<bool> = (0..other.len())
        .map(|place| found.get(place).is_some_and(|found| *found == Some(place)))
        .collect();
    for (place, (letters, id)) in other.letters.iter().zip(&other.ids).enumerate() {
        if paired_already[place] {
            continue;
        }
        if let Some(id) = id {
            named.entry(id).or_insert(place);
        }
        if !letters.is_empty() {
            spelled.entry(letters).or_default().push_back(place);
        }
    }
    for at in 0..base.len() {
        let by_id = base.ids[at].as_deref().and_then(|id| named.get(id));
        if let Some(&place) = by_id.filter(|_| found[at].is_none()) {
            take(at, place, &mut found);
        }
    }
    for at in 0..base.len() {
        while found[at].is_none()
            && let Some(place) =
                spelled.get_mut(base.letters[at].as_str()).and_then(VecDeque::pop_front)
        {
            take(at, place, &mut found);
        }
    }
    if base.len() == other.len() {
        for at in 0..base.len() {
            if found[at].is_none() {
                take(at, at, &mut found);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(sentences: &[&str]) -> Index {
        let split = |one: &&str| {
            let (id, text) = one.split_once('|').unwrap();
            let id = (!id.is_empty()).then(|| id.to_string());
            (id, text.to_string())
        };
        let (ids, letters) = sentences.iter().map(split).unzip();
        Index { letters, ids }
    }

    #[test]
    fn by_number_then_by_id_then_by_letters() {
        let gold = index(&["|a", "|b", "|b", "x|c", "|d"]);
        assert_eq!(paired(&gold, &gold), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        // One is missing: those behind it are found by their letters.
        assert_eq!(
            paired(&gold, &index(&["|a", "|b", "|c", "|d"])),
            [Some(0), Some(1), None, Some(2), Some(3)]
        );
        // An id is worth more than letters.
        assert_eq!(paired(&gold, &index(&["|c", "x|z"]))[3], Some(1));
        // No parse: the number is all there is.
        let empty = index(&["|a", "|", "|b", "|c", "|d"]);
        assert_eq!(paired(&gold, &empty), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        let other = index(&["|q", "|r"]);
        assert_eq!(paired(&gold, &other), [None, None, None, None, None]);
    }
}
