//! Whether a parse is of the sentence in whose place it stands.
//!
//! Parsers divide sentences into words in ways of their own, write brackets and quotation marks as
//! they like, and some name only some of the words, or only dictionary forms. What is left of all
//! that is letters: the words of a parse are looked for in the sentence by stretches of four
//! letters, and only a parse most of whose stretches are not there is of another sentence.

use std::borrow::Cow;

use crate::entailment::parses::{Parse, Parses};
use crate::error::{EntailmentFault, Error, OtherSentences, Place, Result};
use crate::formats::conllu::{self, ColumnSpace, Roots};
use crate::formats::penn::escapes::BRACKETS;
use crate::formats::relations::linked::LinkedWord;
use crate::formats::relations::{candc, rasp_output};
use crate::formats::{Format, penn, stanford};

/// Why a sentence has no analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The parser returned nothing for it.
    Empty,
    /// What stands in its place is the parse of another sentence.
    OtherSentence,
}

impl Missing {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Missing::Empty => "no analysis",
            Missing::OtherSentence => "no analysis: the parse is of another sentence",
        }
    }
}

/// How many letters are compared at a time. Three are found by chance in any long sentence.
const LETTERS: usize = 4;

/// With fewer stretches than this nothing can be told.
const FEWEST: usize = 3;

/// How much of a message is shown of a sentence.
const SHOWN: usize = 40;

/// Some letters in a row; short words fill only the first places.
type Stretch = [char; LETTERS];

/// What a parse says its words are.
struct Words<'p> {
    list: Vec<Cow<'p, str>>,
    /// Whether they are dictionary forms, which share less with the sentence.
    are_stems: bool,
}

impl Parses {
    /// Marks those of every `step`-th sentence from `first` on that are empty and, if they must have
    /// the words of these sentences, those that are of others.
    ///
    /// # Errors
    /// Where most are of others: it is the wrong file, or in another order.
    pub(crate) fn recognise<'s>(
        &mut self,
        (first, step, side): (usize, usize, &'static str),
        sentences: impl Iterator<Item = &'s str>,
        any_words: bool,
    ) -> Result<()> {
        let mut space = ColumnSpace::default();
        let (mut analysed, mut others, mut worst) = (0, 0, None);
        let places = (first..self.sentences.len()).step_by(step);
        for (place, sentence) in places.zip(sentences) {
            let parse = &self.sentences[place];
            // What cannot be read is said when somebody asks for it.
            let Some(words) = words(parse, &mut space) else { continue };
            let missing = if words.list.is_empty() {
                Some(Missing::Empty)
            } else {
                analysed += 1;
                let is_other = !any_words && is_of_another(sentence, &words);
                is_other.then_some(Missing::OtherSentence)
            };
            if missing == Some(Missing::OtherSentence) {
                others += 1;
                worst.get_or_insert_with(|| (place, sentence, words.list.join(" ")));
            }
            self.sentences[place].missing = missing;
        }
        let Some((place, sentence, words)) = worst.filter(|_| 2 * others > analysed) else {
            return Ok(());
        };
        let parse = &self.sentences[place];
        let others = OtherSentences {
            side,
            n: others,
            of: analysed,
            number: parse.number,
            sentence: clipped(sentence),
            words: clipped(&words),
        };
        let fault = EntailmentFault::OtherSentences(Box::new(others));
        Err(Error::at(&*self.name, Place::locate(&parse.text, 0, parse.at), fault))
    }
}

/// The beginning of a long text.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}

fn is_of_another(sentence: &str, words: &Words<'_>) -> bool {
    if begins_with(sentence, &words.list) {
        return false;
    }
    let there = stretches(sentence);
    let (mut all, mut found) = (0, 0);
    let mut spelled = Vec::new();
    for word in &words.list {
        spelled.clear();
        spelled.extend(letters(word));
        let length = spelled.len().min(LETTERS);
        for stretch in spelled.windows(length.max(1)) {
            all += 1;
            found += usize::from(there.binary_search(&padded(stretch)).is_ok());
        }
    }
    let enough = if words.are_stems { 3 * found } else { 2 * found };
    all >= FEWEST && enough < all
}

/// Whether the words, one after the other, are what a sentence begins with: nearly all parses are of
/// their sentences, and this is much quicker to see. Only plain letters are looked at; with others
/// it may be so and not be seen.
fn begins_with(sentence: &str, words: &[Cow<'_, str>]) -> bool {
    fn plain(text: &str) -> impl Iterator<Item = u8> {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase())
    }
    let mut rest = plain(sentence);
    let is_next = |word: &Cow<'_, str>| {
        word.is_ascii()
            && (is_bracket(word) || plain(word).all(|letter| rest.next() == Some(letter)))
    };
    sentence.is_ascii() && words.iter().all(is_next)
}

/// All stretches of up to four letters of a sentence, sorted. Where one word ends and the next one
/// starts is the parser's to say.
fn stretches(sentence: &str) -> Vec<Stretch> {
    let letters: Vec<char> = sentence.split_whitespace().flat_map(letters).collect();
    let mut all: Vec<Stretch> =
        (1..=LETTERS).flat_map(|length| letters.windows(length).map(padded)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn padded(letters: &[char]) -> Stretch {
    let mut stretch = ['\0'; LETTERS];
    stretch[..letters.len()].copy_from_slice(letters);
    stretch
}

/// Small letters and digits of a word. A bracket that treebanks write in letters has none.
fn letters(word: &str) -> impl Iterator<Item = char> {
    let word = if is_bracket(word) { "" } else { word };
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn is_bracket(word: &str) -> bool {
    BRACKETS.iter().any(|(token, _)| word.as_bytes().eq_ignore_ascii_case(token))
}

/// The words of a parse, as far as it names them; nothing if it cannot be read.
fn words<'p>(parse: &'p Parse, space: &mut ColumnSpace) -> Option<Words<'p>> {
    let text = &parse.text;
    let shown = String::from_utf8_lossy;
    let mut are_stems = false;
    if parse.is_blank() {
        return Some(Words { list: Vec::new(), are_stems });
    }
    let list = match parse.format {
        Format::Penn(_) => {
            let reading = penn::read(text);
            reading.faults.is_empty().then(|| {
                let leaves = reading.tree.leaves().filter(|(tag, _)| *tag != b"-NONE-");
                leaves.map(|(_, word)| shown(word)).collect()
            })?
        }
        Format::Columns(kind) => {
            let reading = conllu::read_with(text, kind, Roots::Any, space);
            let graph = reading.graph;
            let is_sound = reading.faults.is_empty();
            are_stems = graph.tokens().iter().all(|token| graph.slice(token.form) == b"_");
            let list = is_sound.then(|| match are_stems {
                true => graph.words().iter().map(|word| shown(graph.slice(word.lemma))).collect(),
                false => {
                    graph.tokens().iter().map(|token| shown(graph.slice(token.form))).collect()
                }
            });
            space.recycle(graph);
            list?
        }
        Format::Stanford => {
            let mut dependencies = Vec::new();
            if !stanford::read(text, &mut dependencies).is_empty() {
                return None;
            }
            let mut places: Vec<_> =
                dependencies.iter().flat_map(|one| [one.head, one.dependent]).collect();
            places.retain(|place| place.number > 0);
            places.sort_by_key(|place| place.number);
            places.dedup_by_key(|place| place.number);
            let form = |place: &stanford::NumberedWord| {
                shown(&text[place.form.start as usize..place.form.end as usize])
            };
            places.iter().map(form).collect()
        }
        Format::Candc => linked(&candc::read_linked(text).ok()?.words),
        Format::Rasp => {
            are_stems = true;
            linked(&rasp_output::read_linked(text).ok()?.words)
        }
        _ => return None,
    };
    Some(Words { list, are_stems })
}

/// Numbers that nothing is said about have no word.
fn linked(words: &[LinkedWord<'_>]) -> Vec<Cow<'static, str>> {
    let named = words.iter().filter(|word| !word.form.is_empty());
    named.map(|word| Cow::Owned(String::from_utf8_lossy(&word.form).into_owned())).collect()
}
