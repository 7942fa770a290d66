//! Clauses and adjectives that complete a verb, an adjective, a noun or a preposition.

use super::*;
use crate::stanford::lexicon::{ASKING, CONTROL, HAVE, SAYING, TELL};

const THAT: [&str; 2] = ["that", "whether"];

/// About *missing the train*; from *under the bed*.
pub(super) fn pcomp(site: Node<'_>, found: &mut Found) {
    let is_complement =
        |kid: &Node<'_>| kid.prev_is(IN | VBG | VBN | TO) || (kid.is(SBAR | S) && kid.prev_is(RB));
    add_all(found, site.kids_in(SBAR | S | PP | ADVP).filter(is_complement));
    if !site.has(IN | TO) {
        let starts =
            |kid: &Node<'_>| kid.first().is_some_and(|first| first.is(IN) && first.next_is(S));
        add_all(found, site.kids_in(SBAR).filter(starts));
    }
}

/// Says *that she left*; the fact *that she left*.
pub(super) fn ccomp(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        of_verb(site, found);
    } else if site.is(S | SINV) {
        of_clause(site, found);
    } else if site.is(ADVP) {
        add_all(found, site.kids_in(SBAR).filter(|kid| completes_adverb(*kid)));
    } else if site.is(ADJP) {
        let as_clause = |kid: Node<'_>| kid.says(&["as"]);
        let clauses = site.kids_in(SBAR).filter(|kid| kid.has(S));
        add_all(found, clauses.filter(|kid| !kid.kids_in(IN).any(as_clause)));
    } else if site.has(JJ | NN | NNS) {
        let is_purpose = |kid: &Node<'_>| kid.follows(NP | NN | NNP | NNS) && has_to_clause(*kid);
        add_all(found, site.kids_in(SBAR).filter(|kid| !is_purpose(kid)));
    }
}

/// A clause that starts with *that* or *whether*.
fn is_that_clause(node: Node<'_>) -> bool {
    let starts = |first: Node<'_>| first.is(IN | DT) && first.reads(&THAT);
    node.is(SBAR)
        && node.first().is_some_and(starts)
        && node.kids_in(S).any(|clause| clause.through(S).any(|inner| inner.is(VP)))
}

fn has_verb_phrase(node: Node<'_>) -> bool {
    node.kids_in(S).any(|clause| clause.has(VP))
}

/// A clause without anything that introduces it.
fn is_bare_clause(node: Node<'_>) -> bool {
    let introduces = IN | WHADVP;
    node.is(SBAR)
        && has_verb_phrase(node)
        && !node.first().is_some_and(|first| first.is(introduces))
        && !node.nth(1).is_some_and(|second| second.is(introduces) && second.prev_is(ADVP | RB))
}

fn of_verb(site: Node<'_>, found: &mut Found) {
    let is_finite =
        |phrase: Node<'_>| phrase.first().is_some_and(|first| !first.is(TO | VBG | VBN));
    let says = |clause: Node<'_>| {
        let tense = VBD | VBZ | VBP;
        clause.through(S).any(|inner| inner.is(VP) && inner.has(tense))
    };
    let (tells, asks) = (has_verb(site, TELL), has_verb(site, ASKING));
    let speaks = site.has(S | SQ) && has_verb(site, SAYING);
    let had = site.has(S) && site.has_word(P_VB, HAVE);
    for kid in site.kids_in(S | SQ) {
        let is_complement = (kid.is(S)
            && ((!kid.follows(NP) && kid.kids_in(VP).any(is_finite))
                || (had && kid.has(ANY_NP) && kid.has(VP))))
            || (speaks && says(kid));
        if is_complement {
            add(found, kid);
        }
    }
    for kid in site.kids_in(SBAR) {
        let has_object = kid.follows(NP);
        let how = |first: Node<'_>| {
            first.is(WHADVP) && first.kids_in(WRB).any(|word| word.reads(&["how"]))
        };
        if is_that_clause(kid)
            || (kid.has(CONJUNCTION) && kid.kids_in(SBAR).any(is_that_clause))
            || ((!has_object || tells) && is_bare_clause(kid))
            || (!has_object && has_verb_phrase(kid) && kid.first().is_some_and(how))
            || (asks
                && (tells || !has_object)
                && !kid.follows(SBAR | S | COLON)
                && question_parts(kid).any(is_adverbial_question))
        {
            add(found, kid);
        }
    }
    add_all(found, site.kids_in(SBARQ));
}

/// *"I left"*, she said: what is said before who says it.
fn of_clause(site: Node<'_>, found: &mut Found) {
    let is_reduced = |phrase: Node<'_>| {
        phrase.has(TO | VBG | VBN) || phrase.first().is_some_and(is_participle_phrase)
    };
    // Whether a clause stands before that no conjunction follows.
    let mut is_second = false;
    for kid in site.kids_in(S | SBARQ) {
        let is_quoted = kid.next_is(COMMA | PERIOD | CLOSING)
            && !kid.prev().is_some_and(|prev| {
                prev.is(CC | CONJP | COLON) || (prev.is(COMMA) && prev.prev_is(CONJUNCTION))
            })
            && !kid.kids_in(VP).any(is_reduced);
        if is_quoted && !is_second {
            add(found, kid);
        }
        is_second |= kid.is(S) && !kid.precedes(CONJUNCTION);
    }
    // "That she left, I know."
    let starts = |first: Node<'_>| first.is(IN) && first.reads(&THAT);
    if site.is(S)
        && let Some(first) = site.first().filter(|first| first.is(SBAR))
        && first.first().is_some_and(starts)
        && !first.next_is(VP)
    {
        add(found, first);
    }
}

/// So *that she left*.
fn completes_adverb(node: Node<'_>) -> bool {
    let starts = |kid: Node<'_>| {
        let form = kid.form();
        let starts_with = |word: &[u8]| {
            form.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        starts_with(b"as") || starts_with(b"that")
    };
    let is_finite = |clause: Node<'_>| clause.kids_in(VP).any(|phrase| !phrase.has(TO));
    node.has(WHNP) || (node.kids_in(IN).any(starts) && node.kids_in(S).any(is_finite))
}

/// Whether the noun *order* stands right before, as in *in order to go*.
fn is_after_order(node: Node<'_>) -> bool {
    node.prev().is_some_and(|prev| prev.is(NN) && prev.says(&["order"]))
}

/// Wants *to go*; is able *to go*; makes him *happy*.
pub(super) fn xcomp(site: Node<'_>, found: &mut Found) {
    if site.is(ADJP) {
        let to_first =
            |phrase: Node<'_>| phrase.is(VP) && phrase.first().is_some_and(|first| first.is(TO));
        let clauses = site.kids_in(S);
        add_all(found, clauses.filter(|kid| kid.first().is_some_and(to_first)));
    } else if site.is(SINV) {
        // "A friend he is": the noun phrase in front.
        let Some(head) = site.head().filter(|head| head.is(VP) && has_copula(*head)) else {
            return;
        };
        let last = head.before().find(|sister| sister.is(NP)).map_or(0, |noun| noun.id);
        add_all(found, site.kids_in(NP).filter(|kid| kid.id < last));
    } else {
        of_verb_phrase(site, found);
    }
}

fn of_verb_phrase(site: Node<'_>, found: &mut Found) {
    let controls = has_verb(site, CONTROL);
    let is_in_verb_phrase = site.is_in(VP);
    for kid in site.kids_in(S) {
        let is_free = !is_after_order(kid);
        let is_to = is_to_clause(kid);
        let is_small = |noun: Node<'_>| noun.next_is(NP | ADJP);
        if (is_to && is_free && (!kid.follows(NP) || follows_verb(kid, CONTROL)))
            || (is_to && controls && site.has(NP))
            || (is_free && kid.kids_in(NP).any(is_small))
            || (is_free && is_in_verb_phrase && kid.is_just(NP))
            || is_participle_complement(kid)
        {
            add(found, kid);
        }
    }
    if site.has(SBAR) {
        let has_be = |parent: Node<'_>| {
            parent.is(VP) && parent.kids_in(VB | AUX).any(|kid| kid.says(&["be"]))
        };
        let is_to = |clause: Node<'_>| is_to_clause(clause) && !is_after_order(clause);
        if !site.parent().is_some_and(has_be) {
            add_all(found, site.kids_in(SBAR).filter(|kid| kid.kids_in(S).any(is_to)));
        }
    }
    if let Some(head) = site.head().filter(|head| head.is(VBX)) {
        let verb_phrase = |next: &Node<'_>| next.is(VP) && next.has(VB | VBG);
        add_all(found, head.next().filter(verb_phrase).into_iter());
        if head.lists(COPULA) && !is_beside_there(site) {
            add_all(found, site.kids_in(NP));
        }
    }
    if has_linking_verb(site, VBX) {
        add_all(found, nominal_objects(site));
        if has_linking_verb(site, P_VB) && follows_copula(site, VBX) {
            add_all(found, site.kids_in(NP));
        }
    }
    if follows_copula(site, P_VB) {
        add_all(found, adjective_clauses(site));
    }
}

fn is_beside_there(site: Node<'_>) -> bool {
    site.is_beside(NP) && site.before().chain(site.after()).any(|kid| kid.is(NP) && kid.has(EX))
}

/// Whether a form of *be* stands before a phrase.
fn follows_copula(site: Node<'_>, verbs: Set) -> bool {
    site.follows(verbs) && site.before().any(|kid| kid.is(verbs) && kid.lists(COPULA))
}

/// Clauses right behind a verb that are only an adjective.
fn adjective_clauses<'t>(site: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let is_adjective =
        |kid: Node<'_>| kid.is(ANY_ADJP) && kid.has(P_JJ) && !kid.follows(ANY_NP | S);
    site.kids_in(S)
        .filter(|kid| kid.prev_is(P_VB))
        .filter(move |kid| kid.kids_in(ANY_ADJP).any(is_adjective))
}

/// Likes *swimming*; but not a participle that is set off by a comma.
fn is_participle_complement(node: Node<'_>) -> bool {
    let is_set_off =
        |comma: Node<'_>| comma.is(COMMA) && comma.prev().is_some_and(is_before_participle);
    !node.has(NP)
        && node.kids_in(VP).any(|phrase| phrase.has(VBG))
        && !node.follows(COLON | VBG)
        && !node.prev().is_some_and(is_set_off)
}

/// What may stand before the comma that sets a participle off.
pub(super) fn is_before_participle(node: Node<'_>) -> bool {
    node.is(ANY_NP | VP) || (node.is(PP | ADVP) && node.follows(ANY_NP))
}

/// Looks *happy*.
pub(super) fn acomp(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        add_all(found, site.kids_in(ADJP));
        if follows_copula(site, P_VB) {
            return;
        }
        let linking = site.kids_in(P_VB).find(|kid| kid.lists(LINKING));
        if let Some(linking) = linking {
            add_all(found, site.kids_in(VP).filter(|kid| kid.id > linking.id));
        }
        add_all(found, adjective_clauses(site));
    } else {
        let links = |kid: &Node<'_>| kid.lists(COPULA) && !kid.precedes(VP);
        let first = site.kids_in(P_VB).find(links).map_or(u32::MAX, |kid| kid.id);
        add_all(found, site.kids_in(ADJP).filter(|kid| kid.id > first));
    }
}
