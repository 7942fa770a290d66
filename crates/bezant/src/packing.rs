//! A data set as a folder that can be given away: pairs, blind pairs, answers, word pairs, what is allowed in
//! them, figures, a data statement, a licence, rows for machine learners, and checksums.
//!
//! ```
//! use bezant::entailment::Pairs;
//! use bezant::packing::{Packing, pack};
//!
//! let text = "id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Dogs bark.,Cats bark.,NO\n";
//! let pairs = Pairs::read("pairs.csv", text.as_bytes(), None)?;
//! let files = pack(&Packing::new("dogs", &pairs))?;
//! assert_eq!(files[0].path, "README.md");
//! assert!(files.iter().any(|file| file.path == "blind.xml"));
//! # Ok::<(), bezant::Error>(())
//! ```

mod pages;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, Pairs};
use crate::entailment::split::n_with;
use crate::error::{EntailmentFault, Error, Result};
use crate::report::{ReportFormat, render};

/// What is packed.
#[derive(Clone, Debug)]
pub struct Packing<'a> {
    /// What the data set is called.
    pub name: String,
    /// All of its pairs, with their answers.
    pub pairs: &'a Pairs,
    /// The pairs before they were filtered, for the figures.
    pub before: Option<&'a Pairs>,
    /// Its parts, such as dev and test, by the names of their pairs; together they are all pairs.
    pub parts: Vec<Pairs>,
    /// How it was divided into them.
    pub split: Option<String>,
    /// Under what terms it is given away.
    pub licence: Licence,
    /// The language of the texts, by BCP 47.
    pub language: String,
    /// The data statement; a template with what is known, unless given.
    pub statement: Option<Vec<u8>>,
    /// Other files that belong to it, by their names.
    pub more: Vec<PackedFile>,
}

impl<'a> Packing<'a> {
    /// English pairs, without anything that has to be chosen.
    pub fn new(name: &str, pairs: &'a Pairs) -> Packing<'a> {
        Packing {
            name: name.to_string(),
            pairs,
            before: None,
            parts: Vec::new(),
            split: None,
            licence: Licence::Unknown,
            language: "en".to_string(),
            statement: None,
            more: Vec::new(),
        }
    }
}

/// Terms of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Licence {
    /// None has been chosen.
    Unknown,
    /// By its name in the list of SPDX, or another one.
    Named(String),
    /// The text itself.
    Text(Vec<u8>),
}

/// One file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedFile {
    /// Where it is in the folder, with `/` between names.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The file with the checksums of all others, and the one by which a folder is known to be ours.
pub const CHECKSUMS: &str = "SHA256SUMS";
const DESCRIPTION: &str = "data-set.json";

/// The folder with rows for machine learners.
const ROWS: &str = "data";

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Names of the list of SPDX under which data is given away, beside those of Creative Commons with a version.
const LICENCES: &[&str] = &[
    "AGPL-3.0-only",
    "AGPL-3.0-or-later",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "C-UDA-1.0",
    "CC-PDDC",
    "CC0-1.0",
    "CDLA-Permissive-1.0",
    "CDLA-Permissive-2.0",
    "CDLA-Sharing-1.0",
    "EUPL-1.2",
    "GFDL-1.3-only",
    "GFDL-1.3-or-later",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "ISC",
    "LGPL-2.1-only",
    "LGPL-2.1-or-later",
    "LGPL-3.0-only",
    "LGPL-3.0-or-later",
    "LGPLLR",
    "MIT",
    "MPL-2.0",
    "ODC-By-1.0",
    "ODbL-1.0",
    "OGL-UK-3.0",
    "PDDL-1.0",
    "Unlicense",
];

/// What stands for what only the makers know.
const GAP: &str = "**TO FILL IN**";

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files of the folder, checksums last. The same pairs make the same bytes.
///
/// # Errors
/// Where a pair has no answer, cannot be written as XML, or is in no part or in several.
pub fn pack(packing: &Packing<'_>) -> Result<Vec<PackedFile>> {
    let Packing { pairs, parts, .. } = packing;
    pairs.gold()?;
    check_parts(pairs, parts)?;
    let mut files = Files::default();
    files.add_text("pairs.dtd", "what is allowed in files with answers", pairs.dtd()?);
    let blind = blind(pairs);
    files.add_text("blind.dtd", "what is allowed in files without", blind.dtd()?);
    files.add(
        "pairs.xml",
        "all pairs, with their answers and what else is known of them",
        |out| pairs.write_xml(Some("pairs.dtd"), out),
    )?;
    files.add("blind.xml", "the same with ids and sentences only", |out| {
        blind.write_xml(Some("blind.dtd"), out)
    })?;
    files.add_text("answers.txt", "the right answers: id, tab, YES or NO", answers(pairs));
    if let Some(words) = word_pairs(pairs) {
        let what = "the two words that each pair is about; not for whoever is tested";
        files.add_text("word-pairs.tsv", what, words);
    }
    for part in parts {
        let name = &part.name;
        files.add(&format!("{name}.xml"), &format!("{} pairs", part.pairs.len()), |out| {
            part.write_xml(Some("pairs.dtd"), out)
        })?;
        files.add(&format!("{name}.blind.xml"), "the same with ids and sentences only", |out| {
            self::blind(part).write_xml(Some("blind.dtd"), out)
        })?;
        files.add_text(&format!("{name}.answers.txt"), "their right answers", answers(part));
    }
    let statement = match &packing.statement {
        Some(bytes) => bytes.clone(),
        None => pages::statement(packing).into_bytes(),
    };
    files.add_bytes("DATA-STATEMENT.md", "where the texts come from, and who judged", statement);
    files.add_bytes("LICENCE", "the terms of use", packing.licence.text(&packing.name));
    let figures = pages::figures(packing);
    files.add("figures.json", "the tables below, for programs", |out| {
        render(&figures, ReportFormat::Json, out)
    })?;
    let rows = format!("{ROWS}/README.md");
    files.add_text(
        &rows,
        "a card for the rows beside it, for machine learners",
        pages::card(packing),
    );
    for (_, file, part) in learning_parts(packing) {
        let what = format!("{} rows of JSON", part.pairs.len());
        files.add_text(&format!("{ROWS}/{file}"), &what, jsonl(part, &columns(pairs)));
    }
    files.add_text(DESCRIPTION, "the figures of this page, for programs", description(packing));
    for file in &packing.more {
        files.add_bytes(&file.path, "", file.bytes.clone());
    }
    files.check(pairs)?;
    let readme = pages::readme(packing, &files, &figures)?;
    files.0.insert(0, (PackedFile::text("README.md", readme), String::new()));
    let lines =
        files.0.iter().map(|(file, _)| format!("{}  {}\n", checksum(&file.bytes), file.path));
    let sums = lines.collect();
    let mut all: Vec<PackedFile> = files.0.into_iter().map(|(file, _)| file).collect();
    all.push(PackedFile::text(CHECKSUMS, sums));
    Ok(all)
}

/// The files that a folder's checksums name, with these. Nothing where it is no such file.
pub fn read_checksums(text: &[u8]) -> Option<BTreeMap<String, String>> {
    let line = |line: &str| {
        let (sum, path) = line.split_once("  ")?;
        let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_sum.then(|| (path.to_string(), sum.to_string()))
    };
    let sums: BTreeMap<_, _> =
        std::str::from_utf8(text).ok()?.lines().map(line).collect::<Option<_>>()?;
    sums.contains_key(DESCRIPTION).then_some(sums)
}

impl PackedFile {
    fn text(path: &str, text: String) -> PackedFile {
        PackedFile { path: path.to_string(), bytes: text.into_bytes() }
    }
}

impl Licence {
    fn text(&self, name: &str) -> Vec<u8> {
        match self {
            Licence::Unknown => format!("{GAP}: no licence has been chosen for {name}.\n").into(),
            Licence::Named(licence) => match self.spdx() {
                Some(licence) => format!(
                    "{name} is given away under {licence}: https://spdx.org/licenses/{licence}.html\n"
                ),
                None => format!("{name} is given away under {licence}.\n"),
            }
            .into(),
            Licence::Text(text) => text.clone(),
        }
    }

    /// As the list of SPDX writes its name, if we know it; capitals do not matter in what is given.
    pub fn spdx(&self) -> Option<String> {
        let Licence::Named(name) = self else { return None };
        if let Some(known) = LICENCES.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            return Some((*known).to_string());
        }
        let name = name.to_ascii_uppercase();
        let (terms, version) = name.strip_prefix("CC-")?.rsplit_once('-')?;
        let is_known = ["BY", "BY-SA", "BY-NC", "BY-ND", "BY-NC-SA", "BY-NC-ND"].contains(&terms)
            && ["1.0", "2.0", "2.5", "3.0", "4.0"].contains(&version);
        is_known.then_some(name)
    }

    /// As the cards of data sets call it.
    fn id(&self) -> String {
        match self {
            Licence::Unknown => "unknown".to_string(),
            _ => self.spdx().map_or("other".to_string(), |name| name.to_ascii_lowercase()),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Licence::Unknown => format!("{GAP}: none has been chosen."),
            Licence::Named(name) => format!("{name}; see `LICENCE`."),
            Licence::Text(_) => "See `LICENCE`.".to_string(),
        }
    }
}

/// Files in order, each with what is said of it.
#[derive(Default)]
struct Files(Vec<(PackedFile, String)>);

impl Files {
    fn add_bytes(&mut self, path: &str, what: &str, bytes: Vec<u8>) {
        self.0.push((PackedFile { path: path.to_string(), bytes }, what.to_string()));
    }

    fn add_text(&mut self, path: &str, what: &str, text: String) {
        self.add_bytes(path, what, text.into_bytes());
    }

    fn add(
        &mut self,
        path: &str,
        what: &str,
        write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
    ) -> Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|error| Error::new(path, error))?;
        self.add_bytes(path, what, bytes);
        Ok(())
    }

    /// No two files have one name, also where upper and lower case are the same.
    fn check(&self, pairs: &Pairs) -> Result<()> {
        let mut seen: BTreeSet<String> =
            ["README.md", CHECKSUMS].map(str::to_lowercase).into_iter().collect();
        match self.0.iter().find(|(file, _)| !seen.insert(file.path.to_lowercase())) {
            Some((file, _)) => {
                Err(Error::new(&*pairs.name, EntailmentFault::SameName(file.path.clone())))
            }
            None => Ok(()),
        }
    }
}

fn other_parts(pairs: &Pairs, why: String) -> Error {
    Error::new(&*pairs.name, EntailmentFault::OtherParts(why))
}

/// Every pair is in one part, as it is among all.
fn check_parts(pairs: &Pairs, parts: &[Pairs]) -> Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let mut left: BTreeMap<&str, &Pair> =
        pairs.pairs.iter().map(|pair| (pair.id.as_str(), pair)).collect();
    for part in parts {
        let name = &part.name;
        for pair in &part.pairs {
            let id = &pair.id;
            let Some(whole) = left.remove(id.as_str()) else {
                return Err(other_parts(
                    pairs,
                    format!("pair {id} of {name} is not here, or in two parts"),
                ));
            };
            let same = |pair: &Pair| (pair.text.clone(), pair.hypothesis.clone(), pair.answer);
            if same(whole) != same(pair) {
                return Err(other_parts(pairs, format!("pair {id} is another one in {name}")));
            }
        }
    }
    match left.keys().next() {
        Some(id) => Err(other_parts(pairs, format!("pair {id} is in no part"))),
        None => Ok(()),
    }
}

/// Ids and sentences only.
fn blind(pairs: &Pairs) -> Pairs {
    let blind = |pair: &Pair| Pair { answer: None, more: BTreeMap::new(), ..pair.clone() };
    Pairs { name: pairs.name.clone(), pairs: pairs.pairs.iter().map(blind).collect() }
}

fn answers(pairs: &Pairs) -> String {
    let line = |pair: &Pair| format!("{}\t{}\n", pair.id, pair.answer.map_or("", Answer::name));
    pairs.pairs.iter().map(line).collect()
}

/// The words that pairs are about, where any says so.
fn word_pairs(pairs: &Pairs) -> Option<String> {
    let word = |pair: &Pair, name: &str| {
        let word = pair.more.get(name).map_or("", String::as_str);
        word.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let is_said = |pair: &Pair| ["word1", "word2"].iter().any(|name| !word(pair, name).is_empty());
    if !pairs.pairs.iter().any(is_said) {
        return None;
    }
    let line =
        |pair: &Pair| format!("{}\t{}\t{}\n", pair.id, word(pair, "word1"), word(pair, "word2"));
    let lines: String = pairs.pairs.iter().map(line).collect();
    Some(format!("id\tword1\tword2\n{lines}"))
}

/// What else pairs say, under the names that rows have for it.
fn columns(pairs: &Pairs) -> BTreeSet<&str> {
    let own = ["id", "premise", "hypothesis", "label", "entailment"];
    let all = pairs.pairs.iter().flat_map(|pair| pair.more.keys()).map(String::as_str);
    all.filter(|name| !own.contains(name)).collect()
}

/// One row a pair, all with the same fields.
fn jsonl(pairs: &Pairs, columns: &BTreeSet<&str>) -> String {
    let row = |pair: &Pair| {
        let mut row = Map::new();
        row.insert("id".to_string(), pair.id.as_str().into());
        row.insert("premise".to_string(), pair.text.as_str().into());
        row.insert("hypothesis".to_string(), pair.hypothesis.as_str().into());
        row.insert("label".to_string(), i32::from(pair.answer == Some(Answer::Yes)).into());
        row.insert("entailment".to_string(), pair.answer.map_or("", Answer::name).into());
        for name in columns {
            let value = pair.more.get(*name).map_or(Value::Null, |value| value.as_str().into());
            row.insert((*name).to_string(), value);
        }
        format!("{}\n", Value::Object(row))
    };
    pairs.pairs.iter().map(row).collect()
}

/// The parts as machine learners call them, with their files. A set without parts is for testing.
fn learning_parts<'p>(packing: &'p Packing<'_>) -> Vec<(String, String, &'p Pairs)> {
    if packing.parts.is_empty() {
        return vec![("test".to_string(), "test.jsonl".to_string(), packing.pairs)];
    }
    let part = |part: &'p Pairs| {
        let split = match part.name.as_str() {
            "dev" | "development" | "valid" => "validation",
            other => other,
        };
        (split.to_string(), format!("{}.jsonl", part.name), part)
    };
    packing.parts.iter().map(part).collect()
}

/// What the folder is, for programs.
fn description(packing: &Packing<'_>) -> String {
    let about = |pairs: &Pairs| {
        let [yes, no] = [Answer::Yes, Answer::No].map(|answer| n_with(pairs, answer));
        let print = pairs.fingerprint().to_string();
        json!({ "pairs": pairs.pairs.len(), "yes": yes, "no": no, "fingerprint": print })
    };
    let part = |part: &Pairs| (part.name.clone(), about(part));
    let object = json!({
        "name": packing.name,
        "made_by": format!("bezant {VERSION}"),
        "language": packing.language,
        "licence": packing.licence.id(),
        "all": about(packing.pairs),
        "parts": packing.parts.iter().map(part).collect::<Map<String, Value>>(),
        "split": packing.split,
    });
    format!("{object:#}\n")
}

#[cfg(test)]
mod tests;
