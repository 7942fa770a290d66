//! Clauses that modify, and what introduces them.

use super::complements::is_before_participle;
use super::objects::has_stranded;
use super::*;
use crate::stanford::lexicon::{ASKING, CONTROL, TELL};

const THAT: [&str; 2] = ["that", "whether"];

/// Says *that* she left; left *because* it rained.
pub(super) fn mark(site: Node<'_>, found: &mut Found) {
    let is_coordinated = |parent: Node<'_>| {
        parent.is(ANY_NP | ANY_UCP | SBAR) && parent.has(CONJUNCTION) && parent.follows(VBX)
    };
    let is_complement = || {
        site.follows(VBX)
            || site.prev_is(NP | NN | NNS)
            || site.is_in(ADJP | PP)
            || site.parent().is_some_and(is_coordinated)
    };
    add_all(
        found,
        site.kids_in(IN | DT)
            .filter(|kid| kid.precedes(S | FRAG) || (kid.says(&THAT) && is_complement())),
    );
}

/// The cat *which* she thinks about: what part the pronoun plays is found later.
pub(super) fn rel(site: Node<'_>, found: &mut Found) {
    let words = site.kids_in(WHNP).filter(|kid| !kid.has(WRB));
    if site.is(SBAR) {
        let is_open =
            |phrase: Node<'_>| phrase.has(SBAR) || has_stranded(phrase) || has_to_clause(phrase);
        if site.kids_in(S).any(|clause| clause.has(NP) && clause.kids_in(VP).any(is_open)) {
            add_all(found, words);
        }
    } else if site.through(SQ | SINV).any(|node| is_copula(node) && !node.precedes(VP)) {
        add_all(found, words.filter(|kid| !kid.is_time()));
    }
}

/// A preposition that introduces a clause: *because*, but not *in order*.
fn introduces(node: Node<'_>) -> bool {
    let is_order = |next: Node<'_>| next.is(NN) && next.says(&["order"]);
    node.is(IN) && !node.reads(&THAT) && !node.next().is_some_and(is_order)
}

/// Left *because it rained*; *if it rains*, stay.
pub(super) fn advcl(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        let in_question = |kid: &Node<'_>| {
            !kid.follows(COLON)
                && question_parts(*kid).any(is_adverbial_question)
                && (!has_verb(site, ASKING)
                    || kid.follows(SBAR | S)
                    || (kid.follows(NP) && !has_verb(site, TELL)))
        };
        let is_adverbial = |kid: &Node<'_>| {
            is_introduced(*kid) || kid.kids_in(SBAR).any(is_introduced) || in_question(kid)
        };
        add_all(found, site.kids_in(SBAR).filter(is_adverbial));
    } else if site.is(NP) {
        add_all(found, compared_clauses(site, true));
    } else if site.is(ADVP) {
        if site.has(ADVP) {
            add_all(found, site.kids_in(SBAR));
        }
    } else {
        of_clause(site, found);
    }
}

/// Clauses such as *because it rained*, *had it rained*, *so that it rains*, *now that it rains*.
fn is_introduced(node: Node<'_>) -> bool {
    let that = |kid: Node<'_>| kid.is(IN) && kid.reads(&["that"]);
    let has_that = || node.kids_in(IN).any(that);
    let is_inverted = |only: Node<'_>| {
        only.is(SINV) && only.first().is_some_and(|first| first.is(P_VB | P_MD | P_AUX))
    };
    let now = |first: Node<'_>| {
        first.is(ADVP)
            && first.kids_in(RB).any(|kid| kid.reads(&["now"]))
            && first.next().is_some_and(that)
    };
    node.kids_in(IN).any(|kid| !kid.reads(&THAT))
        || node.only().is_some_and(is_inverted)
        || (node.kids_in(RB | IN).any(|kid| kid.reads(&["so", "now"])) && has_that())
        || node.first().is_some_and(now)
}

fn of_clause(site: Node<'_>, found: &mut Found) {
    let is_sentence = site.is(S | SQ | SINV);
    for kid in site.kids_in(SBAR) {
        let starts = || kid.first().is_some_and(introduces);
        let starts_late = || kid.nth(1).is_some_and(introduces);
        let comma = kid.next().filter(|next| next.is(COMMA));
        let comma_before = |set: Set| comma.is_some_and(|comma| comma.precedes(set));
        let in_question = || {
            let asks = |part: Node<'_>| is_adverbial_question(part) && !part.follows(COLON);
            site.is(S | SQ) && question_parts(kid).any(asks)
        };
        let is_adverbial = match is_sentence {
            true => {
                (!kid.follows(NOT_BEFORE_CLAUSE) && !kid.next_is(VP) && starts())
                    || (!kid.follows(NOT_SHORTLY_BEFORE_CLAUSE) && starts_late())
                    || (comma_before(ANY_NP) && starts())
                    || (site.is(S) && kid.precedes(ANY_NP) && kid.precedes(VP))
                    || in_question()
            }
            false => comma_before(SQ | S | SBARQ) && starts(),
        };
        if is_adverbial {
            add(found, kid);
        }
    }
    if site.is(S) {
        // "To win, he cheated."
        let is_fronted = |kid: &Node<'_>| {
            kid.next().is_some_and(|next| next.is(COMMA) && next.precedes(ANY_NP))
                && has_to_phrase(*kid)
        };
        add_all(found, site.kids_in(S).filter(is_fronted));
    }
}

/// Clauses behind a noun that miss an object and have no relative pronoun: those that start with
/// *than*, or those that start with nothing of the kind.
fn compared_clauses<'t>(site: Node<'t>, with_than: bool) -> impl Iterator<Item = Node<'t>> {
    let fits = move |kid: &Node<'t>| {
        let preposition = match with_than {
            true => kid.kids_in(IN).any(|word| word.reads(&["than"])),
            false => !kid.kids_in(IN).any(|word| word.reads(&["than", "that", "whether"])),
        };
        preposition
            && !kid.has(WHPP | WHNP | WHADVP)
            && kid.kids_in(S).any(is_gapped_clause)
            && !is_plain_clause(*kid)
    };
    // Whether a noun phrase stands before, with no conjunction since.
    site.kids()
        .scan(false, |after_noun, kid| {
            let here = *after_noun;
            *after_noun = (here && !kid.is(CC)) || kid.is(NP);
            Some((here, kid))
        })
        .filter_map(|(here, kid)| (here && kid.is(SBAR)).then_some(kid))
        .filter(fits)
}

/// A clause that is nothing but a sentence, and not *to go*.
fn is_plain_clause(node: Node<'_>) -> bool {
    node.only().is_some_and(|only| only.is(S) && !has_to_phrase(only))
}

/// The cat *that sleeps*; the cat *she likes*; the place *where she lives*.
pub(super) fn rcmod(site: Node<'_>, found: &mut Found) {
    let nominal = ANY_NP | WHNP | NML;
    if site.is(nominal) && site.precedes(SBAR) && site.is_in(ANY_NP | WHNP) {
        let goes_on = site.precedes(FW | ADVP | NP) && site.after().any(is_and_so_on);
        if !goes_on && !site.follows(nominal) {
            let near = site.after().take_while(|kid| !kid.is(CONJUNCTION));
            let is_relative = |kid: &Node<'_>| {
                is_plain_clause(*kid) || kid.through(SBAR).any(|node| node.is(WHPP | WHNP))
            };
            add_all(found, near.filter(|kid| kid.is(SBAR)).filter(is_relative));
        }
        if !goes_on && site.is(NP | NML) && site.is_in(ANY_NP) && !site.follows(NP | NML) {
            let clauses = site.after().filter(|kid| kid.is(SBAR));
            add_all(found, clauses.filter(|kid| kid.kids_in(WHADVP).any(is_place_or_time)));
        }
    }
    if site.has(RRC) && site.is(ANY_NP | WHNP) && site.head_is(NP | WHNP | NML | DT | S) {
        add_all(found, site.kids_in(RRC));
    }
    if site.is(ADVP) && site.has(SBAR) {
        let is_where = |kid: Node<'_>| kid.form().ends_with(b"where");
        if site.kids_in(ADVP).any(|kid| kid.kids_in(RB).any(is_where)) {
            add_all(found, site.kids_in(SBAR));
        }
    }
    if site.is(NP) && site.has(SBAR) {
        add_all(found, compared_clauses(site, false));
    }
}

/// *where*, *why*, *when*, and words that start with them.
fn is_place_or_time(node: Node<'_>) -> bool {
    let starts = |kid: Node<'_>, word: &str| {
        let start = kid.form().get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    node.kids_in(WRB).any(|kid| ["where", "why", "when"].iter().any(|word| starts(kid, word)))
}

/// A cat *sleeping on the mat*; a book *to read*; *having eaten*, it slept.
pub(super) fn vmod(site: Node<'_>, found: &mut Found) {
    if site.is(NPX | WHNP | NML | NX) {
        of_noun(site, found);
    } else if site.is(S | SINV) {
        add_all(found, site.kids_in(S).filter(|kid| is_set_off(*kid)));
    } else if site.is(VP) {
        of_verb(site, found);
    } else if site.has(WHNP) {
        let starts = |phrase: Node<'_>| phrase.first().is_some_and(|first| first.is(TO));
        add_all(found, site.kids_in(S).filter(|kid| kid.kids_in(VP).any(starts)));
    }
}

fn of_noun(site: Node<'_>, found: &mut Found) {
    let modifies = |kid: &Node<'_>| {
        (kid.has(VBG | VBN | VBD) && kid.follows(ANY_NP | NML | NX))
            || (kid.prev_is(COMMA) && is_participle_phrase(*kid))
    };
    add_all(found, site.kids_in(VP).filter(modifies));
    if site.is(NPX) {
        let is_purpose = |kid: &Node<'_>| {
            kid.follows(NP | NN | NNP | NNS | NML)
                && match kid.is(S) {
                    true => has_to_phrase(*kid),
                    false => has_to_clause(*kid),
                }
        };
        add_all(found, site.kids_in(S | SBAR).filter(is_purpose));
    }
}

/// *Smiling*, she left; she, *smiling*, left.
fn is_set_off(node: Node<'_>) -> bool {
    let is_participle = |phrase: Node<'_>| {
        is_participle_phrase(phrase) || phrase.first().is_some_and(is_participle_phrase)
    };
    let is_subject = |kid: Node<'_>| kid.is(ANY_NP) || (kid.is(PP) && kid.is_beside(ANY_NP));
    let comma_behind = node.next().is_some_and(|next| next.is(COMMA) && next.next_is(ANY_NP));
    let comma_before =
        || node.prev().is_some_and(|prev| prev.is(COMMA) && prev.prev().is_some_and(is_subject));
    (comma_behind || comma_before()) && node.kids_in(VP).any(is_participle)
}

fn of_verb(site: Node<'_>, found: &mut Found) {
    // Whether a verb in *-ing* stands before, with no colon since.
    let mut after_gerund = false;
    for kid in site.kids() {
        if kid.is(S) {
            let is_set_off =
                |comma: Node<'_>| comma.is(COMMA) && comma.prev().is_some_and(is_before_participle);
            if (kid.prev().is_some_and(is_set_off) && kid.kids_in(VP).any(is_participle_phrase))
                || (after_gerund && kid.kids_in(VP).any(|phrase| phrase.has(VBG)))
                || (kid.follows(NP) && has_to_phrase(kid) && !follows_verb(kid, CONTROL))
            {
                add(found, kid);
            }
        }
        after_gerund = (after_gerund && !kid.is(COLON)) || kid.is(VBG);
    }
}

/// The cat, *I think*, sleeps; she left: *it rained*.
pub(super) fn parataxis(site: Node<'_>, found: &mut Found) {
    let clause = S | SINV | SBAR;
    if site.is(VP) {
        add_all(found, site.kids_in(PRN).filter(|kid| kid.has(clause)));
        if site.is_beside(PRN) && !is_very_wide(site.parent()) {
            let is_aside = |kid: &Node<'_>| {
                kid.is(PRN) && (kid.has(clause) || (kid.has(VP) && kid.has(ANY_NP)))
            };
            add_all(found, site.before().chain(site.after()).filter(is_aside));
        }
    } else {
        // Whether a sentence stands before that no conjunction follows.
        let mut is_second = false;
        for kid in site.kids_in(S | SBARQ) {
            if is_second {
                add(found, kid);
            }
            is_second |= !kid.precedes(CONJUNCTION);
        }
    }
    if site.has(COLON) {
        let behind = |set: Set| site.kids_in(set).filter(|kid| kid.prev_is(COLON));
        if !site.kids_in(CONJUNCTION).any(|kid| kid.prev().is_some()) {
            add_all(found, behind(P_S));
        }
        if !site.has(CONJUNCTION) {
            let after_verb = |kid: &Node<'_>| kid.prev().is_some_and(|colon| colon.follows(P_V));
            add_all(found, behind(ANY_NP).filter(after_verb));
        }
    }
}
