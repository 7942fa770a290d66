//! Dependencies of a sentence that are made in memory.

use std::io::Write;

use crate::error::{Error, ErrorKind, Result};

/// Builds the dependencies of one sentence, word by word.
///
/// ```
/// use bezant::GraphBuilder;
///
/// let mut sentence = GraphBuilder::default();
/// sentence.word("dogs", 2, "nsubj").upos("NOUN").lemma("dog");
/// sentence.word("bark", 0, "root").upos("VERB");
/// let text = sentence.finish()?;
/// assert!(text.starts_with(b"1\tdogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t"));
/// # Ok::<(), bezant::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    comments: Vec<String>,
    words: Vec<WordBuilder>,
    /// Tokens of several words: the first word, the last, and how it is written.
    tokens: Vec<(usize, usize, String)>,
}

/// A word of a [`GraphBuilder`]; what is not said about it is left open.
#[derive(Clone, Debug)]
pub struct WordBuilder {
    head: u32,
    /// Form, lemma, universal tag, tag, features, relation, enhanced arcs, anything else.
    fields: [String; 8],
}

impl GraphBuilder {
    /// Adds a word with the number of its head, the first word being 1 and the root 0.
    pub fn word(&mut self, form: &str, head: u32, relation: &str) -> &mut WordBuilder {
        let open = || "_".to_string();
        let (form, relation) = (form.to_string(), relation.to_string());
        let fields = [form, open(), open(), open(), open(), relation, open(), open()];
        self.words.push(WordBuilder { head, fields });
        self.words.last_mut().expect("a word was pushed")
    }

    /// Says that the last `n` words are written together.
    pub fn written_as(&mut self, form: &str, n: usize) -> &mut GraphBuilder {
        let last = self.words.len();
        self.tokens.push((last.saturating_sub(n) + 1, last, form.to_string()));
        self
    }

    /// Adds a comment, such as `sent_id`.
    pub fn comment(&mut self, key: &str, value: &str) -> &mut GraphBuilder {
        self.comments.push(format!("{key} = {value}"));
        self
    }

    /// The sentence in CoNLL-U; [`Corpus::from_graphs`](crate::Corpus::from_graphs) takes the builder
    /// itself. Whether heads make a tree is checked where it is scored.
    ///
    /// # Errors
    /// Where a field has a tab or a line break in it.
    pub fn finish(&self) -> Result<Vec<u8>> {
        let fields = self.words.iter().flat_map(|word| &word.fields);
        let tokens = self.tokens.iter().map(|(.., form)| form);
        for field in fields.chain(tokens).chain(&self.comments) {
            if field.contains(['\t', '\n', '\r']) {
                return Err(Error::new("sentence", ErrorKind::BadField(field.clone())));
            }
        }
        let mut text = Vec::new();
        self.write(&mut text).expect("nothing can go wrong with memory");
        Ok(text)
    }

    fn write(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        for comment in &self.comments {
            writeln!(out, "# {comment}")?;
        }
        for (number, WordBuilder { head, fields }) in (1..).zip(&self.words) {
            for (_, last, form) in self.tokens.iter().filter(|(first, ..)| *first == number) {
                writeln!(out, "{number}-{last}\t{form}{}", "\t_".repeat(8))?;
            }
            let [form, lemma, upos, xpos, features, relation, enhanced, misc] = fields;
            writeln!(
                out,
                "{number}\t{form}\t{lemma}\t{upos}\t{xpos}\t{features}\t{head}\t{relation}\t{enhanced}\t{misc}"
            )?;
        }
        Ok(())
    }
}

impl WordBuilder {
    /// Its dictionary form.
    pub fn lemma(&mut self, lemma: &str) -> &mut WordBuilder {
        self.set(1, lemma)
    }

    /// Its universal tag.
    pub fn upos(&mut self, tag: &str) -> &mut WordBuilder {
        self.set(2, tag)
    }

    /// The tag of its own treebank.
    pub fn xpos(&mut self, tag: &str) -> &mut WordBuilder {
        self.set(3, tag)
    }

    /// Its features, as CoNLL-U writes them.
    pub fn features(&mut self, features: &str) -> &mut WordBuilder {
        self.set(4, features)
    }

    /// Its arcs in the enhanced graph, as CoNLL-U writes them: `2:nsubj|4:nsubj`.
    pub fn enhanced(&mut self, arcs: &str) -> &mut WordBuilder {
        self.set(6, arcs)
    }

    /// Whatever else is said about it, such as `SpaceAfter=No`.
    pub fn misc(&mut self, misc: &str) -> &mut WordBuilder {
        self.set(7, misc)
    }

    fn set(&mut self, at: usize, value: &str) -> &mut WordBuilder {
        // An empty column is no column.
        self.fields[at] = if value.is_empty() { "_".to_string() } else { value.to_string() };
        self
    }
}
