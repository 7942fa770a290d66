//! Which grammatical relation holds between a phrase and a node in it: one function a relation.
//!
//! A rule is given a phrase and adds the nodes that it finds. The sets of labels at a relation say
//! where it is looked for, and what a phrase must at least have among its children (or be below).

mod clauses;
mod complements;
mod coordination;
mod modifiers;
mod nominals;
mod objects;
mod subjects;
#[cfg(test)]
mod tests;
mod verbs;

use crate::stanford::labels::*;
use crate::stanford::lexicon::{COPULA, LINKING, Lists};
use crate::stanford::relations::Kind;
use crate::stanford::tree::Node;

/// Where the nodes that rules find are put: their head words.
pub(super) type Found = Vec<u32>;

/// A relation, where it is looked for, and how.
pub(super) struct RelationRule {
    pub(super) kind: Kind,
    /// Labels of phrases.
    pub(super) sites: Set,
    /// Labels one of which must be among the children.
    pub(super) needs: Set,
    pub(super) find: fn(Node<'_>, &mut Found),
}

macro_rules! rules {
    ($($kind:ident $module:ident $name:ident [$($site:ident)*] [$($need:ident)*],)*) => {
        /// All relations, in the order in which they are tried.
        pub(super) const RULES: &[RelationRule] = &[$(RelationRule {
            kind: Kind::$kind,
            sites: Set::any(&[$($site),*]),
            needs: Set::any(&[$($need),*]),
            find: $module::$name,
        },)*];
    };
}

rules! {
    Aux verbs aux [VP SQ SINV CONJP] [VP TO P_VB P_AUX P_MD],
    Auxpass verbs auxpass [VP SQ SINV] [VP ADJP],
    Cop verbs cop [VP SQ SINV SBARQ] [VBX VP],
    Conj coordination conj [VP NPX WHNP ADJP PP QP ADVP UCP UCP_TMP UCP_ADV S NX SBAR SBARQ SINV SQ JJP NML RRC] [CC CONJP FW ADVP NP],
    Cc coordination cc [EVERY] [CC CONJP],
    Punct modifiers punct [EVERY] [PERIOD COLON COMMA CLOSING OPENING STAR LRB RRB HYPH NFP],
    Nsubj subjects nsubj [S SQ SBARQ SINV SBAR PRN] [EVERY],
    Nsubjpass subjects nsubjpass [S SQ] [NP WHNP],
    Csubj subjects csubj [S] [SBAR S],
    Csubjpass subjects csubjpass [S] [SBAR S],
    Dobj objects dobj [VP SQ SBAR SBARQ] [NP WHNP S],
    Iobj objects iobj [VP] [NP],
    Pobj objects pobj [SBARQ PP WHPP PRT ADVP WHADVP XS] [EVERY],
    Pcomp complements pcomp [PP WHPP] [SBAR S PP ADVP],
    Ccomp complements ccomp [VP SINV S ADJP ADVP ANY_NP] [S SBAR SBARQ SQ],
    Xcomp complements xcomp [VP ADJP SINV] [S SBAR VP NP WHNP],
    Mark clauses mark [SBAR] [IN DT],
    Rel clauses rel [SBAR SBARQ] [WHNP],
    Expl subjects expl [S SQ SINV] [NP],
    Acomp complements acomp [VP SQ] [ADJP VP S],
    Advcl clauses advcl [VP S SQ SINV SBARQ NP ADVP] [SBAR S],
    Tmod modifiers tmod [VP S ADJP PP SBAR SBARQ NP RRC] [NP NP_TMP VP WHADVP WHNP],
    Rcmod clauses rcmod [ANY_NP NML ADVP WHNP WHADVP] [EVERY],
    Num nominals num [NPX WHNP NML NX ADJP WHADJP QP PP X S FRAG SQ SBARQ SINV SBAR VP PRN] [CD QP ADJP LST],
    Amod nominals amod [NPX NX NML NAC WHNP ADJP] [ADJP WHADJP JJ JJR JJS JJP VBN VBG VBD IN NNP NP],
    Nn nominals nn [NPX WHNP NX NAC NML ADVP ADJP WHADVP WHADJP] [NP NML NN NNS NNP NNPS FW AFX IN],
    Appos nominals appos [NPX WHNP] [NP PRN NNP],
    Vmod clauses vmod [NPX WHNP NML NX VP S SINV SBARQ] [VP S SBAR],
    Advmod modifiers advmod [VP ADJP WHADJP ADVP WHADVP S SBAR SINV SQ SBARQ XS PP WHPP NPX WHNP RRC CONJP JJP] [RB RBR RBS WRB ADVP WHADVP JJ WHNP JJR JJS],
    Neg modifiers neg [VP ADJP S SBAR SINV SQ NPX FRAG CONJP PP NAC NML NX ADVP WHADVP] [EVERY],
    Mwe modifiers mwe [PP XS XSL ADVP CONJP] [EVERY],
    Det nominals det [NPX WHNP NAC NML NX X ADVP ADJP] [DT WDT WP NP WHNP RB],
    Predet nominals predet [NPX WHNP NX NAC NML] [PDT DT],
    Preconj coordination preconj [S VP ADJP PP ADVP UCP UCP_TMP UCP_ADV NX NML SBAR NPX] [PDT CC DT CONJP],
    Poss nominals poss [ANY_NP ANY_ADJP INTJ PRN NAC NX NML WHNP WHADJP WHNML] [WPS PRPS NP NML WHNP WHNML POS],
    Possessive nominals possessive [NPX NML WHNP] [POS VBZ],
    Prep modifiers prep [EVERY] [PP WHPP S P_PP P_WHPP UCP UCP_TMP UCP_ADV PRN],
    Prt modifiers prt [VP ADJP] [PRT RP],
    Number nominals number [QP ADJP] [CD HASH],
    Quantmod nominals quantmod [QP] [IN RB RBR RBS PDT DT JJ JJR JJS XS XSL RP],
    Npadvmod modifiers npadvmod [VP ANY_NP ANY_ADJP ADVP PP WHNP WHADJP WHADVP WHPP] [ANY_NP NN NNS NNP NNPS PRP],
    Parataxis clauses parataxis [S VP] [EVERY],
    Discourse modifiers discourse [EVERY] [NFP INTJ PRN],
    Goeswith modifiers goeswith [EVERY] [GW],
}

/// A bit for each rule that looks at phrases with a label of a set.
pub(super) fn sites(set: Set) -> u64 {
    let bits = RULES.iter().enumerate().filter(|(_, rule)| rule.sites.meets(set));
    bits.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// Adds a node.
fn add(found: &mut Found, node: Node<'_>) {
    found.push(node.head_word());
}

/// Adds all nodes.
fn add_all<'t>(found: &mut Found, nodes: impl Iterator<Item = Node<'t>>) {
    found.extend(nodes.map(Node::head_word));
}

/// *etc*.
fn is_etc(node: Node<'_>) -> bool {
    node.is(FW) && node.reads(&["etc", "ect"])
}

/// A phrase that starts with *etc*.
fn is_etc_phrase(node: Node<'_>) -> bool {
    node.is(ADVP | NP) && node.first().is_some_and(is_etc)
}

/// *etc*, or a phrase that starts with it.
fn is_and_so_on(node: Node<'_>) -> bool {
    is_etc(node) || is_etc_phrase(node)
}

/// Whether a phrase has *etc* among its children.
fn has_and_so_on(node: Node<'_>) -> bool {
    node.has(FW | ADVP | NP) && node.kids().any(is_and_so_on)
}

/// *to go*.
fn is_to_phrase(node: Node<'_>) -> bool {
    node.is(VP) && node.has(TO)
}

/// A clause such as *to go*.
fn is_to_clause(node: Node<'_>) -> bool {
    node.is(S) && has_to_phrase(node)
}

fn has_to_phrase(node: Node<'_>) -> bool {
    node.kids_in(VP).any(is_to_phrase)
}

fn has_to_clause(node: Node<'_>) -> bool {
    node.kids_in(S).any(has_to_phrase)
}

/// A verb phrase that starts with a participle, or with an adverb and one.
fn is_participle_phrase(node: Node<'_>) -> bool {
    let participle = VBG | VBN;
    node.is(VP)
        && (node.first().is_some_and(|first| first.is(participle))
            || node.nth(1).is_some_and(|second| second.is(participle) && second.follows(ADVP)))
}

/// A verb that is a form of *be*.
fn is_copula(node: Node<'_>) -> bool {
    node.is(VBX) && node.lists(COPULA)
}

fn has_copula(node: Node<'_>) -> bool {
    node.has_word(VBX, COPULA)
}

/// Whether a verb of some lists is among the children.
fn has_verb(node: Node<'_>, lists: Lists) -> bool {
    node.has_word(P_V, lists)
}

/// Whether a verb of some lists stands before a node.
fn follows_verb(node: Node<'_>, lists: Lists) -> bool {
    node.follows(P_V) && node.before().any(|sister| sister.is(P_V) && sister.lists(lists))
}

/// A preposition that has lost its object: *to look at*.
fn is_stranded(node: Node<'_>) -> bool {
    node.is(PP) && node.is_just(IN | TO)
}

/// Whether it is a noun phrase that may be an object: not a time, unless a time follows it.
fn is_nominal_object(node: Node<'_>) -> bool {
    node.is(NP | WHNP)
        && ((!node.next_is(NP) && !node.is_time())
            || node.next().is_some_and(|next| next.is(NP_TMP) || (next.is(NP) && next.is_time())))
}

/// Objects of a verb phrase, but not what stands behind a noun phrase and a colon.
fn nominal_objects<'t>(site: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let colon = site.head().and_then(|head| {
        let noun = head.after().find(|kid| kid.is(NP))?;
        noun.after().find(|kid| kid.is(COLON))
    });
    let end = colon.map_or(u32::MAX, |colon| colon.id);
    site.kids_in(NP | WHNP).filter(move |kid| kid.id < end && is_nominal_object(*kid))
}

/// *when she left*: an adverbial question word that nothing but adverbs precede, and no *to go*.
fn is_adverbial_question(node: Node<'_>) -> bool {
    let asks = |kid: Node<'_>| kid.is(WRB) && !kid.reads(&["how"]);
    let adverbs = P_RB | P_ADVP;
    node.has(WHADVP | WHNP)
        && node
            .kids()
            .scan(true, |alone, kid| {
                let is_first = *alone;
                *alone &= kid.is(adverbs);
                is_first.then_some(kid)
            })
            .any(|kid| kid.is(WHADVP | WHNP) && kid.kids_in(WRB).any(asks))
        && !has_to_clause(node)
}

/// The clause itself, and the one that is its head, where an adverbial question may stand.
fn question_parts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    [Some(node), node.head().filter(|head| head.is(SBAR))].into_iter().flatten()
}

/// A verb phrase that misses an object, as in *the cat she likes*.
fn has_gap(phrase: Node<'_>) -> bool {
    let is_full = |node: Node<'_>| {
        let participle = |next: Node<'_>| next.is(VP) && next.has(PARTICIPLE);
        node.is(NP)
            || (node.is(PP) && node.last().is_some_and(|last| last.is(IN | TO)))
            || (is_copula(node) && node.next().is_some_and(participle))
    };
    let links = |kid: Node<'_>| is_copula(kid) && !kid.next_is(VP);
    phrase.is(VP)
        && !phrase.has(SBAR)
        && !phrase.kids_in(VBX).any(links)
        && !phrase.through(VP).any(is_full)
}

/// A clause with a subject and a verb phrase that misses an object.
fn is_gapped_clause(node: Node<'_>) -> bool {
    node.is(S)
        && node.has(ANY_NP)
        && node.kids_in(VP).any(|kid| kid.follows(ANY_NP) && has_gap(kid))
}

/// *seem* and its like.
fn has_linking_verb(site: Node<'_>, set: Set) -> bool {
    site.has_word(set, LINKING)
}

/// Whether a phrase has more children than any sentence; then not all pairs of them are tried.
fn is_very_wide(phrase: Option<Node<'_>>) -> bool {
    const WIDE: usize = 4096;
    phrase.is_some_and(|phrase| phrase.n_kids() > WIDE)
}
