//! Functions of phrases that both sides have (Blaheta and Charniak 2000).

use std::collections::BTreeMap;

use crate::counts::Tally;
use crate::metrics::brackets::Scratch;
use crate::metrics::trees::functions::{full_label, functions};
use crate::metrics::trees::parameters::Convention;
use crate::metrics::trees::preparation::{Outer, Prepared};
use crate::structures::tree::Tree;

/// What two sentences have in common of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FunctionComparison {
    /// Brackets that both sides have.
    pub(crate) phrases: u64,
    /// Those of them that have the same functions, or none.
    pub(crate) right: u64,
    /// For each function, on how many of them it is.
    pub(crate) tags: BTreeMap<Vec<u8>, Tally>,
}

impl FunctionComparison {
    /// All functions together.
    pub(crate) fn all(&self) -> Tally {
        self.tags.values().fold(Tally::default(), |sum, one| Tally {
            matched: sum.matched + one.matched,
            gold: sum.gold + one.gold,
            system: sum.system + one.system,
        })
    }
}

/// A tree, what of it counts, and what its outermost bracket is.
pub(super) type FunctionSide<'a, 's> = (&'a Tree<'s>, &'a Prepared, Outer);

/// Compares the functions of brackets that were matched.
pub(super) fn compare(
    gold: FunctionSide<'_, '_>,
    system: FunctionSide<'_, '_>,
    convention: Convention,
    scratch: &Scratch,
) -> FunctionComparison {
    let label = |(tree, side, outer): FunctionSide<'_, '_>, bracket: usize| {
        let phrase = &side.phrases[side.brackets[bracket].phrase as usize];
        full_label(tree, &tree.nodes()[phrase.node as usize], outer).into_owned()
    };
    let mut found = FunctionComparison::default();
    for (bracket, _) in scratch.gold_matched.iter().enumerate().filter(|(_, matched)| **matched) {
        let ours = label(gold, bracket);
        let theirs = label(system, scratch.gold_mates[bracket] as usize);
        let (ours, theirs) = (functions(&ours, convention), functions(&theirs, convention));
        found.phrases += 1;
        found.right += u64::from(ours == theirs);
        for tag in &ours {
            let tally = found.tags.entry(tag.to_vec()).or_default();
            tally.gold += 1;
            tally.matched += u64::from(theirs.contains(tag));
        }
        for tag in &theirs {
            found.tags.entry(tag.to_vec()).or_default().system += 1;
        }
    }
    found
}
