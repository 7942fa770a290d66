//! What is said about answers to pairs.

mod behind;
mod beside;
mod oracle;
mod precision_recall;
mod sheet;
mod unread;

use std::collections::BTreeMap;

use crate::comparison::Choices;
use crate::counts::ratio;
use crate::entailment::answers::{Answer, MISSING};
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::score::{self, EntailmentCounts, Entailments, answers_a_pair};
use crate::evaluation::{Evaluation, sum};
use crate::metric::{Badness, Explains};
use crate::report::{
    BucketKey, Cell, Column, Names, Report, Shown, SystemResult, Table, n_sentences, number_of,
};
use crate::signature::Signature;

use sheet::sheet_table;
use unread::{UNPARSED, is_unparsed};

pub use precision_recall::precision_recall_chart;

/// What pairs may say about themselves, each with a table if they do.
const KINDS: [(&str, &str); 3] =
    [("relation", "By relation"), ("construction", "By construction"), ("source", "By source")];

/// Which tables are wanted beside the scores.
#[derive(Clone, Copy, Debug)]
pub struct EntailmentReport<'a> {
    /// The file of pairs; saved rows have none.
    pub pairs: Option<&'a Pairs>,
    /// What it is called.
    pub gold: &'a str,
    /// The level of intervals.
    pub level: f64,
    /// One row a pair.
    pub per_sentence: bool,
    /// This many of the hardest and of the easiest pairs.
    pub worst: usize,
}

type Systems<'a> = &'a [Evaluation<EntailmentCounts>];

impl<'a> EntailmentReport<'a> {
    /// What a report can have in it.
    pub fn names() -> Names {
        let tables =
            ["scores", "sheet", "agreement", "disagreements", "hardest", "easiest", "pairs"];
        let kinds = KINDS.map(|(name, _)| name);
        let errors = KINDS.map(|(name, _)| errors_of(name));
        let more = ["oracle", "transparency", "causes", "made_by", "beside", "rank_correlation"];
        let returned = ["unparsed", "samples"];
        let tables = [&tables[..], &kinds, &errors, &more, &returned].concat();
        Names::new(&EntailmentCounts::default().scores(), &[], &tables)
            .with_buckets(&[
                BucketKey::Length,
                BucketKey::Answer,
                BucketKey::Source,
                BucketKey::Construction,
                BucketKey::Relation,
            ])
            .with_shown(&["relation", "construction", "source", "sheet"])
    }

    /// From rows alone.
    pub(crate) fn saved(gold: &'a str) -> EntailmentReport<'a> {
        EntailmentReport { pairs: None, gold, level: 0.95, per_sentence: false, worst: 0 }
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(&self, systems: Systems<'_>) -> Report {
        let mut tables = vec![self.main_table(systems), sheet_table(systems)];
        tables.push(baseline_table(systems));
        for (name, title) in KINDS {
            tables.extend(self.kind_table(name, title, systems));
        }
        for (name, title) in KINDS {
            tables.extend(self.error_table(name, title, systems));
        }
        if systems.len() > 1 {
            tables.push(agreement_table(systems));
        }
        if self.worst > 0 {
            tables.push(self.extreme_table(systems, true));
            tables.push(self.extreme_table(systems, false));
        }
        if self.per_sentence {
            let all = (0..systems.first().map_or(0, |system| system.rows.len())).collect();
            tables.push(self.list("pairs", "Every pair", systems, all));
        }
        let results: Vec<SystemResult> = systems.iter().map(system_result).collect();
        let notes = results.iter().filter_map(SystemResult::answers_without_parse).collect();
        let main =
            vec![("accuracy", "accuracy"), ("precision", "P"), ("recall", "R"), ("f1", "F1")];
        let baselines = distinct_baselines(systems)
            .into_iter()
            .map(|(name, counts)| (name.to_string(), counts.scores()))
            .collect();
        let about = Report::about("entailments", self.gold, systems);
        Report { systems: results, tables, main, baselines, notes, ..about }
    }

    /// Intervals of shares need no resampling; to be called after anything that resamples. Other
    /// scores, and differences, keep what resampling says of them, which the signature tells.
    pub fn add_intervals(&self, report: &mut Report, systems: Systems<'_>) {
        // The first table has these; others for the same numbers would only confuse.
        report.tables.retain(|table| table.name != "intervals");
        report.level = Some(self.level);
        if let Ok(signature) = report.signature.parse::<Signature>() {
            report.signature = score::with_intervals(signature, self.level).to_string();
        }
        for (result, system) in report.systems.iter_mut().zip(systems) {
            for (name, interval) in score::intervals(system, self.level) {
                match result.intervals.iter_mut().find(|(known, _)| *known == name) {
                    Some(known) => known.1 = interval,
                    None => result.intervals.push((name, interval)),
                }
            }
        }
    }

    /// Table 4 of the article, with intervals and what needs no parser.
    fn main_table(&self, systems: Systems<'_>) -> Table {
        let times = systems.first().map_or(1, |system| answers_a_pair(&system.signature));
        let row = |name: &str, counts: EntailmentCounts| {
            let yes = counts.yes();
            let interval = counts.interval("accuracy", times, self.level);
            [
                Cell::Text(name.to_string()),
                Cell::Share(counts.accuracy()),
                Cell::Share(interval.map(|interval| interval.low)),
                Cell::Share(interval.map(|interval| interval.high)),
                Cell::Share(yes.precision()),
                Cell::Share(yes.recall()),
                Cell::Share(yes.f1()),
                Cell::Share(yes.recall()),
                Cell::Share(counts.no().recall()),
            ]
            .to_vec()
        };
        let mut rows: Vec<_> =
            systems.iter().map(|system| row(&system.system, system.total())).collect();
        rows.extend(
            distinct_baselines(systems).into_iter().map(|(name, counts)| row(name, counts)),
        );
        let columns = vec![
            Column::new("system"),
            Column::new("accuracy"),
            Column::new("low"),
            Column::new("high"),
            Column::headed("precision", "P"),
            Column::headed("recall", "R"),
            Column::headed("f1", "F1"),
            Column::headed("right_on_yes", "right on YES"),
            Column::headed("right_on_no", "right on NO"),
        ];
        let title = format!(
            "entailments, {} of {} (intervals at {} % by Wilson)",
            number_of(n_sentences(systems), "pair"),
            self.gold,
            100.0 * self.level
        );
        Table { name: "scores", title, columns, rows, shown: Shown::NotInJson }
    }

    /// The pairs that say each thing of themselves, the most frequent first. A pair may rest on several,
    /// so they may add up to more than all pairs.
    fn groups(&self, name: &str) -> Vec<(&'a str, Vec<usize>)> {
        let Some(Pairs { pairs, .. }) = self.pairs else { return Vec::new() };
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, pair) in pairs.iter().enumerate() {
            for value in pair.said(name) {
                groups.entry(value).or_default().push(at);
            }
        }
        let mut groups: Vec<(&str, Vec<usize>)> = groups.into_iter().collect();
        groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        groups
    }

    /// Scores apart for each thing that pairs say of themselves, and how many pairs do (table 3 of the
    /// article).
    fn kind_table(&self, name: &'static str, title: &str, systems: Systems<'_>) -> Option<Table> {
        let pairs = &self.pairs?.pairs;
        let groups = self.groups(name);
        if groups.is_empty() {
            return None;
        }
        let mut columns = vec![
            Column::new(name),
            Column::new("pairs"),
            Column::headed("of_pairs", "share"),
            Column::headed("yes", "YES"),
        ];
        columns.extend(systems.iter().map(|system| Column::about(&system.system)));
        let row = |(value, members): &(&str, Vec<usize>)| {
            let yes = members.iter().filter(|at| pairs[**at].answer == Some(Answer::Yes));
            let mut row = vec![
                Cell::Text(value.to_string()),
                Cell::Count(members.len() as u64),
                Cell::Share(ratio(members.len() as u64, pairs.len() as u64)),
                Cell::Count(yes.count() as u64),
            ];
            row.extend(systems.iter().map(|system| {
                let counts = members.iter().filter_map(|at| counts(system, *at));
                Cell::Share(sum(counts.collect::<Vec<_>>()).accuracy())
            }));
            row
        };
        let rows = groups.iter().map(row).collect();
        let title = format!("{title}: share of right answers");
        Some(Table { name, title, columns, rows, shown: Shown::Everywhere })
    }

    /// What the pairs with wrong answers say of themselves (table 5 of the article): the share of a
    /// system's errors.
    fn error_table(&self, name: &'static str, title: &str, systems: Systems<'_>) -> Option<Table> {
        let groups = self.groups(name);
        if groups.is_empty() {
            return None;
        }
        let mut columns = vec![Column::new(name)];
        columns.extend(systems.iter().map(|system| Column::about(&system.system)));
        let n_wrong = |system: &Evaluation<EntailmentCounts>| {
            (0..system.rows.len()).filter(|at| is_wrong(system, *at)).count() as u64
        };
        let n_wrong: Vec<u64> = systems.iter().map(n_wrong).collect();
        let row = |(value, members): &(&str, Vec<usize>)| {
            let mut row = vec![Cell::Text(value.to_string())];
            row.extend(systems.iter().zip(&n_wrong).map(|(system, all)| {
                let wrong = members.iter().filter(|at| is_wrong(system, **at)).count() as u64;
                Cell::Share(ratio(wrong, *all))
            }));
            row
        };
        let rows = groups.iter().map(row).collect();
        let title = format!("{title}: share of a system's wrong answers");
        Some(Table { name: errors_of(name), title, columns, rows, shown: Shown::Everywhere })
    }

    /// The pairs to which systems do not all give the same answer, those first that divide them
    /// most evenly.
    pub fn disagreements(&self, systems: Systems<'_>, most: usize) -> Table {
        let n = systems.first().map_or(0, |system| system.rows.len());
        let divided = |at: &usize| {
            let right = n_right(systems, *at);
            right.min(systems.len() - right)
        };
        let mut order: Vec<usize> = (0..n).filter(|at| divided(at) > 0).collect();
        order.sort_by_key(|at| std::cmp::Reverse(divided(at)));
        self.list_some("disagreements", "Where systems differ", systems, (order, most))
    }

    /// Pairs by how many systems get them right.
    fn extreme_table(&self, systems: Systems<'_>, hardest: bool) -> Table {
        let n = systems.first().map_or(0, |system| system.rows.len());
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|one, two| {
            let rank = badness_of_all(systems, *one).rank(&badness_of_all(systems, *two));
            if hardest { rank } else { rank.reverse() }
        });
        order.truncate(self.worst);
        match hardest {
            true => self.list("hardest", "The hardest pairs", systems, order),
            false => self.list("easiest", "The easiest pairs", systems, order),
        }
    }

    /// A list of pairs, with what all systems answered.
    pub fn list(
        &self,
        name: &'static str,
        title: &str,
        systems: Systems<'_>,
        which: Vec<usize>,
    ) -> Table {
        let mut columns = vec![Column::new("id"), Column::new("gold"), Column::new("right")];
        columns.extend(systems.iter().map(|system| Column::about(&system.system)));
        columns.extend([Column::new("text"), Column::new("hypothesis")]);
        // Why a system had to say NO, in a column that is only there if one had to.
        let why = |at: usize| {
            let why = systems.iter().filter_map(|system| {
                let why = system.said.get(&at)?.missing.as_ref()?.words();
                let whose = (systems.len() > 1).then(|| format!("{}: ", system.system));
                Some(whose.unwrap_or_default() + &why)
            });
            why.collect::<Vec<_>>().join("; ")
        };
        let has_missing = which.iter().any(|at| !why(*at).is_empty());
        columns.extend(has_missing.then(|| Column::new(MISSING)));
        let row = |at: usize| {
            let pair = self.pairs.and_then(|pairs| pairs.pairs.get(at));
            let field = |field: fn(&Pair) -> &String| {
                Cell::Text(pair.map_or_else(|| (at + 1).to_string(), |pair| field(pair).clone()))
            };
            let gold = systems.first().and_then(|system| counts(system, at));
            let gold = gold.map_or("", |counts| Answer::from(counts.yes().gold > 0).name());
            let mut row = vec![
                field(|pair| &pair.id),
                Cell::Text(gold.to_string()),
                Cell::Count(n_right(systems, at) as u64),
            ];
            row.extend(systems.iter().map(|system| {
                let given = counts(system, at).map(EntailmentCounts::given);
                let given = given.map_or("", Answer::name);
                Cell::Text(if is_unparsed(system, at) { UNPARSED } else { given }.to_string())
            }));
            let words = |field: fn(&Pair) -> &String| {
                Cell::Text(pair.map_or(String::new(), |pair| field(pair).clone()))
            };
            row.extend([words(|pair| &pair.text), words(|pair| &pair.hypothesis)]);
            row.extend(has_missing.then(|| Cell::Text(why(at))));
            row
        };
        let title = title.to_string();
        let rows = which.into_iter().map(row).collect();
        Table { name, title, columns, rows, shown: Shown::Everywhere }
    }
}

/// The table of errors beside one of right answers.
fn errors_of(kind: &str) -> &'static str {
    match kind {
        "relation" => "relation_errors",
        "construction" => "construction_errors",
        _ => "source_errors",
    }
}

impl SystemResult {
    /// How many of its answers are NO for want of a parse, if any is.
    #[doc(hidden)]
    pub fn answers_without_parse(&self) -> Option<String> {
        let (n, of) = (self.n_without_parse, number_of(self.n_sentences, "answer"));
        let are = if n == 1 { "is" } else { "are" };
        (n > 0).then(|| format!("{n} of {of} of {} {are} NO for want of a parse", self.name))
    }
}

fn system_result(evaluation: &Evaluation<EntailmentCounts>) -> SystemResult {
    let total = evaluation.total();
    SystemResult {
        scores: total.scores(),
        scores_with_missed: evaluation.with_missed(total).scores(),
        n_without_parse: evaluation.said.values().filter(|it| it.missing.is_some()).count() as u64,
        counts: vec![
            ("pairs", total.pairs()),
            ("right", total.right()),
            ("yes_right", total.yes_right),
            ("yes_wrong", total.yes_wrong),
            ("no_right", total.no_right),
            ("no_wrong", total.no_wrong),
        ],
        ..SystemResult::about(evaluation)
    }
}

fn counts(system: &Evaluation<EntailmentCounts>, at: usize) -> Option<&EntailmentCounts> {
    system.rows.get(at)?.outcome.result.as_ref().ok()
}

/// Whether a system has a pair wrong.
fn is_wrong(system: &Evaluation<EntailmentCounts>, at: usize) -> bool {
    counts(system, at).is_some_and(|counts| Entailments.badness(counts).is_some())
}

fn n_right(systems: Systems<'_>, at: usize) -> usize {
    let right = |system: &&Evaluation<EntailmentCounts>| {
        counts(system, at).is_some_and(|counts| Entailments.badness(counts).is_none())
    };
    systems.iter().filter(right).count()
}

/// How bad the answers to a pair are, those of all systems together: by how many of them are right.
fn badness_of_all(systems: Systems<'_>, at: usize) -> Badness {
    let (right, all) = (n_right(systems, at), systems.len());
    Badness { score: right as f64, errors: (all - right) as u64 }
}

/// What answers get that look at nothing.
fn baselines(systems: Systems<'_>) -> Vec<(&'static str, EntailmentCounts)> {
    let Some(first) = systems.first() else { return Vec::new() };
    let total = first.total();
    let majority = total.majority();
    let name = match majority {
        Answer::Yes => "(majority: YES)",
        Answer::No => "(majority: NO)",
    };
    vec![("(always YES)", total.always(Answer::Yes)), (name, total.always(majority))]
}

/// Once where both give the same answers.
fn distinct_baselines(systems: Systems<'_>) -> Vec<(&'static str, EntailmentCounts)> {
    let mut all = baselines(systems);
    if all.len() == 2 && all[0].1 == all[1].1 {
        all.truncate(1);
        all[0].0 = "(majority, always YES)";
    }
    all
}

/// The same for programs.
fn baseline_table(systems: Systems<'_>) -> Table {
    let row = |(name, (_, counts)): (&str, (&str, EntailmentCounts))| {
        let scores = counts.scores().into_iter();
        let scores = scores.map(|score| (score.name.to_string(), Cell::Share(score.value)));
        vec![Cell::Text(name.to_string()), Cell::Object(scores.collect())]
    };
    Table {
        name: "baselines",
        title: "Baselines".to_string(),
        columns: ["baseline", "scores"].map(Column::new).to_vec(),
        rows: ["always_yes", "majority"].into_iter().zip(baselines(systems)).map(row).collect(),
        shown: Shown::OnlyInJsonByKey,
    }
}

/// How often two systems give the same answer, and how much more than chance would.
fn agreement_table(systems: Systems<'_>) -> Table {
    let given = Choices::of_systems(systems, EntailmentCounts::given);
    let mut rows = Vec::new();
    for a in 0..systems.len() {
        for b in a + 1..systems.len() {
            let found = given.of_two(a, b);
            rows.push(vec![
                Cell::Text(systems[a].system.clone()),
                Cell::Text(systems[b].system.clone()),
                Cell::Count(found.same),
                Cell::Share(found.share()),
                Cell::Number(found.kappa),
            ]);
        }
    }
    let columns = vec![
        Column::new("a"),
        Column::new("b"),
        Column::headed("same", "same answers"),
        Column::headed("share", "share"),
        Column::headed("kappa", "kappa"),
    ];
    let title = "Agreement between systems".to_string();
    Table { name: "agreement", title, columns, rows, shown: Shown::Everywhere }
}
