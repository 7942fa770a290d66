//! A report for a paper: tables with the rules of booktabs.

use std::io::{self, Write};

use crate::pictures::visible;
use crate::report::glance::best;
use crate::report::grid::Grid;
use crate::report::{Report, skipped_summary, tables, title};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% {}", report.signature)?;
    for summary in report.systems.iter().filter_map(skipped_summary) {
        writeln!(out, "% {}", visible(&summary))?;
    }
    for note in report.notes.iter().chain(&report.details) {
        note.lines().try_for_each(|line| writeln!(out, "% {}", visible(line)))?;
    }
    writeln!(out, "% needs \\usepackage{{booktabs}}")?;
    for (system, table) in tables(report) {
        let grid = Grid::new(table, escape);
        let columns: String =
            grid.right.iter().map(|right| if *right { 'r' } else { 'l' }).collect();
        writeln!(out, "\n% {}", visible(&title(system, table)))?;
        let floats = report.paper.floats() && table.name == report.tables[0].name;
        if floats {
            writeln!(out, "\\begin{{table}}\n\\centering")?;
        }
        writeln!(out, "\\begin{{tabular}}{{{columns}}}")?;
        writeln!(out, "\\toprule")?;
        writeln!(out, "{} \\\\", grid.line(&grid.headings, " & "))?;
        writeln!(out, "\\midrule")?;
        let best = best(table);
        for (at, row) in grid.rows.iter().enumerate() {
            let strong = |(column, cell): (usize, &String)| match best.contains(&(at, column)) {
                true => format!("\\textbf{{{cell}}}"),
                false => cell.clone(),
            };
            match best.is_empty() {
                true => writeln!(out, "{} \\\\", grid.line(row, " & "))?,
                false => {
                    let cells: Vec<String> = row.iter().enumerate().map(strong).collect();
                    writeln!(out, "{} \\\\", cells.join(" & "))?;
                }
            }
        }
        writeln!(out, "\\bottomrule")?;
        writeln!(out, "\\end{{tabular}}")?;
        if floats {
            if let Some(caption) = &report.paper.caption {
                writeln!(out, "\\caption{{{}}}", escape(caption))?;
            }
            if let Some(label) = &report.paper.label {
                writeln!(out, "\\label{{{label}}}")?;
            }
            writeln!(out, "\\end{{table}}")?;
        }
    }
    Ok(())
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    // A hyphen is shorter than the sign of a number.
    let text = match text.strip_prefix('-').filter(|rest| rest.starts_with(char::is_numeric)) {
        Some(rest) => {
            out.push_str("$-$");
            rest
        }
        None => text,
    };
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '—' | '–' => out.push_str("--"),
            // In the old encoding of fonts these are other letters.
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '≤' => out.push_str("$\\leq$"),
            '→' => out.push_str("$\\to$"),
            '…' => out.push_str("\\dots{}"),
            '\n' => out.push(' '),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
