//! What stands in noun phrases.

use super::*;

const NOUN_PHRASE: Set = Set::any(&[NPX, WHNP, NX, NML]);

/// *Three* cats.
pub(super) fn num(site: Node<'_>, found: &mut Found) {
    if site.is(NOUN_PHRASE) {
        add_all(found, site.kids_in(CD | QP).filter(|kid| !kid.prev_is(CC)));
        let quantity =
            |kid: &Node<'_>| kid.only().is_some_and(|only| only.is(QP) && !only.has(DOLLAR));
        add_all(found, site.kids_in(ADJP).filter(quantity));
    }
    if site.is(QP) && site.has(DOLLAR) {
        add_all(found, site.kids_in(QP));
    }
    if site.is(PP | NP | X | S | FRAG | SQ | SBARQ | SINV | SBAR | NML | VP | PRN | ADJP) {
        add_all(found, site.kids_in(LST));
    }
}

/// *3.2* billion.
pub(super) fn number(site: Node<'_>, found: &mut Found) {
    add_all(found, site.kids_in(CD | HASH).filter(|kid| !kid.prev_is(CC)));
}

/// *About* 200.
pub(super) fn quantmod(site: Node<'_>, found: &mut Found) {
    let modifiers = IN | RB | RBR | RBS | PDT | DT | JJ | JJR | JJS | XS | XSL | RP;
    add_all(found, site.kids_in(modifiers));
}

/// A *red* ball; a *sleeping* cat.
pub(super) fn amod(site: Node<'_>, found: &mut Found) {
    if site.is(ADJP) {
        let one = JJ | NNP;
        if !site.has(CONJUNCTION) {
            add_all(found, site.kids_in(one).filter(|kid| kid.is_beside(one)));
        }
        return;
    }
    let modifier = ADJP | WHADJP | JJ | JJR | JJS | JJP | VBN | VBG | VBD | IN;
    let counts = |kid: &Node<'_>| kid.kids_in(QP).any(|quantity| !quantity.has(DOLLAR));
    add_all(found, site.kids_in(modifier).filter(|kid| !kid.prev_is(CC) && !counts(kid)));
    if site.is(NPX | WHNP) && !site.has(CONJUNCTION) {
        // "May 5, 1999": the year.
        let year =
            |kid: &Node<'_>| kid.prev_is(COMMA) && kid.follows(P_NP | P_WHNP) && kid.is_just(CD);
        add_all(found, site.kids_in(NP).filter(year));
    }
}

/// *Oil* price futures.
pub(super) fn nn(site: Node<'_>, found: &mut Found) {
    if site.is(ADJP | ADVP | WHADJP | WHADVP) {
        // "in vitro", "de novo".
        let foreign = |kid: &Node<'_>| {
            (kid.is(FW) && !kid.reads(&["etc"])) || (kid.is(IN) && kid.says(&["in", "In"]))
        };
        let before = site.kids_in(FW).filter_map(Node::prev);
        add_all(found, before.filter(foreign));
        return;
    }
    // Whether a noun stands behind, with no possessive ending before it.
    let mut before_noun = false;
    for kid in site.kids().rev() {
        let fits = (kid.is(NP | NOUN | FW | AFX) && !kid.prev_is(COMMA)) || kid.is(NML);
        if before_noun && fits && !kid.ends_possessive() {
            add(found, kid);
        }
        if kid.is(POS) {
            before_noun = false;
        } else if kid.is(NOUN | FW | CD) {
            before_noun = true;
        }
    }
    if site.has(ADJECTIVE) && site.head_is(NOUN) && !site.ends_possessive() {
        let nouns = site.kids_in(NP | NML | NOUN | FW).filter(|kid| kid.next_is(ADJECTIVE));
        add_all(found, nouns.filter(|kid| !kid.ends_possessive()));
    }
}

/// Ann, *my friend*; the World Health Organization (*WHO*).
pub(super) fn appos(site: Node<'_>, found: &mut Found) {
    let noun = P_NP | P_WHNP;
    let is_plain = !site.has(CONJUNCTION) && !has_and_so_on(site);
    for kid in site.kids_in(NP) {
        let is_year = kid.is_just(CD);
        let in_brackets = || {
            kid.first().is_some_and(|first| first.is(LRB))
                && kid.last().is_some_and(|last| last.is(RRB))
        };
        let follows = kid.follows(noun);
        let behind_comma = is_plain && kid.prev_is(COMMA);
        let is_name = || {
            is_plain
                && kid.is_just(NNP)
                && kid.prev().is_some_and(|prev| prev.is(noun) && !prev.has(POS))
        };
        if (follows && !is_year && (behind_comma || (!site.has(CONJUNCTION) && in_brackets())))
            || is_name()
        {
            add(found, kid);
        }
    }
    add_all(found, site.kids_in(PRN).filter(|kid| is_bracketed_noun(*kid) || is_acronym(*kid)));
    if is_plain && site.is(NPX) {
        let after_name =
            |kid: &Node<'_>| kid.prev().is_some_and(|prev| prev.is(COMMA) && prev.prev_is(NNP));
        add_all(found, site.kids_in(NNP).filter(after_name));
    }
}

/// *(a cat)*.
fn is_bracketed_noun(node: Node<'_>) -> bool {
    node.kids_in(NP).any(|kid| kid.has(P_NN | P_CD) && kid.follows(LRB) && kid.next_is(RRB))
}

/// *(WHO)*: capitals in brackets, and nothing that makes it more than a name.
fn is_acronym(node: Node<'_>) -> bool {
    const NOT_IN_NAMES: Set = Set::any(&[POS, WPS, PRPS, COMMA, DOLLAR, HASH, CC, RB, CD]);
    let words = ["POS", "WP$", "PRP$", ",", "$", "#", "CC", "RB", "CD"];
    node.first().is_some_and(|first| first.is(LRB))
        && node.last().is_some_and(|last| last.is(RRB))
        && !node.dominates(NOT_IN_NAMES)
        && node.through(NP).any(|kid| kid.is(NNP | NN) && starts_with_capitals(kid.form()))
        && !node.through(EVERY).any(|kid| kid.says(&words))
}

/// Two capitals or more, each with or without a period.
fn starts_with_capitals(form: &[u8]) -> bool {
    match form {
        [first, b'.', second, ..] | [first, second, ..] => {
            first.is_ascii_uppercase() && second.is_ascii_uppercase()
        }
        _ => false,
    }
}

/// *The* cat; *which* cat.
pub(super) fn det(site: Node<'_>, found: &mut Found) {
    const BOTH: [&str; 3] = ["either", "neither", "both"];
    if site.is(NPX | NAC | NML | NX | X) {
        for kid in site.kids_in(DT) {
            let is_no = kid.reads(&["no"]);
            let is_both = kid.reads(&BOTH);
            let is_single = !kid.next_is(DT) && !kid.precedes(CC);
            let is_determiner = (is_single && !is_both && !is_no && determines(kid))
                || (site.is(NPX) && determines_in_coordination(kid, is_both, is_no));
            if is_determiner {
                add(found, kid);
            }
        }
    }
    if site.is(NPX) {
        add_all(found, all_of_them(site).into_iter());
    }
    if site.is(WHNP | ADVP | ADJP) {
        let before = P_NP | P_NN | P_CD | P_RBS | P_JJ;
        let is_determiner = |kid: &Node<'_>| {
            !kid.reads(&["no"])
                && kid.precedes(before)
                && !(kid.is(DT) && kid.precedes(CONJUNCTION))
        };
        add_all(found, site.kids_in(DT | WDT | WP).filter(is_determiner));
    }
    if site.is(WHNP) {
        add_all(found, site.kids_in(WHNP).filter(|kid| kid.has(WDT) && kid.precedes(NP)));
    }
    if site.is(ANY_NP) {
        let before = P_NP | P_NN | P_CD | P_RBS;
        add_all(found, site.kids_in(WDT | WP).filter(|kid| kid.precedes(before)));
    }
}

/// Whether something that can be determined follows, and not only behind a possessive.
fn determines(kid: Node<'_>) -> bool {
    let mut is_blocked = false;
    kid.precedes(DETERMINED)
        && kid.after().any(|sister| {
            let determined = !is_blocked && sister.is(DETERMINED);
            is_blocked |= sister.is(HAS_POS);
            is_blocked &= !sister.is(HAS_CLOSING);
            determined
        })
}

/// *Neither* cat; *the* cats and dogs; *the* poor.
fn determines_in_coordination(kid: Node<'_>, is_both: bool, is_no: bool) -> bool {
    let is_single = !kid.next_is(DT) && !kid.precedes(CC);
    let nominal = kid.precedes(P_NOMINAL);
    let coordinated = |sister: Node<'_>| sister.is(NP) && sister.has(CC);
    if is_both && is_single && nominal && !(kid.precedes(NP) && kid.after().any(coordinated)) {
        return true;
    }
    if !is_both && !is_no && nominal && kid.precedes(CC) {
        return true;
    }
    !is_no && is_single && precedes_bare_adjective(kid)
}

/// Whether an adjective that is not right before a noun follows.
fn precedes_bare_adjective(kid: Node<'_>) -> bool {
    kid.precedes(P_JJ) && kid.after().any(|sister| sister.is(P_JJ) && !sister.next_is(P_NN))
}

/// We *all*.
fn all_of_them(site: Node<'_>) -> Option<Node<'_>> {
    let last = site.last().filter(|last| last.is(NP | DT | RB))?;
    let is_all = site.words().is_one(last.last_word(), &["all", "both", "each"]);
    let mut edge = std::iter::successors(site.first(), |node| node.first());
    (is_all && edge.any(|node| node.is(PRP))).then_some(last)
}

/// *All* the cats.
pub(super) fn predet(site: Node<'_>, found: &mut Found) {
    for kid in site.kids_in(PDT | DT) {
        let before_nominal =
            kid.next_is(DT | WPS | PRPS) && kid.precedes(P_NOMINAL) && !kid.precedes(CC);
        let before_adjective = || {
            site.is(NPX | WHNP)
                && !site.precedes(CC)
                && kid.next_is(DT)
                && precedes_bare_adjective(kid)
        };
        if before_nominal || before_adjective() {
            add(found, kid);
        }
    }
    if site.is(NPX | WHNP) && site.last().is_some_and(|last| last.is(DT)) {
        add_all(found, site.kids_in(PDT));
    }
}

/// *Her* book; *Ann* 's book.
pub(super) fn poss(site: Node<'_>, found: &mut Found) {
    let nominal = NP | NML | WHNP | WHNML;
    add_all(found, site.kids_in(WPS | PRPS));
    if site.is(ANY_NP | NML | WHNP | WHNML) {
        let joins = |kid: Node<'_>| kid.precedes(nominal);
        let is_coordinated = |node: Node<'_>| node.kids_in(CONJUNCTION).any(joins);
        let is_free = !is_coordinated(site);
        let owns = |kid: &Node<'_>| {
            (is_free && has_possessive(*kid))
                || (is_coordinated(*kid) && kid.kids_in(nominal).any(has_possessive))
        };
        add_all(found, site.kids_in(nominal).filter(owns));
    }
    if site.is(ANY_NP | NML | NX | WHNP | WHNML) && site.has(POS) {
        // An ending that was not put under the owner's phrase.
        let is_ending = |kid: &Node<'_>| kid.precedes(P_NN) && kid.form().contains(&b'\'');
        for ending in site.kids_in(POS).filter(is_ending) {
            add_all(found, ending.before().find(|kid| kid.is(P_NN | P_NP)).into_iter());
        }
    }
}

fn has_possessive(node: Node<'_>) -> bool {
    node.has(POS) || node.kids_in(VBZ).any(is_clitic)
}

fn is_clitic(node: Node<'_>) -> bool {
    node.says(&["'s", "’s"])
}

/// Ann *'s* book.
pub(super) fn possessive(site: Node<'_>, found: &mut Found) {
    add_all(found, site.kids_in(POS | VBZ).filter(|kid| kid.is(POS) || is_clitic(*kid)));
}
