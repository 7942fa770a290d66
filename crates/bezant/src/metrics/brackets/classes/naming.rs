//! What an error is called, by what repairs it.

use crate::metrics::brackets::classes::ErrorClass;
use crate::metrics::brackets::classes::cleaned::Labels;

/// Labels of phrases; what is not among them counts as a word.
const PHRASES: [&str; 26] = [
    "S", "SBAR", "SBARQ", "SINV", "SQ", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC",
    "NP", "NX", "PP", "PRN", "PRT", "QP", "RRC", "UCP", "VP", "WHADJP", "WHAVP", "WHNP", "WHPP",
    "X",
];

/// A change, and what is around it. Labels are numbers.
#[derive(Clone, Debug)]
pub(super) enum Context {
    Relabel {
        from: u32,
        to: u32,
        over_word: bool,
    },
    Add {
        label: u32,
        parent: u32,
        children: Vec<u32>,
        over_word: bool,
    },
    Remove {
        label: u32,
        parent: u32,
        children: Vec<u32>,
        over_word: bool,
        /// Whether its parent has no other child.
        is_alone: bool,
        /// What follows it.
        next: Option<u32>,
    },
    Move {
        labels: Vec<u32>,
        from: u32,
        to: u32,
        before: Neighbours,
        after: Neighbours,
        added: Option<u32>,
    },
}

/// What stands beside sisters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbours {
    pub(super) left: Option<u32>,
    pub(super) right: Option<u32>,
}

impl Context {
    pub(super) fn class(&self, labels: &Labels<'_>) -> ErrorClass {
        match self {
            Context::Relabel { over_word: true, .. }
            | Context::Add { over_word: true, .. }
            | Context::Remove { over_word: true, .. } => ErrorClass::SingleWordPhrase,
            Context::Relabel { .. } => ErrorClass::DifferentLabel,
            Context::Add { label, parent, children, .. } => {
                if let [child] = children.as_slice() {
                    return if child == label { ErrorClass::XOverX } else { ErrorClass::Unary };
                }
                Around { label: *label, parent: *parent, children, labels }
                    .class()
                    .unwrap_or(ErrorClass::Add)
            }
            Context::Remove { label, parent, children, is_alone, next, .. } => {
                if *is_alone {
                    return if parent == label { ErrorClass::XOverX } else { ErrorClass::Unary };
                }
                if children.len() == 1 {
                    return ErrorClass::Unary;
                }
                // Only here does the program look at what follows.
                if next.is_some_and(|next| labels.name(next) == b"CC") {
                    return ErrorClass::Coordination;
                }
                Around { label: *label, parent: *parent, children, labels }
                    .class()
                    .unwrap_or(ErrorClass::Remove)
            }
            Context::Move { labels: moved, from, to, before, after, .. } => {
                let has_label = |label: u32, wanted: &[&str]| is(labels.name(label), wanted);
                let edges = [moved.first().copied(), moved.last().copied()];
                let beside = [before.left, before.right, after.left, after.right];
                let near = beside.into_iter().chain(edges).flatten();
                if near.into_iter().any(|label| has_label(label, &["CC"])) {
                    return ErrorClass::Coordination;
                }
                let moves = |wanted: &[&str]| moved.iter().any(|label| has_label(*label, wanted));
                let inside = |label: u32| holds(labels.name(label), &["NP", "QP"]);
                if moves(&["PP"]) {
                    ErrorClass::PpAttachment
                } else if moves(&["NP"]) {
                    ErrorClass::NpAttachment
                } else if moves(&["VP"]) {
                    ErrorClass::VpAttachment
                } else if moves(&["S", "SINV", "SBAR"]) {
                    ErrorClass::ClauseAttachment
                } else if moves(&["RB", "ADVP", "ADJP"]) {
                    ErrorClass::ModifierAttachment
                } else if inside(*from) && inside(*to) {
                    ErrorClass::NpInternal
                } else {
                    ErrorClass::Move
                }
            }
        }
    }
}

/// A bracket over several children that was added or taken out.
struct Around<'a> {
    label: u32,
    parent: u32,
    children: &'a [u32],
    labels: &'a Labels<'a>,
}

impl Around<'_> {
    fn class(&self) -> Option<ErrorClass> {
        let Around { label, parent, children, labels } = *self;
        let name = labels.name(label);
        let behind_first =
            |wanted: &[&str]| children.iter().skip(1).any(|child| is(labels.name(*child), wanted));
        if holds(name, &["UCP"]) {
            return Some(ErrorClass::Coordination);
        }
        if behind_first(&["PP"]) {
            return Some(ErrorClass::PpAttachment);
        }
        if behind_first(&["S", "SBAR", "SINV"]) {
            return Some(ErrorClass::ClauseAttachment);
        }
        let only_words = !children.iter().any(|child| is(labels.name(*child), &PHRASES));
        if holds(labels.name(parent), &["NP"]) && only_words {
            return Some(ErrorClass::NpInternal);
        }
        if holds(name, &["ADVP", "ADJP"]) || behind_first(&["ADVP", "ADJP"]) {
            return Some(ErrorClass::ModifierAttachment);
        }
        let all_same = children.iter().all(|child| *child == label);
        all_same.then_some(match name {
            b"NP" => ErrorClass::NpInternal,
            _ => ErrorClass::Coordination,
        })
    }
}

fn is(label: &[u8], wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| wanted.as_bytes() == label)
}

/// Some labels are found in longer ones too: `NP` in `WHNP`.
fn holds(label: &[u8], wanted: &[&str]) -> bool {
    let within = |wanted: &str| label.windows(wanted.len()).any(|part| part == wanted.as_bytes());
    wanted.iter().any(|wanted| within(wanted))
}
