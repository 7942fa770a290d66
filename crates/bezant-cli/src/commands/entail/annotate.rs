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
    if is_store(path) { judgements(path, pairs).map(Some) } else { Ok(None) }
}

/// Whether a file is what `entail annotate` keeps.
pub fn is_store(path: &Path) -> bool {
    // Whatever is no plain file can be read only once. What cannot be read is said by whoever reads it next.
    let is_file = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    let mut beginning = [0; 16];
    is_file
        && std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok()
        && beginning == *b"SQLite format 3\0"
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
mod settings;

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
    use bezant_annotate::{Listening, Options, Plan, Question, Running, Say, Store, Texts};

    use super::super::pairs;
    use super::settings;
    use crate::args::AnnotateArgs;
    use crate::{output, signals};

    pub fn run(args: &AnnotateArgs) -> anyhow::Result<ExitCode> {
        if args.instead.print_texts {
            output::write_to(None, |out| out.write_all(Texts::file().as_bytes()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let path = args.store().context("say with --store where answers are kept")?;
        let instead = &args.instead;
        if let Some(to) = &instead.backup {
            anyhow::ensure!(
                !crate::args::is_stdin(to),
                "--backup -: a store is a file; name one, or write judgements by --export -"
            );
            Store::read(&path)?.backup(to, instead.force)?;
            return said(args, &format!("copied {} to {}", path.display(), to.display()));
        }
        if let Some(annotator) = instead.forget {
            let answers = Store::open(&path)?.forget(annotator)?;
            let answers = counted(answers, "answer");
            return said(args, &format!("forgot annotator {annotator} and {answers}"));
        }
        if let Some(to) = &instead.export {
            return export(args, &path, to);
        }
        let mut options = options(args)?;
        let plan = args.pairs.as_ref().map(|path| plan(args, path)).transpose()?;
        let there = there(args, &path, plan.as_ref())?;
        // What was typed may not be all: a store remembers how it was served.
        let typed = settings::typed(args)?;
        settings::recall(&typed, &path, there.as_ref(), &mut options)?;
        let links = match &there {
            Some(store) => store.progress()?.annotators,
            None => usize::from(args.people.annotators != Some(0)),
        };
        anyhow::ensure!(
            links > 0 || args.people.annotators != Some(0) || options.code.is_some(),
            "--annotators 0: nobody could answer; people can join by themselves with --code"
        );
        let checks = checks(args, &options.texts)?;
        // A port that cannot be had leaves nothing behind.
        let listening = listen(options.address)?;
        let is_new = there.is_none();
        let mut store = match there {
            Some(store) => store,
            None => Store::create(&path, &plan.context("nothing to make a store from")?)?,
        };
        settings::keep(&typed, &mut store, args.quiet)?;
        people(args, &mut store, is_new && options.code.is_none())?;
        if let Some(per_sheet) = args.asking.checks {
            store.set_checks(per_sheet, &checks)?;
        }
        serve(args, &path, listening, store, options)
    }

    fn export(args: &AnnotateArgs, path: &Path, to: &Path) -> anyhow::Result<ExitCode> {
        let to_file = !crate::args::is_stdin(to);
        if to_file {
            bezant_annotate::may_be_written(to, args.instead.force)?;
        }
        let table = Store::read(path)?.judgements_csv()?;
        output::write_to(Some(to), |out| out.write_all(table.as_bytes()))?;
        if !to_file {
            return Ok(ExitCode::SUCCESS);
        }
        let n = counted(table.lines().count().saturating_sub(1), "answer");
        said(args, &format!("wrote {n} to {}", to.display()))
    }

    /// A number and what it is of.
    fn counted(n: usize, what: &str) -> String {
        format!("{n} {what}{}", if n == 1 { "" } else { "s" })
    }

    fn listen(address: SocketAddr) -> anyhow::Result<Listening> {
        bezant_annotate::listen(address).map_err(|error| match &error {
            bezant_annotate::Error::Io { error: io, .. }
                if io.kind() == std::io::ErrorKind::AddrInUse =>
            {
                let any = SocketAddr::new(address.ip(), 0);
                anyhow::anyhow!(
                    "{error}; is another server running there? --address {any} takes a port that is free"
                )
            }
            _ => error.into(),
        })
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
        if let Some(code) = code.as_deref().filter(|code| !["", settings::NONE].contains(code)) {
            anyhow::ensure!(code.chars().count() >= 6, "--code {code}: use six letters or more");
        }
        options.url = args.url.clone();
        options.return_after = args.asking.return_after;
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

    /// The store if there is one, which must be as what was typed says.
    fn there(
        args: &AnnotateArgs,
        path: &Path,
        plan: Option<&Plan>,
    ) -> anyhow::Result<Option<Store>> {
        if !path.exists() {
            anyhow::ensure!(
                plan.is_some(),
                "{} is not there yet; name the pairs that it is to be made from",
                path.display()
            );
            return Ok(None);
        }
        let store = Store::open(path)?;
        if let Some(plan) = plan {
            store.check(plan)?;
        }
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
        Ok(Some(store))
    }

    /// How many judge a pair, and links for those who do.
    fn people(args: &AnnotateArgs, store: &mut Store, needs_links: bool) -> anyhow::Result<()> {
        if let Some(per_pair) = args.asking.per_pair {
            store.set_per_pair(per_pair)?;
        }
        let usual = if needs_links { 5 } else { 0 };
        store.ensure_annotators(args.people.annotators.unwrap_or(usual) as usize)?;
        Ok(())
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
        listening: Listening,
        store: Store,
        options: Options,
    ) -> anyhow::Result<ExitCode> {
        let (links, progress) = (store.links()?, store.progress()?);
        let per_pair = store.per_pair()? as usize;
        let address = listening.address();
        let (contact, retention) = (options.contact.is_some(), options.retention.is_some());
        let code = options.code.clone();
        let running = bezant_annotate::serve_at(listening, store, options)?;
        // Whoever reads a link may end us at once, and is still told everything.
        let stop = running.stopper();
        signals::instead(move || stop.stop());
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
            if code.is_none() && n < per_pair {
                said(
                    args,
                    &format!(
                        "warning: {} cannot finish any pair, since each is to be judged by {per_pair} people; \
                         make more with --annotators or on the organiser's page, or ask fewer by --per-pair",
                        counted(n, "link")
                    ),
                )?;
            }
        }
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
            "above: the organiser's link, then {} of annotators{join}; keep them secret",
            counted(n, "link")
        );
        eprintln!(
            "serving {} at {}; judgements in {}: {}; Ctrl-C ends this",
            counted(progress.pairs, "pair"),
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
