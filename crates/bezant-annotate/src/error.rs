//! What can go wrong with a store or a server.

use std::path::PathBuf;

/// What went wrong, in words for whoever runs the server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// SQLite refuses.
    #[error("{}: {error}", path.display())]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// A file that is no store.
    #[error("{}: this is no store of judgements", .0.display())]
    NotAStore(PathBuf),
    /// A store of a later program.
    #[error(
        "{}: written by bezant {program} in version {version} of the store, and this program knows \
         versions up to {known}; use bezant {program} or a later one",
        path.display()
    )]
    Newer {
        /// The store.
        path: PathBuf,
        /// The version it has.
        version: i64,
        /// The last version we know.
        known: i64,
        /// The program that wrote it.
        program: String,
    },
    /// A store of other pairs.
    #[error(
        "{}: this store belongs to another data set ({n} pairs, fingerprint {theirs}; the pairs given are \
         {ours}); give the pairs it was made from, or another store",
        path.display()
    )]
    OtherPairs {
        /// The store.
        path: PathBuf,
        /// How many pairs it has.
        n: usize,
        /// The fingerprint of its pairs.
        theirs: String,
        /// The fingerprint of those given.
        ours: String,
    },
    /// An annotator nobody knows.
    #[error("{}: there is no annotator {number}", path.display())]
    NoAnnotator {
        /// The store.
        path: PathBuf,
        /// The number that was given.
        number: u64,
    },
    /// Texts that are not as they should be.
    #[error("{name}: {why}")]
    Texts {
        /// The file.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file or a connection.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// An answer that could not be put on disk.
    #[error("not saved: {0}")]
    NotSaved(String),
    /// A file that is not written over.
    #[error("{0}")]
    Refused(String),
    /// A plan that cannot be carried out.
    #[error("{0}")]
    Plan(String),
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Error {
        let what = what.into();
        move |error| Error::Io { what, error }
    }
}
