//! Any bytes as numbered relations and as the numbered text beside them; what is written reads the
//! same.

#![no_main]

mod shared;

use bezant::error::Stream;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered};
use bezant::kinds::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared::check_relations(bytes, Some(Format::Numbered), Aids::default());
    let text = Input { name: "text", text: bytes, stream: Stream::Text };
    if let Err(error) = relations::text::read(text) {
        shared::check_error(&error, "text");
    }
    let input = Input { name: "fuzz", text: bytes, stream: Stream::System };
    let Ok(sentences) = numbered::read(input, Broken::Fails) else { return };
    let mut written = Vec::new();
    numbered::write(&sentences, &mut written).expect("memory can be written to");
    // Sentences of the file start at 1, so all of what was written is read.
    let input = Input { name: "again", text: &written, stream: Stream::System };
    let again = numbered::read(input, Broken::Fails).expect("what was written can be read");
    let mut twice = Vec::new();
    numbered::write(&again, &mut twice).expect("memory can be written to");
    assert_eq!(written, twice);
});
