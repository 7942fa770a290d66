//! Lines as the original's buffer delivers them.

use std::io;

use crate::compat::evalb::Variant;
use crate::compat::evalb::report::Stop;
use crate::formats::penn::{self, Layout};
use crate::source::{Source, Text};

/// A file's lines, one after another.
pub(super) struct LineReader {
    source: Source,
    block: Option<Text>,
    at: usize,
    /// The length at which the line fills the buffer and its newline does not fit any more.
    full: usize,
    newline_left: bool,
}

impl LineReader {
    pub(super) fn new(source: Source, variant: Variant) -> LineReader {
        let full = match variant {
            Variant::Evalb => 4_999,
            Variant::Spmrl => 49_999,
        };
        LineReader { source, block: None, at: 0, full, newline_left: false }
    }

    /// The next line with its newline, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Stop> {
        if self.newline_left {
            self.newline_left = false;
            return Ok(Some(b"\n"));
        }
        if self.block.as_ref().is_none_or(|block| self.at == block.len()) {
            self.block = self.source.next_block(|text, end| penn::cut(Layout::Lines, text, end))?;
            self.at = 0;
        }
        let Some(block) = &self.block else { return Ok(None) };
        let rest = &block[self.at..];
        let n = memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
        if u32::try_from(n).is_err() {
            let message = format!("{}: a line of four gibibytes or more", self.source.name());
            return Err(Stop::Broken(io::Error::new(io::ErrorKind::InvalidData, message)));
        }
        self.at += n;
        let line = &rest[..n];
        if n == self.full + 1 && line.ends_with(b"\n") {
            self.newline_left = true;
            return Ok(Some(&line[..self.full]));
        }
        Ok(Some(line))
    }
}
