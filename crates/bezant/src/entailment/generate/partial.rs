//! Questions where only a few dependencies of a sentence are known to be right.

use crate::entailment::answers::Answer;
use crate::entailment::generate::find::{Candidate, FoundDifferences};
use crate::entailment::generate::silver::{Questioning, SilverQuestions, ask};
use crate::entailment::generate::texts::KnownLink;
use crate::entailment::generate::version::Version;
use crate::entailment::generate::{Language, LinkRelation, WordLink, WordRole};

/// Asks about what is known: YES from the parse of a system that has it, and NO from one that puts another
/// word in the place of the right one. Nothing else can be told.
pub(super) fn questions(
    language: &dyn Language,
    known: &[KnownLink],
    systems: &[Option<Version>],
    wanted: &Questioning,
) -> SilverQuestions {
    let mut found = FoundDifferences::default();
    for one in known {
        let there = systems.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_ref()?)));
        let mut has: Vec<(Option<usize>, WordLink)> = Vec::new();
        let mut others: Vec<(Option<usize>, WordLink)> = Vec::new();
        let mut lacks = Vec::new();
        for (at, version) in there {
            match version.links.iter().find(|link| is_it(version, link, one)) {
                Some(link) => has.push((Some(at), *link)),
                None => {
                    lacks.push(at);
                    let others_here =
                        version.links.iter().filter(|link| is_instead(version, link, one));
                    others.extend(others_here.map(|link| (Some(at), *link)));
                }
            }
        }
        found.links += 1;
        let is_split = !lacks.is_empty() || systems.len() == 1;
        if !has.is_empty() && is_split {
            let (who, link) = has[0];
            let version = who.and_then(|at| systems[at].as_ref());
            if let Some(key) = version.and_then(|version| version.key(&link)) {
                let answer = Some(Answer::Yes);
                found.candidates.push(Candidate { key, had_by: has, answer, systems: lacks });
            }
        }
        for (who, link) in others {
            let Some(at) = who else { continue };
            let Some(key) = systems[at].as_ref().and_then(|version| version.key(&link)) else {
                continue;
            };
            match found.candidates.iter_mut().find(|one| one.key == key) {
                Some(there) if there.answer == Some(Answer::No) => {
                    there.had_by.push((who, link));
                    there.systems.push(at);
                }
                Some(_) => {}
                None => found.candidates.push(Candidate {
                    key,
                    had_by: vec![(who, link)],
                    answer: Some(Answer::No),
                    systems: vec![at],
                }),
            }
        }
    }
    found.candidates.sort_by_key(|candidate| candidate.key);
    ask(language, found, None, systems, wanted)
}

/// Whether a link is what is known; a preposition that is the governor there stands at the noun here.
fn is_it(version: &Version, link: &WordLink, known: &KnownLink) -> bool {
    let Some((governor, dependent, relation)) = version.key(link) else { return false };
    if relation == known.relation && governor == known.governor && dependent == known.dependent {
        return true;
    }
    let cases = || {
        let of_noun = version.sentence.prepositions(link.dependent).into_iter();
        let below = version.sentence.children(link.governor).iter().copied();
        let is_case = |word: &usize| {
            matches!(version.sentence.word(*word).role, WordRole::Case | WordRole::Prepositional)
        };
        of_noun.chain(below.filter(is_case)).filter_map(|word| version.place(word))
    };
    relation == LinkRelation::Prepositional
        && dependent == known.dependent
        && cases().any(|case| case == known.governor)
}

/// Whether a link has another word in the place of the right one, where only one can stand.
fn is_instead(version: &Version, link: &WordLink, known: &KnownLink) -> bool {
    let Some((governor, dependent, relation)) = version.key(link) else { return false };
    matches!(relation, LinkRelation::Subject | LinkRelation::Object)
        && relation == known.relation
        && governor == known.governor
        && dependent != known.dependent
}
