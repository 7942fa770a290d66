//! One stretch of files whose sentences were paired by their text: each system has windows of its own.

use crate::evaluation::kept::{self, KeptGold};
use crate::evaluation::{Counted, Done, Job, RowSpans, Spaces};
use crate::formats::text_windows::TextWindow;
use crate::formats::{JoinedSentences, Sentence};
use crate::metric::{Outcome, Read, Scorer, Structure};

/// A window of a system with its sentences: it is one row.
pub(super) struct PlacedWindow<'a, 't> {
    /// How many of gold's sentences come before it in the job.
    pub(super) first: usize,
    pub(super) gold: &'a [Sentence<'t>],
    pub(super) system: &'a [Sentence<'t>],
}

/// The windows of a system that are rows. An empty line that only the system has is none.
pub(super) fn placed<'a, 't>(
    windows: &'a [TextWindow],
    gold: &'a [Sentence<'t>],
    system: &'a [Sentence<'t>],
) -> impl Iterator<Item = PlacedWindow<'a, 't>> {
    let (mut i, mut j) = (0, 0);
    windows.iter().filter_map(move |window| {
        let placed = PlacedWindow {
            first: i,
            gold: &gold[i..i + window.gold],
            system: &system[j..j + window.system],
        };
        (i, j) = (i + window.gold, j + window.system);
        let is_blank = |sentence: &Sentence<'_>| sentence.text.trim_ascii().is_empty();
        let is_nothing = placed.gold.is_empty() && placed.system.iter().all(is_blank);
        (!is_nothing).then_some(placed)
    })
}

/// Sentences of one side as one: the sentence itself, or all of them joined.
pub(super) fn with_joined<R>(
    sentences: &[Sentence<'_>],
    f: impl FnOnce(Option<Sentence<'_>>) -> R,
) -> R {
    match sentences {
        [] => f(None),
        [one] => f(Some(*one)),
        several => f(Some(JoinedSentences::new(several).sentence())),
    }
}

/// Counts what metrics find in a job.
pub(super) fn work<'m, M: Scorer>(
    metrics: &'m [M],
    kept: &'m KeptGold<M>,
    job: &Job,
) -> Done<'m, M> {
    let gold: Vec<Sentence<'_>> = job.gold.sentences().collect();
    let systems: Vec<Vec<Sentence<'_>>> =
        job.systems.iter().map(|batch| batch.sentences().collect()).collect();
    let windows: Vec<Vec<PlacedWindow<'_, '_>>> = job
        .windows
        .iter()
        .zip(&systems)
        .map(|(windows, system)| placed(windows, &gold, system).collect())
        .collect();
    let spans = |windows: &Vec<PlacedWindow<'_, '_>>| {
        windows.iter().map(|window| (window.first as u64, window.gold.len() as u64)).collect()
    };
    let invalid = [&gold].into_iter().chain(&systems);
    let invalid =
        invalid.map(|sentences| sentences.iter().find_map(Sentence::invalid_utf8)).collect();
    let fingerprints: Vec<_> = gold.iter().flat_map(|sentence| kept::prints(*sentence)).collect();
    let n = fingerprints.len() as u64;

    let mut spaces = Spaces::<M::Structure>::default();
    let mut counted = Counted::of_all(metrics, kept, job);
    for (metric, counted) in metrics.iter().zip(&mut counted) {
        let mut next = vec![0; windows.len()];
        for at in 0..=gold.len() {
            spaces.count_windows(metric, counted, (at, gold.get(at).copied()), &windows, &mut next);
        }
    }
    let rows = RowSpans::Own(windows.iter().map(spans).collect());
    Done { bytes: job.gold.bytes(), n, fingerprints, rows, invalid, metrics: counted }
}

impl<S: Structure> Spaces<S> {
    /// Counts the windows that start at one of gold's sentences, or at the end; `next` has the place
    /// of each system's next window.
    fn count_windows<'m, M: Scorer<Structure = S> + 'm>(
        &mut self,
        metric: &'m M,
        counted: &mut Counted<'m, M>,
        (at, gold): (usize, Option<Sentence<'_>>),
        windows: &[Vec<PlacedWindow<'_, '_>>],
        next: &mut [usize],
    ) {
        let Counted { systems: found, worker } = counted;
        let options = metric.reading();
        // What only a system has needs no gold.
        for (index, (windows, next)) in windows.iter().zip(&mut *next).enumerate() {
            let extra =
                |window: &&PlacedWindow<'_, '_>| window.first == at && window.gold.is_empty();
            while let Some(window) = windows.get(*next).filter(extra) {
                *next += 1;
                let missed = with_joined(window.system, |system| match system {
                    Some(system) => {
                        let system = Read::<S>::new(system, &options, &mut self.system);
                        let missed = metric.surplus(worker, &system);
                        S::recycle(system.structure, &mut self.system);
                        missed
                    }
                    None => M::Counts::default(),
                });
                let first = window.system.first().copied();
                found[index].push(Outcome::without_gold(missed), None, first);
            }
        }
        let Some(gold) = gold else { return };
        let read = Read::<S>::new(gold, &options, &mut self.gold);
        let n_systems = windows.len();
        let size = metric.gold(worker, &read, n_systems);
        let starts = |window: &&PlacedWindow<'_, '_>| window.first == at;
        for (index, (windows, next)) in windows.iter().zip(&mut *next).enumerate() {
            let alone = windows.get(*next).filter(starts).filter(|window| window.gold.len() == 1);
            let Some(window) = alone else { continue };
            *next += 1;
            with_joined(window.system, |sentence| {
                let system = sentence.map(|it| Read::<S>::new(it, &options, &mut self.system));
                let result = metric.system(worker, &read, index, system.as_ref());
                if let Some(system) = system {
                    S::recycle(system.structure, &mut self.system);
                }
                found[index].push(Outcome { size, result }, Some(gold), sentence);
            });
        }
        metric.all_counted(worker, &read);
        S::recycle(read.structure, &mut self.gold);
        // Several of gold's sentences together are another gold, for this system alone.
        for (index, (windows, next)) in windows.iter().zip(&mut *next).enumerate() {
            let Some(window) = windows.get(*next).filter(starts) else { continue };
            *next += 1;
            with_joined(window.gold, |gold| {
                let gold = gold.expect("windows without gold were counted before");
                let gold = Read::<S>::new(gold, &options, &mut self.gold);
                let size = metric.gold(worker, &gold, n_systems);
                with_joined(window.system, |sentence| {
                    let system = sentence.map(|it| Read::<S>::new(it, &options, &mut self.system));
                    let result = metric.system(worker, &gold, index, system.as_ref());
                    found[index].push(Outcome { size, result }, Some(gold.sentence), sentence);
                });
            });
        }
    }
}
