//! What rows of one system cannot be beside each other, or under their signature.

use crate::counts::Counts;
use crate::error::ErrorKind;
use crate::evaluation::{Evaluation, Row};
use crate::metric::Reason;

/// What is wrong with the rows of a system, and which of them it is.
pub(super) fn fault<C: Counts>(evaluation: &Evaluation<C>) -> Option<(usize, ErrorKind)> {
    let Evaluation { signature, system, rows, .. } = evaluation;
    if let Some((at, sentence)) = again(rows) {
        return Some((at, ErrorKind::SameSentence { system: system.clone(), sentence }));
    }
    let counts = rows.iter().map(|row| match &row.outcome.result {
        Ok(counts) => counts,
        Err(skipped) => &skipped.missed,
    });
    let (at, why) = C::misfit(counts, signature)?;
    Some((at, ErrorKind::BadRows(why)))
}

/// Whether a row is about sentences of gold: what gold does not have counts nowhere, and may have a number of the
/// system's own.
fn is_of_gold<C>(row: &Row<C>) -> bool {
    match &row.outcome.result {
        Ok(_) => row.n_sentences > 0,
        Err(skipped) => row.n_sentences > 0 && skipped.reason != Reason::GoldMissing,
    }
}

/// Of how many of gold's sentences these rows are, and the numbers of the first and the last of them.
pub(super) fn extent<C>(rows: &[Row<C>]) -> (u64, u64, u64) {
    let of_gold = rows.iter().filter(|row| is_of_gold(row));
    of_gold.fold((0, u64::MAX, 0), |(n, first, last), row| {
        let end = row.sentence.saturating_add(row.n_sentences - 1);
        (n.saturating_add(row.n_sentences), first.min(row.sentence), last.max(end))
    })
}

/// The first row about a sentence that another row before it is about.
fn again<C>(rows: &[Row<C>]) -> Option<(usize, u64)> {
    let end = |row: &Row<C>| row.sentence.saturating_add(row.n_sentences);
    let counted = || rows.iter().enumerate().filter(|(_, row)| is_of_gold(row));
    let mut next = 0;
    let is_in_order = counted().all(|(_, row)| {
        let is_behind = row.sentence >= next;
        next = end(row);
        is_behind
    });
    if is_in_order {
        return None;
    }
    // Numbers of relations may stand in any order.
    let mut all: Vec<_> = counted().map(|(at, row)| (row.sentence, end(row), at)).collect();
    all.sort_unstable();
    let twice = all.windows(2).filter(|two| two[1].0 < two[0].1);
    twice.map(|two| (two[0].2.max(two[1].2), two[1].0)).min()
}

#[cfg(test)]
mod tests {
    use crate::counts::{Counts, Tally};
    use crate::error::Hint;
    use crate::evaluation::Evaluation;
    use crate::metrics::relations::RelationCounts;
    use crate::rows::{merge, read, write};
    use crate::source::Source;
    use serde::de::DeserializeOwned;

    const HEADER: &str = "{\"bezant_rows\":2,\"signature\":\"brackets\",\"system\":\"a\"}\n";

    fn found<C: Counts + DeserializeOwned>(text: &str) -> Result<Vec<Evaluation<C>>, String> {
        let source = Source::from_bytes("rows.jsonl", text.into()).unwrap();
        read(source).map_err(|error| error.to_string())
    }

    /// Rows about these sentences: the first of each, and how many.
    fn rows(about: &[(u64, u64)]) -> String {
        let row = |(sentence, n): &(u64, u64)| {
            format!(
                "{{\"sentence\":{sentence},\"n_sentences\":{n},\"length\":0,\"depth\":0,\
                 \"counts\":{{\"matched\":1,\"gold\":1,\"system\":1}}}}\n"
            )
        };
        HEADER.to_string() + &about.iter().map(row).collect::<String>()
    }

    #[test]
    fn a_sentence_has_one_row_of_a_system() {
        let twice = |about: &[(u64, u64)]| found::<Tally>(&rows(about)).unwrap_err();
        let message =
            |line, n| format!("rows.jsonl:{line}:1: sentence {n} of a has a row before this one");
        assert_eq!(twice(&[(1, 1), (2, 1), (2, 1)]), message(4, 2));
        assert_eq!(twice(&[(3, 1), (7, 1), (1, 1), (3, 1), (1, 1)]), message(5, 3));
        // One row may be about several.
        assert_eq!(twice(&[(1, 3), (3, 1)]), message(3, 3));
        assert_eq!(twice(&[(3, 1), (1, 3)]), message(3, 3));
        // What stands between two sentences of gold is about none, and numbers may have any order.
        for about in [&[(1, 1), (2, 0), (2, 0), (2, 2), (4, 1)][..], &[(5, 1), (2, 1), (9, 1)]] {
            assert_eq!(found::<Tally>(&rows(about)).unwrap()[0].rows.len(), about.len());
        }
        // The line is that of its system.
        let systems = [rows(&[(1, 1)]), "\n".to_string(), rows(&[(1, 1), (1, 1)])].concat();
        assert_eq!(found::<Tally>(&systems).unwrap_err(), message(6, 1));
        assert!(found::<Tally>(&[rows(&[(1, 1)]), rows(&[(1, 1)])].concat()).is_ok());
    }

    #[test]
    fn what_gold_does_not_have_may_have_any_number() {
        let surplus = "{\"sentence\":1,\"length\":0,\"depth\":0,\"skipped\":\"gold_missing\"}\n";
        let text = rows(&[(1, 1)]) + surplus + surplus;
        assert_eq!(found::<Tally>(&text).unwrap()[0].rows.len(), 3);
    }

    #[test]
    fn merged_parts_go_on_behind_the_largest_number() {
        let part = |about: &[(u64, u64)]| found::<Tally>(&rows(about)).unwrap().remove(0);
        let merged = merge(vec![part(&[(9, 1), (4, 2)]), part(&[(4, 1), (5, 2)])]);
        let merged = merged.unwrap().unwrap();
        let numbers: Vec<u64> = merged.rows.iter().map(|row| row.sentence).collect();
        assert_eq!(numbers, [9, 4, 13, 14]);
        assert_eq!(merged.signature.get("n"), Some("6"));
        let mut text = Vec::new();
        write(std::slice::from_ref(&merged), &mut text).unwrap();
        assert_eq!(found::<Tally>(&String::from_utf8(text).unwrap()).unwrap(), [merged]);
    }

    #[test]
    fn merged_rows_are_of_the_same_sentences_for_all_systems() {
        let surplus = "{\"sentence\":3,\"length\":0,\"depth\":0,\"skipped\":\"gold_missing\"}\n";
        let joined = |parts: [String; 2]| {
            let parts = parts.map(|text| found::<Tally>(&text).unwrap().remove(0));
            let merged = merge(parts.to_vec()).unwrap().unwrap();
            let numbers: Vec<u64> = merged.rows.iter().map(|row| row.sentence).collect();
            (numbers, merged.signature.get("n").unwrap().to_string())
        };
        let [first, second] = [rows(&[(1, 1), (2, 1)]), rows(&[(1, 1), (2, 1)])];
        let n = "4".to_string();
        assert_eq!(joined([first.clone(), second.clone()]), (vec![1, 2, 3, 4], n.clone()));
        // A sentence too many is none of gold's, so that nothing behind it is moved.
        let with_surplus = first.clone() + surplus;
        assert_eq!(joined([with_surplus, second]), (vec![1, 2, 3, 3, 4], n.clone()));
        // Rows may stand in any order; numbers that go on stay.
        let turned = rows(&[(2, 1), (1, 1)]);
        assert_eq!(joined([first.clone(), turned]), (vec![1, 2, 4, 3], n.clone()));
        assert_eq!(joined([first, rows(&[(7, 1), (4, 1)])]), (vec![1, 2, 7, 4], n));
    }

    #[test]
    fn types_are_those_of_the_hierarchy() {
        let header = "{\"bezant_rows\":2,\"signature\":\"relations|hierarchy:rasp|\
                      schemes:hierarchy.all|assignment:optimal\",\"system\":\"a\"}\n";
        let text = |kind: u16| {
            format!(
                "{header}{{\"sentence\":1,\"length\":1,\"depth\":0,\"counts\":{{\"sentences\":1,\
                 \"gold\":[[2,1]],\"system\":[[{kind},1]],\"matched\":[]}}}}\n"
            )
        };
        assert!(found::<RelationCounts>(&text(26)).is_ok());
        assert_eq!(
            found::<RelationCounts>(&text(99)).unwrap_err(),
            "rows.jsonl:2:1: not a file of saved rows: type 99 is none of the 27 of its \
             hierarchy, which are numbered from 0"
        );
    }

    #[test]
    fn what_to_do_is_said() {
        let source = Source::from_bytes("a", rows(&[(1, 1), (1, 1)]).into_bytes()).unwrap();
        let hint = read::<Tally>(source).unwrap_err().kind().hint();
        assert!(matches!(hint, Some(Hint::Advice(text)) if text.contains("save the rows again")));
    }
}
