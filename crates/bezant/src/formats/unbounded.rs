//! The corpus of unbounded dependencies (Rimell, Clark and Steedman 2009): sentences in tokens with the
//! few dependencies that are asked about, one file a construction.
//!
//! ```text
//! wsj_0001.mrg
//! The letter he received was long .
//! dobj received_3 letter_1
//! ```

use std::fmt;

use crate::error::{EntailmentFault, Error, Place, Position, Result};

/// A word of a dependency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnboundedWord {
    /// As it is written.
    pub form: String,
    /// Which token it is, the first being 0.
    pub token: usize,
}

/// As the corpus writes it.
impl fmt::Display for UnboundedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.form, self.token)
    }
}

/// A dependency that a parser should find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unbounded {
    /// What it is called.
    pub(crate) relation: String,
    /// The word it hangs on.
    pub(crate) head: UnboundedWord,
    /// The word that hangs on it.
    pub(crate) dependent: UnboundedWord,
}

/// A sentence with the dependencies that are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnboundedSentence {
    /// In which line of its file it begins, the first being 1.
    pub(crate) line: u64,
    /// The file of the treebank it comes from.
    pub(crate) file: String,
    /// Its tokens.
    pub(crate) tokens: Vec<String>,
    /// What should be found.
    pub(crate) dependencies: Vec<Unbounded>,
}

/// Whether a text looks like a file of the corpus: its third line is a dependency.
pub(crate) fn is_unbounded(text: &str) -> bool {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty()).skip(1);
    lines.next().is_some_and(|line| line.contains(' '))
        && lines.next().is_some_and(|line| dependency(line).is_some())
}

/// Whether a text begins as a file of the corpus does, or at least half of its blocks have dependencies, which is so also
/// where the first is broken, and not where somebody describes them.
pub(crate) fn has_dependencies(text: &str) -> bool {
    let (mut n_blocks, mut n_with, mut n_lines, mut has_one) = (0, 0, 0, false);
    for line in text.lines().chain([""]).map(str::trim) {
        if !line.is_empty() {
            n_lines += 1;
            has_one |= n_lines > 2 && dependency(line).is_some();
        } else if n_lines > 0 {
            n_blocks += 1;
            n_with += usize::from(has_one);
            (n_lines, has_one) = (0, false);
        }
    }
    is_unbounded(text) || n_with > 0 && 2 * n_with >= n_blocks
}

/// Reads a file.
///
/// # Errors
/// Where a line is none, or a word is not the token that its number says.
pub(crate) fn read(name: &str, text: &str) -> Result<Vec<UnboundedSentence>> {
    let mut sentences: Vec<UnboundedSentence> = Vec::new();
    let mut lines_of_block = 0;
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let start = at;
        at += line.len();
        let fail = |why: String| {
            let place = Place::locate(text.as_bytes(), start, Position::start_of(1));
            Error::at(name, place, EntailmentFault::BadUnbounded(why))
        };
        let line = line.trim();
        if line.is_empty() {
            lines_of_block = 0;
            continue;
        }
        lines_of_block += 1;
        if lines_of_block == 1 {
            let file = line.to_string();
            sentences.push(UnboundedSentence {
                line: number,
                file,
                tokens: Vec::new(),
                dependencies: Vec::new(),
            });
            continue;
        }
        let sentence = sentences.last_mut().expect("the first line of a block makes one");
        if lines_of_block == 2 {
            sentence.tokens = line.split_whitespace().map(str::to_string).collect();
            continue;
        }
        let found = dependency(line).ok_or_else(|| {
            fail(format!("{line:?} is no dependency; they read `dobj received_3 letter_1`"))
        })?;
        for UnboundedWord { form, token } in [&found.head, &found.dependent] {
            let there = sentence.tokens.get(*token);
            if there != Some(form) {
                let there = there.map_or("not there", String::as_str);
                return Err(fail(format!("token {token} is {there}, not {form}")));
            }
        }
        sentence.dependencies.push(found);
    }
    Ok(sentences)
}

fn dependency(line: &str) -> Option<Unbounded> {
    let mut fields = line.split_whitespace();
    let (relation, head, dependent) = (fields.next()?, fields.next()?, fields.next()?);
    let named = |word: &str| {
        let (form, token) = word.rsplit_once('_')?;
        Some(UnboundedWord { form: form.to_string(), token: token.parse().ok()? })
    };
    let relation = relation.to_string();
    let found = Unbounded { relation, head: named(head)?, dependent: named(dependent)? };
    fields.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a.mrg\nThe letter he received was long .\ndobj received_3 letter_1\n\n\
        b.mrg\nAll they think of is snake_case .\npobj of_3 All_0\nnsubj snake_case_5 All_0\n";

    #[test]
    fn blocks_are_sentences_with_dependencies() {
        assert!(is_unbounded(TEXT));
        let sentences = read("x", TEXT).unwrap();
        assert_eq!(sentences.len(), 2);
        assert_eq!(sentences[0].file, "a.mrg");
        assert_eq!((sentences[0].line, sentences[1].line), (1, 5));
        assert_eq!(sentences[0].tokens.len(), 7);
        let words = |one: &Unbounded| {
            let Unbounded { relation, head, dependent } = one;
            format!("{relation} {} {}", head.form, dependent.token)
        };
        let all: Vec<String> = sentences[1].dependencies.iter().map(words).collect();
        assert_eq!(all, ["pobj of 0", "nsubj snake_case 0"]);
        assert!(has_dependencies(TEXT));
        assert!(has_dependencies(&TEXT.replace("dobj received_3 letter_1", "garbage")));
        assert!(!has_dependencies(&format!("A corpus.\n\nBy us.\n\nIts files:\n\n{TEXT}")));
        assert!(!is_unbounded("One sentence.\nAnother sentence of words.\nA third one.\n"));
    }

    #[test]
    fn a_word_must_be_where_its_number_says() {
        let wrong = TEXT.replace("received_3", "received_4");
        let error = read("x", &wrong).unwrap_err().to_string();
        assert!(error.contains("token 4 is was, not received"), "{error}");
        let odd = TEXT.replace("dobj received_3 letter_1", "received letter");
        assert!(read("x", &odd).unwrap_err().to_string().contains("is no dependency"));
    }
}
