//! Any bytes as typed dependencies: faults lie in the text, and two files compare.

#![no_main]

mod shared;

use bezant::evaluation::evaluate;
use bezant::formats::{Format, Reader};
use bezant::metrics::dependencies::{Dependencies, DependencyAnalysis};
use bezant::parallel::Threads;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    bezant::fuzzing::typed(bytes);

    let (gold, system) = shared::two(bytes);
    let metrics = [Dependencies::stanford().with(|it| it.analysis = DependencyAnalysis::Tables)];
    for (gold, system) in [(gold, system), (bytes, bytes)] {
        for format in [None, Some(Format::Stanford), Some(Format::Candc)] {
            let open = |text: &[u8]| {
                let source = Source::from_bytes("fuzz", text.to_vec()).ok()?;
                // A stream was compressed, which is another target's business.
                source.size().map(|_| Reader::new(source, format))
            };
            let (Some(gold), Some(system)) = (open(gold), open(system)) else { return };
            let Ok(found) = evaluate(&metrics, gold, vec![system], &Threads::one(), |_| ()) else {
                continue;
            };
            for system in &found.metrics[0].systems {
                let _ = system.total();
            }
        }
    }
});
