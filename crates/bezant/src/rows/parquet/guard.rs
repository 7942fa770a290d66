//! What a file says of its own sizes, looked at before room is made for it: a small file that claims to be a
//! large one must cost no more than a small one.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::{Buf, Bytes};
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

/// How many times larger a page may become. Snappy makes at most 22 bytes of one.
const MOST_TIMES: u64 = 32;

/// So many values, or bytes, are never too many.
const FEW: u64 = 1 << 20;

/// How many values, or rows, there may be for each byte of the file. Long runs of the same value take no
/// room, but no two sentences have the same number.
const VALUES_A_BYTE: u64 = 64;

/// How deep columns may lie in each other, and how many there may be.
const DEEPEST: usize = 32;
const MOST_COLUMNS: u64 = 10_000;

fn broken(what: impl Into<String>) -> ParquetError {
    ParquetError::General(what.into())
}

/// As many values as a file can hold.
pub(super) fn most_values(file: &Bytes) -> u64 {
    FEW.saturating_add((file.len() as u64).saturating_mul(VALUES_A_BYTE))
}

/// The bytes of a file. Those of the next page are looked at while its header is read.
#[derive(Clone)]
pub(super) struct Watched {
    bytes: Bytes,
    is_header: Arc<AtomicBool>,
}

impl Watched {
    pub(super) fn new(bytes: Bytes) -> Watched {
        Watched { bytes, is_header: Arc::default() }
    }

    fn part(&self, range: Range<u64>) -> Result<Bytes> {
        let range = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
        match range {
            Some((start, end)) if start <= end && end <= self.bytes.len() => {
                Ok(self.bytes.slice(start..end))
            }
            _ => Err(broken("something lies behind the end of the file")),
        }
    }
}

impl Length for Watched {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }
}

impl ChunkReader for Watched {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let rest = self.part(start..self.len())?;
        if self.is_header.load(Ordering::Relaxed) {
            check_page(&rest)?;
        }
        Ok(rest.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.part(start..start.saturating_add(length as u64))
    }
}

/// Looks at the sizes in a page's header, and whether it has what its kind has.
fn check_page(header: &[u8]) -> Result<()> {
    let mut header = Compact(header);
    let (mut kind_of_page, mut whole, mut packed) = (u64::MAX, 0, 0);
    let mut described = Vec::new();
    let mut id = 0;
    while let Some((field, kind)) = header.field(id)? {
        match (field, kind) {
            (1, I32) => kind_of_page = header.number()?,
            (2, I32) => whole = header.number()?,
            (3, I32) => packed = header.number()?,
            (field, kind) => {
                header.skip(kind, 0)?;
                described.extend((kind == STRUCT).then_some(field));
            }
        }
        id = field;
    }
    if whole > FEW.saturating_add(packed.saturating_mul(MOST_TIMES)) {
        return Err(broken(format!("a page of {packed} bytes claims to be one of {whole}")));
    }
    // Values, a dictionary, and values in the second version; others are not read.
    let description = match kind_of_page {
        0 => 5,
        2 => 7,
        3 => 8,
        _ => return Err(broken("a page is of an unknown kind")),
    };
    match described.contains(&description) {
        true => Ok(()),
        false => Err(broken("a page lacks its description")),
    }
}

/// What is known of a column when its pages are read.
struct About {
    kind: Type,
    /// How many kinds of levels stand before the values.
    n_levels: usize,
    has_dictionary: bool,
}

/// A page that its decoder copes with, whatever is in it.
#[expect(deprecated)]
fn sound(mut page: Page, about: &About) -> Result<Page> {
    let encoding = page.encoding();
    let is_dictionary = page.is_dictionary_page();
    match encoding {
        Encoding::PLAIN => {}
        Encoding::RLE if about.kind == Type::BOOLEAN && !is_dictionary => {}
        Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => {
            if !about.has_dictionary && !is_dictionary {
                return Err(broken("a dictionary is missing"));
            }
        }
        other => return Err(broken(format!("its values are encoded by {other}"))),
    }
    match &page {
        Page::DataPage { def_level_encoding, rep_level_encoding, .. } => {
            let levels = [def_level_encoding, rep_level_encoding];
            if about.n_levels > 0 && levels.contains(&&Encoding::BIT_PACKED) {
                return Err(broken("its levels are encoded by BIT_PACKED"));
            }
        }
        Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
            let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
            if levels > buf.len() as u64 {
                return Err(broken("its levels are longer than their page"));
            }
        }
        Page::DictionaryPage { .. } => {}
    }
    let n_levels = match &page {
        Page::DataPage { .. } => about.n_levels,
        Page::DataPageV2 { .. } | Page::DictionaryPage { .. } => 0,
    };
    let before = match &page {
        Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
            (*def_levels_byte_len + *rep_levels_byte_len) as usize
        }
        _ => 0,
    };
    let (Page::DataPage { buf, .. }
    | Page::DataPageV2 { buf, .. }
    | Page::DictionaryPage { buf, .. }) = &mut page;
    let mut values = &buf[before..];
    for _ in 0..n_levels {
        values = behind_first(values)?;
    }
    if encoding == Encoding::RLE {
        behind_first(values)?;
    } else if about.kind == Type::BYTE_ARRAY && (is_dictionary || encoding == Encoding::PLAIN) {
        // Each text has its length before it, up to the end. There stands one more, which no page has, so
        // that a decoder that is sent too far fails rather than looks for more.
        while !values.is_empty() {
            values = behind_first(values)?;
        }
        *buf = Bytes::from([&buf[..], &[0xFF; 4]].concat());
    }
    Ok(page)
}

/// What stands behind bytes that have their number before them.
fn behind_first(bytes: &[u8]) -> Result<&[u8]> {
    let rest = bytes.split_first_chunk().and_then(|(n, rest)| {
        let n = usize::try_from(u32::from_le_bytes(*n)).ok()?;
        rest.get(n..)
    });
    rest.ok_or_else(|| broken("something is longer than its page"))
}

/// The pages of a column, each looked at before it is unpacked.
pub(super) struct Pages {
    inner: SerializedPageReader<Watched>,
    is_header: Arc<AtomicBool>,
    /// How many values may still come.
    values: u64,
    about: About,
}

impl Pages {
    /// Those of one column of some rows.
    pub(super) fn new(file: &Bytes, chunk: &ColumnChunkMetaData, n_rows: usize) -> Result<Pages> {
        let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
        if start < 0 || chunk.compressed_size() < 0 {
            return Err(broken("a column lies before the start of the file"));
        }
        let watched = Watched::new(file.clone());
        let is_header = Arc::clone(&watched.is_header);
        let inner = SerializedPageReader::new(Arc::new(watched), chunk, n_rows, None)?;
        let column = chunk.column_descr();
        let about = About {
            kind: chunk.column_type(),
            n_levels: usize::from(column.max_def_level() > 0)
                + usize::from(column.max_rep_level() > 0),
            has_dictionary: false,
        };
        Ok(Pages { inner, is_header, values: most_values(file), about })
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        if let Some(page) = self.peek_next_page()? {
            let values = page.num_levels.or(page.num_rows).unwrap_or(0) as u64;
            self.values = self.values.checked_sub(values).ok_or_else(|| {
                broken("a column claims to have more values than it has room for")
            })?;
        }
        let page = self.inner.get_next_page()?;
        let page = page.map(|page| sound(page, &self.about)).transpose()?;
        self.about.has_dictionary |= page.as_ref().is_some_and(Page::is_dictionary_page);
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.is_header.store(true, Ordering::Relaxed);
        let page = self.inner.peek_next_page();
        self.is_header.store(false, Ordering::Relaxed);
        page
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.inner.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        Ok(self.peek_next_page()?.is_none())
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

/// The description at the end of a file, after a look at its columns: how many there are and how deep they
/// lie.
pub(super) fn footer(file: &[u8]) -> Result<&[u8]> {
    let cut = || broken("its end is missing");
    let (rest, end) = file.split_last_chunk::<8>().ok_or_else(cut)?;
    let [a, b, c, d, mark @ ..] = *end;
    if mark != *b"PAR1" {
        return Err(cut());
    }
    let n = usize::try_from(u32::from_le_bytes([a, b, c, d])).map_err(|_| cut())?;
    let start = rest.len().checked_sub(n).ok_or_else(cut)?;
    let mut description = Compact(&rest[start..]);
    let mut id = 0;
    while let Some((field, kind)) = description.field(id)? {
        if (field, kind) == (2, LIST) {
            description.check_schema()?;
            return Ok(&rest[start..]);
        }
        description.skip(kind, 0)?;
        id = field;
    }
    Err(broken("it has no columns"))
}

/// What stands in Thrift's compact protocol, in which Parquet describes itself.
struct Compact<'b>(&'b [u8]);

const I32: u8 = 5;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Compact<'_> {
    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.0.split_first().ok_or_else(|| broken("a description is cut"))?;
        self.0 = rest;
        Ok(*first)
    }

    fn varint(&mut self) -> Result<u64> {
        let mut all = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            all |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(all);
            }
        }
        Err(broken("a number is too long"))
    }

    /// A number that is not negative; one that is counts as more than there is room for.
    fn number(&mut self) -> Result<u64> {
        let zigzag = self.varint()?;
        Ok(if zigzag & 1 == 0 { zigzag >> 1 } else { u64::MAX })
    }

    /// The number and type of the next field; nothing at the end of a structure.
    fn field(&mut self, before: u64) -> Result<Option<(u64, u8)>> {
        let byte = self.byte()?;
        if byte & 0xF == 0 {
            return Ok(None);
        }
        let field = match byte >> 4 {
            0 => self.number()?,
            step => before.saturating_add(step.into()),
        };
        Ok(Some((field, byte & 0xF)))
    }

    /// How many things a list has, and of which type.
    fn list(&mut self) -> Result<(u64, u8)> {
        let byte = self.byte()?;
        let n = match byte >> 4 {
            0xF => self.varint()?,
            n => n.into(),
        };
        Ok((n, byte & 0xF))
    }

    fn skip_bytes(&mut self, n: u64) -> Result<()> {
        let n = usize::try_from(n).ok();
        self.0 = n.and_then(|n| self.0.get(n..)).ok_or_else(|| broken("a description is cut"))?;
        Ok(())
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Result<()> {
        if depth > DEEPEST {
            return Err(broken("a description is too deep"));
        }
        match kind {
            // Whether something holds is said by the type.
            1 | 2 => Ok(()),
            3 => self.skip_bytes(1),
            4..=6 => self.varint().map(drop),
            7 => self.skip_bytes(8),
            8 => {
                let n = self.varint()?;
                self.skip_bytes(n)
            }
            LIST | 10 => {
                let (n, kind) = self.list()?;
                for _ in 0..n {
                    // In lists it is said by a byte.
                    self.skip(if kind <= 2 { 3 } else { kind }, depth + 1)?;
                }
                Ok(())
            }
            STRUCT => {
                let mut id = 0;
                while let Some((field, kind)) = self.field(id)? {
                    self.skip(kind, depth + 1)?;
                    id = field;
                }
                Ok(())
            }
            _ => Err(broken("a description has something unknown")),
        }
    }

    /// The list of columns, each before those that lie in it.
    fn check_schema(&mut self) -> Result<()> {
        let (n, kind) = self.list()?;
        if kind != STRUCT || n > MOST_COLUMNS {
            return Err(broken("it has too many columns"));
        }
        // How many are still to come at each depth.
        let mut open = Vec::new();
        for _ in 0..n {
            let (mut id, mut children) = (0, 0);
            while let Some((field, kind)) = self.field(id)? {
                match (field, kind) {
                    (5, I32) => children = self.number()?,
                    _ => self.skip(kind, 0)?,
                }
                id = field;
            }
            if children > n || open.len() > DEEPEST {
                return Err(broken("its columns lie too deep in each other"));
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            open.push(children);
            while open.last() == Some(&0) {
                open.pop();
            }
        }
        Ok(())
    }
}
