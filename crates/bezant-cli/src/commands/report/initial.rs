//! A first experiment for some files.

use std::path::{Component, Path, PathBuf};

use bezant::entailment::answers::{AnswerReading, Returned};
use bezant::entailment::unbounded::is_corpus;
use bezant::entailment::{Pairs, judgements};
use bezant::error::{Error, ErrorKind, Stream};
use bezant::formats::relations::{self, Aids, Broken, Input};
use bezant::formats::{Format, Holds, Reader};
use bezant::kinds::without_suffix;

use crate::commands::entail::is_store;
use crate::commands::treebanks::files_of;
use crate::commands::{Loaded, load, open};

/// What can be done with gold's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Trees,
    Dependencies,
    Relations,
    Entailments,
    Unbounded,
}

/// An experiment for some files, gold first: the metrics that can read them. Paths are as seen from where it is
/// written.
pub fn initial(files: &[PathBuf], output: Option<&Path>) -> anyhow::Result<String> {
    let [gold, systems @ ..] = files else { anyhow::bail!("give gold and one or more systems") };
    anyhow::ensure!(!systems.is_empty(), "give gold and one or more systems");
    let job = job_of(gold)?;
    // Beside pairs there may be what people said of them, and which of them were kept.
    let beside = match job {
        Job::Entailments => Beside::of(systems)?,
        _ => Beside { answers: systems.to_vec(), ..Beside::default() },
    };
    let systems = beside.answers.as_slice();
    if job == Job::Entailments {
        check_answers(gold, systems)?;
    }
    let folder = output.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let seen = |path: &Path| quoted(&seen_from(folder, path).to_string_lossy());
    let title = quoted(&match beside.judgements.is_empty() {
        true => format!("{} on {}", what(job), stem(gold)),
        false => format!("What people and systems say of {}", stem(gold)),
    });
    let mut text = format!("title = {title}\ngold = {}\n", seen(gold));
    if !systems.is_empty() {
        text += "\n[systems]\n";
    }
    for (name, path) in names(systems).iter().zip(systems) {
        text += &format!("{} = {}\n", quoted(name), seen(path));
    }
    let metric = |command: &str, option: &str| {
        format!(
            "\n# Options are those of `bezant {command} --help`, by their long names.\n[[metrics]]\ncommand = \"{command}\"\n{option}\n"
        )
    };
    text += &match job {
        Job::Trees => {
            metric("brackets", "preset = \"standard\"\n# parameters = [\"COLLINS.prm\"]")
                + &metric("fragments", "# weights = \"sparsity\"")
        }
        Job::Dependencies => metric("dependencies", "# subtypes = true"),
        Job::Relations => metric("relations", "# confusion = true"),
        Job::Entailments => {
            let mut all = String::new();
            if !beside.judgements.is_empty() {
                let files: Vec<String> = beside.judgements.iter().map(|path| seen(path)).collect();
                let option = format!("judgements = [{}]\n# min-agreement = 70", files.join(", "));
                all += &metric("entail filter", &option);
            }
            if !beside.pairs.is_empty() {
                let later = names(&beside.pairs).into_iter().zip(&beside.pairs);
                let later = later.map(|(name, path)| format!("{} = {}", quoted(&name), seen(path)));
                let later: Vec<String> = later.collect();
                all += &metric("entail tables", &format!("systems = {{ {} }}", later.join(", ")));
            }
            if !systems.is_empty() {
                // Systems are scored on the pairs that they were asked about.
                let asked = beside.pairs.iter().rev().find(|path| are_about(systems, path));
                let gold = asked.map_or(String::new(), |path| format!("gold = {}\n", seen(path)));
                let parses = "# parses = [\"a.conllu\", \"b.conllu\"]   # one a system, for drawings and reasons";
                all += &metric("entail score", &format!("{gold}{parses}"));
            }
            all
        }
        Job::Unbounded => metric("unbounded", "# unlabelled = true"),
    };
    Ok(text)
}

/// Refuses systems that the metrics of gold cannot read, as the commands would that the experiment is made of.
pub fn check_systems(files: &[PathBuf]) -> anyhow::Result<()> {
    let [gold, systems @ ..] = files else { return Ok(()) };
    // What is in folders is looked at when they are paired.
    let job = job_of(gold)?;
    for path in systems.iter().filter(|path| !path.is_dir()) {
        let check = |wanted| Reader::new(open(path)?, None).check(wanted);
        match job {
            Job::Trees => check(Holds::Trees)?,
            Job::Dependencies => check(Holds::Dependencies)?,
            Job::Relations => {
                let (name, text) = load(path)?;
                let input = Input { name: &name, text: &text, stream: Stream::System };
                let read = relations::read(input, None, Aids::default(), Broken::Skips);
                // Other faults can be mended until it is run, and a mapping be written into the experiment.
                let is_other = |error: &Error| {
                    matches!(error.kind(), ErrorKind::WrongKind { .. } | ErrorKind::Pairs)
                };
                if let Some(error) = read.err().filter(is_other) {
                    return Err(error.into());
                }
            }
            Job::Entailments | Job::Unbounded => {}
        }
    }
    Ok(())
}

fn what(job: Job) -> &'static str {
    if job == Job::Entailments { "Answers" } else { "Parsers" }
}

/// What a file, or the first that tells of those in a folder, can be used for.
fn job_of(gold: &Path) -> anyhow::Result<Job> {
    if !gold.is_dir() {
        let (_, text) = load(gold)?;
        if is_corpus(&text) {
            return Ok(Job::Unbounded);
        }
        return job_of_text(gold, &text);
    }
    let mut first = None;
    for path in files_of(gold, false)? {
        let (_, text) = load(&path)?;
        if is_corpus(&text) {
            return Ok(Job::Unbounded);
        }
        let job = job_of_text(&path, &text).ok().filter(|job| *job != Job::Entailments);
        first = first.or(job);
    }
    first.ok_or_else(|| anyhow::anyhow!("{} has no file that can be scored", gold.display()))
}

fn job_of_text(path: &Path, text: &[u8]) -> anyhow::Result<Job> {
    let reader = Reader::new(open(path)?, None);
    if Format::guess_any(text).is_of_relations() {
        return Ok(Job::Relations);
    }
    if reader.format().holds(Holds::Trees) {
        return match reader.check(Holds::Trees) {
            Ok(()) => Ok(Job::Trees),
            Err(error) if matches!(error.kind(), ErrorKind::Pairs) => Ok(Job::Entailments),
            Err(error) => Err(error.into()),
        };
    }
    match reader.check(Holds::Dependencies) {
        Ok(()) => Ok(Job::Dependencies),
        Err(error) if matches!(error.kind(), ErrorKind::Pairs) => Ok(Job::Entailments),
        Err(_) if reader.format().holds(Holds::Relations) => Ok(Job::Relations),
        Err(error) => Err(error.into()),
    }
}

/// What stands beside pairs.
#[derive(Default)]
struct Beside {
    judgements: Vec<PathBuf>,
    /// Pairs that were taken from the first ones.
    pairs: Vec<PathBuf>,
    answers: Vec<PathBuf>,
}

impl Beside {
    fn of(files: &[PathBuf]) -> anyhow::Result<Beside> {
        let mut found = Beside::default();
        for path in files {
            if is_store(path) {
                found.judgements.push(path.clone());
                continue;
            }
            let (name, text) = load(path)?;
            // Answers have no column of people, and judgements no sentences.
            let of = if judgements::read(&name, &text).is_ok() {
                &mut found.judgements
            } else if Pairs::read(&name, &text, None).is_ok() {
                &mut found.pairs
            } else {
                &mut found.answers
            };
            of.push(path.clone());
        }
        Ok(found)
    }
}

/// Whether answers are those to the pairs of a file.
fn are_about(answers: &[PathBuf], pairs: &Path) -> bool {
    let pairs = load(pairs).and_then(|(name, text)| Pairs::read(&name, &text, None));
    let Ok(pairs) = pairs else { return false };
    let fits = |path: &PathBuf| {
        let read = |(name, text): Loaded| {
            Returned::read_all(&name, &text, &pairs, AnswerReading::default())
        };
        load(path).and_then(read).is_ok()
    };
    answers.iter().all(fits)
}

/// Beside pairs stand answers, which are made of parses first.
fn check_answers(pairs: &Path, systems: &[PathBuf]) -> anyhow::Result<()> {
    for path in systems {
        let reader = Reader::new(open(path)?, None);
        let is_parse = [Holds::Trees, Holds::Dependencies]
            .into_iter()
            .any(|wanted| !reader.is_empty() && reader.check(wanted).is_ok());
        anyhow::ensure!(
            !is_parse,
            "{} has parses, and {} wants answers\n  hint: `bezant entail decide {} --parses {} -o answers.txt` \
             makes them",
            path.display(),
            pairs.display(),
            pairs.display(),
            path.display()
        );
    }
    Ok(())
}

/// What systems are called: as their files, behind folders where that is not enough, and numbered where even
/// that is the same.
fn names(systems: &[PathBuf]) -> Vec<String> {
    let clean = |name: &str| name.replace(',', " ");
    let short = |path: &PathBuf| clean(&stem(path));
    let long = |path: &PathBuf| clean(without_suffix(&path.to_string_lossy()));
    let mut names: Vec<String> = systems.iter().map(short).collect();
    if has_doubles(&names) {
        names = systems.iter().map(long).collect();
    }
    for at in 1..names.len() {
        let plain = names[at].clone();
        let mut n = 1;
        while names[..at].contains(&names[at]) {
            n += 1;
            names[at] = format!("{plain} {n}");
        }
    }
    names
}

fn has_doubles(names: &[String]) -> bool {
    names.iter().enumerate().any(|(at, name)| names[..at].contains(name))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Escapes of JSON are those of TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A path as it is seen from a folder; one from the root of all files stays what it is.
fn seen_from(folder: Option<&Path>, path: &Path) -> PathBuf {
    let Some(folder) = folder.filter(|_| path.is_relative()) else { return path.to_path_buf() };
    // Folders behind links have other parents than their names say.
    let (Ok(here), Ok(there)) = (folder.canonicalize(), path.canonicalize()) else {
        return path.to_path_buf();
    };
    let (here, there): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (here.components().collect(), there.components().collect());
    let n = here.iter().zip(&there).take_while(|(one, two)| one == two).count();
    let up = here[n..].iter().map(|_| Component::ParentDir);
    up.chain(there[n..].iter().copied()).collect()
}
