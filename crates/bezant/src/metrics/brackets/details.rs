//! Which labels, tags and functions are found, and which are taken for each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::{Counts, Tally};
use crate::metrics::brackets::{ClassCounts, Compared, Noted};
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
    /// Words of each tag; tags that count as equal share one row.
    pub tags: BTreeMap<String, Tally>,
    /// Words with the wrong tag.
    pub tag_confusions: BTreeMap<LabelConfusion, u64>,
    /// Functions of phrases that both sides have, where they are scored.
    pub functions: BTreeMap<String, Tally>,
    /// How the tokens differ in sentences that were aligned.
    pub(crate) differences: Differences,
    /// Errors by class.
    pub classes: ClassCounts,
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
        let tallies = [
            (&mut self.labels, &other.labels),
            (&mut self.tags, &other.tags),
            (&mut self.functions, &other.functions),
        ];
        for (all, new) in tallies {
            for (label, tally) in new {
                all.entry(label.clone()).or_default().add(tally, 1);
            }
        }
        let confusions = [
            (&mut self.confusions, &other.confusions),
            (&mut self.tag_confusions, &other.tag_confusions),
        ];
        for (all, new) in confusions {
            for (confusion, n) in new {
                *all.entry(confusion.clone()).or_default() += n;
            }
        }
        self.differences.add(&other.differences, 1);
        self.classes.add(&other.classes);
    }

    /// Notes one sentence.
    pub(crate) fn note(&mut self, compared: &Compared<'_>, noted: Noted) {
        if let Some(functions) = &compared.functions {
            for (tag, tally) in &functions.tags {
                let tag = String::from_utf8_lossy(tag).into_owned();
                self.functions.entry(tag).or_default().add(tally, 1);
            }
        }
        if noted != Noted::Nothing {
            self.note_labels(compared);
        }
        if noted == Noted::Tags {
            self.note_tags(compared);
        }
    }

    /// Notes the words of a sentence. Those that only one side has are not among them.
    fn note_tags(&mut self, compared: &Compared<'_>) {
        let Compared { gold, system, labels, .. } = *compared;
        let pairs = gold.words.iter().zip(&system.words).zip(compared.tags_matched());
        for ((one, two), matched) in pairs {
            let [ours, theirs] = [one, two].map(|word| labels.get(word.tag).tag);
            let tally = self.tags.entry(group_name(labels, ours)).or_default();
            tally.gold += 1;
            tally.matched += u64::from(matched);
            self.tags.entry(group_name(labels, theirs)).or_default().system += 1;
            if !matched {
                let name = |id| Some(String::from_utf8_lossy(labels.name(id)).into_owned());
                let confusion = LabelConfusion { gold: name(ours), system: name(theirs) };
                *self.tag_confusions.entry(confusion).or_default() += 1;
            }
        }
    }

    fn note_labels(&mut self, compared: &Compared<'_>) {
        let Compared { gold, system, labels, scratch, .. } = *compared;
        let group = |bracket: &Bracket| group_name(labels, bracket.label);
        for (bracket, matched) in gold.brackets.iter().zip(&scratch.gold_matched) {
            if !compared.counts_gold(bracket) {
                continue;
            }
            let tally = self.labels.entry(group(bracket)).or_default();
            tally.gold += 1;
            tally.matched += u64::from(*matched);
        }
        for bracket in system.brackets.iter().filter(|it| compared.counts_system(it)) {
            self.labels.entry(group(bracket)).or_default().system += 1;
        }

        // What is the same for brackets with the same words, and the label, of those not matched.
        let by_span = |bracket: &Bracket| (bracket.start, u32::MAX - bracket.end);
        let mut ours = Vec::new();
        for (at, bracket) in gold.brackets.iter().enumerate() {
            if !scratch.gold_matched[at] && compared.counts_gold(bracket) {
                let class = scratch.by_sets.then(|| (scratch.sets.gold_classes[at], 0));
                ours.push((class.unwrap_or_else(|| by_span(bracket)), bracket.label));
            }
        }
        let mut theirs = Vec::new();
        for (at, bracket) in system.brackets.iter().enumerate() {
            if !scratch.system_matched[at] && compared.counts_system(bracket) {
                let class = scratch.by_sets.then(|| (scratch.sets.system_classes[at], 0));
                theirs.push((class.unwrap_or_else(|| by_span(bracket)), bracket.label));
            }
        }
        if scratch.by_sets {
            // Those with the same words stay in their order.
            ours.sort_by_key(|(words, _)| *words);
            theirs.sort_by_key(|(words, _)| *words);
        }
        let (mut i, mut j) = (0, 0);
        while i < ours.len() || j < theirs.len() {
            let only_gold = j == theirs.len() || (i < ours.len() && ours[i].0 < theirs[j].0);
            let only_system = i == ours.len() || (j < theirs.len() && theirs[j].0 < ours[i].0);
            let name = |id: LabelId| Some(String::from_utf8_lossy(labels.name(id)).into_owned());
            let confusion = LabelConfusion {
                gold: if only_system { None } else { name(ours[i].1) },
                system: if only_gold { None } else { name(theirs[j].1) },
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
