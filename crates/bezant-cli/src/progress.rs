//! A bar for work that takes its time, where somebody is watching.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work may take before a bar appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar that appears only on a terminal, and only on long work.
pub struct Progress {
    total: Option<u64>,
    started: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Progress {
    /// Over `total` bytes, if that is known.
    pub fn new(total: Option<u64>, quiet: bool) -> Progress {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Progress { total, started: Instant::now(), bar: None, wanted }
    }

    /// This many bytes are done.
    pub fn at(&mut self, bytes: u64) {
        if !self.wanted || self.started.elapsed() < PATIENCE {
            return;
        }
        self.bar.get_or_insert_with(|| new_bar(self.total)).set_position(bytes);
    }

    /// All done.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{bar:40} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {bytes} {bytes_per_sec}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is a constant"))
}
