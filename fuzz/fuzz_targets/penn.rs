//! Any bytes as bracketed trees: both grammars, both layouts, and what is written reads the same.

#![no_main]

use bezant::formats::penn::{self, Grammar, Layout, TreeReading, TreeSpace};
use bezant::formats::{Format, Reader};
use bezant::source::Source;
use bezant::structures::tree::{NodeKind, Tree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut space = TreeSpace::default();
    for grammar in [Grammar::Evalb, Grammar::Lenient] {
        let reading = penn::read_with(bytes, grammar, &mut space);
        check(&reading);
        space.recycle(reading.tree);
    }
    for format in [None, Some(Format::Penn(Layout::Lines)), Some(Format::Penn(Layout::Free))] {
        let Ok(source) = Source::from_bytes("fuzz", bytes.to_vec()) else { return };
        // A stream, so it was compressed: that is another target's business, and may be huge.
        if source.size().is_none() {
            return;
        }
        read_all(Reader::new(source, format));
    }
});

fn read_all(mut reader: Reader) {
    let mut line = 0;
    loop {
        match reader.next_batch() {
            Ok(batch) if batch.is_empty() => return,
            Ok(batch) => {
                for sentence in batch.sentences() {
                    assert!(sentence.at.line >= line, "lines go forward");
                    line = sentence.at.line;
                    check(&penn::read(sentence.text));
                }
            }
            Err(error) => {
                let place = error.place().expect("what is wrong with a text has a place");
                assert!(place.excerpt.is_char_boundary(place.mark));
                // Whoever goes on after an error gets the rest or nothing, but no panic.
                let _ = reader.next_batch();
                return;
            }
        }
    }
}

fn check(reading: &TreeReading<'_>) {
    let TreeReading { tree, faults, balance } = reading;
    for node in tree.nodes() {
        assert!(node.end as usize <= tree.nodes().len());
        assert!(node.leaf <= tree.leaves_to_end(node));
        assert!(tree.label(node).len() + tree.body(node).len() < tree.text().len());
    }
    assert_eq!(tree.leaves().count(), tree.n_leaves() as usize);
    for fault in faults {
        assert!(fault.at < tree.text().len());
    }
    if faults.is_empty() {
        assert_eq!(*balance, 0);
        let mut text = Vec::new();
        penn::write(tree, &mut text);
        assert!(!text.contains(&b'\n'));
        for grammar in [Grammar::Evalb, Grammar::Lenient] {
            let again = penn::read_with(&text, grammar, &mut TreeSpace::default());
            assert!(again.faults.is_empty());
            assert_eq!(shape(tree), shape(&again.tree));
        }
    }
}

/// All that a tree says, without where it stood in its text.
fn shape<'s>(tree: &Tree<'s>) -> Vec<(NodeKind, &'s [u8], &'s [u8], u32, u32)> {
    let shape = tree.nodes().iter().map(|node| {
        let word = if node.kind == NodeKind::Leaf { tree.body(node) } else { b"" };
        (node.kind, tree.label(node), word, node.end, node.leaf)
    });
    shape.collect()
}
