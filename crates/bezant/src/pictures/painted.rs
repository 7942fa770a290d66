//! Lines of text whose parts know what they are; who shows them may paint them.

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
    /// Only gold has it.
    Missing,
    /// Only a system has it.
    Extra,
    /// Only a system has it, and gold contradicts it.
    Crossing,
}

/// Text from files as people may see it: control characters would move the cursor or change colours
/// and titles of a terminal, or end a comment.
pub(crate) fn visible(text: &str) -> String {
    text.replace(|c: char| c.is_control(), "\u{FFFD}")
}

/// One line, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Role, String)>);

impl Line {
    /// A line of one part.
    pub(crate) fn of(role: Role, text: &str) -> Line {
        Line(vec![(role, visible(text))])
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, role: Role, text: &str) {
        if !text.is_empty() {
            self.0.push((role, visible(text)));
        }
    }

    /// The same without blanks at its end.
    pub(crate) fn trimmed(mut self) -> Line {
        while let Some((_, last)) = self.0.last_mut() {
            last.truncate(last.trim_end().len());
            if !last.is_empty() {
                break;
            }
            self.0.pop();
        }
        self
    }

    /// The line without its roles.
    pub fn plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}
