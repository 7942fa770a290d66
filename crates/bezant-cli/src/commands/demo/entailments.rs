//! The part of the demo about entailments.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use bezant::entailment::Pairs;
use bezant::entailment::answers::{Answers, Given};
use bezant::entailment::explain::Explanation;
use bezant::entailment::modules::{ModuleName, PairParses, decide};
use bezant::entailment::parses::Reading;
use bezant::entailment::score::{self, EntailmentCounts};
use bezant::parallel::Threads;
use bezant::report::{self, Comparing, EntailmentReport, ReportFormat, TestKind};

/// Pairs of our own, their gold parses, and simulated parsers; see `demo/entailments/README.md`.
const FILES: [(&str, &[u8]); 7] = [
    ("pairs.xml", include_bytes!("../../../demo/entailments/pairs.xml")),
    ("strong.conllu", include_bytes!("../../../demo/entailments/strong.conllu")),
    ("middling.conllu", include_bytes!("../../../demo/entailments/middling.conllu")),
    ("weak.conllu", include_bytes!("../../../demo/entailments/weak.conllu")),
    ("gold.conllu", include_bytes!("../../../demo/entailments/gold.conllu")),
    ("gold.mrg", include_bytes!("../../../demo/entailments/gold.mrg")),
    ("strong.mrg", include_bytes!("../../../demo/entailments/strong.mrg")),
];

/// Decides with three parsers, scores, and explains one answer.
pub fn run(threads: &Threads, out: &mut dyn Write) -> anyhow::Result<()> {
    let [(name, text), parsers @ ..] = &FILES;
    let pairs = Pairs::read(name, text, None)?;
    let module = ModuleName::Ud.module();
    let mut answers = Vec::new();
    let mut explained = None;
    for (name, text) in &parsers[..3] {
        let parses = PairParses::read(&pairs, (name, text), None, Reading::default())?;
        let decisions = decide(&module, &parses, threads)?;
        let given = decisions
            .iter()
            .map(|decision| Given { answer: decision.answer, probability: None })
            .collect();
        answers.push(Answers { name: (*name).to_string(), given });
        let mut wrong = decisions.iter().zip(&pairs.pairs);
        if explained.is_none()
            && let Some(at) = wrong.position(|(one, pair)| pair.answer != Some(one.answer))
        {
            explained = Some(Explanation::new(&module, &pairs, &parses, at)?);
        }
    }
    let systems = score::evaluate(&pairs, &answers)?;
    let shown = EntailmentReport { pairs: Some(&pairs), ..EntailmentReport::saved(name) };
    let mut report = shown.build(&systems);
    let comparing =
        Comparing { test: TestKind::McnemarExact, ..Comparing::standard(&["accuracy"]) };
    comparing.add_to(&mut report, &systems, EntailmentCounts::scores, threads)?;
    shown.add_intervals(&mut report, &systems);
    // The demo shows what there is, not everything about it.
    report.tables.retain(|table| ["scores", "construction", "p_matrix"].contains(&table.name));
    report::render(&report, ReportFormat::Text, out)?;
    if let Some(explanation) = explained {
        writeln!(out)?;
        for line in explanation.lines() {
            writeln!(out, "{}", line.plain().trim_end())?;
        }
    }
    Ok(())
}

/// Leaves the files in a folder.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    let folder = folder.join("entailments");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, text) in FILES {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
