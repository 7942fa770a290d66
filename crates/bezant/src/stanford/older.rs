//! Names as the scheme had them about 2010, where today's dependencies say enough to tell.

use crate::stanford::graph::{Dependency, DependencyList, WordPlace};
use crate::stanford::labels::{P_V, P_W};
use crate::stanford::relations::Kind;
use crate::stanford::words::SentenceWords;

/// Gives relations their older names.
///
/// `vmod` was `partmod`, or `infmod` if it is an infinitive, or `purpcl` if that modifies a verb;
/// `mark` was `complm` for *that* and *whether*; an apposition in brackets that is written in
/// capitals was `abbrev`; the subject that an infinitive takes over was `xsubj`; a question word
/// before *be* was `attr`.
pub(super) fn rename(list: &mut DependencyList, words: &SentenceWords) {
    hang_questions_on_be(list, words);
    list.reindex(words.len());
    let DependencyList { arcs, index, .. } = list;
    let governs = |arcs: &[Dependency], word: WordPlace, test: &dyn Fn(&Dependency) -> bool| {
        index.of(word.index).iter().any(|at| test(&arcs[*at as usize]))
    };
    let is_to = |arc: &Dependency| arc.is(Kind::Aux) && says(words, arc.dependent, &["to"]);
    let controlled: Vec<bool> = controlled(arcs, words);
    for at in 0..arcs.len() {
        let Dependency { governor, dependent, .. } = arcs[at];
        let is_infinitive = || governs(arcs, dependent, &is_to);
        let on_verb = governor.index > 0 && words.is_tagged(governor.index - 1, P_V);
        let kind = match arcs[at].kind() {
            Kind::Vmod if is_infinitive() && on_verb => Kind::Purpcl,
            Kind::Vmod if is_infinitive() => Kind::Infmod,
            Kind::Vmod => Kind::Partmod,
            Kind::Advcl if is_infinitive() => Kind::Purpcl,
            Kind::Mark if says(words, dependent, &["that", "whether"]) => Kind::Complm,
            Kind::Appos if is_abbreviation(words, dependent) => Kind::Abbrev,
            Kind::Nsubj | Kind::Nsubjpass if controlled[at] => Kind::Xsubj,
            _ => continue,
        };
        arcs[at].relation = kind.into();
    }
}

/// *what is that*: the verb was the head, and not the question word or what that asks for. Both
/// change places; what stands before the verb and belongs to the question stays with it.
fn hang_questions_on_be(list: &mut DependencyList, words: &SentenceWords) {
    let asks = |place: WordPlace| place.index > 0 && words.is_tagged(place.index - 1, P_W);
    let mut questions: Vec<bool> =
        (0..=words.len() as u32).map(|n| asks(WordPlace::word(n))).collect();
    for arc in list.arcs.iter().filter(|arc| arc.is(Kind::Det) && asks(arc.dependent)) {
        questions[arc.governor.index as usize] = true;
    }
    let mut verbs: Vec<Option<WordPlace>> = vec![None; questions.len()];
    for Dependency { governor, dependent, .. } in list.arcs.iter().filter(|arc| arc.is(Kind::Cop)) {
        let [at, verb] = [governor, dependent].map(|place| place.index as usize);
        if questions[at] && !questions[verb] && at < verb {
            verbs[at].get_or_insert(*dependent);
        }
    }
    let of_clauses = [Kind::Aux, Kind::Neg, Kind::Nsubj, Kind::Csubj, Kind::Mark, Kind::Expl];
    for arc in &mut list.arcs {
        let Dependency { governor, dependent, .. } = *arc;
        let verb = verbs[governor.index as usize];
        if arc.is(Kind::Cop) && verb == Some(dependent) {
            let relation = Kind::Attr.into();
            *arc = Dependency { relation, governor: dependent, dependent: governor };
            continue;
        }
        let moves = |verb: &WordPlace| verb.index < dependent.index || arc.is_one(&of_clauses);
        arc.governor = verb.filter(moves).unwrap_or(governor);
        arc.dependent = verbs[dependent.index as usize].unwrap_or(dependent);
    }
    list.arcs.retain(|arc| arc.governor != arc.dependent);
}

fn says(words: &SentenceWords, place: WordPlace, forms: &[&str]) -> bool {
    place.index > 0 && words.reads(place.index - 1, forms)
}

/// Whether a word stands alone in brackets and is written in capitals.
fn is_abbreviation(words: &SentenceWords, place: WordPlace) -> bool {
    let (index, n) = (place.index as usize, words.len());
    index >= 2
        && index < n
        && words.form(index - 2) == b"("
        && words.form(index) == b")"
        && words.form(index - 1).iter().filter(|byte| byte.is_ascii_uppercase()).count() >= 2
}

/// Which subjects are taken over from the verb above: that has them as its subject or object, too.
fn controlled(arcs: &[Dependency], words: &SentenceWords) -> Vec<bool> {
    let mut above: Vec<Vec<WordPlace>> = vec![Vec::new(); words.len() + 1];
    for arc in arcs.iter().filter(|arc| arc.is(Kind::Xcomp)) {
        above[arc.dependent.index as usize].push(arc.governor);
    }
    let mut arguments: Vec<(WordPlace, WordPlace)> = arcs
        .iter()
        .filter(|arc| arc.is_one(&[Kind::Nsubj, Kind::Nsubjpass, Kind::Dobj]))
        .map(|arc| (arc.governor, arc.dependent))
        .collect();
    arguments.sort_unstable();
    let is_controlled = |arc: &Dependency| {
        let verbs = &above[arc.governor.index as usize];
        let takes = |verb: &WordPlace| arguments.binary_search(&(*verb, arc.dependent)).is_ok();
        arc.is_one(&[Kind::Nsubj, Kind::Nsubjpass]) && verbs.iter().any(takes)
    };
    arcs.iter().map(is_controlled).collect()
}
