//! Any bytes as lists of trees, as parsers print them.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bezant::fuzzing::lists_of_trees(bytes));
