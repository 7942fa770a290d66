//! Files of relations with sentences that cannot be read: the others are scored.

use bezant::error::{Error, Remedy, Stream};
use bezant::evaluation::{Evaluation, Row, evaluate_one};
use bezant::formats::relations::alike::are_different;
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered};
use bezant::formats::{Corpus, Format};
use bezant::kinds::Columns;
use bezant::metric::Reason;
use bezant::metrics::relations::{RelationCounts, Relations};
use bezant::source::Source;
use proptest::prelude::*;

use crate::check;

const MAPPING: &[u8] = b"[relations]\ndet = \"(det HEAD DEPENDENT)\"\n";

/// Reads a text, whatever it is.
fn read(text: &str) -> Result<Corpus, Error> {
    let mapping = Mapping::read("mapping", MAPPING).unwrap();
    let aids = Aids { forms: None, mapping: Some(&mapping) };
    let text = Source::from_bytes("system", text.as_bytes().to_vec()).and_then(Source::rest)?;
    Corpus::read_relations("system", &text, Stream::System, None, aids)
}

fn fails(text: &str) -> Error {
    let mapping = Mapping::read("mapping", MAPPING).unwrap();
    let aids = Aids { forms: None, mapping: Some(&mapping) };
    let input = Input { name: "system", text: text.as_bytes(), stream: Stream::System };
    relations::read(input, None, aids, Broken::Fails).unwrap_err()
}

fn evaluate(gold: &Corpus, system: &Corpus) -> Evaluation<RelationCounts> {
    evaluate_one(&Relations::rasp(), gold, system).unwrap()
}

/// What became of a sentence.
fn told(row: &Row<RelationCounts>) -> String {
    match &row.outcome.result {
        Ok(counts) => format!("{}: {} of gold's", row.sentence, counts.sentences),
        Err(skipped) => format!("{}: {}", row.sentence, skipped.reason),
    }
}

const NO_PARENTHESIS: &str = "a relation must start here, with a parenthesis";

/// What rows say where the released program names its streams.
fn plain(problem: &str) -> &str {
    match problem.split(' ').nth(1) {
        Some("end") if problem.starts_with("Unexpected") => "a relation is never closed",
        Some("left") if problem.starts_with("Expecting") => NO_PARENTHESIS,
        Some("number") if problem.starts_with("Expecting") => "a number must stand here",
        _ => problem,
    }
}

/// A second sentence that is broken between two sound ones, and what is said about it.
fn one_broken(text: &str, format: Format, place: &str, problem: &str) -> Corpus {
    let corpus = read(text).unwrap();
    assert_eq!(corpus.format(), format);
    let numbers: Vec<u64> = corpus.relations().map(|sentence| sentence.number).collect();
    assert_eq!(numbers, [1, 2, 3], "{text}");
    let rows = evaluate(&corpus, &corpus).rows;
    let (line, column) = place.split_once(':').unwrap();
    let expected = [
        "1: 1 of gold's".to_string(),
        format!("2: gold, line {line}, column {column}: {}", plain(problem)),
        "3: 1 of gold's".to_string(),
    ];
    assert_eq!(rows.iter().map(told).collect::<Vec<_>>(), expected, "{text}");
    // The words and the place of the error that ends a run of the released program.
    assert_eq!(fails(text).to_string(), format!("system:{place}: {problem}"));
    // A file of gold's own kind is not at fault where only the system is.
    let sets = corpus.relations().map(|sentence| sentence.relations.clone());
    let sound = Corpus::from_relation_sets("gold", sets);
    let rows = evaluate(&sound, &corpus).rows;
    assert!(told(&rows[1]).starts_with("2: system, line "), "{}", told(&rows[1]));
    corpus
}

#[test]
fn a_broken_sentence_of_a_numbered_file_is_a_row() {
    let parenthesis = "Expecting left parenthesis at byte 36, stream tst-str";
    let text =
        "%LB (\n1\n(det cat the)\n\n2\n(det a b)\n det dog the)\n(det c d)\n\n3\n(det owl an)\n";
    one_broken(text, Format::Numbered, "7:2", parenthesis);
    // What is never closed does not run on into the next sentence, whose brackets could close it.
    for (broken, place, problem) in [
        ("(det dog the", "4:1", "Unexpected end of file, stream tst-str"),
        ("{ 0.5 (det dog the)", "4:1", "Unexpected end of file, stream tst-str"),
        ("{ 0.5x (det dog the) }", "4:3", "Expecting number at byte 20, stream tst-str"),
        ("0.5. (det dog the)", "4:1", "Expecting number at byte 18, stream tst-str"),
    ] {
        let text = format!("1\n(det cat the)\n2\n{broken}\n3\n(det owl an)\n");
        one_broken(&text, Format::Numbered, place, problem);
    }
    // What is left of a relation may begin with a number, also in the line of the first sentence.
    let text = "1\n(det cat the)\n2\n1 dogs)\n3\n(det owl an)\n";
    assert_eq!(fails(text).to_string(), "system:4:1: sentence 1 comes after sentence 2");
    let rows = |text| {
        let corpus = read(text).unwrap();
        evaluate(&corpus, &corpus).rows.iter().map(told).collect::<Vec<_>>()
    };
    let message = format!("2: gold, line 4, column 3: {NO_PARENTHESIS}");
    assert_eq!(rows(text), ["1: 1 of gold's", &message, "3: 1 of gold's"]);
    let message = format!("1: gold, line 1, column 3: {NO_PARENTHESIS}");
    assert_eq!(rows("1 dogs)\n2\n(det owl an)\n"), [&message, "2: 1 of gold's"]);
    // A weight may stand alone in a line, too.
    let text = "1\n(det cat the)\n2\n(det dog the\n3\n{\n1\n(det owl an)\n}\n";
    one_broken(text, Format::Numbered, "4:1", "Unexpected end of file, stream tst-str");
}

#[test]
fn what_is_never_closed_ends_with_its_sentence_whatever_closes_it_further_on() {
    let rows = |text: &str| {
        let corpus = read(text).unwrap();
        evaluate(&corpus, &corpus).rows.iter().map(told).collect::<Vec<_>>()
    };
    let unclosed =
        |number: u64, place: &str| format!("{number}: gold, {place}: {}", plain("Unexpected end"));
    let surplus = |number: u64, place: &str| format!("{number}: gold, {place}: {NO_PARENTHESIS}");
    let sound = |number: u64| format!("{number}: 1 of gold's");
    // With empty lines between sentences, and without.
    for gap in ["\n", ""] {
        let text = format!(
            "1\n(det cat the)\n{gap}2\n(det dog the\n{gap}3\n(det owl an)\n{gap}4\n(det cow a))\n\
             {gap}5\n(det hen a)\n"
        );
        let n = gap.len();
        let expected = [
            sound(1),
            unclosed(2, &format!("line {}, column 1", 4 + n)),
            sound(3),
            surplus(4, &format!("line {}, column 12", 8 + 3 * n)),
            sound(5),
        ];
        assert_eq!(rows(&text), expected, "{text}");
        // The released program reads on.
        let input = Input { name: "system", text: text.as_bytes(), stream: Stream::System };
        let read = relations::read(input, None, Aids::default(), Broken::Fails).unwrap();
        assert_eq!(read.sentences.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 5]);
    }
    // To the end of the file; a list in braces.
    let text = "1\n(det cat the)\n\n2\n(det dog the\n\n3\n\n(det owl an))\n";
    let expected = [sound(1), unclosed(2, "line 5, column 1"), surplus(3, "line 9, column 13")];
    assert_eq!(rows(text), expected);
    let text = "1\n{ 0.5 (det cat the)\n\n2\n(det dog the)\n}\n\n3\n(det owl an)\n";
    let expected = [unclosed(1, "line 2, column 1"), surplus(2, "line 6, column 1"), sound(3)];
    assert_eq!(rows(text), expected);
    // A number that fills a slot is no sentence, nor is one that is out of order.
    let text = "1\n(det\n5\nthe)\n\n2\n(det\n\n550\nthe)\n\n3\n(det\n2\nthe)\n";
    assert_eq!(rows(text), [sound(1), sound(2), sound(3)]);
    // The same of the others whose relations may go on in the next line.
    let sentence = "(det cat_1 A_0)\n<c> A|a|DT cat|cat|NN\n\n";
    let text = format!("{sentence}(det cat_1 A_0\n\n(det cat_1 A_0))\n\n{sentence}");
    let expected =
        [sound(1), unclosed(2, "line 4, column 1"), surplus(3, "line 6, column 16"), sound(4)];
    assert_eq!(rows(&text), expected);
    let sentence = |list: &str| format!("sentence(\nrasp(\n{list}\n)\n)\n\n");
    let text = [
        sentence("(det cat A)"),
        sentence("(det (((cat A"),
        sentence("(det cat A))))"),
        sentence("(det cat A)"),
    ];
    let rows = rows(&text.concat());
    assert_eq!((&rows[0], rows.len()), (&sound(1), 4));
    assert_eq!((&rows[1], &rows[3]), (&unclosed(2, "line 9, column 1"), &sound(4)));
}

#[test]
fn what_is_wrong_is_said_in_a_line_that_can_be_read() {
    let slots = "word ".repeat(2000);
    let text = format!("1\n(det cat {slots}the)\n2\n(det dog the)\n");
    let corpus = read(&text).unwrap();
    let rows = evaluate(&corpus, &corpus).rows;
    let told = told(&rows[0]);
    assert!(told.chars().count() < 1000, "{told}");
    let start = "1: gold, line 2, column 1: Wrong number of slots in relation (det cat word word ";
    assert!(told.starts_with(start), "{told}");
    assert!(told.contains(" … ") && told.ends_with(" the) - expecting head dependent"), "{told}");
}

#[test]
fn a_broken_sentence_of_depbank_is_a_row() {
    let sentence = |relations: &str| {
        format!("sentence(\nsentence_form(A cat sleeps)\nrasp(\n{relations}\n)\n)\n\n")
    };
    let (sound, closed) = (sentence("(det cat A)"), "Unexpected end of file, stream tst-str");
    let text = format!("% made by hand\n{sound}{}{sound}", sentence("(det cat A)\n (det cat ((A"));
    one_broken(&text, Format::DepBank, "13:2", closed);
    let text = format!("{sound}{}{sound}", sentence("(det cat A)\ndet cat A)"));
    let parenthesis = "Expecting left parenthesis at byte 117, stream tst-str";
    one_broken(&text, Format::DepBank, "12:1", parenthesis);
    // A list that goes on into the next sentence.
    let text = format!("{sound}sentence(\nrasp(\n(det cat A)\n\n{sound}");
    let parenthesis = "Expecting left parenthesis at byte 90, stream tst-str";
    one_broken(&text, Format::DepBank, "12:1", parenthesis);
}

#[test]
fn a_broken_sentence_of_the_rasp_parser_is_a_row() {
    let heading = "(|A:1_AT1| |cat:2_NN1|) 1 ; (-1.5)\n\n";
    let sound = format!("{heading}(det cat:2_NN1 A:1_AT1)\n\n");
    let text = format!("{sound}{heading}(det cat:2_NN1 A:1_AT1\n(det (\n\n{sound}");
    one_broken(&text, Format::Rasp, "7:1", "Unexpected end of file, stream tst-str");
}

#[test]
fn a_broken_sentence_of_the_candc_parser_is_a_row() {
    let sound = "(det cat_1 A_0)\n<c> A|a|DT cat|cat|NN\n\n";
    for broken in ["  (det cat_1", "  (det cat_1\n(det (cat_1 A_0)"] {
        let text = format!("# head\n\n{sound}(det cat_1 A_0)\n{broken}\n\n{sound}");
        let end = "Unexpected end of file, stream tst-str";
        one_broken(&text, Format::Candc, "7:3", end);
        one_broken(&text.replace('\n', "\r\n"), Format::Candc, "7:3", end);
    }
    // In the first line of its sentence, behind comments that belong to it.
    let text = format!("{sound}# no more\ndet cat_1 A_0\n(det cat_1 A_0)\n\n{sound}");
    let parenthesis = "Expecting left parenthesis at byte 49, stream tst-str";
    one_broken(&text, Format::Candc, "5:1", parenthesis);
}

#[test]
fn a_broken_sentence_in_columns_is_a_row() {
    let row = |id: &str, form, head| format!("{id}\t{form}\t_\t_\t_\t_\t{head}\tdet\n");
    let (a, cat) = (row("1", "A", 2), row("2", "cat", 0));
    let sound = format!("{a}{cat}\n");
    let format = Format::Columns(Columns::Conllx);
    let needs = "a word needs a number, a head and a relation; ";
    let columns = format!("{needs}there are only 2 columns");
    one_broken(&format!("{sound}{a}2\tcat\n\n{sound}"), format, "5:1", &columns);
    // The first line of its sentence, and one before the first word of it.
    one_broken(&format!("{sound}1\tA\n{cat}\n{sound}"), format, "4:1", &columns);
    one_broken(&format!("{sound}1-2\tAcat\n{a}{cat}\n{sound}"), format, "4:1", &columns);
    let head = format!("{needs}no word has the number 9");
    let text = format!("{sound}{}{}{cat}\n{sound}", row("1-2", "Acat", 0), row("1", "A", 9));
    one_broken(&text, format, "5:1", &head);
}

/// What became of the sentences of a text, against itself.
fn rows(text: &str) -> Vec<String> {
    let corpus = read(text).unwrap();
    evaluate(&corpus, &corpus).rows.iter().map(told).collect()
}

#[test]
fn numbers_come_in_any_order() {
    let gold = read("1\n(det a b)\n\n2\n(det e f)\n\n3\n(det c d)\n").unwrap();
    let expected = evaluate(&gold, &gold);
    for text in [
        "1\n(det a b)\n\n3\n(det c d)\n\n2\n(det e f)\n",
        "3\n(det c d)\n\n1\n(det a b)\n\n2\n(det e f)\n",
        "%LB (\n\n3\n(det c d)\n2\n(det e f)\n1\n(det a b)\n",
        "2 (det e f)\n3 (det c d)\n1 (det a b)\n",
    ] {
        let shuffled = read(text).unwrap();
        for (gold, system) in [(&gold, &shuffled), (&shuffled, &gold), (&shuffled, &shuffled)] {
            let found = evaluate(gold, system);
            assert_eq!(found.rows, expected.rows, "{text}");
            assert_eq!(found.signature, expected.signature, "{text}");
        }
    }
    // Counted from 0; declarations, also of how many there are, are no sentence.
    let corpus = read("%LB (\n\n0\n(det a b)\n\n1\n(det a b)\n").unwrap();
    assert_eq!(corpus.relations().map(|one| one.number).collect::<Vec<_>>(), [0, 1]);
    let text = "%LB (\n\n0\n(det a b)\n\n2\n(det a b)\n\n3\n(det a b)\n";
    let corpus = read(text).unwrap();
    assert_eq!(corpus.relations().map(|one| one.number).collect::<Vec<_>>(), [0, 2, 3]);
    let corpus = read("0\n\n%LB (\n\n2\n(det a b)\n").unwrap();
    assert_eq!(corpus.relations().map(|one| one.number).collect::<Vec<_>>(), [2]);
    let corpus = read("2\n\n%LB (\n\n1\n(det a b)\n").unwrap();
    assert_eq!(corpus.relations().map(|one| one.number).collect::<Vec<_>>(), [1]);
    // What is broken stays in its sentence all the same.
    let sound = |number: u64| format!("{number}: 1 of gold's");
    let unclosed = |number: u64, line| {
        format!("{number}: gold, line {line}, column 1: {}", plain("Unexpected end"))
    };
    for (text, expected) in [
        ("1\n(det a b\n\n3\n(det c d)\n\n2\n(det e f)\n", [unclosed(1, 2), sound(2), sound(3)]),
        ("3\n(det a b\n\n1\n(det c d)\n\n2\n(det e f)\n", [sound(1), sound(2), unclosed(3, 2)]),
    ] {
        assert_eq!(rows(text), expected, "{text}");
    }
    let surplus = format!("3: gold, line 8, column 10: {NO_PARENTHESIS}");
    let text = "1\n(det a b)\n\n4\n(det a b\n\n3\n(det c d))\n\n2\n(det e f)\n";
    let expected = [sound(1), sound(2), surplus, unclosed(4, 5)];
    assert_eq!(rows(text), expected);
    // A number alone in a line of what is broken is none of a sentence.
    let text = "1\n(det a b)\n\n2\n(det\n5\nb\n(det a b)\n\n3\n(det c d)\n\n5\n(det e f)\n";
    assert_eq!(rows(text), [sound(1), unclosed(2, 5), sound(3), sound(5)]);
    let text = "1\n(det a b)\n\n2\n5\nb)\n\n3\n(det c d)\n\n5\n(det e f)\n";
    let stray = format!("2: gold, line 5, column 1: {NO_PARENTHESIS}");
    assert_eq!(rows(text), [sound(1), stray, sound(3), sound(5)]);
}

#[test]
fn a_number_that_stands_twice_is_a_row() {
    let twice = |number: u64, line: u64, first: u64, column: u64| {
        format!(
            "{number}: gold, line {line}, column {column}: number {number} stands twice, the first time in line {first}"
        )
    };
    let sound = |number: u64| format!("{number}: 1 of gold's");
    let text = "1\n(det a b)\n\n2\n(det c d)\n\n  2\n(det e f)\n\n3\n(det g h)\n";
    assert_eq!(rows(text), [sound(1), twice(2, 7, 4, 3), sound(3)]);
    assert_eq!(fails(text).to_string(), "system:7:3: sentence 2 comes after sentence 2");
    // Also three times, where one of them is broken, and in the first sentence of two files.
    let text = "1\n(det a b)\n\n2\n(det c\n\n2\n(det e f)\n\n1\n(det g h)\n\n2\n(det a b)\n\n3\n(det a b)\n";
    assert_eq!(rows(text), [twice(1, 10, 1, 1), twice(2, 7, 4, 1), sound(3)]);
    // Whichever side has it; the other sentences are scored.
    let gold = read("1\n(det a b)\n\n2\n(det c d)\n").unwrap();
    let system = read("1\n(det a b)\n\n2\n(det c d)\n\n1\n(det a b)\n").unwrap();
    let found = evaluate(&gold, &system);
    let said: Vec<String> = found.rows.iter().map(told).collect();
    assert_eq!(said, [twice(1, 7, 1, 1).replace("gold", "system"), sound(2)]);
    let Err(skipped) = &found.rows[0].outcome.result else { panic!("it was scored") };
    assert!(
        skipped.reason.hint().to_string().starts_with("give each sentence a number of its own")
    );
    // A weight in braces that were lost is none, nor is one behind which the numbers go on.
    for text in [
        "1\n(det a b)\n\n2\n1\n(det c d)\n}\n\n3\n(det a b)\n",
        "1\n(det a b)\n\n2\n(det c d)\n1\n(det c d)\n\n3\n(det a b)\n",
    ] {
        let line = if text.contains('}') { 5 } else { 6 };
        let corpus = read(text).unwrap();
        let found = evaluate(&corpus, &corpus);
        let said = "a relation must start here, not number 1, which a sentence has already";
        let stray = format!("2: gold, line {line}, column 1: {said}");
        assert_eq!(found.rows.iter().map(told).collect::<Vec<_>>(), [sound(1), stray, sound(3)]);
        let (_, skipped) = found.skipped().next().unwrap();
        assert!(skipped.reason.hint().to_string().contains("were two files put together?"));
    }
}

/// Two files behind each other, with no empty line between them.
#[test]
fn numbers_that_begin_again_stand_twice() {
    let sound = |number: u64| format!("{number}: 1 of gold's");
    let file = |numbers: std::ops::RangeInclusive<u64>, gap: &str| -> String {
        let one = |number: u64| format!("{number}\n(det a b)\n");
        numbers.map(one).collect::<Vec<_>>().join(gap)
    };
    let doubles = |text: &str| -> Vec<u64> {
        let corpus = read(text).unwrap();
        let found = evaluate(&corpus, &corpus);
        let skipped = found.skipped().map(|(row, skipped)| {
            assert!(skipped.reason.to_string().contains("stands twice"), "{text}");
            row.sentence
        });
        skipped.collect()
    };
    for gap in ["\n", ""] {
        let of = |one, two| file(one, gap) + &file(two, gap);
        assert_eq!(doubles(&of(1..=3, 1..=3)), [1, 2, 3], "{gap:?}");
        assert_eq!(doubles(&of(1..=5, 2..=4)), [2, 3, 4], "{gap:?}");
        assert_eq!(doubles(&of(1..=3, 1..=5)), [1, 2, 3], "{gap:?}");
        assert_eq!(doubles(&of(1..=3, 4..=6)), [0; 0], "{gap:?}");
        // Also where something else is broken.
        let text = of(1..=3, 1..=3).replacen("3\n(det a b)", "3\n(det a b", 1);
        assert_eq!(doubles(&text), [1, 2, 3], "{gap:?}");
    }
    // In any order, a smaller number does not say that they begin again.
    let text = file(1..=1, "") + "\n" + &[4, 3, 6].map(|n| file(n..=n, "")).join("\n");
    let text = text + &file(3..=3, "") + "\n" + &[5, 2].map(|n| file(n..=n, "")).join("\n");
    let again = "a relation must start here, not number 3, which a sentence has already";
    let expected = [1, 2, 3, 4, 5].map(sound).into_iter();
    let stray = format!("6: gold, line 12, column 1: {again}");
    assert_eq!(rows(&text), expected.chain([stray]).collect::<Vec<_>>());
    // Weights are none of them.
    let text = "3\n{\n0.5 (det a b)\n1\n(det c d)\n}\n\n1\n(det a b)\n\n2\n(det a b)\n(det\n\n5\n(det a b)\n";
    assert_eq!(rows(text).iter().filter(|row| row.contains("1 of gold's")).count(), 3);
}

#[test]
fn sentences_of_the_text_come_in_any_order_but_once() {
    let read = |text: &'static str| {
        let input = Input { name: "words", text: text.as_bytes(), stream: Stream::Text };
        relations::text::read_as(input, Broken::Skips)
    };
    let words = read("2\nb\n\n1\na\n").unwrap();
    assert_eq!((words.of(1), words.of(2)), (Some(&b"a"[..]), Some(&b"b"[..])));
    let error = read("2\nb\n\n1\na\n\n2\nc\n").unwrap_err();
    assert_eq!(error.to_string(), "words:7:1: number 2 stands twice, the first time in line 1");
}

#[test]
fn a_number_with_a_dot_is_a_row() {
    let text = "1\n(det a b)\n\n2.\n(det c d)\n\n3.\n(det c d)\n\n4\n(det e f)\n";
    let dotted = |number: u64, line: u64| {
        format!(
            "{number}: gold, line {line}, column 1: the number of a sentence stands alone in its line, \
             {number} and not {number}."
        )
    };
    let sound = |number: u64| format!("{number}: 1 of gold's");
    assert_eq!(rows(text), [sound(1), dotted(2, 4), dotted(3, 7), sound(4)]);
    // A weight stays one.
    let text = "1\n{\n1.\n(det a b)\n}\n\n2\n{\n2.\n(det a b)\n}\n";
    assert_eq!(rows(text), [sound(1), sound(2)]);
}

#[test]
fn comments_alone_keep_the_place_of_their_sentence_in_columns() {
    let row = |id: &str, form, head| format!("{id}\t{form}\t_\t_\t_\t_\t{head}\tdet\n");
    let sound = format!("{}{}\n", row("1", "A", 2), row("2", "cat", 0));
    let other = format!("{}{}\n", row("1", "The", 2), row("2", "dog", 0));
    let gold = read(&format!("{sound}{other}{other}")).unwrap();
    for lost in ["# sent_id = 2\n# text = The dog\n\n", "# failed\n\n"] {
        // Comments about the file are no sentence.
        let text = format!("# made by hand\n\n{sound}{lost}{other}# the end\n\n");
        let system = read(&text).unwrap();
        let found: Vec<_> =
            system.relations().map(|one| (one.number, one.relations.len())).collect();
        assert_eq!(found, [(1, 1), (2, 0), (3, 1)], "{lost}");
        assert!(evaluate(&gold, &system).rows.iter().all(|row| row.outcome.result.is_ok()));
    }
}

#[test]
fn what_concerns_the_whole_file_is_an_error() {
    for (text, message) in [
        ("0\n(det a b\n", "system:1:1: no sentence is found"),
        ("dogs bark\n", "system:1:1: not a format of relations that is known"),
        ("\n", "system: the file is empty"),
        (
            "sentence(\nsentence_form(So.)\n)\n",
            "system:1:1: no sentence has relations, which stand in rasp( … )",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn reasons_say_what_helps_also_when_they_were_saved() {
    let gold = read("1\n(det a b)\n2\n(det a b)\n3\n(det a b)\n4\n(det a b)\n").unwrap();
    let system = read("1\n(dett a b)\n2\n(det a\n3\n(det a)\n4\n(det a b)\n").unwrap();
    let found = evaluate(&gold, &system);
    let remedies = |found: &Evaluation<RelationCounts>| -> Vec<Remedy> {
        let reasons = found.skipped().map(|(_, skipped)| match &skipped.reason {
            Reason::SystemUnreadable(why) => why.remedy,
            other => panic!("{other}"),
        });
        reasons.collect()
    };
    let expected = [Remedy::DescribeTypes, Remedy::CloseRelation, Remedy::FillSlots];
    assert_eq!(remedies(&found), expected);
    let mut saved = Vec::new();
    bezant::rows::write(std::slice::from_ref(&found), &mut saved).unwrap();
    let source = Source::from_bytes("rows", saved).unwrap();
    let again: Vec<Evaluation<RelationCounts>> = bezant::rows::read(source).unwrap();
    assert_eq!(remedies(&again[0]), expected);
    assert_eq!(again, [found]);
}

#[test]
fn gold_is_known_by_what_could_not_be_read_too() {
    let fingerprint = |second: &str| {
        let text = format!("1\n(det a b)\n\n2\n(det c d)\n{second}");
        let corpus = read(&text).unwrap();
        evaluate(&corpus, &corpus).signature.to_string()
    };
    assert_ne!(fingerprint(""), fingerprint("(det c\n"));
    assert_ne!(fingerprint("(det c\n"), fingerprint("(det d\n"));
    assert_eq!(fingerprint(""), fingerprint("; the same relations\n"));
}

#[test]
fn of_a_broken_sentence_a_comment_is_written() {
    let system = read("1\n(det a b)\n(det a\n\n2\n(det c d)\n").unwrap();
    let mut written = Vec::new();
    numbered::write(system.relations(), &mut written).unwrap();
    assert_eq!(
        String::from_utf8(written).unwrap(),
        "; sentence 1 cannot be read: a relation is never closed\n\n2\n\n(det c d)\n\n"
    );
}

#[test]
fn sentences_of_the_reference_are_known_by_their_words() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("relations");
    let text = |name: &str| Source::open(&folder.join(name)).unwrap().rest().unwrap();
    let forms = Forms::read("forms", &text("test.not-ne.stag.gz")).unwrap();
    let all = |name: &str, forms| {
        let aids = Aids { forms, mapping: None };
        Corpus::read_relations(name, &text(name), Stream::System, None, aids).unwrap()
    };
    let words = |corpus: &Corpus| -> Vec<Vec<u8>> {
        corpus.relations().map(|one| one.words.clone().unwrap()).collect()
    };
    let gold = words(&all("gold560.rasp.gz", None));
    assert_eq!(gold.len(), 560);
    for (name, forms) in
        [("example.out.gz", None), ("example.out.gz", Some(&forms)), ("example-ne.out.gz", None)]
    {
        let found = words(&all(name, forms));
        assert!(gold.iter().zip(&found).all(|(gold, found)| !are_different(gold, found)), "{name}");
        let n = gold[1..].iter().zip(&found).filter(|(gold, found)| are_different(gold, found));
        // Some are too short to be told.
        assert!(n.count() > 545, "{name}");
    }
}

/// One sentence of a sound file: its lines, without the number.
fn lines() -> impl Strategy<Value = Vec<&'static str>> {
    let relation = prop::sample::select(vec![
        vec!["(det cat the)"],
        vec!["(ncsubj sleeps cat _)", "; a comment"],
        vec!["(dobj", "saw New_York)"],
        vec!["(ncmod num", "5 dogs)", ""],
        vec!["{", "0.5 (dobj saw her)", "0.25", "(iobj saw her)", "}"],
        vec!["(dobj saw \\()"],
    ]);
    prop::collection::vec(relation, 1..4).prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn a_line_less_is_the_business_of_its_sentence(
        sentences in prop::collection::vec(lines(), 10..14),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut all: Vec<(u64, String)> = Vec::new();
        for (number, lines) in (1..).zip(&sentences) {
            all.push((number, number.to_string()));
            all.extend(lines.iter().map(|line| (number, (*line).to_string())));
        }
        let text = |lines: &[(u64, String)]| {
            lines.iter().map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        let gold = read(&text(&all)).unwrap();
        prop_assert!(gold.relations().all(|sentence| sentence.fault.is_none()));
        let whole = evaluate(&gold, &gold);
        // Without its first number a file has no beginning.
        let cut = 1 + cut.index(all.len() - 1);
        let (changed, line) = all.remove(cut);
        let is_number = line == changed.to_string() && all[..cut].iter().all(|(n, _)| *n < changed);
        let found = evaluate(&gold, &read(&text(&all)).unwrap());
        prop_assert_eq!(found.rows.len(), whole.rows.len());
        for (found, whole) in found.rows.iter().zip(&whole.rows) {
            let has_lost = found.sentence == changed;
            let has_more = is_number && found.sentence + 1 == changed;
            prop_assert!(has_lost || has_more || found == whole, "{}", told(found));
            if has_lost && is_number {
                let skipped = found.outcome.result.as_ref().unwrap_err();
                prop_assert_eq!(&skipped.reason, &Reason::SystemMissing);
            }
        }
    }
}
