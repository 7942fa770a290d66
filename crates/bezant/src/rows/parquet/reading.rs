//! Parquet to evaluations, some thousand rows at a time.

use std::collections::BTreeMap;

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, get_column_reader};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use serde::de::DeserializeOwned;

use super::cells::{self, Cell, Fields, Unfit};
use super::guard::{self, Pages};
use super::leaves::{self, Leaf};
use super::shapes::{Node, Shape};
use super::{ABOUT, COUNT, FORMAT_KEY, GROUP, MISSED, SYSTEMS_KEY, System, why};
use crate::counts::Counts;
use crate::error::{Error, ErrorKind, Result, in_plain_words};
use crate::evaluation::{Evaluation, Groups, Remarks, Row};
use crate::metric::{Outcome, Size, Skipped};
use crate::rows::{check_format, together, treebanks};
use crate::signature::Signature;
use crate::source::{Source, Text};

/// So many rows are read at once.
const ROWS: usize = 4 << 10;

/// What is wrong with a file, before it is known which file.
type Faulty<T> = std::result::Result<T, ErrorKind>;

fn bad(why: impl Into<String>) -> ErrorKind {
    ErrorKind::BadRows(why.into())
}

/// What the crate says, without its own name.
fn said(error: &parquet::errors::ParquetError) -> String {
    let said = error.to_string();
    said.trim_start_matches("Parquet error: ").trim_start_matches("EOF: ").to_string()
}

struct Owned(Text);

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Reads the signature of the first system.
pub(in crate::rows) fn signature(text: &[u8]) -> Faulty<Signature> {
    let (_, systems) = caught(|| open(text))?;
    let (_, first) = systems.into_iter().next().ok_or_else(|| bad("it is empty"))?;
    Ok(first)
}

/// Reads all evaluations of a file.
pub(in crate::rows) fn read<C: Counts + DeserializeOwned>(
    source: Source,
) -> Result<Vec<Evaluation<C>>> {
    let name = source.name().to_string();
    let file = Bytes::from_owner(Owned(source.rest()?));
    caught(|| evaluations(&file)).map_err(|kind| Error::new(name, kind))
}

/// The crate's decoders panic where values are not as they were written. What is known to do so is refused
/// [before](guard); should there be more, a broken file is one all the same.
fn caught<T>(read: impl FnOnce() -> Faulty<T>) -> Faulty<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(bad("it is Parquet that cannot be decoded")))
}

/// What a file says of itself, and its systems with their signatures.
fn open(file: &[u8]) -> Faulty<(ParquetMetaData, Vec<(System, Signature)>)> {
    let broken = |error| bad(format!("it is Parquet that cannot be read: {}", said(&error)));
    let footer = guard::footer(file).map_err(broken)?;
    let about = ParquetMetaDataReader::decode_metadata(footer).map_err(broken)?;
    let pairs = about.file_metadata().key_value_metadata();
    let value = |key: &str| {
        let found = pairs?.iter().find(|pair| pair.key == key);
        found?.value.as_deref()
    };
    let unsigned = || bad("it is Parquet without a signature in its metadata");
    let format = value(FORMAT_KEY).ok_or_else(unsigned)?;
    check_format(format.parse().map_err(|_| bad(format!("format {format} is unknown")))?)?;
    let systems: Vec<System> = serde_json::from_str(value(SYSTEMS_KEY).ok_or_else(unsigned)?)
        .map_err(|error| bad(in_plain_words(&error.to_string())))?;
    let parsed = systems.into_iter().map(|system| {
        let signature = system.signature.parse();
        let signature = signature.map_err(|error: Error| bad(error.kind().to_string()))?;
        Ok((system, signature))
    });
    let systems = parsed.collect::<Faulty<_>>()?;
    Ok((about, systems))
}

/// A column that is read.
struct Column<'m> {
    name: &'m str,
    /// Of the leaves of all columns, the first one's place.
    leaf: usize,
    node: Node,
}

/// The columns of a file, and which of them say what.
struct Table<'m> {
    columns: Vec<Column<'m>>,
    about: [Option<usize>; ABOUT.len()],
    reasons: [Option<usize>; why::COLUMNS.len()],
    groups: Vec<(&'m str, usize)>,
    counts: Vec<(&'m str, usize)>,
    missed: Vec<(&'m str, usize)>,
}

impl<'m> Table<'m> {
    fn of(about: &'m ParquetMetaData) -> Faulty<Table<'m>> {
        let schema = about.file_metadata().schema_descr();
        let mut table = Table {
            columns: Vec::new(),
            about: [None; ABOUT.len()],
            reasons: [None; why::COLUMNS.len()],
            groups: Vec::new(),
            counts: Vec::new(),
            missed: Vec::new(),
        };
        let mut leaf = 0;
        for column in schema.root_schema().get_fields() {
            let (name, first) = (column.name(), leaf);
            while leaf < schema.num_columns() && schema.get_column_root(leaf).name() == name {
                leaf += 1;
            }
            let at = table.columns.len();
            let position = |names: &[&str]| names.iter().position(|known| *known == name);
            if let Some(known) = position(&ABOUT) {
                table.about[known] = Some(at);
            } else if let Some(known) = position(&why::COLUMNS) {
                table.reasons[known] = Some(at);
            } else if let Some(group) = name.strip_prefix(GROUP) {
                table.groups.push((group, at));
            } else if let Some(count) = name.strip_prefix(COUNT) {
                table.counts.push((count, at));
            } else if let Some(count) = name.strip_prefix(MISSED) {
                table.missed.push((count, at));
            } else {
                // Somebody's own.
                continue;
            }
            let node = Node::from_parquet(column)
                .filter(|node| node.n_leaves() == leaf - first && fits(name, &node.shape));
            let node = node.ok_or_else(|| bad(format!("its column {name} is of another type")))?;
            table.columns.push(Column { name, leaf: first, node });
        }
        for (name, place) in ABOUT.iter().zip(table.about).take(2) {
            if place.is_none() {
                return Err(bad(format!("it has no column {name}")));
            }
        }
        Ok(table)
    }
}

/// Whether a column is of the type that its name asks for. What counts are is known to their metric.
fn fits(name: &str, shape: &Shape) -> bool {
    match name {
        "sentence"
        | "n_sentences"
        | "length"
        | "depth"
        | "skipped_line"
        | "skipped_column"
        | "skipped_position"
        | "skipped_gold_words"
        | "skipped_system_words" => {
            matches!(shape, Shape::Number { .. })
        }
        "missing_treebank" | "skipped_by_system" => *shape == Shape::Flag,
        name => name.starts_with(COUNT) || name.starts_with(MISSED) || *shape == Shape::Text,
    }
}

fn evaluations<C: Counts + DeserializeOwned>(file: &Bytes) -> Faulty<Vec<Evaluation<C>>> {
    let (about, systems) = open(file)?;
    if systems.is_empty() {
        return Err(bad("it is empty"));
    }
    let table = Table::of(&about)?;
    let mut filling = Filling { systems, found: Vec::new() };
    let mut n_before = 0;
    for group in about.row_groups() {
        let n_rows = usize::try_from(group.num_rows()).unwrap_or(usize::MAX);
        if n_rows as u64 > guard::most_values(file) {
            return Err(bad("it claims to have more rows than it has room for"));
        }
        let mut columns = Vec::new();
        for column in &table.columns {
            let mut readers: Vec<ColumnReader> = Vec::new();
            for leaf in column.leaf..column.leaf + column.node.n_leaves() {
                let chunk = group.columns().get(leaf).ok_or_else(|| bad("it lacks a column"))?;
                if !matches!(chunk.compression(), Compression::UNCOMPRESSED | Compression::SNAPPY) {
                    let packed = chunk.compression().to_string();
                    let packed = packed.split('(').next().unwrap_or_default();
                    return Err(bad(format!(
                        "its columns are packed by {packed}, and can be read unpacked or packed by Snappy"
                    )));
                }
                let pages =
                    Pages::new(file, chunk, n_rows).map_err(|error| column.fault(&error))?;
                let kind = about.file_metadata().schema_descr().column(leaf);
                readers.push(get_column_reader(kind, Box::new(pages)));
            }
            let mut leaves = Vec::new();
            leaves.resize_with(readers.len(), Leaf::default);
            columns.push((readers, leaves));
        }
        let mut n_read = 0;
        while n_read < n_rows {
            let wanted = ROWS.min(n_rows - n_read);
            for (column, (readers, leaves)) in table.columns.iter().zip(&mut columns) {
                for (reader, leaf) in readers.iter_mut().zip(leaves) {
                    let rows = leaf.read(reader, wanted).map_err(|error| column.fault(&error))?;
                    if rows != wanted {
                        return Err(bad(format!("its column {} is too short", column.name)));
                    }
                }
            }
            for row in 0..wanted {
                let taken = table.columns.iter().zip(&mut columns).map(|(column, (_, leaves))| {
                    leaves::take(&column.node, leaves).map_err(|error| column.fault(&error))
                });
                let cells = taken.collect::<Faulty<Vec<Cell>>>()?;
                let number = n_before + n_read + row + 1;
                let at_row = |why: String| bad(format!("row {number}: {why}"));
                let (system, row) = table.row(cells).map_err(|error| at_row(error.0))?;
                filling.add(&system, row).map_err(at_row)?;
            }
            for (column, (_, leaves)) in table.columns.iter().zip(&columns) {
                if !leaves.iter().all(Leaf::is_empty) {
                    return Err(bad(format!("its column {} is too long", column.name)));
                }
            }
            n_read += wanted;
        }
        n_before += n_rows;
    }
    filling.finish()
}

impl Column<'_> {
    fn fault(&self, error: &parquet::errors::ParquetError) -> ErrorKind {
        bad(format!("its column {} cannot be read: {}", self.name, said(error)))
    }
}

/// Counts from columns whose names begin so.
fn from_fields<C: DeserializeOwned>(
    prefix: &str,
    fields: Fields<&str>,
) -> std::result::Result<C, Unfit> {
    cells::from_fields(fields)
        .map_err(|error: Unfit| Unfit(format!("{prefix}…: {}", in_plain_words(&error.0))))
}

/// A row, and what is said of it beside its counts.
struct Read<C> {
    row: Row<C>,
    groups: Groups,
    treebank: (String, bool),
}

impl<'m> Table<'m> {
    /// The row that has these cells, with its system's name.
    fn row<C: Counts + DeserializeOwned>(
        &self,
        mut cells: Vec<Cell>,
    ) -> std::result::Result<(String, Read<C>), Unfit> {
        let mut take = |at: Option<usize>| {
            at.map_or(Cell::Null, |at| std::mem::replace(&mut cells[at], Cell::Null))
        };
        let [system, sentence, n_sentences, length, depth, treebank, missing] =
            self.about.map(&mut take);
        let reason = why::reason(self.reasons.map(&mut take))?;
        let mut groups = Groups::new();
        for (key, at) in &self.groups {
            if let Some(group) = cells::value(take(Some(*at)))? {
                groups.insert(key.to_string(), group);
            }
        }
        let mut fields = |places: &[(&'m str, usize)]| -> Fields<&'m str> {
            places.iter().map(|(name, at)| (*name, take(Some(*at)))).collect()
        };
        let (counts, missed) = (fields(&self.counts), fields(&self.missed));
        let has = |fields: &Fields<&str>| fields.iter().any(|(_, cell)| *cell != Cell::Null);
        let result = match (has(&counts), reason) {
            (true, None) => Ok(from_fields(COUNT, counts)?),
            (false, Some(reason)) => {
                let missed = match has(&missed) {
                    true => from_fields(MISSED, missed)?,
                    false => C::default(),
                };
                Err(Box::new(Skipped { reason, missed }))
            }
            _ => return Err(Unfit("a row has either counts or a reason".to_string())),
        };
        let counts = result.as_ref().unwrap_or_else(|skipped| &skipped.missed);
        if let Some(why) = counts.fault() {
            return Err(Unfit(why));
        }
        let size = Size {
            length: cells::value::<Option<_>>(length)?.unwrap_or_default(),
            depth: cells::value::<Option<_>>(depth)?.unwrap_or_default(),
        };
        let row = Row {
            sentence: cells::value(sentence)?,
            n_sentences: cells::value::<Option<_>>(n_sentences)?.unwrap_or(1),
            outcome: Outcome { size, result },
        };
        let treebank = (
            cells::value::<Option<_>>(treebank)?.unwrap_or_default(),
            cells::value::<Option<_>>(missing)?.unwrap_or_default(),
        );
        Ok((cells::value(system)?, Read { row, groups, treebank }))
    }
}

/// Evaluations that are filled one after the other, in the order of the metadata.
struct Filling<C> {
    systems: Vec<(System, Signature)>,
    found: Vec<Evaluation<C>>,
}

impl<C: Counts> Filling<C> {
    /// Begins with the next system.
    fn begin(&mut self) -> bool {
        let Some((system, signature)) = self.systems.get(self.found.len()) else { return false };
        self.found.push(Evaluation {
            signature: signature.clone(),
            system: system.system.clone(),
            rows: Vec::new(),
            said: BTreeMap::new(),
            treebanks: Vec::new(),
        });
        true
    }

    /// Whether the last one has all its rows.
    fn is_full(&self) -> bool {
        let Some(last) = self.found.last() else { return true };
        self.systems[self.found.len() - 1].0.rows == Some(last.rows.len())
    }

    fn add(&mut self, system: &str, read: Read<C>) -> std::result::Result<(), String> {
        while self.is_full() || self.found.last().is_none_or(|last| last.system != system) {
            if !self.begin() {
                return Err(format!("{system} is no system whose rows should stand here"));
            }
        }
        let evaluation = self.found.last_mut().expect("one was begun");
        let Read { row, groups, treebank: (treebank, is_missing) } = read;
        treebanks::note(evaluation, treebank, is_missing);
        if !groups.is_empty() {
            evaluation.said.insert(evaluation.rows.len(), Remarks::of_words(groups));
        }
        evaluation.rows.push(row);
        Ok(())
    }

    fn finish(mut self) -> Faulty<Vec<Evaluation<C>>> {
        while self.begin() {}
        for (Evaluation { system, rows, .. }, (announced, _)) in
            self.found.iter().zip(&self.systems)
        {
            if let Some(of) = announced.rows.filter(|n| *n != rows.len()) {
                let system = system.clone();
                return Err(ErrorKind::OtherRows { system, has: rows.len(), of });
            }
        }
        let mut n_before = 0;
        for evaluation in &self.found {
            if let Some((row, kind)) = together::fault(evaluation) {
                let why = match kind {
                    ErrorKind::BadRows(why) => why,
                    other => other.to_string(),
                };
                return Err(bad(format!("row {}: {why}", n_before + row + 1)));
            }
            n_before += evaluation.rows.len();
        }
        Ok(self.found)
    }
}
