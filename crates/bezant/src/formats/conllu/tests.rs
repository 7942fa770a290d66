use super::*;

/// Lines with blanks for tabs and `/` for line ends.
fn faults(text: &str) -> Vec<(ColumnFaultKind, usize)> {
    let text = text.replace(' ', "\t").replace('/', "\n");
    read(text.as_bytes()).faults.iter().map(|fault| (fault.kind, fault.at)).collect()
}

#[test]
fn words_tokens_and_empty_nodes_are_numbered() {
    let text = "# sent_id = x-1\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n\
        1\tvamos\tir\tVERB\t_\t_\t0\troot\t0:root\t_\n\
        2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t1:obj|3.1:nsubj\t_\n\
        3\t!\t!\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_\n\
        3.1\tvan\tir\tVERB\t_\t_\t_\t_\t1:conj\t_\n\n";
    let reading = read(text.as_bytes());
    assert_eq!(reading.faults, []);
    let graph = &reading.graph;
    let sentence = &graph.sentences()[0];
    assert_eq!(sentence_id(graph.sentence_text(sentence)), Some(&b"x-1"[..]));
    assert_eq!((graph.words().len(), graph.tokens().len(), graph.empty_nodes().len()), (3, 2, 1));
    assert!(graph.tokens()[0].is_multiword);
    assert_eq!(graph.words().iter().map(|word| word.head).collect::<Vec<_>>(), [ROOT, 0, 0]);
    let heads: Vec<GraphNode> = graph.arcs(&graph.words()[1]).iter().map(|arc| arc.head).collect();
    assert_eq!(heads, [GraphNode::word(0), GraphNode::empty(0)]);
    let mut written = Vec::new();
    write(graph, &mut written);
    assert_eq!(String::from_utf8(written).unwrap(), text);
    // No word has anything in MISC, but the token of two words has.
    let lost = Losses::of(graph, Columns::Conllu, Columns::Conllx).to_string();
    assert_eq!(lost, "comments, multiword tokens, empty nodes, enhanced arcs, the column MISC");
    assert!(Losses::of(graph, Columns::Conllu, Columns::Conllu).is_empty());
}

#[test]
fn heads_make_a_tree() {
    let line = |id: u32, head: u32| format!("{id} w _ _ _ _ {head} x _ _/");
    let sentence = |heads: &[u32]| {
        let lines = (1..).zip(heads).map(|(id, head)| line(id, *head));
        faults(&lines.collect::<String>())
    };
    assert_eq!(sentence(&[0]), []);
    assert_eq!(sentence(&[2, 3, 0]), []);
    assert_eq!(sentence(&[2, 1]), [(ColumnFaultKind::NoRoot, 12)]);
    assert_eq!(sentence(&[0, 3, 2])[0].0, ColumnFaultKind::Cycle);
    assert_eq!(sentence(&[0, 2])[0].0, ColumnFaultKind::Cycle);
    assert_eq!(sentence(&[0, 0]), [(ColumnFaultKind::SeveralRoots, 32)]);
    assert_eq!(sentence(&[0, 9]), [(ColumnFaultKind::HeadOutOfRange { head: 9, n_words: 2 }, 32)]);
}

#[test]
fn a_chain_of_a_million_words_is_as_good_as_one() {
    let n = 1_000_000;
    let lines = (1..=n).map(|id| format!("{id}\tw\t_\t_\t_\t_\t{}\tx\t_\t_\n", (id + 1) % (n + 1)));
    assert_eq!(read(lines.collect::<String>().as_bytes()).faults, []);
}

#[test]
fn older_columns_are_read() {
    let text = b"1\tDogs\tdog\tN\tNNS\t_\t2\tSBJ\n2\tbark\tbark\tV\tVBP\t_\t0\tROOT\t_\t_\n";
    let reading = read_with(text, Columns::Conllx, Roots::Any, &mut ColumnSpace::default());
    assert_eq!(reading.faults, []);
    let word = &reading.graph.words()[0];
    assert_eq!((word.head, reading.graph.slice(word.xpos)), (1, &b"NNS"[..]));

    let text = b"1\tDogs\tdog\tdog\tNNS\tNNS\t_\t_\t_\t2\t_\tSBJ\t_\t_\n\
        2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\tY\tbark.01\tA0\n";
    let reading = read_with(text, Columns::Conll2009, Roots::Any, &mut ColumnSpace::default());
    assert_eq!(reading.faults, []);
    let word = &reading.graph.words()[0];
    assert_eq!((word.head, reading.graph.slice(word.relation)), (1, &b"SBJ"[..]));
}

#[test]
fn lemmas_of_2009_are_golds_or_else_the_predicted_ones() {
    let text = b"1\tDogs\tdog\thound\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\n\
        2\tbark\t_\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n";
    let reading = read_with(text, Columns::Conll2009, Roots::Any, &mut ColumnSpace::default());
    let lemmas = reading.graph.words().iter().map(|word| reading.graph.slice(word.lemma));
    assert_eq!(lemmas.collect::<Vec<_>>(), [&b"dog"[..], b"bark"]);
}

#[test]
fn columns_that_are_left_out_are_written() {
    let mut out = Vec::new();
    copy(b"1\tDogs\tdog\tN\tNNS\t_\t0\tROOT\r\n", Columns::Conllx, &mut out);
    assert_eq!(out, b"1\tDogs\tdog\tN\tNNS\t_\t0\tROOT\t_\t_\n\n");
}

#[test]
fn a_sentence_without_words_is_a_fault_if_it_has_no_other() {
    // An earlier sentence's fault does not count.
    let head = (ColumnFaultKind::HeadOutOfRange { head: 9, n_words: 1 }, 12);
    assert_eq!(faults("1 w _ _ _ _ 9 x _ _//#x//"), [head, (ColumnFaultKind::NoWords, 21)]);
    let columns = ColumnFaultKind::Columns { found: 2, expected: 10 };
    assert_eq!(faults("1 w/"), [(columns, 0)]);
    assert_eq!(faults("#x/1 w/"), [(columns, 3)]);
    // Where not even the line ends, the file was cut off.
    assert_eq!(faults("1 w"), [(ColumnFaultKind::CutOff { found: 2, expected: 10 }, 0)]);
}

#[test]
fn blanks_of_unicode_are_not_visible() {
    let mut out = Vec::new();
    assert_eq!(push_visible("a\u{A0}b \u{3000}é\u{2009}".as_bytes(), &mut out), 4);
    assert_eq!(out, "abé".as_bytes());
    assert!(is_blank("\u{2003}\u{202F}".as_bytes()) && !is_blank("\u{200B}".as_bytes()));
}
