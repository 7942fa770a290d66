//! The files of `bezant relations`: read, or printed by a program; and what is written of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Context;
use bezant::error::{Error, ErrorKind, Hint, Position, RelationFault, Stream};
use bezant::evaluation::{Evaluated, Evaluation, InvalidUtf8};
use bezant::formats::outputs::OutputFacts;
use bezant::formats::relations::conll::{self, Mapping};
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Broken, Input, alike, numbered, text};
use bezant::formats::repair::Repairs;
use bezant::formats::{Corpus, Format, JoinedRelations, Reader};
use bezant::metric::Reason;
use bezant::metrics::relations::{
    Hierarchy, RelationCounts, Relations, first_fault, unknown_fillers,
};
use bezant::parallel::Threads;
use bezant::saved::OwnMetric;
use bezant::source::Source;
use bezant::structures::relations::{NumberedRelations, PlacedFault, RelationFile, SentenceTexts};

use crate::args::{FilesArgs, RelationsArgs, ShapeOfSentences};
use crate::commands::outputs::SystemText;
use crate::commands::parser;
use crate::commands::relations::left_out::LeftOut;
use crate::commands::{Loaded, load, outputs};
use crate::warnings::Warning;
use crate::{hints, output, session};

/// The texts of all files, and what is needed to read them.
pub struct Texts {
    pub gold: Loaded,
    pub systems: Vec<Loaded>,
    words: Option<Loaded>,
    forms: Option<Forms>,
    mapping: Option<(String, Mapping)>,
    /// For gold and each system, where its sentences stand if they were apart, with their numbers.
    apart: Vec<Option<JoinedRelations>>,
    /// For each system, what was repaired of which sentence.
    repairs: Vec<BTreeMap<u64, Repairs>>,
    /// For each system, where its outputs stand, by number, and whether each is a line.
    places: Vec<(BTreeMap<u64, Position>, bool)>,
    /// What was left out of systems, until it is told.
    pub said: Vec<Warning>,
    /// Whether there are others beside these: one treebank of several.
    is_part: bool,
}

/// What is in them.
pub struct Files<'s> {
    pub gold: Corpus,
    pub systems: Vec<Corpus>,
    pub words: Option<SentenceTexts<'s>>,
}

impl Texts {
    pub fn load(args: &RelationsArgs) -> anyhow::Result<Texts> {
        Texts::load_files(args, &args.files)
    }

    /// The same of one treebank of several.
    pub fn load_part(args: &RelationsArgs, files: &FilesArgs) -> anyhow::Result<Texts> {
        Ok(Texts { is_part: true, ..Texts::load_files(args, files)? })
    }

    fn load_files(args: &RelationsArgs, files: &FilesArgs) -> anyhow::Result<Texts> {
        let forms = args.forms.as_ref().map(load).transpose()?;
        let mapping = args.mapping.as_ref().map(load).transpose()?;
        let gold = match session::open_relations(&files.gold) {
            Some(source) => {
                let source = source?;
                (source.name().to_string(), source.rest()?)
            }
            None => load(&files.gold)?,
        };
        let systems = files.systems.iter().map(|path| outputs::relations(path, &args.outputs));
        let mut read: Vec<SystemText> = systems.collect::<Result<_, _>>()?;
        let said = read.iter_mut().flat_map(|it| std::mem::take(&mut it.said)).collect();
        let places = |it: &mut SystemText| (std::mem::take(&mut it.places), it.are_lines);
        let places = read.iter_mut().map(places).collect();
        let repairs = read.iter_mut().map(|it| std::mem::take(&mut it.repairs)).collect();
        let systems = read.into_iter().map(|it| it.loaded).collect();
        let all = [&files.gold].into_iter().chain(&files.systems);
        // What is repaired says itself where its sentences are.
        let is_repaired = |at: usize| at > 0 && args.outputs.repair;
        let known = |(at, path): (usize, &PathBuf)| {
            session::joined_relations_of(path).filter(|_| !is_repaired(at))
        };
        let apart = all.enumerate().map(known).collect();
        let mut texts = Texts {
            gold,
            systems,
            apart,
            repairs,
            places,
            said,
            is_part: false,
            words: args.text.as_ref().map(load).transpose()?,
            forms: forms.map(|(name, text)| Forms::read(&name, &text)).transpose()?,
            mapping: match mapping {
                Some((name, text)) => {
                    let mapping = Mapping::read(&name, &text)?;
                    Some((name, mapping))
                }
                None => None,
            },
        };
        if let Some(command) = &args.parser_cmd {
            let sentences = texts.for_parser(args)?;
            let printed = parser::run(command, sentences, args.parser_time)?;
            let printed = Source::from_bytes(command.as_str(), printed)?.rest()?;
            texts.systems.push((command.clone(), printed));
        }
        Ok(texts)
    }

    /// The sentences for a program: those of the text, or else gold's own.
    fn for_parser(&self, args: &RelationsArgs) -> anyhow::Result<Vec<u8>> {
        let sentences: Vec<(u64, Vec<u8>)> = match self.words()? {
            Some(words) => {
                words.sentences.iter().map(|one| (one.number, one.words.to_vec())).collect()
            }
            None => {
                let gold = self.read_gold(args, Broken::Skips)?;
                let words = |one: NumberedRelations| Some((one.number, one.words?));
                let all: Option<Vec<_>> = gold.sentences.into_iter().map(words).collect();
                all.context("gold has no sentences for --parser-cmd; name them with --text")?
            }
        };
        let mut out = String::new();
        for (number, words) in sentences {
            // A program that knows marks of names wants them; our tokens have none.
            let words = match args.parser_reads {
                ShapeOfSentences::Raw => words.as_slice().into(),
                _ => text::unmarked(&words),
            };
            let words = String::from_utf8_lossy(words.trim_ascii()).into_owned();
            parser::write_sentence(&number.to_string(), &words, args.parser_reads, &mut out);
        }
        Ok(out.into_bytes())
    }

    /// Whether the types that a mapping names are there, with as many slots; and what is odd about its relations.
    pub fn check_mapping(&self, hierarchy: &Hierarchy) -> anyhow::Result<Vec<Warning>> {
        let Some((name, mapping)) = &self.mapping else { return Ok(Vec::new()) };
        let mut odd = Vec::new();
        for (dependency, relations) in mapping.relations() {
            let relation = relations.get(0);
            let has_two_words = match hierarchy.find(relation.name) {
                // What its type is, only a file says.
                _ if relation.name == conll::OWN_NAME => relation.fillers.len() > 1,
                Some(kind) => hierarchy.has_two_words(kind),
                None => anyhow::bail!(
                    "{name}: {dependency} becomes {}, which is no type of relations\n  hint: {}",
                    String::from_utf8_lossy(relation.name),
                    hints::of(Hint::DescribeTypes)
                ),
            };
            let fault = first_fault(hierarchy, &relations);
            if let Some((_, fault)) = fault.filter(|_| relation.name != conll::OWN_NAME) {
                let hint = hints::of(fault.hint());
                anyhow::bail!("{name}: {dependency}: {}\n  hint: {hint}", fault.plain());
            }
            let lacks = |word: &&[u8]| !relation.fillers.iter().any(|filler| filler == *word);
            let lacking = [conll::HEAD, conll::DEPENDENT].into_iter().find(lacks);
            if let Some(word) = lacking.filter(|_| has_two_words) {
                odd.push(Warning::WithoutWord {
                    mapping: name.clone(),
                    dependency: dependency.to_string(),
                    relation: String::from_utf8_lossy(&relation.shown()).into_owned(),
                    word: String::from_utf8_lossy(word).into_owned(),
                });
            }
        }
        Ok(odd)
    }

    /// What is said of a system's outputs, by the number of gold's sentence. Words are looked for in the
    /// text, or else among those of gold's relations. What could not be scored is neither well-formed nor
    /// faithful, be it for its types alone.
    pub fn facts(
        &self,
        (at, system): (usize, &Evaluation<RelationCounts>),
        files: &Files<'_>,
        hierarchy: &Hierarchy,
    ) -> Vec<OutputFacts> {
        let is_unreadable = |reason: &Reason| matches!(reason, Reason::SystemUnreadable(_));
        let skipped = system.skipped().filter(|(_, skipped)| is_unreadable(&skipped.reason));
        let unreadable: BTreeSet<u64> = skipped.map(|(row, _)| row.sentence).collect();
        let nothing = BTreeMap::new();
        let repairs = self.repairs.get(at).unwrap_or(&nothing);
        let theirs: BTreeMap<u64, &NumberedRelations> =
            files.systems[at].relations().map(|sentence| (sentence.number, sentence)).collect();
        let mut facts = Vec::new();
        for (gold, text) in files.gold.relations().zip(files.gold.texts()) {
            let number = gold.number;
            let text = files.words.as_ref().and_then(|words| words.of(number)).unwrap_or(text);
            let found = theirs.get(&number).filter(|_| !unreadable.contains(&number));
            let found = found.filter(|found| found.fault.is_none());
            let done = repairs.get(&number).cloned().unwrap_or_default();
            let is_faithful = found.is_some_and(|found| {
                unknown_fillers(hierarchy, &found.relations, text, (Stream::System, number))
                    .is_empty()
            });
            let fact = OutputFacts {
                is_valid: found.is_some() && done.is_empty(),
                is_faithful,
                repairs: done,
            };
            let place = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
            // Numbers may leave some out, but not many.
            if place >= facts.len() && place <= 2 * files.gold.len() + 1000 {
                facts.resize(place + 1, OutputFacts::default());
            }
            facts.get_mut(place).into_iter().for_each(|it| *it = fact.clone());
        }
        facts
    }

    /// What is said of relations before the first number of a file, gold first.
    pub fn before_numbers(&self, files: &Files<'_>) -> Vec<Warning> {
        let loaded = [&self.gold].into_iter().chain(&self.systems).enumerate();
        let said = |((at, (name, text)), file): ((usize, &Loaded), &Corpus)| {
            let has_numbers = file.format() == Format::Numbered && self.apart_at(at).is_none();
            let (n, Position { line, column }) =
                has_numbers.then(|| numbered::before_first(text)).flatten()?;
            Some(Warning::BeforeNumbers {
                file: name.clone(),
                n,
                place: format!("{name}:{line}:{column}"),
            })
        };
        loaded.zip(files.all()).filter_map(said).collect()
    }

    /// What is said of systems that have fewer or more sentences than gold, unless it is known which.
    pub fn unnumbered(&self, files: &Files<'_>) -> Vec<Warning> {
        let of = files.gold.len();
        let said = |(at, system): (usize, &Corpus)| {
            let is_known = system.format() == Format::Numbered
                || self.apart_at(1 + at).is_some_and(|apart| apart.numbers.is_some());
            let has = system.len();
            let is_other = !is_known && 0 < has && has != of;
            is_other.then(|| Warning::NoNumbers { system: system.name().to_string(), has, of })
        };
        files.systems.iter().enumerate().filter_map(said).collect()
    }

    /// What is said of systems whose sentences are others than gold's of the same number, where words are known.
    pub fn other_words(&self, files: &Files<'_>) -> Vec<Warning> {
        let mut gold: BTreeMap<u64, &[u8]> = BTreeMap::new();
        for NumberedRelations { number, words, .. } in files.gold.relations() {
            let text = files.words.as_ref().and_then(|texts| texts.of(*number));
            gold.extend(text.or(words.as_deref()).map(|words| (*number, words)));
        }
        let said = |system: &Corpus| {
            let (mut of, mut n, mut first) = (0, 0, None);
            for theirs in system.relations() {
                let words = theirs.words.as_deref().zip(gold.get(&theirs.number));
                let Some((words, ours)) = words else { continue };
                of += 1;
                if alike::are_different(ours, words) {
                    n += 1;
                    first = first.or(Some((theirs.number, theirs.at)));
                }
            }
            let (number, at) = first?;
            let place = system.place(number, at);
            Some(Warning::OtherWords { system: system.name().to_string(), n, of, place })
        };
        files.systems.iter().filter_map(said).collect()
    }

    pub fn aids(&self) -> Aids<'_> {
        Aids { forms: self.forms.as_ref(), mapping: self.mapping.as_ref().map(|(_, it)| it) }
    }

    pub fn words(&self) -> bezant::error::Result<Option<SentenceTexts<'_>>> {
        self.words_as(Broken::Skips)
    }

    /// The same, as strict as the original program.
    pub fn words_as(&self, broken: Broken) -> bezant::error::Result<Option<SentenceTexts<'_>>> {
        let read = |words| text::read_as(input(words, Stream::Text), broken);
        self.words.as_ref().map(read).transpose()
    }

    /// Gold, without the sentences that are left out.
    pub fn read_gold(
        &self,
        args: &RelationsArgs,
        broken: Broken,
    ) -> anyhow::Result<RelationFile<'_>> {
        Ok(self.read_gold_without(args, broken)?.0)
    }

    /// The same, and which sentences these are.
    fn read_gold_without<'a>(
        &self,
        args: &'a RelationsArgs,
        broken: Broken,
    ) -> anyhow::Result<(RelationFile<'_>, Option<LeftOut<'a>>)> {
        let gold = input(&self.gold, Stream::Gold);
        let mut gold = self.read_file((0, gold), args, broken)?;
        let without = args.without.as_ref();
        let left_out = without.map(|without| LeftOut::of(&mut gold, without)).transpose()?;
        Ok((gold, left_out))
    }

    /// Where the sentences of gold, which is 0, or of a system stand, if they were apart.
    fn apart_at(&self, at: usize) -> Option<&JoinedRelations> {
        self.apart.get(at)?.as_ref()
    }

    /// Gold, which is 0, or a system. Sentences that were apart are read one by one.
    fn read_file<'s>(
        &'s self,
        (at, input): (usize, Input<'s>),
        args: &RelationsArgs,
        broken: Broken,
    ) -> bezant::error::Result<RelationFile<'s>> {
        let (apart, aids) = (self.apart_at(at), self.aids());
        let numbers = apart.and_then(|apart| apart.numbers.as_deref());
        // What was taken for outputs of a language model is another text.
        let is_whole = |apart: &&JoinedRelations| apart.text == input.text;
        if let Some(apart) = apart.filter(is_whole).filter(|_| broken == Broken::Skips) {
            return relations::read_apart(input, &apart.parts, numbers, args.input, aids);
        }
        let mut file = relations::read(input, args.input, aids, broken)?;
        for (sentence, number) in file.sentences.iter_mut().zip(numbers.into_iter().flatten()) {
            sentence.number = *number;
        }
        Ok(file)
    }

    pub fn read(&self, args: &RelationsArgs) -> anyhow::Result<Files<'_>> {
        let (gold, left_out) = self.read_gold_without(args, Broken::Skips)?;
        let gold = Corpus::from_relations(&self.gold.1, gold);
        let words = self.words()?;
        if let Some(words) = &words {
            words.check(gold.relations().map(|sentence| sentence.number))?;
        }
        let read = |(at, loaded): (usize, &Loaded)| -> anyhow::Result<Corpus> {
            let input = input(loaded, Stream::System);
            let mut file = match self.read_file((1 + at, input), args, Broken::Skips) {
                // Beside others, who has nothing is one who found nothing; so is one who has other treebanks.
                Err(error) if (self.is_part || self.systems.len() > 1) && is_empty(&error) => {
                    let empty =
                        Corpus::from_sentences_in::<Vec<u8>>(Format::Numbered, &loaded.0, []);
                    return Ok(empty);
                }
                read => read?,
            };
            let mut places = self.places.get(at).cloned().unwrap_or_default();
            // What the original program compares has the same numbers already.
            if let Some(left_out) = left_out.as_ref().filter(|_| args.compat.is_none()) {
                left_out.take_from(&mut file, &mut places.0, &gold);
            }
            let corpus = Corpus::from_relations(&loaded.1, file);
            let (places, are_lines) = places;
            Ok(if places.is_empty() { corpus } else { corpus.at_outputs(&places, are_lines) })
        };
        let systems = self.systems.iter().enumerate().map(read);
        let systems = systems.collect::<anyhow::Result<_>>()?;
        Ok(Files { gold, systems, words })
    }
}

/// Whether there is nothing in a file.
fn is_empty(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Relations(RelationFault::Empty))
}

impl Files<'_> {
    pub fn all(&self) -> impl Iterator<Item = &Corpus> {
        [&self.gold].into_iter().chain(&self.systems)
    }

    pub fn system_readers(&self) -> Vec<Reader> {
        self.systems.iter().map(Reader::from).collect()
    }

    pub fn evaluate(
        &self,
        metric: &Relations,
        threads: &Threads,
    ) -> anyhow::Result<(Evaluated<Relations>, Vec<InvalidUtf8>)> {
        let (gold, systems) = (Reader::from(&self.gold), self.system_readers());
        let found =
            OwnMetric::evaluate(std::slice::from_ref(metric), gold, systems, threads, &mut |_| ())?;
        let evaluated = found.metrics.into_iter().next().context("one metric was asked for")?;
        Ok((evaluated, found.invalid))
    }
}

impl Files<'_> {
    /// What a system comes to that has no sentence at all.
    pub fn evaluate_nothing(
        &self,
        metric: &Relations,
        threads: &Threads,
    ) -> anyhow::Result<Evaluation<RelationCounts>> {
        let nothing = Corpus::from_sentences_in::<Vec<u8>>(Format::Numbered, "nothing", []);
        let found = metric.evaluate_systems(&self.gold, vec![Reader::from(&nothing)], threads)?;
        found.into_iter().next().context("one system was given")
    }
}

pub fn input((name, text): &Loaded, stream: Stream) -> Input<'_> {
    Input { name, text, stream }
}

/// Writes the first system's relations, without sentences of gold's that cannot be read, gold's relations, and the
/// sentences of a text or, where there is none, of the first of both that has them. What cannot be written ends the
/// run before anything is.
pub fn write(
    args: &RelationsArgs,
    [system, gold]: [&[NumberedRelations]; 2],
    words: Option<&SentenceTexts<'_>>,
) -> anyhow::Result<()> {
    let own = |file: &'_ [NumberedRelations]| -> Option<Vec<(u64, Vec<u8>)>> {
        file.iter().map(|one| Some((one.number, one.words.clone()?))).collect()
    };
    let sentences = match (&args.write_text, words) {
        (None, _) => Vec::new(),
        (_, Some(words)) => {
            words.sentences.iter().map(|one| (one.number, one.words.to_vec())).collect()
        }
        (_, None) => own(system)
            .or_else(|| own(gold))
            .context("--write-text: no file has the words of its sentences; --text names one")?,
    };
    if let Some(path) = &args.write {
        let faults = gold.iter().filter_map(|one| Some((one.number, one.fault.clone()?)));
        let faults: BTreeMap<u64, PlacedFault> = faults.collect();
        output::write_to(Some(path), |out| numbered::write_beside(system, &faults, out))?;
    }
    if let Some(path) = &args.write_gold {
        output::write_to(Some(path), |out| numbered::write(gold, out))?;
    }
    if let Some(path) = &args.write_text {
        let sentences = sentences.iter().map(|(number, words)| (*number, words.as_slice()));
        output::write_to(Some(path), |out| text::write(sentences, out))?;
    }
    Ok(())
}

/// Whether a file of the RASP parser has lemmas with their endings (`asset+s`), which no gold has.
pub fn has_lemmas<'r>(
    format: Format,
    sentences: impl Iterator<Item = &'r NumberedRelations>,
) -> bool {
    if format != Format::Rasp {
        return false;
    }
    let words = |sentence: &'r NumberedRelations| {
        let words = sentence.words.as_deref().unwrap_or_default();
        words.split(|byte| *byte == b' ')
    };
    let (mut all, mut lemmas) = (0, 0);
    for word in sentences.flat_map(words) {
        all += 1;
        lemmas += usize::from(
            [&b"+s"[..], b"+ed", b"+ing", b"+en"].iter().any(|end| word.ends_with(end)),
        );
    }
    lemmas * 50 > all
}
