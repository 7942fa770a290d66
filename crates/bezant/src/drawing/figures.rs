//! Structures as figures.

use std::collections::{BTreeMap, BTreeSet};

use crate::drawing::{Drawer, Picked};
use crate::entailment::analysis::{Analysis, ROOT as NO_WORD, View};
use crate::entailment::parses::{ParseSpace, Parses, Reading, typed};
use crate::error::{ErrorKind, Result};
use crate::formats::conllu::{self, ColumnSpace, Roots};
use crate::formats::penn::TreeSpace;
use crate::formats::relations::linked::Linked;
use crate::formats::{Format, Sentence, native};
use crate::kinds::{Columns, Holds, without_suffix};
use crate::metric::{Explains, Read, Scorer};
use crate::metrics::dependencies::Dependencies;
use crate::pictures::{
    ArcFigure, ArcToken, ArcWord, Figure, FigureArc, FigureNode, Mark, TreeFigure, TreeSide,
    TreeWord,
};
use crate::report::RelationWords;
use crate::structures::graph::{Graph, GraphNode, ROOT};
use crate::structures::relations::NumberedRelations;
use crate::structures::tree::{NodeKind, Tree};

/// What a sentence is drawn as, with all that is known of it.
pub(super) fn alone(sentence: &Picked) -> Result<Figure> {
    figure(sentence, Graphs::Beside)
}

/// What is drawn of an enhanced graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Graphs {
    /// Below the basic tree, what that does not have.
    Beside,
    /// Nothing.
    Without,
    /// Instead of the basic tree.
    Only,
}

/// Two sentences over the same words; nothing where it is not known which words belong together.
pub(super) fn pair(
    drawer: &Drawer,
    (gold_name, gold): (&str, &Picked),
    (system_name, system): (&str, &Picked),
) -> Result<Option<Figure>> {
    let graphs = if drawer.enhanced { Graphs::Only } else { Graphs::Without };
    if let (Some(ours), Some(theirs)) = (&gold.relations, &system.relations) {
        // Where no sentence is known, both name its words.
        let known = relation_words(&[ours, theirs]);
        let names = [gold_name, system_name].map(|name| without_suffix(name).to_string());
        let [ours, theirs] = [ours, theirs].map(|one| of_relations(one, &known));
        return Ok(against(ours, theirs).map(|both| Figure::Arcs(ArcFigure { names, ..both })));
    }
    let [ours, theirs] = [gold, system].map(|one| figure(one, graphs));
    match (ours?, theirs?) {
        (Figure::Tree(_), Figure::Tree(_)) => {
            let [mut one, mut two] = [TreeSpace::default(), TreeSpace::default()];
            let [ours, theirs] = [gold, system].map(own_form);
            let metric = &drawer.brackets;
            let ours =
                Read::new(Sentence::new(&ours.1, gold.at, ours.0), &metric.reading(), &mut one);
            let theirs = Read::new(
                Sentence::new(&theirs.1, system.at, theirs.0),
                &metric.reading(),
                &mut two,
            );
            Ok(metric.difference(&ours, &theirs).map(|difference| {
                let mut figure = difference.trees.figure();
                figure.above.name = without_suffix(gold_name).to_string();
                figure.below.name = without_suffix(system_name).to_string();
                Figure::Tree(figure)
            }))
        }
        (Figure::Arcs(ours), Figure::Arcs(theirs)) => {
            let names = [gold_name, system_name].map(|name| without_suffix(name).to_string());
            let both = against(ours, theirs).or_else(|| aligned(drawer, gold, system));
            Ok(both.map(|figure| Figure::Arcs(ArcFigure { names, ..figure })))
        }
        _ => {
            let is = Some(system.format);
            let wanted = match gold.format.holds(Holds::Trees) {
                true => Holds::Trees,
                false => Holds::Dependencies,
            };
            Err(system.fail(0, ErrorKind::WrongKind { is, wanted }))
        }
    }
}

/// The text of a sentence in a format that metrics read.
fn own_form(sentence: &Picked) -> (Format, Vec<u8>) {
    match native::translated(sentence.format, &sentence.text) {
        Some(Ok(found)) => found,
        _ => (sentence.format, sentence.text.clone()),
    }
}

/// One's arcs above and the other's below, if they have the same words.
fn against(gold: ArcFigure, system: ArcFigure) -> Option<ArcFigure> {
    let forms = |figure: &ArcFigure| -> Vec<String> {
        figure.words.iter().map(|word| word.form.clone()).collect()
    };
    if forms(&gold) != forms(&system) {
        return None;
    }
    // What is listed instead of drawn is compared as text.
    let [ours, theirs] =
        [&gold, &system].map(|figure| figure.notes.iter().cloned().collect::<BTreeSet<String>>());
    let mut notes: Vec<String> = ours.intersection(&theirs).cloned().collect();
    notes.extend(ours.difference(&theirs).map(|note| format!("− {note}")));
    notes.extend(theirs.difference(&ours).map(|note| format!("+ {note}")));
    let mut both = ArcFigure { below: system.above, notes, ..gold };
    both.compare();
    Some(both)
}

/// Dependencies in columns whose words are not the same, aligned as the metric does.
fn aligned(drawer: &Drawer, gold: &Picked, system: &Picked) -> Option<ArcFigure> {
    if drawer.enhanced {
        return None;
    }
    let metric = Dependencies::ud();
    let (mut one, mut two) = Default::default();
    let [ours, theirs] = [gold, system].map(own_form);
    let ours = Read::new(Sentence::new(&ours.1, gold.at, ours.0), &metric.reading(), &mut one);
    let theirs =
        Read::new(Sentence::new(&theirs.1, system.at, theirs.0), &metric.reading(), &mut two);
    metric.difference(&ours, &theirs).map(|sides| sides.figure())
}

fn figure(sentence: &Picked, graphs: Graphs) -> Result<Figure> {
    if let Some(relations) = &sentence.relations {
        return Ok(Figure::Arcs(of_relations(relations, &relation_words(&[relations]))));
    }
    let unreadable =
        |(at, why): (usize, String)| Err(sentence.fail(at, ErrorKind::UnreadableSentence(why)));
    if sentence.text.trim_ascii().is_empty() {
        return Ok(Figure::Tree(TreeFigure {
            notes: vec!["an empty line: a sentence without a parse".to_string()],
            ..TreeFigure::default()
        }));
    }
    let (format, text) = match native::translated(sentence.format, &sentence.text) {
        Some(Ok((format, text))) => (format, std::borrow::Cow::Owned(text)),
        Some(Err(wrong)) => return unreadable(wrong),
        None => (sentence.format, std::borrow::Cow::Borrowed(sentence.text.as_slice())),
    };
    let plain = Sentence::new(&text, sentence.at, format);
    match format {
        format if format.holds(Holds::Trees) => {
            let reading = plain.tree(&mut TreeSpace::default());
            if let Some(fault) = reading.faults.first() {
                return Err(sentence.fail(fault.at, fault.kind.error_in(format)));
            }
            Ok(Figure::Tree(of_tree(&reading.tree)))
        }
        Format::Columns(columns) => {
            let mut space = ColumnSpace::default();
            let reading = plain.heads(Roots::Any, &mut space);
            match reading.faults.first() {
                Some(fault) => Err(sentence.fail(fault.at, fault.error())),
                None => Ok(Figure::Arcs(of_graph(&reading.graph, columns, graphs))),
            }
        }
        Format::Stanford => match typed::typed(&text) {
            Ok(analysis) => Ok(Figure::Arcs(of_analysis(&analysis))),
            Err(wrong) => unreadable(wrong),
        },
        Format::Candc | Format::Rasp => match plain.linked() {
            Ok(linked) => Ok(Figure::Arcs(of_links(&linked))),
            Err(wrong) => unreadable(wrong),
        },
        Format::CandcDeps | Format::Parg => {
            let reading = Reading { format: Some(format), ..Reading::default() };
            let parses = Parses::read_all(&sentence.file, &text, reading, None)?;
            let analysis = match parses.sentences.is_empty() {
                true => None,
                false => parses.analysis(0, View::Own, &mut ParseSpace::default())?,
            };
            Ok(Figure::Arcs(of_analysis(&analysis.unwrap_or_default())))
        }
        // The others were read as sets of relations, or stand for nothing that could be drawn.
        asked => Err(sentence.fail(0, ErrorKind::WrongFormat { asked, wanted: Holds::Trees })),
    }
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A tree with its tags; phrases without words are left out.
fn of_tree(tree: &Tree<'_>) -> TreeFigure {
    let ranks = tree.ranks();
    let n = ranks.len();
    let mut figure = TreeFigure {
        words: vec![TreeWord::default(); n],
        above: TreeSide { parents: vec![None; n], ..TreeSide::default() },
        ..TreeFigure::default()
    };
    let side = &mut figure.above;
    let mut open: Vec<(u32, usize)> = Vec::new();
    for (at, node) in (0u32..).zip(tree.nodes()) {
        while open.last().is_some_and(|(end, _)| *end <= at) {
            open.pop();
        }
        let parent = open.last().map(|(_, node)| *node);
        let label = words(tree.label(node));
        match node.kind {
            NodeKind::Phrase => {
                let is_empty = tree.leaves_to_end(node) == node.leaf;
                // The bracket around a tree of a treebank file is file syntax.
                let is_syntax = label.is_empty() && parent.is_none();
                if is_empty || is_syntax {
                    continue;
                }
                open.push((node.end, side.nodes.len()));
                side.nodes.push(FigureNode { label, parent, mark: Mark::Matched });
            }
            NodeKind::Leaf => {
                let word = ranks[node.leaf as usize] as usize;
                let mark = if label == "-NONE-" { Mark::Aside } else { Mark::Matched };
                figure.words[word] = TreeWord { form: words(tree.body(node)), mark };
                side.parents[word] = match label.is_empty() {
                    true => parent,
                    false => {
                        side.nodes.push(FigureNode { label, parent, mark });
                        Some(side.nodes.len() - 1)
                    }
                };
            }
        }
    }
    figure
}

/// Words in columns, with all that stands beside them.
fn of_graph(graph: &Graph<'_>, columns: Columns, graphs: Graphs) -> ArcFigure {
    let text = |span| words(graph.slice(span));
    let given = |text: String| if text == "_" { String::new() } else { text };
    let enhanced: Vec<(GraphNode, GraphNode, String)> = match graphs {
        Graphs::Without => Vec::new(),
        _ => {
            let of_words = (0u32..).zip(graph.words()).flat_map(|(at, word)| {
                graph.arcs(word).iter().map(move |arc| (GraphNode::word(at), arc))
            });
            let of_empty = (0u32..).zip(graph.empty_nodes()).flat_map(|(at, node)| {
                graph.arcs_of_empty(node).iter().map(move |arc| (GraphNode::empty(at), arc))
            });
            of_words
                .chain(of_empty)
                .map(|(node, arc)| (node, arc.head, text(arc.relation)))
                .collect()
        }
    };
    // Empty nodes stand behind their words, if anything is said of them.
    let mut figure = ArcFigure::default();
    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_words = Vec::new();
    let mut empty: Vec<(u32, u32, usize)> = (0..)
        .zip(graph.empty_nodes())
        .map(|(at, node)| (node.after, node.minor, at))
        .filter(|_| !enhanced.is_empty())
        .collect();
    empty.sort_unstable();
    let mut empty = empty.into_iter().peekable();
    for after in 0..=graph.words().len() as u32 {
        if let Some(word) = after.checked_sub(1).map(|at| graph.words()[at as usize]) {
            let tag = given(text(word.upos));
            let tag = if tag.is_empty() { given(text(word.xpos)) } else { tag };
            of_words.push(figure.words.len());
            figure.words.push(ArcWord { form: text(word.form), tag, mark: Mark::Matched });
        }
        while let Some((_, minor, at)) = empty.next_if(|(behind, ..)| *behind == after) {
            let line = graph.slice(graph.empty_nodes()[at].line);
            let [form, tag] = conllu::form_and_tag(line).map(|field| given(words(field)));
            let form = if form.is_empty() { format!("{after}.{minor}") } else { form };
            places.insert(at as u32, figure.words.len());
            figure.words.push(ArcWord { form, tag, mark: Mark::Aside });
        }
    }
    let place = |node: GraphNode| match (node.as_word(), node.as_empty()) {
        (Some(word), _) => of_words.get(word as usize).copied(),
        (_, Some(empty)) => places.get(&empty).copied(),
        _ => None,
    };
    if graphs != Graphs::Only || enhanced.is_empty() {
        for (at, word) in graph.words().iter().enumerate() {
            let head = (word.head != ROOT).then(|| of_words[word.head as usize]);
            figure.above.push(FigureArc::new(head, of_words[at], text(word.relation)));
        }
    }
    for (node, head, relation) in enhanced {
        let Some(dependent) = place(node) else { continue };
        let arc = FigureArc::new(place(head), dependent, relation);
        // The basic arcs stand in the order of the words.
        let basic = node.as_word().and_then(|word| figure.above.get(word as usize));
        match graphs {
            Graphs::Only => figure.above.push(arc),
            _ if basic == Some(&arc) => {}
            _ => figure.below.push(arc),
        }
    }
    if !figure.below.is_empty() {
        figure.names = ["basic", "enhanced"].map(str::to_string);
    }
    if columns == Columns::Conllu {
        let tokens = graph.tokens();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_multiword) {
            let end =
                tokens.get(at + 1).map_or(graph.words().len(), |next| next.first_word as usize);
            let first = token.first_word as usize;
            if first < end {
                let (first, last) = (of_words[first], of_words[end - 1]);
                figure.tokens.push(ArcToken { form: text(token.form), first, last });
            }
        }
    }
    figure
}

/// Words and relations, whoever printed them.
fn of_analysis(analysis: &Analysis) -> ArcFigure {
    let word = |word: &crate::entailment::analysis::AnalysedWord| ArcWord {
        form: if word.form.is_empty() { "·".to_string() } else { word.form.clone() },
        tag: word.tag.to_string(),
        mark: Mark::Matched,
    };
    let arcs = analysis.arcs.iter().map(|arc| {
        let head = (arc.governor != NO_WORD).then_some(arc.governor);
        FigureArc::new(head, arc.dependent, arc.relation.clone())
    });
    ArcFigure {
        words: analysis.words.iter().map(word).collect(),
        above: arcs.collect(),
        ..ArcFigure::default()
    }
}

/// Relations between words with numbers; those of one word alone are listed.
fn of_links(linked: &Linked<'_>) -> ArcFigure {
    let mut figure = ArcFigure::default();
    for word in &linked.words {
        let form = if word.form.is_empty() { "·".to_string() } else { words(&word.form) };
        figure.words.push(ArcWord { form, tag: words(&word.tag), mark: Mark::Matched });
    }
    for link in &linked.links {
        let mut label = words(&link.name);
        if let Some(subtype) = &link.subtype {
            label = format!("{label}:{}", words(subtype));
        }
        match link.head == link.dependent {
            true => figure.notes.push(format!("({label} {})", figure.words[link.head].form)),
            false => figure.above.push(FigureArc::new(Some(link.head), link.dependent, label)),
        }
    }
    figure
}

/// The words of sentences of relations: those of the sentence, or else all that they name.
fn relation_words(sentences: &[&NumberedRelations]) -> RelationWords {
    let text = sentences.iter().find_map(|sentence| sentence.words.as_deref());
    let known = RelationWords::of_text(&words(text.unwrap_or_default()));
    if !known.words.is_empty() {
        return known;
    }
    let all = sentences.iter().flat_map(|sentence| sentence.relations.iter());
    RelationWords::named(all.map(|relation| relation.fillers.iter().map(words).collect()))
}

/// Relations between words without numbers; those that have no two words are listed.
fn of_relations(sentence: &NumberedRelations, known: &RelationWords) -> ArcFigure {
    let mut figure = ArcFigure { words: known.words.clone(), ..ArcFigure::default() };
    figure.notes.extend(known.order().map(str::to_string));
    for relation in sentence.relations.iter() {
        let fillers: Vec<String> = relation.fillers.iter().map(words).collect();
        match known.arc(&words(relation.name), &fillers) {
            Some(arc) => figure.above.push(arc),
            None => figure.notes.push(words(&relation.shown())),
        }
    }
    figure
}
