//! What conjuncts share.

use std::borrow::Cow;

use crate::conversion::universal::labels::marked;
use crate::conversion::universal::relatives::Relatives;
use crate::conversion::universal::view::{GraphView, kind};
use crate::conversion::universal::{Arc, MOST_SHARED, Net, TOP};

/// Relations that hold of the first conjunct alone, or of none in particular.
const UNSHARED: [&[u8]; 13] = [
    b"root",
    b"conj",
    b"cc",
    b"parataxis",
    b"list",
    b"discourse",
    b"vocative",
    b"reparandum",
    b"punct",
    b"ref",
    b"goeswith",
    b"dislocated",
    b"orphan",
];

/// Conjuncts depend on what the first one depends on. Words come in an order in which each is behind its head.
pub(super) fn share_governors<'s>(
    view: &GraphView<'_, 's>,
    order: &[u32],
    relatives: &Relatives,
    net: &mut Net<'s>,
) {
    for &word in order {
        let first = view.head(word);
        if view.relation(word) != b"conj" || first == TOP || is_replaced(net.of(word)) {
            continue;
        }
        let is_shared = |(head, relation): &&Arc<'s>| {
            !UNSHARED.contains(&kind(relation)) && !relatives.is_private(first, *head, word)
        };
        let arcs: Vec<Arc<'s>> =
            net.of(first).filter(is_shared).take(MOST_SHARED).cloned().collect();
        for (head, relation) in arcs {
            net.add(word, head, own(view, first, word, relation));
        }
    }
}

/// Whether a conjunct is what something is not (*use words rather than force*).
fn is_replaced<'a, 's: 'a>(mut arcs: impl Iterator<Item = &'a Arc<'s>>) -> bool {
    arcs.any(|(_, label)| matches!(&**label, b"conj:rather_than" | b"conj:instead_of"))
}

/// A shared relation, with the marker of the conjunct itself if it has one (*to Paris and from
/// Rome*).
fn own<'s>(
    view: &GraphView<'_, 's>,
    first: u32,
    word: u32,
    relation: Cow<'s, [u8]>,
) -> Cow<'s, [u8]> {
    let basic = view.relation(first);
    let own = marked(view, word, basic);
    if &*own != basic && relation == marked(view, first, basic) { own } else { relation }
}

/// Predicates without a subject have that of the first one, in the same order.
pub(super) fn share_subjects<'s>(view: &GraphView<'_, 's>, order: &[u32], net: &mut Net<'s>) {
    let mut subjects: Vec<Vec<(u32, &'static [u8])>> = vec![Vec::new(); view.len()];
    for word in view.words() {
        for (head, relation) in net.of(word) {
            let subject: &'static [u8] = match &**relation {
                b"nsubj" => b"nsubj",
                b"nsubj:pass" => b"nsubj:pass",
                b"csubj" => b"csubj",
                b"csubj:pass" => b"csubj:pass",
                _ => continue,
            };
            if *head != TOP {
                subjects[*head as usize].push((word, subject));
            }
        }
    }
    for &word in order {
        let first = view.head(word);
        if view.relation(word) != b"conj"
            || first == TOP
            || view.has_child(word, &[b"nsubj", b"csubj", b"expl"])
        {
            continue;
        }
        let shared: Vec<_> = subjects[first as usize].iter().take(MOST_SHARED).copied().collect();
        for (subject, relation) in shared {
            let relation = in_voice(view, word, relation);
            if subject != word {
                net.add(subject, word, Cow::Borrowed(relation));
                subjects[word as usize].push((subject, relation));
            }
        }
    }
}

/// A subject's relation to another verb than its own, which may be active or passive.
fn in_voice(view: &GraphView<'_, '_>, verb: u32, relation: &'static [u8]) -> &'static [u8] {
    let shares_auxiliary = || {
        relation.ends_with(b":pass")
            && (view.xpos(verb) == b"VBN" || view.feature(verb, b"Voice") == Some(b"Pass"))
            && !view.has_child(verb, &[b"aux", b"cop"])
    };
    let has_auxiliary = view.children_by(verb, &[b"aux:pass"]).next().is_some();
    match (kind(relation), has_auxiliary || shares_auxiliary()) {
        (b"csubj", true) => b"csubj:pass",
        (b"csubj", false) => b"csubj",
        (_, true) => b"nsubj:pass",
        (_, false) => b"nsubj",
    }
}
