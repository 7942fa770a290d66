//! Files that are read as a whole: relations, pairs, answers, judgements, saved rows.

use std::collections::BTreeSet;

use super::gathering::{Count, Gathered};
use super::{Checked, Checking, FileKind};
use crate::entailment::answers::lines_of;
use crate::entailment::{Pairs, judgements as judged};
use crate::error::{EntailmentFault, Error, ErrorKind, Place, Position, Result, Stream};
use crate::evaluation::Evaluation;
use crate::formats::answers_jsonl::{AnswerFields, read_answers_jsonl};
use crate::formats::relations::{self, Aids, Broken, Input};
use crate::formats::unbounded::read as read_unbounded;
use crate::kinds::Format;
use crate::metrics::relations::{Hierarchy, first_fault};
use crate::rows as saved_rows;
use crate::saved::{OwnCounts, SavedMetric, Visitor, with_metric};
use crate::source::{Source, Text};
use crate::structures::relations::{NumberedRelations, PlacedFault, Relation};

/// What there is of a file that could not be read beyond a fault: nothing but the fault.
fn broken(name: &str, kind: FileKind, text: &[u8], error: Error) -> Result<Checked> {
    // What cannot be read at all is no fault of the text.
    if matches!(error.kind(), ErrorKind::Io(_) | ErrorKind::TooLarge { .. }) {
        return Err(error);
    }
    let mut gathered = Gathered::default();
    gathered.line_ends.add(text);
    gathered.fault(1, || error);
    Ok(Checked { is_whole: false, ..gathered.finish(name, kind, 1) })
}

/// A whole file, with its name.
fn whole(source: Source) -> Result<(String, Text)> {
    Ok((source.name().to_string(), source.rest()?))
}

/// Where a byte of a file is.
fn position(text: &[u8], at: usize) -> Position {
    Position::start_of(1).after(&text[..at])
}

/// Places of bytes that come in order, without counting lines from the beginning each time.
struct Places<'t> {
    text: &'t [u8],
    at: usize,
    position: Position,
}

impl Places<'_> {
    fn of(&mut self, at: usize) -> Position {
        if at < self.at {
            return position(self.text, at);
        }
        self.position = self.position.after(&self.text[self.at..at]);
        self.at = at;
        self.position
    }
}

fn places(text: &[u8]) -> Places<'_> {
    Places { text, at: 0, position: Position::start_of(1) }
}

pub(super) fn relations(source: Source, format: Format, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let kind = FileKind::Sentences(format);
    let input = Input { name: &name, text: &text, stream: Stream::System };
    let file = match relations::read(input, Some(format), Aids::default(), Broken::Skips) {
        Ok(file) => file,
        Err(error) => return broken(&name, kind, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    let mut places = places(&text);
    let hierarchy = types_of(file.sentences.iter().flat_map(|sentence| sentence.relations.iter()));
    for sentence in &file.sentences {
        gathered.units += 1;
        let at = places.of(sentence.at);
        let of_type = || fault_of_type(hierarchy.as_ref()?, sentence);
        if let Some(fault) = sentence.fault.clone().or_else(of_type) {
            gathered.count(Count::Unreadable, 1);
            gathered.fault(how.most(), || {
                let place = Place::locate(&text[sentence.at..], fault.at, at);
                Error::at(&*name, place, fault.problem.in_sentence())
            });
        } else if sentence.relations.is_empty() {
            gathered.count(Count::Empty, 1);
        }
        for relation in sentence.relations.iter() {
            gathered.name("relations", relation.name);
        }
        gathered.count(Count::Relations, sentence.relations.len() as u64);
        let words = sentence.words.as_deref().unwrap_or_default();
        let words = words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        gathered.sentence(how, Some(at), words);
        gathered.numbered(sentence.number, || {
            let mut all = sentence.relations.iter();
            all.next().map_or_else(String::new, |one| String::from_utf8_lossy(&one.shown()).into())
        });
    }
    Ok(gathered.finish(&name, kind, how.most()))
}

/// The types that the relations of a file should have: those of RASP, if most of them have one. What has
/// other types is scored with a description of them, which is not known here.
pub(super) fn types_of<'r>(relations: impl Iterator<Item = Relation<'r>>) -> Option<Hierarchy> {
    let hierarchy = Hierarchy::rasp();
    let (mut n, mut known) = (0u64, 0u64);
    for relation in relations {
        n += 1;
        known += u64::from(hierarchy.find(relation.name).is_some());
    }
    (2 * known >= n).then_some(hierarchy)
}

/// What is wrong with a sentence that could be read: a relation that does not fit its type.
pub(super) fn fault_of_type(
    hierarchy: &Hierarchy,
    sentence: &NumberedRelations,
) -> Option<PlacedFault> {
    let (place, problem) = first_fault(hierarchy, &sentence.relations)?;
    Some(PlacedFault { at: place.saturating_sub(sentence.at), problem })
}

pub(super) fn pairs(source: Source, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let pairs = match Pairs::read(&name, &text, None) {
        Ok(pairs) => pairs,
        Err(error) => return broken(&name, FileKind::Pairs, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    // Lengths are those of texts; duplicates have the same text and hypothesis.
    let mut seen = BTreeSet::new();
    let (mut doubles, mut unanswered) = (0, 0);
    let quiet = Checking { remembers: false, ..*how };
    for pair in &pairs.pairs {
        gathered.units += 1;
        gathered.sentence(&quiet, None, pair.text.split_whitespace().map(str::as_bytes));
        gathered.named(how, None, &pair.id);
        doubles += u64::from(!seen.insert((&pair.text, &pair.hypothesis)));
        match pair.answer {
            Some(answer) => gathered.name("answers", answer.name().as_bytes()),
            None => unanswered += 1,
        }
        for (what, name) in
            [("relations", "relation"), ("constructions", "construction"), ("sources", "source")]
        {
            pair.said(name).for_each(|said| gathered.name(what, said.as_bytes()));
        }
    }
    gathered.count(Count::Empty, unanswered);
    let mut checked = gathered.finish(&name, FileKind::Pairs, how.most());
    // Several pairs about one text are how such files are made.
    for (what, n) in &mut checked.statistics.counts {
        match *what {
            "duplicates" => *n = doubles,
            "empty" => *what = "without_answer",
            _ => {}
        }
    }
    Ok(checked)
}

pub(super) fn answers(source: Source, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let systems = match lines_of(&name, &text) {
        Ok(systems) => systems,
        Err(error) => return broken(&name, FileKind::Answers, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    gathered.count(Count::Systems, systems.len() as u64);
    gathered.count(Count::Unread, 0);
    for (nth, lines) in systems.iter().enumerate() {
        let mut ids = BTreeSet::new();
        let mut places = places(&text);
        for line in lines {
            gathered.units += 1;
            let at = places.of(line.at);
            let fail = |fault| Error::at(&*name, Place::locate(&text[line.at..], 0, at), fault);
            if ids.insert(&line.id) {
                if nth == 0 {
                    gathered.named(how, Some(at), &line.id);
                }
            } else {
                let id = line.id.clone();
                gathered.fault(how.most(), || fail(EntailmentFault::AnsweredTwice { id }));
            }
            match line.answer {
                Some(answer) => gathered.name("answers", answer.name().as_bytes()),
                None => {
                    gathered.count(Count::Unread, 1);
                    let (id, value) = (line.id.clone(), line.text.clone());
                    gathered.fault(how.most(), || fail(EntailmentFault::OddAnswer { id, value }));
                }
            }
        }
    }
    Ok(gathered.finish(&name, FileKind::Answers, how.most()))
}

/// Texts that a model returned. What is in them is for whoever repairs them to find.
pub(super) fn outputs(source: Source, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let answers = match read_answers_jsonl(&name, &text, &AnswerFields::default()) {
        Ok(answers) => answers,
        Err(error) => return broken(&name, FileKind::Outputs, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    let nothing = answers.iter().filter(|answer| answer.outputs.is_empty()).count();
    gathered.count(Count::Empty, nothing as u64);
    gathered.units = answers.iter().map(|answer| answer.outputs.len().max(1) as u64).sum();
    Ok(gathered.finish(&name, FileKind::Outputs, how.most()))
}

pub(super) fn judgements(source: Source, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let found = match judged::read(&name, &text) {
        Ok(found) => found,
        Err(error) => return broken(&name, FileKind::Judgements, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    gathered.count(Count::Empty, found.blank as u64);
    let (mut ids, mut people) = (BTreeSet::new(), BTreeSet::new());
    for one in &found.lines {
        gathered.units += 1;
        people.insert(&one.annotator);
        gathered.name("answers", one.answer.name().as_bytes());
        if let Some(check) = one.check {
            gathered.name("checks", check.name().as_bytes());
        }
        if ids.insert(&one.pair) {
            gathered.named(how, None, &one.pair);
        }
    }
    gathered.count(Count::Annotators, people.len() as u64);
    let settled = judged::settle(found.lines.clone());
    gathered.count(Count::Duplicates, settled.repeated as u64);
    Ok(gathered.finish(&name, FileKind::Judgements, how.most()))
}

/// What is counted in saved rows, whatever they count.
struct ReadRows(Source);

impl Visitor for ReadRows {
    type Output = Result<Vec<(u64, u64)>>;

    /// For each system, how many rows it has and how many of them were skipped.
    fn visit<M: SavedMetric>(self, _: M) -> Self::Output {
        let systems = M::Counts::read(self.0)?;
        let rows =
            |one: &Evaluation<M::Counts>| (one.rows.len() as u64, one.skipped().count() as u64);
        Ok(systems.iter().map(rows).collect())
    }
}

pub(super) fn rows(mut source: Source, how: &Checking) -> Result<Checked> {
    let name = source.name().to_string();
    let kind = FileKind::Rows;
    let signature = match saved_rows::signature(&mut source) {
        Ok(signature) => signature,
        Err(error) => return broken(&name, kind, b"", error),
    };
    let read = match with_metric(&signature, ReadRows(source)) {
        Ok(read) => read,
        Err(why) => {
            return broken(
                &name,
                kind,
                b"",
                Error::new(&*name, ErrorKind::BadRows(why.to_string())),
            );
        }
    };
    let systems = match read {
        Ok(systems) => systems,
        Err(error) => return broken(&name, kind, b"", error),
    };
    let mut gathered = Gathered::default();
    gathered.name("metrics", signature.metric().as_bytes());
    gathered.count(Count::Systems, systems.len() as u64);
    for (rows, skipped) in systems {
        gathered.units += rows;
        gathered.count(Count::Skipped, skipped);
    }
    Ok(gathered.finish(&name, kind, how.most()))
}

pub(super) fn unbounded(source: Source, how: &Checking) -> Result<Checked> {
    let (name, text) = whole(source)?;
    let kind = FileKind::Unbounded;
    let read = match std::str::from_utf8(&text) {
        Ok(text) => read_unbounded(&name, text),
        Err(error) => {
            let place = Place::locate(&text, error.valid_up_to(), Position::start_of(1));
            Err(Error::at(&*name, place, EntailmentFault::NotUtf8))
        }
    };
    let sentences = match read {
        Ok(sentences) => sentences,
        Err(error) => return broken(&name, kind, &text, error),
    };
    let mut gathered = Gathered::default();
    gathered.line_ends.add(&text);
    for sentence in &sentences {
        gathered.units += 1;
        gathered.count(Count::Relations, sentence.dependencies.len() as u64);
        for one in &sentence.dependencies {
            gathered.name("relations", one.relation.as_bytes());
        }
        gathered.sentence(how, None, sentence.tokens.iter().map(String::as_bytes));
    }
    Ok(gathered.finish(&name, kind, how.most()))
}
