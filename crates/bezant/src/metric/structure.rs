//! What metrics compare, and how a sentence of a file becomes it.

use crate::error::{self, Place, Remedy, shortened};
use crate::formats::{Reader, Sentence};
use crate::metric::{Reason, Size, Unreadable};

/// A kind of structure, such as trees, and how it is read: [`Trees`](crate::Trees),
/// [`Arcs`](crate::metrics::dependencies::Arcs), [`RelationSets`](crate::metrics::relations::RelationSets), or text
/// alone, [`Lines`].
pub trait Structure: Sized {
    /// The structure of one sentence, borrowed from its text.
    type Of<'t>;
    /// What can be wrong with a sentence.
    #[doc(hidden)]
    type Fault: Fault;
    /// What there is to choose in reading.
    type Options: Default;
    /// Memory that is used again for the next sentence.
    #[doc(hidden)]
    type Space: Default + Send;

    /// Fails where a file holds something else; asked before anything is read.
    #[doc(hidden)]
    fn check(file: &Reader) -> error::Result<()>;

    /// A file as this is read of it, where one has to see all of it.
    #[doc(hidden)]
    fn prepared(file: Reader) -> error::Result<Reader> {
        Self::check(&file)?;
        Ok(file)
    }

    /// Reads a sentence. With faults, the structure is what could be read all the same.
    #[doc(hidden)]
    fn read<'t>(
        sentence: Sentence<'t>,
        options: &Self::Options,
        space: &mut Self::Space,
    ) -> (Self::Of<'t>, Vec<Self::Fault>);

    /// How large a sentence is.
    #[doc(hidden)]
    fn size(structure: &Self::Of<'_>) -> Size;

    /// Why a [`Metric`](crate::Metric), which is told nothing of such things, cannot count a structure.
    #[doc(hidden)]
    fn unfit(_structure: &Self::Of<'_>) -> Option<Reason> {
        None
    }

    /// Takes the memory of a structure back.
    #[doc(hidden)]
    fn recycle(_structure: Self::Of<'_>, _space: &mut Self::Space) {}
}

/// Something wrong with a sentence.
pub trait Fault {
    /// Where it is, in bytes from the start of the sentence.
    fn at(&self) -> usize;

    /// What it is.
    fn problem(&self) -> String;

    /// What mends it.
    #[doc(hidden)]
    fn remedy(&self) -> Remedy {
        Remedy::MendFile
    }
}

/// A sentence that was read.
pub struct Read<'t, S: Structure> {
    /// Its text, and where that stands.
    #[doc(hidden)]
    pub sentence: Sentence<'t>,
    /// What it says.
    pub structure: S::Of<'t>,
    /// What is wrong with it; nothing for a sound one.
    #[doc(hidden)]
    pub faults: Vec<S::Fault>,
}

/// What is wrong is said in so many characters: with where it is, a line of a message.
const LONGEST_PROBLEM: usize = 600;

impl<'t, S: Structure> Read<'t, S> {
    /// Whether nothing is wrong with it; else the structure is what could be read all the same.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    pub(crate) fn new(
        sentence: Sentence<'t>,
        options: &S::Options,
        space: &mut S::Space,
    ) -> Read<'t, S> {
        let (structure, faults) = S::read(sentence, options, space);
        Read { sentence, structure, faults }
    }

    /// A fault with its place in the file.
    pub(crate) fn unreadable(&self, fault: &S::Fault) -> Unreadable {
        let Sentence { text, at, .. } = self.sentence;
        let position = Place::locate(text, fault.at(), at).position;
        Unreadable {
            line: position.line,
            column: position.column,
            problem: shortened(&fault.problem(), LONGEST_PROBLEM).into_owned(),
            remedy: fault.remedy(),
        }
    }
}

/// Sentences as they are: for metrics that look at nothing but text.
pub struct Lines;

/// There is nothing wrong with any text.
impl Fault for std::convert::Infallible {
    fn at(&self) -> usize {
        match *self {}
    }

    fn problem(&self) -> String {
        match *self {}
    }
}

impl Structure for Lines {
    type Of<'t> = &'t [u8];
    type Fault = std::convert::Infallible;
    type Options = ();
    type Space = ();

    fn check(_file: &Reader) -> error::Result<()> {
        Ok(())
    }

    fn read<'t>(
        sentence: Sentence<'t>,
        _options: &(),
        _space: &mut (),
    ) -> (&'t [u8], Vec<std::convert::Infallible>) {
        (sentence.text, Vec::new())
    }

    fn size(text: &&[u8]) -> Size {
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        Size { length: u32::try_from(words.count()).unwrap_or(u32::MAX), depth: 0 }
    }
}
