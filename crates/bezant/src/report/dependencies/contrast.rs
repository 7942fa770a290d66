//! Where one system is right and another is not.

use crate::evaluation::{Evaluation, Row};
use crate::metrics::dependencies::{Contrasts, DependencyCounts, Preset, ahead};
use crate::report::{Cell, Column, Shown, Table};

/// For each two systems, the `most` stretches in which the first is most ahead of the second. The
/// systems were evaluated together, so their rows are in pairs.
pub(super) fn table(
    most: usize,
    preset: Preset,
    systems: &[Evaluation<DependencyCounts>],
    contrasts: &Contrasts,
) -> Table {
    let mut rows = Vec::new();
    for (a, one) in systems.iter().enumerate() {
        for (b, other) in systems.iter().enumerate() {
            let pairs = one.rows.iter().zip(&other.rows);
            let mut found: Vec<(u64, (&Row<_>, &Row<_>))> = pairs
                .filter_map(|pair| Some((ahead(preset, &pair.0.outcome, &pair.1.outcome)?, pair)))
                .collect();
            found.sort_by_key(|(ahead, _)| std::cmp::Reverse(*ahead));
            for ((_, (ours, theirs)), text) in
                found.into_iter().take(most).zip(contrasts.texts(a, b))
            {
                let right = |row: &Row<DependencyCounts>| {
                    let counts = row.outcome.result.as_ref();
                    Cell::Count(counts.map_or(0, |counts| counts.main(preset).matched))
                };
                rows.push(vec![
                    Cell::Text(one.system.clone()),
                    Cell::Text(other.system.clone()),
                    Cell::Count(ours.sentence),
                    right(ours),
                    right(theirs),
                    Cell::Count(u64::from(ours.outcome.size.length)),
                    Cell::Text(text.to_string()),
                ]);
            }
        }
    }
    Table {
        name: "contrasts",
        title: format!("Where one system is ahead ({} right)", preset.main()),
        columns: ["ahead", "behind", "sentence", "ahead_right", "behind_right", "words", "text"]
            .map(Column::new)
            .to_vec(),
        rows,
        shown: Shown::Everywhere,
    }
}
