//! The grammatical relations, their names and their hierarchy.

use std::collections::HashMap;

use foldhash::fast::RandomState;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $parent:ident,)*) => {
        /// A grammatical relation. The order is that of the names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Kind { $($(#[$doc])* $kind,)* }

        impl Kind {
            /// All of them, in the order of their names.
            pub(crate) const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// Its short name.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }

            /// The relation that it is a case of; `dep` and `root` are their own.
            pub(crate) fn parent(self) -> Kind {
                match self { $(Kind::$kind => Kind::$parent,)* }
            }
        }
    };
}

kinds! {
    /// Abbreviation, in the older names: *the World Health Organization (WHO)*.
    Abbrev "abbrev" Mod,
    /// Adjectival complement: *looks* happy.
    Acomp "acomp" Comp,
    /// Adverbial clause: *left when it* rained.
    Advcl "advcl" Mod,
    /// Adverb: *left* early.
    Advmod "advmod" Mod,
    /// Who does what a passive verb says: *seen by* her.
    Agent "agent" Dep,
    /// Adjective: a red *ball*.
    Amod "amod" Mod,
    /// Apposition: *Ann*, my friend.
    Appos "appos" Mod,
    /// Argument; never in results.
    Arg "arg" Dep,
    /// Question word that *be* has for its complement, in the older names: what *is that*.
    Attr "attr" Comp,
    /// Auxiliary: has *left*.
    Aux "aux" Dep,
    /// Auxiliary of a passive: was *seen*.
    Auxpass "auxpass" Aux,
    /// Conjunction: *cats* and *dogs*.
    Cc "cc" Dep,
    /// Clause with its own subject as a complement: *says she* left.
    Ccomp "ccomp" Comp,
    /// Complement; never in results.
    Comp "comp" Arg,
    /// *that* and *whether* before a clause, in the older names.
    Complm "complm" Mod,
    /// Conjunct: *cats and* dogs.
    Conj "conj" Dep,
    /// Copula: is *big*.
    Cop "cop" Aux,
    /// Clause as a subject: *what she* said *is true*.
    Csubj "csubj" Subj,
    /// Clause as the subject of a passive.
    Csubjpass "csubjpass" Csubj,
    /// Some dependent.
    Dep "dep" Dep,
    /// Determiner: the *cat*.
    Det "det" Mod,
    /// Interjection: oh, *well*.
    Discourse "discourse" Mod,
    /// Direct object: *saw* her.
    Dobj "dobj" Obj,
    /// *There* without meaning: there *is a cat*.
    Expl "expl" Dep,
    /// A part of a word that was split.
    Goeswith "goeswith" Mod,
    /// Infinitive that modifies a noun, in the older names.
    Infmod "infmod" Mod,
    /// Indirect object: *gave* her *a book*.
    Iobj "iobj" Obj,
    /// What introduces a clause: *says* that *she left*.
    Mark "mark" Mod,
    /// Modifier; never in results.
    Mod "mod" Dep,
    /// Part of an expression of several words: rather *than*.
    Mwe "mwe" Mod,
    /// Negation: not *here*.
    Neg "neg" Advmod,
    /// Noun before a noun: oil *price*.
    Nn "nn" Mod,
    /// Noun phrase as an adverb: *5* feet *long*.
    Npadvmod "npadvmod" Mod,
    /// Subject: she *left*.
    Nsubj "nsubj" Subj,
    /// Subject of a passive: she *was seen*.
    Nsubjpass "nsubjpass" Nsubj,
    /// Number: three *cats*.
    Num "num" Mod,
    /// Part of a number: *3.2* billion.
    Number "number" Mod,
    /// Object; never in results.
    Obj "obj" Comp,
    /// Another sentence beside: *the man, I think*, *left*.
    Parataxis "parataxis" Dep,
    /// Participle that modifies, in the older names.
    Partmod "partmod" Mod,
    /// Clause behind a preposition: *about* missing *it*.
    Pcomp "pcomp" Comp,
    /// Object of a preposition: *on the* chair.
    Pobj "pobj" Obj,
    /// Possessor: her *book*.
    Poss "poss" Mod,
    /// Possessive ending: *Ann* 's.
    Possessive "possessive" Mod,
    /// *both* or *either* before conjuncts.
    Preconj "preconj" Mod,
    /// Predicate; never in results.
    Pred "pred" Dep,
    /// What stands before a determiner: all *the boys*.
    Predet "predet" Mod,
    /// Preposition: *sat* on *a chair*.
    Prep "prep" Mod,
    /// Preposition with a clause, collapsed.
    Prepc "prepc" Dep,
    /// Particle: *shut* down.
    Prt "prt" Mod,
    /// Punctuation.
    Punct "punct" Dep,
    /// Infinitive of purpose, in the older names.
    Purpcl "purpcl" Mod,
    /// Modifier of a number: about *200*.
    Quantmod "quantmod" Mod,
    /// Relative clause: *the man you* love.
    Rcmod "rcmod" Mod,
    /// A relative pronoun and what it stands for.
    Ref "ref" Dep,
    /// A relative pronoun whose part is not known yet; never in results.
    Rel "rel" Comp,
    /// The head of the sentence.
    Root "root" Root,
    /// Semantic dependent; never in results.
    Sdep "sdep" Dep,
    /// Subject of any kind; never in results.
    Subj "subj" Arg,
    /// Time: *left last* night.
    Tmod "tmod" Npadvmod,
    /// Verb that modifies: *points* following *this*; *things to* do.
    Vmod "vmod" Mod,
    /// Clause without a subject of its own: *wants to* leave.
    Xcomp "xcomp" Comp,
    /// Subject that an infinitive takes over, in the older names.
    Xsubj "xsubj" Subj,
    /// A relation of another scheme, which has only a name.
    Other "" Dep,
}

impl Kind {
    /// As the only member of a set.
    pub(super) fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Those that it is a case of, itself not among them.
    pub(super) fn ancestors(self) -> u64 {
        let mut set = 0;
        let mut at = self;
        while at.parent() != at {
            at = at.parent();
            set |= at.bit();
        }
        set
    }

    /// The relation with this name.
    pub(crate) fn from_name(name: &[u8]) -> Option<Kind> {
        let at = Kind::ALL.binary_search_by(|kind| kind.sort_name().as_bytes().cmp(name)).ok()?;
        Some(Kind::ALL[at])
    }

    /// Behind all others if it has no name.
    fn sort_name(self) -> &'static str {
        if self == Kind::Other { "~" } else { self.name() }
    }

    /// Whether it is a subject.
    pub(crate) fn is_subject(self) -> bool {
        matches!(self, Kind::Nsubj | Kind::Nsubjpass | Kind::Csubj | Kind::Csubjpass)
    }
}

/// A relation of one dependency: a kind, and for collapsed ones the words that went into it.
///
/// Its name is given by [`StanfordSentence::name`](super::StanfordSentence::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DependencyRelation {
    /// What it is: `prep` for `prep_of`.
    pub(crate) kind: Kind,
    /// The number of the words behind it, or 0.
    pub(super) detail: u32,
}

impl From<Kind> for DependencyRelation {
    fn from(kind: Kind) -> DependencyRelation {
        DependencyRelation { kind, detail: 0 }
    }
}

/// The words of collapsed relations, and the names of unknown ones.
#[derive(Debug, Default)]
pub(super) struct RelationWords {
    numbers: HashMap<Box<[u8]>, u32, RandomState>,
    texts: Vec<Box<[u8]>>,
}

/// So many are remembered; a file with more has relations that are noise.
const MOST: usize = 1 << 16;

impl RelationWords {
    /// Makes room before a sentence; relations hold for one sentence only.
    pub(super) fn start_sentence(&mut self) {
        if self.texts.len() > MOST {
            self.numbers.clear();
            self.texts.clear();
        }
    }

    /// A relation with words behind it.
    pub(super) fn relation(&mut self, kind: Kind, text: &[u8]) -> DependencyRelation {
        if let Some(&detail) = self.numbers.get(text) {
            return DependencyRelation { kind, detail };
        }
        self.texts.push(text.into());
        let detail = self.texts.len() as u32;
        self.numbers.insert(text.into(), detail);
        DependencyRelation { kind, detail }
    }

    /// The words behind a relation, if it has any.
    pub(super) fn text(&self, relation: DependencyRelation) -> Option<&[u8]> {
        Some(&self.texts[relation.detail.checked_sub(1)? as usize])
    }

    /// A relation by its name.
    pub(super) fn parse(&mut self, name: &[u8]) -> DependencyRelation {
        if let Some(kind) = Kind::from_name(name) {
            return kind.into();
        }
        let underscore = memchr::memchr(b'_', name);
        let parts = underscore.map(|at| (Kind::from_name(&name[..at]), &name[at + 1..]));
        match parts {
            Some((Some(kind @ (Kind::Prep | Kind::Prepc | Kind::Conj)), text)) => {
                self.relation(kind, text)
            }
            _ => self.relation(Kind::Other, name),
        }
    }

    /// Writes a relation's name.
    pub(super) fn write(&self, relation: DependencyRelation, out: &mut Vec<u8>) {
        out.extend_from_slice(relation.kind.name().as_bytes());
        if let Some(text) = self.text(relation) {
            if relation.kind != Kind::Other {
                out.push(b'_');
            }
            out.extend_from_slice(text);
        }
    }

    /// Which of two names comes first.
    pub(super) fn compare(
        &self,
        one: DependencyRelation,
        two: DependencyRelation,
    ) -> std::cmp::Ordering {
        if one.detail == 0 && two.detail == 0 {
            return one.kind.cmp(&two.kind);
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.write(one, &mut first);
        self.write(two, &mut second);
        first.cmp(&second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_names() {
        assert!(Kind::ALL.windows(2).all(|pair| pair[0].sort_name() < pair[1].sort_name()));
        assert!(Kind::ALL.len() <= 64);
        for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Other) {
            assert_eq!(Kind::from_name(kind.name().as_bytes()), Some(*kind));
        }
    }

    #[test]
    fn cases_know_what_they_are_cases_of() {
        assert!(Kind::Neg.ancestors() & Kind::Advmod.bit() != 0);
        assert!(Kind::Nsubjpass.ancestors() & Kind::Dep.bit() != 0);
        assert_eq!(Kind::Root.ancestors(), 0);
        assert_eq!(Kind::Dep.ancestors(), 0);
    }

    #[test]
    fn names_are_read_and_written() {
        let mut details = RelationWords::default();
        for name in ["nsubj", "prep_of", "prepc_because_of", "conj_and", "x_y", "obl:tmod"] {
            let relation = details.parse(name.as_bytes());
            let mut out = Vec::new();
            details.write(relation, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), name);
        }
        assert_eq!(details.parse(b"prep_of"), details.parse(b"prep_of"));
    }
}
