//! Words in columns: which lines are words, which column is which, and heads that cannot be.

mod heads;
mod notation;
mod table;

use std::ops::Range;

use crate::formats::conllu::{self, ColumnSpace, Columns, Roots, sentence_name};
use crate::formats::repair::choosing::{
    Candidate, Fits, Found, chosen, in_answer, in_answer_as_is,
};
use crate::formats::repair::wrapping::note_left;
use crate::formats::repair::{RepairKind, Repaired, Repairs};
use table::{Id, Row, Rows, Separator, comments_before};

/// Whether a text is one sentence without a fault.
pub(super) fn is_well_formed(answer: &[u8], columns: Columns, roots: Roots) -> bool {
    if !answer.contains(&b'\t') {
        return false;
    }
    // Tabs at the end are empty columns.
    let end = answer.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    let text = &answer[..end];
    let start = text.iter().position(|byte| !matches!(byte, b'\n' | b'\r')).unwrap_or(0);
    let reading = conllu::read_with(&text[start..], columns, roots, &mut ColumnSpace::default());
    reading.graph.sentences().len() == 1
        && !reading.graph.words().is_empty()
        && reading.faults.is_empty()
}

/// Finds the sentence of an answer and mends it.
pub(super) fn repair(
    answer: &[u8],
    (columns, roots): (Columns, Roots),
    fits: Fits<'_>,
) -> Option<Repaired> {
    // The same words in two fences are two tries, which is no repair.
    let usual = || in_answer(answer, |text| in_segment(text, (columns, roots), fits), |_, _| false);
    if columns == Columns::Conll2009 {
        return usual();
    }
    let otherwise = || {
        let written_otherwise = |text: &[u8]| {
            let (text, kind) = notation::as_columns(text)?;
            let mut found = in_segment(&text, (columns, roots), fits)?;
            found.repaired.done.note(kind, true);
            Some(found)
        };
        in_answer_as_is(answer, written_otherwise)
    };
    usual().or_else(otherwise)
}

/// The sentence of a text that is meant.
fn in_segment(text: &[u8], (columns, roots): (Columns, Roots), fits: Fits<'_>) -> Option<Found> {
    let found = Rows::find(text, columns);
    let all = found.sentences();
    let mut mended: Vec<Option<Repaired>> = Vec::with_capacity(all.len());
    let mut candidates = Vec::with_capacity(all.len());
    for range in &all {
        let one = found.mended(text, range.clone(), (columns, roots));
        candidates.push(Candidate {
            n_words: found.n_words(range.clone()),
            fits: one.as_ref().is_some_and(|one| fits(&one.text)),
            is_complete: one.is_some(),
        });
        mended.push(one);
    }
    let chosen = chosen(candidates.iter().copied())?;
    let Repaired { text: sentence, mut done } = mended.swap_remove(chosen)?;
    let forms = |range: &Range<usize>| -> Vec<&[u8]> {
        found.rows[range.clone()].iter().filter_map(Row::second).collect()
    };
    let (mut at, ours) = (0, forms(&all[chosen]));
    for (n, range) in all.iter().enumerate() {
        let is_same = n == chosen || forms(range) == ours;
        done.note(
            RepairKind::Repeated,
            done.of(RepairKind::Repeated) > 0 || (is_same && n != chosen),
        );
        if is_same {
            let lines = &found.rows[range.clone()];
            let (Some(first), Some(last)) = (lines.first(), lines.last()) else { continue };
            found.note_outside(text, at..first.at.start, &mut done);
            at = last.at.end;
        }
    }
    found.note_outside(text, at..text.len(), &mut done);
    Some(Found { repaired: Repaired { text: sentence, done }, has: candidates[chosen] })
}

fn written(comments: &[&[u8]], lines: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let mut text = Vec::new();
    for comment in comments {
        text.extend_from_slice(comment);
        text.push(b'\n');
    }
    for line in lines {
        text.extend_from_slice(&line.join(&b'\t'));
        text.push(b'\n');
    }
    text
}

impl Rows<'_> {
    /// Some of the rows as a sentence without a fault.
    fn mended(
        &self,
        text: &[u8],
        range: Range<usize>,
        (columns, roots): (Columns, Roots),
    ) -> Option<Repaired> {
        let mut done = Repairs::default();
        let rows = &self.rows[range.clone()];
        let comments = comments_before(text, rows.first()?.at.start);
        done.note(RepairKind::Header, self.header.is_some());
        done.note(RepairKind::Blanks, rows.iter().any(|row| row.separator == Separator::Blanks));
        let is_table = rows.iter().any(|row| row.separator == Separator::Pipes);
        let is_marked = rows.iter().any(|row| row.is_marked);
        done.note(RepairKind::Markup, is_table || is_marked);
        done.note(RepairKind::EmptyLines, self.has_empty_lines(text, range.clone()));
        let mut words = self.words(range, columns, &mut done)?;
        heads::mend(&mut words, roots, &mut done);
        let whole = written(&comments, &words.lines);
        if is_well_formed(&whole, columns, roots) {
            return Some(Repaired { text: whole, done });
        }
        // What is said beyond words and heads is not worth losing them.
        done.note(RepairKind::Columns, true);
        words.lines.retain(|line| matches!(table::parse_id(&line[0]), Some(Id::Word(_))));
        words.lines.iter_mut().for_each(|line| line[8] = b"_".to_vec());
        Some(Repaired { text: written(&comments, &words.lines), done })
    }

    /// Notes what stands in a part of the text that is no row.
    fn note_outside(&self, text: &[u8], range: Range<usize>, done: &mut Repairs) {
        for line in text[range].split(|byte| *byte == b'\n') {
            if !table::is_comment(line) && !table::is_rule(line) && !table::is_header(line) {
                note_left(line, done);
            }
        }
    }
}

/// A sentence in a whole file of answers.
pub(crate) struct ColumnChunk {
    /// With what stands before it; the last one has all that follows.
    pub(crate) range: Range<usize>,
    /// What its comments call it.
    pub(crate) id: Option<String>,
}

/// The sentences of a whole file of answers.
pub(crate) fn chunks(text: &[u8], columns: Columns) -> Vec<ColumnChunk> {
    let found = Rows::find(text, columns);
    let mut start = 0;
    let mut chunks: Vec<ColumnChunk> = Vec::new();
    for range in found.sentences() {
        let rows = &found.rows[range];
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { continue };
        let comments = comments_before(text, first.at.start);
        let id = comments.iter().find_map(|line| sentence_name(line));
        chunks.push(ColumnChunk { range: start..last.at.end, id });
        start = last.at.end;
    }
    if let Some(last) = chunks.last_mut() {
        last.range.end = text.len();
    }
    chunks
}
