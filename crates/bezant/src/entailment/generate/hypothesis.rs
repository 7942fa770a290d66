//! A sentence that is being written, with the parse that its construction implies.

use crate::english::detokenize;
use crate::structures::graph::{DraftWord, GraphDraft, ROOT};

/// A word of a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenWord {
    /// As it is written.
    pub form: String,
    /// Its dictionary form.
    pub lemma: String,
    /// Its tag, of the Penn Treebank.
    pub tag: String,
    /// The word it hangs on; none for the root.
    pub head: Option<usize>,
    /// What it is to that word, in Universal Dependencies.
    pub relation: &'static str,
    /// Which word of the text it is.
    pub source: Option<usize>,
}

/// A sentence that is being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clause {
    words: Vec<WrittenWord>,
}

impl Clause {
    /// Its words so far.
    pub fn words(&self) -> &[WrittenWord] {
        &self.words
    }

    /// Adds a word that hangs nowhere yet.
    pub fn push(&mut self, form: &str, lemma: &str, tag: &str, source: Option<usize>) -> usize {
        self.words.push(WrittenWord {
            form: form.to_string(),
            lemma: lemma.to_string(),
            tag: tag.to_string(),
            head: None,
            relation: "root",
            source,
        });
        self.words.len() - 1
    }

    /// Hangs a word on another.
    pub fn hang(&mut self, word: usize, head: usize, relation: &'static str) {
        if word != head {
            self.words[word].head = Some(head);
            self.words[word].relation = relation;
        }
    }

    /// Ends the sentence: a full stop, and a capital letter at its start.
    pub fn finish(&mut self) {
        let root = self.words.iter().position(|word| word.head.is_none()).unwrap_or(0);
        let stop = self.push(".", ".", ".", None);
        self.hang(stop, root, "punct");
        if let Some(first) = self.words.first_mut() {
            let mut letters = first.form.chars();
            // *cDNA* is not *CDNA*.
            let has_own = first.form.chars().skip(1).any(char::is_uppercase);
            if let Some(letter) = letters.next().filter(|_| !has_own) {
                first.form = letter.to_uppercase().chain(letters).collect();
            }
        }
    }

    /// As people write it.
    pub fn text(&self) -> String {
        let mut forms: Vec<String> = Vec::with_capacity(self.words.len());
        let (mut is_joined, mut was_mark) = (false, false);
        for word in &self.words {
            let is_mark = matches!(word.form.as_str(), "-" | "/" | "–" | "‑");
            match forms.last_mut() {
                Some(last) if is_mark || is_joined => last.push_str(&word.form),
                _ => forms.push(word.form.clone()),
            }
            // The last mark of *-/-* ends a word.
            is_joined = is_mark && !was_mark;
            was_mark = is_mark;
        }
        detokenize(&forms)
    }

    /// Its parse.
    pub(crate) fn parse(&self) -> GraphDraft {
        let mut draft = GraphDraft::default();
        for word in &self.words {
            draft.push(DraftWord {
                form: &word.form,
                lemma: &word.lemma,
                tag: &word.tag,
                relation: word.relation,
                head: word.head.map_or(ROOT, |head| head as u32),
            });
        }
        draft
    }

    /// Its parse in the columns of CoNLL-U, without comments.
    pub fn to_conllu(&self) -> String {
        let mut out = String::new();
        for (at, word) in (1..).zip(&self.words) {
            let head = word.head.map_or(0, |head| head + 1);
            let WrittenWord { form, lemma, tag, relation, .. } = word;
            out += &format!("{at}\t{form}\t{lemma}\t_\t{tag}\t_\t{head}\t{relation}\t_\t_\n");
        }
        out
    }
}
