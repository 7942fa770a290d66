//! Any bytes as the RASP parser's output, and as its input that has the words for lemmas.

#![no_main]

mod shared;

use bezant::formats::relations::Aids;
use bezant::formats::relations::rasp_output::Forms;
use bezant::kinds::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared::check_relations(bytes, Some(Format::Rasp), Aids::default());
    let (output, input) = shared::two(bytes);
    let forms = match Forms::read("forms", input) {
        Ok(forms) => forms,
        Err(error) => return shared::check_error(&error, "forms"),
    };
    let aids = Aids { forms: Some(&forms), mapping: None };
    shared::check_relations(output, Some(Format::Rasp), aids);
});
