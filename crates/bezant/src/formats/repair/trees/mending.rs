//! Brackets that are missing or too many, and words without a tag.

use crate::formats::penn::cleaning::TRACE;
use crate::formats::penn::is_blank;
use crate::formats::repair::trees::finding::{Brackets, is_label, is_mark_tag, name_end};
use crate::formats::repair::trees::notation::of_one_kind;
use crate::formats::repair::wrapping::emphasised;
use crate::formats::repair::{RepairKind, Repairs};

/// What a tree is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    /// A bracket with its label, and where it stands if it is the first in its line.
    Open(&'t [u8], Option<usize>),
    Word(&'t [u8]),
    Close,
}

/// How many open brackets are looked at for one that should have been closed.
const MOST_LOOKED_AT: usize = 64;

/// The tree in a text that begins with one, as one line; nothing where there is no word in it.
pub(super) fn mend(text: &[u8], brackets: Brackets) -> Option<(Vec<u8>, Repairs)> {
    let mut done = Repairs::default();
    let round = if brackets == Brackets::Round { of_one_kind(text) } else { None };
    done.note(RepairKind::Notation, brackets == Brackets::Square || round.is_some());
    let text = round.as_deref().unwrap_or(text);
    let pieces = plain_names(pieces(text, brackets, &mut done), brackets, &mut done);
    let pieces = balanced(pieces, &mut done);
    let pieces = without_empty(pieces);
    let text = written(&pieces, &mut done);
    (!text.is_empty()).then_some((text, done))
}

/// Brackets, labels and words in order.
fn pieces<'t>(text: &'t [u8], brackets: Brackets, done: &mut Repairs) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut line = Some(0);
    while at < text.len() {
        let byte = text[at];
        if is_blank(byte) {
            if byte == b'\n' {
                line = Some(at + 1);
            }
            at += 1;
            continue;
        }
        let column = line.take().map(|line| at - line);
        if byte == brackets.close() {
            pieces.push(Piece::Close);
            at += 1;
            continue;
        }
        let is_open = byte == brackets.open();
        // A label that has lost its bracket begins the text.
        let is_unopened = !is_open && at == 0;
        if !is_open && !is_unopened {
            let is_behind = pieces.last() == Some(&Piece::Close) && column.is_none();
            if let Some(end) = is_behind.then(|| comment_end(text, at, brackets)).flatten() {
                done.note(RepairKind::Prose, true);
                at = end;
                continue;
            }
            let end = name_end(text, at, brackets);
            pieces.push(Piece::Word(&text[at..end]));
            at = end;
            continue;
        }
        done.add(RepairKind::Unopened, u64::from(is_unopened));
        let label = at + usize::from(is_open);
        let end = name_end(text, label, brackets);
        pieces.push(Piece::Open(&text[label..end], column));
        at = end;
        // A bracket that is a word, `(-LRB- ()`, would be taken for one of the tree.
        if let Some(escape) = bracket_word(&text[label..end]) {
            let rest = text[at..].trim_ascii_start();
            let word = rest.first().filter(|byte| **byte == escape.1);
            let closes = rest.get(1..).is_some_and(|rest| {
                let next = if escape.1 == b'(' { rest } else { rest.trim_ascii_start() };
                next.first() == Some(&b')')
            });
            if word.is_some() && closes && brackets == Brackets::Round {
                pieces.push(Piece::Word(escape.0));
                at = text.len() - rest.len() + 1;
                done.add(RepairKind::Notation, 1);
            }
        }
    }
    with_labels(pieces, done)
}

/// Names without marks of emphasis, and without the dot that `[.NP …]` has before all its labels.
fn plain_names<'t>(
    mut pieces: Vec<Piece<'t>>,
    brackets: Brackets,
    done: &mut Repairs,
) -> Vec<Piece<'t>> {
    let mut labels = pieces.iter().filter_map(|piece| match piece {
        Piece::Open(label, _) => Some(*label),
        _ => None,
    });
    let is_dotted = |label: &[u8]| label.len() > 1 && label.starts_with(b".");
    let has_dots = brackets == Brackets::Square && labels.all(is_dotted);
    for piece in &mut pieces {
        let (Piece::Open(name, _) | Piece::Word(name)) = piece else { continue };
        if let Some(inner) = emphasised(name) {
            *name = inner;
            done.note(RepairKind::Markup, true);
        }
        if let Piece::Open(label, _) = piece
            && has_dots
        {
            *label = &label[1..];
        }
    }
    pieces
}

/// Where a comment ends that begins at a place in a tree: behind a bracket, with words behind its mark and
/// no bracket up to the end of the line.
fn comment_end(text: &[u8], at: usize, brackets: Brackets) -> Option<usize> {
    let marks: [&[u8]; 6] = [b"//", b";", b"#", b"%", b"<-", b"\xE2\x86\x90"];
    let mark = marks.into_iter().find(|mark| text[at..].starts_with(mark))?;
    // Up to the next bracket at most, so that no line is looked through again and again.
    let end = memchr::memchr3(b'\n', brackets.open(), brackets.close(), &text[at..]);
    let end = end.map_or(text.len(), |n| at + n);
    let has_words = text[at + mark.len()..end].iter().any(u8::is_ascii_alphanumeric);
    (has_words && text.get(end).is_none_or(|byte| *byte == b'\n')).then_some(end)
}

/// What a tag of brackets holds, if it is one.
fn bracket_word(label: &[u8]) -> Option<(&'static [u8], u8)> {
    match label {
        b"-LRB-" => Some((b"-LRB-", b'(')),
        b"-RRB-" => Some((b"-RRB-", b')')),
        _ => None,
    }
}

/// `( S (NP …` has its label behind a blank: a word that stands first in a bracket without a label, and
/// is followed by something, is the label.
fn with_labels<'t>(mut pieces: Vec<Piece<'t>>, done: &mut Repairs) -> Vec<Piece<'t>> {
    for at in 0..pieces.len().saturating_sub(2) {
        if let [Piece::Open(b"", column), Piece::Word(word), Piece::Open(..) | Piece::Word(_)] =
            pieces[at..at + 3]
            && is_label(word)
        {
            pieces[at] = Piece::Open(word, column);
            pieces[at + 1] = Piece::Word(b"");
            done.note(RepairKind::Notation, true);
        }
    }
    pieces.retain(|piece| *piece != Piece::Word(b""));
    pieces
}

/// The same with as many brackets closed as opened.
fn balanced<'t>(pieces: Vec<Piece<'t>>, done: &mut Repairs) -> Vec<Piece<'t>> {
    let is_open = |piece: &&Piece<'_>| matches!(piece, Piece::Open(..));
    let n_open = pieces.iter().filter(is_open).count();
    let n_close = pieces.iter().filter(|piece| **piece == Piece::Close).count();
    let last_open = pieces.iter().rposition(|piece| matches!(piece, Piece::Open(..))).unwrap_or(0);
    let (mut surplus, mut unclosed) =
        (n_close.saturating_sub(n_open), n_open.saturating_sub(n_close));
    let root = match pieces.first() {
        Some(Piece::Open(label, _)) => *label,
        _ => b"",
    };
    let is_root = root.starts_with(b"S") || [&b"ROOT"[..], b"TOP", b"VROOT", b""].contains(&root);
    let is_set_in = is_set_in(&pieces);
    let mut out = Vec::with_capacity(pieces.len());
    // Where open brackets stand in their lines, if they are the first.
    let mut open: Vec<Option<usize>> = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        match piece {
            Piece::Open(_, column) => {
                if let Some(column) = column.filter(|_| unclosed > 0 && is_set_in) {
                    // What stands further to the right, or in the same column, should have been closed.
                    let lowest = open.len().saturating_sub(MOST_LOOKED_AT).max(1);
                    let first = (lowest..open.len())
                        .find(|level| open[*level].is_some_and(|theirs| theirs >= column));
                    let n = first.map_or(0, |first| open.len() - first);
                    if n <= unclosed {
                        (0..n).for_each(|_| out.push(Piece::Close));
                        open.truncate(open.len() - n);
                        unclosed -= n;
                        done.add(RepairKind::Unclosed, n as u64);
                    }
                }
                open.push(column);
                out.push(piece);
            }
            Piece::Word(_) => out.push(piece),
            Piece::Close => {
                // Where more follows, the tree is not over yet.
                let is_early = open.len() == 1 && at < last_open && is_root;
                if open.is_empty() || (is_early && surplus > 0) {
                    surplus = surplus.saturating_sub(1);
                    done.add(RepairKind::Surplus, 1);
                    continue;
                }
                open.pop();
                out.push(piece);
            }
        }
    }
    done.add(RepairKind::Unclosed, open.len() as u64);
    out.extend(open.iter().map(|_| Piece::Close));
    out
}

/// Whether lines of a tree are set in, so that columns say what belongs where.
fn is_set_in(pieces: &[Piece<'_>]) -> bool {
    let mut columns = pieces.iter().filter_map(|piece| match piece {
        Piece::Open(_, column) => *column,
        _ => None,
    });
    let Some(first) = columns.next() else { return false };
    let mut rest = columns.peekable();
    rest.peek().is_some() && rest.all(|column| column > first)
}

/// Without brackets that hold nothing and are not even named.
fn without_empty(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut out: Vec<Piece<'_>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (piece, out.last()) {
            // The words of `(NP (the) (dog))` are no labels.
            (Piece::Close, Some(Piece::Open(label, _))) => {
                let label = *label;
                out.pop();
                let is_word = !is_label(label) || (is_mark_tag(label) && label != TRACE);
                if !label.is_empty() && is_word {
                    out.push(Piece::Word(label));
                }
            }
            _ => out.push(piece),
        }
    }
    out
}

/// Labels of phrases, which are no tags.
const PHRASES: [&[u8]; 18] = [
    b"NP", b"VP", b"PP", b"S", b"ADJP", b"ADVP", b"SBAR", b"SBARQ", b"SQ", b"SINV", b"QP", b"PRT",
    b"WHNP", b"PRN", b"FRAG", b"INTJ", b"ROOT", b"TOP",
];

fn is_phrase(label: &[u8]) -> bool {
    PHRASES.contains(&label.split(|byte| b"-=".contains(byte)).next().unwrap_or(label))
}

/// Whether the word at a place is alone in a bracket with a label.
fn is_alone(pieces: &[Piece<'_>], at: usize) -> Option<bool> {
    let before = at.checked_sub(1).map(|before| pieces[before]);
    let label = match before {
        Some(Piece::Open(label, _)) if !label.is_empty() => Some(label),
        _ => None,
    };
    let label = label.filter(|_| matches!(pieces.get(at + 1), Some(Piece::Close)))?;
    Some(is_phrase(label))
}

fn written(pieces: &[Piece<'_>], done: &mut Repairs) -> Vec<u8> {
    let mut text = Vec::new();
    let mut depth = 0_usize;
    let quoted = all_quoted(pieces);
    done.note(RepairKind::Notation, quoted || done.of(RepairKind::Notation) > 0);
    // Where words have no tags, the label around a single one is no tag either, if it is a phrase's.
    let words = || (0..pieces.len()).filter(|at| matches!(pieces[*at], Piece::Word(_)));
    let has_bare = words().any(|at| is_alone(pieces, at).is_none());
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(label, _) => {
                if !text.is_empty() {
                    text.push(b' ');
                }
                text.push(b'(');
                text.extend_from_slice(&plain(label));
                depth += 1;
            }
            Piece::Close => {
                text.push(b')');
                depth = depth.saturating_sub(1);
            }
            // Beside all brackets it belongs to nothing.
            Piece::Word(_) if depth == 0 => {}
            Piece::Word(word) => {
                let word = if quoted { &word[1..word.len() - 1] } else { word };
                let split = slash_tag(word);
                let is_tagged = match is_alone(pieces, at) {
                    None => false,
                    Some(is_phrase) => !(is_phrase && (has_bare || split.is_some())),
                };
                if is_tagged {
                    text.push(b' ');
                    text.extend_from_slice(&plain(word));
                    continue;
                }
                let (word, tag) = match split {
                    Some((word, tag)) => {
                        done.note(RepairKind::Notation, true);
                        (word, tag)
                    }
                    None => {
                        done.add(RepairKind::BareWord, 1);
                        (word, tag_of(word))
                    }
                };
                text.extend_from_slice(b" (");
                text.extend_from_slice(tag);
                text.push(b' ');
                text.extend_from_slice(&plain(word));
                text.push(b')');
            }
        }
    }
    text
}

/// Whether all words stand in quotation marks.
fn all_quoted(pieces: &[Piece<'_>]) -> bool {
    are_quoted(pieces.iter().filter_map(|piece| match piece {
        Piece::Word(word) => Some(*word),
        _ => None,
    }))
}

/// Whether all of at least two words stand in quotation marks.
pub(super) fn are_quoted<'t>(mut words: impl Iterator<Item = &'t [u8]>) -> bool {
    let is_quoted = |word: &[u8]| {
        word.len() > 2 && word.starts_with(b"\"") && word.ends_with(b"\"")
            || word.len() > 2 && word.starts_with(b"'") && word.ends_with(b"'") && word != b"'''"
    };
    let mut n = 0;
    words.all(|word| {
        n += 1;
        is_quoted(word)
    }) && n > 1
}

/// `dog/NN` as a word and its tag.
fn slash_tag(word: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memrchr(b'/', word)?;
    let (word, tag) = (&word[..at], &word[at + 1..]);
    let is_tag = is_mark_tag(tag)
        || (tag.len() >= 2
            && tag.len() <= 5
            && tag.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'$'));
    // The stroke of a date or a fraction has a backslash before it.
    (is_tag && !word.is_empty() && !word.ends_with(b"\\")).then_some((word, tag))
}

/// The tag of a word that has none: that of a mark, by which presets leave it out, or X.
fn tag_of(word: &[u8]) -> &'static [u8] {
    match word {
        b"." | b"!" | b"?" => b".",
        b"," => b",",
        b":" | b";" | b"-" | b"--" | b"..." | b"\xE2\x80\x94" | b"\xE2\x80\x93" => b":",
        b"``" | b"\xE2\x80\x9C" => b"``",
        b"''" | b"\"" | b"\xE2\x80\x9D" => b"''",
        b"-LRB-" => b"-LRB-",
        b"-RRB-" => b"-RRB-",
        _ => b"X",
    }
}

/// A name without brackets of the other kind, which would be taken for those of the tree.
fn plain(name: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    if !name.iter().any(|byte| matches!(byte, b'(' | b')')) {
        return name.into();
    }
    let mut plain = Vec::with_capacity(name.len() + 8);
    for byte in name {
        match byte {
            b'(' => plain.extend_from_slice(b"-LRB-"),
            b')' => plain.extend_from_slice(b"-RRB-"),
            byte => plain.push(*byte),
        }
    }
    plain.into()
}
