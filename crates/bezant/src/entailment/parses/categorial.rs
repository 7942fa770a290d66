//! Dependencies of combinatory categorial grammar: as they are, by category and slot, or under the
//! names of Stanford dependencies.
//!
//! A functor is the head of what it wants, unless it gives the same again: `N/N`, an adjective, hangs
//! on its noun. Auxiliaries, *to* and *that* have a category over the whole clause, and hand on what
//! others want of it to the verb.

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::analysis::{AnalysedWord, Analysis, Arc, View, lemma};
use crate::entailment::parses::spanning;
use crate::formats::categorial::{Categorial, Filled, arguments, same, without_features};
use crate::formats::relations::linked::LinkedWord;

/// Verbs that only help another.
const AUXILIARIES: [&str; 17] = [
    "be", "have", "do", "will", "would", "shall", "should", "can", "could", "may", "might", "must",
    "to", "'ll", "'d", "wo", "ca",
];

/// Words that own something.
const POSSESSIVES: [&str; 7] = ["my", "your", "his", "her", "its", "our", "their"];

/// No chain of auxiliaries is longer: *to have been being seen*.
const LONGEST_CHAIN: usize = 8;

/// A sentence, in a view.
pub(super) fn analysis(sentence: &Categorial<'_>, view: View) -> Analysis {
    let words = words(sentence);
    if view == View::Own {
        let arcs = sentence.filled.iter().map(|one| Arc {
            relation: format!("{}.{}", one.category, one.slot).into(),
            governor: one.functor,
            dependent: one.argument,
        });
        return Analysis { arcs: arcs.collect(), words };
    }
    let arcs = Namer::new(&words, &sentence.filled).arcs(view);
    let mut analysis = Analysis { words, arcs };
    if view == View::Tree {
        analysis.arcs = spanning::tree(&analysis);
    }
    analysis
}

/// The words with tags and dictionary forms; where none are given, by their categories.
fn words(sentence: &Categorial<'_>) -> Vec<AnalysedWord> {
    let mut categories: BTreeMap<usize, &str> = BTreeMap::new();
    for one in &sentence.filled {
        categories.entry(one.functor).or_insert(&one.category);
    }
    let word = |(at, word): (usize, &LinkedWord<'_>)| {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (form, given) = (shown(&word.form), shown(&word.tag));
        let tag = match (given.is_empty(), categories.get(&at)) {
            (false, _) => given,
            (true, Some(category)) => tag_of(category).to_string(),
            // What wants nothing is a noun, or a mark.
            (true, None) if form.chars().any(char::is_alphanumeric) => "NN".to_string(),
            (true, None) => String::new(),
        };
        let lemma = match &word.lemma {
            Some(lemma) => shown(lemma).to_lowercase(),
            None if tag == "NN" => lemma(&form, "NOUN"),
            None => lemma(&form, &tag),
        };
        AnalysedWord { form, lemma, tag: tag.into() }
    };
    sentence.words.iter().enumerate().map(word).collect()
}

/// The tag that words of a category mostly have.
fn tag_of(category: &str) -> &'static str {
    let target = category.trim_start_matches('(');
    let modifies = |wanted: &str| {
        arguments(category).iter().any(|(gives, wants)| same(gives, wants) && same(wants, wanted))
    };
    let outer = arguments(category).first().map(|(_, wants)| without_features(wants));
    let has_object = outer.as_deref() == Some("NP");
    match target {
        _ if category == "conj" => "CC",
        _ if category.starts_with("PP/") => "IN",
        _ if has_object && (modifies("NP") || modifies("S") || modifies(r"S\NP")) => "IN",
        _ if modifies(r"S\NP") || modifies("S") => "RB",
        _ if modifies("N") => "JJ",
        _ if target.starts_with("NP") && outer.as_deref() == Some("N") => "DT",
        _ if target.starts_with("S[to]") => "TO",
        _ if target.starts_with("S[adj]") => "JJ",
        _ if target.starts_with("S[b]") => "VB",
        _ if target.starts_with("S[ng]") => "VBG",
        _ if target.starts_with("S[pt]") || target.starts_with("S[pss]") => "VBN",
        _ if target.starts_with("S[dcl]") => "VBD",
        _ => "",
    }
}

/// What names need to know about a sentence.
struct Namer<'a> {
    words: &'a [AnalysedWord],
    filled: &'a [Filled],
    /// Words that hand on to another, and which.
    serves: BTreeMap<usize, usize>,
    categories: BTreeMap<usize, &'a str>,
    /// Words that modify another, with what they want for it.
    modifies: BTreeMap<usize, &'a Filled>,
    arcs: Vec<Arc>,
}

impl<'a> Namer<'a> {
    fn new(words: &'a [AnalysedWord], filled: &'a [Filled]) -> Namer<'a> {
        let mut namer = Namer {
            words,
            filled,
            serves: BTreeMap::new(),
            categories: BTreeMap::new(),
            modifies: BTreeMap::new(),
            arcs: Vec::new(),
        };
        for one in filled {
            namer.categories.entry(one.functor).or_insert(&one.category);
            if same(&one.wants, &one.gives) {
                namer.modifies.entry(one.functor).or_insert(one);
            }
            if namer.serving(one).is_some() {
                namer.serves.entry(one.functor).or_insert(one.argument);
            }
        }
        namer
    }

    /// As what a functor serves the word in a slot, if it does.
    fn serving(&self, one: &Filled) -> Option<&'static str> {
        let wants = without_features(&one.wants);
        let gives = without_features(&one.gives);
        let lemma = self.words[one.functor].lemma.as_str();
        let is_clause = |category: &str| category == r"S\NP" || category == "S";
        match () {
            () if !is_clause(&wants) || !is_clause(&gives) || one.gives == one.wants => None,
            // *that he slept*
            () if wants == "S" && one.gives.starts_with("S[em]") => Some("mark"),
            () if wants == "S" || !AUXILIARIES.contains(&lemma) => None,
            () if lemma != "be" => Some("aux"),
            () if one.wants.starts_with("S[pss]") => Some("auxpass"),
            () if one.wants.starts_with("S[adj]") => Some("cop"),
            () => Some("aux"),
        }
    }

    /// The word that a serving word stands for.
    fn served(&self, word: usize) -> usize {
        let next = |word: &usize| self.serves.get(word).copied();
        std::iter::successors(Some(word), next).take(LONGEST_CHAIN).last().unwrap_or(word)
    }

    fn push(&mut self, relation: &str, governor: usize, dependent: usize) {
        if governor != dependent {
            self.arcs.push(Arc { relation: relation.to_string().into(), governor, dependent });
        }
    }

    /// All arcs by Stanford's names, each once.
    fn arcs(mut self, view: View) -> Vec<Arc> {
        let mut joined: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut owners: BTreeMap<usize, [Option<usize>; 2]> = BTreeMap::new();
        for one in self.filled {
            let argument = self.served(one.argument);
            if one.category == "conj" {
                joined.entry(one.functor).or_default().insert(argument);
            } else if without_features(&one.category) == r"(NP/N)\NP" {
                let place = usize::from(one.wants.starts_with("NP"));
                owners.entry(one.functor).or_default()[place] = Some(argument);
            } else {
                self.name(one, argument);
            }
        }
        for (mark, owner) in owners {
            if let [Some(owned), Some(owner)] = owner {
                self.push("poss", owned, owner);
                self.push("possessive", owner, mark);
            }
        }
        for (conjunction, words) in joined {
            let mut words = words.into_iter();
            let Some(first) = words.next() else { continue };
            self.push("cc", first, conjunction);
            words.for_each(|word| self.push("conj", first, word));
        }
        if view == View::Collapsed {
            self.collapse();
        }
        let mut seen = BTreeSet::new();
        self.arcs.retain(|arc| seen.insert(arc.clone()));
        self.arcs
    }

    /// Prepositions in names, beside what they are made of.
    fn collapse(&mut self) {
        let mut objects: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for arc in self.arcs.iter().filter(|arc| arc.relation == "pobj") {
            objects.entry(arc.governor).or_default().push(arc.dependent);
        }
        let prepositions: Vec<Arc> =
            self.arcs.iter().filter(|arc| arc.relation == "prep").cloned().collect();
        for Arc { governor, dependent: preposition, .. } in prepositions {
            let lemma = self.words[preposition].lemma.as_str();
            let is_passive =
                self.categories.get(&governor).is_some_and(|name| name.contains("S[pss]"));
            let name = match lemma {
                "by" if is_passive => "agent".to_string(),
                _ => format!("prep_{lemma}"),
            };
            for object in objects.get(&preposition).into_iter().flatten() {
                self.push(&name, governor, *object);
            }
        }
    }

    /// One filled slot; its word is `argument`, or stands for that.
    fn name(&mut self, one: &Filled, argument: usize) {
        let functor = one.functor;
        let wants = without_features(&one.wants);
        let outer = arguments(&one.category).first().map(|(_, wants)| without_features(wants));
        let outer = outer.unwrap_or_default();
        if let Some(name) = self.serving(one) {
            return self.push(name, argument, functor);
        }
        if same(&one.wants, &one.gives) {
            let is_last = outer == wants && arguments(&one.category).len() == depth(&wants) + 1;
            let name = match (is_last, outer.as_str()) {
                (true, _) => self.modifier(functor, &wants),
                (false, "NP") => "prep",
                // *who slept*, *because he slept*: the clause is what hangs there.
                (false, _) if wants == "NP" || wants == "N" => "ref",
                (false, _) => return,
            };
            return self.push(name, argument, functor);
        }
        let modified = self.modified(one);
        match (wants.as_str(), modified) {
            ("N", _) => {
                let form = self.words[functor].form.to_lowercase();
                let is_owner = POSSESSIVES.contains(&form.as_str());
                self.push(if is_owner { "poss" } else { "det" }, argument, functor);
            }
            ("NP", Some(_)) => self.push("pobj", functor, argument),
            ("NP", None) if one.category.starts_with("PP") => self.push("pobj", functor, argument),
            (_, Some((_, "NP" | "N"))) if wants.starts_with('S') => {
                if let Some((antecedent, _)) = modified {
                    self.push("rcmod", antecedent, argument);
                }
            }
            (_, Some((verb, _))) if wants.starts_with('S') => {
                self.push("advcl", verb, argument);
                self.push("mark", argument, functor);
            }
            ("NP", None) => {
                let name = self.argument(one, argument);
                self.push(name, self.served(functor), argument);
            }
            ("PP", _) => self.push("prep", functor, argument),
            (r"S\NP", _) if one.wants.starts_with("S[adj]") => {
                self.push("acomp", functor, argument)
            }
            (r"S\NP", _) => self.push("xcomp", functor, argument),
            ("S", _) => self.push("ccomp", functor, argument),
            _ => self.push("dep", functor, argument),
        }
    }

    /// What the functor of a slot modifies by another slot, and of which kind that is.
    fn modified(&self, one: &Filled) -> Option<(usize, &'static str)> {
        let other = self.modifies.get(&one.functor)?;
        let kind = match without_features(&other.wants).as_str() {
            "NP" => "NP",
            "N" => "N",
            _ => "S",
        };
        Some((self.served(other.argument), kind))
    }

    /// The name of a word that modifies another and wants nothing else.
    fn modifier(&self, word: usize, wants: &str) -> &'static str {
        let AnalysedWord { lemma, tag, form } = &self.words[word];
        match &**tag {
            _ if matches!(lemma.as_str(), "not" | "n't" | "never") => "neg",
            _ if wants.starts_with('S') || wants.starts_with('(') => "advmod",
            _ if POSSESSIVES.contains(&form.to_lowercase().as_str()) => "poss",
            tag if tag.starts_with("CD") => "num",
            tag if tag.starts_with("NN") => "nn",
            tag if tag.starts_with("RB") => "advmod",
            _ => "amod",
        }
    }

    /// What a noun phrase is to a verb.
    fn argument(&self, one: &Filled, argument: usize) -> &'static str {
        let functor = self.served(one.functor);
        let category = self.categories.get(&functor).copied().unwrap_or(&one.category);
        let is_subject = !one.gives.contains(['/', '\\']);
        let is_expletive = self.words[argument].lemma == "there";
        match () {
            () if is_subject && is_expletive => "expl",
            () if is_subject && category.contains("S[pss]") => "nsubjpass",
            () if is_subject => "nsubj",
            () if self.words[functor].lemma == "be" => "attr",
            // *gave her a book*: what is wanted last stands next to the verb.
            () if without_features(&one.gives) == r"(S\NP)/NP" => "iobj",
            () => "dobj",
        }
    }
}

/// How many arguments a category wants.
fn depth(category: &str) -> usize {
    arguments(category).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::categorial::read;

    fn shown(text: &str, view: View) -> Vec<String> {
        let analysis = analysis(&read(text.as_bytes()).unwrap(), view);
        let mut shown: Vec<String> =
            analysis.arcs.iter().map(|arc| analysis.shown(arc).to_string()).collect();
        shown.sort();
        shown
    }

    /// *The old dogs did not want to sleep on her mats.*
    const DOGS: &str = r"The_1 NP[nb]/N 1 dogs_3 0
old_2 N/N 1 dogs_3 0
did_4 (S[dcl]\NP)/(S[b]\NP) 1 dogs_3 0
did_4 (S[dcl]\NP)/(S[b]\NP) 2 want_6 0
not_5 (S\NP)\(S\NP) 1 want_6 0
want_6 (S[b]\NP)/(S[to]\NP) 1 dogs_3 0
want_6 (S[b]\NP)/(S[to]\NP) 2 to_7 0
to_7 (S[to]\NP)/(S[b]\NP) 1 dogs_3 0
to_7 (S[to]\NP)/(S[b]\NP) 2 sleep_8 0
sleep_8 S[b]\NP 1 dogs_3 0
on_9 ((S\NP)\(S\NP))/NP 1 sleep_8 0
on_9 ((S\NP)\(S\NP))/NP 2 mats_11 0
her_10 NP/N 1 mats_11 0
";

    #[test]
    fn slots_have_stanfords_names() {
        let expected = [
            "amod(dog, old)",
            "aux(sleep, to)",
            "aux(want, do)",
            "det(dog, the)",
            "neg(want, not)",
            "nsubj(sleep, dog)",
            "nsubj(want, dog)",
            "pobj(on, mat)",
            "poss(mat, her)",
            "prep(sleep, on)",
            "xcomp(want, sleep)",
        ];
        assert_eq!(shown(DOGS, View::Extra), expected);
        assert!(shown(DOGS, View::Collapsed).contains(&"prep_on(sleep, mat)".to_string()));
    }

    #[test]
    fn slots_keep_their_own_names_where_those_are_wanted() {
        let own = shown("old_1 (N{Y}/N{Y}<1>){_} 1 dogs_2 0\n", View::Own);
        assert_eq!(own, ["N/N.1(old, dog)"]);
    }

    #[test]
    fn passives_relatives_and_conjuncts_are_seen() {
        // *the mats that she bought and sold were cleaned by Ann*
        let text = r"the_1 NP/N 1 mats_2 0
that_3 (NP\NP)/(S[dcl]/NP) 1 mats_2 0
that_3 (NP\NP)/(S[dcl]/NP) 2 bought_5 0
bought_5 (S[dcl]\NP)/NP 1 she_4 0
bought_5 (S[dcl]\NP)/NP 2 mats_2 0
and_6 conj 1 bought_5 0
and_6 conj 1 sold_7 0
sold_7 (S[dcl]\NP)/NP 1 she_4 0
sold_7 (S[dcl]\NP)/NP 2 mats_2 0
were_8 (S[dcl]\NP)/(S[pss]\NP) 1 mats_2 0
were_8 (S[dcl]\NP)/(S[pss]\NP) 2 cleaned_9 0
cleaned_9 S[pss]\NP 1 mats_2 0
by_10 ((S\NP)\(S\NP))/NP 1 cleaned_9 0
by_10 ((S\NP)\(S\NP))/NP 2 Ann_11 0
";
        let expected = [
            "agent(clean, ann)",
            "auxpass(clean, be)",
            "cc(buy, and)",
            "conj(buy, sell)",
            "det(mat, the)",
            "dobj(buy, mat)",
            "dobj(sell, mat)",
            "nsubj(buy, she)",
            "nsubj(sell, she)",
            "nsubjpass(clean, mat)",
            "pobj(by, ann)",
            "prep(clean, by)",
            "rcmod(mat, buy)",
            "ref(mat, that)",
        ];
        assert_eq!(shown(text, View::Collapsed), expected);
    }
}
