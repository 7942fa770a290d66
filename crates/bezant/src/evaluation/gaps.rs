//! Lists that have nothing in some places: gold that somebody lacks, or parses that a system did not return.
//!
//! Where gold and every system have as many places, each stands beside gold's of the same number, and nobody looks for
//! the text of a sentence beyond a gap. What a system has beside a gap of gold's is a row that counts nowhere. Where a
//! system has more or fewer places, its sentences are paired with those that gold has, which keep their numbers.

use std::ops::Range;

use crate::error::Result;
use crate::evaluation::Job;
use crate::evaluation::files::Files;
use crate::formats::{Corpus, Reader, Realigned};
use crate::metric::Pairing;

/// Stretches of files between and in the gaps, each with how many places come before it.
pub(super) struct Stretches {
    all: Vec<(u64, Files)>,
    /// Which is read.
    at: usize,
}

/// The files, with gaps taken care of.
pub(super) fn files(pairing: Pairing, gold: Reader, systems: Vec<Reader>) -> Result<Files> {
    let has_gaps = |file: &Reader| file.corpus().is_some_and(Corpus::has_gaps);
    // Where each is known to stand beside gold's, a gap of a system's is nothing else than a sentence that it lacks.
    let is_beside = |file: &Reader| file.corpus().is_some_and(Corpus::is_beside);
    let some_have = has_gaps(&gold) || systems.iter().any(|it| has_gaps(it) && !is_beside(it));
    if !some_have || pairing == Pairing::ByNumber {
        return Ok(Files::without_gaps(pairing, gold, systems));
    }
    let kept = |reader: Reader| match reader.corpus() {
        Some(corpus) => Ok(corpus.clone()),
        None => Corpus::read(reader),
    };
    let corpus = kept(gold)?;
    let systems = systems.into_iter().map(kept).collect::<Result<Vec<Corpus>>>()?;
    if systems.iter().all(|system| system.len() == corpus.len()) {
        return Ok(Files::Stretches(Stretches::new(pairing, &corpus, &systems)));
    }
    if !corpus.has_gaps() {
        let systems = systems.iter().map(Reader::from).collect();
        return Ok(Files::without_gaps(pairing, Reader::from(&corpus), systems));
    }
    let numbers = (1..).zip(corpus.parts()).filter(|(_, part)| part.is_some());
    let numbers: Vec<u64> = numbers.map(|(number, _)| number).collect();
    let places: Vec<usize> = numbers.iter().map(|number| *number as usize - 1).collect();
    let beside = |system: &Corpus| match system.len() == corpus.len() {
        true => Reader::from(&system.at_places(places.iter().copied())),
        false => Reader::from(system),
    };
    let systems = systems.iter().map(beside).collect();
    let gold = Reader::from(&corpus.at_places(places.iter().copied()));
    let files = Box::new(Files::without_gaps(pairing, gold, systems));
    Ok(Files::Numbered { files, numbers })
}

impl Stretches {
    fn new(pairing: Pairing, gold: &Corpus, systems: &[Corpus]) -> Stretches {
        let mut is_gap = vec![false; gold.len()];
        for corpus in [gold].into_iter().chain(systems) {
            let parts = is_gap.iter_mut().zip(corpus.parts());
            parts.for_each(|(is_gap, part)| *is_gap |= part.is_none());
        }
        let mut all = Vec::new();
        let mut start = 0;
        for alike in is_gap.chunk_by(|one, two| one == two) {
            let range = start..start + alike.len();
            let reader = |corpus: &Corpus| Reader::from(&corpus.at_places(Range::clone(&range)));
            let (gold, systems) = (reader(gold), systems.iter().map(reader).collect());
            let files = match alike[0] {
                true => Files::InOrder { gold, systems },
                false => Files::without_gaps(pairing, gold, systems),
            };
            all.push((start as u64, files));
            start = range.end;
        }
        Stretches { all, at: 0 }
    }

    pub(super) fn job(&mut self) -> Result<Job> {
        loop {
            let job = match self.all.get_mut(self.at) {
                Some((_, files)) => files.job()?,
                None => return Ok(Job::default()),
            };
            if !job.is_empty() {
                return Ok(job);
            }
            self.at += 1;
        }
    }

    pub(super) fn realigned(self) -> Vec<Vec<Realigned>> {
        let mut found: Vec<Vec<Realigned>> = Vec::new();
        for (before, files) in self.all {
            for (at, system) in files.realigned().into_iter().enumerate() {
                found.resize_with(found.len().max(at + 1), Vec::new);
                let moved = |one: Realigned| Realigned {
                    gold: one.gold + before,
                    system: one.system + before,
                    ..one
                };
                found[at].extend(system.into_iter().map(moved));
            }
        }
        found
    }
}

/// Numbers of gold's sentences with those in gaps counted.
pub(super) fn renumbered(realigned: Vec<Vec<Realigned>>, numbers: &[u64]) -> Vec<Vec<Realigned>> {
    let moved = |one: Realigned| Realigned { gold: number(numbers, one.gold - 1), ..one };
    let system = |system: Vec<Realigned>| system.into_iter().map(moved).collect();
    realigned.into_iter().map(system).collect()
}

/// The number of the sentence before which so many of gold's come; those behind the last go on.
pub(super) fn number(numbers: &[u64], before: u64) -> u64 {
    let known = usize::try_from(before).ok().and_then(|before| numbers.get(before));
    let last = numbers.last().copied().unwrap_or(0);
    known.copied().unwrap_or(last + 1 + before - numbers.len() as u64)
}
