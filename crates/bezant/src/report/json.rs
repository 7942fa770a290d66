//! A report as one JSON object.

use std::io::{self, Write};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::comparison::{Comparison, Interval};
use crate::metric::Score;
use crate::pictures::Line;
use crate::report::drawing::PAGE;
use crate::report::{Cell, Example, Fact, Report, Shown, SkippedRow, SystemResult, Table};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
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
        map.serialize_entry("comparisons", &self.comparisons)?;
        for table in self.tables.iter().filter(|table| table.shown != Shown::NotInJson) {
            map.serialize_entry(table.name, &Rows(table))?;
        }
        let notes: Vec<&String> = self.notes.iter().chain(&self.details).collect();
        map.serialize_entry("notes", &notes)?;
        map.end()
    }
}

impl Serialize for SystemResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("scores", &Scores(&self.scores))?;
        if !self.intervals.is_empty() {
            map.serialize_entry("intervals", &Intervals(&self.intervals))?;
        }
        map.serialize_entry("scores_with_missed", &Scores(&self.scores_with_missed))?;
        map.serialize_entry("macro", &Scores(&self.macro_scores))?;
        if !self.macro_with_missed.is_empty() {
            map.serialize_entry("macro_with_missed", &Scores(&self.macro_with_missed))?;
        }
        map.serialize_entry("counts", &Counts(&self.counts))?;
        map.serialize_entry("skipped", &self.skipped)?;
        for table in self.tables.iter().filter(|table| table.shown != Shown::NotInJson) {
            map.serialize_entry(table.name, &Rows(table))?;
        }
        for (name, what) in &self.more {
            map.serialize_entry(name, what)?;
        }
        if !self.examples.is_empty() {
            map.serialize_entry("examples", &self.examples)?;
        }
        map.end()
    }
}

impl Serialize for Example {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("sentence", &self.sentence)?;
        if !self.under.is_empty() {
            map.serialize_entry("scheme", &self.under)?;
        }
        map.serialize_entry(self.score.name, &self.score.value)?;
        map.serialize_entry("text", &self.text)?;
        map.serialize_entry("facts", &self.facts)?;
        let lines = self.drawing.lines(PAGE);
        if !lines.is_empty() {
            let lines: Vec<String> = lines.iter().map(Line::plain).collect();
            map.serialize_entry("drawing", &lines)?;
        }
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
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("sentence", &self.sentence)?;
        map.serialize_entry("n_sentences", &self.n_sentences)?;
        map.serialize_entry("reason", self.reason)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(place) = &self.place {
            map.serialize_entry("place", place)?;
        }
        if let Some(id) = &self.sent_id {
            map.serialize_entry("sent_id", id)?;
        }
        map.end()
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(8))?;
        map.serialize_entry("a", &self.a)?;
        map.serialize_entry("b", &self.b)?;
        map.serialize_entry("score", self.score)?;
        map.serialize_entry("difference", &self.difference)?;
        map.serialize_entry("interval", &self.interval.map(ends))?;
        map.serialize_entry("p", &self.p)?;
        map.serialize_entry("p_adjusted", &self.p_adjusted)?;
        map.serialize_entry("test", self.test)?;
        map.end()
    }
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

struct Intervals<'a>(&'a [(&'static str, Interval)]);

impl Serialize for Intervals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, interval)| (*name, ends(*interval))))
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

/// A table as a list of objects, or as one object by key.
struct Rows<'a>(&'a Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.shown == Shown::OnlyInJsonAsValues {
            return serializer
                .collect_map(self.0.rows.iter().map(|cells| (cells[0].shown(), &cells[1])));
        }
        if matches!(self.0.shown, Shown::ByKeyInJson | Shown::OnlyInJsonByKey) {
            let rows = self.0.rows.iter().map(|cells| (cells[0].shown(), cells));
            return serializer.collect_map(
                rows.map(|(key, cells)| (key, Object { table: self.0, cells, first: 1 })),
            );
        }
        let mut rows = serializer.serialize_seq(Some(self.0.rows.len()))?;
        for cells in &self.0.rows {
            rows.serialize_element(&Object { table: self.0, cells, first: 0 })?;
        }
        rows.end()
    }
}

struct Object<'a> {
    table: &'a Table,
    cells: &'a [Cell],
    /// Cells before this one are not in it.
    first: usize,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.table.columns.iter().map(|column| column.name.as_ref());
        serializer.collect_map(names.zip(self.cells).skip(self.first))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) | Cell::Below(_, text) | Cell::Digits(text) => {
                serializer.serialize_str(text)
            }
            Cell::Nothing => serializer.serialize_unit(),
            Cell::Count(n) => serializer.serialize_u64(*n),
            Cell::Share(value)
            | Cell::Number(value)
            | Cell::Points(value)
            | Cell::P { value, .. } => value.serialize(serializer),
            Cell::Object(fields) => {
                serializer.collect_map(fields.iter().map(|(name, cell)| (name, cell)))
            }
            Cell::List(cells) => serializer.collect_seq(cells),
        }
    }
}
