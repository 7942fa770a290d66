//! Sentences of files as figures: one alone, or gold against systems.
//!
//! ```
//! use bezant::drawing::Drawer;
//! use bezant::source::Source;
//!
//! let tree = "(S (NP (NNS Dogs)) (VP (VBP bark)))\n";
//! let file = Source::from_bytes("dogs.mrg", tree.into())?;
//! let sheets = Drawer::default().draw(file, Vec::new())?;
//! assert_eq!(sheets[0].title, "dogs.mrg, sentence 1");
//! let svg = sheets[0].figure.sketch(&sheets[0].title, 640).to_svg();
//! assert!(svg.contains(">NNS<"));
//! # Ok::<(), bezant::Error>(())
//! ```

mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use crate::entailment::PairParses;
use crate::entailment::parses::ParseSpace;
use crate::error::{ChoiceFault, ChoiceProblem, Error, ErrorKind, Place, Position, Result, Stream};
use crate::formats::conllu::sentence_id;
use crate::formats::relations::{self, Aids, Broken, Input, candc};
use crate::formats::{Format, Reader, guess};
use crate::kinds::without_suffix;
use crate::metrics::brackets::Brackets;
use crate::metrics::trees::parameters::Preset;
use crate::pictures::{Figure, MOST_JOINED};
use crate::report::explanation;
use crate::source::Source;
use crate::structures::relations::NumberedRelations;

/// How sentences are drawn.
#[derive(Clone, Debug)]
pub struct Drawer {
    /// Which sentences; the first one if none is named.
    pub wanted: Vec<WantedDrawing>,
    /// The format of all files; guessed unless it is given.
    pub format: Option<Format>,
    /// What counts where trees are compared.
    pub brackets: Brackets,
    /// Whether graphs are compared, where files have them, instead of trees.
    pub enhanced: bool,
    /// Whether each of several systems has a drawing of its own. Two or three are drawn into one if not.
    pub apart: bool,
}

impl Default for Drawer {
    fn default() -> Drawer {
        Drawer {
            wanted: Vec::new(),
            format: None,
            brackets: Brackets::evalb(Preset::Standard.parameters()),
            enhanced: false,
            apart: false,
        }
    }
}

/// A sentence that is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedDrawing {
    /// By their numbers, from the one to the other; the first sentence of a file is 1.
    Numbers(u64, u64),
    /// By what `# sent_id =` says.
    Id(String),
}

impl FromStr for WantedDrawing {
    type Err = ChoiceFault;

    /// `3`, `3-7`, or a name.
    fn from_str(text: &str) -> std::result::Result<WantedDrawing, ChoiceFault> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let range = text.split_once('-').and_then(|(from, to)| number(from).zip(number(to)));
        match number(text).map(|one| (one, one)).or(range) {
            Some((0, _)) => Err(ChoiceFault::new(ChoiceProblem::SentenceZero, text, &["1"])),
            Some((from, to)) if from > to => {
                let turned = WantedDrawing::Numbers(to, from).to_string();
                Err(ChoiceFault::new(ChoiceProblem::FallingRange, text, &[&turned]))
            }
            Some((from, to)) => Ok(WantedDrawing::Numbers(from, to)),
            None if text.trim().is_empty() => {
                Err(ChoiceFault::new(ChoiceProblem::NoSentence, text, &[]))
            }
            None => Ok(WantedDrawing::Id(text.to_string())),
        }
    }
}

impl std::fmt::Display for WantedDrawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WantedDrawing::Numbers(from, to) if from == to => write!(f, "{from}"),
            WantedDrawing::Numbers(from, to) => write!(f, "{from}-{to}"),
            WantedDrawing::Id(id) => f.write_str(id),
        }
    }
}

/// A figure with what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Which file, which sentence.
    pub title: String,
    /// What is drawn.
    pub figure: Figure,
    /// Whether gold and system could not be drawn together, as nothing tells which words belong together.
    pub is_apart: bool,
}

/// A sentence that was picked from a file.
struct Picked {
    /// The file, as it was named.
    file: String,
    number: u64,
    id: Option<String>,
    text: Vec<u8>,
    at: Position,
    format: Format,
    relations: Option<NumberedRelations>,
}

/// Some sentences of a file.
struct File {
    name: String,
    sentences: Vec<Picked>,
}

/// A pair as its parses have it, before any module changes names or joins words: what text and hypothesis
/// share is highlighted. Nothing where neither has a parse.
///
/// # Errors
/// Where a sentence cannot be read.
pub fn pair_figure(parses: &PairParses, pair: usize) -> Result<Option<Figure>> {
    let analyses = parses.as_written(pair, &mut ParseSpace::default())?;
    Ok(explanation::pair_figure(&analyses))
}

impl Drawer {
    /// Draws the sentences of a file, against those of others that have the same numbers (or names, where
    /// sentences are wanted by name).
    ///
    /// # Errors
    /// Where a file or a sentence cannot be read, or a sentence is not there.
    pub fn draw(&self, gold: Source, systems: Vec<Source>) -> Result<Vec<Sheet>> {
        let first = [WantedDrawing::Numbers(1, 1)];
        let wanted = if self.wanted.is_empty() { &first[..] } else { &self.wanted };
        let gold = self.pick(gold, wanted)?;
        let systems = systems
            .into_iter()
            .map(|system| self.pick_same(system, &gold.sentences, wanted))
            .collect::<Result<Vec<File>>>()?;
        let mut sheets = Vec::new();
        for (at, sentence) in gold.sentences.iter().enumerate() {
            let which = match &sentence.id {
                Some(id) => format!("sentence {} ({id})", sentence.number),
                None => format!("sentence {}", sentence.number),
            };
            if systems.is_empty() {
                let figure = figures::alone(sentence)?;
                let title = format!("{}, {which}", gold.name);
                sheets.push(Sheet { title, figure, is_apart: false });
            }
            if let Some(sheet) = self.joint(&gold, at, &systems, &which)? {
                sheets.push(sheet);
                continue;
            }
            for system in &systems {
                let other = &system.sentences[at];
                let both = figures::pair(self, (&gold.name, sentence), (&system.name, other))?;
                if let Some(figure) = both {
                    let title = format!("{} and {}, {which}", gold.name, system.name);
                    sheets.push(Sheet { title, figure, is_apart: false });
                    continue;
                }
                for (name, one) in [(&gold.name, sentence), (&system.name, other)] {
                    let figure = figures::alone(one)?;
                    sheets.push(Sheet {
                        title: format!("{name}, {which}"),
                        figure,
                        is_apart: true,
                    });
                }
            }
        }
        Ok(sheets)
    }

    /// A sentence against those of two or three systems in one drawing, if it can carry them.
    fn joint(
        &self,
        gold: &File,
        at: usize,
        systems: &[File],
        which: &str,
    ) -> Result<Option<Sheet>> {
        if self.apart || !(2..=MOST_JOINED).contains(&systems.len()) {
            return Ok(None);
        }
        let sentence = (gold.name.as_str(), &gold.sentences[at]);
        let mut figures = Vec::new();
        for system in systems {
            let both = figures::pair(self, sentence, (&system.name, &system.sentences[at]))?;
            let Some(figure) = both else { return Ok(None) };
            figures.push((without_suffix(&system.name), figure));
        }
        let named: Vec<(&str, &Figure)> =
            figures.iter().map(|(name, figure)| (*name, figure)).collect();
        let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
        let title = format!("{} and {}, {which}", gold.name, names.join(", "));
        let joint = Figure::joint(&named);
        Ok(joint.map(|figure| Sheet { title, figure, is_apart: false }))
    }

    /// The sentences of a file that are wanted.
    fn pick(&self, source: Source, wanted: &[WantedDrawing]) -> Result<File> {
        let name = source.name().to_string();
        let mut choice = Choice::of(wanted);
        self.read(source, &name, &mut choice)?;
        Ok(File { sentences: choice.finish(&name)?, name: short(&name) })
    }

    /// The sentences of a system that are gold's: by their names where gold's were wanted by name and the
    /// system has such, or else by their numbers.
    fn pick_same(&self, source: Source, gold: &[Picked], wanted: &[WantedDrawing]) -> Result<File> {
        let name = source.name().to_string();
        let named: BTreeSet<&str> = Choice::of(wanted).ids;
        let id = |one: &Picked| one.id.clone().filter(|id| named.contains(id.as_str()));
        let ids = gold.iter().filter_map(|one| id(one).map(WantedDrawing::Id));
        let numbers = gold.iter().map(|one| WantedDrawing::Numbers(one.number, one.number));
        let all: Vec<WantedDrawing> = ids.chain(numbers).collect();
        let mut choice = Choice::of(&all);
        self.read(source, &name, &mut choice)?;
        let mut sentences = Vec::with_capacity(gold.len());
        for one in gold {
            let by_name = id(one).and_then(|id| choice.by_id.get(&id).copied());
            let number = by_name.unwrap_or(one.number);
            let found = choice.by_number.remove(&number);
            let kind = ErrorKind::NoSuchSentence { wanted: number.to_string(), n: choice.n_seen };
            sentences.push(found.ok_or_else(|| Error::new(&*name, kind))?);
        }
        Ok(File { sentences, name: short(&name) })
    }

    /// Reads a file up to the last sentence that is wanted.
    fn read(&self, source: Source, name: &str, choice: &mut Choice<'_>) -> Result<()> {
        let start = source.start();
        if self.format.is_none() && guess::is_pairs(start) {
            return Err(Error::new(name, ErrorKind::Pairs));
        }
        if start.trim_ascii().is_empty() {
            return Err(Error::new(name, ErrorKind::NothingToDraw));
        }
        let format = self.format.unwrap_or_else(|| Format::guess_any(start));
        if matches!(format, Format::Numbered | Format::DepBank) {
            let text = source.rest()?;
            let input = Input { name, text: &text, stream: Stream::Gold };
            let file = relations::read(input, Some(format), Aids::default(), Broken::Skips)?;
            let (mut at, mut done) = (Position::start_of(1), 0);
            for relations in file.sentences {
                let number = relations.number;
                let start = relations.at.clamp(done, text.len());
                at = at.after(&text[done..start]);
                done = start;
                if let Some(fault) = relations.fault.as_ref().filter(|_| choice.takes(number, None))
                {
                    let at = relations.at + fault.at;
                    let place = Place::locate(&text, at, Position::start_of(1));
                    return Err(Error::at(name, place, fault.problem.in_sentence()));
                }
                choice.offer(number, None, |id| Picked {
                    file: name.to_string(),
                    number,
                    id,
                    text: Vec::new(),
                    at,
                    format,
                    relations: Some(relations),
                });
            }
        } else {
            let mut reader = Reader::new(source, Some(format)).going_on();
            let mut number = 0;
            while !choice.is_complete() {
                let Some((text, raw)) = reader.next_sentence()? else { break };
                let text = &text[raw.start..raw.end];
                let is_line = format.has_empty_sentences();
                // Nor is what a program says about itself one.
                let is_head = format != Format::Export && candc::is_head(text);
                let is_none = text.trim_ascii().is_empty() || is_head;
                if !is_line && is_none {
                    continue;
                }
                number += 1;
                let id = if is_line { None } else { sentence_id(text) };
                let id = id.map(|id| String::from_utf8_lossy(id).into_owned());
                choice.offer(number, id, |id| Picked {
                    file: name.to_string(),
                    number,
                    id,
                    text: text.to_vec(),
                    at: raw.at,
                    format,
                    relations: None,
                });
            }
        }
        Ok(())
    }
}

/// Titles have no room for folders.
fn short(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or(name).to_string()
}

/// Which sentences are wanted, and those that were found.
struct Choice<'w> {
    wanted: &'w [WantedDrawing],
    /// Numbers that are wanted, from the one to the other, apart and in order.
    ranges: Vec<(u64, u64)>,
    ids: BTreeSet<&'w str>,
    last: u64,
    n_seen: u64,
    by_number: BTreeMap<u64, Picked>,
    by_id: BTreeMap<String, u64>,
}

impl<'w> Choice<'w> {
    fn of(wanted: &'w [WantedDrawing]) -> Choice<'w> {
        let mut all: Vec<(u64, u64)> = wanted
            .iter()
            .filter_map(|one| match one {
                WantedDrawing::Numbers(from, to) => Some((*from, *to)),
                WantedDrawing::Id(_) => None,
            })
            .collect();
        all.sort_unstable();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (from, to) in all {
            match ranges.last_mut() {
                Some((_, end)) if from <= end.saturating_add(1) => *end = to.max(*end),
                _ => ranges.push((from, to)),
            }
        }
        let ids = wanted.iter().filter_map(|one| match one {
            WantedDrawing::Id(id) => Some(id.as_str()),
            WantedDrawing::Numbers(..) => None,
        });
        Choice {
            wanted,
            last: ranges.last().map_or(0, |(_, to)| *to),
            ranges,
            ids: ids.collect(),
            n_seen: 0,
            by_number: BTreeMap::new(),
            by_id: BTreeMap::new(),
        }
    }

    fn takes(&self, number: u64, id: Option<&str>) -> bool {
        let at = self.ranges.partition_point(|(_, to)| *to < number);
        let is_numbered = self.ranges.get(at).is_some_and(|(from, _)| *from <= number);
        is_numbered || id.is_some_and(|id| self.ids.contains(id))
    }

    fn offer(
        &mut self,
        number: u64,
        id: Option<String>,
        keep: impl FnOnce(Option<String>) -> Picked,
    ) {
        self.n_seen += 1;
        if !self.takes(number, id.as_deref()) {
            return;
        }
        if let Some(id) = id.clone().filter(|id| self.ids.contains(id.as_str())) {
            // Of several with one name, the first.
            self.by_id.entry(id).or_insert(number);
        }
        self.by_number.insert(number, keep(id));
    }

    /// Whether nothing that is wanted can still come.
    fn is_complete(&self) -> bool {
        self.n_seen >= self.last && self.by_id.len() == self.ids.len()
    }

    /// The sentences in the order in which they were named, each once.
    fn finish(mut self, name: &str) -> Result<Vec<Picked>> {
        let mut found = Vec::new();
        let mut done = BTreeSet::new();
        for one in self.wanted {
            let numbers: Vec<u64> = match one {
                WantedDrawing::Numbers(from, to) => {
                    self.by_number.range(*from..=*to).map(|(number, _)| *number).collect()
                }
                WantedDrawing::Id(id) => self.by_id.get(id).copied().into_iter().collect(),
            };
            let is_whole = match one {
                WantedDrawing::Numbers(from, to) => {
                    let n = numbers.len() + done.range(*from..=*to).count();
                    n as u64 == (to - from).saturating_add(1)
                }
                WantedDrawing::Id(_) => !numbers.is_empty(),
            };
            if !is_whole {
                let kind = match self.n_seen {
                    0 => ErrorKind::NothingToDraw,
                    n => ErrorKind::NoSuchSentence { wanted: one.to_string(), n },
                };
                return Err(Error::new(name, kind));
            }
            for number in numbers {
                if let Some(picked) = self.by_number.remove(&number) {
                    done.insert(number);
                    found.push(picked);
                }
            }
        }
        Ok(found)
    }
}

impl Picked {
    /// An error at a byte of the sentence.
    fn fail(&self, at: usize, kind: impl Into<ErrorKind>) -> Error {
        Error::at(&*self.file, Place::locate(&self.text, at, self.at), kind)
    }
}
