//! `bezant entail export`.

use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::export;

use super::{crowd, pairs};
use crate::args::{ExportArgs, ExportTo};
use crate::output;
use crate::warnings::{self, Warning};

/// What a task says of the samples that are logged.
const HOW_TO_SCORE: &str = "Log samples, and score them with `bezant entail score`.";

pub fn run(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let pairs = pairs(&args.pairs)?;
    let asking = args.asking();
    if matches!(args.to, ExportTo::Jsonl | ExportTo::LmEval | ExportTo::Chat)
        && let Some(fewest) = asking.lacking(&pairs)
    {
        anyhow::bail!(
            "--shots {}: some pair has only {fewest} others with an answer and another text",
            asking.shots
        );
    }
    if args.to == ExportTo::Jsonl && asking.without_answers && asking.shots > 0 {
        warnings::print(&[Warning::AnswersShown], false);
    }
    match args.to {
        ExportTo::Jsonl => {
            output::write_to(args.output.as_deref(), |out| asking.jsonl(&pairs, out))?;
        }
        ExportTo::Chat => {
            let model = args.questions.model.as_deref();
            output::write_to(args.output.as_deref(), |out| asking.chat(&pairs, model, out))?;
        }
        ExportTo::LmEval => {
            let [data, task] =
                args.task_files().context("lm-eval needs a folder; name it with -o")?;
            anyhow::ensure!(
                !asking.without_answers,
                "--without-answers: lm-eval scores answers itself, and needs the right ones; take \
                 --to jsonl or chat"
            );
            pairs.gold().context("a task needs the right answers")?;
            let mut questions = Vec::new();
            asking.jsonl(&pairs, &mut questions)?;
            let name = &args.questions.task;
            let description = export::task(name, &data.display().to_string(), &pairs, HOW_TO_SCORE);
            output::fill(&[(data, questions), (task, description.into_bytes())], args.force)?;
        }
        ExportTo::Mturk | ExportTo::Prolific | ExportTo::Csv => crowd::export(args, &pairs)?,
    }
    Ok(ExitCode::SUCCESS)
}
