//! One stretch of text: gold's words against a system's.

use crate::formats::Sentence;
use crate::formats::conllu::push_folded;
use crate::metric::{Reason, Size};
use crate::metrics::dependencies::align::{Alignment, PlacedSide, common_spans};
use crate::metrics::dependencies::counts::DependencyCounts;
use crate::metrics::dependencies::enhanced::{EnhancedArcs, common};
use crate::metrics::dependencies::side::{NONE, Side};
use crate::metrics::dependencies::tables::{RelationClass, is_universal_feature};
use crate::metrics::dependencies::{Dependencies, Subtypes, depth, places};
use crate::structures::graph::{Graph, ROOT, Word};

/// Where a system's text first differs from gold's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDifference {
    /// Line in gold's file.
    pub gold_line: u64,
    /// Line in the system's file.
    pub system_line: u64,
    /// Gold's tokens around it.
    pub gold: String,
    /// The system's.
    pub system: String,
}

/// What came of comparing two stretches of text.
pub(super) struct ComparedText {
    /// Counts; or why there are none, with those of a system that found nothing.
    pub result: Result<DependencyCounts, (Reason, DependencyCounts)>,
    /// Where the texts differ, if they do.
    pub difference: Option<TextDifference>,
    /// Whether they are the same but for Unicode's forms.
    pub is_other_form: bool,
}

/// Memory for comparing.
#[derive(Debug, Default)]
pub(super) struct ComparisonSpace {
    gold: Side,
    gold_arcs: EnhancedArcs,
    system: Side,
    system_arcs: EnhancedArcs,
    alignment: Alignment,
    heads: Vec<u32>,
    depths: Vec<u32>,
    /// For each sentence of gold, its words with the right head, and with the relation too.
    right: Vec<(u32, u32)>,
}

/// What is worked out of gold before systems are compared with it.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptGraph {
    side: Side,
    arcs: EnhancedArcs,
    size: Size,
}

impl ComparisonSpace {
    /// Takes gold in whose words were worked out before.
    pub(super) fn known(&mut self, known: &KeptGraph) -> Size {
        self.gold.clone_from(&known.side);
        self.gold_arcs.clone_from(&known.arcs);
        known.size
    }

    /// What was worked out of the gold that was taken in last.
    pub(super) fn kept(&self, size: Size) -> KeptGraph {
        KeptGraph { side: self.gold.clone(), arcs: self.gold_arcs.clone(), size }
    }

    /// Takes gold in, to be compared with any number of systems.
    pub(crate) fn gold(&mut self, metric: &Dependencies, graph: &Graph<'_>) -> Size {
        self.gold.prepare(graph);
        self.gold_arcs.prepare(graph, &self.gold, metric.ignored, metric.empty_nodes);
        self.size(graph)
    }

    /// How large gold is.
    pub(super) fn size(&mut self, graph: &Graph<'_>) -> Size {
        self.heads.clear();
        self.heads.extend(graph.words().iter().map(|word| word.head));
        depth(&self.heads, &mut self.depths)
    }

    /// What gold has, nothing of it found.
    pub(crate) fn missed(&self, graph: &Graph<'_>) -> DependencyCounts {
        DependencyCounts {
            tokens_gold: graph.tokens().len() as u64,
            sentences_gold: graph.sentences().len() as u64,
            words_gold: graph.words().len() as u64,
            content_gold: content(&self.gold),
            arcs_gold: self.gold_arcs.len(),
            roots_gold: roots(graph),
            ..DependencyCounts::default()
        }
    }

    /// Compares a system with the gold that was taken in.
    pub(super) fn compare(
        &mut self,
        metric: &Dependencies,
        (ours, our_text): (&Graph<'_>, Sentence<'_>),
        (theirs, their_text): (&Graph<'_>, Sentence<'_>),
    ) -> ComparedText {
        self.system.prepare(theirs);
        self.system_arcs.prepare(theirs, &self.system, metric.ignored, metric.empty_nodes);
        let mut counts = DependencyCounts {
            tokens_system: theirs.tokens().len() as u64,
            sentences_system: theirs.sentences().len() as u64,
            words_system: theirs.words().len() as u64,
            content_system: content(&self.system),
            arcs_system: self.system_arcs.len(),
            roots_system: roots(theirs),
            ..self.missed(ours)
        };
        let mut found = None;
        let mut is_other_form = false;
        if self.gold.text != self.system.text && metric.folds() {
            self.gold.place_tokens(ours, true);
            self.system.place_tokens(theirs, true);
            is_other_form = self.gold.text == self.system.text;
        }
        if self.gold.text != self.system.text {
            counts.differing = 1;
            found =
                Some(difference((ours, our_text, &self.gold), (theirs, their_text, &self.system)));
            if ours.words().is_empty() {
                self.gold.place_tokens(ours, false);
                let result = Err((Reason::GoldMissing, counts));
                return ComparedText { result, difference: found, is_other_form };
            }
            if !places::share(&mut self.gold, &mut self.system) {
                self.gold.place_tokens(ours, false);
                let result = Err((Reason::TextMismatch, counts));
                return ComparedText { result, difference: found, is_other_form };
            }
        }
        self.gold.place_sentences(ours);
        self.system.place_sentences(theirs);
        self.alignment.align(
            PlacedSide { graph: ours, side: &self.gold },
            PlacedSide { graph: theirs, side: &self.system },
        );
        self.count_words(metric, ours, theirs, &mut counts);
        self.count_spans(ours, theirs, &mut counts);
        if counts.differing > 0 || is_other_form {
            // Others are compared with gold's own text.
            self.gold.place_tokens(ours, false);
        }
        ComparedText { result: Ok(counts), difference: found, is_other_form }
    }

    /// The words that belong together in what was compared last.
    pub(crate) fn pairs(&self) -> &[(u32, u32)] {
        &self.alignment.pairs
    }

    fn count_words(
        &mut self,
        metric: &Dependencies,
        ours: &Graph<'_>,
        theirs: &Graph<'_>,
        counts: &mut DependencyCounts,
    ) {
        let (gold, system) = (&self.gold, &self.system);
        let partners = &self.alignment.partners;
        let partner = |head: u32| match head {
            ROOT => ROOT,
            head => match partners[head as usize] {
                NONE => NONE - 1,
                partner => partner,
            },
        };
        self.right.clear();
        self.right.resize(ours.sentences().len(), (0, 0));
        let mut sentence = 0;
        counts.words_aligned = self.alignment.pairs.len() as u64;
        for &(g, s) in &self.alignment.pairs {
            let (our, their) = (&ours.words()[g as usize], &theirs.words()[s as usize]);
            let (our_base, class) = gold.relations[g as usize];
            let (their_base, _) = system.relations[s as usize];
            let same = |one, two| ours.slice(one) == theirs.slice(two);

            let upos = same(our.upos, their.upos);
            let xpos = same(our.xpos, their.xpos);
            let features = same_features(ours.slice(our.features), theirs.slice(their.features));
            let same_folded = |one, two| folded(ours.slice(one)) == folded(theirs.slice(two));
            let lemma = ours.slice(our.lemma) == b"_"
                || same(our.lemma, their.lemma)
                || gold.is_folded && same_folded(our.lemma, their.lemma);
            let head = our.head == partner(their.head);
            let relation = match metric.subtypes {
                Subtypes::Ignored => same(our_base, their_base),
                Subtypes::Compared => same(our.relation, their.relation),
            };
            let attachment = head && relation;
            counts.upos += u64::from(upos);
            counts.xpos += u64::from(xpos);
            counts.features += u64::from(features);
            counts.tags += u64::from(upos && xpos && features);
            counts.lemmas += u64::from(lemma);
            counts.heads += u64::from(head);
            counts.relations += u64::from(relation);
            counts.attachments += u64::from(attachment);
            counts.roots_matched += u64::from(head && our.head == ROOT);
            if class == RelationClass::Content {
                counts.content_aligned += 1;
                counts.clas += u64::from(attachment);
                counts.blex += u64::from(attachment && lemma);
                if attachment && upos && features {
                    counts.mlas += u64::from(self.same_children(ours, theirs, g, s));
                }
            }
            let arcs = common((&self.gold_arcs, ours, g), (&self.system_arcs, theirs, s), partners);
            counts.arcs_labelled += arcs.labelled;
            counts.arcs_without_subtypes += arcs.without_subtypes;
            counts.arcs_unlabelled += arcs.unlabelled;

            while ours.sentences()[sentence].last_word <= g {
                sentence += 1;
            }
            self.right[sentence].0 += u32::from(head);
            self.right[sentence].1 += u32::from(attachment);
        }
    }

    /// Whether two words have the same functional words below them.
    fn same_children(&self, ours: &Graph<'_>, theirs: &Graph<'_>, g: u32, s: u32) -> bool {
        let mut their_children = self.system.functional_children(s);
        for our_child in self.gold.functional_children(g) {
            let Some(their_child) = their_children.next() else { return false };
            let base = |side: &Side, child: u32| side.relations[child as usize].0;
            let word = |graph: &Graph<'_>, child: u32| -> Word { graph.words()[child as usize] };
            let (our, their) = (word(ours, our_child), word(theirs, their_child));
            let is_same = self.alignment.partners[their_child as usize] == our_child
                && ours.slice(base(&self.gold, our_child))
                    == theirs.slice(base(&self.system, their_child))
                && ours.slice(our.upos) == theirs.slice(their.upos)
                && same_features(ours.slice(our.features), theirs.slice(their.features));
            if !is_same {
                return false;
            }
        }
        their_children.next().is_none()
    }

    fn count_spans(&self, ours: &Graph<'_>, theirs: &Graph<'_>, counts: &mut DependencyCounts) {
        common_spans(&self.gold.bounds, &self.system.bounds, |_, _| counts.tokens_matched += 1);
        common_spans(&self.gold.sentences, &self.system.sentences, |g, s| {
            counts.sentences_matched += 1;
            let n_words = ours.sentences()[g].words().len();
            let (heads, attachments) = self.right[g];
            if theirs.sentences()[s].words().len() == n_words {
                counts.exact_unlabelled += u64::from(heads as usize == n_words);
                counts.exact += u64::from(attachments as usize == n_words);
            }
        });
    }
}

/// Something without the difference between Unicode's forms.
fn folded(text: &[u8]) -> Vec<u8> {
    let mut folded = Vec::new();
    push_folded(text, &mut folded);
    folded
}

fn content(side: &Side) -> u64 {
    side.relations.iter().filter(|(_, class)| *class == RelationClass::Content).count() as u64
}

fn roots(graph: &Graph<'_>) -> u64 {
    graph.words().iter().filter(|word| word.head == ROOT).count() as u64
}

/// Whether two words have the same universal features, in whatever order.
fn same_features(one: &[u8], two: &[u8]) -> bool {
    if one == two {
        return true;
    }
    fn universal(features: &[u8]) -> Vec<&[u8]> {
        let name = |feature: &[u8]| -> usize {
            feature.iter().position(|byte| *byte == b'=').unwrap_or(feature.len())
        };
        let mut kept: Vec<&[u8]> = features
            .split(|byte| *byte == b'|')
            .filter(|feature| is_universal_feature(&feature[..name(feature)]))
            .collect();
        kept.sort_unstable();
        kept
    }
    universal(one) == universal(two)
}

/// How many tokens are shown on either side of a difference.
const AROUND: usize = 5;

/// The first token of both sides that differs, with those around it.
fn difference(
    gold: (&Graph<'_>, Sentence<'_>, &Side),
    system: (&Graph<'_>, Sentence<'_>, &Side),
) -> TextDifference {
    let pairs = gold.2.text.iter().zip(&system.2.text);
    let same = pairs.take_while(|(one, two)| one == two).count() as u32;
    let (gold_line, gold) = context(gold, same);
    let (system_line, system) = context(system, same);
    TextDifference { gold_line, system_line, gold, system }
}

fn context((graph, sentence, side): (&Graph<'_>, Sentence<'_>, &Side), at: u32) -> (u64, String) {
    let token = side.bounds.partition_point(|(_, end)| *end <= at);
    let start = token.saturating_sub(AROUND);
    let end = (token + AROUND + 1).min(graph.tokens().len());
    let mut shown = Vec::new();
    for (n, piece) in graph.tokens()[start..end].iter().enumerate() {
        let form = String::from_utf8_lossy(graph.slice(piece.form));
        shown.push(if start + n == token { format!("[{form}]") } else { form.into_owned() });
    }
    if token >= graph.tokens().len() {
        shown.push("[end]".to_string());
    }
    let place = graph
        .tokens()
        .get(token)
        .map_or(sentence.text.len(), |token| (token.form.start as usize).min(sentence.text.len()));
    let lines = memchr::memchr_iter(b'\n', &sentence.text[..place]).count() as u64;
    (sentence.at.line + lines, shown.join(" "))
}
