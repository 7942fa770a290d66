//! What of gold's trees counts, kept for the systems to come.

use crate::formats::Sentence;
use crate::metric::Size;
use crate::metrics::trees::labels::{KnownLabels, LabelTable};
use crate::metrics::trees::parameters::Parameters;
use crate::metrics::trees::preparation::Prepared;
use crate::structures::tree::Tree;

/// What of gold's tree counts: found just now, or known before.
#[derive(Debug, Default)]
pub(super) struct GoldTree<'m> {
    pub(super) own: Prepared,
    pub(super) known: Option<&'m Prepared>,
}

impl GoldTree<'_> {
    pub(super) fn get(&self) -> &Prepared {
        self.known.unwrap_or(&self.own)
    }
}

/// What of gold's trees counts, where these are scored again and again, with the labels it is told by.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct KeptTrees {
    /// By what labels were told, once all trees are here.
    parameters: Option<Parameters>,
    labels: KnownLabels,
    trees: Vec<(Prepared, Size)>,
}

impl KeptTrees {
    /// Adds a tree. It is copied: the memory that it lies in was made for the largest one.
    pub(super) fn push(&mut self, prepared: &Prepared, tree: &Tree<'_>) {
        self.trees.push((prepared.clone(), prepared.size(tree)));
    }

    /// All are here: with the labels they are told by.
    pub(super) fn finish(&mut self, parameters: &Parameters, labels: LabelTable<'_>) {
        self.parameters = Some(parameters.clone());
        self.labels = labels.into_known();
    }

    /// The labels, if they are told by the same parameters: two that are no text may have one signature.
    pub(super) fn labels<'p>(&self, parameters: &'p Parameters) -> Option<LabelTable<'p>> {
        let is_same = self.parameters.as_ref() == Some(parameters);
        is_same.then(|| LabelTable::with(parameters, self.labels.clone()))
    }

    /// What is known of a sentence of gold.
    pub(super) fn of(&self, gold: Sentence<'_>) -> Option<&(Prepared, Size)> {
        gold.entry(&self.trees)
    }
}
