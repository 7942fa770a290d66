//! A training loop: gold is read once, and every epoch's parses are scored from memory.
//!
//! `cargo run --release --example training_loop` prints what an epoch takes, and what it takes to read
//! both files again each time.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use bezant::{Brackets, Corpus, Preset, Reader, evaluate_one};

fn main() -> Result<(), Box<dyn Error>> {
    run(100, &mut std::io::stdout())
}

/// Scores so many epochs, and says how long one takes.
pub fn run(epochs: u32, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bezant-cli/demo");
    let trees = |name: &str| -> Result<Vec<String>, std::io::Error> {
        let text = std::fs::read_to_string(demo.join(name))?;
        Ok(text.lines().cycle().take(2_000).map(str::to_string).collect())
    };
    let (gold_trees, parses) = (trees("gold.mrg")?, trees("strong.mrg")?);
    let metric = Brackets::preset(Preset::Collins);

    let gold = Corpus::from_sentences("gold", gold_trees.iter().cloned())?;
    let start = Instant::now();
    let mut f1 = None;
    for _ in 0..epochs {
        // Here a parser would parse; it returns a tree a sentence.
        let system = Corpus::from_sentences("epoch", parses.iter().cloned())?;
        f1 = evaluate_one(&metric, &gold, &system)?.total().brackets().f1();
    }
    let from_memory = start.elapsed() / epochs;

    let folder = tempfile::tempdir()?;
    let [gold_file, system_file] = ["gold.mrg", "system.mrg"].map(|name| folder.path().join(name));
    std::fs::write(&gold_file, gold_trees.join("\n"))?;
    let start = Instant::now();
    for _ in 0..epochs {
        std::fs::write(&system_file, parses.join("\n"))?;
        evaluate_one(&metric, Reader::open(&gold_file)?, Reader::open(&system_file)?)?;
    }
    let from_files = start.elapsed() / epochs;
    writeln!(out, "F1 {:.2} % over {} trees", 100.0 * f1.unwrap_or(0.0), gold.len())?;
    writeln!(out, "an epoch: {from_memory:.1?} from memory, {from_files:.1?} with files")?;
    Ok(())
}
