//! What lies behind a number: how bad a sentence is, and what is different in it.

use std::cmp::Ordering;

use crate::metric::{Ledger, Read, Scorer};

/// A metric that can say which sentences stand behind its numbers: how bad one is by its counts, and what is different
/// in it, for which the sentence is read once more. Whoever invents a [`Metric`](crate::Metric) can say it of that, too.
///
/// ```
/// use bezant::evaluation::behind;
/// use bezant::metric::{Badness, Explains, Read};
/// use bezant::{
///     Corpus, Metric, Reason, Score, Signature, Tally, Threads, Tree, Trees, evaluate_systems,
/// };
///
/// /// Words with the right tag.
/// struct Tags;
///
/// fn tags(tree: &Tree<'_>) -> Vec<(usize, String)> {
///     let tags = tree.leaves().map(|(tag, _)| String::from_utf8_lossy(tag).into_owned());
///     tags.enumerate().collect()
/// }
///
/// impl Metric for Tags {
///     type Structure = Trees;
///     type Counts = Tally;
///     fn signature(&self) -> Signature {
///         Signature::new("tags")
///     }
///     fn count(&self, gold: &Tree<'_>, system: &Tree<'_>) -> Result<Tally, Reason> {
///         Ok(Tally::of(tags(gold), tags(system)))
///     }
///     fn missed(&self, gold: &Tree<'_>) -> Tally {
///         Tally::of(tags(gold), Vec::new())
///     }
///     fn scores(&self, total: &Tally) -> Vec<Score> {
///         vec![Score::share("recall", total.recall())]
///     }
/// }
///
/// impl Explains for Tags {
///     /// Tags of gold that the system has not.
///     type Difference = Vec<(usize, String)>;
///     fn badness(&self, counts: &Tally) -> Option<Badness> {
///         let errors = counts.gold - counts.matched;
///         (errors > 0).then_some(Badness { score: counts.recall()?, errors })
///     }
///     fn difference(
///         &self,
///         gold: &Read<'_, Trees>,
///         system: &Read<'_, Trees>,
///     ) -> Option<Self::Difference> {
///         let theirs = tags(&system.structure);
///         Some(tags(&gold.structure).into_iter().filter(|tag| !theirs.contains(tag)).collect())
///     }
/// }
///
/// let gold = Corpus::from_sentences("gold", ["(S (N time) (V flies))", "(S (V run) (N home))"])?;
/// let old = Corpus::from_sentences("old", ["(S (N time) (N flies))", "(S (N run) (V home))"])?;
/// let new = Corpus::from_sentences("new", ["(S (N time) (N flies))", "(S (V run) (N home))"])?;
/// let systems = evaluate_systems(&Tags, &gold, [&old, &new], &Threads::one())?;
///
/// let badness = |counts: &Tally| Tags.badness(counts);
/// let worst = systems[0].worst(5, badness);
/// assert_eq!(worst, [1, 0]);
/// // What the new one has right and the old one wrong.
/// assert_eq!(systems[1].ahead_of(&systems[0], 5, badness), [1]);
///
/// let wanted = [worst.into_iter().collect()];
/// let found = behind(&Tags, &gold, [&old], &wanted)?;
/// assert_eq!(found[0][&0], [(1, "V".to_string())]);
/// # Ok::<(), bezant::Error>(())
/// ```
pub trait Explains: Scorer {
    /// What is different, as data.
    type Difference;

    /// How bad a sentence is by its counts; nothing where it has no errors.
    fn badness(&self, counts: &Self::Counts) -> Option<Badness>;

    /// What stands behind the scores of a sentence, by its counts: always the same in the same order, the
    /// main score's first.
    #[doc(hidden)]
    fn ledgers(&self, _counts: &Self::Counts) -> Vec<Ledger> {
        Vec::new()
    }

    /// Compares gold's sentence with a system's once more; nothing where the two cannot be
    /// compared, or the sentence alone does not tell. It is asked of any row, also of one without counts,
    /// whose sentences need not be [sound](Read::is_sound).
    fn difference(
        &self,
        _gold: &Read<'_, Self::Structure>,
        _system: &Read<'_, Self::Structure>,
    ) -> Option<Self::Difference> {
        None
    }
}

/// How bad a sentence is: sentences are worse with a lower score, and of equal ones with more
/// errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badness {
    /// The metric's main score.
    pub score: f64,
    /// How many things are wrong, or 0 where that is not told apart.
    pub errors: u64,
}

impl Badness {
    /// The worse one first.
    pub(crate) fn rank(&self, other: &Badness) -> Ordering {
        self.score.total_cmp(&other.score).then(other.errors.cmp(&self.errors))
    }
}
