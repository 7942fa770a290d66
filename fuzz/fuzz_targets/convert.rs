//! Any bytes as trees, as columns and as what Collins' parser and MSTParser print, converted to everything: no panic, and basic is a tree.

#![no_main]

use std::cell::RefCell;

use bezant::conversion::{Conversion, Target};
use bezant::formats::conllu::Columns;
use bezant::formats::penn::{self, Layout};
use bezant::formats::{Format, Reader};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::stanford::{self, Converter, RelationNames, Representation, StanfordOptions};
use libfuzzer_sys::fuzz_target;

const ALL: [Representation; 6] = [
    Representation::Basic,
    Representation::Extra,
    Representation::Collapsed,
    Representation::CollapsedTree,
    Representation::CcProcessed,
    Representation::Cambridge,
];

thread_local! {
    static CONVERTER: RefCell<Converter> =
        RefCell::new(Converter::new(StanfordOptions { punctuation: true, ..StanfordOptions::default() }));
}

fuzz_target!(|bytes: &[u8]| {
    CONVERTER.with_borrow_mut(|converter| check_tree(bytes, converter));
    // One way an input; what it is depends on the input alone.
    let choice = bytes.iter().fold(bytes.len(), |sum, byte| sum * 31 % 65_537 + usize::from(*byte));
    let to = ALL[choice % 6];
    let options = StanfordOptions {
        punctuation: choice / 6 % 2 == 0,
        names: if choice / 12 % 2 == 0 { RelationNames::Last } else { RelationNames::Older },
    };
    let target = match choice / 24 % 4 {
        0 => Target::StanfordColumns(to, stanford::WrittenColumns::Conllu),
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
        convert(bytes, format, Conversion { target, options });
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

/// Basic dependencies are a tree over all words, whatever the phrases are.
fn check_tree(bytes: &[u8], converter: &mut Converter) {
    let reading = penn::read(bytes);
    let found = converter.convert(&reading.tree, Representation::Basic);
    let n = found.words().len();
    let mut heads = vec![None; n + 1];
    for arc in found.dependencies() {
        let head = &mut heads[arc.dependent.index as usize];
        assert!(head.is_none(), "two heads");
        *head = Some(arc.governor.index as usize);
    }
    for word in 1..=n {
        let path = std::iter::successors(heads[word], |word| heads[*word]);
        assert_eq!(path.take(n + 1).last(), Some(0), "no path to the root");
    }
}
