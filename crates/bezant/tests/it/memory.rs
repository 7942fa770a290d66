//! What is made in memory is scored like what is read.

use bezant::entailment::{
    Options, PairParses, Pairs, Reading, decide, evaluate as evaluate_answers,
};
use bezant::error::ErrorKind;
use bezant::metrics::dependencies::DependencyPreset;
use bezant::{
    Brackets, Corpus, Dependencies, GraphBuilder, OwnedTree, Preset, Reader, RelationSet,
    Relations, Threads, Tree, TreeBuilder, evaluate_one,
};

use crate::check;

mod again;

fn demo(name: &str) -> std::path::PathBuf {
    check::project().join("crates/bezant-cli/demo").join(name)
}

/// A tree again, through the builder.
fn rebuilt(tree: &Tree<'_>) -> OwnedTree {
    use bezant::structures::tree::NodeKind;
    let mut built = TreeBuilder::default();
    let mut ends: Vec<u32> = Vec::new();
    for (at, node) in (0..).zip(tree.nodes()) {
        while ends.last() == Some(&at) {
            ends.pop();
            built.close();
        }
        match node.kind {
            NodeKind::Phrase => {
                ends.push(node.end);
                built.open(tree.label(node));
            }
            NodeKind::Leaf => drop(built.leaf(tree.label(node), tree.body(node))),
        }
    }
    built.finish()
}

#[test]
fn trees_score_the_same_from_a_file_a_corpus_texts_and_a_builder() {
    let metric = Brackets::evalb(Preset::Collins.parameters());
    let paths = ["gold.mrg", "weak.mrg"].map(demo);
    let files = paths.each_ref().map(|path| Reader::open(path).unwrap());
    let [gold, system] = files;
    let expected = evaluate_one(&metric, gold, system).unwrap();
    assert!(expected.rows.len() >= 60 && expected.total().brackets().f1() < Some(1.0));

    let corpora = paths.each_ref().map(|path| Corpus::open(path).unwrap());
    let texts = corpora.each_ref().map(|corpus| {
        let texts: Vec<Vec<u8>> = corpus.texts().map(<[u8]>::to_vec).collect();
        Corpus::from_sentences(corpus.name(), texts).unwrap()
    });
    let built = corpora.each_ref().map(|corpus| {
        let read = |text| rebuilt(&bezant::formats::penn::read(text).tree);
        Corpus::from_trees(corpus.name(), corpus.texts().map(read))
    });
    for [gold, system] in [&corpora, &texts, &built] {
        // A corpus can be scored again, and is the same then.
        for _ in 0..2 {
            let found = evaluate_one(&metric, gold, system).unwrap();
            let counts = |evaluation: &bezant::Evaluation<_>| {
                evaluation
                    .rows
                    .iter()
                    .map(|row| row.outcome.result.clone().ok())
                    .collect::<Vec<_>>()
            };
            assert_eq!(counts(&found), counts(&expected));
        }
    }
    // Nor does it matter what it is called.
    let other = corpora[1].named("another");
    assert_eq!((&**other.name(), other.len()), ("another", corpora[1].len()));
    assert_ne!(other.name(), corpora[1].name());
    let found = evaluate_one(&metric, &corpora[0], &other).unwrap();
    assert_eq!((found.system.as_str(), found.rows), ("another", expected.rows.clone()));
    assert!(other.texts().map(<[u8]>::as_ptr).eq(corpora[1].texts().map(<[u8]>::as_ptr)));
    let n_bytes = corpora[0].texts().map(|text| text.len() as u64).sum();
    assert_eq!(Reader::from(&corpora[0]).size(), Some(n_bytes));
    assert!(!corpora[0].is_empty() && Corpus::from_trees("none", []).is_empty());
    // What a builder writes is what the file says, so gold is the same gold.
    let found = evaluate_one(&metric, &texts[0], &texts[1]).unwrap();
    assert_eq!(found.signature, expected.signature);
}

#[test]
fn a_corpus_knows_whether_its_trees_have_an_unlabelled_top() {
    for (text, expected) in [("( (S (N a)))\n", true), ("(S (N a))\n", false)] {
        let corpus = Corpus::read(Reader::from_text("file", text).unwrap()).unwrap();
        assert_eq!(Reader::from(&corpus).has_unlabelled_top(), expected, "{text}");
    }
}

#[test]
fn sentences_in_memory_may_end_elsewhere_than_gold() {
    let word = |form: &str, number: u32, head: u32| {
        format!("{number}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t_")
    };
    let gold = [word("ab", 1, 0), word("c", 1, 0), word("d", 1, 0)];
    let system = [word("ab", 1, 0), format!("{}\n{}", word("c", 1, 0), word("d", 2, 1))];
    let metric = Dependencies::ud();
    // Nothing, one line end or an empty line behind each: they are apart whatever stands between them.
    for end in ["", "\n", "\r\n", "\n\n"] {
        let corpus = |name, texts: &[String]| {
            let texts = texts.iter().map(|text| format!("# a comment\n{text}{end}"));
            Corpus::from_sentences(name, texts).unwrap()
        };
        let found = evaluate_one(&metric, &corpus("gold", &gold), &corpus("system", &system));
        let found = found.unwrap();
        assert_eq!(found.skipped().count(), 0, "{end:?}");
        assert_eq!(found.scores(&metric)[0].value, Some(2.0 / 3.0), "{end:?}");
    }
}

#[test]
fn dependencies_score_the_same_from_a_file_and_from_a_corpus_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["gold.conllu", "weak.conllu"].map(|name| demo("entailments").join(name));
    let mut pairs = vec![paths];
    for folder in ["conllu/valid", "conllu/invalid"] {
        let files = check::fixtures_of(folder, "conllu");
        pairs.extend(files.into_iter().map(|file| [file.clone(), file]));
    }
    let typed = ["gold.sd", "system.sd"].map(|name| folder.path().join(name));
    std::fs::write(&typed[0], "nsubj(saw-2, We-1)\nroot(ROOT-0, saw-2)\n\nroot(ROOT-0, No-1)\n")
        .unwrap();
    std::fs::write(&typed[1], "dobj(saw-2, We-1)\nroot(ROOT-0, saw-2)\n\nno dependency\n").unwrap();
    pairs.push(typed);
    let mut n_skipped = 0;
    let presets =
        [Dependencies::ud(), Dependencies::conllx(), Dependencies::stanford(), Dependencies::msp()];
    for metric in presets {
        for paths in &pairs {
            // Some are no columns at all by their first lines, and are refused either way.
            let open = |path| Reader::open(path).unwrap();
            let Ok(expected) = evaluate_one(&metric, open(&paths[0]), open(&paths[1])) else {
                continue;
            };
            n_skipped += expected.skipped().count();
            let corpora = paths.each_ref().map(|path| Corpus::open(path).unwrap());
            for _ in 0..3 {
                let found = evaluate_one(&metric, &corpora[0], &corpora[1]).unwrap();
                assert_eq!(found, expected, "{}", paths[1].display());
            }
        }
    }
    assert!(n_skipped > 50, "{n_skipped}");
}

#[test]
fn dependencies_that_are_built_are_scored() {
    let sentence = |head: u32| {
        let mut words = GraphBuilder::default();
        words.comment("sent_id", "one");
        words.word("zum", 3, "case").upos("ADP");
        words.word("dem", 3, "det").upos("DET");
        words.written_as("zum", 2);
        words.word("Haus", head, if head == 0 { "root" } else { "obl" }).upos("NOUN");
        words
    };
    // The first sentence alone could be of another dialect, in which the second is broken.
    let mut plain = GraphBuilder::default();
    plain.word("Los", 0, "root");
    let corpus = |name, head| Corpus::from_graphs(name, [&plain, &sentence(head)]).unwrap();
    for metric in [Dependencies::ud(), Dependencies::conllx()] {
        let same = evaluate_one(&metric, &corpus("gold", 0), &corpus("system", 0)).unwrap();
        assert_eq!(same.scores(&metric)[0].value, Some(1.0));
    }
    // A sentence without a root is no tree, and says so with its place.
    let metric = Dependencies::ud();
    let other = evaluate_one(&metric, &corpus("gold", 0), &corpus("system", 3)).unwrap();
    let (_, skipped) = other.skipped().next().unwrap();
    let reason = skipped.reason.to_string();
    assert_eq!(reason, "system, line 3, column 17: no word has 0 as its HEAD");
    assert_eq!(DependencyPreset::Ud.name(), "ud");
    let mut words = GraphBuilder::default();
    words.word("a\tb", 0, "root");
    let error = words.finish().unwrap_err().to_string();
    assert_eq!(error, "sentence: a tab or a line break cannot stand in a column: \"a\\tb\"");
}

#[test]
fn relations_that_are_built_are_scored() {
    let set = |names: &[&str]| {
        let mut relations = RelationSet::default();
        for name in names {
            relations.push(name, ["head", "dependent"], 1.0, 0);
        }
        relations
    };
    let metric = Relations::rasp();
    let gold = Corpus::from_relation_sets("gold", [set(&["det", "dobj"]), set(&["det"])]);
    let system = Corpus::from_relation_sets("system", [set(&["det", "iobj"]), set(&["what"])]);
    let found = evaluate_one(&metric, &gold, &system).unwrap();
    let reasons: Vec<String> =
        found.skipped().map(|(row, why)| format!("{}: {}", row.sentence, why.reason)).collect();
    assert_eq!(reasons, ["2: system, line 1, column 1: Unknown relation name what"]);
    let matched = found.total().tallies(&metric.hierarchy, metric.main_scheme());
    assert_eq!(matched.of(metric.hierarchy.root()).matched, 2);
    // Another gold has another signature.
    let other = Corpus::from_relation_sets("gold", [set(&["det", "iobj"]), set(&["det"])]);
    assert_ne!(evaluate_one(&metric, &other, &system).unwrap().signature, found.signature);
}

#[test]
fn numbered_sentences_without_relations_are_not_lost_at_the_end() {
    let set = |n: usize| {
        let mut relations = RelationSet::default();
        (0..n).for_each(|_| relations.push("det", ["dog", "the"], 1.0, 0));
        relations
    };
    let corpus =
        |name, sizes: &[usize]| Corpus::from_relation_sets(name, sizes.iter().map(|n| set(*n)));
    let rows = |gold: &[usize], system: &[usize]| -> Vec<(u64, String)> {
        let (gold, system) = (corpus("gold", gold), corpus("system", system));
        let found = evaluate_one(&Relations::rasp(), &gold, &system).unwrap();
        found.skipped().map(|(row, why)| (row.sentence, why.reason.name().to_string())).collect()
    };
    assert_eq!(rows(&[1, 0], &[1]), [(2, "system_missing".to_string())]);
    assert_eq!(rows(&[1], &[1, 2]), [(2, "gold_missing".to_string())]);
}

#[test]
fn a_wrong_kind_of_file_is_refused_from_the_library_too() {
    let trees = || Reader::open(demo("gold.mrg")).unwrap();
    let columns = || Reader::open(demo("entailments/gold.conllu")).unwrap();
    let brackets = Brackets::evalb(Preset::Collins.parameters());
    assert!(evaluate_one(&brackets, columns(), columns()).is_err());
    assert!(evaluate_one(&brackets, trees(), columns()).is_err());
    assert!(evaluate_one(&Dependencies::ud(), trees(), columns()).is_err());
    assert!(evaluate_one(&Relations::rasp(), trees(), trees()).is_err());
    let corpus = Corpus::open(demo("entailments/gold.conllu")).unwrap();
    assert!(evaluate_one(&brackets, &corpus, &corpus).is_err());
    let typed = || Reader::from_text("typed", "root(ROOT-0, Go-1)\n").unwrap();
    let kind = |metric: &Dependencies, gold: Reader, system: Reader| {
        evaluate_one(metric, gold, system).unwrap_err().to_string()
    };
    for metric in [Dependencies::ud(), Dependencies::conllx()] {
        for (gold, system) in [(typed(), typed()), (typed(), columns()), (columns(), typed())] {
            let said = kind(&metric, gold, system);
            assert_eq!(
                said,
                "typed: these are typed dependencies, where heads in columns are compared"
            );
        }
    }
}

#[test]
fn texts_that_look_like_nothing_are_refused_from_memory_too() {
    let brackets = Brackets::evalb(Preset::Collins.parameters());
    let gold = Corpus::from_sentences("gold", ["(S (N a))", "(S (N b))"]).unwrap();
    let nothing = Corpus::from_sentences("nothing", ["hello", "world"]).unwrap();
    let read = Corpus::read(Reader::from_text("nothing", "hello\nworld\n").unwrap()).unwrap();
    let parts = vec![Some(b"hello".to_vec()), None];
    let parts = Corpus::from_parts("nothing", None, parts, false).unwrap();
    for nothing in [nothing, read, parts] {
        let refused = evaluate_one(&brackets, &gold, &nothing).unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::WrongKind { is: None, .. }), "{refused}");
        assert!(evaluate_one(&brackets, &nothing, &gold).is_err());
    }
    // One sentence that looks like a tree, or somebody who says so, makes rows of the others.
    let some = Corpus::from_sentences("some", ["hello", "(S (N b))"]).unwrap();
    let told = Corpus::from_sentences_in(gold.format(), "told", ["hello", "world"]);
    let none = Corpus::from_sentences("none", ["", " "]).unwrap();
    for (system, n_counted) in [(some, 1), (told, 0), (none, 0)] {
        let found = evaluate_one(&brackets, &gold, &system).unwrap();
        assert_eq!((found.rows.len(), found.counted().count()), (2, n_counted));
    }
}

#[test]
fn several_trees_a_sentence_are_refused_from_the_library_too() {
    let list = "2 first\n-1.5\n(S1 (S (N a)))\n-2.5\n(S1 (X (N a)))\n\n";
    let list = || Reader::from_text("list", list).unwrap();
    let gold = || Reader::from_text("gold", "(S1 (S (N a)))\n").unwrap();
    let brackets = Brackets::evalb(Preset::Collins.parameters());
    let refused = evaluate_one(&brackets, gold(), list()).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::SeveralTrees), "{refused}");
}

#[test]
fn a_gold_without_sentences_is_refused_from_the_library_too() {
    let empty = || Reader::from_text("empty", "").unwrap();
    let trees = || Reader::open(demo("gold.mrg")).unwrap();
    let brackets = Brackets::evalb(Preset::Collins.parameters());
    for system in [trees(), empty()] {
        let refused = evaluate_one(&brackets, empty(), system).unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::NoSentences), "{refused}");
    }
    // An empty system has missed everything.
    assert_eq!(evaluate_one(&brackets, trees(), empty()).unwrap().counted().count(), 0);
    let none = Corpus::from_sentences("none", Vec::<String>::new()).unwrap();
    assert!(evaluate_one(&Dependencies::ud(), &none, &none).is_err());
    let (metrics, one) = ([brackets], Threads::one());
    let refused =
        bezant::evaluation::evaluate(&metrics, empty(), vec![empty()], &one, |_| ()).err().unwrap();
    assert!(matches!(refused.kind(), ErrorKind::NoSentences), "{refused}");
}

#[test]
fn what_a_list_lacks_keeps_its_place() {
    let trees =
        ["dogs", "cats", "birds", "cows"].map(|noun| format!("(S (NP (N {noun})) (VP (V go)))"));
    let list = |name: &str, missing: &[usize]| {
        let part = |(at, tree): (usize, &String)| {
            (!missing.contains(&at)).then(|| tree.clone().into_bytes())
        };
        let parts = trees.iter().enumerate().map(part).collect();
        Corpus::from_parts(name, None, parts, false).unwrap()
    };
    let metric = Brackets::evalb(Preset::None.parameters());
    for (gold, system) in [(&[0, 2][..], &[][..]), (&[1], &[3]), (&[3], &[0, 1]), (&[], &[0, 2])] {
        let found = evaluate_one(&metric, &list("gold", gold), &list("system", system)).unwrap();
        assert_eq!(found.rows.iter().map(|row| row.sentence).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for (at, row) in found.rows.iter().enumerate() {
            let reason = row.outcome.result.as_ref().err().map(|skipped| skipped.reason.name());
            let expected = match (gold.contains(&at), system.contains(&at)) {
                (true, _) => Some("gold_missing"),
                (false, true) => Some("system_missing"),
                (false, false) => None,
            };
            assert_eq!(reason, expected, "{gold:?} {system:?} {at}");
        }
        // What gold lacks counts nowhere, what the system lacks as missed.
        assert_eq!(found.total_with_missed().gold, 3 * (4 - gold.len()) as u64);
        let n = found.signature.fields().find(|(key, _)| *key == "n").map(|(_, n)| n.to_string());
        assert_eq!(n, Some((4 - gold.len()).to_string()));
    }
    // A system with other places is paired by its text, with gold's numbers.
    let shorter = Corpus::from_sentences("system", [&*trees[0], &*trees[2], &*trees[3]]).unwrap();
    let found = evaluate_one(&metric, &list("gold", &[1]), &shorter).unwrap();
    assert_eq!(found.rows.iter().map(|row| row.sentence).collect::<Vec<_>>(), [1, 3, 4]);
    assert!(found.rows.iter().all(|row| row.outcome.result.is_ok()));
}

/// Answers come of parses in memory as they come of the same parses in a file.
#[test]
fn parses_of_pairs_may_be_in_memory() {
    let pairs = "id\ttext\thypothesis\tanswer\n1\tThe dog barked loudly.\tThe dog barked.\tYES\n\
                 2\tThe dog barked loudly.\tThe cat barked.\tNO\n";
    let pairs = Pairs::read("pairs", pairs.as_bytes(), None).unwrap();
    let said = |parses: &PairParses| {
        let decided = decide(&pairs, parses, &Options::default(), &Threads::one()).unwrap();
        let scored = evaluate_answers(&pairs, &[decided.answers()]).unwrap();
        (decided.signature.to_string(), scored[0].total().accuracy(), decided.n_yes())
    };
    let tree = |subject: &str, adverb: bool| {
        let mut tree = TreeBuilder::default();
        tree.open("S").open("NP").leaf("DT", "The").leaf("NN", subject).close();
        tree.open("VP").leaf("VBD", "barked");
        if adverb {
            tree.open("ADVP").leaf("RB", "loudly").close();
        }
        tree.close().leaf(".", ".").close();
        tree.finish()
    };
    let trees = [tree("dog", true), tree("dog", false), tree("dog", true), tree("cat", false)];
    let text = trees.each_ref().map(|tree| tree.text()).join(&b'\n');
    let file = PairParses::read(&pairs, ("parses", &text), None, Reading::default()).unwrap();
    let kept = |trees: &[OwnedTree]| Corpus::from_trees("parses", trees.to_vec());
    let from = |corpus: &Corpus| PairParses::from_corpus(&pairs, corpus, Reading::default());
    let (signature, accuracy, yes) = said(&from(&kept(&trees)).unwrap());
    assert_eq!((accuracy, yes), (Some(1.0), 1));
    // A file of trees that may go over several lines is another format, but for that all is the same.
    assert_eq!((accuracy, yes), (said(&file).1, said(&file).2));
    assert!(signature.contains("|parsed:"), "{signature}");

    let graph = |subject: &str, adverb: bool| {
        let mut words = GraphBuilder::default();
        words.word("The", 2, "det").upos("DET");
        words.word(subject, 3, "nsubj").upos("NOUN");
        words.word("barked", 0, "root").upos("VERB").lemma("bark");
        if adverb {
            words.word("loudly", 3, "advmod").upos("ADV");
        }
        words
    };
    let graphs = [graph("dog", true), graph("dog", false), graph("dog", true), graph("cat", false)];
    let text = graphs.each_ref().map(|graph| graph.finish().unwrap()).join(&b'\n');
    let file = PairParses::read(&pairs, ("parses", &text), None, Reading::default()).unwrap();
    let corpus = Corpus::from_graphs("parses", &graphs).unwrap();
    assert_eq!(said(&from(&corpus).unwrap()), said(&file));
    assert_eq!(said(&file).1, Some(1.0));
    // Found by their words, in any order.
    let turned = Corpus::from_graphs("parses", graphs.iter().rev()).unwrap();
    let reading = Reading::default().with(|it| it.find = true);
    assert_eq!(said(&PairParses::from_corpus(&pairs, &turned, reading).unwrap()).1, Some(1.0));

    let error = from(&kept(&trees[1..])).unwrap_err().to_string();
    assert!(error.contains('3') && error.contains('4'), "{error}");
    let sets = Corpus::from_relation_sets("sets", vec![RelationSet::default(); 4]);
    assert!(from(&sets).is_err());
}
