//! Relations taken from dependencies in CoNLL-X or CoNLL-U files, by a mapping.
//!
//! ```toml
//! default = "(dependent _ HEAD DEPENDENT)"
//!
//! [relations]
//! nsubj = "(ncsubj HEAD DEPENDENT _)"
//! "nsubj:pass" = ["(ncsubj HEAD DEPENDENT obj)", "(passive HEAD)"]
//! obj = "(dobj HEAD DEPENDENT)"
//! ```
//!
//! `RELATION` in the place of a type is the dependency's own name.
//!
//! Of [`formats::conllu`](crate::formats::conllu) it is the lines as they stand that are asked for, and not
//! the reader, which names every fault of a table: relations need the words, heads and names alone, and a
//! file that is broken elsewhere (in its features, its numbering, its enhanced graph) can still be scored.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::error::{self, Position, RelationFault, Stream};
use crate::formats::Raw;
use crate::formats::blocks::{self, EmptyLines};
use crate::formats::conllu::{self, Row, ShortLine};
use crate::formats::relations::candc;
use crate::formats::relations::linked::Wrong;
use crate::formats::relations::syntax::Cursor;
use crate::formats::relations::{self, Broken, Input, next_number};
use crate::structures::relations::{NumberedRelations, RelationSet};

/// Which dependency is which relation.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    default: Vec<Vec<u8>>,
    relations: BTreeMap<String, Vec<Vec<u8>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    #[serde(default)]
    default: Templates,
    #[serde(default)]
    relations: BTreeMap<String, Templates>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Templates {
    One(String),
    Several(Vec<String>),
}

impl Default for Templates {
    fn default() -> Templates {
        Templates::Several(Vec::new())
    }
}

impl Mapping {
    /// Reads a mapping from TOML.
    pub fn read(name: &str, text: &[u8]) -> error::Result<Mapping> {
        let input = Input { name, text, stream: Stream::System };
        let wire: Wire = relations::toml(input)?;
        let templates = |templates: Templates| -> error::Result<Vec<Vec<u8>>> {
            let all = match templates {
                Templates::One(one) => vec![one],
                Templates::Several(several) => several,
            };
            all.into_iter()
                .map(|template| {
                    parse(template.as_bytes()).map(|_| template.clone().into_bytes()).ok_or_else(
                        || {
                            let why =
                                format!("{template} is no relation such as (dobj HEAD DEPENDENT)");
                            input.fail(0, RelationFault::BadDescription(why))
                        },
                    )
                })
                .collect()
        };
        let default = templates(wire.default)?;
        let relations = wire
            .relations
            .into_iter()
            .map(|(name, all)| Ok((name, templates(all)?)))
            .collect::<error::Result<_>>()?;
        Ok(Mapping { default, relations })
    }

    /// All it says, piece by piece, however it is written: for each name, `default` first, the name and
    /// its relations.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let relations = self.relations.iter().map(|(name, all)| (name.as_str(), all));
        let all = [("default", &self.default)].into_iter().chain(relations);
        all.flat_map(|(name, templates)| {
            [name.as_bytes()].into_iter().chain(templates.iter().map(Vec::as_slice))
        })
    }

    /// The dependencies that are mentioned, each with a relation that it stands for; `default` is one. Where
    /// a dependency keeps its own name, that of the relation is `RELATION`.
    pub fn relations(&self) -> impl Iterator<Item = (&str, RelationSet)> {
        let relations = self.relations.iter().map(|(name, all)| (name.as_str(), all));
        let all = [("default", &self.default)].into_iter().chain(relations);
        all.flat_map(|(name, templates)| {
            let sets = templates.iter().filter_map(|template| parse(template));
            sets.map(move |set| (name, set))
        })
    }

    /// The relations that a dependency stands for.
    fn of(&self, dependency: &[u8]) -> &[Vec<u8>] {
        let name = std::str::from_utf8(dependency).unwrap_or_default();
        // A subtype that is not mentioned is what its main type is.
        let main = name.split(':').next().unwrap_or_default();
        self.relations.get(name).or_else(|| self.relations.get(main)).unwrap_or(&self.default)
    }
}

fn parse(template: &[u8]) -> Option<RelationSet> {
    let input = Input { name: "", text: template, stream: Stream::System };
    let mut cursor = Cursor::new(input, 0);
    let mut set = RelationSet::default();
    cursor.relation(1.0, &mut set).ok()?;
    (set.len() == 1 && !set.get(0).name.is_empty() && cursor.next().is_none()).then_some(set)
}

/// A word of a sentence.
struct Word<'s> {
    id: &'s [u8],
    form: &'s [u8],
    head: &'s [u8],
    dependency: &'s [u8],
    at: usize,
}

/// Reads all sentences of a file.
pub(crate) fn read(
    input: Input<'_>,
    mapping: &Mapping,
    broken: Broken,
) -> error::Result<Vec<NumberedRelations>> {
    let mut names = BTreeSet::new();
    let sentences = read_noting(input, mapping, broken, &mut names)?;
    if sentences.iter().all(|sentence| sentence.relations.is_empty()) {
        check_mapped(input, &names)?;
    }
    Ok(sentences)
}

/// The same, with the names of what stands below other words, until something is mapped.
pub(super) fn read_noting(
    input: Input<'_>,
    mapping: &Mapping,
    broken: Broken,
    names: &mut BTreeSet<String>,
) -> error::Result<Vec<NumberedRelations>> {
    let mut sentences: Vec<NumberedRelations> = Vec::new();
    let mut is_mapped = false;
    let (found, _) = blocks::split(input.text, Position::start_of(1), EmptyLines::Count);
    let has_words = |raw: &Raw| !blocks::says_nothing(&input.text[raw.start..raw.end]);
    let last = found.iter().rposition(has_words);
    for (index, raw) in found.into_iter().enumerate() {
        let mut words: Vec<Word<'_>> = Vec::new();
        let read = conllu::rows(&input.text[raw.start..raw.end]).try_for_each(|row| {
            words.extend(word(row, raw.start)?);
            Ok(())
        });
        if !is_mapped {
            let below = words.iter().filter(|word| word.head != b"0").map(|word| word.dependency);
            names.extend(below.map(|name| String::from_utf8_lossy(name).into_owned()));
        }
        let number = next_number(&sentences);
        match read.and_then(|()| sentence(&words, mapping)) {
            Ok(Some(sentence)) => {
                is_mapped |= !sentence.relations.is_empty();
                sentences.push(NumberedRelations { number, ..sentence });
            }
            // Where a parser failed there may be comments alone. They keep the place of their sentence, unless they
            // are about the file, as at its head and its end.
            Ok(None) if broken == Broken::Skips && raw.start < raw.end => {
                let is_inside = !sentences.is_empty() && last.is_some_and(|last| index < last);
                if is_inside || candc::is_named(&input.text[raw.start..raw.end]) {
                    let at = raw.start;
                    sentences.push(NumberedRelations {
                        number,
                        at,
                        ..NumberedRelations::default()
                    });
                }
            }
            Ok(None) => {}
            Err((at, why)) => {
                // Before its first word there may be others that are none, such as tokens.
                let start = words.first().map_or(at, |first| first.at.min(at));
                let mut sentence =
                    NumberedRelations { number, at: start, ..NumberedRelations::default() };
                broken.mark(input, &mut sentence, (at, RelationFault::BadWord(why)))?;
                sentences.push(sentence);
            }
        }
    }
    Ok(sentences)
}

/// Fails where nothing that stands below other words became a relation.
pub(super) fn check_mapped(input: Input<'_>, names: &BTreeSet<String>) -> error::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let some: Vec<&str> = names.iter().take(SOME).map(String::as_str).collect();
    let more = if names.len() > SOME { ", …" } else { "" };
    let fault = RelationFault::NothingMapped(format!("{}{more}", some.join(", ")));
    Err(input.fail(0, fault))
}

/// Stands in the place of a type for the dependency's own name.
#[doc(hidden)]
pub const OWN_NAME: &[u8] = b"RELATION";

/// Stands for the word that a dependency is below.
#[doc(hidden)]
pub const HEAD: &[u8] = b"HEAD";

/// Stands for the other one.
#[doc(hidden)]
pub const DEPENDENT: &[u8] = b"DEPENDENT";

/// So many names of a file are told.
const SOME: usize = 8;

/// Columns up to the name of a dependency.
const LEAST: usize = 8;

/// The word of a line, in a sentence that starts at a byte; tokens of several words and empty nodes have none.
fn word<'s>(
    line: Result<Row<'s, LEAST>, ShortLine>,
    start: usize,
) -> Result<Option<Word<'s>>, Wrong> {
    let row = line.map_err(|short| {
        (start + short.at, format!("there are only {} columns", short.n_columns))
    })?;
    let [id, form, _, _, _, _, head, dependency] = row.columns;
    let is_word = !conllu::is_of_several(id) && !conllu::is_between(id);
    Ok(is_word.then_some(Word { id, form, head, dependency, at: start + row.at }))
}

/// The sentence of some words, not yet numbered; without words there is none.
fn sentence(words: &[Word<'_>], mapping: &Mapping) -> Result<Option<NumberedRelations>, Wrong> {
    let Some(first) = words.first() else { return Ok(None) };
    let numbers: BTreeMap<&[u8], &[u8]> = words.iter().map(|word| (word.id, word.form)).collect();
    let mut relations = RelationSet::default();
    for word in words {
        if word.head == b"0" {
            continue;
        }
        let Some(head) = numbers.get(word.head) else {
            let why = format!("no word has the number {}", String::from_utf8_lossy(word.head));
            return Err((word.at, why));
        };
        for template in mapping.of(word.dependency) {
            let set = parse(template).expect("templates were checked when they were read");
            let relation = set.get(0);
            let fillers = relation.fillers.iter().map(|filler| match filler {
                HEAD => head,
                DEPENDENT => word.form,
                other => other,
            });
            let name = match relation.name {
                OWN_NAME => word.dependency,
                other => other,
            };
            relations.push(name, fillers, 1.0, word.at);
        }
    }
    let text = words.iter().map(|word| word.form).collect::<Vec<_>>().join(&b' ');
    Ok(Some(NumberedRelations {
        at: first.at,
        relations,
        words: Some(text),
        ..NumberedRelations::default()
    }))
}
