//! What a sentence says about some of its words, as modules compare it.

use std::fmt;

use crate::entailment::analysis::Analysis;

/// A word that a statement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Its number in the sentence.
    pub(crate) word: usize,
    /// The dictionary form it is compared by, which a rule may have changed.
    pub(crate) lemma: Box<str>,
}

/// Something that a sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    /// A relation between two words.
    Relation {
        /// What it is called.
        name: Box<str>,
        /// The word above.
        governor: Mention,
        /// The word below.
        dependent: Mention,
        /// The number of the arc that says so.
        arc: usize,
    },
    /// A way up: from a word, over all those between, to the last.
    Way {
        /// The words.
        words: Vec<Mention>,
        /// What the relations between them are called.
        names: Vec<Box<str>>,
    },
}

impl Statement {
    /// What an arc of an analysis says, as it is written.
    pub(crate) fn of_arc(analysis: &Analysis, arc: usize) -> Statement {
        let written = &analysis.arcs[arc];
        let mention = |word| Mention { word, lemma: analysis.lemma(word).into() };
        Statement::Relation {
            name: (&*written.relation).into(),
            governor: mention(written.governor),
            dependent: mention(written.dependent),
            arc,
        }
    }

    /// The relation's name; a way has none.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Statement::Relation { name, .. } => Some(name),
            Statement::Way { .. } => None,
        }
    }

    /// The number of the arc that says it; a way is more than one.
    pub(crate) fn arc(&self) -> Option<usize> {
        match self {
            Statement::Relation { arc, .. } => Some(*arc),
            Statement::Way { .. } => None,
        }
    }

    /// The names of the relations on a way.
    fn steps(&self) -> &[Box<str>] {
        match self {
            Statement::Relation { .. } => &[],
            Statement::Way { names, .. } => names,
        }
    }

    /// The words it is about.
    pub(crate) fn words(&self) -> Vec<&Mention> {
        match self {
            Statement::Relation { governor, dependent, .. } => vec![governor, dependent],
            Statement::Way { words, .. } => words.iter().collect(),
        }
    }

    /// Whether another sentence's statement says the same, in whichever place.
    pub(crate) fn says_the_same_as(&self, other: &Statement) -> bool {
        let (ours, theirs) = (self.words(), other.words());
        self.name() == other.name()
            && self.steps() == other.steps()
            && ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(one, two)| one.lemma == two.lemma)
    }
}

/// `nsubj(resume, trading)`, or for longer ways `share –pobj→ in –prep→ trading`.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Relation { name, governor, dependent, .. } => {
                write!(f, "{name}({}, {})", governor.lemma, dependent.lemma)
            }
            Statement::Way { words, names } => {
                for (word, name) in words.iter().zip(names) {
                    write!(f, "{} –{name}→ ", word.lemma)?;
                }
                words.last().map_or(Ok(()), |word| write!(f, "{}", word.lemma))
            }
        }
    }
}
