//! Words that decide what a shorter sentence may leave out.

use crate::entailment::generate::english::words::holding::has;

/// Verbs and adjectives that are about a kind of thing, so that its adjective is what is said: *caused great
/// harm*, *likes fast cars*.
const ABOUT_KIND: &str = "\
    adore appreciate associate avoid cause characterise characterize contribute correlate create \
    cut decrease define demonstrate describe dislike display encourage enhance enjoy ensure entail \
    exhibit expect experience feature hate imply improve increase indicate induce lack lead lower \
    like look love mean mimic need offer predict prefer present prevent produce promote provide \
    raise recommend reduce reflect require resemble result reveal seek show specialise specialize \
    suffer suggest support underlie want";

/// Verbs, adjectives and nouns that deny what completes them.
const DENYING: &str = "\
    absence absent abstain avoid ban barely cease decline deny devoid discourage dislike doubt \
    exclude fail failure forbid free hate hesitate ignore impossible inability incapable ineligible \
    lack minus neglect oppose preclude prevent prohibit refrain refusal refuse reject reluctant \
    resist stop unable unaware unlikely unwilling without";

/// Adverbs without which an adjective, adverb or verb says more than the text does.
const OF_DEGREE: &str = "\
    almost approximately as barely comparatively double enough equally fairly fewer half hardly how \
    incompletely insufficiently least less marginally mildly minimally moderately more most nearly \
    partially partly poorly potentially practically purportedly quasi rarely relatively \
    scarcely seemingly seldom semi slightly somewhat sort supposedly too under virtually weakly";

/// Nouns that say nothing without the clause or phrase behind them.
const WITH_CLAUSE: &str = "\
    case chance day degree end evidence extent fact idea instance kind level manner moment one \
    ones part person place point possibility question reason result risk side sort thing those \
    time type way";

/// Nouns for what is only so of several.
const OF_SEVERAL_THINGS: &str = "\
    alliance balance balancing blend clash collaboration collection combination comparison conflict \
    contrast difference exchange interaction intersection junction marriage match merger mix mixture \
    pair pairing ratio relation relationship separation similarity trade union";

/// Verbs that say something without anything behind them.
const ALONE: &str = "\
    abdicate apologise apologize arrive awake bark bloom blush break breathe burn burst cease close \
    collapse complain continue cook cough crash cry dance decline decrease degenerate deteriorate \
    develop die differ differentiate disappear drink drown eat elapse emerge emigrate end escape \
    evaporate evolve exercise exist expire explode fade faint fall fight finish flee float fly \
    freeze germinate graduate grow happen hatch heal hesitate improve increase intensify jump kneel \
    laugh launch leak leave lie lose march marry mature melt migrate move occur open operate paint \
    pause perish persist pray predominate prevail proliferate protest rain recover regenerate \
    reign relax resign rest retire return ring rise rot run sail scream shine shout shrink sing \
    sink sleep slip smile smoke sneeze snow study succeed suffer surrender survive \
    sweat swim swing tremble vanish vary vomit vote wake walk win work worry yawn yell";

/// Verbs that a phrase follows also where they are passive: *is linked to the gate*.
const WITH_PHRASE: &str = "\
    accompany accustom acquaint adapt allocate apply associate attach attribute bias bind characterise \
    characterize commit compare compose concern confine confront connect convert correlate couple credit \
    dedicate derive devote direct divide endow engage entitle equip expose fill finish gear \
    incorporate integrate interest involve know lead limit link locate make map mark name orient pair \
    predispose prepare reduce regard relate require remind rename replace restrict rid schedule separate \
    shift situate split stain subject suit tailor tie time transfer transform translate turn use \
    view wipe wrap";

/// Nouns that make one expression with a verb and a preposition: *take into account*.
const OF_EXPRESSIONS: &str = "\
    account action advantage attention being bed blame care charge conclusion consideration contact \
    control custody debt doubt effect end existence force grip hand heart jeopardy justice life \
    light line mind notice office operation part perspective place play practice power pressure \
    question rest risk service shape sight sleep step terms test touch trial trouble use view war \
    work";

/// Nouns that are a part of a preposition with what stands before and behind them: *in terms of*.
const OF_PREPOSITIONS: &str = "\
    absence accord accordance account addition aftermath agreement aid aim basis behalf behest \
    case cause charge combination comparison compliance conjunction connection consequence \
    consideration contact context contrast course cover crossroads danger defense detriment \
    direction disregard event exception exchange excess expense extent face favor favour form \
    front guise hands help honor honour ground grounds heels hope instance interest interests \
    keeping lack lieu light line manner matter means memory mercy midst name need opposition \
    order parallel part place point possession preparation presence process purpose purposes \
    pursuit reach reaction recognition reference regard regards relation request respect response \
    result return role sake search sense sight spite step stead support term terms time token \
    top touch tune variance verge view virtue wake way words";

/// Nouns for acts and states, of which one does not say *a* or *an* where the text says *the*.
const OF_ACTS: [&str; 15] = [
    "tion", "sion", "ment", "ance", "ence", "ency", "ancy", "ity", "ness", "ing", "sis", "ism",
    "ship", "dom", "ysis",
];

/// Verbs that are as true the other way round.
const TWO_WAY: &str = "\
    accompany adjoin agree alternate border coincide combine compare comprise compose consist \
    contain contrast correlate correspond differ embrace encompass equal fight fit form include \
    interact intersect join link marry match meet merge mix neighbor overlap pair parallel \
    resemble separate share span touch";

pub(in super::super) fn is_about_kind(word: &str) -> bool {
    has(ABOUT_KIND, word) || denies(word)
}

pub(in super::super) fn denies(word: &str) -> bool {
    has(DENYING, word)
}

pub(in super::super) fn is_of_degree(adverb: &str) -> bool {
    has(OF_DEGREE, adverb)
}

pub(in super::super) fn needs_clause(noun: &str) -> bool {
    has(WITH_CLAUSE, noun)
}

pub(in super::super) fn is_of_several(noun: &str) -> bool {
    has(OF_SEVERAL_THINGS, noun)
}

pub(in super::super) fn stands_alone(verb: &str) -> bool {
    has(ALONE, verb)
}

pub(in super::super) fn wants_phrase(verb: &str) -> bool {
    has(WITH_PHRASE, verb)
}

pub(in super::super) fn makes_expression(noun: &str) -> bool {
    has(OF_EXPRESSIONS, noun)
}

pub(in super::super) fn makes_preposition(noun: &str) -> bool {
    has(OF_PREPOSITIONS, noun)
}

/// Whether a noun is for an act or a state, by its end: *regulation*.
pub(in super::super) fn is_act(noun: &str) -> bool {
    OF_ACTS.iter().any(|end| noun.len() > end.len() + 2 && noun.ends_with(end))
}

pub(in super::super) fn is_two_way(verb: &str) -> bool {
    has(TWO_WAY, verb)
}

/// Whether what is said of a noun like this is said of what follows *of*: *a lot of dogs bark*.
pub(in super::super) fn counts_whole(noun: &str) -> bool {
    matches!(
        noun,
        "lot"
            | "number"
            | "couple"
            | "majority"
            | "variety"
            | "plenty"
            | "rest"
            | "half"
            | "all"
            | "some"
            | "most"
            | "any"
            | "none"
            | "%"
            | "percent"
            | "ton"
            | "bunch"
            | "handful"
    )
}

/// Whether an adverb joins a sentence with another, so that nothing is denied of it.
pub(in super::super) fn joins_denied(adverb: &str) -> bool {
    matches!(
        adverb,
        "also"
            | "but"
            | "either"
            | "even"
            | "here"
            | "however"
            | "just"
            | "now"
            | "really"
            | "so"
            | "still"
            | "then"
            | "therefore"
            | "though"
            | "thus"
            | "yet"
            | "again"
            | "anyway"
    )
}

/// Whether a preposition leaves open that there is what follows it.
pub(in super::super) fn leaves_open(preposition: &str) -> bool {
    matches!(
        preposition,
        "about"
            | "against"
            | "as"
            | "besides"
            | "except"
            | "for"
            | "like"
            | "than"
            | "toward"
            | "towards"
            | "unlike"
            | "versus"
            | "without"
    )
}

/// Whether a verb makes what was not there before.
pub(in super::super) fn makes(verb: &str) -> bool {
    matches!(
        verb,
        "add"
            | "build"
            | "construct"
            | "create"
            | "design"
            | "develop"
            | "draft"
            | "generate"
            | "give"
            | "introduce"
            | "make"
            | "prepare"
            | "produce"
            | "provide"
            | "set"
            | "write"
    )
}

/// Whether an adjective is for a people, and has a capital letter wherever it stands.
pub(in super::super) fn is_of_people(adjective: &str) -> bool {
    const PEOPLES: &str = "\
        African American Arab Arabic Asian Australian Austrian Belgian Brazilian British Canadian \
        Catholic Chinese Christian Cuban Danish Dutch Egyptian English European French German Greek \
        Hindu Hispanic Indian Iranian Iraqi Irish Islamic Israeli Italian Japanese Jewish Korean \
        Kurdish Latin Lebanese Mexican Muslim Norwegian Pakistani Palestinian Persian Polish \
        Portuguese Protestant Roman Russian Saudi Scottish Shiite Soviet Spanish Sunni Swedish Swiss \
        Syrian Thai Turkish Ukrainian Vietnamese Welsh";
    has(PEOPLES, adjective)
}

/// Whether a verb is about just these, and no others.
pub(in super::super) fn is_exclusive(verb: &str) -> bool {
    matches!(
        verb,
        "alternate"
            | "compose"
            | "comprise"
            | "confine"
            | "consist"
            | "constitute"
            | "divide"
            | "limit"
            | "range"
            | "restrict"
            | "split"
    )
}

/// Whether a word is written like a pronoun.
pub(in super::super) fn is_pronoun(form: &str) -> bool {
    const PRONOUNS: &str = "he her hers him his i it me mine one ours she theirs them they us we \
        who whom y'all ya you yours";
    has(PRONOUNS, form)
}

/// Whether a noun is of an expression such as *on the ground*, and nothing that is there.
pub(in super::super) fn is_of_expression(noun: &str) -> bool {
    matches!(
        noun,
        "air"
            | "case"
            | "event"
            | "fact"
            | "future"
            | "ground"
            | "hand"
            | "heart"
            | "instance"
            | "meantime"
            | "name"
            | "past"
            | "process"
            | "run"
            | "spot"
            | "verge"
            | "way"
            | "world"
    )
}

/// Adjectives by which something may not be what its noun says.
const OF_DOUBT: &str = "\
    aborted abortive alleged apparent artificial attempted averted believed bogus claimed \
    counterfeit disputed erstwhile ex expected fake false feared foiled forged former future \
    hypothetical imaginary imagined intended mock near non-existent planned possible potential \
    presumed presumptive probable projected proposed prospective pseudo purported putative \
    reputed rumored self-styled so-called supposed suspected theoretical thwarted unlikely virtual \
    would-be";

/// Whether a thing with this adjective may be none: *a fake gun*.
pub(in super::super) fn is_of_doubt(lemma: &str, form: &str) -> bool {
    has(OF_DOUBT, lemma) || has(OF_DOUBT, &form.to_lowercase())
}

/// Whether what something is compared with, or good for, may not be there at all.
pub(in super::super) fn is_of_comparison(adjective: &str) -> bool {
    matches!(
        adjective,
        "akin"
            | "analogous"
            | "capable"
            | "comparable"
            | "compatible"
            | "consistent"
            | "equivalent"
            | "essential"
            | "identical"
            | "indicative"
            | "necessary"
            | "prone"
            | "reminiscent"
            | "resistant"
            | "similar"
            | "suitable"
            | "susceptible"
            | "typical"
    )
}

/// Whether an adjective tells what kind of thing its noun is, so that it stays with it: *nervous system*.
pub(in super::super) fn is_of_class(adjective: &str) -> bool {
    let ends = ["al", "ic", "ar", "ous", "ary", "ine", "oid", "ive"];
    adjective.len() > 4 && ends.iter().any(|end| adjective.ends_with(end))
}
