//! What is said of sentences beside their counts. It stands with the rows, so that it is saved and merged with
//! them: there as words by their names, here as what it is.

use crate::evaluation::{Groups, RowOutputs};
use crate::formats::repair::RepairKind;

const VALID: &str = "valid";
const FAITHFUL: &str = "faithful";
const REPAIRS: &str = "repairs";
const MISSING: &str = "missing";
const UNPARSED: &str = "unparsed";

/// What is said of one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What sentences are scored apart by, such as their source: by what, and which.
    pub groups: Groups,
    /// Of the outputs of a language model.
    pub outputs: Option<RowOutputs>,
    /// Why there was nothing to answer or to judge from, where that counts as wrong and is no reason to skip.
    pub missing: Option<Lacking>,
    /// How many answers to a question cannot be read, as often as each of them counts.
    pub n_unparsed: u64,
}

/// Why something is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Which of the reasons for which sentences are skipped, where it is one.
    pub reason: Option<&'static str>,
    /// In words.
    pub message: String,
}

/// Reasons for which a sentence may have nothing that could be judged.
const REASONS: [&str; 4] = ["system_missing", "no_parse", "text_mismatch", "system_unreadable"];

impl Lacking {
    pub(crate) fn words(&self) -> String {
        match self.reason {
            Some(reason) => format!("{reason}: {}", self.message),
            None => self.message.clone(),
        }
    }

    fn of_words(words: String) -> Lacking {
        let known = words.split_once(": ").and_then(|(name, message)| {
            Some((REASONS.into_iter().find(|reason| *reason == name)?, message.to_string()))
        });
        match known {
            Some((reason, message)) => Lacking { reason: Some(reason), message },
            None => Lacking { reason: None, message: words },
        }
    }
}

impl RowOutputs {
    fn add_words(&self, words: &mut Groups) {
        words.insert(VALID.to_string(), self.n_valid.to_string());
        words.insert(FAITHFUL.to_string(), self.n_faithful.to_string());
        // Those of other versions come last.
        let shown = self.repairs.iter().map(|(kind, n)| format!("{} {n}", kind.name()));
        let shown: Vec<String> = shown.chain(words.remove(REPAIRS)).collect();
        if !shown.is_empty() {
            words.insert(REPAIRS.to_string(), shown.join(", "));
        }
    }

    /// What words say, which are taken away; nothing where that is something else. Repairs of other versions stay.
    fn take_words(words: &mut Groups) -> Option<RowOutputs> {
        let number = |name: &str| words.get(name)?.parse().ok();
        let (n_valid, n_faithful) = (number(VALID)?, number(FAITHFUL)?);
        [VALID, FAITHFUL].iter().for_each(|name| drop(words.remove(*name)));
        let (mut repairs, mut others) = (Vec::new(), Vec::new());
        let said = words.remove(REPAIRS).unwrap_or_default();
        for one in said.split(", ").filter(|one| !one.is_empty()) {
            let known = one
                .rsplit_once(' ')
                .and_then(|(name, n)| Some((RepairKind::of_name(name)?, n.parse().ok()?)));
            match known {
                Some(repair) => repairs.push(repair),
                None => others.push(one),
            }
        }
        if !others.is_empty() {
            words.insert(REPAIRS.to_string(), others.join(", "));
        }
        Some(RowOutputs { n_valid, n_faithful, repairs })
    }
}

impl Remarks {
    /// As saved rows have it; nothing where nothing is said.
    pub(crate) fn words(&self) -> Groups {
        let mut words = self.groups.clone();
        if let Some(outputs) = &self.outputs {
            outputs.add_words(&mut words);
        }
        if let Some(missing) = &self.missing {
            words.insert(MISSING.to_string(), missing.words());
        }
        if self.n_unparsed > 0 {
            words.insert(UNPARSED.to_string(), self.n_unparsed.to_string());
        }
        words
    }

    /// Of saved rows; what they say in other words stays as it is.
    pub(crate) fn of_words(mut words: Groups) -> Remarks {
        let missing = words.remove(MISSING).map(Lacking::of_words);
        let outputs = RowOutputs::take_words(&mut words);
        // Of another version it may be something else, which is kept.
        let n_unparsed = words.get(UNPARSED).and_then(|n| n.parse().ok()).unwrap_or(0);
        if n_unparsed > 0 {
            words.remove(UNPARSED);
        }
        Remarks { groups: words, outputs, missing, n_unparsed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_what_it_was() {
        let check = |words: &[(&str, &str)]| {
            let words: Groups =
                words.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
            let said = Remarks::of_words(words.clone());
            assert_eq!(said.words(), words);
            said
        };
        let said = check(&[("source", "news"), ("missing", "no_parse: nothing came: so")]);
        let lacking = Lacking { reason: Some("no_parse"), message: "nothing came: so".to_string() };
        assert_eq!((said.missing, said.groups.len()), (Some(lacking), 1));
        let said = check(&[("missing", "T: nothing was returned")]);
        assert_eq!(said.missing.unwrap().reason, None);
        let said = check(&[("valid", "1"), ("faithful", "0"), ("repairs", "fence 1, unclosed 3")]);
        let outputs = said.outputs.unwrap();
        assert_eq!((outputs.n_valid, outputs.n_faithful, outputs.repairs.len()), (1, 0, 2));
        let said = check(&[("answer", "NO"), ("unparsed", "3")]);
        assert_eq!((said.n_unparsed, said.groups.len()), (3, 1));
        assert_eq!(check(&[("unparsed", "some")]).n_unparsed, 0);
        // What another version says is kept as it is, and takes nothing away from what is known.
        for words in [[("valid", "yes"), ("faithful", "1")], [("valid", "1"), ("repairs", "x")]] {
            assert_eq!(check(&words).outputs, None);
        }
        let said = check(&[("valid", "0"), ("faithful", "1"), ("repairs", "unclosed 3, magic 2")]);
        let outputs = said.outputs.unwrap();
        assert_eq!((outputs.n_valid, outputs.n_faithful, outputs.repairs.len()), (0, 1, 1));
    }
}
