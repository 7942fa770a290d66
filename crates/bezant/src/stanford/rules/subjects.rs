//! Subjects.

use super::*;
use crate::stanford::lexicon::BEGET;

/// *The cat* sleeps; *who* sleeps; in questions, is *the cat* asleep.
pub(super) fn nsubj(site: Node<'_>, found: &mut Found) {
    if site.is(S) {
        in_clause(site, found);
    } else if site.is(SBAR) {
        in_subordinate_clause(site, found);
    } else if site.is(SBARQ) {
        in_wh_question(site, found);
    } else if site.is(SINV) {
        in_inversion(site, found);
    } else {
        in_question(site, found);
    }
}

/// Not *there* in *there is a cat*.
fn has_meaning(kid: &Node<'_>) -> bool {
    !kid.has(EX)
}

fn in_clause(site: Node<'_>, found: &mut Found) {
    let is_object_clause = site.is_in(VP);
    for kid in site.kids_in(NP | WHNP) {
        if kid.precedes(VP) {
            let is_time = kid.is_time();
            // "wants him to go": the object of the verb above, not a subject.
            let is_free =
                || !is_object_clause || kid.after().any(|sister| sister.is(VP) && !sister.has(TO));
            if (!is_time && has_meaning(&kid) && is_free())
                || (is_time && kid.is(NP) && !kid.precedes(NP))
            {
                add(found, kid);
            }
        }
        // "makes him a star": nothing but two noun phrases.
        if is_object_clause && kid.is(NP) && kid.next_is(NP | ADJP) {
            add(found, kid);
        }
    }
    if site.kids_in(NP).any(|kid| kid.has(EX)) {
        // "There are cats": the noun phrase behind the verb.
        add_all(found, site.through(VP).filter(|node| node.is(NP) && node.is_in(VP)));
    }
}

fn in_question(site: Node<'_>, found: &mut Found) {
    let nouns = || site.kids_in(NP).filter(has_meaning);
    add_all(found, nouns().filter(|kid| kid.precedes(VP)));
    if !site.is(SQ) {
        return;
    }
    // Of "who is she", *who* may be the subject.
    let is_asked = site.follows(NP | WHNP);
    for kid in nouns().filter(|kid| !kid.precedes(VP)) {
        let Some(prev) = kid.prev() else { continue };
        if is_copula(prev) || (!is_asked && prev.is(VBX)) || (prev.is(RB) && prev.prev_is(VBX)) {
            add(found, kid);
        }
    }
    // "Is there a cat?"
    if let Some(there) = site.kids_in(NP).find(|kid| kid.has(EX)) {
        add_all(found, there.after().filter(|sister| sister.is(NP)));
    }
}

fn in_wh_question(site: Node<'_>, found: &mut Found) {
    let lacks_subject = |question: Node<'_>| {
        question.kids_in(VP).any(|phrase| !phrase.follows(NP))
            || question
                .kids_in(P_VB)
                .any(|verb| !verb.lists(COPULA) && !verb.follows(NP) && !verb.precedes(VP))
    };
    if site.kids_in(SQ).any(lacks_subject) {
        add_all(found, site.kids_in(WHNP));
    }
    add_all(found, site.kids_in(SQ).filter(|kid| has_copula(*kid) && !kid.has(VP)));
    if has_copula(site) {
        if site.kids_in(WHNP).any(|kid| kid.has(WP)) {
            add_all(found, site.kids_in(NP));
        }
        // "Who is happy?"
        let asks_adjective = |copula: Node<'_>| {
            let next = copula.after().find(|sister| sister.is(ADJP | NP));
            next.is_some_and(|next| next.is(ADJP))
        };
        let last = site.kids().rfind(|kid| is_copula(*kid) && asks_adjective(*kid));
        let last = last.map_or(0, |last| last.id);
        add_all(found, site.kids_in(WHNP).filter(|kid| kid.id < last));
    }
    if let Some(first) = site.first().filter(|first| first.is(WHNP)) {
        // "What is there?", "Who is in the house?"
        let is_place = |question: Node<'_>| {
            has_copula(question)
                && (question.has(PP) || question.kids_in(NP).any(|kid| kid.has(EX)))
        };
        add_all(found, site.kids_in(SQ).any(is_place).then_some(first).into_iter());
    }
}

fn in_inversion(site: Node<'_>, found: &mut Found) {
    let verb = VP | VBZ | VBD | VBP | VB | MD | AUX;
    let copula = site.kids().rfind(|kid| kid.is(VP) && has_copula(*kid)).map_or(0, |kid| kid.id);
    for kid in site.kids_in(NP | WHNP) {
        let is_behind = kid
            .prev()
            .is_some_and(|prev| prev.is(verb) || (prev.is(RB | ADVP) && prev.prev_is(verb)));
        let is_alone = kid.prev().is_none() && !kid.precedes(ANY_NP);
        let is_second = kid.is(NP) && kid.follows(NP) && kid.id < copula;
        if is_behind || is_alone || is_second {
            add(found, kid);
        }
    }
}

fn in_subordinate_clause(site: Node<'_>, found: &mut Found) {
    let lacks_subject = |node: Node<'_>| node.kids_in(VP).any(|phrase| !phrase.follows(NP));
    if site.has(WHNP) {
        let is_subject = match site.has(S) {
            true => site.kids_in(S).any(|clause| !clause.has(SBAR) && lacks_subject(clause)),
            false => lacks_subject(site),
        };
        if is_subject {
            add_all(found, site.kids_in(WHNP));
        }
        return;
    }
    // "the cat which she said was asleep": the pronoun stands two clauses above.
    let is_open = |clause: Node<'_>| !clause.kids_in(NP).any(|noun| noun.precedes(VP));
    if site.is_in(VP) && site.kids_in(S).any(is_open) {
        let clause = site.parent().and_then(Node::parent).filter(|clause| clause.is(S));
        let pronoun = clause.and_then(Node::prev).filter(|prev| prev.is(WHNP));
        add_all(found, pronoun.into_iter());
    }
}

/// *The cat* was seen.
pub(super) fn nsubjpass(site: Node<'_>, found: &mut Found) {
    let is_passive = |phrase: Node<'_>| {
        phrase.has_word(VBX, BEGET) && phrase.kids_in(VP).any(|inner| inner.has(PARTICIPLE))
    };
    if site.kids_in(VP).any(is_passive) {
        add_all(found, site.kids_in(NP | WHNP).filter(has_meaning));
    }
}

/// Clauses before a verb phrase that has no other subject, with that verb phrase.
fn clause_subjects(site: Node<'_>, found: &mut Found, is_verb: fn(Node<'_>) -> bool) {
    // A verb phrase behind one clause is behind all clauses before that.
    let verb = site.kids().rfind(|kid| kid.is(VP) && !kid.follows(NP) && is_verb(*kid));
    let Some(verb) = verb else { return };
    let clauses = site.kids_in(SBAR | S).filter(|kid| kid.id < verb.id);
    add_all(found, clauses.filter(|kid| !kid.next_is(COMMA)));
}

/// *What she said* is true.
pub(super) fn csubj(site: Node<'_>, found: &mut Found) {
    clause_subjects(site, found, |_| true);
}

/// *That she lied* was suspected.
pub(super) fn csubjpass(site: Node<'_>, found: &mut Found) {
    clause_subjects(site, found, |phrase| {
        let is_passive =
            |inner: Node<'_>| inner.is(VP) && inner.has(PARTICIPLE) && has_auxiliary_above(inner);
        phrase.through(VP).any(is_passive)
    });
}

fn has_auxiliary_above(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| parent.is(VP) && parent.has_word(VBX, BEGET))
}

/// *There* is a cat.
pub(super) fn expl(site: Node<'_>, found: &mut Found) {
    let is_there = |kid: &Node<'_>| kid.dominates(EX) && kid.through(NP).any(|node| node.is(EX));
    add_all(found, site.kids_in(NP).filter(is_there));
}
