//! Experiments: how the first is written, and what is refused in one.

use crate::program::Folder;

/// A folder with answers to its pairs.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["sub", "x", "y"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("x/out.mrg", folder.read("strong.mrg"));
    folder.write("y/out.mrg", folder.read("weak.mrg"));
    folder
}

#[test]
fn paths_of_a_first_experiment_are_seen_from_where_it_is_written() {
    let folder = folder();
    let ran = folder.run("report --init gold.mrg strong.mrg y/out.mrg -o sub/e.toml");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = folder.read("sub/e.toml");
    assert!(text.contains("gold = \"../gold.mrg\"\n"), "{text}");
    assert!(text.contains("\"out\" = \"../y/out.mrg\"\n"), "{text}");
    let ran = folder.run("report sub/e.toml -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    // What is there already stays, unless it is the same.
    assert_eq!(folder.run("report --init gold.mrg strong.mrg y/out.mrg -o sub/e.toml").status, 0);
    folder.write("sub/e.toml", format!("{text}# mine\n"));
    let ran = folder.run("report --init gold.mrg strong.mrg y/out.mrg -o sub/e.toml");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("sub/e.toml is there already"), "{}", ran.err);
    assert!(folder.read("sub/e.toml").ends_with("# mine\n"));
}

#[test]
fn systems_of_a_first_experiment_have_names_of_their_own() {
    let folder = folder();
    let ran = folder.run("report --init gold.mrg x/out.mrg y/out.mrg -o e.toml");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = folder.read("e.toml");
    assert!(text.contains("\"x/out\" = \"x/out.mrg\"\n\"y/out\" = \"y/out.mrg\"\n"), "{text}");
    assert_eq!(folder.run("report e.toml -o page.html").status, 0);
}

#[test]
fn a_first_experiment_has_the_metric_that_reads_its_files() {
    let folder = folder();
    for system in ["strong", "weak"] {
        let parses = format!("entailments/{system}.conllu");
        let words =
            format!("entail decide entailments/pairs.xml --parses {parses} -o {system}.txt");
        assert_eq!(folder.run(&words).status, 0);
    }
    folder.write("g.gr", "\n1\n(ncsubj sees dog _)\n(dobj sees cat)\n");
    folder.write("s.gr", "\n1\n(ncsubj sees dog _)\n(iobj sees cat)\n");
    folder.write("corpus.unbounded", "own.mrg\nWe waited .\nnsubj waited_1 We_0\n");
    folder.write("waited.mrg", "(S (NP (PRP We)) (VP (VBD waited)) (. .))\n");
    for (files, command) in [
        ("entailments/pairs.xml strong.txt weak.txt", "entail score"),
        ("g.gr s.gr", "relations"),
        ("corpus.unbounded waited.mrg", "unbounded"),
        ("entailments/gold.conllu entailments/weak.conllu", "dependencies"),
        ("x y", "brackets"),
    ] {
        let ran = folder.run(&format!("report --init {files} -o e.toml"));
        assert_eq!(ran.status, 0, "{files}\n{}", ran.err);
        let text = folder.read("e.toml");
        assert!(text.contains(&format!("command = \"{command}\"\n")), "{files}\n{text}");
        let ran = folder.run("report e.toml -o page.html");
        assert_eq!(ran.status, 0, "{files}\n{}", ran.err);
        std::fs::remove_file(folder.path().join("e.toml")).unwrap();
    }
    let ran = folder.run("report --init entailments/pairs.xml entailments/weak.conllu");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("hint: `bezant entail decide"), "{}", ran.err);
    // What could not be run is refused in the words of what would run it, and not written.
    for files in [
        "gold.mrg entailments/weak.conllu",
        "gold.mrg weak.mrg g.gr",
        "entailments/gold.conllu weak.mrg",
        "g.gr weak.mrg",
    ] {
        let ran = folder.run(&format!("report --init {files} -o e.toml"));
        let is_there = folder.path().join("e.toml").exists();
        let other = folder.run(&format!("report {files} -o page.html"));
        assert_eq!((ran.status, is_there), (2, false), "{files}");
        assert_eq!(ran.err, other.err, "{files}");
    }
}

#[test]
fn what_an_experiment_cannot_do_is_refused() {
    let folder = folder();
    let base =
        "gold = \"gold.mrg\"\n[systems]\na = \"weak.mrg\"\n[[metrics]]\ncommand = \"brackets\"\n";
    for (option, why) in [
        ("labels = false", "a page has labels always; leave labels = false out"),
        ("show = \"labels:NP\"", "show has no place in an experiment"),
        ("table = \"labels\"", "table has no place in an experiment"),
        ("min = \"f1=99.9\"", "min has no place in an experiment"),
        ("per_sentence = true", "per-sentence has no place in an experiment"),
        ("help = true", "help has no place in an experiment"),
    ] {
        folder.write("e.toml", format!("{base}{option}\n"));
        let ran = folder.run("report e.toml -o page.html");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{option}");
        assert!(ran.err.contains(why), "{option}\n{}", ran.err);
    }
    folder.write("e.toml", base.replace("a = ", "\"\" = "));
    let ran = folder.run("report e.toml -o page.html");
    assert!(ran.status == 2 && ran.err.contains("weak.mrg has no name"), "{}", ran.err);
    // A name may look like an option.
    folder.write("e.toml", base.replace("a = ", "\"--x\" = "));
    let ran = folder.run("report e.toml -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(folder.read("page.html").contains("--names=--x"));
}

#[test]
fn rows_that_are_named_twice_are_reported_once() {
    let folder = folder();
    for run in ["15", "16"] {
        let words = format!("brackets gold.mrg weak.mrg --save {run}.jsonl --run {run}");
        assert_eq!(folder.run(&words).status, 0);
    }
    let ran = folder.run("report 15.jsonl 16.jsonl ./15.jsonl -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("./15.jsonl is given twice (it is also 15.jsonl), and reported once"),
        "{}",
        ran.err
    );
    assert!(folder.read("page.html").contains("compare 15.jsonl 16.jsonl --replicates"));
    assert_eq!(folder.run("report 15.jsonl 15.jsonl -o page.html --quiet").err, "");
    let ran =
        folder.run_words(&["brackets", "gold.mrg", "weak.mrg", "--save", "x", "--run", ""], "");
    assert!(ran.err.contains("a run has a name"), "{}", ran.err);
}

#[test]
fn folders_have_a_section_a_treebank_with_its_sentences() {
    let folder = folder();
    for name in ["gold", "parser"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder
        .write("gold/a.mrg", folder.read("gold.mrg"))
        .write("gold/b.mrg", folder.read("gold.mrg"));
    folder.write("parser/a.mrg", folder.read("weak.mrg"));
    folder.write("parser/b.mrg", folder.read("strong.mrg"));
    let ran = folder.run("brackets gold parser --report page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    for part in [
        "<section id=\"brackets\"",
        "Each has a section of its own behind this one",
        "<section id=\"brackets-a\"",
        "<section id=\"brackets-b\"",
        "href=\"#brackets-a/labels/NP/system=parser/errors\"",
        "<code>bezant brackets gold/a.mrg parser/a.mrg --names=parser --labels",
        "data-table=\"brackets/buckets_length\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("Rows of counts alone"));
}

#[test]
fn files_that_are_one_and_copies_are_told() {
    let folder = folder();
    assert_eq!(folder.run("brackets gold.mrg weak.mrg --save x.jsonl").status, 0);
    folder.write("y.jsonl", folder.read("x.jsonl"));
    folder.write("copy.mrg", folder.read("weak.mrg"));
    for (words, why) in [
        ("compare x.jsonl x.jsonl", "x.jsonl and x.jsonl are the same file"),
        ("compare x.jsonl y.jsonl", "x.jsonl and y.jsonl have the same contents"),
        ("report x.jsonl y.jsonl -o page.html", "x.jsonl and y.jsonl have the same contents"),
        (
            "report gold.mrg weak.mrg weak.mrg -o page.html",
            "weak.mrg and weak.mrg are the same file",
        ),
        (
            "report gold.mrg weak.mrg copy.mrg -o page.html",
            "weak.mrg and copy.mrg have the same contents",
        ),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        assert!(ran.err.contains(why), "{words}\n{}", ran.err);
        assert_eq!(folder.run(&format!("{words} --quiet")).err, "", "{words}");
    }
    // A copy of gold is a perfect parser, and one run is no copy of another.
    assert_eq!(folder.run("report gold.mrg gold.mrg -o page.html").err, "");
    folder.run("brackets gold.mrg strong.mrg --save z.jsonl");
    assert_eq!(folder.run("compare x.jsonl z.jsonl").err, "");
}

#[test]
fn a_page_ends_as_the_commands_do_that_it_is_made_of() {
    let folder = folder();
    folder.write("empty.mrg", "");
    let command = folder.run("brackets gold.mrg empty.mrg --report page.html");
    assert_eq!(command.status, 2, "{}", command.err);
    let ran = folder.run("report gold.mrg weak.mrg empty.mrg -o page.html");
    let error = "error: not one sentence of empty could be scored by brackets, fragments\n";
    assert!(ran.status == 2 && ran.err.ends_with(error), "{}", ran.err);
    let all = "warning: brackets, fragments: 60 of 60 sentences of empty were skipped";
    assert!(ran.err.starts_with(all), "{}", ran.err);
    // The others are on the page all the same.
    assert!(folder.read("page.html").contains("weak"));
    folder.run("brackets gold.mrg empty.mrg -q --save rows.jsonl");
    let ran = folder.run("report rows.jsonl -o page.html -q");
    let error = "error: not one sentence of empty.mrg could be scored\n";
    assert_eq!((ran.status, ran.err.as_str()), (2, error));

    let ran = folder.run("report gold.mrg failing.mrg -o page.html");
    let some = "warning: brackets, fragments: 5 of 60 sentences of failing were skipped (";
    assert!(ran.status == 0 && ran.err.starts_with(some), "{}", ran.err);
    assert!(ran.err.ends_with("hint: the page lists them\n"), "{}", ran.err);
    assert_eq!(ran.err.matches("warning: ").count(), 1, "{}", ran.err);
    assert_eq!(folder.run("report gold.mrg failing.mrg -o page.html -q").err, "");
    assert_eq!(folder.run("report gold.mrg weak.mrg -o page.html").err, "");
}
