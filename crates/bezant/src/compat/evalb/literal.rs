//! Sentences compared bracket by bracket, as the original does: for faulty sentences, whose
//! brackets are no tree, and for the output that shows every step.

use std::io::{self, Write};

use crate::compat::evalb::parameters::until_zero;
use crate::compat::evalb::report::Figures;
use crate::compat::evalb::state::{EvalbBracket, EvalbOutcome, State};
use crate::metrics::trees::labels::cut;
use crate::metrics::trees::parameters::{Convention, Labelling, Parameters, listed};

/// Compares two sentences with the same words.
pub(super) fn compare(
    gold: &mut State<'_>,
    test: &mut State<'_>,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> io::Result<Figures> {
    let n_gold = drop_brackets(&mut gold.brackets, parameters);
    let n_test = drop_brackets(&mut test.brackets, parameters);
    let matched = match_brackets(gold, test, parameters, out)?;
    let crossing = count_crossing(gold, test, parameters, out)?;
    let mut tags = 0;
    for (one, two) in gold.words.iter_mut().zip(&mut test.words) {
        if parameters.convention == Convention::Spmrl {
            one.tag = cut(one.tag, Convention::Spmrl);
            two.tag = cut(two.tag, Convention::Spmrl);
        }
        let same = labels_equal(one.tag, two.tag, parameters);
        tags += u64::from(same);
        let outcome = if same { EvalbOutcome::Matched } else { EvalbOutcome::Unmatched };
        (one.outcome, two.outcome) = (outcome, outcome);
    }
    let words = gold.words.len() as u64;
    Ok(Figures { matched, gold: n_gold, test: n_test, crossing, words, tags })
}

fn labels_equal(one: &[u8], two: &[u8], parameters: &Parameters) -> bool {
    one == two || listed(&parameters.equal_labels, one, two)
}

/// Whether a label is the same as one of the deleted labels.
pub(super) fn is_deleted(label: &[u8], deleted: &[u8], parameters: &Parameters) -> bool {
    let deleted = match parameters.convention {
        Convention::Evalb => deleted,
        Convention::Spmrl => cut(deleted, Convention::Spmrl),
    };
    labels_equal(label, deleted, parameters)
}

/// Cuts labels, drops brackets, and counts what is left.
fn drop_brackets(brackets: &mut [EvalbBracket<'_>], parameters: &Parameters) -> u64 {
    let mut left = 0;
    for bracket in brackets {
        bracket.outcome = EvalbOutcome::Dropped;
        if bracket.start == bracket.end {
            continue;
        }
        bracket.label = cut(bracket.label, parameters.convention);
        let dropped = |deleted: &Vec<u8>| is_deleted(bracket.label, deleted, parameters);
        if !parameters.delete.iter().any(dropped) {
            bracket.outcome = EvalbOutcome::Unmatched;
            left += 1;
        }
    }
    left
}

fn match_brackets(
    gold: &mut State<'_>,
    test: &mut State<'_>,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let debug = parameters.debug > 1;
    let mut matched = 0;
    let mut other_label = vec![false; test.brackets.len()];
    for one in &mut gold.brackets {
        let counts = one.outcome != EvalbOutcome::Dropped;
        if !counts && !debug {
            continue;
        }
        let mut found = false;
        for (two, other_label) in test.brackets.iter_mut().zip(&mut other_label) {
            if debug {
                writeln!(
                    out,
                    "1.res={}, 2.res={}, 1.start={}, 2.start={}, 1.end={}, 2.end={}",
                    one.outcome as u8, two.outcome as u8, one.start, two.start, one.end, two.end
                )?;
            }
            let here = (one.start, one.end) == (two.start, two.end);
            if !counts || two.outcome != EvalbOutcome::Unmatched || !here {
                continue;
            }
            found = true;
            if parameters.labels == Labelling::Unlabelled
                || labels_equal(one.label, two.label, parameters)
            {
                (one.outcome, two.outcome) = (EvalbOutcome::Matched, EvalbOutcome::Matched);
                matched += 1;
                break;
            }
            *other_label = true;
            if debug {
                show("LABEL", one, gold.line, out)?;
            }
        }
        if debug && counts && !found {
            show("BRACKET", one, gold.line, out)?;
        }
    }
    for (two, other_label) in test.brackets.iter().zip(other_label) {
        if debug && two.outcome == EvalbOutcome::Unmatched && !other_label {
            show("EXTRA", two, test.line, out)?;
        }
    }
    Ok(matched)
}

fn count_crossing(
    gold: &State<'_>,
    test: &State<'_>,
    parameters: &Parameters,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let mut crossing = 0;
    let mut shown = None;
    for two in test.brackets.iter().filter(|two| two.outcome != EvalbOutcome::Dropped) {
        let crosses = |one: &EvalbBracket<'_>| {
            one.outcome != EvalbOutcome::Dropped
                && ((one.start < two.start && one.end > two.start && one.end < two.end)
                    || (one.start > two.start && one.start < two.end && one.end > two.end))
        };
        if let Some(i) = gold.brackets.iter().position(crosses) {
            crossing += 1;
            // The same bracket twice in a row is shown once.
            if parameters.debug > 1 && shown != Some(i) {
                show("CROSSING", &gold.brackets[i], gold.line, out)?;
            }
            shown = Some(i);
        }
    }
    Ok(crossing)
}

/// Shows a bracket with its text.
///
/// For one that was never closed the original shows as much as the last line with this many
/// brackets had; where that is less than nothing it crashes, and we show the rest of the line.
fn show(
    what: &str,
    bracket: &EvalbBracket<'_>,
    line: &[u8],
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "  {what}[{}-{}]: ", bracket.start, bracket.end - 1)?;
    let end = match bracket.text_end {
        end if end >= bracket.text_start => end.min(line.len()),
        _ => line.trim_ascii_end().len().max(bracket.text_start),
    };
    out.write_all(until_zero(&line[bracket.text_start..end]))?;
    out.write_all(b"\n")
}
