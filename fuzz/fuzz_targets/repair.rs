//! Any bytes as an answer of a language model: what is repaired is sound, stays as it is, and what was
//! sound is left alone.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bezant::fuzzing::repair(bytes));
