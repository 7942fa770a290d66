//! `bezant entail`.

mod explain;
mod export;
mod oracle;
mod parser;
mod train;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::answers::{Answer, Answers, Given};
use bezant::entailment::core::{Decision, Verdict};
use bezant::entailment::equivalences::{Equivalences, Patterns};
use bezant::entailment::learned::Learned;
use bezant::entailment::modules::{self, Kind, Module, PairParses, SameWords};
use bezant::entailment::parses::{Reading, stanford_name};
use bezant::entailment::{Pairs, score};
use bezant::parallel::Threads;
use bezant::report::EntailmentReport;

use crate::args::{
    DecideArgs, EntailArgs, EntailCommand, EntailScoreArgs, LEVEL, ModuleArgs, ModuleChoice,
    OutputArgs, ParsesArgs, SentencesArgs, Which,
};
use crate::commands::{Loaded, Typed, load, save, system_names};
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: EntailArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        EntailCommand::Sentences(args) => sentences(&args),
        EntailCommand::Decide(args) => decide(&args),
        EntailCommand::Score(args) => score(&args),
        EntailCommand::Explain(args) => explain::run(&args),
        EntailCommand::Oracle(args) => oracle::run(&args),
        EntailCommand::Export(args) => export::run(&args),
        EntailCommand::Train(args) => train::run(&args),
    }
}

fn pairs(path: &Path) -> bezant::error::Result<Pairs> {
    let (name, text) = load(path)?;
    Pairs::read(&name, &text, None)
}

fn sentences(args: &SentencesArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    let sentences = parser::sentences(&pairs, args.shape, args.only);
    output::write_to(args.output.as_deref(), |out| out.write_all(&sentences))?;
    Ok(ExitCode::SUCCESS)
}

/// The module that was typed; what it must find is [set](set_core) when there are parses.
fn module(args: &ModuleArgs) -> anyhow::Result<Module> {
    let mut module = match (args.module, &args.weights) {
        (ModuleChoice::Ready(name), None) => name.module(),
        (ModuleChoice::Learned, Some(path)) => {
            let (name, text) = load(path)?;
            let learned = Learned::read(&name, &text)?;
            Module { kind: Kind::Learned(learned), words: SameWords::LemmaOrForm }
        }
        (ModuleChoice::Learned, None) => {
            anyhow::bail!("--module learned needs --weights; `bezant entail train` makes them")
        }
        (ModuleChoice::Ready(_), Some(_)) => anyhow::bail!("--weights go with --module learned"),
    };
    for what in &args.equate {
        let equivalences = module.equivalences_mut();
        if what.ends_with(".toml") {
            let (name, text) = load(what)?;
            equivalences.read(&name, &text)?;
        } else if what == "published" {
            *equivalences = Equivalences::named(&["passive"]);
        } else if !match what.strip_prefix("no-") {
            Some(name) => equivalences.switch_off(name),
            None => equivalences.switch_on(what),
        } {
            anyhow::bail!(
                "no switch is called {what}; there are {}, all, published, and files that end in .toml",
                Equivalences::switches().join(", ")
            );
        }
    }
    // Weights were learned with words compared in one way.
    if !matches!(module.kind, Kind::Learned(_)) {
        module.words = args.words;
    }
    match &mut module.kind {
        Kind::Rules(rules) => {
            rules.dummies.extend(args.dummies.iter().map(|word| word.trim().to_lowercase()));
        }
        Kind::Learned(_) => anyhow::ensure!(
            args.core.is_empty() && args.dummies.is_empty() && args.equate.is_empty(),
            "--core, --dummies and --equate are not for --module learned, whose weights decide"
        ),
        Kind::Paths(_) => anyhow::ensure!(
            args.core.is_empty() && args.dummies.is_empty(),
            "--core and --dummies are not for the module paths, which compares all content words"
        ),
    }
    Ok(module)
}

/// Sets the relations that must be found, each of which some analysis can have, or these do: a
/// parser may have names of its own.
fn set_core(module: &mut Module, typed: &[String], parses: &[&PairParses]) -> anyhow::Result<()> {
    let view = module.view();
    let Kind::Rules(rules) = &mut module.kind else { return Ok(()) };
    if typed.is_empty() {
        return Ok(());
    }
    let known = rules.equivalences.relations();
    let is_known = |name: &str| {
        let is_collapsed = ["prep_", "prepc_", "conj_"].iter().any(|start| name.starts_with(start));
        is_collapsed || known.iter().any(|known| Patterns::new([name]).fit(known))
    };
    let typed = || typed.iter().map(|name| name.trim());
    let mut theirs = BTreeSet::new();
    if !typed().all(is_known) {
        for parses in parses {
            theirs.extend(parses.relations(view)?);
        }
    }
    let name = |name: &str| {
        anyhow::ensure!(!name.is_empty(), "a name in --core is empty");
        if is_known(name) || theirs.iter().any(|theirs| Patterns::new([name]).fit(theirs)) {
            return Ok(name.to_string());
        }
        let universal = stanford_name(name);
        anyhow::ensure!(
            is_known(&universal),
            "no relation is called {name}; the parses have {}; for --core there are also {}, and prep_*, prepc_* and conj_*",
            join(theirs.iter().map(String::as_str)),
            join(known.iter().filter(|name| !theirs.contains(**name)).copied()),
        );
        Ok(universal)
    };
    let core = typed().map(name).collect::<anyhow::Result<Vec<_>>>()?;
    rules.core = Patterns::new(core);
    Ok(())
}

fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn reading(args: &ParsesArgs) -> Reading {
    Reading { format: args.input, lemmas: args.lemmas }
}

/// The parses of the pairs, from files or from a program.
fn parses(args: &ParsesArgs, pairs: &Pairs) -> anyhow::Result<PairParses> {
    if let Some(command) = &args.parser_cmd {
        let sentences = parser::sentences(pairs, args.parser_reads, Which::Both);
        let printed = parser::run(command, sentences, args.parser_time)?;
        return PairParses::read(pairs, (command, &printed), None, reading(args))
            .with_context(|| format!("what `{command}` printed cannot be used"));
    }
    if args.parses.is_empty() {
        anyhow::bail!("give what a parser returned with --parses, or a program with --parser-cmd");
    }
    from_files(&args.parses, pairs, reading(args), "--parses")
}

fn from_files(
    paths: &[PathBuf],
    pairs: &Pairs,
    reading: Reading,
    option: &str,
) -> anyhow::Result<PairParses> {
    let files: Vec<Loaded> = paths.iter().map(load).collect::<bezant::error::Result<_>>()?;
    let (first, second) = match files.as_slice() {
        [one] => (one, None),
        [texts, hypotheses] => (texts, Some(hypotheses)),
        _ => anyhow::bail!("{option} is given once, or twice: texts, then hypotheses"),
    };
    let second = second.map(|(name, text)| (name.as_str(), &text[..]));
    Ok(PairParses::read(pairs, (&first.0, &first.1), second, reading)?)
}

/// What a module answers.
fn answers(
    name: &str,
    module: &Module,
    parses: &PairParses,
    threads: &Threads,
) -> anyhow::Result<Answers> {
    Ok(given(name, &modules::decide(module, parses, threads)?))
}

fn given(name: &str, decisions: &[Decision]) -> Answers {
    let given = decisions
        .iter()
        .map(|decision| Given { answer: decision.answer, probability: decision.probability });
    Answers { name: name.to_string(), given: given.collect() }
}

/// A warning where parses have nothing that the module looks for.
fn nothing_to_find(module: &Module, decisions: &[Decision]) -> Option<Warning> {
    let Kind::Rules(rules) = &module.kind else { return None };
    let has_core = |one: &Decision| one.relations.iter().any(|relation| relation.core);
    let idle = rules.verdict != Verdict::Any && !decisions.iter().any(has_core);
    idle.then(|| Warning::NoCore(rules.core.to_string()))
}

#[allow(clippy::print_stderr)]
fn decide(args: &DecideArgs) -> anyhow::Result<ExitCode> {
    let mut module = module(&args.module)?;
    let pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    set_core(&mut module, &args.module.core, &[&parses])?;
    let threads = args.threads.start()?;
    let decisions = modules::decide(&module, &parses, &threads)?;
    warnings::print(nothing_to_find(&module, &decisions).as_slice(), args.quiet);
    let answers = given(module.name(), &decisions);
    output::write_to(args.output.as_deref(), |out| answers.write(&pairs, args.format, out))?;
    if !args.quiet {
        let yes = answers.given.iter().filter(|given| given.answer == Answer::Yes).count();
        let signature = parses
            .sign(module.signature())
            .with("n", pairs.pairs.len())
            .with("pairs", pairs.fingerprint())
            .with("version", env!("CARGO_PKG_VERSION"));
        eprintln!("{yes} YES, {} NO; {signature}", answers.given.len() - yes);
    }
    Ok(ExitCode::SUCCESS)
}

fn score(args: &EntailScoreArgs) -> anyhow::Result<ExitCode> {
    let names = system_names(&args.answers, &args.names)?;
    let typed = Typed { output: &args.output, baseline: args.baseline.as_deref(), scores: &[] };
    typed.check(&EntailmentReport::names(), &names)?;
    let pairs = pairs(&args.pairs)?;
    let read = |(path, name): (&PathBuf, &String)| {
        let (file, text) = load(path)?;
        let answers = Answers::read(&file, &text, &pairs)?;
        Ok(Answers { name: name.clone(), ..answers })
    };
    let answers: Vec<Answers> =
        args.answers.iter().zip(&names).map(read).collect::<bezant::error::Result<_>>()?;
    let systems = score::evaluate(&pairs, &answers)?;
    save(args.output.save.as_deref(), &systems)?;
    let shown = shown(&pairs, &args.output);
    let mut report = shown.build(&systems);
    if systems.len() > 1 {
        let counts = |total: &score::EntailmentCounts| total.scores();
        let found = args.comparing().compare(&systems, counts, &Threads::new(None)?)?;
        report.add_comparisons(&found);
    }
    shown.add_intervals(&mut report, &systems);
    output::write(&report, &args.output)
}

/// What is shown about pairs, as the user wants it.
fn shown<'p>(pairs: &'p Pairs, output: &OutputArgs) -> EntailmentReport<'p> {
    EntailmentReport {
        pairs: Some(pairs),
        gold: &pairs.name,
        level: LEVEL,
        per_sentence: output.per_sentence,
        worst: output.worst,
    }
}
