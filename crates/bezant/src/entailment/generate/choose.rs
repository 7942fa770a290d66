//! A choice of pairs: as many of each kind, drawn by a seed.

use std::collections::BTreeMap;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::entailment::answers::Answer;
use crate::entailment::pairs::Pair;
use crate::error::{ChoiceFault, ChoiceProblem};

/// What is to be as frequent as what else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Balance {
    /// YES and NO.
    Answer,
    /// Relations.
    LinkRelation,
    /// Constructions.
    Construction,
    /// Sources.
    Source,
}

impl Balance {
    /// All, with their names.
    pub const ALL: [(&'static str, Balance); 4] = [
        ("answer", Balance::Answer),
        ("relation", Balance::LinkRelation),
        ("construction", Balance::Construction),
        ("source", Balance::Source),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        let (name, _) = Balance::ALL[self as usize];
        name
    }

    /// Whether a pair says what it is in this respect.
    pub fn is_said(self, pair: &Pair) -> bool {
        self.all_of(pair).iter().any(|value| !value.is_empty())
    }

    /// What a pair is in this respect, where it may be several things.
    pub(crate) fn all_of(self, pair: &Pair) -> Vec<&str> {
        match self {
            Balance::LinkRelation | Balance::Construction => pair.said(self.name()).collect(),
            Balance::Answer | Balance::Source => vec![self.of(pair)],
        }
    }

    /// What a pair is in this respect.
    fn of(self, pair: &Pair) -> &str {
        let more = |name: &str| pair.more.get(name).map_or("", String::as_str);
        match self {
            Balance::Answer => pair.answer.map_or("", Answer::name),
            Balance::LinkRelation => more("relation"),
            Balance::Construction => more("construction"),
            Balance::Source => more("source"),
        }
    }
}

impl FromStr for Balance {
    type Err = ChoiceFault;

    fn from_str(name: &str) -> Result<Balance, ChoiceFault> {
        let known = Balance::ALL.iter().find(|(known, _)| *known == name);
        let all = Balance::ALL.map(|(name, _)| name);
        let known = known.map(|(_, balance)| *balance);
        known.ok_or_else(|| ChoiceFault::new(ChoiceProblem::NoBalance, name, &all))
    }
}

/// How pairs are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choosing {
    /// What is to be balanced: kinds are combinations of these.
    pub balance: Vec<Balance>,
    /// How many at most; all, or with a balance as many of each kind as the rarest has, if nothing is said.
    pub limit: Option<usize>,
    /// What the choice is drawn from.
    pub seed: u64,
}

/// Chooses pairs, which keep their order. The same pairs, options and seed make the same choice.
///
/// With a balance, kinds take turns, so that none has more than one pair more than another that has
/// enough; a limit ends that. Without a limit, every kind has as many as the rarest.
pub fn choose(pairs: Vec<Pair>, choosing: &Choosing) -> Vec<Pair> {
    let Choosing { balance, limit, seed } = choosing;
    if balance.is_empty() && limit.is_none_or(|limit| limit >= pairs.len()) {
        return pairs;
    }
    let mut rng = seeded(*seed);
    let mut kinds: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
    for (at, pair) in pairs.iter().enumerate() {
        let kind = balance.iter().map(|one| one.of(pair)).collect();
        kinds.entry(kind).or_default().push(at);
    }
    for places in kinds.values_mut() {
        shuffle(places, &mut rng);
    }
    let fewest = kinds.values().map(Vec::len).min().unwrap_or(0);
    let most = limit.unwrap_or(usize::MAX);
    let rounds = match (limit, balance.is_empty()) {
        (None, false) => fewest,
        _ => kinds.values().map(Vec::len).max().unwrap_or(0),
    };
    let mut turns: Vec<Vec<usize>> = kinds.into_values().collect();
    // Which kinds have one more when a limit cuts a round short is drawn as well.
    shuffle(&mut turns, &mut rng);
    let drawn = (0..rounds).flat_map(|round| turns.iter().filter_map(move |kind| kind.get(round)));
    let mut is_chosen = vec![false; pairs.len()];
    for at in drawn.take(most) {
        is_chosen[*at] = true;
    }
    pairs.into_iter().zip(is_chosen).filter(|(_, chosen)| *chosen).map(|(pair, _)| pair).collect()
}

/// Numbers that are the same for the same seed, on every machine.
pub(crate) fn seeded(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// Any order is as likely as any other.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        // The remainder favours small numbers by less than one in 2^32 here.
        items.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> Vec<Pair> {
        let pair = |at: usize| Pair {
            id: at.to_string(),
            answer: Some(if at.is_multiple_of(3) { Answer::Yes } else { Answer::No }),
            more: [("source".to_string(), format!("s{}", at % 2))].into(),
            ..Pair::default()
        };
        (0..30).map(pair).collect()
    }

    fn chosen(balance: &[Balance], limit: Option<usize>, seed: u64) -> Vec<Pair> {
        choose(pairs(), &Choosing { balance: balance.to_vec(), limit, seed })
    }

    fn yes(pairs: &[Pair]) -> usize {
        pairs.iter().filter(|pair| pair.answer == Some(Answer::Yes)).count()
    }

    #[test]
    fn all_stay_where_nothing_is_asked() {
        assert_eq!(chosen(&[], None, 1), pairs());
        assert_eq!(chosen(&[], Some(99), 1), pairs());
    }

    #[test]
    fn kinds_are_as_frequent_as_the_rarest_or_as_the_limit_allows() {
        let even = chosen(&[Balance::Answer], None, 1);
        assert_eq!((even.len(), yes(&even)), (20, 10));
        let limited = chosen(&[Balance::Answer], Some(8), 1);
        assert_eq!((limited.len(), yes(&limited)), (8, 4));
        // More than the rarest kind has are filled up from the others.
        let many = chosen(&[Balance::Answer], Some(25), 1);
        assert_eq!((many.len(), yes(&many)), (25, 10));
        let both = chosen(&[Balance::Answer, Balance::Source], None, 1);
        assert_eq!((both.len(), yes(&both)), (20, 10));
    }

    #[test]
    fn the_seed_draws_and_the_order_stays() {
        let ids = |seed| -> Vec<usize> {
            let chosen = chosen(&[], Some(10), seed);
            chosen.iter().map(|pair| pair.id.parse().unwrap()).collect()
        };
        assert_eq!(ids(1), ids(1));
        assert_ne!(ids(1), ids(2));
        assert!(ids(1).is_sorted());
        assert_eq!(ids(1).len(), 10);
    }
}
