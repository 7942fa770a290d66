//! `bezant demo`: the main jobs on samples that the program carries, by the commands themselves.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezant::evaluation::behind;
use bezant::formats::Reader;
use bezant::metrics::brackets::{Brackets, Difference};
use bezant::metrics::trees::parameters::Preset;
use bezant::report::{Drawing, PageSection};
use clap::Parser;

use crate::args::{Cli, DemoArgs};
use crate::commands::report;
use crate::output::{self, Gathering};
use crate::signals;

/// Sixty trees with four simulated systems, and 158 entailments with gold parses and simulated
/// parsers, all made for this purpose; see `fixtures/README.md`.
const FILES: [(&str, &str); 14] = [
    ("gold.mrg", include_str!("../../demo/gold.mrg")),
    ("strong.mrg", include_str!("../../demo/strong.mrg")),
    ("middling.mrg", include_str!("../../demo/middling.mrg")),
    ("weak.mrg", include_str!("../../demo/weak.mrg")),
    ("failing.mrg", include_str!("../../demo/failing.mrg")),
    ("collins.prm", include_str!("../../demo/collins.prm")),
    ("entailments/pairs.xml", include_str!("../../demo/entailments/pairs.xml")),
    ("entailments/gold.conllu", include_str!("../../demo/entailments/gold.conllu")),
    ("entailments/strong.conllu", include_str!("../../demo/entailments/strong.conllu")),
    ("entailments/middling.conllu", include_str!("../../demo/entailments/middling.conllu")),
    ("entailments/weak.conllu", include_str!("../../demo/entailments/weak.conllu")),
    ("entailments/relations.toml", include_str!("../../demo/entailments/relations.toml")),
    ("entailments/gold.mrg", include_str!("../../demo/entailments/gold.mrg")),
    ("entailments/strong.mrg", include_str!("../../demo/entailments/strong.mrg")),
];

/// A word of the sentence that is drawn: short, and one phrase hangs where it should not.
const DRAWN: &str = "(NNS boots)";

/// The one table that everybody sees.
const FIRST: &str =
    "brackets --preset collins gold.mrg strong.mrg middling.mrg weak.mrg failing.mrg";

/// The whole tour, in words that a user could type in the folder of samples.
const COMMANDS: [&str; 9] = [
    "brackets --preset collins gold.mrg strong.mrg middling.mrg weak.mrg failing.mrg --worst 1",
    "fragments gold.mrg strong.mrg middling.mrg weak.mrg --limits 1,3,5,10 --replicates 0",
    "dependencies entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu",
    "relations entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu --mapping entailments/relations.toml --replicates 0",
    "entail decide entailments/pairs.xml --parses entailments/strong.conllu --module ud -o strong.txt",
    "entail decide entailments/pairs.xml --parses entailments/middling.conllu --module ud -o middling.txt",
    "entail decide entailments/pairs.xml --parses entailments/weak.conllu --module ud -o weak.txt",
    "entail score entailments/pairs.xml strong.txt middling.txt weak.txt",
    "entail explain entailments/pairs.xml --parses entailments/weak.conllu --module ud --id 22",
];

/// What the page is made of.
const REPORTED: [&str; 3] = [
    FIRST,
    "dependencies entailments/gold.conllu entailments/strong.conllu entailments/middling.conllu entailments/weak.conllu",
    "fragments gold.mrg strong.mrg middling.mrg weak.mrg",
];

/// Where the page is left.
const PAGE: &str = "bezant-demo/report.html";

/// More to try.
const MORE: [&str; 5] = [
    "brackets --preset collins gold.mrg weak.mrg --labels --worst 3",
    "brackets --preset collins gold.mrg failing.mrg --align",
    "brackets --preset collins gold.mrg middling.mrg --explain",
    "convert --to sd-ccprocessed gold.mrg",
    "entail oracle entailments/pairs.xml --gold-parses entailments/gold.mrg --module stanford",
];

pub fn run(args: DemoArgs) -> anyhow::Result<ExitCode> {
    let samples = |folder: &Path| {
        FILES.map(|(name, text)| (folder.join(name), text.as_bytes().to_vec())).to_vec()
    };
    if let Some(folder) = &args.write {
        output::fill(&samples(folder), args.force)?;
        return say(|out| {
            writeln!(out, "{} files are in {} now. Try there:", FILES.len(), folder.display())?;
            MORE.iter().try_for_each(|words| writeln!(out, "  bezant {words}"))
        });
    }
    // The commands write answers, too, which should be in nobody's way.
    let (temporary, _listed) = signals::make(tempfile::tempdir, tempfile::TempDir::path)
        .context("no temporary folder can be made")?;
    let folder = temporary.path();
    output::fill(&samples(folder), false)?;
    if !args.all {
        one_sentence()?;
    }
    let back = std::env::current_dir().context("the current folder is gone")?;
    std::env::set_current_dir(folder)
        .with_context(|| format!("cannot enter {}", folder.display()))?;
    let outcome = if args.all { show(&COMMANDS) } else { show(&[FIRST]) };
    let sections = sections();
    // A temporary folder is removed at the end, which not every system allows while we are in it.
    std::env::set_current_dir(&back)?;
    let status = outcome?;
    let left = leave_page(sections?);
    say(|out| {
        match &left {
            Ok(()) => writeln!(out, "\nAll this as a page, with every sentence behind it: {PAGE}")?,
            Err(why) => writeln!(out, "\nNo page was left: {why:#}")?,
        }
        if !args.all {
            writeln!(out, "All metrics, and the sentences behind the numbers: bezant demo --all")?;
        }
        writeln!(out, "To try commands on these files: bezant demo --write bezant-demo")
    })?;
    Ok(status)
}

/// What the page has, from the folder of samples.
fn sections() -> anyhow::Result<Vec<PageSection>> {
    let words = REPORTED.iter().map(|words| {
        Ok(["bezant"].into_iter().chain(words.split(' ')).map(OsString::from).collect())
    });
    report::sections_of(words, &Gathering::new(false))
}

/// Leaves the page where we were called. Only one of ours is written over.
fn leave_page(sections: Vec<PageSection>) -> anyhow::Result<()> {
    let path = Path::new(PAGE);
    let is_ours = |path: &Path| {
        let there = std::fs::read(path).unwrap_or_default();
        let start = String::from_utf8_lossy(&there[..there.len().min(2000)]).into_owned();
        start.contains("<meta name=\"generator\" content=\"bezant ")
    };
    anyhow::ensure!(
        path.symlink_metadata().is_err() || is_ours(path),
        "{PAGE} is there already, and none of ours"
    );
    let mut page = Vec::new();
    report::page("Four simulated parsers".to_string(), sections, false, &mut page)?;
    output::fill(&[(path.to_path_buf(), page)], true)
}

fn say(what: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> anyhow::Result<ExitCode> {
    let mut out = output::create(None)?;
    what(&mut out).and_then(|()| out.flush()).context("cannot write the result")?;
    Ok(ExitCode::SUCCESS)
}

/// What is counted, in one sentence: both trees, their brackets, and the score.
fn one_sentence() -> anyhow::Result<()> {
    let line = |name: &str| {
        let (_, text) = FILES.iter().find(|(file, _)| *file == name)?;
        text.lines().find(|line| line.contains(DRAWN))
    };
    let [gold, parsed] = ["gold.mrg", "weak.mrg"].map(line);
    let (gold, parsed) = gold.zip(parsed).context("the samples have the sentence")?;
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let reader = |name: &str, tree: &str| Reader::from_text(name, tree);
    let mut found = behind(
        &metric,
        reader("gold", gold)?,
        vec![reader("weak", parsed)?],
        &[BTreeSet::from([0])],
    )?;
    let difference: Difference =
        found.pop().and_then(|mut rows| rows.remove(&0)).context("both trees can be read")?;
    let counts = difference.counts.brackets();
    say(|out| {
        writeln!(out, "One sentence, as gold has it (left) and as a parser does:\n")?;
        output::draw(&Drawing::of_trees(&difference.trees), out)?;
        writeln!(
            out,
            "\nGold has {} brackets and the parser {}; {} are the same.",
            counts.gold, counts.system, counts.matched
        )?;
        let share = |share: Option<f64>| 100.0 * share.unwrap_or_default();
        writeln!(
            out,
            "precision {0}/{1} = {2:.2}, recall {0}/{3} = {4:.2}, F1 (their harmonic mean) {5:.2}\n",
            counts.matched,
            counts.system,
            share(counts.precision()),
            counts.gold,
            share(counts.recall()),
            share(counts.f1())
        )?;
        writeln!(out, "Sixty sentences, four parsers, by the command that you would type:\n")
    })?;
    Ok(())
}

/// Runs the commands, each under its words, until one fails.
fn show(commands: &[&str]) -> anyhow::Result<ExitCode> {
    for (at, words) in commands.iter().enumerate() {
        let mut out = output::create(None)?;
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "$ bezant {words}")?;
        out.flush()?;
        // Standard output is locked until then.
        drop(out);
        let typed = ["bezant"].into_iter().chain(words.split(' '));
        let status = super::run(Cli::try_parse_from(typed)?.command)?;
        if status != ExitCode::SUCCESS {
            return Ok(status);
        }
    }
    Ok(ExitCode::SUCCESS)
}
