//! `bezant entail tables`.

use std::process::ExitCode;

use bezant::entailment::Pairs;
use bezant::kinds::without_suffix;
use bezant::report::Report;

use super::pairs;
use crate::args::TablesArgs;
use crate::commands::system_names;
use crate::output;

pub fn run(args: &TablesArgs) -> anyhow::Result<ExitCode> {
    output::check_tables(&Report::DATA_SET_TABLES, &args.show)?;
    let names = short(system_names(&args.pairs, &args.names)?, &args.names);
    let read = args.pairs.iter().map(|path| pairs(path));
    let files: Vec<Pairs> = read.collect::<bezant::error::Result<_>>()?;
    let named: Vec<(&str, &Pairs)> = names.iter().map(String::as_str).zip(&files).collect();
    let mut report = Report::of_data_sets(&named);
    if report.tables.iter().all(|table| table.name != "relation") {
        report.notes.push(
            "`bezant entail label PAIRS --parses FILE` names relations and constructions"
                .to_string(),
        );
    }
    output::write_tables(&report, &args.show)
}

/// Names of files without the suffixes of pairs, where they can be told apart without them.
fn short(names: Vec<String>, given: &[String]) -> Vec<String> {
    let plain = |name: &String| {
        let name = without_suffix(name);
        name.strip_suffix(".xml").unwrap_or(name).to_string()
    };
    let short: Vec<String> = names.iter().map(plain).collect();
    let is_clear = |at: usize| !short[at].is_empty() && !short[..at].contains(&short[at]);
    match given.is_empty() && (0..short.len()).all(is_clear) {
        true => short,
        false => names,
    }
}
