//! Files as memory: the only module with `unsafe`.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// So many bytes that have been handed out stay in memory: about what a few threads are still at.
#[cfg(unix)]
const KEPT: usize = 4 << 20;

/// Pages are given back so many bytes at a time: every time, all threads have to forget where they were.
#[cfg(unix)]
const GIVEN_BACK: usize = 1 << 20;

/// Maps a whole file into memory.
///
/// Memory mapping is what makes reading a treebank of gigabytes free of copies. It is `unsafe`
/// because the bytes change under us if another program writes to the file, and reading beyond a
/// file cut short ends the program, unless it [asks to be told](tell_when_cut_short). Both need
/// somebody to edit gold while it is being weighed; a scorer has no better answer to that than any
/// other reader, and the bytes are never trusted to be valid UTF-8.
#[allow(unsafe_code)]
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: see above; the mapping is read-only and private to this process.
    let map = unsafe { Mmap::map(file)? };
    // Advice may be refused (some file systems do), and nothing depends on it.
    #[cfg(unix)]
    let _ = map.advise(memmap2::Advice::Sequential);
    Ok(map)
}

/// Gives back the pages behind a reader that went on from one byte to another, so that a file takes little memory
/// however large it is. Whoever looks at them again finds the same bytes, which the system still has or reads again.
#[cfg(unix)]
#[allow(unsafe_code)]
pub(super) fn give_back(map: &Mmap, from: usize, to: usize) {
    let behind = |at: usize| at.saturating_sub(KEPT) / GIVEN_BACK * GIVEN_BACK;
    let (from, to) = (behind(from), behind(to));
    if from < to {
        // SAFETY: pages that are only read, of a file, come back from the file as they were; see `map` for files
        // that somebody changes.
        let advised = unsafe {
            map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, from, to - from)
        };
        // As above.
        let _ = advised;
    }
}

#[cfg(not(unix))]
pub(super) fn give_back(_map: &Mmap, _from: usize, _to: usize) {}

#[cfg(unix)]
pub use unix::tell_when_cut_short;

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::{IntoRawFd, OwnedFd};
    use std::ptr;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// Where a byte is written to.
    static WAKE: AtomicI32 = AtomicI32::new(-1);

    /// Has a byte written to `wake` when a file that is being read is cut short by another program
    /// or can no longer be read from its disk (SIGBUS). The thread that needs the file then sleeps
    /// for ever: there is nothing it could go on with. Whoever reads the other end should end the
    /// program.
    ///
    /// A program calls this once, if at all; without it, the system ends the program on the spot.
    #[allow(unsafe_code)]
    pub fn tell_when_cut_short(wake: OwnedFd) -> io::Result<()> {
        WAKE.store(wake.into_raw_fd(), Ordering::SeqCst);
        let handler: extern "C" fn(c_int) = cut_short;
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: all zeros are a valid `sigaction`, whose mask is emptied as the system wants it.
        // The handler has the signature that goes without SA_SIGINFO, lives as long as the program,
        // and does only what a handler may. Where a thread has a stack for signals, it is used.
        let status = unsafe {
            let action = action.assume_init_mut();
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, action, ptr::null_mut())
        };
        if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// To return would read the lost byte again.
    #[allow(unsafe_code)]
    extern "C" fn cut_short(_signal: c_int) {
        // SAFETY: both calls are among those that POSIX allows in a handler, the byte is a constant,
        // and the descriptor is never closed.
        unsafe {
            libc::write(WAKE.load(Ordering::SeqCst), [0_u8].as_ptr().cast(), 1);
            loop {
                libc::pause();
            }
        }
    }
}
