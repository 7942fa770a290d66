//! Several trees a sentence, the best first.

use crate::error;
use crate::formats::penn::{Layout, TreeFault, TreeSpace};
use crate::formats::{Format, Reader, Sentence, lists};
use crate::kinds::ListLayout;
use crate::metric::{Read, Size, Structure};
use crate::metrics::trees::Trees;
use crate::metrics::trees::cleaning::Cleaning;

/// Lists of constituency trees; one tree is a list, too.
pub struct TreeLists;

/// The trees of one sentence.
pub struct TreeList<'t> {
    /// The best first, each with what is wrong with it.
    pub(crate) trees: Vec<Read<'t, Trees>>,
    /// How many the file says there are, where it does.
    pub(crate) announced: Option<u64>,
}

impl Structure for TreeLists {
    type Of<'t> = TreeList<'t>;
    type Fault = TreeFault;
    type Options = Cleaning;
    type Space = TreeSpace;

    fn check(file: &Reader) -> error::Result<()> {
        match file.format() {
            Format::Lists(_) => Ok(()),
            _ => Trees::check(file),
        }
    }

    /// What is wrong with a tree is said of that tree.
    fn read<'t>(
        sentence: Sentence<'t>,
        cleaning: &Cleaning,
        space: &mut TreeSpace,
    ) -> (TreeList<'t>, Vec<TreeFault>) {
        let Format::Lists(layout) = sentence.format else {
            let trees = vec![Read::new(sentence, cleaning, space)];
            return (TreeList { trees, announced: None }, Vec::new());
        };
        // An unlabelled bracket around a tree over several lines is file syntax, as elsewhere.
        let format = Format::Penn(match layout {
            ListLayout::Corenlp => Layout::Free,
            ListLayout::Charniak | ListLayout::Plain => Layout::Lines,
        });
        let trees = lists::trees(layout, sentence.text, sentence.at);
        let read = |tree: lists::ListedTree<'t>| {
            Read::new(Sentence::new(tree.text, tree.at, format), cleaning, space)
        };
        let trees = trees.into_iter().map(read).collect();
        (TreeList { trees, announced: lists::announced(layout, sentence.text) }, Vec::new())
    }

    fn size(list: &TreeList<'_>) -> Size {
        list.trees.first().map_or_else(Size::default, |tree| Trees::size(&tree.structure))
    }

    fn recycle(list: TreeList<'_>, space: &mut TreeSpace) {
        for tree in list.trees {
            Trees::recycle(tree.structure, space);
        }
    }
}
