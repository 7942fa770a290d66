//! Trees back to text.

use std::convert::Infallible;

use super::is_blank;
use crate::error::ErrorKind;
use crate::structures::tree::{NodeKind, Tree, TreeNode};

/// Appends the tree to `out`, on one line.
pub fn write(tree: &Tree<'_>, out: &mut Vec<u8>) {
    let Ok(()) = brackets(tree, out, |_, node, out| {
        out.extend_from_slice(tree.label(node));
        if node.kind == NodeKind::Leaf {
            out.push(b' ');
            out.extend_from_slice(tree.body(node));
        }
        Ok::<(), Infallible>(())
    });
}

/// Appends a tree of another format to `out`, on one line: what brackets could not hold is written with
/// other signs. `root` is the name of an outermost bracket that has none; `places`, if words are to be
/// numbered, has the number of each.
///
/// # Errors
/// Where there is a blank in a word or in a label. What was appended by then is no tree.
pub(crate) fn write_escaped(
    tree: &Tree<'_>,
    root: &[u8],
    places: Option<&[u32]>,
    out: &mut Vec<u8>,
) -> Result<(), ErrorKind> {
    brackets(tree, out, |index, node, out| {
        let label = tree.label(node);
        let label = if index == 0 && label.is_empty() { root } else { label };
        if label.iter().any(|byte| is_blank(*byte)) {
            return Err(ErrorKind::BlankInLabel(String::from_utf8_lossy(label).into_owned()));
        }
        // Treebanks that have brackets in tags ($() are known with square ones, too.
        out.extend(label.iter().map(|byte| match byte {
            b'(' => b'[',
            b')' => b']',
            byte => *byte,
        }));
        if node.kind == NodeKind::Phrase {
            return Ok(());
        }
        let word = tree.body(node);
        if word.iter().any(|byte| is_blank(*byte)) {
            return Err(ErrorKind::BlankInWord(String::from_utf8_lossy(word).into_owned()));
        }
        out.push(b' ');
        if let Some(places) = places {
            out.extend_from_slice(format!("{}=", places[node.leaf as usize]).as_bytes());
        }
        for byte in word {
            match byte {
                b'(' => out.extend_from_slice(b"-LRB-"),
                b')' => out.extend_from_slice(b"-RRB-"),
                byte => out.push(*byte),
            }
        }
        Ok(())
    })
}

/// Appends the brackets of the tree, each filled by `fill`, which has the number of its node.
fn brackets<E>(
    tree: &Tree<'_>,
    out: &mut Vec<u8>,
    mut fill: impl FnMut(u32, &TreeNode, &mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
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
        fill(index, node, out)?;
        match node.kind {
            NodeKind::Phrase => open.push(node.end),
            NodeKind::Leaf => out.push(b')'),
        }
    }
    out.extend(open.iter().map(|_| b')'));
    Ok(())
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

    #[test]
    fn what_brackets_cannot_hold_is_escaped_or_refused() {
        let written = |tag: &str, word: &str| {
            let text = format!("#BOS 1\n{word}\t{tag}\t--\t--\t0\n#EOS 1\n");
            let reading = crate::formats::export::read(text.as_bytes());
            assert!(reading.faults.is_empty());
            let mut out = Vec::new();
            write_escaped(&reading.tree, b"ROOT", None, &mut out)?;
            Ok::<_, ErrorKind>(String::from_utf8(out).unwrap())
        };
        assert_eq!(written("$(", "(").unwrap(), "(ROOT ($[ -LRB-))");
        let told = |tag, word| written(tag, word).unwrap_err().to_string();
        assert_eq!(told("NNP", "New York"), "there is a blank in the word \"New York\"");
        assert_eq!(told("V X", "runs"), "there is a blank in the label \"V X\"");
    }
}
