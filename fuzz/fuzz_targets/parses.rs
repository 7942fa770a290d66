//! Any bytes as the parses of pairs in every format: refused by name, or every pair is decided,
//! explained and scored.

#![no_main]

mod shared;

use bezant::entailment::decide::{Choice, Options, Unusable};
use bezant::entailment::equivalences::Switch;
use bezant::entailment::explain::explain;
use bezant::entailment::modules::{ModuleName, PairParses};
use bezant::entailment::parses::Reading;
use bezant::entailment::{Pairs, decide, score};
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
        let reading = Reading::default().with(|it| it.format = format);
        let parses = match PairParses::read(&pairs, ("parses", bytes), None, reading) {
            Ok(parses) => parses,
            Err(error) => {
                assert_eq!(error.source_name(), "parses");
                continue;
            }
        };
        for name in ModuleName::ALL {
            let options = Options::default().with(|it| it.module = Choice::Ready(name));
            let decided = match decide(&pairs, &parses, &options, &Threads::one()) {
                Ok(decided) => decided,
                Err(Unusable::File(error)) => {
                    shared::check_error(&error, "parses");
                    assert!(error.place().is_some(), "what is wrong with a sentence has a place");
                    continue;
                }
                Err(other) => panic!("{other}"),
            };
            let answers = decided.answers();
            let total = score::evaluate(&pairs, &[answers]).expect("gold is known")[0].total();
            assert_eq!(total.pairs(), 2);
            let explained = explain(&pairs, &parses, &options, [0]).expect("it was decided before");
            let explanation = &explained[0];
            let shown = ExplanationReport { explanation, turn: &Switch::word };
            assert!(!shown.lines().is_empty());
            assert!(shown.html().ends_with("</html>\n"));
        }
    }
});
