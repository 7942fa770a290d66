//! Adverbs, prepositional phrases, times, and words that are part of others.

use super::*;
use crate::stanford::lexicon::{NEGATION, SELF, is_emoticon};

const ADVERB: Set = Set::any(&[RB, RBR, RBS, WRB, ADVP, WHADVP]);

/// Commas, periods, quotation marks, brackets, hyphens.
pub(super) fn punct(site: Node<'_>, found: &mut Found) {
    let marks = PERIOD | COLON | COMMA | CLOSING | OPENING | STAR | LRB | RRB | HYPH | NFP;
    let is_face = |kid: &Node<'_>| kid.is(NFP) && is_emoticon(kid.form());
    add_all(found, site.kids_in(marks).filter(|kid| !is_face(kid)));
}

/// *Oh*, she left.
pub(super) fn discourse(site: Node<'_>, found: &mut Found) {
    add_all(found, site.kids_in(NFP).filter(|kid| is_emoticon(kid.form())));
    add_all(found, site.kids_in(INTJ));
    let is_aside = |kid: &Node<'_>| {
        let at = |n: u32, set: Set| kid.nth(n).is_some_and(|kid| kid.is(set));
        at(0, COMMA | LRB) && at(1, INTJ) && (kid.n_kids() == 2 || at(2, COMMA | RRB))
    };
    add_all(found, site.kids_in(PRN).filter(is_aside));
}

/// A part of a word that was split by mistake.
pub(super) fn goeswith(site: Node<'_>, found: &mut Found) {
    add_all(found, site.kids_in(GW));
}

/// Whether it is an adverb that neither negates nor goes on.
fn is_plain(node: &Node<'_>) -> bool {
    !node.lists(NEGATION) && !node.kids_in(FW).any(is_etc)
}

/// Left *early*; *very* happy.
pub(super) fn advmod(site: Node<'_>, found: &mut Found) {
    const PLAIN: Set =
        Set::any(&[VP, ADJP, JJP, WHADJP, S, SQ, SBAR, SBARQ, SINV, XS, RRC, NPX, WHNP]);
    if site.is(PLAIN) {
        add_all(found, site.kids_in(ADVERB).filter(is_plain));
    }
    if site.is(ADVP | WHADVP) {
        let fits =
            |kid: &Node<'_>| is_plain(kid) && !kid.reads(&["no"]) && is_in_conjunct(*kid, site);
        add_all(found, site.kids_in(ADVERB | JJ).filter(fits));
    }
    if site.is(PP | WHPP) {
        let head = site.head().map_or(0, |head| head.id);
        let anywhere = site.has(ANY_NP | WHNP);
        let adverbs = site.kids_in(ADVERB).filter(|kid| anywhere || kid.id < head);
        add_all(found, adverbs.filter(is_plain));
    }
    if site.is(CONJP) {
        add_all(found, site.kids_in(RB).filter(is_plain));
    }
    if site.is(SBAR) {
        add_all(found, site.kids_in(WHNP).filter(|kid| kid.has(WRB)));
    }
    if site.is(SBARQ) {
        add_all(found, site.first().filter(|first| first.is(WHADVP)).into_iter());
    }
    if site.is(XS) {
        add_all(found, site.kids_in(JJ));
    }
    if site.is(ADJP) && !site.has(CONJUNCTION) && site.head_is(ADJECTIVE) {
        // "deep red".
        let lower = |kid: &Node<'_>| !kid.form().first().is_some_and(u8::is_ascii_uppercase);
        let pairs = site.kids_in(ADJECTIVE).filter(|kid| kid.next_is(ADJECTIVE));
        add_all(found, pairs.filter(lower));
    }
}

/// Whether no conjunction stands between a child and the head of its phrase.
fn is_in_conjunct(kid: Node<'_>, site: Node<'_>) -> bool {
    if !site.has(CC_OR_CONJP) {
        return true;
    }
    let head = site.head().map_or(kid.id, |head| head.id);
    let (from, to) = (kid.id.min(head) + 1, kid.id.max(head));
    !(from..to).any(|id| site.sibling(id).is(CC_OR_CONJP))
}

/// *Not* here; *no* cats.
pub(super) fn neg(site: Node<'_>, found: &mut Found) {
    let negates = |kid: &Node<'_>| kid.lists(NEGATION);
    if site.is(VP | NPX | ADJP | SQ | S | FRAG | CONJP | PP) {
        add_all(found, site.kids_in(RB).filter(negates));
    }
    if site.is(VP | ADJP | S | SBAR | SINV | FRAG) {
        let never =
            |kid: &Node<'_>| kid.head().is_some_and(|head| head.is(RB) && head.lists(NEGATION));
        add_all(found, site.kids_in(ADVP).filter(never));
    }
    if site.is(VP) && site.follows(RB) && site.is_in(SQ) && !is_very_wide(site.parent()) {
        add_all(found, site.before().filter(|kid| kid.is(RB)).filter(negates));
    }
    if site.is(NPX | NAC | NML | NX | ADJP | ADVP) {
        let no = site.kids_in(DT | RB).filter(|kid| kid.precedes(DETERMINED));
        add_all(found, no.filter(|kid| kid.reads(&["no"])));
    }
    if site.is(ADVP | WHADVP) && !site.has(CONJUNCTION) {
        add_all(found, site.kids_in(ADVERB | JJ).filter(|kid| kid.reads(&["no"])));
    }
}

/// Because *of*; rather *than*.
pub(super) fn mwe(site: Node<'_>, found: &mut Found) {
    let has = |set: Set, words: &[&str]| site.kids_in(set).any(|kid| kid.says(words));
    let add_words = |found: &mut Found, set: Set, words: &[&str]| {
        add_all(found, site.kids_in(set).filter(|kid| kid.says(words)));
    };
    if site.is(PP | XS) && has(IN | TO, &["as", "of", "at", "to", "in"]) {
        let words =
            ["such", "because", "Because", "least", "instead", "due", "Due", "addition", "to"];
        add_words(found, JJ | IN | JJR | JJS | NN, &words);
    }
    if site.is(ADVP) {
        if has(RB | IN, &["well"]) {
            add_words(found, IN | RB | JJS, &["as"]);
        }
        if has(CC, &["but"]) {
            add_words(found, DT, &["all"]);
        }
    }
    if site.is(CONJP) {
        if has(RB, &["rather", "well", "instead"]) {
            add_words(found, RB | IN, &["as", "than", "of"]);
        }
        if has(IN, &["in"]) {
            add_words(found, NN | TO, &["addition", "to"]);
        }
    }
    if site.is(XS) {
        add_all(found, site.kids_in(JJR | JJS));
    }
    if site.is(XSL) {
        add_all(found, site.kids());
    }
}

/// Sat *on a mat*.
pub(super) fn prep(site: Node<'_>, found: &mut Found) {
    const HOSTS: Set = Set::any(&[
        NPX, WHNP, ANY_ADJP, WHADJP, ADVP, WHADVP, NX, NML, VP, NAC, SQ, FRAG, PRN, X, RRC,
    ]);
    let phrase = PP | WHPP;
    if site.is(HOSTS) {
        if !site.last().is_some_and(is_and_so_on) {
            let is_conjunct = |kid: &Node<'_>| {
                kid.prev().is_some_and(|prev| prev.is(CONJUNCTION) && prev.prev().is_some())
            };
            add_all(found, site.kids_in(phrase).filter(|kid| !is_conjunct(kid)));
        }
        add_all(found, site.kids_in(S).filter(|kid| kid.is_just(phrase)));
    }
    if site.is(phrase) && !site.has(CONJUNCTION) {
        add_all(found, site.kids_in(phrase).filter(|kid| !kid.prev_is(IN | VBG | VBN | TO)));
    }
    if site.is(S | SINV) && site.has(VP | S) {
        add_all(found, site.kids_in(PP).filter(|kid| !kid.has(SBAR)));
    }
    if site.is(SBAR | SBARQ) && site.has(S | SQ) {
        add_all(found, site.kids_in(P_PP | P_WHPP));
    }
    if site.is(ANY_NP) {
        add_all(found, site.kids_in(ANY_UCP | PRN).filter(|kid| kid.head_is(PP)));
    }
}

/// Shut *down*.
pub(super) fn prt(site: Node<'_>, found: &mut Found) {
    if site.is(VP) {
        add_all(found, site.kids_in(PRT));
    } else if site.has(P_VB) {
        add_all(found, site.kids_in(RP));
    }
}

/// Left *last night*.
pub(super) fn tmod(site: Node<'_>, found: &mut Found) {
    if site.is(VP | ADJP | RRC) {
        let old = |next: Node<'_>| next.is(P_JJ) && next.says(&["old"]);
        let is_time = |kid: &Node<'_>| {
            kid.is(NP_TMP)
                || (kid.is(VP) && kid.head_is(NP_TMP) && !kid.is_beside(SEPARATES))
                || (kid.is(NP) && kid.is_time() && !kid.next().is_some_and(old))
        };
        add_all(found, site.kids_in(NP_TMP | VP | NP).filter(is_time));
    } else if site.is(PP) {
        let Some(first) = site.kids_in(IN | TO | VBG | FW).next() else { return };
        let objects = site.kids_in(ANY_NP).filter(|kid| kid.id > first.id);
        let is_time = |kid: &Node<'_>| kid.is(NP_TMP) || (kid.is(NP) && kid.is_time());
        add_all(found, objects.filter_map(Node::next).filter(is_time));
    } else if site.is(S) {
        let times = site.kids_in(NP_TMP).filter(|kid| kid.precedes(VP) && kid.is_beside(NP));
        add_all(found, times);
        let before_subject = |kid: &Node<'_>| {
            kid.precedes(VP) && kid.after().any(|sister| sister.is(NP) && sister.precedes(VP))
        };
        add_all(found, site.kids_in(NP).filter(|kid| before_subject(kid) && kid.is_time()));
    } else if site.is(SBAR) {
        in_time_clause(site, found);
    } else if site.is(SBARQ) {
        if site.kids_in(SQ).any(|kid| kid.has(ANY_NP)) {
            add_all(found, site.kids_in(WHNP).filter(|kid| kid.is_time()));
        }
    } else {
        add_all(found, site.kids_in(NP_TMP));
    }
}

/// *The day* when she left.
fn in_time_clause(site: Node<'_>, found: &mut Found) {
    let when = |kid: Node<'_>| kid.kids_in(WRB).any(|word| word.says(&["when"]));
    let links = |verb: Node<'_>| is_copula(verb) && !verb.next_is(VP);
    let is_verb = |next: Node<'_>| next.is(VP) && !next.kids_in(VBX).any(links);
    let has_verb = |noun: Node<'_>| noun.next().is_some_and(is_verb);
    if site.follows(NP)
        && !site.follows(CC)
        && site.kids_in(WHADVP).any(when)
        && site.kids_in(S).any(|clause| clause.kids_in(NP).any(has_verb))
    {
        add_all(found, site.parent().filter(|parent| parent.is(NP)).into_iter());
    }
}

/// Five *feet* long; the cat *itself*.
pub(super) fn npadvmod(site: Node<'_>, found: &mut Found) {
    if site.is(ADVP | ANY_ADJP | PP | WHADVP | WHADJP | WHPP) {
        let measured =
            |head: &Node<'_>| head.is(JJ | JJR | IN | RB | RBR) && !head.says(&["notwithstanding"]);
        let before = site.head().filter(measured).and_then(Node::prev);
        let measure = before.filter(|kid| kid.is(ANY_NP) && !kid.has(NNP | NNPS));
        add_all(found, measure.into_iter());
    }
    if site.is(ANY_ADJP) {
        if !site.has(CONJUNCTION) {
            add_all(found, site.kids_in(NN).filter(|kid| kid.precedes(P_JJ)));
        }
        if site.is_in(ANY_NP) {
            add_all(found, site.kids_in(ANY_NP | NOUN).filter(|kid| is_before_hyphen(*kid)));
        }
    }
    if site.is(ANY_NP | WHNP) {
        add_all(found, site.kids_in(NP_ADV));
        add_all(found, emphasis(site));
        if let (Some(first), Some(second), 2) = (site.first(), site.nth(1), site.n_kids())
            && site.is(ANY_NP)
            && first.is(ANY_NP)
            && second.is(ANY_NP)
            && site.words().is_one(first.head_word(), &["%"])
            && site.words().is_one(second.head_word(), &["days", "month", "months"])
        {
            add(found, second);
        }
    }
    if site.is(VP) {
        add_all(found, site.kids_in(NP_ADV));
    }
}

/// *itself* behind what it emphasises.
fn emphasis<'t>(site: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let is_self = |kid: Node<'_>| match kid.is(NP) {
        true => kid.only().is_some_and(|only| only.is(PRP) && only.lists(SELF)),
        false => kid.is(PRP) && kid.lists(SELF),
    };
    // Whether a noun stands before, with no separator since.
    site.kids()
        .scan(false, |after_noun, kid| {
            let here = *after_noun;
            *after_noun = (here && !kid.is(SEPARATES)) || kid.is(NP | NOUN | PRP);
            Some((here, kid))
        })
        .filter(move |(here, kid)| *here && is_self(*kid))
        .map(|(_, kid)| kid)
}

/// *mouse* in *mouse-derived*, where the hyphen is a word.
fn is_before_hyphen(kid: Node<'_>) -> bool {
    let words = kid.words();
    let next = kid.last_word() + 1;
    (next as usize + 1) < words.len()
        && words.is_tagged(next, HYPH)
        && words.is_tagged(next + 1, VBN | VBG)
}
