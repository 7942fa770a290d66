//! What marks a phrase goes into its relation.

use std::borrow::Cow;

use crate::conversion::universal::view::GraphView;
use crate::conversion::universal::{Net, TOP};

/// Gives every word its basic arc, with the label of an enhanced one.
pub(super) fn label<'s>(view: &GraphView<'_, 's>, net: &mut Net<'s>) {
    let conjunctions = conjunctions(view);
    for word in view.words() {
        let relation = match view.relation(word) {
            b"conj" => with(b"conj", &conjunctions[word as usize]),
            relation => marked(view, word, relation),
        };
        net.keep(word, view.head(word), relation);
    }
}

/// A relation with the marker of a word that has it, where relations have markers: the last before
/// the word is the one that decides (*out of*, *for him to go*).
pub(super) fn marked<'s>(view: &GraphView<'_, 's>, word: u32, relation: &'s [u8]) -> Cow<'s, [u8]> {
    let markers: &[&[u8]] = match relation {
        b"nmod" | b"obl" => &[b"case"],
        b"acl" | b"advcl" => &[b"mark", b"case"],
        _ => return Cow::Borrowed(relation),
    };
    let is_possessive = |marker: &u32| view.xpos(*marker) == b"POS" || view.lemma(*marker) == b"'s";
    let marker = view.children_by(word, markers).rfind(|marker| !is_possessive(marker));
    let question = || {
        let mut adverbs = view.children_by(word, &[b"advmod"]);
        adverbs.find(|adverb| view.xpos(*adverb) == b"WRB" && *adverb < word)
    };
    let marker = marker.or_else(|| if markers.len() > 1 { question() } else { None });
    with(relation, &marker.map(|marker| name(view, marker)).unwrap_or_default())
}

/// A relation and a name behind it.
fn with<'s>(relation: &'s [u8], name: &str) -> Cow<'s, [u8]> {
    if name.is_empty() {
        return Cow::Borrowed(relation);
    }
    Cow::Owned([relation, b":", name.as_bytes()].concat())
}

/// The conjunction of each conjunct: its own, or else the next one of the same coordination
/// (*red, white and blue*). Where there are no conjuncts, the list is empty.
fn conjunctions(view: &GraphView<'_, '_>) -> Vec<String> {
    if !view.words().any(|word| view.relation(word) == b"conj") {
        return Vec::new();
    }
    let mut of_word = vec![String::new(); view.len()];
    let mut next: Vec<Option<u32>> = vec![None; view.len()];
    for word in view.words().rev().filter(|word| view.relation(*word) == b"conj") {
        let head = view.head(word);
        if head == TOP {
            continue;
        }
        let own = view.children_by(word, &[b"cc"]).next();
        next[head as usize] = own.or(next[head as usize]);
        if let Some(conjunction) = next[head as usize] {
            of_word[word as usize] = name(view, conjunction);
        }
    }
    of_word
}

/// How a marker is written in a relation: with the words that are fixed to it, in small letters;
/// nothing, if it is not made of letters.
fn name(view: &GraphView<'_, '_>, marker: u32) -> String {
    let mut words = vec![marker];
    words.extend(view.children_by(marker, &[b"fixed"]));
    words.sort_unstable();
    let mut name = String::new();
    for word in words {
        // A participle that became a preposition keeps its form (*including*).
        let is_verb = matches!(view.xpos(word), b"VBG" | b"VBN");
        let text = match view.lemma(word) {
            b"_" | b"" => view.form(word),
            _ if is_verb => view.form(word),
            lemma => lemma,
        };
        if !name.is_empty() {
            name.push('_');
        }
        name += &String::from_utf8_lossy(text).to_lowercase();
    }
    if name.chars().all(|c| c.is_alphabetic() || c == '_') { name } else { String::new() }
}
