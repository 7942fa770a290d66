//! EVALB's parameters: which labels do not count, which count as equal.

use crate::error::{Error, ErrorKind, Place, Position};

/// Everything a parameter file can say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameters {
    /// Whether a bracket's label must match.
    pub labels: Labelling,
    /// Length up to which a second summary is made (`CUTOFF_LEN`).
    pub cutoff: i32,
    /// How many errors EVALB takes before it gives up (`MAX_ERROR`); only what prints as EVALB does minds.
    #[doc(hidden)]
    pub max_errors: i32,
    /// How much EVALB tells (`DEBUG`); only what prints as EVALB does minds.
    #[doc(hidden)]
    pub debug: i32,
    /// Tags whose words, and labels whose brackets, do not count (`DELETE_LABEL`).
    pub delete: Vec<Vec<u8>>,
    /// Tags whose words do not count in the length (`DELETE_LABEL_FOR_LENGTH`).
    pub delete_for_length: Vec<Vec<u8>>,
    /// Tags that a quotation mark may have (`QUOTE_LABEL`).
    pub quotes: Vec<Vec<u8>>,
    /// Labels that count as equal (`EQ_LABEL`), not transitively.
    pub equal_labels: Vec<(Vec<u8>, Vec<u8>)>,
    /// Words that count as equal (`EQ_WORD`), not transitively.
    pub equal_words: Vec<(Vec<u8>, Vec<u8>)>,
    /// Words that do not count, whatever their tags (`DELETE_WORD`, of disco-dop).
    pub delete_words: Vec<Vec<u8>>,
    /// Whether words right below the root of gold's tree count (`DELETE_ROOT_PRETERMS`, of
    /// disco-dop).
    pub root_words: RootWords,
    /// Which brackets count (`DISC_ONLY`, of disco-dop).
    pub scope: Scope,
    /// What becomes of functions in labels.
    pub functions: Functions,
    /// Which spans count.
    pub spans: Spans,
    /// What the main score is made of.
    pub averaging: Averaging,
    /// Which program's reading of all this.
    #[doc(hidden)]
    pub convention: Convention,
}

/// Whether words right below the root count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootWords {
    /// Like all others.
    Count,
    /// They do not, nor does the system's word in the same place.
    Deleted,
}

/// Which brackets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// Those with words that others stand between, and sentences that have any.
    Discontinuous,
}

/// What becomes of functions in labels of phrases, `SBJ` in `NP-SBJ`. Indices are never compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Functions {
    /// They are no part of the label.
    Remove,
    /// They are compared with the label.
    Add,
    /// They are compared in place of the label, where there are any.
    Replace,
    /// They are no part of the label, and scored by themselves in brackets that both sides have.
    Score,
}

impl Functions {
    /// Its name in signatures, by which it is also asked for.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Functions::Remove => "remove",
            Functions::Add => "add",
            Functions::Replace => "replace",
            Functions::Score => "score",
        }
    }
}

/// Which spans count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spans {
    /// All of them.
    All,
    /// Neither those over the whole sentence nor those over one word, which any parser has right.
    Inner,
}

/// What the main score is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Averaging {
    /// The brackets of all sentences.
    Corpus,
    /// The F1 of each sentence; 1 where neither tree has a bracket.
    Sentences,
}

/// Whether labels matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labelling {
    /// Span and label must be the same.
    Labelled,
    /// The span is enough.
    Unlabelled,
}

/// Whose rules turn a tree into brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// EVALB: a word with a deleted tag takes no position; labels end at `-` or `=`.
    Evalb,
    /// The SPMRL variant: words are never deleted; labels and tags end at `-`, `=` or `#`.
    Spmrl,
}

/// Parameter sets with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// As most papers count: `COLLINS.prm`, and the roots of all common treebanks do not count.
    Standard,
    /// What EVALB does without a parameter file: everything counts.
    None,
    /// `COLLINS.prm`, the usual one for the Penn Treebank.
    Collins,
    /// `new.prm`: more punctuation, and quotation marks put back.
    New,
    /// What the FREVAL paper deletes: as `new.prm`, and `ROOT`.
    Freval,
    /// `spmrl.prm`, read as the SPMRL variant reads it.
    Spmrl,
    /// As papers on unsupervised parsing count; [`Brackets::preset`] says what else that is.
    ///
    /// [`Brackets::preset`]: crate::metrics::brackets::Brackets::preset
    Unsupervised,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 7] = [
        Preset::Standard,
        Preset::None,
        Preset::Collins,
        Preset::New,
        Preset::Freval,
        Preset::Spmrl,
        Preset::Unsupervised,
    ];

    /// Its name in signatures, by which it is also asked for.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Standard => "standard",
            Preset::None => "none",
            Preset::Collins => "collins",
            Preset::New => "new",
            Preset::Freval => "freval",
            Preset::Spmrl => "spmrl",
            Preset::Unsupervised => "unsupervised",
        }
    }

    /// What it stands for.
    pub fn parameters(self) -> Parameters {
        let list = |labels: &[&str]| labels.iter().map(|label| label.as_bytes().to_vec()).collect();
        let none = Parameters {
            labels: Labelling::Labelled,
            cutoff: 40,
            max_errors: 10,
            debug: 0,
            delete: Vec::new(),
            delete_for_length: Vec::new(),
            quotes: Vec::new(),
            equal_labels: Vec::new(),
            equal_words: Vec::new(),
            delete_words: Vec::new(),
            root_words: RootWords::Count,
            scope: Scope::All,
            functions: Functions::Remove,
            spans: Spans::All,
            averaging: Averaging::Corpus,
            convention: Convention::Evalb,
        };
        match self {
            Preset::None => none,
            Preset::Standard => {
                let mut parameters = Preset::Collins.parameters();
                parameters.delete.extend(list(&["ROOT", "S1", "VROOT", ""]));
                parameters
            }
            Preset::Collins => Parameters {
                delete: list(&["TOP", "-NONE-", ",", ":", "``", "''", "."]),
                delete_for_length: list(&["-NONE-"]),
                equal_labels: vec![(b"ADVP".to_vec(), b"PRT".to_vec())],
                ..none
            },
            Preset::New => Parameters {
                delete: list(&["TOP", "S1", "-NONE-", ",", ":", "``", "''", ".", "?", "!"]),
                delete_for_length: list(&["-NONE-"]),
                quotes: list(&["``", "''", "POS", "NN", "CD", "VBZ", ":"]),
                equal_labels: vec![(b"ADVP".to_vec(), b"PRT".to_vec())],
                ..none
            },
            Preset::Freval => {
                let mut parameters = Preset::New.parameters();
                parameters.delete.push(b"ROOT".to_vec());
                parameters
            }
            Preset::Spmrl => Parameters {
                max_errors: 10_000,
                cutoff: 70,
                delete: list(&["TOP", "ROOT", "S1", "-NONE-", "VROOT"]),
                delete_for_length: list(&["-NONE-"]),
                convention: Convention::Spmrl,
                ..none
            },
            // All tags of the Penn Treebank that are no words'.
            Preset::Unsupervised => Parameters {
                labels: Labelling::Unlabelled,
                delete: list(&["-NONE-", ",", ":", "``", "''", ".", "-LRB-", "-RRB-", "#", "$"]),
                delete_for_length: list(&["-NONE-"]),
                spans: Spans::Inner,
                averaging: Averaging::Sentences,
                ..none
            },
        }
    }
}

/// What a parameter file has added.
pub struct Added {
    /// How many of its lines were of use.
    pub n_lines: usize,
    /// What is wrong with the others.
    pub complaints: Vec<Error>,
}

impl Parameters {
    /// Adds what a parameter file says; lists grow, single values are replaced.
    ///
    /// Lines that say nothing usable are returned, each as an error with its place.
    pub fn read(&mut self, name: &str, text: &[u8]) -> Added {
        let mut added = Added { n_lines: 0, complaints: Vec::new() };
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let trimmed = trim_end(line);
            // EVALB takes no notice of lines shorter than any keyword with a value.
            if !trimmed.starts_with(b"#") && trimmed.len() >= 3 {
                let keyword_end = trimmed.iter().position(is_blank).unwrap_or(trimmed.len());
                let (keyword, value) = trimmed.split_at(keyword_end);
                match self.set_checked(keyword, trim_start(value)) {
                    Ok(()) => added.n_lines += 1,
                    Err(kind) => {
                        let place = Place::locate(line, 0, Position::start_of(number));
                        added.complaints.push(Error::at(name, place, kind));
                    }
                }
            }
        }
        added
    }

    fn set_checked(&mut self, keyword: &[u8], value: &[u8]) -> Result<(), ErrorKind> {
        let name = || String::from_utf8_lossy(keyword).into_owned();
        let number = matches!(
            keyword,
            b"DEBUG"
                | b"MAX_ERROR"
                | b"CUTOFF_LEN"
                | b"LABELED"
                | b"DISC_ONLY"
                | b"DELETE_ROOT_PRETERMS"
        );
        if number && !value.is_empty() && !value.iter().any(u8::is_ascii_digit) {
            let value = String::from_utf8_lossy(value).into_owned();
            return Err(ErrorKind::NotANumber { keyword: name(), value });
        }
        let known = number
            || [
                &b"DELETE_LABEL"[..],
                b"DELETE_LABEL_FOR_LENGTH",
                b"QUOTE_LABEL",
                b"EQ_LABEL",
                b"EQ_WORD",
                b"DELETE_WORD",
            ]
            .contains(&keyword);
        if known && value.is_empty() {
            return Err(ErrorKind::NoValue(name()));
        }
        // These EVALB does not know.
        match keyword {
            b"DELETE_WORD" => self.delete_words.push(value.to_vec()),
            b"DISC_ONLY" => {
                self.scope = if atoi(value) == 0 { Scope::All } else { Scope::Discontinuous };
            }
            b"DELETE_ROOT_PRETERMS" => {
                let is_off = atoi(value) == 0;
                self.root_words = if is_off { RootWords::Count } else { RootWords::Deleted };
            }
            _ => return self.set(keyword, value),
        }
        Ok(())
    }

    /// Sets one parameter as EVALB does, which takes any text for a number.
    pub(crate) fn set(&mut self, keyword: &[u8], value: &[u8]) -> Result<(), ErrorKind> {
        let two = |keyword: &str| {
            let mut parts = value.split(is_blank).filter(|part| !part.is_empty());
            match (parts.next(), parts.next(), parts.next()) {
                (Some(one), Some(two), None) => Ok((one.to_vec(), two.to_vec())),
                _ => Err(ErrorKind::TwoValues(keyword.to_string())),
            }
        };
        match keyword {
            b"DEBUG" => self.debug = atoi(value),
            b"MAX_ERROR" => self.max_errors = atoi(value),
            b"CUTOFF_LEN" => self.cutoff = atoi(value),
            b"LABELED" => {
                self.labels = match atoi(value) {
                    0 => Labelling::Unlabelled,
                    _ => Labelling::Labelled,
                }
            }
            b"DELETE_LABEL" => self.delete.push(value.to_vec()),
            b"DELETE_LABEL_FOR_LENGTH" => self.delete_for_length.push(value.to_vec()),
            b"QUOTE_LABEL" => self.quotes.push(value.to_vec()),
            b"EQ_LABEL" => self.equal_labels.push(two("EQ_LABEL")?),
            b"EQ_WORD" => self.equal_words.push(two("EQ_WORD")?),
            _ => {
                return Err(ErrorKind::UnknownKeyword(
                    String::from_utf8_lossy(keyword).into_owned(),
                ));
            }
        }
        Ok(())
    }

    /// The preset that counts the same way, if there is one.
    pub(crate) fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| {
            let other = preset.parameters();
            *self
                == Parameters {
                    cutoff: self.cutoff,
                    max_errors: self.max_errors,
                    debug: self.debug,
                    labels: self.labels,
                    scope: self.scope,
                    functions: self.functions,
                    ..other
                }
        })
    }
}

/// White space as C has it, which unlike Rust's has the vertical tab in it.
fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == 0x0B
}

fn trim_start(text: &[u8]) -> &[u8] {
    &text[text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len())..]
}

fn trim_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|byte| !is_blank(byte)).map_or(0, |at| at + 1)]
}

/// Whether a list of pairs has this one, either way round.
pub(crate) fn listed(pairs: &[(Vec<u8>, Vec<u8>)], one: &[u8], two: &[u8]) -> bool {
    pairs.iter().any(|(a, b)| (a == one && b == two) || (a == two && b == one))
}

/// C's `atoi`: blanks, a sign, digits; 0 where there are none. Too large stays at the limit.
pub(crate) fn atoi(text: &[u8]) -> i32 {
    let text = trim_start(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let magnitude = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0i32, |n, byte| n.saturating_mul(10).saturating_add(i32::from(byte - b'0')));
    if negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Parameters, Vec<String>) {
        let mut parameters = Preset::None.parameters();
        let Added { complaints, .. } = parameters.read("my.prm", text.as_bytes());
        (parameters, complaints.iter().map(Error::to_string).collect())
    }

    #[test]
    fn a_file_is_read_as_evalb_reads_it() {
        let (parameters, complaints) = read(
            "# ours\nDEBUG 0\nLABELED 0  \nDELETE_LABEL\u{B}TOP\r\nDELETE_LABEL PP # x\nEQ_LABEL ADVP PRT\nMAX_ERROR -1",
        );
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!(parameters.labels, Labelling::Unlabelled);
        assert_eq!(parameters.delete, [b"TOP".to_vec(), b"PP # x".to_vec()]);
        assert_eq!(parameters.equal_labels, [(b"ADVP".to_vec(), b"PRT".to_vec())]);
        assert_eq!(parameters.max_errors, -1);
    }

    #[test]
    fn unusable_lines_are_named() {
        let (parameters, complaints) =
            read("FOO bar\nEQ_LABEL A\nEQ_WORD a b c\nLABELED\nCUTOFF_LEN ten\ndelete_label X\n");
        assert_eq!(
            complaints,
            [
                "my.prm:1:1: unknown keyword FOO",
                "my.prm:2:1: EQ_LABEL needs two values",
                "my.prm:3:1: EQ_WORD needs two values",
                "my.prm:4:1: LABELED needs a value",
                "my.prm:5:1: CUTOFF_LEN needs a whole number, not ten",
                "my.prm:6:1: unknown keyword delete_label",
            ]
        );
        assert_eq!(parameters, Preset::None.parameters());
    }

    #[test]
    fn lines_of_two_bytes_say_nothing() {
        assert_eq!(read("FO\nFOO\n").1, ["my.prm:2:1: unknown keyword FOO"]);
    }

    #[test]
    fn pairs_are_listed_either_way_round() {
        let pairs = [(b"ADVP".to_vec(), b"PRT".to_vec())];
        assert!(listed(&pairs, b"ADVP", b"PRT") && listed(&pairs, b"PRT", b"ADVP"));
        assert!(!listed(&pairs, b"ADVP", b"ADVP") && !listed(&pairs, b"NP", b"PRT"));
        assert!(!listed(&pairs, b"PRT", b"NP") && !listed(&pairs, b"PRT", b"PRT"));
    }

    #[test]
    fn presets_know_themselves() {
        for preset in Preset::ALL {
            assert_eq!(preset.parameters().preset(), Some(preset));
        }
    }

    #[test]
    fn numbers_are_what_c_makes_of_them() {
        assert_eq!(
            ["12x", " -3", "x", "", "99999999999", "+7"].map(|text| atoi(text.as_bytes())),
            [12, -3, 0, 0, i32::MAX, 7]
        );
    }
}
