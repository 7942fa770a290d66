//! Relative clauses: their antecedents are arguments in them.

use std::borrow::Cow;

use crate::conversion::universal::view::{GraphView, kind};
use crate::conversion::universal::{Net, TOP};

/// What is known after relative clauses are resolved.
pub(super) struct Relatives {
    /// For the antecedents, the relative clause of each, the last of several.
    clause: Vec<Option<u32>>,
}

impl Relatives {
    /// Whether a word's arc comes from a relative clause that stands before another word, so that
    /// the clause says nothing about the other (*the man who slept and the dog*).
    pub(crate) fn is_private(&self, word: u32, head: u32, other: u32) -> bool {
        self.clause[word as usize]
            .is_some_and(|clause| clause < other && word < head && head < other)
    }
}

/// Makes the antecedents arguments, and lets relative pronouns refer to them.
pub(super) fn resolve<'s>(view: &GraphView<'_, 's>, net: &mut Net<'s>) -> Relatives {
    let mut relatives = Relatives { clause: vec![None; view.len()] };
    let is_relative = |word: &u32| view.relation(*word).ends_with(b":relcl");
    for clause in view.words().filter(is_relative) {
        let antecedent = view.head(clause);
        if antecedent == TOP {
            continue;
        }
        relatives.clause[antecedent as usize] = Some(clause);
        match pronoun(view, clause) {
            Some(pronoun) => refer(view, pronoun, clause, net),
            None => {
                let (verb, relation) = gap(view, clause);
                net.add(antecedent, verb, Cow::Borrowed(relation));
            }
        }
        // *who came and who left*
        for other in view.children_by(clause, &[b"conj"]) {
            if let Some(pronoun) = pronoun(view, other) {
                refer(view, pronoun, clause, net);
            }
        }
    }
    relatives
}

/// Makes arguments of the antecedents of clauses without a pronoun, and does nothing else.
pub(super) fn fill_gaps<'s>(view: &GraphView<'_, 's>, net: &mut Net<'s>) {
    let is_relative = |word: &u32| view.relation(*word).ends_with(b":relcl");
    for clause in view.words().filter(is_relative) {
        let antecedent = view.head(clause);
        let is_said = |child: &u32| view.relation(*child) == b"ref";
        if antecedent == TOP
            || pronoun(view, clause).is_some()
            || view.children(antecedent).iter().any(is_said)
        {
            continue;
        }
        let (verb, relation) = gap(view, clause);
        net.add(antecedent, verb, Cow::Borrowed(relation));
    }
}

/// The relative pronoun or adverb of a clause, the first if there are several.
fn pronoun(view: &GraphView<'_, '_>, clause: u32) -> Option<u32> {
    let mut found: Option<u32> = None;
    let mut rest = vec![clause];
    while let Some(word) = rest.pop() {
        for child in view.children(word).iter().copied() {
            let relation = view.relation(child);
            let is_other = (relation == b"conj" && word == clause) || relation.ends_with(b":relcl");
            if is_relative(view, child) {
                found = Some(found.map_or(child, |first| first.min(child)));
            } else if !is_other {
                rest.push(child);
            }
        }
    }
    found
}

/// Whether a word is a relative one; where no features say so, by its tag.
fn is_relative(view: &GraphView<'_, '_>, word: u32) -> bool {
    match view.feature(word, b"PronType") {
        Some(kind) => kind == b"Rel",
        None => matches!(view.xpos(word), b"WDT" | b"WP" | b"WP$" | b"WRB"),
    }
}

/// Replaces a pronoun's arcs by a reference, and gives them to the antecedent.
fn refer<'s>(view: &GraphView<'_, 's>, pronoun: u32, clause: u32, net: &mut Net<'s>) {
    let antecedent = view.head(clause);
    if pronoun == antecedent {
        return;
    }
    let is_clause = view.relation(clause) == b"advcl:relcl" || view.upos(antecedent) == b"VERB";
    for (head, relation) in net.take(pronoun) {
        let relation = match &*relation {
            b"advmod" => Cow::Borrowed(&b"obl"[..]),
            // *He left, which surprised us.*
            b"obj" if is_clause => Cow::Borrowed(&b"ccomp"[..]),
            b"nsubj" if is_clause => Cow::Borrowed(&b"csubj"[..]),
            _ => relation,
        };
        if &*relation != b"ref" {
            net.add(antecedent, head, relation);
        }
    }
    net.add(pronoun, antecedent, Cow::Borrowed(b"ref"));
}

/// Where the antecedent belongs in a clause without a pronoun, and as what: the subject if there is
/// none, else the object, unless there is one or the noun is one of time or manner.
fn gap(view: &GraphView<'_, '_>, clause: u32) -> (u32, &'static [u8]) {
    let antecedent = view.head(clause);
    if view.upos(antecedent) == b"ADV" {
        return (clause, b"advmod");
    }
    if !view.has_child(clause, &[b"nsubj", b"csubj", b"expl"]) {
        return (clause, b"nsubj");
    }
    // *the book that I want to try to read*
    let mut verb = clause;
    while let Some(open) = view.children_by(verb, &[b"xcomp"]).next_back() {
        verb = open;
    }
    let is_stranded = |child: &u32| {
        view.upos(*child) == b"ADP"
            && matches!(kind(view.relation(*child)), b"obl" | b"advmod" | b"nmod")
    };
    let is_full = view.has_child(verb, &[b"obj"])
        || view.children(verb).iter().any(is_stranded)
        || CIRCUMSTANCES.contains(&view.lemma(antecedent));
    (verb, if is_full { b"obl" } else { b"obj" })
}

/// Nouns that are when, where, how or why something is done.
const CIRCUMSTANCES: [&[u8]; 12] = [
    b"day", b"hour", b"minute", b"moment", b"month", b"night", b"place", b"reason", b"time",
    b"way", b"week", b"year",
];
