//! A sentence as the original holds it in memory: every bracket with its figures, faulty or not.
//!
//! Only faulty sentences and the output for debugging need it; sound sentences are compared by
//! [`scorer`](super::scorer) without.

use std::io::Write;

use crate::compat::evalb::parameters::until_zero;
use crate::compat::evalb::report::{EvalbReport, Stop};
use crate::formats::penn::{TreeFault, TreeFaultKind, TreeReading, is_blank};
use crate::metrics::trees::parameters::{Convention, Parameters};
use crate::structures::tree::{NodeKind, TreeNode};

/// What happened to a bracket or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvalbOutcome {
    Unmatched = 0,
    Matched = 1,
    Dropped = 5,
    /// Nobody looked at it.
    Open = 9,
}

/// A word that takes a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal<'s> {
    pub(super) tag: &'s [u8],
    pub(super) word: &'s [u8],
    pub(super) outcome: EvalbOutcome,
}

/// A bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvalbBracket<'s> {
    pub(super) label: &'s [u8],
    pub(super) start: i32,
    /// -1 for one that was never closed.
    pub(super) end: i32,
    /// Where the text after its label starts, in the line.
    pub(super) text_start: usize,
    /// Where its closing bracket stands; or stood, in the last line that had this many.
    pub(super) text_end: usize,
    pub(super) outcome: EvalbOutcome,
}

/// A quotation mark that may have to be put back.
#[derive(Debug)]
pub(super) struct QuoteMark<'s> {
    pub(super) tag: &'s [u8],
    pub(super) word: &'s [u8],
    pub(super) position: i32,
    /// How many brackets were opened before it.
    pub(super) brackets_before: usize,
    /// The brackets open around it.
    pub(super) around: Vec<usize>,
}

/// A sentence.
#[derive(Debug, Default)]
pub(super) struct State<'s> {
    pub(super) line: &'s [u8],
    pub(super) words: Vec<Terminal<'s>>,
    pub(super) brackets: Vec<EvalbBracket<'s>>,
    pub(super) marks: Vec<QuoteMark<'s>>,
    /// Words without those that do not count in the length.
    pub(super) length: u32,
}

/// The stack of open brackets, which can be popped when it is empty.
///
/// The original has no check against that. Below its stack lie zeros, so that a closing bracket
/// too many closes the first bracket of the sentence again; and what is pushed down there stays
/// there for later sentences.
#[derive(Debug, Default)]
pub(super) struct Stack {
    above: Vec<usize>,
    below: Vec<usize>,
    top: i64,
}

impl Stack {
    fn clear(&mut self) {
        self.above.clear();
        self.top = 0;
    }

    fn push(&mut self, bracket: usize) {
        if self.top >= 0 {
            self.above.push(bracket);
        } else {
            self.below[-(self.top + 1) as usize] = bracket;
        }
        self.top += 1;
    }

    /// The bracket on top, and whether the original complains.
    fn pop(&mut self) -> (usize, bool) {
        self.top -= 1;
        let bracket = match self.above.pop() {
            Some(bracket) => bracket,
            None => {
                let depth = -(self.top + 1) as usize;
                if depth == self.below.len() {
                    self.below.push(0);
                }
                self.below[depth]
            }
        };
        (bracket, self.top < -1)
    }
}

/// What the original remembers from line to line, for one side.
#[derive(Debug, Default)]
pub(super) struct Memory {
    text_ends: Vec<usize>,
}

impl<'s> State<'s> {
    /// Goes through a line as the original does, with all that it prints on the way.
    pub(super) fn build(
        reading: &TreeReading<'s>,
        parameters: &Parameters,
        stack: &mut Stack,
        memory: &mut Memory,
        report: &mut EvalbReport<'_>,
    ) -> Result<State<'s>, Stop> {
        let line = reading.tree.text();
        let mut builder = Builder {
            state: State { line, ..State::default() },
            ends: Vec::new(),
            closings: closings(reading),
            stack,
            memory,
            report,
            parameters,
        };
        builder.stack.clear();
        builder.read(reading)?;
        let Builder { mut state, ends, memory, .. } = builder;
        for (bracket, end) in state.brackets.iter_mut().zip(ends) {
            bracket.end = end;
        }
        for (bracket, end) in state.brackets.iter_mut().zip(&memory.text_ends) {
            bracket.text_end = *end;
        }
        Ok(state)
    }
}

/// Where brackets close, those too many included, in order; the last one first.
fn closings(reading: &TreeReading<'_>) -> Vec<usize> {
    let phrases = reading.tree.nodes().iter().filter(|node| node.kind == NodeKind::Phrase);
    let surplus =
        reading.faults.iter().filter(|fault| fault.kind == TreeFaultKind::UnexpectedClose);
    let mut closings: Vec<usize> = phrases
        .map(|node| node.body.end as usize)
        // What was never closed reaches to the end of the text.
        .filter(|&end| end < reading.tree.text().len())
        .chain(surplus.map(|fault| fault.at))
        .collect();
    closings.sort_unstable_by(|one, two| two.cmp(one));
    closings
}

struct Builder<'a, 'r, 's> {
    state: State<'s>,
    /// Ends of brackets; more than there are brackets, where one too many closed.
    ends: Vec<i32>,
    closings: Vec<usize>,
    stack: &'a mut Stack,
    memory: &'a mut Memory,
    report: &'a mut EvalbReport<'r>,
    parameters: &'a Parameters,
}

impl<'s> Builder<'_, '_, 's> {
    fn read(&mut self, reading: &TreeReading<'s>) -> Result<(), Stop> {
        let line = self.state.line;
        for node in reading.tree.nodes() {
            let at = node.label.start as usize - 1;
            self.close_up_to(at)?;
            let label = until_zero(reading.tree.label(node));
            match node.kind {
                NodeKind::Leaf => self.leaf(label, until_zero(reading.tree.body(node)))?,
                NodeKind::Phrase => {
                    self.trace(node)?;
                    // Only the last bracket can be cut, and only `Unclosed` comes after it.
                    let cut = TreeFault { kind: TreeFaultKind::CutAfterLabel, at };
                    if reading.faults.iter().rev().take(2).any(|fault| *fault == cut) {
                        self.two_words(line.len())?;
                    }
                    self.phrase(label, node.body.start as usize);
                }
            }
        }
        self.close_up_to(line.len())?;
        for fault in &reading.faults {
            match fault.kind {
                TreeFaultKind::TwoWords => {
                    self.trace_words(fault.at)?;
                    self.two_words(fault.at)?;
                    self.stand_still()?;
                }
                TreeFaultKind::CutInWord => {
                    self.trace_words(line.len())?;
                    self.two_words(line.len())?;
                    self.stand_still()?;
                }
                // C sees the end of the line in a zero byte.
                TreeFaultKind::TextOutside | TreeFaultKind::TextBeside if line[fault.at] != 0 => {
                    self.stand_still()?;
                }
                _ => {}
            }
        }
        if self.stack.top != 0 {
            self.report.error(&[b"Bracketing is unbalanced (too many open bracket)"])?;
        }
        Ok(())
    }

    fn close_up_to(&mut self, at: usize) -> Result<(), Stop> {
        while let Some(&closing) = self.closings.last()
            && closing < at
        {
            self.closings.pop();
            let (bracket, surplus) = self.stack.pop();
            if surplus {
                self.report.error(&[b"Bracketing unbalance (too many close bracket)"])?;
            }
            if self.ends.len() <= bracket {
                self.ends.resize(bracket + 1, -1);
            }
            self.ends[bracket] = self.state.words.len() as i32;
            if self.memory.text_ends.len() <= bracket {
                self.memory.text_ends.resize(bracket + 1, 0);
            }
            self.memory.text_ends[bracket] = closing;
        }
        Ok(())
    }

    fn leaf(&mut self, tag: &'s [u8], word: &'s [u8]) -> Result<(), Stop> {
        let has = |list: &[Vec<u8>]| list.iter().any(|label| label == tag);
        self.print_trace(tag, word)?;
        let position = self.state.words.len() as i32;
        self.state.length += u32::from(!has(&self.parameters.delete_for_length));
        if has(&self.parameters.quotes) && matches!(word, b"'" | b"\"" | b"/") {
            self.state.marks.push(QuoteMark {
                tag,
                word,
                position,
                brackets_before: self.state.brackets.len(),
                around: self.stack.above.clone(),
            });
        }
        let deleted =
            self.parameters.convention == Convention::Evalb && has(&self.parameters.delete);
        if !deleted {
            self.state.words.push(Terminal { tag, word, outcome: EvalbOutcome::Open });
        }
        Ok(())
    }

    fn phrase(&mut self, label: &'s [u8], text_start: usize) {
        let index = self.state.brackets.len();
        self.stack.push(index);
        if self.ends.len() <= index {
            self.ends.push(-1);
        }
        self.state.brackets.push(EvalbBracket {
            label,
            start: self.state.words.len() as i32,
            end: -1,
            text_start,
            text_end: 0,
            outcome: EvalbOutcome::Open,
        });
    }

    /// The complaint about a second word, which stands at `at`.
    fn two_words(&mut self, at: usize) -> Result<(), Stop> {
        if self.parameters.convention == Convention::Spmrl {
            self.report.err.write_all(b"debug djam: q= ")?;
            self.report.err.write_all(until_zero(&self.state.line[at..]))?;
            self.report.err.write_all(b"\n")?;
        }
        self.report.error(&[b"More than two elements in a bracket"])
    }

    /// The original finds text where none can be, does not go on, and finds it again.
    fn stand_still(&mut self) -> Result<(), Stop> {
        loop {
            self.report.error(&[b"Reading sentence"])?;
        }
    }

    /// What is printed about a phrase: the word that could have followed its label.
    fn trace(&mut self, node: &TreeNode) -> Result<(), Stop> {
        let line = self.state.line;
        let label = &line[node.label.start as usize..node.label.end as usize];
        let rest = &line[node.label.end as usize..];
        if !rest.first().is_some_and(|&byte| is_blank(byte)) {
            return Ok(());
        }
        let word = &rest[rest.iter().take_while(|&&byte| is_blank(byte)).count()..];
        let end = word.iter().position(|&byte| ends_word(byte)).unwrap_or(word.len());
        self.print_trace(until_zero(label), until_zero(&word[..end]))
    }

    /// The same about a tag with two words, of which the first ends at `end`.
    fn trace_words(&mut self, end: usize) -> Result<(), Stop> {
        let line = self.state.line;
        let back = |from: usize, while_it: fn(u8) -> bool| {
            line[..from].iter().rposition(|&byte| !while_it(byte)).map_or(0, |at| at + 1)
        };
        let word_start = back(end, |byte| !ends_word(byte));
        let label_end = back(word_start, is_blank);
        let label_start = back(label_end, |byte| !ends_word(byte));
        let (label, word) = (&line[label_start..label_end], &line[word_start..end]);
        self.print_trace(until_zero(label), until_zero(word))
    }

    fn print_trace(&mut self, label: &[u8], word: &[u8]) -> Result<(), Stop> {
        if self.parameters.debug > 1 {
            let out = &mut self.report.out;
            for part in [b"label=", label, b", word=", word] {
                out.write_all(part)?;
            }
            writeln!(out, ", wid={}", self.state.words.len())?;
        }
        Ok(())
    }
}

fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'(' | b')')
}
