//! Which sentences of two texts belong together, where the texts differ or end their sentences in
//! different places.

use std::ops::Range;

use crate::formats::script::{Hunk, either_way};

/// As many sentences of gold as are compared together with so many of a system. Nearly always one
/// with one; none where the other side has nothing to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextWindow {
    pub(crate) gold: usize,
    pub(crate) system: usize,
}

impl TextWindow {
    pub(crate) const PAIR: TextWindow = TextWindow { gold: 1, system: 1 };
    pub(crate) const LOST: TextWindow = TextWindow { gold: 1, system: 0 };
    pub(crate) const EXTRA: TextWindow = TextWindow { gold: 0, system: 1 };
}

/// The text of a sentence.
#[derive(Debug, Default)]
pub(super) struct SentenceText {
    pub(super) characters: Vec<u32>,
    /// Where each word ends.
    pub(super) word_ends: Vec<usize>,
}

/// Some sentences of a file: their characters, and where each word and each sentence ends.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    pub(super) characters: Vec<u32>,
    pub(super) ends: Vec<usize>,
    word_ends: Vec<usize>,
}

impl Stretch {
    pub(super) fn push(&mut self, sentence: &SentenceText) {
        let before = self.characters.len();
        self.characters.extend_from_slice(&sentence.characters);
        self.word_ends.extend(sentence.word_ends.iter().map(|end| before + end));
        self.ends.push(self.characters.len());
    }

    /// Some of its sentences.
    fn part(&self, sentences: Range<usize>) -> Part<'_> {
        let end = |n: usize| n.checked_sub(1).map_or(0, |last| self.ends[last]);
        let (from, to) = (end(sentences.start), end(sentences.end));
        let words = self.word_ends.partition_point(|end| *end <= from)
            ..self.word_ends.partition_point(|end| *end <= to);
        let shifted = |ends: &[usize]| ends.iter().map(|end| end - from).collect();
        Part {
            characters: &self.characters[from..to],
            ends: shifted(&self.ends[sentences]),
            word_ends: shifted(&self.word_ends[words]),
        }
    }
}

/// Sentences that are looked at: places are counted from the first of them.
struct Part<'s> {
    characters: &'s [u32],
    ends: Vec<usize>,
    word_ends: Vec<usize>,
}

impl Part<'_> {
    /// Each word as a number.
    fn words(&self) -> Vec<u32> {
        let mut start = 0;
        let number = |&end: &usize| {
            let word = &self.characters[start..end];
            start = end;
            // Two words with one number are rare, and do no harm among others.
            word.iter().fold(0x811C_9DC5, |hash: u32, character| {
                (hash ^ character).wrapping_mul(0x0100_0193).rotate_left(5)
            })
        };
        self.word_ends.iter().map(number).collect()
    }
}

/// How sentences belong together, as windows one after the other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) all: Vec<TextWindow>,
    /// How many of them stand before the last that has text of both sides. What comes behind may
    /// turn out otherwise when more is known.
    pub(super) n_certain: usize,
    /// How many characters are shared by sentences that belong together.
    pub(super) n_shared: usize,
}

/// Two texts have at least such a stretch in common where they are the same text: single letters
/// are in any two.
const LEAST: usize = 4;

/// Finds the windows of the first sentences of two files, so many of each.
///
/// Two sentences belong together if they share half of the shorter one's characters, by a shortest
/// edit script; where the texts are the same throughout, whatever they share. The script is one of
/// words, which are few, and where these find nothing one of characters, as other tokenisers may have
/// other words. Sentences that are left are in pairs if both sides have as many, so that others can
/// say how they differ; otherwise each stands alone.
pub(super) fn windows(gold: (&Stretch, usize), system: (&Stretch, usize)) -> Windows {
    let (ours, theirs) = (gold.0.part(0..gold.1), system.0.part(0..system.1));
    let mut found = Windows { all: Vec::new(), n_certain: 0, n_shared: 0 };
    let between = |found: &mut Windows, ours: Range<usize>, theirs: Range<usize>| {
        let n = (ours.len(), theirs.len());
        let by_characters = match n {
            (0, _) | (_, 0) | (1, 1) => Vec::new(),
            _ => groups_by(&gold.0.part(ours), &system.0.part(theirs), Unit::Characters),
        };
        found.add_groups(by_characters, n);
    };
    let (mut i, mut j) = (0, 0);
    for group in groups_by(&ours, &theirs, Unit::Words) {
        between(&mut found, i..group.gold.0, j..group.system.0);
        found.add(&group);
        (i, j) = (group.gold.1, group.system.1);
    }
    between(&mut found, i..gold.1, j..system.1);
    found
}

impl Windows {
    /// Groups, and what stands around them; there are so many sentences in all.
    fn add_groups(&mut self, groups: Vec<Group>, (n_gold, n_system): (usize, usize)) {
        let (mut i, mut j) = (0, 0);
        for group in groups {
            self.add_strangers(group.gold.0 - i, group.system.0 - j);
            self.add(&group);
            (i, j) = (group.gold.1, group.system.1);
        }
        self.add_strangers(n_gold - i, n_system - j);
    }

    fn add(&mut self, group: &Group) {
        self.n_certain = self.all.len();
        self.n_shared += group.n_shared;
        self.all.push(group.window());
    }

    /// Sentences that have nothing in common.
    fn add_strangers(&mut self, n_gold: usize, n_system: usize) {
        if n_gold == n_system {
            self.all.extend((0..n_gold).map(|_| TextWindow::PAIR));
        } else {
            self.all.extend((0..n_gold).map(|_| TextWindow::LOST));
            self.all.extend((0..n_system).map(|_| TextWindow::EXTRA));
        }
    }
}

/// Sentences that belong together, from the first to behind the last.
struct Group {
    gold: (usize, usize),
    system: (usize, usize),
    n_shared: usize,
}

impl Group {
    fn window(&self) -> TextWindow {
        TextWindow { gold: self.gold.1 - self.gold.0, system: self.system.1 - self.system.0 }
    }
}

/// What a script is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Words,
    Characters,
}

/// Which sentences belong together; none where that would take too long to find out.
fn groups_by(ours: &Part<'_>, theirs: &Part<'_>, unit: Unit) -> Vec<Group> {
    let hunks = match unit {
        _ if ours.characters == theirs.characters => Some(Vec::new()),
        Unit::Characters => {
            let most = ours.characters.len() + theirs.characters.len();
            either_way(ours.characters, theirs.characters, most)
        }
        Unit::Words => {
            let most = ours.word_ends.len() + theirs.word_ends.len();
            let hunks = either_way(&ours.words(), &theirs.words(), most);
            let place = |ends: &[usize], n: usize| n.checked_sub(1).map_or(0, |last| ends[last]);
            let placed = |ends: &[usize], range: &Range<usize>| {
                place(ends, range.start)..place(ends, range.end)
            };
            let in_characters = |hunk: Hunk| Hunk {
                gold: placed(&ours.word_ends, &hunk.gold),
                system: placed(&theirs.word_ends, &hunk.system),
            };
            hunks.map(|hunks| hunks.into_iter().map(in_characters).collect())
        }
    };
    hunks.map_or(Vec::new(), |hunks| groups(&hunks, &ours.ends, &theirs.ends))
}

fn groups(hunks: &[Hunk], gold_ends: &[usize], system_ends: &[usize]) -> Vec<Group> {
    let is_same = hunks.is_empty();
    let length = |ends: &[usize], at: usize| ends[at] - at.checked_sub(1).map_or(0, |at| ends[at]);
    let mut found: Vec<Group> = Vec::new();
    for Shared { gold: i, system: j, n } in shared(hunks, gold_ends, system_ends) {
        let shorter = length(gold_ends, i).min(length(system_ends, j));
        if !is_same && 2 * n < shorter {
            continue;
        }
        match found.last_mut() {
            // What is shared stands in order, so a sentence that is there again is the last one.
            Some(last) if i < last.gold.1 || j < last.system.1 => {
                (last.gold.1, last.system.1) = (i + 1, j + 1);
                last.n_shared += n;
            }
            _ => found.push(Group { gold: (i, i + 1), system: (j, j + 1), n_shared: n }),
        }
    }
    found
}

/// How many characters two sentences have in common.
struct Shared {
    gold: usize,
    system: usize,
    n: usize,
}

fn shared(hunks: &[Hunk], gold_ends: &[usize], system_ends: &[usize]) -> Vec<Shared> {
    let end = |ends: &[usize]| ends.last().copied().unwrap_or(0);
    let last =
        Hunk { gold: end(gold_ends)..end(gold_ends), system: end(system_ends)..end(system_ends) };
    let mut found: Vec<Shared> = Vec::new();
    let (mut i, mut j) = (0, 0);
    let (mut at, mut other) = (0, 0);
    for hunk in hunks.iter().chain([&last]) {
        let to = hunk.gold.start;
        // A short sentence may be all that is the same.
        let whole = |ends: &[usize], from: usize, to: usize| {
            let is_end = |at: usize| at == 0 || ends.binary_search(&at).is_ok();
            is_end(from) && is_end(to)
        };
        let is_whole = whole(gold_ends, at, to) || whole(system_ends, other, hunk.system.start);
        let counts = to - at >= LEAST || is_whole || hunks.is_empty();
        while at < to {
            while gold_ends[i] <= at {
                i += 1;
            }
            while system_ends[j] <= other {
                j += 1;
            }
            let n = (to - at).min(gold_ends[i] - at).min(system_ends[j] - other);
            if counts {
                match found.last_mut() {
                    Some(last) if (last.gold, last.system) == (i, j) => last.n += n,
                    _ => found.push(Shared { gold: i, system: j, n }),
                }
            }
            (at, other) = (at + n, other + n);
        }
        (at, other) = (hunk.gold.end, hunk.system.end);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(sentences: &str) -> Stretch {
        let mut stretch = Stretch::default();
        for sentence in sentences.split('|') {
            let mut text = SentenceText::default();
            for word in sentence.split(' ') {
                text.characters.extend(word.chars().map(u32::from));
                text.word_ends.push(text.characters.len());
            }
            stretch.push(&text);
        }
        stretch
    }

    /// Windows as how many sentences both sides have in each.
    fn show(gold: &str, system: &str) -> String {
        let (gold, system) = (stretch(gold), stretch(system));
        let found = windows((&gold, gold.ends.len()), (&system, system.ends.len()));
        let shown = |window: &TextWindow| format!("{}-{}", window.gold, window.system);
        found.all.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sentences_are_found_by_what_they_say() {
        let gold = "dogs bark at night|the postman fears them|nobody else does";
        assert_eq!(show(gold, gold), "1-1 1-1 1-1");
        assert_eq!(show(gold, "dogs bark at night|nobody else does"), "1-1 1-0 1-1");
        let joined = "dogs bark at night the postman fears them|nobody else does";
        assert_eq!(show(gold, joined), "2-1 1-1");
        assert_eq!(show(joined, gold), "1-2 1-1");
        let extra = "dogs bark at night|here is my answer|the postman fears them|nobody else does";
        assert_eq!(show(gold, extra), "1-1 0-1 1-1 1-1");
        let moved = "dogs bark at|night the postman fears them|nobody else does";
        assert_eq!(show(gold, moved), "2-2 1-1");
        let invented = "dogs bark loudly at night|the postman fears them|nobody else does it";
        assert_eq!(show(gold, invented), "1-1 1-1 1-1");
        let both = "dogs bark loudly at night the postman fears|nobody does";
        assert_eq!(show(gold, both), "2-1 1-1");
        // Other words, or none: letters are enough.
        let letters = "d o g s b a r k a t n i g h t|t h e p o s t m a n f e a r s t h e m";
        assert_eq!(show(gold, letters), "1-1 1-1 1-0");
        assert_eq!(show(letters, "dogsbarkatnightthepostman fearsthem"), "2-1");
    }

    #[test]
    fn strangers_are_in_pairs_where_both_sides_have_as_many() {
        assert_eq!(show("dogs bark|go", "prices fell|hm"), "1-1 1-1");
        assert_eq!(show("dogs bark|go|away", "prices fell"), "1-0 1-0 1-0 0-1");
        assert_eq!(show("dogs bark at night|yes", "yes"), "1-0 1-1");
    }
}
