//! The one table of formats: what each is called, how it is recognised, and who reads it.
//!
//! Help, documentation and messages that list formats are made from [`FORMATS`].

/// How trees lie in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One tree a line, as EVALB reads: the line number is the sentence, an empty line is a
    /// sentence without a parse.
    Lines,
    /// Trees run over as many lines as they like, several may share a line, and comment lines
    /// (`#`, `%`, `*x*`) stand between them. The unlabelled bracket around each tree of a treebank
    /// file is taken for file syntax, not for a phrase.
    Free,
}

/// Which columns a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Ten, with multiword tokens, empty nodes and an enhanced graph.
    Conllu,
    /// Those of the shared tasks of 2006 and 2007: eight that are used, ten in all.
    Conllx,
    /// Those of the shared task of 2009, predicates and all.
    Conll2009,
}

/// How lists of trees lie in a file, where a parser returns several for a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLayout {
    /// A line with the number of trees and a name, then a line with a probability and one with a tree
    /// for each; an empty line ends a list.
    Charniak,
    /// A line `# Parse 1 with score -12.3` before each tree, which may run over several lines.
    Corenlp,
    /// One tree a line; each empty line ends a list.
    Plain,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Bracketed trees.
    Penn(Layout),
    /// Bracketed trees, one a line, whose words say where in the sentence they stand.
    Discbracket,
    /// Trees as NEGRA and TIGER have them: a line a word and a line a phrase.
    Export,
    /// Dependencies in columns; an empty line ends a sentence.
    Columns(Columns),
    /// Typed dependencies, one a line; an empty line ends a sentence.
    Stanford,
    /// Relations as the C&C parser prints them; an empty line ends a sentence.
    Candc,
    /// Relations as the RASP parser prints them; a line with the words starts a sentence.
    Rasp,
    /// Relations as the evaluator of the RASP system reads them, under numbers of sentences.
    Numbered,
    /// DepBank with relations, `sentence( … rasp( … ) )`.
    DepBank,
    /// Trees as Collins' parser prints them, among lines of probabilities.
    Collins,
    /// Dependencies as MSTParser prints them: lines of words, tags, relations and heads.
    Mst,
    /// Dependencies of combinatory categorial grammar as the C&C parser prints them.
    CandcDeps,
    /// Dependencies of combinatory categorial grammar as CCGbank has them.
    Parg,
    /// Lines of text that nobody reads as anything else. It is never guessed.
    Lines,
    /// Several trees a sentence, the best first. It is looked for only where lists are wanted.
    Lists(ListLayout),
}

/// What is done with the outermost bracket of a tree where it has no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outer {
    /// It is a bracket like any other, as in EVALB.
    Counts,
    /// It is how the file marks a tree, and no phrase.
    Dropped,
    /// It is the root that the export format gives every tree, and called so.
    Root,
}

/// What somebody wants of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Trees of phrases, to be scored.
    Trees,
    /// Dependencies, to be scored.
    Dependencies,
    /// Grammatical relations, to be scored.
    Relations,
    /// Sentences that can be made into something else.
    Convertible,
    /// The parses of pairs, to decide what follows.
    Parses,
}

impl Holds {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: [Holds; 5] =
        [Holds::Trees, Holds::Dependencies, Holds::Relations, Holds::Convertible, Holds::Parses];

    /// What it is called.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        match self {
            Holds::Trees => "trees",
            Holds::Dependencies => "dependencies",
            Holds::Relations => "relations",
            Holds::Convertible => "sentences to convert",
            Holds::Parses => "parses of pairs",
        }
    }

    /// The jobs that want it, by the names of their commands.
    #[doc(hidden)]
    pub fn jobs(self) -> &'static [&'static str] {
        match self {
            Holds::Trees => &["brackets", "fragments"],
            Holds::Dependencies => &["dependencies"],
            Holds::Relations => &["relations"],
            Holds::Convertible => &["convert"],
            Holds::Parses => &["entail", "unbounded"],
        }
    }

    /// What a job wants, by the name of its command.
    #[doc(hidden)]
    pub fn of_job(job: &str) -> Option<Holds> {
        Holds::ALL.into_iter().find(|holds| holds.jobs().contains(&job))
    }

    /// The formats that have it, in the order of the table.
    #[doc(hidden)]
    pub fn formats(self) -> impl Iterator<Item = &'static FormatRow> {
        FORMATS.iter().filter(move |row| row.holds.contains(&self))
    }
}

/// What is known about a format.
#[derive(Debug)]
#[doc(hidden)]
pub struct FormatRow {
    /// Which it is.
    pub format: Format,
    /// The name that is typed, and stands in signatures.
    pub name: &'static str,
    /// Other names that can be typed.
    pub aliases: &'static [&'static str],
    /// What people call it.
    pub title: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// How it is recognised.
    pub recognised: &'static str,
    /// What it can be read for.
    pub holds: &'static [Holds],
    /// How files of this format are often called.
    pub suffixes: &'static [&'static str],
}

/// All formats.
#[doc(hidden)]
pub const FORMATS: &[FormatRow] = &[
    FormatRow {
        format: Format::Penn(Layout::Free),
        name: "penn",
        aliases: &[],
        title: "bracketed trees",
        about: "Trees over as many lines as they like, with comments",
        recognised: "a tree goes on in the next line, or the file starts with a comment",
        holds: &[Holds::Trees, Holds::Convertible, Holds::Parses],
        suffixes: &[".mrg", ".ptb"],
    },
    FormatRow {
        format: Format::Penn(Layout::Lines),
        name: "penn-lines",
        aliases: &[],
        title: "bracketed trees",
        about: "One tree a line, as EVALB reads",
        recognised: "nothing else fits; every tree ends in its line",
        holds: &[Holds::Trees, Holds::Convertible, Holds::Parses],
        suffixes: &[".mrg", ".gld", ".tst"],
    },
    FormatRow {
        format: Format::Discbracket,
        name: "discbracket",
        aliases: &["dbr"],
        title: "bracketed trees with numbered words",
        about: "Trees with crossing branches, one a line: (VP (V 0=wake) (PRT 2=up))",
        recognised: "the first line is a tree, and all its words have numbers",
        holds: &[Holds::Trees, Holds::Convertible],
        suffixes: &[".dbr", ".discbracket"],
    },
    FormatRow {
        format: Format::Export,
        name: "export",
        aliases: &["negra"],
        title: "export format of NEGRA and TIGER",
        about: "Trees with crossing branches: a line a word and a line a phrase, versions 3 and 4",
        recognised: "the first line that is no comment (%%) starts with #FORMAT, #BOT or #BOS",
        holds: &[Holds::Trees, Holds::Convertible],
        suffixes: &[".export"],
    },
    FormatRow {
        format: Format::Columns(Columns::Conllu),
        name: "conllu",
        aliases: &[],
        title: "CoNLL-U",
        about: "Universal Dependencies",
        recognised: "ten columns, with comments, multiword tokens, universal tags or enhanced arcs",
        holds: &[Holds::Dependencies, Holds::Relations, Holds::Convertible, Holds::Parses],
        suffixes: &[".conllu"],
    },
    FormatRow {
        format: Format::Columns(Columns::Conllx),
        name: "conllx",
        aliases: &["conll"],
        title: "CoNLL-X",
        about: "Dependencies in the columns of CoNLL-X, 2006 and 2007",
        recognised: "eight or nine columns, or ten without anything that only CoNLL-U has",
        holds: &[Holds::Dependencies, Holds::Relations, Holds::Convertible, Holds::Parses],
        suffixes: &[".conll", ".conllx"],
    },
    FormatRow {
        format: Format::Columns(Columns::Conll2009),
        name: "conll2009",
        aliases: &[],
        title: "CoNLL 2009",
        about: "Dependencies in the columns of CoNLL 2009",
        recognised: "twelve columns or more",
        holds: &[Holds::Dependencies, Holds::Convertible, Holds::Parses],
        suffixes: &[".conll", ".conll09"],
    },
    FormatRow {
        format: Format::Stanford,
        name: "stanford",
        aliases: &[],
        title: "typed dependencies",
        about: "Typed dependencies, one a line: nsubj(makes-8, Bell-1)",
        recognised: "the first line that is no comment is such a dependency",
        holds: &[Holds::Dependencies, Holds::Parses],
        suffixes: &[".sd", ".dep"],
    },
    FormatRow {
        format: Format::Candc,
        name: "candc",
        aliases: &[],
        title: "relations of the C&C parser",
        about: "Relations as the C&C parser prints them: (ncsubj sleeps_1 John_0 _)",
        recognised: "the first line that is no comment is such a relation, or starts with <c>; where relations are wanted, any line starts with a bracket and none says otherwise",
        holds: &[Holds::Dependencies, Holds::Relations, Holds::Convertible, Holds::Parses],
        suffixes: &[".gr", ".candc"],
    },
    FormatRow {
        format: Format::Rasp,
        name: "rasp",
        aliases: &["rasp-output"],
        title: "relations of the RASP parser",
        about: "Relations as the RASP parser prints them: (ncsubj rain:3_VV0 It:1_PPH1 _)",
        recognised: "a line with the words of a sentence, (…) N ; (…)",
        holds: &[Holds::Relations, Holds::Parses],
        suffixes: &[".out"],
    },
    FormatRow {
        format: Format::Numbered,
        name: "numbered",
        aliases: &[],
        title: "numbered relations",
        about: "Numbered sentences, one relation a line",
        recognised: "a line that is a number, or 1 and a blank at its beginning",
        holds: &[Holds::Relations],
        suffixes: &[".gr", ".parses"],
    },
    FormatRow {
        format: Format::DepBank,
        name: "depbank",
        aliases: &[],
        title: "DepBank",
        about: "DepBank with relations",
        recognised: "a line that starts with sentence(",
        holds: &[Holds::Relations],
        suffixes: &[".rasp"],
    },
    FormatRow {
        format: Format::Collins,
        name: "collins",
        aliases: &[],
        title: "trees of Collins' parser",
        about: "Trees as Collins' parser prints them: (NPB~dog~2~2 the/DT dog/NN )",
        recognised: "the first line is such a tree, or starts with PROB and such a tree follows",
        holds: &[Holds::Convertible, Holds::Parses],
        suffixes: &[".collins"],
    },
    FormatRow {
        format: Format::Mst,
        name: "mst",
        aliases: &[],
        title: "dependencies of MSTParser",
        about: "Lines of words, tags, relations and heads, as MSTParser prints them",
        recognised: "three or four lines with equally many parts between tabs, the last of them numbers, of which one is 0",
        holds: &[Holds::Convertible, Holds::Parses],
        suffixes: &[".lab", ".ulab"],
    },
    FormatRow {
        format: Format::CandcDeps,
        name: "candc-deps",
        aliases: &["ccg"],
        title: "CCG dependencies of the C&C parser",
        about: "CCG dependencies as the C&C parser prints them: saw_2 (S[dcl]\\NP)/NP 2 dogs_3 0",
        recognised: "the first line that is no comment is such a dependency",
        holds: &[Holds::Parses],
        suffixes: &[".deps"],
    },
    FormatRow {
        format: Format::Parg,
        name: "parg",
        aliases: &[],
        title: "CCG dependencies of CCGbank",
        about: "CCG dependencies as CCGbank has them: 2 1 (S[dcl]\\NP)/NP 2 dogs saw",
        recognised: "a line that starts with <s, the first one that is no comment",
        holds: &[Holds::Parses],
        suffixes: &[".parg"],
    },
    FormatRow {
        format: Format::Lines,
        name: "lines",
        aliases: &[],
        title: "lines of text",
        about: "Lines of text that nobody reads as anything else",
        recognised: "nothing; it is never guessed",
        holds: &[],
        suffixes: &[],
    },
    FormatRow {
        format: Format::Lists(ListLayout::Charniak),
        name: "lists-charniak",
        aliases: &[],
        title: "lists of trees of Charniak's parser",
        about: "Lists of trees with a line N NAME before each list, a probability before each tree",
        recognised: "lists are wanted, and the first line is a number and a name",
        holds: &[],
        suffixes: &[],
    },
    FormatRow {
        format: Format::Lists(ListLayout::Corenlp),
        name: "lists-corenlp",
        aliases: &[],
        title: "lists of trees of CoreNLP",
        about: "Lists of trees with a line # Parse 1 with score … before each tree",
        recognised: "lists are wanted, and there is such a line",
        holds: &[],
        suffixes: &[],
    },
    FormatRow {
        format: Format::Lists(ListLayout::Plain),
        name: "lists-plain",
        aliases: &[],
        title: "lists of trees",
        about: "Lists of trees, one tree a line, an empty line behind each list",
        recognised: "lists are wanted, and an empty line stands between trees",
        holds: &[],
        suffixes: &[],
    },
];

impl Format {
    /// What is known about it.
    #[doc(hidden)]
    pub fn row(self) -> &'static FormatRow {
        FORMATS.iter().find(|row| row.format == self).expect("every format has a row")
    }

    /// The name that is typed, and stands in signatures.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether an empty line ends a sentence.
    pub(crate) fn ends_with_empty_line(self) -> bool {
        matches!(
            self,
            Format::Columns(_) | Format::Stanford | Format::Candc | Format::CandcDeps | Format::Mst
        )
    }

    /// Whether branches of its trees may cross, so that phrases have gaps. Of such gold a metric takes which words
    /// count, phrases with gaps have scores of their own, and signatures name the format.
    #[doc(hidden)]
    pub fn may_have_gaps(self) -> bool {
        matches!(self, Format::Discbracket | Format::Export)
    }

    /// Whether its trees are written in round brackets, so that no word or label holds any.
    pub(crate) fn is_bracketed(self) -> bool {
        matches!(self, Format::Penn(_) | Format::Discbracket | Format::Collins)
    }

    /// Whether an empty line is a sentence without a tree.
    pub(crate) fn has_empty_sentences(self) -> bool {
        matches!(self, Format::Penn(_) | Format::Discbracket | Format::Collins)
    }

    /// Whether its words stand in the text as they are, one behind the other, each before a closing bracket.
    #[doc(hidden)]
    pub fn has_words_in_text(self) -> bool {
        matches!(self, Format::Penn(_) | Format::Collins)
    }

    /// What the outermost bracket of its trees is where it has no label.
    pub(crate) fn outer(self) -> Outer {
        match self {
            // Free-form treebank files put an unlabelled bracket around each tree.
            Format::Penn(Layout::Free) => Outer::Dropped,
            Format::Export => Outer::Root,
            // Other formats are no trees, and unreadable as such.
            _ => Outer::Counts,
        }
    }

    /// Whether relations are all that it can be scored for.
    #[doc(hidden)]
    pub fn is_of_relations(self) -> bool {
        self.holds(Holds::Relations)
            && !self.holds(Holds::Trees)
            && !self.holds(Holds::Dependencies)
    }

    /// Whether it can be read for something.
    pub fn holds(self, wanted: Holds) -> bool {
        self.row().holds.contains(&wanted)
    }
}

/// Names in a sentence: `a, b or c`.
#[doc(hidden)]
pub fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "or")
}

/// Names in a sentence, with a word before the last.
pub(crate) fn joined<'n>(names: impl IntoIterator<Item = &'n str>, word: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Suffixes that say no more about a system than those of formats do.
const OTHER_SUFFIXES: [&str; 11] =
    [".gz", ".bz2", ".xz", ".zst", ".tree", ".trees", ".prd", ".txt", ".tsv", ".csv", ".jsonl"];

/// A file's name without the suffixes that say in which format it is.
#[doc(hidden)]
pub fn without_suffix(name: &str) -> &str {
    let mut name = name;
    let shorter = |name: &'_ str| {
        let of_formats = FORMATS.iter().flat_map(|row| row.suffixes);
        let ends = |suffix: &&&str| name.ends_with(**suffix);
        of_formats.chain(&OTHER_SUFFIXES).find(ends).map(|suffix| name.len() - suffix.len())
    };
    while let Some(n) = shorter(name) {
        name = &name[..n];
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_formats() {
        let names =
            |row: &FormatRow| row.aliases.iter().chain([&row.name]).copied().collect::<Vec<_>>();
        let mut all: Vec<&str> = FORMATS.iter().flat_map(names).collect();
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), n);
        assert!(FORMATS.iter().all(|row| row.format.row().name == row.name));
    }

    /// What is said of trees is said of no other format.
    #[test]
    fn only_trees_have_gaps_or_outermost_brackets() {
        let gaps: Vec<&str> =
            FORMATS.iter().filter(|row| row.format.may_have_gaps()).map(|row| row.name).collect();
        assert_eq!(gaps, ["discbracket", "export"]);
        assert!(FORMATS.iter().all(|row| {
            let is_plain = row.format.outer() == Outer::Counts && !row.format.may_have_gaps();
            is_plain || row.format.holds(Holds::Trees)
        }));
    }

    #[test]
    fn suffixes_are_those_of_the_table() {
        for (name, short) in [
            ("a.mrg.gz", "a"),
            ("a.gr", "a"),
            ("a.b.discbracket", "a.b"),
            ("a.out", "a"),
            ("model.7b", "model.7b"),
        ] {
            assert_eq!(without_suffix(name), short);
        }
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        let names = |wanted: Holds| one_of(wanted.formats().map(|row| row.name));
        assert_eq!(names(Holds::Trees), "penn, penn-lines, discbracket or export");
        assert_eq!(names(Holds::Relations), "conllu, conllx, candc, rasp, numbered or depbank");
    }
}
