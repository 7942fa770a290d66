//! Sentence after sentence: what is read, which way it is compared, what its row says.

use std::io::Write;

use crate::compat::evalb::arguments::{self, Settings};
use crate::compat::evalb::lines::LineReader;
use crate::compat::evalb::report::{EvalbReport, Figures, RowStatus, Stop};
use crate::compat::evalb::state::{EvalbOutcome, Memory, Stack, State};
use crate::compat::evalb::{Variant, debug, literal, quotes};
use crate::formats::penn::{self, Grammar, TreeReading, TreeSpace};
use crate::metrics::brackets::Scratch;
use crate::metrics::trees::labels::{LabelTable, cut};
use crate::metrics::trees::parameters::{Convention, Parameters};
use crate::metrics::trees::preparation::Prepared;

/// Scores the files that the settings name.
pub(super) fn run(
    variant: Variant,
    settings: &Settings,
    report: &mut EvalbReport<'_>,
) -> Result<(), Stop> {
    report.max_errors = settings.parameters.max_errors;
    let gold = arguments::open_trees(settings.gold.as_deref(), "gold", report)?;
    let test = arguments::open_trees(settings.test.as_deref(), "test", report)?;
    let mut gold_lines = LineReader::new(gold, variant);
    let mut test_lines = LineReader::new(test, variant);
    report.head()?;

    let mut after_cut = settings.parameters.clone();
    for label in &mut after_cut.delete {
        label.truncate(cut(label, after_cut.convention).len());
    }
    let mut scorer = EvalbScorer::new(variant, settings, &after_cut);
    let (mut gold_space, mut test_space) = (TreeSpace::default(), TreeSpace::default());
    let mut stopped = false;
    while !stopped && let Some(gold) = gold_lines.next()? {
        let mut gold = Line::read(gold, &mut gold_space);
        scorer.build_if_odd(&mut gold, Which::Gold, report)?;
        let Some(test) = test_lines.next()? else {
            report.error(&[b"Number of lines unmatch (too many lines in gold file)"])?;
            break;
        };
        let mut test = Line::read(test, &mut test_space);
        scorer.build_if_odd(&mut test, Which::Test, report)?;
        scorer.score(&mut gold, &mut test, report)?;
        gold_space.recycle(gold.reading.tree);
        test_space.recycle(test.reading.tree);
        stopped = settings.stop_after.is_some_and(|n| report.line as i64 + 1 > i64::from(n));
        report.next_line()?;
    }
    if !stopped && test_lines.next()?.is_some() {
        report.error(&[b"Number of lines unmatch (too many lines in test file)"])?;
    }
    report.totals(settings)?;
    Ok(())
}

/// A line of one file.
struct Line<'s> {
    reading: TreeReading<'s>,
    /// Whether it is an ordinary tree.
    sound: bool,
    /// The line in the original's own terms, where they are needed.
    state: Option<State<'s>>,
}

impl<'s> Line<'s> {
    fn read(text: &'s [u8], space: &mut TreeSpace) -> Line<'s> {
        let reading = penn::read_with(text, Grammar::Evalb, space);
        let sound = reading.faults.is_empty() && memchr::memchr(0, text).is_none();
        Line { reading, sound, state: None }
    }
}

#[derive(Clone, Copy)]
enum Which {
    Gold,
    Test,
}

/// What lasts from sentence to sentence.
pub(super) struct EvalbScorer<'p> {
    pub(super) variant: Variant,
    pub(super) settings: &'p Settings,
    /// The parameters after the SPMRL variant has cut its deleted labels in place, which it does
    /// when it first compares one.
    after_cut: &'p Parameters,
    pub(super) was_cut: bool,
    /// Before and after that.
    pub(super) labels: [LabelTable<'p>; 2],
    stack: Stack,
    memory: [Memory; 2],
    pub(super) gold: Prepared,
    pub(super) test: Prepared,
    pub(super) scratch: Scratch,
}

impl<'p> EvalbScorer<'p> {
    fn new(variant: Variant, settings: &'p Settings, after_cut: &'p Parameters) -> EvalbScorer<'p> {
        EvalbScorer {
            variant,
            settings,
            after_cut,
            was_cut: false,
            labels: [LabelTable::new(&settings.parameters), LabelTable::new(after_cut)],
            stack: Stack::default(),
            memory: [Memory::default(), Memory::default()],
            gold: Prepared::default(),
            test: Prepared::default(),
            scratch: Scratch::default(),
        }
    }

    pub(super) fn parameters(&self) -> &'p Parameters {
        if self.was_cut { self.after_cut } else { &self.settings.parameters }
    }

    /// Remembers whether deleted labels have been compared with a bracket that has words.
    pub(super) fn compared_deleted(&mut self, compared: bool) {
        self.was_cut |= self.variant == Variant::Spmrl && compared;
    }

    pub(super) fn row(
        &self,
        length: u32,
        figures: &Figures,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        Ok(report.row(length, self.settings.parameters.cutoff, figures)?)
    }

    /// Goes through a line the original's way if it is faulty or every step is to be shown.
    fn build_if_odd<'s>(
        &mut self,
        line: &mut Line<'s>,
        which: Which,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        if !line.sound || self.settings.parameters.debug > 1 {
            self.build(line, which, report)?;
        }
        Ok(())
    }

    fn build<'s>(
        &mut self,
        line: &mut Line<'s>,
        which: Which,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        let memory = &mut self.memory[which as usize];
        let parameters = &self.settings.parameters;
        let state = State::build(&line.reading, parameters, &mut self.stack, memory, report)?;
        line.state = Some(state);
        Ok(())
    }

    fn score(
        &mut self,
        gold: &mut Line<'_>,
        test: &mut Line<'_>,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        if gold.state.is_none() && test.state.is_none() {
            return self.score_sound(&gold.reading.tree, &test.reading.tree, report);
        }
        if gold.state.is_none() {
            self.build(gold, Which::Gold, report)?;
        }
        if test.state.is_none() {
            self.build(test, Which::Test, report)?;
        }
        if let (Some(gold), Some(test)) = (&mut gold.state, &mut test.state) {
            self.score_literally(gold, test, report)?;
            if self.settings.parameters.debug >= 1 {
                debug::print(gold, test, &mut report.out)?;
            }
        }
        Ok(())
    }

    fn score_literally(
        &mut self,
        gold: &mut State<'_>,
        test: &mut State<'_>,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        let parameters = self.parameters();
        let length = gold.length;
        if parameters.debug > 1 {
            report.out.write_all(b"\n")?;
        }
        if test.words.is_empty() {
            let spans = gold.brackets.iter().map(|one| (one.start == one.end, one.label));
            let counted = self.skip(length, gold.words.len(), spans, report)?;
            if counted {
                gold.brackets.iter_mut().for_each(|one| one.outcome = EvalbOutcome::Unmatched);
            }
            return Ok(());
        }
        if gold.words.len() != test.words.len() {
            quotes::repair(gold, test, parameters, &mut report.out)?;
            if !self.check_numbers(length, gold.words.len(), test.words.len(), report)? {
                return Ok(());
            }
        }
        for (one, two) in gold.words.iter().zip(&test.words) {
            if !self.labels[0].words_equal(one.word, two.word) {
                return self.words_differ(length, one.word, two.word, report);
            }
        }
        let figures = literal::compare(gold, test, parameters, &mut report.out)?;
        let mut brackets = gold.brackets.iter().chain(&test.brackets);
        self.compared_deleted(brackets.any(|one| one.start != one.end));
        self.row(length, &figures, report)
    }

    /// The row of a sentence whose test side has no words; whether it counts all the same.
    ///
    /// The SPMRL variant counts each bracket of gold once, and once more for each deleted label
    /// that it does not have.
    pub(super) fn skip<'s>(
        &mut self,
        length: u32,
        n_words: usize,
        brackets: impl Iterator<Item = (bool, &'s [u8])>,
        report: &mut EvalbReport<'_>,
    ) -> Result<bool, Stop> {
        if !self.settings.count_unparsed {
            report.status = RowStatus::Skipped;
            self.row(length, &Figures::default(), report)?;
            return Ok(false);
        }
        let parameters = self.parameters();
        let mut gold = 0;
        for (empty, label) in brackets {
            if !empty {
                let label = cut(label, Convention::Spmrl);
                let others = parameters
                    .delete
                    .iter()
                    .filter(|deleted| !literal::is_deleted(label, deleted, parameters));
                gold += 1 + others.count() as u64;
            }
        }
        self.compared_deleted(gold > 0);
        report.status = RowStatus::Unparsed;
        let words = n_words as u64;
        self.row(length, &Figures { gold, words, ..Figures::default() }, report)?;
        Ok(true)
    }

    /// Whether the sentence is compared, as far as the numbers of words go.
    ///
    /// The SPMRL variant makes the row before it complains, so that the sentence counts as a
    /// scored one; and where gold has at most one word it goes on, and makes a second row.
    pub(super) fn check_numbers(
        &self,
        length: u32,
        gold: usize,
        test: usize,
        report: &mut EvalbReport<'_>,
    ) -> Result<bool, Stop> {
        if gold == test {
            return Ok(true);
        }
        if self.variant == Variant::Spmrl {
            self.row(length, &Figures::default(), report)?;
            if gold <= 1 {
                return Ok(true);
            }
        }
        report.error(&[format!("Length unmatch ({gold}|{test})").as_bytes()])?;
        if self.variant == Variant::Evalb {
            self.row(length, &Figures::default(), report)?;
        }
        Ok(false)
    }

    pub(super) fn words_differ(
        &self,
        length: u32,
        one: &[u8],
        two: &[u8],
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        report.error(&[b"Words unmatch (", one, b"|", two, b")"])?;
        self.row(length, &Figures::default(), report)
    }
}
