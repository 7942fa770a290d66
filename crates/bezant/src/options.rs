//! Options that a caller makes by a function that says whose they are and then changes: a new one breaks nobody.

use crate::comparison::Comparing;
use crate::conversion::Conversion;
use crate::entailment::decide::Options;
use crate::entailment::parses::Reading;
use crate::entailment::unbounded::UnboundedOptions;
use crate::formats::penn::cleaning::Cleaning;
use crate::metrics::brackets::{Brackets, Measures};
use crate::metrics::dependencies::{Dependencies, Enhancements};
use crate::metrics::fragments::{Fragments, Scoring};
use crate::metrics::relations::Relations;
use crate::metrics::trees::parameters::Parameters;
use crate::stanford::StanfordOptions;
use crate::stats::Resampling;

macro_rules! changed {
    ($($options:ident),+ $(,)?) => {
        $(impl $options {
            /// The same with some options changed.
            #[must_use]
            pub fn with(mut self, change: impl FnOnce(&mut $options)) -> $options {
                change(&mut self);
                self
            }
        })+
    };
}

changed! {
    Brackets, Cleaning, Comparing, Conversion, Dependencies, Enhancements, Fragments, Measures, Options, Parameters, Reading, Relations,
    Resampling, Scoring, StanfordOptions, UnboundedOptions,
}
