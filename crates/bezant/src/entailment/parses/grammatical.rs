//! Grammatical relations as the C&C and RASP parsers print them, under the names modules know.
//!
//! Relations of Stanford's scheme, which C&C can print too, keep their names; those of the RASP
//! scheme get theirs: `(ncsubj make_3 minute_0 obj)` is a passive subject, `(iobj sleep in)` with
//! `(dobj in bed)` a preposition with its object.

use crate::entailment::analysis::{Analysis, Arc, Word, lemma};
use crate::entailment::parses::{Block, Wrong, set};
use crate::error::Position;
use crate::formats::relations::rasp_output;

/// The sentences of the RASP parser's output: each starts with its words.
pub(super) fn rasp_sentences(text: &[u8]) -> Vec<Block<'_>> {
    let mut blocks: Vec<(usize, u64)> = Vec::new();
    let mut at = 0;
    for (line, number) in text.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        if rasp_output::is_heading(line.trim_ascii()) {
            blocks.push((at, number));
        }
        at += line.len();
    }
    let ends = blocks.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    let block = |(&(start, line), end): (&(usize, u64), usize)| {
        (&text[start..end], Position::start_of(line))
    };
    blocks.iter().zip(ends).map(block).collect()
}

/// A sentence of the C&C parser.
pub(super) fn candc(text: &[u8]) -> std::result::Result<Analysis, Wrong> {
    let mut reading = Reading::default();
    for (at, line) in lines(text) {
        if let Some(words) = line.strip_prefix("<c> ") {
            for (number, word) in words.split_whitespace().enumerate() {
                let mut fields = word.split('|');
                let form = fields.next().unwrap_or_default();
                let lemma = fields.next().unwrap_or(form).to_lowercase();
                let tag = fields.next().unwrap_or_default().to_string();
                let word = Word { form: form.to_string(), lemma, tag };
                match reading.analysis.words.get_mut(number) {
                    Some(place) => *place = word,
                    None => {
                        set(&mut reading.analysis.words, number, at, || word)?;
                    }
                }
            }
        } else if !line.starts_with('#') {
            let word = |item: &str| {
                let (form, number) = item.rsplit_once('_')?;
                Some((number.parse().ok()?, form.to_string(), String::new()))
            };
            reading.line(at, &line, word)?;
        }
    }
    Ok(reading.finish())
}

/// A sentence of the RASP parser: `(|It:1_PPH1| |rain+ed:2_VVD|) 1 ; (-3.1)`, then relations.
pub(super) fn rasp(text: &[u8]) -> std::result::Result<Analysis, Wrong> {
    let mut reading = Reading::default();
    let word = |item: &str| {
        let item = item.trim_matches('|');
        let (form, place) = item.rsplit_once(':')?;
        let (number, tag) = place.split_once('_').unwrap_or((place, ""));
        let number: usize = number.parse().ok()?;
        let stem = form.split_once('+').map_or(form, |(stem, _)| stem);
        Some((number.checked_sub(1)?, stem.to_string(), tag.to_string()))
    };
    for (at, line) in lines(text) {
        if rasp_output::is_heading(line.as_bytes()) {
            let words = line.split(") ").next().unwrap_or_default();
            for item in words.split([' ', '(']).filter(|item| !item.is_empty()) {
                if let Some(found) = word(item) {
                    reading.word(found, at, true)?;
                }
            }
        } else if line.starts_with('(') && !line.starts_with("(|T/") {
            reading.line(at, &line, word)?;
        }
    }
    Ok(reading.finish())
}

/// Lines that are not blank, with where they start.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    let mut at = 0;
    let all = text.split_inclusive(|&byte| byte == b'\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, String::from_utf8_lossy(line.trim_ascii()))
    });
    all.filter(|(_, line)| !line.is_empty())
}

/// A word's number, form and tag.
type Found = (usize, String, String);

#[derive(Default)]
struct Reading {
    analysis: Analysis,
    passive: Vec<usize>,
}

impl Reading {
    fn word(
        &mut self,
        (number, form, tag): Found,
        at: usize,
        is_lemma: bool,
    ) -> std::result::Result<usize, Wrong> {
        set(&mut self.analysis.words, number, at, || {
            let lemma = if is_lemma { form.to_lowercase() } else { lemma(&form, &tag) };
            Word { form, lemma, tag }
        })
    }

    /// One relation: its name, then words, an empty slot `_`, or a subtype.
    fn line(
        &mut self,
        at: usize,
        line: &str,
        word: impl Fn(&str) -> Option<Found>,
    ) -> std::result::Result<(), Wrong> {
        let inside = line.strip_prefix('(').and_then(|line| line.strip_suffix(')'));
        let Some(inside) = inside else {
            return Err((at, "a relation stands in parentheses".to_string()));
        };
        let mut items = inside.split_whitespace();
        let name = items.next().unwrap_or_default().trim_matches('|').to_string();
        let items: Vec<&str> = items.collect();
        let found: Vec<Found> = items.iter().filter_map(|item| word(item)).collect();
        let mut words = Vec::with_capacity(found.len());
        for found in found {
            words.push(self.word(found, at, false)?);
        }
        if name == "passive" {
            self.passive.extend(words);
            return Ok(());
        }
        let &[governor, dependent, ..] = words.as_slice() else { return Ok(()) };
        let is_passive = items.last().is_some_and(|last| last.trim_matches('|') == "obj");
        let name = if is_passive && name == "ncsubj" { "nsubjpass".to_string() } else { name };
        self.analysis.arcs.push(Arc { relation: name, governor, dependent });
        Ok(())
    }

    /// Gives relations of the RASP scheme the names that modules know.
    fn finish(mut self) -> Analysis {
        let arcs = std::mem::take(&mut self.analysis.arcs);
        let objects: Vec<(usize, usize)> = arcs
            .iter()
            .filter(|arc| arc.relation == "dobj" && self.is_preposition(arc.governor))
            .map(|arc| (arc.governor, arc.dependent))
            .collect();
        for mut arc in arcs {
            let objects = objects.iter().filter(|(preposition, _)| *preposition == arc.dependent);
            let mut new: Vec<Arc> = Vec::new();
            if matches!(arc.relation.as_str(), "iobj" | "ncmod" | "xmod") {
                let relation = format!("prep_{}", self.analysis.lemma(arc.dependent));
                new.extend(objects.map(|(_, object)| Arc {
                    relation: relation.clone(),
                    governor: arc.governor,
                    dependent: *object,
                }));
            }
            let is_passive = self.passive.contains(&arc.governor);
            arc.relation = match arc.relation.as_str() {
                "ncsubj" if is_passive => "nsubjpass".to_string(),
                "ncsubj" => "nsubj".to_string(),
                "obj2" => "iobj".to_string(),
                "dobj" if self.is_preposition(arc.governor) => "pobj".to_string(),
                "iobj" if !new.is_empty() => "prep".to_string(),
                _ => arc.relation,
            };
            self.analysis.arcs.push(arc);
            self.analysis.arcs.append(&mut new);
        }
        self.analysis
    }

    /// By its tag, of the Penn Treebank or of CLAWS.
    fn is_preposition(&self, word: usize) -> bool {
        let tag = self.analysis.tag(word);
        matches!(tag, "IN" | "TO") || tag.starts_with('I')
    }
}
