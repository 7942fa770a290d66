"""Drawings of systems that end sentences elsewhere."""

from __future__ import annotations

import bezant
from bezant._stretches import Side, joined, stretch


def sentence(*words):
    rows = []
    for place, word in enumerate(words, 1):
        head, relation = (0, "root") if place == 1 else (1, "dep")
        rows.append(f"{place}\t{word}\t_\tX\t_\t_\t{head}\t{relation}\t{head}:{relation}\t_")
    return "# text = " + " ".join(words) + "\n" + "\n".join(rows)


GOLD = [sentence("a", "b"), sentence("c", "d"), sentence("e")]


def test_what_belongs_together():
    gold = Side(GOLD)
    assert all(stretch(gold, gold, place) is None for place in range(3))
    split = Side([sentence("a"), sentence("b"), sentence("c", "d"), sentence("e")])
    ours, theirs = stretch(gold, split, 0)
    assert ours == GOLD[0] and [line.split("\t")[0] for line in theirs.split("\n")[1:]] == ["1", "2"]
    assert stretch(gold, split, 1) == (GOLD[1], GOLD[1])
    crossing = Side([sentence("a"), sentence("b", "c"), sentence("d", "e")])
    ours, theirs = stretch(gold, crossing, 1)
    assert len(ours.split("\n")) == len(theirs.split("\n")) == 6
    assert stretch(gold, Side([sentence("x", "y"), sentence("z")]), 0) is None
    assert stretch(gold, Side([sentence("a")]), 2) is None


def test_joined_sentences_are_numbered_on():
    made = joined(["1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\t_\tX\t_\t_\t0\troot\t0:root\t_\n2\tel\t_\tX\t_\t_\t1\tdet\t1:det|2.1:x\t_\n2.1\tz\t_\tX\t_\t_\t_\t_\t0:root\t_"] * 2)
    assert [line.split("\t")[0] for line in made.split("\n")[1:]] == ["1-2", "1", "2", "2.1", "3-4", "3", "4", "4.1"]
    assert made.split("\n")[7].split("\t")[6:9] == ["3", "det", "3:det|4.1:x"]
    assert bezant.check(made + "\n").data["files"][0]["sentences"] == 1


def test_the_sentence_that_was_scored_is_drawn():
    system = [sentence("a"), sentence("b"), sentence("c", "d"), sentence("e")]
    result = bezant.dependencies(GOLD, {"mine": system}, replicates=0)
    drawn = repr(result.show(2))
    assert "c/X" in drawn and "b/X" not in drawn
    assert "e" in repr(result.show(3)) and "d/X" not in repr(result.show(3))
