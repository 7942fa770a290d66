//! filled later
