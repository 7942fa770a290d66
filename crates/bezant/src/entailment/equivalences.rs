//! What counts as the same relation: named switches, and rules from a file.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde::Deserialize;

use crate::entailment::analysis::{AnalysedWord, Analysis, Arc, ROOT, lemma};
use crate::entailment::statements::{Mention, Statement};
use crate::entailment::table::TableInput;
use crate::error::{EntailmentFault, Result, in_plain_words};
use crate::signature::Fingerprint;
use crate::stanford::Kind;

/// The rules that come with bezant.
const BUILT_IN: &str = include_str!("equivalences.toml");

/// What only Universal Dependencies say, under their own names.
const ONLY_UNIVERSAL: [&str; 6] = ["case", "discourse", "dislocated", "list", "orphan", "vocative"];

/// What a rule writes that keeps the name it reads.
const SAME: &str = "*";

/// Names of whole groups of Stanford dependencies, which no relation has.
const ONLY_GROUPS: [&str; 7] = ["", "arg", "comp", "mod", "obj", "sdep", "subj"];

/// Switches that no module has on by itself: what they equate a parse alone does not say.
const ON_REQUEST: [&str; 5] =
    ["something", "open-complement", "adverb", "second-object", "participle"];

/// Those of them that undo what is done when hypotheses are generated. They are no part of `all`, which was there
/// before.
const FOR_GENERATED: [&str; 4] = ["open-complement", "adverb", "second-object", "participle"];

/// Names with a star at one end for anything: `nsubj`, `prep_*`, `*ing`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub(crate) struct Patterns(Vec<Pattern>);

/// One of them. Stars are looked for once, and not for each relation of each sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    Name(String),
    Start(String),
    End(String),
}

impl Pattern {
    fn new(name: String) -> Pattern {
        match (name.strip_suffix('*'), name.strip_prefix('*')) {
            (Some(start), _) => Pattern::Start(start.to_string()),
            (_, Some(end)) => Pattern::End(end.to_string()),
            _ => Pattern::Name(name),
        }
    }

    fn fits(&self, name: &str) -> bool {
        match self {
            Pattern::Name(pattern) => name == pattern,
            Pattern::Start(start) => name.starts_with(start),
            Pattern::End(end) => name.ends_with(end),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for Patterns {
    fn from(names: OneOrMore) -> Patterns {
        match names {
            OneOrMore::One(name) => Patterns::new([name]),
            OneOrMore::More(names) => Patterns::new(names),
        }
    }
}

impl Patterns {
    /// These patterns.
    pub(crate) fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Patterns {
        Patterns(names.into_iter().map(|name| Pattern::new(name.into())).collect())
    }

    /// Whether any of them fits.
    pub(crate) fn fit(&self, name: &str) -> bool {
        self.0.iter().any(|pattern| pattern.fits(name))
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Display for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, pattern) in self.0.iter().enumerate() {
            f.write_str(if n > 0 { "," } else { "" })?;
            match pattern {
                Pattern::Name(name) => f.write_str(name)?,
                Pattern::Start(start) => write!(f, "{start}*")?,
                Pattern::End(end) => write!(f, "*{end}")?,
            }
        }
        Ok(())
    }
}

/// From one relation to another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// The name under which it is switched on.
    pub switch: String,
    /// Which relations it reads.
    pub relation: Patterns,
    /// What it writes; a star for the name that it reads.
    pub becomes: String,
    /// Whether governor and dependent change places.
    #[serde(default)]
    pub swap: bool,
    /// Whether the relation it reads is no longer there.
    #[serde(default)]
    pub instead: bool,
    /// Tags the dependent may have; any if there are none. An empty one is an unknown tag.
    #[serde(default)]
    pub dependent_tag: Patterns,
    /// Forms the dependent may have; any if there are none.
    #[serde(default)]
    pub dependent_form: Patterns,
    /// Relations by which the dependent is left for the word below it, as far as they lead.
    #[serde(default)]
    pub through: Patterns,
    /// Relations that the dependent, and the word it was left for, must not govern.
    #[serde(default)]
    pub unless: Patterns,
    /// A relation of which the dependent itself must govern one.
    #[serde(default)]
    pub needs: Patterns,
    /// Whether the dependent is compared as a verb, whatever its tag.
    #[serde(default)]
    pub verb: bool,
    /// Forms the governor may have; any if there are none.
    #[serde(default)]
    pub governor_form: Patterns,
    /// Relations by which the governor is left for the word below it, as far as they lead.
    #[serde(default)]
    pub governor_through: Patterns,
    /// Relations by which the governor must hang on a word.
    #[serde(default)]
    pub above: Patterns,
    /// A relation of which the governor must govern one, too; with `above`, the word it hangs on.
    #[serde(default)]
    pub beside: Patterns,
    /// Whether what it writes must be found in the text; by its name unless it is said here.
    #[serde(default)]
    pub core: Option<Must>,
}

/// Whether a relation of the hypothesis must be found, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Must {
    /// It must.
    Must,
    /// It counts as a core relation if it is found, and is passed over if not.
    May,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    #[serde(default)]
    rule: Vec<Rule>,
}

/// Rules of one name, to be turned on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The name; `all` for all rules.
    pub name: String,
    /// Whether they are turned on.
    pub on: bool,
}

impl Switch {
    /// The word for it: `passive`, or `no-passive` to turn it off.
    pub fn word(&self) -> String {
        format!("{}{}", if self.on { "" } else { "no-" }, self.name)
    }
}

/// One change of what counts as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equate {
    /// Nothing but what most modules were published with: passives.
    Published,
    /// A switch is turned.
    #[doc(hidden)]
    Switch(Switch),
    /// The rules of a file are added.
    Rules {
        /// What the file is called.
        name: String,
        /// What it says, in TOML.
        text: Vec<u8>,
    },
}

impl Equate {
    /// The change that a word stands for: `published`, `passive`, or `no-passive`.
    #[doc(hidden)]
    pub fn of_word(word: &str) -> Equate {
        let switch = |name: &str, on| Equate::Switch(Switch { name: name.to_string(), on });
        match word.strip_prefix("no-") {
            _ if word == "published" => Equate::Published,
            Some(name) => switch(name, false),
            None => switch(word, true),
        }
    }
}

/// Rules that are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equivalences {
    rules: Vec<Rule>,
    /// The fingerprints of files that rules were read from: two may have rules of one name.
    files: Vec<String>,
}

/// A word's number, and the dictionary form it is compared by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    /// Its number in the sentence.
    pub(crate) word: usize,
    /// What it is compared by.
    pub(crate) lemma: Cow<'a, str>,
}

impl<'a> Named<'a> {
    fn of(analysis: &'a Analysis, word: usize) -> Named<'a> {
        Named { word, lemma: Cow::Borrowed(analysis.lemma(word)) }
    }

    fn mention(&self) -> Mention {
        Mention { word: self.word, lemma: (&*self.lemma).into() }
    }
}

/// A relation between dictionary forms, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LemmaFact<'a> {
    /// What it is called.
    pub relation: Cow<'a, str>,
    /// The word above.
    pub governor: Named<'a>,
    /// The word below.
    pub dependent: Named<'a>,
    /// The number of the arc that says so.
    pub arc: usize,
    /// The switch that made it of that arc.
    pub by: Option<&'a str>,
    /// Whether it must be found, where a rule says so.
    pub core: Option<Must>,
}

impl LemmaFact<'_> {
    /// What it says, for longer than the analysis lives.
    pub(crate) fn statement(&self) -> Statement {
        Statement::Relation {
            name: (&*self.relation).into(),
            governor: self.governor.mention(),
            dependent: self.dependent.mention(),
            arc: self.arc,
        }
    }
}

impl Equivalences {
    /// The names of all switches that come with bezant.
    pub fn switches() -> Vec<String> {
        let mut names: Vec<String> = built_in().into_iter().map(|rule| rule.switch).collect();
        names.dedup();
        names
    }

    /// Those of the built-in rules that have one of these names.
    pub(crate) fn named(names: &[&str]) -> Equivalences {
        let mut rules = built_in();
        rules.retain(|rule| names.contains(&rule.switch.as_str()));
        Equivalences { rules, files: Vec::new() }
    }

    /// The built-in rules that modules with all transformations have on.
    pub(crate) fn usual() -> Equivalences {
        let mut rules = built_in();
        rules.retain(|rule| !ON_REQUEST.contains(&rule.switch.as_str()));
        Equivalences { rules, files: Vec::new() }
    }

    /// With the built-in rules of one more name, `all`, or `generated`; `false` if no rule has it.
    pub(crate) fn switch_on(&mut self, name: &str) -> bool {
        let is_meant = |rule: &Rule| {
            let is_for_generated = FOR_GENERATED.contains(&rule.switch.as_str());
            match name {
                "all" => !is_for_generated,
                "generated" => is_for_generated,
                _ => rule.switch == name,
            }
        };
        let known: Vec<Rule> = built_in().into_iter().filter(is_meant).collect();
        let found = !known.is_empty();
        self.rules.extend(
            known.into_iter().filter(|rule| !self.rules.contains(rule)).collect::<Vec<_>>(),
        );
        found
    }

    /// Without the rules of a name, or without any for `all`; `false` if no rule has it.
    pub fn switch_off(&mut self, name: &str) -> bool {
        let before = self.rules.len();
        let is_group =
            |rule: &Rule| name == "generated" && FOR_GENERATED.contains(&rule.switch.as_str());
        self.rules.retain(|rule| name != "all" && rule.switch != name && !is_group(rule));
        self.rules.len() < before
            || matches!(name, "all" | "generated")
            || Equivalences::switches().iter().any(|known| known == name)
    }

    /// Turns a switch; `false` if no rule has its name.
    pub(crate) fn turn(&mut self, switch: &Switch) -> bool {
        match switch.on {
            true => self.switch_on(&switch.name),
            false => self.switch_off(&switch.name),
        }
    }

    /// Makes a change; `false` if it is a switch whose name no rule has.
    ///
    /// # Errors
    /// Where a file of rules cannot be read.
    pub(crate) fn change(&mut self, by: &Equate) -> Result<bool> {
        match by {
            Equate::Published => *self = Equivalences::named(&["passive"]),
            Equate::Switch(switch) => return Ok(self.turn(switch)),
            Equate::Rules { name, text } => self.read(name, text)?,
        }
        Ok(true)
    }

    /// Adds the rules of a file.
    pub fn read(&mut self, name: &str, text: &[u8]) -> Result<()> {
        let input = TableInput::new(name, text)?;
        let Rules { rule } = toml::from_str(input.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            input.fail(at, EntailmentFault::BadDescription(in_plain_words(error.message())))
        })?;
        self.rules.extend(rule);
        self.files.push(Fingerprint::of_file(text).to_string());
        Ok(())
    }

    /// The fingerprints of the files that rules were read from, in order.
    pub(crate) fn files(&self) -> &[String] {
        &self.files
    }

    /// The names of the switches that are on, in order.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rules.iter().map(|rule| rule.switch.as_str()).collect();
        names.dedup();
        names
    }

    /// The names that relations can have: Stanford's, and what these rules write. Universal
    /// Dependencies have them too, but for a few that only they have.
    pub(crate) fn relations(&self) -> Vec<&str> {
        let ours = self.rules.iter().map(|rule| rule.becomes.as_str()).filter(|name| *name != SAME);
        let stanfords = Kind::ALL.iter().map(|kind| kind.name());
        let names: BTreeSet<&str> = stanfords
            .filter(|name| !ONLY_GROUPS.contains(name))
            .chain(ONLY_UNIVERSAL)
            .chain(ours)
            .collect();
        names.into_iter().collect()
    }

    /// What an analysis says under these rules. `left_out` are relations that never count.
    pub(crate) fn facts<'a>(
        &'a self,
        analysis: &'a Analysis,
        left_out: &Patterns,
    ) -> Vec<LemmaFact<'a>> {
        let near = Near::new(analysis);
        let mut facts = Vec::with_capacity(analysis.arcs.len());
        for (at, arc) in analysis.arcs.iter().enumerate() {
            if left_out.fit(&arc.relation) || arc.governor == ROOT {
                continue;
            }
            let fact = LemmaFact {
                relation: Cow::Borrowed(&*arc.relation),
                governor: Named::of(analysis, arc.governor),
                dependent: Named::of(analysis, arc.dependent),
                arc: at,
                by: None,
                core: None,
            };
            let mut stays = true;
            for rule in &self.rules {
                let Some((governor, word)) = rule.applies(&fact, &near) else { continue };
                stays &= !rule.instead;
                let governor = Named::of(analysis, governor);
                if rule.verb {
                    let verb = lemma(&analysis.words[word].form, "VERB");
                    if verb != analysis.words[word].lemma {
                        let verb = Named { word, lemma: Cow::Owned(verb) };
                        facts.push(rule.written(&fact, governor.clone(), verb));
                    }
                }
                facts.push(rule.written(&fact, governor, Named::of(analysis, word)));
            }
            if stays {
                facts.push(fact);
            }
        }
        facts
    }
}

/// Words with the numbers of their arcs, in order.
type ArcNumbers = Vec<(usize, usize)>;

/// A sentence, with the arcs that each word governs and is governed by, as far as any rule asks for them.
struct Near<'a> {
    analysis: &'a Analysis,
    below: OnceCell<ArcNumbers>,
    above: OnceCell<ArcNumbers>,
    /// The names of what each word governs, each once, in order.
    named: OnceCell<Vec<(usize, &'a str)>>,
}

/// What stands in an ordered list for a word.
fn of_word<T>(list: &[(usize, T)], word: usize) -> &[(usize, T)] {
    let start = list.partition_point(|(other, _)| *other < word);
    let n = list[start..].partition_point(|(other, _)| *other == word);
    &list[start..start + n]
}

impl<'a> Near<'a> {
    fn new(analysis: &'a Analysis) -> Near<'a> {
        let (below, above) = (OnceCell::new(), OnceCell::new());
        Near { analysis, below, above, named: OnceCell::new() }
    }

    /// The arcs of each word at one of their ends.
    fn numbered(&self, end: impl Fn(&Arc) -> usize) -> ArcNumbers {
        let arcs = self.analysis.arcs.iter().enumerate();
        let mut numbers: ArcNumbers = arcs.map(|(at, arc)| (end(arc), at)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn arcs<'n>(&'n self, of: &'n ArcNumbers, word: usize) -> impl Iterator<Item = &'n Arc> {
        of_word(of, word).iter().map(|(_, at)| &self.analysis.arcs[*at])
    }

    /// The arcs by which a word is governed.
    fn above(&self, word: usize) -> impl Iterator<Item = &Arc> {
        self.arcs(self.above.get_or_init(|| self.numbered(|arc| arc.dependent)), word)
    }

    /// The first arc of one of these names that a word governs.
    fn governed(&self, word: usize, names: &Patterns) -> Option<&Arc> {
        let below = self.below.get_or_init(|| self.numbered(|arc| arc.governor));
        self.arcs(below, word).find(|arc| names.fit(&arc.relation))
    }

    /// Whether a word governs a relation of one of these names.
    fn governs(&self, word: usize, names: &Patterns) -> bool {
        // *There* that stands for nothing is an expletive, whatever a parser calls it.
        let name = |arc: &'a Arc| match self.analysis.tag(arc.dependent) {
            "EX" => EXPLETIVE,
            _ => &arc.relation,
        };
        let named = self.named.get_or_init(|| {
            let arcs = self.analysis.arcs.iter();
            let mut named: Vec<(usize, &str)> = arcs.map(|arc| (arc.governor, name(arc))).collect();
            named.sort_unstable();
            named.dedup();
            named
        });
        of_word(named, word).iter().any(|(_, name)| names.fit(name))
    }

    /// Down from a word by relations of these names, as far as they lead.
    fn down(&self, from: usize, names: &Patterns) -> usize {
        if names.is_empty() {
            return from;
        }
        let mut at = from;
        for _ in 0..LONGEST_CHAIN {
            match self.governed(at, names) {
                Some(arc) if arc.dependent < self.analysis.words.len() => at = arc.dependent,
                _ => break,
            }
        }
        at
    }
}

/// What *there* is called in "There was a boat".
const EXPLETIVE: &str = "expl";

/// Nobody wants to begin to try to seem to mean to say more.
const LONGEST_CHAIN: usize = 8;

impl Rule {
    /// The words that take the places of governor and dependent, if the rule applies to a relation.
    fn applies(&self, fact: &LemmaFact<'_>, near: &Near<'_>) -> Option<(usize, usize)> {
        let words = &near.analysis.words;
        let (above, first) = (fact.governor.word, fact.dependent.word);
        let (governor, word) = (words.get(above)?, words.get(first)?);
        let has_form = |word: &AnalysedWord, forms: &Patterns| {
            forms.is_empty() || forms.fit(&word.form.to_lowercase())
        };
        let lacks =
            |word: usize| self.unless.is_empty() || near.governed(word, &self.unless).is_none();
        let applies = self.relation.fit(&fact.relation)
            && (self.dependent_tag.is_empty() || self.dependent_tag.fit(&word.tag))
            && has_form(word, &self.dependent_form)
            && has_form(governor, &self.governor_form)
            && lacks(first)
            && (self.needs.is_empty() || near.governed(first, &self.needs).is_some())
            && self.is_beside(above, near);
        if !applies {
            return None;
        }
        let at = near.down(first, &self.through);
        let governor = near.down(above, &self.governor_through);
        (at == first || lacks(at)).then_some((governor, at))
    }

    /// Whether what must stand beside a relation does.
    fn is_beside(&self, governor: usize, near: &Near<'_>) -> bool {
        let fits = |word: usize| self.beside.is_empty() || near.governs(word, &self.beside);
        if self.above.is_empty() {
            return fits(governor);
        }
        near.above(governor).any(|arc| self.above.fit(&arc.relation) && fits(arc.governor))
    }

    /// The relation it writes, with the places taken by these words.
    fn written<'a>(
        &'a self,
        fact: &LemmaFact<'a>,
        governor: Named<'a>,
        dependent: Named<'a>,
    ) -> LemmaFact<'a> {
        let (governor, dependent) = match self.swap {
            true => (dependent, governor),
            false => (governor, dependent),
        };
        let relation = match self.becomes.as_str() {
            SAME => fact.relation.clone(),
            name => Cow::Borrowed(name),
        };
        let by = Some(self.switch.as_str());
        LemmaFact { relation, governor, dependent, arc: fact.arc, by, core: self.core }
    }
}

fn built_in() -> Vec<Rule> {
    let Rules { rule } = toml::from_str(BUILT_IN).expect("the built-in rules are read by a test");
    rule
}
