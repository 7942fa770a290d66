//! `bezant entail filter`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use bezant::entailment::answers::{AnswerReading, Returned};
use bezant::entailment::filter::{
    self, DropReason, Filtered, JudgedBy, SetsCompared, Unfilterable, compare_sets,
};
use bezant::entailment::judgements::{self, JudgementLines, Settled};
use bezant::entailment::score::{self, EntailmentCounts};
use bezant::entailment::{Pair, Pairs};
use bezant::kinds::without_suffix;
use bezant::report::{
    AnsweredPairs, CutTable, Extent, FilterReport, Names, PageSentences, Paper, Report, Sets,
    sets_report,
};

use super::{annotate, load, pairs, tables};
use crate::args::{FilterArgs, FilterReportArgs, FilterRuleArgs};
use crate::commands::system_names;
use crate::output;

/// What people judged of these pairs, from a table or from what `entail annotate` keeps.
fn read_judgements(path: &Path, pairs: &Pairs) -> anyhow::Result<JudgementLines> {
    if let Some(lines) = annotate::stored(path, pairs)? {
        return Ok(lines);
    }
    let (name, text) = load(path)?;
    Ok(judgements::read(&name, &text)?)
}

pub fn run(args: &FilterArgs) -> anyhow::Result<ExitCode> {
    output::check_names(&names(), &args.report.output())?;
    let is_both = args.output.as_deref().is_some_and(|path| path == Path::new("-"));
    anyhow::ensure!(
        !is_both || args.report.quiet || args.report.report.is_some(),
        "pairs and the report cannot both go to standard output; write one with -o or --report FILE"
    );
    let set = pairs(&args.pairs)?;
    let other = args.against.as_deref().map(pairs).transpose()?;
    if args.judgements.is_empty() {
        // The command line makes sure that there is something to compare.
        let other = other.unwrap_or_default();
        let compared = compare_sets(&set, &other, None);
        let sets = Sets { here: &set.name, ours: &set, theirs: &other, compared: &compared };
        let (report, cut) = sets_report(sets, most(&args.report));
        return show(report, &cut, &args.report);
    }
    let mut lines = JudgementLines::default();
    for path in &args.judgements {
        let read = read_judgements(path, &set)?;
        lines.lines.extend(read.lines);
        lines.blank += read.blank;
    }
    anyhow::ensure!(
        !lines.lines.is_empty(),
        "{}: nobody has answered yet\n  hint: `bezant entail annotate` prints the links at which people do",
        args.judgements[0].display()
    );
    let settled = judgements::settle(lines.lines);
    let threads = args.threads.start()?;
    let (options, plan) = (args.rule.options(), args.rule.plan());
    let filtered = filter::filter(&set, &settled.judgements, &options, plan, &threads)
        .map_err(|error| worded(error, args))?;
    let kept = filtered.kept(&set);
    let compared = other.as_ref().map(|other| compare_sets(&kept, other, Some(&set)));
    write(args, (&set, &kept), &settled, &filtered)?;
    let against = other.as_ref().zip(compared.as_ref());
    let against = against.map(|(theirs, compared): (&Pairs, &SetsCompared)| Sets {
        here: "the pairs kept",
        ours: &kept,
        theirs,
        compared,
    });
    let shown = FilterReport {
        pairs: &set,
        filtered: &filtered,
        settled: &settled,
        blank: lines.blank,
        against,
        most: most(&args.report),
    };
    let (mut report, cut) = shown.build();
    let systems = answered(args, &set, &filtered)?;
    if !systems.is_empty() {
        let place = report.tables.iter().position(|table| table.name == "annotators");
        let place = place.unwrap_or(report.tables.len());
        report.tables.insert(place, shown.answers_table(&systems));
    }
    if let Some(page) = &args.report.gathering {
        report.tables.insert(0, shown.steps_table());
        page.add_sentences(PageSentences::of_judged(&shown, &systems, page.without_text));
        let report = if page.without_text { report.without_pairs() } else { report };
        return show(report, &cut, &args.report);
    }
    let status = show(report, &cut, &args.report)?;
    anyhow::ensure!(
        !kept.pairs.is_empty(),
        "{}{}\n  hint: {}",
        match set.pairs.len() {
            1 => "the only pair is not kept".to_string(),
            n => format!("not one of {n} pairs is kept"),
        },
        if args.output.is_some() { ", and none is written" } else { "" },
        why_nothing(&filtered, &args.rule)
    );
    Ok(status)
}

/// How the answers of systems fall out, by what people agree on and, where a pair went, by silver.
fn answered(
    args: &FilterArgs,
    set: &Pairs,
    filtered: &Filtered,
) -> anyhow::Result<Vec<AnsweredPairs>> {
    let right = filtered.answered(set);
    let names = tables::short(system_names(&args.answers, &args.names)?, &args.names);
    let mut found = Vec::new();
    for (path, name) in args.answers.iter().zip(names) {
        let (file, text) = load(path)?;
        let asked = asked_about(&right, &text);
        let how = AnswerReading::default();
        let returned = Returned::read_all(&file, &text, &asked, how)?;
        let is_table = returned.len() > 1;
        // Of a pair without an answer nobody knows what is right.
        let known: Vec<bool> = asked.pairs.iter().map(|pair| pair.answer.is_some()).collect();
        let only_known = |mut returned: Returned| {
            let mut at = known.iter();
            returned.signed.answers.given.retain(|_| *at.next().unwrap_or(&true));
            let mut at = known.iter();
            returned.samples.retain(|_| *at.next().unwrap_or(&true));
            returned
        };
        let returned: Vec<Returned> = returned.into_iter().map(only_known).collect();
        let asked = Pairs {
            pairs: asked.pairs.into_iter().filter(|pair| pair.answer.is_some()).collect(),
            name: asked.name,
        };
        for system in score::evaluate_returned(&asked, &returned, how)? {
            let rows = asked.pairs.iter().zip(&system.rows);
            let counts: BTreeMap<&str, EntailmentCounts> = rows
                .filter_map(|(pair, row)| {
                    Some((pair.id.as_str(), *row.outcome.result.as_ref().ok()?))
                })
                .collect();
            let counts =
                set.pairs.iter().map(|pair| counts.get(pair.id.as_str()).copied()).collect();
            let name = match is_table {
                true => format!("{}:{}", without_suffix(&name), system.system),
                false => name.clone(),
            };
            found.push(AnsweredPairs { name, counts });
        }
    }
    Ok(found)
}

/// Of all pairs, those that a file of answers is about: a system may have been asked what is kept alone. All of
/// them, where its lines do not begin with ids.
fn asked_about(pairs: &Pairs, text: &[u8]) -> Pairs {
    let text = String::from_utf8_lossy(text);
    let first = |line: &str| {
        let first = line.split(['\t', ',', ';', ' ']).next().unwrap_or_default();
        first.trim().trim_matches('"').to_string()
    };
    let ids: BTreeSet<String> = text.lines().map(first).collect();
    let asked: Vec<Pair> =
        pairs.pairs.iter().filter(|pair| ids.contains(&pair.id)).cloned().collect();
    let pairs = if asked.is_empty() { pairs.pairs.clone() } else { asked };
    Pairs { name: "the pairs".to_string(), pairs }
}

/// What to do where nothing is kept, by what most pairs went for.
fn why_nothing(filtered: &Filtered, rule: &FilterRuleArgs) -> String {
    let most = DropReason::ALL.into_iter().rev().max_by_key(|reason| filtered.n_dropped(*reason));
    let dropped = || filtered.people.iter().filter(|person| !person.fate.is_left());
    let (n, all) = (dropped().count(), filtered.people.len());
    match most {
        Some(DropReason::TooFewLeft) => {
            let who: Vec<String> =
                dropped().take(5).map(|person| person.number.to_string()).collect();
            let more = if n > who.len() { ", …" } else { "" };
            let other = match filtered.judged_by {
                JudgedBy::Majority => "--min-agreement asks less of them",
                _ => {
                    "--judge-by majority judges them by each other, --min-agreement asks less of them"
                }
            };
            format!(
                "{n} of {all} annotators are dropped ({}{more}; --table dropped_annotators says why): \
                 {other}, --min-judgements is content with fewer than {}",
                who.join(", "),
                rule.min_judgements
            )
        }
        Some(DropReason::TooFew | DropReason::Unjudged) => format!(
            "most pairs have fewer than {} judgements so far; --min-judgements is content with fewer",
            rule.min_judgements
        ),
        Some(DropReason::Disagreed) => {
            "people do not agree; --majority and --threshold ask for less".to_string()
        }
        Some(DropReason::Contradicted) => {
            "people agree against the answers of the pairs: are these judgements of \
             these pairs? --contradicted people keeps what they say"
                .to_string()
        }
        _ => "--table reasons and --table annotators say why".to_string(),
    }
}

/// Writes the pairs that are kept, and the judgements behind them. A file without pairs would look like
/// a data set, so none is written.
fn write(
    args: &FilterArgs,
    (all, kept): (&Pairs, &Pairs),
    settled: &Settled,
    filtered: &Filtered,
) -> anyhow::Result<()> {
    if kept.pairs.is_empty() {
        return Ok(());
    }
    if let Some(path) = &args.output {
        output::write_to(Some(path), |out| kept.write(args.pair_format(), out))?;
    }
    if let Some(path) = &args.judgements_out {
        let behind = filtered.kept_judgements(all, &settled.judgements);
        output::write_to(Some(path), |out| judgements::write(&behind, out))?;
    }
    Ok(())
}

fn names() -> Names {
    Names {
        scores: Vec::new(),
        others: Vec::new(),
        macro_scores: Vec::new(),
        tables: FilterReport::TABLES.to_vec(),
        buckets: Vec::new(),
        shown: Vec::new(),
    }
}

/// So many rows a list has on a page, where all pairs can be found otherwise.
const ON_A_PAGE: usize = 200;

/// How many rows lists have: for programs always all.
fn most(args: &FilterReportArgs) -> Option<usize> {
    match args.format.extent() {
        _ if args.gathering.is_some() => Some(ON_A_PAGE),
        Extent::Everything | Extent::Scores => None,
        Extent::Screen | Extent::Paper | Extent::Tables => args.most_rows.0,
    }
}

/// The first screen, or what is asked for.
fn show(mut report: Report, cut: &[CutTable], args: &FilterReportArgs) -> anyhow::Result<ExitCode> {
    if args.quiet && args.report.is_none() {
        return Ok(ExitCode::SUCCESS);
    }
    let is_first = !args.details
        && args.gathering.is_none()
        && args.table.is_empty()
        && matches!(args.format.extent(), Extent::Screen | Extent::Paper);
    report.paper = Paper { caption: args.caption.clone(), label: args.label.clone() };
    let there = report.table_names();
    if is_first {
        report.tables.retain(|table| FilterReport::FIRST.contains(&table.name));
    }
    let shown = report.table_names();
    let is_shown = |name: &str| match args.table.is_empty() {
        true => shown.contains(&name),
        false => args.table.iter().any(|asked| asked == name),
    };
    let cut = cut.iter().filter(|cut| is_shown(cut.table));
    let cut: Vec<String> =
        cut.map(|cut| format!("{} {} of {}", cut.table, cut.shown, cut.of)).collect();
    if !cut.is_empty() {
        let all = if args.gathering.is_some() { "" } else { "; --rows all shows all" };
        report.details.push(format!("rows shown: {}{all}", cut.join(", ")));
    }
    let more: Vec<&str> = there.into_iter().filter(|name| !shown.contains(name)).collect();
    if !more.is_empty() && args.format.extent() == Extent::Screen {
        let more = more.join(", ");
        report.details.push(format!("more: --details, or --table with {more}"));
    }
    output::write(&report, &args.output())
}

/// What is wrong with the judgements, with what to type.
fn worded(error: Unfilterable, args: &FilterArgs) -> anyhow::Error {
    let hint = match error {
        Unfilterable::OtherPairs { .. } => {
            let file = args.judgements[0].display();
            return anyhow::anyhow!(
                "{file}: {error}\n  hint: are these judgements of {}?",
                args.pairs.display()
            );
        }
        Unfilterable::NoSilver => "--judge-by majority or checks needs none",
        Unfilterable::NoChecks => {
            "a column check in the judgements, or an attribute check of the pairs, has their right answer"
        }
        _ => return error.into(),
    };
    anyhow::anyhow!("{error}\n  hint: {hint}")
}
