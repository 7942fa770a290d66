//! A command that somebody's function runs, and not a shell: it reads from memory, and what it writes and says is
//! kept for the caller.
//!
//! Where no session runs, files, standard output and standard error are meant. Files are opened, outputs made and
//! messages given in one place each (`commands::open`, `output::Target`, `diagnostics`), which ask here first. A
//! session is of one thread: commands do all that on the thread they are called on.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anstream::ColorChoice;
use bezant::formats::{Corpus, Format, JoinedRelations, Reader, joined_relations};
use bezant::kinds::Holds;
use bezant::parallel::{Stopped, Threads};
use bezant::report::ReportFormat;
use bezant::source::{Source, Text};

use crate::start;

/// How names of things in memory begin: `memory:0/NAME`, of which people see NAME.
const MEMORY: &str = "memory:";

/// What stands in the place of a file.
#[derive(Clone, Debug)]
pub enum Input {
    /// All of its text.
    Text(Text),
    /// Its sentences, which are never split again; nothing where there is none.
    Sentences(Arc<Vec<Option<Vec<u8>>>>),
    /// Sentences that were read already.
    Corpus(Corpus),
}

/// Called with how many bytes of gold are done, and of how many.
pub type Told = Box<dyn FnMut(u64, Option<u64>) + Send>;

/// What a command is given.
#[derive(Default)]
pub struct Session {
    /// What is read from memory, by the words that name it.
    pub inputs: BTreeMap<String, Input>,
    /// How wide tables may be; as wide as they are unless it is said.
    pub columns: Option<usize>,
    /// As what results are also written, to `memory:also/NAME`: names of `--format`.
    pub also: Vec<String>,
    /// Whom to tell how far it is.
    pub progress: Option<Told>,
    /// Set when it should end.
    pub stop: Arc<AtomicBool>,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Ran {
    /// What the program would have ended with.
    pub status: u8,
    /// Whether it was stopped.
    pub is_stopped: bool,
    /// What would have gone to standard output.
    pub out: Vec<u8>,
    /// What was written to names in memory.
    pub written: BTreeMap<String, Vec<u8>>,
    /// What would have gone to standard error.
    pub messages: Vec<Message>,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// Something beside the result, such as how many answers are YES.
    Note,
    /// Something that the caller should know.
    Warning,
    /// Why there is no result.
    Error,
    /// A gate (`--min`, `--max`) that failed.
    Gate,
}

impl MessageKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MessageKind::Note => "note",
            MessageKind::Warning => "warning",
            MessageKind::Error => "error",
            MessageKind::Gate => "gate",
        }
    }
}

/// Something that was said.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it is.
    pub kind: MessageKind,
    /// What it says.
    pub text: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// File, line and column.
    pub place: Option<(String, u64, u64)>,
    /// The line, and before which of its bytes the mark stands.
    pub excerpt: Option<(String, usize)>,
}

impl Message {
    /// With a hint that stands in the words, as those of errors do.
    pub(crate) fn of_words(kind: MessageKind, words: &str) -> Message {
        let (text, hint) = match words.split_once("\n  hint: ") {
            Some((text, hint)) => (text, Some(hint.to_string())),
            None => (words, None),
        };
        Message { kind, text: text.to_string(), hint, place: None, excerpt: None }
    }

    fn without_memory(self) -> Message {
        Message {
            text: shown(&self.text),
            hint: self.hint.as_deref().map(shown),
            place: self.place.map(|(file, line, column)| (shown(&file), line, column)),
            ..self
        }
    }
}

/// A session that runs.
struct Running {
    given: Session,
    ran: Ran,
    colour: ColorChoice,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
    static WORDS: RefCell<Vec<OsString>> = const { RefCell::new(Vec::new()) };
    static HOSTED: Cell<bool> = const { Cell::new(false) };
    static LIMIT: Cell<u64> = const { Cell::new(bezant::source::LIMIT) };
}

impl Session {
    /// Runs a command by the words that would be typed behind `bezant`. Whatever happens, it returns.
    #[must_use]
    pub fn run(self, words: Vec<OsString>) -> Ran {
        let running = Running { given: self, ran: Ran::default(), colour: ColorChoice::Never };
        RUNNING.with_borrow_mut(|place| *place = Some(running));
        LIMIT.set(bezant::source::LIMIT);
        let words: Vec<OsString> = ["bezant".into()].into_iter().chain(words).collect();
        let done = catch_unwind(AssertUnwindSafe(|| start::start(words)));
        let running = RUNNING.with_borrow_mut(Option::take);
        let mut ran = running.map(|running| running.ran).unwrap_or_default();
        match done {
            Ok(status) => ran.status = number(status),
            Err(payload) if payload.is::<Stopped>() => (ran.status, ran.is_stopped) = (2, true),
            Err(payload) => {
                let why = payload.downcast_ref::<String>().map(String::as_str);
                let why = why.or_else(|| payload.downcast_ref::<&str>().copied());
                let text = format!("a fault of bezant: {}", why.unwrap_or("it says no more"));
                let hint = Some("please report it, with what was read".to_string());
                let kind = MessageKind::Error;
                ran.messages.push(Message { kind, text, hint, place: None, excerpt: None });
                ran.status = 2;
            }
        }
        ran
    }
}

/// What a program ends with, as a number.
pub fn number(status: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == status).unwrap_or(u8::MAX)
}

/// Does something with the session, if one runs.
fn with<T>(act: impl FnOnce(&mut Running) -> T) -> Option<T> {
    RUNNING.with_borrow_mut(|running| running.as_mut().map(act))
}

/// Whether a session runs.
pub(crate) fn is_running() -> bool {
    with(|_| ()).is_some()
}

/// Whether a path names something in memory.
pub(crate) fn is_memory(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.starts_with(MEMORY)) && is_running()
}

/// A name as people should see it: without what tells two of the same name apart.
pub(crate) fn shown(text: &str) -> String {
    let mut parts = text.split(MEMORY);
    let mut all = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix('/').filter(|_| rest.len() < part.len()) {
            Some(name) => all.push_str(name),
            None => all.extend([MEMORY, part]),
        }
    }
    all
}

/// What stands in the place of a file, and its name.
fn input(path: &Path) -> Option<(String, Input)> {
    let word = path.to_str()?;
    let input = with(|running| running.given.inputs.get(word).cloned())??;
    Some((shown(word), input))
}

/// The text in the place of a file.
pub(crate) fn open(path: &Path) -> Option<bezant::error::Result<Source>> {
    let (name, input) = input(path)?;
    Some(match input {
        Input::Text(text) => Source::from_text(name, text),
        Input::Sentences(all) => Source::from_bytes(name, joined(&texts(&all))),
        Input::Corpus(corpus) => {
            Source::from_bytes(name, joined(&corpus.texts().collect::<Vec<_>>()))
        }
    })
}

/// Lists of trees in the place of a file, an empty line behind each.
pub(crate) fn open_lists(path: &Path) -> Option<bezant::error::Result<Source>> {
    let (name, input) = input(path)?;
    let Input::Sentences(all) = input else { return open(path) };
    let lists: Vec<&[u8]> = texts(&all).into_iter().map(<[u8]>::trim_ascii_end).collect();
    let mut text = lists.join(&b"\n\n"[..]);
    text.extend_from_slice(b"\n\n");
    Some(Source::from_bytes(name, text))
}

/// Relations in the place of a file; [`joined_relations_of`] says where each sentence stands.
pub(crate) fn open_relations(path: &Path) -> Option<bezant::error::Result<Source>> {
    let (name, input) = input(path)?;
    Some(Source::from_bytes(name, joined_input(&input)?.text))
}

/// The sentences of such a text, where they were apart.
pub(crate) fn joined_relations_of(path: &Path) -> Option<JoinedRelations> {
    joined_input(&input(path)?.1)
}

/// Sentences of relations as a file has them; nothing where they are a text already.
fn joined_input(input: &Input) -> Option<JoinedRelations> {
    Some(joined_relations(match input {
        Input::Text(_) => return None,
        Input::Sentences(all) => all.iter().map(Option::as_deref).collect(),
        Input::Corpus(corpus) => corpus.parts().collect(),
    }))
}

fn texts(sentences: &[Option<Vec<u8>>]) -> Vec<&[u8]> {
    sentences.iter().map(|one| one.as_deref().unwrap_or_default()).collect()
}

/// Sentences that stand in the place of a file.
pub(crate) fn corpus(path: &Path, format: Option<Format>) -> Option<bezant::error::Result<Corpus>> {
    let (name, input) = input(path)?;
    match input {
        Input::Text(_) => None,
        Input::Sentences(all) => Some(Corpus::from_parts(&name, format, all.to_vec(), false)),
        Input::Corpus(corpus) => Some(Ok(corpus)),
    }
}

/// The same, to be read.
pub(crate) fn reader(path: &Path, format: Option<Format>) -> Option<bezant::error::Result<Reader>> {
    let name = shown(path.to_str()?);
    let corpus = corpus(path, format)?;
    Some(corpus.map(|corpus| Reader::from(&corpus).named(&name)))
}

/// Sentences as a file has them, for those who read files whole: trees on a line each, others with an empty line
/// behind them if they have several lines.
fn joined(sentences: &[&[u8]]) -> Vec<u8> {
    let first = sentences.iter().find(|text| !text.trim_ascii().is_empty());
    let are_trees = first.is_some_and(|text| {
        text.trim_ascii_start().starts_with(b"(") && Format::guess(text).holds(Holds::Trees)
    });
    let are_blocks = !are_trees && sentences.iter().any(|text| text.trim_ascii().contains(&b'\n'));
    let mut all = Vec::with_capacity(sentences.iter().map(|text| text.len() + 2).sum());
    for text in sentences {
        let start = all.len();
        all.extend_from_slice(if are_trees { text.trim_ascii() } else { text });
        if are_trees {
            let breaks = all[start..].iter_mut().filter(|byte| b"\r\n".contains(byte));
            breaks.for_each(|byte| *byte = b' ');
        }
        if !all[start..].ends_with(b"\n") {
            all.push(b'\n');
        }
        if are_blocks && !all.ends_with(b"\n\n") {
            all.push(b'\n');
        }
    }
    all
}

/// Keeps what would have gone to standard output.
pub(crate) fn print(bytes: &[u8]) {
    with(|running| running.ran.out.extend_from_slice(bytes));
}

/// Keeps what was written to a name.
pub(crate) fn wrote(path: PathBuf, bytes: Vec<u8>) {
    let name = path.to_string_lossy().into_owned();
    with(|running| running.ran.written.insert(name, bytes));
}

/// Keeps a message; false where no session runs, and it is to be printed.
pub(crate) fn say(message: impl FnOnce() -> Message) -> bool {
    with(|running| running.ran.messages.push(message().without_memory())).is_some()
}

/// Tells how far it is; ends here if that is wanted.
pub(crate) fn progress(done: u64, total: Option<u64>) {
    let stop = with(|running| {
        if let Some(tell) = &mut running.given.progress {
            tell(done, total);
        }
        Arc::clone(&running.given.stop)
    });
    if let Some(stop) = stop {
        Stopped::check(&stop);
    }
}

/// Threads, which a session can end.
pub(crate) fn threads(n: Option<usize>) -> std::io::Result<Threads> {
    let threads = Threads::new(n)?;
    Ok(match with(|running| Arc::clone(&running.given.stop)) {
        Some(stop) => threads.stopped_by(stop),
        None => threads,
    })
}

/// As what results are also written, by name.
pub(crate) fn also() -> Vec<(String, ReportFormat)> {
    let names = with(|running| running.given.also.clone()).unwrap_or_default();
    let format = |name: String| ReportFormat::named(&name).map(|format| (name, format));
    names.into_iter().filter_map(format).collect()
}

/// How wide tables may be where a session runs.
pub(crate) fn columns() -> Option<Option<usize>> {
    with(|running| running.given.columns)
}

/// When to use colour; what runs in a session has none unless it is asked for.
pub(crate) fn set_colour(colour: ColorChoice) {
    if with(|running| running.colour = colour).is_none() {
        colour.write_global();
    }
}

/// Whether colours are wanted where a session runs.
pub(crate) fn has_colours() -> Option<bool> {
    with(|running| matches!(running.colour, ColorChoice::Always | ColorChoice::AlwaysAnsi))
}

/// What was typed, the program's own name first.
pub(crate) fn words() -> Vec<OsString> {
    WORDS.with_borrow(Clone::clone)
}

pub(crate) fn set_words(words: Vec<OsString>) {
    WORDS.set(words);
}

/// What starts us, where another program runs us as ours.
pub(crate) fn host() -> Option<PathBuf> {
    if HOSTED.get() { words().first().map(PathBuf::from) } else { None }
}

pub(crate) fn set_hosted() {
    HOSTED.set(true);
}

/// How many bytes of a stream may be kept at once.
pub(crate) fn limit() -> u64 {
    LIMIT.get()
}

pub(crate) fn set_limit(bytes: u64) {
    LIMIT.set(bytes);
}
