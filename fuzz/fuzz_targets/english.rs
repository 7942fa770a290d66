//! Any text as English: tokens lose nothing, and every word has a lemma and forms.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bezant::fuzzing::english(bytes));
