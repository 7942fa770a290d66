//! What a filter made of pairs and judgements: who and what went and why, and how far people agree.

mod lists;
mod sets;
mod systems;

use std::collections::BTreeMap;

use crate::counts::ratio;
use crate::entailment::answers::Answer;
use crate::entailment::filter::{
    Consensus, Contradicted, DropReason, Fate, Filtered, JudgedBy, JudgedPair, NotSure,
    PairOutcome, Person, Stage,
};
use crate::entailment::judgements::Settled;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::score::EntailmentCounts;
use crate::evaluation::Evaluation;
use crate::report::{Cell, Column, CutTable, Report, Shown, Table, number_of};

pub use sets::{Sets, sets_report};
pub use systems::AnsweredPairs;
pub(super) use systems::{
    ALL_GONE, ALL_KEPT, ALL_PAIRS, ANSWERS_TABLE, STEPS, STEPS_TABLE, outcome_in_words,
};

/// An estimate that is at least so likely is taken for sure.
const SURE: f64 = 0.95;

/// What is shown of a filtered set.
#[derive(Clone, Copy, Debug)]
pub struct FilterReport<'a> {
    /// The pairs that were judged.
    pub pairs: &'a Pairs,
    /// What became of them.
    pub filtered: &'a Filtered,
    /// What people said, and where they said something twice.
    pub settled: &'a Settled,
    /// Lines of the judgements without an answer.
    pub blank: usize,
    /// Another set that it is compared with.
    pub against: Option<Sets<'a>>,
    /// How many rows a list has at most.
    pub most: Option<usize>,
}

impl FilterReport<'_> {
    /// Tables of the first screen; all others are for those who ask.
    pub const FIRST: [&'static str; 4] = ["agreement", "reasons", "dropped_annotators", "against"];

    /// All tables that there can be.
    pub const TABLES: [&'static str; 17] = [
        "agreement",
        "reasons",
        "dropped_annotators",
        "against",
        "answers",
        "annotators",
        "kept_by_answer",
        "kept_by_relation",
        "kept_by_construction",
        "kept_by_source",
        "estimates",
        "other_estimates",
        "contradicted",
        "dropped",
        "changed",
        "unknown",
        "other_answers",
    ];

    /// The report, and which lists have fewer rows than there are.
    pub fn build(&self) -> (Report, Vec<CutTable>) {
        let mut tables = vec![self.result_table(), self.agreement_table(), self.reason_table()];
        tables.extend(self.dropped_annotators());
        tables.extend(self.against.map(|sets| sets.table()));
        tables.push(self.annotator_table());
        tables.extend(KEPT_BY.map(|(name, by)| self.kept_by(name, by)));
        tables.push(self.estimate_table());
        tables.extend(self.lists());
        tables.extend(self.against.map(|sets| sets.answers_table()));
        tables.retain(|table| !table.rows.is_empty());
        let cut = tables.iter_mut().filter_map(|table| cut(table, self.most)).collect();
        let signature = self.filtered.signature.clone();
        let signature = match self.against {
            Some(sets) => signature.with("against", sets.theirs.fingerprint()),
            None => signature,
        };
        let report = Report {
            signature: signature.to_string(),
            tables,
            notes: self.notes(),
            level: Some(self.filtered.options.level),
            ..Report::about::<EntailmentCounts>("filter", &self.pairs.name, NO_SYSTEMS)
        };
        (report, cut)
    }

    /// Pairs with what became of them.
    pub(super) fn judged(&self) -> impl Iterator<Item = (&Pair, &JudgedPair)> {
        self.pairs.pairs.iter().zip(&self.filtered.pairs)
    }

    fn n_pairs(&self) -> u64 {
        (self.filtered.pairs.len() - self.filtered.n_dropped(DropReason::Check)) as u64
    }

    /// All in one row, for programs.
    fn result_table(&self) -> Table {
        let filtered = self.filtered;
        let [all, left, kept] = &filtered.stages;
        let fates = |fate| filtered.people.iter().filter(|person| person.fate == fate).count();
        let with = |answer| {
            let is_it = |pair: &&JudgedPair| pair.outcome == PairOutcome::Kept(answer);
            filtered.pairs.iter().filter(is_it).count()
        };
        let mut cells: Vec<(&'static str, Cell)> = [
            ("pairs", self.n_pairs() as usize),
            ("kept", filtered.n_kept()),
            ("kept_yes", with(Answer::Yes)),
            ("kept_no", with(Answer::No)),
            ("annotators", filtered.people.len()),
            ("annotators_dropped", filtered.people.len() - left.people as usize),
            ("annotators_not_judged", fates(Fate::Unknown)),
            ("judgements", all.judgements as usize),
            ("judgements_left", left.judgements as usize),
            ("judgements_kept", kept.judgements as usize),
            ("repeated", self.settled.repeated),
            ("changed", self.settled.changed.len()),
            ("blank", self.blank),
        ]
        .map(|(name, n)| (name, Cell::Count(n as u64)))
        .to_vec();
        cells.insert(2, ("retention", Cell::Share(filtered.retention())));
        cells.push(("judged_by", Cell::Text(filtered.judged_by.name().to_string())));
        let columns = cells.iter().map(|(name, _)| Column::new(*name)).collect();
        Table {
            name: "result",
            title: String::new(),
            columns,
            rows: vec![cells.into_iter().map(|(_, cell)| cell).collect()],
            shown: Shown::OnlyInJson,
        }
    }

    fn agreement_table(&self) -> Table {
        let names = ["all", "annotators left", "pairs kept"];
        let row = |(name, stage): (&str, &Stage)| {
            let mut row = vec![
                Cell::Text(name.to_string()),
                Cell::Count(stage.people),
                Cell::Count(stage.judgements),
                Cell::Count(stage.pairs),
            ];
            for found in [stage.agreement.kappa, stage.agreement.alpha] {
                row.push(Cell::Number(found.value));
                row.push(Cell::Number(found.interval.map(|interval| interval.low)));
                row.push(Cell::Number(found.interval.map(|interval| interval.high)));
            }
            row
        };
        let share = Cell::Share(self.filtered.retention()).shown();
        let (kept, n) = (self.filtered.n_kept(), number_of(self.n_pairs(), "pair"));
        let mut columns = ["what", "annotators", "judgements", "pairs"].map(Column::new).to_vec();
        for name in ["kappa", "alpha"] {
            columns.push(Column::new(name));
            columns.push(Column::headed(format!("{name}_low"), "low"));
            columns.push(Column::headed(format!("{name}_high"), "high"));
        }
        Table {
            name: "agreement",
            title: format!(
                "{kept} of {n} kept ({share} %); Fleiss' kappa and Krippendorff's alpha at each step"
            ),
            columns,
            rows: names.into_iter().zip(&self.filtered.stages).map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    fn reason_table(&self) -> Table {
        let row = |reason: DropReason| {
            let n = self.filtered.n_dropped(reason);
            let is_it =
                |(_, judged): &(&Pair, &JudgedPair)| judged.outcome == PairOutcome::Dropped(reason);
            let example = self.judged().find(is_it).map(|(pair, _)| example(pair));
            (n > 0).then(|| {
                vec![
                    Cell::Text(in_words(reason).to_string()),
                    Cell::Count(n as u64),
                    Cell::Share(ratio(n as u64, self.pairs.pairs.len() as u64)),
                    Cell::Text(example.unwrap_or_default()),
                ]
            })
        };
        Table {
            name: "reasons",
            title: "Why pairs went".to_string(),
            columns: ["reason", "pairs", "share", "example"].map(Column::new).to_vec(),
            rows: DropReason::ALL.into_iter().filter_map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    /// People in the order of their numbers.
    fn people(&self) -> Vec<&Person> {
        let mut people: Vec<&Person> = self.filtered.people.iter().collect();
        people.sort_by_key(|person| person.number);
        people
    }

    /// Those who were dropped, the worst first.
    fn dropped_annotators(&self) -> Option<Table> {
        let mut people = self.people();
        people.retain(|person| !person.fate.is_left());
        let share = |person: &Person| ratio(person.agreed, person.judged).unwrap_or(0.0);
        people.sort_by(|a, b| share(a).total_cmp(&share(b)));
        let of = number_of(self.filtered.people.len() as u64, "annotator");
        let title = format!("{} of {of} dropped", people.len());
        self.annotators("dropped_annotators", title, &people)
    }

    fn annotator_table(&self) -> Table {
        let people = self.people();
        let all = self.annotators("annotators", "Annotators".to_string(), &people);
        let mut table = all.unwrap_or_else(|| Table {
            name: "annotators",
            title: String::new(),
            columns: Vec::new(),
            rows: Vec::new(),
            shown: Shown::Everywhere,
        });
        table.columns.push(Column::headed("right_on_yes", "right on YES"));
        table.columns.push(Column::headed("right_on_no", "right on NO"));
        for (row, person) in table.rows.iter_mut().zip(people) {
            row.extend([Cell::Share(person.right_on_yes), Cell::Share(person.right_on_no)]);
        }
        table
    }

    fn annotators(&self, name: &'static str, title: String, people: &[&Person]) -> Option<Table> {
        if people.is_empty() {
            return None;
        }
        let any = |has: fn(&Person) -> bool| self.filtered.people.iter().any(has);
        let (has_seconds, has_checks) =
            (any(|person| person.seconds.is_some()), any(|person| person.checks > 0));
        let mut columns = ["annotator", "judgements", "not_sure", "agreed", "agreement"]
            .map(Column::new)
            .to_vec();
        columns.extend(has_checks.then(|| Column::headed("checks", "checks right")));
        columns.extend(has_seconds.then(|| Column::new("seconds")));
        columns.push(Column::new("reason"));
        let row = |person: &&Person| {
            let mut row = vec![
                Cell::Text(person.number.to_string()),
                Cell::Count(person.judgements),
                Cell::Count(person.not_sure),
                Cell::Text(format!("{} of {}", person.agreed, person.judged)),
                Cell::Share(ratio(person.agreed, person.judged)),
            ];
            row.extend(has_checks.then(|| Cell::Share(ratio(person.checks_right, person.checks))));
            row.extend(has_seconds.then_some(Cell::Number(person.seconds)));
            row.push(Cell::Text(fate_in_words(person.fate).to_string()));
            row
        };
        let rows = people.iter().map(row).collect();
        Some(Table { name, title, columns, rows, shown: Shown::Everywhere })
    }

    /// How many pairs stay of those that say something of themselves, the most frequent first. A pair may
    /// say several things, so they may add up to more than all pairs.
    fn kept_by(&self, name: &'static str, by: &'static str) -> Table {
        let mut groups: BTreeMap<&str, Vec<(&Pair, &JudgedPair)>> = BTreeMap::new();
        let checks = PairOutcome::Dropped(DropReason::Check);
        for (pair, judged) in self.judged().filter(|(_, judged)| judged.outcome != checks) {
            for value in said_of(pair, by) {
                groups.entry(value).or_default().push((pair, judged));
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        let row = |(value, members): (&str, Vec<(&Pair, &JudgedPair)>)| {
            let n = members.len() as u64;
            let kept = members.iter().filter(|(_, judged)| judged.is_kept()).count() as u64;
            let yes =
                |(_, judged): &&(_, &JudgedPair)| judged.outcome == PairOutcome::Kept(Answer::Yes);
            let gone = members.iter().find(|(_, judged)| !judged.is_kept());
            vec![
                Cell::Text(value.to_string()),
                Cell::Count(n),
                Cell::Count(kept),
                Cell::Share(ratio(kept, n)),
                Cell::Count(members.iter().filter(yes).count() as u64),
                Cell::Text(gone.map_or(String::new(), |(pair, _)| example(pair))),
            ]
        };
        let mut columns = vec![Column::new(by)];
        columns.extend(["pairs", "kept", "share"].map(Column::new));
        columns.push(Column::headed("yes", "YES"));
        columns.push(Column::headed("example", "one that went"));
        Table {
            name,
            title: format!("Pairs kept by {by}"),
            columns,
            rows: groups.into_iter().map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    /// What the estimate says of the pairs that stay, and of those that went.
    fn estimate_table(&self) -> Table {
        let outcomes = [
            ("kept as YES", PairOutcome::Kept(Answer::Yes)),
            ("kept as NO", PairOutcome::Kept(Answer::No)),
        ];
        let reasons = DropReason::ALL
            .into_iter()
            .map(|reason| (in_words(reason), PairOutcome::Dropped(reason)));
        let row = |(name, outcome): (&str, PairOutcome)| {
            let mut counts = [0; 3];
            for judged in self.filtered.pairs.iter().filter(|judged| judged.outcome == outcome) {
                let Some(estimate) = judged.estimate else { continue };
                counts[match estimate.answer {
                    _ if estimate.probability < SURE => 2,
                    Answer::Yes => 0,
                    Answer::No => 1,
                }] += 1;
            }
            let n: u64 = counts.iter().sum();
            (n > 0).then(|| {
                let counts = counts.map(Cell::Count);
                [Cell::Text(name.to_string()), Cell::Count(n)].into_iter().chain(counts).collect()
            })
        };
        let columns = vec![
            Column::new("outcome"),
            Column::new("pairs"),
            Column::headed("yes", "YES"),
            Column::headed("no", "NO"),
            Column::headed("unsure", format!("below {} %", 100.0 * SURE)),
        ];
        Table {
            name: "estimates",
            title: "Dawid and Skene's estimate beside the rule".to_string(),
            columns,
            rows: outcomes.into_iter().chain(reasons).filter_map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    /// What a reader has to know.
    fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.rule_in_words()];
        let judged_by = self.filtered.judged_by;
        if self.filtered.options.judged_by.is_none() && judged_by != JudgedBy::Silver {
            notes.push(format!(
                "no judged pair has a silver answer: annotators are judged by {}",
                basis_in_words(judged_by)
            ));
        }
        let unknown = self.filtered.people.iter().filter(|person| person.fate == Fate::Unknown);
        match unknown.count() as u64 {
            0 => {}
            n => notes.push(format!(
                "{} too few answers to be judged, and stay",
                has(n, "annotator", ["has", "have"])
            )),
        }
        notes.extend(self.contradictions());
        notes.extend(self.estimate_in_words());
        notes.extend(self.odd_lines());
        notes
    }

    fn rule_in_words(&self) -> String {
        let options = &self.filtered.options;
        let percent = |share: f64| format!("{} %", (1e4 * share).round() / 100.0);
        let who = match options.consensus {
            Consensus::Unanimous => "all".to_string(),
            Consensus::Majority => "more than half".to_string(),
            Consensus::Share(share) => format!("at least {}", percent(share)),
        };
        let unsure = match options.not_sure {
            NotSure::No => "not sure counts as no",
            NotSure::Drop => "not sure counts as no answer",
            NotSure::Own => "not sure is an answer of its own",
        };
        let checks = options.min_checks.map_or(String::new(), |share| {
            format!(" and have at least {} of the checks right", percent(share))
        });
        format!(
            "annotators stay who agree with {} on at least {}{checks}; pairs stay on which {who} of at least {} of \
             these agree; {unsure}",
            basis_in_words(self.filtered.judged_by),
            percent(options.min_agreement),
            options.min_judgements,
        )
    }

    fn contradictions(&self) -> Option<String> {
        let contradicts =
            |(pair, judged): &(&Pair, &JudgedPair)| self.filtered.contradicts(pair, judged);
        let n = self.judged().filter(contradicts).count() as u64;
        let what = match self.filtered.options.contradicted {
            Contradicted::Drop => "such pairs go",
            Contradicted::People => "such pairs stay with their answer",
            Contradicted::Silver => "such pairs stay with silver's answer",
        };
        let pairs = number_of(n, "pair");
        (n > 0).then(|| format!("people agree against silver on {pairs}: {what}"))
    }

    fn estimate_in_words(&self) -> Option<String> {
        let kept = self.filtered.pairs.iter().filter(|judged| judged.is_kept());
        let same = |judged: &&JudgedPair| {
            judged.estimate.is_some_and(|it| judged.outcome == PairOutcome::Kept(it.answer))
        };
        let n = kept.clone().count();
        let same = kept.filter(same).count();
        let sure = |judged: &&JudgedPair| judged.estimate.is_some_and(|it| it.probability >= SURE);
        let gone = self.filtered.pairs.iter().filter(|judged| !judged.is_kept());
        let sure = number_of(gone.filter(sure).count() as u64, "pair");
        (n > 0).then(|| {
            format!(
                "Dawid and Skene's estimate gives the same answer to {same} of {n} pairs kept, and is sure of \
                 {sure} that went"
            )
        })
    }

    /// Lines that say nothing new, or nothing of these pairs.
    fn odd_lines(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let Settled { repeated, changed, .. } = self.settled;
        if *repeated > 0 {
            notes.push(format!(
                "{} said the same again and counted once",
                number_of(*repeated as u64, "line")
            ));
        }
        if !changed.is_empty() {
            let n = number_of(changed.len() as u64, "answer");
            notes.push(format!("{n} changed later: the last counts"));
        }
        if self.blank > 0 {
            let n = number_of(self.blank as u64, "line");
            notes.push(format!("{n} without an answer: left out"));
        }
        if let Some((first, _)) = self.filtered.unknown.first() {
            let n = self.filtered.unknown.iter().map(|(_, n)| n).sum();
            let ids = number_of(self.filtered.unknown.len() as u64, "id");
            notes.push(format!(
                "{} about {ids} that no pair has ({first}): left out",
                number_of(n, "judgement")
            ));
        }
        notes
    }
}

/// Tables of how many pairs stay of those that say something of themselves, and what that is.
pub(super) const KEPT_BY: [(&str, &str); 4] = [
    ("kept_by_answer", "answer"),
    ("kept_by_relation", "relation"),
    ("kept_by_construction", "construction"),
    ("kept_by_source", "source"),
];

/// What a pair says of itself: its answer, its relations and the like.
pub(super) fn said_of<'p>(pair: &'p Pair, by: &str) -> impl Iterator<Item = &'p str> {
    let said = match by {
        "answer" => pair.answer.map_or("", Answer::name),
        _ => pair.more.get(by).map_or("", String::as_str),
    };
    said.split([',', ';']).map(str::trim).filter(|value| !value.is_empty())
}

/// No system is scored here.
const NO_SYSTEMS: &[Evaluation<EntailmentCounts>] = &[];

/// Lists that are long only for programs.
const LISTS: [&str; 8] = [
    "dropped_annotators",
    "annotators",
    "other_estimates",
    "contradicted",
    "dropped",
    "changed",
    "unknown",
    "other_answers",
];

fn cut(table: &mut Table, most: Option<usize>) -> Option<CutTable> {
    let of = table.rows.len();
    let shown = most.filter(|most| *most < of && LISTS.contains(&table.name))?;
    table.rows.truncate(shown);
    Some(CutTable { table: table.name, shown, of })
}

fn example(pair: &Pair) -> String {
    format!("{}: {}", pair.id, pair.hypothesis)
}

/// 1 annotator has, 2 annotators have.
fn has(n: u64, thing: &str, [one, several]: [&str; 2]) -> String {
    format!("{} {}", number_of(n, thing), if n == 1 { one } else { several })
}

pub(super) fn in_words(reason: DropReason) -> &'static str {
    match reason {
        DropReason::Disagreed => "no agreement",
        DropReason::Contradicted => "agree against silver",
        DropReason::NotSure => "agree on not sure",
        DropReason::TooFewLeft => "too few judgements left",
        DropReason::TooFew => "too few judgements",
        DropReason::Unjudged => "never judged",
        DropReason::Check => "attention check",
    }
}

pub(super) fn fate_in_words(fate: Fate) -> &'static str {
    match fate {
        Fate::Left => "",
        Fate::Unknown => "too few answers to judge",
        Fate::Disagrees => "agrees too seldom",
        Fate::FailsChecks => "fails checks",
    }
}

fn basis_in_words(by: JudgedBy) -> &'static str {
    match by {
        JudgedBy::Silver => "silver",
        JudgedBy::Checks => "the attention checks",
        JudgedBy::Majority => "what most of the others say",
    }
}
