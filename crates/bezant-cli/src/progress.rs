//! A bar for work that takes its time, where somebody is watching.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::session;

/// How long work may take before a bar appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar that appears only on a terminal, and only on long work.
pub struct Progress {
    /// It counts from the start, hidden, so that the speed it shows is right when it appears.
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
    total: Option<u64>,
}

impl Progress {
    /// Over `total` bytes, if that is known.
    pub fn new(total: Option<u64>, quiet: bool) -> Progress {
        let template = match total {
            Some(_) => "{bar:40} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes} {bytes_per_sec}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is a constant");
        let bar =
            ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden()).with_style(style);
        // Whoever runs a session is told, and shows it in a way of its own.
        let wanted = !quiet && !session::is_running() && std::io::stderr().is_terminal();
        Progress { bar, started: Instant::now(), wanted, total }
    }

    /// This many bytes are done.
    pub fn at(&mut self, bytes: u64) {
        session::progress(bytes, self.total);
        self.bar.set_position(bytes);
        if self.wanted && self.started.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.wanted = false;
        }
    }

    /// All done.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
