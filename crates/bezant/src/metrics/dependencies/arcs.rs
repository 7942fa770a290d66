//! Dependencies of a sentence as they are read: a tree with its enhanced graph, or typed facts.

use crate::error::{self, Remedy};
use crate::formats::conllu::{self, ColumnFaultKind, ColumnSpace, Field, Roots};
use crate::formats::{Holds, Reader, Sentence};
use crate::metric::{Fault, Size, Structure};
use crate::metrics::dependencies::content::ContentWords;
use crate::metrics::dependencies::depth;
use crate::metrics::dependencies::typed::Facts;
use crate::structures::graph::Graph;

/// Dependencies: words with one head each, in columns.
///
/// ```
/// use bezant::metrics::dependencies::{Arcs, ReadDependencies};
/// use bezant::{Metric, Reader, Reason, Score, Signature, Tally, evaluate_one};
///
/// /// Which words are subjects, and of what.
/// struct Subjects;
///
/// fn subjects(read: &ReadDependencies<'_>) -> Vec<(usize, u32)> {
///     let ReadDependencies::Tree(graph) = read else { return Vec::new() };
///     let words = graph.words().iter().enumerate();
///     let words = words.filter(|(_, word)| graph.slice(word.relation).starts_with(b"nsubj"));
///     words.map(|(at, word)| (at, word.head)).collect()
/// }
///
/// impl Metric for Subjects {
///     type Structure = Arcs;
///     type Counts = Tally;
///     fn signature(&self) -> Signature {
///         Signature::new("subjects")
///     }
///     fn count(
///         &self,
///         gold: &ReadDependencies<'_>,
///         system: &ReadDependencies<'_>,
///     ) -> Result<Tally, Reason> {
///         Ok(Tally::of(subjects(gold), subjects(system)))
///     }
///     fn missed(&self, gold: &ReadDependencies<'_>) -> Tally {
///         Tally::of(subjects(gold), Vec::new())
///     }
///     fn scores(&self, total: &Tally) -> Vec<Score> {
///         vec![Score::share("f1", total.f1())]
///     }
/// }
///
/// let gold = "1\tdogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n\
///             2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n";
/// let [gold, system] = [("gold", gold), ("system", gold)].map(|(name, text)| Reader::from_text(name, text));
/// assert_eq!(evaluate_one(&Subjects, gold?, system?)?.total().f1(), Some(1.0));
/// # Ok::<(), bezant::Error>(())
/// ```
pub struct Arcs;

/// The dependencies of one sentence, or of several that are compared together.
#[derive(Debug)]
pub enum ReadDependencies<'t> {
    /// Words with one head each, and the enhanced graph.
    Tree(Graph<'t>),
    /// Typed dependencies: any graph.
    #[doc(hidden)]
    Typed(Facts<'t>),
    /// Content words alone.
    #[doc(hidden)]
    Content(ContentWords<'t>),
}

impl<'t> ReadDependencies<'t> {
    /// The tree, if it was read as one.
    pub(crate) fn tree(&self) -> Option<&Graph<'t>> {
        match self {
            ReadDependencies::Tree(graph) => Some(graph),
            ReadDependencies::Typed(_) | ReadDependencies::Content(_) => None,
        }
    }

    /// The facts, if it was read as such.
    pub(crate) fn typed(&self) -> Option<&Facts<'t>> {
        match self {
            ReadDependencies::Tree(_) | ReadDependencies::Content(_) => None,
            ReadDependencies::Typed(facts) => Some(facts),
        }
    }

    /// The content words, if it was read as such.
    pub(super) fn content(&self) -> Option<&ContentWords<'t>> {
        match self {
            ReadDependencies::Content(words) => Some(words),
            ReadDependencies::Tree(_) | ReadDependencies::Typed(_) => None,
        }
    }
}

/// As what dependencies are read, and what is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// As trees.
    Trees {
        /// How many roots a sentence may have.
        roots: Roots,
        /// Which sentences are sound enough to be scored.
        checks: Checks,
    },
    /// As typed dependencies.
    #[doc(hidden)]
    Typed,
    /// As content words with what function words say of them.
    #[doc(hidden)]
    Content,
}

impl Default for Sound {
    fn default() -> Sound {
        Sound::Trees { roots: Roots::One, checks: Checks::Format }
    }
}

/// Which faults of a sentence in columns keep it from being scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// All that the format forbids.
    Format,
    /// What the UD scorer refuses. It takes empty columns for what they are, and does not ask whether
    /// the empty nodes are there that it does not score.
    Scorer,
}

impl Checks {
    fn forgives(self, fault: ColumnFaultKind) -> bool {
        let forgiven = match fault {
            ColumnFaultKind::DepsEmptyMissing => true,
            ColumnFaultKind::EmptyField(field) => {
                !matches!(field, Field::Id | Field::Form | Field::Head)
            }
            _ => false,
        };
        self == Checks::Scorer && forgiven
    }
}

impl Structure for Arcs {
    type Of<'t> = ReadDependencies<'t>;
    type Fault = conllu::ColumnFault;
    type Options = Sound;
    type Space = ColumnSpace;

    fn check(file: &Reader) -> error::Result<()> {
        file.check(Holds::Dependencies)
    }

    fn read<'t>(
        sentence: Sentence<'t>,
        sound: &Sound,
        space: &mut ColumnSpace,
    ) -> (ReadDependencies<'t>, Vec<conllu::ColumnFault>) {
        let (roots, checks) = match *sound {
            Sound::Trees { roots, checks } => (roots, checks),
            Sound::Typed => {
                let (facts, fault) = Facts::read(sentence, space);
                return (ReadDependencies::Typed(facts), fault.into_iter().collect());
            }
            Sound::Content => {
                let (words, fault) = ContentWords::read(sentence.text);
                return (ReadDependencies::Content(words), fault.into_iter().collect());
            }
        };
        let mut reading = sentence.heads(roots, space);
        reading.faults.retain(|fault| !checks.forgives(fault.kind));
        (ReadDependencies::Tree(reading.graph), reading.faults)
    }

    fn size(dependency: &ReadDependencies<'_>) -> Size {
        match dependency {
            ReadDependencies::Tree(graph) => {
                let heads: Vec<u32> = graph.words().iter().map(|word| word.head).collect();
                depth(&heads, &mut Vec::new())
            }
            ReadDependencies::Typed(facts) => Size { length: facts.length(), depth: 0 },
            ReadDependencies::Content(words) => Size { length: words.length(), depth: 0 },
        }
    }

    fn recycle(dependency: ReadDependencies<'_>, space: &mut ColumnSpace) {
        if let ReadDependencies::Tree(graph) = dependency {
            space.recycle(graph);
        }
    }
}

impl Fault for conllu::ColumnFault {
    fn at(&self) -> usize {
        self.at
    }

    fn problem(&self) -> String {
        self.kind.to_string()
    }

    fn remedy(&self) -> Remedy {
        self.kind.remedy()
    }
}
