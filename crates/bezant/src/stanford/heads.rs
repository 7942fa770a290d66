//! Which child of a phrase is its head.

use crate::stanford::labels::*;
use crate::stanford::lexicon::{AUXILIARY, BEGET, COPULA, Lists};
use crate::stanford::tree::{Entry, Grown, Node, TreeView};
use crate::stanford::words::SentenceWords;

/// From which side, and how, children are looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// For each category in turn, the leftmost child.
    Left,
    /// For each category in turn, the rightmost child.
    Right,
    /// The rightmost child of any category.
    LastOf,
}
use Search::{LastOf, Left, Right};

/// One line of the table of heads.
type Line = (Search, &'static [Set]);

const NOMINAL: &[Line] = &[
    (LastOf, &[NN, NNP, NNPS, NNS, NX, NML, JJR, WP]),
    (Left, &[ANY_NP, PRP]),
    (LastOf, &[DOLLAR, ANY_ADJP, FW]),
    (Right, &[CD]),
    (LastOf, &[JJ, JJS, QP, DT, WDT, NML, PRN, RB, RBR, ADVP]),
    (LastOf, &[VP, VB, VBZ, VBD, VBP]),
    (Left, &[POS]),
];

const VERBAL: &[Line] = &[(
    Left,
    &[TO, VBD, VBN, MD, VBZ, VB, VBG, VBP, VP, AUX, AUXG, ANY_ADJP, JJP, NN, NNS, JJ, ANY_NP, NNP],
)];

const PARENTHETICAL: &[Line] = &[(
    Left,
    &[VP, SQ, S, SINV, SBAR, ANY_NP, ANY_ADJP, PP, ADVP, INTJ, WHNP, NAC, VBP, JJ, NN, NNP],
)];

/// Where heads are looked for, by category.
const TABLE: &[(Set, &[Line])] = &[
    (Set::any(&[ANY_NP, NX, NML]), NOMINAL),
    (
        WHNP,
        &[
            (LastOf, &[NN, NNP, NNPS, NNS, NX, NML, JJR, WP]),
            (Left, &[WHNP, ANY_NP]),
            (LastOf, &[DOLLAR, ANY_ADJP, PRN, FW]),
            (Right, &[CD]),
            (LastOf, &[JJ, JJS, RB, QP]),
            (Left, &[WHPP, WHADJP, WPS, WDT]),
        ],
    ),
    (Set::any(&[VP, VB]), VERBAL),
    (PP, &[(Right, &[IN, TO, VBG, VBN, RP, FW, JJ, SYM]), (Left, &[PP])]),
    (S, &[(Left, &[VP, S, FRAG, SBAR, ANY_ADJP, ANY_UCP, TO]), (Right, &[ANY_NP])]),
    (SBAR, &[(Left, &[S, SQ, SINV, SBAR, FRAG, VP, WHNP, WHPP, WHADVP, WHADJP, IN, DT])]),
    (
        ANY_ADJP,
        &[
            (Left, &[DOLLAR]),
            (LastOf, &[NNS, NN, JJ, JJP, JJR, JJS, QP, VBN, VBG]),
            (Left, &[ANY_ADJP]),
            (LastOf, &[DT, RB, RBR, CD, IN, VBD]),
            (Left, &[ADVP, ANY_NP]),
        ],
    ),
    (
        ADVP,
        &[
            (Left, &[ADVP, IN]),
            (LastOf, &[RB, RBR, RBS, JJ, JJR, JJS]),
            (LastOf, &[RP, DT, NN, CD, ANY_NP, VBN, NNP, CC, FW, NNS, ANY_ADJP, NML]),
        ],
    ),
    (QP, &[(Right, &[DOLLAR, NNS, NN, CD, JJ, PDT, DT, IN, RB, NCD, QP, JJR, JJS])]),
    (WHADJP, &[(Left, &[ANY_ADJP, JJ, JJR, WP]), (Right, &[RB]), (Right, &[])]),
    (WHADVP, &[(LastOf, &[WRB, WHADVP, RB, JJ])]),
    (WHPP, &[(Right, &[IN, TO, FW])]),
    (SQ, &[(Left, &[VP, SQ, ANY_ADJP, VB, VBZ, VBD, VBP, MD, AUX, AUXG])]),
    (SBARQ, &[(Left, &[SQ, S, SINV, SBARQ, FRAG, SBAR])]),
    (SINV, &[(Left, &[VBZ, VBD, VBP, VB, MD, VBN, VP, S, SINV, ANY_ADJP, JJP, ANY_NP])]),
    (
        JJP,
        &[(
            Left,
            &[
                NNS, NN, DOLLAR, QP, JJ, VBN, VBG, ANY_ADJP, JJP, JJR, ANY_NP, JJS, DT, FW, RBR,
                RBS, SBAR, RB,
            ],
        )],
    ),
    (CONJP, &[(Right, &[CC, VB, JJ, RB, IN])]),
    (ANY_UCP, &[(Left, &[])]),
    (
        FRAG,
        &[
            (Left, &[IN]),
            (Right, &[RB]),
            (Left, &[ANY_NP]),
            (Left, &[ANY_ADJP, ADVP, FRAG, S, SBAR, VP]),
        ],
    ),
    (Set::any(&[PRN, EDITED]), PARENTHETICAL),
    (
        NAC,
        &[
            (LastOf, &[NN, NNS, NNP, NNPS]),
            (
                Left,
                &[NML, ANY_NP, NAC, EX, DOLLAR, CD, QP, PRP, VBG, JJ, JJS, JJR, ANY_ADJP, JJP, FW],
            ),
        ],
    ),
    (RRC, &[(Left, &[RRC]), (Right, &[VP, ANY_ADJP, JJP, ANY_NP, PP, ADVP])]),
    (X, &[(Right, &[S, VP, ANY_ADJP, JJP, ANY_NP, SBAR, PP, X])]),
    (PRT, &[(Right, &[RP])]),
    (Set::any(&[INTJ, META, XSL]), &[(Left, &[])]),
    (LST, &[(Right, &[LS, COLON])]),
    (POSSP, &[(Right, &[POS])]),
    (XS, &[(Right, &[IN])]),
    (EMBED, &[(Right, &[INTJ])]),
    (ROOT, &[(Left, &[S, SQ, SINV, SBAR, FRAG])]),
    (
        TYPO,
        &[(
            Left,
            &[
                NN, ANY_NP, NML, NNP, NNPS, TO, VBD, VBN, MD, VBZ, VB, VBG, VBP, VP, ANY_ADJP, JJP,
                FRAG,
            ],
        )],
    ),
    (ADV, &[(Right, &[RB, RBR, RBS, FW, ADVP, TO, CD, JJR, JJ, IN, ANY_NP, NML, JJS, NN])]),
];

/// A category that is not in the table: its first child that is not punctuation.
const UNKNOWN: &[Line] = &[(Left, &[])];

/// Tags that an auxiliary may have, whatever its word.
const SURE_AUXILIARY: Set = Set::any(&[TO, MD, AUX, AUXG]);
/// Tags that an auxiliary may have, if its word is one.
const POSSIBLE_AUXILIARY: Set = Set::any(&[TO, MD, VB, VBD, VBP, VBZ, VBG, VBN, AUX, AUXG]);
/// Phrases in which auxiliaries are looked for.
const AUXILIARY_PHRASE: Set = Set::any(&[VP, SQ, SINV]);

/// Finds heads.
#[derive(Debug)]
pub(super) struct Heads {
    /// The children among which the head is looked for.
    candidates: Vec<u32>,
}

impl Heads {
    pub(super) fn new() -> Heads {
        Heads { candidates: Vec::new() }
    }

    /// Works out the head of every phrase, from below.
    pub(super) fn find(&mut self, tree: &mut Grown, words: &SentenceWords) {
        for id in (0..tree.nodes.len() as u32).rev() {
            let Entry { n_kids, first, .. } = tree.nodes[id as usize];
            let (loose, head) = match n_kids {
                0 => continue,
                1 => (first, first),
                _ => {
                    let node = TreeView { nodes: &tree.nodes, words }.node(id);
                    let loose = self.head(node, None);
                    match node.parent() {
                        Some(parent) if node.is(AUXILIARY_PHRASE) => {
                            (loose, self.head(node, Some(parent)))
                        }
                        _ => (loose, loose),
                    }
                }
            };
            let head_word = tree.nodes[head as usize].head_word;
            let entry = &mut tree.nodes[id as usize];
            entry.loose_head = loose;
            entry.head_word = head_word;
        }
    }

    /// The head of a phrase with at least two children.
    fn head(&mut self, node: Node<'_>, parent: Option<Node<'_>>) -> u32 {
        let special = match () {
            () if node.is(CONJP) => head_of_conjunction(node),
            () if node.is(SBARQ | SINV) => head_of_question(node),
            () => None,
        };
        let special = special.map(|head| head.id);
        special
            .or_else(|| self.behind_auxiliary(node, parent))
            .unwrap_or_else(|| self.by_table(node))
    }

    /// The head that an auxiliary or a copula of a verb phrase points to.
    fn behind_auxiliary(&mut self, node: Node<'_>, parent: Option<Node<'_>>) -> Option<u32> {
        if !node.is(AUXILIARY_PHRASE) || !node.has(POSSIBLE_AUXILIARY) {
            return None;
        }
        let has_auxiliary =
            has_auxiliary(node, AUXILIARY, SURE_AUXILIARY) || (node.has(P_VP) && is_passive(node));
        let is_copular = has_auxiliary_word(node, COPULA);
        if !has_auxiliary && !is_copular {
            return None;
        }
        self.fill(node.kids().filter(|kid| !is_aside(*kid)));
        if has_auxiliary {
            if let Some(found) = self.leftmost(node, &[VP]) {
                return Some(found);
            }
            if (is_copular || node.has(SURE_AUXILIARY))
                && let Some(found) = self.leftmost(node, &[ANY_ADJP])
            {
                return Some(found);
            }
        }
        let blocked = parent
            .is_some_and(|parent| is_existential(node, parent) || is_wh_question(node, parent));
        if !is_copular || blocked {
            return None;
        }
        const PREDICATES: &[Set] = &[VP, ANY_ADJP, ANY_NP, WHADJP, WHNP];
        if !node.is(SQ) {
            return self.leftmost(node, PREDICATES);
        }
        let found = self.search((Right, PREDICATES), node)?;
        let kid = node.kids().find(|kid| kid.id == found)?;
        (!kid.is(ANY_NP) || kid.follows(P_NP)).then_some(found)
    }

    fn leftmost(&self, node: Node<'_>, categories: &'static [Set]) -> Option<u32> {
        self.search((Left, categories), node)
    }

    /// The head by the table.
    fn by_table(&mut self, node: Node<'_>) -> u32 {
        self.fill(node.kids());
        let lines = TABLE.iter().find(|(category, _)| node.is(*category));
        let lines = lines.map_or(UNKNOWN, |(_, lines)| lines);
        for line in lines {
            if let Some(found) = self.search(*line, node) {
                return found;
            }
        }
        let is_left = lines.last().is_none_or(|(search, _)| *search == Left);
        let n = self.candidates.len();
        let kid = |at: usize| node.sibling(self.candidates[at]);
        let at = match is_left {
            true => (0..n).find(|at| !kid(*at).is(PUNCTUATION)).unwrap_or(0),
            false => (0..n).rev().find(|at| !kid(*at).is(PUNCTUATION)).unwrap_or(n - 1),
        };
        self.first_conjunct(at, node)
    }

    fn fill<'t>(&mut self, kids: impl Iterator<Item = Node<'t>>) {
        self.candidates.clear();
        self.candidates.extend(kids.map(|kid| kid.id));
    }

    /// A child by one line of the table.
    fn search(&self, (search, categories): Line, node: Node<'_>) -> Option<u32> {
        let at = |set: Set, from_right: bool| {
            let is = |id: &u32| node.has(set) && node.sibling(*id).is(set);
            match from_right {
                false => self.candidates.iter().position(is),
                true => self.candidates.iter().rposition(is),
            }
        };
        let found = match search {
            Left => categories.iter().find_map(|set| at(*set, false)),
            Right => categories.iter().find_map(|set| at(*set, true)),
            LastOf => at(Set::any(categories), true),
        };
        found.map(|found| self.first_conjunct(found, node))
    }

    /// Of *a, b and c*, the head is *a*.
    fn first_conjunct(&self, found: usize, node: Node<'_>) -> u32 {
        let kid = |at: usize| node.sibling(self.candidates[at]);
        if found < 2 || !kid(found - 1).is(CC | CONJP) {
            return self.candidates[found];
        }
        let is_interjection = kid(found).is(UH);
        let is_skipped = |at: usize| {
            let kid = kid(at);
            let tag = if is_interjection { PUNCTUATION } else { PUNCTUATION | UH };
            (kid.is_tag() && kid.is(tag)) || (!is_interjection && kid.is(INTJ))
        };
        let before = |end: usize| (0..end).rev().find(|at| !is_skipped(*at));
        let Some(mut head) = before(found - 1) else { return self.candidates[found] };
        // What stands in front of all conjuncts is passed in vain.
        while let Some(next) = before(head)
            && (next + 1..head).any(|at| kid(at).is(COMMA | COLON))
        {
            head = next;
        }
        self.candidates[head]
    }
}

/// *but not*, *and yet*: the adverb is the head.
fn head_of_conjunction(node: Node<'_>) -> Option<Node<'_>> {
    node.kids_in(CC).find_map(|cc| {
        let next = cc.next()?;
        let is = |words: &[&str]| {
            let adverb = match next.is(ADVP) {
                true => next.only(),
                false => Some(next),
            };
            adverb.is_some_and(|adverb| adverb.is(RB) && adverb.reads(words))
        };
        let found = (cc.reads(&["but", "and"]) && next.is(RB) && next.reads(&["not"]))
            || (cc.reads(&["but"]) && is(&["also", "rather"]))
            || (cc.reads(&["and"]) && is(&["yet"]));
        found.then_some(next)
    })
}

/// *How happy are you?*, *Who is he?* and *Happy is he who ...*.
fn head_of_question(node: Node<'_>) -> Option<Node<'_>> {
    let is_copula = |kid: &Node<'_>| kid.is(P_VB) && kid.lists(COPULA);
    if node.is(SBARQ) {
        let who = node.kids_in(WHNP).next()?;
        let copulas = || node.kids_in(P_VB).filter(|kid| kid.id > who.id).filter(is_copula);
        if let Some(copula) = copulas().find(|copula| copula.precedes(ADJP)) {
            return copula.after().filter(|kid| kid.is(ADJP)).last();
        }
        let asks = |copula: Node<'_>| copula.next_is(NP) && !copula.precedes(ADJP);
        return copulas().any(asks).then_some(who);
    }
    let first = node.kids_in(NP).next()?;
    let second = first.after().find(|kid| kid.is(NP))?;
    let be = |phrase: Node<'_>| phrase.is(VP) && phrase.has_word(VBX, COPULA);
    second.after().any(be).then_some(first)
}

fn has_auxiliary(node: Node<'_>, words: Lists, sure: Set) -> bool {
    node.has(sure) && node.kids_in(sure).any(Node::is_tag) || has_auxiliary_word(node, words)
}

fn has_auxiliary_word(node: Node<'_>, words: Lists) -> bool {
    node.has_word(POSSIBLE_AUXILIARY, words)
}

/// *be* or *get* with a participle, also in the last conjunct before a conjunction.
fn is_passive(node: Node<'_>) -> bool {
    let participle = VBN | VBG | VBD;
    let has_participle = |phrase: Node<'_>| phrase.kids_in(participle).any(Node::is_tag);
    has_auxiliary_word(node, BEGET)
        && node.kids_in(P_VP).filter(|kid| !kid.is_tag()).any(|phrase| {
            has_participle(phrase)
                || (phrase.is(VP)
                    && phrase.kids_in(CC).any(|cc| {
                        cc.before().find(|kid| !kid.is_tag()).is_some_and(has_participle)
                    }))
        })
}

/// Children that are never heads behind an auxiliary: times, and verb phrases that are times.
fn is_aside(kid: Node<'_>) -> bool {
    const REAL: Set = Set::any(&[P_V, NNP, NN, NNPS, NNS, NP, JJ, ADJP, S]);
    kid.is(SUFFIXED) || (kid.is(P_VP) && kid.has(NP_TMP) && !kid.has(REAL))
}

/// *There is a cat*: the verb stays the head.
fn is_existential(node: Node<'_>, parent: Node<'_>) -> bool {
    let has_there = |kid: Node<'_>| kid.is(EX) || kid.dominates(EX);
    match node.is(VP) {
        true => parent.dominates(EX) && parent.kids().take_while(|kid| !kid.is(VP)).any(has_there),
        false => node.is(SQ) && parent.kids().any(|kid| !kid.is(P_VB) && has_there(kid)),
    }
}

fn is_wh_question(node: Node<'_>, parent: Node<'_>) -> bool {
    node.is(SQ) && parent.is(SBARQ) && parent.has(P_WH)
}
