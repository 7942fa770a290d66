//! From Penn trees to Stanford dependencies.
//!
//! ```text
//! tree ─► draft ─► rewrite ─► tree ─► heads ─► arcs (rules) ─► extras ─► collapse ─► propagate
//!         (no       (flat      (as     (which   (basic: one     (second   (prep_of,   (conjuncts
//!         traces)   phrases    rules   child)   governor a      gover-    conj_and)   share)
//!                   grouped)   see it)          word)           nors)
//! ```
//!
//! The relations are those of the last version of the original Stanford scheme. Collapsing and
//! propagation work on words, tags and arcs, so that basic dependencies of other parsers go
//! through the same steps (`Converter::collapse`).

mod arcs;
mod collapse;
mod draft;
mod extras;
mod grammatical;
mod graph;
mod heads;
mod labels;
mod lexicon;
mod multiword;
mod older;
mod output;
mod prepositions;
mod propagate;
mod relations;
mod rewrite;
mod rules;
mod tables;
mod tree;
mod words;

pub(crate) use grammatical::name_relations;
pub(crate) use graph::{Dependency, WordPlace};
pub(crate) use output::StanfordSentence;
pub use output::WrittenColumns;
pub(crate) use relations::Kind;
pub(crate) use words::SentenceWords;

use collapse::Depth;
use graph::DependencyList;
use relations::RelationWords;

use crate::formats::relations::linked::Linked;
use crate::structures::tree::Tree;

/// How dependencies are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    /// A tree over all words.
    Basic,
    /// The basic tree, and arcs that break it: second governors, references, controlled subjects.
    Extra,
    /// Prepositions and conjunctions in the names of relations, relative pronouns resolved.
    Collapsed,
    /// The same, but still a tree.
    CollapsedTree,
    /// Collapsed, and what conjuncts share given to each of them.
    CcProcessed,
    /// The basic tree, arcs that break it, and what conjuncts share, but nothing collapsed: the variety
    /// that Cambridge's system of the task used (Yuret, Rimell and Han 2013, section 7).
    Cambridge,
}

impl Representation {
    /// Whether it has more than one arc a word to start from.
    fn has_extras(self) -> bool {
        !matches!(self, Representation::Basic | Representation::CollapsedTree)
    }
}

/// What is wanted of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StanfordOptions {
    /// Whether punctuation has dependencies, too.
    pub punctuation: bool,
    /// Whose names relations have.
    pub names: RelationNames,
}

/// Names of relations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelationNames {
    /// Those of the last version of the scheme.
    #[default]
    Last,
    /// Those of about 2010: `partmod`, `infmod`, `purpcl`, `complm`, `xsubj`, `abbrev`, `attr`, `rel`.
    Older,
}

/// A word of a dependency tree, as another parser gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenWord<'g> {
    /// As it is written.
    pub(crate) form: &'g [u8],
    /// Its Penn tag.
    pub(crate) tag: &'g [u8],
    /// The number of its head, the first word being 1; 0 for the head of the sentence.
    pub(crate) head: u32,
    /// Its relation to its head.
    pub(crate) relation: &'g [u8],
}

/// Converts one sentence after another in the same memory.
#[derive(Debug)]
pub(crate) struct Converter {
    options: StanfordOptions,
    labels: labels::Labels,
    names: rewrite::NewLabels,
    lexicon: &'static lexicon::Lexicon,
    details: RelationWords,
    words: SentenceWords,
    draft: draft::TreeDraft,
    tree: tree::Grown,
    heads: heads::Heads,
    arcs: arcs::ArcSpace,
    list: DependencyList,
    prepositions: prepositions::Prepositions,
}

impl Converter {
    /// A converter that has seen nothing yet.
    pub(crate) fn new(options: StanfordOptions) -> Converter {
        let mut labels = labels::Labels::new();
        let names = rewrite::NewLabels::new(&mut labels);
        Converter {
            options,
            labels,
            names,
            lexicon: lexicon::Lexicon::get_shared(),
            details: RelationWords::default(),
            words: SentenceWords::default(),
            draft: draft::TreeDraft::default(),
            tree: tree::Grown::default(),
            heads: heads::Heads::new(),
            arcs: arcs::ArcSpace::default(),
            list: DependencyList::default(),
            prepositions: prepositions::Prepositions::default(),
        }
    }

    /// Converts a tree; what it gives holds until the next one.
    pub(crate) fn convert(&mut self, tree: &Tree<'_>, to: Representation) -> StanfordSentence<'_> {
        self.details.start_sentence();
        self.grow(tree);
        self.arcs.basic(&self.tree, &self.words, self.options.punctuation, &mut self.list);
        self.list.sort(&self.details);
        extras::attach_question_words(&mut self.list, &self.words);
        if self.options.names == RelationNames::Last {
            extras::resolve_relatives(&mut self.list, &self.words);
        }
        self.list.tidy(&self.words, &self.details);
        if to.has_extras() {
            self.add_extras();
            self.arcs.add_other_governors(&mut self.list);
            self.list.tidy(&self.words, &self.details);
        }
        self.finish(to)
    }

    /// Takes basic dependencies further that come from another parser.
    ///
    /// What only a tree tells (second governors) is not added. Heads that are no words of the
    /// sentence are left out.
    pub(crate) fn collapse<'g>(
        &mut self,
        words: impl Iterator<Item = GivenWord<'g>>,
        to: Representation,
    ) -> StanfordSentence<'_> {
        self.start_given();
        for (number, word) in (1..).zip(words) {
            let set = self.labels.read(word.tag).full.set;
            self.words.push(word.form, word.tag, set, self.lexicon);
            let relation = match word.head {
                0 => Kind::Root.into(),
                _ => self.details.parse(word.relation),
            };
            let (governor, dependent) = (WordPlace::word(word.head), WordPlace::word(number));
            self.list.arcs.push(Dependency { relation, governor, dependent });
        }
        self.finish_given(to)
    }

    /// Takes relations of the C&C or RASP parser further, by their Stanford names.
    ///
    /// These parsers have second governors of their own. What depends on nothing and governs
    /// something is a root.
    pub(crate) fn relate(
        &mut self,
        sentence: &Linked<'_>,
        to: Representation,
    ) -> StanfordSentence<'_> {
        self.start_given();
        for word in &sentence.words {
            let set = self.labels.read(&word.tag).full.set;
            self.words.push(&word.form, &word.tag, set, self.lexicon);
        }
        let arcs = grammatical::name_relations(sentence);
        let place = |word: usize| WordPlace::word(word as u32 + 1);
        for arc in &arcs {
            let relation = self.details.parse(arc.name);
            let (governor, dependent) = (place(arc.governor), place(arc.dependent));
            self.list.arcs.push(Dependency { relation, governor, dependent });
        }
        for top in grammatical::tops(&arcs) {
            self.list.push(Kind::Root, 0, top as u32 + 1);
        }
        self.finish_given(to)
    }

    /// Leaves out what does not count, and adds what is wanted.
    fn finish_given(&mut self, to: Representation) -> StanfordSentence<'_> {
        let n = self.words.len() as u32;
        let punctuation = self.options.punctuation;
        let words = &self.words;
        self.list.arcs.retain(|arc| {
            let is_mark = || words.is_punctuation(arc.dependent.index - 1);
            arc.governor.index <= n && (punctuation || !is_mark())
        });
        self.list.tidy(&self.words, &self.details);
        if to.has_extras() {
            self.add_extras();
            self.list.tidy(&self.words, &self.details);
        }
        self.finish(to)
    }

    fn start_given(&mut self) {
        self.details.start_sentence();
        self.labels.start_tree();
        self.words.clear();
        self.list.arcs.clear();
    }

    /// Only heads: each word depends on the head of the phrase that it is not the head of, and its
    /// relation is the label of the largest phrase that it is the head of.
    pub(crate) fn heads(&mut self, tree: &Tree<'_>) -> StanfordSentence<'_> {
        self.details.start_sentence();
        self.draft.read(tree, &mut self.labels, self.lexicon, &mut self.words);
        self.tree.grow(&self.draft, &self.words);
        self.heads.find(&mut self.tree, &self.words);
        self.list.arcs.clear();
        for node in &self.tree.nodes {
            let above = self.tree.nodes.get(node.parent as usize);
            let governor = match above {
                Some(above) if above.head_word == node.head_word => continue,
                Some(above) => above.head_word + 1,
                None => 0,
            };
            let relation = match governor {
                0 => Kind::Root.into(),
                _ => self.details.relation(Kind::Other, self.labels.text(node.label)),
            };
            let (governor, dependent) =
                (WordPlace::word(governor), WordPlace::word(node.head_word + 1));
            self.list.arcs.push(Dependency { relation, governor, dependent });
        }
        self.list.sort(&self.details);
        StanfordSentence { words: &self.words, list: &self.list, details: &self.details }
    }

    /// Reads and rewrites a tree, and finds its heads.
    fn grow(&mut self, tree: &Tree<'_>) {
        self.draft.read(tree, &mut self.labels, self.lexicon, &mut self.words);
        rewrite::rewrite(&mut self.draft, &self.words, &self.names);
        self.tree.grow(&self.draft, &self.words);
        self.heads.find(&mut self.tree, &self.words);
    }

    /// What can be added without a tree.
    fn add_extras(&mut self) {
        extras::add_references(&mut self.list, &self.words);
        extras::add_controlled_subjects(&mut self.list, &self.words);
        extras::fill_prepositions(&mut self.list, &self.words);
    }

    /// Collapses the list as far as is wanted.
    fn finish(&mut self, to: Representation) -> StanfordSentence<'_> {
        let depth = match to {
            Representation::Basic | Representation::Extra => None,
            Representation::CollapsedTree => Some(Depth::Tree),
            Representation::Collapsed => Some(Depth::Graph),
            Representation::CcProcessed | Representation::Cambridge => Some(Depth::Propagated),
        };
        let kept = match to {
            Representation::Cambridge => self.list.arcs.clone(),
            _ => Vec::new(),
        };
        if let Some(depth) = depth {
            let Converter { list, words, lexicon, details, prepositions, .. } = self;
            collapse::collapse(list, words, lexicon, details, prepositions, depth);
        }
        if to == Representation::Cambridge {
            self.list.share(kept, &self.details);
        }
        if self.options.names == RelationNames::Older {
            older::rename(&mut self.list, &self.words);
            self.list.sort(&self.details);
        }
        StanfordSentence { words: &self.words, list: &self.list, details: &self.details }
    }
}

#[cfg(test)]
mod tests;
