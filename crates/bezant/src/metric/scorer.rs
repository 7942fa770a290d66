//! The fast way beneath a metric: memory that is kept from sentence to sentence, gold prepared once
//! for all systems, and notes beside the counts.

use crate::counts::Counts;
use crate::error;
use crate::formats::Reader;
use crate::metric::{Metric, Pairing, Read, Reason, Score, Size, Skipped, Structure};
use crate::signature::Signature;

/// The counts of a sentence, or why there are none.
pub type Scored<C> = std::result::Result<C, Box<Skipped<C>>>;

/// A sentence that could not be scored.
pub(crate) fn skip<C>(reason: Reason, missed: C) -> Scored<C> {
    Err(Box::new(Skipped { reason, missed }))
}

/// What an evaluation asks of a metric. Every [`Metric`] is one; those of this library say more, to
/// be faster.
pub trait Scorer: Sync {
    /// What it compares.
    #[doc(hidden)]
    type Structure: Structure;
    /// What one sentence contributes.
    type Counts: Counts;
    /// What one thread needs, and what it notes beyond the rows (a table per label, say).
    #[doc(hidden)]
    type Worker<'m>: Send
    where
        Self: 'm;
    /// What the workers noted, put together.
    #[doc(hidden)]
    type Notes: Default + Send;
    /// What was made of gold's sentences, where these are scored again and again.
    #[doc(hidden)]
    type Kept: Default + Send + Sync + 'static;

    /// Everything that decides the numbers, apart from the data.
    fn signature(&self) -> Signature;

    /// The signature of an evaluation, of which the data are signed already: with what else decided what the
    /// files say.
    #[doc(hidden)]
    fn signed(&self, signature: Signature) -> Signature {
        signature
    }

    /// How sentences are read.
    #[doc(hidden)]
    fn reading(&self) -> <Self::Structure as Structure>::Options {
        Default::default()
    }

    /// Fails where files hold what sentences of this metric can be read of, and still do not go with it; asked before
    /// anything is read.
    #[doc(hidden)]
    fn check(&self, _gold: &Reader, _systems: &[Reader]) -> error::Result<()> {
        Ok(())
    }

    /// What is compared with what.
    #[doc(hidden)]
    fn pairing(&self) -> Pairing {
        Pairing::InOrder
    }

    /// By what it is found again what was made of gold's sentences; nothing of a metric that makes nothing of
    /// them. Metrics with the same key make the same.
    #[doc(hidden)]
    fn kept_as(&self) -> Option<String> {
        None
    }

    /// Keeps what was made of a sentence of gold, the one that was prepared last, behind those before it.
    #[doc(hidden)]
    fn keep(
        &self,
        _worker: &mut Self::Worker<'_>,
        _gold: &Read<'_, Self::Structure>,
        _kept: &mut Self::Kept,
    ) {
    }

    /// Keeps what all of gold's sentences have in common.
    #[doc(hidden)]
    fn keep_rest(&self, _worker: Self::Worker<'_>, _kept: &mut Self::Kept) {}

    /// Space for one thread; with what was kept, gold's sentences that are there are not prepared again.
    #[doc(hidden)]
    fn worker<'m>(&'m self, kept: Option<&'m Self::Kept>) -> Self::Worker<'m>;

    /// Prepares gold's sentence, with which those of so many systems are compared next.
    #[doc(hidden)]
    fn gold(
        &self,
        worker: &mut Self::Worker<'_>,
        gold: &Read<'_, Self::Structure>,
        n_systems: usize,
    ) -> Size;

    /// Compares one system's sentence with gold's, which was prepared before. There is none where
    /// the system's file has ended.
    ///
    /// # Errors
    /// Where the two cannot be compared.
    #[doc(hidden)]
    fn system(
        &self,
        worker: &mut Self::Worker<'_>,
        gold: &Read<'_, Self::Structure>,
        index: usize,
        system: Option<&Read<'_, Self::Structure>>,
    ) -> Scored<Self::Counts>;

    /// What a sentence of the system for which gold has none counts as, where such sentences count as
    /// wrong.
    #[doc(hidden)]
    fn surplus(
        &self,
        _worker: &mut Self::Worker<'_>,
        _system: &Read<'_, Self::Structure>,
    ) -> Self::Counts {
        Self::Counts::default()
    }

    /// Notes what can be noted only when all systems' sentences were compared with gold's.
    #[doc(hidden)]
    fn all_counted(&self, _worker: &mut Self::Worker<'_>, _gold: &Read<'_, Self::Structure>) {}

    /// Adds a worker's notes; called in the order of the sentences.
    #[doc(hidden)]
    fn collect(&self, worker: Self::Worker<'_>, notes: &mut Self::Notes);

    /// The scores of a total, the main one first.
    fn scores(&self, total: &Self::Counts) -> Vec<Score>;

    /// The same of an evaluation that has this signature, where it depends on the files, too, which scores
    /// there are.
    #[doc(hidden)]
    fn scores_of(&self, _signature: &Signature, total: &Self::Counts) -> Vec<Score> {
        self.scores(total)
    }
}

impl<M: Metric> Scorer for M {
    type Structure = M::Structure;
    type Counts = M::Counts;
    type Worker<'m>
        = ()
    where
        M: 'm;
    type Notes = ();
    type Kept = ();

    fn signature(&self) -> Signature {
        Metric::signature(self)
    }

    fn reading(&self) -> <M::Structure as Structure>::Options {
        Metric::reading(self)
    }

    fn worker(&self, _kept: Option<&()>) {}

    fn gold(&self, _worker: &mut (), gold: &Read<'_, M::Structure>, _n_systems: usize) -> Size {
        M::Structure::size(&gold.structure)
    }

    fn system(
        &self,
        _worker: &mut (),
        gold: &Read<'_, M::Structure>,
        _index: usize,
        system: Option<&Read<'_, M::Structure>>,
    ) -> Scored<M::Counts> {
        if let Some(fault) = gold.faults.first() {
            return skip(Reason::GoldUnreadable(gold.unreadable(fault)), M::Counts::default());
        }
        let missed = || self.missed(&gold.structure);
        let Some(system) = system else { return skip(Reason::SystemMissing, missed()) };
        if let Some(fault) = system.faults.first() {
            return skip(Reason::SystemUnreadable(system.unreadable(fault)), missed());
        }
        let unfit = M::Structure::unfit(&gold.structure);
        if let Some(reason) = unfit.or_else(|| M::Structure::unfit(&system.structure)) {
            return skip(reason, missed());
        }
        self.count(&gold.structure, &system.structure).or_else(|reason| skip(reason, missed()))
    }

    fn collect(&self, _worker: (), _notes: &mut ()) {}

    fn scores(&self, total: &M::Counts) -> Vec<Score> {
        Metric::scores(self, total)
    }
}
