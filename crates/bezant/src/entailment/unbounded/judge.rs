//! Whether a parse has a dependency of the corpus, and if not, what it says instead.

use crate::entailment::analysis::{Analysis, Arc, ROOT, View};
use crate::entailment::generate::sentence::HeadedSentence;
use crate::entailment::unbounded::facts::{Facts, How};
use crate::entailment::unbounded::relations::Kind;
use crate::entailment::unbounded::tokens::{self, Places};
use crate::formats::unbounded::{Unbounded, UnboundedSentence, UnboundedWord};

/// How dependencies are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// In what the parse states and what follows from it.
    Inferred,
    /// In what the parse states alone, as people who read parsers' output would find it there.
    Published,
}

impl Matching {
    /// Its name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            Matching::Inferred => "inferred",
            Matching::Published => "published",
        }
    }
}

/// One dependency of the corpus, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedDependency {
    /// What it is called.
    pub relation: String,
    /// The word it hangs on.
    pub head: UnboundedWord,
    /// The word that hangs on it.
    pub dependent: UnboundedWord,
    /// How it was found, if it was.
    pub found: Option<&'static str>,
    /// What the parse says of the two words, as relations.
    pub says: Vec<String>,
    /// Why it was not found; empty if it was.
    pub why: String,
}

/// A parse, as far as it is looked at.
pub(super) struct Judge {
    own: Analysis,
    /// Relations with prepositions in their names, whose words may not be in the parse.
    collapsed: Vec<Arc>,
    facts: Facts,
    places: Places,
    is_labelled: bool,
}

/// The views that are looked at beside the tree: what the parser gave, without collapsing, and collapsed.
pub(super) const VIEWS: [View; 3] = [View::Own, View::Extra, View::Collapsed];

impl Judge {
    /// From the views of a parse and its tree; nothing if it is of another sentence.
    pub(super) fn new(
        sentence: &UnboundedSentence,
        views: Vec<Analysis>,
        tree: &Analysis,
        (matching, is_labelled): (Matching, bool),
    ) -> Option<Judge> {
        let places = tokens::aligned(&sentence.tokens, &tree.words)?;
        let headed = HeadedSentence::new("", &sound(tree));
        let infer = matching == Matching::Inferred;
        let facts = Facts::of(&views, headed.as_ref(), infer);
        let is_named = |arc: &&Arc| preposition(&arc.relation).is_some();
        let arcs = views.iter().flat_map(|view| &view.arcs);
        let collapsed = arcs.filter(is_named).cloned().collect();
        let own = views.into_iter().next().unwrap_or_default();
        Some(Judge { own, collapsed, facts, places, is_labelled })
    }

    /// Looks for a dependency.
    pub(super) fn judge(&self, wanted: &Unbounded) -> JudgedDependency {
        let found = self.find(wanted);
        let is_found = found.is_some();
        JudgedDependency {
            relation: wanted.relation.clone(),
            head: wanted.head.clone(),
            dependent: wanted.dependent.clone(),
            found: found.map(How::name),
            says: if is_found { Vec::new() } else { self.says(wanted) },
            why: if is_found { String::new() } else { self.why(wanted) },
        }
    }

    /// What the parser gave, to be drawn.
    pub(super) fn into_parse(self) -> Analysis {
        self.own
    }

    fn words_of(&self, token: usize) -> &[usize] {
        self.places.get(token).map_or(&[], Vec::as_slice)
    }

    fn find(&self, wanted: &Unbounded) -> Option<How> {
        let kind = Kind::of(&wanted.relation);
        let asks = ["what", "which", "who", "whom"]
            .contains(&wanted.dependent.form.to_lowercase().as_str());
        let is_passive = wanted.relation == "nsubjpass";
        let suits = |governor: usize, found: &Kind| {
            !self.is_labelled
                || *found == kind
                || match (&kind, found) {
                    // The subject of a passive is what it is done to.
                    (Kind::Subject, Kind::Object) => is_passive,
                    (Kind::Object, Kind::Subject) => self.facts.is_passive(governor),
                    // *What do you call it*: an object to some, a predicate to others.
                    (Kind::Object, Kind::Clause) => asks,
                    // *how much there is*
                    (Kind::Copula, Kind::Subject | Kind::Object | Kind::Clause) => true,
                    _ => false,
                }
        };
        let mut best: Option<How> = None;
        for &head in self.words_of(wanted.head.token) {
            for &word in self.words_of(wanted.dependent.token) {
                for dependent in self.facts.same_as(word) {
                    let there = self.facts.between(head, dependent);
                    let back = self.facts.between(dependent, head).filter(|_| kind == Kind::Copula);
                    let fits = there.chain(back).filter(|(found, _)| suits(head, found));
                    best = best.into_iter().chain(fits.map(|(_, how)| how)).min();
                }
            }
        }
        best.or_else(|| self.beside(wanted, &kind)).or_else(|| self.in_a_name(wanted, &kind))
    }

    /// A preposition that is a part of a relation's name: `prep_on(sat, chair)` has *chair* behind *on*.
    fn in_a_name(&self, wanted: &Unbounded, kind: &Kind) -> Option<How> {
        let is_absent = |token: usize| {
            let forms = self.words_of(token).iter().filter_map(|word| self.own.words.get(*word));
            forms.into_iter().all(|word| word.form.is_empty())
        };
        let (head, dependent) = (&wanted.head, &wanted.dependent);
        let has = |arc: &Arc, form: &str| {
            let form = form.to_lowercase();
            preposition(&arc.relation).is_some_and(|name| name.split('_').any(|it| it == form))
        };
        let has_dependent = |arc: &Arc| {
            let words = self.words_of(dependent.token).iter();
            words.flat_map(|word| self.facts.same_as(*word)).any(|word| word == arc.dependent)
        };
        let has_governor = |arc: &Arc| self.words_of(head.token).contains(&arc.governor);
        let mut arcs = self.collapsed.iter();
        let is_found = match kind {
            Kind::Object if is_absent(head.token) => {
                arcs.any(|arc| has(arc, &head.form) && has_dependent(arc))
            }
            Kind::Preposition if is_absent(dependent.token) => {
                arcs.any(|arc| has(arc, &dependent.form) && has_governor(arc))
            }
            _ => false,
        };
        is_found.then_some(How::Stated)
    }

    /// What is found in relations between others: auxiliaries of one verb hang on each other in the corpus.
    fn beside(&self, wanted: &Unbounded, kind: &Kind) -> Option<How> {
        if *kind != Kind::Auxiliary {
            return None;
        }
        let governor = |token: usize| {
            let words = self.words_of(token);
            let is_helper = |arc: &&Arc| {
                words.contains(&arc.dependent)
                    && matches!(Kind::of(&arc.relation), Kind::Auxiliary | Kind::Copula)
            };
            self.own.arcs.iter().find(is_helper).map(|arc| arc.governor)
        };
        let ours = governor(wanted.head.token)?;
        (governor(wanted.dependent.token) == Some(ours)).then_some(How::Stated)
    }

    /// The parser's own relations that the two words are in: those between them, or else what the dependent hangs
    /// on and what hangs on the head.
    fn says(&self, wanted: &Unbounded) -> Vec<String> {
        let heads = self.words_of(wanted.head.token);
        let dependents = self.words_of(wanted.dependent.token);
        let is_between = |arc: &&Arc| {
            let ends = [arc.governor, arc.dependent];
            ends.iter().any(|end| heads.contains(end))
                && ends.iter().any(|end| dependents.contains(end))
        };
        let between: Vec<&Arc> = self.own.arcs.iter().filter(is_between).collect();
        let near = |arc: &&Arc| {
            dependents.contains(&arc.dependent)
                || heads.contains(&arc.dependent)
                || heads.contains(&arc.governor) && Kind::of(&arc.relation) != Kind::of("punct")
        };
        let shown =
            if between.is_empty() { self.own.arcs.iter().filter(near).collect() } else { between };
        shown.into_iter().map(|arc| self.shown(arc)).collect()
    }

    fn shown(&self, arc: &Arc) -> String {
        let word = |at: usize| match self.own.words.get(at) {
            Some(word) if at != ROOT => format!("{}_{at}", word.form),
            _ => "ROOT".to_string(),
        };
        format!("{}({}, {})", arc.relation, word(arc.governor), word(arc.dependent))
    }

    /// Why a dependency was not found.
    fn why(&self, wanted: &Unbounded) -> String {
        let heads = self.words_of(wanted.head.token);
        let dependents = self.words_of(wanted.dependent.token);
        let absent = [(heads, &wanted.head.form), (dependents, &wanted.dependent.form)];
        if let Some((_, form)) = absent.iter().find(|(words, _)| words.is_empty()) {
            return format!("{form} is not in the parse");
        }
        let kind = Kind::of(&wanted.relation);
        let pairs =
            || heads.iter().flat_map(|head| dependents.iter().map(move |word| (*head, *word)));
        let there = pairs().flat_map(|(head, word)| self.facts.between(head, word));
        if let Some((found, how)) = there.into_iter().next() {
            let (dependent, found) = (&wanted.dependent.form, found.name());
            return format!("{dependent} is its {found} ({}), not its {}", how.name(), kind.name());
        }
        let back = pairs().flat_map(|(head, word)| self.facts.between(word, head));
        if let Some((found, _)) = back.into_iter().next() {
            return format!(
                "the other way round: {} is the {} of {}",
                wanted.head.form,
                found.name(),
                wanted.dependent.form
            );
        }
        let place = self.own.arcs.iter().find(|arc| dependents.contains(&arc.dependent));
        let other = pairs().flat_map(|(head, _)| self.facts.dependents(head, &kind)).next();
        match (other, place) {
            (Some(other), _) => {
                let other = self.own.words.get(other).map_or("", |word| &word.form);
                let (head, kind) = (&wanted.head.form, kind.name());
                format!("another word is the {kind} of {head}: {other}")
            }
            (None, Some(arc)) => format!("nothing links the two; it has {}", self.shown(arc)),
            (None, None) => "nothing links the two".to_string(),
        }
    }
}

/// The preposition in the name of a relation: `on` of `prep_on`, `obl:on`, `nmod:on`; *by* of an agent.
fn preposition(relation: &str) -> Option<&str> {
    match relation.split_once(['_', ':']) {
        Some(("prep" | "prepc" | "obl" | "nmod", name)) => Some(name),
        None if relation == "agent" => Some("by"),
        _ => None,
    }
}

/// A tree in which nothing but prepositions has the objects of prepositions: some parsers say so of verbs.
fn sound(tree: &Analysis) -> Analysis {
    let mut tree = tree.clone();
    for at in 0..tree.arcs.len() {
        let arc = &tree.arcs[at];
        if arc.relation == "pobj"
            && arc.governor != ROOT
            && tree.tag(arc.governor).starts_with("VB")
        {
            tree.arcs[at].relation = "dobj".into();
        }
    }
    tree
}
