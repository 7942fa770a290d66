//! `--against`: what changed since rows were saved.

use anyhow::Context;
use bezant::comparison::Comparing;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::Evaluation;
use bezant::kinds::without_suffix;
use bezant::metric::ScoresOf;
use bezant::parallel::Threads;
use bezant::report::Report;
use bezant::saved::OwnCounts;

use crate::args::{BehindArgs, FilesArgs, OutputArgs};
use crate::commands::Command;
use crate::commands::merge::open_rows;

/// Whether somebody asked where there is no answer.
pub fn check(command: &mut Command) -> anyhow::Result<()> {
    let Some((output, can)) = command.results() else { return Ok(()) };
    anyhow::ensure!(
        can || output.page.against.is_none(),
        "--against is for whole results of brackets, fragments, dependencies, relations and entail score, of \
         files; `bezant compare OLD NEW` compares saved rows of all"
    );
    Ok(())
}

/// Whether files are scored, and nothing else is shown.
pub fn is_plain(files: &FilesArgs, behind: &BehindArgs) -> bool {
    let are_files = !files.gold.is_dir() && !files.treebanks.list;
    are_files && !behind.asks() && !behind.agreement
}

/// Adds what changed to a report, if somebody asked.
pub fn add<C: OwnCounts>(
    report: &mut Report,
    args: &OutputArgs,
    systems: &[Evaluation<C>],
    comparing: Option<Comparing>,
    scores: ScoresOf<'_, C>,
    threads: &Threads,
) -> anyhow::Result<()> {
    let Some(path) = &args.page.against else { return Ok(()) };
    let name = path.display().to_string();
    let (mut files, signature) = open_rows(std::slice::from_ref(path))?;
    if let Some(now) = systems.first() {
        anyhow::ensure!(
            now.signature.metric() == signature.metric(),
            "{name} has rows of {}, and these are of {}",
            signature.metric(),
            now.signature.metric()
        );
    }
    let before = C::read(files.pop().context("one file was opened")?)?;
    // Runs of a system have its name, and their own behind it.
    let plain = |name: &str| without_suffix(name.split('@').next().unwrap_or(name)).to_string();
    let mut pairs = Vec::new();
    for now in systems {
        let same = before.iter().find(|old| plain(&old.system) == plain(&now.system));
        let only = before.first().filter(|_| before.len() == 1 && systems.len() == 1);
        let old = same.or(only).with_context(|| {
            let known: Vec<&str> = before.iter().map(|old| old.system.as_str()).collect();
            format!("{name} has no rows of {}; it has those of {}", now.system, known.join(", "))
        })?;
        if let Some((ours, theirs)) = now.signature.difference(&old.signature, &["version"]) {
            return Err(Error::new(name, ErrorKind::Disagree { ours, theirs }).into());
        }
        pairs.push((old, now));
    }
    let comparing = comparing.unwrap_or_else(Comparing::standard);
    let changes = |(old, now)| comparing.changes(old, now, scores, threads);
    let changes = pairs.into_iter().map(changes).collect::<Result<Vec<_>, _>>()?;
    report.add_against(&name, &changes);
    Ok(())
}
