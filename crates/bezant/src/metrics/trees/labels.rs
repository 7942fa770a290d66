//! Labels as small numbers, with everything the parameters say about them worked out once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::metrics::trees::functions::compared;
use crate::metrics::trees::parameters::{Convention, Functions, Parameters};
use crate::structures::tree::Span;

/// The number of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LabelId(u32);

impl LabelId {
    /// As a number.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// What the parameters say about a label.
#[derive(Clone, Debug)]
pub(crate) struct KnownLabel {
    /// As it stands in the file.
    pub(crate) name: Box<[u8]>,
    /// The label a phrase with this name has: without functions and indices.
    pub(crate) phrase: LabelId,
    /// The tag a word with this name has: the same, or cut like a phrase's.
    pub(crate) tag: LabelId,
    /// A word with this tag takes no position.
    pub(crate) word_deleted: bool,
    /// The tag is in the list of deleted labels (quotation marks are put back for it).
    pub(crate) listed_deleted: bool,
    /// A word with this tag does not count in the length.
    pub(crate) not_in_length: bool,
    /// A quotation mark may have this tag.
    pub(crate) quote: bool,
    /// A phrase with this (uncut) name is dropped.
    pub(crate) phrase_deleted: bool,
    /// Other labels that count as equal, in order.
    equal: Vec<LabelId>,
}

/// All labels seen so far, and what says what is worked out of them.
#[derive(Debug)]
pub(crate) struct LabelTable<'p> {
    parameters: &'p Parameters,
    lists: Lists<'p>,
    known: KnownLabels,
}

/// All labels seen so far.
#[derive(Clone, Debug)]
pub(crate) struct KnownLabels {
    labels: Vec<KnownLabel>,
    /// Labels that have not been joined with those that belong to them.
    loose: Vec<LabelId>,
    /// Names of up to eight bytes, by the name itself as a number: nearly all of them.
    short: Vec<Slot>,
    n_short: usize,
    long: HashMap<Box<[u8]>, LabelId>,
}

impl Default for KnownLabels {
    fn default() -> KnownLabels {
        KnownLabels {
            labels: Vec::new(),
            loose: Vec::new(),
            short: vec![Slot::EMPTY; 512],
            n_short: 0,
            long: HashMap::new(),
        }
    }
}

/// The lists of the parameters, so that each look takes the same time however long they are.
#[derive(Debug)]
struct Lists<'p> {
    delete: HashSet<&'p [u8]>,
    /// Deleted labels as phrases are compared with them.
    delete_phrases: HashSet<&'p [u8]>,
    delete_for_length: HashSet<&'p [u8]>,
    delete_words: HashSet<&'p [u8]>,
    quotes: HashSet<&'p [u8]>,
    /// For each label, those that it is listed with.
    equal_labels: HashMap<&'p [u8], Vec<&'p [u8]>>,
    /// Pairs of words, both ways round.
    equal_words: HashSet<(&'p [u8], &'p [u8])>,
}

impl<'p> Lists<'p> {
    fn new(parameters: &'p Parameters) -> Lists<'p> {
        let set = |list: &'p [Vec<u8>]| list.iter().map(Vec::as_slice).collect();
        let compared = |label: &'p Vec<u8>| match parameters.convention {
            Convention::Evalb => label.as_slice(),
            Convention::Spmrl => cut(label, Convention::Spmrl),
        };
        let mut equal_labels: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
        for (one, two) in parameters.equal_labels.iter().filter(|(one, two)| one != two) {
            equal_labels.entry(one).or_default().push(two);
            equal_labels.entry(two).or_default().push(one);
        }
        let both_ways = |(one, two): &'p (Vec<u8>, Vec<u8>)| {
            [(one.as_slice(), two.as_slice()), (two.as_slice(), one.as_slice())]
        };
        Lists {
            delete: set(&parameters.delete),
            delete_phrases: parameters.delete.iter().map(compared).collect(),
            delete_for_length: set(&parameters.delete_for_length),
            delete_words: set(&parameters.delete_words),
            quotes: set(&parameters.quotes),
            equal_labels,
            equal_words: parameters.equal_words.iter().flat_map(both_ways).collect(),
        }
    }

    /// The labels that are listed as equal to this one.
    fn partners(&self, label: &[u8]) -> &[&'p [u8]] {
        self.equal_labels.get(label).map_or(&[], Vec::as_slice)
    }
}

/// A place for a short name: its bytes as a number, how many they are, and its label.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    len: u32,
    id: LabelId,
}

impl Slot {
    /// No name is as long as this.
    const EMPTY: Slot = Slot { key: 0, len: u32::MAX, id: LabelId(u32::MAX) };

    fn is_empty(&self) -> bool {
        self.len == Slot::EMPTY.len
    }
}

impl<'p> LabelTable<'p> {
    /// None yet.
    pub(crate) fn new(parameters: &'p Parameters) -> LabelTable<'p> {
        LabelTable::with(parameters, KnownLabels::default())
    }

    /// Those that were seen under the same parameters.
    pub(crate) fn with(parameters: &'p Parameters, known: KnownLabels) -> LabelTable<'p> {
        LabelTable { parameters, lists: Lists::new(parameters), known }
    }

    /// What was seen.
    pub(crate) fn into_known(self) -> KnownLabels {
        self.known
    }

    /// What is known about a label.
    pub(crate) fn get(&self, id: LabelId) -> &KnownLabel {
        &self.known.labels[id.0 as usize]
    }

    /// A label's name.
    pub(crate) fn name(&self, id: LabelId) -> &[u8] {
        &self.get(id).name
    }

    /// Whether two labels count as the same.
    #[inline]
    pub(crate) fn equal(&self, one: LabelId, two: LabelId) -> bool {
        one == two || self.get(one).equal.binary_search(&two).is_ok()
    }

    /// Whether two words count as the same.
    #[inline]
    pub(crate) fn words_equal(&self, one: &[u8], two: &[u8]) -> bool {
        one == two || self.lists.equal_words.contains(&(one, two))
    }

    /// Whether a word does not count, whatever its tag.
    pub(crate) fn deletes_word(&self, word: &[u8]) -> bool {
        !self.lists.delete_words.is_empty() && self.lists.delete_words.contains(word)
    }

    /// One label for all that count as equal, also by way of others.
    pub(crate) fn representative(&self, id: LabelId) -> LabelId {
        match self.partners(id) {
            [] => return id,
            [other] if self.partners(*other) == [id] => return id.min(*other),
            _ => {}
        }
        let mut group = vec![id];
        let mut seen = HashSet::from([id]);
        let mut at = 0;
        while at < group.len() {
            let partners = self.partners(group[at]);
            group.extend(partners.iter().filter(|partner| seen.insert(**partner)));
            at += 1;
        }
        group.into_iter().min().unwrap_or(id)
    }

    /// The labels that count as equal to this one, itself not among them.
    pub(crate) fn partners(&self, id: LabelId) -> &[LabelId] {
        &self.get(id).equal
    }

    /// The number of a name.
    pub(crate) fn intern(&mut self, name: &[u8]) -> LabelId {
        match short_key(name) {
            Some(key) => self.find(key, name),
            None => self.intern_long(name),
        }
    }

    /// The number of the name that stands at `span` in `text`; faster than [`Self::intern`] where
    /// more text follows. Always inlined: it is asked for every node of every tree.
    #[inline(always)]
    pub(crate) fn intern_at(&mut self, text: &[u8], span: Span) -> LabelId {
        let (start, end) = (span.start as usize, span.end as usize);
        match text.get(start..start + 8) {
            Some(bytes) if end - start <= 8 => {
                let word =
                    u64::from_le_bytes(bytes.try_into().expect("eight bytes were asked for"));
                let unused = 64 - 8 * (end - start) as u32;
                let key = word.checked_shl(unused).unwrap_or(0).checked_shr(unused).unwrap_or(0);
                self.find(key, &text[start..end])
            }
            _ => self.intern(&text[start..end]),
        }
    }

    #[inline]
    fn find(&mut self, key: u64, name: &[u8]) -> LabelId {
        match self.find_short(key, name.len() as u32) {
            Some(id) => id,
            None => self.add(name),
        }
    }

    #[inline]
    fn find_short(&self, key: u64, len: u32) -> Option<LabelId> {
        let mask = self.known.short.len() - 1;
        let mut at = hash(key) & mask;
        loop {
            let slot = self.known.short[at];
            if slot.key == key && slot.len == len {
                return Some(slot.id);
            }
            if slot.is_empty() {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn intern_long(&mut self, name: &[u8]) -> LabelId {
        match self.known.long.get(name) {
            Some(&id) => id,
            None => self.add(name),
        }
    }

    /// Works out a label met for the first time, and all that belong to it.
    #[cold]
    fn add(&mut self, name: &[u8]) -> LabelId {
        let first = self.add_loose(name);
        // Not by recursion: labels can be listed as equal in a chain of any length.
        while let Some(id) = self.known.loose.pop() {
            let name = self.get(id).name.clone();
            let phrase = self.intern_loose(&compared(&name, self.parameters));
            let partners = self.equal_names(&name);
            let mut equal: Vec<_> =
                partners.iter().map(|partner| self.intern_loose(partner)).collect();
            equal.sort_unstable();
            equal.dedup();
            let label = &mut self.known.labels[id.0 as usize];
            label.phrase = phrase;
            if self.parameters.convention == Convention::Spmrl {
                label.tag = phrase;
            }
            label.equal = equal;
        }
        first
    }

    /// The names that are listed as equal to one. Where functions are compared with labels, those
    /// that have the same functions.
    fn equal_names(&self, name: &[u8]) -> Vec<Cow<'p, [u8]>> {
        let label = match self.parameters.functions {
            Functions::Add => cut(name, self.parameters.convention),
            _ => name,
        };
        let functions = &name[label.len()..];
        let with_functions = |partner: &&'p [u8]| match functions {
            [] => Cow::Borrowed(*partner),
            functions => Cow::Owned([*partner, functions].concat()),
        };
        self.lists.partners(label).iter().map(with_functions).collect()
    }

    /// Whether phrases are compared with their functions.
    pub(crate) fn compares_functions(&self) -> bool {
        matches!(self.parameters.functions, Functions::Add | Functions::Replace)
    }

    /// The number of a name; if it is new, what belongs to it is left for later.
    fn intern_loose(&mut self, name: &[u8]) -> LabelId {
        let known = match short_key(name) {
            Some(key) => self.find_short(key, name.len() as u32),
            None => self.known.long.get(name).copied(),
        };
        known.unwrap_or_else(|| self.add_loose(name))
    }

    fn add_loose(&mut self, name: &[u8]) -> LabelId {
        let id = LabelId(
            u32::try_from(self.known.labels.len()).expect("fewer labels than bytes of text"),
        );
        let lists = &self.lists;
        let cut_name = cut(name, self.parameters.convention);
        let deleted = lists.delete.contains(name);
        self.known.labels.push(KnownLabel {
            name: name.into(),
            phrase: id,
            tag: id,
            word_deleted: deleted && self.parameters.convention == Convention::Evalb,
            listed_deleted: deleted,
            not_in_length: lists.delete_for_length.contains(name),
            quote: lists.quotes.contains(name),
            phrase_deleted: lists.delete_phrases.contains(cut_name)
                || lists
                    .partners(cut_name)
                    .iter()
                    .any(|partner| lists.delete_phrases.contains(partner)),
            equal: Vec::new(),
        });
        match short_key(name) {
            Some(key) => self.insert_short(Slot { key, len: name.len() as u32, id }),
            None => drop(self.known.long.insert(name.into(), id)),
        }
        self.known.loose.push(id);
        id
    }

    fn insert_short(&mut self, slot: Slot) {
        self.known.n_short += 1;
        if 2 * self.known.n_short > self.known.short.len() {
            let larger = vec![Slot::EMPTY; 2 * self.known.short.len()];
            for old in std::mem::replace(&mut self.known.short, larger) {
                if !old.is_empty() {
                    self.place(old);
                }
            }
        }
        self.place(slot);
    }

    fn place(&mut self, slot: Slot) {
        let mask = self.known.short.len() - 1;
        let mut at = hash(slot.key) & mask;
        while !self.known.short[at].is_empty() {
            at = (at + 1) & mask;
        }
        self.known.short[at] = slot;
    }
}

/// The label without functions, indices and (SPMRL) features.
pub(crate) fn cut(name: &[u8], convention: Convention) -> &[u8] {
    let ends = |byte: &u8| match byte {
        b'-' | b'=' => true,
        b'#' => convention == Convention::Spmrl,
        _ => false,
    };
    &name[..name.iter().position(ends).unwrap_or(name.len())]
}

/// A name of up to eight bytes as a number, its first byte the lowest.
fn short_key(name: &[u8]) -> Option<u64> {
    let mut bytes = [0; 8];
    bytes.get_mut(..name.len())?.copy_from_slice(name);
    Some(u64::from_le_bytes(bytes))
}

#[inline]
fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::trees::parameters::Preset;

    #[test]
    fn the_same_name_has_the_same_number() {
        let parameters = Preset::None.parameters();
        let mut labels = LabelTable::new(&parameters);
        let names: Vec<String> =
            (0..5_000).map(|n| format!("L{n}{}", "x".repeat(n % 12))).collect();
        let ids: Vec<LabelId> = names.iter().map(|name| labels.intern(name.as_bytes())).collect();
        for (name, id) in names.iter().zip(&ids) {
            assert_eq!(labels.intern(name.as_bytes()), *id);
            assert_eq!(labels.name(*id), name.as_bytes());
            let text = format!("({name} word)");
            let span = Span { start: 1, end: 1 + name.len() as u32 };
            assert_eq!(labels.intern_at(text.as_bytes(), span), *id);
        }
        let empty = labels.intern(b"");
        assert_eq!(labels.intern_at(b"abcdefghij", Span { start: 1, end: 1 }), empty);
        assert_ne!(labels.intern(b"A\0"), labels.intern(b"A"));
        assert_ne!(labels.intern(b"\0A"), labels.intern(b"A"));
    }

    #[test]
    fn deletion_reaches_equal_labels_but_only_of_phrases() {
        let mut parameters = Preset::Collins.parameters();
        parameters.delete.push(b"ADVP".to_vec());
        let mut labels = LabelTable::new(&parameters);
        let particle = labels.intern(b"PRT-1");
        assert!(labels.get(particle).phrase_deleted);
        assert!(!labels.get(particle).word_deleted);
        let trace = labels.intern(b"-NONE-");
        assert!(labels.get(trace).word_deleted);
        assert!(!labels.get(trace).phrase_deleted);
    }

    #[test]
    fn lists_of_equal_labels_and_words_may_be_long() {
        let name = |n: usize| format!("L{n}").into_bytes();
        let mut parameters = Preset::None.parameters();
        for n in 0..100_000 {
            parameters.equal_labels.push((name(n), name(n + 1)));
            parameters.equal_words.push((name(n), name(n + 1)));
            parameters.delete.push(name(n + 200_000));
        }
        let mut labels = LabelTable::new(&parameters);
        let all: Vec<LabelId> = (0..=100_000).map(|n| labels.intern(&name(n))).collect();
        for (n, pair) in all.windows(2).enumerate() {
            assert!(labels.equal(pair[0], pair[1]) && labels.equal(pair[1], pair[0]));
            assert!(labels.words_equal(&name(n + 1), &name(n)));
            assert!(!labels.words_equal(&name(n), &name(n + 2)));
        }
        assert!(!labels.equal(all[0], all[2]));
        let deleted = labels.intern(&name(299_999));
        assert!(labels.get(deleted).phrase_deleted && labels.get(deleted).word_deleted);
    }

    #[test]
    fn the_spmrl_variant_cuts_tags_and_deletes_no_words() {
        let parameters = Preset::Spmrl.parameters();
        let mut labels = LabelTable::new(&parameters);
        let (noun, plain) = (labels.intern(b"NN##x"), labels.intern(b"NN"));
        assert_eq!(labels.get(noun).tag, plain);
        let trace = labels.intern(b"-NONE-");
        assert!(!labels.get(trace).word_deleted);
        assert!(labels.get(trace).phrase_deleted);
        let empty = labels.intern(b"");
        assert!(labels.get(empty).phrase_deleted);
    }
}
