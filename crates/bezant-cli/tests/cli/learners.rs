use crate::program::Folder;

/// Pairs and trees: what is said of the subject follows, and of the object does not.
fn folder() -> Folder {
    let folder = Folder::new();
    let verbs = ["saw", "met", "fed", "heard", "paid", "hid"];
    let (mut pairs, mut trees) = (String::from("id,text,hypothesis,entailment\n"), String::new());
    for (at, verb) in verbs.iter().enumerate() {
        let text = format!("(S (NP (NNP Ann)) (VP (VBD {verb}) (NP (NNP Bob))) (. .))\n");
        for (side, who, answer) in [("a", "Ann", "YES"), ("b", "Bob", "NO")] {
            pairs
                .push_str(&format!("{at}{side},Ann {verb} Bob.,{who} {verb} somebody.,{answer}\n"));
            trees.push_str(&text);
            trees.push_str(&text.replace("Ann", who).replace("NNP Bob", "NN somebody"));
            if who == "Bob" {
                trees = trees.replace("(NN somebody)) (VP", "(NNP Bob)) (VP");
            }
        }
    }
    folder.write("pairs.csv", pairs).write("parses.mrg", trees);
    folder
}

#[test]
fn every_learner_learns_what_can_be_learned() {
    let folder = folder();
    for learner in ["logistic", "svm", "svm-rbf"] {
        let train = format!(
            "entail train pairs.csv --parses parses.mrg --folds 3 --learner {learner} --curve c.svg -o w.toml"
        );
        let ran = folder.run(&train);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            ran.err.contains("12 of 12 right (100.00 %); average precision 100.00 %"),
            "{}",
            ran.err
        );
        let (weights, curve) = (folder.read("w.toml"), folder.read("c.svg"));
        assert!(curve.contains("precision by recall") && curve.contains(learner), "{curve}");
        assert_eq!(weights.contains(&format!("learner = \"{learner}\"")), learner != "logistic");
        // Twice the same.
        folder.run(&train);
        assert_eq!(folder.read("w.toml"), weights);
        let decide =
            "entail decide pairs.csv --parses parses.mrg --module learned --weights w.toml";
        folder.run(&format!("{decide} -o answers.txt"));
        let scored = folder.run("entail score pairs.csv answers.txt --min accuracy=100");
        assert_eq!(scored.status, 0, "{learner}: {}", scored.err);
        // Nothing is above the highest threshold, and everything above the lowest.
        let is_logistic = learner == "logistic";
        let (high, low) = if is_logistic { ("1", "0") } else { ("99", "-99") };
        for (threshold, yes) in [(high, "0 YES"), (low, "12 YES")] {
            let ran = folder.run(&format!("{decide} --threshold {threshold}"));
            assert!(ran.err.starts_with(yes), "{}", ran.err);
            assert!(ran.err.contains(&format!("|threshold:{threshold}|")), "{}", ran.err);
        }
        let ran = folder.run(&format!("{decide} --threshold 7"));
        assert_eq!(ran.status == 2, is_logistic, "{}", ran.err);
        // What the threshold is compared with stands beside the answers.
        let (is, is_not) =
            if is_logistic { ("probability", "score") } else { ("score", "probability") };
        for line in folder.run(&format!("{decide} --format jsonl")).out.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            let score = object[is].as_f64().unwrap();
            let middle = if is_logistic { 0.5 } else { 0.0 };
            assert_eq!(object["answer"] == "YES", score > middle, "{line}");
            assert!(object.get(is_not).is_none(), "{line}");
        }
        let csv = folder.run(&format!("{decide} --format csv")).out;
        let heads = csv.lines().next().unwrap();
        assert_eq!(heads == "id,answer,probability,score,made_by", !is_logistic, "{heads}");
        let ran = folder.run(&format!("{decide} --published"));
        assert!(ran.err.contains("and has no weights"), "{}", ran.err);
    }
}

#[test]
fn what_goes_with_one_learner_is_refused_with_others() {
    let folder = folder();
    for (words, why) in [
        (
            "entail train pairs.csv --parses parses.mrg --gamma 1",
            "--gamma goes with --learner svm-rbf",
        ),
        (
            "entail decide pairs.csv --parses parses.mrg --threshold 0.5",
            "--threshold goes with --module learned; the others have no scores",
        ),
        (
            "entail decide pairs.csv --parses parses.mrg --module learned --weights w --threshold x",
            "x is no score; write a number such as 0.6",
        ),
    ] {
        let ran = folder.run(words);
        assert!(ran.status == 2 && ran.err.contains(why), "{words}: {}", ran.err);
    }
}

#[test]
fn files_of_machines_that_are_none_are_refused() {
    let folder = folder();
    let file = |rest: &str| format!("bezant_weights = 1\ntrained = \"x\"\n{rest}");
    for (text, why) in [
        (file("learner = \"tree\"\n[end]\nweights = 0\n"), "no learner is called tree"),
        (file("learner = \"svm-rbf\"\n[end]\nweights = 0\n"), "svm-rbf has a gamma above 0"),
        (file("gamma = 1.0\n[end]\nweights = 0\n"), "only svm-rbf has a gamma"),
        (
            file(
                "learner = \"svm-rbf\"\ngamma = 1.0\n[[support]]\nweight = 1.0\nfeatures = [3]\n[end]\nweights = 1\n",
            ),
            "numbers of no features",
        ),
        (
            file(
                "learner = \"svm\"\n[[support]]\nweight = 1.0\nfeatures = []\n[end]\nweights = 1\n",
            ),
            "svm has no pairs that are remembered",
        ),
        (
            file("learner = \"svm-rbf\"\ngamma = 1.0\n[weights]\na = 1.0\n[end]\nweights = 1\n"),
            "svm-rbf has no weights of features",
        ),
    ] {
        folder.write("w.toml", &text);
        let ran = folder
            .run("entail decide pairs.csv --parses parses.mrg --module learned --weights w.toml");
        assert!(ran.status == 2 && ran.err.contains(why), "{text}: {}", ran.err);
    }
}
