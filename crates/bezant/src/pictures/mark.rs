//! What became of a bracket or an arc, and how that is shown: by colour and by shape, so that it can
//! be told in black and white, too.

use serde::Serialize;

use crate::pictures::picture::Colour;

/// What became of a bracket or an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Shown for the sake of others: it does not count, or stands elsewhere already.
    Aside,
    /// Both sides have it, or there is one side.
    #[default]
    Matched,
    /// One to look at.
    Highlighted,
    /// Only gold has it.
    Missing,
    /// Only the system has it.
    Extra,
    /// Only the system has it, and gold contradicts it.
    Crossing,
}

/// How lines of a mark look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// On white.
    pub colour: Colour,
    /// On black.
    pub on_dark: Colour,
    pub width: f64,
    /// Lengths of dashes and gaps in turn; none for a line without gaps.
    pub dashes: &'static [f64],
    /// Whether it is two lines beside each other.
    pub is_double: bool,
}

impl Mark {
    /// All of them, what is wrong last: it is painted over the rest.
    pub const ALL: [Mark; 6] =
        [Mark::Aside, Mark::Matched, Mark::Highlighted, Mark::Missing, Mark::Extra, Mark::Crossing];

    /// Whether sides differ in it.
    pub(crate) fn is_error(self) -> bool {
        matches!(self, Mark::Missing | Mark::Extra | Mark::Crossing)
    }

    /// Whether labels have a frame.
    pub(super) fn is_framed(self) -> bool {
        self > Mark::Matched
    }

    /// A label with its sign.
    pub(super) fn sign(self, label: &str) -> String {
        match self {
            Mark::Aside => format!("({label})"),
            Mark::Matched => label.to_string(),
            Mark::Highlighted => format!("*{label}"),
            Mark::Missing => format!("-{label}"),
            Mark::Extra => format!("+{label}"),
            Mark::Crossing => format!("×{label}"),
        }
    }

    /// The same on paper, where frames tell what is highlighted and a minus is as long as a plus.
    pub(super) fn printed(self, label: &str) -> String {
        match self {
            Mark::Highlighted => label.to_string(),
            Mark::Missing => format!("−{label}"),
            other => other.sign(label),
        }
    }

    /// In words, for one and for many.
    pub(super) fn words(self) -> &'static str {
        match self {
            Mark::Aside => "not counted",
            Mark::Matched => "matched",
            Mark::Highlighted => "highlighted",
            Mark::Missing => "missing",
            Mark::Extra => "extra",
            Mark::Crossing => "crossing",
        }
    }

    /// What it means, below a drawing.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Mark::Crossing => "extra and crossing gold",
            Mark::Missing => "missing: only gold has it",
            Mark::Extra => "extra: gold does not have it",
            other => other.words(),
        }
    }

    /// Its name in classes of SVG.
    pub(super) fn class(self) -> &'static str {
        match self {
            Mark::Aside => "aside",
            Mark::Matched => "matched",
            Mark::Highlighted => "highlighted",
            Mark::Missing => "missing",
            Mark::Extra => "extra",
            Mark::Crossing => "crossing",
        }
    }

    /// Colours that people with any kind of colour vision tell apart (Okabe and Ito 2008), on black
    /// lighter ones of the same hue.
    pub(super) fn look(self) -> Look {
        let (colour, on_dark, width, dashes, is_double): (_, _, _, &'static [f64], _) = match self {
            Mark::Aside => (0x76_76_76, 0x9A_9A_9A, 0.6, &[0.8, 1.6], false),
            Mark::Matched => (0x40_40_40, 0xC8_C8_C8, 0.7, &[], false),
            Mark::Highlighted => (0x00_7A_59, 0x3F_D6_AB, 1.8, &[], false),
            Mark::Missing => (0xC0_50_00, 0xFF_A2_5C, 1.2, &[3.6, 2.0], false),
            Mark::Extra => (0x00_65_9E, 0x6C_C3_F5, 1.6, &[], false),
            Mark::Crossing => (0x9C_2C_77, 0xF0_8F_CB, 2.4, &[], true),
        };
        Look { colour: Colour(colour), on_dark: Colour(on_dark), width, dashes, is_double }
    }
}
