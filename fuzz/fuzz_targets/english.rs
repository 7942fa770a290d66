//! Any text as English: tokens are in order and inside of the text, nothing but white space is
//! lost, and no word is too odd to have a lemma and forms.

#![no_main]

use bezant::english::{detokenize, inflect, lemma, penn_tag, tokenize};
use libfuzzer_sys::fuzz_target;

const TAGS: [&str; 16] = [
    "NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS", "CD", "NOUN",
    "VERB", "AUX", "ADJ",
];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokenize(&text);
    let mut end = 0;
    for token in &tokens {
        // Only the period of an abbreviation is in two tokens.
        assert!(token.start >= end || (token.text == "." && token.end == end));
        assert!(text[end..token.start.max(end)].trim().is_empty());
        end = token.end;
    }
    assert!(text[end..].trim().is_empty());
    let words: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let again = detokenize(&words);
    assert_eq!(tokenize(&again).is_empty(), words.is_empty());
    for word in words.iter().copied().chain([&*text]) {
        inflect::article(word);
        for tag in TAGS {
            let found = lemma(word, tag);
            assert!(!found.is_empty() || word.is_empty());
            inflect::inflect(&found, tag);
        }
        penn_tag(word, &text);
    }
});
