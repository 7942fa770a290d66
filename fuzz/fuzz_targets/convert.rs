//! Any bytes as trees, as columns and as what Collins' parser and MSTParser print, converted to everything: no panic, and basic is a tree.

#![no_main]

use bezant::conversion::{Conversion, Target};
use bezant::formats::{Format, Reader};
use bezant::kinds::{Columns, Layout};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::stanford::{RelationNames, Representation, StanfordOptions, WrittenColumns};
use libfuzzer_sys::fuzz_target;

const ALL: [Representation; 6] = [
    Representation::Basic,
    Representation::Extra,
    Representation::Collapsed,
    Representation::CollapsedTree,
    Representation::CcProcessed,
    Representation::Cambridge,
];

fuzz_target!(|bytes: &[u8]| {
    bezant::fuzzing::basic(bytes);
    // One way an input; what it is depends on the input alone.
    let choice = bytes.iter().fold(bytes.len(), |sum, byte| sum * 31 % 65_537 + usize::from(*byte));
    let to = ALL[choice % 6];
    let options = StanfordOptions::default().with(|it| {
        it.punctuation = choice / 6 % 2 == 0;
        it.names = if choice / 12 % 2 == 0 { RelationNames::Last } else { RelationNames::Older };
    });
    let target = match choice / 24 % 4 {
        0 => Target::StanfordColumns(to, WrittenColumns::Conllu),
        1 => [Target::Columns(Columns::Conll2009), Target::Sentences, Target::Tags][choice % 3],
        _ => Target::Text(to),
    };
    let formats = [
        Format::Penn(Layout::Lines),
        Format::Columns(Columns::Conllx),
        Format::Collins,
        Format::Mst,
    ];
    for format in formats {
        convert(bytes, format, Conversion::to(target).with(|it| it.options = options));
    }
});

fn convert(bytes: &[u8], format: Format, conversion: Conversion) {
    let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
    // A stream, so it was compressed: that is another target's business, and may be huge.
    if source.size().is_none() {
        return;
    }
    let mut out = Vec::new();
    let reader = Reader::new(source, Some(format));
    let _ = conversion.run(reader, &Threads::one(), &mut out, &mut |_| ());
}
