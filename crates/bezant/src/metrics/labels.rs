//! Labels as small numbers, with everything the parameters say about them worked out once.

use std::collections::HashMap;

use crate::parameters::{Convention, Parameters, listed};

/// The number of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LabelId(u32);

/// What the parameters say about a label.
#[derive(Clone, Debug)]
pub struct Label {
    /// As it stands in the file.
    pub name: Box<[u8]>,
    /// The label a phrase with this name has: without functions and indices.
    pub phrase: LabelId,
    /// The tag a word with this name has: the same, or cut like a phrase's.
    pub tag: LabelId,
    /// A word with this tag takes no position.
    pub word_deleted: bool,
    /// The tag is in the list of deleted labels (quotation marks are put back for it).
    pub listed_deleted: bool,
    /// A word with this tag does not count in the length.
    pub not_in_length: bool,
    /// A quotation mark may have this tag.
    pub quote: bool,
    /// A phrase with this (uncut) name is dropped.
    pub phrase_deleted: bool,
    /// Other labels that count as equal.
    equal: Vec<LabelId>,
}

/// All labels seen so far.
#[derive(Debug)]
pub struct Labels<'p> {
    parameters: &'p Parameters,
    labels: Vec<Label>,
    /// Names of up to eight bytes, by the name itself as a number: nearly all of them.
    short: Vec<Option<(u64, LabelId)>>,
    n_short: usize,
    long: HashMap<Box<[u8]>, LabelId>,
}

impl<'p> Labels<'p> {
    /// None yet.
    pub fn new(parameters: &'p Parameters) -> Labels<'p> {
        Labels {
            parameters,
            labels: Vec::new(),
            short: vec![None; 512],
            n_short: 0,
            long: HashMap::new(),
        }
    }

    /// The parameters they follow.
    pub fn parameters(&self) -> &'p Parameters {
        self.parameters
    }

    /// What is known about a label.
    pub fn get(&self, id: LabelId) -> &Label {
        &self.labels[id.0 as usize]
    }

    /// A label's name.
    pub fn name(&self, id: LabelId) -> &[u8] {
        &self.get(id).name
    }

    /// Whether two labels count as the same.
    #[inline]
    pub fn equal(&self, one: LabelId, two: LabelId) -> bool {
        one == two || self.get(one).equal.contains(&two)
    }

    /// The labels that count as equal to this one, itself not among them.
    pub fn partners(&self, id: LabelId) -> &[LabelId] {
        &self.get(id).equal
    }

    /// The number of a name.
    #[inline]
    pub fn intern(&mut self, name: &[u8]) -> LabelId {
        let Some(key) = key(name) else { return self.intern_long(name) };
        let mask = self.short.len() - 1;
        let mut slot = hash(key) & mask;
        while let Some((other, id)) = self.short[slot] {
            if other == key {
                return id;
            }
            slot = (slot + 1) & mask;
        }
        self.add(name)
    }

    #[cold]
    fn intern_long(&mut self, name: &[u8]) -> LabelId {
        match self.long.get(name) {
            Some(&id) => id,
            None => self.add(name),
        }
    }

    /// Works out a label met for the first time.
    #[cold]
    fn add(&mut self, name: &[u8]) -> LabelId {
        let parameters = self.parameters;
        let has = |list: &[Vec<u8>]| list.iter().any(|label| label == name);
        let spmrl = parameters.convention == Convention::Spmrl;
        let cut_name = cut(name, parameters.convention);

        let id =
            LabelId(u32::try_from(self.labels.len()).expect("fewer labels than bytes of text"));
        let phrase_deleted = parameters.delete.iter().any(|deleted| {
            let deleted = if spmrl { cut(deleted, Convention::Spmrl) } else { deleted };
            cut_name == deleted || listed(&parameters.equal_labels, cut_name, deleted)
        });
        self.labels.push(Label {
            name: name.into(),
            phrase: id,
            tag: id,
            word_deleted: !spmrl && has(&parameters.delete),
            listed_deleted: has(&parameters.delete),
            not_in_length: has(&parameters.delete_for_length),
            quote: has(&parameters.quotes),
            phrase_deleted,
            equal: Vec::new(),
        });
        match key(name) {
            Some(key) => self.insert_short(key, id),
            None => drop(self.long.insert(name.into(), id)),
        }
        if cut_name.len() < name.len() {
            let cut = self.intern(cut_name);
            self.labels[id.0 as usize].phrase = cut;
            if spmrl {
                self.labels[id.0 as usize].tag = cut;
            }
        }
        for (one, two) in &parameters.equal_labels {
            let partner = match (one == name, two == name) {
                (true, false) => two,
                (false, true) => one,
                _ => continue,
            };
            let partner = self.intern(partner);
            if !self.labels[id.0 as usize].equal.contains(&partner) {
                self.labels[id.0 as usize].equal.push(partner);
            }
        }
        id
    }

    fn insert_short(&mut self, key: u64, id: LabelId) {
        self.n_short += 1;
        if 2 * self.n_short > self.short.len() {
            let larger = vec![None; 2 * self.short.len()];
            for (key, id) in std::mem::replace(&mut self.short, larger).into_iter().flatten() {
                self.place(key, id);
            }
        }
        self.place(key, id);
    }

    fn place(&mut self, key: u64, id: LabelId) {
        let mask = self.short.len() - 1;
        let mut slot = hash(key) & mask;
        while self.short[slot].is_some() {
            slot = (slot + 1) & mask;
        }
        self.short[slot] = Some((key, id));
    }
}

/// The label without functions, indices and (SPMRL) features.
pub fn cut(name: &[u8], convention: Convention) -> &[u8] {
    let ends = |byte: &u8| match byte {
        b'-' | b'=' => true,
        b'#' => convention == Convention::Spmrl,
        _ => false,
    };
    &name[..name.iter().position(ends).unwrap_or(name.len())]
}

/// A name of up to eight bytes as a number. Zero bytes would make two names one, so names with
/// any are long ones.
#[inline]
fn key(name: &[u8]) -> Option<u64> {
    if name.len() > 8 {
        return None;
    }
    let mut key = 0;
    for &byte in name {
        if byte == 0 {
            return None;
        }
        key = key << 8 | u64::from(byte);
    }
    Some(key)
}

#[inline]
fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Preset;

    #[test]
    fn the_same_name_has_the_same_number() {
        let parameters = Preset::None.parameters();
        let mut labels = Labels::new(&parameters);
        let names: Vec<String> =
            (0..5_000).map(|n| format!("L{n}{}", "x".repeat(n % 12))).collect();
        let ids: Vec<LabelId> = names.iter().map(|name| labels.intern(name.as_bytes())).collect();
        for (name, id) in names.iter().zip(&ids) {
            assert_eq!(labels.intern(name.as_bytes()), *id);
            assert_eq!(labels.name(*id), name.as_bytes());
        }
        assert_ne!(labels.intern(b"\0A"), labels.intern(b"A"));
    }

    #[test]
    fn deletion_reaches_equal_labels_but_only_of_phrases() {
        let mut parameters = Preset::Collins.parameters();
        parameters.delete.push(b"ADVP".to_vec());
        let mut labels = Labels::new(&parameters);
        let particle = labels.intern(b"PRT-1");
        assert!(labels.get(particle).phrase_deleted);
        assert!(!labels.get(particle).word_deleted);
        let trace = labels.intern(b"-NONE-");
        assert!(labels.get(trace).word_deleted);
        assert!(!labels.get(trace).phrase_deleted);
    }

    #[test]
    fn the_spmrl_variant_cuts_tags_and_deletes_no_words() {
        let parameters = Preset::Spmrl.parameters();
        let mut labels = Labels::new(&parameters);
        let (noun, plain) = (labels.intern(b"NN##x"), labels.intern(b"NN"));
        assert_eq!(labels.get(noun).tag, plain);
        let trace = labels.intern(b"-NONE-");
        assert!(!labels.get(trace).word_deleted);
        assert!(labels.get(trace).phrase_deleted);
        let empty = labels.intern(b"");
        assert!(labels.get(empty).phrase_deleted);
    }
}
