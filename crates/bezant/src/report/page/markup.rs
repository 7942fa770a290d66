//! Tables of a page as markup, their cells as links to the sentences behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::report::behind::keys;
use crate::report::glance::best;
use crate::report::page::dots::Scale;
use crate::report::page::links::start;
use crate::report::page::metrics::Metric;
use crate::report::page::packed::Pieces;
use crate::report::page::{PageSection, history, packed};
use crate::report::{
    Cell, Glance, Order, Report, Table, number_of, skipped_reasons, tables, title,
};

/// So many rows of a table are seen at first.
const FIRST_ROWS: usize = 12;

/// A table of more columns needs smaller letters on paper.
const MANY_COLUMNS: usize = 11;

/// So many labels a heat map has.
const MOST_LABELS: usize = 14;

/// Tables that say what the list of sentences says.
const LISTS: [&str; 3] = ["sentences", "worst", "dropped"];

/// Where no system is scored, so many tables stand in the overview.
const FIRST_TABLES: usize = 2;

/// Text as it may stand in markup, also between quotation marks. Marks that turn the direction of writing
/// are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {}
            '\0'..='\u{8}' | '\u{b}'..='\u{1f}' => out.push('\u{FFFD}'),
            _ => out.push(letter),
        }
    }
    out
}

/// A part of a link.
pub(super) fn part(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(byte.into())
            }
            // Writing to a string cannot fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

/// What columns mean: each is told once, at the end, and beside its column on a click.
pub(super) struct Terms<'a> {
    define: &'a dyn Fn(&str) -> Option<String>,
    known: BTreeMap<String, String>,
}

impl<'a> Terms<'a> {
    pub(super) fn new(define: &'a dyn Fn(&str) -> Option<String>) -> Terms<'a> {
        Terms { define, known: BTreeMap::new() }
    }

    /// A link to what a heading means, if that is known.
    /// Where systems stand beside each other, what stands behind a system's name is meant.
    fn link(&mut self, heading: &str, systems: &[String]) -> String {
        let named = systems.iter().filter_map(|name| heading.strip_prefix(name.as_str()));
        let heading = named.filter_map(|rest| rest.strip_prefix(' ')).next().unwrap_or(heading);
        if systems.iter().any(|name| name == heading) {
            return String::new();
        }
        let Some(meaning) = (self.define)(heading) else { return String::new() };
        self.known.insert(heading.to_string(), meaning);
        let (name, to) = (escaped(heading), part(heading));
        format!("<a class=\"what\" href=\"#term-{to}\" aria-label=\"what {name} means\">?</a>")
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<section id=\"glossary\"><h2>Glossary</h2><dl>")?;
        for (name, meaning) in &self.known {
            let (to, name, meaning) = (part(name), escaped(name), escaped(meaning));
            writeln!(out, "<dt id=\"term-{to}\">{name}</dt><dd>{meaning}</dd>")?;
        }
        writeln!(out, "</dl></section>")
    }
}

/// A section with what was made of its report for people.
pub(super) struct Said<'a> {
    pub(super) section: &'a PageSection,
    /// In links.
    pub(super) name: &'a str,
    pub(super) metric: &'static Metric,
    /// Systems with short names, the best first.
    pub(super) report: Report,
    /// Short names in the order of the sentences' systems.
    pub(super) systems: Vec<String>,
    /// Cells behind which there are sentences.
    pub(super) cells: BTreeSet<(&'static str, &'a str)>,
    /// Its drawings, packed.
    pub(super) pieces: Pieces,
    pub(super) related: Related,
}

/// Sections about treebanks, and the section about all of them.
#[derive(Default)]
pub(super) struct Related {
    /// Treebanks, with the names of their sections.
    pub(super) parts: Vec<(String, String)>,
    pub(super) whole: Option<String>,
}

impl<'a> Said<'a> {
    pub(super) fn new(section: &'a PageSection, name: &'a str, pieces: Pieces) -> Said<'a> {
        let short = section.report.with_short_names();
        let mut systems: Vec<String> =
            short.systems.iter().map(|system| system.name.clone()).collect();
        if let Some(named) = section.sentences.as_ref().filter(|it| !it.names.is_empty()) {
            systems.clone_from(&named.names);
        }
        let cells = section.sentences.iter().flat_map(|sentences| &sentences.cells);
        let cells = cells.map(|(table, row)| (*table, row.as_str())).collect();
        let (report, related) = (short.in_order(Order::Best), Related::default());
        let metric = Metric::of(&report);
        Said { section, name, metric, report, systems, cells, pieces, related }
    }

    /// The ranking, and what was skipped.
    pub(super) fn write_overview(
        &self,
        without_text: bool,
        terms: &mut Terms<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = escaped(self.name);
        writeln!(out, "<article class=\"card\">\n<h3><a href=\"#{name}\">{name}</a></h3>")?;
        if self.metric.without_scores.is_some() {
            return self.write_first_tables(terms, out);
        }
        if let Ok(glance) = self.report.at_a_glance(&Glance::default())
            && let Some(table) = glance.tables.first()
        {
            writeln!(out, "<p class=\"about\">{}</p>", escaped(&table.title))?;
            self.write_table(table, None, true, terms, out)?;
            // Runs stand in the order in which they were given.
            writeln!(out, "{}", history::curves(&self.section.report.with_short_names()))?;
            // Lines about skipped sentences have words of them.
            for note in glance.notes.iter().filter(|note| !without_text || !note.contains('\n')) {
                if !note.starts_with("  ") {
                    writeln!(out, "<p class=\"note\">{}</p>", escaped(note))?;
                }
            }
        }
        let thing = self.metric.thing;
        let skipped = self.report.systems.iter().filter_map(|system| {
            let reasons = skipped_reasons(system)?;
            let name = escaped(&system.name);
            let n = match self.section.sentences {
                Some(_) => format!(
                    "<a class=\"cell\" href=\"#{}/all/all/system={}/skipped\">{}</a>",
                    part(self.name),
                    part(&system.name),
                    system.n_skipped()
                ),
                None => system.n_skipped().to_string(),
            };
            let of = number_of(system.n_sentences, thing);
            Some(format!("<li><b>{name}</b>: {n} of {of} ({})</li>", escaped(&reasons)))
        });
        let skipped: Vec<String> = skipped.collect();
        match skipped.is_empty() {
            true => writeln!(out, "<p class=\"note\">No {thing} was skipped.</p>")?,
            false => writeln!(
                out,
                "<details class=\"skipped\"><summary>What was skipped</summary><ul>{}</ul></details>",
                skipped.concat()
            )?,
        }
        self.write_how(out)?;
        writeln!(out, "</article>")
    }

    /// Where no system is scored, the first tables and all that has to be known.
    fn write_first_tables(&self, terms: &mut Terms<'_>, out: &mut dyn Write) -> io::Result<()> {
        for (_, table) in tables(&self.report).take(FIRST_TABLES) {
            writeln!(out, "<p class=\"about\">{}</p>", escaped(&table.title))?;
            self.write_table(table, None, false, terms, out)?;
        }
        for note in &self.report.notes {
            writeln!(out, "<p class=\"note\">{}</p>", escaped(note))?;
        }
        self.write_how(out)?;
        writeln!(out, "</article>")
    }

    /// How the numbers were made.
    fn write_how(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "<details class=\"how\"><summary>How these numbers were made</summary><dl>\
             <dt>command</dt><dd><code>{}</code></dd><dt>signature</dt><dd><code>{}</code></dd>\
             <dt>variant</dt><dd>{}</dd></dl></details>",
            escaped(&self.section.command),
            escaped(&self.report.signature),
            escaped(self.metric.variant(&self.report))
        )
    }

    pub(super) fn write_section(
        &self,
        terms: &mut Terms<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = escaped(self.name);
        writeln!(
            out,
            "<section id=\"{name}\" class=\"metric\" aria-labelledby=\"{name}-title\">\n<h2 id=\"{name}-title\">{name}</h2>"
        )?;
        if let Some(whole) = &self.related.whole {
            let to = format!("{}/treebanks", escaped(whole));
            writeln!(out, "<p class=\"note\"><a href=\"#{to}\">all treebanks</a></p>")?;
        }
        self.write_explorer(out)?;
        if self.section.is_brief {
            self.write_how(out)?;
            return writeln!(out, "</section>");
        }
        for chart in &self.section.charts {
            let title =
                chart.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
            let title = title.map_or("", |(title, _)| title);
            writeln!(
                out,
                "<article class=\"card\"><h3>{title}</h3><div class=\"chart\">{chart}</div></article>"
            )?;
        }
        let (joined, _) = self.report.side_by_side(None);
        let own = |table: &&(Option<&str>, &Table)| !LISTS.contains(&table.1.name);
        writeln!(out, "<div class=\"cards\">")?;
        for (system, table) in tables(&joined).filter(|table| own(&table)) {
            let anchor = format!("{}/{}", self.name, table.name);
            // Treebanks lead back to this one.
            let id = match table.name {
                "treebanks" => format!(" id=\"{}\"", escaped(&anchor)),
                _ => String::new(),
            };
            writeln!(
                out,
                "<article class=\"card\" data-table=\"{}\"{id}><h3>{}</h3>",
                escaped(&anchor),
                escaped(&title(system, table))
            )?;
            self.write_table(table, system, false, terms, out)?;
            writeln!(out, "</article>")?;
        }
        writeln!(out, "</div>\n<div class=\"heats\">")?;
        for system in &self.report.systems {
            for table in system.tables.iter().filter(|table| table.name.contains("confusion")) {
                self.write_heat(&system.name, table, out)?;
            }
        }
        writeln!(out, "</div>")?;
        for note in &joined.details {
            writeln!(out, "<p class=\"note\">{}</p>", escaped(note))?;
        }
        self.write_how(out)?;
        writeln!(out, "</section>")
    }

    /// Which treebanks have sections, and what is in them.
    fn parts_in_words(&self) -> String {
        let n = self.related.parts.len();
        let treebanks = self.report.tables.iter().find(|table| table.name == "treebanks");
        // The last rows are the means.
        let all = treebanks.map_or(n, |table| table.rows.len().saturating_sub(2));
        let which = match n < all {
            true => format!("The {n} of {all} with the lowest scores have sections"),
            false => "Each has a section".to_string(),
        };
        let what = match self.related.parts.len() > super::MOST_WHOLE {
            true => "with its sentences, and without tables of labels and the like",
            false => "with its tables and its sentences",
        };
        format!(
            "{which} of its own behind this one, {what}; the table of treebanks leads there. They share the room of one: \
             of a large treebank, some sentences are in the page."
        )
    }

    /// What the script fills: filters, a list, a drawing.
    fn write_explorer(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.section.has_parts {
            return writeln!(
                out,
                "<p class=\"note\">These numbers are of several treebanks. {}</p>",
                self.parts_in_words()
            );
        }
        let Some(sentences) = &self.section.sentences else {
            return writeln!(
                out,
                "<p class=\"note\">There are no sentences behind these numbers: a page has them where files are \
                 scored, and not of folders. Make one of a single treebank to see its sentences.</p>"
            );
        };
        if sentences.only_counts {
            writeln!(
                out,
                "<p class=\"note\">Rows of counts alone have no words and no drawings. A report of an experiment that \
                 names the files has them behind each number.</p>"
            )?;
        }
        if sentences.rows.len() < sentences.n_all {
            writeln!(
                out,
                "<p class=\"note\">{} of {} sentences are in this page: the worst of each system, those in which \
                 systems differ most, some drawn for each number, and others until it is full. Lists behind numbers are of these alone; the \
                 numbers are of all.</p>",
                sentences.rows.len(),
                sentences.n_all
            )?;
        }
        if self.pieces.n_left_out > 0 {
            writeln!(
                out,
                "<p class=\"note\">{} drawings of sentences with the fewest errors are left out, so that all drawings \
                 of this page together have no more than {} MB; <code>bezant draw</code> makes them.</p>",
                self.pieces.n_left_out,
                packed::MOST_BYTES / 1_000_000
            )?;
        }
        if sentences.without_text {
            writeln!(
                out,
                "<p class=\"note\">Words are left out of this page; numbers stand for them.</p>"
            )?;
        }
        writeln!(
            out,
            "<div class=\"explorer\" data-section=\"{}\"><noscript><p class=\"note\">Sentences are found and drawn by a \
             script, which this browser does not run.</p></noscript></div>",
            escaped(self.name)
        )
    }

    /// Compressed sentences.
    pub(super) fn write_data(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(sentences) = &self.section.sentences else { return Ok(()) };
        let name = escaped(self.name);
        let index = packed::index(sentences, &self.systems, self.metric.unit).to_string();
        let index = packed::packed(&index)?;
        writeln!(
            out,
            "<script type=\"application/octet-stream\" id=\"data-{name}\">{index}</script>"
        )?;
        for (at, piece) in self.pieces.packed.iter().enumerate() {
            writeln!(
                out,
                "<script type=\"application/octet-stream\" id=\"data-{name}-{at}\">{piece}</script>"
            )?;
        }
        Ok(())
    }

    fn write_table(
        &self,
        table: &Table,
        about: Option<&str>,
        has_plot: bool,
        terms: &mut Terms<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let marked = best(table);
        let scale = has_plot.then(|| Scale::of(&self.report)).flatten();
        let is_number: Vec<bool> = (0..table.columns.len())
            .map(|at| table.rows.iter().any(|row| row.get(at).is_some_and(Cell::is_number)))
            .collect();
        let name = escaped(&format!("{}/{}", self.name, table.name));
        let many = if table.columns.len() > MANY_COLUMNS { " class=\"many\"" } else { "" };
        writeln!(out, "<div class=\"wide\"><table data-name=\"{name}\"{many}><thead><tr>")?;
        for (column, is_number) in table.columns.iter().zip(&is_number) {
            let class = if *is_number { " class=\"n\"" } else { "" };
            // Names are not what a count of that name is.
            let what =
                match *is_number && !self.metric.own_headings.contains(&column.heading.as_ref()) {
                    true => terms.link(&column.heading, &self.systems),
                    false => String::new(),
                };
            let shown = escaped(&column.heading);
            write!(out, "<th scope=\"col\"{class}><span class=\"sort\">{shown}</span>{what}</th>")?;
        }
        if let Some(scale) = &scale {
            write!(out, "<th scope=\"col\" class=\"plot\">{}</th>", scale.axis())?;
        }
        writeln!(out, "</tr></thead><tbody>")?;
        // Ranges are in the order of their numbers: 2–9 comes before 10–20.
        let starts = table.rows.iter().map(|row| start(&row.first()?.shown()));
        let starts: Option<Vec<f64>> = starts.collect();
        let mut nowhere: Vec<(&'static str, &String)> = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            let more = if at >= FIRST_ROWS && table.rows.len() > FIRST_ROWS + 3 {
                " class=\"more\""
            } else {
                ""
            };
            write!(out, "<tr{more}>")?;
            let key = keys(row).join(":");
            for (place, cell) in row.iter().enumerate() {
                let mut classes = String::new();
                if is_number[place] {
                    classes.push('n');
                }
                if marked.contains(&(at, place)) {
                    classes.push_str(" best");
                }
                let class = if classes.is_empty() {
                    classes
                } else {
                    format!(" class=\"{}\"", classes.trim())
                };
                let value = sorted_by(cell);
                let value = value
                    .or_else(|| starts.as_ref().filter(|_| place == 0)?.get(at).copied())
                    .map_or_else(String::new, |value| format!(" data-v=\"{value}\""));
                let shown = escaped(cell.shown().trim_end());
                let shown = match self.link(table, row, (place, &key), about) {
                    Some(Ok(link)) => {
                        format!("<a class=\"cell\" href=\"#{}\">{shown}</a>", escaped(&link))
                    }
                    Some(Err(why)) => {
                        let heading = &table.columns[place].heading;
                        if !nowhere.contains(&(why, heading)) {
                            nowhere.push((why, heading));
                        }
                        shown
                    }
                    None => shown,
                };
                let indent = if let Cell::Below(depth, _) = cell {
                    "&#8195;".repeat(*depth)
                } else {
                    String::new()
                };
                match place {
                    0 => write!(
                        out,
                        "<th scope=\"row\"{class}{value}>{indent}{}</th>",
                        shown.trim_start()
                    )?,
                    _ => write!(out, "<td{class}{value}>{shown}</td>")?,
                }
            }
            if let Some(scale) = &scale {
                let name = row.first().map(Cell::shown).unwrap_or_default();
                write!(out, "<td class=\"plot\">{}</td>", scale.mark(&self.report, &name))?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</tbody></table></div>{}", why_nowhere(&nowhere))
    }

    /// What is taken for what, as a square of colours.
    fn write_heat(&self, system: &str, table: &Table, out: &mut dyn Write) -> io::Result<()> {
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        let mut found: BTreeMap<(String, String), u64> = BTreeMap::new();
        for row in &table.rows {
            let ([gold, other], Some(Cell::Count(n))) =
                ([0, 1].map(|at| row[at].shown()), row.get(2))
            else {
                continue;
            };
            *sums.entry(gold.clone()).or_default() += n;
            *sums.entry(other.clone()).or_default() += n;
            found.insert((gold, other), *n);
        }
        let mut labels: Vec<(&String, &u64)> = sums.iter().collect();
        labels.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        labels.truncate(MOST_LABELS);
        let labels: Vec<&String> = labels.into_iter().map(|(label, _)| label).collect();
        let most = found.values().copied().max().unwrap_or(0);
        if labels.len() < 3 || most == 0 {
            return Ok(());
        }
        let (title, of) = (escaped(&table.title), escaped(system));
        writeln!(
            out,
            "<article class=\"card heat\"><h3>{of}: {title}</h3><p class=\"note\">Rows are gold's, columns the system's, — is \
             nothing; the stronger the colour, the more often.</p><div class=\"wide\"><table class=\"heat\"><thead><tr><td></td>"
        )?;
        // Labels that only one side has need no empty row or column.
        let known = |one: &str, side: usize| {
            let is_it = |(gold, other): &(String, String)| {
                let sides = [gold, other];
                sides[side] == one && labels.contains(&sides[1 - side])
            };
            found.keys().any(is_it)
        };
        let [rows, columns] = [0, 1].map(|side| {
            let own = labels.iter().copied().filter(|label| known(label, side));
            own.collect::<Vec<&String>>()
        });
        for label in &columns {
            write!(out, "<th scope=\"col\"><span>{}</span></th>", escaped(label))?;
        }
        writeln!(out, "</tr></thead><tbody>")?;
        for gold in &rows {
            write!(out, "<tr><th scope=\"row\">{}</th>", escaped(gold))?;
            for other in &columns {
                let n = found.get(&((*gold).clone(), (*other).clone())).copied().unwrap_or(0);
                if n == 0 {
                    write!(out, "<td></td>")?;
                    continue;
                }
                // Roots, so that few are told from none.
                let warm = (9.0 * (n as f64 / most as f64).sqrt()).ceil() as u64;
                let key = format!("{gold}:{other}");
                let shown = match self.cells.contains(&(table.name, key.as_str())) {
                    true => format!(
                        "<a class=\"cell\" href=\"#{}/{}/{}/system={}/errors\">{n}</a>",
                        part(self.name),
                        part(table.name),
                        part(&key),
                        part(system)
                    ),
                    false => n.to_string(),
                };
                write!(out, "<td class=\"h{warm}\">{shown}</td>")?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</tbody></table></div></article>")
    }
}

/// Why numbers of some columns lead to no sentences.
fn why_nowhere(nowhere: &[(&'static str, &String)]) -> String {
    let mut reasons: Vec<&'static str> = nowhere.iter().map(|(why, _)| *why).collect();
    reasons.dedup();
    let mut told: Vec<String> = Vec::new();
    for why in reasons {
        let columns = nowhere.iter().filter(|(other, _)| *other == why);
        let columns: Vec<String> =
            columns.map(|(_, heading)| format!("<i>{}</i>", escaped(heading))).collect();
        let one = format!("{} ({why})", columns.join(", "));
        if !told.contains(&one) {
            told.push(one);
        }
    }
    if told.is_empty() {
        return String::new();
    }
    format!("\n<p class=\"note why\">Not underlined, without sentences: {}.</p>", told.join("; "))
}

/// By what a column is sorted.
fn sorted_by(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Count(n) => Some(*n as f64),
        Cell::Share(value) | Cell::Number(value) | Cell::Points(value) => *value,
        Cell::P { value, .. } => *value,
        Cell::Digits(digits) => digits.parse().ok(),
        _ => None,
    }
}
