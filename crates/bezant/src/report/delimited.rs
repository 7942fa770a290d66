//! A report as values separated by commas or tabs, for a spreadsheet or a script.

use std::io::{self, Write};

use crate::report::{
    Cell, Column, Report, SKIPPED, Shown, SystemResult, Table, tables, tidy::TIDY,
};

/// One block of rows a table, with an empty line between; the first column names the table, the
/// second the system it is about, the last the signature. Tables that have the name and the
/// columns of the one before go on in its block.
pub(super) fn write(report: &Report, delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
    // Who asks for them gets a heading at least, by which scripts know that there are none.
    let is_shown = |(_, table): &(&str, Table)| !table.rows.is_empty() || report.lacks_skipped();
    let skipped: Vec<(&str, Table)> = report.systems.iter().map(skipped).filter(is_shown).collect();
    let skipped = skipped.iter().map(|(system, table)| (Some(*system), table));
    let mut last = None;
    for (system, table) in tables(report).chain(skipped) {
        let named = table.name != TIDY;
        let mut head = Vec::new();
        head.extend(named.then(|| "table".to_string()));
        head.extend(system.map(|_| "of_system".to_string()));
        head.extend(table.columns.iter().map(|column| column.name.to_string()));
        head.push("signature".to_string());
        let block = (table.name, head);
        if last.as_ref() != Some(&block) {
            if last.is_some() {
                writeln!(out)?;
            }
            write_row(&block.1, delimiter, out)?;
            last = Some(block);
        }
        for row in &table.rows {
            let mut line = Vec::new();
            line.extend(named.then(|| table.name.to_string()));
            line.extend(system.map(str::to_string));
            line.extend(row.iter().map(exact));
            line.push(report.signature.clone());
            write_row(&line, delimiter, out)?;
        }
    }
    Ok(())
}

/// A system's sentences that could not be scored; nowhere else could a script learn of them.
fn skipped(system: &SystemResult) -> (&str, Table) {
    let row = |row: &crate::report::SkippedRow| {
        let [reason, message] = [row.reason, &row.message].map(|text| Cell::Text(text.to_string()));
        let text = |text: &Option<String>| text.clone().map_or(Cell::Nothing, Cell::Text);
        let (sentence, n) = (Cell::Count(row.sentence), Cell::Count(row.n_sentences));
        vec![sentence, n, reason, message, text(&row.place), text(&row.sent_id)]
    };
    let table = Table {
        name: SKIPPED,
        title: String::new(),
        columns: ["sentence", "n_sentences", "reason", "message", "place", "sent_id"]
            .map(Column::new)
            .to_vec(),
        rows: system.skipped.iter().map(row).collect(),
        shown: Shown::NotInJson,
    };
    (&system.name, table)
}

/// The value, not rounded; nothing where it is undefined.
fn exact(cell: &Cell) -> String {
    match cell {
        // Whoever looks at it in a terminal is not to be surprised; JSON has every character.
        Cell::Text(text) | Cell::Below(_, text) | Cell::Digits(text) => {
            text.replace(|c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r'), "\u{FFFD}")
        }
        Cell::Nothing => String::new(),
        Cell::Count(n) => n.to_string(),
        Cell::Object(_) | Cell::List(_) => cell.shown(),
        Cell::Share(value) | Cell::Number(value) | Cell::Points(value) | Cell::P { value, .. } => {
            value.map_or_else(String::new, |value| value.to_string())
        }
    }
}

fn write_row(cells: &[String], delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            out.write_all(&[delimiter])?;
        }
        if delimiter == b'\t' {
            out.write_all(cell.replace(['\t', '\n', '\r'], " ").as_bytes())?;
        } else if cell.contains([',', '"', '\n', '\r']) {
            write!(out, "\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            out.write_all(cell.as_bytes())?;
        }
    }
    out.write_all(b"\n")
}
