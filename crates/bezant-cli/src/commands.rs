//! One file a command: read, call, show.

pub mod against;
pub mod agreement;
pub mod behind;
pub mod brackets;
pub mod check;
pub mod compare;
pub mod convert;
pub mod demo;
pub mod dependencies;
pub mod draw;
pub mod entail;
mod evaluating;
pub mod fragments;
pub mod generate;
pub mod merge;
mod names;
pub mod outputs;
pub mod parser;
pub mod places;
pub mod plot;
pub mod relations;
pub mod report;
pub mod treebanks;
pub mod unbounded;

use std::path::Path;
use std::process::ExitCode;

use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::formats::Reader;
use bezant::kinds::without_suffix;
use bezant::rows;
use bezant::source::{Source, Text};
use clap::Subcommand;

use crate::args::files::{self, Named};
use crate::args::{
    BracketsArgs, CheckArgs, CompareArgs, CompletionsArgs, ConvertArgs, DemoArgs, DependenciesArgs,
    DrawArgs, EntailArgs, EntailCommand, FragmentsArgs, InputArgs, LinksArgs, ManArgs, MergeArgs,
    OutputArgs, RelationsArgs, ReportArgs, UnboundedArgs, is_parquet, is_stdin,
};
use crate::output;
use crate::session;
use crate::signals;

pub use brackets::brackets_metric;
pub use evaluating::{Again, Evaluating, Kind, can_be_opened_again};
pub use names::{Typed, number_of, system_names};

// What can be done. Whatever is listed by command is in this file; the rest of a command is in its own. (A comment for
// the documentation would stand in the help.)
#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(visible_alias = "parseval")]
    Brackets(Box<BracketsArgs>),
    #[command(visible_alias = "freval")]
    Fragments(Box<FragmentsArgs>),
    Compare(Box<CompareArgs>),
    #[command(visible_alias = "deps")]
    Dependencies(Box<DependenciesArgs>),
    #[command(visible_alias = "rasp")]
    Relations(Box<RelationsArgs>),
    #[command(visible_alias = "pete")]
    Entail(Box<EntailArgs>),
    Unbounded(Box<UnboundedArgs>),
    Convert(Box<ConvertArgs>),
    Check(CheckArgs),
    Draw(Box<DrawArgs>),
    Merge(Box<MergeArgs>),
    Report(ReportArgs),
    Demo(DemoArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Links(LinksArgs),
    /// Print the JSON schema of what --format json prints, for every metric
    Schema,
}

impl Command {
    /// Runs a command whose files were looked at.
    fn once(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Brackets(args) => brackets::run(*args),
            Command::Fragments(args) => fragments::run(*args),
            Command::Compare(args) => compare::run(*args),
            Command::Dependencies(args) => dependencies::run(*args),
            Command::Entail(args) => entail::run(*args),
            Command::Relations(args) => relations::run(args),
            Command::Check(args) => check::run(&args),
            Command::Unbounded(args) => unbounded::run(&args),
            Command::Convert(args) => convert::run(*args),
            Command::Draw(args) => draw::run(*args),
            Command::Merge(args) => merge::run(*args),
            Command::Report(args) => report::run(&args),
            Command::Demo(args) => demo::run(args),
            Command::Completions(args) => generate::completions(args),
            Command::Man(args) => generate::man(args),
            Command::Links(args) => generate::links(&args),
            Command::Schema => generate::schema(),
        }
    }

    /// The files that are read and written.
    pub fn named(&self) -> Named<'_> {
        let none = Named::default();
        match self {
            Command::Brackets(args) => none
                .compares(&args.files)
                .reads(&args.preparation.parameters)
                .results(&args.output)
                .writes(&args.plot.plot),
            Command::Fragments(args) => none
                .compares(&args.files)
                .reads(&args.preparation.parameters)
                .may_read([&args.weights])
                .results(&args.output)
                .writes(&args.plot.plot),
            Command::Dependencies(args) => {
                none.compares(&args.files).results(&args.output).writes(&args.plot.plot)
            }
            Command::Relations(args) => none
                .compares(&args.files)
                .reads(
                    [&args.hierarchy, &args.text, &args.forms, &args.mapping].into_iter().flatten(),
                )
                .results(&args.output)
                .writes(&args.write)
                .writes(&args.write_text)
                .writes(&args.write_gold)
                .writes(&args.plot.plot),
            Command::Unbounded(args) => none
                .reads([&args.corpus])
                .reads(&args.parses)
                .results(&args.output)
                .writes(&args.plot.plot),
            Command::Compare(args) => {
                none.beside(&args.rows).results(&args.output).writes(&args.plot.plot)
            }
            Command::Merge(args) => {
                none.reads(&args.rows).results(&args.output).writes(&args.plot.plot)
            }
            Command::Report(args) => none.reads(&args.files).writes(&args.output),
            Command::Check(args) => none.reads(&args.files).writes(&args.output),
            Command::Draw(args) => none
                .reads([&args.file])
                .reads(&args.systems)
                .reads(&args.parses)
                .writes(&args.output),
            Command::Convert(args) => none.reads(&args.files).writes(&args.output),
            Command::Entail(args) => files::entail(&args.command),
            Command::Demo(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Links(_)
            | Command::Schema => none,
        }
    }

    /// The options of results, of commands that have some, and whether `--against` can say what changed in them.
    pub fn results(&mut self) -> Option<(&mut OutputArgs, bool)> {
        let is_plain = against::is_plain;
        match self {
            Command::Brackets(it) => Some((&mut it.output, is_plain(&it.files, &it.behind))),
            Command::Fragments(it) => Some((&mut it.output, is_plain(&it.files, &it.behind))),
            Command::Dependencies(it) => Some((&mut it.output, is_plain(&it.files, &it.behind))),
            Command::Relations(it) => Some((&mut it.output, is_plain(&it.files, &it.behind))),
            Command::Unbounded(args) => Some((&mut args.output, false)),
            Command::Compare(args) => Some((&mut args.output, false)),
            Command::Merge(args) => Some((&mut args.output, false)),
            Command::Entail(args) => match &mut args.command {
                EntailCommand::Score(args) => Some((&mut args.output, !args.behind.asks())),
                EntailCommand::Oracle(args) => Some((&mut args.output, false)),
                _ => None,
            },
            Command::Report(_)
            | Command::Check(_)
            | Command::Draw(_)
            | Command::Convert(_)
            | Command::Demo(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Links(_)
            | Command::Schema => None,
        }
    }
}

/// Does what was typed.
pub fn run(mut command: Command) -> anyhow::Result<ExitCode> {
    command.check_files()?;
    against::check(&mut command)?;
    let page = report::Wanted::of(&mut command)?;
    let status = command.once()?;
    if let Some(page) = page {
        page.write()?;
    }
    Ok(status)
}

/// The name of gold where only rows are left of it.
pub const SAVED: &str = "saved rows";

/// Opens a file; `-` is standard input.
pub fn open(path: &Path) -> bezant::error::Result<Source> {
    if is_stdin(path) {
        return Ok(
            Source::from_reader("standard input", std::io::stdin())?.with_limit(session::limit())
        );
    }
    if let Some(source) = session::open(path) {
        return Ok(source?.with_limit(session::limit()));
    }
    signals::reads(path);
    Ok(Source::open(path)?.with_limit(session::limit()))
}

/// A file's name and text.
pub type Loaded = (String, Text);

/// Reads a whole file.
pub fn load(path: impl AsRef<Path>) -> bezant::error::Result<Loaded> {
    let source = open(path.as_ref())?;
    let name = source.name().to_string();
    Ok((name, source.rest()?))
}

/// Opens a file and starts to read sentences.
pub fn reader(path: &Path, args: &InputArgs) -> bezant::error::Result<Reader> {
    match session::reader(path, args.input) {
        Some(reader) => reader,
        None => Ok(Reader::new(open(path)?, args.input)),
    }
}

fn open_lists(path: &Path) -> bezant::error::Result<Source> {
    match session::open_lists(path) {
        Some(source) => Ok(source?.with_limit(session::limit())),
        None => open(path),
    }
}

/// Opens a system's file, which may have several trees a sentence.
fn list_reader(path: &Path) -> bezant::error::Result<Reader> {
    Ok(Reader::of_lists(open_lists(path)?))
}

/// Saves rows, if that is wanted.
pub fn save<C: Counts + serde::Serialize>(
    args: &OutputArgs,
    systems: &[Evaluation<C>],
) -> anyhow::Result<()> {
    let Some(path) = &args.save else { return Ok(()) };
    let named: Vec<Evaluation<C>>;
    let systems = match &args.page.run {
        None => systems,
        Some(run) => {
            let system = |system: &Evaluation<C>| Evaluation {
                system: format!("{}@{run}", without_suffix(&system.system)),
                ..system.clone()
            };
            named = systems.iter().map(system).collect();
            &named
        }
    };
    output::write_to(Some(path), |out| match is_parquet(path) {
        #[cfg(feature = "parquet")]
        true => rows::write_parquet(systems, out),
        _ => rows::write_all(systems, out),
    })
}
