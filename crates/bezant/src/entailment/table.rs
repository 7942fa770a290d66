//! What files of pairs and answers have in common: text, lines, and tables with a header.

use crate::error::{EntailmentFault, Error, Place, Position, Result};

/// A file's name and text, for errors with a place.
#[derive(Clone, Copy)]
pub(crate) struct Input<'s> {
    pub(crate) name: &'s str,
    pub(crate) text: &'s str,
}

impl<'s> Input<'s> {
    /// A text that must be UTF-8; a byte order mark is dropped.
    pub(crate) fn new(name: &'s str, text: &'s [u8]) -> Result<Input<'s>> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let text = std::str::from_utf8(text).map_err(|error| {
            let place = Place::locate(text, error.valid_up_to(), Position::start_of(1));
            Error::at(name, place, EntailmentFault::NotUtf8)
        })?;
        Ok(Input { name, text })
    }

    /// An error at a byte of the text.
    pub(crate) fn fail(&self, at: usize, fault: EntailmentFault) -> Error {
        let place = Place::locate(self.text.as_bytes(), at, Position::start_of(1));
        Error::at(self.name, place, fault)
    }

    /// Lines that are not blank, with where they start.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'s str)> {
        let mut at = 0;
        let all = self.text.split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            (start, line.trim_end_matches(['\n', '\r']))
        });
        all.filter(|(_, line)| !line.trim().is_empty())
    }

    /// The records of a table. Tabs separate without quotation marks, commas with them.
    pub(crate) fn records(&self, delimiter: u8) -> csv::Reader<&'s [u8]> {
        csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .quoting(delimiter != b'\t')
            .has_headers(false)
            .flexible(true)
            .from_reader(self.text.as_bytes())
    }

    /// What the reader of tables says, with its place.
    pub(crate) fn bad_table(&self, error: &csv::Error) -> Error {
        let at = error.position().map_or(0, |position| position.byte() as usize);
        self.fail(at, EntailmentFault::Malformed(error.to_string()))
    }

    /// What the reader of JSON says about a line, with its place.
    pub(crate) fn bad_json(&self, start: usize, line: &str, error: &serde_json::Error) -> Error {
        let column = error.column().saturating_sub(1).min(line.len());
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_string();
        self.fail(start + column, EntailmentFault::Malformed(format!("not JSON: {why}")))
    }
}

/// Where the record after the one a reader is at starts.
pub(crate) fn start(record: &csv::StringRecord) -> usize {
    record.position().map_or(0, |position| position.byte() as usize)
}
