//! Why a sentence was skipped, a column each: the reason's name, and what else it says.

use super::cells::{self, Cell, Unfit};
use crate::metric::{LeftOut, Reason, Unreadable};

/// The columns, in their order. Only the first is there where nobody has anything in the others.
pub(super) const COLUMNS: [&str; 12] = [
    "skipped",
    "skipped_line",
    "skipped_column",
    "skipped_problem",
    "skipped_remedy",
    "skipped_position",
    "skipped_word",
    "skipped_gold",
    "skipped_system",
    "skipped_gold_words",
    "skipped_system_words",
    "skipped_by_system",
];

/// What stands in them.
pub(super) fn cells(reason: &Reason) -> Result<[Cell; COLUMNS.len()], Unfit> {
    let mut all = [const { Cell::Null }; COLUMNS.len()];
    let text = |text: &str| Cell::Text(text.to_string());
    all[0] = text(reason.name());
    match reason {
        Reason::NoParse
        | Reason::SystemMissing
        | Reason::GoldMissing
        | Reason::TextMismatch
        | Reason::TooManyFragments
        | Reason::CrossingBranches => {}
        Reason::GoldUnreadable(why) | Reason::SystemUnreadable(why) => {
            all[1] = Cell::Number(why.line);
            all[2] = Cell::Number(why.column);
            all[3] = text(&why.problem);
            all[4] = cells::cell(&why.remedy)?;
        }
        Reason::LengthMismatch { gold, system, left_out } => {
            all[9] = Cell::Number(*gold);
            all[10] = Cell::Number(*system);
            if let Some(word) = left_out {
                all[5] = Cell::Number(word.position);
                all[6] = text(&word.word);
                all[7] = text(&word.gold);
                all[8] = text(&word.system);
                all[11] = Cell::Flag(word.by_system);
            }
        }
        Reason::WordMismatch { position, gold, system } => {
            all[5] = Cell::Number(*position);
            all[7] = text(gold);
            all[8] = text(system);
        }
    }
    Ok(all)
}

/// The reason that has these cells; nothing if there is none.
pub(super) fn reason(cells: [Cell; COLUMNS.len()]) -> Result<Option<Reason>, Unfit> {
    let [name, line, column, problem, remedy, position, word, gold, system, words, their_words, by] =
        cells;
    let Cell::Text(name) = name else { return Ok(None) };
    let unreadable = || -> Result<Unreadable, Unfit> {
        Ok(Unreadable {
            line: cells::value(line)?,
            column: cells::value(column)?,
            problem: cells::value(problem)?,
            remedy: cells::value::<Option<_>>(remedy)?.unwrap_or_default(),
        })
    };
    Ok(Some(match name.as_str() {
        "no_parse" => Reason::NoParse,
        "system_missing" => Reason::SystemMissing,
        "gold_missing" => Reason::GoldMissing,
        "text_mismatch" => Reason::TextMismatch,
        "too_many_fragments" => Reason::TooManyFragments,
        "crossing_branches" => Reason::CrossingBranches,
        "gold_unreadable" => Reason::GoldUnreadable(unreadable()?),
        "system_unreadable" => Reason::SystemUnreadable(unreadable()?),
        "length_mismatch" => {
            let left_out = match position {
                Cell::Null => None,
                position => Some(LeftOut {
                    position: cells::value(position)?,
                    word: cells::value(word)?,
                    gold: cells::value(gold)?,
                    system: cells::value(system)?,
                    by_system: cells::value(by)?,
                }),
            };
            let (gold, system) = (cells::value(words)?, cells::value(their_words)?);
            Reason::LengthMismatch { gold, system, left_out }
        }
        "word_mismatch" => Reason::WordMismatch {
            position: cells::value(position)?,
            gold: cells::value(gold)?,
            system: cells::value(system)?,
        },
        other => return Err(Unfit(format!("{other} is no reason to skip a sentence"))),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Remedy;

    #[test]
    fn every_reason_comes_back() {
        let why = |remedy| Unreadable { line: 3, column: 7, problem: "broken".into(), remedy };
        let word = LeftOut {
            position: 2,
            word: "'".into(),
            gold: "''".into(),
            system: "POS".into(),
            by_system: false,
        };
        let mismatch = |left_out| Reason::LengthMismatch { gold: 4, system: 0, left_out };
        let all = [
            Reason::NoParse,
            Reason::SystemMissing,
            Reason::GoldMissing,
            mismatch(None),
            mismatch(Some(word)),
            Reason::WordMismatch { position: 1, gold: "a".into(), system: String::new() },
            Reason::TextMismatch,
            Reason::TooManyFragments,
            Reason::CrossingBranches,
            Reason::GoldUnreadable(why(Remedy::MendFile)),
            Reason::SystemUnreadable(why(Remedy::SeparateColumns)),
        ];
        for one in all {
            assert_eq!(reason(cells(&one).unwrap()).unwrap(), Some(one));
        }
        assert_eq!(reason([const { Cell::Null }; COLUMNS.len()]).unwrap(), None);
        let mut other = cells(&Reason::NoParse).unwrap();
        other[0] = Cell::Text("rain".into());
        assert_eq!(reason(other).unwrap_err().0, "rain is no reason to skip a sentence");
    }
}
