//! Pairs for people elsewhere: what platforms for crowds and spreadsheets read, and what they give back.
//!
//! Neither answers nor the words that a pair is about go out. What comes back becomes
//! [judgements](crate::entailment::judgements) whose annotators are numbers: the platforms' names of people
//! are never kept.

mod form;
mod results;

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_xml::escape::escape;
use sha2::{Digest, Sha256};

use crate::counts::average;
use crate::entailment::generate::choose::{seeded, shuffle};
use crate::entailment::pairs::{Pair, Pairs};

pub use form::{Asking, SheetTexts, mechanical_turk_form};
pub use results::{Crowd, Submissions, mechanical_turk, prolific, spreadsheets};

/// Pairs that one person answers in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSheet<'p> {
    /// Its number, the first being 1.
    pub number: usize,
    /// Its pairs.
    pub pairs: Vec<&'p Pair>,
}

/// Deals pairs out to sheets of at most so many, all but one of them equally full or one pair less. Pairs
/// of one text come to different sheets while there are enough; what comes where is drawn by a seed.
pub fn sheets(pairs: &Pairs, most: usize, seed: u64) -> Vec<QuestionSheet<'_>> {
    let mut texts: BTreeMap<&str, Vec<&Pair>> = BTreeMap::new();
    for pair in &pairs.pairs {
        texts.entry(&pair.text).or_default().push(pair);
    }
    let mut rng = seeded(seed);
    let mut texts: Vec<Vec<&Pair>> = texts.into_values().collect();
    shuffle(&mut texts, &mut rng);
    let n = pairs.pairs.len().div_ceil(most.max(1));
    let mut sheets: Vec<QuestionSheet> =
        (1..=n).map(|number| QuestionSheet { number, pairs: Vec::new() }).collect();
    for (at, pair) in texts.into_iter().flatten().enumerate() {
        sheets[at % n].pairs.push(pair);
    }
    for sheet in &mut sheets {
        shuffle(&mut sheet.pairs, &mut rng);
    }
    sheets
}

/// How many pairs the fullest sheet has.
fn fullest(sheets: &[QuestionSheet<'_>]) -> usize {
    sheets.iter().map(|sheet| sheet.pairs.len()).max().unwrap_or_default()
}

/// A batch for Mechanical Turk: one row a sheet, with `id1`, `text1`, `hypothesis1` and so on. Sentences are
/// escaped, because they are put into [a page](mechanical_turk_form) as they are.
pub fn mechanical_turk_batch(sheets: &[QuestionSheet<'_>], out: &mut dyn Write) -> io::Result<()> {
    let n = fullest(sheets);
    let mut table = csv::Writer::from_writer(out);
    let names = (1..=n).flat_map(|n| ["id", "text", "hypothesis"].map(|name| format!("{name}{n}")));
    table.write_record(["sheet".to_string()].into_iter().chain(names))?;
    for sheet in sheets {
        let mut row = vec![sheet.number.to_string()];
        for pair in &sheet.pairs {
            row.extend([pair.id.clone(), in_page(&pair.text), in_page(&pair.hypothesis)]);
        }
        row.resize(1 + 3 * n, String::new());
        table.write_record(row)?;
    }
    table.flush()
}

/// Text for a page. The platform refuses files with characters of four bytes, which pages can have by number.
fn in_page(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escape(text).chars() {
        match u32::from(c) {
            code @ 0x1_0000.. => out.push_str(&format!("&#{code};")),
            _ => out.push(c),
        }
    }
    out
}

/// A table for spreadsheets: one row a pair, with an empty column for the answer. It begins with a byte
/// order mark, without which some take UTF-8 for the letters of a country.
pub fn spreadsheet(sheets: &[QuestionSheet<'_>], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\xEF\xBB\xBF")?;
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["sheet", "id", "text", "hypothesis", "answer"])?;
    for sheet in sheets {
        let number = sheet.number.to_string();
        for pair in &sheet.pairs {
            let [text, hypothesis] = [&pair.text, &pair.hypothesis].map(|text| no_formula(text));
            table.write_record([&number, &pair.id, &text, &hypothesis, ""])?;
        }
    }
    table.flush()
}

/// Spreadsheets compute what begins like a formula; an apostrophe keeps them from it.
fn no_formula(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_string(),
    }
}

/// Links for Prolific: one row a sheet, with the code that says it is done. `link` is where a sheet is
/// answered, with `{sheet}` for its number; what Prolific knows of the person is added to it.
pub fn prolific_links(
    sheets: &[QuestionSheet<'_>],
    link: &str,
    seed: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["sheet", "pairs", "url", "completion_code", "completion_url"])?;
    for sheet in sheets {
        let mut url = link.replace("{sheet}", &sheet.number.to_string());
        url.push(if url.contains('?') { '&' } else { '?' });
        url +=
            "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}";
        let code = completion_code(sheet, seed);
        let done = format!("https://app.prolific.com/submissions/complete?cc={code}");
        let n = sheet.pairs.len().to_string();
        table.write_record([&sheet.number.to_string(), &n, &url, &code, &done])?;
    }
    table.flush()
}

/// Eight letters and digits that nobody can tell who has not got all sentences of the sheet and the seed.
fn completion_code(sheet: &QuestionSheet<'_>, seed: u64) -> String {
    // Without those that look alike.
    const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    hash.update(sheet.number.to_le_bytes());
    for pair in &sheet.pairs {
        for part in [&pair.id, &pair.text, &pair.hypothesis] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
    }
    let digest = hash.finalize();
    digest.iter().take(8).map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// What is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidFor {
    /// Each sheet that somebody has answered.
    Sheet,
    /// Each judgement.
    Judgement,
    /// Each hour of work.
    Hour,
}

/// What work costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// In any currency.
    pub amount: f64,
    /// For what.
    pub per: PaidFor,
    /// What the platform takes on top, as a fraction.
    pub fee: f64,
}

/// Work that was done, or is to be done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Sheets, each by each person.
    pub sheets: u64,
    /// Judgements.
    pub judgements: u64,
    /// How long it took, where that is known.
    pub seconds: Option<f64>,
}

/// What work cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// In all, with the platform's fee.
    pub all: f64,
    /// For one judgement.
    pub judgement: Option<f64>,
    /// What people got for an hour, without the fee.
    pub hour: Option<f64>,
}

impl Price {
    /// What work costs; nothing where it is paid by the hour and nobody knows how long it took.
    pub fn of(&self, work: Work) -> Option<Cost> {
        let hours = work.seconds.map(|seconds| seconds / 3600.0);
        let paid = self.amount
            * match self.per {
                PaidFor::Sheet => work.sheets as f64,
                PaidFor::Judgement => work.judgements as f64,
                PaidFor::Hour => hours?,
            };
        let all = paid * (1.0 + self.fee);
        Some(Cost {
            all,
            judgement: average(all, work.judgements),
            hour: hours.filter(|hours| *hours > 0.0).map(|hours| paid / hours),
        })
    }
}

#[cfg(test)]
mod tests;
