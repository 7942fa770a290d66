//! The original programs' output, byte for byte: what they print, where, and how they end.

pub mod evalb;
pub mod rasp;
pub mod udeval;
