//! A small browser: follows forms as people without scripts do.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use bezant_annotate::{Options, Plan, Question, Running, Store, serve};

/// Pairs of our own: half of them follow.
pub fn plan(n: usize, sheet: usize, per_pair: u32) -> Plan {
    let question = |at: usize| Question {
        id: format!("p{at}"),
        text: format!("The {at} gardeners whom the neighbour thanked planted a tree & a rose."),
        hypothesis: match at % 2 {
            0 => format!("The {at} gardeners planted something."),
            _ => "The neighbour planted a tree.".to_string(),
        },
        silver: Some(at.is_multiple_of(2)),
    };
    Plan { questions: (1..=n).map(question).collect(), sheet, per_pair, seed: 1 }
}

pub fn store(folder: &Path, plan: &Plan, annotators: usize) -> Store {
    let mut store = Store::create(&folder.join("s.db"), plan).unwrap();
    store.ensure_annotators(annotators).unwrap();
    store
}

pub fn options() -> Options {
    let mut options = Options::new("127.0.0.1:0".parse().unwrap());
    // Tests are quicker than people.
    options.rate = 10_000;
    options
}

/// A server at work, and the links to it.
pub struct Site {
    running: Option<Running>,
    pub host: String,
    pub organiser: String,
    pub annotators: Vec<String>,
}

impl Site {
    pub fn of(store: Store, options: Options) -> Site {
        let links = store.links().unwrap();
        let running = serve(store, options).unwrap();
        let host = running.base().strip_prefix("http://").unwrap().to_string();
        Site {
            running: Some(running),
            host,
            organiser: format!("/o/{}", links.organiser),
            annotators: links.annotators.iter().map(|(_, link)| format!("/a/{link}")).collect(),
        }
    }

    pub fn get(&self, path: &str) -> Answered {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.host
        ))
    }

    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answered {
        self.post_with(path, fields, "")
    }

    pub fn post_with(&self, path: &str, fields: &[(&str, &str)], headers: &str) -> Answered {
        let field = |(name, value): &(&str, &str)| format!("{name}={}", value.replace(' ', "+"));
        let body = fields.iter().map(field).collect::<Vec<_>>().join("&");
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        ))
    }

    pub fn send(&self, request: &str) -> Answered {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        // A server that has seen enough may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        Answered::of(&String::from_utf8_lossy(&all))
    }

    /// Follows where a page leads to.
    pub fn follow(&self, mut answered: Answered) -> Answered {
        while let Some(to) = answered.headers.get("location").cloned() {
            answered = self.get(&to);
        }
        answered
    }

    /// What an annotator's forms must bring.
    pub fn form(&self, link: &str) -> String {
        self.get(link).field("form").unwrap()
    }

    /// Agrees and takes a sheet; returns the first question, or what else is shown.
    pub fn begin(&self, link: &str) -> Answered {
        let form = self.form(link);
        self.follow(self.post(&format!("{link}/begin"), &[("form", &form)]))
    }

    /// Answers the question on a page; returns the page that follows.
    pub fn answer(&self, link: &str, page: &Answered, answer: &str) -> Answered {
        let (form, pair) = (page.field("form").unwrap(), page.field("pair").unwrap());
        let shown = page.field("shown").unwrap();
        let fields =
            [("form", form.as_str()), ("pair", &pair), ("shown", &shown), ("answer", answer)];
        let answered = self.post(&format!("{link}/answers"), &fields);
        assert_eq!(answered.status, 303, "{}", answered.body);
        self.follow(answered)
    }

    /// Answers all questions of a sheet as told by their hypotheses; returns how many there were.
    pub fn finish_sheet(&self, link: &str, answer: impl Fn(&str) -> &'static str) -> usize {
        let mut page = self.begin(link);
        let mut n = 0;
        while page.field("pair").is_some() {
            let answer = answer(&page.between("class=\"hypothesis\"", "</p>"));
            page = self.answer(link, &page, answer);
            n += 1;
        }
        assert!(page.body.contains("Thank you"), "{}", page.body);
        n
    }

    /// The judgements as the organiser gets them, without the header.
    pub fn judgements(&self) -> Vec<Vec<String>> {
        let table = self.get(&format!("{}/judgements.csv", self.organiser));
        let lines = table.body.lines().skip(1);
        lines.map(|line| line.split(',').map(str::to_string).collect()).collect()
    }

    pub fn stop(mut self) {
        let running = self.running.take().unwrap();
        running.stopper().stop();
        running.wait().unwrap();
    }
}

/// What a server answered.
pub struct Answered {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Answered {
    fn of(text: &str) -> Answered {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_ascii_lowercase(), value.to_string()))
        };
        let headers = lines.filter_map(header).collect();
        Answered { status: status.unwrap_or(0), headers, body: body.to_string() }
    }

    /// The value of a hidden field.
    pub fn field(&self, name: &str) -> Option<String> {
        let (_, after) = self.body.split_once(&format!("name=\"{name}\" value=\""))?;
        Some(after.split_once('"')?.0.to_string())
    }

    /// What stands between two marks.
    pub fn between(&self, start: &str, end: &str) -> String {
        let after = self.body.split_once(start).map_or("", |(_, after)| after);
        after.split_once(end).map_or("", |(inside, _)| inside).to_string()
    }
}
