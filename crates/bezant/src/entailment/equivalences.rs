//! What counts as the same relation: named switches, and rules from a file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::entailment::analysis::{Analysis, ROOT, lemma};
use crate::entailment::table::Input;
use crate::error::{EntailmentFault, Result};

/// The rules that come with bezant.
const BUILT_IN: &str = include_str!("equivalences.toml");

/// Names with a star at their end for anything: `nsubj`, `prep_*`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub struct Patterns(Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for Patterns {
    fn from(names: OneOrMore) -> Patterns {
        match names {
            OneOrMore::One(name) => Patterns(vec![name]),
            OneOrMore::More(names) => Patterns(names),
        }
    }
}

impl Patterns {
    /// These patterns.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Patterns {
        Patterns(names.into_iter().map(Into::into).collect())
    }

    /// Whether any of them fits. A star may stand at either end.
    pub fn fit(&self, name: &str) -> bool {
        self.0.iter().any(|pattern| match (pattern.strip_suffix('*'), pattern.strip_prefix('*')) {
            (Some(start), _) => name.starts_with(start),
            (_, Some(end)) => name.ends_with(end),
            _ => name == pattern,
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Display for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

/// From one relation to another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The name under which it is switched on.
    pub switch: String,
    /// Which relations it reads.
    pub relation: Patterns,
    /// What it writes.
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
    /// Relations the dependent must not govern.
    #[serde(default)]
    pub unless: Patterns,
    /// A relation of which the dependent must govern one.
    #[serde(default)]
    pub needs: Patterns,
    /// Whether the dependent is compared as a verb, whatever its tag.
    #[serde(default)]
    pub verb: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    #[serde(default)]
    rule: Vec<Rule>,
}

/// Rules that are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equivalences {
    rules: Vec<Rule>,
}

/// A relation between dictionary forms, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<'a> {
    /// What it is called.
    pub relation: Cow<'a, str>,
    /// The governor's dictionary form.
    pub governor: Cow<'a, str>,
    /// The dependent's.
    pub dependent: Cow<'a, str>,
    /// The number of the arc that says so.
    pub arc: usize,
    /// The switch that made it of that arc.
    pub by: Option<&'a str>,
}

impl Fact<'_> {
    /// What is compared.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.relation, &self.governor, &self.dependent)
    }
}

impl std::fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({}, {})", self.relation, self.governor, self.dependent)
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
    pub fn named(names: &[&str]) -> Equivalences {
        let mut rules = built_in();
        rules.retain(|rule| names.contains(&rule.switch.as_str()));
        Equivalences { rules }
    }

    /// All built-in rules.
    pub fn all() -> Equivalences {
        Equivalences { rules: built_in() }
    }

    /// With the built-in rules of one more name, or `all`; `false` if no rule has it.
    pub fn switch_on(&mut self, name: &str) -> bool {
        let known = built_in().into_iter().filter(|rule| name == "all" || rule.switch == name);
        let known: Vec<Rule> = known.collect();
        let found = !known.is_empty();
        self.rules.extend(
            known.into_iter().filter(|rule| !self.rules.contains(rule)).collect::<Vec<_>>(),
        );
        found
    }

    /// Without the rules of a name, or without any for `all`.
    pub fn switch_off(&mut self, name: &str) {
        self.rules.retain(|rule| name != "all" && rule.switch != name);
    }

    /// Adds the rules of a file.
    pub fn read(&mut self, name: &str, text: &[u8]) -> Result<()> {
        let input = Input::new(name, text)?;
        let Rules { rule } = toml::from_str(input.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            input.fail(at, EntailmentFault::BadDescription(error.message().to_string()))
        })?;
        self.rules.extend(rule);
        Ok(())
    }

    /// The names of the switches that are on, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rules.iter().map(|rule| rule.switch.as_str()).collect();
        names.dedup();
        names
    }

    /// What an analysis says under these rules. `left_out` are relations that never count.
    pub fn facts<'a>(&'a self, analysis: &'a Analysis, left_out: &Patterns) -> Vec<Fact<'a>> {
        let governed = self.governed(analysis);
        let mut facts = Vec::with_capacity(analysis.arcs.len());
        for (at, arc) in analysis.arcs.iter().enumerate() {
            if left_out.fit(&arc.relation) || arc.governor == ROOT {
                continue;
            }
            let fact = Fact {
                relation: Cow::Borrowed(arc.relation.as_str()),
                governor: Cow::Borrowed(analysis.lemma(arc.governor)),
                dependent: Cow::Borrowed(analysis.lemma(arc.dependent)),
                arc: at,
                by: None,
            };
            let mut stays = true;
            for rule in &self.rules {
                if let Some(new) = rule.apply(analysis, &fact, governed.get(&arc.dependent)) {
                    stays &= !rule.instead;
                    facts.push(new);
                }
            }
            if stays {
                facts.push(fact);
            }
        }
        facts
    }

    /// The relations that each word governs, if any rule asks for them.
    fn governed<'a>(&self, analysis: &'a Analysis) -> BTreeMap<usize, Vec<&'a str>> {
        let mut governed: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        if self.rules.iter().any(|rule| !rule.unless.is_empty() || !rule.needs.is_empty()) {
            for arc in &analysis.arcs {
                governed.entry(arc.governor).or_default().push(&arc.relation);
            }
        }
        governed
    }
}

impl Rule {
    fn apply<'a>(
        &'a self,
        analysis: &'a Analysis,
        fact: &Fact<'a>,
        governed: Option<&Vec<&str>>,
    ) -> Option<Fact<'a>> {
        let word = analysis.words.get(analysis.arcs[fact.arc].dependent)?;
        let fits = |patterns: &Patterns, name: &str| patterns.is_empty() || patterns.fit(name);
        let governs = |patterns: &Patterns| {
            governed.is_some_and(|names| names.iter().any(|name| patterns.fit(name)))
        };
        let applies = self.relation.fit(&fact.relation)
            && fits(&self.dependent_tag, &word.tag)
            && fits(&self.dependent_form, &word.form.to_lowercase())
            && !(governs(&self.unless))
            && (self.needs.is_empty() || governs(&self.needs));
        if !applies {
            return None;
        }
        let dependent = match self.verb {
            true => Cow::Owned(lemma(&word.form, "VERB")),
            false => fact.dependent.clone(),
        };
        let (governor, dependent) = match self.swap {
            true => (dependent, fact.governor.clone()),
            false => (fact.governor.clone(), dependent),
        };
        let relation = Cow::Borrowed(self.becomes.as_str());
        Some(Fact { relation, governor, dependent, arc: fact.arc, by: Some(&self.switch) })
    }
}

fn built_in() -> Vec<Rule> {
    let Rules { rule } = toml::from_str(BUILT_IN).expect("the built-in rules are read by a test");
    rule
}
