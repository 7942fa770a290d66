//! Whether heads make a tree.

use crate::formats::conllu::{ColumnFaultKind, Roots};
use crate::structures::graph::Word;

/// Memory for one sentence.
#[derive(Debug, Default)]
pub(super) struct TreeCheck {
    /// Where the head of each word stands in the text.
    pub places: Vec<u32>,
    /// On which walk up a word was met; 0 is never.
    walks: Vec<u32>,
}

impl TreeCheck {
    /// The first word of a sentence with which something is wrong. Heads count in the sentence,
    /// from 1, and are words of it, or 0.
    pub(super) fn check(
        &mut self,
        words: &[Word],
        roots: Roots,
    ) -> Option<(usize, ColumnFaultKind)> {
        if roots == Roots::Any {
            return None;
        }
        let mut tops = words.iter().enumerate().filter(|(_, word)| word.head == 0);
        match (tops.next(), tops.next()) {
            (None, _) => return Some((0, ColumnFaultKind::NoRoot)),
            (Some(_), Some((second, _))) if roots == Roots::One => {
                return Some((second, ColumnFaultKind::SeveralRoots));
            }
            _ => {}
        }
        self.walks.clear();
        self.walks.resize(words.len(), 0);
        for start in 0..words.len() {
            let walk = start as u32 + 1;
            let mut at = start;
            // Each word is walked over once, so this is linear.
            while self.walks[at] == 0 {
                self.walks[at] = walk;
                match words[at].head {
                    0 => break,
                    head => at = head as usize - 1,
                }
                if self.walks[at] == walk {
                    return Some((at, ColumnFaultKind::Cycle));
                }
            }
        }
        None
    }
}
