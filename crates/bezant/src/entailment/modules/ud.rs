//! For Universal Dependencies: as `stanford`, over the enhanced graph.

use crate::entailment::core::Rules;

/// As for typed dependencies.
pub(super) fn rules() -> Rules {
    Rules { name: "ud", ..super::stanford::rules() }
}
