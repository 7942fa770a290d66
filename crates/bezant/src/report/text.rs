//! A report for a terminal.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::error::Hint;
use crate::pictures::{Role, visible};
use crate::report::grid::Grid;
use crate::report::skipped::{NONE, skipped_summary};
use crate::report::{Drawing, Report, Screen, SystemResult, Table, Wording, tables, title, total};

/// What stands before the lines of a drawing.
pub(super) const INDENT: &str = "  ";

/// What stands between the columns of a table.
pub(super) const BETWEEN: &str = "  ";

/// How many skipped sentences are shown in words.
const SHOWN: usize = 5;

/// Of a longer text, only the beginning is shown above a drawing.
const LONGEST_TEXT: usize = 2000;

pub(super) fn write(
    report: &Report,
    words: Wording<'_>,
    screen: Screen<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (system, table) in tables(report) {
        writeln!(out, "{}", screen.folded(&visible(&title(system, table))))?;
        writeln!(out)?;
        write_table(table, screen, out)?;
        writeln!(out)?;
    }
    for system in &report.systems {
        write_examples(report, system, screen, out)?;
    }
    // Who asks for them, or for nothing else, wants all.
    let is_all = report.lists_skipped() || tables(report).next().is_none();
    let most = if is_all { usize::MAX } else { SHOWN };
    for system in &report.systems {
        write_skipped(system, most, words, screen, out)?;
    }
    if report.lacks_skipped() {
        writeln!(out, "{NONE}\n")?;
    }
    for note in report.notes.iter().chain(&report.details) {
        note.lines().try_for_each(|line| writeln!(out, "{}", screen.folded(&visible(line))))?;
    }
    writeln!(out, "{}", screen.folded_signature(&report.signature.to_string()))
}

fn write_table(table: &Table, screen: Screen<'_>, out: &mut dyn Write) -> io::Result<()> {
    let grid = Grid::new(table, visible);
    let most = if screen.folds { screen.columns } else { usize::MAX };
    let (blocks, texts) = grid.blocks(most.saturating_sub(INDENT.len()), BETWEEN.len());
    for (at, columns) in blocks.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let line = |cells| format!("{INDENT}{}", grid.part(cells, columns, BETWEEN));
        writeln!(out, "{}", line(&grid.headings).trim_end())?;
        for row in &grid.rows {
            writeln!(out, "{}", line(row).trim_end())?;
            // Below the last of its parts, where all numbers have been seen.
            for &text in texts.iter().filter(|_| at + 1 == blocks.len()) {
                if !row[text].is_empty() {
                    let text = format!("{INDENT}{INDENT}{}: {}", grid.headings[text], row[text]);
                    writeln!(out, "{}", screen.folded(&text))?;
                }
            }
        }
    }
    Ok(())
}

fn write_examples(
    report: &Report,
    system: &SystemResult,
    screen: Screen<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let paint = |role: Role, text: &str| (screen.paint)(role, &visible(text));
    for example in &system.examples {
        let of = match report.systems.len() {
            1 => String::new(),
            _ => format!("{}, ", visible(&system.name)),
        };
        let heading = format!("{of}{}", example.heading());
        writeln!(out, "{}", paint(Role::Heading, &heading))?;
        let is_tree = matches!(example.drawing, Drawing::Trees(_));
        if !example.text.is_empty() {
            let most = if is_tree { LONGEST_TEXT } else { usize::MAX };
            let mut text: String = example.text.chars().take(most).collect();
            text.push_str(if text.len() < example.text.len() { " …" } else { "" });
            writeln!(out, "{}", screen.folded(&format!("  {}", visible(&text))))?;
        }
        let width = example.facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0);
        // As wide as "missed", so that sentences look alike.
        let side_width = example.facts.iter().map(|fact| fact.side.len()).max().unwrap_or(0).max(6);
        // Two trees show all of them but what they are called.
        for fact in example.facts.iter().filter(|fact| !is_tree || fact.side == "class") {
            let blanks = " ".repeat(width - fact.label.width());
            let (label, text) = (visible(&fact.label), visible(&fact.text));
            let rest = format!("  {label}{blanks}  {text}");
            let role = match fact.side {
                "missed" => Role::Missing,
                "wrong" => Role::Extra,
                _ => Role::Plain,
            };
            let side = paint(role, &format!("{:side_width$}", fact.side));
            writeln!(out, "  {side}{}", rest.trim_end())?;
        }
        for line in example.drawing.lines(screen.columns.saturating_sub(INDENT.len())) {
            let parts: String = line.0.iter().map(|(role, text)| paint(*role, text)).collect();
            writeln!(out, "{}{parts}", if parts.is_empty() { "" } else { INDENT })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_skipped(
    system: &SystemResult,
    most: usize,
    words: Wording<'_>,
    screen: Screen<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(summary) = skipped_summary(system) else { return Ok(()) };
    writeln!(out, "{}", screen.folded(&visible(&summary)))?;
    for row in system.skipped.iter().take(most) {
        writeln!(out, "{}", screen.folded(&format!("  {}", visible(&row.in_words()))))?;
    }
    let n_more = total(system.skipped.iter().skip(most).map(|row| row.n_sentences));
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
        writeln!(out, "{}", screen.folded(&format!("  hint: {hint}")))?;
    }
    writeln!(out)
}
