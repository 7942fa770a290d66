//! Any bytes as pairs, answers, parses, rules and weights: refused with a name, or every pair is
//! decided, explained and scored.

#![no_main]

use bezant::entailment::answers::{AnswerFormat, Answers, Given};
use bezant::entailment::equivalences::{Equivalences, Switch};
use bezant::entailment::explain::Explanation;
use bezant::entailment::learned::Learned;
use bezant::entailment::modules::{ModuleName, PairParses, decide};
use bezant::entailment::parses::Reading;
use bezant::entailment::{Pairs, score};
use bezant::formats::Format;
use bezant::parallel::Threads;
use bezant::report::ExplanationReport;
use libfuzzer_sys::fuzz_target;

/// Two pairs, for parses that come from anywhere.
const PAIRS: &[u8] =
    b"id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Cats sleep.,Dogs sleep.,NO\n";

fuzz_target!(|bytes: &[u8]| {
    if let Ok(pairs) = Pairs::read("pairs", bytes, None) {
        assert!(!pairs.pairs.is_empty());
        let _ = Answers::read("answers", bytes, &pairs);
    }
    let _ = Equivalences::default().read("rules", bytes);
    let _ = Learned::read("weights", bytes);

    let pairs = Pairs::read("pairs", PAIRS, None).expect("these pairs are sound");
    if let Ok(answers) = Answers::read("answers", bytes, &pairs) {
        let mut out = Vec::new();
        answers.write(&pairs, AnswerFormat::Jsonl, &mut out).expect("memory can be written to");
        let again = Answers::read("answers", &out, &pairs).expect("what was written can be read");
        assert_eq!(answers.given, again.given);
    }
    for format in [None, Some(Format::Candc), Some(Format::Rasp)] {
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
                    let place = error.place().expect("what is wrong with a sentence has a place");
                    assert!(place.excerpt.is_char_boundary(place.mark));
                    continue;
                }
            };
            let given = decisions
                .iter()
                .map(|decision| Given { answer: decision.answer, probability: None });
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
