//! What to do next about each kind of error.

use std::io;

use crate::error::{ErrorKind, Hint};

impl ErrorKind {
    /// What to do next.
    #[doc(hidden)]
    pub fn hint(&self) -> Option<Hint> {
        Some(match self {
            ErrorKind::WrongKind { is, wanted } => Hint::OtherFile { is: *is, wanted: *wanted },
            ErrorKind::SeveralTrees => Hint::CompareLists,
            ErrorKind::NoColumns => Hint::CompareFacts,
            ErrorKind::Pairs => Hint::ReadPairs,
            ErrorKind::WrongFormat { wanted, .. } => Hint::OtherFormat(*wanted),
            ErrorKind::GoesOn => Hint::CloseOrNameLayout,
            ErrorKind::Unclosed => Hint::CloseOrNameLines,
            ErrorKind::UnreadableSentence(_) => Hint::MendOrNameFormat,
            ErrorKind::BadSentence { hint, .. } => *hint,
            ErrorKind::UnknownFile => Hint::NameAnyFormat,
            ErrorKind::NoHeads => Hint::TakeStanfordNames,
            ErrorKind::NoTree(_) => Hint::TakeGraph,
            ErrorKind::NoStanfordDependencies(_) => Hint::TakeEnhanced,
            ErrorKind::BadRows(_) => Hint::SaveRows,
            ErrorKind::SavedRows { .. } => Hint::ReadRows,
            ErrorKind::OldRows => Hint::SaveAgain,
            ErrorKind::TooLarge { .. } => Hint::RaiseLimit,
            ErrorKind::BadAnswer(_) => Hint::NameFields,
            ErrorKind::Relations(fault) => fault.hint(),
            ErrorKind::Entailment(fault) => fault.hint(),
            ErrorKind::Io(why) if why.kind() == io::ErrorKind::IsADirectory => {
                Hint::Advice("this is a folder; give the files in it by name")
            }
            // The system has said nothing, so it was the decompressor.
            ErrorKind::Io(why) if why.raw_os_error().is_none() => {
                Hint::Advice("is it complete? It was cut short or damaged; pack or fetch it again")
            }
            ErrorKind::Io(_) => return None,
            other => Hint::Advice(other.advice()),
        })
    }

    /// What to do about kinds that have one answer for everybody; the others are hints of their own.
    fn advice(&self) -> &'static str {
        match self {
            ErrorKind::LthDependencies(_) => {
                "convert the trees that it was made from; entailments are decided from these labels as they are"
            }
            ErrorKind::NoFeatures(_) => "give both sides in CoNLL-U",
            ErrorKind::Utf16 => "convert it first, for example: iconv -f UTF-16 -t UTF-8",
            ErrorKind::Archive(_) => {
                "unpack it first; single files may be packed by gzip, zstd, xz or bzip2"
            }
            ErrorKind::OldLineEnds => "convert it first, for example: tr '\\r' '\\n'",
            ErrorKind::NoRelations => {
                "it was cut into lines as trees are; name the format of the file, or give relations sentence by sentence"
            }
            ErrorKind::BadField(_) => "take it out, or put a blank in its place",
            ErrorKind::TextOutside => {
                "every tree starts with a bracket; a comment line starts with #, % or *x*"
            }
            ErrorKind::TextBeside => {
                "write (TAG word), or close the bracket before it if that has its word already"
            }
            ErrorKind::TwoWords => "join the words with _ or give each one its own tag",
            ErrorKind::UnexpectedClose => "remove it, or write -RRB- if the bracket is a word",
            ErrorKind::NoWordNumber => "write where it stands in the sentence: (NN 3=word)",
            ErrorKind::WordNumberTwice => "number the words in the order of the sentence",
            ErrorKind::FewColumns => {
                "a line has a word or #number, a tag, morphology, an edge and the number above; with a lemma behind the word in version 4"
            }
            ErrorKind::UnknownParent => "phrases have lines of their own; 0 is the root",
            ErrorKind::NodeTwice => "number the phrases of a sentence from 500 on",
            ErrorKind::BelowItself => "follow the numbers in the last column up to 0",
            ErrorKind::NoSentenceEnd => "end it with a line #EOS and its number",
            ErrorKind::OutsideSentence => {
                "a sentence stands between #BOS and #EOS; a comment starts with %%"
            }
            ErrorKind::CrossingBranches => "only trees with numbered words can hold them",
            ErrorKind::BlankInWord(_) | ErrorKind::BlankInLabel(_) => {
                "put another sign in its place"
            }
            ErrorKind::NoSuchSentence { .. } => {
                "name a sentence by its number from 1 on, by a range such as 3-7, or by what # sent_id says"
            }
            ErrorKind::NothingToDraw => "is it the right file?",
            ErrorKind::NoTags => "convert the trees or columns that they were made from",
            ErrorKind::NoUniversalDependencies => {
                "give basic Universal Dependencies in CoNLL-U, as parsers print them"
            }
            ErrorKind::TreeTooLarge { .. } => "is a closing bracket missing near its start?",
            ErrorKind::UnknownKeyword(_) => {
                "known are DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED, DELETE_LABEL, DELETE_LABEL_FOR_LENGTH, QUOTE_LABEL, EQ_LABEL and EQ_WORD, and of disco-dop DELETE_WORD, DELETE_ROOT_PRETERMS and DISC_ONLY, in capitals"
            }
            ErrorKind::NoValue(_) => "write the value after the keyword, on the same line",
            ErrorKind::TwoValues(_) => {
                "write two values with a blank between them, and nothing after"
            }
            ErrorKind::NotANumber { .. } => "write digits only",
            ErrorKind::NewerRows => "update this program; or save the rows again with this version",
            ErrorKind::CutRows => "was there room for it? Copy it again, or save the rows again",
            ErrorKind::OtherRows { .. } | ErrorKind::OtherSystems { .. } => {
                "the file was cut short or changed; save the rows again"
            }
            ErrorKind::SameSentence { .. } => {
                "it would count twice: save the rows again; rows of several files each need the first line of theirs, and are merged"
            }
            ErrorKind::Disagree { .. } => "score both with the same options, gold file and version",
            ErrorKind::NoRepair(_) => {
                "that is for trees in brackets, dependencies in columns or as text, and relations of the C&C parser"
            }
            ErrorKind::BadSignature(_) => "a signature reads name|key:value|…|version:x.y.z",
            _ => "is it the right file?",
        }
    }
}
