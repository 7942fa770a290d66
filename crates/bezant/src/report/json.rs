//! A report as one JSON object.

use std::io::{self, Write};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::metric::Score;
use crate::report::{Cell, Example, Fact, Report, Shown, SkippedRow, SystemResult, Table};

pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("signature", &self.signature)?;
        map.serialize_entry("metric", &self.metric)?;
        map.serialize_entry("gold", &self.gold)?;
        map.serialize_entry("systems", &self.systems)?;
        map.serialize_entry("comparisons", &[(); 0])?;
        for table in self.tables.iter().filter(|table| table.shown != Shown::NotInJson) {
            map.serialize_entry(table.name, &Rows(table))?;
        }
        map.serialize_entry("notes", &self.notes)?;
        map.end()
    }
}

impl Serialize for SystemResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("scores", &Scores(&self.scores))?;
        map.serialize_entry("scores_with_missed", &Scores(&self.scores_with_missed))?;
        map.serialize_entry("macro", &Scores(&self.macro_scores))?;
        map.serialize_entry("counts", &Counts(&self.counts))?;
        map.serialize_entry("skipped", &self.skipped)?;
        for table in self.tables.iter().filter(|table| table.shown != Shown::NotInJson) {
            map.serialize_entry(table.name, &Rows(table))?;
        }
        if !self.examples.is_empty() {
            map.serialize_entry("examples", &self.examples)?;
        }
        map.end()
    }
}

impl Serialize for Example {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("sentence", &self.sentence)?;
        map.serialize_entry(self.score.name, &self.score.value)?;
        map.serialize_entry("text", &self.text)?;
        map.serialize_entry("facts", &self.facts)?;
        map.end()
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([
            ("side", self.side),
            ("label", &*self.label),
            ("text", &*self.text),
        ])
    }
}

impl Serialize for SkippedRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("sentence", &self.sentence)?;
        map.serialize_entry("reason", self.reason)?;
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}

struct Scores<'a>(&'a [Score]);

impl Serialize for Scores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|score| (score.name, score.value)))
    }
}

struct Counts<'a>(&'a [(&'static str, u64)]);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// A table as a list of objects.
struct Rows<'a>(&'a Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.shown == Shown::KeyedInJson {
            return Keyed(self.0).serialize(serializer);
        }
        let mut rows = serializer.serialize_seq(Some(self.0.rows.len()))?;
        for cells in &self.0.rows {
            rows.serialize_element(&Object { table: self.0, cells })?;
        }
        rows.end()
    }
}

/// A table as an object whose keys are the first column. Cells without a value are left out.
struct Keyed<'a>(&'a Table);

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = || self.0.columns.iter().skip(1).map(|column| column.name);
        serializer.collect_map(self.0.rows.iter().filter_map(|row| {
            let (key, cells) = row.split_first()?;
            let named = names().zip(cells);
            let fields = named.filter(|(_, cell)| **cell != Cell::Object(Vec::new()));
            Some((key.shown(), fields.collect::<Fields<'_>>()))
        }))
    }
}

/// Names with their values, in order.
struct Fields<'a>(Vec<(&'a str, &'a Cell)>);

impl<'a> FromIterator<(&'a str, &'a Cell)> for Fields<'a> {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a Cell)>>(fields: I) -> Fields<'a> {
        Fields(fields.into_iter().collect())
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

struct Object<'a> {
    table: &'a Table,
    cells: &'a [Cell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.table.columns.iter().map(|column| column.name);
        serializer.collect_map(names.zip(self.cells))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Count(n) => serializer.serialize_u64(*n),
            Cell::Share(value) | Cell::Number(value) | Cell::Points(value) => {
                value.serialize(serializer)
            }
            Cell::Object(fields) => {
                serializer.collect_map(fields.iter().map(|(name, cell)| (name, cell)))
            }
        }
    }
}
