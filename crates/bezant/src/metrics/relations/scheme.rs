//! When two relations match: by which types, and by which slots.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{ChoiceFault, ChoiceProblem};

/// When two types match (report, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TypeMatch {
    /// The same, one step more general, or more specific.
    Original,
    /// The same.
    Equality,
    /// The same, or the system's is more general.
    Subsumption,
    /// Always, at the most specific type above both.
    Hierarchy,
    /// Always, and only the top of the hierarchy is counted.
    Unlabelled,
}

/// Which slots are compared (report, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Slots {
    /// All that both relations have.
    All,
    /// Head and dependent.
    HeadDependent,
    /// Head and dependent, and the initial slot of subjects where it says `obj`.
    HeadDependentNcsubj,
}

/// A way to match relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Scheme {
    /// When types match.
    pub types: TypeMatch,
    /// Which slots are compared.
    pub slots: Slots,
}

impl TypeMatch {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: [TypeMatch; 5] = [
        TypeMatch::Original,
        TypeMatch::Equality,
        TypeMatch::Subsumption,
        TypeMatch::Hierarchy,
        TypeMatch::Unlabelled,
    ];

    /// Its name in signatures and in JSON, by which it is also asked for.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TypeMatch::Original => "original",
            TypeMatch::Equality => "equality",
            TypeMatch::Subsumption => "subsumption",
            TypeMatch::Hierarchy => "hierarchy",
            TypeMatch::Unlabelled => "unlabelled",
        }
    }
}

impl Slots {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: [Slots; 3] = [Slots::All, Slots::HeadDependent, Slots::HeadDependentNcsubj];

    /// Its name in signatures and in JSON, by which it is also asked for.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Slots::All => "all",
            Slots::HeadDependent => "head-dependent",
            Slots::HeadDependentNcsubj => "head-dependent-ncsubj",
        }
    }
}

impl Scheme {
    /// The grid of the report's tables: every way to match types with every choice of slots. The
    /// original scheme always compares all slots.
    #[doc(hidden)]
    pub fn grid(types: &[TypeMatch], slots: &[Slots]) -> Vec<Scheme> {
        let mut all = Vec::new();
        for &types in types {
            if types == TypeMatch::Original {
                all.push(Scheme { types, slots: Slots::All });
            } else {
                all.extend(slots.iter().map(|&slots| Scheme { types, slots }));
            }
        }
        all
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.types.name(), self.slots.name())
    }
}

impl From<Scheme> for String {
    fn from(scheme: Scheme) -> String {
        scheme.to_string()
    }
}

impl FromStr for Scheme {
    type Err = ChoiceFault;

    fn from_str(text: &str) -> Result<Scheme, ChoiceFault> {
        let unknown = || ChoiceFault::new(ChoiceProblem::BadScheme, text, &["hierarchy.all"]);
        let (types, slots) = text.split_once('.').ok_or_else(unknown)?;
        let types = TypeMatch::ALL.into_iter().find(|found| found.name() == types);
        let slots = Slots::ALL.into_iter().find(|found| found.name() == slots);
        types.zip(slots).map(|(types, slots)| Scheme { types, slots }).ok_or_else(unknown)
    }
}

impl TryFrom<String> for Scheme {
    type Error = ChoiceFault;

    fn try_from(text: String) -> Result<Scheme, ChoiceFault> {
        text.parse()
    }
}
