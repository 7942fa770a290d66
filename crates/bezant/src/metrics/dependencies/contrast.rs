//! Where one system is right and another is not.

use crate::metric::Outcome;
use crate::metrics::dependencies::{DependencyCounts, Preset};

/// For each pair of systems, the stretches in which the first is most ahead of the second.
#[derive(Clone, Debug, Default)]
pub struct Contrasts {
    /// By first and second system: by how many it is ahead, the most first, and gold's words. Of
    /// equal ones the earlier stretch is first.
    pairs: Vec<Vec<(u64, String)>>,
    n_systems: usize,
}

impl Contrasts {
    /// Texts of the stretches in which system `a` is most ahead of system `b`, in the order of
    /// [`ahead`] and of the text.
    pub fn texts(&self, a: usize, b: usize) -> impl Iterator<Item = &str> {
        let pair = self.pairs.get(a * self.n_systems + b).map_or(&[][..], Vec::as_slice);
        pair.iter().map(|(_, text)| text.as_str())
    }

    /// Adds a stretch wherever it belongs to the `most`; `outcomes` are all systems'.
    pub(super) fn offer(
        &mut self,
        most: usize,
        preset: Preset,
        outcomes: &[Outcome<DependencyCounts>],
        text: impl Fn() -> String,
    ) {
        self.resize(outcomes.len());
        for (a, one) in outcomes.iter().enumerate() {
            for (b, other) in outcomes.iter().enumerate() {
                let Some(ahead) = ahead(preset, one, other) else { continue };
                let pair = &mut self.pairs[a * self.n_systems + b];
                let at = pair.partition_point(|(more, _)| *more >= ahead);
                if at < most {
                    pair.insert(at, (ahead, text()));
                    pair.truncate(most);
                }
            }
        }
    }

    /// Adds later ones.
    pub(super) fn add(&mut self, most: usize, later: Contrasts) {
        self.resize(self.n_systems.max(later.n_systems));
        for (all, here) in self.pairs.iter_mut().zip(later.pairs) {
            all.extend(here);
            all.sort_by_key(|(ahead, _)| std::cmp::Reverse(*ahead));
            all.truncate(most);
        }
    }

    fn resize(&mut self, n_systems: usize) {
        self.n_systems = n_systems;
        self.pairs.resize_with(n_systems * n_systems, Vec::new);
    }
}

/// By how many words, or facts, one system is ahead of another; nothing where it is not.
pub fn ahead(
    preset: Preset,
    one: &Outcome<DependencyCounts>,
    other: &Outcome<DependencyCounts>,
) -> Option<u64> {
    let right = |outcome: &Outcome<DependencyCounts>| {
        Some(outcome.result.as_ref().ok()?.main(preset).matched)
    };
    right(one)?.checked_sub(right(other)?).filter(|ahead| *ahead > 0)
}
