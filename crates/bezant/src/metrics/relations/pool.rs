//! The relations that are left to be taken, found without looking at all of them.
//!
//! A short list is simply gone through. A long one has an index: each relation is filed under
//! every pair of keys, for its head and for its dependent, under which another could look for it.
//! So neither many ellipses nor many names of several words make a search go through everything.
//! Relations under the same keys that fit the same others are one [`PoolList`].

use std::collections::HashMap;

use crate::metrics::relations::facts::{
    ELLIPSIS, FillerNumber, NO_SLOT, RelationFact, UNSPECIFIED, WordNumbers,
};
use crate::metrics::relations::hierarchy::{SlotRole, Type};

/// Up to this many comparisons, an index costs more than it saves. Tests want both ways.
const FEW: usize = if cfg!(test) { 16 } else { 4096 };

/// The relations of a side in the order of the walk: a place is a position in it.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    pub facts: &'a [RelationFact],
    pub order: &'a [usize],
}

impl<'a> Walk<'a> {
    pub(crate) fn fact(&self, place: usize) -> &'a RelationFact {
        &self.facts[self.order[place]]
    }

    fn iter(&self) -> impl Iterator<Item = &'a RelationFact> {
        let facts = self.facts;
        self.order.iter().map(move |&at| &facts[at])
    }
}

/// What tells lists under the same keys apart; see `RelationComparer::class`.
pub(crate) type ListClass = (Type, FillerNumber, FillerNumber);

/// What a filler is filed under, and looked for under.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The word itself, also that there is none.
    Word(FillerNumber),
    /// A word that a name contains.
    In(FillerNumber),
    /// Any word that is specified: what an ellipsis looks for.
    Specified,
    /// Anything: what a slot that is not there looks for.
    Anything,
}

pub(crate) struct Pool<'a> {
    walk: Walk<'a>,
    taken: Vec<bool>,
    index: Option<Index<'a>>,
    /// The places that are left; kept where there is no index.
    left: Vec<usize>,
}

struct Index<'a> {
    words: &'a WordNumbers<'a>,
    /// What heads and dependents of this side are.
    loose: [Loose; 2],
    buckets: HashMap<[Key; 2], Vec<usize>>,
    lists: Vec<PoolList>,
}

/// Places of relations that fit the same others, ascending.
pub(crate) struct PoolList {
    pub places: Vec<usize>,
    /// Before this, all are taken.
    front: usize,
    /// From this on, all are taken.
    back: usize,
}

impl PoolList {
    fn first(&mut self, taken: &[bool]) -> Option<usize> {
        while self.front < self.back && taken[self.places[self.front]] {
            self.front += 1;
        }
        (self.front < self.back).then(|| self.places[self.front])
    }

    fn last(&mut self, taken: &[bool]) -> Option<usize> {
        while self.front < self.back && taken[self.places[self.back - 1]] {
            self.back -= 1;
        }
        (self.front < self.back).then(|| self.places[self.back - 1])
    }
}

/// Which fillers that match others than themselves a side has in a slot.
#[derive(Clone, Copy, Default)]
struct Loose {
    ellipsis: bool,
    missing: bool,
    names: bool,
}

const MAIN: [SlotRole; 2] = [SlotRole::Head, SlotRole::Dependent];

impl Loose {
    fn of(words: &WordNumbers<'_>, walk: Walk<'_>) -> [Loose; 2] {
        MAIN.map(|role| {
            let mut loose = Loose::default();
            for word in walk.iter().map(|fact| fact.slot(role)) {
                loose.ellipsis |= word == ELLIPSIS;
                loose.missing |= word == NO_SLOT;
                loose.names |= words.is_name(word);
            }
            loose
        })
    }
}

/// Everything under which one that looks for others, as `takers` says, can find a filler.
fn filed_under(words: &WordNumbers<'_>, word: FillerNumber, takers: Loose) -> Vec<Key> {
    let mut keys = vec![Key::Word(word)];
    if takers.missing {
        keys.push(Key::Anything);
    }
    if takers.ellipsis && word != UNSPECIFIED && word != NO_SLOT {
        keys.push(Key::Specified);
    }
    keys.extend(words.parts_of(word).iter().map(|&part| Key::In(part)));
    keys
}

/// Where to look for what matches a filler; nothing is found under two of these.
fn looked_for(words: &WordNumbers<'_>, word: FillerNumber, filed: Loose) -> Vec<Key> {
    if word == NO_SLOT {
        return vec![Key::Anything];
    }
    let mut keys = Vec::with_capacity(4);
    if filed.missing {
        keys.push(Key::Word(NO_SLOT));
    }
    if word == ELLIPSIS {
        keys.push(Key::Specified);
        return keys;
    }
    keys.push(Key::Word(word));
    if word != UNSPECIFIED {
        if filed.ellipsis {
            keys.push(Key::Word(ELLIPSIS));
        }
        if filed.names {
            keys.push(Key::In(word));
        }
        keys.extend(words.parts_of(word).iter().map(|&part| Key::Word(part)));
    }
    keys
}

impl<'a> Index<'a> {
    fn new(
        words: &'a WordNumbers<'a>,
        walk: Walk<'_>,
        takers: Walk<'_>,
        class: impl Fn(&RelationFact) -> ListClass,
    ) -> Index<'a> {
        let needs = Loose::of(words, takers);
        let mut buckets: HashMap<[Key; 2], Vec<usize>> = HashMap::new();
        let mut known: HashMap<([Key; 2], ListClass), usize> = HashMap::new();
        let mut lists: Vec<PoolList> = Vec::new();
        for (place, fact) in walk.iter().enumerate() {
            let class = class(fact);
            let heads = filed_under(words, fact.slot(SlotRole::Head), needs[0]);
            let dependents = filed_under(words, fact.slot(SlotRole::Dependent), needs[1]);
            for keys in pairs(&heads, &dependents) {
                let list = *known.entry((keys, class)).or_insert_with(|| {
                    lists.push(PoolList { places: Vec::new(), front: 0, back: 0 });
                    buckets.entry(keys).or_default().push(lists.len() - 1);
                    lists.len() - 1
                });
                lists[list].places.push(place);
                lists[list].back += 1;
            }
        }
        Index { words, loose: Loose::of(words, walk), buckets, lists }
    }

    /// The lists that may hold what matches a relation.
    fn find(&self, fact: &RelationFact) -> Vec<usize> {
        let [head, dependent] = [0, 1].map(|at| {
            let word = fact.slot(MAIN[at]);
            looked_for(self.words, word, self.loose[at])
        });
        let buckets = pairs(&head, &dependent).filter_map(|keys| self.buckets.get(&keys));
        buckets.flatten().copied().collect()
    }
}

fn pairs<'k>(heads: &'k [Key], dependents: &'k [Key]) -> impl Iterator<Item = [Key; 2]> + 'k {
    heads.iter().flat_map(|&head| dependents.iter().map(move |&dependent| [head, dependent]))
}

impl<'a> Pool<'a> {
    /// All relations of a side, for `takers` to take from.
    pub(crate) fn new(
        words: &'a WordNumbers<'a>,
        walk: Walk<'a>,
        takers: Walk<'_>,
        class: impl Fn(&RelationFact) -> ListClass,
    ) -> Pool<'a> {
        let n = walk.order.len();
        if n.saturating_mul(takers.order.len()) <= FEW {
            return Pool { walk, taken: Vec::new(), index: None, left: (0..n).collect() };
        }
        let index = Some(Index::new(words, walk, takers, class));
        Pool { walk, taken: vec![false; n], index, left: Vec::new() }
    }

    /// Takes the first that fits, with the type at which it does.
    pub(crate) fn take_first(
        &mut self,
        fact: &RelationFact,
        fits: impl Fn(&RelationFact) -> Option<Type>,
    ) -> Option<(usize, Type)> {
        let Some(index) = &mut self.index else {
            let mut left = self.left.iter().enumerate();
            let (at, common) =
                left.find_map(|(at, &place)| Some((at, fits(self.walk.fact(place))?)))?;
            return Some((self.walk.order[self.left.remove(at)], common));
        };
        let mut first: Option<(usize, Type)> = None;
        for list in index.find(fact) {
            let Some(place) = index.lists[list].first(&self.taken) else { continue };
            if first.is_none_or(|(best, _)| place < best)
                && let Some(common) = fits(self.walk.fact(place))
            {
                first = Some((place, common));
            }
        }
        let (place, common) = first?;
        self.taken[place] = true;
        Some((self.walk.order[place], common))
    }

    /// Goes through all that fit and takes the one kept: each replaces the one kept so far if
    /// that one's type `is_above` its own, or is the same.
    ///
    /// The type that is kept only ever becomes more specific, so a list that was refused once is
    /// refused for good. Hence it is enough to look at the first of each list to know the type in
    /// the end, and the last one with that type is the one kept.
    pub(crate) fn take_best(
        &mut self,
        fact: &RelationFact,
        fits: impl Fn(&RelationFact) -> Option<Type>,
        is_above: impl Fn(Type, Type) -> bool,
    ) -> Option<(usize, Type)> {
        let Some(index) = &mut self.index else {
            let mut best: Option<(usize, Type)> = None;
            for (at, &place) in self.left.iter().enumerate() {
                if let Some(common) = fits(self.walk.fact(place))
                    && best.is_none_or(|(_, kept)| is_above(kept, common))
                {
                    best = Some((at, common));
                }
            }
            let (at, common) = best?;
            return Some((self.walk.order[self.left.remove(at)], common));
        };
        let mut fitting: Vec<(usize, usize, Type)> = Vec::new();
        for list in index.find(fact) {
            let Some(place) = index.lists[list].first(&self.taken) else { continue };
            fitting.extend(fits(self.walk.fact(place)).map(|common| (place, list, common)));
        }
        fitting.sort_unstable();
        let &(_, _, first) = fitting.first()?;
        let keep = |kept, &(_, _, common): &_| if is_above(kept, common) { common } else { kept };
        let best = fitting.iter().fold(first, keep);
        let lists = fitting.iter().filter(|(_, _, common)| *common == best);
        let place = lists.filter_map(|&(_, list, _)| index.lists[list].last(&self.taken)).max()?;
        self.taken[place] = true;
        Some((self.walk.order[place], best))
    }

    /// The last that fits, which stays.
    pub(crate) fn last(
        &mut self,
        fact: &RelationFact,
        fits: impl Fn(&RelationFact) -> bool,
    ) -> Option<usize> {
        let fits = |&place: &usize| fits(self.walk.fact(place));
        let last = match &mut self.index {
            None => self.left.iter().rev().copied().find(fits),
            Some(index) => {
                let found = index.find(fact).into_iter();
                found.filter_map(|list| index.lists[list].last(&self.taken)).filter(fits).max()
            }
        };
        last.map(|place| self.walk.order[place])
    }

    /// Looks at the lists of places that may match a relation, those that fit the same others together. What
    /// one of them fits, all do.
    pub(crate) fn each_list(&self, fact: &RelationFact, look: impl FnMut(usize)) {
        match &self.index {
            None => (0..self.left.len()).for_each(look),
            Some(index) => index.find(fact).into_iter().for_each(look),
        }
    }

    /// The places of a list.
    pub(crate) fn places(&self, list: usize) -> &[usize] {
        match &self.index {
            None => &self.left[list..=list],
            Some(index) => &index.lists[list].places,
        }
    }

    /// How many lists there are.
    pub(crate) fn n_lists(&self) -> usize {
        self.index.as_ref().map_or(self.left.len(), |index| index.lists.len())
    }

    /// All that were not taken, in the order of the walk.
    pub(crate) fn left(self) -> Vec<usize> {
        let places = match self.index {
            None => self.left,
            Some(_) => (0..self.taken.len()).filter(|&place| !self.taken[place]).collect(),
        };
        places.into_iter().map(|place| self.walk.order[place]).collect()
    }
}
