//! What can be chosen of how brackets are compared.

/// When two words are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Words {
    /// When they are written the same.
    Literal,
    /// When they are the same without treebank escapes (`-LRB-`, `\/`, quotation marks).
    Unescaped,
}

/// What is done with a sentence whose words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tokens {
    /// It is skipped.
    MustMatch,
    /// It is aligned by its characters, and scored.
    Aligned,
}

/// How often a bracket counts that a tree has several times, one over the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// As often as it is there, as in EVALB.
    Each,
    /// Once.
    Once,
}

/// Whose tags say which words do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PunctuationTags {
    /// Each side's own, as in EVALB: where they differ, the sentence cannot be compared. But gold's
    /// where its trees may have crossing branches, as in disco-dop.
    AsUsual,
    /// Gold's.
    OfGold,
}

/// What is noted beside the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Noted {
    /// Nothing, which is fastest.
    Nothing,
    /// Counts by label, and labels taken for each other.
    Labels,
    /// The same, and that of tags.
    Tags,
}
