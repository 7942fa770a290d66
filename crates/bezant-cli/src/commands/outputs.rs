//! Outputs of language models in the place of files of parses: folders, lines of JSON, and whatever
//! else is to be repaired.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use bezant::counts::Counts;
use bezant::error::{Hint, Position};
use bezant::evaluation::Evaluation;
use bezant::formats::answers_jsonl::{is_answers_jsonl, read_answers_jsonl};
use bezant::formats::outputs::{
    Output, OutputFacts, PlacedOutputs, Placing, RepairedRelations, Run, best_of,
    numbered_relations, place_file, place_outputs, repair_relations,
};
use bezant::formats::repair::Repairs;
use bezant::formats::{Corpus, Format, Reader};
use bezant::parallel::Threads;
use bezant::report::{Names, Report};
use bezant::saved::OwnMetric;
use bezant::signature::Signature;
use bezant::source::Source;

use crate::args::{OutputsArgs, Samples};
use crate::commands::{Loaded, load, open_text};
use crate::session;
use crate::warnings::Warning;

/// A system's file, opened, or a folder with one file an output.
pub enum Opened<'a> {
    File(Source),
    /// Sentences that a caller has.
    Kept(Corpus),
    Folder(&'a Path),
}

impl<'a> Opened<'a> {
    /// Opens what was named as a system.
    pub fn new(path: &'a Path, format: Option<Format>) -> bezant::error::Result<Opened<'a>> {
        if let Some(corpus) = session::corpus(path, format) {
            return corpus.map(Opened::Kept);
        }
        Opened::file(path)
    }

    /// The same for those who read files whole.
    pub fn file(path: &'a Path) -> bezant::error::Result<Opened<'a>> {
        match path.is_dir() {
            true => Ok(Opened::Folder(path)),
            false => open_text(path).map(Opened::File),
        }
    }

    /// The name and text of a file; nothing of a folder.
    pub fn loaded(self) -> Option<bezant::error::Result<Loaded>> {
        match self {
            Opened::File(source) => {
                let name = source.name().to_string();
                Some(source.rest().map(|text| (name, text)))
            }
            Opened::Kept(_) | Opened::Folder(_) => None,
        }
    }

    /// Whether it can only be read beside gold.
    pub fn has_outputs(&self) -> bool {
        match self {
            Opened::File(source) => is_answers_jsonl(source.start()),
            Opened::Kept(_) => false,
            Opened::Folder(_) => true,
        }
    }

    /// What was asked of lines of JSON, where this is a file without any.
    pub fn in_vain(&self, args: &OutputsArgs) -> Option<Warning> {
        let options = [
            (args.field.is_some(), "--field"),
            (args.id_field.is_some(), "--id-field"),
            (args.samples == Samples::Best, "--samples"),
        ];
        let given = options.into_iter().filter(|(is_given, _)| *is_given).map(|(_, name)| name);
        let options: Vec<&str> = given.collect();
        match self {
            Opened::File(source) if !self.has_outputs() && !options.is_empty() => {
                Some(Warning::NoJson { system: source.name().to_string(), options })
            }
            _ => None,
        }
    }

    /// What it is called, and its outputs; or the file, where it has no ids.
    pub fn outputs(
        self,
        args: &OutputsArgs,
    ) -> anyhow::Result<(String, Result<Vec<Output>, Source>)> {
        let is_json = self.has_outputs();
        match self {
            Opened::File(source) if is_json => {
                let name = source.name().to_string();
                let answers = read_answers_jsonl(&name, &source.rest()?, &args.fields())?;
                let outputs = answers.into_iter().flat_map(|answer| {
                    let at = bezant::error::Position { line: answer.line, column: 1 };
                    let id = answer.id;
                    let none = answer.outputs.is_empty().then_some(None);
                    let texts = answer.outputs.into_iter().map(|text| Some(text.into_bytes()));
                    let texts: Vec<Option<Vec<u8>>> = texts.chain(none).collect();
                    texts.into_iter().map(move |text| Output { id: id.clone(), text, at })
                });
                Ok((name, Ok(outputs.collect())))
            }
            Opened::File(source) => Ok((source.name().to_string(), Err(source))),
            Opened::Kept(corpus) => {
                let at = bezant::error::Position { line: 1, column: 1 };
                let output = |text: Option<&[u8]>| {
                    let text = text.map(<[u8]>::to_vec);
                    Output { id: None, text, at }
                };
                Ok((corpus.name().to_string(), Ok(corpus.parts().map(output).collect())))
            }
            Opened::Folder(path) => Ok((path.display().to_string(), Ok(folder(path)?))),
        }
    }

    fn place(
        self,
        gold: &Corpus,
        format: Option<Format>,
        args: &OutputsArgs,
        how: Placing,
    ) -> anyhow::Result<PlacedOutputs> {
        let is_folder = matches!(self, Opened::Folder(_));
        if let (Opened::Kept(corpus), false) = (&self, how.repairs) {
            let runs = vec![Run { corpus: corpus.clone(), facts: Vec::new() }];
            return Ok(PlacedOutputs { runs, unknown: Vec::new(), fewer: Vec::new() });
        }
        let (name, outputs) = self.outputs(args)?;
        match outputs {
            Ok(outputs) => {
                let n_outputs = outputs.len();
                let placed = place_outputs(gold, &name, outputs, how)?;
                anyhow::ensure!(
                    n_outputs == 0 || placed.unknown.len() < n_outputs,
                    "no {} in {name} is an output for a sentence of {}\n  hint: name each by gold's sent_id or the \
                     sentence's number from 1{}",
                    if is_folder { "file" } else { "line" },
                    gold.name(),
                    if is_folder { "; or give the files in it by name" } else { "" }
                );
                Ok(placed)
            }
            Err(source) if how.repairs => Ok(place_file(gold, source, format, how)?),
            Err(source) => {
                // It is a file of parses like any other, beside others that are none.
                let corpus = Corpus::read(Reader::new(source, format))?;
                Ok(PlacedOutputs {
                    runs: vec![Run { corpus, facts: Vec::new() }],
                    unknown: Vec::new(),
                    fewer: Vec::new(),
                })
            }
        }
    }
}

/// The files of a folder, each an output whose name says of which sentence.
fn folder(path: &Path) -> anyhow::Result<Vec<Output>> {
    let cannot_read = || format!("cannot read the folder {}", path.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).with_context(cannot_read)? {
        let file = entry.with_context(cannot_read)?.path();
        let is_hidden = file.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if file.is_file() && !is_hidden {
            files.push(file);
        }
    }
    anyhow::ensure!(!files.is_empty(), "{} has no files in it", path.display());
    files.sort_by_cached_key(|file| natural(&file.to_string_lossy()));
    let output = |file: &PathBuf| {
        let (_, text) = load(file)?;
        let id = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let at = bezant::error::Position { line: 1, column: 1 };
        Ok(Output { id, text: Some(text.to_vec()), at })
    };
    files.iter().map(output).collect()
}

/// A name as parts by which `answer-2` stands before `answer-10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let words = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(words);
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        parts.push((word.to_string(), behind[..digits].parse().unwrap_or(u64::MAX)));
        rest = &behind[digits..];
    }
    parts
}

/// Outputs of all systems beside gold.
pub struct Placed {
    /// One for each system that is scored: a sample is one.
    pub systems: Vec<Corpus>,
    /// What is said of each one's outputs; nothing unless they were repaired.
    pub facts: Vec<Vec<OutputFacts>>,
    /// The systems as they were given, and how many samples of each are scored.
    pub samples: Vec<(String, usize)>,
}

/// Puts the outputs of systems beside gold.
pub fn place<M: OwnMetric>(
    metric: &M,
    gold: &Corpus,
    systems: Vec<(String, Opened<'_>)>,
    (format, args, how): (Option<Format>, &OutputsArgs, Placing),
    threads: &Threads,
    notices: &mut Vec<Warning>,
) -> anyhow::Result<Placed> {
    let mut placed = Placed { systems: Vec::new(), facts: Vec::new(), samples: Vec::new() };
    for (name, opened) in systems {
        let PlacedOutputs { mut runs, unknown, fewer } = opened.place(gold, format, args, how)?;
        if !unknown.is_empty() {
            notices.push(Warning::UnknownOutputs { system: name.clone(), ids: unknown });
        }
        if !fewer.is_empty() {
            notices.push(Warning::FewerSamples {
                system: name.clone(),
                sentences: fewer,
                of: runs.len(),
            });
        }
        if args.samples == Samples::Best && runs.len() > 1 {
            runs = vec![best(metric, gold, &runs, threads)?];
        }
        placed.samples.push((name, runs.len()));
        for Run { corpus, facts } in runs {
            placed.systems.push(corpus);
            placed.facts.push(facts);
        }
    }
    Ok(placed)
}

/// The best sample of each sentence, of equal ones the first.
fn best<M: OwnMetric>(
    metric: &M,
    gold: &Corpus,
    runs: &[Run],
    threads: &Threads,
) -> anyhow::Result<Run> {
    let readers = runs.iter().map(|run| Reader::from(&run.corpus)).collect();
    let found = metric.evaluate_systems(gold, readers, threads)?;
    let mut chosen = vec![0; gold.len()];
    let mut best = vec![f64::NEG_INFINITY; gold.len()];
    for (run, evaluation) in found.iter().enumerate() {
        for (row, counts) in evaluation.counted() {
            let score = metric.scores(counts).first().and_then(|score| score.value);
            let at = usize::try_from(row.sentence).unwrap_or(usize::MAX).saturating_sub(1);
            // Nothing to find and nothing found is better than what could not be scored.
            if let Some(most) = best.get_mut(at)
                && score.unwrap_or(0.0) > *most
            {
                (*most, chosen[at]) = (score.unwrap_or(0.0), run);
            }
        }
    }
    Ok(best_of(runs, &chosen))
}

/// A system's relations as a text that is read as always.
pub struct SystemText {
    pub loaded: Loaded,
    /// What was repaired of which sentence.
    pub repairs: BTreeMap<u64, Repairs>,
    /// Where outputs stand, by number, if the text was made of some.
    pub places: BTreeMap<u64, Position>,
    /// Whether each output is a line.
    pub are_lines: bool,
    /// What is not in the text.
    pub said: Vec<Warning>,
}

impl SystemText {
    /// A text as it is in its file.
    pub fn of(loaded: Loaded) -> SystemText {
        SystemText {
            loaded,
            repairs: BTreeMap::new(),
            places: BTreeMap::new(),
            are_lines: false,
            said: Vec::new(),
        }
    }
}

/// A system's relations, which may be outputs of a language model.
pub fn relations(path: &Path, args: &OutputsArgs) -> anyhow::Result<SystemText> {
    let opened = match session::open_relations(path) {
        Some(source) if !args.repair => Opened::File(source?),
        _ if args.repair => Opened::new(path, None)?,
        _ => Opened::file(path)?,
    };
    let is_plain = !args.repair && !opened.has_outputs();
    let are_lines = matches!(opened, Opened::File(_)) && opened.has_outputs();
    let (name, outputs) = opened.outputs(args)?;
    let repaired = match outputs {
        Ok(outputs) => numbered_relations(&outputs, args.repair),
        Err(source) if is_plain => return Ok(SystemText::of((name, source.rest()?))),
        Err(source) => repair_relations(&source.rest()?),
    };
    anyhow::ensure!(
        !repaired.text.trim_ascii().is_empty(),
        "no relation was found in {name}\n  hint: {}",
        if args.repair {
            "relations are read in brackets, such as (dobj sees_1 Kim_2)"
        } else {
            "outputs of a language model are repaired by --repair"
        }
    );
    let RepairedRelations { text, repairs, places, most, unknown } = repaired;
    let text = Source::from_bytes(name.as_str(), text)?.rest()?;
    let mut said = Vec::new();
    if most > 1 {
        said.push(Warning::FirstOutputs { system: name.clone(), most });
    }
    if !unknown.is_empty() {
        said.push(Warning::UnknownOutputs { system: name.clone(), ids: unknown });
    }
    Ok(SystemText { loaded: (name, text), repairs, places, are_lines, said })
}

/// Names of systems where each has several samples.
pub fn names_of(samples: &[(String, usize)]) -> Vec<String> {
    let several = |(name, n): &(String, usize)| -> Vec<String> {
        match n {
            1 => vec![name.clone()],
            n => (1..=*n).map(|sample| format!("{name} #{sample}")).collect(),
        }
    };
    samples.iter().flat_map(several).collect()
}

/// What a report can have in it, with what is said of outputs.
pub fn names(names: Names, args: &OutputsArgs) -> Names {
    if args.repair { names.with_repairs() } else { names }
}

/// The same for rows that were saved, from their signature.
pub fn names_for(names: Names, signature: &Signature) -> Names {
    if signature.get("repair").is_some() { names.with_repairs() } else { names }
}

/// Adds what is said of outputs to a report.
pub fn add<C: Counts>(report: &mut Report, systems: &[Evaluation<C>], samples: &[(String, usize)]) {
    // What is still no parse has been through a repair.
    let is_repaired =
        |at: usize| systems.get(at).is_some_and(|system| system.signature.get("repair").is_some());
    for (_, system) in report.systems.iter_mut().enumerate().filter(|(at, _)| is_repaired(*at)) {
        let rows = system.skipped.iter_mut();
        rows.filter(|row| row.hint == Hint::MendOrRepair)
            .for_each(|row| row.hint = Hint::Advice("no parse was found in this output"));
    }
    report.add_repairs(systems);
    report.add_samples(samples);
}
