//! Where sentences end, in every format.

use std::collections::VecDeque;

use crate::error::{ErrorKind, Place, Position};
use crate::formats::Raw;
use crate::formats::blocks::{self, EmptyLines};
use crate::formats::penn::{self, Layout, Splitter};
use crate::formats::relations::{candc, rasp_output};
use crate::formats::{categorial, export, lists, native};
use crate::kinds::Format;

/// How many bytes of `text` are whole sentences.
pub(super) fn cut(format: Format, text: &[u8], at_end: bool) -> usize {
    match format {
        Format::Penn(layout) => penn::cut(layout, text, at_end),
        Format::Lines | Format::Discbracket => penn::cut(Layout::Lines, text, at_end),
        Format::Collins => native::cut_collins(text, at_end),
        Format::Export => export::cut(text, at_end),
        Format::Parg => categorial::cut(text, at_end),
        Format::Rasp => rasp_output::cut(text, at_end),
        Format::Lists(layout) => lists::cut(layout, text, at_end),
        // Read whole, because their sentences are paired by numbers.
        Format::Numbered | Format::DepBank if at_end => text.len(),
        Format::Numbered | Format::DepBank => 0,
        _ => blocks::cut(text, at_end),
    }
}

/// The sentences of a text, and where the text after it goes on.
pub(super) type Split = std::result::Result<(VecDeque<Raw>, Position), (Place, ErrorKind)>;

pub(super) fn split(
    format: Format,
    text: &[u8],
    position: Position,
    empty_lines: EmptyLines,
) -> Split {
    Ok(match format {
        Format::Penn(_) | Format::Lines | Format::Discbracket => {
            let layout = match format {
                Format::Penn(layout) => layout,
                _ => Layout::Lines,
            };
            let mut splitter = Splitter::new(layout, text, position);
            let found = splitter.by_ref().collect::<std::result::Result<_, _>>()?;
            (found, splitter.position())
        }
        Format::Columns(_) | Format::Stanford | Format::Mst => {
            blocks::split(text, position, empty_lines)
        }
        Format::Export => export::split(text, position)?,
        Format::Collins => native::split_collins(text, position),
        Format::Parg => categorial::split(text, position),
        Format::Candc | Format::CandcDeps => {
            let (mut found, position) = blocks::split(text, position, empty_lines);
            // What the parser says about itself at the head of a file is no sentence.
            found.retain(|raw| !candc::is_head(&text[raw.start..raw.end]));
            (found, position)
        }
        Format::Rasp => rasp_output::split(text, position),
        Format::Lists(layout) => lists::split(layout, text, position),
        Format::Numbered | Format::DepBank => {
            let all = Raw { start: 0, end: text.len(), at: position };
            (VecDeque::from([all]), position.after(text))
        }
    })
}
