use std::path::{Path, PathBuf};

use bezant::evaluation::{Evaluation, evaluate};
use bezant::formats::Reader;
use bezant::metrics::brackets::{BracketCounts, Brackets};
use bezant::parallel::Threads;
use bezant::source::Source;

/// The folder with the reference programs' results, if it is there.
///
/// It lies beside the project, or where `BEZANT_CONFORMANCE` says; without it the tests that need
/// it say so and pass.
pub fn conformance() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let folder = std::env::var_os("BEZANT_CONFORMANCE").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    #[allow(clippy::print_stderr)]
    {
        eprintln!("skipped: no reference results in {}", folder.display());
    }
    None
}

/// Evaluates one system.
pub fn brackets(metric: &Brackets, gold: Source, system: Source) -> Evaluation<BracketCounts> {
    let (gold, system) = (Reader::new(gold, None), Reader::new(system, None));
    let metrics = [metric.clone()];
    let mut all = evaluate(&metrics, gold, vec![system], &Threads::one(), |_| ()).unwrap();
    all.metrics.remove(0).systems.remove(0)
}
