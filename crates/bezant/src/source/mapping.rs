//! Files as memory: the only module with `unsafe`.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file into memory.
///
/// Memory mapping is what makes reading a treebank of gigabytes free of copies. It is `unsafe`
/// because the bytes change under us if another program writes to the file, and reading beyond a
/// file cut short ends the program. Both need somebody to edit gold while it is being weighed; a
/// scorer has no better answer to that than any other reader, and the bytes are never trusted to
/// be valid UTF-8.
#[allow(unsafe_code)]
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: see above; the mapping is read-only and private to this process.
    let map = unsafe { Mmap::map(file)? };
    // Advice may be refused (some file systems do), and nothing depends on it.
    #[cfg(unix)]
    let _ = map.advise(memmap2::Advice::Sequential);
    Ok(map)
}
