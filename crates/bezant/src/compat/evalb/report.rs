//! The two output streams, the count of errors, rows and totals.

use std::io::{self, BufWriter, Write};

use crate::compat::evalb::arguments::{Compact, Settings};
use crate::counts::ratio;
use crate::error::Error;

/// Why a run ends before its end.
pub(super) enum Stop {
    /// The original calls `exit`.
    Exit(i32),
    /// Reading or writing failed.
    Broken(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Broken(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Broken(io::Error::other(error))
    }
}

/// What the row of a sentence says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStatus {
    Scored = 0,
    Error = 1,
    Skipped = 2,
    /// Without a parse, but counted (`-X`).
    Unparsed = 3,
}

/// The figures of a sentence.
#[derive(Clone, Copy, Default)]
pub(super) struct Figures {
    pub(super) matched: u64,
    pub(super) gold: u64,
    pub(super) test: u64,
    pub(super) crossing: u64,
    pub(super) words: u64,
    pub(super) tags: u64,
}

/// Where everything is written, and what has been written.
pub(super) struct EvalbReport<'a> {
    pub(super) out: BufWriter<&'a mut dyn Write>,
    pub(super) err: BufWriter<&'a mut dyn Write>,
    pub(super) line: u64,
    pub(super) status: RowStatus,
    pub(super) max_errors: i32,
    n_errors: i64,
    all: Totals,
    short: Totals,
}

#[derive(Default)]
struct Totals {
    sentences: u64,
    errors: u64,
    skipped: u64,
    exact: u64,
    no_crossing: u64,
    few_crossing: u64,
    sum: Figures,
}

const RULE: &str = "============================================================================";

impl<'a> EvalbReport<'a> {
    pub(super) fn new(out: &'a mut dyn Write, err: &'a mut dyn Write) -> EvalbReport<'a> {
        EvalbReport {
            out: BufWriter::with_capacity(64 << 10, out),
            err: BufWriter::new(err),
            line: 1,
            status: RowStatus::Scored,
            max_errors: 0,
            n_errors: 0,
            all: Totals::default(),
            short: Totals::default(),
        }
    }

    /// Everything is out; messages first, since the original keeps the rest back.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.err.flush()?;
        self.out.flush()
    }

    /// Messages are out, and the next line begins.
    pub(super) fn next_line(&mut self) -> io::Result<()> {
        if !self.err.buffer().is_empty() {
            self.err.flush()?;
        }
        self.line += 1;
        self.status = RowStatus::Scored;
        Ok(())
    }

    /// Reports an error in the current line; one too many ends the run.
    pub(super) fn error(&mut self, parts: &[&[u8]]) -> Result<(), Stop> {
        self.status = RowStatus::Error;
        write!(self.err, "{} : ", self.line)?;
        for part in parts {
            self.err.write_all(part)?;
        }
        self.err.write_all(b"\n")?;
        let too_many = self.n_errors > i64::from(self.max_errors);
        self.n_errors += 1;
        if too_many { Err(Stop::Exit(1)) } else { Ok(()) }
    }

    pub(super) fn head(&mut self) -> io::Result<()> {
        let first = "  Sent.                        Matched  Bracket   Cross        Correct Tag";
        let second = " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy";
        writeln!(self.out, "{first}\n{second}\n{RULE}")
    }

    /// Adds a sentence to the totals and prints its row.
    pub(super) fn row(&mut self, length: u32, cutoff: i32, figures: &Figures) -> io::Result<()> {
        self.all.add(self.status, figures);
        if i64::from(length) <= i64::from(cutoff) {
            self.short.add(self.status, figures);
        }
        let Figures { matched, gold, test, crossing, words, tags } = *figures;
        writeln!(
            self.out,
            "{:4}  {length:3}    {}  {:6.2} {:6.2}   {matched:3}    {gold:3}  {test:3}    {crossing:3}   {words:4}  {tags:4}   {:6.2}",
            self.line,
            self.status as u8,
            percent(matched, gold),
            percent(matched, test),
            percent(tags, words),
        )
    }

    /// What comes after the last row.
    pub(super) fn totals(&mut self, settings: &Settings) -> io::Result<()> {
        let (all, short, out) = (&self.all, &self.short, &mut self.out);
        let name = |name: &Option<std::ffi::OsString>| {
            name.as_ref().map_or(&b"(null)"[..], |name| name.as_encoded_bytes()).to_vec()
        };
        match settings.compact {
            Some(Compact::All) => return all.compact(&name(&settings.test), out),
            Some(Compact::UpToCutoff) => return short.compact(&name(&settings.test), out),
            None => {}
        }
        writeln!(out, "{RULE}")?;
        let Figures { matched, gold, test, crossing, words, tags } = all.sum;
        if gold > 0 && test > 0 {
            let (recall, precision) = (percent(matched, gold), percent(matched, test));
            write!(
                out,
                "                {recall:6.2} {precision:6.2} {matched:6} {gold:5} {test:5}  {crossing:5}"
            )?;
        }
        writeln!(out, "  {words:5} {tags:5}   {:6.2}", percent(tags, words))?;
        if settings.show_names {
            let (gold, test) = (name(&settings.gold), name(&settings.test));
            out.write_all(&[b"=== Summary: ", &gold[..], b"\tvs\t", &test, b" ===\n"].concat())?;
        } else {
            writeln!(out, "=== Summary ===")?;
        }
        writeln!(out, "\n-- All --")?;
        all.summary(out)?;
        writeln!(out, "\n-- len<={} --", settings.parameters.cutoff)?;
        short.summary(out)
    }
}

impl Totals {
    fn add(&mut self, status: RowStatus, figures: &Figures) {
        self.sentences += 1;
        match status {
            RowStatus::Error => self.errors += 1,
            RowStatus::Skipped => self.skipped += 1,
            RowStatus::Scored | RowStatus::Unparsed => {
                let Figures { matched, gold, test, crossing, words, tags } = *figures;
                self.sum.matched += matched;
                self.sum.gold += gold;
                self.sum.test += test;
                self.sum.crossing += crossing;
                self.sum.words += words;
                self.sum.tags += tags;
                self.exact += u64::from(gold == test && test == matched);
                self.no_crossing += u64::from(crossing == 0);
                self.few_crossing += u64::from(crossing <= 2);
            }
        }
    }

    fn valid(&self) -> u64 {
        self.sentences - self.errors - self.skipped
    }

    fn f_measure(&self) -> String {
        let recall = percent(self.sum.matched, self.sum.gold);
        let precision = percent(self.sum.matched, self.sum.test);
        let f = 2.0 * precision * recall / (precision + recall);
        // The sign is what x86 gives zero divided by zero.
        if f.is_nan() { "  -nan".to_string() } else { format!("{f:6.2}") }
    }

    fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let valid = self.valid();
        let average = ratio(self.sum.crossing, valid).unwrap_or(0.0);
        writeln!(out, "Number of sentence        = {:6}", self.sentences)?;
        writeln!(out, "Number of Error sentence  = {:6}", self.errors)?;
        writeln!(out, "Number of Skip  sentence  = {:6}", self.skipped)?;
        writeln!(out, "Number of Valid sentence  = {valid:6}")?;
        writeln!(
            out,
            "Bracketing Recall         = {:6.2}",
            percent(self.sum.matched, self.sum.gold)
        )?;
        writeln!(
            out,
            "Bracketing Precision      = {:6.2}",
            percent(self.sum.matched, self.sum.test)
        )?;
        writeln!(out, "Bracketing FMeasure       = {}", self.f_measure())?;
        writeln!(out, "Complete match            = {:6.2}", percent(self.exact, valid))?;
        writeln!(out, "Average crossing          = {average:6.2}")?;
        writeln!(out, "No crossing               = {:6.2}", percent(self.no_crossing, valid))?;
        writeln!(out, "2 or less crossing        = {:6.2}", percent(self.few_crossing, valid))?;
        let accuracy = percent(self.sum.tags, self.sum.words);
        writeln!(out, "Tagging accuracy          = {accuracy:6.2}")
    }

    /// The one line of the shared task. What it calls precision is recall, and the reverse.
    fn compact(&self, name: &[u8], out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "F1: {} %\tPrec: {:6.2} %\tRec: {:6.2} %\tPOS: {:6.2} %\tEX: {:6.2} %\tUnparsed: {:6}\tSent: {:6}\tfile: ",
            self.f_measure(),
            percent(self.sum.matched, self.sum.gold),
            percent(self.sum.matched, self.sum.test),
            percent(self.sum.tags, self.sum.words),
            percent(self.exact, self.valid()),
            self.skipped + self.errors,
            self.sentences,
        )?;
        out.write_all(name)?;
        out.write_all(b"\n")
    }
}

/// Computed in the original's order: where the last digit is a tie, it decides.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}
