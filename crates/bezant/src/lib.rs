//! bezant weighs parsers against gold.

pub mod cleaning;
pub mod compat;
pub mod counts;
pub mod error;
pub mod evaluation;
pub mod formats;
mod mapping;
pub mod metric;
pub mod metrics;
pub mod parallel;
pub mod parameters;
pub mod rows;
pub mod signature;
pub mod source;
pub mod structures;
