//! A metric that needs nothing beside itself to be saved, merged and compared.

use crate::evaluation::Evaluation;
use crate::metric::{Explains, FromSignature, Ledger, Score};
use crate::metrics::fragments::Count;
use crate::report::{Names, Report};
use crate::saved::numbered::{self, plain_numbers};
use crate::saved::{OwnCounts, SavedMetric, Wanted};
use crate::signature::Signature;

/// What scores and shows rows of a metric whose counts are a struct of numbers, and which has no tables of its own.
pub struct OfPlain<M>(M);

impl<M> SavedMetric for OfPlain<M>
where
    M: Explains<Counts: OwnCounts> + FromSignature,
{
    type Counts = M::Counts;

    fn from_signature(signature: &Signature) -> Option<OfPlain<M>> {
        M::from_signature(signature).map(OfPlain)
    }

    fn scores(&self, total: &M::Counts) -> Vec<Score> {
        self.0.scores(total)
    }

    fn ledgers(&self, counts: &M::Counts) -> Vec<Ledger> {
        self.0.ledgers(counts)
    }

    plain_numbers!(M::Counts);

    fn errors(&self, counts: &M::Counts) -> Option<u64> {
        Some(self.0.badness(counts).map_or(0, |bad| bad.errors))
    }

    fn names(&self) -> Names {
        Names::of(&self.0)
    }

    fn report(&self, systems: &[Evaluation<M::Counts>], wanted: &Wanted<'_>) -> Report {
        Report::of(&self.0, wanted.gold, systems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Tally;
    use crate::metric::{Badness, Metric, Reason};
    use crate::metrics::trees::Trees;
    use crate::saved::compiled;
    use crate::source::Source;
    use crate::structures::tree::Tree;
    use crate::{Corpus, evaluate_one};

    compiled::counts!(Tally);

    /// Words with the right tag, if that is wanted only at the beginning.
    struct Tags {
        most: usize,
    }

    fn tags(metric: &Tags, tree: &Tree<'_>) -> Vec<(usize, Vec<u8>)> {
        let tags = tree.leaves().take(metric.most).map(|(tag, _)| tag.to_vec());
        tags.enumerate().collect()
    }

    impl Metric for Tags {
        type Structure = Trees;
        type Counts = Tally;

        fn signature(&self) -> Signature {
            Signature::new("tags").with("most", self.most)
        }

        fn count(&self, gold: &Tree<'_>, system: &Tree<'_>) -> Result<Tally, Reason> {
            Ok(Tally::of(tags(self, gold), tags(self, system)))
        }

        fn missed(&self, gold: &Tree<'_>) -> Tally {
            Tally::of(tags(self, gold), Vec::new())
        }

        fn scores(&self, total: &Tally) -> Vec<Score> {
            vec![Score::share("f1", total.f1())]
        }
    }

    impl Explains for Tags {
        type Difference = ();

        fn badness(&self, counts: &Tally) -> Option<Badness> {
            let errors = counts.gold - counts.matched;
            (errors > 0).then_some(Badness { score: counts.f1()?, errors })
        }
    }

    impl FromSignature for Tags {
        fn from_signature(signature: &Signature) -> Option<Tags> {
            Some(Tags { most: signature.get("most")?.parse().ok()? })
        }
    }

    #[test]
    fn rows_are_scored_and_shown_by_their_signature() {
        let corpus = |name, texts: [&str; 2]| Corpus::from_sentences(name, texts).unwrap();
        let gold = corpus("gold", ["(S (N time) (V flies))", "(S (V run) (N home) (N now))"]);
        let system = corpus("it", ["(S (N time) (N flies))", "(S (V run) (N home) (V now))"]);
        let evaluation = evaluate_one(&Tags { most: 2 }, &gold, &system).unwrap();
        let saved = OfPlain::<Tags>::from_signature(&evaluation.signature).unwrap();
        assert!(OfPlain::<Tags>::from_signature(&Signature::new("tags")).is_none());

        let total = evaluation.total();
        assert_eq!(saved.scores(&total), [Score::share("f1", Some(0.75))]);
        assert_eq!(
            evaluation.counted().map(|(_, it)| saved.errors(it)).collect::<Vec<_>>(),
            [Some(1), Some(0)]
        );
        let numbers = saved.numbers(&total);
        assert_eq!(saved.counts(&numbers), Some(total));
        let names = (0..numbers.len()).filter_map(|at| saved.number_name(at));
        assert_eq!(names.collect::<Vec<_>>().join(" "), "matched gold system");
        assert_eq!(saved.names().scores, ["f1"]);

        let wanted = Wanted { gold: "gold", ..Wanted::default() };
        let report = saved.report(std::slice::from_ref(&evaluation), &wanted);
        assert_eq!((&*report.metric, report.systems[0].scores[0].value), ("tags", Some(0.75)));
        // What is written is read back as it was.
        let mut written = Vec::new();
        Tally::write(std::slice::from_ref(&evaluation), &mut written).unwrap();
        let read = Tally::read(Source::from_reader("rows", std::io::Cursor::new(written)).unwrap())
            .unwrap();
        assert_eq!((&read[0].signature, &read[0].rows), (&evaluation.signature, &evaluation.rows));
    }
}
