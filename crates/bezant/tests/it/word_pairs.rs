use bezant::entailment::generate::word_pairs::{Nothing, Proposing, propose};
use bezant::entailment::generate::{English, HeadedSentence, read_sentence};
use bezant::entailment::parses::{ParseSpace, Parses, Reading};

/// Three at most, as by default.
const THREE: Proposing = Proposing { most: 3, joined_only: false };

fn sentence(parse: &str) -> HeadedSentence {
    let parses = Parses::read_all("t", parse.as_bytes(), Reading::default(), None).unwrap();
    read_sentence(&parses, 0, None, &English, &mut ParseSpace::default()).unwrap()
}

fn written(parse: &str, words: [&str; 2]) -> Vec<String> {
    let found = propose(&English, &sentence(parse), words, THREE, |_| true).unwrap();
    found.iter().map(|proposal| proposal.clause.text()).collect()
}

const FED: &str = "(S (NP (NNP Ann)) (VP (VBD fed) (NP (DT the) (NN dog))) (. .))";

#[test]
fn the_order_of_the_words_says_active_or_passive() {
    let active = ["Somebody fed the dog.", "Ann fed the dog.", "The dog was fed."];
    assert_eq!(written(FED, ["fed", "dog"]), active);
    assert_eq!(written(FED, ["dog", "fed"])[0], "The dog was fed.");
    // Words may have the form of a hypothesis that somebody has in mind.
    assert_eq!(written(FED, ["dogs", "feeds"])[0], "The dog was fed.");
}

/// A parse that takes the relative clause for one about the garden.
const GARDEN: &str = "(S (NP (PRP It)) (VP (VBZ is) (NP (NP (DT a) (NN dog)) (PP (IN of) (NP (NP (DT the) (NN garden)) \
    (SBAR (WHNP (WDT which)) (S (NP (DT the) (NNS women)) (VP (VBP feed)))))))) (. .))";

#[test]
fn words_that_the_parse_does_not_join_are_joined_for_those_who_ask() {
    let found = written(GARDEN, ["dog", "feed"]);
    assert_eq!(found, ["A dog is fed.", "Somebody feeds a dog.", "The women feed a dog."]);
    let joined_only = Proposing { joined_only: true, ..THREE };
    let nothing = propose(&English, &sentence(GARDEN), ["dog", "feed"], joined_only, |_| true);
    assert_eq!(nothing.unwrap_err(), Nothing::NoLink);
    // Who has a subject of a form that only subjects have is one.
    let they = GARDEN.replace("(DT the) (NNS women)", "(PRP they)");
    assert_eq!(written(&they, ["they", "feed"])[0], "They feed something.");
}

#[test]
fn relations_that_name_prepositions_give_them_back() {
    let lines = "nsubj(slept-2, John-1)\nroot(ROOT-0, slept-2)\ndet(bed-5, the-4)\nprep_in(slept-2, bed-5)\n";
    assert_eq!(written(lines, ["slept", "bed"])[0], "Somebody slept in the bed.");
    let lines = "nsubj(kept-2, Ann-1)\nroot(ROOT-0, kept-2)\ndobj(kept-2, dogs-3)\nprep_because_of(kept-2, burglars-6)\n";
    assert_eq!(
        written(lines, ["kept", "burglars"])[0],
        "Somebody kept something because of burglars."
    );
}

#[test]
fn people_leave_out_what_was_not_asked_about() {
    let text = "(S (NP (PRP$ His) (NN dog)) (VP (VBD chased) (NP (NNP Ann))) (. .))";
    assert_eq!(written(text, ["dog", "chased"])[0], "The dog chased somebody.");
    let text =
        "(S (NP (PRP He)) (ADVP (DT no) (RBR longer)) (VP (VBD owned) (NP (DT a) (NN dog))) (. .))";
    assert_eq!(written(text, ["owned", "dog"])[0], "Somebody no longer owned a dog.");
    let text = "(S (NP (NNP Ann)) (VP (VBZ denies) (SBAR (S (NP (EX there)) (VP (VBP are) (NP (NNS dogs)))))) (. .))";
    assert_eq!(written(text, ["denies", "dogs"])[0], "Somebody denies there are dogs.");
    let text = "(S (NP (PRP He)) (VP (MD would) (VP (VB have) (NP (NP (NN something)) (SBAR (S (VP (TO to) (VP (VB work) \
        (PP (IN on))))))))) (. .))";
    assert!(
        written(text, ["have", "work"])
            .contains(&"He would have something to work on.".to_string())
    );
    let text = "(S (NP (PRP It)) (VP (VBD took) (NP (NNP Ann)) (NP (CD two) (NNS hours))) (. .))";
    assert_eq!(written(text, ["took", "hours"])[0], "Something took hours.");
    // An object that a parser has lost.
    let text = "(S (NP (DT The) (NNS women)) (VP (VBP build)) (. .))";
    assert_eq!(written(text, ["women", "build"])[0], "The women build something.");
}

#[test]
fn words_that_are_named_together_stay_together() {
    let text = "(S (NP (PRP He)) (VP (MD would) (VP (VB wake) (ADVP (RB up)) (PP (IN at) (NP (NN night))))) (. .))";
    assert_eq!(written(text, ["he", "wake up"])[0], "He would wake up.");
    let missing = propose(&English, &sentence(text), ["he", "wake down"], THREE, |_| true);
    assert_eq!(missing.unwrap_err(), Nothing::NoWord("wake down".to_string()));
}
