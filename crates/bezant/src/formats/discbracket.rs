//! Bracketed trees whose words say where in the sentence they stand: `(VP (V 0=wake) (PRT 2=up))`.
//!
//! Brackets are those of Penn trees, one tree a line; behind the tree a tab and a comment may follow.
//! Numbers may start anywhere and leave some out: what counts is which is the lower one.

use crate::error::ErrorKind;
use crate::formats::penn::{self, Grammar, TreeFault, TreeFaultKind, TreeReading, TreeSpace};
use crate::structures::tree::{LooseNode, NO_NODE, NodeKind, Tree, TreeNode, arrange};

/// Whether a line is such a tree: it has words, and all of them have numbers.
pub(crate) fn is_tree(line: &[u8]) -> bool {
    if !line.starts_with(b"(") {
        return false;
    }
    let mut n_words = 0;
    // A word ends at the first closing bracket behind an opening one.
    for piece in line.split(|byte| *byte == b'(').skip(1) {
        let Some(end) = piece.iter().position(|byte| *byte == b')') else { continue };
        let leaf = piece[..end].trim_ascii();
        let Some(blank) = leaf.iter().position(u8::is_ascii_whitespace) else { return false };
        if number(leaf[blank..].trim_ascii_start()).is_none() {
            return false;
        }
        n_words += 1;
    }
    n_words > 0
}

/// The number before a word, and how many bytes it takes with its sign of equality.
fn number(word: &[u8]) -> Option<(u32, usize)> {
    let end = word.iter().position(|byte| *byte == b'=')?;
    let digits = std::str::from_utf8(&word[..end]).ok()?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number)?;
    Some((number, end + 1))
}

/// Reads one tree.
pub fn read<'s>(text: &'s [u8], space: &mut TreeSpace) -> TreeReading<'s> {
    let tree_end = text.iter().rposition(|byte| *byte == b')').map_or(text.len(), |at| at + 1);
    let end = if text.get(tree_end) == Some(&b'\t') { tree_end } else { text.len() };
    let mut reading = penn::read_with(&text[..end], Grammar::Lenient, space);
    if !reading.faults.is_empty() {
        return reading;
    }
    let tree = std::mem::take(&mut reading.tree);
    match numbered(tree) {
        Ok(tree) => reading.tree = tree,
        Err(fault) => reading.faults.push(fault),
    }
    reading
}

/// The tree with its words in their places.
fn numbered(tree: Tree<'_>) -> Result<Tree<'_>, TreeFault> {
    let text = tree.text();
    let (n_leaves, depth) = (tree.n_leaves(), tree.depth());
    let mut nodes = tree.into_nodes();
    let mut places = Vec::with_capacity(n_leaves as usize);
    for node in nodes.iter_mut().filter(|node| node.kind == NodeKind::Leaf) {
        let word = &text[node.body.start as usize..node.body.end as usize];
        let fault = TreeFault { kind: TreeFaultKind::NoWordNumber, at: node.body.start as usize };
        let (place, skipped) = number(word).ok_or(fault)?;
        node.body.start += skipped as u32;
        places.push(place);
    }
    if places.is_sorted_by(|one, two| one < two) {
        return Ok(Tree::new(text, nodes, n_leaves, depth));
    }
    if let Some(leaf) = repeated(&places) {
        let mut leaves = nodes.iter().filter(|node| node.kind == NodeKind::Leaf);
        let at = leaves.nth(leaf).map_or(0, |node| node.body.start as usize);
        return Err(TreeFault { kind: TreeFaultKind::WordNumberTwice, at });
    }
    // Brackets hold each other, so no node is below itself.
    let arranged = arrange(text, &loose(&nodes, &places));
    arranged.map_err(|_| TreeFault { kind: TreeFaultKind::Unclosed, at: 0 })
}

/// The second of two leaves with the same place.
fn repeated(places: &[u32]) -> Option<usize> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|leaf| places[*leaf]);
    let twice = |pair: &&[usize]| places[pair[0]] == places[pair[1]];
    order.windows(2).filter(twice).map(|pair| pair[1]).min()
}

fn loose(nodes: &[TreeNode], places: &[u32]) -> Vec<LooseNode> {
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::with_capacity(nodes.len());
    for (index, node) in (0u32..).zip(nodes) {
        while open.last().is_some_and(|above| nodes[*above as usize].end <= index) {
            open.pop();
        }
        let parent = open.last().copied().unwrap_or(NO_NODE);
        let TreeNode { kind, label, body, leaf, .. } = *node;
        let place = if kind == NodeKind::Leaf { places[leaf as usize] } else { 0 };
        found.push(LooseNode { kind, label, body, parent, place });
        if kind == NodeKind::Phrase {
            open.push(index);
        }
    }
    found
}

/// Appends the tree to `out`, on one line, its words numbered from 0. `root` is the name of an
/// outermost bracket that has none.
///
/// # Errors
/// Where the text is what no bracket can hold.
pub fn write(tree: &Tree<'_>, root: &[u8], out: &mut Vec<u8>) -> Result<(), ErrorKind> {
    penn::write_escaped(tree, root, Some(&tree.ranks()), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        let reading = read(text.as_bytes(), &mut TreeSpace::default());
        if let Some(fault) = reading.faults.first() {
            return format!("{:?}@{}", fault.kind, fault.at);
        }
        let mut out = Vec::new();
        write(&reading.tree, b"ROOT", &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_stand_where_their_numbers_say() {
        let crossing = "(S (VP (V 0=Wake) (PRT 2=up)) (NP (N 1=her)))";
        assert_eq!(show(crossing), crossing);
        let reading = read(crossing.as_bytes(), &mut TreeSpace::default());
        assert_eq!(reading.tree.places(), [0, 2, 1]);
        // What does not cross is put in the order of the sentence.
        assert_eq!(show("(S (B (y 7=b)) (A (x 3=a=c)))"), "(S (A (x 0=a=c)) (B (y 1=b)))");
        assert_eq!(
            show("(S (A (x 0=a)) (B (y 1=b)))\twritten by hand"),
            "(S (A (x 0=a)) (B (y 1=b)))"
        );
        assert_eq!(show("((x 1=a) (y 0=b))"), "(ROOT (y 0=b) (x 1=a))");
        assert_eq!(show(""), "");
    }

    #[test]
    fn faults_have_a_place() {
        assert_eq!(show("(S (A a))"), "NoWordNumber@6");
        assert_eq!(show("(S (A =a))"), "NoWordNumber@6");
        assert_eq!(show("(S (A -1=a))"), "NoWordNumber@6");
        assert_eq!(show("(S (A 99999999999=a))"), "NoWordNumber@6");
        assert_eq!(show("(S (A 0=a) (B 0=b))"), "WordNumberTwice@16");
        assert_eq!(show("(S (A 0=a)"), "Unclosed@0");
        assert_eq!(show("(S (A 0=a)) b"), "TextOutside@12");
    }

    #[test]
    fn a_tree_is_told_by_the_numbers_of_all_its_words() {
        for (line, is_one) in [
            ("(S (A 0=a) (B 1=b))", true),
            ("(S (VP(A 1=a)) (B 0=b))", true),
            ("(S (A 0=a) (B b))", false),
            ("(S (A a) (B b))", false),
            ("(ncsubj sleeps_1 John_0 _)", false),
            ("(S)", false),
            ("S (A 0=a)", false),
            ("", false),
        ] {
            assert_eq!(is_tree(line.as_bytes()), is_one, "{line}");
        }
    }
}
