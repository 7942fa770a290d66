//! Whether two scores put systems in the same order.

use crate::metric::Score;
use crate::stats::correlation::{kendall, spearman};

/// The accuracy of a system that answers, beside other scores of its parser.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// What the system is called.
    pub system: String,
    /// The module that answered, where several did for each parser; systems are ranked within one.
    pub module: String,
    /// Its accuracy.
    pub accuracy: Option<f64>,
    /// Scores of its parser with their headings; none where no rows are of it.
    pub scores: Vec<(String, Score)>,
}

/// How far the order of some systems by one score is that by another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrdersCompared {
    /// How many systems have both.
    pub systems: u64,
    /// Spearman's ρ; nothing where all are equal by either score.
    pub spearman: Option<f64>,
    /// Kendall's τ-b, the same.
    pub kendall: Option<f64>,
}

impl OrdersCompared {
    /// From both scores of each system.
    pub fn of(systems: &[(f64, f64)]) -> OrdersCompared {
        OrdersCompared {
            systems: systems.len() as u64,
            spearman: spearman(systems),
            kendall: kendall(systems),
        }
    }
}

/// The order by accuracy within a module, and that by another score.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleOrder {
    /// The module; without a name where there is but one.
    pub module: String,
    /// The heading of the other score.
    pub with: String,
    /// How far they are the same.
    pub orders: OrdersCompared,
}

impl Beside {
    /// A score of its parser, by its heading.
    pub fn score(&self, heading: &str) -> Option<Score> {
        self.scores.iter().find(|(known, _)| known == heading).map(|(_, score)| *score)
    }

    /// The headings of all scores, each once.
    pub fn headings(all: &[Beside]) -> Vec<&str> {
        let headings = all.iter().flat_map(|one| &one.scores).map(|(heading, _)| heading.as_str());
        distinct(headings)
    }

    /// Whether accuracies and other scores put systems in one order, for each module and score.
    pub fn orders(all: &[Beside]) -> Vec<ModuleOrder> {
        let mut found = Vec::new();
        for module in distinct(all.iter().map(|one| one.module.as_str())) {
            for with in Beside::headings(all) {
                let both = |one: &Beside| Some((one.accuracy?, one.score(with)?.value?));
                let members = all.iter().filter(|one| one.module == module);
                let systems: Vec<(f64, f64)> = members.filter_map(both).collect();
                found.push(ModuleOrder {
                    module: module.to_string(),
                    with: with.to_string(),
                    orders: OrdersCompared::of(&systems),
                });
            }
        }
        found
    }
}

/// Each once, where it comes first.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_compared_within_a_module() {
        let one = |system: &str, module: &str, accuracy, uas| Beside {
            system: system.to_string(),
            module: module.to_string(),
            accuracy: Some(accuracy),
            scores: vec![("UAS".to_string(), Score::share("UAS", Some(uas)))],
        };
        let mut all = vec![
            one("a:x", "x", 0.7, 0.9),
            one("b:x", "x", 0.6, 0.8),
            one("a:y", "y", 0.5, 0.9),
            one("b:y", "y", 0.6, 0.8),
        ];
        // Whose parser has no rows is in no order.
        all.push(Beside { scores: Vec::new(), ..one("c:y", "y", 0.9, 0.0) });
        let same = OrdersCompared { systems: 2, spearman: Some(1.0), kendall: Some(1.0) };
        let turned = OrdersCompared { systems: 2, spearman: Some(-1.0), kendall: Some(-1.0) };
        let found: Vec<(String, String, OrdersCompared)> =
            Beside::orders(&all).into_iter().map(|it| (it.module, it.with, it.orders)).collect();
        let of = |module: &str, orders| (module.to_string(), "UAS".to_string(), orders);
        assert_eq!(found, [of("x", same), of("y", turned)]);
        assert_eq!(Beside::orders(&[]), []);
    }
}
