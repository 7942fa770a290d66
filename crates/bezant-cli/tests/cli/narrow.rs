//! Tables on a screen of 80 columns.

use assert_cmd::Command;

use crate::program::Folder;

/// Runs a command on a screen of 80 columns.
fn shown(folder: &Folder, words: &str) -> String {
    let output = Command::cargo_bin("bezant")
        .unwrap()
        .current_dir(folder.path())
        .env("COLUMNS", "80")
        .args(words.split_whitespace())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

const PARSES: &str = "entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu";

#[test]
fn every_part_of_a_table_names_its_rows() {
    let folder = Folder::new();
    let files = "brackets gold.mrg strong.mrg weak.mrg middling.mrg";
    let text = shown(&folder, &format!("{files} --replicates 100 --table comparisons"));
    let starts = text.lines().filter(|line| line.starts_with("  strong  weak      f1  "));
    assert_eq!(starts.count(), 2, "{text}");
    let text = shown(&folder, &format!("dependencies {PARSES} --agreement"));
    let rows = text.lines().filter(|line| line.starts_with("  gold.conllu    weak.conllu  "));
    // Twice in the table of scores, ten times in that of what differs.
    assert_eq!(rows.count(), 12, "{text}");
    for heading in ["κ heads", "κ relations", "κ both"] {
        assert_eq!(text.matches(heading).count(), 1, "{text}");
    }
}

#[test]
fn long_texts_stand_below_their_rows() {
    let folder = Folder::new();
    folder.write(
        "pairs.tsv",
        "id\ttext\thypothesis\tanswer\n\
         1\tThe owner of the three fishing boats mended the nets before dawn.\tThe boats mended \
         the nets.\tNO\n2\tDogs bark.\tDogs bark.\tYES\n",
    );
    folder.write("one.txt", "1 YES\n2 YES\n").write("two.txt", "1 NO\n2 NO\n");
    let text = shown(&folder, "entail score pairs.tsv one.txt two.txt --worst 1");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| *line == "The hardest pairs").unwrap();
    assert_eq!(
        lines[at + 2..at + 6],
        [
            "  id  gold  right  one  two",
            "  1   NO        1  YES  NO",
            "    text: The owner of the three fishing boats mended the nets before dawn.",
            "    hypothesis: The boats mended the nets.",
        ],
        "{text}"
    );
}

#[test]
fn the_first_table_is_one_table() {
    let folder = Folder::new();
    for name in ["failing", "strong", "weak"] {
        folder.write(&format!("twelve-{name}.mrg"), folder.read(&format!("{name}.mrg")));
    }
    let files = "gold.mrg twelve-failing.mrg twelve-strong.mrg twelve-weak.mrg --replicates 100";
    let relations = format!("relations {PARSES} --mapping entailments/relations.toml --match all");
    for (words, tables) in [
        (format!("brackets {files}"), 1),
        (format!("brackets {files} --worst 1"), 4),
        (format!("dependencies {PARSES} --worst 1"), 3),
        // One for both systems, and the schemes of each.
        (relations, 3),
    ] {
        let text = shown(&folder, &words);
        // A table's rows are those behind an empty line that are set in.
        let lines: Vec<&str> = text.lines().collect();
        let starts = lines.windows(2).filter(|two| two[0].is_empty() && two[1].starts_with("  "));
        assert_eq!(starts.count(), tables, "{words}\n{text}");
        let mut rows = lines.iter().filter(|line| line.starts_with("  "));
        assert!(rows.all(|line| line.chars().count() <= 80), "{words}\n{text}");
    }
    let text = shown(&folder, &format!("brackets {files}"));
    let note = "no room for tags: --columns chooses other scores, --details shows all\n";
    assert!(text.contains(note), "{text}");
    // Who names columns gets them, and what goes to a program is whole.
    let text = shown(&folder, &format!("brackets {files} --columns f1,exact,tags"));
    assert!(text.contains("  exact   tags\n") && !text.contains("no room"), "{text}");
    let text = folder.run(&format!("brackets {files}")).out;
    assert!(text.contains("  exact   tags\n") && !text.contains("no room"), "{text}");
}
