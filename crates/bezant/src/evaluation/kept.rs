//! What was found out of gold's sentences before, where these stay in memory.

use std::sync::Arc;

use crate::error::Position;
use crate::formats::{Reader, Sentence};
use crate::metric::{Read, Scorer, Structure};
use crate::signature::{Fingerprint, PieceHash};

/// All that is known of gold; nothing where it is read once, or scored for the first time.
pub(super) struct KeptGold<M: Scorer> {
    /// What each metric has made of its sentences.
    metrics: Vec<Option<Arc<M::Kept>>>,
    texts: Option<Arc<Vec<KeptText>>>,
}

/// What is known of a sentence, whatever the metric.
pub(super) struct KeptText {
    /// Its pieces in the fingerprint of gold.
    pub(super) prints: Vec<PieceHash>,
    /// Where its first bytes are that are not UTF-8.
    pub(super) invalid: Option<Position>,
}

impl<M: Scorer> KeptGold<M> {
    pub(super) fn of(metrics: &[M], gold: &Reader) -> KeptGold<M> {
        let texts = || {
            gold.corpus()?.remembered("text", |sentences| {
                sentences.map(KeptText::of).collect::<Vec<KeptText>>()
            })
        };
        KeptGold {
            metrics: metrics.iter().map(|metric| made(metric, gold)).collect(),
            texts: texts(),
        }
    }

    /// What a metric has made of gold's sentences, by its place among the metrics.
    pub(super) fn made(&self, metric: usize) -> Option<&M::Kept> {
        self.metrics[metric].as_deref()
    }

    /// What is known of a sentence of gold.
    pub(super) fn text(&self, gold: Sentence<'_>) -> Option<&KeptText> {
        gold.entry(self.texts.as_deref()?)
    }
}

impl KeptText {
    pub(super) fn of(sentence: Sentence<'_>) -> KeptText {
        KeptText { prints: prints(sentence).collect(), invalid: sentence.invalid_utf8() }
    }
}

/// A sentence's pieces in the fingerprint of gold.
pub(super) fn prints(sentence: Sentence<'_>) -> impl Iterator<Item = PieceHash> {
    sentence.pieces().map(|piece| Fingerprint::of(piece.trim_ascii()))
}

fn made<M: Scorer>(metric: &M, gold: &Reader) -> Option<Arc<M::Kept>> {
    let key = metric.kept_as()?;
    gold.corpus()?.remembered(&key, |sentences| {
        let (mut kept, mut worker) = (M::Kept::default(), metric.worker(None));
        let mut space = <M::Structure as Structure>::Space::default();
        let options = metric.reading();
        for sentence in sentences {
            let gold = Read::<M::Structure>::new(sentence, &options, &mut space);
            metric.gold(&mut worker, &gold, 0);
            metric.keep(&mut worker, &gold, &mut kept);
            M::Structure::recycle(gold.structure, &mut space);
        }
        metric.keep_rest(worker, &mut kept);
        kept
    })
}
