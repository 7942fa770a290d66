//! The words of a sentence in an order, to be found again.

use std::cmp::Ordering;

/// Words of a sentence, each once. Sentences are short: a list in order is sooner made and asked than a tree
/// or a hash table.
pub(crate) struct WordList<'w>(Vec<&'w str>);

impl<'w> FromIterator<&'w str> for WordList<'w> {
    fn from_iter<I: IntoIterator<Item = &'w str>>(words: I) -> WordList<'w> {
        let mut list: Vec<&str> = words.into_iter().collect();
        list.sort_unstable_by(|one, two| order(one, two));
        list.dedup();
        WordList(list)
    }
}

impl WordList<'_> {
    /// How many different words there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of a word, if it is one of them.
    pub(crate) fn number(&self, word: &str) -> Option<usize> {
        self.0.binary_search_by(|known| order(known, word)).ok()
    }
}

/// By length first, which tells most words apart without a look at their letters.
fn order(one: &str, two: &str) -> Ordering {
    one.len().cmp(&two.len()).then_with(|| one.cmp(two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_one_number() {
        let list: WordList<'_> = ["the", "man", "saw", "the", "", "saws"].into_iter().collect();
        assert_eq!(list.len(), 5);
        let numbers = ["", "man", "saw", "the", "saws"].map(|word| list.number(word));
        assert_eq!(numbers, [0, 1, 2, 3, 4].map(Some));
        assert_eq!(["dog", "s", "sawn"].map(|word| list.number(word)), [None; 3]);
    }
}
