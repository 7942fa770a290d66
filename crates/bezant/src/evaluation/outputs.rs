//! What is said of a system's outputs beside their counts: whether they were well-formed, whether their
//! words are gold's, and what was repaired. It stands with the rows, so that it is saved and merged
//! with them.

use crate::counts::Counts;
use crate::evaluation::{Evaluation, Groups};
use crate::formats::outputs::OutputFacts;
use crate::formats::repair::RepairKind;
use crate::formats::{FORMATS, can_be_repaired};

const VALID: &str = "valid";
const FAITHFUL: &str = "faithful";
const REPAIRS: &str = "repairs";

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
            let mut said = Groups::new();
            said.insert(VALID.to_string(), count(|fact| fact.is_valid).to_string());
            said.insert(FAITHFUL.to_string(), count(|fact| fact.is_faithful).to_string());
            if !repairs.is_empty() {
                let shown: Vec<String> =
                    repairs.iter().map(|(kind, n)| format!("{} {n}", kind.name())).collect();
                said.insert(REPAIRS.to_string(), shown.join(", "));
            }
            self.groups.entry(at).or_default().extend(said);
        }
        self.signature = self.signature.clone().with("repair", "yes");
    }

    /// What is said of the outputs of a row, if anything is.
    pub(crate) fn outputs_of(&self, row: usize) -> Option<RowOutputs> {
        let said = self.groups.get(&row)?;
        let number = |name: &str| said.get(name)?.parse().ok();
        let repair = |text: &str| {
            let (name, n) = text.rsplit_once(' ')?;
            Some((RepairKind::of_name(name)?, n.parse().ok()?))
        };
        let repairs = said.get(REPAIRS).map_or("", String::as_str).split(", ");
        Some(RowOutputs {
            n_valid: number(VALID)?,
            n_faithful: number(FAITHFUL)?,
            repairs: repairs.filter_map(repair).collect(),
        })
    }
}
