//! `bezant entail pack`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::answers::Answer;
use bezant::entailment::split::n_with;
use bezant::entailment::{Pair, Pairs};
use bezant::packing::{self, Licence, PackedFile, Packing};

use super::pairs;
use crate::args::{PackArgs, SplitArgs};
use crate::commands::load;
use crate::diagnostics::note;
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: &PackArgs) -> anyhow::Result<ExitCode> {
    let all = pairs(&args.pairs)?;
    let before = args.before.as_deref().map(pairs).transpose()?;
    let (parts, split) = match &args.split {
        Some(folder) => parts(folder, &all)?,
        None => (Vec::new(), None),
    };
    let licence = match &args.licence {
        None => Licence::Unknown,
        Some(file) if Path::new(file).is_file() => Licence::Text(load(file)?.1.to_vec()),
        Some(name) => {
            anyhow::ensure!(
                !is_path(name),
                "--licence {name}: there is no such file\n  hint: name a file with the terms, or a licence \
                 such as CC-BY-4.0"
            );
            Licence::Named(name.clone())
        }
    };
    if let Some(before) = &before {
        check_before(&all, before)?;
    }
    let statement = args.statement.as_ref().map(load).transpose()?;
    let packing = Packing {
        before: before.as_ref(),
        parts,
        split,
        licence,
        language: args.language.clone(),
        statement: statement.map(|(_, text)| text.to_vec()),
        more: args.add.iter().map(|path| added(path)).collect::<anyhow::Result<_>>()?,
        ..Packing::new(&name(args)?, &all)
    };
    let files = packing::pack(&packing)?;
    output::repack(&args.output, &files, args.force)?;

    let mut said = Vec::new();
    if packing.licence == Licence::Unknown {
        said.push(Warning::NoLicence);
    }
    if let (Licence::Named(name), None) = (&packing.licence, packing.licence.spdx()) {
        said.push(Warning::OtherLicence(name.clone()));
    }
    if packing.statement.is_none() {
        said.push(Warning::StatementGaps(args.output.join("DATA-STATEMENT.md")));
    }
    warnings::print(&said, args.quiet);
    if !args.quiet {
        let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(&all, answer));
        let n = all.pairs.len();
        let (folder, n_files) = (args.output.display(), files.len());
        note!("{folder}: {n_files} files, {n} pairs, {yes} YES, {no} NO");
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether somebody means a file: a licence has no slash, and no letters after its last point.
fn is_path(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let has_ending = (1..=5).contains(&ending.len())
        && ending.starts_with(|c: char| c.is_ascii_alphabetic())
        && ending.chars().all(|c| c.is_ascii_alphanumeric());
    has_ending || name.contains(['/', '\\'])
}

/// What is left of other pairs says nothing.
fn check_before(all: &Pairs, before: &Pairs) -> anyhow::Result<()> {
    let known: BTreeSet<&str> = before.pairs.iter().map(|pair| pair.id.as_str()).collect();
    let missing: Vec<&str> =
        all.pairs.iter().map(|pair| pair.id.as_str()).filter(|id| !known.contains(id)).collect();
    anyhow::ensure!(
        missing.is_empty(),
        "--before {}: {} of {} is not among these pairs{}\n  hint: give the pairs that {} was filtered from",
        before.name,
        missing[0],
        all.name,
        match missing.len() {
            1 => String::new(),
            n => format!(", and {} more are not", n - 1),
        },
        all.name
    );
    Ok(())
}

/// What the data set is called.
fn name(args: &PackArgs) -> anyhow::Result<String> {
    if let Some(name) = &args.name {
        return Ok(name.clone());
    }
    let folder = args.output.file_name().map(|name| name.to_string_lossy().into_owned());
    folder.context("say what the data set is called with --name")
}

/// A file that goes in as it is: nothing is decompressed.
fn added(path: &Path) -> anyhow::Result<PackedFile> {
    let shown = path.display();
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|name| !name.contains(char::is_control));
    let name = name.with_context(|| format!("{shown}: this name cannot stand in a list"))?;
    let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    Ok(PackedFile { path: name.to_string(), bytes })
}

/// The parts in a folder, with all that is said of their pairs among all, and how they were made.
fn parts(folder: &Path, all: &Pairs) -> anyhow::Result<(Vec<Pairs>, Option<String>)> {
    let path = folder.join(SplitArgs::DESCRIPTION);
    anyhow::ensure!(
        path.is_file(),
        "{} has no parts; `bezant entail split` makes them",
        folder.display()
    );
    let (name, text) = load(&path)?;
    let bad = || format!("{name} is not what `bezant entail split` writes");
    let described: serde_json::Value = serde_json::from_slice(&text).with_context(bad)?;
    let list = described["parts"].as_array().with_context(bad)?;
    let mut found = Vec::new();
    for part in list {
        let [name, file] = [&part["name"], &part["file"]].map(|value| value.as_str());
        let (name, file) = (name.with_context(bad)?, file.with_context(bad)?);
        let is_plain = Path::new(file).file_name().is_some_and(|only| only == file);
        anyhow::ensure!(is_plain && is_part(name), bad());
        let part = pairs(&folder.join(file))?;
        found.push(Pairs { name: name.to_string(), pairs: same(part.pairs, all) });
    }
    let signature = described["signature"].as_str().map(str::to_string);
    Ok((found, signature))
}

/// Names of parts become names of files.
fn is_part(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
}

/// Tables lose what only some pairs say: what is said among all pairs counts.
fn same(part: Vec<Pair>, all: &Pairs) -> Vec<Pair> {
    let known: BTreeMap<&str, &Pair> =
        all.pairs.iter().map(|pair| (pair.id.as_str(), pair)).collect();
    let more = |pair: Pair| match known.get(pair.id.as_str()) {
        Some(whole) => Pair { more: whole.more.clone(), ..pair },
        None => pair,
    };
    part.into_iter().map(more).collect()
}
