//! For Universal Dependencies, ours: as `stanford`, over the enhanced graph.

use crate::entailment::core::Rules;

/// As for typed dependencies, whose names the relations have by now.
pub(super) fn rules() -> Rules {
    Rules { name: "ud", ..super::stanford::rules() }
}

/// The published rules, over the same graph, which the article does not have.
pub(super) fn published() -> Rules {
    Rules { name: "ud", ..super::stanford::published() }
}
