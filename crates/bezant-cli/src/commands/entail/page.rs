//! Pairs on a page, with the reasons for their answers.

use std::path::PathBuf;

use bezant::entailment::Pairs;
use bezant::entailment::answers::Signed;
use bezant::entailment::decide::{Choice, Options};
use bezant::entailment::equivalences::Switch;
use bezant::entailment::explain::explain;
use bezant::entailment::modules::{ModuleName, PairParses};
use bezant::entailment::parses::Reading;
use bezant::entailment::score::EntailmentCounts;
use bezant::evaluation::Evaluation;
use bezant::report::PageSentences;

use super::{from_files, worded};

/// What a system's answers were made from.
pub struct MadeFrom {
    parses: PairParses,
    options: Options,
}

/// The parses of each system, and the module that its answers name.
pub fn parses(
    files: &[PathBuf],
    pairs: &Pairs,
    signed: &[Signed],
) -> anyhow::Result<Vec<MadeFrom>> {
    anyhow::ensure!(
        files.is_empty() || files.len() == signed.len(),
        "--parses is given {} times for {} systems; give it once for each, in their order",
        files.len(),
        signed.len()
    );
    let mut found = Vec::new();
    for (path, signed) in files.iter().zip(signed) {
        let parses = from_files(std::slice::from_ref(path), pairs, Reading::default(), "--parses")?;
        let made_by = |key: &str| signed.made_by.as_ref().and_then(|made_by| made_by.get(key));
        let module =
            ModuleName::ALL.into_iter().find(|name| Some(name.name()) == made_by("module"));
        let mut options =
            Options::default().with(|it| it.published = made_by("published").is_some());
        options.module = module.map_or(options.module, Choice::Ready);
        found.push(MadeFrom { parses, options });
    }
    Ok(found)
}

/// Pairs with the answers of systems, explained where their parses are known.
pub fn explained(
    pairs: &Pairs,
    systems: &[Evaluation<EntailmentCounts>],
    made_from: &[MadeFrom],
    without_text: bool,
) -> anyhow::Result<PageSentences> {
    let parses: Vec<_> = made_from.iter().map(|one| Some((&one.parses, &one.options))).collect();
    of_systems(pairs, systems, &parses, without_text)
}

/// The same for parses that somebody has already.
pub fn of_systems(
    pairs: &Pairs,
    systems: &[Evaluation<EntailmentCounts>],
    parses: &[Option<(&PairParses, &Options)>],
    without_text: bool,
) -> anyhow::Result<PageSentences> {
    let mut explain_one = |system: usize, pair: usize| {
        let Some((parses, options)) = parses.get(system).copied().flatten() else {
            return Ok(None);
        };
        explain(pairs, parses, options, [pair]).map(|mut found| found.pop()).map_err(worded)
    };
    let turn = |switch: &Switch| format!("--equate {}", switch.word());
    PageSentences::of_pairs(pairs, systems, without_text, &mut explain_one, &turn)
}
