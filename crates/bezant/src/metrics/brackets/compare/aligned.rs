//! Brackets of two sentences of which one has words that the other lacks.

use super::{BracketComparison, Scratch, crossing};
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::parameters::Labelling;
use crate::metrics::trees::preparation::{Bracket, Prepared};

/// Brackets in places that both sides have, without those that can match nothing.
struct Comparable {
    prepared: Prepared,
    /// Which of the sentence's brackets each of them is.
    places: Vec<usize>,
}

impl Comparable {
    fn of(side: &Prepared, positions: u32) -> Comparable {
        let wrong = side.wrong();
        let places: Vec<usize> = (0..side.brackets.len()).filter(|at| !wrong[*at]).collect();
        let brackets = places.iter().map(|&at| in_common(side, &side.brackets[at])).collect();
        Comparable { prepared: Prepared::of_brackets(brackets, positions), places }
    }

    /// What is known of these brackets, for all that the sentence has.
    fn spread<T: Copy + Default>(&self, known: &[T], n: usize) -> Vec<T> {
        let mut all = vec![T::default(); n];
        for (&at, known) in self.places.iter().zip(known) {
            all[at] = *known;
        }
        all
    }
}

fn in_common(side: &Prepared, bracket: &Bracket) -> Bracket {
    let (start, end) = side.common_span(bracket);
    Bracket { start, end, ..*bracket }
}

/// The smallest bracket around a word that only its side has matches nothing; the others are compared
/// by the words that both sides have.
pub(super) fn compare(
    gold: &Prepared,
    system: &Prepared,
    labels: &LabelTable<'_>,
    labelling: Labelling,
    scratch: &mut Scratch,
) -> BracketComparison {
    let positions = gold.common_before.last().copied().unwrap_or(0);
    let (ours, theirs) = (Comparable::of(gold, positions), Comparable::of(system, positions));
    let found = super::compare(&ours.prepared, &theirs.prepared, labels, labelling, scratch);

    let (n_gold, n_system) = (gold.brackets.len(), system.brackets.len());
    scratch.gold_matched = ours.spread(&scratch.gold_matched, n_gold);
    scratch.system_matched = theirs.spread(&scratch.system_matched, n_system);
    let mates: Vec<u32> = ours
        .spread(&scratch.gold_mates, n_gold)
        .into_iter()
        .map(|mate| theirs.places.get(mate as usize).map_or(0, |at| *at as u32))
        .collect();
    scratch.gold_mates = mates;
    // What crosses crosses, whatever words it holds beside.
    scratch.elsewhere.clear();
    for (bracket, is_matched) in system.brackets.iter().zip(&scratch.system_matched) {
        if !is_matched {
            scratch.elsewhere.push(system.common_span(bracket));
        }
    }
    let all: Vec<Bracket> = gold.brackets.iter().map(|it| in_common(gold, it)).collect();
    let crossing = match scratch.elsewhere.is_empty() {
        true => 0,
        false => crossing(&all, positions, scratch),
    };
    BracketComparison { gold: n_gold as u64, system: n_system as u64, crossing, ..found }
}
