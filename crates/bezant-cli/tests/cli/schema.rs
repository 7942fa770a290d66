//! What `bezant schema` says holds for the JSON of every command.

use serde_json::Value;

use crate::filter::judged;
use crate::program::Folder;

/// The part of JSON Schema that ours is written in.
fn check(schema: &Value, all: &Value, value: &Value, at: &str) -> Result<(), String> {
    let Value::Object(rules) = schema else { panic!("{at}: {schema} is no schema") };
    for (rule, wanted) in rules {
        let fails = match rule.as_str() {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                check(&all["$defs"][name], all, value, at)?;
                None
            }
            "anyOf" => {
                let any = wanted.as_array().unwrap();
                let is_one = any.iter().any(|one| check(one, all, value, at).is_ok());
                (!is_one).then(|| format!("{value} is none of {wanted}"))
            }
            "enum" => {
                let is_there = wanted.as_array().unwrap().contains(value);
                (!is_there).then(|| format!("{value} is none of {wanted}"))
            }
            "type" => {
                let types = match wanted {
                    Value::Array(several) => several.clone(),
                    one => vec![one.clone()],
                };
                let is_it = types.iter().any(|kind| is(kind.as_str().unwrap(), value));
                (!is_it).then(|| format!("{value} is no {wanted}"))
            }
            "minimum" => {
                let is_less = value.as_f64().is_some_and(|n| n < wanted.as_f64().unwrap());
                is_less.then(|| format!("{value} is less than {wanted}"))
            }
            "minItems" | "maxItems" => {
                let (n, limit) =
                    (value.as_array().map(Vec::len), wanted.as_u64().unwrap() as usize);
                let is_off =
                    n.is_some_and(|n| if rule == "minItems" { n < limit } else { n > limit });
                is_off.then(|| format!("{n:?} items"))
            }
            "items" => {
                for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(wanted, all, item, &format!("{at}/{n}"))?;
                }
                None
            }
            "required" => {
                let names = wanted.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                let mut missing = names.filter(|name| value.get(name).is_none());
                missing.next().map(|name| format!("{name} is missing"))
            }
            "properties" => {
                for (name, rule) in wanted.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        check(rule, all, inner, &format!("{at}/{name}"))?;
                    }
                }
                None
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object();
                let others = value.as_object().into_iter().flatten();
                let others =
                    others.filter(|(name, _)| known.is_none_or(|it| !it.contains_key(*name)));
                for (name, inner) in others {
                    if wanted == &Value::Bool(false) {
                        return Err(format!("{at}: {name} is not in the schema"));
                    }
                    check(wanted, all, inner, &format!("{at}/{name}"))?;
                }
                None
            }
            other => panic!("{at}: this test knows nothing of {other}"),
        };
        if let Some(why) = fails {
            return Err(format!("{at}: {why}"));
        }
    }
    Ok(())
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        other => panic!("{other} is no type"),
    }
}

#[test]
fn the_schema_holds_for_every_metric() {
    let folder = Folder::new();
    let ran = folder.run("schema");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let schema: Value = serde_json::from_str(&ran.out).unwrap();
    let deps =
        "dependencies entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu";
    let relations = "relations entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu \
                     --mapping entailments/relations.toml";
    for words in [
        "entail decide entailments/pairs.xml --parses entailments/strong.conllu --module ud -o s.txt",
        "entail decide entailments/pairs.xml --parses entailments/weak.conllu --module ud -o w.txt",
        "brackets gold.mrg strong.mrg weak.mrg --save rows.jsonl",
        "convert --to sd-basic gold.mrg -o gold.sd",
    ] {
        assert_eq!(folder.run(words).status, 0, "{words}");
    }
    folder.write("judged.csv", judged(&folder));
    // A line that is lost and one that stands there twice.
    let mut lines: Vec<String> = folder.read("strong.mrg").lines().map(String::from).collect();
    lines.remove(20);
    lines.insert(30, lines[30].clone());
    folder.write("lost.mrg", lines.join("\n"));
    let (one, two) = (folder.read("weak.mrg"), folder.read("strong.mrg"));
    let lists = one.lines().zip(two.lines()).map(|(one, two)| format!("{one}\n{two}\n\n"));
    folder.write("lists.txt", lists.collect::<String>());
    let features =
        folder.read("entailments/gold.conllu").replace("NOUN\tNNS\t_", "NOUN\tNNS\tNumber=Plur");
    folder.write("features.conllu", features);
    let twice = folder.read("s.txt").repeat(2).replace("1\tYES", "1\tperhaps");
    folder.write("twice.txt", twice);
    let sample = |text: &str| format!("{}\n", serde_json::json!({"id": 1, "output": text}));
    let trees = [folder.read("gold.mrg"), folder.read("weak.mrg")];
    let samples: String = trees.iter().flat_map(|file| file.lines().next()).map(sample).collect();
    folder.write("samples.jsonl", samples);
    folder.write(
        "corpus.unbounded",
        "own.mrg\nWe waited .\nnsubj waited_1 We_0\ndobj waited_1 We_0\n",
    );
    for name in ["gold", "parser"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        folder.write(&format!("{name}/a.mrg"), &two).write(&format!("{name}/c.mrg"), &two);
    }
    folder.write("gold/b.mrg", &one);
    let all = " --worst 2 --per-sentence";
    for words in [
        format!(
            "brackets gold.mrg strong.mrg weak.mrg failing.mrg --labels --explain -c 10{all} \
                 --buckets length:10 --buckets depth:5"
        ),
        "brackets gold.mrg strong.mrg".to_string(),
        "brackets gold.mrg strong.mrg weak.mrg --against rows.jsonl".to_string(),
        format!("brackets gold.mrg strong.mrg failing.mrg --classes{all}"),
        format!("{deps} --classes{all}"),
        format!("brackets gold.mrg strong.mrg --functions score --labels{all}"),
        format!("brackets gold.mrg strong.mrg --preset unsupervised --explain{all}"),
        format!("brackets gold.mrg lost.mrg --align{all}"),
        format!("brackets gold.mrg lists.txt --n-best oracle{all}"),
        format!("brackets gold parser{all}"),
        format!("fragments gold.mrg lost.mrg --align{all}"),
        format!("brackets gold.mrg failing.mrg --repair{all}"),
        "brackets gold.mrg samples.jsonl --repair".to_string(),
        "brackets gold.mrg strong.mrg weak.mrg --contrast strong weak".to_string(),
        "brackets gold.mrg strong.mrg weak.mrg --show labels:NP".to_string(),
        "brackets gold.mrg strong.mrg --agreement".to_string(),
        format!("fragments gold.mrg strong.mrg failing.mrg --by-size -c 10{all}"),
        format!("{deps} --analysis{all} --buckets length:10"),
        format!("{deps} --preset conllx --analysis{all}"),
        format!(
            "dependencies features.conllu features.conllu --preset msp{all} --buckets length:10"
        ),
        format!("{deps} --buckets frequency:1,5 --buckets distance:1,2"),
        format!("{deps} --agreement"),
        format!("dependencies gold.sd gold.sd --analysis{all}"),
        format!(
            "{relations} --match all --assignment optimal --confusion{all} --buckets relations:5"
        ),
        format!("{relations} --match original,hierarchy --listing"),
        format!("{relations} --agreement"),
        format!("entail score entailments/pairs.xml s.txt w.txt{all} --buckets answer"),
        "entail score entailments/pairs.xml s.txt w.txt --agreement".to_string(),
        "entail score entailments/pairs.xml twice.txt --samples mean".to_string(),
        "check entailments/gold.conllu entailments/weak.conllu".to_string(),
        "check entailments/pairs.xml s.txt".to_string(),
        "entail oracle entailments/pairs.xml --gold-parses entailments/gold.conllu --module ud"
            .to_string(),
        "entail filter entailments/pairs.xml judged.csv --against entailments/pairs.xml"
            .to_string(),
        "entail filter entailments/pairs.xml --against entailments/pairs.xml".to_string(),
        "entail tables entailments/pairs.xml entailments/pairs.xml --names new,kept".to_string(),
        "unbounded corpus.unbounded gold.mrg --explain --per-sentence --buckets construction"
            .to_string(),
        "merge rows.jsonl".to_string(),
        "compare rows.jsonl".to_string(),
    ] {
        let json = folder.json(&words);
        let found = check(&schema, &schema, &json, "");
        assert_eq!(found, Ok(()), "{words}");
    }
    // Whoever looks for faults finds some.
    let ran = folder.run("check gold.mrg failing.mrg missing.mrg --format json");
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, check(&schema, &schema, &json, "")), (2, Ok(())));
    // The validator itself sees what is wrong.
    let mut json = folder.json("brackets gold.mrg failing.mrg");
    json["systems"][0]["skipped"][0]["reason"] = "bored".into();
    assert!(check(&schema, &schema, &json, "").is_err());
}
