//! From judgements to a data set: who is left out, which pairs stay, and with which answer.
//!
//! The rules are those of Yuret, Han and Turgut (2010): annotators who agree with the silver answers on
//! less than 70 % are dropped; pairs stay on which at least three of those left agree without
//! exception; *not sure* counts as *no*. Each is an option.
//!
//! ```
//! use bezant::entailment::filter::{FilterOptions, filter};
//! use bezant::entailment::{Pairs, judgements};
//! use bezant::parallel::Threads;
//! use bezant::stats::Resampling;
//!
//! let pairs = "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tThe dogs bark.\tYES\n";
//! let said = "id,annotator,answer\n1,1,yes\n1,2,yes\n1,3,yes\n";
//! let pairs = Pairs::read("pairs", pairs.as_bytes(), None)?;
//! let said = judgements::settle(judgements::read("said", said.as_bytes())?.lines).judgements;
//! let (options, plan) = (FilterOptions::default(), Resampling::STANDARD);
//! let filtered = filter(&pairs, &said, &options, plan, &Threads::one())?;
//! assert_eq!(filtered.kept(&pairs).pairs, pairs.pairs);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod options;
mod people;
mod sets;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::counts::ratio;
use crate::entailment::answers::Answer;
use crate::entailment::judgements::{Judgement, Opinion, fingerprint};
use crate::entailment::pairs::{Pair, Pairs};
use crate::parallel::Threads;
use crate::signature::Signature;
use crate::stats::dawid_skene::{DawidSkene, GivenAnswer, dawid_skene};
use crate::stats::judges::judges_agreement;
use crate::stats::{JudgesAgreement, Resampling};

pub use options::{Consensus, Contradicted, FilterOptions, JudgedBy, NotSure};
pub use people::{Fate, Person};
pub use sets::{DifferentAnswers, SetsCompared, compare_sets};

/// Why nothing can be filtered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfilterable {
    /// No judgement is about any of the pairs.
    #[error(
        "{}",
        match judgements {
            1 => format!("the only judgement is about {first}, which is no pair that is here"),
            n => format!(
                "not one of {n} judgements is about a pair that is here; {first} is not, for example"
            ),
        }
    )]
    OtherPairs {
        /// How many there are.
        judgements: usize,
        /// The first id that no pair has.
        first: String,
    },
    /// Nobody judged a pair with a silver answer.
    #[error("no judged pair has a silver answer, so that nobody can be judged by it")]
    NoSilver,
    /// Nobody answered a check.
    #[error("there are no attention checks, so that nobody can be judged by them")]
    NoChecks,
}

/// Why a pair went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DropReason {
    /// Those left do not agree.
    Disagreed,
    /// They agree and contradict silver.
    Contradicted,
    /// They agree that they are not sure.
    NotSure,
    /// Too few of its judgements are left.
    TooFewLeft,
    /// It had too few to begin with.
    TooFew,
    /// Nobody has judged it.
    Unjudged,
    /// It is there only to see whether people read.
    Check,
}

impl DropReason {
    /// All of them, in the order in which they are told.
    pub const ALL: [DropReason; 7] = [
        DropReason::Disagreed,
        DropReason::Contradicted,
        DropReason::NotSure,
        DropReason::TooFewLeft,
        DropReason::TooFew,
        DropReason::Unjudged,
        DropReason::Check,
    ];
}

/// What became of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOutcome {
    /// It stays, with this answer.
    Kept(Answer),
    /// It went.
    Dropped(DropReason),
}

/// What Dawid and Skene's estimate says about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairEstimate {
    /// The likelier answer; YES if both are as likely.
    pub answer: Answer,
    /// How likely it is.
    pub probability: f64,
}

/// What is said of a pair, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPair {
    /// How many people said yes, no and not sure.
    pub given: [u64; 3],
    /// How many of those left.
    pub left: [u64; 3],
    /// What became of it.
    pub outcome: PairOutcome,
    /// What the people of whom none is dropped say, weighed by how good they seem.
    pub estimate: Option<PairEstimate>,
}

/// How far people agree at some stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// How many people there are.
    pub people: u64,
    /// How many judgements.
    pub judgements: u64,
    /// How many pairs with at least one.
    pub pairs: u64,
    /// How far they agree.
    pub agreement: JudgesAgreement,
}

/// A filtered set of pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Filtered {
    /// How it was made.
    pub signature: Signature,
    /// By which rules.
    pub options: FilterOptions,
    /// By what people were judged.
    pub judged_by: JudgedBy,
    /// Those who judged, in the order in which they first did.
    pub people: Vec<Person>,
    /// The pairs, in order.
    pub pairs: Vec<JudgedPair>,
    /// All judgements; those of the people left; and of these, those about the pairs kept.
    pub stages: [Stage; 3],
    /// Ids that no pair has, and how many judgements have them.
    pub unknown: Vec<(String, u64)>,
    /// How many rounds the estimate took.
    pub rounds: u32,
}

/// A judgement by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Vote {
    pair: usize,
    person: usize,
    answer: Opinion,
}

/// All judgements by number.
struct Votes {
    /// Names of the people.
    people: Vec<String>,
    /// About pairs, in their order.
    votes: Vec<Vote>,
    /// About checks: who, what, and what is right.
    checks: Vec<(usize, Opinion, Answer)>,
    /// How long each took, by person.
    seconds: Vec<Vec<f64>>,
    unknown: Vec<(String, u64)>,
}

/// The right answer of a pair that only checks attention.
fn check_of(pair: &Pair) -> Option<Answer> {
    Answer::parse(pair.more.get("check")?)
}

impl Votes {
    fn new(pairs: &Pairs, judgements: &[Judgement]) -> Result<Votes, Unfilterable> {
        let ids: BTreeMap<&str, usize> =
            pairs.pairs.iter().enumerate().map(|(at, pair)| (pair.id.as_str(), at)).collect();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all = Votes {
            people: Vec::new(),
            votes: Vec::with_capacity(judgements.len()),
            checks: Vec::new(),
            seconds: Vec::new(),
            unknown: Vec::new(),
        };
        for one in judgements {
            let person = *numbers.entry(&one.annotator).or_insert_with(|| {
                all.people.push(one.annotator.clone());
                all.seconds.push(Vec::new());
                all.people.len() - 1
            });
            all.seconds[person].extend(one.seconds);
            let pair = ids.get(one.pair.as_str());
            let check = one.check.or_else(|| check_of(&pairs.pairs[*pair?]));
            match (check, pair) {
                (Some(right), _) => all.checks.push((person, one.answer, right)),
                (None, Some(&pair)) => all.votes.push(Vote { pair, person, answer: one.answer }),
                (None, None) => {
                    let at = *unknown.entry(&one.pair).or_insert_with(|| {
                        all.unknown.push((one.pair.clone(), 0));
                        all.unknown.len() - 1
                    });
                    all.unknown[at].1 += 1;
                }
            }
        }
        if let ([], [(first, _), ..]) = (all.votes.as_slice(), all.unknown.as_slice()) {
            let (judgements, first) = (judgements.len(), first.clone());
            return Err(Unfilterable::OtherPairs { judgements, first });
        }
        all.votes.sort_unstable();
        Ok(all)
    }

    /// How often each answer was given to each pair, by some of the people.
    fn given(&self, n_pairs: usize, counts: impl Fn(usize) -> bool) -> Vec<[u64; 3]> {
        let mut given = vec![[0; 3]; n_pairs];
        for vote in self.votes.iter().filter(|vote| counts(vote.person)) {
            given[vote.pair][vote.answer as usize] += 1;
        }
        given
    }
}

/// Filters pairs by judgements, of which each person has at most one about each pair (see
/// [`settle`](crate::entailment::judgements::settle)).
///
/// # Errors
/// Where the judgements are of other pairs, and where people are to be judged by what is not there.
pub fn filter(
    pairs: &Pairs,
    judgements: &[Judgement],
    options: &FilterOptions,
    plan: Resampling,
    threads: &Threads,
) -> Result<Filtered, Unfilterable> {
    let votes = Votes::new(pairs, judgements)?;
    let judged_by = people::basis(&votes, pairs, options)?;
    let mut people = people::judge(&votes, pairs, options, judged_by);
    let n = pairs.pairs.len();
    let given = votes.given(n, |_| true);
    let left = votes.given(n, |person| people[person].fate.is_left());
    let estimates = estimate(&votes, n, options.not_sure, &mut people);
    let rounds = estimates.rounds;
    let judged = pairs.pairs.iter().zip(given.iter().zip(&left)).zip(estimates.first);
    let judged = judged.map(|((pair, (&given, &left)), first)| JudgedPair {
        given,
        left,
        outcome: outcome(pair, given, left, options),
        estimate: first.map(|yes| PairEstimate {
            answer: Answer::from(yes >= 0.5),
            probability: yes.max(1.0 - yes),
        }),
    });
    let judged: Vec<JudgedPair> = judged.collect();
    let n_left = people.iter().filter(|person| person.fate.is_left()).count() as u64;
    let kept = judged.iter().filter(|pair| pair.is_kept()).map(|pair| pair.left);
    let stage = |people: u64, given: &[[u64; 3]]| {
        let sum = |given: &[u64; 3]| given.iter().sum::<u64>();
        let heard = given.iter().map(|given| options.not_sure.heard_of(*given));
        Stage {
            people,
            judgements: given.iter().map(sum).sum(),
            pairs: given.iter().filter(|given| sum(given) > 0).count() as u64,
            agreement: judges_agreement(heard, plan, options.level, threads),
        }
    };
    let stages = [
        stage(people.len() as u64, &given),
        stage(n_left, &left),
        stage(n_left, &kept.collect::<Vec<_>>()),
    ];
    let signature = options
        .sign(judged_by)
        .with("r", plan.replicates)
        .with("seed", plan.seed)
        .with("interval", "bca")
        .with("level", options.level)
        .with("n", n)
        .with("pairs", pairs.fingerprint())
        .with("judgements", fingerprint(judgements))
        .with("version", env!("CARGO_PKG_VERSION"));
    let options = *options;
    let unknown = votes.unknown;
    let pairs = judged;
    Ok(Filtered { signature, options, judged_by, people, pairs, stages, unknown, rounds })
}

/// What people agree on, if they do.
fn agreed(heard: [u64; 3], consensus: Consensus) -> Option<Opinion> {
    let n: u64 = heard.iter().sum();
    let all = [Opinion::Yes, Opinion::No, Opinion::NotSure];
    // Where two are as many, neither is what people agree on.
    let most = all.into_iter().zip(heard).max_by_key(|(_, n)| *n)?;
    if heard.iter().filter(|n| **n == most.1).count() > 1 {
        return None;
    }
    let is_enough = match consensus {
        Consensus::Unanimous => most.1 == n,
        Consensus::Majority => 2 * most.1 > n,
        Consensus::Share(share) => people::reaches(most.1, n, share),
    };
    is_enough.then_some(most.0)
}

fn outcome(pair: &Pair, given: [u64; 3], left: [u64; 3], options: &FilterOptions) -> PairOutcome {
    let sum = |given: [u64; 3]| -> u64 { given.iter().sum() };
    let heard = options.not_sure.heard_of(left);
    if check_of(pair).is_some() {
        return PairOutcome::Dropped(DropReason::Check);
    }
    if sum(given) == 0 {
        return PairOutcome::Dropped(DropReason::Unjudged);
    }
    if sum(heard) < options.min_judgements.max(1) {
        let is_few = sum(given) < options.min_judgements;
        return PairOutcome::Dropped(if is_few {
            DropReason::TooFew
        } else {
            DropReason::TooFewLeft
        });
    }
    let people = match agreed(heard, options.consensus) {
        Some(Opinion::Yes) => Answer::Yes,
        Some(Opinion::No) => Answer::No,
        Some(Opinion::NotSure) => return PairOutcome::Dropped(DropReason::NotSure),
        None => return PairOutcome::Dropped(DropReason::Disagreed),
    };
    match (pair.answer, options.contradicted) {
        (Some(silver), Contradicted::Drop) if silver != people => {
            PairOutcome::Dropped(DropReason::Contradicted)
        }
        (Some(silver), Contradicted::Silver) => PairOutcome::Kept(silver),
        _ => PairOutcome::Kept(people),
    }
}

/// Dawid and Skene's estimate from what everybody says.
fn estimate(votes: &Votes, n_pairs: usize, not_sure: NotSure, people: &mut [Person]) -> DawidSkene {
    let heard = votes.votes.iter().filter_map(|vote| {
        let answer = not_sure.heard(vote.answer)? as usize;
        Some(GivenAnswer { item: vote.pair, person: vote.person, answer })
    });
    let found = dawid_skene(n_pairs, people.len(), &heard.collect::<Vec<_>>());
    let share = |row: [f64; 3], at: usize| (row.iter().sum::<f64>() > 0.0).then(|| row[at]);
    for (person, [of_yes, of_no]) in people.iter_mut().zip(&found.people) {
        person.right_on_yes = share(*of_yes, 0);
        person.right_on_no = share(*of_no, 1);
    }
    found
}

impl JudgedPair {
    /// Whether it stays.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.outcome, PairOutcome::Kept(_))
    }
}

impl Filtered {
    /// The pairs that stay, with their answers. Where people's answer is not silver's, the pair says so.
    pub fn kept(&self, pairs: &Pairs) -> Pairs {
        let kept = pairs.pairs.iter().zip(&self.pairs).filter_map(|(pair, judged)| {
            let PairOutcome::Kept(answer) = judged.outcome else { return None };
            let mut kept = Pair { answer: Some(answer), ..pair.clone() };
            if let Some(silver) = pair.answer.filter(|silver| *silver != answer) {
                kept.more.insert("silver".to_string(), silver.name().to_string());
            }
            Some(kept)
        });
        Pairs { name: pairs.name.clone(), pairs: kept.collect() }
    }

    /// The judgements of those left about the pairs that stay; people are numbers.
    pub fn kept_judgements(&self, pairs: &Pairs, judgements: &[Judgement]) -> Vec<Judgement> {
        let kept = pairs.pairs.iter().zip(&self.pairs).filter(|(_, judged)| judged.is_kept());
        let kept: BTreeMap<&str, ()> = kept.map(|(pair, _)| (pair.id.as_str(), ())).collect();
        let left = self.people.iter().filter(|person| person.fate.is_left());
        let left: BTreeMap<&str, u64> =
            left.map(|person| (person.name.as_str(), person.number)).collect();
        let is_kept = |one: &&Judgement| one.check.is_none() && kept.contains_key(&*one.pair);
        let numbered = |one: &Judgement| {
            let annotator = left.get(one.annotator.as_str())?.to_string();
            Some(Judgement { annotator, ..one.clone() })
        };
        judgements.iter().filter(is_kept).filter_map(numbered).collect()
    }

    /// All pairs, each with the answer that counts: what people agree on where it stays, and else silver's.
    #[doc(hidden)]
    pub fn answered(&self, pairs: &Pairs) -> Pairs {
        let answered = pairs.pairs.iter().zip(&self.pairs).map(|(pair, judged)| {
            let answer = match judged.outcome {
                PairOutcome::Kept(answer) => Some(answer),
                PairOutcome::Dropped(_) => pair.answer,
            };
            Pair { answer, ..pair.clone() }
        });
        Pairs { name: pairs.name.clone(), pairs: answered.collect() }
    }

    /// Whether somebody's answer agrees with what people were judged by, where that can be said.
    pub(crate) fn agrees(&self, pair: &Pair, judged: &JudgedPair, said: Opinion) -> Option<bool> {
        let not_sure = self.options.not_sure;
        let given = not_sure.heard_of(judged.given);
        people::agrees(self.judged_by, not_sure.heard(said)?, pair.answer, given)
    }

    /// Whether people say different things of a pair.
    pub(crate) fn is_divided(&self, given: [u64; 3]) -> bool {
        let heard = self.options.not_sure.heard_of(given);
        heard.iter().filter(|n| **n > 0).count() > 1
    }

    /// Whether those left agree on another answer than silver's, whatever was done about it.
    pub(crate) fn contradicts(&self, pair: &Pair, judged: &JudgedPair) -> bool {
        let heard = self.options.not_sure.heard_of(judged.left);
        let people = agreed(heard, self.options.consensus);
        let is_judged = !matches!(
            judged.outcome,
            PairOutcome::Dropped(
                DropReason::TooFew
                    | DropReason::TooFewLeft
                    | DropReason::Unjudged
                    | DropReason::Check
            )
        );
        is_judged
            && pair.answer.is_some_and(|silver| {
                people.is_some_and(|people| {
                    people != Opinion::NotSure && people != Opinion::from(silver)
                })
            })
    }

    /// How many pairs stay.
    pub fn n_kept(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.is_kept()).count()
    }

    /// How many went for a reason.
    pub fn n_dropped(&self, reason: DropReason) -> usize {
        let is_it = |pair: &&JudgedPair| pair.outcome == PairOutcome::Dropped(reason);
        self.pairs.iter().filter(is_it).count()
    }

    /// The share of pairs that stay, of those that are no checks.
    pub fn retention(&self) -> Option<f64> {
        let n = self.pairs.len() - self.n_dropped(DropReason::Check);
        ratio(self.n_kept() as u64, n as u64)
    }
}
