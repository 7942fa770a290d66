//! The places in a text where a label or word can end: blanks and brackets.

/// Finds blanks and brackets in order.
///
/// They are looked for 64 bytes at a time, without a branch for each byte: labels and words are
/// short, and a loop over their bytes ends where no processor can foresee.
pub(crate) struct Marks<'t> {
    text: &'t [u8],
    /// Where the chunk begins that `left` is about.
    chunk: usize,
    /// One bit for each mark of the chunk that was not yet handed out.
    left: u64,
}

const CHUNK: usize = 64;

impl<'t> Marks<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Marks<'t> {
        Marks { text, chunk: 0, left: marks_of(text) }
    }

    /// The next mark, or the end of the text.
    #[inline]
    pub(crate) fn next(&mut self) -> usize {
        while self.left == 0 {
            self.chunk += CHUNK;
            if self.chunk >= self.text.len() {
                self.chunk = self.text.len();
                return self.text.len();
            }
            self.left = marks_of(&self.text[self.chunk..]);
        }
        let at = self.chunk + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        at
    }

    /// Moves on while `mark` is a blank that stands right at `at`.
    #[inline]
    pub(crate) fn skip_blanks(&mut self, at: &mut usize, mark: &mut usize) {
        // Of the marks, only blanks lie below brackets.
        while *mark == *at && *mark < self.text.len() && self.text[*mark] <= b' ' {
            *at = *mark + 1;
            *mark = self.next();
        }
    }
}

/// One bit for each of the first 64 bytes that is a bracket or a blank.
fn marks_of(text: &[u8]) -> u64 {
    let mut last = [b'a'; CHUNK];
    let chunk: &[u8; CHUNK] = match text.first_chunk() {
        Some(chunk) => chunk,
        None => {
            last[..text.len()].copy_from_slice(text);
            &last
        }
    };
    let mut marks = 0;
    for (at, bytes) in chunk.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
        marks |= marks_of_eight(word) << (8 * at);
    }
    marks
}

/// One bit for each of eight bytes. Sums of seven-bit numbers never carry into the next byte.
#[inline]
fn marks_of_eight(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    const SEVEN: u64 = 0x7F * ONES;
    // High bits say which bytes are something else than what `of` has in all bytes.
    let is_other = |of: u64| ((of & SEVEN) + SEVEN) | of;
    // The two brackets differ in their last bit.
    let is_none = is_other(word ^ (0x20 * ONES)) & is_other((word & (0xFE * ONES)) ^ (0x28 * ONES));
    // Tabs and ends of lines, from 9 to 13.
    let low = word & SEVEN;
    let is_control = (low + (0x80 - 9) * ONES) & !(low + (0x80 - 14) * ONES) & !word;
    let marks = ((is_control | !is_none) & HIGH) >> 7;
    // Gathers the lowest bits of the eight bytes in the highest byte, the first one lowest.
    marks.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn::is_blank;

    #[test]
    fn all_blanks_and_brackets_are_found_and_nothing_else() {
        // Every byte at every place of a chunk, among bytes that are nearly marks.
        for byte in 0..=255u8 {
            for around in [b'a', 0x00, 0x08, 0x0E, 0x1F, b'!', b'\'', b'*', 0x7F, 0x80, 0xA8, 0xFF]
            {
                for before in [0, 1, 7, 8, 63, 64, 65] {
                    let mut text = vec![around; before];
                    text.push(byte);
                    text.extend([around; 70]);
                    let is_mark = |byte: u8| is_blank(byte) || byte == b'(' || byte == b')';
                    let expected: Vec<usize> =
                        (0..text.len()).filter(|at| is_mark(text[*at])).collect();
                    let mut marks = Marks::new(&text);
                    let mut found = Vec::new();
                    loop {
                        match marks.next() {
                            at if at == text.len() => break,
                            at => found.push(at),
                        }
                    }
                    assert_eq!(found, expected, "{byte} after {before} of {around}");
                    assert_eq!(marks.next(), text.len());
                }
            }
        }
    }
}
