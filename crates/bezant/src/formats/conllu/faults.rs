//! Everything that can be wrong with a sentence in columns, and what to do about it.

use std::fmt;

use crate::error::{ErrorKind, Hint, Remedy};

/// Something wrong with a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnFault {
    /// What it is.
    pub kind: ColumnFaultKind,
    /// Byte offset in the text that was read.
    pub at: usize,
}

impl ColumnFault {
    /// The words for people. Another name for the format would hide what is wrong with a number, so none is asked for.
    pub(crate) fn error(self) -> ErrorKind {
        let hint = self.kind.advice().map_or(self.kind.remedy().hint(), Hint::Advice);
        ErrorKind::BadSentence { problem: self.kind.to_string(), hint }
    }
}

/// What can be wrong with a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnFaultKind {
    /// A line has too few or too many columns.
    Columns {
        /// How many there are.
        found: u32,
        /// How many are right.
        expected: u32,
    },
    /// The text ends within a line, before its last column.
    CutOff {
        /// How many columns there are.
        found: u32,
        /// How many are right.
        expected: u32,
    },
    /// A line has nothing but blanks.
    BlankLine,
    /// A comment stands between words.
    CommentInside,
    /// A sentence has comments and no words.
    NoWords,
    /// A column is empty.
    EmptyField(Field),
    /// The word itself is nothing but blanks.
    BlankForm,
    /// The first column is no number, range or decimal.
    BadId,
    /// A range or decimal in a format that has no such things.
    NotInConllx,
    /// Words are not numbered 1, 2, 3, …
    WrongId {
        /// The number that was due.
        expected: u32,
    },
    /// A multiword token starts elsewhere than at the next word, or ends before it starts.
    BadRange,
    /// A multiword token starts inside another one.
    OverlappingRange,
    /// A multiword token ends behind the last word.
    RangeBeyondEnd {
        /// How many words there are.
        n_words: u32,
    },
    /// The head is no number.
    BadHead,
    /// The head is no word of the sentence.
    HeadOutOfRange {
        /// The head.
        head: u32,
        /// How many words there are.
        n_words: u32,
    },
    /// Heads lead in a circle.
    Cycle,
    /// No word is a root.
    NoRoot,
    /// More than one word is a root.
    SeveralRoots,
    /// An entry of the enhanced graph is not `head:relation`.
    BadDeps,
    /// A head in the enhanced graph is no word of the sentence.
    DepsHeadOutOfRange,
    /// A head in the enhanced graph is an empty node that is not there.
    DepsEmptyMissing,
    /// A line is not `relation(head-1, dependent-2)`.
    BadDependency,
    /// A line is not `(relation head_0 dependent_1)`.
    BadRelation,
    /// Two lines give one number to different words.
    TwoForms,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The number.
    Id,
    /// The word.
    Form,
    /// The dictionary form.
    Lemma,
    /// The universal or coarse tag.
    Upos,
    /// The treebank's tag.
    Xpos,
    /// Features.
    Feats,
    /// The head.
    Head,
    /// The relation.
    Deprel,
    /// The enhanced graph.
    Deps,
    /// Anything else.
    Misc,
}

impl Field {
    /// All columns of CoNLL-U in order.
    pub(crate) const ALL: [Field; 10] = [
        Field::Id,
        Field::Form,
        Field::Lemma,
        Field::Upos,
        Field::Xpos,
        Field::Feats,
        Field::Head,
        Field::Deprel,
        Field::Deps,
        Field::Misc,
    ];

    /// Its name in the documentation of the format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Field::Id => "ID",
            Field::Form => "FORM",
            Field::Lemma => "LEMMA",
            Field::Upos => "UPOS",
            Field::Xpos => "XPOS",
            Field::Feats => "FEATS",
            Field::Head => "HEAD",
            Field::Deprel => "DEPREL",
            Field::Deps => "DEPS",
            Field::Misc => "MISC",
        }
    }
}

impl ColumnFaultKind {
    /// Whether a line with it is left out of the sentence.
    pub(crate) fn leaves_out_line(self) -> bool {
        matches!(
            self,
            ColumnFaultKind::Columns { .. }
                | ColumnFaultKind::EmptyField(Field::Id | Field::Form | Field::Head)
                | ColumnFaultKind::BlankForm
                | ColumnFaultKind::BadId
                | ColumnFaultKind::WrongId { .. }
                | ColumnFaultKind::BadHead
        )
    }

    /// Whether it is what is wrong with all heads together, which depends on how many roots there may be.
    pub(crate) fn is_of_tree(self) -> bool {
        matches!(
            self,
            ColumnFaultKind::NoRoot | ColumnFaultKind::SeveralRoots | ColumnFaultKind::Cycle
        )
    }

    /// Whether it may come of a line that was left out before.
    pub(crate) fn is_of_numbers(self) -> bool {
        matches!(
            self,
            ColumnFaultKind::WrongId { .. }
                | ColumnFaultKind::BadRange
                | ColumnFaultKind::RangeBeyondEnd { .. }
                | ColumnFaultKind::HeadOutOfRange { .. }
                | ColumnFaultKind::NoRoot
                | ColumnFaultKind::Cycle
                | ColumnFaultKind::DepsHeadOutOfRange
                | ColumnFaultKind::DepsEmptyMissing
        )
    }

    /// What mends it.
    pub(crate) fn remedy(self) -> Remedy {
        match self {
            ColumnFaultKind::CutOff { .. } => Remedy::WriteWholeFile,
            _ => Remedy::MendFile,
        }
    }

    /// What to do about it, where what is wrong does not say so itself.
    fn advice(self) -> Option<&'static str> {
        Some(match self {
            ColumnFaultKind::Columns { .. } => {
                "CoNLL-U has ten columns with one tab between two; were tabs turned into blanks?"
            }
            ColumnFaultKind::CutOff { .. } => return None,
            ColumnFaultKind::BlankLine => "take the blanks out of the empty line",
            ColumnFaultKind::CommentInside => "move the comment before the first word",
            ColumnFaultKind::NoWords => "take the comments out, or add the words",
            ColumnFaultKind::EmptyField(_) => "write _ there",
            ColumnFaultKind::BlankForm => "write the word, or _ if it has none",
            ColumnFaultKind::BadId | ColumnFaultKind::WrongId { .. } => {
                "number words 1, 2, 3 and so on in every sentence, with an empty line between two"
            }
            ColumnFaultKind::NotInConllx => "write the file as CoNLL-U, or take the line out",
            ColumnFaultKind::BadRange
            | ColumnFaultKind::OverlappingRange
            | ColumnFaultKind::RangeBeyondEnd { .. } => {
                "a range stands before the first of its words and names the first and the last: 3-4"
            }
            ColumnFaultKind::BadHead | ColumnFaultKind::HeadOutOfRange { .. } => {
                "a head is the number of a word of the same sentence, or 0 for the root"
            }
            ColumnFaultKind::Cycle => "follow the heads up: they must end at 0",
            ColumnFaultKind::NoRoot => "give one word the head 0",
            ColumnFaultKind::SeveralRoots => "give the other word a head; one alone has 0",
            ColumnFaultKind::BadDeps => "write 4:nsubj|6:nsubj, or _ if there is no such graph",
            ColumnFaultKind::DepsHeadOutOfRange | ColumnFaultKind::DepsEmptyMissing => {
                "name words and empty nodes of the same sentence, or add the line of the empty node"
            }
            ColumnFaultKind::BadDependency | ColumnFaultKind::BadRelation => {
                "one a line, and an empty line between two sentences"
            }
            ColumnFaultKind::TwoForms => "number words as they stand in the sentence",
        })
    }
}

impl fmt::Display for ColumnFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnFaultKind::Columns { found, expected } => {
                let columns = if *found == 1 { "column" } else { "columns" };
                write!(f, "{found} {columns} where {expected} are expected; separate them by tabs")
            }
            ColumnFaultKind::CutOff { found, expected } => {
                write!(f, "the file ends in this line, in column {found} of {expected}")
            }
            ColumnFaultKind::BlankLine => {
                f.write_str("a line of blanks; an empty one ends a sentence")
            }
            ColumnFaultKind::CommentInside => {
                f.write_str("a comment between words; comments come before the first one")
            }
            ColumnFaultKind::NoWords => f.write_str("a sentence without words"),
            ColumnFaultKind::EmptyField(field) => {
                write!(f, "{} is empty; write _ where there is nothing to say", field.name())
            }
            ColumnFaultKind::BlankForm => f.write_str("FORM is nothing but blanks"),
            ColumnFaultKind::BadId => f.write_str("ID is no number, range (1-2) or decimal (1.1)"),
            ColumnFaultKind::NotInConllx => {
                f.write_str("ID is a range or decimal, which only CoNLL-U (ten columns) has")
            }
            ColumnFaultKind::WrongId { expected } => {
                write!(f, "ID is not {expected}, the next number of the sentence")
            }
            ColumnFaultKind::BadRange => {
                f.write_str("ID is a range that does not start at the next word, or ends too early")
            }
            ColumnFaultKind::OverlappingRange => f.write_str("ID is a range inside another range"),
            ColumnFaultKind::RangeBeyondEnd { n_words } => {
                write!(f, "ID is a range that ends behind the last of {n_words} words")
            }
            ColumnFaultKind::BadHead => f.write_str("HEAD is no number"),
            ColumnFaultKind::HeadOutOfRange { head, n_words } => {
                write!(f, "HEAD is {head} in a sentence of {n_words} words")
            }
            ColumnFaultKind::Cycle => f.write_str("HEAD leads back to the word itself: a cycle"),
            ColumnFaultKind::NoRoot => f.write_str("no word has 0 as its HEAD"),
            ColumnFaultKind::SeveralRoots => f.write_str("a second word with 0 as its HEAD"),
            ColumnFaultKind::BadDeps => {
                f.write_str("DEPS is not a list of head:relation joined by |, or _")
            }
            ColumnFaultKind::DepsHeadOutOfRange | ColumnFaultKind::DepsEmptyMissing => {
                f.write_str("DEPS has a head that is no node of the sentence")
            }
            ColumnFaultKind::BadDependency => {
                f.write_str("not a dependency; write relation(head-1, dependent-2)")
            }
            ColumnFaultKind::BadRelation => {
                f.write_str("not a relation; write (relation head_0 dependent_1)")
            }
            ColumnFaultKind::TwoForms => f.write_str("the number of another word"),
        }
    }
}
