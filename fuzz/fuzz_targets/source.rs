//! Any bytes as a file, compressed or not: the blocks are the text, however it comes in.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bezant::fuzzing::source(bytes));
