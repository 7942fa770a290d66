//! One sentence as words and the relations between them, whatever the parser wrote.

use std::borrow::Cow;
use std::fmt;

use crate::english;

/// The governor of what governs everything else.
pub const ROOT: usize = usize::MAX;

/// The name of a relation or a tag. Nearly all are ones that we know, and need no memory.
pub(crate) type Name = Cow<'static, str>;

/// A word of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalysedWord {
    /// As it is written.
    pub form: String,
    /// Its dictionary form in small letters: what words are compared by.
    pub lemma: String,
    /// Its tag, of the Penn Treebank if the parser has those; empty if it has none.
    pub tag: Name,
}

/// A relation between two words, by their numbers; the governor may be [`ROOT`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// What it is called.
    pub relation: Name,
    /// The word it hangs on.
    pub governor: usize,
    /// The word that hangs on it.
    pub dependent: usize,
}

/// What a parser found in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Its words. Numbers that no relation mentions may be missing words, without a form.
    pub words: Vec<AnalysedWord>,
    /// Its relations, in the order of the file.
    pub arcs: Vec<Arc>,
}

impl Analysis {
    /// A word's dictionary form; the root's is `ROOT`.
    pub fn lemma(&self, word: usize) -> &str {
        self.words.get(word).map_or("ROOT", |word| &word.lemma)
    }

    /// A word's tag.
    pub(crate) fn tag(&self, word: usize) -> &str {
        self.words.get(word).map_or("", |word| &word.tag)
    }

    /// A relation as people write it: `nsubj(resume, trading)`.
    pub(crate) fn shown(&self, arc: &Arc) -> LemmaRelation<'_> {
        LemmaRelation {
            name: arc.relation.clone(),
            governor: self.lemma(arc.governor),
            dependent: self.lemma(arc.dependent),
        }
    }

    /// An analysis from lines such as `nsubj(resume-4, Trading-1)`.
    #[cfg(test)]
    pub(crate) fn from_lines(lines: &str) -> Option<Analysis> {
        crate::entailment::parses::typed::typed(lines.as_bytes()).ok()
    }
}

/// A relation between dictionary forms.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LemmaRelation<'a> {
    /// What it is called.
    pub name: Name,
    /// The governor's dictionary form.
    pub governor: &'a str,
    /// The dependent's.
    pub dependent: &'a str,
}

impl fmt::Display for LemmaRelation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}, {})", self.name, self.governor, self.dependent)
    }
}

/// Which relations of a sentence a module looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A tree.
    Tree,
    /// As the parser gave it, or not collapsed if it gave a tree of phrases.
    Own,
    /// Not collapsed, with relations that break the tree, and shared by conjuncts.
    Extra,
    /// Prepositions in the names of relations, and shared by conjuncts.
    Collapsed,
}

impl View {
    /// Its name in signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            View::Tree => "tree",
            View::Own => "own",
            View::Extra => "extra",
            View::Collapsed => "collapsed",
        }
    }
}

/// A tag as a parser gives it.
pub(crate) fn tag_name(tag: &[u8]) -> Name {
    match english::known_penn_tag(tag) {
        Some(known) => Cow::Borrowed(known),
        None => Cow::Owned(String::from_utf8_lossy(tag).into_owned()),
    }
}

/// Text in which bytes that are not UTF-8 are all the same. Hardly any has them, which is sooner seen without
/// looking for where they are.
pub(crate) fn shown(text: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed)
}

/// A word in small letters, which most are written in.
pub(crate) fn small(word: &str) -> Cow<'_, str> {
    match word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(word.to_lowercase()),
    }
}

/// Pronouns that end as plurals and verbs do.
const POSSESSIVES: [&str; 6] = ["his", "hers", "its", "ours", "yours", "theirs"];

/// The dictionary form of a word in small letters.
///
/// Without a tag a word is taken for a verb if that changes it, or else for a noun: rash, but the
/// same in both sentences of a pair.
pub fn lemma(form: &str, tag: &str) -> String {
    if !tag.is_empty() {
        let lemma = english::lemma(form, tag);
        if let Cow::Owned(lower) = small(&lemma) {
            return lower;
        }
        return lemma.into_owned();
    }
    let word = form.to_lowercase();
    if word.ends_with("thing") {
        return word;
    }
    if POSSESSIVES.contains(&word.as_str()) {
        return english::lemma(&word, "PRP$").to_lowercase();
    }
    let verb = english::lemma(&word, "VERB");
    if verb != word {
        return verb.into_owned();
    }
    let noun = english::lemma(&word, "NOUN");
    if noun != word { noun.into_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn possessive_pronouns_are_no_plurals() {
        for word in POSSESSIVES {
            assert_eq!(lemma(word, ""), lemma(word, "PRP$"), "{word}");
        }
        assert_ne!(lemma("His", ""), "hi");
        assert_eq!(lemma("dogs", ""), "dog");
    }
}
