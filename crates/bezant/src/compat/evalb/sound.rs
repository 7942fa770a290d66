//! Sound sentences, compared in linear time by the same code as everywhere else.

use crate::compat::evalb::report::{EvalbReport, Figures, Stop};
use crate::compat::evalb::scorer::EvalbScorer;
use crate::compat::evalb::state::{EvalbBracket, EvalbOutcome, State, Terminal};
use crate::compat::evalb::{Variant, debug};
use crate::metrics::brackets::compare;
use crate::metrics::trees::labels::LabelTable;
use crate::metrics::trees::preparation::{Outer, Prepared, TreeSide, repair_quotes};
use crate::structures::tree::Tree;

/// How far the comparison of a sentence came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// Words are missing or differ.
    Nothing,
    /// Brackets of gold were counted, without a test side.
    Gold,
    Everything,
}

impl EvalbScorer<'_> {
    /// Scores a sentence of two sound trees.
    pub(super) fn score_sound(
        &mut self,
        gold: &Tree<'_>,
        test: &Tree<'_>,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        let current = usize::from(self.was_cut);
        let labels = &mut self.labels[current];
        self.gold.fill(gold, labels, Outer::Counts);
        self.test.fill(test, labels, Outer::Counts);
        let reached = self.compare_sound(gold, test, current, report)?;
        if self.settings.parameters.debug >= 1 {
            let labels = &self.labels[current];
            let spmrl = self.variant == Variant::Spmrl;
            let mut ours = shown(gold, &self.gold, labels, reached);
            let mut theirs = shown(test, &self.test, labels, reached);
            match reached {
                Reached::Nothing => {}
                Reached::Gold => {
                    ours.brackets.iter_mut().for_each(|one| one.outcome = EvalbOutcome::Unmatched);
                }
                Reached::Everything => {
                    mark(&mut ours, &self.gold, &self.scratch.gold_matched);
                    mark(&mut theirs, &self.test, &self.scratch.system_matched);
                    let words = self.gold.words.iter().zip(&self.test.words);
                    for (i, (one, two)) in words.enumerate() {
                        let (one, two) = (labels.get(one.tag).tag, labels.get(two.tag).tag);
                        let outcome = match labels.equal(one, two) {
                            true => EvalbOutcome::Matched,
                            false => EvalbOutcome::Unmatched,
                        };
                        (ours.words[i].outcome, theirs.words[i].outcome) = (outcome, outcome);
                        if spmrl {
                            ours.words[i].tag = labels.name(one);
                            theirs.words[i].tag = labels.name(two);
                        }
                    }
                }
            }
            debug::print(&ours, &theirs, &mut report.out)?;
        }
        Ok(())
    }

    fn compare_sound(
        &mut self,
        gold: &Tree<'_>,
        test: &Tree<'_>,
        current: usize,
        report: &mut EvalbReport<'_>,
    ) -> Result<Reached, Stop> {
        let parameters = self.parameters();
        let length = self.gold.length;
        if self.test.words.is_empty() {
            let ours = std::mem::take(&mut self.gold);
            let brackets = ours.phrases.iter().map(|phrase| {
                let node = &gold.nodes()[phrase.node as usize];
                (phrase.start == phrase.end, gold.label(node))
            });
            let counted = self.skip(length, ours.words.len(), brackets, report)?;
            self.gold = ours;
            return Ok(if counted { Reached::Gold } else { Reached::Nothing });
        }
        if self.gold.words.len() != self.test.words.len() {
            let outer = Outer::Counts;
            let mut ours = TreeSide { tree: gold, prepared: &mut self.gold, outer };
            let mut theirs = TreeSide { tree: test, prepared: &mut self.test, outer };
            repair_quotes(&mut ours, &mut theirs, &mut self.labels[current]);
            let (ours, theirs) = (self.gold.words.len(), self.test.words.len());
            if !self.check_numbers(length, ours, theirs, report)? {
                return Ok(Reached::Nothing);
            }
        }
        let labels = &self.labels[current];
        let mut tags = 0;
        for (one, two) in self.gold.words.iter().zip(&self.test.words) {
            let (ours, theirs) = (gold.slice(one.text), test.slice(two.text));
            if !labels.words_equal(ours, theirs) {
                self.words_differ(length, ours, theirs, report)?;
                return Ok(Reached::Nothing);
            }
            tags += u64::from(labels.equal(labels.get(one.tag).tag, labels.get(two.tag).tag));
        }
        let n_words = self.gold.words.len();
        let n_test = self.test.brackets.len() as u64;
        if self.test.words.len() > n_words {
            // The SPMRL variant, with at most one word in gold: what reaches further can neither
            // match nor cross anything.
            self.test.brackets.retain(|bracket| bracket.end as usize <= n_words);
        }
        let found = compare(&self.gold, &self.test, labels, parameters.labels, &mut self.scratch);
        let figures = Figures {
            matched: found.matched,
            gold: found.gold,
            test: n_test,
            crossing: found.crossing,
            words: n_words as u64,
            tags,
        };
        let filled = |side: &Prepared| side.phrases.iter().any(|one| one.start != one.end);
        let compared = !self.was_cut && (filled(&self.gold) || filled(&self.test));
        self.compared_deleted(compared);
        self.row(length, &figures, report)?;
        Ok(Reached::Everything)
    }
}

/// A sentence as the block for debugging shows it.
fn shown<'a>(
    tree: &Tree<'a>,
    prepared: &Prepared,
    labels: &'a LabelTable<'_>,
    reached: Reached,
) -> State<'a> {
    let words = prepared.words.iter().map(|word| Terminal {
        tag: labels.name(word.tag),
        word: tree.slice(word.text),
        outcome: EvalbOutcome::Open,
    });
    let brackets = prepared.phrases.iter().map(|phrase| EvalbBracket {
        label: match reached {
            Reached::Everything => labels.name(phrase.label),
            _ => tree.label(&tree.nodes()[phrase.node as usize]),
        },
        start: phrase.start as i32,
        end: phrase.end as i32,
        text_start: 0,
        text_end: 0,
        outcome: EvalbOutcome::Open,
    });
    State { words: words.collect(), brackets: brackets.collect(), ..State::default() }
}

/// Notes which brackets were dropped and which were matched.
fn mark(state: &mut State<'_>, prepared: &Prepared, matched: &[bool]) {
    for (bracket, phrase) in state.brackets.iter_mut().zip(&prepared.phrases) {
        bracket.outcome =
            if phrase.dropped { EvalbOutcome::Dropped } else { EvalbOutcome::Unmatched };
    }
    for (bracket, _) in prepared.brackets.iter().zip(matched).filter(|(_, matched)| **matched) {
        state.brackets[bracket.phrase as usize].outcome = EvalbOutcome::Matched;
    }
}
