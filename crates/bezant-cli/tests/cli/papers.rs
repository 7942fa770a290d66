//! What goes into papers: tables that compile, pictures that open.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::Folder;

/// Commands with two systems each, one for every metric.
const METRICS: [&str; 5] = [
    "brackets gold.mrg strong.mrg weak.mrg",
    "fragments gold.mrg strong.mrg weak.mrg",
    "dependencies entailments/gold.conllu entailments/strong.conllu entailments/weak.conllu",
    "relations gold.gr one.gr two.gr",
    "entail score pairs.tsv one.txt two.txt",
];

/// Names that mean something to LaTeX and to Typst.
const NAMES: [&str; 4] = [r"a_b&c%,#1~^\{}$", "é-ß_ł--x,[y]*z", "*s*,|p|<q>`'", "=h//@k,1.+\"r\""];

fn folder() -> Folder {
    let folder = Folder::new();
    let gold = "1\n(ncsubj bark Dogs _)\n(ncmod _ bark loudly)\n\n2\n(ncsubj sleep Cats _)\n\n";
    let two = "1\n(ncsubj bark Dogs _)\n\n2\n(ncsubj Cats sleep _)\n\n";
    let pairs = "id\ttext\thypothesis\tanswer\n1\tDogs bark.\tDogs bark.\tYES\n\
                 2\tDogs bark loudly.\tCats bark.\tNO\n3\tCats sleep.\tCats sleep.\tYES\n";
    folder.write("gold.gr", gold).write("one.gr", gold).write("two.gr", two);
    folder.write("pairs.tsv", pairs);
    folder.write("one.txt", "1 YES\n2 NO\n3 YES\n").write("two.txt", "1 NO\n2 NO\n3 NO\n");
    folder
}

/// Whether a program can be started.
fn is_here(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    let command = command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// All tables of all metrics in one document, each metric with other odd names.
fn document(folder: &Folder, format: &str) -> String {
    let mut all = String::new();
    for (at, command) in METRICS.iter().enumerate() {
        let names = NAMES[at % NAMES.len()];
        for more in ["--caption 50%_of_#1 --label tab:a", "--details"] {
            let more = if at > 0 {
                more.replace("tab:a", &format!("tab:a{at}"))
            } else {
                more.to_string()
            };
            let words =
                format!("{command} --names={names} -q --replicates 60 --format {format} {more}");
            let ran = folder.run(&words);
            assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
            all += &ran.out;
            all.push('\n');
        }
    }
    all
}

/// Whether pdflatex takes a document, and what it says; nothing, with a word, where it is not installed.
#[allow(clippy::print_stderr)]
fn compiled(folder: &Folder, text: String) -> Option<(bool, String)> {
    if !is_here("pdflatex", &["--version"]) {
        eprintln!("skipped: no pdflatex here to compile the tables with");
        return None;
    }
    folder.write("paper.tex", text);
    let words = ["-interaction=nonstopmode", "-halt-on-error", "paper.tex"];
    let ran = Command::new("pdflatex").args(words).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    if said.contains("booktabs.sty' not found") {
        eprintln!("skipped: this LaTeX has no booktabs");
        return None;
    }
    Some((ran.status.success(), said))
}

#[test]
#[allow(clippy::print_stderr)]
fn tables_of_every_metric_compile_with_latex() {
    let folder = folder();
    let tables = document(&folder, "latex");
    assert!(tables.contains("a\\_b\\&c\\%") && tables.contains("{}[y]*z"), "{tables}");
    assert!(tables.contains("% needs \\usepackage[T1]{fontenc}"), "{tables}");
    let text = format!(
        "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{booktabs}}\n\
         \\begin{{document}}\n\\small\n{tables}\n\\end{{document}}\n"
    );
    let Some((is_done, said)) = compiled(&folder, text) else { return };
    assert!(is_done, "{said}");
    assert!(!said.contains("Missing character"), "{said}");
}

#[test]
#[allow(clippy::print_stderr)]
fn tables_fit_on_a_page_and_several_have_captions() {
    let folder = Folder::new();
    let files = "brackets gold.mrg strong.mrg middling.mrg weak.mrg failing.mrg --replicates 60 -q";
    let table = folder.run(&format!("{files} --format latex")).out;
    assert!(table.contains("\\begingroup\n\\small\\setlength{\\tabcolsep}{3pt}\n"), "{table}");
    assert!(!table.contains("\\caption"), "{table}");
    let several = folder.run(&format!("{files} --format latex --labels --caption All")).out;
    assert_eq!(several.matches("\\begin{table}[htbp]\n").count(), 9, "{several}");
    for caption in ["\\caption{All}", "\\caption{strong: By label}"] {
        assert_eq!(several.matches(caption).count(), 1, "{several}");
    }
    let text = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n\\noindent\n{table}\n\
         {several}\n\\end{{document}}\n"
    );
    let Some((is_done, said)) = compiled(&folder, text) else { return };
    assert!(is_done && !said.contains("Overfull"), "{said}");
}

#[test]
#[allow(clippy::print_stderr)]
fn tables_of_every_metric_compile_with_typst() {
    let folder = folder();
    folder.write("paper.typ", document(&folder, "typst"));
    // The compiler itself, or Python's package of it.
    let python = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])";
    let mut command =
        match (is_here("typst", &["--version"]), is_here("python3", &["-c", "import typst"])) {
            (true, _) => {
                let mut command = Command::new("typst");
                command.arg("compile");
                command
            }
            (false, true) => {
                let mut command = Command::new("python3");
                command.args(["-c", python]);
                command
            }
            (false, false) => {
                eprintln!("skipped: no typst here to compile the tables with");
                return;
            }
        };
    let ran = command.args(["paper.typ", "paper.pdf"]).current_dir(folder.path()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn numbers_stand_below_each_other_at_their_points() {
    let folder = Folder::new();
    let words =
        "brackets gold.mrg weak.mrg strong.mrg --columns f1,exact --replicates 100 --format";
    let latex = folder.run(&format!("{words} latex")).out;
    assert!(latex.contains("\\begin{tabular}{lccc}"), "{latex}");
    assert!(latex.contains("& \\bezantbest{73}{33} \\\\"), "{latex}");
    assert!(latex.contains("& \\phantom{0}6.67 \\\\"), "{latex}");
    let latex = folder.run(&format!("{words} latex --table comparisons")).out;
    assert!(latex.contains("$-$") || latex.contains("$+$"), "{latex}");
    let typst = folder.run(&format!("{words} typst")).out;
    assert!(
        typst.contains("[#bezant-best[73][33]]") && typst.contains("[#hide[0]6.67]"),
        "{typst}"
    );
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap()
}

/// Looks up every object of a PDF where its table says that it is.
fn check_pdf(bytes: &[u8]) {
    assert!(bytes.starts_with(b"%PDF-1.4") && bytes.ends_with(b"%%EOF\n"));
    let text = String::from_utf8_lossy(&bytes[bytes.len() - 400..]).into_owned();
    let start = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap();
    let table = String::from_utf8_lossy(&bytes[start.parse::<usize>().unwrap()..]).into_owned();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("xref"));
    let n: usize = lines.next().unwrap().split_once(' ').unwrap().1.parse().unwrap();
    assert_eq!(lines.next(), Some("0000000000 65535 f "));
    for number in 1..n {
        let place: usize = lines.next().unwrap()[..10].parse().unwrap();
        assert!(bytes[place..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{number}");
    }
}

/// Checks the sums of all parts of a PNG, and that there are as many dots as it says.
fn check_png(bytes: &[u8]) {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    let (mut names, mut size, mut dots) = (Vec::new(), (0, 0), 0);
    while !rest.is_empty() {
        let number = |at: usize| u32::from_be_bytes(rest[at..at + 4].try_into().unwrap());
        let length = number(0) as usize;
        let name = String::from_utf8(rest[4..8].to_vec()).unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(&rest[4..8 + length]);
        assert_eq!(sum.sum(), number(8 + length), "{name}");
        match name.as_str() {
            "IHDR" => size = (number(8) as usize, number(12) as usize),
            "IDAT" => {
                let mut all = Vec::new();
                let mut read = flate2::read::ZlibDecoder::new(&rest[8..8 + length]);
                std::io::Read::read_to_end(&mut read, &mut all).unwrap();
                dots = all.len();
            }
            _ => {}
        }
        names.push(name);
        rest = &rest[12 + length..];
    }
    assert_eq!(names, ["IHDR", "pHYs", "iTXt", "iTXt", "IDAT", "IEND"]);
    assert_eq!(dots, size.1 * (1 + 3 * size.0));
}

#[test]
fn every_metric_is_drawn_as_svg_pdf_and_png() {
    let folder = folder();
    for (at, command) in METRICS.iter().enumerate() {
        let mut plots = vec!["systems", "length"];
        plots.extend(match at {
            0 => &["depth"][..],
            1 => &["size", "depth"],
            2 => &["distance"],
            _ => &[],
        });
        for plot in plots {
            for ending in ["svg", "pdf", "png"] {
                let words =
                    format!("{command} -q --replicates 60 --plot a.{ending} --plot-of {plot}");
                let ran = folder.run(&words);
                assert_eq!(ran.status, 0, "{words}\n{}", ran.err);
            }
            check_pdf(&bytes(&folder, "a.pdf"));
            check_png(&bytes(&folder, "a.png"));
            let svg = folder.read("a.svg");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{command} {plot}");
            assert!(
                svg.contains("<desc>") && svg.contains(" (%)</text>"),
                "{command} {plot}\n{svg}"
            );
        }
    }
}

#[test]
fn rows_are_drawn_as_the_files_were() {
    let folder = folder();
    for command in &METRICS[..4] {
        let words = format!("{command} -q --save rows.jsonl --replicates 1000");
        assert_eq!(folder.run(&format!("{words} --plot a.svg")).status, 0);
        let ran = folder.run("merge rows.jsonl -q --plot b.svg");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(folder.read("a.svg"), folder.read("b.svg"), "{command}");
        let ran = folder.run("compare rows.jsonl -q --plot c.svg");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(folder.read("a.svg"), folder.read("c.svg"), "{command}");
        let ran = folder.run("merge rows.jsonl -q --plot d.svg --plot-of systems");
        assert_eq!((ran.status, folder.read("d.svg").matches("<circle").count()), (0, 2));
    }
    let ran = folder.run("merge rows.jsonl -q --plot b.svg --plot-of distance");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("of these systems there is length, systems"), "{}", ran.err);
}

#[test]
fn pictures_are_the_same_bytes_every_time_and_say_what_they_cannot_show() {
    let folder = Folder::new();
    let words = "brackets gold.mrg strong.mrg weak.mrg --replicates 60 --names 語<1>&,b -q";
    for ending in ["svg", "pdf", "png"] {
        assert_eq!(folder.run(&format!("{words} --plot a.{ending}")).status, 0);
        assert_eq!(folder.run(&format!("{words} --plot b.{ending} --threads 1")).status, 0);
        assert!(bytes(&folder, &format!("a.{ending}")) == bytes(&folder, &format!("b.{ending}")));
    }
    let svg = folder.read("a.svg");
    assert!(svg.contains(">語&lt;1&gt;&amp;</text>"), "{svg}");
    let words = words.replace(" -q", "");
    let ran = folder.run(&format!("{words} --plot a.pdf"));
    assert!(ran.err.contains("empty boxes for 語"), "{}", ran.err);
    assert!(!folder.run(&format!("{words} --plot a.svg")).err.contains("empty boxes"));
}

#[test]
fn one_system_one_sentence_and_nothing_scored_are_drawn_too() {
    let folder = Folder::new();
    folder.write("g", "(S (NP (NN a)) (VP (VB b)))\n").write("none", "\n");
    for (plot, system, status) in
        [("length", "g", 0), ("systems", "g", 0), ("length", "none", 2), ("systems", "none", 2)]
    {
        for ending in ["svg", "pdf", "png"] {
            let words = format!("brackets g {system} -q --plot x.{ending} --plot-of {plot}");
            let ran = folder.run(&words);
            assert_eq!(ran.status, status, "{words}\n{}", ran.err);
            assert!(Path::new(&folder.path().join(format!("x.{ending}"))).exists(), "{words}");
        }
        let svg = folder.read("x.svg");
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    }
}

#[test]
fn ranges_that_were_asked_for_are_drawn() {
    let folder = Folder::new();
    let ran = folder.run("brackets gold.mrg weak.mrg --buckets length:7,9 --plot a.svg -q");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let svg = folder.read("a.svg");
    for range in ["≤ 7", "8–9", "≥ 10"] {
        assert!(svg.contains(&format!(">{range}</text>")), "{range}\n{svg}");
    }
}

#[test]
fn pictures_say_what_they_do_not_show() {
    let folder = Folder::new();
    let files = "gold.mrg strong.mrg weak.mrg -q --replicates 60 --plot a.svg";
    assert_eq!(folder.run(&format!("fragments {files}")).status, 0);
    let cut = "; sizes 1 to 15 are drawn, and fragments have up to ";
    assert!(folder.read("a.svg").contains(cut), "{}", folder.read("a.svg"));
    assert_eq!(folder.run(&format!("brackets {files}")).status, 0);
    let svg = folder.read("a.svg");
    assert!(!svg.contains("; no bands") && svg.contains(">n</text>"), "{svg}");
    let six = "brackets gold.mrg strong.mrg weak.mrg strong.mrg weak.mrg strong.mrg weak.mrg";
    let words = format!("{six} --names a,b,c,d,e,f -q --replicates 60 --plot a.svg");
    assert_eq!(folder.run(&words).status, 0);
    let none = "; no bands: there are more than 5 lines</desc>";
    assert!(folder.read("a.svg").contains(none), "{}", folder.read("a.svg"));
}
