//! Texts that differ: places that both share.
//!
//! Both texts are laid over one line of places. What is the same on both sides has the same
//! places; where one side has other characters, both have the same stretch; what only one side has
//! takes places that the other passes over. Then tokens and sentences have spans again that can be
//! compared as if the texts were the same.

use crate::formats::script::{Hunk, difference};
use crate::metrics::dependencies::side::Side;

/// Puts both sides over the same places; false if they have less than half in common, or if it
/// would take too long to find out.
pub(super) fn share(gold: &mut Side, system: &mut Side) -> bool {
    let wide = |text: &[u8]| -> Vec<u32> { text.iter().map(|byte| u32::from(*byte)).collect() };
    let max_edits = (gold.text.len() + system.text.len()) / 2;
    let Some(hunks) = difference(&wide(&gold.text), &wide(&system.text), max_edits) else {
        return false;
    };
    place(&mut gold.bounds, &hunks, |hunk| (hunk.gold.start, hunk.gold.end));
    place(&mut system.bounds, &hunks, |hunk| (hunk.system.start, hunk.system.end));
    true
}

/// Moves bounds from one text to the shared places.
fn place(bounds: &mut [(u32, u32)], hunks: &[Hunk], side: impl Fn(&Hunk) -> (usize, usize)) {
    // Starts lie behind what only the other side has, ends before it.
    let mut starts = Line::new(hunks, &side);
    let mut ends = Line::new(hunks, &side);
    for (start, end) in bounds {
        *start = starts.place(*start as usize, |at, hunk_start| at >= hunk_start);
        *end = ends.place(*end as usize, |at, hunk_start| at > hunk_start);
    }
}

/// The places for ascending offsets of one text.
struct Line<'h, F> {
    hunks: &'h [Hunk],
    side: F,
    /// How much further the places are than the text, from the last hunk passed on.
    surplus: usize,
}

impl<'h, F: Fn(&Hunk) -> (usize, usize)> Line<'h, F> {
    fn new(hunks: &'h [Hunk], side: F) -> Line<'h, F> {
        Line { hunks, side, surplus: 0 }
    }

    fn place(&mut self, at: usize, is_reached: impl Fn(usize, usize) -> bool) -> u32 {
        while let [hunk, rest @ ..] = self.hunks {
            let (start, end) = (self.side)(hunk);
            if !is_reached(at, start) || at < end {
                break;
            }
            let width = hunk.gold.len().max(hunk.system.len());
            self.surplus += width - (end - start);
            self.hunks = rest;
        }
        (at + self.surplus) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of tokens that are separated by blanks.
    fn places(gold: &str, system: &str) -> [Vec<(u32, u32)>; 2] {
        let side = |text: &str| {
            let mut side = Side::default();
            for token in text.split(' ') {
                let start = side.text.len() as u32;
                side.text.extend_from_slice(token.as_bytes());
                side.bounds.push((start, side.text.len() as u32));
            }
            side
        };
        let (mut gold, mut system) = (side(gold), side(system));
        assert!(share(&mut gold, &mut system));
        [gold.bounds, system.bounds]
    }

    #[test]
    fn equal_texts_keep_their_places() {
        let [gold, system] = places("the cats", "thecats");
        assert_eq!((gold, system), (vec![(0, 3), (3, 7)], vec![(0, 7)]));
    }

    #[test]
    fn other_characters_take_the_same_places() {
        let [gold, system] = places("he said `` no", "he said \" no");
        assert_eq!(gold, [(0, 2), (2, 6), (6, 8), (8, 10)]);
        assert_eq!(system, gold);
    }

    #[test]
    fn what_one_side_has_alone_is_passed_over_by_the_other() {
        let [gold, system] = places("we saw cats", "we saw big cats");
        assert_eq!(gold, [(0, 2), (2, 5), (8, 12)]);
        assert_eq!(system, [(0, 2), (2, 5), (5, 8), (8, 12)]);
        let [gold, system] = places("we saw big cats", "we saw cats");
        assert_eq!(gold, [(0, 2), (2, 5), (5, 8), (8, 12)]);
        assert_eq!(system, [(0, 2), (2, 5), (8, 12)]);
    }
}
