//! Pictures drawn by ourselves from plain data: SVG without fonts, scripts or anything to fetch,
//! and lines for terminals.

mod axis;
mod line_chart;
mod painted;
mod sentence;
mod sides;
mod trees;

pub use line_chart::{LineChart, Series};
pub(crate) use painted::visible;
pub use painted::{Line, Role};
pub(crate) use sentence::{DrawnArc, DrawnSentence, DrawnWord};
pub(crate) use sides::{DrawnSide, draw_sides};
pub(crate) use trees::{DrawnLeaf, DrawnPhrase, DrawnTrees, Mark};

pub(crate) use sentence::escape;
