//! The file in which everything is kept: pairs, who was asked what, and every answer.
//!
//! SQLite in WAL mode with `synchronous=FULL`: a transaction is on disk when it is said to be, and others
//! read while somebody writes. All that is known is in the file and nothing only in memory, so that
//! killing the program at any moment loses nothing that was acknowledged.

pub(crate) mod asking;
pub(crate) mod export;
pub(crate) mod overview;
pub(crate) mod readers;
mod schema;
pub(crate) mod writer;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params,
};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::tokens::{self, Secret};

/// How long we wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A pair to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What the pair is called.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// What may follow from it.
    pub hypothesis: String,
    /// Whether it should, if somebody knows.
    pub silver: Option<bool>,
}

/// What somebody answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It follows.
    Yes,
    /// It does not.
    No,
    /// It cannot be said.
    NotSure,
}

impl Answer {
    /// As forms and tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::NotSure => "not sure",
        }
    }

    fn number(self) -> i64 {
        match self {
            Answer::No => 0,
            Answer::Yes => 1,
            Answer::NotSure => 2,
        }
    }

    fn of_number(number: i64) -> Answer {
        match number {
            0 => Answer::No,
            1 => Answer::Yes,
            _ => Answer::NotSure,
        }
    }
}

/// The last answer of a person to a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The pair's id.
    pub id: String,
    /// Who, as a number.
    pub annotator: u64,
    /// What they answered.
    pub answer: Answer,
    /// How long they looked at it.
    pub seconds: Option<f64>,
    /// When they answered, in seconds since 1970.
    pub when: f64,
    /// What is right, if the pair is there only to see whether people read.
    pub check: Option<bool>,
}

/// How a store is made from pairs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The pairs, in the order of their file.
    pub questions: Vec<Question>,
    /// How many are on a sheet.
    pub sheet: usize,
    /// By how many people each is to be judged.
    pub per_pair: u32,
    /// Decides the order in which pairs are asked.
    pub seed: u64,
}

impl Plan {
    /// The same for the same pairs.
    fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for Question { id, text, hypothesis, silver } in &self.questions {
            let silver = silver.map_or("", |yes| if yes { "yes" } else { "no" });
            for field in [id, text, hypothesis, silver] {
                hash.update((field.len() as u64).to_le_bytes());
                hash.update(field);
            }
        }
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Places in the file, in the order in which they are asked.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.questions.len()).collect();
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        for last in (1..order.len()).rev() {
            // Sixty-four bits for a few thousand places: nobody will see that it is not quite even.
            let drawn = u128::from(random.next_u64()) * (last as u128 + 1);
            order.swap(last, (drawn >> 64) as usize);
        }
        order
    }
}

/// How far things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many pairs there are.
    pub pairs: usize,
    /// How many of them have been judged by as many people as wanted.
    pub finished: usize,
    /// Judgements so far.
    pub judgements: usize,
    /// How many people have a link.
    pub annotators: usize,
}

/// Links without the address of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The organiser's.
    pub organiser: String,
    /// Those of annotators that were made in advance or on joining, with their numbers.
    pub annotators: Vec<(u64, String)>,
    /// A code to join, where the organiser wants one and has none.
    pub code: String,
}

/// A file of judgements of one data set.
pub struct Store {
    path: PathBuf,
    connection: Connection,
    secret: Secret,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Writes down what happened, other than answers.
pub(crate) fn note(change: &Connection, at: i64, what: &str, about: &str) -> rusqlite::Result<()> {
    change
        .prepare_cached("INSERT INTO events (at, what, about) VALUES (?1, ?2, ?3)")?
        .execute(params![at, what, about])?;
    Ok(())
}

/// A fact about the store as a whole.
pub(crate) fn about<T: rusqlite::types::FromSql>(
    connection: &Connection,
    key: &str,
) -> rusqlite::Result<Option<T>> {
    let mut query = connection.prepare_cached("SELECT value FROM about WHERE key = ?1")?;
    query.query_row([key], |row| row.get(0)).optional()
}

pub(crate) fn set_about(
    change: &Connection,
    key: &str,
    value: impl rusqlite::ToSql,
) -> rusqlite::Result<()> {
    let mut query = change.prepare_cached("INSERT OR REPLACE INTO about VALUES (?1, ?2)")?;
    query.execute(params![key, value])?;
    Ok(())
}

fn kept_as(option: &str) -> String {
    format!("option {option}")
}

impl Store {
    /// Makes a new store; nothing may be there yet.
    pub fn create(path: &Path, plan: &Plan) -> Result<Store> {
        if plan.questions.is_empty() || plan.sheet == 0 || plan.per_pair == 0 {
            let why = "a store needs at least one pair, on sheets of at least one, for one person";
            return Err(Error::Plan(why.to_string()));
        }
        reserve(path).map_err(Error::io(path.display().to_string()))?;
        let made = Store::filled(path, plan);
        if made.is_err() {
            // Half a store would be in the way of the next attempt.
            let _ = std::fs::remove_file(path);
        }
        made
    }

    fn filled(path: &Path, plan: &Plan) -> Result<Store> {
        let secret = Secret::draw()?;
        let fail = |error| Error::Sqlite { path: path.to_path_buf(), error };
        let mut connection = connect(path).map_err(fail)?;
        let fill = |change: &Transaction<'_>| {
            schema::bring_up_to_date(change, 0, now())?;
            for (key, value) in [("fingerprint", plan.fingerprint()), ("state", "open".to_string())]
            {
                set_about(change, key, value)?;
            }
            set_about(change, "secret", secret.bytes())?;
            set_about(change, "per_pair", plan.per_pair)?;
            set_about(change, "sheet", plan.sheet as i64)?;
            // SQLite's numbers have a sign.
            set_about(change, "seed", plan.seed.to_string())?;
            let mut insert = change.prepare(
                "INSERT INTO pairs (number, id, text, hypothesis, silver, sheet, place, need)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            for (at, number) in plan.order().into_iter().enumerate() {
                let Question { id, text, hypothesis, silver } = &plan.questions[number];
                let (sheet, place) = (at / plan.sheet + 1, at % plan.sheet + 1);
                insert.execute(params![
                    number as i64 + 1,
                    id,
                    text,
                    hypothesis,
                    silver,
                    sheet as i64,
                    place as i64,
                    plan.per_pair
                ])?;
            }
            note(change, now(), "created", &format!("{} pairs", plan.questions.len()))
        };
        in_transaction(&mut connection, fill).map_err(fail)?;
        // Links and pairs are in the file itself from the beginning, not only in the journal beside it.
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").map_err(fail)?;
        Ok(Store { path: path.to_path_buf(), connection, secret })
    }

    /// Opens a store to write, and brings it up to date if an older program wrote it.
    pub fn open(path: &Path) -> Result<Store> {
        let fail = |error| Error::Sqlite { path: path.to_path_buf(), error };
        let version = checked_version(path)?;
        let mut connection = connect(path).map_err(fail)?;
        if version < schema::VERSION {
            in_transaction(&mut connection, |change| {
                // Somebody else may have been quicker.
                let version = schema::version(change)?.unwrap_or(version);
                schema::bring_up_to_date(change, version, now())
            })
            .map_err(fail)?;
        }
        Store::of(path, connection)
    }

    /// Opens a store to read, also while a server writes to it.
    pub fn read(path: &Path) -> Result<Store> {
        checked_version(path)?;
        let fail = |error| Error::Sqlite { path: path.to_path_buf(), error };
        Store::of(path, readers::connect(path).map_err(fail)?)
    }

    fn of(path: &Path, connection: Connection) -> Result<Store> {
        let fail = |error| Error::Sqlite { path: path.to_path_buf(), error };
        let secret: Option<Vec<u8>> = about(&connection, "secret").map_err(fail)?;
        let secret = secret.as_deref().and_then(Secret::from_bytes);
        let secret = secret.ok_or_else(|| Error::NotAStore(path.to_path_buf()))?;
        Ok(Store { path: path.to_path_buf(), connection, secret })
    }

    /// Whether a file begins as all stores do, and cannot be anything else that we read.
    pub fn is_store(beginning: &[u8]) -> bool {
        beginning.starts_with(b"SQLite format 3\0")
    }

    fn fail(&self, error: rusqlite::Error) -> Error {
        Error::Sqlite { path: self.path.clone(), error }
    }

    /// Fails if the store was made from other pairs.
    pub fn check(&self, plan: &Plan) -> Result<()> {
        let theirs: Option<String> =
            about(&self.connection, "fingerprint").map_err(|error| self.fail(error))?;
        let (theirs, ours) = (theirs.unwrap_or_default(), plan.fingerprint());
        if theirs == ours {
            return Ok(());
        }
        let n = self.progress()?.pairs;
        Err(Error::OtherPairs { path: self.path.clone(), n, theirs, ours })
    }

    /// How many pairs are on a sheet, and the seed that decided their order; both stay what they are.
    pub fn sheet_and_seed(&self) -> Result<(usize, u64)> {
        let fail = |error| self.fail(error);
        let sheet: Option<i64> = about(&self.connection, "sheet").map_err(fail)?;
        let seed: Option<String> = about(&self.connection, "seed").map_err(fail)?;
        let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or_default();
        Ok((sheet.and_then(|sheet| usize::try_from(sheet).ok()).unwrap_or_default(), seed))
    }

    /// Asks more people, or fewer, about every pair from now on.
    pub fn set_per_pair(&mut self, per_pair: u32) -> Result<()> {
        let path = self.path.clone();
        in_transaction(&mut self.connection, |change| {
            let before: i64 = about(change, "per_pair")?.unwrap_or_default();
            let more = i64::from(per_pair) - before;
            if more != 0 {
                change.execute("UPDATE pairs SET need = need + ?1 WHERE sheet > 0", [more])?;
                set_about(change, "per_pair", per_pair)?;
                note(change, now(), "per pair", &format!("{before} to {per_pair}"))?;
            }
            Ok(())
        })
        .map_err(|error| Error::Sqlite { path, error })
    }

    /// Puts so many questions onto each sheet from now on whose answer is plain, to see whether people
    /// read. Questions that are there already are not added again.
    pub fn set_checks(&mut self, per_sheet: u32, checks: &[Question]) -> Result<()> {
        let path = self.path.clone();
        in_transaction(&mut self.connection, |change| {
            set_about(change, "checks", per_sheet)?;
            checks.iter().try_for_each(|check| asking::add_check(change, check))
        })
        .map_err(|error| Error::Sqlite { path, error })
    }

    /// What is kept of how the store was last served, under the name of an option.
    pub fn kept(&self, option: &str) -> Result<Option<String>> {
        about(&self.connection, &kept_as(option)).map_err(|error| self.fail(error))
    }

    /// Keeps how the store is served. Returns what was kept before.
    pub fn keep(&mut self, option: &str, value: &str) -> Result<Option<String>> {
        let (path, key) = (self.path.clone(), kept_as(option));
        in_transaction(&mut self.connection, |change| {
            let before: Option<String> = about(change, &key)?;
            if before.as_deref() != Some(value) {
                set_about(change, &key, value)?;
                note(change, now(), "option", option)?;
            }
            Ok(before)
        })
        .map_err(|error| Error::Sqlite { path, error })
    }

    /// By how many people each pair is to be judged.
    pub fn per_pair(&self) -> Result<u32> {
        let per_pair = about(&self.connection, "per_pair").map_err(|error| self.fail(error))?;
        Ok(per_pair.unwrap_or_default())
    }

    /// Sees to it that there are links for so many annotators at least.
    pub fn ensure_annotators(&mut self, wanted: usize) -> Result<()> {
        let (path, secret) = (self.path.clone(), self.secret.clone());
        in_transaction(&mut self.connection, |change| {
            let there: usize =
                change.query_row("SELECT count(*) FROM annotators", [], |row| row.get(0))?;
            (there..wanted).try_for_each(|_| asking::join(change, &secret, now()).map(|_| ()))
        })
        .map_err(|error| Error::Sqlite { path, error })
    }

    /// All links, to be printed.
    pub fn links(&self) -> Result<Links> {
        let numbers = overview::numbers(&self.connection).map_err(|error| self.fail(error))?;
        let link = |number: i64| (number.unsigned_abs(), self.secret.annotator(number));
        let annotators = numbers.into_iter().map(link).collect();
        let (organiser, code) = (self.secret.organiser(), self.secret.code());
        Ok(Links { organiser, annotators, code })
    }

    /// The pairs that people are asked about, in the order of their file, without those that check attention.
    pub fn questions(&self) -> Result<Vec<Question>> {
        let ask = || -> rusqlite::Result<Vec<Question>> {
            let mut query = self.connection.prepare(
                "SELECT id, text, hypothesis, silver FROM pairs WHERE sheet > 0 ORDER BY number",
            )?;
            let question = |row: &rusqlite::Row<'_>| {
                Ok(Question {
                    id: row.get(0)?,
                    text: row.get(1)?,
                    hypothesis: row.get(2)?,
                    silver: row.get(3)?,
                })
            };
            query.query_map([], question)?.collect()
        };
        ask().map_err(|error| self.fail(error))
    }

    /// What everybody last answered, in the order of the pairs and then of the annotators.
    pub fn judgements(&self) -> Result<Vec<Judgement>> {
        overview::judgements(&self.connection).map_err(|error| self.fail(error))
    }

    /// The same as a table: id, annotator, answer, seconds, when, check.
    pub fn judgements_csv(&self) -> Result<String> {
        export::judgements_csv(&self.connection).map_err(|error| self.fail(error))
    }

    /// How far things are.
    pub fn progress(&self) -> Result<Progress> {
        overview::progress(&self.connection).map_err(|error| self.fail(error))
    }

    /// Copies the store as it is at one moment, also while a server writes to it. The copy has its name
    /// when it is whole. A file that is there is replaced only by `force`, and never a store in use.
    pub fn backup(&self, to: &Path, force: bool) -> Result<()> {
        may_be_written(to, force)?;
        let name = to.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = to.with_file_name(format!(".bezant-{name}-{}.tmp", std::process::id()));
        let made = self.copied(&unfinished).and_then(|()| {
            let named =
                if force { std::fs::rename(&unfinished, to) } else { name_new(&unfinished, to) };
            named.map_err(Error::io(to.display().to_string()))
        });
        if made.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        made
    }

    fn copied(&self, to: &Path) -> Result<()> {
        let fail = |error| Error::Sqlite { path: to.to_path_buf(), error };
        reserve(to).map_err(Error::io(to.display().to_string()))?;
        let mut target = Connection::open(to).map_err(fail)?;
        rusqlite::backup::Backup::new(&self.connection, &mut target)
            .and_then(|backup| backup.run_to_completion(1024, Duration::ZERO, None))
            .map_err(fail)?;
        // A copy that is carried elsewhere is one file.
        target.pragma_update(None, "journal_mode", "DELETE").map_err(fail)?;
        target.close().map_err(|(_, error)| fail(error))?;
        let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
        synced.map_err(Error::io(to.display().to_string()))
    }

    /// Removes an annotator and all that they answered; whom they leave is asked of others. Returns how
    /// many answers there were.
    pub fn forget(&mut self, annotator: u64) -> Result<usize> {
        let path = self.path.clone();
        let number = i64::try_from(annotator).unwrap_or(i64::MAX);
        let fail = |error| Error::Sqlite { path: path.clone(), error };
        let gone =
            in_transaction(&mut self.connection, |change| asking::forget(change, number, now()))
                .map_err(fail)?;
        // What was removed must not linger in the journal, either.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        gone.ok_or_else(|| Error::NoAnnotator { path: path.clone(), number: annotator })
    }

    /// For the server: its parts.
    pub(crate) fn into_parts(self) -> (PathBuf, Connection, Secret) {
        (self.path, self.connection, self.secret)
    }
}

/// Fails if a file is there and may not be replaced. A store with a journal beside it is being served, or
/// was not closed: another file in its place would be read together with that journal, as neither.
pub fn may_be_written(path: &Path, force: bool) -> Result<()> {
    let shown = path.display().to_string();
    // Pipes and devices are written to, not over.
    let is_stream = std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
    if is_stream || path.symlink_metadata().is_err() {
        return Ok(());
    }
    let refuse = |why: &str| Err(Error::Refused(format!("{shown}{why}")));
    if !force {
        return refuse(
            " is there already and would be written over; name another file, or pass --force",
        );
    }
    // What a link leads to is what would be lost.
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let journal = beside(&real, "-wal");
    if journal.exists() {
        // Readers leave journals behind; whoever closes a store last to write removes them.
        let closed = connect(&real).and_then(|store| schema::version(&store).map(drop));
        if closed.is_err() || journal.exists() {
            return refuse(" is a store in use; name another file");
        }
    }
    Ok(())
}

/// A file that SQLite keeps beside a store.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(end);
    path.with_file_name(name)
}

/// Gives a file its name unless that is taken, also by somebody who was quicker.
fn name_new(unfinished: &Path, to: &Path) -> std::io::Result<()> {
    match std::fs::hard_link(unfinished, to) {
        Ok(()) => std::fs::remove_file(unfinished),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no second names.
        Err(_) if to.symlink_metadata().is_err() => std::fs::rename(unfinished, to),
        Err(error) => Err(error),
    }
}

/// Fails if a file is no store, or one of a later program.
fn checked_version(path: &Path) -> Result<i64> {
    use std::io::Read;
    let fail = |error| Error::Sqlite { path: path.to_path_buf(), error };
    let mut beginning = [0; 16];
    let is_whole = std::fs::File::open(path)
        .map_err(Error::io(path.display().to_string()))?
        .read_exact(&mut beginning)
        .is_ok();
    if !is_whole || !Store::is_store(&beginning) {
        return Err(Error::NotAStore(path.to_path_buf()));
    }
    let connection = readers::connect(path).map_err(fail)?;
    let version = schema::version(&connection).map_err(fail)?;
    let version = version.ok_or_else(|| Error::NotAStore(path.to_path_buf()))?;
    if version > schema::VERSION {
        let program = schema::program(&connection).map_err(fail)?;
        let (path, known) = (path.to_path_buf(), schema::VERSION);
        return Err(Error::Newer { path, version, known, program });
    }
    Ok(version)
}

/// Makes an empty file that only its owner reads: whoever has a store has its links.
fn reserve(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

/// Opens a store to write. What is removed is overwritten.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Apple's disks keep what is written in their own memory unless asked twice.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn in_transaction<T>(
    connection: &mut Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let made = change(&transaction)?;
    transaction.commit()?;
    Ok(made)
}

pub(crate) use tokens::Hash;
