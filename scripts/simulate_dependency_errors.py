#!/usr/bin/env python3
"""Make dependency parsers from gold dependencies, with the mistakes that parsers make.

    cd crates/bezant-cli/demo/entailments
    python3 ../../../../scripts/simulate_dependency_errors.py gold.conllu .

No parser was run: each system is gold into which mistakes were put at a rate of its own. A sentence
that comes twice gets the same mistakes twice, as it would from a parser, and every tree stays a tree
with one root. The same seed gives the same files with every Python 3, because only `random.random`
is used, whose stream is promised to stay.
"""

import random
import sys
from pathlib import Path

# Of each kind of mistake, the chance that a place where it can happen has it.
SYSTEMS = {
    #            seed  attach clause  roles  joins  inside garden stray  label
    "strong":   (1101, 0.18,  0.15,   0.050, 0.15,  0.08,  0.10,  0.025, 0.030),
    "middling": (1202, 0.40,  0.35,   0.150, 0.40,  0.20,  0.25,  0.090, 0.080),
    "weak":     (1303, 0.60,  0.60,   0.300, 0.65,  0.40,  0.50,  0.230, 0.170),
}

# What a relation is taken for.
ROLES = {
    "nsubj": ["obj", "nsubj:pass"],
    "nsubj:pass": ["nsubj"],
    "obj": ["nsubj", "iobj"],
    "iobj": ["obj"],
}
LABELS = {
    "acl": ["advcl", "xcomp"],
    "acl:relcl": ["advcl", "ccomp"],
    "advcl": ["ccomp", "xcomp", "conj"],
    "advmod": ["discourse", "amod"],
    "amod": ["compound", "nmod"],
    "appos": ["conj", "nmod"],
    "aux:pass": ["cop", "aux"],
    "ccomp": ["advcl", "xcomp"],
    "compound": ["amod", "nmod"],
    "compound:prt": ["advmod"],
    "conj": ["appos", "parataxis"],
    "cop": ["aux"],
    "nmod": ["obl", "appos"],
    "nmod:poss": ["det", "compound"],
    "obl": ["nmod", "advmod"],
    "obl:agent": ["obl"],
    "xcomp": ["ccomp", "advcl"],
}
NOMINAL = {"NOUN", "PROPN", "PRON"}
VERBAL = {"VERB"}
OPEN = NOMINAL | VERBAL | {"ADJ", "ADV", "NUM"}


class Word:
    """A row of CoNLL-U, its head as a number, and the columns that stay as they are."""

    def __init__(self, row):
        self.id, self.form, self.lemma, self.upos, self.xpos = int(row[0]), *row[1:5]
        self.head, self.relation = int(row[6]), row[7]

    def __str__(self):
        known = (self.id, self.form, self.lemma, self.upos, self.xpos)
        return "\t".join(map(str, (*known, "_", self.head, self.relation, "_", "_")))


def read(text):
    for block in text.strip().split("\n\n"):
        yield [Word(line.split("\t")) for line in block.split("\n") if not line.startswith("#")]


class Mistakes:
    def __init__(self, seed, attach, clause, roles, joins, inside, garden, stray, label):
        self.random = random.Random(seed)
        self.attach, self.clause, self.roles, self.joins = attach, clause, roles, joins
        self.inside, self.garden, self.stray, self.label = inside, garden, stray, label

    def happens(self, chance):
        return self.random.random() < chance

    def choose(self, items):
        return items[int(self.random.random() * len(items))]

    def make(self, words):
        self.words = words
        for word in words:
            self.participle(word)
        for word in words:
            self.phrase(word)
        for word in words:
            self.name(word)
        for word in words:
            self.wander(word)
        for word in words:
            if word.relation in ROLES and self.happens(self.roles):
                word.relation = self.choose(ROLES[word.relation])
            elif word.relation in LABELS and self.happens(self.label):
                word.relation = self.choose(LABELS[word.relation])
        return words

    def below(self, word, top):
        """Is `word` the word `top` or one that hangs from it?"""
        while word is not top:
            if word.head == 0:
                return False
            word = self.words[word.head - 1]
        return True

    def heads(self, word, kinds):
        """Words of these kinds left of a phrase that could be its head, the nearest first."""
        start = min(other.id for other in self.words if self.below(other, word))
        return [
            other
            for other in reversed(self.words[: start - 1])
            if other.upos in kinds and other.id != word.head and not self.below(other, word)
        ]

    def move(self, word, kinds):
        heads = self.heads(word, kinds)[:3]
        if heads:
            word.head = self.choose(heads).id
        return bool(heads)

    def participle(self, word):
        """A reduced relative clause is read as the main clause: "the clerk handed a key ..."."""
        if word.relation != "acl" or word.xpos not in ("VBN", "VBG"):
            return
        noun = self.words[word.head - 1]
        if noun.relation != "nsubj" or not self.happens(self.garden):
            return
        verb = self.words[noun.head - 1]
        word.head, word.relation = verb.head, verb.relation
        noun.head, verb.head, verb.relation = word.id, word.id, "parataxis"

    def phrase(self, word):
        """Prepositional phrases, clauses that modify nouns, and conjuncts go to another head."""
        if word.relation in ("obl", "nmod", "obl:agent"):
            if self.happens(self.attach) and self.move(word, NOMINAL | VERBAL):
                word.relation = "obl" if self.words[word.head - 1].upos in VERBAL else "nmod"
        elif word.relation in ("acl", "acl:relcl", "appos"):
            if self.happens(self.clause):
                self.move(word, NOMINAL)
        elif word.relation in ("advcl", "ccomp", "xcomp"):
            if self.happens(self.clause):
                self.move(word, VERBAL)
        elif word.relation == "conj" and self.happens(self.joins):
            self.move(word, VERBAL if word.upos in NOMINAL else NOMINAL | VERBAL)

    def name(self, word):
        """Inside a nominal: the first noun of a compound is taken for its head."""
        if word.relation != "compound" or not self.happens(self.inside):
            return
        noun = self.words[word.head - 1]
        word.head, word.relation = noun.head, noun.relation
        for other in self.words:
            if other.head == noun.id:
                other.head = word.id
        noun.head, noun.relation = word.id, "flat"

    def wander(self, word):
        """Anything goes to a neighbour: subjects and objects to a verb, the rest to any word."""
        if word.relation in ("root", "case", "cc") or not self.happens(self.stray):
            return
        kinds = VERBAL if word.relation in ROLES else OPEN
        near = [
            other
            for other in self.words
            if other.upos in kinds
            and abs(other.id - word.id) <= 6
            and other.id != word.head
            and not self.below(other, word)
        ]
        if near:
            word.head = self.choose(near).id


def main():
    gold, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for name, rates in SYSTEMS.items():
        mistakes, parses, out = Mistakes(*rates), {}, []
        for words in read(gold.read_text()):
            sentence = " ".join(word.form for word in words)
            if sentence not in parses:
                parses[sentence] = "\n".join(map(str, mistakes.make(words)))
            out.append(parses[sentence] + "\n\n")
        (folder / f"{name}.conllu").write_text("".join(out))


if __name__ == "__main__":
    main()
