//! `bezant relations`.

use std::process::ExitCode;

use bezant::compat::rasp;
use bezant::error::Stream;
use bezant::evaluation::{Evaluation, evaluate_relations};
use bezant::formats::relations::conll::Mapping;
use bezant::formats::relations::rasp_output::Forms;
use bezant::formats::relations::{self, Aids, Input, numbered, text};
use bezant::metric::Score;
use bezant::metrics::relations::{
    Assignment, Hierarchy, RelationCounts, Relations, Scheme, Slots, TypeMatch, Weights,
    unknown_fillers,
};
use bezant::report::{Example, Fact, RelationReport, worst_relations};
use bezant::structures::relations::{RelationFile, SentenceTexts};

use crate::args::{MatchName, RelationsArgs};
use crate::commands::{Loaded, Typed, load, save, system_names};
use crate::output;
use crate::warnings::{self, Warning};

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
    let names = system_names(&args.files.systems, &args.names)?;
    let plain = RelationReport::plain(&metric, "");
    Typed::of(&args.output, &args.comparison).check(&names, |all| plain.build(all))?;

    let texts = Texts::load(&args)?;
    let files = texts.read(&args)?;
    let Files { gold, systems, words } = &files;
    let weighted = files.all().any(RelationFile::has_weights);
    metric.weights = match args.weights {
        Some(weights) => weights,
        None if weighted && args.compat.is_none() => Weights::Counted,
        None => Weights::Ignored,
    };
    let threads = args.threads.start()?;
    let mut found = evaluate_relations(&metric, gold, systems, words.as_ref(), &threads)?;
    rename(&mut found.systems, &names);
    if let Some(path) = &args.write {
        output::write_to(Some(path), |out| numbered::write(&systems[0].sentences, out))?;
    }
    save(args.output.save.as_deref(), &found.systems)?;
    let mut notices = notices(&metric, &files);
    if weighted && args.compat.is_some() {
        notices.push(Warning::CompatWeights);
    }
    warnings::print(&notices, args.output.quiet);
    if args.compat.is_some() {
        return compat(&args, &metric, &files);
    }
    let greedy = match metric.assignment {
        Assignment::Greedy => Vec::new(),
        Assignment::Optimal => {
            let greedy = Relations { assignment: Assignment::Greedy, ..metric.clone() };
            evaluate_relations(&greedy, gold, systems, None, &threads)?.systems
        }
    };
    let report = RelationReport {
        metric: &metric,
        gold: gold.name,
        per_sentence: args.output.per_sentence,
        worst: args.output.worst,
        confusions: if args.confusion { &found.confusions } else { &[] },
        examples: examples(&args, &metric, &files, &found.systems),
        greedy: &greedy,
        notes: notes(&args, &metric),
    };
    let mut report = report.build(&found.systems);
    if let Some(comparing) = args.comparison.comparing(found.systems.len(), &["f1"]) {
        let main = metric.main_scheme();
        let only: Vec<_> = found.systems.iter().map(|system| only(main, system)).collect();
        let scores = |total: &RelationCounts| metric.scores(total, main);
        comparing.add_to(&mut report, &only, scores, &threads)?;
    }
    output::write(&report, &args.output)
}

/// What a reader of the tables needs to know.
fn notes(args: &RelationsArgs, metric: &Relations) -> Vec<String> {
    let notes = [
        (metric.main_scheme().types == TypeMatch::Hierarchy, HIERARCHY_NOTE),
        (args.listing || args.output.worst > 0, LISTING_NOTE),
        (metric.weights == Weights::Counted, WEIGHTS_NOTE),
    ];
    notes.into_iter().filter(|(shown, _)| *shown).map(|(_, note)| note.to_string()).collect()
}

/// The texts of all files, and what is needed to read them.
struct Texts {
    gold: Loaded,
    systems: Vec<Loaded>,
    words: Option<Loaded>,
    forms: Option<Forms>,
    mapping: Option<Mapping>,
}

/// What is in them.
struct Files<'s> {
    gold: RelationFile<'s>,
    systems: Vec<RelationFile<'s>>,
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
            forms: forms.map(|(_, text)| Forms::read(&text)),
            mapping: mapping.map(|(name, text)| Mapping::read(&name, &text)).transpose()?,
        })
    }

    fn read(&self, args: &RelationsArgs) -> bezant::error::Result<Files<'_>> {
        let aids = Aids { forms: self.forms.as_ref(), mapping: self.mapping.as_ref() };
        let read = |loaded, stream| relations::read(input(loaded, stream), args.input, aids);
        let systems = self.systems.iter().map(|loaded| read(loaded, Stream::System));
        Ok(Files {
            gold: read(&self.gold, Stream::Gold)?,
            systems: systems.collect::<bezant::error::Result<_>>()?,
            words: self
                .words
                .as_ref()
                .map(|words| text::read(input(words, Stream::Text)))
                .transpose()?,
        })
    }
}

impl Files<'_> {
    fn all(&self) -> impl Iterator<Item = &RelationFile<'_>> {
        [&self.gold].into_iter().chain(&self.systems)
    }
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
    let weights = Weights::Ignored;
    Ok(Relations { hierarchy, schemes, assignment: args.assignment, weights })
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
            counts.agreed.retain(|(found, _)| *found == scheme);
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
        let pairs = file.sentences.iter().zip(&words.sentences);
        let mut unknown = pairs.flat_map(|(sentence, text)| {
            let of = (stream, sentence.number);
            unknown_fillers(&metric.hierarchy, &sentence.relations, text.words, of)
        });
        if let Some(first) = unknown.next() {
            let n = 1 + unknown.count() as u64;
            notices.push(Warning::NotInText { place: file.place(first.at), first, n });
        }
    }
    notices
}

fn compat(
    args: &RelationsArgs,
    metric: &Relations,
    Files { gold, systems, words }: &Files<'_>,
) -> anyhow::Result<ExitCode> {
    let [system] = systems.as_slice() else { anyhow::bail!("--compat rasp compares one system") };
    let new =
        |scheme: &&Scheme| !matches!(scheme.types, TypeMatch::Original | TypeMatch::Unlabelled);
    let mut schemes = metric.schemes.iter().filter(new);
    let (Some(&scheme), None) = (schemes.next(), schemes.next()) else {
        anyhow::bail!(
            "--compat rasp takes one of --match equality, subsumption and hierarchy, and one of --slots"
        );
    };
    let comparison = rasp::Comparison { metric, scheme, gold, system, text: words.as_ref() };
    output::write_to(args.output.output.as_deref(), |out| comparison.write(out))?;
    // As there, the matrix goes to standard output, wherever the rest goes; alone it needs no
    // rule before it.
    if args.confusion {
        output::write_to(None, |out| {
            if args.output.output.is_none() {
                writeln!(out, "\n------------")?;
            }
            comparison.write_confusion(out)
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The worst sentences, or all, with what was missed and what was wrong.
fn examples(
    args: &RelationsArgs,
    metric: &Relations,
    Files { gold, systems, words }: &Files<'_>,
    evaluations: &[Evaluation<RelationCounts>],
) -> Vec<Vec<Example>> {
    let scheme = metric.main_scheme();
    let example = |system: &RelationFile<'_>, number: u64, counts: &RelationCounts| {
        let at = gold.sentences.binary_search_by_key(&number, |sentence| sentence.number).ok()?;
        let (ours, theirs) = (&gold.sentences[at], &system.sentences[at]);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let text = words.as_ref().map(|words| words.sentences[at].words);
        let text = text.or(ours.words.as_deref()).or(theirs.words.as_deref()).map(shown);
        let found = metric.explain(scheme, &ours.relations, &theirs.relations).matching;
        let mut facts = Vec::new();
        let ours = |at: usize| shown(&ours.relations.get(at).shown());
        let theirs = |at: usize| shown(&theirs.relations.get(at).shown());
        if args.listing {
            facts.extend(found.pairs.iter().map(|pair| {
                let (label, text) = (ours(pair.gold), theirs(pair.system));
                Fact { side: "both", label, text }
            }));
        }
        let missed = |&at: &usize| Fact { side: "missed", label: ours(at), text: String::new() };
        facts.extend(found.missed.iter().map(missed));
        let wrong = |&at: &usize| Fact { side: "wrong", label: theirs(at), text: String::new() };
        facts.extend(found.wrong.iter().map(wrong));
        let f1 = counts.tallies(&metric.hierarchy, scheme).micro().f1();
        Some(Example {
            sentence: number,
            score: Score::share("f1", f1),
            text: text.unwrap_or_default().trim_ascii().to_string(),
            facts,
            drawing: Vec::new(),
        })
    };
    let pairs = systems.iter().zip(evaluations);
    pairs
        .map(|(system, evaluation)| {
            let rows = if args.listing {
                evaluation.rows.iter().collect()
            } else {
                worst_relations(metric, args.output.worst, evaluation)
            };
            let rows = rows
                .into_iter()
                .filter_map(|row| example(system, row.sentence, row.outcome.result.as_ref().ok()?));
            rows.collect()
        })
        .collect()
}
