//! Any bytes as DepBank: what `check_relations` says.

#![no_main]

mod shared;

use bezant::formats::relations::Aids;
use bezant::kinds::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared::check_relations(bytes, Some(Format::DepBank), Aids::default());
});
