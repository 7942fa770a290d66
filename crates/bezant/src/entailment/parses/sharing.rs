//! What a tree leaves unsaid: relations shared by conjuncts, the subject of an infinitive, the
//! place of a noun in its relative clause.

use crate::entailment::analysis::{Arc, Word};

/// Verbs whose own subject is that of their infinitive even if they have an object.
const PROMISING: [&str; 4] = ["promise", "swear", "threaten", "vow"];

/// Arcs under names of Stanford dependencies, growing.
pub(super) struct Sharing<'a> {
    words: &'a [Word],
    /// The tree, under its own names.
    tree: &'a [Arc],
    /// For each word, the arcs of the tree that it governs.
    below: Vec<Vec<usize>>,
    arcs: Vec<Arc>,
    by_governor: Vec<Vec<usize>>,
    by_dependent: Vec<Vec<usize>>,
    /// No more arcs than this: long lists of subjects and verbs would multiply.
    most: usize,
}

impl<'a> Sharing<'a> {
    pub(super) fn new(words: &'a [Word], tree: &'a [Arc], arcs: Vec<Arc>) -> Sharing<'a> {
        let n = words.len();
        let mut below = vec![Vec::new(); n];
        for (at, arc) in tree.iter().enumerate() {
            if let Some(below) = below.get_mut(arc.governor) {
                below.push(at);
            }
        }
        let mut sharing = Sharing {
            words,
            tree,
            below,
            arcs: Vec::with_capacity(2 * arcs.len()),
            by_governor: vec![Vec::new(); n],
            by_dependent: vec![Vec::new(); n],
            most: 16 * n + 64,
        };
        arcs.into_iter().for_each(|arc| sharing.add(arc));
        sharing
    }

    /// All of it.
    pub(super) fn finish(mut self) -> Vec<Arc> {
        self.relative_clauses();
        let conjuncts: Vec<(usize, usize)> = self.pairs("conj");
        for &(first, other) in &conjuncts {
            self.share_governor(first, other);
        }
        for &(first, other) in &conjuncts {
            self.share_subject(first, other);
            self.share_object(first, other);
        }
        for (verb, infinitive) in self.pairs("xcomp") {
            self.control(verb, infinitive);
        }
        // An infinitive's subject is known only now, and its conjuncts share it.
        for &(first, other) in &conjuncts {
            self.share_subject(first, other);
        }
        self.arcs
    }

    fn add(&mut self, arc: Arc) {
        if self.arcs.len() >= self.most || arc.dependent >= self.words.len() {
            return;
        }
        let at = self.arcs.len();
        if let Some(list) = self.by_governor.get_mut(arc.governor) {
            list.push(at);
        }
        self.by_dependent[arc.dependent].push(at);
        self.arcs.push(arc);
    }

    fn add_new(&mut self, relation: &str, governor: usize, dependent: usize) {
        let here = |at: &usize| {
            let arc = &self.arcs[*at];
            arc.governor == governor && arc.relation == relation
        };
        if governor != dependent && !self.by_dependent[dependent].iter().any(here) {
            self.add(Arc { relation: relation.to_string(), governor, dependent });
        }
    }

    /// Governors and dependents of a relation of the tree, in order.
    fn pairs(&self, relation: &str) -> Vec<(usize, usize)> {
        let is = |arc: &&Arc| arc.relation.split(':').next() == Some(relation);
        let all = self.tree.iter().filter(is).filter(|arc| arc.governor < self.words.len());
        all.map(|arc| (arc.governor, arc.dependent)).collect()
    }

    /// The dependents of a word by relations that satisfy a condition.
    fn dependents(&self, word: usize, wanted: impl Fn(&str) -> bool) -> Vec<(String, usize)> {
        let arcs = self.by_governor[word].iter().map(|at| &self.arcs[*at]);
        let arcs = arcs.filter(|arc| wanted(&arc.relation));
        arcs.map(|arc| (arc.relation.clone(), arc.dependent)).collect()
    }

    fn governs(&self, word: usize, relation: &str) -> bool {
        self.by_governor[word].iter().any(|at| self.arcs[*at].relation == relation)
    }

    fn add_subject(&mut self, verb: usize, subject: usize) {
        let passive = self.governs(verb, "auxpass");
        self.add_new(if passive { "nsubjpass" } else { "nsubj" }, verb, subject);
    }

    /// "the valley through which the railway runs": the pronoun's place is the noun's.
    fn relative_clauses(&mut self) {
        let clauses: Vec<(usize, usize)> = self
            .tree
            .iter()
            .filter(|arc| arc.relation == "acl:relcl" && arc.governor < self.words.len())
            .map(|arc| (arc.governor, arc.dependent))
            .collect();
        for (noun, verb) in clauses {
            let Some(pronoun) = self.relative_pronoun(noun, verb) else { continue };
            let arcs = std::mem::take(&mut self.by_dependent[pronoun]);
            for at in arcs {
                self.arcs[at].dependent = noun;
                self.by_dependent[noun].push(at);
            }
            self.add_new("ref", noun, pronoun);
        }
    }

    fn relative_pronoun(&self, noun: usize, verb: usize) -> Option<usize> {
        let is_pronoun = |word: usize| {
            let Word { form, tag, .. } = &self.words[word];
            let form = form.to_lowercase();
            matches!(form.as_str(), "who" | "whom" | "which" | "that")
                && matches!(tag.as_str(), "WP" | "WDT" | "PRON" | "IN" | "DT" | "")
        };
        let mut found: Option<usize> = None;
        let mut waiting = vec![verb];
        let mut steps = 0;
        while let Some(word) = waiting.pop() {
            for &at in &self.below[word] {
                let Arc { relation, dependent, .. } = &self.tree[at];
                let place = matches!(
                    relation.as_str(),
                    "nsubj" | "nsubj:pass" | "obj" | "iobj" | "obl" | "nmod" | "obl:agent"
                );
                if place && *dependent != noun && is_pronoun(*dependent) {
                    found = Some(found.map_or(*dependent, |first| first.min(*dependent)));
                }
                // Trees that nobody has checked may go in circles.
                steps += 1;
                if relation != "acl:relcl" && relation != "conj" && steps <= self.words.len() {
                    waiting.push(*dependent);
                }
            }
        }
        found
    }

    /// "dogs and cats sleep": what the first hangs on, the other hangs on.
    fn share_governor(&mut self, first: usize, other: usize) {
        let arcs: Vec<Arc> =
            self.by_dependent[first].iter().map(|at| self.arcs[*at].clone()).collect();
        for arc in arcs {
            if !matches!(arc.relation.as_str(), "root" | "conj" | "ref" | "punct")
                && arc.governor < self.words.len()
            {
                self.add_new(&arc.relation, arc.governor, other);
            }
        }
    }

    /// "dogs bark and bite": the other verb has the subject of the first, if it has none.
    fn share_subject(&mut self, first: usize, other: usize) {
        let is_subject = |relation: &str| matches!(relation, "nsubj" | "nsubjpass" | "csubj");
        if self.dependents(other, is_subject).is_empty() {
            for (_, subject) in self.dependents(first, is_subject) {
                self.add_subject(other, subject);
            }
        }
    }

    /// "designs, builds and tests engines": an object behind all verbs is that of all.
    fn share_object(&mut self, first: usize, other: usize) {
        let is_object = |relation: &str| relation == "dobj";
        if self.dependents(other, is_object).is_empty() && !self.governs(other, "auxpass") {
            for (relation, object) in self.dependents(first, is_object) {
                if object > other {
                    self.add_new(&relation, other, object);
                }
            }
        }
    }

    /// "the dog wants to sleep", "they asked the dog to sleep".
    fn control(&mut self, verb: usize, infinitive: usize) {
        let is_subject = |relation: &str| matches!(relation, "nsubj" | "nsubjpass");
        if !self.dependents(infinitive, is_subject).is_empty() {
            return;
        }
        let promises = PROMISING.contains(&self.words[verb].lemma.as_str());
        let objects = self.dependents(verb, |relation| matches!(relation, "dobj" | "iobj"));
        let controllers = match objects.is_empty() || promises {
            true => self.dependents(verb, is_subject),
            false => objects,
        };
        for (_, subject) in controllers {
            self.add_subject(infinitive, subject);
        }
    }
}
