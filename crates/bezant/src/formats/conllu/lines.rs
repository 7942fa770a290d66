//! Lines of columns as they stand, for those who need no more of them than that: whatever else is
//! wrong with a table does not matter to them.

use super::{ColumnFault, ColumnFaultKind};
use crate::formats::blocks;

/// The first columns of a line; there may be more.
pub(crate) struct Row<'t, const N: usize> {
    /// Where the line starts.
    pub(crate) at: usize,
    pub(crate) columns: [&'t [u8]; N],
}

/// A line with too few columns: where it starts, and how many it has.
pub(crate) struct ShortLine {
    pub(crate) at: usize,
    pub(crate) n_columns: usize,
}

impl From<ShortLine> for ColumnFault {
    fn from(line: ShortLine) -> ColumnFault {
        let kind = ColumnFaultKind::Columns { found: line.n_columns as u32, expected: 10 };
        ColumnFault { kind, at: line.at }
    }
}

/// The first columns of every line that has any, or what is wrong with a line that has fewer.
pub(crate) fn rows<const N: usize>(
    text: &[u8],
) -> impl Iterator<Item = Result<Row<'_, N>, ShortLine>> {
    blocks::lines(text, 0).filter_map(|(at, line)| {
        let line = line.trim_ascii_end();
        if line.is_empty() || line.starts_with(b"#") {
            return None;
        }
        let mut columns = [&line[..0]; N];
        let mut n_columns = 0;
        for column in fields(line) {
            if let Some(place) = columns.get_mut(n_columns) {
                *place = column;
            }
            n_columns += 1;
        }
        let is_short = n_columns < N;
        Some(if is_short { Err(ShortLine { at, n_columns }) } else { Ok(Row { at, columns }) })
    })
}

/// The form and the first tag in a line.
pub(crate) fn form_and_tag(line: &[u8]) -> [&[u8]; 2] {
    let row = rows(line).next().and_then(Result::ok);
    row.map_or_else(Default::default, |Row { columns: [_, form, _, tag], .. }| [form, tag])
}

/// The columns of a line.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| *byte == b'\t')
}

/// Whether a line is one of a token of several words, by its number: `1-2`.
pub(crate) fn is_of_several(id: &[u8]) -> bool {
    id.contains(&b'-')
}

/// Whether a line is one of a node between words, by its number: `8.1`.
pub(crate) fn is_between(id: &[u8]) -> bool {
    id.contains(&b'.')
}

/// The tokens of a sentence as they are written, and whether they have several words. Lines that
/// are no such thing are passed over: what is wrong with them is said where they are read.
pub(crate) fn each_token(text: &[u8], mut found: impl FnMut(&[u8], bool)) {
    let mut covered = 0u32;
    let mut at = 0;
    while at < text.len() {
        let line = at;
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n);
        at = end + 1;
        let bytes = &text[line..end];
        let mut id = 0;
        while bytes.get(id).is_some_and(u8::is_ascii_digit) {
            id += 1;
        }
        let number = |digits: &[u8]| {
            digits.iter().fold(0u32, |number, digit| {
                number.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0')))
            })
        };
        match bytes.get(id) {
            Some(b'\t') if id > 0 => {
                let form = &bytes[id + 1..];
                if covered > 0 {
                    covered -= 1;
                } else if let Some(tab) = form.iter().position(|byte| *byte == b'\t') {
                    found(&form[..tab], false);
                }
            }
            Some(b'-') if id > 0 => {
                let rest = &bytes[id + 1..];
                let Some(tab) = memchr::memchr(b'\t', rest) else { continue };
                let (first, last) = (number(&bytes[..id]), number(&rest[..tab]));
                let form = &rest[tab + 1..];
                let Some(tab) = memchr::memchr(b'\t', form) else { continue };
                covered = last.saturating_add(1).saturating_sub(first);
                found(&form[..tab], true);
            }
            _ => {}
        }
    }
}

/// The forms of columns that can be read, much quicker than by reading them, as long as no word is special;
/// `None` for those that are: written together, left out, or without a form. Of a text that cannot be read it is
/// whatever stands in its lines where forms do.
pub(crate) fn forms_at_a_glance(text: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    let mut start = 0;
    let lines = memchr::memchr_iter(b'\n', text).chain([text.len()]).map(move |end| {
        let line = &text[start..end];
        start = end + 1;
        line
    });
    lines.filter(|line| !matches!(line, [] | [b'\r'] | [b'#', ..])).map(|line| {
        let tab = |line: &[u8]| line.iter().position(|byte| *byte == b'\t');
        let (id, rest) = line.split_at(tab(line)?);
        let form = &rest[1..=tab(&rest[1..])?];
        (id.iter().all(u8::is_ascii_digit) && form != b"_").then_some(form)
    })
}

/// What the comments above a sentence call it.
pub(crate) fn sentence_name(text: &[u8]) -> Option<String> {
    // Trees are long lines, and none of them has a name.
    let name = text.starts_with(b"#").then(|| sentence_id(text)).flatten()?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// The same as bytes.
pub(crate) fn sentence_id(text: &[u8]) -> Option<&[u8]> {
    comment(text, "sent_id")
}

/// What stands behind `# key =` in the comments at the head of a sentence's text.
pub(crate) fn comment<'t>(text: &'t [u8], key: &str) -> Option<&'t [u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.take_while(|line| line.starts_with(b"#")).find_map(|line| {
        let rest = line[1..].trim_ascii_start().strip_prefix(key.as_bytes())?;
        Some(rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start())
    })
}
