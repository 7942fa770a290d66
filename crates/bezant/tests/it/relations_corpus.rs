//! Corpora of relations come by the same doors as trees.

use std::path::{Path, PathBuf};

use bezant::error::ErrorKind;
use bezant::formats::{Corpus, Format, Holds, Reader};
use bezant::metrics::dependencies::Dependencies;
use bezant::{Relations, evaluate_one};

const FILES: [(&str, Format); 4] = [
    ("numbered.gr", Format::Numbered),
    ("depbank.gr", Format::DepBank),
    ("rasp-output.gr", Format::Rasp),
    ("candc.gr", Format::Candc),
];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/relations/valid").join(name)
}

fn f1(gold: impl Into<Reader>, system: impl Into<Reader>) -> (usize, Option<f64>) {
    let metric = Relations::rasp();
    let found = evaluate_one(&metric, gold, system).unwrap();
    assert_eq!(found.skipped().count(), 0, "{:?}", found.skipped().next());
    (found.rows.len(), found.scores(&metric)[0].value)
}

#[test]
fn whole_files_of_relations_are_opened() {
    for (name, format) in FILES {
        let corpus = Corpus::open(fixture(name)).unwrap();
        assert_eq!(corpus.format(), format, "{name}");
        let (n, value) = f1(&corpus, &corpus);
        assert!(n == corpus.len() && n > 0, "{name}: {n}");
        assert_eq!(value, Some(1.0), "{name}");
        // A file that is scored once need not be a corpus.
        assert_eq!(f1(&corpus, Reader::open(fixture(name)).unwrap()), (n, value), "{name}");
    }
}

#[test]
fn sentences_one_by_one_are_sets_of_relations() {
    let gold = ["(ncsubj sleeps John _)", "(dobj saw Mary)\n(ncsubj saw John _)"];
    let gold = Corpus::from_sentences("gold", gold).unwrap();
    let system = ["(ncsubj sleeps John _)", "(ncsubj saw John _)\n(dobj saw Mary)"];
    assert_eq!(f1(&gold, &Corpus::from_sentences("system", system).unwrap()), (2, Some(1.0)));
    // One without relations is one, and one that is not there is another thing.
    let found = evaluate_one(
        &Relations::rasp(),
        &gold,
        &Corpus::from_sentences("system", ["", "(ncsubj saw John _)"]).unwrap(),
    );
    assert_eq!(found.unwrap().skipped().count(), 0);
    let parts = vec![None, Some(b"(dobj saw Mary)\n(ncsubj saw John _)".to_vec())];
    let some = Corpus::from_parts("system", None, parts, false).unwrap();
    let found = evaluate_one(&Relations::rasp(), &gold, &some).unwrap();
    let skipped: Vec<u64> = found.skipped().map(|(row, _)| row.sentence).collect();
    assert_eq!((skipped, found.total().sentences), (vec![1], 1));
    let nothing = Corpus::from_sentences("system", ["", ""]).unwrap();
    assert_eq!(evaluate_one(&Relations::rasp(), &gold, &nothing).unwrap().skipped().count(), 0);
}

/// What the C&C parser prints is dependencies for one metric and relations for another; its words have numbers,
/// which relations of other files have not.
#[test]
fn relations_of_the_candc_parser_are_both() {
    let printed =
        ["(ncsubj sleeps_1 John_0 _)\n", "(dobj saw_1 Mary_2)\n(ncsubj saw_1 John_0 _)\n"];
    let linked = Corpus::from_sentences("system", printed).unwrap();
    assert_eq!(linked.format(), Format::Candc);
    assert!(linked.format().holds(Holds::Dependencies));
    let gold = ["1\n(ncsubj sleeps John _)\n", "2\n(dobj saw Mary)\n(ncsubj saw John _)\n"];
    let gold = Corpus::from_sentences("gold", gold).unwrap();
    assert_eq!(f1(&gold, &linked), (2, Some(1.0)));
    let whole = Corpus::read(Reader::from_text("system", &printed.join("\n")).unwrap()).unwrap();
    assert_eq!(f1(&gold, &whole), (2, Some(1.0)));
    let metric = Dependencies::stanford();
    let found = evaluate_one(&metric, &whole, &linked).unwrap();
    assert_eq!((found.rows.len(), found.skipped().count()), (2, 0));
}

#[test]
fn what_is_no_relations_is_refused_with_what_to_do() {
    let gold = Corpus::from_sentences("gold", ["(ncsubj sleeps John _)"]).unwrap();
    let refused = |system: Corpus| {
        let error = evaluate_one(&Relations::rasp(), &gold, &system).map(|_| ()).unwrap_err();
        assert!(error.hint().is_some(), "{error}");
        error
    };
    let trees = refused(Corpus::from_sentences("system", ["(S (NP (N dogs)))"]).unwrap());
    assert!(
        matches!(trees.kind(), ErrorKind::WrongKind { is: Some(Format::Penn(_)), .. }),
        "{trees}"
    );
    let lines = "(ncsubj sleeps John _)\n(det dog the)\n";
    let lines = Corpus::read(Reader::from_text("system", lines).unwrap()).unwrap();
    assert!(matches!(refused(lines).kind(), ErrorKind::NoRelations));
    let columns = "1\tdogs\t_\tN\tN\t_\t0\troot\t_\t_\n";
    refused(Corpus::from_sentences("system", [columns]).unwrap());
}

/// Whatever stands in a sentence, the others are what they are without it.
#[test]
fn a_damaged_sentence_among_others_costs_itself_alone() {
    let texts = ["(det dog the)", "(ncsubj slept cat _)\n(det cat a)", "(dobj saw bird)"];
    let gold = Corpus::from_sentences("gold", texts).unwrap();
    let metric = Relations::rasp();
    let skipped = |system: &Corpus| -> Vec<u64> {
        let found = evaluate_one(&metric, &gold, system).unwrap();
        assert_eq!(found.scores(&metric)[0].value, Some(1.0));
        assert_eq!(found.rows.len(), 3);
        found.skipped().map(|(row, _)| row.sentence).collect()
    };
    for (second, lost) in [
        ("(ncsubj slept cat _)\n7\n(det cat a)", vec![2]),
        ("(ncsubj slept cat _)\n\n3\n\n(det cat a)", vec![2]),
        ("7\n(ncsubj slept cat _)\n(det cat a)", vec![2]),
        ("(ncsubj slept cat _", vec![2]),
        ("sentence(\n1\n", vec![2]),
        // An empty line is the sentence's own business.
        ("(ncsubj slept cat _)\n\n\n(det cat a)", vec![]),
    ] {
        let sentences = [texts[0], second, texts[2]];
        assert_eq!(skipped(&Corpus::from_sentences("s", sentences).unwrap()), lost, "{second:?}");
        let last = [texts[0], texts[1], &second.replace("slept cat", "saw bird")];
        let system = Corpus::from_sentences("s", last).unwrap();
        let found = evaluate_one(&metric, &gold, &system).unwrap();
        let rows: Vec<u64> = found.skipped().map(|(row, _)| row.sentence).collect();
        assert_eq!(rows, lost.iter().map(|n| n + 1).collect::<Vec<_>>(), "{second:?}");
    }
    // The same below numbers of their own.
    let numbered =
        ["1\n(det dog the)", "2\n(ncsubj slept cat _)\n7\n(det cat a)", "3\n(dobj saw bird)"];
    assert_eq!(skipped(&Corpus::from_sentences("s", numbered).unwrap()), [2]);
    let cut = ["1\n(det dog the)", "2\n(ncsubj slept cat", "3\n(dobj saw bird)"];
    assert_eq!(skipped(&Corpus::from_sentences("s", cut).unwrap()), [2]);
    // Gold's place is kept, too, where a system has nothing.
    let parts = [Some("(det dog the)\n9\n"), None, Some("(dobj saw bird)")];
    let parts = parts.iter().map(|part| part.map(|text| text.as_bytes().to_vec())).collect();
    assert_eq!(skipped(&Corpus::from_parts("s", None, parts, false).unwrap()), [1, 2]);
}

/// The same in formats that have no numbers.
#[test]
fn sentences_of_the_candc_parser_and_depbank_stay_apart() {
    let gold = ["(det dog the)", "(det cat a)\n(dobj saw cat)", "(dobj saw bird)"];
    let gold = Corpus::from_sentences("gold", gold).unwrap();
    let words = "<c> dog|dog|NN\n";
    let candc = [
        format!("{words}(det dog_1 the_0)\n"),
        format!("{words}(det cat_1 a_0)\n\n(dobj saw_3 cat_1)\n"),
        format!("{words}(dobj saw_0 bird_1)\n"),
    ];
    let bank = |rasp: &str| format!("sentence(\nsentence_form(So.)\nrasp(\n{rasp})\n)\n");
    let depbank = ["(det dog the)", "(det cat a)\n\n(dobj saw cat)", "(dobj saw bird)"].map(bank);
    for texts in [candc, depbank] {
        let system = Corpus::from_sentences("system", texts.clone()).unwrap();
        assert_eq!(f1(&gold, &system), (3, Some(1.0)), "{texts:?}");
        let mut texts = texts;
        texts[1] = "garbage\n".to_string();
        let system = Corpus::from_sentences("system", texts).unwrap();
        let found = evaluate_one(&Relations::rasp(), &gold, &system).unwrap();
        let rows: Vec<u64> = found.skipped().map(|(row, _)| row.sentence).collect();
        assert_eq!((rows, found.rows.len()), (vec![2], 3));
    }
}
