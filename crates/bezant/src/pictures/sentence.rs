//! A sentence's words and arcs, as a tree of lines.

use std::collections::{BTreeSet, VecDeque};

use crate::pictures::painted::{Line, Role, visible};

/// A sentence to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnSentence<'a> {
    /// Its words.
    pub words: Vec<DrawnWord<'a>>,
    /// What holds them together.
    pub arcs: Vec<DrawnArc<'a>>,
}

/// A word to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnWord<'a> {
    /// As it is written.
    pub form: &'a str,
    /// Its tag; empty if it has none.
    pub tag: &'a str,
    /// Whether it is one to look at.
    pub is_marked: bool,
}

/// An arc to be drawn, between words by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnArc<'a> {
    /// What it is called.
    pub label: &'a str,
    /// Where it comes from; nowhere if that is the root.
    pub governor: Option<usize>,
    /// Where it leads.
    pub dependent: usize,
}

/// Nobody looks at a drawing of more words.
const MOST_DRAWN: usize = 400;

/// Where each word hangs: on the governor that is nearest to a root.
fn tree(sentence: &DrawnSentence<'_>) -> (Vec<Option<usize>>, Vec<usize>) {
    let n = sentence.words.len();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut is_governed = vec![false; n];
    let mut roots = BTreeSet::new();
    for (at, arc) in sentence.arcs.iter().enumerate().filter(|(_, arc)| arc.dependent < n) {
        match arc.governor {
            None => {
                roots.insert(arc.dependent);
            }
            Some(governor) if governor < n => {
                below[governor].push(at);
                is_governed[arc.dependent] = true;
            }
            Some(_) => {}
        }
    }
    let mut up: Vec<Option<usize>> = vec![None; n];
    let mut is_placed: Vec<bool> = (0..n).map(|word| roots.contains(&word)).collect();
    let mut waiting: VecDeque<usize> = roots.into_iter().collect();
    // Where no root leads, words that nothing governs are tops; of a circle it is the first word.
    let mut tops = (0..n).filter(|word| !is_governed[*word]).chain(0..n);
    loop {
        while let Some(word) = waiting.pop_front() {
            for arc in &below[word] {
                let dependent = sentence.arcs[*arc].dependent;
                if !std::mem::replace(&mut is_placed[dependent], true) {
                    up[dependent] = Some(*arc);
                    waiting.push_back(dependent);
                }
            }
        }
        let Some(top) = tops.find(|word| !is_placed[*word]) else { break };
        is_placed[top] = true;
        waiting.push_back(top);
    }
    // Prepositions that went into a name, and punctuation, have no place in the tree.
    let mut has_place = vec![sentence.arcs.is_empty(); n];
    for arc in &sentence.arcs {
        for word in arc.governor.into_iter().chain([arc.dependent]) {
            has_place.get_mut(word).into_iter().for_each(|place| *place = true);
        }
    }
    let tops = (0..n).filter(|word| up[*word].is_none() && has_place[*word]).collect();
    (up, tops)
}

impl DrawnSentence<'_> {
    /// What is said instead of a drawing that is too large.
    fn too_long(&self) -> Option<String> {
        let n = self.words.len();
        (n > MOST_DRAWN).then(|| format!("{n} words, too many to draw"))
    }

    /// One line a word, under what it hangs on, and the numbers of arcs that the tree has no room
    /// for.
    pub(crate) fn lines(&self) -> (Vec<Line>, Vec<usize>) {
        if let Some(instead) = self.too_long() {
            return (vec![Line::of(Role::Dim, &instead)], Vec::new());
        }
        let (up, tops) = tree(self);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); up.len()];
        for (word, arc) in up.iter().enumerate() {
            if let Some(governor) = arc.and_then(|arc| self.arcs[arc].governor) {
                children[governor].push(word);
            }
        }
        let mut lines = Vec::new();
        let mut waiting: Vec<(usize, String, String)> =
            tops.iter().rev().map(|top| (*top, String::new(), String::new())).collect();
        while let Some((word, lead, below)) = waiting.pop() {
            let mut line = Line::default();
            line.push(Role::Dim, &lead);
            if let Some(arc) = up[word] {
                line.push(Role::Dim, &format!("{} ", self.arcs[arc].label));
            }
            let found = &self.words[word];
            line.push(if found.is_marked { Role::Strong } else { Role::Plain }, found.form);
            if !found.tag.is_empty() {
                line.push(Role::Dim, &format!("/{}", found.tag));
            }
            lines.push(line);
            let last = children[word].len();
            for (n, child) in children[word].iter().enumerate().rev() {
                let (turn, next) =
                    if n + 1 == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                waiting.push((*child, format!("{below}{turn}"), format!("{below}{next}")));
            }
        }
        let used: BTreeSet<usize> = up.iter().flatten().copied().collect();
        let is_left = |at: &usize| !used.contains(at) && self.arcs[*at].governor.is_some();
        (lines, (0..self.arcs.len()).filter(is_left).collect())
    }
}

/// Text that may stand in HTML and in SVG, where control characters and what is no character may not.
pub(crate) fn escape(text: &str) -> String {
    let text = visible(text).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}");
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
