//! `--plot`, for every metric.

use bezant::comparison::{Comparing, Curving, NotThere};
use bezant::evaluation::Evaluation;
use bezant::metric::ScoresOf;
use bezant::parallel::Threads;
use bezant::pictures::{LineChart, Picture};
use bezant::report::{BucketKey, Buckets, Charts, Names, Report};
use bezant::saved::OwnCounts;
use bezant::saved::UsualChart;
use bezant::stats::Resampling;

use crate::args::{ComparisonArgs, OutputArgs, PlotArgs, PlotOf};
use crate::output;
use crate::warnings::{self, Warning};

/// What is drawn of saved rows, as what can be typed.
pub fn usual(chart: UsualChart) -> &'static [PlotOf] {
    match chart {
        UsualChart::Sizes => &[PlotOf::Size],
        UsualChart::Lengths => &[],
        UsualChart::Systems => &[PlotOf::Systems],
    }
}

/// What was typed about a picture.
pub struct Plot<'a> {
    args: &'a PlotArgs,
    output: &'a OutputArgs,
    what: PlotOf,
    /// What sentences are sorted by, if that is what is drawn.
    key: Option<BucketKey>,
    baseline: Option<&'a str>,
    score: Option<&'a str>,
    resampling: Resampling,
}

/// Draws what rows alone do not say of every metric, with the first size and the last.
pub type Other<'o> = &'o dyn Fn(&Charts<'_>, (usize, usize)) -> Option<LineChart>;

impl<'a> Plot<'a> {
    /// What is to be drawn, if anything is. `usual` is what the metric has beside the systems and what
    /// its sentences are like, and is drawn unless something else is asked for.
    pub fn new(
        args: &'a PlotArgs,
        output: &'a OutputArgs,
        names: &Names,
        usual: &[PlotOf],
    ) -> anyhow::Result<Option<Plot<'a>>> {
        if args.plot.is_none() && output.gathering.is_none() {
            return Ok(None);
        }
        args.plot.iter().try_for_each(|path| output::check_picture(path))?;
        let of_key = |what: PlotOf| {
            let keys: &[BucketKey] = match what {
                PlotOf::Length => &[BucketKey::Length, BucketKey::Relations],
                PlotOf::Depth => &[BucketKey::Depth],
                _ => &[],
            };
            keys.iter().copied().find(|key| names.buckets.contains(key))
        };
        let of_sentences = [PlotOf::Length, PlotOf::Depth];
        let mut known = usual.to_vec();
        let of_all = of_sentences.into_iter().filter(|what| of_key(*what).is_some());
        for what in of_all.chain([PlotOf::Systems]) {
            if !known.contains(&what) {
                known.push(what);
            }
        }
        let what = args.plot_of.unwrap_or(known[0]);
        let list: Vec<&str> = known.iter().map(|what| what.name()).collect();
        let hint = match what {
            PlotOf::Rank => {
                "\n  hint: ranks are those of lists of trees, which brackets --n-best reads"
            }
            _ => "",
        };
        anyhow::ensure!(
            known.contains(&what),
            "--plot-of {}: of these systems there is {}{hint}",
            what.name(),
            list.join(", ")
        );
        let (key, resampling) = (of_key(what), Resampling::STANDARD);
        Ok(Some(Plot { args, output, what, key, baseline: None, score: None, resampling }))
    }

    /// The same as systems are compared.
    pub fn compared_by(mut self, args: &'a ComparisonArgs) -> Plot<'a> {
        self.score = args.score.first().map(String::as_str);
        let replicates = args.replicates.unwrap_or(self.resampling.replicates);
        self.compared(args.baseline.as_deref(), Resampling::new(replicates, args.seed))
    }

    /// The same with a system to compare with, and with replicates.
    pub fn compared(mut self, baseline: Option<&'a str>, resampling: Resampling) -> Plot<'a> {
        (self.baseline, self.resampling) = (baseline, resampling);
        self
    }

    /// Draws it.
    pub fn draw<C: OwnCounts>(
        &self,
        report: &Report,
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
        threads: &Threads,
        other: Other<'_>,
    ) -> anyhow::Result<()> {
        let names = systems.iter().map(|system| system.system.as_str());
        let baseline = self.baseline.map(|name| NotThere::or_position("system", name, names));
        let charts = Charts(Curving {
            baseline: baseline.transpose()?,
            resampling: (self.resampling.replicates > 0).then_some(self.resampling),
            threads,
        });
        let window = (self.args.window.first, self.args.window.last);
        let picture = match self.key {
            Some(key) => {
                // Where ranges are named, the picture has the same.
                let typed = self.output.buckets.iter().find(|buckets| buckets.key == key);
                let buckets = typed.cloned().unwrap_or_else(|| Buckets::for_chart(key, systems));
                self.arranged(charts.by_bucket(systems, &buckets, self.score, scores)?, report)
            }
            None if self.what == PlotOf::Systems => self.dots(report, systems, scores, threads)?,
            None => match other(&charts, window) {
                Some(chart) => self.arranged(chart, report),
                None => anyhow::bail!("--plot-of {} is not for these systems", self.what.name()),
            },
        };
        if let Some(page) = &self.output.gathering {
            page.add_chart(picture.to_svg());
        }
        let Some(path) = &self.args.plot else { return Ok(()) };
        let missing: String = picture.missing_letters().into_iter().take(10).collect();
        if !missing.is_empty() && !output::is_svg(path) {
            warnings::print(&[Warning::NoLetters(missing)], self.output.quiet);
        }
        output::picture(path, &picture)
    }

    /// Adds another chart to a page, if there is to be one.
    pub fn add(&self, report: &Report, title: &str, chart: impl FnOnce() -> LineChart) {
        if let Some(page) = &self.output.gathering {
            let chart = LineChart { title: title.to_string(), ..chart() };
            page.add_chart(self.arranged(chart, report).to_svg());
        }
    }

    /// A chart with its lines in the order of systems on the screen.
    fn arranged(&self, mut chart: LineChart, report: &Report) -> Picture {
        let report = report.in_order(self.output.order.unwrap_or_default()).with_short_names();
        let place = |name: &str| report.systems.iter().position(|system| system.name == name);
        chart.series.sort_by_key(|line| place(&line.name).unwrap_or(usize::MAX));
        chart.picture()
    }

    fn dots<C: OwnCounts>(
        &self,
        report: &Report,
        systems: &[Evaluation<C>],
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> anyhow::Result<Picture> {
        let is_known = report.systems.iter().any(|system| !system.intervals.is_empty());
        if is_known || self.resampling.replicates == 0 || systems.is_empty() {
            return Ok(report
                .dot_chart(self.output.order.unwrap_or_default(), self.score)?
                .picture());
        }
        // Nobody was compared; there are intervals all the same. A baseline leaves most pairs out.
        let comparing = Comparing::standard().with(|it| {
            it.plan = self.resampling;
            it.baseline = Some(systems[0].system.clone());
            it.scores = self.score.map(str::to_string).into_iter().collect();
        });
        let mut report = report.clone();
        report.add_comparisons(&OwnCounts::compare(&comparing, systems, scores, threads)?);
        report.systems.iter_mut().for_each(|system| system.groups.clear());
        Ok(report.dot_chart(self.output.order.unwrap_or_default(), self.score)?.picture())
    }
}
