//! From pairs, parses and options to decisions: what a program or a binding calls.

use std::collections::BTreeSet;

use crate::entailment::answers::{Answer, Answers, Given, Signed};
use crate::entailment::core::{Because, Decision, Verdict};
use crate::entailment::equivalences::{Equate, Patterns, Switch};
use crate::entailment::learned::Learned;
use crate::entailment::modules::{
    self, MissingParses, Module, ModuleKind, ModuleName, OtherParts, PairParses, SameWords,
    SeenPair, parts,
};
use crate::entailment::pairs::Pairs;
use crate::entailment::parses::{Missing, stanford_name};
use crate::error::Error;
use crate::parallel::Threads;
use crate::signature::Signature;

/// What a user wants of a module.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Which module.
    pub module: Choice,
    /// Relations that must all be found; those of the module if there are none. Names of Stanford
    /// or Universal Dependencies or the parser's own, with a star for anything at an end.
    pub core: Vec<String>,
    /// What else counts as the same, or no longer, one change after the other.
    pub equate: Vec<Equate>,
    /// Words of hypotheses that stand for nothing, beside those of the module.
    pub dummies: Vec<String>,
    /// Which words of text and hypothesis are the same. Weights were learned in one way, and a
    /// learned module keeps it.
    pub words: SameWords,
    /// What is done about words whose part of speech changes between text and hypothesis.
    pub other_parts: OtherParts,
    /// Whether the module follows the article to the letter, and nothing else is wanted.
    pub published: bool,
}

/// A module by name, or by its weights.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// One that needs nothing but its name.
    Ready(ModuleName),
    /// One that was trained.
    #[doc(hidden)]
    Learned(Learned),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            module: Choice::Ready(ModuleName::Stanford),
            core: Vec::new(),
            equate: Vec::new(),
            dummies: Vec::new(),
            words: SameWords::LemmaOrForm,
            other_parts: OtherParts::default(),
            published: false,
        }
    }
}

/// Why options cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unusable {
    /// No rule has the name of a switch.
    #[error("no switch is called {}", .0.word())]
    #[doc(hidden)]
    Switch(Switch),
    /// Core relations, dummies or equivalences for weights, which were learned without them.
    #[error("core relations, dummies and equivalences are not for a learned module")]
    ForLearned,
    /// Core relations or dummies for the module that compares paths between all content words.
    #[error("core relations and dummies are not for the module paths")]
    ForPaths,
    /// What was published has no core relations, dummies or equivalences but its own.
    #[error("a module as published cannot be changed")]
    Published,
    /// Weights are of no publication.
    #[error("there is no learned module as published")]
    LearnedAsPublished,
    /// The name of a core relation is empty.
    #[error("the name of a core relation is empty")]
    EmptyRelation,
    /// Nothing can have a core relation of this name.
    #[error("no relation is called {name}")]
    Relation {
        /// The name.
        name: String,
        /// The relations that the parses have.
        in_parses: Vec<String>,
        /// Those that parses can have beside them.
        others: Vec<String>,
    },
    /// A file of rules cannot be read.
    #[error(transparent)]
    File(#[from] Error),
}

impl Options {
    /// Whether they can be used, as far as that can be said before there are parses.
    ///
    /// # Errors
    /// Where options do not go together, or a switch or file of rules is none.
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), Unusable> {
        self.module().map(|_| ())
    }

    /// The module, but for its core relations, which depend on the [parses](Options::module_for).
    ///
    /// # Errors
    /// Where options do not go together, or a switch or file of rules is none.
    pub(crate) fn module(&self) -> Result<Module, Unusable> {
        if self.published {
            return self.as_published();
        }
        let other_parts = self.other_parts;
        let mut module = match &self.module {
            Choice::Ready(name) => Module { words: self.words, other_parts, ..name.module() },
            Choice::Learned(learned) => Module::of(ModuleKind::Learned(learned.clone())),
        };
        for change in &self.equate {
            if !module.equivalences_mut().change(change)?
                && let Equate::Switch(switch) = change
            {
                return Err(Unusable::Switch(switch.clone()));
            }
        }
        let has_core = !self.core.is_empty();
        match &mut module.kind {
            ModuleKind::Rules(rules) => {
                rules.dummies.extend(self.dummies.iter().map(|word| word.trim().to_lowercase()));
            }
            ModuleKind::Learned(_)
                if has_core
                    || !self.dummies.is_empty()
                    || !self.equate.is_empty()
                    || other_parts != OtherParts::Same =>
            {
                return Err(Unusable::ForLearned);
            }
            ModuleKind::Paths(_) if has_core || !self.dummies.is_empty() => {
                return Err(Unusable::ForPaths);
            }
            ModuleKind::Learned(_) | ModuleKind::Paths(_) => {}
        }
        Ok(module)
    }

    fn as_published(&self) -> Result<Module, Unusable> {
        let is_plain = self.core.is_empty() && self.equate.is_empty() && self.dummies.is_empty();
        match &self.module {
            Choice::Learned(_) => Err(Unusable::LearnedAsPublished),
            Choice::Ready(name) if is_plain && self.other_parts == OtherParts::Same => {
                Ok(name.published())
            }
            Choice::Ready(_) => Err(Unusable::Published),
        }
    }

    /// The module with its core relations, each of which some analysis can have, or these do: a
    /// parser may have names of its own.
    ///
    /// # Errors
    /// As for [`Options::module`], or where no relation has a name.
    pub(crate) fn module_for(&self, parses: &[&PairParses]) -> Result<Module, Unusable> {
        let mut module = self.module()?;
        let view = module.view();
        if let ModuleKind::Rules(rules) = &mut module.kind
            && !self.core.is_empty()
        {
            let known = rules.equivalences.relations();
            let mut theirs = BTreeSet::new();
            if !self.core.iter().all(|name| is_known(name.trim(), &known)) {
                for parses in parses {
                    theirs.extend(parses.relations(view));
                }
            }
            let name = |name: &String| core_relation(name.trim(), &known, &theirs);
            rules.core = Patterns::new(self.core.iter().map(name).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(module)
    }
}

/// Whether a relation can have a name: one of these, or one with a preposition or conjunction.
fn is_known(name: &str, known: &[&str]) -> bool {
    let is_collapsed = ["prep_", "prepc_", "conj_"].iter().any(|start| name.starts_with(start));
    is_collapsed || known.iter().any(|known| Patterns::new([name]).fit(known))
}

/// The name by which modules know a core relation.
fn core_relation(
    name: &str,
    known: &[&str],
    theirs: &BTreeSet<String>,
) -> Result<String, Unusable> {
    if name.is_empty() {
        return Err(Unusable::EmptyRelation);
    }
    if is_known(name, known) || theirs.iter().any(|theirs| Patterns::new([name]).fit(theirs)) {
        return Ok(name.to_string());
    }
    let universal = stanford_name(name);
    if is_known(&universal, known) {
        return Ok(universal.into_owned());
    }
    let others = known.iter().filter(|name| !theirs.contains(**name));
    Err(Unusable::Relation {
        name: name.to_string(),
        in_parses: theirs.iter().cloned().collect(),
        others: others.map(ToString::to_string).collect(),
    })
}

/// What a module decided about all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The module, with everything that was wanted of it.
    pub(crate) module: Module,
    /// One answer a pair, in order.
    pub(crate) verdicts: Vec<Reached>,
    /// Which pairs have no answer of the module's own, and why: they are NO.
    #[doc(hidden)]
    pub missing: MissingParses,
    /// How they were made, and of which pairs.
    pub signature: Signature,
}

/// An answer without what it rests on, which a module keeps only while it decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reached {
    /// The answer, with its probability where the module has one.
    pub(crate) given: Given,
    /// Why.
    pub(crate) because: Because,
    /// Whether the hypothesis has a relation that must be found.
    pub(crate) has_core: bool,
    /// Whether such a relation was found.
    pub(crate) has_core_match: bool,
    /// How many words of the hypothesis have another part of speech in the text.
    pub(crate) n_other_parts: usize,
    /// Whether a word of text or hypothesis has no tag, so that nobody knows its part of speech.
    pub(crate) has_untagged: bool,
}

impl Reached {
    /// What is kept of a decision about these sentences.
    fn of(module: &Module, decision: &Decision, [text, hypothesis]: SeenPair<'_>) -> Reached {
        let n_other_parts = match (text, hypothesis) {
            (Some(text), Some(hypothesis)) => parts::changed(text, hypothesis).len(),
            _ => 0,
        };
        let has_core = match (text, hypothesis) {
            // Without a text nothing was compared, which says nothing about the hypothesis.
            (None, Some(hypothesis)) => module.asks(hypothesis),
            _ => decision.relations.iter().any(|relation| relation.core),
        };
        Reached {
            given: Given {
                answer: decision.answer,
                probability: decision.probability,
                score: decision.score,
            },
            because: decision.because,
            has_core,
            has_core_match: decision.has_core_match(),
            n_other_parts,
            has_untagged: [text, hypothesis].into_iter().flatten().any(parts::has_untagged),
        }
    }
}

impl Decided {
    /// The answers, under the module's name.
    pub fn answers(&self) -> Answers {
        let given = self.verdicts.iter().map(|one| one.given).collect();
        Answers { name: self.module.name().to_string(), given }
    }

    /// The same with how they were made, and from what a parser of this name returned.
    #[doc(hidden)]
    pub fn signed(&self, parser: &str) -> Signed {
        let made_by = self.signature.clone().with("parser", parser);
        let why = |(at, missing): &(usize, [Option<Missing>; 2])| {
            let said = ["T", "H"].into_iter().zip(missing);
            let said =
                said.filter_map(|(side, why)| Some(format!("{side}: {}", why.as_ref()?.words())));
            (*at, said.collect::<Vec<_>>().join("; "))
        };
        let missing = self.missing.iter().map(why).collect();
        Signed { answers: self.answers(), made_by: Some(made_by), missing }
    }

    /// How many answers are YES.
    #[doc(hidden)]
    pub fn n_yes(&self) -> usize {
        self.verdicts.iter().filter(|one| one.given.answer == Answer::Yes).count()
    }

    /// How many pairs have a word whose part of speech changes between text and hypothesis.
    #[doc(hidden)]
    pub fn n_other_parts(&self) -> usize {
        self.verdicts.iter().filter(|one| one.n_other_parts > 0).count()
    }

    /// How many pairs have words without a tag, whose part of speech cannot be seen to change.
    #[doc(hidden)]
    pub fn n_untagged(&self) -> usize {
        self.verdicts.iter().filter(|one| one.has_untagged).count()
    }

    /// The relations that must be found, if no hypothesis has any of them; all answers are NO, and
    /// the parser most likely has other names.
    #[doc(hidden)]
    pub fn nothing_to_find(&self) -> Option<String> {
        let ModuleKind::Rules(rules) = &self.module.kind else { return None };
        let is_idle = rules.verdict != Verdict::Any
            && self.verdicts.iter().any(|one| one.because != Because::NoAnalysis)
            && !self.verdicts.iter().any(|one| one.has_core);
        is_idle.then(|| rules.core.to_string())
    }
}

/// What a module decides about all pairs, in order.
pub(crate) fn verdicts(module: &Module, parses: &PairParses, threads: &Threads) -> Vec<Reached> {
    let keep = |decision: Decision, seen: SeenPair<'_>| Reached::of(module, &decision, seen);
    modules::decide_each(module, parses, threads, keep)
}

/// Decides all pairs, in order. Where a parse is missing or cannot be read, the answer is NO.
///
/// # Errors
/// Where the options cannot be used.
pub fn decide(
    pairs: &Pairs,
    parses: &PairParses,
    options: &Options,
    threads: &Threads,
) -> Result<Decided, Unusable> {
    let module = options.module_for(&[parses])?;
    let verdicts = verdicts(&module, parses, threads);
    let without = (0..verdicts.len()).filter(|at| verdicts[*at].because == Because::NoAnalysis);
    let missing = parses.missing(without);
    let signature = parses
        .sign(module.signature())
        .with("n", pairs.pairs.len())
        .with("pairs", pairs.fingerprint())
        .with("parsed", parses.fingerprint())
        .with("version", env!("CARGO_PKG_VERSION"));
    Ok(Decided { module, verdicts, missing, signature })
}
