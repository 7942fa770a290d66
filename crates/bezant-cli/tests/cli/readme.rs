use std::fs;
use std::path::Path;

use crate::program::Folder;

/// Blocks of the README: their language and their lines.
pub fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((language.to_string(), body.join("\n")));
        }
    }
    blocks
}

/// Runs every `console` block in order, in one folder. A `text` block that follows must be what is
/// printed, or a piece of it.
#[test]
fn the_readmes_commands_print_what_it_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = fs::read_to_string(readme).unwrap();
    let folder = Folder::new();
    let blocks = blocks(&text);
    let mut n_commands = 0;
    for (at, (language, body)) in blocks.iter().enumerate() {
        if language != "console" {
            continue;
        }
        let mut printed = String::new();
        for line in body.lines() {
            let words =
                line.strip_prefix("$ bezant ").unwrap_or_else(|| panic!("no command: {line}"));
            let ran = folder.run(words);
            assert_eq!(ran.status, 0, "{line}\n{}", ran.err);
            printed = ran.out;
            n_commands += 1;
        }
        if let Some((_, expected)) = blocks.get(at + 1).filter(|(language, _)| language == "text") {
            assert!(printed.contains(expected.trim_end()), "{body} prints\n{printed}");
        }
    }
    assert!(n_commands >= 8, "only {n_commands} commands");
}

#[test]
fn the_readme_is_short() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let n = fs::read_to_string(readme).unwrap().lines().count();
    assert!(n <= 250, "{n} lines");
}

#[test]
fn the_readmes_picture_is_what_its_command_draws() {
    let folder = Folder::new();
    folder.run("draw gold.mrg weak.mrg --sentence 5 -o difference.svg");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/difference.svg");
    assert!(fs::read_to_string(kept).unwrap() == folder.read("difference.svg"));
}
