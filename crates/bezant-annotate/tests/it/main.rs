//! The store and the server through their interfaces, over real connections.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
mod browser;
mod hostile;
mod organising;
mod store;
