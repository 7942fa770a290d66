use std::fs;
use std::path::{Path, PathBuf};

use bezant::error::Result;
use bezant::evaluation::{Evaluation, evaluate_one};
use bezant::formats::Reader;
use bezant::metrics::brackets::{BracketCounts, Brackets};
use bezant::source::Source;
use bezant::structures::tree::{NodeKind, Tree};

/// The folder with the reference programs' results, if it is there.
///
/// It lies beside the project, or where `BEZANT_CONFORMANCE` says; without it the tests that need
/// it say so and pass, unless `BEZANT_CONFORMANCE_REQUIRED=1` forbids that.
///
/// # Panics
/// Where the folder is required and not there.
#[track_caller]
pub fn conformance() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let folder = std::env::var_os("BEZANT_CONFORMANCE").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var_os("BEZANT_CONFORMANCE_REQUIRED").is_some_and(|set| set == "1");
    assert!(!required, "no reference results in {}, and they are required", folder.display());
    #[allow(clippy::print_stderr)]
    {
        eprintln!("skipped: no reference results in {}", folder.display());
    }
    None
}

/// The project's own folder.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with our own sentences.
pub fn fixtures() -> PathBuf {
    project().join("fixtures")
}

/// Every file of a folder of fixtures with such an ending, so that a new file is a new test.
pub fn fixtures_of(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(fixtures().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .collect();
    paths.sort();
    paths
}

/// Evaluates one system.
pub fn brackets(metric: &Brackets, gold: Source, system: Source) -> Evaluation<BracketCounts> {
    evaluate(metric, gold, system).unwrap()
}

/// Evaluates one system whose file, or gold's, may be wrong.
pub fn evaluate(
    metric: &Brackets,
    gold: Source,
    system: Source,
) -> Result<Evaluation<BracketCounts>> {
    evaluate_one(metric, Reader::new(gold, None), Reader::new(system, None))
}

/// A node without where it stood in its text: kind, label, word, end, leaves before.
pub type Shape<'s> = (NodeKind, &'s [u8], &'s [u8], u32, u32);

/// All that a tree says.
pub fn shape<'s>(tree: &Tree<'s>) -> Vec<Shape<'s>> {
    let shape = tree.nodes().iter().map(|node| {
        let word = if node.kind == NodeKind::Leaf { tree.body(node) } else { b"" };
        (node.kind, tree.label(node), word, node.end, node.leaf)
    });
    shape.collect()
}
