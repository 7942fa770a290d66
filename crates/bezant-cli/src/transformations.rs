//! `bezant entail generate --list`: the transformations, made from the rules themselves. `docs/transformations.md` is
//! made from it.

use bezant::entailment::generate::find::StyleDifference;
use bezant::entailment::generate::{Construction, Language, Rule, Withheld, relation_name};

/// The list as a page in Markdown.
pub fn page(language: &dyn Language) -> String {
    let mut page = format!(
        "# Transformations\n\nEvery rule by which `bezant entail generate` writes {} hypotheses, made from the rules \
         themselves;\n`bezant entail generate --list` prints the same. Of the rules for one relation the first that \
         can write is taken;\nwith `--all` every one writes. `--rules NAME,...` lets only some write, `--without \
         NAME,...` takes some away.\n\n| rule | relation | text | hypothesis | undone by |\n|---|---|---|---|---|\n",
        language.title()
    );
    for Rule { name, relation, text, hypothesis, undone_by } in language.rules() {
        let relation = relation_name(relation, Construction::Plain);
        page +=
            &format!("| `{name}` | {relation} | {text} | {hypothesis} | {} |\n", undone(undone_by));
    }
    page += "\n*Undone by* is what `bezant entail decide` has for it. A name is a switch of `--equate`, which the modules \
             `stanford`\nand `ud` have on and the others take; `--dummies` means that words which are not in the text, \
             such as *somebody*,\nare left out of account by every module, and by that option also where the text has \
             them. *Nothing needed* says it as\nthe text does; for *no switch* the answer is NO although it follows.\n";
    page += "\n## What is set aside\n\nDifferences between parses that say nothing about the sentence. `--count NAME,...` \
             takes them for differences, too.\n\n| name | set aside if |\n|---|---|\n";
    for convention in StyleDifference::ALL {
        page += &format!("| `{}` | {} |\n", convention.name(), convention.about());
    }
    page += "\n## What is withheld\n\nNothing is written, and the reason is counted, where a sentence would be wrong, \
             say nothing, or not be answerable\nfrom the text.\n\n";
    for reason in Withheld::ALL {
        page += &format!("* {reason}\n");
    }
    page
}

fn undone(by: &str) -> String {
    let shown = |one: &str| match one {
        "dummies" => "`--dummies`".to_string(),
        switch => format!("`{switch}`"),
    };
    match by {
        "" => "nothing needed".to_string(),
        "none" => "no switch".to_string(),
        by => by.split(", ").map(shown).collect::<Vec<_>>().join(", "),
    }
}
