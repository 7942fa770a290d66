//! `bezant entail`.

mod explain;
mod parser;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::answers::{Answer, Answers, Given};
use bezant::entailment::equivalences::Patterns;
use bezant::entailment::modules::{self, Module, PairParses};
use bezant::entailment::parses::Reading;
use bezant::entailment::{Pairs, score};
use bezant::parallel::Threads;
use bezant::report::EntailmentReport;

use crate::args::{
    DecideArgs, EntailArgs, EntailCommand, EntailScoreArgs, LEVEL, ModuleArgs, ParsesArgs,
    SentencesArgs, Which,
};
use crate::commands::{is_stdin, open, save, system_names};
use crate::output;

pub fn run(args: EntailArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        EntailCommand::Sentences(args) => sentences(&args),
        EntailCommand::Decide(args) => decide(&args),
        EntailCommand::Score(args) => score(&args),
        EntailCommand::Explain(args) => explain::run(&args),
    }
}

/// A file's name and text.
fn load(path: &Path) -> bezant::error::Result<(String, Vec<u8>)> {
    let source = open(path)?;
    let name = source.name().to_string();
    Ok((name, source.rest()?.to_vec()))
}

fn pairs(path: &Path) -> bezant::error::Result<Pairs> {
    let (name, text) = load(path)?;
    Pairs::read(&name, &text, None)
}

fn sentences(args: &SentencesArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    let mut out = output::create(args.output.as_deref())?;
    out.write_all(&parser::sentences(&pairs, args.shape, args.only))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The module that was typed.
fn module(args: &ModuleArgs) -> anyhow::Result<Module> {
    let mut module = args.module.module();
    for what in &args.equate {
        let equivalences = module.equivalences_mut();
        if what.ends_with(".toml") {
            let (name, text) = load(Path::new(what))?;
            equivalences.read(&name, &text)?;
        } else if let Some(name) = what.strip_prefix("no-") {
            equivalences.switch_off(name);
        } else if what != "none" && !equivalences.switch_on(what) {
            anyhow::bail!(
                "no switch is called {what}; there are {}, all, and files that end in .toml",
                bezant::entailment::equivalences::Equivalences::switches().join(", ")
            );
        }
    }
    match &mut module {
        Module::Rules(rules) => {
            if !args.core.is_empty() {
                rules.core = Patterns::new(&args.core);
            }
            rules.dummies.extend(args.dummies.iter().map(|word| word.to_lowercase()));
        }
        Module::Paths(_) => anyhow::ensure!(
            args.core.is_empty() && args.dummies.is_empty(),
            "--core and --dummies are not for the module paths, which compares all content words"
        ),
    }
    Ok(module)
}

/// The parses of the pairs, from files or from a program.
fn parses(args: &ParsesArgs, pairs: &Pairs) -> anyhow::Result<PairParses> {
    let reading = Reading { format: args.input.map(Into::into), lemmas: args.lemmas.into() };
    if let Some(command) = &args.parser_cmd {
        let sentences = parser::sentences(pairs, args.parser_reads, Which::Both);
        let printed = parser::run(command, sentences, args.parser_time)?;
        return PairParses::read(pairs, (command, &printed), None, reading)
            .with_context(|| format!("what `{command}` printed cannot be used"));
    }
    let files: Vec<(String, Vec<u8>)> =
        args.parses.iter().map(|path| load(path)).collect::<bezant::error::Result<_>>()?;
    let (first, second) = match files.as_slice() {
        [one] => (one, None),
        [texts, hypotheses] => (texts, Some(hypotheses)),
        [] => anyhow::bail!(
            "give what a parser returned with --parses, or a program with --parser-cmd"
        ),
        _ => anyhow::bail!("--parses is given once, or twice: texts, then hypotheses"),
    };
    let second = second.map(|(name, text)| (name.as_str(), text.as_slice()));
    Ok(PairParses::read(pairs, (&first.0, &first.1), second, reading)?)
}

fn check_stdin<'p>(paths: impl Iterator<Item = &'p std::path::PathBuf>) -> anyhow::Result<()> {
    let n = paths.filter(|path| is_stdin(path)).count();
    anyhow::ensure!(n <= 1, "only one file can be standard input");
    Ok(())
}

#[allow(clippy::print_stderr)]
fn decide(args: &DecideArgs) -> anyhow::Result<ExitCode> {
    check_stdin([&args.pairs].into_iter().chain(&args.parses.parses))?;
    let module = module(&args.module)?;
    let pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    let threads = Threads::new(args.threads.map(usize::from))?;
    let decisions = modules::decide(&module, &parses, &threads)?;
    let given = decisions
        .iter()
        .map(|decision| Given { answer: decision.answer, probability: decision.probability });
    let answers = Answers { name: module.name().to_string(), given: given.collect() };
    let mut out = output::create(args.output.as_deref())?;
    answers.write(&pairs, args.format.into(), &mut out)?;
    out.flush()?;
    if !args.quiet {
        let yes = answers.given.iter().filter(|given| given.answer == Answer::Yes).count();
        let signature = module
            .signature()
            .with("input", parses.format().name())
            .with("n", pairs.pairs.len())
            .with("pairs", pairs.fingerprint())
            .with("version", env!("CARGO_PKG_VERSION"));
        eprintln!("{yes} YES, {} NO; {signature}", answers.given.len() - yes);
    }
    Ok(ExitCode::SUCCESS)
}

fn score(args: &EntailScoreArgs) -> anyhow::Result<ExitCode> {
    check_stdin([&args.pairs].into_iter().chain(&args.answers))?;
    let names = system_names(&args.answers, &args.names)?;
    let pairs = pairs(&args.pairs)?;
    let read = |(path, name): (&std::path::PathBuf, &String)| {
        let (file, text) = load(path)?;
        let answers = Answers::read(&file, &text, &pairs)?;
        Ok(Answers { name: name.clone(), ..answers })
    };
    let answers: Vec<Answers> =
        args.answers.iter().zip(&names).map(read).collect::<bezant::error::Result<_>>()?;
    let systems = score::evaluate(&pairs, &answers)?;
    save(args.output.save.as_deref(), &systems)?;
    let shown = EntailmentReport {
        pairs: Some(&pairs),
        gold: &pairs.name,
        level: LEVEL,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
    };
    let mut report = shown.build(&systems);
    if systems.len() > 1 {
        let counts = |total: &score::EntailmentCounts| total.scores();
        args.comparing().add_to(&mut report, &systems, counts, &Threads::new(None)?)?;
    }
    shown.add_intervals(&mut report, &systems);
    output::write(&report, &args.output)
}
