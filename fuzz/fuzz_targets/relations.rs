//! Any bytes as relations in a format that is guessed, with everything that helps to read them.

#![no_main]

mod shared;

use bezant::formats::relations::Aids;
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mapping = Mapping::read("mapping", b"default = \"(dobj HEAD DEPENDENT)\"\n[relations]\n")
        .expect("the mapping is sound");
    let forms = Forms::read("forms", bytes).ok();
    shared::check_relations(bytes, None, Aids::default());
    let aids = Aids { forms: forms.as_ref(), mapping: Some(&mapping) };
    shared::check_relations(bytes, None, aids);
});
