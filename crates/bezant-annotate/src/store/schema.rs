//! Tables, version by version: a new store is made by the same steps that bring an old one up to date.

use rusqlite::{Connection, OptionalExtension};

/// Says whose file it is: "BezA".
pub const APPLICATION: i64 = 0x4265_7A41;

/// Step `n` makes version `n + 1` of version `n`. Steps that were released never change.
///
/// `need` of a pair is how many more people are to be asked: those wanted, less those who answered, less
/// those who have it on a sheet they are working on (`promised` items). `items` are what an annotator was
/// given: pairs that needed nobody any more when a sheet was handed out are not among them. Sheet 0 is of
/// pairs whose answer is plain, to see whether people read; they go onto other sheets and need nobody.
pub const STEPS: [&str; 2] = [
    "
    CREATE TABLE about (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE pairs (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        hypothesis TEXT NOT NULL,
        silver INTEGER CHECK (silver IN (0, 1)),
        sheet INTEGER NOT NULL,
        place INTEGER NOT NULL,
        need INTEGER NOT NULL,
        UNIQUE (sheet, place)
    ) STRICT;
    CREATE INDEX pairs_open ON pairs (need, sheet) WHERE need > 0;
    CREATE TABLE annotators (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        link BLOB NOT NULL UNIQUE,
        made INTEGER NOT NULL,
        agreed INTEGER
    ) STRICT;
    CREATE TABLE assignments (
        annotator INTEGER NOT NULL REFERENCES annotators,
        number INTEGER NOT NULL,
        sheet INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('active', 'finished', 'returned')),
        given INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        PRIMARY KEY (annotator, number),
        UNIQUE (annotator, sheet)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX assignments_active ON assignments (touched) WHERE state = 'active';
    CREATE TABLE items (
        annotator INTEGER NOT NULL REFERENCES annotators,
        assignment INTEGER NOT NULL,
        place INTEGER NOT NULL,
        pair INTEGER NOT NULL REFERENCES pairs,
        promised INTEGER NOT NULL CHECK (promised IN (0, 1)),
        PRIMARY KEY (annotator, assignment, place),
        UNIQUE (annotator, pair)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE answers (
        annotator INTEGER NOT NULL REFERENCES annotators,
        pair INTEGER NOT NULL REFERENCES pairs,
        sequence INTEGER NOT NULL,
        answer INTEGER NOT NULL CHECK (answer IN (0, 1, 2)),
        seconds REAL,
        at INTEGER NOT NULL,
        PRIMARY KEY (annotator, pair, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answers_by_pair ON answers (pair, annotator, sequence);
    CREATE TABLE events (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        what TEXT NOT NULL,
        about TEXT NOT NULL
    ) STRICT;
    ",
    // For people who look at a store with other tools.
    "
    CREATE VIEW history AS
        SELECT id, annotator, sequence,
            CASE answer WHEN 1 THEN 'yes' WHEN 0 THEN 'no' ELSE 'not sure' END AS answer,
            seconds, datetime(at / 1000, 'unixepoch') AS time, sheet = 0 AS is_check
        FROM answers JOIN pairs ON number = pair;
    CREATE VIEW judgements AS
        SELECT id, annotator, answer, seconds, time, is_check FROM history AS last
        WHERE sequence = (
            SELECT max(sequence) FROM history
            WHERE history.annotator = last.annotator AND history.id = last.id);
    ",
];

/// The version that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// The version a file has; `None` if it is not ours.
pub fn version(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let is_ours = pragma("application_id")? == APPLICATION;
    Ok(if is_ours { Some(pragma("user_version")?) } else { None })
}

/// The program that last changed the tables.
pub fn program(connection: &Connection) -> rusqlite::Result<String> {
    let found = connection
        .query_row("SELECT value FROM about WHERE key = 'program'", [], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or_else(|| "of unknown version".to_string()))
}

/// Brings a file from a version to ours, inside the caller's transaction.
pub fn bring_up_to_date(change: &Connection, from: i64, now: i64) -> rusqlite::Result<()> {
    for step in STEPS.iter().skip(usize::try_from(from).unwrap_or(0)) {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", VERSION)?;
    let program = env!("CARGO_PKG_VERSION");
    change.execute("INSERT OR REPLACE INTO about VALUES ('program', ?1)", [program])?;
    if from > 0 {
        let about = format!("from version {from} to {VERSION}");
        super::note(change, now, "migrated", &about)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::store::{Answer, Question, Store};
    use crate::{Error, Plan};

    use super::*;

    fn plan() -> Plan {
        let question = Question {
            id: "1".to_string(),
            text: "The cat that the dog saw ran.".to_string(),
            hypothesis: "The cat ran.".to_string(),
            silver: Some(true),
        };
        Plan { questions: vec![question], sheet: 25, per_pair: 5, seed: 1 }
    }

    /// A store as version 1 made it, with one answer.
    fn first_version(path: &std::path::Path) {
        let mut store = Store::create(path, &plan()).unwrap();
        store.ensure_annotators(1).unwrap();
        store
            .connection
            .execute_batch(
                "DROP VIEW judgements; DROP VIEW history; PRAGMA user_version = 1;
                 UPDATE about SET value = '0.0.9' WHERE key = 'program';
                 INSERT INTO answers VALUES (1, 1, 1, 2, 3.5, 1000);",
            )
            .unwrap();
    }

    #[test]
    fn an_older_store_is_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        first_version(&path);
        // Whoever only reads leaves it as it is.
        let read = Store::read(&path).unwrap();
        assert_eq!(read.judgements().unwrap().len(), 1);
        assert_eq!(version(&read.connection).unwrap(), Some(1));
        let links = read.links().unwrap();
        drop(read);
        let store = Store::open(&path).unwrap();
        assert_eq!(version(&store.connection).unwrap(), Some(VERSION));
        assert_eq!(program(&store.connection).unwrap(), env!("CARGO_PKG_VERSION"));
        assert_eq!(store.links().unwrap(), links);
        let kept = store.judgements().unwrap().remove(0);
        assert_eq!((kept.answer, kept.seconds, kept.when), (Answer::NotSure, Some(3.5), 1.0));
        let seen: (String, i64, String, String) = store
            .connection
            .query_row("SELECT id, annotator, answer, time FROM judgements", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })
            .unwrap();
        let expected = ("1", 1, "not sure", "1970-01-01 00:00:01");
        assert_eq!((&*seen.0, seen.1, &*seen.2, &*seen.3), expected);
    }

    #[test]
    fn a_later_store_is_refused_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let store = Store::create(&path, &plan()).unwrap();
        store.connection.pragma_update(None, "user_version", 99).unwrap();
        store
            .connection
            .execute("UPDATE about SET value = '7.1.0' WHERE key = 'program'", [])
            .unwrap();
        drop(store);
        for refused in [Store::open(&path), Store::read(&path)] {
            let error = refused.err().unwrap();
            assert!(matches!(error, Error::Newer { version: 99, .. }));
            assert!(error.to_string().ends_with("use bezant 7.1.0 or a later one"), "{error}");
        }
    }

    #[test]
    fn a_file_of_another_program_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        assert!(matches!(Store::open(&path), Err(Error::NotAStore(_))));
    }
}
