//! Any bytes as rules of what counts as the same: refused by name, or every switch can be turned.

#![no_main]

mod shared;

use bezant::entailment::equivalences::Equivalences;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut rules = Equivalences::default();
    if let Err(error) = rules.read("rules", bytes) {
        shared::check_error(&error, "rules");
        return;
    }
    // The same rules a second time add nothing that was not there.
    let _ = rules.read("rules", bytes);
    for name in Equivalences::switches() {
        rules.switch_off(&name);
    }
});
