//! An explanation as lines of text whose parts know what they are; who shows them may paint them.

use std::collections::BTreeSet;

use crate::entailment::answers::Answer;
use crate::entailment::core::{Examined, Status};
use crate::entailment::explain::{Explanation, drawing};

/// What a part of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing special.
    Plain,
    /// What a part is about.
    Heading,
    /// Less important.
    Dim,
    /// A word to look at.
    Strong,
    /// Found, YES, or right.
    Good,
    /// Missing, NO, or wrong.
    Bad,
}

/// One line, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Role, String)>);

impl Line {
    /// Adds a part.
    pub fn push(&mut self, role: Role, text: &str) {
        if !text.is_empty() {
            self.0.push((role, text.to_string()));
        }
    }

    /// A line of one part.
    fn of(role: Role, text: &str) -> Line {
        Line(vec![(role, text.to_string())])
    }

    /// The line without its roles.
    pub fn plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

fn role(answer: Answer) -> Role {
    match answer {
        Answer::Yes => Role::Good,
        Answer::No => Role::Bad,
    }
}

impl Explanation {
    /// The dictionary forms of all words in relations that were compared.
    pub(super) fn marked(&self) -> BTreeSet<String> {
        let compared =
            self.decision.relations.iter().filter(|one| !matches!(one.status, Status::Ignored(_)));
        let words = compared.flat_map(|one| one.relation.words());
        words.map(|mention| mention.lemma.clone()).collect()
    }

    /// For people, from top to bottom.
    pub fn lines(&self) -> Vec<Line> {
        let marked = self.marked();
        let mut lines = vec![self.headline()];
        for ((name, sentence), analysis) in
            ["T", "H"].into_iter().zip(&self.sentences).zip(&self.analyses)
        {
            lines.push(Line::default());
            let mut line = Line::of(Role::Heading, name);
            line.push(Role::Plain, &format!("  {sentence}"));
            lines.push(line);
            match analysis {
                Some(analysis) => {
                    lines.extend(drawing::lines(analysis, &marked).into_iter().map(indented))
                }
                None => lines.push(indented(Line::of(Role::Bad, "no analysis"))),
            }
        }
        if !self.decision.relations.is_empty() {
            lines.push(Line::default());
            lines.push(Line::of(Role::Heading, "relations of H"));
            let width =
                self.decision.relations.iter().map(|one| one.relation.to_string().chars().count());
            let width = width.max().unwrap_or(0);
            lines.extend(self.decision.relations.iter().map(|one| self.relation(one, width)));
        }
        lines.push(Line::default());
        let mut line = Line::of(role(self.decision.answer), self.decision.answer.name());
        line.push(Role::Plain, &format!(" because {}", self.decision.because.words()));
        if let Some(p) = self.decision.probability {
            line.push(Role::Plain, &format!(" (probability of YES {p:.3})"));
        }
        lines.push(line);
        for flip in &self.flips {
            lines.push(indented(Line::of(Role::Plain, flip)));
        }
        if !self.others.is_empty() {
            let mut line = Line::of(Role::Dim, "others: ");
            for (at, (name, answer)) in self.others.iter().enumerate() {
                line.push(Role::Dim, if at == 0 { "" } else { ", " });
                line.push(Role::Dim, name);
                line.push(role(*answer), &format!(" {answer}"));
            }
            lines.push(line);
        }
        lines.push(Line::of(Role::Dim, &self.signature));
        lines
    }

    fn headline(&self) -> Line {
        let mut line = Line::of(Role::Heading, &format!("pair {}", self.id));
        line.push(Role::Plain, ": ");
        line.push(role(self.decision.answer), self.decision.answer.name());
        match self.is_right() {
            None => {}
            Some(true) => line.push(Role::Good, ", and that is right"),
            Some(false) => line.push(Role::Bad, ", and that is wrong"),
        }
        line
    }

    /// `✓ core  dobj(make, drink)   in T as …`
    fn relation(&self, one: &Examined, width: usize) -> Line {
        let (mark, mark_role) = match one.status {
            Status::Found { .. } => ("✓", Role::Good),
            Status::Missing if one.core => ("✗", Role::Bad),
            Status::Missing => ("✗", Role::Dim),
            Status::Ignored(_) => ("·", Role::Dim),
        };
        let mut line = Line::of(mark_role, &format!("  {mark} "));
        line.push(Role::Dim, if one.core { "core  " } else { "      " });
        let role = if matches!(one.status, Status::Ignored(_)) { Role::Dim } else { Role::Plain };
        let relation = one.relation.to_string();
        line.push(role, &format!("{relation:<width$}  "));
        let why = match &one.status {
            Status::Found { in_text, .. } if in_text.says_the_same_as(&one.relation) => {
                "in T".to_string()
            }
            Status::Found { in_text, by } => {
                let by = by.as_ref().map_or(String::new(), |by| format!(" ({by})"));
                format!("in T as {in_text}{by}")
            }
            Status::Missing => {
                let found = self.instead.iter().find(|(missing, _)| *missing == relation);
                match found.map(|(_, found)| found.join(", ")).filter(|found| !found.is_empty()) {
                    Some(found) => format!("not in T, which has {found}"),
                    None => "not in T".to_string(),
                }
            }
            Status::Ignored(why) => format!("ignored: {}", why.words()),
        };
        line.push(mark_role, &why);
        if let (Some(written), Some(by)) = (&one.written, &one.by) {
            line.push(Role::Dim, &format!(" [written {written}: {by}]"));
        }
        line
    }
}

fn indented(mut line: Line) -> Line {
    line.0.insert(0, (Role::Plain, "   ".to_string()));
    line
}
