//! `bezant draw`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezant::Brackets;
use bezant::drawing::{Drawer, Sheet, WantedDrawing, pair_figure};
use bezant::entailment::Pairs;
use bezant::entailment::parses::Reading;
use bezant::error::ErrorKind;
use bezant::pictures::{Figure, Sketch, dot, latex_document, pdf_pages};

use crate::args::{DRAWN, DrawArgs, DrawnAs};
use crate::commands::{entail, load, open_text};
use crate::diagnostics::print_warning;
use crate::output;
use crate::warnings::{self, Warning};

pub fn run(args: DrawArgs) -> anyhow::Result<ExitCode> {
    let shape = shape(&args)?;
    let mut sheets = match args.parses.is_empty() {
        true => sentences(&args)?,
        false => pairs(&args)?,
    };
    if let Some(sheet) = sheets.iter().find(|sheet| sheet.is_apart).filter(|_| !args.quiet) {
        let is_empty = |sheet: &&Sheet| sheet.is_apart && sheet.figure.is_empty();
        let (sheet, what) = match sheets.iter().find(is_empty) {
            Some(empty) => (empty, "there is no parse, so that gold is drawn alone"),
            None => (sheet, "words differ, so that gold and system are drawn apart"),
        };
        print_warning(&format!("{}: {what}", sheet.title), None);
    }
    warnings::print(&without_effect(&args, &sheets), args.quiet);
    for sheet in &mut sheets {
        sheet.figure = sheet.figure.clone().highlighted(&args.highlight);
    }
    let is_screen = args.output.is_none();
    let are_lines = shape == DrawnAs::Text;
    // Whoever looks at the screen sees what stands in its place.
    let is_seen = are_lines && is_screen;
    for sheet in sheets.iter().filter(|_| !args.quiet && !is_seen) {
        if let Some(instead) = sheet.figure.instead(are_lines) {
            print_warning(&format!("{}: {instead}", sheet.title), None);
        }
    }
    output::write_to(args.output.as_deref(), |out| match shape {
        DrawnAs::Text => lines(&sheets, is_screen, out),
        shape => out.write_all(&written(&args, shape, &sheets)),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Options that change nothing in what is drawn.
fn without_effect(args: &DrawArgs, sheets: &[Sheet]) -> Vec<Warning> {
    let is_there = |label: &String| sheets.iter().any(|sheet| sheet.figure.has_label(label));
    let unknown: Vec<&str> =
        args.highlight.iter().filter(|label| !is_there(label)).map(String::as_str).collect();
    let mut found = Vec::new();
    if !unknown.is_empty() {
        let why = format!("because nothing that is drawn is called {}", unknown.join(" or "));
        found.push(Warning::NoEffect { option: "--highlight", why });
    }
    let are_trees = sheets.iter().all(|sheet| matches!(sheet.figure, Figure::Tree(_)));
    if args.enhanced && are_trees {
        let why = "because trees of phrases have no enhanced graphs".to_string();
        found.push(Warning::NoEffect { option: "--enhanced", why });
    } else if args.enhanced && args.systems.is_empty() {
        let why = "because one file alone is drawn with all that it has".to_string();
        found.push(Warning::NoEffect { option: "--enhanced", why });
    }
    found
}

fn sentences(args: &DrawArgs) -> anyhow::Result<Vec<Sheet>> {
    let drawer = Drawer {
        wanted: args.sentence.clone(),
        format: args.input,
        brackets: Brackets::evalb(args.preset.parameters()),
        enhanced: args.enhanced,
        apart: args.apart,
    };
    let systems = args.systems.iter().map(|path| open_text(path));
    let systems = systems.collect::<bezant::error::Result<Vec<_>>>()?;
    let sheets = drawer.draw(open_text(&args.file)?, systems);
    sheets.map_err(|error| match error.kind() {
        ErrorKind::Pairs => anyhow::anyhow!(
            "{error}\n  hint: pass parses of their sentences with --parses FILE, twice for texts, then \
             hypotheses; `bezant entail sentences {}` prints the sentences",
            args.file.display()
        ),
        _ => error.into(),
    })
}

/// Pairs of entailments: by their names, which often are numbers, or else by their places.
fn pairs(args: &DrawArgs) -> anyhow::Result<Vec<Sheet>> {
    let (name, text) = load(&args.file)?;
    let pairs = Pairs::read_texts(&name, &text, None)?;
    let reading = Reading::default().with(|it| it.format = args.input);
    let parses = entail::from_files(&args.parses, &pairs, reading, "--parses")?;
    let place = |id: &str| pairs.pairs.iter().position(|pair| pair.id == id);
    let mut numbers = Vec::new();
    for wanted in &args.sentence {
        let known = place(&wanted.to_string());
        let n = pairs.pairs.len();
        match (known, wanted) {
            (Some(at), _) => numbers.push(at),
            (None, WantedDrawing::Numbers(from, to)) if *to as usize <= n => {
                numbers.extend(*from as usize - 1..*to as usize);
            }
            _ => anyhow::bail!(
                "{name} has no pair {wanted}; name one by its id, or by its place from 1 to {n}"
            ),
        }
    }
    if args.sentence.is_empty() {
        anyhow::ensure!(!pairs.pairs.is_empty(), "{name} has no pairs");
        numbers.push(0);
    }
    let mut sheets = Vec::new();
    for number in numbers {
        let title = format!("pair {}", pairs.pairs[number].id);
        let figure = pair_figure(&parses, number)?;
        let figure = figure.with_context(|| format!("{title} has no parses"))?;
        sheets.push(Sheet { title, figure, is_apart: false });
    }
    Ok(sheets)
}

/// As what drawings are written: as somebody says, or as a file's name ends.
fn shape(args: &DrawArgs) -> anyhow::Result<DrawnAs> {
    if let Some(shape) = args.format {
        return Ok(shape);
    }
    let Some(path) = &args.output else { return Ok(DrawnAs::Text) };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let names = |ending: &str| match ending {
        "txt" => Some(DrawnAs::Text),
        "gv" => Some(DrawnAs::Dot),
        ending => DRAWN.iter().find(|(name, ..)| *name == ending).map(|(_, shape, _)| *shape),
    };
    let found = ending.as_deref().and_then(names);
    found.ok_or_else(|| {
        let name = path.display();
        anyhow::anyhow!(
            "{name}: drawings are written as .svg, .pdf, .png, .tex, .dot or .txt, by the end of the \
             file's name; or say it with --format"
        )
    })
}

fn lines(sheets: &[Sheet], is_screen: bool, out: &mut dyn Write) -> io::Result<()> {
    for (at, sheet) in sheets.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", sheet.title.replace(|c: char| c.is_control(), "\u{FFFD}"))?;
        output::draw_figure(&sheet.figure, is_screen, out)?;
    }
    Ok(())
}

fn written(args: &DrawArgs, shape: DrawnAs, sheets: &[Sheet]) -> Vec<u8> {
    let title = match sheets {
        [one] => one.title.clone(),
        several => {
            let name = Path::new(&args.file).file_name().unwrap_or_default().to_string_lossy();
            format!("{name}, {} drawings", several.len())
        }
    };
    match shape {
        DrawnAs::Latex => {
            let figures: Vec<String> =
                sheets.iter().map(|sheet| sheet.figure.latex(&sheet.title)).collect();
            return latex_document(&figures).into_bytes();
        }
        DrawnAs::Dot => {
            let figures: Vec<_> =
                sheets.iter().map(|sheet| (sheet.title.clone(), sheet.figure.clone())).collect();
            return dot(&title, &figures).into_bytes();
        }
        DrawnAs::Text | DrawnAs::Svg | DrawnAs::Pdf | DrawnAs::Png => {}
    }
    let sketch = |sheet: &Sheet| {
        let sketch = sheet.figure.sketch(&sheet.title, args.width);
        if sheets.len() > 1 { sketch.with_title() } else { sketch }
    };
    let sketches: Vec<Sketch> = sheets.iter().map(sketch).collect();
    let missing: Vec<char> = sketches.iter().flat_map(Sketch::missing_letters).take(10).collect();
    if !missing.is_empty() && shape != DrawnAs::Svg {
        let missing = missing.into_iter().collect();
        warnings::print(&[Warning::NoLetters(missing)], args.quiet);
    }
    match shape {
        DrawnAs::Pdf => pdf_pages(&sketches.iter().map(Sketch::picture).collect::<Vec<_>>()),
        DrawnAs::Png => Sketch::stacked(&title, sketches).to_png(),
        _ => Sketch::stacked(&title, sketches).to_svg().into_bytes(),
    }
}
