//! How a relation is written: `(type slot slot …)`.

use std::borrow::Cow;

use crate::error::RelationFault;
use crate::formats::relations::{Input, Misread};
use crate::structures::relations::RelationSet;

/// Where reading is.
pub(crate) struct Cursor<'s> {
    pub input: Input<'s>,
    pub at: usize,
    /// Name and fillers of the relation that is being read.
    items: Vec<Cow<'s, [u8]>>,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(input: Input<'s>, at: usize) -> Cursor<'s> {
        Cursor { input, at, items: Vec::new() }
    }

    /// The next byte that is neither white space nor in a comment, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let text = self.input.text;
        loop {
            let byte = *text.get(self.at)?;
            match byte {
                b';' => {
                    self.at +=
                        memchr::memchr(b'\n', &text[self.at..]).unwrap_or(text.len() - self.at);
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return Some(byte),
            }
        }
    }

    /// Reads a relation that starts here, and adds it unless one of its slots is `NIL`.
    pub(crate) fn relation(&mut self, weight: f64, set: &mut RelationSet) -> Result<(), Misread> {
        let start = self.at;
        let input = self.input;
        if input.text.get(start) != Some(&b'(') {
            let fault =
                RelationFault::ExpectingLeftParenthesis { byte: start, stream: input.stream };
            return Err((start, fault));
        }
        self.at += 1;
        let unclosed = || (start, RelationFault::UnexpectedEnd(input.stream));
        self.items.clear();
        let mut open = 0;
        loop {
            while input.text.get(self.at).ok_or_else(unclosed)?.is_ascii_whitespace() {
                self.at += 1;
            }
            if input.text[self.at] == b')' && open == 0 {
                self.at += 1;
                break;
            }
            let item = self.item(&mut open).ok_or_else(unclosed)?;
            self.items.push(item);
        }
        if self.items.iter().all(|item| item.as_ref() != b"NIL") {
            let mut items = self.items.drain(..);
            let name = items.next().unwrap_or_default();
            set.push(name, items, weight, start);
        }
        Ok(())
    }

    /// A name or filler. `open` counts parentheses that were opened inside fillers.
    fn item(&mut self, open: &mut u32) -> Option<Cow<'s, [u8]>> {
        let text = self.input.text;
        let start = self.at;
        let mut unescaped: Option<Vec<u8>> = None;
        loop {
            let byte = *text.get(self.at)?;
            match byte {
                b'\\' => {
                    let whole = unescaped.get_or_insert_with(|| text[start..self.at].to_vec());
                    whole.push(*text.get(self.at + 1)?);
                    self.at += 2;
                    continue;
                }
                b')' if *open > 0 => *open -= 1,
                b'(' => *open = open.saturating_add(1),
                b')' => break,
                _ if byte.is_ascii_whitespace() => break,
                _ => {}
            }
            if let Some(whole) = &mut unescaped {
                whole.push(byte);
            }
            self.at += 1;
        }
        Some(match unescaped {
            Some(whole) => Cow::Owned(whole),
            None => Cow::Borrowed(&text[start..self.at]),
        })
    }
}
