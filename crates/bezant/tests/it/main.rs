//! One binary for all tests that go through the public interface.
#![allow(clippy::unwrap_used)] // a test may fail where it likes

/// Where the results of the reference programs are, and the little that all tests need.
mod check;
/// Errors by class.
mod classes;
/// The original programs, byte for byte.
mod compat;
/// Dependencies against the UD scorer, and files with faults.
mod dependencies;
/// Trees with crossing branches and measures of whole trees, against disco-dop.
mod discontinuous;
/// Trees beside each other.
mod drawings;
/// What the examples print.
mod examples;
/// Fragments against the reference counts, against brute force, and against brackets.
mod fragments;
/// Functions in labels, and tags of words.
mod functions;
/// Hypotheses from parses.
mod generate;
/// What must hold for all trees, parameters and files.
mod laws;
/// What is built or kept in memory.
mod memory;
/// Sentences that are paired by their text.
mod pairing;
/// Counts of the reference programs.
mod parity;
/// Relations against the reference counts and outputs, and their files.
mod relations;
/// Files of relations with sentences that cannot be read.
mod relations_broken;
/// Corpora of relations, from files and sentences.
mod relations_corpus;
/// Outputs of language models, repaired and scored as by hand.
mod repair;
/// What a file of Rust consists of.
mod rust_text;
/// Saved rows of any metric, and what is known of a report before.
mod saved;
/// Signatures print and parse back.
mod signatures;
/// Comparisons of systems, and whether they say the truth.
mod statistics;
/// How much of the library is shown, and so promised.
mod surface;
/// What the tables beside the scores say, counted by hand.
mod tables;
/// Who uses whom, how long files are, and whether versions agree.
mod tidy;
/// Unsupervised parsing against a script of our own.
mod unsupervised;
/// Hypotheses for word pairs that somebody chose.
mod word_pairs;
