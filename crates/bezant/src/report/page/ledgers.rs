//! What stands behind the scores of each sentence of a page.

use std::collections::BTreeMap;

use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::Ledger;
use crate::report::page::sentences::PageSentences;

/// With more of them, a page would take too long to open.
const MOST: usize = 1_000_000;

impl PageSentences {
    /// Notes what stands behind the scores of its sentences, as far as a page has room: of all or of none.
    /// Sentences that were skipped have what is missing if nothing was found in them.
    pub fn add_ledgers<C: Counts>(
        &mut self,
        systems: &[Evaluation<C>],
        ledgers: impl Fn(&C) -> Vec<Ledger>,
    ) {
        let rows = self.rows.iter().enumerate();
        let places: BTreeMap<(u64, u64), usize> =
            rows.map(|(at, row)| ((row.number, row.n_sentences), at)).collect();
        let n_cells = self.cells.len();
        let mut known: BTreeMap<(&'static str, String), u64> = BTreeMap::new();
        let mut n = 0;
        for (at, system) in systems.iter().enumerate() {
            for row in &system.rows {
                let Some(place) = places.get(&(row.sentence, row.n_sentences)) else { continue };
                let Some(Some(own)) = self.rows[*place].of.get_mut(at) else { continue };
                let counts = match &row.outcome.result {
                    Ok(counts) => counts,
                    Err(skipped) => &skipped.missed,
                };
                for ledger in ledgers(counts) {
                    let name = (ledger.table, ledger.what.to_string());
                    let id = *known.entry(name).or_insert_with_key(|name| {
                        self.cells.push(name.clone());
                        self.cells.len() as u64 - 1
                    });
                    if !ledger.is_empty() {
                        own.ledgers.push((id, [ledger.missing, ledger.extra, ledger.right]));
                        n += 1;
                    }
                }
                if n > MOST {
                    let all = self.rows.iter_mut().flat_map(|row| row.of.iter_mut().flatten());
                    all.for_each(|own| own.ledgers.clear());
                    return self.cells.truncate(n_cells);
                }
            }
        }
    }
}
