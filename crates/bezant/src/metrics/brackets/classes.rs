//! Errors of brackets by what would repair them, as the Berkeley Parser Analyser counts them
//! (Kummerfeld, Hall, Curran and Klein 2012); see `docs/error-classes.md`.

mod cleaned;
mod draft;
mod moves;
mod naming;
mod repair;

use std::collections::BTreeMap;

use crate::structures::tree::{NodeKind, Tree};
use cleaned::{Labels, both, with_root};
use naming::Context;
use repair::{Step, Stuck, repair};

/// Whether errors are put into classes, and by whose rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub enum Classes {
    /// They are not.
    #[default]
    None,
    /// By those of Kummerfeld et al. (2012).
    Kummerfeld,
}

impl Classes {
    /// What signatures call it.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        match self {
            Classes::None => "none",
            Classes::Kummerfeld => "kummerfeld",
        }
    }
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorClass {
    /// What is coordinated with what.
    Coordination,
    /// Where a prepositional phrase belongs.
    PpAttachment,
    /// Where a noun phrase belongs.
    NpAttachment,
    /// Where a verb phrase belongs.
    VpAttachment,
    /// Where a clause belongs.
    ClauseAttachment,
    /// Where an adverb or adjective belongs.
    ModifierAttachment,
    /// What belongs together within a noun phrase.
    NpInternal,
    /// A bracket over one word.
    SingleWordPhrase,
    /// The right span with a wrong label.
    DifferentLabel,
    /// A bracket right over, or right under, one of its own label.
    XOverX,
    /// Another bracket over one bracket.
    Unary,
    /// Another missing bracket.
    Add,
    /// Another extra bracket.
    Remove,
    /// Something else that belongs elsewhere.
    Move,
}

impl ErrorClass {
    /// All of them.
    pub const ALL: [ErrorClass; 14] = [
        ErrorClass::Coordination,
        ErrorClass::PpAttachment,
        ErrorClass::NpAttachment,
        ErrorClass::VpAttachment,
        ErrorClass::ClauseAttachment,
        ErrorClass::ModifierAttachment,
        ErrorClass::NpInternal,
        ErrorClass::SingleWordPhrase,
        ErrorClass::DifferentLabel,
        ErrorClass::XOverX,
        ErrorClass::Unary,
        ErrorClass::Add,
        ErrorClass::Remove,
        ErrorClass::Move,
    ];

    /// What the reference program calls it.
    pub fn name(self) -> &'static str {
        match self {
            ErrorClass::Coordination => "Co-ordination",
            ErrorClass::PpAttachment => "PP Attachment",
            ErrorClass::NpAttachment => "NP Attachment",
            ErrorClass::VpAttachment => "VP Attachment",
            ErrorClass::ClauseAttachment => "Clause Attachment",
            ErrorClass::ModifierAttachment => "Modifier Attachment",
            ErrorClass::NpInternal => "NP Internal Structure",
            ErrorClass::SingleWordPhrase => "Single Word Phrase",
            ErrorClass::DifferentLabel => "Different label",
            ErrorClass::XOverX => "XoverX Unary",
            ErrorClass::Unary => "Unary",
            ErrorClass::Add => "UNSET add",
            ErrorClass::Remove => "UNSET remove",
            ErrorClass::Move => "UNSET move",
        }
    }
}

/// An error: a change that brings a system's tree nearer to gold's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketError {
    /// Its class.
    pub class: ErrorClass,
    /// How many missing and extra brackets there are less after the change.
    pub brackets: u32,
    /// The change.
    pub repair: Repair,
    /// The first of the words it is about, in the system's tree with all its words.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// These words.
    pub text: String,
}

/// What is changed in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// A bracket gets another label.
    Relabel {
        /// The wrong one.
        from: String,
        /// The right one.
        to: String,
    },
    /// A missing bracket is added.
    Add {
        /// Its label.
        label: String,
    },
    /// An extra bracket is taken out.
    Remove {
        /// Its label.
        label: String,
    },
    /// Sisters are moved to another phrase.
    Move {
        /// Their labels.
        labels: Vec<String>,
        /// The label of the phrase that they were in.
        from: String,
        /// That of the phrase that they belong to.
        to: String,
        /// The label of a missing bracket that is added around them in the same step.
        added: Option<String>,
    },
}

/// Why the errors of a sentence have no classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unclassified {
    /// One side cannot be read, or has no words.
    NoTree,
    /// The sides have different numbers of words.
    Lengths,
    /// Branches cross.
    CrossingBranches,
    /// It takes more than a hundred steps from one tree to the other, or too much time.
    GaveUp,
}

impl Unclassified {
    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Unclassified::NoTree => "no_tree",
            Unclassified::Lengths => "length_mismatch",
            Unclassified::CrossingBranches => "crossing_branches",
            Unclassified::GaveUp => "gave_up",
        }
    }
}

/// How many errors of a class there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassTally {
    /// Errors.
    pub errors: u64,
    /// Missing and extra brackets that they explain.
    pub brackets: u64,
}

/// The errors of one system by class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts {
    /// Of each class that there is.
    pub classes: BTreeMap<ErrorClass, ClassTally>,
    /// How many sentences could not be put into classes.
    pub left_out: BTreeMap<Unclassified, u64>,
}

impl ClassCounts {
    pub(super) fn note(&mut self, errors: &Result<Vec<BracketError>, Unclassified>) {
        match errors {
            Ok(errors) => {
                for error in errors {
                    let tally = self.classes.entry(error.class).or_default();
                    tally.errors += 1;
                    tally.brackets += u64::from(error.brackets);
                }
            }
            Err(why) => *self.left_out.entry(*why).or_default() += 1,
        }
    }

    pub(super) fn add(&mut self, other: &ClassCounts) {
        for (class, ClassTally { errors, brackets }) in &other.classes {
            let tally = self.classes.entry(*class).or_default();
            tally.errors += errors;
            tally.brackets += brackets;
        }
        for (why, n) in &other.left_out {
            *self.left_out.entry(*why).or_default() += n;
        }
    }
}

/// The errors of a system's tree, each with its class, in the order in which they are repaired.
///
/// Both trees are cleaned as the reference program does it, whatever the parameters are that brackets
/// are scored with: its classes are made for these.
///
/// # Errors
/// Where there is no way from one tree to the other.
pub(crate) fn bracket_errors(
    gold: &Tree<'_>,
    system: &Tree<'_>,
) -> Result<Vec<BracketError>, Unclassified> {
    if gold.n_leaves() == 0 || system.n_leaves() == 0 {
        return Err(Unclassified::NoTree);
    }
    if gold.has_gaps() || system.has_gaps() {
        return Err(Unclassified::CrossingBranches);
    }
    let mut labels = Labels::default();
    let (mut ours, mut theirs) = both(gold, system, &mut labels);
    if ours.leaves.len() != theirs.leaves.len() {
        return Err(Unclassified::Lengths);
    }
    let steps = loop {
        match repair(&ours.draft, theirs.draft.clone()) {
            Ok(steps) => break steps,
            // Where a top is not the same on both sides, it needs one above.
            Err(Stuck::Root) => with_root([&mut ours, &mut theirs], &mut labels),
            Err(Stuck::GaveUp) => return Err(Unclassified::GaveUp),
        }
    };
    if steps.is_empty() {
        return Ok(Vec::new());
    }
    let words: Vec<&[u8]> = {
        let leaves = system.nodes().iter().filter(|node| node.kind == NodeKind::Leaf);
        leaves.map(|node| system.body(node)).collect()
    };
    Ok(steps.iter().map(|step| error(step, &labels, &theirs.leaves, &words)).collect())
}

/// How many words of an error are told, so that those of many errors stay few.
const SHOWN: usize = 100;

fn error(step: &Step, labels: &Labels<'_>, leaves: &[u32], words: &[&[u8]]) -> BracketError {
    let name = |label: &u32| String::from_utf8_lossy(labels.name(*label)).into_owned();
    let repair = match &step.context {
        Context::Relabel { from, to, .. } => Repair::Relabel { from: name(from), to: name(to) },
        Context::Add { label, .. } => Repair::Add { label: name(label) },
        Context::Remove { label, .. } => Repair::Remove { label: name(label) },
        Context::Move { labels, from, to, added, .. } => Repair::Move {
            labels: labels.iter().map(name).collect(),
            from: name(from),
            to: name(to),
            added: added.as_ref().map(name),
        },
    };
    let (start, end) = step.span;
    let start = leaves[start as usize] as usize;
    let end = leaves[end as usize - 1] as usize + 1;
    let join = |words: &[&[u8]]| {
        let words: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        words.join(" ")
    };
    let under = &words[start..end];
    let text = match under.len() {
        n if n <= SHOWN => join(under),
        n => format!("{} … {}", join(&under[..SHOWN / 2]), join(&under[n - SHOWN / 2..])),
    };
    BracketError {
        class: step.context.class(labels),
        brackets: step.brackets,
        repair,
        start,
        end,
        text,
    }
}
