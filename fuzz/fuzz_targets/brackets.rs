//! Two halves of the input as gold and system: always rows, and gold against itself is perfect.

#![no_main]

mod shared;

use std::sync::LazyLock;

use bezant::evaluation::{Evaluation, evaluate};
use bezant::formats::{Format, Reader};
use bezant::kinds::Layout;
use bezant::metric::Reason;
use bezant::metrics::brackets::{BracketCounts, Brackets, Duplicates, Noted, Tokens, Words};
use bezant::metrics::trees::parameters::{Labelling, Preset};
use bezant::parallel::Threads;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

/// Every preset as it is, and once with everything else that can be switched.
static METRICS: LazyLock<Vec<Brackets>> = LazyLock::new(|| {
    let plain = Preset::ALL.map(|preset| Brackets::evalb(preset.parameters()));
    let switched = Preset::ALL.map(|preset| {
        let mut parameters = preset.parameters();
        // Not transitive, which is where matching is hardest.
        let pair = |one: &str, two: &str| (one.as_bytes().to_vec(), two.as_bytes().to_vec());
        parameters.equal_labels.extend([pair("NP", "VP"), pair("VP", "S")]);
        parameters.equal_words.push(pair("a", "b"));
        if preset == Preset::None {
            parameters.labels = Labelling::Unlabelled;
        }
        Brackets::evalb(parameters).with(|it| {
            it.words = Words::Unescaped;
            it.tokens = Tokens::Aligned;
            it.duplicates = Duplicates::Once;
            it.notes = Noted::Labels;
        })
    });
    plain.into_iter().chain(switched).collect()
});

fn run(
    gold: &[u8],
    system: &[u8],
    format: Option<Format>,
) -> Option<Vec<Evaluation<BracketCounts>>> {
    let reader = |bytes: &[u8]| {
        let source = Source::from_bytes("fuzz", bytes.to_vec()).ok()?;
        // Compressed text may be huge, and is another target's business.
        source.size()?;
        Some(Reader::new(source, format))
    };
    let (gold, system) = (reader(gold)?, reader(system)?);
    let found = evaluate(&METRICS, gold, vec![system], &Threads::one(), |_| ()).ok()?;
    Some(found.metrics.into_iter().map(|mut metric| metric.systems.remove(0)).collect())
}

fuzz_target!(|bytes: &[u8]| {
    let (gold, system) = shared::two(bytes);
    for format in [None, Some(Format::Penn(Layout::Free))] {
        for evaluation in run(gold, system, format).unwrap_or_default() {
            for (_, counts) in evaluation.counted() {
                let most = counts.gold.min(counts.system);
                assert!(counts.matched <= most && counts.matched_unlabelled <= most);
                assert!(counts.crossing <= counts.system);
                assert!(counts.tags_matched <= counts.words);
            }
        }
        for evaluation in run(gold, gold, format).unwrap_or_default() {
            for row in &evaluation.rows {
                match &row.outcome.result {
                    Ok(counts) => {
                        assert_eq!(counts.matched, counts.gold);
                        assert_eq!(counts.matched, counts.system);
                        assert_eq!(counts.matched_unlabelled, counts.gold);
                        assert_eq!(counts.crossing, 0);
                        assert_eq!(counts.tags_matched, counts.words);
                        assert_eq!(counts.exact, 1);
                        assert_eq!(counts.rare.aligned, 0);
                    }
                    Err(skipped) => assert!(
                        matches!(
                            skipped.reason,
                            Reason::NoParse
                                | Reason::SystemUnreadable(_)
                                | Reason::GoldUnreadable(_)
                        ),
                        "{}",
                        skipped.reason
                    ),
                }
            }
        }
    }
});
