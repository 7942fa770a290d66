//! Any bytes as trained weights: refused by name, or the same when they are written again.

#![no_main]

mod shared;

use bezant::entailment::learned::Learned;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let weights = match Learned::read("weights", bytes) {
        Ok(weights) => weights,
        Err(error) => return shared::check_error(&error, "weights"),
    };
    let written = weights.written(&["a comment".to_string()]);
    let again = Learned::read("weights", written.as_bytes()).expect("what was written can be read");
    assert_eq!(written, again.written(&["a comment".to_string()]));
});
