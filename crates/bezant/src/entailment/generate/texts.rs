//! Lists of sentences that parsers are to read: lines, tables, or the corpus of unbounded dependencies.

use crate::english::detokenize;
use crate::entailment::generate::LinkRelation;
use crate::entailment::table::{Delimiter, TableInput, text_of};
use crate::error::{EntailmentFault, Result};
use crate::formats::unbounded::{self, Unbounded};

/// A sentence of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedText {
    /// What it is called, if the list says so.
    pub id: Option<String>,
    /// As it is written, or in tokens.
    pub text: String,
    /// Where it comes from, if the list says so.
    pub source: Option<String>,
    /// Dependencies that are known to be right, of a list that has nothing else; by tokens.
    pub known: Option<Vec<KnownLink>>,
}

impl ListedText {
    /// As people write it.
    pub fn plain(&self) -> String {
        match self.known {
            Some(_) => detokenize(&self.text.split(' ').collect::<Vec<_>>()),
            None => self.text.clone(),
        }
    }
}

/// A dependency that is known to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownLink {
    /// How the words belong together.
    pub relation: LinkRelation,
    /// The word that says something, or the preposition.
    pub governor: usize,
    /// The other.
    pub dependent: usize,
}

/// Reads a list: the unbounded corpus, JSONL with `text`, a table with a column `text`, or lines.
///
/// # Errors
/// Where a table or object has no text, or something in the corpus is out of place.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<ListedText>> {
    let input = TableInput::new(name, bytes)?;
    if unbounded::is_unbounded(input.text) {
        let all = unbounded::read(name, input.text)?;
        let source = construction(name);
        let text = |sentence: unbounded::UnboundedSentence| ListedText {
            id: None,
            text: sentence.tokens.join(" "),
            source: Some(source.clone()),
            known: Some(sentence.dependencies.iter().filter_map(known).collect()),
        };
        return Ok(all.into_iter().map(text).collect());
    }
    let first = input.text.trim_start().lines().next().unwrap_or_default();
    // Sentences have commas, and may have tabs.
    let is_table = |delimiter: &Delimiter| {
        let mut columns = first.split(delimiter.sign()).map(str::trim);
        columns.any(|column| column.eq_ignore_ascii_case("text"))
    };
    let found = match Delimiter::of(first, &[Delimiter::Tab]).filter(is_table) {
        _ if first.starts_with('{') => json_lines(input)?,
        Some(delimiter) => table(input, delimiter)?,
        None => {
            let plain = |(_, line): (usize, &str)| ListedText {
                text: line.split_whitespace().collect::<Vec<_>>().join(" "),
                ..ListedText::default()
            };
            input.lines().map(plain).collect()
        }
    };
    match found.is_empty() {
        true => {
            let why = "there is no sentence in it".to_string();
            Err(input.fail(0, EntailmentFault::Malformed(why)))
        }
        false => Ok(found),
    }
}

/// The construction that a file of the corpus is about, as its name says it: `dev.obj_free_rels`.
fn construction(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let short = file.strip_suffix(".gz").unwrap_or(file);
    let part = ["dev.", "test."].iter().find_map(|start| short.strip_prefix(start));
    part.unwrap_or(short).to_string()
}

fn known(one: &Unbounded) -> Option<KnownLink> {
    let relation = match one.relation.as_str() {
        "nsubj" => LinkRelation::Subject,
        "dobj" | "nsubjpass" => LinkRelation::Object,
        "obj2" | "iobj" => LinkRelation::SecondObject,
        "pobj" | "prep" => LinkRelation::Prepositional,
        "advmod" => LinkRelation::Adverb,
        "ccomp" => LinkRelation::Complement,
        "xcomp" => LinkRelation::OpenComplement,
        _ => return None,
    };
    Some(KnownLink { relation, governor: one.head.token, dependent: one.dependent.token })
}

fn of_fields(mut take: impl FnMut(&str) -> Option<String>) -> Option<ListedText> {
    let text = take("text").or_else(|| take("t"))?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let full = |value: Option<String>| value.filter(|value| !value.trim().is_empty());
    (!text.is_empty()).then(|| ListedText {
        id: full(take("id")),
        text,
        source: full(take("source")),
        known: None,
    })
}

fn json_lines(input: TableInput<'_>) -> Result<Vec<ListedText>> {
    let mut found = Vec::new();
    for (at, line) in input.lines() {
        let mut object = input.object(at, line)?;
        let text = of_fields(|name| text_of(object.remove(name)?));
        found.push(text.ok_or_else(|| input.fail(at, EntailmentFault::NoColumn("text")))?);
    }
    Ok(found)
}

fn table(input: TableInput<'_>, delimiter: Delimiter) -> Result<Vec<ListedText>> {
    let mut columns: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for record in input.records(delimiter).records() {
        let record = record.map_err(|error| input.bad_table(&error))?;
        if columns.is_empty() {
            columns = record.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
            input.check_columns(input.start(&record), &columns)?;
            continue;
        }
        let take = |name: &str| {
            let at = columns.iter().position(|column| column == name)?;
            record.get(at).map(str::to_string)
        };
        // A row without a sentence is one that no parser reads either.
        found.extend(of_fields(take));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_every_format() {
        let texts = |list: &str| -> Vec<String> {
            let show = |one: ListedText| {
                let [id, source] = [one.id, one.source].map(Option::unwrap_or_default);
                format!("{id}|{}|{source}", one.text)
            };
            read("dev.obj_qus", list.as_bytes()).unwrap().into_iter().map(show).collect()
        };
        assert_eq!(texts("Dogs bark.\n\nCats  sleep.\n"), ["|Dogs bark.|", "|Cats sleep.|"]);
        assert_eq!(texts("id\ttext\tsource\n7\tDogs bark.\tnews\n"), ["7|Dogs bark.|news"]);
        assert_eq!(texts("{\"text\": \"Dogs bark.\", \"id\": 7}\n"), ["7|Dogs bark.|"]);
        let corpus = "a.mrg\nWhat did he see ?\ndobj see_3 What_0\n";
        assert_eq!(texts(corpus), ["|What did he see ?|obj_qus"]);
        assert!(read("x", b"\n").is_err());
        assert!(read("x", b"{\"words\": 1}\n").is_err());
    }
}
