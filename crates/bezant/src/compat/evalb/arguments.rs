//! The command line. Options act in the order they stand in: a parameter file is read when it is
//! met, and overwrites what stood before it.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::compat::evalb::report::{EvalbReport, Stop};
use crate::compat::evalb::{Variant, parameters};
use crate::error::ErrorKind;
use crate::metrics::trees::parameters::{Convention, Parameters, Preset, atoi};
use crate::source::Source;

/// What the command line asks for.
pub(super) struct Settings {
    pub(super) parameters: Parameters,
    pub(super) gold: Option<OsString>,
    pub(super) test: Option<OsString>,
    /// One line in place of the summary (`-L`, `-l`).
    pub(super) compact: Option<Compact>,
    /// Sentences without a parse count in recall (`-X`).
    pub(super) count_unparsed: bool,
    /// The summary names the files (`-V`).
    pub(super) show_names: bool,
    /// How many sentences are scored (`-K`).
    pub(super) stop_after: Option<i32>,
}

/// Which sentences the one line is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compact {
    All,
    UpToCutoff,
}

/// Acts on the arguments, one after another.
pub(super) fn parse(
    variant: Variant,
    arguments: &[OsString],
    report: &mut EvalbReport<'_>,
) -> Result<Settings, Stop> {
    let mut parameters = Preset::None.parameters();
    if variant == Variant::Spmrl {
        parameters.convention = Convention::Spmrl;
    }
    let mut settings = Settings {
        parameters,
        gold: None,
        test: None,
        compact: None,
        count_unparsed: false,
        show_names: false,
        stop_after: None,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_encoded_bytes() {
            // A lone hyphen is an option without a letter: nothing.
            b"-" => {}
            [b'-', letter, glued @ ..] => {
                settings.act(variant, *letter, glued, &mut rest, report)?;
            }
            _ if settings.gold.is_none() => settings.gold = Some(argument.clone()),
            _ if settings.test.is_none() => settings.test = Some(argument.clone()),
            _ => {}
        }
    }
    Ok(settings)
}

impl Settings {
    fn act<'a>(
        &mut self,
        variant: Variant,
        letter: u8,
        glued: &'a [u8],
        rest: &mut impl Iterator<Item = &'a OsString>,
        report: &mut EvalbReport<'_>,
    ) -> Result<(), Stop> {
        let spmrl = variant == Variant::Spmrl;
        let mut value = |what: &str, report: &mut EvalbReport<'_>| -> Result<&'a [u8], Stop> {
            if !glued.is_empty() {
                return Ok(glued);
            }
            match rest.next() {
                Some(next) => Ok(next.as_encoded_bytes()),
                None => {
                    writeln!(report.err, "Missing argument: {what}")?;
                    Ok(b"")
                }
            }
        };
        match letter {
            b'd' => self.parameters.debug = 1,
            b'D' => self.parameters.debug = 2,
            b'c' => {
                let cutoff = atoi(value("cut-off length for statistices", report)?);
                self.parameters.cutoff = cutoff;
                if spmrl {
                    writeln!(report.err, "cutoff {cutoff}")?;
                }
            }
            b'e' => self.parameters.max_errors = atoi(value("number of error to kill", report)?),
            b'p' => {
                let name = value("parameter file", report)?;
                let source = open(&path(name), "parameter", name, report)?;
                parameters::read(&mut self.parameters, &source.rest()?, &mut report.err)?;
            }
            b'K' if spmrl => {
                let n = atoi(value("Max nb of  sentences to read", report)?);
                self.stop_after = (n != -1).then_some(n);
            }
            b'L' if spmrl => self.compact = self.compact.or(Some(Compact::All)),
            b'l' if spmrl => self.compact = Some(Compact::UpToCutoff),
            b'X' if spmrl => self.count_unparsed = true,
            b'V' if spmrl => self.show_names = true,
            _ => {
                report.err.write_all(usage(variant).as_bytes())?;
                // Asking for help is a failure, and a wrong option is none.
                return Err(Stop::Exit(i32::from(letter == b'h')));
            }
        }
        Ok(())
    }
}

/// Opens the gold or the test file.
pub(super) fn open_trees(
    name: Option<&OsStr>,
    what: &str,
    report: &mut EvalbReport<'_>,
) -> Result<Source, Stop> {
    match name {
        Some(name) => open(Path::new(name), what, name.as_encoded_bytes(), report),
        None => Err(cannot_open(what, b"(null)", report)),
    }
}

fn open(
    path: &Path,
    what: &str,
    name: &[u8],
    report: &mut EvalbReport<'_>,
) -> Result<Source, Stop> {
    Source::open(path).map_err(|error| match error.kind() {
        ErrorKind::Io(_) => cannot_open(what, name, report),
        _ => error.into(),
    })
}

fn cannot_open(what: &str, name: &[u8], report: &mut EvalbReport<'_>) -> Stop {
    let message = [b"Can't open ", what.as_bytes(), b" file (", name, b")\n"].concat();
    match report.err.write_all(&message) {
        Ok(()) => Stop::Exit(1),
        Err(error) => Stop::Broken(error),
    }
}

/// The path that some bytes of an argument spell.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(name))
}

/// The path that some bytes of an argument spell.
#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}

/// The help text, blanks at the ends of lines included.
fn usage(variant: Variant) -> String {
    let blank = " ".repeat(57);
    let more = match variant {
        Variant::Evalb => "",
        Variant::Spmrl => concat!(
            "    -K n\t\t   Evaluate up to  n sentences                         \n",
            "    -X\t\t\t   Count skipped sentences brackets as not parsed  \n",
            "    -L\t\t\t   Compact view (for use in batch mode, all sentences  \n",
        ),
    };
    format!(
        "{:<62}\n{blank}\n{:<57}\n{:<68}\n{blank}\n{:<57}\n{:<57}\n{:<57}\n{:<57}\n{:<57}\n{:<57}\n{more}{:<57}\n",
        " evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file",
        "    Evaluate bracketing in test-file against gold-file.",
        "    Return recall, precision, F-Measure, tag accuracy.",
        "  <option>",
        "    -d             debug mode",
        "    -D             debug mode plus bracketing info",
        "    -c n           cut-off length forstatistics (def.=40)",
        "    -e n           number of error to kill (default=10)",
        "    -p param_file  parameter file",
        "    -h    help",
    )
}
