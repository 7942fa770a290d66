//! One thread writes. Whatever waits for it while a transaction is brought to disk goes into the next one
//! together, so that a thousand people who answer at once cost a few waits for the disk, not a thousand.

use std::sync::mpsc;
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// So many changes are brought to disk together at most.
const TOGETHER: usize = 512;

/// What is to be done, given the store or why it cannot be written; returns what is said when all is on
/// disk, or why it is not.
type Job = Box<dyn FnOnce(std::result::Result<&Connection, &str>) -> After + Send>;
type After = Box<dyn FnOnce(std::result::Result<(), &str>) + Send>;

/// Hands changes to the thread that writes. When the last of these is dropped, the thread ends.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(connection: Connection) -> Result<(Writer, thread::JoinHandle<()>)> {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("store".to_string())
            .spawn(move || write(&connection, &waiting))
            .map_err(Error::io("a thread for the store"))?;
        Ok((Writer { jobs }, thread))
    }

    /// Makes a change, and returns when it is on disk. A change that fails leaves nothing behind.
    pub async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (tell, told) = oneshot::channel();
        let job = Box::new(move |store: std::result::Result<&Connection, &str>| {
            let outcome = match store {
                Ok(connection) => apart(connection, change).map_err(|error| error.to_string()),
                Err(why) => Err(why.to_string()),
            };
            Box::new(move |committed: std::result::Result<(), &str>| {
                let committed = committed.map_err(str::to_string);
                // Nobody waits any more if the connection was closed; the answer is kept all the same.
                let _ = tell.send(outcome.and_then(|made| committed.map(|()| made)));
            }) as After
        });
        let stopped = || Error::NotSaved("the store is closed".to_string());
        self.jobs.send(job).map_err(|_| stopped())?;
        told.await.map_err(|_| stopped())?.map_err(Error::NotSaved)
    }
}

/// One change of several in a transaction, which can fail alone.
fn apart<T>(
    connection: &Connection,
    change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT one")?.execute([])?;
    let outcome = change(connection);
    if outcome.is_err() {
        connection.prepare_cached("ROLLBACK TO one")?.execute([])?;
    }
    connection.prepare_cached("RELEASE one")?.execute([])?;
    outcome
}

fn write(connection: &Connection, waiting: &mpsc::Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
            let why = error.to_string();
            first(Err(&why))(Err(&why));
            continue;
        }
        let mut done = vec![first(Ok(connection))];
        while let Some(job) = (done.len() < TOGETHER).then(|| waiting.try_recv().ok()).flatten() {
            done.push(job(Ok(connection)));
        }
        let committed = connection.execute_batch("COMMIT").map_err(|error| {
            // What failed must not stay open: the next transaction would be refused.
            let _ = connection.execute_batch("ROLLBACK");
            error.to_string()
        });
        for after in done {
            after(committed.as_ref().copied().map_err(String::as_str));
        }
    }
}
