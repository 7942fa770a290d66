//! Objects of verbs and of prepositions.

use super::*;
use crate::stanford::lexicon::{SELF, TIME};

/// Saw *the cat*; the cat *which* she saw.
pub(super) fn dobj(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        if !has_copula(site) && !has_linking_verb(site, VBX) {
            add_all(found, nominal_objects(site));
        }
        // "wants him to go".
        for clause in site.kids_in(S) {
            let to = clause.kids().rfind(|kid| is_to_phrase(*kid));
            let end = to.map_or(0, |to| to.id);
            add_all(found, clause.kids_in(NP | WHNP).filter(|kid| kid.id < end));
        }
    } else if site.is(SQ) {
        let mut verbs = site.kids_in(P_VB);
        let is_only_verb =
            verbs.next().is_some_and(|verb| !verb.lists(COPULA)) && verbs.next().is_none();
        drop(verbs);
        if is_only_verb && !site.has(VP) && site.follows(WHNP) {
            add_all(found, site.kids_in(NP | WHNP).filter(|kid| is_nominal_object(*kid)));
        }
    } else if site.is(SBAR) {
        let is_open = |clause: Node<'_>| clause.has(NP) && clause.kids_in(VP).any(takes_object);
        if site.has(WHNP) && site.kids_in(S).any(is_open) {
            add_all(found, site.kids_in(WHNP).filter(|kid| !kid.has(WRB)));
        }
    } else if site.has(WHNP) {
        in_wh_question(site, found);
    }
}

/// Whether nothing in a verb phrase stands where the object of a relative clause could go.
fn takes_object(phrase: Node<'_>) -> bool {
    !phrase.has(SBAR) && !has_stranded(phrase) && !has_to_clause(phrase)
}

/// Whether a preposition without an object is in a verb phrase.
pub(super) fn has_stranded(phrase: Node<'_>) -> bool {
    phrase.dominates(PP)
        && phrase
            .through(VP)
            .any(|node| node.is(PP) && node.last().is_some_and(|last| last.is(IN | TO)))
}

fn in_wh_question(site: Node<'_>, found: &mut Found) {
    let clauses = SQ | SINV | S | VP;
    let lacks_object = |phrase: Node<'_>| {
        let is_passive = |verb: Node<'_>| {
            is_copula(verb) && verb.after().any(|sister| sister.is(VP) && sister.has(PARTICIPLE))
        };
        phrase.is(VP)
            && phrase.follows(NP)
            && !phrase.has(NP | TO)
            && !has_to_clause(phrase)
            && !phrase.kids_in(VBX).any(is_passive)
            && !phrase.kids_in(PP).any(is_stranded)
    };
    if site.through(clauses).any(lacks_object) {
        let words = site.kids_in(WHNP).filter(|kid| !kid.has(WRB));
        add_all(found, words.filter(|kid| !kid.is_time()));
    }
    add_all(found, wh_before_adjective(site, false));
}

/// *What* is she good at: question words before a copula, a subject and an adjective that has, or
/// has not, a preposition without an object.
fn wh_before_adjective<'t>(site: Node<'t>, stranded: bool) -> impl Iterator<Item = Node<'t>> {
    let is_asked = |kid: &Node<'_>| {
        kid.is(ADJP) && kid.follows(NP) && kid.kids_in(PP).any(|inner| !inner.has(NP)) == stranded
    };
    let adjective = site.kids().rfind(is_asked).map_or(0, |kid| kid.id);
    let copula = site.kids().rfind(|kid| is_copula(*kid) && kid.id < adjective);
    let end = copula.map_or(0, |kid| kid.id);
    site.kids_in(WHNP).filter(move |kid| kid.id < end)
}

/// Gave *the cat* a fish.
pub(super) fn iobj(site: Node<'_>, found: &mut Found) {
    let has_fish = |kid: &Node<'_>| {
        !kid.has(HAS_DOLLAR)
            && !kid.is_time()
            && kid.next().is_some_and(|next| next.is(NP) && !next.is_time())
    };
    add_all(found, site.kids_in(NP).filter(|kid| has_fish(kid) || holds_both(*kid)));
}

/// Both objects in one noun phrase, as some parsers give them.
fn holds_both(node: Node<'_>) -> bool {
    let is_thing = |inner: &Node<'_>| {
        let is_self = inner.only().is_some_and(|only| only.is(PRP) && only.lists(SELF));
        let measures = |kid: Node<'_>| kid.lists(TIME) || kid.says(&["lot"]);
        !is_self && !inner.is_just(DT) && !inner.kids_in(P_NN).any(measures)
    };
    let Some(last) = node.kids_in(NP).rfind(is_thing) else { return false };
    node.kids_in(NP).filter(|inner| inner.id < last.id).any(|inner| {
        !inner.has(HAS_DOLLAR) && !inner.is_beside(CONJUNCTION | COMMA) && !inner.precedes(COLON)
    })
}

/// On *the mat*.
pub(super) fn pobj(site: Node<'_>, found: &mut Found) {
    if site.is(PP | WHPP | ADVP | WHADVP) {
        behind_preposition(site, found);
    }
    if site.is(PP) {
        behind_odd_preposition(site, found);
    }
    if site.is(PRT | PP) {
        in_front(site, found);
    }
    if site.is(XS | ADVP) && site.kids_in(IN).any(|kid| kid.reads(&["at"])) {
        // "at least", "at all".
        add_all(found, site.kids_in(JJS | DT));
    }
    if site.is(PP | WHPP) {
        let phrase = PP | WHPP;
        let last = site.last().filter(|last| last.is(NP) && last.prev_is(phrase));
        // "over and under the table".
        if let Some(last) = last
            && let Some(second) = last.prev()
            && second
                .before()
                .skip_while(|sister| !sister.is(CONJUNCTION))
                .any(|sister| sister.is(phrase))
        {
            add(found, last);
        }
    }
    if site.is(SBARQ) && site.has(WHNP) {
        add_all(found, wh_before_adjective(site, true));
    }
}

fn behind_preposition(site: Node<'_>, found: &mut Found) {
    let object = NP | NP_TMP | NP_ADV | ADJP | ADJP_TMP | ADJP_ADV | WHNP | WHADJP;
    let prepositions = SYM | IN | VBG | VBN | TO | FW | RB | RBR;
    let Some(first) = site.kids_in(prepositions).find(|kid| !kid.says(&["not"])) else { return };
    let objects = site.kids_in(object).filter(|kid| kid.id > first.id);
    add_all(found, objects.filter(|kid| !kid.prev_is(ANY_NP)));
}

fn behind_odd_preposition(site: Node<'_>, found: &mut Found) {
    // "from here", "until just this week".
    let is_place = |kid: &Node<'_>| {
        kid.kids_in(RB).any(|inner| inner.reads(&["here", "there"]))
            || kid.kids_in(ADVP).any(|inner| inner.has(NP | NP_TMP))
    };
    let adverbs = site.kids_in(ADVP).filter(|kid| kid.prev_is(IN | VBG | VBN | TO));
    add_all(found, adverbs.filter(is_place));
    if site.has(CC) && !site.has(IN | TO | VBG | VBN | RB | RP | PP) {
        add_all(found, site.kids_in(ANY_NP));
    }
}

/// *What* is she looking at: the object stands at the front of the question.
fn in_front(site: Node<'_>, found: &mut Found) {
    let is_open = |phrase: Node<'_>| phrase.is(VP) && phrase.follows(NP) && !has_to_clause(phrase);
    let is_last = site.next().is_none() && site.parent().is_some_and(is_open);
    let above = match site.is(PRT) {
        true => is_last,
        false if !is_stranded(site) => false,
        false => is_last || is_behind_subject(site),
    };
    if !above {
        return;
    }
    let clauses = if is_last { SQ | SINV | S | VP } else { SQ };
    let question = std::iter::successors(site.parent(), |node| node.parent())
        .find(|node| !node.is(clauses))
        .filter(|node| node.is(SBARQ));
    let first = question.and_then(Node::first);
    add_all(found, first.filter(|first| first.is(WHNP) && !first.has(WRB)).into_iter());
}

/// "What is she at?"
fn is_behind_subject(site: Node<'_>) -> bool {
    site.prev().is_some_and(|prev| prev.is(NP) && prev.follows(VBZ | VBD) && !prev.precedes(VP))
}
