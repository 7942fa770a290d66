//! Tables and lists to take away.

use rusqlite::Connection;

use super::{Answer, overview};
use crate::tokens::Secret;

/// A table with a header.
fn table<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> rusqlite::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let fail = |error: csv::Error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    out.write_record(header).map_err(fail)?;
    for row in rows {
        out.write_record(row).map_err(fail)?;
    }
    let bytes = out.into_inner().unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn or_empty(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// The last answer of everybody to every pair.
pub fn judgements_csv(connection: &Connection) -> rusqlite::Result<String> {
    let rows = overview::judgements(connection)?.into_iter().map(|one| {
        [
            one.id,
            one.annotator.to_string(),
            one.answer.name().to_string(),
            or_empty(one.seconds),
            format!("{:.3}", one.when),
            one.check.map_or("", |yes| if yes { "YES" } else { "NO" }).to_string(),
        ]
    });
    table(["id", "annotator", "answer", "seconds", "when", "check"], rows)
}

/// All that was ever answered, in order.
pub fn history_csv(connection: &Connection) -> rusqlite::Result<String> {
    let mut query = connection.prepare(
        "SELECT id, annotator, sequence, answer, seconds, at
         FROM answers JOIN pairs ON number = pair ORDER BY at, annotator, pair, sequence",
    )?;
    let rows = query.query_map([], |row| {
        Ok([
            row.get(0)?,
            row.get::<_, i64>(1)?.to_string(),
            row.get::<_, i64>(2)?.to_string(),
            Answer::of_number(row.get(3)?).name().to_string(),
            or_empty(row.get::<_, Option<f64>>(4)?),
            format!("{:.3}", row.get::<_, i64>(5)? as f64 / 1000.0),
        ])
    })?;
    let rows: Vec<[String; 6]> = rows.collect::<Result<_, _>>()?;
    table(["id", "annotator", "sequence", "answer", "seconds", "when"], rows)
}

/// What everybody did, with the codes by which they are paid.
pub fn annotators_csv(connection: &Connection, secret: &Secret) -> rusqlite::Result<String> {
    let rows = overview::annotators(connection)?.into_iter().map(|one| {
        [
            one.number.to_string(),
            one.sheets.to_string(),
            one.answers.to_string(),
            one.with_silver.to_string(),
            one.as_silver.to_string(),
            one.checks.to_string(),
            one.checks_right.to_string(),
            format!("{:.1}", one.seconds),
            secret.completion(one.number),
        ]
    });
    let header = [
        "annotator",
        "sheets",
        "answers",
        "with_silver",
        "as_silver",
        "checks",
        "checks_right",
        "seconds",
        "completion",
    ];
    table(header, rows)
}

/// The links of all annotators, one a line.
pub fn links(connection: &Connection, secret: &Secret, base: &str) -> rusqlite::Result<String> {
    let numbers = overview::numbers(connection)?;
    Ok(numbers.iter().map(|number| format!("{base}/a/{}\n", secret.annotator(*number))).collect())
}
