//! Which words of a parse are a token of the corpus: by their number if both have the same tokens, or else by the
//! letters that they share.

use std::collections::BTreeMap;

use crate::entailment::analysis::AnalysedWord;
use crate::formats::script;

/// For each token, the words that are it or parts of it.
pub(super) type Places = Vec<Vec<usize>>;

/// Finds the words of all tokens; nothing if the parse is of another sentence.
pub(super) fn aligned(tokens: &[String], words: &[AnalysedWord]) -> Option<Places> {
    let ours: Vec<String> = tokens.iter().map(|token| plain(token)).collect();
    let theirs: Vec<String> = words.iter().map(|word| plain(&word.form)).collect();
    // A word that no relation mentions has no form; a collapsed preposition is one.
    let is_same = |at: usize, word: &String| word.is_empty() || ours.get(at) == Some(word);
    if theirs.iter().enumerate().all(|(at, word)| is_same(at, word))
        && theirs.iter().any(|word| !word.is_empty())
    {
        return Some((0..tokens.len()).map(|at| vec![at]).collect());
    }
    let (gold, owner) = letters(&ours);
    let (system, word_of) = letters(&theirs);
    if system.is_empty() {
        return None;
    }
    let hunks = script::difference(&gold, &system, gold.len() + system.len())?;
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let (mut at, mut other) = (0, 0);
    let ends = hunks.iter().map(|hunk| (hunk.gold.clone(), hunk.system.clone()));
    let last = (gold.len()..gold.len(), system.len()..system.len());
    for (ours, theirs) in ends.chain([last]) {
        for (one, two) in (at..ours.start).zip(other..theirs.start) {
            *shared.entry((owner[one], word_of[two])).or_default() += 1;
        }
        (at, other) = (ours.end, theirs.end);
    }
    let n_shared: usize = shared.values().sum();
    let mut places: Places = vec![Vec::new(); tokens.len()];
    for ((token, word), n) in shared {
        // One of the two holds most of the other; a letter in common is chance.
        let least = ours[token].chars().count().min(theirs[word].chars().count());
        if 2 * n > least {
            places[token].push(word);
        }
    }
    // Most of what the parse has must be in the sentence: any two sentences share some letters in order.
    (10 * n_shared >= 7 * system.len()).then_some(places)
}

/// All letters in a row, and whose each is.
fn letters(words: &[String]) -> (Vec<u32>, Vec<usize>) {
    words
        .iter()
        .enumerate()
        .flat_map(|(at, word)| word.chars().map(move |c| (c as u32, at)))
        .unzip()
}

/// A word without what programs write in different ways: capitals, brackets, quotation marks, dashes.
fn plain(form: &str) -> String {
    let form = match form {
        "-LRB-" | "-lrb-" => "(",
        "-RRB-" | "-rrb-" => ")",
        "-LSB-" | "-lsb-" => "[",
        "-RSB-" | "-rsb-" => "]",
        "-LCB-" | "-lcb-" => "{",
        "-RCB-" | "-rcb-" => "}",
        "``" | "''" | "“" | "”" => "\"",
        "--" | "–" | "—" => "-",
        "…" => "...",
        other => other,
    };
    let form = form.replace("\\/", "/").replace("\\*", "*").replace(['‘', '’', '`'], "'");
    form.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(tokens: &str, words: &str) -> Option<String> {
        let tokens: Vec<String> = tokens.split(' ').map(str::to_string).collect();
        let word = |form: &str| {
            let form = form.replace('_', "");
            AnalysedWord { form, ..AnalysedWord::default() }
        };
        let words: Vec<AnalysedWord> = words.split(' ').map(word).collect();
        let found = aligned(&tokens, &words)?;
        let one =
            |words: &Vec<usize>| words.iter().map(usize::to_string).collect::<Vec<_>>().join("+");
        Some(found.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_same_tokens_are_found_by_number_and_others_by_letters() {
        let whole = Some("0 1 2 3".to_string());
        assert_eq!(places("What did `` he", "What did \" he"), whole);
        // What has no word is still counted.
        assert_eq!(places("What did in he", "what did _ he"), whole);
        assert_eq!(places("he ca n't go", "he can't go"), Some("0 1 1 2".to_string()));
        assert_eq!(places("a two-day trip", "a two - day trip"), Some("0 1+2+3 4".to_string()));
        assert_eq!(places("dogs bark at night", "what a lovely thing this is"), None);
        assert_eq!(places("dogs bark", "_ _"), None);
        // Another word in the place of a token is not that token.
        assert_eq!(places("what you need is sleep", "what you like is sleep").unwrap(), "0 1  3 4");
    }
}
