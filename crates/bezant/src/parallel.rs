//! The only module that knows about threads: an ordered map, and two things at once.

use std::io;
use std::sync::Mutex;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// More only take memory and time to start.
const MOST: usize = 256;

/// Threads to work with. Results never depend on how many there are.
#[derive(Debug)]
pub struct Threads(Option<ThreadPool>);

impl Threads {
    /// Only the caller's own thread.
    pub fn one() -> Threads {
        Threads(None)
    }

    /// `n` threads, but no more than are of use, or as many as the machine has.
    ///
    /// # Errors
    /// Where the machine gives no more of them.
    pub fn new(n: Option<usize>) -> io::Result<Threads> {
        if n == Some(1) {
            return Ok(Threads::one());
        }
        let pool = ThreadPoolBuilder::new().num_threads(n.map_or(0, |n| n.min(MOST))).build();
        Ok(Threads(Some(pool.map_err(io::Error::other)?)))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// `f` of each item, in the order of the items.
    pub(crate) fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        f: impl Fn(T) -> R + Sync + Send,
    ) -> Vec<R> {
        let Some(pool) = &self.0 else { return items.into_iter().map(f).collect() };
        let places: Vec<Mutex<(Option<T>, Option<R>)>> =
            items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
        let held = "nothing is done while a place is held that could fail";
        each(pool, places.len(), &|at| {
            let item = places[at].lock().expect(held).0.take();
            let done = item.map(&f);
            places[at].lock().expect(held).1 = done;
        });
        let done = places.into_iter().map(|place| place.into_inner().expect(held).1);
        done.map(|done| done.expect("every item is taken and done once")).collect()
    }

    /// Both, at the same time if there are threads for it.
    pub(crate) fn both<A: Send, B: Send>(
        &self,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match &self.0 {
            None => (a(), b()),
            Some(pool) => pool.install(|| rayon::join(a, b)),
        }
    }
}

/// Calls a function with all numbers below `n`. What divides work between threads is a lot of code; it
/// is in the program once and not for every function anew.
fn each(pool: &ThreadPool, n: usize, f: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..n).into_par_iter().for_each(f));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let squares: Vec<u64> = (0..10_000).map(|n| n * n).collect();
        for n in [1, 2, 8] {
            let threads = Threads::new(Some(n)).unwrap();
            assert_eq!(threads.count(), n);
            assert_eq!(threads.map((0..10_000).collect(), |n: u64| n * n), squares);
        }
    }
}
