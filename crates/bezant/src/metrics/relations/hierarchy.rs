//! Types of relations, which type is above which, and what slots they have: data, not code.

use serde::Deserialize;

use crate::error::{Error, RelationFault, Result, Stream};
use crate::formats::relations::{self as files, Input};

/// A type's number in its hierarchy.
pub type Type = u16;

/// What a slot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SlotRole {
    /// A finer type, such as `num`, or the word that introduces a clause.
    Subtype,
    /// The word that the relation depends on.
    Head,
    /// The word that depends on it.
    Dependent,
    /// What the dependent was before passivisation.
    Initial,
}

impl SlotRole {
    /// All of them.
    pub(crate) const ALL: [SlotRole; 4] =
        [SlotRole::Subtype, SlotRole::Head, SlotRole::Dependent, SlotRole::Initial];

    /// The name in descriptions and messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SlotRole::Subtype => "subtype",
            SlotRole::Head => "head",
            SlotRole::Dependent => "dependent",
            SlotRole::Initial => "initial",
        }
    }

    fn letter(self) -> char {
        self.name().chars().next().expect("a name has a first letter")
    }
}

/// One type of relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelationType {
    /// What it is called.
    pub(crate) name: String,
    /// The types right above it, the main one first.
    pub(crate) parents: Vec<Type>,
    /// Its slots in order.
    pub(crate) slots: Vec<SlotRole>,
    /// Whether a subtype matches one that is not specified.
    pub(crate) subtype_optional: bool,
    /// How far below the top it is, by main parents.
    pub(crate) depth: usize,
    /// It and everything above it, each a bit.
    above: Vec<u64>,
    /// How far below the top it is by the longest way, to find the most specific of several.
    longest: usize,
    is_leaf: bool,
}

/// All types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    name: String,
    types: Vec<RelationType>,
    /// All types, ordered by the lengths of their names, then by name.
    by_name: Vec<Type>,
    /// The type above all others.
    root: Type,
    /// The type that marks heads as passive.
    passive: Option<Type>,
    /// The type whose initial slot says so too.
    passive_subject: Option<Type>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    name: String,
    passive: Option<String>,
    passive_subject: Option<String>,
    #[serde(rename = "type")]
    types: Vec<WireType>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireType {
    name: String,
    #[serde(default)]
    parents: Vec<String>,
    slots: Vec<SlotRole>,
    #[serde(default)]
    subtype_optional: bool,
}

/// Each type knows all above it, so that types cost their square; schemes have dozens.
const MOST_TYPES: usize = 4096;

impl Hierarchy {
    /// The one of the RASP system.
    pub fn rasp() -> Hierarchy {
        Hierarchy::read("rasp.toml", include_bytes!("rasp.toml"))
            .expect("the tests read the built-in hierarchy")
    }

    /// Reads a description in TOML.
    pub fn read(name: &str, text: &[u8]) -> Result<Hierarchy> {
        let input = Input { name, text, stream: Stream::System };
        let wire: Wire = files::toml(input)?;
        Hierarchy::build(wire).map_err(|why| Error::new(name, RelationFault::BadDescription(why)))
    }

    fn build(wire: Wire) -> std::result::Result<Hierarchy, String> {
        let names: Vec<&str> = wire.types.iter().map(|found| found.name.as_str()).collect();
        if names.len() > MOST_TYPES {
            return Err(format!("{} types are too many; at most {MOST_TYPES} can be", names.len()));
        }
        let find = |name: &str| -> std::result::Result<Type, String> {
            let at = names.iter().position(|other| *other == name);
            let at = at.ok_or_else(|| format!("no type is called {name}"))?;
            Type::try_from(at).map_err(|_| "there are too many types".to_string())
        };
        let mut types = Vec::with_capacity(names.len());
        for (at, found) in wire.types.iter().enumerate() {
            if names[..at].contains(&found.name.as_str()) {
                return Err(format!("the type {} is described twice", found.name));
            }
            if found.name.is_empty() || found.name.contains(|c: char| !is_plain(c)) {
                return Err(format!("{:?} is no name for a type", found.name));
            }
            if SlotRole::ALL
                .iter()
                .any(|role| found.slots.iter().filter(|slot| *slot == role).count() > 1)
            {
                return Err(format!("a slot of {} is there twice", found.name));
            }
            types.push(RelationType {
                name: found.name.clone(),
                parents: found
                    .parents
                    .iter()
                    .map(|name| find(name))
                    .collect::<std::result::Result<_, _>>()?,
                slots: found.slots.clone(),
                subtype_optional: found.subtype_optional,
                depth: 0,
                above: Vec::new(),
                longest: 0,
                is_leaf: true,
            });
        }
        let passive = wire.passive.as_deref().map(find).transpose()?;
        let passive_subject = wire.passive_subject.as_deref().map(find).transpose()?;
        let mut tops = (0..types.len())
            .filter(|&at| types[at].parents.is_empty() && passive.map(usize::from) != Some(at));
        let (Some(root), None) = (tops.next(), tops.next()) else {
            return Err("exactly one type must be without parents (apart from passive)".to_string());
        };
        order(&mut types)?;
        let mut by_name: Vec<Type> = (0..).take(types.len()).collect();
        let key =
            |kind: Type| (types[usize::from(kind)].name.len(), &types[usize::from(kind)].name);
        by_name.sort_by(|&one, &two| key(one).cmp(&key(two)));
        Ok(Hierarchy {
            name: wire.name.clone(),
            types,
            by_name,
            root: Type::try_from(root).expect("every name was found as a type"),
            passive,
            passive_subject,
        })
    }

    /// All types in order.
    pub(crate) fn types(&self) -> &[RelationType] {
        &self.types
    }

    /// All types as a tree is printed, each under its main parent.
    pub(crate) fn in_tree_order(&self) -> Vec<Type> {
        let mut below = vec![Vec::new(); self.types.len()];
        let mut stack = Vec::new();
        // From last to first, because a stack gives back the last one.
        let kinds: Vec<Type> = (0..).take(self.types.len()).collect();
        for &kind in kinds.iter().rev() {
            match self.get(kind).parents.first() {
                Some(&parent) => below[usize::from(parent)].push(kind),
                None => stack.push(kind),
            }
        }
        let mut order = Vec::with_capacity(self.types.len());
        while let Some(kind) = stack.pop() {
            order.push(kind);
            stack.append(&mut below[usize::from(kind)]);
        }
        order
    }

    /// One type.
    pub(crate) fn get(&self, kind: Type) -> &RelationType {
        &self.types[usize::from(kind)]
    }

    /// The type of this name.
    #[doc(hidden)]
    pub fn find(&self, name: &[u8]) -> Option<Type> {
        let at = self.by_name.binary_search_by(|&kind| {
            let found = self.get(kind).name.as_bytes();
            found.len().cmp(&name.len()).then_with(|| found.cmp(name))
        });
        Some(self.by_name[at.ok()?])
    }

    /// Whether relations of a type have both a head and a dependent.
    #[doc(hidden)]
    pub fn has_two_words(&self, kind: Type) -> bool {
        let slots = &self.get(kind).slots;
        slots.contains(&SlotRole::Head) && slots.contains(&SlotRole::Dependent)
    }

    /// The type above all others.
    #[doc(hidden)]
    pub fn root(&self) -> Type {
        self.root
    }

    /// Whether a type only marks heads as passive.
    pub(crate) fn is_passive(&self, kind: Type) -> bool {
        self.passive == Some(kind)
    }

    /// The type whose initial slot says that its head is passive.
    pub(crate) fn passive_subject(&self) -> Option<Type> {
        self.passive_subject
    }

    /// Whether `upper` is `lower`, or above it.
    pub(crate) fn is_above(&self, upper: Type, lower: Type) -> bool {
        let at = usize::from(upper);
        self.get(lower).above[at / 64] >> (at % 64) & 1 == 1
    }

    /// A type and everything above it.
    pub(crate) fn above(&self, kind: Type) -> impl Iterator<Item = Type> {
        self.above_both(kind, kind)
    }

    fn above_both(&self, one: Type, two: Type) -> impl Iterator<Item = Type> {
        let words = self.get(one).above.iter().zip(&self.get(two).above);
        (0..).step_by(64).zip(words).flat_map(|(start, (one, two))| {
            let mut bits = one & two;
            std::iter::from_fn(move || {
                let bit = (bits > 0).then(|| bits.trailing_zeros() as Type)?;
                bits &= bits - 1;
                Some(start + bit)
            })
        })
    }

    /// The most specific type that is above both; the first of several.
    pub(crate) fn common(&self, one: Type, two: Type) -> Option<Type> {
        let mut best: Option<Type> = None;
        for upper in self.above_both(one, two) {
            if best.is_none_or(|best| self.get(upper).longest > self.get(best).longest) {
                best = Some(upper);
            }
        }
        best
    }

    /// Whether the *original* scheme lets the system's type stand for gold's: the same, below it
    /// at any distance, or the main type right above it where nothing is below gold's. As in the
    /// released program, the top of the hierarchy stands for nothing but itself.
    pub(crate) fn original_match(&self, gold: Type, system: Type) -> bool {
        let general = |gold: &RelationType| {
            gold.is_leaf && gold.parents.first() == Some(&system) && system != self.root
        };
        self.is_above(gold, system) || general(self.get(gold))
    }

    /// Everything that decides a score, for a signature: `name(slots)parents`, joined by commas.
    pub(crate) fn spelt_out(&self) -> String {
        let spelt = |found: &RelationType| {
            let slots: String = found.slots.iter().map(|role| role.letter()).collect();
            let optional = if found.subtype_optional { "?" } else { "" };
            let parents: Vec<&str> =
                found.parents.iter().map(|&parent| self.get(parent).name.as_str()).collect();
            format!("{}({slots}{optional}){}", found.name, parents.join("+"))
        };
        let types: Vec<String> = self.types.iter().map(spelt).collect();
        let name = |kind: Option<Type>| kind.map_or("", |kind| self.get(kind).name.as_str());
        let (passive, subject) = (name(self.passive), name(self.passive_subject));
        format!("{};{passive};{subject};{}", self.name, types.join(","))
    }

    /// Reads back what [`Hierarchy::spelt_out`] wrote.
    pub(crate) fn from_spelt_out(text: &str) -> Option<Hierarchy> {
        let mut parts = text.splitn(4, ';');
        let [name, passive, subject, types] = [(); 4].map(|()| parts.next());
        let named = |name: Option<&str>| name.filter(|name| !name.is_empty()).map(str::to_string);
        let mut wire = Wire {
            name: name?.to_string(),
            passive: named(passive),
            passive_subject: named(subject),
            types: Vec::new(),
        };
        for part in types?.split(',') {
            let (name, rest) = part.split_once('(')?;
            let (slots, parents) = rest.split_once(')')?;
            let role = |letter| SlotRole::ALL.into_iter().find(|role| role.letter() == letter);
            let (slots, subtype_optional) = match slots.strip_suffix('?') {
                Some(slots) => (slots, true),
                None => (slots, false),
            };
            wire.types.push(WireType {
                name: name.to_string(),
                parents: parents.split('+').filter_map(|name| named(Some(name))).collect(),
                slots: slots.chars().map(role).collect::<Option<_>>()?,
                subtype_optional,
            });
        }
        Hierarchy::build(wire).ok()
    }
}

/// Names are written into signatures, where these characters have other work to do.
fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !";,()+|".contains(c)
}

/// Fills in what is above each type and how deep it is; fails where types are above each other.
fn order(types: &mut [RelationType]) -> std::result::Result<(), String> {
    let words = types.len().div_ceil(64);
    let mut done = vec![false; types.len()];
    let mut n_done = 0;
    while n_done < types.len() {
        let before = n_done;
        for at in 0..types.len() {
            let parents: Vec<usize> = types[at].parents.iter().map(|&p| usize::from(p)).collect();
            if done[at] || !parents.iter().all(|&parent| done[parent]) {
                continue;
            }
            let mut above = vec![0; words];
            above[at / 64] |= 1 << (at % 64);
            for &parent in &parents {
                types[parent].is_leaf = false;
                for (word, more) in above.iter_mut().zip(&types[parent].above) {
                    *word |= more;
                }
            }
            let main = parents.first().map_or(0, |&parent| types[parent].depth + 1);
            let longest = parents.iter().map(|&parent| types[parent].longest + 1).max();
            types[at].above = above;
            types[at].depth = main;
            types[at].longest = longest.unwrap_or(0);
            done[at] = true;
            n_done += 1;
        }
        if n_done == before {
            let stuck = done.iter().position(|done| !done).unwrap_or(0);
            return Err(format!("{} is above itself", types[stuck].name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_not_without_number() {
        let read = |n: usize| {
            let types = (1..n).map(|at| {
                format!("{{ name = \"t{at}\", parents = [\"top\"], slots = [\"head\"] }},")
            });
            let types: String = types.collect();
            let text = format!(
                "name = \"own\"\ntype = [{{ name = \"top\", slots = [\"head\"] }},{types}]"
            );
            Hierarchy::read("own", text.as_bytes())
        };
        assert_eq!(read(MOST_TYPES).unwrap().types().len(), MOST_TYPES);
        let message = read(MOST_TYPES + 1).unwrap_err().kind().to_string();
        assert_eq!(message, "4097 types are too many; at most 4096 can be");
    }

    fn common(one: &str, two: &str) -> String {
        let rasp = Hierarchy::rasp();
        let find = |name: &str| rasp.find(name.as_bytes()).unwrap();
        let common = rasp.common(find(one), find(two));
        common.map_or("-".to_string(), |kind| rasp.get(kind).name.clone())
    }

    #[test]
    fn the_most_specific_type_above_two_is_the_deepest() {
        for (one, two, both) in [
            ("ncmod", "ncmod", "ncmod"),
            ("ncmod", "xmod", "mod"),
            ("ncsubj", "dobj", "subj_dobj"),
            ("ncsubj", "xsubj", "subj"),
            ("subj", "subj", "subj"),
            ("dobj", "iobj", "obj"),
            ("pcomp", "xcomp", "comp"),
            ("ncmod", "iobj", "arg_mod"),
            ("det", "ncmod", "dependent"),
            ("passive", "passive", "passive"),
            ("passive", "ncmod", "-"),
        ] {
            assert_eq!(common(one, two), both, "{one} {two}");
            assert_eq!(common(two, one), both, "{two} {one}");
        }
    }

    #[test]
    fn the_original_scheme_goes_up_one_step_and_down_any_number() {
        let rasp = Hierarchy::rasp();
        let fits = |gold: &str, system: &str| {
            let find = |name: &str| rasp.find(name.as_bytes()).unwrap();
            rasp.original_match(find(gold), find(system))
        };
        assert!(fits("ncmod", "mod") && fits("dobj", "obj") && fits("pcomp", "comp"));
        assert!(fits("arg", "dobj") && fits("mod", "ncmod") && fits("det", "det"));
        assert!(
            !fits("ncmod", "arg_mod") && !fits("dobj", "subj_dobj") && !fits("det", "dependent")
        );
    }

    #[test]
    fn a_hierarchy_is_spelt_out_and_read_back() {
        let rasp = Hierarchy::rasp();
        let text = rasp.spelt_out();
        assert!(text.starts_with("rasp;passive;ncsubj;dependent(shd),mod(shd?)arg_mod,"), "{text}");
        assert_eq!(Hierarchy::from_spelt_out(&text), Some(rasp));
        assert_eq!(Hierarchy::from_spelt_out("rasp;;;a(x)"), None);
    }

    #[test]
    fn impossible_hierarchies_are_refused() {
        for (text, why) in [
            (
                "name = \"x\"\ntype = [{ name = \"a\", slots = [\"head\"], parents = [\"b\"] }]",
                "no type is called b",
            ),
            (
                "name = \"x\"\ntype = [{ name = \"a\", slots = [\"tail\"] }]",
                "unknown variant `tail`",
            ),
            (
                "name = \"x\"\n[[type]]\nname = \"t\"\nslots = []\n[[type]]\nname = \"a\"\nslots = []\nparents = [\"b\"]\n\
                 [[type]]\nname = \"b\"\nslots = []\nparents = [\"a\"]",
                "a is above itself",
            ),
            (
                "name = \"x\"\n[[type]]\nname = \"a\"\nslots = []\n[[type]]\nname = \"b\"\nslots = []",
                "exactly one type",
            ),
        ] {
            let error = Hierarchy::read("mine.toml", text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(why) && error.starts_with("mine.toml"), "{error}");
        }
    }
}
