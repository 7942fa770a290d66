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
mod finishing;
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

use bezant::evaluation::Evaluation;
use bezant::formats::Reader;
use bezant::kinds::without_suffix;
use bezant::rows::refuse_rows;
use bezant::saved::OwnCounts;
use bezant::source::{Source, Text};
use clap::Subcommand;

use crate::args::files::{self, Named};
use crate::args::{
    BracketsArgs, CheckArgs, CompareArgs, CompletionsArgs, ConvertArgs, DemoArgs, DependenciesArgs,
    DrawArgs, EntailCommand, FragmentsArgs, InputArgs, LinksArgs, ManArgs, MergeArgs, Options,
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
#[command(defer = true)]
pub enum Command {
    /// PARSEVAL: brackets, crossing, tags and exact match, as EVALB counts them
    ///
    /// Compares trees by the brackets they hold. Without parameters TOP, other roots and punctuation do
    /// not count, as in nearly all papers (--preset standard); --preset none is EVALB without -p.
    #[command(visible_alias = "parseval")]
    Brackets(Options<BracketsArgs>),
    /// FREVAL: fragments of every size, by counting
    ///
    /// Compares trees by the connected pieces they hold: size 1 is brackets, the largest size is the
    /// whole tree. Unless parameters are given, labels are deleted as in the FREVAL paper.
    #[command(visible_alias = "freval")]
    Fragments(Options<FragmentsArgs>),
    /// Say whether differences between systems are real, from saved rows
    ///
    /// Rows are written by --save. Sentences are paired by number, and only those that both systems
    /// have scored are compared.
    Compare(Options<CompareArgs>),
    /// Dependencies: UAS, LAS, CLAS, MLAS, BLEX, ELAS and more, as the UD scorer counts them
    ///
    /// Files of the same text are aligned by characters, so tokens and sentences may differ. Where the
    /// text itself differs, it is aligned as far as possible and the first difference is shown.
    #[command(visible_alias = "deps")]
    Dependencies(Options<DependenciesArgs>),
    /// Grammatical relations, as the RASP system evaluates them
    ///
    /// Compares typed relations between words. The default is the RASP evaluator's own: types by
    /// hierarchy, all slots. What DepBank, the evaluator, the RASP parser and the C&C parser write is
    /// recognised (--input has the list); CoNLL files need a mapping.
    #[command(visible_alias = "rasp")]
    Relations(Options<RelationsArgs>),
    /// PETE: does a short sentence follow from the parse of a long one?
    ///
    /// Write the sentences of pairs, let any parser parse them, let a module decide from the parses
    /// which hypotheses follow, score the answers, and see the reason for each.
    #[command(subcommand, visible_alias = "pete")]
    #[command(after_help = "From sentences to a score:\n  \
        bezant entail sentences pairs.xml -o sentences.txt\n  \
        my-parser < sentences.txt > parses.conllu\n  \
        bezant entail decide pairs.xml --parses parses.conllu --module ud -o answers.txt\n  \
        bezant entail score pairs.xml answers.txt\n  \
        bezant entail explain pairs.xml --parses parses.conllu --module ud --id 2082.N")]
    Entail(EntailCommand),
    /// Unbounded dependencies: how many of the corpus' a parser finds, by construction
    ///
    /// For each dependency of the corpus (Rimell, Clark and Steedman 2009), whether the parse of its sentence has it: trees,
    /// Stanford or Universal dependencies, columns, C&C. CORPUS and each PARSES are a file, or a folder with one file a
    /// construction, named after it (dev.obj_qus, obj_qus.mrg, test.obj_qus.conllu).
    Unbounded(Options<UnboundedArgs>),
    /// Trees to Stanford dependencies, to columns, to words, to clean trees; columns to other columns
    ///
    /// Dependencies are those of the Stanford converter (not Universal Dependencies). A basic Stanford
    /// tree in columns, as dependency parsers print it, is taken further in the same way. Universal
    /// Dependencies are enhanced (--to ud-enhanced).
    Convert(Options<ConvertArgs>),
    /// Say what files are, what is in them, and everything that is wrong with them
    ///
    /// Any file that bezant reads: trees, dependencies, relations, pairs, answers, judgements, saved rows, the
    /// corpus of unbounded dependencies. With several files, the first is gold, and what the others do not
    /// share with it is said, too. Exits with 0 if all is well, 1 if something is wrong or not shared, 2 if a
    /// file cannot be read or is nothing that is known.
    Check(Options<CheckArgs>),
    /// Draw sentences: trees, dependencies, relations; one alone, or gold against systems
    ///
    /// To a terminal as text; to a file as its name ends: .svg, .pdf, .png, .tex (forest, tikz-dependency) or
    /// .dot (Graphviz). What gold alone has is dashed, what a system alone has is thick, what also crosses gold is
    /// double.
    Draw(Options<DrawArgs>),
    /// Put saved rows together and score them
    ///
    /// Rows are written by --save. Those of the same system are joined in the order given; they must
    /// have been made with the same options and version.
    Merge(Options<MergeArgs>),
    /// One page for a browser: scores, tables, the sentences behind them, drawings
    ///
    /// An experiment is a file in TOML that names gold, systems and metrics; --init writes one from the files.
    /// Gold and systems by themselves are reported as that experiment would be; saved rows make a page without
    /// sentences.
    Report(Options<ReportArgs>),
    /// What it does, on built-in samples: one sentence, one table
    ///
    /// All of it is left as a page, too, bezant-demo/report.html in the folder where it is run, unless --write
    /// asks for the samples alone.
    Demo(Options<DemoArgs>),
    /// Print a completion script for a shell
    Completions(Options<CompletionsArgs>),
    /// Write the manual pages into a folder
    Man(Options<ManArgs>),
    /// Make links by which bezant is another program: evalb, evalb_spmrl, udeval
    ///
    /// A script that starts one of these finds a program that takes the same words and prints the same
    /// bytes. `bezant evalb ...` is the same as `bezant brackets --compat evalb ...`.
    Links(Options<LinksArgs>),
    /// Print the JSON schema of what --format json prints, for every metric
    Schema,
}

impl Command {
    /// Runs a command whose files were looked at.
    fn once(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Brackets(args) => brackets::run(*args.0),
            Command::Fragments(args) => fragments::run(*args.0),
            Command::Compare(args) => compare::run(*args.0),
            Command::Dependencies(args) => dependencies::run(*args.0),
            Command::Entail(command) => entail::run(command),
            Command::Relations(args) => relations::run(args.0),
            Command::Check(args) => check::run(&args),
            Command::Unbounded(args) => unbounded::run(&args),
            Command::Convert(args) => convert::run(*args.0),
            Command::Draw(args) => draw::run(*args.0),
            Command::Merge(args) => merge::run(*args.0),
            Command::Report(args) => report::run(&args),
            Command::Demo(args) => demo::run(*args.0),
            Command::Completions(args) => generate::completions(*args.0),
            Command::Man(args) => generate::man(*args.0),
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
            Command::Entail(command) => files::entail(command),
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
            Command::Brackets(Options(it)) => {
                Some((&mut it.output, is_plain(&it.files, &it.behind)))
            }
            Command::Fragments(Options(it)) => {
                Some((&mut it.output, is_plain(&it.files, &it.behind)))
            }
            Command::Dependencies(Options(it)) => {
                Some((&mut it.output, is_plain(&it.files, &it.behind)))
            }
            Command::Relations(Options(it)) => {
                Some((&mut it.output, is_plain(&it.files, &it.behind)))
            }
            Command::Unbounded(args) => Some((&mut args.output, false)),
            Command::Compare(args) => Some((&mut args.output, false)),
            Command::Merge(args) => Some((&mut args.output, false)),
            Command::Entail(command) => match command {
                EntailCommand::Score(Options(args)) => {
                    Some((&mut args.output, !args.behind.asks()))
                }
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

/// Opens a file of anything but saved rows, which hold no sentences.
pub fn open_text(path: &Path) -> bezant::error::Result<Source> {
    let source = open(path)?;
    refuse_rows(&source)?;
    Ok(source)
}

/// A file's name and text.
pub type Loaded = (String, Text);

/// Reads a whole file.
pub fn load(path: impl AsRef<Path>) -> bezant::error::Result<Loaded> {
    let source = open_text(path.as_ref())?;
    let name = source.name().to_string();
    Ok((name, source.rest()?))
}

/// Opens a file and starts to read sentences.
pub fn reader(path: &Path, args: &InputArgs) -> bezant::error::Result<Reader> {
    match session::reader(path, args.input) {
        Some(reader) => reader,
        None => Ok(Reader::new(open_text(path)?, args.input)),
    }
}

fn open_lists(path: &Path) -> bezant::error::Result<Source> {
    match session::open_lists(path) {
        Some(source) => Ok(source?.with_limit(session::limit())),
        None => open_text(path),
    }
}

/// Opens a system's file, which may have several trees a sentence.
fn list_reader(path: &Path) -> bezant::error::Result<Reader> {
    Ok(Reader::of_lists(open_lists(path)?))
}

/// Saves rows, if that is wanted.
pub fn save<C: OwnCounts>(args: &OutputArgs, systems: &[Evaluation<C>]) -> anyhow::Result<()> {
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
        true => C::write_parquet(systems, out),
        _ => C::write(systems, out),
    })
}
