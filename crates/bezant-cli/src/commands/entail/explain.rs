//! `bezant entail explain`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::Pairs;
use bezant::entailment::equivalences::Switch;
use bezant::entailment::explain::{Explanation, explain};
use bezant::pictures::Line;
use bezant::report::{ExplanationReport, pairs_page, wrong_summary};

use super::{ending, options, pairs, parses, said_of_missing, worded};
use crate::args::{ExplainArgs, ExplanationShape};
use crate::output::screen::painted;
use crate::{output, session, warnings};

pub fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let options = options(&args.module)?;
    let pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    let missing = parses.missing(0..parses.n_pairs());
    warnings::print(&said_of_missing(&pairs, &parses, &missing, args.strict), false);
    let explain = |numbers: Vec<usize>| explain(&pairs, &parses, &options, numbers).map_err(worded);
    let mut summary = Vec::new();
    let explanations = if args.wrong {
        pairs.gold()?;
        let all = explain((0..pairs.pairs.len()).collect())?;
        let wrong: Vec<Explanation> =
            all.into_iter().filter(|one| one.is_right() == Some(false)).collect();
        summary = wrong_summary(&wrong, pairs.pairs.len());
        wrong
    } else {
        explain(numbers(args, &pairs)?)?
    };
    let about = match args.wrong {
        true => format!("{} of {} answers are wrong", explanations.len(), pairs.pairs.len()),
        false => format!("{} pairs", explanations.len()),
    };
    let about = (args.wrong || explanations.len() != 1).then_some(about.as_str());
    let is_file = args.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
    if is_file {
        let write =
            |out: &mut dyn Write| write(args.shape, (&summary, &explanations), (about, true), out);
        output::write_to(args.output.as_deref(), write)?;
    } else if session::is_running() {
        let mut lines = Vec::new();
        write(args.shape, (&summary, &explanations), (about, false), &mut lines)?;
        let plain = anstream::adapter::strip_bytes(&lines).into_vec();
        output::write_to(None, |out| out.write_all(&plain))?;
    } else {
        // Standard output knows whether it is a terminal that shows colours.
        let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
        write(args.shape, (&summary, &explanations), (about, false), &mut out)?;
        out.flush()?;
    }
    Ok(ending(&missing, args.strict))
}

fn numbers(args: &ExplainArgs, pairs: &Pairs) -> anyhow::Result<Vec<usize>> {
    anyhow::ensure!(!args.id.is_empty(), "say which pairs with --id, or --wrong");
    let number = |id: &String| {
        let found = pairs.pairs.iter().position(|pair| pair.id == *id);
        found.with_context(|| format!("{} has no pair with the id {id}", pairs.name))
    };
    args.id.iter().map(number).collect()
}

fn write(
    shape: ExplanationShape,
    (summary, explanations): (&[Line], &[Explanation]),
    (about, is_file): (Option<&str>, bool),
    out: &mut dyn Write,
) -> io::Result<()> {
    let turn = |switch: &Switch| format!("--equate {}", switch.word());
    let report = |explanation| ExplanationReport { explanation, turn: &turn };
    match shape {
        ExplanationShape::Json => {
            let all: Vec<_> = explanations.iter().map(|one| report(one).json()).collect();
            match all.as_slice() {
                [only] => serde_json::to_writer_pretty(&mut *out, only)?,
                all => serde_json::to_writer_pretty(&mut *out, all)?,
            }
            writeln!(out)?;
        }
        ExplanationShape::Html => {
            let reports: Vec<_> = explanations.iter().map(report).collect();
            let page = match (about, reports.as_slice()) {
                (None, [only]) => only.html(),
                (about, all) => pairs_page(all, about.unwrap_or_default()),
            };
            out.write_all(page.as_bytes())?;
        }
        ExplanationShape::Text => {
            summary.iter().try_for_each(|line| write_line(line, is_file, out))?;
            for (at, explanation) in explanations.iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                let lines = report(explanation).lines();
                lines.iter().try_for_each(|line| write_line(line, is_file, out))?;
            }
        }
    }
    Ok(())
}

fn write_line(line: &Line, is_file: bool, out: &mut dyn Write) -> io::Result<()> {
    if is_file {
        return writeln!(out, "{}", line.plain().trim_end());
    }
    for (role, text) in &line.0 {
        write!(out, "{}", painted(*role, text))?;
    }
    writeln!(out)
}
