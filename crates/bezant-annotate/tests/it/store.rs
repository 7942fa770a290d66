//! The file in which everything is kept.

use std::fs;

use bezant_annotate::Store;

use crate::browser::{Site, options, plan, store};

#[test]
fn a_store_belongs_to_one_data_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut other = plan(5, 2, 5);
    drop(store(folder.path(), &other, 1));
    let store = Store::open(&path).unwrap();
    store.check(&other).unwrap();
    assert_eq!(store.sheet_and_seed().unwrap(), (2, 1));
    other.questions[3].hypothesis.push('!');
    let error = store.check(&other).unwrap_err().to_string();
    assert!(error.contains("belongs to another data set (5 pairs, fingerprint "), "{error}");
    // It is not made a second time over what is there.
    assert!(Store::create(&path, &other).is_err());
    store.check(&plan(5, 2, 5)).unwrap();
}

#[test]
fn the_order_is_the_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let questions = |name: &str, seed: u64| {
        let path = folder.path().join(name);
        fs::create_dir(&path).unwrap();
        let mut plan = plan(30, 30, 1);
        plan.seed = seed;
        let site = Site::of(store(&path, &plan, 1), options());
        let link = site.annotators[0].clone();
        let first = site.begin(&link).field("pair").unwrap();
        site.answer(&link, &site.get(&format!("{link}/sheet/1")), "no");
        let second = site.get(&format!("{link}/sheet/2")).field("pair").unwrap();
        site.stop();
        (first, second)
    };
    assert_eq!(questions("a", 1), questions("b", 1));
    assert_ne!(questions("c", 1), questions("d", 2));
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(Store::open(&path).is_err());
    for bytes in [&b""[..], b"id,annotator,answer\n1,2,yes\n", b"SQLite format 3\0"] {
        fs::write(&path, bytes).unwrap();
        assert!(Store::open(&path).is_err() && Store::read(&path).is_err(), "{bytes:?}");
    }
    assert!(Store::is_store(b"SQLite format 3\0...") && !Store::is_store(b"id,annotator"));
}

#[test]
fn a_copy_is_whole_while_people_answer() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(4, 4, 2), 2), options());
    let link = site.annotators[0].clone();
    let page = site.begin(&link);
    site.answer(&link, &page, "yes");
    let reader = Store::read(&folder.path().join("s.db")).unwrap();
    let copy = folder.path().join("copy.db");
    reader.backup(&copy, false).unwrap();
    site.finish_sheet(&link, |_| "no");
    assert_eq!(reader.judgements().unwrap().len(), 4);
    assert_eq!(Store::read(&copy).unwrap().judgements().unwrap().len(), 1);
    // Again over the old copy, if that is what is wanted; never over a store that is served.
    let error = reader.backup(&copy, false).unwrap_err().to_string();
    assert!(error.contains("copy.db is there already") && error.ends_with("--force"), "{error}");
    assert_eq!(Store::read(&copy).unwrap().judgements().unwrap().len(), 1);
    reader.backup(&copy, true).unwrap();
    let other = Store::read(&copy).unwrap();
    let error = other.backup(&folder.path().join("s.db"), true).unwrap_err().to_string();
    assert!(error.ends_with("s.db is a store in use; name another file"), "{error}");
    drop(other);
    // Whoever only reads a store leaves a journal, by which nobody uses it.
    drop(Store::open(&copy).unwrap());
    assert_eq!(Store::read(&copy).unwrap().judgements().unwrap().len(), 4);
    assert!(folder.path().join("copy.db-wal").exists());
    reader.backup(&copy, true).unwrap();
    assert!(!folder.path().join("copy.db-wal").exists());
    let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    assert!(names.map(|name| name.into_string().unwrap()).all(|name| !name.ends_with(".tmp")));
    site.stop();
    // A copy is a store that can be served: with the same links, for the same people.
    let site = Site::of(Store::open(&copy).unwrap(), options());
    assert_eq!((site.judgements().len(), site.get(&link).status), (4, 200));
    site.stop();
}

#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_once_the_store_is_gone() {
    use std::sync::{Arc, Mutex};
    for replaced in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let mut options = options();
        let hear = Arc::clone(&said);
        options.say =
            bezant_annotate::Say(Arc::new(move |what| hear.lock().unwrap().push(what.to_string())));
        let site = Site::of(store(folder.path(), &plan(3, 3, 1), 1), options);
        let link = site.annotators[0].clone();
        let page = site.begin(&link);
        let page = site.answer(&link, &page, "yes");
        let (form, pair) = (page.field("form").unwrap(), page.field("pair").unwrap());
        let path = folder.path().join("s.db");
        let copy = folder.path().join("copy.db");
        fs::copy(&path, &copy).unwrap();
        match replaced {
            true => fs::rename(&copy, &path).unwrap(),
            false => fs::remove_file(&path).unwrap(),
        }
        let fields = [("form", form.as_str()), ("pair", &pair), ("answer", "no")];
        let answered = site.post(&format!("{link}/answers"), &fields);
        assert_eq!((answered.status, answered.body.contains("could not be saved")), (500, true));
        let said = said.lock().unwrap().join("\n");
        assert!(said.contains("was removed or replaced while it was served"), "{said}");
        site.stop();
    }
}

#[test]
fn options_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path(), &plan(2, 2, 3), 1);
    assert_eq!((store.kept("contact").unwrap(), store.per_pair().unwrap()), (None, 3));
    assert_eq!(store.keep("contact", "Ada").unwrap(), None);
    assert_eq!(store.keep("contact", "Grace").unwrap().as_deref(), Some("Ada"));
    drop(store);
    let store = Store::read(&folder.path().join("s.db")).unwrap();
    assert_eq!(store.kept("contact").unwrap().as_deref(), Some("Grace"));
}

#[test]
fn more_people_can_be_wanted_later() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::of(store(folder.path(), &plan(4, 4, 1), 2), options());
    site.finish_sheet(&site.annotators[0], |_| "no");
    assert!(site.begin(&site.annotators[1]).field("pair").is_none());
    site.stop();
    let mut store = Store::open(&folder.path().join("s.db")).unwrap();
    store.set_per_pair(2).unwrap();
    let site = Site::of(store, options());
    assert_eq!(site.finish_sheet(&site.annotators[1], |_| "no"), 4);
    site.stop();
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    drop(store(folder.path(), &plan(1, 1, 1), 1));
    let path = folder.path().join("s.db");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    Store::read(&path).unwrap().backup(&folder.path().join("c.db"), false).unwrap();
    let copy = fs::metadata(folder.path().join("c.db")).unwrap();
    assert_eq!(copy.permissions().mode() & 0o777, 0o600);
}
