//! What is kept of sentences in columns, to be compared again and again.

use crate::formats::conllu::{ColumnFault, ColumnReading, ColumnSpace, Columns, Roots, read_with};
use crate::structures::graph::GraphLists;

/// Sentences that were read once.
#[derive(Debug)]
pub(crate) struct KeptColumns {
    lists: GraphLists,
    faults: Vec<ColumnFault>,
}

impl KeptColumns {
    /// As they are read where every sentence has one root, which is most that can be asked.
    pub(crate) fn read(text: &[u8], columns: Columns, space: &mut ColumnSpace) -> KeptColumns {
        let ColumnReading { graph, faults } = read_with(text, columns, Roots::One, space);
        // A copy has no more memory than it needs.
        let lists = graph.lists().clone();
        space.recycle(graph);
        KeptColumns { lists, faults }
    }

    /// The sentences over their text, unless so many roots would leave other faults in them.
    pub(crate) fn over<'s>(&'s self, text: &'s [u8], roots: Roots) -> Option<ColumnReading<'s>> {
        let is_same = roots == Roots::One || !self.faults.iter().any(|it| it.kind.is_of_tree());
        is_same.then(|| ColumnReading { graph: self.lists.over(text), faults: self.faults.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::formats::corpus::Held;
    use crate::formats::{Corpus, Reader};

    #[test]
    fn a_corpus_keeps_what_somebody_asked_for() {
        let text = "1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n";
        let corpus = Corpus::read(Reader::from_text("gold", text).unwrap()).unwrap();
        let space = &mut ColumnSpace::default();
        let mut asked = |roots: Roots| {
            let batch = Reader::from(&corpus).next_batch().unwrap();
            let sentence = batch.sentences().next().unwrap();
            let was_kept = matches!(sentence.held, Held::Columns(cell) if cell.get().is_some());
            assert_eq!(sentence.heads(roots, space).graph.words().len(), 1);
            was_kept
        };
        assert_eq!([asked(Roots::One), asked(Roots::One), asked(Roots::Any)], [false, true, true]);
    }

    #[test]
    fn what_is_kept_is_what_would_be_read() {
        let files = ["valid", "invalid"]
            .map(|folder| check::fixtures_of(&format!("conllu/{folder}"), "conllu").into_iter());
        let (mut n_read_again, mut n_faults) = (0, 0);
        for file in files.into_iter().flatten() {
            let text = std::fs::read(&file).unwrap();
            let space = &mut ColumnSpace::default();
            let kept = KeptColumns::read(&text, Columns::Conllu, space);
            for roots in [Roots::One, Roots::Several, Roots::Any] {
                let read = read_with(&text, Columns::Conllu, roots, space);
                let Some(found) = kept.over(&text, roots) else {
                    n_read_again += 1;
                    continue;
                };
                n_faults += found.faults.len();
                assert_eq!(found.faults, read.faults, "{} {roots:?}", file.display());
                assert_eq!(format!("{:?}", found.graph), format!("{:?}", read.graph));
                space.recycle(read.graph);
            }
        }
        // A cycle, several roots and none, each where they are allowed.
        assert!(n_read_again > 0 && n_faults > 0, "{n_read_again} {n_faults}");
    }
}
