//! What is done to trees before they are compared or written: traces, functions, X over X.
//!
//! These are the steps by which the FREVAL paper cleans its treebank. A cleaned tree borrows the
//! same text as before: nodes go, and the spans of labels get shorter.

use std::fmt;
use std::str::FromStr;

use crate::error::{ChoiceFault, ChoiceProblem};
use crate::structures::tree::{NodeKind, Span, Tree, TreeNode};

/// The tag of a trace.
pub(crate) const TRACE: &[u8] = b"-NONE-";

/// Which cleaning steps are taken, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cleaning {
    /// Traces (`-NONE-`) go, and the phrases that held nothing else.
    pub traces: bool,
    /// Functions and indices go from labels and tags: `NP-SBJ-2` is `NP`.
    pub functions: bool,
    /// A phrase over nothing but a phrase with the same label goes.
    pub unaries: bool,
}

impl Cleaning {
    /// All steps, as the FREVAL paper cleans its treebank.
    pub const ALL: Cleaning = Cleaning { traces: true, functions: true, unaries: true };

    /// Whether nothing is done.
    pub(crate) fn is_nothing(self) -> bool {
        self == Cleaning::default()
    }

    /// The cleaned tree.
    ///
    /// A phrase without words stays if it had none before: it is no trace, and whether it counts
    /// is for the metric to say. Labels that start with `-` (`-LRB-`, `-NONE-`) are names as a
    /// whole and are never cut.
    pub(crate) fn apply<'s>(self, tree: Tree<'s>) -> Tree<'s> {
        if self.is_nothing() {
            return tree;
        }
        let text = tree.text();
        let traces = if self.traces { trace_nodes(&tree) } else { Vec::new() };
        let places = places_left(&tree, &traces);
        let mut nodes = tree.into_nodes();
        if traces.contains(&true) {
            remove(&mut nodes, &traces);
        }
        if self.functions {
            for node in &mut nodes {
                node.label.end = node.label.start + plain_length(slice(text, node.label)) as u32;
            }
        }
        if self.unaries {
            let repeated: Vec<bool> =
                (0..nodes.len()).map(|index| is_repeated_below(text, &nodes, index)).collect();
            if repeated.contains(&true) {
                remove(&mut nodes, &repeated);
            }
        }
        let (n_leaves, depth) = number(&mut nodes);
        Tree::new(text, nodes, n_leaves, depth).with_places(places)
    }
}

fn slice(text: &[u8], span: Span) -> &[u8] {
    &text[span.start as usize..span.end as usize]
}

/// For each node, whether it is a trace or lies in a phrase that held words, but only traces.
fn trace_nodes(tree: &Tree<'_>) -> Vec<bool> {
    let mut kept_before = Vec::with_capacity(tree.n_leaves() as usize + 1);
    let mut kept = 0u32;
    for (tag, _) in tree.leaves() {
        kept_before.push(kept);
        kept += u32::from(tag != TRACE);
    }
    kept_before.push(kept);

    let mut gone = Vec::with_capacity(tree.nodes().len());
    // Everything below a phrase that goes, goes: its empty phrases would have no place to stay.
    let mut gone_up_to = 0;
    for (index, node) in (0u32..).zip(tree.nodes()) {
        if index >= gone_up_to {
            let (first, last) = (node.leaf, tree.leaves_to_end(node));
            let has_words = first < last;
            if has_words && kept_before[first as usize] == kept_before[last as usize] {
                gone_up_to = node.end;
            }
        }
        gone.push(index < gone_up_to);
    }
    gone
}

/// Where the words stand that do not go, if branches cross.
fn places_left(tree: &Tree<'_>, gone: &[bool]) -> Vec<u32> {
    let places = tree.places();
    let stays = |index: usize| !gone.get(index).is_some_and(|gone| *gone);
    let leaves = tree.nodes().iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Leaf);
    leaves
        .filter(|(index, _)| !places.is_empty() && stays(*index))
        .map(|(_, node)| places[node.leaf as usize])
        .collect()
}

/// How much of a label is left without functions (`NP-SBJ`) and indices (`NP-2`, `NP=2`).
fn plain_length(label: &[u8]) -> usize {
    if label.first() == Some(&b'-') {
        return label.len();
    }
    // The first byte always stays, so that no label becomes empty.
    let mark = label.iter().skip(1).position(|byte| matches!(byte, b'-' | b'='));
    mark.map_or(label.len(), |at| at + 1)
}

/// Whether a phrase has one child only, a phrase with the same label.
fn is_repeated_below(text: &[u8], nodes: &[TreeNode], index: usize) -> bool {
    let node = &nodes[index];
    let is_phrase = |node: &TreeNode| node.kind == NodeKind::Phrase;
    index + 1 < node.end as usize
        && is_phrase(&nodes[index + 1])
        && nodes[index + 1].end == node.end
        && slice(text, nodes[index + 1].label) == slice(text, node.label)
}

/// Takes nodes out of the list; what was below them is then below what was above them.
fn remove(nodes: &mut Vec<TreeNode>, gone: &[bool]) {
    let mut kept_before = Vec::with_capacity(nodes.len() + 1);
    let mut kept = 0u32;
    for gone in gone {
        kept_before.push(kept);
        kept += u32::from(!gone);
    }
    kept_before.push(kept);

    let mut index = 0;
    nodes.retain_mut(|node| {
        node.end = kept_before[node.end as usize];
        index += 1;
        !gone[index - 1]
    });
}

/// Counts leaves and depth anew.
fn number(nodes: &mut [TreeNode]) -> (u32, u32) {
    let mut open: Vec<u32> = Vec::new();
    let (mut n_leaves, mut depth) = (0, 0);
    for (index, node) in (0u32..).zip(nodes) {
        while open.last().is_some_and(|&end| end <= index) {
            open.pop();
        }
        node.leaf = n_leaves;
        match node.kind {
            NodeKind::Leaf => n_leaves += 1,
            NodeKind::Phrase => {
                open.push(node.end);
                depth = depth.max(open.len() as u32);
            }
        }
    }
    (n_leaves, depth)
}

impl FromStr for Cleaning {
    type Err = ChoiceFault;

    /// Names of steps joined by `+` or `,`. What [`Display`](fmt::Display) writes reads back.
    fn from_str(names: &str) -> Result<Cleaning, ChoiceFault> {
        let mut cleaning = Cleaning::default();
        for name in names.split(['+', ',']).map(str::trim) {
            match name {
                "traces" => cleaning.traces = true,
                "functions" => cleaning.functions = true,
                "unaries" => cleaning.unaries = true,
                "all" => cleaning = Cleaning::ALL,
                // Signatures say `no`.
                "none" | "no" => {}
                _ => {
                    let all = ["traces", "functions", "unaries", "all", "none"];
                    return Err(ChoiceFault::new(ChoiceProblem::NoStep, name, &all));
                }
            }
        }
        Ok(cleaning)
    }
}

impl fmt::Display for Cleaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nothing() {
            return f.write_str("no");
        }
        let steps =
            [(self.traces, "traces"), (self.functions, "functions"), (self.unaries, "unaries")];
        let names: Vec<&str> = steps.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.write_str(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn;
    use proptest::prelude::*;

    fn clean(steps: &str, text: &str) -> String {
        let cleaning: Cleaning = steps.parse().unwrap();
        let mut out = Vec::new();
        penn::write(&cleaning.apply(penn::read(text.as_bytes()).tree), &mut out);
        String::from_utf8(out).unwrap()
    }

    /// Whether a tree's numbers are those that reading it afresh gives.
    fn is_sound(tree: &Tree<'_>) -> bool {
        let mut out = Vec::new();
        penn::write(tree, &mut out);
        let fresh = penn::read(&out).tree;
        let numbers = |tree: &Tree<'_>| -> Vec<(NodeKind, u32, u32)> {
            tree.nodes().iter().map(|node| (node.kind, node.end, node.leaf)).collect()
        };
        (tree.n_leaves(), tree.depth()) == (fresh.n_leaves(), fresh.depth())
            && numbers(tree) == numbers(&fresh)
    }

    #[test]
    fn traces_go_with_the_phrases_that_held_nothing_else() {
        for (before, after) in [
            ("(S (NP (-NONE- *)) (VP (V go)))", "(S (VP (V go)))"),
            ("(S (NP (NP (-NONE- *)) (X (-NONE- 0))) (V go))", "(S (V go))"),
            ("(S (SBAR (-NONE- 0) (S (V go))))", "(S (SBAR (S (V go))))"),
            // Empty before: stays, unless it lies in what goes.
            ("(S (X) (V go))", "(S (X) (V go))"),
            ("(S (NP (-NONE- *) (X)) (V go))", "(S (V go))"),
            ("(S (NP (-NONE- *)))", ""),
            ("(-NONE- a) (N b) (NP (-NONE- c))", "(N b)"),
            ("(S (-NONE-x a) (NONE b))", "(S (-NONE-x a) (NONE b))"),
            ("(NP)", "(NP)"),
            ("", ""),
        ] {
            assert_eq!(clean("traces", before), after);
        }
    }

    #[test]
    fn functions_and_indices_go_from_labels_and_tags() {
        for (before, after) in [
            ("(S-1 (NP-SBJ-2 (N-X a)) (VP=3 (V b)))", "(S (NP (N a)) (VP (V b)))"),
            ("(S (-LRB- -LRB-) (-NONE- *T*-1) (-X (N a-b)))", ""),
            ("(=X (: --) (-- --) (- -))", ""),
            ("(=X-1 (A=-B a))", "(=X (A a))"),
            ("((S (N a)))", "( (S (N a)))"),
        ] {
            let after = if after.is_empty() { before } else { after };
            assert_eq!(clean("functions", before), after);
        }
    }

    #[test]
    fn chains_of_one_label_become_one_phrase() {
        for (before, after) in [
            ("(X (X (X (N a))))", "(X (N a))"),
            ("(X (Y (X (N a))))", "(X (Y (X (N a))))"),
            ("(X (X (N a)) (N b))", "(X (X (N a)) (N b))"),
            ("(S (X (X (N a))) (X (X (N b)) (X)))", "(S (X (N a)) (X (X (N b)) (X)))"),
            // A tag is no phrase.
            ("(N (N a))", "(N (N a))"),
            ("(X (X))", "(X)"),
            ("(X (X (N a))) (X (X (N b)))", "(X (N a)) (X (N b))"),
        ] {
            assert_eq!(clean("unaries", before), after);
        }
    }

    #[test]
    fn each_step_sees_what_the_one_before_left() {
        let text = "(S (NP-SBJ (NP (N a)) (PP (-NONE- *))) (V b))";
        assert_eq!(clean("all", text), "(S (NP (N a)) (V b))");
        assert_eq!(clean("unaries", text), text);
        assert_eq!(clean("none", text), text);
    }

    #[test]
    fn a_million_levels_are_as_good_as_one() {
        let n = 1_000_000;
        let text = ["(S ".repeat(n), "(X-1 (-NONE- *)) (N a)".into(), ")".repeat(n)].concat();
        let tree = Cleaning::ALL.apply(penn::read(text.as_bytes()).tree);
        assert_eq!((tree.nodes().len(), tree.depth(), tree.n_leaves()), (2, 1, 1));
        let text = ["(A-1 (B=2 ".repeat(n), "(N a)".into(), "))".repeat(n)].concat();
        let tree = Cleaning::ALL.apply(penn::read(text.as_bytes()).tree);
        assert_eq!((tree.nodes().len(), tree.depth()), (2 * n + 1, 2 * n as u32));
    }

    #[test]
    fn names_are_read_back() {
        for (traces, functions, unaries) in
            (0..8).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0))
        {
            let cleaning = Cleaning { traces, functions, unaries };
            assert_eq!(cleaning.to_string().parse(), Ok(cleaning));
        }
        assert_eq!("unaries,traces".parse::<Cleaning>().unwrap().to_string(), "traces+unaries");
        assert_eq!("all".parse(), Ok(Cleaning::ALL));
        assert_eq!("none".parse(), Ok(Cleaning::default()));
        assert_eq!(
            "traces+trace".parse::<Cleaning>().unwrap_err().to_string(),
            "unknown cleaning step 'trace'; known are traces, functions, unaries, all and none"
        );
        assert!("".parse::<Cleaning>().is_err());
    }

    fn forest() -> impl Strategy<Value = String> {
        let leaf =
            ("N|-NONE-|-LRB-|V-X", "[ab]{1,2}").prop_map(|(tag, word)| format!("({tag} {word})"));
        let label = prop_oneof![Just("S"), Just("S-1"), Just("NP=2"), Just("NP"), Just("")];
        let tree = leaf.prop_recursive(8, 40, 3, move |inner| {
            (label.clone(), prop::collection::vec(inner, 0..3))
                .prop_map(|(label, children)| format!("({label}{})", children.concat()))
        });
        prop::collection::vec(tree, 0..4).prop_map(|trees| trees.concat())
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once_and_words_stay(text in forest(), bits in 0u8..8) {
            let cleaning =
                Cleaning { traces: bits & 1 > 0, functions: bits & 2 > 0, unaries: bits & 4 > 0 };
            let tree = penn::read(text.as_bytes()).tree;
            let once = cleaning.apply(tree.clone());
            prop_assert!(is_sound(&once));
            let twice = cleaning.apply(once.clone());
            prop_assert_eq!(twice.nodes(), once.nodes());
            let words = |tree: &Tree<'_>| -> Vec<Vec<u8>> {
                let words = tree.leaves().filter(|(tag, _)| !cleaning.traces || *tag != TRACE);
                words.map(|(_, word)| word.to_vec()).collect()
            };
            prop_assert_eq!(words(&once), words(&tree));
            if cleaning.traces {
                prop_assert!(once.leaves().all(|(tag, _)| tag != TRACE));
            }
        }
    }
}
