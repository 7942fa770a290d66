//! What to do next, as data: a program words it with its own options, a library cannot.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kinds::{Format, Holds, one_of};

/// What to do about an error, or about a sentence that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The same words for everybody.
    Advice(&'static str),
    /// The file is something else than what is wanted: give the right one, or name the format.
    OtherFile {
        /// What it is, where that can be told.
        is: Option<Format>,
        /// What is wanted.
        wanted: Holds,
    },
    /// Name one of the formats that have what is wanted.
    NameFormat(Holds),
    /// Name one of these formats, or none.
    OtherFormat(Holds),
    /// Close a tree in its line, or name the layout.
    CloseOrNameLayout,
    /// Close a bracket, or name the layout.
    CloseOrNameLines,
    /// Mend a sentence, or name the format.
    MendOrNameFormat,
    /// Mend a parse, leave it empty, or name the format.
    MendOrEmpty,
    /// Parse what was printed for that.
    ParseSentences,
    /// Give the parses of these sentences in their order, or allow any words.
    SameSentences,
    /// Take Stanford's names for the relations, in columns that hold graphs.
    TakeStanfordNames,
    /// Take a representation that is a graph.
    TakeGraph,
    /// Take enhanced Universal Dependencies.
    TakeEnhanced,
    /// Save the rows of an evaluation.
    SaveRows,
    /// Save the rows of an evaluation again.
    SaveAgain,
    /// Merge or compare saved rows.
    ReadRows,
    /// Mend a relation's name, or describe the types in use.
    DescribeTypes,
    /// Count fragments up to a size, or by another definition.
    SmallerFragments,
    /// Give the words of the text.
    GiveForms,
    /// Give the sentences as what they are, beside gold and system.
    GiveText,
    /// Compare dependencies as facts, however they are written.
    CompareFacts,
    /// Compare lists of trees with gold's trees.
    CompareLists,
    /// Pairs are read where it is decided what follows.
    ReadPairs,
    /// Decide what follows from parses: that makes answers.
    DecideFirst,
    /// Give a mapping of dependencies to relations.
    GiveMapping,
    /// Divide the sentences into the same words.
    SameTokens,
    /// Align words that differ, or take escapes off.
    AlignWords,
    /// Take escapes off: then the words are the same.
    Unescape,
    /// Delete traces: then the words are the same.
    CleanTraces,
    /// Delete traces and take escapes off: then the words are the same.
    CleanTracesAndUnescape,
    /// Align the words: they are the same text.
    Align,
    /// Align the words: they have much in common.
    AlignSome,
    /// Align the words: they are the same, but tags make punctuation of some on one side only.
    AlignTags,
    /// The system has gold's sentences in another order.
    OtherOrder,
    /// The system has a sentence too few or too many, so that all that follow stand beside others.
    Shifted,
    /// The same of trees that are paired by their words only if they are repaired.
    ShiftedRepair,
    /// The same of trees that nothing pairs by their words.
    ShiftedEmpty,
    /// Take each tree for a sentence, wherever lines end.
    TreesInLine,
    /// Align dependencies over words that differ.
    AlignDependencies,
    /// The system has a sentence too few or too many: dependencies can be paired by their text.
    ShiftedDependencies,
    /// Say what a file is, or give another one.
    NameAnyFormat,
    /// Give one answer a pair, or say what becomes of several.
    OneAnswer,
    /// Mend a system's file, or let it be repaired.
    MendOrRepair,
    /// Say in which fields of JSON ids and texts stand.
    NameFields,
    /// Unpack the file, or allow more.
    RaiseLimit,
    /// Look at the report as JSON, which leaves nothing out.
    ListAll,
}

impl fmt::Display for Hint {
    /// In words that are right for any caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hint::Advice(words) => words,
            Hint::OtherFile { is: Some(is), .. } => {
                return write!(f, "this looks like {} ({})", is.row().title, is.name());
            }
            Hint::OtherFile { wanted: Holds::Trees | Holds::Convertible, .. } => TREES,
            Hint::OtherFile { wanted, .. } | Hint::NameFormat(wanted) => {
                let names = one_of(wanted.formats().map(|row| row.name));
                return write!(f, "is it the right file? Name its format: {names}");
            }
            Hint::OtherFormat(wanted) => {
                let names = one_of(wanted.formats().map(|row| row.name));
                return write!(f, "name {names}, or no format");
            }
            Hint::CloseOrNameLayout => {
                "close the tree in the line before, or name the layout: penn for trees over several lines, penn-lines to skip what is broken"
            }
            Hint::CloseOrNameLines => {
                "close it, or write -LRB- if the bracket is a word; for one tree a line name the format penn-lines"
            }
            Hint::MendOrNameFormat => "mend it, or name the format",
            Hint::MendOrEmpty => "mend it, leave it empty if there is no parse, or name the format",
            Hint::ParseSentences => {
                "parse the sentences of the pairs in their order, and keep an empty line where there is no parse"
            }
            Hint::SameSentences => {
                "give the parses of these sentences, in their order; or allow parses any words"
            }
            Hint::TakeStanfordNames => "take Stanford's names instead, as a graph in CoNLL-U",
            Hint::TakeGraph => "take a graph instead",
            Hint::TakeEnhanced => {
                "take enhanced Universal Dependencies instead; or convert trees"
            }
            Hint::SaveRows => "save the rows of an evaluation",
            Hint::SaveAgain => "save the rows again",
            Hint::ReadRows => "rows are merged and compared; what is scored are parses",
            Hint::DescribeTypes => "mend the name, or give a hierarchy of the types in use",
            Hint::SmallerFragments => {
                "count smaller fragments only, or those that are connected in both trees"
            }
            Hint::GiveForms => "give the words of the text as forms: .stag, not .stag.data",
            Hint::GiveText => "give them as the text, beside gold and system",
            Hint::CompareFacts => {
                "the preset stanford compares both sides as facts; their names of relations should be the same"
            }
            Hint::ReadPairs => "pairs are for deciding what follows, from parses of their sentences",
            Hint::CompareLists => "brackets are also compared of lists of trees, on the side of systems",
            Hint::DecideFirst => "decide what follows from the parses: that makes answers",
            Hint::GiveMapping => "give a mapping of dependencies to relations",
            Hint::SameTokens => "gold and system must have the same words in a sentence",
            Hint::AlignWords => {
                "align the words to compare across tokenisations, or take escapes off if only they differ"
            }
            Hint::Unescape => "only escapes differ: take them off",
            Hint::CleanTraces => "only traces differ: delete them",
            Hint::CleanTracesAndUnescape => "only traces and escapes differ: delete traces, take escapes off",
            Hint::Align => "the text is the same, divided differently: align the words",
            Hint::AlignSome => "the words differ: align them to score what they have in common",
            Hint::AlignTags => {
                "the words are the same, but tags make punctuation of some on one side only: align them"
            }
            Hint::OtherOrder => "these are gold's sentences in another order: put them in gold's",
            Hint::Shifted => {
                "a sentence is missing or too many: from there on, sentences stand beside others; leave an empty line where there is no parse"
            }
            Hint::ShiftedRepair => {
                "a sentence is missing or too many: from there on, sentences stand beside others; have outputs repaired, which pairs them by their words, or leave an empty line where there is no parse"
            }
            Hint::ShiftedEmpty => {
                "a sentence is missing or too many: from there on, sentences stand beside others; leave one without words (an empty line, in export #BOS and #EOS) where there is no parse"
            }
            Hint::TreesInLine => {
                "one side has several trees in a line, which are one sentence there; in the layout penn each tree is one"
            }
            Hint::AlignDependencies => "the preset ud aligns files with different tokens",
            Hint::ShiftedDependencies => {
                "a sentence is missing or too many: from there on, sentences stand beside others; the preset ud pairs them by their text"
            }
            Hint::NameAnyFormat => "is it the right file? If so, name its format",
            Hint::OneAnswer => "give each id once, or say what becomes of several answers",
            Hint::MendOrRepair => "mend the file there, or have outputs repaired",
            Hint::NameFields => "each line is an object with an id and a text: name their fields",
            Hint::RaiseLimit => {
                "is it the right file? Plain files have no limit; or raise that of the source"
            }
            Hint::ListAll => "JSON lists them all",
        })
    }
}

/// What mends a sentence that cannot be read: a [`Hint`] that saved rows can keep, by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Remedy {
    /// Mend the file where it is broken.
    #[default]
    MendFile,
    /// Write the file to its end.
    WriteWholeFile,
    /// Close a relation, or a list of them.
    CloseRelation,
    /// Write what stands there as a relation.
    WriteRelation,
    /// The same, as the C&C parser does.
    WriteCandcRelation,
    /// The same, as the RASP parser does.
    WriteRaspRelation,
    /// The same, as DepBank does.
    WriteDepbankRelation,
    /// Write what stands there as a part of one of DepBank's sentences.
    WriteDepbankSentence,
    /// Close a relation.
    CloseParenthesis,
    /// Close a relation, or DepBank's list of them.
    CloseList,
    /// Write a weight, or the number of a sentence.
    WriteNumber,
    /// Mend a relation's name, or describe the types in use.
    DescribeTypes,
    /// Write something for every slot.
    FillSlots,
    /// Write what belongs to a word so that it does not end it.
    EscapeSlots,
    /// Separate columns as their format does.
    SeparateColumns,
    /// Give each sentence a number of its own.
    NumberOnce,
    /// Write the number of a sentence without a dot.
    DropDot,
}

impl Remedy {
    /// Whether there is no better one.
    pub(crate) fn is_plain(&self) -> bool {
        *self == Remedy::MendFile
    }

    /// What to do next.
    #[doc(hidden)]
    pub fn hint(self) -> Hint {
        Hint::Advice(match self {
            Remedy::MendFile => "mend the file there",
            Remedy::WriteWholeFile => {
                "the file was cut off: did the parser run to its end, and was there room for it?"
            }
            Remedy::CloseRelation => {
                "close the relation with a parenthesis, or the list of relations with a brace"
            }
            Remedy::WriteRelation => {
                "a relation reads (type slot slot …), a sentence starts with a line with its number, and ; starts a comment"
            }
            Remedy::WriteCandcRelation => {
                "a relation reads (ncsubj sleeps_1 John_0 _), an empty line ends a sentence, and # starts a comment"
            }
            Remedy::WriteRaspRelation => {
                "a relation reads (ncsubj rain:3_VV0 It:1_PPH1 _), and a sentence starts with its words: (|It:1_PPH1| …) 1 ; (…)"
            }
            Remedy::WriteDepbankRelation => {
                "a relation reads (type slot slot …), and those of a sentence stand in rasp( … )"
            }
            Remedy::WriteDepbankSentence => {
                "a sentence of DepBank starts with a line sentence( and has its relations in rasp( … )"
            }
            Remedy::CloseParenthesis => "close the relation with a parenthesis",
            Remedy::CloseList => "close the relation, or the list rasp( … ), with a parenthesis",
            Remedy::WriteNumber => "write a weight between 0 and 1, or the number of a sentence",
            Remedy::DescribeTypes => return Hint::DescribeTypes,
            Remedy::FillSlots => "write _ for a slot that is not specified",
            Remedy::EscapeSlots => {
                "write a blank or a parenthesis that belongs to a word with \\ before it"
            }
            Remedy::NumberOnce => {
                "give each sentence a number of its own; were two files put together?"
            }
            Remedy::DropDot => "write the number without a dot",
            Remedy::SeparateColumns => "columns are separated by tabs, as in CoNLL-X and CoNLL-U",
        })
    }
}

/// What trees look like.
pub const TREES: &str =
    "trees are written in brackets: (S (NP (NN rain)) (VP (VBZ falls))); is it the right file?";
