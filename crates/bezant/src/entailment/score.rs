//! Answers against gold: the score sheet of the task, pair by pair.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally, plain_counts, ratio};
use crate::entailment::answers::{Answer, AnswerReading, Answers, Returned, Samples, Unparsed};
use crate::entailment::pairs::{Pair, Pairs};
use crate::error::{self, EntailmentFault, Error};
use crate::evaluation::{self, Evaluation, Lacking, Remarks};
use crate::formats::{Corpus, Reader, Sentence};
use crate::metric::{Badness, Explains, Ledger, Metric, Reason, Score, Size, Structure};
use crate::parallel::Threads;
use crate::signature::Signature;
use crate::stats::Interval;
use crate::stats::wilson::wilson;

/// The metric's name in signatures.
pub const NAME: &str = "entailments";

/// What pairs may say about themselves.
const SAID: [&str; 3] = ["relation", "construction", "source"];

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
    pub(crate) fn of(gold: Answer, given: Answer) -> EntailmentCounts {
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
    #[doc(hidden)]
    pub fn pairs(&self) -> u64 {
        self.right().saturating_add(self.yes_wrong).saturating_add(self.no_wrong)
    }

    /// Right answers.
    #[doc(hidden)]
    pub fn right(&self) -> u64 {
        self.yes_right.saturating_add(self.no_right)
    }

    /// Whether more of its answers are right than wrong: the one that a pair has, or those of its samples.
    #[doc(hidden)]
    pub fn is_right(&self) -> bool {
        self.right() > self.pairs() - self.right()
    }

    /// The answer that it was given, or most often.
    pub(crate) fn given(&self) -> Answer {
        let (yes, no) = (self.yes().system, self.no().system);
        Answer::from(yes > no)
    }

    /// Pairs and answers that are YES.
    pub(crate) fn yes(&self) -> Tally {
        Tally {
            matched: self.yes_right,
            gold: self.yes_right.saturating_add(self.yes_wrong),
            system: self.yes_right.saturating_add(self.no_wrong),
        }
    }

    /// Pairs and answers that are NO.
    pub(crate) fn no(&self) -> Tally {
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
    pub(crate) fn shares(&self) -> [(&'static str, u64, u64); 7] {
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

    /// Where one of these shares lies, most likely: Wilson's interval, where each pair counts for so many answers.
    pub(crate) fn interval(&self, share: &str, times: u64, level: f64) -> Option<Interval> {
        let (_, part, whole) = self.shares().into_iter().find(|(name, ..)| *name == share)?;
        wilson(part, whole, times, level).ok()
    }

    /// What a system would get that gave this answer to all of the same pairs.
    #[must_use]
    #[doc(hidden)]
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
    #[doc(hidden)]
    pub fn majority(&self) -> Answer {
        Answer::from(self.yes().gold >= self.no().gold)
    }
}

/// Answers to pairs, right or wrong: accuracy first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entailments;

/// The answer to one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    /// What it is.
    pub answer: Answer,
    /// How many words the pair's text has; none where only the answer is known.
    pub length: u32,
}

impl Metric for Entailments {
    type Structure = AnswersToPairs;
    type Counts = EntailmentCounts;

    fn signature(&self) -> Signature {
        Signature::new(NAME)
    }

    fn count(&self, gold: &&Answered, system: &&Answered) -> Result<EntailmentCounts, Reason> {
        Ok(EntailmentCounts::of(gold.answer, system.answer))
    }

    fn missed(&self, gold: &&Answered) -> EntailmentCounts {
        EntailmentCounts::of(gold.answer, gold.answer.other())
    }

    fn scores(&self, total: &EntailmentCounts) -> Vec<Score> {
        total.scores()
    }
}

impl Explains for Entailments {
    /// Two answers differ or not; why is known of whoever decided, who has the parses.
    type Difference = Infallible;

    /// A wrong answer is as bad as any other.
    fn badness(&self, counts: &EntailmentCounts) -> Option<Badness> {
        (!counts.is_right()).then_some(Badness { score: 0.0, errors: 1 })
    }

    fn ledgers(&self, counts: &EntailmentCounts) -> Vec<Ledger> {
        vec![
            Ledger::part("answers", counts.right(), counts.pairs(), 1),
            Ledger::of("YES", counts.yes(), 1),
            Ledger::of("NO", counts.no(), 1),
        ]
    }
}

/// Pairs and answers, which have been read.
pub(crate) struct AnswersToPairs;

impl Structure for AnswersToPairs {
    type Of<'t> = &'t Answered;
    type Fault = Infallible;
    type Options = ();
    type Space = ();

    fn check(_file: &Reader) -> error::Result<()> {
        Ok(())
    }

    fn read<'t>(sentence: Sentence<'t>, _: &(), _: &mut ()) -> (&'t Answered, Vec<Infallible>) {
        (sentence.known().expect("`evaluate` makes the corpora of these"), Vec::new())
    }

    fn size(answered: &&Answered) -> Size {
        Size { length: answered.length, depth: 0 }
    }
}

/// Scores answers: one row a pair, numbered as in the file.
///
/// # Errors
/// Where a pair has no right answer.
pub fn evaluate(
    pairs: &Pairs,
    answers: &[Answers],
) -> error::Result<Vec<Evaluation<EntailmentCounts>>> {
    let right = pairs.pairs.iter().zip(pairs.gold()?).map(|(pair, answer)| {
        let length = u32::try_from(pair.text.split_whitespace().count()).unwrap_or(u32::MAX);
        Answered { answer, length }
    });
    let gold = Corpus::of_known(&pairs.name, pairs.as_lines().zip(right));
    let systems = answers.iter().map(|answers| {
        let given = answers.given.iter().map(|given| Answered { answer: given.answer, length: 0 });
        Reader::from(&Corpus::of_known(&answers.name, given.map(|given| (Vec::new(), given))))
    });
    let (gold, systems) = (Reader::from(&gold), systems.collect());
    let found =
        evaluation::evaluate_any(&[Entailments], gold, systems, &Threads::one(), &mut |_| ())?;
    let said: BTreeMap<usize, Remarks> = (0..).zip(pairs.pairs.iter().map(said)).collect();
    let systems = found.metrics.into_iter().flat_map(|found| found.systems);
    Ok(systems.map(|system| Evaluation { said: said.clone(), ..system }).collect())
}

/// Scores what systems returned, as it was read: [`evaluate`], with what decides the numbers beside the
/// answers in the signature. Under [`Samples::Mean`] the counts of a pair are of all its samples, each as
/// often as makes every pair of every system count alike.
///
/// # Errors
/// Where a pair has no right answer, or the numbers of samples are too many different ones.
pub fn evaluate_returned(
    pairs: &Pairs,
    returned: &[Returned],
    how: AnswerReading,
) -> error::Result<Vec<Evaluation<EntailmentCounts>>> {
    let answers: Vec<Answers> = returned.iter().map(|one| one.signed.answers.clone()).collect();
    let mut systems = evaluate(pairs, &answers)?;
    for (system, returned) in systems.iter_mut().zip(returned) {
        for (at, why) in &returned.signed.missing {
            let missing = Lacking { reason: None, message: why.clone() };
            system.said.entry(*at).or_default().missing = Some(missing);
        }
    }
    let mut weight = 1;
    if how.samples == Some(Samples::Mean) {
        weight = common_multiple(pairs, returned)?;
        let gold = pairs.gold()?;
        for (system, returned) in systems.iter_mut().zip(returned) {
            for ((row, samples), gold) in system.rows.iter_mut().zip(&returned.samples).zip(&gold) {
                let times = weight / samples.len().max(1) as u64;
                let mut counts = EntailmentCounts::default();
                samples.iter().for_each(|it| counts.add(&EntailmentCounts::of(*gold, *it), times));
                row.outcome.result = Ok(counts);
            }
        }
    }
    for (system, returned) in systems.iter_mut().zip(returned) {
        for (at, n) in unparsed(pairs, returned, (how, weight)) {
            system.said.entry(at).or_default().n_unparsed = n;
        }
    }
    let samples = how.samples.map(|samples| match samples {
        Samples::Majority => "majority".to_string(),
        Samples::Best => "best".to_string(),
        Samples::Mean => format!("mean-{weight}"),
    });
    for system in &mut systems {
        let mut signature = system.signature.clone();
        if how.unparsed == Unparsed::No {
            signature = signature.with("unparsed", "no");
        }
        if let Some(samples) = &samples {
            signature = signature.with("samples", samples);
        }
        system.signature = signature;
    }
    Ok(systems)
}

/// Where answers cannot be read and count as something that nobody said: the places of their pairs, and as how many
/// they count there.
fn unparsed(
    pairs: &Pairs,
    returned: &Returned,
    (how, weight): (AnswerReading, u64),
) -> Vec<(usize, u64)> {
    let is_mean = how.samples == Some(Samples::Mean);
    let mut unread: BTreeMap<&str, u64> = BTreeMap::new();
    if is_mean {
        returned.unread.iter().for_each(|one| *unread.entry(&one.id).or_default() += 1);
    } else {
        // Of several samples those decide that can be read.
        unread.extend(returned.unanswered.iter().map(|id| (id.as_str(), 1)));
    }
    let place = |(at, pair): (usize, &Pair)| {
        let n = *unread.get(pair.id.as_str())?;
        let samples = returned.samples.get(at).map_or(1, |samples| samples.len().max(1));
        Some((at, if is_mean { n.saturating_mul(weight / samples as u64) } else { n }))
    };
    pairs.pairs.iter().enumerate().filter_map(place).collect()
}

/// How many answers a pair counts for, by a signature.
pub(crate) fn answers_a_pair(signature: &Signature) -> u64 {
    let mean = signature.get("samples").and_then(|samples| samples.strip_prefix("mean-"));
    mean.and_then(|n| n.parse().ok()).filter(|n| *n > 0).unwrap_or(1)
}

/// Where the scores of a system lie that are shares of items, most likely. This needs no resampling; what
/// [`with_intervals`] says of it belongs to the numbers.
#[doc(hidden)]
pub fn intervals(
    system: &Evaluation<EntailmentCounts>,
    level: f64,
) -> Vec<(&'static str, Interval)> {
    let (total, times) = (system.total(), answers_a_pair(&system.signature));
    let shares = total.shares().into_iter();
    shares.filter_map(|(name, ..)| Some((name, total.interval(name, times, level)?))).collect()
}

/// How such intervals were made, beside what was drawn for those of other scores.
#[doc(hidden)]
pub fn with_intervals(signature: Signature, level: f64) -> Signature {
    let drawn = signature.get("interval").map(|drawn| format!("wilson+{drawn}"));
    let by = drawn.unwrap_or_else(|| "wilson".to_string());
    signature.with("interval", by).with("level", level)
}

/// The smallest number that all numbers of samples divide.
fn common_multiple(pairs: &Pairs, returned: &[Returned]) -> error::Result<u64> {
    let divisor = |a: u64, b: u64| {
        let (mut a, mut b) = (a, b);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut all = returned.iter().flat_map(|one| &one.samples).map(|all| all.len().max(1) as u64);
    all.try_fold(1u64, |found, n| {
        let next = (found / divisor(found, n)).checked_mul(n)?;
        (next <= u64::from(u32::MAX)).then_some(next)
    })
    .ok_or_else(|| {
        let why = "pairs have too many different numbers of answers for a mean";
        Error::new(&*pairs.name, EntailmentFault::Malformed(why.to_string()))
    })
}

/// The counts of each sample by itself, the first answers of all pairs being the first: as many as all
/// pairs have.
pub(crate) fn by_sample(pairs: &Pairs, returned: &Returned) -> Vec<EntailmentCounts> {
    let n = returned.samples.iter().map(Vec::len).min().unwrap_or(0);
    let of = |nth: usize| {
        let mut counts = EntailmentCounts::default();
        for (pair, samples) in pairs.pairs.iter().zip(&returned.samples) {
            let gold = pair.answer.unwrap_or(Answer::No);
            counts.add(&EntailmentCounts::of(gold, samples[nth]), 1);
        }
        counts
    };
    (0..n).map(of).collect()
}

/// What a pair says of itself that pairs are scored apart by.
fn said(pair: &Pair) -> Remarks {
    let answer = pair.answer.map(|answer| ("answer".to_string(), answer.name().to_string()));
    let said = |name: &str| Some((name.to_string(), pair.more.get(name)?.clone()));
    let said = SAID.into_iter().filter_map(said).filter(|(_, word)| !word.trim().is_empty());
    Remarks { groups: answer.into_iter().chain(said).collect(), ..Remarks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Given;

    /// `statsmodels.stats.proportion.proportion_confint` of statsmodels 0.15.0, method `wilson`.
    #[test]
    fn shares_have_intervals_without_a_report() {
        let pair = Pair { answer: Some(Answer::Yes), ..Pair::default() };
        let pairs = Pairs { name: "pairs".to_string(), pairs: vec![pair; 301] };
        let given = |at| Given { answer: Answer::from(at < 218), probability: None, score: None };
        let given = (0..301).map(given).collect();
        let systems = evaluate(&pairs, &[Answers { name: "a".to_string(), given }]).unwrap();
        let found = intervals(&systems[0], 0.95);
        // Nothing is NO in gold, and every YES is right.
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        let expected = ["accuracy", "precision", "recall", "right_on_yes", "no_precision"];
        assert_eq!(names, expected);
        for (_, Interval { low, high, .. }) in [found[0], found[2]] {
            assert!((low - 0.6711807670709672).abs() < 1e-9, "{low}");
            assert!((high - 0.7716723819798846).abs() < 1e-9, "{high}");
        }
        assert_eq!(found[1].1.high, 1.0);
        let signed = with_intervals(Signature::new(NAME), 0.9).to_string();
        assert_eq!(signed, "entailments|interval:wilson|level:0.9");
        let drawn = Signature::new(NAME).with("interval", "bca");
        assert_eq!(with_intervals(drawn, 0.9).get("interval"), Some("wilson+bca"));
    }
}
