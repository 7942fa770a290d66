//! Long lines on narrow screens: folded between words, so that no terminal breaks one.

use unicode_width::UnicodeWidthStr;

use crate::report::Screen;

impl Screen<'_> {
    /// A line as it is shown here: whole where the reader is a program, or else folded at blanks; what
    /// goes on is indented as deep as the line, and a little deeper.
    pub(super) fn folded(&self, line: &str) -> String {
        let indent = line.len() - line.trim_start_matches(' ').len();
        self.folded_at(line, ' ', &" ".repeat(indent + 2))
    }

    /// A signature, folded behind its bars. Whoever puts its lines together has all of it.
    pub(super) fn folded_signature(&self, signature: &str) -> String {
        self.folded_at(signature, '|', "")
    }

    fn folded_at(&self, line: &str, at: char, indent: &str) -> String {
        if !self.folds || line.width() <= self.columns {
            return line.to_string();
        }
        let mut out = String::with_capacity(line.len() + 16);
        let mut column = 0;
        for part in line.split_inclusive(at) {
            let width = part.trim_end_matches(' ').width();
            if column > indent.len() && column + width > self.columns {
                let kept = out.trim_end_matches(' ').len();
                out.truncate(kept);
                out.push('\n');
                out.push_str(indent);
                column = indent.len();
            }
            out.push_str(part);
            column += part.width();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_words_and_only_for_people() {
        let narrow = Screen { columns: 12, folds: true, ..Screen::default() };
        assert_eq!(narrow.folded("short"), "short");
        assert_eq!(narrow.folded("  hint: do it again"), "  hint: do\n    it again");
        assert_eq!(narrow.folded("unbreakable-word here"), "unbreakable-word\n  here");
        let signature = "a:1|bb:22|ccc:333|d";
        assert_eq!(narrow.folded_signature(signature), "a:1|bb:22|\nccc:333|d");
        let piped = Screen { columns: 12, ..Screen::default() };
        assert_eq!(piped.folded_signature(signature), signature);
    }
}
