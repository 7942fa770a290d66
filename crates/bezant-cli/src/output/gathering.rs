//! What commands would show, gathered for a page.

use std::cell::RefCell;
use std::rc::Rc;

use bezant::report::{PageSection, PageSentences, Report};

/// Reports of commands that run for a page, each with its charts and sentences.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    /// Whether words of sentences are left out.
    pub without_text: bool,
    found: Rc<RefCell<Gathered>>,
}

#[derive(Debug, Default)]
struct Gathered {
    /// Of the command that runs now.
    sentences: Option<PageSentences>,
    charts: Vec<String>,
    sections: Vec<PageSection>,
}

impl Gathering {
    pub fn new(without_text: bool) -> Gathering {
        Gathering { without_text, ..Gathering::default() }
    }

    /// The sentences of the report that comes next.
    pub fn add_sentences(&self, sentences: PageSentences) {
        self.found.borrow_mut().sentences = Some(sentences);
    }

    /// A chart, as SVG, of the report that comes next.
    pub fn add_chart(&self, svg: String) {
        self.found.borrow_mut().charts.push(svg);
    }

    pub fn add(&self, report: &Report) {
        let mut found = self.found.borrow_mut();
        let (sentences, charts) = (found.sentences.take(), std::mem::take(&mut found.charts));
        let (report, command) = (report.clone(), String::new());
        let (about, has_parts) = (None, false);
        found.sections.push(PageSection { report, command, about, has_parts, charts, sentences });
    }

    /// All that was gathered since the last call.
    pub fn take(&self) -> Vec<PageSection> {
        std::mem::take(&mut self.found.borrow_mut().sections)
    }
}
