//! What the benchmarks share. None of them uses all of it.
#![allow(dead_code)]

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The project's own folder.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the reference results, where they are.
pub fn reference(path: &str) -> PathBuf {
    let beside = || project().join("../shared/conformance");
    std::env::var_os("BEZANT_CONFORMANCE").map_or_else(beside, PathBuf::from).join(path)
}

/// A file that has the same text over and over, up to so many bytes.
pub fn write_repeated(text: &[u8], target: usize, to: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(fs::File::create(to)?);
    for _ in 0..target.div_ceil(text.len()) {
        out.write_all(text)?;
    }
    out.flush()
}

/// The shortest of several runs.
pub fn best<R>(runs: usize, mut work: impl FnMut() -> R) -> Duration {
    let time = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

/// `1 thread`, `2 threads`.
pub fn threads_in_words(n: usize) -> String {
    format!("{n} thread{}", if n == 1 { "" } else { "s" })
}

/// The most memory this process has had, where the system tells.
pub fn peak_megabytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000.0)
}
