use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::counts::{Counts, Tally};
use crate::entailment::score::EntailmentCounts;
use crate::evaluation::{Evaluation, Groups, Remarks, Row, TreebankRows};
use crate::metric::{Outcome, Reason, Size, Skipped};
use crate::metrics::brackets::{BracketCounts, RareBracketCounts};
use crate::metrics::fragments::FragmentCounts;
use crate::metrics::relations::RelationCounts;
use crate::rows;
use crate::signature::Signature;
use crate::source::Source;

fn row<C>(sentence: u64, result: Result<C, Skipped<C>>) -> Row<C> {
    let size = Size { length: 7, depth: 3 };
    Row { sentence, n_sentences: 1, outcome: Outcome { size, result: result.map_err(Box::new) } }
}

fn system<C>(name: &str, rows: Vec<Row<C>>) -> Evaluation<C> {
    Evaluation {
        signature: Signature::new("brackets").with("n", rows.len()),
        system: name.into(),
        rows,
        said: BTreeMap::new(),
        treebanks: Vec::new(),
    }
}

fn skipped<C>(reason: Reason, missed: C) -> Result<C, Skipped<C>> {
    Err(Skipped { reason, missed })
}

fn written<C: Counts + Serialize>(all: &[Evaluation<C>]) -> Vec<u8> {
    let mut file = Vec::new();
    rows::write_parquet(all, &mut file).unwrap();
    file
}

fn read<C: Counts + DeserializeOwned>(file: &[u8]) -> Result<Vec<Evaluation<C>>, String> {
    let source = Source::from_bytes("rows.parquet", file.to_vec()).unwrap();
    rows::read(source).map_err(|error| error.to_string())
}

/// What comes back is the same, also as JSON, and so are the bytes of a second file.
fn check<C>(all: &[Evaluation<C>])
where
    C: Counts + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let file = written(all);
    let again = read(&file).unwrap();
    assert_eq!(again, all);
    assert_eq!(written(&again), file);
    let json = |all: &[Evaluation<C>]| {
        let mut text = Vec::new();
        rows::write(all, &mut text).unwrap();
        text
    };
    assert_eq!(json(&again), json(all));
    let mut source = Source::from_bytes("rows.parquet", file).unwrap();
    assert_eq!(rows::signature(&mut source).unwrap(), all[0].signature);
}

fn tally(n: u64) -> Tally {
    Tally { matched: n, gold: n, system: n }
}

#[test]
fn systems_without_rows_and_of_the_same_name_come_back() {
    let some = |name: &str, n| {
        let one = |sentence| row(sentence, Ok(tally(sentence)));
        system(name, (1..=n).map(one).collect())
    };
    check(&[some("a", 0)]);
    check(&[some("a", 0), some("b", 2), some("c", 0)]);
    check(&[some("a", 2), some("a", 3), some("a", 0), some("b", 1)]);
}

#[test]
fn everything_that_is_said_of_a_row_comes_back() {
    let gone = skipped(Reason::NoParse, tally(3));
    let word = Reason::WordMismatch { position: 2, gold: "\"é\n".into(), system: "狗".into() };
    let mut one = system(
        "a|b \"c\"",
        vec![
            row(1, Ok(tally(1))),
            row(2, gone),
            row(4, skipped(word, tally(0))),
            row(9, Ok(tally(2))),
        ],
    );
    one.rows[0].n_sentences = 0;
    one.rows[3].n_sentences = 4;
    let group = |key: &str, value: &str| {
        Remarks::of_words(Groups::from([(key.to_string(), value.to_string())]))
    };
    one.said = BTreeMap::from([(0, group("source", "x")), (3, group("", ""))]);
    one.treebanks = vec![
        TreebankRows { first: 1, name: "en/news".into(), is_missing: false },
        TreebankRows { first: 2, name: "fr".into(), is_missing: true },
        TreebankRows { first: 3, name: String::new(), is_missing: false },
    ];
    check(&[one]);
}

#[test]
fn no_number_is_too_large() {
    let mut one = system("a", vec![row(u64::MAX, Ok(tally(u64::MAX))), row(1, Ok(tally(0)))]);
    one.rows[1].n_sentences = u64::MAX;
    check(&[one]);
}

#[test]
fn counts_of_every_form_come_back() {
    let parse = |text: &str| serde_json::from_str::<FragmentCounts>(text).unwrap();
    let digits = "9".repeat(100);
    let fragments = [
        r#"{"sentences":1,"gold":["3","2"],"system":["3","2"],"matched":["3","2"]}"#.to_string(),
        // Everything matches that is there, and not all was.
        r#"{"sentences":1,"exact":0,"gold":[],"system":[],"matched":[]}"#.to_string(),
        format!(
            r#"{{"sentences":1,"gold":["{digits}"],"system":["1","{digits}"],"matched":["1"]}}"#
        ),
        r#"{"sentences":2,"exact":1,"gold":["9"],"system":[],"matched":[],"holding":[2]}"#
            .to_string(),
    ];
    let missed = skipped(Reason::TooManyFragments, parse(&fragments[1]));
    let rows = (1..).zip(&fragments).map(|(n, text)| row(n, Ok(parse(text))));
    check(&[system("a", rows.chain([row(9, missed)]).collect())]);

    let relations = [
        r#"{"sentences":1,"gold":[[2,1],[6,1]],"system":[[3,9]],"matched":[["hierarchy.all",[[1,1],[6,1]]],["equality.all",[]]]}"#,
        r#"{"sentences":1,"gold":[],"system":[],"matched":[]}"#,
        r#"{"sentences":1,"gold":[[0,4]],"system":[[0,1]],"matched":[["equality.all",[[0,1]]]],"matched_in_gold":[["equality.all",[[7,1]]]]}"#,
    ];
    let parse = |text: &str| serde_json::from_str::<RelationCounts>(text).unwrap();
    let rows = (1..).zip(relations).map(|(n, text)| row(n, Ok(parse(text))));
    let missed = skipped(Reason::GoldMissing, RelationCounts::default());
    check(&[system("a", rows.chain([row(9, missed)]).collect())]);

    let rare = RareBracketCounts { discontinuous_gold: 1, ..RareBracketCounts::default() };
    let gaps = BracketCounts { gold: 1, rare: rare.into(), ..BracketCounts::default() };
    check(&[system("a", vec![row(1, Ok(gaps)), row(2, Ok(BracketCounts::default()))])]);
    let right = EntailmentCounts { yes_right: 1, ..EntailmentCounts::default() };
    check(&[system("a", vec![row(1, Ok(right)), row(2, skipped(Reason::NoParse, right))])]);
}

#[test]
fn rows_are_written_and_read_piece_by_piece() {
    let long = |sentence: u64| {
        let list = vec![format!("\"{sentence}\""); (sentence % 40) as usize].join(",");
        let text = format!(r#"{{"sentences":1,"gold":[{list}],"system":[],"matched":[]}}"#);
        row(sentence, Ok(serde_json::from_str::<FragmentCounts>(&text).unwrap()))
    };
    check(&[system("a", (1..=9_000).map(long).collect())]);
    let many: Vec<Row<Tally>> = (1..=70_000).map(|n| row(n, Ok(tally(n % 9)))).collect();
    check(&[system("a", many.clone()), system("b", many[..3].to_vec())]);
}

/// Counts of somebody else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Own<T> {
    value: T,
}

impl<T: Clone + Default + Send + Sync> Counts for Own<T> {
    fn add(&mut self, _: &Self, _: u64) {}
}

#[test]
fn counts_that_cannot_be_columns_are_refused() {
    fn fail<T: Clone + Default + Send + Sync + Serialize>(value: T) -> String {
        let one = system("a", vec![row(1, Ok(Own { value }))]);
        rows::write_parquet(&[one], &mut Vec::new()).unwrap_err().to_string()
    }
    let what = |what: &str| format!("{what} cannot be columns of Parquet; save such rows as JSON");
    assert_eq!(fail(0.5), what("fractions"));
    assert_eq!(fail(-1), what("signed numbers"));
    assert_eq!(fail(Own { value: 1u64 }), what("counts within counts"));
    assert_eq!(fail(BTreeMap::from([(1, 2)])), what("maps"));
    check(&[system("a", vec![row(1, Ok(Own { value: "b".to_string() }))])]);
    check(&[system("a", vec![row(1, Ok(Own { value: vec![vec![1u8], vec![]] }))])]);
}

/// A file with every kind of column.
fn sample() -> Vec<u8> {
    let parse = |text: &str| serde_json::from_str::<RelationCounts>(text).unwrap();
    let text = r#"{"sentences":1,"gold":[[2,1],[6,1]],"system":[[3,9]],"matched":[["hierarchy.all",[[1,1]]]]}"#;
    let missed = skipped(Reason::NoParse, parse(text));
    let mut one =
        system("a", vec![row(1, Ok(parse(text))), row(2, Ok(parse(text))), row(3, missed)]);
    let said = Groups::from([("source".to_string(), "x".to_string())]);
    one.said.insert(0, Remarks::of_words(said));
    written(&[one.clone(), one])
}

#[test]
fn a_file_that_was_cut_short_is_refused() {
    let file = sample();
    for n in 4..file.len() {
        let error = read::<RelationCounts>(&file[..n]).unwrap_err();
        assert!(
            error.starts_with("rows.parquet: not a file of saved rows: it is Parquet"),
            "{error}"
        );
    }
}

#[test]
fn a_byte_that_is_changed_is_told_or_changes_a_value() {
    let file = sample();
    let mut refused = 0;
    for at in (4..file.len()).step_by(3) {
        for change in [0x01, 0x80] {
            let mut changed = file.clone();
            changed[at] ^= change;
            match read::<RelationCounts>(&changed) {
                Ok(all) => assert_eq!(all.len(), 2),
                Err(error) => {
                    assert!(error.starts_with("rows.parquet: "), "{error}");
                    assert!(!error.contains("decoded"), "{at}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > file.len() / 3);
}

#[test]
fn rows_that_cannot_be_together_are_refused() {
    let counted = |sentence| row(sentence, Ok(Tally { matched: 1, gold: 1, system: 1 }));
    let one = system("a", vec![counted(1), counted(2)]);
    let two = system("b", vec![counted(1), counted(1)]);
    assert_eq!(
        read::<Tally>(&written(&[one, two])).unwrap_err(),
        "rows.parquet: not a file of saved rows: row 4: sentence 1 of b has a row before this one"
    );
    let counts = |text: &str| -> RelationCounts { serde_json::from_str(text).unwrap() };
    let wrong = counts(r#"{"sentences":1,"gold":[[99,7]],"system":[],"matched":[]}"#);
    let mut relations = system("a", vec![row(1, Ok(RelationCounts::default())), row(2, Ok(wrong))]);
    relations.signature =
        "relations|hierarchy:rasp|schemes:hierarchy.all|assignment:optimal".parse().unwrap();
    let message = read::<RelationCounts>(&written(&[relations])).unwrap_err();
    assert!(message.contains("row 2: ") && message.contains("type 99 is none of"), "{message}");
}
