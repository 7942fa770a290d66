//! How far those agree who decided about the same things, such as annotators about words, or systems about pairs.

use std::collections::BTreeMap;

use crate::counts::{Counts, ratio};
use crate::evaluation::Evaluation;
use crate::stats::agreement::{cohen_kappa, krippendorff_alpha};

/// What each of several chose of the same things.
#[derive(Clone, Debug)]
pub struct Choices {
    /// For each thing what they chose, equal numbers for equal choices, and how many things there are like it.
    things: Vec<(Vec<Option<usize>>, u64)>,
}

/// How far two agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Of how many things both chose something.
    pub both: u64,
    /// Of how many of these the same.
    pub same: u64,
    /// Cohen's κ; nothing where chance agrees as well.
    pub kappa: Option<f64>,
}

impl Agreement {
    /// Of what share both chose the same.
    pub fn share(&self) -> Option<f64> {
        ratio(self.same, self.both)
    }
}

impl Choices {
    /// From what each of them chose of a thing, nothing where one left it out, and how often that is so.
    pub fn new<K: Ord>(things: impl IntoIterator<Item = (Vec<Option<K>>, u64)>) -> Choices {
        let mut numbers: BTreeMap<K, usize> = BTreeMap::new();
        let mut number = |choice: K| {
            let next = numbers.len();
            *numbers.entry(choice).or_insert(next)
        };
        let numbered = |(choices, n): (Vec<Option<K>>, u64)| {
            (choices.into_iter().map(|choice| choice.map(&mut number)).collect(), n)
        };
        Choices { things: things.into_iter().map(numbered).collect() }
    }

    /// What systems chose of each sentence that was scored, as their counts tell.
    pub fn of_systems<C: Counts, K: Ord>(
        systems: &[Evaluation<C>],
        chosen: impl Fn(&C) -> K,
    ) -> Choices {
        let mut things: BTreeMap<(u64, u64), Vec<Option<K>>> = BTreeMap::new();
        for (at, system) in systems.iter().enumerate() {
            for (row, counts) in system.counted() {
                let thing = things.entry((row.sentence, row.n_sentences)).or_default();
                thing.resize_with(systems.len(), || None);
                thing[at] = Some(chosen(counts));
            }
        }
        Choices::new(things.into_values().map(|thing| (thing, 1)))
    }

    /// How far two of them agree.
    pub fn of_two(&self, a: usize, b: usize) -> Agreement {
        let choice = |thing: &[Option<usize>], at: usize| thing.get(at).copied().flatten();
        let both = self.things.iter().filter_map(|(thing, n)| {
            let pair = choice(thing, a).zip(choice(thing, b))?;
            Some(std::iter::repeat_n(pair, *n as usize))
        });
        let both: Vec<(usize, usize)> = both.flatten().collect();
        let same = both.iter().filter(|(a, b)| a == b).count() as u64;
        Agreement { both: both.len() as u64, same, kappa: cohen_kappa(&both) }
    }

    /// How far all agree: Krippendorff's α; nothing where there is nothing to agree about.
    pub fn of_all(&self) -> Option<f64> {
        let things = self.things.iter().flat_map(|(thing, n)| {
            let choices: Vec<usize> = thing.iter().flatten().copied().collect();
            std::iter::repeat_n(choices, *n as usize)
        });
        krippendorff_alpha(&things.collect::<Vec<_>>())
    }
}

/// What two files say of the same thing, such as a label of the same span, and how often; nothing
/// where only one says something.
pub type Said = (Option<String>, Option<String>, u64);

/// Two files that were compared with each other, of which none is gold.
#[derive(Clone, Debug)]
pub struct TwoFiles {
    /// What they are called.
    pub names: [String; 2],
    /// What they say.
    pub said: Vec<Said>,
}

impl TwoFiles {
    /// How far they agree about what both say something of.
    pub fn agreement(&self) -> Agreement {
        let both = self
            .said
            .iter()
            .filter_map(|(one, two, n)| Some((vec![Some(one.as_ref()?), Some(two.as_ref()?)], *n)));
        Choices::new(both).of_two(0, 1)
    }
}
