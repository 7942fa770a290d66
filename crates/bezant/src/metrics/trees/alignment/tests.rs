use bezant::formats::penn;
use bezant::metrics::brackets::{BracketComparison, Brackets, Scratch, Tokens, Words, compare};
use bezant::metrics::trees::alignment::{Aligned, Differences, align};
use bezant::metrics::trees::labels::LabelTable;
use bezant::metrics::trees::parameters::{Parameters, Preset};
use bezant::metrics::trees::preparation::{Outer, Prepared};
use bezant::source::Source;
use proptest::prelude::*;

use crate::check;

/// What is counted of a sentence: brackets, words, right tags.
type Counted = (BracketComparison, usize, usize);

fn counted(
    parameters: &Parameters,
    labels: &LabelTable<'_>,
    gold: &Prepared,
    system: &Prepared,
) -> Counted {
    let scratch = &mut Scratch::default();
    let found = compare(gold, system, labels, parameters.labels, scratch);
    let tag = |id| labels.get(id).tag;
    let pairs = gold.words.iter().zip(&system.words);
    let right = pairs.filter(|(one, two)| labels.equal(tag(one.tag), tag(two.tag))).count();
    (found, gold.words.len(), right)
}

fn plain(parameters: &Parameters, gold: &str, system: &str) -> Counted {
    let labels = &mut LabelTable::new(parameters);
    let mut prepared = [Prepared::default(), Prepared::default()];
    for (prepared, text) in prepared.iter_mut().zip([gold, system]) {
        prepared.fill(&penn::read(text.as_bytes()).tree, labels, Outer::Counts);
    }
    counted(parameters, labels, &prepared[0], &prepared[1])
}

fn aligned(parameters: &Parameters, gold: &str, system: &str) -> Option<(Counted, Differences)> {
    let labels = &mut LabelTable::new(parameters);
    let trees = (penn::read(gold.as_bytes()).tree, penn::read(system.as_bytes()).tree);
    let outer = (Outer::Counts, Outer::Counts);
    let Aligned { gold, system, differences } = align(&trees.0, &trees.1, labels, outer)?;
    for (side, tree) in [(&gold, &trees.0), (&system, &trees.1)] {
        let mut alone = Prepared::default();
        alone.fill(tree, labels, Outer::Counts);
        assert_eq!(side.length, alone.length, "no tree gets longer");
    }
    assert_eq!(gold.words.len(), system.words.len());
    for side in [&gold, &system] {
        assert_is_tree(side);
    }
    Some((counted(parameters, labels, &gold, &system), differences))
}

/// Brackets by start, then the wider one first, none across another or behind the end.
fn assert_is_tree(side: &Prepared) {
    let mut open: Vec<(u32, u32)> = vec![(0, side.positions)];
    let mut last = (0, 0);
    for bracket in &side.brackets {
        assert!(bracket.start < bracket.end);
        assert!((bracket.start, u32::MAX - bracket.end) >= last);
        last = (bracket.start, u32::MAX - bracket.end);
        while open.last().is_some_and(|open| open.1 <= bracket.start) {
            open.pop();
        }
        assert!(open.last().is_some_and(|open| bracket.end <= open.1));
        open.push((bracket.start, bracket.end));
    }
}

/// Matched, gold, system and crossing brackets, words and right tags, differences.
fn show(preset: Preset, gold: &str, system: &str) -> String {
    let Some(((found, words, tags), differences)) = aligned(&preset.parameters(), gold, system)
    else {
        return "none".to_string();
    };
    let BracketComparison { matched, gold, system, crossing, .. } = found;
    let named = [
        (differences.split, "split"),
        (differences.joined, "joined"),
        (differences.changed, "changed"),
        (differences.missing, "missing"),
        (differences.extra, "extra"),
    ];
    let named: Vec<String> =
        named.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!(", {n} {name}")).collect();
    format!("{matched}/{gold}/{system} x{crossing}, tags {tags}/{words}{}", named.concat())
}

#[test]
fn escapes_and_quotation_marks_are_the_same_text() {
    // A round bracket cannot be a word of a tree; what stands for it can be written in two ways.
    let gold =
        "(S (`` ``) (NP (N dogs)) ('' '') (PRN (-LRB- -LRB-) (N [x) (-RRB- -RRB-)) (V bark))";
    let system =
        "(S (`` \") (NP (N dogs)) ('' ”) (PRN (-LRB- -lrb-) (N -LSB-x) (-RRB- -rrb-)) (V bark))";
    for preset in Preset::ALL {
        let n = match preset {
            Preset::None | Preset::Spmrl => 7,
            // Round brackets are punctuation there.
            Preset::Unsupervised => 3,
            _ => 5,
        };
        assert_eq!(show(preset, gold, system), format!("3/3/3 x0, tags {n}/{n}"));
    }
}

#[test]
fn split_and_joined_tokens_keep_the_brackets_around_them() {
    let one = "(S (NP (PRP I)) (VP (MD cannot) (VP (VB go))))";
    let two = "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB go))))";
    assert_eq!(show(Preset::Collins, one, two), "4/4/4 x0, tags 2/3, 1 split");
    assert_eq!(show(Preset::Collins, two, one), "4/4/4 x0, tags 2/4, 2 joined");
    // A phrase over half of a token of gold has no match and crosses nothing.
    let inner = "(S (NP (PRP I)) (VP (X (MD can)) (RB not) (VP (VB go))))";
    assert_eq!(show(Preset::Collins, one, inner), "4/4/5 x0, tags 2/3, 1 split");
    assert_eq!(
        show(Preset::None, "(S (A ab) (B cd))", "(S (A a) (X (B bc) (C d)))"),
        "1/1/2 x0, tags 0/2, 2 joined"
    );
}

#[test]
fn gold_decides_which_punctuation_counts() {
    let gold = "(S (NP (N dogs)) (VP (V bark)) (. .))";
    let other = "(S (NP (N dogs)) (VP (V bark) (SYM .)))";
    // EVALB: Length unmatch.
    assert_eq!(show(Preset::Collins, gold, other), "3/3/3 x0, tags 2/2");
    assert_eq!(show(Preset::Collins, other, gold), "2/3/3 x0, tags 2/3");
    let possessive = "(NP (NP (N dogs) (POS ')) (N tail))";
    let quote = "(NP (NP (N dogs) ('' ')) (N tail))";
    assert_eq!(show(Preset::Collins, possessive, quote), "2/2/2 x0, tags 2/3");
}

#[test]
fn a_missing_token_costs_what_it_is_worth() {
    let gold = "(S (NP (N dogs)) (VP (V bark)) (. .))";
    let without = "(S (NP (N dogs)) (VP (V bark)))";
    assert_eq!(show(Preset::Collins, gold, without), "3/3/3 x0, tags 2/2, 1 missing");
    // The smallest bracket around it is wrong.
    assert_eq!(show(Preset::None, gold, without), "2/3/3 x0, tags 2/3, 1 missing");
    assert_eq!(show(Preset::None, without, gold), "2/3/3 x0, tags 2/2, 1 extra");
    let gold = "(S (NP (D the) (ADJP (A big)) (N dogs)) (VP (V bark)))";
    let without = "(S (NP (D the) (N dogs)) (VP (V bark)))";
    assert_eq!(show(Preset::Collins, gold, without), "3/4/3 x0, tags 3/4, 1 missing");
    assert_eq!(show(Preset::Collins, without, gold), "3/3/4 x0, tags 3/3, 1 extra");
    // At the edge of a phrase: the smaller one is wrong, the larger is compared by the other words.
    let gold = "(S (NP (N he)) (VP (V slept) (ADVP (R well))))";
    let invented = "(S (NP (N he)) (VP (V slept) (ADVP (R very) (R well))))";
    assert_eq!(show(Preset::Collins, gold, invented), "3/4/4 x0, tags 3/3, 1 extra");
    assert_eq!(show(Preset::Collins, invented, gold), "3/4/4 x0, tags 3/4, 1 missing");
    let without = "(S (NP (N he)) (VP (V slept)))";
    assert_eq!(show(Preset::Collins, gold, without), "3/4/3 x0, tags 2/3, 1 missing");
    // One over the other over nothing else.
    let chain = "(S (NP (N he)) (VP (V slept) (PP (ADVP (R soundly)))))";
    assert_eq!(show(Preset::Collins, chain, without), "3/5/3 x0, tags 2/3, 1 missing");
    assert_eq!(show(Preset::Collins, without, chain), "3/3/5 x0, tags 2/2, 1 extra");
    // One for two: nobody can say which is which.
    let other = "(S (NP (N he)) (VP (V slept) (ADVP (R quite) (R badly))))";
    assert_eq!(show(Preset::Collins, gold, other), "3/4/4 x0, tags 2/3, 1 missing, 2 extra");
    // What crosses crosses all the same.
    let gold = "(S (X (A aa) (B bb)) (C cc))";
    let system = "(S (A aa) (Y (B bb) (D dddd) (C cc)))";
    assert_eq!(show(Preset::None, gold, system), "1/2/2 x1, tags 3/3, 1 extra");
}

#[test]
fn forms_of_unicode_are_the_same_text() {
    let gold = "(S (NP (N café)) (VP (V öffnet) (NP (N ＡＢＣ))))";
    let system = "(S (NP (N cafe\u{301})) (VP (V o\u{308}ffnet) (NP (N ABC))))";
    assert_eq!(show(Preset::Collins, gold, system), "4/4/4 x0, tags 3/3");
    let (_, differences) = aligned(&Preset::Collins.parameters(), gold, system).unwrap();
    assert_eq!(differences.forms, 3);
    assert_eq!((differences.lost_words, differences.extra_words), (0, 0));
    assert_eq!(differences.to_string(), "3 the same in another form of Unicode");
}

#[test]
fn changed_tokens_are_one_place() {
    let gold = "(S (NP (D the) (N colour)) (VP (V is) (ADJP (J red))))";
    let system = "(S (NP (D the) (N color)) (VP (V is) (ADJP (J red))))";
    assert_eq!(show(Preset::Collins, gold, system), "4/4/4 x0, tags 4/4, 1 changed");
    let system = "(S (NP (D the) (N house)) (VP (V is) (ADJP (J red))))";
    assert_eq!(show(Preset::Collins, gold, system), "4/4/4 x0, tags 4/4, 1 changed");
}

#[test]
fn different_text_is_given_up() {
    let gold = "(S (NP (N dogs)) (VP (V bark)))";
    for system in ["(S (NP (N prices)) (VP (V fell) (ADVP (R sharply))))", "(S)", "", "(-NONE- *)"]
    {
        assert_eq!(show(Preset::Collins, gold, system), "none", "{system}");
        assert_eq!(show(Preset::Collins, system, gold), "none", "{system}");
    }
}

#[test]
fn traces_do_not_stand_in_the_way() {
    let gold = "(S (NP (-NONE- *)) (VP (V go) (NP (N ho-me) (SBAR (-NONE- 0)))))";
    let system = "(S (VP (V go) (NP (N ho) (H -) (N me))))";
    for preset in Preset::ALL {
        assert_eq!(show(preset, gold, system), "3/3/3 x0, tags 1/2, 1 split");
    }
}

#[test]
fn the_metric_aligns_where_it_may_and_says_so() {
    let gold = "(S (NP (PRP I)) (VP (MD cannot) (VP (VB go))))\n(S (N a))\n(S (N yes))\n";
    let system = "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB go))))\n(S (N a))\n(S (N no))\n";
    let mut metric = Brackets::evalb(Preset::Collins.parameters());
    let source = |text: &str| Source::from_bytes("test", text.as_bytes().to_vec()).unwrap();
    let evaluation = check::brackets(&metric, source(gold), source(system));
    assert_eq!((evaluation.total().sentences, evaluation.skipped().count()), (1, 2));
    metric.tokens = Tokens::Aligned;
    let evaluation = check::brackets(&metric, source(gold), source(system));
    let total = evaluation.total();
    assert_eq!((total.sentences, total.rare.aligned, total.matched, total.exact), (2, 1, 5, 2));
    assert_eq!(evaluation.skipped().count(), 1);
    metric.words = Words::Unescaped;
    assert_eq!(check::brackets(&metric, source(gold), source(system)).total(), total);
}

/// EVALB puts back what only one side deletes; what it has put back moves all that follows.
#[test]
fn every_quotation_mark_that_one_side_deletes_is_put_back() {
    let gold = "(S (N dogs) (POS ') (N tails) (V wag) (POS ') (R now))";
    let system = gold.replace("POS", "''");
    let metric = Brackets::evalb(Preset::New.parameters());
    let source = |text: &str| Source::from_bytes("test", text.as_bytes().to_vec()).unwrap();
    // Of two at one place, the one that counts stands last.
    let (two, one) = ("(S (N dogs) ('' ') (POS ') (R now))", "(S (N dogs) ('' ') (R now))");
    for (gold, system, words) in [(gold, system.as_str(), 6), (&system, gold, 6), (two, one, 3)] {
        let evaluation = check::brackets(&metric, source(gold), source(system));
        assert_eq!((evaluation.skipped().count(), evaluation.total().words), (0, words));
    }
}

#[test]
fn words_that_only_the_systems_tags_delete_can_be_aligned() {
    let source = |text: &str| Source::from_bytes("test", text.as_bytes().to_vec()).unwrap();
    let (gold, system) = ("(S (NP (N dogs)) (VP (V bark)))", "(S (NP (, dogs)) (VP (. bark)))");
    let mut metric = Brackets::evalb(Preset::Collins.parameters());
    let reasons = |metric: &Brackets, system: &str| {
        let evaluation = check::brackets(metric, source(gold), source(system));
        let skipped = evaluation.skipped().map(|(_, skipped)| skipped.reason.name());
        (evaluation.total().matched, skipped.collect::<Vec<_>>())
    };
    assert_eq!(reasons(&metric, system), (0, vec!["no_parse"]));
    metric.tokens = Tokens::Aligned;
    assert_eq!(reasons(&metric, system), (3, vec![]));
    assert_eq!(reasons(&metric, "(S)"), (0, vec!["no_parse"]));
}

/// The law on real trees: each sentence that can be compared by words counts the same by
/// characters.
#[test]
fn treebank_sentences_count_the_same() {
    let Some(folder) = check::conformance() else { return };
    let (mut n, mut n_given_up) = (0, 0);
    for (set, system) in [("craft2k", "sysA"), ("craft2k", "sysB"), ("craftq", "sysQ")] {
        let read = |name: &str| {
            let path = folder.join(format!("brackets/{set}.{name}.mrg"));
            std::fs::read_to_string(path).expect("the folder is complete")
        };
        let (gold, system) = (read("gold"), read(system));
        for preset in [Preset::None, Preset::Collins, Preset::New, Preset::Spmrl] {
            let parameters = preset.parameters();
            for (gold, system) in gold.lines().zip(system.lines()) {
                let words = |text: &str| -> Vec<Vec<u8>> {
                    let tree = penn::read(text.as_bytes()).tree;
                    let spmrl = preset == Preset::Spmrl;
                    let kept = tree
                        .leaves()
                        .filter(|(tag, _)| spmrl || !parameters.delete.iter().any(|d| d == tag));
                    kept.map(|(_, word)| word.to_vec()).collect()
                };
                if words(system).is_empty() || words(gold) != words(system) {
                    continue;
                }
                match aligned(&parameters, gold, system) {
                    Some((counts, _)) => {
                        assert_eq!(counts, plain(&parameters, gold, system), "{gold}\n{system}");
                    }
                    None => n_given_up += 1,
                }
                n += 1;
            }
        }
    }
    assert!(n > 5_000 && n_given_up == 0, "{n} sentences, {n_given_up} given up");
}

#[test]
fn a_million_characters_are_compared_quickly() {
    let leaves = |changed: usize| -> String {
        let word = |n| if n == changed { "(N other)".into() } else { format!("(N w{n:06})") };
        (0..140_000).map(word).collect()
    };
    let (gold, system) = (format!("(S{})", leaves(140_000)), format!("(S{})", leaves(70_000)));
    let expected = "1/1/1 x0, tags 140000/140000, 1 changed";
    assert_eq!(show(Preset::Collins, &gold, &system), expected);
    let reversed: String =
        (0..140_000).rev().map(|n| format!("(N {})", n * 7919 % 99991)).collect();
    assert_eq!(show(Preset::Collins, &gold, &format!("(S{reversed})")), "none");
}

/// A tree over words: shape from a list of numbers, labels from a small alphabet.
#[derive(Clone, Debug)]
struct Shape {
    leaves: Vec<(usize, usize)>,
    brackets: Vec<(usize, usize, usize)>,
}

const TAGS: [&str; 7] = ["N", "V", ",", ".", "``", "-LRB-", "PRT"];
const WORDS: [&str; 10] = ["dogs", "a", ",", "''", "cannot", "-LRB-", "é…", "a\\/b", "\"", ""];
const LABELS: [&str; 6] = ["S", "NP-SBJ", "NP", "TOP", "ADVP", "PRT=1"];

fn shape(n: std::ops::Range<usize>) -> impl Strategy<Value = Shape> {
    let leaves = prop::collection::vec((0..TAGS.len(), 0..WORDS.len()), n);
    let brackets = prop::collection::vec((0..1000usize, 0..1000usize, 0..LABELS.len()), 0..12);
    (leaves, brackets).prop_map(|(leaves, brackets)| Shape { leaves, brackets })
}

impl Shape {
    /// The tree's text: brackets that cross earlier ones are left out. Each leaf is written by
    /// `leaf`, which may write several.
    fn write(&self, leaf: impl Fn(usize, &str, &str) -> String) -> String {
        let n = self.leaves.len();
        let mut spans: Vec<(usize, usize, &str)> = vec![(0, n, "S")];
        for &(one, two, label) in &self.brackets {
            let (from, to) = (one.min(two) % n, 1 + one.max(two) % n);
            let crosses = |&(start, end, _): &(usize, usize, &str)| {
                (start < from && from < end && end < to) || (from < start && start < to && to < end)
            };
            if from < to && !spans.iter().any(crosses) {
                spans.push((from, to, LABELS[label]));
            }
        }
        let mut out = String::new();
        for at in 0..n {
            let mut starting: Vec<_> = spans.iter().filter(|span| span.0 == at).collect();
            starting.sort_by_key(|span| n - span.1);
            for (_, _, label) in starting {
                out += &format!("({label} ");
            }
            let (tag, word) = self.leaves[at];
            out += &leaf(at, TAGS[tag], WORDS[word]);
            out += &")".repeat(spans.iter().filter(|span| span.1 == at + 1).count());
        }
        out
    }

    fn plain(&self) -> String {
        self.write(|_, tag, word| format!("({tag} {word})"))
    }
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// The law: same words, same deletions, same counts.
    #[test]
    fn alignment_changes_nothing_where_the_words_agree(
        gold in shape(1..12),
        system in shape(1..12),
        tags in prop::collection::vec(any::<bool>(), 12),
        preset in preset(),
    ) {
        // Same words; tags differ only where both or neither are deleted.
        let retag = |tag: usize, change: bool| match tag {
            0 | 1 if change => 1 - tag,
            2 | 3 if change => 5 - tag,
            _ => tag,
        };
        let leaves = gold.leaves.iter().zip(&tags).map(|(&(tag, word), &change)| (retag(tag, change), word));
        let system = Shape { leaves: leaves.collect(), ..system };
        let (gold, system) = (gold.plain(), system.plain());
        let parameters = preset.parameters();
        let (counts, differences) = aligned(&parameters, &gold, &system).unwrap();
        prop_assert_eq!(counts, plain(&parameters, &gold, &system));
        prop_assert_eq!(differences, Differences::default());
    }

    /// Tokens split and joined at random leave every bracket of gold where it was.
    #[test]
    fn other_tokens_for_the_same_text_keep_gold_perfect(
        gold in shape(1..12),
        cuts in prop::collection::vec(0usize..4, 12),
        preset in preset(),
    ) {
        let split = gold.write(|at, tag, word| {
            // An escape or a mark is one character of the text, so only plain words are cut.
            match cuts[at] {
                cut if cut > 0 && cut < word.len() && word.bytes().all(|b| b.is_ascii_alphabetic()) => {
                    format!("({tag} {})({tag} {})", &word[..cut], &word[cut..])
                }
                _ => format!("({tag} {word})"),
            }
        });
        let whole = gold.plain();
        let parameters = preset.parameters();
        for (gold, system) in [(&whole, &split), (&split, &whole)] {
            let ((found, ..), differences) = aligned(&parameters, gold, system).unwrap();
            prop_assert_eq!((found.matched, found.crossing), (found.gold, 0));
            prop_assert_eq!(found.matched, found.system);
            prop_assert_eq!((differences.changed, differences.missing, differences.extra), (0, 0, 0));
        }
    }

    /// Whatever the two sides are, the result is two trees over the same positions.
    #[test]
    fn any_two_sentences_give_trees_or_nothing(
        gold in shape(1..12),
        system in shape(1..12),
        kept in prop::collection::vec(0u8..6, 12),
        preset in preset(),
    ) {
        let parameters = preset.parameters();
        // The same words but some: others, none, or twice.
        let leaves = gold.leaves.iter().zip(&kept).zip(system.leaves.iter().cycle());
        let leaves: Vec<(usize, usize)> = leaves
            .flat_map(|((&leaf, kept), &other)| match kept {
                0 => vec![],
                1 => vec![other],
                2 => vec![leaf, other],
                _ => vec![leaf],
            })
            .collect();
        let near = Shape { leaves, ..system.clone() };
        let texts = [system.plain(), if near.leaves.is_empty() { String::new() } else { near.plain() }];
        for system in texts {
            if let Some(((found, words, tags), _)) = aligned(&parameters, &gold.plain(), &system) {
                prop_assert!(found.matched <= found.gold.min(found.system));
                prop_assert!(found.crossing <= found.system && tags <= words);
            }
        }
    }
}
