//! What models returned, in the objects that evaluation programs and batch interfaces wrap it in.

use serde_json::{Map, Value};

use super::Answer;
use crate::formats::answers_jsonl::{AnswerFields, of_object};

/// A value as text.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The texts of a field: one, or one a sample. Where nothing came back, it is empty.
pub(super) fn samples(value: &Value) -> Vec<String> {
    let text = |value: &Value| if value.is_null() { String::new() } else { plain(value) };
    match value {
        Value::Array(list) => list.iter().map(text).collect(),
        one => vec![text(one)],
    }
}

/// What a sample of lm-evaluation-harness has: the words that were written, all of them if it was asked
/// several times, or the likelier one of the choices, which `entail export` orders NO, YES.
pub(super) fn harness(sample: &Map<String, Value>) -> Option<Vec<String>> {
    let responses = |name: &str| sample.get(name).and_then(Value::as_array);
    // What is filtered has lost all samples but one.
    let repeated = responses("resps").filter(|all| {
        let [Value::Array(list)] = all.as_slice() else { return false };
        list.len() > 1 && list.iter().all(Value::is_string)
    });
    if let Some([Value::Array(list)]) = repeated.map(Vec::as_slice) {
        return Some(list.iter().map(plain).collect());
    }
    let responses = responses("filtered_resps").or_else(|| responses("resps"))?;
    if let [only] = responses.as_slice() {
        return match only {
            Value::Array(list) => Some(vec![plain(list.first()?)]),
            other => Some(vec![plain(other)]),
        };
    }
    let likelihood = |choice: &Value| -> Option<f64> {
        let first = match choice {
            Value::Array(list) => list.first()?,
            other => other,
        };
        first.as_f64().or_else(|| first.as_str()?.parse().ok())
    };
    let [no, yes] = responses.as_slice() else { return None };
    Some(vec![Answer::from(likelihood(yes)? > likelihood(no)?).name().to_string()])
}

/// The texts of what a batch interface returned, or somebody's own script; none where the request
/// failed. Nothing is found where no field is known as a text: in a question, for example, whose `text`
/// is no answer.
pub(super) fn returned(object: &Map<String, Value>) -> Option<Vec<String>> {
    let fields = AnswerFields::default();
    if !object.contains_key("hypothesis") {
        return of_object(object, &fields).ok().map(|(_, texts)| texts);
    }
    let mut rest = object.clone();
    rest.remove("text");
    of_object(&rest, &fields).ok().map(|(_, texts)| texts)
}
