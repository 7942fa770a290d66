use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::tidy::{before_tests, library, module, rust_files};

/// How many modules, types, functions and methods the documentation shows, as far as lines of code tell.
/// `scripts/surface.py` asks the compiler and comes to a few less: here also counts what is hidden where it is
/// declared, but not where it is made public, and what only a feature has. What is shown is promised: a larger
/// number needs a reason, and what only the program needs is `#[doc(hidden)]`.
const SHOWN: usize = 353;

/// A thing by the room it is declared in (`metrics`) and its name.
type Named = (String, String);

/// The lines of a file before its tests, each with whether `#[doc(hidden)]` stands over it.
fn lines(path: &Path) -> Vec<(String, bool)> {
    let text = fs::read_to_string(path).unwrap();
    let mut found = Vec::new();
    let mut is_hidden = false;
    for line in before_tests(&text) {
        let code = line.trim_start();
        if code.starts_with("#[") || code.starts_with("//") {
            is_hidden |= code == "#[doc(hidden)]";
            continue;
        }
        found.push((line.to_string(), is_hidden));
        is_hidden = false;
    }
    found
}

/// The word after one of these, as `Tree` in `pub struct Tree<'s> {`.
fn name_after(line: &str, words: &[&str]) -> Option<String> {
    let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
    let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
    Some(rest.chars().take_while(is_part).collect())
}

const DECLARED: &[&str] = &[
    "pub struct ",
    "pub enum ",
    "pub trait ",
    "pub type ",
    "pub const fn ",
    "pub const ",
    "pub static ",
    "pub fn ",
];

const MEMBERS: &[&str] = &["    pub const fn ", "    pub fn ", "    pub const "];

const OF_TRAITS: &[&str] = &["    fn ", "    type ", "    const "];

/// What `pub use a::{b, c::{D, E}};` makes public: `b`, `D`, `E`, of the room that its path begins with.
fn used(list: &str, room: &str) -> Vec<Named> {
    let list = list.trim_start_matches("pub use ").trim_end_matches(';');
    let (own, path) = match list.strip_prefix("crate::") {
        Some(rest) => (rest.split("::").next().unwrap(), rest),
        None if room == "lib" => (list.split("::").next().unwrap(), list),
        None => (room, list),
    };
    // The last word of each path: what neither a `::` nor a list comes after.
    let mut names = Vec::new();
    for part in path.split([',', '{', '}', ' ']).filter(|part| !part.is_empty()) {
        let last = part.rsplit("::").next().unwrap();
        if !last.is_empty() {
            names.push((own.to_string(), last.to_string()));
        }
    }
    names
}

#[test]
fn lists_of_what_is_public_are_understood() {
    let names = |list: &str, room: &str| -> Vec<String> {
        used(list, room).into_iter().map(|(room, name)| format!("{room}.{name}")).collect()
    };
    assert_eq!(names("pub use counts::{Counts, Tally};", "lib"), ["counts.Counts", "counts.Tally"]);
    assert_eq!(names("pub use crate::stats::Interval;", "comparison"), ["stats.Interval"]);
    assert_eq!(
        names("pub use self::{ a::{B, c}, d::E, };", "report").join(" "),
        "report.B report.c report.E"
    );
}

/// Everything that modules show which are shown themselves, and how many modules these are.
fn shown() -> (BTreeSet<Named>, usize) {
    let mut shown = BTreeSet::new();
    let mut files = vec![library().join("lib.rs")];
    let mut n = 0;
    while let Some(path) = files.pop() {
        n += 1;
        let room = module(&path);
        let folder = match room.as_str() {
            "lib" => library(),
            _ => path.with_extension(""),
        };
        let mut list: Option<(String, bool)> = None;
        for (line, is_hidden) in lines(&path) {
            if line.starts_with("pub use ") {
                list = Some((String::new(), is_hidden));
            }
            if let Some((so_far, is_hidden)) = &mut list {
                *so_far += line.trim_start();
                if line.ends_with(';') {
                    if !*is_hidden {
                        shown.extend(used(so_far, &room));
                    }
                    list = None;
                }
                continue;
            }
            if is_hidden {
                continue;
            }
            if let Some(name) = name_after(&line, &["pub mod "]) {
                files.push(folder.join(name + ".rs"));
            } else if let Some(name) = name_after(&line, DECLARED) {
                shown.insert((room.clone(), name));
            }
        }
    }
    (shown, n)
}

/// Methods of types and traits that are shown, wherever they stand.
fn members(path: &Path, shown: &BTreeSet<Named>) -> Vec<String> {
    let room = module(path);
    let mut found = Vec::new();
    let mut of: Option<(String, &[&str])> = None;
    for (line, is_hidden) in lines(path) {
        let is_impl = line.starts_with("impl") && !line.contains(" for ");
        let trait_name = name_after(&line, &["pub trait "]);
        if is_impl {
            // `impl<C: Counts> Evaluation<C> {`: the first word after the brackets.
            let rest = line["impl".len()..].trim_start();
            let rest = match rest.strip_prefix('<') {
                Some(rest) => rest.split_once("> ").map_or("", |(_, rest)| rest),
                None => rest,
            };
            of = name_after(rest, &[""]).map(|name| (name, MEMBERS));
        } else if trait_name.is_some() {
            of = trait_name.map(|name| (name, OF_TRAITS));
        } else if line == "}" {
            of = None;
        }
        if (is_impl || line.starts_with("pub trait ")) && is_hidden {
            of = None;
        }
        let Some((name, kinds)) = &of else { continue };
        if !is_hidden
            && shown.contains(&(room.clone(), name.clone()))
            && let Some(member) = name_after(&line, kinds)
        {
            found.push(format!("{room} {name}::{member}"));
        }
    }
    found
}

#[test]
fn no_more_is_shown_than_was_meant() {
    let (shown, n_modules) = shown();
    let members: Vec<String> =
        rust_files(&library()).iter().flat_map(|path| members(path, &shown)).collect();
    // A macro writes one method for each of these.
    let options = fs::read_to_string(library().join("options.rs")).unwrap();
    let (_, list) = options.split_once("\nchanged! {").unwrap();
    let list = list.split(',').map(|name| name.trim().to_string());
    let with = list.filter(|name| shown.iter().any(|(_, shown)| shown == name)).count();
    assert!(with > 5, "{with}");
    let n = n_modules + shown.len() + members.len() + with;
    let names: Vec<String> = shown.iter().map(|(room, name)| format!("{room} {name}")).collect();
    assert!(
        n <= SHOWN,
        "the documentation shows {n} things, {SHOWN} were meant:\n{}\n{}",
        names.join("\n"),
        members.join("\n")
    );
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut seen = BTreeSet::new();
    for path in rust_files(&library()) {
        for (line, _) in lines(&path) {
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            if let Some(name) = name_after(&line, &kinds) {
                assert!(
                    seen.insert(name.clone()),
                    "{name} of {} is a type of another room, too",
                    module(&path)
                );
            }
        }
    }
    assert!(seen.len() > 100);
}
