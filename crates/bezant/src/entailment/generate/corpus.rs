//! Whole files: sentences paired, questions asked of each, pairs with all that is known about them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::english::detokenize;
use crate::entailment::analysis::View;
use crate::entailment::generate::check::Judge;
use crate::entailment::generate::pairing::{Index, paired};
use crate::entailment::generate::partial;
use crate::entailment::generate::silver::{
    Question, Questioning, Silent, SilverQuestions, questions,
};
use crate::entailment::generate::texts::ListedText;
use crate::entailment::generate::version::{Key, Spelling, Version};
use crate::entailment::generate::{HeadedSentence, Language, construction_name, relation_name};
use crate::entailment::pairs::Pair;
use crate::entailment::parses::{ParseSpace, Parses};
use crate::parallel::Threads;

/// What hypotheses are made from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material<'a> {
    /// What is right.
    pub gold: Option<&'a Parses>,
    /// What parsers say, each with its name.
    pub systems: &'a [(String, Parses)],
    /// The sentences, where they are known apart from parses.
    pub texts: &'a [ListedText],
}

/// Where a sentence comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SourceFrom {
    /// From wherever this says.
    Named(String),
    /// What the list of sentences says, or else the name of gold's file, or of the first system's.
    #[default]
    File,
    /// What stands before the first hyphen of `sent_id`.
    SentenceId,
    /// A comment above the sentence, or above one before it.
    Comment(String),
}

/// What is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenerateOptions {
    /// Of hypotheses.
    pub wanted: Questioning,
    /// Where sentences come from.
    pub source: SourceFrom,
    /// Whether all that is not asked is listed, and not only counted.
    pub rows: bool,
    /// Whether also that is asked which a module answers otherwise on gold's parse.
    pub unchecked: bool,
}

/// A pair with the parses it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The pair.
    pub pair: Pair,
    /// Its hypothesis with the parse that its construction implies.
    pub question: Question,
    /// Which sentence of gold it is about.
    pub gold: Option<usize>,
}

/// Something that did not become a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutSentence {
    /// Which sentence, by its id.
    pub sentence: String,
    /// Whose parse, if it is about one.
    pub parser: String,
    /// Which words, if it is about words.
    pub words: String,
    /// Why.
    pub reason: String,
}

/// What came of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// In the order of the sentences.
    pub made: Vec<Made>,
    /// Sentences that cannot be used, and what else is not asked if that is wanted.
    pub rows: Vec<LeftOutSentence>,
    /// How many sentences there are.
    pub sentences: usize,
    /// How many of them are compared.
    pub compared: usize,
    /// How many links they have.
    pub links: usize,
    /// How many links not all parses have.
    pub candidates: usize,
    /// Why how many became nothing.
    pub reasons: BTreeMap<NotAsked, usize>,
}

/// Why something became nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotAsked {
    /// A parse of a sentence cannot be used.
    Sentence(UnusableReason),
    /// Nothing is asked about two words.
    Words(Silent),
}

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAsked::Sentence(why) => write!(f, "sentence: {why}"),
            NotAsked::Words(why) => why.fmt(f),
        }
    }
}

/// Why a parse of a sentence cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnusableReason {
    /// There is none in its file.
    Unpaired,
    /// The parser returned nothing for it.
    NoParse,
    /// Something is wrong with it.
    Unreadable,
    /// It has no root, or several.
    NoTree,
    /// It is not in this language.
    OtherLanguage(&'static str),
    /// Its words are not those of the first version.
    OtherWords,
}

impl fmt::Display for UnusableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnusableReason::Unpaired => f.write_str("no sentence pairs with it"),
            UnusableReason::NoParse => f.write_str("no parse"),
            UnusableReason::Unreadable => f.write_str("cannot be read"),
            UnusableReason::NoTree => f.write_str("the parse is no tree"),
            UnusableReason::OtherLanguage(wanted) => write!(f, "does not look like {wanted}"),
            UnusableReason::OtherWords => f.write_str("it has other words"),
        }
    }
}

/// Why a sentence cannot be used, with what is wrong with its parse where that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableSentence {
    /// Why.
    pub why: UnusableReason,
    /// What is wrong with the parse, and where.
    pub fault: Option<String>,
}

impl From<UnusableReason> for UnusableSentence {
    fn from(why: UnusableReason) -> UnusableSentence {
        UnusableSentence { why, fault: None }
    }
}

impl fmt::Display for UnusableSentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(f, "{}: {fault}", self.why),
            None => self.why.fmt(f),
        }
    }
}

impl std::error::Error for UnusableSentence {}

/// So many sentences are one piece of work.
const PIECE: usize = 32;

/// Makes pairs from files; `progress` is told how many sentences are done.
pub fn generate(
    material: Material<'_>,
    language: &(dyn Language + Sync),
    options: &GenerateOptions,
    threads: &Threads,
    mut progress: impl FnMut(usize),
) -> Generated {
    let plan = Plan::new(material, language, options);
    let mut all = Generated { sentences: plan.n, ..Generated::default() };
    let mut before = Before::default();
    let round = PIECE * threads.pieces();
    for start in (0..plan.n).step_by(round) {
        let end = plan.n.min(start + round);
        let pieces: Vec<std::ops::Range<usize>> =
            (start..end).step_by(PIECE).map(|at| at..end.min(at + PIECE)).collect();
        let done = threads.map(pieces, |piece| {
            let mut space = ParseSpace::default();
            piece.map(|at| plan.sentence(at, language, &mut space)).collect::<Vec<_>>()
        });
        for (at, asked) in (start..).zip(done.into_iter().flatten()) {
            plan.add(at, asked, &mut all, &mut before);
        }
        progress(end);
    }
    all
}

/// What is said of one sentence.
struct Asked {
    text: String,
    /// Its words, as the first version has them.
    words: Vec<String>,
    questions: SilverQuestions,
    /// What is wrong with its parses.
    faults: Vec<(String, UnusableSentence)>,
    is_compared: bool,
}

/// Which sentences belong together.
struct Plan<'a> {
    material: Material<'a>,
    options: &'a GenerateOptions,
    n: usize,
    ids: Vec<String>,
    sources: Vec<String>,
    gold: Vec<Option<usize>>,
    systems: Vec<Vec<Option<usize>>>,
    /// Who takes a second look.
    judge: Option<Judge>,
}

impl<'a> Plan<'a> {
    fn new(
        material: Material<'a>,
        language: &dyn Language,
        options: &'a GenerateOptions,
    ) -> Plan<'a> {
        let Material { gold, systems, texts } = material;
        let base = match (texts, gold, systems) {
            ([_, ..], ..) => Index::of_texts(texts),
            (_, Some(gold), _) => Index::of_parses(gold),
            (_, None, [(_, first), ..]) => Index::of_parses(first),
            (_, None, []) => Index::default(),
        };
        let pair = |parses: &Parses| paired(&base, &Index::of_parses(parses));
        let n = base.len();
        let first = gold.or(systems.first().map(|(_, parses)| parses));
        let gold_places = gold.map_or(vec![None; n], pair);
        let system_places: Vec<_> = systems.iter().map(|(_, parses)| pair(parses)).collect();
        let places = if gold.is_some() {
            &gold_places
        } else {
            system_places.first().unwrap_or(&gold_places)
        };
        let comment = |at: usize, key: &str| first?.sentences[places[at]?].comment(key);
        let id = |at: usize| {
            let listed = texts.get(at).and_then(|text| text.id.clone());
            let id = listed.or_else(|| comment(at, "sent_id"));
            id.unwrap_or_else(|| (at + 1).to_string())
        };
        let stem = first.map_or(String::new(), |parses| stem(&parses.name));
        let mut last = String::new();
        let mut source = |at: usize| match &options.source {
            SourceFrom::Named(name) => name.clone(),
            SourceFrom::File => {
                texts.get(at).and_then(|text| text.source.clone()).unwrap_or_else(|| stem.clone())
            }
            SourceFrom::SentenceId => {
                let id = comment(at, "sent_id").unwrap_or_default();
                id.split('-').next().unwrap_or_default().to_string()
            }
            SourceFrom::Comment(key) => {
                last = comment(at, key).unwrap_or_else(|| std::mem::take(&mut last));
                last.clone()
            }
        };
        Plan {
            n,
            ids: (0..n).map(id).collect(),
            sources: (0..n).map(&mut source).collect(),
            gold: gold_places,
            systems: system_places,
            judge: (!options.unchecked).then(|| Judge::new(language)),
            material,
            options,
        }
    }

    fn sentence(&self, at: usize, language: &dyn Language, space: &mut ParseSpace) -> Asked {
        let Material { gold, systems, texts } = self.material;
        let mut faults = Vec::new();
        let mut read = |name: &str, parses: &Parses, place: Option<usize>| {
            let place = place.ok_or(UnusableReason::Unpaired.into());
            let read = place.and_then(|at| read_sentence(parses, at, None, language, space));
            read.map_err(|why| faults.push((name.to_string(), why))).ok()
        };
        let gold_read = gold.and_then(|gold| read("gold", gold, self.gold[at]));
        let systems_read: Vec<Option<HeadedSentence>> = systems
            .iter()
            .zip(&self.systems)
            .map(|((name, parses), places)| read(name, parses, places[at]))
            .collect();
        let listed = texts.get(at);
        let first = gold_read.as_ref().or(systems_read.iter().flatten().next());
        let tokens: Vec<String> = match (first, listed.map(|text| (text, &text.known))) {
            // Numbers of what is known count these.
            (_, Some((text, Some(_)))) => text.text.split(' ').map(str::to_string).collect(),
            (Some(first), _) => first.words().iter().map(|word| word.form.clone()).collect(),
            (None, _) => Vec::new(),
        };
        let text = match listed {
            Some(text) => text.plain(),
            None => first.map(|first| first.text.clone()).unwrap_or_default(),
        };
        let spelling = Spelling::of(tokens.iter().map(String::as_str));
        let mut version = |name: &str, sentence: Option<HeadedSentence>| {
            let version = Version::beside(sentence?, &spelling);
            if version.is_none() {
                faults.push((name.to_string(), UnusableReason::OtherWords.into()));
            }
            version
        };
        let gold_version = version("gold", gold_read);
        let versions: Vec<Option<Version>> =
            systems.iter().zip(systems_read).map(|((name, _), read)| version(name, read)).collect();
        let n_versions = versions.iter().flatten().count();
        let wanted = &self.options.wanted;
        let known = listed.and_then(|text| text.known.as_deref());
        let (questions, is_compared) = match (gold, known) {
            (None, Some(known)) if n_versions > 0 => {
                (partial::questions(language, known, &versions, wanted), true)
            }
            (Some(_), _) if gold_version.is_some() && (systems.is_empty() || n_versions > 0) => {
                (questions(language, gold_version.as_ref(), &versions, wanted), true)
            }
            (None, None) if n_versions > 1 => (questions(language, None, &versions, wanted), true),
            _ => (SilverQuestions::default(), false),
        };
        let questions = self.checked(at, questions, space);
        Asked { text, words: tokens, questions, faults, is_compared }
    }

    /// Without what a module answers otherwise on gold's parse.
    fn checked(
        &self,
        at: usize,
        mut questions: SilverQuestions,
        space: &mut ParseSpace,
    ) -> SilverQuestions {
        let (Some(gold), Some(place), Some(judge)) =
            (self.material.gold, self.gold[at], self.judge.as_ref())
        else {
            return questions;
        };
        if questions.asked.is_empty() {
            return questions;
        }
        let Ok(Some(text)) = gold.analysis(place, judge.view(), space) else { return questions };
        let SilverQuestions { asked, silent, .. } = &mut questions;
        asked.retain(|question| {
            let doubt = judge.doubts(&text, question);
            let (governor, dependent) = question.words;
            silent.extend(doubt.map(|why| ((governor, dependent, question.relation), why)));
            doubt.is_none()
        });
        questions
    }

    /// Adds what was asked of a sentence, with ids that no other has.
    fn add(&self, at: usize, asked: Asked, all: &mut Generated, before: &mut Before) {
        let Asked { text, words, mut questions, faults, is_compared } = asked;
        let sentence = &self.ids[at];
        for (parser, reason) in faults {
            *all.reasons.entry(NotAsked::Sentence(reason.why)).or_default() += 1;
            let (sentence, reason) = (sentence.clone(), clean(&reason.to_string()));
            all.rows.push(LeftOutSentence { sentence, parser, words: String::new(), reason });
        }
        all.compared += usize::from(is_compared);
        all.links += questions.links;
        all.candidates += questions.candidates;
        let shown = |(governor, dependent, _): &Key| {
            let (first, second) = (governor.min(dependent), governor.max(dependent));
            [words[*first].clone(), words[*second].clone()]
        };
        // A sentence may stand in a treebank more than once; nobody is asked the same again.
        questions.asked.retain(|question| {
            let is_new = before.asked.insert((text.clone(), question.hypothesis.clone()));
            let (governor, dependent) = question.words;
            let key = (governor, dependent, question.relation);
            questions.silent.extend((!is_new).then_some((key, Silent::Twice)));
            is_new
        });
        for (key, why) in questions.silent {
            *all.reasons.entry(NotAsked::Words(why)).or_default() += 1;
            if self.options.rows {
                all.rows.push(LeftOutSentence {
                    sentence: sentence.clone(),
                    parser: String::new(),
                    words: clean(&shown(&key).join(" ")),
                    reason: why.to_string(),
                });
            }
        }
        for question in questions.asked {
            let (governor, dependent) = question.words;
            let [word1, word2] = shown(&(governor, dependent, question.relation));
            let (first, second) = (governor.min(dependent) + 1, governor.max(dependent) + 1);
            let bare = |word: &str| word.split_whitespace().collect::<Vec<_>>().join("_");
            let id = format!("{sentence}.{}-{first}.{}-{second}", bare(&word1), bare(&word2));
            let times = before.ids.entry(id.clone()).or_insert(0);
            *times += 1;
            let id = if *times == 1 { id } else { format!("{id}.{times}") };
            let name = |system: &usize| self.material.systems[*system].0.as_str();
            let systems: Vec<&str> = question.systems.iter().map(name).collect();
            let Question { relation, construction, rule, .. } = question;
            let more = [
                ("word1", word1),
                ("word2", word2),
                ("source", self.sources[at].clone()),
                ("relation", relation_name(relation, construction)),
                ("construction", construction_name(relation, construction).to_string()),
                ("systems", systems.join(",")),
                ("rule", rule.to_string()),
            ];
            let more = more.into_iter().filter(|(_, value)| !value.is_empty());
            let pair = Pair {
                id: clean(&id),
                text: clean(&text),
                hypothesis: clean(&question.hypothesis),
                answer: question.answer,
                more: more.map(|(name, value)| (name.to_string(), clean(&value))).collect(),
            };
            all.made.push(Made { pair, question, gold: self.gold[at] });
        }
    }
}

/// What sentences before have.
#[derive(Default)]
struct Before {
    /// Ids, and how often each would be there.
    ids: BTreeMap<String, usize>,
    /// Texts with what was asked about them.
    asked: BTreeSet<(String, String)>,
}

/// One sentence of a file of parses, or why there is none. Its text is what is given, what a comment says, or
/// its words.
///
/// # Errors
/// Where there is no parse, or one that cannot be read, is no tree or in another language.
pub fn read_sentence(
    parses: &Parses,
    place: usize,
    text: Option<&str>,
    language: &dyn Language,
    space: &mut ParseSpace,
) -> Result<HeadedSentence, UnusableSentence> {
    let analysis = parses.analysis(place, View::Tree, space).map_err(|error| {
        let fault = error.to_string().lines().next().unwrap_or_default().to_string();
        UnusableSentence { why: UnusableReason::Unreadable, fault: Some(fault) }
    })?;
    let analysis = analysis.ok_or(UnusableReason::NoParse)?;
    let written = || {
        parses.sentences[place].comment("text").unwrap_or_else(|| {
            let forms = analysis.words.iter().map(|word| word.form.as_str());
            detokenize(&forms.filter(|form| !form.is_empty()).collect::<Vec<_>>())
        })
    };
    let text = text.map_or_else(written, str::to_string);
    let sentence = HeadedSentence::new(&text, &analysis).ok_or(UnusableReason::NoTree)?;
    match language.is_spoken(&sentence) {
        true => Ok(sentence),
        false => Err(UnusableReason::OtherLanguage(language.title()).into()),
    }
}

/// Without what XML and terminals cannot show.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A file's name without folders and endings.
fn stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let mut stem = file;
    while let Some((before, ending)) = stem.rsplit_once('.') {
        let is_ending = ending.len() < 8 && !before.is_empty();
        if !is_ending {
            break;
        }
        stem = before;
    }
    stem.to_string()
}

impl Generated {
    /// How many NO were withheld that people may doubt.
    pub fn n_doubtful(&self) -> usize {
        let of = |why| self.reasons.get(&NotAsked::Words(why)).copied().unwrap_or_default();
        of(Silent::Near) + of(Silent::OtherKind)
    }

    /// How many links were set aside because only conventions differ.
    pub fn n_set_aside(&self) -> usize {
        let is_convention = |(reason, _): &(&NotAsked, &usize)| {
            matches!(reason, NotAsked::Words(Silent::StyleDifference(_)))
        };
        self.reasons.iter().filter(is_convention).map(|(_, n)| *n).sum()
    }
}
