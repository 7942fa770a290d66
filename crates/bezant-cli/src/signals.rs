//! What is cleared away when the program is ended before its time.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Watches for signals that end the program. Where that cannot be had, everything else works as
/// well.
pub fn watch() {
    #[cfg(unix)]
    let _ = unix::watch();
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::io::{self, Read};
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    use super::temporary;

    /// Starts a thread that sleeps until a signal comes. Very little may be done while a signal is
    /// handled, and removing files is not among it.
    pub fn watch() -> io::Result<()> {
        let (mut woken, wake) = UnixStream::pair()?;
        let signal = Arc::new(AtomicUsize::new(0));
        let which = Arc::clone(&signal);
        thread::Builder::new().name("signals".to_string()).spawn(move || {
            if woken.read_exact(&mut [0]).is_ok() {
                end(c_int::try_from(which.load(Ordering::SeqCst)).unwrap_or(SIGTERM));
            }
        })?;
        for one in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|one| !is_ignored(*one)) {
            let wake = wake.try_clone()?;
            flag::register_usize(one, Arc::clone(&signal), usize::try_from(one).unwrap_or(0))?;
            low_level::pipe::register(one, wake)?;
        }
        Ok(())
    }

    /// Removes what is temporary, and ends as the signal would have ended us.
    fn end(signal: c_int) {
        // It is not given back: nothing is finished any more.
        let temporary = temporary();
        for path in temporary.iter() {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        let _ = low_level::emulate_default_handler(signal);
        low_level::exit(128 + signal);
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
