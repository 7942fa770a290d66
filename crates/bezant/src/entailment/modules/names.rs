//! Names that Stanford dependencies had about 2010, as the last version has them: whichever a file
//! was written with, one parse has one answer.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::entailment::analysis::{Analysis, Arc};

/// Names that the last version no longer has.
const OLDER: [&str; 6] = ["xsubj", "rel", "partmod", "infmod", "complm", "abbrev"];

/// The same relations under their last names, each in its place.
pub(super) fn last(analysis: &Analysis) -> Cow<'_, Analysis> {
    let is_older = |arc: &Arc| OLDER.contains(&&*arc.relation);
    if !analysis.arcs.iter().any(is_older) {
        return Cow::Borrowed(analysis);
    }
    let governors = |names: &[&str]| -> BTreeSet<usize> {
        let named = analysis.arcs.iter().filter(|arc| names.contains(&&*arc.relation));
        named.map(|arc| arc.governor).collect()
    };
    let passive = governors(&["auxpass"]);
    let with_object = governors(&["pobj", "pcomp"]);
    let mut renamed = analysis.clone();
    for arc in renamed.arcs.iter_mut().filter(|arc| is_older(arc)) {
        let name = match &*arc.relation {
            "xsubj" if passive.contains(&arc.governor) => "nsubjpass",
            "xsubj" => "nsubj",
            "complm" => "mark",
            "abbrev" => "appos",
            // A relative pronoun is the object of a preposition that has none, or of the verb.
            "rel" => {
                let bare = analysis.arcs.iter().find(|prep| {
                    prep.relation == "prep"
                        && prep.governor == arc.governor
                        && !with_object.contains(&prep.dependent)
                });
                match bare {
                    Some(prep) => {
                        arc.governor = prep.dependent;
                        "pobj"
                    }
                    None => "dobj",
                }
            }
            _ => "vmod",
        };
        arc.relation = name.into();
    }
    Cow::Owned(renamed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Answer;
    use crate::entailment::modules::ModuleName;

    #[test]
    fn older_names_get_the_answers_of_the_last_ones() {
        let read = |lines: &str| Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
        let text = read("nsubj(wants-2, John-1); xcomp(wants-2, sleep-4); xsubj(sleep-4, John-1)");
        let hypothesis = read("nsubj(sleeps-2, John-1)");
        for name in ModuleName::ALL.into_iter().filter(|name| *name != ModuleName::Paths) {
            for module in [name.module(), name.published()] {
                let decision = module.decide(Some(&text), Some(&hypothesis));
                assert_eq!(decision.answer, Answer::Yes, "{name:?}");
            }
        }
    }

    #[test]
    fn what_a_relative_pronoun_is_can_be_told() {
        let shown = |lines: &str| -> Vec<String> {
            let analysis = Analysis::from_lines(&lines.replace("; ", "\n")).unwrap();
            let last = last(&analysis);
            last.arcs.iter().map(|arc| last.shown(arc).to_string()).collect()
        };
        assert_eq!(shown("rel(saw-3, whom-1)"), ["dobj(see, whom)"]);
        let bare = shown("rel(spoke-3, whom-1); prep(spoke-3, to-4)");
        assert_eq!(bare, ["pobj(to, whom)", "prep(speak, to)"]);
        let passive = shown("xsubj(seen-5, dog-1); auxpass(seen-5, be-4); partmod(dog-1, left-2)");
        assert_eq!(passive, ["nsubjpass(see, dog)", "auxpass(see, be)", "vmod(dog, leave)"]);
    }
}
