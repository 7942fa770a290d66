//! Where results go.

mod gates;
mod gathering;
mod pages;
pub mod screen;
mod target;

use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use bezant::comparison::NotThere;
use bezant::counts::Counts;
use bezant::evaluation::Evaluation;
use bezant::packing::{CHECKSUMS, PackedFile, checksum, read_checksums};
use bezant::pictures::{Figure, Picture};
use bezant::report::{
    self, CutTable, Drawing, Extent, Glance, Names, Order, Paper, Report, ReportFormat, SKIPPED,
    Screen, SystemResult, WITH_MISSED, skipped_reasons,
};

use crate::args::{OutputArgs, ShowArgs};
use crate::commands::number_of;
use crate::diagnostics::{print_error, print_warning};
use crate::hints;
use crate::session;
use crate::warnings::{self, Warning};
pub use gathering::Gathering;
pub use pages::Unscored;
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

/// Writes a packed data set into a folder. One that is there must be a packed data set, too, of which only
/// files are replaced that nobody has changed since; anything else only by `force`.
pub fn repack(folder: &Path, files: &[PackedFile], force: bool) -> anyhow::Result<()> {
    let shown = folder.display();
    let sums = fs::read(folder.join(CHECKSUMS)).ok().and_then(|text| read_checksums(&text));
    let is_empty = fs::read_dir(folder).map_or(true, |mut all| all.next().is_none());
    anyhow::ensure!(
        force || is_empty || sums.is_some(),
        "{shown} is there already and is no packed data set; name another folder, or pass --force"
    );
    let sums = sums.unwrap_or_default();
    let is_ours = |path: &str, there: &[u8]| {
        path == CHECKSUMS || sums.get(path).is_some_and(|sum| *sum == checksum(there))
    };
    for PackedFile { path, bytes } in files {
        let Ok(there) = fs::read(folder.join(path)) else { continue };
        anyhow::ensure!(
            force || there == *bytes || is_ours(path, &there),
            "{shown}/{path} was changed since it was packed, and would be written over; name another \
             folder, or pass --force"
        );
    }
    let all: Vec<(PathBuf, Vec<u8>)> =
        files.iter().map(|file| (folder.join(&file.path), file.bytes.clone())).collect();
    fill(&all, true)?;
    // What was packed here before and is no part of it any more.
    for path in sums.keys().filter(|path| files.iter().all(|file| file.path != **path)) {
        let is_inside =
            Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let old = folder.join(path);
        if is_inside && fs::read(&old).is_ok_and(|there| is_ours(path, &there)) {
            fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
        }
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

/// Writes a figure as text: to standard output as wide and as colourful as that is, to a file plainly.
pub fn draw_figure(figure: &Figure, is_screen: bool, out: &mut dyn Write) -> io::Result<()> {
    let page = if is_screen { screen::page() } else { Screen::default() };
    let columns = if is_screen { page.columns } else { 100 };
    for line in figure.lines(columns) {
        let parts: String = line.0.iter().map(|(role, text)| (page.paint)(*role, text)).collect();
        writeln!(out, "{parts}")?;
    }
    Ok(())
}

/// Writes the report and says what was skipped and what the gates make of it.
pub fn write(report: &Report, args: &OutputArgs) -> anyhow::Result<ExitCode> {
    check_args(report, args)?;
    if let Some(gathering) = &args.gathering {
        gathering.add(report);
        return Ok(ExitCode::SUCCESS);
    }
    unless_closed(show(report, args))?;
    // A strict run says it below, as a failure; what goes to standard output as text says it itself.
    let is_said = args.format.extent() == Extent::Screen && args.output.is_none();
    if !args.quiet && !args.strict && !is_said {
        warn_of_skipped(report, args);
    }
    // A table alone, and what programs read, has no notes.
    let has_notes = is_said && args.table.is_empty();
    if !args.quiet && !args.strict && !has_notes {
        warn_of_lacking(report);
    }
    let is_explained =
        is_said && (args.table.is_empty() || args.table.iter().any(|name| name == SKIPPED));
    judge_shown(report, args, is_explained)
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
    // As where not one sentence of a system could be scored.
    let shares_nothing = |system: &Evaluation<C>| system.skipped().count() == system.rows.len();
    if args.gathering.is_none() && n_left_out > 0 && compared.iter().all(shares_nothing) {
        print_error(&anyhow::anyhow!("not one sentence of these files could be compared"));
        return Ok(ExitCode::from(2));
    }
    Ok(if complete { written } else { ExitCode::from(1) })
}

/// Whoever stops reading still wants to know whether the gates were passed.
pub fn unless_closed(shown: anyhow::Result<()>) -> anyhow::Result<()> {
    shown.or_else(|error| if is_closed(&error) { Ok(()) } else { Err(error) })
}

/// What the gates make of a report, and --strict of the sentences that were skipped.
pub fn judge(report: &Report, args: &OutputArgs) -> anyhow::Result<ExitCode> {
    judge_shown(report, args, false)
}

/// The same, where it may have been explained already why sentences were skipped.
fn judge_shown(report: &Report, args: &OutputArgs, is_explained: bool) -> anyhow::Result<ExitCode> {
    let passed = gates::check(report, args)?;
    let skipped = skipped_of(report).filter(|_| args.strict);
    if let Some(skipped) = &skipped {
        let hint = (!args.asks(&[SKIPPED])).then_some("--table skipped lists them");
        print_warning(&format!("{skipped}; --strict forbids that"), hint);
    }
    let without_file = without_file(report).filter(|_| args.strict);
    if let Some(without_file) = &without_file {
        print_warning(&format!("{without_file}; --strict forbids that"), None);
    }
    let lacking = lacking_of(report).filter(|_| args.strict);
    if let Some(lacking) = &lacking {
        let hint = "--per-sentence says which, and why";
        print_warning(&format!("{lacking}; --strict forbids that"), Some(hint));
    }
    if let Some(system) = report.systems.iter().find(is_nothing) {
        let first = system.skipped.first().filter(|_| !is_explained);
        let why = first.map_or(String::new(), |row| {
            let hint = args.wording()(row.hint);
            let place = row.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
            format!("; {place}sentence {}: {}\n  hint: {hint}", row.sentence, row.message)
        });
        print_error(&anyhow::anyhow!("not one sentence of {} could be scored{why}", system.name));
        return Ok(ExitCode::from(2));
    }
    let is_well = passed && skipped.is_none() && without_file.is_none() && lacking.is_none();
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Whether not one sentence of a system could be scored.
fn is_nothing(system: &&SystemResult) -> bool {
    system.n_sentences > 0 && system.n_skipped() == system.n_sentences
}

fn show(report: &Report, args: &OutputArgs) -> anyhow::Result<()> {
    let with_missed;
    let report = match args.table.iter().any(|name| name == WITH_MISSED) {
        // A script that asks for it must not fail on the day when a parser gets everything right.
        true => {
            with_missed = report.with_missed_table();
            &with_missed
        }
        false => report,
    };
    let there = report.table_names();
    if args.table == [LIST] {
        return write_to(args.output.as_deref(), |out| {
            there.iter().try_for_each(|name| writeln!(out, "{name}"))
        });
    }
    // Where nothing was skipped its table is empty: a script that asks for it must not fail on the best of parsers.
    let is_always = !report.systems.is_empty() && !there.contains(&SKIPPED);
    let can_be: Vec<&str> = there.iter().copied().chain(is_always.then_some(SKIPPED)).collect();
    let tables = args.table.iter().map(|name| {
        NotThere::or_position("table", name, can_be.iter().copied()).map(|at| can_be[at])
    });
    let tables = tables.collect::<Result<Vec<&str>, NotThere>>()?;
    // Files keep neither the width nor the colours of a terminal.
    let page = match target::is_stdout(args.output.as_deref()) {
        true => screen::page(),
        false => Screen::default(),
    };
    let render = |format: ReportFormat, out: &mut dyn Write| {
        let changed = changed(report, (&there, &tables), format, page, args)?;
        let shown = changed.as_ref().unwrap_or(report);
        anyhow::Ok(report::render_on(shown, format, &args.wording(), page, out))
    };
    for (name, format) in session::also() {
        let mut out = Vec::new();
        render(format, &mut out)??;
        session::wrote(format!("memory:also/{name}").into(), out);
    }
    // What cannot be shown is said before a file is made for it.
    let changed = changed(report, (&there, &tables), args.format, page, args)?;
    write_to(args.output.as_deref(), |out| {
        let shown = changed.as_ref().unwrap_or(report);
        report::render_on(shown, args.format, &args.wording(), page, out)
    })
}

/// What is shown of a report, where that is not all of it as it is.
fn changed(
    report: &Report,
    (there, tables): (&[&str], &[&str]),
    format: ReportFormat,
    page: Screen<'_>,
    args: &OutputArgs,
) -> anyhow::Result<Option<Report>> {
    // Of agreement, or of the sentences behind a number, there is nothing else to say.
    let is_about_scores = report.tables.first().is_some_and(|table| table.name == "scores");
    let extent = format.extent();
    // People see the best first; programs what they gave.
    let order = args.order.unwrap_or(match extent {
        Extent::Screen => Order::default(),
        _ => Order::Given,
    });
    let arranged = || -> anyhow::Result<Report> {
        let wanted = Glance { order, columns: args.columns.clone() };
        match args.columns.is_empty() || !is_about_scores {
            true => Ok(report.in_order(order)),
            false => Ok(report.with_columns(&wanted)?),
        }
    };
    let shown = match extent {
        Extent::Everything => None,
        Extent::Screen if !tables.is_empty() => {
            let only = report.in_order(order).only(tables).with_short_names();
            Some(beside_each_other(&only, Vec::new(), args))
        }
        // All but JSON have the same names, so that a table and a spreadsheet can be put together.
        _ if !tables.is_empty() => Some(report.in_order(order).only(tables).with_short_names()),
        Extent::Tables => Some(arranged()?.with_short_names().with_changes_first()),
        _ if args.details => Some(arranged()?.with_short_names()),
        _ if !is_about_scores => Some(report.with_short_names()),
        Extent::Scores => Some(tidy(&report.in_order(order).with_short_names(), args)?),
        Extent::Screen => {
            let width = page.folds.then_some(page.columns);
            let first = first_screen(report, there, width, (extent, args))?;
            // Whoever asks for a list by its name gets all of it.
            let (first, cut) = first.with_short_lists(args.most_rows.0);
            Some(beside_each_other(&first, cut, args))
        }
        Extent::Paper => Some(first_screen(report, there, Some(PAPER), (extent, args))?),
    };
    let paper = || Paper { caption: args.caption.clone(), label: args.label.clone() };
    Ok(shown.map(|shown| Report { paper: paper(), ..shown }))
}

/// One row a system and score: those that were asked for, or all.
fn tidy(report: &Report, args: &OutputArgs) -> anyhow::Result<Report> {
    let known: Vec<&str> = match report.systems.first() {
        Some(system) => system.scores.iter().map(|score| score.name).collect(),
        None => Vec::new(),
    };
    let score = |name: &String| {
        let name = gates::without_all(name);
        NotThere::or_position("score", name, known.iter().copied()).map(|at| known[at])
    };
    let chosen = args.columns.iter().map(score).collect::<Result<Vec<&str>, NotThere>>()?;
    Ok(if chosen.is_empty() { report.tidy() } else { report.with_scores(&chosen).tidy() })
}

/// Tables by label and the like with all systems in one, and how to see what was cut of them and before.
fn beside_each_other(report: &Report, mut cut: Vec<CutTable>, args: &OutputArgs) -> Report {
    let (mut report, more) = report.side_by_side(args.most_rows.0);
    cut.extend(more);
    let cut: Vec<String> =
        cut.iter().map(|cut| format!("{} {} of {}", cut.table, cut.shown, cut.of)).collect();
    if !cut.is_empty() {
        let at = report.notes.iter().position(|note| note.starts_with(MORE));
        let note = format!("rows shown: {}; --rows all shows all", cut.join(", "));
        report.notes.insert(at.unwrap_or(report.notes.len()), note);
    }
    report
}

/// How the line begins that says what else there is.
const MORE: &str = "more: ";

/// How many letters of small type have a place beside each other on a page of a paper.
const PAPER: usize = 80;

/// The answer, as wide as a page is, and what to type for the rest.
fn first_screen(
    report: &Report,
    there: &[&str],
    width: Option<usize>,
    (extent, args): (Extent, &OutputArgs),
) -> anyhow::Result<Report> {
    let wanted = Glance { order: args.order.unwrap_or_default(), columns: args.columns.clone() };
    let mut first = report.at_a_glance(&wanted)?;
    let mut left_out = Vec::new();
    if let Some(width) = width {
        first = first.with_fitting_sentences(width);
        // Whoever names columns wants them.
        if args.columns.is_empty() {
            (first, left_out) = first.with_fitting_scores(width);
        }
    }
    // Names are shortened where they tell systems apart.
    let named = (report.systems.len() > 1).then(|| report.with_short_names());
    first.notes.extend(named.as_ref().unwrap_or(report).cure().map(|(cure, of)| {
        let of = if of.is_empty() { of } else { format!(" for {of}") };
        format!("  hint{of}: {}", args.wording()(cure))
    }));
    let shown = first.table_names();
    let more: Vec<&str> = there.iter().copied().filter(|name| !shown.contains(name)).collect();
    if !left_out.is_empty() {
        first.notes.push(format!(
            "no room for {}: --columns chooses other scores, --details shows all",
            left_out.join(", ")
        ));
    }
    if !more.is_empty() && extent == Extent::Screen {
        first.notes.push(format!("{MORE}--details, or --table with {}", more.join(", ")));
    }
    Ok(first)
}

/// Whether tables that are asked for can be there.
pub fn check_tables(known: &[&'static str], args: &ShowArgs) -> anyhow::Result<()> {
    check_chosen(&args.table, args.format)?;
    for name in args.table.iter().filter(|name| *name != LIST) {
        NotThere::or_position("table", name, known.iter().copied())?;
    }
    Ok(())
}

/// Whether there is a choice of tables.
fn check_chosen(tables: &[String], format: ReportFormat) -> anyhow::Result<()> {
    anyhow::ensure!(
        tables.is_empty() || tables == [LIST] || format.extent() != Extent::Everything,
        "--table does not go with JSON, which has everything"
    );
    Ok(())
}

/// Writes a report of tables, in which no system is scored.
pub fn write_tables(report: &Report, args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let there = report.table_names();
    if args.table == [LIST] {
        let list: String = there.iter().map(|name| format!("{name}\n")).collect();
        unless_closed(write_to(args.output.as_deref(), |out| out.write_all(list.as_bytes())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let tables = args.table.iter().map(|name| {
        NotThere::or_position("table", name, there.iter().copied()).map(|at| there[at])
    });
    let tables = tables.collect::<Result<Vec<&str>, NotThere>>()?;
    let mut shown = if tables.is_empty() { report.clone() } else { report.only(&tables) };
    shown.paper = Paper { caption: args.caption.clone(), label: args.label.clone() };
    let page = match target::is_stdout(args.output.as_deref()) {
        true => screen::page(),
        false => Screen::default(),
    };
    unless_closed(write_to(args.output.as_deref(), |out| {
        report::render_on(&shown, args.format, &hints::of, page, out)
    }))?;
    Ok(ExitCode::SUCCESS)
}

/// Instead of a table's name.
const LIST: &str = "list";

/// Whether a report can have the table that is asked for, and scores by the names of all gates.
/// Scoring may take long, so this is asked before it.
pub fn check_names(names: &Names, args: &OutputArgs) -> anyhow::Result<()> {
    check_chosen(&args.table, args.format)?;
    for name in args.table.iter().filter(|name| *name != LIST) {
        let found = NotThere::or_position("table", name, names.tables.iter().copied());
        found.map_err(|error| {
            anyhow::anyhow!("{error}\n  hint: --table list names those that this report has")
        })?;
    }
    for name in &args.columns {
        let name = gates::without_all(name);
        NotThere::or_position("score", name, names.scores.iter().copied())?;
    }
    gates::check_names(names, args)
}

/// Whether a report can be shown as it was asked for, and has scores by the names of all gates.
fn check_args(report: &Report, args: &OutputArgs) -> anyhow::Result<()> {
    check_chosen(&args.table, args.format)?;
    gates::check_report(report, args)
}

/// Says in one line that sentences were skipped: the result may have gone into a file, or on to a
/// program that does not look.
fn warn_of_skipped(report: &Report, args: &OutputArgs) {
    if let Some(skipped) = skipped_of(report) {
        let hint = match args.asks(&[SKIPPED]) {
            true => "--strict makes it a failure",
            false => "--table skipped lists them, --strict makes it a failure",
        };
        print_warning(&skipped, Some(hint));
    }
    if let Some(without_file) = without_file(report) {
        print_warning(&without_file, Some("--strict makes it a failure"));
    }
}

/// Which treebanks each system has no file for.
fn without_file(report: &Report) -> Option<String> {
    let lacking = report.systems.iter().filter(|system| !system.lacking.is_empty()).map(|system| {
        let n = number_of(system.lacking.len() as u64, "treebank");
        format!("{} has nothing for {n} ({})", system.name, system.lacking.join(", "))
    });
    let lacking: Vec<String> = lacking.collect();
    (!lacking.is_empty()).then(|| lacking.join("; "))
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

/// Says in one line that answers are NO for want of a parse, where no note of the report does.
fn warn_of_lacking(report: &Report) {
    if let Some(lacking) = lacking_of(report) {
        let hint = "--per-sentence says which, and why; --strict makes it a failure";
        print_warning(&lacking, Some(hint));
    }
}

/// How many answers of each system are NO for want of a parse, if some are.
fn lacking_of(report: &Report) -> Option<String> {
    let lacking = report.systems.iter().filter_map(SystemResult::answers_without_parse);
    let lacking: Vec<String> = lacking.collect();
    (!lacking.is_empty()).then(|| lacking.join("; "))
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
