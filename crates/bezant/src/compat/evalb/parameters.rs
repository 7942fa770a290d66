//! Parameter files through the original's line buffer.

use std::io::{self, Write};

use crate::error::ErrorKind;
use crate::formats::penn::is_blank;
use crate::metrics::trees::parameters::Parameters;

/// How much of a line the original reads at a time, and one byte for the end.
const BUFFER: usize = 500;

/// Adds what a parameter file says, and complains where the original does.
///
/// The buffer keeps what longer lines left behind the end of a shorter one, and a keyword without
/// a value takes its value from there. That changes results (`LABELED` after `DELETE_LABEL TOP`
/// reads `TOP`, which is the number 0), so the buffer is reproduced.
pub(super) fn read(
    parameters: &mut Parameters,
    text: &[u8],
    err: &mut dyn Write,
) -> io::Result<()> {
    let mut buffer = [0; BUFFER];
    let mut rest = text;
    let mut line = 0;
    while !rest.is_empty() {
        line += 1;
        let most = rest.len().min(BUFFER - 1);
        let n = memchr::memchr(b'\n', &rest[..most]).map_or(most, |at| at + 1);
        buffer[..n].copy_from_slice(&rest[..n]);
        buffer[n] = 0;
        rest = &rest[n..];

        let mut end = until_zero(&buffer).len();
        while end > 1 && is_blank(buffer[end - 1]) {
            end -= 1;
            buffer[end] = 0;
        }
        if buffer[0] == b'#' || end < 3 {
            continue;
        }
        let find = |from: usize, blank: bool| {
            (from..BUFFER).find(|&at| is_blank(buffer[at]) == blank).unwrap_or(BUFFER)
        };
        let value = until_zero(&buffer[find(find(0, true), false)..]);
        if value.is_empty() {
            writeln!(err, "Empty value in parameter file ({line})")?;
        }
        let whole = until_zero(&buffer);
        let keyword = &whole[..find(0, true).min(whole.len())];
        set(parameters, keyword, value, whole, err)?;
    }
    Ok(())
}

fn set(
    parameters: &mut Parameters,
    keyword: &[u8],
    value: &[u8],
    whole: &[u8],
    err: &mut dyn Write,
) -> io::Result<()> {
    // C takes a vertical tab for a blank too.
    let spaced: Vec<u8>;
    let value = match keyword {
        b"EQ_LABEL" | b"EQ_WORD" if value.contains(&0x0B) => {
            spaced = value.iter().map(|&byte| if is_blank(byte) { b' ' } else { byte }).collect();
            &spaced
        }
        _ => value,
    };
    match parameters.set(keyword, value) {
        Ok(()) => Ok(()),
        Err(ErrorKind::TwoValues(keyword)) => writeln!(err, "{keyword} requires two values"),
        Err(_) => err.write_all(&[b"Unknown keyword (", whole, b") in parameter file\n"].concat()),
    }
}

/// The text up to its first zero byte, where C sees its end.
pub(super) fn until_zero(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(0, text).unwrap_or(text.len())]
}
