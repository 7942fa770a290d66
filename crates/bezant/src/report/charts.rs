//! What is drawn of systems: scores by size, length or distance as lines, and as dots with intervals.

use std::collections::BTreeSet;

use crate::comparison::NotThere;
use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::metric::{Score, ScoresOf, Unit, heading};
use crate::metrics::brackets::{BracketCounts, ListsOfSystem};
use crate::metrics::dependencies::DependencyDetails;
use crate::metrics::fragments::FragmentCounts;
use crate::parallel::Threads;
use crate::pictures::{Dot, DotChart, LineChart, MOST_BANDS, Series};
use crate::report::arranged::short_names;
use crate::report::glance::{Glance, Order};
use crate::report::n_best::points_of;
use crate::report::{BucketKey, Buckets, Cell, Report, SystemResult};
use crate::stats::Resampling;
use crate::stats::bootstrap::percentile;
use crate::stats::summing::RowSums;

/// Share of replicates that a band holds.
const LEVEL: f64 = 0.95;

/// How lines are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Charts<'t> {
    /// Draw differences to the system with this index.
    pub baseline: Option<usize>,
    /// Replicates for the bands; none draws no bands.
    pub resampling: Option<Resampling>,
    /// Who draws the replicates.
    pub threads: &'t Threads,
}

/// What stands at the places along the bottom.
struct Curve {
    points: Vec<(usize, f64)>,
    band: Vec<(usize, f64, f64)>,
}

impl Charts<'_> {
    /// F1 of fragments by their size, as in the figures of the FREVAL paper. Bands come from the
    /// rows; no fragment is counted again.
    pub fn by_size(
        &self,
        systems: &[Evaluation<FragmentCounts>],
        (first, last): (usize, usize),
    ) -> LineChart {
        let this = self.with_visible_bands(systems.len());
        let sizes: Vec<usize> = (first..=last).collect();
        let percent = |counts: &FragmentCounts, size| counts.at(size).f1.map(|f1| 100.0 * f1);
        let curve = |system: &Evaluation<FragmentCounts>| {
            let rows = system.counted().map(|(_, counts)| counts).collect();
            this.curve([rows], &sizes, &|[own], size| percent(own, size))
        };
        let gain = |system: &Evaluation<FragmentCounts>, baseline: &Evaluation<FragmentCounts>| {
            let pairs = paired(system, baseline);
            let (ours, theirs) = pairs.into_iter().map(|(_, pair)| pair).unzip();
            this.curve([ours, theirs], &sizes, &|[system, baseline], size| {
                Some(percent(system, size)? - percent(baseline, size)?)
            })
        };
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
            signature: this.signature(systems),
            notes: cut.into_iter().chain(self.without_bands(&this)).collect(),
        };
        let words = ("F1", "%", "fragment size");
        this.finished(chart, &names_of(systems), words, &|at| match this.baseline {
            Some(baseline) => gain(&systems[at], &systems[baseline]),
            None => curve(&systems[at]),
        })
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
        let this = self.with_visible_bands(systems.len());
        let known = scores(&C::default());
        let names = known.iter().map(|score| score.name);
        let at = score.map_or(Ok(0), |name| NotThere::or_position("score", name, names))?;
        let unit = known.get(at).map_or(Unit::Share, |score| score.unit);
        let value = |total: &C| Some(scale(unit) * scores(total).get(at)?.value?);
        let place = |row: &Row<C>| buckets.place(row.outcome.size);
        let ranges = buckets.range_names();
        let n = ranges.len();
        // Of the system that has most: others may have skipped some.
        let mut counts = vec![0u64; n];
        for system in systems {
            let mut own = vec![0u64; n];
            for (row, _) in system.counted() {
                own[place(row)] = own[place(row)].saturating_add(row.n_sentences);
            }
            counts.iter_mut().zip(own).for_each(|(most, own)| *most = own.max(*most));
        }
        let curve = |system: &Evaluation<C>| {
            let mut rows: Vec<[Vec<&C>; 1]> = vec![[Vec::new()]; n];
            system.counted().for_each(|(row, counts)| rows[place(row)][0].push(counts));
            this.by_place(rows, &|[total]| value(total))
        };
        let gain = |system: &Evaluation<C>, baseline: &Evaluation<C>| {
            let mut rows: Vec<[Vec<&C>; 2]> = vec![[Vec::new(), Vec::new()]; n];
            for (row, (ours, theirs)) in paired(system, baseline) {
                let [system, baseline] = &mut rows[place(row)];
                system.push(ours);
                baseline.push(theirs);
            }
            this.by_place(rows, &|[system, baseline]| Some(value(system)? - value(baseline)?))
        };
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
            signature: this.signature(systems),
            notes: self.without_bands(&this).into_iter().collect(),
        };
        let name = known.get(at).map_or(String::new(), |score| in_words(score.name));
        let words = (name.as_str(), unit_of(unit), by);
        Ok(this.finished(chart, &names_of(systems), words, &|at| match this.baseline {
            Some(baseline) => gain(&systems[at], &systems[baseline]),
            None => curve(&systems[at]),
        }))
    }

    /// F1 of heads by how far away they are. There are no bands: rows do not say how far.
    pub fn by_distance<C>(
        &self,
        systems: &[Evaluation<C>],
        details: &[DependencyDetails],
    ) -> LineChart {
        let keys: BTreeSet<&String> = details.iter().flat_map(|of| of.distances.keys()).collect();
        let value = |at: usize, key: &str| Some(100.0 * details.get(at)?.distances.get(key)?.f1()?);
        let curve = |at: usize| {
            let points = (1..).zip(&keys).filter_map(|(place, key)| match self.baseline {
                Some(baseline) => Some((place, value(at, key)? - value(baseline, key)?)),
                None => Some((place, value(at, key)?)),
            });
            Curve { points: points.collect(), band: Vec::new() }
        };
        let shown = |key: &&String| match key.as_str() {
            "0 (root)" => "root".to_string(),
            key => match key.strip_suffix(" and more") {
                Some(from) => format!("≥ {from}"),
                None => key.to_string(),
            },
        };
        let signature = systems.first().map(|system| system.signature.to_string());
        let chart = LineChart {
            title: String::new(),
            x_label: "distance of the head (words)".to_string(),
            y_label: String::new(),
            window: (1, keys.len().max(1)),
            ranges: keys.iter().map(shown).collect(),
            counts: Vec::new(),
            series: Vec::new(),
            zero_line: false,
            signature: signature.unwrap_or_default(),
            notes: Vec::new(),
        };
        let words = ("F1 of heads", "%", "distance");
        self.finished(chart, &names_of(systems), words, &curve)
    }

    /// F1 of the best among the first trees of each list, by how many there are to choose from. Where none
    /// of them can be compared, nothing is found.
    pub fn by_rank(
        &self,
        systems: &[Evaluation<BracketCounts>],
        lists: &[ListsOfSystem],
    ) -> LineChart {
        let this = self.with_visible_bands(systems.len());
        let points = points_of(lists);
        let percent = |total: &BracketCounts| Some(100.0 * total.brackets().f1()?);
        let rows = |at: usize, k: u32| -> Vec<&BracketCounts> {
            let all = lists.get(at).map_or(&[][..], |lists| &lists.0);
            all.iter().map(|list| list.among_or_missed(Some(k))).collect()
        };
        let chart = LineChart {
            title: String::new(),
            x_label: "trees to choose from".to_string(),
            y_label: String::new(),
            window: (1, points.len()),
            ranges: points.iter().map(u32::to_string).collect(),
            counts: Vec::new(),
            series: Vec::new(),
            zero_line: false,
            signature: this.signature(systems),
            notes: self.without_bands(&this).into_iter().collect(),
        };
        let words = ("F1 of the oracle", "%", "trees to choose from");
        this.finished(chart, &names_of(systems), words, &|at| match this.baseline {
            Some(baseline) => {
                let both = points.iter().map(|k| [rows(at, *k), rows(baseline, *k)]).collect();
                this.by_place(both, &|[ours, theirs]| Some(percent(ours)? - percent(theirs)?))
            }
            None => {
                let own = points.iter().map(|k| [rows(at, *k)]).collect();
                this.by_place(own, &|[total]| percent(total))
            }
        })
    }

    /// The same without bands where there are so many lines that none would be drawn.
    fn with_visible_bands(self, n_systems: usize) -> Self {
        let n_lines = n_systems - usize::from(self.baseline.is_some()).min(n_systems);
        let resampling = self.resampling.filter(|_| n_lines <= MOST_BANDS);
        Charts { resampling, ..self }
    }

    /// What is said where there are so many lines that bands were asked for in vain.
    fn without_bands(&self, drawn: &Charts<'_>) -> Option<String> {
        (self.resampling.is_some() && drawn.resampling.is_none())
            .then(|| format!("no bands: there are more than {MOST_BANDS} lines"))
    }

    /// The chart with its lines, and with what they are called.
    fn finished(
        &self,
        chart: LineChart,
        names: &[String],
        (score, unit, by): (&str, &str, &str),
        curve: &dyn Fn(usize) -> Curve,
    ) -> LineChart {
        let baseline = self.baseline.and_then(|at| names.get(at));
        let (title, y_label) = match baseline {
            None => (format!("{score} by {by}"), format!("{score} ({unit})")),
            Some(baseline) => {
                let points = if unit == "%" { "points" } else { unit };
                let title = format!("{score} by {by}, difference to {baseline}");
                (title, format!("{score}, difference to {baseline} ({points})"))
            }
        };
        let others = (0..names.len()).filter(|at| Some(*at) != self.baseline);
        let series = others.map(|at| {
            let Curve { points, band } = curve(at);
            Series { name: names[at].clone(), points, band }
        });
        let series = series.collect();
        LineChart { title, y_label, series, zero_line: baseline.is_some(), ..chart }
    }

    fn signature<C>(&self, systems: &[Evaluation<C>]) -> String {
        let Some(first) = systems.first() else { return String::new() };
        let signature = first.signature.clone();
        let signature = match self.resampling {
            Some(Resampling { replicates, seed }) => {
                signature.with("bands", LEVEL).with("r", replicates).with("seed", seed)
            }
            None => signature,
        };
        signature.to_string()
    }

    /// One value for the rows of each place.
    fn by_place<C: Counts, const N: usize>(
        &self,
        rows: Vec<[Vec<&C>; N]>,
        value: &(dyn Fn(&[C; N]) -> Option<f64> + Sync),
    ) -> Curve {
        let mut all = Curve { points: Vec::new(), band: Vec::new() };
        let some = |(_, rows): &(usize, [Vec<&C>; N])| rows.iter().any(|rows| !rows.is_empty());
        for (place, rows) in (1..).zip(rows).filter(some) {
            let Curve { points, band } = self.curve(rows, &[place], &|totals, _| value(totals));
            all.points.extend(points);
            all.band.extend(band);
        }
        all
    }

    /// Values of the totals of one system or two over the same sentences, at several places.
    fn curve<C: Counts, const N: usize>(
        &self,
        systems: [Vec<&C>; N],
        places: &[usize],
        value: &(dyn Fn(&[C; N], usize) -> Option<f64> + Sync),
    ) -> Curve {
        let rows = systems.map(|rows| RowSums::new(&rows));
        let n_rows = rows.first().map_or(0, RowSums::len);
        let total = rows.each_ref().map(RowSums::whole);
        let at = |place: &usize| Some((*place, value(&total, *place)?));
        let points = places.iter().filter_map(at).collect();
        // Totals may be large; only their values are kept.
        let replicates = self.resampling.map_or_else(Vec::new, |plan| {
            self.threads.map(plan.numbers(), |replicate| {
                let drawn = plan.drawn_rows(n_rows, replicate);
                let totals = rows.each_ref().map(|rows| rows.drawn(&drawn));
                places.iter().map(|place| value(&totals, *place)).collect::<Vec<Option<f64>>>()
            })
        });
        let band = places.iter().enumerate().filter_map(|(at, place)| {
            let values: Vec<Option<f64>> = replicates.iter().map(|values| values[at]).collect();
            let interval = percentile(&values, LEVEL).ok()?;
            Some((*place, interval.low, interval.high))
        });
        Curve { points, band: band.collect() }
    }
}

/// What both systems have a score for, with the first one's row.
fn paired<'e, C: Counts>(
    system: &'e Evaluation<C>,
    baseline: &'e Evaluation<C>,
) -> Vec<(&'e Row<C>, (&'e C, &'e C))> {
    let mut theirs = baseline.counted().peekable();
    let mut pairs = Vec::new();
    for (row, counts) in system.counted() {
        while theirs.next_if(|(other, _)| other.sentence < row.sentence).is_some() {}
        if let Some((_, other)) = theirs.next_if(|(other, _)| other.sentence == row.sentence) {
            pairs.push((row, (counts, other)));
        }
    }
    pairs
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
