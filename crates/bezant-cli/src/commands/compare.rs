//! `bezant compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use bezant::counts::Counts;
use bezant::error::{Error, ErrorKind};
use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::parallel::Threads;
use bezant::report::BracketReport;
use bezant::rows;
use bezant::source::Source;

use crate::args::CompareArgs;
use crate::commands::open;
use crate::output;

pub fn run(args: CompareArgs) -> anyhow::Result<ExitCode> {
    let sources: Vec<Source> =
        args.rows.iter().map(|path| open(path)).collect::<bezant::error::Result<_>>()?;
    let metric = rows::signature(&sources[0])?.metric().to_string();
    anyhow::ensure!(metric == "brackets", "rows of {metric} cannot be compared by this version");
    let files = sources.into_iter().map(rows::read).collect::<bezant::error::Result<_>>()?;
    let systems: Vec<Evaluation<BracketCounts>> = together(files, &args.rows)?;
    anyhow::ensure!(
        systems.len() > 1 || args.comparison.replicates.is_some(),
        "there is only {} to compare; give the rows of another system, or --replicates for an \
         interval",
        systems[0].system
    );
    let report = BracketReport {
        gold: "saved rows",
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..BracketReport::default()
    };
    let mut report = report.build(&systems);
    if let Some(comparing) = args.comparison.comparing(systems.len(), &["f1"]) {
        let threads = Threads::new(args.threads.map(usize::from))?;
        comparing.add_to(&mut report, &systems, BracketCounts::scores, &threads)?;
    }
    output::write(&report, &args.output)
}

/// All systems of all files. They must have been scored in the same way on the same gold.
fn together<C: Counts>(
    files: Vec<Vec<Evaluation<C>>>,
    paths: &[PathBuf],
) -> anyhow::Result<Vec<Evaluation<C>>> {
    let mut systems: Vec<(Evaluation<C>, &PathBuf)> = Vec::new();
    for (file, path) in files.into_iter().zip(paths) {
        for system in file {
            if let Some((first, _)) = systems.first()
                && let Some((ours, theirs)) = first.signature.difference(&system.signature, &[])
            {
                let kind = ErrorKind::Disagree { ours, theirs };
                return Err(Error::new(path.display().to_string(), kind).into());
            }
            systems.push((system, path));
        }
    }
    // Files of the same name in two folders are two systems.
    let names: Vec<String> = systems.iter().map(|(system, _)| system.system.clone()).collect();
    for (system, path) in &mut systems {
        if names.iter().filter(|name| **name == system.system).count() > 1 {
            system.system = format!("{} ({})", system.system, path.display());
        }
    }
    Ok(systems.into_iter().map(|(system, _)| system).collect())
}
