//! `bezant merge`.

use std::io::Write;
use std::process::ExitCode;

use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::BracketCounts;
use bezant::report::BracketReport;
use bezant::rows;

use crate::args::MergeArgs;
use crate::commands::open;
use crate::output;

pub fn run(args: MergeArgs) -> anyhow::Result<ExitCode> {
    // Systems in the order they are met, each with its parts in the order of the files.
    let mut systems: Vec<(String, Vec<Evaluation<BracketCounts>>)> = Vec::new();
    for path in &args.rows {
        let source = open(path)?;
        let signature = rows::signature(&source)?;
        anyhow::ensure!(
            signature.metric() == "brackets",
            "{}: rows of {} cannot be merged by this version",
            path.display(),
            signature.metric()
        );
        for part in rows::read(source)? {
            match systems.iter_mut().find(|(name, _)| *name == part.system) {
                Some((_, parts)) => parts.push(part),
                None => systems.push((part.system.clone(), vec![part])),
            }
        }
    }
    let mut merged = Vec::new();
    for (_, parts) in systems {
        merged.extend(rows::merge(parts)?);
    }
    if let Some(path) = &args.output.save {
        let mut out = output::create(Some(path))?;
        for system in &merged {
            rows::write(system, &mut out)?;
        }
        out.flush()?;
    }
    let report = BracketReport {
        gold: "saved rows",
        cutoff: args.cutoff,
        buckets: args.buckets.clone(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        ..BracketReport::default()
    };
    output::write(&report.build(&merged), &args.output)
}
