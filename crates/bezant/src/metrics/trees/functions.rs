//! Functions in labels: `SBJ` in `NP-SBJ-2`, or in the column that export files have for them.

use std::borrow::Cow;

use crate::metrics::trees::labels::cut;
use crate::metrics::trees::parameters::{Convention, Functions, Parameters};
use crate::metrics::trees::preparation::Outer;
use crate::structures::tree::{NodeKind, Tree, TreeNode};

/// The functions that a label names, in order and once each. Numbers are indices, and labels that
/// start with `-` (`-NONE-`, `-LRB-`) are names as a whole.
pub(crate) fn functions(label: &[u8], convention: Convention) -> Vec<&[u8]> {
    let label = match convention {
        Convention::Evalb => label,
        // Behind it are features.
        Convention::Spmrl => label.split(|byte| *byte == b'#').next().unwrap_or(label),
    };
    if label.first().is_none_or(|first| *first == b'-') {
        return Vec::new();
    }
    let parts = label.split(|byte| matches!(byte, b'-' | b'=')).skip(1);
    let mut found: Vec<&[u8]> =
        parts.filter(|part| part.iter().any(|byte| !byte.is_ascii_digit())).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A phrase's label as it is compared.
pub(crate) fn compared<'n>(name: &'n [u8], parameters: &Parameters) -> Cow<'n, [u8]> {
    let label = cut(name, parameters.convention);
    let keeps = matches!(parameters.functions, Functions::Add | Functions::Replace);
    let found = if keeps { functions(name, parameters.convention) } else { Vec::new() };
    if found.is_empty() {
        return Cow::Borrowed(label);
    }
    let joined = found.join(&b'-');
    Cow::Owned(match parameters.functions {
        Functions::Replace => joined,
        _ => [label, &joined].join(&b'-'),
    })
}

/// A node's label with its functions, also those that stand in a column of their own.
pub(crate) fn full_label<'s>(tree: &Tree<'s>, node: &TreeNode, outer: Outer) -> Cow<'s, [u8]> {
    let label = tree.label(node);
    let is_phrase = node.kind == NodeKind::Phrase && outer == Outer::Root;
    match if is_phrase { tree.body(node) } else { b"" } {
        b"" | b"-" | b"--" | b"---" => Cow::Borrowed(label),
        column => Cow::Owned([label, column].join(&b'-')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::trees::parameters::Preset;

    #[test]
    fn functions_are_what_no_index_is() {
        let of = |label: &str| {
            let found = functions(label.as_bytes(), Convention::Evalb);
            found.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(of("NP-SBJ-2"), ["SBJ"]);
        assert_eq!(of("PP-PRD-LOC=3"), ["LOC", "PRD"]);
        assert_eq!(of("NP-SBJ-SBJ"), ["SBJ"]);
        for label in ["NP", "NP=2", "NP-1", "-NONE-", "-LRB-", "", "NP-", "=1"] {
            assert!(of(label).is_empty(), "{label}");
        }
        assert_eq!(functions(b"NP-SUJ##g=f-x##", Convention::Spmrl), [b"SUJ"]);
    }

    #[test]
    fn labels_are_compared_as_asked() {
        let mut parameters = Preset::None.parameters();
        for (way, expected) in [
            (Functions::Remove, ["PP", "NP", ""]),
            (Functions::Score, ["PP", "NP", ""]),
            (Functions::Add, ["PP-LOC-PRD", "NP", ""]),
            (Functions::Replace, ["LOC-PRD", "NP", ""]),
        ] {
            parameters.functions = way;
            let labels = ["PP-PRD-LOC-1", "NP-1", "-NONE-"];
            let found = labels.map(|label| compared(label.as_bytes(), &parameters).into_owned());
            assert_eq!(found, expected.map(|label| label.as_bytes().to_vec()));
        }
    }
}
