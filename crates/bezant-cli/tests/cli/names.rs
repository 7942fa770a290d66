//! What the screen calls something can be typed; what is not there is answered with what is.

use crate::program::Folder;

/// The demo's files under names with two full stops.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["gold", "weak", "strong"] {
        folder.write(&format!("new.{name}.mrg"), folder.read(&format!("{name}.mrg")));
        let columns = folder.read(&format!("entailments/{name}.conllu"));
        folder.write(&format!("new.{name}.conllu"), columns);
    }
    folder
}

const TREES: &str = "brackets new.gold.mrg new.weak.mrg new.strong.mrg";
const ARCS: &str = "dependencies new.gold.conllu new.weak.conllu new.strong.conllu";
const RELATIONS: &str = "relations new.gold.conllu new.weak.conllu new.strong.conllu \
    --mapping entailments/relations.toml";

#[test]
fn systems_are_known_by_the_names_in_tables() {
    let folder = folder();
    for command in [TREES, ARCS, RELATIONS, "fragments new.gold.mrg new.weak.mrg new.strong.mrg"] {
        let first = folder.run(&format!("{command} --replicates 0"));
        assert!(first.out.contains("\n  new.strong "), "{}", first.out);
        for more in ["--contrast new.strong new.weak", "--baseline new.weak", "--baseline New.Weak"]
        {
            let ran = folder.run(&format!("{command} {more} --replicates 99"));
            assert_eq!(ran.status, 0, "{command} {more}\n{}", ran.err);
        }
        let ran = folder.run(&format!("{command} --baseline new.weka"));
        let message = "no system is called new.weka; did you mean new.weak.";
        assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
        // Two names of one system.
        let ran = folder.run(&format!("{command} --contrast new.weak NEW.weak"));
        assert!(ran.status == 2 && ran.err.contains("names new.weak twice"), "{}", ran.err);
    }
    // The whole name before the beginning of another.
    folder.write("new.mrg", folder.read("strong.mrg"));
    let ran = folder.run("brackets gold.mrg new.mrg new.weak.mrg --contrast new new.weak");
    assert!(ran.out.starts_with("F1 where new has fewer errors than new.weak: "), "{}", ran.out);
}

/// The cell that a message gives for an example.
fn example(message: &str) -> &str {
    let (_, cell) = message.split_once("for example --show ").expect(message);
    cell.trim()
}

#[test]
fn examples_of_cells_are_cells_of_this_report() {
    let folder = folder();
    folder.write("pairs.tsv", "id\ttext\thypothesis\tanswer\trelation\n1\tA b.\tA.\tYES\tnsubj\n");
    folder.write("one.txt", "1\tYES\n").write("two.txt", "1\tNO\n");
    let pairs = "entail score pairs.tsv one.txt two.txt";
    for (command, cell, expected) in [
        (TREES, "NP", "labels:NP"),
        (TREES, "np:vp", "labels:NP"),
        (TREES, "labels", "labels:NP"),
        (TREES, "scores:f1", "labels:NP"),
        (TREES, "conventions:x", "labels:NP"),
        (ARCS, "labels:obj", "relations:obj"),
        (ARCS, "NSUBJ/obj", "confusions:nsubj:obj"),
        (ARCS, "scores:LAS", "relations:acl"),
        (RELATIONS, "dobj:iobj", "by_type:dobj"),
        (RELATIONS, "dobj:obj2", "confusion:dobj:obj2"),
        (pairs, "colour:red", "sheet:one.txt"),
        (pairs, "nsubj", "relation:nsubj"),
    ] {
        let ran = folder.run(&format!("{command} --show {cell}"));
        assert_eq!((ran.status, example(&ran.err)), (2, expected), "{command} {cell}\n{}", ran.err);
        let ran = folder.run(&format!("{command} --show {expected}"));
        assert_eq!(ran.status, 0, "{command} {expected}\n{}", ran.err);
    }
}

#[test]
fn cells_are_found_as_people_write_them() {
    let folder = folder();
    folder.write("pairs.tsv", "id\ttext\thypothesis\tanswer\trelation\n1\tA b.\tA.\tYES\tnsubj\n");
    folder.write("one.txt", "1\tYES\n").write("two.txt", "1\tNO\n");
    let pairs = "entail score pairs.tsv one.txt two.txt";
    for (command, cell, same) in [
        (TREES, "Label:np:Recall", "labels:NP:recall"),
        (ARCS, "relation:NSUBJ", "relations:nsubj"),
        (RELATIONS, "confusions:dobj:OBJ2", "confusion:dobj:obj2"),
        (pairs, "sheet:two", "sheet:two.txt"),
        (pairs, "sheet:two:yes_wrong", "sheet:two.txt:yes_wrong"),
        (pairs, "relations:NSUBJ:two", "relation:nsubj:two.txt"),
    ] {
        let json = |cell| folder.json(&format!("{command} --show {cell}"))["shown"].take();
        let rows = json(cell);
        assert!(rows.as_array().is_some_and(|rows| !rows.is_empty()), "{command} {cell}");
        assert_eq!(rows, json(same), "{command} {cell}");
    }
    let [one, two] = ["confusion", "Confusions"]
        .map(|table| folder.run(&format!("{RELATIONS} --table {table}")).out);
    assert!(one == two && !one.is_empty(), "{two}");
}

#[test]
fn a_contrast_says_of_how_many() {
    let folder = folder();
    let ran = folder.run(&format!("{TREES} --contrast new.strong new.weak --worst 3"));
    let title = "F1 where new.strong has fewer errors than new.weak: 55 sentences, the 3 that differ most\n";
    assert!(ran.out.starts_with(title), "{}", ran.out);
    let ran = folder.run(&format!("{TREES} --contrast new.strong,new.weak"));
    let message = "with a blank between, --contrast new.strong new.weak\n";
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
}

#[test]
fn gates_are_named_in_any_case_and_called_gates() {
    let folder = Folder::new();
    let run = |gate: &str| folder.run(&format!("brackets gold.mrg failing.mrg --min {gate}"));
    // With what was skipped it is 83.47.
    assert_eq!(run("F1:SCORED=84").status, 0);
    assert_eq!(run("F1:SCORED=84 --min Macro.F1=10 --min f1_all=83").status, 0);
    let ran = run("f1_ALL=84");
    assert!(ran.status == 1 && ran.err.starts_with("gate failed: f1_ALL of failing.mrg is 83.4"));
    assert!(!ran.err.contains("warning: gate"), "{}", ran.err);
    let ran = run("LF1=80");
    for part in ["did you mean f1?", "f1:scored leaves them out, and macro.f1 is the mean"] {
        assert!(ran.status == 2 && ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn copies_among_systems_are_noticed() {
    let folder = Folder::new();
    folder.write("copy.mrg", folder.read("strong.mrg")).write("key.mrg", folder.read("gold.mrg"));
    let ran = folder.run("brackets gold.mrg strong.mrg weak.mrg copy.mrg");
    let message = "warning: strong.mrg and copy.mrg have the same contents\n";
    assert_eq!((ran.status, ran.err.as_str()), (0, message));
    // A perfect parser is a law that people check; other files merely begin alike.
    assert_eq!(folder.run("brackets gold.mrg strong.mrg key.mrg").err, "");
    folder.write("other.mrg", folder.read("strong.mrg").replacen("(NP", "(VP", 1));
    assert_eq!(folder.run("brackets gold.mrg strong.mrg other.mrg").err, "");
}

#[test]
fn the_best_comes_first_on_every_screen() {
    let folder = Folder::new();
    let files = "brackets gold.mrg weak.mrg strong.mrg --replicates 0";
    let is_first = |text: &str, one: &str, two: &str| text.find(one) < text.find(two);
    for more in ["", "--details", "--table averages"] {
        let text = folder.run(&format!("{files} {more}")).out;
        assert!(is_first(&text, "\n  strong", "\n  weak"), "{text}");
        let text = folder.run(&format!("{files} {more} --order given")).out;
        assert!(is_first(&text, "\n  weak", "\n  strong"), "{text}");
    }
    // Programs get what they gave.
    let text = folder.run(&format!("{files} --details --format csv")).out;
    assert!(is_first(&text, "scores,weak", "scores,strong"), "{text}");
    for (order, one, two) in [("", ">strong<", ">weak<"), ("--order given", ">weak<", ">strong<")] {
        folder.run(&format!("{files} --plot p.svg --plot-of length {order}"));
        let picture = folder.read("p.svg");
        assert!(picture.contains(one) && is_first(&picture, one, two), "{order}");
    }
}

#[test]
fn commands_that_are_not_there_are_answered_with_those_that_are() {
    let folder = Folder::new();
    for (words, tip) in [
        ("score", "tip: trees are scored by `bezant brackets GOLD SYSTEM`"),
        ("gold.mrg weak.mrg", "tip: trees are scored by `bezant brackets GOLD SYSTEM`"),
        ("pete entailments/pairs.xml", "`bezant entail score entailments/pairs.xml ANSWERS`"),
        ("brackts", "'brackets'"),
    ] {
        let ran = folder.run(words);
        assert!(ran.status == 2 && ran.err.contains(tip), "{words}\n{}", ran.err);
        assert!(!ran.err.contains("'schema'"), "{}", ran.err);
    }
    let ran = folder.run("brackets gold.mrg weak.mrg --table lables");
    assert!(ran.err.contains("\n  hint: --table list names those that this report has\n"));
}

#[test]
fn values_of_options_are_taken_in_any_case() {
    let folder = folder();
    for (one, two) in [
        (format!("{ARCS} --preset UD"), format!("{ARCS} --preset ud")),
        (
            format!("{TREES} --preset COLLINS --format CSV"),
            format!("{TREES} --preset collins --format csv"),
        ),
        (format!("{TREES} --input PENN"), format!("{TREES} --input penn")),
    ] {
        let [one, two] = [one, two].map(|words| folder.run(&words));
        assert_eq!((one.status, one.out), (0, two.out), "{}", one.err);
    }
}

#[test]
fn short_help_names_what_most_people_need() {
    let short = Folder::new().run("brackets -h").out;
    for option in ["-p, --parameters", "--show", "--contrast", "--align"] {
        assert!(short.contains(option), "{option}\n{short}");
    }
}

#[test]
fn options_of_other_programs_are_told_what_they_are_called_here() {
    let folder = Folder::new();
    for (words, tip) in [
        ("brackets gold.mrg strong.mrg --csv", "write --format csv"),
        ("brackets gold.mrg strong.mrg --json", "write --format json"),
        ("fragments gold.mrg strong.mrg --tsv", "write --format tsv"),
        ("relations a b --markdown", "write --format markdown"),
        ("dependencies a b --latex=x", "write --format latex"),
        ("entail score pairs.xml a --md", "write --format markdown"),
        ("entail decide pairs.xml --json", "write --format jsonl"),
        ("draw gold.mrg --tex", "write --format tex"),
        ("check gold.mrg --json", "write --format json"),
        ("convert gold.mrg --conllu", "write --to conllu"),
        ("brackets gold.mrg strong.mrg --fail-under 90", "write --min f1=90"),
        ("dependencies a b --fail-under=90", "write --min LAS=90"),
        ("unbounded a b --fail_under 90", "write --min recall=90"),
    ] {
        let ran = folder.run(words);
        let tip = format!("\n  tip: {tip}\n");
        assert!(ran.status == 2 && ran.err.contains(&tip), "{words}\n{}", ran.err);
        assert!(!ran.err.contains("similar") && !ran.err.contains("--save"), "{}", ran.err);
    }
    // What has no place for it says so, and what only looks alike is as before.
    let ran = folder.run("report gold.mrg strong.mrg --csv");
    assert!(ran.status == 2 && !ran.err.contains("--format"), "{}", ran.err);
    let ran = folder.run("brackets gold.mrg strong.mrg --formta csv");
    assert!(ran.err.contains("tip: a similar argument exists: '--format'"), "{}", ran.err);
}
