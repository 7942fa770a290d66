//! Why a pair got its answer: everything that was looked at, and what would have changed it.

mod drawing;
mod lines;
mod page;

use crate::entailment::analysis::Analysis;
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Examined, Status};
use crate::entailment::equivalences::Equivalences;
use crate::entailment::modules::{Kind, Module, ModuleName, PairParses};
use crate::entailment::pairs::Pairs;
use crate::entailment::parses::Space;
use crate::entailment::statements::Statement;
use crate::error::Result;

pub use lines::{Line, Role};

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
    pub analyses: [Option<Analysis>; 2],
    /// The right answer, if it is known.
    pub gold: Option<Answer>,
    /// How the decision was made; its signature.
    pub signature: String,
    /// The decision.
    pub decision: Decision,
    /// For each missing relation, what the text says about its words instead.
    pub instead: Vec<(String, Vec<String>)>,
    /// What would have changed the answer, or what weighed most.
    pub flips: Vec<String>,
    /// What other modules say.
    pub others: Vec<(&'static str, Answer)>,
}

impl Explanation {
    /// Explains the pair with this number.
    ///
    /// # Errors
    /// Where a sentence cannot be read.
    ///
    /// # Panics
    /// Where there is no such pair.
    pub fn new(
        module: &Module,
        pairs: &Pairs,
        parses: &PairParses,
        number: usize,
    ) -> Result<Explanation> {
        let pair = &pairs.pairs[number];
        let mut space = Space::default();
        let analyses = parses.analyses(number, module.view(), &mut space)?;
        let [text, hypothesis] = [analyses[0].as_ref(), analyses[1].as_ref()];
        let decision = module.decide(text, hypothesis);
        let mut flips = flips(&decision);
        match (&module.kind, text, hypothesis) {
            (Kind::Learned(learned), Some(text), Some(hypothesis)) => {
                let hypothesis = module.words.matched(text, hypothesis);
                let reasons = learned.reasons(text, &hypothesis).into_iter().take(MOST_REASONS);
                flips.extend(reasons.map(|(name, weight)| format!("{weight:+.3}  {name}")));
            }
            _ => flips.extend(switches(module, text, hypothesis, decision.answer)),
        }
        let mut others = Vec::new();
        for name in ModuleName::ALL.into_iter().filter(|name| name.name() != module.name()) {
            let other = name.module();
            let [text, hypothesis] = parses.analyses(number, other.view(), &mut space)?;
            let answer = other.decide(text.as_ref(), hypothesis.as_ref()).answer;
            others.push((name.name(), answer));
        }
        let instead = match text {
            Some(text) => decision
                .relations
                .iter()
                .filter(|relation| relation.status == Status::Missing)
                .map(|relation| (relation.relation.to_string(), instead(text, relation)))
                .collect(),
            None => Vec::new(),
        };
        let signature = parses.sign(module.signature()).with("version", env!("CARGO_PKG_VERSION"));
        Ok(Explanation {
            id: pair.id.clone(),
            sentences: [pair.text.clone(), pair.hypothesis.clone()],
            analyses,
            gold: pair.answer,
            signature: signature.to_string(),
            decision,
            instead,
            flips,
            others,
        })
    }

    /// Whether the answer is right, if that is known.
    pub fn is_right(&self) -> Option<bool> {
        self.gold.map(|gold| gold == self.decision.answer)
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        let relation = |one: &Examined| {
            let (status, why, in_text, by) = match &one.status {
                Status::Found { in_text, by } => ("found", None, Some(in_text), by.as_ref()),
                Status::Missing => ("missing", None, None, None),
                Status::Ignored(why) => ("ignored", Some(why.words()), None, None),
            };
            serde_json::json!({
                "relation": one.relation.to_string(),
                "written": one.written.as_ref().map(ToString::to_string),
                "equated_by": one.by.as_ref().or(by),
                "core": one.core,
                "status": status,
                "why": why,
                "in_text": in_text.map(ToString::to_string),
            })
        };
        let analysis = |analysis: &Option<Analysis>| {
            analysis.as_ref().map(|analysis| {
                let arcs = analysis.arcs.iter().map(|arc| analysis.shown(arc).to_string());
                let words = analysis.words.iter().map(|word| {
                    serde_json::json!({"form": word.form, "lemma": word.lemma, "tag": word.tag})
                });
                serde_json::json!({
                    "words": words.collect::<Vec<_>>(),
                    "relations": arcs.collect::<Vec<_>>(),
                })
            })
        };
        let instead = self
            .instead
            .iter()
            .map(|(missing, found)| serde_json::json!({"missing": missing, "text_has": found}));
        let others =
            self.others.iter().map(|(name, answer)| (name.to_string(), answer.name().into()));
        serde_json::json!({
            "signature": self.signature,
            "id": self.id,
            "text": self.sentences[0],
            "hypothesis": self.sentences[1],
            "gold": self.gold.map(Answer::name),
            "answer": self.decision.answer.name(),
            "right": self.is_right(),
            "because": self.decision.because.words(),
            "probability": self.decision.probability,
            "relations": self.decision.relations.iter().map(relation).collect::<Vec<_>>(),
            "instead": instead.collect::<Vec<_>>(),
            "flips": self.flips,
            "other_modules": serde_json::Value::Object(others.collect()),
            "parses": {"text": analysis(&self.analyses[0]), "hypothesis": analysis(&self.analyses[1])},
        })
    }
}

/// What the text says about the words of a relation that it does not have.
fn instead(text: &Analysis, missing: &Examined) -> Vec<String> {
    let Statement::Relation { governor, dependent, .. } = &missing.relation else {
        return Vec::new();
    };
    let near = text.arcs.iter().filter(|arc| {
        let (above, below) = (text.lemma(arc.governor), text.lemma(arc.dependent));
        below == dependent.lemma || above == dependent.lemma && below == governor.lemma
    });
    let mut found: Vec<String> = near.map(|arc| text.shown(arc).to_string()).collect();
    found.sort();
    found.dedup();
    found
}

/// Which relations the answer hangs on.
fn flips(decision: &Decision) -> Vec<String> {
    let list = |relations: Vec<&Examined>| {
        relations.iter().map(|one| one.relation.to_string()).collect::<Vec<_>>().join(" and ")
    };
    let found = |core: bool| {
        let is =
            |one: &&Examined| matches!(one.status, Status::Found { .. }) && (one.core || !core);
        decision.relations.iter().filter(is).collect::<Vec<_>>()
    };
    match decision.because {
        Because::CoreMissing => {
            vec![format!("YES if T had {}", list(decision.missing().collect()))]
        }
        Because::NoCore => {
            vec![
                "YES only if H had a core relation between words of T, and T had it too"
                    .to_string(),
            ]
        }
        Because::NothingFound => {
            vec!["YES if T had any relation of H between words of T".to_string()]
        }
        Because::AllFound => {
            let core = found(true);
            match core.is_empty() {
                true => vec![format!("NO if T did not have {}", list(found(false)))],
                false => core
                    .into_iter()
                    .map(|one| format!("NO if T did not have {}", one.relation))
                    .collect(),
            }
        }
        Because::SomeFound => vec![format!("NO if T did not have {}", list(found(false)))],
        Because::NoAnalysis => vec!["a parse of both sentences is needed for YES".to_string()],
        Because::Weighed => Vec::new(),
    }
}

/// Which switches would change the answer.
fn switches(
    module: &Module,
    text: Option<&Analysis>,
    hypothesis: Option<&Analysis>,
    answer: Answer,
) -> Vec<String> {
    let mut flips = Vec::new();
    for switch in Equivalences::switches() {
        let is_on = module.equivalences().names().contains(&switch.as_str());
        let mut other = module.clone();
        let option = if is_on {
            other.equivalences_mut().switch_off(&switch);
            format!("no-{switch}")
        } else {
            other.equivalences_mut().switch_on(&switch);
            switch
        };
        if other.decide(text, hypothesis).answer != answer {
            flips.push(format!("{} with --equate {option}", answer.other()));
        }
    }
    flips
}
