use bezant::evaluation::{Evaluation, Realigned, Row, evaluate};
use bezant::formats::{Corpus, Reader};
use bezant::metric::Reason;
use bezant::metrics::brackets::{BracketCounts, Brackets, Tokens};
use bezant::metrics::fragments::{FragmentMatching, Fragments};
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;
use proptest::prelude::*;

use crate::check;

/// Twelve sentences of our own.
const SENTENCES: [&str; 12] = [
    "(TOP (S (NP (DT The) (NN baker)) (VP (VBD opened) (NP (DT the) (NN shop))) (. .)))",
    "(TOP (S (NP (NNS Customers)) (VP (VBD waited) (ADVP (RB outside))) (. .)))",
    "(TOP (S (NP (PRP They)) (VP (VBD bought) (NP (NN bread) (CC and) (NNS rolls))) (. .)))",
    "(TOP (S (NP (CD One)) (VP (VBD asked) (PP (IN for) (NP (NN cake)))) (. .)))",
    "(TOP (S (NP (EX There)) (VP (VBD was) (NP (NN none))) (. .)))",
    "(TOP (S (NP (PRP$ Her) (NN brother)) (VP (VBZ bakes) (PP (IN on) (NP (NNP Sunday)))) (. .)))",
    "(TOP (INTJ (UH Yes)))",
    "(TOP (S (NP (DT An) (JJ old) (NN man)) (VP (VBD slept) (ADVP (RB well))) (. .)))",
    "(TOP (S (NP (DT The) (NN dog)) (VP (VBD barked) (PP (IN at) (NP (DT the) (NN post)))) (. .)))",
    "(TOP (S (NP (NNP Anna)) (VP (VBD paid) (PP (IN in) (NP (NNS coins)))) (. .)))",
    "(TOP (S (NP (DT The) (NN till)) (VP (VBD rang) (ADVP (RB twice))) (. .)))",
    "(TOP (S (NP (DT The) (NN shop)) (VP (VBD closed) (PP (IN at) (NP (NN noon)))) (. .)))",
];

fn file<S: AsRef<str>>(lines: &[S]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

fn aligned() -> Brackets {
    Brackets::evalb(Preset::Collins.parameters()).with(|it| it.tokens = Tokens::Aligned)
}

type Found = (Evaluation<BracketCounts>, Vec<Realigned>);

fn run_with(metric: &Brackets, gold: &str, system: &str, threads: &Threads) -> Found {
    let reader = |name: &str, text: &str| Reader::from_text(name, text).unwrap();
    let (gold, systems) = (reader("gold", gold), vec![reader("system", system)]);
    let mut found = evaluate(std::slice::from_ref(metric), gold, systems, threads, |_| ()).unwrap();
    let realigned = found.realigned.pop().unwrap_or_default();
    (found.metrics.remove(0).systems.remove(0), realigned)
}

fn run(gold: &str, system: &str) -> Found {
    run_with(&aligned(), gold, system, &Threads::one())
}

/// What was realigned: kind, gold's first and number, the system's first and number.
fn show(realigned: &[Realigned]) -> String {
    let one = |it: &Realigned| {
        format!("{} {}+{} {}+{}", it.kind(), it.gold, it.n_gold, it.system, it.n_system)
    };
    realigned.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Rows as sentence, how many, and brackets or why there are none.
fn rows(evaluation: &Evaluation<BracketCounts>) -> Vec<String> {
    let one = |row: &Row<BracketCounts>| {
        let outcome = match &row.outcome.result {
            Ok(it) => format!("{}/{}/{}", it.matched, it.gold, it.system),
            Err(skipped) => skipped.reason.name().to_string(),
        };
        format!("{}+{} {outcome}", row.sentence, row.n_sentences)
    };
    evaluation.rows.iter().map(one).collect()
}

#[test]
fn a_lost_line_costs_one_sentence() {
    let gold = file(&SENTENCES);
    let (whole, nothing) = run(&gold, &gold);
    assert_eq!(nothing, []);
    for lost in 0..SENTENCES.len() {
        let mut lines = SENTENCES.to_vec();
        lines.remove(lost);
        let (found, realigned) = run(&gold, &file(&lines));
        assert_eq!(show(&realigned), format!("lost {}+1 {}+0", lost + 1, lost + 1));
        assert_eq!(found.rows.len(), whole.rows.len());
        for (at, (row, expected)) in found.rows.iter().zip(&whole.rows).enumerate() {
            if at != lost {
                assert_eq!(row, expected);
                continue;
            }
            let skipped = row.outcome.result.as_ref().unwrap_err();
            let counts = expected.outcome.result.as_ref().unwrap();
            assert_eq!(skipped.reason, Reason::SystemMissing);
            assert_eq!((skipped.missed.gold, skipped.missed.system), (counts.gold, 0));
            assert_eq!(skipped.missed.rare.words_lost, counts.words);
        }
        // The other way round it is a sentence that the system has made up.
        let (found, realigned) = run(&file(&lines), &gold);
        assert_eq!(show(&realigned), format!("extra {}+0 {}+1", lost + 1, lost + 1));
        assert_eq!(rows(&found)[lost], format!("{}+0 gold_missing", lost + 1));
        assert_eq!(found.counted().count(), lines.len());
    }
}

#[test]
fn a_long_gap_ends_where_many_sentences_agree_and_not_at_one_that_stands_again() {
    // Words that no other sentence has, but for one that stands again and again.
    let word = |n: usize| -> String {
        let letters =
            (1..8).map(|place| b'a' + ((n + place).pow(3) / (3 * place + n % 5) % 26) as u8);
        letters.map(char::from).collect()
    };
    let again = "(S (NP (DT The) (NNS authors)) (VP (VBP thank) (NP (PRP$ their) (NNS colleagues)) \
                 (PP (IN for) (NP (JJ helpful) (NNS comments) (CC and) (NN coffee)))) (. .))";
    let sentence = |n: usize| match n % 25 {
        24 => again.to_string(),
        _ => format!(
            "(S (NP (NNP {}) (NNP {})) (VP (VBD {}) (NP (CD {n}) (NNS {}))))",
            word(n),
            word(2 * n + 1),
            word(3 * n + 2),
            word(5 * n + 3)
        ),
    };
    let all: Vec<String> = (0..1500).map(sentence).collect();
    for (from, to) in [(33, 1200), (300, 1307), (0, 1000), (700, 740)] {
        let left = [&all[..from], &all[to..]].concat();
        let lost = (to - from) as u64;
        let (found, realigned) = run(&file(&all), &file(&left));
        assert_eq!(found.skipped().count() as u64, lost, "{}", show(&realigned));
        let kinds: Vec<&str> = realigned.iter().map(Realigned::kind).collect();
        assert_eq!(kinds, ["lost"], "{from} to {to}");
        let (found, realigned) = run(&file(&left), &file(&all));
        assert_eq!(found.counted().count(), left.len(), "{from} to {to}");
        assert_eq!(realigned[0].n_system, lost, "{}", show(&realigned));
    }
}

#[test]
fn joined_and_split_sentences_are_compared_together() {
    let mut lines: Vec<String> = SENTENCES.map(String::from).to_vec();
    lines[3] = format!("(TOP (S {} {}))", &lines[3], &lines[4]);
    lines.remove(4);
    // The eighth is in two, at the subject.
    lines[6] =
        "(TOP (NP (DT An) (JJ old) (NN man)))\n(TOP (VP (VBD slept) (ADVP (RB well))) (. .))"
            .to_string();
    let (found, realigned) = run(&file(&SENTENCES), &file(&lines));
    assert_eq!(show(&realigned), "joined 4+2 4+1, split 8+1 7+2");
    assert_eq!(rows(&found)[3], "4+2 9/9/10");
    assert_eq!(rows(&found)[6], "8+1 3/4/3");
    assert_eq!(found.skipped().count(), 0);
    let total = found.total();
    // Neither of the two, nor the one, is exact.
    assert_eq!((total.sentences, total.exact, total.rare.aligned), (12, 9, 2));
    assert_eq!((total.rare.words_lost, total.rare.words_extra), (0, 0));
    // A sentence that ends elsewhere: two beside two.
    let gold = ["(S (NP (N dogs) (N of) (N war)) (VP (V bark)))", "(S (N cats) (V purr))"];
    let system = ["(S (N dogs) (N of) (N war))", "(S (V bark) (N cats) (V purr))"];
    let (found, realigned) = run(&file(&gold), &file(&system));
    assert_eq!(show(&realigned), "regrouped 1+2 1+2");
    assert_eq!(rows(&found), ["1+2 0/4/2"]);
}

#[test]
fn what_was_put_in_or_moved_costs_only_itself() {
    let gold = file(&SENTENCES);
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = SENTENCES.map(String::from).to_vec();
        change(&mut lines);
        let (found, realigned) = run(&gold, &file(&lines));
        (show(&realigned), found.counted().count(), found.skipped().count())
    };
    let is = |shown: &str, counted, skipped| (shown.to_string(), counted, skipped);
    let twice = with(&|lines| lines.insert(5, SENTENCES[4].to_string()));
    assert_eq!(twice, is("extra 6+0 6+1", 12, 1));
    // Sentences stay in order: of one that was moved, the old place is lost and the new one extra.
    let moved = with(&|lines| {
        let line = lines.remove(2);
        lines.insert(8, line);
    });
    assert_eq!(moved, is("lost 3+1 3+0, extra 10+0 9+1", 11, 2));
    // Empty lines are sentences without a parse where gold has one, and else nothing.
    assert_eq!(with(&|lines| lines[4].clear()), is("", 11, 1));
    assert_eq!(with(&|lines| lines.insert(4, String::new())), is("", 12, 0));
    assert_eq!(with(&|lines| lines.push(String::new())), is("", 12, 0));
    // One that cannot be read.
    assert_eq!(with(&|lines| lines[7].truncate(30)), is("", 11, 1));
    let other = with(&|lines| lines[7] = "(TOP (S (NP (NNS Prices)) (VP (VBD rose))))".to_string());
    assert_eq!(other, is("", 11, 1));
}

#[test]
fn wholly_different_files_are_missed_sentence_by_sentence() {
    let other: Vec<String> =
        (0..12).map(|n| format!("(TOP (S (QP (CD {n}) (CD {}) (CD 000))))", n * 7919)).collect();
    for system in [&other[..], &other[..5]] {
        let (found, _) = run(&file(&SENTENCES), &file(system));
        assert_eq!(found.counted().count(), 0);
        let of_gold = found.rows.iter().filter(|row| row.n_sentences == 1).count();
        assert_eq!(of_gold, 12);
        assert_eq!(found.total_with_missed().brackets().recall(), Some(0.0));
    }
}

#[test]
fn words_have_scores_of_their_own() {
    let slept = "(S (NP (N He)) (VP (V slept) (ADVP (R well))))";
    let invented = "(S (NP (N He)) (VP (V slept) (ADVP (R very) (R well))))";
    let (found, _) = run(&file(&[slept]), &file(&[invented]));
    let total = found.total();
    assert_eq!((total.matched, total.gold, total.system), (3, 4, 4));
    assert_eq!(
        (total.word_tally().precision(), total.word_tally().recall()),
        (Some(0.75), Some(1.0))
    );
    let (back, _) = run(&file(&[invented]), &file(&[slept]));
    assert_eq!((back.total().rare.words_lost, back.total().rare.words_extra), (1, 0));
    assert_eq!(back.total().matched, 3);
}

#[test]
fn fragments_are_paired_in_the_same_way() {
    let mut lines = SENTENCES.to_vec();
    lines.remove(6);
    let (gold, system) = (file(&SENTENCES), file(&lines));
    for matching in
        [FragmentMatching::Nodes, FragmentMatching::Connected, FragmentMatching::Literal]
    {
        let metric = Fragments::freval().with(|it| {
            it.brackets = aligned();
            it.matching = matching;
        });
        let run = |gold: &str, system: &str| {
            let reader = |text: &str| Reader::from_text("it", text).unwrap();
            bezant::evaluation::evaluate_one(&metric, reader(gold), reader(system)).unwrap()
        };
        let found = run(&gold, &system);
        assert_eq!((found.counted().count(), found.skipped().count()), (11, 1));
        assert_eq!(found.scores(&metric)[3].value, Some(1.0));
        let back = run(&system, &gold);
        assert_eq!((back.counted().count(), back.skipped().count()), (11, 1));
        let (there, back) = (found.total_with_missed(), back.total_with_missed());
        assert_eq!((there.gold(1), there.system(1)), (back.system(1), back.gold(1)));
        // An invented word: its bracket is in no fragment that was found.
        let slept = "(S (NP (N He)) (VP (V slept) (ADVP (R well))))\n";
        let invented = "(S (NP (N He)) (VP (V slept) (ADVP (R very) (R well))))\n";
        let one = run(slept, invented).total();
        assert_eq!([one.matched(1), one.matched(3)].map(|n| n.to_string()), ["3", "1"]);
        assert_eq!(one.gold(4).to_string(), "1");
    }
}

#[test]
fn a_hundred_thousand_sentences_with_a_lost_line_are_paired_at_once() {
    let line = |n: usize| format!("(S (NP (N n{}) (N m{n})) (VP (V v{})))", n % 7, n % 1000);
    let mut lines: Vec<String> = (0..100_000).map(line).collect();
    let gold = file(&lines);
    lines.remove(50_000);
    let (found, realigned) = run(&gold, &file(&lines));
    assert_eq!(show(&realigned), "lost 50001+1 50001+0");
    assert_eq!(found.counted().count(), 99_999);
    // All others, in every line a word of its own.
    let other =
        |n: usize| format!("(S (NP (N n{}) (N m{n})) (VP (V v{}) (R x{n})))", n % 7, n % 1000);
    let system: Vec<String> = (0..100_000).filter(|n| n % 10 != 3).map(other).collect();
    let (found, _) = run(&gold, &file(&system));
    assert_eq!(found.counted().count(), 90_000);
}

#[test]
fn what_is_kept_in_memory_is_paired_like_files() {
    let mut lines: Vec<String> = SENTENCES.map(String::from).to_vec();
    lines[3] = format!("(TOP (S {} {}))", &lines[3], &lines[4]);
    lines.remove(4);
    let corpus = |lines: &[String]| Corpus::from_sentences("it", lines.to_vec()).unwrap();
    let gold = corpus(&SENTENCES.map(String::from));
    let (gold_file, system_file) = (file(&SENTENCES), file(&lines));
    for (one, two, expected) in [
        (&gold, &corpus(&lines), run(&gold_file, &system_file)),
        (&corpus(&lines), &gold, run(&system_file, &gold_file)),
    ] {
        let found = bezant::evaluation::evaluate_one(&aligned(), one, two).unwrap();
        assert_eq!(found.rows, expected.0.rows);
    }
}

/// Each system is paired for itself.
#[test]
fn what_one_system_lacks_is_no_other_ones_business() {
    let mut lines: Vec<String> = SENTENCES.map(String::from).to_vec();
    lines[3] = format!("(TOP (S {} {}))", &lines[3], &lines[4]);
    lines.drain(4..6);
    let (gold, system) = (file(&SENTENCES), file(&lines));
    let reader = |text: &str| Reader::from_text("it", text).unwrap();
    let systems = vec![reader(&gold), reader(&system)];
    let found = evaluate(&[aligned()], reader(&gold), systems, &Threads::one(), |_| ()).unwrap();
    let both = &found.metrics[0].systems;
    assert_eq!(both[0].rows, run(&gold, &gold).0.rows);
    assert_eq!(both[1].rows, run(&gold, &system).0.rows);
    assert_eq!(show(&found.realigned[1]), "joined 4+2 4+1, lost 6+1 5+0");
    assert!(found.realigned[0].is_empty());
}

/// What may happen to a line.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Lost,
    Twice,
    Joined,
    Invented,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        6 => Just(Change::Nothing),
        1 => Just(Change::Lost),
        1 => Just(Change::Twice),
        1 => Just(Change::Joined),
        1 => Just(Change::Invented),
    ];
    prop::collection::vec(change, SENTENCES.len())
}

fn changed(changes: &[Change]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (line, change) in SENTENCES.iter().zip(changes) {
        match (change, lines.last_mut()) {
            (Change::Lost, _) => {}
            (Change::Twice, _) => lines.extend([line.to_string(), line.to_string()]),
            (Change::Joined, Some(last)) => *last = format!("(TOP (X {last} {line}))"),
            (Change::Invented, _) => lines.push(line.replace("(VP ", "(VP (RB really) ")),
            (Change::Nothing | Change::Joined, _) => lines.push(line.to_string()),
        }
    }
    file(&lines)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Whatever happens to lines: every sentence of gold is in one row, nothing is found twice, and
    /// the same comes out the other way round and whatever the number of threads.
    #[test]
    fn pairs_obey_the_laws(changes in changes()) {
        let (gold, system) = (file(&SENTENCES), changed(&changes));
        let (there, realigned) = run(&gold, &system);
        let n: u64 = there.rows.iter().map(|row| row.n_sentences).sum();
        prop_assert_eq!(n, SENTENCES.len() as u64);
        let (back, _) = run(&system, &gold);
        // Of a pair with nothing in common, gold's brackets are missed and the system's are not wrong.
        let is_other = |row: &Row<BracketCounts>| {
            row.outcome.result.as_ref().is_err_and(|skipped| skipped.reason == Reason::TextMismatch)
        };
        let mut totals = vec![(there.total(), back.total())];
        if !there.rows.iter().any(is_other) {
            totals.push((there.total_with_missed(), back.total_with_missed()));
        }
        for (one, two) in totals {
            prop_assert_eq!((one.matched, one.gold, one.system), (two.matched, two.system, two.gold));
            let (one, two) = (one.word_tally(), two.word_tally());
            prop_assert_eq!((one.matched, one.gold, one.system), (two.matched, two.system, two.gold));
        }
        let (itself, nothing) = run(&system, &system);
        prop_assert_eq!(nothing, vec![]);
        prop_assert_eq!(itself.total().brackets().f1().unwrap_or(1.0), 1.0);
        prop_assert_eq!(itself.total().word_tally().f1().unwrap_or(1.0), 1.0);
        let threads = Threads::new(Some(3)).unwrap();
        prop_assert_eq!(run_with(&aligned(), &gold, &system, &threads), (there, realigned));
    }
}

/// Where all words are the same, pairing by text changes nothing; and what happens to some lines is
/// these lines' business alone.
#[test]
fn a_treebank_counts_the_same_but_for_what_was_changed() {
    let Some(folder) = check::conformance() else { return };
    let read = |name: &str| {
        let path = folder.join(format!("brackets/craft2k.{name}.mrg"));
        std::fs::read_to_string(path).expect("the folder is complete")
    };
    let (gold, system) = (read("gold"), read("sysB"));
    let in_order = aligned().with(|it| it.tokens = Tokens::MustMatch);
    let (plain, _) = run_with(&in_order, &gold, &system, &Threads::one());
    let (whole, realigned) = run(&gold, &system);
    assert_eq!(realigned, []);
    assert_eq!(whole.rows.len(), plain.rows.len());
    for (one, two) in whole.rows.iter().zip(&plain.rows) {
        if let Ok(counts) = &two.outcome.result {
            assert_eq!(one.outcome.result.as_ref(), Ok(counts));
        }
    }

    // Lines 100 and 500 to 510 lost, 700 and 701 joined, 800 in two.
    let lines: Vec<&str> = system.lines().collect();
    let mut changed: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        match number {
            100 | 500..=510 | 701 => {}
            700 => changed.push(format!("(TOP {} {})", line, lines[700])),
            800 => changed.extend(in_two(line)),
            _ => changed.push(line.to_string()),
        }
    }
    let (found, realigned) = run(&gold, &file(&changed));
    assert_eq!(
        show(&realigned),
        "lost 100+1 100+0, lost 500+11 499+0, joined 700+2 688+1, split 800+1 787+2"
    );
    let mut rows = found.rows.iter();
    for (number, expected) in (1u64..).zip(&whole.rows) {
        if number == 701 {
            continue;
        }
        let row = rows.next().unwrap();
        assert_eq!(row.sentence, number);
        match number {
            100 | 500..=510 => {
                let skipped = row.outcome.result.as_ref().unwrap_err();
                assert_eq!(skipped.reason, Reason::SystemMissing);
            }
            700 => assert_eq!((row.n_sentences, row.outcome.result.is_ok()), (2, true)),
            800 => assert_eq!((row.n_sentences, row.outcome.result.is_ok()), (1, true)),
            _ => assert_eq!(row, expected),
        }
    }
    assert!(rows.next().is_none());
}

/// A tree as two, cut in the middle of its words: what is open there is closed and opened again.
fn in_two(line: &str) -> [String; 2] {
    let mut open: Vec<usize> = Vec::new();
    // Behind each word, and the brackets that are open there.
    let mut words: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut is_leaf = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                open.pop();
                if is_leaf {
                    words.push((at + 1, open.clone()));
                }
            }
            _ => continue,
        }
        is_leaf = byte == b'(';
    }
    let (at, open) = words.swap_remove(words.len() / 2 - 1);
    let label = |from: &usize| line[*from..].split(' ').next().unwrap_or_default();
    let labels: Vec<&str> = open.iter().map(label).collect();
    let closed = format!("{}{}", &line[..at], ")".repeat(open.len()));
    [closed, format!("{}{}", labels.join(" "), &line[at..])]
}
