//! Sentences for a parser, and running one.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use bezant::english::tokens;
use bezant::entailment::Pairs;

use crate::args::{ShapeOfSentences, Which};

/// The sentences of pairs in the fixed order.
pub fn sentences(pairs: &Pairs, shape: ShapeOfSentences, which: Which) -> Vec<u8> {
    let mut out = String::new();
    let chosen = pairs.sentences().enumerate().filter(|(at, _)| match which {
        Which::Both => true,
        Which::Texts => at % 2 == 0,
        Which::Hypotheses => at % 2 == 1,
    });
    for (at, sentence) in chosen {
        let pair = &pairs.pairs[at / 2];
        let side = if at % 2 == 0 { "t" } else { "h" };
        write_sentence(&format!("{}.{side}", pair.id), sentence, shape, &mut out);
    }
    out.into_bytes()
}

/// Sentences of a list, one after the other.
pub fn listed(sentences: &[String], shape: ShapeOfSentences) -> Vec<u8> {
    let mut out = String::new();
    for (number, sentence) in (1..).zip(sentences) {
        write_sentence(&number.to_string(), sentence, shape, &mut out);
    }
    out.into_bytes()
}

/// Writes one sentence for a parser.
pub fn write_sentence(id: &str, sentence: &str, shape: ShapeOfSentences, out: &mut String) {
    match shape {
        ShapeOfSentences::Raw => out.push_str(&format!("{sentence}\n")),
        ShapeOfSentences::Tokens => out.push_str(&format!("{}\n", tokens(sentence).join(" "))),
        ShapeOfSentences::Conllu => {
            out.push_str(&format!("# sent_id = {id}\n# text = {sentence}\n"));
            for (number, token) in (1..).zip(tokens(sentence)) {
                out.push_str(&format!("{number}\t{token}\t_\t_\t_\t_\t_\t_\t_\t_\n"));
            }
            out.push('\n');
        }
    }
}

/// How often a running program is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How much of what a program complains about is shown.
const COMPLAINT: usize = 2_000;

/// No parser prints more than so much, and so much again for every byte it reads; a program that
/// never stops would fill the memory long before its time is over.
const MOST: u64 = 1 << 26;
const MOST_A_BYTE: u64 = 10_000;

/// Runs a program on the sentences and returns what it prints. It may take so long, must end
/// well, and what it complains about is shown if it does not.
pub fn run(command: &str, sentences: Vec<u8>, limit: Duration) -> anyhow::Result<Vec<u8>> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut program = Command::new(shell);
    program.args([flag, command]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that what it starts can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut program, 0);
    let mut child = program.spawn().with_context(|| format!("cannot run {shell}"))?;
    #[cfg(unix)]
    let leash = Leash::new(&child);
    let most = MOST + MOST_A_BYTE * sentences.len() as u64;
    let mut stdin = child.stdin.take().context("its standard input was piped")?;
    // A program that reads nothing, or less, closes its end; that alone is no error.
    let writer = thread::spawn(move || drop(stdin.write_all(&sentences)));
    let printed = collect(child.stdout.take().map(|stdout| stdout.take(most)));
    let complained = collect_end(child.stderr.take());
    // What it has started may still print when it has ended itself.
    let ended = wait(&mut child, limit, || printed.is_finished() && complained.is_finished())?;
    #[cfg(unix)]
    leash.let_go();
    if ended.is_none() {
        // What has left its group may live on and keep our pipes open; nobody waits for that.
        anyhow::bail!(
            "`{command}` took longer than {} s; give it more with --parser-time",
            limit.as_secs()
        );
    }
    drop(writer.join());
    let printed = printed.join().unwrap_or_default();
    let complained = complained.join().unwrap_or_default();
    let status = ended.context("it has ended")?;
    anyhow::ensure!(
        (printed.len() as u64) < most,
        "`{command}` printed more than {} MB; is it a parser?",
        most >> 20
    );
    if !status.success() {
        anyhow::bail!("`{command}` failed ({status}){}", complaint(&complained));
    }
    anyhow::ensure!(
        !printed.trim_ascii().is_empty(),
        "`{command}` printed nothing{}",
        complaint(&complained)
    );
    Ok(printed)
}

fn collect<R: Read + Send + 'static>(from: Option<R>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut all = Vec::new();
        if let Some(mut from) = from {
            // What was read before an error is still worth showing.
            let _ = from.read_to_end(&mut all);
        }
        all
    })
}

/// Reads everything and keeps the last of it: a program may complain as long as it likes.
fn collect_end<R: Read + Send + 'static>(from: Option<R>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut end = Vec::new();
        let Some(mut from) = from else { return end };
        let mut piece = [0; 8 << 10];
        while let Ok(n @ 1..) = from.read(&mut piece) {
            end.extend_from_slice(&piece[..n]);
            if end.len() > 16 * COMPLAINT {
                // Characters have up to four bytes.
                end.drain(..end.len() - 4 * COMPLAINT);
            }
        }
        end
    })
}

/// Waits for the end of a program and of all it prints, or ends it.
fn wait(
    child: &mut Child,
    limit: Duration,
    all_read: impl Fn() -> bool,
) -> anyhow::Result<Option<std::process::ExitStatus>> {
    let start = Instant::now();
    loop {
        let ended = child.try_wait()?;
        if ended.is_some() && all_read() {
            return Ok(ended);
        }
        if start.elapsed() >= limit {
            kill(child);
            child.wait()?;
            return Ok(None);
        }
        if ended.is_some_and(|status| !status.success()) {
            // Nobody wants what is still printed by what it has left behind.
            kill(child);
        }
        thread::sleep(LOOK);
    }
}

/// Ends a program and all that it has started, where groups of processes can be ended. If nobody is
/// left, that is as good.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
    #[cfg(not(unix))]
    let _ = child.kill();
}

/// Ends a program and all that it has started when we are ended ourselves, whatever ends us: what
/// is typed at a terminal does not reach a group of its own. Another process waits for the end of
/// a pipe that only we hold.
#[cfg(unix)]
struct Leash(Option<Child>);

#[cfg(unix)]
impl Leash {
    fn new(child: &Child) -> Leash {
        let mut watch = Command::new("sh");
        watch.args(["-c", "read end || kill -s KILL -- \"-$0\"", &child.id().to_string()]);
        watch.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut watch, 0);
        // Without it everything else works as well.
        Leash(watch.spawn().ok())
    }

    fn let_go(self) {
        if let Some(mut watch) = self.0 {
            let _ = watch.stdin.take().map(|mut end| end.write_all(b"\n"));
            let _ = watch.wait();
        }
    }
}

fn complaint(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    if text.is_empty() {
        return String::new();
    }
    let start = text.char_indices().rev().nth(COMPLAINT).map_or(0, |(at, _)| at);
    format!("; it said:\n{}", &text[start..])
}
