//! The paper's formula to the letter: a fragment is placed as a whole, by the words it covers.
//!
//! `⟨i, φ, j⟩` is a fragment *φ*, labels and links and nothing else, with the span of its top. Two
//! fragments with the same top, the same labels and the same links are one, wherever their lower nodes
//! stand; sets have each once. So what is counted is how many *different* fragments a place has, and
//! how many of them the same place has in the other tree.
//!
//! They are counted without listing them. Nodes of both trees over which the same hangs are one
//! *class*. A fragment can stand at some classes, its *type*; how many fragments of each size have a
//! type is a polynomial. A fragment at a class is a label over a sequence of fragments, each of which
//! stands at a child behind that of the one before. Taken as early as possible, each sequence leads
//! through the children in one way, so that ways can be added up instead of sequences; one walks
//! through the children of all classes with the label at once, and those that cannot follow drop out.
//! Those that are left at the end are the type. A type is found at the first of its classes: classes
//! are numbered with children before parents, so the types that this needs are known by then.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;

use crate::metrics::fragments::Shape;
use crate::metrics::fragments::column::SizeColumn;
use crate::metrics::fragments::forest::{ForestSide, NONE};
use crate::metrics::trees::labels::{LabelId, LabelTable};
use crate::metrics::trees::parameters::Labelling;
use crate::metrics::trees::preparation::Prepared;

/// So many words of memory are used for a sentence, and so many steps made, and no more. Trees of
/// treebanks need some thousands; trees that somebody made to harm us would take for ever.
const MOST_MEMORY: usize = 1 << 24;
const MOST_STEPS: usize = 1 << 27;

/// Fragments by size.
pub(crate) struct Placed {
    pub(crate) gold: SizeColumn,
    pub(crate) system: SizeColumn,
    pub(crate) matched: SizeColumn,
}

/// What a node is called. Tags match tags only; without labels all phrases are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum NodeName {
    Phrase(Option<LabelId>),
    Tag(Option<LabelId>),
    /// A phrase that can match nothing: its words are not all in the other tree. Of one side alone.
    Wrong(usize, Option<LabelId>),
}

/// A node of a tree in pre-order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedNode {
    parent: u32,
    span: (u32, u32),
    name: NodeName,
}

/// The nodes of a side with their labels; those that count as equal are the same.
pub(crate) fn nodes(
    side: &ForestSide,
    prepared: &Prepared,
    labels: &LabelTable<'_>,
    (labelling, which): (Labelling, usize),
) -> Vec<PlacedNode> {
    let wrong = match prepared.common_before.is_empty() {
        true => vec![false; prepared.brackets.len()],
        false => prepared.wrong(),
    };
    let label = |id| (labelling != Labelling::Unlabelled).then(|| first_equal(id, labels));
    let nothing = PlacedNode { parent: NONE, span: (0, 0), name: NodeName::Phrase(None) };
    let mut nodes = vec![nothing; side.items.len()];
    for (node, item) in nodes.iter_mut().zip(&side.items) {
        node.parent = item.parent;
    }
    for ((&at, bracket), wrong) in side.brackets.iter().zip(&prepared.brackets).zip(wrong) {
        let node = &mut nodes[at as usize];
        let label = label(bracket.label);
        node.span = prepared.common_span(bracket);
        node.name = if wrong { NodeName::Wrong(which, label) } else { NodeName::Phrase(label) };
    }
    for ((&at, word), start) in side.words.iter().zip(&prepared.words).zip(0..) {
        let node = &mut nodes[at as usize];
        (node.span, node.name) =
            ((start, start + 1), NodeName::Tag(label(labels.get(word.tag).tag)));
    }
    nodes
}

/// The first of all labels that are equal to this one, or to one that is.
fn first_equal(label: LabelId, labels: &LabelTable<'_>) -> LabelId {
    let mut equal = vec![label];
    let mut at = 0;
    while at < equal.len() {
        for &partner in labels.partners(equal[at]) {
            if !equal.contains(&partner) {
                equal.push(partner);
            }
        }
        at += 1;
    }
    equal.into_iter().min().unwrap_or(label)
}

/// Counts both sides; nothing where that would take too long. `narrow` says that no side has more
/// fragments than 64 bits hold, alike ones counted each.
pub(crate) fn count(
    sides: [&[PlacedNode]; 2],
    shape: Shape,
    limit: usize,
    narrow: bool,
) -> Option<Placed> {
    let forest = SubtreeClasses::new(sides);
    let columns = match narrow {
        true => LiteralCounting::<u64>::new(&forest, shape, limit)
            .run()?
            .map(|sums| SizeColumn::from_narrow(&sums)),
        false => LiteralCounting::<BigUint>::new(&forest, shape, limit)
            .run()?
            .map(SizeColumn::from_large),
    };
    let [gold, system, matched] = columns;
    Some(Placed { gold, system, matched })
}

/// What hangs over the words of a node.
#[derive(Debug)]
struct SubtreeClass {
    name: NodeName,
    children: Vec<u32>,
    /// The places where it stands in either tree.
    places: [Vec<u32>; 2],
}

/// Both trees, with the same subtree once.
#[derive(Debug)]
struct SubtreeClasses {
    /// Children stand before their parents.
    classes: Vec<SubtreeClass>,
    /// The classes of each name, in order.
    by_name: HashMap<NodeName, Vec<u32>>,
    n_places: usize,
}

impl SubtreeClasses {
    fn new(sides: [&[PlacedNode]; 2]) -> SubtreeClasses {
        let mut forest =
            SubtreeClasses { classes: Vec::new(), by_name: HashMap::new(), n_places: 0 };
        let mut known: HashMap<(NodeName, Vec<u32>), u32> = HashMap::new();
        let mut places: HashMap<((u32, u32), NodeName), u32> = HashMap::new();
        for (side, nodes) in sides.into_iter().enumerate() {
            let mut children: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
            for at in (0..nodes.len()).rev() {
                let PlacedNode { parent, span, name } = nodes[at];
                let mut below = std::mem::take(&mut children[at]);
                // They were met from the last to the first.
                below.reverse();
                let class = *known.entry((name, below)).or_insert_with_key(|(_, below)| {
                    let class = forest.classes.len() as u32;
                    let children = below.clone();
                    forest.classes.push(SubtreeClass {
                        name,
                        children,
                        places: Default::default(),
                    });
                    forest.by_name.entry(name).or_default().push(class);
                    class
                });
                let n_places = places.len() as u32;
                let place = *places.entry((span, name)).or_insert(n_places);
                // Never twice: of two nodes over the same words one is above the other, and holds more.
                forest.classes[class as usize].places[side].push(place);
                if parent != NONE {
                    children[parent as usize].push(class);
                }
            }
        }
        forest.n_places = places.len();
        forest
    }
}

/// A number of fragments.
trait FragmentNumber: Clone + Default {
    /// How many words of memory it takes, about, and how many steps of small numbers a product.
    const COST: usize;
    fn one() -> Self;
    fn is_nothing(&self) -> bool;
    fn add_product(&mut self, one: &Self, two: &Self);
    fn add_times(&mut self, one: &Self, times: u64);
}

/// Only where nothing can overflow: different fragments are never more than all.
impl FragmentNumber for u64 {
    const COST: usize = 1;

    fn one() -> u64 {
        1
    }

    fn is_nothing(&self) -> bool {
        *self == 0
    }

    fn add_product(&mut self, one: &u64, two: &u64) {
        *self += one * two;
    }

    fn add_times(&mut self, one: &u64, times: u64) {
        *self += one * times;
    }
}

impl FragmentNumber for BigUint {
    const COST: usize = 8;

    fn one() -> BigUint {
        BigUint::from(1u8)
    }

    fn is_nothing(&self) -> bool {
        *self == BigUint::default()
    }

    fn add_product(&mut self, one: &BigUint, two: &BigUint) {
        *self += one * two;
    }

    fn add_times(&mut self, one: &BigUint, times: u64) {
        *self += one * times;
    }
}

/// How many there are of size 0, 1, 2 and so on.
type BySize<N> = Vec<N>;

/// How far a walk has come: for each class that can still follow, from which child it goes on.
type ChildWalk = Vec<(u32, u32)>;

/// Fragments that can stand at the same classes.
struct FragmentType<N> {
    classes: Vec<u32>,
    sizes: BySize<N>,
}

struct LiteralCounting<'f, N> {
    forest: &'f SubtreeClasses,
    shape: Shape,
    limit: usize,
    types: Vec<FragmentType<N>>,
    /// The types that can stand at each class.
    by_class: Vec<Vec<u32>>,
    memory: usize,
    steps: usize,
}

impl<'f, N: FragmentNumber> LiteralCounting<'f, N> {
    fn new(forest: &'f SubtreeClasses, shape: Shape, limit: usize) -> LiteralCounting<'f, N> {
        let by_class = vec![Vec::new(); forest.classes.len()];
        LiteralCounting { forest, shape, limit, types: Vec::new(), by_class, memory: 0, steps: 0 }
    }

    /// Gold, system and matched, the first entry being of size 1; nothing if it takes too long.
    fn run(mut self) -> Option<[Vec<N>; 3]> {
        for class in 0..self.forest.classes.len() as u32 {
            for (classes, sizes) in self.types_of(class)? {
                let number = self.types.len() as u32;
                for &class in &classes {
                    self.by_class[class as usize].push(number);
                }
                self.types.push(FragmentType { classes, sizes });
            }
        }
        Some(self.sums())
    }

    /// The types whose first class this is.
    fn types_of(&mut self, class: u32) -> Option<BTreeMap<Vec<u32>, BySize<N>>> {
        let SubtreeClass { name, children, .. } = &self.forest.classes[class as usize];
        let start: ChildWalk = self.forest.by_name[name].iter().map(|&other| (other, 0)).collect();
        let mut found: BTreeMap<Vec<u32>, BySize<N>> = BTreeMap::new();
        // By how far this class itself has come, because walks only go forward.
        let mut walks: Vec<BTreeMap<ChildWalk, BySize<N>>> = Vec::new();
        walks.resize_with(children.len() + 1, BTreeMap::new);
        walks[0].insert(start, vec![N::default(), N::one()]);
        // When each type was last taken.
        let mut taken = vec![0u32; self.types.len()];
        let mut turn = 0;
        for from in 0..=children.len() {
            for (walk, sizes) in std::mem::take(&mut walks[from]) {
                let ends = walk.iter().filter(|(other, from)| self.is_end(*other, *from as usize));
                let ends: Vec<u32> = ends.map(|(other, _)| *other).collect();
                if ends.first() == Some(&class) {
                    add(found.entry(ends).or_default(), &sizes);
                }
                turn += 1;
                self.memory += walk.len() + N::COST * sizes.len();
                self.steps += walk.len();
                if self.memory > MOST_MEMORY || self.steps > MOST_STEPS {
                    return None;
                }
                for (at, &child) in self.next_children(children, from) {
                    self.steps += 1 + self.by_class[child as usize].len();
                    for &number in &self.by_class[child as usize] {
                        if std::mem::replace(&mut taken[number as usize], turn) == turn {
                            continue;
                        }
                        let letter = &self.types[number as usize];
                        let product = times(&sizes, &letter.sizes, self.limit, &mut self.steps);
                        if product.iter().all(N::is_nothing) {
                            continue;
                        }
                        let mut next = ChildWalk::with_capacity(walk.len());
                        for &(other, from) in &walk {
                            let at = match other == class {
                                true => Some(at),
                                false => self.follow(other, from as usize, &letter.classes),
                            };
                            next.extend(at.map(|at| (other, at as u32 + 1)));
                            self.steps += 1 + at.unwrap_or(0).saturating_sub(from as usize);
                        }
                        add(walks[at + 1].entry(next).or_default(), &product);
                        if self.steps > MOST_STEPS {
                            return None;
                        }
                    }
                }
            }
        }
        Some(found)
    }

    /// The children at which a fragment may come next, with their places.
    fn next_children<'c>(
        &self,
        children: &'c [u32],
        from: usize,
    ) -> impl Iterator<Item = (usize, &'c u32)> + use<'c, N> {
        let most = match self.shape {
            Shape::Fragments => usize::MAX,
            Shape::Paths if from > 0 => 0,
            Shape::Paths => usize::MAX,
            Shape::Subtrees => 1,
        };
        children.iter().enumerate().skip(from).take(most)
    }

    /// The first child of a class at which a fragment of a type can stand; nothing if it cannot follow.
    fn follow(&self, class: u32, from: usize, letter: &[u32]) -> Option<usize> {
        let children = &self.forest.classes[class as usize].children;
        let mut next = self.next_children(children, from);
        next.find(|(_, child)| letter.binary_search(child).is_ok()).map(|(at, _)| at)
    }

    /// Whether a fragment may end here.
    fn is_end(&self, class: u32, from: usize) -> bool {
        let all = self.forest.classes[class as usize].children.len();
        self.shape != Shape::Subtrees || from == 0 || from == all
    }

    /// Adds all types up, each as often as there are places that have one of its classes.
    fn sums(&self) -> [Vec<N>; 3] {
        let mut sums: [Vec<N>; 3] = Default::default();
        let mut marks = vec![[u32::MAX; 2]; self.forest.n_places];
        for (kind, turn) in self.types.iter().zip(0..) {
            let mut n = [0u64; 3];
            for &class in &kind.classes {
                for (side, places) in self.forest.classes[class as usize].places.iter().enumerate()
                {
                    for &place in places {
                        let mark = &mut marks[place as usize];
                        if std::mem::replace(&mut mark[side], turn) != turn {
                            n[side] += 1;
                            n[2] += u64::from(mark[1 - side] == turn);
                        }
                    }
                }
            }
            for (sum, n) in sums.iter_mut().zip(n).filter(|(_, n)| *n > 0) {
                if sum.len() + 1 < kind.sizes.len() {
                    sum.resize(kind.sizes.len() - 1, N::default());
                }
                for (sum, size) in sum.iter_mut().zip(&kind.sizes[1..]) {
                    sum.add_times(size, n);
                }
            }
        }
        sums
    }
}

fn add<N: FragmentNumber>(sums: &mut BySize<N>, others: &BySize<N>) {
    if sums.len() < others.len() {
        sums.resize(others.len(), N::default());
    }
    for (sum, other) in sums.iter_mut().zip(others) {
        sum.add_times(other, 1);
    }
}

/// The product of two, up to a size.
fn times<N: FragmentNumber>(one: &[N], two: &[N], limit: usize, steps: &mut usize) -> BySize<N> {
    let n = (one.len() + two.len() - 1).min(limit.saturating_add(1));
    let mut product = vec![N::default(); n];
    for (i, one) in one.iter().enumerate().filter(|(_, one)| !one.is_nothing()) {
        *steps += N::COST * two.len();
        for (place, two) in product.iter_mut().skip(i).zip(two) {
            place.add_product(one, two);
        }
    }
    product
}
