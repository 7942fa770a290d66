//! Words that decide whether a shorter sentence still holds, and whether it is one.

/// Verbs that are never done to anything.
pub(super) const INTRANSITIVE: &str = "\
    agree appear arise arrive become behave belong bloom care cease collapse collide come \
    comply consist cough crash cry dance depend die differ disappear elapse emerge exist \
    expire fail faint fall function go graduate happen hesitate interact interfere kneel last \
    laugh lie listen live look matter migrate occur originate participate persist proceed \
    range react refer remain reside respond result rise scream seem sit sleep smile sneeze \
    specialize stay stem strive succeed suffice sympathise sympathize talk tend thrive travel \
    vanish vary wait wonder yawn";

/// Verbs that say nothing without what they are done to.
pub(super) const TRANSITIVE: &str = "\
    accuse achieve acquire affect afford allow amount appoint assert assign attach \
    attribute avoid base become blame bring buy carry cause comprise \
    concern conduct confirm consider constitute contain convey convince create deem define \
    delete deliver demonstrate deny derive describe detect determine discover discuss \
    earn enable encode encourage enhance enjoy ensure equal establish evaluate \
    exclude exhibit explain face favor fear find fix force get give have hire identify \
    implement imply include incorporate indicate induce inform introduce involve issue \
    keep kill lack let like locate love maintain make mention name need \
    obtain offer own persuade place possess praise prefer prevent produce \
    promote propose protect provide put raise receive recommend \
    regard reject remind remove represent require reveal say seek seem select send set \
    share sound spend suggest support take tell thank trigger undergo urge use utilize view \
    want wear";

/// Verbs that tell somebody what is so.
pub(super) const TELLING: &str = "\
    assure convince inform notify persuade reassure remind tell";

/// Verbs after which a thing may not be there at all.
pub(super) const WITHOUT_THING: &str = "\
    advocate ask avoid await consider crave demand deny deserve desire discourage exclude \
    cure expect fear fight forbid guard help hope hypothesise hypothesize imagine lack like look need oppose order plan prefer prevent \
    predict prohibit propose recommend protect refuse reject relieve request require search seek suggest want wish";

/// Adjectives that say what somebody feels, or how likely it is, without saying that it is so.
pub(super) const UNSURE: &str = "\
    afraid anxious concerned confident convinced doubtful eager fearful hopeful important \
    impossible improbable likely necessary optimistic plausible positive possible probable \
    skeptical sure suspicious unclear unlikely unsure vital worried";

/// Adverbs by which a speaker does not vouch for a sentence.
pub(super) const HEDGES: &str = "\
    allegedly apparently conceivably hopefully ideally likely maybe ostensibly otherwise perhaps \
    possibly potentially presumably probably purportedly reportedly reputedly seemingly \
    supposedly theoretically";

/// Prepositions before a participle that say that it was done, or when.
pub(super) const OF_DONE: &str = "\
    after by since upon when while";

/// Nouns for stretches of time, of which one does not say that they are there.
pub(super) const TIMES: &str = "\
    afternoon age april august autumn beginning century course day decade december end era \
    evening fall february friday hour instant january july june march may midnight minute \
    moment monday month morning night noon november october period quarter saturday season \
    second september spring start summer sunday thursday time today tomorrow tonight tuesday \
    wednesday week weekend while winter year yesterday";

/// Nouns that measure, and say nothing without their number.
pub(super) const UNITS: &str = "\
    % acre bit byte cent centimeter century cm d day decade dollar dozen euro feet foot g \
    gallon gram h hour hr hrs inch kb kg kilogram kilometer kilometre km lb liter litre mM mb meter \
    metre mg mile min minute ml mm mo month night nm ounce percent percentage point pound \
    sec second time ton week wk wks yard yr year ° °c μg μl μm";

/// Verbs with nouns that have no passive: *change hands*.
pub(super) const IDIOMS: &str = "\
    catch_fire change_hand give_birth give_rise give_way go_way have_fun keep_pace lose_heart \
    lose_sight lose_weight make_friend make_fun make_love make_use make_sense make_sure make_way \
    pay_attention pay_visit play_part play_role set_foot set_sail shake_hand take_action take_advantage take_care take_charge \
    take_effect take_heart take_issue take_liberty take_long take_part take_place take_risk take_root \
    take_shape take_step take_time take_turn";

/// More adjectives that only stand before nouns, or mean something else behind *is*.
pub(super) const NOT_SAID: &str = "\
    above absolute additional aforementioned ahead annual back below bogus counterfeit \
    countless daily earlier early east eastern enough eponymous ersatz erstwhile ex extra \
    favorite fellow fifth final first fourth front high-level incoming indoor later leading \
    left likely live mid middle monthly multiple near north northern numerous ongoing online \
    outdoor outgoing perfect plenty possible probable proper pseudo pure real rear relative remaining \
    resulting second self-proclaimed south southern third true underlying upcoming sample virtual \
    wannabe weekly west western";

/// Nouns that mean nothing without what follows *of*.
pub(super) const OF_OTHERS: &str = "\
    absence abundance array basis behalf billion body bulk cluster collection combination context \
    degree event exception expense family form fraction hundred lack layer level million \
    mixture multitude percentage population presence proportion rate remainder sake stream \
    style subset sum thousand total wake way wealth world";

/// Verbs that have two objects, so that something else is left when one becomes the subject.
pub(super) const OF_TWO: &str = "\
    afford allot allow assign ask award bring charge cost deny feed forgive give grant guarantee \
    hand issue lend loan offer owe pay permit promise read sell send serve show teach tell wish";

/// Verbs that go with *of*.
pub(super) const WITH_OF: &str = "\
    accuse admit afraid allow approve assure aware become capable characteristic beware complain compose comprise conceive consist \
    convict cure deprive despair die dispose dream fond free full guilty hear independent indicative inform jealous know learn make notify relieve remind \
    proud representative repent rid rob short sick smell speak suggestive sure symptomatic strip suspect talk taste tell think tire tired typical unaware warn worthy";

/// Participles that have become prepositions.
pub(super) const LIKE_PREPOSITIONS: &str = "\
    according barring base beginning begin compare concern consider depend exclude follow give \
    include involve owe regard start";

/// Adjectives that need the verb behind them: *easy to use*.
pub(super) const WITH_INFINITIVE: &str = "\
    able apt bound difficult due easy eager fit hard impossible inclined likely prone quick ready \
    reluctant slow supposed sure tough unable unlikely unwilling welcome willing";

/// Adverbs of place that change what a verb says: *keep out*.
pub(super) const LIKE_PARTICLES: &str = "\
    ahead along apart around aside away back by down forth forward in off on out over through \
    together under up";

/// Adjectives that need what they count or compare with, also behind *there is*.
pub(super) const LIKE_DETERMINERS: &str = "\
    certain chief different entire fellow first following former further half initial last latter \
    main next numerous own particular past previous principal prior remaining respective second \
    lower several single sole third upper various very whole";

/// Verbs that a participle in *-ing* completes.
pub(super) const WITH_PARTICIPLE: &str = "\
    admit avoid begin bring catch cease come consider contemplate continue delay deny discuss \
    dislike enjoy envision feel find finish get go hate have hear imagine involve keep leave like \
    love mind miss need notice observe postpone practice prefer quit recall recommend regret \
    remain remember resist resume risk see send sit spend stand start stop suggest tolerate try \
    want watch";

/// Nouns that join sentences behind *in*, *for* and *of*, and say nothing of what is done: *in addition*.
pub(super) const JOINING: &str = "\
    addition all any course conclusion contrast effect essence example fact general hand instance \
    other particular result short sum turn way";

/// Whether a list has a word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}
