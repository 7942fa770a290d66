//! How a system's sentence differs from gold's.

use crate::metric::{Badness, Explains, Ledger, Read};
use crate::metrics::relations::{RelationCounts, RelationSets, Relations, Scheme};
use crate::structures::relations::{Relation, RelationSet};

/// How a system's sentence differs from gold's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelationDifference {
    /// Its words, where a file has them.
    pub text: Option<Vec<u8>>,
    /// What each scheme says, in the metric's order.
    pub by_scheme: Vec<SchemeDifference>,
}

/// How a system's sentence differs from gold's under a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeDifference {
    /// The scheme.
    pub scheme: Scheme,
    /// Relations that match, gold's and the system's.
    pub matched: Vec<(ShownRelation, ShownRelation)>,
    /// Relations of gold that the system lacks.
    pub missed: Vec<ShownRelation>,
    /// Relations of the system that gold lacks.
    pub wrong: Vec<ShownRelation>,
}

/// A relation that is shown: in what is written of it nobody can tell two fillers from one with a blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRelation {
    /// What it is called.
    pub name: String,
    /// What stands in its slots.
    pub fillers: Vec<String>,
}

impl ShownRelation {
    fn of(relation: Relation<'_>) -> ShownRelation {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        ShownRelation {
            name: text(relation.name),
            fillers: relation.fillers.iter().map(text).collect(),
        }
    }
}

impl std::fmt::Display for ShownRelation {
    /// As the evaluator prints it: `(dobj from RTC)`, without escapes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}", self.name)?;
        self.fillers.iter().try_for_each(|filler| write!(f, " {filler}"))?;
        f.write_str(")")
    }
}

impl Explains for Relations {
    type Difference = RelationDifference;

    /// By F1 under the main scheme alone.
    fn badness(&self, counts: &RelationCounts) -> Option<Badness> {
        let tally = counts.tallies(&self.hierarchy, self.main_scheme()).micro();
        let score = tally.f1().filter(|_| !tally.is_exact())?;
        Some(Badness { score, errors: 0 })
    }

    fn ledgers(&self, counts: &RelationCounts) -> Vec<Ledger> {
        self.ledgers_of(counts)
    }

    /// Under every scheme.
    fn difference(
        &self,
        gold: &Read<'_, RelationSets>,
        system: &Read<'_, RelationSets>,
    ) -> Option<RelationDifference> {
        let (gold, system) = (gold.structure, system.structure);
        let shown = |set: &RelationSet, at: usize| ShownRelation::of(set.get(at));
        let ours = |at: usize| shown(&gold.relations, at);
        let theirs = |at: usize| shown(&system.relations, at);
        let under = |&scheme: &Scheme| {
            let found = self.explain(scheme, &gold.relations, &system.relations).matching;
            let pairs = found.pairs.iter();
            SchemeDifference {
                scheme,
                matched: pairs.map(|pair| (ours(pair.gold), theirs(pair.system))).collect(),
                missed: found.missed.iter().copied().map(ours).collect(),
                wrong: found.wrong.iter().copied().map(theirs).collect(),
            }
        };
        Some(RelationDifference {
            text: gold.words.clone().or_else(|| system.words.clone()),
            by_scheme: self.schemes.iter().map(under).collect(),
        })
    }
}
