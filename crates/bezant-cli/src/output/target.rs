//! Files that are there whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf, is_separator};

use tempfile::NamedTempFile;

use crate::args::is_descriptor;
use crate::session;
use crate::signals::{self, Listed};

/// So many links are followed; more are a circle.
const LINKS: usize = 40;

/// Something that is written. A plain file is written under another name beside it, which it loses
/// when [all](Target::finish) is on the disk: whatever happens before, an old file stays as it was.
pub enum Target {
    /// Kept for who runs a session: a name in memory, or none for standard output.
    Kept {
        name: Option<PathBuf>,
        bytes: Vec<u8>,
    },
    Stdout(BufWriter<StdoutLock<'static>>),
    /// Pipes and devices keep nothing, and what is open already has other writers.
    Direct(BufWriter<File>),
    Whole {
        file: BufWriter<NamedTempFile>,
        listed: Listed,
        path: PathBuf,
    },
}

impl Target {
    /// Starts to write; `-`, or nothing, is standard output.
    pub fn create(path: Option<&Path>) -> io::Result<Target> {
        let path = path.filter(|path| !is_stdout(Some(path)));
        if path.map_or_else(session::is_running, session::is_memory) {
            let name = path.map(Path::to_path_buf);
            return Ok(Target::Kept { name, bytes: Vec::new() });
        }
        let Some(path) = path else {
            return Ok(Target::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let path = followed(path)?;
        if path.as_os_str().as_encoded_bytes().last().is_some_and(|end| is_separator((*end).into()))
        {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if is_descriptor(&path) {
            // What the shell or another program wrote there stays.
            let file = OpenOptions::new().append(true).open(&path)?;
            return Ok(Target::Direct(BufWriter::new(file)));
        }
        match fs::metadata(&path) {
            Ok(there) if there.is_file() || there.is_dir() => {
                // Names can be replaced in a folder; that does not make a file ours to replace.
                OpenOptions::new().write(true).open(&path)?;
                Target::whole(path, Some(&there))
            }
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(&path)?;
                Ok(Target::Direct(BufWriter::new(file)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Target::whole(path, None),
            Err(error) => Err(error),
        }
    }

    fn whole(path: PathBuf, there: Option<&Metadata>) -> io::Result<Target> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".bezant-").suffix(".tmp");
        #[cfg(unix)]
        if there.is_none() {
            // As for any new file, the user's mask takes from it.
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
            builder.permissions(mode);
        }
        let (file, listed) = signals::make(|| builder.tempfile_in(folder), NamedTempFile::path)
            .map_err(|error| {
                // The name that was tried says nothing to anybody.
                let why = io::Error::from(error.kind());
                io::Error::new(error.kind(), format!("no file can be made beside it: {why}"))
            })?;
        if let Some(there) = there {
            keep_owner(file.as_file(), there);
            file.as_file().set_permissions(there.permissions())?;
        }
        Ok(Target::Whole { file: BufWriter::new(file), listed, path })
    }

    /// Whether a plain file can be written, without writing one. Pipes are not opened: their other
    /// end would notice.
    pub fn check(path: &Path) -> io::Result<()> {
        match fs::metadata(path) {
            _ if session::is_memory(path) => Ok(()),
            Ok(there) if !there.is_file() && !there.is_dir() => Ok(()),
            _ => Target::create(Some(path)).map(drop),
        }
    }

    /// All was written: a file has its name from now on.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        let (file, listed, path) = match self {
            Target::Whole { file, listed, path } => (file, listed, path),
            Target::Kept { name: Some(name), bytes } => {
                session::wrote(name, bytes);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        match file.as_file().sync_all() {
            // Some network file systems know nothing of it.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            synced => synced?,
        }
        let named = listed.hold(|| file.persist(&path));
        if let Err(failed) = named {
            // Hours of work may be in it.
            let why = failed.error;
            let (_, kept) = failed.file.keep()?;
            let said = format!("{why}; what was to be written is in {}", kept.display());
            return Err(io::Error::new(why.kind(), said));
        }
        // The name, too, should outlast a failure of power. Not every system lets a folder be
        // opened, and the file is whole under one name or the other.
        #[cfg(unix)]
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    fn out(&mut self) -> &mut dyn Write {
        match self {
            Target::Kept { bytes, .. } => bytes,
            Target::Stdout(out) => out,
            Target::Direct(out) => out,
            Target::Whole { file, .. } => file,
        }
    }

    /// Only standard output may be closed early, as `head` does; whoever names a pipe wants all of
    /// it.
    fn named(&self, error: io::Error) -> io::Error {
        match self {
            Target::Direct(_) if error.kind() == io::ErrorKind::BrokenPipe => {
                io::Error::other("its reader stopped before the end")
            }
            _ => error,
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out().write(bytes).map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Target::Kept { name: None, bytes } = self {
            session::print(&std::mem::take(bytes));
        }
        self.out().flush().map_err(|error| self.named(error))
    }
}

/// Whether a path, or none, is a name of standard output, which is not opened a second time.
pub(super) fn is_stdout(path: Option<&Path>) -> bool {
    let Some(path) = path else { return true };
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    let n = if cfg!(unix) { names.len() } else { 1 };
    names[..n].iter().any(|name| path == Path::new(name))
}

/// Where a symbolic link leads, and the next, also if nothing is there yet: the links stay.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        // What is open already looks like a link, but has no name that could be given to another.
        let is_link = path.symlink_metadata().is_ok_and(|about| about.is_symlink());
        if !is_link || is_descriptor(&path) {
            return Ok(path);
        }
        let to = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("its symbolic links lead in a circle"))
}

/// Gives a new file the owner of the old one, where that is allowed.
fn keep_owner(file: &File, there: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let same =
            file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (there.uid(), there.gid()));
        if !same && fchown(file, Some(there.uid()), Some(there.gid())).is_err() {
            let _ = fchown(file, None, Some(there.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = (file, there);
}

/// Makes a link to a program, in the place of what is there.
pub fn link(program: &Path, link: &Path) -> io::Result<()> {
    if let Some(folder) = link.parent() {
        fs::create_dir_all(folder)?;
    }
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link)?;
    }
    make_link(program, link)
}

#[cfg(unix)]
fn make_link(program: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(program, link)
}

/// Elsewhere links need rights that few have.
#[cfg(not(unix))]
fn make_link(program: &Path, link: &Path) -> io::Result<()> {
    fs::copy(program, link).map(drop)
}
