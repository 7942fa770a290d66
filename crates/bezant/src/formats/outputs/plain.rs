//! A file of outputs without ids: where one ends and the next begins, and which is of which sentence.

use std::collections::HashSet;
use std::ops::Range;

use super::{
    PlacedOutputs, Placing, by_text, format_of, names, plain_tree, run, shape_of, words_of,
};
use crate::error::{Position, Result};
use crate::formats::conllu::sentence_name;
use crate::formats::repair::{Masked, RepairShape, column_chunks, repair, tree_chunks};
use crate::formats::{Corpus, Format, Reader, blocks};
use crate::kinds::Holds;
use crate::source::Source;

/// A file of outputs without ids, repaired and put beside gold's sentences: in order, or by their words
/// where there are more or fewer.
///
/// # Errors
/// Where gold is in a format in which nothing can be repaired, or the file is no text.
pub fn place_file(
    gold: &Corpus,
    source: Source,
    format: Option<Format>,
    how: Placing,
) -> Result<PlacedOutputs> {
    let shape = shape_of(gold, how.roots)?;
    let name = source.name().to_string();
    let text = source.rest()?;
    let ours: Vec<Vec<Vec<u32>>> =
        (0..gold.len()).map(|at| words_of(gold.at(at).text, gold.format())).collect();
    let masked = Masked::of(&text);
    let text: &[u8] = &masked.text;
    let read = as_read(&name, text, format, gold.format());
    let read_is_right = read.as_ref().is_some_and(|read| {
        let is_there = |(ours, theirs): (&Vec<Vec<u32>>, &Cut)| {
            theirs.words.is_empty() || *ours == theirs.words
        };
        let n = ours.iter().zip(read).filter(|pair| is_there(*pair)).count();
        read.len() == gold.len() && 2 * n >= gold.len()
    });
    let mut cuts = match read {
        Some(read) if read_is_right => read,
        read => {
            let chunks = cuts(text, shape, gold.format());
            // A bracket that is never closed ends with its line, if trees are one a line: then these
            // hold more of gold's sentences than what brackets hold together.
            let known: HashSet<&Vec<Vec<u32>>> = ours.iter().filter(|it| !it.is_empty()).collect();
            let n_known =
                |cuts: &[Cut]| cuts.iter().filter(|cut| known.contains(&cut.words)).count();
            read.filter(|read| n_known(read) > n_known(&chunks)).unwrap_or(chunks)
        }
    };
    let theirs: Vec<&[Vec<u32>]> = cuts.iter().map(|cut| cut.words.as_slice()).collect();
    let places = by_ids(gold, &cuts).unwrap_or_else(|| match read_is_right {
        true => by_text::mostly_in_place(&ours, &theirs),
        false => by_text::pair(&ours, &theirs),
    });
    // Positions that the reader has not told are found in one walk over the text.
    let mut positions = Vec::with_capacity(cuts.len());
    let (mut done, mut position) = (0, Position::start_of(1));
    for cut in &mut cuts {
        if let Some(at) = cut.at {
            positions.push(at);
            continue;
        }
        let piece = &text[cut.range.clone()];
        // Between pieces stand blanks, which belong to none.
        cut.range.start += piece.len() - piece.trim_ascii_start().len();
        let start = cut.range.start;
        if start >= done {
            position = position.after(&text[done..start]);
            done = start;
            positions.push(position);
        } else {
            positions.push(Position::start_of(1).after(&text[..start]));
        }
    }
    let here = places.iter().map(|place| {
        let at = (*place)?;
        let range = &cuts[at].range;
        Some((&text[range.clone()], positions[at], masked.done_in(range)))
    });
    let strips = !read_is_right && !gold.has_unlabelled_top();
    let mut placed = run(gold, &name, here.collect(), (shape, strips), how);
    if how.by_text {
        // The metric finds out itself what belongs together; what was said of outputs stays.
        // It goes through both in order, so this has to be gold's.
        let texts = in_order_of(&places, cuts.len()).into_iter().filter_map(|at| {
            let repaired = repair(&text[cuts[at].range.clone()], shape)?;
            let tree = if strips { plain_tree(repaired.text, shape) } else { repaired.text };
            Some(Some((tree, positions[at])))
        });
        placed.corpus = Corpus::beside(&name, format_of(gold), texts.collect(), false);
    }
    Ok(PlacedOutputs { runs: vec![placed], unknown: Vec::new(), fewer: Vec::new() })
}

/// All pieces in the order of gold's sentences; one that is of none stays behind the one before it.
fn in_order_of(places: &[Option<usize>], n_cuts: usize) -> Vec<usize> {
    let mut sentence_of: Vec<Option<usize>> = vec![None; n_cuts];
    for (sentence, cut) in places.iter().enumerate() {
        if let Some(cut) = cut {
            sentence_of[*cut] = Some(sentence);
        }
    }
    let mut last = 0;
    let mut order: Vec<(usize, usize)> = Vec::with_capacity(n_cuts);
    for (cut, sentence) in sentence_of.into_iter().enumerate() {
        last = sentence.unwrap_or(last);
        order.push((last, cut));
    }
    order.sort_by_key(|(sentence, cut)| (*sentence, *cut));
    order.into_iter().map(|(_, cut)| cut).collect()
}

/// A piece of a file, and its words.
struct Cut {
    range: Range<usize>,
    /// Where it stands, if the reader has told: an empty line has no byte that would say so.
    at: Option<Position>,
    words: Vec<Vec<u32>>,
    id: Option<String>,
}

/// The sentences of a file as they are read without any repair, if they can be told apart.
fn as_read(name: &str, text: &[u8], format: Option<Format>, gold: Format) -> Option<Vec<Cut>> {
    let source = Source::from_bytes(name, text.to_vec()).ok()?;
    let reader = Reader::new(source, format);
    let wanted = if gold.holds(Holds::Trees) { Holds::Trees } else { Holds::Dependencies };
    reader.check(wanted).ok()?;
    let mut reader = reader;
    let mut cuts = Vec::new();
    let mut at = 0;
    while let Ok(Some((block, raw))) = reader.next_sentence() {
        // Blocks follow each other without a gap that holds anything but blanks and comments.
        let piece = &block[raw.start..raw.end];
        let found = at + memchr::memmem::find(&text[at..], piece)?;
        at = found + piece.len();
        let is_empty = piece.trim_ascii().is_empty();
        cuts.push(Cut {
            range: found..at,
            at: is_empty.then_some(raw.at),
            words: words_of(piece, gold),
            id: sentence_name(piece),
        });
    }
    Some(cuts)
}

/// The structures of a file, with what stands before each.
fn cuts(text: &[u8], shape: RepairShape, format: Format) -> Vec<Cut> {
    let cut = |range: Range<usize>, id: Option<String>| {
        let repaired = repair(&text[range.clone()], shape);
        let words = repaired.map_or_else(Vec::new, |it| words_of(&it.text, format));
        Cut { range, at: None, words, id }
    };
    match shape {
        RepairShape::Trees => tree_chunks(text).into_iter().map(|range| cut(range, None)).collect(),
        RepairShape::Columns(columns, _) => {
            let all = column_chunks(text, columns).into_iter();
            all.map(|chunk| cut(chunk.range, chunk.id)).collect()
        }
        RepairShape::Facts(_) => {
            let mut all = Vec::new();
            // What stands before facts goes with them, but is not looked through again.
            let (mut start, mut part) = (0, 0);
            for end in blocks::ends(text) {
                if repair(&text[part..end], shape).is_some() {
                    all.push(cut(start..end, None));
                    start = end;
                }
                part = end;
            }
            all
        }
    }
}

/// Places by the names of sentences, where all pieces have one that gold knows, and no two the same.
fn by_ids(gold: &Corpus, cuts: &[Cut]) -> Option<Vec<Option<usize>>> {
    let names = names(gold);
    let mut places = vec![None; gold.len()];
    for (at, cut) in cuts.iter().enumerate() {
        let place = &mut places[*names.get(cut.id.as_deref()?)?];
        if place.replace(at).is_some() {
            return None;
        }
    }
    (!cuts.is_empty()).then_some(places)
}
