//! Relations made ready to be compared: types and fillers as numbers, passives prepared.

use std::cell::OnceCell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::error::{RelationFault, Result, Stream};
use crate::formats::relations::Input;
use crate::metrics::relations::Relations;
use crate::metrics::relations::finder::Finder;
use crate::metrics::relations::hierarchy::{Hierarchy, SlotRole, Type};
use crate::structures::relations::{Relation, RelationFile, RelationSet};

/// A filler's number in its [`WordNumbers`].
pub(crate) type FillerNumber = u32;

/// A slot that the type does not have.
pub(crate) const NO_SLOT: FillerNumber = FillerNumber::MAX;
/// The filler `_`: not specified.
pub(crate) const UNSPECIFIED: FillerNumber = 0;
/// The filler of an ellipsis, which stands for any word.
pub(crate) const ELLIPSIS: FillerNumber = 1;
/// What the initial slot says of the subject of a passive verb.
pub(crate) const OBJECT: FillerNumber = 2;

/// A relation as numbers: its type, and a filler for each [`SlotRole`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RelationFact {
    pub kind: Type,
    pub slots: [FillerNumber; 4],
}

impl RelationFact {
    pub(crate) fn slot(&self, role: SlotRole) -> FillerNumber {
        self.slots[role as usize]
    }

    /// How many of head and dependent it has.
    pub(crate) fn n_main_slots(&self) -> usize {
        let main = [SlotRole::Head, SlotRole::Dependent];
        main.iter().filter(|role| self.slot(**role) != NO_SLOT).count()
    }
}

/// The fillers of one sentence, on both sides, each with a number.
#[derive(Debug)]
pub(crate) struct WordNumbers<'s> {
    numbers: HashMap<&'s [u8], FillerNumber, RandomState>,
    words: Vec<&'s [u8]>,
    /// Which of them may match others than themselves.
    loose: Vec<bool>,
    /// For each word the others that it contains, if it is a name.
    parts: OnceCell<Vec<Vec<FillerNumber>>>,
}

impl<'s> WordNumbers<'s> {
    pub(crate) fn new() -> WordNumbers<'s> {
        let mut words = WordNumbers {
            numbers: HashMap::default(),
            words: Vec::new(),
            loose: Vec::new(),
            parts: OnceCell::new(),
        };
        for (filler, number) in [(&b"_"[..], UNSPECIFIED), (b"ellip", ELLIPSIS), (b"obj", OBJECT)] {
            let found = words.number(filler);
            debug_assert_eq!(found, number);
        }
        words
    }

    fn number(&mut self, filler: &'s [u8]) -> FillerNumber {
        *self.numbers.entry(filler).or_insert_with(|| {
            self.words.push(filler);
            self.loose.push(filler == b"ellip" || (filler.contains(&b'_') && filler != b"_"));
            FillerNumber::try_from(self.words.len() - 1)
                .expect("a file has fewer words than numbers")
        })
    }

    /// Whether a filler is a name of several words.
    pub(crate) fn is_name(&self, word: FillerNumber) -> bool {
        word != NO_SLOT && word != ELLIPSIS && self.loose[word as usize]
    }

    /// The other words of the sentence that a name contains, and therefore matches.
    pub(crate) fn parts_of(&self, word: FillerNumber) -> &[FillerNumber] {
        if !self.is_name(word) {
            return &[];
        }
        &self.parts.get_or_init(|| self.all_parts())[word as usize]
    }

    fn all_parts(&self) -> Vec<Vec<FillerNumber>> {
        let finder = Finder::new(&self.words);
        let mut last_name = vec![NO_SLOT; self.words.len()];
        let parts = (0..).zip(&self.words).map(|(name, text): (FillerNumber, _)| {
            let mut parts = Vec::new();
            let text = if self.is_name(name) { text } else { &[][..] };
            finder.find(text, |found, _| {
                let part = found as FillerNumber;
                let counts = part != name && part != UNSPECIFIED && part != ELLIPSIS;
                if counts && std::mem::replace(&mut last_name[found], name) != name {
                    parts.push(part);
                }
            });
            parts
        });
        parts.collect()
    }

    /// Whether two fillers match (report, 2.2.2, without the rule for subtypes). A name of
    /// several words matches whatever it contains, as in the released program.
    // Asked of every slot of every candidate under every scheme; as a call it is a tenth of the time.
    #[inline(always)]
    pub(crate) fn matches(&self, one: FillerNumber, two: FillerNumber) -> bool {
        one == two
            || ((self.loose[one as usize] || self.loose[two as usize])
                && self.matches_loosely(one, two))
    }

    #[cold]
    fn matches_loosely(&self, one: FillerNumber, two: FillerNumber) -> bool {
        if one == UNSPECIFIED || two == UNSPECIFIED {
            return false;
        }
        if one == ELLIPSIS || two == ELLIPSIS {
            return true;
        }
        let (one, two) = (self.words[one as usize], self.words[two as usize]);
        let within = |part: &[u8], whole: &[u8]| {
            whole.contains(&b'_') && memchr::memmem::find(whole, part).is_some()
        };
        within(two, one) || within(one, two)
    }
}

/// One side of a sentence.
#[derive(Debug, Default)]
pub(crate) struct RelationSide {
    /// As they stand in the file.
    pub written: Vec<RelationFact>,
    /// With the subjects of passive verbs marked.
    pub prepared: Vec<RelationFact>,
    /// How much each counts.
    pub counts: Vec<u64>,
}

impl RelationSide {
    /// Makes numbers of relations; nothing where [one](first_fault) does not fit the hierarchy.
    pub(crate) fn new<'s>(
        metric: &Relations,
        relations: &'s RelationSet,
        words: &mut WordNumbers<'s>,
    ) -> Option<RelationSide> {
        let hierarchy = &metric.hierarchy;
        let mut counts = Vec::with_capacity(relations.len());
        let mut written = Vec::with_capacity(relations.len());
        for relation in relations.iter() {
            counts.push(metric.weights.of(relation.weight));
            written.push(fact(hierarchy, relation, words)?);
        }
        let mut passive: Vec<FillerNumber> = written
            .iter()
            .filter(|fact| hierarchy.is_passive(fact.kind))
            .map(|fact| fact.slot(SlotRole::Head))
            .collect();
        passive.sort_unstable();
        let mut prepared = written.clone();
        for fact in &mut prepared {
            if hierarchy.passive_subject() == Some(fact.kind)
                && fact.slot(SlotRole::Initial) == UNSPECIFIED
                && passive.binary_search(&fact.slot(SlotRole::Head)).is_ok()
            {
                fact.slots[SlotRole::Initial as usize] = OBJECT;
            }
        }
        Some(RelationSide { written, prepared, counts })
    }
}

fn fact<'s>(
    hierarchy: &Hierarchy,
    relation: Relation<'s>,
    words: &mut WordNumbers<'s>,
) -> Option<RelationFact> {
    let kind = hierarchy.find(relation.name)?;
    let roles = &hierarchy.get(kind).slots;
    if roles.len() != relation.fillers.len() {
        return None;
    }
    let mut slots = [NO_SLOT; 4];
    for (role, filler) in roles.iter().zip(relation.fillers.iter()) {
        slots[*role as usize] = words.number(filler);
    }
    Some(RelationFact { kind, slots })
}

/// Whether all relations of a file have known types and the right number of slots.
pub fn check(hierarchy: &Hierarchy, file: &RelationFile<'_>, stream: Stream) -> Result<()> {
    let input = Input { name: file.name, text: file.text, stream };
    for sentence in &file.sentences {
        if let Some((at, fault)) = first_fault(hierarchy, &sentence.relations) {
            return Err(input.fail(at, fault));
        }
    }
    Ok(())
}

/// The first relation that has an unknown type or a wrong number of slots, by its place.
#[doc(hidden)]
pub fn first_fault(
    hierarchy: &Hierarchy,
    relations: &RelationSet,
) -> Option<(usize, RelationFault)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    relations.iter().find_map(|relation| {
        let Some(kind) = hierarchy.find(relation.name) else {
            return Some((relation.at, RelationFault::UnknownRelation(text(relation.name))));
        };
        let slots = &hierarchy.get(kind).slots;
        if relation.fillers.len() == slots.len() {
            return None;
        }
        let names: Vec<&str> = slots.iter().map(|role| role.name()).collect();
        let (relation_text, expecting) = (text(&relation.shown()), names.join(" "));
        let fault = if relation.fillers.len() < slots.len() {
            RelationFault::NotEnoughArguments { relation: relation_text, expecting }
        } else {
            RelationFault::WrongNumberOfSlots { relation: relation_text, expecting }
        };
        Some((relation.at, fault))
    })
}
