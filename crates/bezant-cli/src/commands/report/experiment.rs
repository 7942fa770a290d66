//! An experiment: gold, systems and metrics, in TOML.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Formatter;
use std::path::{Path, PathBuf};

use anyhow::Context;
use bezant::kinds::Holds;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use toml::{Spanned, Value};

use crate::commands::load;

/// What is compared, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    #[serde(default = "usual_title")]
    pub title: String,
    gold: Option<PathBuf>,
    #[serde(default)]
    systems: Systems,
    #[serde(default)]
    metrics: Vec<Metric>,
    #[serde(skip)]
    name: String,
}

/// A command, and its options by their long names.
#[derive(Debug, Default)]
struct Metric {
    command: String,
    /// In the place of the experiment's own.
    gold: Option<PathBuf>,
    systems: Option<Systems>,
    options: BTreeMap<String, Value>,
}

impl<'de> Deserialize<'de> for Metric {
    /// By hand, for what is gathered behind the known names loses its places.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Metric;

            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str("a metric: its command and options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Metric, A::Error> {
                let mut metric = Metric::default();
                let mut command = None;
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "command" => command = Some(map.next_value()?),
                        "gold" => metric.gold = Some(map.next_value()?),
                        "systems" => metric.systems = Some(map.next_value()?),
                        _ => drop(metric.options.insert(name, map.next_value()?)),
                    }
                }
                metric.command = command.ok_or_else(|| A::Error::missing_field("command"))?;
                Ok(metric)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// Names and what stands behind them, in the order in which they are written.
#[derive(Debug, Default)]
struct Systems(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Systems {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Systems, D::Error> {
        let mut found: Vec<_> =
            BTreeMap::<String, Spanned<Value>>::deserialize(deserializer)?.into_iter().collect();
        found.sort_by_key(|(_, value)| value.span().start);
        Ok(Systems(found.into_iter().map(|(name, value)| (name, value.into_inner())).collect()))
    }
}

fn usual_title() -> String {
    "Experiment".to_string()
}

/// The metric that has parses in the place of systems.
const ORACLE: &str = "entail oracle";

/// What people make of pairs, who are in the place of systems; systems are answers.
const FILTER: &str = "entail filter";

/// Files of pairs beside each other.
const TABLES: &str = "entail tables";

/// Options that a page has no use for: where else a result goes, what of it is shown, and whether it is enough.
const NOT_HERE: [&str; 29] = [
    "output",
    "judgements-out",
    "save",
    "run",
    "report",
    "without-text",
    "format",
    "compat",
    "names",
    "plot",
    "agreement",
    "show",
    "contrast",
    "table",
    "columns",
    "order",
    "rows",
    "caption",
    "label",
    "worst",
    "per-sentence",
    "listing",
    "min",
    "max",
    "strict",
    "quiet",
    "help",
    "version",
    "write",
];

/// Tables that a page has whether they are asked for or not.
const ALWAYS_THERE: [&str; 5] = ["labels", "classes", "analysis", "by-size", "details"];

impl Experiment {
    pub fn read(path: &Path) -> anyhow::Result<Experiment> {
        let (name, text) = load(path)?;
        let text = std::str::from_utf8(&text).with_context(|| format!("{name} is not UTF-8"))?;
        Experiment::of_text(&name, text)
    }

    pub fn of_text(name: &str, text: &str) -> anyhow::Result<Experiment> {
        let read: Result<Experiment, toml::de::Error> = toml::from_str(text);
        let mut experiment = read.map_err(|error| {
            anyhow::anyhow!(
                "{name}: {error}\n  hint: bezant report --init GOLD SYSTEM... writes an experiment"
            )
        })?;
        anyhow::ensure!(
            !experiment.metrics.is_empty(),
            "{name} names no metric\n  hint: add [[metrics]] and command = \"brackets\" below it"
        );
        experiment.name = name.to_string();
        Ok(experiment)
    }

    /// What would be typed for each metric, in the folder of the experiment.
    pub fn commands(&self) -> anyhow::Result<Vec<Vec<OsString>>> {
        self.metrics.iter().map(|metric| self.command(metric)).collect()
    }

    fn command(&self, metric: &Metric) -> anyhow::Result<Vec<OsString>> {
        let Metric { command, options, .. } = metric;
        let what = || format!("{}: metric {command}", self.name);
        let scored = [Holds::Trees, Holds::Dependencies, Holds::Relations];
        let mut known: Vec<&str> = scored.iter().flat_map(|holds| holds.jobs()).copied().collect();
        known.extend(["entail score", ORACLE, FILTER, TABLES, "unbounded"]);
        anyhow::ensure!(
            known.contains(&command.as_str()),
            "{}: there is no such metric; use {}",
            what(),
            known.join(", ")
        );
        let gold = metric.gold.as_ref().or(self.gold.as_ref());
        let gold = gold.with_context(|| format!("{} has no gold", what()))?;
        let Systems(systems) = metric.systems.as_ref().unwrap_or(&self.systems);
        // What an oracle compares is said by its options.
        let are_own = metric.systems.is_some();
        let systems = match command.as_str() {
            ORACLE => &[][..],
            // Systems of the experiment are parsers or answers, not pairs.
            TABLES if !are_own => &[][..],
            _ => systems,
        };
        let needs_none = [ORACLE, FILTER, TABLES].contains(&command.as_str());
        anyhow::ensure!(!systems.is_empty() || needs_none, "{} has no systems", what());
        let mut words: Vec<OsString> = vec!["bezant".into()];
        words.extend(command.split(' ').map(OsString::from));
        words.push(no_option(&gold.to_string_lossy()));
        let mut options = options.clone();
        if command == FILTER {
            let judgements = options.remove("judgements");
            let judgements = judgements.with_context(|| format!("{} has no judgements", what()))?;
            for value in values(&judgements).into_iter().flatten() {
                let Typed::Word(file) = value else {
                    anyhow::bail!("{}: judgements are files", what())
                };
                words.push(no_option(&file));
            }
        }
        let mut names = Vec::new();
        if command == TABLES {
            // Files that were taken from the first one stand beside it.
            names.push(gold.file_stem().and_then(|stem| stem.to_str()).unwrap_or("before"));
        }
        for (name, file) in systems {
            let file = file
                .as_str()
                .with_context(|| format!("{}: system {name} is no file's name", what()))?;
            anyhow::ensure!(
                !name.contains(',') && !name.contains(char::is_control),
                "{}: a system's name has no comma: {name}",
                what()
            );
            anyhow::ensure!(!name.trim().is_empty(), "{}: {file} has no name", what());
            names.push(name.as_str());
            match command == FILTER {
                true => words.push(format!("--answers={file}").into()),
                false => words.push(no_option(file)),
            }
        }
        let names = names.join(",");
        match names.starts_with('-') {
            // What looks like an option stands behind a sign of equality.
            true => words.push(format!("--names={names}").into()),
            false if names.is_empty() => {}
            false => words.extend(["--names".into(), names.into()]),
        }
        for (name, value) in &options {
            let name = name.replace('_', "-");
            anyhow::ensure!(
                !NOT_HERE.contains(&name.as_str()),
                "{}: {name} has no place in an experiment",
                what()
            );
            anyhow::ensure!(
                *value != Value::Boolean(false) || !ALWAYS_THERE.contains(&name.as_str()),
                "{}: a page has {name} always; leave {name} = false out",
                what()
            );
            for value in values(value)
                .with_context(|| format!("{}: {name} is a table, not a value", what()))?
            {
                match value {
                    Typed::Flag(true) => words.push(format!("--{name}").into()),
                    Typed::Flag(false) => {}
                    Typed::Word(word) => words.push(format!("--{name}={word}").into()),
                }
            }
        }
        Ok(words)
    }
}

/// A file's name, also one that looks like an option.
fn no_option(name: &str) -> OsString {
    if name.starts_with('-') { format!("./{name}").into() } else { name.into() }
}

/// A value as it would be typed.
enum Typed {
    Flag(bool),
    Word(String),
}

/// Options that may be repeated have a list.
fn values(value: &Value) -> Option<Vec<Typed>> {
    Some(match value {
        Value::Boolean(flag) => vec![Typed::Flag(*flag)],
        Value::String(word) => vec![Typed::Word(word.clone())],
        Value::Integer(n) => vec![Typed::Word(n.to_string())],
        Value::Float(n) => vec![Typed::Word(n.to_string())],
        Value::Datetime(_) | Value::Table(_) => return None,
        Value::Array(all) => {
            let all = all.iter().map(values).collect::<Option<Vec<_>>>()?;
            all.into_iter().flatten().collect()
        }
    })
}
