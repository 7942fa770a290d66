use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use bezant::compat::rasp;
use bezant::error::Stream;
use bezant::evaluation::{Evaluated, Evaluation, Row};
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered};
use bezant::formats::{Corpus, Format, Reader};
use bezant::metrics::relations::{
    Assignment, Hierarchy, RelationCounts, RelationWeights, Relations, Scheme, Slots, TypeMatch,
    unknown_fillers,
};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::structures::relations::{NumberedRelations, RelationFile};

use crate::check;

/// Every way to match types with every choice of slots.
pub fn everything() -> Relations {
    Relations::rasp().with(|it| it.schemes = Scheme::grid(&TypeMatch::ALL, &Slots::ALL))
}

pub fn text_of(path: &Path) -> Vec<u8> {
    Source::open(path).unwrap().rest().unwrap().to_vec()
}

pub fn gold<'s>(name: &'s str, text: &'s [u8]) -> RelationFile<'s> {
    let input = Input { name, text, stream: Stream::Gold };
    relations::read(input, None, Aids::default(), Broken::Fails).unwrap()
}

pub fn system<'s>(name: &'s str, text: &'s [u8]) -> RelationFile<'s> {
    let input = Input { name, text, stream: Stream::System };
    relations::read(input, None, Aids::default(), Broken::Fails).unwrap()
}

pub fn evaluate(metric: &Relations, gold: &[u8], system: &[u8]) -> Evaluation<RelationCounts> {
    let gold = self::gold("gold", gold);
    let system = self::system("system", system);
    evaluate_files(metric, &gold, &[system], &Threads::one()).systems.remove(0)
}

fn corpus(file: &RelationFile<'_>) -> Corpus {
    let text = Source::from_bytes(file.name, file.text.to_vec()).unwrap().rest().unwrap();
    Corpus::from_relations(&text, file.clone())
}

fn evaluate_files(
    metric: &Relations,
    gold: &RelationFile<'_>,
    systems: &[RelationFile<'_>],
    threads: &Threads,
) -> Evaluated<Relations> {
    let systems = systems.iter().map(|system| Reader::from(&corpus(system))).collect();
    let gold = Reader::from(&corpus(gold));
    let metrics = std::slice::from_ref(metric);
    let found = bezant::evaluation::evaluate(metrics, gold, systems, threads, |_| ()).unwrap();
    found.metrics.into_iter().next().unwrap()
}

/// Precision, recall and F1 in percent, as the reference gives them.
#[derive(serde::Deserialize)]
struct Expected {
    micro: [f64; 3],
    #[serde(rename = "macro")]
    means: [f64; 3],
    tst: u64,
    std: u64,
    agree: u64,
    dependent: Option<[f64; 3]>,
    #[serde(default)]
    rows: BTreeMap<String, [u64; 3]>,
}

fn scheme(name: &str) -> Scheme {
    let (types, slots) = name.split_once('.').unwrap();
    let types = match types {
        "original" => TypeMatch::Original,
        "eq" => TypeMatch::Equality,
        "sub" => TypeMatch::Subsumption,
        "hier" => TypeMatch::Hierarchy,
        "unlabelled" => TypeMatch::Unlabelled,
        other => panic!("{other}"),
    };
    let slots = match slots {
        "a" => Slots::All,
        "h" => Slots::HeadDependent,
        "n" => Slots::HeadDependentNcsubj,
        other => panic!("{other}"),
    };
    Scheme { types, slots }
}

fn is_near(found: Option<f64>, expected: f64, what: &str) {
    let found = 100.0 * found.unwrap();
    assert!((found - expected).abs() < 1e-9, "{what}: {found} is not {expected}");
}

#[test]
fn every_count_of_every_scheme_is_the_references() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    let mut n_rows = 0;
    for (name, gold) in [("example.trans", "sents-tst.gr"), ("example-ne", "sents-ne-tst.gr")] {
        let metric = everything();
        let gold = text_of(&folder.join(gold));
        let system = text_of(&folder.join(format!("{name}.parses")));
        let evaluation = evaluate(&metric, &gold, &system);
        let json = text_of(&folder.join(format!("{name}.json")));
        let mut json: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&json).unwrap();
        assert_eq!(json.remove("nsents"), Some(evaluation.rows.len().into()));
        assert_eq!(json.len(), metric.schemes.len());
        let total = evaluation.total();
        for (key, expected) in json {
            let expected: Expected = serde_json::from_value(expected).unwrap();
            let scheme = scheme(&key);
            let key = format!("{name}, {key}");
            let tallies = total.tallies(&metric.hierarchy, scheme);
            let micro = tallies.micro();
            assert_eq!(
                (micro.system, micro.gold, micro.matched),
                (expected.tst, expected.std, expected.agree),
                "{key}"
            );
            is_near(micro.precision(), expected.micro[0], &key);
            is_near(micro.recall(), expected.micro[1], &key);
            is_near(micro.f1(), expected.micro[2], &key);
            let means = tallies.means_released();
            is_near(means.precision, expected.means[0], &key);
            is_near(means.recall, expected.means[1], &key);
            is_near(means.f1, expected.means[2], &key);
            if let Some(dependent) = expected.dependent {
                let top = tallies.of(metric.hierarchy.root());
                is_near(top.precision(), dependent[0], &key);
                is_near(top.recall(), dependent[1], &key);
                is_near(top.f1(), dependent[2], &key);
            }
            for (kind, counts) in expected.rows {
                let tally = tallies.of(metric.hierarchy.find(kind.as_bytes()).unwrap());
                let found = [tally.system, tally.gold, tally.matched];
                assert_eq!(found, counts, "{key}, {kind}");
                n_rows += 1;
            }
        }
    }
    assert_eq!(n_rows, 2 * 9 * 26);
}

/// The example of the documentation: `ncmod` is found as `xmod`, a type that gold does not have.
#[test]
fn macro_averages_counted_by_hand() {
    let gold = "1\n(ncsubj barked dog _)\n(det dog the)\n(ncmod _ barked loudly)\n\n";
    let metric = everything();
    let total =
        evaluate(&metric, gold.as_bytes(), gold.replace("ncmod", "xmod").as_bytes()).total();
    let means = |types| {
        let found = total.means(&metric.hierarchy, Scheme { types, slots: Slots::All });
        [found.precision, found.recall, found.f1].map(Option::unwrap)
    };
    // The system never returns `ncmod`: no precision, F1 0. Its relation matches at `mod`.
    assert_eq!(means(TypeMatch::Equality), [1.0, 2.0 / 3.0, 2.0 / 3.0]);
    assert_eq!(means(TypeMatch::Hierarchy), [1.0, 1.0, 2.0 / 3.0]);
}

/// The report's average of types, and the released program's, under ten schemes.
#[test]
fn macro_averages_are_the_reports() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    let metric = everything();
    let [gold, system] =
        ["sents-tst.gr", "example.trans.parses"].map(|name| text_of(&folder.join(name)));
    let total = evaluate(&metric, &gold, &system).total();
    let json = text_of(&folder.join("example.trans.macro.json"));
    let json: BTreeMap<String, BTreeMap<String, [f64; 3]>> = serde_json::from_slice(&json).unwrap();
    assert!(json.len() >= 10);
    for (key, expected) in json {
        let scheme = scheme(&key);
        for (found, name) in [
            (total.means(&metric.hierarchy, scheme), "macro"),
            (total.tallies(&metric.hierarchy, scheme).means_released(), "macro_released"),
        ] {
            let what = format!("{name} of {key}");
            is_near(found.precision, expected[name][0], &what);
            is_near(found.recall, expected[name][1], &what);
            is_near(found.f1, expected[name][2], &what);
        }
    }
}

fn rasp_output(gold: &str, system: &str, slots: Slots) -> (String, String) {
    let folder = check::conformance().unwrap().join("relations");
    let metric = everything();
    let (gold_text, system_text) =
        (text_of(&folder.join(gold)), text_of(&folder.join(format!("{system}.parses"))));
    let words = text_of(&folder.join(format!("{system}.grtext")));
    let input = Input { name: "text", text: &words, stream: Stream::Text };
    let words = relations::text::read(input).unwrap();
    let comparison = rasp::RaspComparison {
        metric: &metric,
        scheme: Scheme { types: TypeMatch::Hierarchy, slots },
        others: &[TypeMatch::Original, TypeMatch::Unlabelled],
        gold: &self::gold("gold", &gold_text),
        system: &self::system("system", &system_text),
        text: Some(&words),
    };
    let (mut out, mut matrix) = (Vec::new(), Vec::new());
    comparison.write(&mut out).unwrap();
    comparison.write_confusion(&mut matrix).unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(matrix).unwrap())
}

#[track_caller]
fn same_lines(found: &str, expected: &str) {
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "line {number}");
    }
    assert!(found == expected, "{} bytes, {} expected", found.len(), expected.len());
}

#[test]
fn the_released_programs_output_is_reproduced_byte_for_byte() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    for (gold, system, slots, letter) in [
        ("sents-tst.gr", "example.trans", Slots::All, "a"),
        ("sents-tst.gr", "example.trans", Slots::HeadDependent, "h"),
        ("sents-ne-tst.gr", "example-ne", Slots::All, "a"),
    ] {
        let (out, matrix) = rasp_output(gold, system, slots);
        let expected = text_of(&folder.join(format!("{system}.HIER.{letter}.output.gz")));
        same_lines(&out, &String::from_utf8(expected).unwrap());
        // Of the others, the matrix was not kept.
        if (system, letter) == ("example.trans", "a") {
            let matrix_path = folder.join("example.trans.HIER.a.confusion.txt");
            same_lines(&matrix, &String::from_utf8(text_of(&matrix_path)).unwrap());
        }
    }
}

fn mapping() -> Mapping {
    let path = check::fixtures().join("relations/valid/conll.toml");
    Mapping::read("conll.toml", &fs::read(path).unwrap()).unwrap()
}

fn written(file: &RelationFile<'_>) -> String {
    let mut out = Vec::new();
    numbered::write(&file.sentences, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn valid_files_are_read_and_written_in_the_numbered_format() {
    let mapping = mapping();
    let paths = check::fixtures_of("relations/valid", "gr");
    assert!(paths.len() >= 5, "only {} files", paths.len());
    for path in paths {
        let text = fs::read(&path).unwrap();
        let forms = fs::read(path.with_extension("stag"))
            .ok()
            .map(|text| Forms::read("forms", &text).unwrap());
        let aids = Aids { forms: forms.as_ref(), mapping: Some(&mapping) };
        let input = Input { name: "file", text: &text, stream: Stream::System };
        let file = relations::read(input, None, aids, Broken::Fails).unwrap();
        let format = Format::guess_relations(&text).unwrap().name();
        let found = format!("{format}\n{}", written(&file));
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(found, expected, "{}", path.display());

        let again = written(&file).into_bytes();
        assert_eq!(written(&system("again", &again)), written(&file), "{}", path.display());
        let rasp = Hierarchy::rasp();
        bezant::metrics::relations::check(&rasp, &file, Stream::System).unwrap();
    }
}

/// As the released program compares two files.
fn comparison<'a>(
    gold: &'a RelationFile<'a>,
    system: &'a RelationFile<'a>,
) -> rasp::RaspComparison<'a> {
    static RASP: LazyLock<Relations> = LazyLock::new(Relations::rasp);
    rasp::RaspComparison {
        metric: &RASP,
        scheme: RASP.main_scheme(),
        others: &[],
        gold,
        system,
        text: None,
    }
}

#[test]
fn invalid_files_are_refused_with_the_expected_words() {
    let mapping = mapping();
    let gold_text = b"1\n(ncsubj sleeps cat _)\n\n2\n(ncsubj barks dog _)\n";
    let gold = gold("gold.gr", gold_text);
    let paths = check::fixtures_of("relations/invalid", "gr");
    assert!(paths.len() >= 14, "only {} files", paths.len());
    for path in paths {
        let text = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let aids = Aids { forms: None, mapping: Some(&mapping) };
        let input = Input { name, text: &text, stream: Stream::System };
        let error = relations::read(input, None, aids, Broken::Fails)
            .and_then(|file| comparison(&gold, &file).check())
            .unwrap_err();
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(error.to_string(), expected.trim_end(), "{name}");
        assert!(error.kind().hint().is_some(), "{name}");
    }
}

#[test]
fn a_text_with_other_sentences_is_refused() {
    let text = b"1\n(ncsubj sleeps cat _)\n\n2\n(ncsubj barks dog _)\n";
    let file = gold("gold.gr", text);
    for (words, message) in [
        ("1\nThe cat sleeps\n", "words:3:1: Reached end of file at different times"),
        (
            "1\nThe cat sleeps\n\n4\nThe dog barks\n",
            "words:4:1: Mismatch in sentence numbers: 4 (text), 2 (standard), 2 (test)",
        ),
        ("The cat sleeps\n", "words:1:1: Expecting number at byte 0, stream text-str"),
        ("2\nb\n\n1\na\n", "words:4:1: sentence 1 comes after sentence 2"),
        ("\n", "words:1:1: no sentence is found"),
    ] {
        let input = Input { name: "words", text: words.as_bytes(), stream: Stream::Text };
        let error = relations::text::read(input)
            .and_then(|words| {
                let system = system("system.gr", text);
                words.check(file.sentences.iter().map(|sentence| sentence.number))?;
                rasp::RaspComparison { text: Some(&words), ..comparison(&file, &system) }.check()
            })
            .unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn the_parsers_output_becomes_the_relations_of_the_evaluator() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    for (output, forms, parses) in [
        ("example.out.gz", Some("test.not-ne.stag.gz"), "example.trans.parses"),
        ("example-ne.out.gz", None, "example-ne.parses"),
    ] {
        let (text, expected) = (text_of(&folder.join(output)), text_of(&folder.join(parses)));
        let forms = forms.map(|forms| Forms::read(forms, &text_of(&folder.join(forms))).unwrap());
        let aids = Aids { forms: forms.as_ref(), mapping: None };
        let input = Input { name: output, text: &text, stream: Stream::System };
        let found = relations::read(input, None, aids, Broken::Fails).unwrap();
        let expected = system(parses, &expected);
        assert_eq!(found.sentences.len(), 560);
        for (found, expected) in found.sentences.iter().zip(&expected.sentences) {
            let lines = |sentence: &NumberedRelations| -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
                let all = sentence.relations.iter().map(|relation| relation.shown());
                let (mut subjects, others): (Vec<_>, Vec<_>) =
                    all.partition(|relation| relation.starts_with(b"(ncsubj "));
                // The released script leaves subjects in the order of a hash table.
                subjects.sort();
                (others, subjects)
            };
            assert_eq!(found.number, expected.number);
            assert_eq!(lines(found), lines(expected), "{output}, sentence {}", found.number);
        }
    }
}

#[test]
fn the_worked_example_of_the_page_is_right() {
    let gold = b"1\n(ncsubj barked dog _)\n(det dog the)\n(ncmod _ barked loudly)\n";
    let system = b"1\n(ncsubj barked dog _)\n(det dog the)\n(xmod _ barked loudly)\n";
    let metric = everything();
    let total = evaluate(&metric, gold, system).total();
    let counts = |scheme: &str| {
        let tallies = total.tallies(&metric.hierarchy, scheme.parse().unwrap());
        let (micro, top) = (tallies.micro(), tallies.of(metric.hierarchy.root()));
        ([micro.matched, micro.gold, micro.system], [top.matched, top.gold, top.system])
    };
    assert_eq!(counts("equality.all"), ([2, 3, 3], [0, 0, 0]));
    assert_eq!(counts("hierarchy.all"), ([11, 12, 12], [3, 3, 3]));
    assert_eq!(counts("unlabelled.all"), ([3, 3, 3], [3, 3, 3]));
}

#[test]
fn relations_count_as_much_as_they_weigh() {
    let gold = b"1\n(dobj saw her)\n(ncmod _ saw today)\n";
    let system = b"1\n{ 0.75 (dobj saw her) 0.25 (iobj saw her) 3 (ncmod _ saw now) }\n";
    let counts = |weights| {
        let metric = everything().with(|it| it.weights = weights);
        let evaluation = evaluate(&metric, gold, system);
        assert_eq!(Relations::from_signature(&evaluation.signature).as_ref(), Some(&metric));
        let total = evaluation.total();
        ["equality.all", "hierarchy.all"].map(|scheme| {
            let tallies = total.tallies(&metric.hierarchy, scheme.parse().unwrap());
            let tally = tallies.micro();
            [tally.matched, tally.gold, tally.system]
        })
    };
    // By hierarchy, objects also count six times over: up to subj_dobj, comp, arg, arg_mod and
    // dependent, where indirect objects have no subj_dobj; modifiers count four times.
    assert_eq!(counts(RelationWeights::Ignored), [[1, 2, 3], [7, 11, 17]]);
    let million = 1_000_000;
    let weighted = [
        [million * 3 / 4, 2 * million, 2 * million],
        [million * 21 / 4, 11 * million, million * 21 / 4 + million * 6 / 4 + 4 * million],
    ];
    assert_eq!(counts(RelationWeights::Counted), weighted);
}

#[test]
fn slots_match_as_the_report_says() {
    let metric = everything();
    for (gold, system, scheme, matched) in [
        // An ellipsis is any word, but not one that is not specified.
        ("(dobj saw ellip)", "(dobj saw her)", "equality.all", 1),
        ("(ncsubj saw her _)", "(ncsubj saw ellip obj)", "equality.all", 0),
        // A part of a name of several words.
        ("(dobj with Commission)", "(dobj with Exchange_Commission)", "equality.all", 1),
        ("(dobj with Commission)", "(dobj with Exchange)", "equality.all", 0),
        // A subtype that is not specified, for the types that allow it.
        ("(ncmod num $ 5)", "(ncmod _ $ 5)", "equality.all", 1),
        ("(ncmod num $ 5)", "(ncmod poss $ 5)", "equality.all", 0),
        ("(ncmod num $ 5)", "(ncmod poss $ 5)", "equality.head-dependent", 1),
        ("(arg_mod num $ 5)", "(arg_mod _ $ 5)", "equality.all", 0),
        // Passives: a subject that does not say so, and one that does.
        ("(ncsubj sold house obj)", "(ncsubj sold house _)(passive sold)", "equality.all", 1),
        ("(ncsubj sold house obj)", "(ncsubj sold house _)", "equality.all", 0),
        ("(ncsubj sold house obj)", "(ncsubj sold house _)", "equality.head-dependent", 1),
        ("(ncsubj sold house obj)", "(ncsubj sold house _)", "equality.head-dependent-ncsubj", 0),
        // Only gold's type decides whether it is compared.
        ("(ncsubj sold house obj)", "(subj sold house _)", "hierarchy.head-dependent-ncsubj", 0),
        ("(subj sold house _)", "(ncsubj sold house obj)", "hierarchy.head-dependent-ncsubj", 1),
        ("(passive sold)", "(passive sold)", "original.all", 1),
        ("(passive sold)", "(passive sold)", "unlabelled.all", 0),
        // More general, more specific, and something else.
        ("(dobj saw her)", "(obj saw her)", "original.all", 1),
        ("(dobj saw her)", "(comp saw her)", "original.all", 0),
        ("(dobj saw her)", "(comp saw her)", "subsumption.all", 1),
        ("(comp saw her)", "(dobj saw her)", "subsumption.all", 0),
        ("(comp saw her)", "(dobj saw her)", "original.all", 1),
        ("(dobj saw her)", "(det saw her)", "unlabelled.all", 1),
        // A relation is matched once.
        ("(dobj saw her)", "(dobj saw her)(dobj saw her)", "unlabelled.all", 1),
    ] {
        let text = |relations: &str| format!("1\n{relations}\n").into_bytes();
        let total = evaluate(&metric, &text(gold), &text(system)).total();
        let tally = total.exact(&metric.hierarchy, scheme.parse().unwrap()).micro();
        assert_eq!(tally.matched, matched, "{gold} {system} {scheme}");
    }
}

#[test]
fn laws_hold_on_the_reference_files() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    let gold_text = text_of(&folder.join("sents-tst.gr"));
    let system_text = text_of(&folder.join("example.trans.parses"));
    let metric = everything();
    // Gold against itself is perfect.
    let own = evaluate(&metric, &gold_text, &gold_text).total();
    for &scheme in &metric.schemes {
        let micro = own.tallies(&metric.hierarchy, scheme).micro();
        assert!(micro.is_exact() && micro.gold > 0, "{scheme}");
    }
    // Threads change nothing, and parts add up to the whole.
    let (gold, system) = (gold("gold", &gold_text), system("system", &system_text));
    let systems = [system];
    let run = |n| {
        let threads = Threads::new(Some(n)).unwrap();
        evaluate_files(&metric, &gold, &systems, &threads)
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.systems, three.systems);
    assert_eq!(one.notes, three.notes);
    // Rows say everything that is needed to score them again.
    let mut saved = Vec::new();
    bezant::rows::write(&one.systems[..1], &mut saved).unwrap();
    let source = Source::from_bytes("rows", saved).unwrap();
    let read: Vec<Evaluation<RelationCounts>> = bezant::rows::read(source).unwrap();
    assert_eq!(read, one.systems);
    assert_eq!(Relations::from_signature(&read[0].signature), Some(metric.clone()));
    // An optimal assignment never agrees on less.
    let optimal = metric.clone().with(|it| it.assignment = Assignment::Optimal);
    let best = evaluate_files(&optimal, &gold, &systems, &Threads::one());
    for (greedy, best) in one.systems[0].rows.iter().zip(&best.systems[0].rows) {
        let matched = |row: &Row<RelationCounts>, scheme| {
            let counts = row.outcome.result.as_ref().unwrap();
            let exact = counts.exact(&metric.hierarchy, scheme).micro().matched;
            (exact, counts.tallies(&metric.hierarchy, scheme).micro().matched)
        };
        for &scheme in &metric.schemes {
            let (greedy, best) = (matched(greedy, scheme), matched(best, scheme));
            assert!(best >= greedy, "{scheme}: {greedy:?} {best:?}");
        }
    }
}

#[test]
fn words_that_are_not_in_the_text_are_found() {
    let text =
        b"1\n(ncsubj sleeps cat _)\n(det cat The)\n(dobj saw New_York)\n(ncmod num 5 dogs)\n\
        (dobj saw ellip)\n";
    let file = gold("gold", text);
    let rasp = Hierarchy::rasp();
    let words = "The cat's asleep , saw New York , 5";
    let of = (Stream::Gold, 1);
    let found = unknown_fillers(&rasp, &file.sentences[0].relations, words.as_bytes(), of);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "Slot filler sleeps in standard relation (ncsubj sleeps cat _) in sentence 1 not in text",
            "Slot filler dogs in standard relation (ncmod num 5 dogs) in sentence 1 not in text",
        ]
    );
}

#[test]
fn a_text_may_have_line_ends_of_windows() {
    let text = b"1\r\nThe cat sleeps \r\n\r\n2\r\n";
    let input = Input { name: "text", text, stream: Stream::Text };
    let words: Vec<&[u8]> =
        relations::text::read(input).unwrap().sentences.iter().map(|one| one.words).collect();
    assert_eq!(words, [&b"The cat sleeps "[..], b""]);
}

#[test]
fn stanford_dependencies_have_a_hierarchy_too() {
    let path = check::project().join("docs/metrics/relations-stanford.toml");
    let hierarchy = Hierarchy::read("stanford.toml", &fs::read(path).unwrap()).unwrap();
    let mapping = b"default = \"(RELATION HEAD DEPENDENT)\"\n";
    let mapping = Mapping::read("mapping.toml", mapping).unwrap();
    let text = |subject: &str, object: &str| {
        format!(
            "1\tDogs\t_\tN\tN\t_\t2\t{subject}\t_\t_\n2\tchase\t_\tV\tV\t_\t0\troot\t_\t_\n\
             3\tcats\t_\tN\tN\t_\t2\t{object}\t_\t_\n"
        )
        .into_bytes()
    };
    let (gold, system) = (text("nsubj", "dobj"), text("csubj", "dobj"));
    let read = |text| {
        let input = Input { name: "file", text, stream: Stream::Gold };
        let aids = Aids { forms: None, mapping: Some(&mapping) };
        relations::read(input, None, aids, Broken::Fails).unwrap()
    };
    let metric = everything().with(|it| it.hierarchy = hierarchy);
    let systems = [read(&system)];
    let found = evaluate_files(&metric, &read(&gold), &systems, &Threads::one());
    let total = found.systems[0].total();
    let matched = |name: &str| {
        let tallies = total.tallies(&metric.hierarchy, "hierarchy.all".parse().unwrap());
        tallies.of(metric.hierarchy.find(name.as_bytes()).unwrap()).matched
    };
    let names = ["dobj", "nsubj", "csubj", "subj", "comp", "arg", "dep"];
    assert_eq!(names.map(matched), [1, 0, 0, 1, 1, 2, 2]);
}

#[test]
fn another_hierarchy_is_scored_by_the_same_rules() {
    let page = fs::read_to_string(check::project().join("docs/metrics/relations.md")).unwrap();
    let toml = page.split("```toml\n").find(|block| block.starts_with("name")).unwrap();
    let toml = toml.split("```").next().unwrap();
    let hierarchy = Hierarchy::read("page.toml", toml.as_bytes()).unwrap();
    let metric = everything().with(|it| it.hierarchy = hierarchy);
    let gold = b"1\n(subject bark dogs _)\n(modifier _ bark loudly)\n";
    let system = b"1\n(relation bark dogs)\n(modifier manner bark loudly)\n";
    let evaluation = evaluate(&metric, gold, system);
    let total = evaluation.total();
    let micro = |scheme: &str| {
        let tally = total.tallies(&metric.hierarchy, scheme.parse().unwrap()).micro();
        [tally.matched, tally.gold, tally.system]
    };
    assert_eq!(micro("equality.all"), [1, 2, 2]);
    assert_eq!(micro("subsumption.all"), [2, 2, 2]);
    assert_eq!(micro("hierarchy.all"), [3, 4, 3]);
    assert_eq!(Relations::from_signature(&evaluation.signature), Some(metric));
}

#[test]
fn a_slot_that_one_side_lacks_is_not_compared_but_by_the_original_scheme() {
    let toml =
        b"name = \"small\"\n[[type]]\nname = \"relation\"\nslots = [\"head\", \"dependent\"]\n\
        [[type]]\nname = \"mark\"\nparents = [\"relation\"]\nslots = [\"head\"]\n";
    let hierarchy = Hierarchy::read("small.toml", toml).unwrap();
    let metric = everything().with(|it| it.hierarchy = hierarchy);
    let total = evaluate(&metric, b"1\n(relation saw Ann)\n", b"1\n(mark saw)\n").total();
    let matched =
        |scheme: &str| total.exact(&metric.hierarchy, scheme.parse().unwrap()).micro().matched;
    assert_eq!(["original.all", "hierarchy.all", "unlabelled.all"].map(matched), [0, 1, 1]);
}
