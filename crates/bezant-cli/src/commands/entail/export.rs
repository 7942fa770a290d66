//! `bezant entail export`.

use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::export;

use super::{crowd, pairs};
use crate::args::{ExportArgs, ExportTo};
use crate::output;

pub fn run(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    match args.to {
        ExportTo::Jsonl => {
            output::write_to(args.output.as_deref(), |out| export::jsonl(&pairs, out))?;
        }
        ExportTo::LmEval => {
            let [data, task] =
                args.task_files().context("lm-eval needs a folder; name it with -o")?;
            pairs.gold().context("a task needs the right answers")?;
            let mut questions = Vec::new();
            export::jsonl(&pairs, &mut questions)?;
            let description =
                export::task(ExportArgs::TASK, &data.display().to_string(), &pairs).into_bytes();
            output::fill(&[(data, questions), (task, description)], args.force)?;
        }
        ExportTo::Mturk | ExportTo::Prolific | ExportTo::Csv => crowd::export(args, &pairs)?,
    }
    Ok(ExitCode::SUCCESS)
}
