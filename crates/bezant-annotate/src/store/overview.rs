//! What there is so far: for whoever filters judgements, and for the organiser.

use rusqlite::Connection;

use super::{Answer, Judgement, Progress};

/// The last answer of everybody to every pair.
const LAST: &str = "answers AS last WHERE sequence = (
    SELECT max(sequence) FROM answers
    WHERE answers.annotator = last.annotator AND answers.pair = last.pair)";

pub fn judgements(connection: &Connection) -> rusqlite::Result<Vec<Judgement>> {
    let query = format!(
        "SELECT id, annotator, answer, seconds, at, iif(sheet = 0, silver, NULL)
         FROM (SELECT * FROM {LAST}) JOIN pairs ON pairs.number = pair
         ORDER BY pair, annotator"
    );
    let mut query = connection.prepare(&query)?;
    let of = |row: &rusqlite::Row<'_>| {
        Ok(Judgement {
            id: row.get(0)?,
            annotator: row.get::<_, i64>(1)?.unsigned_abs(),
            answer: Answer::of_number(row.get(2)?),
            seconds: row.get(3)?,
            when: row.get::<_, i64>(4)? as f64 / 1000.0,
            check: row.get(5)?,
        })
    };
    query.query_map([], of)?.collect()
}

pub fn progress(connection: &Connection) -> rusqlite::Result<Progress> {
    let count = |query: &str| connection.query_row(query, [], |row| row.get::<_, usize>(0));
    Ok(Progress {
        pairs: count("SELECT count(*) FROM pairs WHERE sheet > 0")?,
        finished: count(
            "SELECT count(*) FROM (
                 SELECT 1 FROM answers JOIN pairs ON number = pair
                 WHERE sequence = 1 AND sheet > 0 GROUP BY pair
                 HAVING count(*) >= (SELECT value FROM about WHERE key = 'per_pair'))",
        )?,
        judgements: count(
            "SELECT count(*) FROM answers JOIN pairs ON number = pair
             WHERE sequence = 1 AND sheet > 0",
        )?,
        annotators: count("SELECT count(*) FROM annotators")?,
    })
}

/// Numbers of all annotators.
pub fn numbers(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut query = connection.prepare("SELECT number FROM annotators ORDER BY number")?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// How far a sheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetProgress {
    pub sheet: i64,
    pub pairs: i64,
    /// Judgements of its pairs, none counted beyond those wanted.
    pub judgements: i64,
    /// Judgements wanted.
    pub wanted: i64,
    /// How many people have finished it, are working on it, or left it.
    pub finished: i64,
    pub working: i64,
    pub returned: i64,
}

pub fn sheets(connection: &Connection) -> rusqlite::Result<Vec<SheetProgress>> {
    let mut query = connection.prepare(
        "WITH wanted AS (SELECT value AS per_pair FROM about WHERE key = 'per_pair'),
         counted AS (SELECT pair, count(*) AS n FROM answers WHERE sequence = 1 GROUP BY pair),
         people AS (SELECT sheet, count(*) FILTER (WHERE state = 'finished') AS finished,
                 count(*) FILTER (WHERE state = 'active') AS working,
                 count(*) FILTER (WHERE state = 'returned') AS returned
             FROM assignments GROUP BY sheet)
         SELECT pairs.sheet, count(*), sum(min(coalesce(n, 0), per_pair)), sum(per_pair),
             coalesce(finished, 0), coalesce(working, 0), coalesce(returned, 0)
         FROM pairs JOIN wanted LEFT JOIN counted ON counted.pair = pairs.number
         LEFT JOIN people ON people.sheet = pairs.sheet WHERE pairs.sheet > 0
         GROUP BY pairs.sheet ORDER BY pairs.sheet",
    )?;
    let of = |row: &rusqlite::Row<'_>| {
        Ok(SheetProgress {
            sheet: row.get(0)?,
            pairs: row.get(1)?,
            judgements: row.get(2)?,
            wanted: row.get(3)?,
            finished: row.get(4)?,
            working: row.get(5)?,
            returned: row.get(6)?,
        })
    };
    query.query_map([], of)?.collect()
}

/// What one annotator did.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatorProgress {
    pub number: i64,
    pub sheets: i64,
    pub answers: i64,
    /// Answers to pairs with silver, and how many of them are the same; not sure counts as no.
    pub with_silver: i64,
    pub as_silver: i64,
    /// Answers to questions whose answer is plain, and how many of them are right.
    pub checks: i64,
    pub checks_right: i64,
    /// All seconds of answers that have a time, and how many those are.
    pub seconds: f64,
    pub timed: i64,
    /// When they last answered, in milliseconds.
    pub last: Option<i64>,
}

pub fn annotators(connection: &Connection) -> rusqlite::Result<Vec<AnnotatorProgress>> {
    let query = format!(
        "WITH said AS (
             SELECT annotator, count(*) FILTER (WHERE sheet > 0) AS n,
                 count(silver) FILTER (WHERE sheet > 0) AS with_silver,
                 sum((answer = 1) = silver) FILTER (WHERE sheet > 0) AS as_silver,
                 count(*) FILTER (WHERE sheet = 0) AS checks,
                 sum((answer = 1) = silver) FILTER (WHERE sheet = 0) AS checks_right,
                 sum(seconds) AS seconds, count(seconds) AS timed, max(at) AS last
             FROM (SELECT * FROM {LAST}) JOIN pairs ON pairs.number = pair GROUP BY annotator),
         done AS (SELECT annotator, count(*) AS n FROM assignments WHERE state = 'finished'
             GROUP BY annotator)
         SELECT number, coalesce(done.n, 0), coalesce(said.n, 0), coalesce(with_silver, 0),
             coalesce(as_silver, 0), coalesce(checks, 0), coalesce(checks_right, 0),
             coalesce(seconds, 0.0), coalesce(timed, 0), last
         FROM annotators LEFT JOIN said ON said.annotator = number
         LEFT JOIN done ON done.annotator = number ORDER BY number"
    );
    let mut query = connection.prepare(&query)?;
    let of = |row: &rusqlite::Row<'_>| {
        Ok(AnnotatorProgress {
            number: row.get(0)?,
            sheets: row.get(1)?,
            answers: row.get(2)?,
            with_silver: row.get(3)?,
            as_silver: row.get(4)?,
            checks: row.get(5)?,
            checks_right: row.get(6)?,
            seconds: row.get(7)?,
            timed: row.get(8)?,
            last: row.get(9)?,
        })
    };
    query.query_map([], of)?.collect()
}

/// How much people agree so far, not sure counted as no.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Pairs with two judgements or more.
    pub pairs: usize,
    /// Of two people who judged the same pair, how often they say the same.
    pub observed: Option<f64>,
    /// Krippendorff's alpha: what is beyond chance in that.
    pub alpha: Option<f64>,
}

pub fn agreement(connection: &Connection) -> rusqlite::Result<Agreement> {
    let query = format!(
        "SELECT sum(answer = 1), sum(answer <> 1) FROM (SELECT * FROM {LAST})
         JOIN pairs ON number = pair WHERE sheet > 0 GROUP BY pair"
    );
    let mut query = connection.prepare(&query)?;
    let counts: Vec<(i64, i64)> =
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    Ok(Agreement::of(&counts))
}

impl Agreement {
    /// From how many say yes and how many no, for each pair.
    fn of(counts: &[(i64, i64)]) -> Agreement {
        let usable: Vec<(f64, f64)> = counts
            .iter()
            .filter(|(yes, no)| yes + no > 1)
            .map(|(yes, no)| (*yes as f64, *no as f64))
            .collect();
        let both =
            |of: fn(f64, f64) -> f64| usable.iter().map(|(yes, no)| of(*yes, *no)).sum::<f64>();
        let coincidences = both(|yes, no| yes + no);
        if usable.is_empty() {
            return Agreement::default();
        }
        // Each pair counts by its judgements: coincidence matrices of Krippendorff (2011).
        let different = both(|yes, no| 2.0 * yes * no / (yes + no - 1.0)) / coincidences;
        let (yes, no) = (both(|yes, _| yes), both(|_, no| no));
        let by_chance = 2.0 * yes * no / (coincidences * (coincidences - 1.0));
        let alpha = if by_chance > 0.0 { Some(1.0 - different / by_chance) } else { None };
        Agreement { pairs: usable.len(), observed: Some(1.0 - different), alpha }
    }
}

/// A pair about which people are not of one mind, or not of silver's.
#[derive(Clone, Debug, PartialEq)]
pub struct Contested {
    pub id: String,
    pub text: String,
    pub hypothesis: String,
    pub silver: Option<bool>,
    pub yes: i64,
    pub no: i64,
    pub not_sure: i64,
}

/// Pairs with the most judgements against silver, or, without silver, against the majority.
pub fn contested(connection: &Connection, most: usize) -> rusqlite::Result<Vec<Contested>> {
    let query = format!(
        "WITH counted AS (
             SELECT pair, sum(answer = 1) AS yes, sum(answer = 0) AS no, sum(answer = 2) AS unsure
             FROM {LAST} GROUP BY pair)
         SELECT id, text, hypothesis, silver, yes, no, unsure,
             CASE silver WHEN 1 THEN no + unsure WHEN 0 THEN yes
                 ELSE min(yes, no + unsure) END AS against
         FROM counted JOIN pairs ON number = pair
         WHERE sheet > 0 AND against > 0 ORDER BY against DESC, number LIMIT ?1"
    );
    let mut query = connection.prepare(&query)?;
    let of = |row: &rusqlite::Row<'_>| {
        Ok(Contested {
            id: row.get(0)?,
            text: row.get(1)?,
            hypothesis: row.get(2)?,
            silver: row.get(3)?,
            yes: row.get(4)?,
            no: row.get(5)?,
            not_sure: row.get(6)?,
        })
    };
    query.query_map([most as i64], of)?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_counted_by_hand() {
        // Two pairs of one mind, one of two: two of three agree. By chance two of six answers, three of
        // them yes, would differ with 2 * 3 * 3 / (6 * 5) = 0.6.
        let agreement = Agreement::of(&[(2, 0), (1, 1), (0, 2), (1, 0)]);
        assert_eq!(agreement.pairs, 3);
        assert!((agreement.observed.unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert!((agreement.alpha.unwrap() - (1.0 - (1.0 / 3.0) / 0.6)).abs() < 1e-12);
        assert_eq!(Agreement::of(&[(1, 0)]), Agreement::default());
        // Where all say the same there is no chance to be beyond of.
        assert_eq!(Agreement::of(&[(2, 0), (3, 0)]).alpha, None);
    }
}
