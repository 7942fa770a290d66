use std::collections::BTreeSet;
use std::fs;

use bezant::entailment::answers::Answer;
use bezant::entailment::generate::corpus::{NotAsked, UnusableReason, read_sentence};
use bezant::entailment::generate::find::StyleDifference;
use bezant::entailment::generate::silver::Questioning;
use bezant::entailment::generate::texts;
use bezant::entailment::generate::{
    English, GenerateOptions, Generated, Language, Material, Withheld, generate,
};
use bezant::entailment::modules::{ModuleName, PairParses};
use bezant::entailment::parses::{ParseSpace, Parses, Reading};
use bezant::entailment::{Pairs, decide};
use bezant::parallel::Threads;

use crate::check;

fn fixture(name: &str) -> String {
    fs::read_to_string(check::fixtures().join("generate").join(name)).unwrap()
}

fn parses(name: &str, text: &str) -> Parses {
    Parses::read_all(name, text.as_bytes(), Reading::default(), None).unwrap()
}

fn made(gold: Option<&str>, systems: &[&str], wanted: Questioning) -> Generated {
    with_check(gold, systems, wanted, false)
}

fn with_check(
    gold: Option<&str>,
    systems: &[&str],
    wanted: Questioning,
    unchecked: bool,
) -> Generated {
    let gold = gold.map(|text| parses("gold", text));
    let name = |at: usize| ((b'a' + at as u8) as char).to_string();
    let systems: Vec<(String, Parses)> =
        systems.iter().enumerate().map(|(at, text)| (name(at), parses("s", text))).collect();
    let material = Material { gold: gold.as_ref(), systems: &systems, texts: &[] };
    let options = GenerateOptions { wanted, rows: true, unchecked, ..GenerateOptions::default() };
    generate(material, &English, &options, &Threads::one(), |_| {})
}

fn hypotheses(generated: &Generated) -> Vec<&str> {
    generated.made.iter().map(|made| made.pair.hypothesis.as_str()).collect()
}

fn only(rules: &[&str]) -> Questioning {
    let rules = rules.iter().map(ToString::to_string).collect();
    Questioning { all: true, rules, ..Questioning::default() }
}

/// One sentence of a fixture, by its text.
fn sentence(name: &str, text: &str) -> String {
    let all = fixture(name);
    let mut blocks = all.split_inclusive("\n\n");
    let found = blocks.find(|block| block.starts_with(&format!("# text = {text}\n")));
    found.unwrap_or_else(|| panic!("{name} has no parse of {text:?}")).to_string()
}

#[test]
fn the_articles_first_example_has_two_hypotheses() {
    let slept = sentence("examples.conllu", "John slept in the bed.");
    let generated = made(Some(&slept), &[], Questioning::default());
    assert_eq!(hypotheses(&generated), ["John slept.", "Somebody slept in the bed."]);
    let kissed = sentence("examples.conllu", "John kissed Mary.");
    let generated = made(Some(&kissed), &[], Questioning::default());
    assert_eq!(hypotheses(&generated), ["John kissed somebody.", "Mary was kissed."]);
    let boat = sentence("examples.conllu", "The big red boat sank.");
    let generated = made(Some(&boat), &[], Questioning::default());
    assert!(hypotheses(&generated).contains(&"The boat was big."));
    let generated = made(Some(&boat), &[], only(&["modifier-there"]));
    assert!(hypotheses(&generated).contains(&"There was a big boat."));
}

#[test]
fn the_articles_second_example_is_among_all() {
    let generated = made(
        Some(&fixture("bell.conllu")),
        &[],
        Questioning { all: true, ..Questioning::default() },
    );
    let written: Vec<String> =
        hypotheses(&generated).iter().map(|one| one.replace("Somebody", "Someone")).collect();
    for expected in [
        "Bell makes something.",
        "Bell distributes something.",
        "Someone is based in Los Angeles.",
        "Someone makes products.",
    ] {
        assert!(written.iter().any(|one| one == expected), "{expected} is not in {written:#?}");
    }
}

#[test]
fn two_attachments_are_one_yes_and_one_no() {
    let (gold, system) = (fixture("leg.gold.conllu"), fixture("leg.system.conllu"));
    let generated = made(Some(&gold), &[&system], Questioning::default());
    let about = |answer| -> Vec<&str> {
        let asked = generated.made.iter().filter(|made| made.pair.answer == Some(answer));
        asked.map(|made| made.pair.hypothesis.as_str()).collect()
    };
    let (yes, no) = (about(Answer::Yes), about(Answer::No));
    assert_eq!((yes.len(), no.len()), (1, 1), "{yes:?} {no:?}");
    assert!(yes[0].contains("man") && yes[0].contains("named"), "{yes:?}");
    assert!(no[0].contains("leg") && no[0].contains("named"), "{no:?}");
    let pair = &generated.made[0].pair;
    assert_eq!(pair.more["systems"], "a");
    assert_eq!(pair.more["relation"], "Direct object, Reduced relative clause");
    assert_eq!(pair.more["construction"], "reduced-relative");
    assert_eq!(pair.id, "1.man-4.named-9");
}

#[test]
fn every_rule_writes_its_example() {
    let mut wrong = Vec::new();
    for rule in English.rules() {
        let generated =
            made(Some(&sentence("examples.conllu", rule.text)), &[], only(&[rule.name]));
        let written = hypotheses(&generated);
        if !written.contains(&rule.hypothesis) {
            wrong.push(format!("{} writes {written:?}, not {:?}", rule.name, rule.hypothesis));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_cannot_be_used_is_counted_by_reason_and_told_with_its_fault() {
    let text =
        "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .)\n(S (NP (NNS Cats)) (VP (VBP sleep)) (. .))\n";
    let gold = parses("gold", text);
    let mut space = ParseSpace::default();
    let read = read_sentence(&gold, 0, None, &English, &mut space).unwrap_err();
    assert_eq!(read.why, UnusableReason::Unreadable);
    assert!(read.to_string().starts_with("cannot be read: gold:1:1: "), "{read}");
    let generated = made(Some(text), &[], Questioning::default());
    let why = NotAsked::Sentence(UnusableReason::Unreadable);
    assert_eq!(generated.reasons[&why], 1);
    assert_eq!(why.to_string(), "sentence: cannot be read");
    assert_eq!(generated.rows[0].reason, read.to_string());
}

#[test]
fn reasons_and_rules_have_names_of_their_own() {
    let reasons: BTreeSet<String> = Withheld::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(reasons.len(), Withheld::ALL.len());
    let names: BTreeSet<&str> = English.rules().iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), English.rules().len());
}

/// The demo's treebank: hypotheses and texts, in Universal Dependencies and as trees.
fn demo(name: &str) -> String {
    let folder = check::project().join("crates/bezant-cli/demo/entailments");
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn gold_against_itself_has_no_difference() {
    for name in ["gold.conllu", "gold.mrg"] {
        let gold = demo(name);
        let generated = made(Some(&gold), &[&gold, &gold], Questioning::default());
        assert!(generated.links > 500, "{}", generated.links);
        assert_eq!((generated.candidates, generated.n_set_aside()), (0, 0));
        assert!(generated.made.is_empty());
        assert_eq!(generated.compared, generated.sentences);
    }
}

#[test]
fn the_order_of_systems_changes_nothing_but_that_of_their_names() {
    let [gold, one, two] = ["gold.conllu", "weak.conllu", "strong.mrg"].map(demo);
    let shown = |generated: &Generated, swap: bool| -> Vec<String> {
        let line = |made: &bezant::entailment::generate::corpus::Made| {
            let mut pair = made.pair.clone();
            let systems = pair.more.remove("systems").unwrap_or_default();
            let mut names: Vec<&str> = systems
                .split(',')
                .map(|name| match (swap, name) {
                    (true, "a") => "b",
                    (true, "b") => "a",
                    (_, name) => name,
                })
                .collect();
            names.sort_unstable();
            format!("{pair:?} {names:?}")
        };
        generated.made.iter().map(line).collect()
    };
    for gold in [Some(gold.as_str()), None] {
        let wanted = || Questioning { all: true, ..Questioning::default() };
        let first = made(gold, &[&one, &two], wanted());
        let second = made(gold, &[&two, &one], wanted());
        assert!(first.made.len() > 20, "{}", first.made.len());
        if gold.is_some() {
            let (first, second) = (shown(&first, false), shown(&second, true));
            let other = first.iter().zip(&second).find(|(one, other)| one != other);
            assert_eq!((other, first.len()), (None, second.len()));
        }
        assert_eq!(first.links, second.links);
        assert_eq!(first.candidates, second.candidates);
    }
}

#[test]
fn conventions_are_set_aside_unless_they_count() {
    let [gold, system] = ["gold.conllu", "gold.mrg"].map(demo);
    let aside = made(Some(&gold), &[&system], Questioning::default());
    let counted = Questioning { counted: StyleDifference::ALL.into(), ..Questioning::default() };
    let counted = made(Some(&gold), &[&system], counted);
    assert!(aside.n_set_aside() > 0);
    assert_eq!(counted.n_set_aside(), 0);
    assert!(counted.candidates > aside.candidates);
    // The same analysis in two schemes of annotation: hardly anything is left.
    assert!(20 * aside.candidates < aside.links, "{} of {}", aside.candidates, aside.links);
}

#[test]
fn sentences_that_cannot_be_used_are_rows() {
    let gold = sentence("examples.conllu", "John kissed Mary.")
        + &sentence("examples.conllu", "John sang loudly.")
        + &sentence("examples.conllu", "John slept in the bed.");
    let broken = gold.replace("\t2\tadvmod", "\t9\tadvmod");
    let missing = sentence("examples.conllu", "John kissed Mary.");
    let other = gold.replace("Mary", "Peter");
    let generated = made(Some(&gold), &[&gold, &broken, &missing, &other], Questioning::default());
    let rows: Vec<String> = generated
        .rows
        .iter()
        .filter(|row| row.words.is_empty())
        .map(|row| format!("{} {}: {}", row.sentence, row.parser, row.reason))
        .collect();
    assert!(rows[0].starts_with("1 d: it has other words"), "{rows:#?}");
    assert!(rows[1].starts_with("2 b: cannot be read: "), "{rows:#?}");
    assert!(rows[2].starts_with("2 c: no sentence pairs with it"), "{rows:#?}");
    assert!(rows[3].starts_with("3 c: no sentence pairs with it"), "{rows:#?}");
    assert_eq!(rows.len(), 4);
    let czech = "1\tPes\tpes\tNOUN\t_\t_\t5\tnsubj\t_\t_\n2\tsouseda\tsoused\tNOUN\t_\t_\t1\tnmod\t_\t_\n\
        3\tcelou\tcelý\tADJ\t_\t_\t4\tamod\t_\t_\n4\tnoc\tnoc\tNOUN\t_\t_\t5\tobl\t_\t_\n\
        5\tštěkal\tštěkat\tVERB\t_\t_\t0\troot\t_\t_\n6\thlasitě\thlasitě\tADV\t_\t_\t5\tadvmod\t_\t_\n\n";
    let generated = made(Some(czech), &[], Questioning::default());
    assert_eq!(generated.rows[0].reason, "does not look like English");
}

#[test]
fn only_what_is_known_of_the_unbounded_corpus_is_asked() {
    let texts = texts::read("dev.own", fixture("unbounded.txt").as_bytes()).unwrap();
    let parse = |object: &str| {
        format!(
            "(S (NP (NP (DT The) (NN letter)) (SBAR (S (NP (PRP he)) (VP (VBD received) {object} \
             (PP (IN from) (NP (PRP$ his) (NN aunt))))))) (VP (VBD was) (ADJP (JJ long))) (. .))\n\
             (S (NP (NP (DT All)) (SBAR (S (NP (PRP they)) (VP (MD could) (VP (VB think) (PP (IN of))))))) \
             (VP (VBD was) (NP (NN lunch))) (. .))\n"
        )
    };
    // The second takes the letter for the subject of another clause.
    let flat = "(S (S (NP (DT The) (NN letter)) (NP (PRP he)) (VP (VBD received) (PP (IN from) (NP (PRP$ his) \
                (NN aunt))))) (VP (VBD was) (ADJP (JJ long))) (. .))\n\n";
    let systems =
        [("a".to_string(), parses("a", &parse(""))), ("b".to_string(), parses("b", flat))];
    let material = Material { gold: None, systems: &systems, texts: &texts };
    let generated =
        generate(material, &English, &GenerateOptions::default(), &Threads::one(), |_| {});
    let pair = &generated.made[0].pair;
    assert_eq!(pair.answer, Some(Answer::Yes));
    assert_eq!((pair.more["word1"].as_str(), pair.more["word2"].as_str()), ("letter", "received"));
    assert_eq!((pair.more["source"].as_str(), pair.more["systems"].as_str()), ("own", "b"));
    assert_eq!(pair.text, "The letter he received from his aunt was long.");
}

/// Hypotheses with the parses that their constructions imply, decided on gold's parses of their texts.
#[test]
fn silver_answers_are_those_of_the_module_on_gold() {
    for (name, systems) in [
        ("gold.conllu", ["weak.conllu", "middling.conllu"]),
        ("gold.mrg", ["weak.conllu", "strong.mrg"]),
    ] {
        let gold = demo(name);
        let systems = systems.map(demo);
        let generated =
            with_check(Some(&gold), &[&systems[0], &systems[1]], Questioning::default(), true);
        let parsed = parses(name, &gold);
        let mut texts = Vec::new();
        parsed.write(generated.made.iter().filter_map(|made| made.gold), &mut texts).unwrap();
        let columns: String =
            generated.made.iter().map(|made| made.question.clause.to_conllu() + "\n").collect();
        let pairs: Vec<_> = generated.made.iter().map(|made| made.pair.clone()).collect();
        let pairs = Pairs { name: "made".to_string(), pairs };
        let read = PairParses::read(
            &pairs,
            (name, &texts),
            Some(("hypotheses", columns.as_bytes())),
            Reading::default(),
        );
        let module = decide::Choice::Ready(ModuleName::Ud);
        let options = decide::Options::default().with(|it| it.module = module);
        let decided = decide(&pairs, &read.unwrap(), &options, &Threads::one()).unwrap();
        let mut wrong = Vec::new();
        let (mut n, mut n_wrong) = ([0, 0], [0, 0]);
        for (made, given) in generated.made.iter().zip(&decided.answers().given) {
            let at = usize::from(made.pair.answer == Some(Answer::No));
            n[at] += 1;
            if Some(given.answer) != made.pair.answer {
                n_wrong[at] += 1;
                wrong.push(format!("{}: {}", made.question.rule, made.pair.hypothesis));
            }
        }
        wrong.sort();
        // The aim is 97 in a hundred, before the second look takes away what is left.
        assert!(n[0] > 150 && n[1] > 40, "{n:?}");
        assert!(33 * n_wrong[0] <= n[0], "{n_wrong:?} of {n:?} in {name}: {wrong:#?}");
        assert!(33 * n_wrong[1] <= n[1], "{n_wrong:?} of {n:?} in {name}: {wrong:#?}");
    }
}

/// What comments above a sentence say about it: `yes` is written, `never` is not, and for `nothing` there is this reason.
#[test]
fn hypotheses_are_good_english_and_hold() {
    let mut wrong = Vec::new();
    for block in fixture("quality.conllu").split_inclusive("\n\n") {
        let generated = made(Some(block), &[], Questioning::default());
        let written = hypotheses(&generated);
        let text = block.lines().next().unwrap_or_default();
        for line in block.lines() {
            let is_right = match line.strip_prefix("# ").and_then(|line| line.split_once(" = ")) {
                Some(("yes", expected)) => written.contains(&expected),
                Some(("never", other)) => !written.contains(&other),
                Some(("nothing", reason)) => {
                    let is_why = generated.rows.iter().any(|row| row.reason.ends_with(reason));
                    written.is_empty() && is_why
                }
                _ => true,
            };
            if !is_right {
                wrong.push(format!("{text}\n  {line}\n  {written:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Gold, and the same with other columns in the lines of some words: number, tag, head, relation.
fn misread(gold: &str, changed: &[(&str, &str, &str, &str)]) -> String {
    let line = |line: &str| {
        let mut columns: Vec<&str> = line.split('\t').collect();
        if let Some((_, tag, head, relation)) = changed.iter().find(|one| one.0 == columns[0]) {
            (columns[4], columns[6], columns[7]) = (tag, head, relation);
        }
        columns.join("\t") + "\n"
    };
    gold.lines().map(line).collect()
}

fn no_of(gold: &str, system: &str) -> (Vec<String>, Vec<String>) {
    let generated = made(Some(gold), &[system], Questioning::default());
    let no = generated.made.iter().filter(|made| made.pair.answer == Some(Answer::No));
    let no = no.map(|made| made.pair.hypothesis.clone()).collect();
    (no, generated.rows.iter().map(|row| row.reason.clone()).collect())
}

#[test]
fn what_people_would_not_deny_is_no_no() {
    let gold = "1\tHe\the\t_\tPRP\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\t_\tVBD\t_\t0\troot\t_\t_\n\
        3\ta\ta\t_\tDT\t_\t4\tdet\t_\t_\n4\tmessage\tmessage\t_\tNN\t_\t2\tobj\t_\t_\n\
        5\ton\ton\t_\tIN\t_\t7\tcase\t_\t_\n6\tthe\tthe\t_\tDT\t_\t7\tdet\t_\t_\n\
        7\tmachine\tmachine\t_\tNN\t_\t2\tobl\t_\t_\n8\t.\t.\t_\t.\t_\t2\tpunct\t_\t_\n\n";
    let (no, why) = no_of(gold, &misread(gold, &[("7", "NN", "4", "nmod")]));
    assert_eq!(no, Vec::<String>::new());
    assert!(why.iter().any(|why| why == "withheld: gold says nearly the same"), "{why:?}");
}

/// A sentence by its words, one a line: form, lemma, tag, head, relation.
fn tree(rows: &[&str]) -> String {
    let row = |(at, row): (usize, &&str)| {
        let columns: Vec<&str> = row.split(' ').collect();
        let [form, lemma, tag, head, relation] = columns[..] else { panic!("{row}") };
        format!("{}\t{form}\t{lemma}\t_\t{tag}\t_\t{head}\t{relation}\t_\t_\n", at + 1)
    };
    rows.iter().enumerate().map(row).collect::<String>() + "\n"
}

/// A sentence, and what a parser takes otherwise in it.
type Misread =
    (&'static [&'static str], &'static [(&'static str, &'static str, &'static str, &'static str)]);

#[test]
fn what_holds_in_another_way_is_no_no() {
    let cases: [Misread; 5] = [
        // *Something was seen with a scar.*
        (
            &[
                "A a DT 2 det",
                "man man NN 7 nsubj:pass",
                "with with IN 5 case",
                "a a DT 5 det",
                "scar scar NN 2 nmod",
                "was be VBD 7 aux:pass",
                "seen see VBN 0 root",
                ". . . 7 punct",
            ],
            &[("5", "NN", "7", "obl")],
        ),
        // *Blood was involved.*
        (
            &[
                "Work work NN 2 nsubj",
                "involved involve VBD 0 root",
                "the the DT 4 det",
                "test test NN 2 obj",
                "of of IN 6 case",
                "blood blood NN 4 nmod",
                ". . . 2 punct",
            ],
            &[("6", "NN", "2", "obj"), ("4", "NN", "6", "appos")],
        ),
        // *A dog was fed.*
        (
            &[
                "Ann Ann NNP 2 nsubj",
                "fed feed VBD 0 root",
                "Rex Rex NNP 2 obj",
                ", , , 6 punct",
                "a a DT 6 det",
                "dog dog NN 3 appos",
                ". . . 2 punct",
            ],
            &[("6", "NN", "2", "obj"), ("3", "NNP", "6", "dep")],
        ),
        // *Ann danced.*
        (
            &[
                "Ann Ann NNP 2 nsubj",
                "saw see VBD 0 root",
                "a a DT 4 det",
                "man man NN 2 obj",
                "who who WP 6 nsubj",
                "sang sing VBD 4 acl:relcl",
                "and and CC 8 cc",
                "danced dance VBD 6 conj",
                ". . . 2 punct",
            ],
            &[("8", "VBD", "2", "conj")],
        ),
        // *The dog was seen.*
        (
            &[
                "The the DT 2 det",
                "owner owner NN 7 nsubj",
                "near near IN 5 case",
                "the the DT 5 det",
                "dog dog NN 2 nmod",
                "seen see VBN 2 acl",
                "slept sleep VBD 0 root",
                ". . . 7 punct",
            ],
            &[("6", "VBN", "5", "acl")],
        ),
    ];
    for (rows, changed) in cases {
        let gold = tree(rows);
        let (no, why) = no_of(&gold, &misread(&gold, changed));
        assert_eq!(no, Vec::<String>::new());
        assert!(
            why.iter().any(|why| why == "withheld: gold says nearly the same"),
            "{rows:?}: {why:?}"
        );
    }
}

#[test]
fn what_makes_no_sense_is_not_asked() {
    let gold = "1\tThe\tthe\t_\tDT\t_\t2\tdet\t_\t_\n2\thills\thill\t_\tNNS\t_\t6\tnsubj\t_\t_\n\
        3\tand\tand\t_\tCC\t_\t4\tcc\t_\t_\n4\tbogs\tbog\t_\tNNS\t_\t2\tconj\t_\t_\n\
        5\tslowly\tslowly\t_\tRB\t_\t6\tadvmod\t_\t_\n6\tvanished\tvanish\t_\tVBD\t_\t0\troot\t_\t_\n\
        7\t.\t.\t_\t.\t_\t6\tpunct\t_\t_\n\n";
    let system = misread(
        gold,
        &[("2", "NNS", "4", "nsubj"), ("4", "VBZ", "0", "root"), ("6", "VBD", "4", "xcomp")],
    );
    let (no, why) = no_of(gold, &system);
    assert_eq!(no, Vec::<String>::new());
    let reason = "withheld: gold takes a word for something else, so that it makes no sense";
    assert!(why.iter().any(|why| why == reason), "{why:?}");
    // Who did it may differ.
    let gold = "1\tAnn\tAnn\t_\tNNP\t_\t4\tnsubj\t_\t_\n2\tfound\tfind\t_\tVBD\t_\t4\tparataxis\t_\t_\n\
        3\tRex\tRex\t_\tNNP\t_\t2\tnsubj\t_\t_\n4\tslept\tsleep\t_\tVBD\t_\t0\troot\t_\t_\n\
        5\t.\t.\t_\t.\t_\t4\tpunct\t_\t_\n\n";
    let system = misread(gold, &[("1", "NNP", "2", "nsubj"), ("3", "NNP", "4", "nsubj")]);
    assert_eq!(no_of(gold, &system).0, ["Rex slept."]);
}
