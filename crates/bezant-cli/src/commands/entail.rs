//! `bezant entail`.

mod annotate;
mod beside;
mod crowd;
mod explain;
mod export;
mod filter;
mod generate;
mod label;
mod oracle;
mod pack;
mod page;
pub mod repaired;
mod split;
mod tables;
mod train;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::answers::{AnswerFormat, Returned, Signed};
use bezant::entailment::decide::{Choice, Decided, Options, Unusable};
use bezant::entailment::equivalences::{Equate, Equivalences};
use bezant::entailment::learned::{Learned, Learner};
use bezant::entailment::modules::{MissingParses, ModuleName, OtherParts, PairParses};
use bezant::entailment::parses::{Missing, Reading};
use bezant::entailment::score::EntailmentCounts;
use bezant::entailment::{self, Pair, Pairs, score};
use bezant::evaluation::Evaluation;
use bezant::kinds::without_suffix;
use bezant::report::{EntailmentReport, Extent, Report, Shown, Table};
use bezant::saved::OwnCounts;
use bezant::stats::Resampling;

pub use annotate::is_store;

use crate::args::{
    DecideArgs, EntailCommand, EntailScoreArgs, LEVEL, ModuleArgs, ModuleChoice, OutputArgs,
    ParsesArgs, PlotOf, SentencesArgs, Which,
};
use crate::commands::outputs::Opened;
use crate::commands::plot::Plot;
use crate::commands::{Loaded, Typed, against, behind, load, parser, save, system_names};
use crate::diagnostics::note;
use crate::output;
use crate::session;
use crate::warnings::{self, Warning};
use bezant::source::Source;

pub fn run(command: EntailCommand) -> anyhow::Result<ExitCode> {
    match command {
        EntailCommand::Sentences(args) => sentences(&args),
        EntailCommand::Decide(args) => decide(&args),
        EntailCommand::Score(args) => score(&args),
        EntailCommand::Label(args) => label::run(&args),
        EntailCommand::Explain(args) => explain::run(&args),
        EntailCommand::Oracle(args) => oracle::run(&args),
        EntailCommand::Export(args) => export::run(&args),
        EntailCommand::Train(args) => train::run(&args),
        EntailCommand::Generate(args) => generate::run(&args),
        EntailCommand::Filter(args) => filter::run(&args),
        EntailCommand::Annotate(args) => annotate::run(&args),
        EntailCommand::Import(args) => crowd::import(&args),
        EntailCommand::Tables(args) => tables::run(&args),
        EntailCommand::Split(args) => split::run(&args),
        EntailCommand::Pack(args) => pack::run(&args),
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

/// What was typed about a module; what is wrong with it is said before anything else is read.
fn options(args: &ModuleArgs) -> anyhow::Result<Options> {
    let mut all = all_options(args)?;
    anyhow::ensure!(all.len() == 1, "--module all is for `bezant entail decide`; name one module");
    Ok(all.remove(0))
}

/// The same for each of the modules that are wanted.
fn all_options(args: &ModuleArgs) -> anyhow::Result<Vec<Options>> {
    let learned = |path: &PathBuf| -> anyhow::Result<Choice> {
        let (name, text) = load(path)?;
        let mut learned = Learned::read(&name, &text)?;
        if let (Learner::Logistic, Some(threshold)) = (learned.learner(), args.threshold) {
            anyhow::ensure!(
                (0.0..=1.0).contains(&threshold),
                "--threshold {threshold}: scores of logistic regression are probabilities; write a \
                 number from 0 to 1"
            );
        }
        learned.threshold = args.threshold;
        Ok(Choice::Learned(learned))
    };
    if args.published && (args.module == ModuleChoice::Learned || args.weights.is_some()) {
        return Err(worded(Unusable::LearnedAsPublished));
    }
    let modules = match (args.module, &args.weights) {
        (ModuleChoice::Ready(name), None) => vec![Choice::Ready(name)],
        (ModuleChoice::Learned, Some(path)) => vec![learned(path)?],
        (ModuleChoice::All, weights) => {
            let mut all: Vec<Choice> = ModuleName::ALL.map(Choice::Ready).to_vec();
            all.extend(weights.as_ref().map(learned).transpose()?);
            all
        }
        (ModuleChoice::Learned, None) => {
            anyhow::bail!("--module learned needs --weights; `bezant entail train` makes them")
        }
        (ModuleChoice::Ready(_), Some(_)) => {
            anyhow::bail!("--weights go with --module learned or all")
        }
    };
    anyhow::ensure!(
        args.threshold.is_none() || args.weights.is_some(),
        "--threshold goes with --module learned; the others have no scores"
    );
    modules.into_iter().map(|module| options_of(module, args)).collect()
}

fn options_of(module: Choice, args: &ModuleArgs) -> anyhow::Result<Options> {
    let equate = |what: &String| {
        if !what.ends_with(".toml") {
            return Ok(Equate::of_word(what));
        }
        let (name, text) = load(what)?;
        Ok(Equate::Rules { name, text: text.to_vec() })
    };
    let equate = args.equate.iter().map(equate).collect::<bezant::error::Result<_>>()?;
    let options = Options::default().with(|it| {
        it.module = module;
        it.core = args.core.clone();
        it.equate = equate;
        it.dummies = args.dummies.clone();
        it.words = args.words;
        it.other_parts = args.pos_change;
        it.published = args.published;
    });
    options.check().map_err(worded)?;
    Ok(options)
}

/// What is wrong with options, in the words that were typed.
pub fn worded(wrong: Unusable) -> anyhow::Error {
    match wrong {
        Unusable::File(error) => error.into(),
        Unusable::Switch(switch) => anyhow::anyhow!(
            "no switch is called {}; there are {}, all, published, and files that end in .toml",
            switch.word(),
            Equivalences::switches().join(", ")
        ),
        Unusable::ForLearned => anyhow::anyhow!(
            "--core, --dummies, --equate and --pos-change are not for --module learned, whose weights \
             decide"
        ),
        Unusable::LearnedAsPublished => anyhow::anyhow!(
            "--published is not for --module learned: the article describes MARS-3 in a sentence, and has \
             no weights"
        ),
        Unusable::ForPaths => anyhow::anyhow!(
            "--core and --dummies are not for the module paths, which compares all content words"
        ),
        Unusable::EmptyRelation => anyhow::anyhow!("a name in --core is empty"),
        Unusable::Relation { name, in_parses, others } => anyhow::anyhow!(
            "no relation is called {name}; the parses have {}; for --core there are also {}, and prep_*, prepc_* and conj_*",
            in_parses.join(", "),
            others.join(", "),
        ),
        other => other.into(),
    }
}

fn reading(args: &ParsesArgs) -> Reading {
    Reading::default().with(|it| {
        it.format = args.input;
        it.lemmas = args.lemmas;
        it.any_words = args.any_words;
        it.find = args.find_parses;
    })
}

/// The parses of the pairs, from files or from a program.
fn parses(args: &ParsesArgs, pairs: &Pairs) -> anyhow::Result<PairParses> {
    if let Some(command) = &args.parser_cmd {
        let sentences = parser::sentences(pairs, args.parser_reads, Which::Both);
        let mut printed = parser::run(command, sentences, args.parser_time)?;
        let mut reading = reading(args);
        if args.outputs.repair {
            let source = Opened::File(Source::from_bytes(command.as_str(), printed)?);
            let read = (&mut reading, &args.outputs);
            (_, printed) = repaired::text(source, pairs, repaired::Sentences::All, read)?;
        }
        return PairParses::read(pairs, (command, &printed), None, reading)
            .with_context(|| format!("what `{command}` printed cannot be used"));
    }
    if args.parses.is_empty() {
        anyhow::bail!("give what a parser returned with --parses, or a program with --parser-cmd");
    }
    let paths = &args.parses;
    let opened = paths.iter().map(|path| match args.outputs.repair {
        true => Opened::new(path, args.input),
        false => Opened::file(path),
    });
    let opened = opened.collect::<bezant::error::Result<Vec<_>>>()?;
    if !args.outputs.repair && !opened.iter().any(Opened::has_outputs) {
        let files = opened.into_iter().filter_map(Opened::loaded);
        let files = files.collect::<bezant::error::Result<Vec<Loaded>>>()?;
        return from_loaded(&files, pairs, reading(args), "--parses");
    }
    anyhow::ensure!(paths.len() <= 2, "--parses is given once, or twice: texts, then hypotheses");
    let mut reading = reading(args);
    let mut files = Vec::new();
    for (at, opened) in opened.into_iter().enumerate() {
        let which = repaired::sentences_of(paths.len(), at);
        files.push(repaired::text(opened, pairs, which, (&mut reading, &args.outputs))?);
    }
    let read: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
    Ok(PairParses::read(pairs, read[0], read.get(1).copied(), reading)?)
}

/// What is to be said about parses: sentences without an analysis, bytes that nobody can read.
fn said_of(pairs: &Pairs, parses: &PairParses) -> Vec<Warning> {
    said_of_missing(pairs, parses, &parses.missing(0..parses.n_pairs()), false)
}

/// The same where it is known already which pairs lack a parse.
fn said_of_missing(
    pairs: &Pairs,
    parses: &PairParses,
    missing: &MissingParses,
    is_strict: bool,
) -> Vec<Warning> {
    let all = || {
        missing.iter().flat_map(|(at, sides)| {
            let sides = ["text", "hypothesis"].into_iter().zip(sides);
            sides.filter_map(move |(side, why)| Some((why.as_ref()?, side, &pairs.pairs[*at])))
        })
    };
    let of = 2 * pairs.pairs.len();
    let warning = |is_such: fn(&Missing) -> bool| {
        let mut found = all().filter(|(why, ..)| is_such(why));
        let (why, side, Pair { id, .. }) = found.next()?;
        let (why, first) = (why.clone(), format!("the {side} of pair {id}"));
        Some(Warning::Missing { why, n: 1 + found.count(), of, first, is_strict })
    };
    let kinds: [fn(&Missing) -> bool; 3] = [
        |why| *why == Missing::Empty,
        |why| *why == Missing::OtherSentence,
        |why| matches!(why, Missing::Unreadable(_)),
    ];
    let mut said: Vec<Warning> = kinds.into_iter().filter_map(warning).collect();
    said.extend(parses.invalid_utf8().into_iter().map(Warning::ParsesNotUtf8));
    said
}

/// How a run ends some of whose parses may be missing.
fn ending(missing: &MissingParses, is_strict: bool) -> ExitCode {
    if is_strict && !missing.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

pub fn from_files(
    paths: &[PathBuf],
    pairs: &Pairs,
    reading: Reading,
    option: &str,
) -> anyhow::Result<PairParses> {
    let files: Vec<Loaded> = paths.iter().map(load).collect::<bezant::error::Result<_>>()?;
    from_loaded(&files, pairs, reading, option)
}

fn from_loaded(
    files: &[Loaded],
    pairs: &Pairs,
    reading: Reading,
    option: &str,
) -> anyhow::Result<PairParses> {
    let (first, second) = match files {
        [one] => (one, None),
        [texts, hypotheses] => (texts, Some(hypotheses)),
        _ => anyhow::bail!("{option} is given once, or twice: texts, then hypotheses"),
    };
    let second = second.map(|(name, text)| (name.as_str(), &text[..]));
    Ok(PairParses::read(pairs, (&first.0, &first.1), second, reading)?)
}

fn decide(args: &DecideArgs) -> anyhow::Result<ExitCode> {
    let options = all_options(&args.module)?;
    let is_table = args.module.module == ModuleChoice::All;
    anyhow::ensure!(
        !is_table || args.format != AnswerFormat::Jsonl,
        "--module all writes a table, as TSV or CSV; it has no lines of JSON"
    );
    let pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    let threads = args.threads.start()?;
    let decide = |options| entailment::decide(&pairs, &parses, options, &threads).map_err(worded);
    let decided = options.iter().map(decide).collect::<anyhow::Result<Vec<_>>>()?;
    // All modules see the same parses, whatever they make of them.
    let missing = decided.iter().map(|one| &one.missing).max_by_key(|missing| missing.len());
    let missing = missing.cloned().unwrap_or_default();
    let said = said_of_missing(&pairs, &parses, &missing, args.strict);
    let is_forbidden = args.strict && !missing.is_empty();
    warnings::print(&said, args.quiet && !is_forbidden);
    for one in &decided {
        let nothing = one.nothing_to_find().map(Warning::NoCore);
        warnings::print(nothing.as_slice(), args.quiet);
    }
    let untagged = decided.iter().map(Decided::n_untagged).max().unwrap_or_default();
    if untagged > 0 && args.module.pos_change != OtherParts::Same {
        let of = pairs.pairs.len();
        warnings::print(&[Warning::Untagged { pairs: untagged, of }], args.quiet);
    }
    let parser = parses.parser();
    let signed: Vec<Signed> = decided.iter().map(|one| one.signed(&parser)).collect();
    let commas = args.format == AnswerFormat::Csv;
    output::write_to(args.output.as_deref(), |out| match signed.as_slice() {
        [one] if !is_table => {
            if args.sign && args.format == AnswerFormat::Tsv {
                Signed::write_comments(&signed, out)?;
            }
            one.write(&pairs, args.format, out)
        }
        all => Signed::write_table(all, &pairs, commas, out),
    })?;
    if args.quiet {
        return Ok(ending(&missing, args.strict));
    }
    let n = pairs.pairs.len();
    for one in &decided {
        let yes = one.n_yes();
        note!("{yes} YES, {} NO; {}", n - yes, one.signature);
    }
    if let changed @ 1.. = decided.iter().map(Decided::n_other_parts).max().unwrap_or_default() {
        note!("{changed} of {n} pairs have a word with another part of speech in H");
    }
    Ok(ending(&missing, args.strict))
}

/// Answers of all files, with the systems' names.
fn answers(args: &EntailScoreArgs, pairs: &Pairs) -> anyhow::Result<Vec<Returned>> {
    let read = |path: &PathBuf| {
        let (file, text) = load(path)?;
        Returned::read_all(&file, &text, pairs, args.reading())
    };
    let files: Vec<Vec<Returned>> =
        args.answers.iter().map(read).collect::<bezant::error::Result<_>>()?;
    let n: usize = files.iter().map(Vec::len).sum();
    // Names are of files or, where those have several columns, of all systems.
    let is_of_systems = n != files.len() && args.names.len() == n;
    let given = if is_of_systems { &[][..] } else { &args.names };
    let bases = system_names(&args.answers, given)?;
    let is_alone = files.len() == 1 && args.names.is_empty();
    let mut systems = Vec::with_capacity(n);
    for (file, base) in files.into_iter().zip(bases) {
        let is_table = file.len() > 1;
        for mut one in file {
            let answers = &mut one.signed.answers;
            if !is_table {
                answers.name.clone_from(&base);
            } else if !is_alone {
                answers.name = format!("{}:{}", without_suffix(&base), answers.name);
            }
            systems.push(one);
        }
    }
    if is_of_systems {
        for (one, name) in systems.iter_mut().zip(&args.names) {
            one.signed.answers.name.clone_from(name);
        }
    }
    let mut names: Vec<&str> = systems.iter().map(|one| one.signed.answers.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
        anyhow::bail!("two systems cannot both be called {}", twice[0]);
    }
    Ok(systems)
}

fn score(args: &EntailScoreArgs) -> anyhow::Result<ExitCode> {
    let typed = Typed { output: &args.output, baseline: None, scores: &[] };
    typed.check(&EntailmentReport::names(), &[])?;
    let pairs = pairs(&args.pairs)?;
    let returned = answers(args, &pairs)?;
    let signed: Vec<Signed> = returned.iter().map(|one| one.signed.clone()).collect();
    // A file may have several systems, whose names stand in it.
    let names: Vec<String> = signed.iter().map(|one| one.answers.name.clone()).collect();
    let typed = Typed { baseline: args.baseline.as_deref(), ..typed };
    typed.check(&EntailmentReport::names(), &names)?;
    if names.len() == 1 {
        let idle = args
            .idle_with_one
            .iter()
            .map(|option| Warning::NoEffect { option, why: "with one system".to_string() });
        warnings::print(&idle.collect::<Vec<_>>(), args.output.quiet);
    }
    behind::check(&args.behind, &EntailmentReport::names(), &names)?;
    let plan = Resampling::new(args.replicates, args.seed);
    let plot = Plot::new(&args.plot, &args.output, &EntailmentReport::names(), &[PlotOf::Systems])?
        .map(|plot| plot.compared(args.baseline.as_deref(), plan));
    let beside = beside::read(&args.beside)?;
    // A run that a page will be made of reads them, too, so that what is wrong is said before anything is written.
    let made_from = match args.output.gathering.is_some() || args.output.page.is_made {
        true => page::parses(&args.parses, &pairs, &signed)?,
        false => Vec::new(),
    };
    let systems = score::evaluate_returned(&pairs, &returned, args.reading())?;
    save(&args.output, &systems)?;
    let shown = shown(&pairs, &args.output);
    let mut report = shown.build(&systems);
    report.add_unread(&returned, args.reading());
    report.add_answer_samples(&pairs, &returned, args.reading());
    let is_said = args.output.format.extent() == Extent::Screen && args.output.table.is_empty();
    let n_unread: usize = returned.iter().map(|one| one.unread.len()).sum();
    let is_strict = args.output.strict;
    if n_unread > 0 && (is_strict || !is_said || args.output.output.is_some()) {
        let n_answers = returned.iter().flat_map(|one| &one.samples).map(Vec::len).sum();
        let warning = Warning::Unread { n: n_unread, of: n_answers, is_strict };
        warnings::print(&[warning], args.output.quiet && !is_strict);
    }
    let write = |report: &Report| {
        let written = output::write(report, &args.output)?;
        Ok(if n_unread > 0 && is_strict { ExitCode::from(1) } else { written })
    };
    report.add_made_by(&signed);
    if !args.beside.is_empty() {
        report.add_beside(&beside::matched(&signed, &systems, beside)?);
    }
    report.add_buckets(&args.output.buckets, &systems, &EntailmentCounts::scores)?;
    let draw = |report: &Report| match &plot {
        Some(plot) => {
            let (scores, threads) = (&EntailmentCounts::scores, session::threads(None)?);
            plot.draw(report, &systems, scores, &threads, &|_, _| None)
        }
        None => Ok(()),
    };
    if let Some(list) = pairs_behind(args, &shown, &systems, &report.tables)? {
        report.show_sentences(list);
        // Of all tables, the one that it is about.
        let agreement = report.tables.iter_mut().filter(|table| table.name == "agreement");
        agreement.for_each(|table| {
            if args.behind.agreement {
                table.shown = Shown::Everywhere;
            }
        });
        shown.add_intervals(&mut report, &systems);
        if !args.behind.agreement {
            draw(&report)?;
        }
        return write(&report);
    }
    if let Some(comparing) = args.comparing(systems.len()) {
        let scores = &EntailmentCounts::scores;
        let found = OwnCounts::compare(&comparing, &systems, scores, &session::threads(None)?)?;
        report.add_comparisons(&found);
    }
    shown.add_intervals(&mut report, &systems);
    if args.replicates == 0 {
        report.add_nothing_drawn();
    }
    let (scores, threads) = (&EntailmentCounts::scores, session::threads(None)?);
    against::add(&mut report, &args.output, &systems, args.comparing(2), scores, &threads)?;
    if let Some(page) = &args.output.gathering {
        let found = page::explained(&pairs, &systems, &made_from, page.without_text)?;
        report.tables.extend(found.reason_tables(&systems));
        page.add_sentences(found);
    }
    draw(&report)?;
    write(&report)
}

/// A list of the pairs that are asked for, if some are.
fn pairs_behind(
    args: &EntailScoreArgs,
    shown: &EntailmentReport<'_>,
    systems: &[Evaluation<EntailmentCounts>],
    tables: &[Table],
) -> anyhow::Result<Option<Table>> {
    let most = args.behind.most(args.output.worst);
    if args.behind.agreement {
        anyhow::ensure!(
            systems.len() > 1,
            "--agreement is of two or more files of answers; the score is the agreement with gold"
        );
        return Ok(Some(shown.disagreements(systems, most)));
    }
    if let Some(cell) = &args.behind.show {
        let tables = EntailmentReport::tables_of(tables);
        let pairs = behind::found_cell(cell, &tables, |cell| shown.behind(cell, systems))?;
        return Ok(Some(shown.list_behind((cell, pairs), systems, most)));
    }
    match args.behind.contrast.as_slice() {
        [right, wrong] => Ok(Some(shown.contrast([right, wrong], systems, most)?)),
        _ => Ok(None),
    }
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
