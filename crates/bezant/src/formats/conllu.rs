//! Dependencies in columns: CoNLL-U, and its forerunners CoNLL-X and CoNLL-2009.
//!
//! A sentence is read with all its faults named; nothing is copied, and a text may hold several
//! sentences in a row. White space other than tabs and line ends belongs to the fields.

mod dialects;
mod faults;
mod kept;
mod lines;
mod tree;
mod visible;
mod write;

pub use dialects::Losses;
pub(crate) use dialects::{copy, write_as};
pub use faults::{ColumnFault, ColumnFaultKind, Field};
pub(crate) use kept::KeptColumns;
pub(crate) use lines::{
    Row, ShortLine, comment, each_token, form_and_tag, forms_at_a_glance, is_between,
    is_of_several, rows, sentence_id, sentence_name,
};
pub(crate) use visible::{push_folded, push_visible};
pub use write::write;
pub(crate) use write::write_sentence_with;

pub(crate) use crate::kinds::Columns;

use crate::structures::graph::{
    EmptyNode, Graph, GraphArc, GraphLists, GraphNode, GraphSentence, ROOT, Span, Token, Word,
};
use lines::fields;
use tree::TreeCheck;
use visible::is_blank;

impl Columns {
    /// Guesses from the start of a text: one of the first lines that are no comments must start with
    /// a number and have as many tabs as one of the formats. Features and relations that only one
    /// of them writes decide between CoNLL-U and CoNLL-X.
    pub(crate) fn guess(start: &[u8]) -> Option<Columns> {
        let start = &start[..start.len().min(GUESS)];
        let mut lines = start
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"));
        // The very first may be the one with the fault.
        let n_fields = |line: &[u8]| match fields(line).next() {
            Some(id) if parse_id(id).is_some() => memchr::memchr_iter(b'\t', line).count() + 1,
            _ => 0,
        };
        let first = lines.by_ref().take(20).find(|line| matches!(n_fields(line), 8..=10 | 12..))?;
        match n_fields(first) {
            12.. => Some(Columns::Conll2009),
            10 => {
                // Older files have no universal tags, and a second head where CoNLL-U has arcs.
                let is_conllu = |line: &[u8]| {
                    let field = |n: usize| fields(line).nth(n).unwrap_or(b"");
                    let is_universal = UNIVERSAL_TAGS.contains(&field(3));
                    let has_arcs = memchr::memchr(b':', field(8)).is_some();
                    is_universal || has_arcs || matches!(parse_id(field(0)), Some(Id::Range(..)))
                };
                let has_comment = start.trim_ascii_start().starts_with(b"#");
                let first_lines = [first].into_iter().chain(lines.take(20));
                let is_conllu = has_comment || first_lines.into_iter().any(is_conllu);
                Some(if is_conllu { Columns::Conllu } else { Columns::Conllx })
            }
            8 | 9 => Some(Columns::Conllx),
            _ => None,
        }
    }
}

/// How much of a text a guess looks at.
const GUESS: usize = 64 << 10;

/// The tags of Universal Dependencies.
pub(crate) const UNIVERSAL_TAGS: [&[u8]; 17] = [
    b"ADJ", b"ADP", b"ADV", b"AUX", b"CCONJ", b"DET", b"INTJ", b"NOUN", b"NUM", b"PART", b"PRON",
    b"PROPN", b"PUNCT", b"SCONJ", b"SYM", b"VERB", b"X",
];

/// How many roots a sentence may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots {
    /// Exactly one; every word must lead up to it.
    One,
    /// One or more; every word must lead up to one.
    Several,
    /// Any number, and heads may lead in circles: as in output that nobody has checked.
    Any,
}

/// Sentences as far as they could be read, with what was wrong.
#[derive(Debug)]
pub struct ColumnReading<'s> {
    /// The sentences. Lines with faults are left out of them.
    pub graph: Graph<'s>,
    /// What is wrong, in reading order.
    pub faults: Vec<ColumnFault>,
}

/// Memory that is used again for the next sentences.
#[derive(Debug, Default)]
pub struct ColumnSpace {
    lists: GraphLists,
    marks: TreeCheck,
    deps: Vec<(Owner, Span)>,
}

/// Whose DEPS column waits until all nodes of the sentence are known.
#[derive(Clone, Copy, Debug)]
enum Owner {
    Word(u32),
    Empty(u32),
}

impl ColumnSpace {
    /// Takes a graph's memory back.
    pub(crate) fn recycle(&mut self, graph: Graph<'_>) {
        if let Some(lists) = graph.into_lists() {
            self.lists = lists;
        }
    }
}

/// Reads the CoNLL-U sentences of a text.
pub fn read(text: &[u8]) -> ColumnReading<'_> {
    read_with(text, Columns::Conllu, Roots::One, &mut ColumnSpace::default())
}

/// Reads the sentences of a text, with memory to use again.
///
/// # Panics
/// If the text has four gibibytes or more. The readers of files refuse such a sentence before.
pub(crate) fn read_with<'s>(
    text: &'s [u8],
    columns: Columns,
    roots: Roots,
    space: &mut ColumnSpace,
) -> ColumnReading<'s> {
    assert!(u32::try_from(text.len()).is_ok(), "the readers of files refuse larger sentences");
    let mut lists = std::mem::take(&mut space.lists);
    lists.clear();
    let mut reader = Reader {
        text,
        columns,
        roots,
        lists,
        marks: &mut space.marks,
        deps: &mut space.deps,
        faults: Vec::new(),
        sentence: GraphSentence::default(),
        is_open: false,
        token_ends: 0,
    };
    let mut tabs = [0; MOST_TABS];
    let (mut start, mut n_tabs) = (0, 0);
    for at in memchr::memchr2_iter(b'\t', b'\n', text) {
        if text[at] == b'\t' {
            if n_tabs < MOST_TABS {
                tabs[n_tabs] = at;
            }
            n_tabs += 1;
            continue;
        }
        reader.line(start, at, &tabs[..n_tabs.min(MOST_TABS)], n_tabs);
        (start, n_tabs) = (at + 1, 0);
    }
    if start < text.len() {
        reader.line(start, text.len(), &tabs[..n_tabs.min(MOST_TABS)], n_tabs);
    }
    reader.close(text.len());
    let Reader { lists, faults, .. } = reader;
    ColumnReading { graph: Graph::new(text, lists), faults }
}

/// Tabs whose places are kept: those of the columns that are used.
const MOST_TABS: usize = 14;

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

struct Reader<'s, 'm> {
    text: &'s [u8],
    columns: Columns,
    roots: Roots,
    lists: GraphLists,
    marks: &'m mut TreeCheck,
    deps: &'m mut Vec<(Owner, Span)>,
    faults: Vec<ColumnFault>,
    sentence: GraphSentence,
    is_open: bool,
    /// The last word, counted in its sentence from 1, of the multiword token being read.
    token_ends: u32,
}

/// What stands in the first column.
enum Id {
    Word(u32),
    Range(u32, u32),
    Empty(u32, u32),
}

impl Reader<'_, '_> {
    fn fault(&mut self, kind: ColumnFaultKind, at: usize) {
        self.faults.push(ColumnFault { kind, at });
    }

    /// Words of the sentence so far.
    fn n_words(&self) -> u32 {
        self.lists.words.len() as u32 - self.sentence.first_word
    }

    /// Empty nodes of the sentence so far.
    fn n_empty(&self) -> u32 {
        self.lists.empty_nodes.len() as u32 - self.sentence.first_empty
    }

    fn line(&mut self, start: usize, end: usize, tabs: &[usize], n_tabs: usize) {
        let end = if end > start && self.text[end - 1] == b'\r' { end - 1 } else { end };
        if end == start {
            self.close(start);
            return;
        }
        if !self.is_open {
            self.sentence = GraphSentence {
                start: start as u32,
                end: start as u32,
                first_word: self.lists.words.len() as u32,
                last_word: 0,
                first_token: self.lists.tokens.len() as u32,
                last_token: 0,
                first_empty: self.lists.empty_nodes.len() as u32,
                last_empty: 0,
            };
            self.is_open = true;
            self.token_ends = 0;
        }
        let text = self.text;
        if text[start] == b'#' {
            if self.n_words() > 0 || self.token_ends > 0 {
                self.fault(ColumnFaultKind::CommentInside, start);
            }
            return;
        }
        if text[start..end].trim_ascii().is_empty() {
            self.fault(ColumnFaultKind::BlankLine, start);
            return;
        }
        let found = n_tabs as u32 + 1;
        let (least, most, expected) = match self.columns {
            Columns::Conllu => (10, 10, 10),
            Columns::Conllx => (8, 10, 10),
            Columns::Conll2009 => (12, u32::MAX, 14),
        };
        if found < least || found > most {
            // Only the last line of a file may lack its end; blanks alone are no columns anywhere.
            let is_cut = end == text.len()
                && found < least
                && (n_tabs > 0 || !text[start..end].contains(&b' '));
            let kind = match is_cut {
                true => ColumnFaultKind::CutOff { found, expected },
                false => ColumnFaultKind::Columns { found, expected },
            };
            self.fault(kind, start);
            return;
        }
        let mut ends = [end; MOST_TABS + 1];
        ends[..tabs.len()].copy_from_slice(tabs);
        let field = |n: usize| match n {
            0 => span(start, ends[0]),
            n => span(ends[n - 1] + 1, ends[n]),
        };
        if let Some(empty) = (0..least as usize).find(|n| field(*n).start == field(*n).end) {
            let name = Field::ALL.get(empty).copied().unwrap_or(Field::Misc);
            self.fault(ColumnFaultKind::EmptyField(name), field(empty).start as usize);
            // A word may lack what nobody needs for the others.
            if matches!(empty, 0 | 1 | 6) || self.columns != Columns::Conllu {
                return;
            }
        }
        match parse_id(&text[start..ends[0]]) {
            None => self.fault(ColumnFaultKind::BadId, start),
            Some(Id::Word(id)) => self.word(id, field, start),
            Some(_) if self.columns != Columns::Conllu => {
                self.fault(ColumnFaultKind::NotInConllx, start)
            }
            Some(Id::Range(first, last)) => self.range(first, last, field(1), field(9), start),
            Some(Id::Empty(after, minor)) => {
                // Node 8.1 stands behind eight words.
                let nodes = &self.lists.empty_nodes[self.sentence.first_empty as usize..];
                let is_next =
                    nodes.last().is_none_or(|last| (last.after, last.minor) < (after, minor));
                if after != self.n_words() || !is_next {
                    self.fault(ColumnFaultKind::WrongId { expected: self.n_words() }, start);
                    return;
                }
                let index = self.lists.empty_nodes.len() as u32;
                self.lists.empty_nodes.push(EmptyNode {
                    line: span(start, end),
                    after,
                    minor,
                    first_arc: 0,
                    last_arc: 0,
                });
                self.deps.push((Owner::Empty(index), field(8)));
            }
        }
    }

    fn word(&mut self, id: u32, field: impl Fn(usize) -> Span, start: usize) {
        let expected = self.n_words() + 1;
        if id != expected {
            self.fault(ColumnFaultKind::WrongId { expected }, start);
            return;
        }
        let form = field(1);
        let is_inside = id <= self.token_ends;
        if !is_inside && is_blank(&self.text[form.start as usize..form.end as usize]) {
            self.fault(ColumnFaultKind::BlankForm, form.start as usize);
            return;
        }
        let (upos, xpos, features, head, relation, deps, misc) = match self.columns {
            Columns::Conllu => (3, 4, 5, field(6), field(7), Some(field(8)), field(9)),
            Columns::Conllx => (3, 4, 5, field(6), field(7), None, span(start, start)),
            // Systems answer in the columns for predictions, gold in the others.
            Columns::Conll2009 if self.is_underscore(field(8)) => {
                (5, 5, 7, field(9), field(11), None, span(start, start))
            }
            Columns::Conll2009 => (4, 4, 6, field(8), field(10), None, span(start, start)),
        };
        let head_text = &self.text[head.start as usize..head.end as usize];
        let Some(head_number) = parse_number(head_text) else {
            self.fault(ColumnFaultKind::BadHead, head.start as usize);
            return;
        };
        let index = self.lists.words.len() as u32;
        if !is_inside {
            self.lists.tokens.push(Token { form, misc, first_word: index, is_multiword: false });
        }
        self.lists.words.push(Word {
            form,
            lemma: match self.columns {
                Columns::Conll2009 if self.is_underscore(field(2)) => field(3),
                _ => field(2),
            },
            upos: field(upos),
            xpos: field(xpos),
            features: field(features),
            relation,
            misc,
            // Checked and made absolute when the sentence is complete.
            head: head_number,
            token: self.lists.tokens.len() as u32 - 1,
            first_arc: 0,
            last_arc: 0,
        });
        self.marks.places.push(head.start);
        if let Some(deps) = deps
            && !self.is_nothing(deps)
        {
            self.deps.push((Owner::Word(index), deps));
        }
    }

    fn range(&mut self, first: u32, last: u32, form: Span, misc: Span, start: usize) {
        let next = self.n_words() + 1;
        if self.token_ends >= next {
            self.fault(ColumnFaultKind::OverlappingRange, start);
        } else if first != next || last < first {
            self.fault(ColumnFaultKind::BadRange, start);
        } else if is_blank(&self.text[form.start as usize..form.end as usize]) {
            self.fault(ColumnFaultKind::BlankForm, form.start as usize);
        } else {
            self.token_ends = last;
            let first_word = self.lists.words.len() as u32;
            self.lists.tokens.push(Token { form, misc, first_word, is_multiword: true });
        }
    }

    fn is_underscore(&self, field: Span) -> bool {
        self.text[field.start as usize..field.end as usize] == *b"_"
    }

    /// Whether a column says nothing, in the way it should or not.
    fn is_nothing(&self, field: Span) -> bool {
        field.start == field.end || self.is_underscore(field)
    }

    /// Ends a sentence: now heads can be checked.
    fn close(&mut self, end: usize) {
        if !self.is_open {
            return;
        }
        self.is_open = false;
        let start = self.sentence.start as usize;
        let (first, n_words) = (self.sentence.first_word, self.n_words());
        self.sentence.end = end as u32;
        self.sentence.last_word = self.lists.words.len() as u32;
        self.sentence.last_token = self.lists.tokens.len() as u32;
        self.sentence.last_empty = self.lists.empty_nodes.len() as u32;
        let n_faults = self.faults.len();
        if n_words == 0 {
            if self.faults.last().is_none_or(|fault| fault.at < start) {
                self.fault(ColumnFaultKind::NoWords, start);
            }
            self.marks.places.clear();
            self.deps.clear();
            return;
        }
        if self.token_ends > n_words {
            let token = self.lists.tokens[self.lists.tokens.len() - 1].form.start as usize;
            let line = memchr::memrchr(b'\n', &self.text[..token]).map_or(0, |at| at + 1);
            self.fault(ColumnFaultKind::RangeBeyondEnd { n_words }, line);
        }
        let words = &mut self.lists.words[first as usize..];
        for (word, place) in words.iter_mut().zip(&self.marks.places) {
            if word.head > n_words {
                let kind = ColumnFaultKind::HeadOutOfRange { head: word.head, n_words };
                self.faults.push(ColumnFault { kind, at: *place as usize });
                word.head = 0;
            }
        }
        if self.faults.len() == n_faults
            && let Some((word, kind)) = self.marks.check(words, self.roots)
        {
            self.faults.push(ColumnFault { kind, at: self.marks.places[word] as usize });
        }
        for word in words {
            word.head = if word.head == 0 { ROOT } else { first + word.head - 1 };
        }
        self.enhanced();
        self.marks.places.clear();
        self.lists.sentences.push(self.sentence);
    }

    /// Reads the enhanced graph, all nodes being known.
    fn enhanced(&mut self) {
        let deps = std::mem::take(self.deps);
        for (owner, field) in &deps {
            let first_arc = self.lists.arcs.len() as u32;
            if !self.is_nothing(*field) {
                self.arcs(*field);
            }
            let last_arc = self.lists.arcs.len() as u32;
            match owner {
                Owner::Word(index) => {
                    let word = &mut self.lists.words[*index as usize];
                    (word.first_arc, word.last_arc) = (first_arc, last_arc);
                }
                Owner::Empty(index) => {
                    let node = &mut self.lists.empty_nodes[*index as usize];
                    (node.first_arc, node.last_arc) = (first_arc, last_arc);
                }
            }
        }
        *self.deps = deps;
        self.deps.clear();
    }

    fn arcs(&mut self, field: Span) {
        let text = self.text;
        let mut start = field.start as usize;
        for item in text[start..field.end as usize].split(|byte| *byte == b'|') {
            let end = start + item.len();
            let colon = memchr::memchr(b':', item);
            let head = colon.and_then(|colon| parse_id(&item[..colon]));
            match (head, colon) {
                (Some(id @ (Id::Word(_) | Id::Empty(..))), Some(colon)) => match self.node(&id) {
                    Some(head) => {
                        self.lists
                            .arcs
                            .push(GraphArc { head, relation: span(start + colon + 1, end) });
                    }
                    None if matches!(id, Id::Empty(..)) => {
                        self.fault(ColumnFaultKind::DepsEmptyMissing, start);
                    }
                    None => self.fault(ColumnFaultKind::DepsHeadOutOfRange, start),
                },
                _ => self.fault(ColumnFaultKind::BadDeps, start),
            }
            start = end + 1;
        }
    }

    fn node(&self, id: &Id) -> Option<GraphNode> {
        match *id {
            Id::Word(0) => Some(GraphNode::ROOT),
            Id::Word(number) => (number <= self.n_words())
                .then(|| GraphNode::word(self.sentence.first_word + number - 1)),
            Id::Empty(after, minor) => {
                let first = self.sentence.first_empty;
                let nodes = &self.lists.empty_nodes[first as usize..];
                // They stand in order, so that a sentence full of them is no quadratic work.
                let at =
                    nodes.binary_search_by_key(&(after, minor), |node| (node.after, node.minor));
                debug_assert!(nodes.len() == self.n_empty() as usize);
                at.ok().map(|at| GraphNode::empty(first + at as u32))
            }
            Id::Range(..) => None,
        }
    }
}

/// A whole number without a sign that fits, with some room, into 32 bits.
#[inline]
fn parse_number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    let mut number = 0;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = 10 * number + u32::from(digit);
    }
    Some(number)
}

#[inline]
fn parse_id(text: &[u8]) -> Option<Id> {
    if let Some(number) = parse_number(text) {
        return Some(Id::Word(number));
    }
    let at = memchr::memchr2(b'-', b'.', text)?;
    let (first, second) = (parse_number(&text[..at])?, parse_number(&text[at + 1..])?);
    Some(if text[at] == b'-' { Id::Range(first, second) } else { Id::Empty(first, second) })
}

#[cfg(test)]
mod tests;
