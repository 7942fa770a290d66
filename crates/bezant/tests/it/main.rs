//! One binary for all tests that go through the public interface.

/// Where the results of the reference programs are, and the little that all tests need.
mod check;
/// The original programs, byte for byte.
mod compat;
/// Counts of the reference programs.
mod parity;
