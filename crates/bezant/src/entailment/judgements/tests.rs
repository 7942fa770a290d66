use super::*;

fn read_ok(text: &str) -> JudgementLines {
    read("j", text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_same_judgements_in_every_format() {
    let expected = vec![
        Judgement { seconds: Some(4.5), ..Judgement::new("1.N", "ann", Opinion::Yes) },
        Judgement::new("x, y", "2", Opinion::NotSure),
        Judgement { seconds: Some(0.0), ..Judgement::new("3", "2", Opinion::No) },
    ];
    for text in [
        "id,annotator,answer,seconds\n1.N,ann,Yes,4.5\n\"x, y\",2,Not sure,\n3,2,NO,0\n",
        "\u{FEFF}Answer,Worker ID,seconds,Pair\r\ny,ann,4.5,1.N\r\n?,2,,\"x, y\"\r\n\r\nfalse,2,0,3\r\n",
        "id;annotator;answer;duration;note\n1.N;ann;TRUE;4,5;\nx, y;2;dont_know;;late\n3;2;0;0;\n",
        "annotator\tid\tanswer\tseconds\nann\t1.N\tyes\t4.5\n2\tx, y\tunsure\t\n2\t3\tn\t0\n",
        "1.N,ann,yes,4.5\n\"x, y\",2,not-sure\n3,2,no,0",
        "{\"id\":\"1.N\",\"annotator\":\"ann\",\"answer\":true,\"seconds\":4.5}\n\n\
         {\"id\":\"x, y\",\"annotator\":2,\"answer\":\"not sure\",\"seconds\":null}\n\
         {\"answer\":\"No\",\"annotator\":2,\"id\":3,\"seconds\":0}\n",
    ] {
        assert_eq!(read_ok(text), JudgementLines { lines: expected.clone(), blank: 0 }, "{text}");
    }
}

#[test]
fn what_was_not_answered_yet_is_counted() {
    let found = read_ok("id,annotator,answer\n1,a,yes\n2,a,\n3,a, \n");
    assert_eq!((found.lines.len(), found.blank), (1, 2));
    let found = read_ok(
        "{\"id\":1,\"annotator\":1,\"answer\":null}\n{\"id\":2,\"annotator\":1,\"answer\":\"no\"}",
    );
    assert_eq!((found.lines.len(), found.blank), (1, 1));
}

#[test]
fn judgements_are_written_and_read_back() {
    let text = "id,annotator,answer,seconds,when,check\n\
        \"a \"\"b\"\", c\",1,yes,2.25,1794806255,\n2,1,not sure,,,YES\n3,2,no,1,,\n";
    let found = read_ok(text).lines;
    assert_eq!((found[0].when, found[1].check), (Some(1_794_806_255.0), Some(Answer::Yes)));
    let mut out = Vec::new();
    write(&found, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
    let mut out = Vec::new();
    write(&[Judgement::new("1", "2", Opinion::NotSure)], &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "id,annotator,answer,seconds\n1,2,not sure,\n");
}

#[test]
fn the_same_counts_once_and_of_others_the_last() {
    let of = |text: &str| settle(read_ok(text).lines);
    let settled = of("id,annotator,answer\n1,a,yes\n1,b,no\n1,a,yes\n2,a,no\n1,a,yes\n1,b,yes\n");
    let shown: Vec<(&str, &str, Opinion)> = settled
        .judgements
        .iter()
        .map(|one| (one.pair.as_str(), one.annotator.as_str(), one.answer))
        .collect();
    use Opinion::{No, Yes};
    assert_eq!(shown, [("1", "a", Yes), ("1", "b", Yes), ("2", "a", No)]);
    assert_eq!(settled.repeated, 2);
    let changed = Changed { pair: "1".into(), annotator: "b".into(), answers: vec![No, Yes] };
    assert_eq!(settled.changed, [changed]);
    // The time decides where all have one, also where the lines stand the other way round.
    let late_first = "id,annotator,answer,when\n1,a,yes,2026-01-02\n1,a,no,2026-01-01\n";
    assert_eq!(of(late_first).judgements[0].answer, Yes);
    assert_eq!(of(late_first).changed[0].answers, [No, Yes]);
    let without = "id,annotator,answer,when\n1,a,yes,2026-01-02\n1,a,no,\n";
    assert_eq!(of(without).judgements[0].answer, No);
    assert_eq!(settle(Vec::new()), Settled::default());
}

#[test]
fn the_order_of_lines_does_not_change_the_fingerprint() {
    let one = read_ok("id,annotator,answer\n1,a,yes\n2,b,no\n").lines;
    let two = read_ok("answer,annotator,id,seconds\nno,b,2,3\nyes,a,1,4\n").lines;
    let other = read_ok("id,annotator,answer\n1,a,yes\n2,b,not sure\n").lines;
    assert_eq!(fingerprint(&one), fingerprint(&two));
    assert_ne!(fingerprint(&one), fingerprint(&other));
}

#[test]
fn faults_have_a_place_and_name_the_id() {
    for (text, message) in [
        ("", "j:1:1: no judgement is found"),
        ("id,annotator,answer\n", "j:1:1: no judgement is found"),
        ("id,annotator,answer\n1,a,\n", "j:1:1: no judgement is found"),
        ("id,worker\n1,a", "j:1:1: there is no column answer"),
        ("answer,id\nyes,1", "j:1:1: there is no column annotator"),
        ("hello\n", "j:1:1: there is no column id"),
        ("1,a,perhaps\n", "j:1:1: there is no column id"),
        (
            "id,annotator,answer\n1,a,yes\n2,\"a,b\",perhaps\n",
            "j:3:9: 2 has the answer \"perhaps\", which is neither yes nor no nor not sure",
        ),
        (
            "id,annotator,answer\r\n1,a,yes\r\n\r\n2,a,perhaps\r\n",
            "j:4:5: 2 has the answer \"perhaps\", which is neither yes nor no nor not sure",
        ),
        ("id,annotator,answer\n1,,yes\n", "j:2:3: this judgement has no annotator"),
        ("id,annotator,answer\n,a,yes\n", "j:2:1: this judgement has no id"),
        ("id,annotator,answer\n1\n", "j:2:2: this judgement has no annotator"),
        (
            "id,annotator,answer,seconds\n1,a,yes,-3\n",
            "j:2:9: 1 took \"-3\", which is no number of seconds",
        ),
        (
            "id,annotator,answer,time\n1,a,yes,noon\n",
            "j:2:9: 1 was answered at \"noon\", which is no time",
        ),
        (
            "id,annotator,answer,check\n1,a,yes,unsure\n",
            "j:2:9: 1 should be answered with \"unsure\", which is neither YES nor NO",
        ),
        ("id,annotator,answer,id\n1,a,yes,1\n", "j:1:1: two columns are called id"),
        (
            "id,annotator,answer\n1,\"a,yes\n",
            "j:2:3: a quotation mark is opened here and never closed",
        ),
        ("{\"id\":1,\"answer\":\"yes\"}", "j:1:1: there is no column annotator"),
        ("{\"id\":1,", "j:1:8: not JSON: EOF while parsing a value"),
        ("<entailment-corpus><pair id=\"1\">", "j:1:1: these are pairs, not judgements"),
        ("id,text,hypothesis\n1,A.,B.\n", "j:1:1: these are pairs, not judgements"),
    ] {
        let error = read("j", text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert!(error.hint().is_some(), "{text}");
    }
    let error = read("j", b"id,annotator,answer\n1,\xFF,yes\n").unwrap_err();
    assert_eq!(error.to_string(), "j:2:3: this is not UTF-8");
}

#[test]
fn the_hint_says_what_judgements_look_like() {
    let error = read("j", b"id,annotator,answer\n1,\"a,yes\n").unwrap_err();
    assert!(error.hint().unwrap().to_string().contains("id, annotator and answer"));
}

#[test]
fn judgements_are_told_from_pairs_and_answers() {
    use crate::entailment::answers::Answers;
    use crate::entailment::pairs::Pairs;
    let pairs = "id,text,hypothesis\n1,A.,B.\n";
    let pairs = Pairs::read("p", pairs.as_bytes(), None).unwrap();
    for text in [
        "id,annotator,answer\n1,a,yes\n1,b,no\n",
        "answer\tAnnotator\tid\nyes\ta\t1\nno\tb\t1\n",
        "{\"id\":1,\"annotator\":2,\"answer\":\"yes\"}\n{\"id\":1,\"annotator\":3,\"answer\":\"yes\"}\n",
    ] {
        let error = Pairs::read("x", text.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(error, "x:1:1: these are judgements, not pairs", "{text}");
        let error = Answers::read("x", text.as_bytes(), &pairs).unwrap_err().to_string();
        assert_eq!(error, "x:1:1: these are judgements, not answers", "{text}");
    }
}
