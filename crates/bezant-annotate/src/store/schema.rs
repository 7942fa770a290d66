//! Tables, version by version: a new store is made by the same steps that bring an old one up to date.

use rusqlite::{Connection, OptionalExtension};

/// Says whose file it is: "BezA".
pub const APPLICATION: i64 = 0x4265_7A41;

/// Step `n` makes version `n + 1` of version `n`. Steps that were released never change.
///
/// `need` of a pair is how many more people are to be asked: those wanted, less those who answered, less
/// those who have it on a sheet they are working on (`promised` items). `items` are what an annotator was
/// given: pairs that needed nobody any more when a sheet was handed out are not among them.
pub const STEPS: [&str; 1] = ["
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
"];

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
