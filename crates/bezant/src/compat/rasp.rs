//! What the evaluator released with RASP prints: its output file, and its confusion matrix.
//!
//! Under *original*, *hierarchy* and *unlabelled*, with all slots or head and dependent, this is
//! byte for byte the same. Its three departures from its own report (`docs/metrics/relations.md`)
//! are not reproduced: *equality*, *subsumption* and the slots of passive subjects are those of
//! the report, in the released program's layout.

mod lisp;
mod pairing;

use std::io::{self, Write};

use crate::counts::Tally;
use crate::error::{Result, Stream};
use crate::evaluation::sum;
use crate::metrics::relations::{
    Explained, Hierarchy, RelationCounts, Relations, Scheme, Slots, TypeConfusion, TypeMatch,
    TypeTallies, check,
};
use crate::structures::relations::{Relation, RelationFile, SentenceTexts};

/// What is compared. Files have the same sentences, and relations that the hierarchy knows.
#[derive(Clone, Copy)]
pub struct RaspComparison<'a> {
    /// Its hierarchy and assignment are used; the schemes are those below.
    pub metric: &'a Relations,
    /// The new scheme: by equality, subsumption or hierarchy.
    pub scheme: Scheme,
    /// What else is printed: *original* before it, *unlabelled* behind it, in whatever order they
    /// stand here.
    pub others: &'a [TypeMatch],
    /// Gold's relations.
    pub gold: &'a RelationFile<'a>,
    /// The system's relations.
    pub system: &'a RelationFile<'a>,
    /// The sentences, if they are known.
    pub text: Option<&'a SentenceTexts<'a>>,
}

/// A scheme with its heading and what each sentence contributes to it.
struct Section {
    scheme: Scheme,
    heading: &'static str,
    rows: Vec<(u64, TypeTallies)>,
    total: TypeTallies,
}

impl RaspComparison<'_> {
    /// Whether there is anything to compare, by the report's rules.
    ///
    /// # Errors
    /// Where a relation is not what the hierarchy says, or files have different sentences.
    pub fn check(&self) -> Result<()> {
        check(&self.metric.hierarchy, self.gold, Stream::Gold)?;
        check(&self.metric.hierarchy, self.system, Stream::System)?;
        pairing::by_number(self.gold, self.system, self.text)
    }

    /// Writes the output file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for at in 0..self.gold.sentences.len() {
            for (scheme, heading) in self.schemes() {
                self.write_sentence(at, scheme, heading, out)?;
            }
        }
        let sections = self.sections();
        for section in &sections {
            writeln!(out, "\n{} SENTENCE PERFORMANCE:", section.heading)?;
            section.write_sentences(out)?;
        }
        for section in &sections {
            if section.scheme.types == TypeMatch::Unlabelled {
                writeln!(out, "\n{} DEPENDENCY PERFORMANCE:", section.heading)?;
            } else {
                writeln!(out, "\n{} PERFORMANCE:", section.heading)?;
                section.write_types(&self.metric.hierarchy, self.scheme, out)?;
            }
            section.write_summary(out)?;
        }
        Ok(())
    }

    /// Writes the confusion matrix of the scheme in the middle. There, a rule precedes it.
    pub fn write_confusion(&self, out: &mut dyn Write) -> io::Result<()> {
        let metric = Relations { schemes: vec![self.scheme], ..self.metric.clone() };
        let mut confusion = TypeConfusion::default();
        let mut total = RelationCounts::default();
        for (gold, system) in self.gold.sentences.iter().zip(&self.system.sentences) {
            let counted = metric.count(&gold.relations, &system.relations);
            confusion.add(&counted.confusion);
            crate::counts::Counts::add(&mut total, &counted.counts, 1);
        }
        let total = total.tallies(&metric.hierarchy, self.scheme).micro();
        write_matrix(&metric.hierarchy, &confusion, total, out)
    }

    fn schemes(&self) -> Vec<(Scheme, &'static str)> {
        let unlabelled = Scheme { types: TypeMatch::Unlabelled, slots: self.scheme.slots };
        let original = Scheme { types: TypeMatch::Original, slots: Slots::All };
        let all = [(original, "ORIGINAL"), (self.scheme, "NEW SCHEME"), (unlabelled, "UNLABELLED")];
        let wanted =
            |scheme: &Scheme| *scheme == self.scheme || self.others.contains(&scheme.types);
        all.into_iter().filter(|(scheme, _)| wanted(scheme)).collect()
    }

    fn sections(&self) -> Vec<Section> {
        let schemes = self.schemes();
        let metric = Relations {
            schemes: schemes.iter().map(|(scheme, _)| *scheme).collect(),
            ..self.metric.clone()
        };
        let pairs = self.gold.sentences.iter().zip(&self.system.sentences);
        let rows: Vec<(u64, RelationCounts)> = pairs
            .map(|(gold, system)| {
                let counted = metric.count(&gold.relations, &system.relations);
                (gold.number, counted.counts)
            })
            .collect();
        let hierarchy = &metric.hierarchy;
        let total = sum(rows.iter().map(|(_, counts)| counts));
        let section = |(scheme, heading)| Section {
            scheme,
            heading,
            rows: rows
                .iter()
                .map(|(number, counts)| (*number, counts.tallies(hierarchy, scheme)))
                .collect(),
            total: total.tallies(hierarchy, scheme),
        };
        schemes.into_iter().map(section).collect()
    }

    fn write_sentence(
        &self,
        at: usize,
        scheme: Scheme,
        heading: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (gold, system) = (&self.gold.sentences[at], &self.system.sentences[at]);
        writeln!(out, "\n------------")?;
        match scheme.types {
            TypeMatch::Unlabelled => {
                writeln!(out, "{heading} DEPENDENCY MATCHES: {}", gold.number)?
            }
            TypeMatch::Original => writeln!(out, "{heading} MATCHES: {}", gold.number)?,
            _ => writeln!(out, "{heading} MATCHES:{}", gold.number)?,
        }
        let words = self.text.and_then(|text| text.sentences.get(at));
        out.write_all(words.map_or(&b""[..], |sentence| sentence.words))?;
        out.write_all(b"\n\nIn both:\n")?;
        let explained = self.metric.explain(scheme, &gold.relations, &system.relations);
        let Explained { matching, gold_passive, system_passive } = explained;
        let original = scheme.types == TypeMatch::Original;
        let hierarchy = &self.metric.hierarchy;
        let ours = |index: usize| {
            items(hierarchy, gold.relations.get(index), gold_passive[index] && !original)
        };
        let theirs = |index: usize| {
            items(hierarchy, system.relations.get(index), system_passive[index] && !original)
        };
        for pair in &matching.pairs {
            let column = lisp::write_list(&ours(pair.gold), b"   ", 0, out)?;
            lisp::write_list(&theirs(pair.system), b" : ", column, out)?;
            writeln!(out)?;
        }
        writeln!(out, "\nStandard only:")?;
        for &index in &matching.missed {
            lisp::write_list(&ours(index), b"   ", 0, out)?;
            writeln!(out)?;
        }
        writeln!(out, "\nTest only:")?;
        for &index in &matching.wrong {
            lisp::write_list(&theirs(index), b"   ", 0, out)?;
            writeln!(out)?;
        }
        writeln!(out)
    }
}

/// A relation's parts, the subject of a passive verb marked as one.
fn items<'r>(hierarchy: &Hierarchy, relation: Relation<'r>, passive: bool) -> Vec<&'r [u8]> {
    let mut items: Vec<&[u8]> = vec![relation.name];
    items.extend(relation.fillers.iter());
    let kind = hierarchy.find(relation.name).filter(|_| passive);
    let slots = kind.map(|kind| hierarchy.get(kind).slots.as_slice()).unwrap_or_default();
    for (item, role) in items.iter_mut().skip(1).zip(slots) {
        if *role == crate::metrics::relations::SlotRole::Initial {
            *item = b"obj";
        }
    }
    items
}

impl Section {
    fn write_sentences(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n------------\nSummary\n")?;
        writeln!(out, "Sentence     Precision          Recall          F-score          tst GRs")?;
        for (number, tallies) in &self.rows {
            let tally = tallies.micro();
            let [precision, recall, f1] = scores(tally).map(|score| lisp::fixed(score, 7));
            let system = lisp::fixed(tally.system as f32, 9);
            writeln!(
                out,
                "{number:4}           {precision}         {recall}          {f1}        {system}"
            )?;
        }
        self.write_summary(out)
    }

    fn write_summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let tally = self.total.micro();
        let n = self.rows.len() as f32;
        let [precision, recall, f1] = scores(tally).map(|score| lisp::fixed(score, 7));
        let system = lisp::fixed(tally.system as f32 / n, 7);
        let gold = lisp::fixed(tally.gold as f32 / n, 7);
        writeln!(
            out,
            "\nMicro-averaged\nPrecision      {precision}   Recall{recall}   F-score{f1}   \
             tst GRs{system} std GRs{gold}"
        )?;
        let [precision, recall, f1] = self.means().map(|score| lisp::fixed(score, 7));
        writeln!(out, "\nMacro-averaged\nPrecision      {precision}   Recall{recall}   F-score{f1}")
    }

    fn means(&self) -> [f32; 3] {
        let (mut precision, mut recall, mut n) = (0.0f32, 0.0f32, 0.0f32);
        for tally in self.total.by_type() {
            if tally.system > 0 {
                precision += tally.matched as f32 / tally.system as f32;
            }
            if tally.gold > 0 {
                recall += tally.matched as f32 / tally.gold as f32;
                n += 1.0;
            }
        }
        if n > 0.0 {
            precision = 100.0 * (precision / n);
            recall = 100.0 * (recall / n);
        }
        [precision, recall, f_score(precision, recall)]
    }

    fn write_types(
        &self,
        hierarchy: &Hierarchy,
        new_scheme: Scheme,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "\n------------\nSummary\n")?;
        writeln!(
            out,
            "Relation                Precision    Recall    F-score   tst GRs    std GRs   agree GRs"
        )?;
        let percolated = self.total.percolated(hierarchy);
        for (kind, found) in (0..).zip(hierarchy.types()) {
            if hierarchy.is_passive(kind) {
                continue;
            }
            let label = format!("{}{}", " ".repeat(found.depth + 1), found.name);
            if new_scheme.types == TypeMatch::Hierarchy {
                write_row(":", &label, self.total.of(kind), out)?;
                continue;
            }
            write_row("", &label, percolated.of(kind), out)?;
            let has_types_below =
                hierarchy.types().iter().any(|other| other.parents.contains(&kind));
            if has_types_below && self.total.of(kind).system > 0 {
                write_row(":", "", self.total.of(kind), out)?;
            }
        }
        Ok(())
    }
}

fn write_row(mark: &str, label: &str, tally: Tally, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{mark}{label:20}")?;
    let counts = [tally.system as f32, tally.gold as f32, tally.matched as f32];
    for number in scores(tally).into_iter().chain(counts) {
        write!(out, " {}", lisp::fixed(number, 10))?;
    }
    writeln!(out)
}

/// Precision, recall and F in percent, in single precision as there. What has no denominator is
/// the number of matches below zero.
fn scores(tally: Tally) -> [f32; 3] {
    let matched = tally.matched as f32;
    let share = |whole: u64| {
        if whole > 0 { 100.0 * (matched / whole as f32) } else { -matched }
    };
    let (precision, recall) = (share(tally.system), share(tally.gold));
    [precision, recall, f_score(precision, recall)]
}

fn f_score(precision: f32, recall: f32) -> f32 {
    let sum = precision + recall;
    if sum < f32::MIN_POSITIVE { 0.0 } else { 2.0 * precision * recall / sum }
}

fn write_matrix(
    hierarchy: &Hierarchy,
    confusion: &TypeConfusion,
    total: Tally,
    out: &mut dyn Write,
) -> io::Result<()> {
    let n = hierarchy.types().len();
    let mut matrix = vec![vec![0u64; n]; n];
    for (gold, system, count) in confusion.iter() {
        matrix[usize::from(gold)][usize::from(system)] += count;
    }
    let of_gold = |kind: usize| matrix[kind].iter().sum::<u64>();
    let of_system = |kind: usize| matrix.iter().map(|row| row[kind]).sum::<u64>();
    let kinds: Vec<usize> = (0..n).filter(|&k| of_gold(k) + of_system(k) > 0).collect();
    let name = |kind: usize| hierarchy.types()[kind].name.as_str();
    let line = |first: &str, cells: Vec<String>, last: String| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>7} ")).collect();
        format!("{first:9}{cells}{last:>7}")
    };
    writeln!(out, "Confusion matrix\n\nStandard   Test relation returned")?;
    let names = kinds.iter().map(|&kind| name(kind).to_string()).collect();
    writeln!(out, "{}\n", line("", names, "Totals".to_string()))?;
    for &kind in &kinds {
        let cells = kinds.iter().map(|&other| matrix[kind][other].to_string()).collect();
        writeln!(out, "{}", line(name(kind), cells, of_gold(kind).to_string()))?;
    }
    let all: u64 = kinds.iter().map(|&kind| of_gold(kind)).sum();
    let cells = kinds.iter().map(|&kind| of_system(kind).to_string()).collect();
    writeln!(out, "{}", line("Totals", cells, all.to_string()))?;
    let share = |whole: u64| lisp::fixed(100.0 * (all as f32 / whole.max(1) as f32), 7);
    writeln!(out, "\nOverall precision {}, recall {}", share(total.system), share(total.gold))?;
    writeln!(out, "Matches between all slots with same name, but relation names may be unrelated")
}
