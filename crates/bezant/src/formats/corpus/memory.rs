//! What was worked out of a corpus, for those who come again.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::formats::{Corpus, Sentence};

/// So many things are remembered of a corpus: more than a loop asks for, and fewer than would fill the memory.
const MOST: usize = 8;

/// What was worked out, the one asked for last behind the others.
#[derive(Default)]
pub(super) struct Memory(Mutex<Vec<Remembered>>);

/// One thing, by what decides it; there is nothing yet where it was asked for once.
struct Remembered {
    key: String,
    found: Arc<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

impl Memory {
    /// Where it is, or will be, if somebody has asked for it before.
    fn place(&self, key: &str) -> Option<Arc<OnceLock<Arc<dyn Any + Send + Sync>>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|it| it.key == key);
        let last = match known {
            Some(at) => all.remove(at),
            None => Remembered { key: key.to_string(), found: Arc::default() },
        };
        let found = last.found.clone();
        all.push(last);
        if all.len() > MOST {
            all.remove(0);
        }
        known.map(|_| found)
    }
}

impl Corpus {
    /// What is worked out of all its sentences. Nothing for the first one who asks, who may be the only one: it is
    /// kept from the second on. Whoever uses the same key asks for the same thing.
    pub(crate) fn remembered<T: Any + Send + Sync>(
        &self,
        key: &str,
        work_out: impl FnOnce(&mut dyn Iterator<Item = Sentence<'_>>) -> T,
    ) -> Option<Arc<T>> {
        let whole = self.whole();
        let place = whole.inner.memory.place(key)?;
        let found =
            place.get_or_init(|| Arc::new(work_out(&mut (0..whole.len()).map(|at| whole.at(at)))));
        found.clone().downcast().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Corpus {
        Corpus::from_sentences("it", ["(S (N a))", "(S (N b))", "(S (N c))"]).unwrap()
    }

    fn lengths(corpus: &Corpus, key: &str, n_done: &mut u32) -> Option<Arc<Vec<usize>>> {
        corpus.remembered(key, |sentences| {
            *n_done += 1;
            sentences.map(|it| it.text.len()).collect::<Vec<usize>>()
        })
    }

    #[test]
    fn what_is_asked_for_twice_is_worked_out_once() {
        let (corpus, mut n_done) = (corpus(), 0);
        assert_eq!(lengths(&corpus, "one", &mut n_done), None);
        let found = lengths(&corpus.named("another"), "one", &mut n_done).unwrap();
        assert_eq!(*found, [9, 9, 9]);
        let again = lengths(&corpus, "one", &mut n_done).unwrap();
        assert!(Arc::ptr_eq(&found, &again));
        assert_eq!(n_done, 1);
        // What was asked for long ago is forgotten.
        for key in 0..MOST {
            assert_eq!(lengths(&corpus, &key.to_string(), &mut n_done), None);
        }
        assert_eq!(lengths(&corpus, "one", &mut n_done), None);
        assert!(lengths(&corpus, "one", &mut n_done).is_some());
        assert_eq!(n_done, 2);
    }

    #[test]
    fn a_part_of_a_corpus_finds_what_is_known_of_the_whole() {
        let (corpus, mut n_done) = (corpus(), 0);
        let part = corpus.at_places([0, 2].into_iter()).at_places([1].into_iter());
        assert_eq!(lengths(&part, "one", &mut n_done), None);
        let texts = |sentences: &mut dyn Iterator<Item = Sentence<'_>>| {
            sentences.map(|it| it.text.to_vec()).collect::<Vec<_>>()
        };
        let found = part.remembered("one", texts).unwrap();
        assert_eq!((found.len(), part.at(0).entry(&found)), (3, Some(&b"(S (N c))".to_vec())));
        // A sentence of no corpus has no place in it.
        let format = corpus.format();
        let other = Sentence::new(b"(S (N c))", crate::error::Position::start_of(1), format);
        assert_eq!(other.entry(&found), None);
    }
}
