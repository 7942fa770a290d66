//! Times as spreadsheets, databases and crowds write them.

/// Seconds since 1970: a number, or a date with a time, `2026-01-31T12:30:05.5+01:00`. Without a zone it
/// is that of Greenwich; without a time, midnight.
pub(super) fn parse(text: &str) -> Option<f64> {
    if let Ok(seconds) = text.parse::<f64>() {
        return seconds.is_finite().then_some(seconds);
    }
    let (date, clock) = text.split_once(['T', 't', ' ']).unwrap_or((text, "0:0"));
    let mut parts = date.split('-').map(whole);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = parts.next().is_none()
        && (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day);
    let (clock, zone) = zone(clock.trim())?;
    let mut parts = clock.split(':');
    let (hour, minute) = (whole(parts.next()?)?, whole(parts.next()?)?);
    let second: f64 = match parts.next() {
        Some(second) if second.starts_with(|c: char| c.is_ascii_digit()) => second.parse().ok()?,
        Some(_) => return None,
        None => 0.0,
    };
    let fits = fits
        && parts.next().is_none()
        && hour < 24
        && minute < 60
        // A minute may have a leap second.
        && (0.0..61.0).contains(&second);
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - zone;
    fits.then_some(minutes as f64 * 60.0 + second)
}

/// A number without a sign.
fn whole(text: &str) -> Option<i64> {
    let is_digits = !text.is_empty() && text.len() < 5 && text.bytes().all(|b| b.is_ascii_digit());
    if is_digits { text.parse().ok() } else { None }
}

/// A clock and by how many minutes it is ahead of Greenwich.
fn zone(clock: &str) -> Option<(&str, i64)> {
    if let Some(clock) = clock.strip_suffix(['Z', 'z']).or(clock.strip_suffix("UTC")) {
        return Some((clock.trim_end(), 0));
    }
    let Some(at) = clock.rfind(['+', '-']) else { return Some((clock, 0)) };
    let (clock, zone) = clock.split_at(at);
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let zone = &zone[1..];
    let (hours, minutes) = match zone.split_once(':') {
        Some(both) => both,
        None if zone.len() == 4 => (zone.get(..2)?, zone.get(2..)?),
        None => (zone, "0"),
    };
    let (hours, minutes) = (whole(hours)?, whole(minutes)?);
    (hours < 24 && minutes < 60).then(|| (clock.trim_end(), sign * (hours * 60 + minutes)))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from the first of 1970 to a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let before = |year: i64| {
        let year = year - 1;
        year * 365 + year / 4 - year / 100 + year / 400
    };
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    before(year) - before(1970) + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// What `date -u -d … +%s` prints.
    #[test]
    fn times_are_those_of_other_programs() {
        for (text, seconds) in [
            ("1970-01-01", 0.0),
            ("2000-02-29T12:00:00Z", 951_825_600.0),
            ("2026-11-16 05:17:35", 1_794_806_255.0),
            ("2026-11-16T06:17:35.5+01:00", 1_794_806_255.5),
            ("2026-11-16T00:17:35-0500", 1_794_806_255.0),
            ("2026-11-16 05:17", 1_794_806_220.0),
            ("1794806255.25", 1_794_806_255.25),
            ("1969-12-31T23:59:59Z", -1.0),
        ] {
            assert_eq!(parse(text), Some(seconds), "{text}");
        }
        for text in [
            "",
            "now",
            "2026-02-29",
            "2026-13-01",
            "2026-1",
            "2026-01-01T",
            "2026-01-01T25:00",
            "2026-01-01T10:61",
            "2026-01-01T10:00:-1",
            "2026-01-01T10:00:00:00",
            "nan",
            "inf",
            "2026-01-01T10:00+é0",
            "1-1-1-1",
            "2026-01-01T10:00:00+99",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
