//! Comparisons as tables and sentences.

use crate::comparison::{Comparison, Comparisons, Correction, Interval, IntervalKind, Ranked};
use crate::metric::{Score, Unit};
use crate::report::{Cell, Column, Report, Shown, Table, number_of};
use crate::signature::Signature;

/// A difference as it is shown.
pub(super) fn change(unit: Unit, value: Option<f64>) -> Cell {
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

#[doc(hidden)]
impl Report {
    /// Puts into a report what was found about its systems: intervals, comparisons, their tables.
    pub fn add_comparisons(&mut self, found: &Comparisons) {
        // What only a report says of itself stays.
        let old = self.signature.parse::<Signature>().ok();
        let classes = old.as_ref().and_then(|old| old.get("classes"));
        let signature = found.signature.clone();
        self.signature = match classes {
            Some(classes) => signature.with("classes", classes).to_string(),
            None => signature.to_string(),
        };
        for (result, system) in self.systems.iter_mut().zip(&found.intervals) {
            let known = system.scores.iter();
            result.intervals =
                known.filter_map(|(score, interval)| Some((score.name, (*interval)?))).collect();
        }
        self.comparisons.clone_from(&found.pairs);
        let main = found.how.scores.first();
        for result in &mut self.systems {
            let is_its = |place: &&Ranked| {
                place.system == result.name && main.is_some_and(|main| main == place.score.name)
            };
            let place = found.ranking.iter().find(is_its);
            // Where nothing could be tested, nobody is shown to be alike.
            let is_tested =
                found.pairs.is_empty() || found.pairs.iter().any(|pair| pair.p.is_some());
            let place = place.filter(|_| is_tested);
            result.groups = place.map_or_else(String::new, group_letters);
        }
        self.level = Some(found.how.level);
        self.tables.extend(tables(found));
        if let Some(why) = found.no_intervals() {
            self.notes.push(format!("no intervals: {why}"));
        }
        self.notes.extend(too_few(found));
        self.details.extend(notes(found));
    }

    /// Says that nothing was drawn, so that nobody waits for what is made of it.
    pub fn add_nothing_drawn(&mut self) {
        let intervals = if self.level.is_none() { "no intervals" } else { "" };
        let comparison = if self.systems.len() > 1 { "no comparison" } else { "" };
        let lacking: Vec<&str> =
            [intervals, comparison].into_iter().filter(|what| !what.is_empty()).collect();
        if !lacking.is_empty() {
            self.notes.push(format!("no replicates were drawn: {}", lacking.join(", ")));
        }
    }
}

/// That no difference can be shown.
fn too_few(found: &Comparisons) -> Option<String> {
    let (least, first) = (found.too_large_p()?, found.pairs.first()?.score);
    let n_pairs = found.pairs.iter().filter(|pair| pair.score == first).count();
    Some(format!(
        "with {} no difference can be shown: over {} no corrected p is below {least:.4}",
        number_of(found.how.plan.replicates.into(), "replicate"),
        number_of(n_pairs as u64, "pair"),
    ))
}

fn tables(found: &Comparisons) -> Vec<Table> {
    let mut tables = vec![interval_table(found)];
    if !found.pairs.is_empty() {
        tables.push(comparison_table(found));
        tables.push(effect_table(found));
    }
    // Of two systems the comparison says it all; a baseline leaves most pairs out.
    if found.intervals.len() > 2 && found.how.baseline.is_none() {
        tables.extend(found.how.scores.iter().map(|score| matrix(found, score)));
        tables.push(ranking_table(found));
    }
    tables
}

fn notes(found: &Comparisons) -> Vec<String> {
    let alpha = 1.0 - found.how.level;
    let mut notes = Vec::new();
    if !found.pairs.is_empty() {
        notes.push(format!(
            "difference: a less b; higher, lower: a, in how many sentences; p by {}{}; * below {alpha:.3}; \
             detectable: found in 80 of 100 such test sets",
            found.how.test.name(),
            match found.how.correction {
                Correction::None => ", not corrected",
                Correction::Holm => ", corrected by Holm",
                Correction::BenjaminiHochberg => ", corrected by Benjamini and Hochberg",
            },
        ));
    }
    let mut last = ("", "");
    for comparison in &found.pairs {
        let pair = (comparison.a.as_str(), comparison.b.as_str());
        if comparison.n_left_out > 0 && pair != last {
            notes.push(format!(
                "{} and {}: {} sentences compared, {} left out that not both have scored",
                pair.0, pair.1, comparison.n_sentences, comparison.n_left_out
            ));
        }
        last = pair;
        if let Some(why) = comparison.undefined {
            notes.push(format!("{} and {}: no p for {}: {why}", pair.0, pair.1, comparison.score));
        }
    }
    notes
}

fn interval_table(found: &Comparisons) -> Table {
    let mut rows = Vec::new();
    for system in &found.intervals {
        for (score, interval) in found.how.scores.iter().filter_map(|name| system.get(name)) {
            let cell = |value| Cell::score(&Score { value, ..score });
            rows.push(vec![
                text(&system.system),
                text(score.name),
                cell(score.value),
                cell(low(interval)),
                cell(high(interval)),
            ]);
        }
    }
    let kind = match found.how.interval {
        IntervalKind::Bca => "BCa",
        IntervalKind::Percentile => "percentile",
    };
    let level = 100.0 * found.how.level;
    let drawn = number_of(found.how.plan.replicates.into(), "replicate");
    Table {
        name: "intervals",
        title: format!("Intervals at {level} % ({kind} bootstrap, {drawn})"),
        columns: ["system", "score", "value", "low", "high"].map(Column::new).to_vec(),
        rows,
        shown: Shown::NotInJson,
    }
}

/// A corrected p-value, marked where it is small.
fn corrected(found: &Comparisons, comparison: &Comparison) -> Cell {
    let marked = comparison.is_significant(found.how.level);
    Cell::P { value: comparison.p_adjusted, marked }
}

fn comparison_table(found: &Comparisons) -> Table {
    let row = |comparison: &Comparison| {
        vec![
            text(&comparison.a),
            text(&comparison.b),
            text(comparison.score),
            change(comparison.unit, comparison.difference),
            change(comparison.unit, low(comparison.interval)),
            change(comparison.unit, high(comparison.interval)),
            Cell::P { value: comparison.p, marked: false },
            corrected(found, comparison),
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
        rows: found.pairs.iter().map(row).collect(),
        shown: Shown::NotInJson,
    }
}

/// The corrected p-values of all pairs.
fn matrix(found: &Comparisons, score: &str) -> Table {
    let n = found.intervals.len();
    let cell = |a: usize, b: usize| {
        let nothing = Cell::P { value: None, marked: false };
        found.pair(score, a, b).map_or(nothing, |(comparison, _)| corrected(found, comparison))
    };
    let row = |a: usize| {
        let cells = (0..n).map(|b| cell(a, b));
        [text(&found.intervals[a].system)].into_iter().chain(cells).collect()
    };
    let heads = found.intervals.iter().map(|system| Column::about(&system.system));
    Table {
        name: "p_matrix",
        title: format!("p of the difference in {score}"),
        columns: [Column::new("system")].into_iter().chain(heads).collect(),
        rows: (0..n).map(row).collect(),
        shown: Shown::NotInJson,
    }
}

fn ranking_table(found: &Comparisons) -> Table {
    let row = |place: &Ranked| {
        vec![
            text(place.score.name),
            Cell::Count(place.rank as u64),
            text(&place.system),
            Cell::score(&place.score),
            Cell::Text(group_letters(place)),
        ]
    };
    Table {
        name: "ranking",
        title: "Ranking, the best first; systems that share a letter are not shown to differ"
            .to_string(),
        columns: ["score", "rank", "system", "value", "groups"].map(Column::new).to_vec(),
        rows: found.ranking.iter().map(row).collect(),
        shown: Shown::Everywhere,
    }
}

fn group_letters(place: &Ranked) -> String {
    place.groups.iter().map(|group| letters(*group)).collect()
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
fn effect_table(found: &Comparisons) -> Table {
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
            comparison.sentences_needed().map_or(Cell::Number(None), Cell::Count),
            Cell::Count(comparison.n_sentences),
            Cell::Count(comparison.n_left_out),
        ]
    };
    let names = [
        "a",
        "b",
        "score",
        "higher",
        "lower",
        "equal",
        "effect",
        "detectable",
        "sentences_needed",
        "sentences",
        "left_out",
    ];
    Table {
        name: "effects",
        title: "Effects".to_string(),
        columns: names.map(Column::new).to_vec(),
        rows: found.pairs.iter().map(row).collect(),
        shown: Shown::OnlyInJson,
    }
}
