//! What a stretch of text contributes, and the measures made of sums of it.

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally, plain_counts, ratio};
use crate::metric::{Badness, Ledger};
use crate::metrics::dependencies::DependencyPreset;

plain_counts! {
    /// What one stretch of text contributes. What is *matched* needs no gold or system number of its
    /// own where words, content words or arcs say it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    #[allow(missing_docs)] // names as in the tables; the module says the rest
    pub struct DependencyCounts {
        pub tokens_gold: u64,
        pub tokens_system: u64,
        pub tokens_matched: u64,
        pub sentences_gold: u64,
        pub sentences_system: u64,
        pub sentences_matched: u64,
        pub words_gold: u64,
        pub words_system: u64,
        pub words_aligned: u64,
        pub upos: u64,
        pub xpos: u64,
        pub features: u64,
        pub tags: u64,
        pub lemmas: u64,
        /// Right heads.
        pub heads: u64,
        /// Right relations, whatever the head.
        pub relations: u64,
        /// Right heads with the right relation.
        pub attachments: u64,
        pub content_gold: u64,
        pub content_system: u64,
        pub content_aligned: u64,
        pub clas: u64,
        pub mlas: u64,
        pub blex: u64,
        /// Arcs of graphs.
        pub arcs_gold: u64,
        pub arcs_system: u64,
        /// Right arcs, whatever the relation.
        pub arcs_unlabelled: u64,
        /// Right arcs, without subtypes.
        pub arcs_without_subtypes: u64,
        pub arcs_labelled: u64,
        pub roots_gold: u64,
        pub roots_system: u64,
        pub roots_matched: u64,
        /// Sentences in which every head is right.
        pub exact_unlabelled: u64,
        /// Sentences in which every head and relation is right.
        pub exact: u64,
        /// Stretches in which the texts differ.
        pub differing: u64,
        /// The F1 of the features of each word, in thousand millionths.
        #[serde(skip_serializing_if = "is_zero")]
        pub features_f1: u64,
        /// The same of words with the right head and relation.
        #[serde(skip_serializing_if = "is_zero")]
        pub mslas: u64,
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What a word whose features are all right is in counts, so that parts of words add without loss.
pub(super) const WORD_UNIT: u64 = 1_000_000_000;

/// Counts that only some presets have.
const SOMETIMES: [&str; 2] = ["features_f1", "mslas"];

/// One measure: how many are right, of how many in gold and in the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name, as the UD scorer has it where that has it.
    pub name: &'static str,
    /// Right ones.
    pub matched: u64,
    /// Those of gold.
    pub gold: u64,
    /// Those of the system.
    pub system: u64,
    /// Those of gold that have a partner, where only those can be right.
    pub aligned: Option<u64>,
    /// What one right one is in `matched`, which is more than 1 where some are right in part.
    pub unit: u64,
}

impl Measure {
    /// Share of the system's that are right. A system that has none where gold has some is at 0,
    /// as in the UD scorer.
    pub(crate) fn precision(&self) -> Option<f64> {
        self.share(self.system)
    }

    /// Share of gold's that are right.
    pub(crate) fn recall(&self) -> Option<f64> {
        self.share(self.gold)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(&self) -> Option<f64> {
        let all = self.gold.saturating_add(self.system).saturating_mul(self.unit);
        ratio(self.matched.saturating_mul(2), all)
    }

    /// Whether anything is wrong.
    pub(crate) fn has_errors(&self) -> bool {
        self.matched < self.gold.max(self.system).saturating_mul(self.unit)
    }

    /// How bad a stretch is by this measure; nothing where all is right.
    pub(crate) fn badness(&self) -> Option<Badness> {
        let all = self.gold.saturating_add(self.system).saturating_mul(self.unit);
        let errors = all.saturating_sub(self.matched.saturating_mul(2)).div_ceil(self.unit);
        self.has_errors().then(|| Badness { score: self.f1().unwrap_or(1.0), errors })
    }

    /// What stands behind it in a stretch.
    fn ledger(&self, what: &'static str) -> Ledger {
        let all = |n: u64| n.saturating_mul(self.unit);
        let tally = Tally { matched: self.matched, gold: all(self.gold), system: all(self.system) };
        Ledger::of(what, tally, self.unit)
    }

    /// Of those that have a partner, the ones that are not right.
    fn ledger_of_aligned(&self) -> Option<Ledger> {
        let wrong = self.aligned?.saturating_mul(self.unit).saturating_sub(self.matched);
        Some(Ledger::wrong(format!("{} of aligned", self.name), wrong.div_ceil(self.unit)))
    }

    /// Share of the aligned ones that are right.
    pub(crate) fn aligned_accuracy(&self) -> Option<f64> {
        ratio(self.matched, self.aligned?.saturating_mul(self.unit))
    }

    fn share(&self, whole: u64) -> Option<f64> {
        ratio(self.matched, whole.saturating_mul(self.unit)).or_else(|| self.f1().map(|_| 0.0))
    }
}

impl DependencyCounts {
    /// The measures of a preset, in the order in which they are shown.
    pub fn measures(&self, preset: DependencyPreset) -> Vec<Measure> {
        match preset {
            DependencyPreset::Ud => self.ud_measures(),
            DependencyPreset::Conllx => {
                vec![
                    self.words("UAS", self.heads),
                    self.words("LAS", self.attachments),
                    self.words("LA", self.relations),
                ]
            }
            DependencyPreset::Stanford => vec![
                self.arcs("unlabelled", self.arcs_unlabelled),
                self.arcs("without subtypes", self.arcs_without_subtypes),
                self.arcs("labelled", self.arcs_labelled),
            ],
            DependencyPreset::Msp => vec![
                self.parts("MSLAS", self.mslas),
                self.words("LAS", self.attachments),
                self.parts("Feats", self.features_f1),
            ],
        }
    }

    /// Words that may be right in part.
    fn parts(&self, name: &'static str, matched: u64) -> Measure {
        Measure { unit: WORD_UNIT, ..self.words(name, matched) }
    }

    /// All counts with their names, without those that this preset does not have.
    pub(crate) fn known(&self) -> Vec<(&'static str, u64)> {
        let all = self.named().into_iter();
        all.filter(|(name, n)| *n > 0 || !SOMETIMES.contains(name)).collect()
    }

    fn ud_measures(&self) -> Vec<Measure> {
        let plain = |name, matched, gold, system| Measure {
            name,
            matched,
            gold,
            system,
            aligned: None,
            unit: 1,
        };
        let content = |name, matched| Measure {
            name,
            matched,
            gold: self.content_gold,
            system: self.content_system,
            aligned: Some(self.content_aligned),
            unit: 1,
        };
        vec![
            plain("Tokens", self.tokens_matched, self.tokens_gold, self.tokens_system),
            plain("Sentences", self.sentences_matched, self.sentences_gold, self.sentences_system),
            plain("Words", self.words_aligned, self.words_gold, self.words_system),
            self.words("UPOS", self.upos),
            self.words("XPOS", self.xpos),
            self.words("UFeats", self.features),
            self.words("AllTags", self.tags),
            self.words("Lemmas", self.lemmas),
            self.words("UAS", self.heads),
            self.words("LAS", self.attachments),
            content("CLAS", self.clas),
            content("MLAS", self.mlas),
            content("BLEX", self.blex),
            self.arcs("ELAS", self.arcs_labelled),
            self.arcs("EULAS", self.arcs_without_subtypes),
        ]
    }

    fn words(&self, name: &'static str, matched: u64) -> Measure {
        Measure {
            name,
            matched,
            gold: self.words_gold,
            system: self.words_system,
            aligned: Some(self.words_aligned),
            unit: 1,
        }
    }

    fn arcs(&self, name: &'static str, matched: u64) -> Measure {
        let (gold, system) = (self.arcs_gold, self.arcs_system);
        Measure { name, matched, gold, system, aligned: None, unit: 1 }
    }

    /// What stands behind the scores of a stretch, the main one first.
    pub(crate) fn ledgers(&self, preset: DependencyPreset) -> Vec<Ledger> {
        let main = self.main(preset);
        let measures = self.measures(preset);
        let others = measures.iter().filter(|measure| measure.name != main.name);
        let mut ledgers = vec![main.ledger(main.name)];
        ledgers.extend(others.map(|measure| measure.ledger(measure.name)));
        if preset == DependencyPreset::Ud {
            ledgers.push(self.words("LA", self.relations).ledger("LA"));
        }
        let sentences = |what, right| Ledger::part(what, right, self.sentences_gold, 1);
        let aligned = |what, n| Ledger::part(what, n, n, 1);
        ledgers.extend([
            self.roots().ledger("roots"),
            sentences("whole sentences", self.exact),
            sentences("whole sentences, unlabelled", self.exact_unlabelled),
            aligned("aligned words", self.words_aligned),
            aligned("aligned content words", self.content_aligned),
        ]);
        ledgers.extend(measures.iter().filter_map(Measure::ledger_of_aligned));
        ledgers
    }

    /// The words that are roots.
    pub(crate) fn roots(&self) -> Measure {
        Measure {
            name: "roots",
            matched: self.roots_matched,
            gold: self.roots_gold,
            system: self.roots_system,
            aligned: None,
            unit: 1,
        }
    }

    /// The measure by which sentences are ranked.
    #[doc(hidden)]
    pub fn main(&self, preset: DependencyPreset) -> Measure {
        match preset {
            DependencyPreset::Ud | DependencyPreset::Conllx => self.words("LAS", self.attachments),
            DependencyPreset::Stanford => self.arcs("labelled", self.arcs_labelled),
            DependencyPreset::Msp => self.parts("MSLAS", self.mslas),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Numbers;

    /// Resampling goes by way of the numbers.
    #[test]
    fn numbers_are_all_counts_in_order() {
        let numbers: Vec<u64> = (1..=36).collect();
        let Numbers { of, back } = DependencyCounts::numbers(&[]).unwrap();
        let counts = back(&numbers);
        assert_eq!(of(&counts), numbers);
        let named: Vec<u64> = counts.named().into_iter().map(|(_, count)| count).collect();
        assert_eq!(named, numbers);
    }

    #[test]
    fn counts_of_few_presets_are_known_where_there_are_some() {
        let counts = DependencyCounts { mslas: 3, ..DependencyCounts::default() };
        let mut wanted = counts.named();
        assert!(SOMETIMES.iter().all(|name| wanted.iter().any(|(other, _)| other == name)));
        wanted.retain(|(name, _)| *name != "features_f1");
        assert_eq!(counts.known(), wanted);
    }
}
