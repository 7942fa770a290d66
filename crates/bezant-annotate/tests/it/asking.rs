//! What annotators get and what becomes of their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bezant_annotate::{Answer, Store};

use crate::browser::{Site, options, plan, store};

fn by_hypothesis(hypothesis: &str) -> &'static str {
    if hypothesis.contains("gardeners") { "yes" } else { "no" }
}

#[test]
fn a_sheet_from_the_first_page_to_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(6, 4, 1), 1), options());
    let link = site.annotators[0].clone();
    let first = site.get(&link);
    for words in ["Examples", "Taking part", "you are annotator 1", "I agree, begin"] {
        assert!(first.body.contains(words), "{words}");
    }
    // Nothing is given to somebody who has not agreed.
    assert_eq!(site.get(&format!("{link}/sheet")).headers["location"], link);
    assert_eq!(site.get(&format!("{link}/sheet/1")).headers["location"], link);
    assert_eq!(site.get(&format!("{link}/done")).headers["location"], link);
    let page = site.begin(&link);
    assert!(page.body.contains("Question 1 of 4") && page.body.contains("0 of 4 answered"));
    assert!(page.body.contains("a tree &#38; a rose") || page.body.contains("a tree &amp; a rose"));
    let page = site.answer(&link, &page, "yes");
    assert!(page.body.contains("Question 2 of 4") && page.body.contains("1 of 4 answered"));
    // Back, and another answer: what is next is what has none.
    let back = site.get(&format!("{link}/sheet/1"));
    assert!(back.body.contains("Your answer: Yes"));
    assert!(back.body.contains("value=\"yes\" data-key=\"y\" aria-pressed=\"true\""));
    let page = site.answer(&link, &back, "not-sure");
    assert!(page.body.contains("Question 2 of 4"));
    let page = site.answer(&link, &page, "no");
    let page = site.answer(&link, &page, "no");
    let page = site.answer(&link, &page, "no");
    assert!(page.body.contains("Thank you") && page.body.contains("Sheets finished: 1."));
    assert_eq!(site.judgements().len(), 4);
    assert_eq!(site.finish_sheet(&link, by_hypothesis), 2);
    let done = site.get(&format!("{link}/done"));
    assert!(done.body.contains("nothing left for you"));
    assert_eq!(site.begin(&link).status, 200);
    let history = site.get(&format!("{}/history.csv", site.organiser)).body;
    assert_eq!(history.lines().count(), 1 + 7);
    site.stop();
    let store = Store::read(&folder.path().join("s.db")).unwrap();
    assert_eq!(store.progress().unwrap().finished, 6);
    let unsure = store.judgements().unwrap();
    assert_eq!(unsure.iter().filter(|one| one.answer == Answer::NotSure).count(), 1);
    assert!(unsure.iter().all(|one| one.seconds.is_some_and(|seconds| seconds < 60.0)));
}

#[test]
fn the_same_answer_twice_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(3, 3, 1), 1), options());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    for answer in ["yes", "yes", "no", "no", "yes"] {
        site.answer(&link, &page, answer);
    }
    let judgements = site.judgements();
    assert_eq!((judgements.len(), judgements[0][2].as_str()), (1, "yes"));
    let history = site.get(&format!("{}/history.csv", site.organiser)).body;
    let said: Vec<&str> =
        history.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    assert_eq!(said, ["yes", "no", "yes"]);
    site.stop();
}

#[test]
fn another_process_goes_on_with_the_same_links() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(3, 3, 1), 2), options());
    let link = site.annotators[1].clone();
    let page = site.begin(&link);
    site.answer(&link, &page, "yes");
    let links = site.annotators.clone();
    site.stop();
    let site = Site::of(Store::open(&folder.path().join("s.db")).unwrap(), options());
    assert_eq!(site.annotators, links);
    let again = site.get(&link);
    assert!(again.body.contains("Welcome back") && again.body.contains("1 of 3 answered"));
    let page = site.begin(&link);
    assert!(page.body.contains("Question 2 of 3"));
    // The other annotator sees nothing of this, and is given nothing: one person was enough.
    let other = site.begin(&site.annotators[0]);
    assert!(other.body.contains("nothing left for you"));
    site.stop();
}

#[test]
fn every_pair_gets_as_many_different_people_as_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let site = Arc::new(Site::of(store(folder.path(), &plan(23, 5, 3), 7), options()));
    let threads: Vec<_> = (0..7)
        .map(|at| {
            let site = Arc::clone(&site);
            std::thread::spawn(move || {
                let link = site.annotators[at].clone();
                let mut n = 0;
                while site.begin(&link).field("pair").is_some() {
                    n += site.finish_sheet(&link, by_hypothesis);
                }
                n
            })
        })
        .collect();
    let total: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert_eq!(total, 23 * 3);
    let mut people: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in site.judgements() {
        assert!(people.entry(row[0].clone()).or_default().insert(row[1].clone()), "{row:?}");
    }
    assert_eq!(people.len(), 23);
    assert!(people.values().all(|people| people.len() == 3));
    Arc::into_inner(site).unwrap().stop();
}

#[test]
fn abandoned_sheets_return_and_finished_pairs_stop() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.return_after = Duration::from_millis(400);
    let site = Site::of(store(folder.path(), &plan(4, 4, 1), 2), options);
    let (one, two) = (site.annotators[0].clone(), site.annotators[1].clone());
    let page = site.begin(&one);
    let page = site.answer(&one, &page, "yes");
    assert!(site.begin(&two).field("pair").is_none());
    std::thread::sleep(Duration::from_millis(1000));
    // What was answered is not asked again.
    let other = site.begin(&two);
    assert!(other.body.contains("Question 1 of 3"), "{}", other.body);
    site.answer(&two, &other, "no");
    // Whoever left comes too late for their page, which counts all the same, and gets what is left.
    let late = site.answer(&one, &page, "yes");
    assert!(late.body.contains("Welcome back"), "{}", late.body);
    site.finish_sheet(&two, by_hypothesis);
    assert!(site.begin(&one).body.contains("nothing left for you"));
    let judgements = site.judgements();
    let pairs: BTreeSet<&String> = judgements.iter().map(|row| &row[0]).collect();
    assert_eq!((pairs.len(), judgements.len()), (4, 5));
    site.stop();
}

#[test]
fn people_join_with_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.code = Some("sunflower".to_string());
    let site = Site::of(store(folder.path(), &plan(2, 2, 3), 0), options);
    assert!(site.get("/").body.contains("/join"));
    let page = site.get("/join?code=sunflower");
    assert_eq!(page.field("form").is_some(), page.body.contains("value=\"sunflower\""));
    let form = page.field("form").unwrap();
    let wrong = site.post("/join", &[("form", &form), ("code", "moonflower")]);
    assert_eq!((wrong.status, wrong.body.contains("not right")), (403, true));
    assert_eq!(site.post("/join", &[("code", "sunflower")]).status, 403);
    let mut links = BTreeSet::new();
    for _ in 0..3 {
        let joined = site.post("/join", &[("form", &form), ("code", "Sunflower")]);
        assert_eq!(joined.status, 303);
        links.insert(joined.headers["location"].clone());
    }
    assert_eq!(links.len(), 3);
    for link in &links {
        assert_eq!(site.finish_sheet(link, by_hypothesis), 2);
    }
    assert_eq!(site.judgements().len(), 6);
    let organiser = site.get(&site.organiser).field("form").unwrap();
    for (state, words) in [("paused", "nobody can join."), ("closed", "nobody can join any more")] {
        let fields = [("form", organiser.as_str()), ("state", state)];
        assert_eq!(site.post(&format!("{}/state", site.organiser), &fields).status, 303);
        let page = site.get("/join?code=sunflower").body;
        assert!(page.contains(words) && !page.contains("<form"), "{page}");
        let refused = site.post("/join", &[("form", &form), ("code", "sunflower")]);
        assert_eq!(refused.status, 503);
        assert!(refused.body.contains(words) && !refused.body.contains("answers"));
    }
    site.stop();
}

#[test]
fn nobody_joins_where_no_code_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(2, 2, 3), 0), options());
    assert_eq!(site.get("/join").status, 404);
    assert_eq!(site.post("/join", &[("code", "")]).status, 404);
    assert!(!site.get("/").body.contains("/join"));
    site.stop();
}

#[test]
fn checks_are_mixed_in_and_marked() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path(), &plan(10, 5, 1), 1);
    let checks = bezant_annotate::Texts::english().checks();
    store.set_checks(2, &checks).unwrap();
    store.set_checks(2, &checks).unwrap();
    let site = Site::of(store, options());
    let link = site.annotators[0].clone();
    assert_eq!(site.finish_sheet(&link, |_| "yes"), 7);
    assert_eq!(site.finish_sheet(&link, |_| "yes"), 7);
    let judgements = site.judgements();
    let checked: BTreeSet<&String> =
        judgements.iter().filter(|row| !row[5].is_empty()).map(|row| &row[0]).collect();
    assert_eq!((judgements.len(), checked.len()), (14, 4));
    assert!(checked.iter().all(|id| id.starts_with("check-")));
    assert!(site.get(&site.organiser).body.contains("Checks right"));
    let people = site.get(&format!("{}/annotators.csv", site.organiser)).body;
    let row: Vec<&str> = people.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(row[..6], ["1", "2", "10", "10", "5", "4"]);
    site.stop();
    let progress = Store::read(&folder.path().join("s.db")).unwrap().progress().unwrap();
    assert_eq!((progress.pairs, progress.finished, progress.judgements), (10, 10, 10));
}

#[test]
fn whoever_is_paid_sees_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.completion = Some(String::new());
    options.price = Some((0.5, "USD".to_string()));
    let site = Site::of(store(folder.path(), &plan(2, 2, 1), 1), options);
    let link = site.annotators[0].clone();
    site.finish_sheet(&link, by_hypothesis);
    let people = site.get(&format!("{}/annotators.csv", site.organiser)).body;
    let code = people.lines().nth(1).unwrap().rsplit(',').next().unwrap();
    let done = site.get(&format!("{link}/done")).body;
    assert!(done.contains(&format!("Your completion code: {code}")), "{done}");
    let form = site.get(&site.organiser).field("form").unwrap();
    let close = [("form", form.as_str()), ("state", "closed")];
    site.post(&format!("{}/state", site.organiser), &close);
    let closed = site.get(&format!("{link}/done")).body;
    assert!(closed.contains(code) && closed.contains("study is finished"), "{closed}");
    assert!(!closed.contains("<form") && !closed.contains("/sheet/1"), "{closed}");
    let page = site.get(&site.organiser).body;
    assert!(page.contains("0.50 USD") && page.contains("0.2500 USD a judgement"), "{page}");
    site.stop();
}

#[test]
fn another_language_is_another_file() {
    let english = include_str!("../../texts/en.toml");
    let other = english
        .replace("language = \"en\"", "language = \"he\"")
        .replace("direction = \"ltr\"", "direction = \"rtl\"")
        .replace("yes = \"Yes\"", "yes = \"כן\"")
        .replace("yes_key = \"y\"", "yes_key = \"כ\"");
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.texts = bezant_annotate::Texts::read("he.toml", &other).unwrap();
    options.language = Some("en".to_string());
    let site = Site::of(store(folder.path(), &plan(1, 1, 1), 1), options);
    let page = site.begin(&site.annotators[0]).body;
    for words in [
        "<html lang=\"he\" dir=\"rtl\">",
        "class=\"text\" dir=\"auto\" lang=\"en\"",
        "data-key=\"כ\"",
        ">כן <kbd",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
    site.stop();
}

#[test]
fn the_smaller_time_counts() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(1, 1, 1), 1), options());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    let (form, pair) = (page.field("form").unwrap(), page.field("pair").unwrap());
    let cases = [
        // Long ago by the page, by the script two and a half seconds.
        ("yes", "1000", "2.54", "2.5"),
        ("no", "1000", "", "3600"),
        ("yes", "", "7", "7"),
        ("no", "99999999999999", "3", "3"),
        ("yes", "", "-1", ""),
        ("no", "x", "inf", ""),
    ];
    for (answer, shown, seconds, expected) in cases {
        let fields = [
            ("form", form.as_str()),
            ("pair", &pair),
            ("answer", answer),
            ("shown", shown),
            ("seconds", seconds),
        ];
        assert_eq!(site.post(&format!("{link}/answers"), &fields).status, 303);
        assert_eq!(site.judgements()[0][3], expected, "{shown} {seconds}");
    }
    site.stop();
}
