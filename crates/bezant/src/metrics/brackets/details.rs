//! Which labels are found, and which are taken for each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::{Counts, Tally};
use crate::metrics::brackets::Compared;
use crate::metrics::trees::alignment::Differences;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::metrics::trees::preparation::Bracket;

/// What is noted of one system beside its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketDetails {
    /// Brackets of each label. Labels that count as equal share one row, under the names of all.
    pub labels: BTreeMap<String, Tally>,
    /// Brackets with the right span and the wrong label, or with a span the other side lacks.
    pub confusions: BTreeMap<LabelConfusion, u64>,
    /// How the tokens differ in sentences that were aligned.
    pub(crate) differences: Differences,
}

/// What gold says of a span, and what the system says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelConfusion {
    /// Label in gold; `None` where gold has no (further) bracket there.
    pub gold: Option<String>,
    /// Label of the system; `None` where the system has no (further) bracket there.
    pub system: Option<String>,
}

impl BracketDetails {
    /// Adds another's counts.
    pub(crate) fn add(&mut self, other: &BracketDetails) {
        for (label, tally) in &other.labels {
            self.labels.entry(label.clone()).or_default().add(tally, 1);
        }
        for (confusion, n) in &other.confusions {
            *self.confusions.entry(confusion.clone()).or_default() += n;
        }
        self.differences.add(&other.differences, 1);
    }

    /// Notes one sentence.
    pub(crate) fn note(&mut self, compared: &Compared<'_>) {
        let Compared { gold, system, labels, scratch, .. } = *compared;
        let group = |bracket: &Bracket| group_name(labels, bracket.label);
        for (bracket, matched) in gold.brackets.iter().zip(&scratch.gold_matched) {
            let tally = self.labels.entry(group(bracket)).or_default();
            tally.gold += 1;
            tally.matched += u64::from(*matched);
        }
        for bracket in &system.brackets {
            self.labels.entry(group(bracket)).or_default().system += 1;
        }

        let left = |brackets: &[Bracket], matched: &[bool]| -> Vec<Bracket> {
            let unmatched = brackets.iter().zip(matched).filter(|(_, matched)| !**matched);
            unmatched.map(|(bracket, _)| *bracket).collect()
        };
        let gold = left(&gold.brackets, &scratch.gold_matched);
        let system = left(&system.brackets, &scratch.system_matched);
        let key = |bracket: &Bracket| (bracket.start, u32::MAX - bracket.end);
        let (mut i, mut j) = (0, 0);
        while i < gold.len() || j < system.len() {
            let only_gold =
                j == system.len() || (i < gold.len() && key(&gold[i]) < key(&system[j]));
            let only_system =
                i == gold.len() || (j < system.len() && key(&system[j]) < key(&gold[i]));
            let name = |id: LabelId| Some(String::from_utf8_lossy(labels.name(id)).into_owned());
            let confusion = LabelConfusion {
                gold: if only_system { None } else { name(gold[i].label) },
                system: if only_gold { None } else { name(system[j].label) },
            };
            *self.confusions.entry(confusion).or_default() += 1;
            i += usize::from(!only_system);
            j += usize::from(!only_gold);
        }
    }
}

/// The label, or all that count as equal to it: `ADVP=PRT`.
fn group_name(labels: &LabelTable<'_>, id: LabelId) -> String {
    let mut group = vec![id];
    let mut seen = BTreeSet::from([id]);
    let mut at = 0;
    while at < group.len() {
        let partners = labels.partners(group[at]);
        group.extend(partners.iter().filter(|partner| seen.insert(**partner)));
        at += 1;
    }
    let mut names: Vec<_> =
        group.iter().map(|id| String::from_utf8_lossy(labels.name(*id))).collect();
    names.sort();
    names.join("=")
}
