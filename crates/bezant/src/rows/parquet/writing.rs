//! Evaluations to Parquet, some thousand rows at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde::Serialize;

use super::cells::{self, Cell, Unfit};
use super::leaves::{self, Leaf};
use super::shapes::{Node, Seen, Shape};
use super::{
    ABOUT, COUNT, FORMAT_KEY, GROUP, MISSED, SIGNATURE_KEY, SYSTEMS_KEY, System, VERSION_KEY, why,
};
use crate::counts::Counts;
use crate::evaluation::{Evaluation, Remarks, Row};
use crate::rows::FORMAT;

/// So many rows are written at once, or fewer where these have many values or much text.
const ROWS: usize = 64 << 10;
const VALUES: usize = 4 << 20;
const TEXT: usize = 64 << 20;

/// So many groups can be columns; more are no names of groups.
const MOST_GROUPS: usize = 1_000;

/// A column with its name.
struct Column {
    name: String,
    node: Node,
}

/// All columns, and where groups and counts stand among them.
struct Table {
    columns: Vec<Column>,
    /// Of each reason's cells, those that somebody has.
    reasons: Vec<Option<usize>>,
    groups: BTreeMap<String, usize>,
    counts: BTreeMap<&'static str, usize>,
    missed: BTreeMap<&'static str, usize>,
}

/// What is found of counts by name, in the order in which they are declared.
#[derive(Default)]
struct Found(Vec<FoundCount>);

struct FoundCount {
    name: &'static str,
    /// The same for what was counted and what was missed, so that both are of one type.
    seen: Seen,
    is_counted: bool,
    is_missed: bool,
}

impl Found {
    fn add(&mut self, fields: &[(&'static str, Cell)], is_missed: bool) -> Result<(), Unfit> {
        for (at, (name, cell)) in fields.iter().enumerate() {
            // They are always in the same order.
            let at = match self.0.get(at).is_some_and(|known| known.name == *name) {
                true => at,
                false => match self.0.iter().position(|known| known.name == *name) {
                    Some(at) => at,
                    None => {
                        let seen = Seen::Nothing;
                        self.0.push(FoundCount { name, seen, is_counted: false, is_missed: false });
                        self.0.len() - 1
                    }
                },
            };
            if *cell != Cell::Null {
                let found = &mut self.0[at];
                found.seen.add(cell)?;
                *(if is_missed { &mut found.is_missed } else { &mut found.is_counted }) = true;
            }
        }
        Ok(())
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// Writes the evaluations of several systems.
pub(in crate::rows) fn write<C: Counts + Serialize>(
    evaluations: &[Evaluation<C>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let table = Table::of(evaluations).map_err(io::Error::other)?;
    let columns = table.columns.iter().map(|column| column.node.to_parquet(&column.name));
    let columns = columns.collect::<Result<_, _>>().map_err(failed)?;
    let schema = Type::group_type_builder("rows").with_fields(columns).build().map_err(failed)?;
    let settings = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_created_by(format!("bezant {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(metadata(evaluations)?));
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(settings.build()))
            .map_err(failed)?;
    let n_leaves = table.columns.iter().map(|column| column.node.n_leaves()).sum();
    let mut leaves: Vec<Leaf> = Vec::new();
    leaves.resize_with(n_leaves, Leaf::default);
    for evaluation in evaluations {
        let mut treebanks = evaluation.treebanks.iter().peekable();
        let mut treebank = (Cell::Null, false);
        let mut n_waiting = 0;
        for (at, row) in evaluation.rows.iter().enumerate() {
            while let Some(next) = treebanks.next_if(|next| next.first <= at) {
                let name = match next.name.as_str() {
                    "" => Cell::Null,
                    name => Cell::Text(name.to_string()),
                };
                treebank = (name, next.is_missing);
            }
            let row = table.row(evaluation, at, row, &treebank).map_err(io::Error::other)?;
            let mut rest = &mut leaves[..];
            for (column, cell) in table.columns.iter().zip(&row) {
                let (own, others) = rest.split_at_mut(column.node.n_leaves());
                leaves::put(&column.node, cell, own);
                rest = others;
            }
            n_waiting += 1;
            let n_values: usize = leaves.iter().map(Leaf::len).sum();
            let n_bytes: usize = leaves.iter().map(Leaf::text_len).sum();
            if n_waiting >= ROWS || n_values >= VALUES || n_bytes >= TEXT {
                write_group(&mut writer, &mut leaves, out)?;
                n_waiting = 0;
            }
        }
        if n_waiting > 0 {
            write_group(&mut writer, &mut leaves, out)?;
        }
    }
    writer.finish().map_err(failed)?;
    hand_on(&mut writer, out)
}

/// Writes the rows that wait, and forgets them.
fn write_group(
    writer: &mut SerializedFileWriter<Vec<u8>>,
    leaves: &mut [Leaf],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut group = writer.next_row_group().map_err(failed)?;
    for leaf in leaves {
        let column = group.next_column().map_err(failed)?;
        let mut column = column.expect("there is a leaf for each column of the schema");
        leaf.write(column.untyped()).map_err(failed)?;
        column.close().map_err(failed)?;
    }
    group.close().map_err(failed)?;
    hand_on(writer, out)
}

/// What the crate has written goes where it belongs: it asks for a target that other threads may have,
/// which ours is not.
fn hand_on(writer: &mut SerializedFileWriter<Vec<u8>>, out: &mut dyn Write) -> io::Result<()> {
    writer.flush()?;
    out.write_all(writer.inner())?;
    writer.inner_mut().clear();
    Ok(())
}

fn metadata<C>(evaluations: &[Evaluation<C>]) -> io::Result<Vec<KeyValue>> {
    let system = |one: &Evaluation<C>| System {
        system: one.system.clone(),
        signature: one.signature.to_string(),
        rows: Some(one.rows.len()),
    };
    let systems: Vec<System> = evaluations.iter().map(system).collect();
    let first = systems.first().map_or("", |first| first.signature.as_str());
    Ok(vec![
        KeyValue::new(FORMAT_KEY.to_string(), FORMAT.to_string()),
        KeyValue::new(VERSION_KEY.to_string(), env!("CARGO_PKG_VERSION").to_string()),
        KeyValue::new(SIGNATURE_KEY.to_string(), first.to_string()),
        KeyValue::new(SYSTEMS_KEY.to_string(), serde_json::to_string(&systems)?),
    ])
}

impl Table {
    /// The columns that these rows need.
    fn of<C: Counts + Serialize>(evaluations: &[Evaluation<C>]) -> Result<Table, Unfit> {
        let mut about = [const { Seen::Nothing }; ABOUT.len()];
        let mut reasons = [const { Seen::Nothing }; why::COLUMNS.len()];
        let mut counts = Found::default();
        let mut groups = BTreeSet::new();
        for evaluation in evaluations {
            for key in evaluation.said.values().flat_map(|said| said.words().into_keys()) {
                groups.insert(key);
                if groups.len() > MOST_GROUPS {
                    let why = format!(
                        "more than {MOST_GROUPS} groups cannot be columns of Parquet; save such rows as JSON"
                    );
                    return Err(Unfit(why));
                }
            }
            for row in &evaluation.rows {
                about[1].add(&Cell::Number(row.sentence))?;
                about[2].add(&Cell::Number(row.n_sentences))?;
                match &row.outcome.result {
                    Ok(found) => counts.add(&cells::fields(found)?, false)?,
                    Err(skip) => {
                        counts.add(&cells::fields(&skip.missed)?, true)?;
                        let cells = why::cells(&skip.reason)?;
                        reasons
                            .iter_mut()
                            .zip(&cells)
                            .try_for_each(|(seen, cell)| seen.add(cell))?;
                    }
                }
            }
        }
        let mut table = Table {
            columns: Vec::new(),
            reasons: Vec::new(),
            groups: BTreeMap::new(),
            counts: BTreeMap::new(),
            missed: BTreeMap::new(),
        };
        let number = Shape::Number { is_unsigned: false };
        for (name, seen) in ABOUT.iter().zip(about) {
            let shape = match *name {
                "system" | "treebank" => Shape::Text,
                "missing_treebank" => Shape::Flag,
                _ => seen.shape().unwrap_or(number.clone()),
            };
            table.add(name, Some(shape), *name == "treebank");
        }
        for (name, seen) in why::COLUMNS.iter().zip(reasons) {
            let first = (*name == why::COLUMNS[0]).then_some(Shape::Text);
            let at = table.add(name, seen.shape().or(first), true);
            table.reasons.push(at);
        }
        for key in groups {
            let at = table.add(&format!("{GROUP}{key}"), Some(Shape::Text), true);
            table.groups.extend(at.map(|at| (key, at)));
        }
        for FoundCount { name, seen, .. } in counts.0.iter().filter(|it| it.is_counted) {
            let at = table.add(&format!("{COUNT}{name}"), seen.shape(), true);
            table.counts.extend(at.map(|at| (*name, at)));
        }
        for FoundCount { name, seen, .. } in counts.0.iter().filter(|it| it.is_missed) {
            let at = table.add(&format!("{MISSED}{name}"), seen.shape(), true);
            table.missed.extend(at.map(|at| (*name, at)));
        }
        Ok(table)
    }

    /// Adds a column, if there is anything in it, and says where it stands.
    fn add(&mut self, name: &str, shape: Option<Shape>, is_optional: bool) -> Option<usize> {
        let node = Node { shape: shape?, is_optional };
        self.columns.push(Column { name: name.to_string(), node });
        Some(self.columns.len() - 1)
    }

    /// A row's cells, one a column.
    fn row<C: Counts + Serialize>(
        &self,
        evaluation: &Evaluation<C>,
        at: usize,
        row: &Row<C>,
        (treebank, is_missing): &(Cell, bool),
    ) -> Result<Vec<Cell>, Unfit> {
        let mut cells = vec![Cell::Null; self.columns.len()];
        let size = row.outcome.size;
        let about = [
            Cell::Text(evaluation.system.clone()),
            Cell::Number(row.sentence),
            Cell::Number(row.n_sentences),
            Cell::Number(size.length.into()),
            Cell::Number(size.depth.into()),
            treebank.clone(),
            Cell::Flag(*is_missing),
        ];
        cells.iter_mut().zip(about).for_each(|(cell, about)| *cell = about);
        for (key, group) in evaluation.said.get(&at).into_iter().flat_map(Remarks::words) {
            if let Some(&at) = self.groups.get(&key) {
                cells[at] = Cell::Text(group);
            }
        }
        let (fields, places) = match &row.outcome.result {
            Ok(counts) => (cells::fields(counts)?, &self.counts),
            Err(skip) => {
                for (place, cell) in self.reasons.iter().zip(why::cells(&skip.reason)?) {
                    if let Some(at) = *place {
                        cells[at] = cell;
                    }
                }
                (cells::fields(&skip.missed)?, &self.missed)
            }
        };
        for (name, cell) in fields {
            let Some(&at) = places.get(name) else { continue };
            // In JSON a count that is 0 may be left out; in a table it counts in means.
            let is_number = matches!(self.columns[at].node.shape, Shape::Number { .. });
            cells[at] = if cell == Cell::Null && is_number { Cell::Number(0) } else { cell };
        }
        Ok(cells)
    }
}
