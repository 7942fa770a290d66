//! What is said about a module by itself.

use crate::counts::ratio;
use crate::entailment::answers::Answer;
use crate::entailment::oracle::{Cause, Luck, OraclePage, Transparency, Tried, WrongAnswer};
use crate::report::{Cell, Column, Report, Shown, Table};

#[doc(hidden)]
impl Report {
    /// Adds what a module is worth by itself.
    pub fn add_oracle(&mut self, tried: &Tried) {
        self.tables.push(oracle_table(&tried.page));
        let transparency = tried.page.parser.and_then(|parser| parser.transparency);
        self.tables.extend(transparency.map(transparency_table));
        self.tables.extend(tried.causes.as_deref().map(cause_table));
    }
}

/// How far a module passes on what the parser found.
fn transparency_table(found: Transparency) -> Table {
    let row = |name: &str, n: u64| vec![Cell::Text(name.to_string()), Cell::Count(n)];
    let share = found.share();
    Table {
        name: "transparency",
        title: "The module against people who see the same parses".to_string(),
        columns: vec![Column::new("what"), Column::new("pairs")],
        rows: vec![
            row("same answer", found.agree),
            row("in the parser's favour", found.in_favour),
            row("to the parser's detriment", found.to_detriment),
            vec![Cell::Text("transparency".to_string()), Cell::Share(share)],
        ],
        shown: Shown::Everywhere,
    }
}

/// Wrong answers by cause: table 6 of the article. A pair that is YES and was answered NO is a
/// false negative.
fn cause_table(wrong: &[WrongAnswer]) -> Table {
    let count = |cause: Option<Cause>, gold: Option<Answer>| {
        let fits = |one: &&WrongAnswer| {
            cause.is_none_or(|cause| cause == one.cause) && gold.is_none_or(|gold| gold == one.gold)
        };
        Cell::Count(wrong.iter().filter(fits).count() as u64)
    };
    let row = |name: &str, cause: Option<Cause>| {
        vec![
            Cell::Text(name.to_string()),
            count(cause, Some(Answer::Yes)),
            count(cause, Some(Answer::No)),
            count(cause, None),
        ]
    };
    let mut rows: Vec<_> =
        Cause::ALL.into_iter().map(|cause| row(cause.words(), Some(cause))).collect();
    rows.push(row("total", None));
    let columns = vec![
        Column::new("cause"),
        Column::headed("false_negatives", "FN"),
        Column::headed("false_positives", "FP"),
        Column::new("total"),
    ];
    let title = "Wrong answers by cause".to_string();
    Table { name: "causes", title, columns, rows, shown: Shown::Everywhere }
}

/// How good the parser is without the module, and the module without the parser, in one table.
fn oracle_table(page: &OraclePage) -> Table {
    let line = |what: &str, part: u64, whole: u64| {
        vec![
            Cell::Text(what.to_string()),
            Cell::Count(part),
            Cell::Count(whole),
            Cell::Share(ratio(part, whole)),
        ]
    };
    let mut rows = Vec::new();
    if let Some(right) = page.right_on_gold {
        rows.push(line("gold parses and this module: right", right, page.n_pairs));
    }
    if let Some(parser) = &page.parser {
        rows.push(line("the parser and this module: right", parser.right, page.n_pairs));
        if let Some(right) = parser.right_by_people {
            rows.push(line("the parser and an oracle module: right", right, page.n_pairs));
        }
        if let Some(Transparency { agree, .. }) = parser.transparency {
            rows.push(line("this module and an oracle module: same answer", agree, page.n_pairs));
        }
        let Luck { right_yes, lucky } = parser.luck;
        rows.push(line("right YES: with a core match", right_yes - lucky, right_yes));
        rows.push(line("right YES: a lucky guess", lucky, right_yes));
        rows.push(line("a word has another part of speech in H", parser.other_parts, page.n_pairs));
    }
    let columns =
        vec![Column::new("what"), Column::new("pairs"), Column::new("of"), Column::new("share")];
    let title = "The parser without the module, the module without the parser".to_string();
    Table { name: "oracle", title, columns, rows, shown: Shown::Everywhere }
}
