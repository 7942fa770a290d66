//! `bezant entail export` to crowds, and `bezant entail import`.

use crate::program::Folder;

/// So many pairs, two a text.
fn folder(n: usize) -> Folder {
    let folder = Folder::new();
    let pair =
        |at: usize| format!("p{at},The cat number {} slept.,Cat {at} slept.,YES,cat\n", at / 2);
    let rows: String = (0..n).map(pair).collect();
    folder.write("pairs.csv", format!("id,text,hypothesis,entailment,word1\n{rows}"));
    folder
}

/// What Mechanical Turk would give back for a batch, if two people answered every sheet and a third was
/// rejected.
fn results(batch: &str) -> String {
    let mut lines = batch.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let n = (names.len() - 1) / 3;
    let input: Vec<String> = names.iter().map(|name| format!("\"Input.{name}\"")).collect();
    let answers: Vec<String> = (1..=n).map(|n| format!("\"Answer.answer{n}\"")).collect();
    let mut out = format!(
        "\"HITId\",\"AssignmentId\",\"WorkerId\",\"AssignmentStatus\",\"WorkTimeInSeconds\",{},{}\n",
        input.join(","),
        answers.join(",")
    );
    for (sheet, line) in lines.enumerate() {
        for (who, status, answer) in [
            ("A2XYZ", "Approved", "yes"),
            ("A9QQQ", "Submitted", "not sure"),
            ("A0BAD", "Rejected", "no"),
        ] {
            let fields: Vec<&str> = line.split(',').collect();
            let given: Vec<&str> =
                (1..=n).map(|n| if fields[3 * n - 2].is_empty() { "" } else { answer }).collect();
            out +=
                &format!("h{sheet},a{sheet}{who},{who},{status},50,{line},{}\n", given.join(","));
        }
    }
    out
}

#[test]
fn a_batch_goes_out_and_comes_back_as_judgements() {
    let folder = folder(52);
    let ran = folder.run("entail export pairs.csv --to mturk --price 0.5 --fee 20 -o batch");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    // 3 sheets by 5 people: 15 at 0.5, and a fifth on top.
    assert_eq!(
        ran.err,
        "52 pairs on 3 sheets of at most 18\n\
         with 5 people a pair: 15 sheets, 260 judgements: 9.00 in all, 0.0346 a judgement\n"
    );
    let batch = folder.read("batch/batch.csv");
    assert!(!batch.contains("YES") && batch.lines().count() == 4, "{batch}");
    let form = folder.read("batch/form.html");
    assert!(form.contains("${hypothesis18}") && !form.contains("${hypothesis19}"));
    folder.write("results.csv", results(&batch));
    let ran = folder.run("entail import results.csv --from mturk --price 0.5 -o judgements.csv");
    assert_eq!(ran.status, 0, "{}", ran.err);
    // 6 sheets of 50 seconds each at 0.5: 3 for 300 seconds.
    assert_eq!(
        ran.err,
        "left out: 3 rejected\n104 judgements by 2 people on 6 sheets\n2.9 seconds a judgement\n\
         6 sheets, 104 judgements: 3.00 in all, 0.0288 a judgement; people got 36.00 an hour\n"
    );
    let judgements = folder.read("judgements.csv");
    assert!(judgements.starts_with("id,annotator,answer,seconds\n"), "{judgements}");
    assert_eq!(judgements.lines().count(), 105);
    assert!(!judgements.contains("A2XYZ") && !judgements.contains("A9QQQ"));
    assert_eq!(judgements.matches(",1,yes,").count(), 52);
    assert_eq!(judgements.matches(",2,not sure,").count(), 52);
}

#[test]
fn people_of_prolific_and_with_spreadsheets() {
    let folder = folder(3);
    let ran =
        folder.run("entail export pairs.csv --to prolific --link https://x.org/{sheet} -o study");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let links = folder.read("study/links.csv");
    assert!(links.starts_with(
        "sheet,pairs,url,completion_code,completion_url\n1,3,https://x.org/1?PROLIFIC_PID="
    ));
    folder.write("answers.csv", "id,participant_id,answer\np0,5f,yes\np1,5f,no\np0,6a,no\n");
    folder.write(
        "export.csv",
        "Submission id,Participant id,Status,Time taken\ns,5f,APPROVED,30\nt,6a,REJECTED,2\n",
    );
    let ran = folder.run("entail import answers.csv --from prolific --submissions export.csv");
    assert_eq!(ran.out, "id,annotator,answer,seconds\np0,1,yes,15\np1,1,no,15\n", "{}", ran.err);
    assert!(ran.err.starts_with("left out: 1 rejected\n"), "{}", ran.err);

    assert_eq!(folder.run("entail export pairs.csv --to csv -o sheets").status, 0);
    let empty = folder.read("sheets/sheets.csv");
    assert!(empty.starts_with("\u{FEFF}sheet,id,text,hypothesis,answer\n"), "{empty}");
    let filled = |answer: &str| -> String {
        let line = |line: &str| match line.strip_suffix(',') {
            Some(line) => format!("{line},{answer}\n"),
            None => format!("{line}\n"),
        };
        empty.lines().map(line).collect()
    };
    folder.write("ann.csv", filled("Yes")).write("ben.csv", filled("?"));
    let ran = folder.run("entail import ann.csv ben.csv --from csv --price 12 --per hour");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 7), "{}", ran.err);
    assert_eq!(ran.out.matches(",2,not sure,").count(), 3, "{}", ran.out);
    assert_eq!(
        ran.err,
        "6 judgements by 2 people on 2 sheets\nwhat it costs depends on how long it takes\n"
    );
}

#[test]
fn a_file_is_one_persons() {
    let folder = folder(3);
    folder
        .write("ann.csv", "id,answer\np0,yes\np1,no\n")
        .write("ben.csv", "id,answer\np0,yes\np1,no\n");
    let message = "ann.csv is given twice, and would count as two people";
    let ran = folder.run("entail import ann.csv ann.csv --from csv -o j.csv");
    assert!(ran.status == 2 && ran.err.contains(message), "{}", ran.err);
    let ran = folder.run("entail import ann.csv ./ann.csv --from csv -o j.csv");
    assert!(ran.status == 2 && ran.err.contains("are the same file"), "{}", ran.err);
    assert!(!folder.path().join("j.csv").exists());
    // Two people may say the same, and somebody may have made a copy.
    let ran = folder.run("entail import ann.csv ben.csv --from csv -o j.csv");
    let message = "ann.csv and ben.csv have the same contents, and count as two people";
    assert!(ran.status == 0 && ran.err.contains(message), "{}", ran.err);
    assert_eq!(folder.read("j.csv").lines().count(), 5);
}

#[test]
fn crowds_that_cannot_be_are_refused() {
    let folder = folder(60);
    folder.write("judged.csv", "id,annotator,answer\np0,1,yes\n");
    for (words, message) in [
        ("export pairs.csv --to mturk", "sheets need a folder; name it with -o"),
        ("export pairs.csv --to prolific -o x", "--link says where a sheet is answered"),
        (
            "export pairs.csv --to prolific --link https://x.org -o x",
            "there are 3 sheets, so it needs {sheet}",
        ),
        ("export pairs.csv --to mturk --sheet 0 -o x", "0 is not in 1..=500"),
        (
            "import judged.csv --from mturk",
            "there is no column WorkerId: these are not results of Mechanical Turk\n  --> judged.csv:1:1",
        ),
        ("import judged.csv --from prolific", "--submissions"),
        ("import judged.csv --from csv --price cheap", "cheap is no amount"),
        (
            "import pairs.csv --from csv",
            "there is no column answer: these are not sheets of pairs with answers\n  --> pairs.csv:1:1",
        ),
        ("import pairs.csv --from csv", "hint: give the sheets that people filled in"),
        (
            "export pairs.csv --to csv -o sheets.csv",
            "this would be a folder, with sheets.csv in it",
        ),
        ("import judged.csv --from csv -o judged.csv", "is read, and would be written over"),
    ] {
        let ran = folder.run(&format!("entail {words}"));
        assert!(ran.status == 2 && ran.err.contains(message), "{words}\n{}", ran.err);
    }
    assert!(!folder.path().join("x").exists() && !folder.path().join("sheets.csv").exists());
    let ran = folder.run("entail export pairs.csv --to csv --contact me -o y");
    assert!(ran.err.contains("--contact has no effect with --to csv"), "{}", ran.err);
    let ran = folder.run("entail export pairs.csv --to jsonl --sheet 5 -o x.jsonl");
    assert!(ran.err.contains("--sheet has no effect with --to jsonl"), "{}", ran.err);
    let ran = folder.run("entail import judged.csv --from csv --submissions pairs.csv");
    assert!(ran.err.contains("--submissions has no effect with --from csv"), "{}", ran.err);
}
