//! The examples, as somebody would run them.

#[allow(dead_code)] // its main
#[path = "../../examples/own_metric.rs"]
mod own_metric;
#[allow(dead_code)] // its main
#[path = "../../examples/training_loop.rs"]
mod training_loop;

use crate::check;

#[test]
fn a_metric_of_ones_own_has_a_table_intervals_and_a_comparison() {
    let demo = check::project().join("crates/bezant-cli/demo");
    let mut out = Vec::new();
    own_metric::run(&demo, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    for part in [
        "long-phrases against gold.mrg, 60 sentences",
        "Intervals at 95 %",
        "Differences between systems",
        "long-phrases|words:5|layout:lines|n:60|gold:",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let lines =
        std::fs::read_to_string(check::project().join("crates/bezant/examples/own_metric.rs"));
    let n = lines.unwrap().lines().count();
    assert!(n <= 50, "{n} lines are too many for an example");
}

#[test]
fn a_training_loop_scores_from_memory() {
    let mut out = Vec::new();
    training_loop::run(2, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("F1 97.20 % over 2000 trees\nan epoch: "), "{text}");
}
