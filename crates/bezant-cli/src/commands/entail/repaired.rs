//! Parses of pairs that are outputs of language models: repaired, and put in the order of the sentences.

use std::collections::BTreeMap;

use bezant::english::tokens;
use bezant::entailment::Pairs;
use bezant::entailment::parses::Reading;
use bezant::formats::conllu::Roots;
use bezant::formats::outputs::{
    PlacedOutputs, Placing, format_of_outputs, place_file, place_outputs,
};
use bezant::formats::{Corpus, Format};
use bezant::source::Source;

use crate::args::OutputsArgs;
use crate::commands::outputs::Opened;
use crate::warnings::{self, Warning};

/// The sentences of a file of parses, and which of the pairs' they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sentences {
    All,
    Texts,
    Hypotheses,
}

/// A file of parses as a text that has one for each sentence, or an empty place.
pub fn text(
    opened: Opened<'_>,
    pairs: &Pairs,
    which: Sentences,
    (reading, args): (&mut Reading, &OutputsArgs),
) -> anyhow::Result<(String, Vec<u8>)> {
    let how = Placing { repairs: args.repair, roots: Roots::Any, by_text: false };
    let (name, outputs) = opened.outputs(args)?;
    let (format, placed) = match outputs {
        Ok(mut outputs) => {
            let texts = || outputs.iter().filter_map(|output| output.text.as_deref());
            let all: Vec<u8> = texts().collect::<Vec<_>>().join(&b'\n');
            let format = reading.format.unwrap_or_else(|| format_of_outputs(&all));
            let (gold, ids) = gold(pairs, which, format);
            for output in &mut outputs {
                let number = output.id.as_ref().and_then(|id| ids.get(id));
                number.into_iter().for_each(|number| output.id = Some(number.to_string()));
            }
            (format, place_outputs(&gold, &name, outputs, how)?)
        }
        Err(source) => {
            let text = source.rest()?;
            let format = reading.format.unwrap_or_else(|| format_of_outputs(&text));
            let (gold, _) = gold(pairs, which, format);
            let source = Source::from_bytes(name.as_str(), text.to_vec())?;
            (format, place_file(&gold, source, reading.format, how)?)
        }
    };
    // Each stands alone, in its line or its block.
    reading.format = Some(match format {
        Format::Penn(_) => Format::Penn(bezant::kinds::Layout::Lines),
        other => other,
    });
    let PlacedOutputs { runs, unknown, .. } = placed;
    if !unknown.is_empty() {
        let notice = Warning::UnknownOutputs { system: name.clone(), ids: unknown };
        warnings::print(&[notice], false);
    }
    if runs.len() > 1 {
        let notice = Warning::FirstOutputs { system: name.clone(), most: runs.len() };
        warnings::print(&[notice], false);
    }
    let mut text = Vec::new();
    for run in runs.iter().take(1) {
        if args.repair {
            let notice = Warning::Repaired { system: name.clone(), facts: run.facts.clone() };
            warnings::print(&[notice], false);
        }
        for sentence in run.corpus.texts() {
            match format {
                // A tree over several lines is one line here.
                Format::Penn(_) => {
                    let blank = |byte: &u8| if byte.is_ascii_whitespace() { b' ' } else { *byte };
                    text.extend(sentence.iter().map(blank));
                }
                _ => text.extend_from_slice(sentence.trim_ascii_end()),
            }
            let is_block = !matches!(format, Format::Penn(_)) && !sentence.is_empty();
            text.extend_from_slice(if is_block { b"\n\n" } else { b"\n" });
        }
    }
    Ok((name, text))
}

/// The sentences of pairs in the place of gold, as words alone; and their numbers by their names.
fn gold(pairs: &Pairs, which: Sentences, format: Format) -> (Corpus, BTreeMap<String, usize>) {
    let mut ids = BTreeMap::new();
    let mut texts = Vec::new();
    for (at, sentence) in pairs.sentences().enumerate() {
        let is_text = at % 2 == 0;
        if (which == Sentences::Texts && !is_text) || (which == Sentences::Hypotheses && is_text) {
            continue;
        }
        let side = if is_text { "t" } else { "h" };
        let words = tokens(sentence);
        let text: String = match format {
            Format::Columns(_) => (1..)
                .zip(&words)
                .map(|(number, word)| format!("{number}\t{word}\t_\t_\t_\t_\t0\t_\t_\t_\n"))
                .collect(),
            _ => {
                let word = |word: &&str| match *word {
                    "(" => "(X -LRB-)".to_string(),
                    ")" => "(X -RRB-)".to_string(),
                    word => format!("(X {})", word.replace('(', "-LRB-").replace(')', "-RRB-")),
                };
                words.iter().map(word).collect::<Vec<_>>().join(" ")
            }
        };
        texts.push(text.into_bytes());
        ids.insert(format!("{}.{side}", pairs.pairs[at / 2].id), texts.len());
    }
    (Corpus::from_sentences_in(format, &pairs.name, texts), ids)
}

/// Which sentences the files of parses have.
pub fn sentences_of(n_files: usize, at: usize) -> Sentences {
    match (n_files, at) {
        (2, 0) => Sentences::Texts,
        (2, _) => Sentences::Hypotheses,
        _ => Sentences::All,
    }
}
