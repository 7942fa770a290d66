//! A report for a web page or a README.

use std::io::{self, Write};

use crate::report::drawing::PAGE;
use crate::report::grid::Grid;
use crate::report::{Drawing, Report, skipped_summaries, tables, title};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (system, table) in tables(report) {
        writeln!(out, "**{}**\n", escape(&title(system, table)))?;
        let grid = Grid::new(table, escape);
        writeln!(out, "| {} |", grid.line(&grid.headings, " | "))?;
        let rules: Vec<String> = (0..grid.headings.len())
            .map(|at| {
                let dashes = "-".repeat(grid.widths[at].max(3) - usize::from(grid.right[at]));
                if grid.right[at] { dashes + ":" } else { dashes }
            })
            .collect();
        writeln!(out, "| {} |", rules.join(" | "))?;
        for row in &grid.rows {
            writeln!(out, "| {} |", grid.line(row, " | "))?;
        }
        writeln!(out)?;
    }
    for system in &report.systems {
        for example in &system.examples {
            let heading = format!("{}, {}", system.name, example.heading());
            writeln!(out, "**{}**\n", escape(&heading))?;
            if !example.text.is_empty() {
                writeln!(out, "> {}\n", escape(&example.text))?;
            }
            // Indented, so that no word in it can end the block. A list before it would take it in.
            for line in example.drawing.lines(PAGE) {
                let line = format!("    {}", line.plain().replace(char::is_control, "\u{FFFD}"));
                writeln!(out, "{}", line.trim_end())?;
            }
            if example.drawing != Drawing::Nothing && !example.facts.is_empty() {
                writeln!(out)?;
            }
            for fact in &example.facts {
                writeln!(
                    out,
                    "- {}: **{}** {}",
                    fact.side,
                    escape(&fact.label),
                    escape(&fact.text)
                )?;
            }
            writeln!(out)?;
        }
    }
    for summary in skipped_summaries(report) {
        writeln!(out, "{}\n", escape(&summary))?;
    }
    for note in report.notes.iter().chain(&report.details) {
        writeln!(out, "{}\n", escape(note))?;
    }
    writeln!(out, "`{}`", report.signature)
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '\\' | '<' | '[' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\t' => out.push(' '),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
