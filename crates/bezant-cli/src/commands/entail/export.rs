//! `bezant entail export`.

use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::export;

use super::pairs;
use crate::args::{ExportArgs, ExportTo};
use crate::output;

/// What the task is called, and the file of its questions.
const TASK: &str = "bezant_entailments";

pub fn run(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    match args.to {
        ExportTo::Jsonl => {
            output::write_to(args.output.as_deref(), |out| export::jsonl(&pairs, out))?;
        }
        ExportTo::LmEval => {
            let folder =
                args.output.as_deref().context("lm-eval needs a folder; name it with -o")?;
            pairs.gold().context("a task needs the right answers")?;
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            let data = folder.join(format!("{TASK}.jsonl"));
            output::write_to(Some(&data), |out| export::jsonl(&pairs, out))?;
            let task = folder.join(format!("{TASK}.yaml"));
            std::fs::write(&task, export::task(TASK, &data.display().to_string(), &pairs))
                .with_context(|| format!("cannot write {}", task.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
