//! Relations between words without numbers, as arcs.

use std::collections::{BTreeMap, BTreeSet};

use crate::metrics::relations::{RelationDifference, SchemeDifference, ShownRelation, TypeMatch};
use crate::pictures::{ArcFigure, ArcWord, FigureArc, Mark};
use crate::structures::relations::ends;

/// What is said where only relations are known.
const NO_ORDER: &str = "words in the order in which relations name them";

/// The words of a sentence, and where each of them stands.
#[derive(Default)]
pub(crate) struct RelationWords {
    /// As they are drawn.
    pub words: Vec<ArcWord>,
    /// By form; nothing where a form is there twice, and nobody knows which is meant.
    places: BTreeMap<String, Option<usize>>,
    /// Whether they are those of relations, the sentence not being known.
    is_named: bool,
    /// Whether these have numbers.
    is_numbered: bool,
}

/// The number behind a word, if it has one: `cat_3`, or `cat:3`, perhaps with its tag.
fn number(form: &str) -> Option<u64> {
    let (_, behind) = form.rsplit_once(':').or_else(|| form.rsplit_once('_'))?;
    let digits = behind.split('_').next()?;
    digits.parse().ok()
}

impl RelationWords {
    /// Those of a sentence.
    pub(crate) fn of_text(text: &str) -> RelationWords {
        let mut words = RelationWords::default();
        for form in text.split_whitespace().flat_map(tokens) {
            let place = words.words.len();
            let known = words.places.entry(form.to_string());
            known.and_modify(|known| *known = None).or_insert(Some(place));
            words.words.push(ArcWord { form: form.to_string(), ..ArcWord::default() });
        }
        words
    }

    /// Those that relations name, heads and dependents, which are the last that a relation has: in the order of their
    /// numbers, where all have one (`cat_3`), or else in which they are named. What only ever stands before those
    /// is a kind.
    pub(crate) fn named(relations: impl Iterator<Item = Vec<String>>) -> RelationWords {
        let mut forms: Vec<String> = Vec::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for fillers in relations {
            let Some((head, dependent)) = ends(&fillers, |filler| filler != "_") else { continue };
            for filler in [&fillers[head], &fillers[dependent]] {
                if known.insert(filler.clone()) {
                    forms.push(filler.clone());
                }
            }
        }
        let numbers: Option<Vec<u64>> = forms.iter().map(|form| number(form)).collect();
        let mut places: Vec<(u64, &String)> = match &numbers {
            Some(numbers) => numbers.iter().copied().zip(&forms).collect(),
            None => (0..).zip(&forms).collect(),
        };
        places.sort_by_key(|(number, _)| *number);
        let mut words = RelationWords {
            is_named: true,
            is_numbered: numbers.is_some(),
            ..RelationWords::default()
        };
        for (_, form) in places {
            words.places.insert(form.clone(), Some(words.words.len()));
            words.words.push(ArcWord { form: form.clone(), ..ArcWord::default() });
        }
        words
    }

    /// What is to be said of the order of words, if it is not the sentence's.
    pub(crate) fn order(&self) -> Option<&'static str> {
        (self.is_named && !self.words.is_empty()).then_some(match self.is_numbered {
            true => "only the words that relations name, in the order of their numbers",
            false => NO_ORDER,
        })
    }

    /// A relation as an arc between two words; nothing where it has no two that are known.
    pub(crate) fn arc(&self, name: &str, fillers: &[String]) -> Option<FigureArc> {
        let place = |filler: &String| self.places.get(filler).copied().flatten();
        // Who is no word of the sentence may be a kind of the relation; of what may be either, nobody
        // knows.
        let (head, dependent) = ends(fillers, |filler| self.places.contains_key(filler))?;
        let (from, to) = (place(&fillers[head])?, place(&fillers[dependent])?);
        let others = fillers.iter().enumerate().filter(|(at, _)| *at != head && *at != dependent);
        let kinds: Vec<&str> =
            others.map(|(_, filler)| filler.as_str()).filter(|filler| *filler != "_").collect();
        let label = match kinds.is_empty() {
            true => name.to_string(),
            false => format!("{name}:{}", kinds.join(":")),
        };
        (from != to).then(|| FigureArc::new(Some(from), to, label))
    }
}

/// A word, and marks before and behind it that are written to it.
fn tokens(written: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| ".,;:?!()\"“”".contains(c);
    let word = written.trim_matches(is_mark);
    let (before, behind) = match written.find(word) {
        Some(at) if !word.is_empty() => (&written[..at], &written[at + word.len()..]),
        _ => (written, ""),
    };
    [before, word, behind].into_iter().filter(|part| !part.is_empty())
}

impl RelationDifference {
    /// What the scheme says by which sentences are ordered.
    pub(in crate::report) fn main(&self) -> Option<&SchemeDifference> {
        let main = self.by_scheme.iter().find(|under| under.scheme.types == TypeMatch::Hierarchy);
        main.or(self.by_scheme.first())
    }

    /// Gold's relations above the words, the system's below, marked as the main scheme has it; those that
    /// have no two words of the sentence are listed. Nothing where there are no relations. Kinds of
    /// relations, which may be words (`iobj:at`), stand behind their names if they are wanted.
    pub(in crate::report) fn arcs(&self, has_kinds: bool) -> Option<ArcFigure> {
        let under = self.main()?;
        let text = self.text.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
        let mut words = RelationWords::of_text(&text);
        let mut notes = Vec::new();
        if words.words.is_empty() {
            words = named(under);
            notes.extend(words.order().map(str::to_string));
        }
        let mut figure =
            ArcFigure { names: ["gold", "system"].map(str::to_string), ..ArcFigure::default() };
        let mut add = |one: &ShownRelation, (mark, label_mark): (Mark, Mark), is_gold: bool| {
            let Some(mut arc) = words.arc(&one.name, &one.fillers) else {
                match label_mark {
                    Mark::Missing => notes.push(format!("− {one}")),
                    Mark::Extra => notes.push(format!("+ {one}")),
                    _ if is_gold => notes.push(one.to_string()),
                    _ => {}
                }
                return;
            };
            (arc.mark, arc.label_mark) = (mark, label_mark);
            if !has_kinds {
                arc.label = one.name.clone();
            }
            if is_gold { figure.above.push(arc) } else { figure.below.push(arc) }
        };
        for (ours, theirs) in &under.matched {
            // Two that match need not be the same: their types may only have one above them in common.
            let [one, two] = match ours == theirs {
                true => [Mark::Matched; 2],
                false => [Mark::Missing, Mark::Extra],
            };
            add(ours, (Mark::Matched, one), true);
            add(theirs, (Mark::Matched, two), false);
        }
        let [missing, extra] = [Mark::Missing, Mark::Extra].map(|mark| (mark, mark));
        under.missed.iter().for_each(|ours| add(ours, missing, true));
        under.wrong.iter().for_each(|theirs| add(theirs, extra, false));
        (figure.words, figure.notes) = (words.words, notes);
        (!figure.words.is_empty()).then_some(figure)
    }
}

/// The words of what both sides have.
fn named(under: &SchemeDifference) -> RelationWords {
    let ours = under.matched.iter().map(|(ours, _)| ours).chain(&under.missed);
    let all = ours.chain(under.matched.iter().map(|(_, theirs)| theirs)).chain(&under.wrong);
    RelationWords::named(all.map(|one| one.fillers.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::relations::Relations;

    fn difference(text: Option<&str>) -> RelationDifference {
        let shown = |written: &str| {
            let mut parts = written.trim_matches(['(', ')']).split(' ').map(str::to_string);
            ShownRelation { name: parts.next().unwrap(), fillers: parts.collect() }
        };
        let subject = shown("(ncsubj sees dog _)");
        let under = SchemeDifference {
            scheme: Relations::rasp().main_scheme(),
            matched: vec![(subject.clone(), subject)],
            missed: vec![shown("(dobj sees cat)"), shown("(passive sees)")],
            wrong: vec![shown("(iobj at sees cat)")],
        };
        RelationDifference { text: text.map(|it| it.as_bytes().to_vec()), by_scheme: vec![under] }
    }

    #[test]
    fn relations_are_arcs_between_their_words() {
        for text in [Some("The dog sees a cat."), None] {
            let figure = difference(text).arcs(true).unwrap();
            let shown = |arcs: &[FigureArc]| -> Vec<(String, String, String, Mark)> {
                let form = |at: usize| figure.words[at].form.clone();
                arcs.iter()
                    .map(|arc| {
                        let head = arc.head.map(form).unwrap();
                        (head, form(arc.dependent), arc.label.clone(), arc.mark)
                    })
                    .collect()
            };
            let arc = |head: &str, dependent: &str, label: &str, mark| {
                (head.to_string(), dependent.to_string(), label.to_string(), mark)
            };
            let subject = arc("sees", "dog", "ncsubj", Mark::Matched);
            let object = arc("sees", "cat", "dobj", Mark::Missing);
            assert_eq!(shown(&figure.above), [subject.clone(), object]);
            assert_eq!(shown(&figure.below), [subject, arc("sees", "cat", "iobj:at", Mark::Extra)]);
            let order = usize::from(text.is_none());
            assert_eq!(figure.notes.len(), 1 + order, "{:?}", figure.notes);
            assert!(figure.notes[order].contains("(passive sees)"));
            assert_eq!(difference(text).arcs(false).unwrap().below[1].label, "iobj");
        }
    }

    #[test]
    fn a_blank_inside_a_word_is_no_end_of_it() {
        let name = ShownRelation {
            name: "dobj".to_string(),
            fillers: vec!["saw".to_string(), "New York".to_string()],
        };
        let mut difference = difference(None);
        difference.by_scheme[0].wrong = vec![name.clone()];
        let figure = difference.arcs(true).unwrap();
        let arc = &figure.below[1];
        let form = |at: usize| figure.words[at].form.as_str();
        assert_eq!((arc.head.map(form), form(arc.dependent)), (Some("saw"), "New York"));
        assert_eq!(arc.label, "dobj");
        // Words of a text have no blanks: there it is listed.
        difference.text = Some(b"We saw New York".to_vec());
        assert!(
            difference.arcs(true).unwrap().notes.contains(&"+ (dobj saw New York)".to_string())
        );
    }
}
