//! An explanation as a page of HTML that needs nothing else.

use std::collections::BTreeSet;

use crate::entailment::answers::Answer;
use crate::entailment::core::Status;
use crate::entailment::explain::{Explanation, alike};
use crate::pictures::{SKETCH_STYLE, USUAL_WIDTH, escape};
use crate::report::explanation::ExplanationReport;

const STYLE: &str = "
:root { color-scheme: light dark; --good: #1a7f37; --bad: #b42318; --dim: #6b7280; --line: #8884; }
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; --dim: #9ca3af; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2, h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
.wide { overflow-x: auto; overflow-wrap: normal; }
.parse { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; padding: .3rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
tr + tr td { border-top: 1px solid var(--line); } code { font-size: .95em; } td { vertical-align: top; }
@media (max-width: 40rem) { .index tr { display: flex; flex-wrap: wrap; gap: 0 .6rem; padding: .4rem 0; border-top: 1px solid var(--line); }
.index tr:first-child { display: none; } .index td { padding: 0; border: 0 !important; } .index td:last-child { flex-basis: 100%; }
.index td:first-child::after { content: \"×\"; } }
 article:target { outline: 2px solid var(--line); outline-offset: .5rem; }
";

impl ExplanationReport<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let explanation = self.explanation;
        let title = format!("pair {}: {}", escape(&explanation.id), explanation.decision.answer);
        format!("{}{}</body>\n</html>\n", head(&title), self.body("h1", "h2"))
    }

    /// What is said of the pair, under headings of some levels.
    fn body(&self, first: &str, second: &str) -> String {
        let explanation = self.explanation;
        let decision = &explanation.decision;
        let answer = decision.answer;
        let class = if answer == Answer::Yes { "good" } else { "bad" };
        let verdict = match explanation.is_right() {
            None => String::new(),
            Some(true) => ", <span class=\"good\">and that is right</span>".to_string(),
            Some(false) => ", <span class=\"bad\">and that is wrong</span>".to_string(),
        };
        let mut out = format!(
            "<{first}>pair {id}: <span class=\"{class}\">{answer}</span>{verdict}</{first}>\n",
            id = escape(&explanation.id),
        );
        let sides = ["T", "H"].into_iter().enumerate();
        for (((side, name), sentence), analysis) in
            sides.zip(&explanation.sentences).zip(&explanation.analyses)
        {
            out.push_str(&format!(
                "<{second}>{name}</{second}>\n<p dir=\"auto\">{}</p>\n",
                escape(sentence)
            ));
            if analysis.is_none() {
                let why = escape(&explanation.why_none(side));
                out.push_str(&format!("<p class=\"bad\">{why}</p>\n"));
            }
        }
        if let Some(figure) = self.figure() {
            let title = format!("pair {}", explanation.id);
            let sketch = figure.sketch(&title, USUAL_WIDTH);
            out.push_str(&format!(
                "<{second}>Parses</{second}>\n<div class=\"parse\">{}</div>\n",
                sketch.to_svg_without_style()
            ));
        }
        out.push_str(&format!(
            "<{second}>Relations of H</{second}>\n<div class=\"wide\"><table>\n"
        ));
        for (at, one) in decision.relations.iter().enumerate() {
            let (class, mark) = match one.status {
                Status::Found { .. } => ("good", "✓"),
                Status::Missing => ("bad", "✗"),
                Status::Ignored(_) => ("dim", "·"),
            };
            let relation = one.relation.to_string();
            let why = match &one.status {
                Status::Found { in_text, by } => {
                    let by = by.as_ref().map_or(String::new(), |by| format!(" ({})", escape(by)));
                    format!("in T: <code>{}</code>{by}", isolated(&in_text.to_string()))
                }
                Status::Missing => match self.instead_of(at) {
                    nothing if nothing.is_empty() => "not in T".to_string(),
                    found => format!("not in T, which has <code>{}</code>", isolated(&found)),
                },
                Status::Ignored(why) => format!("ignored: {}", isolated(&why.words())),
            };
            let written = match (&one.written, &one.by) {
                (Some(written), Some(by)) => format!(
                    " <span class=\"dim\">[written <code>{}</code>: {}]</span>",
                    isolated(&written.to_string()),
                    escape(by)
                ),
                _ => String::new(),
            };
            let core = if one.core { "core" } else { "" };
            out.push_str(&format!(
                "<tr><td class=\"{class}\">{mark}</td><td class=\"dim\">{core}</td>\
                 <td><code>{}</code></td><td class=\"{class}\">{why}{written}</td></tr>\n",
                isolated(&relation)
            ));
        }
        out.push_str(&format!(
            "</table></div>\n<{second}>Why</{second}>\n<p><strong class=\"{class}\">{answer}</strong> because {}{}.</p>\n<ul>\n",
            escape(decision.because.words()),
            decision.probability.map_or(String::new(), |p| format!(" (probability of YES {p:.3})"))
        ));
        for flip in self.flips() {
            out.push_str(&format!("<li>{}</li>\n", isolated(&flip)));
        }
        out.push_str("</ul>\n");
        let others: Vec<String> = explanation
            .others
            .iter()
            .map(|(module, answer)| format!("{} {answer}", module.name()))
            .collect();
        out.push_str(&format!(
            "<p class=\"dim\">Other modules: {}.<br>{}</p>\n",
            others.join(", "),
            escape(&explanation.signature.to_string())
        ));
        out
    }
}

fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}{SKETCH_STYLE}</style>\n</head>\n<body>\n"
    )
}

/// One page about several pairs: an index by answer, reason and relation, then the pairs. `about` stands
/// above it.
pub fn pairs_page(reports: &[ExplanationReport<'_>], about: &str) -> String {
    let about = escape(about);
    let mut out = format!("{}<h1>{about}</h1>\n", head(&about));
    let pairs: Vec<Explanation> = reports.iter().map(|report| report.explanation.clone()).collect();
    let names = anchors(&pairs);
    let link = |at: &usize| format!("<a href=\"#{}\">{}</a>", names[*at], escape(&pairs[*at].id));
    let n_listed: usize = alike(&pairs).iter().map(|alike| alike.pairs.len()).sum();
    if n_listed > pairs.len() {
        out.push_str(
            "<p class=\"dim\">A pair whose answer hangs on several relations stands in several rows, so that they \
             add up to more than all pairs.</p>\n",
        );
    }
    if !pairs.is_empty() {
        out.push_str(
            "<div class=\"wide\"><table class=\"index\">\n<tr><th>pairs</th><th>answer</th><th>because</th><th>relation</th><th>which</th></tr>\n",
        );
    }
    for alike in alike(&pairs) {
        let which: Vec<String> = alike.pairs.iter().map(link).collect();
        out.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td></tr>\n",
            alike.pairs.len(),
            alike.answer.name(),
            escape(alike.because.words()),
            alike.relation.as_deref().map_or_else(|| "—".to_string(), isolated),
            which.join(" ")
        ));
    }
    if !pairs.is_empty() {
        out.push_str("</table></div>\n");
    }
    for (report, name) in reports.iter().zip(&names) {
        let body = report.body("h2", "h3");
        out.push_str(&format!("<hr>\n<article id=\"{name}\">\n{body}</article>\n"));
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// What pairs are called in links: by their ids, where those can be a part of one and no other pair has it.
fn anchors(pairs: &[Explanation]) -> Vec<String> {
    let is_plain = |id: &str| {
        !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let mut known = BTreeSet::new();
    let names = pairs.iter().enumerate().map(|(at, pair)| match known.insert(&pair.id) {
        true if is_plain(&pair.id) => format!("pair-{}", pair.id),
        _ => format!("place-{}", at + 1),
    });
    names.collect()
}

/// Relations in HTML whose words keep their places, also those that are written from right to left.
fn isolated(relations: &str) -> String {
    let text = escape(relations);
    if text.is_ascii() {
        return text;
    }
    let is_mark = |c: char| matches!(c, '(' | ')' | ',' | '→' | ' ');
    let isolate = |part: &str| match part.trim_end_matches(is_mark) {
        "" => part.to_string(),
        word => format!("<bdi>{word}</bdi>{}", &part[word.len()..]),
    };
    text.split_inclusive(is_mark).map(isolate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_places_whichever_way_they_are_written() {
        assert_eq!(isolated("nsubj(eat, <b>)"), "nsubj(eat, &lt;b&gt;)");
        assert_eq!(isolated("nsubj(אכל, ילד)"), "<bdi>nsubj</bdi>(<bdi>אכל</bdi>, <bdi>ילד</bdi>)");
    }
}
