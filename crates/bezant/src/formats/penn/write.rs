//! Trees back to text.

use crate::structures::tree::{NodeKind, Tree};

/// Appends the tree to `out`, on one line.
pub fn write(tree: &Tree<'_>, out: &mut Vec<u8>) {
    let mut open: Vec<u32> = Vec::new();
    for (index, node) in (0..).zip(tree.nodes()) {
        while open.last().is_some_and(|&end| end <= index) {
            open.pop();
            out.push(b')');
        }
        if index > 0 {
            out.push(b' ');
        }
        out.push(b'(');
        out.extend_from_slice(tree.label(node));
        match node.kind {
            NodeKind::Phrase => open.push(node.end),
            NodeKind::Leaf => {
                out.push(b' ');
                out.extend_from_slice(tree.body(node));
                out.push(b')');
            }
        }
    }
    out.extend(open.iter().map(|_| b')'));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::penn::read;

    #[test]
    fn what_is_written_reads_the_same() {
        for text in ["(S (NP (N a)) (VP))", "( (S (N a)))", "(A a) (B b)", "(S )", "(NP)", ""] {
            let mut out = Vec::new();
            write(&read(text.as_bytes()).tree, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), text);
        }
    }
}
