//! The program itself on two files of any bytes: every command ends with a status or with words, and
//! leaves no file where it fails and no temporary file at all.
//!
//! The first byte chooses the command, a zero byte parts the files. The program's modules are compiled
//! into this target, because a run must not cost the start of a process. Run it with
//! `-close_fd_mask=3`: the program prints.

#![no_main]
#![allow(dead_code, unused_imports, unexpected_cfgs)] // the program's own crate is where these are looked for

mod shared;

#[path = "../../crates/bezant-cli/src"]
mod program {
    pub mod args;
    pub mod commands;
    pub mod compat;
    pub mod counting;
    pub mod diagnostics;
    pub mod glossary;
    pub mod hints;
    pub mod output;
    pub mod progress;
    pub mod session;
    pub mod signals;
    pub mod start;
    pub mod transformations;
    pub mod warnings;
}
use program::{
    args, commands, compat, counting, diagnostics, glossary, hints, output, progress, session, signals,
    start, transformations, warnings,
};

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// The files.
const FILES: [&str; 8] = ["A", "B", "P", "O", "O.svg", "O.pdf", "O.png", "S"];

/// What is typed. `A` and `B` are the files, `P` sound pairs, `O` and `S` what is written.
const COMMANDS: &[&str] = &[
    "brackets A B --preset collins --labels --per-sentence --worst 2 -o O --save S",
    "brackets A B A --align --unescape --clean all --explain --buckets length:2,5 --replicates 20",
    "brackets A B A --names x,y --replicates 20 --plot O.pdf --plot-of systems --format typst",
    "brackets A B -p B --duplicates once --cutoff 3 --format latex",
    "brackets A B --classes --show classes:Unary --worst 2",
    "brackets A B --discontinuous only --leaf-ancestor --tree-edit-distance --worst 2 --labels",
    "brackets A B --punctuation gold --leaf-ancestor --duplicates once --per-sentence --save S",
    "convert A --to discbracket -o O",
    "brackets A B A --n-best=oracle --worst 2 --labels --replicates 20 --plot O.svg --save S",
    "report A -o O",
    "brackets A B --report O",
    "dependencies A B --report O",
    "draw A -o O --format svg",
    "draw A B --sentence 1-3 --format pdf -o O",
    "draw A B C --format tex --enhanced",
    "draw A --format dot --highlight NP,nsubj",
    "brackets --compat evalb -d -p B A B",
    "brackets --compat evalb-spmrl -K -l A B",
    "fragments A B --by-size --plot O.svg --worst 1 --save S",
    "fragments A B --match connected --shape subtrees --preterminals --weights B --format csv",
    "fragments A B A --names x,y --shape paths --weights sparsity --max-size 9 --replicates 20 --plot O.svg --baseline x",
    "dependencies A B --plot O.png --plot-of distance --replicates 20",
    "fragments A B --match literal --unlabelled --by-size",
    "dependencies A B --analysis --worst 2 --per-sentence -o O --save S",
    "dependencies A B A --preset conllx --contrast 2 --replicates 20 --multiple-roots",
    "dependencies A B --preset stanford --format markdown --buckets distance:1,2",
    "dependencies A B --preset msp --worst 2 --per-sentence --format json",
    "dependencies A B --buckets frequency:1,5 --table features,tag_confusions",
    "dependencies A B --collapse-empty-nodes --enhancements 12 --subtypes --format json",
    "dependencies A B --agreement",
    "dependencies --compat udeval -v A B",
    "relations A B --match all --confusion --listing -o O --save S",
    "relations A B --text B --forms B --write O",
    "relations A B --mapping B --assignment optimal --format tsv",
    "relations A A --hierarchy B --weights counted --worst 2",
    "relations --compat rasp A B --confusion",
    "relations A B --without 1-3/2 --write-gold O --write-text S --text B --listing --match all",
    "convert A --to sd-ccprocessed --punct -o O",
    "convert A B --to conllu -o O",
    "convert A --to cleaned --clean traces,unaries -o O",
    "convert A --to ud-enhanced -o O",
    "convert A --to sentences --strict -o O",
    "convert A --to sd-collapsed --as conllu --names older",
    "unbounded A B --explain --per-sentence --replicates 20 -o O --save S",
    "unbounded A B A --names x,y --published --unlabelled --replicates 20 --format json",
    "entail sentences A --as conllu -o O",
    "entail decide P --parses A --module stanford --equate B -o O",
    "entail decide P --parses A --parses B --module ud --format jsonl -o O",
    "entail decide A --parses B --module paths --core * -o O",
    "entail decide P --parses A --module learned --weights B",
    "entail decide P --parses A --module all --published -o O",
    "entail decide P --parses A --module cambridge --pos-change apart --equate something --sign",
    "entail label P --parses A --format tsv -o O",
    "entail score P A --beside B",
    "entail score P A --parses B",
    "entail score P A B --worst 2 -o O --save S",
    "entail score A B --format json",
    "entail explain P --parses A --module cambridge --id 1,2 --as html -o O",
    "entail explain P --parses A --wrong --module schwa",
    "entail oracle P --parses A --gold-parses B --save S",
    "entail oracle P --parses A --judgements B",
    "entail export A --to jsonl -o O",
    "entail import A B --from mturk -o O",
    "entail import A --from prolific --submissions B -o O",
    "entail import A B --from csv -o O",
    "entail tables A P B -o O",
    "entail tables A --format json",
    "entail train P --parses A --folds 2 -o O",
    "entail train P --parses A --folds 2 --learner svm-rbf -o O",
    "convert A --to sd-cambridge -o O",
    "entail generate --gold A --parsed B A --all -o O --report S",
    "entail generate --sentences B --parsed A B -o O",
    "entail generate --pairs P --parses A -o O",
    "entail filter P A B --details -o O",
    "entail filter A B --majority --not-sure own --contradicted people --format json -o O",
    "entail filter A --against B --format csv",
    "check A B --all -o O",
    "check A P --format json",
    "entail score P A --samples mean --unparsed no -o O --save S",
    "entail export A --to chat --shots 1 -o O",
    "merge A B --per-sentence -o O --save S",
    "merge A B --by-treebank -o O --save S",
    "brackets A B --list -o O --save S",
    "compare A B --replicates 20 -o O",
];

const PAIRS: &[u8] =
    b"id,text,hypothesis,entailment\n1,Dogs bark.,Dogs bark.,YES\n2,Cats sleep.,Dogs sleep.,NO\n";

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    fs::write(folder.path().join("P"), PAIRS).expect("it can be written to");
    // So that a few bytes of zeros do not fill the memory.
    session::set_limit(16 << 20);
    folder
});

fuzz_target!(|bytes: &[u8]| {
    let folder = FOLDER.path();
    let Some((&choice, files)) = bytes.split_first() else { return };
    let (one, two) = shared::two(files);
    fs::write(folder.join("A"), one).expect("the folder can be written to");
    fs::write(folder.join("B"), two).expect("the folder can be written to");
    let words = COMMANDS[usize::from(choice) % COMMANDS.len()];
    let done = run(words);
    let left = |name: &str| folder.join(name).exists();
    if !done {
        assert!(!left("O") && !left("O.svg"), "a command failed and left a file: {words}");
    } else if left("S") {
        // What was saved can be read.
        assert!(run("merge S"), "saved rows cannot be merged");
    }
    for name in names(folder) {
        assert!(FILES.iter().any(|file| name == Path::new(file)), "{} is left", name.display());
    }
    for name in ["O", "O.svg", "S"] {
        let _ = fs::remove_file(folder.join(name));
    }
});

/// Whether a command did what it was told, or compared and found too little.
fn run(words: &str) -> bool {
    let place = |word: &str| match FILES.contains(&word) {
        true => FOLDER.path().join(word).into_os_string(),
        false => OsString::from(word),
    };
    let words: Vec<OsString> = words.split(' ').map(place).collect();
    let outcome = match compat::requested(words.iter().cloned()) {
        Some(request) => compat::run(request),
        None => {
            let typed = [OsString::from("bezant")].into_iter().chain(words);
            commands::run(args::Cli::try_parse_from(typed).expect("it is well typed").command)
        }
    };
    if let Err(error) = &outcome {
        diagnostics::print_error(error);
        assert!(!error.to_string().is_empty());
    }
    outcome.is_ok()
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    entries.map(|entry| entry.expect("it can be read on").file_name().into()).collect()
}
