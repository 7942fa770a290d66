//! Which format a text has.

use crate::formats::conllu::Columns;
use crate::formats::penn::Layout;
use crate::formats::relations::{candc, numbered, rasp_output};
use crate::formats::{categorial, native, stanford};
use crate::kinds::Format;

impl Format {
    /// Guesses from the start of a text; what looks like nothing else is taken for trees.
    pub fn guess(start: &[u8]) -> Format {
        let mut lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
        if first.is_some_and(rasp_output::is_heading) {
            return Format::Rasp;
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

    /// Guesses from the text of a file where relations are wanted.
    ///
    /// This is another question than [`Format::guess`], with other answers: a relation without
    /// numbers cannot be told from a tree, files of relations begin with declarations and comments
    /// of many kinds, so that any line may be the one that tells, and what looks like nothing is
    /// not taken for anything.
    pub fn guess_relations(text: &[u8]) -> Option<Format> {
        let mut looks_like_candc = false;
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            if line.starts_with(b"sentence(") {
                return Some(Format::DepBank);
            }
            if rasp_output::is_heading(line) {
                return Some(Format::Rasp);
            }
            // Numbers that start with another one are no relations of the C&C parser either.
            let is_number = !line.is_empty() && line.iter().all(u8::is_ascii_digit);
            if is_number || (numbered::is_first_number(line) && !line.contains(&b'\t')) {
                return Some(Format::Numbered);
            }
            if line.iter().filter(|&&byte| byte == b'\t').count() >= 7 {
                let columns = Columns::guess(text).unwrap_or(Columns::Conllx);
                return Some(Format::Columns(columns));
            }
            // Bracket declarations and comments of the numbered format start otherwise.
            looks_like_candc |= line.starts_with(b"(") || line.starts_with(b"<c>");
        }
        looks_like_candc.then_some(Format::Candc)
    }
}
