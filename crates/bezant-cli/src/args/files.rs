//! Which files a command reads and writes, so that none of them is lost.

use std::path::{Path, PathBuf};

use super::{Command, EntailCommand, ExportTo, FilesArgs, ModuleArgs, OutputArgs, is_stdin};

/// The files that were named.
#[derive(Default)]
struct Named<'a> {
    read: Vec<&'a Path>,
    written: Vec<&'a Path>,
}

impl<'a> Named<'a> {
    fn reads(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Named<'a> {
        self.read.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    fn writes(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Named<'a> {
        self.written.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    fn compares(self, files: &'a FilesArgs) -> Named<'a> {
        self.reads([&files.gold]).reads(&files.systems)
    }

    /// Words that are names of files, or of something built in, which nobody writes.
    fn may_read(mut self, words: impl IntoIterator<Item = &'a String>) -> Named<'a> {
        self.read.extend(words.into_iter().map(Path::new));
        self
    }

    fn decides(self, module: &'a ModuleArgs) -> Named<'a> {
        self.may_read(&module.equate).reads(&module.weights)
    }

    fn results(self, output: &'a OutputArgs) -> Named<'a> {
        self.writes(&output.output).writes(&output.save)
    }
}

impl Command {
    /// Fails if a file would be written over that is read or written already, if there is no folder
    /// to write it into, or if standard input, which can be read only once, stands for several
    /// files: better now than after an hour's work.
    pub fn check_files(&self) -> anyhow::Result<()> {
        let Named { read, written } = self.named();
        let n_stdin = read.iter().filter(|path| is_stdin(path)).count();
        anyhow::ensure!(n_stdin <= 1, "only one file can be standard input");
        for (at, path) in written.iter().enumerate() {
            let name = path.display();
            let others = read.iter().chain(&written[..at]);
            anyhow::ensure!(
                others.into_iter().all(|other| !is_same_file(path, other)),
                "{name} is both read and written, or written twice; write to another file"
            );
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder {
                let shown = folder.display();
                anyhow::ensure!(folder.is_dir(), "cannot write {name}: there is no folder {shown}");
            }
        }
        Ok(())
    }

    fn named(&self) -> Named<'_> {
        let none = Named::default();
        match self {
            Command::Brackets(args) => {
                none.compares(&args.files).reads(&args.preparation.parameters).results(&args.output)
            }
            Command::Fragments(args) => none
                .compares(&args.files)
                .reads(&args.preparation.parameters)
                .may_read([&args.weights])
                .results(&args.output)
                .writes(&args.plot.plot),
            Command::Dependencies(args) => none.compares(&args.files).results(&args.output),
            Command::Relations(args) => none
                .compares(&args.files)
                .reads(
                    [&args.hierarchy, &args.text, &args.forms, &args.mapping].into_iter().flatten(),
                )
                .results(&args.output)
                .writes(&args.write),
            Command::Compare(args) => none.reads(&args.rows).results(&args.output),
            Command::Merge(args) => none.reads(&args.rows).results(&args.output),
            Command::Convert(args) => none.reads(&args.files).writes(&args.output),
            Command::Entail(args) => entail(&args.command),
            Command::Demo(_) | Command::Completions(_) | Command::Man(_) => none,
        }
    }
}

fn entail(command: &EntailCommand) -> Named<'_> {
    let none = Named::default();
    match command {
        EntailCommand::Sentences(args) => none.reads([&args.pairs]).writes(&args.output),
        EntailCommand::Decide(args) => none
            .reads([&args.pairs])
            .reads(&args.parses.parses)
            .decides(&args.module)
            .writes(&args.output),
        EntailCommand::Score(args) => {
            none.reads([&args.pairs]).reads(&args.answers).results(&args.output)
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
        // A task is a folder, which is made.
        EntailCommand::Export(args) => match args.to {
            ExportTo::LmEval => none,
            ExportTo::Jsonl => none.reads([&args.pairs]).writes(&args.output),
        },
        EntailCommand::Train(args) => {
            none.reads([&args.pairs]).reads(&args.parses.parses).writes(&args.output)
        }
    }
}

/// Whether both are one file, whatever they are called. A terminal or pipe may be both.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (place(one), place(other)) {
        (Some(one), Some(other)) => one == other && (one.is_file() || !one.exists()),
        _ => false,
    }
}

/// Where a file is, or will be. Standard input and output are nowhere.
fn place(path: &Path) -> Option<PathBuf> {
    if is_stdin(path) {
        return None;
    }
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    })
}
