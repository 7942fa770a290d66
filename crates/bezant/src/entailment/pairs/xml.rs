//! The task's XML: `<entailment-corpus><pair id="…"><t>…</t><h>…</h></pair>…`.

use std::collections::BTreeMap;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use crate::entailment::pairs::Found;
use crate::error::{EntailmentFault, Error, Result};

/// How many elements are open inside `t` and `h`: the corpus, the pair, and they themselves.
const DEEPEST: usize = 3;

/// Where we are, and what is known of the pair so far.
#[derive(Default)]
struct State {
    open: Vec<String>,
    pair_at: usize,
    fields: BTreeMap<String, String>,
}

/// Reads all pairs.
pub(super) fn read(found: &mut Found<'_>) -> Result<()> {
    let input = found.input;
    let mut reader = Reader::from_str(input.text);
    reader.config_mut().check_end_names = false;
    let mut state = State::default();
    let bad = |at: usize, why: String| input.fail(at, EntailmentFault::Malformed(why));
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader
            .read_event()
            .map_err(|error| bad(reader.error_position() as usize, error.to_string()))?;
        match event {
            Event::Start(start) => open(&mut state, &start, at).map_err(|why| bad(at, why))?,
            Event::Empty(start) => {
                open(&mut state, &start, at).map_err(|why| bad(at, why))?;
                close(found, &mut state)?;
            }
            Event::End(end) => {
                let name = end.name();
                let name = name.as_ref();
                match state.open.last() {
                    Some(last) if last == name => close(found, &mut state)?,
                    Some(last) => return Err(bad(at, format!("`</{name}>` closes `<{last}>`"))),
                    None => return Err(bad(at, format!("`</{name}>` closes nothing"))),
                }
            }
            Event::Text(text) => {
                add(&mut state, &text.xml10_content()).map_err(|why| bad(at, why))?
            }
            Event::CData(text) => add(&mut state, &text).map_err(|why| bad(at, why))?,
            Event::GeneralRef(name) => {
                let text = resolve(&name).map_err(|why| bad(at, why))?;
                add(&mut state, &text).map_err(|why| bad(at, why))?;
            }
            Event::Eof => {
                return match state.open.last() {
                    Some(last) => Err(bad(at, format!("the file ends inside `<{last}>`"))),
                    None => Ok(()),
                };
            }
            Event::Decl(_) | Event::DocType(_) | Event::Comment(_) | Event::PI(_) => {}
        }
    }
}

fn open(state: &mut State, start: &BytesStart<'_>, at: usize) -> std::result::Result<(), String> {
    let name = start.name().as_ref().to_string();
    let fits = match state.open.len() {
        0 => true,
        1 => name == "pair",
        2 => matches!(name.as_str(), "t" | "h"),
        _ => false,
    };
    if !fits {
        return Err(format!("`<{name}>` has no place here"));
    }
    if state.open.len() == 2 && state.fields.insert(name.clone(), String::new()).is_some() {
        return Err(format!("a second `<{name}>` in one pair"));
    }
    if state.open.len() == 1 {
        state.pair_at = at;
        state.fields.clear();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = attribute
                .normalized_value(XmlVersion::Explicit1_0)
                .map_err(|error| error.to_string())?;
            state.fields.insert(attribute.key.as_ref().to_string(), value.into_owned());
        }
    }
    state.open.push(name);
    Ok(())
}

fn close(found: &mut Found<'_>, state: &mut State) -> std::result::Result<(), Error> {
    state.open.pop();
    if state.open.len() == 1 {
        let fields = std::mem::take(&mut state.fields);
        found.push(state.pair_at, fields)?;
    }
    Ok(())
}

/// Text counts only inside `t` and `h`; blanks may stand anywhere.
fn add(state: &mut State, text: &str) -> std::result::Result<(), String> {
    if state.open.len() == DEEPEST {
        if let Some(field) = state.fields.get_mut(&state.open[DEEPEST - 1]) {
            field.push_str(text);
        }
        return Ok(());
    }
    match text.trim().is_empty() {
        true => Ok(()),
        false => Err("text outside `<t>` and `<h>`".to_string()),
    }
}

fn resolve(name: &BytesRef<'_>) -> std::result::Result<String, String> {
    let unknown = || format!("the entity &{}; is not known", &**name);
    match name.resolve_char_ref() {
        Ok(Some(c)) => Ok(c.to_string()),
        Ok(None) => resolve_predefined_entity(name).map(str::to_string).ok_or_else(unknown),
        Err(_) => Err(unknown()),
    }
}
