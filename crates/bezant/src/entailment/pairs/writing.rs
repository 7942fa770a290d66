//! Pairs as files: the task's XML, tables and JSON, with everything that they say.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use quick_xml::escape::escape;

use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, PairFormat, Pairs};
use crate::entailment::table::Delimiter;
use crate::error::{EntailmentFault, Error, Result};

impl Pairs {
    /// Writes them, with all that the file said of each.
    pub fn write(&self, format: PairFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            PairFormat::Xml => self.write_xml(None, out),
            PairFormat::Tsv => self.write_table(Delimiter::Tab, out),
            PairFormat::Csv => self.write_table(Delimiter::Comma, out),
            PairFormat::Jsonl => self.pairs.iter().try_for_each(|pair| {
                let fields = fields(pair).map(|(name, value)| (name.to_string(), value.into()));
                let mut object: serde_json::Map<String, serde_json::Value> = fields.collect();
                object.insert("text".to_string(), pair.text.as_str().into());
                object.insert("hypothesis".to_string(), pair.hypothesis.as_str().into());
                writeln!(out, "{}", serde_json::Value::Object(object))
            }),
        }
    }

    /// Writes them as XML, with the file that says what is allowed in it.
    pub(crate) fn write_xml(&self, dtd: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        if let Some(dtd) = dtd {
            writeln!(out, "<!DOCTYPE entailment-corpus SYSTEM \"{dtd}\">")?;
        }
        writeln!(out, "<entailment-corpus>")?;
        for pair in &self.pairs {
            write!(out, "  <pair")?;
            for (name, value) in fields(pair) {
                write!(out, " {}=\"{}\"", attribute(name), escape(value))?;
            }
            let (text, hypothesis) = (escape(&*pair.text), escape(&*pair.hypothesis));
            writeln!(out, ">\n    <t>{text}</t>\n    <h>{hypothesis}</h>\n  </pair>")?;
        }
        writeln!(out, "</entailment-corpus>")
    }

    /// What is allowed in XML that has these pairs, or some of them.
    ///
    /// # Errors
    /// Where the pairs cannot be XML: two columns of a table would be one attribute, or a character has no
    /// place in it.
    pub(crate) fn dtd(&self) -> Result<String> {
        let fail = |why: String| Error::new(&*self.name, EntailmentFault::Malformed(why));
        let mut names: BTreeMap<String, &str> = BTreeMap::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for pair in &self.pairs {
            for (name, value) in fields(pair).chain([("t", &*pair.text), ("h", &*pair.hypothesis)])
            {
                *counts.entry(name).or_default() += 1;
                if let Some(c) = value.chars().find(|c| !is_xml(*c)) {
                    let (id, code) = (&pair.id, u32::from(c));
                    let why =
                        format!("pair {id} has the character U+{code:04X}, which XML has not");
                    return Err(fail(why));
                }
            }
        }
        for name in counts.keys().filter(|name| !["t", "h"].contains(name)) {
            if let Some(other) = names.insert(attribute(name), name) {
                return Err(fail(format!("{other} and {name} would be one attribute in XML")));
            }
        }
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <!ELEMENT entailment-corpus (pair+)>\n\
             <!ELEMENT pair (t, h)>\n\
             <!ATTLIST pair",
        );
        for (shown, name) in &names {
            let kind = if *name == "entailment" { "(YES | NO)" } else { "CDATA" };
            let all = counts.get(name) == Some(&self.pairs.len());
            let needed = if all { "#REQUIRED" } else { "#IMPLIED" };
            out += &format!("\n  {shown} {kind} {needed}");
        }
        out += ">\n<!ELEMENT t (#PCDATA)>\n<!ELEMENT h (#PCDATA)>\n";
        Ok(out)
    }

    fn write_table(&self, delimiter: Delimiter, out: &mut dyn Write) -> io::Result<()> {
        let more: BTreeSet<&str> =
            self.pairs.iter().flat_map(|pair| pair.more.keys()).map(String::as_str).collect();
        let mut table = delimiter.writer(out);
        let plain = |text: &str| match delimiter.has_quotes() {
            true => text.to_string(),
            false => text.replace(delimiter.sign(), " "),
        };
        let names =
            ["id", "text", "hypothesis", "entailment"].into_iter().chain(more.iter().copied());
        table.write_record(names)?;
        for pair in &self.pairs {
            let answer = pair.answer.map_or("", Answer::name);
            let own = [pair.id.as_str(), &pair.text, &pair.hypothesis, answer].map(plain);
            let more =
                more.iter().map(|name| pair.more.get(*name).map_or(String::new(), |v| plain(v)));
            table.write_record(own.into_iter().chain(more))?;
        }
        table.flush()
    }
}

/// Whether a character may stand in XML 1.0.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// A name that an attribute can have: columns of tables may have others.
fn attribute(name: &str) -> String {
    let fits = |(at, c): (usize, char)| match c {
        '_' => c,
        _ if c.is_alphabetic() => c,
        _ if at > 0 && (c.is_alphanumeric() || matches!(c, '-' | '.')) => c,
        _ => '_',
    };
    name.chars().enumerate().map(fits).collect()
}

/// The id, the answer, and whatever else a pair says.
fn fields(pair: &Pair) -> impl Iterator<Item = (&str, &str)> {
    let answer = pair.answer.map(|answer| ("entailment", answer.name()));
    let more = pair.more.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    [("id", pair.id.as_str())].into_iter().chain(answer).chain(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_is_what_the_pairs_have() {
        let text = "id,t,h,entailment,word 1,source\n1,A.,B.,YES,a,x\n2,C.,D.,NO,c,\n";
        let pairs = Pairs::read("x", text.as_bytes(), None).unwrap();
        let dtd = pairs.dtd().unwrap();
        let attributes: Vec<&str> = dtd.lines().filter(|line| line.starts_with("  ")).collect();
        assert_eq!(
            attributes,
            [
                "  entailment (YES | NO) #REQUIRED",
                "  id CDATA #REQUIRED",
                "  source CDATA #IMPLIED",
                "  word_1 CDATA #REQUIRED>"
            ]
        );
        for (text, message) in [
            ("id,t,h,a b,a_b\n1,A.,B.,x,y\n", "x: a b and a_b would be one attribute in XML"),
            ("id,t,h\n1,A\u{1}.,B.\n", "x: pair 1 has the character U+0001, which XML has not"),
        ] {
            let pairs = Pairs::read("x", text.as_bytes(), None).unwrap();
            assert_eq!(pairs.dtd().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn pairs_are_written_and_read_back() {
        let text = "{\"id\":\"1.N\",\"text\":\"The cat & the \\\"dog\\\" slept.\",\"hypothesis\":\"The cat \
            slept.\",\"entailment\":\"NO\",\"word1\":\"cat\",\"relation\":\"Direct object, Conjunct\"}\n\
            {\"id\":\"2\",\"text\":\"A < B, C\",\"hypothesis\":\"B.\"}\n";
        let pairs = Pairs::read("x", text.as_bytes(), None).unwrap();
        for format in [PairFormat::Xml, PairFormat::Tsv, PairFormat::Csv, PairFormat::Jsonl] {
            let mut out = Vec::new();
            pairs.write(format, &mut out).unwrap();
            let again = Pairs::read("x", &out, None).unwrap();
            assert_eq!(again, pairs, "{}", String::from_utf8_lossy(&out));
        }
    }
}
