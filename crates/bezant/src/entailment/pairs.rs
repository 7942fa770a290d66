//! Pairs of a text and a hypothesis: the task's XML, and tables and JSON for files of our own.

mod writing;
mod xml;

use std::collections::{BTreeMap, BTreeSet};

use crate::entailment::answers::Answer;
use crate::entailment::table::{Delimiter, OF_PROGRAMS, TableInput, text_of};
use crate::error::{EntailmentFault, EntailmentFile, Result};
use crate::signature::Fingerprint;

/// A text, a hypothesis, and whether it follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// What it is called; any string.
    pub id: String,
    /// The text, T.
    pub text: String,
    /// The hypothesis, H.
    pub hypothesis: String,
    /// Whether H follows from T; unknown in a file for testing.
    pub answer: Option<Answer>,
    /// Whatever else the file says: `word1`, `word2`, `source`, `relation`, `construction`, …
    pub more: BTreeMap<String, String>,
}

impl Pair {
    /// What it says of itself under a name: several things are joined by commas or semicolons.
    pub(crate) fn said<'p>(&'p self, name: &str) -> impl Iterator<Item = &'p str> {
        let values = self.more.get(name).map_or("", String::as_str);
        values.split([',', ';']).map(str::trim).filter(|value| !value.is_empty())
    }
}

/// All pairs of a file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// What the file is called.
    pub name: String,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

/// How a file of pairs is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairFormat {
    /// As the task's files.
    Xml,
    /// A table whose first line names the columns, with tabs.
    Tsv,
    /// The same with commas.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

impl PairFormat {
    fn guess(text: &str) -> PairFormat {
        let first = text.trim_start().lines().next().unwrap_or_default();
        match first.chars().next() {
            Some('<') => PairFormat::Xml,
            Some('{') => PairFormat::Jsonl,
            _ if Delimiter::of(first, OF_PROGRAMS) == Some(Delimiter::Tab) => PairFormat::Tsv,
            _ => PairFormat::Csv,
        }
    }
}

/// Names of the same thing in different files.
const TEXT: [&str; 3] = ["text", "t", "premise"];
const HYPOTHESIS: [&str; 2] = ["hypothesis", "h"];
const ANSWER: [&str; 4] = ["entailment", "answer", "gold", "label"];

impl Pairs {
    /// Reads a file, in a format that is guessed unless it is given.
    pub fn read(name: &str, text: &[u8], format: Option<PairFormat>) -> Result<Pairs> {
        Pairs::read_if(name, text, format, true)
    }

    /// The same for pairs whose hypotheses may still be missing.
    ///
    /// # Errors
    /// As for [`Pairs::read`].
    #[doc(hidden)]
    pub fn read_texts(name: &str, text: &[u8], format: Option<PairFormat>) -> Result<Pairs> {
        Pairs::read_if(name, text, format, false)
    }

    fn read_if(
        name: &str,
        text: &[u8],
        format: Option<PairFormat>,
        is_complete: bool,
    ) -> Result<Pairs> {
        let input = TableInput::new(name, text)?;
        Pairs::read_table(input, format, is_complete)
            .map_err(|error| input.or_other_kind(error, EntailmentFile::Pairs))
    }

    fn read_table(
        input: TableInput<'_>,
        format: Option<PairFormat>,
        is_complete: bool,
    ) -> Result<Pairs> {
        let mut found = Found { input, pairs: Vec::new(), ids: BTreeSet::new(), is_complete };
        match format.unwrap_or_else(|| PairFormat::guess(input.text)) {
            PairFormat::Xml => xml::read(&mut found)?,
            PairFormat::Tsv => table(&mut found, Delimiter::Tab)?,
            PairFormat::Csv => table(&mut found, Delimiter::Comma)?,
            PairFormat::Jsonl => json_lines(&mut found)?,
        }
        if found.pairs.is_empty() {
            return Err(input.fail(0, EntailmentFault::NoPairs));
        }
        Ok(Pairs { name: input.name.to_string(), pairs: found.pairs })
    }

    /// The sentences in the fixed order T1 H1 T2 H2 …
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().flat_map(|pair| [pair.text.as_str(), pair.hypothesis.as_str()])
    }

    /// The right answers, if all pairs have one.
    #[doc(hidden)]
    pub fn gold(&self) -> Result<Vec<Answer>> {
        let answer = |pair: &Pair| {
            pair.answer.ok_or_else(|| {
                let fault = EntailmentFault::Lacks { id: pair.id.clone(), what: "answer" };
                crate::error::Error::new(&*self.name, fault)
            })
        };
        self.pairs.iter().map(answer).collect()
    }

    /// The same for the same pairs, whatever the format of the file.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let mut all = Fingerprint::default();
        for line in self.as_lines() {
            all.push(Fingerprint::of(line.trim_ascii()));
        }
        all
    }

    /// Each pair as a line: its id, text and hypothesis, and the right answer if there is one.
    pub(crate) fn as_lines(&self) -> impl Iterator<Item = Vec<u8>> {
        self.pairs.iter().map(|Pair { id, text, hypothesis, answer, .. }| {
            let plain = |byte| if matches!(byte, b'\t' | b'\n') { b' ' } else { byte };
            let mut line: Vec<u8> = id.bytes().map(plain).collect();
            for column in [&**text, hypothesis, answer.map_or("", Answer::name)] {
                line.push(b'\t');
                line.extend(column.bytes().map(plain));
            }
            line
        })
    }
}

/// Pairs as they are read.
struct Found<'s> {
    input: TableInput<'s>,
    pairs: Vec<Pair>,
    ids: BTreeSet<String>,
    /// Whether every pair must have a hypothesis.
    is_complete: bool,
}

impl Found<'_> {
    /// Makes a pair of what a file says by name, and checks it.
    fn push(&mut self, at: usize, mut fields: BTreeMap<String, String>) -> Result<()> {
        let mut take = |names: &[&str]| names.iter().find_map(|name| fields.remove(*name));
        let id = take(&["id"]);
        let (text, hypothesis, answer) = (take(&TEXT), take(&HYPOTHESIS), take(&ANSWER));
        let shown = || format!("number {}", self.pairs.len() + 1);
        let known = id.clone().filter(|id| !id.is_empty());
        let lacks = |what| {
            let id = known.clone().unwrap_or_else(shown);
            self.input.fail(at, EntailmentFault::Lacks { id, what })
        };
        let full = |field: Option<String>| field.filter(|text| !text.trim().is_empty());
        let id = full(id).ok_or_else(|| lacks("id"))?.trim().to_string();
        if id.contains(char::is_control) {
            let why = format!("a tab or a line break cannot stand in an id: {id:?}");
            return Err(self.input.fail(at, EntailmentFault::Malformed(why)));
        }
        let text = one_line(full(text).ok_or_else(|| lacks("text"))?);
        let hypothesis = full(hypothesis).or((!self.is_complete).then(String::new));
        let hypothesis = one_line(hypothesis.ok_or_else(|| lacks("hypothesis"))?);
        let answer = match answer.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(value) => Some(Answer::parse(value).ok_or_else(|| {
                let (id, value) = (id.clone(), value.to_string());
                self.input.fail(at, EntailmentFault::OddAnswer { id, value })
            })?),
        };
        if !self.ids.insert(id.clone()) {
            return Err(self.input.fail(at, EntailmentFault::Twice { id }));
        }
        self.pairs.push(Pair { id, text, hypothesis, answer, more: fields });
        Ok(())
    }
}

/// White space of any kind, line ends included, is one blank: a sentence is one line.
fn one_line(text: String) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_plain && !text.contains("  ") && text.trim().len() == text.len() {
        return text;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(found: &mut Found<'_>, delimiter: Delimiter) -> Result<()> {
    let input = found.input;
    input.check_quotes(delimiter)?;
    let mut columns: Vec<String> = Vec::new();
    for record in input.records(delimiter).records() {
        let record = record.map_err(|error| input.bad_table(&error))?;
        let at = input.start(&record);
        if columns.is_empty() {
            columns = record.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
            input.check_columns(at, &columns)?;
            for (what, names) in [("id", &["id"][..]), ("text", &TEXT), ("hypothesis", &HYPOTHESIS)]
            {
                let is_needed = what != "hypothesis" || found.is_complete;
                if is_needed
                    && !names.iter().any(|name| columns.iter().any(|column| column == name))
                {
                    return Err(input.fail(at, EntailmentFault::NoColumn(what)));
                }
            }
            continue;
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        if record.len() > columns.len() {
            let why = format!("{} fields under {} columns", record.len(), columns.len());
            return Err(input.fail(at, EntailmentFault::Malformed(why)));
        }
        let fields = columns.iter().cloned().zip(record.iter().map(str::to_string));
        found.push(at, fields.filter(|(_, value)| !value.is_empty()).collect())?;
    }
    Ok(())
}

fn json_lines(found: &mut Found<'_>) -> Result<()> {
    let input = found.input;
    for (at, line) in input.lines() {
        let fields = input.object(at, line)?.into_iter();
        found.push(at, fields.filter_map(|(name, it)| Some((name, text_of(it)?))).collect())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE entailment-corpus SYSTEM "pairs.dtd">
<entailment-corpus>
  <!-- two pairs -->
  <pair id="1.N" entailment="YES" word1="cat" word2="slept" construction="subject">
    <t>The cat &amp; the dog slept
       in the caf&#233;.</t>
    <h>The cat slept.</h>
  </pair>
  <pair id="2"><t><![CDATA[A < B]]></t><h>B.</h></pair>
</entailment-corpus>
"#;

    #[test]
    fn the_same_pairs_in_every_format() {
        let xml = Pairs::read("a.xml", XML.as_bytes(), None).unwrap();
        let tsv = "id\tentailment\tword1\tword2\tconstruction\tt\th\n\
            1.N\tYES\tcat\tslept\tsubject\tThe cat & the dog slept in the café.\tThe cat slept.\n\
            2\t\t\t\t\tA < B\tB.\n";
        let csv = tsv.replace('\t', ",");
        let json = "{\"id\":\"1.N\",\"text\":\"The cat & the dog slept in the café.\",\
            \"hypothesis\":\"The cat slept.\",\"entailment\":true,\"word1\":\"cat\",\
            \"word2\":\"slept\",\"construction\":\"subject\"}\n\n\
            {\"id\":2,\"t\":\"A < B\",\"h\":\"B.\",\"entailment\":null}";
        for text in [tsv, &csv, json] {
            let pairs = Pairs::read("a.xml", text.as_bytes(), None).unwrap();
            assert_eq!(pairs, xml, "{text}");
            assert_eq!(pairs.fingerprint(), xml.fingerprint());
        }
        assert_eq!(xml.pairs[0].text, "The cat & the dog slept in the café.");
        assert_eq!(xml.pairs[0].answer, Some(Answer::Yes));
        assert_eq!(xml.pairs[1].answer, None);
        assert_eq!(xml.pairs[1].text, "A < B");
        let lacking = xml.gold().unwrap_err().to_string();
        assert_eq!(lacking, "a.xml: pair 2 has no answer");
    }

    #[test]
    fn a_quotation_mark_inside_a_field_is_a_letter() {
        let text = "id,t,h\n1,A 5\" nail bent.,A nail bent.\n2,A.,B.\n";
        let pairs = Pairs::read("x", text.as_bytes(), None).unwrap().pairs;
        assert_eq!((pairs.len(), pairs[0].text.as_str()), (2, "A 5\" nail bent."));
    }

    #[test]
    fn faults_have_a_place_and_name_the_id() {
        let good = r#"<pair id="7" entailment="YES"><t>A.</t><h>B.</h></pair>"#;
        for (text, message) in [
            ("<entailment-corpus></entailment-corpus>", "x:1:1: no pair is found"),
            ("", "x:1:1: no pair is found"),
            ("pairs", "x:1:1: there is no column id"),
            ("id,text\n1,a", "x:1:1: there is no column hypothesis"),
            ("id,t,h\n1,a,b,c", "x:2:1: 4 fields under 3 columns"),
            ("id,t,h\n1,a", "x:2:1: pair 1 has no hypothesis"),
            ("id,t,h\r\n1,a,b\r\n\r\n2,a\r\n", "x:4:1: pair 2 has no hypothesis"),
            ("id,t,h\n1,a,b\n\n\n2,a\n", "x:5:1: pair 2 has no hypothesis"),
            ("id,t,h\n1,a,b\n1,a,b", "x:3:1: 1 stands here a second time"),
            ("{\"id\": 1,}", "x:1:10: not JSON: trailing comma"),
            (
                "{\"id\": 1, \"t\": \"a\", \"h\": \"b\"}\n\n{\"id\": 2,}",
                "x:3:10: not JSON: trailing comma",
            ),
            ("id,t,h,t\n1,a,b,c", "x:1:1: two columns are called t"),
            (
                "id,t,h\n1,a,b\n2,\"a \"\"A\"\"\",b\n3,\"a,b\n4,a,b",
                "x:4:3: a quotation mark is opened here and never closed",
            ),
            (
                "{\"id\": \"1\t2\", \"t\": \"a\", \"h\": \"b\"}",
                "x:1:10: not JSON: control character (\\u0000-\\u001F) found while parsing a string",
            ),
            (
                "{\"id\": \"1\\t2\", \"t\": \"a\", \"h\": \"b\"}",
                "x:1:1: a tab or a line break cannot stand in an id: \"1\\t2\"",
            ),
            (
                "id,t,h,entailment\n1,a,b,maybe",
                "x:2:1: 1 has the answer \"maybe\", which is neither YES nor NO",
            ),
        ] {
            let error = Pairs::read("x", text.as_bytes(), None).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        for (inside, message) in [
            (format!("{good}{good}"), "x:1:75: 7 stands here a second time"),
            (good.replace("<t>A.</t>", ""), "x:1:20: pair 7 has no text"),
            (good.replace(" id=\"7\"", ""), "x:1:20: pair number 1 has no id"),
            (
                good.replace("YES", "Yes?"),
                "x:1:20: 7 has the answer \"Yes?\", which is neither YES nor NO",
            ),
            (good.replace("</h>", ""), "x:1:64: `</pair>` closes `<h>`"),
            (good.replace("A.", "&nbsp;"), "x:1:53: the entity &nbsp; is not known"),
            (good.replace("A.", "<b>A.</b>"), "x:1:53: `<b>` has no place here"),
            (good.replace("A.", "&#0;"), "x:1:53: the entity &#0; is not known"),
        ] {
            let text = format!("<entailment-corpus>{inside}</entailment-corpus>");
            let error = Pairs::read("x", text.as_bytes(), None).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        let error = Pairs::read("x", b"<entailment-corpus>\xFF", None).unwrap_err();
        assert_eq!(error.to_string(), "x:1:20: this is not UTF-8");
        let cut = format!("<entailment-corpus>{good}");
        let error = Pairs::read("x", cut.as_bytes(), None).unwrap_err();
        assert_eq!(error.to_string(), "x:1:75: the file ends inside `<entailment-corpus>`");
    }
}
