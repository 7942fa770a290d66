use super::*;

const TEXT: &str = "id,text,hypothesis,entailment,word1,word2,source,note\n\
    1,The cat & the dog slept.,The cat slept.,YES,cat,slept,own,\n\
    2,The cat & the dog slept.,The dog ate.,NO,dog,ate,own,\"a \"\"b\"\"\"\n\
    3,Rain fell on the roof.,Something fell.,YES,fell,rain,,\n";

fn pairs() -> Pairs {
    Pairs::read("x.csv", TEXT.as_bytes(), None).unwrap()
}

fn part(name: &str, from: &Pairs, which: &[usize]) -> Pairs {
    let pairs = which.iter().map(|at| from.pairs[*at].clone()).collect();
    Pairs { name: name.to_string(), pairs }
}

fn file<'f>(files: &'f [PackedFile], path: &str) -> &'f str {
    let found = files.iter().find(|file| file.path == path);
    std::str::from_utf8(&found.unwrap_or_else(|| panic!("no {path}")).bytes).unwrap()
}

#[test]
fn a_folder_has_everything_and_blind_pairs_tell_nothing() {
    let pairs = pairs();
    let packing = Packing {
        parts: vec![part("dev", &pairs, &[1]), part("test", &pairs, &[0, 2])],
        split: Some("split|seed:1".to_string()),
        licence: Licence::Named("CC-BY-4.0".to_string()),
        more: vec![PackedFile { path: "judgements.csv".to_string(), bytes: b"id\n".to_vec() }],
        ..Packing::new("own pairs", &pairs)
    };
    let files = pack(&packing).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "README.md",
            "pairs.dtd",
            "blind.dtd",
            "pairs.xml",
            "blind.xml",
            "answers.txt",
            "word-pairs.tsv",
            "dev.xml",
            "dev.blind.xml",
            "dev.answers.txt",
            "test.xml",
            "test.blind.xml",
            "test.answers.txt",
            "DATA-STATEMENT.md",
            "LICENCE",
            "figures.json",
            "data/README.md",
            "data/dev.jsonl",
            "data/test.jsonl",
            "data-set.json",
            "judgements.csv",
            "SHA256SUMS",
        ]
    );
    assert_eq!(file(&files, "answers.txt"), "1\tYES\n2\tNO\n3\tYES\n");
    assert_eq!(file(&files, "test.answers.txt"), "1\tYES\n3\tYES\n");
    let words = "id\tword1\tword2\n1\tcat\tslept\n2\tdog\tate\n3\tfell\train\n";
    assert_eq!(file(&files, "word-pairs.tsv"), words);
    let blind = file(&files, "blind.xml");
    assert!(["YES", "word1", "source", "entailment="].iter().all(|word| !blind.contains(word)));
    let again = Pairs::read("blind", blind.as_bytes(), None).unwrap();
    assert_eq!(again.pairs[0].text, "The cat & the dog slept.");
    let again = Pairs::read("x.csv", file(&files, "pairs.xml").as_bytes(), None).unwrap();
    assert_eq!(again, pairs);
    let dev = Pairs::read("dev", file(&files, "dev.xml").as_bytes(), None).unwrap();
    assert_eq!(dev.pairs, packing.parts[0].pairs);
    let rows: Vec<Value> = file(&files, "data/test.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((rows.len(), &rows[1]["label"], &rows[1]["source"]), (2, &json!(1), &Value::Null));
    let card = file(&files, "data/README.md");
    let front = "  - split: \"validation\"\n    path: \"dev.jsonl\"\n";
    assert!(card.contains(front) && card.contains("license: cc-by-4.0\n"), "{card}");
    let readme = file(&files, "README.md");
    // Two of three are YES.
    assert!(readme.contains("| always YES |    66.67 |"), "{readme}");
    assert!(readme.contains("`entailments|n:3|gold:") && readme.contains("`data-set|n:3|"));
    assert!(readme.contains("`split|seed:1`") && readme.contains("| `judgements.csv` |"));
    for file in &files {
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(!text.contains("{pairs}") && !text.contains("{name}"), "{}", file.path);
    }
}

#[test]
fn checksums_are_those_of_everybody() {
    // FIPS 180-2, appendix B.1.
    assert_eq!(
        checksum(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    let pairs = pairs();
    let files = pack(&Packing::new("x", &pairs)).unwrap();
    let sums = read_checksums(file(&files, CHECKSUMS).as_bytes()).unwrap();
    assert_eq!(sums.len(), files.len() - 1);
    for packed in files.iter().filter(|packed| packed.path != CHECKSUMS) {
        assert_eq!(sums[&packed.path], checksum(&packed.bytes));
    }
    assert_eq!(read_checksums(b"x  y\n"), None);
    assert_eq!(read_checksums(&[]), None);
    assert_eq!(pack(&Packing::new("x", &pairs)).unwrap(), files);
}

#[test]
fn what_is_not_known_is_marked() {
    let pairs = pairs();
    let files = pack(&Packing::new("x", &pairs)).unwrap();
    assert!(file(&files, "LICENCE").starts_with("**TO FILL IN**"));
    let statement = file(&files, "DATA-STATEMENT.md");
    assert!(statement.contains("* not said: 1 pairs\n* own: 2 pairs\n"), "{statement}");
    // Five and five words a text; three, three and two a hypothesis.
    assert!(statement.contains("Texts have 5.5 words on average, hypotheses 2.7."), "{statement}");
    assert!(statement.matches("**TO FILL IN:**").count() > 5);
    assert_eq!(Licence::Named("ours, ask us".to_string()).id(), "other");
    let text = Licence::Named("ours, ask us".to_string()).text("x");
    assert_eq!(text, b"x is given away under ours, ask us.\n");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let pairs = pairs();
    let fail = |parts: Vec<Pairs>| {
        let packing = Packing { parts, ..Packing::new("x", &pairs) };
        pack(&packing).unwrap_err().to_string()
    };
    assert_eq!(fail(vec![part("dev", &pairs, &[0, 1])]), "x.csv: pair 3 is in no part");
    let twice = vec![part("dev", &pairs, &[0, 1]), part("test", &pairs, &[1, 2])];
    assert_eq!(fail(twice), "x.csv: pair 2 of test is not here, or in two parts");
    let mut other = part("dev", &pairs, &[0, 1, 2]);
    other.pairs[2].answer = Some(Answer::No);
    assert_eq!(fail(vec![other]), "x.csv: pair 3 is another one in dev");
    let named = vec![part("pairs", &pairs, &[0, 1, 2])];
    assert_eq!(fail(named), "x.csv: two files would be called pairs.xml");
    let mut blind = pairs.clone();
    blind.pairs[1].answer = None;
    let error = pack(&Packing::new("x", &blind)).unwrap_err().to_string();
    assert_eq!(error, "x.csv: pair 2 has no answer");
}
