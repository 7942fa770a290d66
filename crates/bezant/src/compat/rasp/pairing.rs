//! Which sentences belong together: by number.

use crate::error::{Error, Place, Position, RelationFault, Result};
use crate::structures::relations::{RelationFile, SentenceTexts};

/// Checks that files have the same sentences, each under the same number.
///
/// The report wants the same number of sentences in all files and the same numbers in the same
/// order, and so does this.
pub(crate) fn by_number(
    gold: &RelationFile<'_>,
    system: &RelationFile<'_>,
    text: Option<&SentenceTexts<'_>>,
) -> Result<()> {
    let n = gold.sentences.len().min(system.sentences.len());
    let n = text.map_or(n, |text| n.min(text.sentences.len()));
    for at in 0..n {
        let (gold, system_number) = (gold.sentences[at].number, system.sentences[at].number);
        let text_number = text.map(|text| text.sentences[at].number);
        if gold != system_number || text_number.is_some_and(|number| number != gold) {
            let fault =
                RelationFault::NumberMismatch { text: text_number, gold, system: system_number };
            // The place is in the file that differs from gold.
            return Err(match text {
                Some(text) if gold == system_number => {
                    fail(text.name, text.text, text.sentences[at].at, fault)
                }
                _ => fail(system.name, system.text, system.sentences[at].at, fault),
            });
        }
    }
    let ended = [
        (gold.sentences.len(), gold.name, gold.text),
        (system.sentences.len(), system.name, system.text),
    ];
    let ended =
        ended.into_iter().chain(text.map(|text| (text.sentences.len(), text.name, text.text)));
    let longest = ended.clone().map(|(n, ..)| n).max();
    match ended.clone().find(|(n, ..)| Some(*n) != longest) {
        Some((_, name, text)) => Err(fail(name, text, text.len(), RelationFault::DifferentEnds)),
        None => Ok(()),
    }
}

fn fail(name: &str, text: &[u8], at: usize, fault: RelationFault) -> Error {
    Error::at(name, Place::locate(text, at, Position::start_of(1)), fault)
}
