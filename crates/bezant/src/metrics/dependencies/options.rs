//! What can be chosen of how dependencies are compared.

use std::fmt;
use std::str::FromStr;

use crate::error::{ChoiceFault, ChoiceProblem};

/// Whether punctuation counts, and what that is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Punctuation {
    /// Every word counts.
    Counts,
    /// Words of nothing but punctuation, by Unicode's categories, do not count: as in CoNLL-X.
    ByCategory,
    /// Words of gold with one of these tags do not count.
    ByTags(Vec<String>),
    /// Words of gold with one of these relations do not count.
    ByRelations(Vec<String>),
}

impl FromStr for Punctuation {
    type Err = ChoiceFault;

    /// `keep`, `unicode`, `tags:PUNCT,SYM` or `relations:punct`.
    fn from_str(text: &str) -> Result<Punctuation, ChoiceFault> {
        let list = |list: &str| list.split(',').map(str::to_string).collect();
        match text.split_once(':') {
            None if text == "keep" => Ok(Punctuation::Counts),
            None if text == "unicode" => Ok(Punctuation::ByCategory),
            Some(("tags", tags)) => Ok(Punctuation::ByTags(list(tags))),
            Some(("relations", relations)) => Ok(Punctuation::ByRelations(list(relations))),
            _ => {
                let all = ["keep", "unicode", "tags:PUNCT,SYM", "relations:punct"];
                Err(ChoiceFault::new(ChoiceProblem::BadPunctuation, text, &all))
            }
        }
    }
}

impl fmt::Display for Punctuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Punctuation::Counts => f.write_str("keep"),
            Punctuation::ByCategory => f.write_str("unicode"),
            Punctuation::ByTags(tags) => write!(f, "tags:{}", tags.join(",")),
            Punctuation::ByRelations(relations) => write!(f, "relations:{}", relations.join(",")),
        }
    }
}

/// Whose measures are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DependencyPreset {
    /// Those of the CoNLL 2018 and IWPT shared tasks: files of the same text are aligned by
    /// characters.
    Ud,
    /// Those of CoNLL-X: sentences and words are the same.
    Conllx,
    /// Typed dependencies as a bag of facts.
    Stanford,
    /// Those of the UniDive 2025 shared task on morpho-syntactic parsing: content words, with the
    /// features that function words and morphemes give them.
    Msp,
}

impl DependencyPreset {
    /// Its name in signatures, by which it is also asked for.
    pub fn name(self) -> &'static str {
        match self {
            DependencyPreset::Ud => "ud",
            DependencyPreset::Conllx => "conllx",
            DependencyPreset::Stanford => "stanford",
            DependencyPreset::Msp => "msp",
        }
    }
}

impl FromStr for DependencyPreset {
    type Err = ChoiceFault;

    fn from_str(text: &str) -> Result<DependencyPreset, ChoiceFault> {
        use DependencyPreset::{Conllx, Msp, Stanford, Ud};
        let all = [Ud, Conllx, Stanford, Msp];
        let known = all.into_iter().find(|preset| preset.name() == text);
        let names = all.map(DependencyPreset::name);
        known.ok_or_else(|| ChoiceFault::new(ChoiceProblem::NoPreset, text, &names))
    }
}

/// Whether subtypes of relations count, `pass` in `nsubj:pass`. In enhanced graphs they always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subtypes {
    /// They do not.
    Ignored,
    /// They do.
    Compared,
}

/// What becomes of the empty nodes of enhanced graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmptyNodes {
    /// Arcs from them are left out, as the UD scorer does with files that were not prepared.
    Dropped,
    /// Arcs through them become paths between words, as IWPT prepares files.
    Collapsed,
}

/// Kinds of enhancement that are left out on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // as in the guidelines
pub struct Enhancements {
    pub gapping: bool,
    pub shared_parents: bool,
    pub shared_dependents: bool,
    pub control: bool,
    pub relative_clauses: bool,
    pub case: bool,
}

/// Digits with what they leave out.
const ENHANCEMENTS: [&str; 7] = [
    "1 gapping",
    "2 shared parents",
    "3 shared dependents",
    "4 control",
    "5 relative clauses",
    "6 case information",
    "0 none",
];

impl FromStr for Enhancements {
    type Err = ChoiceFault;

    /// The digits of the UD scorer: `0` for none, `12` for the first two.
    fn from_str(text: &str) -> Result<Enhancements, ChoiceFault> {
        let mut ignored = Enhancements::default();
        for digit in text.chars() {
            match digit {
                '0' => {}
                '1' => ignored.gapping = true,
                '2' => ignored.shared_parents = true,
                '3' => ignored.shared_dependents = true,
                '4' => ignored.control = true,
                '5' => ignored.relative_clauses = true,
                '6' => ignored.case = true,
                _ => {
                    let digit = digit.to_string();
                    return Err(ChoiceFault::new(
                        ChoiceProblem::NoEnhancement,
                        &digit,
                        &ENHANCEMENTS,
                    ));
                }
            }
        }
        Ok(ignored)
    }
}

impl fmt::Display for Enhancements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Enhancements::default() {
            return f.write_str("0");
        }
        let all = [
            self.gapping,
            self.shared_parents,
            self.shared_dependents,
            self.control,
            self.relative_clauses,
            self.case,
        ];
        for (digit, is_ignored) in (1..).zip(all) {
            if is_ignored {
                write!(f, "{digit}")?;
            }
        }
        Ok(())
    }
}
