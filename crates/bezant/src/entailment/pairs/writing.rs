//! Pairs as files: the task's XML, tables and JSON, with everything that they say.

use std::collections::BTreeSet;
use std::io::{self, Write};

use quick_xml::escape::escape;

use crate::entailment::answers::Answer;
use crate::entailment::pairs::{Pair, PairFormat, Pairs};

impl Pairs {
    /// Writes them, with all that the file said of each.
    pub fn write(&self, format: PairFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            PairFormat::Xml => self.write_xml(out),
            PairFormat::Tsv => self.write_table(b'\t', out),
            PairFormat::Csv => self.write_table(b',', out),
            PairFormat::Jsonl => self.pairs.iter().try_for_each(|pair| {
                let fields = fields(pair).map(|(name, value)| (name.to_string(), value.into()));
                let mut object: serde_json::Map<String, serde_json::Value> = fields.collect();
                object.insert("text".to_string(), pair.text.as_str().into());
                object.insert("hypothesis".to_string(), pair.hypothesis.as_str().into());
                writeln!(out, "{}", serde_json::Value::Object(object))
            }),
        }
    }

    fn write_xml(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<entailment-corpus>")?;
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

    fn write_table(&self, delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
        let more: BTreeSet<&str> =
            self.pairs.iter().flat_map(|pair| pair.more.keys()).map(String::as_str).collect();
        let is_tabs = delimiter == b'\t';
        let mut table = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .quote_style(if is_tabs { csv::QuoteStyle::Never } else { csv::QuoteStyle::Necessary })
            .from_writer(out);
        let plain = |text: &str| if is_tabs { text.replace('\t', " ") } else { text.to_string() };
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
