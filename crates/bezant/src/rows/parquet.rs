//! Saved rows as Parquet: the same as in JSON, a column each.
//!
//! Who they are of and how they were made stands in the file's own metadata. Columns of rows have their
//! names, those of counts begin with `count_`, of what is missed where a sentence was skipped with `missed_`,
//! of groups with `group_`; others are not looked at.

mod cells;
mod guard;
mod leaves;
mod reading;
mod shapes;
mod why;
mod writing;

pub(super) use reading::{read, signature};
pub(super) use writing::write;

/// What each row begins with.
const ABOUT: [&str; 7] =
    ["system", "sentence", "n_sentences", "length", "depth", "treebank", "missing_treebank"];

/// How names of other columns begin, behind which stand those of groups and counts.
const GROUP: &str = "group_";
const COUNT: &str = "count_";
const MISSED: &str = "missed_";

/// Keys of the file's metadata: the version of the format, that of the program, the signature of the first
/// system, and all systems with their signatures and how many rows they have.
const FORMAT_KEY: &str = "bezant_rows";
const VERSION_KEY: &str = "bezant_version";
const SIGNATURE_KEY: &str = "bezant_signature";
const SYSTEMS_KEY: &str = "bezant_systems";

/// A system in the metadata.
#[derive(serde::Serialize, serde::Deserialize)]
struct System {
    system: String,
    signature: String,
    /// How many rows there are, so that others are not taken for them; nothing if it does not matter.
    #[serde(default)]
    rows: Option<usize>,
}

#[cfg(test)]
mod tests;
