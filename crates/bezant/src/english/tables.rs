//! What has to be known word by word: short lists, embedded, and searched by bisection.

use std::sync::LazyLock;

/// Irregular verbs, and which form is which.
pub(super) static VERBS: LazyLock<Verbs> = LazyLock::new(|| Verbs::read(VERB_TABLE));

/// Irregular plurals.
pub(super) static PLURALS: LazyLock<Plurals> = LazyLock::new(|| Plurals::read(NOUN_TABLE));

/// Lists of words, each with a name.
pub(super) static LISTS: LazyLock<ExceptionLists> =
    LazyLock::new(|| ExceptionLists::read(&[SPELLING_TABLE, NOUN_LISTS, WORD_LISTS]));

const VERB_TABLE: &str = include_str!("tables/verbs.txt");
const NOUN_TABLE: &str = include_str!("tables/plurals.txt");
const NOUN_LISTS: &str = include_str!("tables/nouns.txt");
const SPELLING_TABLE: &str = include_str!("tables/spelling.txt");
const WORD_LISTS: &str = include_str!("tables/words.txt");

/// The lines of a table, without comments.
fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The value beside a key, in pairs sorted by key; of several the first.
fn find<'a, V>(pairs: &'a [(&'static str, V)], key: &str) -> Option<&'a V> {
    let at = pairs.partition_point(|(other, _)| *other < key);
    pairs.get(at).filter(|(other, _)| *other == key).map(|(_, value)| value)
}

/// Past and participle of an irregular verb, those to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub past: &'static str,
    pub participle: &'static str,
}

/// Irregular verbs, by base and by form.
#[derive(Debug)]
pub(super) struct Verbs {
    parts: Vec<(&'static str, Parts)>,
    pasts: Vec<(&'static str, &'static str)>,
    participles: Vec<(&'static str, &'static str)>,
}

impl Verbs {
    fn read(table: &'static str) -> Verbs {
        let mut verbs = Verbs { parts: Vec::new(), pasts: Vec::new(), participles: Vec::new() };
        for line in lines(table) {
            let mut fields = line.split(' ');
            let mut next = || fields.next().expect("a line has three fields");
            let (base, past, participle) = (next(), next(), next());
            let first = |forms: &'static str| forms.split('/').next().unwrap_or(forms);
            let parts = Parts { past: first(past), participle: first(participle) };
            verbs.parts.push((base, parts));
            verbs.pasts.extend(past.split('/').map(|form| (form, base)));
            verbs.participles.extend(participle.split('/').map(|form| (form, base)));
        }
        verbs.parts.sort_by_key(|(base, _)| *base);
        verbs.pasts.sort_unstable();
        verbs.participles.sort_unstable();
        verbs
    }

    /// The forms of a verb.
    pub(crate) fn parts(&self, base: &str) -> Option<Parts> {
        find(&self.parts, base).copied()
    }

    /// The verb of a past form.
    pub(crate) fn of_past(&self, form: &str) -> Option<&'static str> {
        find(&self.pasts, form).copied()
    }

    /// The verb of a participle.
    pub(crate) fn of_participle(&self, form: &str) -> Option<&'static str> {
        find(&self.participles, form).copied()
    }
}

/// Irregular nouns, by singular and by plural.
#[derive(Debug)]
pub(super) struct Plurals {
    plurals: Vec<(&'static str, &'static str)>,
    singulars: Vec<(&'static str, &'static str)>,
}

impl Plurals {
    fn read(table: &'static str) -> Plurals {
        let mut nouns = Plurals { plurals: Vec::new(), singulars: Vec::new() };
        for line in lines(table) {
            let (singular, plurals) = line.split_once(' ').expect("a line has two fields");
            let mut plurals = plurals.split('/').peekable();
            nouns.plurals.extend(plurals.peek().map(|plural| (singular, *plural)));
            nouns.singulars.extend(plurals.map(|plural| (plural, singular)));
        }
        nouns.plurals.sort_unstable();
        nouns.singulars.sort_unstable();
        nouns
    }

    /// The plural of a noun.
    pub(crate) fn plural(&self, singular: &str) -> Option<&'static str> {
        find(&self.plurals, singular).copied()
    }

    /// The noun of a plural.
    pub(crate) fn singular(&self, plural: &str) -> Option<&'static str> {
        find(&self.singulars, plural).copied()
    }
}

/// Lists of words.
#[derive(Debug)]
pub(super) struct ExceptionLists {
    words: Vec<(&'static str, &'static str)>,
}

impl ExceptionLists {
    /// Reads paragraphs that start with `[name: what it is]`.
    fn read(tables: &[&'static str]) -> ExceptionLists {
        let mut words = Vec::new();
        for table in tables {
            let mut name = "";
            for line in lines(table) {
                match line.strip_prefix('[').and_then(|head| head.split_once(':')) {
                    Some((head, _)) => name = head,
                    None => words.extend(line.split_whitespace().map(|word| (name, word))),
                }
            }
        }
        words.sort_unstable();
        ExceptionLists { words }
    }

    /// Whether a list has a word.
    pub(crate) fn has(&self, list: &str, word: &str) -> bool {
        self.words.binary_search(&(list, word)).is_ok()
    }

    /// The words of a list.
    #[cfg(test)]
    pub(crate) fn all(&self, list: &str) -> impl Iterator<Item = &'static str> {
        self.words.iter().filter(move |(name, _)| *name == list).map(|(_, word)| *word)
    }

    /// Whether a list has a word whose last letter is left out.
    pub(crate) fn has_with(&self, list: &str, stem: &str, letter: u8) -> bool {
        let compare = |(name, word): &(&str, &str)| {
            name.cmp(&list).then_with(|| word.bytes().cmp(stem.bytes().chain([letter])))
        };
        self.words.binary_search_by(compare).is_ok()
    }
}
