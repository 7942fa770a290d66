//! Tokens back to text: blanks where people write them.

use crate::formats::penn::escapes::unescape;

/// Tokens as people write them: no blank before a comma or a clitic, none inside brackets.
///
/// Quotation marks that were written alike are told apart by their order.
pub fn join<'w>(tokens: impl Iterator<Item = &'w [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    write(tokens, &mut out);
    out
}

/// Writes tokens as people write them.
pub(super) fn write<'w>(tokens: impl Iterator<Item = &'w [u8]>, out: &mut Vec<u8>) {
    let mut joins_next = true;
    let mut quoted = false;
    for token in tokens {
        let text = unescape(token);
        let opens = match token {
            b"``" | b"`" | b"(" | b"-LRB-" | b"-LCB-" | b"-LSB-" | b"[" | b"{" | b"$" | b"#" => {
                true
            }
            b"\"" => !quoted,
            _ => false,
        };
        if token == b"\"" {
            quoted = !quoted;
        }
        let closes = !opens && is_closing(token);
        if !joins_next && !closes {
            out.push(b' ');
        }
        out.extend_from_slice(&text);
        joins_next = opens;
    }
}

/// Whether no blank stands before a token.
fn is_closing(token: &[u8]) -> bool {
    matches!(
        token,
        b"," | b"."
            | b";"
            | b":"
            | b"?"
            | b"!"
            | b"%"
            | b")"
            | b"]"
            | b"}"
            | b"''"
            | b"\""
            | b"..."
            | b"-RRB-"
            | b"-RCB-"
            | b"-RSB-"
            | b"n't"
            | b"N'T"
            | b"'"
    ) || (token.len() <= 3 && token.len() > 1 && token[0] == b'\'' && token[1..].is_ascii())
        || "n’t" == String::from_utf8_lossy(token)
        || (token.starts_with("’".as_bytes()) && token.len() <= 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stand_where_people_write_them() {
        for (tokens, text) in [
            ("`` Do n't , '' she said .", "\"Don't,\" she said."),
            ("Ann 's cat -LRB- a tabby -RRB- sleeps", "Ann's cat (a tabby) sleeps"),
            ("It cost $ 5 , or 10 % of it !", "It cost $5, or 10% of it!"),
            ("They 're \" here \" now", "They're \"here\" now"),
            ("", ""),
        ] {
            assert_eq!(
                String::from_utf8(join(
                    tokens.split(' ').map(str::as_bytes).filter(|t| !t.is_empty())
                ))
                .unwrap(),
                text
            );
        }
    }
}
