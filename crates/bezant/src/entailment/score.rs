//! Answers against gold: the score sheet of the task, pair by pair.

use serde::{Deserialize, Serialize};

use crate::counts::{Tally, plain_counts, ratio};
use crate::entailment::answers::{Answer, Answers};
use crate::entailment::pairs::Pairs;
use crate::error::Result;
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Outcome, Score, Size};
use crate::signature::Signature;

/// The metric's name in signatures.
pub const NAME: &str = "entailments";

plain_counts! {
    /// How answers fall out, as the published score sheet counts them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct EntailmentCounts {
        /// YES to pairs that are YES.
        pub yes_right: u64,
        /// NO to pairs that are YES.
        pub yes_wrong: u64,
        /// NO to pairs that are NO.
        pub no_right: u64,
        /// YES to pairs that are NO.
        pub no_wrong: u64,
    }
}

impl EntailmentCounts {
    /// One answer.
    pub fn of(gold: Answer, given: Answer) -> EntailmentCounts {
        let mut counts = EntailmentCounts::default();
        *match (gold, given) {
            (Answer::Yes, Answer::Yes) => &mut counts.yes_right,
            (Answer::Yes, Answer::No) => &mut counts.yes_wrong,
            (Answer::No, Answer::No) => &mut counts.no_right,
            (Answer::No, Answer::Yes) => &mut counts.no_wrong,
        } = 1;
        counts
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.right().saturating_add(self.yes_wrong).saturating_add(self.no_wrong)
    }

    /// Right answers.
    pub fn right(&self) -> u64 {
        self.yes_right.saturating_add(self.no_right)
    }

    /// Pairs and answers that are YES.
    pub fn yes(&self) -> Tally {
        Tally {
            matched: self.yes_right,
            gold: self.yes_right.saturating_add(self.yes_wrong),
            system: self.yes_right.saturating_add(self.no_wrong),
        }
    }

    /// Pairs and answers that are NO.
    pub fn no(&self) -> Tally {
        Tally {
            matched: self.no_right,
            gold: self.no_right.saturating_add(self.no_wrong),
            system: self.no_right.saturating_add(self.yes_wrong),
        }
    }

    /// Share of right answers.
    pub fn accuracy(&self) -> Option<f64> {
        ratio(self.right(), self.pairs())
    }

    /// Accuracy; precision, recall and F1 for YES; the same for NO.
    pub fn scores(&self) -> Vec<Score> {
        let (yes, no) = (self.yes(), self.no());
        vec![
            Score::share("accuracy", self.accuracy()),
            Score::share("precision", yes.precision()),
            Score::share("recall", yes.recall()),
            Score::share("f1", yes.f1()),
            Score::share("right_on_yes", yes.recall()),
            Score::share("right_on_no", no.recall()),
            Score::share("no_precision", no.precision()),
            Score::share("no_recall", no.recall()),
            Score::share("no_f1", no.f1()),
        ]
    }

    /// The parts and wholes behind the scores that are shares of items.
    pub fn shares(&self) -> [(&'static str, u64, u64); 7] {
        let (yes, no) = (self.yes(), self.no());
        [
            ("accuracy", self.right(), self.pairs()),
            ("precision", yes.matched, yes.system),
            ("recall", yes.matched, yes.gold),
            ("right_on_yes", yes.matched, yes.gold),
            ("right_on_no", no.matched, no.gold),
            ("no_precision", no.matched, no.system),
            ("no_recall", no.matched, no.gold),
        ]
    }

    /// What a system would get that gave this answer to all of the same pairs.
    #[must_use]
    pub fn always(&self, answer: Answer) -> EntailmentCounts {
        let (yes, no) = (self.yes().gold, self.no().gold);
        match answer {
            Answer::Yes => {
                EntailmentCounts { yes_right: yes, no_wrong: no, ..EntailmentCounts::default() }
            }
            Answer::No => {
                EntailmentCounts { yes_wrong: yes, no_right: no, ..EntailmentCounts::default() }
            }
        }
    }

    /// The answer that most pairs have; YES if both are as many.
    pub fn majority(&self) -> Answer {
        Answer::from(self.yes().gold >= self.no().gold)
    }
}

/// Scores answers: one row a pair, numbered as in the file.
///
/// # Errors
/// Where a pair has no right answer.
pub fn evaluate(pairs: &Pairs, answers: &[Answers]) -> Result<Vec<Evaluation<EntailmentCounts>>> {
    let gold = pairs.gold()?;
    let signature = Signature::new(NAME)
        .with("n", gold.len())
        .with("gold", pairs.fingerprint())
        .with("version", env!("CARGO_PKG_VERSION"));
    let length = |at: usize| {
        let words = pairs.pairs[at].text.split_whitespace().count();
        u32::try_from(words).unwrap_or(u32::MAX)
    };
    let evaluation = |answers: &Answers| {
        let row = |((at, gold), given): ((usize, &Answer), &crate::entailment::answers::Given)| {
            let size = Size { length: length(at), depth: 0 };
            let result = Ok(EntailmentCounts::of(*gold, given.answer));
            Row { sentence: at as u64 + 1, n_sentences: 1, outcome: Outcome { size, result } }
        };
        Evaluation {
            signature: signature.clone(),
            system: answers.name.clone(),
            rows: gold.iter().enumerate().zip(&answers.given).map(row).collect(),
        }
    };
    Ok(answers.iter().map(evaluation).collect())
}
