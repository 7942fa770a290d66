//! Any bytes as the parses of pairs in every format: refused by name, or every pair is decided,
//! explained and scored.

#![no_main]

mod shared;

use bezant::entailment::answers::{Answers, Given};
use bezant::entailment::equivalences::Switch;
use bezant::entailment::explain::Explanation;
use bezant::entailment::modules::{ModuleName, PairParses, decide};
use bezant::entailment::parses::Reading;
use bezant::entailment::{Pairs, score};
use bezant::kinds::Holds;
use bezant::parallel::Threads;
use bezant::report::ExplanationReport;
use libfuzzer_sys::fuzz_target;

/// Two pairs, for parses that come from anywhere.
const PAIRS: &[u8] =
    b"id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Cats sleep.,Dogs sleep.,NO\n";

fuzz_target!(|bytes: &[u8]| {
    let pairs = Pairs::read("pairs", PAIRS, None).expect("these pairs are sound");
    let formats = Holds::Parses.formats().map(|row| Some(row.format));
    for format in formats.chain([None]) {
        let reading = Reading { format, ..Reading::default() };
        let parses = match PairParses::read(&pairs, ("parses", bytes), None, reading) {
            Ok(parses) => parses,
            Err(error) => {
                assert_eq!(error.source_name(), "parses");
                continue;
            }
        };
        for name in ModuleName::ALL {
            let module = name.module();
            let decisions = match decide(&module, &parses, &Threads::one()) {
                Ok(decisions) => decisions,
                Err(error) => {
                    shared::check_error(&error, "parses");
                    assert!(error.place().is_some(), "what is wrong with a sentence has a place");
                    continue;
                }
            };
            let given = decisions
                .iter()
                .map(|decision| Given { answer: decision.answer, probability: None, score: None });
            let answers = Answers { name: name.name().to_string(), given: given.collect() };
            let total = score::evaluate(&pairs, &[answers]).expect("gold is known")[0].total();
            assert_eq!(total.pairs(), 2);
            let explanation =
                Explanation::new(&module, &pairs, &parses, 0).expect("it was decided before");
            let shown = ExplanationReport { explanation: &explanation, turn: &Switch::word };
            assert!(!shown.lines().is_empty());
            assert!(shown.html().ends_with("</html>\n"));
        }
    }
});
