use std::collections::BTreeSet;

use bezant::evaluation::{Evaluation, behind, evaluate};
use bezant::formats::Reader;
use bezant::metric::Explains;
use bezant::metrics::dependencies::{Dependencies, DependencyCounts, ShownSide, Sides};
use bezant::parallel::Threads;

use super::{dogs, sentence};

fn readers(texts: &[String]) -> (Reader, Vec<Reader>) {
    let mut readers: Vec<Reader> =
        texts.iter().map(|text| Reader::from_text("file", text).unwrap()).collect();
    let systems = readers.split_off(1);
    (readers.remove(0), systems)
}

fn evaluations(metric: &Dependencies, texts: &[String]) -> Vec<Evaluation<DependencyCounts>> {
    let (gold, systems) = readers(texts);
    let metrics = std::slice::from_ref(metric);
    let mut found = evaluate(metrics, gold, systems, &Threads::one(), |_| ()).unwrap();
    found.metrics.remove(0).systems
}

/// Words of both sides that have the same head and the same relation.
fn n_right(sides: &Sides) -> u64 {
    let head = |side: &ShownSide, line| {
        side.arcs.iter().find(|(_, word)| *word == line).map(|(head, _)| *head)
    };
    let is_right = |line: &usize| {
        let Sides { gold, system, .. } = sides;
        let relation = &gold.relations[*line];
        !relation.is_empty()
            && *relation == system.relations[*line]
            && head(gold, *line) == head(system, *line)
    };
    (0..sides.words.len()).filter(is_right).count() as u64
}

/// Gold, and systems that end sentences elsewhere, have other tokens, and have text that gold does
/// not have.
fn files() -> Vec<String> {
    let cats = sentence("Cats/NOUN/2/nsubj sleep/VERB/0/root ./PUNCT/2/punct");
    let wrong = dogs().replace("nsubj", "obj");
    let joined = sentence(
        "Dogs/NOUN/2/obj bark/VERB/0/root loudly/ADV/2/advmod ./PUNCT/2/punct \
         Cats/NOUN/6/nsubj sleep/VERB/2/conj ./PUNCT/6/punct",
    );
    let tokens = sentence("Cats/NOUN/2/nsubj sl/VERB/0/root eep/X/2/flat ./PUNCT/2/punct");
    let other = sentence("Nobody/PRON/2/nsubj asked/VERB/0/root them/PRON/2/obj");
    vec![
        dogs() + &cats + &dogs() + &cats,
        joined.clone() + &dogs() + &tokens,
        wrong + &cats + &other + &dogs() + &cats,
    ]
}

#[test]
fn what_is_behind_a_row_is_what_it_counts() {
    let metric = Dependencies::ud();
    let texts = files();
    let evaluations = evaluations(&metric, &texts);
    let all = |evaluation: &Evaluation<DependencyCounts>| -> BTreeSet<usize> {
        (0..evaluation.rows.len())
            .filter(|at| evaluation.rows[*at].outcome.result.is_ok())
            .collect()
    };
    let wanted: Vec<BTreeSet<usize>> = evaluations.iter().map(all).collect();
    let (gold, systems) = readers(&texts);
    let found = behind(&metric, gold, systems, &wanted).unwrap();
    for (evaluation, found) in evaluations.iter().zip(&found) {
        assert_eq!(found.len(), evaluation.counted().count());
        for (at, sides) in found {
            let row = &evaluation.rows[*at];
            let measure = row.outcome.result.as_ref().unwrap().main(metric.preset);
            assert_eq!(n_right(sides), measure.matched, "row {at}: {sides:?}");
            let n_gold = sides.words.iter().filter(|(_, is_gold)| *is_gold).count();
            assert_eq!(n_gold as u64, measure.gold, "row {at}: {sides:?}");
        }
    }
}

#[test]
fn the_worst_rows_have_errors_and_come_worst_first() {
    let metric = Dependencies::ud();
    let texts = files();
    let evaluations = evaluations(&metric, &texts);
    let badness = |counts: &DependencyCounts| metric.badness(counts);
    let worst = evaluations[0].worst(9, badness);
    let sentences: Vec<u64> = worst.iter().map(|at| evaluations[0].rows[*at].sentence).collect();
    // In the last one a token is split, in the first two one relation of seven words is wrong.
    assert_eq!(sentences, [4, 1]);
    assert_eq!(evaluations[0].worst(1, badness), worst[..1]);
    assert!(evaluations[0].worst(0, badness).is_empty());

    let (gold, systems) = readers(&texts);
    let found = behind(&metric, gold, systems, &[BTreeSet::from([worst[0]])]).unwrap();
    let words: Vec<&str> = found[0][&worst[0]].words.iter().map(|(form, _)| &**form).collect();
    assert_eq!(words, ["Cats", "sleep", "sl", "eep", "."]);
    assert!(found[1].is_empty(), "nothing was asked about the second system");
}
