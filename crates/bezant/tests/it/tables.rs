//! What the tables beside the scores say, counted by hand.

use std::collections::BTreeMap;

use bezant::counts::Tally;
use bezant::evaluation::{Evaluated, evaluate};
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::{Brackets, Noted};
use bezant::metrics::dependencies::{Dependencies, DependencyAnalysis, RelationConfusion};
use bezant::metrics::trees::parameters::Preset;
use bezant::parallel::Threads;

fn run<M: Scorer>(metric: M, gold: &str, system: &str) -> Evaluated<M> {
    let [gold, system] = [gold, system].map(|text| Reader::from_text("file", text).unwrap());
    let found = evaluate(&[metric], gold, vec![system], &Threads::one(), |_| ()).unwrap();
    found.metrics.into_iter().next().unwrap()
}

/// A table as `key matched/gold/system`, in the order of the keys.
fn shown(table: &BTreeMap<String, Tally>) -> Vec<String> {
    let row = |(key, Tally { matched, gold, system }): (&String, &Tally)| {
        format!("{key} {matched}/{gold}/{system}")
    };
    table.iter().map(row).collect()
}

/// What is taken for what, as `gold:system`, and how often.
fn pairs(table: &BTreeMap<RelationConfusion, u64>) -> Vec<(String, u64)> {
    table.iter().map(|(pair, n)| (format!("{}:{}", pair.gold, pair.system), *n)).collect()
}

#[test]
fn brackets_by_label_and_labels_for_each_other() {
    let metric =
        || Brackets::evalb(Preset::Collins.parameters()).with(|it| it.notes = Noted::Labels);
    let gold = "(S (NP (N a)) (VP (V b) (PP (P c))))\n";
    let system = "(S (N a) (VP (V b) (ADJP (P c))))\n";
    let shown_of = |gold, system| {
        let details = &run(metric(), gold, system).notes[0];
        let name = |label: &Option<String>| label.clone().unwrap_or("-".to_string());
        let confusions = details.confusions.iter();
        let confusions: Vec<String> = confusions
            .map(|(pair, n)| format!("{}:{} {n}", name(&pair.gold), name(&pair.system)))
            .collect();
        (shown(&details.labels), confusions)
    };
    let (labels, confusions) = shown_of(gold, system);
    assert_eq!(labels, ["ADJP 0/0/1", "NP 0/1/0", "PP 0/1/0", "S 1/1/1", "VP 1/1/1"]);
    assert_eq!(confusions, ["NP:- 1", "PP:ADJP 1"]);
    let (labels, confusions) = shown_of(system, gold);
    assert_eq!(labels, ["ADJP 0/1/0", "NP 0/0/1", "PP 0/0/1", "S 1/1/1", "VP 1/1/1"]);
    assert_eq!(confusions, ["-:NP 1", "ADJP:PP 1"]);
    // Labels that count as equal have one row, and are not taken for each other.
    let (labels, confusions) = shown_of("(S (ADVP (R a)))\n", "(S (PRT (R a)))\n");
    assert_eq!(labels, ["ADVP=PRT 1/1/1", "S 1/1/1"]);
    assert!(confusions.is_empty());
}

#[test]
fn dependencies_by_whatever_they_are_sorted_by() {
    let text = |words: [(&str, &str, u32, &str); 4]| -> String {
        let line = |(id, (form, tag, head, relation))| {
            format!("{id}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n")
        };
        (1..).zip(words).map(line).collect::<String>() + "\n"
    };
    let (bark, stop) = (("bark", "VERB", 0, "root"), (".", "PUNCT", 2, "punct"));
    let gold = text([("Dogs", "NOUN", 2, "nsubj"), bark, ("loudly", "ADV", 2, "advmod"), stop]);
    // The wrong head is on the same side, farther away, and across the root.
    let system = text([("Dogs", "NOUN", 2, "obj"), bark, ("loudly", "ADV", 1, "advmod"), stop]);
    let metric = Dependencies::ud().with(|it| it.analysis = DependencyAnalysis::Tables);
    let details = &run(metric, &gold, &system).notes.details[0];
    let relations = ["advmod 0/1/1", "nsubj 0/1/0", "obj 0/0/1", "punct 1/1/1", "root 1/1/1"];
    assert_eq!(shown(&details.relations), relations);
    assert_eq!(shown(&details.directions), ["left 1/2/2", "right 1/1/1", "root 1/1/1"]);
    assert_eq!(shown(&details.distances), ["0 (root) 1/1/1", "1 1/2/1", "2 1/1/2"]);
    assert_eq!(shown(&details.projectivity), ["non-projective 0/0/1", "projective 3/4/3"]);
    assert_eq!(shown(&details.tags), ["ADV 0/1/1", "NOUN 0/1/1", "PUNCT 1/1/1", "VERB 1/1/1"]);
    assert_eq!(shown(&details.depths), ["1 1/1/1", "2 1/3/3"]);
    assert_eq!(shown(&details.sentences), ["projective 2/4/4"]);
    assert_eq!(pairs(&details.confusions), [("nsubj:obj".to_string(), 1)]);
    assert_eq!(pairs(&details.heads), [("VERB:NOUN".to_string(), 1)]);
}

#[test]
fn facts_by_whatever_they_are_sorted_by() {
    let gold = "root(ROOT-0, saw-2)\nnsubj(saw-2, We-1)\nprep_in(saw-2, hats-5)\n\
        dobj(saw-2, cats-3)\n";
    let system = gold.replace("prep_in", "prep_on").replace("dobj(saw-2", "dobj(hats-5");
    let metric = Dependencies::stanford().with(|it| it.analysis = DependencyAnalysis::Tables);
    let details = &run(metric, gold, &system).notes.details[0];
    let relations = ["dobj 0/1/1", "nsubj 1/1/1", "prep_in 0/1/0", "prep_on 0/0/1", "root 1/1/1"];
    assert_eq!(shown(&details.relations), relations);
    assert_eq!(shown(&details.directions), ["left 1/2/1", "right 1/1/2", "root 1/1/1"]);
    let distances = ["0 (root) 1/1/1", "1 1/2/1", "2 0/0/1", "3–6 1/1/1"];
    assert_eq!(shown(&details.distances), distances);
    assert_eq!(pairs(&details.confusions), [("prep_in:prep_on".to_string(), 1)]);
}
