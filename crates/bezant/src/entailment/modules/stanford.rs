//! The general system for typed dependencies (section 7 of the article).
//!
//! Published with one equivalence, that of passives; the article names others as what it lacks
//! (section 6), and here they are on. [`Equate::Published`] takes them off.
//!
//! [`Equate::Published`]: crate::entailment::equivalences::Equate::Published

use crate::entailment::analysis::View;
use crate::entailment::core::{Rules, Verdict};
use crate::entailment::equivalences::{Equivalences, Patterns};

/// H has at least one subject, object or prepositional relation, and all of them are in T.
pub(super) fn rules() -> Rules {
    Rules {
        name: "stanford",
        view: View::Collapsed,
        core: Patterns::new(["nsubj", "dobj", "prep_*"]),
        verdict: Verdict::AllCoreAtLeastOne,
        equivalences: Equivalences::all(),
        dummies: super::no_dummies(),
        left_out: super::left_out(),
    }
}
