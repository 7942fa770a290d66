//! Scores along something, such as the size of fragments or the length of sentences: a curve for each system,
//! and where replicates of it lie.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Row};
use crate::parallel::Threads;
use crate::signature::Signature;
use crate::stats::bootstrap::percentile;
use crate::stats::summing::RowSums;
use crate::stats::{Interval, Resampling};

/// Share of replicates that a band holds.
const LEVEL: f64 = 0.95;

/// How curves are made.
#[derive(Clone, Copy, Debug)]
pub struct Curving<'t> {
    /// Take differences to the system with this index, which has no curve then.
    pub baseline: Option<usize>,
    /// Replicates for the bands; none makes no bands.
    pub resampling: Option<Resampling>,
    /// Who draws the replicates.
    pub threads: &'t Threads,
}

/// Curves of systems, all but the baseline, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What the numbers stand for: how the rows were made, and how they were drawn; nothing of no systems.
    pub signature: Option<Signature>,
    /// One a system.
    pub systems: Vec<SystemCurve>,
}

/// The curve of a system. Places count from 1; one without a value is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemCurve {
    /// Which system.
    pub system: usize,
    /// Values at places.
    pub points: Vec<(usize, f64)>,
    /// Where the values lie, most likely; nothing where some replicate has none.
    pub bands: Vec<(usize, Interval)>,
}

/// What a total comes to; nothing where that is undefined.
type ValueOf<'v, C> = &'v (dyn Fn(&C) -> Option<f64> + Sync);

impl Curving<'_> {
    /// What each system's total comes to at several places. Differences are over the sentences that both
    /// systems have scored.
    pub fn along<C: Counts>(
        &self,
        systems: &[Evaluation<C>],
        places: &[usize],
        value: &(dyn Fn(&C, usize) -> Option<f64> + Sync),
    ) -> Curves {
        self.with_bands(systems, &|system| match self.baseline {
            None => {
                let rows = systems[system].counted().map(|(_, counts)| counts).collect();
                self.curve([rows], places, &|[own], place| value(own, place))
            }
            Some(baseline) => {
                let pairs = paired(&systems[system], &systems[baseline]);
                let (ours, theirs) = pairs.into_iter().map(|(_, pair)| pair).unzip();
                self.curve([ours, theirs], places, &|[ours, theirs], place| {
                    Some(value(ours, place)? - value(theirs, place)?)
                })
            }
        })
    }

    /// What the sentences at each of `n` places come to, those of every place apart: `place` says which one is a
    /// row's. Differences are over the sentences that both systems have scored, where the baseline's are compared with.
    pub fn apart<C: Counts>(
        &self,
        systems: &[Evaluation<C>],
        n: usize,
        place: &dyn Fn(&Row<C>) -> usize,
        value: ValueOf<'_, C>,
    ) -> Curves {
        let at = |row: &Row<C>| place(row).wrapping_sub(1);
        self.with_bands(systems, &|system| match self.baseline {
            None => {
                let mut rows: Vec<Vec<&C>> = vec![Vec::new(); n];
                for (row, counts) in systems[system].counted() {
                    rows.get_mut(at(row)).into_iter().for_each(|here| here.push(counts));
                }
                self.of_own(rows, value)
            }
            Some(baseline) => {
                let mut rows: Vec<[Vec<&C>; 2]> = vec![[Vec::new(), Vec::new()]; n];
                for (row, (ours, theirs)) in paired(&systems[system], &systems[baseline]) {
                    let Some([system, baseline]) = rows.get_mut(at(row)) else { continue };
                    system.push(ours);
                    baseline.push(theirs);
                }
                self.of_both(rows, value)
            }
        })
    }

    /// The same of counts that are not those of rows: `counts` has for a system those at each place, as many as
    /// other systems have there, and of the same sentences.
    pub fn of_counts<'c, R, C: Counts + 'c>(
        &self,
        systems: &[Evaluation<R>],
        counts: &dyn Fn(usize) -> Vec<Vec<&'c C>>,
        value: ValueOf<'_, C>,
    ) -> Curves {
        self.with_bands(systems, &|system| match self.baseline {
            None => self.of_own(counts(system), value),
            Some(baseline) => {
                let both = counts(system).into_iter().zip(counts(baseline));
                self.of_both(both.map(<[_; 2]>::from).collect(), value)
            }
        })
    }

    /// The same of values that are known already, of which nothing is drawn: `value` has that of a system at a
    /// place.
    pub fn of_values<R>(
        &self,
        systems: &[Evaluation<R>],
        places: &[usize],
        value: &dyn Fn(usize, usize) -> Option<f64>,
    ) -> Curves {
        let change = |system: usize, place: usize| match self.baseline {
            Some(baseline) => Some(value(system, place)? - value(baseline, place)?),
            None => value(system, place),
        };
        let plain = Curving { resampling: None, ..*self };
        plain.with_bands(systems, &|system| {
            let points = places.iter().filter_map(|place| Some((*place, change(system, *place)?)));
            Drawn { points: points.collect(), bands: Vec::new() }
        })
    }

    /// All systems but the baseline, and how they were drawn.
    fn with_bands<R>(&self, systems: &[Evaluation<R>], curve: &dyn Fn(usize) -> Drawn) -> Curves {
        let signature = systems.first().map(|first| first.signature.clone());
        let signature = signature.map(|signature| match self.resampling {
            Some(Resampling { replicates, seed }) => {
                signature.with("bands", LEVEL).with("r", replicates).with("seed", seed)
            }
            None => signature,
        });
        let others = (0..systems.len()).filter(|system| Some(*system) != self.baseline);
        let curves = others.map(|system| {
            let Drawn { points, bands } = curve(system);
            SystemCurve { system, points, bands }
        });
        Curves { signature, systems: curves.collect() }
    }

    fn of_own<C: Counts>(&self, rows: Vec<Vec<&C>>, value: ValueOf<'_, C>) -> Drawn {
        let rows = rows.into_iter().map(|rows| [rows]).collect();
        self.by_place(rows, &|[own]| value(own))
    }

    fn of_both<C: Counts>(&self, rows: Vec<[Vec<&C>; 2]>, value: ValueOf<'_, C>) -> Drawn {
        self.by_place(rows, &|[ours, theirs]| Some(value(ours)? - value(theirs)?))
    }

    /// One value for the rows of each place.
    fn by_place<C: Counts, const N: usize>(
        &self,
        rows: Vec<[Vec<&C>; N]>,
        value: &(dyn Fn(&[C; N]) -> Option<f64> + Sync),
    ) -> Drawn {
        let mut all = Drawn { points: Vec::new(), bands: Vec::new() };
        let some = |(_, rows): &(usize, [Vec<&C>; N])| rows.iter().any(|rows| !rows.is_empty());
        for (place, rows) in (1..).zip(rows).filter(some) {
            let Drawn { points, bands } = self.curve(rows, &[place], &|totals, _| value(totals));
            all.points.extend(points);
            all.bands.extend(bands);
        }
        all
    }

    /// Values of the totals of one system or two over the same sentences, at several places.
    fn curve<C: Counts, const N: usize>(
        &self,
        systems: [Vec<&C>; N],
        places: &[usize],
        value: &(dyn Fn(&[C; N], usize) -> Option<f64> + Sync),
    ) -> Drawn {
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
        let bands = places.iter().enumerate().filter_map(|(at, place)| {
            let values: Vec<Option<f64>> = replicates.iter().map(|values| values[at]).collect();
            Some((*place, percentile(&values, LEVEL).ok()?))
        });
        Drawn { points, bands: bands.collect() }
    }
}

/// What stands at the places of one curve.
struct Drawn {
    points: Vec<(usize, f64)>,
    bands: Vec<(usize, Interval)>,
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
