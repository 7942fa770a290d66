//! Lines with words, however their columns are separated, and which column is which.

use std::ops::Range;

use crate::formats::conllu::{Columns, UNIVERSAL_TAGS};
use crate::formats::repair::columns::heads::Words;
use crate::formats::repair::wrapping::emphasised;
use crate::formats::repair::{RepairKind, Repairs};

/// By what columns are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Tabs,
    Blanks,
    Pipes,
}

/// What stands in the column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Word(u32),
    Range,
    Empty,
}

/// A line with a word.
#[derive(Clone)]
pub(super) struct Row<'t> {
    pub(super) at: Range<usize>,
    pub(super) fields: Vec<&'t [u8]>,
    pub(super) separator: Separator,
    /// Its number, if it has one.
    pub(super) id: Option<Id>,
    /// Whether a mark of a list stands before it.
    pub(super) is_marked: bool,
}

impl<'t> Row<'t> {
    /// Whether its last columns are missing, and not some between its word and its head.
    fn is_cut_off(&self, least: usize) -> bool {
        let relation = head_at(&self.fields).and_then(|head| self.fields.get(head + 1));
        // A word that is a number is its own lemma, before its tag.
        let has_relation = relation.is_some_and(|relation| !UNIVERSAL_TAGS.contains(relation));
        self.separator == Separator::Tabs && self.fields.len() < least && !has_relation
    }

    /// The word, as far as one can say before columns are known.
    pub(super) fn second(&self) -> Option<&'t [u8]> {
        self.fields.get(usize::from(self.id.is_some())).copied()
    }
}

/// All lines with words of a text.
pub(super) struct Rows<'t> {
    pub(super) rows: Vec<Row<'t>>,
    /// What a line above them calls the columns.
    pub(super) header: Option<Vec<Option<usize>>>,
}

/// Whether a line is a comment of the format, `# key = value`, and not a heading.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"# ") && line.contains(&b'=') || line.starts_with(b"# newdoc")
}

/// Whether a line is one that separates the head of a table from the rest.
pub(super) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 2 && line.iter().all(|byte| b"|-: +=".contains(byte))
}

/// The column that a name in a head stands for.
fn column_named(name: &[u8]) -> Option<usize> {
    let name: Vec<u8> = name.to_ascii_lowercase();
    let name = name.as_slice().trim_ascii();
    let name = name.strip_prefix(b"**").and_then(|name| name.strip_suffix(b"**")).unwrap_or(name);
    Some(match name {
        b"id" | b"#" | b"index" | b"no" | b"no." | b"idx" => 0,
        b"form" | b"word" | b"token" | b"text" => 1,
        b"lemma" => 2,
        b"upos" | b"pos" | b"upostag" | b"cpostag" => 3,
        b"xpos" | b"postag" | b"xpostag" | b"tag" => 4,
        b"feats" | b"features" | b"morph" => 5,
        b"head" | b"head id" | b"parent" => 6,
        b"deprel" | b"relation" | b"dep" | b"rel" | b"dependency" => 7,
        b"deps" | b"phead" => 8,
        b"misc" | b"pdeprel" => 9,
        _ => return None,
    })
}

/// Whether a line names columns.
pub(super) fn is_header(line: &[u8]) -> bool {
    let (fields, _) = fields(line);
    let names: Vec<usize> = fields.iter().filter_map(|name| column_named(name)).collect();
    names.len() >= 3 && 2 * names.len() > fields.len() && names.contains(&6)
}

/// The fields of a line, and by what they are separated.
fn fields(line: &[u8]) -> (Vec<&[u8]>, Separator) {
    let line = without_list_marks(line);
    let plain = line.trim_ascii();
    if plain.starts_with(b"|") || memchr::memmem::find(plain, b" | ").is_some() {
        let inner = plain.strip_prefix(b"|").unwrap_or(plain);
        let inner = inner.strip_suffix(b"|").unwrap_or(inner);
        let mut fields = Vec::new();
        let mut start = 0;
        for at in memchr::memchr_iter(b'|', inner) {
            // Features are joined by the same sign, without blanks.
            let is_blank = |at: Option<usize>| {
                at.and_then(|at| inner.get(at)).is_none_or(u8::is_ascii_whitespace)
            };
            if is_blank(at.checked_sub(1)) || is_blank(Some(at + 1)) {
                fields.push(inner[start..at].trim_ascii());
                start = at + 1;
            }
        }
        fields.push(inner[start..].trim_ascii());
        fields.iter_mut().for_each(|field| *field = emphasised(field).unwrap_or(field));
        if fields.len() >= 3 {
            return (fields, Separator::Pipes);
        }
    }
    let by_tabs: Vec<&[u8]> = line.split(|byte| *byte == b'\t').map(<[u8]>::trim_ascii).collect();
    // A line that was cut off behind its word has two.
    let is_word = |fields: &[&[u8]]| match fields {
        [id, word] => parse_id(id).is_some() && !word.is_empty() && !word.contains(&b' '),
        _ => false,
    };
    if by_tabs.len() >= 3 || is_word(&by_tabs) {
        return (by_tabs, Separator::Tabs);
    }
    let by_blanks = plain.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    (by_blanks.collect(), Separator::Blanks)
}

/// A line without the marks of a list or a quotation before it; a number is the word's.
fn without_list_marks(line: &[u8]) -> &[u8] {
    let mut rest = line;
    for mark in [&b"> "[..], b"- ", b"* ", b"+ ", b"`"] {
        let bare = rest.trim_ascii_start();
        rest = bare.strip_prefix(mark).unwrap_or(rest);
    }
    rest
}

pub(super) fn parse_number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A number, a range or a decimal; a full stop behind a number is that of a list.
pub(super) fn parse_id(text: &[u8]) -> Option<Id> {
    if let Some(number) = parse_number(text) {
        return Some(Id::Word(number));
    }
    let parts = |sign: u8| {
        let at = memchr::memchr(sign, text)?;
        Some((parse_number(&text[..at])?, parse_number(&text[at + 1..])?))
    };
    if parts(b'-').is_some() {
        return Some(Id::Range);
    }
    if parts(b'.').is_some() {
        return Some(Id::Empty);
    }
    text.strip_suffix(b".").or(text.strip_suffix(b")")).and_then(parse_number).map(Id::Word)
}

/// Whether a number comes right after another, as far as words are concerned.
fn follows(last: Option<Id>, id: Option<Id>) -> bool {
    match (last, id) {
        (Some(Id::Word(last)), Some(Id::Word(number))) => last.checked_add(1) == Some(number),
        (last, id) => last.is_some() && id.is_some(),
    }
}

/// Whether fields can be those of a word with its number: there is a head among them, or as many as
/// there should be.
fn is_word_line(fields: &[&[u8]], separator: Separator, columns: Columns) -> bool {
    let n = fields.len();
    if separator == Separator::Blanks && columns != Columns::Conll2009 && !is_plain_word(fields) {
        return false;
    }
    let has_head = head_at(fields).is_some();
    let is_full = n >= 8 && fields.get(6).is_some_and(|head| !head.is_empty());
    let is_special =
        matches!(fields.first().and_then(|id| parse_id(id)), Some(Id::Range | Id::Empty));
    match columns {
        Columns::Conll2009 => n >= 12,
        _ => (n >= 4 && has_head) || is_full || (is_special && n >= 3),
    }
}

/// Whether fields that only blanks separate are no words of a sentence about the parse: there is a tag
/// where tags stand, or the relation is one that is known.
fn is_plain_word(fields: &[&[u8]]) -> bool {
    let is_tag = |tag: &&[u8]| UNIVERSAL_TAGS.contains(tag) || *tag == b"_";
    let relation = head_at(fields).and_then(|head| fields.get(head + 1));
    let name = relation.and_then(|relation| relation.split(|byte| *byte == b':').next());
    let is_known =
        name.is_some_and(|name| RELATIONS.contains(&name.to_ascii_lowercase().as_slice()));
    (fields.len() >= 8 && fields.get(3).is_some_and(is_tag)) || is_known
}

/// Relations of Universal Dependencies, and those of others that are often seen.
const RELATIONS: [&[u8]; 44] = [
    b"acl",
    b"advcl",
    b"advmod",
    b"amod",
    b"appos",
    b"aux",
    b"case",
    b"cc",
    b"ccomp",
    b"clf",
    b"compound",
    b"conj",
    b"cop",
    b"csubj",
    b"dep",
    b"det",
    b"discourse",
    b"dislocated",
    b"expl",
    b"fixed",
    b"flat",
    b"goeswith",
    b"iobj",
    b"list",
    b"mark",
    b"nmod",
    b"nsubj",
    b"nummod",
    b"obj",
    b"obl",
    b"orphan",
    b"parataxis",
    b"punct",
    b"reparandum",
    b"root",
    b"vocative",
    b"xcomp",
    b"dobj",
    b"pobj",
    b"prep",
    b"auxpass",
    b"nsubjpass",
    b"neg",
    b"nn",
];

/// Which field behind the word is the head: a number before a relation; the seventh if it is one.
fn head_at(fields: &[&[u8]]) -> Option<usize> {
    let is_head = |at: usize| {
        let is_number = fields.get(at).is_some_and(|field| parse_number(field).is_some());
        let is_relation = fields.get(at + 1).is_some_and(|field| {
            field.first().is_some_and(u8::is_ascii_alphabetic) || *field == b"_"
        });
        is_number && is_relation
    };
    if fields.len() >= 8 && is_head(6) {
        return Some(6);
    }
    (2..fields.len().saturating_sub(1)).rev().find(|at| is_head(*at))
}

impl<'t> Rows<'t> {
    /// Finds the lines with words.
    pub(super) fn find(text: &'t [u8], columns: Columns) -> Rows<'t> {
        let mut rows = Vec::new();
        let mut header = None;
        // Lines that could be words without numbers; they are if there are no others.
        let mut unnumbered: Vec<Row<'t>> = Vec::new();
        // Lines that were cut off at the beginning of a sentence; they are words if such follow below.
        let mut cut_off: Vec<Row<'t>> = Vec::new();
        // The last of these or of the rows: in which line, and its number.
        let mut above: Option<(usize, Option<Id>)> = None;
        let mut at = 0;
        for (n_line, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let start = at;
            at += line.len();
            let line = line.trim_ascii_end();
            if line.is_empty() || is_comment(line) || is_rule(line) {
                continue;
            }
            let (fields, separator) = fields(line);
            if rows.is_empty() && is_header(line) {
                header = Some(fields.iter().map(|name| column_named(name)).collect());
                continue;
            }
            // Heads may be words where a line above says which column has them.
            let names_head = header.is_some() && separator == Separator::Pipes;
            let end = start + line.len();
            let is_marked = without_list_marks(line).len() != line.len();
            let id = fields.first().and_then(|id| parse_id(id));
            // A line that was cut off still has its word.
            let is_cut = !rows.is_empty() && separator == Separator::Tabs && fields.len() > 2;
            let is_row = is_cut || names_head || is_word_line(&fields, separator, columns);
            let row = Row { at: start..end, fields, separator, id, is_marked };
            let may_be_cut = separator == Separator::Tabs && columns != Columns::Conll2009;
            let is_due = above.is_some_and(|(line, last)| line + 1 == n_line && follows(last, id));
            if !is_due {
                cut_off.clear();
            }
            if id.is_some() && (is_row || (may_be_cut && is_due && cut_off.is_empty())) {
                rows.append(&mut cut_off);
                rows.push(row);
                above = Some((n_line, id));
                continue;
            }
            let is_first = !matches!(id, None | Some(Id::Word(2..)));
            if may_be_cut && (is_first || is_due) {
                cut_off.push(row.clone());
                above = Some((n_line, id));
            }
            let fields = &row.fields;
            if rows.is_empty()
                && separator != Separator::Blanks
                && fields.len() >= 3
                && (names_head || fields.iter().skip(1).any(|field| parse_number(field).is_some()))
            {
                unnumbered.push(Row { id: None, ..row });
            }
        }
        if rows.is_empty() && columns != Columns::Conll2009 {
            rows = unnumbered;
        }
        Rows { rows, header }
    }

    /// Which rows are the words of one sentence: numbers go on, or begin anew behind other lines.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        let (mut start, mut last) = (0, None);
        for (at, row) in self.rows.iter().enumerate() {
            let number = match row.id {
                Some(Id::Word(number)) => Some(number),
                _ => None,
            };
            if let (Some(number), Some(before)) = (number, last)
                && number <= before
                && number <= 1
            {
                // A range stands before its first word.
                let is_range =
                    at > start && matches!(self.rows[at - 1].id, Some(Id::Range | Id::Empty));
                let from = if is_range { at - 1 } else { at };
                all.push(start..from);
                start = from;
            }
            last = number.or(last);
        }
        if start < self.rows.len() {
            all.push(start..self.rows.len());
        }
        all
    }

    pub(super) fn n_words(&self, range: Range<usize>) -> usize {
        let is_word = |row: &&Row<'_>| !matches!(row.id, Some(Id::Range | Id::Empty));
        self.rows[range].iter().filter(is_word).count()
    }

    /// Whether rows of a sentence have empty lines between them.
    pub(super) fn has_empty_lines(&self, text: &[u8], range: Range<usize>) -> bool {
        self.rows[range].windows(2).any(|pair| {
            let between = &text[pair[0].at.end..pair[1].at.start];
            memchr::memchr_iter(b'\n', between).count() > 1 && between.trim_ascii().is_empty()
        })
    }

    /// The rows of a sentence with all columns, each where it belongs.
    pub(super) fn words(
        &self,
        range: Range<usize>,
        columns: Columns,
        done: &mut Repairs,
    ) -> Option<Words> {
        let rows = &self.rows[range];
        let n_columns = match columns {
            Columns::Conll2009 => rows.iter().map(|row| row.fields.len()).max()?.max(14),
            _ => 10,
        };
        let is_tag = |at: usize| {
            let mut tags = rows.iter().filter_map(|row| row.fields.get(at));
            tags.all(|tag| UNIVERSAL_TAGS.contains(tag))
        };
        let mut lines = Vec::with_capacity(rows.len());
        let has_ids = rows.iter().all(|row| row.id.is_some());
        let least = if columns == Columns::Conllx { 8 } else { n_columns };
        let is_whole = |row: &Row<'_>| has_ids && (least..=n_columns).contains(&row.fields.len());
        // Beside lines with all their columns, one with fewer was cut off: those it has are in place.
        let has_whole = self.header.is_none() && rows.iter().any(is_whole);
        let mut n_other = 0;
        for row in rows {
            let mut line = vec![b"_".to_vec(); n_columns];
            let fields = &row.fields;
            n_other += usize::from(!is_whole(row) && self.header.is_none());
            if let Some(header) = &self.header {
                n_other += usize::from(header.len() != n_columns);
            }
            let mut put = |column: usize, field: &[u8]| {
                n_other += usize::from(field.is_empty());
                if !field.is_empty() && column < n_columns {
                    line[column] = field.to_vec();
                }
            };
            let is_in_place = is_whole(row) || (has_whole && row.is_cut_off(least));
            if is_in_place && self.header.is_none() {
                fields.iter().enumerate().for_each(|(column, field)| put(column, field));
            } else if let Some(header) = &self.header {
                for (field, column) in fields.iter().zip(header) {
                    column.iter().for_each(|column| put(*column, field));
                }
            } else if columns == Columns::Conll2009 {
                return None;
            } else {
                let first = usize::from(has_ids);
                if has_ids {
                    put(0, fields[0]);
                }
                let head =
                    head_at(fields).unwrap_or_else(|| fields.len().min(6 + first).max(first + 1));
                put(1, fields.get(first).copied().unwrap_or(b"_"));
                // Between the word and its head: lemma and tags, as many as there are.
                let between: Vec<usize> = match head - first {
                    0 | 1 => Vec::new(),
                    2 if is_tag(first + 1) => vec![3],
                    2 => vec![2],
                    3 if is_tag(first + 1) => vec![3, 4],
                    3 => vec![2, 3],
                    4 => vec![2, 3, 4],
                    _ => vec![2, 3, 4, 5],
                };
                for (column, field) in between.into_iter().zip(&fields[first + 1..head]) {
                    put(column, field);
                }
                for (column, field) in (6..10).zip(fields.iter().skip(head)) {
                    put(column, field);
                }
            }
            // What is numbered as a list has a full stop behind it.
            if let (Some(Id::Word(number)), true) = (row.id, parse_number(&line[0]).is_none()) {
                line[0] = number.to_string().into_bytes();
                done.note(RepairKind::Ids, true);
            }
            lines.push(line);
        }
        done.note(RepairKind::Columns, n_other > 0);
        Some(Words { lines, has_ids })
    }
}

/// The comments right above a row.
pub(super) fn comments_before(text: &[u8], at: usize) -> Vec<&[u8]> {
    let mut comments = Vec::new();
    let mut end = at;
    while end > 0 {
        let start = memchr::memrchr(b'\n', &text[..end - 1]).map_or(0, |at| at + 1);
        let line = text[start..end].trim_ascii();
        let is_between = line.is_empty() || is_rule(line) || is_header(line);
        if is_comment(line) {
            comments.push(line);
        } else if !is_between || comments.len() > 64 || (line.is_empty() && !comments.is_empty()) {
            break;
        }
        end = start;
    }
    comments.reverse();
    comments
}
