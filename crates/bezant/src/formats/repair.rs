//! What language models return in place of a parse, made into one where that can be done: text to text,
//! with what was done.
//!
//! What is well-formed is left alone, to the byte. Elsewhere everything around the structure is taken
//! away, and the structure is mended as somebody would by hand who has not seen gold: no bracket is
//! moved that can stand where it is, and no word is put in.

mod choosing;
mod columns;
mod lines;
mod thoughts;
mod trees;
mod wrapping;

use std::collections::BTreeMap;

use crate::formats::conllu::{Columns, Roots};

pub(crate) use choosing::Fits;
pub(crate) use columns::chunks as column_chunks;
pub(crate) use lines::mended as mended_fact;
pub(crate) use thoughts::{Masked, behind_thoughts};
pub(crate) use trees::chunks as tree_chunks;
pub(crate) use wrapping::{decoded, has_entities, note_left as note_line};

/// A kind of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RepairKind {
    /// Nothing was returned that holds a structure.
    Missing,
    /// What the model thought before it answered was taken away.
    Thoughts,
    /// Words around the structure were taken away.
    Prose,
    /// Fences of code were taken away.
    Fence,
    /// Marks of lists, tables, quotations and emphasis were taken away.
    Markup,
    /// The structure stood in a string or an object of JSON.
    Quoted,
    /// Characters were written as entities of HTML.
    Entities,
    /// The structure was there more than once; the last is taken.
    Repeated,
    /// Brackets of another kind, or tags joined to their words.
    Notation,
    /// The first bracket was missing before its label.
    Unopened,
    /// Brackets were closed.
    Unclosed,
    /// Closing brackets were taken away.
    Surplus,
    /// Words without a tag got one.
    BareWord,
    /// Blanks stood in the place of tabs.
    Blanks,
    /// A line with the names of columns was taken away.
    Header,
    /// Columns that were missing, empty or too many.
    Columns,
    /// Empty lines within a sentence were taken away.
    EmptyLines,
    /// Words were numbered.
    Ids,
    /// Heads that are no words, lead in circles, or are roots beside the root.
    Heads,
    /// Words were written as gold writes them, where only escapes differ.
    Spelling,
}

impl RepairKind {
    /// All of them, in the order they are shown.
    pub const ALL: [RepairKind; 20] = [
        RepairKind::Missing,
        RepairKind::Thoughts,
        RepairKind::Prose,
        RepairKind::Fence,
        RepairKind::Markup,
        RepairKind::Quoted,
        RepairKind::Entities,
        RepairKind::Repeated,
        RepairKind::Notation,
        RepairKind::Unopened,
        RepairKind::Unclosed,
        RepairKind::Surplus,
        RepairKind::BareWord,
        RepairKind::Blanks,
        RepairKind::Header,
        RepairKind::Columns,
        RepairKind::EmptyLines,
        RepairKind::Ids,
        RepairKind::Heads,
        RepairKind::Spelling,
    ];

    /// Its name in JSON and tables.
    pub fn name(self) -> &'static str {
        match self {
            RepairKind::Missing => "missing",
            RepairKind::Thoughts => "thoughts",
            RepairKind::Prose => "prose",
            RepairKind::Fence => "fence",
            RepairKind::Markup => "markup",
            RepairKind::Quoted => "quoted",
            RepairKind::Entities => "entities",
            RepairKind::Repeated => "repeated",
            RepairKind::Notation => "notation",
            RepairKind::Unopened => "unopened",
            RepairKind::Unclosed => "unclosed",
            RepairKind::Surplus => "surplus",
            RepairKind::BareWord => "bare_word",
            RepairKind::Blanks => "blanks",
            RepairKind::Header => "header",
            RepairKind::Columns => "columns",
            RepairKind::EmptyLines => "empty_lines",
            RepairKind::Ids => "ids",
            RepairKind::Heads => "heads",
            RepairKind::Spelling => "spelling",
        }
    }

    /// What it is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            RepairKind::Missing => "no structure was returned",
            RepairKind::Thoughts => "what was only thought taken away",
            RepairKind::Prose => "words around the structure taken away",
            RepairKind::Fence => "fences of code taken away",
            RepairKind::Markup => "marks of lists, tables, quotations and emphasis taken away",
            RepairKind::Quoted => "taken out of a string or an object of JSON",
            RepairKind::Entities => "entities of HTML read as characters",
            RepairKind::Repeated => "given more than once, the last one taken",
            RepairKind::Notation => {
                "square brackets, tags joined to words, words in quotation marks"
            }
            RepairKind::Unopened => "the first bracket put before its label",
            RepairKind::Unclosed => "brackets closed",
            RepairKind::Surplus => "closing brackets taken away",
            RepairKind::BareWord => "words given a tag",
            RepairKind::Blanks => "blanks taken for tabs",
            RepairKind::Header => "a line with names of columns taken away",
            RepairKind::Columns => "columns filled with _, or taken away",
            RepairKind::EmptyLines => "empty lines within a sentence taken away",
            RepairKind::Ids => "words numbered",
            RepairKind::Heads => "heads that cannot be put under the root",
            RepairKind::Spelling => "words written as gold does, where only escapes differ",
        }
    }

    /// The kind of this name.
    pub(crate) fn of_name(name: &str) -> Option<RepairKind> {
        RepairKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How often each kind of repair was needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs(BTreeMap<RepairKind, u64>);

impl Repairs {
    /// Notes repairs of a kind.
    pub(crate) fn add(&mut self, kind: RepairKind, n: u64) {
        if n > 0 {
            *self.0.entry(kind).or_default() += n;
        }
    }

    /// Notes a repair that is there or not.
    pub(crate) fn note(&mut self, kind: RepairKind, is_there: bool) {
        if is_there {
            self.0.insert(kind, 1);
        }
    }

    /// Takes over what was noted elsewhere.
    pub(crate) fn extend(&mut self, others: &Repairs) {
        others.iter().for_each(|(kind, n)| self.add(kind, n));
    }

    /// Kinds with how often each was needed, in one order.
    pub fn iter(&self) -> impl Iterator<Item = (RepairKind, u64)> {
        self.0.iter().map(|(kind, n)| (*kind, *n))
    }

    /// How often a kind was needed.
    pub fn of(&self, kind: RepairKind) -> u64 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a structure is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairShape {
    /// Brackets.
    Trees,
    /// Columns.
    Columns(Columns, Roots),
    /// Facts, one a line: typed dependencies, or relations in brackets.
    Facts(FactLines),
}

/// Which lines are facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactLines {
    /// `nsubj(makes-8, Bell-1)`.
    Typed,
    /// `(ncsubj sleeps_1 John_0 _)`.
    Bracketed,
}

/// A structure, and what was done to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The structure alone, well-formed.
    pub text: Vec<u8>,
    /// What was done; nothing where it was well-formed as returned.
    pub done: Repairs,
}

/// Repairs one answer: what a model returned for one sentence. Nothing where it holds no structure.
pub fn repair(answer: &[u8], shape: RepairShape) -> Option<Repaired> {
    repair_for(answer, shape, &|_| false)
}

/// The same where it is known which words are asked for: of several structures, one that has them.
pub(crate) fn repair_for(answer: &[u8], shape: RepairShape, fits: Fits<'_>) -> Option<Repaired> {
    if is_well_formed(answer, shape) {
        return Some(Repaired { text: answer.to_vec(), done: Repairs::default() });
    }
    // Offsets in sentences are 32 bits wide.
    if u32::try_from(answer.len()).is_err() {
        return None;
    }
    // What was thought is no answer, whatever structures it tries.
    let said = behind_thoughts(answer)?;
    if said.len() < answer.len() {
        let mut found = repair_for(answer[said].trim_ascii_start(), shape, fits)?;
        found.done.note(RepairKind::Thoughts, true);
        return Some(found);
    }
    let found = match shape {
        RepairShape::Trees => trees::repair(answer, fits),
        RepairShape::Columns(columns, roots) => columns::repair(answer, (columns, roots), fits),
        RepairShape::Facts(facts) => lines::repair(answer, facts),
    };
    // Whatever was overlooked is no structure, and whatever has no name was in the way.
    found.filter(|found| is_well_formed(&found.text, shape)).map(|mut found| {
        found.done.note(
            RepairKind::Markup,
            found.done.is_empty() || found.done.of(RepairKind::Markup) > 0,
        );
        found
    })
}

/// Whether an answer is a structure as it stands.
pub fn is_well_formed(answer: &[u8], shape: RepairShape) -> bool {
    if u32::try_from(answer.len()).is_err() {
        return false;
    }
    match shape {
        RepairShape::Trees => trees::is_well_formed(answer),
        RepairShape::Columns(columns, roots) => columns::is_well_formed(answer, columns, roots),
        RepairShape::Facts(facts) => lines::is_well_formed(answer, facts),
    }
}

#[cfg(test)]
mod tests;
