//! docs/workshop.md from its first command to its last, with people who are simulated.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::annotate::Served;
use crate::readme::blocks;

/// How somebody answers: the chance to be right about clear pairs and about others, to be unsure about
/// either, and the seconds they take.
struct Kind {
    right: [f64; 2],
    unsure: [f64; 2],
    seconds: f64,
}

// The people of scripts/simulate_crowd.py.
const GOOD: Kind = Kind { right: [0.97, 0.70], unsure: [0.01, 0.15], seconds: 12.0 };
const CARELESS: Kind = Kind { right: [0.80, 0.60], unsure: [0.03, 0.10], seconds: 7.0 };
const RANDOM: Kind = Kind { right: [0.50, 0.50], unsure: [0.10, 0.10], seconds: 2.0 };

/// How many pairs are clear, and how often silver is not what a reader understands.
const CLEAR: f64 = 0.45;
const SILVER_IS_WRONG: f64 = 0.04;

/// The class, in the order of its links: good, careless, random.
const CLASS: &str = "gggcr ggcgg rgggg cgrgg";

const SEED: u64 = 1;

/// A number below 1 that only depends on what it is drawn for.
fn draw(person: usize, pair: usize, what: u64) -> f64 {
    let mut mixed = SEED;
    for part in [person as u64, pair as u64, what] {
        // The finishing steps of SplitMix64.
        mixed = (mixed ^ part).wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
    }
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// What a person says about a pair, and how long that takes them.
fn judged(person: usize, kind: &Kind, pair: usize, silver: bool) -> (&'static str, f64) {
    let unclear = usize::from(draw(0, pair, 1) >= CLEAR);
    let truth = silver != (draw(0, pair, 2) < SILVER_IS_WRONG);
    let seconds = kind.seconds * (0.5 + draw(person, pair, 3));
    let answer = if draw(person, pair, 4) < kind.unsure[unclear] {
        "not-sure"
    } else if (draw(person, pair, 5) < kind.right[unclear]) == truth {
        "yes"
    } else {
        "no"
    };
    (answer, seconds)
}

fn kind(person: usize) -> &'static Kind {
    match CLASS.replace(' ', "").as_bytes()[person - 1] {
        b'g' => &GOOD,
        b'c' => &CARELESS,
        _ => &RANDOM,
    }
}

/// One connection to the application, kept open.
struct Visitor {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Visitor {
    fn new(host: &str) -> Visitor {
        let stream = BufReader::new(TcpStream::connect(host).unwrap());
        Visitor { stream, host: host.to_string() }
    }

    /// Where a request leads, if elsewhere, and its page.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> (Option<String>, String) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut head, mut line) = (BTreeMap::new(), String::new());
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().to_string();
        assert!(["200", "303"].contains(&status.as_str()), "{method} {path}: {line}");
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            head.insert(name.to_ascii_lowercase(), value.to_string());
        }
        let length = head.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut page = vec![0; length];
        self.stream.read_exact(&mut page).unwrap();
        (head.remove("location"), String::from_utf8(page).unwrap())
    }

    /// Takes a sheet at a link; where that leads.
    fn take_sheet(&mut self, link: &str) -> String {
        let (_, page) = self.ask("GET", link, "");
        let form = format!("form={}", hidden(&page, "form"));
        self.ask("POST", &format!("{link}/begin"), &form).0.unwrap()
    }

    /// Answers all of a sheet; returns how many questions it had.
    fn answer(&mut self, link: &str, mut at: String, person: usize, silver: &[bool]) -> usize {
        let mut n = 0;
        while !at.ends_with("/done") {
            let (elsewhere, page) = self.ask("GET", &at, "");
            if let Some(elsewhere) = elsewhere {
                at = elsewhere;
                continue;
            }
            let (form, pair) = (hidden(&page, "form"), hidden(&page, "pair"));
            let pair: usize = pair.parse().unwrap();
            let (answer, seconds) = judged(person, kind(person), pair, silver[pair - 1]);
            // Nobody waits in a test: the page says that it was shown that long ago.
            let shown = hidden(&page, "shown").parse::<f64>().unwrap() - 1000.0 * seconds;
            let body = format!(
                "form={form}&pair={pair}&answer={answer}&shown={shown:.0}&seconds={seconds:.1}"
            );
            at = self.ask("POST", &format!("{link}/answers"), &body).0.unwrap();
            n += 1;
        }
        n
    }
}

/// The value of a hidden field.
fn hidden<'p>(page: &'p str, name: &str) -> &'p str {
    let (_, after) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
    after.split_once('"').unwrap().0
}

/// The words of a command, those between apostrophes as one.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (at, piece) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(piece.split_whitespace().map(String::from)),
            _ => words.push(piece.to_string()),
        }
    }
    words
}

/// The silver answers of a file of pairs, in its order.
fn answers(path: &Path) -> Vec<bool> {
    let xml = fs::read_to_string(path).unwrap();
    let pairs = xml.lines().filter(|line| line.contains("<pair "));
    pairs.map(|line| line.contains("entailment=\"YES\"")).collect()
}

/// Whoever follows the page: where they are, and what happened so far.
struct Reader {
    folder: PathBuf,
    judgements: usize,
}

impl Reader {
    /// Runs a command; what it prints on both ways.
    fn run(&self, line: &str) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezant"));
        let command = command.current_dir(&self.folder).args(words(line));
        let ran = command.env_remove("CLICOLOR_FORCE").env_remove("COLUMNS").output().unwrap();
        let [out, err] = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(ran.status.code(), Some(0), "{line}\n{err}");
        (out, err)
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.run(&format!("{line} --format json")).0).unwrap()
    }

    /// Starts the application, lets the class answer until nothing is left to do, and ends it.
    fn ask_the_class(&mut self, line: &str) -> (String, String) {
        let words = words(line);
        let silver = answers(&self.folder.join(&words[2]));
        let mut served = Served::start_in(&self.folder, words[2..].iter().map(String::as_str));
        let n = CLASS.replace(' ', "").len();
        let links = served.links(1 + n);
        let (host, _) = links[0].strip_prefix("http://").unwrap().split_once('/').unwrap();
        let path = |link: &'_ str| link.split_once(host).unwrap().1.to_string();
        let mut class: Vec<(Visitor, String)> =
            links[1..].iter().map(|link| (Visitor::new(host), path(link))).collect();
        loop {
            // Sheets are taken one after the other, so that everybody has the same ones in every run, and are
            // answered at once.
            let taken: Vec<String> =
                class.iter_mut().map(|(visitor, link)| visitor.take_sheet(link)).collect();
            let n: usize = thread::scope(|scope| {
                let work = class.iter_mut().zip(taken).zip(1..);
                let work: Vec<_> = work
                    .map(|(((visitor, link), at), person)| {
                        let silver = &silver;
                        scope.spawn(move || visitor.answer(link, at, person, silver))
                    })
                    .collect();
                work.into_iter().map(|person| person.join().unwrap()).sum()
            });
            self.judgements += n;
            if n == 0 {
                break;
            }
        }
        let (_, page) = class[0].0.ask("GET", &path(&links[0]), "");
        assert!(page.contains(&self.judgements.to_string()), "{page}");
        drop(class);
        let (status, said) = served.end("-TERM");
        assert_eq!(status, Some(0), "{said}");
        (links.join("\n"), said)
    }
}

fn rows<'j>(json: &'j Value, table: &str) -> &'j [Value] {
    json[table].as_array().unwrap_or_else(|| panic!("no table {table} in {json:#}"))
}

/// A `text` block below a command is a piece of what the command prints, on standard output or error.
#[test]
fn the_tutorial_leads_from_a_treebank_to_a_packed_data_set() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/workshop.md");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.lines().count() <= 150, "{} lines", page.lines().count());
    let root = tempfile::tempdir().unwrap();
    let mut reader = Reader { folder: root.path().to_path_buf(), judgements: 0 };
    let mut n_commands = 0;
    let mut printed = (String::new(), String::new());
    for (language, body) in blocks(&page) {
        if language == "text" {
            let pieces = body.trim_end().split("\n…\n");
            for piece in pieces {
                let is_there = printed.0.contains(piece) || printed.1.contains(piece);
                assert!(is_there, "{piece}\nis not in\n{}{}", printed.0, printed.1);
            }
        }
        for line in body.lines().filter(|_| language == "console") {
            let line = line.strip_prefix("$ ").unwrap();
            if let Some(folder) = line.strip_prefix("cd ") {
                reader.folder.push(folder);
                continue;
            }
            let line = line.strip_prefix("bezant ").unwrap();
            let starts = line.starts_with("entail annotate ") && !line.contains("--store");
            printed = if starts { reader.ask_the_class(line) } else { reader.run(line) };
            n_commands += 1;
        }
    }
    assert!(n_commands >= 12, "only {n_commands} commands");
    everything_is_as_it_should_be(&reader);
}

fn everything_is_as_it_should_be(reader: &Reader) {
    let new = answers(&reader.folder.join("new.xml")).len();
    let kept = answers(&reader.folder.join("kept.xml")).len();
    assert_eq!(reader.judgements, 5 * new, "every pair is judged by five people");

    // Those who did not read are dropped, and most of the others are not.
    let filtered = reader.json("entail filter new.xml new.judgements.db");
    let dropped: Vec<usize> = rows(&filtered, "dropped_annotators")
        .iter()
        .map(|row| row["annotator"].to_string().trim_matches('"').parse().unwrap())
        .collect();
    let people = CLASS.replace(' ', "");
    let of = |kind: char| people.chars().zip(1..).filter(move |(one, _)| *one == kind);
    assert!(of('r').all(|(_, person)| dropped.contains(&person)), "{dropped:?}");
    let n_lost = of('g').filter(|(_, person)| dropped.contains(person)).count();
    assert!(4 * n_lost <= of('g').count(), "{dropped:?}");
    // Where three of the five people of a sheet are dropped, all of the sheet is lost, and a sheet is an eighth of the
    // pairs: how much is kept varies with who is dropped.
    assert!((0.2..=0.6).contains(&(kept as f64 / new as f64)), "{kept} of {new} kept");

    // Tables add up: rows to their total, parts to the whole.
    let tables = reader.json("entail tables new.xml kept.xml parts/dev.xml parts/test.xml");
    let sources = rows(&tables, "source");
    let (total, sources) = sources.split_last().unwrap();
    for (name, n) in [("new", new), ("kept", kept)] {
        let sum: u64 = sources.iter().map(|row| row[name].as_u64().unwrap()).sum();
        assert_eq!((sum, total[name].as_u64()), (n as u64, Some(n as u64)), "{name}");
    }
    assert_eq!(total["dev"].as_u64().unwrap() + total["test"].as_u64().unwrap(), kept as u64);

    // What was packed is what was kept, and its answers are right about it.
    let packed = reader.json("entail score my-pairs/pairs.xml my-pairs/answers.txt");
    assert_eq!(packed["systems"][0]["scores"]["accuracy"], 1.0, "{packed:#}");
    assert_eq!(answers(&reader.folder.join("my-pairs/pairs.xml")).len(), kept);
    for part in ["dev", "test"] {
        let files = format!("my-pairs/{part}.xml my-pairs/{part}.answers.txt");
        let scored = reader.json(&format!("entail score {files}"));
        assert_eq!(scored["systems"][0]["scores"]["accuracy"], 1.0, "{part}");
    }
}
