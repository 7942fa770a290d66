//! A report of files from its tables to what is shown: what commands of all metrics of files share.

use std::process::ExitCode;

use bezant::evaluation::Evaluation;
use bezant::metric::ScoresOf;
use bezant::parallel::Threads;
use bezant::report::{Report, Table};
use bezant::saved::OwnCounts;

use crate::args::{ComparisonArgs, OutputArgs};
use crate::commands::against;
use crate::commands::plot::{Other, Plot};
use crate::output;

/// Some rows of a system.
pub type Part<'a, C> = &'a dyn Fn(&Evaluation<C>) -> Evaluation<C>;

/// How a report is finished.
pub struct Finishing<'a, C> {
    pub systems: &'a [Evaluation<C>],
    pub scores: ScoresOf<'a, C>,
    /// What of a system's rows is compared, where that is not all.
    pub compared: Option<Part<'a, C>>,
    pub plot: Option<&'a Plot<'a>>,
    pub threads: &'a Threads,
    pub comparison: &'a ComparisonArgs,
    pub output: &'a OutputArgs,
}

impl<C: OwnCounts> Finishing<'_, C> {
    /// Compares systems, draws, gathers sentences for a page and writes. Where a list of sentences was asked for, it is
    /// shown instead.
    pub fn finish(
        &self,
        mut report: Report,
        list: Option<Table>,
        chart: Other<'_>,
        gather: impl FnOnce(&Report) -> anyhow::Result<()>,
    ) -> anyhow::Result<ExitCode> {
        let Finishing { systems, scores, threads, output, .. } = *self;
        let draw = |report: &Report| match self.plot {
            Some(plot) => plot.draw(report, systems, scores, threads, chart),
            None => Ok(()),
        };
        if let Some(list) = list {
            draw(&report)?;
            report.show_sentences(list);
            return output::write(&report, output);
        }
        if let Some(comparing) = self.comparison.comparing(systems.len()) {
            let some = self.compared.map(|some| systems.iter().map(some).collect::<Vec<_>>());
            let compared = some.as_deref().unwrap_or(systems);
            report.add_comparisons(&C::compare(&comparing, compared, scores, threads)?);
        } else {
            report.add_nothing_drawn();
        }
        let comparing = self.comparison.comparing(2);
        against::add(&mut report, output, systems, comparing, scores, threads)?;
        draw(&report)?;
        gather(&report)?;
        output::write(&report, output)
    }
}
