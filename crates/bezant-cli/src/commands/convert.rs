//! `bezant convert`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use bezant::conversion::{self, Conversion, Converted};
use bezant::error::Error;
use bezant::formats::{Format, Holds, Reader};
use bezant::kinds::Columns;
use bezant::parallel::Threads;
use bezant::stanford::{RelationNames, Representation, WrittenColumns};

use crate::args::{self, ConvertArgs, Written};
use crate::commands::open_text;
use crate::diagnostics::{print_file_warning, print_warning};
use crate::output::{self, Target};
use crate::session;

/// So many sentences that cannot be read are shown; of the rest only the number.
const SHOWN: u64 = 20;

pub fn run(args: ConvertArgs) -> anyhow::Result<ExitCode> {
    // Cambridge's relations are those of their time.
    let names = args.names.unwrap_or(match args.to {
        args::Target::SdCambridge => RelationNames::Older,
        _ => RelationNames::Last,
    });
    let conversion = Conversion::to(target(&args)?)
        .with(|it| (it.options.punctuation, it.options.names) = (args.punct, names));
    let threads = args.threads.start()?;
    // Nothing is written before all files are known to be there.
    let mut readers = Vec::new();
    for path in &args.files {
        let reader = match session::reader(path, args.input) {
            Some(reader) => reader?,
            None => Reader::new(open_text(path)?, args.input).going_on(),
        };
        // Dependencies as text are refused later, with a reason of their own.
        if reader.format() != Format::Stanford {
            reader.check(Holds::Convertible)?;
        }
        readers.push(reader);
    }
    let mut out = Checked { out: output::create(args.output.as_deref())?, error: None };
    let (mut unreadable, mut readable) = (0, 0);
    let mut empty = Vec::new();
    for reader in readers {
        let name = reader.name().to_string();
        let converted = convert(&args, &conversion, reader, &threads, &mut out, unreadable)?;
        unreadable += converted.unreadable;
        readable += converted.sentences - converted.empty.max(converted.unreadable);
        if !converted.lost.is_empty() && !args.quiet {
            let lost = converted.lost;
            print_warning(&format!("{name}: the new columns have no place for {lost}"), None);
        }
        if let Some(at) = converted.invalid.filter(|_| !args.quiet) {
            print_warning(&format!("{name}:{at}: not UTF-8; bytes are kept as they are"), None);
        }
        if let Some(at) = converted.left_over.filter(|_| !args.quiet) {
            let what = "comments behind the last sentence belong to none and are left out";
            print_warning(&format!("{name}:{at}: {what}"), None);
        }
        if converted.sentences == converted.empty {
            empty.push(name);
        }
    }
    // A parser that wrote nothing must not pass for one that had nothing to say.
    anyhow::ensure!(
        empty.len() < args.files.len(),
        "{}: there are no sentences to convert\n  hint: is it the right file?",
        empty.join(", ")
    );
    for name in empty.iter().filter(|_| !args.quiet) {
        print_warning(&format!("{name} has no sentences; is it the right file?"), None);
    }
    anyhow::ensure!(
        unreadable == 0 || readable > 0 || args.strict,
        "not one sentence could be converted; is it the right file?"
    );
    out.out.finish().with_context(|| output::cannot_write(args.output.as_deref()))?;
    if unreadable > 0 && !args.quiet {
        let what = match unreadable {
            1 => "1 sentence could not be read and is empty in the result".to_string(),
            n => format!("{n} sentences could not be read and are empty in the result"),
        };
        print_warning(&what, None);
    }
    Ok(if unreadable > 0 && args.strict { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Converts one file.
fn convert(
    args: &ConvertArgs,
    conversion: &Conversion,
    reader: Reader,
    threads: &Threads,
    out: &mut Checked,
    before: u64,
) -> anyhow::Result<Converted> {
    let mut n = before;
    let mut complain = |error: Error| {
        n += 1;
        if n <= SHOWN && !args.quiet {
            print_file_warning(&error);
        }
    };
    let converted = conversion.run(reader, threads, out, &mut complain);
    if let Some(error) = out.error.take() {
        return Err(anyhow::Error::new(error))
            .with_context(|| output::cannot_write(args.output.as_deref()));
    }
    Ok(converted?)
}

/// What was typed as a target.
fn target(args: &ConvertArgs) -> anyhow::Result<conversion::Target> {
    let Some(to) = args.to.representation() else {
        anyhow::ensure!(
            args.written == Written::Text,
            "--as says how Stanford dependencies are written; it goes with --to sd-..."
        );
        return Ok(match args.to {
            args::Target::Conllx => conversion::Target::Columns(Columns::Conllx),
            args::Target::Conllu => conversion::Target::Columns(Columns::Conllu),
            args::Target::Conll2009 => conversion::Target::Columns(Columns::Conll2009),
            args::Target::UdEnhanced => conversion::Target::Enhanced,
            args::Target::Tags => conversion::Target::Tags,
            args::Target::Sentences => conversion::Target::Sentences,
            args::Target::Cleaned => conversion::Target::Cleaned(args.clean),
            args::Target::Discbracket => conversion::Target::Discbracket,
            _ => conversion::Target::Tokens,
        });
    };
    let is_tree = matches!(to, Representation::Basic | Representation::CollapsedTree);
    Ok(match args.written {
        Written::Text => conversion::Target::Text(to),
        Written::Conllu => conversion::Target::StanfordColumns(to, WrittenColumns::Conllu),
        Written::Conllx if is_tree => {
            conversion::Target::StanfordColumns(to, WrittenColumns::Conllx)
        }
        Written::Conllx => anyhow::bail!(
            "CoNLL-X has one head a word and cannot hold a graph; use --as conllu, or --to \
             sd-collapsedtree"
        ),
    })
}

/// Remembers why writing failed, which is not the fault of a file that is read.
struct Checked {
    out: Target,
    error: Option<io::Error>,
}

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|error| {
            let kind = error.kind();
            self.error = Some(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
