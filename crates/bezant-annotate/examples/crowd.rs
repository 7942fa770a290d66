//! Many people at once: what each waits for an answer to be kept, and whether all are.
//!
//! ```text
//! cargo run --release -p bezant-annotate --example crowd -- 2000
//! ```
//!
//! Starts a server on this computer, and as many people as the first argument says, each with a connection
//! and a sheet of 25 questions; all answer as fast as they can. An answer's time is that from sending it to
//! hearing that it is on disk. The memory is that of the whole program, the people included.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use bezant_annotate::{Error, Options, Plan, Question, Store, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const SHEET: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let people: usize = std::env::args().nth(1).map_or(Ok(200), |n| n.parse())?;
    let folder = tempfile::tempdir()?;
    let question = |at: usize| Question {
        id: format!("p{at}"),
        text: format!("The cook who taught baker {at} has moved to the coast."),
        hypothesis: "The cook has moved.".to_string(),
        silver: Some(true),
    };
    // Five people a pair, as many sheets as that takes.
    let questions = (1..=people.div_ceil(5) * SHEET).map(question).collect();
    let plan = Plan { questions, sheet: SHEET, per_pair: 5, seed: 1 };
    let path = folder.path().join("crowd.db");
    let mut store = Store::create(&path, &plan)?;
    store.ensure_annotators(people)?;
    let links = store.links()?;
    let server = serve(store, Options::new(([127, 0, 0, 1], 0).into()))?;
    let host = server.base().trim_start_matches("http://").to_string();

    let start = Instant::now();
    let crowd = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut times = crowd.block_on(async {
        let people: Vec<_> = links
            .annotators
            .iter()
            .map(|(_, link)| tokio::spawn(person(host.clone(), format!("/a/{link}"))))
            .collect();
        let mut times = Vec::new();
        for person in people {
            times.extend(person.await.map_err(std::io::Error::other)??);
        }
        Ok::<_, std::io::Error>(times)
    })?;
    let took = start.elapsed();
    server.stopper().stop();
    server.wait()?;

    let kept = kept(&path)?;
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{people} people x {SHEET} answers: {} acknowledged, {kept} kept, {} lost, in {:.1} s",
        times.len(),
        times.len().abs_diff(kept),
        took.as_secs_f64()
    );
    println!("p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status")
        && let Some(line) = status.lines().find(|line| line.starts_with("VmHWM"))
    {
        println!("memory {}", line.trim_start_matches("VmHWM:").trim());
    }
    Ok(())
}

/// How many judgements are in the store after the server has ended.
fn kept(path: &std::path::Path) -> Result<usize, Error> {
    Ok(Store::read(path)?.judgements()?.len())
}

/// Answers a sheet, and says how long each answer took.
async fn person(host: String, link: String) -> std::io::Result<Vec<Duration>> {
    let mut browser = Connection { stream: TcpStream::connect(&host).await?, host };
    let page = browser.get(&link).await?;
    let mut where_to = browser.post(&format!("{link}/begin"), &fields(&page, "")).await?;
    let mut times = Vec::new();
    while let Some(path) = where_to.filter(|path| !path.ends_with("/done")) {
        let page = browser.get(&path).await?;
        if let Some(on) = led_to(&page) {
            where_to = Some(on);
            continue;
        }
        let answer = if times.len() % 3 == 0 { "no" } else { "yes" };
        let body = fields(&page, answer);
        let start = Instant::now();
        where_to = browser.post(&format!("{link}/answers"), &body).await?;
        times.push(start.elapsed());
    }
    Ok(times)
}

/// The hidden fields of a form, and an answer.
fn fields(page: &str, answer: &str) -> String {
    let mut body = format!("answer={answer}");
    for field in page.split("<input type=\"hidden\" ").skip(1) {
        let value = |key: &str| {
            let (_, rest) = field.split_once(&format!("{key}=\""))?;
            rest.split_once('"').map(|(value, _)| value)
        };
        if let (Some(name), Some(value)) = (value("name"), value("value")) {
            body.push_str(&format!("&{name}={value}"));
        }
    }
    body
}

/// Where an answer leads.
fn led_to(answer: &str) -> Option<String> {
    let headers = answer.split_once("\r\n\r\n").map_or(answer, |(headers, _)| headers);
    headers.lines().find_map(|line| Some(line.strip_prefix("location: ")?.to_string()))
}

/// One connection that stays open, as a browser's does.
struct Connection {
    stream: TcpStream,
    host: String,
}

impl Connection {
    async fn get(&mut self, path: &str) -> std::io::Result<String> {
        self.ask(&format!("GET {path} HTTP/1.1\r\n"), "").await
    }

    /// Sends a form; an answer that leads nowhere was not kept.
    async fn post(&mut self, path: &str, body: &str) -> std::io::Result<Option<String>> {
        let kind = "content-type: application/x-www-form-urlencoded";
        let head = format!("POST {path} HTTP/1.1\r\n{kind}\r\ncontent-length: {}\r\n", body.len());
        let answer = self.ask(&head, body).await?;
        match led_to(&answer) {
            Some(on) => Ok(Some(on)),
            None => Err(std::io::Error::other(answer.lines().next().unwrap_or("").to_string())),
        }
    }

    async fn ask(&mut self, head: &str, body: &str) -> std::io::Result<String> {
        let request = format!("{head}host: {}\r\n\r\n{body}", self.host);
        self.stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        loop {
            if let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                let headers = String::from_utf8_lossy(&answer[..end]).to_lowercase();
                let length = headers.lines().find_map(|line| line.strip_prefix("content-length: "));
                let length: usize = length.and_then(|n| n.parse().ok()).unwrap_or(0);
                if answer.len() >= end + 4 + length {
                    return Ok(String::from_utf8_lossy(&answer).into_owned());
                }
            }
            if self.stream.read_buf(&mut answer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}
