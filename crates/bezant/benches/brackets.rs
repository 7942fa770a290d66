//! How long brackets take, as a ratio to what `wc -w` needs for the same files.
//!
//! `cargo bench -p bezant --bench brackets` repeats the reference trees to about 100 MB (or the
//! demo's, where those are absent) and prints the best of five runs. With `EVALB=/path/to/evalb`
//! the original program is timed too.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod measure;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use bezant::evaluation::evaluate;
use bezant::formats::Reader;
use bezant::metrics::brackets::Brackets;
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use measure::{peak_megabytes, project, reference, threads_in_words, write_repeated};

const RUNS: usize = 5;
const TARGET: usize = 50_000_000;

/// EVALB's parameters for the same counts, without its limit on errors.
const PARAMETERS: &str = "MAX_ERROR 1000000000\nCUTOFF_LEN 40\nLABELED 1\nDELETE_LABEL TOP\n\
    DELETE_LABEL -NONE-\nDELETE_LABEL ,\nDELETE_LABEL :\nDELETE_LABEL ``\nDELETE_LABEL ''\n\
    DELETE_LABEL .\nDELETE_LABEL_FOR_LENGTH -NONE-\nEQ_LABEL ADVP PRT\n";

fn main() {
    let pair = ["gold", "sysB"].map(|name| reference(&format!("brackets/craft2k.{name}.mrg")));
    let demo = ["gold", "middling"]
        .map(|name| project().join(format!("crates/bezant-cli/demo/{name}.mrg")));
    let (name, pair) = if pair[0].is_file() { ("craft2k", pair) } else { ("demo", demo) };

    let folder = tempfile::tempdir().unwrap();
    let files = ["gold", "system"].map(|name| folder.path().join(name));
    for (from, to) in pair.iter().zip(&files) {
        write_repeated(&fs::read(from).unwrap(), TARGET, to).unwrap();
    }
    let bytes: u64 = files.iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    let megabytes = bytes as f64 / 1e6;
    println!("{name} repeated: two files, {megabytes:.1} MB; best of {RUNS} runs\n");

    let wc = best(|| run(Command::new("wc").arg("-w").args(&files)));
    report("wc -w", wc, wc, megabytes);
    for n in [1, 2] {
        let threads = Threads::new(Some(n)).unwrap();
        let time = best(|| {
            score(&files, &threads);
            true
        });
        report(&format!("bezant, {}", threads_in_words(n)), time, wc, megabytes);
    }
    match std::env::var_os("EVALB") {
        None => println!("EVALB       not timed: EVALB does not name a program"),
        Some(program) => {
            let parameters = folder.path().join("parameters");
            fs::write(&parameters, PARAMETERS).unwrap();
            let time = best(|| run(Command::new(&program).arg("-p").arg(&parameters).args(&files)));
            report("EVALB", time, wc, megabytes);
        }
    }
    if let Some(peak) = peak_megabytes() {
        println!("\npeak memory {peak:.0} MB");
    }
}

fn score(files: &[PathBuf; 2], threads: &Threads) {
    let [gold, system] = files.each_ref().map(|file| Reader::open(file).unwrap());
    let metrics = [Brackets::evalb(Preset::Collins.parameters())];
    let found = evaluate(&metrics, gold, vec![system], threads, |_| ()).unwrap();
    assert!(found.metrics[0].systems[0].total().matched > 0);
}

fn run(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The shortest of several runs, if they succeed.
fn best(mut work: impl FnMut() -> bool) -> Option<Duration> {
    let mut succeeded = true;
    let time = measure::best(RUNS, || succeeded &= work());
    succeeded.then_some(time)
}

fn report(name: &str, time: Option<Duration>, wc: Option<Duration>, megabytes: f64) {
    let Some(time) = time else {
        println!("{name:20} failed");
        return;
    };
    let seconds = time.as_secs_f64();
    let ratio =
        wc.map_or_else(String::new, |wc| format!("{:.2} x wc -w", seconds / wc.as_secs_f64()));
    println!("{name:20} {seconds:7.3} s  {:7.0} MB/s  {ratio}", megabytes / seconds);
}
