//! Auxiliaries and copulas.

use super::*;
use crate::stanford::lexicon::{BE, BEGET};

fn has_be(node: Node<'_>) -> bool {
    node.has_word(VERB, BE)
}

/// The verb phrases that stand behind one with a child of a set.
fn behind_phrase_with<'t>(site: Node<'t>, set: Set) -> impl Iterator<Item = Node<'t>> {
    let first = site.kids_in(VP).find(|kid| kid.has(set)).map_or(u32::MAX, |kid| kid.id);
    site.kids_in(VP).filter(move |kid| kid.id > first)
}

/// *has* left, *will* leave, *to* leave; in questions, *has* she left.
pub(super) fn aux(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        if site.has(VP) {
            add_all(found, site.kids_in(TO | MD | P_VB | AUX | AUXG | POS));
        }
    } else if site.is(CONJP) {
        if site.has(VB) {
            add_all(found, site.kids_in(TO));
        }
    } else {
        let verbs = site.kids_in(P_VB | P_MD | P_AUX);
        add_all(found, verbs.filter(|kid| kid.precedes(P_VP | P_ADJP)));
    }
    if site.is(SINV) {
        // "Sitting there was a cat": the verb phrase of the auxiliary.
        add_all(found, behind_phrase_with(site, VBG).filter(|kid| has_be(*kid)));
    }
}

/// The cat *was* seen; the cat *got* caught.
pub(super) fn auxpass(site: Node<'_>, found: &mut Found) {
    let phrase = VP | ADJP;
    if site.is(VP) {
        let is_passive = |kid: Node<'_>| {
            kid.has(PARTICIPLE)
                || (kid.has(CC) && kid.kids_in(phrase).any(|inner| inner.has(PARTICIPLE)))
        };
        if site.kids_in(phrase).any(is_passive) {
            add_all(found, site.kids_in(VERB).filter(|kid| kid.lists(BEGET)));
        }
        return;
    }
    let last = site.kids_in(VP).rfind(|kid| kid.has(PARTICIPLE)).map_or(0, |kid| kid.id);
    add_all(found, site.kids_in(VERB).filter(|kid| kid.lists(BE) && kid.id < last));
    if site.is(SINV) {
        // "Also seen was a cat", "Also seen has been a cat".
        let is_auxiliary = |kid: &Node<'_>| has_be(*kid) || kid.kids_in(VP).any(has_be);
        add_all(found, behind_phrase_with(site, PARTICIPLE).filter(is_auxiliary));
    }
}

/// The cat *is* big; the cat *is* a hunter.
pub(super) fn cop(site: Node<'_>, found: &mut Found) {
    let copulas = site.kids_in(VBX).filter(|kid| kid.lists(COPULA));
    let just_adjective = |sister: Node<'_>| {
        sister.is(S) && sister.only().is_some_and(|only| only.is(ADJP) && only.has(JJ))
    };
    if site.is(VP) {
        let is_verbal = |kid: Node<'_>| kid.is(PARTICIPLE) && !kid.precedes(P_N);
        let is_predicate = |sister: Node<'_>| {
            (sister.is(P_ADJP | NP | WHNP) && !sister.kids_in(PARTICIPLE).any(is_verbal))
                || just_adjective(sister)
        };
        // One predicate behind the last copula is behind all of them.
        let last = site.kids().rfind(|kid| is_predicate(*kid)).map_or(0, |last| last.id);
        add_all(found, copulas.filter(|kid| kid.id < last));
    } else if site.is(SQ | SINV) {
        let is_predicate = |sister: Node<'_>| {
            (sister.is(ADJP) && !sister.has(PARTICIPLE))
                || (sister.is(NP) && sister.precedes(NP))
                || just_adjective(sister)
        };
        let last = site.kids().rfind(|kid| is_predicate(*kid)).map_or(0, |last| last.id);
        add_all(found, copulas.filter(|kid| kid.id < last));
        if site.is(SINV)
            && let Some(head) = site.head().filter(|head| head.is(NP))
            && let Some(noun) = head.after().find(|sister| sister.is(NP))
        {
            // "A friend he is": the verb phrase of the copula.
            add_all(found, noun.after().filter(|sister| sister.is(VP) && has_copula(*sister)));
        }
    } else if site.kids_in(WHNP).any(|kid| kid.has(WP)) {
        add_all(found, copulas);
    }
}
