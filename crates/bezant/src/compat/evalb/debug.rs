//! The block after each row that shows both sentences.

use std::io::{self, Write};

use crate::compat::evalb::state::{EvalbBracket, State, Terminal};

/// Between the two sides.
const GAP: &[u8] = b"      ";

/// Prints the block.
pub(super) fn print(gold: &State<'_>, test: &State<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "-<1>---(wn1={:3}, bn1={:3})-           -<2>---(wn2={:3}, bn2={:3})-",
        gold.words.len(),
        gold.brackets.len(),
        test.words.len(),
        test.brackets.len()
    )?;
    for i in 0..gold.words.len().max(test.words.len()) {
        let shown = |word: &&Terminal<'_>| !word.word.is_empty();
        match gold.words.get(i).filter(shown) {
            Some(word) => {
                print_word(i, word, out)?;
                out.write_all(GAP)?;
            }
            None => padded(b"", 40, out)?,
        }
        if let Some(word) = test.words.get(i).filter(shown) {
            print_word(i, word, out)?;
        }
        out.write_all(b"\n")?;
    }
    out.write_all(b"\n")?;
    for i in 0..gold.brackets.len().max(test.brackets.len()) {
        match gold.brackets.get(i) {
            Some(bracket) => {
                print_bracket(i, bracket, out)?;
                out.write_all(GAP)?;
            }
            None => padded(b"", 32, out)?,
        }
        if let Some(bracket) = test.brackets.get(i) {
            print_bracket(i, bracket, out)?;
        }
        out.write_all(b"\n")?;
    }
    writeln!(out, "\n========")
}

fn print_word(index: usize, word: &Terminal<'_>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{index:3} : {} : ", word.outcome as u8)?;
    padded(word.tag, 6, out)?;
    out.write_all(b"  ")?;
    padded(word.word, 16, out)
}

fn print_bracket(index: usize, bracket: &EvalbBracket<'_>, out: &mut dyn Write) -> io::Result<()> {
    let EvalbBracket { outcome, start, end, label, .. } = *bracket;
    write!(out, "{index:3} : {} : {start:3}  {end:3}  ", outcome as u8)?;
    padded(label, 6, out)
}

/// Bytes with blanks up to a width, which counts bytes.
fn padded(text: &[u8], width: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(text)?;
    out.write_all(&[b' '; 40][..width.saturating_sub(text.len())])
}
