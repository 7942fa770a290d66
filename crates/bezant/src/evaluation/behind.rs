//! The sentences behind some rows, read again: to keep every sentence in memory until it is known
//! which ones somebody wants to look at would cost more.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::Counts;
use crate::error::Result;
use crate::evaluation::{Evaluation, Files, Spaces};
use crate::formats::Reader;
use crate::metric::{Badness, Explains, Read, Scorer};

/// For each system, what is different in the sentences behind some of its rows, by the row's place
/// in [`Evaluation::rows`].
pub type Behind<D> = Vec<BTreeMap<usize, D>>;

impl<C: Counts> Evaluation<C> {
    /// The places of the `n` worst rows, the worst first, of equal ones the earlier. Rows without
    /// errors are not among them.
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
}

/// Goes through the files of an evaluation again, and says what is different in the sentences
/// behind some rows. `wanted` has, for each system, the places of its rows.
///
/// ```
/// use bezant::evaluation::{behind, evaluate_one};
/// use bezant::metric::Explains;
/// use bezant::{Brackets, Corpus, Preset, Reader};
///
/// let gold = Corpus::from_sentences("gold", ["(S (N a))", "(S (NP (N dogs)) (VP (V bark)))"])?;
/// let system = Corpus::from_sentences("it", ["(S (N a))", "(S (NP (N dogs)) (NP (V bark)))"])?;
/// let metric = Brackets::evalb(Preset::None.parameters());
/// let evaluation = evaluate_one(&metric, &gold, &system)?;
/// let worst = evaluation.worst(5, |counts| metric.badness(counts));
/// assert_eq!(worst, [1]);
///
/// let wanted = [worst.into_iter().collect()];
/// let found = behind(&metric, Reader::from(&gold), vec![Reader::from(&system)], &wanted)?;
/// assert_eq!(found[0][&1].missed[0].label, "VP");
/// # Ok::<(), bezant::Error>(())
/// ```
///
/// # Errors
/// Where a file cannot be read.
pub fn behind<M: Explains>(
    metric: &M,
    gold: Reader,
    systems: Vec<Reader>,
    wanted: &[BTreeSet<usize>],
) -> Result<Behind<M::Difference>> {
    let mut found: Behind<M::Difference> = systems.iter().map(|_| BTreeMap::new()).collect();
    revisit(metric, gold, systems, wanted, |index, row, gold, system| {
        found[index].extend(metric.difference(gold, system).map(|difference| (row, difference)));
    })?;
    Ok(found)
}

/// Hands out the sentences behind some rows, both read as they were for the metric.
fn revisit<M: Scorer>(
    metric: &M,
    gold: Reader,
    systems: Vec<Reader>,
    wanted: &[BTreeSet<usize>],
    mut take: impl FnMut(usize, usize, &Read<'_, M::Structure>, &Read<'_, M::Structure>),
) -> Result<()> {
    let Some(last) = wanted.iter().filter_map(BTreeSet::last).max() else { return Ok(()) };
    // Where files are cut depends on all of them.
    let mut files = Files::new(metric.pairing(), gold, systems);
    let (mut spaces, options) = (Spaces::<M::Structure>::default(), metric.reading());
    let mut row = 0;
    while row <= *last {
        let job = files.job()?;
        if job.gold.is_empty() {
            break;
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
