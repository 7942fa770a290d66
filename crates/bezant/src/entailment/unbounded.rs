//! Recall of unbounded dependencies (Rimell, Clark and Steedman 2009): for each dependency of the corpus, whether a
//! parse of the sentence has it, whatever the parse is written in.

mod facts;
mod gaps;
mod judge;
mod relations;
mod score;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::analysis::{Analysis, View};
use crate::entailment::parses::{Missing, ParseSpace, Parses, Reading, pieces, spelled};
use crate::error::{EntailmentFault, Error, Position, Result};
use crate::evaluation::{self, Evaluation, Groups, Lacking, Remarks};
use crate::formats::conllu::ColumnSpace;
use crate::formats::unbounded::{self, Unbounded, UnboundedSentence};
use crate::formats::{Corpus, Format, Reader};
use crate::parallel::Threads;
use crate::signature::Signature;

use judge::{Judge, VIEWS};
use score::Judged;

pub use crate::formats::unbounded::UnboundedWord;
pub use judge::{JudgedDependency, Matching};
pub(crate) use relations::{CONSTRUCTIONS, construction_of, part_of};
pub(crate) use score::UnboundedRecall;
pub use score::{NAME, UnboundedCounts};

/// By what rows say their construction.
pub(crate) const CONSTRUCTION: &str = "construction";

/// A file of the corpus: one construction.
#[derive(Clone, Debug)]
struct CorpusFile {
    /// With its folders.
    path: String,
    name: String,
    construction: String,
    sentences: Vec<UnboundedSentence>,
}

/// The corpus.
#[derive(Clone, Debug)]
pub struct UnboundedCorpus {
    name: String,
    files: Vec<CorpusFile>,
}

/// Parts of the corpus that can be read and were hardly meant.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusOddity {
    /// How many there are.
    pub n: usize,
    /// Of how many.
    pub of: usize,
    /// What the first of them is.
    pub first: String,
    /// Where its sentence begins: `file:line:column`.
    pub place: String,
}

/// A file with its text; its name is shown where something is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct NamedText<'t> {
    /// What it is called.
    pub name: &'t str,
    /// What is in it.
    pub text: &'t [u8],
}

/// How dependencies are looked for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct UnboundedOptions {
    /// In what.
    pub matching: Matching,
    /// Whether the relation must be the same, up to the equivalences; otherwise the words decide.
    pub is_labelled: bool,
    /// The format of the parses; guessed unless it is given.
    pub format: Option<Format>,
}

impl Default for UnboundedOptions {
    fn default() -> UnboundedOptions {
        UnboundedOptions { matching: Matching::Inferred, is_labelled: true, format: None }
    }
}

/// What became of a sentence.
#[derive(Clone, Debug)]
pub struct JudgedSentence {
    /// Which construction it is an example of.
    pub construction: String,
    /// Its tokens.
    pub text: String,
    /// Its dependencies.
    pub dependencies: Vec<JudgedDependency>,
    /// The parse, where a dependency was missed.
    pub parse: Option<Analysis>,
    /// Why there is no parse, if there is none; all dependencies are missed then.
    pub missing: Option<Lacking>,
}

/// What became of all sentences, under one system's name.
#[derive(Clone, Debug)]
pub struct JudgedSystem {
    /// What it is called.
    pub name: String,
    /// In the order of the corpus.
    pub sentences: Vec<JudgedSentence>,
}

/// Whether a text is a file of the corpus.
pub fn is_corpus(text: &[u8]) -> bool {
    unbounded::is_unbounded(&String::from_utf8_lossy(text))
}

impl UnboundedCorpus {
    /// Reads files of the corpus, in the order of the paper's constructions.
    ///
    /// # Errors
    /// Where one is no file of the corpus, or there is no sentence in any.
    pub fn read(name: &str, files: &[NamedText<'_>]) -> Result<UnboundedCorpus> {
        let mut read: Vec<CorpusFile> = Vec::new();
        for file in files {
            let text = std::str::from_utf8(file.text)
                .map_err(|_| Error::new(file.name, EntailmentFault::NotUtf8))?;
            let text = text.trim_start_matches('\u{FEFF}');
            if !unbounded::has_dependencies(text) {
                return Err(Error::new(file.name, EntailmentFault::NoUnbounded));
            }
            let sentences = unbounded::read(file.name, text)?;
            let base = file.name.rsplit(['/', '\\']).next().unwrap_or(file.name);
            let construction = construction_of(base);
            let path = file.name.to_string();
            read.push(CorpusFile { path, name: base.to_string(), construction, sentences });
        }
        let place = |file: &CorpusFile| {
            CONSTRUCTIONS.iter().position(|known| *known == file.construction).unwrap_or(usize::MAX)
        };
        read.sort_by(|one, two| (place(one), &one.name).cmp(&(place(two), &two.name)));
        if read.is_empty() {
            return Err(Error::new(name, EntailmentFault::NoUnbounded));
        }
        Ok(UnboundedCorpus { name: name.to_string(), files: read })
    }

    /// Reads those files of a folder that are of the corpus. The sentences alone may stand beside them, or anything
    /// else that is not called after a construction.
    ///
    /// # Errors
    /// Where none is, one cannot be read, or one that is called after a construction has no dependencies and no other
    /// has those of that construction, of the same part if both say of which.
    pub fn read_folder(name: &str, files: &[NamedText<'_>]) -> Result<UnboundedCorpus> {
        let is_of_corpus = |file: &&NamedText<'_>| {
            unbounded::has_dependencies(&String::from_utf8_lossy(file.text))
        };
        let (found, others): (Vec<&NamedText<'_>>, Vec<&NamedText<'_>>) =
            files.iter().partition(is_of_corpus);
        let is_lost = |file: &&&NamedText<'_>| {
            let about = about_what(file);
            CONSTRUCTIONS.contains(&about.0.as_str())
                && !found.iter().any(|found| is_about_same(&about_what(found), &about))
        };
        // What has the sentences alone has more in its name.
        let lost = others.iter().filter(is_lost).min_by_key(|file| file.name.len());
        if let Some(lost) = lost.filter(|_| !found.is_empty()) {
            return Err(Error::new(lost.name, EntailmentFault::NoUnbounded));
        }
        let found: Vec<NamedText<'_>> = found.into_iter().copied().collect();
        UnboundedCorpus::read(name, &found)
    }

    /// The sentences, each with its file.
    fn sentences(&self) -> impl Iterator<Item = (&CorpusFile, &UnboundedSentence)> {
        self.files.iter().flat_map(|file| file.sentences.iter().map(move |one| (file, one)))
    }

    /// Sentences without dependencies, which count nowhere; their lines may have been lost.
    #[doc(hidden)]
    pub fn without_dependencies(&self) -> Option<CorpusOddity> {
        let mut odd = self.sentences().filter(|(_, one)| one.dependencies.is_empty());
        let (file, sentence) = odd.next()?;
        Some(CorpusOddity {
            n: 1 + odd.count(),
            of: self.sentences().count(),
            first: sentence.tokens.join(" "),
            place: place_of(file, sentence),
        })
    }

    /// Dependencies that stand again with the same sentence of the same construction, and count each time.
    #[doc(hidden)]
    pub fn repeated_dependencies(&self) -> Option<CorpusOddity> {
        let mut seen = BTreeSet::new();
        let all = self.sentences().flat_map(|(file, sentence)| {
            sentence.dependencies.iter().map(move |one| (file, sentence, one))
        });
        let mut odd = all.filter(|(file, sentence, one)| {
            let ends = (one.head.token, one.dependent.token);
            !seen.insert((&file.construction, &sentence.tokens, &one.relation, ends))
        });
        let (file, sentence, one) = odd.next()?;
        let (first, place) = (shown(one), place_of(file, sentence));
        Some(CorpusOddity { n: 1 + odd.count(), of: self.n_dependencies(), first, place })
    }

    /// How many dependencies it has.
    pub fn n_dependencies(&self) -> usize {
        let sentences = self.files.iter().flat_map(|file| &file.sentences);
        sentences.map(|sentence| sentence.dependencies.len()).sum()
    }

    /// Judges what one system returned: one file for everything, or one a construction, which their names tell.
    /// Parses are found by their sentences, so that they may stand in any order and some may be missing.
    ///
    /// # Errors
    /// Where a file is not one of parses.
    pub fn judge(
        &self,
        system: &str,
        files: &[NamedText<'_>],
        options: &UnboundedOptions,
    ) -> Result<JudgedSystem> {
        let mut sentences = Vec::new();
        for gold in &self.files {
            match file_for(gold, files) {
                None => {
                    let named = format!("no file of parses is named after {}", gold.construction);
                    // There may be one that says it is of another part.
                    let other = files
                        .iter()
                        .map(base)
                        .find(|base| construction_of(base) == gold.construction);
                    let message = match (other, part_of(&gold.name)) {
                        (Some(other), Some(part)) => format!(
                            "{named} and of the part {part}: {other} is named after another part"
                        ),
                        _ => named,
                    };
                    let missing = Lacking { reason: Some("system_missing"), message };
                    sentences.extend(gold.sentences.iter().map(|one| missed(gold, one, &missing)));
                }
                Some(file) => sentences.extend(judged(gold, file, options)?),
            }
        }
        Ok(JudgedSystem { name: system.to_string(), sentences })
    }

    /// Scores judgements: one row a sentence, in the order of the corpus.
    ///
    /// # Errors
    /// That of every evaluation; nothing that was judged here leads to one.
    pub fn evaluate(
        &self,
        systems: &[JudgedSystem],
        options: &UnboundedOptions,
        threads: &Threads,
    ) -> Result<Vec<Evaluation<UnboundedCounts>>> {
        let known = |(file, sentence): (&CorpusFile, &UnboundedSentence)| {
            let dependencies: Vec<String> = sentence.dependencies.iter().map(shown).collect();
            let text = sentence.tokens.join(" ");
            let line = format!("{}\t{}\t{text}", file.construction, dependencies.join(";"));
            let judged = Judged {
                construction: file.construction.clone(),
                length: u32::try_from(sentence.tokens.len()).unwrap_or(u32::MAX),
                n: sentence.dependencies.len() as u64,
            };
            (line.into_bytes(), judged)
        };
        let gold = Corpus::of_known(&self.name, self.sentences().map(known));
        let found = |sentence: &JudgedSentence| {
            let found = sentence.dependencies.iter().filter(|one| one.found.is_some());
            (Vec::new(), Judged { n: found.count() as u64, ..Judged::default() })
        };
        let readers = systems.iter().map(|system| {
            Reader::from(&Corpus::of_known(&system.name, system.sentences.iter().map(found)))
        });
        let metric = UnboundedRecall(signature(options));
        let (gold, readers) = (Reader::from(&gold), readers.collect());
        let found = evaluation::evaluate_any(&[metric], gold, readers, threads, &mut |_| ())?;
        let rows = found.metrics.into_iter().flat_map(|found| found.systems);
        let rows = rows.zip(systems).map(|(rows, system)| {
            let said = (0..).zip(system.sentences.iter().map(said)).collect();
            Evaluation { said, ..rows }
        });
        Ok(rows.collect())
    }
}

fn signature(options: &UnboundedOptions) -> Signature {
    let labels = if options.is_labelled { "yes" } else { "no" };
    Signature::new(NAME).with("match", options.matching.name()).with("labels", labels)
}

/// What a row says of itself.
fn said(sentence: &JudgedSentence) -> Remarks {
    let construction = (CONSTRUCTION.to_string(), sentence.construction.clone());
    let missing = sentence.missing.clone();
    Remarks { groups: Groups::from([construction]), missing, ..Remarks::default() }
}

/// `dobj rule_6 country_1`
fn shown(one: &Unbounded) -> String {
    let Unbounded { relation, head, dependent } = one;
    format!("{relation} {}_{} {}_{}", head.form, head.token, dependent.form, dependent.token)
}

/// Where a sentence begins.
fn place_of(file: &CorpusFile, sentence: &UnboundedSentence) -> String {
    format!("{}:{}", file.path, Position::start_of(sentence.line))
}

/// A file's name without folders.
fn base<'t>(file: &NamedText<'t>) -> &'t str {
    file.name.rsplit(['/', '\\']).next().unwrap_or("")
}

/// Which construction a file is about, and of which part it is, if its name says so.
fn about_what<'t>(file: &NamedText<'t>) -> About<'t> {
    let base = base(file);
    (construction_of(base), part_of(base))
}

/// A construction, and a part of the corpus.
type About<'t> = (String, Option<&'t str>);

/// Whether two files may belong together: those of one construction, and of one part if both say of which.
fn is_about_same((one, its_part): &About<'_>, (two, other_part): &About<'_>) -> bool {
    one == two && (its_part.is_none() || other_part.is_none() || its_part == other_part)
}

/// Which of a system's files has the parses of a construction: the only one there is, or the one that is named after
/// it, of the same part if both say of which.
fn file_for<'f, 't>(gold: &CorpusFile, files: &'f [NamedText<'t>]) -> Option<&'f NamedText<'t>> {
    if let [only] = files {
        return Some(only);
    }
    let ours = part_of(&gold.name);
    let about = (gold.construction.clone(), ours);
    // One that says of which part it is comes first.
    let named = files.iter().filter(|file| is_about_same(&about_what(file), &about));
    named.max_by_key(|file| ours.is_some() && part_of(base(file)) == ours)
}

/// A sentence without a parse.
fn missed(file: &CorpusFile, sentence: &UnboundedSentence, missing: &Lacking) -> JudgedSentence {
    let dependency = |one: &Unbounded| JudgedDependency {
        relation: one.relation.clone(),
        head: one.head.clone(),
        dependent: one.dependent.clone(),
        found: None,
        says: Vec::new(),
        why: missing.message.clone(),
    };
    JudgedSentence {
        construction: file.construction.clone(),
        text: sentence.tokens.join(" "),
        dependencies: sentence.dependencies.iter().map(dependency).collect(),
        parse: None,
        missing: Some(missing.clone()),
    }
}

/// Judges the sentences of one file of the corpus by a file of parses.
fn judged(
    gold: &CorpusFile,
    file: &NamedText<'_>,
    options: &UnboundedOptions,
) -> Result<Vec<JudgedSentence>> {
    let reading = Reading { format: options.format, ..Reading::default() };
    let n = gold.sentences.len();
    let parses = Parses::read_all(file.name, file.text, reading, Some(n))?;
    let mut space = ParseSpace::default();
    let mut finder = Finder::new(&parses, &gold.sentences);
    let mut all = Vec::with_capacity(n);
    for (at, sentence) in gold.sentences.iter().enumerate() {
        let place = match finder.place(at, sentence, &mut space) {
            Ok(place) => place,
            Err(missing) => {
                all.push(missed(gold, sentence, &missing));
                continue;
            }
        };
        let how = (options.matching, options.is_labelled);
        match views(&parses, place, &mut space) {
            Err(error) => {
                let message = error.to_string();
                let missing = Lacking { reason: Some("system_unreadable"), message };
                all.push(missed(gold, sentence, &missing));
            }
            Ok(None) => all.push(missed(gold, sentence, &none_there())),
            Ok(Some((views, tree))) => match Judge::new(sentence, views, &tree, how) {
                None => all.push(missed(gold, sentence, &other_there())),
                Some(judge) => {
                    let dependencies: Vec<JudgedDependency> =
                        sentence.dependencies.iter().map(|one| judge.judge(one)).collect();
                    let has_missed = dependencies.iter().any(|one| one.found.is_none());
                    all.push(JudgedSentence {
                        construction: gold.construction.clone(),
                        text: sentence.tokens.join(" "),
                        dependencies,
                        parse: has_missed.then(|| judge.into_parse()),
                        missing: None,
                    });
                }
            },
        }
    }
    Ok(all)
}

fn none_there() -> Lacking {
    let message = "the parser returned nothing for it".to_string();
    Lacking { reason: Some("no_parse"), message }
}

fn other_there() -> Lacking {
    let message = "no parse of this sentence is in the file".to_string();
    Lacking { reason: Some("text_mismatch"), message }
}

/// The views of a parse and its tree; nothing if there is no analysis.
fn views(
    parses: &Parses,
    place: usize,
    space: &mut ParseSpace,
) -> Result<Option<(Vec<Analysis>, Analysis)>> {
    let mut views = Vec::with_capacity(VIEWS.len());
    for view in VIEWS {
        match parses.analysis(place, view, space)? {
            Some(analysis) => views.push(analysis),
            None => return Ok(None),
        }
    }
    let tree = parses.analysis(place, View::Tree, space)?;
    Ok(tree.map(|tree| (views, tree)))
}

/// So many sentences are looked through one by one for a parse that has most of their words.
const MOST_SEARCHED: usize = 2000;

/// Finds the parse of each sentence.
struct Finder<'p> {
    parses: &'p Parses,
    sentences: &'p [UnboundedSentence],
    /// Whether there are as many parses as sentences, so that each has its place.
    is_in_order: bool,
    /// Parses by the letters and digits of their words.
    by_letters: BTreeMap<String, Vec<usize>>,
    /// How many sentences with the same letters were asked for.
    n_asked: BTreeMap<String, usize>,
    /// The words of all parses in small letters, once somebody has to look through them.
    words: Option<Vec<Vec<String>>>,
    /// Of which sentences those parses are that cannot be read, once somebody asks.
    unreadable: Option<BTreeMap<usize, usize>>,
}

impl<'p> Finder<'p> {
    fn new(parses: &'p Parses, sentences: &'p [UnboundedSentence]) -> Finder<'p> {
        let mut columns = ColumnSpace::default();
        let mut by_letters: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, parse) in parses.sentences.iter().enumerate() {
            if let Some(letters) = parse.spelled(&mut columns).filter(|it| !it.is_empty()) {
                by_letters.entry(letters).or_default().push(at);
            }
        }
        let is_in_order = parses.sentences.len() == sentences.len();
        Finder {
            parses,
            sentences,
            is_in_order,
            by_letters,
            n_asked: BTreeMap::new(),
            words: None,
            unreadable: None,
        }
    }

    /// Which parse is of a sentence: the one with its letters (of several with the same, one after the other), the
    /// one in its place, or one that has most of its words, as those do whose prepositions are in names of relations;
    /// or else one that cannot be read.
    fn place(
        &mut self,
        at: usize,
        sentence: &UnboundedSentence,
        space: &mut ParseSpace,
    ) -> std::result::Result<usize, Lacking> {
        let letters = letters_of(sentence);
        if let Some(same) = self.by_letters.get(&letters) {
            let asked = self.n_asked.entry(letters).or_default();
            *asked += 1;
            return Ok(same[(*asked - 1) % same.len()]);
        }
        if self.is_in_order {
            match self.parses.analysis(at, View::Own, space) {
                Ok(None) => return Err(none_there()),
                // What cannot be read is told when it is judged.
                Err(_) => return Ok(at),
                Ok(Some(found)) if tokens::aligned(&sentence.tokens, &found.words).is_some() => {
                    return Ok(at);
                }
                Ok(Some(_)) => {}
            }
        }
        let parses = self.parses;
        if parses.sentences.len() > MOST_SEARCHED {
            return Err(other_there());
        }
        let words = self.words.get_or_insert_with(|| words_of(parses, space));
        let tokens: BTreeSet<String> =
            sentence.tokens.iter().map(|token| token.to_lowercase()).collect();
        let n_words = tokens.iter().filter(|token| token.contains(char::is_alphanumeric)).count();
        let share = |place: &usize| {
            let words = &words[*place];
            let shared = words.iter().filter(|word| tokens.contains(*word)).count();
            // Most of the parse, and most of the sentence: prepositions, conjunctions and marks may be gone.
            let is_most = 10 * shared >= 8 * words.len() && 10 * shared >= 7 * n_words;
            (is_most && shared > 0).then_some(shared)
        };
        let found = (0..words.len()).filter_map(|place| Some((share(&place)?, place)));
        let found = found.max_by_key(|(shared, _)| *shared).map(|(_, place)| place);
        found.or_else(|| self.unreadable(at, space)).ok_or_else(other_there)
    }

    /// A parse that is of a sentence and cannot be read: it has the most of this sentence's words, at least half of
    /// them, or stands behind the parse of the one before, as what was cut off does.
    fn unreadable(&mut self, at: usize, space: &mut ParseSpace) -> Option<usize> {
        if let Some(known) = &self.unreadable {
            return known.get(&at).copied();
        }
        let words = |sentence: &UnboundedSentence| -> BTreeSet<String> {
            sentence.tokens.iter().flat_map(|token| pieces(token)).collect()
        };
        // Sentences without a parse that can be read, and the sentences before them.
        let letters: Vec<String> = self.sentences.iter().map(letters_of).collect();
        let mut left: BTreeMap<usize, BTreeSet<String>> = (0..)
            .zip(self.sentences)
            .filter(|(at, _)| !self.by_letters.contains_key(&letters[*at]))
            .map(|(at, sentence)| (at, words(sentence)))
            .collect();
        let mut known = BTreeMap::new();
        for place in 0..self.parses.sentences.len() {
            if !matches!(self.parses.missing(place, space), Some(Missing::Unreadable(_))) {
                continue;
            }
            let there = self.parses.sentences[place].pieces();
            let shared = |words: &BTreeSet<String>| words.intersection(&there).count();
            let most = left.iter().filter(|(_, words)| 2 * shared(words) >= words.len());
            // Of equal ones the first.
            let most = most.rev().max_by_key(|(_, words)| shared(words)).map(|(at, _)| *at);
            let is_before = |before: &usize| {
                let behind = self.by_letters.get(&letters[*before]);
                behind.is_some_and(|places| places.contains(&place.wrapping_sub(1)))
            };
            let next = || (0..letters.len()).find(is_before).map(|before| before + 1);
            if let Some(at) = most.or_else(next).filter(|at| left.remove(at).is_some()) {
                known.insert(at, place);
            }
        }
        self.unreadable.insert(known).get(&at).copied()
    }
}

fn letters_of(sentence: &UnboundedSentence) -> String {
    spelled(sentence.tokens.iter().map(String::as_str))
}

/// The words of all parses in small letters; none of those that cannot be read.
fn words_of(parses: &Parses, space: &mut ParseSpace) -> Vec<Vec<String>> {
    let mut words = |place: usize| match parses.analysis(place, View::Own, space) {
        Ok(Some(found)) => {
            let named = found.words.iter().filter(|word| !word.form.is_empty());
            named.map(|word| word.form.to_lowercase()).collect()
        }
        Ok(None) | Err(_) => Vec::new(),
    };
    (0..parses.sentences.len()).map(&mut words).collect()
}
