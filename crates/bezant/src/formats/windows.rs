//! Files of the same text whose sentences may end in different places.
//!
//! A *window* is a stretch of text in all files that starts and ends with a sentence in each of
//! them; windows are as short as that allows, and one after the other they are the files. Nearly
//! all windows are one sentence. So files can be compared piece by piece, in memory for a few
//! pieces, whatever their sentence splitter did.
//!
//! Where the texts differ, a window reaches to the next sentence from which they go on in the same
//! way; what is in it is for others to align.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use crate::error::{Error, ErrorKind, Place, Position, Result};
use crate::formats::conllu::{each_token, push_folded, push_visible};
use crate::formats::meeting::{AGREEMENT, Meeting, Meetings, contradict};
use crate::formats::{Batch, Format, Part, Raw, Reader, Waiting};
use crate::source::{BLOCK, Text};

/// Cuts files into windows.
pub(crate) struct Windows {
    /// Gold, then the systems.
    files: Vec<File>,
    /// How many sentences of each file the next window has.
    counts: Vec<usize>,
    /// Whether Unicode's forms of a text may be the same text.
    may_fold: bool,
}

/// One of the files.
struct File {
    reader: Reader,
    has_ended: bool,
    /// The last sentence that is in a window.
    last: Option<(Text, Raw)>,
    /// Sentences that were read and belong to no window yet.
    sentences: VecDeque<Seen>,
    /// Their visible text; what lies before `start` belongs to windows that were cut.
    text: Vec<u8>,
    start: usize,
    /// How much of the text is known to be the same as gold's.
    same: usize,
    /// Whether the text is without the difference between Unicode's forms.
    is_folded: bool,
}

/// A sentence that was looked at.
struct Seen {
    text: Text,
    raw: Raw,
    /// Which sentence of a corpus it is, where what was read of it is kept there: a window of it alone needs no reading.
    kept: Option<usize>,
    /// Where its visible text ends in its file's.
    end: usize,
    /// How many bytes its last token has.
    last_token: usize,
    starts_multiword: bool,
}

/// How much text is looked at to find where two files agree again; it grows to the last.
const LOOK: [usize; 4] = [4 << 10, 32 << 10, 256 << 10, 2 << 20];

impl Windows {
    /// Over gold and systems; `may_fold` says whether Unicode's forms of a text are the same text.
    pub(crate) fn new(readers: Vec<Reader>, may_fold: bool) -> Windows {
        let counts = vec![0; readers.len()];
        let file = |reader| File {
            reader,
            has_ended: false,
            last: None,
            sentences: VecDeque::new(),
            text: Vec::new(),
            start: 0,
            same: 0,
            is_folded: false,
        };
        Windows { files: readers.into_iter().map(file).collect(), counts, may_fold }
    }

    /// Windows of about one [`BLOCK`] of gold, as one batch a file with one entry a window; all
    /// are empty at the end.
    pub(crate) fn next_batches(&mut self) -> Result<Vec<Batch>> {
        let mut batches: Vec<Batch> = self.files.iter().map(|_| Batch::default()).collect();
        let mut bytes = 0;
        while bytes < BLOCK && self.find()? {
            for (file, (batch, n)) in
                self.files.iter_mut().zip(batches.iter_mut().zip(&self.counts))
            {
                bytes += file.cut(*n, batch)?;
            }
        }
        Ok(batches)
    }

    /// Works out how many sentences the next window has; false at the end.
    fn find(&mut self) -> Result<bool> {
        for (file, count) in self.files.iter_mut().zip(&mut self.counts) {
            *count = usize::from(file.reach(0)?);
            file.same = 0;
        }
        if self.counts.iter().all(|count| *count == 0) {
            return Ok(false);
        }
        // A file that has ended cannot say where windows end, and gold is what others follow.
        if self.counts[0] == 0 {
            return Ok(true);
        }
        loop {
            let ends = self.files.iter().zip(&self.counts).filter(|(_, n)| **n > 0);
            let ends = ends.map(|(file, n)| file.end_of(*n));
            let (shortest, longest) =
                ends.fold((usize::MAX, 0), |(low, high), end| (low.min(end), high.max(end)));
            if !self.is_same() {
                // Nobody pays for forms of Unicode as long as all files have the same.
                if std::mem::take(&mut self.may_fold) {
                    self.files.iter_mut().for_each(File::fold);
                    continue;
                }
                return self.agree_again().map(|()| true);
            }
            if shortest == longest && self.is_clean()? {
                return Ok(true);
            }
            // Those that are behind go on; at a boundary that will not do, gold.
            for at in 0..self.files.len() {
                let (file, n) = (&mut self.files[at], self.counts[at]);
                let is_behind =
                    if shortest == longest { at == 0 } else { n > 0 && file.end_of(n) == shortest };
                if is_behind && !file.reach(n)? {
                    return self.agree_again().map(|()| true);
                }
                self.counts[at] += usize::from(is_behind);
            }
        }
    }

    /// Whether all files have the same text as gold, as far as both have been read.
    fn is_same(&mut self) -> bool {
        let (gold, systems) = self.files.split_first_mut().expect("there is always gold");
        let gold_end = gold.end_of(self.counts[0]);
        systems.iter_mut().zip(&self.counts[1..]).all(|(system, n)| {
            let end = system.end_of(*n).min(gold_end);
            let same = system.same.min(end);
            let is_same = gold.visible()[same..end] == system.visible()[same..end];
            system.same = end;
            is_same
        })
    }

    /// Whether the words of a multiword token behind this boundary can have no partners before it.
    ///
    /// The UD scorer looks for the partners of such words among all words that it has not passed
    /// yet. Those are none before the boundary if the last tokens are the same.
    fn is_clean(&mut self) -> Result<bool> {
        let last_token = |(file, n): (&File, &usize)| {
            n.checked_sub(1).map(|last| file.sentences[last].last_token)
        };
        let mut lengths = self.files.iter().zip(&self.counts).filter_map(last_token);
        let first = lengths.next();
        if lengths.all(|length| Some(length) == first) {
            return Ok(true);
        }
        for (file, n) in self.files.iter_mut().zip(&self.counts) {
            if file.reach(*n)? && file.sentences[*n].starts_multiword {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ends the window where all files go on with the same text, or at the end, or after as much
    /// text as may be looked at.
    fn agree_again(&mut self) -> Result<()> {
        for look in LOOK {
            for file in &mut self.files {
                file.look(look)?;
            }
            let is_last =
                look == LOOK[LOOK.len() - 1] || self.files.iter().all(|file| file.has_ended);
            match self.common_start() {
                Some((counts, surety)) if is_last || surety == Meeting::Certain => {
                    self.counts = counts
                }
                None if is_last => {
                    self.counts = self.files.iter().map(|file| file.sentences.len()).collect();
                }
                _ => continue,
            }
            break;
        }
        Ok(())
    }

    /// The nearest sentence whose text stands at the start of a sentence in every file, as it does of those behind
    /// it: how many sentences of each file come before it, and how sure that is. Files that had ended before the
    /// window have no say.
    fn common_start<'f>(&'f self) -> Option<(Vec<usize>, Meeting)> {
        let (gold, systems) = self.files.split_first()?;
        let starts = |system: &'f File| {
            let mut starts: HashMap<&[u8], usize> = HashMap::new();
            for (n, key) in system.keys() {
                starts.entry(key).or_insert(n);
            }
            let both = gold.keys().filter_map(|(n, key)| Some((n, *starts.get(key)?)));
            let meetings = Meetings::new(&both.collect::<Vec<_>>());
            (!system.sentences.is_empty()).then_some((starts, meetings))
        };
        let starts: Vec<_> = systems.iter().map(starts).collect();
        let candidates = gold.keys().filter_map(|(n, key)| {
            let (mut counts, mut surety, mut n_behind) = (vec![n], Meeting::Certain, usize::MAX);
            for starts in &starts {
                let Some((starts, meetings)) = starts else {
                    counts.push(0);
                    continue;
                };
                let there = *starts.get(key)?;
                counts.push(there);
                n_behind = n_behind.min(meetings.n_behind(n, there));
                // Less text is all that there is.
                if key.len() == AGREEMENT {
                    surety = surety.max(meetings.of(n, there));
                }
            }
            counts.iter().any(|count| *count > 0).then_some((counts, surety, n_behind))
        });
        let found: Vec<(Vec<usize>, Meeting, usize)> = candidates.collect();
        // Of starts that are as near, the one before which files have passed about as many sentences:
        // the same sentence may stand again a little later.
        let near = |counts: &[usize]| (counts.iter().sum::<usize>(), counts.iter().max().copied());
        let nearest = found.iter().min_by_key(|(counts, surety, _)| (*surety, near(counts)))?;
        let better = found.iter().filter(|(counts, surety, n_behind)| {
            *surety == Meeting::Certain && contradict(counts, &nearest.0) && *n_behind > nearest.2
        });
        let best = better.max_by_key(|(counts, _, n_behind)| (*n_behind, Reverse(near(counts))));
        let (counts, surety, _) = best.unwrap_or(nearest);
        Some((counts.clone(), *surety))
    }
}

impl File {
    /// The visible text of sentences that belong to no window yet.
    fn visible(&self) -> &[u8] {
        &self.text[self.start..]
    }

    /// Where the visible text of the first `n` sentences ends.
    fn end_of(&self, n: usize) -> usize {
        n.checked_sub(1).map_or(0, |last| self.sentences[last].end - self.start)
    }

    /// Reads on until there is a sentence number `n`, the first being 0; false at the end.
    fn reach(&mut self, n: usize) -> Result<bool> {
        while self.sentences.len() <= n && !self.has_ended {
            let kept = self.reader.next_kept();
            match self.reader.next_sentence()? {
                Some((text, raw)) => self.push(text, raw, kept),
                None => self.has_ended = true,
            }
        }
        Ok(n < self.sentences.len())
    }

    /// Reads on until so much visible text waits.
    fn look(&mut self, bytes: usize) -> Result<()> {
        while self.visible().len() < bytes && self.reach(self.sentences.len())? {}
        Ok(())
    }

    fn push(&mut self, text: Text, raw: Raw, kept: Option<usize>) {
        let mut seen = Seen { text, raw, kept, end: 0, last_token: 0, starts_multiword: false };
        let mut n_tokens = 0;
        let push = if self.is_folded { push_folded } else { push_visible };
        each_token(&seen.text[raw.start..raw.end], |form, is_multiword| {
            seen.last_token = push(form, &mut self.text);
            seen.starts_multiword |= n_tokens == 0 && is_multiword;
            n_tokens += 1;
        });
        seen.end = self.text.len();
        self.sentences.push_back(seen);
    }

    /// Looks at what waits, and at all that is read from now on, without Unicode's forms.
    fn fold(&mut self) {
        self.is_folded = true;
        (self.start, self.same) = (0, 0);
        self.text.clear();
        for seen in std::mem::take(&mut self.sentences) {
            self.push(seen.text, seen.raw, seen.kept);
        }
    }

    /// Each sentence that waits, by its number, with the text that must follow for files to agree.
    fn keys(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let text = self.visible();
        // What has no words is not where the text goes on: it belongs to what was passed.
        let has_words = |n: &usize| self.end_of(n + 1) > self.end_of(*n);
        (0..self.sentences.len()).filter(has_words).filter_map(move |n| {
            let rest = &text[self.end_of(n)..];
            let is_whole = rest.len() >= AGREEMENT;
            (is_whole || self.has_ended && !rest.is_empty())
                .then(|| (n, &rest[..rest.len().min(AGREEMENT)]))
        })
    }

    /// Where its last sentence ends.
    fn end(&self) -> Position {
        self.last.as_ref().map_or(Position::start_of(1), |(text, raw)| {
            raw.at.after(text[raw.start..raw.end].trim_ascii_end())
        })
    }

    /// Takes the first `n` sentences as one window; returns its size in bytes.
    fn cut(&mut self, n: usize, batch: &mut Batch) -> Result<usize> {
        let format = self.reader.format();
        let Some(last) = n.checked_sub(1) else {
            // It would stand before what comes next, or where the file ends.
            let next = self.sentences.front();
            let at = next.map_or_else(|| self.end(), |next| next.raw.at);
            batch.push(Text::from_bytes(Vec::new()), format, Raw { start: 0, end: 0, at });
            return Ok(0);
        };
        self.start = self.sentences[last].end;
        let (first, end) = (&self.sentences[0], &self.sentences[last]);
        let at = first.raw.at;
        self.last = Some((end.text.clone(), end.raw));
        let kept = first.kept.filter(|_| n == 1).zip(self.reader.corpus());
        let (text, raw) = if first.text.is_same(&end.text) {
            (first.text.clone(), Raw { end: end.raw.end, ..first.raw })
        } else {
            // It lies in several blocks of the file.
            let mut bytes = Vec::new();
            let mut line = at.line;
            for seen in self.sentences.iter().take(n) {
                // Empty lines between them keep the places in messages right.
                bytes.resize(bytes.len() + seen.raw.at.line.saturating_sub(line) as usize, b'\n');
                let piece = &seen.text[seen.raw.start..seen.raw.end];
                if !bytes.is_empty() && !ends_with_empty_line(&bytes) {
                    // Sentences in memory are texts of their own, and say nothing about what lies between them.
                    bytes.extend_from_slice(b"\n\n");
                }
                bytes.extend_from_slice(piece);
                line = seen.raw.at.line + memchr::memchr_iter(b'\n', piece).count() as u64;
            }
            let end = bytes.len();
            (Text::from_bytes(bytes), Raw { start: 0, end, at })
        };
        let bytes = raw.end - raw.start;
        if u32::try_from(bytes).is_err() {
            let place = Place::locate(&text[raw.start..raw.start + 1], 0, at);
            let kind = ErrorKind::TreeTooLarge { bytes };
            return Err(Error::at(&**self.reader.name(), place, kind));
        }
        match kept {
            Some((at, corpus)) => batch.push_waiting(Waiting::Kept(corpus.clone(), at)),
            None => batch.push(text, format, raw),
        }
        self.sentences.drain(..n);
        if self.start > self.text.len() / 2 {
            self.text.drain(..self.start);
            for seen in &mut self.sentences {
                seen.end -= self.start;
            }
            self.start = 0;
        }
        Ok(bytes)
    }
}

fn ends_with_empty_line(text: &[u8]) -> bool {
    let before = |text: &[u8]| text.strip_suffix(b"\r").unwrap_or(text).ends_with(b"\n");
    text.strip_suffix(b"\n").is_some_and(before)
}

impl Batch {
    /// Adds a stretch of text.
    fn push(&mut self, text: Text, format: Format, raw: Raw) {
        match self.parts.last_mut() {
            Some(Part::Read(last, _, sentences)) if last.is_same(&text) => sentences.push(raw),
            _ => self.parts.push(Part::Read(text, format, vec![raw])),
        }
    }
}
