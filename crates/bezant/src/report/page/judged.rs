//! Pairs that people judged, on a page: what became of each and why, who said what, and how systems answer it.

use std::collections::BTreeMap;

use crate::entailment::filter::{Fate, JudgedPair, PairOutcome, Person};
use crate::entailment::judgements::Judgement;
use crate::entailment::pairs::Pair;
use crate::report::filter::{
    ALL_GONE, ALL_KEPT, ALL_PAIRS, ANSWERS_TABLE, AnsweredPairs, FilterReport, KEPT_BY, STEPS,
    STEPS_TABLE, fate_in_words, in_words, outcome_in_words, said_of,
};
use crate::report::page::markup::{Said, part};
use crate::report::page::sentences::{InSystem, PageSentence, PageSentences};
use crate::report::{Cell, Fact, Report, Table};

/// What stands in the place of a system: what people make of pairs.
const PEOPLE: &str = "people";

/// Lists of pairs, each of which leads to its pair; without words they would say nothing.
const EXAMPLES: [&str; 3] = ["example", "text", "hypothesis"];

impl PageSentences {
    /// Pairs with what people said of them, and with the answers of systems.
    pub fn of_judged(
        shown: &FilterReport<'_>,
        systems: &[AnsweredPairs],
        without_text: bool,
    ) -> PageSentences {
        let mut page = PageSentences {
            n_all: shown.pairs.pairs.len(),
            without_text,
            are_pairs: true,
            ..PageSentences::default()
        };
        page.n_staying = 1;
        let mut cells = Cells::default();
        page.names = vec![PEOPLE.to_string()];
        page.names.extend(systems.iter().map(|system| system.name.clone()));
        let mut said: BTreeMap<&str, Vec<&Judgement>> = BTreeMap::new();
        for judgement in &shown.settled.judgements {
            said.entry(&judgement.pair).or_default().push(judgement);
        }
        let people: BTreeMap<&str, &Person> =
            shown.filtered.people.iter().map(|person| (person.name.as_str(), person)).collect();
        for (at, (pair, judged)) in shown.judged().enumerate() {
            let number = at as u64 + 1;
            let lines = said.get(pair.id.as_str()).map_or(&[][..], Vec::as_slice);
            let mut judges: Vec<(&Person, &Judgement)> = lines
                .iter()
                .filter_map(|line| Some((*people.get(line.annotator.as_str())?, *line)))
                .collect();
            judges.sort_by_key(|(person, _)| person.number);
            let mut of = vec![Some(by_people(&mut cells, shown, pair, judged, &judges))];
            for system in systems {
                of.push(system.counts.get(at).copied().flatten().map(|counts| {
                    let is_right = counts.is_right();
                    let own = rows_of(judged.outcome).map(|row| {
                        let id = cells.number((ANSWERS_TABLE, row.to_string()));
                        [id, u64::from(!is_right), 0, u64::from(is_right)]
                    });
                    let given = counts.given().name();
                    let how = if is_right { "right" } else { "wrong" };
                    InSystem {
                        score: counts.accuracy(),
                        errors: u64::from(!is_right),
                        cells: own.collect(),
                        facts: vec![note(format!("answers {given}, which is {how}"))],
                        ..InSystem::default()
                    }
                }));
            }
            page.places.insert(pair.id.clone(), number);
            page.rows.push(pair_row(number, pair, of, without_text));
        }
        page.cells = cells.all;
        page
    }
}

/// A pair as a row of the page. Without text it has neither words nor an id that is made of them.
pub(super) fn pair_row(
    number: u64,
    pair: &Pair,
    of: Vec<Option<InSystem>>,
    without_text: bool,
) -> PageSentence {
    let is_shown = !without_text || !has_words(pair);
    PageSentence {
        number,
        n_sentences: 1,
        length: u32::try_from(pair.text.split_whitespace().count()).unwrap_or(u32::MAX),
        depth: 0,
        text: match without_text {
            true => String::new(),
            false => format!("{} ⇒ {}", pair.text, pair.hypothesis),
        },
        id: Some(pair.id.clone()).filter(|id| is_shown && *id != number.to_string()),
        of,
        joint: None,
    }
}

/// Cells by number.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) all: Vec<(&'static str, String)>,
    known: BTreeMap<(&'static str, String), u64>,
}

impl Cells {
    /// The number of a cell, which is noted if it is a new one.
    pub(super) fn number(&mut self, name: (&'static str, String)) -> u64 {
        let all = &mut self.all;
        *self.known.entry(name).or_insert_with_key(|name| {
            all.push(name.clone());
            all.len() as u64 - 1
        })
    }
}

/// What people make of a pair: whether it stays, in which tables it is counted, who said what.
fn by_people(
    numbers: &mut Cells,
    shown: &FilterReport<'_>,
    pair: &Pair,
    judged: &JudgedPair,
    judges: &[(&Person, &Judgement)],
) -> InSystem {
    let is_kept = judged.is_kept();
    let mut cells: Vec<(&'static str, String, bool)> = Vec::new();
    cells.push((STEPS_TABLE, ALL_PAIRS.to_string(), false));
    for (reason, step) in STEPS {
        let goes = judged.outcome == PairOutcome::Dropped(reason);
        cells.push((STEPS_TABLE, step.to_string(), goes));
        if goes {
            cells.push(("reasons", in_words(reason).to_string(), true));
            break;
        }
    }
    let outcome = outcome_in_words(judged.outcome).to_string();
    cells.extend(rows_of(judged.outcome).map(|row| ("outcomes", row.to_string(), !is_kept)));
    if let Some(estimate) = judged.estimate {
        let differs =
            matches!(judged.outcome, PairOutcome::Kept(answer) if answer != estimate.answer);
        cells.push(("estimates", outcome.clone(), differs));
    }
    for (table, by) in KEPT_BY {
        for value in said_of(pair, by) {
            cells.push((table, value.to_string(), !is_kept));
            if let PairOutcome::Kept(answer) = judged.outcome {
                cells.push((table, format!("{value}: {}", answer.name()), false));
            }
        }
    }
    let kept = is_kept.then_some(("pairs kept", judged.left));
    let stages = [("all", judged.given), ("annotators left", judged.left)];
    for (stage, given) in stages.into_iter().chain(kept) {
        if given.iter().sum::<u64>() > 0 {
            let is_divided = shown.filtered.is_divided(given);
            cells.push(("agreement", stage.to_string(), is_divided));
        }
    }
    let mut facts = vec![note(match judged.outcome {
        PairOutcome::Kept(_) => outcome,
        PairOutcome::Dropped(_) => format!("went: {outcome}"),
    })];
    if let Some(silver) = pair.answer {
        facts.push(note(format!("silver: {}", silver.name())));
    }
    for (person, line) in judges {
        let agrees = shown.filtered.agrees(pair, judged, line.answer);
        cells.push(("annotators", person.number.to_string(), agrees == Some(false)));
        let mut told = format!("annotator {}: {}", person.number, line.answer);
        if let Some(seconds) = line.seconds {
            told += &format!(", {seconds} s");
        }
        if !person.fate.is_left() {
            told += &format!(" (not counted: {})", fate_in_words(person.fate));
        } else if person.fate == Fate::Unknown {
            told += &format!(" ({})", fate_in_words(person.fate));
        }
        facts.push(note(told));
    }
    if let Some(estimate) = judged.estimate {
        let share = Cell::Share(Some(estimate.probability)).shown();
        facts.push(note(format!(
            "Dawid and Skene's estimate: {}, {share} %",
            estimate.answer.name()
        )));
    }
    for (_, by) in KEPT_BY.into_iter().filter(|(_, by)| *by != "answer") {
        facts.extend(said_of(pair, by).map(|value| note(format!("{by}: {value}"))));
    }
    InSystem {
        score: Some(if is_kept { 1.0 } else { 0.0 }),
        errors: u64::from(!is_kept),
        cells: cells
            .into_iter()
            .map(|(table, row, is_missing)| {
                let id = numbers.number((table, row));
                [id, u64::from(is_missing), 0, u64::from(!is_missing)]
            })
            .collect(),
        facts,
        ..InSystem::default()
    }
}

#[doc(hidden)]
impl Report {
    /// The same without sentences, and without ids, which may be made of their words.
    pub fn without_pairs(mut self) -> Report {
        self.tables.retain(|table| table.columns.first().is_none_or(|first| first.name != "id"));
        for table in &mut self.tables {
            let stays: Vec<bool> =
                table.columns.iter().map(|it| !EXAMPLES.contains(&it.name.as_ref())).collect();
            let mut at = stays.iter();
            table.columns.retain(|_| *at.next().unwrap_or(&true));
            for row in &mut table.rows {
                let mut at = stays.iter();
                row.retain(|_| *at.next().unwrap_or(&true));
            }
            if table.name == "against" {
                table.rows.retain(|row| {
                    !row.first().is_some_and(|what| what.shown().starts_with("same id"))
                });
            }
        }
        self.notes.retain(|note| !note.contains("that no pair has"));
        self
    }
}

impl Said<'_> {
    /// From a number of a table about people's judgements to its pairs.
    pub(super) fn to_judged(
        &self,
        table: &Table,
        row: &[Cell],
        (place, key): (usize, &str),
    ) -> Option<String> {
        let column = table.columns[place].name.as_ref();
        if place == 0 {
            let places = &self.section.sentences.as_ref()?.places;
            let number = places.get(&row.first()?.shown())?;
            let to = format!("all/all/system={PEOPLE}/any/order=number/sentence={number}");
            return (column == "id").then_some(to);
        }
        let behind = |table: &'static str, key: &str, whose: &str, kind: &str| {
            let is_there = self.cells.contains(&(table, key));
            let (to, whose) = (part(key), part(whose));
            is_there.then(|| format!("{}/{to}/system={whose}/{kind}", part(table)))
        };
        let is_whole = matches!(row[place], Cell::Share(Some(1.0)) | Cell::Number(Some(1.0)));
        let name = match table.name {
            "dropped_annotators" => "annotators",
            name => name,
        };
        match (name, column) {
            (STEPS_TABLE, "went") => behind(name, key, PEOPLE, "errors"),
            (STEPS_TABLE, "left") => behind(name, key, PEOPLE, "right"),
            ("reasons", "pairs") => behind(name, key, PEOPLE, "errors"),
            ("agreement", "pairs") => behind(name, key, PEOPLE, "any"),
            ("agreement", "kappa" | "alpha") if !is_whole => behind(name, key, PEOPLE, "errors"),
            ("annotators", "judgements") => behind(name, key, PEOPLE, "any"),
            ("annotators", "agreement") if !is_whole => behind(name, key, PEOPLE, "errors"),
            ("estimates", "pairs") => behind(name, key, PEOPLE, "any"),
            (ANSWERS_TABLE, "pairs") => behind("outcomes", key, PEOPLE, "any"),
            (ANSWERS_TABLE, _) if !is_whole => {
                let system =
                    self.systems.iter().find(|name| **name == table.columns[place].heading);
                behind(name, key, system?, "errors")
            }
            (_, "pairs") => behind(name, key, PEOPLE, "any"),
            (_, "kept") => behind(name, key, PEOPLE, "right"),
            (_, "share") if !is_whole => behind(name, key, PEOPLE, "errors"),
            (_, "yes") => behind(name, &format!("{key}: YES"), PEOPLE, "right"),
            _ => None,
        }
    }
}

/// The rows of a table by outcome that a pair is counted in.
fn rows_of(outcome: PairOutcome) -> impl Iterator<Item = &'static str> {
    let all = if matches!(outcome, PairOutcome::Kept(_)) { ALL_KEPT } else { ALL_GONE };
    [outcome_in_words(outcome), all].into_iter()
}

/// Whether an id has words of its sentences in it, as ids of generated pairs do.
pub(super) fn has_words(pair: &Pair) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
        words.map(str::to_lowercase).collect()
    };
    let known = [words(&pair.text), words(&pair.hypothesis)].concat();
    words(&pair.id).iter().any(|word| known.contains(word))
}

/// Something that is said of a pair; what it is comes first.
pub(super) fn note(told: String) -> Fact {
    let (label, text) = match told.split_once(": ") {
        Some((label, text)) => (format!("{label}:"), text.to_string()),
        None => (told, String::new()),
    };
    Fact { side: "class", label, text }
}
