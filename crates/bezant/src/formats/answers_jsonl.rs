//! What language models returned, one JSON object a line: an id, and one or more texts.
//!
//! Somebody's own script writes `{"id": 3, "response": "…"}`; the batch interfaces of the large
//! providers wrap the same in a few more objects. Whichever it is, here it becomes an id and texts.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Place, Position, Result, in_plain_words};

/// Where in an object to look; what is not said is guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerFields {
    /// The field with the id; dots lead into objects and lists (`metadata.sentence`).
    pub id: Option<String>,
    /// The field with the text that the model returned, in the same way.
    pub output: Option<String>,
}

/// One line: what was asked, and what came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonAnswer {
    /// What the answer is to, if the line says so; numbers are written as they are.
    pub id: Option<String>,
    /// The texts that came back: several where several samples were drawn at once, none where the
    /// request failed or was refused.
    pub outputs: Vec<String>,
    /// Where the line starts, in bytes.
    pub at: usize,
    /// Which line it is, the first being 1.
    pub line: u64,
}

/// Names of ids, the surest first: batch interfaces have an `id` of their own beside `custom_id`.
const IDS: [&str; 8] =
    ["custom_id", "id", "sent_id", "sentence_id", "key", "sentence", "number", "index"];

/// Names under which texts stand, or what wraps them, the surest first.
const OUTPUTS: [&str; 20] = [
    "response",
    "result",
    "body",
    "choices",
    "candidates",
    "message",
    "output",
    "outputs",
    "completion",
    "completions",
    "responses",
    "samples",
    "content",
    "parts",
    "text",
    "generated_text",
    "answer",
    "prediction",
    "resps",
    "messages",
];

/// Lists of these are samples; the parts of one text are lists as well.
const SAMPLES: [&str; 8] = [
    "choices",
    "candidates",
    "outputs",
    "completions",
    "responses",
    "samples",
    "predictions",
    "resps",
];

/// So many wrappings are looked into.
const DEEPEST: usize = 12;

/// Whether a text begins as a file of such lines.
pub fn is_answers_jsonl(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    // An object, and not a set of relations or a table of something else: its first key is a string.
    let inner = start.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inner.is_some_and(|inner| inner.starts_with(b"\""))
}

/// Whether a line is such an object, with a text under a name that is known.
pub(crate) fn has_outputs(line: &str) -> bool {
    let line = line.trim_start_matches('\u{FEFF}');
    let object: std::result::Result<Map<String, Value>, _> = serde_json::from_str(line);
    object.is_ok_and(|object| of_object(&object, &AnswerFields::default()).is_ok())
}

/// Reads all lines; empty ones are nothing.
///
/// # Errors
/// Where a line is no JSON object, or has no field of the name that was given.
pub fn read_answers_jsonl(
    name: &str,
    text: &[u8],
    fields: &AnswerFields,
) -> Result<Vec<JsonAnswer>> {
    let skipped = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut answers = Vec::new();
    let mut at = skipped;
    for (number, line) in (1..).zip(text[skipped..].split_inclusive(|byte| *byte == b'\n')) {
        let start = at;
        at += line.len();
        if line.trim_ascii().is_empty() {
            continue;
        }
        let fail = |why: String| {
            let place = Place::locate(line, 0, Position::start_of(number));
            Error::at(name, place, ErrorKind::BadAnswer(why))
        };
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| fail(in_plain_words(&error.to_string())))?;
        let Value::Object(object) = &value else {
            return Err(fail("it is no object with an id and a text".to_string()));
        };
        let (id, outputs) = of_object(object, fields).map_err(fail)?;
        answers.push(JsonAnswer { id, outputs, at: start, line: number });
    }
    Ok(answers)
}

/// The id and the texts of one object.
///
/// # Errors
/// What is missing, in words.
pub(crate) fn of_object(
    object: &Map<String, Value>,
    fields: &AnswerFields,
) -> std::result::Result<(Option<String>, Vec<String>), String> {
    let id = match &fields.id {
        Some(path) => {
            let value = at_path(object, path).ok_or_else(|| format!("there is no field {path}"))?;
            Some(plain(value).ok_or_else(|| format!("{path} is no id"))?)
        }
        None => IDS.iter().find_map(|name| object.get(*name).and_then(plain)),
    };
    let mut outputs = Vec::new();
    match &fields.output {
        Some(path) => match at_path(object, path) {
            Some(value) => {
                let last = path.rsplit('.').next().unwrap_or(path);
                texts_of(last, value, DEEPEST, &mut outputs);
            }
            // A request that failed has nothing where others have an answer.
            None if has_failed(object) => {}
            None => return Err(format!("there is no field {path}")),
        },
        None => match OUTPUTS.iter().find_map(|name| Some((name, object.get(*name)?))) {
            Some((name, value)) => {
                texts_of(name, value, DEEPEST, &mut outputs);
                if outputs.is_empty() && !has_failed(object) {
                    outputs.extend(only_text(name, value)?);
                }
            }
            None if has_failed(object) => {}
            None => {
                let names: Vec<&str> = object.keys().map(String::as_str).collect();
                return Err(format!("none of its fields is known as a text: {}", names.join(", ")));
            }
        },
    }
    Ok((id, outputs))
}

/// The only text in a value of fields that nobody knows.
///
/// # Errors
/// Where there are several, with a field to name.
fn only_text(name: &str, value: &Value) -> std::result::Result<Option<String>, String> {
    let Some((path, value)) = own_fields(name.to_string(), value, DEEPEST) else { return Ok(None) };
    let mut found = Vec::new();
    strings(path, value, DEEPEST, &mut found);
    match found.as_slice() {
        [] => Ok(None),
        [(_, text)] => Ok(Some((*text).to_string())),
        [(first, _), ..] => {
            let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).take(8).collect();
            Err(format!(
                "it has several texts, {}; name the field of one, for example {first}",
                paths.join(", ")
            ))
        }
    }
}

/// An object with fields of somebody's own, and what leads to it: what a tool was called with, or one in
/// which no interface has wrapped anything.
fn own_fields(path: String, value: &Value, deepest: usize) -> Option<(String, &Value)> {
    let deeper = deepest.checked_sub(1)?;
    match value {
        Value::Array(list) => (0..)
            .zip(list)
            .find_map(|(at, one): (usize, _)| own_fields(format!("{path}.{at}"), one, deeper)),
        Value::Object(object) if is_call(object) => {
            Some((format!("{path}.input"), object.get("input")?))
        }
        Value::Object(object) if has_failed(object) || is_thought(value) => None,
        Value::Object(object) => {
            let mut wrapped = OUTPUTS.iter().filter_map(|name| Some((name, object.get(*name)?)));
            match wrapped.next() {
                Some((name, inner)) => own_fields(format!("{path}.{name}"), inner, deeper),
                None => Some((path, value)),
            }
        }
        _ => None,
    }
}

/// All texts in a value, with what leads to them, but for what interfaces say about an answer.
fn strings<'v>(path: String, value: &'v Value, deepest: usize, found: &mut Vec<(String, &'v str)>) {
    let Some(deeper) = deepest.checked_sub(1) else { return };
    match value {
        Value::String(text) => found.push((path, text)),
        Value::Object(object) => {
            let about = ["type", "id", "role", "status", "model", "finish_reason", "refusal"];
            let others = object.iter().filter(|(key, _)| !about.contains(&key.as_str()));
            others.for_each(|(key, one)| strings(format!("{path}.{key}"), one, deeper, found));
        }
        _ => {}
    }
}

fn is_call(object: &Map<String, Value>) -> bool {
    object.get("type").and_then(Value::as_str) == Some("tool_use")
}

/// Whether a part of an answer is a thought.
fn is_thought(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    ["thinking", "redacted_thinking", "reasoning"].contains(&kind)
        || value.get("thought") == Some(&Value::Bool(true))
}

fn has_failed(object: &Map<String, Value>) -> bool {
    object.get("error").is_some_and(|error| !error.is_null())
}

/// What a path of names and numbers leads to.
fn at_path<'v>(object: &'v Map<String, Value>, path: &str) -> Option<&'v Value> {
    // A name may have dots itself.
    if let Some(value) = object.get(path) {
        return Some(value);
    }
    let mut names = path.split('.');
    let first = object.get(names.next()?)?;
    names.try_fold(first, |value, name| match value {
        Value::Object(object) => object.get(name),
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A value that is written in one word or text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_true) => Some(is_true.to_string()),
        _ => None,
    }
}

/// Adds the texts of a value that stands under a name.
fn texts_of(name: &str, value: &Value, deepest: usize, texts: &mut Vec<String>) {
    let Some(deeper) = deepest.checked_sub(1) else { return };
    match value {
        Value::Array(list) => {
            if name == "messages" {
                // A whole talk: what was said last is the answer.
                let last = list.last().filter(|it| it.get("role") != Some(&Value::from("user")));
                last.into_iter().for_each(|last| texts_of("", last, deeper, texts));
                return;
            }
            // Harnesses have a list of lists: of requests, and of samples of each.
            let is_samples = SAMPLES.contains(&name) || list.iter().all(Value::is_string);
            if is_samples {
                list.iter().for_each(|one| texts_of("", one, deeper, texts));
                return;
            }
            // Parts of one text, with what was only thought among them.
            let mut parts = Vec::new();
            list.iter().for_each(|part| texts_of("", part, deeper, &mut parts));
            if !parts.is_empty() {
                texts.push(parts.concat());
            }
        }
        Value::Object(object) => {
            if is_call(object) || is_thought(value) {
                return;
            }
            let inner = OUTPUTS.iter().find_map(|name| Some((name, object.get(*name)?)));
            if let Some((name, value)) = inner {
                texts_of(name, value, deeper, texts);
            }
        }
        value => texts.extend(plain(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, fields: &AnswerFields) -> (Option<String>, Vec<String>) {
        let mut all = read_answers_jsonl("answers.jsonl", line.as_bytes(), fields).unwrap();
        assert_eq!(all.len(), 1);
        let JsonAnswer { id, outputs, .. } = all.remove(0);
        (id, outputs)
    }

    #[test]
    fn an_answer_is_found_in_what_interfaces_wrap_it_in() {
        let nothing = AnswerFields::default();
        for line in [
            r#"{"id": "s1", "response": "(S)"}"#,
            r#"{"id": "s1", "prompt": "Parse this", "output": "(S)"}"#,
            r#"{"sent_id": "s1", "completion": "(S)"}"#,
            r#"{"id": "s1", "text": "(S)"}"#,
            r#"{"id": "batch_req_9", "custom_id": "s1", "response": {"status_code": 200, "body":
                {"choices": [{"index": 0, "message": {"role": "assistant", "content": "(S)"}}]}},
                "error": null}"#,
            r#"{"custom_id": "s1", "result": {"type": "succeeded", "message": {"content":
                [{"type": "thinking", "thinking": "let me see"}, {"type": "text", "text": "(S)"}]}}}"#,
            r#"{"custom_id": "s1", "response": {"body": {"output": [{"type": "reasoning", "summary": []},
                {"type": "message", "content": [{"type": "output_text", "text": "(S)"}]}]}}}"#,
            r#"{"id": "s1", "response": {"parse": "(S)"}}"#,
            r#"{"custom_id": "s1", "result": {"type": "succeeded", "message": {"role": "assistant", "content":
                [{"type": "tool_use", "id": "toolu_1", "name": "parse", "input": {"tree": "(S)"}}]}}}"#,
            r#"{"id": "s1", "resps": [["(S)"]], "doc": {"text": "no"}}"#,
            r#"{"id": "s1", "messages": [{"role": "user", "content": "Parse"},
                {"role": "assistant", "content": "(S)"}]}"#,
            r#"{"key": "s1", "response": {"candidates": [{"content": {"parts": [{"text": "(S)"}]}}]}}"#,
        ] {
            let line = line.replace('\n', " ");
            let found = read(&line, &nothing);
            assert_eq!(found, (Some("s1".into()), vec!["(S)".to_string()]), "{line}");
        }
        let (id, outputs) = read(r#"{"content": [{"text": "(S"}, {"text": ")"}]}"#, &nothing);
        assert_eq!((id, outputs), (None, vec!["(S)".to_string()]));
    }

    #[test]
    fn several_samples_are_several_texts_and_failures_none() {
        let nothing = AnswerFields::default();
        let two = r#"{"id": 2, "choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]}"#;
        assert_eq!(read(two, &nothing), (Some("2".into()), vec!["a".into(), "b".into()]));
        let list = r#"{"id": 2, "responses": ["a", "b"]}"#;
        assert_eq!(read(list, &nothing).1, ["a", "b"]);
        for failed in [
            r#"{"id": 2, "response": null, "error": {"code": "x"}}"#,
            r#"{"id": 2, "error": {"code": "x"}}"#,
            r#"{"custom_id": "2", "result": {"type": "errored", "error": {"type": "x"}}}"#,
        ] {
            assert!(read(failed, &nothing).1.is_empty(), "{failed}");
        }
    }

    #[test]
    fn fields_can_be_named_and_what_is_missing_is_said() {
        let fields = AnswerFields { id: Some("meta.n".into()), output: Some("got.1".into()) };
        let line = r#"{"id": "no", "response": "no", "meta": {"n": 7}, "got": ["a", "b"]}"#;
        assert_eq!(read(line, &fields), (Some("7".into()), vec!["b".into()]));
        let fail = |text: &str, fields: &AnswerFields| {
            read_answers_jsonl("a.jsonl", text.as_bytes(), fields).unwrap_err().to_string()
        };
        assert_eq!(
            fail("\n{\"id\": 1}\n", &AnswerFields::default()),
            "a.jsonl:2:1: this is no answer: none of its fields is known as a text: id"
        );
        assert_eq!(
            fail("{\"id\": 1, \"text\": \"\"}\n", &fields),
            "a.jsonl:1:1: this is no answer: there is no field meta.n"
        );
        assert_eq!(
            fail(
                "{\"id\": 1, \"response\": {\"why\": \"a\", \"parse\": \"b\"}}",
                &AnswerFields::default()
            ),
            "a.jsonl:1:1: this is no answer: it has several texts, response.parse, response.why; name the field \
             of one, for example response.parse"
        );
        let named = AnswerFields { id: None, output: Some("response.parse".into()) };
        assert_eq!(read(r#"{"id": 1, "response": {"why": "a", "parse": "b"}}"#, &named).1, ["b"]);
        assert_eq!(
            fail("[1]", &fields),
            "a.jsonl:1:1: this is no answer: it is no object with an id and a text"
        );
        assert!(is_answers_jsonl(b" {\"id\": 1}") && !is_answers_jsonl(b"{a b}"));
    }
}
