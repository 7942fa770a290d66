//! Fragments of all sizes against brackets on the same files, and the time for large trees.
//!
//! `cargo bench --bench fragments [GOLD SYSTEM]`; without files, on generated trees.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bezant::evaluation::evaluate_one;
use bezant::formats::Reader;
use bezant::metric::Scorer;
use bezant::metrics::brackets::Brackets;
use bezant::metrics::fragments::{FragmentMatching, Fragments};
use bezant::metrics::trees::parameters::Preset;
use bezant::source::Source;

fn main() {
    let files: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let brackets = Brackets::evalb(Preset::Freval.parameters());
    let nodes = Fragments::freval();
    let connected = Fragments::freval().with(|it| it.matching = FragmentMatching::Connected);
    let inputs = match &files[..] {
        [gold, system] => [gold, system].map(|name| Input::File(name.into())),
        _ => [1, 2].map(|seed| Input::Text(treebank(seed))),
    };
    let base = time(&brackets, &inputs);
    println!("brackets              {base:>12.3?}");
    for (name, metric) in [("fragments, nodes", nodes.clone()), ("fragments, connected", connected)]
    {
        let mean = time(&metric, &inputs);
        let ratio = mean.as_secs_f64() / base.as_secs_f64();
        println!("{name:<22}{mean:>12.3?}  {ratio:.2} x brackets");
    }

    for n in [100, 1_000, 10_000] {
        for (name, tree) in [
            ("chain", chain(n)),
            ("star", star(n)),
            ("comb", comb(n)),
            ("binary", binary(n)),
            ("bushy", bushy(n)),
        ] {
            // One wrong label, so that three forests are counted.
            let at = tree.rfind("(A (t").unwrap();
            let wrong = format!("{}(B (t{}", &tree[..at], &tree[at + 5..]);
            let [gold, wrong] = [tree, wrong].map(|text| Input::Text(text.into_bytes()));
            let same = time(&nodes, &[gold.clone(), gold.clone()]);
            let different = time(&nodes, &[gold, wrong]);
            println!("{name:<8}{n:>7} nodes {same:>12.3?} {different:>12.3?} with an error");
        }
    }
}

/// Where trees come from.
#[derive(Clone)]
enum Input {
    File(PathBuf),
    Text(Vec<u8>),
}

impl Input {
    fn open(&self) -> Reader {
        let source = match self {
            Input::File(path) => Source::open(path),
            Input::Text(text) => Source::from_bytes("text", text.clone()),
        };
        Reader::new(source.unwrap(), None)
    }
}

/// Time this thread had a processor, where the system tells it (Linux does), so that a busy machine
/// changes little; otherwise the time that passed.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), Clock::processor())
    }

    fn processor() -> Option<u64> {
        let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        times.split_whitespace().next()?.parse().ok()
    }

    fn elapsed(&self) -> Duration {
        match (self.1, Clock::processor()) {
            (Some(start), Some(end)) => Duration::from_nanos(end - start),
            _ => self.0.elapsed(),
        }
    }
}

/// The mean time of a run, over as many runs as give the clock something to measure.
fn time<M: Scorer>(metric: &M, inputs: &[Input; 2]) -> Duration {
    let clock = Clock::start();
    for n in 1.. {
        run(metric, inputs);
        let elapsed = clock.elapsed();
        if elapsed > Duration::from_millis(400) {
            return elapsed / n;
        }
    }
    unreachable!("time passes")
}

fn run<M: Scorer>(metric: &M, inputs: &[Input; 2]) {
    let [gold, system] = inputs.each_ref().map(Input::open);
    let total = evaluate_one(metric, gold, system).unwrap().total();
    assert!(!metric.scores(&total).is_empty());
}

fn chain(n: usize) -> String {
    format!("{}(A (t a){}", "(A ".repeat(n - 1), ")".repeat(n))
}

fn star(n: usize) -> String {
    format!("(A {})", "(A (t a)) ".repeat(n - 1))
}

/// Each node has a phrase of its own and the rest of the tree.
fn comb(n: usize) -> String {
    let depth = n / 2;
    format!("{}(A (t a)){}", "(A (A (t a)) ".repeat(depth), ")".repeat(depth))
}

fn binary(n: usize) -> String {
    if n <= 2 {
        return "(A (t a))".to_string();
    }
    let half = (n - 1) / 2;
    format!("(A {} {})", binary(half), binary(n - 1 - half))
}

/// Three or so children each, of very different sizes.
fn bushy(n: usize) -> String {
    if n <= 2 {
        return "(A (t a))".to_string();
    }
    let rest = n - 1;
    let (one, two) = (rest / 7, rest / 3);
    let parts = [one, rest - one - two, two];
    let parts: Vec<String> = parts.iter().filter(|&&n| n > 0).map(|&n| bushy(n)).collect();
    format!("(A {})", parts.join(" "))
}

/// Two thousand sentences of twenty words or so.
fn treebank(seed: u64) -> Vec<u8> {
    let mut state = 1u64;
    let mut noise = seed;
    let mut text = String::new();
    for _ in 0..2_000 {
        let n = 10 + random(&mut state, 25);
        phrase(0, n, &mut state.clone(), &mut noise, &mut text);
        state = state.wrapping_add(n as u64);
        text.push('\n');
    }
    text.into_bytes()
}

fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize % below
}

fn phrase(from: usize, to: usize, state: &mut u64, noise: &mut u64, text: &mut String) {
    let wrong = random(noise, 12) == 0;
    let label = if wrong { "X" } else { ["S", "NP", "VP", "PP"][random(state, 4)] };
    text.push_str(&format!("({label} "));
    if to - from <= 2 {
        for word in from..to {
            text.push_str(&format!("(NN word{word})"));
        }
    } else {
        let middle = from + 1 + random(state, to - from - 1);
        phrase(from, middle, state, noise, text);
        phrase(middle, to, state, noise, text);
    }
    text.push(')');
}
