use std::fs;
use std::io::Read;

use proptest::prelude::*;

use crate::check;
use crate::english::inflect::{
    Subject, article, features, inflect, inflect_as, ing, participle, past, past_for, plural,
    present, third_person,
};
use crate::english::{detokenize, is_content, lemma, penn_tag, tokenize};

fn tokens(text: &str) -> Vec<&str> {
    tokenize(text).iter().map(|token| token.text).collect()
}

/// Counts weighted by frequency.
#[derive(Default)]
struct Share {
    right: u64,
    all: u64,
}

impl Share {
    fn add(&mut self, is_right: bool, n: u64) {
        self.all += n;
        self.right += if is_right { n } else { 0 };
    }

    /// In hundredths of a percent, so that nothing is rounded up.
    fn points(&self) -> u64 {
        assert!(self.all > 4_000, "only {} words", self.all);
        10_000 * self.right / self.all
    }
}

fn is_noun_or_verb(tag: &str) -> bool {
    ["NN", "VB", "MD"].iter().any(|start| tag.starts_with(start))
}

/// Spellings of `be`, `have`, `will`, `not` in contractions: no form can be made from the lemma.
fn is_contraction(form: &str) -> bool {
    let lower = form.to_lowercase();
    lower.contains(['\'', '’'])
        || ["ca", "wo", "sha", "s", "m", "r", "re", "ve", "d", "ll", "wan", "gon", "ai", "du"]
            .contains(&lower.as_str())
}

/// Whether a form can be made again from its lemma, for one subject or another.
fn comes_back(form: &str, lemma: &str, tag: &str) -> bool {
    let for_any = |make: fn(&str, Subject) -> String| {
        SUBJECTS.iter().any(|subject| same(&make(lemma, *subject), form))
    };
    match tag {
        "VBP" => for_any(present),
        "VBD" => for_any(past_for),
        _ => same(&inflect(lemma, tag), form),
    }
}

const SUBJECTS: [Subject; 3] = [Subject::Speaker, Subject::Singular, Subject::Other];

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

#[test]
fn lemmas_are_the_treebanks() {
    let Some(folder) = check::conformance() else { return };
    let table = fs::read_to_string(folder.join("lemmas/ewt-dev.lemmas.tsv")).unwrap();
    let (mut ours, mut morphas, mut agreed) =
        (Share::default(), Share::default(), Share::default());
    let (mut back, mut inflected) = (Share::default(), Share::default());
    let mut featured = Share::default();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [form, tag, count, morpha, gold] = fields[..] else { panic!("{line}") };
        if !is_noun_or_verb(tag) {
            continue;
        }
        let count = count.parse().unwrap();
        let found = lemma(form, tag);
        ours.add(same(&found, gold), count);
        morphas.add(same(morpha, gold), count);
        if same(morpha, gold) {
            agreed.add(same(&found, morpha), count);
        }
        featured.add(same(&inflect_as(&found, tag, features(form, tag)), form), count);
        if !is_contraction(form) {
            let is_back = comes_back(form, &found, tag);
            back.add(is_back, count);
            if ["VB", "NNS"].iter().any(|start| tag.starts_with(start)) {
                inflected.add(is_back, count);
            }
        }
    }
    assert!(ours.points() >= 9_890, "treebank {}", ours.points());
    assert!(ours.points() >= morphas.points(), "morpha's own is {}", morphas.points());
    assert!(agreed.points() >= 9_990, "morpha {}", agreed.points());
    assert!(back.points() >= 9_950, "there and back {}", back.points());
    assert!(featured.points() >= 9_900, "with contractions {}", featured.points());
    assert!(
        inflected.points() >= 9_900,
        "verbs and plurals, there and back {}",
        inflected.points()
    );
}

/// Text that nobody looked at while the tables were made.
#[test]
fn lemmas_hold_on_other_text() {
    let Some(folder) = check::conformance() else { return };
    let file = fs::File::open(folder.join("dependencies/ewt.gold.conllu.gz")).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let (mut penn, mut universal, mut featured, mut back) =
        (Share::default(), Share::default(), Share::default(), Share::default());
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, form, gold, upos, xpos, features, ..] = fields[..] else { continue };
        if !is_noun_or_verb(xpos) || id.parse::<u32>().is_err() {
            continue;
        }
        let found = lemma(form, xpos);
        penn.add(same(&found, gold), 1);
        universal.add(same(&lemma(form, upos), gold), 1);
        featured.add(same(&lemma(form, penn_tag(upos, features)), gold), 1);
        if !is_contraction(form) {
            back.add(comes_back(form, &found, xpos), 1);
        }
    }
    assert!(penn.points() >= 9_900, "Penn tags {}", penn.points());
    assert!(universal.points() >= 9_790, "universal tags {}", universal.points());
    assert!(featured.points() >= 9_890, "universal tags with features {}", featured.points());
    assert!(back.points() >= 9_930, "there and back {}", back.points());
}

#[test]
fn verbs() {
    // Base, past, participle, -ing, third person: regular and not, all ways of spelling the joint.
    let verbs = "walk walked walked walking walks|stop stopped stopped stopping stops\
        |visit visited visited visiting visits|admit admitted admitted admitting admits\
        |hope hoped hoped hoping hopes|hop hopped hopped hopping hops|agree agreed agreed agreeing agrees\
        |carry carried carried carrying carries|play played played playing plays\
        |die died died dying dies|dye dyed dyed dyeing dyes|panic panicked panicked panicking panics\
        |travel traveled traveled traveling travels|install installed installed installing installs\
        |create created created creating creates|treat treated treated treating treats\
        |focus focused focused focusing focuses|accuse accused accused accusing accuses\
        |change changed changed changing changes|belong belonged belonged belonging belongs\
        |breathe breathed breathed breathing breathes|argue argued argued arguing argues\
        |measure measured measured measuring measures|offer offered offered offering offers\
        |refer referred referred referring refers|require required required requiring requires\
        |quit quit quit quitting quits|quiz quizzed quizzed quizzing quizzes\
        |overtake overtook overtaken overtaking overtakes|mislead misled misled misleading misleads\
        |rewrite rewrote rewritten rewriting rewrites|undo undid undone undoing undoes\
        |sing sang sung singing sings|singe singed singed singeing singes\
        |go went gone going goes|have had had having has|do did done doing does\
        |echo echoed echoed echoing echoes|ski skied skied skiing skis|rely relied relied relying relies\
        |waltz waltzed waltzed waltzing waltzes|taste tasted tasted tasting tastes\
        |reach reached reached reaching reaches|ache ached ached aching aches\
        |delay delayed delayed delaying delays|delight delighted delighted delighting delights\
        |cow cowed cowed cowing cows|pay paid paid paying pays|free freed freed freeing frees";
    for line in verbs.split('|') {
        let forms: Vec<&str> = line.split_whitespace().collect();
        let base = forms[0];
        let made = [past(base), participle(base), ing(base), third_person(base)];
        assert_eq!(made, forms[1..], "{base}");
        for (form, tag) in forms.iter().zip(["VB", "VBD", "VBN", "VBG", "VBZ"]) {
            assert_eq!(lemma(form, tag), base, "{form} {tag}");
            assert_eq!(lemma(form, "VERB"), base, "{form} VERB");
        }
    }
    for (form, base) in [("planed", "plane"), ("cancelled", "cancel"), ("learnt", "learn")] {
        assert_eq!(lemma(form, "VBN"), base);
    }
}

/// Forms that looked like forms of other words.
#[test]
fn odd_forms() {
    for (form, tag, expected) in [
        ("sober", "JJR", "sober"),
        ("cleverer", "JJR", "clever"),
        ("honest", "JJS", "honest"),
        ("severest", "JJS", "severe"),
        ("overriding", "VBG", "override"),
        ("ridding", "VBG", "rid"),
        ("resetting", "VBG", "reset"),
        ("premiered", "VBD", "premiere"),
        ("rendezvous", "VBZ", "rendezvous"),
        ("pelves", "NNS", "pelvis"),
        ("mitoses", "NNS", "mitosis"),
        ("streptococci", "NNS", "streptococcus"),
        ("snafus", "NNS", "snafu"),
    ] {
        assert_eq!(lemma(form, tag), expected, "{form}");
    }
    assert_eq!(["reset", "rerun", "override"].map(ing), ["resetting", "rerunning", "overriding"]);
}

#[test]
fn agreement() {
    let all = SUBJECTS;
    assert_eq!(all.map(|who| present("be", who)), ["am", "is", "are"]);
    assert_eq!(all.map(|who| past_for("be", who)), ["was", "was", "were"]);
    assert_eq!(all.map(|who| present("have", who)), ["have", "has", "have"]);
    assert_eq!(all.map(|who| present("do", who)), ["do", "does", "do"]);
    assert_eq!(inflect("be", "VBN") + &inflect("be", "VBG"), "beenbeing");
}

#[test]
fn nouns() {
    let nouns = "city cities|day days|bus buses|house houses|virus viruses|box boxes|church churches\
        |headache headaches|movie movies|tie ties|shoe shoes|potato potatoes|photo photos|leaf leaves\
        |olive olives|wife wives|roof roofs|housewife housewives|man men|policewoman policewomen\
        |human humans|child children|grandchild grandchildren|tooth teeth|goose geese|ox oxen|mouse mice\
        |analysis analyses|criterion criteria|bacterium bacteria|alumnus alumni|larva larvae|matrix matrices\
        |index indexes|quiz quizzes|lens lenses|sheep sheep|series series|scissors scissors\
        |passer-by passers-by|mother-in-law mothers-in-law|well-being well-beings|aircraft aircraft\
        |menu menus|purpose purposes|expense expenses|axe axes|stomach stomachs|hero heroes|guess guesses";
    for line in nouns.split('|') {
        let (one, many) = line.split_once(' ').unwrap();
        assert_eq!(plural(one), many);
        if one != "axe" {
            assert_eq!(lemma(many, "NNS"), one, "{many}");
            assert_eq!(lemma(many, "NOUN"), one, "{many}");
        }
        assert_eq!(lemma(one, "NN"), one);
        assert_eq!(lemma(one, "NOUN"), one, "{one}");
    }
    for (many, one) in
        [("indices", "index"), ("1990s", "1990s"), ("70's", "70s"), ("hypotheses", "hypothesis")]
    {
        assert_eq!(lemma(many, "NNS"), one);
    }
}

#[test]
fn names_stay() {
    for name in ["James", "Texas", "NATO", "iPhone", "Mississippi", "Breaking"] {
        assert_eq!(lemma(name, "NNP"), name);
        assert_eq!(lemma(name, "PROPN"), name);
    }
    let plurals =
        [("Americans", "American"), ("GASES", "GAS"), ("Cities", "City"), ("COUNTRIES", "COUNTRY")];
    for (many, one) in
        plurals.into_iter().chain([("Netherlands", "Netherlands"), ("Women", "Woman")])
    {
        assert_eq!(lemma(many, "NNPS"), one);
    }
    assert_eq!(["Party", "Smith", "CITY"].map(plural), ["Parties", "Smiths", "CITIES"]);
}

#[test]
fn small_words() {
    let words = "'s/VBZ/be 're/VBP/be 've/VBP/have 'd/MD/would 'd/VBD/have 'll/MD/will ca/MD/can wo/MD/will \
        n't/RB/not n’t/PART/not N'T/RB/not could/MD/could could/AUX/could was/AUX/be has/AUX/have me/PRP/I \
        them/PRP/they her/PRP/she her/PRP$/her 's/NNS/'s 'd/NNPS/'d an/DT/a An/DT/a those/DT/that ’s/POS/'s '/POS/'s na/TO/to \
        better/JJR/good better/RBR/well worst/JJS/bad bigger/JJR/big larger/JJR/large happier/JJR/happy \
        simplest/JJS/simple younger/JJR/young cleaner/JJR/clean freer/JJR/free happiest/ADJ/happy \
        more/JJR/more 12,500/CD/12500 3,40/CD/3,40 The/DT/the Running/NN/running I/PRP/I http://X.org/ADD/x";
    for word in words.split_whitespace() {
        let mut parts = word.rsplitn(3, '/');
        let (expected, tag, form) =
            (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let expected = if tag == "ADD" { form } else { expected };
        assert_eq!(lemma(form, tag), expected, "{word}");
    }
}

#[test]
fn articles() {
    let an = "hour honest heir apple FBI MRI 8 11 18,000 80th umbrella unimportant x-ray HTML EU élan M.B.A. urge";
    let a = "house university one European user UN UFO NASA 1,100 110 union ewe year Mr. U-turn PDF utopia";
    assert!(an.split(' ').all(|word| article(word) == "an"), "{an}");
    assert!(a.split(' ').all(|word| article(word) == "a"), "{a}");
    assert_eq!(article("\"old\" man"), "an");
    assert_eq!(article(""), "a");
}

#[test]
fn content_words() {
    for tag in
        ["NN", "NNPS", "VBZ", "JJR", "RB", "CD", "NOUN", "VERB", "ADJ", "ADV", "PROPN", "NUM"]
    {
        assert!(is_content(tag), "{tag}");
    }
    for tag in [
        "MD", "DT", "PRP", "WRB", "IN", "TO", "CC", "``", ",", "RP", "AUX", "ADP", "PUNCT", "PRON",
        "",
    ] {
        assert!(!is_content(tag), "{tag}");
    }
}

#[test]
fn tokens_are_the_treebanks() {
    let cases = [
        ("\"Hello,\" she said, \"it's fine.\"", "`` Hello , '' she said , `` it 's fine . ''"),
        (
            "They can't, won't, shouldn't've; cannot.",
            "They ca n't , wo n't , should n't 've ; can not .",
        ),
        ("I'm gonna. D'ye? 'Tis", "I 'm gonna. D' ye ? 'T is"),
        ("The dogs' and the boss's '90s look", "The dogs ' and the boss 's '90s look"),
        ("(see [1], {2})", "-LRB- see -LSB- 1 -RSB- , -LCB- 2 -RCB- -RRB-"),
        (
            "It rose 3.5% to $1,000 at 3:30 -- again...",
            "It rose 3.5 % to $ 1,000 at 3:30 -- again ...",
        ),
        ("Wait… what—really? 1990–95", "Wait ... what -- really ? 1990–95"),
        (
            "“Curly ‘quotes’ aren’t hard,” he said.",
            "`` Curly ` quotes ' are n't hard , '' he said .",
        ),
        ("He works in the U.S.", "He works in the U.S. ."),
        ("(He works for Acme Inc.)", "-LRB- He works for Acme Inc. . -RRB-"),
        ("The cat sat. Then Mr. Smith left.", "The cat sat . Then Mr. Smith left ."),
        ("Mail a.b@c.org, or http://x.org/?a=b,c.", "Mail a.b@c.org , or http://x.org/?a=b,c ."),
        ("AT&T and R & D", "AT&T and R & D"),
        ("He said 'yes' to it's.", "He said ` yes ' to it 's ."),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(tokens(text).join(" "), expected.replace("gonna.", "gon na ."), "{text}");
    }
}

#[test]
fn text_comes_back() {
    for text in [
        "\"Hello,\" she said, \"it's fine.\"",
        "They can't, won't, shouldn't've; it was the dogs' idea.",
        "He paid $5 (or 6%) at 3:30 p.m. on Jan. 5 -- again...",
        "I'm gonna ask: who's there? Nobody!",
        "He works in the U.S.",
    ] {
        assert_eq!(detokenize(&tokens(text)), text);
    }
    let undirected = ["\"", "No", "\"", ",", "he", "said", ",", "\"", "no", "\"", "."];
    assert_eq!(detokenize(&undirected), "\"No\", he said, \"no\".");
}

#[test]
fn blanks_stand_where_people_write_them() {
    for (tokens, text) in [
        ("`` Do n't , '' she said .", "\"Don't,\" she said."),
        ("Ann 's cat -LRB- a tabby -RRB- sleeps", "Ann's cat (a tabby) sleeps"),
        ("It cost $ 5 , or 10 % of it !", "It cost $5, or 10% of it!"),
        ("They 're \" here \" now", "They're \"here\" now"),
        ("It is n’t the dogs ’ or Ann ’s", "It isn’t the dogs’ or Ann’s"),
        ("", ""),
    ] {
        let tokens: Vec<&str> = tokens.split_whitespace().collect();
        assert_eq!(detokenize(&tokens), text);
    }
}

proptest! {
    /// Nothing but white space is lost, whatever the text.
    #[test]
    fn every_character_is_in_a_token(text in "\\PC{0,60}") {
        let found = tokenize(&text);
        let mut covered = vec![false; text.len()];
        let mut end = 0;
        for token in &found {
            prop_assert!(token.start < token.end && !token.text.is_empty());
            // Only the period of an abbreviation is in two tokens.
            prop_assert!(token.start >= end || (token.text == "." && token.end == end), "{found:?}");
            end = token.end;
            covered[token.start..token.end].fill(true);
        }
        for (at, c) in text.char_indices() {
            prop_assert_eq!(covered[at], !c.is_whitespace(), "{} of {:?}", at, found);
        }
    }

    /// Text made from tokens has the same tokens.
    #[test]
    fn detokenizing_is_the_inverse(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "The", "cat's", "isn't", "\"Well,", "yes\"", "(no", "way)", "U.S.", "Mr. Smith", "--", "...",
                "$5", "6%", "1,000", "dogs'", "said:", "sat.", "Then", "why?", "go!", "#1", "e.g.", "gonna",
                "[sic]", "they'd've", "cannot", "\"", "AT&T", "now;", "'em", "a.m.", "“ok”", "I’m",
            ]),
            0..12,
        ),
    ) {
        let text = words.join(" ");
        let first = tokens(&text);
        let again = detokenize(&first);
        prop_assert_eq!(&first, &tokens(&again), "{}", again);
    }

    /// No word and no tag is too odd.
    #[test]
    fn odd_words_are_no_trouble(word in "\\PC{0,12}", end in "(s|es|ies|ed|ing|er|est|'s|ves|men)?", tag in 0..20_usize) {
        const TAGS: [&str; 20] = [
            "NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBN", "VBG", "VBZ", "VERB", "AUX", "NOUN", "JJR", "JJS",
            "ADJ", "ADV", "CD", "MD", "PRP", "odd",
        ];
        let word = word + &end;
        let found = lemma(&word, TAGS[tag]).into_owned();
        prop_assert!(word.is_empty() || !found.is_empty(), "{word} {}", TAGS[tag]);
        inflect(&found, TAGS[tag]);
        article(&word);
        plural(&word);
        past(&word);
        ing(&word);
        third_person(&word);
    }
}

#[test]
fn words_have_tokens_and_forms() {
    assert_eq!(
        tokens("It's (almost) 3:30 p.m."),
        ["It", "'s", "-LRB-", "almost", "-RRB-", "3:30", "p.m.", "."]
    );
    assert_eq!(tokens("“Don’t!”"), ["``", "Do", "n't", "!", "''"]);
    assert_eq!(inflect("stop", "VBD"), "stopped");
    assert_eq!(inflect("leaf", "NNS"), "leaves");
    assert_eq!(inflect("be", "VBP"), "are");
    assert_eq!(
        ["carry", "overtake", "refer", "visit", "say"].map(past),
        ["carried", "overtook", "referred", "visited", "said"]
    );
    assert_eq!(
        ["die", "dye", "make", "panic"].map(ing),
        ["dying", "dyeing", "making", "panicking"]
    );
    assert_eq!(
        ["city", "woman", "analysis", "bus"].map(plural),
        ["cities", "women", "analyses", "buses"]
    );
}
