//! An explanation as lines of text.

use crate::entailment::analysis::Analysis;
use crate::entailment::answers::Answer;
use crate::entailment::core::{Examined, Status};
use crate::pictures::{Line, Role};
use crate::report::explanation::ExplanationReport;

fn role(answer: Answer) -> Role {
    match answer {
        Answer::Yes => Role::Good,
        Answer::No => Role::Bad,
    }
}

impl ExplanationReport<'_> {
    /// For people, from top to bottom.
    pub fn lines(&self) -> Vec<Line> {
        let explanation = self.explanation;
        let decision = &explanation.decision;
        let mut lines = vec![self.headline()];
        let sides = ["T", "H"].into_iter().enumerate();
        for (((side, name), sentence), analysis) in
            sides.zip(&explanation.sentences).zip(&explanation.analyses)
        {
            lines.push(Line::default());
            let mut line = Line::of(Role::Heading, name);
            line.push(Role::Plain, &format!("  {sentence}"));
            lines.push(line);
            match analysis {
                Some(analysis) => lines.extend(self.parse(analysis).into_iter().map(indented)),
                None => lines.push(indented(Line::of(Role::Bad, &explanation.why_none(side)))),
            }
        }
        if !decision.relations.is_empty() {
            lines.push(Line::default());
            lines.push(Line::of(Role::Heading, "relations of H"));
            let width =
                decision.relations.iter().map(|one| one.relation.to_string().chars().count());
            let width = width.max().unwrap_or(0);
            lines.extend(
                decision
                    .relations
                    .iter()
                    .enumerate()
                    .map(|(at, one)| self.relation(at, one, width)),
            );
        }
        lines.push(Line::default());
        let mut line = Line::of(role(decision.answer), decision.answer.name());
        line.push(Role::Plain, &format!(" because {}", decision.because.words()));
        if let Some(p) = decision.probability {
            line.push(Role::Plain, &format!(" (probability of YES {p:.3})"));
        }
        lines.push(line);
        for flip in self.flips() {
            lines.push(indented(Line::of(Role::Plain, &flip)));
        }
        if !explanation.others.is_empty() {
            let mut line = Line::of(Role::Dim, "others: ");
            for (at, (module, answer)) in explanation.others.iter().enumerate() {
                line.push(Role::Dim, if at == 0 { "" } else { ", " });
                line.push(Role::Dim, module.name());
                line.push(role(*answer), &format!(" {answer}"));
            }
            lines.push(line);
        }
        lines.push(Line::of(Role::Dim, &explanation.signature.to_string()));
        lines
    }

    /// A tree of lines; then relations that the tree has no room for.
    fn parse(&self, analysis: &Analysis) -> Vec<Line> {
        let (mut lines, left) = self.drawn(analysis).lines();
        if !left.is_empty() {
            let more = left.iter().map(|arc| analysis.shown(&analysis.arcs[*arc]).to_string());
            let mut line = Line::of(Role::Dim, "and ");
            line.push(Role::Plain, &more.collect::<Vec<_>>().join(", "));
            lines.push(line);
        }
        lines
    }

    fn headline(&self) -> Line {
        let explanation = self.explanation;
        let mut line = Line::of(Role::Heading, &format!("pair {}", explanation.id));
        line.push(Role::Plain, ": ");
        line.push(role(explanation.decision.answer), explanation.decision.answer.name());
        match explanation.is_right() {
            None => {}
            Some(true) => line.push(Role::Good, ", and that is right"),
            Some(false) => line.push(Role::Bad, ", and that is wrong"),
        }
        line
    }

    /// `✓ core  dobj(make, drink)   in T as …`
    fn relation(&self, at: usize, one: &Examined, width: usize) -> Line {
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
            Status::Missing => match self.instead_of(at) {
                nothing if nothing.is_empty() => "not in T".to_string(),
                found => format!("not in T, which has {found}"),
            },
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
