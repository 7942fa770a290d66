use crate::program::Folder;

const EXPERIMENT: &str = "title = \"Three <parsers>\"\ngold = \"gold.mrg\"\n\n[systems]\nstrong = \"strong.mrg\"\n\
    weak = \"weak.mrg\"\nfailing = \"failing.mrg\"\n\n[[metrics]]\ncommand = \"brackets\"\npreset = \"collins\"\n\n\
    [[metrics]]\ncommand = \"dependencies\"\ngold = \"entailments/gold.conllu\"\n\
    systems = { weak = \"entailments/weak.conllu\" }\nreplicates = 0\n";

#[test]
fn an_experiment_becomes_one_page_and_always_the_same_bytes() {
    let folder = Folder::new();
    folder.write("e.toml", EXPERIMENT);
    let ran = folder.run("report e.toml -o one.html");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let page = folder.read("one.html");
    for part in [
        "<title>Three &lt;parsers&gt;</title>",
        "<section id=\"brackets\"",
        "<section id=\"dependencies\"",
        "href=\"#brackets/labels/NP/system=weak/errors\"",
        // Systems in the order in which they are written, and the options of the tables that a page has.
        "bezant brackets gold.mrg strong.mrg weak.mrg failing.mrg --names strong,weak,failing --preset=collins \
         --labels --classes=kummerfeld --buckets length:10,20,30,40 --details</code>",
        "params:collins",
        "5</a> of 60 sentences",
        "id=\"term-F1\"",
        "Content-Security-Policy",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Nothing is fetched from anywhere.
    assert!(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url("));
    folder.run("report e.toml -o two.html");
    assert!(page == folder.read("two.html"), "the same input is the same bytes");
    // Paths are relative to the experiment, not to where we are.
    folder.run("demo --write sub");
    folder.write("sub/e.toml", EXPERIMENT);
    let ran = folder.run("report sub/e.toml -o three.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(page == folder.read("three.html"), "wherever the experiment is");
}

#[test]
fn gold_alone_is_told_to_need_systems() {
    let folder = Folder::new();
    let ran = folder.run("report gold.mrg -o page.html");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("bezant report gold.mrg system"), "{}", ran.err);
}

#[test]
fn experiments_that_cannot_be_done_are_told_where_and_why() {
    let folder = Folder::new();
    for (text, why) in [
        ("gold = \"gold.mrg\"\n", "e.toml names no metric"),
        ("colour = 1\n", "unknown field `colour`"),
        ("[[metrics]]\ncommand = \"brackets\"\n", "e.toml: metric brackets has no gold"),
        ("gold = \"gold.mrg\"\n[[metrics]]\ncommand = \"brackets\"\n", "has no systems"),
        (
            "gold = \"gold.mrg\"\n[systems]\na = \"weak.mrg\"\n[[metrics]]\ncommand = \"rm\"\n",
            "there is no such metric",
        ),
        (
            "gold = \"gold.mrg\"\n[systems]\na = \"weak.mrg\"\n[[metrics]]\ncommand = \"brackets\"\npreset = \"x y\"\n",
            "x y",
        ),
        (
            "gold = \"gold.mrg\"\n[systems]\na = \"weak.mrg\"\n[[metrics]]\ncommand = \"brackets\"\nsave = \"x\"\n",
            "save has no place in an experiment",
        ),
        (
            "gold = \"gold.mrg\"\n[systems]\na = \"weak.mrg\"\n[[metrics]]\ncommand = \"brackets\"\ncolour = 1\n",
            "--colour",
        ),
        (
            "gold = \"gold.mrg\"\n[systems]\na = \"none.mrg\"\n[[metrics]]\ncommand = \"brackets\"\n",
            "none.mrg",
        ),
    ] {
        folder.write("e.toml", text);
        let ran = folder.run("report e.toml -o page.html");
        assert_eq!(ran.status, 2, "{text}");
        assert!(ran.err.contains(why), "{why}\n{}", ran.err);
        assert!(!folder.path().join("page.html").exists());
    }
}

#[test]
fn a_page_is_written_over_no_file_of_its_experiment() {
    let folder = Folder::new();
    folder.run("demo --write sub");
    folder.write("sub/e.toml", EXPERIMENT);
    let before = folder.read("sub/weak.mrg");
    for page in ["sub/weak.mrg", "sub/e.toml"] {
        let ran = folder.run(&format!("report sub/e.toml -o {page}"));
        assert_eq!(ran.status, 2, "{page}");
        assert!(ran.err.contains("is read, and would be written over"), "{}", ran.err);
    }
    assert_eq!(folder.read("sub/weak.mrg"), before);
}

#[test]
fn a_first_experiment_is_written_from_files() {
    let folder = Folder::new();
    let ran = folder.run("report --init gold.mrg strong.mrg weak.mrg -o e.toml");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(folder.read("e.toml").contains("\"strong\" = \"strong.mrg\""));
    assert_eq!(folder.run("report e.toml -o page.html").status, 0);
    assert!(folder.read("page.html").contains("<section id=\"fragments\""));
    let ran = folder.run("report --init entailments/gold.conllu entailments/weak.conllu");
    assert!(ran.out.contains("command = \"dependencies\""), "{}", ran.out);
}

#[test]
fn every_metric_makes_a_page_beside_its_result() {
    let folder = Folder::new();
    for words in [
        "brackets gold.mrg weak.mrg",
        "fragments gold.mrg weak.mrg --replicates 0",
        "dependencies entailments/gold.conllu entailments/weak.conllu",
        "relations entailments/gold.conllu entailments/weak.conllu --mapping entailments/relations.toml",
    ] {
        let plain = folder.run(words);
        let ran = folder.run(&format!("{words} --report page.html"));
        assert_eq!((ran.status, &ran.out), (plain.status, &plain.out), "{words}\n{}", ran.err);
        let page = folder.read("page.html");
        assert!(page.contains(&format!("<code>bezant {words} ")), "{words}");
        assert!(page.contains("class=\"explorer\""), "{words}");
    }
    // Systems have short names, and cells lead to them.
    folder.run("brackets gold.mrg weak.mrg strong.mrg --report page.html");
    let page = folder.read("page.html");
    for link in
        ["labels/NP/system=weak/errors", "score/brackets/system=strong/errors/from=11/to=20"]
    {
        assert!(page.contains(&format!("href=\"#brackets/{link}\"")), "{link}");
    }
    let ran = folder.run_with("brackets - weak.mrg --report page.html", "(S (N a))");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--report reads the files twice"), "{}", ran.err);
    let rows = "gold.mrg weak.mrg --save rows.jsonl";
    folder.run(&format!("brackets {rows} -q"));
    for (words, input) in [
        ("report - -o p.html", folder.read("rows.jsonl")),
        ("report gold.mrg - -o p.html", folder.read("weak.mrg")),
        ("report --init gold.mrg - -o e.toml", folder.read("weak.mrg")),
    ] {
        let ran = folder.run_with(words, &input);
        let message =
            "error: report reads the files twice, which standard input cannot be; name a file\n";
        assert_eq!((ran.status, ran.err.as_str()), (2, message), "{words}");
    }
}

/// The commands of a page with their signatures.
fn commands(page: &str) -> Vec<(String, String)> {
    let plain = |text: &str| text.replace("&#39;", "'").replace("&gt;", ">").replace("&lt;", "<");
    let parts = page.split("<dt>command</dt><dd><code>").skip(1).map(|rest| {
        let (command, rest) = rest.split_once("</code>").unwrap();
        let signature = rest.split_once("<code>").unwrap().1.split_once("</code>").unwrap().0;
        (plain(command), plain(signature))
    });
    parts.collect()
}

#[test]
fn the_commands_of_a_page_make_its_numbers() {
    let folder = Folder::new();
    for system in ["strong", "weak"] {
        let words =
            format!("entail decide entailments/pairs.xml --parses entailments/{system}.conllu");
        assert_eq!(folder.run(&format!("{words} -o {system}.txt")).status, 0);
    }
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/unbounded");
    for words in [
        "brackets gold.mrg weak.mrg strong.mrg --preset collins".to_string(),
        "fragments gold.mrg weak.mrg --weights sparsity".to_string(),
        "dependencies entailments/gold.conllu entailments/weak.conllu".to_string(),
        "dependencies entailments/gold.conllu entailments/weak.conllu --preset conllx".to_string(),
        "relations entailments/gold.conllu entailments/weak.conllu --mapping entailments/relations.toml"
            .to_string(),
        "entail score entailments/pairs.xml strong.txt weak.txt --parses entailments/strong.conllu \
         --parses entailments/weak.conllu"
            .to_string(),
        "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu --parses entailments/weak.conllu"
            .to_string(),
        format!("unbounded {corpus}/corpus {corpus}/trees {corpus}/stanford"),
    ] {
        let ran = folder.run(&format!("{words} --report page.html"));
        assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
        let page = folder.read("page.html");
        for (command, signature) in commands(&page) {
            let again = folder.run(command.strip_prefix("bezant ").unwrap());
            assert!(again.out.contains(&signature), "{command}\n{signature}\n{}", again.out);
        }
        assert!(page.contains("<dt>variant</dt><dd>published:") || page.contains("<dd>ours:"));
    }
}

#[test]
fn pairs_are_found_by_reason_and_relation() {
    let folder = Folder::new();
    for system in ["strong", "weak"] {
        let words =
            format!("entail decide entailments/pairs.xml --parses entailments/{system}.conllu");
        assert_eq!(folder.run(&format!("{words} -o {system}.txt")).status, 0);
    }
    let score = "entail score entailments/pairs.xml strong.txt weak.txt";
    let parses = "--parses entailments/strong.conllu --parses entailments/weak.conllu";
    let ran = folder.run(&format!("{score} {parses} --report page.html"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    for part in [
        "Wrong answers by reason",
        "Wrong answers by the relation they hang on",
        "href=\"#entailments/hangs_on/nsubj/system=weak/errors\"",
        "href=\"#entailments/relation/",
        "href=\"#entailments/score/YES/system=weak/missing\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Nothing is written where the page cannot be made.
    folder.write("no.conllu", "no parses\n");
    for (wrong, what) in [
        ("--parses entailments/weak.conllu", "--parses is given 1 times for 2 systems"),
        ("--parses entailments/weak.conllu --parses no.conllu", "no.conllu"),
    ] {
        let out = "--save rows.jsonl -o out.txt --report other.html";
        let ran = folder.run(&format!("{score} {wrong} {out}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{wrong}");
        assert!(ran.err.contains(what), "{}", ran.err);
        for file in ["rows.jsonl", "out.txt", "other.html"] {
            assert!(!folder.path().join(file).exists(), "{wrong}: {file}");
        }
    }
    let ran = folder.run(&format!("{score} {parses}"));
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("--parses has no effect without --report"), "{}", ran.err);
    let oracle = "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu \
                  --parses entailments/weak.conllu --report page.html";
    assert_eq!(folder.run(oracle).status, 0);
    assert!(folder.read("page.html").contains("href=\"#oracle/causes/"));
}

#[test]
fn saved_rows_make_a_page_that_says_what_it_lacks() {
    let folder = Folder::new();
    folder.run("brackets gold.mrg strong.mrg weak.mrg --save b.jsonl");
    folder.run("dependencies entailments/gold.conllu entailments/weak.conllu --save d.jsonl");
    let ran = folder.run("report b.jsonl d.jsonl -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    assert_eq!(page.matches("Rows of counts alone have no words").count(), 2);
    assert!(page.contains("<section id=\"dependencies\""));
}

#[test]
fn words_can_be_left_out() {
    let folder = Folder::new();
    folder.write("g.mrg", "(S (NP (N Zyzzyva)) (VP (V sleeps)))\n(S (N a))\n");
    folder.write("s.mrg", "(S (NP (N Zyzzyva) (V sleeps)))\n(S (N Zyzzyva))\n");
    let ran = folder.run("brackets g.mrg s.mrg --report page.html --without-text");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    assert!(!page.contains("Zyzzyva"), "not even among reasons");
    assert!(page.contains("Words are left out of this page"));
}

#[test]
fn the_demo_leaves_a_page_and_replaces_only_its_own() {
    let folder = Folder::new();
    for _ in 0..2 {
        let ran = folder.run("demo");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            ran.out.contains("with every sentence behind it: bezant-demo/report.html"),
            "{}",
            ran.out
        );
    }
    folder.write("bezant-demo/report.html", "mine");
    let ran = folder.run("demo");
    assert!(
        ran.out.contains("No page was left: bezant-demo/report.html is there already"),
        "{}",
        ran.out
    );
    assert_eq!(folder.read("bezant-demo/report.html"), "mine");
}

#[test]
fn runs_of_a_system_are_a_curve() {
    let folder = Folder::new();
    for (run, system) in [("1", "weak"), ("2", "middling"), ("3", "strong")] {
        folder.write("parser.mrg", folder.read(&format!("{system}.mrg")));
        let words = format!("brackets gold.mrg parser.mrg --save {run}.jsonl --run {run}");
        assert_eq!(folder.run(&words).status, 0);
    }
    let ran = folder.run("report 1.jsonl 2.jsonl 3.jsonl -o page.html");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    assert!(page.contains("F1 of parser over its runs") && page.contains("<polyline"));
    assert!(page.contains("parser@2"));
    let ran = folder.run("brackets gold.mrg weak.mrg --save x.jsonl --run a@b");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("a run's name has neither @ nor a comma"), "{}", ran.err);
    assert_eq!(folder.run("brackets gold.mrg weak.mrg --run a").status, 2);
}

#[test]
fn what_changed_since_rows_were_saved_is_told() {
    let folder = Folder::new();
    folder.write("parser.mrg", folder.read("weak.mrg"));
    folder.run("brackets gold.mrg parser.mrg --save old.jsonl --run old");
    folder.write("parser.mrg", folder.read("strong.mrg"));
    let ran = folder.run("brackets gold.mrg parser.mrg --format markdown --against old.jsonl");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let scores = ran.out.lines().find(|line| line.contains("| F1")).unwrap();
    // Both figures are those of the systems alone.
    let [weak, strong] = ["weak", "strong"].map(|name| {
        let json = folder.json(&format!("brackets gold.mrg {name}.mrg"));
        format!("{:.2}", 100.0 * json["systems"][0]["scores"]["f1"].as_f64().unwrap())
    });
    assert!(scores.contains(&format!("{weak} | {strong}")), "{scores}");
    assert!(ran.out.contains("**Sentences that changed most since old.jsonl"), "{}", ran.out);
    // A change is asked about, so it comes first; programs read it, too.
    assert!(ran.out.starts_with("**Since old.jsonl"), "{}", ran.out);
    assert!(ran.out.contains("; parser was parser@old"), "{}", ran.out);
    let json = folder.json("brackets gold.mrg parser.mrg --against old.jsonl");
    let since = &json["since"][0];
    let names = ["system", "rows", "before_system", "score"].map(|name| since[name].as_str());
    assert_eq!(names, ["parser.mrg", "old.jsonl", "parser@old", "f1"].map(Some));
    let number = |name: &str| since[name].as_f64().unwrap();
    assert_eq!(format!("{:.2} | {:.2}", 100.0 * number("before"), 100.0 * number("now")), {
        format!("{weak} | {strong}")
    });
    assert!((number("now") - number("before") - number("difference")).abs() < 1e-9);
    assert!(number("better") > number("worse") && number("p_adjusted") < 0.05);
    // Five that gained most; no more than two are worse.
    assert_eq!(json["changed_sentences"].as_array().unwrap().len(), 7);
    assert_eq!(["sentences", "lost", "regained"].map(number), [60.0, 0.0, 0.0]);
    // A parser that ends half way is not as good as before.
    let half: String =
        folder.read("strong.mrg").lines().take(30).map(|it| format!("{it}\n")).collect();
    folder.write("parser.mrg", half + &"\n".repeat(30));
    let ran = folder.run("brackets gold.mrg parser.mrg --format markdown --against old.jsonl");
    assert!(ran.out.contains("| F1 all |"), "{}", ran.out);
    assert!(ran.out.contains("|             30 |   30 |        0 |"), "{}", ran.out);
    let ran = folder.run("fragments gold.mrg parser.mrg --against old.jsonl");
    assert!(
        ran.err.contains("old.jsonl has rows of brackets, and these are of fragments"),
        "{}",
        ran.err
    );
    // Rows that were made otherwise are no measure.
    let ran = folder.run("brackets gold.mrg parser.mrg --preset none --against old.jsonl");
    assert_eq!(ran.status, 2);
    let ran = folder.run("merge old.jsonl --against old.jsonl");
    assert!(ran.err.contains("--against is for whole results"), "{}", ran.err);
}

#[test]
fn wrong_answers_are_one_page_with_an_index() {
    let folder = Folder::new();
    let words =
        "entail explain entailments/pairs.xml --parses entailments/weak.conllu --module ud --wrong";
    let ran = folder.run(&format!("{words} --as html -o page.html"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("page.html");
    let n = page.matches("<article id=").count();
    assert!(n > 5 && page.contains(&format!("<h1>{n} of 158 answers are wrong</h1>")));
    assert_eq!(page.matches("<!DOCTYPE").count(), 1);
    assert!(page.contains("<th>because</th>") && page.contains("stands in several rows"));
    // Links name pairs by their ids, wherever they stand in the page.
    for link in page.split("<a href=\"#").skip(1) {
        let (to, rest) = link.split_once("\">").unwrap();
        assert_eq!(to, format!("pair-{}", rest.split('<').next().unwrap()));
        assert!(page.contains(&format!("<article id=\"{to}\">")), "{to}");
    }
}
