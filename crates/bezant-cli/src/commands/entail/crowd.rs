//! `bezant entail export` to people elsewhere, and `bezant entail import` of what they answer.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::Pairs;
use bezant::entailment::crowd::{
    self, Asking, Crowd, Price, QuestionSheet, SheetTexts, Submissions, Work,
};
use bezant::entailment::judgements;
use same_file::Handle;

use crate::args::{ExportArgs, ExportTo, ImportArgs, ImportFrom, handle, is_stdin};
use crate::commands::{Loaded, load, number_of};
use crate::diagnostics::note;
use crate::output;
use crate::warnings::{self, Warning};

/// Writes sheets, and says what they would cost.
pub fn export(args: &ExportArgs, pairs: &Pairs) -> anyhow::Result<()> {
    let folder = args.output.as_ref().context("sheets need a folder; name it with -o")?;
    // Whoever names a file wants one, and would not look for it in a folder of that name.
    let ending = folder.extension().and_then(OsStr::to_str).unwrap_or_default();
    anyhow::ensure!(
        folder.is_dir() || !["csv", "tsv", "xml", "jsonl", "json", "html", "txt"].contains(&ending),
        "-o {}: this would be a folder, with {} in it; name one without .{ending}",
        folder.display(),
        args.to.crowd_files().join(" and ")
    );
    let asked = &args.crowd;
    let sheets = crowd::sheets(pairs, usize::from(asked.sheet), args.seed);
    let contents = match args.to {
        ExportTo::Mturk => {
            let texts = match &asked.texts {
                Some(path) => {
                    let (name, text) = load(path)?;
                    SheetTexts::read(&name, &text)?
                }
                None => SheetTexts::english(),
            };
            let asking =
                Asking { contact: asked.contact.clone(), retention: asked.retention.clone() };
            vec![
                written(|out| crowd::mechanical_turk_batch(&sheets, out))?,
                crowd::mechanical_turk_form(&sheets, &texts, &asking).into_bytes(),
            ]
        }
        ExportTo::Prolific => {
            let link = asked.link.as_ref().context(
                "--link says where a sheet is answered, for example https://example.org/sheet/{sheet}",
            )?;
            anyhow::ensure!(
                link.contains("{sheet}") || sheets.len() == 1,
                "--link {link}: there are {} sheets, so it needs {{sheet}} for their numbers",
                sheets.len()
            );
            vec![
                written(|out| crowd::prolific_links(&sheets, link, args.seed, out))?,
                written(|out| crowd::spreadsheet(&sheets, out))?,
            ]
        }
        ExportTo::Csv => vec![written(|out| crowd::spreadsheet(&sheets, out))?],
        ExportTo::LmEval | ExportTo::Jsonl | ExportTo::Chat => Vec::new(),
    };
    let files = args.to.crowd_files().iter().map(|file| folder.join(file));
    let files: Vec<(PathBuf, Vec<u8>)> = files.zip(contents).collect();
    output::fill(&files, args.force)?;
    let fullest =
        sheets.iter().map(|sheet: &QuestionSheet| sheet.pairs.len()).max().unwrap_or_default();
    let n = pairs.pairs.len();
    note!("{n} pairs on {} of at most {fullest}", number_of(sheets.len() as u64, "sheet"));
    if let Some(price) = asked.price.price() {
        let people = u64::from(asked.per_pair);
        let work = Work {
            sheets: people * sheets.len() as u64,
            judgements: people * n as u64,
            seconds: None,
        };
        note!("with {people} people a pair: {}", cost(price, work));
    }
    Ok(())
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(bytes)
}

/// What work costs, in words.
fn cost(price: Price, work: Work) -> String {
    let Some(cost) = price.of(work) else {
        return "what it costs depends on how long it takes".to_string();
    };
    let judgement = cost.judgement.map_or(String::new(), |one| format!(", {one:.4} a judgement"));
    let hour = cost.hour.map_or(String::new(), |hour| format!("; people got {hour:.2} an hour"));
    let (sheets, judgements) =
        (number_of(work.sheets, "sheet"), number_of(work.judgements, "judgement"));
    format!("{sheets}, {judgements}: {:.2} in all{judgement}{hour}", cost.all)
}

/// A file that is given twice would be two people; Mechanical Turk has numbers of assignments against that.
fn check_once(args: &ImportArgs) -> anyhow::Result<()> {
    if args.from == ImportFrom::Mturk {
        return Ok(());
    }
    let mut seen: Vec<(Handle, &PathBuf)> = Vec::new();
    for path in args.results.iter().filter(|path| !is_stdin(path)) {
        // What cannot be opened is said by whoever reads it.
        let Some(handle) = handle(path) else { continue };
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == handle) {
            let (one, two) = (first.display(), path.display());
            anyhow::ensure!(first != &path, "{one} is given twice, and would count as two people");
            anyhow::bail!("{one} and {two} are the same file, and would count as two people");
        }
        seen.push((handle, path));
    }
    Ok(())
}

/// Files with the same contents, which may be one person's: people can also agree on everything.
fn copies(files: &[(&str, &[u8])]) -> Vec<Warning> {
    let mut known: BTreeMap<&[u8], &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (name, text) in files {
        match known.get(text) {
            Some(first) => found.push(Warning::SamePerson([first.to_string(), name.to_string()])),
            None => {
                known.insert(text, name);
            }
        }
    }
    found
}

/// Writes judgements, and says who and what was left out.
pub fn import(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    check_once(args)?;
    let files: Vec<Loaded> = args.results.iter().map(load).collect::<Result<_, _>>()?;
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), &text[..])).collect();
    let found = match (args.from, &args.submissions) {
        (ImportFrom::Mturk, _) => crowd::mechanical_turk(&files)?,
        (ImportFrom::Csv, _) => {
            warnings::print(&copies(&files), false);
            crowd::spreadsheets(&files)?
        }
        (ImportFrom::Prolific, path) => {
            let path = path.as_ref().context("--from prolific needs --submissions")?;
            let (name, text) = load(path)?;
            crowd::prolific(&files, Submissions { name: &name, text: &text })?
        }
    };
    let Crowd { judgements, people, work, left_out, unanswered } = found;
    output::write_to(args.output.as_deref(), |out| judgements::write(&judgements, out))?;
    // What is missing in the result is said also to those who want no summary.
    for (why, n) in &left_out {
        note!("left out: {n} {why}");
    }
    if args.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let people = if people == 1 { "1 person".to_string() } else { format!("{people} people") };
    let (sheets, n) = (number_of(work.sheets, "sheet"), number_of(work.judgements, "judgement"));
    note!("{n} by {people} on {sheets}");
    if unanswered > 0 {
        note!("{} without an answer", number_of(unanswered as u64, "question"));
    }
    if let Some(seconds) = work.seconds.filter(|_| work.judgements > 0) {
        note!("{:.1} seconds a judgement", seconds / work.judgements as f64);
    }
    if let Some(price) = args.price.price() {
        note!("{}", cost(price, work));
    }
    Ok(ExitCode::SUCCESS)
}
