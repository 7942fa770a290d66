//! Where results go.

pub mod screen;
mod target;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::comparison::NotThere;
use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::metric::{Score, Unit};
use bezant::pictures::Picture;
use bezant::report::{
    self, Drawing, Glance, Names, Paper, Report, ReportFormat, Screen, SystemResult,
    skipped_reasons,
};

use crate::args::{Gate, OutputArgs};
use crate::diagnostics::{print_error, print_warning};
use crate::hints;
use crate::warnings::{self, Warning};
pub use target::Target;

/// Starts to write a file, or to standard output.
pub fn create(path: Option<&Path>) -> anyhow::Result<Target> {
    Target::create(path).with_context(|| cannot_write(path))
}

/// Writes a file, or to standard output; what goes wrong names it. Everything that is written goes
/// through here, or through [`create`].
pub fn write_to(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = create(path)?;
    write(&mut out).and_then(|()| out.finish()).with_context(|| cannot_write(path))
}

/// What to say where a file, or standard output, cannot be written.
pub fn cannot_write(path: Option<&Path>) -> String {
    path.map_or("cannot write the result".to_string(), |path| {
        format!("cannot write {}", path.display())
    })
}

/// Writes files into folders, which are made if they are not there. Files with other contents are
/// written over only by `force`; nothing is written if there is one.
pub fn fill(files: &[(PathBuf, Vec<u8>)], force: bool) -> anyhow::Result<()> {
    let mut missing = Vec::new();
    for (path, bytes) in files {
        // A link that leads nowhere is in the way, too.
        let is_there = path.symlink_metadata().is_ok();
        if is_there && fs::read(path).is_ok_and(|there| there == *bytes) {
            continue;
        }
        anyhow::ensure!(
            force || !is_there,
            "{} is there already and would be written over; name another folder, or pass --force",
            path.display()
        );
        missing.push((path, bytes));
    }
    for (path, bytes) in missing {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        write_to(Some(path), |out| out.write_all(bytes))?;
    }
    Ok(())
}

/// Makes a link to a program, in the place of another file only by `force`.
pub fn link(program: &Path, link: &Path, force: bool) -> anyhow::Result<()> {
    let is_there = link.symlink_metadata().is_ok();
    anyhow::ensure!(
        force || !is_there,
        "{} is there already; name another folder, or pass --force",
        link.display()
    );
    target::link(program, link).with_context(|| format!("cannot make {}", link.display()))
}

/// How a picture is written, by the end of its file's name.
fn written(path: &Path) -> Option<fn(&Picture) -> Vec<u8>> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(|picture| picture.to_svg().into_bytes()),
        "pdf" => Some(Picture::to_pdf),
        "png" => Some(Picture::to_png),
        _ => None,
    }
}

/// Whether a file's name asks for SVG.
pub fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
}

/// Whether a picture can be written as a file's name asks.
pub fn check_picture(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    anyhow::ensure!(
        written(path).is_some(),
        "{name}: pictures are written as .svg, .pdf or .png, by the end of the file's name"
    );
    Ok(())
}

/// Writes a picture, in the format that the file's name asks for.
pub fn picture(path: &Path, picture: &Picture) -> anyhow::Result<()> {
    check_picture(path)?;
    let bytes = written(path).map(|write| write(picture)).unwrap_or_default();
    write_to(Some(path), |out| out.write_all(&bytes))
}

/// Writes a drawing to standard output, as wide and as colourful as that is.
pub fn draw(drawing: &Drawing, out: &mut dyn Write) -> io::Result<()> {
    const INDENT: &str = "  ";
    let page = screen::page();
    for line in drawing.lines(page.columns.saturating_sub(INDENT.len())) {
        let parts: String = line.0.iter().map(|(role, text)| (page.paint)(*role, text)).collect();
        writeln!(out, "{INDENT}{parts}")?;
    }
    Ok(())
}

/// Writes the report and says what was skipped and what the gates make of it.
pub fn write(report: &Report, args: &OutputArgs) -> anyhow::Result<ExitCode> {
    check_args(report, args)?;
    unless_closed(show(report, args))?;
    // A strict run says it below, as a failure; what goes to standard output as text says it itself.
    let is_said = args.format == ReportFormat::Text && args.output.is_none();
    if !args.quiet && !args.strict && !is_said {
        warn_of_skipped(report);
    }
    judge(report, args)
}

/// Writes a report about each two files. It knows of no system that skips, so that what was left out
/// is said apart.
pub fn write_agreement<C: Counts>(
    mut report: Report,
    compared: &[Evaluation<C>],
    note: Option<&str>,
    args: &OutputArgs,
) -> anyhow::Result<ExitCode> {
    let left_out: Vec<_> = report.notes.iter().cloned().map(Warning::LeftOut).collect();
    warnings::print(&left_out, args.quiet);
    report.notes.extend(note.map(str::to_string));
    let written = write(&report, args)?;
    let n_left_out: usize = compared.iter().map(|system| system.skipped().count()).sum();
    let complete = !args.strict || check_complete(n_left_out as u64);
    Ok(if complete { written } else { ExitCode::from(1) })
}

/// Whoever stops reading still wants to know whether the gates were passed.
pub fn unless_closed(shown: anyhow::Result<()>) -> anyhow::Result<()> {
    shown.or_else(|error| if is_closed(&error) { Ok(()) } else { Err(error) })
}

/// What the gates make of a report, and --strict of the sentences that were skipped.
pub fn judge(report: &Report, args: &OutputArgs) -> anyhow::Result<ExitCode> {
    let passed = check_gates(report, &args.min)?;
    let skipped = skipped_of(report).filter(|_| args.strict);
    if let Some(skipped) = &skipped {
        let hint = "--table skipped lists them";
        print_warning(&format!("{skipped}; --strict forbids that"), Some(hint));
    }
    let is_nothing =
        |system: &&SystemResult| system.n_sentences > 0 && system.n_skipped() == system.n_sentences;
    if let Some(system) = report.systems.iter().find(is_nothing) {
        let why = system.skipped.first().map_or(String::new(), |row| {
            let hint = hints::of(row.hint);
            format!("; sentence {}: {}\n  hint: {hint}", row.sentence, row.message)
        });
        print_error(&anyhow::anyhow!("not one sentence of {} could be scored{why}", system.name));
        return Ok(ExitCode::from(2));
    }
    Ok(if passed && skipped.is_none() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(report: &Report, args: &OutputArgs) -> anyhow::Result<()> {
    let there = report.table_names();
    if args.table == [LIST] {
        return write_to(args.output.as_deref(), |out| {
            there.iter().try_for_each(|name| writeln!(out, "{name}"))
        });
    }
    let tables = args.table.iter().map(|name| {
        NotThere::or_position("table", name, there.iter().copied()).map(|at| there[at])
    });
    let tables = tables.collect::<Result<Vec<&str>, NotThere>>()?;
    let changed = match args.format {
        ReportFormat::Json => None,
        _ if args.details => None,
        _ if !tables.is_empty() => Some(report.only(&tables)),
        // Of agreement, or of the sentences behind a number, there is nothing else to say.
        _ if report.tables.first().is_none_or(|table| table.name != "scores") => None,
        ReportFormat::Csv | ReportFormat::Tsv => Some(report.tidy()),
        ReportFormat::Markdown => None,
        ReportFormat::Text | ReportFormat::Latex | ReportFormat::Typst => {
            Some(first_screen(report, &there, args)?)
        }
    };
    // Files keep neither the width nor the colours of a terminal.
    let page = match target::is_stdout(args.output.as_deref()) {
        true => screen::page(),
        false => Screen::default(),
    };
    write_to(args.output.as_deref(), |out| {
        report::render_on(changed.as_ref().unwrap_or(report), args.format, &hints::of, page, out)
    })
}

/// The answer, and what to type for the rest.
fn first_screen(report: &Report, there: &[&str], args: &OutputArgs) -> anyhow::Result<Report> {
    let wanted = Glance { order: args.order, columns: args.columns.clone() };
    let mut first = report.at_a_glance(&wanted)?;
    let mut cures: Vec<String> = Vec::new();
    for row in report.systems.iter().flat_map(|system| &system.skipped) {
        let cure = format!("  hint: {}", hints::of(row.hint));
        if !cures.contains(&cure) {
            cures.push(cure);
        }
    }
    first.notes.append(&mut cures);
    let shown = first.table_names();
    let more: Vec<&str> = there.iter().copied().filter(|name| !shown.contains(name)).collect();
    if !more.is_empty() && args.format == ReportFormat::Text {
        first.notes.push(format!("more: --details, or --table with {}", more.join(", ")));
    }
    first.paper = Paper { caption: args.caption.clone(), label: args.label.clone() };
    Ok(first)
}

/// Instead of a table's name.
const LIST: &str = "list";

/// Whether a report can have the table that is asked for, and scores by the names of all gates.
/// Scoring may take long, so this is asked before it.
pub fn check_names(names: &Names, args: &OutputArgs) -> anyhow::Result<()> {
    check_table(args)?;
    for name in args.table.iter().filter(|name| *name != LIST) {
        NotThere::or_position("table", name, names.tables.iter().copied())?;
    }
    for gate in &args.min {
        let (known, name) = match gated_part(gate) {
            (Gated::Means, name) => (&names.macro_scores, name),
            (Gated::Scores | Gated::WithMissed, name) => (&names.scores, name),
        };
        let at = NotThere::or_position("score", name, known.iter().copied())?;
        let is_share = !names.others.contains(&known[at]);
        anyhow::ensure!(
            !(is_share && gate.value > 0.0 && gate.value <= 1.0),
            "--min {}={}: scores are given in percent; write {}={}",
            gate.score,
            gate.value,
            gate.score,
            100.0 * gate.value
        );
    }
    Ok(())
}

fn check_table(args: &OutputArgs) -> anyhow::Result<()> {
    anyhow::ensure!(
        args.table.is_empty() || args.table == [LIST] || args.format != ReportFormat::Json,
        "--table does not go with JSON, which has everything"
    );
    Ok(())
}

/// Whether a report can be shown as it was asked for, and has scores by the names of all gates.
fn check_args(report: &Report, args: &OutputArgs) -> anyhow::Result<()> {
    check_table(args)?;
    for system in &report.systems {
        args.min.iter().try_for_each(|gate| gated(system, gate).map(drop))?;
    }
    Ok(())
}

/// Which scores a gate is about.
enum Gated {
    Scores,
    WithMissed,
    Means,
}

/// Skipped sentences count as missed, unless somebody wants it otherwise: a file that ends after ten
/// sentences should not pass. Other parts are named as in JSON.
fn gated_part(gate: &Gate) -> (Gated, &str) {
    if let Some(("macro", name)) = gate.score.split_once('.') {
        return (Gated::Means, name);
    }
    if let Some((name, "scored")) = gate.score.rsplit_once(':') {
        return (Gated::Scores, name);
    }
    let name = gate.score.strip_prefix("scores_with_missed.");
    (Gated::WithMissed, name.unwrap_or(&gate.score))
}

/// The score that a gate is about.
fn gated<'r>(system: &'r SystemResult, gate: &Gate) -> Result<&'r Score, NotThere> {
    let (part, name) = gated_part(gate);
    let scores = match part {
        Gated::Scores => &system.scores,
        Gated::WithMissed => &system.scores_with_missed,
        Gated::Means => &system.macro_scores,
    };
    let known = scores.iter().map(|score| score.name);
    Ok(&scores[NotThere::or_position("score", name, known)?])
}

/// Whether every system reaches every score.
fn check_gates(report: &Report, gates: &[Gate]) -> anyhow::Result<bool> {
    let mut passed = true;
    for gate in gates {
        for system in &report.systems {
            let score = gated(system, gate)?;
            let (factor, least) = match score.unit {
                Unit::Share => (100.0, gate.share),
                Unit::PerSentence => (1.0, gate.value),
            };
            // A ratio of counts and a gate of the same size are the same double. Means of many
            // numbers may be off in their last digits.
            let slack = match gated_part(gate).0 {
                Gated::Scores | Gated::WithMissed => 4.0 * f64::EPSILON,
                Gated::Means => 1e-12,
            };
            if score.value.is_none_or(|value| value < least - slack * least.abs()) {
                let shown = |value: f64| format!("{:.4}", factor * value);
                let value = score.value.map_or("undefined".to_string(), shown);
                let missed = match gated_part(gate).0 {
                    Gated::WithMissed if !system.skipped.is_empty() => {
                        " with skipped sentences counted as missed"
                    }
                    _ => "",
                };
                print_warning(
                    &format!(
                        "gate failed: {} of {} is {value}{missed}, less than {}",
                        gate.score, system.name, gate.value
                    ),
                    None,
                );
                passed = false;
            }
        }
    }
    Ok(passed)
}

/// Says in one line that sentences were skipped: the result may have gone into a file, or on to a
/// program that does not look.
fn warn_of_skipped(report: &Report) {
    if let Some(skipped) = skipped_of(report) {
        let hint = "--table skipped lists them, --strict makes it a failure";
        print_warning(&skipped, Some(hint));
    }
}

/// How many sentences of each system were skipped, and why.
fn skipped_of(report: &Report) -> Option<String> {
    let skipped = report.systems.iter().filter_map(|system| {
        let (n, of, reasons) = (system.n_skipped(), system.n_sentences, skipped_reasons(system)?);
        let were = if n == 1 { "was" } else { "were" };
        let sentences = if of == 1 { "sentence" } else { "sentences" };
        Some(format!("{n} of {of} {sentences} of {} {were} skipped ({reasons})", system.name))
    });
    let skipped: Vec<String> = skipped.collect();
    (!skipped.is_empty()).then(|| skipped.join("; "))
}

/// Whether no sentence was skipped.
pub fn check_complete(skipped: u64) -> bool {
    if skipped > 0 {
        print_warning(
            &match skipped {
                1 => "1 sentence was skipped, and --strict forbids that".to_string(),
                n => format!("{n} sentences were skipped, and --strict forbids that"),
            },
            None,
        );
    }
    skipped == 0
}

/// Whether an error only says that nobody reads our output any more.
pub fn is_closed(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
