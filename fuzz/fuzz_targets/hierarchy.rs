//! Any bytes as a hierarchy of types: refused by name, or relations are scored by it.

#![no_main]

mod shared;

use bezant::error::Stream;
use bezant::formats::Corpus;
use bezant::formats::relations::{self, Aids, Broken, Input};
use bezant::kinds::Format;
use bezant::metrics::relations::{Hierarchy, Relations, Scheme, Slots, TypeMatch};
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

/// Relations for hierarchies that come without any.
const RELATIONS: &[u8] =
    b"1\n(ncsubj bark dog _)\n(ncmod _ bark loudly)\n(a b c)\n\n2\n(dobj see dog)\n";

fuzz_target!(|bytes: &[u8]| {
    let (description, file) = shared::two(bytes);
    for text in [bytes, description] {
        let hierarchy = match Hierarchy::read("hierarchy", text) {
            Ok(hierarchy) => hierarchy,
            Err(error) => {
                shared::check_error(&error, "hierarchy");
                continue;
            }
        };
        let metric = Relations::rasp().with(|it| {
            it.schemes = Scheme::grid(&TypeMatch::ALL, &Slots::ALL);
            it.hierarchy = hierarchy;
        });
        for file in [file, RELATIONS] {
            let input = Input { name: "fuzz", text: file, stream: Stream::System };
            let numbered = Some(Format::Numbered);
            let Ok(read) = relations::read(input, numbered, Aids::default(), Broken::Skips) else {
                continue;
            };
            let text = Source::from_bytes("fuzz", file.to_vec()).and_then(Source::rest);
            if let Ok(text) = text
                && text[..] == *file
            {
                shared::check_perfect(&metric, &Corpus::from_relations(&text, read));
            }
        }
    }
});
