//! Any text as weights of sizes of fragments: refused, or the signature has all of them.

#![no_main]

use bezant::metrics::fragments::SizeWeights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match SizeWeights::read(text) {
        Ok(weights) => {
            let shown = weights.to_string();
            assert_eq!(shown.split(',').count(), text.split_whitespace().count());
            let again = SizeWeights::read(&shown.replace(',', " ")).expect("numbers read back");
            assert_eq!(shown, again.to_string());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
