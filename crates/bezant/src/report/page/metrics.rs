//! What a page has to know of each metric: a row each. Of one without a row numbers lead nowhere, and say so.

use crate::report::page::counted::{
    Asked, Counted, in_scores, of_answers, of_brackets, of_dependencies, of_fragments,
    of_relations, of_unbounded,
};
use crate::report::page::markup::Said;
use crate::report::{Cell, Report, Table};

/// Where a number in a row of a table leads, by its place and what the row is called.
type Links = fn(&Said<'_>, &Table, &[Cell], (usize, &str)) -> Option<String>;

/// A metric as far as a page goes.
pub(super) struct Metric {
    /// As signatures have it.
    name: &'static str,
    /// What is skipped, or has a score of its own.
    pub thing: &'static str,
    /// What there are so many of in a long one.
    pub unit: &'static str,
    /// What a score counts; nothing where that is not noted.
    pub counted: fn(&Asked<'_>) -> Option<Counted>,
    /// Columns that have one kind of what is counted, which their names do not say.
    pub kinds: &'static [(&'static str, &'static str)],
    /// Headings that are not what the glossary has under their names; the titles of tables tell what they are.
    pub own_headings: &'static [&'static str],
    /// Where numbers lead if no system is scored, and nothing was lost.
    pub without_scores: Option<Links>,
    /// Whose way of counting it is.
    variant: fn(&Fields<'_>) -> &'static str,
}

/// What is true of a metric unless its row says otherwise.
const USUAL: Metric = Metric {
    name: "",
    thing: "sentence",
    unit: "word",
    counted: |_| None,
    kinds: &[],
    own_headings: &[],
    without_scores: None,
    variant: |_| "as the signature says",
};

/// People's judgements and files of pairs have shares and kinds of agreement of their own.
const OF_PAIRS: &[&str] = &["left", "share", "kappa"];

const METRICS: &[Metric] = &[
    Metric {
        name: "brackets",
        counted: |asked| of_brackets(asked.name).map(in_scores),
        variant: |fields| match fields.is("align", "yes") {
            true => "ours: brackets as EVALB counts them, of trees whose words are aligned first",
            false => {
                "published: brackets as EVALB counts them, with the parameters that the signature names"
            }
        },
        ..USUAL
    },
    Metric {
        name: "fragments",
        counted: of_fragments,
        variant: |fields| {
            let published = [("match", "nodes"), ("shape", "fragments"), ("weights", "uniform")];
            match fields.are(&published) {
                true => "published: fragments as FREVAL counts them",
                false => {
                    "ours: fragments as FREVAL counts them, changed by what the signature names"
                }
            }
        },
        ..USUAL
    },
    Metric {
        name: "dependencies",
        counted: |asked| of_dependencies(asked.name).map(in_scores),
        variant: |fields| match fields.get("preset") {
            Some("ud") => "published: as the evaluation of the CoNLL 2018 shared task counts",
            Some("conllx") => "published: as the evaluation of the CoNLL-X shared task counts",
            Some("msp") => {
                "published: content words with features, as the paper on MSLAS defines them"
            }
            _ => "as the signature says; docs/metrics/dependencies.md tells whose way that is",
        },
        ..USUAL
    },
    Metric {
        name: "relations",
        // A set of relations is as long as it has members: its sentence may not even be known.
        unit: "relation",
        counted: of_relations,
        variant: |fields| match fields.is("assignment", "greedy") {
            true => {
                "published: the schemes of Carroll et al. as the evaluator of RASP matches them"
            }
            false => "ours: the schemes of Carroll et al. with as many matches as there can be",
        },
        ..USUAL
    },
    Metric {
        name: "entailments",
        thing: "pair",
        counted: |asked| of_answers(asked.name).map(in_scores),
        variant: |_| "published: accuracy, precision, recall and F1 of the PETE shared task",
        ..USUAL
    },
    Metric {
        name: "unbounded",
        counted: |asked| of_unbounded(asked.name).map(in_scores),
        kinds: &[("total", "gold")],
        own_headings: &["macro"],
        variant: |fields| match fields.is("match", "published") {
            true => "published: recall of unbounded dependencies in what a parse states",
            false => "ours: recall of unbounded dependencies also in what follows from a parse",
        },
        ..USUAL
    },
    Metric {
        name: "filter",
        own_headings: OF_PAIRS,
        without_scores: Some(|said, table, row, place| said.to_judged(table, row, place)),
        variant: |fields| {
            let published = [
                ("agreement", "70"),
                ("left", "3"),
                ("consensus", "unanimous"),
                ("unsure", "no"),
                ("contradicted", "drop"),
            ];
            match fields.are(&published) {
                true => "published: pairs stay by the rule of Yuret, Han and Turgut (2010)",
                false => {
                    "ours: the rule of Yuret, Han and Turgut (2010), changed by what the signature names"
                }
            }
        },
        ..USUAL
    },
    Metric {
        name: "data-set",
        own_headings: OF_PAIRS,
        without_scores: Some(|said, table, row, place| said.to_data_set(table, row, place)),
        variant: |_| "published: pairs counted as in the tables of Yuret, Rimell and Han (2013)",
        ..USUAL
    },
];

impl Metric {
    /// The row of a metric.
    pub(super) fn of(report: &Report) -> &'static Metric {
        METRICS.iter().find(|row| row.name == report.metric).unwrap_or(&USUAL)
    }

    /// Whose way of counting it is, as the signature says it.
    pub(super) fn variant(&self, report: &Report) -> &'static str {
        (self.variant)(&Fields(&report.signature))
    }
}

/// What a signature says.
pub(super) struct Fields<'a>(pub &'a str);

impl<'a> Fields<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.split('|').find_map(|field| field.strip_prefix(name)?.strip_prefix(':'))
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    fn are(&self, all: &[(&str, &str)]) -> bool {
        all.iter().all(|(name, value)| self.is(name, value))
    }
}
