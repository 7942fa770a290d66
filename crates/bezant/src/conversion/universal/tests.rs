use bezant::conversion::universal::{MOST_SHARED, enhance, write};
use bezant::evaluation::evaluate;
use bezant::formats::conllu::{self, ColumnSpace, Columns, Roots};
use bezant::formats::{Format, Reader};
use bezant::metrics::dependencies::{Dependencies, DependencyPreset};
use bezant::parallel::Threads;
use bezant::source::Source;
use bezant::structures::graph::ROOT;
use proptest::prelude::*;

use crate::check;

/// A sentence from `form/tag/head/relation` items; lemmas are the forms.
fn sentence(words: &str) -> String {
    let mut text = String::new();
    for (id, word) in (1..).zip(words.split_whitespace()) {
        let fields: Vec<&str> = word.split('/').collect();
        let [form, tag, head, relation] = fields[..] else { panic!("{word}") };
        let upos = match tag {
            "NN" => "NOUN",
            "WP" | "PRP" => "PRON",
            "IN" => "ADP",
            "RB" => "ADV",
            "CC" => "CCONJ",
            "TO" => "PART",
            _ => "VERB",
        };
        text += &format!("{id}\t{form}\t{form}\t{upos}\t{tag}\t_\t{head}\t{relation}\t_\t_\n");
    }
    text + "\n"
}

/// The enhanced arcs of one word, as in the file.
fn deps(words: &str, id: usize) -> String {
    let text = sentence(words);
    let reading = conllu::read(text.as_bytes());
    assert!(reading.faults.is_empty(), "{:?}", reading.faults);
    let mut out = Vec::new();
    write(&reading.graph, &mut out);
    let out = String::from_utf8(out).unwrap();
    let line = out.lines().find(|line| line.starts_with(&format!("{id}\t"))).unwrap();
    line.split('\t').nth(8).unwrap().to_string()
}

#[test]
fn markers_go_into_labels() {
    let words = "dogs/NN/2/nsubj bark/VBP/0/root out/IN/5/case of/IN/5/case fear/NN/2/obl \
                 of/IN/7/case cats/NN/5/nmod if/IN/9/mark seen/VBN/2/advcl when/WRB/11/advmod \
                 met/VBD/9/advcl including/VBG/13/case owls/NN/7/nmod 's/POS/13/case &/SYM/16/case x/NN/2/obl";
    assert_eq!(deps(words, 5), "2:obl:of");
    assert_eq!(deps(words, 7), "5:nmod:of");
    assert_eq!(deps(words, 9), "2:advcl:if");
    assert_eq!(deps(words, 11), "9:advcl:when");
    assert_eq!(deps(words, 13), "7:nmod:including");
    assert_eq!(deps(words, 16), "2:obl");
    assert_eq!(deps(words, 2), "0:root");
    let fixed = "he/PRP/2/nsubj left/VBD/0/root because/IN/5/case of/IN/3/fixed rain/NN/2/obl";
    assert_eq!(deps(fixed, 5), "2:obl:because_of");
}

#[test]
fn conjuncts_share_governors_and_subjects() {
    let words = "dogs/NN/4/nsubj and/CC/3/cc cats/NN/1/conj eat/VBP/0/root meat/NN/4/obj ,/PU/7/punct \
                 fish/NN/5/conj or/CC/9/cc rice/NN/5/conj and/CC/11/cc sleep/VBP/4/conj";
    assert_eq!(deps(words, 1), "4:nsubj|11:nsubj");
    assert_eq!(deps(words, 3), "1:conj:and|4:nsubj|11:nsubj");
    assert_eq!(deps(words, 7), "4:obj|5:conj:or");
    assert_eq!(deps(words, 9), "4:obj|5:conj:or");
    assert_eq!(deps(words, 11), "4:conj:and");
    let own = "go/VB/0/root to/IN/3/case work/NN/1/obl and/CC/6/cc from/IN/6/case home/NN/3/conj";
    assert_eq!(deps(own, 6), "1:obl:from|3:conj:and");
    let replaced = "use/VB/0/root words/NN/1/obj rather/RB/5/cc than/IN/3/fixed force/NN/2/conj";
    assert_eq!(deps(replaced, 5), "2:conj:rather_than");
    let passive = "it/PRP/3/nsubj:pass was/VBD/3/aux:pass seen/VBN/0/root and/CC/5/cc taken/VBN/3/conj \
                   and/CC/7/cc fell/VBD/3/conj";
    assert_eq!(deps(passive, 1), "3:nsubj:pass|5:nsubj:pass|7:nsubj");
}

#[test]
fn open_complements_have_subjects() {
    let words = "I/PRP/2/nsubj told/VBD/0/root them/PRP/2/iobj to/TO/5/mark try/VB/2/xcomp to/TO/7/mark \
                 go/VB/5/xcomp and/CC/9/cc stay/VB/7/conj";
    assert_eq!(deps(words, 3), "2:iobj|5:nsubj:xsubj|7:nsubj:xsubj|9:nsubj:xsubj");
    assert_eq!(deps(words, 1), "2:nsubj");
    let elided = "I/PRP/2/nsubj want/VBP/0/root to/TO/2/xcomp";
    assert_eq!(deps(elided, 1), "2:nsubj");
}

#[test]
fn antecedents_are_arguments() {
    let subject =
        "men/NN/5/nsubj who/WP/3/nsubj sing/VBP/1/acl:relcl well/RB/3/advmod win/VBP/0/root";
    assert_eq!(deps(subject, 1), "3:nsubj|5:nsubj");
    assert_eq!(deps(subject, 2), "1:ref");
    assert_eq!(deps(subject, 3), "1:acl:relcl");
    let oblique = "men/NN/6/nsubj in/IN/3/case who/WP/5/obl I/PRP/5/nsubj trust/VBP/1/acl:relcl win/VBP/0/root";
    assert_eq!(deps(oblique, 1), "5:obl:in|6:nsubj");
    let reduced = "men/NN/6/nsubj I/PRP/3/nsubj want/VBP/1/acl:relcl to/TO/5/mark see/VB/3/xcomp win/VBP/0/root";
    assert_eq!(deps(reduced, 1), "5:obj|6:nsubj");
    let clause = "he/PRP/2/nsubj left/VBD/0/root which/WDT/4/nsubj hurts/VBZ/2/advcl:relcl";
    assert_eq!(deps(clause, 2), "0:root|4:csubj");
    let both = "men/NN/0/root who/WP/3/nsubj sing/VBP/1/acl:relcl and/CC/6/cc who/WP/6/nsubj win/VBP/3/conj";
    assert_eq!(deps(both, 1), "0:root|3:nsubj|6:nsubj");
    assert_eq!(deps(both, 5), "1:ref");
    let private = "men/NN/0/root who/WP/3/nsubj sing/VBP/1/acl:relcl and/CC/5/cc dogs/NN/1/conj";
    assert_eq!(deps(private, 5), "1:conj:and");
}

#[test]
fn enhanced_graphs_are_the_treebanks() {
    let Some(folder) = check::conformance() else { return };
    let path = folder.join("dependencies/ewt.gold.conllu.gz");
    let open = || Source::open(&path).unwrap();
    let mut text = Vec::new();
    let gold = open().rest().unwrap();
    write(&conllu::read(&gold).graph, &mut text);
    let read = |source| Reader::new(source, Some(Format::Columns(Columns::Conllu)));
    let system = Source::from_bytes("enhanced", text).unwrap();
    let metrics = [Dependencies::ud()];
    let found =
        evaluate(&metrics, read(open()), vec![read(system)], &Threads::one(), |_| ()).unwrap();
    let total = found.metrics[0].systems[0].total();
    for (name, least) in [("LAS", 10_000), ("EULAS", 9_980), ("ELAS", 9_960)] {
        let measures = total.measures(DependencyPreset::Ud);
        let measure = measures.iter().find(|measure| measure.name == name).unwrap();
        let points = 20_000 * measure.matched / (measure.gold + measure.system);
        assert!(points >= least, "{name} {points}");
    }
}

/// A text of random heads and relations, which may lead in circles.
fn random_text() -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec![
        "root",
        "nsubj",
        "obj",
        "iobj",
        "obl",
        "nmod",
        "conj",
        "conj",
        "cc",
        "xcomp",
        "acl:relcl",
        "advcl",
        "advcl:relcl",
        "case",
        "mark",
        "fixed",
        "nsubj:pass",
        "aux:pass",
        "csubj",
        "advmod",
        "ref",
    ]);
    let tag = prop::sample::select(vec!["NN", "WP", "WDT", "VBN", "VBG", "IN", "POS", "WRB", "é"]);
    prop::collection::vec((0..14_u32, relation, tag), 1..14).prop_map(|words| {
        let n = words.len() as u32;
        let mut text = String::new();
        for (id, (head, relation, tag)) in (1..).zip(words) {
            let head = head % (n + 1);
            text += &format!("{id}\tw{id}\tw\tX\t{tag}\t_\t{head}\t{relation}\t_\t_\n");
        }
        text + "\n"
    })
}

proptest! {
    #[test]
    fn every_word_is_reached_and_keeps_its_head(text in random_text()) {
        let reading =
            conllu::read_with(text.as_bytes(), Columns::Conllu, Roots::Any, &mut ColumnSpace::default());
        let graph = &reading.graph;
        let sentence = &graph.sentences()[0];
        let arcs = enhance(graph, sentence);
        prop_assert!(arcs.windows(2).all(|pair| pair[0] != pair[1] && pair[0].dependent <= pair[1].dependent));
        for (index, word) in graph.words().iter().enumerate() {
            let of_word: Vec<_> = arcs.iter().filter(|arc| arc.dependent as usize == index).collect();
            prop_assert!(of_word.iter().all(|arc| arc.head == ROOT || (arc.head as usize) < graph.words().len()));
            let is_reference = of_word.iter().any(|arc| &*arc.relation == b"ref");
            // Only relative pronouns give their head away.
            prop_assert!(is_reference || of_word.iter().any(|arc| arc.head == word.head), "{text}");
        }
        let mut out = Vec::new();
        write(graph, &mut out);
        let again = conllu::read_with(&out, Columns::Conllu, Roots::Any, &mut ColumnSpace::default());
        let n_arcs: usize = again.graph.words().iter().map(|word| again.graph.arcs(word).len()).sum();
        prop_assert_eq!(n_arcs, arcs.len());
    }
}

#[test]
fn long_sentences_stay_linear() {
    let n = 100_000;
    let chain = |relation: &str, head: &dyn Fn(usize) -> usize| {
        let mut text = String::from(
            "1\tw\tw\tVERB\tVB\t_\t0\troot\t_\t_\n2\ts\ts\tNOUN\tNN\t_\t1\tnsubj\t_\t_\n",
        );
        for id in 3..=n {
            text += &format!("{id}\tw\tw\tVERB\tVB\t_\t{}\t{relation}\t_\t_\n", head(id));
        }
        text + "\n"
    };
    let cases = [
        chain("conj", &|_| 1),
        chain("conj", &|id| if id == 3 { 1 } else { id - 1 }),
        chain("xcomp", &|id| if id == 3 { 1 } else { id - 1 }),
        chain("acl:relcl", &|id| id - 1),
        // Half of the words are subjects, the others predicates.
        chain("conj", &|id| if id % 2 == 0 { 2 } else { 1 }),
    ];
    for text in cases {
        let reading = conllu::read(text.as_bytes());
        let arcs = enhance(&reading.graph, &reading.graph.sentences()[0]);
        assert!(arcs.len() >= n && arcs.len() <= (2 * MOST_SHARED + 2) * n, "{}", arcs.len());
    }
}

#[test]
fn what_is_controlled_has_a_subject() {
    let text = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n\
                2\twant\twant\tVERB\tVBP\t_\t0\troot\t_\t_\n\
                3\tto\tto\tPART\tTO\t_\t4\tmark\t_\t_\n\
                4\tbark\tbark\tVERB\tVB\t_\t2\txcomp\t_\t_\n\n";
    let reading = conllu::read(text.as_bytes());
    let arcs = enhance(&reading.graph, &reading.graph.sentences()[0]);
    let of_dogs = arcs.iter().filter(|arc| arc.dependent == 0);
    let relations: Vec<_> = of_dogs.map(|arc| String::from_utf8_lossy(&arc.relation)).collect();
    assert_eq!(relations, ["nsubj", "nsubj:xsubj"]);
}
