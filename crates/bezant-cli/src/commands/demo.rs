//! `bezant demo`: the main job on sample trees that the program carries.

mod entailments;

use std::fs;
use std::io::Write;
use std::num::NonZeroU32;
use std::process::ExitCode;

use anyhow::Context;
use bezant::error::Position;
use bezant::evaluation::evaluate;
use bezant::formats::{Format, Reader, Sentence};
use bezant::metrics::brackets::{BracketCounts, Brackets, Difference};
use bezant::metrics::fragments::{Fragments, Limit};
use bezant::parallel::Threads;
use bezant::parameters::Preset;
use bezant::report::{self, BracketReport, Comparing, FragmentReport, ReportFormat, worst};
use bezant::source::Source;

use crate::args::DemoArgs;
use crate::output;

/// Sixty sentences and four simulated systems, all made for this purpose; see `fixtures/README.md`.
const FILES: [(&str, &[u8]); 5] = [
    ("gold.mrg", include_bytes!("../../demo/gold.mrg")),
    ("strong.mrg", include_bytes!("../../demo/strong.mrg")),
    ("middling.mrg", include_bytes!("../../demo/middling.mrg")),
    ("weak.mrg", include_bytes!("../../demo/weak.mrg")),
    ("failing.mrg", include_bytes!("../../demo/failing.mrg")),
];

pub fn run(args: DemoArgs) -> anyhow::Result<ExitCode> {
    let mut out = output::create(None)?;
    let read = |(name, text): &(&str, &[u8])| -> bezant::error::Result<Reader> {
        Ok(Reader::new(Source::from_bytes(*name, text.to_vec())?, None))
    };
    let [gold, systems @ ..] = &FILES;
    let metrics = [Brackets::evalb(Preset::Collins.parameters())];
    let readers = systems.iter().map(read).collect::<bezant::error::Result<Vec<_>>>()?;
    let threads = Threads::new(None)?;
    let mut found = evaluate(&metrics, read(gold)?, readers, &threads, |_| ())?;
    let found = found.metrics.remove(0);

    // One sentence of each system, the worst one.
    let examples: Vec<Vec<(u64, Difference)>> = found
        .systems
        .iter()
        .zip(systems)
        .map(|(evaluation, system)| {
            let example = |number: u64| {
                let (gold, system) = (line(gold.1, number)?, line(system.1, number)?);
                Some((number, metrics[0].difference(gold, system).ok()?))
            };
            worst(1, evaluation).iter().filter_map(|row| example(row.sentence)).collect()
        })
        .collect();
    let report =
        BracketReport { gold: gold.0, cutoff: Some(40), examples, ..BracketReport::default() };
    let mut report = report.build(&found.systems);
    let comparing = Comparing::standard(&["f1"]);
    comparing.add_to(&mut report, &found.systems, BracketCounts::scores, &threads)?;
    report::render(&report, ReportFormat::Text, &mut out)?;

    let metrics = [Fragments::freval()];
    let readers = systems.iter().map(read).collect::<bezant::error::Result<Vec<_>>>()?;
    let mut found = evaluate(&metrics, read(gold)?, readers, &threads, |_| ())?;
    let mut report = FragmentReport {
        gold: gold.0,
        scoring: metrics[0].scoring.clone(),
        max_size: Limit::All,
        limits: [1, 3, 5, 10]
            .map(|size| Limit::UpTo(NonZeroU32::new(size).expect("not 0")))
            .to_vec(),
        cutoffs: Vec::new(),
        by_size: false,
        per_sentence: false,
        worst: 0,
    }
    .build(&found.metrics.remove(0).systems);
    // Brackets have said which sentences are skipped, and why.
    for system in &mut report.systems {
        system.skipped.clear();
    }
    writeln!(out)?;
    report::render(&report, ReportFormat::Text, &mut out)?;

    writeln!(out)?;
    entailments::run(&threads, &mut out)?;

    match &args.write {
        None => writeln!(out, "\nTo try commands on these trees: bezant demo --write bezant-demo")?,
        Some(folder) => {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            for (name, text) in FILES {
                let path = folder.join(name);
                fs::write(&path, text)
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
            entailments::write(folder)?;
            let folder = folder.display();
            writeln!(out, "\nThe trees are in {folder} now. Try:")?;
            let gold = format!("{folder}/gold.mrg");
            for (system, options) in [
                ("strong.mrg", "--labels"),
                ("weak.mrg", "--worst 3"),
                ("failing.mrg", "--align"),
                ("middling.mrg", "--explain"),
            ] {
                writeln!(
                    out,
                    "  bezant brackets --preset collins {gold} {folder}/{system} {options}"
                )?;
            }
            let of = format!("{folder}/entailments");
            writeln!(
                out,
                "  bezant entail explain {of}/pairs.xml --parses {of}/weak.conllu --module ud --id 22"
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The sentence in a line, the first being 1.
fn line(text: &'static [u8], number: u64) -> Option<Sentence<'static>> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    let text = text.split(|&byte| byte == b'\n').nth(index)?;
    Some(Sentence { text, at: Position::start_of(number), format: Format::guess(text) })
}
