//! Columns of a table in a paper: which are set at their decimal points, and what that takes.

use crate::report::{Cell, Table};

/// How a column is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// Words, to the left.
    Words,
    /// Whole numbers, to the right.
    Whole,
    /// Numbers with decimals, and those from one to another: in the middle, and all equally wide.
    Decimal(Widest),
}

/// What the widest numbers of a column have before their points; from one to another, the second
/// apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Widest {
    digits: [usize; 2],
    has_sign: bool,
    pub has_mark: bool,
}

/// A number in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// A minus, a plus or a less-than.
    pub sign: Option<char>,
    pub whole: String,
    pub part: String,
    /// Whether a star stands behind it.
    pub has_mark: bool,
}

/// What is put before a number so that its point is below those of others: so many digits that
/// nobody sees, and whether there is a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Padding {
    pub digits: usize,
    pub sign: bool,
}

impl Decimal {
    /// A number as cells show it; nothing else.
    pub(super) fn of(shown: &str) -> Option<Decimal> {
        let shown = shown.trim_end();
        let has_mark = shown.ends_with('*');
        let number = shown.strip_suffix('*').unwrap_or(shown);
        let sign = number.chars().next().filter(|c| ['-', '+', '<'].contains(c));
        let number = number.strip_prefix(['-', '+', '<']).unwrap_or(number);
        let (whole, part) = number.split_once('.')?;
        let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        (is_digits(whole) && is_digits(part) && !part.is_empty()).then(|| Decimal {
            sign,
            whole: whole.to_string(),
            part: part.to_string(),
            has_mark,
        })
    }
}

/// The ends of an interval.
fn ends(shown: &str) -> Option<[Decimal; 2]> {
    let (low, high) = shown.split_once('–')?;
    Some([Decimal::of(low)?, Decimal::of(high)?])
}

impl Setting {
    /// A cell as this column sets it: words are escaped, numbers written by `number`, and those from one
    /// to another with `to` between them.
    pub(super) fn set(
        &self,
        cell: &Cell,
        is_best: bool,
        to: &str,
        escape: impl Fn(&str) -> String,
        number: impl Fn(&Decimal, &Widest, usize, bool) -> String,
    ) -> String {
        let shown = cell.shown();
        let Setting::Decimal(widest) = self else { return escape(&shown) };
        if let Some(one) = Decimal::of(&shown) {
            return number(&one, widest, 0, is_best);
        }
        match ends(&shown) {
            Some([low, high]) => {
                [number(&low, widest, 0, false), number(&high, widest, 1, false)].join(to)
            }
            None => escape(&shown),
        }
    }
}

impl Widest {
    fn take(&mut self, at: usize, number: &Decimal) {
        self.digits[at] = self.digits[at].max(number.whole.len());
        self.has_sign |= number.sign.is_some();
        self.has_mark |= number.has_mark;
    }

    pub(super) fn padding(&self, at: usize, number: &Decimal) -> Padding {
        Padding {
            digits: self.digits[at] - number.whole.len().min(self.digits[at]),
            sign: self.has_sign && number.sign.is_none(),
        }
    }
}

/// How each column is set.
pub(super) fn settings(table: &Table) -> Vec<Setting> {
    let setting = |at: usize| {
        let mut widest = Widest::default();
        let (mut is_decimal, mut is_whole) = (false, false);
        for row in &table.rows {
            match &row[at] {
                Cell::Share(_) | Cell::Number(_) | Cell::Points(_) | Cell::P { .. } => {
                    is_decimal = true;
                    Decimal::of(&row[at].shown()).iter().for_each(|it| widest.take(0, it));
                }
                Cell::Count(_) | Cell::Digits(_) => is_whole = true,
                Cell::Text(text) => {
                    if let Some([low, high]) = ends(text) {
                        is_decimal = true;
                        widest.take(0, &low);
                        widest.take(1, &high);
                    }
                }
                Cell::Below(..) | Cell::Nothing | Cell::Object(_) | Cell::List(_) => {}
            }
        }
        match (is_decimal, is_whole) {
            (true, _) => Setting::Decimal(widest),
            (false, true) => Setting::Whole,
            (false, false) => Setting::Words,
        }
    };
    (0..table.columns.len()).map(setting).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_words() {
        let number = Decimal::of("-12.50").unwrap();
        assert_eq!((number.sign, &number.whole[..], &number.part[..]), (Some('-'), "12", "50"));
        let small = Decimal::of("<.0001*").unwrap();
        assert!(small.sign == Some('<') && small.whole.is_empty() && small.has_mark);
        assert!(Decimal::of("0.0312 ").is_some_and(|number| !number.has_mark));
        for words in ["—", "", "v1.2b", "12", "a.5", "1.", "-"] {
            assert_eq!(Decimal::of(words), None, "{words}");
        }
        assert!(ends("9.07–97.30").is_some() && ends("3–6").is_none());
    }
}
