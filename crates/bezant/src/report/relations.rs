//! What is said about relations.

use std::collections::BTreeSet;

use crate::comparison::Said;
use crate::counts::{Tally, ratio};
use crate::evaluation::{Behind, Evaluation, Row};
use crate::metric::{Explains, Score};
use crate::metrics::relations::{
    ByType, Means, RelationCounts, RelationDifference, RelationWeights, Relations, Scheme,
    SchemeDifference, ShownRelation, Slots, Type, TypeConfusion, TypeMatch, TypeTallies,
};
use crate::report::behind::shown_rows;
use crate::report::means::{means, tally_scores};
use crate::report::{
    BucketKey, Cell, Column, Drawing, Example, Fact, Names, Report, Shown, SystemResult, Table,
    sentences_of, why_skipped,
};
use crate::structures::relations::SentenceTexts;

/// Which tables are wanted beside the scores.
#[derive(Clone, Debug)]
pub struct RelationReport<'a> {
    /// What was measured.
    pub metric: &'a Relations,
    /// The gold file's name.
    pub gold: &'a str,
    /// One row a sentence.
    pub per_sentence: bool,
    /// This many of the worst sentences.
    pub worst: usize,
    /// For each system, the rows that are shown instead of the worst.
    pub picked: Option<Vec<Vec<usize>>>,
    /// Types taken for each other, one entry a system; shown if there are any.
    pub confusions: &'a [TypeConfusion],
    /// Every sentence with what matches, what was missed and what is wrong, not only the worst.
    pub listing: bool,
    /// What is behind the rows that [`wanted`](RelationReport::wanted) names; nothing where the
    /// sentences are not at hand.
    pub behind: Behind<RelationDifference>,
    /// The sentences' words, where a file of its own has them.
    pub texts: Option<&'a SentenceTexts<'a>>,
    /// The same files assigned greedily, one evaluation a system, to show the difference.
    pub greedy: &'a [Evaluation<RelationCounts>],
    /// Sentences for the reader, under the tables.
    pub notes: Vec<String>,
}

impl<'a> RelationReport<'a> {
    /// What a report can have in it.
    pub fn names(metric: &Relations) -> Names {
        let scores = metric.scores_of(&RelationCounts::default(), metric.main_scheme());
        let tables = [
            "scores",
            "scores_with_missed",
            "grid",
            "by_type",
            "assignment",
            "confusion",
            "worst",
            "sentences",
        ];
        Names::new(&scores, &["precision", "recall", "f1"], &tables)
            .with_buckets(&[BucketKey::Relations])
            .with_shown(&["by_type", "confusion"])
    }

    /// The scores and nothing else.
    pub fn plain(metric: &'a Relations, gold: &'a str) -> RelationReport<'a> {
        RelationReport {
            metric,
            gold,
            per_sentence: false,
            worst: 0,
            picked: None,
            confusions: &[],
            listing: false,
            behind: Vec::new(),
            texts: None,
            greedy: &[],
            notes: Vec::new(),
        }
    }

    /// For each system, the rows whose sentences are shown.
    pub fn wanted(&self, systems: &[Evaluation<RelationCounts>]) -> Vec<BTreeSet<usize>> {
        let rows = |(at, system)| self.rows(at, system).into_iter().collect();
        systems.iter().enumerate().map(rows).collect()
    }

    /// The tables behind whose cells sentences can be shown.
    pub fn tables_of(
        &self,
        total: &RelationCounts,
        notes: &[TypeConfusion],
        system: usize,
    ) -> Vec<Table> {
        let confusion = notes.get(system).map(|confusion| self.confusion_table(confusion));
        [self.type_table(total)].into_iter().chain(confusion).collect()
    }

    /// The rows of a system that are shown.
    fn rows(&self, at: usize, evaluation: &Evaluation<RelationCounts>) -> Vec<usize> {
        if self.listing && self.picked.is_none() {
            let rows = evaluation.rows.iter().enumerate();
            return rows.filter(|(_, row)| row.outcome.result.is_ok()).map(|(at, _)| at).collect();
        }
        let badness = |counts: &RelationCounts| self.metric.badness(counts);
        shown_rows((at, evaluation), (&self.picked, self.worst), badness)
    }

    /// What both sides say of the same slots: their types, under the main scheme.
    pub fn said(&self, notes: &[TypeConfusion], system: usize) -> Vec<Said> {
        let name = |kind| Some(self.metric.hierarchy.get(kind).name.clone());
        let said = notes.get(system).into_iter().flat_map(TypeConfusion::iter);
        said.map(|(one, two, n)| (name(one), name(two), n)).collect()
    }

    /// Adds what only one side has, so that nothing is said of it by the other: what each has of a type, without
    /// what stands beside something.
    pub fn add_lone(&self, said: &mut Vec<Said>, total: &RelationCounts) {
        // Weights are no numbers of relations.
        if self.metric.weights == RelationWeights::Counted {
            return;
        }
        let lone = |counts: &ByType, side: fn(&Said) -> Option<&str>| -> Vec<(String, u64)> {
            let of = |(kind, n): (Type, u64)| {
                let name = &self.metric.hierarchy.get(kind).name;
                let beside = said.iter().filter(|said| side(said) == Some(name));
                let n = beside.fold(n, |n, said| n.saturating_sub(said.2));
                (n > 0).then(|| (name.clone(), n))
            };
            counts.iter().filter_map(of).collect()
        };
        let first = lone(&total.gold, |said| said.0.as_deref());
        let second = lone(&total.system, |said| said.1.as_deref());
        said.extend(first.into_iter().map(|(name, n)| (Some(name), None, n)));
        said.extend(second.into_iter().map(|(name, n)| (None, Some(name), n)));
    }

    /// Everything about these systems. Evaluations share one signature.
    pub fn build(self, systems: &[Evaluation<RelationCounts>]) -> Report {
        let results: Vec<SystemResult> =
            systems.iter().enumerate().map(|(at, system)| self.system(at, system)).collect();
        let sentences = sentences_of(systems);
        let title = format!("relations against {}, {sentences}", self.gold);
        let mut tables = vec![self.main_table("scores", title, systems, Evaluation::total)];
        if results.iter().any(|system| !system.skipped.is_empty()) {
            let title = "Skipped sentences counted as missed".to_string();
            let with_missed = Evaluation::total_with_missed;
            tables.push(self.main_table("scores_with_missed", title, systems, with_missed));
        }
        if self.metric.schemes.len() > 1 {
            tables.extend(systems.iter().map(|system| self.grid_table(system, systems.len())));
        }
        let notes = self.notes;
        let mut main = vec![
            ("precision", "precision"),
            ("recall", "recall"),
            ("f1", "F1"),
            ("macro_f1", "macro F1"),
        ];
        if self.metric.main_scheme().types == TypeMatch::Hierarchy {
            main.push(("dependent_f1", "dependent F1"));
        }
        Report {
            systems: results,
            tables,
            notes,
            main,
            ..Report::about("relations", self.gold, systems)
        }
    }

    fn system(&self, at: usize, evaluation: &Evaluation<RelationCounts>) -> SystemResult {
        let total = evaluation.total();
        let main = self.metric.main_scheme();
        let micro = self.tallies(&total, main).micro();
        let mut tables = vec![self.scheme_table(&total), self.type_table(&total)];
        if let Some(greedy) = self.greedy.get(at) {
            tables.push(self.assignment_table(&greedy.total(), &total));
        }
        if let Some(confusion) = self.confusions.get(at) {
            tables.push(self.confusion_table(confusion));
        }
        if self.worst > 0 && self.picked.is_none() {
            let worst = evaluation.worst(self.worst, |counts| self.metric.badness(counts));
            let rows = worst.into_iter().map(|at| &evaluation.rows[at]);
            tables.push(self.sentence_table("worst", "The worst sentences", rows.collect()));
        }
        if self.per_sentence {
            let rows = evaluation.rows.iter().collect();
            tables.push(self.sentence_table("sentences", "Every sentence", rows));
        }
        let scores = self.metric.scores_of(&total, main);
        // Over types they are scores: macro_f1.
        let means = means(evaluation, |counts| tally_scores(self.tallies(counts, main).micro()));
        SystemResult {
            scores_with_missed: self.metric.scores_of(&evaluation.with_missed(total.clone()), main),
            macro_scores: means.scored,
            macro_with_missed: means.with_missed,
            scores,
            counts: match self.metric.weights {
                RelationWeights::Ignored => vec![
                    ("system", micro.system),
                    ("gold", micro.gold),
                    ("matched", micro.matched),
                    ("sentences", total.sentences),
                ],
                // Parts of relations are no counts; the schemes have them.
                RelationWeights::Counted => vec![("sentences", total.sentences)],
            },
            tables,
            examples: self.examples(at, evaluation),
            ..SystemResult::about(evaluation)
        }
    }

    /// The worst sentences, or all.
    fn examples(&self, at: usize, evaluation: &Evaluation<RelationCounts>) -> Vec<Example> {
        let Some(behind) = self.behind.get(at) else { return Vec::new() };
        let shown = |at| {
            let (row, difference) = (&evaluation.rows[at], behind.get(&at)?);
            let counts = row.outcome.result.as_ref().ok()?;
            Some(self.examples_of(row.sentence, counts, difference))
        };
        self.rows(at, evaluation).into_iter().filter_map(shown).flatten().collect()
    }

    /// A sentence under the main scheme, or, in a list of all sentences, under each.
    fn examples_of(
        &self,
        sentence: u64,
        counts: &RelationCounts,
        difference: &RelationDifference,
    ) -> Vec<Example> {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let text = self.texts.and_then(|texts| texts.of(sentence)).map(shown);
        let text = text.or(difference.text.as_deref().map(shown)).unwrap_or_default();
        let several = self.listing && self.metric.schemes.len() > 1;
        let main = self.metric.main_scheme();
        let schemes = difference.by_scheme.iter().filter(|under| several || under.scheme == main);
        let example = |under: &SchemeDifference| {
            // Two that match need not be the same: one may be more general.
            let both = under.matched.iter().filter(|(ours, theirs)| self.listing || ours != theirs);
            let both = both.map(|(ours, theirs)| Fact {
                side: if ours == theirs { "both" } else { "similar" },
                label: ours.to_string(),
                text: theirs.to_string(),
            });
            let one = |side| {
                move |it: &ShownRelation| Fact { side, label: it.to_string(), text: String::new() }
            };
            let missed = under.missed.iter().map(one("missed"));
            let wrong = under.wrong.iter().map(one("wrong"));
            Example {
                sentence,
                under: if several { under.scheme.to_string() } else { String::new() },
                score: Score::share("f1", self.tallies(counts, under.scheme).micro().f1()),
                text: text.trim_ascii().to_string(),
                facts: both.chain(missed).chain(wrong).collect(),
                drawing: Drawing::Nothing,
            }
        };
        schemes.map(example).collect()
    }

    fn tallies(&self, counts: &RelationCounts, scheme: Scheme) -> TypeTallies {
        counts.tallies(&self.metric.hierarchy, scheme)
    }

    /// How many relations, or how much they weigh.
    fn count(&self, n: u64) -> Cell {
        match self.metric.weights {
            RelationWeights::Ignored => Cell::Count(n),
            RelationWeights::Counted => Cell::Number(ratio(n, self.metric.weights.unit())),
        }
    }

    fn counts(&self, tally: Tally) -> Cell {
        let counts = [("system", tally.system), ("gold", tally.gold), ("matched", tally.matched)];
        Cell::Object(counts.map(|(name, n)| (name.to_string(), self.count(n))).to_vec())
    }

    fn main_table(
        &self,
        name: &'static str,
        title: String,
        systems: &[Evaluation<RelationCounts>],
        total: impl Fn(&Evaluation<RelationCounts>) -> RelationCounts,
    ) -> Table {
        let dependent = self.metric.schemes.iter().any(|found| found.types == TypeMatch::Hierarchy);
        let mut columns = vec![Column::new("system"), Column::new("scheme")];
        columns.extend(score_columns());
        columns.extend([
            Column::headed("macro_precision", "macro P"),
            Column::headed("macro_recall", "macro R"),
            Column::headed("macro_f1", "macro F1"),
        ]);
        if dependent {
            columns.push(Column::headed("dependent_f1", "dependent F1"));
        }
        let mut rows = Vec::new();
        for system in systems {
            let total = total(system);
            for &scheme in &self.metric.schemes {
                let tallies = self.tallies(&total, scheme);
                let means = total.means(&self.metric.hierarchy, scheme);
                let mut row =
                    vec![Cell::Text(system.system.clone()), Cell::Text(scheme.to_string())];
                row.extend(shares(tallies.micro()));
                row.extend(means_of(means).map(Cell::Share));
                if dependent {
                    let top = tallies.of(self.metric.hierarchy.root()).f1();
                    row.push(Cell::Share(top.filter(|_| scheme.types == TypeMatch::Hierarchy)));
                }
                rows.push(row);
            }
        }
        Table { name, title, columns, rows, shown: Shown::NotInJson }
    }

    /// The layout of the report's tables 1 and 2.
    fn grid_table(&self, system: &Evaluation<RelationCounts>, n_systems: usize) -> Table {
        let total = system.total();
        let columns = vec![
            Column::headed("match", "F1"),
            Column::headed("all_micro", "all: micro"),
            Column::headed("all_macro", "macro"),
            Column::headed("head_dependent_ncsubj_micro", "ncsubj: micro"),
            Column::headed("head_dependent_ncsubj_macro", "macro"),
            Column::headed("head_dependent_micro", "head-dep: micro"),
            Column::headed("head_dependent_macro", "macro"),
        ];
        let row = |types: TypeMatch| {
            let mut row = vec![Cell::Text(types.name().to_string())];
            for slots in [Slots::All, Slots::HeadDependentNcsubj, Slots::HeadDependent] {
                let scheme = Scheme { types, slots };
                let known = self.metric.schemes.contains(&scheme);
                let tallies = self.tallies(&total, scheme);
                row.push(Cell::Share(tallies.micro().f1().filter(|_| known)));
                let means = total.means(&self.metric.hierarchy, scheme);
                row.push(Cell::Share(means.f1.filter(|_| known)));
            }
            row
        };
        let rows = TypeMatch::ALL.into_iter().map(row).collect();
        let of = if n_systems > 1 { format!(", {}", system.system) } else { String::new() };
        let title = format!("F1 by scheme and slots{of}");
        Table { name: "grid", title, columns, rows, shown: Shown::NotInJson }
    }

    /// Everything about every scheme, for JSON.
    fn scheme_table(&self, total: &RelationCounts) -> Table {
        let hierarchy = &self.metric.hierarchy;
        let types = |tallies: &TypeTallies, scheme: Scheme| {
            let all = (0..).zip(hierarchy.types()).filter(|(kind, _)| match scheme.types {
                TypeMatch::Original => true,
                TypeMatch::Unlabelled => *kind == hierarchy.root(),
                _ => !hierarchy.is_passive(*kind),
            });
            let all = all.map(|(kind, found)| (found.name.clone(), self.counts(tallies.of(kind))));
            Cell::Object(all.collect())
        };
        let row = |&scheme: &Scheme| {
            let tallies = self.tallies(total, scheme);
            let (mut dependent, mut percolated) = (Vec::new(), Cell::Object(Vec::new()));
            match scheme.types {
                TypeMatch::Hierarchy => dependent = named_scores(tallies.of(hierarchy.root())),
                TypeMatch::Unlabelled => {}
                _ => percolated = types(&tallies.percolated(hierarchy), scheme),
            }
            vec![
                Cell::Text(scheme.to_string()),
                Cell::Object(named_scores(tallies.micro())),
                Cell::Object(named(means_of(total.means(hierarchy, scheme)))),
                Cell::Object(named(means_of(tallies.means_released()))),
                Cell::Object(dependent),
                self.counts(tallies.micro()),
                types(&tallies, scheme),
                percolated,
            ]
        };
        let columns = [
            "scheme",
            "micro",
            "macro",
            "macro_released",
            "dependent",
            "counts",
            "types",
            "percolated",
        ];
        Table {
            name: "schemes",
            title: "Schemes".to_string(),
            columns: columns.map(Column::new).to_vec(),
            rows: self.metric.schemes.iter().map(row).collect(),
            shown: Shown::OnlyInJsonByKey,
        }
    }

    /// The relation summary: each type with everything below it.
    fn type_table(&self, total: &RelationCounts) -> Table {
        let hierarchy = &self.metric.hierarchy;
        let scheme = self.metric.main_scheme();
        let tallies = self.tallies(total, scheme);
        let tallies = match scheme.types {
            TypeMatch::Hierarchy | TypeMatch::Unlabelled => tallies,
            _ => tallies.percolated(hierarchy),
        };
        let rows = hierarchy.in_tree_order().into_iter().filter_map(|kind| {
            let (found, tally) = (hierarchy.get(kind), tallies.of(kind));
            if tally == Tally::default() {
                return None;
            }
            let name = Cell::Below(found.depth, found.name.clone());
            let counts = [tally.system, tally.gold, tally.matched].map(|n| self.count(n));
            Some([vec![name], counts.to_vec(), shares(tally).to_vec()].concat())
        });
        let mut columns = ["type", "system", "gold", "matched"].map(Column::new).to_vec();
        columns.extend(score_columns());
        let title = format!("By type, with the types below it ({scheme})");
        Table { name: "by_type", title, columns, rows: rows.collect(), shown: Shown::NotInJson }
    }

    fn assignment_table(&self, greedy: &RelationCounts, optimal: &RelationCounts) -> Table {
        let row = |&scheme: &Scheme| {
            let [greedy, optimal] = [greedy, optimal].map(|c| self.tallies(c, scheme).micro());
            let change = optimal.f1().zip(greedy.f1()).map(|(new, old)| new - old);
            vec![
                Cell::Text(scheme.to_string()),
                self.count(greedy.matched),
                self.count(optimal.matched),
                Cell::Share(greedy.f1()),
                Cell::Share(optimal.f1()),
                Cell::Points(change),
            ]
        };
        let columns = vec![
            Column::new("scheme"),
            Column::headed("greedy_matched", "greedy matched"),
            Column::headed("optimal_matched", "optimal matched"),
            Column::headed("greedy_f1", "greedy F1"),
            Column::headed("optimal_f1", "optimal F1"),
            Column::headed("change", "points"),
        ];
        let rows = self.metric.schemes.iter().map(row).collect();
        let title = "Greedy and optimal assignment".to_string();
        Table { name: "assignment", title, columns, rows, shown: Shown::Everywhere }
    }

    fn confusion_table(&self, confusion: &TypeConfusion) -> Table {
        let name = |kind| Cell::Text(self.metric.hierarchy.get(kind).name.clone());
        let row = |(gold, system, n)| vec![name(gold), name(system), Cell::Count(n)];
        Table {
            name: "confusion",
            title: format!("Types where the slots match ({})", self.metric.main_scheme()),
            columns: ["gold", "system", "count"].map(Column::new).to_vec(),
            rows: confusion.iter().map(row).collect(),
            shown: Shown::Everywhere,
        }
    }

    fn sentence_table(
        &self,
        name: &'static str,
        title: &str,
        rows: Vec<&Row<RelationCounts>>,
    ) -> Table {
        let scheme = self.metric.main_scheme();
        let cells = |row: &&Row<RelationCounts>| {
            let mut cells = vec![Cell::Count(row.sentence)];
            match &row.outcome.result {
                Ok(counts) => {
                    let tally = self.tallies(counts, scheme).micro();
                    cells.extend([tally.system, tally.gold, tally.matched].map(|n| self.count(n)));
                    cells.extend(shares(tally));
                }
                // Nothing was counted, which is not none.
                Err(_) => cells.extend([const { Cell::Number(None) }; 6]),
            }
            cells.push(why_skipped(row));
            cells
        };
        let mut columns = ["sentence", "system", "gold", "matched"].map(Column::new).to_vec();
        columns.extend(score_columns());
        columns.push(Column::new("skipped"));
        let rows = rows.iter().map(cells).collect();
        // Fewer are listed below than are counted here.
        let above = match scheme.types {
            TypeMatch::Hierarchy => ", each relation counted for its type and all above it",
            _ => "",
        };
        let title = format!("{title} ({scheme}{above})");
        Table { name, title, columns, rows, shown: Shown::Everywhere }
    }
}

fn score_columns() -> [Column; 3] {
    [Column::new("precision"), Column::new("recall"), Column::headed("f1", "F1")]
}

fn shares(tally: Tally) -> [Cell; 3] {
    [tally.precision(), tally.recall(), tally.f1()].map(Cell::Share)
}

fn named_scores(tally: Tally) -> Vec<(String, Cell)> {
    named([tally.precision(), tally.recall(), tally.f1()])
}

fn means_of(means: Means) -> [Option<f64>; 3] {
    [means.precision, means.recall, means.f1]
}

fn named(scores: [Option<f64>; 3]) -> Vec<(String, Cell)> {
    let names = ["precision", "recall", "f1"].map(str::to_string);
    names.into_iter().zip(scores.map(Cell::Share)).collect()
}
