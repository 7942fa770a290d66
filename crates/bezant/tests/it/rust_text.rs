//! What a file of Rust consists of: code, strings, comments.

/// The parts of a file.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct RustText {
    /// Everything else, with empty strings; characters are code.
    pub(crate) code: String,
    /// Strings as they are written, without what continues them on the next line.
    pub(crate) strings: Vec<String>,
    /// Lines of comments that are documentation.
    pub(crate) docs: Vec<String>,
}

impl RustText {
    pub(crate) fn of(text: &str) -> RustText {
        let mut found = RustText::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
            let n = if rest.starts_with("//") || rest.starts_with("/*") {
                found.comment(rest)
            } else if let Some((start, end, n)) = string(rest, word) {
                found.strings.push(continued(&rest[start..end]));
                found.code += "\"\"";
                n
            } else {
                let n = character(rest).unwrap_or(first.len_utf8().max(word.len()));
                found.code += &rest[..n];
                n
            };
            rest = rest.get(n..).unwrap_or("");
        }
        found
    }

    /// Takes in a comment, and returns how long it is.
    fn comment(&mut self, rest: &str) -> usize {
        if rest.starts_with("//") {
            let n = rest.find('\n').unwrap_or(rest.len());
            let doc = rest[..n].strip_prefix("///").filter(|doc| !doc.starts_with('/'));
            self.docs.extend(doc.or(rest[..n].strip_prefix("//!")).map(str::to_string));
            return n;
        }
        // They stand in each other.
        let (mut depth, mut n) = (0, 0);
        while n < rest.len() {
            let two = rest.as_bytes().get(n..n + 2).unwrap_or_default();
            match two {
                b"/*" => depth += 1,
                b"*/" => depth -= 1,
                _ => {}
            }
            n += if [&b"/*"[..], b"*/"].contains(&two) { 2 } else { 1 };
            if depth == 0 {
                break;
            }
        }
        if rest.starts_with("/**") || rest.starts_with("/*!") {
            self.docs.extend(rest[..n].lines().map(str::to_string));
        }
        n
    }
}

/// Where a string that begins here has its text, and how long it is; `word` is what stands in front.
fn string(rest: &str, word: &str) -> Option<(usize, usize, usize)> {
    let quoted = &rest[word.len()..];
    let hashes = &quoted[..quoted.find(|c| c != '#').unwrap_or(quoted.len())];
    let start = word.len() + hashes.len() + 1;
    if ["r", "br", "cr"].contains(&word) && quoted[hashes.len()..].starts_with('"') {
        let closing = format!("\"{hashes}");
        let end = rest[start..].find(&closing).map_or(rest.len(), |n| start + n);
        return Some((start, end, (end + closing.len()).min(rest.len())));
    }
    if !quoted.starts_with('"') || !["", "b", "c"].contains(&word) {
        return None;
    }
    let start = word.len() + 1;
    let mut is_escaped = false;
    let end = rest[start..].find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    let end = end.map_or(rest.len(), |n| start + n);
    Some((start, end, (end + 1).min(rest.len())))
}

/// How long a character is that begins here, which a lifetime is not.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    let after = first.len_utf8();
    // What is escaped may be a quotation mark itself.
    let from = if first == '\\' { after + 1 } else { after };
    let n = from + inside.get(from..)?.find('\'')?;
    (first == '\\' || n == after).then_some(1 + n + 1)
}

/// A string whose lines are continued, as one line.
fn continued(text: &str) -> String {
    let mut lines = text.split("\\\n");
    let first = lines.next().unwrap_or_default().to_string();
    lines.fold(first, |all, line| all + line.trim_start())
}

#[test]
fn a_quotation_mark_may_stand_anywhere() {
    let text = r####"
        let a = '"'; // "no string
        let b = "one \" // two"; /* "none /* of */ these" */
        let c = r#"raw " /* and "#; let d = br"x\"; let e = b"y"; let f = b'\'';
        /// A line about `"`.
        //! Of all, --it says.
        //// No documentation.
        fn g<'a>(r: &'a str, it: r#type) -> &'static str { "first \
            second" }
        ab"no prefix"
    "####;
    let found = RustText::of(text);
    let strings = ["one \\\" // two", "raw \" /* and ", "x\\", "y", "first second", "no prefix"];
    assert_eq!(found.strings, strings);
    assert_eq!(found.docs, [" A line about `\"`.", " Of all, --it says."]);
    let code: Vec<&str> = found.code.split_whitespace().collect();
    let code = code.join(" ");
    assert!(code.starts_with("let a = '\"'; let b = \"\"; let c = \"\"; let d = \"\";"), "{code}");
    assert!(code.contains("let f = b'\\''; fn g<'a>(r: &'a str, it: r#type) -> &'static str"));
}
