//! The modules by name, and what they decide about whole files.

mod cambridge;
mod lth;
mod names;
pub(crate) mod parts;
mod paths;
mod same_words;
mod schwa;
mod stanford;
mod ud;

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Mutex;

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Because, Decision, Rules};
use crate::entailment::equivalences::{Equivalences, Patterns};
use crate::entailment::learned::Learned;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::parses::{Missing, ParseSpace, Parses, Reading};
use crate::error::{ChoiceFault, ChoiceProblem, EntailmentFault, Error, Result};
use crate::evaluation::InvalidUtf8;
use crate::formats::{Corpus, Format};
use crate::parallel::Threads;
use crate::signature::{Fingerprint, Signature};

pub use parts::OtherParts;
pub(crate) use paths::Paths;
pub use same_words::SameWords;

/// A module with everything that was configured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Module {
    /// What it does.
    pub(crate) kind: ModuleKind,
    /// Which words are the same.
    pub(crate) words: SameWords,
    /// What is done about words whose part of speech changes.
    pub(crate) other_parts: OtherParts,
    /// Whether it follows the article to the letter.
    pub(crate) published: bool,
}

/// What a module does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ModuleKind {
    /// It compares relations.
    Rules(Rules),
    /// It compares paths.
    Paths(Paths),
    /// It weighs what it sees.
    Learned(Learned),
}

/// A module's published name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleName {
    /// The best of the task.
    Cambridge,
    /// The second best: high recall.
    Schwa,
    /// Section 7 of the article.
    Stanford,
    /// The organisers' baseline.
    Paths,
    /// For Universal Dependencies.
    Ud,
}

impl ModuleName {
    /// All modules that need nothing but their name.
    #[doc(hidden)]
    pub const ALL: [ModuleName; 5] = [
        ModuleName::Cambridge,
        ModuleName::Schwa,
        ModuleName::Stanford,
        ModuleName::Paths,
        ModuleName::Ud,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ModuleName::Cambridge => "cambridge",
            ModuleName::Schwa => "schwa",
            ModuleName::Stanford => "stanford",
            ModuleName::Paths => "paths",
            ModuleName::Ud => "ud",
        }
    }

    /// The module with its own rules, and what we have added to them.
    pub(crate) fn module(self) -> Module {
        let kind = ModuleKind::Rules(match self {
            ModuleName::Cambridge => cambridge::rules(),
            ModuleName::Schwa => schwa::rules(),
            ModuleName::Stanford => stanford::rules(),
            ModuleName::Ud => ud::rules(),
            ModuleName::Paths => return Module::of(ModuleKind::Paths(Paths::new())),
        });
        Module::of(kind)
    }

    /// The module as it was published, to the letter: nothing that the article does not have.
    pub(crate) fn published(self) -> Module {
        let kind = match self {
            ModuleName::Cambridge => ModuleKind::Rules(cambridge::published()),
            ModuleName::Schwa => ModuleKind::Rules(schwa::published()),
            ModuleName::Stanford => ModuleKind::Rules(stanford::published()),
            ModuleName::Ud => ModuleKind::Rules(ud::published()),
            ModuleName::Paths => ModuleKind::Paths(Paths::new()),
        };
        Module { words: SameWords::Lemma, published: true, ..Module::of(kind) }
    }
}

impl FromStr for ModuleName {
    type Err = ChoiceFault;

    fn from_str(name: &str) -> std::result::Result<ModuleName, ChoiceFault> {
        let known = ModuleName::ALL.into_iter().find(|module| module.name() == name);
        let all = ModuleName::ALL.map(ModuleName::name);
        known.ok_or_else(|| ChoiceFault::new(ChoiceProblem::NoModule, name, &all))
    }
}

impl Module {
    /// What does something, with words compared as by default.
    pub(crate) fn of(kind: ModuleKind) -> Module {
        let words = SameWords::LemmaOrForm;
        Module { kind, words, other_parts: OtherParts::default(), published: false }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        match &self.kind {
            ModuleKind::Rules(rules) => rules.name,
            ModuleKind::Paths(_) => ModuleName::Paths.name(),
            ModuleKind::Learned(learned) => learned.rules.name,
        }
    }

    /// Which relations it looks at.
    pub(crate) fn view(&self) -> View {
        match &self.kind {
            ModuleKind::Rules(rules) => rules.view,
            ModuleKind::Paths(_) => View::Tree,
            ModuleKind::Learned(learned) => learned.rules.view,
        }
    }

    /// What counts as the same, to be changed.
    pub(crate) fn equivalences_mut(&mut self) -> &mut Equivalences {
        match &mut self.kind {
            ModuleKind::Rules(rules) => &mut rules.equivalences,
            ModuleKind::Paths(paths) => &mut paths.equivalences,
            ModuleKind::Learned(learned) => &mut learned.rules.equivalences,
        }
    }

    /// What counts as the same.
    pub(crate) fn equivalences(&self) -> &Equivalences {
        match &self.kind {
            ModuleKind::Rules(rules) => &rules.equivalences,
            ModuleKind::Paths(paths) => &paths.equivalences,
            ModuleKind::Learned(learned) => &learned.rules.equivalences,
        }
    }

    /// Decides one pair; without an analysis of both sentences the answer is NO.
    pub(crate) fn decide(
        &self,
        text: Option<&Analysis>,
        hypothesis: Option<&Analysis>,
    ) -> Decision {
        let (Some(text), Some(hypothesis)) = (text, hypothesis) else {
            return Decision::no_analysis();
        };
        let (text, hypothesis) = (&*names::last(text), &*names::last(hypothesis));
        let apart = match self.other_parts {
            OtherParts::Same => BTreeSet::new(),
            OtherParts::Apart | OtherParts::No => parts::changed(text, hypothesis),
        };
        let hypothesis = &*self.words.matched(text, hypothesis);
        let decision = match &self.kind {
            ModuleKind::Rules(rules) => rules.decide_apart(text, hypothesis, &apart),
            ModuleKind::Paths(paths) => paths.decide_apart(text, hypothesis, &apart),
            ModuleKind::Learned(learned) => learned.decide(text, hypothesis),
        };
        match self.other_parts {
            OtherParts::No if !apart.is_empty() => {
                Decision { answer: Answer::No, because: Because::OtherPart, ..decision }
            }
            _ => decision,
        }
    }

    /// Whether a hypothesis has a relation that must be found, whatever its text.
    pub(crate) fn asks(&self, hypothesis: &Analysis) -> bool {
        match &self.kind {
            ModuleKind::Rules(rules) => rules.asks(hypothesis),
            ModuleKind::Paths(_) | ModuleKind::Learned(_) => true,
        }
    }

    /// Everything that decides the answers, apart from the data.
    pub(crate) fn signature(&self) -> Signature {
        let signature = Signature::new("entail").with("module", self.name());
        let signature = match self.published {
            true => signature.with("published", "yes"),
            false => signature,
        };
        let signature = signature.with("view", self.view().name()).with("words", self.words.name());
        let signature = match self.other_parts {
            OtherParts::Same => signature,
            other => signature.with("pos-change", other.name()),
        };
        let equate = match self.equivalences().names() {
            none if none.is_empty() => "none".to_string(),
            names => names.join(","),
        };
        let signature = match self.equivalences().files() {
            [] => signature,
            files => signature.with("rules", files.join(",")),
        };
        match &self.kind {
            ModuleKind::Rules(rules) => {
                let core = rules.core.to_string();
                let dummies: Vec<&str> = rules.dummies.iter().map(String::as_str).collect();
                let or_none =
                    |text: String| if text.is_empty() { "none".to_string() } else { text };
                signature
                    .with("core", or_none(core))
                    .with("equate", equate)
                    .with("dummies", or_none(dummies.join(",")))
            }
            ModuleKind::Paths(_) => signature.with("equate", equate),
            ModuleKind::Learned(learned) => {
                let signature = signature.with("equate", equate);
                let signature = match learned.threshold {
                    Some(threshold) => signature.with("threshold", threshold),
                    None => signature,
                };
                signature.with("weights", learned.fingerprint()).with("trained", &learned.trained)
            }
        }
    }
}

/// The parses of all sentences of pairs: in one file T1 H1 T2 H2 …, or texts and hypotheses apart.
#[derive(Clone, Debug)]
pub enum PairParses {
    /// In one file.
    #[doc(hidden)]
    Together(Parses),
    /// In two files.
    #[doc(hidden)]
    Apart {
        /// Those of the texts.
        texts: Parses,
        /// Those of the hypotheses.
        hypotheses: Parses,
    },
}

/// Pairs that lack an analysis of their text, their hypothesis or both, by number, and why.
#[doc(hidden)]
pub type MissingParses = Vec<(usize, [Option<Missing>; 2])>;

/// What one pair's sentences say: the text, then the hypothesis.
pub(crate) type Analyses = [Option<Analysis>; 2];

/// One of a pair's sentences: `t` or `h`.
fn sentence<'p>(pair: &'p Pair, side: &str) -> &'p str {
    if side == "t" { &pair.text } else { &pair.hypothesis }
}

/// A file's name and text.
pub(crate) type File<'a> = (&'a str, &'a [u8]);

/// Parses of one or both sentences of each pair, in the order of the pairs. `read` is told how many there must be, in
/// all and for so many pairs, unless they are to be found by their words.
fn in_order(
    pairs: &Pairs,
    sides: &[&str],
    find: bool,
    read: impl FnOnce(Option<(usize, usize)>) -> Result<Parses>,
) -> Result<Parses> {
    let ids = pairs.pairs.iter().map(|pair| &pair.id);
    let ids = ids.flat_map(|id| sides.iter().map(move |side| format!("{id}.{side}")));
    if find {
        let mut parses = read(None)?;
        let sentences = |pair| sides.iter().map(move |side| sentence(pair, side));
        let ids: Vec<String> = ids.collect();
        parses.find(ids.iter().zip(pairs.pairs.iter().flat_map(sentences)));
        return Ok(parses);
    }
    let n = pairs.pairs.len();
    let mut parses = read(Some((sides.len() * n, n)))?;
    parses.put_in_order(ids);
    Ok(parses)
}

impl PairParses {
    /// Reads one file, or two. Sentences whose `sent_id` is a pair's id with `.t` or `.h` behind it may
    /// come in any order. A parse that has hardly any of its sentence's words is of another sentence, and
    /// counts as missing unless any words are right. Parses may also be found by their words.
    ///
    /// # Errors
    /// Where a file has another number of sentences and they are not to be found by words, where most parses of texts or of hypotheses are of
    /// other sentences, or where there is no parse at all.
    pub fn read(
        pairs: &Pairs,
        first: File<'_>,
        second: Option<File<'_>>,
        reading: Reading,
    ) -> Result<PairParses> {
        let read = |(name, text): File<'_>, sides: &[&str]| {
            in_order(pairs, sides, reading.find, |expected| match expected {
                Some(expected) => Parses::read(name, text, reading, expected),
                None => Parses::read_all(name, text, reading, None),
            })
        };
        let mut parses = match second {
            None => PairParses::Together(read(first, &["t", "h"])?),
            Some(second) => {
                PairParses::Apart { texts: read(first, &["t"])?, hypotheses: read(second, &["h"])? }
            }
        };
        parses.recognise(pairs, reading.any_words)?;
        Ok(parses)
    }

    /// Parses that are in memory: of files that were read, of texts one by one, of trees and graphs that a caller
    /// has built. Otherwise as [`read`](PairParses::read) takes one file.
    ///
    /// # Errors
    /// As of a file, and where the sentences are sets of relations, which have no words.
    pub fn from_corpus(pairs: &Pairs, parses: &Corpus, reading: Reading) -> Result<PairParses> {
        let read = |expected| Parses::of(parses, reading, expected);
        let mut parses = PairParses::Together(in_order(pairs, &["t", "h"], reading.find, read)?);
        parses.recognise(pairs, reading.any_words)?;
        Ok(parses)
    }

    /// Marks the sentences that have no analysis.
    fn recognise(&mut self, pairs: &Pairs, any_words: bool) -> Result<()> {
        let text = pairs.pairs.iter().map(|pair| pair.text.as_str());
        let hypothesis = pairs.pairs.iter().map(|pair| pair.hypothesis.as_str());
        match self {
            PairParses::Together(parses) => {
                parses.recognise((0, 2, "texts"), text, any_words)?;
                parses.recognise((1, 2, "hypotheses"), hypothesis, any_words)?;
            }
            PairParses::Apart { texts, hypotheses } => {
                texts.recognise((0, 1, "texts"), text, any_words)?;
                hypotheses.recognise((0, 1, "hypotheses"), hypothesis, any_words)?;
            }
        }
        let mut parses = self.files().into_iter().flat_map(|file| &file.sentences);
        if parses.all(|parse| parse.missing == Some(Missing::Empty)) {
            let (PairParses::Together(first) | PairParses::Apart { texts: first, .. }) = self;
            return Err(Error::new(&*first.name, EntailmentFault::NoParses));
        }
        self.files().into_iter().try_for_each(Parses::check_any)
    }

    /// Bytes that are not UTF-8: in words they are all the same.
    #[doc(hidden)]
    pub fn invalid_utf8(&self) -> Vec<InvalidUtf8> {
        let invalid = |parses: &Parses| {
            Some(InvalidUtf8 {
                file: parses.name.as_str().into(),
                position: parses.invalid_utf8()?,
            })
        };
        self.files().into_iter().filter_map(invalid).collect()
    }

    /// Those of these pairs that lack an analysis of a sentence, and why: of the text, and of the
    /// hypothesis. Their parses are read for that.
    #[doc(hidden)]
    pub fn missing(&self, pairs: impl Iterator<Item = usize>) -> MissingParses {
        let mut space = ParseSpace::default();
        let of = |pair| {
            let missing = self.places(pair).map(|(file, at)| file.missing(at, &mut space));
            missing.iter().any(Option::is_some).then_some((pair, missing))
        };
        pairs.filter_map(of).collect()
    }

    /// Where the parses of a pair's text and hypothesis stand.
    fn places(&self, pair: usize) -> [(&Parses, usize); 2] {
        match self {
            PairParses::Together(parses) => [(parses, 2 * pair), (parses, 2 * pair + 1)],
            PairParses::Apart { texts, hypotheses } => [(texts, pair), (hypotheses, pair)],
        }
    }

    /// How they are written.
    #[doc(hidden)]
    pub fn format(&self) -> Format {
        match self {
            PairParses::Together(parses) | PairParses::Apart { texts: parses, .. } => parses.format,
        }
    }

    fn files(&self) -> Vec<&Parses> {
        match self {
            PairParses::Together(parses) => vec![parses],
            PairParses::Apart { texts, hypotheses } => vec![texts, hypotheses],
        }
    }

    /// The same for the same parses: a piece a sentence, in the order of the pairs.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        self.files().into_iter().for_each(|file| file.add_to(&mut all));
        all
    }

    /// What the parser is called: its files, without the folders they are in.
    #[doc(hidden)]
    pub fn parser(&self) -> String {
        let name = |file: &Parses| file.name.rsplit('/').next().unwrap_or_default().to_string();
        self.files().into_iter().map(name).collect::<Vec<_>>().join(",")
    }

    /// A signature, with how these parses were read.
    #[must_use]
    pub(crate) fn sign(&self, signature: Signature) -> Signature {
        let (PairParses::Together(parses) | PairParses::Apart { texts: parses, .. }) = self;
        let signature =
            signature.with("input", parses.format.name()).with("lemmas", parses.lemmas.name());
        if parses.any_words { signature.with("parses", "any-words") } else { signature }
    }

    /// How many pairs they are of.
    #[doc(hidden)]
    pub fn n_pairs(&self) -> usize {
        match self {
            PairParses::Together(parses) => parses.sentences.len() / 2,
            PairParses::Apart { texts, .. } => texts.sentences.len(),
        }
    }

    /// The names of all their relations in a view.
    pub(crate) fn relations(&self, view: View) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut space = ParseSpace::default();
        for pair in 0..self.n_pairs() {
            let analyses = self.analyses(pair, view, &mut space);
            let arcs = analyses.into_iter().flatten().flat_map(|analysis| analysis.arcs);
            names.extend(arcs.map(|arc| arc.relation.into_owned()));
        }
        names
    }

    /// What the sentences of one pair say; nothing where a parse [is missing](PairParses::missing) or
    /// cannot be read.
    pub(crate) fn analyses(&self, pair: usize, view: View, space: &mut ParseSpace) -> Analyses {
        self.places(pair).map(|(file, at)| file.analysis(at, view, space).ok().flatten())
    }

    /// The same as the files have it, for drawings.
    ///
    /// # Errors
    /// Where a sentence cannot be read.
    pub(crate) fn as_written(&self, pair: usize, space: &mut ParseSpace) -> Result<Analyses> {
        let [(texts, text), (hypotheses, hypothesis)] = self.places(pair);
        Ok([texts.as_written(text, space)?, hypotheses.as_written(hypothesis, space)?])
    }
}

/// How many pairs one thread takes at a time.
const JOB: usize = 64;

/// Decides all pairs, in order.
#[cfg(test)]
pub(crate) fn decide(module: &Module, parses: &PairParses, threads: &Threads) -> Vec<Decision> {
    decide_each(module, parses, threads, |decision, _| decision)
}

/// A pair's analyses, as far as there are any.
pub(crate) type SeenPair<'a> = [Option<&'a Analysis>; 2];

/// Decides all pairs, in order, and keeps of each decision what is wanted: all that it rests on is
/// many times as large as the answer.
pub(crate) fn decide_each<T: Send>(
    module: &Module,
    parses: &PairParses,
    threads: &Threads,
    keep: impl Fn(Decision, SeenPair<'_>) -> T + Sync,
) -> Vec<T> {
    let n = parses.n_pairs();
    let jobs: Vec<std::ops::Range<usize>> =
        (0..n).step_by(JOB).map(|start| start..n.min(start + JOB)).collect();
    let view = module.view();
    // Memory that nobody uses at the moment: a converter knows many labels before it sees a tree.
    let spaces: Mutex<Vec<ParseSpace>> = Mutex::default();
    let done = threads.map(jobs, |job| -> Vec<T> {
        let idle = spaces.lock().ok().and_then(|mut spaces| spaces.pop());
        let mut space = idle.unwrap_or_default();
        let one = |pair: usize| {
            let [text, hypothesis] = parses.analyses(pair, view, &mut space);
            let seen = [text.as_ref(), hypothesis.as_ref()];
            keep(module.decide(seen[0], seen[1]), seen)
        };
        let kept = job.map(one).collect();
        if let Ok(mut spaces) = spaces.lock() {
            spaces.push(space);
        }
        kept
    });
    let mut kept = Vec::with_capacity(n);
    for job in done {
        kept.extend(job);
    }
    kept
}

/// The rules of the module for typed dependencies, for modules that see the same relations. Weights
/// are learned of the relations as they stand in *there is*.
pub(crate) fn stanford_rules() -> Rules {
    let mut rules = stanford::rules();
    rules.equivalences.switch_off("existential");
    rules
}

/// Relations that say nothing about who did what to whom.
fn left_out() -> Patterns {
    Patterns::new(["root", "punct", "ref"])
}

/// What is no grammatical relation in the article: its lists of all relations of a sentence (section 5)
/// have neither the root nor the full stop. `ref` is one of those that Cambridge used (section 7).
fn left_out_as_published() -> Patterns {
    Patterns::new(["root", "punct"])
}

/// No dummy words beyond those that T does not have.
fn no_dummies() -> BTreeSet<String> {
    BTreeSet::new()
}

#[cfg(test)]
mod as_published;
#[cfg(test)]
mod techniques;
#[cfg(test)]
mod tests;
