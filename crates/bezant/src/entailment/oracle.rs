//! How good a module is by itself: on gold parses, and against people who see the same parses
//! (section 6 of the article).

use crate::counts::ratio;
use crate::entailment::answers::{Answer, Answers};
use crate::entailment::decide::{self, Options, Reached, Unusable};
use crate::entailment::modules::PairParses;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::parses::Lemmas;
use crate::entailment::score::{self, EntailmentCounts};
use crate::evaluation::Evaluation;
use crate::parallel::Threads;

/// What a module is tried on: gold parses, a parser's, or both.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The pairs, with their right answers.
    pub pairs: &'a Pairs,
    /// What is wanted of the module.
    pub options: &'a Options,
    /// Parses without errors.
    pub gold_parses: Option<&'a PairParses>,
    /// What a parser returned.
    pub parses: Option<&'a PairParses>,
    /// What people conclude from what the parser returned.
    pub judgements: Option<&'a Answers>,
    /// Constructions that are unbounded dependencies.
    pub unbounded: &'a [String],
    /// Where lemmas come from, which the signature tells.
    pub lemmas: Lemmas,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The answers on gold parses and on the parser's, scored.
    pub systems: Vec<Evaluation<EntailmentCounts>>,
    pub(crate) page: OraclePage,
    /// Each wrong answer on the parser's output.
    pub(crate) causes: Option<Vec<WrongAnswer>>,
}

/// A wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongAnswer {
    /// The pair's place.
    pub(crate) pair: usize,
    /// Why it is wrong.
    pub(crate) cause: Cause,
    /// The right one.
    pub(crate) gold: Answer,
}

impl Trial<'_> {
    /// Whether pairs say what they are about; if none does, no wrong answer is due to an unbounded
    /// dependency.
    pub fn has_constructions(&self) -> bool {
        let says = |name: &str| self.pairs.pairs.iter().any(|pair| pair.more.contains_key(name));
        says("construction") || says("source")
    }

    /// Decides and scores everything.
    ///
    /// # Errors
    /// Where the options cannot be used, or a pair has no right answer.
    pub fn run(&self, threads: &Threads) -> Result<Tried, Unusable> {
        let Trial { pairs, unbounded, .. } = *self;
        let gold = pairs.gold()?;
        let all: Vec<&PairParses> = self.gold_parses.into_iter().chain(self.parses).collect();
        let module = self.options.module_for(&all)?;
        let decided = |parses| decide::verdicts(&module, parses, threads);
        let named = |name: &str, decided: &[Reached]| Answers {
            name: name.to_string(),
            given: decided.iter().map(|one| one.given).collect(),
        };

        let mut systems = Vec::new();
        if let Some(parses) = self.gold_parses {
            systems.push(named("gold parses", &decided(parses)));
        }
        let on_gold = systems.first().map(plain);
        let mut page = OraclePage {
            n_pairs: gold.len() as u64,
            right_on_gold: on_gold.as_ref().map(|on_gold| right(&gold, on_gold)),
            parser: None,
        };
        let mut wrong = None;
        // What else decides the tables.
        let mut decided_by: Vec<(&str, String)> = Vec::new();
        if let Some(parses) = self.parses {
            let reached = decided(parses);
            let given = named("parser", &reached);
            let on_system = plain(&given);
            systems.push(given);
            let judged = self.judgements.map(plain);
            if let Some(judgements) = self.judgements {
                decided_by.push(("judgements", judgements.fingerprint().to_string()));
            }
            if unbounded != UNBOUNDED {
                decided_by.push(("unbounded", unbounded.join(",")));
            }
            page.parser = Some(ParserOracle {
                right: right(&gold, &on_system),
                right_by_people: judged.as_ref().map(|judged| right(&gold, judged)),
                transparency: judged
                    .as_ref()
                    .map(|judged| Transparency::of(&gold, &on_system, judged)),
                luck: Luck::of(&gold, &reached),
                other_parts: reached.iter().filter(|one| one.n_other_parts > 0).count() as u64,
            });
            // Without judgements a module is taken to be faithful where it is right on gold parses.
            let faith = match (&judged, &on_gold) {
                (Some(judged), _) => Faith::Judged(judged),
                (None, Some(on_gold)) => Faith::OnGold(on_gold),
                (None, None) => Faith::Blind,
            };
            wrong = Some(causes(pairs, &on_system, faith, unbounded)?);
        }
        let mut systems = score::evaluate(pairs, &systems)?;
        for system in &mut systems {
            // Gold and parser are read alike, so that one signature says how.
            let signed = module.signature().with("lemmas", self.lemmas.name());
            let decided_by = decided_by.iter().map(|(key, value)| (*key, value.as_str()));
            for (key, value) in signed.fields().chain(decided_by) {
                system.signature = system.signature.clone().with(key, value);
            }
        }
        Ok(Tried { systems, page, causes: wrong })
    }
}

fn plain(answers: &Answers) -> Vec<Answer> {
    answers.given.iter().map(|given| given.answer).collect()
}

/// A module's answers against what people conclude from the same parses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transparency {
    /// The module passes on what the parser found.
    pub(crate) agree: u64,
    /// The parse is wrong, and the module's answer is right all the same.
    pub(crate) in_favour: u64,
    /// The parse is right, and the module's answer is wrong all the same.
    pub(crate) to_detriment: u64,
}

impl Transparency {
    /// Counts all pairs: the right answers, the module's, and what people conclude from the parses.
    pub(crate) fn of(gold: &[Answer], given: &[Answer], judged: &[Answer]) -> Transparency {
        let mut found = Transparency::default();
        for ((gold, given), judged) in gold.iter().zip(given).zip(judged) {
            match (given == judged, given == gold) {
                (true, _) => found.agree += 1,
                (false, true) => found.in_favour += 1,
                (false, false) => found.to_detriment += 1,
            }
        }
        found
    }

    /// The share of pairs in which the module is transparent.
    pub(crate) fn share(&self) -> Option<f64> {
        ratio(self.agree, self.agree + self.in_favour + self.to_detriment)
    }
}

/// Right YES, and how many of them rest on nothing that had to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Luck {
    /// YES to pairs that are YES.
    pub(crate) right_yes: u64,
    /// Those without a core match: a determiner, for example, is all that both sentences share.
    pub(crate) lucky: u64,
}

impl Luck {
    /// Counts all pairs: the right answers, and what a module decided.
    pub(crate) fn of(gold: &[Answer], decided: &[Reached]) -> Luck {
        let mut found = Luck::default();
        for (gold, one) in gold.iter().zip(decided) {
            if *gold == Answer::Yes && one.given.answer == Answer::Yes {
                found.right_yes += 1;
                found.lucky += u64::from(!one.has_core_match);
            }
        }
        found
    }
}

/// What both experiments say, on one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OraclePage {
    /// How many pairs there are.
    pub(crate) n_pairs: u64,
    /// Right answers of the module on gold parses.
    pub(crate) right_on_gold: Option<u64>,
    /// What is said about a parser.
    pub(crate) parser: Option<ParserOracle>,
}

/// What is said about a parser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ParserOracle {
    /// Right answers of the module.
    pub(crate) right: u64,
    /// Right answers of people who see the same parses: a module without errors of its own.
    pub(crate) right_by_people: Option<u64>,
    /// How far the module agrees with them.
    pub(crate) transparency: Option<Transparency>,
    /// How its right YES came about.
    pub(crate) luck: Luck,
    /// Pairs with a word whose part of speech changes.
    pub(crate) other_parts: u64,
}

/// How many answers are right.
pub(crate) fn right(gold: &[Answer], given: &[Answer]) -> u64 {
    gold.iter().zip(given).filter(|(gold, given)| gold == given).count() as u64
}

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The parser missed an unbounded dependency.
    Unbounded,
    /// The parser made another error.
    Parser,
    /// The module did.
    Module,
}

impl Cause {
    /// All causes, in the order of the article's table.
    pub(crate) const ALL: [Cause; 3] = [Cause::Unbounded, Cause::Parser, Cause::Module];

    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Cause::Unbounded => "unbounded dependency",
            Cause::Parser => "other parser error",
            Cause::Module => "entailment module",
        }
    }
}

/// Constructions that are unbounded dependencies unless the user says otherwise.
pub const UNBOUNDED: [&str; 6] = [
    "unbounded",
    "object-extraction",
    "adjunct-extraction",
    "embedded-question",
    "right-node-raising",
    "free-relative",
];

/// Why an answer is wrong, if it is. `faithful` says whether the module passed on what the parser
/// found; what is left is the parser's, and unbounded if the pair says that it is about one.
pub(crate) fn cause(
    pair: &Pair,
    given: Answer,
    faithful: bool,
    unbounded: &[String],
) -> Option<Cause> {
    if pair.answer? == given {
        return None;
    }
    let is_unbounded = ["construction", "source"].iter().any(|name| {
        let values = pair.more.get(*name).map_or("", String::as_str).split([',', ';']);
        values.map(str::trim).any(|value| unbounded.iter().any(|known| known == value))
    });
    Some(match (faithful, is_unbounded) {
        (false, _) => Cause::Module,
        (true, true) => Cause::Unbounded,
        (true, false) => Cause::Parser,
    })
}

/// By what a module is taken to have passed on what the parser found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Faith<'a> {
    /// Its answers are what people conclude from the same parses.
    Judged(&'a [Answer]),
    /// Its answers on gold parses are right.
    OnGold(&'a [Answer]),
    /// It always has.
    Blind,
}

/// The cause of each wrong answer, and the right one.
///
/// # Errors
/// Where a pair has no right answer.
pub(crate) fn causes(
    pairs: &Pairs,
    given: &[Answer],
    faith: Faith<'_>,
    unbounded: &[String],
) -> crate::error::Result<Vec<WrongAnswer>> {
    let gold = pairs.gold()?;
    let faithful = |at: usize| match faith {
        Faith::Judged(judged) => judged[at] == given[at],
        Faith::OnGold(on_gold) => on_gold[at] == gold[at],
        Faith::Blind => true,
    };
    let wrong = (0..gold.len()).filter_map(|at| {
        let cause = cause(&pairs.pairs[at], given[at], faithful(at), unbounded)?;
        Some(WrongAnswer { pair: at, cause, gold: gold[at] })
    });
    Ok(wrong.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Given;
    use crate::entailment::core::Because;
    use Answer::{No, Yes};

    #[test]
    fn a_module_that_disagrees_with_people_is_not_transparent() {
        let found = Transparency::of(
            &[Yes, Yes, No, No, Yes],
            &[Yes, No, No, Yes, No],
            &[Yes, No, Yes, No, Yes],
        );
        assert_eq!(found, Transparency { agree: 2, in_favour: 1, to_detriment: 2 });
        assert_eq!(found.share(), Some(0.4));
        assert_eq!(Transparency::default().share(), None);
    }

    #[test]
    fn a_right_yes_without_a_core_match_is_a_lucky_guess() {
        let reached = |answer, has_core_match| Reached {
            given: Given { answer, probability: None, score: None },
            because: Because::AllFound,
            has_core: true,
            has_core_match,
            n_other_parts: 0,
            has_untagged: false,
        };
        let decided =
            [reached(Yes, true), reached(Yes, false), reached(No, false), reached(Yes, false)];
        let found = Luck::of(&[Yes, Yes, Yes, No], &decided);
        assert_eq!(found, Luck { right_yes: 2, lucky: 1 });
        assert_eq!(right(&[Yes, Yes, No], &[Yes, No, No]), 2);
    }

    #[test]
    fn each_wrong_answer_has_one_cause() {
        let mut pair = Pair { answer: Some(Yes), ..Pair::default() };
        let unbounded = UNBOUNDED.map(str::to_string);
        assert_eq!(cause(&pair, Yes, false, &unbounded), None);
        assert_eq!(cause(&pair, No, false, &unbounded), Some(Cause::Module));
        assert_eq!(cause(&pair, No, true, &unbounded), Some(Cause::Parser));
        pair.more.insert("construction".to_string(), "passive, free-relative".to_string());
        assert_eq!(cause(&pair, No, true, &unbounded), Some(Cause::Unbounded));
        assert_eq!(cause(&pair, No, true, &[]), Some(Cause::Parser));
    }
}
