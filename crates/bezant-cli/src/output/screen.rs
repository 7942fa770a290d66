//! What standard output looks like to whoever reads it.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Style};
use bezant::pictures::Role;
use bezant::report::Screen;

use crate::session;

/// How wide drawings are where standard output is no terminal.
const COLUMNS: usize = 80;

/// How many columns it has, if a terminal or the environment says it.
fn known_columns() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    // Some terminals say that they have none.
    let terminal = terminal.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0);
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(told).filter(|columns| *columns > 0)
}

/// As wide and as colourful as it is.
pub fn page() -> Screen<'static> {
    let (known, is_terminal) = match session::columns() {
        Some(columns) => (columns, false),
        None => (known_columns(), io::stdout().is_terminal()),
    };
    let mut page = Screen {
        columns: known.unwrap_or(COLUMNS),
        // What goes to a program is not to be torn apart.
        folds: known.is_some() || is_terminal,
        ..Screen::default()
    };
    if has_colours() {
        page.paint = &painted;
    }
    page
}

/// Whether colours are wanted: by `--color`, `NO_COLOR`, or because it is a terminal that has some.
pub fn has_colours() -> bool {
    session::has_colours()
        .unwrap_or_else(|| AutoStream::choice(&io::stdout()) != ColorChoice::Never)
}

/// Blue, orange and a red that leans to purple: colours that can be read on a white screen and on a
/// black one, and that nearly everybody tells apart. A terminal's own cyan and yellow are invisible on white.
const MISSING: Ansi256Color = Ansi256Color(33);
const EXTRA: Ansi256Color = Ansi256Color(166);
const CROSSING: Ansi256Color = Ansi256Color(161);

/// How a part of a line is painted.
pub fn style(role: Role) -> Style {
    match role {
        Role::Plain => Style::new(),
        Role::Heading => AnsiColor::Blue.on_default().bold(),
        Role::Dim => Style::new().dimmed(),
        Role::Strong => Style::new().bold(),
        Role::Good => AnsiColor::Green.on_default(),
        Role::Bad => AnsiColor::Red.on_default(),
        Role::Missing => MISSING.on_default().bold(),
        Role::Extra => EXTRA.on_default().bold(),
        Role::Crossing => CROSSING.on_default().bold(),
    }
}

/// A part of a line with its colours.
pub fn painted(role: Role, text: &str) -> String {
    let style = style(role);
    format!("{style}{text}{style:#}")
}
