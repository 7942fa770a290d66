//! Pairs in parts, for development and for testing, drawn by a seed.
//!
//! The division of Yuret, Rimell and Han (2013) is random by pair. With something to be alike in all parts,
//! pairs are dealt out as by Sechidis, Tsoumakas and Vlahavas (2011, "On the stratification of multi-label
//! data"): what is rarest first, each to the part that lacks it most, so that a pair may have several
//! relations. Sizes are exact as long as single pairs are dealt.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;

use serde_json::json;

use crate::entailment::answers::Answer;
use crate::entailment::generate::choose::{Balance, seeded, shuffle};
use crate::entailment::pairs::{Pair, Pairs};
use crate::signature::Signature;

/// What stays together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// Every pair is dealt by itself, as in the article.
    Pair,
    /// All pairs of a text are in one part.
    Text,
}

/// How pairs are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// Parts in order, each with its name and number of pairs; the numbers add up to all pairs.
    pub parts: Vec<(String, usize)>,
    /// What stays together.
    pub by: SplitBy,
    /// What is to be as frequent in one part as in another.
    pub alike: Vec<Balance>,
    /// What the parts are drawn from.
    pub seed: u64,
}

/// Pairs in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The parts, each with its name as that of its pairs; pairs keep their order.
    pub parts: Vec<Pairs>,
    /// How many texts are in more than one part.
    pub n_divided: usize,
    /// The first of them.
    pub first_divided: Option<String>,
    /// How they were divided.
    pub signature: Signature,
}

/// Something that is more frequent in a part than among all pairs, or less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// Of which kind it is.
    pub what: &'static str,
    /// What it is.
    pub value: String,
    /// The part.
    pub part: String,
    /// How many pairs of the part are that.
    pub count: usize,
    /// How many pairs it has.
    pub size: usize,
    /// How many of all pairs are that.
    pub here: usize,
    /// How many there are.
    pub n: usize,
}

impl std::fmt::Display for Uneven {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Uneven { what, value, part, count, size, here, n } = self;
        write!(
            f,
            "the {what} {value} has {count} of {size} pairs in {part}, and {here} of {n} in all"
        )
    }
}

impl Split {
    /// Divides pairs. The same pairs, options and seed make the same parts.
    pub fn of(pairs: &Pairs, splitting: &Splitting) -> Split {
        let part_of = dealt(&pairs.pairs, splitting);
        let part = |(at, (name, _)): (usize, &(String, usize))| {
            let here = pairs.pairs.iter().zip(&part_of).filter(|(_, part)| **part == at);
            Pairs { name: name.clone(), pairs: here.map(|(pair, _)| pair.clone()).collect() }
        };
        let parts: Vec<Pairs> = splitting.parts.iter().enumerate().map(part).collect();
        let divided = divided(&parts);
        let sizes: Vec<String> =
            parts.iter().map(|part| format!("{}={}", part.name, part.pairs.len())).collect();
        let alike: Vec<&str> = splitting.alike.iter().map(|one| one.name()).collect();
        let by = match splitting.by {
            SplitBy::Pair => "pair",
            SplitBy::Text => "text",
        };
        let signature = Signature::new("split")
            .with("by", by)
            .with("alike", if alike.is_empty() { "nothing".to_string() } else { alike.join(",") })
            .with("seed", splitting.seed)
            .with("parts", sizes.join(","))
            .with("pairs", pairs.fingerprint())
            .with("version", env!("CARGO_PKG_VERSION"));
        Split {
            n_divided: divided.len(),
            first_divided: divided.first().map(|text| (*text).to_string()),
            parts,
            signature,
        }
    }

    /// Where something that was to be as frequent in one part as in another is least so: if that is two
    /// pairs or more, and a twentieth of the part.
    pub fn uneven(&self, alike: &[Balance]) -> Option<Uneven> {
        let mut all: BTreeMap<(Balance, &str), Vec<usize>> = BTreeMap::new();
        for (at, part) in self.parts.iter().enumerate() {
            for pair in &part.pairs {
                for one in alike {
                    for value in one.all_of(pair).into_iter().filter(|value| !value.is_empty()) {
                        let counts = all.entry((*one, value));
                        counts.or_insert_with(|| vec![0; self.parts.len()])[at] += 1;
                    }
                }
            }
        }
        let n: usize = self.parts.iter().map(|part| part.pairs.len()).sum();
        let mut worst: Option<(f64, Uneven)> = None;
        for ((what, value), counts) in &all {
            let here: usize = counts.iter().sum();
            for (part, count) in self.parts.iter().zip(counts) {
                let size = part.pairs.len();
                let wanted = here as f64 * size as f64 / n.max(1) as f64;
                let off = (*count as f64 - wanted).abs();
                let share = off / size.max(1) as f64;
                if off >= 2.0
                    && share >= 0.05
                    && worst.as_ref().is_none_or(|(most, _)| share > *most)
                {
                    let (value, part) = ((*value).to_string(), part.name.clone());
                    let what = what.name();
                    let uneven = Uneven { what, value, part, count: *count, size, here, n };
                    worst = Some((share, uneven));
                }
            }
        }
        worst.map(|(_, uneven)| uneven)
    }

    /// What stands beside the files of the parts, which are given by name: how they were made.
    pub fn description(&self, files: &[String]) -> String {
        let part = |(part, file): (&Pairs, &String)| {
            let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(part, answer));
            json!({
                "name": part.name, "file": file, "pairs": part.pairs.len(), "yes": yes, "no": no,
                "fingerprint": part.fingerprint().to_string(),
            })
        };
        let parts: Vec<_> = self.parts.iter().zip(files).map(part).collect();
        format!("{:#}\n", json!({ "signature": self.signature.to_string(), "parts": parts }))
    }
}

/// How many pairs have an answer.
pub fn n_with(pairs: &Pairs, answer: Answer) -> usize {
    pairs.pairs.iter().filter(|pair| pair.answer == Some(answer)).count()
}

/// Texts that are in more than one part, in the order of the parts.
fn divided(parts: &[Pairs]) -> Vec<&str> {
    let mut home: BTreeMap<&str, usize> = BTreeMap::new();
    let mut said = BTreeSet::new();
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        for pair in &part.pairs {
            let is_here = *home.entry(&pair.text).or_insert(at) == at;
            if !is_here && said.insert(pair.text.as_str()) {
                found.push(pair.text.as_str());
            }
        }
    }
    found
}

/// So many combinations of what a pair is are looked at.
const MOST_COMBINED: usize = 64;

/// Pairs that stay together, in the order of the file.
fn units(pairs: &[Pair], by: SplitBy) -> Vec<Vec<usize>> {
    if by == SplitBy::Pair {
        return (0..pairs.len()).map(|at| vec![at]).collect();
    }
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut units: Vec<Vec<usize>> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let unit = *known.entry(&pair.text).or_insert(units.len());
        if unit == units.len() {
            units.push(Vec::new());
        }
        units[unit].push(at);
    }
    units
}

/// What a pair is: each thing that is to be alike, all things of one kind together, and each combination of
/// kinds. The first are labels of one word.
fn labels(pair: &Pair, alike: &[Balance]) -> BTreeSet<Vec<String>> {
    let mut combined: Vec<Vec<String>> = vec![Vec::new()];
    let mut all = BTreeSet::new();
    for one in alike {
        let values: BTreeSet<String> =
            one.all_of(pair).into_iter().map(|value| format!("{}={value}", one.name())).collect();
        all.extend(values.iter().map(|value| vec![value.clone()]));
        all.insert([&["all".to_string()], Vec::from_iter(values.clone()).as_slice()].concat());
        let longer = |start: &Vec<String>| -> Vec<Vec<String>> {
            values.iter().map(|value| [start.as_slice(), from_ref(value)].concat()).collect()
        };
        // A pair that says hundreds of things is balanced by each, not by every combination.
        if !values.is_empty() && values.len() * combined.len() <= MOST_COMBINED {
            combined = combined.iter().flat_map(longer).collect();
        }
    }
    all.extend(combined.into_iter().filter(|label| !label.is_empty()));
    all
}

/// The part of each pair.
fn dealt(pairs: &[Pair], splitting: &Splitting) -> Vec<usize> {
    let mut units = units(pairs, splitting.by);
    shuffle(&mut units, &mut seeded(splitting.seed));
    let mut numbers: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    // Of each unit, its labels with the number of its pairs that have them.
    let mut has: Vec<BTreeMap<usize, i64>> = vec![BTreeMap::new(); units.len()];
    for (unit, members) in units.iter().enumerate() {
        for label in members.iter().flat_map(|at| labels(&pairs[*at], &splitting.alike)) {
            let next = numbers.len();
            let label = *numbers.entry(label).or_insert(next);
            *has[unit].entry(label).or_default() += 1;
        }
    }
    let mut who: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
    let mut left = vec![0; numbers.len()];
    for (unit, labels) in has.iter().enumerate() {
        for (label, n) in labels {
            who[*label].push(unit);
            left[*label] += n;
        }
    }
    // Of a combination that the smallest part would have less than one of, nothing can be made alike.
    let smallest = splitting.parts.iter().map(|(_, size)| *size as i64).min().unwrap_or_default();
    for (label, number) in &numbers {
        if label.len() > 1 && left[*number] * smallest < pairs.len() as i64 {
            who[*number].clear();
            left[*number] = 0;
        }
    }
    let mut dealing = Dealing::new(splitting, &left, pairs.len());
    let mut home: Vec<Option<usize>> = vec![None; units.len()];
    let mut rarest: BTreeSet<(i64, usize)> =
        left.iter().copied().zip(0..).filter(|(n, _)| *n > 0).collect();
    while let Some((_, label)) = rarest.pop_first() {
        for unit in &who[label] {
            if home[*unit].is_some() {
                continue;
            }
            home[*unit] = Some(dealing.deal(units[*unit].len(), Some(label), &has[*unit]));
            for (other, n) in &has[*unit] {
                let was_there = rarest.remove(&(left[*other], *other));
                left[*other] -= n;
                if was_there && left[*other] > 0 {
                    rarest.insert((left[*other], *other));
                }
            }
        }
    }
    let mut home: Vec<usize> = units
        .iter()
        .zip(home)
        .zip(&has)
        .map(|((unit, home), has)| home.unwrap_or_else(|| dealing.deal(unit.len(), None, has)))
        .collect();
    mend(&mut home, &units, dealing.room);
    let mut part_of = vec![0; pairs.len()];
    for (members, part) in units.iter().zip(home) {
        members.iter().for_each(|at| part_of[*at] = part);
    }
    part_of
}

/// Brings parts to their sizes where units do not fit, by moving one or by exchanging two, as long as there
/// are any that help: `room` is what each part has too few of, or too many.
fn mend(home: &mut [usize], units: &[Vec<usize>], mut room: Vec<i64>) {
    // By part and size, those that were drawn last at the end.
    let mut by_size: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (unit, part) in home.iter().enumerate() {
        by_size.entry((*part, units[unit].len() as i64)).or_default().push(unit);
    }
    while let Some(full) = (0..room.len()).find(|part| room[*part] < 0) {
        let Some(empty) = (0..room.len()).max_by_key(|part| (room[*part], Reverse(*part))) else {
            return;
        };
        let most = room[empty].min(-room[full]);
        let sizes: Vec<i64> = by_size
            .range((full, 0)..(full + 1, 0))
            .filter(|(_, units)| !units.is_empty())
            .map(|((_, size), _)| *size)
            .collect();
        let is_there = |size: i64| {
            size == 0 || by_size.get(&(empty, size)).is_some_and(|units| !units.is_empty())
        };
        // So many pairs go, for so many that come back.
        let exchange = (1..=most).rev().find_map(|n| {
            let size = sizes.iter().find(|size| **size >= n && is_there(**size - n))?;
            Some((*size, *size - n))
        });
        let Some((away, back)) = exchange else { return };
        for (from, to, size) in [(full, empty, away), (empty, full, back)] {
            let Some(unit) = by_size.get_mut(&(from, size)).and_then(Vec::pop) else { continue };
            by_size.entry((to, size)).or_default().push(unit);
            home[unit] = to;
            room[from] += size;
            room[to] -= size;
        }
    }
}

/// What parts still have room for.
struct Dealing {
    room: Vec<i64>,
    /// What each part lacks of each label, in `1 / n` pairs, so that all numbers are whole.
    lacks: Vec<Vec<i64>>,
    n: i64,
}

impl Dealing {
    fn new(splitting: &Splitting, labels: &[i64], n: usize) -> Dealing {
        let room: Vec<i64> = splitting.parts.iter().map(|(_, size)| *size as i64).collect();
        let lacks = room.iter().map(|size| labels.iter().map(|label| label * size).collect());
        Dealing { lacks: lacks.collect(), room, n: n as i64 }
    }

    /// Gives so many pairs to the part that lacks a label most; of several, the one with most room, and of
    /// those the first.
    fn deal(&mut self, n: usize, label: Option<usize>, has: &BTreeMap<usize, i64>) -> usize {
        let n = n as i64;
        let fits = self.room.iter().any(|room| *room >= n);
        let parts = (0..self.room.len()).filter(|part| !fits || self.room[*part] >= n);
        let lack = |part: usize| label.map_or(0, |label| self.lacks[part][label]);
        let best = parts.max_by_key(|part| match fits {
            true => (lack(*part), self.room[*part], Reverse(*part)),
            // Where it fits nowhere, it does least harm where there is most room.
            false => (self.room[*part], lack(*part), Reverse(*part)),
        });
        let part = best.unwrap_or(0);
        self.room[part] -= n;
        for (label, n) in has {
            self.lacks[part][*label] -= n * self.n;
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair for every answer and relation, with the number of its text.
    fn pairs(all: impl IntoIterator<Item = (Answer, &'static str, usize)>) -> Pairs {
        let pair = |(at, (answer, relation, text)): (usize, (Answer, &str, usize))| Pair {
            id: at.to_string(),
            text: format!("Text {text}."),
            hypothesis: "Something.".to_string(),
            answer: Some(answer),
            more: [("relation".to_string(), relation.to_string())].into(),
        };
        Pairs { name: "x".to_string(), pairs: all.into_iter().enumerate().map(pair).collect() }
    }

    fn splitting(sizes: &[usize], by: SplitBy, alike: &[Balance], seed: u64) -> Splitting {
        let names = ["dev", "test", "train"].map(str::to_string);
        let parts = names.into_iter().zip(sizes.iter().copied()).collect();
        Splitting { parts, by, alike: alike.to_vec(), seed }
    }

    fn sizes(split: &Split) -> Vec<usize> {
        split.parts.iter().map(|part| part.pairs.len()).collect()
    }

    fn ids(part: &Pairs) -> Vec<usize> {
        part.pairs.iter().map(|pair| pair.id.parse().unwrap()).collect()
    }

    /// 60 YES and 40 NO, every fourth with another relation, and two pairs a text.
    fn hundred() -> Pairs {
        pairs((0..100).map(|at| {
            let answer = Answer::from(at % 5 < 3);
            (answer, if at % 4 == 0 { "object" } else { "subject" }, at / 2)
        }))
    }

    #[test]
    fn parts_are_drawn_by_the_seed_and_keep_their_order() {
        let all = hundred();
        let of = |seed| Split::of(&all, &splitting(&[18, 82], SplitBy::Pair, &[], seed));
        assert_eq!(sizes(&of(1)), [18, 82]);
        assert_eq!(of(1), of(1));
        assert_ne!(ids(&of(1).parts[0]), ids(&of(2).parts[0]));
        assert!(of(1).parts.iter().all(|part| ids(part).is_sorted()));
        let mut both = [ids(&of(1).parts[0]), ids(&of(1).parts[1])].concat();
        both.sort_unstable();
        assert!(both.into_iter().eq(0..100));
        // Every pair is drawn about as often as every other: 18 times in 100, 90 in 500.
        let mut drawn = [0; 100];
        for seed in 0..500 {
            ids(&of(seed).parts[0]).into_iter().for_each(|at| drawn[at] += 1);
        }
        assert!(drawn.iter().all(|n| (55..130).contains(n)), "{drawn:?}");
        let signature = of(1).signature.to_string();
        assert!(
            signature.starts_with("split|by:pair|alike:nothing|seed:1|parts:dev=18,test=82|pairs:")
        );
    }

    #[test]
    fn answers_and_relations_are_as_frequent_in_all_parts() {
        let all = hundred();
        for seed in 0..20 {
            let alike = [Balance::Answer];
            let split = Split::of(&all, &splitting(&[10, 90], SplitBy::Pair, &alike, seed));
            assert_eq!(sizes(&split), [10, 90]);
            assert_eq!(n_with(&split.parts[0], Answer::Yes), 6);
            // Of 25 objects, 15 are YES: 3 of the 5 among 20.
            let alike = [Balance::Answer, Balance::LinkRelation];
            let split = Split::of(&all, &splitting(&[20, 80], SplitBy::Pair, &alike, seed));
            let dev = &split.parts[0];
            let objects: Vec<&Pair> =
                dev.pairs.iter().filter(|pair| pair.more["relation"] == "object").collect();
            let yes = objects.iter().filter(|pair| pair.answer == Some(Answer::Yes)).count();
            assert_eq!((n_with(dev, Answer::Yes), objects.len(), yes), (12, 5, 3));
        }
    }

    #[test]
    fn a_pair_with_several_relations_counts_for_each() {
        // Ten pairs with both relations, twenty with one of them each.
        let relation = |at| match at % 5 {
            0 => "a, b",
            1 | 2 => "a",
            _ => "b",
        };
        let all = pairs((0..50).map(|at| (Answer::Yes, relation(at), at)));
        let alike = [Balance::LinkRelation];
        let split = Split::of(&all, &splitting(&[10, 40], SplitBy::Pair, &alike, 3));
        let n = |value: &str| {
            let has = |pair: &&Pair| pair.said("relation").any(|said| said == value);
            split.parts[0].pairs.iter().filter(has).count()
        };
        assert_eq!((sizes(&split), n("a"), n("b")), (vec![10, 40], 6, 6));
    }

    #[test]
    fn texts_stay_together_or_are_counted() {
        let all = hundred();
        let by_pair = Split::of(&all, &splitting(&[18, 82], SplitBy::Pair, &[], 1));
        let mut both = 0;
        for text in 0..50 {
            let is_here = |part: &Pairs| ids(part).iter().any(|at| at / 2 == text);
            both += usize::from(by_pair.parts.iter().all(is_here));
        }
        assert!(both > 0);
        assert_eq!(by_pair.n_divided, both);
        for alike in [&[][..], &[Balance::Answer]] {
            let by_text = Split::of(&all, &splitting(&[18, 72, 10], SplitBy::Text, alike, 1));
            assert_eq!((by_text.n_divided, &by_text.first_divided), (0, &None));
            assert_eq!(sizes(&by_text), [18, 72, 10]);
        }
        // Twos do not make an odd number.
        let odd = Split::of(&all, &splitting(&[17, 83], SplitBy::Text, &[], 1));
        assert_eq!((odd.n_divided, sizes(&odd)[0].abs_diff(17)), (0, 1));
    }

    #[test]
    fn parts_may_be_empty() {
        let all = pairs([(Answer::No, "", 0)]);
        let split =
            Split::of(&all, &splitting(&[0, 1], SplitBy::Pair, &[Balance::LinkRelation], 1));
        assert_eq!(sizes(&split), [0, 1]);
        let text = split.description(&["dev.xml".to_string(), "test.xml".to_string()]);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["parts"][1]["no"], 1);
    }
}
