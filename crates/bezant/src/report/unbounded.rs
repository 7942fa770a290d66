//! What is said about unbounded dependencies.

use crate::counts::ratio;
use crate::entailment::analysis::{AnalysedWord, Analysis, ROOT};
use crate::entailment::unbounded::{
    CONSTRUCTION, CONSTRUCTIONS, JudgedDependency, JudgedSentence, JudgedSystem, NAME,
    UnboundedCounts, UnboundedRecall,
};
use crate::error::Hint;
use crate::evaluation::{Evaluation, Lacking, Row, sum};
use crate::metric::{Explains, Reason, Score};
use crate::pictures::{DrawnArc, DrawnSentence, DrawnWord, Line, Role};
use crate::report::{
    BucketKey, Cell, Column, Drawing, Example, Fact, Names, Report, Shown, SkippedRow,
    SystemResult, Table, n_sentences, number_of,
};

/// Which tables are wanted beside the scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnboundedReport<'a> {
    /// What the corpus is called.
    pub gold: &'a str,
    /// One row a sentence.
    pub per_sentence: bool,
    /// Whether every miss is explained, of which `judged` knows.
    pub explain: bool,
    /// So many of the sentences with the lowest recall are explained.
    pub worst: usize,
    /// What was judged, a system each; saved rows have none.
    pub judged: &'a [JudgedSystem],
}

type Systems<'a> = &'a [Evaluation<UnboundedCounts>];

impl UnboundedReport<'_> {
    /// What a report can have in it.
    pub fn names() -> Names {
        let scores = UnboundedCounts::default().scores();
        Names::new(&scores, &[], &["scores", "constructions", "sentences"])
            .with_buckets(&[BucketKey::Length, BucketKey::Construction])
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(&self, systems: Systems<'_>) -> Report {
        let mut tables = vec![self.score_table(systems)];
        tables.extend(construction_table(systems));
        let mut results: Vec<SystemResult> = systems.iter().map(result).collect();
        if self.per_sentence {
            let own = results.iter_mut().zip(systems);
            own.for_each(|(result, system)| result.tables.push(sentence_table(system)));
        }
        for ((result, judged), system) in results.iter_mut().zip(self.judged).zip(systems) {
            let shown = shown_rows(system, (self.explain, self.worst));
            if !shown.is_empty() {
                result.tables.push(miss_table(judged, &shown));
                result.examples =
                    shown.iter().map(|at| example(*at, &judged.sentences[*at])).collect();
            }
        }
        let main = vec![("recall", "recall"), ("macro_recall", "macro")];
        let about = Report::about(NAME, self.gold, systems);
        Report { systems: results, tables, main, asked: vec!["constructions"], ..about }
    }

    fn score_table(&self, systems: Systems<'_>) -> Table {
        let row = |system: &Evaluation<UnboundedCounts>| {
            let total = system.total();
            let scores = total.scores();
            let mut row = vec![Cell::Text(system.system.clone())];
            row.extend(scores.iter().map(Cell::score));
            row.extend([Cell::Count(total.matched), Cell::Count(total.gold)]);
            row
        };
        let columns = vec![
            Column::new("system"),
            Column::new("recall"),
            Column::headed("macro_recall", "macro R"),
            Column::new("found"),
            Column::headed("total", "of"),
        ];
        let title = format!("unbounded dependencies of {}, {}", self.gold, sentences(systems));
        let rows = systems.iter().map(row).collect();
        Table { name: "scores", title, columns, rows, shown: Shown::NotInJson }
    }
}

/// How many sentences the corpus has, and of how many there is a parse where that is not all.
fn sentences(systems: Systems<'_>) -> String {
    let n = n_sentences(systems);
    let parsed = systems.iter().map(|system| n.saturating_sub(missing(system).len() as u64));
    let (least, most) = (parsed.clone().min().unwrap_or(n), parsed.max().unwrap_or(n));
    let sentences = number_of(n, "sentence");
    match (least, most) {
        _ if least == n => sentences,
        _ if least == most => format!("{sentences}, {least} of them parsed"),
        _ => format!("{sentences}, {least} to {most} of them parsed"),
    }
}

/// The rows whose misses are explained: all in their order, or the worst.
fn shown_rows(system: &Evaluation<UnboundedCounts>, (explain, worst): (bool, usize)) -> Vec<usize> {
    let metric = UnboundedRecall(system.signature.clone());
    let most = if explain { usize::MAX } else { worst };
    let mut rows = system.worst(most, |counts| metric.badness(counts));
    if explain {
        rows.sort_unstable();
    }
    rows
}

/// The counts of one system by construction: those of the paper in its order, then others.
fn by_construction(system: &Evaluation<UnboundedCounts>) -> Vec<(String, UnboundedCounts)> {
    let said = |at: usize| system.said.get(&at).and_then(|said| said.groups.get(CONSTRUCTION));
    let mut names: Vec<&str> = Vec::new();
    for name in (0..system.rows.len()).filter_map(said) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let place = |name: &str| {
        CONSTRUCTIONS.iter().position(|known| *known == name).unwrap_or(CONSTRUCTIONS.len())
    };
    names.sort_by_key(|name| place(name));
    let counts = |name: &str| {
        let here = (0..).zip(&system.rows).filter(|(at, _)| said(*at).is_some_and(|it| it == name));
        let all: Vec<_> = here.filter_map(|(_, row)| row.outcome.result.as_ref().ok()).collect();
        sum(all)
    };
    names.into_iter().map(|name| (name.to_string(), counts(name))).collect()
}

/// Recall by construction, a column a system.
fn construction_table(systems: Systems<'_>) -> Option<Table> {
    let all: Vec<Vec<(String, UnboundedCounts)>> = systems.iter().map(by_construction).collect();
    let first = all.iter().max_by_key(|counts| counts.len())?;
    let mut columns = vec![Column::headed("name", "construction"), Column::headed("total", "of")];
    columns.extend(systems.iter().map(|system| Column::about(&system.system)));
    let row = |(name, counts): &(String, UnboundedCounts)| {
        let mut row = vec![Cell::Text(name.clone()), Cell::Count(counts.gold)];
        row.extend(all.iter().map(|system| {
            let found = system.iter().find(|(other, _)| other == name);
            Cell::Share(found.and_then(|(_, counts)| counts.recall()))
        }));
        row
    };
    let rows = first.iter().map(row).collect();
    let title = "Recall by construction".to_string();
    Some(Table { name: "constructions", title, columns, rows, shown: Shown::NotInJson })
}

/// One row a sentence.
fn sentence_table(system: &Evaluation<UnboundedCounts>) -> Table {
    let row = |(at, row): (usize, &Row<UnboundedCounts>)| {
        let said = system.said.get(&at);
        let construction = said.and_then(|said| said.groups.get(CONSTRUCTION).cloned());
        let missing = said.and_then(|said| Some(said.missing.as_ref()?.words()));
        let counts = row.outcome.result.as_ref().ok().copied().unwrap_or_default();
        vec![
            Cell::Count(row.sentence),
            Cell::Text(construction.unwrap_or_default()),
            Cell::Count(counts.matched),
            Cell::Count(counts.gold),
            Cell::Text(missing.unwrap_or_default()),
        ]
    };
    let rows = system.rows.iter().enumerate().map(row).collect();
    let title = "Dependencies found, by sentence".to_string();
    let columns = ["sentence", "construction", "found", "total", "missing"].map(Column::new);
    Table { name: "sentences", title, columns: columns.to_vec(), rows, shown: Shown::Everywhere }
}

fn result(system: &Evaluation<UnboundedCounts>) -> SystemResult {
    let total = system.total();
    let row = |(name, counts): (String, UnboundedCounts)| {
        vec![
            Cell::Text(name),
            Cell::Count(counts.matched),
            Cell::Count(counts.gold),
            Cell::Share(counts.recall()),
        ]
    };
    let constructions = Table {
        name: "constructions",
        title: "By construction".to_string(),
        columns: ["name", "found", "total", "recall"].map(Column::new).to_vec(),
        rows: by_construction(system).into_iter().map(row).collect(),
        shown: Shown::OnlyInJson,
    };
    let about = SystemResult::about(system);
    let mut skipped = missing(system);
    skipped.extend(about.skipped.iter().cloned());
    skipped.sort_by_key(|row| row.sentence);
    SystemResult {
        scores: total.scores(),
        scores_with_missed: system.with_missed(total).scores(),
        parsed_scores: parsed(system).scores(),
        counts: vec![("matched", total.matched), ("gold", total.gold)],
        tables: vec![constructions],
        skipped,
        ..about
    }
}

/// The counts of sentences with a parse.
fn parsed(system: &Evaluation<UnboundedCounts>) -> UnboundedCounts {
    let has_parse = |at: &usize| system.said.get(at).is_none_or(|said| said.missing.is_none());
    let rows = (0..).zip(&system.rows).filter(|(at, _)| has_parse(at));
    let counts: Vec<_> = rows.filter_map(|(_, row)| row.outcome.result.as_ref().ok()).collect();
    sum(counts)
}

/// Sentences without a parse. They count as missed, and are listed as those that other metrics skip.
fn missing(system: &Evaluation<UnboundedCounts>) -> Vec<SkippedRow> {
    let row = |(at, row): (usize, &Row<UnboundedCounts>)| {
        let Lacking { reason, message } = system.said.get(&at)?.missing.as_ref()?;
        let reason = (*reason)?;
        Some(SkippedRow {
            sentence: row.sentence,
            n_sentences: row.n_sentences.max(1),
            reason,
            message: message.clone(),
            hint: match reason {
                "system_unreadable" => Hint::Advice("mend it, or let the parser run once more"),
                "text_mismatch" => Reason::TextMismatch.hint(),
                "system_missing" => Hint::Advice("name the files after the corpus' own"),
                _ => Reason::NoParse.hint(),
            },
            position: None,
            place: None,
            sent_id: None,
        })
    };
    system.rows.iter().enumerate().filter_map(row).collect()
}

/// Every dependency that was missed, for JSON.
fn miss_table(judged: &JudgedSystem, shown: &[usize]) -> Table {
    let missed = |at: &usize| {
        let (at, sentence) = (*at, &judged.sentences[*at]);
        let missed = sentence.dependencies.iter().filter(|one| one.found.is_none());
        missed.map(move |one| {
            vec![
                Cell::Count(at as u64 + 1),
                Cell::Text(sentence.construction.clone()),
                Cell::Text(one.relation.clone()),
                Cell::Text(one.head.to_string()),
                Cell::Text(one.dependent.to_string()),
                Cell::Text(one.says.join(" ")),
                Cell::Text(one.why.clone()),
            ]
        })
    };
    let columns = ["sentence", "construction", "relation", "head", "dependent", "says", "why"];
    Table {
        name: "misses",
        title: "Dependencies that were missed".to_string(),
        columns: columns.map(Column::new).to_vec(),
        rows: shown.iter().flat_map(missed).collect(),
        shown: Shown::OnlyInJson,
    }
}

/// What was wanted of a sentence, what the parse says, and why that is not the same.
pub(super) fn facts(sentence: &JudgedSentence) -> Vec<Fact> {
    let fact = |one: &JudgedDependency| {
        let wanted = format!("{}({}, {})", one.relation, one.head, one.dependent);
        let mut facts = Vec::new();
        match one.found {
            Some(how) => facts.push(Fact { side: "both", label: wanted, text: how.to_string() }),
            None => {
                facts.push(Fact { side: "missed", label: wanted, text: one.why.clone() });
                let says = one.says.iter();
                facts.extend(says.map(|says| Fact {
                    side: "parse",
                    label: says.clone(),
                    text: String::new(),
                }));
            }
        }
        facts
    };
    sentence.dependencies.iter().flat_map(fact).collect()
}

/// A sentence with what is to be said of it.
fn example(at: usize, sentence: &JudgedSentence) -> Example {
    let n_found = sentence.dependencies.iter().filter(|one| one.found.is_some()).count() as u64;
    let recall = ratio(n_found, sentence.dependencies.len() as u64);
    Example {
        sentence: at as u64 + 1,
        under: sentence.construction.clone(),
        score: Score::share("recall", recall),
        text: sentence.text.clone(),
        facts: facts(sentence),
        drawing: sentence.parse.as_ref().map_or(Drawing::Nothing, |parse| drawn(parse, sentence)),
    }
}

/// The parse as a tree of words, those of missed dependencies marked.
fn drawn(parse: &Analysis, sentence: &JudgedSentence) -> Drawing {
    let missed = sentence.dependencies.iter().filter(|one| one.found.is_none());
    let words = missed.flat_map(|one| [&one.head, &one.dependent]);
    let forms: Vec<&str> = words.map(|word| word.form.as_str()).collect();
    let is_marked = |word: &AnalysedWord| forms.contains(&word.form.as_str());
    let words = parse.words.iter().map(|one| DrawnWord {
        form: &one.form,
        tag: &one.tag,
        is_marked: is_marked(one),
    });
    let arcs = parse.arcs.iter().map(|arc| DrawnArc {
        label: &arc.relation,
        governor: (arc.governor != ROOT).then_some(arc.governor),
        dependent: arc.dependent,
    });
    let sentence = DrawnSentence { words: words.collect(), arcs: arcs.collect() };
    let (mut lines, left) = sentence.lines();
    if !left.is_empty() {
        let more = left.iter().map(|arc| parse.shown(&parse.arcs[*arc]).to_string());
        let mut line = Line::of(Role::Dim, "and ");
        line.push(Role::Plain, &more.collect::<Vec<_>>().join(", "));
        lines.push(line);
    }
    Drawing::Lines(lines)
}
