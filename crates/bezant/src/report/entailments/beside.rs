//! Answers beside other scores of the same parsers, and where answers come from.

use crate::comparison::{Beside, ModuleOrder};
use crate::entailment::answers::Signed;
use crate::report::{Cell, Column, Report, Shown, Table};

#[doc(hidden)]
impl Report {
    /// Adds accuracies beside other scores (tables 2 of the task's article and 7 of the later one), and
    /// how far the orders of systems agree.
    pub fn add_beside(&mut self, all: &[Beside]) {
        let names = Beside::headings(all);
        let mut columns = vec![Column::new("system"), Column::new("accuracy")];
        columns.extend(names.iter().map(|name| Column::about(name)));
        let row = |one: &Beside| {
            let mut row = vec![Cell::Text(one.system.clone()), Cell::Share(one.accuracy)];
            let score = |name: &&str| one.score(name).as_ref().map_or(Cell::Nothing, Cell::score);
            row.extend(names.iter().map(score));
            row
        };
        let title = "Entailments beside other scores of the same parsers".to_string();
        let rows = all.iter().map(row).collect();
        self.tables.push(Table { name: "beside", title, columns, rows, shown: Shown::Everywhere });

        let row = |ModuleOrder { module, with, orders }: ModuleOrder| {
            let of = if module.is_empty() { "accuracy".to_string() } else { module };
            vec![
                Cell::Text(of),
                Cell::Text(with),
                Cell::Count(orders.systems),
                Cell::Number(orders.spearman),
                Cell::Number(orders.kendall),
            ]
        };
        let rows = Beside::orders(all).into_iter().map(row).collect();
        let columns = vec![
            Column::new("of"),
            Column::new("with"),
            Column::new("systems"),
            Column::headed("spearman", "Spearman's rho"),
            Column::headed("kendall", "Kendall's tau"),
        ];
        let (name, title) = ("rank_correlation", "Do both put systems in one order?".to_string());
        self.tables.push(Table { name, title, columns, rows, shown: Shown::Everywhere });
    }

    /// Adds where answers come from, as far as they say.
    pub fn add_made_by(&mut self, systems: &[Signed]) {
        let row = |one: &Signed| {
            let made_by = one.made_by.as_ref()?;
            let field = |key: &str| Cell::Text(made_by.get(key).unwrap_or_default().to_string());
            let name = Cell::Text(one.answers.name.clone());
            let published = made_by.get("published").unwrap_or("no").to_string();
            Some(vec![
                name,
                field("module"),
                Cell::Text(published),
                field("parser"),
                field("parsed"),
            ])
        };
        let rows: Vec<Vec<Cell>> = systems.iter().filter_map(row).collect();
        if rows.is_empty() {
            return;
        }
        let columns = vec![
            Column::new("system"),
            Column::new("module"),
            Column::headed("published", "as published"),
            Column::new("parser"),
            Column::headed("parsed", "fingerprint of parses"),
        ];
        let title = "Where the answers come from".to_string();
        self.tables.push(Table { name: "made_by", title, columns, rows, shown: Shown::Everywhere });
        let told = systems
            .iter()
            .filter_map(|one| Some(format!("{}: {}", one.answers.name, one.made_by.as_ref()?)));
        self.details.extend(told);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::{Answer, Answers, Given};
    use crate::entailment::score::evaluate;
    use crate::entailment::{Pair, Pairs};
    use crate::metric::Score;
    use crate::report::EntailmentReport;

    #[test]
    fn orders_are_compared_within_a_module() {
        let pair = Pair { id: "1".to_string(), answer: Some(Answer::Yes), ..Pair::default() };
        let pairs = Pairs { name: "pairs".to_string(), pairs: vec![pair] };
        let given = vec![Given { answer: Answer::Yes, probability: None, score: None }];
        let answers = Answers { name: "a".to_string(), given };
        let systems = evaluate(&pairs, &[answers]).unwrap();
        let mut report = EntailmentReport::saved("pairs").build(&systems);
        let one = |system: &str, module: &str, accuracy, uas| Beside {
            system: system.to_string(),
            module: module.to_string(),
            accuracy: Some(accuracy),
            scores: vec![("UAS".to_string(), Score::share("UAS", Some(uas)))],
        };
        let mut all = vec![
            one("a:x", "x", 0.7, 0.9),
            one("b:x", "x", 0.6, 0.8),
            one("a:y", "y", 0.5, 0.9),
            one("b:y", "y", 0.6, 0.8),
        ];
        all.push(Beside { scores: Vec::new(), ..one("c:y", "y", 0.9, 0.0) });
        report.add_beside(&all);
        let find = |name: &str| report.tables.iter().find(|table| table.name == name).unwrap();
        assert_eq!(find("beside").rows[4][2], Cell::Nothing);
        let orders: Vec<&[Cell]> =
            find("rank_correlation").rows.iter().map(|row| &row[2..]).collect();
        let expected = |rho| [Cell::Count(2), Cell::Number(Some(rho)), Cell::Number(Some(rho))];
        assert_eq!(orders, [expected(1.0), expected(-1.0)]);
    }
}
