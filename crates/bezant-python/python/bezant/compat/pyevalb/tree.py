"""A tree as far as scripts look into one: its words, its tags, and itself as text."""

from __future__ import annotations

from typing import List, Tuple


class Tree:
    """A bracketed tree, kept as its text."""

    def __init__(self, text: str, pairs: List[Tuple[str, str]], depth: int) -> None:
        self._text = text
        self._pairs = pairs
        self._depth = depth

    @property
    def sentence(self) -> List[str]:
        """The words."""
        return [word for word, _ in self._pairs]

    @property
    def poss(self) -> List[str]:
        """The tags."""
        return [tag for _, tag in self._pairs]

    @property
    def pos_sentence(self) -> List[str]:
        """The words, each with its tag."""
        return ["%s_%s" % pair for pair in self._pairs]

    @property
    def depth(self) -> int:
        """How many brackets lie above the deepest word."""
        return self._depth

    def __repr__(self) -> str:
        return self._text
