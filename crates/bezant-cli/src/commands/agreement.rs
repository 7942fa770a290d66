//! Files of which none is gold: each two of them are compared.

use std::collections::BTreeSet;

use anyhow::Context;
use bezant::comparison::{Said, TwoFiles};
use bezant::evaluation::{Behind, Evaluation, behind};
use bezant::formats::{Corpus, Reader};
use bezant::metric::Explains;
use bezant::parallel::Threads;
use bezant::saved::OwnMetric;

/// Each two files.
pub struct EachTwo<M: Explains> {
    /// What they are called, and what they say.
    pub files: Vec<TwoFiles>,
    /// How they were compared, the first as gold.
    pub compared: Vec<Evaluation<M::Counts>>,
    /// Which rows are shown: those that differ most.
    pub rows: Vec<Vec<usize>>,
    /// What is different in them.
    pub behind: Behind<M::Difference>,
}

/// Compares each two of some files; `said` is what both of them say, from what a metric noted.
pub fn each_two<M: Explains + OwnMetric>(
    metric: &M,
    names: &[String],
    corpora: &[Corpus],
    most: usize,
    threads: &Threads,
    said: impl Fn(&M::Notes, usize) -> Vec<Said>,
) -> anyhow::Result<EachTwo<M>> {
    let unit = format!("{}-of-two", metric.signature().metric());
    let mut all =
        EachTwo { files: Vec::new(), compared: Vec::new(), rows: Vec::new(), behind: Vec::new() };
    for (first, gold) in corpora.iter().enumerate() {
        let others = &corpora[first + 1..];
        let readers = || (Reader::from(gold), others.iter().map(Reader::from).collect());
        if others.is_empty() {
            break;
        }
        let (gold, systems) = readers();
        let found =
            OwnMetric::evaluate(std::slice::from_ref(metric), gold, systems, threads, &mut |_| ())?;
        let found = found.metrics.into_iter().next().context("one metric was asked for")?;
        let mut wanted: Vec<BTreeSet<usize>> = Vec::new();
        for (at, mut system) in found.systems.into_iter().enumerate() {
            let names = [&names[first], &names[first + 1 + at]].map(Clone::clone);
            system.system = names.join(" and ");
            system.signature = system.signature.with("unit", &unit);
            let rows = system.worst(most, |counts| metric.badness(counts));
            wanted.push(rows.iter().copied().collect());
            all.rows.push(rows);
            all.files.push(TwoFiles { names, said: said(&found.notes, at) });
            all.compared.push(system);
        }
        let (gold, systems) = readers();
        all.behind.extend(behind(metric, gold, systems, &wanted)?);
    }
    Ok(all)
}
