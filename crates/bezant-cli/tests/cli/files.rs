use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::Folder;

#[test]
fn no_file_is_written_over_that_is_read_or_written() {
    let folder = Folder::new();
    let gold = folder.read("gold.mrg");
    for words in [
        "brackets gold.mrg weak.mrg -o gold.mrg",
        "brackets gold.mrg weak.mrg --save ./gold.mrg",
        "fragments weak.mrg gold.mrg --plot gold.mrg",
        "brackets weak.mrg weak.mrg -p gold.mrg -o gold.mrg",
        "convert --to tokens gold.mrg -o gold.mrg",
        "merge gold.mrg -o gold.mrg",
        "compare gold.mrg -o gold.mrg",
        "entail sentences gold.mrg -o gold.mrg",
        "entail decide entailments/pairs.xml --parses gold.mrg -o gold.mrg",
        "entail decide entailments/pairs.xml --parses weak.mrg --equate gold.mrg -o gold.mrg",
        "fragments weak.mrg weak.mrg --weights gold.mrg -o gold.mrg",
        "relations weak.mrg gold.mrg -o gold.mrg",
        "brackets gold.mrg weak.mrg -o new --save new",
        "brackets gold.mrg weak.mrg -o new --save ./new",
    ] {
        let ran = folder.run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(
            ran.err.contains("is both read and written, or written twice"),
            "{words}\n{}",
            ran.err
        );
        assert!(folder.read("gold.mrg") == gold, "{words}");
    }
    let ran = folder.run("brackets gold.mrg weak.mrg -q -o /dev/null --save /dev/null");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

/// Commands and options that write a file, with a file that they read.
const WRITING: [&str; 16] = [
    "brackets gold.mrg READ -o LINK",
    "brackets READ weak.mrg -p gold.mrg --save LINK",
    "brackets weak.mrg weak.mrg -p READ -o LINK",
    "fragments weak.mrg READ --plot LINK",
    "fragments weak.mrg weak.mrg --weights READ -o LINK",
    "dependencies entailments/gold.conllu READ -o LINK",
    "relations entailments/gold.conllu READ --write LINK",
    "relations gold.mrg weak.mrg --text READ --save LINK",
    "merge READ -o LINK",
    "compare READ --save LINK",
    "convert --to tokens READ -o LINK",
    "entail sentences READ -o LINK",
    "entail decide entailments/pairs.xml --parses READ -o LINK",
    "entail oracle entailments/pairs.xml --gold-parses READ --save LINK",
    "entail export READ --to jsonl -o LINK",
    "entail train READ --parses gold.mrg -o LINK",
];

#[test]
fn another_name_of_a_file_that_is_read_is_not_written() {
    let folder = Folder::new();
    let text = folder.read("weak.mrg");
    folder.write("read.svg", &text);
    let at = |name: &str| folder.path().join(name);
    fs::hard_link(at("read.svg"), at("hard.svg")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("hard.svg", at("soft.svg")).unwrap();
    let links: &[&str] = if cfg!(unix) { &["hard.svg", "soft.svg"] } else { &["hard.svg"] };
    for words in WRITING {
        for link in links {
            let words = words.replace("READ", "read.svg").replace("LINK", link);
            let ran = folder.run(&words);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
            let message = "is both read and written, or written twice (it is also read.svg)";
            assert!(ran.err.contains(message), "{words}\n{}", ran.err);
            assert!(folder.read("read.svg") == text, "{words}");
        }
    }
    let ran = folder.run("brackets gold.mrg weak.mrg -o hard.svg --save read.svg");
    assert!(ran.err.contains("written twice (it is also hard.svg)"), "{}", ran.err);
    assert!(folder.read("read.svg") == text);
}

/// Runs a command whose standard input and output are files.
fn run_on(
    folder: &Folder,
    words: &str,
    input: Option<&str>,
    output: Option<&str>,
) -> (i32, String) {
    let open = |name: &str| folder.path().join(name);
    let input = input.map_or(Stdio::null(), |name| fs::File::open(open(name)).unwrap().into());
    let output = output.map_or(Stdio::null(), |name| {
        fs::OpenOptions::new().append(true).create(true).open(open(name)).unwrap().into()
    });
    let ran = Command::new(env!("CARGO_BIN_EXE_bezant"))
        .current_dir(folder.path())
        .args(words.split(' '))
        .stdin(input)
        .stdout(output)
        .output()
        .unwrap();
    (ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap())
}

#[test]
fn standard_input_is_not_written_over() {
    let folder = Folder::new();
    let text = folder.read("weak.mrg");
    for words in [
        "convert --to tokens - -o weak.mrg",
        "brackets gold.mrg - -o weak.mrg",
        "brackets gold.mrg - --save weak.mrg",
    ] {
        let (status, err) = run_on(&folder, words, Some("weak.mrg"), None);
        assert_eq!(status, 2, "{words}");
        assert!(err.contains("(it is also standard input)"), "{words}\n{err}");
        assert!(folder.read("weak.mrg") == text, "{words}");
    }
    let (status, err) =
        run_on(&folder, "convert --to tokens -", Some("weak.mrg"), Some("weak.mrg"));
    assert_eq!(status, 2);
    assert!(err.contains("standard output goes into standard input's file"), "{err}");
    assert!(folder.read("weak.mrg") == text);
}

#[test]
fn standard_output_goes_into_no_file_that_is_named() {
    let folder = Folder::new();
    let text = folder.read("weak.mrg");
    fs::hard_link(folder.path().join("weak.mrg"), folder.path().join("link")).unwrap();
    for words in [
        "brackets gold.mrg weak.mrg",
        "brackets gold.mrg weak.mrg -o -",
        "brackets --compat evalb gold.mrg weak.mrg",
        "brackets gold.mrg strong.mrg --save weak.mrg",
        "convert --to tokens weak.mrg",
        "relations --compat rasp weak.mrg weak.mrg",
    ] {
        let (status, err) = run_on(&folder, words, None, Some("link"));
        assert_eq!(status, 2, "{words}");
        let message = "standard output goes into weak.mrg, which is also read or written";
        assert!(err.contains(message), "{words}\n{err}");
        assert!(folder.read("weak.mrg") == text, "{words}");
    }
    let (status, err) = run_on(&folder, "convert --to tokens weak.mrg", None, Some("words"));
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(folder.read("words"), folder.run("convert --to tokens weak.mrg").out);
}

#[test]
fn a_folder_is_filled_beside_what_is_there() {
    let folder = Folder::new();
    let fill = [
        ("demo --write full", "full/entailments/gold.mrg"),
        (
            "entail export entailments/pairs.xml --to lm-eval -o full",
            "full/bezant_entailments.yaml",
        ),
        ("man full", "full/bezant-demo.1"),
    ];
    for (words, mine) in fill {
        let _ = fs::remove_dir_all(folder.path().join("full"));
        fs::create_dir_all(folder.path().join("full/entailments")).unwrap();
        folder.write(mine, "mine");
        let ran = folder.run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        let mine = Path::new(mine);
        let message = format!("{} is there already and would be written over", mine.display());
        assert!(ran.err.contains(&message), "{words}\n{}", ran.err);
        let there = fs::read_dir(folder.path().join("full")).unwrap();
        let n_there = there.filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
        let n_mine = usize::from(mine.parent() == Some(Path::new("full")));
        assert_eq!(n_there, n_mine, "{words} wrote something");
        assert_eq!(folder.read(mine.to_str().unwrap()), "mine", "{words}");

        let forced = folder.run(&format!("{words} --force"));
        assert_eq!(forced.status, 0, "{words}\n{}", forced.err);
        assert_ne!(folder.read(mine.to_str().unwrap()), "mine", "{words}");
        // What is the same is in nobody's way.
        assert_eq!(folder.run(words).status, 0, "{words}");
    }
}

#[test]
fn a_task_is_not_written_over_the_pairs_it_is_made_from() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("task")).unwrap();
    let words = "entail export entailments/pairs.xml --to jsonl -o task/bezant_entailments.jsonl";
    assert_eq!(folder.run(words).status, 0);
    let pairs = folder.read("task/bezant_entailments.jsonl");
    let words = "entail export task/bezant_entailments.jsonl --to lm-eval -o task --force";
    let ran = folder.run(words);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("is both read and written"), "{}", ran.err);
    assert!(folder.read("task/bezant_entailments.jsonl") == pairs);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let folder = Folder::new();
    for words in [
        "brackets --preset collins gold.mrg weak.mrg -o",
        "brackets --preset collins gold.mrg weak.mrg --save",
        "convert --to tokens gold.mrg -o",
        "entail sentences entailments/pairs.xml -o",
        "entail decide entailments/pairs.xml --parses entailments/gold.mrg -o",
        "entail export entailments/pairs.xml --to jsonl -o",
    ] {
        let ran = folder.run(&format!("{words} /dev/full"));
        assert_eq!(ran.status, 2, "{words}");
        assert!(ran.err.contains("cannot write /dev/full: No space left"), "{words}: {}", ran.err);
    }
}
