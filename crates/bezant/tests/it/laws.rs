use std::collections::BTreeSet;

use bezant::evaluation::{Evaluation, Evaluations, evaluate_any};
use bezant::formats::penn;
use bezant::formats::{Format, Reader};
use bezant::kinds::Layout;
use bezant::metric::Reason;
use bezant::metrics::brackets::{BracketCounts, Brackets, Duplicates, Noted, Tokens, Words};
use bezant::metrics::trees::parameters::{Convention, Labelling, Parameters, Preset};
use bezant::parallel::Threads;
use bezant::rows;
use bezant::source::Source;
use bezant::structures::tree::NodeKind;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

use crate::check;

// ---------------------------------------------------------------------------------------------
// Random trees
// ---------------------------------------------------------------------------------------------

/// A tree of the tests' own, so that what the library reads can be compared with what was meant.
#[derive(Clone, Debug)]
enum Node {
    Leaf { tag: String, word: String },
    Phrase { label: String, children: Vec<Node> },
}

/// Labels that mean something to some parameters, and odd ones.
const LABELS: [&str; 16] = [
    "S",
    "NP",
    "VP",
    "PP",
    "ADVP",
    "PRT",
    "TOP",
    "",
    "NP-SBJ-1",
    "NP=2",
    "-NONE-",
    "-X",
    "S#f",
    "A-",
    "a-label-of-some-length",
    "ÉTÉ",
];

const TAGS: [&str; 12] = [
    "NN",
    "VBD",
    "ADVP",
    "PRT",
    ",",
    ".",
    "``",
    "-NONE-",
    "NN-1",
    "NN#f",
    "",
    "a-tag-of-some-length",
];

// No zero byte is drawn: with enough of them a text is 16-bit text, which is refused.
fn label() -> impl Strategy<Value = String> {
    prop_oneof![
        // Few and plain ones, so that two trees agree often enough to be worth comparing.
        8 => prop::sample::select(&LABELS[..4]).prop_map(String::from),
        4 => prop::sample::select(&LABELS[..]).prop_map(String::from),
        1 => "[^\\s()\\x00]{0,10}",
    ]
}

fn tag() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(&TAGS[..]).prop_map(String::from), 1 => "[^\\s()\\x00]{0,10}"]
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&["a", "b", "can't", "cannot", "-LRB-", "'", "\"", ""][..])
            .prop_map(String::from),
        1 => "[^\\s()\\x00]{1,6}",
    ]
}

/// Wraps neighbours into a phrase: from where, how many, under which label. None makes a phrase
/// without words, one makes a unary chain longer.
type Wrap = (Index, usize, String);

fn wraps() -> impl Strategy<Value = Vec<Wrap>> {
    let wrap = (any::<Index>(), prop_oneof![1 => Just(0), 3 => Just(1), 8 => 2usize..6], label());
    prop::collection::vec(wrap, 0..20)
}

/// Labels over everything, so that chains also get long enough for the other way of matching.
fn chain() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        3 => prop::collection::vec(label(), 0..2),
        1 => prop::collection::vec(label(), 15..25),
    ]
}

fn build(leaves: &[(String, String)], wraps: &[Wrap], chain: &[String]) -> Vec<Node> {
    let leaf = |(tag, word): &(String, String)| Node::Leaf { tag: tag.clone(), word: word.clone() };
    let mut nodes: Vec<Node> = leaves.iter().map(leaf).collect();
    for (from, n, label) in wraps {
        let from = from.index(nodes.len() + 1);
        let to = (from + n).min(nodes.len());
        let children: Vec<Node> = nodes.splice(from..to, []).collect();
        nodes.insert(from, Node::Phrase { label: label.clone(), children });
    }
    for label in chain {
        nodes = vec![Node::Phrase { label: label.clone(), children: nodes }];
    }
    nodes
}

fn leaves() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec((tag(), word()), 0..12)
}

fn tree() -> impl Strategy<Value = Vec<Node>> {
    (leaves(), wraps(), chain()).prop_map(|(leaves, wraps, chain)| build(&leaves, &wraps, &chain))
}

/// Two trees over the same words; a few tags differ.
fn pair() -> impl Strategy<Value = (Vec<Node>, Vec<Node>)> {
    let retag = prop::collection::vec((any::<Index>(), tag()), 0..2);
    (leaves(), retag, wraps(), wraps(), chain(), chain()).prop_map(
        |(leaves, retag, ours, theirs, chain, their_chain)| {
            let mut others = leaves.clone();
            for (at, tag) in retag.into_iter().filter(|_| !leaves.is_empty()) {
                others[at.index(leaves.len())].0 = tag;
            }
            (build(&leaves, &ours, &chain), build(&others, &theirs, &their_chain))
        },
    )
}

fn corpus() -> impl Strategy<Value = Vec<(Vec<Node>, Vec<Node>)>> {
    prop::collection::vec(pair(), 0..8)
}

fn print(nodes: &[Node], out: &mut String) {
    for (n, node) in nodes.iter().enumerate() {
        if n > 0 {
            out.push(' ');
        }
        match node {
            Node::Leaf { tag, word } => out.push_str(&format!("({tag} {word})")),
            Node::Phrase { label, children } => {
                out.push_str(&format!("({label}"));
                if !children.is_empty() {
                    out.push(' ');
                }
                print(children, out);
                out.push(')');
            }
        }
    }
}

/// One tree a line.
fn file<'n>(trees: impl IntoIterator<Item = &'n Vec<Node>>) -> String {
    let mut text = String::new();
    for tree in trees {
        print(tree, &mut text);
        text.push('\n');
    }
    text
}

fn gold_file(corpus: &[(Vec<Node>, Vec<Node>)]) -> String {
    file(corpus.iter().map(|(gold, _)| gold))
}

fn system_file(corpus: &[(Vec<Node>, Vec<Node>)]) -> String {
    file(corpus.iter().map(|(_, system)| system))
}

// ---------------------------------------------------------------------------------------------
// Random parameters
// ---------------------------------------------------------------------------------------------

fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn some_of(labels: &'static [&'static str]) -> impl Strategy<Value = Vec<Vec<u8>>> {
    subsequence(labels.to_vec(), 0..labels.len() / 2)
        .prop_map(|labels| labels.into_iter().map(bytes).collect())
}

/// Any parameters. Equal labels need not be transitive.
fn parameters() -> impl Strategy<Value = Parameters> {
    let pairs = prop::collection::vec((label(), label()), 0..4);
    let words = subsequence(vec![("can't", "cannot"), ("a", "b")], 0..=2);
    let delete = (some_of(&LABELS), some_of(&TAGS));
    (any::<[bool; 2]>(), delete, some_of(&TAGS), pairs, words).prop_map(
        |([labelled, spmrl], (phrases, tags), length, pairs, words)| {
            Preset::None.parameters().with(|it| {
                it.labels = if labelled { Labelling::Labelled } else { Labelling::Unlabelled };
                it.convention = if spmrl { Convention::Spmrl } else { Convention::Evalb };
                it.delete = [phrases, tags].concat();
                it.delete_for_length = length;
                it.equal_labels = pairs.iter().map(|(one, two)| (bytes(one), bytes(two))).collect();
                it.equal_words = words.iter().map(|(one, two)| (bytes(one), bytes(two))).collect();
            })
        },
    )
}

/// Every option but cleaning, which has tests of its own.
fn metric(parameters: impl Strategy<Value = Parameters>) -> impl Strategy<Value = Brackets> {
    (parameters, any::<[bool; 4]>()).prop_map(|(parameters, [unescape, align, once, notes])| {
        Brackets::evalb(parameters).with(|it| {
            it.words = if unescape { Words::Unescaped } else { Words::Literal };
            it.tokens = if align { Tokens::Aligned } else { Tokens::MustMatch };
            it.duplicates = if once { Duplicates::Once } else { Duplicates::Each };
            it.notes = if notes { Noted::Labels } else { Noted::Nothing };
        })
    })
}

/// Sentences that are paired by their text have laws of their own, in `pairing.rs`.
fn in_order(metric: Brackets) -> Brackets {
    metric.with(|it| it.tokens = Tokens::MustMatch)
}

fn run_with(
    metric: &Brackets,
    gold: &str,
    system: &str,
    threads: &Threads,
) -> Evaluations<Brackets> {
    let reader = |name: &str, text: &str| {
        let source = Source::from_bytes(name, bytes(text)).unwrap();
        Reader::new(source, Some(Format::Penn(Layout::Lines)))
    };
    let (gold, system) = (reader("gold", gold), reader("system", system));
    evaluate_any(std::slice::from_ref(metric), gold, vec![system], threads, &mut |_| ()).unwrap()
}

fn run(metric: &Brackets, gold: &str, system: &str) -> Evaluation<BracketCounts> {
    run_with(metric, gold, system, &Threads::one()).metrics.remove(0).systems.remove(0)
}

// ---------------------------------------------------------------------------------------------
// The naive scorer: EVALB's rules (docs/metrics/brackets.md), one loop inside the other
// ---------------------------------------------------------------------------------------------

#[derive(Default)]
struct Flat {
    /// Tag and word of each word that counts.
    words: Vec<(Vec<u8>, Vec<u8>)>,
    /// Start, end and label of each phrase, in the order in which they open.
    brackets: Vec<(usize, usize, Vec<u8>)>,
    length: u32,
}

struct Naive<'p>(&'p Parameters);

impl Naive<'_> {
    fn cut(&self, label: &[u8]) -> Vec<u8> {
        let spmrl = self.0.convention == Convention::Spmrl;
        let ends = |byte: &u8| matches!(byte, b'-' | b'=') || (spmrl && *byte == b'#');
        label.iter().copied().take_while(|byte| !ends(byte)).collect()
    }

    fn equal(&self, one: &[u8], two: &[u8]) -> bool {
        let pairs = &self.0.equal_labels;
        let fits = |(a, b): &(Vec<u8>, Vec<u8>)| (a == one && b == two) || (a == two && b == one);
        one == two || pairs.iter().any(fits)
    }

    fn flatten(&self, nodes: &[Node], flat: &mut Flat) {
        for node in nodes {
            match node {
                Node::Leaf { tag, word } => {
                    let tag = bytes(tag);
                    flat.length += u32::from(!self.0.delete_for_length.contains(&tag));
                    if self.0.convention == Convention::Spmrl {
                        flat.words.push((self.cut(&tag), bytes(word)));
                    } else if !self.0.delete.contains(&tag) {
                        flat.words.push((tag, bytes(word)));
                    }
                }
                Node::Phrase { label, children } => {
                    let at = flat.brackets.len();
                    flat.brackets.push((flat.words.len(), 0, self.cut(label.as_bytes())));
                    self.flatten(children, flat);
                    flat.brackets[at].1 = flat.words.len();
                }
            }
        }
    }

    fn deleted(&self, label: &[u8]) -> bool {
        let entry = |deleted: &Vec<u8>| match self.0.convention {
            Convention::Evalb => deleted.clone(),
            Convention::Spmrl => self.cut(deleted),
        };
        self.0.delete.iter().any(|deleted| self.equal(label, &entry(deleted)))
    }

    fn prepare(&self, nodes: &[Node], duplicates: Duplicates) -> Flat {
        let mut flat = Flat::default();
        self.flatten(nodes, &mut flat);
        flat.brackets.retain(|(start, end, label)| start < end && !self.deleted(label));
        if duplicates == Duplicates::Once {
            let labelled = self.0.labels == Labelling::Labelled;
            let mut seen = BTreeSet::new();
            flat.brackets.retain(|(start, end, label)| {
                seen.insert((*start, *end, labelled.then(|| label.clone())))
            });
        }
        flat
    }

    /// Each bracket of gold takes the first one left that fits.
    fn matched(&self, gold: &Flat, system: &Flat, labelled: bool) -> u64 {
        let mut taken = vec![false; system.brackets.len()];
        let mut matched = 0;
        for (start, end, label) in &gold.brackets {
            let fits = |(n, bracket): &(usize, &(usize, usize, Vec<u8>))| {
                !taken[*n]
                    && (bracket.0, bracket.1) == (*start, *end)
                    && (!labelled || self.equal(label, &bracket.2))
            };
            if let Some((n, _)) = system.brackets.iter().enumerate().find(fits) {
                taken[n] = true;
                matched += 1;
            }
        }
        matched
    }

    /// The counts, where the words are the same and there are any.
    fn count(
        &self,
        gold: &[Node],
        system: &[Node],
        duplicates: Duplicates,
    ) -> Option<BracketCounts> {
        let (gold, system) = (self.prepare(gold, duplicates), self.prepare(system, duplicates));
        let same = |((_, one), (_, two)): (&(_, Vec<u8>), &(_, Vec<u8>))| {
            let fits =
                |(a, b): &(Vec<u8>, Vec<u8>)| (a == one && b == two) || (a == two && b == one);
            one == two || self.0.equal_words.iter().any(fits)
        };
        if system.words.is_empty()
            || gold.words.len() != system.words.len()
            || !gold.words.iter().zip(&system.words).all(same)
        {
            return None;
        }
        let crosses = |(start, end, _): &&(usize, usize, Vec<u8>)| {
            gold.brackets.iter().any(|(from, to, _)| {
                (start < from && from < end && end < to) || (from < start && start < to && to < end)
            })
        };
        let crossing = system.brackets.iter().filter(crosses).count() as u64;
        let tags = gold.words.iter().zip(&system.words);
        let tags_matched = tags.filter(|(one, two)| self.equal(&one.0, &two.0)).count() as u64;
        let matched = self.matched(&gold, &system, self.0.labels == Labelling::Labelled);
        let (n_gold, n_system) = (gold.brackets.len() as u64, system.brackets.len() as u64);
        Some(BracketCounts {
            matched,
            gold: n_gold,
            system: n_system,
            matched_unlabelled: self.matched(&gold, &system, false),
            crossing,
            words: gold.words.len() as u64,
            tags_matched,
            sentences: 1,
            exact: u64::from(matched == n_gold && matched == n_system),
            no_crossing: u64::from(crossing == 0),
            few_crossing: u64::from(crossing <= 2),
            ..BracketCounts::default()
        })
    }
}

// ---------------------------------------------------------------------------------------------
// The laws
// ---------------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn gold_against_itself_is_perfect(
        trees in prop::collection::vec(tree(), 0..6),
        metric in metric(parameters()),
    ) {
        let text = file(&trees);
        let evaluation = run(&metric, &text, &text);
        prop_assert_eq!(evaluation.rows.len(), trees.len());
        for (row, tree) in evaluation.rows.iter().zip(&trees) {
            let flat = Naive(&metric.parameters).prepare(tree, metric.duplicates);
            match &row.outcome.result {
                Ok(counts) => {
                    let n = flat.brackets.len() as u64;
                    prop_assert_eq!([counts.matched, counts.gold, counts.system], [n; 3]);
                    prop_assert_eq!(counts.matched_unlabelled, n);
                    prop_assert_eq!((counts.crossing, counts.exact, counts.rare.aligned), (0, 1, 0));
                    prop_assert_eq!(counts.words, flat.words.len() as u64);
                    prop_assert_eq!(counts.tags_matched, counts.words);
                }
                Err(skipped) => {
                    prop_assert_eq!(&skipped.reason, &Reason::NoParse);
                    prop_assert!(flat.words.is_empty());
                    prop_assert_eq!(&skipped.missed, &BracketCounts::default());
                }
            }
        }
    }

    #[test]
    fn counts_are_those_of_the_naive_scorer(
        (gold, system) in pair(),
        parameters in parameters(),
        once in any::<bool>(),
    ) {
        let duplicates = if once { Duplicates::Once } else { Duplicates::Each };
        let expected = Naive(&parameters).count(&gold, &system, duplicates);
        let length = Naive(&parameters).prepare(&gold, duplicates).length;
        let metric = Brackets::evalb(parameters).with(|it| it.duplicates = duplicates);
        let mut found = run(&metric, &file([&gold]), &file([&system]));
        let row = found.rows.remove(0);
        prop_assert_eq!(row.outcome.result.ok(), expected);
        prop_assert_eq!(row.outcome.size.length, length);
    }

    // This holds even where equal labels are not transitive and the greedy choice misses a match.
    // Each bracket takes the first one that fits and is left, so no two brackets that fit would
    // both rather have had each other: the choice is a stable matching of lists in which both
    // sides prefer what comes first, whichever side does the choosing, and all stable matchings
    // of the same lists match equally many (McVitie and Wilson 1970).
    //
    // Quotation marks that are put back are looked for from the system's side, so there are none
    // here; and crossing is a matter of the system's brackets alone and does not swap.
    #[test]
    fn swapping_gold_and_system_swaps_their_counts(
        corpus in corpus(),
        parameters in parameters(),
        once in any::<bool>(),
    ) {
        let duplicates = if once { Duplicates::Once } else { Duplicates::Each };
        let metric = Brackets::evalb(parameters).with(|it| it.duplicates = duplicates);
        let (gold, system) = (gold_file(&corpus), system_file(&corpus));
        let there = run(&metric, &gold, &system);
        let back = run(&metric, &system, &gold);
        for (one, two) in there.rows.iter().zip(&back.rows) {
            match (&one.outcome.result, &two.outcome.result) {
                (Ok(one), Ok(two)) => {
                    prop_assert_eq!((one.gold, one.system), (two.system, two.gold));
                    prop_assert_eq!(one.matched, two.matched);
                    prop_assert_eq!(one.matched_unlabelled, two.matched_unlabelled);
                    prop_assert_eq!(one.tags_matched, two.tags_matched);
                    prop_assert_eq!((one.words, one.exact), (two.words, two.exact));
                }
                (Err(one), Err(two)) => match (&one.reason, &two.reason) {
                    (
                        Reason::LengthMismatch { gold, system, .. },
                        Reason::LengthMismatch { gold: their_gold, system: their_system, .. },
                    ) => prop_assert_eq!((gold, system), (their_system, their_gold)),
                    // A side without words is no parse only if it is the system's.
                    (Reason::LengthMismatch { gold: 0, .. }, Reason::NoParse)
                    | (Reason::NoParse, Reason::LengthMismatch { gold: 0, .. })
                    | (Reason::NoParse, Reason::NoParse) => {}
                    (
                        Reason::WordMismatch { position: ours, .. },
                        Reason::WordMismatch { position: theirs, .. },
                    ) => prop_assert_eq!(ours, theirs),
                    (one, two) => prop_assert!(false, "{} and {}", one, two),
                },
                (one, two) => prop_assert!(false, "{:?} and {:?}", one, two),
            }
        }
    }

    #[test]
    fn the_order_of_the_sentences_does_not_matter(
        (corpus, shuffled) in corpus().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        metric in metric(parameters()),
    ) {
        let metric = in_order(metric);
        let one = run(&metric, &gold_file(&corpus), &system_file(&corpus));
        let two = run(&metric, &gold_file(&shuffled), &system_file(&shuffled));
        prop_assert_eq!(one.total(), two.total());
        prop_assert_eq!(one.total_with_missed(), two.total_with_missed());
        prop_assert_eq!(one.skipped().count(), two.skipped().count());
    }

    #[test]
    fn parts_that_are_merged_are_the_whole(
        corpus in corpus(),
        at in any::<[Index; 2]>(),
        metric in metric(parameters()),
    ) {
        let metric = in_order(metric);
        let mut at = at.map(|index| index.index(corpus.len() + 1));
        at.sort_unstable();
        let parts = [&corpus[..at[0]], &corpus[at[0]..at[1]], &corpus[at[1]..]];
        let parts = parts.map(|part| run(&metric, &gold_file(part), &system_file(part))).to_vec();
        let merged = rows::merge(parts).unwrap().unwrap();
        let whole = run(&metric, &gold_file(&corpus), &system_file(&corpus));
        prop_assert_eq!(&merged.rows, &whole.rows);
        // Gold's fingerprint says that the data came in parts.
        prop_assert_eq!(merged.signature.difference(&whole.signature, &["gold"]), None);
    }

    #[test]
    fn trees_are_read_as_they_were_meant_and_written_as_they_were_read(tree in tree()) {
        fn shape(nodes: &[Node], out: &mut Vec<(NodeKind, Vec<u8>, Vec<u8>)>) {
            for node in nodes {
                match node {
                    Node::Leaf { tag, word } => out.push((NodeKind::Leaf, bytes(tag), bytes(word))),
                    Node::Phrase { label, children } => {
                        out.push((NodeKind::Phrase, bytes(label), Vec::new()));
                        shape(children, out);
                    }
                }
            }
        }
        let mut meant = Vec::new();
        shape(&tree, &mut meant);
        let mut text = String::new();
        print(&tree, &mut text);
        let reading = penn::read(text.as_bytes());
        prop_assert_eq!(&reading.faults, &[]);
        let read = check::shape(&reading.tree);
        let flat = read.iter().map(|(kind, label, word, ..)| (*kind, label.to_vec(), word.to_vec()));
        prop_assert_eq!(flat.collect::<Vec<_>>(), meant);
        let mut written = Vec::new();
        penn::write(&reading.tree, &mut written);
        prop_assert_eq!(String::from_utf8_lossy(&written), text.as_str());
        let again = penn::read(&written);
        prop_assert_eq!(check::shape(&again.tree), read);
    }

    #[test]
    fn saved_rows_are_read_back(
        corpus in corpus(),
        broken in prop::collection::vec((any::<Index>(), "[() a\"\\\\é\t]{0,8}"), 0..4),
        surplus in prop::collection::vec("(\\(N a\\))?", 0..3),
        metric in metric(parameters()),
        name in any::<String>(),
    ) {
        // Lines that cannot be read, and more of them than gold has, give every kind of row.
        let mut lines: Vec<String> = system_file(&corpus).lines().map(String::from).collect();
        for (at, text) in broken.into_iter().filter(|_| !corpus.is_empty()) {
            lines[at.index(corpus.len())] = text;
        }
        lines.extend(surplus);
        let system: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut evaluation = run(&metric, &gold_file(&corpus), &system);
        evaluation.system = name;
        let mut saved = Vec::new();
        rows::write(std::slice::from_ref(&evaluation), &mut saved).unwrap();
        rows::write(std::slice::from_ref(&evaluation), &mut saved).unwrap();
        let mut source = Source::from_bytes("rows.jsonl", saved).unwrap();
        prop_assert_eq!(&rows::signature(&mut source).unwrap(), &evaluation.signature);
        let read: Vec<Evaluation<BracketCounts>> = rows::read(source).unwrap();
        prop_assert_eq!(read, [evaluation.clone(), evaluation]);
    }
}

proptest! {
    // Fewer, because each is repeated until it fills several blocks of a file.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_number_of_threads_does_not_matter(
        corpus in prop::collection::vec(pair(), 1..8),
        metric in metric(parameters()),
    ) {
        let metric = in_order(metric).with(|it| it.notes = Noted::Labels);
        let (gold, system) = (gold_file(&corpus), system_file(&corpus));
        let once = run(&metric, &gold, &system);
        // Several blocks of 256 kB.
        let times = 3 * (256 << 10) / gold.len() + 1;
        let (gold, system) = (gold.repeat(times), system.repeat(times));
        let results = [1, 2, 8].map(|n| {
            let threads = Threads::new(Some(n)).unwrap();
            run_with(&metric, &gold, &system, &threads).metrics.remove(0)
        });
        let rows = &results[0].systems[0].rows;
        prop_assert_eq!(rows.len(), times * corpus.len());
        for (row, (sentence, expected)) in rows.iter().zip((1..).zip(once.rows.iter().cycle())) {
            prop_assert_eq!(row.sentence, sentence);
            prop_assert_eq!(&row.outcome, &expected.outcome);
        }
        for other in &results[1..] {
            prop_assert!(results[0].systems == other.systems, "rows differ");
            prop_assert_eq!(&results[0].notes, &other.notes);
        }
    }
}
