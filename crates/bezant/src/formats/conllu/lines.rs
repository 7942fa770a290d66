//! Lines of columns as they stand, for those who need no more of them than that.

use crate::structures::graph::comment;

/// What the comments above a sentence call it.
pub(crate) fn sentence_name(text: &[u8]) -> Option<String> {
    // Trees are long lines, and none of them has a name.
    let name = text.starts_with(b"#").then(|| comment(text, "sent_id")).flatten()?;
    Some(String::from_utf8_lossy(name).into_owned())
}
