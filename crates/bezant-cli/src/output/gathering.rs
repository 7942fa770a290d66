//! What commands would show, gathered for a page.

use std::cell::RefCell;
use std::rc::Rc;

use bezant::report::{PageRoom, PageSection, PageSentences, Report};

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
    /// How many treebanks share the room of a metric; one where there is no folder.
    n_parts: usize,
}

impl Gathering {
    pub fn new(without_text: bool) -> Gathering {
        Gathering { without_text, ..Gathering::default() }
    }

    /// How many sentences the report that comes next may have, and whether with words.
    pub fn room(&self) -> PageRoom {
        let n_parts = self.found.borrow().n_parts.max(1);
        PageRoom { without_text: self.without_text, n_parts }
    }

    /// Reports that come next share the room of one.
    pub fn divide(&self, n_parts: usize) {
        self.found.borrow_mut().n_parts = n_parts;
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
        found.sections.push(PageSection {
            report,
            command,
            about: None,
            has_parts: false,
            is_brief: false,
            charts,
            sentences,
        });
    }

    /// All that was gathered since the last call.
    pub fn take(&self) -> Vec<PageSection> {
        std::mem::take(&mut self.found.borrow_mut().sections)
    }
}
