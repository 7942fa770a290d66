//! Any bytes as a mapping of dependencies to relations, and columns that are read by it.

#![no_main]

mod shared;

use bezant::formats::relations::Aids;
use bezant::formats::relations::conll::Mapping;
use bezant::kinds::{Columns, Format};
use libfuzzer_sys::fuzz_target;

/// Columns for mappings that come without any.
const COLUMNS: &[u8] = b"1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n\
    2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t_\t_\n\n";

fuzz_target!(|bytes: &[u8]| {
    let (mapping, columns) = shared::two(bytes);
    for text in [bytes, mapping] {
        let mapping = match Mapping::read("mapping", text) {
            Ok(mapping) => mapping,
            Err(error) => {
                shared::check_error(&error, "mapping");
                continue;
            }
        };
        let aids = Aids { forms: None, mapping: Some(&mapping) };
        for columns in [columns, COLUMNS] {
            for kind in [Columns::Conllu, Columns::Conllx] {
                shared::check_relations(columns, Some(Format::Columns(kind)), aids);
            }
        }
    }
});
