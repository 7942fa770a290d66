//! `bezant entail generate`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezant::entailment::answers::Answer;
use bezant::entailment::generate::choose::{Choosing, choose};
use bezant::entailment::generate::corpus::{LeftOutSentence, Made};
use bezant::entailment::generate::silver::Questioning;
use bezant::entailment::generate::texts::{self, ListedText};
use bezant::entailment::generate::{
    self, English, GenerateOptions, Generated, HeadedSentence, Language, Material, SourceFrom,
    word_pairs,
};
use bezant::entailment::parses::{ParseSpace, Parses, Reading};
use bezant::entailment::{Pair, Pairs};

use crate::args::{GenerateArgs, MaterialArgs, WantedArgs};
use crate::commands::{load, parser, system_names};
use crate::diagnostics::note;
use crate::output;
use crate::progress::Progress;
use crate::transformations;

pub fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    if args.list {
        let page = transformations::page(&English);
        output::write_to(args.output.as_deref(), |out| out.write_all(page.as_bytes()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = wanted(&args.wanted)?;
    match (&args.given.pairs, &args.given.parses) {
        (Some(pairs), Some(parses)) => from_pairs(args, &wanted, pairs, parses),
        _ => from_parses(args, wanted),
    }
}

/// Which rules may write; a slip is said before anything is read.
fn wanted(args: &WantedArgs) -> anyhow::Result<Questioning> {
    let names: Vec<&str> = English.rules().iter().map(|rule| rule.name).collect();
    for name in args.rules.iter().chain(&args.without) {
        anyhow::ensure!(
            names.contains(&name.as_str()),
            "no rule is called {name}; there are {}",
            names.join(", ")
        );
    }
    Ok(Questioning {
        all: args.all,
        rules: args.rules.iter().cloned().collect(),
        without: args.without.iter().cloned().collect(),
        counted: args.count.iter().copied().collect(),
        doubtful: args.doubtful,
    })
}

fn reading(args: &MaterialArgs) -> Reading {
    Reading::default().with(|it| (it.format, it.lemmas) = (args.input, args.lemmas))
}

fn from_parses(args: &GenerateArgs, wanted: Questioning) -> anyhow::Result<ExitCode> {
    let material = &args.material;
    let n_systems = material.parsed.len() + material.parser_cmd.len();
    let has_gold = material.gold.is_some();
    let mut texts: Vec<ListedText> = Vec::new();
    for path in &material.sentences {
        let (name, text) = load(path)?;
        texts.extend(texts::read(&name, &text)?);
    }
    let is_partial = texts.iter().any(|text| text.known.is_some());
    anyhow::ensure!(
        has_gold || n_systems > 1 || is_partial && n_systems > 0,
        "give --gold, or what two parsers say with --parsed or --parser-cmd"
    );
    let gold = match &material.gold {
        Some(path) => {
            let (name, text) = load(path)?;
            let n = (!texts.is_empty()).then_some(texts.len());
            Some(Parses::read_all(&name, &text, reading(material), n)?)
        }
        None => None,
    };
    let systems = systems(material, gold.as_ref(), &texts)?;
    let source = match (&material.source, material.source_from.as_str()) {
        (Some(name), _) => SourceFrom::Named(name.clone()),
        (None, "file") => SourceFrom::File,
        (None, "sent_id") => SourceFrom::SentenceId,
        (None, key) => SourceFrom::Comment(key.to_string()),
    };
    let (rows, unchecked) = (args.report.is_some(), args.wanted.unchecked);
    let options = GenerateOptions { wanted, source, rows, unchecked };
    let threads = args.threads.start()?;
    let bytes =
        gold.as_ref().or(systems.first().map(|(_, parses)| parses)).map_or(0, Parses::n_bytes)
            as u64;
    let mut progress = Progress::new(Some(bytes), args.quiet);
    let given = Material { gold: gold.as_ref(), systems: &systems, texts: &texts };
    let n = texts.len().max(1);
    let n = gold.as_ref().map_or(n, |gold| gold.sentences.len()).max(1) as u64;
    let generated = generate::generate(given, &English, &options, &threads, |done| {
        progress.at((bytes * done as u64 / n).min(bytes));
    });
    progress.finish();
    report(args.report.as_deref(), &generated.rows)?;
    if generated.compared == 0 {
        // Why each was not is in the summary; a file without pairs would look like an answer.
        summary(&generated, (&Pairs::default(), 0), has_gold || is_partial);
        let first = gold.as_ref().or(systems.first().map(|(_, parses)| parses));
        let name = first.map_or("", |parses| parses.name.as_str());
        anyhow::bail!(
            "{name}: not one sentence could be compared\n  hint: are these parses, and of the same sentences?"
        );
    }
    let choosing = Choosing {
        balance: args.choosing.balance.clone(),
        limit: args.choosing.limit,
        seed: args.choosing.seed,
    };
    let pairs: Vec<Pair> = generated.made.iter().map(|made| made.pair.clone()).collect();
    let n_made = pairs.len();
    let pairs = Pairs { name: String::new(), pairs: choose(pairs, &choosing) };
    let chosen: BTreeSet<&str> = pairs.pairs.iter().map(|pair| pair.id.as_str()).collect();
    let is_chosen = |made: &&Made| chosen.contains(made.pair.id.as_str());
    let kept: Vec<&Made> = generated.made.iter().filter(is_chosen).collect();
    output::write_to(args.output.as_deref(), |out| pairs.write(args.format, out))?;
    if let Some(path) = &args.parses_out {
        output::write_to(Some(path), |out| hypotheses(&kept, out))?;
    }
    if let (Some(path), Some(gold)) = (&args.texts_out, &gold) {
        let places = kept.iter().filter_map(|made| made.gold);
        output::write_to(Some(path), |out| gold.write(places, out))?;
    }
    if !args.quiet {
        summary(&generated, (&pairs, n_made), has_gold || is_partial);
    }
    Ok(ExitCode::SUCCESS)
}

/// What parsers say, from files and from programs.
fn systems(
    args: &MaterialArgs,
    gold: Option<&Parses>,
    texts: &[ListedText],
) -> anyhow::Result<Vec<(String, Parses)>> {
    let mut paths = args.parsed.clone();
    paths.extend(args.parser_cmd.iter().map(Into::into));
    let names = system_names(&paths, &args.names)?;
    let n = match (texts, gold) {
        ([_, ..], _) => Some(texts.len()),
        (_, Some(gold)) => Some(gold.sentences.len()),
        (_, None) => None,
    };
    let mut found = Vec::new();
    for path in &args.parsed {
        let (name, text) = load(path)?;
        found.push(Parses::read_all(&name, &text, reading(args), n)?);
    }
    if !args.parser_cmd.is_empty() {
        let sentences: Vec<String> = match (texts, gold) {
            ([_, ..], _) => texts.iter().map(ListedText::plain).collect(),
            (_, Some(gold)) => sentences_of(gold),
            (_, None) => anyhow::bail!("a program needs sentences; give --sentences or --gold"),
        };
        let sentences = parser::listed(&sentences, args.parser_reads);
        for command in &args.parser_cmd {
            let printed = parser::run(command, sentences.clone(), args.parser_time)?;
            let parses = Parses::read_all(command, &printed, reading(args), n)
                .with_context(|| format!("what `{command}` printed cannot be used"))?;
            found.push(parses);
        }
    }
    Ok(names.into_iter().zip(found).collect())
}

/// The sentences of gold, for programs; empty where gold has none.
fn sentences_of(gold: &Parses) -> Vec<String> {
    let mut space = ParseSpace::default();
    let text = |at: usize| generate::read_sentence(gold, at, None, &English, &mut space);
    let texts = (0..gold.sentences.len()).map(text);
    texts.map(|read| read.map(|sentence| sentence.text).unwrap_or_default()).collect()
}

/// The parses of hypotheses, each under its pair's id.
fn hypotheses(made: &[&Made], out: &mut dyn Write) -> io::Result<()> {
    for Made { pair, question, .. } in made {
        let Pair { id, hypothesis, .. } = pair;
        write!(out, "# sent_id = {id}.h\n# text = {hypothesis}\n")?;
        writeln!(out, "{}", question.clause.to_conllu())?;
    }
    Ok(())
}

/// Lists what became no pair.
fn report(path: Option<&Path>, rows: &[LeftOutSentence]) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    output::write_to(Some(path), |out| {
        writeln!(out, "sentence\tparser\twords\treason")?;
        for row in rows {
            let LeftOutSentence { sentence, parser, words, reason } = row;
            let fields =
                [sentence, parser, words, reason].map(|field| field.replace(['\t', '\n'], " "));
            writeln!(out, "{}", fields.join("\t"))?;
        }
        Ok(())
    })
}

/// So many sentences that cannot be used are named, and pairs without a hypothesis.
const NAMED: usize = 5;
const LISTED: usize = 400;

fn summary(generated: &Generated, (pairs, n_made): (&Pairs, usize), has_gold: bool) {
    let Generated { sentences, compared, links, candidates, reasons, rows, .. } = generated;
    let unusable: Vec<&LeftOutSentence> = rows.iter().filter(|row| row.words.is_empty()).collect();
    for row in unusable.iter().take(NAMED) {
        note!("sentence {}, {}: {}", row.sentence, row.parser, row.reason);
    }
    if unusable.len() > NAMED {
        let more = unusable.len() - NAMED;
        note!("… and {more} more; --report FILE lists all");
    }
    note!(
        "{compared} of {sentences} sentences compared; {links} links, {candidates} not in all parses, {} set aside",
        generated.n_set_aside()
    );
    let mut counted: Vec<(String, usize)> =
        reasons.iter().map(|(why, n)| (why.to_string(), *n)).collect();
    counted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (reason, n) in counted {
        note!("{n:>8}  {reason}");
    }
    match generated.n_doubtful() {
        0 => {}
        n => {
            note!("  hint: --doubtful keeps {n} NO that people may doubt, for sets that they judge")
        }
    }
    let n = pairs.pairs.len();
    let of = if n == n_made { String::new() } else { format!(" of {n_made}") };
    let with = |answer| pairs.pairs.iter().filter(|pair| pair.answer == Some(answer)).count();
    match has_gold {
        true => note!("{n}{of} pairs: {} YES, {} NO", with(Answer::Yes), with(Answer::No)),
        false => note!("{n}{of} pairs, without answers because there is no gold"),
    }
}

/// Hypotheses for word pairs that are given.
fn from_pairs(
    args: &GenerateArgs,
    wanted: &Questioning,
    pairs: &Path,
    parses: &Path,
) -> anyhow::Result<ExitCode> {
    let (name, text) = load(pairs)?;
    let pairs = Pairs::read_texts(&name, &text, None)?;
    let (name, text) = load(parses)?;
    let parses = word_pairs::parses_of_texts(&pairs, (&name, &text), reading(&args.material))?;
    let mut space = ParseSpace::default();
    let (mut lines, mut columns, mut rows) = (String::new(), String::new(), Vec::new());
    for (at, pair) in pairs.pairs.iter().enumerate() {
        let read = generate::read_sentence(&parses, at, Some(&pair.text), &English, &mut space);
        let proposing = word_pairs::Proposing {
            most: usize::from(args.given.most),
            joined_only: args.given.joined_only,
        };
        let proposed = read
            .map_err(|why| why.to_string())
            .and_then(|sentence| proposals(pair, &sentence, wanted, proposing));
        match proposed {
            Ok(found) => {
                for (number, proposal) in (1..).zip(found) {
                    let hypothesis = proposal.clause.text();
                    lines += &format!("{}\t{hypothesis}\n", pair.id);
                    columns +=
                        &format!("# sent_id = {}.h{number}\n# text = {hypothesis}\n", pair.id);
                    columns += &format!("{}\n", proposal.clause.to_conllu());
                }
            }
            Err(reason) => rows.push(LeftOutSentence {
                sentence: pair.id.clone(),
                parser: String::new(),
                words: words_of(pair).map(|words| words.join(" ")).unwrap_or_default(),
                reason,
            }),
        }
    }
    output::write_to(args.output.as_deref(), |out| out.write_all(lines.as_bytes()))?;
    if let Some(path) = &args.parses_out {
        output::write_to(Some(path), |out| out.write_all(columns.as_bytes()))?;
    }
    report(args.report.as_deref(), &rows)?;
    if !args.quiet {
        for row in rows.iter().take(LISTED) {
            note!("{} ({}): {}", row.sentence, row.words, row.reason);
        }
        if rows.len() > LISTED {
            note!("… and {} more; --report FILE lists all", rows.len() - LISTED);
        }
        let n = pairs.pairs.len();
        note!("{} of {n} pairs have a hypothesis, {} have none", n - rows.len(), rows.len());
    }
    Ok(ExitCode::SUCCESS)
}

fn words_of(pair: &Pair) -> Option<[&str; 2]> {
    Some([pair.more.get("word1")?, pair.more.get("word2")?])
}

fn proposals(
    pair: &Pair,
    sentence: &HeadedSentence,
    wanted: &Questioning,
    proposing: word_pairs::Proposing,
) -> Result<Vec<word_pairs::Proposal>, String> {
    let words = words_of(pair).ok_or("the pair has no word1 and word2")?;
    word_pairs::propose(&English, sentence, words, proposing, |rule| wanted.lets(rule))
        .map_err(|nothing| nothing.to_string())
}
