//! One sentence as generation sees it: a tree whose heads carry content, whatever the parser calls
//! its relations and wherever it hangs prepositions.

mod joining;
mod tags;

use std::collections::BTreeMap;

use crate::english;
use crate::entailment::analysis::{Analysis, ROOT};

/// What a word is to its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WordRole {
    /// Of the whole sentence.
    Root,
    /// *Dogs* bark.
    Subject,
    /// *Dogs* were fed.
    PassiveSubject,
    /// A clause as subject.
    ClausalSubject,
    /// Feed *dogs*.
    Object,
    /// Give *dogs* bones.
    Indirect,
    /// In the *garden*, of a verb, an adjective or a noun; its preposition is its [`WordRole::Case`].
    Prepositional,
    /// *Yesterday*, three *miles*: a noun without a preposition beside a verb.
    Bare,
    /// Said that dogs *bark*.
    Complement,
    /// Want to *bark*, seems *happy*.
    OpenComplement,
    /// When dogs *bark*.
    AdverbialClause,
    /// Dogs that *bark*.
    Relative,
    /// Dogs *barking*, dogs *fed* by hand, dogs to *feed*.
    Reduced,
    /// *Big* dogs.
    Adjective,
    /// *Guard* dogs, *Mary* Smith.
    Compound,
    /// *Three* dogs.
    Number,
    /// *The* dogs.
    Determiner,
    /// *Mary* 's dogs, *her* dogs.
    Possessor,
    /// Bark *loudly*.
    Adverb,
    /// *Not*, *never*.
    Negation,
    /// Wake *up*.
    Particle,
    /// *Has* barked, *to* bark.
    Auxiliary,
    /// *Was* fed.
    PassiveAuxiliary,
    /// *Is* big.
    Copula,
    /// *That* dogs bark, *when* dogs bark.
    Mark,
    /// *In* the garden, Mary *'s*.
    Case,
    /// Rex, a *dog*.
    Apposition,
    /// Dogs and *cats*.
    Conjunct,
    /// Dogs *and* cats.
    Coordinator,
    /// *There* are dogs, *it* is clear that …
    Expletive,
    /// A sentence beside a sentence.
    Parataxis,
    /// A part of a fixed expression.
    Fixed,
    /// Marks.
    Punctuation,
    /// Anything else.
    Other,
}

impl WordRole {
    /// The role that a relation names, of Stanford dependencies or of Universal Dependencies under
    /// Stanford's names.
    fn of(relation: &str) -> WordRole {
        match relation.split([':', '_']).next().unwrap_or_default() {
            "root" => WordRole::Root,
            "nsubj" | "xsubj" => WordRole::Subject,
            "nsubjpass" => WordRole::PassiveSubject,
            "csubj" | "csubjpass" => WordRole::ClausalSubject,
            "dobj" | "obj" => WordRole::Object,
            "iobj" => WordRole::Indirect,
            "prep" | "obl" | "nmod" | "agent" => WordRole::Prepositional,
            "tmod" | "npadvmod" => WordRole::Bare,
            "ccomp" => WordRole::Complement,
            "xcomp" | "acomp" | "attr" | "oprd" => WordRole::OpenComplement,
            "advcl" | "purpcl" | "prepc" => WordRole::AdverbialClause,
            "rcmod" => WordRole::Relative,
            "vmod" | "partmod" | "infmod" => WordRole::Reduced,
            "amod" => WordRole::Adjective,
            "nn" => WordRole::Compound,
            "num" | "number" => WordRole::Number,
            "det" | "predet" => WordRole::Determiner,
            "poss" => WordRole::Possessor,
            "advmod" | "quantmod" => WordRole::Adverb,
            "neg" => WordRole::Negation,
            "prt" => WordRole::Particle,
            "aux" => WordRole::Auxiliary,
            "auxpass" => WordRole::PassiveAuxiliary,
            "cop" => WordRole::Copula,
            "mark" | "complm" => WordRole::Mark,
            "case" | "possessive" => WordRole::Case,
            "appos" | "abbrev" => WordRole::Apposition,
            "conj" => WordRole::Conjunct,
            "cc" | "preconj" => WordRole::Coordinator,
            "expl" => WordRole::Expletive,
            "parataxis" => WordRole::Parataxis,
            "mwe" => WordRole::Fixed,
            "punct" => WordRole::Punctuation,
            _ => WordRole::Other,
        }
    }
}

/// A word in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadedWord {
    /// As it is written.
    pub form: String,
    /// Its dictionary form.
    pub lemma: String,
    /// Its tag, of the Penn Treebank.
    pub tag: String,
    /// The word it hangs on.
    pub head: Option<usize>,
    /// What it is to that word.
    pub role: WordRole,
}

impl HeadedWord {
    /// Whether its tag begins like this.
    pub fn is(&self, tag: &str) -> bool {
        self.tag.starts_with(tag)
    }
}

/// A sentence whose words hang on words that carry content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadedSentence {
    /// As it is written.
    pub text: String,
    words: Vec<HeadedWord>,
    children: Vec<Vec<usize>>,
    /// The same by what they are, so that those who ask about a list of many do not go through all of it.
    by_role: BTreeMap<(usize, WordRole), Vec<usize>>,
}

impl HeadedSentence {
    /// From a tree of dependencies; nothing if it is none.
    pub fn new(text: &str, analysis: &Analysis) -> Option<HeadedSentence> {
        let mut words: Vec<HeadedWord> = analysis
            .words
            .iter()
            .map(|word| HeadedWord {
                form: word.form.clone(),
                lemma: word.lemma.clone(),
                tag: word.tag.to_string(),
                head: None,
                role: WordRole::Punctuation,
            })
            .collect();
        let mut is_set = vec![false; words.len()];
        for arc in &analysis.arcs {
            if std::mem::replace(&mut is_set[arc.dependent], true) {
                continue;
            }
            let word = &mut words[arc.dependent];
            word.head = (arc.governor != ROOT).then_some(arc.governor);
            word.role =
                if word.head.is_none() { WordRole::Root } else { WordRole::of(&arc.relation) };
            if arc.relation == "pobj" || arc.relation == "pcomp" {
                // Until its preposition has changed places with it.
                word.role = if arc.relation == "pobj" {
                    WordRole::Prepositional
                } else {
                    WordRole::Complement
                };
            }
        }
        let mut sentence =
            HeadedSentence { text: text.to_string(), words, ..HeadedSentence::default() };
        if sentence.has_cycle() || !sentence.words.iter().any(|word| word.role == WordRole::Root) {
            return None;
        }
        sentence.restore_joints(analysis);
        sentence.count_children();
        tags::tell(&mut sentence);
        sentence.turn_prepositions(analysis);
        sentence.count_children();
        sentence.move_coordinators();
        sentence.count_children();
        Some(sentence)
    }

    /// Its words.
    pub fn words(&self) -> &[HeadedWord] {
        &self.words
    }

    /// One of its words.
    pub fn word(&self, at: usize) -> &HeadedWord {
        &self.words[at]
    }

    /// The words that hang on a word, in order.
    pub(crate) fn children(&self, word: usize) -> &[usize] {
        &self.children[word]
    }

    /// Those that are this to it.
    pub(crate) fn with_role(&self, word: usize, role: WordRole) -> impl Iterator<Item = usize> {
        self.by_role.get(&(word, role)).into_iter().flatten().copied()
    }

    /// The first that is this to it.
    pub fn child(&self, word: usize, role: WordRole) -> Option<usize> {
        self.with_role(word, role).next()
    }

    /// The head, if the word is this to it.
    pub(crate) fn head_as(&self, word: usize, role: WordRole) -> Option<usize> {
        self.words[word].head.filter(|_| self.words[word].role == role)
    }

    /// A word and all that hangs below it, in the order of the sentence.
    pub(crate) fn subtree(&self, word: usize) -> Vec<usize> {
        let (mut found, mut at) = (vec![word], 0);
        while let Some(&next) = found.get(at) {
            found.extend_from_slice(&self.children[next]);
            at += 1;
        }
        found.sort_unstable();
        found
    }

    fn has_cycle(&self) -> bool {
        // Words that are known to lead to the root.
        let mut leads = vec![false; self.words.len()];
        for start in 0..self.words.len() {
            let (mut at, mut steps) = (Some(start), 0);
            while let Some(word) = at.filter(|word| !leads[*word]) {
                steps += 1;
                if steps > self.words.len() {
                    return true;
                }
                at = self.words[word].head;
            }
            let mut at = Some(start);
            while let Some(word) = at.filter(|word| !leads[*word]) {
                leads[word] = true;
                at = self.words[word].head;
            }
        }
        false
    }

    fn count_children(&mut self) {
        self.children = vec![Vec::new(); self.words.len()];
        self.by_role.clear();
        for (at, word) in self.words.iter().enumerate() {
            if let Some(head) = word.head {
                self.children[head].push(at);
                self.by_role.entry((head, word.role)).or_default().push(at);
            }
        }
    }
}

impl HeadedSentence {
    /// Prepositions hang on their nouns: *in* on *garden*, *garden* on *sleep*.
    fn turn_prepositions(&mut self, analysis: &Analysis) {
        let mut objects: Vec<Option<usize>> = vec![None; self.words.len()];
        for arc in analysis.arcs.iter().filter(|arc| arc.governor != ROOT) {
            let is_object = matches!(&*arc.relation, "pobj" | "pcomp");
            if is_object && objects[arc.governor].is_none() {
                objects[arc.governor] = Some(arc.dependent);
            }
        }
        // The deepest first, so that *out of the house* becomes two prepositions of one noun.
        for preposition in self.heads_first().into_iter().rev() {
            let Some(object) = objects[preposition] else { continue };
            let HeadedWord { head, role, .. } = self.words[preposition];
            let is_clause = self.words[object].role == WordRole::Complement;
            self.words[object].role = match role {
                WordRole::Root | WordRole::Conjunct | WordRole::OpenComplement => role,
                _ if is_clause => WordRole::AdverbialClause,
                _ => WordRole::Prepositional,
            };
            let joint = if is_clause { WordRole::Mark } else { WordRole::Case };
            for child in std::mem::take(&mut self.children[preposition]) {
                if self.words[child].role == WordRole::Fixed {
                    // *Because* of.
                    self.children[preposition].push(child);
                    continue;
                }
                // What else hung on the preposition: *out* of, *right* in.
                if self.words[child].head == Some(preposition) {
                    self.words[child].head = Some(object);
                    self.children[object].push(child);
                }
            }
            self.words[object].head = head;
            self.words[preposition].head = Some(object);
            self.words[preposition].role = joint;
            self.children[object].push(preposition);
            let Some(head) = head else { continue };
            self.children[head].push(object);
            let is_preposition = matches!(self.words[head].tag.as_str(), "IN" | "TO" | "RP");
            if is_preposition && self.words[head].role == WordRole::Prepositional {
                objects[head].get_or_insert(object);
            }
        }
    }

    /// All words, each after its head.
    pub(in crate::entailment) fn heads_first(&self) -> Vec<usize> {
        let roots = (0..self.words.len()).filter(|word| self.words[*word].head.is_none());
        let (mut order, mut at): (Vec<usize>, usize) = (roots.collect(), 0);
        while let Some(&word) = order.get(at) {
            order.extend_from_slice(&self.children[word]);
            at += 1;
        }
        order
    }

    /// A coordinator hangs on the conjunct behind it, as in Universal Dependencies.
    fn move_coordinators(&mut self) {
        for at in 0..self.words.len() {
            let Some(head) = self.head_as(at, WordRole::Coordinator) else { continue };
            if head > at {
                continue;
            }
            let next = self.with_role(head, WordRole::Conjunct).find(|conjunct| *conjunct > at);
            if next.is_some() {
                self.words[at].head = next;
            }
        }
    }

    /// Whether a word is a part of the name or compound that its head is in: *Mr* of *Mr Dar*, however that is
    /// annotated.
    pub(super) fn is_part_of_name(&self, word: usize) -> bool {
        let HeadedWord { head, role, .. } = &self.words[word];
        let is_name = |at: usize| self.words[at].is("NNP");
        match role {
            WordRole::Compound | WordRole::Fixed => true,
            WordRole::Prepositional | WordRole::Bare | WordRole::Other => {
                let has_case =
                    self.children[word].iter().any(|at| self.words[*at].role == WordRole::Case);
                is_name(word) && head.is_some_and(is_name) && !has_case
            }
            _ => false,
        }
    }

    /// Whether a word carries content here: auxiliaries do not, whatever their tags say.
    pub fn is_content(&self, word: usize) -> bool {
        let HeadedWord { tag, role, .. } = &self.words[word];
        let helps = matches!(
            role,
            WordRole::Auxiliary
                | WordRole::PassiveAuxiliary
                | WordRole::Copula
                | WordRole::Case
                | WordRole::Mark
                | WordRole::Negation
                | WordRole::Fixed
                | WordRole::Particle
        );
        !helps && english::is_content(tag)
    }
}
