//! The metrics, each with its options and what it counts.

pub mod brackets;
pub mod dependencies;
pub mod fragments;
pub mod relations;
#[doc(hidden)]
pub mod trees;
