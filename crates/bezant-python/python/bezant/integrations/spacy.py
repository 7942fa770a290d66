"""A scorer for spaCy's pipelines: dependencies as the scorer of Universal Dependencies counts them.

In a configuration, once bezant is installed:

    [components.parser.scorer]
    @scorers = "bezant.dependencies.v1"

Or in Python, of any examples:

    scores = bezant.integrations.spacy.make_scorer()(examples)

spaCy's own scorer leaves punctuation out and counts tokens that spaCy could align; here every word counts, and words
are aligned by their characters.
"""

from __future__ import annotations

import importlib
from typing import Any, Callable, Dict, Iterable

from ..loop import Dependencies

Scorer = Callable[..., Dict[str, Any]]


def make_scorer(**options: Any) -> Scorer:
    """A scorer of examples; the options are those of `bezant.dependencies`.

    `dep_uas` and `dep_las` have spaCy's names, so that the weights of a training configuration find them; `bezant` has
    all scores, and `bezant_signature` how they were made.
    """

    def score(examples: Iterable[Any], **_: Any) -> Dict[str, Any]:
        gold, system = [], []
        for example in examples:
            # Data for taggers alone has no heads, and says nothing about a parser.
            if example.reference.has_annotation("DEP"):
                gold.append(example.reference)
                system.append(example.predicted)
        if not gold:
            return {"dep_uas": None, "dep_las": None}
        metric = Dependencies(**options)
        metric.update(gold, system)
        scores = metric.compute(missed=True)
        return {
            "dep_uas": scores.get("UAS"),
            "dep_las": scores.get("LAS"),
            "bezant": scores,
            "bezant_signature": metric.signature,
        }

    return score


def register(name: str = "bezant.dependencies.v1") -> None:
    """Makes the scorer known to spaCy under a name. Where bezant was installed by pip, it is known already."""
    spacy: Any = importlib.import_module("spacy")
    spacy.registry.scorers(name, func=make_scorer)
