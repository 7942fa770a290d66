use super::*;
use crate::entailment::pairs::Pair;

fn pairs() -> Pairs {
    let pair = |id: &str| Pair { id: id.to_string(), ..Pair::default() };
    Pairs { name: "pairs".to_string(), pairs: ["1", "2082.N", "x y"].map(pair).to_vec() }
}

#[test]
fn the_same_answers_in_every_format() {
    for text in [
        "1\tYES\n2082.N\tno\nx y\tYES",
        "x y YES\n1 yes\n2082.N   NO\r\n",
        "1,YES\n2082.N,NO,\nx y,YES\n",
        "answer,id\nYES,1\n\nNO,2082.N\nYES,x y\n",
        "{\"id\":1,\"answer\":\"YES\"}\n{\"id\":\"2082.N\",\"answer\":false}\n{\"id\":\"x y\",\"answer\":true}",
        "{\"doc\":{\"id\":\"1\"},\"filtered_resps\":[\" Yes, it does.\"]}\n\
         {\"doc\":{\"id\":\"2082.N\"},\"filtered_resps\":[[\"-0.5\",\"True\"],[\"-0.7\",\"False\"]]}\n\
         {\"doc\":{\"id\":\"x y\"},\"resps\":[[\"YES\"]]}",
    ] {
        let answers = Answers::read("a", text.as_bytes(), &pairs()).unwrap();
        let found: Vec<Answer> = answers.given.iter().map(|given| given.answer).collect();
        assert_eq!(found, [Answer::Yes, Answer::No, Answer::Yes], "{text}");
    }
}

#[test]
fn answers_are_written_and_read_back() {
    let given = |answer, probability| Given { answer, probability, score: None };
    let given = vec![
        given(Answer::Yes, Some(0.75)),
        given(Answer::No, None),
        given(Answer::Yes, Some(1.0)),
    ];
    let answers = Answers { name: "a".to_string(), given };
    let made_by = Signature::new("entail").with("module", "ud").with("parser", "a b.mrg");
    let missing = [(1, "T: no analysis".to_string())].into_iter().collect();
    let signed = Signed { answers: answers.clone(), made_by: Some(made_by.clone()), missing };
    for format in [AnswerFormat::Tsv, AnswerFormat::Csv, AnswerFormat::Jsonl] {
        let mut out = Vec::new();
        signed.write(&pairs(), format, &mut out).unwrap();
        let again = Signed::read_all("a", &out, &pairs()).unwrap().remove(0);
        let known = if format == AnswerFormat::Tsv { None } else { Some(&made_by) };
        assert_eq!(again.made_by.as_ref(), known);
        assert_eq!(again.missing == signed.missing, format == AnswerFormat::Jsonl);
        let again = again.answers;
        for (one, two) in answers.given.iter().zip(&again.given) {
            assert_eq!(one.answer, two.answer);
            let kept = if format == AnswerFormat::Tsv { None } else { one.probability };
            assert_eq!(kept, two.probability);
        }
    }
}

#[test]
fn several_systems_stand_in_one_table_below_how_they_were_made() {
    let system = |name: &str, answers: [Answer; 3]| {
        let given = answers.map(|answer| Given { answer, probability: None, score: None }).to_vec();
        let made_by = Some(Signature::new("entail").with("module", name));
        Signed {
            answers: Answers { name: name.to_string(), given },
            made_by,
            missing: BTreeMap::new(),
        }
    };
    let systems = [
        system("cambridge", [Answer::Yes, Answer::No, Answer::No]),
        system("ud", [Answer::No, Answer::No, Answer::Yes]),
    ];
    for commas in [false, true] {
        let mut out = Vec::new();
        Signed::write_table(&systems, &pairs(), commas, &mut out).unwrap();
        if !commas {
            let text = String::from_utf8(out.clone()).unwrap();
            assert_eq!(
                text,
                "# cambridge: entail|module:cambridge\n# ud: entail|module:ud\n\
                 id\tcambridge\tud\n1\tYES\tNO\n2082.N\tNO\tNO\nx y\tNO\tYES\n"
            );
        }
        assert_eq!(Signed::read_all("all", &out, &pairs()).unwrap(), systems);
        let one = Answers::read("all", &out, &pairs()).unwrap_err().to_string();
        assert_eq!(one, "all: 2 columns of answers, where one is wanted");
    }
    // One system, with and without how its answers were made.
    let (plain, mut signed) = ("1\tYES\n2082.N\tNO\nx y\tYES\n", Vec::new());
    let one = Signed::read_all("a.txt", plain.as_bytes(), &pairs()).unwrap();
    assert_eq!((one[0].answers.name.as_str(), &one[0].made_by), ("a.txt", &None));
    Signed::write_comments(&systems[1..], &mut signed).unwrap();
    signed.extend_from_slice(plain.as_bytes());
    let again = Signed::read_all("a.txt", &signed, &pairs()).unwrap();
    assert_eq!((&again[0].answers, &again[0].made_by), (&one[0].answers, &systems[1].made_by));
}

#[test]
fn faults_name_the_id() {
    for (text, message) in [
        ("1\tYES\n2082.N\tNO\n", "a: there is no answer for x y"),
        ("1\tYES\n", "a: there is no answer for 2082.N and 1 other pair"),
        ("", "a: there is no answer for 1 and 2 other pairs"),
        ("1\tYES\n1\tYES\n", "a:2:1: 1 stands here a second time"),
        ("1\tYES\n9\tYES\n", "a:2:1: no pair has the id 9"),
        ("id,answer\r\n1,YES\r\n\r\n9,YES\r\n", "a:4:1: no pair has the id 9"),
        ("1\tperhaps\n", "a:1:1: 1 has the answer \"perhaps\", which is neither YES nor NO"),
        ("1,YES,1.5\n", "a:1:1: 1 has the probability \"1.5\", which is not between 0 and 1"),
        ("1\n", "a:1:1: \"1\" is no id with an answer"),
        ("{\"answer\":\"YES\"}", "a:1:1: there is no key for the id"),
        ("{\"id\":1}", "a:1:1: there is no key for the answer"),
        ("{\"id\":1,\"answer\":null}", "a:1:1: 1 has an answer that is empty or null"),
        ("id\tx\ty\n1\tYES\n", "a:2:1: \"1 YES\" is no id with an answer"),
        ("id\tx\tx\n1\tYES\tNO\n", "a:1:1: two columns are called x"),
        (
            "id\tx\ty\n1\tYES\tmaybe\n",
            "a:2:1: 1 has the answer \"maybe\", which is neither YES nor NO",
        ),
    ] {
        let error = Answers::read("a", text.as_bytes(), &pairs()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}
