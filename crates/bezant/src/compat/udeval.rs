//! `udeval`, the scorer of Universal Dependencies: its options and its tables.
//!
//! What differs, on purpose: a file that it refuses is refused in our own words, without the
//! traceback; sentences may be separated by more than one empty line, and the last one may lack
//! its empty line; a byte order mark and bytes that are not UTF-8 are no faults; compressed files
//! are read. Numbers are plain digits, and lines end with a line feed.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use crate::error::Result as FileResult;
use crate::evaluation::{Evaluated, evaluate_any};
use crate::formats::conllu::{Columns, Roots};
use crate::formats::{Format, Reader};
use crate::metric::Reason;
use crate::metrics::dependencies::{Checks, Dependencies, DependencyPreset, Enhancements, Measure};
use crate::parallel::Threads;
use crate::source::Source;

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Settings {
    files: Vec<OsString>,
    verbose: bool,
    counts: bool,
    no_enhanced: bool,
    enhancements: String,
    no_empty_nodes: bool,
    multiple_roots: bool,
}

const USAGE: &str = "usage: udeval [-h] [--verbose] [--counts] [--no-enhanced]\n              \
    [--enhancements ENHANCEMENTS] [--no-empty-nodes NO_EMPTY_NODES]\n              \
    [--multiple-roots-okay]\n              gold_file system_file\n";

/// Runs it with its arguments (without the program's name), and returns its exit status.
///
/// # Errors
/// Where `out` or `err` cannot be written to.
pub fn run(
    arguments: &[OsString],
    threads: &Threads,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<i32> {
    let settings = match parse(arguments) {
        Ok(settings) => settings,
        Err(Stop::Help) => {
            out.write_all(USAGE.as_bytes())?;
            return Ok(0);
        }
        Err(Stop::Wrong(message)) => {
            writeln!(err, "{USAGE}udeval: error: {message}")?;
            return Ok(2);
        }
    };
    if settings.no_empty_nodes {
        for file in &settings.files {
            match empty_node(Path::new(file)) {
                Ok(None) => {}
                Ok(Some(complaint)) => {
                    writeln!(err, "udtools.udeval.UDError: {complaint}")?;
                    return Ok(1);
                }
                Err(error) => {
                    writeln!(err, "{error}")?;
                    return Ok(1);
                }
            }
        }
    }
    let found = match score(&settings, threads) {
        Ok(found) => found,
        Err(error) => {
            writeln!(err, "{error}")?;
            return Ok(1);
        }
    };
    if let Some(complaint) = complaint(&found, &settings.files) {
        writeln!(err, "udtools.udeval.UDError: {complaint}")?;
        return Ok(1);
    }
    let mut measures = found.systems[0].total().measures(DependencyPreset::Ud);
    let n = if settings.no_enhanced { MEASURES.len() - N_ENHANCED } else { MEASURES.len() };
    measures.retain(|measure| MEASURES[..n].contains(&measure.name));
    match (settings.counts, settings.verbose) {
        (true, _) => write_counts(&measures, out)?,
        (false, true) => write_scores(&measures, out)?,
        (false, false) => write_short(&measures, out)?,
    }
    Ok(0)
}

/// What the original prints, whatever else we measure.
const MEASURES: [&str; 15] = [
    "Tokens",
    "Sentences",
    "Words",
    "UPOS",
    "XPOS",
    "UFeats",
    "AllTags",
    "Lemmas",
    "UAS",
    "LAS",
    "CLAS",
    "MLAS",
    "BLEX",
    "ELAS",
    "EULAS",
];

/// So many of them, the last ones, are of enhanced graphs.
const N_ENHANCED: usize = 2;

/// Why nothing is scored.
enum Stop {
    Help,
    Wrong(String),
}

fn parse(arguments: &[OsString]) -> Result<Settings, Stop> {
    let mut settings = Settings { enhancements: "0".to_string(), ..Settings::default() };
    let mut words = arguments.iter();
    let mut only_files = false;
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or("");
        let is_option = !only_files && text.starts_with('-') && text.len() > 1;
        if !is_option {
            settings.files.push(word.clone());
            continue;
        }
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (text, None),
        };
        let mut value = |name: &str| {
            let next = || words.next().map(|word| word.to_string_lossy().into_owned());
            let missing = || Stop::Wrong(format!("argument {name}: expected one argument"));
            value.clone().or_else(next).ok_or_else(missing)
        };
        match name {
            "--" => only_files = true,
            "-h" | "--help" => return Err(Stop::Help),
            "--verbose" => settings.verbose = true,
            "--counts" => settings.counts = true,
            "--no-enhanced" => settings.no_enhanced = true,
            "--multiple-roots-okay" => settings.multiple_roots = true,
            "--enhancements" => settings.enhancements = value(name)?,
            // It takes a value, whatever that is.
            "--no-empty-nodes" => settings.no_empty_nodes = !value(name)?.is_empty(),
            _ if !text.starts_with("--") && text[1..].chars().all(|c| matches!(c, 'v' | 'c')) => {
                settings.verbose |= text.contains('v');
                settings.counts |= text.contains('c');
            }
            _ => return Err(Stop::Wrong(format!("unrecognized arguments: {text}"))),
        }
    }
    match &settings.files[..] {
        [_, _] => Ok(settings),
        [_, _, surplus @ ..] => {
            let names: Vec<_> = surplus.iter().map(|name| name.to_string_lossy()).collect();
            Err(Stop::Wrong(format!("unrecognized arguments: {}", names.join(" "))))
        }
        missing => {
            let names = &["gold_file", "system_file"][missing.len()..];
            let names = names.join(", ");
            Err(Stop::Wrong(format!("the following arguments are required: {names}")))
        }
    }
}

fn score(settings: &Settings, threads: &Threads) -> FileResult<Evaluated<Dependencies>> {
    // It looks for digits and passes over everything else.
    let digits: String = settings.enhancements.chars().filter(|c| "123456".contains(*c)).collect();
    let ignored: Enhancements = digits.parse().unwrap_or_default();
    let roots = if settings.multiple_roots { Roots::Several } else { Roots::One };
    let metrics = [Dependencies { ignored, roots, checks: Checks::Scorer, ..Dependencies::ud() }];
    let open = |path: &OsString| -> FileResult<Reader> {
        let source = Source::open(Path::new(path))?;
        Ok(Reader::new(source, Some(Format::Columns(Columns::Conllu))))
    };
    let (gold, system) = (open(&settings.files[0])?, open(&settings.files[1])?);
    let mut found = evaluate_any(&metrics, gold, vec![system], threads, &mut |_| ())?;
    Ok(found.metrics.remove(0))
}

/// What the scorer would not have accepted.
fn complaint(found: &Evaluated<Dependencies>, files: &[OsString]) -> Option<String> {
    if let Some(difference) = found.notes.differences.iter().flatten().next() {
        return Some(format!(
            "The concatenation of tokens in gold file and in system file differ!\n\
             gold file, line {}: {}\nsystem file, line {}: {}",
            difference.gold_line, difference.gold, difference.system_line, difference.system
        ));
    }
    let (row, skipped) = found.systems[0].skipped().next()?;
    let (file, at) = match &skipped.reason {
        Reason::GoldUnreadable(at) => (&files[0], at),
        Reason::SystemUnreadable(at) => (&files[1], at),
        other => return Some(format!("sentence {}: {other}", row.sentence)),
    };
    Some(format!("{}:{}:{}: {}", file.display(), at.line, at.column, at.problem))
}

/// What the scorer says where a file has empty nodes that it was told not to have.
fn empty_node(path: &Path) -> FileResult<Option<String>> {
    let text = Source::open(path)?.rest()?;
    for (n, line) in (1u64..).zip(text.split(|byte| *byte == b'\n')) {
        let mut fields = line.split(|byte| *byte == b'\t');
        let has_point = |field: Option<&[u8]>| field.is_some_and(|field| field.contains(&b'.'));
        let heads =
            || line.split(|byte| *byte == b'\t').nth(8).unwrap_or(b"").split(|byte| *byte == b'|');
        let what = if line.starts_with(b"#") {
            continue;
        } else if has_point(fields.next()) {
            "line still contains empty nodes"
        } else if heads().any(|arc| has_point(arc.split(|byte| *byte == b':').next())) {
            "file still contains references to empty nodes"
        } else {
            continue;
        };
        let line = String::from_utf8_lossy(line.trim_ascii_end());
        return Ok(Some(format!("The collapsed CoNLL-U {what} at line {n}: {line}")));
    }
    Ok(None)
}

fn write_short(measures: &[Measure], out: &mut dyn Write) -> io::Result<()> {
    let names = [
        ("LAS", "LAS F1 Score"),
        ("MLAS", "MLAS Score"),
        ("BLEX", "BLEX Score"),
        ("ELAS", "ELAS F1 Score"),
        ("EULAS", "EULAS F1 Score"),
    ];
    for (name, title) in names {
        if let Some(measure) = measures.iter().find(|measure| measure.name == name) {
            writeln!(out, "{title}: {:.2}", percent(measure.f1()))?;
        }
    }
    Ok(())
}

const RULE: &str = "-----------+-----------+-----------+-----------+-----------";

fn write_scores(measures: &[Measure], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n{RULE}")?;
    for measure in measures {
        let aligned = measure
            .aligned
            .map_or_else(String::new, |_| format!("{:10.2}", percent(measure.aligned_accuracy())));
        writeln!(
            out,
            "{:11}|{:10.2} |{:10.2} |{:10.2} |{aligned}",
            measure.name,
            percent(measure.precision()),
            percent(measure.recall()),
            percent(measure.f1()),
        )?;
    }
    Ok(())
}

fn write_counts(measures: &[Measure], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Metric     | Correct   |      Gold | Predicted | Aligned\n{RULE}")?;
    for measure in measures {
        let aligned = match measure.name {
            "Words" => measure.matched.to_string(),
            _ => measure.aligned.filter(|n| *n > 0).map_or_else(String::new, |n| n.to_string()),
        };
        writeln!(
            out,
            "{:11}|{:10} |{:10} |{:10} |{aligned:>10}",
            measure.name, measure.matched, measure.gold, measure.system,
        )?;
    }
    Ok(())
}

/// Where nothing can be divided, the scorer says 0.
fn percent(share: Option<f64>) -> f64 {
    100.0 * share.unwrap_or(0.0)
}
