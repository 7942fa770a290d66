//! The best system of the task (Rimell and Clark 2010; section 4 of the article).

use crate::entailment::analysis::View;
use crate::entailment::core::{Rules, Verdict};
use crate::entailment::equivalences::{Equivalences, Patterns};

/// Every subject and object of H is in T, and at least one relation of H is, whatever it is.
pub(super) fn rules() -> Rules {
    Rules {
        name: "cambridge",
        view: View::Extra,
        core: Patterns::new(["nsubj", "csubj", "xsubj", "dobj", "iobj"]),
        verdict: Verdict::AllCoreAndAny,
        equivalences: Equivalences::named(&["passive"]),
        dummies: super::no_dummies(),
        left_out: super::left_out(),
    }
}

/// To the letter. Passive subjects are equated with direct objects (section 4), clausal ones
/// (`csubjpass`) among them, because nothing restricts it to nominal ones. Core are "subject and object":
/// the Stanford hierarchy has `nsubj`, `csubj` and `xsubj` under the one, `dobj` and `iobj` under the
/// other; its third object, `pobj`, is what section 4 calls a relation of prepositional phrases, which
/// one would have to configure.
pub(super) fn published() -> Rules {
    Rules { left_out: super::left_out_as_published(), ..rules() }
}
