//! Any bytes as files of relations: every reader, ending at what is broken or passing it over, both
//! assignments, and what is written reads the same.

#![no_main]

use bezant::error::Stream;
use bezant::evaluation::evaluate_one;
use bezant::formats::Corpus;
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered};
use bezant::kinds::{Columns, Format};
use bezant::metrics::relations::{
    Assignment, Hierarchy, Relations, Scheme, Slots, TypeMatch, RelationWeights,
};
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

const FORMATS: [Format; 5] = [
    Format::Numbered,
    Format::DepBank,
    Format::Rasp,
    Format::Candc,
    Format::Columns(Columns::Conllx),
];

fuzz_target!(|bytes: &[u8]| {
    let mapping = Mapping::read("mapping", b"default = \"(dobj HEAD DEPENDENT)\"\n[relations]\n")
        .expect("the mapping is sound");
    let forms = Forms::read(bytes);
    let text = Input { name: "text", text: bytes, stream: Stream::Text };
    let _ = relations::text::read(text);
    let _ = Hierarchy::read("hierarchy", bytes);
    let _ = Mapping::read("mapping", bytes);
    let formats = FORMATS.map(Some).into_iter().chain([None]);
    for (format, forms) in formats.flat_map(|format| [(format, None), (format, Some(&forms))]) {
        let aids = Aids { forms, mapping: Some(&mapping) };
        let input = Input { name: "fuzz", text: bytes, stream: Stream::System };
        let file = relations::read(input, format, aids, Broken::Fails);
        if let Err(error) = &file {
            let place = error.place().expect("what is wrong with a text has a place");
            assert!(place.excerpt.is_char_boundary(place.mark));
        }
        let tolerant = relations::read(input, format, aids, Broken::Skips);
        match (&file, &tolerant) {
            (Ok(one), Ok(two)) => assert_eq!(one, two),
            (Ok(_), Err(error)) => panic!("a sound file is refused: {error}"),
            (Err(_), Ok(two)) => {
                assert!(two.sentences.iter().any(|sentence| sentence.fault.is_some()));
                let numbers = two.sentences.iter().map(|sentence| sentence.number);
                assert!(numbers.is_sorted_by(|one, two| one < two));
            }
            (Err(_), Err(_)) => {}
        }
        let Ok(tolerant) = tolerant else { continue };
        let assignments = [
            (Assignment::Greedy, RelationWeights::Ignored),
            (Assignment::Greedy, RelationWeights::Counted),
            (Assignment::Optimal, RelationWeights::Ignored),
        ];
        for (assignment, weights) in assignments {
            let metric = Relations::rasp().with(|it| {
                it.schemes = Scheme::grid(&TypeMatch::ALL, &Slots::ALL);
                it.assignment = assignment;
                it.weights = weights;
            });
            let text = Source::from_bytes("fuzz", bytes.to_vec()).and_then(Source::rest);
            let Ok(text) = text else { continue };
            if text[..] != *bytes {
                continue;
            }
            let corpus = Corpus::from_relations(&text, tolerant.clone());
            let found = evaluate_one(&metric, &corpus, &corpus).expect("relations were read");
            let total = found.total();
            for &scheme in &metric.schemes {
                let micro = total.tallies(&metric.hierarchy, scheme).micro();
                assert!(micro.matched <= micro.gold && micro.gold == micro.system);
            }
        }
        if let (Ok(file), Some(Format::Numbered)) = (file, format) {
            let mut written = Vec::new();
            numbered::write(&file.sentences, &mut written).expect("memory can be written to");
            // Sentences of the file start at 1, so all of what was written is read.
            let input = Input { name: "again", text: &written, stream: Stream::System };
            let again = numbered::read(input, Broken::Fails).expect("what was written can be read");
            let mut twice = Vec::new();
            numbered::write(&again, &mut twice).expect("memory can be written to");
            assert_eq!(written, twice);
        }
    }
});
