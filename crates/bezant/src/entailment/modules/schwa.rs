//! The second best system of the task (Honnibal and others 2010).

use crate::entailment::analysis::View;
use crate::entailment::core::{Rules, Verdict};
use crate::entailment::equivalences::{Equivalences, Patterns};

/// At least one relation of H is in T.
pub(super) fn rules() -> Rules {
    Rules {
        name: "schwa",
        view: View::Own,
        core: Patterns::default(),
        verdict: Verdict::Any,
        equivalences: Equivalences::named(&["passive"]),
        dummies: super::no_dummies(),
        left_out: super::left_out(),
    }
}
