//! Pictures drawn by ourselves from plain data: charts as SVG, PDF and PNG from the same drawing,
//! with letters that we bring along, and lines for terminals.

mod arcs;
mod axis;
mod dot;
mod dot_chart;
mod figure;
mod font;
mod joint;
mod latex;
mod line_chart;
mod mark;
mod painted;
mod pdf;
mod phrases;
mod picture;
mod png;
mod raster;
mod script;
mod sentence;
mod sides;
mod sketch;
mod style;
mod svg;
mod trees;

pub use arcs::{AlignedFigure, ArcFigure, ArcToken, ArcWord, FigureArc};
pub use dot::dot;
pub use dot_chart::{Dot, DotChart};
pub use figure::{Figure, USUAL_WIDTH};
pub(crate) use joint::MOST_JOINED;
pub use latex::latex_document;
pub(crate) use line_chart::MOST_BANDS;
pub use line_chart::{LineChart, Series};
pub use mark::Mark;
pub(crate) use painted::visible;
pub use painted::{Line, Role};
pub use pdf::pdf_pages;
pub use phrases::{FigureNode, TreeFigure, TreeSide, TreeWord};
pub use picture::Picture;
pub(crate) use sentence::{DrawnArc, DrawnSentence, DrawnWord};
pub(crate) use sides::{DrawnSide, draw_sides};
pub(crate) use sketch::SKETCH_STYLE;
pub use sketch::Sketch;

pub(crate) use sentence::escape;
