//! From rows to comparisons of two systems.

use crate::comparison::replicates::{Replicating, Resampled};
use crate::comparison::stretches::{Group, Scored, SystemPair};
use crate::comparison::{Comparing, Comparison, TestKind};
use crate::counts::Counts;
use crate::metric::Score;
use crate::stats::mcnemar::{self, Discordance};
use crate::stats::signs::{Signs, sign_test};
use crate::stats::summing::Halves;
use crate::stats::wilcoxon::wilcoxon;
use crate::stats::{Undefined, bootstrap, is_as_far, p_of, permutation, power};

/// So many replicates are looked at before they are counted, or fewer where pairs are many: what was seen takes a byte
/// for each pair and score.
const AT_ONCE: usize = 2_048;
const SEEN: usize = 32 << 20;

/// What was found of one system, over all its sentences.
pub(super) struct ComparedSide<'e, C: Clone> {
    pub(super) scored: &'e Scored<'e, C>,
    /// What it counted in each scored stretch.
    pub(super) counts: Vec<&'e C>,
    pub(super) resampled: Resampled<'e, C>,
    /// The values of the chosen scores in each scored stretch.
    pub(super) sentences: Vec<Vec<Option<f64>>>,
}

/// Differences, undefined where either side is.
fn less(
    a: impl IntoIterator<Item = Option<f64>>,
    b: impl IntoIterator<Item = Option<f64>>,
) -> Vec<Option<f64>> {
    a.into_iter().zip(b).map(|(a, b)| Some(a? - b?)).collect()
}

impl Comparing {
    /// Compares the pairs of a group by each of the chosen scores.
    pub(super) fn compare_group<C: Counts>(
        &self,
        group: &Group,
        sides: &[ComparedSide<'_, C>],
        drawing: &Replicating<'_, C>,
    ) -> Vec<(usize, Vec<Comparison>)> {
        // All that a system has scored is what it has in common with others almost always; that was
        // drawn from before.
        let is_all =
            |system: usize, stretches: &[usize]| stretches.len() == sides[system].resampled.n_rows;
        let others = group.members.iter().filter(|(system, some)| !is_all(*system, some));
        let rows = others.map(|(system, some)| {
            some.iter().map(|at| sides[*system].counts[*at]).collect::<Vec<&C>>()
        });
        let again = self.resample(&rows.collect::<Vec<Vec<&C>>>(), false, drawing);
        let mut again = again.iter();
        let drawn = group.members.iter().map(|(system, some)| match is_all(*system, some) {
            true => &sides[*system].resampled,
            false => again.next().expect("the others were drawn in this order"),
        });
        let drawn: Vec<&Resampled<'_, C>> = drawn.collect();
        let as_far = self.swap(&group.pairs, &drawn, drawing);
        let numbered = group.pairs.iter().copied().zip(as_far).collect();
        drawing.threads.map(numbered, |(pair, as_far): (SystemPair, Vec<u64>)| {
            let both = [pair.members.0, pair.members.1].map(|member| {
                let (system, stretches) = &group.members[member];
                (&sides[*system], stretches.as_slice(), drawn[member])
            });
            (pair.at, self.compare_two(pair, both, &as_far, drawing.chosen))
        })
    }

    /// For each pair and each of the chosen scores, in how many replicates the two differ at least as
    /// much as they do, after having swapped some sentences.
    fn swap<C: Counts>(
        &self,
        pairs: &[SystemPair],
        drawn: &[&Resampled<'_, C>],
        drawing: &Replicating<'_, C>,
    ) -> Vec<Vec<u64>> {
        let Replicating { scores, chosen, plan, threads, .. } = drawing;
        let mut as_far = vec![vec![0; chosen.len()]; pairs.len()];
        // One unit has no p, whoever it belongs to.
        let is_one = drawn.first().is_none_or(|first| first.units.len() <= 1);
        if self.test != TestKind::Permutation || is_one {
            return as_far;
        }
        let halved = threads.map(drawn.to_vec(), |system| system.units.halved());
        let is_extreme = |pair: &SystemPair, halves: &[Halves<C>], seen: &mut Vec<bool>| {
            let (a, b) = pair.members;
            let observed = |at| Some(drawn[a].value(at)? - drawn[b].value(at)?);
            let (one, two) = (&halves[a], &halves[b]);
            let (one, two) = (scores(&one.with(two)), scores(&two.with(one)));
            let difference = |at: usize| Some(one[at].value? - two[at].value?);
            let extreme = |at| observed(at).is_some_and(|far| is_as_far(far, difference(at)));
            seen.extend(chosen.iter().map(|(at, _)| extreme(*at)));
        };
        let n_seen = pairs.len() * chosen.len();
        let at_once = (SEEN / n_seen.max(1)).clamp(1, AT_ONCE);
        for some in plan.numbers().chunks(at_once) {
            let found = permutation::each(&halved, *plan, some, threads, |halves| {
                let mut seen = Vec::with_capacity(n_seen);
                pairs.iter().for_each(|pair| is_extreme(pair, halves, &mut seen));
                seen
            });
            for replicate in found {
                let as_far = as_far.iter_mut().flatten();
                as_far.zip(replicate).for_each(|(n, far)| *n += u64::from(far));
            }
        }
        as_far
    }

    /// Compares two systems by each of the chosen scores, over the sentences both have.
    fn compare_two<C: Counts>(
        &self,
        pair: SystemPair,
        [(a, stretches_a, drawn_a), (b, stretches_b, drawn_b)]: [(&ComparedSide<'_, C>, &[usize], &Resampled<'_, C>);
            2],
        as_far: &[u64],
        chosen: &[(usize, Score)],
    ) -> Vec<Comparison> {
        let compare = |(nth, &(at, score)): (usize, &(usize, Score))| {
            let stretches = stretches_a.iter().zip(stretches_b);
            let sentences: Vec<(f64, f64)> = stretches
                .filter_map(|(one, two)| Some((a.sentences[*one][nth]?, b.sentences[*two][nth]?)))
                .collect();
            let difference = drawn_a.value(at).zip(drawn_b.value(at)).map(|(a, b)| a - b);
            let differences = less(drawn_a.chosen[nth].of(0), drawn_b.chosen[nth].of(0));
            let without = less(drawn_a.without(at), drawn_b.without(at));
            let signs = Signs::of(sentences.iter().copied());
            let n_units = drawn_a.units.len();
            let p = difference.ok_or(Undefined::Score).and_then(|difference| {
                if n_units == 1 && self.test.draws() {
                    return Err(Undefined::OneRow);
                }
                Ok(match self.test {
                    TestKind::Permutation => p_of(as_far[nth], self.plan.replicates.into()),
                    TestKind::Bootstrap => bootstrap::shifted_p(difference, &differences),
                    TestKind::McnemarExact => mcnemar::exact(decisions(&sentences)?).p,
                    TestKind::McnemarMidP => mcnemar::mid_p(decisions(&sentences)?).p,
                    TestKind::McnemarChiSquare => mcnemar::chi_square(decisions(&sentences)?).p,
                    TestKind::Sign => sign_test(signs).p,
                    TestKind::Wilcoxon => wilcoxon(sentences.iter().copied()).p,
                })
            });
            Comparison {
                a: a.scored.evaluation.system.clone(),
                b: b.scored.evaluation.system.clone(),
                score: score.name,
                unit: score.unit,
                difference,
                interval: self.make_interval(difference, &differences, &without, n_units).ok(),
                p: p.ok(),
                p_adjusted: None,
                test: self.test.name(),
                undefined: p.err(),
                signs,
                detectable: power::detectable(&differences, self.level).ok(),
                n_sentences: pair.n_sentences,
                n_left_out: pair.n_left_out,
            }
        };
        chosen.iter().enumerate().map(compare).collect()
    }
}

/// Which sentences only one system gets right, if each is either right or wrong.
fn decisions(sentences: &[(f64, f64)]) -> Result<Discordance, Undefined> {
    let decision = |value: f64| match value {
        0.0 => Ok(false),
        1.0 => Ok(true),
        _ => Err(Undefined::NotDecisions),
    };
    let all: Result<Vec<(bool, bool)>, Undefined> =
        sentences.iter().map(|(a, b)| Ok((decision(*a)?, decision(*b)?))).collect();
    Ok(Discordance::of(all?))
}
