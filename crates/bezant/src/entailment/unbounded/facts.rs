//! All that a parse says of who does what to whom: what it states, and what follows from that.
//!
//! Parsers state the two ends of an unbounded dependency and leave the middle to the reader: a relative clause hangs
//! on its noun, its pronoun on a verb, and where there is no pronoun, some verb or preposition lacks a word. What
//! follows is added rule by rule. Each gap is filled once, so that a parse is not right by saying everything.

use std::collections::BTreeMap;

use crate::entailment::analysis::{Analysis, ROOT};
use crate::entailment::generate::sentence::{HeadedSentence, WordRole};
use crate::entailment::unbounded::gaps::{self, Gap};
use crate::entailment::unbounded::relations::Kind;

/// How a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// The parse has it as a relation.
    Stated,
    /// Through a relative pronoun.
    Pronoun,
    /// A clause lacks a word.
    Gap,
    /// The subject of a clause that completes a verb.
    Control,
    /// Conjuncts share it.
    Coordination,
    /// What stands behind a copula.
    Predicate,
}

impl How {
    /// In words.
    pub(super) fn name(self) -> &'static str {
        match self {
            How::Stated => "stated",
            How::Pronoun => "through a relative pronoun",
            How::Gap => "fills a gap",
            How::Control => "through a complement",
            How::Coordination => "shared by conjuncts",
            How::Predicate => "through a copula",
        }
    }
}

/// What a parse says.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Relations between words, by their numbers: the governor, then the dependent.
    all: BTreeMap<(usize, usize, Kind), How>,
    /// Verbs that are passive.
    passive: Vec<bool>,
    /// For each word, others that are the same thing under another head: *number* and *people*.
    aliases: BTreeMap<usize, Vec<usize>>,
}

impl Facts {
    /// From the views of a parse; what follows from them only if that is wanted.
    pub(super) fn of(views: &[Analysis], tree: Option<&HeadedSentence>, infer: bool) -> Facts {
        let mut facts = Facts::default();
        for arc in views.iter().flat_map(|view| &view.arcs).filter(|arc| arc.governor != ROOT) {
            // A preposition in the name of a relation is what the noun depends on.
            if arc.relation.starts_with("prep") && arc.relation != "prep" {
                continue;
            }
            facts.add(arc.governor, arc.dependent, Kind::of(&arc.relation), How::Stated);
        }
        let Some(tree) = tree else { return facts };
        facts.passive = (0..tree.words().len()).map(|word| is_passive(tree, word)).collect();
        facts.add_tree(tree);
        facts.add_relatives(tree, infer);
        if infer {
            facts.add_questions(tree);
            facts.add_raised(tree);
        }
        // What one rule adds another may go on from.
        for _ in 0..3 {
            let before = facts.all.len();
            facts.add_shared(tree, infer);
            if infer {
                facts.add_controlled(tree);
                facts.add_predicates(tree);
                facts.add_named(tree);
            }
            if facts.all.len() == before {
                break;
            }
        }
        if infer {
            facts.add_aliases(tree);
        }
        facts
    }

    fn add(&mut self, governor: usize, dependent: usize, kind: Kind, how: How) {
        if governor != dependent {
            self.all.entry((governor, dependent, kind)).or_insert(how);
        }
    }

    /// What is said of two words, in this direction.
    pub(super) fn between(
        &self,
        governor: usize,
        dependent: usize,
    ) -> impl Iterator<Item = (&Kind, How)> {
        let from = (governor, dependent, Kind::Subject);
        let to = (governor, dependent + 1, Kind::Subject);
        self.all.range(from..to).map(|((.., kind), how)| (kind, *how))
    }

    /// What depends on a word in some way.
    fn of_kind<'f>(&'f self, word: usize, kind: &'f Kind) -> impl Iterator<Item = usize> + 'f {
        let (from, to) = ((word, 0, Kind::Subject), (word + 1, 0, Kind::Subject));
        let here = self.all.range(from..to).filter(move |((_, _, other), _)| other == kind);
        here.map(|((_, dependent, _), _)| *dependent)
    }

    /// The same, to be shown.
    pub(super) fn dependents(&self, word: usize, kind: &Kind) -> Option<usize> {
        self.of_kind(word, kind).next()
    }

    /// A word and those that are the same thing.
    pub(super) fn same_as(&self, word: usize) -> impl Iterator<Item = usize> + '_ {
        let others = self.aliases.get(&word).into_iter().flatten().copied();
        std::iter::once(word).chain(others)
    }

    /// Whether a verb is passive.
    pub(super) fn is_passive(&self, word: usize) -> bool {
        self.passive.get(word).copied().unwrap_or(false)
    }

    /// What a tree of content words says.
    fn add_tree(&mut self, tree: &HeadedSentence) {
        for word in 0..tree.words().len() {
            let Some(head) = tree.word(word).head else { continue };
            let kind = match tree.word(word).role {
                WordRole::Subject | WordRole::PassiveSubject | WordRole::ClausalSubject => {
                    Kind::Subject
                }
                WordRole::Object | WordRole::Indirect => Kind::Object,
                WordRole::Complement | WordRole::OpenComplement | WordRole::AdverbialClause => {
                    Kind::Clause
                }
                WordRole::Adverb => Kind::Adverb,
                WordRole::Compound => Kind::Compound,
                WordRole::Prepositional | WordRole::Bare => {
                    for case in tree.prepositions(word) {
                        self.add(head, case, Kind::Preposition, How::Stated);
                        self.add(case, word, Kind::Object, How::Stated);
                    }
                    continue;
                }
                WordRole::Root | WordRole::Conjunct => {
                    // *What city is it in?*
                    for case in tree.prepositions(word) {
                        self.add(case, word, Kind::Object, How::Stated);
                    }
                    continue;
                }
                _ => continue,
            };
            self.add(head, word, kind, How::Stated);
        }
    }

    /// The nouns of relative clauses are what their pronouns are, or what the clauses lack.
    fn add_relatives(&mut self, tree: &HeadedSentence, infer: bool) {
        for clause in 0..tree.words().len() {
            let Some(noun) = gaps::relative_noun(tree, clause) else { continue };
            if !infer && tree.word(clause).role != WordRole::Relative {
                continue;
            }
            self.add_clause(tree, (clause, noun), infer);
            // *who came and whom she saw*
            for other in tree.with_role(clause, WordRole::Conjunct) {
                if gaps::pronoun(tree, other, clause).is_some() {
                    self.add_clause(tree, (other, noun), infer);
                }
            }
        }
    }

    fn add_clause(&mut self, tree: &HeadedSentence, (clause, noun): (usize, usize), infer: bool) {
        let pronoun = gaps::pronoun(tree, clause, noun);
        let stated = pronoun.map_or_else(Vec::new, |word| gaps::stated(tree, word));
        for gap in &stated {
            self.add(gap.governor, noun, gap.kind.clone(), How::Pronoun);
        }
        if !infer {
            return;
        }
        let found = match stated.first() {
            Some(gap) if gap.kind == Kind::Object => gaps::lower(tree, gap.governor, pronoun),
            Some(_) => None,
            None if pronoun.is_some_and(|word| tree.word(word).tag == "WRB") => None,
            None => gaps::seek(tree, clause, pronoun),
        };
        if let Some(gap) = found {
            self.fill(tree, &gap, noun);
            if let Some(pronoun) = pronoun {
                self.fill(tree, &gap, pronoun);
            }
        }
    }

    /// Puts a word where a clause lacks one.
    fn fill(&mut self, tree: &HeadedSentence, gap: &Gap, word: usize) {
        self.add(gap.governor, word, gap.kind.clone(), How::Gap);
        if gap.kind != Kind::Object {
            return;
        }
        // *the man you rely on*, whether *on* is a preposition or a part of the verb.
        for particle in tree.with_role(gap.governor, WordRole::Particle) {
            self.add(particle, word, Kind::Object, How::Gap);
        }
        self.name(tree, gap.governor, word);
    }

    /// *the man they called a liar*, *he was called a liar*: he is one.
    fn name(&mut self, tree: &HeadedSentence, verb: usize, named: usize) {
        if !gaps::is_naming(tree, verb) {
            return;
        }
        for role in [WordRole::Object, WordRole::Other] {
            for name in tree.with_role(verb, role) {
                if name > verb && name != named && tree.is_nominal(name) {
                    self.add(name, named, Kind::Subject, How::Predicate);
                }
            }
        }
    }

    /// Words that ask, and those that open free relatives.
    fn add_questions(&mut self, tree: &HeadedSentence) {
        for word in 0..tree.words().len() {
            let Some(asking) = gaps::fronted(tree, word) else { continue };
            let found = match gaps::stated(tree, word).first() {
                Some(gap) if gap.kind == Kind::Object => {
                    // *What does it stand for*, whether *for* is a preposition or a part of the verb.
                    for particle in tree.with_role(gap.governor, WordRole::Particle) {
                        self.add(particle, word, Kind::Object, How::Gap);
                    }
                    gaps::lower(tree, gap.governor, Some(word))
                }
                Some(_) => None,
                None => gaps::seek(tree, asking, Some(word)),
            };
            if let Some(gap) = found {
                self.fill(tree, &gap, word);
            }
        }
    }

    /// *applied for and won a prize*: a preposition that lacks its noun has that of the next conjunct.
    fn add_raised(&mut self, tree: &HeadedSentence) {
        for word in 0..tree.words().len() {
            if !gaps::is_bare(tree, word) || self.of_kind(word, &Kind::Object).next().is_some() {
                continue;
            }
            let (mut found, mut above) = (None, Some(word));
            // Its own conjuncts, those of the word it is about, and those of the verb above that.
            for _ in 0..3 {
                let Some(at) = above.filter(|_| found.is_none()) else { break };
                let next = tree.with_role(at, WordRole::Conjunct).filter(|other| *other > word);
                found = next.into_iter().find_map(|other| self.right_edge(tree, other));
                above = tree.word(at).head;
            }
            if let Some(noun) = found {
                self.add(word, noun, Kind::Object, How::Coordination);
            }
        }
    }

    /// The first noun that stands behind a conjunct and belongs to it.
    fn right_edge(&self, tree: &HeadedSentence, conjunct: usize) -> Option<usize> {
        let own = self.of_kind(conjunct, &Kind::Object).find(|noun| *noun > conjunct);
        let behind = || {
            let nouns = tree.with_role(conjunct, WordRole::Prepositional);
            nouns.filter(|noun| !tree.prepositions(*noun).is_empty()).find(|noun| *noun > conjunct)
        };
        own.or_else(behind)
    }

    /// What conjuncts share.
    fn add_shared(&mut self, tree: &HeadedSentence, infer: bool) {
        let known: Vec<(usize, usize, Kind)> = self.all.keys().cloned().collect();
        for (governor, dependent, kind) in known {
            let nominal = matches!(kind, Kind::Subject | Kind::Object | Kind::Compound);
            if nominal && dependent < tree.words().len() {
                let others: Vec<usize> =
                    tree.with_role(dependent, WordRole::Conjunct).take(MOST_CONJUNCTS).collect();
                // *the dogs and cats that bark*, but not *the dogs that bark and the cats*.
                for other in
                    others.into_iter().filter(|other| dependent > governor || *other < governor)
                {
                    self.add(governor, other, kind.clone(), How::Coordination);
                }
            }
            if governor >= tree.words().len() {
                continue;
            }
            let others: Vec<usize> =
                tree.with_role(governor, WordRole::Conjunct).take(MOST_CONJUNCTS).collect();
            for other in others {
                let has_own = self.of_kind(other, &kind).next().is_some();
                let is_shared = match kind {
                    Kind::Subject => !has_own && !tree.is_nominal(other),
                    // What stands behind all of them belongs to all of them.
                    Kind::Object => !has_own && dependent > other && !self.is_passive(other),
                    Kind::Preposition | Kind::Clause => infer && dependent > other,
                    _ => false,
                };
                // *which she read and liked*
                let is_gap = infer
                    && kind == Kind::Object
                    && dependent < governor
                    && gaps::lacks_object(tree, other)
                    && !has_own;
                if is_shared || is_gap {
                    self.add(other, dependent, kind.clone(), How::Coordination);
                }
            }
        }
    }

    /// *whom she asked to leave*, *the man they called a liar*: whoever is asked leaves.
    fn add_controlled(&mut self, tree: &HeadedSentence) {
        for verb in tree.heads_first() {
            let role = tree.word(verb).role;
            let is_open = match role {
                WordRole::OpenComplement => true,
                WordRole::Complement => !tree.is_finite(verb),
                _ => false,
            };
            let Some(head) = tree.word(verb).head.filter(|_| is_open) else { continue };
            if gaps::has_subject(tree, verb, None) {
                continue;
            }
            let objects: Vec<usize> =
                self.of_kind(head, &Kind::Object).filter(|object| *object != verb).collect();
            let subjects: Vec<usize> = self.of_kind(head, &Kind::Subject).collect();
            for subject in if objects.is_empty() { subjects } else { objects } {
                self.add(verb, subject, Kind::Subject, How::Control);
            }
        }
    }

    /// Those who are called something in a passive.
    fn add_named(&mut self, tree: &HeadedSentence) {
        for verb in (0..tree.words().len()).filter(|verb| gaps::is_naming(tree, *verb)) {
            if self.is_passive(verb) {
                let subjects: Vec<usize> = self.of_kind(verb, &Kind::Subject).collect();
                subjects.into_iter().for_each(|subject| self.name(tree, verb, subject));
            }
        }
    }

    /// *what it was*: it is the subject of what it is said to be, whichever of the two the verb hangs on.
    fn add_predicates(&mut self, tree: &HeadedSentence) {
        for verb in (0..tree.words().len()).filter(|word| tree.word(*word).lemma == "be") {
            let subjects: Vec<usize> = self.of_kind(verb, &Kind::Subject).collect();
            let predicates: Vec<usize> = [Kind::Object, Kind::Clause]
                .iter()
                .flat_map(|kind| self.of_kind(verb, kind))
                .collect();
            for &predicate in &predicates {
                for &subject in &subjects {
                    self.add(predicate, subject, Kind::Subject, How::Predicate);
                }
            }
        }
    }

    /// *a number of people*, *Smith Ltd.*, *$ 3 million*: which word is the head is a matter of convention.
    fn add_aliases(&mut self, tree: &HeadedSentence) {
        for word in 0..tree.words().len() {
            let Some(head) = tree.word(word).head else { continue };
            let is_of =
                || tree.prepositions(word).iter().any(|case| tree.word(*case).lemma == "of");
            let measures = QUANTITIES.contains(&tree.word(head).lemma.as_str());
            let is_name = |at: usize| tree.word(at).is("NNP");
            let is_money = |at: usize| matches!(tree.word(at).form.as_str(), "$" | "#" | "£" | "€");
            let is_number = |at: usize| tree.word(at).tag == "CD";
            let is_alias = match tree.word(word).role {
                WordRole::Prepositional => measures && is_of(),
                WordRole::Compound if is_name(word) && is_name(head) => true,
                _ => {
                    is_money(word) && is_number(head)
                        || is_money(head) && is_number(word)
                        || is_number(word) && is_number(head) && word.abs_diff(head) == 1
                }
            };
            if is_alias {
                self.aliases.entry(word).or_default().push(head);
                self.aliases.entry(head).or_default().push(word);
            }
        }
    }
}

/// What is shared by more conjuncts is shared by the first of them, so that long lists stay short.
const MOST_CONJUNCTS: usize = 16;

/// Nouns that say how much or which kind of another.
const QUANTITIES: [&str; 9] =
    ["lot", "kind", "sort", "type", "number", "couple", "none", "plenty", "deal"];

/// Whether a verb is passive.
fn is_passive(tree: &HeadedSentence, word: usize) -> bool {
    tree.child(word, WordRole::PassiveAuxiliary).is_some()
        || tree.child(word, WordRole::PassiveSubject).is_some()
}
