//! The relations that are left to be taken, found without looking at all of them.
//!
//! Relations that are the same are kept together, and those with plain words as head and
//! dependent are found by these two words. Where words are loose (an ellipsis, a name of several
//! words, a slot that is missing), everything is looked at. Short lists are simply gone through.

use std::collections::{HashMap, VecDeque};

use crate::metrics::relations::facts::{Fact, Word, Words};
use crate::metrics::relations::hierarchy::{Role, Type};

/// Up to this many comparisons, an index costs more than it saves.
const FEW: usize = 4096;

pub(crate) struct Pool<'a> {
    words: &'a Words<'a>,
    /// Where each relation stands in its sentence, in the order of the walk.
    walk: &'a [usize],
    groups: Vec<Group>,
    index: Option<Index>,
}

/// Relations that are the same, by their places in the walk.
struct Group {
    fact: Fact,
    left: Places,
}

/// Places in the walk, ascending. Most groups have one, which costs no memory of its own.
#[derive(Default)]
struct Places {
    first: Option<u32>,
    more: VecDeque<u32>,
}

impl Places {
    fn push(&mut self, place: u32) {
        match self.first {
            None => self.first = Some(place),
            Some(_) => self.more.push_back(place),
        }
    }

    fn last(&self) -> Option<u32> {
        self.more.back().copied().or(self.first)
    }

    fn pop_first(&mut self) -> Option<u32> {
        std::mem::replace(&mut self.first, self.more.pop_front())
    }

    fn pop_last(&mut self) -> Option<u32> {
        self.more.pop_back().or_else(|| self.first.take())
    }
}

/// Groups by head and dependent, and those that may match any words.
struct Index {
    plain: HashMap<(Word, Word), Vec<u32>>,
    loose: Vec<u32>,
}

impl<'a> Pool<'a> {
    /// All relations of a side; `n_takers` says how often something will be asked for.
    pub(crate) fn new(
        words: &'a Words<'a>,
        facts: &[Fact],
        walk: &'a [usize],
        n_takers: usize,
    ) -> Pool<'a> {
        if walk.len().saturating_mul(n_takers) <= FEW {
            let places = (0u32..).zip(walk);
            let group = |(place, &at): (u32, &usize)| {
                let left = Places { first: Some(place), more: VecDeque::new() };
                Group { fact: facts[at], left }
            };
            return Pool { words, walk, groups: places.map(group).collect(), index: None };
        }
        Pool::grouped(words, facts, walk)
    }

    /// All relations of a side, those that are the same together.
    pub(crate) fn grouped(words: &'a Words<'a>, facts: &[Fact], walk: &'a [usize]) -> Pool<'a> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Fact, u32> = HashMap::new();
        let mut index = Index { plain: HashMap::new(), loose: Vec::new() };
        for (place, &at) in (0u32..).zip(walk) {
            let fact = facts[at];
            let number = *known.entry(fact).or_insert_with(|| {
                let number = groups.len() as u32;
                groups.push(Group { fact, left: Places::default() });
                match key(words, &fact) {
                    Some(key) => index.plain.entry(key).or_default().push(number),
                    None => index.loose.push(number),
                }
                number
            });
            groups[number as usize].left.push(place);
        }
        Pool { words, walk, groups, index: Some(index) }
    }

    /// The groups that may match a relation, in the order in which they first appeared.
    pub(crate) fn candidates(&self, fact: &Fact) -> impl Iterator<Item = u32> + use<> {
        let key = || key(self.words, fact);
        let (all, found) = match self.index.as_ref().and_then(|index| Some((index, key()?))) {
            None => (0..self.groups.len() as u32, Vec::new()),
            Some((index, key)) => {
                let mut found: Vec<u32> = index.plain.get(&key).cloned().unwrap_or_default();
                found.extend_from_slice(&index.loose);
                found.sort_unstable();
                (0..0, found)
            }
        };
        all.chain(found)
    }

    /// Takes the first that fits, with the type at which it does.
    pub(crate) fn take_first(
        &mut self,
        fact: &Fact,
        fits: impl Fn(&Fact) -> Option<Type>,
    ) -> Option<(usize, Type)> {
        let mut first: Option<(u32, u32, Type)> = None;
        for number in self.candidates(fact) {
            let group = &self.groups[number as usize];
            let Some(place) = group.left.first else { continue };
            if first.is_none_or(|(best, ..)| place < best)
                && let Some(common) = fits(&group.fact)
            {
                first = Some((place, number, common));
                if self.index.is_none() {
                    break;
                }
            }
        }
        let (place, number, common) = first?;
        self.groups[number as usize].left.pop_first();
        Some((self.walk[place as usize], common))
    }

    /// Goes through all that fit and takes the one kept: each replaces the one kept so far if
    /// that one's type `is_above` its own, or is the same.
    ///
    /// The type that is kept only ever becomes more specific, so a group that was refused once
    /// is refused for good. Hence it is enough to look at the first of each group to know the
    /// type in the end, and the last one with that type is the one kept.
    pub(crate) fn take_best(
        &mut self,
        fact: &Fact,
        fits: impl Fn(&Fact) -> Option<Type>,
        is_above: impl Fn(Type, Type) -> bool,
    ) -> Option<(usize, Type)> {
        let mut best: Option<Type> = None;
        let mut kept: Option<(u32, u32)> = None;
        for number in self.candidates(fact) {
            let group = &self.groups[number as usize];
            let Some(last) = group.left.last() else { continue };
            let Some(common) = fits(&group.fact) else { continue };
            match best {
                Some(type_so_far) if !is_above(type_so_far, common) => continue,
                Some(type_so_far) if type_so_far == common => {
                    if kept.is_none_or(|(place, _)| last > place) {
                        kept = Some((last, number));
                    }
                }
                _ => {
                    best = Some(common);
                    kept = Some((last, number));
                }
            }
        }
        let ((place, number), common) = kept.zip(best)?;
        self.groups[number as usize].left.pop_last();
        Some((self.walk[place as usize], common))
    }

    /// The last that fits, which stays.
    pub(crate) fn last(&self, fact: &Fact, fits: impl Fn(&Fact) -> bool) -> Option<usize> {
        let mut last: Option<u32> = None;
        for number in self.candidates(fact) {
            let group = &self.groups[number as usize];
            let Some(place) = group.left.last() else { continue };
            if last.is_none_or(|last| place > last) && fits(&group.fact) {
                last = Some(place);
            }
        }
        last.map(|place| self.walk[place as usize])
    }

    /// How many groups there are.
    pub(crate) fn n_groups(&self) -> usize {
        self.groups.len()
    }

    /// What the relations of a group are.
    pub(crate) fn fact(&self, group: usize) -> &Fact {
        &self.groups[group].fact
    }

    /// How many of a group are left.
    pub(crate) fn n_left(&self, group: usize) -> usize {
        let left = &self.groups[group].left;
        usize::from(left.first.is_some()) + left.more.len()
    }

    /// Takes the first of a group, by its place in the walk.
    pub(crate) fn pop(&mut self, group: usize) -> Option<u32> {
        self.groups[group].left.pop_first()
    }

    /// All that were not taken, in the order of the walk.
    pub(crate) fn left(self) -> Vec<usize> {
        let left = self.groups.into_iter().map(|group| group.left);
        let mut places: Vec<u32> =
            left.flat_map(|places| places.first.into_iter().chain(places.more)).collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.walk[place as usize]).collect()
    }
}

/// Head and dependent, where only the same words match them.
fn key(words: &Words<'_>, fact: &Fact) -> Option<(Word, Word)> {
    let (head, dependent) = (fact.slot(Role::Head), fact.slot(Role::Dependent));
    (!words.is_loose(head) && !words.is_loose(dependent)).then_some((head, dependent))
}
