//! Tables of typed dependencies: what is known of facts without trees.

use crate::metrics::dependencies::details::{
    Breakdown, DependencyDetails, RelationConfusion, direction, distance,
};
use crate::metrics::dependencies::typed::{Facts, TypedFact, comparable};

impl DependencyDetails {
    /// Adds the facts of one sentence: by relation, side and distance of the head, and which
    /// relations are taken for each other between the same two words.
    pub(super) fn add_facts(&mut self, gold: &Facts<'_>, system: &Facts<'_>) {
        let [ours, theirs] = comparable(gold, system);
        for fact in &ours {
            self.by_fact(fact, |breakdown, key| breakdown.entry(key).or_default().gold += 1);
            self.lengths.entry(length(fact)).or_default().gold += 1;
        }
        for fact in &theirs {
            self.by_fact(fact, |breakdown, key| breakdown.entry(key).or_default().system += 1);
            self.lengths.entry(length(fact)).or_default().system += 1;
        }
        let same_words =
            |one: &&TypedFact<'_>, two: &&TypedFact<'_>| (one.0, one.1) == (two.0, two.1);
        let mut others = theirs.chunk_by(same_words).peekable();
        for here in ours.chunk_by(same_words) {
            let words = (here[0].0, here[0].1);
            while others.next_if(|there| (there[0].0, there[0].1) < words).is_some() {}
            let Some(there) = others.next_if(|there| (there[0].0, there[0].1) == words) else {
                continue;
            };
            let [_, direction, distance] = keys(here[0]);
            let n_both = here.len().min(there.len()) as u64;
            self.directions.entry(direction).or_default().matched += n_both;
            self.distances.entry(distance).or_default().matched += n_both;
            self.lengths.entry(length(here[0])).or_default().matched += n_both;
            let mut missed: Vec<&TypedFact<'_>> = here.to_vec();
            let mut wrong: Vec<&TypedFact<'_>> = Vec::new();
            for fact in there {
                match missed.iter().position(|other| other.2 == fact.2) {
                    Some(at) => {
                        let [relation, ..] = keys(missed.remove(at));
                        self.relations.entry(relation).or_default().matched += 1;
                    }
                    None => wrong.push(fact),
                }
            }
            for (gold_fact, fact) in missed.into_iter().zip(wrong) {
                let [ours, theirs] = [gold_fact, fact].map(|fact| {
                    let [relation, ..] = keys(fact);
                    relation
                });
                let confusion = RelationConfusion { gold: ours, system: theirs };
                *self.confusions.entry(confusion).or_default() += 1;
            }
        }
    }

    fn by_fact(&mut self, fact: &TypedFact<'_>, mut count: impl FnMut(&mut Breakdown, String)) {
        let [relation, direction, distance] = keys(fact);
        count(&mut self.relations, relation);
        count(&mut self.directions, direction);
        count(&mut self.distances, distance);
    }
}

/// How many words away the head is; 0 is the root, and a word that is its own head is 1 away.
fn length((head, word, _): &TypedFact<'_>) -> u32 {
    if head.0 == 0 { 0 } else { head.0.abs_diff(word.0).max(1) }
}

/// Relation, side and distance of the head.
fn keys((head, word, relation): &TypedFact<'_>) -> [String; 3] {
    let number = (head.0 > 0).then_some(head.0);
    let (side, far) = (direction(number, word.0), distance(number, word.0));
    [String::from_utf8_lossy(relation).into_owned(), side.to_string(), far.to_string()]
}
