//! Cells as columns of plain values with levels, which say where lists begin and end and what is null.
//!
//! A *definition level* counts how many of the optional and repeated nodes on the way to a value are there,
//! a *repetition level* at which list on that way it goes on rather than begins.

use bytes::Bytes;
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result as ParquetResult};

use super::cells::Cell;
use super::shapes::{Node, Shape};

/// A column of plain values, or a part of it.
#[derive(Debug, Default)]
pub(super) struct Leaf {
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
    flags: Vec<bool>,
    numbers: Vec<i64>,
    /// All texts, one behind the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// How many levels and values were taken out.
    taken: usize,
    values_taken: usize,
}

/// What a file says that cannot be.
fn broken(what: &str) -> ParquetError {
    ParquetError::General(what.to_string())
}

impl Leaf {
    /// How much is in it, in values.
    pub(super) fn len(&self) -> usize {
        self.definitions.len()
    }

    /// How many bytes of text are in it.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    fn put_null(&mut self, definition: i16, repetition: i16) {
        self.definitions.push(definition);
        self.repetitions.push(repetition);
    }

    /// Writes all of it.
    pub(super) fn write(&mut self, writer: &mut ColumnWriter<'_>) -> ParquetResult<()> {
        let (definitions, repetitions) = (Some(&self.definitions[..]), Some(&self.repetitions[..]));
        match writer {
            ColumnWriter::BoolColumnWriter(writer) => {
                writer.write_batch(&self.flags, definitions, repetitions)?;
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                writer.write_batch(&self.numbers, definitions, repetitions)?;
            }
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let text = Bytes::from(std::mem::take(&mut self.text));
                let mut start = 0;
                let texts = self.ends.iter().map(|&end| {
                    let text = text.slice(start..end);
                    start = end;
                    ByteArray::from(text)
                });
                let texts: Vec<ByteArray> = texts.collect();
                writer.write_batch(&texts, definitions, repetitions)?;
            }
            _ => return Err(broken("a column of another type")),
        }
        *self = Leaf::default();
        Ok(())
    }

    /// Reads up to `n` rows in the place of those that were taken, and says how many there were.
    pub(super) fn read(&mut self, reader: &mut ColumnReader, n: usize) -> ParquetResult<usize> {
        *self = Leaf::default();
        let (definitions, repetitions) = (&mut self.definitions, &mut self.repetitions);
        let (rows, n_values, n_levels) = match reader {
            ColumnReader::BoolColumnReader(reader) => {
                reader.read_records(n, Some(definitions), Some(repetitions), &mut self.flags)?
            }
            ColumnReader::Int64ColumnReader(reader) => {
                reader.read_records(n, Some(definitions), Some(repetitions), &mut self.numbers)?
            }
            ColumnReader::ByteArrayColumnReader(reader) => {
                let mut texts: Vec<ByteArray> = Vec::new();
                let read =
                    reader.read_records(n, Some(definitions), Some(repetitions), &mut texts)?;
                for text in texts {
                    self.text.extend_from_slice(text.data());
                    self.ends.push(self.text.len());
                }
                read
            }
            _ => return Err(broken("a column of another type")),
        };
        // Columns in which nothing is null or repeated have no levels.
        if self.definitions.is_empty() {
            self.definitions = vec![0; n_levels];
        }
        if self.repetitions.is_empty() {
            self.repetitions = vec![0; n_levels];
        }
        let has = self.flags.len().max(self.numbers.len()).max(self.ends.len());
        let same = self.definitions.len() == n_levels && self.repetitions.len() == n_levels;
        if !same || has != n_values {
            return Err(broken("levels and values do not fit"));
        }
        Ok(rows)
    }

    /// Whether nothing is left to be taken.
    pub(super) fn is_empty(&self) -> bool {
        self.taken == self.definitions.len()
    }

    fn definition(&self) -> ParquetResult<i16> {
        self.definitions.get(self.taken).copied().ok_or_else(|| broken("a column is too short"))
    }

    /// Whether the next value goes on in the list of a level.
    fn goes_on(&self, level: i16) -> bool {
        self.repetitions.get(self.taken).is_some_and(|repetition| *repetition >= level)
    }

    /// The next value, which is there.
    fn take(&mut self, shape: &Shape, definition: i16) -> ParquetResult<Cell> {
        if self.definition()? != definition {
            return Err(broken("a value is missing"));
        }
        let at = self.values_taken;
        self.taken += 1;
        self.values_taken += 1;
        let found = match shape {
            Shape::Flag => self.flags.get(at).copied().map(Cell::Flag),
            Shape::Number { is_unsigned: true } => {
                self.numbers.get(at).map(|number| Cell::Number(number.cast_unsigned()))
            }
            Shape::Number { is_unsigned: false } => match self.numbers.get(at) {
                Some(number) => {
                    let number = u64::try_from(*number)
                        .map_err(|_| ParquetError::General(format!("{number} is no count")))?;
                    Some(Cell::Number(number))
                }
                None => None,
            },
            _ => match self.ends.get(at) {
                Some(&end) => {
                    let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
                    let text = std::str::from_utf8(&self.text[start..end])
                        .map_err(|_| broken("a text is not UTF-8"))?;
                    Some(Cell::Text(text.to_string()))
                }
                None => None,
            },
        };
        found.ok_or_else(|| broken("a column is too short"))
    }
}

/// Where in a structure a value is put or taken: how many of the nodes above it are there, and in how many
/// lists it is.
#[derive(Clone, Copy)]
struct At {
    definition: i16,
    lists: i16,
}

impl At {
    const TOP: At = At { definition: 0, lists: 0 };

    fn defined(self) -> At {
        At { definition: self.definition + 1, ..self }
    }

    fn in_list(self) -> At {
        At { definition: self.definition + 1, lists: self.lists + 1 }
    }
}

/// Adds one row's cell to the columns of its node. It has the node's shape.
pub(super) fn put(node: &Node, cell: &Cell, leaves: &mut [Leaf]) {
    put_at(node, cell, At::TOP, 0, leaves);
}

fn put_at(node: &Node, cell: &Cell, at: At, repetition: i16, leaves: &mut [Leaf]) {
    if *cell == Cell::Null {
        leaves.iter_mut().for_each(|leaf| leaf.put_null(at.definition, repetition));
        return;
    }
    let at = if node.is_optional { at.defined() } else { at };
    let plain = &mut leaves[0];
    match (&node.shape, cell) {
        (Shape::Flag, Cell::Flag(flag)) => plain.flags.push(*flag),
        // Where a column is unsigned, it says so.
        (Shape::Number { .. }, Cell::Number(number)) => plain.numbers.push(number.cast_signed()),
        (Shape::Text, Cell::Text(text)) => {
            plain.text.extend_from_slice(text.as_bytes());
            plain.ends.push(plain.text.len());
        }
        (Shape::List(_) | Shape::Map(_), Cell::List(items)) if items.is_empty() => {
            leaves.iter_mut().for_each(|leaf| leaf.put_null(at.definition, repetition));
            return;
        }
        (shape, Cell::List(items)) => {
            let inside = at.in_list();
            for (n, item) in items.iter().enumerate() {
                let repetition = if n == 0 { repetition } else { inside.lists };
                match (shape, item) {
                    (Shape::Map(nodes), Cell::Pair(pair)) => {
                        let (keys, values) = leaves.split_at_mut(nodes[0].n_leaves());
                        put_at(&nodes[0], &pair[0], inside, repetition, keys);
                        put_at(&nodes[1], &pair[1], inside, repetition, values);
                    }
                    (Shape::List(node), item) => put_at(node, item, inside, repetition, leaves),
                    _ => unreachable!("shapes were made of all cells"),
                }
            }
            return;
        }
        _ => unreachable!("shapes were made of all cells"),
    }
    plain.put_null(at.definition, repetition);
}

/// Takes the next row's cell out of the columns of a node.
pub(super) fn take(node: &Node, leaves: &mut [Leaf]) -> ParquetResult<Cell> {
    take_at(node, At::TOP, leaves)
}

fn take_at(node: &Node, mut at: At, leaves: &mut [Leaf]) -> ParquetResult<Cell> {
    if node.is_optional {
        if is_nothing(at, leaves)? {
            return Ok(Cell::Null);
        }
        at = at.defined();
    }
    if let Shape::Flag | Shape::Number { .. } | Shape::Text = node.shape {
        return leaves[0].take(&node.shape, at.definition);
    }
    if is_nothing(at, leaves)? {
        return Ok(Cell::List(Vec::new()));
    }
    let (inside, mut items) = (at.in_list(), Vec::new());
    loop {
        items.push(match &node.shape {
            Shape::Map(nodes) => {
                let (keys, values) = leaves.split_at_mut(nodes[0].n_leaves());
                let key = take_at(&nodes[0], inside, keys)?;
                Cell::Pair(Box::new([key, take_at(&nodes[1], inside, values)?]))
            }
            Shape::List(node) => take_at(node, inside, leaves)?,
            _ => unreachable!("plain values were taken above"),
        });
        if !leaves[0].goes_on(inside.lists) {
            return Ok(Cell::List(items));
        }
    }
}

/// Whether there is nothing more of a structure than what is above, which is then taken.
fn is_nothing(at: At, leaves: &mut [Leaf]) -> ParquetResult<bool> {
    let is_nothing = leaves[0].definition()? <= at.definition;
    if is_nothing {
        for leaf in leaves {
            if leaf.definition()? > at.definition {
                return Err(broken("a map has a value without a key"));
            }
            leaf.taken += 1;
        }
    }
    Ok(is_nothing)
}
