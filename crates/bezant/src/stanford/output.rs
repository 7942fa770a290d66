//! Dependencies as text and in columns.

use std::borrow::Cow;

use crate::stanford::graph::{Dependency, DependencyList, WordPlace};
use crate::stanford::lexicon::COPULA;
use crate::stanford::relations::{DependencyRelation, Kind, RelationWords};
use crate::stanford::words::SentenceWords;

/// The dependencies of one sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StanfordSentence<'c> {
    pub(super) words: &'c SentenceWords,
    pub(super) list: &'c DependencyList,
    pub(super) details: &'c RelationWords,
}

impl<'c> StanfordSentence<'c> {
    /// All dependencies, by dependent, governor and name.
    pub(crate) fn dependencies(&self) -> &'c [Dependency] {
        &self.list.arcs
    }

    /// The words of the sentence.
    pub(crate) fn words(&self) -> &'c SentenceWords {
        self.words
    }

    /// The name of a relation: `nsubj`, `prep_of`.
    pub(crate) fn name(&self, relation: DependencyRelation) -> Cow<'static, str> {
        if self.detail(relation).is_none() {
            return Cow::Borrowed(relation.kind.name());
        }
        let mut name = Vec::new();
        self.details.write(relation, &mut name);
        Cow::Owned(String::from_utf8_lossy(&name).into_owned())
    }

    /// The words that went into a relation: `of` for `prep_of`, nothing for `nsubj`.
    pub(crate) fn detail(&self, relation: DependencyRelation) -> Option<&'c [u8]> {
        self.details.text(relation)
    }

    /// Writes one dependency and a newline: `nsubj(makes-8, Bell-1)`.
    pub(crate) fn write(&self, dependency: &Dependency, out: &mut Vec<u8>) {
        self.details.write(dependency.relation, out);
        out.push(b'(');
        self.write_place(dependency.governor, out);
        out.extend_from_slice(b", ");
        self.write_place(dependency.dependent, out);
        out.extend_from_slice(b")\n");
    }

    fn write_place(&self, place: WordPlace, out: &mut Vec<u8>) {
        match place.index.checked_sub(1) {
            None => out.extend_from_slice(b"ROOT"),
            Some(word) => out.extend_from_slice(self.words.form(word as usize)),
        }
        out.push(b'-');
        write_number(place.index, out);
        out.extend(std::iter::repeat_n(b'\'', place.copy as usize));
    }

    /// One dependency as text.
    #[cfg(test)]
    pub(crate) fn show(&self, dependency: &Dependency) -> String {
        let mut out = Vec::new();
        self.write(dependency, &mut out);
        String::from_utf8_lossy(&out).trim_end().to_string()
    }

    /// Writes a line a word, as CoNLL-X and CoNLL-U have it, without an empty line behind.
    ///
    /// The head of a word is its first governor; one that has none, such as a collapsed
    /// preposition, depends on nothing as `erased`. In CoNLL-U all governors stand in the ninth
    /// column, and copies of words are empty nodes.
    pub(crate) fn write_columns(&self, columns: WrittenColumns, out: &mut Vec<u8>) {
        let arcs = &self.list.arcs;
        let mut copies = self.copies().into_iter().peekable();
        let mut at = 0;
        for word in 1..=self.words.len() as u32 {
            // The list is in the order of dependents.
            while arcs.get(at).is_some_and(|arc| arc.dependent.index < word) {
                at += 1;
            }
            let end = at + arcs[at..].iter().take_while(|arc| arc.dependent.index == word).count();
            let own = || arcs[at..end].iter().filter(|arc| arc.dependent.copy == 0);
            self.write_word(word, own().next(), out);
            match columns {
                WrittenColumns::Conllx => out.push(b'_'),
                WrittenColumns::Conllu => self.write_arcs(own(), out),
            }
            out.extend_from_slice(b"\t_\n");
            while let Some(copy) = copies.next_if(|copy| copy.index == word) {
                if columns == WrittenColumns::Conllu {
                    self.write_copy(copy, &arcs[at..end], out);
                }
            }
        }
    }

    /// The first eight columns of a word.
    fn write_word(&self, word: u32, arc: Option<&Dependency>, out: &mut Vec<u8>) {
        write_number(word, out);
        self.write_tags(word, arc, out);
        match arc {
            Some(arc) => {
                write_number(arc.governor.index, out);
                out.push(b'\t');
                self.details.write(arc.relation, out);
            }
            None => out.extend_from_slice(b"0\terased"),
        }
        out.push(b'\t');
    }

    /// A word with its tags, and the tabs around them.
    fn write_tags(&self, word: u32, arc: Option<&Dependency>, out: &mut Vec<u8>) {
        let (form, tag) = (self.words.form(word as usize - 1), self.words.tag(word as usize - 1));
        for part in [&b"\t"[..], field(form), b"\t_\t"] {
            out.extend_from_slice(part);
        }
        let is_be = self.words.is_in(word - 1, COPULA);
        // With head rules alone, a determiner is the head of nothing but itself.
        let is_alone = |arc: &Dependency| self.detail(arc.relation) == Some(tag);
        let kind = match arc {
            Some(arc) if arc.kind() == Kind::Other && is_alone(arc) => Some(Kind::Det),
            arc => arc.map(Dependency::kind),
        };
        let universal = match universal(tag, kind) {
            "VERB" if is_be => "AUX",
            "NOUN" if form == b"%" => "SYM",
            other => other,
        };
        out.extend_from_slice(universal.as_bytes());
        for part in [&b"\t"[..], field(tag), b"\t_\t"] {
            out.extend_from_slice(part);
        }
    }

    fn write_arcs<'a>(&self, arcs: impl Iterator<Item = &'a Dependency>, out: &mut Vec<u8>) {
        let start = out.len();
        for arc in arcs {
            if out.len() > start {
                out.push(b'|');
            }
            write_number(arc.governor.index, out);
            if arc.governor.copy > 0 {
                out.push(b'.');
                write_number(arc.governor.copy, out);
            }
            out.push(b':');
            self.details.write(arc.relation, out);
        }
        if out.len() == start {
            out.push(b'_');
        }
    }

    fn write_copy(&self, copy: WordPlace, arcs: &[Dependency], out: &mut Vec<u8>) {
        write_number(copy.index, out);
        out.push(b'.');
        write_number(copy.copy, out);
        self.write_tags(copy.index, None, out);
        out.extend_from_slice(b"_\t_\t");
        self.write_arcs(arcs.iter().filter(|arc| arc.dependent == copy), out);
        out.extend_from_slice(b"\t_\n");
    }

    /// The copies of words, each once, in order.
    fn copies(&self) -> Vec<WordPlace> {
        let places = self.list.arcs.iter().flat_map(|arc| [arc.governor, arc.dependent]);
        let mut copies: Vec<WordPlace> = places.filter(|place| place.copy > 0).collect();
        copies.sort_unstable();
        copies.dedup();
        copies
    }
}

/// Which columns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenColumns {
    /// One head a word.
    Conllx,
    /// One head a word, and all governors.
    Conllu,
}

/// A field, or an underscore where there is nothing.
fn field(text: &[u8]) -> &[u8] {
    if text.is_empty() { b"_" } else { text }
}

/// The universal tag of a Penn tag, for which the relation may be needed.
fn universal(tag: &[u8], kind: Option<Kind>) -> &'static str {
    let is = |kinds: &[Kind]| kind.is_some_and(|kind| kinds.contains(&kind));
    match tag {
        b"JJ" | b"JJR" | b"JJS" => "ADJ",
        b"IN" if is(&[Kind::Mark, Kind::Complm]) => "SCONJ",
        b"IN" | b"RP" => "ADP",
        b"RB" if is(&[Kind::Neg]) => "PART",
        b"RB" | b"RBR" | b"RBS" | b"WRB" => "ADV",
        b"CC" => "CCONJ",
        b"DT" | b"WDT" if !is(&[Kind::Det, Kind::Predet, Kind::Preconj, Kind::Neg]) => "PRON",
        b"DT" | b"PDT" | b"WDT" => "DET",
        b"UH" => "INTJ",
        b"NN" | b"NNS" => "NOUN",
        b"NNP" | b"NNPS" => "PROPN",
        b"CD" | b"LS" => "NUM",
        b"POS" | b"TO" => "PART",
        b"EX" | b"PRP" | b"PRP$" | b"WP" | b"WP$" => "PRON",
        b"MD" => "AUX",
        b"VB" | b"VBD" | b"VBG" | b"VBN" | b"VBP" | b"VBZ" => {
            match is(&[Kind::Aux, Kind::Auxpass, Kind::Cop]) {
                true => "AUX",
                false => "VERB",
            }
        }
        b"." | b"," | b":" | b"``" | b"''" | b"-LRB-" | b"-RRB-" | b"HYPH" | b"NFP" => "PUNCT",
        b"$" | b"#" | b"SYM" => "SYM",
        _ => "X",
    }
}

/// Writes a number without making a string of it.
fn write_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}
