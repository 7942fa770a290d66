//! What words come to: YES, NO, or nothing that can be told.
//!
//! Language models explain, set in bold and think aloud. Which of their words is the answer is decided in
//! this order, and a text that leaves it open is not read at all:
//!
//! 1. Thoughts between tags (`<think>`) are left out; a thought that never ends has no answer.
//! 2. A text of nothing but one answer, whatever signs are around it, also in other words: *entailment*, *not
//!    entailed*, *it does not follow*, *nope*.
//! 3. An object of JSON with a field for the answer, also in a fence.
//! 4. The last answer that is marked as one: *the answer is no*, *Answer: NO*, `\boxed{no}`, `<answer>`.
//! 5. The answer that the text begins or ends with, or that has a line of its own, unless these differ.
//! 6. The only answer that occurs. If both do, or one is negated (*not true*), nobody knows.

use std::ops::Range;

use serde_json::Value;

use super::Answer;
use crate::formats::repair::behind_thoughts;

/// The answer that a text gives, if it can be told.
pub(crate) fn said(text: &str) -> Option<Answer> {
    let text = &text[behind_thoughts(text.as_bytes())?];
    // An object that has a place for the answer is not asked again in another way.
    alone(text).or_else(|| in_json(text).unwrap_or_else(|| in_words(text)))
}

/// A text of one word, which is the answer.
fn alone(text: &str) -> Option<Answer> {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric());
    let letter = match word {
        "y" | "Y" => Some(Answer::Yes),
        "n" | "N" => Some(Answer::No),
        _ => None,
    };
    letter.or_else(|| Answer::parse(word)).or_else(|| in_other_words(word))
}

/// Other ways to say YES, as all that is said.
const YES: [&str; 9] = [
    "yep",
    "yeah",
    "yup",
    "entailment",
    "entailed",
    "entails",
    "follows",
    "it follows",
    "it is entailed",
];

/// Other ways to say NO. Labels of three classes are among them: what is open does not follow.
const NO: [&str; 13] = [
    "nope",
    "contradiction",
    "contradicted",
    "neutral",
    "not entailed",
    "not entailment",
    "non entailment",
    "it is not entailed",
    "does not follow",
    "doesn't follow",
    "it does not follow",
    "it doesn't follow",
    "not follow",
];

/// A text of nothing but other words for an answer.
fn in_other_words(text: &str) -> Option<Answer> {
    let small = text.to_lowercase().replace('\u{2019}', "'").replace(['_', '-'], " ");
    let words = small.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_one = |list: &[&str]| list.contains(&words.as_str());
    match (is_one(&YES), is_one(&NO)) {
        (true, _) => Some(Answer::Yes),
        (_, true) => Some(Answer::No),
        _ => None,
    }
}

/// Fields of JSON that hold answers, the surest first.
const FIELDS: [&str; 9] = [
    "answer",
    "final_answer",
    "prediction",
    "entailment",
    "label",
    "verdict",
    "decision",
    "result",
    "response",
];

/// What an object says that has a place for an answer, in a fence or by itself.
fn in_json(text: &str) -> Option<Option<Answer>> {
    // What stands between marks of a fence is every second part.
    let fenced = text.split("```").skip(1).step_by(2);
    let fenced = fenced.map(|part| part.trim_start_matches(|c: char| c.is_alphanumeric()));
    fenced.chain([text]).map(str::trim).filter(|part| part.starts_with('{')).find_map(of_object)
}

fn of_object(text: &str) -> Option<Option<Answer>> {
    let Ok(Value::Object(object)) = serde_json::from_str(text) else { return None };
    let value = |value: &Value| match value {
        Value::Bool(is_true) => Some(Answer::from(*is_true)),
        Value::String(text) => alone(text).or_else(|| in_words(text)),
        _ => None,
    };
    let field = |name: &&str| object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
    if let Some((_, found)) = FIELDS.iter().find_map(field) {
        return Some(value(found));
    }
    let is_answer = |value: &&Value| match value {
        Value::Bool(_) => true,
        Value::String(text) => alone(text).is_some(),
        _ => false,
    };
    let answers: Vec<&Value> = object.values().filter(is_answer).collect();
    match answers[..] {
        [] => None,
        [only] => Some(value(only)),
        // Which of them is the answer nobody can tell, and no other words will.
        _ => Some(None),
    }
}

/// A word of a text.
struct Word<'t> {
    text: &'t str,
    at: Range<usize>,
    /// The answer it is, if it is one and not half of *yes or no*.
    answer: Option<Answer>,
    /// Whether the word before says the opposite.
    is_negated: bool,
}

impl Word<'_> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    fn is_letter(&self) -> bool {
        self.text.len() == 1 && self.text.bytes().all(|byte| byte.is_ascii_alphabetic())
    }
}

/// Words with which *no* is no answer: *no longer*, *no doubt*.
const NO_WHAT: [&str; 14] = [
    "longer", "one", "more", "less", "matter", "doubt", "question", "wonder", "problem", "need",
    "other", "sooner", "later", "idea",
];

const NEGATIONS: [&str; 4] = ["not", "never", "cannot", "neither"];

/// The words of a text, and which of them are answers.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '\u{2019}';
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_part(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                // Quotation marks around a word are not its own.
                let quotes = |c: char| c == '\'' || c == '\u{2019}';
                let inner = text[from..at].trim_start_matches(quotes);
                let from = at - inner.len();
                let inner = inner.trim_end_matches(quotes);
                if !inner.is_empty() {
                    let at = from..from + inner.len();
                    words.push(Word { text: inner, at, answer: None, is_negated: false });
                }
                start = None;
            }
            _ => {}
        }
    }
    let mut at = 0;
    while at < words.len() {
        let answer = Answer::parse(words[at].text);
        let next = |n: usize| words.get(at + n).and_then(|word| Answer::parse(word.text));
        let gap = |n: usize| between(text, &words, at + n).trim();
        let choices = match answer {
            Some(_) if gap(0) == "/" && next(1).is_some() => 2,
            Some(_) if words.get(at + 1).is_some_and(|word| word.is("or")) && next(2).is_some() => {
                3
            }
            _ => 0,
        };
        if choices > 0 {
            at += choices;
            continue;
        }
        let follows = &text[words[at].at.end..];
        let is_question = follows.trim_start_matches(['*', '_', '"', '\'', ')']).starts_with('?');
        let is_number = words[at].is("no")
            && follows.strip_prefix('.').is_some_and(|rest| {
                rest.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit())
            });
        let is_joined = follows.strip_prefix('-').is_some_and(|rest| rest.starts_with(is_part))
            || text[..words[at].at.start]
                .strip_suffix('-')
                .is_some_and(|before| before.ends_with(is_part));
        let is_phrase = words[at].is("no")
            && gap(0).is_empty()
            && words.get(at + 1).is_some_and(|word| word.is_one_of(&NO_WHAT));
        let negated = at.checked_sub(1).filter(|before| {
            let word = &words[*before];
            let is_not = word.is_one_of(&NEGATIONS) || word.text.to_lowercase().ends_with("n't");
            is_not && between(text, &words, *before).chars().all(char::is_whitespace)
        });
        let is_one = !(is_question || is_number || is_joined || is_phrase);
        words[at].is_negated = negated.is_some();
        words[at].answer = answer.filter(|_| is_one);
        at += 1;
    }
    words
}

/// What stands between a word and the next one, or the end.
fn between<'t>(text: &'t str, words: &[Word<'_>], at: usize) -> &'t str {
    let start = words.get(at).map_or(text.len(), |word| word.at.end);
    let end = words.get(at + 1).map_or(text.len(), |word| word.at.start);
    &text[start..end]
}

fn in_words(text: &str) -> Option<Answer> {
    let words = words(text);
    let clear = |at: &usize| words[*at].answer.is_some() && !words[*at].is_negated;
    let marked = (0..words.len()).rev().filter(clear).find(|at| is_marked(text, &words, *at));
    if let Some(at) = marked {
        return words[at].answer;
    }
    let mut apart = (0..words.len())
        .filter(clear)
        .filter(|at| begins(text, &words, *at) || stands_alone(text, &words, *at))
        .map(|at| words[at].answer);
    if let Some(first) = apart.next() {
        return first.filter(|_| apart.all(|other| other == first));
    }
    let mut all = words.iter().filter(|word| word.answer.is_some());
    let first = all.next().filter(|word| !word.is_negated)?;
    first.answer.filter(|_| all.all(|word| word.answer == first.answer && !word.is_negated))
}

/// Words that announce an answer.
const MARKS: [&str; 14] = [
    "answer",
    "answer's",
    "ans",
    "verdict",
    "conclusion",
    "judgement",
    "judgment",
    "decision",
    "label",
    "prediction",
    "entailment",
    "boxed",
    "result",
    "output",
];

/// Words that may stand between the announcement and the answer.
const BETWEEN: [&str; 32] = [
    "is",
    "be",
    "was",
    "would",
    "should",
    "must",
    "will",
    "therefore",
    "thus",
    "hence",
    "then",
    "so",
    "clearly",
    "definitely",
    "simply",
    "just",
    "option",
    "choice",
    "to",
    "this",
    "that",
    "the",
    "question",
    "here",
    "final",
    "it",
    "in",
    "text",
    "textbf",
    "mathrm",
    "mathbf",
    "or",
];

/// So many words may stand between.
const FARTHEST: usize = 8;

/// Whether an answer is announced as one. Nothing but a few words may stand before it, and no end of a
/// sentence.
fn is_marked(text: &str, words: &[Word<'_>], at: usize) -> bool {
    for before in (at.saturating_sub(FARTHEST)..at).rev() {
        let word = &words[before];
        let gap = between(text, words, before);
        let ends = gap.contains(['!', '?', ';']) || (gap.contains('.') && !word.is_letter());
        if ends {
            return false;
        }
        if word.is_one_of(&MARKS) {
            // A tag that closes announces nothing.
            return !text[..word.at.start].ends_with("</");
        }
        let is_choice = word.answer.is_none() && Answer::parse(word.text).is_some();
        if !(word.is_one_of(&BETWEEN) || word.is_letter() || is_choice) {
            return false;
        }
    }
    false
}

/// Words after which a text goes on that began with its answer.
const BECAUSE: [&str; 9] =
    ["because", "since", "as", "it", "the", "this", "that", "there's", "it's"];

/// Whether the text begins with this answer, behind the letter of a choice if there is one.
fn begins(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let is_list = |word: &Word<'_>, gap: &str| {
        let is_short = word.is_letter() || word.text.bytes().all(|byte| byte.is_ascii_digit());
        is_short && gap.starts_with([')', '.', ':', ']'])
    };
    let is_first = match at {
        0 => true,
        1 => is_list(&words[0], between(text, words, 0)),
        _ => false,
    };
    let goes_on = between(text, words, at);
    let is_apart = !goes_on.chars().all(|c| c == ' ') || at + 1 == words.len();
    is_first && (is_apart || words.get(at + 1).is_some_and(|next| next.is_one_of(&BECAUSE)))
}

/// Words that lead to an answer at the end.
const SO: [&str; 14] = [
    "so",
    "therefore",
    "thus",
    "hence",
    "finally",
    "overall",
    "then",
    "i",
    "would",
    "say",
    "it's",
    "is",
    "it",
    "conclude",
];

/// Whether the answer is the last word and a sentence of its own, or has a line of its own.
fn stands_alone(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let behind = between(text, words, at);
    let is_last = at + 1 == words.len();
    if !is_last && !behind.contains('\n') {
        return false;
    }
    let mut from = at;
    while from > 0 {
        let gap = between(text, words, from - 1);
        if gap.contains('\n') || (is_last && gap.contains(['.', '!', '?', ':'])) {
            return true;
        }
        if !words[from - 1].is_one_of(&SO) {
            return false;
        }
        from -= 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn all(expected: Option<Answer>, texts: &[&str]) {
        for text in texts {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn what_means_no() {
        all(
            Some(Answer::No),
            &[
                "No.",
                "NO",
                "n",
                "false",
                "**No**",
                "\u{274c} No",
                "`no`",
                "The answer is no",
                "The answer is: **No**.",
                "The correct answer to this question is therefore \"No\".",
                "Answer: NO",
                "**Answer:** NO",
                "## Final Answer\n\nNo",
                "Answer:\nNo",
                "Answer (yes/no): no",
                "(B) No",
                "B. No",
                "1) No, it does not.",
                "Answer: (B) No",
                "The answer is B: no",
                "\\boxed{no}",
                "Hence $\\boxed{\\text{No}}$.",
                "<answer>no</answer>",
                "{\"answer\": \"no\"}",
                "```json\n{\"answer\": \"NO\", \"why\": \"yes is what one expects\"}\n```",
                "```\nNo\n```",
                "{\"reasoning\": \"It is not said.\", \"entailed\": false}",
                "{\"why\": \"Yes, one might think.\", \"Final_Answer\": \"No, it does not.\"}",
                "Sure! Here it is: {\"answer\": \"no\"}",
                "No, because the dog barked, not the cook.",
                "No it does not follow.",
                "No\u{2014}the cook is somebody else.",
                "No\n\nYes would need another subject.",
                "Yes, at first sight. But the cook did not bark. The answer is no.",
                "Is the answer yes? I doubt that. The answer is no.",
                "<think>The answer is yes, or is it?</think>No",
                "<think>Hm.</think>\n\nAnswer: No",
                "The subject is the dog. There is no doubt about that. So, no.",
                "The dog barked.\nThe cook did not.\n\n**No**",
                "It is false.",
                "I cannot say yes or no lightly, but: No.",
                "There is nothing in the text about it, so I say no",
                "Train No. 5 is late. No.",
            ],
        );
    }

    #[test]
    fn what_means_yes() {
        all(
            Some(Answer::Yes),
            &[
                "Yes",
                "yes!",
                "Y",
                "TRUE",
                "__YES__",
                "> Yes",
                "Yes, because the text says so.",
                "Yes it does.",
                "The answer would be yes.",
                "The answer\u{2019}s clear: it follows. Verdict: Yes",
                "A) Yes",
                "Answer YES or NO.\nAnswer: YES",
                "Yes. No one else can have barked.",
                "The company no longer makes them, so somebody stopped. Yes.",
                "There is no doubt: yes",
                "The statement is true.",
                "\\boxed{\\textbf{YES}}",
                "```json\n{\n  \"answer\": true\n}\n```",
                "{\"follows\": true, \"confidence\": 0.9}",
                "First I thought the answer is no. But on reflection, the answer is yes.",
                "No? Yes.",
                "<answer>Yes</answer> There is no other reading.",
            ],
        );
    }

    #[test]
    fn what_nobody_can_tell() {
        all(
            None,
            &[
                "",
                "...",
                "perhaps",
                "B",
                "Yes or no",
                "Answer YES or NO.",
                "I cannot answer that.",
                "It could be yes, it could be no",
                "It is not true",
                "The answer is not clear",
                "Yes.\nOn second thought:\nNo.",
                "<think>The answer is yes",
                "<think>The answer is yes</think>",
                "{\"answer\": null}",
                "{\"answer\": \"unclear\", \"follows\": true}",
                "{\"a\": true, \"b\": false}",
                "Noon, yesterday",
                "a no-brainer",
            ],
        );
    }
}
