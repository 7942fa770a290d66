/// What is behind rows.
mod behind;
/// Figures of our own over treebanks.
mod figures;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use bezant::compat::udeval;
use bezant::evaluation::{Evaluation, Evaluations, evaluate};
use bezant::formats::conllu::{self, Roots};
use bezant::formats::{Format, Reader};
use bezant::kinds::Columns;
use bezant::metrics::dependencies::{
    Checks, Dependencies, DependencyCounts, DependencyPreset, EmptyNodes, Enhancements, Subtypes,
};
use bezant::parallel::Threads;
use bezant::rows;
use bezant::source::Source;

use crate::check;

/// Gold and systems of the reference results.
const PAIRS: [(&str, &str); 5] = [
    ("cs_pud.gold", "cs_pud.system"),
    ("ewt.gold", "ewt.gold"),
    ("ewt.gold", "ewt.goldtok"),
    ("ewt.gold", "ewt.raw"),
    ("ewt.gold", "ewt.basicdeps"),
];

fn files(folder: &Path, (gold, system): (&str, &str)) -> [PathBuf; 2] {
    [gold, system].map(|name| folder.join(format!("dependencies/{name}.conllu.gz")))
}

fn run(
    metric: &Dependencies,
    gold: Source,
    systems: Vec<Source>,
    threads: usize,
) -> Evaluations<Dependencies> {
    let read = |source| Reader::new(source, Some(Format::Columns(Columns::Conllu)));
    let threads = Threads::new(Some(threads)).unwrap();
    let systems = systems.into_iter().map(read).collect();
    evaluate(std::slice::from_ref(metric), read(gold), systems, &threads, |_| ()).unwrap()
}

/// Scores texts of our own.
fn score(metric: &Dependencies, gold: &str, system: &str) -> Evaluation<DependencyCounts> {
    let source = |name: &str, text: &str| Source::from_bytes(name, text.into()).unwrap();
    let mut found = run(metric, source("gold", gold), vec![source("system", system)], 1);
    found.metrics.remove(0).systems.remove(0)
}

/// A sentence from `form/tag/head/relation` items.
fn sentence(words: &str) -> String {
    let mut text = String::new();
    for (id, word) in (1..).zip(words.split_whitespace()) {
        let fields: Vec<&str> = word.split('/').collect();
        let [form, tag, head, relation] = fields[..] else { panic!("{word}") };
        text += &format!(
            "{id}\t{form}\t{form}\t{tag}\t_\t_\t{head}\t{relation}\t{head}:{relation}\t_\n"
        );
    }
    text + "\n"
}

/// A measure as `matched/gold/system`.
fn measure(counts: &DependencyCounts, name: &str) -> String {
    let measures = counts.measures(DependencyPreset::Ud);
    let found = measures.iter().find(|measure| measure.name == name).unwrap();
    format!("{}/{}/{}", found.matched, found.gold, found.system)
}

const DOGS: &str = "Dogs/NOUN/2/nsubj bark/VERB/0/root loudly/ADV/2/advmod ././/";

fn dogs() -> String {
    sentence(&DOGS.replace(" ././/", " ./PUNCT/2/punct"))
}

#[test]
fn tables_are_udevals_byte_for_byte() {
    let Some(folder) = check::conformance() else { return };
    for pair in PAIRS {
        let [gold, system] = files(&folder, pair);
        for (options, extension) in [("-v", "udeval.txt"), ("-c", "udeval.counts.txt")] {
            let expected = folder.join(format!("dependencies/{}.{extension}", pair.1));
            let arguments: Vec<OsString> =
                [options.into(), gold.clone().into(), system.clone().into()].into();
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let status = udeval::run(&arguments, &Threads::one(), &mut out, &mut err).unwrap();
            assert_eq!((status, String::from_utf8(err).unwrap().as_str()), (0, ""));
            let expected = fs::read_to_string(expected).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{pair:?} {options}");
        }
    }
}

#[test]
fn threads_merging_and_other_systems_change_nothing() {
    let Some(folder) = check::conformance() else { return };
    let metric = Dependencies::ud();
    let open = |path: &PathBuf| Source::open(path).unwrap();
    let [gold, raw] = files(&folder, PAIRS[3]);
    let [_, tokens] = files(&folder, PAIRS[2]);
    let one = run(&metric, open(&gold), vec![open(&raw)], 1);
    let alone = &one.metrics[0].systems[0];
    for n in [2, 8] {
        let many = run(&metric, open(&gold), vec![open(&raw)], n);
        assert_eq!(many.metrics[0].systems[0].rows, alone.rows, "{n} threads");
    }
    let both = run(&metric, open(&gold), vec![open(&tokens), open(&raw)], 2);
    let systems = &both.metrics[0].systems;
    assert_eq!(systems[1].total(), alone.total());
    assert_eq!(systems[1].signature, alone.signature);
    assert_eq!(systems[0].rows.len(), systems[1].rows.len(), "rows can be compared in pairs");

    let mut saved = Vec::new();
    rows::write(std::slice::from_ref(alone), &mut saved).unwrap();
    let read = rows::read::<DependencyCounts>(Source::from_bytes("rows", saved).unwrap()).unwrap();
    assert_eq!(read[0].rows, alone.rows);
    let twice = rows::merge([read[0].clone(), read[0].clone()].into()).unwrap().unwrap();
    assert_eq!(twice.total().attachments, 2 * alone.total().attachments);
}

#[test]
fn windows_end_where_all_files_have_a_sentence_end() {
    let gold = dogs() + &dogs() + &dogs();
    // The system takes the last two for one sentence.
    let joined = "Dogs/NOUN/2/nsubj bark/VERB/0/root loudly/ADV/2/advmod ./PUNCT/2/punct \
        Dogs/NOUN/6/nsubj bark/VERB/2/conj loudly/ADV/6/advmod ./PUNCT/6/punct";
    let system = dogs() + &sentence(joined);
    let evaluation = score(&Dependencies::ud(), &gold, &system);
    let numbers: Vec<(u64, u64)> =
        evaluation.counted().map(|(row, counts)| (row.sentence, counts.sentences_gold)).collect();
    assert_eq!(numbers, [(1, 1), (2, 2)]);
    let total = evaluation.total();
    assert_eq!(measure(&total, "Sentences"), "1/3/2");
    assert_eq!(measure(&total, "UAS"), "11/12/12");
    assert_eq!((total.exact, total.roots_matched), (1, 2));
}

/// Tokens of several words are text once, whoever has such tokens.
#[test]
fn windows_do_not_grow_with_tokens_of_several_words() {
    let numbers = |gold: &str, system: &str| -> Vec<u64> {
        let (gold, system) = (tokens(gold).repeat(3), tokens(system).repeat(3));
        let evaluation = score(&Dependencies::ud(), &gold, &system);
        evaluation.counted().map(|(row, _)| row.sentence).collect()
    };
    assert_eq!(numbers("ab:a,b c", "a b c"), [1, 2, 3]);
    assert_eq!(numbers("a b c", "ab:a,b c"), [1, 2, 3]);
}

/// What was read ahead to find where texts agree again is still read sentence by sentence.
#[test]
fn windows_are_single_sentences_behind_a_difference() {
    let one = |n: u32| format!("Word{n}/X/2/nsubj follows/X/0/root word{n}/X/2/obj");
    let sentences: Vec<String> = (1..=200).map(|n| sentence(&one(n))).collect();
    let mut system = sentences.clone();
    system[3] = system[3].replace("\tWord4\t", "\tWörd4\t");
    // Later, two sentences are one.
    system[180] = sentence(&(one(181) + " Word182/X/5/nsubj follows/X/2/conj word182/X/5/obj"));
    system.remove(181);
    let evaluation = score(&Dependencies::ud(), &sentences.concat(), &system.concat());
    let numbers: Vec<u64> = evaluation.counted().map(|(row, _)| row.sentence).collect();
    assert_eq!(numbers, (1..=200).filter(|n| *n != 182).collect::<Vec<u64>>());
    assert_eq!(measure(&evaluation.total(), "LAS"), "599/600/600");
}

/// What a parser says where it fails has no words, and stands for its sentence alone.
#[test]
fn what_is_no_sentence_costs_the_one_in_whose_place_it_stands() {
    let one = |n: u32| format!("Word{n}/X/2/nsubj follows/X/0/root word{n}/X/2/obj");
    let sentences: Vec<String> = (1..=60).map(|n| sentence(&one(n))).collect();
    let mut system = sentences.clone();
    system[20] = "no parse was found\n\n".to_string();
    let evaluation = score(&Dependencies::ud(), &sentences.concat(), &system.concat());
    let skipped = evaluation.skipped().map(|(row, it)| (row.sentence, it.reason.name()));
    assert_eq!(skipped.collect::<Vec<_>>(), [(21, "system_unreadable")]);
}

#[test]
fn other_texts_are_aligned_and_the_first_difference_is_told() {
    let gold = dogs() + &dogs() + &dogs();
    let system = dogs() + &dogs().replace("loudly", "proudly") + &dogs();
    let source = |name: &str, text: &str| Source::from_bytes(name, text.into()).unwrap();
    let found = run(&Dependencies::ud(), source("gold", &gold), vec![source("system", &system)], 1);
    let total = found.metrics[0].systems[0].total();
    assert_eq!((total.differing, total.words_aligned, total.attachments), (1, 12, 12));
    let difference = found.metrics[0].notes.differences[0].as_ref().unwrap();
    assert_eq!((difference.gold_line, difference.system_line), (8, 8));
    assert_eq!(difference.gold, "Dogs bark [loudly] .");
    assert_eq!(difference.system, "Dogs bark [proudly] .");
}

#[test]
fn a_text_that_ends_early_differs_at_its_end() {
    let system = sentence("Dogs/NOUN/2/nsubj bark/VERB/0/root loudly/ADV/2/advmod");
    let source = |name: &str, text: &str| Source::from_bytes(name, text.into()).unwrap();
    let systems = vec![source("system", &system)];
    let found = run(&Dependencies::ud(), source("gold", &dogs()), systems, 1);
    let difference = found.metrics[0].notes.differences[0].as_ref().unwrap();
    assert_eq!((difference.gold_line, difference.gold.as_str()), (4, "Dogs bark loudly [.]"));
    assert_eq!(difference.system, "Dogs bark loudly [end]");
}

#[test]
fn sentences_are_exact_with_and_without_their_relations() {
    let labels = dogs().replace("nsubj", "obj");
    let heads = dogs().replace("\t2\tadvmod", "\t1\tadvmod");
    let total = score(&Dependencies::ud(), &dogs().repeat(3), &(dogs() + &labels + &heads)).total();
    assert_eq!((total.sentences_matched, total.exact, total.exact_unlabelled), (3, 1, 2));
}

#[test]
fn missing_and_surplus_sentences_are_rows() {
    let other = "Ravens/NOUN/2/nsubj croak/VERB/0/root across/ADP/5/case the/DET/5/det \
        valley/NOUN/2/obl every/DET/7/det morning/NOUN/2/obl before/ADP/9/case sunrise/NOUN/2/obl";
    let third = "Nobody/PRON/2/nsubj knows/VERB/0/root where/ADV/6/advmod the/DET/5/det \
        foxes/NOUN/6/nsubj sleep/VERB/2/ccomp during/ADP/9/case cold/ADJ/9/amod winters/NOUN/6/obl";
    let (other, third) = (sentence(other), sentence(third));
    let whole = [dogs(), other, third.clone()].concat();
    let short = [dogs(), third].concat();
    let missing = score(&Dependencies::ud(), &whole, &short);
    let reasons: Vec<(u64, &str)> =
        missing.skipped().map(|(row, skipped)| (row.sentence, skipped.reason.name())).collect();
    assert_eq!(reasons, [(2, "system_missing")]);
    assert_eq!(measure(&missing.total(), "LAS"), "13/13/13");
    assert_eq!(measure(&missing.total_with_missed(), "LAS"), "13/22/13");
    let surplus = score(&Dependencies::ud(), &short, &whole);
    let reasons: Vec<&str> = surplus.skipped().map(|(_, skipped)| skipped.reason.name()).collect();
    assert_eq!(reasons, ["gold_missing"]);
    assert_eq!(measure(&surplus.total_with_missed(), "LAS"), "13/13/22");
    let ended = score(&Dependencies::ud(), &whole, &dogs());
    assert_eq!(ended.skipped().count(), 2);
}

#[test]
fn gold_against_itself_is_perfect_whatever_the_options() {
    let text = "# sent_id = 1\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n\
        1\tvamos\tir\tVERB\t_\tMood=Imp\t0\troot\t0:root\t_\n\
        2\tnos\tnosotros\tPRON\t_\tCase=Acc\t1\tobj:arg\t1:obj:arg|3.1:nsubj\t_\n\
        3\ty\ty\tCCONJ\t_\t_\t1\tcc\t3.1:cc\t_\n\
        3.1\tvan\tir\tVERB\t_\t_\t_\t_\t1:conj:y\t_\n\n";
    let metric = Dependencies::ud().with(|it| {
        it.subtypes = Subtypes::Compared;
        it.empty_nodes = EmptyNodes::Collapsed;
        it.roots = Roots::Several;
    });
    for metric in [Dependencies::ud(), metric] {
        let total = score(&metric, text, text).total();
        for measure in total.measures(DependencyPreset::Ud) {
            assert_eq!(measure.f1(), Some(1.0), "{}", measure.name);
        }
        assert_eq!((total.exact, total.sentences_gold), (1, 1));
    }
}

#[test]
fn empty_nodes_become_paths_when_they_are_collapsed() {
    let line = |id: &str, head: &str, relation: &str, deps: &str| {
        format!("{id}\tw{id}\t_\tX\t_\t_\t{head}\t{relation}\t{deps}\t_\n")
    };
    let gold = [
        line("1", "0", "root", "0:root"),
        line("2", "1", "conj", "2.1:nsubj"),
        line("2.1", "_", "_", "1:conj"),
        "\n".to_string(),
    ]
    .concat();
    let system = [line("1", "0", "root", "0:root"), line("2", "1", "conj", "1:conj>nsubj")];
    let system = system.concat() + "\n";
    let collapsed = Dependencies::ud().with(|it| it.empty_nodes = EmptyNodes::Collapsed);
    assert_eq!(measure(&score(&collapsed, &gold, &system).total(), "ELAS"), "2/2/2");
    assert_eq!(measure(&score(&Dependencies::ud(), &gold, &system).total(), "ELAS"), "1/1/2");

    // Paths stand behind the other arcs and each once, as the tasks' own program writes them. That
    // matters to the mask for gapping, which takes paths for the basic arc.
    let two = [
        line("1", "0", "root", "0:root"),
        line("2", "1", "conj", "2.1:nsubj|2.2:nsubj|1:conj"),
        line("2.1", "_", "_", "1:conj"),
        line("2.2", "_", "_", "1:conj"),
        "\n".to_string(),
    ]
    .concat();
    assert_eq!(measure(&score(&collapsed, &two, &two).total(), "ELAS"), "3/3/3");
    let masked = collapsed.with(|it| it.ignored = "1".parse().unwrap());
    assert_eq!(measure(&score(&masked, &two, &two).total(), "ELAS"), "5/3/3");
}

/// Long lists are counted in another way than short ones.
#[test]
fn arcs_that_are_there_several_times_make_as_many_pairs() {
    let text = |relation: &str, last: String| {
        let first = "1\tw\t_\tX\t_\t_\t0\troot\t0:root\t_\n".to_string();
        let other = |id: u32| format!("{id}\tw\t_\tX\t_\t_\t1\tdep\t1:dep\t_\n");
        let others: String = (2..20).map(other).collect();
        first + &others + &format!("20\tw\t_\tX\t_\t_\t1\tdep\t{last}|2:{relation}\t_\n\n")
    };
    let heads =
        |from: u32, to: u32| (from..to).map(|head| format!("|{head}:x")).collect::<String>();
    for (end, common) in [(5, 2), (17, 14)] {
        let gold = text("obj", "1:x|1:x|1:x".to_string() + &heads(3, end));
        let system = text("obj:y", "1:x|1:x".to_string() + &heads(3, end));
        let total = score(&Dependencies::ud(), &gold, &system).total();
        // The other words' arcs, three times two, and those from other heads.
        let (labelled, n_gold) = (19 + 6 + common, 19 + 3 + common + 1);
        assert_eq!(measure(&total, "ELAS"), format!("{labelled}/{n_gold}/{}", n_gold - 1));
        assert_eq!(measure(&total, "EULAS"), format!("{}/{n_gold}/{}", labelled + 1, n_gold - 1));
    }
}

#[test]
fn masks_of_enhancements_print_and_read_back() {
    for text in ["0", "12", "346", "5"] {
        assert_eq!(text.parse::<Enhancements>().unwrap().to_string(), text);
    }
    assert!("7".parse::<Enhancements>().is_err());
}

#[test]
fn prepositions_can_be_left_out_of_enhanced_relations() {
    let text = |relation: &str| {
        format!(
            "1\ta\t_\tX\t_\t_\t0\troot\t0:root\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t1:{relation}\t_\n\n"
        )
    };
    let masked = Dependencies::ud().with(|it| it.ignored = "6".parse().unwrap());
    for (gold, system, with, without) in [
        ("obl:in", "obl:on", 1, 2),
        ("nmod:of", "nmod", 1, 2),
        ("nmod:of", "obl:of", 1, 1),
        // These say something else.
        ("acl:relcl", "acl", 1, 1),
        ("obl:pass", "obl", 1, 1),
        ("obl:in:gen", "obl:in", 1, 1),
    ] {
        for (metric, matched) in [(&Dependencies::ud(), with), (&masked, without)] {
            let total = score(metric, &text(gold), &text(system)).total();
            assert_eq!(measure(&total, "ELAS"), format!("{matched}/2/2"), "{gold} {system}");
        }
    }
}

/// Of several ways to pair as many words, the scorer takes the system's first.
#[test]
fn of_equal_words_the_first_is_aligned() {
    let text = |words: [(&str, &str); 2]| {
        let word =
            |(id, (form, tag))| format!("{id}\t{form}\t_\t{tag}\t_\t_\t{}\tdep\t_\t_\n", id - 1);
        let words: String = (1..).zip(words).map(word).collect();
        format!("1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n{words}\n")
    };
    let (gold, system) = (text([("a", "X"), ("b", "NOUN")]), text([("b", "NOUN"), ("b", "Y")]));
    assert_eq!(measure(&score(&Dependencies::ud(), &gold, &system).total(), "UPOS"), "1/2/2");
}

#[test]
fn a_fault_skips_its_sentence_alone() {
    let broken = dogs().replace("\t2\tadvmod", "\t9\tadvmod");
    let evaluation = score(&Dependencies::ud(), &(dogs() + &dogs()), &(broken + &dogs()));
    let (row, skipped) = evaluation.skipped().next().unwrap();
    assert_eq!(row.sentence, 1);
    assert_eq!(
        skipped.reason.to_string(),
        "system, line 3, column 25: HEAD is 9 in a sentence of 4 words"
    );
    assert_eq!(measure(&evaluation.total(), "LAS"), "4/4/4");
}

#[test]
fn invalid_files_are_refused_with_the_expected_words() {
    let paths = check::fixtures_of("conllu/invalid", "conllu");
    assert!(paths.len() >= 20, "only {} files", paths.len());
    for path in paths {
        let open = || Source::open(&path).unwrap();
        let found = run(&Dependencies::ud(), open(), vec![open()], 1);
        let evaluation = &found.metrics[0].systems[0];
        let (_, skipped) =
            evaluation.skipped().next().unwrap_or_else(|| panic!("{} is accepted", path.display()));
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(skipped.reason.to_string(), expected.trim_end(), "{}", path.display());
        assert!(evaluation.counted().next().is_some(), "{}: others are scored", path.display());
    }
}

#[test]
fn valid_files_are_perfect_and_read_the_same_when_written() {
    let paths = check::fixtures_of("conllu/valid", "conllu");
    assert!(paths.len() >= 8, "only {} files", paths.len());
    for path in paths {
        let text = fs::read(&path).unwrap();
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
        let reading = conllu::read(text);
        assert_eq!(reading.faults, [], "{}", path.display());
        let mut written = Vec::new();
        conllu::write(&reading.graph, &mut written);
        let expected = fs::read(path.with_extension("expected")).unwrap();
        assert!(written == expected, "{}:\n{}", path.display(), String::from_utf8_lossy(&written));
        let again = conllu::read(&written);
        assert_eq!(again.faults, [], "{}", path.display());
        assert_eq!(again.graph.words().len(), reading.graph.words().len());
        let open = || Source::open(&path).unwrap();
        let total = run(&Dependencies::ud(), open(), vec![open()], 1).metrics[0].systems[0].total();
        assert_eq!(total.exact, total.sentences_gold, "{}", path.display());
    }
}

#[test]
fn the_worked_example_of_the_page_holds() {
    let system = sentence("Dogs/NOUN/2/obj bark/VERB/0/root loudly/ADV/1/advmod ./PUNCT/2/punct");
    let total = score(&Dependencies::ud(), &dogs(), &system).total();
    assert_eq!(measure(&total, "UAS"), "3/4/4");
    assert_eq!(measure(&total, "LAS"), "2/4/4");
    assert_eq!(measure(&total, "CLAS"), "1/3/3");
    assert_eq!(total.relations, 3);
}

#[test]
fn conllx_leaves_punctuation_out_as_it_is_told() {
    let system =
        sentence("Dogs/NOUN/2/nsubj bark/VERB/0/root loudly/ADV/2/advmod:x ./PUNCT/1/punct");
    for (punctuation, expected) in [
        ("unicode", (3, 3, 2)),
        ("keep", (4, 3, 2)),
        ("tags:PUNCT,ADV", (2, 2, 2)),
        ("relations:punct", (3, 3, 2)),
    ] {
        let metric =
            Dependencies::conllx().with(|it| it.punctuation = punctuation.parse().unwrap());
        let total = score(&metric, &dogs(), &system).total();
        assert_eq!((total.words_gold, total.heads, total.attachments), expected, "{punctuation}");
        assert_eq!((total.roots_gold, total.roots_system, total.roots_matched), (1, 1, 1));
    }
    let other = score(&Dependencies::conllx(), &dogs(), &system.replace("Dogs", "Cats"));
    assert_eq!(
        other.skipped().next().unwrap().1.reason.to_string(),
        "word 1 is Dogs in gold, Cats in the system"
    );
}

#[test]
fn typed_dependencies_are_bags_of_facts() {
    let gold = "root(ROOT-0, saw-2)\nnsubj(saw-2, We-1)\nprep_in(saw-2, hats-5)\n\
        conj_and(saw-2, saw-2')\ndobj(saw-2', cats-3)\n";
    let system = "nsubj(saw-2, We-1)\nprep_on(saw-2, hats-5)\nconj_and(saw-2, saw-2')\n\
        dobj(saw-2, cats-3)\ndobj(saw-2, cats-3)\n";
    let read = |name: &str, text: &str| {
        let reader = Reader::new(Source::from_bytes(name, text.into()).unwrap(), None);
        assert_eq!(reader.format(), Format::Stanford);
        reader
    };
    let found = evaluate(
        &[Dependencies::stanford()],
        read("gold", gold),
        vec![read("system", system)],
        &Threads::one(),
        |_| (),
    )
    .unwrap();
    let total = found.metrics[0].systems[0].total();
    assert_eq!((total.arcs_gold, total.arcs_system), (4, 5), "the root is left out");
    assert_eq!(
        (total.arcs_labelled, total.arcs_without_subtypes, total.arcs_unlabelled),
        (2, 3, 3)
    );
}

#[test]
fn empty_nodes_are_facts_as_copies_are() {
    let gold = "conj_and(saw-2, saw-2')\nnsubj(saw-2, We-1)\ndobj(saw-2', cats-3)\n";
    let columns = "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t2:nsubj\t_\n\
        2\tsaw\t_\tVERB\t_\t_\t0\troot\t0:root\t_\n\
        2.1\tsaw\t_\tVERB\t_\t_\t_\t_\t2:conj_and\t_\n\
        3\tcats\t_\tNOUN\t_\t_\t2\tdobj\t2.1:dobj\t_\n\n";
    for (system, labelled) in [(columns.to_string(), 3), (columns.replace("conj_and", "dep"), 2)] {
        let read = |name: &str, text: &str| {
            Reader::new(Source::from_bytes(name, text.into()).unwrap(), None)
        };
        let systems = vec![read("system", &system)];
        let metrics = [Dependencies::stanford()];
        let found =
            evaluate(&metrics, read("gold", gold), systems, &Threads::one(), |_| ()).unwrap();
        let total = found.metrics[0].systems[0].total();
        assert_eq!((total.arcs_gold, total.arcs_system, total.arcs_labelled), (3, 3, labelled));
    }
}

#[test]
fn formats_are_told_apart() {
    let guess = |text: &str| Format::guess(text.as_bytes()).name();
    assert_eq!(guess(&dogs()), "conllu");
    assert_eq!(guess("# sent_id = 1\n1\tA\t_\tN\tN\t_\t0\tROOT\t_\t_\n"), "conllu");
    assert_eq!(guess("1\tA\t_\tN\tN\t_\t0\tROOT\t_\t_\n"), "conllx");
    assert_eq!(guess("1\tA\t_\tN\tN\t_\t0\tROOT\n"), "conllx");
    assert_eq!(guess("1\tA\ta\ta\tN\tN\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n"), "conll2009");
    assert_eq!(guess("one\tA\t_\tN\tN\t_\t0\tROOT\n1\tA\t_\tN\tN\t_\t0\tROOT\n"), "conllx");
    assert_eq!(guess("nsubj(a-1, b-2)\n"), "stanford");
    assert_eq!(guess("(S (N a))\n"), "penn-lines");
    assert_eq!(guess("# a comment\n(S (N a))\n"), "penn");
}

/// A sentence of tokens, each with its words behind it if it has several, as `ab:a,b`.
fn tokens(items: &str) -> String {
    let (mut text, mut id) = (String::new(), 0);
    for item in items.split(' ') {
        let (form, words) = item.split_once(':').unwrap_or((item, item));
        let words: Vec<&str> = words.split(',').collect();
        if item.contains(':') {
            let rest = "\t_".repeat(8);
            text += &format!("{}-{}\t{form}{rest}\n", id + 1, id + words.len());
        }
        for word in words {
            id += 1;
            let head = usize::from(id > 1);
            let form = word.replace('_', " ");
            text += &format!("{id}\t{form}\t_\t_\t_\t_\t{head}\t_\t_\t_\n");
        }
    }
    text + "\n"
}

#[test]
fn words_are_aligned_as_the_scorer_aligns_them() {
    // Figures from udeval 0.2.9.
    for (gold, system, aligned) in [
        (&["abc:a,b,c"][..], &["a b c"][..], 3),
        (&["a bc:b,c d"], &["a b cd"], 2),
        (&["abc:a,BX,c def:d,EX,f"], &["ab:a,b cd:c,d ef:e,f"], 4),
        (&["ab:a,b cd:bc,d"], &["a bc d"], 2),
        // By hand: a word has one partner, and as many as possible have one.
        (&["ab:a,a"], &["ab:a,b"], 1),
        (&["ab:a,b,c,a"], &["ab:a,b,a,b"], 3),
        // White space is taken out of tokens.
        (&["bbA:a,bba,ab"], &["b_bA"], 1),
        // A word before the end of a sentence can find its partner behind it.
        (&["a b c", "dc"], &["abc", "dc:d,c"], 1),
        (&["Baa", "Ab:B,a"], &["Ba a:b", "Ab"], 1),
    ] {
        let side =
            |sentences: &[&str]| sentences.iter().map(|items| tokens(items)).collect::<String>();
        let total = score(&Dependencies::ud(), &side(gold), &side(system)).total();
        assert_eq!(total.words_aligned, aligned, "{gold:?} {system:?}");
    }
}

#[test]
fn forms_of_unicode_are_the_same_text_but_for_the_scorer_of_ud() {
    // Korean in syllables and in letters, a mark beside its letter, full width; the second sentence
    // has other tokens.
    let gold =
        sentence("비가/NOUN/2/nsubj 온다/VERB/0/root") + &sentence("Café/NOUN/2/dep A1/X/0/root");
    let system = sentence(
        "\u{1107}\u{1175}\u{1100}\u{1161}/NOUN/2/nsubj \u{110B}\u{1169}\u{11AB}\u{1103}\u{1161}/VERB/0/root",
    ) + &sentence("Cafe\u{301}/NOUN/2/dep Ａ１/X/0/root");
    let source = |name: &str, text: &str| Source::from_bytes(name, text.into()).unwrap();
    let found = run(
        &Dependencies::ud(),
        source("gold", &gold),
        vec![source("system", &system), source("gold", &gold)],
        1,
    );
    let notes = &found.metrics[0].notes;
    for system in &found.metrics[0].systems {
        let total = system.total();
        assert_eq!((system.rows.len(), total.differing), (2, 0));
        assert_eq!((total.words_aligned, total.attachments, total.exact), (4, 4, 2));
    }
    assert_eq!(notes.other_forms, [2, 0]);
    assert!(notes.differences.iter().all(Option::is_none));
    // Lemmas are words, too.
    let lemma = |text: &str| text.replace("Cafe\u{301}\t_", "Cafe\u{301}\tcafe\u{301}");
    let gold_lemma = gold.replace("Café\t_", "Café\tcafé");
    let total = score(&Dependencies::ud(), &gold_lemma, &lemma(&system)).total();
    assert_eq!(total.lemmas, 4);

    let exact = Dependencies::ud().with(|metric| metric.checks = Checks::Scorer);
    let found = run(&exact, source("gold", &gold), vec![source("system", &system)], 1);
    assert!(found.metrics[0].notes.differences[0].is_some());
    assert_eq!(found.metrics[0].notes.other_forms, [0]);
}
