//! The second best system of the task (Ng and others 2010).

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

/// To the letter: a relation that matches, and nothing about passives, which the article ascribes to
/// Cambridge alone.
pub(super) fn published() -> Rules {
    Rules {
        equivalences: Equivalences::default(),
        left_out: super::left_out_as_published(),
        ..rules()
    }
}
