//! Any bytes as files that are checked: whatever they are, they are counted the same on any number of
//! threads, and a file shares everything with itself.

#![no_main]

mod shared;

use bezant::checking::{Checked, Checking, check, sharing};
use bezant::parallel::Threads;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let how = Checking { remembers: true, most: Some(usize::MAX), format: None };
    let look = |n: usize| -> Option<Checked> {
        let source = Source::from_bytes("file", bytes.to_vec()).ok()?;
        let threads = Threads::new(Some(n)).expect("threads can be started");
        match check(source.with_limit(16 << 20), &how, &threads) {
            Ok(checked) => Some(checked),
            Err(error) => {
                shared::check_error(&error, "file");
                None
            }
        }
    };
    let Some(one) = look(1) else { return };
    let two = look(2).expect("it was read before");
    assert_eq!((one.units, one.n_faults), (two.units, two.n_faults));
    assert_eq!(one.statistics, two.statistics);
    assert_eq!(one.faults.len() as u64, one.n_faults);
    for fault in &one.faults {
        shared::check_error(fault, "file");
    }
    if let Some(shared) = sharing(&one, &two, 10) {
        assert_eq!((shared.n(), shared.moved), (0, 0));
    }
});
