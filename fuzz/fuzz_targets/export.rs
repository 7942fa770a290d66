//! Any bytes in the export format.

#![no_main]

use bezant::formats::penn::TreeSpace;
use bezant::formats::{Corpus, Format, Reader, discbracket, export};
use bezant::metrics::brackets::Brackets;
use bezant::metrics::trees::parameters::Preset;
use bezant::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
    // A stream, so it was compressed: that is another target's business, and may be huge.
    if source.size().is_none() {
        return;
    }
    let gold = match Corpus::read(Reader::new(source, Some(Format::Export))) {
        Ok(corpus) => corpus,
        Err(error) => {
            let place = error.place().expect("what is wrong with a text has a place");
            assert!(place.excerpt.is_char_boundary(place.mark));
            return;
        }
    };
    // More would only be slow.
    if gold.len() > 8 {
        return;
    }
    for sentence in gold.texts() {
        let reading = export::read(sentence);
        for fault in &reading.faults {
            assert!(fault.at <= sentence.len());
        }
        let mut text = Vec::new();
        if reading.faults.is_empty()
            && discbracket::write(&reading.tree, b"ROOT", &mut text).is_ok()
        {
            let again = discbracket::read(&text, &mut TreeSpace::default());
            assert_eq!(reading.tree.n_leaves(), again.tree.n_leaves());
            assert_eq!(reading.tree.has_gaps(), again.tree.has_gaps());
        }
    }
    let metric = Brackets::evalb(Preset::None.parameters()).with(|it| {
        it.measures.leaf_ancestor = true;
        it.measures.tree_edit_distance = true;
    });
    let found = bezant::evaluate_one(&metric, &gold, &gold).expect("a corpus of trees is compared");
    let total = found.total();
    assert_eq!((total.matched, total.crossing, total.rare.edits), (total.gold, 0, 0));
    assert_eq!(total.exact, total.sentences);
});
