//! A parse that cannot be read is one that is missing, whatever it is written in.

use crate::program::Folder;

const PAIRS: &str =
    "id,text,hypothesis,entailment\na,Dogs bark.,Dogs bark.,YES\nb,Cats sleep.,Cats sleep.,YES\n";

/// A sentence of every format with a noun and a verb, and how one of them is broken.
const FORMATS: [(&str, &str, [&str; 2]); 9] = [
    ("mrg", "(S (NP (NNS N)) (VP (VBP V)) (. .))\n", ["(. .))", "(. .)"]),
    ("free.mrg", "(S (NP (NNS N))\n   (VP (VBP V))\n   (. .))\n", ["(. .))", "(. .)"]),
    (
        "conllu",
        "1\tN\tn\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tV\tv\tVERB\tVBP\t_\t0\troot\t_\t_\n\n",
        ["\t0\troot", "\tx\troot"],
    ),
    (
        "conllx",
        "1\tN\tn\tNNS\tNNS\t_\t2\tnsubj\t_\t_\n2\tV\tv\tVBP\tVBP\t_\t0\tnull\t_\t_\n\n",
        ["\t0\tnull", "\tx\tnull"],
    ),
    ("sd", "nsubj(V-2, N-1)\nroot(ROOT-0, V-2)\n\n", ["(ROOT-0, V-2)", "(ROOT-0 V-2)"]),
    ("gr", "(ncsubj V_1 N_0 _)\n<c> N|n|NNS V|v|VBP\n\n", ["N_0 _)", "N_0 _"]),
    (
        "rasp",
        "(|N+s:1_NN2| |V:2_VV0|) 1 ; (-1.5)\n\n(|ncsubj| |V:2_VV0| |N+s:1_NN2| _)\n\n",
        ["NN2| _)", "NN2| _"],
    ),
    (
        "txt",
        "PROB 1 -1 0\n(TOP~V~1~1 (S~V~2~2 (NPB~N~1~1 N/NNS ) (VP~V~1~1 V/VBP ) ) )\n",
        ["~1~1 N/NNS", "~1~1 N"],
    ),
    ("lab", "N\tV\nNNS\tVBP\nSBJ\tROOT\n2\t0\n\n", ["\n2\t0", "\n7\t0"]),
];

/// The four sentences, of which these are broken.
fn parses(sentence: &str, [whole, broken]: [&str; 2], wrong: &[usize]) -> String {
    let words = [("Dogs", "bark"), ("Dogs", "bark"), ("Cats", "sleep"), ("Cats", "sleep")];
    let one = |(at, (noun, verb)): (usize, (&str, &str))| {
        let kept = if wrong.contains(&at) {
            sentence.replacen(whole, broken, 1)
        } else {
            sentence.to_string()
        };
        // One capital letter is the word, another one part of a name.
        let is_word = |before: Option<char>, after: Option<char>| {
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !is_letter(before) && !is_letter(after)
        };
        let letters: Vec<char> = kept.chars().collect();
        let shown = letters.iter().enumerate().map(|(at, letter)| {
            let around = (at.checked_sub(1).map(|at| letters[at]), letters.get(at + 1).copied());
            match letter {
                'N' if is_word(around.0, around.1) => noun.to_string(),
                'V' if is_word(around.0, around.1) => verb.to_string(),
                letter => letter.to_string(),
            }
        });
        shown.collect::<String>()
    };
    words.into_iter().enumerate().map(one).collect()
}

#[test]
fn one_unreadable_parse_is_a_missing_one() {
    let folder = Folder::new();
    folder.write("p.csv", PAIRS);
    for (name, sentence, broken) in FORMATS {
        let file = format!("parses.{name}");
        folder.write(&file, parses(sentence, broken, &[]));
        let whole = folder.run(&format!("entail decide p.csv --module schwa --parses {file}"));
        assert_eq!(
            (whole.status, whole.out.as_str()),
            (0, "a\tYES\nb\tYES\n"),
            "{name}: {}",
            whole.err
        );
        assert!(!whole.err.contains("warning"), "{name}: {}", whole.err);
        for (wrong, id, side) in [(1, "a", "hypothesis"), (2, "b", "text")] {
            folder.write(&file, parses(sentence, broken, &[wrong]));
            let answer = |pair| if pair == id { "NO" } else { "YES" };
            let expected = format!("a\t{}\nb\t{}\n", answer("a"), answer("b"));
            let warning = format!(
                "warning: 1 of 4 parses cannot be read and count as missing; the first is the {side} of \
                 pair {id}: {file}:"
            );
            for options in ["--module schwa", "--module schwa --published"] {
                let decide = format!("entail decide p.csv {options} --parses {file}");
                let ran = folder.run(&decide);
                assert_eq!((ran.status, &ran.out), (0, &expected), "{name}: {}", ran.err);
                assert!(ran.err.contains(&warning), "{name}: {}", ran.err);
                let why = format!(": sentence {} cannot be read: ", wrong + 1);
                assert!(ran.err.contains(&why), "{name}: {}", ran.err);
                let strict = folder.run(&format!("{decide} --strict --quiet"));
                assert_eq!((strict.status, &strict.out), (1, &ran.out), "{name}: {}", strict.err);
                assert!(strict.err.contains("; --strict forbids that"), "{name}: {}", strict.err);
                let explain = format!("entail explain p.csv {options} --parses {file} --id a,b");
                let ran = folder.run(&explain);
                assert_eq!(ran.status, 0, "{name}: {}", ran.err);
                assert!(ran.err.contains(&warning), "{name}: {}", ran.err);
                let why = format!("no analysis: {file}:");
                assert_eq!(ran.out.matches(&why).count(), 1, "{name}: {}", ran.out);
                let json = folder.json(&explain);
                assert!(
                    json[wrong / 2]["missing"][side].as_str().unwrap().starts_with(&why),
                    "{json}"
                );
                assert_eq!(json[1 - wrong / 2]["answer"], "YES");
                assert_eq!(folder.run(&format!("{explain} --strict")).status, 1);
            }
        }
        // Where not one can be read, it is the wrong file.
        folder.write(&file, parses(sentence, broken, &[0, 1, 2, 3]));
        let none = folder.run(&format!("entail decide p.csv --module schwa --parses {file}"));
        assert_eq!((none.status, none.out.as_str()), (2, ""), "{name}: {}", none.err);
        assert!(none.err.contains(&format!("{file}:")), "{name}: {}", none.err);
    }
}

/// Whatever else reads parses of pairs goes on, too, and says the same.
#[test]
fn others_that_read_parses_go_on() {
    let folder = Folder::new();
    let (_, sentence, broken) = FORMATS[2];
    folder.write("p.csv", PAIRS).write("x.conllu", parses(sentence, broken, &[2]));
    for command in [
        "entail oracle p.csv --module ud --gold-parses x.conllu",
        "entail label p.csv --parses x.conllu",
        "entail train p.csv --parses x.conllu --folds 2",
        "entail decide p.csv --module all --parses x.conllu",
        "entail explain p.csv --module ud --parses x.conllu --wrong",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        let warning = "1 of 4 parses cannot be read and count as missing; the first is the text of pair b: \
                       x.conllu:8:";
        assert!(ran.err.contains(warning), "{command}: {}", ran.err);
    }
    let strict = folder.run("entail oracle p.csv --module ud --gold-parses x.conllu --strict");
    assert_eq!(strict.status, 1, "{}", strict.err);
}

/// What saved answers and rows say of it is what was said when they were made.
#[test]
fn answers_and_rows_keep_the_reason() {
    let folder = Folder::new();
    let (_, sentence, broken) = FORMATS[2];
    folder.write("p.csv", PAIRS).write("x.conllu", parses(sentence, broken, &[2]));
    let decide = "entail decide p.csv --module ud --parses x.conllu --format jsonl -o";
    assert_eq!(folder.run(&format!("{decide} a.jsonl")).status, 0);
    let written = folder.read("a.jsonl");
    let why = "T: no analysis: x.conllu:8:22: sentence 3 cannot be read: ";
    let lines: Vec<&str> = written.lines().collect();
    assert!(!lines[0].contains("\"missing\"") && lines[1].contains(why), "{written}");
    let score = "entail score p.csv a.jsonl --per-sentence --save rows.jsonl";
    let json = folder.json(score);
    assert_eq!(json["pairs"][0]["missing"], "");
    assert!(json["pairs"][1]["missing"].as_str().unwrap().starts_with(why), "{json}");
    let rows = folder.read("rows.jsonl");
    assert_eq!(rows.matches(&format!("\"missing\":\"{why}")).count(), 1, "{rows}");
    let merged = folder.json("merge rows.jsonl");
    assert_eq!(merged["systems"][0]["scores"], json["systems"][0]["scores"]);
    // Both say how many there are, and --strict forbids them.
    let said = "1 of 2 answers of a is NO for want of a parse";
    for command in ["entail score p.csv a.jsonl", "merge rows.jsonl"] {
        let ran = folder.run(command);
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        assert!(ran.out.contains(said) && !ran.err.contains("want of"), "{command}: {}", ran.out);
        let ran = folder.run(&format!("{command} --strict"));
        assert_eq!(ran.status, 1, "{command}: {}", ran.err);
        let warning =
            "warning: 1 of 2 answers of a.jsonl is NO for want of a parse; --strict forbids that";
        assert!(ran.err.contains(warning), "{command}: {}", ran.err);
    }
    // Where a report has no notes, a warning says it.
    for output in ["--format csv", "--format json", "--table scores", "-o out.txt"] {
        for command in ["entail score p.csv a.jsonl", "merge rows.jsonl"] {
            let ran = folder.run(&format!("{command} {output}"));
            assert_eq!(ran.status, 0, "{command} {output}: {}", ran.err);
            let warning = "warning: 1 of 2 answers of a.jsonl is NO for want of a parse\n";
            assert!(ran.err.contains(warning), "{command} {output}: {}", ran.err);
            let ran = folder.run(&format!("{command} {output} --quiet"));
            assert_eq!(ran.err, "", "{command} {output}");
        }
    }
    // Where nothing is missing there is no such column.
    folder.write("x.conllu", parses(sentence, broken, &[]));
    assert_eq!(folder.run(&format!("{decide} a.jsonl")).status, 0);
    assert!(folder.json(score)["pairs"][0].get("missing").is_none());
    let ran = folder.run("entail score p.csv a.jsonl --strict");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!ran.out.contains("for want of a parse"), "{}", ran.out);
    // A key of that name in somebody else's lines is nothing of ours.
    folder.write(
        "a.jsonl",
        "{\"id\":\"a\",\"answer\":\"YES\",\"missing\":\"x\"}\n{\"id\":\"b\",\"answer\":\"NO\"}\n",
    );
    assert!(folder.json(score)["pairs"][0].get("missing").is_none());
}
