//! Any bytes as bracketed trees: both grammars, both layouts, and what is written reads the same.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bezant::fuzzing::trees(bytes));
