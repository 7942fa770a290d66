//! Sentences by their numbers: `3`, `10-20`, `1-696/5`, joined by commas.

use std::str::FromStr;

/// Numbers and ranges of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceList(Vec<NumberRange>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberRange {
    first: u64,
    last: u64,
    step: u64,
}

impl SentenceList {
    /// Whether a sentence is among them.
    pub fn contains(&self, number: u64) -> bool {
        let holds = |range: &NumberRange| {
            (range.first..=range.last).contains(&number)
                && (number - range.first).is_multiple_of(range.step)
        };
        self.0.iter().any(holds)
    }

    /// The largest number that was typed.
    pub fn largest(&self) -> u64 {
        self.0.iter().map(|range| range.last).max().unwrap_or(0)
    }
}

impl FromStr for SentenceList {
    type Err = String;

    fn from_str(text: &str) -> Result<SentenceList, String> {
        let usage = |part: &str| {
            format!("{part} is no sentence; write for example 3, 10-20 or every fifth: 1-696/5")
        };
        let range = |part: &str| {
            let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
            let (bounds, step) = match part.split_once('/') {
                Some((bounds, step)) => (bounds, number(step)?),
                None => (part, 1),
            };
            let (first, last) = match bounds.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(bounds)?, number(bounds)?),
            };
            (first <= last).then_some(NumberRange { first, last, step })
        };
        let read = |part: &str| range(part).ok_or_else(|| usage(part));
        text.split(',').map(read).collect::<Result<_, _>>().map(SentenceList)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fifth_sentence_of_700_is_left_out_to_make_560() {
        let list: SentenceList = "1-696/5".parse().unwrap();
        let left: Vec<u64> = (1..=700).filter(|number| !list.contains(*number)).collect();
        assert_eq!((left.len(), &left[..5]), (560, &[2, 3, 4, 5, 7][..]));
        assert_eq!((list.contains(696), list.contains(700), list.largest()), (true, false, 696));
    }

    #[test]
    fn lists_have_numbers_and_ranges_and_nothing_else() {
        let list: SentenceList = "3, 10-12,20".parse().unwrap();
        let found: Vec<u64> = (1..=30).filter(|number| list.contains(*number)).collect();
        assert_eq!(found, [3, 10, 11, 12, 20]);
        for wrong in ["", "0", "3-", "-3", "5-3", "1-9/0", "a", "1,,2", "1/2/3"] {
            assert!(wrong.parse::<SentenceList>().is_err(), "{wrong}");
        }
    }
}
