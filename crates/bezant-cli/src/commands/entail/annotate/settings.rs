//! What a store remembers of how it was served, so that starting it again shows people the same pages: what
//! they agreed to must not change because an option was left out.

use std::path::Path;

use anyhow::Context;
use bezant_annotate::{Options, Store, Texts};

use crate::args::AnnotateArgs;
use crate::commands::load;

/// Typed where something is not wanted any more.
pub const NONE: &str = "-";

/// Options that are kept, with what was typed.
pub type Typed = [(&'static str, Option<String>); 7];

/// What was typed. An empty text says nothing on a page, but stands for a code that is made.
pub fn typed(args: &AnnotateArgs) -> anyhow::Result<Typed> {
    let people = &args.people;
    let texts = match &args.asking.texts {
        Some(path) => {
            let (name, text) = load(path)?;
            let text = String::from_utf8(text.to_vec());
            let text = text.with_context(|| format!("{name} is not UTF-8"))?;
            Texts::read(&name, &text)?;
            Some(text)
        }
        None => None,
    };
    let words = |text: &Option<String>| {
        text.clone().map(|text| if text.trim().is_empty() { NONE.to_string() } else { text })
    };
    let price = people.price.as_ref().map(|(amount, unit)| format!("{amount} {unit}"));
    Ok([
        ("contact", words(&people.contact)),
        ("retention", words(&people.retention)),
        ("price", price),
        ("code", people.code.clone()),
        ("completion", people.completion.clone()),
        ("texts", texts),
        ("language", words(&args.asking.language)),
    ])
}

/// Fills options from what was typed, and what was not from the store.
pub fn recall(
    typed: &Typed,
    path: &Path,
    store: Option<&Store>,
    options: &mut Options,
) -> anyhow::Result<()> {
    for (option, typed) in typed {
        let value = match (typed, store) {
            (None, Some(store)) => store.kept(option)?,
            (typed, _) => typed.clone(),
        };
        let value = value.filter(|value| value != NONE);
        match *option {
            "contact" => options.contact = value,
            "retention" => options.retention = value,
            "code" => options.code = value,
            "completion" => options.completion = value,
            "language" => options.language = value,
            "price" => {
                options.price = value.as_deref().and_then(|value| {
                    let (amount, unit) = value.split_once(' ')?;
                    Some((amount.parse().ok()?, unit.to_string()))
                });
            }
            _ => {
                let Some(text) = value else { continue };
                let texts = Texts::read(&format!("the texts in {}", path.display()), &text);
                options.texts = texts.context("give other texts by --texts")?;
            }
        }
    }
    Ok(())
}

/// Keeps what was typed, and says what people see otherwise from now on.
#[allow(clippy::print_stderr)]
pub fn keep(typed: &Typed, store: &mut Store, quiet: bool) -> anyhow::Result<()> {
    for (option, typed) in typed {
        let Some(value) = typed else { continue };
        let before = store.keep(option, value)?;
        let Some(before) = before.filter(|before| before != value && !quiet) else { continue };
        match *option {
            "texts" => eprintln!("note: --texts has other words than before"),
            // Nothing that lets people in, or has them paid, is among messages.
            "code" | "completion" => eprintln!("note: --{option} is not what it was before"),
            _ => eprintln!("note: --{option} was before: {before}"),
        }
    }
    Ok(())
}
