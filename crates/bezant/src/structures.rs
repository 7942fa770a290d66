//! What is read: flat, borrowed from the text it came from.

pub mod graph;
pub mod relations;
pub mod tree;
