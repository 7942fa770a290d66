//! A report for a terminal.

use std::io::{self, Write};

use crate::error::Hint;
use crate::report::grid::Grid;
use unicode_width::UnicodeWidthStr;

use crate::report::{
    Cell, Report, SystemResult, Table, Words, skipped_summary, tables, title, total,
};

/// How many skipped sentences are shown in words.
const SHOWN: usize = 5;

pub(crate) fn write(report: &Report, words: Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (system, table) in tables(report) {
        writeln!(out, "{}", title(system, table))?;
        writeln!(out)?;
        write_table(table, out)?;
        writeln!(out)?;
    }
    for system in &report.systems {
        write_examples(report, system, out)?;
    }
    for system in &report.systems {
        write_skipped(system, words, out)?;
    }
    for note in &report.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "{}", report.signature)
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let grid = Grid::new(table, |text| text.replace(|c: char| c.is_control(), "\u{FFFD}"));
    let lines = [&grid.headings].into_iter().chain(&grid.rows);
    for line in lines {
        writeln!(out, "  {}", grid.line(line, "  ").trim_end())?;
    }
    Ok(())
}

fn write_examples(report: &Report, system: &SystemResult, out: &mut dyn Write) -> io::Result<()> {
    let shown = |text: &str| text.replace(|c: char| c.is_control(), "\u{FFFD}");
    for example in &system.examples {
        let of =
            if report.systems.len() > 1 { format!("{}, ", system.name) } else { String::new() };
        let score = Cell::score(&example.score).shown();
        writeln!(
            out,
            "{of}sentence {}, {} {score}",
            example.sentence,
            example.score.name.to_uppercase()
        )?;
        if !example.text.is_empty() {
            writeln!(out, "  {}", shown(&example.text))?;
        }
        let width = example.facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0);
        for fact in &example.facts {
            let blanks = " ".repeat(width - fact.label.width());
            let line = format!("  {:6}  {}{blanks}  {}", fact.side, fact.label, shown(&fact.text));
            writeln!(out, "{}", line.trim_end())?;
        }
        for line in &example.drawing {
            writeln!(out, "  {}", shown(line))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_skipped(system: &SystemResult, words: Words<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(summary) = skipped_summary(system) else { return Ok(()) };
    writeln!(out, "{summary}")?;
    for row in system.skipped.iter().take(SHOWN) {
        match row.n_sentences {
            1 => write!(out, "  sentence {}", row.sentence)?,
            n => {
                let last = row.sentence.saturating_add(n - 1);
                write!(out, "  sentences {} to {last}", row.sentence)?;
            }
        }
        writeln!(out, ": {}", row.message)?;
    }
    let n_more = total(system.skipped.iter().skip(SHOWN).map(|row| row.n_sentences));
    if n_more > 0 {
        writeln!(out, "  … and {n_more} more; {}", words(Hint::ListAll))?;
    }
    let mut hints: Vec<Hint> = Vec::new();
    for row in &system.skipped {
        if !hints.contains(&row.hint) {
            hints.push(row.hint);
        }
    }
    let mut hints: Vec<String> = hints.into_iter().map(words).collect();
    hints.sort_unstable();
    for hint in hints {
        writeln!(out, "  hint: {hint}")?;
    }
    writeln!(out)
}
