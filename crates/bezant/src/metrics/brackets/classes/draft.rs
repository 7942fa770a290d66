//! A tree that is repaired step by step.

/// What stands for no node.
pub(super) const NO_NODE: u32 = u32::MAX;

/// A phrase, or a word, which has no children.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Its label, by number.
    pub(super) label: u32,
    /// The phrase above it.
    pub(super) parent: u32,
    /// What is below it, in order.
    pub(super) children: Vec<u32>,
    /// Words before it.
    pub(super) start: u32,
    /// Words up to its end.
    pub(super) end: u32,
}

impl Node {
    pub(super) fn is_word(&self) -> bool {
        self.children.is_empty()
    }

    pub(super) fn bracket(&self) -> Bracket {
        Bracket { start: self.start, end: self.end, label: self.label }
    }
}

/// A span with a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bracket {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) label: u32,
}

impl Bracket {
    pub(super) fn span(self) -> (u32, u32) {
        (self.start, self.end)
    }
}

/// A tree whose nodes can be moved. Nodes that were taken out stay in the list, and nowhere else.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) nodes: Vec<Node>,
    pub(super) root: u32,
    /// The nodes of the words, in order.
    pub(super) words: Vec<u32>,
    /// All nodes that are in the tree, in pre-order.
    pub(super) order: Vec<u32>,
}

impl Draft {
    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn label(&self, id: u32) -> u32 {
        self.node(id).label
    }

    pub(super) fn labels(&self, ids: &[u32]) -> Vec<u32> {
        ids.iter().map(|id| self.label(*id)).collect()
    }

    /// Adds a node below another, as its last child.
    pub(super) fn push(&mut self, label: u32, parent: u32) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { label, parent, ..Node::default() });
        if let Some(above) = self.nodes.get_mut(parent as usize) {
            above.children.push(id);
        }
        id
    }

    /// The place of a node among its sisters.
    pub(super) fn place(&self, id: u32) -> usize {
        let parent = self.node(id).parent;
        let among = &self.node(parent).children;
        among.iter().position(|child| *child == id).expect("a node is a child of its parent")
    }

    /// Finds the order of the nodes and what words they span.
    pub(super) fn measure(&mut self) {
        self.words.clear();
        self.order.clear();
        let mut open = vec![self.root];
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id as usize];
            node.start = self.words.len() as u32;
            self.order.push(id);
            if node.is_word() {
                self.words.push(id);
            }
            open.extend(node.children.iter().rev());
        }
        for id in self.order.iter().rev() {
            let node = self.node(*id);
            let end = node.children.last().map_or(node.start + 1, |last| self.node(*last).end);
            self.nodes[*id as usize].end = end;
        }
    }

    /// The phrases in pre-order.
    pub(super) fn phrases(&self) -> impl Iterator<Item = (u32, &Node)> {
        self.order.iter().map(|id| (*id, self.node(*id))).filter(|(_, node)| !node.is_word())
    }

    /// A node and those above it, upwards.
    pub(super) fn upwards(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |id: &u32| Some(self.node(*id).parent).filter(|parent| *parent != NO_NODE);
        std::iter::successors(Some(from), next)
    }

    /// The topmost phrase that is a bracket.
    pub(super) fn topmost(&self, bracket: Bracket) -> Option<u32> {
        let above = self.upwards(*self.words.get(bracket.start as usize)?);
        let phrases = above.filter(|id| !self.node(*id).is_word());
        phrases.filter(|id| self.node(*id).bracket() == bracket).last()
    }

    /// Whether some phrase overlaps a span without holding it or being held by it; nothing where to
    /// look for one takes more than `work`.
    pub(super) fn crosses(&self, (start, end): (u32, u32), work: &mut u64) -> Option<bool> {
        // Phrases that hold its first word, or its last, and end within it.
        for id in self.upwards(self.words[start as usize]) {
            let node = self.node(id);
            if node.end >= end {
                break;
            }
            if node.start < start {
                return Some(true);
            }
            *work = work.checked_sub(1)?;
        }
        for id in self.upwards(self.words[end as usize - 1]) {
            let node = self.node(id);
            if node.start <= start {
                break;
            }
            if node.end > end {
                return Some(true);
            }
            *work = work.checked_sub(1)?;
        }
        Some(false)
    }

    /// Puts a new phrase over a span that nothing crosses, above others with that span but below the
    /// root. Needs to be measured again.
    pub(super) fn add(&mut self, bracket: Bracket) -> u32 {
        let root = self.root;
        let mut first = self.words[bracket.start as usize];
        loop {
            let parent = self.node(first).parent;
            let above = self.node(parent);
            if parent == root || above.start < bracket.start || above.end > bracket.end {
                break;
            }
            first = parent;
        }
        let (parent, at) = (self.node(first).parent, self.place(first));
        let below: Vec<u32> = self.node(parent).children[at..]
            .iter()
            .copied()
            .take_while(|child| self.node(*child).end <= bracket.end)
            .collect();
        let id = self.nodes.len() as u32;
        for child in &below {
            self.nodes[*child as usize].parent = id;
        }
        self.nodes[parent as usize].children.splice(at..at + below.len(), [id]);
        let Bracket { start, end, label } = bracket;
        self.nodes.push(Node { label, parent, children: below, start, end });
        id
    }

    /// Takes a phrase out and leaves what is below it in its place. Needs to be measured again.
    pub(super) fn remove(&mut self, id: u32) {
        let (parent, at) = (self.node(id).parent, self.place(id));
        let below = self.node(id).children.clone();
        for child in &below {
            self.nodes[*child as usize].parent = parent;
        }
        self.nodes[parent as usize].children.splice(at..=at, below);
    }
}
