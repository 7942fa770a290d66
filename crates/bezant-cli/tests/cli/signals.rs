//! What is left of files when the program is ended.

use std::fs;
use std::process::{Command, Stdio};

use crate::files::strays;
use crate::program::Folder;

/// A command that has written some of a file, whose name was another's, and waits for more input.
#[cfg(unix)]
fn writing(folder: &Folder, mut command: Command) -> std::process::Child {
    use std::io::Write;
    folder.write("old", "old");
    let mut child = command.current_dir(folder.path()).stdin(Stdio::piped()).spawn().unwrap();
    let trees = folder.read("gold.mrg").repeat(200);
    child.stdin.as_mut().unwrap().write_all(trees.as_bytes()).unwrap();
    let writes = || {
        let names = strays(folder);
        names.iter().any(|name| fs::metadata(folder.path().join(name)).unwrap().len() > 0)
    };
    let start = std::time::Instant::now();
    while !writes() {
        assert!(start.elapsed().as_secs() < 60, "nothing is written");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
fn send(child: &std::process::Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
}

#[cfg(unix)]
const CONVERT: &str = "convert --to tokens --input penn-lines - -o old";

#[cfg(unix)]
#[test]
#[allow(clippy::print_stdout)]
fn a_signal_leaves_the_old_file_and_nothing_else() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)] {
        // Outside Linux nobody says whether it is to be ignored.
        if signal == "HUP" && !cfg!(target_os = "linux") {
            continue;
        }
        // Under nohup or in the background of a script we ignore some, and so do those we start.
        if is_ignored_here(number) {
            println!("skipped: SIG{signal} is ignored here");
            continue;
        }
        let folder = Folder::new();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezant"));
        command.args(CONVERT.split(' '));
        let mut child = writing(&folder, command);
        send(&child, signal);
        assert_eq!(child.wait().unwrap().signal(), Some(number), "{signal}");
        assert_eq!(folder.read("old"), "old", "{signal}");
        // Nobody can clear away after this one.
        assert_eq!(strays(&folder).len(), usize::from(signal == "KILL"), "{signal}");
    }
}

/// Whether this process ignores a signal, where the system tells.
#[cfg(unix)]
fn is_ignored_here(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (number - 1) & 1 == 1
}

/// As under nohup, or in the background of a script.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_are_to_be_ignored_are() {
    for signal in ["HUP", "INT", "TERM"] {
        let folder = Folder::new();
        let mut command = Command::new("sh");
        let script = format!("trap '' {signal}; exec \"$0\" {CONVERT}");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_bezant")]);
        let mut child = writing(&folder, command);
        send(&child, signal);
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(child.try_wait().unwrap().is_none(), "{signal}");
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success(), "{signal}");
        assert!(folder.read("old").lines().count() == 12_000, "{signal}");
        assert_eq!(strays(&folder), [""; 0]);
    }
}
