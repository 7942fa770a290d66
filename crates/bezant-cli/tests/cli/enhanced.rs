use crate::program::Folder;

const BASIC: &str = "# text = Dogs of war want to eat and sleep.\n\
    1\tDogs\tdog\tNOUN\tNNS\t_\t4\tnsubj\t_\t_\n\
    2\tof\tof\tADP\tIN\t_\t3\tcase\t_\t_\n\
    3\twar\twar\tNOUN\tNN\t_\t1\tnmod\t_\t_\n\
    4\twant\twant\tVERB\tVBP\t_\t0\troot\t_\t_\n\
    5\tto\tto\tPART\tTO\t_\t6\tmark\t_\t_\n\
    6\teat\teat\tVERB\tVB\t_\t4\txcomp\t_\t_\n\
    7\tand\tand\tCCONJ\tCC\t_\t8\tcc\t_\t_\n\
    8\tsleep\tsleep\tVERB\tVB\t_\t6\tconj\t_\tSpaceAfter=No\n\
    9\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_\n\n";

/// The columns for enhanced arcs.
fn deps(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split('\t').nth(8)).collect()
}

#[test]
fn graphs_are_made_from_trees_alone() {
    let folder = Folder::new();
    folder.write("basic.conllu", BASIC);
    let run = folder.run("convert --to ud-enhanced basic.conllu");
    assert_eq!(run.status, 0, "{}", run.err);
    let expected = [
        "4:nsubj|6:nsubj:xsubj|8:nsubj:xsubj",
        "3:case",
        "1:nmod:of",
        "0:root",
        "6:mark",
        "4:xcomp",
        "8:cc",
        "4:xcomp|6:conj:and",
        "4:punct",
    ];
    assert_eq!(deps(&run.out), expected);
    assert!(run.out.starts_with("# text = Dogs of war"), "comments stay");

    // Other arcs and empty nodes in the file change nothing, and every thread does the same.
    let other = BASIC
        .replace("\txcomp\t_\t_\n", "\txcomp\t6.1:dep\t_\n6.1\tx\tx\tX\tX\t_\t_\t_\t0:root\t_\n");
    folder.write("other.conllu", other);
    let again = folder.run("convert --to ud-enhanced other.conllu --threads 2");
    assert_eq!(again.out, run.out);
}

#[test]
fn trees_of_phrases_are_refused() {
    let folder = Folder::new();
    folder.write("trees.mrg", "(TOP (S (NP (NNS Dogs)) (VP (VBP bark))))\n");
    let run = folder.run("convert --to ud-enhanced trees.mrg");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("trees of phrases"), "{}", run.err);
    assert!(run.err.contains("Universal Dependencies in CoNLL-U"), "{}", run.err);
}

#[test]
fn files_without_a_sentence_are_refused() {
    let folder = Folder::new();
    let run = folder.run("convert --to ud-enhanced /dev/null");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("no sentences"), "{}", run.err);
}

#[test]
fn broken_sentences_leave_their_place() {
    let folder = Folder::new();
    folder.write("broken.conllu", BASIC.replace("\t4\tnsubj", "\tx\tnsubj") + BASIC);
    let run = folder.run("convert --to ud-enhanced broken.conllu --strict");
    assert_eq!(run.status, 1);
    assert!(run.out.starts_with("# no words\n\n# text"), "{}", run.out);
    assert!(run.err.contains("broken.conllu:2:"), "{}", run.err);
}
