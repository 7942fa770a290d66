//! Many systems in order, with groups that are not shown to differ.

/// One system's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Which system, as an index into what was given.
    pub system: usize,
    /// Its place in the order; those that are not shown to differ from the first of a rank
    /// have it too.
    pub rank: usize,
    /// Groups it belongs to, the best being 0. No two systems of a group are shown to differ.
    pub groups: Vec<usize>,
}

/// Orders systems by score, the highest first; of equal ones, the earlier. Those without a score
/// are left out.
///
/// `differ` says whether two systems' scores differ for certain. A group is a stretch of the order
/// in which no two do, and which no longer stretch holds; one system can be in several.
pub(crate) fn rank(scores: &[Option<f64>], differ: impl Fn(usize, usize) -> bool) -> Vec<Standing> {
    let mut order: Vec<(usize, f64)> =
        scores.iter().enumerate().filter_map(|(at, score)| Some((at, (*score)?))).collect();
    order.sort_by(|(_, one), (_, two)| two.total_cmp(one));
    let mut places: Vec<Standing> = Vec::new();
    let mut first = 0;
    for (at, &(system, _)) in order.iter().enumerate() {
        if differ(order[first].0, system) {
            first = at;
        }
        places.push(Standing { system, rank: first + 1, groups: Vec::new() });
    }
    let (mut n_groups, mut end) = (0, 0);
    for start in 0..order.len() {
        // The longest stretch from here in which no two differ. That from the start before was one
        // without its first, too, so it is only made longer.
        let last_end = end;
        end = end.max(start + 1);
        while end < order.len() && (start..end).all(|at| !differ(order[at].0, order[end].0)) {
            end += 1;
        }
        if end > last_end {
            places[start..end].iter_mut().for_each(|place| place.groups.push(n_groups));
            n_groups += 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(scores: &[Option<f64>], different: &[(usize, usize)]) -> Vec<(usize, usize, String)> {
        let differ = |a, b| different.contains(&(a, b)) || different.contains(&(b, a));
        let letters =
            |place: &Standing| place.groups.iter().map(|n| (b'a' + *n as u8) as char).collect();
        rank(scores, differ).iter().map(|p| (p.system, p.rank, letters(p))).collect()
    }

    #[test]
    fn many_systems_are_compared_a_few_times_each() {
        let scores: Vec<Option<f64>> = (0..400).map(|at| Some(-f64::from(at))).collect();
        let asked = std::cell::Cell::new(0);
        let places = rank(&scores, |a, b| {
            asked.set(asked.get() + 1);
            a.abs_diff(b) >= 100
        });
        // A group from each of the first 301 systems on; the hundredth is in a hundred of them.
        assert_eq!(places[399].groups, [300]);
        assert_eq!(places[99].groups.len(), 100);
        assert!(asked.get() < 400 * 400, "{}", asked.get());
    }

    #[test]
    fn a_system_between_two_groups_is_in_both() {
        let scores = [Some(0.7), Some(0.9), Some(0.8)];
        let place = |system, rank, letters: &str| (system, rank, letters.to_string());
        assert_eq!(
            groups(&scores, &[(0, 1)]),
            [place(1, 1, "a"), place(2, 1, "ab"), place(0, 3, "b")]
        );
        assert_eq!(groups(&scores, &[]), [place(1, 1, "a"), place(2, 1, "a"), place(0, 1, "a")]);
        assert_eq!(
            groups(&scores, &[(0, 1), (1, 2), (0, 2)]),
            [place(1, 1, "a"), place(2, 2, "b"), place(0, 3, "c")]
        );
        assert_eq!(groups(&[None, Some(1.0)], &[]), [place(1, 1, "a")]);
    }
}
