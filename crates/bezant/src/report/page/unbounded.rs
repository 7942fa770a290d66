//! Unbounded dependencies on a page: the parse above the words, what was wanted below.

use crate::entailment::analysis::ROOT;
use crate::entailment::unbounded::{
    JudgedSentence, JudgedSystem, UnboundedCounts, UnboundedRecall, UnboundedWord,
};
use crate::evaluation::Evaluation;
use crate::metric::Explains;
use crate::pictures::{ArcFigure, ArcWord, Figure, FigureArc, Mark};
use crate::report::Fact;
use crate::report::page::sentences::{MOST_DRAWINGS, PageSentences, Pictured};
use crate::report::unbounded::facts;

impl PageSentences {
    /// The sentences of the corpus with what became of their dependencies, found by construction.
    pub fn of_unbounded(
        judged: &[JudgedSystem],
        systems: &[Evaluation<UnboundedCounts>],
        without_text: bool,
    ) -> PageSentences {
        let mut page = PageSentences::of_rows(systems, &UnboundedCounts::scores, |_| None);
        (page.only_counts, page.without_text, page.tells_errors) = (false, without_text, true);
        let mut n_drawn = 0;
        for at in 0..page.rows.len() {
            let place = usize::try_from(page.rows[at].number).ok().and_then(|n| n.checked_sub(1));
            let Some(place) = place else { continue };
            for (of, judged) in judged.iter().enumerate() {
                let Some(sentence) = judged.sentences.get(place) else { continue };
                let id = page.cell(("constructions", sentence.construction.clone()));
                let n_errors = sentence.n_errors();
                let n_found = sentence.dependencies.len() as u64 - n_errors;
                if !without_text && page.rows[at].text.is_empty() {
                    page.rows[at].text = sentence.text();
                }
                let Some(Some(own)) = page.rows[at].of.get_mut(of) else { continue };
                own.cells = vec![[id, n_errors, 0, n_found]];
                own.errors = n_errors;
                n_drawn += 1;
                match n_drawn <= MOST_DRAWINGS {
                    true => own.show(sentence, &format!("Sentence {}", place + 1), without_text),
                    false => own.tell(sentence, without_text),
                }
            }
        }
        if let Some(system) = systems.first() {
            let metric = UnboundedRecall(system.signature.clone());
            page.add_ledgers(systems, |counts| metric.ledgers(counts));
        }
        page
    }
}

impl Pictured for JudgedSentence {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn figure(&self) -> Option<Figure> {
        Some(Figure::Arcs(self.arcs()))
    }

    fn facts(&self) -> Vec<Fact> {
        facts(self)
    }

    /// Relations are between words, and reasons name them.
    fn facts_without_words(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Dependencies that were missed.
    fn n_errors(&self) -> u64 {
        self.dependencies.iter().filter(|one| one.found.is_none()).count() as u64
    }
}

impl JudgedSentence {
    /// The parse, where it is known, above the words; the dependencies that were wanted below.
    fn arcs(&self) -> ArcFigure {
        let tokens: Vec<&str> = self.text.split_whitespace().collect();
        let mut figure =
            ArcFigure { names: ["parse", "wanted"].map(str::to_string), ..ArcFigure::default() };
        let word = |form: &str, tag: &str| ArcWord {
            form: form.to_string(),
            tag: tag.to_string(),
            mark: Mark::Matched,
        };
        match &self.parse {
            Some(parse) => {
                let form =
                    |form: &str| if form.is_empty() { "·".into() } else { form.to_string() };
                let words = parse.words.iter();
                figure.words = words.map(|one| word(&form(&one.form), &one.tag)).collect();
                figure.above = parse
                    .arcs
                    .iter()
                    .map(|arc| {
                        let head = (arc.governor != ROOT).then_some(arc.governor);
                        FigureArc::new(head, arc.dependent, arc.relation.clone())
                    })
                    .collect();
            }
            None => {
                figure.words = tokens.iter().map(|token| word(token, "")).collect();
                figure.names[0].clear();
            }
        }
        // Numbers are those of the corpus' tokens, which parsers may cut otherwise.
        let is_same = figure.words.len() == tokens.len();
        let place = |wanted: &UnboundedWord| {
            if is_same && wanted.token < figure.words.len() {
                return Some(wanted.token);
            }
            let near = figure.words.iter().enumerate().filter(|(_, word)| word.form == wanted.form);
            near.map(|(at, _)| at).min_by_key(|at| at.abs_diff(wanted.token))
        };
        let mut below = Vec::new();
        let mut notes = Vec::new();
        for one in &self.dependencies {
            let mark = if one.found.is_some() { Mark::Highlighted } else { Mark::Missing };
            match place(&one.head).zip(place(&one.dependent)).filter(|(one, two)| one != two) {
                Some((head, dependent)) => {
                    let mut arc = FigureArc::new(Some(head), dependent, one.relation.clone());
                    (arc.mark, arc.label_mark) = (mark, mark);
                    below.push(arc);
                }
                None => {
                    notes.push(format!("{}({}, {})", one.relation, one.head, one.dependent));
                }
            }
        }
        (figure.below, figure.notes) = (below, notes);
        figure
    }
}
