//! Answers beside saved rows of the same parsers.

use std::path::PathBuf;

use bezant::comparison::Beside;
use bezant::entailment::answers::Signed;
use bezant::entailment::score::EntailmentCounts;
use bezant::evaluation::Evaluation;
use bezant::kinds::without_suffix;
use bezant::metric::Score;
use bezant::saved::OwnCounts;
use bezant::saved::{SavedMetric, Visitor, Wanted, with_metric};
use bezant::source::Source;

use crate::commands::SAVED;
use crate::commands::merge::open_rows;

/// What rows say of a parser: its name, and its main scores with their headings.
pub struct RowsOfParser {
    name: String,
    scores: Vec<(String, Score)>,
}

/// So many scores of a metric: of dependencies UAS and LAS.
const MOST: usize = 2;

/// The parsers of all files.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<RowsOfParser>> {
    let mut all = Vec::new();
    for path in paths {
        let (mut files, signature) = open_rows(std::slice::from_ref(path))?;
        all.extend(with_metric(&signature, ScoringRows { file: files.remove(0) })??);
    }
    Ok(all)
}

struct ScoringRows {
    file: Source,
}

impl Visitor for ScoringRows {
    type Output = anyhow::Result<Vec<RowsOfParser>>;

    fn visit<M: SavedMetric>(self, metric: M) -> anyhow::Result<Vec<RowsOfParser>> {
        let systems = M::Counts::read(self.file)?;
        let report = metric.report(&systems, &Wanted { gold: SAVED, ..Wanted::default() });
        let of_parser = |system: &bezant::report::SystemResult| {
            let score = |(name, heading): &(&'static str, &'static str)| {
                let score = system.scores.iter().find(|score| score.name == *name)?;
                Some((heading.to_string(), *score))
            };
            RowsOfParser {
                name: system.name.clone(),
                scores: report.main.iter().filter_map(score).take(MOST).collect(),
            }
        };
        Ok(report.systems.iter().map(of_parser).collect())
    }
}

/// The name by which files of one parser are the same: without folder and suffix.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match without_suffix(file) {
        "" => file,
        stem => stem,
    }
}

/// What differs between parsers, and not between ways to answer.
const OF_PARSERS: [&str; 10] = [
    "module", "input", "n", "pairs", "parsed", "parser", "parses", "trained", "version", "weights",
];

/// How each system's answers were made: the module and, where it was used in several ways, the options
/// that tell them apart. Systems are ranked within one way, for the same parser comes once in each.
fn groups(signed: &[Signed]) -> Vec<String> {
    let module = |one: &Signed| {
        let column = one.answers.name.split_once(':').map(|(_, module)| module);
        let made_by = one.made_by.as_ref().and_then(|made_by| made_by.get("module"));
        column.or(made_by).unwrap_or_default().to_string()
    };
    let options = |one: &Signed| -> Vec<(String, String)> {
        let fields = one.made_by.iter().flat_map(|made_by| made_by.fields());
        let fields = fields.filter(|(key, _)| !OF_PARSERS.contains(key));
        fields.map(|(key, value)| (key.to_string(), value.to_string())).collect()
    };
    let ways: Vec<_> = signed.iter().map(|one| (module(one), options(one))).collect();
    let name = |(module, options): &(String, Vec<(String, String)>)| {
        // As published nothing else can be chosen.
        if options.iter().any(|(key, _)| key == "published") {
            return format!("{module} published");
        }
        let others: Vec<_> = ways
            .iter()
            .filter(|(other, theirs)| {
                other == module && theirs.iter().all(|(key, _)| key != "published")
            })
            .collect();
        let differs =
            |option: &&(String, String)| others.iter().any(|(_, theirs)| !theirs.contains(option));
        let told = options.iter().filter(differs).map(|(key, value)| format!(" {key}:{value}"));
        format!("{module}{}", told.collect::<String>())
    };
    ways.iter().map(name).collect()
}

/// Each system with the rows of its parser: of its own name or, if there are none, of the name of the parses
/// that its answers were made from.
pub fn matched(
    signed: &[Signed],
    systems: &[Evaluation<EntailmentCounts>],
    parsers: Vec<RowsOfParser>,
) -> anyhow::Result<Vec<Beside>> {
    let find = |name: &str| {
        let of: Vec<&RowsOfParser> =
            parsers.iter().filter(|parser| stem(&parser.name) == stem(name)).collect();
        // Rows of several metrics stand beside each other.
        let scores: Vec<(String, Score)> =
            of.into_iter().flat_map(|parser| parser.scores.iter().cloned()).collect();
        (!scores.is_empty()).then_some(scores)
    };
    let modules = groups(signed);
    let beside = |((one, system), module): ((&Signed, &Evaluation<EntailmentCounts>), &String)| {
        let name = one.answers.name.as_str();
        let file = name.split_once(':').map_or(name, |(file, _)| file);
        let parser = one.made_by.as_ref().and_then(|made_by| made_by.get("parser"));
        let scores = find(name).or_else(|| find(file)).or_else(|| find(parser?));
        Beside {
            system: name.to_string(),
            module: module.clone(),
            accuracy: system.total().accuracy(),
            scores: scores.unwrap_or_default(),
        }
    };
    let found: Vec<Beside> = signed.iter().zip(systems).zip(&modules).map(beside).collect();
    anyhow::ensure!(
        found.iter().any(|one| !one.scores.is_empty()),
        "--beside: no rows are of any of these systems; the rows are of {}",
        parsers.iter().map(|parser| stem(&parser.name)).collect::<Vec<_>>().join(", ")
    );
    Ok(found)
}
