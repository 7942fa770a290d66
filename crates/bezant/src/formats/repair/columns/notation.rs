//! Dependencies that are written otherwise than in columns: objects of JSON, arrows, typed dependencies,
//! commas or signs in the place of tabs. They are made into columns, with words of their own kept.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::formats::repair::RepairKind;
use crate::formats::repair::columns::table::parse_number;
use crate::formats::stanford;

/// A text in columns, and what making it so was; nothing where it is written in no way that is known.
pub(super) fn as_columns(text: &[u8]) -> Option<(Vec<u8>, RepairKind)> {
    if let Some(text) = of_json(text) {
        return Some((text, RepairKind::Quoted));
    }
    let others = [with_tabs, typed, arrows, commas];
    others.into_iter().find_map(|make| make(text)).map(|text| (text, RepairKind::Notation))
}

/// A line of ten columns.
struct Word<'t> {
    id: &'t [u8],
    form: &'t [u8],
    head: &'t [u8],
    relation: &'t [u8],
}

impl Word<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        let fields: [&[u8]; 10] =
            [self.id, self.form, b"_", b"_", b"_", b"_", self.head, self.relation, b"_", b"_"];
        out.extend_from_slice(
            &fields.map(|field| if field.is_empty() { b"_" } else { field }).join(&b'\t'),
        );
        out.push(b'\n');
    }
}

/// Names of fields of a word, column by column.
const FIELDS: [&[&str]; 8] = [
    &["id", "index", "idx", "i"],
    &["form", "word", "token", "text"],
    &["lemma"],
    &["upos", "pos", "tag"],
    &["xpos"],
    &["feats"],
    &["head", "head_id", "parent", "governor"],
    &["deprel", "relation", "dep", "rel", "label"],
];

/// A list of objects, one a word, alone or in an object.
fn of_json(text: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memchr2(b'[', b'{', text)?;
    let end = memchr::memrchr2(b']', b'}', text)?;
    let value: Value = serde_json::from_slice(text.get(start..=end)?).ok()?;
    let words = match &value {
        Value::Array(list) => list,
        Value::Object(object) => {
            let is_words = |value: &&Value| {
                value.as_array().is_some_and(|list| list.first().is_some_and(Value::is_object))
            };
            object.values().find(is_words)?.as_array()?
        }
        _ => return None,
    };
    let mut out = Vec::new();
    for (at, word) in (1..).zip(words) {
        let word = word.as_object()?;
        let mut fields: Vec<String> = vec!["_".to_string(); 10];
        fields[0] = at.to_string();
        for (column, names) in FIELDS.iter().enumerate() {
            let value = names.iter().find_map(|name| {
                word.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
            });
            let value = match value {
                Some(Value::String(text)) => Some(text.trim().to_string()),
                Some(Value::Number(number)) => Some(number.to_string()),
                _ => None,
            };
            if let Some(value) = value.filter(|it| !it.is_empty() && !it.contains(['\t', '\n'])) {
                fields[column] = value;
            }
        }
        // What has no word or no head is something else.
        if fields[1] == "_" || fields[6] == "_" {
            return None;
        }
        out.extend_from_slice(fields.join("\t").as_bytes());
        out.push(b'\n');
    }
    (!out.is_empty()).then_some(out)
}

/// `\t` and `<TAB>` as what they stand for.
fn with_tabs(text: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let has_signs = text.contains("\\t") || text.contains("<TAB>");
    has_signs.then(|| text.replace("\\t", "\t").replace("<TAB>", "\t").into_bytes())
}

/// `det(cat-2, The-1)`, in the order of words.
fn typed(text: &[u8]) -> Option<Vec<u8>> {
    let mut words: BTreeMap<u32, Word<'_>> = BTreeMap::new();
    let mut rest = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let fact = line.trim_ascii();
        let is_fact =
            fact.first().is_some_and(u8::is_ascii_alphabetic) && stanford::is_dependency(fact);
        let Some(word) = typed_word(fact).filter(|_| is_fact) else {
            rest.extend_from_slice(line);
            rest.push(b'\n');
            continue;
        };
        words.entry(parse_number(word.id)?).or_insert(word);
    }
    // A word that no line is about is lost, and all others would stand for it.
    let is_whole = (1..).zip(words.keys()).all(|(due, number)| due == *number);
    (!words.is_empty() && is_whole).then(|| {
        words.values().for_each(|word| word.write(&mut rest));
        rest
    })
}

fn typed_word(fact: &[u8]) -> Option<Word<'_>> {
    let open = memchr::memchr(b'(', fact)?;
    let inner = fact[open + 1..].strip_suffix(b")")?;
    let comma = memchr::memmem::find(inner, b", ")?;
    let numbered = |name: &'_ [u8]| memchr::memrchr(b'-', name);
    let (head, word) = (&inner[..comma], inner[comma + 2..].trim_ascii());
    let (head_at, word_at) = (numbered(head)?, numbered(word)?);
    Some(Word {
        id: &word[word_at + 1..],
        form: &word[..word_at],
        head: &head[head_at + 1..],
        relation: &fact[..open],
    })
}

/// `The -> cat (det)`, or `1. The → 2 (det)`.
fn arrows(text: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let mut out = Vec::new();
    let mut n = 0;
    for line in text.lines() {
        let plain = line.trim().trim_start_matches(['-', '*', '•']).trim_start();
        let found = ["->", "→", "<-", "←"].iter().find_map(|arrow| plain.split_once(arrow));
        let word = found.filter(|_| !plain.contains("<-") && !plain.contains('←'));
        let Some((word, head)) = word else {
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
            continue;
        };
        n += 1;
        let number = n.to_string();
        let word = word.trim();
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // The number before a word is its own where there is a word behind it.
        let behind = word[digits..].trim_start_matches(['.', ')', ':']).trim();
        let form = if digits > 0 && !behind.is_empty() { behind } else { word };
        let (head, relation) = match head.split_once('(') {
            Some((head, relation)) => {
                (head.trim(), relation.trim_end_matches([')', ' ', ',', '.']))
            }
            None => (head.trim(), ""),
        };
        if form.contains(char::is_whitespace) || head.contains(char::is_whitespace) {
            return None;
        }
        Word {
            id: number.as_bytes(),
            form: form.as_bytes(),
            head: head.as_bytes(),
            relation: relation.as_bytes(),
        }
        .write(&mut out);
    }
    // One arrow may stand in any text.
    (n > 1).then_some(out)
}

/// Commas in the place of tabs, in lines that begin with a number or name columns.
fn commas(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut n = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let n_commas = memchr::memchr_iter(b',', line).count();
        let first = line.split(|byte| *byte == b',').next().unwrap_or(line).trim_ascii();
        let is_id = parse_number(first).is_some() || first.eq_ignore_ascii_case(b"id");
        if n_commas < 3 || !is_id {
            out.extend_from_slice(line);
            continue;
        }
        n += 1;
        out.extend_from_slice(&with_fields(line));
    }
    (n > 1).then_some(out)
}

/// The fields of a line with commas; those that stand in quotation marks may have commas themselves.
fn with_fields(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    let mut is_quoted = false;
    for (at, byte) in line.iter().enumerate() {
        let is_edge = |at: Option<usize>| {
            at.and_then(|at| line.get(at)).is_none_or(|byte| b",\r\n\"".contains(byte))
        };
        match byte {
            b'"' if is_edge(at.checked_sub(1)) || is_edge(Some(at + 1)) => is_quoted = !is_quoted,
            b',' if !is_quoted => out.push(b'\t'),
            byte => out.push(*byte),
        }
    }
    out
}
