//! Whether a parse is of the sentence in whose place it stands.
//!
//! Parsers divide sentences into words in ways of their own, write brackets and quotation marks as
//! they like, and some name only some of the words, or only dictionary forms. What is left of all
//! that is letters: the words of a parse are looked for in the sentence by stretches of four
//! letters, and only a parse most of whose stretches are not there is of another sentence.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::entailment::parses::{Missing, Parse, Parses};
use crate::error::{EntailmentFault, Error, OtherSentences, Place, Position, Result};
use crate::formats::conllu::{self, ColumnSpace, Roots, forms_at_a_glance};
use crate::formats::penn::TreeSpace;
use crate::formats::penn::escapes::BRACKETS;
use crate::formats::penn::words::words_at_a_glance;
use crate::formats::relations::linked::LinkedWord;
use crate::formats::schemes::NameScheme;
use crate::formats::{Format, native, stanford};

/// How many letters are compared at a time. Three are found by chance in any long sentence.
const LETTERS: usize = 4;

/// With fewer stretches than this nothing can be told, unless not one is there.
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
        let mut glanced = Vec::new();
        let places = (first..self.sentences.len()).step_by(step);
        for (place, sentence) in places.zip(sentences) {
            let parse = &self.sentences[place];
            if is_plainly_of(sentence, parse) {
                glanced.push(place);
                continue;
            }
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
        let Some((place, sentence, words_there)) = worst else { return Ok(()) };
        // Those that a glance was enough for count, too, if they can be read.
        let can_be_read = |place: &&usize| words(&self.sentences[**place], &mut space).is_some();
        analysed += glanced.iter().filter(can_be_read).count();
        if 2 * others <= analysed {
            return Ok(());
        }
        let parse = &self.sentences[place];
        let others = OtherSentences {
            side,
            n: others,
            of: analysed,
            number: parse.number,
            sentence: clipped(sentence),
            words: clipped(&words_there),
        };
        let fault = EntailmentFault::OtherSentences(Box::new(others));
        Err(Error::at(&*self.name, Place::locate(&parse.text, 0, parse.at), fault))
    }
}

/// What is wrong with a file that has not as many parses as there are sentences.
pub(super) fn miscounted(
    text: &[u8],
    asked: Format,
    found: usize,
    (expected, pairs): (usize, usize),
) -> EntailmentFault {
    let is = Format::guess(text);
    let is_tree = |format| matches!(format, Format::Penn(_));
    if native::is_mst_without_tabs(text) {
        EntailmentFault::NoTabs
    } else if is != asked && !is_tree(is) {
        // What looks like nothing else is taken for trees.
        EntailmentFault::OtherParses { found, expected, asked, is }
    } else {
        EntailmentFault::Count { found, expected, pairs }
    }
}

impl Parses {
    /// Takes the parses of these sentences, given with their ids, from all that there are: those with the
    /// same letters and digits, of several the one whose `sent_id` is the id, or else the first. A sentence
    /// that is not there has no analysis.
    pub(crate) fn find<'s>(&mut self, wanted: impl Iterator<Item = (&'s String, &'s str)>) {
        let mut space = ColumnSpace::default();
        let mut there: BTreeMap<String, Vec<&Parse>> = BTreeMap::new();
        for parse in &self.sentences {
            let spelled = parse.spelled(&mut space).filter(|spelled| !spelled.is_empty());
            if let Some(spelled) = spelled {
                there.entry(spelled).or_default().push(parse);
            }
        }
        let absent = Parse {
            text: Box::default(),
            at: Position::start_of(1),
            number: 0,
            format: self.format,
            scheme: self.sentences.first().map_or(NameScheme::of_file(b""), |parse| parse.scheme),
            lemmas: self.lemmas,
            plain: false,
            missing: None,
        };
        let find = |(id, sentence): (&String, &str)| {
            let same =
                there.get(&spelled(sentence.split_whitespace())).map_or(&[][..], |same| same);
            let is_own = |parse: &&&Parse| conllu::sentence_id(&parse.text) == Some(id.as_bytes());
            let found = same.iter().find(is_own).or(same.first());
            found.map_or(&absent, |parse| *parse).clone()
        };
        self.sentences = wanted.map(find).collect();
    }
}

impl Parse {
    /// The letters and digits of its words, one after the other; nothing if it cannot be read. Sentences
    /// that have the same are the same, however their words are divided.
    pub(crate) fn spelled(&self, space: &mut ColumnSpace) -> Option<String> {
        words(self, space).map(|words| spelled(words.list.iter().map(AsRef::as_ref)))
    }
}

/// The letters and digits of words, one after the other.
pub(crate) fn spelled<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.flat_map(letters).collect()
}

/// The beginning of a long text.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}

fn is_of_another(sentence: &str, words: &Words<'_>) -> bool {
    if begins_with(sentence, words.list.iter().map(|word| Some(word.as_bytes()))) {
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
    if all < FEWEST {
        // One word may be written as another; of several, one would be the same. Dictionary forms need not be.
        let is_word = |word: &str| letters(word).next().is_some();
        let n_words = sentence.split_whitespace().filter(|word| is_word(word)).count();
        let are_single =
            n_words == 1 && words.list.iter().filter(|word| is_word(word)).count() == 1;
        return found == 0 && all > 0 && !words.are_stems && !are_single;
    }
    enough < all
}

/// Whether a glance at a parse shows that it is of a sentence, which is so for nearly all. Where it cannot be
/// read, others say so.
fn is_plainly_of(sentence: &str, parse: &Parse) -> bool {
    match parse.format {
        Format::Penn(_) => begins_with(sentence, words_at_a_glance(&parse.text)),
        Format::Columns(_) => begins_with(sentence, forms_at_a_glance(&parse.text)),
        _ => false,
    }
}

/// Whether the words, one after the other, are what a sentence begins with, which is much quicker to
/// see than anything else. Only plain letters are looked at; with others it may be so and not be seen.
fn begins_with<'w>(sentence: &str, words: impl Iterator<Item = Option<&'w [u8]>>) -> bool {
    fn plain(text: &[u8]) -> impl Iterator<Item = u8> {
        let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric());
        letters.map(u8::to_ascii_lowercase)
    }
    if !sentence.is_ascii() {
        return false;
    }
    let mut rest = plain(sentence.as_bytes());
    let mut is_next = |word: &[u8]| {
        word.is_ascii()
            && (is_bracket(word) || plain(word).all(|letter| rest.next() == Some(letter)))
    };
    let mut has_words = false;
    for word in words {
        if !word.is_some_and(&mut is_next) {
            return false;
        }
        has_words = true;
    }
    has_words
}

/// All stretches of up to four letters of a sentence, sorted. Where one word ends and the next one
/// starts is the parser's to say.
fn stretches(sentence: &str) -> Vec<Stretch> {
    let pieces = sentence.split_whitespace().chain(sentence.split(|c: char| !c.is_alphanumeric()));
    let pieces: Vec<Vec<char>> = pieces.map(|piece| letters(piece).collect()).collect();
    let letters: Vec<char> = sentence.split_whitespace().flat_map(letters).collect();
    let mut all: Vec<Stretch> = letters.windows(LETTERS).map(padded).collect();
    // A short word is there as one, or as what a word begins or ends with (*can not*, *do n't*): as letters somewhere
    // it is found by chance. Where words have no blanks between them, nobody knows where one begins.
    for length in 1..LETTERS {
        let is_latin = |stretch: &&[char]| stretch.iter().all(char::is_ascii);
        all.extend(letters.windows(length).filter(|it| !is_latin(it)).map(padded));
        for piece in pieces.iter().filter(|piece| piece.len() >= length) {
            all.extend([&piece[..length], &piece[piece.len() - length..]].map(padded));
        }
    }
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
pub(crate) fn letters(word: &str) -> impl Iterator<Item = char> {
    let word = if is_bracket(word.as_bytes()) { "" } else { word };
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn is_bracket(word: &[u8]) -> bool {
    word.starts_with(b"-") && BRACKETS.iter().any(|(token, _)| word.eq_ignore_ascii_case(token))
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
            let reading = parse.sentence().tree(&mut TreeSpace::default());
            reading.faults.is_empty().then(|| {
                let leaves = reading.tree.leaves().filter(|(tag, _)| *tag != b"-NONE-");
                leaves.map(|(_, word)| shown(word)).collect()
            })?
        }
        Format::Columns(_) => {
            let reading = parse.sentence().heads(Roots::Any, space);
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
            let reading = parse.sentence().typed();
            if !reading.faults.is_empty() {
                return None;
            }
            let all = reading.dependencies.iter();
            let mut places: Vec<_> = all.flat_map(|one| [one.head, one.dependent]).collect();
            places.retain(|place| place.number > 0);
            places.sort_by_key(|place| place.number);
            places.dedup_by_key(|place| place.number);
            let form = |place: &stanford::NumberedWord| {
                shown(&text[place.form.start as usize..place.form.end as usize])
            };
            places.iter().map(form).collect()
        }
        Format::Candc | Format::Rasp => {
            are_stems = parse.format == Format::Rasp;
            linked(&parse.sentence().linked().ok()?.words)
        }
        Format::CandcDeps | Format::Parg => linked(&parse.sentence().categorial().ok()?.words),
        _ => return None,
    };
    Some(Words { list, are_stems })
}

/// Numbers that nothing is said about have no word.
fn linked(words: &[LinkedWord<'_>]) -> Vec<Cow<'static, str>> {
    let named = words.iter().filter(|word| !word.form.is_empty());
    named.map(|word| Cow::Owned(String::from_utf8_lossy(&word.form).into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::parses::{Parses, Reading};
    use crate::kinds::{Columns, Layout};

    /// Whether a glance is enough, and what reading everything says.
    fn seen(format: Format, text: &str, sentence: &str) -> (bool, Option<bool>) {
        let reading = Reading { format: Some(format), ..Reading::default() };
        let parses = Parses::read("parses", text.as_bytes(), reading, (1, 1)).unwrap();
        let parse = &parses.sentences[0];
        let all = words(parse, &mut ColumnSpace::default());
        let is_of = all.map(|words| !words.list.is_empty() && !is_of_another(sentence, &words));
        (is_plainly_of(sentence, parse), is_of)
    }

    #[test]
    fn a_glance_is_enough_for_most_and_never_says_more_than_reading() {
        let tree =
            |text: &str| seen(Format::Penn(Layout::Lines), text, "Dogs (big ones) don't bark.");
        let (yes, no) = ((true, Some(true)), (false, Some(false)));
        let words = "(S (NP (NNS Dogs) (PRN (-LRB- -LRB-) (JJ big) (NNS ones) (-RRB- -RRB-)))";
        assert_eq!(tree(&format!("{words} (VP (VBP do) (RB n't) (VB bark)) (. .))")), yes);
        assert_eq!(tree("(S (NNS Dogs )(-NONE- *T*) (X))"), yes);
        assert_eq!(tree("(S (NNS Cats) (VBP sleep))"), no);
        // Words in another order need a longer look, and empty ones.
        assert_eq!(tree("(S (VB bark) (RB n't) (NNS Dogs))"), (false, Some(true)));
        assert_eq!(tree("(S (NNS Dogs) (X ))"), (false, Some(true)));

        let columns = |lines: &[&str]| {
            let line = |line: &&str| format!("{line}\t_\t_\t_\t_\t0\troot\t_\t_\n");
            let text: String = lines.iter().map(line).collect();
            seen(Format::Columns(Columns::Conllu), &format!("# dogs\n{text}"), "Dogs don't bark.")
        };
        assert_eq!(columns(&["1\tDogs", "2\tdo", "3\tn't", "4\tbark", "5\t."]), yes);
        assert_eq!(columns(&["1\tCats", "2\tsleep"]), no);
        assert_eq!(columns(&["1\tDogs", "2\t_", "3\t."]), (false, Some(true)));
        // A head that is none: whoever asks for the analysis is told.
        let broken = "1\tDogs\t_\t_\t_\t_\tx\troot\t_\t_\n";
        assert_eq!(seen(Format::Columns(Columns::Conllu), broken, "Dogs"), (true, None));
    }

    #[test]
    fn a_short_parse_of_which_no_word_is_there_is_of_another_sentence() {
        let is_of = |words: &[&str], sentence: &str| {
            let leaf = |word: &&str| format!("(X {word})");
            let text = format!("(S {})", words.iter().map(leaf).collect::<Vec<_>>().join(" "));
            seen(Format::Penn(Layout::Lines), &text, sentence).1 == Some(true)
        };
        assert!(!is_of(&["foo"], "Dogs bark."));
        assert!(!is_of(&["foo", "."], "Dogs bark."));
        assert!(!is_of(&["we", "go"], "Dogs bark."));
        // Letters inside of words are no words, nor are those over the end of one; parts of words are.
        assert!(!is_of(&["He", "sat", "in"], "The owner of the fishing boats mended nets."));
        assert!(!is_of(&["on"], "Catch no fish."));
        assert!(is_of(&["do", "n't"], "I don't."));
        assert!(is_of(&["in", "law"], "My mother-in-law slept."));
        // What has no letters says nothing, nor does one word for another; one of two words may be written otherwise.
        assert!(is_of(&["."], "Dogs bark."));
        assert!(is_of(&["foo"], "Bar"));
        assert!(is_of(&["foo", "."], "Bar !"));
        assert!(is_of(&["he", "go"], "He went."));
        // A dictionary form need not have a letter of its word.
        let line = "1\t_\tbe\t_\t_\t_\t0\troot\t_\t_\n";
        let stem = seen(Format::Columns(Columns::Conllu), line, "They were.");
        assert_eq!(stem, (false, Some(true)));
    }
}
