//! Lines of columns as they stand, for those who need no more of them than that.

use super::{ColumnFault, ColumnFaultKind};
use crate::structures::graph::comment;

/// What the comments above a sentence call it.
pub(crate) fn sentence_name(text: &[u8]) -> Option<String> {
    // Trees are long lines, and none of them has a name.
    let name = text.starts_with(b"#").then(|| comment(text, "sent_id")).flatten()?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// The first columns of every line that has any, or what is wrong with a line that has fewer.
pub(crate) fn rows<const N: usize>(
    text: &[u8],
) -> impl Iterator<Item = Result<[&[u8]; N], ColumnFault>> {
    let mut end = 0;
    text.split_inclusive(|byte| *byte == b'\n').filter_map(move |line| {
        let at = end;
        end += line.len();
        let line = line.trim_ascii_end();
        if line.is_empty() || line.starts_with(b"#") {
            return None;
        }
        let mut row = [&line[..0]; N];
        let mut found = 0;
        for column in line.split(|byte| *byte == b'\t') {
            if let Some(place) = row.get_mut(found) {
                *place = column;
            }
            found += 1;
        }
        let kind = ColumnFaultKind::Columns { found: found as u32, expected: 10 };
        Some(if found < N { Err(ColumnFault { kind, at }) } else { Ok(row) })
    })
}
