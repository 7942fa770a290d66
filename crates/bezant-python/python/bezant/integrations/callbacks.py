"""A callback for trainers that have callbacks: Hugging Face's `Trainer`, Lightning's, and loops of one's own.

    callback = ParserCallback(bezant.Brackets(gold="dev.mrg"), parse=lambda model: [model.parse(s) for s in dev])
    trainer = Trainer(..., callbacks=[callback])

After each evaluation the model parses, the metric counts, and the scores go where the trainer keeps its own. None of
the trainers is imported: they call a callback by the names of its methods.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from ..loop import Metric

Scores = Dict[str, Optional[float]]


class ParserCallback:
    """Scores a model whenever its trainer evaluates it. `history` has the scores of each time."""

    def __init__(self, metric: Metric, parse: Callable[[Any], Any], prefix: str = "bezant_") -> None:
        """`metric` has its gold; `parse` takes the model and returns its parses, in gold's order."""
        self.metric = metric
        self.parse = parse
        self.prefix = prefix
        self.history: List[Scores] = []

    def score(self, model: Any) -> Scores:
        """Lets the model parse and scores it: what loops of one's own call."""
        self.metric.reset()
        self.metric.update(system=self.parse(model))
        scores = self.metric.compute(missed=True)
        self.history.append(scores)
        return scores

    def on_evaluate(self, args: Any, state: Any, control: Any, metrics: Any = None, **kept: Any) -> None:
        """Hugging Face's trainer, after each evaluation: the scores join the trainer's, so the best model may be
        chosen by them (`metric_for_best_model="eval_bezant_f1"`)."""
        named = self._named(self.score(kept.get("model")), "eval_" + self.prefix)
        if metrics is not None:
            metrics.update(named)
        history = getattr(state, "log_history", None)
        if history:
            history[-1].update(named)

    def on_validation_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        """Lightning's trainer, after each epoch's validation: the scores are logged by the module."""
        pl_module.log_dict(self._named(self.score(pl_module), self.prefix))

    # What Lightning asks of a callback beside its methods.
    @property
    def state_key(self) -> str:
        """Under which name a checkpoint has the state."""
        return type(self).__qualname__

    def state_dict(self) -> Dict[str, Any]:
        """What a checkpoint keeps: the scores of all epochs."""
        return {"history": self.history}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on from a checkpoint."""
        self.history = list(state["history"])

    def __getattr__(self, name: str) -> Any:
        # Trainers call every method that callbacks may have; those that are not here do nothing.
        if name.startswith("on_") or name in ("setup", "teardown"):
            return lambda *args, **kept: None
        raise AttributeError(name)

    @staticmethod
    def _named(scores: Scores, prefix: str) -> Dict[str, float]:
        return {prefix + name: value for name, value in scores.items() if value is not None}


def compute_metrics(metric: Metric, decode: Callable[[Any], Any]) -> Callable[[Any], Dict[str, float]]:
    """What Hugging Face's `Trainer(compute_metrics=...)` takes. `decode` makes parses of its predictions; `metric` has
    its gold."""

    def compute(prediction: Any) -> Dict[str, float]:
        metric.reset()
        metric.update(system=decode(prediction))
        return ParserCallback._named(metric.compute(missed=True), "")

    return compute
