//! What the metrics of trees share: how trees are read, which labels and words count, and which words
//! go together.

pub(crate) mod alignment;
pub(crate) mod functions;
pub(crate) mod labels;
pub mod lists;
pub mod parameters;
pub(crate) mod preparation;

pub use crate::formats::penn::cleaning;

use crate::error::{self, Error, ErrorKind};
use crate::formats::penn::{self, TreeSpace};
use crate::formats::{Holds, Reader, Sentence};
use crate::metric::{Fault, Reason, Size, Structure};
use crate::structures::tree::Tree;
use cleaning::Cleaning;

/// Constituency trees.
pub struct Trees;

impl Structure for Trees {
    type Of<'t> = Tree<'t>;
    type Fault = penn::TreeFault;
    type Options = Cleaning;
    type Space = TreeSpace;

    fn check(file: &Reader) -> error::Result<()> {
        if file.seems_lists() {
            return Err(Error::new(&**file.name(), ErrorKind::SeveralTrees));
        }
        file.check(Holds::Trees)
    }

    fn read<'t>(
        sentence: Sentence<'t>,
        cleaning: &Cleaning,
        space: &mut TreeSpace,
    ) -> (Tree<'t>, Vec<penn::TreeFault>) {
        let (tree, faults) = match sentence.held_tree() {
            Some((tree, faults)) => (tree, faults.to_vec()),
            None => {
                let reading = sentence.tree(space);
                (reading.tree, reading.faults)
            }
        };
        if cleaning.is_nothing() || !faults.is_empty() {
            return (tree, faults);
        }
        (cleaning.apply(tree), faults)
    }

    fn size(tree: &Tree<'_>) -> Size {
        Size { length: tree.n_leaves(), depth: tree.depth() }
    }

    fn unfit(tree: &Tree<'_>) -> Option<Reason> {
        tree.has_gaps().then_some(Reason::CrossingBranches)
    }

    fn recycle(tree: Tree<'_>, space: &mut TreeSpace) {
        space.recycle(tree);
    }
}

impl Fault for penn::TreeFault {
    fn at(&self) -> usize {
        self.at
    }

    fn problem(&self) -> String {
        self.kind.error().to_string()
    }
}
