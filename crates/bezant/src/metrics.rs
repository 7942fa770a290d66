//! The metrics, one file each, and what several of them share.

pub mod alignment;
pub mod brackets;
pub mod dependencies;
pub mod fragments;
pub mod labels;
pub mod preparation;
pub mod relations;
