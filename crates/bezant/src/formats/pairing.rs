//! Sentences in pairs by what they say: each system's sentences beside those of gold with the same
//! text, whatever lines were lost, put in, joined or split on the way.
//!
//! Where the next sentences have the same words, which is nearly always, nothing else is looked at.
//! Elsewhere the files are read ahead until they go on with the same text, or until enough of it is
//! alike to say what belongs together. Each system is paired for itself: what one lacks is no other
//! one's business.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use crate::error::Result;
use crate::formats::meeting::{AGREEMENT, Meeting, Meetings, contradict};
use crate::formats::penn::characters::push_characters;
use crate::formats::penn::cleaning::TRACE;
use crate::formats::penn::words::TreeWords;
use crate::formats::script::either_way;
use crate::formats::text_windows::{SentenceText, Stretch, TextWindow, windows};
use crate::formats::{Batch, Reader, Sentence, Waiting};
use crate::source::BLOCK;

/// Sentences that are not simply the next of gold and the next of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Realigned {
    /// The first of gold's sentences, counted from 1; where there is none, the one before which the
    /// system has something.
    pub gold: u64,
    /// How many of gold's there are.
    pub n_gold: u64,
    /// The first of the system's, or the one before which it lacks something.
    pub system: u64,
    /// How many of the system's there are.
    pub n_system: u64,
}

impl Realigned {
    /// What became of gold's sentences, in a word.
    pub fn kind(&self) -> &'static str {
        match (self.n_gold, self.n_system) {
            (_, 0) => "lost",
            (0, _) => "extra",
            (_, 1) => "joined",
            (1, _) => "split",
            _ => "regrouped",
        }
    }
}

/// Gold, and the systems beside it.
pub(crate) struct TextPairs {
    gold: Queue,
    systems: Vec<PairedSystem>,
}

/// Sentences of a system, and how they stand beside gold's.
pub(crate) struct PairedBatch {
    pub(crate) batch: Batch,
    pub(crate) windows: Vec<TextWindow>,
}

/// A file whose next sentences were looked at.
struct Queue {
    reader: Reader,
    has_ended: bool,
    waiting: VecDeque<Seen>,
    /// How many sentences have left.
    n_gone: u64,
}

struct Seen {
    sentence: Waiting,
    /// Its text, where somebody wanted to know.
    text: Option<SentenceText>,
}

/// A system, and how far it is paired.
struct PairedSystem {
    queue: Queue,
    /// How many waiting sentences of gold and of its own are in windows that were handed out.
    at: TextWindow,
    windows: Vec<TextWindow>,
    /// Windows that are known and come next.
    ahead: VecDeque<TextWindow>,
    realigned: Vec<Realigned>,
}

/// How many characters are looked at to find where two files agree again; it grows to the last.
const LOOK: [usize; 4] = [4 << 10, 32 << 10, 256 << 10, 2 << 20];

/// So many sentences that a system has behind gold's end are handed out at once.
const MOST_EXTRA: usize = 4096;

impl TextPairs {
    pub(crate) fn new(gold: Reader, systems: Vec<Reader>) -> TextPairs {
        let system = |reader| PairedSystem {
            queue: Queue::new(reader),
            at: TextWindow { gold: 0, system: 0 },
            windows: Vec::new(),
            ahead: VecDeque::new(),
            realigned: Vec::new(),
        };
        TextPairs { gold: Queue::new(gold), systems: systems.into_iter().map(system).collect() }
    }

    /// About one [`BLOCK`] of gold, up to a sentence at which windows of all systems end, and what
    /// the systems have there; all are empty at the end.
    pub(crate) fn next(&mut self) -> Result<(Batch, Vec<PairedBatch>)> {
        let (mut end, mut bytes) = (0, 0);
        while bytes < BLOCK && self.gold.reach(end)? {
            bytes += self.gold.waiting[end].sentence.sentence().text.len() + 1;
            end += 1;
        }
        while self.systems.iter().any(|system| system.at.gold < end) {
            for system in &mut self.systems {
                while system.at.gold < end {
                    system.step(&mut self.gold)?;
                }
                end = end.max(system.at.gold);
            }
        }
        if !self.gold.reach(end)? {
            for system in &mut self.systems {
                let mut n = 0;
                while n < MOST_EXTRA && system.step(&mut self.gold)? {
                    n += 1;
                }
            }
        }
        let gold = self.gold.cut(end);
        let cut = |system: &mut PairedSystem| {
            let batch = system.queue.cut(system.at.system);
            system.at = TextWindow { gold: 0, system: 0 };
            PairedBatch { batch, windows: std::mem::take(&mut system.windows) }
        };
        Ok((gold, self.systems.iter_mut().map(cut).collect()))
    }

    /// For each system, where its sentences are not simply gold's.
    pub(crate) fn realigned(self) -> Vec<Vec<Realigned>> {
        self.systems.into_iter().map(|system| system.realigned).collect()
    }
}

impl PairedSystem {
    /// Hands out the next window; false where both files are at their end.
    fn step(&mut self, gold: &mut Queue) -> Result<bool> {
        if self.ahead.is_empty() {
            self.decide(gold)?;
        }
        let Some(window) = self.ahead.pop_front() else { return Ok(false) };
        if window != TextWindow::PAIR {
            self.note(gold, window);
        }
        self.windows.push(window);
        self.at.gold += window.gold;
        self.at.system += window.system;
        Ok(true)
    }

    /// Notes what is not one sentence beside another. An empty line that only one side has is nothing.
    fn note(&mut self, gold: &Queue, window: TextWindow) {
        let is_blank = |queue: &Queue, at: usize| {
            queue.waiting[at].sentence.sentence().text.trim_ascii().is_empty()
        };
        if (window == TextWindow::LOST && is_blank(gold, self.at.gold))
            || (window == TextWindow::EXTRA && is_blank(&self.queue, self.at.system))
        {
            return;
        }
        let new = Realigned {
            gold: gold.n_gone + self.at.gold as u64 + 1,
            n_gold: window.gold as u64,
            system: self.queue.n_gone + self.at.system as u64 + 1,
            n_system: window.system as u64,
        };
        match self.realigned.last_mut() {
            // Several in a row are one gap.
            Some(last)
                if last.kind() == new.kind()
                    && (new.n_gold == 0 || new.n_system == 0)
                    && (last.gold + last.n_gold, last.system + last.n_system)
                        == (new.gold, new.system) =>
            {
                (last.n_gold, last.n_system) =
                    (last.n_gold + new.n_gold, last.n_system + new.n_system);
            }
            _ => self.realigned.push(new),
        }
    }

    /// Finds out about at least one more window, if there is one.
    fn decide(&mut self, gold: &mut Queue) -> Result<()> {
        let TextWindow { gold: i, system: j } = self.at;
        match (gold.reach(i)?, self.queue.reach(j)?) {
            (true, true) if self.is_pair(gold)? => self.ahead.push_back(TextWindow::PAIR),
            (true, true) => self.look_ahead(gold)?,
            (true, false) => self.ahead.push_back(TextWindow::LOST),
            (false, true) => self.ahead.push_back(TextWindow::EXTRA),
            (false, false) => {}
        }
        Ok(())
    }

    /// Whether the next two sentences belong together as far as one can see without looking far: they
    /// are the same text, or something like it with the same text behind.
    fn is_pair(&mut self, gold: &mut Queue) -> Result<bool> {
        let TextWindow { gold: i, system: j } = self.at;
        if same_text((gold, i), (&mut self.queue, j)) {
            return Ok(true);
        }
        let goes_on = match (gold.reach(i + 1)?, self.queue.reach(j + 1)?) {
            (true, true) => same_text((gold, i + 1), (&mut self.queue, j + 1)),
            (false, false) => true,
            _ => false,
        };
        let (ours, theirs) = (gold.characters(i), self.queue.characters(j));
        let max_edits = (ours.len() + theirs.len()) / 2;
        Ok(goes_on && (theirs.is_empty() || either_way(ours, theirs, max_edits).is_some()))
    }

    /// Reads on until it is clear how the next sentences belong together.
    fn look_ahead(&mut self, gold: &mut Queue) -> Result<()> {
        let TextWindow { gold: i, system: j } = self.at;
        for look in LOOK {
            let (ours, theirs) = (gold.look(i, look)?, self.queue.look(j, look)?);
            let all = (ours.ends.len(), theirs.ends.len());
            let has_ended = gold.has_ended && i + all.0 == gold.waiting.len();
            let ends = (has_ended, self.queue.has_ended && j + all.1 == self.queue.waiting.len());
            let agreed = common_start((&ours, ends.0), (&theirs, ends.1));
            let is_certain = agreed.is_some_and(|(_, met)| met == Meeting::Certain);
            let is_last = ends == (true, true) || look == LOOK[LOOK.len() - 1];
            if !is_certain && !is_last {
                let mut found = windows((&ours, all.0), (&theirs, all.1));
                // Any two texts have some sentences that are alike; and what is cut off at the end of
                // the look is not known well.
                let shorter = ours.characters.len().min(theirs.characters.len());
                let is_related = 2 * found.n_shared >= shorter;
                found.all.truncate(found.n_certain);
                if is_related && !found.all.is_empty() {
                    self.ahead.extend(found.all);
                    return Ok(());
                }
                continue;
            }
            let (n_gold, n_system) = agreed.map_or(all, |(places, _)| places);
            self.ahead.extend(windows((&ours, n_gold), (&theirs, n_system)).all);
            return Ok(());
        }
        Ok(())
    }
}

/// Whether two sentences have the same text, however it is cut into words.
fn same_text((gold, i): (&mut Queue, usize), (system, j): (&mut Queue, usize)) -> bool {
    let is_same = {
        let ours = TreeWords::of(gold.waiting[i].sentence.sentence().text);
        ours.eq(TreeWords::of(system.waiting[j].sentence.sentence().text))
    };
    is_same || gold.characters(i) == system.characters(j)
}

/// The nearest sentence whose text stands at the start of a sentence in both files, as it does of those behind it: how
/// many of either come before it, and how sure that is. Of each side it is known whether nothing follows.
fn common_start(
    gold: (&Stretch, bool),
    system: (&Stretch, bool),
) -> Option<((usize, usize), Meeting)> {
    let mut starts: HashMap<&[u32], usize> = HashMap::new();
    for (n, key, _) in keys(system) {
        starts.entry(key).or_insert(n);
    }
    let both =
        || keys(gold).filter_map(|(i, key, is_end)| Some((i, *starts.get(key)?, key, is_end)));
    let meetings = Meetings::new(&both().map(|(i, j, ..)| (i, j)).collect::<Vec<_>>());
    let met = |(i, j, key, is_end)| {
        let met = if is_end { Meeting::Certain } else { meetings.of(i, j) };
        (i, j, met, key)
    };
    let found: Vec<Start<'_>> = both().map(met).filter(|(i, j, ..)| (*i, *j) != (0, 0)).collect();
    let nearest = found.iter().min_by_key(|it| (it.2, distance(it)))?;
    let n_behind = |it: &&Start<'_>| meetings.n_behind(it.0, it.1);
    let others = found.iter().filter(|it| {
        it.2 == Meeting::Certain && contradict(&[it.0, it.1], &[nearest.0, nearest.1])
    });
    let better = others.filter(|it| n_behind(it) > n_behind(&nearest));
    let best = better.max_by_key(|it| (n_behind(it), Reverse(distance(it))));
    let (i, j, met, _) = best.unwrap_or(nearest);
    Some(((*i, *j), *met))
}

/// A place where two files may go on alike: how many sentences of each come before it, and the text behind.
type Start<'k> = (usize, usize, Meeting, &'k [u32]);

/// Of starts that are as near, the one before which both have about as many sentences comes first: the same
/// sentence may stand again a little later. Then by the text, so that it is the same for both sides.
fn distance<'k>((i, j, _, key): &Start<'k>) -> (usize, usize, &'k [u32]) {
    (i + j, *i.max(j), key)
}

/// Each sentence with words, by its number, with the text that must follow for files to agree, and whether that is
/// all that follows.
fn keys((stretch, has_ended): (&Stretch, bool)) -> impl Iterator<Item = (usize, &[u32], bool)> {
    let mut start = 0;
    stretch.ends.iter().enumerate().filter_map(move |(n, &end)| {
        let rest = &stretch.characters[start..];
        let has_words = end > start;
        start = end;
        let is_end = rest.len() < AGREEMENT;
        (has_words && (has_ended || !is_end))
            .then(|| (n, &rest[..rest.len().min(AGREEMENT)], is_end))
    })
}

impl Queue {
    fn new(reader: Reader) -> Queue {
        Queue { reader, has_ended: false, waiting: VecDeque::new(), n_gone: 0 }
    }

    /// Reads on until there is a sentence number `n`, the first being 0; false at the end.
    fn reach(&mut self, n: usize) -> Result<bool> {
        while self.waiting.len() <= n && !self.has_ended {
            match self.reader.next_waiting()? {
                Some(sentence) => self.waiting.push_back(Seen { sentence, text: None }),
                None => self.has_ended = true,
            }
        }
        Ok(n < self.waiting.len())
    }

    /// The characters of a sentence that waits.
    fn characters(&mut self, n: usize) -> &[u32] {
        &self.text(n).characters
    }

    fn text(&mut self, n: usize) -> &SentenceText {
        let Seen { sentence, text } = &mut self.waiting[n];
        text.get_or_insert_with(|| text_of(sentence.sentence()))
    }

    /// The sentences from one on, until they have so many characters.
    fn look(&mut self, from: usize, n_characters: usize) -> Result<Stretch> {
        let mut stretch = Stretch::default();
        let mut at = from;
        while stretch.characters.len() < n_characters && self.reach(at)? {
            stretch.push(self.text(at));
            at += 1;
        }
        // Whether the file goes on is known only when somebody has tried.
        self.reach(at)?;
        Ok(stretch)
    }

    /// Takes the first `n` sentences.
    fn cut(&mut self, n: usize) -> Batch {
        let mut batch = Batch::default();
        for seen in self.waiting.drain(..n) {
            batch.push_waiting(seen.sentence);
        }
        self.n_gone += n as u64;
        batch
    }
}

fn text_of(sentence: Sentence<'_>) -> SentenceText {
    let mut text = SentenceText::default();
    let mut push = |word: &[u8]| {
        push_characters(word, &mut text.characters);
        text.word_ends.push(text.characters.len());
    };
    match sentence.held_tree() {
        Some((tree, _)) => {
            tree.leaves().filter(|(tag, _)| *tag != TRACE).for_each(|(_, word)| push(word));
        }
        None => TreeWords::of(sentence.text).for_each(push),
    }
    text
}
