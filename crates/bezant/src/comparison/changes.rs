//! What changed since rows of a system were saved: scores, and the sentences in which they did.

use crate::comparison::{Comparing, Comparison, NotThere};
use crate::counts::Counts;
use crate::evaluation::Evaluation;
use crate::metric::{Score, ScoresOf, goodness, lower_is_better};
use crate::parallel::Threads;

/// What changed in one system.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemChanges {
    /// What it is called.
    pub system: String,
    /// What it was called before.
    pub before: String,
    /// The scores that were compared, the first of which tells how sentences changed.
    pub scores: Vec<ScoreChange>,
    /// Sentences that could be scored before, and cannot now.
    pub lost: u64,
    /// Sentences that can be scored now, and could not before.
    pub regained: u64,
    /// The main score with nothing found in sentences that could not be scored, before and now.
    pub with_missed: Option<(Score, Score)>,
    /// The sentences that changed, the worst losses first, those without a parse before all others, and the largest
    /// gains last.
    pub sentences: Vec<SentenceChange>,
}

/// How one score changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreChange {
    /// Over all that could be scored before.
    pub before: Option<Score>,
    /// Over all that can be scored now.
    pub now: Option<Score>,
    /// Now compared with before, over the sentences that both have scored.
    pub compared: Comparison,
    /// Whether chance is an unlikely reason.
    pub is_significant: bool,
    /// In how many sentences it is better.
    pub better: u64,
    /// In how many it is worse.
    pub worse: u64,
}

/// A sentence that changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SentenceChange {
    /// Which.
    pub sentence: u64,
    /// By how much it is better; infinite where it has a score only before or only now.
    pub by: f64,
    /// Its score before.
    pub before: Option<Score>,
    /// Its score now.
    pub now: Option<Score>,
}

impl SystemChanges {
    /// Whether other sentences could be scored.
    pub fn any_lost(&self) -> bool {
        self.lost + self.regained > 0
    }
}

impl Comparing {
    /// What changed in a system between two evaluations made in the same way.
    ///
    /// # Errors
    /// Where no score has a name that was asked for.
    #[doc(hidden)]
    pub fn changes<C: Counts>(
        &self,
        before: &Evaluation<C>,
        now: &Evaluation<C>,
        scores: ScoresOf<'_, C>,
        threads: &Threads,
    ) -> Result<SystemChanges, NotThere> {
        let renamed = |system: &Evaluation<C>, name: &str| Evaluation {
            system: name.to_string(),
            ..system.clone()
        };
        let both = [renamed(now, "now"), renamed(before, "before")];
        let comparing = Comparing { baseline: None, ..self.clone() };
        let found = comparing.compare_scores(&both, scores, threads)?;
        let [new, old] = both.each_ref().map(|system| scores(&system.total()));
        let named = |all: &[Score], name: &str| all.iter().find(|it| it.name == name).copied();
        let change = |compared: Comparison| {
            let (higher, lower) = (compared.signs.higher, compared.signs.lower);
            let is_turned = lower_is_better(compared.score);
            let (better, worse) = if is_turned { (lower, higher) } else { (higher, lower) };
            ScoreChange {
                before: named(&old, compared.score),
                now: named(&new, compared.score),
                is_significant: compared.is_significant(self.level),
                better,
                worse,
                compared,
            }
        };
        let main = found.how.scores.first();
        let (lost, regained) = lost_and_regained(before, now);
        Ok(SystemChanges {
            system: now.system.clone(),
            before: before.system.clone(),
            sentences: main.map_or_else(Vec::new, |main| sentences(before, now, scores, main)),
            scores: found.pairs.into_iter().map(change).collect(),
            lost,
            regained,
            with_missed: with_missed(before, now, scores),
        })
    }
}

fn lost_and_regained<C: Counts>(before: &Evaluation<C>, now: &Evaluation<C>) -> (u64, u64) {
    let (mut lost, mut regained) = (0, 0);
    for (at, row) in now.rows.iter().enumerate() {
        let Some(old) = now.place_in(before, at) else { continue };
        let is_scored = [&before.rows[old], row].map(|row| row.outcome.result.is_ok());
        lost += u64::from(is_scored == [true, false]);
        regained += u64::from(is_scored == [false, true]);
    }
    (lost, regained)
}

fn with_missed<C: Counts>(
    before: &Evaluation<C>,
    now: &Evaluation<C>,
    scores: ScoresOf<'_, C>,
) -> Option<(Score, Score)> {
    let main = |system: &Evaluation<C>| scores(&system.total_with_missed()).into_iter().next();
    main(before).zip(main(now))
}

fn sentences<C: Counts>(
    before: &Evaluation<C>,
    now: &Evaluation<C>,
    scores: ScoresOf<'_, C>,
    score: &str,
) -> Vec<SentenceChange> {
    let main = |system: &Evaluation<C>, at: usize| {
        let counts = system.rows[at].outcome.result.as_ref().ok()?;
        scores(counts).into_iter().find(|found| found.name == score)
    };
    let changed = |at: usize| {
        let (new, old) = (main(now, at), main(before, now.place_in(before, at)?));
        let by = match (&old, &new) {
            (Some(old), Some(new)) => goodness(score, new.value? - old.value?),
            (Some(_), None) => f64::NEG_INFINITY,
            (None, Some(_)) => f64::INFINITY,
            (None, None) => 0.0,
        };
        let sentence = now.rows[at].sentence;
        (by != 0.0).then_some(SentenceChange { sentence, by, before: old, now: new })
    };
    let mut all: Vec<SentenceChange> = (0..now.rows.len()).filter_map(changed).collect();
    all.sort_by(|one, two| one.by.total_cmp(&two.by));
    all
}
