//! A report for a paper that is set with Typst.

use crate::pictures::visible;
use std::io::{self, Write};

use crate::report::glance::best;
use crate::report::{Cell, Report, skipped_summary, tables, title};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "// {}", visible(&report.signature))?;
    for summary in report.systems.iter().filter_map(skipped_summary) {
        writeln!(out, "// {}", visible(&summary))?;
    }
    for note in report.notes.iter().chain(&report.details) {
        note.lines().try_for_each(|line| writeln!(out, "// {}", visible(line)))?;
    }
    for (system, table) in tables(report) {
        writeln!(out, "\n// {}", visible(&title(system, table)))?;
        let floats = report.paper.floats() && table.name == report.tables[0].name;
        writeln!(out, "{}table(", if floats { "#figure(" } else { "#" })?;
        let is_number = |at: usize| table.rows.first().is_some_and(|row| row[at].is_number());
        let align: Vec<&str> = (0..table.columns.len())
            .map(|at| if is_number(at) { "right" } else { "left" })
            .collect();
        writeln!(out, "  columns: {},", align.len())?;
        // One of one column would be no list.
        writeln!(out, "  align: ({},),", align.join(", "))?;
        writeln!(out, "  stroke: none,\n  table.hline(),")?;
        let heads: Vec<String> =
            table.columns.iter().map(|column| format!("[{}]", escape(&column.heading))).collect();
        writeln!(out, "  table.header({}),\n  table.hline(),", heads.join(", "))?;
        let best = best(table);
        for (at, row) in table.rows.iter().enumerate() {
            let cell = |(column, cell): (usize, &Cell)| {
                let shown = escape(&cell.shown());
                let strong = best.contains(&(at, column));
                if strong { format!("[*{shown}*]") } else { format!("[{shown}]") }
            };
            let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
            writeln!(out, "  {},", cells.join(", "))?;
        }
        write!(out, "  table.hline(),\n)")?;
        if floats {
            if let Some(caption) = &report.paper.caption {
                write!(out, ", caption: [{}]", escape(caption))?;
            }
            write!(out, ")")?;
            if let Some(label) = &report.paper.label {
                write!(out, " <{label}>")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Signs that mean something to Typst get a backslash; the sign of a number is no hyphen.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '-' if at == 0 && text[1..].starts_with(char::is_numeric) => out.push('\u{2212}'),
            '\\' | '#' | '$' | '*' | '_' | '`' | '@' | '<' | '>' | '[' | ']' | '~' | '=' | '+'
            | '-' | '/' | '"' | '\'' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
