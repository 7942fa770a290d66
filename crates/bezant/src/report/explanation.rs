//! Why a pair got its answer, in words: lines for people, a page with pictures, JSON for programs.

mod lines;
mod page;
mod summary;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::entailment::analysis::{AnalysedWord, Analysis, LemmaRelation, ROOT};
use crate::entailment::answers::Answer;
use crate::entailment::core::{Examined, Status};
use crate::entailment::equivalences::Switch;
use crate::entailment::explain::{Explanation, Flip, Instead};
use crate::entailment::modules::Analyses;
use crate::pictures::{
    AlignedFigure, ArcFigure, ArcWord, DrawnArc, DrawnSentence, DrawnWord, Figure, FigureArc, Mark,
};
use crate::report::Fact;

pub use page::pairs_page;
pub use summary::wrong_summary;

/// An explanation to be shown.
#[derive(Clone, Copy)]
pub struct ExplanationReport<'a> {
    /// What is shown.
    pub explanation: &'a Explanation,
    /// How its reader turns a switch, which only the program that shows it knows.
    pub turn: &'a dyn Fn(&Switch) -> String,
}

impl ExplanationReport<'_> {
    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        let explanation = self.explanation;
        let decision = &explanation.decision;
        let relation = |one: &Examined| {
            let (status, why, in_text, by) = match &one.status {
                Status::Found { in_text, by } => ("found", None, Some(in_text), by.as_ref()),
                Status::Missing => ("missing", None, None, None),
                Status::Ignored(why) => ("ignored", Some(why.words()), None, None),
            };
            serde_json::json!({
                "relation": one.relation.to_string(),
                "written": one.written.as_ref().map(ToString::to_string),
                "equated_by": one.by.as_ref().or(by),
                "core": one.core,
                "status": status,
                "why": why,
                "in_text": in_text.map(ToString::to_string),
            })
        };
        let analysis = |analysis: &Option<Analysis>| {
            analysis.as_ref().map(|analysis| {
                let arcs = analysis.arcs.iter().map(|arc| analysis.shown(arc).to_string());
                let words = analysis.words.iter().map(|word| {
                    serde_json::json!({"form": word.form, "lemma": word.lemma, "tag": word.tag})
                });
                serde_json::json!({
                    "words": words.collect::<Vec<_>>(),
                    "relations": arcs.collect::<Vec<_>>(),
                })
            })
        };
        let missing =
            |side: usize| explanation.analyses[side].is_none().then(|| explanation.why_none(side));
        let instead = explanation.instead.iter().map(|instead| {
            let missing = decision.relations[instead.relation].relation.to_string();
            serde_json::json!({"missing": missing, "text_has": self.text_has(instead)})
        });
        let others = explanation.others.iter();
        let others =
            others.map(|(module, answer)| (module.name().to_string(), answer.name().into()));
        serde_json::json!({
            "signature": explanation.signature.to_string(),
            "id": explanation.id,
            "text": explanation.sentences[0],
            "hypothesis": explanation.sentences[1],
            "gold": explanation.gold.map(Answer::name),
            "answer": decision.answer.name(),
            "right": explanation.is_right(),
            "because": decision.because.words(),
            "probability": decision.probability,
            "relations": decision.relations.iter().map(relation).collect::<Vec<_>>(),
            "instead": instead.collect::<Vec<_>>(),
            "flips": self.flips(),
            "other_modules": serde_json::Value::Object(others.collect()),
            "missing": {"text": missing(0), "hypothesis": missing(1)},
            "parses": {"text": analysis(&explanation.analyses[0]), "hypothesis": analysis(&explanation.analyses[1])},
        })
    }

    /// The answer and why it was given.
    pub(super) fn verdict(&self) -> String {
        let decision = &self.explanation.decision;
        format!("{} because {}", decision.answer, decision.because.words())
    }

    /// What became of each relation of the hypothesis, and what would have changed the answer.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let relation = |(at, one): (usize, &Examined)| {
            let (side, text) = match &one.status {
                Status::Found { in_text, by } => {
                    let by = by.as_ref().map_or(String::new(), |by| format!(" ({by})"));
                    ("found", format!("in T: {in_text}{by}"))
                }
                Status::Missing => match self.instead_of(at) {
                    nothing if nothing.is_empty() => ("missing", "not in T".to_string()),
                    found => ("missing", format!("not in T, which has {found}")),
                },
                Status::Ignored(why) => ("ignored", why.words().to_string()),
            };
            Fact { side, label: one.relation.to_string(), text }
        };
        let relations = self.explanation.decision.relations.iter().enumerate().map(relation);
        let flip = |label: String| Fact { side: "class", label, text: String::new() };
        relations.chain(self.flips().into_iter().map(flip)).collect()
    }

    /// What the text has instead of a relation, each once and in order.
    fn text_has(&self, instead: &Instead) -> Vec<String> {
        let Some(text) = &self.explanation.analyses[0] else { return Vec::new() };
        let arcs = instead.arcs.iter().map(|arc| text.shown(&text.arcs[*arc]).to_string());
        arcs.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The same for the relation with this number, joined.
    fn instead_of(&self, relation: usize) -> String {
        let instead = self.explanation.instead.iter().find(|one| one.relation == relation);
        instead.map_or(String::new(), |instead| self.text_has(instead).join(", "))
    }

    /// Words of the hypothesis that have another part of speech in the text.
    fn other_parts(&self) -> Vec<String> {
        let [Some(text), Some(hypothesis)] = &self.explanation.analyses else { return Vec::new() };
        let tags = |word: &AnalysedWord| -> String {
            let form = word.form.to_lowercase();
            let is_it = |other: &&AnalysedWord| {
                other.lemma == word.lemma || other.form.to_lowercase() == form
            };
            let tags: BTreeSet<&str> = text.words.iter().filter(is_it).map(|it| &*it.tag).collect();
            tags.into_iter().collect::<Vec<_>>().join(" or ")
        };
        let words = self.explanation.other_parts.iter().map(|at| &hypothesis.words[*at]);
        words
            .map(|word| format!("{} is {} in H, {} in T", word.form, word.tag, tags(word)))
            .collect()
    }

    /// What would have changed the answer, what weighed most, and words that are no longer what they were.
    fn flips(&self) -> Vec<String> {
        let Explanation { decision, flips, features, .. } = self.explanation;
        let list = |relations: &[usize]| {
            let relations = relations.iter().map(|at| decision.relations[*at].relation.to_string());
            relations.collect::<Vec<_>>().join(" and ")
        };
        let flip = |flip: &Flip| match flip {
            Flip::IfTextHad(relations) => format!("YES if T had {}", list(relations)),
            Flip::IfTextLacked(relations) => format!("NO if T did not have {}", list(relations)),
            Flip::IfCore => {
                "YES only if H had a core relation between words of T, and T had it too".to_string()
            }
            Flip::IfAny => "YES if T had any relation of H between words of T".to_string(),
            Flip::IfAnalysed => "a parse of both sentences is needed for YES".to_string(),
            Flip::With(switch) => {
                format!("{} with {}", decision.answer.other(), (self.turn)(switch))
            }
        };
        let feature = |(name, weight): &(String, f64)| format!("{weight:+.3}  {name}");
        let reasons = flips.iter().map(flip).chain(features.iter().map(feature));
        reasons.chain(self.other_parts()).collect()
    }

    /// Both sentences as one figure: the text above, the hypothesis below, words that are the same joined, and
    /// the relations that were compared marked; nothing where neither has a parse.
    pub fn figure(&self) -> Option<Figure> {
        let [text, hypothesis] = &self.explanation.analyses;
        if text.is_none() && hypothesis.is_none() {
            return None;
        }
        // What became of each sentence's arcs. A module may change names, but keeps arcs in their places.
        let mut fates: [Fates; 2] = Default::default();
        for one in &self.explanation.decision.relations {
            let (mark, in_text) = match &one.status {
                Status::Found { in_text, .. } => (Mark::Highlighted, in_text.arc()),
                Status::Missing => (Mark::Missing, None),
                Status::Ignored(_) => continue,
            };
            fates[0].extend(in_text.map(|arc| (arc, Mark::Highlighted)));
            fates[1].extend(one.relation.arc().map(|arc| (arc, mark)));
        }
        Some(aligned([text.as_ref(), hypothesis.as_ref()], &fates))
    }

    /// An analysis to be drawn, with the words marked that are in relations that were compared.
    fn drawn<'s>(&self, analysis: &'s Analysis) -> DrawnSentence<'s> {
        let relations = self.explanation.decision.relations.iter();
        let compared = relations.filter(|one| !matches!(one.status, Status::Ignored(_)));
        let mentions = compared.flat_map(|one| one.relation.words());
        let marked: BTreeSet<&str> = mentions.map(|mention| &*mention.lemma).collect();
        let words = analysis.words.iter().map(|word| DrawnWord {
            form: &word.form,
            tag: &word.tag,
            is_marked: marked.contains(word.lemma.as_str()),
        });
        let arcs = analysis.arcs.iter().map(|arc| DrawnArc {
            label: &arc.relation,
            governor: (arc.governor != ROOT).then_some(arc.governor),
            dependent: arc.dependent,
        });
        DrawnSentence { words: words.collect(), arcs: arcs.collect() }
    }
}

/// Text above hypothesis: what they share is highlighted. Nothing where neither has a parse.
pub(crate) fn pair_figure(analyses: &Analyses) -> Option<Figure> {
    let [text, hypothesis] = analyses.each_ref().map(Option::as_ref);
    if text.is_none() && hypothesis.is_none() {
        return None;
    }
    let mut fates: [Fates; 2] = Default::default();
    if let (Some(text), Some(hypothesis)) = (text, hypothesis) {
        for (ours, theirs) in same_arcs(text, hypothesis) {
            fates[0].insert(ours, Mark::Highlighted);
            fates[1].insert(theirs, Mark::Highlighted);
        }
    }
    Some(aligned([text, hypothesis], &fates))
}

/// What became of a sentence's arcs, by their numbers.
type Fates = BTreeMap<usize, Mark>;

/// Text above hypothesis, relations marked by what became of them in each.
fn aligned(sentences: [Option<&Analysis>; 2], fates: &[Fates; 2]) -> Figure {
    let arcs = |analysis: Option<&Analysis>, fates: &Fates| {
        let Some(analysis) = analysis else { return (Vec::new(), Vec::new()) };
        let words = analysis.words.iter().map(|word| ArcWord {
            form: word.form.clone(),
            tag: word.tag.to_string(),
            mark: Mark::Matched,
        });
        let arcs = analysis.arcs.iter().enumerate().map(|(at, arc)| {
            let head = (arc.governor != ROOT).then_some(arc.governor);
            let mark = fates.get(&at).copied().unwrap_or_default();
            let mut drawn = FigureArc::new(head, arc.dependent, arc.relation.clone());
            (drawn.mark, drawn.label_mark) = (mark, mark);
            drawn
        });
        (words.collect(), arcs.collect())
    };
    let [text, hypothesis] = sentences;
    let (words, above) = arcs(text, &fates[0]);
    let names = ["T".to_string(), String::new()];
    let upper = ArcFigure { words, above, names, ..ArcFigure::default() };
    let (words, below) = arcs(hypothesis, &fates[1]);
    let names = [String::new(), "H".to_string()];
    let lower = ArcFigure { words, below, names, ..ArcFigure::default() };
    let links = match (text, hypothesis) {
        (Some(text), Some(hypothesis)) => same_words(text, hypothesis),
        _ => Vec::new(),
    };
    Figure::Aligned(AlignedFigure { text: upper, hypothesis: lower, links })
}

/// Arcs of both sentences that say the same, each once: between words that are the same, or else the next.
fn same_arcs(text: &Analysis, hypothesis: &Analysis) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<LemmaRelation<'_>, VecDeque<usize>> = BTreeMap::new();
    let mut between: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, arc) in text.arcs.iter().enumerate() {
        places.entry(text.shown(arc)).or_default().push_back(at);
        between.entry((arc.governor, arc.dependent)).or_default().push(at);
    }
    let words = same_words(text, hypothesis).into_iter().map(|(place, at)| (at, place));
    let words: BTreeMap<usize, usize> = words.chain([(ROOT, ROOT)]).collect();
    let mut pairs = Vec::new();
    let mut used = BTreeSet::new();
    let mut left = Vec::new();
    for (at, arc) in hypothesis.arcs.iter().enumerate() {
        let same = (words.get(&arc.governor).copied()).zip(words.get(&arc.dependent).copied());
        let near = same.and_then(|ends| between.get(&ends)).map_or(&[][..], Vec::as_slice);
        let said = hypothesis.shown(arc);
        let is_it = |place: &&usize| text.shown(&text.arcs[**place]) == said;
        match near.iter().find(is_it) {
            Some(place) if used.insert(*place) => pairs.push((*place, at)),
            _ => left.push((said, at)),
        }
    }
    for (said, at) in left {
        let Some(places) = places.get_mut(&said) else { continue };
        while let Some(place) = places.pop_front() {
            if used.insert(place) {
                pairs.push((place, at));
                break;
            }
        }
    }
    pairs
}

/// Words of both sentences that are the same, each once: by their form, or else by their dictionary form. Of
/// several, the one that stands to its neighbours as in the hypothesis.
fn same_words(text: &Analysis, hypothesis: &Analysis) -> Vec<(usize, usize)> {
    let mut forms: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let mut lemmas: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, word) in text.words.iter().enumerate().filter(|(_, word)| !word.form.is_empty()) {
        forms.entry(word.form.to_lowercase()).or_default().insert(at);
        lemmas.entry(&word.lemma).or_default().insert(at);
    }
    let mut links: BTreeMap<usize, usize> = BTreeMap::new();
    let mut used = BTreeSet::new();
    for (at, word) in hypothesis.words.iter().enumerate() {
        if let Some(same) = places_of(word, &forms, &lemmas)
            && same.len() == 1
            && let Some(only) = same.first()
            && used.insert(*only)
        {
            links.insert(at, *only);
        }
    }
    // From here on only those that are free: where one word stands everywhere, none is looked at twice.
    let take = |place: usize, forms: &mut BTreeMap<_, _>, lemmas: &mut BTreeMap<_, _>| {
        let word = &text.words[place];
        forms.get_mut(&word.form.to_lowercase()).map(|free: &mut BTreeSet<_>| free.remove(&place));
        lemmas.get_mut(&*word.lemma).map(|free: &mut BTreeSet<_>| free.remove(&place));
    };
    used.into_iter().for_each(|place| take(place, &mut forms, &mut lemmas));
    for (at, word) in hypothesis.words.iter().enumerate() {
        if links.contains_key(&at) {
            continue;
        }
        let neighbours = links.range(..at).next_back().into_iter().chain(links.range(at..).next());
        let nearest = neighbours.min_by_key(|(other, _)| other.abs_diff(at));
        let wanted = nearest.map_or(at, |(other, place)| (place + at).saturating_sub(*other));
        let Some(free) = places_of(word, &forms, &lemmas) else { continue };
        let around = [free.range(..wanted).next_back(), free.range(wanted..).next()];
        let best = around.into_iter().flatten().min_by_key(|place| place.abs_diff(wanted));
        if let Some(place) = best.copied() {
            take(place, &mut forms, &mut lemmas);
            links.insert(at, place);
        }
    }
    links.into_iter().map(|(at, place)| (place, at)).collect()
}

/// Where a word stands in the other sentence: by its form, if that is there at all.
fn places_of<'p>(
    word: &AnalysedWord,
    forms: &'p BTreeMap<String, BTreeSet<usize>>,
    lemmas: &'p BTreeMap<&str, BTreeSet<usize>>,
) -> Option<&'p BTreeSet<usize>> {
    forms.get(&word.form.to_lowercase()).or_else(|| lemmas.get(word.lemma.as_str()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::entailment::analysis::Arc;

    fn analysis(words: &[(u8, u8)]) -> Analysis {
        let word = |(form, lemma): &(u8, u8)| AnalysedWord {
            form: "aBcb".chars().nth(usize::from(*form)).map(String::from).unwrap_or_default(),
            lemma: "abc".chars().nth(usize::from(*lemma)).map(String::from).unwrap_or_default(),
            tag: "".into(),
        };
        Analysis { words: words.iter().map(word).collect(), arcs: Vec::new() }
    }

    /// The same by looking at every word of the text for each of the hypothesis.
    fn looked_for(text: &Analysis, hypothesis: &Analysis) -> Vec<(usize, usize)> {
        let places = |word: &AnalysedWord| -> Vec<usize> {
            let there = (0..).zip(&text.words).filter(|(_, other)| !other.form.is_empty());
            let form = |other: &AnalysedWord| other.form.to_lowercase() == word.form.to_lowercase();
            let same = there.clone().filter(|(_, other)| form(other)).map(|(at, _)| at);
            let same: Vec<usize> = same.collect();
            let lemma = there.filter(|(_, other)| other.lemma == word.lemma).map(|(at, _)| at);
            if same.is_empty() { lemma.collect() } else { same }
        };
        let mut links: BTreeMap<usize, usize> = BTreeMap::new();
        let is_used = |links: &BTreeMap<usize, usize>, place| links.values().any(|it| *it == place);
        for (at, word) in hypothesis.words.iter().enumerate() {
            if let [only] = places(word)[..]
                && !is_used(&links, only)
            {
                links.insert(at, only);
            }
        }
        for (at, word) in hypothesis.words.iter().enumerate() {
            if links.contains_key(&at) {
                continue;
            }
            let nearest = links.iter().min_by_key(|(other, _)| (other.abs_diff(at), **other > at));
            let wanted = nearest.map_or(at, |(other, place)| (place + at).saturating_sub(*other));
            let free = places(word).into_iter().filter(|place| !is_used(&links, *place));
            if let Some(place) = free.min_by_key(|place| place.abs_diff(wanted)) {
                links.insert(at, place);
            }
        }
        links.into_iter().map(|(at, place)| (place, at)).collect()
    }

    #[test]
    fn relations_are_the_same_by_what_they_are_between_and_not_by_how_they_are_written() {
        let relation = |[governor, dependent]: [&str; 2]| {
            let word = |lemma: &str| AnalysedWord {
                form: format!("{lemma}.{governor}"),
                lemma: lemma.to_string(),
                tag: "".into(),
            };
            let words = vec![AnalysedWord::default(), word(governor), word(dependent)];
            let arcs = vec![Arc { relation: "conj".into(), governor: 1, dependent: 2 }];
            Analysis { words, arcs }
        };
        let (text, hypothesis) = (relation(["1, 2", "3"]), relation(["1", "2, 3"]));
        let written = |it: &Analysis| it.shown(&it.arcs[0]).to_string();
        assert_eq!(written(&text), written(&hypothesis));
        assert_eq!(same_arcs(&text, &hypothesis), []);
        assert_eq!(same_arcs(&text, &text), [(0, 0)]);
    }

    proptest! {
        #[test]
        fn words_find_the_same_places_as_if_all_were_looked_at(
            text in prop::collection::vec((0u8..5, 0u8..3), 0..9),
            hypothesis in prop::collection::vec((0u8..5, 0u8..3), 0..9),
        ) {
            let (text, hypothesis) = (analysis(&text), analysis(&hypothesis));
            prop_assert_eq!(same_words(&text, &hypothesis), looked_for(&text, &hypothesis));
        }
    }
}
