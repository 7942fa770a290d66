//! Any bytes as answers, or as people's judgements, which are read alike: refused by name, or the same
//! when they are written in any format.

#![no_main]

mod shared;

use bezant::entailment::answers::{
    AnswerFormat, AnswerReading, Answers, Returned, Samples, Signed, Unparsed,
};
use bezant::entailment::{Pairs, score};
use libfuzzer_sys::fuzz_target;

const PAIRS: &[u8] =
    b"id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Cats sleep.,Dogs sleep.,NO\n";

fuzz_target!(|bytes: &[u8]| {
    let known = Pairs::read("pairs", PAIRS, None).expect("these pairs are sound");
    check(bytes, &known);
    let (pairs, answers) = shared::two(bytes);
    if let Ok(pairs) = Pairs::read("pairs", pairs, None) {
        check(answers, &pairs);
    }
});

fn check(bytes: &[u8], pairs: &Pairs) {
    for samples in [None, Some(Samples::Majority), Some(Samples::Mean), Some(Samples::Best)] {
        let how = AnswerReading { unparsed: Unparsed::Wrong, samples };
        match Returned::read_all("answers", bytes, pairs, how) {
            Ok(all) if pairs.gold().is_ok() => {
                let Ok(scored) = score::evaluate_returned(pairs, &all, how) else { continue };
                for (system, returned) in scored.iter().zip(&all) {
                    // What cannot be read is wrong.
                    let n = returned.samples.iter().map(Vec::len).sum::<usize>();
                    assert!(returned.unread.len() <= n && system.rows.len() == pairs.pairs.len());
                    let total = system.total();
                    assert!(
                        samples.is_some()
                            || total.right() + returned.unread.len() as u64 <= n as u64
                    );
                }
            }
            Ok(_) => {}
            Err(error) => shared::check_error(&error, "answers"),
        }
    }
    let answers = match Answers::read("answers", bytes, pairs) {
        Ok(answers) => answers,
        Err(error) => return shared::check_error(&error, "answers"),
    };
    if pairs.gold().is_ok() {
        let total = score::evaluate(pairs, &[answers.clone()]).expect("gold is known")[0].total();
        assert_eq!(total.pairs(), pairs.pairs.len() as u64);
    }
    let signed = Signed { answers, made_by: None, missing: Default::default() };
    let answers = &signed.answers;
    for format in [AnswerFormat::Csv, AnswerFormat::Jsonl] {
        let mut out = Vec::new();
        signed.write(pairs, format, &mut out).expect("memory can be written to");
        let again = Answers::read("answers", &out, pairs).expect("what was written can be read");
        assert_eq!(answers.given, again.given);
    }
}
