//! What can be typed about outputs of language models.

use bezant::formats::answers_jsonl::AnswerFields;
use clap::Args;

use super::choice::{Choice, choice};

/// How outputs of language models are read. They may also be lines of JSON, or a folder of files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Outputs of language models")]
pub struct OutputsArgs {
    /// Repair outputs first: words around parses, code fences, brackets, columns
    ///
    /// What was repaired is counted, and two scores are added: validity, the share of outputs that
    /// were well-formed as returned, and faithfulness, the share whose words are gold's. Gold is never
    /// repaired.
    #[arg(long)]
    pub repair: bool,

    /// Field of JSON lines with the output; guessed unless given
    ///
    /// Names are joined by dots where objects lie in objects, as in response.body.
    #[arg(long, value_name = "NAME")]
    pub field: Option<String>,

    /// Field of JSON lines with the sentence: gold's sent_id, or its number from 1; guessed unless given
    #[arg(long, value_name = "NAME")]
    pub id_field: Option<String>,

    /// What is done with several outputs for one sentence
    #[arg(long, value_name = "HOW", default_value = "mean", value_parser = choice(SAMPLES))]
    pub samples: Samples,
}

impl OutputsArgs {
    /// Where in JSON to look.
    pub fn fields(&self) -> AnswerFields {
        AnswerFields { id: self.id_field.clone(), output: self.field.clone() }
    }
}

/// What is done with several outputs for one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    Mean,
    Best,
}

const SAMPLES: &[Choice<Samples>] = &[
    ("mean", Samples::Mean, "Score each sample; show the mean, the deviation and the range"),
    ("best", Samples::Best, "Score the best sample of each sentence"),
];
