//! Any bytes as dependencies in columns, of every kind: what is written reads the same, any tree can be
//! enhanced, and two files in one compare without a panic.

#![no_main]

mod shared;

use bezant::evaluation::evaluate;
use bezant::formats::conllu;
use bezant::formats::{Format, Reader};
use bezant::kinds::Columns;
use bezant::metrics::dependencies::{Dependencies, DependencyAnalysis, EmptyNodes};
use bezant::parallel::Threads;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    bezant::fuzzing::columns(bytes);
    let reading = conllu::read(bytes);
    if reading.faults.is_empty() {
        let mut written = Vec::new();
        conllu::write(&reading.graph, &mut written);
        let again = conllu::read(&written);
        assert!(again.faults.is_empty());
        assert_eq!(again.graph.words().len(), reading.graph.words().len());
        let mut twice = Vec::new();
        conllu::write(&again.graph, &mut twice);
        assert_eq!(written, twice);
    }

    // Without a byte that parts them, the file is compared with itself.
    let (gold, system) = if bytes.contains(&0) { shared::two(bytes) } else { (bytes, bytes) };
    let metrics = [
        Dependencies::ud().with(|it| {
            it.analysis = DependencyAnalysis::Tables;
            it.empty_nodes = EmptyNodes::Collapsed;
            it.ignored = "123456".parse().expect("these are digits");
        }),
        Dependencies::ud().with(|it| it.analysis = DependencyAnalysis::Agreement),
        Dependencies::conllx().with(|it| it.analysis = DependencyAnalysis::Tables),
    ];
    for metric in metrics {
        let format = Some(Format::Columns(Columns::Conllu));
        let open = |text: &[u8]| {
            let source = Source::from_bytes("fuzz", text.to_vec()).ok()?;
            // A stream was compressed, which is another target's business.
            source.size().map(|_| Reader::new(source, format))
        };
        let (Some(ours), Some(theirs)) = (open(gold), open(system)) else { return };
        let metrics = [metric];
        let Ok(found) = evaluate(&metrics, ours, vec![theirs], &Threads::one(), |_| ()) else {
            continue;
        };
        for details in &found.metrics[0].notes.details {
            let all = [&details.relations, &details.distances, &details.tags, &details.depths];
            let more = [&details.directions, &details.projectivity, &details.sentences];
            for tally in all.into_iter().chain(more).flat_map(|breakdown| breakdown.values()) {
                assert!(tally.matched <= tally.gold.min(tally.system));
            }
        }
        for system in &found.metrics[0].systems {
            let total = system.total();
            assert!(total.words_aligned <= total.words_gold.min(total.words_system));
            assert!(total.attachments <= total.heads);
            assert!(total.heads <= total.words_aligned);
        }
    }
});
