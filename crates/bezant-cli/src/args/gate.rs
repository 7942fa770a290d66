//! Numbers that are typed beside results: what must be reached, how much is shown.

/// A score that must be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    pub score: String,
    pub value: f64,
    /// A hundredth of it. Made from what was typed, not from `value`, so that 57.3 is the double
    /// next to 0.573 as 573 of 1000 is.
    pub share: f64,
}

impl std::str::FromStr for Gate {
    type Err = String;

    fn from_str(text: &str) -> Result<Gate, String> {
        let (score, value) = text.split_once('=').ok_or("write SCORE=VALUE, for example f1=90")?;
        let share = format!("{value}e-2").parse().ok();
        let value = value
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .ok_or_else(|| format!("{value} is not a number; write for example f1=90"))?;
        let share = share.unwrap_or(value / 100.0);
        Ok(Gate { score: score.to_string(), value, share })
    }
}

/// How many rows a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub Option<usize>);

impl std::str::FromStr for Rows {
    type Err = String;

    fn from_str(text: &str) -> Result<Rows, String> {
        match text.parse() {
            _ if text == "all" => Ok(Rows(None)),
            Ok(n) if n > 0 => Ok(Rows(Some(n))),
            _ => Err(format!("{text} is no number of rows; write for example 20, or all")),
        }
    }
}
