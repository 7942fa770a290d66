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
        "brackets weak.mrg gold.mrg --plot gold.mrg",
        "merge gold.mrg --plot gold.mrg",
        "compare gold.mrg --plot gold.mrg",
        "entail score gold.mrg weak.mrg --plot gold.mrg",
        "relations weak.mrg gold.mrg --plot gold.mrg",
        "dependencies weak.mrg gold.mrg --plot gold.mrg",
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
            ran.err.contains("is read, and would be written over")
                || ran.err.contains("would be written twice"),
            "{words}\n{}",
            ran.err
        );
        assert!(folder.read("gold.mrg") == gold, "{words}");
    }
    let ran = folder.run("brackets gold.mrg weak.mrg -q -o /dev/null --save /dev/null");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

/// Commands and options that write a file, with a file that they read.
const WRITING: [&str; 19] = [
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
    "entail filter entailments/pairs.xml READ -o LINK",
    "entail tables READ entailments/pairs.xml -o LINK",
    "entail import READ --from csv -o LINK",
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
            let message = "is read, and would be written over (it is also read.svg)";
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
    assert!(ran.err.contains("is read, and would be written over"), "{}", ran.err);
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

/// Options that write a file whose name follows.
const OUTPUTS: [&str; 11] = [
    "brackets -q gold.mrg weak.mrg -o",
    "brackets -q gold.mrg weak.mrg --save",
    "fragments -q gold.mrg weak.mrg --plot",
    "relations -q entailments/gold.conllu entailments/weak.conllu --mapping entailments/relations.toml --write",
    "convert --to tokens gold.mrg -o",
    "entail sentences entailments/pairs.xml -o",
    "entail decide -q entailments/pairs.xml --parses entailments/gold.mrg -o",
    "entail explain entailments/pairs.xml --parses entailments/gold.mrg --id 22 -o",
    "entail oracle -q entailments/pairs.xml --gold-parses entailments/gold.mrg -o",
    "entail export entailments/pairs.xml --to jsonl -o",
    "entail train -q entailments/pairs.xml --parses entailments/gold.mrg -o",
];

#[allow(clippy::print_stderr)]
fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// The names in a folder that are no file of the demo.
pub fn strays(folder: &Folder) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.') || name.ends_with(".tmp")).collect()
}

#[test]
fn a_folder_is_no_file_and_that_is_told_at_once() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("folder.svg")).unwrap();
    for words in OUTPUTS {
        let ran = folder.run(&format!("{words} folder.svg"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words}");
        assert!(ran.err.starts_with("error: cannot write folder.svg: "), "{words}\n{}", ran.err);
        let slip = folder.run(&format!("{} folder.svg", words.replace("gold.", "missing.")));
        assert!(slip.err.starts_with("error: cannot write folder.svg: "), "{words}\n{}", slip.err);
    }
    let ran = folder.run("brackets gold.mrg weak.mrg -o missing/");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "error: cannot write missing/: is a directory\n");
    assert_eq!(strays(&folder), [""; 0]);
}

/// What is promised of files is kept in one place.
#[test]
fn files_are_written_in_one_place() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let writes = ["File::create", "fs::write", "OpenOptions", "fs::copy", "fs::rename"];
            if writes.iter().any(|word| text.contains(word)) {
                found.push(path.file_name().unwrap().to_owned());
            }
        }
    }
    assert_eq!(found, ["target.rs"]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay_and_other_names_keep_the_old_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    fs::create_dir(at("far")).unwrap();
    for words in OUTPUTS {
        folder.write("far/old.svg", "old").write("new.svg", "");
        fs::remove_file(at("new.svg")).unwrap();
        fs::set_permissions(at("far/old.svg"), PermissionsExt::from_mode(0o640)).unwrap();
        for link in ["link.svg", "hard", "nowhere.svg", "far/later.svg"] {
            let _ = fs::remove_file(at(link));
        }
        std::os::unix::fs::symlink("far/old.svg", at("link.svg")).unwrap();
        std::os::unix::fs::symlink("far/later.svg", at("nowhere.svg")).unwrap();
        fs::hard_link(at("far/old.svg"), at("hard")).unwrap();
        for name in ["link.svg", "nowhere.svg", "new.svg"] {
            let ran = folder.run(&format!("{words} {name}"));
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words} {name}");
        }
        let written = folder.read("new.svg");
        assert!(written.len() > 100, "{words}");
        for (link, file) in [("link.svg", "far/old.svg"), ("nowhere.svg", "far/later.svg")] {
            assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{words}");
            assert!(folder.read(file) == written, "{words}");
        }
        assert_eq!(mode("far/old.svg"), 0o640, "{words}");
        assert_eq!(mode("new.svg"), mode("far/later.svg"), "{words}");
        assert_eq!(mode("new.svg") & 0o700, 0o600, "{words}: as the mask wants it");
        assert_eq!(folder.read("hard"), "old", "{words}");
    }
    assert_eq!(strays(&folder), [""; 0]);
}

/// Runs a command as somebody who is not the owner of everything, if that can be had.
#[cfg(unix)]
fn run_as_user(folder: &Folder, words: &str) -> Option<(i32, String)> {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezant"));
    command.current_dir(folder.path()).args(words.split(' ')).stdin(Stdio::null());
    if fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0) {
        command.uid(65534).gid(65534);
    }
    let ran = command.output().ok()?;
    Some((ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap()))
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_is_told_before_the_work() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let mode = |name: &str, mode: u32| {
        fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    fs::create_dir(folder.path().join("closed")).unwrap();
    fs::create_dir(folder.path().join("open")).unwrap();
    folder.write("open/kept.svg", "old");
    mode("", 0o755);
    mode("closed", 0o555);
    mode("open", 0o777);
    mode("open/kept.svg", 0o444);
    for words in OUTPUTS {
        let Some((status, err)) = run_as_user(&folder, &format!("{words} closed/out.svg")) else {
            skipped("bezant cannot be run as another user here");
            break;
        };
        let message =
            "error: cannot write closed/out.svg: no file can be made beside it: permission";
        assert!(status == 2 && err.starts_with(message), "{words}\n{err}");
        let (status, err) = run_as_user(&folder, &format!("{words} open/kept.svg")).unwrap();
        let message = "error: cannot write open/kept.svg: Permission denied";
        assert!(status == 2 && err.starts_with(message), "{words}\n{err}");
        assert_eq!(folder.read("open/kept.svg"), "old", "{words}");
        let (status, err) = run_as_user(&folder, &format!("{words} open/new.svg")).unwrap();
        assert_eq!((status, err.as_str()), (0, ""), "{words}");
    }
    mode("closed", 0o755);
}

/// No file may have a byte, as if the disk were full; that needs no rights.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_at_all_leaves_the_old_file() {
    let folder = Folder::new();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    for words in OUTPUTS {
        folder.write("old.svg", "old");
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_bezant")]).args(words.split(' '));
        let ran = command.arg("old.svg").current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{words}\n{err}");
        assert!(err.starts_with("error: cannot write old.svg: "), "{words}\n{err}");
        assert_eq!(folder.read("old.svg"), "old", "{words}");
        assert_eq!(strays(&folder), [""; 0], "{words}");
    }
}

/// A disk of 64 kB, where the test may mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_the_old_file() {
    let folder = Folder::new();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mount.is_ok_and(|status| status.success()) {
        skipped("no small disk can be mounted here");
        return;
    }
    folder.write("disk/old.svg", "old").write("big.mrg", folder.read("gold.mrg").repeat(50));
    let mut failures = Vec::new();
    for words in [
        "convert --to tokens big.mrg -o",
        "brackets -q big.mrg big.mrg --per-sentence -o",
        "brackets -q big.mrg big.mrg --save",
    ] {
        let ran = folder.run(&format!("{words} disk/old.svg"));
        let said = ran.err.starts_with("error: cannot write disk/old.svg: No space left");
        let n_files = fs::read_dir(&disk).unwrap().count();
        if ran.status != 2 || !said || folder.read("disk/old.svg") != "old" || n_files != 1 {
            failures.push((words, ran.status, ran.err, n_files));
        }
    }
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    assert!(failures.is_empty(), "{failures:?}");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_as_they_are() {
    let folder = Folder::new();
    let expected = folder.run("convert --to tokens gold.mrg").out;
    let shell = |script: &str| {
        let ran = Command::new("bash")
            .current_dir(folder.path())
            .args(["-c", &script.replace("bezant", env!("CARGO_BIN_EXE_bezant"))])
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
    };
    for script in [
        "bezant convert --to tokens gold.mrg -o /dev/stdout",
        "bezant convert --to tokens gold.mrg -o -",
        "bezant convert --to tokens gold.mrg -o /dev/stdout > out; cat out",
        "bezant convert --to tokens gold.mrg -o /dev/fd/3 3> out; cat out",
        "bezant convert --to tokens gold.mrg -o >(cat) | cat",
        "mkfifo pipe; cat pipe & bezant convert --to tokens gold.mrg -o pipe; wait; rm pipe",
        "ln -s /dev/stdout link; bezant convert --to tokens gold.mrg -o link",
    ] {
        assert_eq!(shell(script), (0, expected.clone(), String::new()), "{script}");
    }
    let (_, kept, _) = shell(
        "echo before > out; bezant convert --to tokens gold.mrg -o /dev/stdout >> out; \
         bezant convert --to tokens gold.mrg -o /dev/fd/3 3>> out; cat out",
    );
    assert_eq!(kept, format!("before\n{expected}{expected}"));
    assert_eq!(strays(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
fn only_standard_output_may_be_closed_early() {
    let folder = Folder::new();
    let run = |script: &str| {
        let script = script.replace("bezant", env!("CARGO_BIN_EXE_bezant"));
        let ran =
            Command::new("bash").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    folder.write("big.mrg", folder.read("gold.mrg").repeat(200));
    for words in [
        "brackets -q big.mrg big.mrg --save >(head -c 10 > start)",
        "brackets -q big.mrg big.mrg --per-sentence -o >(head -c 10 > start)",
        "convert --to tokens big.mrg -o >(head -c 10 > start)",
    ] {
        let (status, err) = run(&format!("bezant {words}"));
        assert_eq!(status, 2, "{words}");
        assert!(err.contains("its reader stopped before the end"), "{words}\n{err}");
    }
    for words in ["brackets -q big.mrg big.mrg --per-sentence", "convert --to tokens big.mrg"] {
        let ran = run(&format!("set -o pipefail; bezant {words} | head -c 10 > start"));
        assert_eq!(ran, (0, String::new()), "{words}");
        let ran =
            run(&format!("set -o pipefail; bezant {words} -o /dev/stdout | head -c 10 > start"));
        assert_eq!(ran, (0, String::new()), "{words}");
    }
}

/// A large file is mapped, and its pages are gone when it is cut. The other input waits until then.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_cut_short_while_it_is_read_ends_with_a_message() {
    use std::io::Write;
    let folder = Folder::new();
    let text = folder.read("gold.mrg");
    for words in [
        "brackets big.mrg - -o old",
        "brackets big.mrg - --threads 4 --save old",
        "brackets --compat evalb big.mrg /dev/stdin",
        "fragments big.mrg - -o old",
        "convert --to tokens big.mrg - -o old",
    ] {
        let big = text.repeat(500);
        assert!(big.len() > 4 << 20);
        folder.write("big.mrg", &big).write("old", "old");
        let mut child = Command::new(env!("CARGO_BIN_EXE_bezant"))
            .current_dir(folder.path())
            .args(words.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let start = std::time::Instant::now();
        let maps = format!("/proc/{}/maps", child.id());
        while !fs::read_to_string(&maps).unwrap_or_default().contains("big.mrg") {
            assert!(start.elapsed().as_secs() < 60, "{words}: nothing is mapped");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let file = fs::OpenOptions::new().write(true).open(folder.path().join("big.mrg")).unwrap();
        file.set_len(5_000).unwrap();
        // It may have ended before it has read all of it.
        let _ = child.stdin.take().unwrap().write_all(big.as_bytes());
        let ran = child.wait_with_output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{words}: {:?}", ran.status);
        let err = String::from_utf8(ran.stderr).unwrap();
        let message = "error: big.mrg: the file was cut short while it was read\n";
        assert!(err.ends_with(message), "{words}\n{err}");
        assert_eq!(folder.read("old"), "old", "{words}");
        assert_eq!(strays(&folder), [""; 0], "{words}");
    }
}
