use std::ffi::OsString;
use std::fs;
use std::path::Path;

use bezant::compat::udeval;
use bezant::parallel::Threads;

use super::cases;

/// What we print for a case with such options.
fn run(case: &Path, options: &str) -> String {
    let mut arguments: Vec<OsString> = options.split_whitespace().map(OsString::from).collect();
    arguments.extend(["gold.conllu", "system.conllu"].map(|name| case.join(name).into()));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = udeval::run(&arguments, &Threads::one(), &mut out, &mut err).unwrap();
    let [out, err] = [out, err].map(|text| String::from_utf8(text).unwrap());
    assert_eq!((status, err.as_str()), (0, ""), "{}", case.display());
    out
}

#[test]
fn our_own_sentences_have_udevals_tables() {
    let cases = cases("udeval");
    let mut n = 0;
    for case in &cases {
        for (name, options) in [
            ("expected.short", ""),
            ("expected.scores", "-v"),
            ("expected.counts", "-c"),
            ("expected.counts.no-enhanced", "-c --no-enhanced"),
            ("expected.counts.without-2", "-c --enhancements 2"),
            ("expected.counts.without-4", "-c --enhancements 4"),
            ("expected.counts.without-5", "-c --enhancements 5"),
        ] {
            // Only the graphs have tables for other options than the three.
            let path = case.join(name);
            if !path.is_file() && name.matches('.').count() > 1 {
                continue;
            }
            let expected = fs::read_to_string(&path).unwrap();
            assert_eq!(run(case, options), expected, "{}", path.display());
            n += 1;
        }
    }
    assert!(cases.len() >= 9, "only {} cases", cases.len());
    assert_eq!(n, 3 * cases.len() + 4);
}
