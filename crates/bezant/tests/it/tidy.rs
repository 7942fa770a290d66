use std::fs;
use std::path::{Path, PathBuf};

use bezant::kinds::FORMATS;

use crate::check;
use crate::rust_text::RustText;

/// Who may use whom, the one direction of data: text, structures, counts, scores, reports.
///
/// A module may always use itself. A new module needs a row, and a reason for each name in it.
const MAY_USE: &[(&str, &[&str])] = &[
    // Names of formats and what they hold, which errors speak of.
    ("kinds", &[]),
    ("error", &["kinds"]),
    // Saved counts are held against what their signature has.
    ("counts", &["signature"]),
    ("parallel", &[]),
    // Words alone, without files or trees.
    ("english", &[]),
    ("signature", &["error"]),
    ("source", &["error"]),
    ("structures", &["error", "kinds"]),
    ("formats", &["source", "error", "structures", "kinds"]),
    // Trees come in as they were read; dependencies of other parsers as plain words and arcs. Only
    // the tests of rules, which have a file of their own, read trees themselves.
    ("stanford", &["structures", "formats"]),
    // Files to files, in order, whatever the number of threads.
    ("conversion", &["english", "stanford", "formats", "structures", "parallel", "error"]),
    // A metric says as what a sentence is read, and is given that.
    ("metric", &["counts", "signature", "formats", "error"]),
    ("metrics", &["metric", "counts", "signature", "structures", "formats", "kinds", "error"]),
    ("evaluation", &["metric", "counts", "signature", "formats", "parallel", "error"]),
    ("rows", &["evaluation", "metric", "counts", "signature", "source", "error"]),
    // A module sees nothing but two parses. Answers are scored as rows, like any metric's. How far people
    // agree, and what they estimate, is a matter of statistics.
    (
        "entailment",
        &[
            "stats",
            "english",
            "stanford",
            "conversion",
            "source",
            "formats",
            "structures",
            "counts",
            "metric",
            "evaluation",
            "signature",
            "parallel",
            "error",
        ],
    ),
    // Statistics see counts and a function of their sum: never a metric, never text.
    ("stats", &["counts", "parallel"]),
    // Evaluations and a function from their totals to scores, whatever the metric. Systems are named
    // by their files, with or without what says in which format these are.
    ("comparison", &["evaluation", "counts", "stats", "metric", "parallel", "signature", "kinds"]),
    // Pictures are drawn from plain numbers and words.
    ("pictures", &[]),
    // A report is plain data, with hints that a program words. What a metric's own report shows is
    // that metric's business; relations are shown with their sentences, which a structure holds. What is drawn, tested or
    // compared is found elsewhere.
    (
        "report",
        &[
            "comparison",
            "evaluation",
            "entailment",
            "signature",
            "counts",
            "metric",
            "metrics",
            "structures",
            "pictures",
            "error",
            "kinds",
        ],
    ),
    // Sentences of any file as figures; how gold and systems differ in one is their metric's business.
    (
        "drawing",
        &[
            "report",
            "pictures",
            "metrics",
            "metric",
            "entailment",
            "formats",
            "structures",
            "source",
            "error",
            "kinds",
        ],
    ),
    // Pairs with their figures, as the files of a folder.
    ("packing", &["report", "entailment", "counts", "signature", "error"]),
    // What all options have in common, said once.
    (
        "options",
        &["comparison", "conversion", "entailment", "formats", "metrics", "stanford", "stats"],
    ),
    // The one place that knows all metrics by name: rows in, reports out, and what takes long compiled for each.
    (
        "saved",
        &[
            "comparison",
            "rows",
            "formats",
            "source",
            "parallel",
            "error",
            "report",
            "pictures",
            "metrics",
            "metric",
            "entailment",
            "evaluation",
            "counts",
            "signature",
        ],
    ),
    // Every reader there is, for what it has to say.
    (
        "checking",
        &[
            "saved",
            "rows",
            "evaluation",
            "entailment",
            "metrics",
            "metric",
            "formats",
            "structures",
            "source",
            "parallel",
            "counts",
            "error",
            "kinds",
        ],
    ),
    // Another program's output has that program's order of things.
    (
        "compat",
        &[
            "source",
            "formats",
            "structures",
            "metrics",
            "metric",
            "evaluation",
            "parallel",
            "signature",
            "counts",
            "error",
        ],
    ),
];

/// No file is longer, so that each can be read in one go.
const LONGEST: usize = 600;

/// All Rust files below a folder.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

pub(crate) fn library() -> PathBuf {
    check::project().join("crates/bezant/src")
}

/// The lines of a file before its tests, which stand last unless they have a file of their own.
pub(crate) fn before_tests(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let are_tests = |two: &[&str]| {
        two[0] == "#[cfg(test)]" && two[1].starts_with("mod ") && two[1].ends_with('{')
    };
    let n = lines.windows(2).position(are_tests).unwrap_or(lines.len());
    lines[..n].to_vec()
}

/// What a file has before its tests, which may use what they like.
fn rust(path: &Path) -> RustText {
    RustText::of(&before_tests(&fs::read_to_string(path).unwrap()).join("\n"))
}

/// The code of a file, without strings and comments.
fn code(path: &Path) -> String {
    rust(path).code
}

/// Whether a file has nothing but tests.
fn is_of_tests(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.iter().any(|part| part == "tests")
}

/// The module of the library that a file belongs to: `formats` for `formats/penn/write.rs`.
pub(crate) fn module(path: &Path) -> String {
    let inside = path.strip_prefix(library()).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

/// The names behind each `crate::`: one, or the first of each path of a list in braces.
fn used(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for after in code.split("crate::").skip(1) {
        let name = |text: &str| -> String {
            text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        let Some(list) = after.strip_prefix('{') else {
            names.push(name(after));
            continue;
        };
        let mut depth = 1;
        let mut start = 0;
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && c == ',') {
                names.push(name(&list[start..at]));
                start = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Whether a word stands in the code by itself, not as a part of another.
fn mentions(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

#[test]
fn lists_of_imports_are_understood() {
    let code = "use crate::{error::{Error, Place}, source};\nuse crate::counts::Tally;";
    assert_eq!(used(code), ["error", "source", "counts"]);
    assert!(mentions("let x = unsafe { 1 };", "unsafe"));
    assert!(!mentions("#[allow(unsafe_code)]", "unsafe"));
}

#[test]
fn no_arrow_goes_back() {
    let mut arrows = 0;
    for path in rust_files(&library()) {
        let module = module(&path);
        // Tests in a file of their own may use what they like, too, and so may fuzz targets.
        if is_of_tests(&path) || ["lib", "fuzzing"].contains(&module.as_str()) {
            continue;
        }
        let row = MAY_USE.iter().find(|(name, _)| *name == module);
        let (_, may_use) = row.unwrap_or_else(|| panic!("MAY_USE needs a row for {module}"));
        for name in used(&code(&path)) {
            assert!(
                name == module || may_use.contains(&name.as_str()),
                "{} uses {name}, which {module} may not",
                path.display()
            );
            arrows += 1;
        }
    }
    assert!(arrows > 30, "only {arrows} imports found");
}

#[test]
fn what_is_dangerous_stays_in_one_file() {
    for path in rust_files(&library()) {
        let (code, name) = (code(&path), path.strip_prefix(library()).unwrap());
        for (word, home) in [("unsafe", "source/mapping.rs"), ("rayon", "parallel.rs")] {
            assert_eq!(mentions(&code, word), name == Path::new(home), "{word} in {name:?}");
        }
    }
}

/// Modules that keep data, and leave it to reports and pictures to show it.
const DATA: [&str; 5] = ["entailment", "metrics", "evaluation", "comparison", "stats"];

/// What only text to be looked at has: markup, lines in boxes, the widths of letters.
const MARKUP: [&str; 17] = [
    "<html",
    "<svg",
    "<text",
    "<path",
    "<p>",
    "<h2>",
    "<li>",
    "<td>",
    "<br>",
    "<div",
    "<span",
    "┌",
    "└",
    "├",
    "unicode_width",
    r"\x1b[",
    r"\u{1b}",
];

/// What shows something all the same.
const SHOWS: [&str; 2] = [
    // A form is what services of crowds want to be given: data of theirs, which nobody here looks at.
    "entailment/crowd/form.rs",
    // Files of pairs are XML.
    "entailment/pairs/writing.rs",
];

/// Whether a string ends an element: text may be looked through for `</`, but then no name stands behind it.
fn ends_element(text: &str) -> bool {
    text.split("</").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Whether one of a file's strings is like that.
fn any_string(rust: &RustText, is_one: impl Fn(&str) -> bool) -> bool {
    rust.strings.iter().any(|text| is_one(text))
}

#[test]
fn what_is_shown_is_drawn_elsewhere() {
    for (module, may_use) in MAY_USE.iter().filter(|(module, _)| DATA.contains(module)) {
        for name in ["report", "pictures", "drawing"] {
            assert!(!may_use.contains(&name), "{module} may not use {name}");
        }
    }
    let mut n_files = 0;
    for path in rust_files(&library()) {
        if !DATA.contains(&module(&path).as_str()) {
            continue;
        }
        n_files += 1;
        // Tests in a file of their own have pages to be read.
        if is_of_tests(&path) || is_one_of(&path, &SHOWS) {
            continue;
        }
        let rust = rust(&path);
        for mark in MARKUP {
            // Lines in boxes may be characters.
            let is_there = rust.code.contains(mark) || any_string(&rust, |it| it.contains(mark));
            assert!(!is_there, "{mark} in {}", path.display());
        }
        let ends = any_string(&rust, ends_element);
        assert!(!ends, "the end of an element in {}", path.display());
    }
    assert!(n_files > 50, "only {n_files} files found");
    assert_needed(&SHOWS, |rust| any_string(rust, ends_element));
}

/// Who computes statistics, on threads: whoever shows them is given what was found, so that it can be had without a report.
const COMPUTES: [&str; 2] = ["stats", "parallel"];

#[test]
fn statistics_are_not_made_where_they_are_shown() {
    let shows = ["report", "pictures", "drawing", "packing"];
    for (module, may_use) in MAY_USE.iter().filter(|(module, _)| shows.contains(module)) {
        for name in COMPUTES {
            assert!(!may_use.contains(&name), "{module} may not use {name}");
        }
    }
}

/// Whether a file is one of these, or in one of these folders.
fn is_one_of(path: &Path, names: &[&str]) -> bool {
    let inside = path.strip_prefix(library()).unwrap();
    names.iter().any(|name| inside.starts_with(name))
}

/// An exception that is none any more would let the next one in.
fn assert_needed(exceptions: &[&str], is_one: impl Fn(&RustText) -> bool) {
    for name in exceptions {
        let files = rust_files(&library()).into_iter().filter(|path| !is_of_tests(path));
        let mut files = files.filter(|path| is_one_of(path, &[name]));
        let is_needed = files.any(|path| is_one(&rust(&path)));
        assert!(is_needed, "{name} is an exception, and need not be");
    }
}

/// What only code has that takes text apart.
const READING: [&str; 3] = [r"'\t'", r"'\n'", ".lines()"];

/// What is called with a sign and takes nothing apart.
const HARMLESS: [&str; 5] = ["push", "write", "join", "replace", "contains"];

/// What calls a reader of a format, and what such names may begin with.
const CALLS: [&str; 3] = ["::read(", "::read_", "::rows"];

/// Whether a letter may be in the middle of a name.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name that a code ends with.
fn last_name(code: &str) -> &str {
    code.rsplit(|c| !is_of_name(c)).next().unwrap_or_default()
}

/// What a code has that takes text apart or calls a reader: a module, where those that rooms have of their own are types.
fn reading(code: &str) -> Vec<&'static str> {
    let takes_apart = |mark: &&str| {
        let mut before = code.match_indices(*mark).map(|(at, _)| &code[..at]);
        before.any(|code| {
            let call =
                code.rsplit_once('(').filter(|(_, inside)| !inside.contains([')', ';', '{']));
            call.is_none_or(|(call, _)| !HARMLESS.contains(&last_name(call)))
        })
    };
    let is_call = |behind: &str| behind.starts_with('(') || behind.starts_with("::<");
    let is_called = |call: &&str| {
        let mut around = code.match_indices(*call).map(|(at, _)| code.split_at(at));
        around.any(|(before, behind)| {
            last_name(before).starts_with(|c: char| c.is_ascii_lowercase())
                && is_call(behind[2..].trim_start_matches(is_of_name))
        })
    };
    let takes_apart = READING.into_iter().filter(takes_apart);
    takes_apart.chain(CALLS.into_iter().filter(is_called)).collect()
}

/// Where nothing is read: what comes in was.
const GIVEN: [&str; 13] = [
    "metric",
    "metrics",
    "evaluation",
    "comparison",
    "stats",
    "report",
    "pictures",
    "stanford",
    "conversion",
    "entailment",
    "saved",
    "packing",
    "drawing",
];

/// What is read there all the same.
const READS: &[(&str, &[&str])] = &[
    // Parameters of brackets are EVALB's files, which are no format of sentences.
    ("metrics/trees/parameters.rs", &[r"'\n'"]),
    // Where texts differ is said by the line.
    ("metrics/dependencies/compare.rs", &[r"'\n'"]),
    // Words of MSLAS are none that the reader of graphs has.
    ("metrics/dependencies/content.rs", &["::rows"]),
    // Entailment has formats of its own, which are no sentences: pairs, answers, judgements, sheets and lists.
    ("entailment/table.rs", &[r"'\t'", r"'\n'", ".lines()"]),
    ("entailment/pairs.rs", &[r"'\t'", r"'\n'", ".lines()", "::read("]),
    ("entailment/answers/reading.rs", &[r"'\t'", ".lines()"]),
    ("entailment/judgements.rs", &[".lines()"]),
    ("entailment/crowd/results.rs", &[".lines()", "::read("]),
    ("entailment/generate/texts.rs", &[".lines()", "::read("]),
    // Of control characters, XML has these alone.
    ("entailment/pairs/writing.rs", &[r"'\t'", r"'\n'"]),
    // The corpus of unbounded dependencies is a file that is wanted here alone.
    ("entailment/unbounded.rs", &["::read("]),
    // Parses keep their text, which is read when somebody asks what it says.
    ("entailment/parses/typed.rs", &["::read("]),
    // What stands first in a message is enough beside a sentence.
    ("entailment/generate/corpus.rs", &[".lines()"]),
    // Only whole files say where sentences of relations end.
    ("drawing.rs", &["::read("]),
    // Reading saved rows takes long, and is compiled here for every metric.
    ("saved/compiled.rs", &["::read("]),
    // Checksums are a file of the folder that is packed.
    ("packing.rs", &[".lines()"]),
    // Notes and cells are put on lines where a format of reports has none for them.
    ("report/delimited.rs", &[r"'\t'", r"'\n'"]),
    ("report/latex.rs", &[r"'\n'", ".lines()"]),
    ("report/markdown.rs", &[r"'\t'", r"'\n'"]),
    ("report/text.rs", &[".lines()"]),
    ("report/typst.rs", &[".lines()"]),
    // Pictures for terminals are lines, too.
    ("pictures/figure.rs", &[".lines()"]),
    ("report/explanation/lines.rs", &[".lines()"]),
    ("report/unbounded.rs", &[".lines()"]),
];

#[test]
fn what_rooms_are_given_was_read() {
    assert_eq!(reading("let tree = penn::read(text);"), ["::read("]);
    assert_eq!(reading("conllu::rows::<4>(line)"), ["::rows"]);
    assert_eq!(reading(r"line.split(|byte| *byte == b'\t')"), [r"'\t'"]);
    assert!(reading(r"ContentWords::read(text); out.push(b'\n'); pages::readme()").is_empty());
    assert!(reading(r"text.replace(['\t', '\n'], answers::reading::BLANK)").is_empty());
    let mut n_files = 0;
    for path in rust_files(&library()) {
        if is_of_tests(&path) || !GIVEN.contains(&module(&path).as_str()) {
            continue;
        }
        let exception = READS.iter().find(|(name, _)| path == library().join(name));
        let may = exception.map_or(&[][..], |(_, marks)| marks);
        let code = code(&path);
        let found = reading(&code);
        // An exception that is none any more would let the next one in.
        assert_eq!(found, may, "{}: formats read, and others are given it", path.display());
        n_files += 1;
    }
    assert!(n_files > 300, "only {n_files} files found");
    for (name, _) in READS {
        assert!(library().join(name).is_file(), "{name} is an exception, and not there");
    }
}

/// What makes a structure of a sentence's text.
const MAKES: [&str; 5] = ["Sentence::new(", ".tree(", ".heads(", ".as_written(", ".analyses("];

/// Where what was read is counted or shown.
const SHOWN: [&str; 6] = ["evaluation", "comparison", "stats", "report", "packing", "saved"];

#[test]
fn what_is_evaluated_and_shown_was_read() {
    let mut n_files = 0;
    for path in rust_files(&library()) {
        let room = module(&path);
        if path.ends_with("tests.rs") || !SHOWN.contains(&room.as_str()) {
            continue;
        }
        let code = code(&path);
        // The name of a cell is no sentence.
        let has_cells = is_one_of(&path, &["report/behind.rs"]);
        let found = MAKES.iter().find(|mark| code.contains(**mark) && !has_cells);
        assert_eq!(found, None, "{}: sentences are read before", path.display());
        n_files += 1;
    }
    assert!(n_files > 60, "only {n_files} files found");
}

#[test]
fn files_are_short() {
    for krate in ["crates/bezant/src", "crates/bezant-annotate/src", "crates/bezant-cli/src"] {
        for path in rust_files(&check::project().join(krate)) {
            // Tests are lists of cases, tables lists of entries: both are searched, not read.
            let is_list = path.iter().any(|part| {
                ["tests", "tests.rs", "tables", "tables.rs"].iter().any(|name| part == *name)
            });
            let n = fs::read_to_string(&path).unwrap().lines().count();
            assert!(is_list || n <= LONGEST, "{} has {n} lines", path.display());
        }
    }
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |name: &str| fs::read_to_string(check::project().join(name));
    let manifest = read("Cargo.toml").unwrap();
    assert!(manifest.contains(&format!("\nversion = \"{version}\"\n")), "Cargo.toml");
    let dependency = format!("bezant = {{ path = \"crates/bezant\", version = \"{version}\" }}");
    assert!(manifest.contains(&dependency), "the program's dependency in Cargo.toml");
    assert!(
        read("CITATION.cff").unwrap().lines().any(|line| line == format!("version: {version}")),
        "CITATION.cff"
    );
    let changes = read("CHANGELOG.md").unwrap();
    assert!(changes.contains(version), "CHANGELOG.md says nothing about {version}");
}

/// What every day is built without optimisation is named again for what is shipped, or would be shipped like that.
#[test]
fn what_is_shipped_is_optimised() {
    let manifest = check::project().join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
    let levels = |profile: &str| -> Vec<(String, Option<i64>)> {
        let packages = manifest["profile"][profile]["package"].as_table().unwrap();
        let level = |(name, settings): (&String, &toml::Value)| {
            (name.clone(), settings["opt-level"].as_integer())
        };
        packages.iter().map(level).collect()
    };
    let (daily, shipped) = (levels("release"), levels("dist"));
    assert!(!daily.is_empty());
    for (name, level) in &shipped {
        assert_eq!(*level, Some(3), "{name}");
    }
    let names = |levels: &[(String, Option<i64>)]| -> Vec<String> {
        levels.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(&daily), names(&shipped));
}

#[test]
fn every_metric_has_a_page() {
    let mut n = 0;
    for entry in fs::read_dir(library().join("metrics")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        // What trees share is no metric.
        if path.is_dir() || name == "trees" {
            continue;
        }
        let page = check::project().join(format!("docs/metrics/{name}.md"));
        assert!(page.is_file(), "{} is missing", page.display());
        n += 1;
    }
    assert!(n >= 4, "only {n} metrics found");
}

/// Whether a text names an option, which has a letter behind two hyphens.
fn names_option(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|at| at.starts_with(b"--") && at[2].is_ascii_alphabetic())
}

#[test]
fn the_library_names_no_options() {
    // Whoever calls the library from another language has no command line, and may read what it says.
    assert!(names_option("pass --align") && !names_option("a -- b") && !names_option("-LRB-"));
    // What the original programs print is theirs, and style sheets have variables.
    let in_strings = ["compat", "report/explanation/page.rs"];
    // Where the original programs' options are understood.
    let in_docs = ["compat/evalb/arguments.rs"];
    let says = |text: &str| names_option(text) || text.contains("command line");
    let mut n = [0, 0];
    for path in rust_files(&library()).into_iter().filter(|path| !is_of_tests(path)) {
        let rust = rust(&path);
        for text in rust.strings.iter().filter(|_| !is_one_of(&path, &in_strings)) {
            assert!(!names_option(text), "{} says {text:?}", path.display());
            n[0] += 1;
        }
        for text in rust.docs.iter().filter(|_| !is_one_of(&path, &in_docs)) {
            assert!(!says(text), "{} says {text:?}", path.display());
            n[1] += 1;
        }
    }
    assert!(n[0] > 5_000 && n[1] > 5_000, "only {n:?} strings and lines found");
    assert_needed(&in_strings, |rust| any_string(rust, names_option));
    assert_needed(&in_docs, |rust| rust.docs.iter().any(|text| says(text)));
}

/// What a code says in words where something went wrong: the end of a function's type, or of an error's.
fn errors_as_words(code: &str) -> Vec<&str> {
    let words = ["String", "&'static str"];
    let kinds = ["type Err = ", "type Error = "];
    let after =
        |mark: &'static str| code.match_indices(mark).map(move |(at, _)| &code[at + mark.len()..]);
    let named = kinds.into_iter().flat_map(after).map(|rest| rest.split(';').next().unwrap());
    let types = ["pub fn ", "pub const fn ", "pub type "].into_iter().flat_map(after);
    let types = types.map(|rest| rest.split(['{', ';']).next().unwrap());
    // What stands behind the last comma of a `Result`: a map of words to words, for one, has another end.
    let ends = types.flat_map(|declared| declared.split("Result<").skip(1)).filter_map(|rest| {
        let mut depth = 0;
        let mut comma = None;
        for (at, c) in rest.char_indices() {
            match c {
                ',' if depth == 0 => comma = Some(at + 1),
                '<' | '(' | '[' => depth += 1,
                '>' if depth == 0 => return rest.get(comma?..at),
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
        }
        None
    });
    named.chain(ends).map(str::trim).filter(|error| words.contains(error)).collect()
}

#[test]
fn errors_are_types() {
    let found = |code: &str| errors_as_words(code).len();
    assert_eq!(found("impl FromStr for A { type Err = String; }"), 1);
    assert_eq!(
        found("pub fn f(\n    a: A,\n) -> Option<std::result::Result<(A, B), String>> {"),
        1
    );
    assert_eq!(found("pub type A<T> = Result<T, &'static str>;"), 1);
    assert_eq!(found("pub fn f() -> Result<BTreeMap<String, String>> {"), 0);
    assert_eq!(found("pub fn f() -> Result<String, Fault> { let a: Result<A, String> = b; }"), 0);
    for path in rust_files(&library()).into_iter().filter(|path| !is_of_tests(path)) {
        let code = code(&path);
        let found = errors_as_words(&code);
        assert!(found.is_empty(), "{}: {found:?} is no type of errors", path.display());
    }
}

/// The program's commands, as they are typed.
fn commands() -> Vec<String> {
    let file = check::project().join("crates/bezant-cli/src/commands.rs");
    let text = fs::read_to_string(file).unwrap();
    let (_, list) = text.split_once("pub enum Command {").unwrap();
    let (list, _) = list.split_once("\n}").unwrap();
    let variants = list.lines().filter_map(|line| line.strip_prefix("    ")?.split_once('('));
    let variants = variants.map(|(name, _)| name.to_lowercase());
    variants.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic())).collect()
}

#[test]
fn the_library_names_no_commands() {
    let commands = commands();
    assert!(["brackets", "entail"].iter().all(|name| commands.contains(&name.to_string())));
    let said = |text: &str| {
        let named = text.split("bezant ").skip(1);
        let mut words = named.map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next());
        words.find_map(|word| commands.iter().find(|name| Some(name.as_str()) == word).cloned())
    };
    assert_eq!(said("see `bezant draw`").as_deref(), Some("draw"));
    assert_eq!(said("a bezant drawn"), None);
    // A page says what draws the sentences for which it has no room: only the program makes whole pages.
    let exceptions = ["report/page/markup.rs"];
    for path in rust_files(&library()) {
        if is_one_of(&path, &exceptions) || is_of_tests(&path) {
            continue;
        }
        for text in rust(&path).strings {
            assert!(said(&text).is_none(), "{} says {text:?}", path.display());
        }
    }
    assert_needed(&exceptions, |rust| any_string(rust, |text| said(text).is_some()));
}

/// Results of reference programs are there or missed: what is looked for and passed over would be missing for ever.
#[test]
fn results_of_reference_programs_are_not_passed_over() {
    let folders = [library(), check::project().join("crates/bezant/tests/it")];
    let mut n_files = 0;
    for path in folders.iter().flat_map(|folder| rust_files(folder)) {
        let code = RustText::of(&fs::read_to_string(&path).unwrap()).code;
        // The folder itself may be elsewhere.
        if !code.contains("conformance()") || path.ends_with("check.rs") {
            continue;
        }
        for mark in [".is_file()", ".exists()"] {
            assert!(!code.contains(mark), "{mark} in {}: list what is there", path.display());
        }
        n_files += 1;
    }
    assert!(n_files > 10, "only {n_files} files found");
}

/// The table of formats as `docs/formats.md` has it.
fn formats_as_table() -> String {
    let code = |names: &[&str]| -> String {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let mut out =
        "| `--input` | what | recognised by | read by | often called |\n|---|---|---|---|---|\n"
            .to_string();
    for row in FORMATS.iter().filter(|row| !row.holds.is_empty()) {
        let names: Vec<&str> = [row.name].iter().chain(row.aliases).copied().collect();
        let jobs: Vec<&str> = row.holds.iter().flat_map(|holds| holds.jobs()).copied().collect();
        out += &format!(
            "| {} | {} | {} | {} | {} |\n",
            code(&names),
            row.about,
            row.recognised.replace('<', "&lt;"),
            jobs.join(", "),
            code(row.suffixes),
        );
    }
    out
}

#[test]
fn the_page_of_formats_has_the_table() {
    let page = fs::read_to_string(check::project().join("docs/formats.md")).unwrap();
    let table = formats_as_table();
    assert!(page.contains(&table), "docs/formats.md should have this table:\n\n{table}");
}
