//! Tokens as the Penn Treebank has them.
//!
//! The rules are those of the script that came with the treebank: quotes become ``` `` ``` and `''`,
//! brackets `-LRB-` and the like, contractions are parted, punctuation stands alone. Differences:
//!
//! * Commas and colons between digits, `&` inside names and everything inside a web or mail address
//!   stay where they are; the script parts them all.
//! * The period at the end of a known abbreviation belongs to it, and a sentence that ends with one
//!   gets a period of its own (`U.S.` `.`); the script cuts the abbreviation.
//! * A period between a word in small letters and a capital ends a sentence, too; the script looks at
//!   the end of the line only.
//! * A quotation may open with a single quote, which becomes `` ` ``.
//! * Curly quotes, long dashes, the ellipsis and other apostrophes are read as their plain
//!   counterparts.

use crate::english::tables::LISTS;

/// A token, and where it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedToken<'t> {
    /// As the treebank writes it.
    pub(crate) text: &'t str,
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// One past its last byte.
    pub(crate) end: usize,
}

/// The tokens of one sentence, in the order of the text, of which nothing but white space is lost.
pub(crate) fn tokenize(text: &str) -> Vec<PlacedToken<'_>> {
    let mut scanner = Scanner { text, tokens: Vec::new(), closing_from: closing_from(text) };
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(first)) => {
                scanner.chunk(first, at);
                start = None;
            }
            _ => {}
        }
    }
    scanner.tokens
}

/// Where the closing quotes, brackets and blanks at the end of a text begin.
fn closing_from(text: &str) -> usize {
    text.trim_end_matches(|c: char| c.is_whitespace() || CLOSING.contains(c)).len()
}

const CLOSING: &str = "\"”’')]}>»";
const OPENING: &str = "\"“„«‘`([{<'";

struct Scanner<'t> {
    text: &'t str,
    tokens: Vec<PlacedToken<'t>>,
    closing_from: usize,
}

impl<'t> Scanner<'t> {
    fn push(&mut self, start: usize, end: usize) {
        if start < end {
            self.push_as(&self.text[start..end], start, end);
        }
    }

    fn push_as(&mut self, text: &'t str, start: usize, end: usize) {
        self.tokens.push(PlacedToken { text, start, end });
    }

    /// Parts what stands between two blanks.
    fn chunk(&mut self, start: usize, end: usize) {
        let first = self.tokens.len();
        let period = self.period(start, end);
        let (mut word, mut at) = (start, start);
        while at < end {
            if let Some(period) = period.filter(|period| period.at == at) {
                self.words(word, if period.is_shared { at + 1 } else { at });
                self.push(at, at + 1);
                (word, at) = (at + 1, at + 1);
                continue;
            }
            // An address starts the chunk, or stands behind what opens: looking anywhere would
            // be slow on long chunks.
            let is_open = word == at && self.tokens[first..].last().is_none_or(is_opening);
            if is_open && let Some(stop) = address_end(self.text, at, end) {
                self.push(at, stop);
                (word, at) = (stop, stop);
                continue;
            }
            let (width, sign) = sign(self.text, start, at, end, is_open);
            if let Some(sign) = sign {
                self.words(word, at);
                self.push_as(sign, at, at + width);
                word = at + width;
            }
            at += width;
        }
        self.words(word, end);
    }

    /// The period at the end of a chunk, if it ends the sentence.
    fn period(&self, start: usize, end: usize) -> Option<Period> {
        let chunk = self.text[start..end].trim_end_matches(|c| CLOSING.contains(c));
        let before = chunk.strip_suffix('.').filter(|before| !before.ends_with('.'))?;
        let is_part = |c: char| c.is_alphanumeric() || c == '.';
        let word = &before[before.trim_end_matches(is_part).len()..];
        let at = start + before.len();
        let is_shared = is_abbreviation(word);
        let is_last = at + 1 >= self.closing_from;
        let is_next_capital = || {
            let is_before = |c: char| c.is_whitespace() || OPENING.contains(c);
            let rest = self.text[end..].trim_start_matches(is_before);
            rest.chars().next().is_some_and(char::is_uppercase)
        };
        let is_plain = || word.chars().count() > 1 && word.chars().all(char::is_lowercase);
        let ends = is_last || (!is_shared && is_plain() && is_next_capital());
        ends.then_some(Period { at, is_shared })
    }

    /// Parts a word without signs: contractions, and quotes in the guise of apostrophes.
    fn words(&mut self, mut start: usize, mut end: usize) {
        let text = self.text;
        if let Some(width) = leading_quote(&text[start..end]) {
            self.push_as("`", start, start + width);
            start += width;
        }
        // The last part of a contraction comes first.
        let mut parts = Vec::new();
        while let Some((width, part)) = clitic(&text[start..end]) {
            parts.push(PlacedToken {
                text: part.unwrap_or(&text[end - width..end]),
                start: end - width,
                end,
            });
            end -= width;
        }
        match written_together(&text[start..end]) {
            Some(n) => {
                self.push(start, start + n);
                self.push(start + n, end);
            }
            None => self.push(start, end),
        }
        self.tokens.extend(parts.into_iter().rev());
    }
}

/// A period that ends a sentence.
#[derive(Clone, Copy)]
struct Period {
    at: usize,
    /// Whether it ends an abbreviation as well.
    is_shared: bool,
}

/// Whether a token opens a quotation or a bracket, so that another one may open behind it.
fn is_opening(token: &PlacedToken<'_>) -> bool {
    matches!(token.text, "``" | "`" | "<") || token.text.starts_with("-L")
}

/// How wide the sign at a place is and how the treebank writes it, or how wide the letter.
fn sign(
    text: &str,
    start: usize,
    at: usize,
    end: usize,
    is_open: bool,
) -> (usize, Option<&'static str>) {
    let rest = &text[at..end];
    let c = rest.chars().next().unwrap_or(' ');
    let next = rest[c.len_utf8()..].chars().next();
    let before = text[start..at].chars().next_back();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let written = match c {
        '"' => Some(if is_open { "``" } else { "''" }),
        '“' | '„' | '«' => Some("``"),
        '”' | '»' => Some("''"),
        '`' if next == Some('`') => return (2, Some("``")),
        '\'' if next == Some('\'') => return (2, Some("''")),
        '`' | '‘' => Some("`"),
        '(' => Some("-LRB-"),
        ')' => Some("-RRB-"),
        '[' => Some("-LSB-"),
        ']' => Some("-RSB-"),
        '{' => Some("-LCB-"),
        '}' => Some("-RCB-"),
        '<' => Some("<"),
        '>' => Some(">"),
        '.' if rest.starts_with("...") => return (3, Some("...")),
        '…' => Some("..."),
        '-' if next == Some('-') => {
            return (rest.len() - rest.trim_start_matches('-').len(), Some("--"));
        }
        '—' | '―' => Some("--"),
        '–' if !(is_digit(before) && is_digit(next)) => Some("--"),
        ',' | ':' if is_digit(before) && is_digit(next) => None,
        ',' => Some(","),
        ':' => Some(":"),
        ';' => Some(";"),
        '&' if is_letter(before) && is_letter(next) => None,
        '&' => Some("&"),
        '@' => Some("@"),
        '#' => Some("#"),
        '$' => Some("$"),
        '%' => Some("%"),
        '?' => Some("?"),
        '!' => Some("!"),
        _ => None,
    };
    (c.len_utf8(), written)
}

/// Where an address ends that begins at a place.
fn address_end(text: &str, at: usize, end: usize) -> Option<usize> {
    let chunk = &text[at..end];
    if !chunk.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    // Quotes end an address.
    let stop = chunk.find(['"', '<', '>', '”', '’', '\'']).unwrap_or(chunk.len());
    let chunk = &chunk[..stop];
    let is_mail = || {
        chunk.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty() && host.trim_end_matches(|c: char| !c.is_alphanumeric()).contains('.')
        })
    };
    if !(chunk.starts_with("www.") || chunk.contains("://") || is_mail()) {
        return None;
    }
    let last = chunk.trim_end_matches(|c: char| ".,;:!?)]}…".contains(c));
    Some(at + last.len())
}

/// The width of an apostrophe that opens a quotation.
fn leading_quote(word: &str) -> Option<usize> {
    let c = word.chars().next().filter(|c| is_apostrophe(*c))?;
    let rest = &word[c.len_utf8()..];
    let lower = rest.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_elision = rest.starts_with(|c: char| c.is_ascii_digit())
        || LISTS.has("elided", &lower)
        || clitic(word).is_some_and(|(width, _)| width == word.len());
    (rest.starts_with(char::is_alphanumeric) && !is_elision).then(|| c.len_utf8())
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// Endings of contractions.
const CLITICS: [&str; 14] =
    ["n't", "N'T", "'s", "'S", "'m", "'M", "'d", "'D", "'ll", "'LL", "'re", "'RE", "'ve", "'VE"];

/// The ending of a contraction, its width, and how it is written if not as in the text.
fn clitic(word: &str) -> Option<(usize, Option<&'static str>)> {
    let (at, apostrophe) = word.char_indices().rev().take(4).find(|(_, c)| is_apostrophe(*c))?;
    let tail = &word[at + apostrophe.len_utf8()..];
    let is_plain = apostrophe == '\'';
    if tail.is_empty() {
        return (at > 0).then_some((word.len() - at, if is_plain { None } else { Some("'") }));
    }
    for end in CLITICS {
        let (before, after) = end.split_once('\'').expect("every ending has an apostrophe");
        if after == tail && word[..at].ends_with(before) && (at > before.len() || before.is_empty())
        {
            return Some((before.len() + word.len() - at, if is_plain { None } else { Some(end) }));
        }
    }
    None
}

/// Where a word has to be cut that is written as one.
fn written_together(word: &str) -> Option<usize> {
    if word.len() > 8 {
        return None;
    }
    let lower = word.to_lowercase().replace('’', "'");
    let first = match lower.as_str() {
        "cannot" | "gonna" | "gotta" | "lemme" | "gimme" | "wanna" => 3,
        "more'n" => 4,
        "d'ye" | "'tis" | "'twas" => 2,
        _ => return None,
    };
    word.char_indices().nth(first).map(|(at, _)| at)
}

/// Whether a word that is followed by a period is an abbreviation.
fn is_abbreviation(word: &str) -> bool {
    let is_dotted = || {
        word.contains('.')
            && word.split('.').all(|part| {
                (1..3).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
            })
    };
    (word.len() <= 8 && LISTS.has("abbreviation", &word.to_lowercase())) || is_dotted()
}

/// A readable text from tokens, which gives the same tokens again.
///
/// ```
/// use bezant::english::detokenize;
///
/// let tokens = ["He", "did", "n't", "pay", "$", "5", "-LRB-", "or", "more", "-RRB-", "."];
/// assert_eq!(detokenize(&tokens), "He didn't pay $5 (or more).");
/// ```
pub fn detokenize<T: AsRef<str>>(tokens: &[T]) -> String {
    let mut text = String::new();
    let mut before = "";
    let mut is_quoted = false;
    for token in tokens.iter().map(AsRef::as_ref) {
        // Quotes that do not say which way they face take turns.
        let token = match token {
            "\"" if is_quoted => "''",
            "\"" => "``",
            _ => token,
        };
        is_quoted = token == "``" || (is_quoted && token != "''");
        let is_doubled_period =
            token == "." && before.ends_with('.') && before != "..." && before.len() > 1;
        if !is_doubled_period {
            let is_joined = is_joined(before, token);
            if !text.is_empty() && !is_joined {
                text.push(' ');
            }
            // A closing quote where one would open has to keep its direction.
            let is_misleading = token == "''" && (!is_joined || text.is_empty() || opens(before));
            text += if is_misleading { token } else { plain(token) };
        }
        before = token;
    }
    text
}

/// How a token is written outside the treebank.
fn plain(token: &str) -> &str {
    match token {
        "``" | "''" => "\"",
        "`" => "'",
        "-LRB-" => "(",
        "-RRB-" => ")",
        "-LSB-" => "[",
        "-RSB-" => "]",
        "-LCB-" => "{",
        "-RCB-" => "}",
        _ => token,
    }
}

/// Whether no blank stands behind a token.
fn opens(token: &str) -> bool {
    matches!(plain(token), "(" | "[" | "{" | "<" | "$" | "#") || matches!(token, "``" | "`")
}

/// Whether two tokens are written without a blank between them.
fn is_joined(before: &str, token: &str) -> bool {
    let pair = |first: &str, second: &str| {
        before.eq_ignore_ascii_case(first) && token.eq_ignore_ascii_case(second)
    };
    let closes = matches!(
        plain(token),
        ")" | "]" | "}" | ">" | "," | "." | ";" | ":" | "?" | "!" | "%" | "..."
    ) || matches!(token, "''" | "'" | "’");
    let is_clitic = CLITICS.contains(&token) || CLITICS.contains(&token.replace('’', "'").as_str());
    // A period before an ellipsis would be taken for its first.
    let is_dots = token == "..." && before.ends_with('.');
    // Two quotes in a row would not be told apart again.
    let is_safe =
        !(opens(before) && (opens(token) || is_clitic || token == "'")) || plain(before) == "(";
    (opens(before) && is_safe)
        || (closes && is_safe && before != "--" && !is_dots)
        || (is_clitic && before.ends_with(char::is_alphanumeric))
        || ["gon na", "wan na", "got ta", "lem me", "gim me", "'t is", "'t was", "d' ye"]
            .iter()
            .any(|word| word.split_once(' ').is_some_and(|(a, b)| pair(a, b)))
}
