//! What can be wrong with files of people's judgements.

/// What is wrong with judgements.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgementFault {
    /// The file is not well-formed, whatever its format.
    #[error("{0}")]
    Malformed(String),
    /// The file is not what a platform for crowds gives out.
    #[error("{0}")]
    NotResults(String),
    /// The file is no sheet that a person filled in.
    #[error("{0}")]
    NotSheets(String),
    /// There is no judgement at all.
    #[error("no judgement is found")]
    Nothing,
    /// A table or an object lacks something.
    #[error("there is no column {0}")]
    NoColumn(&'static str),
    /// A line lacks something.
    #[error("this judgement has no {0}")]
    Lacks(&'static str),
    /// An answer is nothing that can be understood.
    #[error("{id} has the answer {value:?}, which is neither yes nor no nor not sure")]
    OddAnswer {
        /// The pair.
        id: String,
        /// What stands there.
        value: String,
    },
    /// The answer that a check wants is something else than yes or no.
    #[error("{id} should be answered with {value:?}, which is neither YES nor NO")]
    OddCheck {
        /// The pair.
        id: String,
        /// What stands there.
        value: String,
    },
    /// How long somebody took is no such number.
    #[error("{id} took {value:?}, which is no number of seconds")]
    OddSeconds {
        /// The pair.
        id: String,
        /// What stands there.
        value: String,
    },
    /// When an answer was given is no time.
    #[error("{id} was answered at {value:?}, which is no time")]
    OddTime {
        /// The pair.
        id: String,
        /// What stands there.
        value: String,
    },
}

impl JudgementFault {
    /// What to do about it.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            JudgementFault::Malformed(_) => {
                "judgements are CSV, TSV or JSONL with id, annotator and answer; see docs/filter.md"
            }
            JudgementFault::NotResults(_) => {
                "download the results of the whole batch or study as CSV, and leave its columns as they are"
            }
            JudgementFault::NotSheets(_) => {
                "give the sheets that people filled in, with their first line as it was: it names the columns, id and answer among them"
            }
            JudgementFault::Nothing => "is it the right file?",
            JudgementFault::NoColumn(_) => {
                "the first line names the columns: id, annotator, answer, and seconds if they are known"
            }
            JudgementFault::Lacks(_) => {
                "a judgement says which pair, who, and what they answered; leave out the line of one that was not answered"
            }
            JudgementFault::OddAnswer { .. } => "write yes, no or not sure",
            JudgementFault::OddCheck { .. } => {
                "write YES or NO for a pair that checks attention, and nothing for others"
            }
            JudgementFault::OddSeconds { .. } => "write a number such as 12.5, or leave it out",
            JudgementFault::OddTime { .. } => {
                "write 2026-01-31T12:30:00Z or seconds since 1970, or leave it out"
            }
        }
    }
}
