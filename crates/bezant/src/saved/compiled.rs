//! What takes long with the library's own metrics, as functions that are not generic: they are compiled here, once for
//! each metric. A program that calls them has no copies of its own, and need not be optimised itself to be fast.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::counts::Counts;
use crate::metric::Scorer;
use crate::saved::{NoMetric, SavedMetric};
use crate::signature::Signature;
use names::{
    Comparing, Comparisons, Evaluation, Evaluations, NotThere, Overlap, Reader, Result, ScoresOf,
    Source, Threads, Write, io,
};

/// What the functions speak of, for whoever compiles them.
pub(super) mod names {
    pub(in crate::saved) use std::io::{self, Write};

    pub(in crate::saved) use crate::comparison::{Comparing, Comparisons, NotThere};
    pub(in crate::saved) use crate::error::Result;
    pub(in crate::saved) use crate::evaluation::{Evaluation, Evaluations, evaluate_some};
    pub(in crate::saved) use crate::formats::Reader;
    pub(in crate::saved) use crate::metric::ScoresOf;
    pub(in crate::saved) use crate::parallel::Threads;
    pub(in crate::saved) use crate::rows::{self, Overlap};
    pub(in crate::saved) use crate::source::Source;
}

/// What one of the library's metrics counts.
pub trait OwnCounts: Counts + Serialize + DeserializeOwned {
    /// As [`rows::read`](crate::rows::read).
    fn read(source: Source) -> Result<Vec<Evaluation<Self>>>;

    /// As [`rows::merge`](crate::rows::merge).
    fn merge(parts: Vec<Evaluation<Self>>) -> Result<Option<Evaluation<Self>>>;

    /// As [`rows::overlap`](crate::rows::overlap).
    fn overlap(parts: &[Evaluation<Self>]) -> Option<Overlap>;

    /// As [`rows::write`](crate::rows::write).
    fn write(systems: &[Evaluation<Self>], out: &mut dyn Write) -> io::Result<()>;

    /// As [`rows::write_parquet`](crate::rows::write_parquet).
    #[cfg(feature = "parquet")]
    fn write_parquet(systems: &[Evaluation<Self>], out: &mut dyn Write) -> io::Result<()>;

    /// As [`Comparing::compare_scores`].
    fn compare(
        how: &Comparing,
        systems: &[Evaluation<Self>],
        scores: ScoresOf<'_, Self>,
        threads: &Threads,
    ) -> std::result::Result<Comparisons, NotThere>;
}

/// One of the library's metrics of files.
pub trait OwnMetric: Scorer<Counts: OwnCounts> + Sized {
    /// What scores and shows its rows.
    type Saved: SavedMetric<Counts = Self::Counts>;

    /// What scores and shows rows with this signature.
    fn saved(signature: &Signature) -> std::result::Result<Self::Saved, NoMetric> {
        super::of(signature)
    }

    /// As [`evaluate`](crate::evaluation::evaluate), of a gold that has sentences.
    fn evaluate(
        metrics: &[Self],
        gold: Reader,
        systems: Vec<Reader>,
        threads: &Threads,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Evaluations<Self>>;

    /// As [`evaluate_systems`](crate::evaluate_systems).
    fn evaluate_systems(
        &self,
        gold: impl Into<Reader>,
        systems: Vec<Reader>,
        threads: &Threads,
    ) -> Result<Vec<Evaluation<Self::Counts>>> {
        let metrics = std::slice::from_ref(self);
        let found = Self::evaluate(metrics, gold.into(), systems, threads, &mut |_| ())?;
        Ok(found.metrics.into_iter().flat_map(|found| found.systems).collect())
    }
}

/// Compiles the functions of what a metric counts.
macro_rules! counts {
    ($counts:ty) => {
        const _: () = {
            use crate::saved::compiled::names::*;

            impl OwnCounts for $counts {
                fn read(source: Source) -> Result<Vec<Evaluation<Self>>> {
                    rows::read(source)
                }

                fn merge(parts: Vec<Evaluation<Self>>) -> Result<Option<Evaluation<Self>>> {
                    rows::merge(parts)
                }

                fn overlap(parts: &[Evaluation<Self>]) -> Option<Overlap> {
                    rows::overlap(parts)
                }

                fn write(systems: &[Evaluation<Self>], out: &mut dyn Write) -> io::Result<()> {
                    rows::write(systems, out)
                }

                #[cfg(feature = "parquet")]
                fn write_parquet(
                    systems: &[Evaluation<Self>],
                    out: &mut dyn Write,
                ) -> io::Result<()> {
                    rows::write_parquet(systems, out)
                }

                fn compare(
                    how: &Comparing,
                    systems: &[Evaluation<Self>],
                    scores: ScoresOf<'_, Self>,
                    threads: &Threads,
                ) -> std::result::Result<Comparisons, NotThere> {
                    how.compare_scores(systems, scores, threads)
                }
            }
        };
    };
}

/// Compiles the functions of a metric of files.
macro_rules! files {
    ($metric:ty => $saved:ty) => {
        const _: () = {
            use crate::saved::compiled::names::*;

            impl OwnMetric for $metric {
                type Saved = $saved;

                fn evaluate(
                    metrics: &[Self],
                    gold: Reader,
                    systems: Vec<Reader>,
                    threads: &Threads,
                    progress: &mut dyn FnMut(u64),
                ) -> Result<Evaluations<Self>> {
                    evaluate_some(metrics, gold, systems, threads, progress)
                }
            }
        };
    };
}

pub(super) use counts;
pub(super) use files;
