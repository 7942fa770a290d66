//! How often somebody may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// For wrong links and codes of everybody together: nobody tries many.
const WRONG_RATE: f64 = 10.0;
const WRONG_BURST: f64 = 200.0;

/// So many seconds' worth of requests may come at once: a script that answers all sheets in a row is no harm.
const SECONDS_AT_ONCE: f64 = 50.0;

/// What is left of somebody's allowance.
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn full(burst: f64) -> Bucket {
        Bucket { left: burst, at: Instant::now() }
    }

    /// Takes one, or says after how many seconds there is one.
    fn take(&mut self, rate: f64, burst: f64) -> Result<(), u64> {
        let now = Instant::now();
        let more = now.duration_since(self.at).as_secs_f64() * rate;
        (self.left, self.at) = ((self.left + more).min(burst), now);
        if self.left < 1.0 {
            return Err(((1.0 - self.left) / rate).ceil().max(1.0) as u64);
        }
        self.left -= 1.0;
        Ok(())
    }
}

/// Allowances of all links. Only links that exist have one, so that nobody fills the memory.
pub struct Limits {
    rate: f64,
    links: Mutex<HashMap<i64, Bucket>>,
    wrong: Mutex<Bucket>,
}

impl Limits {
    pub fn new(rate: u32) -> Limits {
        let wrong = Mutex::new(Bucket::full(WRONG_BURST));
        Limits { rate: f64::from(rate.max(1)), links: Mutex::default(), wrong }
    }

    /// One more request of a link, by its annotator's number; 0 is the organiser.
    pub fn link(&self, number: i64) -> Result<(), u64> {
        let burst = self.rate * SECONDS_AT_ONCE;
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.entry(number).or_insert_with(|| Bucket::full(burst)).take(self.rate, burst)
    }

    /// One more link or code that nobody has.
    pub fn wrong(&self) -> Result<(), u64> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.take(WRONG_RATE, WRONG_BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_waits() {
        let limits = Limits::new(2);
        let passed = (0..200).take_while(|_| limits.link(1).is_ok()).count();
        assert!((100..110).contains(&passed), "{passed}");
        assert_eq!(limits.link(1), Err(1));
        assert_eq!(limits.link(2), Ok(()));
        assert!((0..1000).any(|_| limits.wrong().is_err()));
    }
}
