//! From heads and rules to dependencies between words.
//!
//! A phrase stands for its head word, so that what a rule finds in a phrase is an arc between two
//! words. All arcs are kept; of these, one for each word makes the basic tree.

use crate::stanford::draft::NIL;
use crate::stanford::graph::{Dependency, DependencyList};
use crate::stanford::relations::Kind;
use crate::stanford::rules::{Found, RULES};
use crate::stanford::tree::{Grown, TreeView};
use crate::stanford::words::SentenceWords;

/// All relations that rules find between two words.
#[derive(Clone, Copy, Debug)]
struct Pair {
    dependent: u32,
    governor: u32,
    /// A bit for each relation.
    kinds: u64,
}

/// Memory for one sentence after another.
#[derive(Debug, Default)]
pub(super) struct ArcSpace {
    found: Found,
    single: Vec<(u64, u64)>,
    pairs: Vec<Pair>,
    /// The governor of each word in the basic tree, or [`NIL`].
    governors: Vec<u32>,
    /// Whether a word governs another in the basic tree.
    governs: Vec<bool>,
    /// For each word, one that is connected with it and nearer to what stands for all of them.
    links: Vec<u32>,
}

impl ArcSpace {
    /// Fills the list with the basic dependencies of a tree.
    pub(super) fn basic(
        &mut self,
        tree: &Grown,
        words: &SentenceWords,
        punct: bool,
        list: &mut DependencyList,
    ) {
        list.arcs.clear();
        self.start(words.len());
        let Some(top) = tree.nodes.first() else { return };
        self.apply_rules(tree, words, punct);
        self.gather();
        for pair in &self.pairs {
            if self.governors[pair.dependent as usize] == pair.governor {
                list.push(label(pair.kinds), pair.governor + 1, pair.dependent + 1);
            }
        }
        self.attach_rest(tree, words, punct, list);
        let root = top.head_word;
        self.free_root(root, list);
        match !punct && words.is_punctuation(root) {
            true => replace_root(list, root + 1),
            false => list.push(Kind::Root, 0, root + 1),
        }
    }

    fn start(&mut self, n: usize) {
        self.single.clear();
        self.pairs.clear();
        self.governors.clear();
        self.governors.resize(n, NIL);
        self.governs.clear();
        self.governs.resize(n, false);
        self.links.clear();
        self.links.extend(0..n as u32);
    }

    /// Tries every rule at every phrase, from above; the first governor of a word stays.
    fn apply_rules(&mut self, tree: &Grown, words: &SentenceWords, punct: bool) {
        let view = TreeView { nodes: &tree.nodes, words };
        for &id in &tree.order {
            let node = view.node(id);
            if node.is_tag() {
                continue;
            }
            let governor = node.head_word();
            let mut sites = tree.nodes[id as usize].label.sites;
            while sites != 0 {
                let rule = &RULES[sites.trailing_zeros() as usize];
                sites &= sites - 1;
                if !node.has(rule.needs) {
                    continue;
                }
                self.found.clear();
                (rule.find)(node, &mut self.found);
                for at in 0..self.found.len() {
                    let dependent = self.found[at];
                    if dependent == governor || (!punct && words.is_punctuation(dependent)) {
                        continue;
                    }
                    let key = u64::from(dependent) << 32 | u64::from(governor);
                    self.single.push((key, rule.kind.bit()));
                    self.govern(governor, dependent);
                }
            }
        }
    }

    /// Makes a word govern another in the basic tree, if that has no governor and is not above it.
    fn govern(&mut self, governor: u32, dependent: u32) {
        if self.governors[dependent as usize] != NIL || self.is_above(dependent, governor) {
            return;
        }
        self.governors[dependent as usize] = governor;
        self.governs[governor as usize] = true;
        self.join(governor, dependent);
    }

    /// Whether a path of the basic tree leads down from one word to another.
    ///
    /// Nearly all words that rules find lie below the phrase and govern nothing yet.
    fn is_above(&self, above: u32, below: u32) -> bool {
        let mut at = below;
        while self.governs[above as usize] && at != NIL {
            if at == above {
                return true;
            }
            at = self.governors[at as usize];
        }
        false
    }

    /// What stands for all words that are connected with this one.
    fn group(&mut self, word: u32) -> u32 {
        let mut at = word;
        while self.links[at as usize] != at {
            let next = self.links[at as usize];
            self.links[at as usize] = self.links[next as usize];
            at = next;
        }
        at
    }

    fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.group(one), self.group(two));
        self.links[two as usize] = one;
    }

    /// Puts the relations between the same two words together.
    fn gather(&mut self) {
        self.single.sort_unstable();
        for &(key, kind) in &self.single {
            let (dependent, governor) = ((key >> 32) as u32, key as u32);
            match self.pairs.last_mut() {
                Some(pair) if (pair.dependent, pair.governor) == (dependent, governor) => {
                    pair.kinds |= kind;
                }
                _ => self.pairs.push(Pair { dependent, governor, kinds: kind }),
            }
        }
    }

    /// Words that no rule connects with the head of the sentence depend on the head of the phrase
    /// they stand in.
    fn attach_rest(
        &mut self,
        tree: &Grown,
        words: &SentenceWords,
        punct: bool,
        list: &mut DependencyList,
    ) {
        let root = tree.nodes[0].head_word;
        for &id in &tree.order {
            let node = &tree.nodes[id as usize];
            for kid in &tree.nodes[node.first as usize..(node.first + node.n_kids) as usize] {
                let (governor, dependent) = (node.head_word, kid.head_word);
                if governor == dependent
                    || self.governors[dependent as usize] == governor
                    || (!punct && words.is_punctuation(dependent))
                    || self.group(root) == self.group(dependent)
                    || self.group(governor) == self.group(dependent)
                {
                    continue;
                }
                // Where another word governs it already, what is above both is attached.
                let top = self.top(dependent);
                list.push(Kind::Dep, governor + 1, top + 1);
                self.governors[top as usize] = governor;
                self.join(governor, top);
            }
        }
    }

    /// The word above a word that nothing governs.
    fn top(&self, word: u32) -> u32 {
        let mut at = word;
        while self.governors[at as usize] != NIL {
            at = self.governors[at as usize];
        }
        at
    }

    /// Where a rule put the head of the sentence below another word, turns that round: the basic
    /// dependencies are a tree whatever the phrases are.
    fn free_root(&self, root: u32, list: &mut DependencyList) {
        if self.governors[root as usize] != NIL {
            list.arcs.retain(|arc| arc.dependent.index != root + 1);
            list.push(Kind::Dep, root + 1, self.top(root) + 1);
        }
    }

    /// Adds what rules found beyond the basic tree: second governors and second relations.
    pub(super) fn add_other_governors(&self, list: &mut DependencyList) {
        for pair in &self.pairs {
            let mut kinds = pair.kinds & !Kind::Rel.bit();
            for kind in each(pair.kinds) {
                kinds &= !kind.ancestors();
            }
            for kind in each(kinds) {
                list.push(kind, pair.governor + 1, pair.dependent + 1);
            }
        }
    }
}

/// The relations of a set, in the order of their names.
fn each(mut kinds: u64) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        let first = (kinds != 0).then(|| Kind::ALL[kinds.trailing_zeros() as usize])?;
        kinds &= kinds - 1;
        Some(first)
    })
}

/// The one relation that is kept of several: the first by name that the others do not refine.
fn label(kinds: u64) -> Kind {
    each(kinds).fold(Kind::Dep, |current, kind| match kind.ancestors() & current.bit() != 0 {
        true => kind,
        false => current,
    })
}

/// Where the head of a sentence is punctuation, its first dependent takes its place.
fn replace_root(list: &mut DependencyList, root: u32) {
    let governed = |arc: &&Dependency| arc.governor.index == root;
    let first = list.arcs.iter().filter(governed).map(|arc| arc.dependent.index).min();
    let Some(first) = first else { return };
    for arc in list.arcs.iter_mut().filter(|arc| arc.governor.index == root) {
        if arc.dependent.index == first {
            arc.governor.index = 0;
            arc.relation = Kind::Root.into();
        } else {
            arc.governor.index = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label_of(kinds: &[Kind]) -> &'static str {
        label(kinds.iter().fold(0, |set, kind| set | kind.bit())).name()
    }

    #[test]
    fn of_several_relations_one_is_kept() {
        assert_eq!(label_of(&[Kind::Num, Kind::Amod]), "amod");
        assert_eq!(label_of(&[Kind::Nsubj, Kind::Nsubjpass]), "nsubjpass");
        assert_eq!(label_of(&[Kind::Auxpass, Kind::Aux]), "auxpass");
        assert_eq!(label_of(&[Kind::Neg, Kind::Advmod, Kind::Dobj]), "neg");
        assert_eq!(label_of(&[]), "dep");
    }
}
