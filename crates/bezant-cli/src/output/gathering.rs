//! What commands would show, gathered for a page.

use std::cell::RefCell;
use std::rc::Rc;

use bezant::report::{PageSentences, Report};

/// Reports of commands that run for a page, each with its sentences.
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
    reports: Vec<(Report, Option<PageSentences>)>,
}

impl Gathering {
    pub fn new(without_text: bool) -> Gathering {
        Gathering { without_text, ..Gathering::default() }
    }

    /// The sentences of the report that comes next.
    pub fn add_sentences(&self, sentences: PageSentences) {
        self.found.borrow_mut().sentences = Some(sentences);
    }

    pub fn add(&self, report: &Report) {
        let mut found = self.found.borrow_mut();
        let sentences = found.sentences.take();
        found.reports.push((report.clone(), sentences));
    }

    /// All that was gathered since the last call.
    pub fn take(&self) -> Vec<(Report, Option<PageSentences>)> {
        std::mem::take(&mut self.found.borrow_mut().reports)
    }
}
