//! Pages of folders: what each treebank says by itself.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bezant::formats::Holds;
use bezant::report::{Cell, PageSection};

use crate::args::FilesArgs;
use crate::commands::treebanks::{Treebank, paired};
use crate::commands::{Command, system_names};

/// So many treebanks have sections of their own; those with the lowest scores, if there are more.
const MOST: usize = 100;

/// What is typed for a treebank alone.
pub struct TreebankCommand {
    pub name: String,
    pub words: Vec<OsString>,
}

/// The commands of the treebanks that a command is about; none where it is about files.
pub fn treebanks_of(command: &Command, words: &[OsString]) -> anyhow::Result<Vec<TreebankCommand>> {
    let (files, wanted, names) = match command {
        Command::Brackets(args) => (&args.files, Holds::Trees, &args.input.names),
        Command::Fragments(args) => (&args.files, Holds::Trees, &args.input.names),
        Command::Dependencies(args) => (&args.files, Holds::Dependencies, &args.input.names),
        Command::Relations(args) => (&args.files, Holds::Relations, &args.names),
        _ => return Ok(Vec::new()),
    };
    // What is odd about the folders is said where they are scored.
    let Some(treebanks) = paired(files, wanted, &mut Vec::new())? else { return Ok(Vec::new()) };
    let names = system_names(&files.systems, names)?;
    let is_scored = |treebank: &&Treebank| !treebank.files().systems.is_empty();
    let one = |treebank: &Treebank| TreebankCommand {
        name: treebank.name.clone(),
        words: of_one(words, files, treebank, &names),
    };
    Ok(treebanks.iter().filter(is_scored).map(one).collect())
}

/// Those with the lowest scores, in their order, if there are very many.
pub fn with_lowest_scores(
    treebanks: Vec<TreebankCommand>,
    of_all: &[PageSection],
) -> Vec<TreebankCommand> {
    if treebanks.len() <= MOST {
        return treebanks;
    }
    let tables = of_all.iter().flat_map(|section| &section.report.tables);
    let rows = tables.filter(|table| table.name == "treebanks").flat_map(|table| &table.rows);
    // The lowest of all systems; what has no score comes first.
    let lowest = |row: &[Cell]| {
        let scores = row.iter().filter_map(|cell| match cell {
            Cell::Share(value) | Cell::Number(value) => Some(value.unwrap_or(0.0)),
            _ => None,
        });
        scores.fold(f64::INFINITY, f64::min)
    };
    let scores: BTreeMap<String, f64> = rows
        .filter_map(|row| match row.first()? {
            Cell::Text(name) => Some((name.clone(), lowest(row))),
            _ => None,
        })
        .collect();
    let score = |treebank: &TreebankCommand| scores.get(&treebank.name).copied().unwrap_or(0.0);
    let mut numbered: Vec<(usize, TreebankCommand)> = treebanks.into_iter().enumerate().collect();
    numbered.sort_by(|(_, one), (_, two)| score(one).total_cmp(&score(two)));
    numbered.truncate(MOST);
    numbered.sort_by_key(|(at, _)| *at);
    numbered.into_iter().map(|(_, treebank)| treebank).collect()
}

/// The same words with a treebank's files in the place of folders.
fn of_one(
    words: &[OsString],
    files: &FilesArgs,
    treebank: &Treebank,
    names: &[String],
) -> Vec<OsString> {
    let own = treebank.files();
    let mut folders: Vec<&Path> =
        [&files.gold].into_iter().chain(&files.systems).map(PathBuf::as_path).collect();
    let mut found = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        match &*text {
            "--list" => {}
            "--names" | "--missing" => drop(words.next()),
            text if text.starts_with("--names=") || text.starts_with("--missing=") => {}
            _ => match folders.iter().position(|folder| folder.as_os_str() == word) {
                Some(0) if folders.len() == files.systems.len() + 1 => {
                    folders.remove(0);
                    found.push(own.gold.clone().into_os_string());
                    found.extend(own.systems.iter().map(|path| path.clone().into_os_string()));
                }
                Some(at) => drop(folders.remove(at)),
                None => found.push(word.clone()),
            },
        }
    }
    // Files of all systems have the same name.
    found.push(format!("--names={}", treebank.own_names(names).join(",")).into());
    found
}
