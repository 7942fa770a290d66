//! Every command on every odd file: it ends by itself with 0, 1 or 2, names the file where it fails, is
//! not silent about what is no file of its kind, leaves nothing half written, and prints and keeps no
//! more than its input calls for.
//!
//! Time and memory are bounded by the system (`ulimit`), far above what anything here needs: a command
//! that runs into a bound hangs or hoards.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::program::Folder;

/// What is typed, with `X` for the odd file, and which files are taken without a word. Those behind `~`
/// may be: what is odd about them does not matter here.
const COMMANDS: &[(&str, &str)] = &[
    ("brackets X gold.mrg --preset collins -o out", "gold.mrg weak.mrg"),
    ("brackets gold.mrg X --preset collins --worst 2 --save out", "gold.mrg weak.mrg"),
    ("brackets gold.mrg weak.mrg -p X -o out", "collins.prm"),
    ("brackets gold.mrg X --leaf-ancestor --tree-edit-distance -o out", "gold.mrg weak.mrg"),
    ("brackets gold.mrg X --classes --worst 1 -o out", "gold.mrg weak.mrg"),
    ("brackets --compat evalb X gold.mrg", "gold.mrg weak.mrg"),
    ("brackets gold.mrg X --n-best=oracle --worst 1 -o out", "gold.mrg weak.mrg"),
    ("fragments X gold.mrg -o out", "gold.mrg weak.mrg"),
    ("fragments gold.mrg X --plot out.svg", "gold.mrg weak.mrg"),
    ("brackets gold.mrg X --replicates 20 --plot out.pdf", "gold.mrg weak.mrg"),
    ("fragments gold.mrg weak.mrg --weights X -o out", "sizes"),
    (
        "dependencies X gold.conllu -o out",
        "gold.conllu weak.conllu gold.conll gold.conll09 ~gold.sd ~gold.candc",
    ),
    ("dependencies gold.conllu X --analysis --save out", COLUMN_FILES),
    (
        "dependencies gold.conllu X --preset msp --save out",
        "gold.conllu weak.conllu ~odd-columns ~odd-columns-cycle",
    ),
    (
        "dependencies gold.conllu X --preset conllx -o out",
        "gold.conllu weak.conllu gold.conll gold.conll09 ~odd-columns-cycle",
    ),
    (
        "dependencies gold.sd X --preset stanford -o out",
        "gold.sd gold.candc gold.conllu weak.conllu gold.conll gold.conll09 ~odd-columns-cycle",
    ),
    ("dependencies --agreement weak.conllu X", "gold.conllu gold.conll gold.conll09"),
    ("dependencies --compat udeval gold.conllu X", "gold.conllu"),
    ("relations X gold.gr -o out", "gold.gr gold.candc gold.rasp gold.depbank"),
    ("relations gold.gr X --write out", "gold.gr gold.candc gold.rasp gold.depbank"),
    ("relations gold.gr gold.gr --text X -o out", "gold.grtext"),
    ("relations gold.rasp gold.rasp --forms X -o out", "gold.stag"),
    ("relations gold.gr gold.gr --hierarchy X -o out", "hierarchy.toml"),
    (
        "relations gold.conllu gold.conllu --mapping X -o out",
        "mapping.toml ~odd-empty ~odd-blanks ~odd-newlines",
    ),
    ("relations --compat rasp gold.gr X", "gold.gr"),
    ("relations --compat rasp gold.gr X -uom -gs --output out", "gold.gr"),
    ("relations X gold.gr --write-gold out", "gold.gr gold.candc gold.rasp gold.depbank"),
    ("report X -o out", "rows.jsonl rows.parquet"),
    ("brackets gold.mrg X --report out", "gold.mrg weak.mrg"),
    ("draw X -o out.svg", DRAWABLE),
    ("draw X --format pdf -o out", DRAWABLE),
    ("draw X --format tex", DRAWABLE),
    ("draw gold.mrg X --format dot -o out", "gold.mrg weak.mrg parses.mrg"),
    (
        "draw gold.conllu X",
        "gold.conllu weak.conllu gold.conll gold.conll09 gold.depbank odd-columns-cycle",
    ),
    ("draw pairs.csv --parses X -o out.svg", "parses.mrg"),
    ("convert X --to tokens -o out", CONVERTIBLE),
    // The other columns have labels of CoNLL 2008, which are not Stanford's.
    (
        "convert X --to sd-ccprocessed -o out",
        "gold.mrg weak.mrg parses.mrg gold.conllu weak.conllu ~gold.candc odd-chinese odd-deep ~odd-nul \
         ~odd-escape ~odd-latin1 ~odd-columns-cycle",
    ),
    ("convert gold.conllu X --to conllu -o out", CONVERTIBLE),
    ("entail sentences X -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail decide X --parses parses.mrg -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail decide pairs.csv --parses X -o out", "parses.mrg"),
    ("entail decide pairs.csv --parses parses.mrg --equate X -o out", "rules.toml"),
    (
        "entail decide pairs.csv --parses parses.mrg --module learned --weights X -o out",
        "weights.toml",
    ),
    ("entail decide pairs.csv --parses X --module all -o out", "parses.mrg"),
    ("entail label X --parses parses.mrg -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail label pairs.csv --parses X -o out", "parses.mrg"),
    ("entail score X answers.txt -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail score pairs.csv X --save out", "answers.txt"),
    (
        "entail score pairs.csv answers.txt --names weak --beside X -o out",
        "rows.jsonl rows.parquet",
    ),
    ("entail score pairs.csv answers.txt --parses X --report out", "parses.mrg"),
    ("entail explain pairs.csv --parses X --id 1 -o out", "parses.mrg"),
    ("entail oracle pairs.csv --gold-parses X --save out", "parses.mrg"),
    ("entail oracle pairs.csv --parses parses.mrg --judgements X", "answers.txt"),
    ("entail export X --to jsonl -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail export X --to csv -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail import X --from mturk -o out", "results.csv"),
    ("entail import X --from csv -o out", "judgements.csv"),
    ("entail import judgements.csv --from prolific --submissions X -o out", "submissions.csv"),
    ("entail tables X pairs.csv --names x,y -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail split X --dev 1 -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail pack X -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail train pairs.csv --parses X --folds 2 -o out", "parses.mrg"),
    ("entail train pairs.csv --parses X --folds 2 --learner svm-rbf -o out", "parses.mrg"),
    (
        "entail generate --gold X -o out",
        "gold.mrg weak.mrg parses.mrg gold.conllu weak.conllu gold.sd",
    ),
    ("entail generate --gold gold.mrg --parsed X -o out", "gold.mrg weak.mrg"),
    (
        "entail generate --pairs X --parses parses.mrg -o out",
        "pairs.csv pairs.tsv pairs.jsonl pairs.xml",
    ),
    ("entail generate --pairs pairs.csv --parses X -o out", "parses.mrg"),
    ("entail filter X judgements.csv -o out", "pairs.csv pairs.tsv pairs.jsonl pairs.xml"),
    ("entail filter pairs.csv X -o out", "judgements.csv"),
    (
        "entail filter pairs.csv --against X --report out",
        "pairs.csv pairs.tsv pairs.jsonl pairs.xml",
    ),
    (
        "check X",
        "gold.mrg weak.mrg parses.mrg gold.conllu weak.conllu gold.conll gold.conll09 gold.sd gold.gr \
         gold.candc gold.rasp gold.depbank pairs.csv pairs.tsv pairs.jsonl pairs.xml answers.txt \
         judgements.csv rows.jsonl rows.parquet corpus.unbounded odd-chinese odd-deep ~odd-nul ~odd-escape ~odd-newlines ~odd-blanks",
    ),
    ("unbounded X gold.mrg -o out", "corpus.unbounded"),
    ("unbounded corpus.unbounded X --explain --save out", UNBOUNDED_PARSES),
    ("brackets gold.mrg weak.mrg --against X -o out", "rows.jsonl rows.parquet"),
    ("merge X -o /dev/null --save out.parquet", "rows.jsonl rows.parquet"),
    ("merge X -o out", "rows.jsonl rows.parquet"),
    ("merge X --by-treebank -o out", "rows.jsonl rows.parquet"),
    ("brackets X X --list -o out", "no-list"),
    ("compare X rows.jsonl --replicates 20 -o out", "rows.jsonl rows.parquet"),
];

/// Sentences that are not there are missed, and said to be.
const UNBOUNDED_PARSES: &str = "gold.mrg weak.mrg ~parses.mrg ~odd-nul";

const COLUMN_FILES: &str = "gold.conllu weak.conllu gold.conll gold.conll09";

/// Any structure.
const DRAWABLE: &str = "gold.mrg weak.mrg parses.mrg gold.conllu weak.conllu gold.conll gold.conll09 \
    gold.sd gold.gr gold.candc gold.rasp gold.depbank odd-chinese odd-deep odd-latin1 odd-nul odd-escape \
    odd-columns-cycle";

/// Words go through as they are.
const CONVERTIBLE: &str = "gold.mrg weak.mrg parses.mrg gold.conllu weak.conllu gold.conll \
    gold.conll09 ~gold.candc odd-chinese odd-deep ~odd-nul ~odd-escape ~odd-latin1 \
    ~odd-columns-cycle";

const GOLD: &str = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))) (. .)))\n\
    (TOP (S (NP (NNS Cats)) (VP (VBP sleep)) (. .)))\n";

const COLUMNS: &str = "# text = Dogs bark.\n\
    1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_\n\
    2\tbark\tbark\tVERB\tVBP\tVerbForm=Fin\t0\troot\t0:root\tSpaceAfter=No\n\
    3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_\n\n";

/// Two pairs as a table.
fn table(between: &str) -> String {
    let row = |id: &str, text: &str, hypothesis: &str, answer: &str| {
        [id, text, hypothesis, answer].join(between) + "\n"
    };
    row("id", "text", "hypothesis", "entailment")
        + &row("1", "Dogs bark.", "Dogs bark.", "YES")
        + &row("2", "Cats sleep.", "Dogs sleep.", "NO")
}

/// Files that are as they should be.
fn sound() -> Vec<(&'static str, String)> {
    let parse =
        |noun: &str, verb: &str| format!("(TOP (S (NP (NNS {noun})) (VP (VBP {verb})) (. .)))\n");
    let parses = [("Dogs", "bark"), ("Dogs", "bark"), ("Cats", "sleep"), ("Dogs", "sleep")];
    let pair = |id: u8, [text, hypothesis, answer]: [&str; 3]| {
        (
            format!(
                "<pair id=\"{id}\" entailment=\"{answer}\">\n<t>{text}</t>\n<h>{hypothesis}</h>\n</pair>\n"
            ),
            format!(
                "{{\"id\": \"{id}\", \"text\": \"{text}\", \"hypothesis\": \"{hypothesis}\", \"entailment\": \"{answer}\"}}\n"
            ),
        )
    };
    let first = pair(1, ["Dogs bark.", "Dogs bark.", "YES"]);
    let second = pair(2, ["Cats sleep.", "Dogs sleep.", "NO"]);
    vec![
        ("gold.mrg", GOLD.to_string()),
        ("weak.mrg", GOLD.replace("ADVP", "NP")),
        ("gold.conllu", COLUMNS.to_string()),
        ("weak.conllu", COLUMNS.replace("punct", "dep")),
        (
            "gold.conll",
            "1\tDogs\tdog\tN\tNNS\t_\t2\tSBJ\n2\tbark\tbark\tV\tVBP\t_\t0\tROOT\n3\t.\t.\t.\t.\t_\t2\tP\n\n"
                .to_string(),
        ),
        (
            "gold.conll09",
            "1\tDogs\tdog\tdog\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\n\
             2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n\
             3\t.\t.\t.\t.\t.\t_\t_\t2\t2\tP\tP\t_\t_\n\n"
                .to_string(),
        ),
        ("gold.sd", "nsubj(bark-2, Dogs-1)\nroot(ROOT-0, bark-2)\n\n".to_string()),
        ("gold.gr", "1\n(ncsubj bark Dogs _)\n(ncmod _ bark loudly)\n\n".to_string()),
        ("gold.candc", "(ncsubj bark_1 Dogs_0 _)\n<c> Dogs|dog|NNS bark|bark|VBP\n\n".to_string()),
        (
            "gold.rasp",
            "(|Dog+s:1_NN2| |bark:2_VV0|) 1 ; (-1.5)\n\n(|ncsubj| |bark:2_VV0| |Dog+s:1_NN2| _)\n\n"
                .to_string(),
        ),
        (
            "gold.depbank",
            "sentence(\n  id(own.1, own.1)\nsentence_form(Dogs bark.)\nstructure()\nrasp(\n(ncsubj bark Dogs _)))\n\n"
                .to_string(),
        ),
        ("gold.grtext", "1\nDogs bark loudly \n".to_string()),
        ("gold.stag", "^_^ Dogs_NN2 bark_VV0 \n".to_string()),
        ("pairs.csv", table(",")),
        ("pairs.tsv", table("\t")),
        ("pairs.jsonl", first.1 + &second.1),
        ("pairs.xml", format!("<corpus>\n{}{}</corpus>\n", first.0, second.0)),
        (
            "corpus.unbounded",
            "own.mrg\nDogs bark loudly .\nnsubj bark_1 Dogs_0\n\nown.mrg\nCats sleep .\nnsubj sleep_1 Cats_0\n"
                .to_string(),
        ),
        ("answers.txt", "1 YES\n2 NO\n".to_string()),
        (
            "judgements.csv",
            "id,annotator,answer\n1,1,yes\n1,2,yes\n1,3,yes\n2,1,no\n2,2,not sure\n2,3,no\n".to_string(),
        ),
        ("results.csv", "WorkerId,Input.id1,Answer.answer1\nann,1,yes\n".to_string()),
        ("submissions.csv", "Participant id,Status\n1,APPROVED\n".to_string()),
        ("parses.mrg", parses.map(|(noun, verb)| parse(noun, verb)).concat()),
        (
            "rules.toml",
            "[[rule]]\nswitch = \"possession\"\nrelation = [\"poss\"]\nbecomes = \"nsubj\"\nswap = true\n"
                .to_string(),
        ),
        ("sizes", "0.5 0.25 0.25\n".to_string()),
        (
            "hierarchy.toml",
            "name = \"own\"\ntype = [\n\
             { name = \"dependent\", slots = [\"subtype\", \"head\", \"dependent\"] },\n\
             { name = \"ncmod\", parents = [\"dependent\"], slots = [\"subtype\", \"head\", \"dependent\"] },\n\
             { name = \"ncsubj\", parents = [\"dependent\"], slots = [\"head\", \"dependent\", \"initial\"] },\n]\n"
                .to_string(),
        ),
        ("mapping.toml", "default = \"(dobj HEAD DEPENDENT)\"\n[relations]\n".to_string()),
        ("collins.prm", "DEBUG 0\nMAX_ERROR 10\nLABELED 1\nDELETE_LABEL TOP\n".to_string()),
    ]
}

/// A file that somebody may name, by mistake or to do harm.
struct Odd {
    name: &'static str,
    /// The sound file that it is in another dress.
    same_as: &'static str,
}

/// Makes the odd files.
fn odd(folder: &Folder) -> Vec<Odd> {
    let mut all = Vec::new();
    let mut add = |name: &'static str, same_as: &'static str, bytes: &[u8]| {
        folder.write(name, bytes);
        all.push(Odd { name, same_as });
    };
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    let mut zipped = GzEncoder::new(Vec::new(), Compression::default());
    zipped.write_all(GOLD.as_bytes()).unwrap();
    let zipped = zipped.finish().unwrap();
    let mut zeros = GzEncoder::new(Vec::new(), Compression::default());
    zeros.write_all(&vec![0; 8 << 20]).unwrap();
    let deep = "(X ".repeat(100_000);
    add("odd-empty", "", b"");
    add("odd-byte", "", b"x");
    add("odd-bracket", "", b"(");
    add("odd-newlines", "", b"\n\n\n\n\n\n");
    add("odd-blanks", "", b"   \t  \r\n  ");
    add("odd-crlf", "gold.mrg", GOLD.replace('\n', "\r\n").as_bytes());
    add("odd-bom", "gold.mrg", format!("\u{feff}{GOLD}").as_bytes());
    add("odd-utf16", "", &wide(GOLD, u16::to_le_bytes));
    add("odd-utf16-big", "", &wide(GOLD, u16::to_be_bytes));
    add("odd-latin1", "", b"(TOP (NP (NN caf\xe9)))\n(TOP (NP (NN na\xefve)))\n");
    add("odd-nul", "", GOLD.replace("bark", "ba\0rk").as_bytes());
    add("odd-zeros", "", &[0; 1000]);
    add("odd-long-line", "", "a".repeat(1_000_000).as_bytes());
    add("odd-many-words", "", "word ".repeat(50_000).as_bytes());
    add("odd-deep", "", format!("{deep}w{}\n", ")".repeat(100_000)).as_bytes());
    add("odd-deep-unclosed", "", deep.as_bytes());
    add("odd-unclosed", "", &GOLD.as_bytes()[..40]);
    add("odd-surplus-close", "", GOLD.replace("(. .)", "(. .)))").as_bytes());
    add("odd-chinese", "", "(TOP (IP (NP (NN 狗)) (VP (VV 叫))))\n(TOP (NP (NN 猫)))\n".as_bytes());
    add("odd-escape", "", b"(TOP (S (NN \x1b[31ma\x07) (NN b\x1b]0;x\x07)))\n");
    add("odd-gzip", "gold.mrg", &zipped);
    add("odd-gzip-cut", "", &zipped[..zipped.len() - 12]);
    add("odd-gzip-zeros", "", &zeros.finish().unwrap());
    add("odd-zip", "", b"PK\x03\x04\x14\0\0\0\x08\0gold.mrg");
    add("odd-png", "", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01");
    add("odd-html", "", b"<!DOCTYPE html>\n<html><head><title>404</title></head></html>\n");
    add("odd-json", "", b"{\"a\": [1, 2, {\"b\": null}]}\n");
    add("odd-json-deep", "", "[".repeat(100_000).as_bytes());
    add("odd-xml-deep", "", "<a>".repeat(100_000).as_bytes());
    add("odd-table", "", b"name,score\na,1\nb,\"2\n");
    add("odd-toml-deep", "", format!("a = {}", "[".repeat(100_000)).as_bytes());
    add("odd-columns", "", COLUMNS.replace("\t2\tnsubj", "\t9\tnsubj").as_bytes());
    add("odd-columns-cut", "", &COLUMNS.as_bytes()[..80]);
    add("odd-columns-cycle", "", COLUMNS.replace("\t0\troot", "\t1\troot").as_bytes());
    add("odd-relations", "", b"1\n(ncsubj bark\n\n3\n(nosuch a b)\n");
    add("odd-rows-cut", "", &folder.read("rows.jsonl").as_bytes()[..200]);
    let mut parquet = fs::read(folder.path().join("rows.parquet")).unwrap();
    add("odd-parquet-cut", "", &parquet[..parquet.len() / 2]);
    // Its first pages.
    parquet[40..200].fill(0xFF);
    add("odd-parquet-broken", "", &parquet);
    add("odd-parquet-start", "", b"PAR1");
    folder.write("odd-unreadable", GOLD);
    let closed = folder.path().join("odd-unreadable");
    fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).unwrap();
    // Nothing is unreadable for some users.
    let same_as = if fs::read(&closed).is_ok() { "gold.mrg" } else { "" };
    all.push(Odd { name: "odd-unreadable", same_as });
    fs::create_dir(folder.path().join("odd-folder")).unwrap();
    all.push(Odd { name: "odd-folder", same_as: "" });
    all.push(Odd { name: "odd-missing", same_as: "" });
    let fifo = folder.path().join("odd-pipe");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    all.push(Odd { name: "odd-pipe", same_as: "gold.mrg" });
    all
}

struct Ran {
    status: Option<i32>,
    signal: Option<i32>,
    out: Vec<u8>,
    err: String,
    left: Vec<String>,
}

/// Runs a command in a folder of its own; the files are in another.
fn run(files: &Path, own: &Path, words: &str, odd: &str) -> Ran {
    let word = |word: &str| -> PathBuf {
        match files.join(if word == "X" { odd } else { word }) {
            path if word == "X" || path.exists() => path,
            _ => word.into(),
        }
    };
    // 4 GiB of addresses, a minute of work.
    let script = "ulimit -v 4194304 2>/dev/null; ulimit -t 60; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_bezant")]).args(words.split(' ').map(word));
    command.current_dir(own).env("MALLOC_ARENA_MAX", "2").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let fifo = files.join(odd);
    // It must be opened once at most: a second time would wait for another writer.
    let writer = (odd == "odd-pipe").then(|| {
        let fifo = fifo.clone();
        thread::spawn(move || {
            let mut fifo = OpenOptions::new().write(true).open(fifo).unwrap();
            // Whoever has seen enough may stop reading.
            let _ = fifo.write_all(GOLD.as_bytes());
        })
    });
    // What waits for ever does no work that could be bounded.
    let (ended, waits) = mpsc::channel::<()>();
    let id = child.id().to_string();
    let watchdog = thread::spawn(move || {
        if waits.recv_timeout(Duration::from_secs(120)) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-s", "KILL", &id]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    drop(ended);
    watchdog.join().unwrap();
    if let Some(writer) = writer {
        // If nobody has opened it, the writer still waits.
        let reader = OpenOptions::new().read(true).custom_flags(0o4000).open(&fifo).unwrap();
        writer.join().unwrap();
        drop(reader);
    }
    let left = fs::read_dir(own).unwrap().map(|entry| entry.unwrap().file_name());
    Ran {
        status: output.status.code(),
        signal: output.status.signal(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are text"),
        left: left.map(|name| name.into_string().unwrap()).collect(),
    }
}

/// What is wrong with how a command ended.
fn complaint(words: &str, takes: &str, odd: &Odd, ran: &Ran) -> Option<&'static str> {
    // A report that is shown lists what it leaves out.
    let listed = String::from_utf8_lossy(&ran.out).contains("skipped");
    let silent = ran.err.trim().is_empty() && !listed;
    // The page of a report reads its files a second time, which a pipe cannot be.
    let read_twice = words.starts_with("brackets") && words.contains("--report");
    let fits = takes.split(' ').any(|name| name == odd.name || name == odd.same_as)
        && !(read_twice && odd.name == "odd-pipe");
    let may_fit = takes.split(' ').any(|name| name.strip_prefix('~') == Some(odd.name));
    let is_compat = words.contains("--compat");
    // A report of nothing is written all the same, with the reason for each sentence. Which file is to
    // blame is not always known: gold's name is in the report.
    let nothing = ran.err.contains("not one sentence of");
    let named = ran.err.contains(odd.name) || nothing;
    match ran.status {
        None => return Some("it did not end by itself"),
        Some(0) if !fits && !may_fit && silent && !is_compat => {
            return Some("it took that without a word");
        }
        Some(0) => {}
        Some(_) if fits => return Some("it refused what is sound"),
        Some(2) if silent => return Some("it failed without a word"),
        Some(2) if !named && !may_fit => return Some("it failed and named no file"),
        Some(1 | 2) => {}
        Some(_) => return Some("it ended with another status"),
    }
    if ran.err.len() > 20_000 || ran.out.len() > 10_000_000 {
        return Some("it said too much");
    }
    if ran.err.contains('\u{1b}') || ran.out.contains(&0x1b) && odd.name != "odd-escape" {
        return Some("it sent commands to the terminal");
    }
    let written = words.contains(" out");
    match ran.left.as_slice() {
        [] if ran.status == Some(0) && written => Some("it wrote nothing"),
        [_, ..] if ran.status == Some(2) && !nothing => Some("it failed and left a file"),
        [one] if one.starts_with("out") => None,
        [] => None,
        _ => Some("it left other files"),
    }
}

#[test]
fn every_command_copes_with_every_file() {
    let folder = Folder::new();
    // The demo's files are larger than needed here.
    fs::remove_dir_all(folder.path().join("entailments")).unwrap();
    for (name, text) in sound() {
        folder.write(name, text);
    }
    for words in [
        "brackets -q gold.mrg weak.mrg --save rows.jsonl",
        "brackets -q gold.mrg weak.mrg --save rows.parquet",
        "entail train -q pairs.csv --parses parses.mrg --folds 2 -o weights.toml",
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{words}: {}", ran.err);
    }
    let made = ["rows.jsonl", "rows.parquet", "weights.toml"];
    let names = sound().into_iter().map(|(name, _)| name).chain(made);
    let mut all: Vec<Odd> = names.map(|name| Odd { name, same_as: "" }).collect();
    all.extend(odd(&folder));

    // What fragments of every size cost in a deep tree is told in docs/limits.md.
    let is_slow = |words: &str, odd: &Odd| words.starts_with("fragments") && odd.name == "odd-deep";
    let (pipes, rest): (Vec<_>, Vec<_>) = COMMANDS
        .iter()
        .flat_map(|command| all.iter().map(move |odd| (command, odd)))
        .filter(|((words, _), odd)| !is_slow(words, odd))
        .partition(|(_, odd)| odd.name == "odd-pipe");
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let work = |jobs: &[(&(&str, &str), &Odd)], next: &AtomicUsize| {
        while let Some(((words, takes), odd)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let own = tempfile::tempdir().unwrap();
            let ran = run(folder.path(), own.path(), words, odd.name);
            if let Some(what) = complaint(words, takes, odd, &ran) {
                let err: String = ran.err.chars().take(300).collect();
                let (status, signal) = (ran.status, ran.signal);
                let text = format!(
                    "{what}: {}: {status:?} {signal:?} {:?}\n{err}",
                    words.replace('X', odd.name),
                    ran.left
                );
                complaints.lock().unwrap().push(text);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| work(&rest, &next));
        }
    });
    // There is one pipe.
    work(&pipes, &AtomicUsize::new(0));
    let complaints = complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
}
