//! The sentences of a page: which ones it has, and what is said of each.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::Counts;
use crate::error::Result;
use crate::evaluation::{Evaluation, Row};
use crate::kinds::without_suffix;
use crate::metric::{Explains, Reason, Scorer, ScoresOf};
use crate::metrics::brackets::Difference;
use crate::metrics::dependencies::Sides;
use crate::metrics::relations::{RelationDifference, ShownRelation};
use crate::pictures::{Figure, MOST_JOINED};
use crate::report::behind::{keys, tallied};
use crate::report::classes::fact;
use crate::report::dependencies::class_facts;
use crate::report::{Cell, Fact, Table};

/// So many drawings a metric keep a page small enough to open at once.
pub(super) const MOST_DRAWINGS: usize = 15_000;

/// So many sentences of one system do the same; beyond them a page would have more than 20 MB.
const MOST_SENTENCES: usize = 5_000;

/// Of each cell, so many sentences a system are remembered to be drawn from.
const PER_CELL: usize = 20;

/// How wide sentences with arcs are drawn, in points.
const WIDTH: u32 = 760;

/// The sentences behind the numbers of a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageSentences {
    /// How many there are in the files.
    pub n_all: usize,
    /// Whether their words are left out.
    pub without_text: bool,
    /// Whether nothing but scores is known of them.
    pub only_counts: bool,
    /// Whether they are pairs of a text and a hypothesis, with one answer each.
    pub(super) are_pairs: bool,
    /// Whether it is known how many errors a sentence has, not only that it has some.
    pub(super) tells_errors: bool,
    /// Cells of tables: the table's name and the row's.
    pub(super) cells: Vec<(&'static str, String)>,
    /// Whom they are of, where that is not said by the systems of a report.
    pub(super) names: Vec<String>,
    /// How many of these say whether a pair stays, and not whether an answer is right; the first ones.
    pub(super) n_staying: usize,
    /// Numbers of pairs by their ids, where lists of ids lead to them.
    pub(super) places: BTreeMap<String, u64>,
    /// Those that the page has, in order.
    pub(super) rows: Vec<PageSentence>,
}

/// A sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PageSentence {
    pub number: u64,
    pub n_sentences: u64,
    pub length: u32,
    pub depth: u32,
    pub text: String,
    /// What its file calls it, if that is not its number.
    pub id: Option<String>,
    /// What became of it, one entry a system.
    pub of: Vec<Option<InSystem>>,
    /// Two or three systems in one drawing, for the page's painter.
    pub joint: Option<String>,
}

impl PageSentence {
    /// What a row says of a sentence, before anything is known of its systems.
    fn of_row<C>(row: &Row<C>, n_systems: usize) -> PageSentence {
        PageSentence {
            number: row.sentence,
            n_sentences: row.n_sentences,
            length: row.outcome.size.length,
            depth: row.outcome.size.depth,
            of: vec![None; n_systems],
            ..PageSentence::default()
        }
    }
}

/// A sentence of a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct InSystem {
    /// The main score, if there is one.
    pub score: Option<f64>,
    pub errors: u64,
    /// Cells in which it is counted: which, what is missing, extra and right.
    pub cells: Vec<[u64; 4]>,
    /// The same behind scores, of which parts can be missing or right.
    pub ledgers: Vec<(u64, [f64; 3])>,
    pub facts: Vec<Fact>,
    /// The drawing for the page's painter.
    pub picture: Option<String>,
    /// Why it has no score.
    pub skipped: Option<String>,
}

impl InSystem {
    /// Notes what is to be said of it.
    pub(super) fn tell(&mut self, of: &impl Pictured, without_text: bool) {
        self.facts = if without_text { of.facts_without_words() } else { of.facts() };
    }

    /// The same, and draws it, where that is not done of several systems together.
    pub(super) fn show(&mut self, of: &impl Pictured, title: &str, without_text: bool) {
        self.tell(of, without_text);
        self.picture = figure_of(of, without_text).map(|figure| painted(&figure, title));
    }
}

/// What is drawn of it.
fn figure_of(of: &impl Pictured, without_text: bool) -> Option<Figure> {
    if without_text { of.figure_without_words() } else { of.figure() }
}

/// A drawing for the page's painter.
fn painted(figure: &Figure, title: &str) -> String {
    figure.sketch(title, WIDTH).to_json().to_string()
}

/// What a page wants of the sentences of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRoom {
    /// Whether their words are left out.
    pub without_text: bool,
    /// How many parts share the room of a metric: treebanks, which have sections of their own.
    pub n_parts: usize,
}

impl PageRoom {
    /// How many sentences of so many systems there may be.
    fn most(self, n_systems: usize) -> usize {
        // Two or three systems have one drawing more, of all of them.
        let is_joined = (2..=MOST_JOINED).contains(&n_systems);
        let n_drawings = n_systems.max(1) + usize::from(is_joined);
        let most = (MOST_DRAWINGS / n_drawings).min(MOST_SENTENCES);
        (most / self.n_parts.max(1)).max(1)
    }
}

/// What takes a row: the system's place, the row's own, what is noted of it alone, and a function that says
/// what is different.
pub type TakesRow<'a, M> = dyn FnMut(usize, usize, &<M as Scorer>::Notes, &dyn Fn() -> Option<<M as Explains>::Difference>)
    + 'a;

/// What can be shown of a sentence of a system beside gold's.
pub trait Pictured {
    /// Gold's words.
    fn text(&self) -> String;
    /// Both sides as one drawing, where there is one.
    fn figure(&self) -> Option<Figure>;
    /// The same with numbers in the place of words.
    fn figure_without_words(&self) -> Option<Figure> {
        let mut figure = self.figure();
        figure.iter_mut().for_each(Figure::hide_words);
        figure
    }
    /// What is to be said of it. Words of the sentence stand in the facts' texts alone, unless the next one says
    /// otherwise.
    fn facts(&self) -> Vec<Fact>;
    /// The same without words of the sentence.
    fn facts_without_words(&self) -> Vec<Fact> {
        let mut facts = self.facts();
        facts.iter_mut().for_each(|fact| fact.text.clear());
        facts
    }
    /// How many errors it has, where the metric does not count them.
    fn n_errors(&self) -> u64 {
        0
    }
}

impl Pictured for Difference {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn figure(&self) -> Option<Figure> {
        Some(Figure::Tree(self.trees.figure()))
    }

    fn facts(&self) -> Vec<Fact> {
        self.errors.iter().map(fact).collect()
    }

    /// Brackets that only one side has.
    fn n_errors(&self) -> u64 {
        (self.missed.len() + self.wrong.len()) as u64
    }
}

impl Pictured for Sides {
    fn text(&self) -> String {
        Sides::text(self, usize::MAX)
    }

    fn figure(&self) -> Option<Figure> {
        Some(Figure::Arcs(Sides::figure(self)))
    }

    fn facts(&self) -> Vec<Fact> {
        class_facts(self)
    }
}

impl Pictured for RelationDifference {
    fn text(&self) -> String {
        let text = self.text.as_deref().map(String::from_utf8_lossy);
        text.map_or_else(String::new, |text| text.trim().to_string())
    }

    fn figure(&self) -> Option<Figure> {
        self.arcs(true).map(Figure::Arcs)
    }

    fn figure_without_words(&self) -> Option<Figure> {
        let mut figure = self.arcs(false).map(Figure::Arcs);
        figure.iter_mut().for_each(Figure::hide_words);
        figure
    }

    fn facts(&self) -> Vec<Fact> {
        let one = |side| {
            move |one: &ShownRelation| Fact {
                side,
                label: one.name.clone(),
                text: one.fillers.join(" "),
            }
        };
        let Some(under) = self.main() else { return Vec::new() };
        let matched = under.matched.iter().map(|(ours, theirs)| {
            let is_same = ours == theirs;
            let (label, mut fillers) = (ours.name.clone(), ours.fillers.clone());
            if !is_same {
                fillers.push(format!("~ {} {}", theirs.name, theirs.fillers.join(" ")));
            }
            let side = if is_same { "both" } else { "similar" };
            Fact { side, label, text: fillers.join(" ") }
        });
        let missed = under.missed.iter().map(one("missed"));
        let wrong = under.wrong.iter().map(one("wrong"));
        let mut facts: Vec<Fact> = missed.chain(wrong).chain(matched).collect();
        facts.sort_by_key(|fact| fact.side == "both");
        facts
    }

    fn n_errors(&self) -> u64 {
        let Some(under) = self.main() else { return 0 };
        let similar = under.matched.iter().filter(|(ours, theirs)| ours != theirs).count();
        (under.missed.len() + under.wrong.len() + similar) as u64
    }
}

impl PageSentences {
    /// What saved rows say of sentences: their scores, and how many errors they have, where `errors` tells it.
    /// Of very many, some at equal distances.
    pub fn of_rows<C: Counts>(
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
        errors: impl Fn(&C) -> Option<u64>,
    ) -> PageSentences {
        const MOST_ROWS: usize = 100_000;
        let n_all = systems.iter().map(|system| system.rows.len()).max().unwrap_or(0);
        let step = n_all.div_ceil(MOST_ROWS).max(1) as u64;
        let mut tells_errors = false;
        let mut found: BTreeMap<(u64, u64), PageSentence> = BTreeMap::new();
        for (at, system) in systems.iter().enumerate() {
            for row in system.rows.iter().filter(|row| row.sentence % step == 0) {
                let sentence = found
                    .entry((row.sentence, row.n_sentences))
                    .or_insert_with(|| PageSentence::of_row(row, systems.len()));
                let own = match &row.outcome.result {
                    Ok(counts) => {
                        let score = scores(counts).first().and_then(|score| score.value);
                        let told = errors(counts);
                        tells_errors |= told.is_some();
                        let least = u64::from(score.is_some_and(|score| score < 1.0));
                        let errors = told.map_or(least, |n| n.max(least));
                        InSystem { score, errors, ..InSystem::default() }
                    }
                    Err(skipped) => InSystem {
                        skipped: Some(in_words(&skipped.reason, true)),
                        ..InSystem::default()
                    },
                };
                sentence.of[at] = Some(own);
            }
        }
        let rows = found.into_values().collect();
        PageSentences { n_all, only_counts: true, tells_errors, rows, ..PageSentences::default() }
    }

    /// The numbers of its sentences.
    pub fn numbers(&self) -> BTreeSet<u64> {
        self.rows.iter().map(|row| row.number).collect()
    }

    /// Notes what gold's file calls the sentences.
    pub fn add_names(&mut self, mut names: BTreeMap<u64, String>) {
        for row in &mut self.rows {
            row.id = names.remove(&row.number);
        }
    }

    /// The number of a cell, which is noted if it is a new one.
    pub(super) fn cell(&mut self, name: (&'static str, String)) -> u64 {
        let known = self.cells.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.cells.push(name);
            self.cells.len() - 1
        }) as u64
    }

    /// Goes through the files once more, which is what `revisit` does: it hands out the rows at some places,
    /// as [`each_behind`](crate::evaluation::each_behind) does. `tables` are those of one sentence, behind whose cells it can be
    /// found. Of very many sentences as many are taken as have room, for which files are read twice: the worst
    /// of each system, those in which systems differ most, some of each cell, and others that are drawn.
    /// `finish` may change a figure before it is laid out.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn gather<M: Explains>(
        metric: &M,
        systems: &[Evaluation<M::Counts>],
        room: PageRoom,
        tables: impl Fn(&M::Counts, &M::Notes) -> Vec<Table>,
        finish: impl Fn(&mut Figure),
        revisit: impl Fn(&[BTreeSet<usize>], &mut TakesRow<'_, M>) -> Result<()>,
    ) -> Result<PageSentences>
    where
        M::Difference: Pictured,
    {
        let n_all = systems.iter().map(|system| system.rows.len()).max().unwrap_or(0);
        let (most, without_text) = (room.most(systems.len()), room.without_text);
        let wanted = match n_all <= most {
            true => systems.iter().map(|system| (0..system.rows.len()).collect()).collect(),
            false => {
                let drawn = drawn_of_cells::<M>(systems, most / 3, &tables, &revisit)?;
                chosen(metric, systems, most, drawn)
            }
        };
        let mut tells_errors = false;
        let mut found: BTreeMap<(u64, u64), PageSentence> = BTreeMap::new();
        for ((at, system), wanted) in systems.iter().enumerate().zip(&wanted) {
            for row in wanted.iter().filter_map(|row| system.rows.get(*row)) {
                let sentence = found
                    .entry((row.sentence, row.n_sentences))
                    .or_insert_with(|| PageSentence::of_row(row, systems.len()));
                sentence.of[at] = Some(match &row.outcome.result {
                    Ok(counts) => {
                        let bad = metric.badness(counts);
                        tells_errors |= bad.is_some_and(|bad| bad.errors > 0);
                        InSystem {
                            score: metric.scores(counts).first().and_then(|score| score.value),
                            errors: bad.map_or(0, |bad| bad.errors.max(1)),
                            ..InSystem::default()
                        }
                    }
                    Err(skipped) => InSystem {
                        skipped: Some(in_words(&skipped.reason, without_text)),
                        ..InSystem::default()
                    },
                });
            }
        }
        let mut cells: Vec<(&'static str, String)> = Vec::new();
        let mut known: BTreeMap<(&'static str, String), u64> = BTreeMap::new();
        let mut joints = Joints { n_systems: systems.len(), waiting: BTreeMap::new() };
        let mut take = |at: usize,
                        place: usize,
                        notes: &M::Notes,
                        difference: &dyn Fn() -> Option<M::Difference>| {
            let row = &systems[at].rows[place];
            let Some(sentence) = found.get_mut(&(row.sentence, row.n_sentences)) else { return };
            let Some(Some(own)) = sentence.of.get_mut(at) else { return };
            // What is noted beside the counts may be noted of a sentence without any.
            let (counts, nothing) = (row.outcome.result.as_ref().ok(), M::Counts::default());
            for table in tables(counts.unwrap_or(&nothing), notes) {
                for cells_of_row in &table.rows {
                    let Some(facts) = tallied(&table, cells_of_row) else { continue };
                    let facts = with_size(&table, cells_of_row, facts);
                    let name = (table.name, keys(cells_of_row).join(":"));
                    let id = *known.entry(name).or_insert_with_key(|name| {
                        cells.push(name.clone());
                        cells.len() as u64 - 1
                    });
                    own.cells.push([id, facts[0], facts[1], facts[2]]);
                }
            }
            let Some((counts, difference)) = counts.zip(difference()) else { return };
            if !without_text && sentence.text.is_empty() {
                sentence.text = difference.text();
            }
            if metric.badness(counts).is_some_and(|bad| bad.errors == 0) {
                own.errors = difference.n_errors().max(1);
                tells_errors = true;
            }
            let title = format!("Sentence {}", row.sentence);
            own.tell(&difference, without_text);
            let mut figure = figure_of(&difference, without_text);
            figure.iter_mut().for_each(&finish);
            own.picture = figure.as_ref().map(|figure| painted(figure, &title));
            if let Some(figure) = figure {
                let name = without_suffix(&systems[at].system);
                let joint = joints.add((row.sentence, row.n_sentences), name, figure);
                sentence.joint = joint.map(|figure| painted(&figure, &title));
            }
        };
        revisit(&wanted, &mut take)?;
        let rows = found.into_values().collect();
        let page = PageSentences::default();
        let mut page = PageSentences { n_all, without_text, tells_errors, cells, rows, ..page };
        page.add_ledgers(systems, |counts| metric.ledgers(counts));
        Ok(page)
    }
}

/// Drawings of a sentence that wait for those of other systems, to be drawn into one.
struct Joints<'s> {
    n_systems: usize,
    waiting: BTreeMap<(u64, u64), Vec<(&'s str, Figure)>>,
}

impl<'s> Joints<'s> {
    /// So many sentences wait at most: systems come one after the other, and some have no drawing.
    const MOST: usize = 1_000;

    fn add(&mut self, sentence: (u64, u64), name: &'s str, figure: Figure) -> Option<Figure> {
        if !(2..=MOST_JOINED).contains(&self.n_systems) {
            return None;
        }
        let all = self.waiting.entry(sentence).or_default();
        all.push((name, figure));
        if all.len() == self.n_systems {
            let all = self.waiting.remove(&sentence)?;
            let all: Vec<(&str, &Figure)> = all.iter().map(|(name, it)| (*name, it)).collect();
            return Figure::joint(&all);
        }
        if self.waiting.len() > Joints::MOST {
            self.waiting.pop_first();
        }
        None
    }
}

/// What is counted in a row; of classes of errors also how many brackets or heads they are about, which
/// stands in the place of what is right.
fn with_size(table: &Table, row: &[Cell], [missing, extra, right]: [u64; 3]) -> [u64; 3] {
    match row.last() {
        Some(Cell::Count(size)) if table.name == "classes" => [missing, extra, *size],
        _ => [missing, extra, right],
    }
}

/// Why a sentence was skipped; words of the sentence only where they may be shown.
pub(super) fn in_words(reason: &Reason, without_text: bool) -> String {
    if without_text { reason.name().replace('_', " ") } else { reason.to_string() }
}

/// Of some rows of systems, those that have counts.
fn scored<C: Counts>(
    systems: &[Evaluation<C>],
    wanted: &[BTreeSet<usize>],
) -> Vec<BTreeSet<usize>> {
    let scored = systems.iter().zip(wanted).map(|(system, rows)| {
        let is_scored = |at: &&usize| system.rows[**at].outcome.result.is_ok();
        rows.iter().filter(is_scored).copied().collect()
    });
    scored.collect()
}

/// Sentences of which each cell of each system gets some, as long as there is room: a first one for each,
/// then a second. They are drawn by their numbers, so that the same ones are drawn every time.
fn drawn_of_cells<M: Explains>(
    systems: &[Evaluation<M::Counts>],
    most: usize,
    tables: &impl Fn(&M::Counts, &M::Notes) -> Vec<Table>,
    revisit: &impl Fn(&[BTreeSet<usize>], &mut TakesRow<'_, M>) -> Result<()>,
) -> Result<BTreeSet<u64>> {
    // By system, table and row, the sentences with the smallest draws.
    type Cell = (usize, &'static str, String);
    let mut found: BTreeMap<Cell, Vec<(u64, u64)>> = BTreeMap::new();
    let all: Vec<BTreeSet<usize>> =
        systems.iter().map(|system| (0..system.rows.len()).collect()).collect();
    revisit(&scored(systems, &all), &mut |at, place, notes, _| {
        let row = &systems[at].rows[place];
        let Ok(counts) = &row.outcome.result else { return };
        let draw = (draw(row.sentence), row.sentence);
        for table in tables(counts, notes) {
            for cells in &table.rows {
                let is_wrong = |facts: [u64; 3]| facts[0] + facts[1] > 0;
                if !tallied(&table, cells).is_some_and(is_wrong) {
                    continue;
                }
                let of = found.entry((at, table.name, keys(cells).join(":"))).or_default();
                let place = of.partition_point(|other| *other < draw);
                if place < PER_CELL {
                    of.insert(place, draw);
                    of.truncate(PER_CELL);
                }
            }
        }
    })?;
    let mut drawn = BTreeSet::new();
    for round in 0..PER_CELL {
        for (_, sentence) in found.values().filter_map(|of| of.get(round)) {
            if drawn.len() >= most {
                return Ok(drawn);
            }
            drawn.insert(*sentence);
        }
    }
    Ok(drawn)
}

/// A number that says nothing about another one (the last step of SplitMix64).
fn draw(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// For each system, the rows that are on the page, if these sentences were drawn for it.
fn chosen<M: Explains>(
    metric: &M,
    systems: &[Evaluation<M::Counts>],
    most: usize,
    drawn: BTreeSet<u64>,
) -> Vec<BTreeSet<usize>> {
    let badness = |counts: &M::Counts| metric.badness(counts);
    // A third are drawn of cells, a third the worst, and a third those that differ.
    let mut sentences = drawn;
    let mut add = |system: &Evaluation<M::Counts>, rows: Vec<usize>| {
        sentences.extend(rows.into_iter().map(|at| system.rows[at].sentence));
    };
    let each = most / 3 / systems.len().max(1);
    for system in systems {
        add(system, system.worst(each, badness));
    }
    let n_pairs = systems.len() * systems.len().saturating_sub(1);
    for one in systems {
        for two in systems.iter().filter(|two| two.system != one.system) {
            add(one, one.ahead_of(two, most / 3 / n_pairs.max(1), badness));
        }
    }
    // One sentence may be of all three, and cells may be few: others fill the room that is left.
    let rows = systems.iter().flat_map(|system| &system.rows);
    let others: BTreeSet<(u64, u64)> = rows
        .filter(|row| !sentences.contains(&row.sentence))
        .map(|row| (draw(row.sentence), row.sentence))
        .collect();
    let left = most.saturating_sub(sentences.len());
    sentences.extend(others.into_iter().take(left).map(|(_, sentence)| sentence));
    let rows = |system: &Evaluation<M::Counts>| {
        let rows = system.rows.iter().enumerate();
        let is_chosen = |row: &u64| sentences.contains(row);
        rows.filter(|(_, row)| is_chosen(&row.sentence)).map(|(at, _)| at).collect()
    };
    systems.iter().map(rows).collect()
}
