//! The only module that knows about threads: an ordered map, and two things at once.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// More only take memory and time to start.
const MOST: usize = 256;

/// Threads to work with. Results never depend on how many there are.
#[derive(Debug)]
pub struct Threads {
    pool: Option<ThreadPool>,
    stop: Option<Arc<AtomicBool>>,
}

/// What work unwinds with that somebody has [stopped](Threads::stopped_by). It is no fault, so that nothing
/// is said of it.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

impl Stopped {
    /// Ends work if that is wanted.
    pub fn check(stop: &AtomicBool) {
        if stop.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
    }
}

impl Threads {
    /// Only the caller's own thread.
    pub fn one() -> Threads {
        Threads { pool: None, stop: None }
    }

    /// The same, for work that ends when `stop` is set. It ends by unwinding with [`Stopped`], which whoever
    /// sets it catches: no function in between need know of it, and no result is lost that anybody wants.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Threads {
        Threads { stop: Some(stop), ..self }
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
        Ok(Threads { pool: Some(pool.map_err(io::Error::other)?), stop: None })
    }

    /// How many there are.
    #[doc(hidden)]
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// How many pieces of work to have ready: a few for each thread, so that none waits long for another; one,
    /// where nobody can wait.
    pub(crate) fn pieces(&self) -> usize {
        match self.count() {
            1 => 1,
            n => 3 * n,
        }
    }

    /// `f` of each item, in the order of the items.
    pub(crate) fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        f: impl Fn(T) -> R + Sync + Send,
    ) -> Vec<R> {
        let f = |item| {
            if let Some(stop) = &self.stop {
                Stopped::check(stop);
            }
            f(item)
        };
        // Loops: what collects and maps is more code, and all of it is there once for every function that is called here.
        let mut results = Vec::with_capacity(items.len());
        let Some(pool) = &self.pool else {
            for item in items {
                results.push(f(item));
            }
            return results;
        };
        let mut places: Vec<Mutex<(Option<T>, Option<R>)>> = Vec::with_capacity(items.len());
        for item in items {
            places.push(Mutex::new((Some(item), None)));
        }
        let held = "nothing is done while a place is held that could fail";
        each(pool, places.len(), &|at| {
            let item = places[at].lock().expect(held).0.take();
            let done = item.map(&f);
            places[at].lock().expect(held).1 = done;
        });
        for place in places {
            let (_, done) = place.into_inner().expect(held);
            results.push(done.expect("every item is taken and done once"));
        }
        results
    }

    /// Both, at the same time if there are threads for it.
    pub(crate) fn both<A: Send, B: Send>(
        &self,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match &self.pool {
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

    #[test]
    fn work_that_is_stopped_unwinds_with_no_other_word() {
        for threads in [Threads::one(), Threads::new(Some(2)).unwrap()] {
            let stop = Arc::new(AtomicBool::new(false));
            let threads = threads.stopped_by(Arc::clone(&stop));
            let work = || threads.map(vec![1, 2, 3], |n| n + 1);
            assert_eq!(work(), [2, 3, 4]);
            stop.store(true, Ordering::Relaxed);
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            assert!(ended.unwrap_err().is::<Stopped>());
        }
    }
}
