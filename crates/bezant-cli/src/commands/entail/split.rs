//! `bezant entail split`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use bezant::entailment::Pairs;
use bezant::entailment::answers::Answer;
use bezant::entailment::generate::choose::Balance;
use bezant::entailment::split::{Split, SplitBy, Splitting, n_with};

use super::pairs;
use crate::args::SplitArgs;
use crate::commands::number_of;
use crate::diagnostics::note;
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: &SplitArgs) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(
        args.dev.is_some() || args.train.is_some(),
        "say how many pairs are for development with --dev, or for training with --train"
    );
    let names = names(args)?;
    let pairs = pairs(&args.pairs)?;
    check_alike(&pairs, &args.stratify)?;
    let n = pairs.pairs.len();
    let mut left = n;
    let mut parts = Vec::new();
    for ((part, size), name) in args.parts().into_iter().zip(&names) {
        let size = size.map_or(left, |size| size.of(n));
        anyhow::ensure!(
            size > 0,
            "nothing is left for {part} of {n} pairs; take fewer for the parts before it"
        );
        anyhow::ensure!(
            size <= left,
            "{size} pairs for {part} of {left} that are left (there are {n} in all)"
        );
        left -= size;
        parts.push((name.clone(), size));
    }
    let splitting = Splitting { parts, by: args.by, alike: args.stratify.clone(), seed: args.seed };
    let split = Split::of(&pairs, &splitting);
    let files: Vec<String> = names.iter().map(|name| args.file(name)).collect();
    let mut written: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (part, file) in split.parts.iter().zip(&files) {
        let name = &part.name;
        anyhow::ensure!(!part.pairs.is_empty(), "no text is left for {name}; divide by pair");
        let mut bytes = Vec::new();
        part.write(args.format, &mut bytes)?;
        written.push((args.output.join(file), bytes));
    }
    let description = split.description(&files).into_bytes();
    written.push((args.output.join(SplitArgs::DESCRIPTION), description));
    output::fill(&written, args.force)?;

    let divided = split.first_divided.clone().map(|first| Warning::DividedTexts {
        n: split.n_divided,
        first,
        parts: names.len(),
    });
    warnings::print(divided.as_slice(), args.quiet);
    if args.by == SplitBy::Text {
        let uneven = split.uneven(&args.stratify).map(|it| Warning::Uneven(it.to_string()));
        warnings::print(uneven.as_slice(), args.quiet);
    }
    if args.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    for ((part, file), (_, wanted)) in split.parts.iter().zip(&files).zip(&splitting.parts) {
        let n = part.pairs.len();
        let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(part, answer));
        let missed = match n == *wanted {
            true => String::new(),
            false => format!("; {wanted} were asked for, but texts stay together"),
        };
        note!("{file}: {n} pairs, {yes} YES, {no} NO{missed}");
    }
    note!("{}", split.signature);
    Ok(ExitCode::SUCCESS)
}

/// What no pair says cannot be made alike.
fn check_alike(pairs: &Pairs, alike: &[Balance]) -> anyhow::Result<()> {
    let is_said = |one: Balance| pairs.pairs.iter().any(|pair| one.is_said(pair));
    let Some(missing) = alike.iter().find(|one| !is_said(**one)) else { return Ok(()) };
    let said = Balance::ALL.into_iter().filter(|(_, one)| is_said(*one));
    let said: Vec<&str> = said.map(|(name, _)| name).collect();
    let name = missing.name();
    let there = match said.is_empty() {
        true => "pairs here have none of what can be made alike".to_string(),
        false => format!("pairs here have {}", said.join(", ")),
    };
    let label = match missing {
        Balance::LinkRelation | Balance::Construction => {
            "; `bezant entail label PAIRS --parses FILE` names relations and constructions"
        }
        Balance::Answer | Balance::Source => "",
    };
    anyhow::bail!(
        "--stratify {name}: no pair of {} has its {name}\n  hint: {there}{label}",
        pairs.name
    )
}

/// What the parts are called, which are names of files.
fn names(args: &SplitArgs) -> anyhow::Result<Vec<String>> {
    let names = args.part_names();
    let wanted: Vec<&str> = args.parts().iter().map(|(name, _)| *name).collect();
    anyhow::ensure!(
        names.len() == wanted.len(),
        "--names has {} for {}",
        number_of(names.len() as u64, "name"),
        wanted.join(", ")
    );
    let mut seen = BTreeSet::new();
    for name in &names {
        let is_plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
        anyhow::ensure!(
            !name.is_empty() && name.chars().all(is_plain),
            "--names: {name:?} is no name of a part; it has letters, digits, - and _"
        );
        anyhow::ensure!(seen.insert(name.to_lowercase()), "two parts cannot both be called {name}");
    }
    Ok(names)
}
