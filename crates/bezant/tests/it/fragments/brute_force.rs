//! Fragments by trying every set of nodes, and random trees to try it on.

use std::collections::BTreeSet;
use std::fmt;

use bezant::metrics::fragments::{FragmentMatching, Fragments, Nodes, Shape};

/// A tree that knows nothing of the library's.
#[derive(Clone)]
pub enum Tree {
    Word(&'static str, usize),
    Phrase(&'static str, Vec<Tree>),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Word(tag, word) => write!(f, "({tag} w{word})"),
            Tree::Phrase(label, children) => {
                write!(f, "({label}")?;
                for child in children {
                    write!(f, " {child}")?;
                }
                write!(f, ")")
            }
        }
    }
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % n as u64) as usize
    }

    /// Two trees over the same words; commas and `TOP` do not count.
    pub fn pair(&mut self) -> (Tree, Tree) {
        let n_words = 1 + self.below(5);
        let counts: Vec<bool> = (0..n_words).map(|n| n == 0 || self.below(5) > 0).collect();
        let gold = self.tree(&counts, 0);
        // The same tree with its labels changed here and there, or another one.
        let system = if self.below(2) == 0 { self.changed(&gold) } else { self.tree(&counts, 0) };
        (gold, system)
    }

    fn tree(&mut self, counts: &[bool], first: usize) -> Tree {
        let mut children = Vec::new();
        let mut at = 0;
        if self.below(4) == 0 {
            children.push(self.tree(counts, first));
            at = counts.len();
        }
        while at < counts.len() {
            let n = 1 + self.below(counts.len() - at);
            if n == 1 && self.below(2) == 0 || n == counts.len() {
                let tag = if counts[at] { ["t", "u"][self.below(2)] } else { "," };
                children.push(Tree::Word(tag, first + at));
                at += 1;
            } else {
                children.push(self.tree(&counts[at..at + n], first + at));
                at += n;
            }
        }
        Tree::Phrase(["A", "A", "B", "TOP"][self.below(4)], children)
    }

    fn changed(&mut self, tree: &Tree) -> Tree {
        let Tree::Phrase(label, children) = tree else { return tree.clone() };
        let label = if self.below(6) == 0 { ["A", "B", "TOP"][self.below(3)] } else { label };
        Tree::Phrase(label, children.iter().map(|child| self.changed(child)).collect())
    }
}

/// A node that counts.
struct Node {
    label: &'static str,
    span: (usize, usize),
    is_word: bool,
    parent: Option<usize>,
}

fn n_words(tree: &Tree) -> usize {
    match tree {
        Tree::Word(tag, _) => usize::from(*tag != ","),
        Tree::Phrase(_, children) => children.iter().map(n_words).sum(),
    }
}

fn collect(tree: &Tree, parent: Option<usize>, start: usize, which: Nodes, nodes: &mut Vec<Node>) {
    let n = n_words(tree);
    if n == 0 {
        return;
    }
    let span = (start, start + n);
    match tree {
        Tree::Word(label, _) if which == Nodes::Preterminals => {
            nodes.push(Node { label, span, is_word: true, parent });
        }
        Tree::Word(..) => {}
        Tree::Phrase(label, children) => {
            let mut parent = parent;
            if *label != "TOP" {
                nodes.push(Node { label, span, is_word: false, parent });
                parent = Some(nodes.len() - 1);
            }
            let mut start = start;
            for child in children {
                collect(child, parent, start, which, nodes);
                start += n_words(child);
            }
        }
    }
}

/// Whether a set of nodes, as bits, is a fragment of this shape.
fn is_fragment(nodes: &[Node], set: u32, shape: Shape) -> bool {
    let has = |v: usize| set & (1 << v) != 0;
    let tops = (0..nodes.len()).filter(|&v| has(v) && !nodes[v].parent.is_some_and(has));
    if tops.count() != 1 {
        return false;
    }
    (0..nodes.len()).filter(|&v| has(v)).all(|v| {
        let children = || (0..nodes.len()).filter(move |&w| nodes[w].parent == Some(v));
        let n_in = children().filter(|&w| has(w)).count();
        match shape {
            Shape::Fragments => true,
            Shape::Paths => n_in <= 1,
            Shape::Subtrees => n_in == 0 || n_in == children().count(),
            other => panic!("nobody has said by hand what {other:?} are"),
        }
    })
}

/// A fragment as it is written, without the places of its nodes, and the place of its top.
fn written(nodes: &[Node], set: u32) -> ((usize, usize), String) {
    fn write(nodes: &[Node], set: u32, v: usize, out: &mut String) {
        let tag = if nodes[v].is_word { "#" } else { "" };
        out.push_str(&format!("({tag}{}", nodes[v].label));
        for w in (0..nodes.len()).filter(|&w| set & (1 << w) != 0 && nodes[w].parent == Some(v)) {
            write(nodes, set, w, out);
        }
        out.push(')');
    }
    let top = set.trailing_zeros() as usize;
    let mut out = String::new();
    write(nodes, set, top, &mut out);
    (nodes[top].span, out)
}

/// The paper's formula to the letter: sets of fragments that are placed as a whole.
fn count_literal(metric: &Fragments, sides: [&[Node]; 2]) -> Vec<[u64; 3]> {
    let [gold, system] = sides.map(|nodes| {
        let mut sizes = vec![BTreeSet::new(); sides[0].len().max(sides[1].len())];
        for set in (1..1u32 << nodes.len()).filter(|set| is_fragment(nodes, *set, metric.shape)) {
            sizes[set.count_ones() as usize - 1].insert(written(nodes, set));
        }
        sizes
    });
    let both = |(one, two): (&BTreeSet<_>, &BTreeSet<_>)| {
        [one.len(), two.len(), one.intersection(two).count()].map(|n| n as u64)
    };
    gold.iter().zip(&system).map(both).collect()
}

/// Gold, system and matched for sizes 1, 2, 3 and so on; nothing where that would take too long.
pub fn count(metric: &Fragments, gold: &Tree, system: &Tree) -> Option<Vec<[u64; 3]>> {
    let nodes = |tree: &Tree| {
        let mut nodes = Vec::new();
        collect(tree, None, 0, metric.nodes, &mut nodes);
        nodes
    };
    let (gold, system) = (nodes(gold), nodes(system));
    if gold.len() > 13 || system.len() > 13 {
        return None;
    }
    if metric.matching == FragmentMatching::Literal {
        return Some(count_literal(metric, [&gold, &system]));
    }
    let mut taken = vec![false; system.len()];
    let mates: Vec<Option<usize>> = gold
        .iter()
        .map(|one| {
            let fits = |two: &Node| {
                (one.label, one.span, one.is_word) == (two.label, two.span, two.is_word)
            };
            let mate = (0..system.len()).find(|&j| !taken[j] && fits(&system[j]))?;
            taken[mate] = true;
            Some(mate)
        })
        .collect();

    let mut counts = vec![[0; 3]; gold.len().max(system.len())];
    for set in 1..1u32 << system.len() {
        if is_fragment(&system, set, metric.shape) {
            counts[set.count_ones() as usize - 1][1] += 1;
        }
    }
    for set in 1..1u32 << gold.len() {
        if !is_fragment(&gold, set, metric.shape) {
            continue;
        }
        let at = &mut counts[set.count_ones() as usize - 1];
        at[0] += 1;
        let members: Vec<usize> = (0..gold.len()).filter(|v| set & (1 << v) != 0).collect();
        let Some(images) = members.iter().map(|&v| mates[v]).collect::<Option<Vec<usize>>>() else {
            continue;
        };
        let found = metric.matching == FragmentMatching::Nodes || {
            let image = images.iter().fold(0, |set, &w| set | 1 << w);
            // The same links: where a parent belongs to the fragment, its mate is the parent.
            let same = members.iter().zip(&images).all(|(&v, &w)| {
                gold[v].parent.is_none_or(|p| set & (1 << p) == 0 || system[w].parent == mates[p])
            });
            same && is_fragment(&system, image, metric.shape)
        };
        at[2] += u64::from(found);
    }
    Some(counts)
}
