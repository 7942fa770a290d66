//! Whether a sentence is English, by the words that English has in nearly every sentence.

/// Frequent words that say little, and forms of frequent verbs.
const COMMON: &[&str] = &[
    "'d", "'ll", "'m", "'re", "'s", "'ve", "a", "about", "after", "all", "also", "an", "and",
    "any", "are", "as", "at", "be", "because", "been", "but", "by", "can", "could", "did", "do",
    "for", "from", "get", "got", "had", "has", "have", "he", "her", "here", "him", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "just", "like", "make", "me", "more", "my", "n't",
    "no", "not", "of", "on", "one", "only", "or", "other", "our", "out", "over", "people", "said",
    "she", "should", "so", "some", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "two", "up", "us", "was", "we", "were", "what", "when",
    "which", "who", "will", "with", "would", "you", "your",
];

/// In shorter sentences nothing can be told.
const SHORTEST: usize = 6;

/// One word in so many is a common one, at least.
const ONE_IN: usize = 10;

/// More words than one in so many with letters that English does not have are of another language.
const ONE_FOREIGN_IN: usize = 5;

/// Whether words are those of an English sentence.
pub(super) fn is_english<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let words: Vec<String> = words
        .filter(|word| word.contains(char::is_alphabetic))
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect();
    let is_common = |word: &&String| COMMON.binary_search(&word.as_str()).is_ok();
    let n_common = words.iter().filter(is_common).count();
    let is_foreign = |word: &&String| word.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    let n_foreign = words.iter().filter(is_foreign).count();
    let is_usual = words.len() < SHORTEST || n_common * ONE_IN >= words.len();
    is_usual && (n_foreign < 2 || n_foreign * ONE_FOREIGN_IN <= words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_tells_languages_apart() {
        assert!(COMMON.is_sorted());
        let is = |text: &str| is_english(text.split(' '));
        assert!(is("The dog of our neighbour barked all night ."));
        assert!(is("Dogs bark ."));
        assert!(!is("Der Hund unseres Nachbarn bellte die ganze lange Nacht ."));
        assert!(!is("To je náš pes a on štěká ."));
        assert!(is("The café near the river is closed ."));
        assert!(!is("Pes našeho souseda celou noc velmi hlasitě štěkal ."));
    }
}
