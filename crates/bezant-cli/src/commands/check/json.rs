//! What was found, for programs.

use bezant::checking::{Checked, FileStatistics, OtherTokens, Sharing, Unshared};
use bezant::error::Error;
use bezant::signature::Signature;
use serde_json::{Map, Value, json};

use super::Looked;
use crate::hints;

/// One object, as `bezant schema` describes it.
pub fn of(files: &[Looked]) -> serde_json::Result<String> {
    let gold = files.first().map_or("", |file| file.name.as_str());
    let object = json!({
        "signature": Signature::new("check").to_string(),
        "metric": "check",
        "gold": gold,
        "systems": [],
        "comparisons": [],
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "notes": [],
    });
    Ok(serde_json::to_string_pretty(&object)? + "\n")
}

fn file(file: &Looked) -> Value {
    let mut object = match &file.found {
        Ok(checked) => checked_file(checked),
        Err(error) => json!({
            "name": file.name,
            "format": null,
            "title": null,
            "unit": null,
            "sentences": null,
            "complete": false,
            "n_faults": 1,
            "faults": [fault(error)],
            "statistics": null,
        }),
    };
    object["shared"] = file.sharing.as_ref().map_or(Value::Null, shared);
    object
}

fn checked_file(checked: &Checked) -> Value {
    json!({
        "name": checked.name,
        "format": checked.kind.name(),
        "title": checked.kind.title(),
        "unit": checked.kind.unit(),
        "sentences": checked.units,
        "complete": checked.is_whole,
        "n_faults": checked.n_faults,
        "faults": checked.faults.iter().map(fault).collect::<Vec<_>>(),
        "statistics": statistics(&checked.statistics),
    })
}

fn fault(error: &Error) -> Value {
    let position = error.position();
    json!({
        "line": position.map(|at| at.line),
        "column": position.map(|at| at.column),
        "message": error.kind().to_string(),
        "help": error.hint().map(hints::of),
    })
}

fn statistics(statistics: &FileStatistics) -> Value {
    let FileStatistics { tokens, lengths, counts, tallies, line_ends } = statistics;
    let mut object = Map::new();
    object.insert("tokens".to_string(), json!(tokens));
    let lengths = lengths
        .map(|it| json!({"min": it.min, "median": it.median, "mean": it.mean, "max": it.max}));
    object.insert("lengths".to_string(), json!(lengths));
    let counts = counts.iter().map(|(name, n)| ((*name).to_string(), json!(n)));
    object.extend(counts);
    for tallied in tallies {
        let names = tallied.names.iter().map(|(name, n)| (name.clone(), json!(n)));
        object.insert(tallied.what.to_string(), Value::Object(names.collect()));
    }
    object.insert("line_ends".to_string(), json!({"lf": line_ends.lf, "crlf": line_ends.crlf}));
    Value::Object(object)
}

fn shared(sharing: &Sharing) -> Value {
    let unshared = |one: &Unshared| json!({"sentence": one.number, "line": one.at.map(|at| at.line), "text": one.text});
    let other = |one: &OtherTokens| {
        let ([gold, here], [gold_tokens, tokens]) = (one.numbers, one.tokens);
        json!({
            "gold": gold,
            "sentence": here,
            "gold_tokens": gold_tokens,
            "tokens": tokens,
            "text": one.text,
        })
    };
    json!({
        "in_place": sharing.in_place,
        "moved": sharing.moved,
        "n_missing": sharing.missing.n,
        "missing": sharing.missing.first.iter().map(unshared).collect::<Vec<_>>(),
        "n_added": sharing.added.n,
        "added": sharing.added.first.iter().map(unshared).collect::<Vec<_>>(),
        "n_other_tokens": sharing.other_tokens.n,
        "other_tokens": sharing.other_tokens.first.iter().map(other).collect::<Vec<_>>(),
    })
}
