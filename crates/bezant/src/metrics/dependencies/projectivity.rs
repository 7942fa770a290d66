//! Which arcs are projective: all words between a word and its head are below that head.

use crate::structures::graph::ROOT;

/// For each word whether its arc is projective; those of roots are. `heads` are numbers of words,
/// and sentences in a row do not disturb each other. Linear in the number of words.
pub(crate) fn projective(heads: &[u32]) -> Vec<bool> {
    let order = Order::new(heads);
    let n = heads.len();
    // For each word, the last one to its right such that all up to it are below the word; the same
    // to the left. Words that are below another one bring theirs along, so each is met once.
    let mut last = vec![0; n];
    for word in (0..n).rev() {
        let mut next = word + 1;
        while next < n && order.is_below(next, word) {
            next = last[next] + 1;
        }
        last[word] = next - 1;
    }
    let mut first = vec![0; n];
    for word in 0..n {
        let mut next = word;
        while next > 0 && order.is_below(next - 1, word) {
            next = first[next - 1];
        }
        first[word] = next;
    }
    let arc = |(word, &head): (usize, &u32)| {
        let between = |head: usize| match head < word {
            true => last[head] >= word - 1,
            false => first[head] <= word + 1,
        };
        head == ROOT || between(head as usize)
    };
    heads.iter().enumerate().map(arc).collect()
}

/// When each word is come to and left on a walk through the trees. Words on a circle are never come
/// to, and nothing is below them.
struct Order {
    start: Vec<u32>,
    end: Vec<u32>,
}

impl Order {
    fn new(heads: &[u32]) -> Order {
        let n = heads.len();
        let none = u32::MAX;
        let (mut first_child, mut next_child) = (vec![none; n], vec![none; n]);
        let mut way = Vec::new();
        for (word, head) in (0..n as u32).zip(heads).rev() {
            match *head {
                ROOT => way.push(word),
                head => {
                    next_child[word as usize] = first_child[head as usize];
                    first_child[head as usize] = word;
                }
            }
        }
        let mut order = Order { start: vec![none; n], end: vec![0; n] };
        let mut time = 0;
        // A word is on the way until all below it have been come to.
        while let Some(&word) = way.last() {
            let at = word as usize;
            if order.start[at] == none {
                order.start[at] = time;
                time += 1;
            }
            match std::mem::replace(&mut first_child[at], none) {
                child if child == none => {
                    order.end[at] = time;
                    way.pop();
                }
                child => {
                    first_child[at] = next_child[child as usize];
                    way.push(child);
                }
            }
        }
        order
    }

    fn is_below(&self, word: usize, above: usize) -> bool {
        (self.start[above]..self.end[above]).contains(&self.start[word])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By looking at every word between.
    fn slowly(heads: &[u32]) -> Vec<bool> {
        let is_below = |mut word: usize, above: usize| {
            for _ in 0..heads.len() {
                match heads[word] {
                    _ if word == above => return true,
                    ROOT => return false,
                    head => word = head as usize,
                }
            }
            false
        };
        let arc = |(word, &head): (usize, &u32)| {
            let head = if head == ROOT { word } else { head as usize };
            let between = word.min(head) + 1..word.max(head);
            between.into_iter().all(|other| is_below(other, head))
        };
        heads.iter().enumerate().map(arc).collect()
    }

    #[test]
    fn all_trees_of_six_words_are_as_the_definition_says() {
        let n = 6;
        let mut n_trees = 0;
        for number in 0..7u32.pow(n) {
            let head = |at| match number / 7u32.pow(at) % 7 {
                0 => ROOT,
                head => head - 1,
            };
            let heads: Vec<u32> = (0..n).map(head).collect();
            let reaches_root = |start: u32| {
                let mut at = start;
                (0..=n).any(|_| {
                    at == ROOT || {
                        at = heads[at as usize];
                        at == ROOT
                    }
                })
            };
            if (0..n).all(reaches_root) {
                n_trees += 1;
                assert_eq!(projective(&heads), slowly(&heads), "{heads:?}");
            }
        }
        // Forests of rooted trees with six words: 7 to the power of 5.
        assert_eq!(n_trees, 7u32.pow(5));
    }

    #[test]
    fn circles_and_long_chains_are_no_trouble() {
        assert_eq!(projective(&[1, 0, ROOT, 3]), [true, true, true, true]);
        assert_eq!(projective(&[2, ROOT, 0]), [false, true, false]);
        let chain: Vec<u32> = [ROOT].into_iter().chain(0..299_999).collect();
        assert!(projective(&chain).into_iter().all(|arc| arc));
    }
}
