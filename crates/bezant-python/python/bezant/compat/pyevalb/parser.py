"""Trees from text."""

from __future__ import annotations

import re
from typing import List, Tuple

from .tree import Tree


class ParsingError(Exception):
    """Text that is no tree."""

    def __init__(self, errormessage: str) -> None:
        self.errormessage = "Parsing Error:" + errormessage
        super().__init__(self.errormessage)


def create_from_bracket_string(line: str) -> Tree:
    """The tree that a line has.

    >>> create_from_bracket_string("(S (NP (NNS Dogs)) (VP (VBP bark)))").sentence
    ['Dogs', 'bark']
    """
    pieces = re.findall(r"[()]|[^()\s]+", line)
    if not pieces:
        raise ParsingError("Empty String !")
    pairs: List[Tuple[str, str]] = []
    depth = deepest = 0
    for place, piece in enumerate(pieces):
        if piece == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif piece == ")":
            depth -= 1
            if depth < 0:
                raise ParsingError("a bracket closes that was not opened")
        elif place and pieces[place - 1] not in "()" and pieces[place + 1 : place + 2] == [")"]:
            pairs.append((piece, pieces[place - 1]))
    if depth:
        raise ParsingError("a bracket is opened and not closed")
    return Tree(" ".join(line.split()), pairs, deepest)
