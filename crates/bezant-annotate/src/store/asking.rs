//! Who is asked what: sheets are handed out, answered, returned, finished.
//!
//! Everything here runs inside a transaction of whoever calls.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Answer, Hash, Question, about, note, set_about};
use crate::tokens::{self, Secret};

/// Whether people can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    Open,
    Paused,
    Closed,
}

impl Openness {
    pub const ALL: [Openness; 3] = [Openness::Open, Openness::Paused, Openness::Closed];

    pub fn name(self) -> &'static str {
        match self {
            Openness::Open => "open",
            Openness::Paused => "paused",
            Openness::Closed => "closed",
        }
    }

    pub fn parse(name: &str) -> Option<Openness> {
        Openness::ALL.into_iter().find(|state| state.name() == name)
    }
}

pub fn state(connection: &Connection) -> rusqlite::Result<Openness> {
    let name: Option<String> = about(connection, "state")?;
    Ok(name.as_deref().and_then(Openness::parse).unwrap_or(Openness::Closed))
}

pub fn set_state(change: &Connection, state: Openness, now: i64) -> rusqlite::Result<()> {
    set_about(change, "state", state.name())?;
    note(change, now, state.name(), "")
}

/// Somebody who has a link.
#[derive(Clone, Copy, Debug)]
pub struct Annotator {
    pub number: i64,
    /// Whether they agreed to take part.
    pub agreed: bool,
}

/// Makes a new annotator; numbers are never used again.
pub fn join(change: &Connection, secret: &Secret, now: i64) -> rusqlite::Result<i64> {
    // The link is made from the number, which is known when the row is there.
    let mut insert =
        change.prepare_cached("INSERT INTO annotators (link, made) VALUES (randomblob(32), ?1)")?;
    insert.execute([now])?;
    let number = change.last_insert_rowid();
    let link = tokens::hash(&secret.annotator(number));
    change
        .prepare_cached("UPDATE annotators SET link = ?2 WHERE number = ?1")?
        .execute(params![number, link])?;
    Ok(number)
}

pub fn find(connection: &Connection, link: &Hash) -> rusqlite::Result<Option<Annotator>> {
    connection
        .prepare_cached("SELECT number, agreed IS NOT NULL FROM annotators WHERE link = ?1")?
        .query_row([link], |row| Ok(Annotator { number: row.get(0)?, agreed: row.get(1)? }))
        .optional()
}

/// The sheet that an annotator was given last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The how-manieth of this annotator.
    pub number: i64,
    /// Whether it is worked on: neither finished nor returned.
    pub is_active: bool,
    pub is_finished: bool,
    pub n_items: i64,
    pub n_answered: i64,
    /// The first place without an answer.
    pub next: Option<i64>,
}

pub fn current(connection: &Connection, annotator: i64) -> rusqlite::Result<Option<Assignment>> {
    let found: Option<(i64, String)> = connection
        .prepare_cached(
            "SELECT number, state FROM assignments WHERE annotator = ?1
             ORDER BY number DESC LIMIT 1",
        )?
        .query_row([annotator], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((number, state)) = found else { return Ok(None) };
    let (n_items, n_answered, next) = connection
        .prepare_cached(
            "SELECT count(*), count(*) FILTER (WHERE done), min(place) FILTER (WHERE NOT done)
             FROM (SELECT place, EXISTS (
                     SELECT 1 FROM answers
                     WHERE answers.annotator = items.annotator AND answers.pair = items.pair) AS done
                 FROM items WHERE annotator = ?1 AND assignment = ?2)",
        )?
        .query_row([annotator, number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let (is_active, is_finished) = (state == "active", state == "finished");
    Ok(Some(Assignment { number, is_active, is_finished, n_items, n_answered, next }))
}

/// How many sheets an annotator has finished.
pub fn n_finished(connection: &Connection, annotator: i64) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "SELECT count(*) FROM assignments WHERE annotator = ?1 AND state = 'finished'",
        )?
        .query_row([annotator], |row| row.get(0))
}

/// Whether there is a sheet that an annotator could be given.
pub fn is_more(connection: &Connection, annotator: i64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM pairs WHERE need > 0 AND sheet NOT IN (
                 SELECT sheet FROM assignments WHERE annotator = ?1))",
        )?
        .query_row([annotator], |row| row.get(0))
}

/// A question as one annotator sees it.
#[derive(Clone, Debug)]
pub struct Item {
    pub pair: i64,
    pub text: String,
    pub hypothesis: String,
    /// What they said so far.
    pub answer: Option<Answer>,
}

pub fn item(
    connection: &Connection,
    annotator: i64,
    assignment: i64,
    place: i64,
) -> rusqlite::Result<Option<Item>> {
    connection
        .prepare_cached(
            "SELECT pairs.number, text, hypothesis, (
                 SELECT answer FROM answers
                 WHERE answers.annotator = items.annotator AND answers.pair = items.pair
                 ORDER BY sequence DESC LIMIT 1)
             FROM items JOIN pairs ON pairs.number = items.pair
             WHERE annotator = ?1 AND assignment = ?2 AND items.place = ?3",
        )?
        .query_row([annotator, assignment, place], |row| {
            Ok(Item {
                pair: row.get(0)?,
                text: row.get(1)?,
                hypothesis: row.get(2)?,
                answer: row.get::<_, Option<i64>>(3)?.map(Answer::of_number),
            })
        })
        .optional()
}

/// What became of somebody's wish for a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// They have one to work on.
    Sheet,
    /// All pairs have what they need, or are with others.
    Nothing,
    /// Nobody is asked at the moment.
    NotOpen(Openness),
}

/// Gives an annotator a sheet, unless they have one; a returned one is taken up again if it still needs
/// them.
pub fn begin(change: &Connection, annotator: i64, now: i64) -> rusqlite::Result<Given> {
    let state = state(change)?;
    if state != Openness::Open {
        return Ok(Given::NotOpen(state));
    }
    change
        .prepare_cached("UPDATE annotators SET agreed = ?2 WHERE number = ?1 AND agreed IS NULL")?
        .execute([annotator, now])?;
    if let Some(assignment) = current(change, annotator)? {
        if assignment.is_active {
            return Ok(Given::Sheet);
        }
        if !assignment.is_finished && take_up(change, annotator, assignment.number, now)? {
            return Ok(Given::Sheet);
        }
    }
    // The sheet that lacks least, so that some are finished early; with few people, half of the pairs with
    // all judgements are worth more than all pairs with half of them.
    let sheet: Option<i64> = change
        .prepare_cached(
            "SELECT sheet FROM pairs WHERE need > 0 AND sheet NOT IN (
                 SELECT sheet FROM assignments WHERE annotator = ?1)
             ORDER BY need, sheet LIMIT 1",
        )?
        .query_row([annotator], |row| row.get(0))
        .optional()?;
    let Some(sheet) = sheet else { return Ok(Given::Nothing) };
    let number: i64 = change
        .prepare_cached(
            "INSERT INTO assignments (annotator, number, sheet, state, given, touched)
             SELECT ?1, coalesce(max(number), 0) + 1, ?2, 'active', ?3, ?3
             FROM assignments WHERE annotator = ?1 RETURNING number",
        )?
        .query_row([annotator, sheet, now], |row| row.get(0))?;
    let mut query = change
        .prepare_cached("SELECT number FROM pairs WHERE sheet = ?1 AND need > 0 ORDER BY place")?;
    let pairs: Vec<i64> = query.query_map([sheet], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let pairs = with_checks(change, annotator, pairs)?;
    let mut insert = change.prepare_cached(
        "INSERT INTO items (annotator, assignment, place, pair, promised) VALUES (?1, ?2, ?3, ?4, 1)",
    )?;
    for (pair, place) in pairs.into_iter().zip(1..) {
        insert.execute([annotator, number, place, pair])?;
    }
    change
        .prepare_cached("UPDATE pairs SET need = need - 1 WHERE sheet = ?1 AND need > 0")?
        .execute([sheet])?;
    Ok(Given::Sheet)
}

/// So little need never becomes any, whoever is counted.
const NEVER: i64 = -1_000_000_000;

/// Adds a question whose answer is plain, under a name that no pair has.
pub fn add_check(change: &Connection, check: &Question) -> rusqlite::Result<()> {
    let Question { id, text, hypothesis, silver } = check;
    let is_there: bool = change.query_row(
        "SELECT EXISTS (SELECT 1 FROM pairs WHERE sheet = 0 AND text = ?1 AND hypothesis = ?2)",
        [text, hypothesis],
        |row| row.get(0),
    )?;
    if is_there {
        return Ok(());
    }
    let mut id = id.clone();
    while change.query_row("SELECT EXISTS (SELECT 1 FROM pairs WHERE id = ?1)", [&id], |row| {
        row.get::<_, bool>(0)
    })? {
        id.push('*');
    }
    change.execute(
        "INSERT INTO pairs (number, id, text, hypothesis, silver, sheet, place, need)
         SELECT max(number) + 1, ?1, ?2, ?3, ?4, 0, max(number) + 1, ?5 FROM pairs",
        params![id, text, hypothesis, silver, NEVER],
    )?;
    Ok(())
}

/// The pairs of a sheet with some whose answer is plain among them, others for everybody and none twice.
fn with_checks(
    change: &Connection,
    annotator: i64,
    mut pairs: Vec<i64>,
) -> rusqlite::Result<Vec<i64>> {
    let wanted: i64 = about(change, "checks")?.unwrap_or_default();
    if wanted == 0 {
        return Ok(pairs);
    }
    let mut query = change.prepare_cached(
        "SELECT number FROM pairs WHERE sheet = 0 AND number NOT IN (
             SELECT pair FROM items WHERE annotator = ?1)
         ORDER BY (number * 7919 + ?1 * 104729) % 15485863, number LIMIT ?2",
    )?;
    let checks: Vec<i64> =
        query.query_map([annotator, wanted], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let (n_pairs, n_checks) = (pairs.len(), checks.len());
    for (at, check) in checks.into_iter().enumerate().rev() {
        // One in each stretch of the sheet, where exactly nobody can foresee from another's sheet.
        let stretch = n_pairs / n_checks.max(1);
        let inside = (check * 31 + annotator * 17).unsigned_abs() as usize % stretch.max(1);
        pairs.insert((at * stretch + inside).min(n_pairs), check);
    }
    Ok(pairs)
}

/// What an annotator has not answered of a sheet.
const UNANSWERED: &str = "annotator = ?1 AND assignment = ?2 AND NOT EXISTS (
    SELECT 1 FROM answers WHERE answers.annotator = items.annotator AND answers.pair = items.pair)";

/// Makes a returned sheet active again. Pairs that others have finished in the meantime are left out. Says
/// whether anything is left.
fn take_up(change: &Connection, annotator: i64, number: i64, now: i64) -> rusqlite::Result<bool> {
    let both = [annotator, number];
    let run = |query: String| change.prepare_cached(&query)?.execute(both);
    run(format!(
        "DELETE FROM items WHERE {UNANSWERED} AND pair IN (SELECT number FROM pairs WHERE need <= 0)"
    ))?;
    run(format!(
        "UPDATE pairs SET need = need - 1
         WHERE number IN (SELECT pair FROM items WHERE {UNANSWERED})"
    ))?;
    let left = run(format!("UPDATE items SET promised = 1 WHERE {UNANSWERED}"))?;
    renumber(change, annotator, number)?;
    let state = if left > 0 { "active" } else { "finished" };
    change
        .prepare_cached(
            "UPDATE assignments SET state = ?3, touched = ?4 WHERE annotator = ?1 AND number = ?2",
        )?
        .execute(params![annotator, number, state, now])?;
    Ok(left > 0)
}

/// Places are counted from one without gaps, also where items were left out.
fn renumber(change: &Connection, annotator: i64, assignment: i64) -> rusqlite::Result<()> {
    let mut query = change.prepare_cached(
        "SELECT place FROM items WHERE annotator = ?1 AND assignment = ?2 ORDER BY place",
    )?;
    let places: Vec<i64> =
        query.query_map([annotator, assignment], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut update = change.prepare_cached(
        "UPDATE items SET place = ?4 WHERE annotator = ?1 AND assignment = ?2 AND place = ?3",
    )?;
    for (place, wanted) in places.into_iter().zip(1..) {
        if place != wanted {
            update.execute([annotator, assignment, place, wanted])?;
        }
    }
    Ok(())
}

/// Takes sheets back that nobody has touched since a moment. What was answered on them stays.
pub fn return_abandoned(change: &Connection, before: i64, now: i64) -> rusqlite::Result<usize> {
    let mut query = change.prepare_cached(
        "SELECT annotator, number FROM assignments WHERE state = 'active' AND touched < ?1",
    )?;
    let abandoned: Vec<(i64, i64)> = query
        .query_map([before], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (annotator, number) in &abandoned {
        let both = [annotator, number];
        change
            .prepare_cached(
                "UPDATE pairs SET need = need + 1 WHERE number IN (
                     SELECT pair FROM items WHERE annotator = ?1 AND assignment = ?2 AND promised)",
            )?
            .execute(both)?;
        change
            .prepare_cached(
                "UPDATE items SET promised = 0 WHERE annotator = ?1 AND assignment = ?2",
            )?
            .execute(both)?;
        change
            .prepare_cached(
                "UPDATE assignments SET state = 'returned' WHERE annotator = ?1 AND number = ?2",
            )?
            .execute(both)?;
        note(change, now, "returned", &format!("annotator {annotator}, sheet number {number}"))?;
    }
    Ok(abandoned.len())
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is kept, or was before. The next question of the sheet, if any is left.
    Kept {
        next: Option<i64>,
    },
    /// The annotator was never asked that.
    NotAsked,
    NotOpen(Openness),
}

/// Keeps an answer. The same again changes nothing; another is added to what was said before.
pub fn answer(
    change: &Connection,
    annotator: i64,
    pair: i64,
    answer: Answer,
    seconds: Option<f64>,
    now: i64,
) -> rusqlite::Result<Saved> {
    let state = state(change)?;
    if state != Openness::Open {
        return Ok(Saved::NotOpen(state));
    }
    let item: Option<(i64, bool)> = change
        .prepare_cached(
            "SELECT assignment, promised FROM items WHERE annotator = ?1 AND pair = ?2",
        )?
        .query_row([annotator, pair], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((assignment, is_promised)) = item else { return Ok(Saved::NotAsked) };
    let last: Option<(i64, i64)> = change
        .prepare_cached(
            "SELECT sequence, answer FROM answers WHERE annotator = ?1 AND pair = ?2
             ORDER BY sequence DESC LIMIT 1",
        )?
        .query_row([annotator, pair], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let is_same = last.is_some_and(|(_, before)| before == answer.number());
    if !is_same {
        let sequence = last.map_or(1, |(sequence, _)| sequence + 1);
        change
            .prepare_cached("INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![annotator, pair, sequence, answer.number(), seconds, now])?;
    }
    if last.is_none() && is_promised {
        change
            .prepare_cached("UPDATE items SET promised = 0 WHERE annotator = ?1 AND pair = ?2")?
            .execute([annotator, pair])?;
    } else if last.is_none() {
        // From a sheet that was returned: nobody counted on it any more.
        change
            .prepare_cached("UPDATE pairs SET need = need - 1 WHERE number = ?1")?
            .execute([pair])?;
    }
    change
        .prepare_cached("UPDATE assignments SET touched = ?3 WHERE annotator = ?1 AND number = ?2")?
        .execute([annotator, assignment, now])?;
    let next: Option<i64> = change
        .prepare_cached(&format!("SELECT min(place) FROM items WHERE {UNANSWERED}"))?
        .query_row([annotator, assignment], |row| row.get(0))?;
    if next.is_none() {
        change
            .prepare_cached(
                "UPDATE assignments SET state = 'finished' WHERE annotator = ?1 AND number = ?2",
            )?
            .execute([annotator, assignment])?;
    }
    Ok(Saved::Kept { next })
}

/// Removes an annotator and whatever is known of them. Returns how many answers that were; nothing if
/// nobody has the number.
pub fn forget(change: &Connection, annotator: i64, now: i64) -> rusqlite::Result<Option<usize>> {
    change.execute(
        "UPDATE pairs SET need = need + 1 WHERE number IN (
             SELECT pair FROM answers WHERE annotator = ?1
             UNION SELECT pair FROM items WHERE annotator = ?1 AND promised)",
        [annotator],
    )?;
    let answers = change.execute("DELETE FROM answers WHERE annotator = ?1", [annotator])?;
    for table in ["items", "assignments"] {
        change.execute(&format!("DELETE FROM {table} WHERE annotator = ?1"), [annotator])?;
    }
    change
        .execute("DELETE FROM events WHERE about LIKE 'annotator ' || ?1 || ',%'", [annotator])?;
    let there = change.execute("DELETE FROM annotators WHERE number = ?1", [annotator])?;
    if there == 0 {
        return Ok(None);
    }
    note(change, now, "forgotten", "one annotator")?;
    Ok(Some(answers))
}
