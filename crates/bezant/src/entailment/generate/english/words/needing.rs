//! Words that decide what has to be beside a verb, and what a text only reports.

use crate::entailment::generate::english::words::holding::has;

/// Verbs that need two of: who is told, and what.
const TELLING: &str = "\
    advise ask assure convince inform notify persuade promise reassure remind teach tell warn";

/// Verbs that mean little or something else without the adverb or the phrase that says where to.
const OF_WAYS: &str = "\
    bring come drop fall fly get give go grow head hold keep lay lead leave let make move pass pull \
    push put rank run send set sit stand stay step take throw turn walk work";

/// Adverbs that are a part of what any verb says: *come first*, *go wrong*.
const PARTS: &str = "\
    abroad across afield ahead alike alone along apart aside away back backwards close deep downhill \
    downstairs elsewhere far farther first forth forward forwards further high home hard inside \
    inwards last late low near nowhere outside outwards overboard overseas past right round short \
    straight through together true under underway upstairs upwards well wrong";

/// Adverbs that only say when or that it is so, also behind a verb.
const PASSING: &str = "\
    again also already always before ever here however instead just later now often once soon still then \
    there therefore though thus today tomorrow tonight too twice yesterday yet";

/// Verbs that say nothing without their noun: *have an effect*, *do a job*.
const LIGHT: &str = "do give have make pay place take";

/// Nouns that say what is done, where a light verb stands before them.
const DONE: &str = "\
    access answer approach argument attempt attitude bath bet bite blame blow break bid call care case \
    chance change charge chat choice claim comeback comment complaint contact control cost crack cut \
    damage deal debut debt delay demand difficulty discount drink drive duty edge effect effort \
    emphasis end error excuse eye fault favor favour fear feel fight fit focus fun go good ground guess \
    habit harm haste head help hint hold hope idea impact impression influence inquiry issue job joke jump \
    justice kick kiss knowledge lead leave liberty life look love luck mark mess mind mistake move need nod \
    noise note notice number oath offer order pain part pass pity plan pleasure point pressure priority problem \
    profit progress promise punch purpose push rate reason record reference relevance remark reply report \
    reputation request research respect response rest result return review right risk role room say \
    sense share shot shower sight sleep smile spin stab stand start step stop stress stroll study style \
    success swim talk task tendency test thought threat time touch tour trip trouble trust try turn \
    use value view visit voice vow walk warning wash way weight wish word work worry";

/// Verbs that nobody would turn into a passive.
const WITHOUT_PASSIVE: &str = "\
    boast bear contain cost count encompass enjoy equal face fit hold include lack last mean measure number owe possess \
    resemble retain run share suffer suit total undergo weigh yield";

/// Verbs by which something is found or made to be something.
const FINDING: &str = "\
    believe bring call consider count deem declare drive feel find get guess hold imagine judge keep label leave like \
    make paint prefer presume pronounce prove put rate render see send set show suppose term think turn want";

/// Verbs of saying, planning and thinking: what completes them is theirs, and nobody vouches for it.
const REPORTING: &str = "\
    accuse add advise advocate aim announce answer argue ask assert assure aver bet boast brag caution comment \
    complain conceive conclude confide consider contend convince declare decide decree deem demand describe \
    dictate dispute envisage envision estimate exclaim explain fantasise fantasize figure forecast \
    foresee foretell hint hold imply include infer inform intend interpret judge joke lament lie maintain mean murmur \
    mutter notify object offer opine order persuade plan plead pledge preach proclaim profess project promise \
    pronounce prophesy protest quip quote reason reassure reckon reiterate relate remark remind reply report \
    request require respond retort rule rumor say scream shout sign signal snap state stipulate stress \
    submit surmise swear teach tell testify threaten tweet understand urge vow want warn \
    whisper worry write";

/// Small words that are part of a name where they have a capital letter: *In and Out*.
const SMALL: &str = "\
    above away back below beyond black down good green in inside more new off old on out outside over \
    red round then there this that under up white within associates brothers co company daughters \
    friends partners sons";

/// Prefixes that are written as words of their own.
const PREFIXES: &str = "\
    anti auto co cross counter double down fine half hand mid mis non out over pre re self semi sub \
    triple ultra un under up";

pub(in super::super) fn is_told(verb: &str) -> bool {
    has(TELLING, verb)
}

/// Whether a verb says something else without an adverb that stands right behind it.
pub(in super::super) fn needs_adverb(verb: &str, adverb: &str) -> bool {
    has(PARTS, adverb)
        || matches!(verb, "bring" | "lead" | "put" | "send" | "take")
            && matches!(adverb, "here" | "there")
        || has(OF_WAYS, verb) && !has(PASSING, adverb) && !adverb.ends_with("ly")
}

pub(in super::super) fn is_light(verb: &str) -> bool {
    has(LIGHT, verb)
}

/// Whether a noun says what is done behind a light verb.
pub(in super::super) fn is_done(noun: &str) -> bool {
    has(DONE, noun) || super::is_act(noun)
}

pub(in super::super) fn lacks_passive(verb: &str) -> bool {
    has(WITHOUT_PASSIVE, verb)
}

pub(in super::super) fn finds_to_be(verb: &str) -> bool {
    has(FINDING, verb)
}

/// Whether what completes a verb is only what somebody says, plans or thinks.
pub(in super::super) fn is_reporting(verb: &str) -> bool {
    has(REPORTING, verb)
}

pub(in super::super) fn is_small_in_name(word: &str) -> bool {
    has(SMALL, word)
}

pub(in super::super) fn is_prefix(word: &str) -> bool {
    has(PREFIXES, word)
}

/// Whether a preposition behind a particle makes one verb with both: *put up with*.
pub(in super::super) fn joins_particle(preposition: &str) -> bool {
    matches!(
        preposition,
        "with" | "of" | "to" | "for" | "as" | "on" | "upon" | "against" | "into" | "from"
    )
}

/// Whether nobody would say of something that this is done to it: *the place is liked*.
pub(in super::super) fn has_odd_passive(verb: &str) -> bool {
    matches!(
        verb,
        "become"
            | "comprise"
            | "equal"
            | "fit"
            | "last"
            | "like"
            | "mean"
            | "own"
            | "suit"
            | "want"
    )
}

pub(in super::super) fn is_modal(form: &str) -> bool {
    const MODALS: &str = "\
        'd 'll ca can cannot could dare may might must need ought shall should will wo would ’d ’ll";
    has(MODALS, form)
}

/// Whether nobody would say of what a verb is done to that it is *something*: *vote Labour*, *dream a dream*.
pub(in super::super) fn is_of_own_object(verb: &str) -> bool {
    matches!(
        verb,
        "become"
            | "bet"
            | "dance"
            | "die"
            | "dream"
            | "go"
            | "last"
            | "live"
            | "mean"
            | "rank"
            | "score"
            | "sound"
            | "total"
            | "vote"
            | "weigh"
    )
}

/// Whether a verb keeps something from being done: *saved it from sinking*.
pub(in super::super) fn keeps_from(verb: &str) -> bool {
    super::denies(verb)
        || matches!(
            verb,
            "avert"
                | "block"
                | "deter"
                | "halt"
                | "hinder"
                | "keep"
                | "protect"
                | "rescue"
                | "save"
        )
}

/// Whether a verb asks whether there is something, or how much of it.
pub(in super::super) fn seeks(verb: &str) -> bool {
    const SEEKING: &str = "\
        address analyse analyze ask assess check compare consider debate determine discuss evaluate \
        examine exclude explore investigate look measure monitor question rule search study test";
    has(SEEKING, verb)
}

/// Whether there may be none of what a noun says, also behind *the*: *the effect of light*.
pub(in super::super) fn may_be_none(noun: &str) -> bool {
    const UNKNOWN: &str = "\
        ability association benefit capacity cause chance change connection consequence contribution \
        correlation danger dependence difference effect effectiveness efficacy existence feasibility \
        impact implication importance incidence influence involvement likelihood link need occurrence \
        possibility potential presence prevalence probability relation relationship relevance \
        requirement risk role significance threat";
    has(UNKNOWN, noun)
}
