//! The metrics, each with its options and what it counts.

pub mod brackets;
pub mod dependencies;
pub mod fragments;
pub mod relations;
#[doc(hidden)]
pub mod trees;

/// All metrics of which rows can be saved, for a macro that makes something of each: under a name what scores and
/// shows its rows, what these count, and whose they are that come from files of sentences. What has no tables of its
/// own is shown by `OfPlain`.
macro_rules! all {
    ($make:ident) => {
        $make! {
            "brackets" => OfBrackets: BracketCounts, of Brackets, NBest;
            "fragments" => OfFragments: FragmentCounts, of Fragments;
            "dependencies" => OfDependencies: DependencyCounts, of Dependencies;
            "relations" => OfRelations: RelationCounts, of Relations;
            "entailments" => OfEntailments: EntailmentCounts, of;
            "unbounded" => OfUnbounded: UnboundedCounts, of;
        }
    };
}
pub(crate) use all;
