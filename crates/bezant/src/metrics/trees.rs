//! What the metrics of trees share: which labels and words count, and which words go together.

pub mod alignment;
pub mod cleaning;
pub mod labels;
pub mod parameters;
pub mod preparation;
