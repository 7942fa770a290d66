//! What is said of a system's outputs beside their counts: whether they were well-formed, whether their
//! words are gold's, and what was repaired.

use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::formats::outputs::OutputFacts;
use crate::formats::repair::RepairKind;
use crate::formats::{FORMATS, can_be_repaired};

/// What is said of the outputs of one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowOutputs {
    /// How many were well-formed as returned.
    pub n_valid: u64,
    /// How many have gold's words.
    pub n_faithful: u64,
    /// Kinds of repair, with how often each was needed.
    pub repairs: Vec<(RepairKind, u64)>,
}

#[doc(hidden)]
impl<C: Counts> Evaluation<C> {
    /// Whether outputs could have been repaired, as far as the signature says how gold is written: of trees it names
    /// formats with crossing branches, and other layouts are those of plain trees.
    pub(crate) fn can_be_repaired(&self) -> bool {
        let layout = self.signature.get("layout");
        let gold =
            FORMATS.iter().find(|row| row.format.may_have_gaps() && Some(row.name) == layout);
        gold.is_none_or(|row| can_be_repaired(row.format))
    }

    /// Notes what is said of outputs, one for each sentence of gold.
    pub fn note_outputs(&mut self, facts: &[OutputFacts]) {
        for (at, row) in self.rows.iter().enumerate() {
            let first = usize::try_from(row.sentence.saturating_sub(1)).unwrap_or(usize::MAX);
            let end = first.saturating_add(usize::try_from(row.n_sentences).unwrap_or(usize::MAX));
            let Some(here) = facts.get(first..end.min(facts.len())) else { continue };
            if here.is_empty() {
                continue;
            }
            let mut repairs = crate::formats::repair::Repairs::default();
            here.iter().for_each(|fact| repairs.extend(&fact.repairs));
            let count = |is: fn(&OutputFacts) -> bool| here.iter().filter(|fact| is(fact)).count();
            let outputs = RowOutputs {
                n_valid: count(|fact| fact.is_valid) as u64,
                n_faithful: count(|fact| fact.is_faithful) as u64,
                repairs: repairs.iter().collect(),
            };
            self.said.entry(at).or_default().outputs = Some(outputs);
        }
        self.signature = self.signature.clone().with("repair", "yes");
    }
}
