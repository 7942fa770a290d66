//! `bezant entail label`.

use std::process::ExitCode;

use bezant::entailment::label::{Labelled, OldLabels, WrittenLabel, label};

use super::{pairs, parses, said_of};
use crate::args::LabelArgs;
use crate::diagnostics::note;
use crate::{output, warnings};

pub fn run(args: &LabelArgs) -> anyhow::Result<ExitCode> {
    let mut pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    warnings::print(&said_of(&pairs, &parses), args.quiet);
    let old = if args.replace { OldLabels::Replace } else { OldLabels::Keep };
    let Labelled { names, n_without, n_without_words, written } = label(&mut pairs, &parses, old);
    output::write_to(args.output.as_deref(), |out| pairs.write(args.format, out))?;
    if args.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let n = pairs.pairs.len();
    for (name, count) in &names {
        note!("{:6.1} %  {name} ({count} of {n})", 100.0 * *count as f64 / n as f64);
    }
    if n_without > 0 {
        note!("{n_without} of {n} pairs have no relation between word1 and word2 in either parse");
    }
    if n_without_words > 0 {
        note!(
            "{n_without_words} of {n} pairs lack the attributes word1 and word2, which say what words \
             they are about"
        );
    }
    for WrittenLabel { attribute, filled, kept, replaced, removed } in &written {
        note!("{attribute}: {filled} filled, {kept} kept, {replaced} replaced, {removed} removed");
    }
    if !args.replace && written.iter().any(|written| written.kept > 0) {
        note!("--replace drops the labels that pairs had, so that all are of one kind");
    }
    Ok(ExitCode::SUCCESS)
}
