//! Pairs for language models: the same questions, in their own formats.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::entailment::answers::Answer;
use crate::entailment::generate::choose::{seeded, shuffle};
use crate::entailment::pairs::{Pair, Pairs};
use crate::error::{ChoiceFault, ChoiceProblem};

/// The question unless another one is asked.
const QUESTION: &str = "Text: {text}\nStatement: {hypothesis}\nDoes the statement follow from the grammar \
    of the text alone, whatever else you know about the world? Answer YES or NO.\nAnswer:";

/// A question with places for the two sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt(String);

impl Default for Prompt {
    fn default() -> Prompt {
        Prompt(QUESTION.to_string())
    }
}

impl std::str::FromStr for Prompt {
    type Err = ChoiceFault;

    /// `{text}` and `{hypothesis}` are the sentences, `\n` is the end of a line.
    fn from_str(text: &str) -> Result<Prompt, ChoiceFault> {
        let lacks = |place: &&&str| !text.contains(**place);
        match [TEXT, HYPOTHESIS].iter().find(lacks) {
            Some(place) => Err(ChoiceFault::new(ChoiceProblem::NoPlace, text, &[place])),
            None => Ok(Prompt(text.replace("\\n", "\n"))),
        }
    }
}

const TEXT: &str = "{text}";
const HYPOTHESIS: &str = "{hypothesis}";

impl Prompt {
    /// The question about a pair. Sentences may have braces of their own.
    pub(crate) fn about(&self, text: &str, hypothesis: &str) -> String {
        let mut question = String::new();
        let mut rest = self.0.as_str();
        while let Some(at) = rest.find('{') {
            question.push_str(&rest[..at]);
            rest = &rest[at..];
            let filled = [(TEXT, text), (HYPOTHESIS, hypothesis)]
                .into_iter()
                .find_map(|(place, filled)| Some((rest.strip_prefix(place)?, filled)));
            match filled {
                Some((behind, filled)) => {
                    question.push_str(filled);
                    rest = behind;
                }
                None => {
                    question.push('{');
                    rest = &rest[1..];
                }
            }
        }
        question.push_str(rest);
        question
    }
}

/// How pairs become questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// What is asked.
    pub prompt: Prompt,
    /// How many other pairs are shown before, with their answers.
    pub shots: usize,
    /// What these are drawn from.
    pub seed: u64,
    /// Leave out what is right.
    pub without_answers: bool,
}

/// What a pair may say of its answer beside the answer.
const TELLING: [&str; 5] = ["entailment", "answer", "gold", "label", "check"];

impl Questions {
    /// For each pair, the pairs that are shown before it: drawn once for all, without those about the same
    /// text, whose answers would help. Fewer than are wanted where there are no more.
    fn shown<'p>(&self, pairs: &'p Pairs) -> Vec<Vec<&'p Pair>> {
        let mut order: Vec<&Pair> =
            pairs.pairs.iter().filter(|pair| pair.answer.is_some()).collect();
        shuffle(&mut order, &mut seeded(self.seed));
        let of = |pair: &Pair| {
            let others =
                order.iter().filter(|other| other.id != pair.id && other.text != pair.text);
            others.take(self.shots).copied().collect()
        };
        pairs.pairs.iter().map(of).collect()
    }

    /// The fewest pairs that could be shown before another one, if those are fewer than are wanted.
    pub fn lacking(&self, pairs: &Pairs) -> Option<usize> {
        let fewest = self.shown(pairs).iter().map(Vec::len).min().unwrap_or(0);
        (fewest < self.shots).then_some(fewest)
    }

    fn about(&self, pair: &Pair) -> String {
        self.prompt.about(&pair.text, &pair.hypothesis)
    }

    /// One object a pair: id, sentences, question with what is shown before it, and the answer if it is
    /// known and wanted.
    pub fn jsonl(&self, pairs: &Pairs, out: &mut dyn Write) -> io::Result<()> {
        for (pair, shown) in pairs.pairs.iter().zip(self.shown(pairs)) {
            let mut question = String::new();
            for shot in shown {
                let answer = shot.answer.map_or("", Answer::name);
                question.push_str(&format!("{} {answer}\n\n", self.about(shot)));
            }
            question.push_str(&self.about(pair));
            let mut object = json!({
                "id": pair.id,
                "text": pair.text,
                "hypothesis": pair.hypothesis,
                "question": question,
            });
            if let Some(answer) = pair.answer.filter(|_| !self.without_answers) {
                object["entailment"] = answer.name().into();
                object["label"] = i32::from(answer == Answer::Yes).into();
            }
            let is_kept = |name: &str| !(self.without_answers && TELLING.contains(&name));
            for (name, value) in pair.more.iter().filter(|(name, _)| is_kept(name)) {
                object[name] = value.as_str().into();
            }
            writeln!(out, "{object}")?;
        }
        Ok(())
    }

    /// Requests as batch interfaces take them, one a line: what is shown before is a conversation. Nothing
    /// in them says what is right.
    pub fn chat(&self, pairs: &Pairs, model: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        for (pair, shown) in pairs.pairs.iter().zip(self.shown(pairs)) {
            let says = |role: &str, content: &str| json!({"role": role, "content": content});
            let mut messages: Vec<Value> = Vec::new();
            for shot in shown {
                messages.push(says("user", &self.about(shot)));
                messages.push(says("assistant", shot.answer.map_or("", Answer::name)));
            }
            messages.push(says("user", &self.about(pair)));
            let mut body = json!({ "messages": messages });
            if let Some(model) = model {
                body["model"] = model.into();
            }
            let (method, url) = ("POST", "/v1/chat/completions");
            let request = json!({"custom_id": pair.id, "method": method, "url": url, "body": body});
            writeln!(out, "{request}")?;
        }
        Ok(())
    }
}

/// A task of lm-evaluation-harness over a file that [`Questions::jsonl`] wrote. The choices are NO and YES,
/// in this order, so that samples it logs can be scored as answers: how is the caller's to say, in a line.
pub fn task(name: &str, data: &str, pairs: &Pairs, how_to_score: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        "# {n} pairs, fingerprint {print}. {how_to_score}\n\
         task: {name}\n\
         dataset_path: json\n\
         dataset_kwargs:\n  data_files:\n    test: {data}\n\
         test_split: test\n\
         output_type: multiple_choice\n\
         doc_to_text: \"{{{{question}}}}\"\n\
         doc_to_choice: [\"NO\", \"YES\"]\n\
         doc_to_target: label\n\
         metric_list:\n  - metric: acc\n    aggregation: mean\n    higher_is_better: true\n\
         metadata:\n  version: 1\n",
        n = pairs.pairs.len(),
        print = pairs.fingerprint(),
        how_to_score = how_to_score.replace(['\n', '\r'], " "),
        name = quoted(name),
        data = quoted(data),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entailment::answers::Answers;

    #[test]
    fn what_is_exported_can_be_read_back_and_scored() {
        let text =
            "id,text,hypothesis,entailment,construction\n1,Dogs \"bark\".,Dogs bark.,YES,subject\n";
        let pairs = Pairs::read("a", text.as_bytes(), None).unwrap();
        let mut out = Vec::new();
        Questions::default().jsonl(&pairs, &mut out).unwrap();
        let again = Pairs::read("a", &out, None).unwrap();
        assert_eq!(again.fingerprint(), pairs.fingerprint());
        assert_eq!(again.pairs[0].more["construction"], "subject");
        let sample = format!(
            "{{\"doc\":{},\"filtered_resps\":[[\"-3.5\",\"False\"],[\"-0.1\",\"True\"]]}}",
            String::from_utf8(out).unwrap().trim()
        );
        let answers = Answers::read("samples", sample.as_bytes(), &pairs).unwrap();
        assert_eq!(answers.given[0].answer, Answer::Yes);
        let task = task("mine", "a: b.jsonl", &pairs, "Send them\nback.");
        assert!(task.contains("\n    test: \"a: b.jsonl\"\n"));
        assert!(task.lines().next().unwrap().ends_with(". Send them back."), "{task}");
    }

    #[test]
    fn prompts_have_places_for_both_sentences() {
        let prompt: Prompt = "{hypothesis}? {x} {text}\\n{".parse().unwrap();
        assert_eq!(prompt.about("a {hypothesis}", "b"), "b? {x} a {hypothesis}\n{");
        let why = "Does {hypothesis} follow?".parse::<Prompt>().unwrap_err().to_string();
        assert_eq!(why, "there is no {text} in it, where a sentence would stand");
    }

    #[test]
    fn what_is_shown_before_is_about_other_texts() {
        let text =
            "id,text,hypothesis,entailment\n1,A a.,x,YES\n2,A a.,y,NO\n3,B b.,z,NO\n4,C c.,w,YES\n";
        let pairs = Pairs::read("a", text.as_bytes(), None).unwrap();
        for seed in 0..20 {
            let questions = Questions { shots: 2, seed, ..Questions::default() };
            for (pair, shown) in pairs.pairs.iter().zip(questions.shown(&pairs)) {
                assert_eq!(shown.len(), 2);
                assert!(shown.iter().all(|other| other.text != pair.text));
            }
            assert_eq!(questions.lacking(&pairs), None);
            assert_eq!(Questions { shots: 3, ..questions }.lacking(&pairs), Some(2));
        }
        let orders: std::collections::BTreeSet<String> = (0..20)
            .map(|seed| {
                let mut out = Vec::new();
                let questions = Questions { shots: 2, seed, ..Questions::default() };
                questions.chat(&pairs, None, &mut out).unwrap();
                String::from_utf8(out).unwrap()
            })
            .collect();
        assert!(orders.len() > 1, "a seed decides what is shown");
    }
}
