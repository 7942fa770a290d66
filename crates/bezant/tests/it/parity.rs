/// Fragments, counted by hand.
mod freval;
/// Relations, counted by hand.
mod rasp;
/// Dependencies against the UD scorer.
mod udeval;

use std::fs;
use std::path::{Path, PathBuf};

use bezant::metric::Reason;
use bezant::metrics::brackets::{BracketCounts, Brackets};
use bezant::metrics::trees::parameters::{Parameters, Preset};
use bezant::source::Source;

use crate::check;

/// EVALB's figures, read from the line of totals: matched, gold, system, crossing, words, tags.
fn evalb_totals(out: &str) -> Option<[u64; 6]> {
    let rules: Vec<usize> = out
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with("===="))
        .map(|(n, _)| n)
        .collect();
    let line = out.lines().nth(rules.get(1)? + 1)?;
    let numbers: Vec<&str> = line.split_whitespace().collect();
    let whole = |n: usize| numbers.get(n)?.parse().ok();
    Some([whole(2)?, whole(3)?, whole(4)?, whole(5)?, whole(6)?, whole(7)?])
}

fn totals(counts: &BracketCounts) -> [u64; 6] {
    [counts.matched, counts.gold, counts.system, counts.crossing, counts.words, counts.tags_matched]
}

fn parameters(folder: &Path, name: &str) -> Parameters {
    let mut parameters = Preset::None.parameters();
    if name != "noprm" {
        let text = fs::read(folder.join(format!("{name}.prm"))).unwrap();
        assert!(parameters.read(name, &text).complaints.is_empty());
    }
    parameters
}

#[test]
fn treebank_totals_are_evalbs() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("brackets");
    let mut n = 0;
    for entry in fs::read_dir(folder.join("evalb")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let parts: Vec<&str> = name.split('.').collect();
        let [set, system, params, "e100000", "out"] = parts[..] else { continue };
        let metric = Brackets::evalb(parameters(&folder, params));
        let gold = Source::open(&folder.join(format!("{set}.gold.mrg"))).unwrap();
        let system = if system == "gold-vs-gold" { "gold" } else { system };
        let system = Source::open(&folder.join(format!("{set}.{system}.mrg"))).unwrap();
        let expected = evalb_totals(&fs::read_to_string(&path).unwrap()).unwrap();
        let evaluation = check::brackets(&metric, gold, system);
        assert_eq!(totals(&evaluation.total()), expected, "{name}");
        n += 1;
    }
    assert!(n >= 20, "only {n} files compared");
}

/// One line of EVALB's table.
struct EvalbRow {
    status: u64,
    /// Length, matched, gold, system, crossing, words, tags.
    counts: [u64; 7],
}

fn evalb_rows(out: &str) -> Vec<EvalbRow> {
    let is_rule = |line: &&str| line.starts_with("====");
    let table = out.lines().skip_while(|line| !is_rule(line)).skip(1);
    table
        .take_while(|line| !is_rule(line))
        .map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let whole = |n: usize| columns[n].parse::<u64>().unwrap();
            EvalbRow { status: whole(2), counts: [1, 5, 6, 7, 8, 9, 10].map(whole) }
        })
        .collect()
}

#[test]
fn our_own_sentences_have_evalbs_rows() {
    let mut n_rows = 0;
    for case in ["collins", "quotes", "unlabelled"] {
        let folder = check::fixtures().join("parity/evalb").join(case);
        let metric = Brackets::evalb(parameters(&folder, "parameters"));
        let open = |name: &str| Source::open(&folder.join(name)).unwrap();
        let evaluation = check::brackets(&metric, open("gold.mrg"), open("system.mrg"));
        let out = fs::read_to_string(folder.join("expected.out")).unwrap();
        let expected = evalb_rows(&out);
        assert_eq!(evaluation.rows.len(), expected.len(), "{case}");
        for (row, evalb) in evaluation.rows.iter().zip(expected) {
            let name = format!("{case}, sentence {}", row.sentence);
            match &row.outcome.result {
                Ok(counts) => {
                    let [matched, gold, system, crossing, words, tags] = totals(counts);
                    let length = u64::from(row.outcome.size.length);
                    let found = [length, matched, gold, system, crossing, words, tags];
                    assert_eq!((0, found), (evalb.status, evalb.counts), "{name}");
                }
                // EVALB says 2 for a sentence without a parse, 1 for whatever else it leaves out.
                Err(skipped) => {
                    let status = if skipped.reason == Reason::NoParse { 2 } else { 1 };
                    assert_eq!(status, evalb.status, "{name}");
                }
            }
            n_rows += 1;
        }
        assert_eq!(Some(totals(&evaluation.total())), evalb_totals(&out), "{case}");
    }
    assert_eq!(n_rows, 17);
}

/// The cases of a folder of `fixtures/parity`, so that a new folder is a new test.
fn cases(program: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(check::fixtures().join("parity").join(program)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    cases.sort();
    cases
}

/// The rows of a table of expected figures, without its first line, cell by cell.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let cells = |line: &str| line.split('\t').map(str::to_string).collect();
    text.lines().skip(1).map(cells).collect()
}
