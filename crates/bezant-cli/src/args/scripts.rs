//! The options of the RASP evaluator's two scripts, in our own words.
//!
//! Section 5.2.2 of Watson (2006) has them. `eval_system.sh` compares `x.parses` with a standard:
//! `-t -c -g -s -o -u -m`. `eval.sh` makes those files of the parser's output first, and hands the
//! rest on: `-t -n -x -d -e`. Both are `bezant relations --compat rasp`; there `-o` is theirs.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::warnings::{self, Warning};

/// Where `eval.sh` finds the standards and the parser's input, seen from its own folder, without and
/// with marks of names. It makes the second standard of the first, so that the first is the newer.
const STANDARDS: [[&str; 2]; 2] =
    [["parc700/gold560.rasp", "sents-tst.gr"], ["parc700/gold560ne.rasp", "sents-ne-tst.gr"]];
const PARSER_INPUT: [&str; 2] = ["parc700/test.not-ne.stag", "parc700/test.ne.stag"];

/// Options of the scripts that mean nothing without `--compat rasp`.
const THEIRS_ALONE: [&str; 6] = ["-t", "-c", "-g", "-s", "-u", "-m"];

/// What was typed for the scripts.
#[derive(Debug, Default)]
struct ScriptOptions {
    /// `-t`: the name of all files of a system, without their endings.
    test: Option<String>,
    /// `-c`
    standard: Option<String>,
    /// `-g`, as a value of `--match`.
    types: Option<&'static str>,
    /// `-s`, as a value of `--slots`.
    slots: Option<&'static str>,
    /// `-o`
    original: bool,
    /// `-u`
    unlabelled: bool,
    /// `-m`
    matrix: bool,
    /// `-n`
    names: bool,
    /// `-x`
    words_are_there: bool,
    /// `-d`
    keep: bool,
    /// `-e`
    handed_on: bool,
    /// What is not theirs.
    rest: Vec<OsString>,
}

/// The words of a command line; where they ask for `relations --compat rasp`, what the scripts would
/// understand among them is said in our words.
///
/// # Errors
/// Where a script would fail, or run the parser.
pub fn in_our_words(words: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let Some(command) = command(&words) else { return Ok(words) };
    let (before, after) = words.split_at(command + 1);
    if !is_compat(after) {
        let typed = after.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
        if let Some(option) = typed.into_iter().find(|word| THEIRS_ALONE.contains(word)) {
            anyhow::bail!(
                "{option} is an option of the RASP evaluator's scripts; add --compat rasp to use them"
            );
        }
        return Ok(words);
    }
    let mut typed = ScriptOptions::default();
    typed.read(after.iter().cloned())?;
    let ours = typed.options()?;
    Ok(before.iter().cloned().chain(typed.rest).chain(ours.into_iter().map(Into::into)).collect())
}

/// Where the command stands, if it is this one; options for all commands may stand before it.
fn command(words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        match words.get(at)?.to_str()? {
            "relations" | "rasp" => return Some(at),
            "--color" | "--file-limit" => at += 2,
            option if option.starts_with("--") => at += 1,
            _ => return None,
        }
    }
}

fn is_compat(words: &[OsString]) -> bool {
    let rasp = Some(OsStr::new("rasp"));
    let names_it = |(at, word): (usize, &OsString)| match word.to_str() {
        Some("--compat") => words.get(at + 1).map(OsString::as_os_str) == rasp,
        word => word == Some("--compat=rasp"),
    };
    words.iter().take_while(|word| *word != "--").enumerate().any(names_it)
}

impl ScriptOptions {
    fn read(&mut self, mut words: impl Iterator<Item = OsString>) -> anyhow::Result<()> {
        while let Some(word) = words.next() {
            let letters = word.to_str().and_then(|word| word.strip_prefix('-')).unwrap_or_default();
            if word == "--" {
                self.rest.push(word);
                self.rest.extend(words);
                return Ok(());
            }
            if !letters.starts_with(is_theirs) {
                self.rest.push(word);
                continue;
            }
            // As shells read them: switches may share a word, a value may follow its letter at once.
            let mut letters = letters.chars();
            while let Some(letter) = letters.next() {
                if !"tcgse".contains(letter) {
                    self.switch(letter)?;
                    continue;
                }
                let value = match letters.as_str() {
                    "" => words.next().and_then(|value| value.into_string().ok()),
                    rest => Some(rest.to_string()),
                };
                let value = value.filter(|value| !value.is_empty());
                let Some(value) = value else { anyhow::bail!("-{letter} needs a value") };
                self.set(letter, value)?;
                break;
            }
        }
        Ok(())
    }

    fn switch(&mut self, letter: char) -> anyhow::Result<()> {
        let switch = match letter {
            'o' => &mut self.original,
            'u' => &mut self.unlabelled,
            'm' => &mut self.matrix,
            'n' => &mut self.names,
            'x' => &mut self.words_are_there,
            'd' => &mut self.keep,
            'r' => anyhow::bail!(
                "-r runs the RASP parser, which bezant does not have; run it on the sentences \
                 yourself and name its output with -t, or name a program with --parser-cmd"
            ),
            other => anyhow::bail!("-{other} is no option of eval.sh or eval_system.sh"),
        };
        *switch = true;
        Ok(())
    }

    fn set(&mut self, letter: char, value: String) -> anyhow::Result<()> {
        let one_of = |all: &[(&str, &'static str)]| {
            let found = all.iter().find(|(short, _)| *short == value);
            let known: Vec<&str> = all.iter().map(|(short, _)| *short).collect();
            found.map(|(_, ours)| Some(*ours)).ok_or_else(|| {
                anyhow::anyhow!("-{letter} is one of {}, not {value}", known.join(", "))
            })
        };
        match letter {
            't' => self.test = Some(value),
            'c' => self.standard = Some(value),
            'g' => {
                self.types =
                    one_of(&[("e", "equality"), ("s", "subsumption"), ("h", "hierarchy")])?;
            }
            's' => {
                let all = ("a", "all");
                let both = ("h", "head-dependent");
                self.slots = one_of(&[all, both, ("n", "head-dependent-ncsubj")])?;
            }
            _ => {
                self.handed_on = true;
                let before = self.rest.len();
                self.read(value.split_whitespace().map(OsString::from))?;
                anyhow::ensure!(
                    self.rest.len() == before,
                    "-e hands options of eval_system.sh on, and nothing else: {value}"
                );
            }
        }
        Ok(())
    }

    /// All of it in our words.
    fn options(&self) -> anyhow::Result<Vec<String>> {
        let files = match &self.test {
            Some(test) if self.is_of_output() => self.output_files(test)?,
            Some(test) => {
                let standard = self.standard.clone().unwrap_or_default();
                vec![
                    "--text".to_string(),
                    format!("{test}.grtext"),
                    standard,
                    format!("{test}.parses"),
                ]
            }
            None => {
                let needs_it = [
                    (self.standard.is_some(), "-c"),
                    (self.names, "-n"),
                    (self.words_are_there, "-x"),
                    (self.keep, "-d"),
                    (self.handed_on, "-e"),
                ];
                if let Some((_, option)) = needs_it.iter().find(|(typed, _)| *typed) {
                    anyhow::bail!("{option} needs -t NAME, which says what the files are called");
                }
                Vec::new()
            }
        };
        Ok(files.into_iter().chain(self.scheme()).collect())
    }

    /// The files of `eval.sh`: what the parser printed, and what is kept of the steps between.
    fn output_files(&self, test: &str) -> anyhow::Result<Vec<String>> {
        let standard = self.find_standard()?;
        let mut ours = vec!["--rasp-own-text".to_string(), standard, format!("{test}.out")];
        ours.extend(self.parser_input());
        if self.keep {
            let made = if self.words_are_there { "" } else { ".trans" };
            for (option, ending) in [("--write", "parses"), ("--write-text", "grtext")] {
                ours.extend([option.to_string(), format!("{test}{made}.{ending}")]);
            }
        }
        Ok(ours)
    }

    fn scheme(&self) -> Vec<String> {
        let mut ours = Vec::new();
        let mut say = |option: &str, value: &str| ours.extend([option, value].map(str::to_string));
        if let Some(types) = self.types {
            say("--match", types);
        }
        if let Some(slots) = self.slots {
            say("--slots", slots);
        }
        // The scripts print these if they are asked to; whoever names files in our way and asks for
        // neither gets both.
        if self.test.is_some() || self.original || self.unlabelled {
            let asked = match (self.original, self.unlabelled) {
                (true, true) => "original,unlabelled",
                (true, false) => "original",
                (false, true) => "unlabelled",
                (false, false) => "neither",
            };
            say("--rasp-sections", asked);
        }
        if self.matrix {
            ours.push("--confusion".to_string());
        }
        ours
    }

    /// Whether this is `eval.sh`, which reads what the parser printed.
    fn is_of_output(&self) -> bool {
        let only_there = self.names || self.words_are_there || self.keep || self.handed_on;
        only_there || self.standard.is_none()
    }

    /// The standard, where `eval.sh` has it unless it is named.
    fn find_standard(&self) -> anyhow::Result<String> {
        if let Some(standard) = &self.standard {
            return Ok(standard.clone());
        }
        let all = STANDARDS[usize::from(self.names)];
        let Some(found) = all.iter().find(|path| Path::new(path).is_file()) else {
            anyhow::bail!("there is neither {} nor {}; name the standard with -c", all[0], all[1]);
        };
        let quiet = |word: &OsString| word == "-q" || word == "--quiet";
        warnings::print(&[Warning::Standard(found)], self.rest.iter().any(quiet));
        Ok((*found).to_string())
    }

    /// The words behind the parser's lemmas, where `eval.sh` has them.
    fn parser_input(&self) -> Vec<String> {
        let named = |word: &OsString| {
            word.to_str().is_some_and(|word| word == "--forms" || word.starts_with("--forms="))
        };
        let path = PARSER_INPUT[usize::from(self.names)];
        let is_wanted = !self.words_are_there && !self.rest.iter().any(named);
        match is_wanted && Path::new(path).is_file() {
            true => vec!["--forms".to_string(), path.to_string()],
            false => Vec::new(),
        }
    }
}

/// Whether a letter is one of the scripts' options.
fn is_theirs(letter: char) -> bool {
    "tcgsoumnxdre".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(words: &str) -> Result<String, String> {
        let words = words.split(' ').map(|word| OsString::from(word.replace('+', " "))).collect();
        let said = in_our_words(words).map_err(|error| error.to_string())?;
        let said: Vec<String> = said.iter().map(|word| word.to_string_lossy().into()).collect();
        Ok(said.join(" "))
    }

    #[test]
    fn the_reports_two_calls_ask_for_the_same_scheme() {
        assert_eq!(
            ours("bezant relations --compat rasp -t example -c sents-tst.gr -u -o -s n -g s -m"),
            Ok("bezant relations --compat rasp --text example.grtext sents-tst.gr example.parses \
                --match subsumption --slots head-dependent-ncsubj --rasp-sections \
                original,unlabelled --confusion"
                .to_string())
        );
        assert_eq!(
            ours("bezant relations --compat=rasp -d -t example -c g.gr -e-u+-o+-s+n+-g+s+-m"),
            Ok("bezant relations --compat=rasp --rasp-own-text g.gr example.out --write \
                example.trans.parses --write-text example.trans.grtext --match subsumption --slots \
                head-dependent-ncsubj --rasp-sections original,unlabelled --confusion"
                .to_string())
        );
        assert_eq!(
            ours("bezant --color never rasp --compat rasp -xdt a -c g -e -uom -q"),
            Ok("bezant --color never rasp --compat rasp -q --rasp-own-text g a.out --write \
                a.parses --write-text a.grtext --rasp-sections original,unlabelled --confusion"
                .to_string())
        );
        assert_eq!(
            ours("bezant relations --compat rasp -t a -c g"),
            Ok("bezant relations --compat rasp --text a.grtext g a.parses --rasp-sections neither"
                .to_string())
        );
    }

    #[test]
    fn words_for_others_stay_what_they_are() {
        for words in [
            "bezant relations g s -o out",
            "bezant brackets --compat evalb g s -c 40",
            "bezant relations --compat rasp g s --output out -q",
            "bezant relations --compat rasp -- g -s",
            "bezant relations g -- --compat rasp",
        ] {
            assert_eq!(ours(words), Ok(words.to_string()));
        }
        assert_eq!(
            ours("bezant relations --compat rasp g s -g e -o"),
            Ok("bezant relations --compat rasp g s --match equality --rasp-sections original"
                .to_string())
        );
    }

    #[test]
    fn what_the_scripts_cannot_do_is_refused() {
        for (words, message) in [
            ("-r -t a", "-r runs the RASP parser"),
            ("-t a -c g -g x", "-g is one of e, s, h, not x"),
            ("-t a -c g -s", "-s needs a value"),
            ("-c g", "-c needs -t NAME"),
            ("-d", "-d needs -t NAME"),
            ("-t a -e out", "-e hands options of eval_system.sh on"),
            ("-uq", "-q is no option of eval.sh"),
            ("-t a", "name the standard with -c"),
            ("-n -t a", "neither parc700/gold560ne.rasp nor sents-ne-tst.gr"),
        ] {
            let found = ours(&format!("bezant relations --compat rasp {words}")).unwrap_err();
            assert!(found.contains(message), "{words}: {found}");
        }
    }
}
