//! The metrics, one file each, and what those of trees share.

pub mod brackets;
pub mod dependencies;
pub mod fragments;
pub mod relations;
pub mod trees;
