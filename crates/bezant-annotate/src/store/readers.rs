//! Connections that only read. They see what is on disk, and never wait for whoever writes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, Result};

/// Opens a store to read it. Where not even the files beside it can be made that readers share, as on a
/// disk that cannot be written, it is read as it lies there, if nobody is writing.
pub fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let shared = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(super::PATIENCE)?;
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
        Ok(connection)
    });
    let Err(error) = shared else { return shared };
    let cannot_open = error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen);
    if !cannot_open || super::beside(path, "-wal").exists() || !path.is_file() {
        return Err(error);
    }
    let escaped: String = path
        .to_string_lossy()
        .chars()
        .map(|c| match c {
            '%' | '?' | '#' => format!("%{:02X}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    let address = format!("file:{escaped}?immutable=1");
    Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)
}

/// Connections that nobody uses at the moment.
pub struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub fn new(path: &Path) -> Readers {
        Readers { path: path.to_path_buf(), idle: Mutex::new(Vec::new()) }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads on a thread that may wait for the disk.
    pub async fn read<T: Send + 'static>(
        self: &Arc<Readers>,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let readers = Arc::clone(self);
        let read = move || {
            let taken = readers.idle().pop();
            let outcome = match taken.map_or_else(|| connect(&readers.path), Ok) {
                Ok(connection) => {
                    // All that a page shows is of one moment.
                    let outcome = connection
                        .execute_batch("BEGIN")
                        .and_then(|()| look(&connection))
                        .and_then(|found| connection.execute_batch("COMMIT").map(|()| found));
                    if !connection.is_autocommit() {
                        let _ = connection.execute_batch("ROLLBACK");
                    }
                    readers.idle().push(connection);
                    outcome
                }
                Err(error) => Err(error),
            };
            outcome.map_err(|error| Error::Sqlite { path: readers.path.clone(), error })
        };
        tokio::task::spawn_blocking(read)
            .await
            .map_err(|error| Error::NotSaved(error.to_string()))?
    }
}
