#!/usr/bin/env python3
"""Make the systems of the demo from its gold trees, with the mistakes that parsers make.

    python3 scripts/simulate_systems.py crates/bezant-cli/demo/gold.mrg crates/bezant-cli/demo
    python3 scripts/simulate_systems.py GOLD FOLDER strong     # only that system

No parser was run: each system is gold without traces and functions, into which mistakes were put
at a rate of its own, the same ones for a tree that comes twice. The same seed gives the same files
with every Python 3, because only `random.random` is used, whose stream is promised to stay.
"""

import random
import re
import sys
from pathlib import Path

# Of each kind of mistake, the chance that a place where it can happen has it.
SYSTEMS = {
    #            seed  low   high  slips label  less   more   tag    flat
    "strong":   (101, 0.08, 0.08, 0.02, 0.012, 0.010, 0.006, 0.010, 0.008),
    "middling": (202, 0.25, 0.25, 0.10, 0.050, 0.040, 0.035, 0.025, 0.030),
    "weak":     (303, 0.40, 0.40, 0.25, 0.100, 0.090, 0.060, 0.060, 0.060),
    "failing":  (404, 0.30, 0.30, 0.20, 0.070, 0.060, 0.040, 0.040, 0.040),
}

LABELS = {
    "NP": ["NX", "ADJP", "S"],
    "VP": ["S", "ADJP"],
    "PP": ["ADVP", "SBAR", "PRT"],
    "ADVP": ["NP", "PP", "ADJP"],
    "ADJP": ["ADVP", "VP", "NP"],
    "SBAR": ["S", "PP"],
    "S": ["SBAR", "VP"],
    "PRT": ["ADVP"],
    "SBARQ": ["SBAR"],
    "SQ": ["S"],
}

TAGS = {
    "NN": ["JJ", "NNP", "VB"],
    "NNS": ["VBZ", "NN"],
    "VBD": ["VBN"],
    "VBN": ["VBD", "JJ"],
    "VBP": ["VB"],
    "VB": ["VBP", "NN"],
    "IN": ["RB", "WDT"],
    "RB": ["IN", "JJ"],
    "JJ": ["NN", "VBN"],
    "WDT": ["IN"],
    "VBZ": ["NNS"],
}


class Node:
    """A phrase with children, or a tag with a word."""

    def __init__(self, label, children=None, word=None):
        self.label, self.children, self.word = label, children, word

    def __str__(self):
        if self.word is not None:
            return f"({self.label} {self.word})"
        return f"({self.label} {' '.join(map(str, self.children))})"

    def phrases(self):
        if self.word is None:
            yield self
            for child in self.children:
                yield from child.phrases()

    def leaves(self):
        if self.word is not None:
            yield self
        else:
            for child in self.children:
                yield from child.leaves()


def parse(line):
    tokens = re.findall(r"\(|\)|[^\s()]+", line)
    stack = [Node("", [])]
    at = 0
    while at < len(tokens):
        if tokens[at] == "(":
            stack.append(Node(tokens[at + 1], []))
            at += 2
        elif tokens[at] == ")":
            node = stack.pop()
            stack[-1].children.append(node)
            at += 1
        else:
            stack[-1].word, stack[-1].children = tokens[at], None
            at += 1
    (root,) = stack[0].children
    return root


def clean(node):
    """The tree as a parser would give it: no traces, no functions; None if nothing is left."""
    if node.word is not None:
        return None if node.label == "-NONE-" else Node(node.label, word=node.word)
    children = [child for child in map(clean, node.children) if child]
    return Node(re.split("[-=]", node.label)[0], children) if children else None


class Mistakes:
    def __init__(self, seed, low, high, slips, label, less, more, tag, flat):
        self.random = random.Random(seed)
        self.low, self.high, self.slips, self.label = low, high, slips, label
        self.less, self.more, self.tag, self.flat = less, more, tag, flat

    def happens(self, chance):
        return self.random.random() < chance

    def choose(self, items):
        return items[int(self.random.random() * len(items))]

    def make(self, root):
        inside = [node for node in root.phrases() if node is not root]
        for node in inside:
            self.attach(node)
        for node in inside:
            self.slip(node)
        for node in inside:
            self.shape(node)
        for node in inside:
            if node.label in LABELS and self.happens(self.label):
                node.label = self.choose(LABELS[node.label])
        for leaf in root.leaves():
            if leaf.label in TAGS and self.happens(self.tag):
                leaf.label = self.choose(TAGS[leaf.label])
        return root

    def attach(self, node):
        """Attachment: a PP goes to the noun before it, or away from its noun."""
        at = 0
        while at + 1 < len(node.children):
            one, two = node.children[at : at + 2]
            if (node.label, one.label, two.label) == ("VP", "NP", "PP") and self.happens(self.low):
                node.children[at : at + 2] = [Node("NP", [one, two])]
            at += 1
        at = 0
        while at < len(node.children):
            child = node.children[at]
            pair = child.word is None and [grandchild.label for grandchild in child.children]
            if child.label == "NP" and pair in (["NP", "PP"], ["NP", "SBAR"]):
                if self.happens(self.high):
                    node.children[at : at + 1] = child.children
            at += 1

    def slip(self, node):
        """The last child of a phrase goes to the next phrase, which then crosses gold's."""
        for one, two in zip(node.children, node.children[1:]):
            if one.word is None and two.word is None and len(one.children) > 1:
                if self.happens(self.slips):
                    two.children.insert(0, one.children.pop())

    def shape(self, node):
        """A phrase less, one more over a child, or a child's children one level up."""
        children = []
        for child in node.children:
            if child.word is not None or child.label == "":
                children.append(child)
            elif len(child.children) == 1 and self.happens(self.less):
                children.extend(child.children)
            elif len(child.children) > 1 and self.happens(self.flat):
                children.extend(child.children)
            elif self.happens(self.more):
                children.append(Node(self.choose(["S", "NP", "VP", "FRAG"]), [child]))
            else:
                children.append(child)
        node.children = children


def failures(lines):
    """What a run that went wrong leaves: sentences without a parse, another word, a lost bracket."""
    for line in (8, 30, 59):
        lines[line - 1] = ""
    lines[15] = lines[15].replace("(NN clock)", "(NN clocks)")
    lines[21] = lines[21][:-1]
    return lines


def main():
    gold, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for name in sys.argv[3:] or SYSTEMS:
        mistakes, parses = Mistakes(*SYSTEMS[name]), {}
        for line in gold.read_text().splitlines():
            if line not in parses:
                parses[line] = str(mistakes.make(clean(parse(line))))
        lines = [parses[line] for line in gold.read_text().splitlines()]
        if name == "failing":
            lines = failures(lines)
        (folder / f"{name}.mrg").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
