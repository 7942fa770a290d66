//! Repairs a tree step by step, each time by what mends most, until it is gold's.

use crate::metrics::brackets::classes::draft::{Bracket, Draft};
use crate::metrics::brackets::classes::moves::{Found, Moves};
use crate::metrics::brackets::classes::naming::{Context, Neighbours};

/// More steps than this, and the program gives up.
const MOST_STEPS: usize = 100;

/// So many phrases may be looked at for one sentence: seconds. What the reference program finishes in
/// a day is far below.
const MOST_WORK: u64 = 20_000_000;

/// Why there is no way from one tree to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// The roots differ, which no step can mend.
    Root,
    /// It takes too many steps, or too long.
    GaveUp,
}

/// One step.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// How many missing and extra brackets there are less.
    pub(super) brackets: u32,
    /// What was changed, and where.
    pub(super) context: Context,
    /// The words it is about.
    pub(super) span: (u32, u32),
}

/// The brackets of a tree, sorted.
#[derive(Debug, Default)]
pub(super) struct Spans(Vec<Bracket>);

impl Spans {
    fn of(draft: &Draft) -> Spans {
        let mut all: Vec<Bracket> = draft.phrases().map(|(_, node)| node.bracket()).collect();
        all.sort_unstable();
        Spans(all)
    }

    /// How often a bracket is there.
    pub(super) fn count(&self, bracket: Bracket) -> i64 {
        let first = self.0.partition_point(|other| *other < bracket);
        match self.0.get(first) {
            Some(found) if *found == bracket => {
                let last = self.0[first..].partition_point(|other| *other == bracket);
                last as i64
            }
            _ => 0,
        }
    }

    /// The phrases of a tree that have no partner here, by start and end, then from the top down.
    fn unmatched(&self, draft: &Draft) -> Vec<Bracket> {
        let phrases = (0u32..).zip(draft.phrases());
        let mut all: Vec<(Bracket, u32)> =
            phrases.map(|(at, (_, node))| (node.bracket(), at)).collect();
        all.sort_unstable();
        let mut found = Vec::new();
        let mut partners = 0;
        for (at, (bracket, place)) in all.iter().enumerate() {
            if at == 0 || all[at - 1].0 != *bracket {
                partners = self.count(*bracket);
            }
            // Of equal ones, the upper have partners first.
            partners -= 1;
            if partners < 0 {
                found.push((bracket.start, bracket.end, *place, bracket.label));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(start, end, _, label)| Bracket { start, end, label }).collect()
    }
}

/// What is left to mend.
struct Errors {
    extra: Vec<Bracket>,
    /// Those that nothing of the tree crosses.
    missing: Vec<Bracket>,
    n: usize,
}

impl Errors {
    fn of(
        (gold, ours): (&Draft, &Spans),
        (tree, theirs): (&Draft, &Spans),
        work: &mut u64,
    ) -> Option<Errors> {
        let extra = ours.unmatched(tree);
        let all = theirs.unmatched(gold);
        let n = extra.len() + all.len();
        let mut missing = Vec::new();
        for bracket in all {
            if !tree.crosses(bracket.span(), work)? {
                missing.push(bracket);
            }
        }
        Some(Errors { extra, missing, n })
    }

    /// The first bracket with the right span and the wrong label, and what it should be.
    fn relabelled(&self) -> Option<(Bracket, Bracket)> {
        self.missing.iter().find_map(|missing| {
            let at = self.extra.partition_point(|extra| extra.span() < missing.span());
            let extra = self.extra.get(at).filter(|extra| extra.span() == missing.span())?;
            Some((*extra, *missing))
        })
    }
}

/// The steps from a system's tree to gold's.
///
/// Each step is the one that mends most brackets. Of equal ones it is the first: a new label, a new
/// bracket, a bracket less, then moves. A new label mends two brackets and the next two mend one, so
/// that only the first of them matters.
pub(super) fn repair(gold: &Draft, mut tree: Draft) -> Result<Vec<Step>, Stuck> {
    let ours = Spans::of(gold);
    let mut steps = Vec::new();
    let mut work = MOST_WORK;
    loop {
        let theirs = Spans::of(&tree);
        // To sort the brackets of both is work, too.
        let n = gold.order.len() + tree.order.len();
        work = work.checked_sub(8 * n as u64).ok_or(Stuck::GaveUp)?;
        let errors = Errors::of((gold, &ours), (&tree, &theirs), &mut work).ok_or(Stuck::GaveUp)?;
        if errors.n == 0 {
            return Ok(steps);
        }
        let is_extra = |bracket| theirs.count(bracket) > ours.count(bracket);
        if is_extra(tree.node(tree.root).bracket()) {
            return Err(Stuck::Root);
        }
        if steps.len() == MOST_STEPS {
            return Err(Stuck::GaveUp);
        }
        let relabelled = errors.relabelled();
        let at_least = if relabelled.is_some() { 2 } else { 1 };
        let moves = Moves::new((gold, &ours), (&tree, &theirs), at_least);
        let found = moves.best(&mut work).ok_or(Stuck::GaveUp)?;
        let step = match (found, relabelled, errors.missing.first()) {
            (Some(found), ..) => moved(&mut tree, &found),
            (None, Some((extra, missing)), _) => relabel(&mut tree, extra, missing),
            (None, None, Some(missing)) => add(&mut tree, *missing),
            (None, None, None) => remove(&mut tree, errors.extra[0]),
        };
        steps.push(step);
    }
}

fn topmost(tree: &Draft, bracket: Bracket) -> u32 {
    tree.topmost(bracket).expect("an extra bracket is in the tree")
}

fn is_over_word(tree: &Draft, children: &[u32]) -> bool {
    matches!(children, [child] if tree.node(*child).is_word())
}

fn relabel(tree: &mut Draft, extra: Bracket, missing: Bracket) -> Step {
    let id = topmost(tree, extra);
    let over_word = is_over_word(tree, &tree.node(id).children);
    tree.nodes[id as usize].label = missing.label;
    let context = Context::Relabel { from: extra.label, to: missing.label, over_word };
    Step { brackets: 2, context, span: extra.span() }
}

fn add(tree: &mut Draft, missing: Bracket) -> Step {
    let id = tree.add(missing);
    let node = tree.node(id);
    let context = Context::Add {
        label: node.label,
        parent: tree.label(node.parent),
        children: tree.labels(&node.children),
        over_word: is_over_word(tree, &node.children),
    };
    tree.measure();
    Step { brackets: 1, context, span: missing.span() }
}

fn remove(tree: &mut Draft, extra: Bracket) -> Step {
    let id = topmost(tree, extra);
    let node = tree.node(id);
    let sisters = &tree.node(node.parent).children;
    let context = Context::Remove {
        label: node.label,
        parent: tree.label(node.parent),
        children: tree.labels(&node.children),
        over_word: is_over_word(tree, &node.children),
        is_alone: sisters.len() == 1,
        next: sisters.get(tree.place(id) + 1).map(|next| tree.label(*next)),
    };
    tree.remove(id);
    tree.measure();
    Step { brackets: 1, context, span: extra.span() }
}

fn moved(tree: &mut Draft, found: &Found) -> Step {
    let Found { source, first, last, parent, added, brackets, .. } = *found;
    let (from, to) = (tree.label(source), tree.label(parent));
    let label = |tree: &Draft, ids: &[u32], at: Option<usize>| {
        at.and_then(|at| ids.get(at)).map(|id| tree.label(*id))
    };
    let children = &tree.node(source).children;
    let run: Vec<u32> = children[first..=last].to_vec();
    let before = Neighbours {
        left: label(tree, children, first.checked_sub(1)),
        right: label(tree, children, Some(last + 1)),
    };
    let span = (tree.node(run[0]).start, tree.node(run[run.len() - 1]).end);
    let labels = tree.labels(&run);

    tree.nodes[source as usize].children.drain(first..=last);
    let at = found.place_in(tree);
    for id in &run {
        tree.nodes[*id as usize].parent = parent;
    }
    tree.nodes[parent as usize].children.splice(at..at, run.iter().copied());
    let sisters = &tree.node(parent).children;
    let after = Neighbours {
        left: label(tree, sisters, at.checked_sub(1)),
        right: label(tree, sisters, Some(at + run.len())),
    };
    // A phrase that has only one like itself left is the same as that.
    if let [only] = *tree.node(source).children.as_slice()
        && tree.label(only) == from
    {
        let below = std::mem::take(&mut tree.nodes[only as usize].children);
        for child in &below {
            tree.nodes[*child as usize].parent = source;
        }
        tree.nodes[source as usize].children = below;
    }
    tree.measure();
    if let Some(bracket) = added {
        tree.add(bracket);
        tree.measure();
    }
    let added = added.map(|bracket| bracket.label);
    let context = Context::Move { labels, from, to, before, after, added };
    Step { brackets, context, span }
}
