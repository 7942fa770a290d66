use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// What a command left behind.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A folder to run commands in; it has the demo's files.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("demo"), folder.path());
        Folder(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Adds a file.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Folder {
        fs::write(self.path().join(name), text).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Runs `bezant` with words separated by blanks.
    pub fn run(&self, words: &str) -> Ran {
        self.run_with(words, "")
    }

    /// The same with something on standard input.
    pub fn run_with(&self, words: &str, input: &str) -> Ran {
        self.run_words(&words.split_whitespace().collect::<Vec<_>>(), input)
    }

    /// The same with words that may be empty, or have blanks in them.
    pub fn run_words(&self, words: &[&str], input: &str) -> Ran {
        let output = Command::cargo_bin("bezant")
            .unwrap()
            .current_dir(self.path())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("COLUMNS")
            .args(words)
            .write_stdin(input.to_string())
            .output()
            .unwrap();
        Ran {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command that must end with 0, and reads its JSON.
    pub fn json(&self, words: &str) -> serde_json::Value {
        let ran = self.run(&format!("{words} --format json"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        serde_json::from_str(&ran.out).unwrap()
    }
}

/// Copies a folder's files, and the folders in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
