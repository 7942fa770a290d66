//! Names that were typed: of systems, scores, tables and buckets.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use bezant::comparison::NotThere;
use bezant::report::{Buckets, Names};

use crate::args::{ComparisonArgs, OutputArgs};
use crate::output;

/// Names that were typed, to be looked up before anything is scored: a slip should not cost the
/// whole work.
pub struct Typed<'a> {
    pub output: &'a OutputArgs,
    pub baseline: Option<&'a str>,
    /// Scores to compare.
    pub scores: &'a [String],
}

impl<'a> Typed<'a> {
    /// Those among a metric's options.
    pub fn of(output: &'a OutputArgs, comparison: &'a ComparisonArgs) -> Typed<'a> {
        Typed { output, baseline: comparison.baseline.as_deref(), scores: &comparison.score }
    }

    /// Looks them up in what a report of these systems can have in it.
    pub fn check(&self, names: &Names, systems: &[String]) -> anyhow::Result<()> {
        output::check_names(names, self.output)?;
        check_buckets(names, &self.output.buckets)?;
        for name in self.scores {
            NotThere::or_position("score", name, names.scores.iter().copied())?;
        }
        if let Some(name) = self.baseline {
            NotThere::or_position("system", name, systems.iter().map(String::as_str))?;
            anyhow::ensure!(
                systems.len() > 1,
                "--baseline {name}: there is no other system to compare with it"
            );
        }
        Ok(())
    }
}

/// Whether sentences can be sorted as somebody wants. Two tables of the same buckets would have the
/// same key in JSON.
fn check_buckets(names: &Names, buckets: &[Buckets]) -> anyhow::Result<()> {
    for (at, one) in buckets.iter().enumerate() {
        anyhow::ensure!(
            buckets[..at].iter().all(|other| other.key != one.key),
            "--buckets is given twice for the same; put all limits into one list"
        );
    }
    names.check_buckets(buckets).context("--buckets cannot be made")
}

/// So many of a thing.
pub fn number_of(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// What the systems are called: as the user says, or by file name where those differ.
pub fn system_names(paths: &[PathBuf], given: &[String]) -> anyhow::Result<Vec<String>> {
    if !given.is_empty() {
        anyhow::ensure!(
            given.len() == paths.len(),
            "--names has {} for {}",
            number_of(given.len() as u64, "name"),
            number_of(paths.len() as u64, "system")
        );
        anyhow::ensure!(
            given.iter().all(|name| !name.trim().is_empty()),
            "--names has an empty name; give each system one, or leave --names out"
        );
        // Saved rows, baselines and tables know a system by nothing else.
        if let Some(name) = twice(given) {
            anyhow::bail!("two systems cannot both be called {name}");
        }
        return Ok(given.to_vec());
    }
    let whole = |path: &PathBuf| path.display().to_string();
    let short = |path: &PathBuf| {
        path.file_name().map_or_else(|| whole(path), |name| name.to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = paths.iter().map(short).collect();
    if twice(&names).is_some() {
        names = paths.iter().map(whole).collect();
    }
    if let Some(name) = twice(&names) {
        anyhow::bail!("{name} is given twice; tell the two apart with --names");
    }
    Ok(names)
}

/// A name that stands more than once in a list.
fn twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(*name))
}
