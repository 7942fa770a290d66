//! Which sentences of gold and of systems are put beside each other.

use crate::error::Result;
use crate::evaluation::{Job, gaps};
use crate::formats::pairing::TextPairs;
use crate::formats::windows::Windows;
use crate::formats::{Corpus, Format, Reader, Realigned};
use crate::metric::Pairing;
use crate::parallel::Threads;

/// The files, in one of the ways to go through them together.
pub(super) enum Files {
    InOrder {
        gold: Reader,
        systems: Vec<Reader>,
    },
    ByText(Windows),
    EachByText(TextPairs),
    /// Some have gaps, and all have something beside them.
    Stretches(gaps::Stretches),
    /// Gold has gaps, and systems have other sentences: those of gold's that are there, with their numbers.
    Numbered {
        files: Box<Files>,
        numbers: Vec<u64>,
    },
}

impl Files {
    pub(super) fn new(pairing: Pairing, gold: Reader, systems: Vec<Reader>) -> Result<Files> {
        gaps::files(pairing, gold, systems)
    }

    pub(super) fn without_gaps(pairing: Pairing, gold: Reader, mut systems: Vec<Reader>) -> Files {
        // Where each output has said which sentence it is of, nobody need look for its text.
        let is_beside = |system: &Reader| system.corpus().is_some_and(Corpus::is_beside);
        if !systems.is_empty() && systems.iter().all(is_beside) {
            return Files::InOrder { gold, systems };
        }
        match pairing {
            Pairing::InOrder => {}
            Pairing::ByText | Pairing::ByBytes => {
                let files = [gold].into_iter().chain(systems).collect();
                return Files::ByText(Windows::new(files, pairing == Pairing::ByText));
            }
            Pairing::EachByText => {
                let is_text = |file: &Reader| matches!(file.format(), Format::Penn(_));
                if [&gold].into_iter().chain(&systems).all(is_text) {
                    return Files::EachByText(TextPairs::new(gold, systems));
                }
                // Trees with crossing branches are paired in order.
            }
            Pairing::ByNumber => {
                for system in &mut systems {
                    if let (Some(ours), Some(theirs)) = (gold.corpus(), system.corpus()) {
                        *system = Reader::from(&theirs.in_order_of(ours));
                    }
                }
            }
        }
        Files::InOrder { gold, systems }
    }

    /// As many jobs as the threads should have.
    pub(super) fn jobs(&mut self, threads: &Threads) -> Result<Vec<Job>> {
        let mut jobs = Vec::new();
        while jobs.len() < threads.pieces() {
            let job = self.job()?;
            if job.is_empty() {
                break;
            }
            jobs.push(job);
        }
        Ok(jobs)
    }

    /// For each system, which sentences are not simply the next ones.
    pub(super) fn realigned(self) -> Vec<Vec<Realigned>> {
        match self {
            Files::EachByText(pairs) => pairs.realigned(),
            Files::InOrder { .. } | Files::ByText(_) => Vec::new(),
            Files::Stretches(stretches) => stretches.realigned(),
            Files::Numbered { files, numbers } => gaps::renumbered(files.realigned(), &numbers),
        }
    }

    /// The numbers of gold's sentences, where these are not simply counted.
    pub(super) fn numbers(&self) -> Vec<u64> {
        match self {
            Files::Numbered { numbers, .. } => numbers.clone(),
            _ => Vec::new(),
        }
    }

    /// The systems, where what they have behind gold's end was not looked at.
    pub(super) fn in_order(&mut self) -> Option<&mut Vec<Reader>> {
        match self {
            Files::InOrder { systems, .. } => Some(systems),
            Files::Numbered { files, .. } => files.in_order(),
            _ => None,
        }
    }

    pub(super) fn job(&mut self) -> Result<Job> {
        match self {
            Files::InOrder { gold, systems } => {
                let gold = gold.next_batch()?;
                let n = gold.len();
                let systems =
                    systems.iter_mut().map(|system| system.take(n)).collect::<Result<_>>()?;
                Ok(Job { gold, systems, windows: Vec::new() })
            }
            Files::ByText(windows) => {
                let mut batches = windows.next_batches()?;
                let systems = batches.split_off(1);
                let gold = batches.pop().expect("gold is the first of the files");
                Ok(Job { gold, systems, windows: Vec::new() })
            }
            Files::EachByText(pairs) => {
                let (gold, systems) = pairs.next()?;
                let (systems, windows) =
                    systems.into_iter().map(|system| (system.batch, system.windows)).unzip();
                Ok(Job { gold, systems, windows })
            }
            Files::Stretches(stretches) => stretches.job(),
            Files::Numbered { files, .. } => files.job(),
        }
    }
}
