use std::path::Path;

use bezant::conversion::{Conversion, Target};
use bezant::formats::conllu::Columns;
use bezant::formats::{Format, Reader, penn};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::stanford::{Converter, Representation, StanfordOptions};

use crate::check;

/// Our own sentences.
mod parity;

const ALL: [(&str, Representation); 5] = [
    ("basic", Representation::Basic),
    ("extra", Representation::Extra),
    ("collapsed", Representation::Collapsed),
    ("collapsedtree", Representation::CollapsedTree),
    ("ccprocessed", Representation::CcProcessed),
];

/// The dependencies of a file of trees, an empty line behind each sentence.
fn convert(trees: &Path, options: StanfordOptions, to: Representation) -> String {
    let mut reader = Reader::new(Source::open(trees).unwrap(), None);
    let mut converter = Converter::new(options);
    let mut out = Vec::new();
    for sentence in reader.take(usize::MAX).unwrap().sentences() {
        let reading = penn::read(sentence.text);
        let found = converter.convert(&reading.tree, to);
        found.dependencies().iter().for_each(|arc| found.write(arc, &mut out));
        out.push(b'\n');
    }
    String::from_utf8(out).unwrap()
}

/// Every line is the reference's, in its place.
fn compare(found: &str, expected: &Path) -> usize {
    let expected = Source::open(expected).unwrap().rest().unwrap();
    let expected = String::from_utf8(expected.to_vec()).unwrap();
    for (n, (ours, theirs)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(ours, theirs, "line {}", n + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
    found.lines().filter(|line| !line.is_empty()).count()
}

#[test]
fn a_treebank_is_converted_as_the_reference_does() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("stanford");
    for (name, to) in ALL {
        let found = convert(
            &folder.join("craft-dev.mrg.gz"),
            StanfordOptions { punctuation: true, ..StanfordOptions::default() },
            to,
        );
        let n = compare(&found, &folder.join(format!("craft-dev.{name}.sd.gz")));
        assert!(n > 60_000, "only {n} dependencies of {name} compared");
    }
}

#[test]
fn the_trees_of_a_weak_parser_are_converted_as_the_reference_does() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("pete");
    // Of these, the task has no others.
    for (name, to) in
        [("extra", Representation::Extra), ("ccprocessed", Representation::CcProcessed)]
    {
        let expected = folder.join(format!("PETE_dev.stanford.{name}.sd"));
        let found = convert(&folder.join("PETE_dev.stanford.mrg"), StanfordOptions::default(), to);
        assert!(compare(&found, &expected) > 1_000, "{name}");
    }
}

#[test]
fn basic_dependencies_in_columns_are_collapsed_as_the_reference_does() {
    let Some(folder) = check::conformance() else { return };
    let folder = folder.join("stanford");
    let source = Source::open(&folder.join("craft-dev.basic.conllx.gz")).unwrap();
    let reader = Reader::new(source, Some(Format::Columns(Columns::Conllx)));
    let target = Target::Text(Representation::CollapsedTree);
    let conversion = Conversion { target, options: keep_punctuation() };
    let mut out = Vec::new();
    let converted =
        conversion.run(reader, &Threads::new(Some(2)).unwrap(), &mut out, &mut |_| ()).unwrap();
    assert_eq!((converted.sentences, converted.unreadable), (3_000, 0));
    let found = String::from_utf8(out).unwrap();
    assert!(compare(&found, &folder.join("craft-dev.collapsedtree.sd.gz")) > 60_000);
}

// ---------------------------------------------------------------------------------------------
// What must hold for all trees
// ---------------------------------------------------------------------------------------------

const PHRASES: [&str; 30] = [
    "NP", "VP", "S", "SBAR", "PP", "ADJP", "ADVP", "QP", "NML", "SBARQ", "SQ", "SINV", "WHNP",
    "WHADVP", "WHPP", "PRN", "FRAG", "UCP", "CONJP", "NP-TMP", "NP-ADV", "RRC", "NAC", "INTJ",
    "PRT", "X", "LST", "CIT", "UCP-TMP", "",
];

const WORDS: [&str; 36] = [
    "NN rain",
    "NNS cats",
    "NNP May",
    "NNP Monday",
    "VB be",
    "VBD said",
    "VBG being",
    "VBN seen",
    "VBZ is",
    "VBZ 's",
    "VBP have",
    "MD will",
    "TO to",
    "IN of",
    "IN that",
    "IN because",
    "IN by",
    "RB not",
    "RB then",
    "RB up",
    "DT the",
    "DT no",
    "DT both",
    "JJ such",
    "JJR more",
    "CC and",
    "CC or",
    "CD 5",
    "PRP it",
    "PRP itself",
    "POS 's",
    "WP who",
    "WRB when",
    "EX there",
    ", ,",
    "FW etc",
];

/// A tree of random phrases and words; `next` gives numbers below a limit.
fn random_tree(n: usize, mut next: impl FnMut(usize) -> usize) -> String {
    let mut tree = String::from("(S ");
    let mut open = 1;
    for _ in 0..n {
        match next(6) {
            0 | 1 => {
                tree.push_str(&format!("({} ", PHRASES[next(PHRASES.len())]));
                open += 1;
            }
            2..=4 => tree.push_str(&format!("({})", WORDS[next(WORDS.len())])),
            _ if open > 1 => {
                tree.push(')');
                open -= 1;
            }
            _ => {}
        }
    }
    tree + &")".repeat(open)
}

/// A generator of numbers that is the same everywhere.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |limit| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % limit
    }
}

fn keep_punctuation() -> StanfordOptions {
    StanfordOptions { punctuation: true, ..StanfordOptions::default() }
}

#[test]
fn basic_dependencies_are_a_tree_over_all_words() {
    let mut next = numbers(1);
    let mut converter = Converter::new(keep_punctuation());
    for _ in 0..40_000 {
        let size = next(60);
        let tree = random_tree(size, &mut next);
        let reading = penn::read(tree.as_bytes());
        let found = converter.convert(&reading.tree, Representation::Basic);
        let n = found.words().len();
        let mut heads = vec![None; n + 1];
        for arc in found.dependencies() {
            let head = &mut heads[arc.dependent.index as usize];
            assert_eq!(*head, None, "{} has two heads in {tree}", found.show(arc));
            *head = Some(arc.governor.index as usize);
        }
        for word in 1..=n {
            let path = std::iter::successors(heads[word], |word| heads[*word]);
            assert_eq!(path.take(n + 1).last(), Some(0), "word {word} of {tree}");
        }
    }
}

#[test]
fn what_is_collapsed_comes_from_what_was_there() {
    let mut next = numbers(2);
    let mut converter = Converter::new(keep_punctuation());
    for _ in 0..3_000 {
        let size = next(60);
        let tree = random_tree(size, &mut next);
        let reading = penn::read(tree.as_bytes());
        let found = converter.convert(&reading.tree, Representation::Extra);
        // Words that arcs connect, over any number of arcs in any direction.
        let mut groups: Vec<usize> = (0..=found.words().len()).collect();
        for arc in found.dependencies() {
            let [one, two] =
                [arc.governor, arc.dependent].map(|place| groups[place.index as usize]);
            groups.iter_mut().filter(|group| **group == two).for_each(|group| *group = one);
        }
        let n_basic = found.dependencies().len();
        for to in [Representation::Collapsed, Representation::CcProcessed] {
            let found = converter.convert(&reading.tree, to);
            for arc in found.dependencies() {
                let [one, two] =
                    [arc.governor, arc.dependent].map(|place| groups[place.index as usize]);
                assert_eq!(one, two, "{} in {tree}", found.show(arc));
            }
            if to == Representation::Collapsed {
                assert!(found.dependencies().len() <= 2 * n_basic + 2, "{tree}");
            }
        }
        let found = converter.convert(&reading.tree, Representation::CollapsedTree);
        let mut seen = vec![false; found.words().len() + 1];
        // *over and under it*: a copy may govern what the word itself governs.
        let is_own = |place: crate::stanford::WordPlace| place.copy == 0;
        let arcs = found.dependencies().iter();
        for arc in arcs.filter(|arc| is_own(arc.dependent) && is_own(arc.governor)) {
            assert!(!std::mem::replace(&mut seen[arc.dependent.index as usize], true), "{tree}");
        }
    }
}

#[test]
fn one_converter_gives_what_a_new_one_gives() {
    let mut next = numbers(3);
    let mut used = Converter::new(StanfordOptions::default());
    for _ in 0..300 {
        let size = next(40);
        let tree = random_tree(size, &mut next);
        let reading = penn::read(tree.as_bytes());
        for (_, to) in ALL {
            let mut fresh = Converter::new(StanfordOptions::default());
            let expected = fresh.convert(&reading.tree, to);
            let found = used.convert(&reading.tree, to);
            let show = |found: &bezant::stanford::StanfordSentence<'_>| -> Vec<String> {
                found.dependencies().iter().map(|arc| found.show(arc)).collect()
            };
            assert_eq!(show(&found), show(&expected), "{tree}");
        }
    }
}

#[test]
fn basic_dependencies_of_other_parsers_are_collapsed_alike() {
    use bezant::stanford::GivenWord;
    let tree =
        "(S (NP (NNS Cats)) (VP (VBP sleep) (PP (IN on) (NP (NNS mats) (CC or) (NNS beds)))))";
    let reading = penn::read(tree.as_bytes());
    let mut converter = Converter::new(StanfordOptions::default());
    for to in
        [Representation::Collapsed, Representation::CcProcessed, Representation::CollapsedTree]
    {
        let found = converter.convert(&reading.tree, to);
        let expected: Vec<String> =
            found.dependencies().iter().map(|arc| found.show(arc)).collect();
        let words = [
            ("Cats", "NNS", 2, "nsubj"),
            ("sleep", "VBP", 0, "root"),
            ("on", "IN", 2, "prep"),
            ("mats", "NNS", 3, "pobj"),
            ("or", "CC", 4, "cc"),
            ("beds", "NNS", 4, "conj"),
        ];
        let given = words.map(|(form, tag, head, relation)| GivenWord {
            form: form.as_bytes(),
            tag: tag.as_bytes(),
            head,
            relation: relation.as_bytes(),
        });
        let found = converter.collapse(given.into_iter(), to);
        let shown: Vec<String> = found.dependencies().iter().map(|arc| found.show(arc)).collect();
        assert_eq!(shown, expected);
        assert!(shown.contains(&"prep_on(sleep-2, mats-4)".to_string()));
    }
}

/// Trees of a hundred thousand nodes, wide and deep: this ends, and quickly, because no step looks
/// at everything again for each change.
#[test]
fn large_trees_are_no_trouble() {
    let n = 100_000;
    let mut next = numbers(4);
    let mut trees = Vec::new();
    for label in ["NP", "VP", "S", "QP"] {
        let words: String = (0..n).map(|_| format!("({})", WORDS[next(WORDS.len())])).collect();
        trees.push(format!("({label} {words})"));
        trees.push(format!("({label} {})", "(NN a) (CC and) ".repeat(n / 2)));
    }
    for start in [
        "(NP (NN x) ",
        "(VP (VBZ is) ",
        "(S (NP (NN x)) (VP (VBZ is) ",
        "(NP (NP (NN x)) (PP (IN of) ",
    ] {
        let depth = n / 4;
        let close = start.matches('(').count() - start.matches(')').count();
        trees.push(format!("{}(NN x){}", start.repeat(depth), ")".repeat(close * depth)));
    }
    let mut converter = Converter::new(keep_punctuation());
    for tree in trees {
        let reading = penn::read(tree.as_bytes());
        let found = converter.convert(&reading.tree, Representation::CcProcessed);
        assert!(found.dependencies().len() > 1_000);
    }
}

#[test]
fn older_names_are_given_where_they_can_be() {
    let options = StanfordOptions {
        names: bezant::stanford::RelationNames::Older,
        ..StanfordOptions::default()
    };
    let mut converter = Converter::new(options);
    for (tree, expected) in [
        ("(NP (NP (NNS plums)) (VP (VBN picked)))", "partmod(plums-1, picked-2)"),
        ("(NP (NP (NN bread)) (S (VP (TO to) (VP (VB eat)))))", "infmod(bread-1, eat-3)"),
        (
            "(S (NP (PRP I)) (VP (VBP know) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD rained))))))",
            "complm(rained-5, that-3)",
        ),
        (
            "(S (NP (PRP She)) (VP (VBZ wants) (S (VP (TO to) (VP (VB bake))))))",
            "xsubj(bake-4, She-1)",
        ),
        (
            "(NP (NP (NNP Grain) (NNP Union)) (PRN (-LRB- -LRB-) (NP (NNP GU)) (-RRB- -RRB-)))",
            "abbrev(Union-2, GU-4)",
        ),
        (
            "(S (S (VP (TO To) (VP (VB win)))) (, ,) (NP (PRP he)) (VP (VBD ran)))",
            "purpcl(ran-5, win-2)",
        ),
        ("(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT that))) (. ?))", "attr(is-2, What-1)"),
        ("(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT that))) (. ?))", "nsubj(is-2, that-3)"),
        ("(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT that))) (. ?))", "root(ROOT-0, is-2)"),
    ] {
        let reading = penn::read(tree.as_bytes());
        let found = converter.convert(&reading.tree, Representation::Extra);
        assert!(found.dependencies().iter().any(|arc| found.show(arc) == expected), "{expected}");
    }
}
