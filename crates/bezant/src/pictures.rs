//! Pictures drawn by ourselves from plain data: charts as SVG, PDF and PNG from the same drawing,
//! with letters that we bring along, and lines for terminals.

mod axis;
mod dot_chart;
mod font;
mod line_chart;
mod painted;
mod pdf;
mod picture;
mod png;
mod raster;
mod sentence;
mod sides;
mod style;
mod svg;
mod trees;

pub use dot_chart::{Dot, DotChart};
pub(crate) use line_chart::MOST_BANDS;
pub use line_chart::{LineChart, Series};
pub(crate) use painted::visible;
pub use painted::{Line, Role};
pub use picture::Picture;
pub(crate) use sentence::{DrawnArc, DrawnSentence, DrawnWord};
pub(crate) use sides::{DrawnSide, draw_sides};
pub(crate) use trees::{DrawnLeaf, DrawnPhrase, DrawnTrees, Mark};

pub(crate) use sentence::escape;
