//! Any bytes as trees whose words have numbers.

#![no_main]

use bezant::formats::discbracket;
use bezant::formats::penn::TreeSpace;
use bezant::formats::{Corpus, Format};
use bezant::metrics::brackets::Brackets;
use bezant::metrics::trees::parameters::Preset;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').take(8).collect();
    let mut space = TreeSpace::default();
    for line in &lines {
        let reading = discbracket::read(line, &mut space);
        let tree = &reading.tree;
        for fault in &reading.faults {
            assert!(fault.at <= line.len());
        }
        assert!(!tree.has_gaps() || tree.places().len() == tree.n_leaves() as usize);
        let mut text = Vec::new();
        if !reading.faults.is_empty() || discbracket::write(tree, b"", &mut text).is_err() {
            continue;
        }
        let again = discbracket::read(&text, &mut space);
        assert!(again.faults.is_empty());
        assert_eq!(tree.nodes().len(), again.tree.nodes().len());
        let mut twice = Vec::new();
        discbracket::write(&again.tree, b"", &mut twice).expect("it was written before");
        assert_eq!(text, twice);
    }
    let gold = Corpus::from_sentences_in(Format::Discbracket, "gold", lines);
    let metric = Brackets::evalb(Preset::None.parameters()).with(|it| {
        it.measures.leaf_ancestor = true;
        it.measures.tree_edit_distance = true;
    });
    let found = bezant::evaluate_one(&metric, &gold, &gold).expect("a corpus of trees is compared");
    let total = found.total();
    assert_eq!((total.matched, total.crossing, total.rare.edits), (total.gold, 0, 0));
    assert_eq!(total.exact, total.sentences);
});
