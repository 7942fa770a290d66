//! Where skipped sentences stand, and what would let them be scored.

use std::collections::{HashMap, HashSet};

use bezant::counts::Counts;
use bezant::error::{Hint, Position, Remedy};
use bezant::evaluation::{Evaluation, SkippedPlace, SkippedText, each_sentence, evaluate_one};
use bezant::formats::{Corpus, Format, Reader, can_be_repaired, words_in_order};
use bezant::kinds::Layout;
use bezant::metrics::brackets::{Brackets, Tokens, Words};
use bezant::report::{Report, SkippedRow};

use crate::commands::Again;

/// What to do about a system without a single sentence.
const EMPTY: Hint =
    Hint::Advice("the file is empty: did the parser write into it, and to the end?");

/// Where the sentences stand that were skipped.
pub struct Places<'a> {
    /// What the files are called, gold first.
    pub files: &'a [String],
    /// How gold is written, where that decides what can be repaired and paired.
    pub gold: Option<Format>,
    /// For each system, in the order of its skipped sentences.
    pub skipped: &'a [Vec<SkippedPlace>],
}

impl Places<'_> {
    /// For each system, what would let the sentences be scored whose words differ: they are scored once more, as
    /// other options read them.
    pub fn cures<C: Counts>(
        &self,
        trees: (&Brackets, &Again<'_>),
        systems: &[Evaluation<C>],
    ) -> Vec<Option<Hint>> {
        let systems = systems.iter().zip(self.skipped);
        systems.map(|(system, places)| cure(trees, &SkippedRow::all(system), places)).collect()
    }

    /// Adds places to the sentences that were skipped and what cures them, where that was looked for.
    pub fn add(&self, report: &mut Report, cures: &[Option<Hint>]) {
        let can_repair = self.gold.is_none_or(can_be_repaired);
        let systems = report.systems.iter_mut().zip(self.skipped).zip(&self.files[1..]);
        for (at, ((system, places), name)) in systems.enumerate() {
            let cure = cures.get(at).copied().flatten();
            let is_empty = system.skipped.iter().all(|row| row.reason == "system_missing")
                && system.n_skipped() == system.n_sentences;
            for (row, place) in system.skipped.iter_mut().zip(places) {
                row.place = place_of(row.reason, row.position, place, [&self.files[0], name]);
                row.sent_id.clone_from(&place.id);
                // What stands in that line is what is missing at the end.
                let is_at_end = ["system_missing", "gold_missing"].contains(&row.reason);
                if let Some(cure) =
                    cure.filter(|cure| differs(row) || is_at_end && *cure == Hint::TreesInLine)
                {
                    // Where both sides have the same words, it is not the words that differ.
                    row.hint = match cure {
                        Hint::Align | Hint::AlignSome
                            if row.hint == Hint::AlignTags
                                || place.texts.as_deref().is_some_and(are_words_same) =>
                        {
                            Hint::AlignTags
                        }
                        cure => cure,
                    };
                } else if is_empty {
                    row.hint = EMPTY;
                } else if row.hint == Hint::MendOrRepair && !can_repair {
                    row.hint = Remedy::MendFile.hint();
                }
            }
        }
    }
}

/// Where a sentence stands, in gold's file or a system's; what was read of it may say it better.
pub fn place_of(
    reason: &str,
    read: Option<Position>,
    place: &SkippedPlace,
    [gold, system]: [&str; 2],
) -> Option<String> {
    let in_file = |name: &str, position: Option<Position>| {
        read.or(position).map(|position| format!("{name}:{position}"))
    };
    let in_gold = in_file(gold, place.gold);
    match reason {
        "gold_unreadable" | "system_missing" => in_gold,
        _ => in_file(system, place.system).or(in_gold),
    }
}

/// Offers no repair where none can be asked for.
pub fn without_repair(report: &mut Report) {
    let rows = report.systems.iter_mut().flat_map(|system| &mut system.skipped);
    rows.filter(|row| row.hint == Hint::MendOrRepair)
        .for_each(|row| row.hint = Remedy::MendFile.hint());
}

/// Whether a sentence was skipped because its words are others than gold's, and gold has some.
fn differs(row: &SkippedRow) -> bool {
    matches!(row.hint, Hint::AlignWords | Hint::AlignTags | Hint::SameTokens)
}

/// Whether gold and the system have the same words as they stand there.
fn are_words_same([gold, system]: &[SkippedText; 2]) -> bool {
    words(&gold.text, gold.format) == words(&system.text, system.format)
}

/// Whether they have the same words but for where these end.
fn are_letters_same([gold, system]: &[SkippedText; 2]) -> bool {
    letters(gold) == letters(system)
}

/// Whether one side has several trees in a line, of which the other has the first or the first few.
fn is_in_one_line([gold, system]: &[SkippedText; 2]) -> bool {
    let are_lines = [gold, system].iter().all(|side| side.format == Format::Penn(Layout::Lines));
    let [ours, theirs] = [gold, system].map(|side| n_trees(&side.text));
    let [long, short] = if ours > theirs { [gold, system] } else { [system, gold] };
    let first = letters(short);
    are_lines && ours != theirs && !first.is_empty() && letters(long).starts_with(&first)
}

/// How many trees stand in a line.
fn n_trees(text: &[u8]) -> usize {
    let (mut open, mut n) = (0usize, 0);
    for byte in text {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => (open, n) = (0, n + 1),
            b')' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    n
}

/// For sentences of these words, the numbers of those of gold that have the same; all of gold is looked
/// at for it. Nothing, where the file cannot be read again.
fn places_in_gold(
    reader: Option<bezant::error::Result<Reader>>,
    wanted: &[Vec<u8>],
) -> Option<HashMap<&[u8], Vec<u64>>> {
    let mut places: HashMap<&[u8], Vec<u64>> =
        wanted.iter().map(|words| (words.as_slice(), Vec::new())).collect();
    // Nearly always the first words tell that it is none of them.
    let mut starts = HashSet::new();
    for words in wanted {
        let blanks = words.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let end = blanks.map(|(at, _)| at + 1).take(FIRST_WORDS).last().unwrap_or(0);
        starts.insert(&words[..end]);
    }
    let reader = reader?.ok()?;
    let format = reader.format();
    each_sentence(reader, |number, text| {
        let may_be = !format.has_words_in_text()
            || starts.contains(first_words(text, FIRST_WORDS).as_slice());
        if may_be && let Some(places) = places.get_mut(words(text, format).as_slice()) {
            places.push(number);
        }
    })
    .ok()?;
    Some(places)
}

/// So many words at its beginning tell a sentence from nearly all others.
const FIRST_WORDS: usize = 3;

/// What would let the sentences be scored whose words differ, if anything does.
fn cure(
    (trees, again): (&Brackets, &Again<'_>),
    skipped: &[SkippedRow],
    places: &[SkippedPlace],
) -> Option<Hint> {
    let rows = skipped.iter().zip(places).filter(|(row, _)| differs(row));
    let pairs: Vec<_> = rows.filter_map(|(_, place)| place.texts.as_deref()).collect();
    let first = pairs.first()?;
    if is_in_one_line(first) {
        return Some(Hint::TreesInLine);
    }
    let most = |n: usize| 10 * n >= 9 * pairs.len();
    let [gold, system] = [0, 1].map(|side| {
        let texts = pairs.iter().map(|pair| pair[side].text.clone());
        Corpus::from_sentences_in::<Vec<u8>>(first[side].format, "texts", texts)
    });
    let scored = |metric: &Brackets| {
        evaluate_one(metric, &gold, &system).map_or(0, |found| found.counted().count())
    };
    let unescaped = trees.clone().with(|it| it.words = Words::Unescaped);
    let clean = |metric: &Brackets| metric.clone().with(|it| it.cleaning.traces = true);
    let candidates = [
        (Hint::Unescape, unescaped.clone()),
        (Hint::CleanTraces, clean(trees)),
        (Hint::CleanTracesAndUnescape, clean(&unescaped)),
    ];
    if let Some((hint, _)) = candidates.iter().find(|(_, metric)| most(scored(metric))) {
        return Some(*hint);
    }
    // Where the system's words stand in gold, if that is elsewhere.
    let strangers: Vec<_> = pairs.iter().filter(|pair| !are_letters_same(pair)).collect();
    if 2 * strangers.len() > pairs.len() && are_dense(skipped) {
        let theirs: Vec<Vec<u8>> =
            strangers.iter().map(|pair| words(&pair[1].text, pair[1].format)).collect();
        let Some(places) = places_in_gold(again.file(0), &theirs) else {
            return Some(Hint::Advice(
                "are these parses of the same text, in the same order? More can be said if gold is a file",
            ));
        };
        let away = theirs.iter().filter_map(|words| places.get(words.as_slice()));
        let away: Vec<&Vec<u64>> = away.filter(|places| !places.is_empty()).collect();
        if 2 * away.len() > pairs.len() {
            return Some(match is_in_order(&away) {
                true => shifted(first[0].format),
                false => Hint::OtherOrder,
            });
        }
    }
    let aligned = trees.clone().with(|it| it.tokens = Tokens::Aligned);
    if !most(scored(&aligned)) {
        return Some(Hint::Advice(
            "the words differ, not only their form: are these parses of the same text?",
        ));
    }
    let are_most =
        |are: fn(&[SkippedText; 2]) -> bool| most(pairs.iter().filter(|pair| are(pair)).count());
    Some(match () {
        () if are_most(are_words_same) => Hint::AlignTags,
        () if are_most(are_letters_same) => Hint::Align,
        () => Hint::AlignSome,
    })
}

/// What pairs sentences again of which one was lost: only Penn trees are paired by their text.
fn shifted(gold: Format) -> Hint {
    match (gold, can_be_repaired(gold)) {
        (Format::Penn(_), _) => Hint::Shifted,
        (_, true) => Hint::ShiftedRepair,
        (_, false) => Hint::ShiftedEmpty,
    }
}

/// Whether most of the sentences differ from the first that does to the last: so it is where lines are
/// lost or stand in another order, and seldom elsewhere.
fn are_dense(skipped: &[SkippedRow]) -> bool {
    let differing = || skipped.iter().filter(|row| differs(row)).map(|row| row.sentence);
    let first_and_last = differing().min().zip(differing().max());
    first_and_last.is_some_and(|(first, last)| 2 * differing().count() as u64 > last - first)
}

/// Whether sentences can be found in gold one behind the other, each standing in some places there.
fn is_in_order(places: &[&Vec<u64>]) -> bool {
    let mut last = 0;
    places.iter().all(|places| {
        let next = places.iter().find(|place| **place > last);
        last = next.copied().unwrap_or(last);
        next.is_some()
    })
}

/// The words of a tree, roughly: what stands before a closing bracket, but for traces, which parsers do
/// not write. A blank stands behind each. Other formats are read, and have their words in the order of the sentence.
fn words(text: &[u8], format: Format) -> Vec<u8> {
    words_in_order(text, format).unwrap_or_else(|| first_words(text, usize::MAX))
}

/// The words without what stands between them.
fn letters(sentence: &SkippedText) -> Vec<u8> {
    words(&sentence.text, sentence.format).into_iter().filter(|byte| *byte != b' ').collect()
}

fn first_words(text: &[u8], mut n: usize) -> Vec<u8> {
    let mut all = Vec::new();
    let (mut word, mut is_trace) = (0..0, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b')' if !word.is_empty() && !is_trace => {
                all.extend_from_slice(&text[word.clone()]);
                all.push(b' ');
                word = 0..0;
                n -= 1;
                if n == 0 {
                    break;
                }
            }
            b'(' | b')' => word = 0..0,
            byte if byte.is_ascii_whitespace() => {
                is_trace = if word.is_empty() { is_trace } else { &text[word] == b"-NONE-" };
                word = 0..0;
            }
            _ if word.is_empty() => word = at..at + 1,
            _ => word.end = at + 1,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_tags_hold() {
        let words = |text: &[u8]| words(text, Format::Penn(Layout::Lines));
        assert_eq!(
            words(b"(TOP (S (NP (DT The) (NN tea)) (VP (VBZ is ) (ADJP(JJ hot)))))"),
            b"The tea hot "
        );
        assert_eq!(first_words(b"(S (A a) (B b))", 1), b"a ");
        assert_eq!(words(b"(S (NP (-NONE- *T*-1)) (VP (-NONE-  0) (V go)))"), b"go ");
    }
}
