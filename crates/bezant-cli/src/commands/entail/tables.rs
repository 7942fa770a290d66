//! `bezant entail tables`.

use std::collections::BTreeSet;
use std::process::ExitCode;

use bezant::entailment::Pairs;
use bezant::kinds::without_suffix;
use bezant::report::{PageSentences, Report};

use super::pairs;
use crate::args::TablesArgs;
use crate::commands::{number_of, system_names};
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: &TablesArgs) -> anyhow::Result<ExitCode> {
    output::check_tables(&Report::DATA_SET_TABLES, &args.show)?;
    let (given, wanted) = (args.names.len() as u64, args.pairs.len() as u64);
    anyhow::ensure!(
        given == 0 || given == wanted,
        "--names has {} for {}",
        number_of(given, "name"),
        number_of(wanted, "file")
    );
    let names = short(system_names(&args.pairs, &args.names)?, &args.names);
    let read = args.pairs.iter().map(|path| pairs(path));
    let files: Vec<Pairs> = read.collect::<bezant::error::Result<_>>()?;
    let named: Vec<(&str, &Pairs)> = names.iter().map(String::as_str).zip(&files).collect();
    let mut report = Report::of_data_sets(&named);
    if let Some(page) = &args.show.gathering {
        page.add_sentences(PageSentences::of_data_sets(&named, page.without_text));
        page.add(&report);
        return Ok(ExitCode::SUCCESS);
    }
    if report.tables.iter().all(|table| table.name != "relation") {
        report.notes.push(
            "`bezant entail label PAIRS --parses FILE` names relations and constructions"
                .to_string(),
        );
    }
    warnings::print(other_order(&named).as_slice(), false);
    output::write_tables(&report, &args.show)
}

/// Whether the first file was taken from another one.
fn other_order(named: &[(&str, &Pairs)]) -> Option<Warning> {
    let ((first, part), others) = named.split_first()?;
    let is_whole = |whole: &Pairs| {
        let ids: BTreeSet<&str> = whole.pairs.iter().map(|pair| pair.id.as_str()).collect();
        part.pairs.len() < whole.pairs.len()
            && part.pairs.iter().all(|pair| ids.contains(pair.id.as_str()))
    };
    let (whole, _) = others.iter().find(|(_, whole)| is_whole(whole))?;
    Some(Warning::OtherOrder { first: (*first).to_string(), whole: (*whole).to_string() })
}

/// Names of files without the suffixes of pairs, where they can be told apart without them.
pub(super) fn short(names: Vec<String>, given: &[String]) -> Vec<String> {
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
