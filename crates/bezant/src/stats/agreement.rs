//! Agreement between annotators, beyond what chance would give.

use crate::counts::ratio;

/// Two annotators' decisions, as numbers of categories.
///
/// Cohen's κ (1960): `(observed - expected) / (1 - expected)`, where the expected agreement is that
/// of two annotators who choose as often as these do, and independently. Undefined where there are
/// no items, and where both have chosen the same category throughout, because then chance agrees as
/// well as they do.
pub(crate) fn cohen_kappa(decisions: &[(usize, usize)]) -> Option<f64> {
    let n = decisions.len() as u64;
    let n_categories = decisions.iter().map(|(a, b)| 1 + a.max(b)).max()?;
    let (mut of_a, mut of_b) = (vec![0u64; n_categories], vec![0u64; n_categories]);
    let mut equal = 0;
    for &(a, b) in decisions {
        of_a[a] += 1;
        of_b[b] += 1;
        equal += u64::from(a == b);
    }
    let observed = ratio(equal, n)?;
    let together = |(a, b): (&u64, &u64)| Some(ratio(*a, n)? * ratio(*b, n)?);
    let expected: f64 = of_a.iter().zip(&of_b).filter_map(together).sum();
    let possible = 1.0 - expected;
    (possible > 1e-12).then(|| (observed - expected) / possible)
}

/// Any number of annotators, any of whom may have left items out; for each item, the categories
/// that were chosen.
///
/// Krippendorff's α (2004) for categories without order: 1 less the observed disagreement within
/// items over the disagreement among all values, whatever their item. Items with fewer than two
/// values say nothing. Undefined where no item has two, and where all values are the same.
pub(crate) fn krippendorff_alpha(items: &[Vec<usize>]) -> Option<f64> {
    let paired = || items.iter().filter(|values| values.len() > 1);
    let n_categories = 1 + paired().flatten().max()?;
    let mut of_all = vec![0u64; n_categories];
    let (mut n, mut observed) = (0u64, 0.0);
    let mut here = vec![0u64; n_categories];
    for values in paired() {
        for &value in values {
            here[value] += 1;
            of_all[value] += 1;
        }
        let m = values.len() as u64;
        n += m;
        // Ordered pairs of values that differ; each item weighs as much as it has values.
        observed += ratio(unequal_pairs(values.iter().map(|value| here[*value]), m), m - 1)?;
        values.iter().for_each(|value| here[*value] = 0);
    }
    // Here each category counts once for each of its values, as above.
    let values = of_all.iter().flat_map(|count| std::iter::repeat_n(*count, *count as usize));
    let expected = ratio(unequal_pairs(values, n), n - 1)?;
    (expected > 0.0).then(|| 1.0 - observed / expected)
}

/// How many of all ordered pairs of `n` values differ, where `equal` says for each value how many
/// are equal to it.
fn unequal_pairs(equal: impl Iterator<Item = u64>, n: u64) -> u64 {
    equal.map(|equal| n - equal).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cohens_kappa` of statsmodels 0.15.0, and `alpha` for nominal data of the package
    /// `krippendorff` 0.9.0. One digit an item, a dash where it was left out.
    #[test]
    fn agreement_is_that_of_other_programs() {
        let digit = |c: char| c.to_digit(10).map(|digit| digit as usize);
        let first = "0103220000231330033113030100333131001133";
        let second = "2103220020221330030113110300233111001133";
        let decisions: Vec<(usize, usize)> = first
            .chars()
            .zip(second.chars())
            .filter_map(|(a, b)| Some((digit(a)?, digit(b)?)))
            .collect();
        assert!((cohen_kappa(&decisions).unwrap() - 0.6928327645051195).abs() < 1e-12);
        let annotators = [
            first,
            "210322002-2-1-30030113-103002331--0--133",
            "22033-00002323300231100301-0302311001131",
        ];
        let chosen =
            |at: usize| annotators.iter().filter_map(move |all| digit(all.chars().nth(at)?));
        let items: Vec<Vec<usize>> = (0..40).map(|at| chosen(at).collect()).collect();
        assert!((krippendorff_alpha(&items).unwrap() - 0.6020990189368013).abs() < 1e-12);
    }

    #[test]
    fn perfect_agreement_is_1_and_chance_alone_says_nothing() {
        assert_eq!(cohen_kappa(&[(0, 0), (1, 1), (2, 2)]), Some(1.0));
        assert_eq!(krippendorff_alpha(&[vec![0, 0], vec![1, 1, 1]]), Some(1.0));
        assert_eq!(cohen_kappa(&[(3, 3), (3, 3)]), None);
        assert_eq!(krippendorff_alpha(&[vec![3, 3], vec![3, 3]]), None);
        assert_eq!(cohen_kappa(&[]), None);
        assert_eq!(krippendorff_alpha(&[vec![1], vec![], vec![2]]), None);
    }
}
