//! `bezant relations`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bezant::compat::rasp;
use bezant::error::{Hint, Stream};
use bezant::evaluation::{Evaluated, Evaluation, InvalidUtf8, evaluate};
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Broken, Input, numbered, text};
use bezant::formats::{Corpus, Format, Reader};
use bezant::metric::Scorer;
use bezant::metrics::relations::{
    Assignment, Hierarchy, RelationCounts, RelationWeights, Relations, Scheme, Slots, TypeMatch,
    unknown_fillers,
};
use bezant::parallel::Threads;
use bezant::report::{RelationReport, Report};
use bezant::signature::Fingerprint;
use bezant::structures::relations::SentenceTexts;

use crate::args::{MatchName, RelationsArgs};
use crate::commands::agreement::each_two;
use crate::commands::plot::Plot;
use crate::commands::{Loaded, Typed, behind, load, places, save, system_names};
use crate::warnings::{self, Warning};
use crate::{hints, output};

const WEIGHTS_NOTE: &str =
    "relations count as much as they weigh; --weights ignored counts each as one";

const HIERARCHY_NOTE: &str =
    "by hierarchy, a relation also counts for every type above its own; the top type has each once";

const LISTING_NOTE: &str =
    "both: gold's relation, then the system's; missed: in gold only; wrong: in the system only";

pub fn run(args: Box<RelationsArgs>) -> anyhow::Result<ExitCode> {
    if let Some(program) = args.compat.as_deref().filter(|program| *program != "rasp") {
        anyhow::bail!("{program} is no program for --compat; there is rasp");
    }
    let mut metric = metric(&args)?;
    // Annotators all have names, systems are named beside gold.
    let mut names = Vec::new();
    let mut plot = None;
    if !args.behind.agreement {
        names = system_names(&args.files.systems, &args.names)?;
        Typed::of(&args.output, &args.comparison).check(&RelationReport::names(&metric), &names)?;
        behind::check(&args.behind, &RelationReport::names(&metric), &names)?;
        plot = Plot::new(&args.plot, &args.output, &RelationReport::names(&metric), &[])?
            .map(|plot| plot.compared_by(&args.comparison));
    }

    let texts = Texts::load(&args)?;
    if args.compat.is_some() {
        return compat(&args, &metric, &texts);
    }
    let files = texts.read(&args)?;
    metric.weights = match args.weights {
        Some(weights) => weights,
        None if files.all().any(has_weights) => RelationWeights::Counted,
        None => RelationWeights::Ignored,
    };
    texts.check_mapping(&metric.hierarchy)?;
    let threads = args.threads.start()?;
    if args.behind.agreement {
        return agreement(&args, &metric, &files, &threads);
    }
    let (mut found, invalid) = files.evaluate(&metric, &threads)?;
    rename(&mut found.systems, &names);
    texts.sign(&mut found.systems);
    found.systems.iter().try_for_each(|system| check_scored(files.gold.name(), system))?;
    if let Some(path) = &args.write {
        output::write_to(Some(path), |out| numbered::write(files.systems[0].relations(), out))?;
    }
    save(args.output.save.as_deref(), &found.systems)?;
    let mut said = notices(&metric, &files);
    said.extend(invalid.into_iter().map(Warning::InvalidUtf8));
    said.extend(unused(&args, &files));
    warnings::print(&said, args.output.quiet);
    let greedy = match metric.assignment {
        Assignment::Greedy => Vec::new(),
        Assignment::Optimal => {
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
    let systems: Vec<&str> = files.systems.iter().map(|file| &**file.name()).collect();
    places::name_files(&mut report, files.gold.name(), &systems);
    let scores = |total: &RelationCounts| metric.scores(total);
    report.add_buckets(&args.output.buckets, &found.systems, scores)?;
    let draw = |report: &Report| match &plot {
        Some(plot) => plot.draw(report, &found.systems, scores, &threads, |_, _| None),
        None => Ok(()),
    };
    if let Some(list) = picked.list {
        draw(&report)?;
        report.show_sentences(list);
        return output::write(&report, &args.output);
    }
    if let Some(comparing) = args.comparison.comparing(found.systems.len()) {
        let main = metric.main_scheme();
        let only: Vec<_> = found.systems.iter().map(|system| only(main, system)).collect();
        report.add_comparisons(&comparing.compare(&only, scores, &threads)?);
    } else {
        report.add_nothing_drawn();
    }
    draw(&report)?;
    output::write(&report, &args.output)
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
    let paths: Vec<PathBuf> =
        [&args.files.gold].into_iter().chain(&args.files.systems).cloned().collect();
    let names = system_names(&paths, &args.names)?;
    let corpora: Vec<Corpus> = files.all().cloned().collect();
    let most = args.behind.most(args.output.worst);
    let plain = RelationReport { texts: files.words.as_ref(), ..RelationReport::plain(metric, "") };
    let said = |notes: &Vec<_>, at| plain.said(notes, at);
    let found = each_two(metric, &names, &corpora, most, threads, said)?;
    let report = RelationReport { picked: Some(found.rows), behind: found.behind, ..plain };
    let report = report.build(&found.compared);
    let scores = |total: &RelationCounts| metric.scores(total);
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

/// The texts of all files, and what is needed to read them.
struct Texts {
    gold: Loaded,
    systems: Vec<Loaded>,
    words: Option<Loaded>,
    forms: Option<Forms>,
    mapping: Option<(String, Mapping)>,
}

/// The fingerprint of some pieces.
fn fingerprint(pieces: impl Iterator<Item = impl AsRef<[u8]>>) -> Fingerprint {
    let mut all = Fingerprint::default();
    pieces.for_each(|piece| all.push(Fingerprint::of(piece.as_ref())));
    all
}

/// What is in them.
struct Files<'s> {
    gold: Corpus,
    systems: Vec<Corpus>,
    words: Option<SentenceTexts<'s>>,
}

impl Texts {
    fn load(args: &RelationsArgs) -> bezant::error::Result<Texts> {
        let forms = args.forms.as_ref().map(load).transpose()?;
        let mapping = args.mapping.as_ref().map(load).transpose()?;
        Ok(Texts {
            gold: load(&args.files.gold)?,
            systems: args.files.systems.iter().map(load).collect::<bezant::error::Result<_>>()?,
            words: args.text.as_ref().map(load).transpose()?,
            forms: forms.map(|(name, text)| Forms::read(&name, &text)).transpose()?,
            mapping: match mapping {
                Some((name, text)) => {
                    let mapping = Mapping::read(&name, &text)?;
                    Some((name, mapping))
                }
                None => None,
            },
        })
    }

    /// Whether the types that a mapping names are there.
    fn check_mapping(&self, hierarchy: &Hierarchy) -> anyhow::Result<()> {
        let Some((name, mapping)) = &self.mapping else { return Ok(()) };
        for (dependency, relations) in mapping.relations() {
            let kind = relations.get(0).name;
            anyhow::ensure!(
                hierarchy.find(kind).is_some(),
                "{name}: {dependency} becomes {}, which is no type of relations\n  hint: {}",
                String::from_utf8_lossy(kind),
                hints::of(Hint::DescribeTypes)
            );
        }
        Ok(())
    }

    /// Files beside gold and system that decide what the relations are.
    fn sign(&self, systems: &mut [Evaluation<RelationCounts>]) {
        for system in systems {
            let mut signature = system.signature.clone();
            if let Some((_, mapping)) = &self.mapping {
                signature = signature.with("mapping", fingerprint(mapping.pieces()));
            }
            if let Some(forms) = &self.forms {
                signature = signature.with("forms", fingerprint(forms.pieces()));
            }
            system.signature = signature;
        }
    }

    fn aids(&self) -> Aids<'_> {
        Aids { forms: self.forms.as_ref(), mapping: self.mapping.as_ref().map(|(_, it)| it) }
    }

    fn words(&self) -> bezant::error::Result<Option<SentenceTexts<'_>>> {
        let read = |words| text::read(input(words, Stream::Text));
        self.words.as_ref().map(read).transpose()
    }

    fn read(&self, args: &RelationsArgs) -> bezant::error::Result<Files<'_>> {
        let read = |(name, text): &Loaded, stream| {
            Corpus::read_relations(name, text, stream, args.input, self.aids())
        };
        let (gold, words) = (read(&self.gold, Stream::Gold)?, self.words()?);
        if let Some(words) = &words {
            words.check(gold.relations().map(|sentence| sentence.number))?;
        }
        let systems = self.systems.iter().map(|system| read(system, Stream::System));
        let systems = systems.collect::<bezant::error::Result<_>>()?;
        Ok(Files { gold, systems, words })
    }
}

impl Files<'_> {
    fn all(&self) -> impl Iterator<Item = &Corpus> {
        [&self.gold].into_iter().chain(&self.systems)
    }

    fn system_readers(&self) -> Vec<Reader> {
        self.systems.iter().map(Reader::from).collect()
    }

    fn evaluate(
        &self,
        metric: &Relations,
        threads: &Threads,
    ) -> anyhow::Result<(Evaluated<Relations>, Vec<InvalidUtf8>)> {
        let (gold, systems) = (Reader::from(&self.gold), self.system_readers());
        let found = evaluate(std::slice::from_ref(metric), gold, systems, threads, |_| ())?;
        let evaluated = found.metrics.into_iter().next().context("one metric was asked for")?;
        Ok((evaluated, found.invalid))
    }
}

/// Ends the run where not one sentence could be scored: the first one says why.
fn check_scored(gold: &str, system: &Evaluation<RelationCounts>) -> anyhow::Result<()> {
    match (system.counted().next(), system.skipped().next()) {
        (None, Some((row, skipped))) => anyhow::bail!(
            "no sentence of {} can be scored by {gold}; sentence {}: {}",
            system.system,
            row.sentence,
            skipped.reason
        ),
        _ => Ok(()),
    }
}

/// Whether a relation weighs less than 1.
fn has_weights(corpus: &Corpus) -> bool {
    corpus.relations().any(|sentence| sentence.relations.has_weights())
}

fn input((name, text): &Loaded, stream: Stream) -> Input<'_> {
    Input { name, text, stream }
}

/// What was typed as a metric.
fn metric(args: &RelationsArgs) -> anyhow::Result<Relations> {
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

/// Words of relations that are not in the text: one warning a file, with the first one.
fn notices(metric: &Relations, files: &Files<'_>) -> Vec<Warning> {
    let Some(words) = &files.words else { return Vec::new() };
    let mut notices = Vec::new();
    for (at, file) in files.all().enumerate() {
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

fn compat(args: &RelationsArgs, metric: &Relations, texts: &Texts) -> anyhow::Result<ExitCode> {
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
    let read = |loaded, stream| {
        relations::read(input(loaded, stream), args.input, texts.aids(), Broken::Fails)
    };
    let gold = read(&texts.gold, Stream::Gold)?;
    let system = read(system, Stream::System)?;
    let words = texts.words()?;
    let weights = args.weights.unwrap_or(RelationWeights::Ignored);
    let metric = &metric.clone().with(|it| it.weights = weights);
    let comparison =
        rasp::RaspComparison { metric, scheme, gold: &gold, system: &system, text: words.as_ref() };
    comparison.check()?;
    if let Some(path) = &args.write {
        output::write_to(Some(path), |out| numbered::write(&system.sentences, out))?;
    }
    let mut notices = Vec::new();
    if let (Some(_), Some(words)) = (&words, texts.words()?) {
        let files = Files {
            gold: Corpus::from_relations(&texts.gold.1, gold.clone()),
            systems: vec![Corpus::from_relations(&texts.systems[0].1, system.clone())],
            words: Some(words),
        };
        notices = self::notices(metric, &files);
    }
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
    rename(&mut evaluations, &system_names(&args.files.systems, &args.names)?);
    texts.sign(&mut evaluations);
    save(args.output.save.as_deref(), &evaluations)?;
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
