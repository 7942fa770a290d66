//! The recipe for GitHub in docs/report.md: what a shell runs of it is run here.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::program::Folder;
use crate::readme::blocks;

/// The lines that steps run, each with its step's condition.
fn steps(recipe: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut lines = recipe.lines().peekable();
    let mut is_conditional = false;
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let line = line.trim_start();
        if line.starts_with("- ") {
            is_conditional = line.starts_with("- if:");
        }
        let Some(run) = line.trim_start_matches("- ").strip_prefix("run: ") else { continue };
        if run != "|" {
            found.push((run.to_string(), is_conditional));
            continue;
        }
        let mut script = String::new();
        let is_inside = |line: &&str| line.len() - line.trim_start().len() > indent;
        while let Some(line) = lines.next_if(is_inside) {
            script += &format!("{line}\n");
        }
        found.push((script, is_conditional));
    }
    found
}

/// Runs the steps as a push to the main branch, or as a pull request.
fn run(folder: &Folder, steps: &[(String, bool)], sha: &str, is_main: bool) {
    let program = cargo_bin("bezant");
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for (script, _) in steps.iter().filter(|(_, is_conditional)| is_main || !is_conditional) {
        // As GitHub runs them.
        let ran = Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("GITHUB_SHA", sha)
            .env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{script}\n{}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
#[allow(clippy::print_stderr)] // for whoever wonders what was tested
fn the_recipe_for_pull_requests_runs_as_it_stands() {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: no bash here to run the recipe with");
        return;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let docs = fs::read_to_string(docs).unwrap();
    let all = blocks(&docs);
    let (_, recipe) = all.iter().find(|(language, _)| language == "yaml").unwrap();
    let steps = steps(recipe);
    assert_eq!(steps.len(), 3, "{steps:?}");
    assert_eq!(steps.iter().filter(|(_, is_conditional)| *is_conditional).count(), 1);
    let folder = Folder::new();
    // The parser, which is theirs: a weak one on main, and a better one later.
    let parser = |file: &str| {
        folder.write("parse.sh", format!("#!/bin/sh\ntest -f \"$1\"\ncat {file}\n"));
        let made =
            Command::new("chmod").args(["+x", "parse.sh"]).current_dir(folder.path()).status();
        assert!(made.unwrap().success());
    };
    folder.write("gold.txt", "The sentences of gold, as the parser wants them.\n");
    parser("weak.mrg");
    run(&folder, &steps, "0123456789abcdef0123", true);
    assert!(folder.read("main.jsonl").contains("parser@0123456789ab"));
    assert!(!folder.read("summary.md").contains("better"));
    parser("strong.mrg");
    folder.write("summary.md", "");
    run(&folder, &steps, "fedcba98765432100123", false);
    let summary = folder.read("summary.md");
    let first = summary.lines().find(|line| line.starts_with('|')).unwrap();
    assert!(first.contains("before") && first.contains("now"), "{summary}");
    assert!(summary.contains("74.32") && summary.contains("97.21"), "{summary}");
    assert!(folder.read("report.html").contains("parser"));
    // What main saved stays until somebody pushes to it.
    assert!(folder.read("main.jsonl").contains("@0123456789ab"));
}
