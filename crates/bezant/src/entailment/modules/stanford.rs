//! The general system for typed dependencies (section 7 of the article).
//!
//! Published with one equivalence, that of passives; the article names others as what it lacks
//! (section 6), and here they are on.

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
        equivalences: Equivalences::usual(),
        dummies: super::no_dummies(),
        left_out: super::left_out(),
    }
}

/// To the letter: the two heuristics that it shares with the Cambridge system (passives, and words that
/// the text does not have), and three kinds of core relations by name.
pub(super) fn published() -> Rules {
    Rules {
        equivalences: Equivalences::named(&["passive"]),
        left_out: super::left_out_as_published(),
        ..rules()
    }
}
