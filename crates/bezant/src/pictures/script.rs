//! Letters that are written from right to left, as they stand on paper: joined, and turned around.
//!
//! A browser does this by itself; in a PDF or PNG letters stand where they are put. It is done for single
//! words and labels, not for whole texts.

/// Letters of Arabic and Persian, with the first of their forms: alone, at the end of a word, and where a
/// letter joins the next one also at its start and inside.
const FORMS: [(char, char, u8); 42] = [
    ('\u{621}', '\u{FE80}', 1),
    ('\u{622}', '\u{FE81}', 2),
    ('\u{623}', '\u{FE83}', 2),
    ('\u{624}', '\u{FE85}', 2),
    ('\u{625}', '\u{FE87}', 2),
    ('\u{626}', '\u{FE89}', 4),
    ('\u{627}', '\u{FE8D}', 2),
    ('\u{628}', '\u{FE8F}', 4),
    ('\u{629}', '\u{FE93}', 2),
    ('\u{62A}', '\u{FE95}', 4),
    ('\u{62B}', '\u{FE99}', 4),
    ('\u{62C}', '\u{FE9D}', 4),
    ('\u{62D}', '\u{FEA1}', 4),
    ('\u{62E}', '\u{FEA5}', 4),
    ('\u{62F}', '\u{FEA9}', 2),
    ('\u{630}', '\u{FEAB}', 2),
    ('\u{631}', '\u{FEAD}', 2),
    ('\u{632}', '\u{FEAF}', 2),
    ('\u{633}', '\u{FEB1}', 4),
    ('\u{634}', '\u{FEB5}', 4),
    ('\u{635}', '\u{FEB9}', 4),
    ('\u{636}', '\u{FEBD}', 4),
    ('\u{637}', '\u{FEC1}', 4),
    ('\u{638}', '\u{FEC5}', 4),
    ('\u{639}', '\u{FEC9}', 4),
    ('\u{63A}', '\u{FECD}', 4),
    ('\u{641}', '\u{FED1}', 4),
    ('\u{642}', '\u{FED5}', 4),
    ('\u{643}', '\u{FED9}', 4),
    ('\u{644}', '\u{FEDD}', 4),
    ('\u{645}', '\u{FEE1}', 4),
    ('\u{646}', '\u{FEE5}', 4),
    ('\u{647}', '\u{FEE9}', 4),
    ('\u{648}', '\u{FEED}', 2),
    ('\u{649}', '\u{FEEF}', 2),
    ('\u{64A}', '\u{FEF1}', 4),
    ('\u{67E}', '\u{FB56}', 4),
    ('\u{686}', '\u{FB7A}', 4),
    ('\u{698}', '\u{FB8A}', 2),
    ('\u{6A9}', '\u{FB8E}', 4),
    ('\u{6AF}', '\u{FB92}', 4),
    ('\u{6CC}', '\u{FBFC}', 4),
];

/// What lam makes with the alef behind it: alone; at the end it is the next one.
const WITH_LAM: [(char, char); 4] = [
    ('\u{622}', '\u{FEF5}'),
    ('\u{623}', '\u{FEF7}'),
    ('\u{625}', '\u{FEF9}'),
    ('\u{627}', '\u{FEFB}'),
];

const LAM: char = '\u{644}';
const STRETCH: char = '\u{640}';

fn next(letter: char, n: u8) -> char {
    char::from_u32(letter as u32 + u32::from(n)).unwrap_or(letter)
}

fn forms(letter: char) -> Option<(char, u8)> {
    let at = FORMS.binary_search_by_key(&letter, |(letter, ..)| *letter).ok()?;
    Some((FORMS[at].1, FORMS[at].2))
}

/// Signs above and below letters, which join nothing and apart nothing.
fn is_sign(letter: char) -> bool {
    matches!(letter, '\u{591}'..='\u{5BD}' | '\u{5BF}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}

fn is_turned(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{65F}' | '\u{66A}'..='\u{6EF}' | '\u{6FA}'..='\u{8FF}'
        | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// The letters of a text from left to right, in the forms in which they stand beside each other.
pub(super) fn written(text: &str) -> Vec<char> {
    if !text.chars().any(is_turned) {
        return text.chars().collect();
    }
    let letters: Vec<char> = text.chars().filter(|letter| !is_sign(*letter)).collect();
    let joined = joined(&letters);
    // Numbers and foreign letters keep their order, all else is turned around.
    let keeps = |letter: &char| letter.is_alphanumeric() && !is_turned(*letter);
    let mut out: Vec<char> = Vec::with_capacity(joined.len());
    let mut rest = joined.as_slice();
    while let Some(last) = rest.last() {
        let n = match keeps(last) {
            true => rest.iter().rev().take_while(|letter| keeps(letter)).count(),
            false => 1,
        };
        let (before, run) = rest.split_at(rest.len() - n);
        out.extend(run.iter().map(|letter| if n == 1 { mirrored(*letter) } else { *letter }));
        rest = before;
    }
    out
}

fn mirrored(letter: char) -> char {
    match letter {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '<' => '>',
        '>' => '<',
        other => other,
    }
}

fn joined(letters: &[char]) -> Vec<char> {
    let joins_next = |letter: char| letter == STRETCH || forms(letter).is_some_and(|(_, n)| n == 4);
    let joins_before =
        |letter: char| letter == STRETCH || forms(letter).is_some_and(|(_, n)| n > 1);
    let mut out = Vec::with_capacity(letters.len());
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let is_joined = at > 0 && joins_next(letters[at - 1]);
        let after = letters.get(at + 1).copied();
        let with_lam = after
            .filter(|_| letter == LAM)
            .and_then(|alef| WITH_LAM.iter().find(|(letter, _)| *letter == alef));
        if let Some((_, both)) = with_lam {
            out.push(next(*both, u8::from(is_joined)));
            at += 2;
            continue;
        }
        out.push(match forms(letter) {
            None => letter,
            Some((first, n)) => {
                let goes_on = n == 4 && after.is_some_and(joins_before);
                let form = match (is_joined && n > 1, goes_on) {
                    (false, false) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                };
                next(first, form)
            }
        });
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_as_they_are_written() {
        let shown = |text: &str| written(text).into_iter().collect::<String>();
        assert_eq!(shown("(word 12)"), "(word 12)");
        assert_eq!(shown("שלום"), "םולש");
        assert_eq!(shown("ב-12"), "12-ב");
        assert_eq!(shown("(גן)"), "(ןג)");
        // Each letter of the word for book is joined but the alef, which ends its part.
        assert_eq!(shown("كتاب"), "\u{FE8F}\u{FE8E}\u{FE98}\u{FEDB}");
        assert_eq!(shown("لا"), "\u{FEFB}");
        assert_eq!(shown("بلا"), "\u{FEFC}\u{FE91}");
        assert_eq!(shown("كُتُب"), "\u{FE90}\u{FE98}\u{FEDB}", "vowels are left out");
    }

    #[test]
    fn our_font_has_all_forms() {
        for (letter, first, n) in FORMS {
            for form in 0..n {
                assert!(crate::pictures::font::has(next(first, form)), "{letter} {form}");
            }
        }
        assert!(FORMS.is_sorted());
    }
}
