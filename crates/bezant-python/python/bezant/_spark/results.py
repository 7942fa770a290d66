"""What comes back from a cluster."""

from __future__ import annotations

from typing import Any, Iterator

from bezant import _bezant
from bezant._call import NUMBERS, gaining_by_missed
from bezant._spark.batches import add
from bezant._spark.totals import Sum


class Total:
    """The scores of one system over all its rows."""

    def __init__(
        self,
        name: str,
        signature: str,
        n: int,
        skipped: dict[str, int],
        counts: dict[str, int],
        scores: dict[str, float | None],
        scores_with_missed: dict[str, float | None],
    ) -> None:
        #: What it is called.
        self.name = name
        #: How the figures were made.
        self.signature = signature
        #: Sentences of gold.
        self.n = n
        #: How many sentences were skipped, by reason.
        self.skipped = skipped
        #: The sums.
        self.counts = counts
        #: What is made of them, the main score first.
        self.scores = scores
        #: The same where skipped sentences count as missed.
        self.scores_with_missed = scores_with_missed

    @classmethod
    def of(cls, own: Sum, signature: str) -> Total:
        """From a sum of rows."""
        with_missed = list(own.numbers)
        add(with_missed, own.missed)
        names = _bezant.number_names(signature, len(own.numbers))
        missed = _bezant.scores(signature, with_missed)
        for name in gaining_by_missed(signature.partition("|")[0]):
            missed.pop(name, None)
        scores = _bezant.scores(signature, own.numbers)
        return cls(own.system, signature, own.n, own.skipped, dict(zip(names, own.numbers)), scores, missed)

    @property
    def n_skipped(self) -> int:
        """How many sentences were skipped."""
        return sum(self.skipped.values())

    def __getattr__(self, name: str) -> float | None:
        scores: dict[str, float | None] = self.__dict__.get("scores", {})
        if name in scores:
            return scores[name]
        known = ", ".join(scores)
        raise AttributeError(f"there is no score {name}; there are {known}")

    def __repr__(self) -> str:
        scores = "  ".join(f"{name} {_shown(name, value)}" for name, value in self.scores.items())
        skipped = f", {self.n_skipped} skipped" if self.n_skipped else ""
        return f"{self.name}: {self.n} sentences{skipped}\n  {scores}\n  {self.signature}"


def _shown(name: str, value: float | None) -> str:
    """A percentage, or a number that is none."""
    return "–" if value is None else f"{value if name in NUMBERS else 100 * value:.2f}"


class Totals:
    """The scores of all systems whose rows were added up; where there is one, its scores are those of this, too."""

    def __init__(self, systems: list[Total]) -> None:
        #: One a system, in the order of their names.
        self.systems = systems

    def __getitem__(self, system: str | int) -> Total:
        if isinstance(system, int):
            return self.systems[system]
        for own in self.systems:
            if own.name == system:
                return own
        raise KeyError(f"no system is called {system}; there are {', '.join(own.name for own in self.systems)}")

    def __iter__(self) -> Iterator[Total]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    def __getattr__(self, name: str) -> Any:
        systems = self.__dict__.get("systems", [])
        if name.startswith("__") or not systems:
            raise AttributeError(name)
        if len(systems) > 1:
            raise AttributeError(f"there are several systems: total(rows)[name].{name}")
        return getattr(systems[0], name)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.systems)) or "no rows"


class Comparison:
    """What was found of systems that were compared: what `bezant compare --format json` prints."""

    def __init__(self, found: dict[str, Any]) -> None:
        #: All of it.
        self.json = found
        #: How it was found.
        self.signature: str = found["signature"]
        #: One object for each pair and score: difference, interval, p.
        self.comparisons: list[dict[str, Any]] = found.get("comparisons", [])
        #: What goes with each: in how many sentences one is better, what would be detectable.
        self.effects: list[dict[str, Any]] = found.get("effects", [])
        #: Scores and their intervals.
        self.systems: list[dict[str, Any]] = found["systems"]

    @property
    def difference(self) -> Any:
        """The first system's score less the second's."""
        return self._only("difference")

    @property
    def interval(self) -> Any:
        """Where the difference lies, most likely."""
        return self._only("interval")

    @property
    def p(self) -> Any:
        """How likely such a difference is where there is none."""
        return self._only("p")

    def _only(self, name: str) -> Any:
        if len(self.comparisons) != 1:
            raise AttributeError(f"several pairs or scores were compared: look at .comparisons for each {name}")
        return self.comparisons[0].get(name)

    def __repr__(self) -> str:
        lines = []
        for found in self.comparisons:
            interval = found.get("interval")
            score = found["score"]
            shown = "" if interval is None else f" [{_shown(score, interval[0])}, {_shown(score, interval[1])}]"
            p = "–" if found.get("p_adjusted") is None else f"{found['p_adjusted']:.4f}"
            difference = _shown(score, found.get("difference"))
            lines.append(f"{found['a']} − {found['b']}, {score}: {difference}{shown}, p {p}")
        return "\n".join([*lines, self.signature])
