//! Conjunctions and conjuncts.

use super::*;

/// Phrases whose conjuncts are clauses or verb phrases.
const CLAUSAL: Set = Set::any(&[VP, S, SBAR, SBARQ, SINV, SQ]);
/// Phrases whose conjuncts are nominal.
const NOMINAL: Set = Set::any(&[ADJP, PP, NPX, WHNP, ADVP, UCP, UCP_TMP, UCP_ADV, NX, NML]);

/// Cats and *dogs*; came, saw and *won*; red, *blue* and *green*.
pub(super) fn conj(site: Node<'_>, found: &mut Found) {
    if site.is(CLAUSAL | RRC) {
        clausal(site, found);
    }
    if site.is(NOMINAL | JJP | QP) {
        nominal(site, found);
    }
    if site.is(NX | NML) {
        let has_conjunction = |kid: Node<'_>| kid.prev().is_some();
        if site.kids_in(CONJUNCTION).any(has_conjunction) || site.kids_in(FW).any(is_etc) {
            add_all(found, site.kids_in(LISTED).filter(|kid| kid.next_is(COMMA)));
        }
    }
    if site.is(CLAUSAL_AND_NOMINAL) {
        let repeated = site.kids_in(CONJUNCTION).filter(|kid| kid.follows(CC));
        add_all(found, repeated.filter_map(Node::next).filter(|next| !next.is(BETWEEN)));
        add_all(found, site.last().into_iter().filter(|last| is_and_so_on(*last)));
    }
}

const CLAUSAL_AND_NOMINAL: Set = Set::any(&[NOMINAL, VP, S, SBAR, SBARQ, SINV, QP]);

/// Came and *won*.
fn clausal(site: Node<'_>, found: &mut Found) {
    let joins = |kid: &Node<'_>| kid.follows(CLAUSAL_LEFT);
    let mut is_coordinated = false;
    for conjunction in site.kids_in(CONJUNCTION).filter(joins) {
        is_coordinated = true;
        behind(conjunction, SBAR, true, found);
    }
    if site.is(SBAR) {
        let conjunctions = site.kids_in(CONJUNCTION).filter(|kid| kid.follows(SBAR));
        add_all(found, conjunctions.filter_map(Node::next).filter(|next| next.is(SBAR)));
    }
    if is_coordinated && site.is(CLAUSAL) {
        listed_clauses(site, found);
    }
}

/// What stands behind a conjunction, and where an adverb may stand between, behind that.
fn behind(conjunction: Node<'_>, except: Set, over_adverb: bool, found: &mut Found) {
    let Some(next) = conjunction.next() else { return };
    if !next.is(BETWEEN | except) {
        add(found, next);
    }
    if over_adverb && next.is(ADVP) {
        add_all(found, next.next().into_iter().filter(|second| !second.is(BETWEEN)));
    }
}

/// Came, *saw* and won: what stands behind a comma or the like.
fn listed_clauses(site: Node<'_>, found: &mut Found) {
    let Some(head) = site.head() else { return };
    // Whether a conjunction stands behind the head with no comma since, whether a comma stands
    // behind the head, and whether no conjunction stands before the first such comma.
    let (mut joined, mut listed, mut listed_first) = (false, false, false);
    let mut after_mark = false;
    for kid in site.kids() {
        if after_mark && kid.is(CONTENT) {
            let inner_comma = || {
                let head = kid.head().map_or(0, |head| head.id);
                kid.kids_in(COMMA).any(|comma| comma.id < head)
            };
            if joined || (listed && (listed_first || inner_comma())) {
                add(found, kid);
            }
        }
        if kid.id > head.id {
            if kid.is(COLON_OR_COMMA) {
                listed_first |= !listed && !kid.follows(CC_OR_CONJP);
                (joined, listed) = (false, true);
            }
            joined |= kid.is(CONJUNCTION);
        }
        after_mark = kid.is(BETWEEN);
    }
}

/// Cats, *dogs* and *birds*.
fn nominal(site: Node<'_>, found: &mut Found) {
    let mut is_coordinated = false;
    for conjunction in site.kids_in(CONJUNCTION).filter(|kid| kid.follows(NOMINAL_LEFT)) {
        is_coordinated = true;
        behind(conjunction, Set::NONE, site.is(NOMINAL), found);
    }
    let goes_on = has_and_so_on(site);
    if goes_on {
        add_all(found, site.kids().filter(|kid| is_and_so_on(*kid)));
    }
    if (is_coordinated || goes_on) && site.is(NOMINAL) {
        let listed = site.kids_in(BETWEEN).filter_map(Node::next);
        add_all(found, listed.filter(|kid| kid.is(CONTENT) || is_etc(*kid)));
    }
}

/// Cats *and* dogs; cats *as well as* dogs.
pub(super) fn cc(site: Node<'_>, found: &mut Found) {
    let is_conjunction = |kid: &Node<'_>| match kid.is(CC) {
        true => !kid.reads(&["either", "neither", "both"]),
        false => !is_not_only(*kid),
    };
    add_all(found, site.kids_in(CONJUNCTION).filter(is_conjunction));
}

/// *not only*, as one conjunction.
fn is_not_only(node: Node<'_>) -> bool {
    let only = |next: Node<'_>| next.is(RB | JJ) && next.reads(&["only", "just", "merely"]);
    node.is(CONJP)
        && node.kids_in(RB).any(|kid| kid.reads(&["not"]) && kid.next().is_some_and(only))
}

/// *both* cats and dogs; *not only* cats but dogs.
pub(super) fn preconj(site: Node<'_>, found: &mut Found) {
    let is_both =
        |kid: &Node<'_>| kid.is(PDT | CC | DT) && kid.reads(&["either", "neither", "both"]);
    let not_only = |kid: &Node<'_>| {
        let only = |kid: Node<'_>| kid.is(RB | JJ) && kid.reads(&["only", "merely", "just"]);
        kid.is(CONJP)
            && kid.kids_in(RB).any(|kid| kid.reads(&["not"]))
            && kid.kids_in(RB | JJ).any(only)
    };
    let words = site.kids_in(PDT | CC | DT).filter(|kid| kid.precedes(CC));
    add_all(found, words.filter(is_both));
    let phrases = site.kids_in(CONJP).filter(|kid| kid.precedes(CONJUNCTION));
    add_all(found, phrases.filter(not_only));
    if site.is(NPX | NX | NML) && site.kids_in(NP).any(|kid| kid.has(CC)) {
        add_all(found, site.kids_in(PDT | CC | DT).filter(is_both));
    }
}
