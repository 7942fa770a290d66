//! `bezant entail label`.

use std::process::ExitCode;

use bezant::entailment::label::{Labelled, label};

use super::{pairs, parses, said_of};
use crate::args::LabelArgs;
use crate::{output, warnings};

#[allow(clippy::print_stderr)]
pub fn run(args: &LabelArgs) -> anyhow::Result<ExitCode> {
    let mut pairs = pairs(&args.pairs)?;
    let parses = parses(&args.parses, &pairs)?;
    warnings::print(&said_of(&pairs, &parses), args.quiet);
    let Labelled { names, n_without } = label(&mut pairs, &parses)?;
    output::write_to(args.output.as_deref(), |out| pairs.write(args.format, out))?;
    if args.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let n = pairs.pairs.len();
    for (name, count) in &names {
        eprintln!("{:6.1} %  {name} ({count} of {n})", 100.0 * *count as f64 / n as f64);
    }
    if n_without > 0 {
        eprintln!(
            "{n_without} of {n} pairs have no relation between word1 and word2 in either parse"
        );
    }
    Ok(ExitCode::SUCCESS)
}
