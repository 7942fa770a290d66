//! Asks people in a browser whether short sentences follow from long ones, and keeps what they say.
//!
//! A [`Store`] is one SQLite file that belongs to one data set: its pairs, who was asked what, and every
//! answer. [`serve`] shows it to annotators and to the organiser. Nothing here knows parsers or scores:
//! pairs come in as [`Question`]s, answers leave as [`Judgement`]s.

mod error;
mod server;
mod store;
mod texts;
mod tokens;

pub use error::{Error, Result};
pub use server::{Listening, Options, Running, Say, Stop, listen, serve, serve_at};
pub use store::{Answer, Judgement, Links, Plan, Progress, Question, Store, may_be_written};
pub use texts::Texts;
