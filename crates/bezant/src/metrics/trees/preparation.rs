//! From a tree to the words and brackets that count, by EVALB's rules.

mod scattered;
mod trivial;

pub(crate) use crate::kinds::Outer;
pub(crate) use scattered::{Deleted, Nesting};

use crate::formats::export;
use crate::metric::Size;
use crate::metrics::trees::functions::full_label;
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// A sentence as it is compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prepared {
    /// Words that take a position.
    pub(crate) words: Vec<CountedWord>,
    /// Every phrase in pre-order, dropped ones too.
    pub(crate) phrases: Vec<Phrase>,
    /// The brackets that count, in pre-order: by start, then the wider one first.
    pub(crate) brackets: Vec<Bracket>,
    /// Quotation marks that may have to be put back.
    pub(crate) quotes: Vec<Quote>,
    /// Words of the tree, without those that do not count in its length.
    pub(crate) length: u32,
    /// No bracket ends behind this position. Positions are counted in words or, where two
    /// sentences had to be aligned, in characters.
    pub(crate) positions: u32,
    kept_before: Vec<u32>,
    /// Where each node stands, if its place was given to it.
    placed: Vec<(u32, u32)>,
    /// What is known of the words under phrases where they need not be next to each other.
    pub(crate) scattered: Scattered,
    /// The places of words that count and that the other side does not have; some places are only
    /// for these.
    pub(crate) unpaired: Vec<(u32, u32)>,
    /// For each place, how many before it both sides have; nothing where they have all.
    pub(crate) common_before: Vec<u32>,
}

/// The words under phrases that may have gaps; empty where phrases have none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scattered {
    /// Whether branches cross.
    pub has_gaps: bool,
    /// For each phrase the one above it.
    parents: Vec<u32>,
    /// For each phrase, how many counted words it has.
    sizes: Vec<u32>,
    /// For each counted word the phrase right above it.
    over: Vec<u32>,
    /// For each word of the sentence, whether it does not count.
    pub gone: Vec<bool>,
}

/// A word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountedWord {
    /// Its tag, uncut.
    pub(crate) tag: LabelId,
    /// Where it stands in the tree's text.
    pub(crate) text: Span,
}

/// A phrase of the tree, whether it counts or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// Index of its node in the tree.
    pub(crate) node: u32,
    /// Its label, cut unless it is empty of words.
    pub(crate) label: LabelId,
    /// The position it starts at: counted words before it.
    pub(crate) start: u32,
    /// The position it ends at: counted words up to its end.
    pub(crate) end: u32,
    /// Whether it does not count.
    pub(crate) dropped: bool,
}

/// A bracket that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// The position it starts at: counted words before it.
    pub(crate) start: u32,
    /// The position it ends at: counted words up to its end.
    pub(crate) end: u32,
    /// Its label.
    pub(crate) label: LabelId,
    /// Index of its phrase.
    pub(crate) phrase: u32,
}

/// A word that is a quotation mark by form and tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    /// Index of its node in the tree.
    pub(crate) node: u32,
    /// Its tag.
    pub(crate) tag: LabelId,
    /// Counted words before it.
    pub(crate) position: u32,
    /// How often it is put back.
    pub(crate) times: u32,
}

impl Prepared {
    /// Fills `self` from a tree.
    pub(crate) fn fill(&mut self, tree: &Tree<'_>, labels: &mut LabelTable<'_>, outer: Outer) {
        self.quotes.clear();
        self.walk(tree, labels, outer, true);
    }

    /// Fills `self` again, with each quotation mark as often as its `times` says in addition.
    fn refill(&mut self, tree: &Tree<'_>, labels: &mut LabelTable<'_>, outer: Outer) {
        self.walk(tree, labels, outer, false);
    }

    fn walk(
        &mut self,
        tree: &Tree<'_>,
        labels: &mut LabelTable<'_>,
        outer: Outer,
        find_quotes: bool,
    ) {
        self.clear();
        let mut next_quote = 0;
        let in_columns = has_columns(labels, outer);

        for (index, node) in (0u32..).zip(tree.nodes()) {
            let position = self.words.len() as u32;
            self.kept_before.push(position);
            let id = match in_columns {
                false => labels.intern_at(tree.text(), node.label),
                true => labels.intern(&full_label(tree, node, outer)),
            };
            match node.kind {
                NodeKind::Phrase => {
                    let phrase =
                        Phrase { node: index, label: id, start: position, end: 0, dropped: true };
                    self.phrases.push(phrase);
                }
                NodeKind::Leaf => {
                    let label = labels.get(id);
                    self.length += u32::from(!label.not_in_length);
                    let word = CountedWord { tag: id, text: node.body };
                    if label.quote && matches!(tree.body(node), b"'" | b"\"" | b"/") {
                        if find_quotes {
                            self.quotes.push(Quote { node: index, tag: id, position, times: 0 });
                        } else {
                            let times = self.quotes[next_quote].times;
                            self.words.extend((0..times).map(|_| word));
                            next_quote += 1;
                        }
                    }
                    if !label.word_deleted {
                        self.words.push(word);
                    }
                }
            }
        }
        self.name_root(labels, outer);
        self.positions = self.words.len() as u32;
        self.kept_before.push(self.positions);

        let kept_before = &self.kept_before;
        keep_brackets(&mut self.phrases, &mut self.brackets, labels, (tree, outer), |phrase| {
            let end = kept_before[tree.nodes()[phrase.node as usize].end as usize];
            (end, phrase.start < end)
        });
    }

    /// How large the tree is that it was filled from.
    pub(crate) fn size(&self, tree: &Tree<'_>) -> Size {
        Size { length: self.length, depth: tree.depth() }
    }

    /// Forgets the tree before, but for its quotation marks.
    fn clear(&mut self) {
        self.words.clear();
        self.phrases.clear();
        self.brackets.clear();
        self.kept_before.clear();
        self.placed.clear();
        self.scattered.clear();
        self.unpaired.clear();
        self.common_before.clear();
        self.length = 0;
    }

    /// Gives the root its name that has none in the text.
    fn name_root(&mut self, labels: &mut LabelTable<'_>, outer: Outer) {
        if outer == Outer::Root
            && let Some(first) = self.phrases.first_mut()
            && first.node == 0
            && labels.name(first.label).is_empty()
        {
            first.label = labels.intern(export::ROOT);
        }
    }

    /// Phrases and brackets of a tree whose positions are known, without its words. Of each node, it
    /// is known where it stands and whether words are in it that count.
    pub(crate) fn placed(
        tree: &Tree<'_>,
        labels: &mut LabelTable<'_>,
        outer: Outer,
        positions: u32,
        span: impl Fn(&TreeNode) -> (u32, u32, bool),
    ) -> Prepared {
        let mut placed = Prepared { positions, ..Prepared::default() };
        let mut has_words = Vec::with_capacity(tree.nodes().len());
        let in_columns = has_columns(labels, outer);
        for (index, node) in (0u32..).zip(tree.nodes()) {
            let id = match in_columns {
                false => labels.intern(tree.label(node)),
                true => labels.intern(&full_label(tree, node, outer)),
            };
            let (start, end, any_words) = span(node);
            placed.placed.push((start, end));
            has_words.push(any_words);
            match node.kind {
                NodeKind::Leaf => placed.length += u32::from(!labels.get(id).not_in_length),
                NodeKind::Phrase => {
                    let phrase = Phrase { node: index, label: id, start, end, dropped: true };
                    placed.phrases.push(phrase);
                }
            }
        }
        placed.name_root(labels, outer);
        let Prepared { phrases, brackets, .. } = &mut placed;
        keep_brackets(phrases, brackets, labels, (tree, outer), |phrase| {
            (phrase.end, has_words[phrase.node as usize])
        });
        placed
    }

    /// Brackets alone, over so many positions.
    pub(crate) fn of_brackets(brackets: Vec<Bracket>, positions: u32) -> Prepared {
        Prepared { brackets, positions, ..Prepared::default() }
    }

    /// A bracket's span in places that both sides have.
    pub(crate) fn common_span(&self, bracket: &Bracket) -> (u32, u32) {
        let common = |at: u32| self.common_before.get(at as usize).copied().unwrap_or(at);
        (common(bracket.start), common(bracket.end))
    }

    /// For each bracket, whether it is wrong for a word that only this side has: the smallest one
    /// around each of these is, and all that hold nothing else.
    pub(crate) fn wrong(&self) -> Vec<bool> {
        let is_strange = |bracket: &Bracket| {
            let (start, end) = self.common_span(bracket);
            start == end
        };
        let mut wrong: Vec<bool> = self.brackets.iter().map(is_strange).collect();
        // Brackets stand in pre-order, so the last one that starts before a word and has not ended
        // yet is the smallest around it.
        let mut open: Vec<usize> = Vec::new();
        let mut next = 0;
        for &(start, end) in &self.unpaired {
            while let Some(bracket) = self.brackets.get(next).filter(|it| it.start <= start) {
                while open.last().is_some_and(|&at| self.brackets[at].end <= bracket.start) {
                    open.pop();
                }
                open.push(next);
                next += 1;
            }
            while open.last().is_some_and(|&at| self.brackets[at].end < end) {
                open.pop();
            }
            if let Some(&smallest) = open.last() {
                wrong[smallest] = true;
            }
        }
        wrong
    }

    /// The positions of a word by the index of its node; the same twice where it takes none.
    pub(crate) fn place(&self, node: usize) -> (u32, u32) {
        match self.placed.get(node) {
            Some(&(start, end)) => (start, end.max(start)),
            None => (self.kept_before[node], self.kept_before[node + 1]),
        }
    }
}

/// Whether functions that are compared stand in a column of their own.
fn has_columns(labels: &LabelTable<'_>, outer: Outer) -> bool {
    outer == Outer::Root && labels.compares_functions()
}

/// Ends every phrase where `end` says, cuts its label, and lists it if it counts; `end` says, too,
/// whether words are in it.
fn keep_brackets(
    phrases: &mut [Phrase],
    brackets: &mut Vec<Bracket>,
    labels: &LabelTable<'_>,
    (tree, outer): (&Tree<'_>, Outer),
    end: impl Fn(&Phrase) -> (u32, bool),
) {
    // Several trees may have been joined.
    let mut next_tree = 0;
    for (index, phrase) in (0u32..).zip(phrases) {
        let is_top = outer == Outer::Dropped && phrase.node >= next_tree;
        if is_top {
            next_tree = tree.nodes()[phrase.node as usize].end;
        }
        let has_words;
        (phrase.end, has_words) = end(phrase);
        if !has_words {
            continue;
        }
        let label = labels.get(phrase.label);
        let is_outer = is_top && label.name.is_empty();
        phrase.dropped = label.phrase_deleted || is_outer;
        phrase.label = label.phrase;
        if !phrase.dropped {
            let Phrase { start, end, label, .. } = *phrase;
            brackets.push(Bracket { start, end, label, phrase: index });
        }
    }
}

/// One side of a comparison.
pub(crate) struct TreeSide<'a, 's> {
    /// Its tree.
    pub(crate) tree: &'a Tree<'s>,
    /// What of it counts.
    pub(crate) prepared: &'a mut Prepared,
    /// Its outermost bracket.
    pub(crate) outer: Outer,
}

/// Puts back quotation marks that were deleted on one side only, where the number of words
/// differs; EVALB's repair, with its quirks.
///
/// EVALB looks, for each quotation mark of the system in order, for one of gold at the same
/// position of which exactly one of the two is deleted, and puts the deleted one back, which moves
/// everything behind it. Positions never decrease on either side, so two pointers into gold's
/// marks replace its inner loop: the first mark at the position (a deleted one takes no place, so
/// deleted ones come first), and the last (only the last can be a counted one). A mark that was
/// put back moves on by one and can be found again by the next mark of the system; that is the
/// quirk that puts the first of two adjacent marks in twice.
pub(crate) fn repair_quotes(
    gold: &mut TreeSide<'_, '_>,
    system: &mut TreeSide<'_, '_>,
    labels: &mut LabelTable<'_>,
) -> bool {
    if gold.prepared.words.len() == system.prepared.words.len() {
        return false;
    }
    let quotes = &mut gold.prepared.quotes;
    let (mut first, mut last) = (0, 0);
    // Marks from `first` on have moved by this much; those before it never matter again.
    let mut moved_gold = 0;
    let mut moved_system = 0;
    let mut repaired = false;
    for quote in &mut system.prepared.quotes {
        let position = quote.position + moved_system;
        while first < quotes.len() && quotes[first].position + moved_gold < position {
            first += 1;
        }
        last = last.max(first);
        while last + 1 < quotes.len() && quotes[last + 1].position + moved_gold <= position {
            last += 1;
        }
        let here = |mark: &Quote| mark.position + moved_gold == position;
        let deleted = |mark: &Quote| labels.get(mark.tag).listed_deleted;
        if !quotes.get(first).is_some_and(here) {
            continue;
        }
        if !deleted(quote) && deleted(&quotes[first]) {
            quotes[first].times += 1;
            moved_gold += 1;
            repaired = true;
        } else if deleted(quote) && !deleted(&quotes[last]) {
            quote.times += 1;
            moved_system += 1;
            repaired = true;
        }
    }
    if repaired {
        gold.prepared.refill(gold.tree, labels, gold.outer);
        system.prepared.refill(system.tree, labels, system.outer);
    }
    repaired
}
