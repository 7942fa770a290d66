use std::io::Write;

use crate::program::Folder;

const TREES: &str = "\
(S (NP (PRP She)) (VP (VBZ wants) (S (VP (TO to) (VP (VB bake) (NP (NN bread) (CC and) (NN cake)))))) (. .))
( (S (NP-SBJ (NNS Plums)) (VP (VBD fell) (PP (IN because) (IN of) (NP (NN rain))))))
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("trees.mrg", TREES);
    folder
}

#[test]
fn trees_become_dependencies() {
    let ran = folder().run("convert --to sd-ccprocessed trees.mrg");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(
        ran.out,
        "nsubj(wants-2, She-1)\nnsubj(bake-4, She-1)\nroot(ROOT-0, wants-2)\naux(bake-4, to-3)\n\
         xcomp(wants-2, bake-4)\ndobj(bake-4, bread-5)\ndobj(bake-4, cake-7)\n\
         conj_and(bread-5, cake-7)\n\n\
         nsubj(fell-2, Plums-1)\nroot(ROOT-0, fell-2)\nprep_because_of(fell-2, rain-5)\n\n"
    );
    let ran = folder().run("convert --to sd-basic --punct trees.mrg");
    assert!(ran.out.contains("punct(wants-2, .-8)\n"), "{}", ran.out);
    let ran = folder().run("convert --to sd-extra --names older trees.mrg");
    assert!(ran.out.contains("xsubj(bake-4, She-1)\n"), "{}", ran.out);
}

/// Not collapsed; the subject of the infinitive, and the object that conjuncts share, are arcs.
#[test]
fn trees_become_the_dependencies_that_cambridge_used() {
    let ran = folder().run("convert --to sd-cambridge trees.mrg");
    assert_eq!(
        ran.out,
        "nsubj(wants-2, She-1)\nxsubj(bake-4, She-1)\nroot(ROOT-0, wants-2)\naux(bake-4, to-3)\n\
         xcomp(wants-2, bake-4)\ndobj(bake-4, bread-5)\ncc(bread-5, and-6)\ndobj(bake-4, cake-7)\n\
         conj(bread-5, cake-7)\n\n\
         nsubj(fell-2, Plums-1)\nroot(ROOT-0, fell-2)\nmwe(of-4, because-3)\nprep(fell-2, of-4)\n\
         pobj(of-4, rain-5)\n\n"
    );
    let ran = folder().run("convert --to sd-cambridge --names last trees.mrg");
    assert!(ran.out.contains("nsubj(bake-4, She-1)\n"), "{}", ran.out);
}

/// The trees of two parsers, and the columns of a third, in forms of their own.
#[test]
fn what_parsers_print_is_converted() {
    let folder = Folder::new();
    let fixture = |name: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/parses/valid/");
        std::fs::read(format!("{path}{name}")).unwrap()
    };
    folder.write("collins", fixture("collins.txt")).write("charniak", fixture("charniak.txt"));
    folder.write("mst", fixture("mst.lab"));
    let of = |file: &str| folder.run(&format!("convert --to sd-basic {file}"));
    let expected = of("charniak");
    assert!(
        expected.out.starts_with("det(dog-2, The-1)\nnsubj(slept-6, dog-2)\n"),
        "{}",
        expected.out
    );
    for file in ["collins", "mst"] {
        assert_eq!((of(file).out, of(file).err), (expected.out.clone(), String::new()), "{file}");
    }
    // Nobody scores them as they are, and both commands say what they are.
    for (command, file) in [("brackets", "collins"), ("dependencies", "mst")] {
        let ran = folder.run(&format!("{command} {file} {file}"));
        assert!(ran.status == 2 && ran.err.contains("convert"), "{}", ran.err);
    }
    folder.write("broken", "PROB 1 -2 0\n(TOP~a~1~1 a/DT\n");
    let ran = folder.run("convert --to sd-basic broken");
    assert!(
        ran.err.contains("a bracket is missing") && ran.err.contains("broken:2:"),
        "{}",
        ran.err
    );
}

#[test]
fn trees_are_written_clean() {
    let folder = folder();
    let traces = "(S (NP-SBJ-1 (NP (DT The) (NN cake))) (VP=2 (VBD was) (VP (VBN eaten) (NP (-NONE- *-1)))))\n\n";
    folder.write("traces.mrg", traces);
    let ran = folder.run("convert --to cleaned traces.mrg trees.mrg");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let clean = "(S (NP (DT The) (NN cake)) (VP (VBD was) (VP (VBN eaten))))\n\n";
    assert_eq!(ran.out, format!("{clean}{}", TREES.replace("NP-SBJ", "NP")));
    let some = folder.run("convert --to cleaned --clean traces,unaries traces.mrg").out;
    assert!(some.starts_with("(S (NP-SBJ-1 (NP (DT The) (NN cake))) (VP=2"), "{some}");
    // Written clean or cleaned on the way, the scores are the same.
    folder.run("convert --to cleaned gold.mrg -o clean-gold.mrg");
    folder.run("convert --to cleaned weak.mrg -o clean-weak.mrg");
    let scores = |words: &str| folder.json(words)["systems"][0]["scores"].clone();
    let apart = scores("fragments clean-gold.mrg clean-weak.mrg -q");
    assert_eq!(scores("fragments gold.mrg weak.mrg --clean all -q"), apart);
    assert_ne!(scores("fragments gold.mrg weak.mrg -q"), apart);
    folder.write("one.conllu", "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n");
    let ran = folder.run("convert --to cleaned one.conllu");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    let ran = folder.run("convert --to tokens --clean traces trees.mrg");
    assert!(ran.err.contains("--clean has no effect with --to tokens"), "{}", ran.err);
    let parses = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/parses/valid");
    let ran = folder.run(&format!("convert --to cleaned {parses}/mst.lab"));
    assert!(ran.status == 2 && ran.out.is_empty(), "{}", ran.out);
    // LTH's labels are not taken for Stanford's.
    let ran = folder.run(&format!("convert --to sd-cambridge {parses}/lth.conllx"));
    assert!(ran.status == 2 && ran.out.is_empty(), "{}", ran.out);
    assert!(ran.err.contains("is a relation of LTH's converter (CoNLL 2008)"), "{}", ran.err);
}

#[test]
fn the_result_can_be_scored() {
    let folder = folder();
    let ran = folder.run("convert --to sd-collapsed trees.mrg -o gold.sd");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(folder.read("gold.sd").as_bytes()).unwrap();
    folder.write("gold.sd.gz", packed.finish().unwrap());
    let ran = folder.run("dependencies --preset stanford gold.sd.gz gold.sd --min labelled=100");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_tree_that_cannot_be_read_leaves_an_empty_sentence() {
    let folder = Folder::new();
    folder.write("broken.mrg", "(S (NN a))\n(S (NN b)\n(S (NN c))\n");
    let ran = folder.run("convert --to sd-basic broken.mrg");
    assert_eq!(ran.status, 0);
    assert_eq!(ran.out, "root(ROOT-0, a-1)\n\n# no dependencies\n\nroot(ROOT-0, c-1)\n\n");
    assert!(ran.err.contains("broken.mrg:2:1"), "{}", ran.err);
    assert!(ran.err.contains("1 sentence could not be read"), "{}", ran.err);
    assert_eq!(folder.run("convert --to sd-basic --strict broken.mrg").status, 1);
    assert_eq!(folder.run("convert --to tokens -q broken.mrg").out, "a\n\nc\n");
    // What is empty keeps its place when it is scored, too.
    folder.write("ours.sd", &ran.out);
    let scored = folder.run("dependencies --preset stanford ours.sd ours.sd");
    assert!(scored.out.contains("3 sentences"), "{}", scored.out);
}

#[test]
fn where_trees_span_lines_a_broken_one_leaves_an_empty_sentence() {
    let folder = Folder::new();
    let tree = |word: &str| format!("( (S (NP (NN {word}))\n     (VP (VBD fell)) ))\n");
    for broken in
        ["( (S (NP (NN b))\n     (VP (VBD fell)) \n", "(S (NP (NN b))))\n    (VP (VBD fell))\n"]
    {
        folder.write("broken.mrg", format!("{}{broken}{}{}", tree("a"), tree("c"), tree("d")));
        let ran = folder.run("convert --to tokens broken.mrg");
        assert_eq!((ran.status, ran.out.as_str()), (0, "a fell\n\nc fell\nd fell\n"));
        assert!(ran.err.contains("broken.mrg:3:"), "{}", ran.err);
        assert!(ran.err.contains("1 sentence could not be read"), "{}", ran.err);
        assert_eq!(folder.run("convert --to tokens --strict broken.mrg").status, 1);
        // Scores are another matter.
        assert_eq!(folder.run("brackets broken.mrg broken.mrg").status, 2);
    }
    // Far from the start, where blocks end, and often.
    let broken = format!("{}(S (NP (NN b))\n    (VP (VBD fell)\n", tree("a").repeat(5_000));
    folder.write("long.mrg", broken.repeat(5) + &tree("c"));
    let out = folder.run("convert --to tokens -q long.mrg").out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[5_000], lines[5_001]), (25_006, "", "a fell"));
}

#[test]
fn columns_that_other_columns_have_no_place_for_are_told() {
    let folder = Folder::new();
    folder.write(
        "new",
        "# text = Ann's  cat\n1-2\tAnn's\t_\t_\t_\t_\t_\t_\t_\t_\n1\tAnn\tAnn\tPROPN\t_\t_\t3\tnmod\t3:nmod:'s\t_\n\
         2\t's\t's\tPART\t_\t_\t1\tcase\t_\t_\n3\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\tBy=me\n\n",
    );
    folder.write(
        "x",
        "1\tAnn\tann\tN\tNNP\t_\t2\tnsubj\t2\tSBJ\n2\tfell\tfall\tV\tVBD\t_\t0\troot\t0\tROOT\n\n",
    );
    folder.write(
        "2009",
        "1\tAnn\t_\tann\tNNP\tNN\t_\t_\t2\t0\tSBJ\tSBJ\t_\t_\tA0\n2\tfell\t_\tfall\tVBD\tVBD\t_\t_\t0\t0\tR\tR\tY\tfall.01\t_\n\n",
    );
    for (file, to, lost) in [
        ("new", "conllx", "comments, multiword tokens, enhanced arcs, the column MISC\n"),
        ("x", "conll2009", "coarse tags, second heads (PHEAD, PDEPREL)\n"),
        ("x", "conllu", "for second heads (PHEAD, PDEPREL)\n"),
        (
            "2009",
            "conllx",
            "for predictions beside gold's columns, predicates and their arguments\n",
        ),
    ] {
        let ran = folder.run(&format!("convert --to {to} {file}"));
        assert!(ran.status == 0 && ran.err.ends_with(lost), "{file} to {to}: {}", ran.err);
    }
    for (file, same) in [("new", "conllu"), ("x", "conllx"), ("2009", "conll2009")] {
        let ran = folder.run(&format!("convert --to {same} --input {same} {file}"));
        assert_eq!((ran.out, ran.err.as_str()), (folder.read(file), ""));
    }
    // A tag is a tag, and a lemma a lemma, in whichever of two columns it stands.
    let tags = folder.run("convert --to conll2009 -q new").out;
    assert!(tags.starts_with("1\tAnn\tAnn\tAnn\tPROPN\tPROPN\t"), "{tags}");
    let lemmas = folder.run("convert --to conllx -q 2009").out;
    assert!(lemmas.starts_with("1\tAnn\tann\tNNP\tNNP\t"), "{lemmas}");
    // Where the text itself is there, it is the text.
    assert_eq!(folder.run("convert --to sentences new").out, "Ann's  cat\n");
}

#[test]
fn columns_are_collapsed_and_translated() {
    let folder = folder();
    let ran = folder.run("convert --to sd-basic --as conllx trees.mrg -o basic.conll");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let from_trees = folder.run("convert --to sd-collapsedtree trees.mrg").out;
    let from_columns = folder.run("convert --to sd-collapsedtree --input conllx basic.conll").out;
    assert_eq!(from_trees, from_columns);
    let older = folder.run("convert --to conll2009 --input conllx basic.conll");
    assert!(older.out.starts_with("1\tShe\t_\t_\tPRP\tPRP\t_\t_\t2\t2\tnsubj\tnsubj\t_\t_\n"));
    let back = folder.run_with("convert --to conllx -", &older.out);
    assert!(back.out.starts_with("1\tShe\t"), "{}", back.out);
}

#[test]
fn head_rules_give_columns_for_unlabelled_scores() {
    let ran = folder().run("convert --to conllx trees.mrg");
    assert!(ran.out.starts_with("1\tShe\t_\tPRON\tPRP\t_\t2\tNP\t_\t_\n2\twants\t"), "{}", ran.out);
    let tree = "(S (NP (DT That)) (VP (VBZ is) (NP (DT the) (NN dog))))\n";
    let tags = folder().run_with("convert --to conllx -", tree).out;
    assert!(
        tags.contains("1\tThat\t_\tPRON\tDT\t") && tags.contains("3\tthe\t_\tDET\tDT\t"),
        "{tags}"
    );
}

const RELATIONS: &str = "\
# written by hand

(det cat_1 The_0)
(ncmod _ cat_1 old_2)
(ncsubj seen_5 cat_1 obj)
(aux seen_5 has_3)
(aux seen_5 been_4)
(iobj seen_5 in_6)
(dobj in_6 gardens_7)
(dobj in_6 barns_9)
(conj and_8 gardens_7)
(conj and_8 barns_9)
<c> The|the|DT cat|cat|NN old|old|JJ has|have|VBZ been|be|VBN seen|see|VBN in|in|IN gardens|garden|NNS and|and|CC barns|barn|NNS .|.|.

(ncsubj wants_1 She_0 _)
(xcomp to_2 wants_1 sleep_3)
(ncsubj sleep_3 She_0 _)
<c> She|she|PRP wants|want|VBZ to|to|TO sleep|sleep|VB

(ncsubj sleeps_1 John_0 _)
";

#[test]
fn relations_of_the_candc_parser_get_stanford_names() {
    let folder = Folder::new();
    folder.write("cats.candc", RELATIONS);
    let ran = folder.run("convert --to sd-collapsed cats.candc");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(
        ran.out,
        "det(cat-2, The-1)\nnsubjpass(seen-6, cat-2)\namod(cat-2, old-3)\naux(seen-6, has-4)\n\
         auxpass(seen-6, been-5)\nroot(ROOT-0, seen-6)\nprep_in(seen-6, gardens-8)\n\
         prep_in(seen-6, barns-10)\nconj_and(gardens-8, barns-10)\n\n\
         nsubj(wants-2, She-1)\nnsubj(sleep-4, She-1)\nroot(ROOT-0, wants-2)\n\
         xcomp(wants-2, sleep-4)\n\n\
         # no dependencies\n\n"
    );
    assert!(ran.err.contains("no line <c> says all words with their tags"), "{}", ran.err);
    let columns = folder.run("convert --to sd-extra --as conllu cats.candc").out;
    let subject = "1\tShe\t_\tPRON\tPRP\t_\t2\tnsubj\t2:nsubj|4:nsubj\t_\n";
    assert!(columns.contains(subject), "{columns}");
    let tree = folder.run("convert --to sd-basic cats.candc");
    assert!(tree.err.contains("She has two governors"), "{}", tree.err);
    assert!(tree.err.contains("--to sd-extra"), "{}", tree.err);
    let gave = "(dobj gave_1 her_2)\n(obj2 gave_1 cats_3)\n(ncsubj gave_1 He_0 _)\n\
                <c> He|he|PRP gave|give|VBD her|she|PRP cats|cat|NNS\n";
    let gave = folder.run_with("convert --to sd-basic --input candc -", gave).out;
    assert!(gave.contains("iobj(gave-2, her-3)\ndobj(gave-2, cats-4)\n"), "{gave}");
    let circle = "(dobj a_0 b_1)\n(dobj b_1 a_0)\n<c> a|a|VB b|b|VB\n";
    let circle = folder.run_with("convert --to sd-basic --input candc --strict -", circle);
    assert!(circle.status == 1 && circle.err.contains("is below itself"), "{}", circle.err);
    assert!(folder.run("convert --to tags -q cats.candc").out.contains("\nPRP VBZ TO VB\n"));
    for target in ["conllx", "ud-enhanced"] {
        let ran = folder.run(&format!("convert --to {target} cats.candc"));
        assert!(ran.status == 2 && ran.err.contains("have no heads for columns"), "{}", ran.err);
    }
}

#[test]
fn universal_dependencies_are_not_taken_for_stanfords() {
    let folder = Folder::new();
    let town = "1\tin\t_\tADP\tIN\t_\t2\tcase\t_\t_\n2\ttown\t_\tNOUN\tNN\t_\t0\troot\t_\t_\n\n";
    folder.write("town.conllu", town);
    let ran = folder.run("convert --to sd-collapsed town.conllu");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("town.conllu:1:19"), "{}", ran.err);
    assert!(ran.err.contains("case is a relation of Universal Dependencies"), "{}", ran.err);
    assert!(ran.err.contains("--to ud-enhanced"), "{}", ran.err);
    for target in ["ud-enhanced", "conllx", "tokens"] {
        assert_eq!(folder.run(&format!("convert --to {target} town.conllu")).status, 0);
    }
}

#[test]
fn stanford_dependencies_may_have_some_names_of_universal_ones() {
    let folder = Folder::new();
    let rows = "1\tNew\t_\tNNP\tNNP\t_\t2\tcompound\t_\t_\n2\tYork\t_\tNNP\tNNP\t_\t4\tposs\t_\t_\n\
                3\t's\t_\tPOS\tPOS\t_\t2\tcase\t_\t_\n4\tsize\t_\tNN\tNN\t_\t0\tROOT\t_\t_\n\n";
    folder.write("size.conllx", rows);
    let ran = folder.run("convert --to sd-collapsed size.conllx");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("poss(size-4, York-2)"), "{}", ran.out);
}

#[test]
fn words_tags_and_text_are_lines() {
    let folder = folder();
    assert_eq!(
        folder.run("convert --to tokens trees.mrg").out,
        "She wants to bake bread and cake .\nPlums fell because of rain\n"
    );
    assert_eq!(
        folder.run("convert --to tags trees.mrg").out,
        "PRP VBZ TO VB NN CC NN .\nNNS VBD IN IN NN\n"
    );
    assert_eq!(
        folder.run("convert --to sentences trees.mrg").out,
        "She wants to bake bread and cake.\nPlums fell because of rain\n"
    );
    // Neither escapes of trees nor bytes of other encodings are in the way.
    folder.write("odd.mrg", b"(S (NNP Ren\xE9) (POS 's) (CD 1\\/2) (NN caf\xE9) (. .))\n");
    assert_eq!(folder.run("convert --to sentences odd.mrg -o odd.txt").status, 0);
    let text = std::fs::read(folder.path().join("odd.txt")).unwrap();
    assert_eq!(text, b"Ren\xE9's 1/2 caf\xE9.\n");
}

#[test]
fn threads_and_files_keep_the_order() {
    let folder = folder();
    folder.write("many.mrg", TREES.repeat(3_000));
    let one = folder.run("convert --to sd-ccprocessed --threads 1 many.mrg trees.mrg");
    let four = folder.run("convert --to sd-ccprocessed --threads 4 many.mrg trees.mrg");
    assert_eq!(one.out.matches("root(").count(), 6_002);
    assert!(one.out == four.out);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    for (words, message) in [
        ("convert --to sd-collapsed --as conllx trees.mrg", "cannot hold a graph"),
        ("convert --to tokens --as conllu trees.mrg", "it goes with --to sd-"),
        ("convert --to sd-basic trees.mrg -o trees.mrg", "is read, and would be written over"),
        ("convert --to sd-basic missing.mrg", "missing.mrg"),
        ("convert --to sd-basic - -", "only one file can be standard input"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
    let text = folder.run_with("convert --to sd-basic -", "nsubj(bark-2, dogs-1)\n");
    assert!(text.status == 2 && text.err.contains("have no tags"), "{}", text.err);
}

#[test]
fn a_file_without_sentences_is_refused_and_one_of_several_told() {
    let folder = folder();
    folder.write("empty.mrg", "").write("blank.mrg", "\n\n").write("out", "old\n");
    let of = |name: &str| format!("error: {name}: there are no sentences to convert\n");
    for (words, name) in [
        ("convert --to tokens empty.mrg -o out", "empty.mrg"),
        ("convert --to tokens blank.mrg empty.mrg -o out", "blank.mrg, empty.mrg"),
        ("convert --to sd-basic -", "standard input"),
    ] {
        let ran = folder.run_with(words, "");
        assert!(ran.status == 2 && ran.err.starts_with(&of(name)), "{words}\n{}", ran.err);
        assert_eq!((ran.out.as_str(), folder.read("out").as_str()), ("", "old\n"));
    }
    let ran = folder.run("convert --to tokens trees.mrg empty.mrg");
    assert!(ran.status == 0 && !ran.out.is_empty(), "{}", ran.err);
    assert_eq!(ran.err, "warning: empty.mrg has no sentences; is it the right file?\n");
}
