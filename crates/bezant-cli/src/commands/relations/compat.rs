//! `bezant relations --compat rasp`: the layout of the released program.

use std::process::ExitCode;

use bezant::compat::rasp;
use bezant::error::Stream;
use bezant::formats::Corpus;
use bezant::formats::relations::{self, Broken};
use bezant::metrics::relations::{RelationWeights, Relations, Scheme, TypeMatch};
use bezant::report::RelationReport;
use bezant::structures::relations::{NumberedRelations, RelationFile, SentenceText, SentenceTexts};

use super::files::{self, Texts, input};
use super::{notices, only, rename, systems};
use crate::args::{RaspSection, RelationsArgs};
use crate::commands::{save, system_names};
use crate::output;
use crate::warnings::{self, Warning};

/// Fails where the layout has no place for what is asked; better before a parser is run.
pub fn check(args: &RelationsArgs) -> anyhow::Result<()> {
    if args.compat.is_some() {
        anyhow::ensure!(
            systems(args).len() == 1,
            "--compat rasp compares one system; -o is a switch of its scripts there, and --output \
             names a file"
        );
    }
    Ok(())
}

/// What is printed beside the scheme.
fn others(args: &RelationsArgs) -> Vec<TypeMatch> {
    let Some(sections) = &args.rasp_sections else {
        return vec![TypeMatch::Original, TypeMatch::Unlabelled];
    };
    let other = |section: &RaspSection| match section {
        RaspSection::Neither => None,
        RaspSection::Original => Some(TypeMatch::Original),
        RaspSection::Unlabelled => Some(TypeMatch::Unlabelled),
    };
    sections.iter().filter_map(other).collect()
}

/// The sentences that a file of relations has itself.
fn own_text<'s>(file: &'s RelationFile<'s>) -> Option<SentenceTexts<'s>> {
    let text = |one: &'s NumberedRelations| {
        Some(SentenceText { number: one.number, at: one.at, words: one.words.as_deref()? })
    };
    let sentences = file.sentences.iter().map(text).collect::<Option<_>>()?;
    Some(SentenceTexts { name: file.name, text: file.text, sentences })
}

pub fn run(args: &RelationsArgs, metric: &Relations, texts: &Texts) -> anyhow::Result<ExitCode> {
    let [system] = texts.systems.as_slice() else {
        anyhow::bail!("--compat rasp compares one system")
    };
    let new =
        |scheme: &&Scheme| !matches!(scheme.types, TypeMatch::Original | TypeMatch::Unlabelled);
    let mut schemes = metric.schemes.iter().filter(new);
    let (Some(&scheme), None) = (schemes.next(), schemes.next()) else {
        anyhow::bail!(
            "--compat rasp takes one of --match equality, subsumption and hierarchy, and one of --slots"
        );
    };
    let gold = texts.read_gold(args, Broken::Fails)?;
    let system = input(system, Stream::System);
    let system = relations::read(system, args.input, texts.aids(), Broken::Fails)?;
    let words = match texts.words_as(Broken::Fails)? {
        None if args.rasp_own_text => own_text(&system),
        words => words,
    };
    let weights = args.weights.unwrap_or(RelationWeights::Ignored);
    let metric = &metric.clone().with(|it| it.weights = weights);
    let others = others(args);
    let comparison = rasp::RaspComparison {
        metric,
        scheme,
        others: &others,
        gold: &gold,
        system: &system,
        text: words.as_ref(),
    };
    comparison.check()?;
    files::write(args, [&system.sentences, &gold.sentences], words.as_ref())?;
    let corpora = [
        Corpus::from_relations(&texts.gold.1, gold.clone()),
        Corpus::from_relations(&texts.systems[0].1, system.clone()),
    ];
    let mut notices = notices(metric, &corpora, words.as_ref());
    if gold.has_weights() || system.has_weights() {
        notices.push(Warning::CompatWeights);
    }
    warnings::print(&notices, args.output.quiet);
    // Its figures are ours in another layout, so that the same rows are saved and the same gates
    // hold. Nobody waits for them who has not asked.
    let asks = args.output.strict || !args.output.min.is_empty() || args.output.save.is_some();
    let mut evaluations = match asks {
        true => texts.read(args)?.evaluate(metric, &args.threads.start()?)?.0.systems,
        false => Vec::new(),
    };
    rename(&mut evaluations, &system_names(&systems(args), &args.names)?);
    save(&args.output, &evaluations)?;
    let path = args.output.output.as_deref();
    output::unless_closed(output::write_to(path, |out| comparison.write(out)))?;
    // As there, the matrix goes to standard output, wherever the rest goes; alone it needs no
    // rule before it.
    if args.confusion {
        output::unless_closed(output::write_to(None, |out| {
            if path.is_none() {
                writeln!(out, "\n------------")?;
            }
            comparison.write_confusion(out)
        }))?;
    }
    let printed = metric.clone().with(|it| it.schemes = vec![scheme]);
    let only: Vec<_> = evaluations.iter().map(|system| only(scheme, system)).collect();
    output::judge(&RelationReport::plain(&printed, gold.name).build(&only), &args.output)
}
