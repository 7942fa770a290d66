"""Metrics that are fed while a parser is trained: `update`, `compute`, `reset`, and counts that add.

>>> metric = Brackets(preset="none")
>>> metric.update(gold=["(S (NP (NNS Dogs)) (VP (VBP bark)))"], system=["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
>>> metric.compute()["f1"]
1.0

Gold that stays the same is parsed once:

>>> dev = Brackets(gold=["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
>>> for epoch in range(3):
...     dev.reset()
...     dev.update(system=["(S (NP (NNS Dogs) (VBP bark)))"])
>>> round(dev.compute()["f1"], 4)
0.4

Workers that trained on parts of the data are added, `a + b` or `sum(workers)`: what is added are counts, so the score
is that of all sentences together, and not a mean of scores. Metrics can be pickled.
"""

from __future__ import annotations

from typing import Any, ClassVar, Dict, Iterable, List, Optional, TypeVar, Union

from . import _inputs, _objects
from ._bezant import Corpus, Counter, Counts
from ._call import commands, gaining_by_missed, words
from ._results import Record

Self = TypeVar("Self", bound="Metric")

# What the functions have options for beside counting, by the headings of the program's help and by name: tables, pages,
# comparisons, folders, other programs.
_HEADINGS = ("Output", "Comparison", "The sentences behind a number", "Outputs of language models", "Treebanks")
_OTHERS = frozenset(
    "list missing cutoff labels classes explain compat by_size analysis confusion listing text forms without names "
    "rasp_sections rasp_own_text write write_text write_gold parser_cmd parser_reads parser_time n_best".split()
)


class Metric:
    """What all metrics of a loop share; the options are those of the function of the same name."""

    command: ClassVar[str]
    _holds: ClassVar[str] = _objects.TREES

    def __init__(self, *, gold: Any = None, threads: int = 0, **options: Any) -> None:
        """`gold` is parsed once and need not be given again; `threads` is how many count, 0 for all there are."""
        _refuse(self, options)
        self._options = options
        self._threads = threads
        self._counter = Counter([self.command] + words(self.command, options))
        self._gold: Optional[Corpus] = None if gold is None else _inputs.corpus(gold, "gold", self._holds)
        self._counts: Optional[Counts] = None
        self._skipped: List[Record] = []
        self._n_updates = 0

    def update(self, gold: Any = None, system: Any = None) -> None:
        """Adds what `system` came to against `gold`, or against the gold that was given before."""
        self._add(self._count(gold, system))

    def __call__(self, gold: Any = None, system: Any = None) -> Dict[str, Optional[float]]:
        """Updates, and returns the scores of this batch alone."""
        counts = self._count(gold, system)
        self._add(counts)
        return counts.scores()

    def compute(self, missed: bool = False) -> Dict[str, Optional[float]]:
        """The scores of all that was added since the last reset, by name; with `missed`, sentences that could not be
        scored count as not found, and scores that would gain by that are left out. What is undefined is None."""
        counts = self._known()
        if not missed:
            return counts.scores()
        left_out = gaining_by_missed(self.command)
        return {name: value for name, value in counts.scores_with_missed().items() if name not in left_out}

    def reset(self) -> None:
        """Forgets what was added; gold stays."""
        self._counts = None
        self._skipped = []
        self._n_updates = 0

    def clone(self: Self) -> Self:
        """A metric with the same options and the same gold, to which nothing was added."""
        copy = type(self)(threads=self._threads, **self._options)
        copy._gold = self._gold
        return copy

    @property
    def counts(self) -> Dict[str, int]:
        """What was counted, by name."""
        counts = self._known()
        return dict(zip(counts.names(), counts.numbers()))

    @property
    def n(self) -> int:
        """How many sentences were added."""
        return 0 if self._counts is None else self._counts.n

    @property
    def n_skipped(self) -> int:
        """How many of them could not be scored."""
        return 0 if self._counts is None else self._counts.n_skipped

    @property
    def skipped(self) -> List[Record]:
        """Sentences that could not be scored, of what was added here since the last reset: in which batch (the first is
        1), which sentence of it, why in short, and in words.

        >>> metric = Brackets()
        >>> metric.update(["(S (NP (NNS Dogs)) (VP (VBP bark)))"], [None])
        >>> [(row.batch, row.sentence, row.reason) for row in metric.skipped]
        [(1, 1, 'system_missing')]
        """
        return list(self._skipped)

    @property
    def signature(self) -> str:
        """How the scores are made, to be copied with them."""
        return self._counter.signature if self._counts is None else self._counts.signature

    def merge_state(self: Self, others: Iterable[Metric]) -> Self:
        """Adds what others have counted."""
        for other in others:
            self._refuse_other(other)
            if other._counts is not None:
                self._counts = other._counts if self._counts is None else self._counts + other._counts
                # Batches of others come after those that were added before.
                self._skipped = self._skipped + [Record({**row, "batch": row["batch"] + self._n_updates}) for row in other._skipped]
                self._n_updates += other._n_updates
        return self

    def __add__(self: Self, other: Union[Metric, int]) -> Self:
        total = self.clone()
        total._counts = self._counts
        total._skipped = list(self._skipped)
        total._n_updates = self._n_updates
        # sum() begins with 0.
        return total if isinstance(other, int) and other == 0 else total.merge_state([_metric(other)])

    __radd__ = __add__

    def __iadd__(self: Self, other: Union[Metric, int]) -> Self:
        return self.merge_state([_metric(other)])

    def __getstate__(self) -> Dict[str, Any]:
        counts = None if self._counts is None else self._counts.to_bytes()
        kept = {"options": self._options, "threads": self._threads, "gold": self._gold, "counts": counts}
        return {**kept, "skipped": self._skipped, "n_updates": self._n_updates}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        Metric.__init__(self, gold=state["gold"], threads=state["threads"], **state["options"])
        self._skipped = state["skipped"]
        self._n_updates = state["n_updates"]
        if state["counts"] is not None:
            self._counts = Counts.from_bytes(state["counts"])

    def __repr__(self) -> str:
        options = "".join(", %s=%r" % pair for pair in self._options.items())
        return "%s(%s)  # %d sentences" % (type(self).__name__, options[2:], self.n)

    def _count(self, gold: Any, system: Any) -> Counts:
        if system is None:
            raise TypeError("update() takes gold and system; with the gold given before, update(system=...)")
        if gold is not None:
            kept: Union[Corpus, List[Optional[str]]] = _inputs.sentences(gold, "gold", self._holds)
        elif self._gold is not None:
            kept = self._gold
        else:
            raise TypeError("there is no gold: give it to update(), or once to %s(gold=...)" % type(self).__name__)
        return self._counter.count(kept, _inputs.sentences(system, "system", self._holds), self._threads)

    def _add(self, counts: Counts) -> None:
        self._n_updates += 1
        for sentence, reason, message in counts.skipped:
            self._skipped.append(Record(batch=self._n_updates, sentence=sentence, reason=reason, message=message))
        self._counts = counts if self._counts is None else self._counts + counts

    def _known(self) -> Counts:
        if self._counts is None:
            raise ValueError("nothing was added yet: call update() before compute()")
        return self._counts

    def _refuse_other(self, other: Metric) -> None:
        if type(other) is not type(self) or other._options != self._options:
            raise ValueError("%r and %r count different things and cannot be added" % (self, other))


def _refuse(metric: Metric, options: Dict[str, Any]) -> None:
    """Options that would change nothing here are a mistake."""
    known = commands()[metric.command].options
    for name in options:
        if name in known and (name in _OTHERS or known[name].heading in _HEADINGS) and name != "quiet":
            raise TypeError(
                "%s() counts, and %s changes nothing in that: bezant.%s() has it" % (type(metric).__name__, name, metric.command)
            )


def _metric(other: Any) -> Metric:
    if not isinstance(other, Metric):
        raise TypeError("a metric can be added to a metric, and not to %s" % type(other).__name__)
    return other


class Brackets(Metric):
    """Brackets of trees, as `bezant.brackets` counts them."""

    command = "brackets"


class Fragments(Metric):
    """Fragments of trees, as `bezant.fragments` counts them."""

    command = "fragments"


class Dependencies(Metric):
    """Dependencies, as `bezant.dependencies` counts them."""

    command = "dependencies"
    _holds = _objects.DEPENDENCIES


class Relations(Metric):
    """Grammatical relations, as `bezant.relations` counts them."""

    command = "relations"
    _holds = _inputs.RELATIONS
