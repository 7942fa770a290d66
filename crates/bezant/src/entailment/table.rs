//! What files of pairs and answers have in common: text, lines, objects, and tables with a header.

use std::io::Write;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::entailment::answers::Answer;
use crate::error::{
    EntailmentFault, EntailmentFile, Error, ErrorKind, Place, Position, Result, in_plain_words,
};
use crate::formats::guess;

/// What divides the columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiter {
    Tab,
    Comma,
    Semicolon,
}

/// What programs divide columns with.
pub(crate) const OF_PROGRAMS: &[Delimiter] = &[Delimiter::Tab, Delimiter::Comma];

/// And spreadsheets, in which people judge: where one writes 0,5, they save semicolons.
pub(crate) const OF_SPREADSHEETS: &[Delimiter] =
    &[Delimiter::Tab, Delimiter::Comma, Delimiter::Semicolon];

impl Delimiter {
    /// The first of these that the first line of a table has.
    pub(crate) fn of(first: &str, known: &[Delimiter]) -> Option<Delimiter> {
        known.iter().copied().find(|known| first.contains(known.sign()))
    }

    pub(crate) fn sign(self) -> char {
        char::from(self.byte())
    }

    fn byte(self) -> u8 {
        match self {
            Delimiter::Tab => b'\t',
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
        }
    }

    /// Whether quotation marks stand around a field that has what divides columns. Between tabs they are
    /// signs like any other.
    pub(crate) fn has_quotes(self) -> bool {
        self != Delimiter::Tab
    }

    /// Writes a table.
    pub(crate) fn writer<W: Write>(self, out: W) -> csv::Writer<W> {
        let quotes = match self.has_quotes() {
            true => csv::QuoteStyle::Necessary,
            false => csv::QuoteStyle::Never,
        };
        csv::WriterBuilder::new().delimiter(self.byte()).quote_style(quotes).from_writer(out)
    }
}

/// What seem to be the names in the first line of a file, table or object.
pub(crate) fn names_at_a_glance(first: &str) -> impl Iterator<Item = &str> {
    first.split(['\t', ',', ';', ':', '{']).map(|name| name.trim().trim_matches('"'))
}

/// What seem to be the fields of a line.
pub(crate) fn fields_at_a_glance(line: &str) -> impl Iterator<Item = &str> {
    line.split(['\t', ','])
}

/// The name of a column as people compare it: `Participant id` and `participant_id` are the same.
pub(crate) fn column_name(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

/// What stands in an object as text; nothing for `null`.
pub(crate) fn text_of(value: serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

/// A file's name and text, for errors with a place.
#[derive(Clone, Copy)]
pub(crate) struct TableInput<'s> {
    pub(crate) name: &'s str,
    pub(crate) text: &'s str,
}

impl<'s> TableInput<'s> {
    /// A text that must be UTF-8; a byte order mark is dropped.
    pub(crate) fn new(name: &'s str, text: &'s [u8]) -> Result<TableInput<'s>> {
        if text.starts_with(b"SQLite format 3\0") {
            return Err(Error::new(name, EntailmentFault::Store));
        }
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let text = std::str::from_utf8(text).map_err(|error| {
            let place = Place::locate(text, error.valid_up_to(), Position::start_of(1));
            Error::at(name, place, EntailmentFault::NotUtf8)
        })?;
        Ok(TableInput { name, text })
    }

    /// An error at a byte of the text.
    pub(crate) fn fail(&self, at: usize, fault: EntailmentFault) -> Error {
        let place = Place::locate(self.text.as_bytes(), at, Position::start_of(1));
        Error::at(self.name, place, fault)
    }

    /// A better word for what went wrong where the file is another one of those that belong to pairs.
    pub(crate) fn or_other_kind(&self, error: Error, wanted: EntailmentFile) -> Error {
        if wanted != EntailmentFile::Judgements && self.is_judgements() {
            let is = EntailmentFile::Judgements;
            return self.fail(0, EntailmentFault::OtherKind { is, wanted });
        }
        // These are of files that could be read, or of questions that nobody has answered yet.
        if matches!(
            error.kind(),
            ErrorKind::Entailment(
                EntailmentFault::Twice { .. }
                    | EntailmentFault::AnsweredTwice { .. }
                    | EntailmentFault::UnknownId { .. }
                    | EntailmentFault::NoAnswer { .. }
                    | EntailmentFault::NoKey("the answer")
            )
        ) {
            return error;
        }
        self.or_parses(error, wanted)
    }

    /// The same for files of which nothing is known yet.
    pub(crate) fn or_parses(&self, error: Error, wanted: EntailmentFile) -> Error {
        let text = self.text.as_bytes();
        let is = match wanted {
            _ if guess::parses(text).is_some() => EntailmentFile::Parses,
            EntailmentFile::Answers | EntailmentFile::Judgements if guess::is_pairs(text) => {
                EntailmentFile::Pairs
            }
            EntailmentFile::Pairs if self.has_answers() => EntailmentFile::Answers,
            _ => return error,
        };
        self.fail(0, EntailmentFault::OtherKind { is, wanted })
    }

    /// Whether the first line names people and what they answered.
    fn is_judgements(&self) -> bool {
        let first = self.lines().next().map_or("", |(_, line)| line).to_lowercase();
        let has = |name: &str| names_at_a_glance(&first).any(|it| it == name);
        has("annotator") && has("answer") && !has("hypothesis")
    }

    /// Whether one of the first lines is an id and an answer.
    fn has_answers(&self) -> bool {
        let is_answer = |(_, line): (usize, &str)| {
            let fields = line.split(['\t', ',', ' ']).map(str::trim);
            let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
            match fields.as_slice() {
                [object, ..] if object.starts_with('{') => line.contains("\"answer\""),
                [_, answer] | [_, answer, _] => Answer::parse(answer).is_some(),
                _ => false,
            }
        };
        self.lines().take(3).any(is_answer)
    }

    /// Lines that are not blank, with where they start.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'s str)> {
        let mut at = 0;
        let all = self.text.split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            (start, line.trim_end_matches(['\n', '\r']))
        });
        all.filter(|(_, line)| !line.trim().is_empty())
    }

    /// The records of a table.
    pub(crate) fn records(&self, delimiter: Delimiter) -> csv::Reader<&'s [u8]> {
        csv::ReaderBuilder::new()
            .delimiter(delimiter.byte())
            .quoting(delimiter.has_quotes())
            .has_headers(false)
            .flexible(true)
            .from_reader(self.text.as_bytes())
    }

    /// Where a record starts. The reader of tables counts empty lines before it, and the line feed that
    /// follows a carriage return, to the record.
    pub(crate) fn start(&self, record: &csv::StringRecord) -> usize {
        let at = record.position().map_or(0, |position| position.byte() as usize);
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count()
    }

    /// Where a field of a record starts, or the record ends before it.
    pub(crate) fn field_start(
        &self,
        record: &csv::StringRecord,
        delimiter: Delimiter,
        column: Option<usize>,
    ) -> usize {
        let mut left = column.unwrap_or(0);
        let mut is_quoted = false;
        for (at, byte) in self.text.bytes().enumerate().skip(self.start(record)) {
            match byte {
                _ if left == 0 => return at,
                b'"' if delimiter.has_quotes() => is_quoted = !is_quoted,
                b'\n' | b'\r' if !is_quoted => return at,
                byte if byte == delimiter.byte() && !is_quoted => left -= 1,
                _ => {}
            }
        }
        self.text.len()
    }

    /// A quotation mark that is never closed swallows all records behind it, and the reader of
    /// tables does not mind.
    pub(crate) fn check_quotes(&self, delimiter: Delimiter) -> Result<()> {
        if !delimiter.has_quotes() {
            return Ok(());
        }
        let mut opened = None;
        let mut is_start = true;
        let mut bytes = self.text.bytes().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            match (opened, byte) {
                (Some(_), b'"') if bytes.next_if(|(_, next)| *next == b'"').is_none() => {
                    opened = None;
                }
                (Some(_), _) => {}
                (None, b'"') if is_start => opened = Some(at),
                (None, _) => {}
            }
            let divides = byte == delimiter.byte() || matches!(byte, b'\n' | b'\r');
            is_start = opened.is_none() && divides;
        }
        match opened {
            Some(at) => {
                let why = "a quotation mark is opened here and never closed".to_string();
                Err(self.fail(at, EntailmentFault::Malformed(why)))
            }
            None => Ok(()),
        }
    }

    /// Names of columns must differ: which of two is meant, nobody can tell.
    pub(crate) fn check_columns(&self, at: usize, columns: &[String]) -> Result<()> {
        let twice = |(n, name): &(usize, &String)| !name.is_empty() && columns[..*n].contains(name);
        match columns.iter().enumerate().find(twice) {
            Some((_, name)) => {
                let why = format!("two columns are called {name}");
                Err(self.fail(at, EntailmentFault::Malformed(why)))
            }
            None => Ok(()),
        }
    }

    /// What the reader of tables says, with its place.
    pub(crate) fn bad_table(&self, error: &csv::Error) -> Error {
        let at = error.position().map_or(0, |position| position.byte() as usize);
        self.fail(at, EntailmentFault::Malformed(error.to_string()))
    }

    /// The object in a line that starts at a byte.
    pub(crate) fn object(
        &self,
        start: usize,
        line: &str,
    ) -> Result<serde_json::Map<String, serde_json::Value>> {
        let object: std::result::Result<Object, _> = serde_json::from_str(line);
        object.map(|Object(object)| object).map_err(|error| self.bad_json(start, line, &error))
    }

    /// What the reader of JSON says about a line, with its place.
    fn bad_json(&self, start: usize, line: &str, error: &serde_json::Error) -> Error {
        let column = error.column().saturating_sub(1).min(line.len());
        let why = in_plain_words(&error.to_string());
        self.fail(start + column, EntailmentFault::Malformed(format!("not JSON: {why}")))
    }
}

/// A JSON object whose keys differ: which of two is meant, nobody can tell.
pub(crate) struct Object(pub(crate) serde_json::Map<String, serde_json::Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Object, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut from: A,
            ) -> std::result::Result<Object, A::Error> {
                let mut object = serde_json::Map::new();
                while let Some((key, value)) = from.next_entry::<String, serde_json::Value>()? {
                    if object.contains_key(&key) {
                        return Err(A::Error::custom(format!("{key:?} stands here twice")));
                    }
                    object.insert(key, value);
                }
                Ok(Object(object))
            }
        }

        from.deserialize_map(Keys)
    }
}
