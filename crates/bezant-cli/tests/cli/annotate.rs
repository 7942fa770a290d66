use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::Folder;

const PAIRS: &str = "id\tentailment\ttext\thypothesis\n\
    1\tYES\tThe nurse whom the twins admired sang.\tThe nurse sang.\n\
    2\tNO\tThe nurse whom the twins admired sang.\tThe twins sang.\n";

/// A server at work, ended when it is dropped.
pub struct Served {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(folder: &Folder, words: &str) -> Served {
        Served::start_in(folder.path(), words.split_whitespace())
    }

    /// Any port will do unless one is asked for.
    pub fn start_in<'w>(folder: &Path, words: impl Iterator<Item = &'w str>) -> Served {
        let words: Vec<&str> = words.collect();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bezant"))
            .current_dir(folder)
            .args(["entail", "annotate"])
            .args((!words.contains(&"--address")).then_some("--address=127.0.0.1:0"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Served { child, out }
    }

    /// The next links that are printed.
    pub fn links(&mut self, n: usize) -> Vec<String> {
        let mut line = || {
            let mut line = String::new();
            self.out.read_line(&mut line).unwrap();
            line.trim_end().to_string()
        };
        (0..n).map(|_| line()).collect()
    }

    /// Ends it and returns the status and what it said. Not by Ctrl-C, which shells hide from what runs in
    /// the background.
    pub fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let status = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status, said)
    }
}

fn request(link: &str, method: &str, more: &str, body: &str) -> String {
    let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let kind = "application/x-www-form-urlencoded";
    let length = body.len();
    write!(
        stream,
        "{method} /{path}{more} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
         content-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).unwrap();
    all
}

/// Agrees, and answers the first question.
fn answer(link: &str, answer: &str) {
    let value = |page: &str, name: &str| {
        let (_, after) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
        after.split_once('"').unwrap().0.to_string()
    };
    let form = value(&request(link, "GET", "", ""), "form");
    request(link, "POST", "/begin", &format!("form={form}"));
    let pair = value(&request(link, "GET", "/sheet/1", ""), "pair");
    let body = format!("form={form}&pair={pair}&answer={answer}");
    assert!(request(link, "POST", "/answers", &body).starts_with("HTTP/1.1 303"));
}

#[test]
fn links_are_printed_one_a_line_and_stay_the_same() {
    let folder = Folder::new();
    folder.write("new.tsv", PAIRS);
    let mut served = Served::start(&folder, "new.tsv --annotators 3 --code sunflower");
    let links = served.links(5);
    assert!(links[0].contains("/o/") && links[4].ends_with("/join?code=sunflower"), "{links:?}");
    assert!(links[1..4].iter().all(|link| link.contains("/a/")), "{links:?}");
    answer(&links[2], "no");
    // As it is while the server runs.
    let ran = folder.run("entail annotate --store new.judgements.db --export -");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "id,annotator,answer,seconds,when,check");
    assert!(lines.len() == 2 && lines[1].contains(",2,no,"), "{}", ran.out);
    let filtered = |judgements: &str| {
        let words = "--min-judgements 1 --min-agreement 1 --replicates 0 -o kept.xml";
        let ran = folder.run(&format!("entail filter new.tsv {judgements} {words}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        (folder.read("kept.xml"), ran.out.replace(judgements, ""))
    };
    folder.write("judgements.csv", &ran.out);
    assert_eq!(filtered("new.judgements.db"), filtered("judgements.csv"));
    assert_eq!(folder.run("entail annotate new.tsv --backup copy.db").status, 0);
    let (status, said) = served.end("-TERM");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.ends_with("ended; judgements in new.judgements.db: 1\n"), "{said}");
    assert!(!links.iter().any(|link| said.contains(link.rsplit('/').next().unwrap())), "{said}");
    let path = |link: &String| link.splitn(4, '/').nth(3).unwrap().to_string();
    let mut again = Served::start(&folder, "--store copy.db");
    let same: Vec<String> = again.links(4).iter().map(path).collect();
    assert_eq!(same, links[..4].iter().map(path).collect::<Vec<_>>());
    assert_eq!(again.end("-TERM").0, Some(0));
    let ran = folder.run("entail annotate --store copy.db --forget 2");
    assert_eq!((ran.status, ran.err.as_str()), (0, "forgot annotator 2 and 1 answer\n"));
    assert_eq!(folder.run("entail annotate --store copy.db --export -").out.lines().count(), 1);
}

#[test]
fn slips_are_said_before_anything_is_made() {
    let folder = Folder::new();
    folder.write("new.tsv", PAIRS).write("other.tsv", PAIRS.replace("twins", "cousins"));
    folder.write("words.toml", "language = \"nl\"\n");
    folder.write("checks.tsv", "id\ttext\thypothesis\n1\tA dog barked.\tA dog barked.\n");
    for (words, message) in [
        ("absent.tsv", "absent.tsv: No such file"),
        ("--store absent.db", "absent.db is not there yet; name the pairs"),
        ("--store absent.db --export -", "absent.db: No such file"),
        ("new.tsv --address nowhere", "--address nowhere: write a host and a port"),
        ("new.tsv --texts words.toml", "words.toml: checks is missing; direction is missing;"),
        ("new.tsv --code abc", "--code abc: use six letters or more"),
        ("new.tsv --url example.org", "--url example.org: write all of it"),
        ("new.tsv --url http://example.org/x", "pages need a host of their own"),
        ("new.tsv --checks 20", "the file of texts has only 16"),
        ("new.tsv --checks 1 --checks-from checks.tsv", "checks.tsv: pair 1 has no answer"),
        ("new.tsv --price much", "much is no price"),
        ("new.tsv --return-after 5", "5 has no unit; write for example 5m"),
        ("new.tsv --annotators 0", "--annotators 0: nobody could answer"),
        ("new.tsv --address 192.0.2.1:9", "cannot listen at 192.0.2.1:9"),
        ("new.tsv --store new.tsv", "is read, and would be written over"),
        ("- --address 127.0.0.1:0", "say with --store where answers are kept"),
    ] {
        let ran = folder.run(&format!("entail annotate {words}"));
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
        assert!(!folder.path().join("new.judgements.db").exists(), "{words}");
    }
    let mut served = Served::start(&folder, "new.tsv --store s.db");
    let link = served.links(1).remove(0);
    let address = link.strip_prefix("http://").unwrap().split_once('/').unwrap().0;
    for (words, message) in [
        (
            format!("other.tsv --store s.db --address {address}"),
            "belongs to another data set (2 pairs",
        ),
        (
            format!("new.tsv --store s.db --address {address}"),
            "is another server running there? --address 127.0.0.1:0 takes a port that is free",
        ),
        (format!("new.tsv --store t.db --address {address}"), "cannot listen at"),
        ("--store s.db --backup -".to_string(), "--backup -: a store is a file"),
        ("--store s.db --backup other.tsv".to_string(), "other.tsv is there already"),
        ("--store s.db --export other.tsv".to_string(), "other.tsv is there already"),
        ("new.tsv --store s.db --sheet 7".to_string(), "--sheet is 25 in this store and stays so"),
        ("new.tsv --store other.tsv".to_string(), "other.tsv: this is no store of judgements"),
        ("--store s.db --export s.db".to_string(), "s.db would be written twice"),
        (
            "--store s.db --backup ./s.db".to_string(),
            "s.db would be written twice (it is also ./s.db)",
        ),
    ] {
        let ran = folder.run(&format!("entail annotate {words}"));
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
    assert_eq!(folder.read("other.tsv"), PAIRS.replace("twins", "cousins"));
    assert!(!folder.path().join("t.db").exists());
}

#[test]
fn files_are_replaced_only_by_force_and_stores_in_use_never() {
    let folder = Folder::new();
    folder.write("new.tsv", PAIRS);
    let mut served = Served::start(&folder, "new.tsv --store served.db --annotators 5");
    let links = served.links(2);
    answer(&links[1], "yes");
    let ran = |words: &str| {
        let ran = folder.run(&format!("entail annotate --store served.db {words}"));
        (ran.status, ran.err)
    };
    let wrote = (0, "wrote 1 answer to j.csv\n".to_string());
    assert_eq!(ran("--export j.csv"), wrote);
    assert_eq!(ran("--export j.csv").0, 2);
    assert_eq!(ran("--export j.csv --force"), wrote);
    assert_eq!(ran("--backup copy.db").0, 0);
    for words in ["--backup served.db --force", "--export served.db --force"] {
        let ran = folder.run(&format!("entail annotate --store copy.db {words}"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains("served.db is a store in use; name another file"), "{}", ran.err);
    }
    assert_eq!(ran("--backup copy.db --force").0, 0);
    assert_eq!(ran("--forget 1 --force").0, 2);
    let (status, said) = served.end("-TERM");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.ends_with("judgements in served.db: 1\n"), "{said}");
}

#[test]
fn a_store_remembers_how_it_was_served() {
    let folder = Folder::new();
    folder.write("new.tsv", PAIRS);
    let words = "new.tsv --store s.db --annotators 1 --contact Ada --retention years --code sunflower \
                 --completion PAID --price 0.50USD";
    let mut served = Served::start(&folder, words);
    let before = served.links(3);
    let pages = |links: &[String]| {
        let [organiser, first] = [0, 1].map(|at| request(&links[at], "GET", "", ""));
        assert!(
            organiser.contains("Cost so far") && organiser.contains("sunflower"),
            "{organiser}"
        );
        first.split_once("<main").unwrap().1.to_string()
    };
    let first = pages(&before);
    assert!(first.contains("Contact: Ada") && first.contains("are kept: years"), "{first}");
    assert_eq!(served.end("-TERM").0, Some(0));
    let mut served = Served::start(&folder, "--store s.db");
    let links = served.links(3);
    assert!(links[2].ends_with("/join?code=sunflower"), "{links:?}");
    assert_eq!(pages(&links), first);
    let (_, said) = served.end("-TERM");
    assert!(!said.contains("note:"), "{said}");
    // Newer options replace what was kept, and that is said.
    let mut served = Served::start(&folder, "--store s.db --contact Grace --code -");
    let links = served.links(2);
    assert!(request(&links[1], "GET", "", "").contains("Contact: Grace"));
    let (_, said) = served.end("-TERM");
    assert!(said.contains("note: --contact was before: Ada\n"), "{said}");
    assert!(said.contains("note: --code is not what it was before\n"), "{said}");
    assert!(said.contains("warning: 1 link cannot finish any pair"), "{said}");
    assert!(said.contains("then 1 link of annotators; keep"), "{said}");
}

#[test]
fn help_and_texts_are_there_for_beginners() {
    let folder = Folder::new();
    let help = folder.run("entail annotate -h").out;
    for option in ["--annotators", "--code", "--address", "--store"] {
        assert!(help.contains(option), "{help}");
    }
    let texts = folder.run("entail annotate --print-texts");
    assert_eq!(texts.status, 0, "{}", texts.err);
    folder.write("new.tsv", PAIRS).write("words.toml", texts.out.replace("\"Yes\"", "\"Ja\""));
    let mut served = Served::start(&folder, "new.tsv --texts words.toml");
    let link = served.links(2).remove(1);
    assert!(request(&link, "GET", "", "").contains("<strong>Ja.</strong>"));
    assert_eq!(served.end("-TERM").0, Some(0));
    // People who agreed to these words keep them.
    let mut served = Served::start(&folder, "--store new.judgements.db");
    let link = served.links(2).remove(1);
    assert!(request(&link, "GET", "", "").contains("<strong>Ja.</strong>"));
}

#[test]
fn other_computers_are_let_in_only_with_a_warning() {
    let folder = Folder::new();
    folder.write("new.tsv", PAIRS);
    let mut served =
        Served::start(&folder, "new.tsv --address 0.0.0.0:0 --url https://pairs.example/");
    let links = served.links(6);
    assert!(links.iter().all(|link| link.starts_with("https://pairs.example/")), "{links:?}");
    let (_, said) = served.end("-TERM");
    assert!(said.contains("warning: every computer that reaches 0.0.0.0:"), "{said}");
    assert!(!said.contains("0.0.0.0:0 "), "{said}");
    assert!(said.contains("--contact and --retention"), "{said}");
}
