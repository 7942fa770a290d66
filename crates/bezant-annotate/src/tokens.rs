//! Links that nobody guesses, and what proves that a form comes from one of our pages.
//!
//! All of them are made from one secret of the store, so that a server that is started again prints the
//! links it printed before. Tables hold only hashes of links.

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// Letters of links: no case, nothing that a mail program would break.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// So many letters of five bits each are a link: 130 bits.
const LENGTH: usize = 26;

/// What all links of a store are made from.
#[derive(Clone)]
pub(crate) struct Secret([u8; 32]);

/// What is known of a link.
pub(crate) type Hash = [u8; 32];

impl Secret {
    /// A new one, from the system's generator.
    pub fn draw() -> Result<Secret> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            Error::io("random bytes of the system")(std::io::Error::other(error.to_string()))
        })?;
        Ok(Secret(bytes))
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Secret> {
        bytes.try_into().ok().map(Secret)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn derived(&self, kind: &str, about: &[u8]) -> Hash {
        // The length keeps what it is apart from what it is about.
        let length = (kind.len() as u64).to_le_bytes();
        let mut hash = Sha256::new();
        for part in [&self.0[..], &length, kind.as_bytes(), about] {
            hash.update(part);
        }
        hash.finalize().into()
    }

    fn word(&self, kind: &str, about: &[u8], length: usize) -> String {
        let digest = self.derived(kind, about);
        digest.iter().take(length).map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
    }

    /// The organiser's link.
    pub fn organiser(&self) -> String {
        self.word("organiser", &[], LENGTH)
    }

    /// An annotator's link.
    pub fn annotator(&self, number: i64) -> String {
        self.word("annotator", &number.to_le_bytes(), LENGTH)
    }

    /// What a form must bring that is sent to a link; other sites cannot know it.
    pub fn form(&self, link: &Hash) -> String {
        self.word("form", link, LENGTH)
    }

    /// A code by which people join, where none is given.
    pub fn code(&self) -> String {
        self.word("code", &[], 10)
    }

    /// What an annotator shows to somebody who pays for a number of sheets.
    pub fn completion(&self, annotator: i64) -> String {
        self.word("completion", &annotator.to_le_bytes(), 10)
    }
}

/// What is kept of a link.
pub(crate) fn hash(link: &str) -> Hash {
    Sha256::digest(link.trim().to_ascii_lowercase().as_bytes()).into()
}

/// Whether two words are the same, in a time that does not say where they differ.
pub(crate) fn same(one: &str, two: &str) -> bool {
    hash(one) == hash(two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_long_and_all_different() {
        let secret = Secret::draw().unwrap();
        let mut all: Vec<String> = (0..1000).map(|n| secret.annotator(n)).collect();
        all.push(secret.organiser());
        all.push(secret.form(&hash(&secret.organiser())));
        assert!(all.iter().all(|link| link.len() * 5 >= 128));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 1002);
        let again = Secret::from_bytes(secret.bytes()).unwrap();
        assert_eq!(again.annotator(7), secret.annotator(7));
        assert_ne!(Secret::draw().unwrap().annotator(7), secret.annotator(7));
    }

    #[test]
    fn capitals_of_a_mail_program_do_not_matter() {
        assert_eq!(hash("abc"), hash(" ABC\n"));
        assert!(same("k2", "K2") && !same("k2", "k3"));
    }
}
