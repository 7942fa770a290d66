//! All sentences of files of relations: rows, in order.

use crate::error::{Result, Stream};
use crate::evaluation::pairing;
use crate::evaluation::{Evaluation, Row};
use crate::formats::relations::numbered;
use crate::metric::{Outcome, Size};
use crate::metrics::relations::{RelationCounts, Relations, TypeConfusion, check};
use crate::parallel::Threads;
use crate::signature::Fingerprint;
use crate::structures::relations::{NumberedRelations, RelationFile, RelationSet, SentenceTexts};

/// How many sentences one thread takes at a time.
const JOB: usize = 64;

/// What was found.
pub struct EvaluatedRelations {
    /// One evaluation a system, in the order they were given.
    pub systems: Vec<Evaluation<RelationCounts>>,
    /// Types taken for each other under the main scheme, one a system.
    pub confusions: Vec<TypeConfusion>,
}

/// Evaluates every system under every scheme.
///
/// # Errors
/// Where a relation is not what the hierarchy says, or files have different sentences.
pub fn evaluate_relations(
    metric: &Relations,
    gold: &RelationFile<'_>,
    systems: &[RelationFile<'_>],
    text: Option<&SentenceTexts<'_>>,
    threads: &Threads,
) -> Result<EvaluatedRelations> {
    check(&metric.hierarchy, gold, Stream::Gold)?;
    for system in systems {
        check(&metric.hierarchy, system, Stream::System)?;
        pairing::by_number(gold, system, text)?;
    }
    let n = gold.sentences.len();
    let jobs: Vec<std::ops::Range<usize>> =
        (0..n).step_by(JOB).map(|start| start..n.min(start + JOB)).collect();
    let done = threads.map(jobs, |job| {
        let sentence = |at: usize| {
            let systems: Vec<&RelationSet<'_>> =
                systems.iter().map(|system| &system.sentences[at].relations).collect();
            metric.count(&gold.sentences[at].relations, &systems)
        };
        job.map(sentence).collect::<Vec<_>>()
    });
    let signature = metric
        .signature()
        .with("n", n)
        .with("gold", fingerprint(&gold.sentences))
        .with("version", env!("CARGO_PKG_VERSION"));
    let mut evaluations: Vec<Evaluation<RelationCounts>> = systems
        .iter()
        .map(|system| Evaluation {
            signature: signature.clone(),
            system: system.name.to_string(),
            rows: Vec::with_capacity(n),
        })
        .collect();
    let mut confusions = vec![TypeConfusion::default(); systems.len()];
    for (sentence, counted) in gold.sentences.iter().zip(done.into_iter().flatten()) {
        let length = u32::try_from(sentence.relations.len()).unwrap_or(u32::MAX);
        for (at, counted) in counted.into_iter().enumerate() {
            confusions[at].add(&counted.confusion);
            let size = Size { length, depth: 0 };
            let outcome = Outcome { size, result: Ok(counted.counts) };
            evaluations[at].rows.push(Row { sentence: sentence.number, n_sentences: 1, outcome });
        }
    }
    Ok(EvaluatedRelations { systems: evaluations, confusions })
}

/// The same for the same relations, whatever the format of the file.
fn fingerprint(sentences: &[NumberedRelations<'_>]) -> Fingerprint {
    let mut whole = Fingerprint::default();
    for sentence in sentences {
        let mut text = Vec::new();
        numbered::write(std::slice::from_ref(sentence), &mut text)
            .expect("nothing can go wrong with memory");
        whole.push(Fingerprint::of(&text));
    }
    whole
}
