//! The library's hints in the words of the command line.

use bezant::error::{Hint, TREES};
use bezant::kinds::{Format, Holds, one_of};
use bezant::metrics::brackets::Change;

/// What to do next, with the options that do it.
pub fn of(hint: Hint) -> String {
    let words = match hint {
        Hint::OtherFile { is, wanted } => return other_file(is, wanted),
        Hint::NameFormat(wanted) => return format!("pass --input {}", names(wanted)),
        Hint::OtherFormat(wanted) => {
            return format!("pass --input {}, or leave it out", names(wanted));
        }
        Hint::CloseOrNameLayout => {
            "close the tree in the line before, or pass --input penn for trees over several lines, \
             --input penn-lines to skip what is broken"
        }
        Hint::CloseOrNameLines => {
            "close it, or write -LRB- if the bracket is a word; for one tree a line pass --input \
             penn-lines"
        }
        Hint::MendOrNameFormat => {
            "mend it, or say what the file is with --input, for example --input conllx"
        }
        Hint::MendOrEmpty => {
            "mend it, leave it empty if there is no parse, or name the format with --input"
        }
        Hint::ParseSentences => {
            "parse the output of `bezant entail sentences`, and keep an empty line where there is \
             no parse; --find-parses finds parses by their words, among others"
        }
        Hint::SameSentences => {
            "parse the output of `bezant entail sentences`, in its order; --parses given twice is texts, \
             then hypotheses; --any-words takes parses that write words in another way"
        }
        Hint::TakeStanfordNames => "take Stanford's names instead: --to sd-extra --as conllu",
        Hint::TakeGraph => "take a graph instead, for example --to sd-extra",
        Hint::TakeEnhanced => {
            "take enhanced Universal Dependencies instead: --to ud-enhanced; or convert trees"
        }
        Hint::SaveRows => {
            "rows are written by --save; parses themselves are compared by the commands that score them, \
             for example bezant brackets gold.mrg a.mrg b.mrg"
        }
        Hint::SaveAgain => "save the rows again with --save",
        Hint::ReadRows => {
            "saved rows are read by bezant merge, bezant compare and bezant report; --against ROWS says what \
             changed since then"
        }
        Hint::DescribeTypes => {
            "mend the name, or describe the types in use with --hierarchy FILE.toml"
        }
        Hint::GiveForms => {
            "pass the file with the words of the text to --forms: .stag, not .stag.data"
        }
        Hint::SmallerFragments => {
            "count smaller ones only, for example --max-size 10, or use --match connected"
        }
        Hint::GiveText => "pass it with --text; the files are gold's relations, then the system's",
        Hint::CompareLists => {
            "pass --n-best behind the files; `bezant brackets` takes lists for systems"
        }
        Hint::CompareFacts => {
            "--preset stanford compares both sides as facts; their names of relations should be the same"
        }
        Hint::ReadPairs => {
            "`bezant entail` reads pairs; their sentences, to be parsed, are printed by \
             `bezant entail sentences`"
        }
        Hint::DecideFirst => "`bezant entail decide PAIRS --parses FILE` makes answers of parses",
        Hint::GiveMapping => "pass --mapping FILE.toml",
        Hint::AlignWords => {
            "pass --align to compare across tokenisations, or --unescape if only escapes differ"
        }
        Hint::Unescape => "only escapes such as -LRB- differ: pass --unescape",
        Hint::CleanTraces => "only traces differ: pass --clean traces",
        Hint::CleanTracesAndUnescape => {
            "only traces and escapes differ: pass --clean traces --unescape"
        }
        Hint::Align => "the text is the same, divided into other words: pass --align",
        Hint::AlignSome => "the words differ: pass --align to score what they have in common",
        Hint::AlignTags => {
            "the words are the same, but tags make punctuation of some on one side only: pass --align \
             to score them"
        }
        Hint::Shifted => {
            "a sentence is missing or too many, and all that follow stand beside others: --align pairs them by \
             their text; or leave an empty line where there is no parse"
        }
        Hint::ShiftedRepair => {
            "a sentence is missing or too many, and all that follow stand beside others: --repair pairs them by \
             their words; or leave an empty line where there is no parse"
        }
        Hint::ShiftedEmpty => {
            "a sentence is missing or too many, and all that follow stand beside others: leave one without words \
             (an empty line, in export #BOS and #EOS) where there is no parse"
        }
        Hint::TreesInLine => {
            "one side has several trees in a line, which are one sentence, as in EVALB: pass --input penn, which takes \
             each tree for one"
        }
        Hint::AlignDependencies => "--preset ud aligns files with different tokens",
        Hint::ShiftedDependencies => {
            "a sentence is missing or too many, and all that follow stand beside others: --preset ud pairs them by \
             their text; or let the parser return something for every sentence"
        }
        Hint::NameAnyFormat => {
            "is it the right file? Say what it is with --input; docs/formats.md has the list"
        }
        Hint::OneAnswer => {
            "give each id once; if a model was asked several times, pass --samples majority, mean or best"
        }
        Hint::MendOrRepair => "mend the file there, or pass --repair",
        Hint::NameFields => {
            "each line is an object with an id and a text: name their fields with --id-field and --field"
        }
        Hint::RaiseLimit => {
            "is it the right file? Unpack it, plain files have no limit; or raise it with --file-limit"
        }
        Hint::ListAll => "--table skipped lists them all",
        other => return other.to_string(),
    };
    words.to_string()
}

/// The same where only rows are left of what was scored: options of scoring go with another run.
pub fn of_rows(hint: Hint) -> String {
    let words = of(hint);
    match hint {
        Hint::ListAll => words,
        _ if words.contains("--") => format!("score again: {words}"),
        _ => words,
    }
}

/// What is different under another convention.
pub fn of_change(change: Change) -> String {
    match change {
        Change::Preset(preset) => format!("--preset {}", preset.name()),
        Change::Only(what) => what.to_string(),
    }
}

/// A file is not what is wanted: which command reads it.
fn other_file(is: Option<Format>, wanted: Holds) -> String {
    let reader = is.and_then(|is| Some((is.row().title, is.row().holds.first()?.jobs().first()?)));
    match (reader, wanted) {
        (Some((title, job)), _) => format!("it looks like {title}, which `bezant {job}` reads"),
        (None, Holds::Trees | Holds::Convertible) => TREES.to_string(),
        (None, wanted) => {
            let said =
                "is it the right file? Say what it is with --input, for example --input conllu";
            let mended = "; if tabs of a system's file became blanks, --repair puts them back";
            format!("{said}{}", if wanted == Holds::Dependencies { mended } else { "" })
        }
    }
}

/// The formats that have what is wanted.
fn names(wanted: Holds) -> String {
    one_of(wanted.formats().map(|row| row.name))
}
