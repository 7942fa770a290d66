//! Who is left: annotators against silver, checks, or each other.

use crate::entailment::answers::Answer;
use crate::entailment::filter::{FilterOptions, JudgedBy, Unfilterable, Vote, Votes};
use crate::entailment::judgements::Opinion;
use crate::entailment::pairs::Pairs;

/// What became of somebody who judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They agree often enough.
    Left,
    /// Too few of their answers can be judged, so they stay.
    Unknown,
    /// They agree too seldom.
    Disagrees,
    /// They have too few checks right.
    FailsChecks,
}

impl Fate {
    /// Whether they count.
    pub fn is_left(self) -> bool {
        matches!(self, Fate::Left | Fate::Unknown)
    }
}

/// Somebody who judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// What they are called in the judgements.
    pub name: String,
    /// What they are called in reports: the same if all are called by small numbers, or else a number in
    /// the order in which they first judged.
    pub number: u64,
    /// How many pairs they judged.
    pub judgements: u64,
    /// How many of these they were not sure about.
    pub not_sure: u64,
    /// How many of their answers could be judged.
    pub judged: u64,
    /// How many of those agree.
    pub agreed: u64,
    /// How many checks they answered.
    pub checks: u64,
    /// How many of those they have right.
    pub checks_right: u64,
    /// The median of the seconds they took.
    pub seconds: Option<f64>,
    /// What became of them.
    pub fate: Fate,
    /// How often they say yes where it is true, by Dawid and Skene's estimate.
    pub right_on_yes: Option<f64>,
    /// How often they say no where that is true.
    pub right_on_no: Option<f64>,
}

/// Whether a part is at least a share of the whole, as far as doubles can tell.
pub(super) fn reaches(part: u64, whole: u64, share: f64) -> bool {
    part as f64 + 1e-9 >= share * whole as f64
}

/// By what people are judged.
pub(super) fn basis(
    votes: &Votes,
    pairs: &Pairs,
    options: &FilterOptions,
) -> Result<JudgedBy, Unfilterable> {
    let has_silver = votes.votes.iter().any(|vote| pairs.pairs[vote.pair].answer.is_some());
    let has_checks = !votes.checks.is_empty();
    if options.min_checks.is_some() && !has_checks {
        return Err(Unfilterable::NoChecks);
    }
    match options.judged_by {
        Some(JudgedBy::Silver) if !has_silver => Err(Unfilterable::NoSilver),
        Some(JudgedBy::Checks) if !has_checks => Err(Unfilterable::NoChecks),
        Some(said) => Ok(said),
        None if has_silver => Ok(JudgedBy::Silver),
        None if has_checks => Ok(JudgedBy::Checks),
        None => Ok(JudgedBy::Majority),
    }
}

/// Counts how often people agree, and says who is left.
pub(super) fn judge(
    votes: &Votes,
    pairs: &Pairs,
    options: &FilterOptions,
    by: JudgedBy,
) -> Vec<Person> {
    let numbers = numbers(&votes.people);
    let person = |(at, name): (usize, &String)| Person {
        name: name.clone(),
        number: numbers[at],
        judgements: 0,
        not_sure: 0,
        judged: 0,
        agreed: 0,
        checks: 0,
        checks_right: 0,
        seconds: median(&votes.seconds[at]),
        fate: Fate::Left,
        right_on_yes: None,
        right_on_no: None,
    };
    let mut people: Vec<Person> = votes.people.iter().enumerate().map(person).collect();
    for vote in &votes.votes {
        let person = &mut people[vote.person];
        person.judgements += 1;
        person.not_sure += u64::from(vote.answer == Opinion::NotSure);
    }
    for &(person, answer, right) in &votes.checks {
        let Some(heard) = options.not_sure.heard(answer) else { continue };
        people[person].checks += 1;
        people[person].checks_right += u64::from(heard == Opinion::from(right));
    }
    match by {
        JudgedBy::Silver | JudgedBy::Majority => compare(votes, pairs, options, by, &mut people),
        JudgedBy::Checks => people.iter_mut().for_each(|person| {
            (person.judged, person.agreed) = (person.checks, person.checks_right)
        }),
    }
    for person in &mut people {
        person.fate = fate(person, options);
    }
    people
}

fn fate(person: &Person, options: &FilterOptions) -> Fate {
    let fails = |share: f64| !reaches(person.checks_right, person.checks, share);
    if options.min_checks.is_some_and(fails) {
        return Fate::FailsChecks;
    }
    if person.judged < options.min_answers.max(1) {
        return Fate::Unknown;
    }
    match reaches(person.agreed, person.judged, options.min_agreement) {
        true => Fate::Left,
        false => Fate::Disagrees,
    }
}

/// Whether an answer agrees with what people are judged by, where that can be said. `given` is how often each
/// answer was given to the pair, this one with them.
pub(super) fn agrees(
    by: JudgedBy,
    answer: Opinion,
    silver: Option<Answer>,
    given: [u64; 3],
) -> Option<bool> {
    match by {
        JudgedBy::Silver => silver.map(|silver| answer == Opinion::from(silver)),
        // What most of the others say: one's own answer would make anybody agree. Where the others are divided
        // evenly, there is nothing to agree with.
        JudgedBy::Majority => {
            let mut others = given;
            others[answer as usize] = others[answer as usize].saturating_sub(1);
            let most = others.iter().copied().max().unwrap_or(0);
            let is_one = others.iter().filter(|n| **n == most).count() == 1;
            is_one.then(|| others[answer as usize] == most)
        }
        JudgedBy::Checks => None,
    }
}

fn compare(
    votes: &Votes,
    pairs: &Pairs,
    options: &FilterOptions,
    by: JudgedBy,
    people: &mut [Person],
) {
    for same in votes.votes.chunk_by(|a: &Vote, b: &Vote| a.pair == b.pair) {
        let mut given = [0u64; 3];
        let heard = |vote: &Vote| options.not_sure.heard(vote.answer);
        same.iter().filter_map(heard).for_each(|answer| given[answer as usize] += 1);
        for vote in same {
            let silver = pairs.pairs[vote.pair].answer;
            let agrees = heard(vote).and_then(|answer| agrees(by, answer, silver, given));
            people[vote.person].judged += u64::from(agrees.is_some());
            people[vote.person].agreed += u64::from(agrees == Some(true));
        }
    }
}

/// What people are called: names of workers are nobody's business.
fn numbers(names: &[String]) -> Vec<u64> {
    let own = |name: &String| {
        let number: u64 = name.parse().ok()?;
        (number < 1_000_000 && number.to_string() == *name).then_some(number)
    };
    let own: Option<Vec<u64>> = names.iter().map(own).collect();
    own.unwrap_or_else(|| (1..=names.len() as u64).collect())
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        _ if sorted.is_empty() => None,
        1 => Some(sorted[half]),
        _ => Some((sorted[half - 1] + sorted[half]) / 2.0),
    }
}
