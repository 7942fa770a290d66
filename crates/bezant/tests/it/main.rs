//! One binary for all tests that go through the public interface.

/// Where the results of the reference programs are, and the little that all tests need.
mod check;
/// Fragments against the reference counts, against brute force, and against brackets.
mod fragments;
/// Counts of the reference programs.
mod parity;
