//! The pairs behind a number, and lists of them.

use super::sheet::readable;
use super::unread::UNPARSED;
use super::{EntailmentReport, Systems, is_wrong};
use crate::comparison::NotThere;
use crate::counts::Counts;
use crate::entailment::answers::Answer;
use crate::entailment::score::{EntailmentCounts, Entailments};
use crate::report::{CellName, Contrast, Table};

impl EntailmentReport<'_> {
    /// Of a report's tables those behind whose cells pairs can be shown.
    pub fn tables_of(tables: &[Table]) -> Vec<Table> {
        let shown = EntailmentReport::names().shown;
        tables.iter().filter(|table| shown.contains(&table.name)).cloned().collect()
    }

    /// The pairs behind a cell as one of these tables writes it: those that some system has wrong, or the one that
    /// the column names. Nothing where there is no such cell.
    pub fn behind(&self, cell: &CellName, systems: Systems<'_>) -> Option<Vec<usize>> {
        let rows = 0..systems.first().map_or(0, |system| system.rows.len());
        if cell.table == "sheet" {
            let (system, column) = systems.iter().find_map(|system| {
                let column = cell.place.strip_prefix(&system.system)?;
                Some((system, column.strip_prefix(':').or(column.is_empty().then_some("wrong"))?))
            })?;
            let is_there = |counts: &EntailmentCounts, n_unparsed: u64| match column {
                "yes_answers" => Some(counts.yes().system > 0),
                UNPARSED => Some(n_unparsed > 0),
                column => counts.named().iter().find(|(n, _)| *n == column).map(|(_, n)| *n > 0),
            };
            if column == "wrong" {
                return Some(rows.filter(|at| is_wrong(system, *at)).collect());
            }
            is_there(&EntailmentCounts::default(), 0)?;
            let is_there = |at: &usize| {
                readable(system, *at).and_then(|(counts, n)| is_there(&counts, n)) == Some(true)
            };
            return Some(rows.filter(is_there).collect());
        }
        let pairs = &self.pairs?.pairs;
        let said = |at: usize| pairs[at].more.get(&cell.table).map_or("", String::as_str);
        let values = |at: usize| said(at).split([',', ';']).map(str::trim);
        let is_named = |value: &str| {
            let rest = cell.place.strip_prefix(value)?;
            rest.strip_prefix(':').or(rest.is_empty().then_some(""))
        };
        let column = rows
            .clone()
            .find_map(|at| values(at).filter(|value| !value.is_empty()).find_map(is_named))?;
        let value = cell.place.strip_suffix(column)?.trim_end_matches(':');
        let named = systems.iter().find(|system| system.system == column);
        let is_there = |at: &usize| match (column, named) {
            (_, Some(system)) => is_wrong(system, *at),
            ("pairs", _) => true,
            ("yes", _) => pairs[*at].answer == Some(Answer::Yes),
            _ => systems.iter().any(|system| is_wrong(system, *at)),
        };
        if named.is_none() && !["", "pairs", "yes"].contains(&column) {
            return None;
        }
        let here = rows.filter(|at| values(*at).any(|other| other == value));
        Some(here.filter(is_there).collect())
    }

    /// A list of the pairs that were [found](EntailmentReport::behind) behind a cell, at most so many.
    pub fn list_behind(
        &self,
        (cell, found): (&CellName, Vec<usize>),
        systems: Systems<'_>,
        most: usize,
    ) -> Table {
        self.list_some("shown", &format!("Behind {cell}"), systems, (found, most))
    }

    /// A list of the pairs that one system has right and another wrong, at most so many.
    ///
    /// # Errors
    /// Where no system has one of the names.
    pub fn contrast(
        &self,
        [right, wrong]: [&str; 2],
        systems: Systems<'_>,
        most: usize,
    ) -> Result<Table, NotThere> {
        let found = Contrast::of(&Entailments, systems, [right, wrong], usize::MAX)?.rows;
        let what = format!("Where {right} is right and {wrong} is wrong");
        Ok(self.list_some("contrasts", &what, systems, (found, most)))
    }

    /// A list of the first of some pairs, at most so many, whose title says of how many.
    pub(super) fn list_some(
        &self,
        name: &'static str,
        what: &str,
        systems: Systems<'_>,
        (mut pairs, most): (Vec<usize>, usize),
    ) -> Table {
        let n = pairs.len();
        pairs.truncate(most);
        self.list(name, &format!("{what}: {} of {n} pairs", pairs.len()), systems, pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Answers;
    use crate::entailment::pairs::Pairs;
    use crate::entailment::score::evaluate;
    use crate::report::Cell;

    fn ids(table: &Table) -> Vec<&str> {
        let ids = table.rows.iter().map(|row| match &row[0] {
            Cell::Text(id) => id.as_str(),
            _ => "",
        });
        ids.collect()
    }

    #[test]
    fn lists_have_the_pairs_that_were_asked_for() {
        let text = "id,text,hypothesis,entailment,relation\n1,T.,A.,YES,nsubj\n2,T.,B.,NO,dobj\n3,T.,C.,YES,nsubj\n";
        let pairs = Pairs::read("p", text.as_bytes(), None).unwrap();
        let answers = [("a", "1\tYES\n2\tYES\n3\tYES\n"), ("b", "1\tNO\n2\tNO\n3\tYES\n")];
        let answers =
            answers.map(|(name, text)| Answers::read(name, text.as_bytes(), &pairs).unwrap());
        let systems = evaluate(&pairs, &answers).unwrap();
        let shown = EntailmentReport { pairs: Some(&pairs), ..EntailmentReport::saved("p") };
        let tables = shown.build(&systems).tables;
        let tables = EntailmentReport::tables_of(&tables);
        let behind = |cell: &str, most| {
            let cell: CellName = cell.parse().unwrap();
            let found = shown.behind(&cell.as_written(&tables), &systems)?;
            Some(shown.list_behind((&cell, found), &systems, most))
        };
        for (cell, expected) in [
            ("relation:nsubj", &["1"][..]),
            ("Relations:NSUBJ:b", &["1"]),
            ("sheet:a:yes_answers", &["1", "2", "3"]),
            ("sheet:b:yes_wrong", &["1"]),
        ] {
            assert_eq!(ids(&behind(cell, 5).unwrap()), expected, "{cell}");
        }
        let one = behind("sheet:a:yes_answers", 1).unwrap();
        assert_eq!(
            (ids(&one), &*one.title),
            (vec!["1"], "Behind sheet:a:yes_answers: 1 of 3 pairs")
        );
        for cell in ["relation:conj", "scores:a", "sheet:c"] {
            assert!(behind(cell, 5).is_none(), "{cell}");
        }
        let contrast = |names| shown.contrast(names, &systems, 5);
        assert_eq!(ids(&contrast(["a", "b"]).unwrap()), ["1"]);
        assert_eq!(ids(&contrast(["b", "a"]).unwrap()), ["2"]);
        assert!(contrast(["a", "c"]).is_err());
    }
}
