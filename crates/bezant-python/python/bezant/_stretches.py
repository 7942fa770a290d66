"""The same stretch of text in two files in columns whose sentences end in different places.

Drawings pair sentences by their numbers. Where a system has split or joined sentences, what belongs together is found by
characters, as the scorer finds it, and each side's sentences are put together to one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import List, Optional, Sequence, Tuple


def letters(sentence: str) -> str:
    """The characters of a sentence's tokens, without white space.

    >>> letters("1-2\\tdel\\t_\\n1\\tde\\t_\\n2\\tel\\t_\\n3\\tmar\\t_")
    'delmar'
    """
    found: List[str] = []
    last = 0
    for columns in _lines(sentence):
        first, dash, end = columns[0].partition("-")
        if "." in first or (not dash and int(first) <= last):
            # An empty node is no token, and the words of a multiword token are in it.
            continue
        last = int(end) if dash else last
        found.append("".join(columns[1].split()))
    return "".join(found)


def _lines(sentence: str) -> List[List[str]]:
    return [line.split("\t") for line in sentence.splitlines() if line[:1].isdigit()]


class Side:
    """The sentences of one file, and where in the text each ends."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = sentences
        pieces = [letters(sentence) for sentence in sentences]
        self.text = "".join(pieces)
        self.ends = list(accumulate(map(len, pieces)))

    def start(self, place: int) -> int:
        return self.ends[place - 1] if place else 0


def stretch(gold: Side, system: Side, place: int) -> Optional[Tuple[str, str]]:
    """What gold has in its sentence at `place`, with as many around it as the system has joined, and what the system has
    there, a sentence each; nothing if that is the sentence of the same number, or if the texts differ."""
    start, end = gold.start(place), gold.ends[place]
    while True:
        ours = _covering(gold, start, end)
        theirs = _covering(system, start, end)
        if ours is None or theirs is None:
            return None
        before = (start, end)
        start = min(gold.start(ours[0]), system.start(theirs[0]))
        end = max(gold.ends[ours[1]], system.ends[theirs[1]])
        if (start, end) == before:
            break
    is_same = ours == theirs == (place, place)
    if is_same or gold.text[start:end] != system.text[start:end]:
        return None
    return joined(gold.sentences[ours[0] : ours[1] + 1]), joined(system.sentences[theirs[0] : theirs[1] + 1])


def _covering(side: Side, start: int, end: int) -> Optional[Tuple[int, int]]:
    """The first and the last sentence with a character of this stretch."""
    first, last = bisect_right(side.ends, start), bisect_left(side.ends, end)
    return (first, last) if last < len(side.ends) and first <= last else None


def joined(sentences: Sequence[str]) -> str:
    """Sentences as one: words are numbered on, and each keeps its root.

    >>> print(joined(["1\\ta\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_", "1\\tb\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_"]).splitlines()[-1])
    2	b	_	X	_	_	0	root	_	_
    """
    if len(sentences) == 1:
        return sentences[0]
    comments = [line for sentence in sentences for line in sentence.splitlines() if line.startswith("# text = ")]
    lines = ["# text = " + " ".join(comment[len("# text = ") :] for comment in comments)]
    n = 0
    for sentence in sentences:
        words = _lines(sentence)
        for columns in words:
            columns[0] = "-".join(_later(part, n) for part in columns[0].split("-"))
            if len(columns) > 6:
                columns[6] = columns[6] if columns[6] in ("0", "_") else _later(columns[6], n)
            if len(columns) > 8 and columns[8] != "_":
                arcs = (arc.partition(":") for arc in columns[8].split("|"))
                columns[8] = "|".join((head if head == "0" else _later(head, n)) + colon + rest for head, colon, rest in arcs)
            lines.append("\t".join(columns))
        n += sum(columns[0].isdigit() for columns in words)
    return "\n".join(lines)


def _later(number: str, n: int) -> str:
    whole, dot, part = number.partition(".")
    return str(int(whole) + n) + dot + part
