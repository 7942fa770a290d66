//! Options that change nothing beside the others that were typed: said, so that nobody believes they
//! did.

use bezant::report::{Extent, ReportFormat};
use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::warnings::Warning;

/// What was typed after a command.
struct Words<'m>(&'m ArgMatches);

impl Words<'_> {
    fn knows(&self, id: &str) -> bool {
        self.0.ids().any(|known| known.as_str() == id)
    }

    /// Whether an option was typed.
    fn has(&self, id: &str) -> bool {
        self.knows(id) && self.0.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// How many values an option has.
    fn count(&self, id: &str) -> usize {
        if self.knows(id) { self.0.get_raw(id).map_or(0, Iterator::count) } else { 0 }
    }

    /// The first value of an option.
    fn value(&self, id: &str) -> &str {
        let known = self.knows(id).then(|| self.0.get_raw(id)).flatten();
        known.and_then(|mut values| values.next()?.to_str()).unwrap_or_default()
    }
}

/// An option by its field and by its name.
type Named = (&'static str, &'static str);

/// How systems are compared.
const COMPARISON: [Named; 7] = [
    ("test", "--test"),
    ("correction", "--correction"),
    ("score", "--score"),
    ("seed", "--seed"),
    ("level", "--level"),
    ("interval", "--interval"),
    ("block", "--block"),
];

/// How a report is laid out.
const LAYOUT: [Named; 5] = [
    ("format", "--format"),
    ("table", "--table"),
    ("per_sentence", "--per-sentence"),
    ("worst", "--worst"),
    ("listing", "--listing"),
];

/// How people elsewhere are asked.
const CROWD: [Named; 5] = [
    ("sheet", "--sheet"),
    ("per_pair", "--per-pair"),
    ("price", "--price"),
    ("per", "--per"),
    ("fee", "--fee"),
];

/// How language models are asked.
const QUESTIONS: [Named; 3] =
    [("prompt", "--prompt"), ("shots", "--shots"), ("without_answers", "--without-answers")];

/// Options that were typed and change nothing if answers turn out to be one system's: a file of answers may have several,
/// which is known only when it is read.
pub fn idle_with_one_system(matches: &ArgMatches) -> Vec<&'static str> {
    let mut leaf = matches;
    while let Some((_, inner)) = leaf.subcommand() {
        leaf = inner;
    }
    let typed = Words(leaf);
    if typed.has("quiet") {
        return Vec::new();
    }
    let options = COMPARISON.into_iter().chain([("replicates", "--replicates")]);
    options.filter(|(id, _)| typed.has(id)).map(|(_, option)| option).collect()
}

/// Options that were typed and change nothing; none if nobody wants warnings.
pub fn idle(matches: &ArgMatches) -> Vec<Warning> {
    let (mut leaf, mut command) = (matches, "");
    while let Some((name, inner)) = leaf.subcommand() {
        (leaf, command) = (inner, name);
    }
    let typed = Words(leaf);
    if typed.has("quiet") {
        return Vec::new();
    }
    let mut idle: Vec<(Named, String)> = Vec::new();
    let mut add = |options: &[Named], why: &str| {
        idle.extend(options.iter().map(|option| (*option, why.to_string())));
    };
    for option in [("agreement", "--agreement"), ("compat", "--compat")] {
        if typed.has(option.0) {
            add(&[("plot", "--plot")], &format!("with {}", option.1));
        }
    }
    if typed.has("agreement") {
        add(&COMPARISON, "with --agreement");
        add(&[("replicates", "--replicates")], "with --agreement");
    } else if typed.has("compat") {
        add(&COMPARISON, "with --compat");
        add(&LAYOUT, "with --compat");
    } else if typed.count("systems") == 1 {
        // Intervals are made of one system, too.
        match typed.value("replicates") != "0" || typed.has("plot") {
            true => add(&COMPARISON[..2], "with one system"),
            false => add(&COMPARISON, "with one system and --replicates 0"),
        }
    }
    if !typed.has("plot") {
        add(&[("window", "--window"), ("plot_of", "--plot-of")], "without --plot");
    } else if !["merge", "compare"].contains(&command) {
        // What rows are of is not known yet.
        let draws_sizes = match typed.value("plot_of") {
            "" => command == "fragments",
            what => what == "size",
        };
        if !draws_sizes {
            add(&[("window", "--window")], "because no sizes are drawn");
        }
    }
    let format = typed.value("format");
    let extent = ReportFormat::named(format).map(ReportFormat::extent);
    // A caller who has JSON can make a table for a paper of it later.
    if extent.is_some_and(|extent| !matches!(extent, Extent::Paper | Extent::Everything)) {
        let papers: Vec<&str> = ReportFormat::names_of(Extent::Paper).collect();
        let why = format!("with --format {format}: {} have it", papers.join(" and "));
        add(&[("caption", "--caption"), ("label", "--label")], &why);
    }
    if typed.has("table") {
        add(&[("columns", "--columns")], "with --table, which shows tables as they are");
    }
    if command == "score" && !typed.has("report") {
        add(&[("parses", "--parses")], "without --report");
    }
    let is_folder = || std::path::Path::new(typed.value("gold")).is_dir();
    if typed.has("missing") && !typed.has("list") && !is_folder() {
        add(&[("missing", "--missing")], "without folders of treebanks");
    }
    if !typed.has("parser_cmd") {
        let options = [("parser_reads", "--parser-reads"), ("parser_time", "--parser-time")];
        add(&options, "without --parser-cmd");
        if !typed.has("parses") {
            add(&[("unbounded", "--unbounded")], "without --parses");
        }
    }
    let first = "of the outputs for a sentence the first is taken";
    if command == "relations" {
        add(&[("samples", "--samples")], &format!("with relations: {first}"));
    } else if command != "score" && (typed.has("parses") || typed.has("parser_cmd")) {
        add(&[("samples", "--samples")], &format!("with parses of pairs: {first}"));
    }
    let to = typed.value("to");
    if command == "convert" && to != "cleaned" {
        add(&[("clean", "--clean")], &format!("with --to {to}"));
    }
    match command {
        "convert" if !to.starts_with("sd-") => {
            let options = [("written", "--as"), ("punct", "--punct"), ("names", "--names")];
            add(&options, &format!("with --to {to}"));
        }
        "export" => {
            let why = format!("with --to {to}");
            if ["jsonl", "chat"].contains(&to) {
                add(&[("force", "--force")], &why);
            }
            if ["jsonl", "chat", "lm-eval"].contains(&to) {
                add(&CROWD, &why);
                if !typed.has("shots") {
                    add(&[("seed", "--seed")], &format!("{why} and without --shots"));
                }
            } else {
                add(&QUESTIONS, &why);
            }
            if to == "chat" {
                add(&[("without_answers", "--without-answers")], &why);
            } else {
                add(&[("model", "--model")], &why);
            }
            if to != "lm-eval" {
                add(&[("task", "--task")], &why);
            }
            if to != "mturk" {
                let options = ["texts", "contact", "retention"];
                let options = options.into_iter().zip(["--texts", "--contact", "--retention"]);
                add(&options.collect::<Vec<_>>(), &why);
            }
            if to != "prolific" {
                add(&[("link", "--link")], &why);
            }
        }
        "import" if typed.value("from") != "prolific" => {
            let why = format!("with --from {}", typed.value("from"));
            add(&[("submissions", "--submissions")], &why);
        }
        "dependencies" if typed.value("preset") != "ud" => {
            let why = format!("with --preset {}", typed.value("preset"));
            add(&[("multiple_roots", "--multiple-roots")], &why);
        }
        _ => {}
    }
    if typed.value("module") == "learned" {
        add(&[("words", "--words")], "with --module learned, whose weights decide");
    }
    let said = idle.into_iter().filter(|((id, _), _)| typed.has(id));
    said.map(|((_, option), why)| Warning::NoEffect { option, why }).collect()
}
