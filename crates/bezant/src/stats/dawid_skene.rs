//! What is true and how good each person is, from their answers alone.
//!
//! Dawid and Skene (1979): every item has one true answer that nobody sees; every person gives each
//! answer with a probability that depends on the true one. Both are estimated in turn (EM), from the
//! shares of answers on, until nothing moves. A person who answers at random then weighs nothing, and
//! one who is always wrong speaks for the opposite.
//!
//! EM creeps where people hardly differ, so that each three rounds end in a longer step in the direction
//! of the first two (Varadhan and Roland 2008), unless it makes the answers less likely than they were.

/// How many true answers there are, and how many can be given: being unsure is no truth.
pub(crate) const TRUTHS: usize = 2;
pub(crate) const GIVEN: usize = 3;

/// An answer, as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GivenAnswer {
    pub(crate) item: usize,
    pub(crate) person: usize,
    /// Below [`GIVEN`]; those below [`TRUTHS`] can be true.
    pub(crate) answer: usize,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DawidSkene {
    /// How likely the first answer is to be true, for each item that somebody has answered.
    pub(crate) first: Vec<Option<f64>>,
    /// For each person, how likely each answer is where each is true.
    pub(crate) people: Vec<[[f64; GIVEN]; TRUTHS]>,
    /// The share of items whose true answer is each.
    pub(crate) prior: [f64; TRUTHS],
    /// How many rounds it took.
    pub(crate) rounds: u32,
}

/// No more rounds than these are made, and none where no probability has moved by more.
const MOST_ROUNDS: u32 = 1_000;
const STILL: f64 = 1e-7;

/// Estimates; `answers` are sorted by item.
///
/// # Panics
/// If an item, a person or an answer has a number that is too high.
pub(crate) fn dawid_skene(n_items: usize, n_people: usize, answers: &[GivenAnswer]) -> DawidSkene {
    debug_assert!(answers.is_sorted_by_key(|given| given.item));
    let mut first = from_shares(n_items, answers);
    let mut found = DawidSkene {
        first: Vec::new(),
        people: vec![[[0.0; GIVEN]; TRUTHS]; n_people],
        prior: [0.0; TRUTHS],
        rounds: 0,
    };
    while found.rounds < MOST_ROUNDS {
        let before = first.clone();
        found.round(&mut first, answers);
        let between = first.clone();
        let Round { likelihood, moved } = found.round(&mut first, answers);
        if moved <= STILL {
            break;
        }
        if let Some(mut further) = further([&before, &between, &first]) {
            // Kept unless it leads downhill.
            if found.round(&mut further, answers).likelihood >= likelihood {
                first = further;
            }
        }
    }
    // What is said of people belongs to the last answers.
    found.weigh(&first, answers);
    found.first = first;
    found
}

/// What a round did.
struct Round {
    /// The logarithm of how likely the answers were before it.
    likelihood: f64,
    /// The furthest that a probability moved.
    moved: f64,
}

/// Where three sets of probabilities that follow each other seem to lead.
fn further([one, two, three]: [&[Option<f64>]; 3]) -> Option<Vec<Option<f64>>> {
    let all = || one.iter().zip(two).zip(three).map(|((one, two), three)| (one, two, three));
    let (mut steps, mut bends) = (0.0, 0.0);
    for (one, two, three) in all() {
        let (Some(one), Some(two), Some(three)) = (one, two, three) else { continue };
        let (step, next) = (two - one, three - two);
        steps += step * step;
        bends += (next - step) * (next - step);
    }
    let length = (steps / bends).sqrt();
    if !length.is_finite() || length <= 1.0 {
        return None;
    }
    let led = |(one, two, three): (&Option<f64>, &Option<f64>, &Option<f64>)| {
        let (one, two, three) = ((*one)?, (*two)?, (*three)?);
        let (step, bend) = (two - one, three - two - (two - one));
        let p = one + 2.0 * length * step + length * length * bend;
        // What is certain cannot be undone, and is for EM itself to say.
        Some(match p {
            p if p <= 0.0 => three / 2.0,
            p if p >= 1.0 => (1.0 + three) / 2.0,
            p => p,
        })
    };
    Some(all().map(led).collect())
}

/// How many of an item's answers are the first, of those that can be true.
fn from_shares(n_items: usize, answers: &[GivenAnswer]) -> Vec<Option<f64>> {
    let mut counts = vec![[0.0; GIVEN]; n_items];
    answers.iter().for_each(|given| counts[given.item][given.answer] += 1.0);
    let share = |[first, second, unsure]: [f64; GIVEN]| match first + second {
        n if n > 0.0 => Some(first / n),
        // Nobody was sure: it can be either.
        _ => (unsure > 0.0).then_some(0.5),
    };
    counts.into_iter().map(share).collect()
}

impl DawidSkene {
    /// How often each answer is true, and how people answer, from how likely each item's answers are.
    fn weigh(&mut self, first: &[Option<f64>], answers: &[GivenAnswer]) {
        let n = first.iter().flatten().count() as f64;
        let sum: f64 = first.iter().flatten().sum();
        self.prior = if n > 0.0 { [sum / n, 1.0 - sum / n] } else { [0.5; TRUTHS] };
        self.people.iter_mut().for_each(|person| *person = [[0.0; GIVEN]; TRUTHS]);
        for given in answers {
            let p = first[given.item].unwrap_or(0.5);
            let person = &mut self.people[given.person];
            person[0][given.answer] += p;
            person[1][given.answer] += 1.0 - p;
        }
        for row in self.people.iter_mut().flatten() {
            let sum: f64 = row.iter().sum();
            if sum > 0.0 {
                row.iter_mut().for_each(|share| *share /= sum);
            }
        }
    }

    /// One round: what is true makes people good or bad, and that says what is true.
    fn round(&mut self, first: &mut [Option<f64>], answers: &[GivenAnswer]) -> Round {
        self.rounds += 1;
        self.weigh(first, answers);
        // Logarithms, since the product of many people's shares is too small for a number.
        let logs = self.people.iter().map(|person| person.map(|row| row.map(f64::ln)));
        let logs: Vec<[[f64; GIVEN]; TRUTHS]> = logs.collect();
        let prior = self.prior.map(f64::ln);
        let mut round = Round { likelihood: 0.0, moved: 0.0 };
        for item in answers.chunk_by(|a, b| a.item == b.item) {
            let mut likely = prior;
            for given in item {
                let person = &logs[given.person];
                likely[0] += person[0][given.answer];
                likely[1] += person[1][given.answer];
            }
            // Whatever had a share before still has one, so that not both are impossible.
            let p = 1.0 / (1.0 + (likely[1] - likely[0]).exp());
            let most = likely[0].max(likely[1]);
            round.likelihood += most - p.max(1.0 - p).ln();
            let place = &mut first[item[0].item];
            round.moved = round.moved.max((p - place.unwrap_or(0.5)).abs());
            *place = Some(p);
        }
        round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items as lines, people as columns: Y, N, ? or nothing.
    fn read(lines: &[&str]) -> (usize, usize, Vec<GivenAnswer>) {
        let mut answers = Vec::new();
        for (item, line) in lines.iter().enumerate() {
            for (person, c) in line.chars().enumerate() {
                let answer = "YN?".find(c);
                answers.extend(answer.map(|answer| GivenAnswer { item, person, answer }));
            }
        }
        let n_people = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        (lines.len(), n_people, answers)
    }

    fn of(lines: &[&str]) -> DawidSkene {
        let (n_items, n_people, answers) = read(lines);
        dawid_skene(n_items, n_people, &answers)
    }

    #[test]
    fn where_all_agree_nobody_is_wrong() {
        let found = of(&["YYY", "NNN", "YYY", "N N"]);
        assert_eq!(found.first, [Some(1.0), Some(0.0), Some(1.0), Some(0.0)]);
        assert_eq!(found.prior, [0.5, 0.5]);
        for person in found.people {
            assert_eq!(person, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        }
        assert_eq!(found.rounds, 2);
    }

    /// By hand: after one round from shares, the last person has answered half of each kind with YES, and
    /// is worth nothing; the other two agree throughout.
    #[test]
    fn somebody_who_guesses_weighs_nothing() {
        let found = of(&["YYY", "YYN", "NNY", "NNN"]);
        for (p, expected) in found.first.iter().zip([1.0, 1.0, 0.0, 0.0]) {
            assert!((p.unwrap() - expected).abs() < 1e-6, "{found:?}");
        }
        let guesser = found.people[2];
        assert!((guesser[0][0] - 0.5).abs() < 1e-6 && (guesser[1][0] - 0.5).abs() < 1e-6);
    }

    #[test]
    fn nothing_is_known_of_what_nobody_answered() {
        assert_eq!(
            of(&[]),
            DawidSkene { first: vec![], people: vec![], prior: [0.5; 2], rounds: 2 }
        );
        let found = of(&["YY", "", "NN", "??"]);
        assert_eq!((found.first[0], found.first[1], found.first[2]), (Some(1.0), None, Some(0.0)));
        assert_eq!(found.first[3], Some(0.5));
        assert!(found.people.iter().flatten().flatten().all(|share| share.is_finite()));
    }
}
