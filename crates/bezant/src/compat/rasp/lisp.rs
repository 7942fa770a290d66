//! Numbers and lists as Common Lisp prints them.

use std::io::{self, Write};

/// How wide a line may be.
const MARGIN: usize = 80;

/// A number with two decimals, set to the right: the shortest digits that stand for it, rounded
/// where they are too many, a half away from zero.
pub(crate) fn fixed(number: f32, width: usize) -> String {
    let shortest = format!("{}", number.abs());
    let (whole, decimals) = shortest.split_once('.').unwrap_or((&shortest, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(decimals.bytes().chain(*b"00").take(2)).collect();
    if decimals.as_bytes().get(2).is_some_and(|&next| next >= b'5') {
        let mut at = digits.len();
        loop {
            if at == 0 {
                digits.insert(0, b'1');
                break;
            }
            at -= 1;
            if digits[at] < b'9' {
                digits[at] += 1;
                break;
            }
            digits[at] = b'0';
        }
    }
    let (whole, decimals) = digits.split_at(digits.len() - 2);
    let nothing = digits.iter().all(|&digit| digit == b'0');
    let sign = if number < 0.0 && !nothing { "-" } else { "" };
    let text = |digits: &[u8]| String::from_utf8_lossy(digits).into_owned();
    format!("{:>width$}", format!("{sign}{}.{}", text(whole), text(decimals)))
}

/// Writes a list in parentheses behind some text, and returns the column where it ends. What does
/// not fit on the line goes to the next, below the first item.
pub(crate) fn write_list(
    items: &[&[u8]],
    before: &[u8],
    column: usize,
    out: &mut dyn Write,
) -> io::Result<usize> {
    let width = |item: &[u8]| String::from_utf8_lossy(item).chars().count();
    out.write_all(before)?;
    out.write_all(b"(")?;
    let indent = column + before.len() + 1;
    let mut column = indent;
    for (at, item) in items.iter().enumerate() {
        // An item is followed by a blank or by the closing parenthesis, which must fit too.
        if at > 0 {
            if column + 1 + width(item) + 1 > MARGIN {
                writeln!(out)?;
                out.write_all(" ".repeat(indent).as_bytes())?;
                column = indent;
            } else {
                out.write_all(b" ")?;
                column += 1;
            }
        }
        out.write_all(item)?;
        column += width(item);
    }
    out.write_all(b")")?;
    Ok(column + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_away_from_zero() {
        assert_eq!(fixed(90.625, 7), "  90.63");
        assert_eq!(fixed(53.125, 7), "  53.13");
        assert_eq!(fixed(-24.0, 10), "    -24.00");
        assert_eq!(fixed(99.999, 7), " 100.00");
        assert_eq!(fixed(0.0, 7), "   0.00");
        assert_eq!(fixed(-0.0, 7), "   0.00");
        assert_eq!(fixed(12345.5, 7), "12345.50");
    }

    #[test]
    fn a_list_that_is_too_wide_goes_on_below_its_first_item() {
        let mut out = Vec::new();
        let item = "x".repeat(40);
        let items = [&b"dobj"[..], item.as_bytes(), item.as_bytes()];
        let end = write_list(&items, b"   ", 0, &mut out).unwrap();
        let expected = format!("   (dobj {item}\n    {item})");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(end, 45);
    }
}
