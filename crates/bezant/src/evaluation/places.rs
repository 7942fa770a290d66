//! Where sentences stand in their files, and what they are called there.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Position, Result};
use crate::formats::conllu::sentence_name;
use crate::formats::{Format, Reader, Sentence};
use crate::metric::Reason;

/// How many sentences are looked at together.
const TOGETHER: usize = 1024;

/// Of so many sentences of a system whose words differ from gold's the texts are kept.
const KEPT: usize = 20;

/// Where a sentence stands that could not be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedPlace {
    /// In gold, if it is there.
    pub gold: Option<Position>,
    /// In the system's file, if it is there.
    pub system: Option<Position>,
    /// What gold's file calls it (`# sent_id`), if it has a name.
    pub id: Option<String>,
    /// What gold and the system have, where their words differ; only of the first few.
    pub texts: Option<Box<[SkippedText; 2]>>,
}

/// The text of a sentence that could not be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedText {
    /// How it is written.
    pub format: Format,
    /// All of it.
    pub text: Vec<u8>,
}

/// The places of one system's sentences that could not be scored, in the order of their rows.
#[derive(Default)]
pub(super) struct SkippedPlaces {
    places: Vec<SkippedPlace>,
    n_texts: usize,
}

impl SkippedPlaces {
    /// Notes where a sentence stands.
    pub(super) fn push(
        &mut self,
        reason: &Reason,
        gold: Option<Sentence<'_>>,
        system: Option<Sentence<'_>>,
    ) {
        let differs = matches!(reason, Reason::WordMismatch { .. } | Reason::LengthMismatch { .. });
        let of = |it: Sentence<'_>| SkippedText { format: it.format, text: it.text.to_vec() };
        let texts = gold.zip(system).filter(|_| differs && self.n_texts < KEPT);
        let texts = texts.map(|(gold, system)| Box::new([of(gold), of(system)]));
        self.n_texts += usize::from(texts.is_some());
        self.places.push(SkippedPlace {
            gold: gold.map(|gold| gold.at),
            system: system.map(|system| system.at),
            id: gold.and_then(|gold| sentence_name(gold.text)),
            texts,
        });
    }

    /// Adds those of the sentences that follow.
    pub(super) fn append(&mut self, next: SkippedPlaces) {
        self.places.reserve(next.places.len());
        for mut place in next.places {
            place.texts = place.texts.filter(|_| self.n_texts < KEPT);
            self.n_texts += usize::from(place.texts.is_some());
            self.places.push(place);
        }
    }

    pub(super) fn pop(&mut self) {
        self.places.pop();
    }

    pub(super) fn into_places(self) -> Vec<SkippedPlace> {
        self.places
    }
}

/// Shows every sentence of a file with its number, the first being 1.
///
/// # Errors
/// Where the file cannot be read.
pub fn each_sentence(mut reader: Reader, mut look: impl FnMut(u64, &[u8])) -> Result<()> {
    let mut number = 0;
    loop {
        let batch = reader.take(TOGETHER)?;
        if batch.is_empty() {
            return Ok(());
        }
        for sentence in batch.sentences() {
            number += 1;
            look(number, sentence.text);
        }
    }
}

/// What a file calls sentences (`# sent_id`), by their numbers. Only formats whose sentences end with an empty line
/// have such names.
///
/// # Errors
/// Where the file cannot be read.
pub fn sentence_names(reader: Reader, wanted: &BTreeSet<u64>) -> Result<BTreeMap<u64, String>> {
    let mut names = BTreeMap::new();
    if wanted.is_empty() || !reader.format().ends_with_empty_line() {
        return Ok(names);
    }
    each_sentence(reader, |number, text| {
        if wanted.contains(&number)
            && let Some(name) = sentence_name(text)
        {
            names.insert(number, name);
        }
    })?;
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::evaluate;
    use crate::metrics::brackets::Brackets;
    use crate::metrics::trees::parameters::Preset;
    use crate::parallel::Threads;

    #[test]
    fn sentences_have_names() {
        let text = "# sent_id = one\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n# sent_id = two\n\
                    # text = b\n1\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
        let reader = Reader::from_text("x.conllu", text).unwrap();
        let found = sentence_names(reader, &[2, 9].into()).unwrap();
        assert_eq!(found, BTreeMap::from([(2, "two".to_string())]));
    }

    #[test]
    fn what_is_skipped_has_its_place_in_both_files() {
        let gold = "(S (A a))\n(S (A b))\n(S (A c))\n(S (A d))\n";
        let system = "(S (A a))\n\n(S (A x))\n";
        let [gold, system] = [gold, system].map(|text| Reader::from_text("text", text).unwrap());
        let metric = [Brackets::evalb(Preset::Standard.parameters())];
        let found = evaluate(&metric, gold, vec![system], &Threads::one(), |_| ()).unwrap();
        let places = &found.metrics[0].places[0];
        let lines = |of: fn(&SkippedPlace) -> Option<Position>| -> Vec<Option<u64>> {
            places.iter().map(|place| of(place).map(|at| at.line)).collect()
        };
        assert_eq!(lines(|place| place.gold), [Some(2), Some(3), Some(4)]);
        assert_eq!(lines(|place| place.system), [Some(2), Some(3), None]);
        let texts: Vec<bool> = places.iter().map(|place| place.texts.is_some()).collect();
        assert_eq!(texts, [false, true, false]);
    }

    #[test]
    fn few_texts_are_kept() {
        let [gold, system] = ["(S (A a))\n", "(S (A b))\n"].map(|line| line.repeat(3 * KEPT));
        let [gold, system] = [gold, system].map(|text| Reader::from_text("x", &text).unwrap());
        let metric = [Brackets::evalb(Preset::Standard.parameters())];
        let found = evaluate(&metric, gold, vec![system], &Threads::one(), |_| ()).unwrap();
        let places = &found.metrics[0].places[0];
        assert_eq!(places.len(), 3 * KEPT);
        assert!(places[..KEPT].iter().all(|place| place.texts.is_some()));
        assert!(places[KEPT..].iter().all(|place| place.texts.is_none()));
    }
}
