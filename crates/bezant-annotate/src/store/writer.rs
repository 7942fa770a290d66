//! One thread writes. Whatever waits for it while a transaction is brought to disk goes into the next one
//! together, so that a thousand people who answer at once cost a few waits for the disk, not a thousand.

use std::path::{Path, PathBuf};
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
    /// Starts the thread for the store at a path.
    pub fn start(path: &Path, connection: Connection) -> Result<(Writer, thread::JoinHandle<()>)> {
        let (jobs, waiting) = mpsc::channel();
        let file = File::at(path).map_err(Error::io(path.display().to_string()))?;
        let thread = thread::Builder::new()
            .name("store".to_string())
            .spawn(move || write(&file, &connection, &waiting))
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

/// The file that was opened. Somebody may remove it or put another one in its place while we write: what
/// we write then is in a file without a name, which goes when we end.
struct File {
    path: PathBuf,
    identity: Identity,
}

type Identity = Option<(u64, u64)>;

impl File {
    fn at(path: &Path) -> std::io::Result<File> {
        Ok(File { path: path.to_path_buf(), identity: identity(path)? })
    }

    /// Fails unless the path still leads to what was opened.
    fn check(&self) -> std::result::Result<(), String> {
        if identity(&self.path).is_ok_and(|identity| identity == self.identity) {
            return Ok(());
        }
        Err(format!(
            "{} was removed or replaced while it was served; nothing more can be kept until the server \
             is started again",
            self.path.display()
        ))
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|about| Some((about.dev(), about.ino())))
}

/// Where a file that is open cannot be removed, it is enough that it is there.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| None)
}

fn write(file: &File, connection: &Connection, waiting: &mpsc::Receiver<Job>) {
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
        // Asked after the change is on disk, and before anybody is told so.
        let committed = committed.and_then(|()| file.check());
        for after in done {
            after(committed.as_ref().copied().map_err(String::as_str));
        }
    }
}
