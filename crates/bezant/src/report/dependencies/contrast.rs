//! Where one system is right and another is not.

use std::cmp::Reverse;

use crate::evaluation::{Behind, Evaluation, Row};
use crate::metrics::dependencies::{DependencyCounts, DependencyPreset, Sides};
use crate::report::dependencies::MOST_WORDS;
use crate::report::{Cell, Column, Shown, Table};

/// A stretch in which one system is ahead of another.
pub(super) struct Contrast {
    /// Which system is.
    pub ahead: usize,
    /// Of which.
    behind: usize,
    /// In which of their rows.
    pub row: usize,
}

/// For each two systems, the `most` stretches in which the first is most ahead of the second, of
/// equal ones the earlier first. The systems were evaluated together, so their rows are in pairs.
pub(super) fn pick(
    most: usize,
    preset: DependencyPreset,
    systems: &[Evaluation<DependencyCounts>],
) -> Vec<Contrast> {
    let mut all = Vec::new();
    for (ahead, one) in systems.iter().enumerate() {
        for (behind, other) in systems.iter().enumerate() {
            let lead = |(one, other): (&Row<_>, &Row<_>)| {
                right(preset, one)?.checked_sub(right(preset, other)?).filter(|lead| *lead > 0)
            };
            let pairs = (0..).zip(one.rows.iter().zip(&other.rows));
            let mut found: Vec<(u64, usize)> =
                pairs.filter_map(|(row, pair)| Some((lead(pair)?, row))).collect();
            found.sort_by_key(|(lead, _)| Reverse(*lead));
            let found = found.into_iter().take(most);
            all.extend(found.map(|(_, row)| Contrast { ahead, behind, row }));
        }
    }
    all
}

/// How many words, or facts, of a stretch are right.
fn right(preset: DependencyPreset, row: &Row<DependencyCounts>) -> Option<u64> {
    Some(row.outcome.result.as_ref().ok()?.main(preset).matched)
}

/// Those stretches, with gold's words.
pub(super) fn table(
    most: usize,
    preset: DependencyPreset,
    systems: &[Evaluation<DependencyCounts>],
    behind: &Behind<Sides>,
) -> Table {
    // Typed dependencies are of one sentence; a stretch of other files can be all of their text.
    let most_words = if preset == DependencyPreset::Stanford { usize::MAX } else { MOST_WORDS };
    let row = |contrast: Contrast| {
        let [one, other] = [contrast.ahead, contrast.behind].map(|at| &systems[at]);
        let [ours, theirs] = [one, other].map(|system| &system.rows[contrast.row]);
        let sides = behind.get(contrast.ahead)?.get(&contrast.row)?;
        let count = |row| Cell::Count(right(preset, row).unwrap_or(0));
        Some(vec![
            Cell::Text(one.system.clone()),
            Cell::Text(other.system.clone()),
            Cell::Count(ours.sentence),
            count(ours),
            count(theirs),
            Cell::Count(u64::from(ours.outcome.size.length)),
            Cell::Text(sides.text(most_words)),
        ])
    };
    Table {
        name: "contrasts",
        title: format!("Where one system is ahead ({} right)", preset.main()),
        columns: ["ahead", "behind", "sentence", "ahead_right", "behind_right", "words", "text"]
            .map(Column::new)
            .to_vec(),
        rows: pick(most, preset, systems).into_iter().filter_map(row).collect(),
        shown: Shown::Everywhere,
    }
}
