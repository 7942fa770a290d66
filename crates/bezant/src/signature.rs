//! What a number stands for: metric, options, data, version. It prints and parses back.

use std::fmt;
use std::hash::Hasher as _;
use std::str::FromStr;

use twox_hash::xxhash3_64::Hasher;

use crate::error::{Error, ErrorKind};

/// A metric's name and, in order, every option and the data it was used on.
///
/// `brackets|params:collins|labels:yes|…|n:2416|gold:9f1c04aa5b7e2d60|version:0.1.0`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    metric: String,
    fields: Vec<(String, String)>,
}

impl Signature {
    /// A metric without options so far.
    pub fn new(metric: &str) -> Signature {
        Signature { metric: metric.to_string(), fields: Vec::new() }
    }

    /// The metric's name.
    pub fn metric(&self) -> &str {
        &self.metric
    }

    /// With one more field, or another value for one it has. A version stays last.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Signature {
        let value = value.to_string();
        match self.fields.iter_mut().find(|(name, _)| name == key) {
            Some(field) => field.1 = value,
            None => {
                let versions = self.fields.iter().rev().take_while(|(name, _)| name == "version");
                let at = self.fields.len() - versions.count();
                self.fields.insert(at, (key.to_string(), value));
            }
        }
        self
    }

    /// A field's value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// All fields in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The first field in which two signatures differ, other than those named.
    #[doc(hidden)]
    pub fn difference(&self, other: &Signature, except: &[&str]) -> Option<(String, String)> {
        if self.metric != other.metric {
            return Some((self.metric.clone(), other.metric.clone()));
        }
        let show = |key: &str, value: Option<&str>| match value {
            Some(value) => format!("{key}:{value}"),
            None => format!("no {key}"),
        };
        self.fields
            .iter()
            .chain(&other.fields)
            .map(|(key, _)| key.as_str())
            .filter(|key| !except.contains(key))
            .find(|key| self.get(key) != other.get(key))
            .map(|key| (show(key, self.get(key)), show(key, other.get(key))))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&self.metric))?;
        for (key, value) in &self.fields {
            write!(f, "|{}:{}", escape(key), escape(value))?;
        }
        Ok(())
    }
}

impl FromStr for Signature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Signature, Error> {
        let bad = || Error::new("signature", ErrorKind::BadSignature(text.to_string()));
        let mut parts = text.split('|');
        let metric = parts.next().filter(|metric| !metric.is_empty()).ok_or_else(bad)?;
        let mut signature = Signature::new(&unescape(metric).ok_or_else(bad)?);
        for part in parts {
            let (key, value) = part.split_once(':').ok_or_else(bad)?;
            let (key, value) = (unescape(key).ok_or_else(bad)?, unescape(value).ok_or_else(bad)?);
            signature.fields.push((key, value));
        }
        Ok(signature)
    }
}

/// Percent signs for what would end a field, and for white space.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | ':' | '%') || c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// A fingerprint of data that is read piece by piece, the same on every machine and in every
/// other program: XXH3-64 over the pieces' own hashes, eight bytes each with the lowest first, in
/// order. `docs/signatures.md` recomputes one in Python.
#[derive(Clone)]
#[doc(hidden)]
pub struct Fingerprint(Hasher);

/// The XXH3-64 of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PieceHash(u64);

impl PieceHash {
    /// As a number, to be kept where others add up to a fingerprint later.
    #[doc(hidden)]
    pub fn number(self) -> u64 {
        self.0
    }
}

impl From<u64> for PieceHash {
    fn from(number: u64) -> PieceHash {
        PieceHash(number)
    }
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(Hasher::new())
    }
}

impl Fingerprint {
    /// The hash of one piece, to be [pushed](Self::push).
    pub fn of(bytes: &[u8]) -> PieceHash {
        PieceHash(Hasher::oneshot(bytes))
    }

    /// That of a whole file, as one piece, without a byte-order mark and the white space at either
    /// end.
    pub(crate) fn of_file(text: &[u8]) -> Fingerprint {
        let mut all = Fingerprint::default();
        all.push(Fingerprint::of(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii()));
        all
    }

    /// That of all pieces of a thing.
    pub(crate) fn of_all(pieces: impl Iterator<Item = impl AsRef<[u8]>>) -> Fingerprint {
        let mut all = Fingerprint::default();
        pieces.for_each(|piece| all.push(Fingerprint::of(piece.as_ref())));
        all
    }

    /// Goes on with the next piece.
    pub fn push(&mut self, piece: PieceHash) {
        self.0.write(&piece.0.to_le_bytes());
    }
}

impl PartialEq for Fingerprint {
    fn eq(&self, other: &Fingerprint) -> bool {
        self.0.finish() == other.0.finish()
    }
}

impl Eq for Fingerprint {}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_prints_and_parses_back() {
        let signature = Signature::new("brackets")
            .with("delete", "TOP,-NONE-,:,a|b c%")
            .with("n", 12)
            .with("n", 13);
        let text = signature.to_string();
        assert_eq!(text, "brackets|delete:TOP,-NONE-,%3A,a%7Cb%20c%25|n:13");
        assert_eq!(text.parse::<Signature>().unwrap(), signature);
        assert!("brackets|n".parse::<Signature>().is_err());
        assert!("brackets|n:%4".parse::<Signature>().is_err());
        assert!("".parse::<Signature>().is_err());
    }

    #[test]
    fn the_first_difference_is_named() {
        let one = Signature::new("brackets").with("labels", "yes").with("system", "a");
        let two = Signature::new("brackets").with("labels", "no").with("system", "b");
        assert_eq!(one.difference(&one, &[]), None);
        assert_eq!(
            one.difference(&two, &["system"]),
            Some(("labels:yes".into(), "labels:no".into()))
        );
        assert_eq!(one.difference(&two, &["system", "labels"]), None);
        let more = one.clone().with("align", "yes");
        assert_eq!(one.difference(&more, &[]), Some(("no align".into(), "align:yes".into())));
    }

    /// The expected values are what `docs/signatures.md` prints in Python.
    #[test]
    fn fingerprints_are_those_of_other_programs() {
        let all_bytes: Vec<u8> = (0..=255).collect();
        let pieces: [&[u8]; 4] =
            [b"(S (NP (PRP We)) (VP (VBP weigh)))", b"", &[b'x'; 1000], all_bytes.trim_ascii()];
        let mut all = Fingerprint::default();
        assert_eq!(all.to_string(), "2d06800538d394c2");
        for piece in pieces {
            all.push(Fingerprint::of(piece));
        }
        assert_eq!(all.to_string(), "9d413ff2b6836b38");
        let mut many = Fingerprint::default();
        for number in 0..100 {
            many.push(Fingerprint::of(number.to_string().as_bytes()));
        }
        assert_eq!(many.to_string(), "1ecac1750844f977");
    }

    #[test]
    fn fingerprints_differ_by_content_length_and_order() {
        let of = |pieces: &[&str]| {
            let mut all = Fingerprint::default();
            for piece in pieces {
                all.push(Fingerprint::of(piece.as_bytes()));
            }
            all.to_string()
        };
        let prints = [of(&["a", "b"]), of(&["b", "a"]), of(&["ab"]), of(&["ab\0"]), of(&[])];
        for (i, one) in prints.iter().enumerate() {
            assert_eq!(one.len(), 16);
            assert!(prints[..i].iter().all(|other| other != one));
        }
    }
}
