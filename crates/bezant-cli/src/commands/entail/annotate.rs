//! `bezant entail annotate`.

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use bezant::entailment::Pairs;
use bezant::entailment::judgements::JudgementLines;

use crate::args::AnnotateArgs;

/// What a store of judgements of these pairs has, also while people answer; nothing if a file is something
/// else.
pub fn stored(path: &Path, pairs: &Pairs) -> anyhow::Result<Option<JudgementLines>> {
    // Whatever is no plain file can be read only once. What cannot be read is said by whoever reads it next.
    let is_file = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    let mut beginning = [0; 16];
    let is_store = is_file
        && std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok()
        && beginning == *b"SQLite format 3\0";
    if is_store { judgements(path, pairs).map(Some) } else { Ok(None) }
}

#[cfg(not(feature = "annotate"))]
fn judgements(path: &Path, _: &Pairs) -> anyhow::Result<JudgementLines> {
    anyhow::bail!(
        "{}: this bezant was built without the annotation server and cannot read its store; export \
         judgements as CSV with one that was built with it",
        path.display()
    )
}

/// Fails where people were asked about another pair than the one that now has its id.
#[cfg(feature = "annotate")]
fn check_asked(path: &Path, store: &bezant_annotate::Store, pairs: &Pairs) -> anyhow::Result<()> {
    let known: std::collections::BTreeMap<&str, &bezant::entailment::Pair> =
        pairs.pairs.iter().map(|pair| (pair.id.as_str(), pair)).collect();
    for asked in store.questions()? {
        let Some(pair) = known.get(asked.id.as_str()) else { continue };
        for (what, theirs, ours) in
            [("text", &asked.text, &pair.text), ("hypothesis", &asked.hypothesis, &pair.hypothesis)]
        {
            anyhow::ensure!(
                theirs == ours,
                "{}: these are judgements of other pairs: people were asked about pair {} with the {what} \
                 {theirs:?}, and in {} it is {ours:?}\n  hint: give the pairs that the store was made from",
                path.display(),
                asked.id,
                pairs.name
            );
        }
    }
    Ok(())
}

#[cfg(feature = "annotate")]
fn judgements(path: &Path, pairs: &Pairs) -> anyhow::Result<JudgementLines> {
    use bezant::entailment::answers::Answer;
    use bezant::entailment::judgements::{Judgement, Opinion};

    let judgement = |one: bezant_annotate::Judgement| {
        let answer = match one.answer {
            bezant_annotate::Answer::Yes => Opinion::Yes,
            bezant_annotate::Answer::No => Opinion::No,
            bezant_annotate::Answer::NotSure => Opinion::NotSure,
        };
        let mut judgement = Judgement::new(one.id, one.annotator.to_string(), answer);
        judgement.seconds = one.seconds;
        judgement.when = Some(one.when);
        judgement.check = one.check.map(|yes| if yes { Answer::Yes } else { Answer::No });
        judgement
    };
    let store = bezant_annotate::Store::read(path)?;
    check_asked(path, &store, pairs)?;
    let lines = store.judgements()?.into_iter().map(judgement).collect();
    Ok(JudgementLines { lines, blank: 0 })
}

#[cfg(not(feature = "annotate"))]
pub fn run(_: &AnnotateArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!(
        "this bezant was built without the annotation server; build it with \
         `cargo install bezant-cli --features annotate`"
    )
}

#[cfg(feature = "annotate")]
pub fn run(args: &AnnotateArgs) -> anyhow::Result<ExitCode> {
    served::run(args)
}

#[cfg(feature = "annotate")]
mod served {
    use std::io::{IsTerminal, Write};
    use std::net::{SocketAddr, ToSocketAddrs};
    use std::path::Path;
    use std::process::ExitCode;
    use std::sync::Arc;

    use anyhow::Context;
    use bezant::entailment::answers::Answer;
    use bezant::entailment::{Pair, Pairs};
    use bezant_annotate::{Options, Plan, Question, Running, Say, Store, Texts};

    use super::super::pairs;
    use crate::args::AnnotateArgs;
    use crate::commands::load;
    use crate::{output, signals};

    pub fn run(args: &AnnotateArgs) -> anyhow::Result<ExitCode> {
        let path = args.store().context("say with --store where answers are kept")?;
        let instead = &args.instead;
        if let Some(to) = &instead.backup {
            Store::read(&path)?.backup(to)?;
            return said(args, &format!("copied {} to {}", path.display(), to.display()));
        }
        if let Some(annotator) = instead.forget {
            let answers = Store::open(&path)?.forget(annotator)?;
            return said(args, &format!("forgot annotator {annotator} and {answers} answers"));
        }
        if let Some(to) = &instead.export {
            let table = Store::read(&path)?.judgements_csv()?;
            output::write_to(Some(to), |out| out.write_all(table.as_bytes()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let options = options(args)?;
        let checks = checks(args, &options.texts)?;
        let mut store = store(args, &path)?;
        if let Some(per_sheet) = args.asking.checks {
            store.set_checks(per_sheet, &checks)?;
        }
        serve(args, &path, store, options)
    }

    #[allow(clippy::print_stderr)]
    fn said(args: &AnnotateArgs, what: &str) -> anyhow::Result<ExitCode> {
        if !args.quiet {
            eprintln!("{what}");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What was typed about serving; slips are said before anything is made.
    fn options(args: &AnnotateArgs) -> anyhow::Result<Options> {
        let mut options = Options::new(address(&args.address)?);
        if let Some(path) = &args.asking.texts {
            let (name, text) = load(path)?;
            let text =
                std::str::from_utf8(&text).with_context(|| format!("{name} is not UTF-8"))?;
            options.texts = Texts::read(&name, text)?;
        }
        if let Some(url) = &args.url {
            let is_address = ["http://", "https://"].iter().any(|start| url.starts_with(start));
            anyhow::ensure!(
                is_address,
                "--url {url}: write all of it, from http:// or https:// on"
            );
            // Pages lead to each other from the root on.
            let is_root = url.trim_end_matches('/').matches('/').count() == 2;
            anyhow::ensure!(is_root, "--url {url}: pages need a host of their own, without a path");
        }
        let code = args.people.code.clone();
        if let Some(code) = code.as_deref().filter(|code| !code.is_empty()) {
            anyhow::ensure!(code.chars().count() >= 6, "--code {code}: use six letters or more");
        }
        options.url = args.url.clone();
        options.language = args.asking.language.clone();
        options.return_after = args.asking.return_after;
        options.code = code;
        options.contact = args.people.contact.clone();
        options.retention = args.people.retention.clone();
        options.completion = args.people.completion.clone();
        options.price = args.people.price.clone();
        options.rate = args.people.rate;
        options.say = Say(Arc::new(|what| {
            let _ = writeln!(std::io::stderr(), "error: {what}");
        }));
        Ok(options)
    }

    fn address(text: &str) -> anyhow::Result<SocketAddr> {
        let usage = || format!("--address {text}: write a host and a port, as in 127.0.0.1:8377");
        // Where a name stands for several, the one that everything can reach.
        let mut all: Vec<SocketAddr> = text.to_socket_addrs().with_context(usage)?.collect();
        all.sort_by_key(SocketAddr::is_ipv6);
        all.into_iter().next().with_context(usage)
    }

    /// The store, made from the pairs if it is not there.
    fn store(args: &AnnotateArgs, path: &Path) -> anyhow::Result<Store> {
        let plan = match &args.pairs {
            Some(path) => Some(plan(args, path)?),
            None => None,
        };
        let is_new = !path.exists();
        let mut store = match plan {
            Some(plan) if is_new => Store::create(path, &plan)?,
            None if is_new => anyhow::bail!(
                "{} is not there yet; name the pairs that it is to be made from",
                path.display()
            ),
            plan => {
                let store = Store::open(path)?;
                if let Some(plan) = plan {
                    store.check(&plan)?;
                }
                store
            }
        };
        let (sheet, seed) = store.sheet_and_seed()?;
        for (option, typed, there) in [
            ("--sheet", args.asking.sheet.map(u64::from), sheet as u64),
            ("--seed", args.asking.seed, seed),
        ] {
            anyhow::ensure!(
                typed.is_none_or(|typed| typed == there),
                "{}: {option} is {there} in this store and stays so; leave the option out, or use \
                 another store",
                path.display()
            );
        }
        if let Some(per_pair) = args.asking.per_pair {
            store.set_per_pair(per_pair)?;
        }
        let wanted = match (args.people.annotators, &args.people.code) {
            (Some(wanted), _) => wanted,
            (None, None) if is_new => 5,
            (None, _) => 0,
        };
        store.ensure_annotators(wanted as usize)?;
        Ok(store)
    }

    /// Questions whose answer is plain.
    fn checks(args: &AnnotateArgs, texts: &Texts) -> anyhow::Result<Vec<Question>> {
        let wanted = args.asking.checks.unwrap_or_default() as usize;
        if wanted == 0 {
            return Ok(Vec::new());
        }
        let (name, checks) = match &args.asking.checks_from {
            Some(path) => {
                let pairs = pairs(path)?;
                pairs.gold()?;
                let name = |mut check: Question| {
                    check.id = format!("check-{}", check.id);
                    check
                };
                (path.display().to_string(), questions(pairs).into_iter().map(name).collect())
            }
            None => ("the file of texts".to_string(), texts.checks()),
        };
        anyhow::ensure!(
            checks.len() >= wanted,
            "--checks {wanted}: {name} has only {}; give a file of more with --checks-from",
            checks.len()
        );
        Ok(checks)
    }

    fn questions(pairs: Pairs) -> Vec<Question> {
        let question = |pair: Pair| Question {
            id: pair.id,
            text: pair.text,
            hypothesis: pair.hypothesis,
            silver: pair.answer.map(|answer| answer == Answer::Yes),
        };
        pairs.pairs.into_iter().map(question).collect()
    }

    fn plan(args: &AnnotateArgs, path: &Path) -> anyhow::Result<Plan> {
        Ok(Plan {
            questions: questions(pairs(path)?),
            sheet: args.asking.sheet.unwrap_or(25) as usize,
            per_pair: args.asking.per_pair.unwrap_or(5),
            seed: args.asking.seed.unwrap_or(1),
        })
    }

    fn serve(
        args: &AnnotateArgs,
        path: &Path,
        store: Store,
        options: Options,
    ) -> anyhow::Result<ExitCode> {
        let (links, progress) = (store.links()?, store.progress()?);
        let address = options.address;
        let (contact, retention) = (options.contact.is_some(), options.retention.is_some());
        let code = options.code.clone();
        let running = bezant_annotate::serve(store, options)?;
        let base = running.base().to_string();
        let code = code.map(|code| if code.is_empty() { links.code.clone() } else { code });
        // Everything that scripts read is on standard output, one link a line.
        let mut out = std::io::stdout().lock();
        writeln!(out, "{base}/o/{}", links.organiser)?;
        for (_, link) in &links.annotators {
            writeln!(out, "{base}/a/{link}")?;
        }
        if let Some(code) = &code {
            writeln!(out, "{base}/join?code={code}")?;
        }
        out.flush()?;
        drop(out);
        if !args.quiet {
            let n = links.annotators.len();
            let has = (contact, retention);
            explain(&running, path, n, code.as_deref(), &progress, address, has);
        }
        let stop = running.stopper();
        signals::instead(move || stop.stop());
        running.wait()?;
        if !args.quiet {
            // Opened to write, it leaves no files of readers behind.
            let judgements = Store::open(path)?.progress()?.judgements;
            said(args, &format!("ended; judgements in {}: {judgements}", path.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    #[allow(clippy::print_stderr)]
    fn explain(
        running: &Running,
        path: &Path,
        n: usize,
        code: Option<&str>,
        progress: &bezant_annotate::Progress,
        address: SocketAddr,
        (contact, retention): (bool, bool),
    ) {
        let join = if code.is_some() { ", then the address to join with a code" } else { "" };
        eprintln!(
            "above: the organiser's link, then those of {n} annotators{join}; keep them secret"
        );
        eprintln!(
            "serving {} pairs at {}; judgements in {}: {}; Ctrl-C ends this",
            progress.pairs,
            running.base(),
            path.display(),
            progress.judgements
        );
        if !address.ip().is_loopback() {
            eprintln!(
                "warning: every computer that reaches {address} can connect, and whoever is on the way \
                 can read links and answers, since this is not encrypted; put a server with HTTPS in \
                 front of it (--url), or use 127.0.0.1"
            );
        }
        let missing: Vec<&str> = [(contact, "--contact"), (retention, "--retention")]
            .into_iter()
            .filter_map(|(is_there, option)| (!is_there).then_some(option))
            .collect();
        if !missing.is_empty() && (!address.ip().is_loopback() || std::io::stderr().is_terminal()) {
            eprintln!(
                "note: {} can say on everybody's first page whom to ask and how long answers are kept",
                missing.join(" and ")
            );
        }
    }
}
