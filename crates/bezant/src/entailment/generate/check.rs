//! A second look at silver answers: what the module for Universal Dependencies says on gold's parse.

use std::collections::BTreeSet;

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Examined, Status};
use crate::entailment::equivalences::Equivalences;
use crate::entailment::generate::Language;
use crate::entailment::generate::silver::{Question, Silent};
use crate::entailment::modules::{Module, ModuleName};
use crate::entailment::parses::of_draft;

/// A module, and the rules whose transformations it can undo.
#[derive(Debug)]
pub(super) struct Judge {
    module: Module,
    undone: BTreeSet<&'static str>,
}

impl Judge {
    pub(super) fn new(language: &dyn Language) -> Judge {
        let switches = Equivalences::switches();
        let has = |by: &str| by == "dummies" || switches.iter().any(|switch| switch == by);
        let rules = language.rules().into_iter();
        let undone =
            rules.filter(|rule| rule.undone_by.is_empty() || rule.undone_by.split(", ").all(has));
        let mut module = ModuleName::Ud.module();
        // A participle's subject is often told by sense alone, so that a second look is welcome.
        for switch in ["open-complement", "adverb", "second-object"] {
            module.equivalences_mut().switch_on(switch);
        }
        Judge { module, undone: undone.map(|rule| rule.name).collect() }
    }

    /// What it has to see of gold.
    pub(super) fn view(&self) -> View {
        self.module.view()
    }

    /// Why a question is better not asked. NO is doubted where the module finds it in gold's parse, YES where
    /// gold does not join the two words that it is about, though the module could undo what was done to them.
    pub(super) fn doubts(&self, gold: &Analysis, question: &Question) -> Option<Silent> {
        let hypothesis = of_draft(&question.clause.parse(), self.view());
        let decision = self.module.decide(Some(gold), Some(&hypothesis));
        let (governor, dependent) = question.words;
        let source = |word: usize| question.clause.words().get(word).and_then(|word| word.source);
        let is_about = |examined: &Examined| {
            let words: Vec<usize> =
                examined.relation.words().iter().filter_map(|one| source(one.word)).collect();
            words.contains(&governor) && words.contains(&dependent)
        };
        let is_missing = decision
            .relations
            .iter()
            .any(|one| one.core && one.status == Status::Missing && is_about(one));
        match (question.answer?, decision.answer) {
            (Answer::No, Answer::Yes) => Some(Silent::GoldToo),
            (Answer::Yes, Answer::No) if is_missing && self.undone.contains(question.rule) => {
                Some(Silent::NotBorneOut)
            }
            _ => None,
        }
    }
}
