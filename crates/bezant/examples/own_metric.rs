//! A metric of one's own: long phrases. The library reads, pairs, adds, resamples and shows.
use bezant::{
    Cleaning, Comparing, Metric, Reader, Reason, Report, ReportFormat, Score, Signature, Tally,
    Threads, Tree, Trees, evaluate_systems, render,
};
use std::{error::Error, io::Write, path::Path};

/// Phrases of at least so many words, by where they start and end.
struct LongPhrases(u32);

fn phrases(metric: &LongPhrases, tree: &Tree<'_>) -> Vec<(u32, u32)> {
    let spans = tree.nodes().iter().map(|node| (node.leaf, tree.leaves_to_end(node)));
    spans.filter(|(start, end)| end - start >= metric.0).collect()
}

impl Metric for LongPhrases {
    type Structure = Trees;
    type Counts = Tally;
    fn signature(&self) -> Signature {
        Signature::new("long-phrases").with("words", self.0)
    }
    fn reading(&self) -> Cleaning {
        Cleaning::ALL // without traces, so that words have the same numbers
    }
    fn count(&self, gold: &Tree<'_>, system: &Tree<'_>) -> Result<Tally, Reason> {
        Ok(Tally::of(phrases(self, gold), phrases(self, system)))
    }
    fn missed(&self, gold: &Tree<'_>) -> Tally {
        Tally::of(phrases(self, gold), Vec::new())
    }
    fn scores(&self, total: &Tally) -> Vec<Score> {
        vec![Score::share("f1", total.f1()), Score::share("recall", total.recall())]
    }
}

/// Scores two parsers, and says whether they differ.
pub fn run(demo: &Path, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (metric, threads) = (LongPhrases(5), Threads::new(None)?);
    let open = |name: &str| Reader::open(demo.join(name)).map(|file| file.named(name));
    let systems = [open("strong.mrg")?, open("weak.mrg")?];
    let systems = evaluate_systems(&metric, open("gold.mrg")?, systems, &threads)?;
    let compared = Comparing::standard().compare(&metric, &systems, &threads)?;
    let report = Report::of(&metric, "gold.mrg", &systems).with(&compared);
    Ok(render(&report, ReportFormat::Text, out)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../bezant-cli/demo"), &mut std::io::stdout())
}
