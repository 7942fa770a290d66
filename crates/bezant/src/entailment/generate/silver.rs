//! Questions with silver answers: what follows from gold is YES, what follows from a wrong parse and not
//! from gold is NO.

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::answers::Answer;
use crate::entailment::generate::find::{
    Candidate, FoundDifferences, StyleDifference, differences,
};
use crate::entailment::generate::hypothesis::WrittenWord;
use crate::entailment::generate::plausible::Doubter;
use crate::entailment::generate::version::{Key, Version};
use crate::entailment::generate::{
    Care, Clause, Construction, Language, LinkRelation, Withheld, WordLink, Writing,
};

/// What is wanted of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questioning {
    /// Every hypothesis of a link, and not only the best.
    pub all: bool,
    /// Rules that may write, by name; all if there are none.
    pub rules: BTreeSet<String>,
    /// Rules that may not.
    pub without: BTreeSet<String>,
    /// Differences of convention that count.
    pub counted: BTreeSet<StyleDifference>,
    /// Also what a wrong parse says where people may not make sense of it, or may find that it follows.
    pub doubtful: bool,
}

impl Questioning {
    /// Whether a rule may write.
    pub fn lets(&self, rule: &str) -> bool {
        (self.rules.is_empty() || self.rules.contains(rule)) && !self.without.contains(rule)
    }
}

/// A hypothesis about a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is written, with its parse.
    pub clause: Clause,
    /// The same as people write it.
    pub hypothesis: String,
    /// The rule that wrote it.
    pub rule: &'static str,
    /// Which words of the first version it is about.
    pub words: (usize, usize),
    /// How they belong together.
    pub relation: LinkRelation,
    /// What that was seen from.
    pub construction: Construction,
    /// Whether it follows; nothing without gold.
    pub answer: Option<Answer>,
    /// The systems that are wrong about it; without gold those that say so.
    pub systems: Vec<usize>,
}

/// Why nothing was asked about two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Silent {
    /// The parses differ only in how they write it down.
    StyleDifference(StyleDifference),
    /// A word carries no content.
    NoContent,
    /// No rule could write it.
    Withheld(Withheld),
    /// A wrong parse says so, and gold too.
    GoldToo,
    /// A wrong parse says so, and it is hardly less than what gold says.
    Near,
    /// A wrong parse takes a word for another kind of word, or a verb without its parts, so that it makes no sense.
    OtherKind,
    /// A module does not find it in gold's parse.
    NotBorneOut,
    /// The same sentence is YES for some words and NO for others.
    BothWays,
    /// The same sentence is there already.
    Twice,
    /// The rules that could write it may not.
    NoRuleAllowed,
}

impl std::fmt::Display for Silent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Silent::StyleDifference(convention) => write!(f, "set aside: {}", convention.name()),
            Silent::NoContent => f.write_str("withheld: a word without content"),
            Silent::Withheld(why) => write!(f, "withheld: {why}"),
            Silent::GoldToo => f.write_str("withheld: gold says so too"),
            Silent::Near => f.write_str("withheld: gold says nearly the same"),
            Silent::OtherKind => f.write_str(
                "withheld: gold takes a word for something else, so that it makes no sense",
            ),
            Silent::NotBorneOut => {
                f.write_str("withheld: a module does not find it in gold's parse")
            }
            Silent::BothWays => f.write_str("withheld: it would be YES and NO at once"),
            Silent::Twice => f.write_str("withheld: the same sentence is there already"),
            Silent::NoRuleAllowed => f.write_str("withheld: no rule that may write it"),
        }
    }
}

/// All questions about a sentence, and what is not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SilverQuestions {
    /// In the order of their words.
    pub asked: Vec<Question>,
    /// About which words nothing is asked, and why.
    pub silent: Vec<(Key, Silent)>,
    /// How many links the parses have, each once.
    pub links: usize,
    /// How many of them not all parses have.
    pub candidates: usize,
}

/// What a rule wrote.
#[derive(Clone, Debug)]
struct Draft {
    rank: usize,
    rule: &'static str,
    clause: Clause,
    text: String,
    construction: Construction,
    /// Which words of the first version its words are.
    places: Vec<Option<usize>>,
}

/// Asks about what parses of a sentence disagree on: gold, if there is one, and systems.
pub fn questions(
    language: &dyn Language,
    gold: Option<&Version>,
    systems: &[Option<Version>],
    wanted: &Questioning,
) -> SilverQuestions {
    let found = differences(gold, systems, &wanted.counted);
    ask(language, found, gold, systems, wanted)
}

/// Asks about differences that were found.
pub(super) fn ask(
    language: &dyn Language,
    FoundDifferences { candidates, set_aside, links }: FoundDifferences,
    gold: Option<&Version>,
    systems: &[Option<Version>],
    wanted: &Questioning,
) -> SilverQuestions {
    let mut found =
        SilverQuestions { links, candidates: candidates.len(), ..SilverQuestions::default() };
    found
        .silent
        .extend(set_aside.into_iter().map(|(key, why)| (key, Silent::StyleDifference(why))));
    if candidates.is_empty() {
        return found;
    }
    // All that gold could say, also by rules that are not wanted, of links that nobody misses, and where it
    // leaves open whether it is so.
    let by_gold =
        gold.map(|gold| written(language, gold, &gold.links, Care::Free)).unwrap_or_default();
    let said: BTreeSet<String> = by_gold
        .iter()
        .flat_map(|(drafts, _)| drafts)
        .flat_map(|draft| [meaning(draft), surface(draft)])
        .collect();
    let doubter = gold.map(|gold| Doubter::new(language, &gold.sentence));
    let drafts = Drafts::new(language, gold, systems, &candidates);
    let first = gold.or_else(|| systems.iter().flatten().next());
    let whole = first.map(|version| letters(&version.sentence.text)).unwrap_or_default();
    let mut asked: Vec<(String, Question)> = Vec::new();
    for candidate in &candidates {
        if !is_content(language, gold, systems, candidate) {
            found.silent.push((candidate.key, Silent::NoContent));
            continue;
        }
        let (mut written, why) = drafts.of(candidate);
        let n = written.len();
        written.retain(|draft| wanted.lets(draft.rule));
        let is_no = candidate.answer == Some(Answer::No);
        if !wanted.all && !written.is_empty() {
            written.retain(|draft| letters(&draft.text) != whole);
            if written.is_empty() {
                let why = Silent::Withheld(Withheld::Repeated);
                found.silent.push((candidate.key, why));
                continue;
            }
        }
        let n_allowed = written.len();
        let mut doubt = None;
        if is_no {
            written
                .retain(|draft| !said.contains(&meaning(draft)) && !said.contains(&surface(draft)));
        }
        if let Some(doubter) = doubter.as_ref().filter(|_| is_no && !wanted.doubtful) {
            written.retain(|draft| {
                let why = doubter.doubts(candidate.key, &draft.clause, &draft.places);
                doubt = doubt.or(why);
                why.is_none()
            });
        }
        if written.is_empty() {
            let why = match (n, n_allowed) {
                (0, _) => Silent::Withheld(why.unwrap_or(Withheld::NoRule)),
                (_, 0) => Silent::NoRuleAllowed,
                _ => doubt.unwrap_or(Silent::GoldToo),
            };
            found.silent.push((candidate.key, why));
            continue;
        }
        written.truncate(if wanted.all { usize::MAX } else { 1 });
        for draft in written {
            let (governor, dependent, relation) = candidate.key;
            asked.push((
                meaning(&draft),
                Question {
                    clause: draft.clause,
                    hypothesis: draft.text,
                    rule: draft.rule,
                    words: (governor, dependent),
                    relation,
                    construction: draft.construction,
                    answer: candidate.answer,
                    systems: candidate.systems.clone(),
                },
            ));
        }
    }
    settle(asked, &mut found);
    found
}

/// What is left of a sentence without marks, spaces and capitals.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether both words carry content for one who has the link.
fn is_content(
    language: &dyn Language,
    gold: Option<&Version>,
    systems: &[Option<Version>],
    candidate: &Candidate,
) -> bool {
    authors(candidate).iter().any(|(who, link)| {
        let version = who.map_or(gold, |system| systems[system].as_ref());
        version.is_some_and(|Version { sentence, .. }| {
            language.is_content(sentence, link.governor)
                && language.is_content(sentence, link.dependent)
        })
    })
}

/// The same sentence is asked once, and names all systems; what would be YES and NO is not asked.
fn settle(asked: Vec<(String, Question)>, found: &mut SilverQuestions) {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<Option<Question>> = Vec::new();
    for (meaning, question) in asked {
        let (governor, dependent) = question.words;
        let key = (governor, dependent, question.relation);
        let Some(&at) = first.get(&meaning) else {
            first.insert(meaning, kept.len());
            kept.push(Some(question));
            continue;
        };
        let Some(there) = &mut kept[at] else {
            found.silent.push((key, Silent::BothWays));
            continue;
        };
        if there.answer == question.answer {
            there.systems.extend(&question.systems);
            there.systems.sort_unstable();
            there.systems.dedup();
            found.silent.push((key, Silent::Twice));
        } else {
            let (governor, dependent) = there.words;
            found.silent.push(((governor, dependent, there.relation), Silent::BothWays));
            found.silent.push((key, Silent::BothWays));
            kept[at] = None;
        }
    }
    found.asked = kept.into_iter().flatten().collect();
}

/// What a sentence says, whatever its determiners, its tense and the gender of its dummies.
fn meaning(draft: &Draft) -> String {
    let words = draft.clause.words().iter().filter(|word| !matches!(word.tag.as_str(), "DT" | "."));
    let lemma = |word: &WrittenWord| match (word.source, word.lemma.as_str()) {
        (None, "somebody" | "someone" | "something") => "some".to_string(),
        (_, lemma) => lemma.to_lowercase(),
    };
    words.map(lemma).collect::<Vec<_>>().join(" ")
}

/// The same words, whatever a parser takes them for: *I was flattered* is a passive or not.
fn surface(draft: &Draft) -> String {
    let words = draft.clause.words().iter().filter(|word| !matches!(word.tag.as_str(), "DT" | "."));
    words.map(|word| word.form.to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// What rules wrote for one link, and why others wrote nothing.
type Written = (Vec<Draft>, Option<Withheld>);

fn written(
    language: &dyn Language,
    version: &Version,
    links: &[WordLink],
    care: Care,
) -> Vec<Written> {
    let all = language.write(&version.sentence, links, care);
    let of_link = |(link, writings): (&WordLink, Vec<Writing>)| {
        let (mut drafts, mut why) = (Vec::new(), None);
        for (rank, Writing { rule, written }) in writings.into_iter().enumerate() {
            match written {
                Ok(clause) => {
                    let (text, construction) = (clause.text(), link.construction);
                    let place = |word: &WrittenWord| word.source.and_then(|at| version.place(at));
                    let places = clause.words().iter().map(place).collect();
                    drafts.push(Draft { rank, rule, text, clause, construction, places });
                }
                Err(reason) => why = why.or(Some(reason)),
            }
        }
        (drafts, why)
    };
    links.iter().zip(all).map(of_link).collect()
}

/// What is written from the parses of all who have a link.
struct Drafts {
    by: BTreeMap<(Option<usize>, WordLink), Written>,
}

impl Drafts {
    /// Everything that candidates need, parse by parse.
    fn new(
        language: &dyn Language,
        gold: Option<&Version>,
        systems: &[Option<Version>],
        candidates: &[Candidate],
    ) -> Drafts {
        let mut links: BTreeMap<Option<usize>, Vec<WordLink>> = BTreeMap::new();
        for (who, link) in candidates.iter().flat_map(authors) {
            links.entry(*who).or_default().push(*link);
        }
        let mut by = BTreeMap::new();
        for (who, links) in links {
            let version = match who {
                None => gold,
                Some(system) => systems[system].as_ref(),
            };
            let Some(version) = version else { continue };
            for (link, written) in
                links.iter().zip(written(language, version, &links, Care::Careful))
            {
                by.insert((who, *link), written);
            }
        }
        Drafts { by }
    }

    /// The best first. Systems that say the same may write it differently: then the order of the alphabet
    /// decides, so that their own order does not.
    fn of(&self, candidate: &Candidate) -> (Vec<Draft>, Option<Withheld>) {
        let (mut found, mut why): (Vec<Draft>, Option<Withheld>) = (Vec::new(), None);
        for author in authors(candidate) {
            if let Some((drafts, reason)) = self.by.get(author) {
                found.extend(drafts.iter().cloned());
                why = why.into_iter().chain(*reason).min();
            }
        }
        found.sort_by_cached_key(|draft| {
            (draft.rank, draft.text.clone(), draft.construction, draft.clause.to_conllu())
        });
        found.dedup_by(|a, b| a.rank == b.rank);
        (found, why)
    }
}

/// Those whose parses a hypothesis is written from: gold alone if it has the link.
fn authors(candidate: &Candidate) -> &[(Option<usize>, WordLink)] {
    match candidate.had_by.first() {
        Some((None, _)) => &candidate.had_by[..1],
        _ => &candidate.had_by,
    }
}
