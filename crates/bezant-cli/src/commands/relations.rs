//! `bezant relations`.

mod compat;
mod files;
mod left_out;

use std::path::PathBuf;
use std::process::ExitCode;

use bezant::error::Stream;
use bezant::evaluation::{Evaluation, each_behind};
use bezant::formats::{Corpus, Format, Holds, Reader};
use bezant::metric::Scorer;
use bezant::metrics::relations::{
    Assignment, Hierarchy, RelationCounts, RelationWeights, Relations, Scheme, Slots, TypeMatch,
    unknown_fillers,
};
use bezant::parallel::Threads;
use bezant::report::{PageRoom, PageSentences, RelationReport};
use bezant::saved::Wanted;
use bezant::structures::relations::{NumberedRelations, SentenceTexts};

use crate::args::{MatchName, RelationsArgs};
use crate::commands::agreement::each_two;
use crate::commands::finishing::Finishing;
use crate::commands::places::Places;
use crate::commands::plot::Plot;
use crate::commands::treebanks::{self, Folders, Treebank};
use crate::commands::{Typed, behind, load, outputs, save, system_names};
use crate::warnings::{self, Warning};
use crate::{hints, output};
use files::{Files, Texts};

const WEIGHTS_NOTE: &str =
    "relations count as much as they weigh; --weights ignored counts each as one";

const HIERARCHY_NOTE: &str =
    "by hierarchy, a relation also counts for every type above its own; the top type has each once";

const LISTING_NOTE: &str = "both: in gold and the system; similar: gold's relation, then the system's, which differ in a type or a \
     slot; missed: in gold only; wrong: in the system only";

pub fn run(mut args: Box<RelationsArgs>) -> anyhow::Result<ExitCode> {
    if let Some(program) = args.compat.as_deref().filter(|program| *program != "rasp") {
        anyhow::bail!("{program} is no program for --compat; there is rasp");
    }
    let mut metric = metric(&args)?;
    compat::check(&args)?;
    let mut extra = Vec::new();
    if args.compat.is_none()
        && let Some(treebanks) = treebanks::paired(&args.files, Holds::Relations, &mut extra)?
    {
        return folders(&mut args, metric, extra, treebanks);
    }
    // Annotators all have names, systems are named beside gold.
    let mut names = Vec::new();
    let mut plot = None;
    if !args.behind.agreement {
        names = system_names(&systems(&args), &args.names)?;
        let known = outputs::names(RelationReport::names(&metric), &args.outputs);
        Typed::of(&args.output, &args.comparison).check(&known, &names)?;
        behind::check(&args.behind, &RelationReport::names(&metric), &names)?;
        plot = Plot::new(&args.plot, &args.output, &RelationReport::names(&metric), &[])?
            .map(|plot| plot.compared_by(&args.comparison));
    }

    let mut texts = Texts::load(&args)?;
    warnings::print(&std::mem::take(&mut texts.said), args.output.quiet);
    metric = metric.reading_with(texts.aids());
    warnings::print(&texts.check_mapping(&metric.hierarchy)?, args.output.quiet);
    if args.compat.is_some() {
        return compat::run(&args, &metric, &texts);
    }
    let files = texts.read(&args)?;
    metric.weights = match args.weights {
        Some(weights) => weights,
        None if files.all().any(has_weights) => RelationWeights::Counted,
        None => RelationWeights::Ignored,
    };
    let threads = args.threads.start()?;
    if args.behind.agreement {
        return agreement(&args, &metric, &files, &threads);
    }
    let (mut found, invalid) = files.evaluate(&metric, &threads)?;
    rename(&mut found.systems, &names);
    if args.outputs.repair {
        for (at, system) in found.systems.iter_mut().enumerate() {
            let facts = texts.facts((at, system), &files, &metric.hierarchy);
            system.note_outputs(&facts);
        }
    }
    // Beside others, its row says so.
    if let [system] = &found.systems[..] {
        check_scored(files.gold.name(), system)?;
    }
    if args.write.is_some() || args.write_gold.is_some() || args.write_text.is_some() {
        // What was not scored is not written as if it could be, on either side.
        let told = |sentence: &NumberedRelations| NumberedRelations {
            fault: metric.fault(sentence),
            ..sentence.clone()
        };
        let relations = |corpus: &Corpus| corpus.relations().map(told).collect::<Vec<_>>();
        let written = [relations(&files.systems[0]), relations(&files.gold)];
        files::write(&args, [&written[0], &written[1]], files.words.as_ref())?;
    }
    save(&args.output, &found.systems)?;
    let corpora: Vec<Corpus> = files.all().cloned().collect();
    let mut said = notices(&metric, &corpora, files.words.as_ref());
    said.extend(invalid.into_iter().map(Warning::InvalidUtf8));
    said.extend(texts.before_numbers(&files));
    said.extend(texts.unnumbered(&files));
    said.extend(texts.other_words(&files));
    said.extend(unused(&args, &files));
    warnings::print(&said, args.output.quiet);
    let greedy = match metric.assignment {
        Assignment::Greedy => Vec::new(),
        _ => {
            let greedy = metric.clone().with(|it| it.assignment = Assignment::Greedy);
            files.evaluate(&greedy, &threads)?.0.systems
        }
    };
    let mut report = RelationReport {
        metric: &metric,
        gold: files.gold.name(),
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        picked: None,
        confusions: if args.confusion || args.output.asks(&["confusion"]) {
            &found.notes
        } else {
            &[]
        },
        listing: args.listing,
        behind: Vec::new(),
        texts: files.words.as_ref(),
        greedy: &greedy,
        notes: notes(&args, &metric),
    };
    let plain = RelationReport::plain(&metric, "");
    let picked = behind::pick(
        (&args.behind, args.output.worst),
        &metric,
        &found,
        &report.wanted(&found.systems),
        || Ok((Reader::from(&files.gold), files.system_readers())),
        |counts, notes, at| plain.tables_of(counts, notes, at),
    )?;
    (report.picked, report.behind) = (picked.rows, picked.behind);
    let mut report = report.build(&found.systems);
    report.add_repairs(&found.systems);
    let names: Vec<String> = files.all().map(|file| file.name().to_string()).collect();
    Places { files: &names, gold: None, skipped: &found.places }.add(&mut report, &[]);
    let scores = &|total: &RelationCounts| metric.scores(total);
    report.add_buckets(&args.output.buckets, &found.systems, scores)?;
    let main = |system: &Evaluation<RelationCounts>| only(metric.main_scheme(), system);
    let finishing = Finishing {
        systems: &found.systems,
        scores,
        compared: Some(&main),
        plot: plot.as_ref(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
    };
    finishing.finish(report, picked.list, &|_, _| None, |_| match &args.output.gathering {
        Some(page) => {
            page.add_sentences(gather(&metric, &found.systems, &files, page.room())?);
            Ok(())
        }
        None => Ok(()),
    })
}

/// The sentences of a page, with their words where a file of its own has them.
fn gather(
    metric: &Relations,
    systems: &[Evaluation<RelationCounts>],
    files: &Files<'_>,
    room: PageRoom,
) -> anyhow::Result<PageSentences> {
    let plain = RelationReport::plain(metric, "");
    let tables = |counts: &_, notes: &Vec<_>| plain.tables_of(counts, notes, 0);
    let found = PageSentences::gather(
        metric,
        systems,
        room,
        tables,
        |_| {},
        |wanted, take| {
            let (gold, others) = (Reader::from(&files.gold), files.system_readers());
            each_behind(metric, gold, others, wanted, |at, row, notes, difference| {
                let number = systems[at].rows[row].sentence;
                let text = files.words.as_ref().and_then(|words| words.of(number));
                take(at, row, notes, &|| {
                    let mut difference = difference()?;
                    if let Some(text) = text {
                        difference.text = Some(text.to_vec());
                    }
                    Some(difference)
                });
            })
        },
    )?;
    Ok(found)
}

/// Scores folders.
fn folders(
    args: &mut RelationsArgs,
    mut metric: Relations,
    mut notices: Vec<Warning>,
    treebanks: Vec<Treebank>,
) -> anyhow::Result<ExitCode> {
    treebanks::refuse(&[
        (args.listing, "--listing"),
        (args.outputs.repair, "--repair"),
        (args.confusion, "--confusion"),
        (args.behind.asks(), "--show and --contrast"),
        (args.behind.agreement, "--agreement"),
        (args.text.is_some(), "--text"),
        (args.forms.is_some(), "--forms"),
        (args.without.is_some(), "--without"),
        (args.parser_cmd.is_some(), "--parser-cmd"),
        (args.write.is_some() || args.write_gold.is_some(), "--write"),
        (args.write_text.is_some(), "--write-text"),
    ])?;
    let threads = args.threads.start()?;
    let names = std::mem::take(&mut args.names);
    let args = &*args;
    let folders = Folders {
        files: &args.files,
        treebanks,
        names,
        known: RelationReport::names(&metric),
        wanted: Wanted::default(),
        threads: &threads,
        comparison: &args.comparison,
        output: &args.output,
        plot: &args.plot,
    };
    // The first treebank with weights would have another signature than those before it.
    metric.weights = args.weights.unwrap_or(RelationWeights::Ignored);
    let mut is_first = true;
    folders.run::<Relations>(|treebank, needs_nothing| {
        let mut texts = Texts::load_part(args, &treebank.files())?;
        notices.append(&mut texts.said);
        let odd = texts.check_mapping(&metric.hierarchy)?;
        // The mapping is that of all treebanks.
        notices.extend(odd.into_iter().filter(|_| is_first));
        is_first = false;
        let files = texts.read(args)?;
        anyhow::ensure!(
            args.weights.is_some() || !files.all().any(has_weights),
            "relations of {} have weights; say by --weights what they do in all treebanks",
            treebank.name
        );
        let metric = metric.clone().reading_with(texts.aids());
        let (found, invalid) = files.evaluate(&metric, &threads)?;
        let nothing = needs_nothing.then(|| files.evaluate_nothing(&metric, &threads));
        notices.extend(invalid.into_iter().map(Warning::InvalidUtf8));
        notices.extend(texts.before_numbers(&files));
        treebanks::tell(&mut notices, args.output.quiet);
        let (systems, places) = (found.systems, found.places);
        Ok(treebanks::Parts { systems, places, nothing: nothing.transpose()? })
    })
}

/// What the systems are: files, and a program that is run. Its name is the words that start it.
fn systems(args: &RelationsArgs) -> Vec<PathBuf> {
    args.files.systems.iter().cloned().chain(args.parser_cmd.as_ref().map(PathBuf::from)).collect()
}

/// Files that were named for formats which no file has.
fn unused(args: &RelationsArgs, files: &Files<'_>) -> Vec<Warning> {
    let has = |wanted: fn(Format) -> bool| files.all().any(|file| wanted(file.format()));
    let forms = args.forms.is_some() && !has(|format| format == Format::Rasp);
    let mapping = args.mapping.is_some() && !has(|format| matches!(format, Format::Columns(_)));
    let unused = [
        (forms, "--forms", "no file is output of the RASP parser"),
        (mapping, "--mapping", "no file has dependencies in columns"),
    ];
    let warning = |(_, option, why): (bool, &'static str, &str)| Warning::NoEffect {
        option,
        why: format!("because {why}"),
    };
    unused.into_iter().filter(|(is_unused, ..)| *is_unused).map(warning).collect()
}

/// How far relations agree of which none are gold.
fn agreement(
    args: &RelationsArgs,
    metric: &Relations,
    files: &Files<'_>,
    threads: &Threads,
) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(
        metric.main_scheme().types != TypeMatch::Subsumption,
        "--agreement takes no file for gold, and --match subsumption does; use --match equality or \
         hierarchy"
    );
    let paths: Vec<PathBuf> = [args.files.gold.clone()].into_iter().chain(systems(args)).collect();
    let names = system_names(&paths, &args.names)?;
    let corpora: Vec<Corpus> = files.all().cloned().collect();
    let most = args.behind.most(args.output.worst);
    let plain = RelationReport { texts: files.words.as_ref(), ..RelationReport::plain(metric, "") };
    let said = |notes: &Vec<_>, at| plain.said(notes, at);
    let mut found = each_two(metric, &names, &corpora, most, threads, said)?;
    for (files, system) in found.files.iter_mut().zip(&found.compared) {
        plain.add_lone(&mut files.said, &system.total());
    }
    let report = RelationReport { picked: Some(found.rows), behind: found.behind, ..plain };
    let report = report.build(&found.compared);
    let scores = &|total: &RelationCounts| metric.scores(total);
    let report = report.of_agreement(&found.files, "types", &found.compared, scores);
    output::write_agreement(report, &found.compared, None, &args.output)
}

/// What a reader of the tables needs to know.
fn notes(args: &RelationsArgs, metric: &Relations) -> Vec<String> {
    let notes = [
        (metric.main_scheme().types == TypeMatch::Hierarchy, HIERARCHY_NOTE),
        (args.listing || args.output.worst > 0 || args.behind.asks(), LISTING_NOTE),
        (metric.weights == RelationWeights::Counted, WEIGHTS_NOTE),
    ];
    notes.into_iter().filter(|(shown, _)| *shown).map(|(_, note)| note.to_string()).collect()
}

/// Ends the run where not one sentence could be scored: the first one says why.
fn check_scored(gold: &str, system: &Evaluation<RelationCounts>) -> anyhow::Result<()> {
    match (system.counted().next(), system.skipped().next()) {
        (None, Some((row, skipped))) => anyhow::bail!(
            "no sentence of {} can be scored by {gold}; sentence {}: {}\n  hint: {}",
            system.system,
            row.sentence,
            skipped.reason,
            hints::of(skipped.reason.hint())
        ),
        _ => Ok(()),
    }
}

/// Whether a relation weighs less than 1.
fn has_weights(corpus: &Corpus) -> bool {
    corpus.relations().any(|sentence| sentence.relations.has_weights())
}

/// What was typed as a metric.
pub fn metric(args: &RelationsArgs) -> anyhow::Result<Relations> {
    let hierarchy = match &args.hierarchy {
        None => Hierarchy::rasp(),
        Some(path) => {
            let (name, text) = load(path)?;
            Hierarchy::read(&name, &text)?
        }
    };
    let all = args.matching.contains(&MatchName::All);
    let types: Vec<TypeMatch> = if all {
        TypeMatch::ALL.to_vec()
    } else {
        args.matching.iter().filter_map(|name| name.types()).collect()
    };
    let slots: Vec<Slots> = match (args.slots.is_empty(), all) {
        (true, true) => Slots::ALL.to_vec(),
        (true, false) => vec![Slots::All],
        (false, _) => args.slots.clone(),
    };
    let mut schemes: Vec<Scheme> = Vec::new();
    for scheme in Scheme::grid(&types, &slots) {
        if !schemes.contains(&scheme) {
            schemes.push(scheme);
        }
    }
    // Whether weights count depends on the files.
    Ok(Relations::rasp().with(|it| {
        it.hierarchy = hierarchy;
        it.schemes = schemes;
        it.assignment = args.assignment;
    }))
}

fn rename(systems: &mut [Evaluation<RelationCounts>], names: &[String]) {
    for (system, name) in systems.iter_mut().zip(names) {
        system.system.clone_from(name);
    }
}

/// What one scheme needs: other schemes only make resampling slow.
fn only(scheme: Scheme, system: &Evaluation<RelationCounts>) -> Evaluation<RelationCounts> {
    let mut system = system.clone();
    for row in &mut system.rows {
        if let Ok(counts) = &mut row.outcome.result {
            counts.matched.retain(|(found, _)| *found == scheme);
        }
    }
    system
}

/// What is odd about files, gold first. Of the RASP parser's: lemmas in the place of words. Words of
/// relations that are not in the text: one warning a file, with the first one.
fn notices(
    metric: &Relations,
    files: &[Corpus],
    words: Option<&SentenceTexts<'_>>,
) -> Vec<Warning> {
    let lemmas = files.iter().filter(|file| files::has_lemmas(file.format(), file.relations()));
    let mut notices: Vec<Warning> =
        lemmas.map(|file| Warning::Lemmas(file.name().to_string())).collect();
    let Some(words) = words else { return notices };
    for (at, file) in files.iter().enumerate() {
        let stream = if at == 0 { Stream::Gold } else { Stream::System };
        let mut unknown = file.relations().flat_map(|sentence| {
            let text = words.of(sentence.number).unwrap_or_default();
            let of = (stream, sentence.number);
            let unknown = unknown_fillers(&metric.hierarchy, &sentence.relations, text, of);
            unknown.into_iter().map(|unknown| (sentence.number, unknown))
        });
        if let Some((number, first)) = unknown.next() {
            let n = 1 + unknown.count() as u64;
            notices.push(Warning::NotInText { place: file.place(number, first.at), first, n });
        }
    }
    notices
}
