//! Wrong links, foreign forms, odd, large and slow requests.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use bezant_annotate::Store;

use crate::browser::{Site, options, plan, store};

fn site(folder: &std::path::Path) -> Site {
    Site::of(store(folder, &plan(4, 4, 2), 2), options())
}

#[test]
fn every_answer_has_the_headers() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let link = site.annotators[0].clone();
    let style = site.get(&link).between("rel=\"stylesheet\" href=\"", "\"");
    for path in ["/", "/nowhere", "/robots.txt", &link, &style, &site.organiser, "/a/x/sheet"] {
        let answered = site.get(path);
        let headers = answered.headers;
        assert!(headers["content-security-policy"].starts_with("default-src 'none'"), "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin", "{path}");
        let cached = if path == style { "public, max-age=31536000, immutable" } else { "no-store" };
        assert_eq!(headers["cache-control"], cached, "{path}");
        // Nothing of other sites, no script or style in the page itself.
        for odd in ["http://", "https://", "<style", " style=", "onclick", "javascript:"] {
            let own = answered.body.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(odd), "{odd} in {path}");
        }
    }
    site.stop();
}

#[test]
fn wrong_links_lead_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let link = site.annotators[0].clone();
    let cut = &link[..link.len() - 1];
    for path in [cut, "/a/", "/a/%00", "/a/../o", "/o/x", "/a/x/answers", "/static/x.css"] {
        let status = site.get(path).status;
        assert!([404, 405].contains(&status), "{status} for {path}");
    }
    // Whoever tries many is told to wait; whoever has a link is not.
    let last = (0..400).map(|n| site.get(&format!("/a/guess{n}"))).find(|one| one.status == 429);
    assert!(last.unwrap().headers.contains_key("retry-after"));
    assert_eq!(site.get(&link).status, 200);
    site.stop();
}

#[test]
fn a_link_that_asks_too_often_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.rate = 1;
    let site = Site::of(store(folder.path(), &plan(4, 4, 2), 2), options);
    let statuses: Vec<u16> = (0..90).map(|_| site.get(&site.annotators[0]).status).collect();
    assert_eq!((statuses[0], statuses[89]), (200, 429));
    assert_eq!(site.get(&site.annotators[1]).status, 200);
    site.stop();
}

#[test]
fn forms_of_other_sites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (link, other) = (site.annotators[0].clone(), site.annotators[1].clone());
    let page = site.begin(&link);
    let (form, pair) = (page.field("form").unwrap(), page.field("pair").unwrap());
    let path = format!("{link}/answers");
    let send = |form: &str, headers: &str| {
        let fields = [("form", form), ("pair", &pair), ("answer", "yes")];
        site.post_with(&path, &fields, headers).status
    };
    assert_eq!(send("", ""), 403);
    assert_eq!(send(&site.form(&other), ""), 403);
    assert_eq!(send(&form, "sec-fetch-site: cross-site\r\n"), 403);
    assert_eq!(send(&form, "sec-fetch-site: same-site\r\n"), 403);
    assert_eq!(send(&form, "origin: http://elsewhere.example\r\n"), 403);
    assert_eq!(site.judgements().len(), 0);
    assert_eq!(send(&form, "sec-fetch-site: same-origin\r\norigin: null\r\n"), 303);
    assert_eq!(send(&form, &format!("origin: http://{}\r\n", site.host)), 303);
    assert_eq!(site.judgements().len(), 1);
    site.stop();
}

#[test]
fn malformed_answers_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    let (form, pair) = (page.field("form").unwrap(), page.field("pair").unwrap());
    let path = format!("{link}/answers");
    for fields in [
        vec![("form", form.as_str())],
        vec![("form", &form), ("pair", &pair)],
        vec![("form", &form), ("pair", &pair), ("answer", "maybe")],
        vec![("form", &form), ("pair", "-1"), ("answer", "yes")],
        vec![("form", &form), ("pair", "999"), ("answer", "yes")],
        vec![("form", &form), ("pair", "99999999999999999999"), ("answer", "yes")],
        vec![("form", &form), ("pair", "1;DROP TABLE answers"), ("answer", "yes")],
        vec![("form", &form), ("pair", &pair), ("pair", &pair), ("answer", "yes")],
    ] {
        assert_eq!(site.post(&path, &fields).status, 400, "{fields:?}");
    }
    let large = "x".repeat(20_000);
    let fields = [("form", form.as_str()), ("pair", &pair), ("answer", &large)];
    assert_eq!(site.post(&path, &fields).status, 413);
    let other = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\
         connection: close\r\n\r\n{{}}"
    );
    assert_eq!(site.send(&other).status, 400);
    assert_eq!(site.send("nonsense\r\n\r\n").status, 400);
    let head = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(40_000));
    assert_eq!(site.send(&head).status, 431);
    // Odd times are no times; the answer counts.
    let fields = [
        ("form", form.as_str()),
        ("pair", &pair),
        ("answer", "yes"),
        ("shown", "soon"),
        ("seconds", "NaN"),
    ];
    assert_eq!(site.post(&path, &fields).status, 303);
    let judgements = site.judgements();
    assert_eq!((judgements.len(), judgements[0][3].as_str()), (1, ""));
    site.stop();
}

#[test]
fn a_script_in_a_sentence_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(1, 1, 1);
    plan.questions[0].text = "<script>alert(1)</script> \"&' שלום".to_string();
    plan.questions[0].hypothesis = "<img src=x onerror=alert(2)>".to_string();
    plan.questions[0].id = "\"><script>".to_string();
    plan.questions[0].silver = Some(false);
    let site = Site::of(store(folder.path(), &plan, 1), options());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    assert!(!page.body.contains("<script>") && !page.body.contains("<img"), "{}", page.body);
    assert!(page.body.contains("dir=\"auto\"") && page.body.contains("שלום"));
    site.answer(&link, &page, "yes");
    let organiser = site.get(&site.organiser).body;
    assert!(!organiser.contains("<script>") && !organiser.contains("<img"), "{organiser}");
    site.stop();
}

#[test]
fn connections_that_say_nothing_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.connections = 50;
    let site = Site::of(store(folder.path(), &plan(4, 4, 2), 2), options);
    let silent: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(&site.host).unwrap()).collect();
    let start = Instant::now();
    assert_eq!(site.get(&site.annotators[0]).status, 200);
    assert!(start.elapsed() < Duration::from_secs(5));
    // The oldest were closed to make room.
    let mut oldest = &silent[0];
    oldest.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    assert_eq!(oldest.read(&mut [0]).unwrap(), 0);
    site.stop();
}

#[test]
fn it_ends_while_somebody_is_still_sending() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let mut slow = TcpStream::connect(&site.host).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: ").unwrap();
    let start = Instant::now();
    site.stop();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(!folder.path().join("s.db-wal").exists());
}

#[test]
fn a_forgotten_annotators_link_leads_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    site.answer(&link, &page, "yes");
    // By another program, while the server runs.
    let mut other = Store::open(&folder.path().join("s.db")).unwrap();
    assert_eq!(other.forget(1).unwrap(), 1);
    assert!(other.forget(1).unwrap_err().to_string().contains("there is no annotator 1"));
    drop(other);
    assert_eq!(site.get(&link).status, 404);
    assert_eq!(site.judgements().len(), 0);
    // Others are asked instead, and the number is not used again.
    assert_eq!(site.finish_sheet(&site.annotators[1], |_| "no"), 4);
    let form = site.get(&site.organiser).field("form").unwrap();
    site.post(&format!("{}/links", site.organiser), &[("form", &form), ("more", "1")]);
    let links = site.get(&format!("{}/links.txt", site.organiser)).body;
    assert!(links.lines().count() == 2 && !links.contains(&link));
    site.stop();
}
