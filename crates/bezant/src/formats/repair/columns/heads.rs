//! Numbers of words, and heads that are no words, lead in circles, or are roots beside the root.

use std::collections::BTreeMap;

use crate::formats::conllu::Roots;
use crate::formats::repair::columns::table::{Id, parse_id, parse_number};
use crate::formats::repair::{RepairKind, Repairs};

/// The lines of a sentence, all columns each.
pub(super) struct Words {
    pub(super) lines: Vec<Vec<Vec<u8>>>,
    /// Whether all lines had numbers.
    pub(super) has_ids: bool,
}

const ID: usize = 0;
const FORM: usize = 1;
const HEAD: usize = 6;
const RELATION: usize = 7;
/// Arcs of a graph; in CoNLL-X another head.
const GRAPH: usize = 8;

/// What a head leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Root,
    /// A word, the first being 0.
    Word(usize),
    /// Nothing that is there.
    Bad,
}

/// Numbers the words where that is not done, and puts what has no head under the root.
pub(super) fn mend(words: &mut Words, roots: Roots, done: &mut Repairs) {
    // Columns of 2009 have their heads elsewhere; they are left as they are.
    if words.lines.iter().any(|line| line.len() != 10) {
        return;
    }
    let renumbered = number(words, done);
    let at: Vec<usize> = (0..words.lines.len())
        .filter(|at| matches!(parse_id(&words.lines[*at][ID]), Some(Id::Word(_))))
        .collect();
    let mut heads = heads(words, &at, renumbered.as_ref());
    let before = heads.clone();
    let relation_is_root = |n: usize| {
        let relation = &words.lines[at[n]][RELATION];
        relation.eq_ignore_ascii_case(b"root")
    };
    if roots == Roots::Any {
        // Whoever takes any graph still wants heads that are there.
        heads.iter_mut().filter(|head| **head == Head::Bad).for_each(|head| *head = Head::Root);
    } else {
        let root = |heads: &[Head]| {
            let all = || (0..heads.len()).filter(|n| heads[*n] == Head::Root);
            let others = || (0..heads.len()).filter(|n| heads[*n] == Head::Bad);
            all()
                .find(|n| relation_is_root(*n))
                .or_else(|| all().next())
                .or_else(|| (0..heads.len()).find(|n| relation_is_root(*n)))
                .or_else(|| others().next())
                .unwrap_or(0)
        };
        let root = root(&heads);
        if let Some(head) = heads.get_mut(root) {
            *head = Head::Root;
        }
        for (n, head) in heads.iter_mut().enumerate() {
            let is_second = *head == Head::Root && n != root && roots == Roots::One;
            if is_second || *head == Head::Bad {
                *head = Head::Word(root);
            }
        }
        cut_circles(&mut heads, root);
    }
    let mut n_mended = 0;
    for (n, (head, before)) in heads.iter().zip(&before).enumerate() {
        let line = &mut words.lines[at[n]];
        let number = match head {
            Head::Word(word) => word + 1,
            Head::Root | Head::Bad => 0,
        };
        let is_same = head == before && parse_number(&line[HEAD]).is_some();
        n_mended += u64::from(!is_same);
        line[HEAD] = number.to_string().into_bytes();
    }
    done.add(RepairKind::Heads, n_mended);
}

/// Numbers words from 1 on, if they are not, and all that goes by their numbers; returns the new numbers by
/// the old.
fn number(words: &mut Words, done: &mut Repairs) -> Option<BTreeMap<u32, usize>> {
    let id = |line: &Vec<Vec<u8>>| match parse_id(&line[ID]) {
        Some(Id::Word(number)) => Some(number),
        _ => None,
    };
    if words.has_ids {
        let mut ids = words.lines.iter().filter_map(id);
        if (1..).zip(ids.by_ref()).all(|(due, number)| due == number) {
            return None;
        }
    }
    done.note(RepairKind::Ids, true);
    let mut new = BTreeMap::new();
    let old = words.lines.iter().filter_map(id).filter(|_| words.has_ids);
    let n_old = (0..).zip(old).map(|(at, old)| new.insert(old, at)).count();
    // Numbers that stand twice lead nowhere, and neither does what goes by them.
    let new = Some(new).filter(|new| new.len() == n_old && n_old > 0);
    match &new {
        Some(new) => renumber(words, new),
        None => {
            words.lines.retain(|line| !words.has_ids || id(line).is_some());
            for (number, line) in (1_usize..).zip(&mut words.lines) {
                line[ID] = number.to_string().into_bytes();
            }
        }
    }
    new
}

/// Gives words their new numbers, and with them ranges, empty nodes and the heads of graphs.
fn renumber(words: &mut Words, new: &BTreeMap<u32, usize>) {
    let mut empty: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    let (mut n_words, mut n_empty) = (0_usize, 0_usize);
    words.lines.retain_mut(|line| {
        let here = match parse_id(&line[ID]) {
            Some(Id::Word(_)) => {
                (n_words, n_empty) = (n_words + 1, 0);
                n_words.to_string()
            }
            Some(Id::Empty) => {
                n_empty += 1;
                let here = format!("{n_words}.{n_empty}");
                empty.insert(line[ID].clone(), here.clone().into_bytes());
                here
            }
            _ => {
                let ends = line[ID].split(|byte| *byte == b'-');
                let ends: Vec<_> = ends.map(|end| new.get(&parse_number(end)?)).collect();
                // A range without one of its ends says nothing that is sure.
                let [Some(first), Some(last)] = ends[..] else { return false };
                format!("{}-{}", first + 1, last + 1)
            }
        };
        line[ID] = here.into_bytes();
        true
    });
    for line in &mut words.lines {
        let own = match parse_id(&line[ID]) {
            Some(Id::Word(number)) => Some(number as usize),
            _ => None,
        };
        let arcs = line[GRAPH].split(|byte| *byte == b'|').filter_map(|arc| {
            let colon = memchr::memchr(b':', arc).unwrap_or(arc.len());
            let head = match (parse_id(&arc[..colon]), parse_number(&arc[..colon])) {
                (_, Some(number)) => match new.get(&number) {
                    // The root is its own head here as among heads.
                    Some(word) if Some(word + 1) == own => b"0".to_vec(),
                    Some(word) => (word + 1).to_string().into_bytes(),
                    None if number == 0 => b"0".to_vec(),
                    None => return None,
                },
                (Some(Id::Empty), None) => empty.get(&arc[..colon])?.clone(),
                _ => return Some(arc.to_vec()),
            };
            Some([&head, &arc[colon..]].concat())
        });
        let arcs = arcs.collect::<Vec<_>>().join(&b'|');
        line[GRAPH] = if arcs.is_empty() { b"_".to_vec() } else { arcs };
    }
}

fn heads(words: &Words, at: &[usize], new: Option<&BTreeMap<u32, usize>>) -> Vec<Head> {
    let form = |n: usize| words.lines[at[n]][FORM].as_slice();
    let mut forms: BTreeMap<&[u8], Option<usize>> = BTreeMap::new();
    for n in 0..at.len() {
        // A word that stands twice says nothing.
        forms.entry(form(n)).and_modify(|found| *found = None).or_insert(Some(n));
    }
    let head = |n: usize| {
        // `2 (cat)` says it twice.
        let field = words.lines[at[n]][HEAD].as_slice();
        let number = field.split(|byte| b" (".contains(byte)).next().unwrap_or(field);
        let field = if parse_number(number).is_some() { number } else { field };
        let found = match (parse_number(field), new) {
            (Some(number), Some(new)) => match new.get(&number) {
                Some(word) => Head::Word(*word),
                None if number == 0 => Head::Root,
                None => Head::Bad,
            },
            (Some(0), None) => Head::Root,
            (Some(number), None) if number as usize <= at.len() => Head::Word(number as usize - 1),
            (Some(_), None) => Head::Bad,
            (None, _) if field.eq_ignore_ascii_case(b"root") || field == b"-1" => Head::Root,
            (None, _) => forms.get(field).copied().flatten().map_or(Head::Bad, Head::Word),
        };
        match found {
            Head::Word(word) if word == n => match new {
                // Where words are numbered from 0 on, the root often is its own head.
                Some(_) => Head::Root,
                None => Head::Bad,
            },
            found => found,
        }
    };
    (0..at.len()).map(head).collect()
}

/// Puts one word of every circle under the root.
fn cut_circles(heads: &mut [Head], root: usize) {
    // By which walk a word was met; 0 is none.
    let mut met = vec![0_usize; heads.len()];
    for first in 0..heads.len() {
        let (mut at, walk) = (first, first + 1);
        while met[at] == 0 {
            met[at] = walk;
            match heads[at] {
                Head::Word(next) => {
                    if met[next] == walk {
                        heads[at] = Head::Word(root);
                        break;
                    }
                    at = next;
                }
                Head::Root | Head::Bad => break,
            }
        }
    }
}
