//! Comparisons as tables and sentences.

use crate::metric::{Score, Unit};
use crate::report::comparison::{Comparing, Comparison, IntervalKind};
use crate::report::{Cell, Column, Report, Shown, Table};
use crate::stats::Interval;
use crate::stats::correction::Correction;
use crate::stats::ranking::rank;

/// A difference as it is shown.
fn change(unit: Unit, value: Option<f64>) -> Cell {
    match unit {
        Unit::Share => Cell::Points(value),
        Unit::PerSentence => Cell::Number(value),
    }
}

fn detectable(comparison: &Comparison) -> Cell {
    match comparison.unit {
        Unit::Share => Cell::Share(comparison.detectable),
        Unit::PerSentence => Cell::Number(comparison.detectable),
    }
}

fn low(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.low)
}

fn high(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.high)
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_string())
}

impl Comparing {
    pub(super) fn add_tables(&self, report: &mut Report, chosen: &[(usize, Score)]) {
        let mut tables = vec![self.interval_table(report, chosen)];
        if !report.comparisons.is_empty() {
            tables.push(self.comparison_table(report));
            tables.push(effect_table(report));
        }
        // A baseline leaves most pairs out.
        if report.systems.len() > 2 && self.baseline.is_none() {
            for (_, score) in chosen {
                tables.push(self.matrix(report, score));
            }
            tables.push(self.ranking_table(report, chosen));
        }
        report.tables.extend(tables);
    }

    pub(super) fn add_notes(&self, report: &mut Report) {
        let alpha = 1.0 - self.level;
        let notes = &mut report.notes;
        if !report.comparisons.is_empty() {
            notes.push(format!(
                "difference: a less b; higher, lower: a, in how many sentences; p by {}{}; * below {alpha:.3}; \
                 detectable: found in 80 of 100 such test sets",
                self.test.name(),
                match self.correction {
                    Correction::None => ", not corrected",
                    Correction::Holm => ", corrected by Holm",
                    Correction::BenjaminiHochberg => ", corrected by Benjamini and Hochberg",
                },
            ));
        }
        let mut last = ("", "");
        for comparison in &report.comparisons {
            let pair = (comparison.a.as_str(), comparison.b.as_str());
            if comparison.n_left_out > 0 && pair != last {
                notes.push(format!(
                    "{} and {}: {} sentences compared, {} left out that not both have scored",
                    pair.0, pair.1, comparison.n_sentences, comparison.n_left_out
                ));
            }
            last = pair;
            if let Some(why) = comparison.undefined {
                notes.push(format!(
                    "{} and {}: no p for {}: {why}",
                    pair.0, pair.1, comparison.score
                ));
            }
        }
    }

    fn interval_table(&self, report: &Report, chosen: &[(usize, Score)]) -> Table {
        let mut rows = Vec::new();
        for system in &report.systems {
            for (at, score) in chosen {
                let found = system.intervals.iter().find(|(name, _)| *name == score.name);
                let interval = found.map(|(_, interval)| *interval);
                let cell = |value| Cell::score(&Score { value, ..*score });
                rows.push(vec![
                    text(&system.name),
                    text(score.name),
                    cell(system.scores.get(*at).and_then(|score| score.value)),
                    cell(low(interval)),
                    cell(high(interval)),
                ]);
            }
        }
        let kind = match self.interval {
            IntervalKind::Bca => "BCa",
            IntervalKind::Percentile => "percentile",
        };
        let (level, n) = (100.0 * self.level, self.plan.replicates);
        Table {
            name: "intervals",
            title: format!("Intervals at {level} % ({kind} bootstrap, {n} replicates)"),
            columns: ["system", "score", "value", "low", "high"].map(Column::new).to_vec(),
            rows,
            shown: Shown::NotInJson,
        }
    }

    fn p(&self, comparison: &Comparison, value: Option<f64>) -> Cell {
        Cell::P { value, marked: comparison.is_significant(self.level) }
    }

    fn comparison_table(&self, report: &Report) -> Table {
        let row = |comparison: &Comparison| {
            vec![
                text(&comparison.a),
                text(&comparison.b),
                text(comparison.score),
                change(comparison.unit, comparison.difference),
                change(comparison.unit, low(comparison.interval)),
                change(comparison.unit, high(comparison.interval)),
                Cell::P { value: comparison.p, marked: false },
                self.p(comparison, comparison.p_adjusted),
                Cell::Count(comparison.signs.higher),
                Cell::Count(comparison.signs.lower),
                detectable(comparison),
            ]
        };
        let mut columns =
            ["a", "b", "score", "difference", "low", "high", "p"].map(Column::new).to_vec();
        columns.push(Column::headed("p_adjusted", "corrected"));
        columns.extend(["higher", "lower", "detectable"].map(Column::new));
        Table {
            name: "comparisons",
            title: "Differences between systems".to_string(),
            columns,
            rows: report.comparisons.iter().map(row).collect(),
            shown: Shown::NotInJson,
        }
    }

    /// The corrected p-values of all pairs.
    fn matrix(&self, report: &Report, score: &Score) -> Table {
        let names: Vec<&str> = report.systems.iter().map(|system| system.name.as_str()).collect();
        let cell = |(a, b): (usize, usize)| {
            let found = find(report, score, (a, b), names.len());
            found.map_or(Cell::P { value: None, marked: false }, |comparison| {
                self.p(comparison, comparison.p_adjusted)
            })
        };
        let row = |a: usize| {
            let cells = (0..names.len()).map(|b| cell((a, b)));
            [text(names[a])].into_iter().chain(cells).collect()
        };
        let heads = names.iter().map(|name| Column::about(name));
        Table {
            name: "p_matrix",
            title: format!("p of the difference in {}", score.name),
            columns: [Column::new("system")].into_iter().chain(heads).collect(),
            rows: (0..names.len()).map(row).collect(),
            shown: Shown::NotInJson,
        }
    }

    fn ranking_table(&self, report: &Report, chosen: &[(usize, Score)]) -> Table {
        let n = report.systems.len();
        let mut rows = Vec::new();
        for (at, score) in chosen {
            let values: Vec<Option<f64>> =
                report.systems.iter().map(|system| system.scores[*at].value).collect();
            let differ = |a, b| {
                let found = find(report, score, (a, b), n);
                found.is_some_and(|comparison| comparison.is_significant(self.level))
            };
            for place in rank(&values, differ) {
                let letters: String = place.groups.iter().map(|group| letters(*group)).collect();
                rows.push(vec![
                    text(score.name),
                    Cell::Count(place.rank as u64),
                    text(&report.systems[place.system].name),
                    Cell::score(&report.systems[place.system].scores[*at]),
                    Cell::Text(letters),
                ]);
            }
        }
        Table {
            name: "ranking",
            title: "Ranking, the highest first; systems that share a letter do not differ"
                .to_string(),
            columns: ["score", "rank", "system", "value", "groups"].map(Column::new).to_vec(),
            rows,
            shown: Shown::Everywhere,
        }
    }
}

/// The comparison of two of `n` systems, where all pairs were compared.
fn find<'r>(
    report: &'r Report,
    score: &Score,
    (a, b): (usize, usize),
    n: usize,
) -> Option<&'r Comparison> {
    let (a, b) = (a.min(b), a.max(b));
    // Pairs are in order: those of system 0 first, then those of system 1.
    let at = a * n - a * (a + 1) / 2 + b.checked_sub(a + 1)?;
    report.comparisons.iter().filter(|comparison| comparison.score == score.name).nth(at)
}

/// a to z, then a2 to z2, and so on.
fn letters(group: usize) -> String {
    let letter = char::from(b'a' + (group % 26) as u8);
    match group / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

/// What a script may want beyond the comparison itself.
fn effect_table(report: &Report) -> Table {
    let row = |comparison: &Comparison| {
        vec![
            text(&comparison.a),
            text(&comparison.b),
            text(comparison.score),
            Cell::Count(comparison.signs.higher),
            Cell::Count(comparison.signs.lower),
            Cell::Count(comparison.signs.equal),
            Cell::Number(comparison.signs.effect()),
            detectable(comparison),
            Cell::Count(comparison.n_sentences),
            Cell::Count(comparison.n_left_out),
        ]
    };
    let names = [
        "a",
        "b",
        "metric",
        "higher",
        "lower",
        "equal",
        "effect",
        "detectable",
        "sentences",
        "left_out",
    ];
    Table {
        name: "effects",
        title: "Effects".to_string(),
        columns: names.map(Column::new).to_vec(),
        rows: report.comparisons.iter().map(row).collect(),
        shown: Shown::OnlyInJson,
    }
}
