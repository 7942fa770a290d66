//! Which words of two texts belong together.

use crate::formats::conllu::{push_folded, push_visible};
use crate::formats::script::difference;
use crate::metrics::dependencies::side::{NONE, Side};
use crate::structures::graph::{Graph, Word};

/// Words that belong together.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// Words of gold and of the system, in order.
    pub pairs: Vec<(u32, u32)>,
    /// For each word of the system its partner, or [`NONE`].
    pub partners: Vec<u32>,
}

/// How many pairs of words are compared in one stretch of multiword tokens; beyond, words that
/// stand between equal ones stay alone.
const MOST_PAIRS: usize = 1 << 22;

/// One side: its graph, and where its tokens are.
#[derive(Clone, Copy)]
pub(super) struct PlacedSide<'a, 's> {
    pub graph: &'a Graph<'s>,
    pub side: &'a Side,
}

impl PlacedSide<'_, '_> {
    fn len(self) -> usize {
        self.graph.words().len()
    }

    /// A word in lower case. White space is taken out of tokens and stays in their words.
    fn lower_case(self, index: usize) -> String {
        let word = &self.graph.words()[index];
        let form = self.graph.slice(word.form);
        let mut visible = Vec::new();
        if self.side.is_folded {
            push_folded(form, &mut visible);
        } else if !self.token(word).1 {
            push_visible(form, &mut visible);
        } else {
            visible.extend_from_slice(form);
        }
        String::from_utf8_lossy(&visible).to_lowercase()
    }

    fn token(self, word: &Word) -> ((u32, u32), bool) {
        let token = word.token as usize;
        (self.side.bounds[token], self.graph.tokens()[token].is_multiword)
    }

    /// The place of a word's token, and whether that token has several words.
    fn place(self, index: usize) -> ((u32, u32), bool) {
        self.token(&self.graph.words()[index])
    }

    /// Whether a word lies behind a stretch of multiword tokens that ends here.
    fn is_beyond(self, index: usize, end: u32) -> bool {
        self.graph.words().get(index).is_none_or(|word| match self.token(word) {
            ((start, _), true) => start >= end,
            ((_, word_end), false) => word_end > end,
        })
    }
}

impl Alignment {
    /// Aligns words as the UD scorer does: by their places in the text; and where a token of
    /// either side has several words, by a longest common subsequence of the words in the smallest
    /// stretch of text that such tokens do not stick out of.
    pub(crate) fn align(&mut self, gold: PlacedSide<'_, '_>, system: PlacedSide<'_, '_>) {
        self.pairs.clear();
        self.partners.clear();
        self.partners.resize(system.len(), NONE);
        let (mut g, mut s) = (0, 0);
        while g < gold.len() && s < system.len() {
            let (ours, ours_multiword) = gold.place(g);
            let (theirs, theirs_multiword) = system.place(s);
            if ours_multiword || theirs_multiword {
                (g, s) = self.stretch(gold, system, g, s);
            } else if ours == theirs {
                self.push(g, s);
                g += 1;
                s += 1;
            } else if ours.0 <= theirs.0 {
                g += 1;
            } else {
                s += 1;
            }
        }
    }

    fn push(&mut self, g: usize, s: usize) {
        self.pairs.push((g as u32, s as u32));
        self.partners[s] = g as u32;
    }

    /// Aligns the words of a stretch with multiword tokens; returns where it ends on both sides.
    fn stretch(
        &mut self,
        gold: PlacedSide<'_, '_>,
        system: PlacedSide<'_, '_>,
        mut g: usize,
        mut s: usize,
    ) -> (usize, usize) {
        let (ours, ours_multiword) = gold.place(g);
        let (theirs, theirs_multiword) = system.place(s);
        let mut end = if ours_multiword { ours.1 } else { theirs.1 };
        if ours_multiword && !theirs_multiword && theirs.0 < ours.0 {
            s += 1;
        } else if !ours_multiword && ours.0 < theirs.0 {
            g += 1;
        }
        let (first_g, first_s) = (g, s);
        while !gold.is_beyond(g, end) || !system.is_beyond(s, end) {
            let is_gold =
                g < gold.len() && (s >= system.len() || gold.place(g).0.0 <= system.place(s).0.0);
            let (place, is_multiword) = if is_gold { gold.place(g) } else { system.place(s) };
            if is_multiword {
                end = end.max(place.1);
            }
            *(if is_gold { &mut g } else { &mut s }) += 1;
        }
        if g > first_g && s > first_s {
            self.subsequence(gold, system, (first_g, g), (first_s, s));
        }
        (g, s)
    }

    /// Pairs words that are the same but for capitals, as many as possible in order.
    fn subsequence(
        &mut self,
        gold: PlacedSide<'_, '_>,
        system: PlacedSide<'_, '_>,
        (first_g, last_g): (usize, usize),
        (first_s, last_s): (usize, usize),
    ) {
        let (n, m) = (last_g - first_g, last_s - first_s);
        // Numbers for forms, so that each is made lower case once.
        let mut forms: Vec<String> = Vec::with_capacity(n + m);
        forms.extend((first_g..last_g).map(|at| gold.lower_case(at)));
        forms.extend((first_s..last_s).map(|at| system.lower_case(at)));
        let (ours, theirs) = forms.split_at(n);
        if n.saturating_mul(m) > MOST_PAIRS {
            self.bounded(ours, theirs, first_g, first_s);
            return;
        }
        // longest[g][s] is the length of a longest common subsequence from there on.
        let width = m + 1;
        let mut longest = vec![0u32; (n + 1) * width];
        for g in (0..n).rev() {
            for s in (0..m).rev() {
                longest[g * width + s] = if ours[g] == theirs[s] {
                    1 + longest[(g + 1) * width + s + 1]
                } else {
                    longest[(g + 1) * width + s].max(longest[g * width + s + 1])
                };
            }
        }
        let (mut g, mut s) = (0, 0);
        while g < n && s < m {
            if ours[g] == theirs[s] {
                self.push(first_g + g, first_s + s);
                g += 1;
                s += 1;
            } else if longest[g * width + s] == longest[(g + 1) * width + s] {
                g += 1;
            } else {
                s += 1;
            }
        }
    }

    /// The same for very many words, with work that does not grow with their product.
    fn bounded(&mut self, ours: &[String], theirs: &[String], first_g: usize, first_s: usize) {
        let mut all: Vec<&str> = ours.iter().chain(theirs).map(String::as_str).collect();
        all.sort_unstable();
        all.dedup();
        let number =
            |form: &String| all.binary_search(&form.as_str()).expect("all forms are listed") as u32;
        let ours: Vec<u32> = ours.iter().map(number).collect();
        let theirs: Vec<u32> = theirs.iter().map(number).collect();
        let Some(hunks) = difference(&ours, &theirs, ours.len() + theirs.len()) else { return };
        let (mut g, mut s) = (0, 0);
        let ends = hunks.iter().map(|hunk| (hunk.gold.clone(), hunk.system.clone()));
        for (gold, system) in ends.chain([(ours.len()..ours.len(), theirs.len()..theirs.len())]) {
            while g < gold.start {
                self.push(first_g + g, first_s + s);
                g += 1;
                s += 1;
            }
            (g, s) = (gold.end, system.end);
        }
    }
}

/// How many spans both sides have. Neither list has two with the same start.
pub(super) fn common_spans(
    gold: &[(u32, u32)],
    system: &[(u32, u32)],
    mut found: impl FnMut(usize, usize),
) {
    let (mut g, mut s) = (0, 0);
    while g < gold.len() && s < system.len() {
        match gold[g].0.cmp(&system[s].0) {
            std::cmp::Ordering::Less => g += 1,
            std::cmp::Ordering::Greater => s += 1,
            std::cmp::Ordering::Equal => {
                if gold[g].1 == system[s].1 {
                    found(g, s);
                }
                g += 1;
                s += 1;
            }
        }
    }
}
