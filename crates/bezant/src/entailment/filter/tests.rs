use super::*;
use crate::entailment::judgements;

/// Pairs by id and silver answer (Y, N or -).
fn pairs(ids: &[(&str, char)]) -> Pairs {
    let pair = |(id, silver): &(&str, char)| Pair {
        id: (*id).to_string(),
        text: format!("Text {id}."),
        hypothesis: format!("Hypothesis {id}."),
        answer: match silver {
            'Y' => Some(Answer::Yes),
            'N' => Some(Answer::No),
            _ => None,
        },
        more: BTreeMap::new(),
    };
    Pairs { name: "pairs".to_string(), pairs: ids.iter().map(pair).collect() }
}

/// Judgements as lines `id: answers`, one letter a person (y, n, ? or a dot for none).
fn said(lines: &[(&str, &str)]) -> Vec<Judgement> {
    let mut all = Vec::new();
    for (id, answers) in lines {
        for (person, letter) in (1..).zip(answers.chars()) {
            let answer = match letter {
                'y' => Opinion::Yes,
                'n' => Opinion::No,
                '?' => Opinion::NotSure,
                _ => continue,
            };
            all.push(Judgement::new(*id, person.to_string(), answer));
        }
    }
    all
}

const NO_DRAWS: Resampling = Resampling { replicates: 0, seed: 1 };

fn run(pairs: &Pairs, said: &[Judgement], options: FilterOptions) -> Filtered {
    filter(pairs, said, &options, NO_DRAWS, &Threads::one()).unwrap()
}

fn outcomes(filtered: &Filtered) -> Vec<PairOutcome> {
    filtered.pairs.iter().map(|pair| pair.outcome).collect()
}

fn left(filtered: &Filtered) -> Vec<u64> {
    let left = filtered.people.iter().filter(|person| person.fate.is_left());
    left.map(|person| person.number).collect()
}

use PairOutcome::{Dropped, Kept};

/// Everybody stays, whatever they say.
fn everybody() -> FilterOptions {
    FilterOptions { min_answers: 1_000, ..FilterOptions::default() }
}

#[test]
fn pairs_are_kept_by_all_of_three() {
    let set = pairs(&[
        ("1", 'Y'),
        ("2", 'N'),
        ("3", 'Y'),
        ("4", 'N'),
        ("5", 'Y'),
        ("6", 'N'),
        ("7", '-'),
    ]);
    let said =
        said(&[("1", "yyy"), ("2", "nn?"), ("3", "yyn"), ("4", "yyyy"), ("5", "yy"), ("7", "nnn")]);
    let filtered = run(&set, &said, everybody());
    assert_eq!(
        outcomes(&filtered),
        [
            Kept(Answer::Yes),
            // Not sure counts as no.
            Kept(Answer::No),
            Dropped(DropReason::Disagreed),
            Dropped(DropReason::Contradicted),
            Dropped(DropReason::TooFew),
            Dropped(DropReason::Unjudged),
            // Without silver, people decide.
            Kept(Answer::No),
        ]
    );
    assert_eq!(filtered.retention(), Some(3.0 / 7.0));
    let kept = filtered.kept(&set);
    assert_eq!(kept.pairs.iter().map(|pair| pair.id.as_str()).collect::<Vec<_>>(), ["1", "2", "7"]);
    assert_eq!(kept.pairs[2].answer, Some(Answer::No));
    assert!(kept.pairs.iter().all(|pair| pair.more.is_empty()));
    assert_eq!(filtered.kept_judgements(&set, &said).len(), 9);
}

#[test]
fn not_sure_is_what_it_is_told_to_be() {
    let set = pairs(&[("1", 'N'), ("2", 'N'), ("3", 'N')]);
    let said = said(&[("1", "nn?"), ("2", "???"), ("3", "nnn?")]);
    let of = |not_sure| outcomes(&run(&set, &said, FilterOptions { not_sure, ..everybody() }));
    assert_eq!(of(NotSure::No), [Kept(Answer::No); 3]);
    assert_eq!(
        of(NotSure::Drop),
        [Dropped(DropReason::TooFewLeft), Dropped(DropReason::TooFewLeft), Kept(Answer::No)]
    );
    assert_eq!(
        of(NotSure::Own),
        [
            Dropped(DropReason::Disagreed),
            Dropped(DropReason::NotSure),
            Dropped(DropReason::Disagreed)
        ]
    );
}

#[test]
fn consensus_is_all_or_more_than_half_or_a_share() {
    let set = pairs(&[("1", 'Y'), ("2", 'Y'), ("3", 'Y'), ("4", 'Y')]);
    let said = said(&[("1", "yyyy"), ("2", "yyyn"), ("3", "yynn"), ("4", "yyyyn")]);
    let of = |consensus| {
        let kept = outcomes(&run(&set, &said, FilterOptions { consensus, ..everybody() }));
        kept.iter().map(|outcome| *outcome == Kept(Answer::Yes)).collect::<Vec<_>>()
    };
    assert_eq!(of(Consensus::Unanimous), [true, false, false, false]);
    // Half is not more than half.
    assert_eq!(of(Consensus::Majority), [true, true, false, true]);
    assert_eq!(of(Consensus::Share(0.75)), [true, true, false, true]);
    assert_eq!(of(Consensus::Share(0.8)), [true, false, false, true]);
    // Where two answers are as many, people agree on neither.
    assert_eq!(of(Consensus::Share(0.5)), [true, true, false, true]);
    assert_eq!(agreed([0, 0, 0], Consensus::Unanimous), None);
}

#[test]
fn a_contradiction_goes_or_is_decided() {
    let set = pairs(&[("1", 'N'), ("2", 'Y')]);
    let said = said(&[("1", "yyy"), ("2", "yyy")]);
    let of = |contradicted| run(&set, &said, FilterOptions { contradicted, ..everybody() });
    assert_eq!(
        outcomes(&of(Contradicted::Drop)),
        [Dropped(DropReason::Contradicted), Kept(Answer::Yes)]
    );
    let by_people = of(Contradicted::People);
    assert_eq!(outcomes(&by_people), [Kept(Answer::Yes); 2]);
    let kept = by_people.kept(&set);
    assert_eq!(kept.pairs[0].more.get("silver").map(String::as_str), Some("NO"));
    assert!(kept.pairs[1].more.is_empty());
    let by_silver = of(Contradicted::Silver);
    assert_eq!(outcomes(&by_silver), [Kept(Answer::No), Kept(Answer::Yes)]);
    // However it is decided, it is a contradiction.
    for filtered in [of(Contradicted::Drop), by_people, by_silver] {
        let contradicts: Vec<bool> = set
            .pairs
            .iter()
            .zip(&filtered.pairs)
            .map(|(pair, judged)| filtered.contradicts(pair, judged))
            .collect();
        assert_eq!(contradicts, [true, false]);
    }
}

/// Ten pairs that are all YES; person 1 has all of them, 2 seven, 3 six, and 4 says something about one.
#[test]
fn annotators_below_seventy_percent_are_dropped() {
    let ids: Vec<String> = (0..10).map(|n| n.to_string()).collect();
    let set: Vec<(&str, char)> = ids.iter().map(|id| (id.as_str(), 'Y')).collect();
    let set = pairs(&set);
    let answers = ["yyyn", "yyy.", "yyy.", "yyy.", "yyy.", "yyy.", "yyn.", "ynn.", "ynn.", "yn?."];
    let lines: Vec<(&str, &str)> =
        ids.iter().map(String::as_str).zip(answers.iter().copied()).collect();
    let said = said(&lines);
    let filtered = run(&set, &said, FilterOptions::default());
    let shown: Vec<(u64, u64, Fate)> =
        filtered.people.iter().map(|person| (person.agreed, person.judged, person.fate)).collect();
    assert_eq!(
        shown,
        [
            (10, 10, Fate::Left),
            // Seventy percent is enough.
            (7, 10, Fate::Left),
            (6, 10, Fate::Disagrees),
            (0, 1, Fate::Disagrees),
        ]
    );
    // With two left, no pair has three.
    assert!(outcomes(&filtered).iter().all(|one| *one == Dropped(DropReason::TooFewLeft)));
    assert_eq!(
        filtered.stages.map(|stage| (stage.people, stage.judgements)),
        [(4, 31), (2, 20), (2, 0)]
    );
    // Nobody is judged by a single answer then.
    let options = FilterOptions { min_answers: 2, ..FilterOptions::default() };
    let filtered = run(&set, &said, options);
    assert_eq!((left(&filtered), filtered.people[3].fate), (vec![1, 2, 4], Fate::Unknown));
    let options = FilterOptions { min_agreement: 0.75, ..FilterOptions::default() };
    assert_eq!(left(&run(&set, &said, options)), [1]);
}

/// Not sure agrees with NO, with nothing, or is not judged at all.
#[test]
fn agreement_with_silver_hears_not_sure_as_told() {
    let set = pairs(&[("1", 'N'), ("2", 'N'), ("3", 'Y')]);
    let said = said(&[("1", "?"), ("2", "n"), ("3", "?")]);
    let of = |not_sure| {
        let options = FilterOptions { not_sure, ..FilterOptions::default() };
        let filtered = run(&set, &said, options);
        (filtered.people[0].agreed, filtered.people[0].judged, filtered.people[0].not_sure)
    };
    assert_eq!(of(NotSure::No), (2, 3, 2));
    assert_eq!(of(NotSure::Drop), (1, 1, 2));
    assert_eq!(of(NotSure::Own), (1, 3, 2));
}

/// Of four people on each pair, the last says the opposite of the others. Against him the others are two
/// to one and agree; he is alone against three. Where two stand against two, the other three of each are two
/// to one against them.
#[test]
fn without_silver_people_are_judged_by_the_others() {
    let set = pairs(&[("1", '-'), ("2", '-'), ("3", '-')]);
    let said = said(&[("1", "yyyn"), ("2", "nnny"), ("3", "yynn")]);
    let filtered = run(&set, &said, FilterOptions::default());
    assert_eq!(filtered.judged_by, JudgedBy::Majority);
    let shown: Vec<(u64, u64)> =
        filtered.people.iter().map(|person| (person.agreed, person.judged)).collect();
    assert_eq!(shown, [(2, 3), (2, 3), (2, 3), (0, 3)]);
    // Two people who differ are one against one, and somebody alone has nobody to agree with.
    let alone = run(&set, &self::said(&[("1", "yn"), ("2", "y")]), FilterOptions::default());
    assert_eq!(alone.people[0].judged, 1);
    let three = run(&set, &self::said(&[("1", "yyn")]), FilterOptions::default());
    // The two others of the first are divided.
    let shown: Vec<(u64, u64)> =
        three.people.iter().map(|person| (person.agreed, person.judged)).collect();
    assert_eq!(shown, [(0, 0), (0, 0), (0, 1)]);
    assert_eq!(three.people[0].fate, Fate::Unknown);
}

#[test]
fn checks_are_no_pairs_and_judge_those_who_answer_them() {
    let mut set = pairs(&[("1", '-'), ("2", '-'), ("c", 'Y')]);
    set.pairs[2].more.insert("check".to_string(), "YES".to_string());
    let mut all = said(&[("1", "yyyy"), ("2", "nnnn"), ("c", "yyyn")]);
    // A check that is no pair at all says itself what is right.
    let check = Some(Answer::No);
    all.push(Judgement { check, ..Judgement::new("plain", "4", Opinion::Yes) });
    all.push(Judgement { check, ..Judgement::new("plain", "1", Opinion::No) });
    let filtered = run(&set, &all, FilterOptions::default());
    assert_eq!(filtered.judged_by, JudgedBy::Checks);
    let shown: Vec<(u64, u64)> =
        filtered.people.iter().map(|person| (person.checks_right, person.checks)).collect();
    assert_eq!(shown, [(2, 2), (1, 1), (1, 1), (0, 2)]);
    assert_eq!(left(&filtered), [1, 2, 3]);
    assert_eq!(
        outcomes(&filtered),
        [Kept(Answer::Yes), Kept(Answer::No), Dropped(DropReason::Check)]
    );
    assert_eq!((filtered.retention(), filtered.unknown.len()), (Some(1.0), 0));
    assert_eq!(filtered.people[0].judgements, 2);
    // Besides the majority, checks can be asked for, too.
    let options = FilterOptions {
        judged_by: Some(JudgedBy::Majority),
        min_checks: Some(0.5),
        ..FilterOptions::default()
    };
    let filtered = run(&set, &all, options);
    assert_eq!(filtered.people[3].fate, Fate::FailsChecks);
    assert_eq!((filtered.people[3].agreed, filtered.people[3].judged), (2, 2));
}

#[test]
fn what_cannot_be_filtered_is_refused() {
    let set = pairs(&[("1", '-')]);
    let of = |said: &[Judgement], options: FilterOptions| {
        filter(&set, said, &options, NO_DRAWS, &Threads::one()).unwrap_err()
    };
    let other = said(&[("8", "y"), ("9", "y")]);
    assert_eq!(
        of(&other, FilterOptions::default()),
        Unfilterable::OtherPairs { judgements: 2, first: "8".to_string() }
    );
    let here = said(&[("1", "y")]);
    let by = |judged_by| FilterOptions { judged_by: Some(judged_by), ..FilterOptions::default() };
    assert_eq!(of(&here, by(JudgedBy::Silver)), Unfilterable::NoSilver);
    assert_eq!(of(&here, by(JudgedBy::Checks)), Unfilterable::NoChecks);
    let checks = FilterOptions { min_checks: Some(0.5), ..FilterOptions::default() };
    assert_eq!(of(&here, checks), Unfilterable::NoChecks);
}

#[test]
fn nothing_and_unknown_ids_are_told() {
    let set = pairs(&[("1", 'Y'), ("2", 'N')]);
    let filtered = run(&set, &[], FilterOptions::default());
    assert_eq!(outcomes(&filtered), [Dropped(DropReason::Unjudged); 2]);
    assert_eq!((filtered.people.len(), filtered.retention()), (0, Some(0.0)));
    assert_eq!(filtered.stages[0].agreement.kappa.value, None);
    assert!(filtered.kept(&set).pairs.is_empty());
    let filtered = run(&set, &said(&[("1", "yyy"), ("8", "yy"), ("9", "y")]), everybody());
    assert_eq!(filtered.unknown, [("8".to_string(), 2), ("9".to_string(), 1)]);
}

#[test]
fn people_are_numbers() {
    let set = pairs(&[("1", 'Y')]);
    let by = |names: &[&str]| {
        let said: Vec<Judgement> =
            names.iter().map(|name| Judgement::new("1", *name, Opinion::Yes)).collect();
        run(&set, &said, FilterOptions::default())
            .people
            .iter()
            .map(|person| person.number)
            .collect::<Vec<u64>>()
    };
    assert_eq!(by(&["7", "3"]), [7, 3]);
    // One name that is no small number, and none is told.
    assert_eq!(by(&["7", "A1B2"]), [1, 2]);
    assert_eq!(by(&["07", "7"]), [1, 2]);
    assert_eq!(by(&["7", "12345678901234"]), [1, 2]);
    let said = [Judgement::new("1", "A1", Opinion::Yes), Judgement::new("1", "B2", Opinion::Yes)];
    let options = FilterOptions { min_judgements: 2, ..FilterOptions::default() };
    let kept = run(&set, &said, options).kept_judgements(&set, &said);
    assert_eq!(kept.iter().map(|one| one.annotator.as_str()).collect::<Vec<_>>(), ["1", "2"]);
}

/// `scripts/check_judges.py` on the same judgements.
#[test]
fn agreement_and_estimates_are_those_of_another_program() {
    let file = "id,annotator,answer,seconds\n\
        1,1,yes,3\n1,2,yes,5\n1,3,yes,4\n1,4,no,1\n\
        2,1,no,\n2,2,no,\n2,3,not sure,\n2,4,yes,\n\
        3,1,yes,\n3,2,no,\n3,3,yes,\n3,4,yes,\n\
        4,1,no,\n4,2,no,\n4,3,no,\n4,4,no,\n\
        5,1,yes,\n5,2,yes,\n5,3,no,\n\
        6,1,no,\n6,2,yes,\n6,4,yes,\n\
        7,1,yes,\n7,3,yes,\n8,2,no,\n";
    let said = judgements::settle(judgements::read("j", file.as_bytes()).unwrap().lines).judgements;
    let ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let set = pairs(&ids.map(|id| (id, '-')));
    let close = |found: Option<f64>, wanted: f64| {
        let found = found.unwrap();
        assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    };
    for (not_sure, [kappa, alpha, first, fourth, fifth, last]) in EXPECTED {
        let filtered = run(&set, &said, FilterOptions { not_sure, ..everybody() });
        close(filtered.stages[0].agreement.kappa.value, kappa);
        close(filtered.stages[0].agreement.alpha.value, alpha);
        close(filtered.people[0].right_on_yes, first);
        close(filtered.people[3].right_on_no, fourth);
        let yes = |at: usize| {
            let PairEstimate { answer, probability } = filtered.pairs[at].estimate?;
            Some(if answer == Answer::Yes { probability } else { 1.0 - probability })
        };
        close(yes(4), fifth);
        close(yes(7), last);
    }
    assert_eq!(run(&set, &said, everybody()).people[0].seconds, Some(3.0));
}

/// How not sure is heard; kappa and alpha; how often the first says yes rightly and the fourth no; how
/// likely the fifth and the last pair are YES.
const EXPECTED: [(NotSure, [f64; 6]); 3] = [
    (NotSure::No, [0.184815185, 0.195804196, 1.0, 0.333333333, 1.0, 0.414213562]),
    (NotSure::Drop, [0.128021978, 0.153846154, 1.0, 0.333333333, 1.0, 0.414213562]),
    (NotSure::Own, [0.148459384, 0.148148148, 1.0, 0.333333333, 1.0, 0.414213562]),
];

#[test]
fn two_sets_are_compared_by_their_sentences() {
    let mut one = pairs(&[("1", 'Y'), ("2", 'N'), ("3", 'Y'), ("4", 'N'), ("5", '-')]);
    let two = pairs(&[("2", 'N'), ("3", 'N'), ("4", 'N'), ("5", 'Y'), ("6", 'Y'), ("7", 'Y')]);
    // Ids are whoever's.
    one.pairs[1].id = "other".to_string();
    let from = pairs(&["1", "2", "3", "4", "5", "6", "7", "8"].map(|id| (id, '-')));
    let found = compare_sets(&one, &two, Some(&from));
    assert_eq!((found.here, found.there, found.both), (5, 6, 4));
    // Answers N N, Y N and N N: two of three alike. Chance: 2/3 · 3/3 = 2/3, so that kappa is 0.
    assert_eq!((found.answered, found.same), (3, 2));
    assert!(found.kappa.unwrap().abs() < 1e-12);
    assert_eq!(found.different, [DifferentAnswers { here: 2, there: 1 }]);
    assert_eq!(found.chosen, Some([4, 1, 2, 1]));
    // Alike 5 of 8; by chance 5/8 · 6/8 + 3/8 · 2/8 = 36/64: kappa (40 − 36) / (64 − 36) = 1/7.
    assert!((found.chosen_kappa.unwrap() - 1.0 / 7.0).abs() < 1e-12);
    let nothing = compare_sets(&one, &Pairs::default(), None);
    assert_eq!((nothing.both, nothing.kappa, nothing.chosen), (0, None, None));
}
