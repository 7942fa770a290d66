//! `bezant entail oracle`.

use std::process::ExitCode;

use bezant::entailment::answers::Answers;
use bezant::entailment::oracle::Trial;
use bezant::entailment::score::EntailmentCounts;
use bezant::report::EntailmentReport;

use super::{
    from_files, load, options, page, pairs, parses, reading, said_of_missing, shown, worded,
};
use crate::args::OracleArgs;
use crate::commands::{Typed, save};
use crate::output;
use crate::session;
use crate::warnings::{self, Warning};

pub fn run(args: &OracleArgs) -> anyhow::Result<ExitCode> {
    let has_system = !args.parses.parses.is_empty() || args.parses.parser_cmd.is_some();
    anyhow::ensure!(
        !args.gold_parses.is_empty() || has_system && args.judgements.is_some(),
        "give --gold-parses, or --parses with --judgements"
    );
    anyhow::ensure!(
        has_system || args.judgements.is_none(),
        "judgements are of a parser's output; give it with --parses"
    );
    let typed = Typed { output: &args.output, baseline: None, scores: &[] };
    typed.check(&EntailmentReport::names(), &[])?;
    let options = options(&args.module)?;
    let pairs = pairs(&args.pairs)?;
    pairs.gold()?;
    let gold_parses = match args.gold_parses.as_slice() {
        [] => None,
        files => Some(from_files(files, &pairs, reading(&args.parses), "--gold-parses")?),
    };
    let parses = if has_system { Some(parses(&args.parses, &pairs)?) } else { None };
    let mut is_complete = true;
    for parses in gold_parses.iter().chain(&parses) {
        let missing = parses.missing(0..parses.n_pairs());
        let said = said_of_missing(&pairs, parses, &missing, args.output.strict);
        let must_be_said = args.output.strict && !missing.is_empty();
        warnings::print(&said, args.output.quiet && !must_be_said);
        is_complete &= missing.is_empty();
    }
    let judgements = match &args.judgements {
        Some(path) => {
            let (name, text) = load(path)?;
            Some(Answers::read(&name, &text, &pairs)?)
        }
        None => None,
    };
    let trial = Trial {
        pairs: &pairs,
        options: &options,
        gold_parses: gold_parses.as_ref(),
        parses: parses.as_ref(),
        judgements: judgements.as_ref(),
        unbounded: &args.unbounded,
        lemmas: args.parses.lemmas,
    };
    let tried = trial.run(&session::threads(None)?).map_err(worded)?;
    if parses.is_some() && !trial.has_constructions() {
        warnings::print(&[Warning::NoConstructions], args.output.quiet);
    }
    let systems = &tried.systems;
    save(&args.output, systems)?;
    let shown = shown(&pairs, &args.output);
    let mut report = shown.build(systems);
    report.add_buckets(&args.output.buckets, systems, &EntailmentCounts::scores)?;
    shown.add_intervals(&mut report, systems);
    report.add_oracle(&tried);
    if let Some(page) = &args.output.gathering {
        let both = gold_parses.iter().chain(&parses).map(|parses| Some((parses, &options)));
        let both: Vec<_> = both.collect();
        let mut found = page::of_systems(&pairs, systems, &both, page.without_text)?;
        found.add_causes(&tried);
        report.tables.extend(found.reason_tables(systems));
        page.add_sentences(found);
    }
    let written = output::write(&report, &args.output)?;
    Ok(if args.output.strict && !is_complete { ExitCode::from(1) } else { written })
}
