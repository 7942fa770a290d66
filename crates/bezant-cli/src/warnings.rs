//! Every warning the program can give.

use std::path::PathBuf;

use bezant::entailment::parses::Missing;
use bezant::entailment::unbounded::CorpusOddity;
use bezant::error::Error;
use bezant::evaluation::InvalidUtf8;
use bezant::formats::outputs::OutputFacts;
use bezant::formats::repair::RepairKind;
use bezant::metrics::dependencies::TextDifference;
use bezant::metrics::relations::UnknownFiller;

use crate::commands::number_of;
use crate::diagnostics::{print_file_warning, print_warning};

/// Something the user should know, that does not stop the work.
pub enum Warning {
    /// A line of a parameter file says nothing usable.
    Parameter(Error),
    /// A system's file is gold's.
    GoldIsSystem(String),
    /// Two systems' files are one.
    SameSystem(String, String),
    /// A file is a copy of another one.
    SameContents([String; 2]),
    /// A person's answers are a copy of another's.
    SamePerson([String; 2]),
    /// A parameter file has no line that says anything.
    NoParameters(String),
    /// Nothing is deleted, so everything counts.
    EverythingCounts,
    /// A root is not deleted.
    RootCounts(String),
    /// Gold and a system name relations differently.
    OtherNames {
        /// Gold's file.
        gold: String,
        /// The system's.
        system: String,
        /// Whether gold has the names of Universal Dependencies, and the system Stanford's.
        gold_is_universal: bool,
    },
    /// A file has bytes that are not UTF-8.
    InvalidUtf8(InvalidUtf8),
    /// Questions without answers show pairs with theirs.
    AnswersShown,
    /// Parses with bytes that are not UTF-8.
    ParsesNotUtf8(InvalidUtf8),
    /// An annotator's sentences that are not compared with the others'.
    LeftOut(String),
    /// A system has another text than gold, which --strict forbids.
    OtherText {
        /// The system.
        system: String,
        /// The first place.
        difference: TextDifference,
    },
    /// Words of relations are not in the text.
    NotInText {
        /// Where the first of them stands: `file:line:column`.
        place: String,
        /// The first of them.
        first: UnknownFiller,
        /// How many there are.
        n: u64,
    },
    /// The original program's layout has no place for weights.
    CompatWeights,
    /// The standard that a script of the original program would take.
    Standard(&'static str),
    /// The parser's lemmas stand where words are wanted.
    Lemmas(String),
    /// A bracket without a label around whole trees counts.
    UnlabelledTop(String),
    /// Sentences of a system have other words than gold's of the same number.
    OtherWords {
        /// The system.
        system: String,
        /// How many there are.
        n: usize,
        /// Of how many whose words are known.
        of: usize,
        /// Where the first of them stands: `file:line:column`.
        place: String,
    },
    /// A relation of a mapping has not both words of a dependency.
    WithoutWord {
        /// The mapping's file.
        mapping: String,
        /// The dependency.
        dependency: String,
        /// What it becomes.
        relation: String,
        /// What is not in it.
        word: String,
    },
    /// A system has fewer or more sentences than gold, and nothing says which.
    NoNumbers {
        /// The system.
        system: String,
        /// How many it has.
        has: usize,
        /// How many gold has.
        of: usize,
    },
    /// Relations stand before the first number of a file.
    BeforeNumbers {
        /// The file.
        file: String,
        /// How many lines they are.
        n: usize,
        /// Where the first of them stands: `file:line:column`.
        place: String,
    },
    /// Two systems in one table were not scored on the same gold.
    OtherData(String, String),
    /// Two files have the same rows of a system.
    SameRows {
        /// Whose rows.
        system: String,
        /// Which files.
        files: [String; 2],
        /// The first of the sentences in each.
        sentences: [u64; 2],
        /// How many there are.
        n_rows: usize,
    },
    /// Sentences of pairs without an analysis.
    Missing {
        /// Why.
        why: Missing,
        /// How many there are.
        n: usize,
        /// Of how many.
        of: usize,
        /// The first of them: the text of a pair, or its hypothesis.
        first: String,
        /// Whether --strict forbids that.
        is_strict: bool,
    },
    /// An option that changes nothing here.
    NoEffect {
        /// The option.
        option: &'static str,
        /// Why.
        why: String,
    },
    /// No hypothesis has any of these relations, which must all be found.
    NoCore(String),
    /// Words without tags, which --pos-change cannot compare.
    Untagged {
        /// How many pairs have such words.
        pairs: usize,
        /// How many pairs there are.
        of: usize,
    },
    /// Answers in which neither YES nor NO can be found.
    Unread {
        /// How many there are.
        n: usize,
        /// Of how many.
        of: usize,
        /// Whether --strict forbids that.
        is_strict: bool,
    },
    /// No pair says in which construction it is, so that no error is an unbounded dependency.
    NoConstructions,
    /// Texts that are in more than one part of a data set.
    DividedTexts {
        /// How many there are.
        n: usize,
        /// The first of them.
        first: String,
        /// How many parts there are.
        parts: usize,
    },
    /// No licence is named for a data set.
    NoLicence,
    /// A licence that is not on the list we know.
    OtherLicence(String),
    /// The file that others were taken from seems to stand behind one of them.
    OtherOrder {
        /// The first file.
        first: String,
        /// The one that has all of its pairs, and more.
        whole: String,
    },
    /// Something that was to be alike in all parts is not.
    Uneven(String),
    /// A data statement with gaps.
    StatementGaps(PathBuf),
    /// Letters that the font of pictures does not have.
    NoLetters(String),
    /// Outputs of sentences that gold does not have.
    UnknownOutputs {
        /// The system.
        system: String,
        /// What they are called.
        ids: Vec<String>,
    },
    /// Options about lines of JSON for a file that has none.
    NoJson {
        /// The system.
        system: String,
        /// The options.
        options: Vec<&'static str>,
    },
    /// Outputs that were repaired, one for each sentence.
    Repaired {
        /// The system.
        system: String,
        /// What is said of them.
        facts: Vec<OutputFacts>,
    },
    /// Sentences with fewer samples than others.
    FewerSamples {
        /// The system.
        system: String,
        /// Their numbers.
        sentences: Vec<u64>,
        /// How many samples others have.
        of: usize,
    },
    /// Sentences with several outputs where one is wanted.
    FirstOutputs {
        /// The file.
        system: String,
        /// The most outputs that a sentence has.
        most: usize,
    },
    /// Files of a system's folder for which gold has none.
    ExtraTreebanks(Vec<String>),
    /// Sentences of the corpus of unbounded dependencies that have none.
    NoDependencies(CorpusOddity),
    /// Unbounded dependencies that the corpus has more than once.
    RepeatedDependencies(CorpusOddity),
}

/// Prints warnings, unless nobody wants them.
pub fn print(warnings: &[Warning], quiet: bool) {
    if quiet {
        return;
    }
    for warning in warnings {
        match warning {
            Warning::Parameter(error) => print_file_warning(error),
            Warning::GoldIsSystem(file) => print_warning(
                &format!("{file} is also a system: gold is compared with itself"),
                None,
            ),
            Warning::SameSystem(one, two) => {
                print_warning(&format!("{one} and {two} are the same file"), None);
            }
            Warning::SameContents([one, two]) => {
                print_warning(&format!("{one} and {two} have the same contents"), None);
            }
            Warning::SamePerson([one, two]) => print_warning(
                &format!("{one} and {two} have the same contents, and count as two people"),
                Some("if they are one person's answers, leave one of them out"),
            ),
            Warning::NoParameters(file) => print_warning(
                &format!("{file} sets no parameter"),
                Some(
                    "is it the right file? Lines of less than three letters say nothing, as in EVALB",
                ),
            ),
            Warning::EverythingCounts => print_warning(
                "with --preset none a root such as TOP counts in every sentence, and so does punctuation",
                Some(
                    "--explain shows what that is worth; --preset standard counts as most papers do",
                ),
            ),
            Warning::RootCounts(root) => print_warning(
                &format!("the root {root} counts in every sentence: these parameters keep it"),
                Some(
                    "--preset standard deletes all common roots; --explain shows what it is worth",
                ),
            ),
            Warning::OtherNames { gold, system, gold_is_universal } => {
                let [one, two] = match gold_is_universal {
                    true => ["Universal Dependencies", "Stanford Dependencies"],
                    false => ["Stanford Dependencies", "Universal Dependencies"],
                };
                print_warning(
                    &format!("{gold} has the relations of {one}, {system} those of {two}"),
                    Some("their names and some heads differ by design; compare files of one kind"),
                );
            }
            Warning::InvalidUtf8(invalid) => print_warning(
                &format!(
                    "{}:{}: not UTF-8; bytes are kept and compared as they are",
                    invalid.file, invalid.position
                ),
                None,
            ),
            Warning::ParsesNotUtf8(invalid) => print_warning(
                &format!(
                    "{}:{}: not UTF-8; in words such bytes are all the same",
                    invalid.file, invalid.position
                ),
                None,
            ),
            Warning::LeftOut(sentences) => print_warning(sentences, None),
            Warning::OtherText { system, difference } => {
                let TextDifference { gold_line, system_line, gold, system: theirs } = difference;
                print_warning(
                    &format!(
                        "the text of {system} differs from gold's (gold, line {gold_line}: {gold}; \
                         system, line {system_line}: {theirs}), and --strict forbids that"
                    ),
                    None,
                );
            }
            Warning::NotInText { place, first, n } => print_warning(
                &match n {
                    1 => format!("{place}: {first}"),
                    n => format!("{place}: {first}; there are {n} of these in the file"),
                },
                Some("the text is the parser's input, with the words as they stand in relations"),
            ),
            Warning::CompatWeights => print_warning(
                "--compat rasp counts every relation as one, whatever it weighs",
                Some("without --compat, relations count as much as they weigh"),
            ),
            Warning::Standard(file) => {
                print_warning(&format!("the standard is {file}"), Some("-c FILE names another"));
            }
            Warning::Lemmas(file) => print_warning(
                &format!(
                    "{file} has lemmas with their endings (asset+s), which are no words of gold"
                ),
                Some("--forms FILE reads the words from the parser's input (.stag)"),
            ),
            Warning::UnlabelledTop(file) => print_warning(
                &format!("{file}: the outermost brackets have no label and count, as in EVALB"),
                Some("--input penn takes them for file syntax"),
            ),
            Warning::OtherWords { system, n, of, place } => print_warning(
                &format!(
                    "{n} of {of} sentences of {system} have little in common with the words of gold's sentence of the \
                     same number; the first stands at {place}"
                ),
                Some(
                    "are the sentences in gold's order? One that is lost or stands twice in the middle puts all that \
                     follow beside others",
                ),
            ),
            Warning::WithoutWord { mapping, dependency, relation, word } => print_warning(
                &format!(
                    "{mapping}: {dependency} becomes {relation}, in which {word} does not stand, so that each such \
                     relation has the same word there"
                ),
                Some(
                    "HEAD and DEPENDENT stand for the two words of a dependency; anything else is a word itself",
                ),
            ),
            Warning::NoNumbers { system, has, of } => print_warning(
                &format!(
                    "{system} has {has} sentences and gold {of}; they have no numbers and are taken in order: if one in \
                     the middle is {}, all that follow stand beside others",
                    if has < of { "missing" } else { "too many" }
                ),
                Some("--write FILE writes them with numbers, which can then be put right"),
            ),
            Warning::BeforeNumbers { file, n, place } => print_warning(
                &format!(
                    "{file}: {} before the first number and belong to no sentence; the first is {place}",
                    match n {
                        1 => "relations in 1 line stand".to_string(),
                        _ => format!("relations in {n} lines stand"),
                    }
                ),
                Some("a sentence starts with a line with its number"),
            ),
            Warning::OtherData(one, two) => print_warning(
                &format!("{one} and {two} were not scored on the same gold sentences"),
                Some("their scores cannot be compared"),
            ),
            Warning::SameRows { system, files: [one, two], sentences: [first, second], n_rows } => {
                print_warning(
                    &format!(
                        "{system}: {n_rows} rows are the same in {one} (from sentence {first}) and {two} (from sentence \
                         {second}), and count twice"
                    ),
                    Some("give each part once; a file that was merged has its parts in it"),
                );
            }
            Warning::Missing { why, n, of, first, is_strict } => {
                let forbidden = if *is_strict { "; --strict forbids that" } else { "" };
                let (message, hint) = missing(why, (*n, *of), first);
                print_warning(&format!("{message}{forbidden}"), Some(hint));
            }
            Warning::NoEffect { option, why } => {
                print_warning(&format!("{option} has no effect {why}"), None);
            }
            Warning::NoCore(core) => print_warning(
                &format!("no hypothesis has any of the relations {core}, which must be found"),
                Some(
                    "if the parser has other names for subjects and objects, give them with --core",
                ),
            ),
            Warning::Untagged { pairs, of } => print_warning(
                &format!(
                    "{pairs} of {of} pairs have words without a tag, which --pos-change leaves alone"
                ),
                Some("give parses with tags: trees, or columns"),
            ),
            Warning::Unread { n, of, is_strict } => print_warning(
                &format!(
                    "{n} of {of} answers cannot be read{}",
                    if *is_strict { "; --strict forbids that" } else { "" }
                ),
                Some("--table unparsed lists them; --unparsed says what becomes of them"),
            ),
            Warning::NoConstructions => print_warning(
                "no pair has a construction or source, so that no error counts as an unbounded dependency",
                Some("`bezant entail label` writes constructions from parses"),
            ),
            Warning::DividedTexts { n, first, parts } => {
                let parts = if *parts == 2 { "both parts" } else { "several parts" };
                let texts = if *n == 1 { "1 text has" } else { &format!("{n} texts have") };
                print_warning(
                    &format!("{texts} pairs in {parts}; the first is {first:?}"),
                    Some("--by text keeps all pairs of a text together"),
                );
            }
            Warning::NoLicence => print_warning(
                "without a licence nobody may use the data set",
                Some("name one with --licence, for example CC-BY-4.0, or give a file"),
            ),
            Warning::OtherLicence(name) => print_warning(
                &format!(
                    "{name} is no licence that we know: it stands there as it is, without a link"
                ),
                Some("names are those of spdx.org/licenses; or give a file with the terms"),
            ),
            Warning::OtherOrder { first, whole } => print_warning(
                &format!("all pairs of {first} are in {whole}, which has more"),
                Some(
                    "the file that others were taken from comes first; what is left is counted of that",
                ),
            ),
            Warning::Uneven(where_) => print_warning(
                where_,
                Some("texts stay together; another --seed, or --by pair, may come nearer"),
            ),
            Warning::StatementGaps(path) => print_warning(
                &format!("{} has gaps, marked TO FILL IN", path.display()),
                Some("copy it, fill them in, and pass the copy to --statement"),
            ),
            Warning::UnknownOutputs { system, ids } => print_warning(
                &format!(
                    "{system}: {} of no sentence; the first is {}",
                    number_of(ids.len() as u64, "output"),
                    ids.first().map_or("", String::as_str)
                ),
                Some(
                    "ids are gold's sent_id or numbers of sentences from 1; --id-field names them",
                ),
            ),
            Warning::NoJson { system, options } => print_warning(
                &format!(
                    "{} for lines of JSON does nothing: {system} has none",
                    options.join(" and ")
                ),
                Some("each line is an object with an id and a text"),
            ),
            Warning::Repaired { system, facts } => repaired(system, facts),
            Warning::FirstOutputs { system, most } => print_warning(
                &format!(
                    "{system} has up to {most} outputs for a sentence; the first of each is taken"
                ),
                Some("give each sample in a file of its own to have all of them"),
            ),
            Warning::FewerSamples { system, sentences, of } => print_warning(
                &format!(
                    "{system}: {} fewer than {of} samples; the first is sentence {}",
                    match sentences.len() {
                        1 => "1 sentence has".to_string(),
                        n => format!("{n} sentences have"),
                    },
                    sentences.first().copied().unwrap_or(0)
                ),
                Some("those that are not there are missing in the later samples"),
            ),
            Warning::AnswersShown => print_warning(
                "--without-answers leaves out what is right, but --shots shows other pairs of the file \
                 with their answers, which stand in the questions",
                Some("leave --shots out, if nobody is to see answers"),
            ),
            Warning::NoLetters(letters) => print_warning(
                &format!("the picture has empty boxes for {letters}, which its font does not have"),
                Some("draw an .svg, whose viewer has fonts"),
            ),
            Warning::NoDependencies(CorpusOddity { n, of, first, place }) => print_warning(
                &format!(
                    "{n} of {of} sentences of the corpus {} no dependencies and {} nowhere; the first stands at \
                     {place}: {first}",
                    if *n == 1 { "has" } else { "have" },
                    if *n == 1 { "counts" } else { "count" }
                ),
                Some(
                    "lines such as `dobj received_3 letter_1` stand below a sentence; were they lost?",
                ),
            ),
            Warning::RepeatedDependencies(CorpusOddity { n, of, first, place }) => print_warning(
                &format!(
                    "{n} of {of} dependencies of the corpus {} there before, with the same sentence, and {} again; the \
                     first stands at {place}: {first}",
                    if *n == 1 { "was" } else { "were" },
                    if *n == 1 { "counts" } else { "count" }
                ),
                Some("leave out what stands twice"),
            ),
            Warning::ExtraTreebanks(files) => print_warning(
                &format!(
                    "gold has no treebank of these names, which are left out: {}",
                    files.join(", ")
                ),
                None,
            ),
        }
    }
}

/// What is said of sentences without an analysis, and what to do.
fn missing(why: &Missing, (n, of): (usize, usize), first: &str) -> (String, &'static str) {
    match why {
        Missing::Empty => (
            format!("{n} of {of} sentences have no parse; the first is {first}"),
            "without a parse of both sentences the answer is NO",
        ),
        Missing::OtherSentence => (
            format!(
                "{n} of {of} parses are of other sentences and count as missing; the first stands \
                 for {first}"
            ),
            "parses come in the order of `bezant entail sentences`; --any-words takes them as they are",
        ),
        Missing::Unreadable(fault) => (
            format!(
                "{n} of {of} parses cannot be read and count as missing; the first is {first}: {fault}"
            ),
            "without a parse of both sentences the answer is NO; `bezant check` lists all faults of a file",
        ),
    }
}

/// Says how many outputs were repaired, and in which way; nothing where none was.
fn repaired(system: &str, facts: &[OutputFacts]) {
    let n_valid = facts.iter().filter(|fact| fact.is_valid).count();
    let n_faithful = facts.iter().filter(|fact| fact.is_faithful).count();
    let kinds = RepairKind::ALL.into_iter().filter_map(|kind| {
        let n = facts.iter().filter(|fact| fact.repairs.of(kind) > 0).count();
        (n > 0).then(|| format!("{n} {}", kind.name().replace('_', " ")))
    });
    let kinds: Vec<String> = kinds.collect();
    if !kinds.is_empty() {
        print_warning(
            &format!(
                "{system}: of {} outputs {n_valid} were well-formed and {n_faithful} have the words of \
                 their sentence; repaired: {}",
                facts.len(),
                kinds.join(", ")
            ),
            None,
        );
    }
}
