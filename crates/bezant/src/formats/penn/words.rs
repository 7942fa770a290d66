//! The words of a tree without the tree: for a look at what a text is about, or whether it is of
//! a sentence.

use crate::formats::penn::cleaning::TRACE;
use crate::formats::penn::is_blank;

/// The words of a tree's text in order, traces excepted. Of a text that is no sound tree, it is what
/// stands before closing brackets.
pub(crate) struct TreeWords<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> TreeWords<'t> {
    pub(crate) fn of(text: &'t [u8]) -> TreeWords<'t> {
        TreeWords { text, at: 0 }
    }
}

impl<'t> Iterator for TreeWords<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let text = self.text;
        let blanks = |mut end: usize| {
            while end > 0 && is_blank(text[end - 1]) {
                end -= 1;
            }
            end
        };
        let name = |mut end: usize| {
            while end > 0 && !is_blank(text[end - 1]) && !matches!(text[end - 1], b'(' | b')') {
                end -= 1;
            }
            end
        };
        loop {
            let close = self.at + memchr::memchr(b')', &text[self.at..])?;
            self.at = close + 1;
            while text.get(self.at) == Some(&b')') {
                self.at += 1;
            }
            let end = blanks(close);
            let start = name(end);
            // `(NP)` is a phrase without words.
            if start == end || start == 0 || !is_blank(text[start - 1]) {
                continue;
            }
            let tag_end = blanks(start);
            if &text[name(tag_end)..tag_end] != TRACE {
                return Some(&text[start..end]);
            }
        }
    }
}

/// The words of a tree that can be read, traces excepted, much quicker than by reading it: what stands behind a
/// tag between two brackets, and `None` where nothing does. Of a text that cannot be read it is any of its words.
pub(crate) fn words_at_a_glance(text: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    let mut opened = None;
    text.iter().enumerate().filter_map(move |(at, byte)| {
        if *byte == b'(' {
            opened = Some(at + 1);
        }
        if *byte != b')' {
            return None;
        }
        let inside = &text[opened.take()?..at];
        let (tag, word) = inside.split_at(inside.iter().position(|byte| is_blank(*byte))?);
        let word = word.trim_ascii();
        (tag != TRACE).then_some(Some(word).filter(|word| !word.is_empty()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_tags_hold() {
        let words = |text: &'static str| -> Vec<String> {
            let all = TreeWords::of(text.as_bytes());
            all.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
        };
        let tree =
            "(TOP (S (NP (DT The) (NN tea)) (VP (VBZ is ) (NP (-NONE- *)) (ADJP(JJ hot)) (X))))";
        assert_eq!(words(tree), ["The", "tea", "is", "hot"]);
        assert_eq!(words("(S (N dogs) (V bark"), ["dogs"]);
        assert!(words("").is_empty() && words("(())").is_empty() && words("no tree").is_empty());
    }
}
