//! What differs from format to format: how one is recognised, where its sentences end, who reads them.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::error::{ErrorKind, Place, Position};
use crate::formats::blocks::{self, EmptyLines};
use crate::formats::categorial::Categorial;
use crate::formats::conllu::{self, ColumnReading, ColumnSpace, Columns, Roots};
use crate::formats::penn::{self, Grammar, Layout, Splitter, TreeReading, TreeSpace};
use crate::formats::relations::linked::{Linked, Wrong};
use crate::formats::relations::{candc, rasp_output};
use crate::formats::stanford::TypedReading;
use crate::formats::{Raw, Sentence};
use crate::formats::{categorial, discbracket, export, guess, lists, native, stanford};
use crate::kinds::Format;

/// How many bytes of `text` are whole sentences.
pub(super) fn cut(format: Format, text: &[u8], at_end: bool) -> usize {
    match format {
        Format::Penn(layout) => penn::cut(layout, text, at_end),
        Format::Lines | Format::Discbracket => penn::cut(Layout::Lines, text, at_end),
        Format::Collins => native::cut_collins(text, at_end),
        Format::Export => export::cut(text, at_end),
        Format::Parg => categorial::cut(text, at_end),
        Format::Rasp => rasp_output::cut(text, at_end),
        Format::Lists(layout) => lists::cut(layout, text, at_end),
        // Read whole, because their sentences are paired by numbers.
        Format::Numbered | Format::DepBank if at_end => text.len(),
        Format::Numbered | Format::DepBank => 0,
        Format::Columns(_) | Format::Stanford | Format::Mst | Format::Candc | Format::CandcDeps => {
            blocks::cut(text, at_end)
        }
    }
}

/// The sentences of a text, and where the text after it goes on.
pub(super) type Split = std::result::Result<(VecDeque<Raw>, Position), (Place, ErrorKind)>;

pub(super) fn split(
    format: Format,
    text: &[u8],
    position: Position,
    empty_lines: EmptyLines,
) -> Split {
    Ok(match format {
        Format::Penn(_) | Format::Lines | Format::Discbracket => {
            let layout = match format {
                Format::Penn(layout) => layout,
                _ => Layout::Lines,
            };
            let mut splitter = Splitter::new(layout, text, position);
            let found = splitter.by_ref().collect::<std::result::Result<_, _>>()?;
            (found, splitter.position())
        }
        Format::Columns(_) | Format::Stanford | Format::Mst => {
            blocks::split(text, position, empty_lines)
        }
        Format::Export => export::split(text, position)?,
        Format::Collins => native::split_collins(text, position),
        Format::Parg => categorial::split(text, position),
        Format::Candc | Format::CandcDeps => {
            let (mut found, position) = blocks::split(text, position, empty_lines);
            // What the parser says about itself at the head of a file is no sentence.
            found.retain(|raw| !candc::is_head(&text[raw.start..raw.end]));
            (found, position)
        }
        Format::Rasp => rasp_output::split(text, position),
        Format::Lists(layout) => lists::split(layout, text, position),
        Format::Numbered | Format::DepBank => {
            let all = Raw { start: 0, end: text.len(), at: position };
            (VecDeque::from([all]), position.after(text))
        }
    })
}

impl Format {
    /// Guesses from the start of a text; what looks like nothing else is taken for trees.
    #[doc(hidden)]
    pub fn guess(start: &[u8]) -> Format {
        let first = blocks::saying_lines(start).next();
        if export::begins(start) {
            return Format::Export;
        }
        if first.is_some_and(discbracket::is_tree) {
            return Format::Discbracket;
        }
        if first.is_some_and(rasp_output::is_heading) {
            return Format::Rasp;
        }
        if let Some(relations) = guess::relations_alone(start) {
            return relations;
        }
        if native::is_mst(start) {
            return Format::Mst;
        }
        if native::is_collins(start) {
            return Format::Collins;
        }
        match Columns::guess(start) {
            Some(columns) => Format::Columns(columns),
            None if first.is_some_and(stanford::is_dependency) => Format::Stanford,
            None if first.is_some_and(categorial::is_dependency) => Format::CandcDeps,
            None if first.is_some_and(categorial::is_heading) => Format::Parg,
            None if first.is_some_and(candc::is_first_line) => Format::Candc,
            None => Format::Penn(Layout::guess(start)),
        }
    }
}

impl<'t> Sentence<'t> {
    /// A tree, by the reader of its format.
    pub(crate) fn tree(self, space: &mut TreeSpace) -> TreeReading<'t> {
        match self.format {
            Format::Discbracket => discbracket::read(self.text, space),
            Format::Export => export::read(self.text),
            // What is no tree is read as one, so that its faults have names.
            Format::Penn(_)
            | Format::Lines
            | Format::Lists(_)
            | Format::Collins
            | Format::Columns(_)
            | Format::Stanford
            | Format::Mst
            | Format::Parg
            | Format::Numbered
            | Format::DepBank
            | Format::Rasp
            | Format::Candc
            | Format::CandcDeps => penn::read_with(self.text, Grammar::Lenient, space),
        }
    }

    /// Typed dependencies as text.
    pub(crate) fn typed(self) -> Cow<'t, TypedReading> {
        match self.held_typed() {
            Some(kept) => Cow::Borrowed(kept),
            None => Cow::Owned(TypedReading::of(self.text)),
        }
    }

    /// Words with one head each, by the reader of its format.
    pub(crate) fn heads(self, roots: Roots, space: &mut ColumnSpace) -> ColumnReading<'t> {
        if let Some(kept) = self.held_columns(space)
            && let Some(reading) = kept.over(self.text, roots)
        {
            return reading;
        }
        let columns = match self.format {
            Format::Columns(columns) => columns,
            // What is no table of columns is read as one, so that its faults have names.
            _ => Columns::Conllu,
        };
        conllu::read_with(self.text, columns, roots, space)
    }

    /// Relations between words with numbers, by the reader of its format.
    pub(crate) fn linked(self) -> Result<Linked<'t>, Wrong> {
        match self.format {
            Format::Rasp => rasp_output::read_linked(self.text),
            // What are no such relations is read as the C&C parser's, so that its faults have names.
            _ => candc::read_linked(self.text),
        }
    }

    /// Dependencies between words with categories, by the reader of its format.
    pub(crate) fn categorial(self) -> Result<Categorial<'t>, Wrong> {
        match self.format {
            Format::Parg => categorial::read_parg(self.text),
            // And what are no such dependencies, as those of the C&C parser.
            _ => categorial::read(self.text),
        }
    }
}

/// The words of a tree, in the order of the sentence with a blank behind each; nothing for formats whose words can be
/// seen in the text without reading it.
pub fn words_in_order(text: &[u8], format: Format) -> Option<Vec<u8>> {
    if format.has_words_in_text() {
        return None;
    }
    let mut space = TreeSpace::default();
    let tree = Sentence::new(text, Position::start_of(1), format).tree(&mut space).tree;
    let mut words: Vec<(u32, &[u8])> =
        tree.ranks().into_iter().zip(tree.leaves().map(|(_, word)| word)).collect();
    words.sort_unstable_by_key(|(rank, _)| *rank);
    Some(words.iter().flat_map(|(_, word)| [*word, b" "]).flatten().copied().collect())
}
