use super::*;
use crate::entailment::judgements::Opinion;

fn pairs(n: usize) -> Pairs {
    let pair = |at: usize| Pair {
        id: format!("p{at}"),
        text: format!("Text {} & more.", at / 3),
        hypothesis: format!("Hypothesis {at}."),
        ..Pair::default()
    };
    Pairs { name: "x".to_string(), pairs: (0..n).map(pair).collect() }
}

#[test]
fn sheets_are_equally_full_and_texts_are_spread() {
    let all = pairs(52);
    let dealt = sheets(&all, 25, 1);
    let sizes: Vec<usize> = dealt.iter().map(|sheet| sheet.pairs.len()).collect();
    assert_eq!(sizes, [18, 17, 17]);
    let mut ids: Vec<&str> =
        dealt.iter().flat_map(|sheet| &sheet.pairs).map(|pair| pair.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 52);
    for sheet in &dealt {
        let mut texts: Vec<&str> = sheet.pairs.iter().map(|pair| pair.text.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), sheet.pairs.len());
    }
    assert_eq!(sheets(&all, 25, 1), dealt);
    assert_ne!(sheets(&all, 25, 2), dealt);
    assert_eq!(sheets(&pairs(1), 25, 1).len(), 1);
}

#[test]
fn a_batch_has_a_row_a_sheet_and_sentences_are_escaped() {
    let mut all = pairs(3);
    all.pairs[0].text = "<script>x</script> \u{1F600}".to_string();
    let dealt = sheets(&all, 2, 1);
    let mut out = Vec::new();
    mechanical_turk_batch(&dealt, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "sheet,id1,text1,hypothesis1,id2,text2,hypothesis2");
    assert!(lines[2].ends_with(",,,"), "{text}");
    assert!(text.contains("&lt;script&gt;x&lt;/script&gt; &#128512;"), "{text}");
    assert!(text.contains("Text 0 &amp; more."), "{text}");
    let form = mechanical_turk_form(&dealt, &SheetTexts::english(), &Asking::default());
    for variable in ["${text1}", "${hypothesis1}", "${text2}", "name=\"answer2\""] {
        assert!(form.contains(variable), "{variable}");
    }
    assert!(form.contains("Contact: whoever has put this task here."), "{form}");
    assert!(!form.contains("${text3}") && !form.contains("{n}") && !form.contains("{items}"));
}

#[test]
fn the_form_speaks_as_its_file_of_texts() {
    let own = include_str!("texts.toml")
        .replace("\"Not sure\"", "\"Emin değilim\"")
        .replace("\"ltr\"", "\"rtl\"")
        .replace("What you do", "A <b> c");
    let texts = SheetTexts::read("tr.toml", own.as_bytes()).unwrap();
    let all = pairs(1);
    let asking = Asking { contact: Some("a <b> c".to_string()), retention: None };
    let form = mechanical_turk_form(&sheets(&all, 25, 1), &texts, &asking);
    assert!(form.contains("Contact: a &lt;b&gt; c."), "{form}");
    assert!(form.contains("value=\"not sure\"> Emin değilim</label>"), "{form}");
    assert!(form.contains("<b>The clock was door.</b> Emin değilim: This is"), "{form}");
    assert!(form.contains("dir=\"rtl\"") && form.contains("<h2>A &lt;b&gt; c</h2>"), "{form}");
    let error = SheetTexts::read("x.toml", b"language = \"en\"\n").unwrap_err().to_string();
    assert_eq!(error, "x.toml: this is no file of texts: missing field `direction`");
}

/// People elsewhere are told the same as people in the browser.
#[test]
fn instructions_are_those_of_the_annotation_server() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bezant-annotate/texts/en.toml");
    // The library is also given away alone.
    let Ok(text) = std::fs::read(path) else { return };
    let theirs = SheetTexts::read("en.toml", &text).unwrap();
    let page = |texts: &SheetTexts| {
        let all = pairs(1);
        let form = mechanical_turk_form(&sheets(&all, 25, 1), texts, &Asking::default());
        let (before, after) = form.split_once("<h2>Taking part</h2>").unwrap();
        let (_, questions) = after.split_once("<fieldset").unwrap();
        (before.to_string(), questions.to_string())
    };
    assert_eq!(page(&SheetTexts::english()), page(&theirs));
}

#[test]
fn spreadsheets_compute_nothing() {
    let mut all = pairs(1);
    all.pairs[0].text = "=1+1".to_string();
    let mut out = Vec::new();
    spreadsheet(&sheets(&all, 25, 1), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text, "\u{FEFF}sheet,id,text,hypothesis,answer\n1,p0,'=1+1,Hypothesis 0.,\n");
}

#[test]
fn links_have_codes_that_the_seed_changes() {
    let all = pairs(30);
    let links = |seed| {
        let mut out = Vec::new();
        prolific_links(&sheets(&all, 25, 1), "https://x.org/s/{sheet}", seed, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert!(links(1).contains("\n1,15,https://x.org/s/1?PROLIFIC_PID={{%PROLIFIC_PID%}}&"));
    let codes = |seed| -> Vec<String> {
        let all = links(seed);
        all.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().to_string()).collect()
    };
    assert!(codes(1).iter().all(|code| code.len() == 8));
    assert_ne!(codes(1)[0], codes(1)[1]);
    assert_ne!(codes(1), codes(2));
}

const TURK: &str = "HITId,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds,Input.sheet,\
    Input.id1,Input.text1,Input.id2,Input.text2,Answer.answer1,Answer.answer2,Approve,Reject\n\
    h1,a1,WANN,Approved,60,1,p1,A.,p2,B.,yes,not sure,,\n\
    h1,a2,WBEN,Rejected,5,1,p1,A.,p2,B.,no,no,,\n\
    h1,a3,WCEM,Submitted,30,1,p1,A.,p2,B.,Yes,,,\n\
    h2,a4,WANN,Approved,20,2,p3,C.,,,no,,,\n\
    h2,a5,WDOR,Submitted,20,2,p3,C.,,,no,,,x\n\
    h2,a4,WANN,Approved,20,2,p3,C.,,,no,,,\n";

/// Pair, annotator, answer and seconds of each judgement.
fn lines(crowd: &Crowd) -> Vec<String> {
    let line = |one: &crate::entailment::judgements::Judgement| {
        let seconds = one.seconds.map_or(String::new(), |seconds| seconds.to_string());
        format!("{} {} {} {seconds}", one.pair, one.annotator, one.answer)
    };
    crowd.judgements.iter().map(line).collect()
}

#[test]
fn results_of_mechanical_turk_become_judgements_of_numbers() {
    let crowd = mechanical_turk(&[("x.csv", TURK.as_bytes())]).unwrap();
    let expected = ["p1 1 yes 30", "p2 1 not sure 30", "p1 2 yes 30", "p3 1 no 20"];
    assert_eq!(lines(&crowd), expected);
    assert_eq!((crowd.people, crowd.unanswered), (2, 1));
    assert_eq!(crowd.work, Work { sheets: 3, judgements: 4, seconds: Some(110.0) });
    let left_out =
        [("rejected".to_string(), 2), ("with an assignment that is there already".to_string(), 1)];
    assert_eq!(crowd.left_out, left_out);
    // A choice a column, or all answers in one object.
    let apart = "WorkerId,Input.id1,Answer.answer1.yes,Answer.answer1.no,Answer.answer1.not sure\n\
        a,p1,false,true,false\nb,p1,false,false,true\nc,p1,false,false,false\n";
    let crowd = mechanical_turk(&[("x.csv", apart.as_bytes())]).unwrap();
    assert_eq!(
        (lines(&crowd), crowd.unanswered),
        (vec!["p1 1 no ".into(), "p1 2 not sure ".into()], 1)
    );
    assert_eq!(crowd.work.seconds, None);
    let object = "WorkerId,Input.id1,Input.id2,Answer.taskAnswers\n\
        a,p1,p2,\"[{\"\"answer1\"\":{\"\"no\"\":false,\"\"yes\"\":true},\"\"answer2\"\":\"\"no\"\"}]\"\n";
    let crowd = mechanical_turk(&[("x.csv", object.as_bytes())]).unwrap();
    assert_eq!(lines(&crowd), ["p1 1 yes ", "p2 1 no "]);
}

#[test]
fn what_is_no_result_is_refused_with_a_place() {
    let fail = |text: &str| mechanical_turk(&[("x", text.as_bytes())]).unwrap_err().to_string();
    let no = |column: &str| {
        format!("x:1:1: there is no column {column}: these are not results of Mechanical Turk")
    };
    assert_eq!(fail("id,annotator,answer\n1,a,yes\n"), no("WorkerId"));
    assert_eq!(fail("WorkerId,Answer.answer1\na,yes\n"), no("Input.id1"));
    assert_eq!(fail("WorkerId,Input.id1\na,p1\n"), no("Answer.answer1"));
    assert_eq!(fail("WorkerId,Input.id1,Answer.answer1\n"), "x: no judgement is found");
    assert_eq!(
        fail("WorkerId,Input.id1,Answer.answer1\na,p1,yes\nb,p1,perhaps so\n"),
        "x:3:1: p1 has the answer \"perhaps so\", which is neither yes nor no nor not sure"
    );
}

#[test]
fn people_of_prolific_count_whose_submission_does() {
    let answers = "id,PROLIFIC_PID,answer\np1,5f,yes\np2,5f,no\np1,6a,no\np1,7b,no\np1,8c,yes\n";
    let submissions = "Submission id,Participant id,Status,Started at,Time taken,Completion code\n\
        s1,5f,APPROVED,,50,ABC\ns2,6a,RETURNED,,3,NOCODE\ns3,7b,AWAITING REVIEW,,10,ABC\n";
    let told = Submissions { name: "s.csv", text: submissions.as_bytes() };
    let crowd = prolific(&[("a.csv", answers.as_bytes())], told).unwrap();
    assert_eq!(lines(&crowd), ["p1 1 yes 25", "p2 1 no 25", "p1 2 no 10"]);
    assert_eq!(crowd.work, Work { sheets: 2, judgements: 3, seconds: Some(60.0) });
    let left_out = [("returned".to_string(), 1), ("without submission".to_string(), 1)];
    assert_eq!(crowd.left_out, left_out);
    let other = Submissions { name: "s.csv", text: b"id,annotator,answer\n" };
    let error = prolific(&[("a.csv", answers.as_bytes())], other).unwrap_err().to_string();
    assert_eq!(
        error,
        "s.csv:1:1: there is no column Participant id: these are not submissions of Prolific"
    );
}

#[test]
fn a_spreadsheet_is_one_person_unless_it_says_who() {
    let one = "sheet,id,text,hypothesis,answer\n1,p1,A.,B.,Yes\n1,p2,A.,C.,\n2,p3,A.,D.,no\n";
    let two = "sheet;id;answer\n1;p1;?\n";
    let crowd = spreadsheets(&[("a.csv", one.as_bytes()), ("b.csv", two.as_bytes())]).unwrap();
    assert_eq!(lines(&crowd), ["p1 1 yes ", "p3 1 no ", "p1 2 not sure "]);
    assert_eq!((crowd.people, crowd.work.sheets, crowd.unanswered), (2, 3, 1));
    let shared = "id\tannotator\tanswer\np1\tBen\tyes\np1\tAnn\tno\np2\t\t\n";
    let crowd = spreadsheets(&[("a.tsv", shared.as_bytes())]).unwrap();
    assert_eq!(lines(&crowd), ["p1 1 yes ", "p1 2 no "]);
    assert_eq!(crowd.judgements[1].answer, Opinion::No);
}

#[test]
fn work_has_a_price() {
    let work = Work { sheets: 200, judgements: 5000, seconds: Some(36_000.0) };
    let price = |amount, per| Price { amount, per, fee: 0.2 };
    let close = |one: f64, two: f64| (one - two).abs() < 1e-9;
    // 200 sheets at a half, and a fifth of that on top.
    let cost = price(0.5, PaidFor::Sheet).of(work).unwrap();
    assert!(close(cost.all, 120.0) && close(cost.judgement.unwrap(), 0.024));
    assert!(close(cost.hour.unwrap(), 10.0));
    let cost = price(0.01, PaidFor::Judgement).of(work).unwrap();
    assert!(close(cost.all, 60.0) && close(cost.hour.unwrap(), 5.0));
    let cost = price(9.0, PaidFor::Hour).of(work).unwrap();
    assert!(close(cost.all, 108.0) && close(cost.hour.unwrap(), 9.0));
    let unknown = Work { seconds: None, ..work };
    assert_eq!(price(9.0, PaidFor::Hour).of(unknown), None);
    let nothing = price(0.5, PaidFor::Sheet).of(Work::default()).unwrap();
    assert_eq!((nothing.all, nothing.judgement), (0.0, None));
}
