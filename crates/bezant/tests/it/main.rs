//! One binary for all tests that go through the public interface.

/// Where the results of the reference programs are, and the little that all tests need.
mod check;
/// Valid and invalid files, and round trips.
mod formats;
/// What must hold for all trees, parameters and files.
mod laws;
/// Counts of the reference programs.
mod parity;
