//! Files block by block, and what is refused.

use super::*;

#[test]
fn batches_go_on_where_the_last_one_ended() {
    let text = "(A a)\n".repeat(100_000) + "(B b)";
    let source = Source::from_reader("lines", std::io::Cursor::new(text)).unwrap();
    let mut reader = Reader::new(source, None);
    let first = reader.take(60_000).unwrap();
    assert_eq!(first.sentences().last().unwrap().at.line, 60_000);
    let rest = reader.take(usize::MAX).unwrap();
    assert_eq!(rest.len(), 40_001);
    let last = rest.sentences().last().unwrap();
    assert_eq!((last.text, last.at.line), (&b"(B b)"[..], 100_001));
    assert!(reader.next_batch().unwrap().is_empty());
}

#[test]
fn after_an_error_a_reader_has_ended() {
    let text = b"(S\n (A a))\n  b".to_vec();
    let mut reader = Reader::new(Source::from_bytes("free", text).unwrap(), None);
    assert_eq!(reader.next_batch().err().unwrap().to_string(), "free:3:3: text outside brackets");
    assert!(reader.next_batch().unwrap().is_empty());
}

#[test]
fn a_tree_over_several_lines_after_many_of_one_line_is_no_skipped_sentence() {
    let lines = "(S (A a))\n".repeat(10_000);
    let read = |rest: &str, format| {
        let source = Source::from_bytes("late", (lines.clone() + rest).into_bytes()).unwrap();
        Reader::new(source, format).take(usize::MAX).map(|batch| batch.len())
    };
    let several = "(S (A a)\n   (B b))\n";
    let error = read(several, None).unwrap_err().to_string();
    assert!(error.starts_with("late:10002:1: a tree goes on in this line"), "{error}");
    assert_eq!(read(several, Some(Format::Penn(Layout::Free))).unwrap(), 10_001);
    assert_eq!(read(several, Some(Format::Penn(Layout::Lines))).unwrap(), 10_002);
    // One that is cut short and followed by the next tree is a bad sentence, not another layout.
    assert_eq!(read("(S (A a)\n(S (B b))\n\n", None).unwrap(), 10_003);
    assert_eq!(read("(S (A a)\nfailed\n(S (B b))\n", None).unwrap(), 10_003);
}

#[test]
fn where_trees_are_wanted_other_files_are_refused() {
    let check = |text: &str| {
        let source = Source::from_bytes("file", text.into()).unwrap();
        Reader::new(source, None).check(Holds::Trees)
    };
    for other in ["1\n2\n", "{\"a\": 1}", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "a(b-1, c-2)\n"] {
        let error = check(other).unwrap_err().to_string();
        assert_eq!(error, "file:1:1: no line of this file starts a tree", "{other}");
    }
    let error = check("(S (A a))\r(S (B b))\r").unwrap_err().to_string();
    assert!(error.starts_with("file: lines end in carriage returns alone"), "{error}");
    for trees in [
        "",
        "\n\n",
        "(S (A a))\r",
        "(S (A a))\r\n(S (B b))\r\n",
        "failed\n  (S (A a))\n",
        "# ours\n\n(S\n (A a))\n",
    ] {
        assert!(check(trees).is_ok(), "{trees}");
    }
}

#[test]
fn a_place_in_a_line_is_known_across_blocks() {
    // Trees of seven bytes in one line, so that a block ends in the middle of it.
    let text = format!("(X y)\n{}", "(É bb) ".repeat(200_000));
    let source = Source::from_bytes("free", text.into_bytes()).unwrap();
    let mut reader = Reader::new(source, Some(Format::Penn(Layout::Free)));
    let all = reader.take(usize::MAX).unwrap();
    let last = all.sentences().last().unwrap().at;
    assert_eq!(last, Position { line: 2, column: 7 * 199_999 + 1 });
}

#[test]
fn a_free_tree_larger_than_a_block_is_whole() {
    let tree = format!("(S\n{})\n", " (N word)\n".repeat(200_000));
    let source = Source::from_reader("free", std::io::Cursor::new(tree.repeat(2))).unwrap();
    let mut reader = Reader::new(source, None);
    assert_eq!(reader.format(), Format::Penn(Layout::Free));
    let all = reader.take(9).unwrap();
    assert_eq!(all.sentences().map(|s| s.at.line).collect::<Vec<_>>(), [1, 200_003]);
}
