//! The sentences behind a number: the worst ones, those that one system has right and another
//! wrong, those that are counted in a cell of a table. Files are read again for them: to keep every
//! sentence in memory until it is known which ones somebody wants to look at would cost more.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::counts::Counts;
use crate::error::Result;
use crate::evaluation::files::Files;
use crate::evaluation::{Evaluation, Row, Spaces, aligned};
use crate::formats::{Reader, Sentence};
use crate::metric::{Badness, Explains, Read, Scorer, Structure};

/// For each system, what is different in the sentences behind some of its rows, by the row's place
/// in [`Evaluation::rows`].
pub type Behind<D> = Vec<BTreeMap<usize, D>>;

impl<C: Counts> Evaluation<C> {
    /// The places of the `n` worst rows, the worst first, of equal ones the earlier. Rows without
    /// errors, of which `badness` says nothing, are not among them.
    ///
    /// ```
    /// use bezant::metric::Badness;
    /// use bezant::{Brackets, Corpus, Preset, evaluate_one};
    ///
    /// let gold = Corpus::from_sentences("gold", ["(S (A (B a) (C c)))", "(S (A (B b) (C c)))"])?;
    /// let system = Corpus::from_sentences("system", ["(S (A (B a) (C c)))", "(S (X (B b) (C c)))"])?;
    /// let evaluation = evaluate_one(&Brackets::preset(Preset::None), &gold, &system)?;
    /// let worst = evaluation.worst(10, |counts| {
    ///     let tally = counts.brackets();
    ///     let wrong = Badness { score: tally.f1()?, errors: tally.gold - tally.matched };
    ///     (!tally.is_exact()).then_some(wrong)
    /// });
    /// let sentences: Vec<u64> = worst.into_iter().map(|at| evaluation.rows[at].sentence).collect();
    /// assert_eq!(sentences, [2]);
    /// # Ok::<(), bezant::Error>(())
    /// ```
    pub fn worst(&self, n: usize, badness: impl Fn(&C) -> Option<Badness>) -> Vec<usize> {
        if n == 0 {
            return Vec::new();
        }
        let mut rows: Vec<(Badness, usize)> = (0..)
            .zip(&self.rows)
            .filter_map(|(at, row)| Some((badness(row.outcome.result.as_ref().ok()?)?, at)))
            .collect();
        rows.sort_by(|(one, _), (two, _)| one.rank(two));
        rows.into_iter().take(n).map(|(_, at)| at).collect()
    }

    /// The places of the `n` rows that show best what this system has right and another has wrong:
    /// those with the most errors more, of equal ones with the larger difference of scores, then
    /// the earlier. Both were evaluated together; only rows about the same sentences are compared.
    pub fn ahead_of(
        &self,
        other: &Evaluation<C>,
        n: usize,
        badness: impl Fn(&C) -> Option<Badness>,
    ) -> Vec<usize> {
        let perfect = Badness { score: 1.0, errors: 0 };
        let lead = |(ours, theirs): (&Row<C>, &Row<C>)| {
            let ours = badness(ours.outcome.result.as_ref().ok()?).unwrap_or(perfect);
            let theirs = badness(theirs.outcome.result.as_ref().ok()?)?;
            let is_ahead = theirs.rank(&ours) == Ordering::Less;
            is_ahead.then(|| Badness {
                score: ours.score - theirs.score,
                errors: theirs.errors.saturating_sub(ours.errors),
            })
        };
        let pair = |(at, row)| Some((lead((row, &other.rows[self.place_in(other, at)?]))?, at));
        let mut rows: Vec<(Badness, usize)> =
            self.rows.iter().enumerate().filter_map(pair).collect();
        rows.sort_by(|(one, _), (two, _)| {
            two.errors.cmp(&one.errors).then(two.score.total_cmp(&one.score))
        });
        rows.into_iter().take(n).map(|(_, at)| at).collect()
    }
}

#[doc(hidden)]
impl<C: Counts> Evaluation<C> {
    /// The place of another system's row that is about the same sentences as one of this system's: the
    /// same, unless sentences were paired by their text.
    pub fn place_in(&self, other: &Evaluation<C>, at: usize) -> Option<usize> {
        let about = |row: &Row<C>| (row.sentence, row.n_sentences);
        let wanted = about(self.rows.get(at)?);
        if other.rows.get(at).map(about) == Some(wanted) {
            return Some(at);
        }
        let first = other.rows.partition_point(|row| row.sentence < wanted.0);
        let here = other.rows[first..].iter().take_while(|row| row.sentence == wanted.0);
        here.into_iter().position(|row| about(row) == wanted).map(|n| first + n)
    }
}

/// The sentences of one system that are counted in a cell of a table.
#[derive(Clone, Debug)]
pub struct BehindCell<D> {
    /// How many rows are.
    pub n_rows: usize,
    /// Some of them, the worst first.
    pub rows: Vec<CountedRow<D>>,
}

/// A row that is counted in a cell.
#[derive(Clone, Debug)]
pub struct CountedRow<D> {
    /// Its place in [`Evaluation::rows`].
    pub row: usize,
    /// How many of its facts are in the cell.
    pub n_facts: u64,
    /// What is different in it.
    pub difference: D,
    badness: Badness,
}

/// Goes through the files of an evaluation again, and looks for the sentences that are counted in a
/// cell of a table; `most` of each system are kept, the worst. `facts` says how many facts of a
/// sentence are in the cell, from its counts and from what is noted of it alone.
///
/// # Errors
/// Where a file cannot be read.
pub fn behind_cell<M: Explains>(
    metric: &M,
    gold: Reader,
    systems: Vec<Reader>,
    evaluations: &[Evaluation<M::Counts>],
    most: usize,
    facts: impl Fn(&M::Counts, &M::Notes) -> u64,
) -> Result<Vec<BehindCell<M::Difference>>> {
    let scored = |system: &Evaluation<M::Counts>| -> BTreeSet<usize> {
        let rows = system.rows.iter().enumerate();
        rows.filter(|(_, row)| row.outcome.result.is_ok()).map(|(at, _)| at).collect()
    };
    let wanted: Vec<BTreeSet<usize>> = evaluations.iter().map(scored).collect();
    let mut found: Vec<BehindCell<M::Difference>> =
        evaluations.iter().map(|_| BehindCell { n_rows: 0, rows: Vec::new() }).collect();
    revisit(metric, gold, systems, &wanted, &mut |index, row, gold, system| {
        let Ok(counts) = &evaluations[index].rows[row].outcome.result else { return };
        let n_facts = facts(counts, &notes_of_one(metric, gold, system));
        if n_facts == 0 {
            return;
        }
        let BehindCell { n_rows, rows } = &mut found[index];
        *n_rows += 1;
        let badness = metric.badness(counts).unwrap_or(Badness { score: f64::INFINITY, errors: 0 });
        let place = rows.partition_point(|other| other.badness.rank(&badness) != Ordering::Greater);
        if place < most
            && let Some(difference) = metric.difference(gold, system)
        {
            rows.insert(place, CountedRow { row, n_facts, difference, badness });
            rows.truncate(most);
        }
    })?;
    Ok(found)
}

/// What a metric notes beside the counts, of one sentence of one system.
fn notes_of_one<M: Scorer>(
    metric: &M,
    gold: &Read<'_, M::Structure>,
    system: &Read<'_, M::Structure>,
) -> M::Notes {
    let mut worker = metric.worker(None);
    metric.gold(&mut worker, gold, 1);
    // Its counts are known already.
    let _ = metric.system(&mut worker, gold, 0, Some(system));
    metric.all_counted(&mut worker, gold);
    let mut notes = M::Notes::default();
    metric.collect(worker, &mut notes);
    notes
}

/// Goes through the files of an evaluation again, and says what is different in the sentences
/// behind some rows. `wanted` has, for each system, the places of its rows, which [`Evaluation::worst`] or
/// [`Evaluation::ahead_of`] found.
///
/// ```
/// use bezant::evaluation::{behind, evaluate_one};
/// use bezant::metric::Explains;
/// use bezant::{Brackets, Corpus, Preset};
///
/// let gold = Corpus::from_sentences("gold", ["(S (N a))", "(S (NP (N dogs)) (VP (V bark)))"])?;
/// let system = Corpus::from_sentences("it", ["(S (N a))", "(S (NP (N dogs)) (NP (V bark)))"])?;
/// let metric = Brackets::preset(Preset::None);
/// let evaluation = evaluate_one(&metric, &gold, &system)?;
/// let worst = evaluation.worst(5, |counts| metric.badness(counts));
/// assert_eq!(worst, [1]);
///
/// let wanted = [worst.into_iter().collect()];
/// let found = behind(&metric, &gold, [&system], &wanted)?;
/// assert_eq!(found[0][&1].missed[0].label, "VP");
/// # Ok::<(), bezant::Error>(())
/// ```
///
/// # Errors
/// Where a file cannot be read.
pub fn behind<M: Explains, R: Into<Reader>>(
    metric: &M,
    gold: impl Into<Reader>,
    systems: impl IntoIterator<Item = R>,
    wanted: &[BTreeSet<usize>],
) -> Result<Behind<M::Difference>> {
    let systems: Vec<Reader> = systems.into_iter().map(Into::into).collect();
    let mut found: Behind<M::Difference> = systems.iter().map(|_| BTreeMap::new()).collect();
    revisit(metric, gold.into(), systems, wanted, &mut |index, row, gold, system| {
        found[index].extend(metric.difference(gold, system).map(|difference| (row, difference)));
    })?;
    Ok(found)
}

/// Takes a system's place, a row's, and the two sentences behind it.
type Take<'t, S> = &'t mut dyn FnMut(usize, usize, &Read<'_, S>, &Read<'_, S>);

/// Hands out the sentences behind some rows, both read as they were for the metric.
fn revisit<M: Scorer>(
    metric: &M,
    gold: Reader,
    systems: Vec<Reader>,
    wanted: &[BTreeSet<usize>],
    take: Take<'_, M::Structure>,
) -> Result<()> {
    let Some(last) = wanted.iter().filter_map(BTreeSet::last).max() else { return Ok(()) };
    let n_systems = systems.len();
    let gold = M::Structure::prepared(gold)?;
    let systems = systems.into_iter().map(M::Structure::prepared).collect::<Result<_>>()?;
    // Where files are cut depends on all of them.
    let mut files = Files::new(metric.pairing(), gold, systems)?;
    let (mut spaces, options) = (Spaces::<M::Structure>::default(), metric.reading());
    let mut row = 0;
    // Where each system has rows of its own.
    let mut rows = vec![0; n_systems];
    while row <= *last {
        let job = files.job()?;
        if job.is_empty() {
            break;
        }
        if !job.windows.is_empty() {
            let gold: Vec<Sentence<'_>> = job.gold.sentences().collect();
            for (index, (batch, windows)) in job.systems.iter().zip(&job.windows).enumerate() {
                let system: Vec<Sentence<'_>> = batch.sentences().collect();
                for window in aligned::placed(windows, &gold, &system) {
                    let row = rows[index];
                    rows[index] += 1;
                    let is_wanted = wanted.get(index).is_some_and(|rows| rows.contains(&row));
                    if !is_wanted {
                        continue;
                    }
                    aligned::with_joined(window.gold, |gold| {
                        aligned::with_joined(window.system, |system| {
                            let Some((gold, system)) = gold.zip(system) else { return };
                            let gold = Read::new(gold, &options, &mut spaces.gold);
                            let system = Read::new(system, &options, &mut spaces.system);
                            take(index, row, &gold, &system);
                        });
                    });
                }
            }
            row = rows.iter().copied().min().unwrap_or(row);
            continue;
        }
        let mut systems: Vec<_> =
            job.systems.iter().map(|batch| Box::new(batch.sentences())).collect();
        for gold in job.gold.sentences() {
            for (index, system) in systems.iter_mut().map(Iterator::next).enumerate() {
                let is_wanted = wanted.get(index).is_some_and(|rows| rows.contains(&row));
                let Some(system) = system.filter(|_| is_wanted) else { continue };
                let gold = Read::new(gold, &options, &mut spaces.gold);
                let system = Read::new(system, &options, &mut spaces.system);
                take(index, row, &gold, &system);
            }
            row += 1;
        }
    }
    Ok(())
}

/// Goes through the files of an evaluation again, and hands out some of its rows: the system's place, the
/// row's own, what is noted of it alone, and a function that says what is different in it.
///
/// # Errors
/// Where a file cannot be read.
pub fn each_behind<M: Explains>(
    metric: &M,
    gold: Reader,
    systems: Vec<Reader>,
    wanted: &[BTreeSet<usize>],
    mut take: impl FnMut(usize, usize, &M::Notes, &dyn Fn() -> Option<M::Difference>),
) -> Result<()> {
    revisit(metric, gold, systems, wanted, &mut |index, row, gold, system| {
        let notes = notes_of_one(metric, gold, system);
        take(index, row, &notes, &|| metric.difference(gold, system));
    })
}
