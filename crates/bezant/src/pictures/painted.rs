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
}

/// One line, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Role, String)>);

impl Line {
    /// A line of one part.
    pub(crate) fn of(role: Role, text: &str) -> Line {
        Line(vec![(role, text.to_string())])
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, role: Role, text: &str) {
        if !text.is_empty() {
            self.0.push((role, text.to_string()));
        }
    }

    /// The line without its roles.
    pub fn plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}
