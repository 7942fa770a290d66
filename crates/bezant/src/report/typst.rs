//! A report for a paper that is set with Typst, numbers below each other at their points.

use crate::pictures::visible;
use std::io::{self, Write};

use crate::report::decimals::{Decimal, Setting, Widest, settings};
use crate::report::glance::best;
use crate::report::{Cell, Report, skipped_summaries, tables, title};

/// Bold digits are wider than others: they stand out to both sides of the point, which stays where
/// it is in the other rows.
const BEST: &str = "#let bezant-best(whole, part) = box({ hide(whole); place(top + right, strong(whole)) }) + \
    [.] + box({ hide(part); place(top + left, strong(part)) })";

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "// {}", visible(&report.signature))?;
    for summary in skipped_summaries(report) {
        writeln!(out, "// {}", visible(&summary))?;
    }
    for note in report.notes.iter().chain(&report.details) {
        note.lines().try_for_each(|line| writeln!(out, "// {}", visible(line)))?;
    }
    if tables(report).any(|(_, table)| !best(table).is_empty()) {
        writeln!(out, "{BEST}")?;
    }
    for (at, (system, table)) in tables(report).enumerate() {
        writeln!(out, "\n// {}", visible(&title(system, table)))?;
        let floats = report.paper.floats() && at == 0;
        writeln!(out, "{}table(", if floats { "#figure(" } else { "#" })?;
        let settings = settings(table);
        let align = settings.iter().map(|setting| match setting {
            Setting::Words => "left",
            Setting::Whole => "right",
            Setting::Decimal(_) => "center",
        });
        let align: Vec<&str> = align.collect();
        writeln!(out, "  columns: {},", align.len())?;
        // One of one column would be no list.
        writeln!(out, "  align: ({},),", align.join(", "))?;
        writeln!(out, "  stroke: none,\n  table.hline(),")?;
        let heads: Vec<String> =
            table.columns.iter().map(|column| format!("[{}]", escape(&column.heading))).collect();
        writeln!(out, "  table.header({}),\n  table.hline(),", heads.join(", "))?;
        let best = best(table);
        for (at, row) in table.rows.iter().enumerate() {
            let cells = row.iter().zip(&settings).enumerate().map(|(place, (shown, how))| {
                format!("[{}]", cell(shown, how, best.contains(&(at, place))))
            });
            let cells: Vec<String> = cells.collect();
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

fn cell(cell: &Cell, how: &Setting, is_best: bool) -> String {
    how.set(cell, is_best, "–", escape, number)
}

fn number(number: &Decimal, widest: &Widest, at: usize, is_best: bool) -> String {
    let padding = widest.padding(at, number);
    let mut out = String::new();
    if padding.digits > 0 {
        out.push_str(&format!("#hide[{}]", "0".repeat(padding.digits)));
    }
    if padding.sign {
        out.push_str("#hide[\u{2212}]");
    }
    out.extend(number.sign.map(|sign| match sign {
        '-' => "\u{2212}".to_string(),
        sign => format!("\\{sign}"),
    }));
    let Decimal { whole, part, .. } = number;
    match is_best {
        true => out.push_str(&format!("#bezant-best[{whole}][{part}]")),
        false => out.push_str(&format!("{whole}.{part}")),
    }
    match (widest.has_mark, number.has_mark) {
        (true, true) => out.push_str("\\*"),
        (true, false) => out.push_str("#hide[\\*]"),
        (false, _) => {}
    }
    out
}

/// Signs that mean something to Typst get a backslash; the sign of a number is no hyphen.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '-' if at == 0 && text[1..].starts_with(char::is_numeric) => out.push('\u{2212}'),
            // A number and a point would begin a list.
            '.' if at > 0 && text[..at].bytes().all(|b| b.is_ascii_digit()) => out.push_str("\\."),
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
