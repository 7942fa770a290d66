//! `bezant report`, and `--report` of every metric: commands run once more, and what they would show becomes
//! a page.

mod experiment;
mod folders;
mod initial;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::metrics::brackets::Classes;
use bezant::metrics::dependencies::DependencyPreset;
use bezant::report::{Buckets, MOST_WHOLE, Page, PageSection, ReportFormat};
use clap::Parser;

use crate::args::files::doubles;
use crate::args::{
    self, BehindArgs, Cli, EntailCommand, FilesArgs, OutputArgs, ReportArgs, is_stdin,
};
use crate::commands::Command;
use crate::commands::dependencies::usual_preset;
use crate::commands::merge::open_rows;
use crate::diagnostics::print_warning;
use crate::glossary;
use crate::output::{self, Gathering, Unscored};
use crate::session;
use crate::warnings;
use experiment::Experiment;
use folders::TreebankCommand;

pub fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let is_experiment =
        |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    if let Some(path) = args.files.iter().find(|path| is_read_once(path) && !is_experiment(path)) {
        return Err(read_twice("report", path));
    }
    if args.init {
        let text = initial::initial(&args.files, args.output.as_deref())?;
        initial::check_systems(&args.files)?;
        keep_changed(args.output.as_deref(), &text)?;
        output::write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let gathering = Gathering::new(args.without_text);
    // An experiment names files that nobody has looked at yet, from another folder.
    let there = args.output.as_deref().and_then(|path| path.canonicalize().ok());
    let (title, sections) = match args.files.as_slice() {
        [path] if is_experiment(path) => {
            let experiment = Experiment::read(path)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let sections = in_folder(folder, || {
                let commands = experiment.commands()?;
                keep(there.as_deref(), &commands)?;
                sections_of(commands.into_iter().map(Ok), &gathering)
            })?;
            (experiment.title, sections)
        }
        files => {
            if let Some(path) = files.iter().find(|path| is_experiment(path)) {
                anyhow::bail!("{} is an experiment; give it alone", path.display());
            }
            if let Some(experiment) = of_files(files) {
                let experiment = experiment?;
                let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
                warnings::print(&doubles(&paths, true), args.quiet);
                let commands = experiment.commands()?;
                keep(there.as_deref(), &commands)?;
                let sections = sections_of(commands.into_iter().map(Ok), &gathering)?;
                return finish(args, experiment.title, sections);
            }
            if let [alone] = files
                && of_files(&[alone.clone(), alone.clone()]).is_some()
            {
                let alone = alone.display();
                anyhow::bail!(
                    "{alone} stands alone: a page shows what others make of it\n  hint: name systems \
                     behind it, for example `bezant report {alone} system`"
                );
            }
            let once = each_once(files, args.quiet);
            let paths: Vec<&Path> = once.iter().map(PathBuf::as_path).collect();
            warnings::print(&doubles(&paths, false), args.quiet);
            let rows = of_rows(&once)?;
            ("Saved rows".to_string(), sections_of(rows.into_iter().map(Ok), &gathering)?)
        }
    };
    finish(args, title, sections)
}

fn finish(
    args: &ReportArgs,
    title: String,
    sections: Vec<PageSection>,
) -> anyhow::Result<ExitCode> {
    let title = args.title.clone().unwrap_or(title);
    let unscored = Unscored::of(&sections);
    write(args.output.as_deref(), title, sections, args.without_text)?;
    Ok(unscored.say(args.quiet))
}

/// The experiment that `--init` would write, where files are no rows: gold and systems, or pairs with what people
/// and systems say of them.
fn of_files(files: &[PathBuf]) -> Option<anyhow::Result<Experiment>> {
    let [first, _, ..] = files else { return None };
    let is_plain = |path: &PathBuf| !is_read_once(path);
    if !files.iter().all(is_plain) || open_rows(std::slice::from_ref(first)).is_ok() {
        return None;
    }
    let text = initial::initial(files, None).ok()?;
    Some(Experiment::of_text("the experiment", &text))
}

/// Fails if there is an experiment already that somebody has worked on.
fn keep_changed(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let Some(path) = path.filter(|path| path.is_file()) else { return Ok(()) };
    let is_same = std::fs::read(path).is_ok_and(|there| there == text.as_bytes());
    anyhow::ensure!(
        is_same,
        "{} is there already, and would be written over; name another file, or remove it",
        path.display()
    );
    Ok(())
}

/// Files of rows without those that were named before.
fn each_once(files: &[PathBuf], quiet: bool) -> Vec<PathBuf> {
    let mut once: Vec<PathBuf> = Vec::new();
    for path in files {
        let is_same = |known: &&PathBuf| same_file::is_same_file(known, path).unwrap_or(false);
        match once.iter().find(is_same) {
            Some(known) if !quiet => {
                let also = match known == path {
                    true => String::new(),
                    false => format!(" (it is also {})", known.display()),
                };
                let what = format!("{} is given twice{also}, and reported once", path.display());
                print_warning(&what, None);
            }
            Some(_) => {}
            None => once.push(path.clone()),
        }
    }
    once
}

/// Where a page is written beside the result of a command.
pub struct Wanted {
    path: PathBuf,
    without_text: bool,
}

impl Wanted {
    /// What was typed about a page, if there is to be one.
    pub fn of(command: &mut Command) -> anyhow::Result<Option<Wanted>> {
        let Some(output) = output_of(command) else { return Ok(None) };
        let Some(path) = output.page.report.take() else { return Ok(None) };
        output.page.is_made = true;
        let without_text = output.page.without_text;
        let once = command.named_inputs().into_iter().find(|path| is_read_once(path));
        if let Some(path) = once {
            return Err(read_twice("--report", path));
        }
        Ok(Some(Wanted { path, without_text }))
    }

    /// Runs what was typed once more, for the page.
    pub fn write(&self) -> anyhow::Result<()> {
        let words = session::words();
        let gathering = Gathering::new(self.without_text);
        let words = args::in_our_words(args::with_joined_classes(words)?)?;
        let sections = sections_of([Ok(words)], &gathering)?;
        // Files of which none is gold are compared with nothing.
        let title = sections.first().map(|PageSection { report, .. }| match report.gold.as_str() {
            "" => report.metric.clone(),
            gold => format!("{}: {gold}", report.metric),
        });
        write(Some(&self.path), title.unwrap_or_default(), sections, self.without_text)
    }
}

/// Writes a page into a file.
fn write(
    path: Option<&Path>,
    title: String,
    sections: Vec<PageSection>,
    without_text: bool,
) -> anyhow::Result<()> {
    output::write_to(path, |out| page(title, sections, without_text, out))
}

/// Writes a page.
pub fn page(
    title: String,
    sections: Vec<PageSection>,
    without_text: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let define = |word: &str| glossary::find(word).map(|term| term.meaning.to_string());
    Page { title, sections, define: &define, without_text }.write(out)
}

/// Runs commands and gathers what they would show.
pub fn sections_of(
    commands: impl IntoIterator<Item = anyhow::Result<Vec<OsString>>>,
    gathering: &Gathering,
) -> anyhow::Result<Vec<PageSection>> {
    let mut sections = Vec::new();
    for words in commands {
        let words = words?;
        let (of_all, treebanks) = section_of(words.clone(), gathering)?;
        let treebanks = folders::with_lowest_scores(treebanks, &of_all);
        let has_parts = !treebanks.is_empty();
        let is_brief = treebanks.len() > MOST_WHOLE;
        sections.extend(of_all.into_iter().map(|section| PageSection { has_parts, ..section }));
        gathering.divide(treebanks.len());
        for treebank in treebanks {
            let (found, _) = section_of(treebank.words, gathering)?;
            let about = Some(treebank.name);
            let of_it = |it| PageSection { about: about.clone(), is_brief, ..it };
            sections.extend(found.into_iter().map(of_it));
        }
        gathering.divide(1);
    }
    anyhow::ensure!(!sections.is_empty(), "there is nothing to report");
    Ok(sections)
}

/// What a command would show, and the commands of the treebanks that it is about, if it is about several.
fn section_of(
    words: Vec<OsString>,
    gathering: &Gathering,
) -> anyhow::Result<(Vec<PageSection>, Vec<TreebankCommand>)> {
    let typed = in_a_line(&words);
    let mut command = Cli::try_parse_from(&words)
        .map_err(|error| anyhow::anyhow!("{typed}\n{}", error.render()))?
        .command;
    let treebanks = folders::treebanks_of(&command, &words)?;
    let added = prepare(&mut command, gathering)?;
    command.once().with_context(|| typed.clone())?;
    let shown = [&[typed][..], &added].concat().join(" ");
    let found = gathering.take().into_iter();
    let found = found.map(|section| PageSection { command: shown.clone(), ..section });
    Ok((found.collect(), treebanks))
}

/// Fails if a page would be written over a file that some command reads.
fn keep(page: Option<&Path>, commands: &[Vec<OsString>]) -> anyhow::Result<()> {
    let Some(page) = page else { return Ok(()) };
    for words in commands {
        // What cannot be typed is told when it is run.
        let Ok(cli) = Cli::try_parse_from(words) else { continue };
        for path in cli.command.named_inputs() {
            anyhow::ensure!(
                !same_file::is_same_file(path, page).unwrap_or(false),
                "{} is read, and would be written over; write to another file",
                path.display()
            );
        }
    }
    Ok(())
}

/// As it is typed, without what is about the page itself.
fn in_a_line(words: &[OsString]) -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=,:+@%".contains(c))
    };
    let quoted = |word: String| {
        if plain(&word) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let mut shown = vec!["bezant".to_string()];
    let mut words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--report" => drop(words.next()),
            "--without-text" => {}
            word if word.starts_with("--report=") => {}
            word => shown.push(quoted(session::shown(word))),
        }
    }
    shown.join(" ")
}

/// The output options of a command that scores.
fn output_of(command: &mut Command) -> Option<&mut OutputArgs> {
    command.results().map(|(output, _)| output)
}

/// Changes what was typed so that it is gathered, with all tables that a page has room for, and says which
/// options would do the same.
fn prepare(command: &mut Command, gathering: &Gathering) -> anyhow::Result<Vec<String>> {
    let mut added: Vec<String> = Vec::new();
    let mut add = |option: &str, is_there: bool| {
        if !is_there {
            added.push(option.to_string());
        }
    };
    let are_files = |files: &FilesArgs| !files.gold.is_dir() && !files.treebanks.list;
    let nothing_else = |behind: &mut BehindArgs| {
        behind.show = None;
        behind.contrast.clear();
    };
    const LENGTHS: &str = "length:10,20,30,40";
    let by_length = |output: &mut OutputArgs, add: &mut dyn FnMut(&str, bool)| {
        add(&format!("--buckets {LENGTHS}"), !output.buckets.is_empty());
        if output.buckets.is_empty() {
            output.buckets.extend(LENGTHS.parse::<Buckets>().ok());
        }
    };
    match command {
        Command::Brackets(args) => {
            nothing_else(&mut args.behind);
            args.plot.plot = None;
            if are_files(&args.files) && !args.behind.agreement {
                add("--labels", args.labels);
                add("--classes=kummerfeld", args.classes.is_some());
                args.labels = true;
                args.classes.get_or_insert(Classes::Kummerfeld);
            }
            if !args.behind.agreement {
                by_length(&mut args.output, &mut add);
            }
        }
        Command::Dependencies(args) => {
            nothing_else(&mut args.behind);
            args.plot.plot = None;
            if are_files(&args.files) && !args.behind.agreement {
                let preset = args.preset.map_or_else(|| usual_preset(args, None), Ok)?;
                let was = (args.analysis, args.classes);
                args.analysis = preset != DependencyPreset::Msp;
                args.classes |= matches!(preset, DependencyPreset::Ud | DependencyPreset::Conllx);
                add("--analysis", was.0 || !args.analysis);
                add("--classes", was.1 || !args.classes);
            }
            if !args.behind.agreement {
                by_length(&mut args.output, &mut add);
            }
        }
        Command::Fragments(args) => {
            nothing_else(&mut args.behind);
            args.plot.plot = None;
            add("--by-size", args.sizes_shown.by_size);
            args.sizes_shown.by_size = true;
        }
        Command::Relations(args) => {
            nothing_else(&mut args.behind);
            args.plot.plot = None;
        }
        Command::Compare(args) => args.plot.plot = None,
        Command::Merge(args) => args.plot.plot = None,
        Command::Unbounded(args) => args.plot.plot = None,
        _ => {}
    }
    // Commands that score nobody have no options about scores.
    if let Command::Entail(command) = command {
        match command {
            EntailCommand::Filter(args) => {
                add("--details", args.report.details);
                (args.output, args.judgements_out, args.report.report) = (None, None, None);
                args.report.format = ReportFormat::Text;
                args.report.table.clear();
                args.report.gathering = Some(gathering.clone());
                return Ok(added);
            }
            EntailCommand::Tables(args) => {
                args.show.format = ReportFormat::Text;
                args.show.table.clear();
                args.show.gathering = Some(gathering.clone());
                return Ok(added);
            }
            _ => {}
        }
    }
    let output = output_of(command).context("this command has no scores for a page")?;
    add("--details", output.details);
    output.format = ReportFormat::Text;
    output.details = false;
    output.table.clear();
    output.output = None;
    output.save = None;
    output.per_sentence = false;
    output.worst = 0;
    output.min.clear();
    output.max.clear();
    output.strict = false;
    // What there is to say was said the first time, or is in the page.
    output.quiet = true;
    output.page.report = None;
    output.page.run = None;
    output.gathering = Some(gathering.clone());
    Ok(added)
}

/// Whether what is in a file is gone once it was read: standard input, pipes.
fn is_read_once(path: &Path) -> bool {
    is_stdin(path) || path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Refuses a file that is gone once it was read.
fn read_twice(who: &str, path: &Path) -> anyhow::Error {
    let name = if is_stdin(path) { "standard input".into() } else { path.to_string_lossy() };
    anyhow::anyhow!("{who} reads the files twice, which {name} cannot be; name a file")
}

/// Commands for files of saved rows: those of the same way of scoring stand beside each other.
fn of_rows(files: &[PathBuf]) -> anyhow::Result<Vec<Vec<OsString>>> {
    let mut groups: Vec<(String, Vec<&PathBuf>)> = Vec::new();
    for path in files {
        let (_, signature) = open_rows(std::slice::from_ref(path))?;
        let signature = signature.to_string();
        match groups.iter_mut().find(|(known, _)| *known == signature) {
            Some((_, paths)) => paths.push(path),
            None => groups.push((signature, vec![path])),
        }
    }
    let words = |(_, paths): (String, Vec<&PathBuf>)| {
        let words = ["bezant", "compare"].map(OsString::from).into_iter();
        let words = words.chain(paths.into_iter().map(|path| path.clone().into_os_string()));
        // One system alone has an interval, too.
        words.chain(["--replicates", "1000"].map(OsString::from)).collect()
    };
    Ok(groups.into_iter().map(words).collect())
}

/// Does something where an experiment's files are.
fn in_folder<T>(
    folder: Option<&Path>,
    work: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let Some(folder) = folder else { return work() };
    let back = std::env::current_dir().context("the current folder is gone")?;
    std::env::set_current_dir(folder)
        .with_context(|| format!("cannot enter {}", folder.display()))?;
    let done = work();
    std::env::set_current_dir(&back)?;
    done
}
