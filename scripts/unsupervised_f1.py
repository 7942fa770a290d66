#!/usr/bin/env python3
"""Sentence F1 and corpus F1 of unsupervised parsing, from two files of trees, one a line, over the same words.

python3 scripts/unsupervised_f1.py GOLD SYSTEM

What `bezant brackets --preset unsupervised` is tested against; its rules are in docs/metrics/brackets.md.
"""
import re
import sys
from itertools import compress

PUNCTUATION = {"-NONE-", ",", ":", "``", "''", ".", "-LRB-", "-RRB-", "#", "$"}


def read(line):
    """All words, their tags, and the span of every phrase."""
    words, tags, spans, open_at = [], [], [], []
    for label, word, close in re.findall(r"\(\s*([^\s()]*)|([^\s()]+)|(\))", line):
        if word:
            words, tags = words + [word], tags + open_at[-1][1:]
            open_at[-1] = None
        elif not close:
            open_at.append([len(words), label])
        elif (phrase := open_at.pop()) is not None:
            spans.append((phrase[0], len(words)))
    # A tree that does not end has no words that anybody else has.
    return (words if not open_at else [None]), tags, spans


def inner(spans, counts):
    """Spans over words that count, once each, without those over one or all of them."""
    before = [sum(counts[:n]) for n in range(len(counts) + 1)]
    placed = {(before[start], before[end]) for start, end in spans}
    return {(start, end) for start, end in placed if 1 < end - start < before[-1]}


f1s, matched, total, skipped = [], 0, 0, 0
for gold, system in zip(open(sys.argv[1]), open(sys.argv[2])):
    (words, tags, ours), (others, their_tags, theirs) = read(gold), read(system)
    # Gold says which words count, unless the system has not as many.
    marks = [tag not in PUNCTUATION for tag in tags]
    their_marks = marks if len(words) == len(others) else [tag not in PUNCTUATION for tag in their_tags]
    if list(compress(words, marks)) != list(compress(others, their_marks)):
        skipped += 1
    elif any(marks):
        one, two = inner(ours, marks), inner(theirs, their_marks)
        f1s.append(2 * len(one & two) / (len(one) + len(two)) if one or two else 1.0)
        matched, total = matched + 2 * len(one & two), total + len(one) + len(two)
print(f"sentence_f1 {sum(f1s) / len(f1s):.9f}\nf1 {matched / total:.9f}\nskipped {skipped}")
