//! What the organiser sees and does.

use crate::browser::{Site, options, plan, store};

#[test]
fn the_page_shows_how_far_things_are() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(12, 12, 2), 3), options());
    let [good, bad] = [0, 1].map(|at| site.annotators[at].clone());
    site.finish_sheet(&good, |text| if text.contains("gardeners") { "yes" } else { "no" });
    site.finish_sheet(&bad, |text| if text.contains("gardeners") { "not-sure" } else { "yes" });
    let page = site.get(&site.organiser).body;
    for words in [
        "24<small>of 24 wanted",
        "12<small>of 12, with 2 judgements each",
        "0.0 %<small>Two people say the same, on 12 pairs",
        "2<small>of 3 who have a link",
        "24 / 24",
        "100.0 %",
        "below 70 %",
        "The neighbour planted a tree.",
    ] {
        assert!(page.contains(words), "{words} in {page}");
    }
    site.stop();
}

#[test]
fn pause_resume_and_close() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(4, 4, 2), 2), options());
    let link = site.annotators[0].clone();
    let question = site.begin(&link);
    let form = site.get(&site.organiser).field("form").unwrap();
    let set = |state: &str| {
        let fields = [("form", form.as_str()), ("state", state)];
        site.post(&format!("{}/state", site.organiser), &fields).status
    };
    let fields = [
        ("form", question.field("form").unwrap()),
        ("pair", question.field("pair").unwrap()),
        ("answer", "yes".to_string()),
    ];
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let answer = || site.post(&format!("{link}/answers"), &fields);
    for (state, words) in [("paused", "A pause"), ("closed", "study is finished")] {
        assert_eq!(set(state), 303);
        let refused = answer();
        assert_eq!(refused.status, 503);
        assert!(refused.body.contains(words), "{}", refused.body);
        // Whoever reads this must know what is lost.
        assert!(refused.body.contains("not kept; those before it are"), "{}", refused.body);
        assert!(!refused.body.contains("All your answers"), "{}", refused.body);
        let first = site.get(&link).body;
        assert!(first.contains(words) && first.contains("you are annotator 1"), "{first}");
        assert_eq!(site.judgements().len(), 0);
    }
    assert_eq!((set("open"), set("whatever")), (303, 400));
    assert_eq!((answer().status, site.judgements().len()), (303, 1));
    site.stop();
}

#[test]
fn more_links_are_made_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(4, 4, 2), 2), options());
    let form = site.get(&site.organiser).field("form").unwrap();
    let made = site.post(&format!("{}/links", site.organiser), &[("form", &form), ("more", "3")]);
    let links = site.follow(made).body;
    assert_eq!(links.lines().count(), 5);
    let path = links.lines().last().unwrap().split_once(&site.host).unwrap().1;
    assert_eq!(site.get(path).status, 200);
    let many = [("form", form.as_str()), ("more", "100000")];
    assert_eq!(site.post(&format!("{}/links", site.organiser), &many).status, 400);
    // An annotator's link opens nothing of the organiser's, nor the other way round.
    let annotators = site.annotators[0].replace("/a/", "/o/");
    assert_eq!(site.get(&annotators).status, 404);
    assert_eq!(site.get(&site.organiser.replace("/o/", "/a/")).status, 404);
    site.stop();
}
