//! Every technique by which hypotheses are made (section 2.2 of the article) and every transformation that
//! its section 6 finds missing: the switch, and a pair that it decides in either direction.

use super::tests::{decide, with, without};
use super::*;

/// A technique: how it is switched on, two texts of which the first has what the hypothesis says and the
/// second does not, and the hypothesis.
struct Technique {
    on: Module,
    off: Module,
    texts: [&'static str; 2],
    hypothesis: &'static str,
}

fn check(name: &str, technique: &Technique) {
    let Technique { on, off, texts: [right, wrong], hypothesis } = technique;
    assert_eq!(decide(on, right, hypothesis).answer, Answer::Yes, "{name}, on");
    assert_eq!(decide(off, right, hypothesis).answer, Answer::No, "{name}, off");
    assert_eq!(decide(on, wrong, hypothesis).answer, Answer::No, "{name}, where T does not say so");
}

fn switched(switch: &str, texts: [&'static str; 2], hypothesis: &'static str) {
    let (on, off) = (with(ModuleName::Stanford, switch), without(ModuleName::Stanford, switch));
    check(switch, &Technique { on, off, texts, hypothesis });
}

const KISSED: &str = "nsubj(kissed-2, John-1); dobj(kissed-2, Mary-3)";

/// "John kissed somebody": a word that T does not have asks nothing; one that it has, and that stands for
/// nothing, if it is said so.
#[test]
fn somebody_and_something() {
    let hypothesis = "nsubj(kissed-2, John-1); dobj(kissed-2, somebody-3)";
    let stanford = ModuleName::Stanford.module();
    assert_eq!(decide(&stanford, KISSED, hypothesis).answer, Answer::Yes);
    let mary = hypothesis.replace("John", "Mary");
    assert_eq!(decide(&stanford, KISSED, &mary).answer, Answer::No);
    let mut on = stanford.clone();
    if let ModuleKind::Rules(rules) = &mut on.kind {
        rules.dummies.insert("somebody".to_string());
    }
    let also = "nsubj(kissed-2, John-1); dobj(kissed-2, Mary-3); nsubj(slept-6, somebody-5)";
    let wrong = "nsubj(kissed-2, Bill-1); dobj(kissed-2, John-3); nsubj(slept-6, somebody-5)";
    check("dummies", &Technique { on, off: stanford, texts: [also, wrong], hypothesis });
}

/// "Mary was kissed".
#[test]
fn passive() {
    let wrong = "nsubj(kissed-2, Mary-1); dobj(kissed-2, John-3)";
    switched("passive", [KISSED, wrong], "nsubjpass(kissed-3, Mary-1); auxpass(kissed-3, was-2)");
}

/// "The boat was big" and "There was a big boat", of "The big red boat sank".
#[test]
fn copula_and_existential_there() {
    let right =
        "det(boat-4, The-1); amod(boat-4, big-2); amod(boat-4, red-3); nsubj(sank-5, boat-4)";
    let wrong = "amod(sail-2, big-1); nsubj(sank-4, sail-2); dobj(sank-4, boat-6)";
    let tagged = |module: &Module, text: &str, hypothesis: &str| {
        let read = |lines: &str| Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
        module.decide(Some(&read(text)), Some(&read(hypothesis))).answer
    };
    let copular = "nsubj(big-4, boat-2); cop(big-4, was-3); det(boat-2, The-1)";
    switched("copula", [right, wrong], copular);
    let there = "expl(was-2, There-1); nsubj(was-2, boat-5); det(boat-5, a-3); amod(boat-5, big-4)";
    for name in [ModuleName::Stanford, ModuleName::Ud] {
        // Alone, and with the switch that makes a copular sentence of the modifier.
        for alone in [true, false] {
            let mut on = name.module();
            if alone {
                on.equivalences_mut().switch_off("copula");
            }
            let mut off = on.clone();
            off.equivalences_mut().switch_off("existential");
            check("existential", &Technique { on, off, texts: [right, wrong], hypothesis: there });
        }
    }
    // "The boat was big" gives "There was a big boat", too.
    let stanford = ModuleName::Stanford.module();
    assert_eq!(tagged(&stanford, copular, there), Answer::Yes);
    // That something is there is asked where T says so itself, and proves nothing where it does not.
    let bare = "expl(was-2, There-1); nsubj(was-2, boat-4)";
    assert_eq!(tagged(&stanford, there, bare), Answer::Yes);
    assert_eq!(tagged(&stanford, right, bare), Answer::No);
    // Where *there* is called a subject, its tag tells.
    let read = |lines: &str| Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
    let mut hypothesis = read(
        &there.replace("expl", "nsubj").replace("nsubj(was-2, boat-5)", "dobj(was-2, boat-5)"),
    );
    hypothesis.words[0].tag = "EX".into();
    assert_eq!(stanford.decide(Some(&read(right)), Some(&hypothesis)).answer, Answer::Yes);
    assert_eq!(stanford.decide(Some(&read(wrong)), Some(&hypothesis)).answer, Answer::No);
}

/// "Grains are steamed", of "steamed, whole-wheat grains".
#[test]
fn participles_before_nouns() {
    let right = "nsubj(find-4, children-3); dobj(find-4, grains-8); amod(grains-8, steamed-5)";
    let wrong = "nsubj(find-4, children-3); dobj(find-4, grains-8); amod(children-3, steamed-2)";
    switched(
        "prenominal-participle",
        [right, wrong],
        "nsubjpass(steamed-3, Grains-1); auxpass(steamed-3, are-2)",
    );
}

/// "We want to watch trading", of "trading is something we want to watch", however the parser says it.
#[test]
fn what_something_stands_for() {
    let hypothesis = "nsubj(want-2, We-1); xcomp(want-2, watch-4); dobj(watch-4, trading-6)";
    let clause = "nsubj(want-6, we-5); rcmod(something-4, want-6); xcomp(want-6, watch-8)";
    let is = "nsubj(something-4, trading-2); cop(something-4, is-3)";
    let wrong = "nsubj(something-4, price-2); cop(something-4, is-3); dobj(stop-12, trading-11)";
    let (on, off) = (with(ModuleName::Stanford, "something"), ModuleName::Stanford.module());
    for object in ["; dobj(watch-8, something-4)", ""] {
        let right = format!("{is}; {clause}{object}");
        assert_eq!(decide(&on, &right, hypothesis).answer, Answer::Yes, "{object}");
        assert_eq!(decide(&off, &right, hypothesis).answer, Answer::No, "{object}");
        let wrong = format!("{wrong}; {clause}{object}");
        assert_eq!(decide(&on, &wrong, hypothesis).answer, Answer::No, "{object}");
    }
}

/// "Everything is neatly" hangs on a relation that is none of the core: one that options can add to it.
#[test]
fn a_relation_that_is_not_core_can_be_made_so() {
    let text = "nsubj(hung-2, Everything-1); advmod(hung-2, neatly-3)";
    let hypothesis = "nsubj(hung-2, Everything-1); advmod(Everything-1, neatly-3)";
    let mut module = ModuleName::Cambridge.module();
    assert_eq!(decide(&module, text, hypothesis).answer, Answer::Yes);
    if let ModuleKind::Rules(rules) = &mut module.kind {
        rules.core = Patterns::new(["nsubj", "dobj", "advmod"]);
    }
    assert_eq!(decide(&module, text, hypothesis).answer, Answer::No);
    assert_eq!(decide(&module, text, text).answer, Answer::Yes);
}

/// "The pretended did not exist" (section 6), with a lemmatiser that has no noun *pretend*.
#[test]
fn a_verb_that_has_become_a_noun_is_another_word() {
    let read = |lines: &str, tags: &[(usize, &str, &str)]| {
        let mut analysis = Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
        for (word, lemma, tag) in tags {
            analysis.words[word - 1].lemma = (*lemma).to_string();
            analysis.words[word - 1].tag = (*tag).to_string().into();
        }
        analysis
    };
    let text = read(
        "nsubj(pretended-2, we-1); ccomp(pretended-2, exist-5); neg(exist-5, not-4); aux(exist-5, did-3)",
        &[(2, "pretend", "VBD"), (5, "exist", "VB")],
    );
    let hypothesis = read(
        "nsubj(exist-5, pretended-2); det(pretended-2, The-1); neg(exist-5, not-4); aux(exist-5, did-3)",
        &[(2, "pretended", "NN"), (5, "exist", "VB")],
    );
    let mut module = ModuleName::Cambridge.published();
    let mut answer = |other_parts| {
        module.other_parts = other_parts;
        let decision = module.decide(Some(&text), Some(&hypothesis));
        (decision.answer, decision.because)
    };
    assert_eq!(answer(OtherParts::Same), (Answer::Yes, Because::AllFound));
    assert_eq!(answer(OtherParts::Apart), (Answer::No, Because::CoreMissing));
    assert_eq!(answer(OtherParts::No), (Answer::No, Because::OtherPart));
    // Where nothing has changed, nothing does.
    for other_parts in [OtherParts::Same, OtherParts::Apart, OtherParts::No] {
        module.other_parts = other_parts;
        assert_eq!(module.decide(Some(&text), Some(&text)).answer, Answer::Yes);
    }
    let mut paths = ModuleName::Paths.module();
    assert_eq!(paths.decide(Some(&text), Some(&text)).answer, Answer::Yes);
    paths.other_parts = OtherParts::Apart;
    assert_eq!(paths.decide(Some(&text), Some(&hypothesis)).because, Because::CoreMissing);
}

/// The task's own examples on its baseline's own input: LTH's labels.
#[test]
fn the_baseline_on_labels_of_2008() {
    let kissed = lth::tests::tree(&[
        ("John", "john", "NNP", 2, "SBJ"),
        ("kissed", "kiss", "VBD", 0, "ROOT"),
        ("Mary", "mary", "NNP", 2, "OBJ"),
        ("in", "in", "IN", 2, "LOC"),
        ("Rome", "rome", "NNP", 4, "PMOD"),
    ]);
    let passive = |who: &str, by: &str| {
        let (who_lemma, by_lemma) = (who.to_lowercase(), by.to_lowercase());
        lth::tests::tree(&[
            (who, &who_lemma, "NNP", 2, "SBJ"),
            ("was", "be", "VBD", 0, "ROOT"),
            ("kissed", "kiss", "VBN", 2, "VC"),
            ("by", "by", "IN", 3, "LGS"),
            (by, &by_lemma, "NNP", 4, "PMOD"),
        ])
    };
    let paths = ModuleName::Paths.module();
    let answer = |module: &Module, hypothesis: &Analysis| {
        module.decide(Some(&kissed), Some(hypothesis)).answer
    };
    assert_eq!(answer(&paths, &passive("Mary", "John")), Answer::Yes);
    assert_eq!(answer(&paths, &passive("John", "Mary")), Answer::No);
    let off = without(ModuleName::Paths, "passive");
    assert_eq!(answer(&off, &passive("Mary", "John")), Answer::No);
    // An auxiliary that T does not have changes nothing.
    let would = lth::tests::tree(&[
        ("John", "john", "NNP", 2, "SBJ"),
        ("would", "would", "MD", 0, "ROOT"),
        ("kiss", "kiss", "VB", 2, "VC"),
        ("somebody", "somebody", "NN", 3, "OBJ"),
    ]);
    assert_eq!(answer(&paths, &would), Answer::Yes);
    // A long way has the same relations, or is another one.
    let place = |relation: &str| {
        lth::tests::tree(&[
            ("Somebody", "somebody", "NN", 2, "SBJ"),
            ("kissed", "kiss", "VBD", 0, "ROOT"),
            ("in", "in", "IN", 2, relation),
            ("Rome", "rome", "NNP", 3, "PMOD"),
        ])
    };
    assert_eq!(answer(&paths, &place("LOC")), Answer::Yes);
    assert_eq!(answer(&paths, &place("TMP")), Answer::No);
}
