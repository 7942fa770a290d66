"""A metric of bezant's as one of torchmetrics', with its order of arguments: predictions first.

    metric = bezant.integrations.torchmetrics.adapt(bezant.Brackets(preset="collins"))
    metric.update(preds=parses, target=gold)
    metric.compute()["f1"]

The state is one tensor of counts that is summed over processes, so scores are those of all sentences together.
"""

from __future__ import annotations

import importlib
import math
from typing import Any, Dict

from .._bezant import scores
from .._call import SMALLEST, gaining_by_missed
from ..loop import Brackets, Dependencies, Metric


def adapt(metric: Metric, missed: bool = True, **options: Any) -> Any:
    """The same metric with the methods of `torchmetrics.Metric`, whose constructor takes the other options.

    With `missed`, sentences that could not be scored count as not found, and scores that would gain by that are left out.
    """
    torch: Any = importlib.import_module("torch")
    torchmetrics: Any = importlib.import_module("torchmetrics")

    if not isinstance(metric, (Brackets, Dependencies)):
        raise TypeError(
            "%s has counts of any number and size, which no tensor holds: add the metrics of all processes, as in "
            "sum(gathered) after torch.distributed.all_gather_object" % type(metric).__name__
        )
    kept = metric.clone()
    counter = kept._counter
    # From a pair that it can count it is seen how many numbers there are.
    smallest = SMALLEST[metric.command]
    width = len(counter.count([smallest], [smallest]).numbers())
    left_out = gaining_by_missed(metric.command) if missed else frozenset()

    class Adapted(torchmetrics.Metric):  # type: ignore[misc]
        is_differentiable = False
        higher_is_better = True
        full_state_update = False

        def __init__(self) -> None:
            super().__init__(**options)
            self.add_state("numbers", torch.zeros(width, dtype=torch.int64), dist_reduce_fx="sum")

        def update(self, preds: Any, target: Any = None) -> None:
            counts = kept._count(target, preds)
            numbers = counts.numbers() or [0] * width
            if missed and counts.n_skipped:
                lost = counts.missed_numbers()
                numbers = [number + other for number, other in zip(numbers, lost or [0] * width)]
            self.numbers += torch.tensor(numbers, dtype=torch.int64, device=self.numbers.device)

        def compute(self) -> Dict[str, Any]:
            found = scores(counter.signature, self.numbers.tolist())
            # What is undefined is no number in a tensor.
            numbers = {name: math.nan if value is None else value for name, value in found.items() if name not in left_out}
            return {name: torch.tensor(value) for name, value in numbers.items()}

    Adapted.__name__ = Adapted.__qualname__ = type(metric).__name__
    return Adapted()
