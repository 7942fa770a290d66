//! Each relation in a small tree of our own, with what it is not beside what it is.

use crate::formats::penn;
use crate::stanford::{Converter, Representation, StanfordOptions};

/// Whether the basic dependencies of a tree have each line of `expected`.
#[track_caller]
fn check(tree: &str, expected: &[&str]) {
    check_as(Representation::Basic, tree, expected);
}

#[track_caller]
fn check_as(to: Representation, tree: &str, expected: &[&str]) {
    let reading = penn::read(tree.as_bytes());
    assert!(reading.faults.is_empty(), "{tree}");
    let mut converter =
        Converter::new(StanfordOptions { punctuation: true, ..StanfordOptions::default() });
    let found = converter.convert(&reading.tree, to);
    let lines: Vec<String> = found.dependencies().iter().map(|arc| found.show(arc)).collect();
    for line in expected {
        assert!(lines.iter().any(|found| found == line), "{line} is not in {lines:#?}");
    }
}

#[test]
fn a_word_may_look_like_a_label() {
    check("(NP (DT a) (NNP PC) (NN shop))", &["nn(shop-3, PC-2)"]);
    check("(NP (DT a) (NNP POS) (NN shop))", &["dep(shop-3, POS-2)"]);
}

#[test]
fn auxiliaries_and_copulas() {
    check(
        "(S (NP (PRP She)) (VP (VBZ has) (VP (VBN been) (VP (VBN seen)))))",
        &["aux(seen-4, has-2)", "auxpass(seen-4, been-3)", "nsubjpass(seen-4, She-1)"],
    );
    check(
        "(S (NP (NNS Cats)) (VP (VBP are) (ADJP (JJ quick))))",
        &["cop(quick-3, are-2)", "nsubj(quick-3, Cats-1)", "root(ROOT-0, quick-3)"],
    );
    check(
        "(SQ (VBZ Is) (NP (PRP she)) (NP (DT a) (NN baker)))",
        &["cop(baker-4, Is-1)", "nsubj(baker-4, she-2)"],
    );
    check(
        "(SINV (VP (VBN Gone)) (VP (VBZ is)) (NP (DT the) (NN bread)))",
        &["auxpass(Gone-1, is-2)", "nsubjpass(Gone-1, bread-4)"],
    );
    check(
        "(SINV (VP (VBG Sitting) (ADVP (RB there))) (VP (VBD was)) (NP (DT a) (NN cat)))",
        &["aux(Sitting-1, was-3)", "nsubj(Sitting-1, cat-5)"],
    );
}

#[test]
fn subjects() {
    check(
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD left))))",
        &["nsubj(left-2, Who-1)", "root(ROOT-0, left-2)"],
    );
    check("(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT that))))", &["cop(What-1, is-2)"]);
    check(
        "(S (NP (EX There)) (VP (VBD was) (NP (DT a) (NN storm))))",
        &["expl(was-2, There-1)", "nsubj(was-2, storm-4)"],
    );
    check(
        "((SQ (VBD Was) (NP (EX there)) (NP (NN milk))))",
        &["expl(Was-1, there-2)", "nsubj(Was-1, milk-3)"],
    );
    check(
        "(S (SBAR (WHNP (WP What)) (S (NP (PRP he)) (VP (VBD baked)))) (VP (VBD burned)))",
        &["csubj(burned-4, baked-3)", "dobj(baked-3, What-1)"],
    );
    check(
        "(S (SBAR (IN That) (S (NP (PRP he)) (VP (VBD lied)))) (VP (VBD was) (VP (VBN known))))",
        &["csubjpass(known-5, lied-3)", "mark(lied-3, That-1)"],
    );
    check("(SINV (VP (VBD said)) (NP (NNP Ann)))", &["nsubj(said-1, Ann-2)"]);
    check(
        "(S (NP (NN Today)) (NP (PRP he)) (VP (VBD slept)))",
        &["tmod(slept-3, Today-1)", "nsubj(slept-3, he-2)"],
    );
    check("(S (NP (NN Winter)) (VP (VBD came)))", &["nsubj(came-2, Winter-1)"]);
}

#[test]
fn objects() {
    check(
        "(S (NP (PRP I)) (VP (VBD gave) (NP (NNP Ann)) (NP (DT a) (NN plum))))",
        &["iobj(gave-2, Ann-3)", "dobj(gave-2, plum-5)"],
    );
    check_as(
        Representation::Extra,
        "(S (NP (PRP I)) (VP (VBD gave) (NP (NP (NNP Ann)) (NP (NNS plums)))))",
        &["iobj(gave-2, Ann-3)"],
    );
    check(
        "(S (NP (PRP I)) (VP (VBD told) (S (NP (NNP Ann)) (VP (TO to) (VP (VB go))))))",
        &["dobj(told-2, Ann-3)", "xcomp(told-2, go-5)"],
    );
    check(
        "(SBARQ (WHNP (WP What)) (SQ (VBD did) (NP (PRP you)) (VP (VB bake))))",
        &["dobj(bake-4, What-1)", "aux(bake-4, did-2)", "nsubj(bake-4, you-3)"],
    );
    check("(PP (IN under) (NP (DT the) (NN roof)))", &["pobj(under-1, roof-3)"]);
    check(
        "(SBARQ (WHNP (WP What)) (SQ (VBP are) (NP (PRP you)) (VP (VBG looking) (PP (IN at)))))",
        &["prep(looking-4, at-5)", "pobj(at-5, What-1)"],
    );
    check("(ADVP (IN at) (JJS most))", &["pobj(at-1, most-2)"]);
}

#[test]
fn clauses_that_complete() {
    check(
        "(S (NP (PRP I)) (VP (VBP know) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD rained))))))",
        &["ccomp(know-2, rained-5)", "mark(rained-5, that-3)"],
    );
    check(
        "(S (`` ``) (S (NP (PRP It)) (VP (VBD rained))) (, ,) ('' '') (NP (NNP Ann)) (VP (VBD said)))",
        &["ccomp(said-7, rained-3)"],
    );
    check(
        "(NP (DT the) (NN fact) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD rained)))))",
        &["ccomp(fact-2, rained-5)"],
    );
    check(
        "(S (NP (PRP He)) (VP (VBZ likes) (S (VP (VBG baking)))))",
        &["xcomp(likes-2, baking-3)"],
    );
    check(
        "(S (NP (PRP He)) (VP (VBZ is) (ADJP (JJ keen) (S (VP (TO to) (VP (VB bake)))))))",
        &["xcomp(keen-3, bake-5)", "cop(keen-3, is-2)"],
    );
    check("(PP (IN without) (S (VP (VBG asking))))", &["pcomp(without-1, asking-2)"]);
    check("(S (NP (PRP He)) (VP (VBZ looks) (ADJP (JJ ill))))", &["acomp(looks-2, ill-3)"]);
    check(
        "(S (NP (PRP He)) (VP (VBD became) (NP (DT a) (NN cook))))",
        &["xcomp(became-2, cook-4)"],
    );
}

#[test]
fn clauses_that_modify() {
    check(
        "(S (NP (PRP He)) (VP (VBD left) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD rained))))))",
        &["advcl(left-2, rained-5)", "mark(rained-5, because-3)"],
    );
    check(
        "(S (SBAR (WHADVP (WRB When)) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP we)) (VP (VBP bake)))",
        &["advcl(bake-6, rains-3)", "advmod(rains-3, When-1)"],
    );
    check(
        "(S (S (VP (TO To) (VP (VB win)))) (, ,) (NP (PRP he)) (VP (VBD ran)))",
        &["advcl(ran-5, win-2)"],
    );
    check(
        "(NP (NP (DT the) (NN cook)) (SBAR (WHNP (WP who)) (S (VP (VBD left)))))",
        &["rcmod(cook-2, left-4)", "nsubj(left-4, who-3)"],
    );
    check(
        "(NP (NP (DT the) (NN town)) (SBAR (WHADVP (WRB where)) (S (NP (PRP we)) (VP (VBP live)))))",
        &["rcmod(town-2, live-5)"],
    );
    check("(NP (NP (NNS plums)) (VP (VBN picked)))", &["vmod(plums-1, picked-2)"]);
    check("(NP (NP (NN bread)) (S (VP (TO to) (VP (VB eat)))))", &["vmod(bread-1, eat-3)"]);
    check(
        "(S (S (VP (VBG Smiling))) (, ,) (NP (PRP she)) (VP (VBD left)))",
        &["vmod(left-4, Smiling-1)"],
    );
    check(
        "(S (NP (PRP It)) (VP (VBD rained) (PRN (, ,) (S (NP (PRP I)) (VP (VBP think))))))",
        &["parataxis(rained-2, think-5)"],
    );
    check(
        "(S (S (NP (PRP It)) (VP (VBD rained))) (: ;) (S (NP (PRP we)) (VP (VBD baked))))",
        &["parataxis(rained-2, baked-5)"],
    );
}

#[test]
fn coordination() {
    check(
        "(NP (NNS plums) (, ,) (NNS pears) (CC and) (NNS nuts))",
        &["conj(plums-1, pears-3)", "conj(plums-1, nuts-5)", "cc(plums-1, and-4)"],
    );
    check(
        "(VP (VP (VBD came)) (CC but) (VP (VBD left)))",
        &["conj(came-1, left-3)", "cc(came-1, but-2)"],
    );
    check("(NP (CC both) (NNS plums) (CC and) (NNS pears))", &["preconj(plums-2, both-1)"]);
    check("(NP (NP (NNS plums)) (, ,) (FW etc))", &["conj(plums-1, etc-3)"]);
    check(
        "(NP (NNS plums) (CONJP (RB as) (RB well) (IN as)) (NNS pears))",
        &["conj(plums-1, pears-5)"],
    );
    check(
        "(VP (VP (VBD came)) (CC and) (RB then) (VP (VBD left)))",
        &["conj(came-1, left-4)", "advmod(left-4, then-3)"],
    );
}

#[test]
fn flat_coordination_is_grouped() {
    check(
        "(NP (DT the) (NN oil) (CC and) (NN gas) (NN trade))",
        &["nn(trade-5, oil-2)", "conj(oil-2, gas-4)", "det(trade-5, the-1)"],
    );
    check(
        "(NP (NN oil) (CC and) (NN gas) (NNS lamps))",
        &["nn(lamps-4, oil-1)", "conj(oil-1, gas-3)"],
    );
    check(
        "(NP (JJ red) (, ,) (JJ green) (CC and) (JJ blue) (NNS lamps))",
        &["amod(lamps-6, red-1)", "conj(red-1, green-3)", "conj(red-1, blue-5)"],
    );
    check(
        "(NP (NN chief) (NN cook) (CC and) (JJ old) (NN baker))",
        &["nn(cook-2, chief-1)", "conj(cook-2, baker-5)", "amod(baker-5, old-4)"],
    );
    check(
        "(UCP (JJ old) (CC and) (PP (IN in) (NP (NN need))))",
        &["root(ROOT-0, old-1)", "conj(old-1, in-3)"],
    );
    check(
        "(NP (QP (IN up) (TO to) (CD 20)) (NNS lamps))",
        &["num(lamps-4, 20-3)", "quantmod(20-3, up-1)", "mwe(up-1, to-2)"],
    );
    check(
        "(NP (QP (CD 5) (CD million) (CC or) (CD 6) (CD million)) (NNS lamps))",
        &["conj(million-2, million-5)", "cc(million-2, or-3)"],
    );
}

#[test]
fn noun_phrases() {
    check(
        "(NP (DT the) (CD three) (JJ old) (NN oil) (NNS lamps))",
        &[
            "det(lamps-5, the-1)",
            "num(lamps-5, three-2)",
            "amod(lamps-5, old-3)",
            "nn(lamps-5, oil-4)",
        ],
    );
    check(
        "(NP (NP (NNP Ann) (POS 's)) (NN hat))",
        &["poss(hat-3, Ann-1)", "possessive(Ann-1, 's-2)"],
    );
    check("(NP (PRP$ her) (NN hat))", &["poss(hat-2, her-1)"]);
    check("(NP (NP (NNP Ann)) (, ,) (NP (DT a) (NN cook)) (, ,))", &["appos(Ann-1, cook-4)"]);
    check(
        "(NP (NP (NNP Grain) (NNP Union)) (PRN (-LRB- -LRB-) (NP (NNP GU)) (-RRB- -RRB-)))",
        &["appos(Union-2, GU-4)"],
    );
    check("(NP (PDT all) (DT the) (NNS lamps))", &["predet(lamps-3, all-1)"]);
    check("(NP (DT no) (NNS lamps))", &["neg(lamps-2, no-1)"]);
    check(
        "(NP (QP (JJR more) (IN than) (CD 200)) (NNS lamps))",
        &["num(lamps-4, 200-3)", "quantmod(200-3, than-2)", "mwe(than-2, more-1)"],
    );
    check(
        "(NP (QP (RB about) (CD 3) (CD million)) (NNS lamps))",
        &["number(million-3, 3-2)", "quantmod(million-3, about-1)"],
    );
    check("(QP ($ $) (CD 3) (CD million))", &["num($-1, million-3)", "number(million-3, 3-2)"]);
    check("(NP (NP (NNP May)) (NP (CD 5)))", &["num(May-1, 5-2)"]);
    check("(WHNP (WDT which) (NN lamp))", &["det(lamp-2, which-1)"]);
}

#[test]
fn other_modifiers() {
    check(
        "(S (NP (PRP He)) (VP (VBD did) (RB not) (VP (VB look) (PRT (RP up)) (ADVP (RB often)))))",
        &["neg(look-4, not-3)", "prt(look-4, up-5)", "advmod(look-4, often-6)"],
    );
    check(
        "(S (NP (PRP He)) (VP (VBD left) (NP-TMP (JJ last) (NN week))))",
        &["tmod(left-2, week-4)"],
    );
    check("(ADJP (NP (CD 5) (NNS feet)) (JJ deep))", &["npadvmod(deep-3, feet-2)"]);
    check("(NP (NP (DT the) (NN queen)) (NP (PRP herself)))", &["npadvmod(queen-2, herself-3)"]);
    check(
        "(PP (IN because) (IN of) (NP (NN rain)))",
        &["mwe(of-2, because-1)", "pobj(of-2, rain-3)"],
    );
    check(
        "(S (INTJ (UH Oh)) (, ,) (NP (PRP it)) (VP (VBD rained)))",
        &["discourse(rained-4, Oh-1)", "punct(rained-4, ,-2)"],
    );
    check("(NP (GW with) (NN out))", &["goeswith(out-2, with-1)"]);
    check(
        "(S (NP (PRP He)) (VP (VBD left) (PP (IN at) (NP (NN noon)))))",
        &["prep(left-2, at-3)", "pobj(at-3, noon-4)"],
    );
}

#[test]
fn what_is_added_to_the_tree() {
    check_as(
        Representation::Extra,
        "(S (NP (PRP She)) (VP (VBZ wants) (S (VP (TO to) (VP (VB bake))))))",
        &["nsubj(wants-2, She-1)", "nsubj(bake-4, She-1)"],
    );
    check_as(
        Representation::Extra,
        "(NP (NP (DT the) (NN cook)) (SBAR (WHNP (WP who)) (S (VP (VBD left)))))",
        &["ref(cook-2, who-3)"],
    );
    check_as(
        Representation::Extra,
        "(NP (NP (DT the) (NN cook)) (SBAR (S (NP (PRP we)) (VP (VBD thought) (PP (IN of))))))",
        &["pobj(of-5, cook-2)"],
    );
}

#[test]
fn collapsed_relations() {
    let collapsed = Representation::Collapsed;
    check_as(
        collapsed,
        "(NP (NP (DT the) (NN cook)) (SBAR (WHNP (WP who)) (S (VP (VBD left)))))",
        &["nsubj(left-4, cook-2)"],
    );
    check_as(
        collapsed,
        "(S (NP (NNS Plums)) (VP (VBD fell) (PP (IN because) (IN of) (NP (NN rain)))))",
        &["prep_because_of(fell-2, rain-5)"],
    );
    check_as(
        collapsed,
        "(S (NP (NNS Plums)) (VP (VBD lay) (PP (IN in) (NP (NP (NN front)) (PP (IN of) (NP (PRP us)))))))",
        &["prep_in_front_of(lay-2, us-6)"],
    );
    check_as(
        collapsed,
        "(S (NP (NNS Plums)) (VP (VBD were) (VP (VBN eaten) (PP (IN by) (NP (NNS wasps))))))",
        &["agent(eaten-3, wasps-5)"],
    );
    check_as(
        collapsed,
        "(S (NP (PRP He)) (VP (VBD left) (PP (IN without) (S (VP (VBG asking))))))",
        &["prepc_without(left-2, asking-4)"],
    );
    check_as(
        collapsed,
        "(S (NP (PRP He)) (VP (VBD ran) (PP (PP (IN over) (NP (NNS hills))) (CC and) (PP (IN through) (NP (NNS woods))))))",
        &["prep_over(ran-2, hills-4)", "conj_and(ran-2, ran-2')", "prep_through(ran-2', woods-7)"],
    );
    check_as(
        collapsed,
        "(S (NP (PRP He)) (VP (VBD wrote) (PP (PP (TO to) (NP (NNP Ann))) (CC or) (PP (TO to) (NP (NNP Bob))))))",
        &["prep_to(wrote-2, Ann-4)", "conj_or(Ann-4, Bob-7)"],
    );
    check_as(
        collapsed,
        "(NP (NNS plums) (CONJP (RB rather) (IN than)) (NNS pears))",
        &["conj_negcc(plums-1, pears-4)"],
    );
}

#[test]
fn punctuation_before_all_conjuncts_leaves_the_first_the_head() {
    check(
        "(NP (: --) (, ,) (NNS cats) (CC and) (NNS dogs))",
        &["root(ROOT-0, cats-3)", "conj(cats-3, dogs-5)", "punct(cats-3, ,-2)"],
    );
}

#[test]
fn the_last_adjective_of_a_copular_question_is_its_head() {
    check(
        "(SBARQ (WHNP (WP What)) (SQ (VBZ is) (ADJP (JJ old)) (ADJP (JJ good))))",
        &["root(ROOT-0, good-4)", "nsubj(good-4, What-1)"],
    );
}

#[test]
fn copular_questions_in_copular_questions_are_flat() {
    check(
        "(SBARQ (WHNP (WP Who)) (SQ (SQ (VBZ is) (NP (PRP he)) (ADJP (JJ nice))) (VBZ is) (NP (PRP it))))",
        &["root(ROOT-0, nice-4)", "cop(nice-4, is-2)"],
    );
}

#[test]
fn a_question_word_may_complete_a_linking_verb() {
    check(
        "(VP (WHNP (WDT which) (NN man)) (VBD seemed) (ADJP (JJ old)))",
        &["xcomp(seemed-3, man-2)"],
    );
}

#[test]
fn phrases_of_several_kinds_that_start_as_adjectives_are_adjectives_with_a_function() {
    check(
        "(VP (VBD ran) (UCP-ADV (JJ free) (PP (IN of) (NP (NN care)))))",
        &["prep(free-2, of-3)"],
    );
    check("(VP (VBD ran) (UCP-ADV (JJR more) (NN care) (JJ free)))", &["npadvmod(free-4, care-3)"]);
}

#[test]
fn an_aside_may_go_on_behind_its_interjection() {
    check(
        "(S (S (NP (PRP It)) (VP (VBZ rains))) (PRN (, ,) (INTJ (UH oh)) (, ,) (NP (NN dear))))",
        &["discourse(rains-2, dear-6)"],
    );
}

#[test]
fn of_nested_prepositions_the_second_leaves_its_arcs_to_be_found() {
    // The first *due to* is hidden by what is left of the second.
    check_as(
        Representation::Collapsed,
        "(VP (VP (VBD fell) (PP (IN due) (IN to) (NP (NN rain)))) (CC and) (VP (VBD slept) \
         (PP (IN because) (IN of) (NP (NN fog))) (PP (IN due) (IN to) (NP (NN snow)))))",
        &[
            "prep_to(fell-1, rain-4)",
            "mwe(fell-1, due-2)",
            "prep_because_of(slept-6, fog-9)",
            "prep_due_to(slept-6, snow-12)",
        ],
    );
}

#[test]
fn a_conjunction_that_goes_takes_nothing_with_it() {
    check_as(
        Representation::Collapsed,
        "(NP (NN rain) (CONJP (CC and) (CONJP (CC but) (RB not)) (RB never)) (NN snow))",
        &["cc(not-4, but-3)", "conj_and(rain-1, snow-6)"],
    );
}

#[test]
fn a_time_stays_with_the_object_that_is_a_preposition() {
    check_as(
        Representation::Collapsed,
        "(VP (VBD fell) (PP (IN because) (PP (IN of) (NP (NN rain)) (NP-TMP (NNP Monday)))))",
        &["prepc_because_of(fell-1, of-3)", "pobj(fell-1, rain-4)", "tmod(of-3, Monday-5)"],
    );
}

#[test]
fn coordinated_prepositions_stay_with_the_preposition_above_them() {
    check_as(
        Representation::Collapsed,
        "(NP (NN list) (PP (IN of) (NP (NNS cats)) (PP (IN in) (CC and) (IN around) (NP (NN town)))))",
        &["prep_of(list-1, cats-3)", "conj_and(of-2, of-2')", "prep_in(of-2, town-7)"],
    );
}

#[test]
fn conjuncts_share_what_is_above_them() {
    check_as(
        Representation::CcProcessed,
        "(S (NP (PRP She)) (VP (VP (VBZ bakes) (NP (NN bread) (CC and) (NN cake))) (CC and) (VP (VBZ sings))))",
        &["dobj(bakes-2, bread-3)", "dobj(bakes-2, cake-5)", "nsubj(sings-7, She-1)"],
    );
}

#[test]
fn odd_trees_have_dependencies_too() {
    check("(NN rain)", &["root(ROOT-0, rain-1)"]);
    check("(CIT (-LRB- [) (CD 12) (, ,) (CD 13) (-RRB- ]))", &["root(ROOT-0, 12-2)"]);
    check("(NP (NN a)) (NP (NN b))", &["root(ROOT-0, a-1)"]);
    check("((S (NP-SBJ-1 (-NONE- *)) (VP (VB Go))))", &["root(ROOT-0, Go-1)"]);
    check("(S (NP (-NONE- *T*)))", &[]);
}
