//! Pairs of entailments on a page: found by what they say of themselves and by why they got their answers,
//! explained by two graphs.

use crate::entailment::answers::Answer;
use crate::entailment::explain::{Explanation, alike};
use crate::entailment::oracle::Tried;
use crate::entailment::pairs::Pairs;
use crate::entailment::score::{EntailmentCounts, Entailments};
use crate::evaluation::Evaluation;
use crate::metric::Explains;
use crate::pictures::Figure;
use crate::report::explanation::ExplanationReport;
use crate::report::page::judged::has_words;
use crate::report::page::sentences::{MOST_DRAWINGS, PageSentences, Pictured};
use crate::report::{Cell, Column, Fact, Shown, Table};

/// What pairs may say of themselves, and what the same is called where only pairs that are YES count.
const SAID: [(&str, &str); 3] =
    [("relation", "relation_yes"), ("construction", "construction_yes"), ("source", "source_yes")];

/// Why answers are what they are, in words.
const REASON: &str = "because";
/// The relation that an answer hangs on.
const HANGS_ON: &str = "hangs_on";

/// Says why the pair at a place got its answer from a system at a place, where that is known.
pub type ExplainsPair<'a, E> = dyn FnMut(usize, usize) -> Result<Option<Explanation>, E> + 'a;

impl PageSentences {
    /// Pairs with what became of them.
    ///
    /// # Errors
    /// Where a pair cannot be explained.
    pub fn of_pairs<E>(
        pairs: &Pairs,
        systems: &[Evaluation<EntailmentCounts>],
        without_text: bool,
        explain: &mut ExplainsPair<'_, E>,
        turn: &dyn Fn(&crate::entailment::equivalences::Switch) -> String,
    ) -> Result<PageSentences, E> {
        let mut page = PageSentences::of_rows(systems, &EntailmentCounts::scores, |_| None);
        (page.only_counts, page.without_text, page.are_pairs) = (false, without_text, true);
        // Right answers are explained as long as there is room.
        let are_few = page.rows.len() * systems.len() <= MOST_DRAWINGS;
        let mut n_drawn = 0;
        for at in 0..page.rows.len() {
            let number = page.rows[at].number;
            let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let Some((place, pair)) =
                place.and_then(|place| Some((place, pairs.pairs.get(place)?)))
            else {
                continue;
            };
            let is_shown = !without_text || !has_words(pair);
            let id = Some(pair.id.clone()).filter(|id| is_shown && *id != number.to_string());
            page.rows[at].id = id;
            if !without_text {
                page.rows[at].text = format!("{} ⇒ {}", pair.text, pair.hypothesis);
            }
            for (of, system) in systems.iter().enumerate() {
                let row = system.rows.get(place).filter(|row| row.sentence == number);
                let Some(Ok(counts)) = row.map(|row| &row.outcome.result) else { continue };
                let is_right = Entailments.badness(counts).is_none();
                let mut cells: Vec<(&'static str, String)> = Vec::new();
                let answer = Answer::from(counts.yes().gold > 0);
                cells.push(("answer", answer.name().to_string()));
                for (kind, of_yes) in SAID {
                    cells.extend(pair.said(kind).map(|value| (kind, value.to_string())));
                    let of_yes = pair.said(kind).map(|value| (of_yes, value.to_string()));
                    cells.extend(of_yes.filter(|_| answer == Answer::Yes));
                }
                let wanted = (are_few || !is_right) && n_drawn < MOST_DRAWINGS;
                let explained = if wanted { explain(of, place)? } else { None };
                if let Some(explained) = &explained {
                    n_drawn += 1;
                    for alike in alike(std::slice::from_ref(explained)) {
                        let why = format!("{}: {}", alike.answer, alike.because.words());
                        if !cells.iter().any(|(table, row)| *table == REASON && *row == why) {
                            cells.push((REASON, why));
                        }
                        cells.extend(alike.relation.map(|relation| (HANGS_ON, relation)));
                    }
                }
                let cells: Vec<[u64; 4]> = cells
                    .into_iter()
                    .map(|name| {
                        let id = page.cell(name);
                        [id, u64::from(!is_right), 0, u64::from(is_right)]
                    })
                    .collect();
                let Some(Some(own)) = page.rows[at].of.get_mut(of) else { continue };
                own.cells = cells;
                if let Some(explanation) = &explained {
                    let report = ExplanationReport { explanation, turn };
                    let title = format!("pair {}", explanation.id);
                    own.show(&ExplainedAnswer { is_right, report }, &title, without_text);
                }
            }
        }
        page.add_ledgers(systems, |counts| Entailments.ledgers(counts));
        Ok(page)
    }

    /// Notes of wrong answers on a parser's output what caused them. The parser is the last system.
    pub fn add_causes(&mut self, tried: &Tried) {
        let Some(of) = tried.systems.len().checked_sub(1) else { return };
        for wrong in tried.causes.iter().flatten() {
            let side = match wrong.gold {
                Answer::Yes => "causes_false_negatives",
                Answer::No => "causes_false_positives",
            };
            let cause = wrong.cause.words();
            let names = [("causes", cause), ("causes", "total"), (side, cause), (side, "total")];
            let ids = names.map(|(table, row)| self.cell((table, row.to_string())));
            let number = wrong.pair as u64 + 1;
            let row = self.rows.iter_mut().find(|row| row.number == number);
            let own = row.and_then(|row| row.of.get_mut(of)?.as_mut());
            if let Some(own) = own {
                own.cells.extend(ids.map(|id| [id, 1, 0, 0]));
            }
        }
    }

    /// How many wrong answers each system gives for each reason, and on what relations they hang; nothing
    /// where none is explained.
    pub fn reason_tables(&self, systems: &[Evaluation<EntailmentCounts>]) -> Vec<Table> {
        let tables = [
            (REASON, "answer: reason", "Wrong answers by reason"),
            (HANGS_ON, "relation", "Wrong answers by the relation they hang on"),
        ];
        let table = |(name, heading, title): (&'static str, &'static str, &str)| {
            let mut rows: Vec<(u64, Vec<Cell>)> = Vec::new();
            for (id, (_, row)) in (0..).zip(&self.cells).filter(|(_, cell)| cell.0 == name) {
                let count = |of: usize| -> u64 {
                    let own = self.rows.iter().filter_map(|row| row.of.get(of)?.as_ref());
                    let cells = own.flat_map(|own| &own.cells);
                    cells.filter(|cell| cell[0] == id).map(|cell| cell[1]).sum()
                };
                let counts: Vec<u64> = (0..systems.len()).map(count).collect();
                let mut cells = vec![Cell::Text(row.clone())];
                cells.extend(counts.iter().map(|n| Cell::Count(*n)));
                rows.push((counts.iter().sum(), cells));
            }
            rows.retain(|(n, _)| *n > 0);
            rows.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
            let mut columns = vec![Column::headed("reason", heading)];
            columns.extend(systems.iter().map(|system| Column::about(&system.system)));
            let rows: Vec<Vec<Cell>> = rows.into_iter().map(|(_, row)| row).collect();
            let title = title.to_string();
            (!rows.is_empty()).then_some(Table {
                name,
                title,
                columns,
                rows,
                shown: Shown::Everywhere,
            })
        };
        tables.into_iter().filter_map(table).collect()
    }
}

/// An answer of a system, and what its parses say of it.
struct ExplainedAnswer<'a> {
    is_right: bool,
    report: ExplanationReport<'a>,
}

impl Pictured for ExplainedAnswer<'_> {
    fn text(&self) -> String {
        self.report.explanation.sentences.join(" ⇒ ")
    }

    fn figure(&self) -> Option<Figure> {
        self.report.figure()
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = self.facts_without_words();
        facts.extend(self.report.facts());
        facts
    }

    /// Relations are between words.
    fn facts_without_words(&self) -> Vec<Fact> {
        let note = |label: String| Fact { side: "class", label, text: String::new() };
        let mut facts = vec![note(self.report.verdict())];
        if self.report.explanation.is_right().is_some_and(|right| right != self.is_right) {
            let text = "These parses and this module give the other answer: the answers were made otherwise.";
            facts.push(note(text.to_string()));
        }
        facts
    }

    fn n_errors(&self) -> u64 {
        u64::from(!self.is_right)
    }
}
