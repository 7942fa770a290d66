//! Any bytes as people's judgements: refused by name and place, or the same when they are written; whatever
//! they say, pairs are kept or go.

#![no_main]

mod shared;

use bezant::entailment::Pairs;
use bezant::entailment::filter::{Consensus, FilterOptions, NotSure, filter};
use bezant::entailment::judgements::{read, settle, write};
use bezant::parallel::Threads;
use bezant::stats::Resampling;
use libfuzzer_sys::fuzz_target;

const PAIRS: &[u8] =
    b"id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Cats sleep.,Dogs sleep.,\n";

fuzz_target!(|bytes: &[u8]| {
    let lines = match read("judgements", bytes) {
        Ok(read) => read.lines,
        Err(error) => return shared::check_error(&error, "judgements"),
    };
    let mut out = Vec::new();
    write(&lines, &mut out).expect("memory can be written to");
    let again = read("judgements", &out).expect("what was written can be read");
    assert_eq!(lines, again.lines);
    let settled = settle(lines).judgements;
    assert_eq!(settle(settled.clone()).judgements, settled);
    let pairs = Pairs::read("pairs", PAIRS, None).expect("these pairs are sound");
    let plan = Resampling::new(40, 1);
    let loose = FilterOptions {
        min_agreement: 0.1,
        min_judgements: 1,
        consensus: Consensus::Majority,
        not_sure: NotSure::Own,
        ..FilterOptions::default()
    };
    for options in [FilterOptions::default(), loose] {
        let Ok(filtered) = filter(&pairs, &settled, &options, plan, &Threads::one()) else {
            continue;
        };
        assert_eq!(filtered.pairs.len(), pairs.pairs.len());
        assert_eq!(filtered.kept(&pairs).pairs.len(), filtered.n_kept());
        for judged in &filtered.pairs {
            let p = judged.estimate.map_or(1.0, |estimate| estimate.probability);
            assert!((0.5..=1.0).contains(&p), "{judged:?}");
        }
    }
});
