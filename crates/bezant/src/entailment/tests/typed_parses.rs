//! Typed dependencies as text: trees, graphs, and what other parsers call the same relations.

use bezant::entailment::Pairs;
use bezant::entailment::answers::Answer;
use bezant::entailment::modules::{ModuleName, PairParses, decide};
use bezant::entailment::parses::Reading;
use bezant::parallel::Threads;

const PAIRS: &str = "id,text,hypothesis
1,Boards taken from a fence were sold and burned.,Boards were taken from a fence.
2,The man who sat down read and slept in a chair.,The man slept in a chair.
";

/// What a module answers, from parses in one file.
fn answers(module: ModuleName, text: &str) -> Vec<Answer> {
    let pairs = Pairs::read("pairs.csv", PAIRS.as_bytes(), None).unwrap();
    // Some are in another order, to see that it matters.
    let reading = Reading { any_words: true, ..Reading::default() };
    let parses = PairParses::read(&pairs, ("parses", text.as_bytes()), None, reading);
    let decisions = decide(&module.module(), &parses.unwrap(), &Threads::one());
    decisions.iter().map(|decision| decision.answer).collect()
}

/// A tree of Stanford dependencies, nothing collapsed.
const BASIC: &str = "nsubjpass(sold-7, Boards-1)
vmod(Boards-1, taken-2)
prep(taken-2, from-3)
det(fence-5, a-4)
pobj(from-3, fence-5)
auxpass(sold-7, were-6)
root(ROOT-0, sold-7)
cc(sold-7, and-8)
conj(sold-7, burned-9)

nsubjpass(taken-3, Boards-1)
auxpass(taken-3, were-2)
root(ROOT-0, taken-3)
prep(taken-3, from-4)
det(fence-6, a-5)
pobj(from-4, fence-6)

det(man-2, The-1)
nsubj(read-6, man-2)
nsubj(sat-4, who-3)
rcmod(man-2, sat-4)
prt(sat-4, down-5)
root(ROOT-0, read-6)
cc(read-6, and-7)
conj(read-6, slept-8)
prep(slept-8, in-9)
det(chair-11, a-10)
pobj(in-9, chair-11)

det(man-2, The-1)
nsubj(slept-3, man-2)
root(ROOT-0, slept-3)
prep(slept-3, in-4)
det(chair-6, a-5)
pobj(in-4, chair-6)
";

/// The same in the words of Universal Dependencies, first version.
fn universal() -> String {
    let lines = BASIC.lines().map(|line| match line.split_once('(') {
        Some(("prep" | "pobj", _)) => String::new(),
        Some(("vmod", rest)) => format!("acl({rest}\n"),
        Some(("rcmod", rest)) => format!("acl:relcl({rest}\n"),
        _ => format!("{line}\n"),
    });
    let text: String = lines.collect();
    text.replace("auxpass(sold-7", "nmod(taken-2, fence-5)\ncase(fence-5, from-3)\nauxpass(sold-7")
        .replace("det(fence-6, a-5)", "nmod(taken-3, fence-6)\ncase(fence-6, from-4)")
        .replace("det(chair-11, a-10)", "nmod(slept-8, chair-11)\ncase(chair-11, in-9)")
        .replace("det(chair-6, a-5)", "nmod(slept-3, chair-6)\ncase(chair-6, in-4)")
}

#[test]
fn a_tree_as_text_is_collapsed_and_its_conjuncts_share() {
    for module in [ModuleName::Stanford, ModuleName::Ud, ModuleName::Cambridge] {
        assert_eq!(answers(module, BASIC)[1], Answer::Yes, "{}", module.name());
    }
    assert_eq!(answers(ModuleName::Stanford, BASIC), [Answer::Yes; 2]);
    let elsewhere = BASIC.replace("prep(slept-8", "prep(read-6");
    assert_eq!(answers(ModuleName::Stanford, &elsewhere)[1], Answer::No);
    // The same in columns without tags.
    assert_eq!(answers(ModuleName::Stanford, &rows(BASIC).join("\n")), [Answer::Yes; 2]);
}

#[test]
fn a_tree_as_text_needs_neither_marks_nor_roots() {
    let bare: String = BASIC
        .lines()
        .filter(|line| !line.starts_with("root"))
        .map(|l| format!("{l}\r\n"))
        .collect();
    assert_eq!(answers(ModuleName::Stanford, &bare), [Answer::Yes; 2]);
}

#[test]
fn universal_dependencies_as_text_are_understood() {
    let tree = universal();
    assert_eq!(answers(ModuleName::Ud, &tree), [Answer::Yes; 2], "{tree}");
    let graph = tree
        .replace("nmod(taken", "nmod:from(taken")
        .replace("nmod(slept", "nmod:in(slept")
        .replace("nsubj(read-6, man-2)", "nsubj(read-6, man-2)\nnsubj(slept-8, man-2)");
    assert_eq!(answers(ModuleName::Ud, &graph), [Answer::Yes; 2], "{graph}");
    let elsewhere = graph.replace("nmod:from(taken-2", "nmod:from(sold-7");
    assert_eq!(answers(ModuleName::Ud, &elsewhere), [Answer::No, Answer::Yes]);
}

/// A second governor that does not follow from the tree.
#[test]
fn graphs_in_columns_are_taken_as_they_are() {
    let graph = "1\tAnn\t_\t_\tNNP\t_\t2\tnsubj\t2:nsubj|4:nsubj\t_
2\tsat\t_\t_\tVBD\t_\t0\troot\t0:root\t_
3\tand\t_\t_\tCC\t_\t2\tcc\t2:cc\t_
4\tslept\t_\t_\tVBD\t_\t2\tdep\t2:dep\t_

1\tAnn\t_\t_\tNNP\t_\t2\tnsubj\t2:nsubj\t_
2\tslept\t_\t_\tVBD\t_\t0\troot\t0:root\t_
";
    let pairs = "id,text,hypothesis\n1,Ann sat and slept.,Ann slept.\n";
    let pairs = Pairs::read("pairs.csv", pairs.as_bytes(), None).unwrap();
    let answer = |text: &str| {
        let parses =
            PairParses::read(&pairs, ("parses", text.as_bytes()), None, Reading::default());
        let module = ModuleName::Stanford.module();
        decide(&module, &parses.unwrap(), &Threads::one())[0].answer
    };
    assert_eq!(answer(graph), Answer::Yes);
    assert_eq!(answer(&graph.replace("|4:nsubj", "")), Answer::No);
}

/// The sentences of a tree as text, in columns.
fn rows(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    for block in text.split("\n\n") {
        let mut rows: Vec<(usize, String)> = block
            .lines()
            .filter_map(|line| {
                let (relation, rest) = line.trim_end_matches(')').split_once('(')?;
                let (head, dependent) = rest.split_once(", ")?;
                let (form, number) = dependent.rsplit_once('-')?;
                let head = head.rsplit_once('-')?.1;
                let row = format!("{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_\n");
                Some((number.parse().ok()?, row))
            })
            .collect();
        rows.sort();
        blocks.push(rows.into_iter().map(|(_, row)| row).collect::<String>());
    }
    blocks
}

#[test]
fn sentences_that_say_which_they_are_come_in_any_order() {
    let blocks = rows(BASIC);
    let named: Vec<String> = ["1.t", "1.h", "2.t", "2.h"]
        .iter()
        .zip(&blocks)
        .map(|(id, block)| format!("# sent_id = {id}\n{block}\n"))
        .collect();
    let expected = answers(ModuleName::Schwa, &named.concat());
    let turned = [&named[1..], &named[..1]].concat().concat();
    assert_eq!(answers(ModuleName::Schwa, &turned), expected);
    // Other names say nothing about the order.
    let other = turned.replace("# sent_id = 1.t", "# sent_id = 9");
    assert_eq!(answers(ModuleName::Schwa, &other), [Answer::No; 2]);
}

#[test]
fn names_of_other_parsers_are_stanfords() {
    let text = "1\tThe\t_\t_\tDT\t_\t2\tdet\t_\t_
2\tman\t_\t_\tNN\t_\t6\tnsubj\t_\t_
3\twho\t_\t_\tWP\t_\t4\tnsubj\t_\t_
4\tsat\t_\t_\tVBD\t_\t2\trelcl\t_\t_
5\tdown\t_\t_\tRP\t_\t4\tprt\t_\t_
6\tread\t_\t_\tVBD\t_\t0\tROOT\t_\t_

1\tThe\t_\t_\tDT\t_\t2\tdet\t_\t_
2\tman\t_\t_\tNN\t_\t3\tnsubj\t_\t_
3\tsat\t_\t_\tVBD\t_\t0\tROOT\t_\t_
4\tdown\t_\t_\tRP\t_\t3\tprt\t_\t_

1\tHe\t_\t_\tPRP\t_\t3\tnsubjpass\t_\t_
2\twas\t_\t_\tVBD\t_\t3\tauxpass\t_\t_
3\tseen\t_\t_\tVBN\t_\t0\tROOT\t_\t_
4\tby\t_\t_\tIN\t_\t3\tagent\t_\t_
5\tAnn\t_\t_\tNNP\t_\t4\tpobj\t_\t_

1\tAnn\t_\t_\tNNP\t_\t2\tnsubj\t_\t_
2\tsaw\t_\t_\tVBD\t_\t0\tROOT\t_\t_
3\the\t_\t_\tPRP\t_\t2\tdobj\t_\t_
";
    assert_eq!(answers(ModuleName::Stanford, text), [Answer::Yes; 2]);
}
