//! A file's text, read once: mapped where it is a plain file and not small, streamed where it is compressed or
//! comes through a pipe. What is read leaves in blocks, so that memory does not grow
//! with the file.

mod mapping;
#[cfg(test)]
mod tests;
mod zstd;

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use lzma_rust2::XzReader;
#[cfg(unix)]
pub use mapping::tell_when_cut_short;
use memmap2::Mmap;

use crate::error::{Error, ErrorKind, Result};
use crate::source::zstd::ZstdReader;

/// How many bytes a block has at least, unless the text ends before.
pub(crate) const BLOCK: usize = 256 << 10;

/// Smaller files are read: to copy one block costs no more than to map it, and they cannot be cut short
/// under us.
const MAPPED: u64 = BLOCK as u64;

/// How many bytes of a stream are kept in memory at once, unless a source is told
/// [otherwise](Source::with_limit): a small compressed file, or a device, may never end.
pub const LIMIT: u64 = 1 << 30;

/// A file being read.
pub struct Source {
    name: Arc<str>,
    input: Input,
    size: Option<u64>,
    limit: u64,
}

enum Input {
    /// All of it is in memory, or looks as if it were.
    Whole(Text),
    /// It comes piece by piece; `waiting` has been read and not yet handed out.
    Stream { reader: Box<dyn Read + Send>, waiting: Vec<u8>, ended: bool },
}

/// Bytes of a source, shared without copying.
#[derive(Clone)]
pub struct Text {
    owner: Arc<Owner>,
    range: Range<usize>,
}

enum Owner {
    Mapped(Mmap),
    Bytes(Vec<u8>),
    /// Somebody else's, who keeps them as long as they are needed.
    Lent(Box<dyn AsRef<[u8]> + Send + Sync>),
}

impl Text {
    fn new(owner: Owner) -> Text {
        let mut text = Text { range: 0..0, owner: Arc::new(owner) };
        text.range.end = text.all().len();
        text
    }

    /// Bytes that a caller has, without a copy of them.
    #[doc(hidden)]
    pub fn lent(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Text {
        Text::new(Owner::Lent(Box::new(bytes)))
    }

    /// A text of its own.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Text {
        Text::new(Owner::Bytes(bytes))
    }

    /// Whether both are the same bytes of the same source.
    pub(crate) fn is_same(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.owner, &other.owner) && self.range == other.range
    }

    fn all(&self) -> &[u8] {
        match &*self.owner {
            Owner::Mapped(map) => map,
            Owner::Bytes(bytes) => bytes,
            Owner::Lent(bytes) => (**bytes).as_ref(),
        }
    }

    /// A part of it, which keeps the whole alive.
    pub(crate) fn slice(&self, range: Range<usize>) -> Text {
        let start = self.range.start + range.start;
        let end = self.range.start + range.end;
        assert!(start <= end && end <= self.range.end, "a part lies in the whole");
        Text { owner: Arc::clone(&self.owner), range: start..end }
    }

    /// Takes the first `n` bytes off.
    fn split_to(&mut self, n: usize) -> Text {
        let middle = self.range.start + n;
        let head = Text { owner: Arc::clone(&self.owner), range: self.range.start..middle };
        self.range.start = middle;
        head
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.all()[self.range.clone()]
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text of {} bytes", self.len())
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file; gzip, zstd, xz and bzip2 are recognised by their first bytes.
    pub fn open(path: &Path) -> Result<Source> {
        let name = path.display().to_string();
        let fail = |error: io::Error| Error::new(name.clone(), error);
        let mut file = File::open(path).map_err(fail)?;
        let about = file.metadata().map_err(fail)?;
        if !about.is_file() || about.len() == 0 {
            // A directory fails here with the system's own words; a pipe or a device streams.
            return Source::from_reader(name, file);
        }
        let mut start = [0; 6];
        let n = read_up_to(&mut file, &mut start).map_err(fail)?;
        if Compression::of(&start[..n]).is_some() {
            let mut source =
                Source::from_reader(name, io::Cursor::new(start).take(n as u64).chain(file))?;
            source.size = None;
            return Ok(source);
        }
        if about.len() < MAPPED {
            let mut bytes = start[..n].to_vec();
            file.read_to_end(&mut bytes).map_err(fail)?;
            return Source::whole(name.as_str().into(), Text::new(Owner::Bytes(bytes)));
        }
        let map = mapping::map(&file).map_err(fail)?;
        Source::whole(name.as_str().into(), Text::new(Owner::Mapped(map)))
    }

    /// A source of bytes that are in memory already; compressed ones are recognised.
    pub fn from_bytes(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Result<Source> {
        Source::from_text(name, Text::from_bytes(bytes))
    }

    /// A source of a text, which is not copied; a compressed one is recognised.
    #[doc(hidden)]
    pub fn from_text(name: impl Into<Arc<str>>, text: Text) -> Result<Source> {
        match Compression::of(&text) {
            Some(_) => Source::from_reader(name, io::Cursor::new(text)),
            None => Source::whole(name.into(), text),
        }
    }

    /// A source that streams, such as standard input; compressed ones are recognised.
    pub fn from_reader(
        name: impl Into<Arc<str>>,
        reader: impl Read + Send + 'static,
    ) -> Result<Source> {
        Source::from_stream(name.into(), Box::new(reader))
    }

    /// The same for any reader, so that there is one decoder of each kind in a program.
    fn from_stream(name: Arc<str>, mut reader: Box<dyn Read + Send>) -> Result<Source> {
        let fail = |error: io::Error| Error::new(&*name, error);
        let mut start = [0; 6];
        let n = read_up_to(&mut reader, &mut start).map_err(fail)?;
        let compression = Compression::of(&start[..n]);
        let all = io::Cursor::new(start).take(n as u64).chain(reader);
        let reader: Box<dyn Read + Send> = match compression {
            None => Box::new(all),
            Some(Compression::Gzip) => Box::new(flate2::read::MultiGzDecoder::new(all)),
            Some(Compression::Bzip2) => Box::new(bzip2::read::MultiBzDecoder::new(all)),
            Some(Compression::Xz) => Box::new(XzReader::new(BufReader::new(all), true)),
            Some(Compression::Zstd) => Box::new(ZstdReader::new(BufReader::new(all))),
        };
        let mut source = Source {
            name,
            input: Input::Stream { reader, waiting: Vec::new(), ended: false },
            size: None,
            limit: LIMIT,
        };
        source.fill(BLOCK)?;
        source.check_start()?;
        Ok(source)
    }

    /// A source of nothing, for a reader whose sentences come from elsewhere.
    pub(crate) fn nothing(name: Arc<str>) -> Source {
        let input = Input::Whole(Text::from_bytes(Vec::new()));
        Source { name, input, size: Some(0), limit: LIMIT }
    }

    fn whole(name: Arc<str>, text: Text) -> Result<Source> {
        let size = Some(text.len() as u64);
        let mut source = Source { name, input: Input::Whole(text), size, limit: LIMIT };
        source.check_start()?;
        Ok(source)
    }

    /// Drops a byte-order mark; refuses 16-bit text, which would read as one long word, and
    /// archives, whose names and sums would read as sentences.
    fn check_start(&mut self) -> Result<()> {
        let start = self.start();
        if is_wide(start) {
            return Err(Error::new(&*self.name, ErrorKind::Utf16));
        }
        if let Some(kind) = archive(start) {
            return Err(Error::new(&*self.name, ErrorKind::Archive(kind)));
        }
        if start.starts_with(b"\xEF\xBB\xBF") {
            match &mut self.input {
                Input::Whole(text) => drop(text.split_to(3)),
                Input::Stream { waiting, .. } => drop(waiting.drain(..3)),
            }
        }
        Ok(())
    }

    /// The same, with another number of bytes that may be kept at once.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Source {
        Source { limit, ..self }
    }

    /// What the file is called in messages.
    #[doc(hidden)]
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Calls it something else.
    pub(crate) fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    /// How many bytes there are, where that is known beforehand.
    #[doc(hidden)]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The text that comes next, without taking it: all of it for a plain file, at least
    /// a block (or what there is) at the start of a stream. Formats are guessed from it.
    #[doc(hidden)]
    pub fn start(&self) -> &[u8] {
        match &self.input {
            Input::Whole(text) => text,
            Input::Stream { waiting, .. } => waiting,
        }
    }

    /// Reads on until all of the next line is at the [start](Self::start), however long it is.
    pub(crate) fn fill_line(&mut self) -> Result<()> {
        let mut n = BLOCK;
        while let Input::Stream { waiting, ended: false, .. } = &self.input
            && memchr::memchr(b'\n', waiting).is_none()
        {
            n *= 2;
            self.fill(n)?;
        }
        Ok(())
    }

    /// Reads on until everything is at the [start](Self::start).
    #[cfg(feature = "parquet")]
    pub(crate) fn fill_all(&mut self) -> Result<()> {
        self.fill(usize::MAX)
    }

    /// Reads a stream until at least `n` bytes wait, or it ends. More than the limit is an error.
    fn fill(&mut self, n: usize) -> Result<()> {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX).max(BLOCK);
        let n = n.min(most.saturating_add(1));
        if let Input::Stream { reader, waiting, ended } = &mut self.input
            && !*ended
            && waiting.len() < n
        {
            let missing = (n - waiting.len()) as u64;
            let read = reader
                .by_ref()
                .take(missing)
                .read_to_end(waiting)
                .map_err(|error| Error::new(&*self.name, error))?;
            *ended = (read as u64) < missing;
            if waiting.len() > most {
                let kind = ErrorKind::TooLarge { mebibytes: (most >> 20) as u64 };
                return Err(Error::new(&*self.name, kind));
            }
        }
        Ok(())
    }

    /// The next piece of text that holds whole sentences, or `None` at the end.
    ///
    /// `cut(text, at_end)` says how many bytes of `text` are whole sentences. Where it says 0 the
    /// piece grows until it says more, or the text ends and all of it is handed out.
    pub(crate) fn next_block(
        &mut self,
        cut: impl Fn(&[u8], bool) -> usize,
    ) -> Result<Option<Text>> {
        let mut want = BLOCK;
        loop {
            self.fill(want)?;
            let (text, at_end) = match &self.input {
                Input::Whole(text) => (&text[..text.len().min(want)], text.len() <= want),
                Input::Stream { waiting, ended, .. } => (&waiting[..], *ended),
            };
            if text.is_empty() && at_end {
                return Ok(None);
            }
            let n = cut(text, at_end);
            if n == 0 && !at_end {
                want *= 2;
                continue;
            }
            let n = if n == 0 { text.len() } else { n };
            return Ok(Some(match &mut self.input {
                Input::Whole(text) => {
                    let block = text.split_to(n);
                    if let Owner::Mapped(map) = &*text.owner {
                        mapping::give_back(map, block.range.start, block.range.end);
                    }
                    block
                }
                Input::Stream { waiting, .. } => {
                    let rest = waiting.split_off(n);
                    Text::new(Owner::Bytes(std::mem::replace(waiting, rest)))
                }
            }));
        }
    }

    /// Everything that is left, as one text.
    #[doc(hidden)]
    pub fn rest(mut self) -> Result<Text> {
        self.fill(usize::MAX)?;
        Ok(match self.input {
            Input::Whole(text) => text,
            Input::Stream { waiting, .. } => Text::new(Owner::Bytes(waiting)),
        })
    }
}

/// Reads until `buffer` is full or the input ends.
fn read_up_to(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < buffer.len() {
        match reader.read(&mut buffer[n..]) {
            Ok(0) => break,
            Ok(read) => n += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(n)
}

#[derive(Clone, Copy)]
enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Compression {
    fn of(start: &[u8]) -> Option<Compression> {
        match start {
            [0x1F, 0x8B, ..] => Some(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Compression::Bzip2),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Compression::Zstd),
            _ => None,
        }
    }
}

/// What kind of archive starts so, if it is one. A workbook (.xlsx, .ods) is a zip archive.
fn archive(start: &[u8]) -> Option<&'static str> {
    let is_tar = |rest: &[u8]| rest.starts_with(b"ustar\0") || rest.starts_with(b"ustar  \0");
    match start {
        [b'P', b'K', 3, 4, ..] => Some("zip"),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some("7z"),
        _ if start.get(257..).is_some_and(is_tar) => Some("tar"),
        _ => None,
    }
}

/// Whether a text that starts so is of 16 bits a character: it has the mark, or a zero in every
/// second byte of its first two characters and of most of those after them.
fn is_wide(start: &[u8]) -> bool {
    if start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF") {
        return true;
    }
    let (pairs, odd) = start[..start.len().min(64)].as_chunks();
    let plain = |zero: usize| move |pair: &&[u8; 2]| pair[zero] == 0 && pair[1 - zero] != 0;
    odd.is_empty()
        && [0, 1].into_iter().any(|zero| {
            pairs.iter().take_while(plain(zero)).count() >= 2
                && pairs.iter().filter(plain(zero)).count() * 4 > pairs.len() * 3
        })
}
