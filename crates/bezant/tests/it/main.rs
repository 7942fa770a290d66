//! One binary for all tests that go through the public interface.

/// Sentences whose words differ.
mod alignment;
/// Where the results of the reference programs are, and the little that all tests need.
mod check;
/// Counts of the reference programs.
mod parity;
