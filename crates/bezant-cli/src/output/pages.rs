//! What is said beside a page, which goes into a file that nobody may look at now.

use std::process::ExitCode;

use bezant::report::{PageSection, Report};

use crate::diagnostics::{print_error, print_warning};
use crate::output::{is_nothing, skipped_of, without_file};

/// What of a page's systems could not be scored.
#[derive(Debug, Default)]
pub struct Unscored {
    /// In some sentences or treebanks: each message once, and by which metrics.
    some: Vec<(String, Vec<String>)>,
    /// The first system of which nothing could be, and by which metrics.
    all: Option<(String, Vec<String>)>,
    /// Whether there are several metrics, so that theirs have to be named.
    is_named: bool,
}

impl Unscored {
    pub fn of(sections: &[PageSection]) -> Unscored {
        // A treebank's sentences are counted among those of all.
        let whole = sections.iter().filter(|section| section.about.is_none());
        let reports: Vec<&Report> = whole.map(|section| &section.report).collect();
        let mut found = Unscored { is_named: reports.len() > 1, ..Unscored::default() };
        for report in reports {
            for message in [skipped_of(report), without_file(report)].into_iter().flatten() {
                match found.some.iter_mut().find(|(known, _)| *known == message) {
                    Some((_, metrics)) => name(metrics, report),
                    None => found.some.push((message, vec![report.metric.clone()])),
                }
            }
            let of_it =
                |name: &str| report.systems.iter().filter(is_nothing).any(|it| it.name == name);
            match &mut found.all {
                Some((system, metrics)) if of_it(system) => name(metrics, report),
                Some(_) => {}
                None => {
                    let first = report.systems.iter().find(is_nothing);
                    found.all = first.map(|it| (it.name.clone(), vec![report.metric.clone()]));
                }
            }
        }
        found
    }

    /// Says it, and how the program ends: as the commands do that a page is made of.
    pub fn say(&self, quiet: bool) -> ExitCode {
        let metrics = |all: &[String]| self.is_named.then(|| all.join(", "));
        for (message, all) in self.some.iter().filter(|_| !quiet) {
            let of = metrics(all).map_or(String::new(), |all| format!("{all}: "));
            print_warning(&format!("{of}{message}"), Some("the page lists them"));
        }
        let Some((system, all)) = &self.all else { return ExitCode::SUCCESS };
        // It begins as where a command says it, by which those know it who run us.
        let by = metrics(all).map_or(String::new(), |all| format!(" by {all}"));
        print_error(&anyhow::anyhow!("not one sentence of {system} could be scored{by}"));
        ExitCode::from(2)
    }
}

fn name(metrics: &mut Vec<String>, report: &Report) {
    if !metrics.contains(&report.metric) {
        metrics.push(report.metric.clone());
    }
}
