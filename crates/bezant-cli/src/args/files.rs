//! Which files a command reads and writes, so that none of them is lost.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use same_file::Handle;

use super::{
    EntailCommand, ExportArgs, ExportTo, FilesArgs, ModuleArgs, OutputArgs, SplitArgs, is_stdin,
};
use crate::commands::{Command, treebanks};
use crate::output::{Target, cannot_write};
use crate::session;
use crate::warnings::{self, Warning};

/// The files that were named.
#[derive(Default)]
pub struct Named<'a> {
    read: Vec<&'a Path>,
    /// Gold and systems, among those that are read.
    compared: Vec<&'a Path>,
    /// Whether the first of these is gold.
    is_gold_first: bool,
    /// Files in folders and lists among those.
    inside: Vec<PathBuf>,
    /// Whether nobody wants to be warned.
    quiet: bool,
    written: Vec<&'a Path>,
    /// Rows, among those that are written.
    rows: Option<&'a Path>,
    /// Written into a folder that is made if it is not there.
    filled: Vec<PathBuf>,
}

impl<'a> Named<'a> {
    pub fn reads(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Named<'a> {
        self.read.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    pub fn writes(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Named<'a> {
        self.written.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    pub fn compares(mut self, files: &'a FilesArgs) -> Named<'a> {
        let all = [&files.gold].into_iter().chain(&files.systems);
        self.compared.extend(all.clone().map(PathBuf::as_path));
        self.is_gold_first = true;
        // What cannot be read is told when it is; a pipe is read only once.
        let plain = all.filter(|path| path.is_dir() || path.is_file());
        let inside = plain.map(|path| treebanks::files_of(path, files.treebanks.list));
        self.inside.extend(inside.flat_map(anyhow::Result::unwrap_or_default));
        self.reads([&files.gold]).reads(&files.systems)
    }

    /// Files of which none is gold stand beside each other.
    pub fn beside(mut self, paths: &'a [PathBuf]) -> Named<'a> {
        self.compared.extend(paths.iter().map(PathBuf::as_path));
        self.reads(paths)
    }

    /// Words that are names of files, or of something built in, which nobody writes.
    pub fn may_read(mut self, words: impl IntoIterator<Item = &'a String>) -> Named<'a> {
        self.read.extend(words.into_iter().map(Path::new));
        self
    }

    fn decides(self, module: &'a ModuleArgs) -> Named<'a> {
        self.may_read(&module.equate).reads(&module.weights)
    }

    pub fn results(mut self, output: &'a OutputArgs) -> Named<'a> {
        self.quiet = output.quiet;
        self.rows = output.save.as_deref();
        let page = &output.page;
        self.writes(&output.output).writes(&output.save).writes(&page.report).reads(&page.against)
    }
}

/// Whether rows are saved as Parquet: by the name that the file is to have.
pub fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"))
}

impl Command {
    /// Fails if a file would be written over that is read or written already, if there is no folder
    /// to write it into, or if standard input, which can be read only once, stands for several
    /// files: better now than after an hour's work.
    pub fn check_files(&self) -> anyhow::Result<()> {
        let Named { read, compared, is_gold_first, inside, quiet, written, rows, filled } =
            self.named();
        warnings::print(&doubles(&compared, is_gold_first), quiet);
        let n_stdin = read.iter().filter(|path| is_stdin(path)).count();
        anyhow::ensure!(n_stdin <= 1, "only one file can be standard input");
        let all: Vec<&Path> =
            written.iter().copied().chain(filled.iter().map(PathBuf::as_path)).collect();
        for (at, path) in all.iter().enumerate() {
            let target = Identity::of_output(path);
            let read = read.iter().copied().chain(inside.iter().map(PathBuf::as_path));
            let others = read.map(|other| (other, Identity::of_input(other)));
            let others = others
                .map(|(other, identity)| (other, identity, "is read, and would be written over"));
            let written = all[..at]
                .iter()
                .map(|one| (*one, Identity::of_output(one), "would be written twice"));
            for (other, identity, what) in others.chain(written) {
                let name = path.display();
                let also = match *path == other {
                    true => String::new(),
                    false if is_stdin(other) => " (it is also standard input)".to_string(),
                    false => format!(" (it is also {})", other.display()),
                };
                anyhow::ensure!(
                    !target.is_same(&identity),
                    "{name} {what}{also}; write to another file"
                );
            }
        }
        let files = || written.iter().filter(|path| !session::is_memory(path));
        for path in files() {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                let (name, shown) = (path.display(), folder.display());
                anyhow::ensure!(folder.is_dir(), "cannot write {name}: there is no folder {shown}");
            }
        }
        if let Some(path) = rows.filter(|path| is_parquet(path)) {
            anyhow::ensure!(
                cfg!(feature = "parquet"),
                "cannot write {}: this program was built without Parquet; save rows as JSON, in a file of \
                 another name, or build with the feature parquet",
                path.display()
            );
        }
        for path in files() {
            Target::check(path).with_context(|| cannot_write(Some(path)))?;
        }
        // Whoever writes to /dev/stdout means it.
        check_stdout(read.into_iter().chain(all.into_iter().filter(|path| !is_descriptor(path))))
    }

    /// The files that are read.
    pub fn named_inputs(&self) -> Vec<&Path> {
        self.named().read
    }
}

/// Files that are there twice, or copies of a system: most likely a slip, but for gold alone against
/// itself. A copy of gold is a perfect parser, by which people check scores.
pub fn doubles(compared: &[&Path], is_gold_first: bool) -> Vec<Warning> {
    if is_gold_first && compared.len() <= 2 {
        return Vec::new();
    }
    let identities: Vec<Identity> = compared.iter().map(|path| Identity::of_input(path)).collect();
    let mut found = Vec::new();
    for (at, path) in compared.iter().enumerate() {
        if let Some(other) = identities[..at].iter().position(|one| one.is_same(&identities[at])) {
            let name = path.display().to_string();
            found.push(match other {
                0 if is_gold_first => Warning::GoldIsSystem(name),
                _ => Warning::SameSystem(compared[other].display().to_string(), name),
            });
        } else if let Some(other) = compared[..at]
            .iter()
            .skip(usize::from(is_gold_first))
            .find(|other| have_same_bytes(other, path))
        {
            let names = [other, path].map(|path| path.display().to_string());
            found.push(Warning::SameContents(names));
        }
    }
    found
}

/// Whether two plain files are copies. Most that are not differ in size, or soon.
fn have_same_bytes(one: &Path, two: &Path) -> bool {
    let size = |path: &Path| {
        let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(about.len()).filter(|size| *size > 0 && !is_stdin(path))
    };
    let Some(size_of_both) = size(one).filter(|ours| size(two) == Some(*ours)) else {
        return false;
    };
    let (Ok(one), Ok(two)) = (fs::File::open(one), fs::File::open(two)) else { return false };
    let [mut one, mut two] = [one, two].map(BufReader::new);
    let mut left = size_of_both;
    while left > 0 {
        let (Ok(ours), Ok(theirs)) = (one.fill_buf(), two.fill_buf()) else { return false };
        let n = ours.len().min(theirs.len());
        if n == 0 || ours[..n] != theirs[..n] {
            return false;
        }
        one.consume(n);
        two.consume(n);
        left = left.saturating_sub(n as u64);
    }
    true
}

/// Those of a command about entailments.
pub fn entail(command: &EntailCommand) -> Named<'_> {
    let none = Named::default();
    match command {
        EntailCommand::Sentences(args) => none.reads([&args.pairs]).writes(&args.output),
        EntailCommand::Decide(args) => none
            .reads([&args.pairs])
            .reads(&args.parses.parses)
            .decides(&args.module)
            .writes(&args.output),
        EntailCommand::Score(args) => none
            .reads([&args.pairs])
            .reads(&args.answers)
            .reads(&args.beside)
            .reads(&args.parses)
            .results(&args.output)
            .writes(&args.plot.plot),
        EntailCommand::Label(args) => {
            none.reads([&args.pairs]).reads(&args.parses.parses).writes(&args.output)
        }
        EntailCommand::Explain(args) => none
            .reads([&args.pairs])
            .reads(&args.parses.parses)
            .decides(&args.module)
            .writes(&args.output),
        EntailCommand::Oracle(args) => none
            .reads([&args.pairs])
            .reads(&args.gold_parses)
            .reads(&args.judgements)
            .reads(&args.parses.parses)
            .decides(&args.module)
            .results(&args.output),
        EntailCommand::Export(args) => {
            let mut named = none.reads([&args.pairs]).reads(&args.crowd.texts);
            match args.to {
                ExportTo::LmEval => named.filled.extend(args.task_files().into_iter().flatten()),
                ExportTo::Jsonl | ExportTo::Chat => named = named.writes(&args.output),
                ExportTo::Mturk | ExportTo::Prolific | ExportTo::Csv => {
                    let folder = args.output.iter();
                    let files = folder.flat_map(|folder| {
                        args.to.crowd_files().iter().map(|file| folder.join(file))
                    });
                    named.filled.extend(files);
                }
            }
            named
        }
        EntailCommand::Train(args) => none
            .reads([&args.pairs])
            .reads(&args.parses.parses)
            .writes(&args.output)
            .writes(&args.curve),
        EntailCommand::Generate(args) => none
            .reads(&args.material.gold)
            .reads(&args.material.parsed)
            .reads(&args.material.sentences)
            .reads([&args.given.pairs, &args.given.parses].into_iter().flatten())
            .writes(&args.output)
            .writes([&args.parses_out, &args.texts_out, &args.report].into_iter().flatten()),
        EntailCommand::Filter(args) => none
            .reads([&args.pairs])
            .reads(&args.judgements)
            .reads(&args.against)
            .reads(&args.answers)
            .writes(
                [&args.output, &args.judgements_out, &args.report.report].into_iter().flatten(),
            ),
        EntailCommand::Annotate(args) => {
            let mut named = none
                .reads(&args.pairs)
                .reads([&args.asking.texts, &args.asking.checks_from].into_iter().flatten())
                .writes([&args.instead.backup, &args.instead.export].into_iter().flatten());
            // It has a name of its own where none is given, and is never written over by the rest.
            named.filled.extend(args.store());
            named
        }
        EntailCommand::Import(args) => {
            none.reads(&args.results).reads(&args.submissions).writes(&args.output)
        }
        EntailCommand::Tables(args) => none.reads(&args.pairs).writes(&args.show.output),
        EntailCommand::Split(args) => {
            let mut named = none.reads([&args.pairs]);
            let files = args.part_names().into_iter().map(|part| args.file(&part));
            let files = files.chain([SplitArgs::DESCRIPTION.to_string()]);
            named.filled.extend(files.map(|file| args.output.join(file)));
            named
        }
        EntailCommand::Pack(args) => {
            let mut named = none
                .reads([&args.pairs])
                .reads([&args.before, &args.statement].into_iter().flatten())
                .may_read(&args.licence)
                .reads(&args.add);
            // Nothing may come from the folder itself, whose files are replaced.
            let here = named.read.iter().filter_map(|path| path.file_name());
            let mut filled: Vec<PathBuf> = here.map(|name| args.output.join(name)).collect();
            filled.sort_unstable();
            filled.dedup();
            named.filled.extend(filled);
            named
        }
    }
}

impl ExportArgs {
    /// The questions and the description of a task, where a folder for them is named.
    pub fn task_files(&self) -> Option<[PathBuf; 2]> {
        let folder = self.output.as_ref()?;
        let task = &self.questions.task;
        Some(["jsonl", "yaml"].map(|ending| folder.join(format!("{task}.{ending}"))))
    }
}

impl ExportTo {
    /// The files for people elsewhere.
    pub fn crowd_files(self) -> &'static [&'static str] {
        match self {
            ExportTo::Mturk => &["batch.csv", "form.html"],
            ExportTo::Prolific => &["links.csv", "sheets.csv"],
            ExportTo::Csv => &["sheets.csv"],
            ExportTo::LmEval | ExportTo::Jsonl | ExportTo::Chat => &[],
        }
    }
}

/// Fails if standard output goes into a file that is named: what is printed would be read again, or
/// be mixed with what else is written there.
pub fn check_stdout<'a>(named: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    // A session prints nothing.
    let Some(stdout) = plain(Handle::stdout()).filter(|_| !session::is_running()) else {
        return Ok(());
    };
    for path in named {
        anyhow::ensure!(
            Identity::of_input(path).handle.is_none_or(|handle| handle != stdout),
            "standard output goes into {}, which is also read or written; let it go into another \
             file (> empties a file before bezant begins)",
            if is_stdin(path) {
                "standard input's file".to_string()
            } else {
                path.display().to_string()
            }
        );
    }
    Ok(())
}

/// What a file is, whatever it is called.
struct Identity {
    /// Of a plain file that is there: it may have several names.
    handle: Option<Handle>,
    /// Where a file is, or will be.
    place: Option<PathBuf>,
}

impl Identity {
    /// Of a file that is read; `-` is standard input.
    fn of_input(path: &Path) -> Identity {
        if session::is_memory(path) {
            return Identity { handle: None, place: None };
        }
        match is_stdin(path) {
            true => Identity { handle: plain(Handle::stdin()), place: None },
            false => Identity { handle: handle(path), place: place(path) },
        }
    }

    /// Of a file that is written; `-` is standard output, which is [asked for](check_stdout) apart.
    fn of_output(path: &Path) -> Identity {
        match is_stdin(path) || is_descriptor(path) || session::is_memory(path) {
            true => Identity { handle: None, place: None },
            false => Identity { handle: handle(path), place: place(path) },
        }
    }

    fn is_same(&self, other: &Identity) -> bool {
        self.handle.is_some() && self.handle == other.handle
            || self.place.is_some() && self.place == other.place
    }
}

/// A plain file that is there. Others are not opened: a named pipe would wait for its other end.
pub fn handle(path: &Path) -> Option<Handle> {
    let is_plain = fs::metadata(path).is_ok_and(|about| about.is_file());
    if is_plain { Handle::from_path(path).ok() } else { None }
}

/// Standard input or output, if it is a plain file. A terminal or a pipe may be both.
fn plain(stream: std::io::Result<Handle>) -> Option<Handle> {
    stream.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|about| about.is_file()))
}

/// Whether a path names what is open already, as `/dev/stdout` and `/dev/fd/3` do.
pub fn is_descriptor(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    cfg!(unix)
        && (streams.iter().any(|stream| path == Path::new(stream))
            || path.starts_with("/dev/fd")
            || path.starts_with("/proc"))
}

/// Where a plain file is, or will be.
fn place(path: &Path) -> Option<PathBuf> {
    let there = path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    });
    there.filter(|path| path.is_file() || !path.exists())
}
