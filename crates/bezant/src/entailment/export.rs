//! Pairs for language models: the same questions, in their own formats.

use std::io::{self, Write};

use crate::entailment::answers::Answer;
use crate::entailment::pairs::Pairs;

/// The question, with the two sentences in it.
pub(crate) fn question(text: &str, hypothesis: &str) -> String {
    format!("Text: {text}\nStatement: {hypothesis}\n{ASK}")
}

/// What is asked after the sentences.
const ASK: &str = "Does the statement follow from the grammar of the text alone, whatever else you \
    know about the world? Answer YES or NO.\nAnswer:";

/// One object a pair: id, sentences, question, and the answer if it is known.
pub fn jsonl(pairs: &Pairs, out: &mut dyn Write) -> io::Result<()> {
    for pair in &pairs.pairs {
        let mut object = serde_json::json!({
            "id": pair.id,
            "text": pair.text,
            "hypothesis": pair.hypothesis,
            "question": question(&pair.text, &pair.hypothesis),
        });
        if let Some(answer) = pair.answer {
            object["entailment"] = answer.name().into();
            object["label"] = i32::from(answer == Answer::Yes).into();
        }
        for (name, value) in &pair.more {
            object[name] = value.as_str().into();
        }
        writeln!(out, "{object}")?;
    }
    Ok(())
}

/// A task of lm-evaluation-harness over a file that [`jsonl`] wrote. The choices are NO and YES,
/// in this order, so that samples it logs can be scored as answers.
pub fn task(name: &str, data: &str, pairs: &Pairs) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        "# {n} pairs, fingerprint {print}. Log samples, and score them with `bezant entail score`.\n\
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
        jsonl(&pairs, &mut out).unwrap();
        let again = Pairs::read("a", &out, None).unwrap();
        assert_eq!(again.fingerprint(), pairs.fingerprint());
        assert_eq!(again.pairs[0].more["construction"], "subject");
        let sample = format!(
            "{{\"doc\":{},\"filtered_resps\":[[\"-3.5\",\"False\"],[\"-0.1\",\"True\"]]}}",
            String::from_utf8(out).unwrap().trim()
        );
        let answers = Answers::read("samples", sample.as_bytes(), &pairs).unwrap();
        assert_eq!(answers.given[0].answer, Answer::Yes);
        assert!(task("mine", "a: b.jsonl", &pairs).contains("\n    test: \"a: b.jsonl\"\n"));
    }
}
