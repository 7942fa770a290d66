//! Which relation a pair is about, by the names of the article's tables 3 and 5, from the parses of both
//! sentences.
//!
//! A pair was made for two content words. What the text says of them counts first; where it says nothing,
//! as in most pairs that are NO, what the hypothesis says, with its passive undone. The constructions that lie
//! between the two in the text come on top, so that a pair may have several names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::entailment::analysis::{Analysis, Arc, ROOT, View, lemma};
use crate::entailment::modules::PairParses;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::parses::ParseSpace;

/// The attributes that labels are kept in.
const RELATION: &str = "relation";
const CONSTRUCTION: &str = "construction";

/// The attributes that name the two words of a pair.
const WORDS: [&str; 2] = ["word1", "word2"];

/// Longer ways say nothing about two words.
const LONGEST: usize = 4;

/// Relations and what the article and the Stanford manual call them, by what their names start with; the
/// first that fits counts.
const NAMES: [(&str, &str); 24] = [
    ("nsubjpass", "Passive nominal subject"),
    ("nsubj", "Nominal subject"),
    ("csubjpass", "Clausal passive subject"),
    ("csubj", "Clausal subject"),
    ("xsubj", "Controlling subject"),
    ("dobj", "Direct object"),
    ("iobj", "Indirect object"),
    ("pobj", "Object of preposition"),
    ("xcomp", "Open clausal complement"),
    ("ccomp", "Clausal complement"),
    ("acomp", "Adjectival complement"),
    ("prep", "Prepositional modifier"),
    ("agent", "Agent"),
    ("advmod", "Adverbial modifier"),
    ("advcl", "Adverbial clause modifier"),
    ("amod", "Adjectival modifier"),
    ("appos", "Appositional modifier"),
    ("nn", "Noun compound modifier"),
    ("num", "Numeric modifier"),
    ("poss", "Possession modifier"),
    ("conj", COORDINATION),
    ("infmod", "Infinitival modifier"),
    ("rcmod", RELATIVE),
    ("vmod", REDUCED),
];

const RELATIVE: &str = "Relative clause";
const REDUCED: &str = "Reduced relative clause";
const FREE: &str = "Free relative";
const COORDINATION: &str = "Conjunct";
const OBJECT: &str = "Direct object";
const PASSIVE: &str = "Passive nominal subject";
const PREPOSITION: &str = "Prepositional modifier";
const STRANDED: &str = "Object of preposition";

/// Names that are constructions, and by what word the attribute of that name has them.
const CONSTRUCTIONS: [(&str, &str); 4] = [
    (RELATIVE, "relative-clause"),
    (REDUCED, "reduced-relative"),
    (FREE, "free-relative"),
    (COORDINATION, "coordination"),
];

/// Words that begin relative clauses and questions.
const RELATIVE_WORDS: [&str; 10] =
    ["who", "whom", "whose", "which", "that", "what", "whatever", "whoever", "where", "when"];

/// What becomes of labels that pairs have already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldLabels {
    /// They stay, and only what is missing is filled in.
    Keep,
    /// They go, also where nothing is found, so that all labels are of one kind.
    Replace,
}

/// How many pairs have each name, and how many none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labelled {
    /// Names with the number of pairs, the most frequent first.
    pub names: Vec<(String, usize)>,
    /// Pairs without any.
    pub n_without: usize,
    /// Pairs that do not say which two words they are about.
    pub n_without_words: usize,
    /// What became of each attribute.
    pub written: [WrittenLabel; 2],
}

/// What became of an attribute, in numbers of pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenLabel {
    /// What the attribute is called.
    pub attribute: &'static str,
    /// It was missing, and has been found.
    pub filled: usize,
    /// It stays what it was.
    pub kept: usize,
    /// It has another value now.
    pub replaced: usize,
    /// It is gone.
    pub removed: usize,
}

impl WrittenLabel {
    /// Sets the attribute of one pair.
    fn set(&mut self, pair: &mut Pair, found: &[&str], old: OldLabels) {
        let found = (!found.is_empty()).then(|| found.join(", "));
        let before = pair.more.get(self.attribute).filter(|value| !value.is_empty());
        let counted = match (before, &found) {
            (None, None) => return,
            (None, Some(_)) => &mut self.filled,
            (Some(_), _) if old == OldLabels::Keep => {
                self.kept += 1;
                return;
            }
            (Some(before), Some(found)) if before == found => &mut self.kept,
            (Some(_), Some(_)) => &mut self.replaced,
            (Some(_), None) => &mut self.removed,
        };
        *counted += 1;
        match found {
            Some(found) => pair.more.insert(self.attribute.to_string(), found),
            None => pair.more.remove(self.attribute),
        };
    }
}

/// Labels all pairs.
pub fn label(pairs: &mut Pairs, parses: &PairParses, old: OldLabels) -> Labelled {
    let mut space = ParseSpace::default();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let of = |attribute| WrittenLabel { attribute, ..WrittenLabel::default() };
    let written = [of(RELATION), of(CONSTRUCTION)];
    let mut labelled = Labelled { written, ..Labelled::default() };
    for (at, pair) in pairs.pairs.iter_mut().enumerate() {
        let [text, hypothesis] = parses.analyses(at, View::Collapsed, &mut space);
        let names = names(pair, text.as_ref(), hypothesis.as_ref());
        if WORDS.iter().any(|word| pair.more.get(*word).is_none_or(|word| word.trim().is_empty())) {
            labelled.n_without_words += 1;
        } else if names.is_empty() {
            labelled.n_without += 1;
        }
        for name in &names {
            *counts.entry(name).or_default() += 1;
        }
        let [relation, construction] = &mut labelled.written;
        relation.set(pair, &names, old);
        construction.set(pair, &constructions(&names), old);
    }
    labelled.names = counts.into_iter().map(|(name, n)| (name.to_string(), n)).collect();
    labelled.names.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    labelled
}

/// The constructions among names; an object that is found in a relative clause is an extraction, which is an
/// unbounded dependency.
fn constructions(names: &[&'static str]) -> Vec<&'static str> {
    let known = CONSTRUCTIONS.iter().filter(|(name, _)| names.contains(name));
    let mut found: Vec<&str> = known.map(|(_, word)| *word).collect();
    let extracted = [OBJECT, STRANDED].iter().any(|name| names.contains(name));
    if extracted && (names.contains(&RELATIVE) || names.contains(&REDUCED)) {
        found.push("object-extraction");
    }
    found
}

/// The names of one pair, what is said of the two words first.
fn names(pair: &Pair, text: Option<&Analysis>, hypothesis: Option<&Analysis>) -> Vec<&'static str> {
    let between = |analysis: Option<&Analysis>| {
        analysis.map(|analysis| Between::of(pair, analysis)).unwrap_or_default()
    };
    let (text, hypothesis) = (between(text), between(hypothesis));
    let is_construction = |name: &&str| CONSTRUCTIONS.iter().any(|(known, _)| known == name);
    let said = |between: &Between| -> Vec<&'static str> {
        between.direct.iter().copied().filter(|name| !is_construction(name)).collect()
    };
    let mut names = said(&text);
    if names.is_empty() {
        // A passive was made of the hypothesis to do without a subject.
        let undone = |name: &'static str| if name == PASSIVE { OBJECT } else { name };
        names = said(&hypothesis).into_iter().map(undone).collect();
    }
    if names.is_empty() {
        names =
            [&text, &hypothesis].into_iter().flat_map(|side| side.way.iter().copied()).collect();
        names.retain(|name| !is_construction(name));
    }
    names.extend(&text.constructions);
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

/// What a sentence says of two words.
#[derive(Default)]
struct Between {
    /// By relations from one to the other.
    direct: Vec<&'static str>,
    /// On the shortest way between them.
    way: Vec<&'static str>,
    /// Those that one of the two words is in, not another word that lies between them.
    constructions: Vec<&'static str>,
}

impl Between {
    fn of(pair: &Pair, analysis: &Analysis) -> Between {
        let word = |name: &str| pair.more.get(name).map_or("", String::as_str);
        let [first, second] = &WORDS.map(|name| places(analysis, word(name)));
        let joins = |arc: &&Arc| {
            first.contains(&arc.governor) && second.contains(&arc.dependent)
                || second.contains(&arc.governor) && first.contains(&arc.dependent)
        };
        let arcs = analysis.arcs.iter().filter(|arc| arc.governor != ROOT);
        let direct: Vec<&Arc> = arcs.filter(joins).collect();
        let way = way(analysis, first, second);
        let name = |arc: &&Arc| name(analysis, arc);
        let is_one = |at: &usize| first.contains(at) || second.contains(at);
        let construction = |arc: &&Arc| {
            name(arc).filter(|name| match *name {
                // The noun that the clause says something of.
                RELATIVE | REDUCED => is_one(&arc.governor),
                COORDINATION => is_one(&arc.governor) || is_one(&arc.dependent),
                _ => false,
            })
        };
        let mut constructions: Vec<&str> =
            direct.iter().chain(&way).filter_map(construction).collect();
        // A clause that is a noun by its own question word: it is one of the two, or next to one.
        let beside = way.iter().filter(|arc| is_one(&arc.governor) || is_one(&arc.dependent));
        let mut verbs = beside.flat_map(|arc| [arc.governor, arc.dependent]);
        if verbs.any(|verb| is_free_relative(analysis, verb)) {
            constructions.push(FREE);
        }
        Between {
            direct: direct.iter().filter_map(name).collect(),
            way: way.iter().filter_map(name).collect(),
            constructions,
        }
    }
}

/// The article's name of a relation.
fn name(analysis: &Analysis, arc: &Arc) -> Option<&'static str> {
    let relation = &*arc.relation;
    let (_, name) = match relation {
        "partmod" | "acl" => NAMES.last().copied(),
        _ => NAMES.into_iter().find(|(start, _)| relation.starts_with(start)),
    }?;
    Some(match name {
        // "the paper we wrote" has nothing that stands for the paper.
        RELATIVE if !has_relative_word(analysis, arc.governor, arc.dependent) => REDUCED,
        // "something to work on": the noun stands before its preposition.
        PREPOSITION if relation.starts_with("prep_") && arc.dependent < arc.governor => STRANDED,
        name => name,
    })
}

/// Whether a word between a noun and the verb of its clause begins a relative clause.
fn has_relative_word(analysis: &Analysis, noun: usize, verb: usize) -> bool {
    let words = analysis.words.get(noun + 1..verb).unwrap_or_default();
    words.iter().any(|word| {
        let form = word.form.to_lowercase();
        ["WDT", "WP", "WP$", "WRB"].contains(&&*word.tag)
            || RELATIVE_WORDS.contains(&form.as_str()) && !["IN", "DT"].contains(&&*word.tag)
    })
}

/// Whether a verb's clause is a noun by its own question word: "what his back felt like".
fn is_free_relative(analysis: &Analysis, verb: usize) -> bool {
    let is_question = |arc: &&Arc| {
        arc.governor == verb
            && analysis.words.get(arc.dependent).is_some_and(|word| {
                ["what", "whatever", "whoever", "whichever"].contains(&&*word.form.to_lowercase())
            })
    };
    let has_place = |arc: &&Arc| {
        arc.dependent == verb
            && ["dobj", "ccomp", "nsubj", "csubj", "pobj", "pcomp", "xcomp", "prep"]
                .iter()
                .any(|start| arc.relation.starts_with(start))
    };
    analysis.arcs.iter().any(|arc| is_question(&arc))
        && analysis.arcs.iter().any(|arc| has_place(&arc))
}

/// Where a content word stands: as it is written or, if it is nowhere, by its dictionary form. Of several
/// words that are one ("wake up"), each counts.
fn places(analysis: &Analysis, word: &str) -> BTreeSet<usize> {
    let parts: Vec<String> = word.split_whitespace().map(str::to_lowercase).collect();
    let fits = |is: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
        (0..analysis.words.len()).filter(|at| is(*at)).collect()
    };
    let written = fits(&|at| parts.contains(&analysis.words[at].form.to_lowercase()));
    if !written.is_empty() {
        return written;
    }
    let lemmas: Vec<String> = parts.iter().map(|part| lemma(part, "")).collect();
    fits(&|at| {
        let own = analysis.lemma(at);
        lemmas.iter().chain(&parts).any(|known| known == own)
    })
}

/// The arcs of the shortest way from one of some words to one of others, if it is short.
fn way<'a>(analysis: &'a Analysis, from: &BTreeSet<usize>, to: &BTreeSet<usize>) -> Vec<&'a Arc> {
    let n = analysis.words.len();
    let mut arcs: Vec<Vec<(usize, &Arc)>> = vec![Vec::new(); n];
    for arc in analysis.arcs.iter().filter(|arc| arc.governor < n && arc.dependent < n) {
        arcs[arc.governor].push((arc.dependent, arc));
        arcs[arc.dependent].push((arc.governor, arc));
    }
    let mut came: Vec<Option<(usize, &Arc)>> = vec![None; n];
    let mut depth: Vec<Option<usize>> = vec![None; n];
    let mut queue: VecDeque<usize> = from.iter().copied().collect();
    from.iter().for_each(|at| depth[*at] = Some(0));
    while let Some(at) = queue.pop_front() {
        let here = depth[at].unwrap_or_default();
        if to.contains(&at) {
            let mut found = Vec::with_capacity(here);
            let mut back = at;
            while let Some((before, arc)) = came[back] {
                found.push(arc);
                back = before;
            }
            return found;
        }
        if here == LONGEST {
            continue;
        }
        for (next, arc) in &arcs[at] {
            if depth[*next].is_none() {
                depth[*next] = Some(here + 1);
                came[*next] = Some((at, arc));
                queue.push_back(*next);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn labels(words: [&str; 2], text: &str, hypothesis: &str, expected: &[&str]) {
        let read = |lines: &str| Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
        let mut pair = Pair::default();
        pair.more.insert("word1".to_string(), words[0].to_string());
        pair.more.insert("word2".to_string(), words[1].to_string());
        assert_eq!(names(&pair, Some(&read(text)), Some(&read(hypothesis))), expected);
    }

    /// From the examples of the article.
    #[test]
    fn pairs_have_the_articles_names() {
        // The man with the hat was tired.
        let hat = "det(man-2, The-1); prep_with(man-2, hat-5); nsubj(tired-7, man-2); cop(tired-7, was-6)";
        labels(["man", "tired"], hat, "nsubj(tired-4, man-2)", &["Nominal subject"]);
        labels(["hat", "tired"], hat, "nsubj(tired-4, hat-2)", &["Nominal subject"]);
        labels(["man", "hat"], hat, "prep_with(man-1, hat-3)", &["Prepositional modifier"]);
        // John kissed Mary: Mary was kissed.
        let kissed = "nsubj(kissed-2, John-1); dobj(kissed-2, Mary-3)";
        labels(["kissed", "Mary"], kissed, "nsubjpass(kissed-3, Mary-1)", &["Direct object"]);
        // Trading was suspended and didn't resume: a passive of the text stays one.
        let trading = "nsubjpass(suspended-3, Trading-1); nsubj(resume-7, Trading-1)";
        labels(["trading", "resume"], trading, "nsubj(resume-4, Trading-1)", &["Nominal subject"]);
        labels(
            ["suspended", "trading"],
            trading,
            "nsubjpass(suspended-3, Trading-1)",
            &["Passive nominal subject"],
        );
        // The paper we wrote, and the one that we wrote.
        let wrote = |verb: usize, more: &str| {
            format!("rcmod(paper-2, wrote-{verb}); nsubj(wrote-{verb}, we-{}){more}", verb - 1)
        };
        let hypothesis = "nsubj(wrote-2, We-1); dobj(wrote-2, paper-4)";
        labels(
            ["wrote", "paper"],
            &wrote(4, ""),
            hypothesis,
            &["Direct object", "Reduced relative clause"],
        );
        labels(
            ["wrote", "paper"],
            &wrote(5, "; dobj(wrote-5, which-3)"),
            hypothesis,
            &["Direct object", "Relative clause"],
        );
        // Somebody wanted to see what his back felt like.
        let back = "nsubj(wanted-2, They-1); xcomp(wanted-2, see-4); ccomp(see-4, felt-8); \
            dobj(felt-8, what-5); nsubj(felt-8, back-7); prep(felt-8, like-9)";
        labels(
            ["want", "like"],
            back,
            back,
            &[
                "Prepositional modifier",
                "Clausal complement",
                "Open clausal complement",
                "Free relative",
            ],
        );
        // Something to work on.
        labels(
            ["something", "work"],
            "vmod(something-1, work-3); prep_on(work-3, something-1)",
            "dobj(have-2, something-3)",
            &["Object of preposition", "Reduced relative clause"],
        );
        // The reason: funds climbed more than the stocks they hold. The clause is about the stocks.
        labels(
            ["reason", "hold"],
            "dep(reason-2, climbed-5); nsubj(climbed-5, funds-4); prep_than(climbed-5, stocks-9); \
             rcmod(stocks-9, hold-11); nsubj(hold-11, they-10)",
            "nsubjpass(held-4, reason-2)",
            &["Direct object"],
        );
        // One word that is in neither has no name.
        labels(["cat", "tired"], hat, "nsubj(tired-4, man-2)", &[]);
    }

    #[test]
    fn labels_that_pairs_have_stay_or_go() {
        let old = |value: &str| {
            let more = [("construction".to_string(), value.to_string())].into();
            Pair { more, ..Pair::default() }
        };
        let set = |old_value: &str, found: &[&str], labels: OldLabels| {
            let mut written = WrittenLabel { attribute: CONSTRUCTION, ..WrittenLabel::default() };
            let mut pair = old(old_value);
            written.set(&mut pair, found, labels);
            let counts = [written.filled, written.kept, written.replaced, written.removed];
            (pair.more.get(CONSTRUCTION).cloned().unwrap_or_default(), counts)
        };
        let (keep, replace) = (OldLabels::Keep, OldLabels::Replace);
        assert_eq!(set("", &["a", "b"], keep), ("a, b".to_string(), [1, 0, 0, 0]));
        assert_eq!(set("x", &["a"], keep), ("x".to_string(), [0, 1, 0, 0]));
        assert_eq!(set("x", &["a"], replace), ("a".to_string(), [0, 0, 1, 0]));
        assert_eq!(set("a", &["a"], replace), ("a".to_string(), [0, 1, 0, 0]));
        assert_eq!(set("x", &[], replace), (String::new(), [0, 0, 0, 1]));
    }

    #[test]
    fn an_object_that_stands_before_its_clause_was_extracted() {
        assert_eq!(constructions(&[OBJECT, REDUCED]), ["reduced-relative", "object-extraction"]);
        assert_eq!(constructions(&["Nominal subject", RELATIVE]), ["relative-clause"]);
        assert!(constructions(&[OBJECT]).is_empty());
    }
}
