//! A report for a paper: tables with the rules of booktabs, numbers below each other at their points.

use std::io::{self, Write};

use crate::pictures::visible;
use crate::report::decimals::{Decimal, Setting, Widest, settings};
use crate::report::glance::best;
use crate::report::grid::Grid;
use crate::report::{Cell, Paper, Report, Table, skipped_summaries, tables, title};

/// Bold digits are wider than others: they stand out to both sides of the point, which stays where
/// it is in the other rows.
const BEST: &str = "\\providecommand*{\\bezantbest}[2]\
    {\\phantom{#1}\\llap{\\textbf{#1}}.\\rlap{\\textbf{#2}}\\phantom{#2}}";

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% {}", visible(&report.signature))?;
    for summary in skipped_summaries(report) {
        writeln!(out, "% {}", visible(&summary))?;
    }
    for note in report.notes.iter().chain(&report.details) {
        note.lines().try_for_each(|line| writeln!(out, "% {}", visible(line)))?;
    }
    let tables: Vec<_> = tables(report).collect();
    writeln!(out, "% needs \\usepackage{{booktabs}}")?;
    let words = tables.iter().flat_map(|(_, table)| {
        let headings = table.columns.iter().map(|column| column.heading.clone());
        headings.chain(table.rows.iter().flatten().map(Cell::shown))
    });
    if let Some(needs) = engine(words.chain(report.paper.caption.clone())) {
        writeln!(out, "% needs {needs}")?;
    }
    if tables.iter().any(|(_, table)| !best(table).is_empty()) {
        writeln!(out, "{BEST}")?;
    }
    // Of several, each needs its title to be told from the others.
    let several = tables.len() > 1;
    for (at, (system, table)) in tables.into_iter().enumerate() {
        let settings = settings(table);
        let columns: String = settings.iter().map(column).collect();
        writeln!(out, "\n% {}", visible(&title(system, table)))?;
        let paper = if at == 0 { report.paper.clone() } else { Paper::default() };
        let floats = several || paper.floats();
        let smaller = smaller(table);
        if floats {
            let place = if several { "[htbp]" } else { "" };
            writeln!(out, "\\begin{{table}}{place}\n\\centering")?;
        } else if smaller.is_some() {
            writeln!(out, "\\begingroup")?;
        }
        if let Some(smaller) = smaller {
            writeln!(out, "{smaller}")?;
        }
        writeln!(out, "\\begin{{tabular}}{{{columns}}}")?;
        writeln!(out, "\\toprule")?;
        let headings: Vec<String> =
            table.columns.iter().map(|column| escape(&column.heading)).collect();
        writeln!(out, "{} \\\\", line(&headings))?;
        writeln!(out, "\\midrule")?;
        let best = best(table);
        for (at, row) in table.rows.iter().enumerate() {
            let cells = row.iter().zip(&settings).enumerate();
            let cells: Vec<String> = cells
                .map(|(place, (shown, how))| cell(shown, how, best.contains(&(at, place))))
                .collect();
            writeln!(out, "{} \\\\", line(&cells))?;
        }
        writeln!(out, "\\bottomrule")?;
        writeln!(out, "\\end{{tabular}}")?;
        if floats {
            let title = several.then(|| title(system, table));
            if let Some(caption) = paper.caption.or(title) {
                writeln!(out, "\\caption{{{}}}", escape(&caption))?;
            }
            if let Some(label) = &paper.label {
                writeln!(out, "\\label{{{label}}}")?;
            }
            writeln!(out, "\\end{{table}}")?;
        } else if smaller.is_some() {
            writeln!(out, "\\endgroup")?;
        }
    }
    Ok(())
}

/// What makes a table narrower that would stand out of a page in the type of the text: smaller type,
/// and less room between columns.
fn smaller(table: &Table) -> Option<&'static str> {
    // The width of article's text, and of a digit in each size of type, in points.
    const PAGE: f64 = 345.0;
    let letters: usize = Grid::new(table, str::to_string).widths.iter().sum();
    let fits = |letter: f64, beside: f64| {
        letter * letters as f64 + 2.0 * beside * table.columns.len() as f64 <= PAGE
    };
    if fits(5.0, 6.0) {
        None
    } else if fits(4.6, 3.0) {
        Some("\\small\\setlength{\\tabcolsep}{3pt}")
    } else {
        Some("\\footnotesize\\setlength{\\tabcolsep}{3pt}")
    }
}

fn column(setting: &Setting) -> char {
    match setting {
        Setting::Words => 'l',
        Setting::Whole => 'r',
        Setting::Decimal(_) => 'c',
    }
}

/// A row. The end of the one before would take a bracket or a star for its own.
fn line(cells: &[String]) -> String {
    let line = cells.join(" & ");
    if line.starts_with(['[', '*']) { format!("{{}}{line}") } else { line }
}

fn cell(cell: &Cell, how: &Setting, is_best: bool) -> String {
    how.set(cell, is_best, "--", escape, number)
}

fn number(number: &Decimal, widest: &Widest, at: usize, is_best: bool) -> String {
    let padding = widest.padding(at, number);
    let mut out = String::new();
    if padding.digits > 0 {
        out.push_str(&format!("\\phantom{{{}}}", "0".repeat(padding.digits)));
    }
    if padding.sign {
        out.push_str("\\phantom{$-$}");
    }
    // A hyphen is shorter than the sign of a number.
    out.extend(number.sign.map(|sign| format!("${sign}$")));
    let Decimal { whole, part, .. } = number;
    match is_best {
        true => out.push_str(&format!("\\bezantbest{{{whole}}}{{{part}}}")),
        false => out.push_str(&format!("{whole}.{part}")),
    }
    if number.has_mark {
        out.push_str("\\rlap{*}");
    }
    out
}

/// What letters need that are not plain.
fn engine(texts: impl Iterator<Item = String>) -> Option<String> {
    let mut accents = false;
    let mut others: Vec<char> = Vec::new();
    for c in texts.flat_map(|text| text.chars().collect::<Vec<_>>()) {
        match c {
            c if c.is_ascii() || escaped(c).is_some() => {}
            // Latin letters with accents, but for one that the old fonts do not know.
            '\u{A0}'..='\u{17F}' if c != 'ŉ' && c != 'ſ' => accents = true,
            c if !others.contains(&c) => others.push(c),
            _ => {}
        }
    }
    if !others.is_empty() {
        let letters: String = others.into_iter().take(20).collect();
        return Some(format!("LuaLaTeX or XeLaTeX with fonts that have {letters}"));
    }
    accents.then(|| "\\usepackage[T1]{fontenc}".to_string())
}

/// What stands for a letter that means something to LaTeX, or that its fonts do not have.
fn escaped(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "\\&",
        '%' => "\\%",
        '$' => "\\$",
        '#' => "\\#",
        '_' => "\\_",
        '{' => "\\{",
        '}' => "\\}",
        '\\' => "\\textbackslash{}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '`' => "\\textasciigrave{}",
        '—' | '–' => "--",
        // In the old encoding of fonts these are other letters.
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '×' => "$\\times$",
        '−' => "$-$",
        '→' => "$\\to$",
        'κ' => "$\\kappa$",
        '…' => "\\dots{}",
        '\n' => " ",
        '\u{FFFD}' => "?",
        c if c.is_control() => "?",
        _ => return None,
    })
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
        match escaped(c) {
            Some(instead) => out.push_str(instead),
            None => {
                // Two hyphens or quotation marks would become one other sign.
                if matches!(c, '-' | '\'' | ',') && out.ends_with(c) {
                    out.push_str("{}");
                }
                out.push(c);
            }
        }
    }
    out
}
