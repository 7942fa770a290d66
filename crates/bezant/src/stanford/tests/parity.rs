use bezant::stanford::StanfordOptions;

use super::{ALL, compare, convert, keep_punctuation};
use crate::check;

#[test]
fn our_own_sentences_have_stanfords_dependencies() {
    let folder = check::fixtures().join("parity/stanford");
    let trees = folder.join("trees.mrg");
    let mut n = 0;
    for (name, to) in ALL {
        let found = convert(&trees, keep_punctuation(), to);
        n += compare(&found, &folder.join(format!("{name}.sd")));
        let words = folder.join(format!("{name}.words.sd"));
        if ["basic", "ccprocessed"].contains(&name) {
            n += compare(&convert(&trees, StanfordOptions::default(), to), &words);
        }
    }
    assert!(n > 1_000, "only {n} dependencies compared");
}
