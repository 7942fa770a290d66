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
//! through the same steps ([`Converter::collapse`]).
//!
//! # Example
//!
//! ```
//! use bezant::formats::penn;
//! use bezant::stanford::{Converter, Options, Representation};
//!
//! let text = b"(S (NP (DT The) (NN cat)) (VP (VBZ sits) (PP (IN on) (NP (NNS mats)))) (. .))";
//! let reading = penn::read(text);
//! let mut converter = Converter::new(Options::default());
//! let found = converter.convert(&reading.tree, Representation::Collapsed);
//! let lines: Vec<String> = found.dependencies().iter().map(|arc| found.show(arc)).collect();
//! assert_eq!(
//!     lines,
//!     [
//!         "det(cat-2, The-1)",
//!         "nsubj(sits-3, cat-2)",
//!         "root(ROOT-0, sits-3)",
//!         "prep_on(sits-3, mats-5)",
//!     ]
//! );
//! ```

mod arcs;
mod collapse;
mod draft;
mod extras;
mod graph;
mod heads;
mod labels;
mod lexicon;
mod multiword;
mod prepositions;
mod propagate;
mod relations;
mod rewrite;
mod rules;
mod tables;
mod tree;
mod words;

pub use graph::{Dependency, Place};
pub use relations::{Kind, Relation};
pub use words::Words;

use collapse::Depth;
use graph::List;
use relations::Details;

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
}

/// What is wanted of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether punctuation has dependencies, too.
    pub punctuation: bool,
}

/// Converts one sentence after another in the same memory.
#[derive(Debug)]
pub struct Converter {
    options: Options,
    labels: labels::Labels,
    names: rewrite::Names,
    lexicon: lexicon::Lexicon,
    details: Details,
    words: Words,
    draft: draft::Draft,
    tree: tree::Grown,
    heads: heads::Heads,
    arcs: arcs::Arcs,
    list: List,
    prepositions: prepositions::Prepositions,
}

impl Converter {
    /// A converter that has seen nothing yet.
    pub fn new(options: Options) -> Converter {
        let mut labels = labels::Labels::new();
        let names = rewrite::Names::new(&mut labels);
        Converter {
            options,
            labels,
            names,
            lexicon: lexicon::Lexicon::new(),
            details: Details::default(),
            words: Words::default(),
            draft: draft::Draft::default(),
            tree: tree::Grown::default(),
            heads: heads::Heads::new(),
            arcs: arcs::Arcs::default(),
            list: List::default(),
            prepositions: prepositions::Prepositions::default(),
        }
    }

    /// Converts a tree; what it gives holds until the next one.
    pub fn convert(&mut self, tree: &Tree<'_>, to: Representation) -> Conversion<'_> {
        self.details.start_sentence();
        self.grow(tree);
        self.arcs.basic(&self.tree, &self.words, self.options.punctuation, &mut self.list);
        self.list.sort(&self.details);
        extras::attach_question_words(&mut self.list, &self.words);
        extras::resolve_relatives(&mut self.list, &self.words);
        self.list.tidy(&self.words, &self.details);
        if matches!(to, Representation::Basic | Representation::CollapsedTree) {
            return self.collapsed(to);
        }
        extras::add_references(&mut self.list, &self.words);
        extras::add_controlled_subjects(&mut self.list, &self.words);
        extras::fill_prepositions(&mut self.list, &self.words);
        self.arcs.add_other_governors(&mut self.list);
        self.list.tidy(&self.words, &self.details);
        self.collapsed(to)
    }

    /// Reads and rewrites a tree, and finds its heads.
    fn grow(&mut self, tree: &Tree<'_>) {
        self.draft.read(tree, &mut self.labels, &self.lexicon, &mut self.words);
        rewrite::rewrite(&mut self.draft, &self.words, &self.names);
        self.tree.grow(&self.draft, &self.words);
        self.heads.find(&mut self.tree, &self.words);
    }

    /// Collapses the list as far as is wanted.
    fn collapsed(&mut self, to: Representation) -> Conversion<'_> {
        let depth = match to {
            Representation::Basic | Representation::Extra => None,
            Representation::CollapsedTree => Some(Depth::Tree),
            Representation::Collapsed => Some(Depth::Graph),
            Representation::CcProcessed => Some(Depth::Propagated),
        };
        if let Some(depth) = depth {
            let Converter { list, words, lexicon, details, prepositions, .. } = self;
            collapse::collapse(list, words, lexicon, details, prepositions, depth);
        }
        Conversion { words: &self.words, list: &self.list, details: &self.details }
    }
}

/// The dependencies of one sentence.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'c> {
    words: &'c Words,
    list: &'c List,
    details: &'c Details,
}

impl<'c> Conversion<'c> {
    /// All dependencies, by dependent, governor and name.
    pub fn dependencies(&self) -> &'c [Dependency] {
        &self.list.arcs
    }

    /// The words of the sentence.
    pub fn words(&self) -> &'c Words {
        self.words
    }

    /// The name of a relation: `nsubj`, `prep_of`.
    pub fn name(&self, relation: Relation) -> String {
        let mut name = Vec::new();
        self.details.write(relation, &mut name);
        String::from_utf8_lossy(&name).into_owned()
    }

    /// The words that went into a relation: `of` for `prep_of`, nothing for `nsubj`.
    pub fn detail(&self, relation: Relation) -> Option<&'c [u8]> {
        self.details.text(relation)
    }

    /// Writes one dependency and a newline: `nsubj(makes-8, Bell-1)`.
    pub fn write(&self, dependency: &Dependency, out: &mut Vec<u8>) {
        self.details.write(dependency.relation, out);
        out.push(b'(');
        self.write_place(dependency.governor, out);
        out.extend_from_slice(b", ");
        self.write_place(dependency.dependent, out);
        out.extend_from_slice(b")\n");
    }

    fn write_place(&self, place: Place, out: &mut Vec<u8>) {
        match place.index.checked_sub(1) {
            None => out.extend_from_slice(b"ROOT"),
            Some(word) => out.extend_from_slice(self.words.form(word as usize)),
        }
        out.push(b'-');
        write_number(place.index, out);
        out.extend(std::iter::repeat_n(b'\'', place.copy as usize));
    }

    /// One dependency as text.
    pub fn show(&self, dependency: &Dependency) -> String {
        let mut out = Vec::new();
        self.write(dependency, &mut out);
        String::from_utf8_lossy(&out).trim_end().to_string()
    }
}

/// Writes a number without making a string of it.
fn write_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}
