//! Any bytes as a file of the corpus of unbounded dependencies, and as parses of its sentences: refused by name, or every
//! dependency is judged, and rows count each once.

#![no_main]

mod shared;

use bezant::entailment::unbounded::{Matching, NamedText, UnboundedCorpus, UnboundedOptions};
use bezant::parallel::Threads;
use bezant::report::{ReportFormat, UnboundedReport, render};
use libfuzzer_sys::fuzz_target;

/// A sentence whose parses come from anywhere.
const CORPUS: &[u8] =
    b"own.mrg\nThe cake they ate was good .\ndobj ate_3 cake_1\nnsubj good_5 cake_1\n";

/// A parse, for corpora that come from anywhere.
const PARSE: &[u8] =
    b"(S (NP (NP (DT The) (NN cake)) (SBAR (S (NP (PRP they)) (VP (VBD ate))))) (VP (VBD was)))\n";

fn judge(corpus: &[u8], parses: &[u8], name: &str) {
    let corpus =
        match UnboundedCorpus::read("corpus", &[NamedText { name: "dev.obj_qus", text: corpus }]) {
            Ok(corpus) => corpus,
            Err(error) => {
                return assert!(["corpus", "dev.obj_qus"].contains(&error.source_name()), "{name}");
            }
        };
    for matching in [Matching::Inferred, Matching::Published] {
        let options = UnboundedOptions::default().with(|it| it.matching = matching);
        let files = [NamedText { name: "parses", text: parses }];
        let judged = match corpus.judge("system", &files, &options) {
            Ok(judged) => judged,
            Err(error) => {
                shared::check_error(&error, "parses");
                continue;
            }
        };
        let systems = [judged];
        let rows = corpus.evaluate(&systems, &options, &Threads::one()).expect("lines of our own");
        let total = rows[0].total();
        assert_eq!(total.gold, corpus.n_dependencies() as u64);
        assert!(total.matched <= total.gold);
        let report = UnboundedReport {
            gold: "corpus",
            explain: true,
            judged: &systems,
            ..UnboundedReport::default()
        };
        render(&report.build(&rows), ReportFormat::Text, &mut std::io::sink())
            .expect("nothing is written");
    }
}

fuzz_target!(|bytes: &[u8]| {
    judge(CORPUS, bytes, "parses");
    judge(bytes, PARSE, "corpus");
});
