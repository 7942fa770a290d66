//! Errors and warnings for people: what, where, the line itself, and what to do.

use std::fmt::Write;
use std::io::{self, BufWriter, StderrLock};

use anstyle::{AnsiColor, Style};
use bezant::error::{Error, shortened};
use unicode_width::UnicodeWidthStr;

use crate::hints;
use crate::session::{self, Message, MessageKind};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const PLACE: Style = AnsiColor::Blue.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Marks an error in a system's file that a repair may cure.
#[derive(Debug)]
pub struct Repairable;

impl std::fmt::Display for Repairable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(REPAIR)
    }
}

const REPAIR: &str = "outputs of a language model are repaired by --repair";

/// Prints an error that ends the program.
pub fn print_error(error: &anyhow::Error) {
    if session::say(|| error_message(error)) {
        return;
    }
    let text = match error.downcast_ref::<Error>() {
        Some(file) => {
            let mut text = render("error", ERROR, file);
            add_hint(&mut text, error.downcast_ref::<Repairable>().map(|_| REPAIR));
            text
        }
        None => format!("{ERROR}error{ERROR:#}: {}\n", shown(&format!("{error:#}"))),
    };
    print(&text);
}

/// The same as a message.
pub fn error_message(error: &anyhow::Error) -> Message {
    let Some(file) = error.downcast_ref::<Error>() else {
        return Message::of_words(MessageKind::Error, &shown(&format!("{error:#}")));
    };
    let mut said = message(MessageKind::Error, file);
    if error.downcast_ref::<Repairable>().is_some() {
        said.hint = Some(said.hint.map_or(REPAIR.into(), |hint| format!("{hint}; {REPAIR}")));
    }
    said
}

/// Prints a warning about a file.
pub fn print_file_warning(error: &Error) {
    if !session::say(|| message(MessageKind::Warning, error)) {
        print(&render("warning", WARNING, error));
    }
}

/// Something wrong with a file, for a result that lists such things.
pub fn fault(error: &Error) -> String {
    render("fault", WARNING, error)
}

/// Prints that one of several files cannot be read.
pub fn print_file_error(error: &Error) {
    if !session::say(|| message(MessageKind::Error, error)) {
        print(&render("error", ERROR, error));
    }
}

/// Prints a warning, and what to do about it.
pub fn print_warning(message: &str, hint: Option<&str>) {
    if session::say(|| plain(MessageKind::Warning, message, hint)) {
        return;
    }
    let mut text = format!("{WARNING}warning{WARNING:#}: {}\n", shown(message));
    add_hint(&mut text, hint);
    print(&text);
}

/// Prints why the program will end with 1, and what to do about it.
pub fn print_failed_gate(message: &str, hint: Option<&str>) {
    if session::say(|| plain(MessageKind::Gate, message, hint)) {
        return;
    }
    let mut text = format!("{ERROR}gate failed{ERROR:#}: {}\n", shown(message));
    add_hint(&mut text, hint);
    print(&text);
}

#[allow(clippy::print_stderr)]
fn print(text: &str) {
    anstream::eprint!("{text}");
}

/// Says something beside the result, as `eprintln!` does.
macro_rules! note {
    ($($words:tt)*) => { $crate::diagnostics::print_note(&format!($($words)*)) };
}
pub(crate) use note;

#[allow(clippy::print_stderr)]
pub fn print_note(text: &str) {
    if !session::say(|| plain(MessageKind::Note, text, None)) {
        eprintln!("{text}");
    }
}

/// Standard error as other programs have it, or what a session keeps of it.
pub enum Plain {
    Stream(BufWriter<StderrLock<'static>>),
    Kept(Vec<u8>),
}

impl Plain {
    pub fn new() -> Plain {
        match session::is_running() {
            true => Plain::Kept(Vec::new()),
            false => Plain::Stream(BufWriter::new(io::stderr().lock())),
        }
    }
}

impl io::Write for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Plain::Stream(stream) => stream.write(bytes),
            Plain::Kept(kept) => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Plain::Stream(stream) => stream.flush(),
            Plain::Kept(kept) => {
                let text = String::from_utf8_lossy(&std::mem::take(kept)).into_owned();
                if !text.is_empty() {
                    session::say(|| plain(MessageKind::Warning, text.trim_end(), None));
                }
                Ok(())
            }
        }
    }
}

/// A message for a session.
fn plain(kind: MessageKind, text: &str, hint: Option<&str>) -> Message {
    let mut message = Message::of_words(kind, &shown(text));
    message.hint = hint.map(str::to_string).or(message.hint);
    message
}

/// The same about a file.
fn message(kind: MessageKind, error: &Error) -> Message {
    let name = visible(error.source_name());
    let what = shown(&error.kind().to_string());
    let place = error.place();
    Message {
        kind,
        text: if place.is_some() { what } else { format!("{name}: {what}") },
        hint: error.hint().map(hints::of),
        place: place.map(|place| (name, place.position.line, place.position.column)),
        excerpt: place.map(|place| (place.excerpt.clone(), place.mark)),
    }
}

/// Text from files or programs as people may see it: other control characters would move the cursor
/// or change colours and titles of a terminal.
pub fn visible(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{FFFD}")
}

/// A line of a message has at most so many characters; what files say may be longer.
const LONGEST: usize = 1000;

/// A message as people may see it.
fn shown(text: &str) -> String {
    let lines = visible(text);
    lines.split('\n').map(|line| shortened(line, LONGEST)).collect::<Vec<_>>().join("\n")
}

fn add_hint(text: &mut String, hint: Option<&str>) {
    if let Some(hint) = hint {
        text.push_str(&format!("  {HINT}hint{HINT:#}: {hint}\n"));
    }
}

fn render(level: &str, style: Style, error: &Error) -> String {
    let mut text = String::new();
    let (name, kind) = (visible(error.source_name()), shown(&error.kind().to_string()));
    match error.place() {
        None => {
            let _ = writeln!(text, "{style}{level}{style:#}: {name}: {kind}");
        }
        Some(place) => {
            let before = visible(&place.excerpt[..place.mark]).width();
            let excerpt = visible(&place.excerpt);
            let _ = writeln!(text, "{style}{level}{style:#}: {kind}");
            let _ = writeln!(text, "  {PLACE}-->{PLACE:#} {name}:{}", place.position);
            let _ = writeln!(text, "   {PLACE}|{PLACE:#}  {excerpt}");
            let _ = writeln!(text, "   {PLACE}|{PLACE:#}  {}{style}^{style:#}", " ".repeat(before));
        }
    }
    add_hint(&mut text, error.hint().map(hints::of).as_deref());
    text
}
