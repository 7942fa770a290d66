//! A sentence as it would be if two of its words belonged together otherwise.

use std::ops::Range;

use crate::entailment::analysis::{Analysis, ROOT};
use crate::entailment::generate::sentence::{HeadedSentence, WordRole};

/// A preposition stands within so many words before its noun.
const JOINT_WITHIN: usize = 8;

impl HeadedSentence {
    /// Gives back the words that relations name: *in* of `prep_in`, *and* of `conj_and`. A file of such relations
    /// has a place without a word for each of them.
    pub(super) fn restore_joints(&mut self, analysis: &Analysis) {
        for arc in analysis.arcs.iter().filter(|arc| arc.governor != ROOT) {
            let (name, joint) = match arc.relation.split_once('_') {
                Some(parts) => parts,
                None if arc.relation == "agent" => ("agent", "by"),
                None => continue,
            };
            let (role, tag) = match name {
                "prep" | "agent" => (WordRole::Case, "IN"),
                "prepc" => (WordRole::Mark, "IN"),
                "conj" => (WordRole::Coordinator, "CC"),
                _ => continue,
            };
            let mut end = arc.dependent;
            for form in joint.rsplit('_') {
                let near = end.saturating_sub(JOINT_WITHIN)..end;
                let Some(place) = near.rev().find(|at| self.words[*at].form.is_empty()) else {
                    break;
                };
                let word = &mut self.words[place];
                (word.form, word.lemma) = (form.to_string(), form.to_string());
                (word.tag, word.role) = (tag.to_string(), role);
                word.head = Some(arc.dependent);
                end = place;
            }
        }
    }

    /// The sentence with one word hung on another. Where the second is below the first, what is between them
    /// takes the place of the first.
    pub(in super::super) fn rejoined(
        &self,
        dependent: usize,
        governor: usize,
        role: WordRole,
    ) -> HeadedSentence {
        let mut other = self.clone();
        let above = std::iter::successors(Some(governor), |word| self.words[*word].head);
        let between =
            above.take(self.words.len()).find(|word| self.words[*word].head == Some(dependent));
        if let Some(between) = between {
            let head = self.words[dependent].head;
            other.words[between].head = head;
            other.words[between].role =
                if head.is_some() { WordRole::Parataxis } else { WordRole::Root };
        }
        let is_rival = |word: usize| match role {
            WordRole::Subject | WordRole::PassiveSubject => {
                matches!(self.words[word].role, WordRole::Subject | WordRole::PassiveSubject)
            }
            _ => role == WordRole::Object && self.words[word].role == role,
        };
        for &child in self.children(governor) {
            if is_rival(child) {
                other.words[child].role = WordRole::Other;
            }
        }
        // A verb that stood before a noun, or was taken for a part of a name, says something now.
        let is_part = matches!(
            self.words[governor].role,
            WordRole::Adjective | WordRole::Compound | WordRole::Auxiliary | WordRole::Copula
        );
        if is_part && other.words[governor].is("VB") && role != WordRole::Adjective {
            other.words[governor].role = WordRole::Parataxis;
        }
        other.words[dependent].head = Some(governor);
        other.words[dependent].role = role;
        other.count_children();
        other
    }

    /// Takes the words of stretches that stand beside their verbs for particles: what a parser calls an adverb or
    /// a preposition without a noun is one to those who name both words together.
    pub(in super::super) fn take_for_particles(&mut self, named: &[(usize, Range<usize>)]) {
        let mut is_changed = false;
        for (verb, word) in
            named.iter().flat_map(|(verb, stretch)| stretch.clone().map(|word| (*verb, word)))
        {
            let is_small = matches!(self.words[word].tag.as_str(), "IN" | "RP" | "RB" | "TO");
            let is_bare = self.children[word].is_empty() && self.words[word].head == Some(verb);
            let is_free = matches!(
                self.words[word].role,
                WordRole::Adverb | WordRole::Prepositional | WordRole::Case | WordRole::Other
            );
            if word > verb && is_small && is_bare && is_free {
                self.words[word].role = WordRole::Particle;
                is_changed = true;
            }
        }
        if is_changed {
            self.count_children();
        }
    }
}
