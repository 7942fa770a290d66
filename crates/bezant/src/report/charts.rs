//! What is drawn of systems: scores by size, length or distance as lines, and as dots with intervals.

use std::collections::BTreeSet;

use crate::comparison::{Curves, Curving, NotThere, SystemCurve};
use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Score, ScoresOf, Unit, heading};
use crate::metrics::brackets::{BracketCounts, ListsOfSystem};
use crate::metrics::dependencies::DependencyDetails;
use crate::metrics::fragments::FragmentCounts;
use crate::pictures::{Dot, DotChart, LineChart, MOST_BANDS, Series};
use crate::report::arranged::short_names;
use crate::report::glance::{Glance, Order};
use crate::report::n_best::points_of;
use crate::report::{BucketKey, Buckets, Cell, Report, SystemResult};

/// Draws curves, which are made like this.
#[derive(Clone, Copy, Debug)]
pub struct Charts<'t>(pub Curving<'t>);

impl Charts<'_> {
    /// F1 of fragments by their size, as in the figures of the FREVAL paper. Bands come from the
    /// rows; no fragment is counted again.
    pub fn by_size(
        &self,
        systems: &[Evaluation<FragmentCounts>],
        (first, last): (usize, usize),
    ) -> LineChart {
        let (curving, no_bands) = self.with_visible_bands(systems.len());
        let sizes: Vec<usize> = (first..=last).collect();
        let percent = |counts: &FragmentCounts, size| Some(100.0 * counts.at(size).f1?);
        let curves = curving.along(systems, &sizes, &percent);
        let rows = systems.iter().flat_map(|system| system.counted());
        let largest = rows.map(|(_, counts)| counts.largest()).max().unwrap_or(0);
        let cut = (largest > last).then(|| {
            format!("sizes {first} to {last} are drawn, and fragments have up to {largest} nodes")
        });
        let chart = LineChart {
            title: String::new(),
            x_label: "fragment size (nodes)".to_string(),
            y_label: String::new(),
            window: (first, last),
            ranges: Vec::new(),
            counts: Vec::new(),
            series: Vec::new(),
            zero_line: false,
            signature: String::new(),
            notes: cut.into_iter().chain(no_bands).collect(),
        };
        self.finished(chart, &names_of(systems), ("F1", "%", "fragment size"), curves)
    }

    /// A score by what sentences are like, ranges apart. A band at a range is over the sentences
    /// in it.
    ///
    /// # Errors
    /// Where no score has this name.
    pub fn by_bucket<C: Counts>(
        &self,
        systems: &[Evaluation<C>],
        buckets: &Buckets,
        score: Option<&str>,
        scores: ScoresOf<'_, C>,
    ) -> Result<LineChart, NotThere> {
        let (curving, no_bands) = self.with_visible_bands(systems.len());
        let known = scores(&C::default());
        let names = known.iter().map(|score| score.name);
        let at = score.map_or(Ok(0), |name| NotThere::or_position("score", name, names))?;
        let unit = known.get(at).map_or(Unit::Share, |score| score.unit);
        let value = |total: &C| Some(scale(unit) * scores(total).get(at)?.value?);
        let place = |row: &Row<C>| 1 + buckets.place(row.outcome.size);
        let ranges = buckets.range_names();
        let n = ranges.len();
        // Of the system that has most: others may have skipped some.
        let mut counts = vec![0u64; n];
        for system in systems {
            let mut own = vec![0u64; n];
            for (row, _) in system.counted() {
                let own = &mut own[place(row) - 1];
                *own = own.saturating_add(row.n_sentences);
            }
            counts.iter_mut().zip(own).for_each(|(most, own)| *most = own.max(*most));
        }
        let curves = curving.apart(systems, n, &place, &value);
        let (x_label, by) = match buckets.key {
            BucketKey::Depth => ("depth of the gold tree (levels)", "depth"),
            BucketKey::Relations => ("gold relations in the sentence", "number of relations"),
            _ => ("sentence length (words)", "sentence length"),
        };
        let chart = LineChart {
            title: String::new(),
            x_label: x_label.to_string(),
            y_label: String::new(),
            window: (1, n),
            ranges,
            counts,
            series: Vec::new(),
            zero_line: false,
            signature: String::new(),
            notes: no_bands.into_iter().collect(),
        };
        let name = known.get(at).map_or(String::new(), |score| in_words(score.name));
        let words = (name.as_str(), unit_of(unit), by);
        Ok(self.finished(chart, &names_of(systems), words, curves))
    }

    /// F1 of heads by how far away they are. There are no bands: rows do not say how far.
    pub fn by_distance<C>(
        &self,
        systems: &[Evaluation<C>],
        details: &[DependencyDetails],
    ) -> LineChart {
        let keys: BTreeSet<&String> = details.iter().flat_map(|of| of.distances.keys()).collect();
        let keys: Vec<&String> = keys.into_iter().collect();
        let places: Vec<usize> = (1..=keys.len()).collect();
        let value = |at: usize, place: usize| {
            Some(100.0 * details.get(at)?.distances.get(keys[place - 1])?.f1()?)
        };
        let curves = self.0.of_values(systems, &places, &value);
        let shown = |key: &&String| match key.as_str() {
            "0 (root)" => "root".to_string(),
            key => match key.strip_suffix(" and more") {
                Some(from) => format!("≥ {from}"),
                None => key.to_string(),
            },
        };
        let chart = LineChart {
            title: String::new(),
            x_label: "distance of the head (words)".to_string(),
            y_label: String::new(),
            window: (1, keys.len().max(1)),
            ranges: keys.iter().map(shown).collect(),
            counts: Vec::new(),
            series: Vec::new(),
            zero_line: false,
            signature: String::new(),
            notes: Vec::new(),
        };
        let words = ("F1 of heads", "%", "distance");
        self.finished(chart, &names_of(systems), words, curves)
    }

    /// F1 of the best among the first trees of each list, by how many there are to choose from. Where none
    /// of them can be compared, nothing is found.
    pub fn by_rank(
        &self,
        systems: &[Evaluation<BracketCounts>],
        lists: &[ListsOfSystem],
    ) -> LineChart {
        let (curving, no_bands) = self.with_visible_bands(systems.len());
        let points = points_of(lists);
        let percent = |total: &BracketCounts| Some(100.0 * total.brackets().f1()?);
        let counts = |at: usize| -> Vec<Vec<&BracketCounts>> {
            let all = lists.get(at).map_or(&[][..], |lists| &lists.0);
            let among = |k: &u32| all.iter().map(|list| list.among_or_missed(Some(*k))).collect();
            points.iter().map(among).collect()
        };
        let curves = curving.of_counts(systems, &counts, &percent);
        let chart = LineChart {
            title: String::new(),
            x_label: "trees to choose from".to_string(),
            y_label: String::new(),
            window: (1, points.len()),
            ranges: points.iter().map(u32::to_string).collect(),
            counts: Vec::new(),
            series: Vec::new(),
            zero_line: false,
            signature: String::new(),
            notes: no_bands.into_iter().collect(),
        };
        let words = ("F1 of the oracle", "%", "trees to choose from");
        self.finished(chart, &names_of(systems), words, curves)
    }

    /// Without bands where there are so many lines that none would be drawn, and what is said then if they were
    /// asked for.
    fn with_visible_bands(&self, n_systems: usize) -> (Curving<'_>, Option<String>) {
        let n_lines = n_systems - usize::from(self.0.baseline.is_some()).min(n_systems);
        if n_lines <= MOST_BANDS || self.0.resampling.is_none() {
            return (self.0, None);
        }
        let note = format!("no bands: there are more than {MOST_BANDS} lines");
        (Curving { resampling: None, ..self.0 }, Some(note))
    }

    /// The chart with its lines, and with what they are called.
    fn finished(
        &self,
        chart: LineChart,
        names: &[String],
        (score, unit, by): (&str, &str, &str),
        curves: Curves,
    ) -> LineChart {
        let baseline = self.0.baseline.and_then(|at| names.get(at));
        let (title, y_label) = match baseline {
            None => (format!("{score} by {by}"), format!("{score} ({unit})")),
            Some(baseline) => {
                let points = if unit == "%" { "points" } else { unit };
                let title = format!("{score} by {by}, difference to {baseline}");
                (title, format!("{score}, difference to {baseline} ({points})"))
            }
        };
        let line = |SystemCurve { system, points, bands }| Series {
            name: names[system].clone(),
            points,
            band: bands.into_iter().map(|(place, it)| (place, it.low, it.high)).collect(),
        };
        let series = curves.systems.into_iter().map(line).collect();
        let signature = curves.signature.map_or_else(String::new, |it| it.to_string());
        LineChart { title, y_label, series, zero_line: baseline.is_some(), signature, ..chart }
    }
}

fn names_of<C>(systems: &[Evaluation<C>]) -> Vec<String> {
    short_names(systems.iter().map(|system| system.system.as_str()))
}

fn in_words(score: &str) -> String {
    heading(score).replace('_', " ")
}

fn scale(unit: Unit) -> f64 {
    if unit == Unit::Share { 100.0 } else { 1.0 }
}

fn unit_of(unit: Unit) -> &'static str {
    if unit == Unit::Share { "%" } else { "per sentence" }
}

#[doc(hidden)]
impl Report {
    /// A score of all systems as dots, with intervals and groups where they are known.
    ///
    /// # Errors
    /// Where no score has this name.
    pub fn dot_chart(&self, order: Order, score: Option<&str>) -> Result<DotChart, NotThere> {
        let shown = self.at_a_glance(&Glance { order, columns: Vec::new() })?;
        let known: Vec<Score> =
            shown.systems.first().map_or_else(Vec::new, |system| system.scores.clone());
        let names = known.iter().map(|score| score.name);
        let at = score.map_or(Ok(0), |name| NotThere::or_position("score", name, names))?;
        let (name, unit) = known.get(at).map_or(("", Unit::Share), |it| (it.name, it.unit));
        let dot = |label: &str, score: Option<&Score>, interval, groups: &str| {
            let digits = score.map_or(Cell::Nothing, Cell::score).shown();
            Dot {
                name: label.to_string(),
                value: score.and_then(|score| score.value).map(|value| scale(unit) * value),
                interval,
                notes: [digits, groups.to_string()],
            }
        };
        let of_system = |system: &SystemResult| {
            let found = system.intervals.iter().find(|(known, _)| *known == name);
            let interval = found.map(|(_, it)| (scale(unit) * it.low, scale(unit) * it.high));
            // Letters are about the main score.
            let groups = if at == 0 { system.groups.as_str() } else { "" };
            dot(&system.name, system.scores.get(at), interval, groups)
        };
        let mut dots: Vec<Dot> = shown.systems.iter().map(of_system).collect();
        dots.extend(shown.baselines.iter().map(|(label, scores)| {
            dot(label, scores.iter().find(|score| score.name == name), None, "")
        }));
        Ok(DotChart {
            title: format!("{} of systems, with intervals", in_words(name)),
            x_label: format!("{} ({})", in_words(name), unit_of(unit)),
            dots,
            signature: shown.signature,
        })
    }
}
