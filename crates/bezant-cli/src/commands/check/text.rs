//! What was found, for people.

use bezant::checking::{
    Checked, FileDifference, FileKind, FileStatistics, Sharing, Tallied, Unshared,
};

use super::Looked;
use crate::commands::number_of;
use crate::diagnostics;
use crate::output::screen::painted;
use bezant::pictures::Role;

/// So many names of a kind are shown, the most frequent.
const NAMES: usize = 8;

/// All files that could be read, one below the other.
pub fn of(files: &[Looked], all: bool) -> String {
    let mut out = String::new();
    for (at, file) in files.iter().enumerate() {
        let Ok(checked) = &file.found else { continue };
        if !out.is_empty() {
            out.push('\n');
        }
        checked_file(checked, all, &mut out);
        if at == 0 || files[0].found.is_err() {
            continue;
        }
        let heading = format!("{} beside {}", file.name, files[0].name);
        let heading = painted(Role::Strong, &diagnostics::visible(&heading));
        match &file.sharing {
            Some(sharing) => {
                let names = [&*files[0].name, &file.name];
                shared(&heading, names, checked.kind.unit(), sharing, &mut out);
            }
            None => out.push_str(&format!(
                "\n{heading}: not compared, as not both say words, numbers or ids by which they could be\n"
            )),
        }
    }
    out
}

fn checked_file(checked: &Checked, all: bool, out: &mut String) {
    let name = painted(Role::Strong, &diagnostics::visible(&checked.name));
    let units = number_of(checked.units, checked.kind.unit());
    let faults = match checked.n_faults {
        0 => painted(Role::Good, "no fault"),
        n => painted(Role::Bad, &number_of(n, "fault")),
    };
    let format = match checked.kind {
        FileKind::Sentences(format) => format!("{} ({})", format.row().title, format.name()),
        other => other.title().to_string(),
    };
    out.push_str(&format!("{name}: {format}, {units}, {faults}\n"));
    for (heading, value) in lines(checked, all) {
        out.push_str(&format!("  {:<19}  {value}\n", heading));
    }
    for fault in &checked.faults {
        out.push('\n');
        out.push_str(&diagnostics::fault(fault));
    }
    let rest = checked.n_faults - checked.faults.len() as u64;
    if rest > 0 {
        let faults = if rest == 1 { "fault" } else { "faults" };
        out.push_str(&format!("\n{rest} more {faults}; --all shows them\n"));
    }
    if !checked.is_whole {
        out.push_str("\nwhat comes behind the last fault was not read\n");
    }
}

/// What is worth knowing, each with its heading.
fn lines(checked: &Checked, all: bool) -> Vec<(String, String)> {
    let FileStatistics { tokens, lengths, counts, tallies, line_ends } = &checked.statistics;
    let mut lines = Vec::new();
    if checked.kind == FileKind::Outputs {
        let by = "brackets, fragments, dependencies and relations with --repair, as a system";
        lines.push(("read by".to_string(), by.to_string()));
    }
    if let Some(lengths) = lengths {
        let (min, median, mean, max) = (lengths.min, lengths.median, lengths.mean, lengths.max);
        let unit = checked.kind.unit();
        let each = match min == max {
            true => format!("{min} a {unit}"),
            false => format!("{min} to {max} a {unit}, median {median}, mean {mean:.1}"),
        };
        lines.push(("words".to_string(), format!("{tokens}; {each}")));
    }
    for Tallied { what, names } in tallies {
        let most = if all { usize::MAX } else { NAMES };
        let shown: Vec<String> = names
            .iter()
            .take(most)
            .map(|(name, n)| match name.is_empty() {
                true => format!("(empty) {n}"),
                false => format!("{} {n}", diagnostics::visible(name)),
            })
            .collect();
        let rest = match names.len().saturating_sub(most) {
            0 => String::new(),
            n => format!(", {n} more"),
        };
        lines.push(((*what).to_string(), format!("{}: {}{rest}", names.len(), shown.join(", "))));
    }
    for (name, n) in counts.iter().filter(|(_, n)| *n > 0) {
        let heading = match *name {
            "non_projective" => "non-projective".to_string(),
            "non_projective_arcs" => "non-projective arcs".to_string(),
            "invalid_utf8" => "not UTF-8".to_string(),
            name => name.replace('_', " "),
        };
        // Of these, one in how many is what people want to know.
        let is_of_units = [
            "empty",
            "unreadable",
            "discontinuous",
            "non_projective",
            "duplicates",
            "unparsed",
            "invalid_utf8",
        ]
        .contains(name);
        let value = match is_of_units && checked.units > 0 {
            _ if *name == "several_trees" => {
                format!(
                    "in {}; one sentence, as in EVALB, or with --input penn one each",
                    number_of(*n, "line")
                )
            }
            true => format!("{n} ({:.2} %)", 100.0 * *n as f64 / checked.units as f64),
            false => n.to_string(),
        };
        lines.push((heading, value));
    }
    match (line_ends.lf, line_ends.crlf) {
        (_, 0) => {}
        (0, _) => lines.push(("line ends".to_string(), "CRLF".to_string())),
        (lf, crlf) => {
            lines.push(("line ends".to_string(), format!("mixed: LF {lf}, CRLF {crlf}")));
        }
    }
    lines
}

/// What two files have in common, and what not.
fn shared(heading: &str, names: [&str; 2], unit: &str, sharing: &Sharing, out: &mut String) {
    let Sharing { in_place, moved, missing, added, other_tokens } = sharing;
    let [gold, name] = names;
    let moved = match moved {
        0 => String::new(),
        n => format!(", {n} in another"),
    };
    let same = number_of(*in_place, unit);
    out.push_str(&format!("\n{heading}: {same} in the same place{moved}\n"));
    unshared(&format!("only in {gold}"), unit, missing, out);
    unshared(&format!("only in {name}"), unit, added, out);
    if other_tokens.n > 0 {
        out.push_str(&format!("  in other words: {}\n", number_of(other_tokens.n, unit)));
        for one in &other_tokens.first {
            let [ours, theirs] = one.numbers;
            let place = match ours == theirs {
                true => ours.to_string(),
                false => format!("{ours} and {theirs}"),
            };
            let [here, there] = one.tokens;
            let start = diagnostics::visible(&one.text);
            out.push_str(&format!("    {place}: {here} words, {there} words  {start}\n"));
        }
        rest(other_tokens, out);
    }
}

fn unshared(heading: &str, unit: &str, found: &FileDifference<Unshared>, out: &mut String) {
    if found.n == 0 {
        return;
    }
    out.push_str(&format!("  {heading}: {}\n", number_of(found.n, unit)));
    for one in &found.first {
        let start = diagnostics::visible(&one.text);
        let line = one.at.map_or(String::new(), |at| format!(" (line {})", at.line));
        out.push_str(&format!("    {}{line}  {start}\n", one.number));
    }
    rest(found, out);
}

fn rest<T>(found: &FileDifference<T>, out: &mut String) {
    let n = found.n - found.first.len() as u64;
    if n > 0 {
        out.push_str(&format!("    {n} more; --all shows them\n"));
    }
}
