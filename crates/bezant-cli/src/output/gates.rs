//! Scores that must be reached, or must not be passed.

use bezant::comparison::NotThere;
use bezant::metric::{Score, Unit, lower_is_better};
use bezant::report::{Names, Report, SystemResult};

use crate::args::{Gate, OutputArgs};
use crate::diagnostics::print_failed_gate;

/// Which scores a gate is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Scores,
    /// Where nothing was found in skipped sentences; or, of what should be low, where none was skipped.
    WithMissed,
    Means,
    /// The same as with scores, of means.
    MeansWithMissed,
}

impl Part {
    fn counts_missed(self) -> bool {
        matches!(self, Part::WithMissed | Part::MeansWithMissed)
    }

    fn is_mean(self) -> bool {
        matches!(self, Part::Means | Part::MeansWithMissed)
    }
}

/// On which side of a gate is well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    AtLeast,
    AtMost,
}

impl Side {
    fn option(self) -> &'static str {
        match self {
            Side::AtLeast => "--min",
            Side::AtMost => "--max",
        }
    }
}

fn gates(args: &OutputArgs) -> impl Iterator<Item = (Side, &Gate)> {
    let most = args.max.iter().map(|gate| (Side::AtMost, gate));
    args.min.iter().map(|gate| (Side::AtLeast, gate)).chain(most)
}

/// A score's name, also as it stands above a column: `F1 all` is F1 with what was skipped.
pub fn without_all(name: &str) -> &str {
    without_end(name, " all").or(without_end(name, "_all")).unwrap_or(name)
}

/// A name without its end, whatever its case.
fn without_end<'n>(name: &'n str, end: &str) -> Option<&'n str> {
    let (start, rest) = name.split_at_checked(name.len().checked_sub(end.len())?)?;
    rest.eq_ignore_ascii_case(end).then_some(start)
}

/// A name without its beginning, whatever its case.
fn without_start<'n>(name: &'n str, start: &str) -> Option<&'n str> {
    let (first, rest) = name.split_at_checked(start.len())?;
    first.eq_ignore_ascii_case(start).then_some(rest)
}

/// Skipped sentences count as missed, unless somebody wants it otherwise: a file that ends after ten
/// sentences should not pass. Other parts are named as in JSON.
fn part(gate: &Gate) -> (Part, &str) {
    if let Some(name) = without_start(&gate.score, "macro.") {
        return match without_end(name, ":scored") {
            Some(name) => (Part::Means, name),
            None => (Part::MeansWithMissed, without_all(name)),
        };
    }
    if let Some(name) = without_start(&gate.score, "macro_with_missed.") {
        return (Part::MeansWithMissed, name);
    }
    if let Some(name) = without_end(&gate.score, ":scored") {
        return (Part::Scores, name);
    }
    let name = without_start(&gate.score, "scores_with_missed.").unwrap_or(&gate.score);
    (Part::WithMissed, without_all(name))
}

/// The name of a gate's score as it is typed, without what says that skipped sentences count.
fn plain_name(gate: &Gate) -> String {
    let (part, name) = part(gate);
    if part.is_mean() { format!("macro.{name}") } else { name.to_string() }
}

/// The same gate over the sentences that were scored alone, as it would be typed.
fn of_scored(side: Side, gate: &Gate) -> String {
    format!("{} {}:scored={}", side.option(), plain_name(gate), gate.value)
}

/// Whether all gates can be asked of a report, before anything is scored.
pub fn check_names(names: &Names, args: &OutputArgs) -> anyhow::Result<()> {
    for (side, gate) in gates(args) {
        let (known, name) = match part(gate) {
            (part, name) if part.is_mean() => (&names.macro_scores, name),
            (_, name) => (&names.scores, name),
        };
        let at = NotThere::or_position("score", name, known.iter().copied());
        let at = at.map_err(|error| anyhow::anyhow!("{error}{}", more_gates(names)))?;
        let known = known[at];
        let (option, typed, value) = (side.option(), &gate.score, gate.value);
        match side {
            Side::AtLeast => anyhow::ensure!(
                !lower_is_better(known),
                "--min {typed}={value}: of {known}, less is better; write --max {typed}={value}"
            ),
            Side::AtMost => anyhow::ensure!(
                lower_is_better(known),
                "--max {typed}={value}: of {known}, more is better; write --min {typed}={value}"
            ),
        }
        let is_share = !names.others.contains(&known);
        anyhow::ensure!(
            !(is_share && value > 0.0 && value <= 1.0),
            "{option} {typed}={value}: scores are given in percent; write {typed}={}",
            100.0 * value
        );
        // That average has another divisor, and no limit.
        let is_bounded = is_share && !known.starts_with("macro_released");
        anyhow::ensure!(
            !(is_bounded && value > 100.0),
            "{option} {typed}={value}: scores are given in percent, and none can be above 100"
        );
        anyhow::ensure!(value >= 0.0, "{option} {typed}={value}: no score is below 0");
    }
    Ok(())
}

/// What can be written beside the name of a score.
fn more_gates(names: &Names) -> String {
    let Some(main) = names.scores.first() else { return String::new() };
    let parts = match names.tables.contains(&"treebanks") {
        true => "treebanks",
        false => "sentences",
    };
    let means = match names.macro_scores.contains(main) {
        true => format!(", and macro.{main} is the mean over {parts}"),
        false => String::new(),
    };
    format!("\n  hint: skipped sentences count as missed; {main}:scored leaves them out{means}")
}

/// Whether a report has scores by the names of all gates.
pub fn check_report(report: &Report, args: &OutputArgs) -> anyhow::Result<()> {
    for system in &report.systems {
        gates(args).try_for_each(|(_, gate)| gated(system, gate).map(drop))?;
    }
    Ok(())
}

/// The score that a gate is about.
fn gated<'r>(system: &'r SystemResult, gate: &Gate) -> Result<&'r Score, NotThere> {
    let (part, name) = part(gate);
    let (scores, with_missed) = match part {
        part if part.is_mean() => (&system.macro_scores, &system.macro_with_missed),
        Part::Scores if !system.parsed_scores.is_empty() => (&system.parsed_scores, &system.scores),
        _ => (&system.scores, &system.scores_with_missed),
    };
    let known = scores.iter().map(|score| score.name);
    let score = &scores[NotThere::or_position("score", name, known)?];
    // What should be low would be lowest in a sentence without a parse.
    if part.counts_missed() && !lower_is_better(score.name) {
        let missed = with_missed.iter().find(|missed| missed.name == score.name);
        return Ok(missed.unwrap_or(score));
    }
    Ok(score)
}

/// Whether every system passes every gate.
pub fn check(report: &Report, args: &OutputArgs) -> anyhow::Result<bool> {
    let mut passed = true;
    for system in &report.systems {
        for (side, gate) in gates(args) {
            passed &= passes(system, side, gate)?;
        }
        // Scores cannot count them, and gold that ends too early would hide all of them.
        let surplus = system.skipped.iter().filter(|row| row.reason == "gold_missing").count();
        let all = gates(args).filter(|(_, gate)| part(gate).0.counts_missed());
        let others: Vec<String> = all.map(|(side, gate)| of_scored(side, gate)).collect();
        if !others.is_empty() && surplus > 0 {
            let sentences = if surplus == 1 { "sentence" } else { "sentences" };
            let gate = if others.len() == 1 { "gates" } else { "gate" };
            let others = others.join(" and ");
            print_failed_gate(
                &format!("{} has {surplus} {sentences} that gold does not have", system.name),
                Some(&format!("is gold complete? {others} {gate} on the sentences that both have")),
            );
            passed = false;
        }
    }
    Ok(passed)
}

fn passes(system: &SystemResult, side: Side, gate: &Gate) -> anyhow::Result<bool> {
    let score = gated(system, gate)?;
    let (factor, limit) = match score.unit {
        Unit::Share => (100.0, gate.share),
        Unit::PerSentence => (1.0, gate.value),
    };
    // A ratio of counts and a gate of the same size are the same double. Means of many numbers may be
    // off in their last digits.
    let slack = limit.abs()
        * match part(gate).0.is_mean() {
            true => 1e-12,
            false => 4.0 * f64::EPSILON,
        };
    let is_well = |value: f64| match side {
        Side::AtLeast => value >= limit - slack,
        Side::AtMost => value <= limit + slack,
    };
    if score.value.is_some_and(is_well) {
        return Ok(!hides_skipped(system, score, side, gate));
    }
    let shown = |value: f64| format!("{:.4}", factor * value);
    let value = score.value.map_or("undefined".to_string(), shown);
    let missed = match part(gate).0.counts_missed() && !system.skipped.is_empty() {
        true if lower_is_better(score.name) => " over the sentences that were scored",
        true => " with skipped sentences counted as missed",
        false => "",
    };
    let than = if side == Side::AtLeast { "less" } else { "more" };
    print_failed_gate(
        &format!(
            "{} of {} is {value}{missed}, {than} than {}",
            gate.score, system.name, gate.value
        ),
        None,
    );
    Ok(false)
}

/// Whether a score that should be low is low over some sentences alone. There is no worst value that
/// skipped ones could have, and a parser that fails on the hard ones must not pass for it.
fn hides_skipped(system: &SystemResult, score: &Score, side: Side, gate: &Gate) -> bool {
    let n = system.n_skipped();
    if !part(gate).0.counts_missed() || !lower_is_better(score.name) || n == 0 {
        return false;
    }
    let name = plain_name(gate);
    let (sentences, were) = if n == 1 { ("sentence", "was") } else { ("sentences", "were") };
    print_failed_gate(
        &format!(
            "{name} of {} is known only without {n} {sentences} that {were} skipped",
            system.name
        ),
        Some(&format!("{} gates on the sentences that were scored", of_scored(side, gate))),
    );
    true
}
