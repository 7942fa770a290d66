//! Any bytes as a file, compressed or not: the blocks are the text, however it comes in.

#![no_main]

use std::io::{self, Read};

use bezant::source::{Source, Text};
use libfuzzer_sys::fuzz_target;

/// A few bytes can stand for gigabytes; nothing new happens after this many.
const ENOUGH: usize = 4 << 20;

/// Gives a few bytes at a time, as pipes do.
struct Dribble(io::Cursor<Vec<u8>>);

impl Read for Dribble {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = buffer.len().min(7);
        self.0.read(&mut buffer[..n])
    }
}

fn whole_lines(text: &[u8], _at_end: bool) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// The text up to `ENOUGH`, or the error's words.
fn read(source: Result<Source, bezant::error::Error>) -> Result<Vec<u8>, String> {
    let mut source = source.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    while all.len() < ENOUGH {
        let block: Option<Text> =
            source.next_block(whole_lines).map_err(|error| error.to_string())?;
        let Some(block) = block else { break };
        assert!(!block.is_empty(), "a block that never ends the loop");
        all.extend_from_slice(&block);
    }
    all.truncate(ENOUGH);
    Ok(all)
}

fuzz_target!(|bytes: &[u8]| {
    let whole = Source::from_bytes("fuzz", bytes.to_vec());
    let plain = whole.as_ref().is_ok_and(|source| source.size().is_some());
    let whole = read(whole);
    let stream = Dribble(io::Cursor::new(bytes.to_vec()));
    assert_eq!(whole, read(Source::from_reader("fuzz", stream)));
    if plain {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        assert_eq!(whole.as_deref(), Ok(&text[..text.len().min(ENOUGH)]));
    }
});
