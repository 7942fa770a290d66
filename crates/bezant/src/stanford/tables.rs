//! Lists of words that rules ask for, in lower case.

/// The verb *be* as it links a subject to what is said of it, with common misspellings.
pub(super) const BE: &str =
    "be being been am are r is ai was were 'm ’m m 're ’re 's ’s s art ar wase";

/// Only here: an apostrophe that leans the wrong way.
pub(super) const COPULA_ONLY: &str = "`s";

pub(super) const GET: &str = "get getting gets got gotten";

pub(super) const AUXILIARIES: &str = "will wo shall sha may might should would can could ca must \
    'll ’ll ll -ll cold has have had having 've ’ve ve v of hav hvae as get gets getting got gotten \
    do does did 'd ’d d du to 2 na a ot ta the too";

pub(super) const TIMES: &str = "monday tuesday wednesday thursday friday saturday sunday year month \
    week day morning evening night mondays tuesdays wednesdays thursdays fridays saturdays sundays \
    years months weeks days mornings evenings nights january february march april may june july \
    august september october november december jan. feb. mar. apr. aug. sept. oct. nov. dec. today \
    yesterday tomorrow spring summer fall autumn winter";

/// Months in a date, as they are written.
pub(super) const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Jan.",
    "Feb.",
    "Mar.",
    "Apr.",
    "Aug.",
    "Sep.",
    "Sept.",
    "Oct.",
    "Nov.",
    "Dec.",
];

/// Verbs that link to a complement as *be* does.
pub(super) const LINKING: &str = "seem seems seemed seeming resemble resembles resembled resembling \
    become becomes became becoming remain remains remained remaining";

pub(super) const HAVE: &str = "have had has having 've ’ve ve v 'd ’d d hvae hav as";

pub(super) const SELF: &str =
    "myself yourself himself herself itself ourselves yourselves themselves";

/// Verbs whose object does what the infinitive says, all forms.
pub(super) const CONTROL: &str = "beg begs begged begging compel compels compelled compelling lobby \
    lobbies lobbied lobbying permit permits permitted permitting tell tells told telling";

/// The same, which take `s`, `ed` and `ing`.
pub(super) const CONTROL_PLAIN: &str = "allow ask demand expect help order prompt";

/// The same, which lose their `e`.
pub(super) const CONTROL_E: &str = "advise convince declare define desire encourage force implore \
    name persuade pressure require urge";

/// Verbs of asking and knowing.
pub(super) const ASKING: &str = "ask asks asked asking know knows knew known knowing specify \
    specifies specified specifying tell tells told telling understand understands understood \
    understanding wonder wonders wondered wondering";

pub(super) const TELL: &str = "tell tells told telling";

/// Verbs of saying, all forms. The first form of *think* and the last of *signal* are not taken
/// for such by the program that this one agrees with.
pub(super) const SAYING: &str = "say says said saying agree agrees agreed agreeing cry cried cries \
    crying reply replied replies replying admit admits admitted admitting hold holds held holding \
    write writes wrote writing written tell tells told telling quip quips quipped quipping signal \
    signals signaled signaling signalled thinks thinking thought bitch bitches bitched bitching \
    confess confesses confessed confessing kibitz kibitzes kibitzed kibitzing kibbitz kibbitzes \
    kibbitzed kibbitzing screech screeches screeched screeching";

pub(super) const SAYING_PLAIN: &str = "add bellow bleat blubber bluster boast boom bray call chant \
    chirp claim complain coo counsel croak crow drawl explain gasp inform interject pray proclaim \
    protest purr recall remark report respond scream shout shriek sigh sulk whisper whoop yammer \
    yap yell yelp";

pub(super) const SAYING_E: &str = "advise announce acknowledge cackle chortle chuckle concede \
    conclude decide declare drone gripe grouse intone note observe pledge propose state whine \
    whinge";

pub(super) const NEGATION: &str = "not n't n’t nt never";

/// Verbs that take an infinitive without an object of their own.
pub(super) const INFINITIVE: &str = "accede ache acquiesce aim ally appear attempt babble bark bawl \
    befriend begin bellow blare bleat blubber bluster boom bow bray broadcast burble cable cackle \
    call capitulate carol chant chatter chirp chortle chuckle cluck collaborate collude commence \
    conspire continue coo crave croak croon crow cry dangle defer despise discriminate disdain \
    dislike drawl dream drone e-mail enjoy expect fail fall fax fear flub forego forgo gabble gasp \
    gibber groan growl grumble grunt gurgle hanker hate hiss holler hoot hope howl hum hunger \
    imagine intend itch jabber keen legislate like lilt lisp long love lust manage mean mewl moan \
    modem mumble murmur mutter nasal natter neglect netmail omit overleap pant partner phone pine \
    plan pledge prattle pray proceed propose protest prove purr quaver radio rage rant rasp rebel \
    recommence regret relay resume retaliate roar rumble satellite scheme scream screech seem \
    semaphore shout shriek sibilate sigh sign signal simper sin sing smatter smile snap snarl \
    snivel snuffle splutter squall squawk squeak squeal stammer start stemmer stutter submit \
    succumb telecast telegraph telephone telex think thirst thunder tisk trill trumpet try twang \
    twitter undertake vociferate wail warble wheeze whimper whine whisper whistle whoop wire \
    wireless wish witter yammer yap yearn yell yelp yen yield yodel";

/// Forms of the same verbs that no rule of spelling gives.
pub(super) const INFINITIVE_FORMS: &str = "began begun fell fallen forewent foregone forwent \
    forgone meant overleapt proved proven sang sung thought undertook undertaken dreamt deferred \
    deferring rebelled rebelling omitted omitting submitted submitting regretted regretting \
    signalled signalling snivelled snivelling yodelled yodelling carolled carolling modemmed \
    broadcasted telexes faxes hisses itches screeches wishes";

/// Words that two-word prepositions are made of, in the order in which they are tried.
pub(super) const TWO_WORDS: &[(&str, &str)] = &[
    ("according", "to"),
    ("across", "from"),
    ("ahead", "of"),
    ("along", "with"),
    ("alongside", "of"),
    ("apart", "from"),
    ("as", "for"),
    ("as", "from"),
    ("as", "of"),
    ("as", "per"),
    ("as", "to"),
    ("aside", "from"),
    ("away", "from"),
    ("based", "on"),
    ("because", "of"),
    ("close", "by"),
    ("close", "to"),
    ("contrary", "to"),
    ("compared", "to"),
    ("compared", "with"),
    ("due", "to"),
    ("depending", "on"),
    ("except", "for"),
    ("exclusive", "of"),
    ("far", "from"),
    ("followed", "by"),
    ("inside", "of"),
    ("instead", "of"),
    ("irrespective", "of"),
    ("next", "to"),
    ("near", "to"),
    ("off", "of"),
    ("out", "of"),
    ("outside", "of"),
    ("owing", "to"),
    ("preliminary", "to"),
    ("preparatory", "to"),
    ("previous", "to"),
    ("prior", "to"),
    ("pursuant", "to"),
    ("regardless", "of"),
    ("subsequent", "to"),
    ("such", "as"),
    ("thanks", "to"),
    ("together", "with"),
];

/// Three-word prepositions.
pub(super) const THREE_WORDS: &[(&str, &str, &str)] = &[
    ("by", "means", "of"),
    ("in", "accordance", "with"),
    ("in", "addition", "to"),
    ("in", "case", "of"),
    ("in", "front", "of"),
    ("in", "lieu", "of"),
    ("in", "place", "of"),
    ("in", "spite", "of"),
    ("on", "account", "of"),
    ("on", "behalf", "of"),
    ("on", "top", "of"),
    ("with", "regard", "to"),
    ("with", "respect", "to"),
];
