//! EVALB's output, byte for byte: what it prints, where, and how it ends.
//!
//! Both [variants](Variant) are reproduced with their options, messages, row for row, quirks
//! included, so that a script made for them can be given this instead. What differs, on purpose:
//!
//! * Nothing has a size limit. Where the original overruns its arrays (200 words, 200 brackets,
//!   words of 100 bytes, ...) or cuts a line (5,000 bytes; the variant: 50,000), the sentence is
//!   scored as a program without limits would score it. The one visible trace of the line limit
//!   that is no overrun is kept: a line that fills the buffer to the last byte is followed by an
//!   empty one.
//! * The variant also writes a file `status` into the current directory. This does not: a library
//!   has no business to write files that nobody named.
//! * Compressed files are read, a byte-order mark is skipped, 16-bit text is refused, and a
//!   directory is a file that cannot be opened (the original scores it as an empty one).
//! * Where a line ends right after a label, the original reads on in what an earlier line left in
//!   its buffer. Here the line ends where it ends.
//! * Numbers too large for 32 bits stay at the limit.

mod arguments;
mod debug;
mod lines;
mod literal;
mod parameters;
mod quotes;
mod report;
mod scorer;
mod sound;
mod state;

use std::ffi::OsString;
use std::io::{self, Write};

use report::{EvalbReport, Stop};

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// EVALB by Sekine and Collins, with the changes up to 2008.
    Evalb,
    /// The variant made for the shared tasks on morphologically rich languages (SPMRL).
    Spmrl,
}

/// Runs a program with its arguments (without the program's name), and returns its exit status.
///
/// # Errors
/// Where `out` or `err` cannot be written to, or a file breaks off while it is read. A file that
/// cannot be opened is what the original takes it for: a message in `err` and exit status 1.
pub fn run(
    variant: Variant,
    arguments: &[OsString],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<i32> {
    let mut report = EvalbReport::new(out, err);
    let outcome = arguments::parse(variant, arguments, &mut report)
        .and_then(|settings| scorer::run(variant, &settings, &mut report));
    let status = match outcome {
        Ok(()) => 0,
        Err(Stop::Exit(status)) => status,
        Err(Stop::Broken(error)) => return Err(error),
    };
    report.flush()?;
    Ok(status)
}
