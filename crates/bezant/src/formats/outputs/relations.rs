//! Relations of language models, one a line: what else stands there is taken away, sentence by sentence.

use std::collections::BTreeMap;

use crate::error::Position;
use crate::formats::outputs::Output;
use crate::formats::repair::{
    FactLines, Masked, RepairKind, RepairShape, Repairs, is_well_formed, mended_fact, note_line,
    repair,
};

/// A file of numbered relations, and what was done to each sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairedRelations {
    /// What is left.
    pub text: Vec<u8>,
    /// For each number what was done; nothing of sentences that are as they were.
    pub repairs: BTreeMap<u64, Repairs>,
    /// Where the output of each number stands, if they have places of their own.
    pub places: BTreeMap<u64, Position>,
    /// How many outputs a number has at most, of which the first is here.
    pub most: usize,
    /// Ids that are no numbers.
    pub unknown: Vec<String>,
}

/// Repairs a file of numbered relations, or of relations as the C&C parser prints them. What stands before
/// the first number is the first sentence's.
pub fn repair_relations(text: &[u8]) -> RepairedRelations {
    let masked = Masked::of_thoughts(text);
    let mut found = RepairedRelations::default();
    let mut at = 0;
    let mut number = 1;
    let mut is_open = false;
    for line in masked.text.split(|byte| *byte == b'\n') {
        let part = at..at + line.len();
        at = part.end + 1;
        let plain = line.trim_ascii();
        let digits = plain.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = digits > 0 && digits == plain.len();
        let is_kept = plain.is_empty() || is_number || matches!(plain[0], b'%' | b';');
        if is_number {
            number = String::from_utf8_lossy(plain).parse().unwrap_or(number);
        } else if plain.is_empty() && is_open {
            // Sentences of the C&C parser have no numbers, and end with an empty line.
            is_open = false;
        }
        let mut done = masked.done_in(&part);
        let facts = match is_kept || plain.starts_with(b"<c>") {
            true => vec![plain.to_vec()],
            false if plain.starts_with(b"```") || plain.starts_with(b"~~~") => {
                done.note(RepairKind::Fence, true);
                Vec::new()
            }
            false => {
                is_open = true;
                let fact = mended_fact(plain, FactLines::Bracketed, &mut done);
                if fact.is_empty() {
                    note_line(plain, &mut done);
                }
                fact
            }
        };
        for fact in facts {
            found.text.extend_from_slice(&fact);
            found.text.push(b'\n');
        }
        if !done.is_empty() {
            found.repairs.entry(number).or_default().extend(&done);
        }
    }
    found
}

/// Outputs with ids as a file of numbered relations.
pub fn numbered_relations(outputs: &[Output], repairs: bool) -> RepairedRelations {
    let shape = RepairShape::Facts(FactLines::Bracketed);
    let mut found = RepairedRelations::default();
    let mut by_number: BTreeMap<u64, (&Output, usize)> = BTreeMap::new();
    for (at, output) in (1..).zip(outputs) {
        let number =
            output.id.as_deref().map_or(Some(at), |id| super::number_in(id).map(|n| n as u64));
        match number {
            Some(number) => by_number.entry(number).or_insert((output, 0)).1 += 1,
            None => found.unknown.extend(output.id.clone()),
        }
    }
    for (number, (output, n)) in by_number {
        found.places.insert(number, output.at);
        found.most = found.most.max(n);
        let Some(text) = &output.text else { continue };
        let mut kept = text.clone();
        if repairs && !is_well_formed(text, shape) {
            let done = found.repairs.entry(number).or_default();
            match repair(text, shape) {
                Some(repaired) => {
                    done.extend(&repaired.done);
                    kept = repaired.text;
                }
                None => {
                    done.add(RepairKind::Missing, 1);
                    continue;
                }
            }
        }
        found.text.extend_from_slice(format!("{number}\n\n").as_bytes());
        found.text.extend_from_slice(kept.trim_ascii());
        found.text.extend_from_slice(b"\n\n");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_relations_go() {
        let text = "Here they are:\n1\n\n(ncsubj sleep John _)\n\n2\n\n- (dobj see Mary\nThe verb is see.\n";
        let found = repair_relations(text.as_bytes());
        assert_eq!(
            String::from_utf8(found.text).unwrap(),
            "1\n\n(ncsubj sleep John _)\n\n2\n\n(dobj see Mary)\n\n"
        );
        let kinds = |number: u64| -> Vec<&str> {
            found.repairs[&number].iter().map(|(kind, _)| kind.name()).collect()
        };
        assert_eq!(kinds(1), ["prose"]);
        assert_eq!(kinds(2), ["prose", "markup", "unclosed"]);
        let text = "1\n\nAnswer: (ncsubj sleep John _) (dobj see Mary)\n\n2\n\n\
                    (dobj see Mary) — object\n[(det dog the), (aux see has)]\n";
        let found = repair_relations(text.as_bytes());
        assert_eq!(
            String::from_utf8(found.text).unwrap(),
            "1\n\n(ncsubj sleep John _)\n(dobj see Mary)\n\n2\n\n(dobj see Mary)\n(det dog the)\n\
             (aux see has)\n\n"
        );
        let sound = "1\n\n(ncsubj sleep John _)\n";
        assert!(repair_relations(sound.as_bytes()).repairs.is_empty());
    }
}
