//! Whole commands: what is typed, what is printed, how it ends.
#![allow(clippy::unwrap_used)] // a test may fail where it likes

/// Running the program in a folder with the demo's files.
mod program;

/// `bezant entail annotate`.
#[cfg(unix)]
mod annotate;
/// Answers of language models, and the questions they are asked.
mod answers;
/// The sentences behind a number: `--show`, `--contrast`, `--agreement`.
mod behind;
/// `bezant brackets`.
mod brackets;
/// `--buckets` of every metric, of files and of saved rows.
mod buckets;
/// `bezant check`.
mod check;
/// Errors by class.
mod classes;
/// `bezant compare`, and comparisons under a table.
mod compare;
/// `bezant convert`.
mod convert;
/// `bezant entail export` to people elsewhere, and `bezant entail import`.
mod crowd;
/// `bezant entail tables`, `split` and `pack`.
mod data_set;
/// `bezant dependencies`.
mod dependencies;
/// Trees with crossing branches, and whole trees.
mod discontinuous;
/// Sentences that are drawn, and their colours.
mod draw;
mod drawings;
/// `bezant convert --to ud-enhanced`.
mod enhanced;
/// `bezant entail`.
mod entail;
/// `bezant entail`: as published, all modules, labels, and what stands beside.
mod entail_tables;
/// Experiments for pages.
mod experiments;
/// Wrong commands and broken files: every message.
mod faults;
/// No file of the user's is lost, whatever happens.
mod files;
/// `bezant entail filter`.
mod filter;
/// `bezant fragments`.
mod fragments;
/// `bezant entail generate`.
mod generate;
/// What to do next: every hint helps where it stands.
mod hints;
/// Numbers at their edges, and files that somebody made to harm us.
mod hostile;
/// Pairs that people judged, on pages.
mod judged_page;
/// `bezant entail train` and what it learned.
mod learners;
/// Every command on every odd file.
#[cfg(unix)]
mod matrix;
/// Features, tags, frequencies and distances of dependencies; morpho-syntactic parsing.
mod morphology;
/// `bezant brackets --n-best`.
mod n_best;
/// Names as people type them: systems, cells, gates, values, commands.
mod names;
/// Tables on a narrow screen.
mod narrow;
/// `bezant merge`, demo, completions, man.
mod others;
/// What is embedded in pages.
mod page_data;
/// Tables and pictures for papers.
mod papers;
/// Saved rows as Parquet.
#[cfg(feature = "parquet")]
mod parquet;
/// `bezant relations --compat rasp`, and what else the report on RASP's evaluation has.
#[cfg(unix)]
mod rasp;
/// The commands of README.md, and their output.
mod readme;
/// The recipe for pull requests.
#[cfg(unix)]
mod recipe;
/// Whether parses are of the sentences of pairs.
mod recognised;
/// `bezant relations`.
mod relations;
/// Files of relations in which something is lost.
mod relations_lost;
/// Outputs of language models: `--repair`, lines of JSON, folders, samples.
mod repair;
/// Pages for a browser.
mod report;
/// What `bezant schema` says is true.
mod schema;
/// The first screen: names, orders, widths, and commands that once misled.
mod screen;
/// Commands that somebody's function runs, in its process.
mod session;
/// What is left of files when the program is ended.
#[cfg(unix)]
mod signals;
/// Nothing is ignored, lost or left out without a word.
mod silence;
/// Folders of treebanks, for every metric.
mod treebanks;
/// `bezant unbounded`.
mod unbounded;
/// Parses of pairs that cannot be read.
mod unreadable_parses;
/// `bezant brackets --preset unsupervised`.
mod unsupervised;
/// The tutorial for makers of data sets.
#[cfg(unix)]
mod workshop;
