//! Words that say nothing, or something else, without what stands beside them.

use crate::entailment::generate::english::words::holding::{JOINING, WITH_PARTICIPLE, has};

/// Verbs that need an object or a phrase with a preposition, also as passives.
const NEVER_ALONE: &str = "\
    accustom add adhere amount ascribe attribute belong consist correspond depend expose map \
    pertain refer rely result stem subject";

/// Verbs that say of a thing what holds of its parts.
const REACHING_PARTS: &str = "\
    affect analyse analyze assess comprise contain control cover describe detect discuss encompass \
    evaluate examine govern include influence investigate involve measure regulate span study test";

/// Verbs that bring together what stands beside each other.
const OF_SEVERAL: &str = "\
    alternate combine compare connect contrast fuse integrate join juxtapose link merge mix \
    separate unite";

/// Verbs by which somebody takes something for true, without knowing.
const SUPPOSING: &str = "\
    anticipate conjecture hypothesise hypothesize postulate predict reckon speculate theorize";

/// Nouns that are not counted, so that no *a* stands before them.
const UNCOUNTED: &str = "\
    access advice aid assistance attention behavior behaviour cash clothing compensation content \
    cooperation courage damage dirt education electricity employment equipment evidence expertise \
    feedback flexibility fun furniture gold growth guidance happiness harm health heat help \
    homework housing information insurance integrity intelligence knowledge laughter leadership \
    legislation liability luck luggage machinery mail money music news nutrition oil participation \
    patience permission progress protection rain relevance research safety salt sand security \
    snow software staff storage stuff support testimony traffic training transport trouble \
    violence warmth water wealth weather wisdom worth";

/// Nouns that end like those for people, and are none.
const THINGS: &str = "\
    abdomen acceptor activator adapter adaptor agonist antagonist anterior assist \
    barrier bladder buffer cancer chamber checklist cluster coffee committee consist contaminant \
    degree determinant dimer disorder effector enhancer exist exterior fee fiber fibre filter \
    guarantee inhibitor inner interior layer linker liver marker median monomer motor mutant \
    oligomer outlier persist playlist polymer posterior precursor primer promoter receptor \
    regimen regulator repressor resist sensor specimen stressor suppressor tracer \
    transporter tumor tumour twist ulcer variant vector";

/// Nouns that say nothing without what they are like: *a great time*.
const EMPTY: &str = "degree extent job kind level manner pace rate sort speed thing time way work";

/// What companies are called last, which is no name alone.
const ENDS_OF_NAMES: &str = "co. company corp corp. inc inc. jr. llc ltd ltd. plc sr.";

pub(in super::super) fn is_never_alone(verb: &str) -> bool {
    has(NEVER_ALONE, verb)
}

pub(in super::super) fn reaches_parts(verb: &str) -> bool {
    has(REACHING_PARTS, verb)
}

pub(in super::super) fn brings_together(verb: &str) -> bool {
    has(OF_SEVERAL, verb)
}

pub(super) fn supposes(verb: &str) -> bool {
    has(SUPPOSING, verb)
}

pub(in super::super) fn is_uncounted(noun: &str) -> bool {
    let ends = ["ness", "genesis"];
    has(UNCOUNTED, noun) || ends.iter().any(|end| noun.len() > 7 && noun.ends_with(end))
}

pub(super) fn is_thing(noun: &str) -> bool {
    has(THINGS, noun)
}

pub(in super::super) fn is_empty_noun(noun: &str) -> bool {
    has(EMPTY, noun)
}

pub(in super::super) fn is_end_of_name(word: &str) -> bool {
    has(ENDS_OF_NAMES, &word.to_lowercase())
}

pub(in super::super) fn takes_participle(verb: &str) -> bool {
    has(WITH_PARTICIPLE, verb)
}

pub(in super::super) fn joins_sentences(noun: &str) -> bool {
    has(JOINING, noun)
}
