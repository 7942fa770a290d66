use bezant::evaluation::Evaluation;
use bezant::metrics::brackets::{BracketCounts, Brackets, Noted};
use bezant::metrics::trees::parameters::{Functions, Preset};
use bezant::report::BracketReport;
use bezant::source::Source;

use crate::check;

/// Functions of gold on four phrases, one of them two.
const GOLD: &str = "(TOP (S (NP-SBJ-1 (DT The) (NN dog)) (VP (VBD was) (PP-LOC-PRD (IN in) \
    (NP (DT the) (NN house))) (NP-TMP (NN today))) (. .)))\n(TOP (ADVP-TMP (RB Soon)))\n";

/// One lost, one invented, one half; ADVP and PRT count as equal.
const SYSTEM: &str = "(TOP (S (NP-SBJ=2 (DT The) (NN dog)) (VP (VBD was) (PP-LOC (IN in) \
    (NP-DIR (DT the) (NN house))) (NP (NN today))) (. .)))\n(TOP (PRT-TMP (RP Soon)))\n";

fn metric(functions: Functions) -> Brackets {
    Brackets::preset(Preset::Standard).with(|it| it.parameters.functions = functions)
}

fn run(metric: &Brackets, gold: &str, system: &str) -> Evaluation<BracketCounts> {
    let source = |text: &str| Source::from_bytes("trees", text.as_bytes().to_vec()).unwrap();
    check::brackets(metric, source(gold), source(system))
}

fn brackets(functions: Functions, gold: &str, system: &str) -> (u64, u64, u64) {
    let total = run(&metric(functions), gold, system).total();
    (total.matched, total.gold, total.system)
}

#[test]
fn labels_are_compared_with_functions_or_without() {
    assert_eq!(brackets(Functions::Remove, GOLD, SYSTEM), (7, 7, 7));
    assert_eq!(brackets(Functions::Score, GOLD, SYSTEM), (7, 7, 7));
    // S, VP, NP-SBJ whatever its index, and ADVP-TMP for PRT-TMP.
    assert_eq!(brackets(Functions::Add, GOLD, SYSTEM), (4, 7, 7));
    assert_eq!(brackets(Functions::Replace, GOLD, SYSTEM), (4, 7, 7));
    // Only there another label does no harm under the same function.
    let other = GOLD.replace("NP-TMP", "ADVP-TMP");
    assert_eq!(brackets(Functions::Add, GOLD, &other), (6, 7, 7));
    assert_eq!(brackets(Functions::Replace, GOLD, &other), (7, 7, 7));
}

#[test]
fn functions_on_right_brackets_are_counted_by_hand() {
    let total = run(&metric(Functions::Score), GOLD, SYSTEM).total();
    // Both have SBJ, LOC and the second TMP; gold PRD and the first TMP; the system DIR.
    let tally = total.functions();
    assert_eq!((tally.matched, tally.gold, tally.system), (3, 5, 4));
    // S, VP, NP-SBJ and ADVP-TMP are as they should be.
    assert_eq!((total.rare.functions_right, total.rare.functions_phrases), (4, 7));
    // Phrases that only one side has are not asked for their functions.
    let flat = GOLD.replace("(NP (DT the) (NN house))", "(DT the) (NN house)");
    let total = run(&metric(Functions::Score), GOLD, &flat).total();
    assert_eq!((total.rare.functions_right, total.rare.functions_phrases), (6, 6));
}

#[test]
fn sides_change_places_and_gold_is_right() {
    let metric = metric(Functions::Score);
    let one = run(&metric, GOLD, SYSTEM).total();
    let two = run(&metric, SYSTEM, GOLD).total();
    assert_eq!(one.functions().precision(), two.functions().recall());
    assert_eq!(one.functions().recall(), two.functions().precision());
    assert_eq!(one.rare.functions_right, two.rare.functions_right);
    let same = run(&metric, GOLD, GOLD).total();
    assert_eq!(same.functions().f1(), Some(1.0));
    assert_eq!(same.rare.functions_right, same.rare.functions_phrases);
}

#[test]
fn export_files_have_a_column_of_functions() {
    let gold = "#BOS 1\nShe\tPRP\t--\tHD\t500\nslept\tVBD\t--\tHD\t501\n\
        #500\tNP\t--\tSB\t502\n#501\tVP\t--\tHD\t502\n#502\tS\t--\t--\t0\n#EOS 1\n";
    let system = gold.replace("\tSB\t", "\tOA\t");
    let counts = |functions| {
        let total = run(&metric(functions), gold, &system).total();
        (
            total.matched,
            total.rare.functions_matched,
            total.rare.functions_gold,
            total.rare.functions_system,
        )
    };
    assert_eq!(counts(Functions::Remove), (3, 0, 0, 0));
    assert_eq!(counts(Functions::Add), (2, 0, 0, 0));
    assert_eq!(counts(Functions::Replace), (2, 0, 0, 0));
    assert_eq!(counts(Functions::Score), (3, 1, 2, 2));
    // The same in brackets.
    let penn = "(ROOT (S (NP-SB (PRP She)) (VP-HD (VBD slept))))\n";
    assert_eq!(brackets(Functions::Add, gold, penn), (3, 3, 3));
}

#[test]
fn tags_have_tables_of_their_own() {
    let metric = metric(Functions::Score).with(|it| it.notes = Noted::Tags);
    let source = |text: &str| Source::from_bytes("trees", text.as_bytes().to_vec()).unwrap();
    let reader = |text: &str| bezant::Reader::new(source(text), None);
    let threads = bezant::parallel::Threads::new(Some(1)).unwrap();
    let system = SYSTEM.replace("(NN dog)", "(NNS dog)");
    let systems = vec![reader(&system)];
    let found = bezant::evaluation::evaluate(&[metric], reader(GOLD), systems, &threads, |_| ());
    let tables = BracketReport::tables_of(&found.unwrap().metrics[0].notes, 0);
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
    assert_eq!(names, ["labels", "confusions", "tags", "tag_confusions", "functions"]);
    let shown = |table: usize| -> Vec<String> {
        let row = |row: &Vec<bezant::report::Cell>| format!("{:?}", &row[..row.len().min(4)]);
        tables[table].rows.iter().map(row).collect()
    };
    // Three of gold's NN, of which the system has two; DT twice, and words that are right.
    assert_eq!(shown(2)[0], "[Text(\"NN\"), Count(3), Count(2), Count(2)]");
    assert_eq!(
        shown(3),
        ["[Text(\"NN\"), Text(\"NNS\"), Count(1)]", "[Text(\"RB\"), Text(\"RP\"), Count(1)]"]
    );
    assert_eq!(shown(4)[0], "[Text(\"TMP\"), Count(2), Count(1), Count(1)]");
}
