//! Quotation marks put back, step by step as the original does and prints it.
//!
//! [`repair_quotes`](crate::metrics::trees::preparation::repair_quotes) comes to the same result for
//! sound sentences, faster and without a word.

use std::io::{self, Write};

use crate::compat::evalb::state::{EvalbOutcome, QuoteMark, State, Terminal};
use crate::metrics::trees::parameters::Parameters;

/// Repairs both sides.
pub(super) fn repair(
    gold: &mut State<'_>,
    test: &mut State<'_>,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> io::Result<()> {
    let debug = parameters.debug > 1;
    if debug {
        for n in 0..gold.marks.len().max(test.marks.len()) {
            for mark in [gold.marks.get(n), test.marks.get(n)].into_iter().flatten() {
                write!(out, "{}: ", mark.position)?;
                out.write_all(&[mark.tag, b" - ", mark.word, b"\n"].concat())?;
            }
        }
    }
    let deleted = |mark: &QuoteMark<'_>| parameters.delete.iter().any(|label| label == mark.tag);
    for i in 0..test.marks.len() {
        let position = test.marks[i].position;
        for j in 0..gold.marks.len() {
            if gold.marks[j].position != position {
                continue;
            }
            match (deleted(&gold.marks[j]), deleted(&test.marks[i])) {
                (true, false) => put_back(gold, j, debug, out)?,
                (false, true) => put_back(test, i, debug, out)?,
                _ => {}
            }
        }
    }
    Ok(())
}

/// Puts the mark in, and moves everything behind it.
fn put_back(
    state: &mut State<'_>,
    index: usize,
    debug: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let State { words, brackets, marks, .. } = state;
    let QuoteMark { tag, word, position, brackets_before, .. } = marks[index];
    words.insert(position as usize, Terminal { tag, word, outcome: EvalbOutcome::Open });
    if debug {
        writeln!(out, "bra={brackets_before}, ind={position}")?;
        for (k, bracket) in brackets.iter().enumerate() {
            writeln!(out, "bracket[{k}]={{{},{}}}", bracket.start, bracket.end)?;
        }
        writeln!(out, "endslen={}", marks[index].around.len())?;
    }
    for bracket in &mut brackets[brackets_before..] {
        bracket.start += 1;
        bracket.end += 1;
    }
    for &k in &marks[index].around {
        brackets[k].end += 1;
    }
    for mark in &mut marks[index..] {
        mark.position += 1;
    }
    Ok(())
}
