//! `bezant entail oracle`.

use std::process::ExitCode;

use bezant::entailment::answers::{Answer, Answers};
use bezant::entailment::decide::{self, Reached};
use bezant::entailment::modules::PairParses;
use bezant::entailment::oracle::{
    Faith, Luck, OraclePage, ParserOracle, Transparency, UNBOUNDED, causes, right,
};
use bezant::entailment::score;
use bezant::entailment::score::EntailmentCounts;
use bezant::parallel::Threads;
use bezant::report::{EntailmentReport, cause_table, oracle_table, transparency_table};

use super::{from_files, load, options, pairs, parses, reading, said_of, shown, worded};
use crate::args::OracleArgs;
use crate::commands::{Typed, save};
use crate::output;
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
    let gold = pairs.gold()?;
    let threads = Threads::new(None)?;
    let plain = |answers: &Answers| -> Vec<Answer> {
        answers.given.iter().map(|given| given.answer).collect()
    };

    let gold_parses = match args.gold_parses.as_slice() {
        [] => None,
        files => Some(from_files(files, &pairs, reading(&args.parses), "--gold-parses")?),
    };
    let system_parses = if has_system { Some(parses(&args.parses, &pairs)?) } else { None };
    let all: Vec<&PairParses> = gold_parses.iter().chain(&system_parses).collect();
    for parses in &all {
        warnings::print(&said_of(&pairs, parses), args.output.quiet);
    }
    let module = options.module_for(&all).map_err(worded)?;
    let decided = |parses| decide::verdicts(&module, parses, &threads);
    let answers = |name: &str, decided: &[Reached]| Answers {
        name: name.to_string(),
        given: decided.iter().map(|one| one.given).collect(),
    };

    let mut systems = Vec::new();
    if let Some(parses) = &gold_parses {
        systems.push(answers("gold parses", &decided(parses)?));
    }
    let on_gold = systems.first().map(plain);
    let mut page = OraclePage {
        n_pairs: gold.len() as u64,
        right_on_gold: on_gold.as_ref().map(|on_gold| right(&gold, on_gold)),
        parser: None,
    };
    let mut tables = Vec::new();
    // What else decides the tables.
    let mut decided_by: Vec<(&str, String)> = Vec::new();
    if let Some(parses) = &system_parses {
        let reached = decided(parses)?;
        let given = answers("parser", &reached);
        let on_system = plain(&given);
        systems.push(given);
        let judged = match &args.judgements {
            Some(path) => {
                let (name, text) = load(path)?;
                let answers = Answers::read(&name, &text, &pairs)?;
                decided_by.push(("judgements", answers.fingerprint().to_string()));
                Some(plain(&answers))
            }
            None => None,
        };
        if args.unbounded != UNBOUNDED {
            decided_by.push(("unbounded", args.unbounded.join(",")));
        }
        let transparency =
            judged.as_ref().map(|judged| Transparency::of(&gold, &on_system, judged));
        tables.extend(transparency.map(transparency_table));
        page.parser = Some(ParserOracle {
            right: right(&gold, &on_system),
            right_by_people: judged.as_ref().map(|judged| right(&gold, judged)),
            transparency,
            luck: Luck::of(&gold, &reached),
            other_parts: reached.iter().filter(|one| one.n_other_parts > 0).count() as u64,
        });
        // Without judgements a module is taken to be faithful where it is right on gold parses.
        let faith = match (&judged, &on_gold) {
            (Some(judged), _) => Faith::Judged(judged),
            (None, Some(on_gold)) => Faith::OnGold(on_gold),
            (None, None) => Faith::Blind,
        };
        let says = |name: &str| pairs.pairs.iter().any(|pair| pair.more.contains_key(name));
        if !says("construction") && !says("source") {
            warnings::print(&[Warning::NoConstructions], args.output.quiet);
        }
        tables.push(cause_table(&causes(&pairs, &on_system, faith, &args.unbounded)?));
    }
    let mut evaluations = score::evaluate(&pairs, &systems)?;
    for evaluation in &mut evaluations {
        // Gold and parser are read alike, so that one signature says how.
        let lemmas = args.parses.lemmas.name();
        let signed = module.signature().with("lemmas", lemmas);
        let decided_by = decided_by.iter().map(|(key, value)| (*key, value.as_str()));
        for (key, value) in signed.fields().chain(decided_by) {
            evaluation.signature = evaluation.signature.clone().with(key, value);
        }
    }
    save(args.output.save.as_deref(), &evaluations)?;
    let shown = shown(&pairs, &args.output);
    let mut report = shown.build(&evaluations);
    report.add_buckets(&args.output.buckets, &evaluations, EntailmentCounts::scores)?;
    shown.add_intervals(&mut report, &evaluations);
    report.tables.push(oracle_table(&page));
    report.tables.extend(tables);
    output::write(&report, &args.output)
}
