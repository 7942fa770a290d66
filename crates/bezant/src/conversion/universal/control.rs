//! Subjects of infinitives and other open complements.

use std::borrow::Cow;

use crate::conversion::universal::view::{GraphView, kind};
use crate::conversion::universal::{MOST_SHARED, Net, TOP};

/// Who may be the subject of an open complement: the object of the verb above, if there is one
/// (*I told them to go*), or else its subject (*I want to go*).
const CONTROLLERS: [&[u8]; 3] = [b"obj", b"iobj", b"nsubj"];

/// Gives open complements a subject, from above to below, so that chains of them find it, too.
pub(super) fn find_subjects<'s>(view: &GraphView<'_, 's>, order: &[u32], net: &mut Net<'s>) {
    let mut controllers: [Vec<Vec<u32>>; 3] = [(); 3].map(|()| vec![Vec::new(); view.len()]);
    for word in view.words() {
        for (head, relation) in net.of(word) {
            let rank = CONTROLLERS.iter().position(|name| *name == kind(relation));
            if let Some(rank) = rank
                && *head != TOP
                && &**relation != b"nsubj:outer"
            {
                controllers[rank][*head as usize].push(word);
            }
        }
    }
    for &word in order {
        let Some(governor) = governor(view, word) else { continue };
        // What is left of an infinitive is no predicate (*I'd like to*).
        if view.has_child(word, &[b"nsubj", b"csubj"]) || view.upos(word) == b"PART" {
            continue;
        }
        let all = controllers.iter().map(|of_word| &of_word[governor as usize]);
        // A conjunct may have found its subject already.
        let found = all.into_iter().find(|words| words.iter().any(|subject| *subject != word));
        let found: Vec<u32> = found.into_iter().flatten().take(MOST_SHARED).copied().collect();
        for subject in found.into_iter().filter(|subject| *subject != word) {
            net.add(subject, word, Cow::Borrowed(b"nsubj:xsubj"));
            controllers[2][word as usize].push(subject);
        }
    }
}

/// The verb above an open complement, or above the one that it is coordinated with.
fn governor(view: &GraphView<'_, '_>, word: u32) -> Option<u32> {
    let head = view.head(word);
    let governor = match view.relation(word) {
        b"xcomp" => head,
        b"conj" if head != TOP && view.relation(head) == b"xcomp" => view.head(head),
        _ => return None,
    };
    (governor != TOP).then_some(governor)
}
