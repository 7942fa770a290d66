//! Typed dependencies as text, one a line: `nsubj(makes-8, Bell-1)`.
//!
//! An empty line ends a sentence; lines that start with `#` are comments. A number may be followed by primes, which tell copies of a word
//! from the word itself: `makes-8'`. The root is `ROOT-0`.

use crate::formats::conllu::{ColumnFault, ColumnFaultKind};
use crate::structures::graph::Span;

/// One typed dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedDependency {
    /// Its relation.
    pub(crate) relation: Span,
    /// Where it comes from.
    pub(crate) head: NumberedWord,
    /// Where it goes.
    pub(crate) dependent: NumberedWord,
}

/// A word, or a copy of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberedWord {
    /// The word as it is written.
    pub(crate) form: Span,
    /// Its number, the first being 1; the root is 0.
    pub(crate) number: u32,
    /// Which copy; the word itself is 0.
    pub(crate) copy: u32,
}

/// A sentence as far as it could be read, with what was wrong.
#[derive(Clone, Debug)]
pub(crate) struct TypedReading {
    /// What its lines say.
    pub(crate) dependencies: Vec<TypedDependency>,
    /// What is wrong, in reading order.
    pub(crate) faults: Vec<ColumnFault>,
}

impl TypedReading {
    /// Reads one sentence.
    pub(crate) fn of(text: &[u8]) -> TypedReading {
        let mut dependencies = Vec::new();
        let faults = read(text, &mut dependencies);
        TypedReading { dependencies, faults }
    }
}

/// Reads the dependencies of one sentence, and says what is wrong with it.
pub(crate) fn read(text: &[u8], dependencies: &mut Vec<TypedDependency>) -> Vec<ColumnFault> {
    dependencies.clear();
    let mut faults = Vec::new();
    let mut start = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        let at = start + (line.len() - line.trim_ascii_start().len());
        start += line.len() + 1;
        if trimmed.is_empty() || trimmed.starts_with(b"#") {
            continue;
        }
        match dependency(trimmed, at) {
            Some(dependency) => dependencies.push(dependency),
            None => faults.push(ColumnFault { kind: ColumnFaultKind::BadDependency, at }),
        }
    }
    faults
}

/// Writes a dependency of a text.
#[cfg(test)]
fn write(text: &[u8], dependency: &TypedDependency, out: &mut Vec<u8>) {
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let place = |place: &NumberedWord, out: &mut Vec<u8>| {
        out.extend_from_slice(slice(place.form));
        out.extend_from_slice(format!("-{}", place.number).as_bytes());
        out.extend(std::iter::repeat_n(b'\'', place.copy as usize));
    };
    out.extend_from_slice(slice(dependency.relation));
    out.push(b'(');
    place(&dependency.head, out);
    out.extend_from_slice(b", ");
    place(&dependency.dependent, out);
    out.extend_from_slice(b")\n");
}

/// Whether a line is a dependency.
pub(crate) fn is_dependency(line: &[u8]) -> bool {
    dependency(line.trim_ascii(), 0).is_some()
}

fn dependency(line: &[u8], at: usize) -> Option<TypedDependency> {
    let open = memchr::memchr(b'(', line).filter(|open| *open > 0)?;
    let inner = line.strip_suffix(b")")?.get(open + 1..)?;
    let first = at + open + 1;
    let relation = Span { start: at as u32, end: (at + open) as u32 };
    // A word may be a comma; the comma that separates stands behind a number.
    memchr::memmem::find_iter(inner, b", ").find_map(|comma| {
        let head = place(&inner[..comma], first)?;
        let dependent = place(&inner[comma + 2..], first + comma + 2)?;
        Some(TypedDependency { relation, head, dependent })
    })
}

fn place(text: &[u8], at: usize) -> Option<NumberedWord> {
    let primes = text.iter().rev().take_while(|byte| **byte == b'\'').count();
    let text = &text[..text.len() - primes];
    // Never more digits than a number has, so that a long word is not looked at again and again.
    let digits = text.iter().rev().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let dash = text.len().checked_sub(digits + 1)?;
    if !(1..=9).contains(&digits) || text[dash] != b'-' || dash == 0 {
        return None;
    }
    let number = text[dash + 1..].iter().fold(0, |n, digit| 10 * n + u32::from(digit - b'0'));
    let form = Span { start: at as u32, end: (at + dash) as u32 };
    Some(NumberedWord { form, number, copy: primes as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_read_and_written_back() {
        let text = "nsubj(makes-8, Bell-1)\nconj_and(makes-8, makes-8')\npunct(a-1, ,-2)\n\
            root(ROOT-0, x-y-3)\ndep(,-2, (-4)\n";
        let mut all = Vec::new();
        assert_eq!(read(text.as_bytes(), &mut all), []);
        assert_eq!(all[1].dependent.copy, 1);
        let mut out = Vec::new();
        all.iter().for_each(|dependency| write(text.as_bytes(), dependency, &mut out));
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }

    #[test]
    fn lines_may_be_indented() {
        let text = b"  nsubj(saw-2, We-1)\n\tdobj(saw-2, it-3)\r\n";
        let (mut all, mut out) = (Vec::new(), Vec::new());
        assert_eq!(read(text, &mut all), []);
        all.iter().for_each(|dependency| write(text, dependency, &mut out));
        assert_eq!(out, b"nsubj(saw-2, We-1)\ndobj(saw-2, it-3)\n");
    }

    #[test]
    fn comments_say_nothing() {
        let mut all = Vec::new();
        assert_eq!(read(b"# no dependencies\n", &mut all), []);
        assert!(all.is_empty());
    }

    #[test]
    fn other_lines_are_faults() {
        for line in
            ["nsubj", "nsubj(a-1,b-2)", "(a-1, b-2)", "x(a, b-1)", "x(-1, b-2)", "x(a-1, b-2"]
        {
            assert_eq!(read(line.as_bytes(), &mut Vec::new()).len(), 1, "{line}");
        }
    }
}
