//! What is said and cleared away when the program is ended before its time.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use crate::session;

/// Files and folders that nobody wants if we are ended.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes something temporary that is removed also when a signal ends us. It removes itself where we
/// end in another way.
pub fn make<T>(
    make: impl FnOnce() -> io::Result<T>,
    path: impl Fn(&T) -> &Path,
) -> io::Result<(T, Listed)> {
    // A signal waits until it is listed.
    let mut temporary = temporary();
    let made = make()?;
    let path = path(&made).to_path_buf();
    temporary.push(path.clone());
    Ok((made, Listed(path)))
}

/// Something that is removed if we are ended, until this is dropped.
pub struct Listed(PathBuf);

impl Listed {
    /// Does what no signal should come between.
    pub fn hold<T>(&self, act: impl FnOnce() -> T) -> T {
        let _held = temporary();
        act()
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

/// Files that are read, and how long they were.
static READ: Mutex<Vec<(PathBuf, u64)>> = Mutex::new(Vec::new());

/// Remembers that a file is read, to name it if it is cut short.
pub fn reads(path: &Path) {
    // Who runs sessions has signals of its own, and calls us many times.
    if session::is_running() {
        return;
    }
    if let Ok(about) = fs::metadata(path)
        && about.is_file()
    {
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.push((path.to_path_buf(), about.len()));
    }
}

/// What to say when a file can no longer be read.
#[cfg(unix)]
fn cut_short() -> String {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let is_shorter = |path: &Path, length: u64| {
        fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() < length)
    };
    match read.iter().find(|(path, length)| is_shorter(path, *length)) {
        Some((path, _)) => {
            let name = path.display();
            format!("error: {name}: the file was cut short while it was read\n")
        }
        None => "error: a file that is read was cut short, or its disk failed\n".to_string(),
    }
}

/// What is done when a signal comes, instead of ending at once.
#[cfg(unix)]
static INSTEAD: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Does something when a signal would end us, which is then expected to end by itself. A second signal
/// ends us all the same. Where no signals are watched, nothing is done.
#[cfg_attr(not(feature = "annotate"), allow(dead_code))]
pub fn instead(act: impl FnOnce() + Send + 'static) {
    #[cfg(unix)]
    {
        *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
    }
    #[cfg(not(unix))]
    drop(act);
}

/// Watches for signals that end the program. Where that cannot be had, everything else works as
/// well.
pub fn watch() {
    #[cfg(unix)]
    let _ = unix::watch();
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, MutexGuard, PoisonError};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    use super::{INSTEAD, cut_short, temporary};

    /// Starts a thread that sleeps until a signal comes. Very little may be done while a signal is
    /// handled, and removing files is not among it.
    pub fn watch() -> io::Result<()> {
        let (mut woken, wake) = UnixStream::pair()?;
        // The lock of standard error may be held by a thread that will never give it back.
        let stderr = fs::File::from(io::stderr().as_fd().try_clone_to_owned()?);
        let signal = Arc::new(AtomicUsize::new(0));
        let which = Arc::clone(&signal);
        thread::Builder::new().name("signals".to_string()).spawn(move || {
            while woken.read_exact(&mut [0]).is_ok() {
                let signal = c_int::try_from(which.load(Ordering::SeqCst)).unwrap_or(SIGTERM);
                let instead = INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
                match (signal, instead) {
                    // No signal that ends us has come, so that it is a file that has gone.
                    (0, _) => return give_up(stderr),
                    (_, Some(act)) => act(),
                    (signal, None) => return end(signal),
                }
            }
        })?;
        bezant::source::tell_when_cut_short(wake.try_clone()?.into())?;
        for one in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|one| !is_ignored(*one)) {
            let wake = wake.try_clone()?;
            flag::register_usize(one, Arc::clone(&signal), usize::try_from(one).unwrap_or(0))?;
            low_level::pipe::register(one, wake)?;
        }
        Ok(())
    }

    /// Ends as the signal would have ended us.
    fn end(signal: c_int) {
        let _held = clear();
        let _ = low_level::emulate_default_handler(signal);
        low_level::exit(128 + signal);
    }

    /// Ends with an error because a file can no longer be read.
    fn give_up(mut stderr: fs::File) {
        let _held = clear();
        let _ = stderr.write_all(cut_short().as_bytes());
        low_level::exit(2);
    }

    /// Removes what is temporary. Nothing is finished any more while the list is held.
    fn clear() -> MutexGuard<'static, Vec<PathBuf>> {
        let temporary = temporary();
        for path in temporary.iter() {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        temporary
    }

    /// Whether whoever started us wants a signal to be ignored, as nohup does. Only Linux says so;
    /// elsewhere the one that is usually ignored is left alone.
    fn is_ignored(signal: c_int) -> bool {
        let Ok(status) = fs::read_to_string("/proc/self/status") else { return signal == SIGHUP };
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }
}
