//! Why a pair got its answer: everything that was looked at, and what would have changed it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::analysis::Analysis;
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Examined, Status};
use crate::entailment::decide::{Options, Unusable};
use crate::entailment::equivalences::{Equivalences, Switch};
use crate::entailment::modules::{Module, ModuleKind, ModuleName, PairParses, parts};
use crate::entailment::pairs::Pairs;
use crate::entailment::parses::{Missing, ParseSpace};
use crate::entailment::statements::Statement;
use crate::signature::Signature;

/// How many features are shown of a module that weighs them.
const MOST_REASONS: usize = 8;

/// One pair, explained.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The pair's id.
    pub id: String,
    /// The text and the hypothesis.
    pub sentences: [String; 2],
    /// What a module saw of each.
    pub(crate) analyses: [Option<Analysis>; 2],
    /// Why it saw nothing.
    pub missing: [Option<Missing>; 2],
    /// The right answer, if it is known.
    pub gold: Option<Answer>,
    /// How the decision was made.
    pub signature: Signature,
    /// The decision.
    pub(crate) decision: Decision,
    /// For each missing relation, what the text says about its words instead.
    pub(crate) instead: Vec<Instead>,
    /// What would have changed the answer.
    pub(crate) flips: Vec<Flip>,
    /// The features that weighed most, heaviest first, in a module that weighs them.
    pub features: Vec<(String, f64)>,
    /// What other modules say.
    pub others: Vec<(ModuleName, Answer)>,
    /// The numbers of the hypothesis' words that have another part of speech in the text.
    pub other_parts: Vec<usize>,
}

/// What the text says about the words of a relation that it does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instead {
    /// The relation's number in the decision.
    pub(crate) relation: usize,
    /// The numbers of the text's arcs.
    pub(crate) arcs: Vec<usize>,
}

/// What would have changed an answer. Relations are numbers in the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flip {
    /// It would be YES if the text had all of these.
    IfTextHad(Vec<usize>),
    /// It would be NO if the text had none of these.
    IfTextLacked(Vec<usize>),
    /// It would be YES if the hypothesis had a core relation between words of the text, which had
    /// it too.
    IfCore,
    /// It would be YES if the text had any relation of the hypothesis between its own words.
    IfAny,
    /// Without an analysis of both sentences it is always NO.
    IfAnalysed,
    /// It would be the other answer with this switch turned.
    With(Switch),
}

/// Pairs with the same answer, for the same reason, that hangs on the same relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alike {
    /// What was answered.
    pub(crate) answer: Answer,
    /// Why.
    pub(crate) because: Because,
    /// The relation that would have had to be in the text, or not to be in it; none where the
    /// answer hangs on no relation.
    pub(crate) relation: Option<String>,
    /// Which pairs, by their places.
    pub(crate) pairs: Vec<usize>,
}

/// Pairs by reason and relation, most pairs first. An answer may hang on several relations, so that
/// they may add up to more than all pairs.
pub(crate) fn alike(explanations: &[Explanation]) -> Vec<Alike> {
    let mut found: BTreeMap<(bool, &str, Option<String>), Alike> = BTreeMap::new();
    for (at, Explanation { decision, flips, .. }) in explanations.iter().enumerate() {
        let (answer, because) = (decision.answer, decision.because);
        let named = flips.iter().flat_map(|flip| match flip {
            Flip::IfTextHad(relations) | Flip::IfTextLacked(relations) => relations.as_slice(),
            _ => &[],
        });
        let named = named.filter_map(|place| decision.relations[*place].relation.name());
        let mut named: BTreeSet<Option<String>> =
            named.map(|name| Some(name.to_string())).collect();
        if named.is_empty() {
            named.insert(None);
        }
        for relation in named {
            let key = (answer == Answer::Yes, because.words(), relation.clone());
            let new = Alike { answer, because, relation, pairs: Vec::new() };
            found.entry(key).or_insert(new).pairs.push(at);
        }
    }
    let mut found: Vec<Alike> = found.into_values().collect();
    found.sort_by_key(|alike| Reverse(alike.pairs.len()));
    found
}

/// Explains what a module says of the pairs with these numbers, the first being 0.
///
/// # Errors
/// Where the options cannot be used.
///
/// # Panics
/// Where there is no pair with such a number.
pub fn explain(
    pairs: &Pairs,
    parses: &PairParses,
    options: &Options,
    numbers: impl IntoIterator<Item = usize>,
) -> std::result::Result<Vec<Explanation>, Unusable> {
    let module = options.module_for(&[parses])?;
    let one = |number| Explanation::new(&module, pairs, parses, number);
    Ok(numbers.into_iter().map(one).collect())
}

impl Explanation {
    /// Explains the pair with this number.
    ///
    /// # Panics
    /// Where there is no such pair.
    pub(crate) fn new(
        module: &Module,
        pairs: &Pairs,
        parses: &PairParses,
        number: usize,
    ) -> Explanation {
        let pair = &pairs.pairs[number];
        let mut space = ParseSpace::default();
        let analyses = parses.analyses(number, module.view(), &mut space);
        let [text, hypothesis] = [analyses[0].as_ref(), analyses[1].as_ref()];
        let decision = module.decide(text, hypothesis);
        let mut flips = flips(&decision);
        let mut features = Vec::new();
        match (&module.kind, text, hypothesis) {
            (ModuleKind::Learned(learned), Some(text), Some(hypothesis)) => {
                let hypothesis = module.words.matched(text, hypothesis);
                features = learned.reasons(text, &hypothesis);
                features.truncate(MOST_REASONS);
            }
            // What was published cannot be switched.
            _ if module.published => {}
            _ => flips.extend(switches(module, text, hypothesis, decision.answer)),
        }
        let mut others = Vec::new();
        for name in ModuleName::ALL.into_iter().filter(|name| name.name() != module.name()) {
            let other = if module.published { name.published() } else { name.module() };
            let [text, hypothesis] = parses.analyses(number, other.view(), &mut space);
            let answer = other.decide(text.as_ref(), hypothesis.as_ref()).answer;
            others.push((name, answer));
        }
        let instead = match text {
            Some(text) => decision
                .relations
                .iter()
                .enumerate()
                .filter(|(_, one)| one.status == Status::Missing)
                .map(|(relation, one)| Instead { relation, arcs: instead(text, one) })
                .collect(),
            None => Vec::new(),
        };
        let other_parts = match (text, hypothesis) {
            (Some(text), Some(hypothesis)) => {
                parts::changed(text, hypothesis).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let signature = parses.sign(module.signature()).with("version", env!("CARGO_PKG_VERSION"));
        let missing = parses.missing([number].into_iter()).pop();
        Explanation {
            id: pair.id.clone(),
            sentences: [pair.text.clone(), pair.hypothesis.clone()],
            analyses,
            missing: missing.map_or([None, None], |(_, missing)| missing),
            gold: pair.answer,
            signature,
            decision,
            instead,
            flips,
            features,
            others,
            other_parts,
        }
    }

    /// Why a sentence has no analysis, in words.
    pub(crate) fn why_none(&self, side: usize) -> Cow<'static, str> {
        self.missing[side].as_ref().unwrap_or(&Missing::Empty).words()
    }

    /// Whether the answer is right, if that is known.
    pub fn is_right(&self) -> Option<bool> {
        self.gold.map(|gold| gold == self.decision.answer)
    }
}

/// The arcs of the text about the words of a relation that it does not have.
fn instead(text: &Analysis, missing: &Examined) -> Vec<usize> {
    let Statement::Relation { governor, dependent, .. } = &missing.relation else {
        return Vec::new();
    };
    let is_near = |at: &usize| {
        let arc = &text.arcs[*at];
        let (above, below) = (text.lemma(arc.governor), text.lemma(arc.dependent));
        *below == *dependent.lemma || *above == *dependent.lemma && *below == *governor.lemma
    };
    (0..text.arcs.len()).filter(is_near).collect()
}

/// Which relations the answer hangs on.
fn flips(decision: &Decision) -> Vec<Flip> {
    let numbers = |which: &dyn Fn(&Examined) -> bool| -> Vec<usize> {
        let all = decision.relations.iter().enumerate();
        all.filter(|(_, one)| which(one)).map(|(at, _)| at).collect()
    };
    let is_found = |one: &Examined| matches!(one.status, Status::Found { .. });
    match decision.because {
        Because::CoreMissing => {
            vec![Flip::IfTextHad(numbers(&|one| one.core && one.status == Status::Missing))]
        }
        Because::NoCore => vec![Flip::IfCore],
        Because::NothingFound => vec![Flip::IfAny],
        Because::AllFound => match numbers(&|one| one.core && is_found(one)) {
            none if none.is_empty() => vec![Flip::IfTextLacked(numbers(&is_found))],
            core => core.into_iter().map(|one| Flip::IfTextLacked(vec![one])).collect(),
        },
        Because::SomeFound => vec![Flip::IfTextLacked(numbers(&is_found))],
        Because::NoAnalysis => vec![Flip::IfAnalysed],
        Because::Weighed | Because::OtherPart => Vec::new(),
    }
}

/// Which switches would change the answer.
fn switches(
    module: &Module,
    text: Option<&Analysis>,
    hypothesis: Option<&Analysis>,
    answer: Answer,
) -> Vec<Flip> {
    let mut flips = Vec::new();
    for name in Equivalences::switches() {
        let is_on = module.equivalences().names().contains(&name.as_str());
        let switch = Switch { name, on: !is_on };
        let mut other = module.clone();
        other.equivalences_mut().turn(&switch);
        if other.decide(text, hypothesis).answer != answer {
            flips.push(Flip::With(switch));
        }
    }
    flips
}
